//! The real server on a port of its own, and a small client that can also send what no client should.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How long anything may take on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A running server.
pub struct Server {
    child: Child,
    /// Kept open: a program whose reader has gone ends.
    _output: BufReader<ChildStdout>,
    /// Where it listens.
    pub address: String,
}

impl Server {
    /// Starts one over a folder.
    pub fn start(data: &Path) -> Server {
        Server::start_with(data, &[])
    }

    /// The same, with more options.
    pub fn start_with(data: &Path, options: &[&OsStr]) -> Server {
        let mut program = Command::new(env!("CARGO_BIN_EXE_sandtable"));
        program.arg("serve").args(options);
        Server::listen(program, data)
    }

    /// The same, with at most so many open files.
    #[cfg(unix)]
    pub fn start_with_files(data: &Path, files: u32) -> Server {
        let mut shell = Command::new("sh");
        let script = format!("ulimit -n {files}; exec \"$0\" \"$@\"");
        shell.args(["-c", &script, env!("CARGO_BIN_EXE_sandtable"), "serve"]);
        Server::listen(shell, data)
    }

    fn listen(mut command: Command, data: &Path) -> Server {
        let mut child = command
            .args(["--port", "0", "--data"])
            .arg(data)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        let (_, address) = line.trim().split_once("http://").expect("it prints its address");
        Server { address: address.into(), child, _output: output }
    }

    /// A connection.
    pub fn client(&self) -> Client {
        Client { address: self.address.clone(), stream: None }
    }

    /// `kill -9`.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Asks it to end, and waits until it has; its exit code.
    #[cfg(unix)]
    pub fn end(mut self) -> Option<i32> {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        self.child.wait().unwrap().code()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A connection that is kept open.
pub struct Client {
    address: String,
    stream: Option<BufReader<TcpStream>>,
}

/// What came back.
pub struct Reply {
    /// The status.
    pub status: u16,
    /// The headers, in lower case.
    pub headers: String,
    /// The body.
    pub body: Vec<u8>,
}

impl Reply {
    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.text()))
    }

    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into()
    }
}

impl Client {
    /// Sends a request as it stands and reads the answer.
    pub fn send(&mut self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Reply {
        let mut head = format!("{method} {path} HTTP/1.1\r\n");
        if !headers.iter().any(|(name, _)| *name == "host") {
            head += &format!("host: {}\r\n", self.address);
        }
        headers.iter().for_each(|(name, value)| head += &format!("{name}: {value}\r\n"));
        head += &format!("content-length: {}\r\n\r\n", body.len());
        let request = [head.as_bytes(), body].concat();
        // The server may close a connection that it does not like, or that was idle: then another one.
        if let Some(reply) = self.try_send(&request) {
            return reply;
        }
        self.stream = None;
        self.try_send(&request).unwrap_or_else(|| panic!("no answer to {method} {path}"))
    }

    fn try_send(&mut self, request: &[u8]) -> Option<Reply> {
        let stream = match &mut self.stream {
            Some(stream) => stream,
            none => {
                let stream = TcpStream::connect(&self.address).ok()?;
                stream.set_read_timeout(Some(PATIENCE)).ok()?;
                stream.set_nodelay(true).ok()?;
                none.insert(BufReader::new(stream))
            }
        };
        // A refusal may come before all is sent, so what cannot be sent any more is no trouble yet.
        let _ = stream.get_mut().write_all(request);
        let mut headers = String::new();
        let mut line = String::new();
        while stream.read_line(&mut line).ok()? > 2 {
            headers += &line.to_lowercase();
            line.clear();
        }
        let status = headers.split(' ').nth(1)?.parse().ok()?;
        let length = headers.lines().find_map(|l| l.strip_prefix("content-length: ")?.trim().parse().ok());
        let mut body = vec![0; length.unwrap_or(0)];
        stream.read_exact(&mut body).ok()?;
        if headers.contains("connection: close") {
            self.stream = None;
        }
        Some(Reply { status, headers, body })
    }

    /// Looks something up.
    pub fn get(&mut self, path: &str) -> Reply {
        self.send("GET", path, &[], b"")
    }

    /// Sends JSON.
    pub fn post(&mut self, path: &str, body: &Value) -> Reply {
        let body = body.to_string();
        self.send("POST", path, &[("content-type", "application/json")], body.as_bytes())
    }

    /// Looks something up that is there.
    pub fn got(&mut self, path: &str) -> Value {
        let reply = self.get(path);
        assert_eq!(reply.status, 200, "GET {path}: {}", reply.text());
        reply.json()
    }

    /// Sends JSON that is taken.
    pub fn posted(&mut self, path: &str, body: &Value) -> Value {
        let reply = self.post(path, body);
        assert!(matches!(reply.status, 200 | 201), "POST {path} {body}: {}", reply.text());
        reply.json()
    }

    /// Sends JSON that is refused with this status; the reason.
    pub fn refused(&mut self, path: &str, body: &Value, status: u16) -> String {
        let reply = self.post(path, body);
        assert_eq!(reply.status, status, "POST {path} {body}: {}", reply.text());
        reply.json()["error"].as_str().expect("a refusal says why").to_string()
    }

    /// Makes a game.
    pub fn make(&mut self, order: &Value) -> Game {
        let made = self.posted("/api/games", order);
        let text = |v: &Value| v.as_str().unwrap().to_string();
        let seats = made["keys"].as_object().unwrap().len();
        let keys = (0..seats).map(|s| text(&made["keys"][s.to_string()])).collect();
        Game { id: text(&made["id"]), keys, watch: text(&made["watch"]) }
    }

    /// The table once it says what is waited for.
    pub fn wait(&mut self, path: &str, what: impl Fn(&Value) -> bool) -> Value {
        let begin = Instant::now();
        loop {
            let table = self.got(path);
            if what(&table) {
                return table;
            }
            assert!(begin.elapsed() < PATIENCE, "{path}: {table}");
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

/// A game that was made.
pub struct Game {
    /// Its name.
    pub id: String,
    /// The seats' keys.
    pub keys: Vec<String>,
    /// The key for watching.
    pub watch: String,
}

impl Game {
    /// An address of the game for a seat.
    pub fn at(&self, part: &str, seat: usize) -> String {
        format!("/api/games/{}{part}?key={}", self.id, self.keys[seat])
    }

    /// An address of the game for those who watch.
    pub fn watched(&self, part: &str) -> String {
        format!("/api/games/{}{part}?key={}", self.id, self.watch)
    }
}

/// Whether a person is to decide, or nobody any more.
pub fn settled(table: &Value) -> bool {
    table["turn"] == "over" || mover(table).is_some_and(|seat| table["seats"][seat]["player"] == "human")
}

/// Who is to decide.
pub fn mover(table: &Value) -> Option<usize> {
    table["turn"]["player"].as_u64().map(|s| s as usize)
}

/// A step of a person.
pub fn step(text: &str, table: &Value) -> Value {
    json!({ "steps": text, "version": table["version"] })
}

/// Numbers that are the same each time.
pub struct Numbers(pub u64);

impl Numbers {
    /// One below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n.max(1)
    }
}

/// Plays a game with random steps of people until it is over or `most` steps were taken; the last table.
pub fn play(client: &mut Client, game: &Game, numbers: &mut Numbers, most: usize) -> Value {
    // The log and the course grow; nobody reads them here.
    let quiet = "&log=1000000";
    let mut table = client.wait(&(game.at("", 0) + quiet), settled);
    for _ in 0..most {
        let Some(seat) = mover(&table) else { break };
        if table["seat"] != json!(seat) {
            table = client.got(&(game.at("", seat) + quiet));
        }
        let choices = table["choices"].as_array().unwrap();
        assert!(!choices.is_empty(), "{table}");
        let text = choices[numbers.below(choices.len())]["step"].as_str().unwrap().to_string();
        let path = game.at("/steps", seat) + quiet;
        let before = table["version"].as_u64();
        table = client.posted(&path, &step(&text, &table));
        assert!(table["version"].as_u64() > before);
        if !settled(&table) {
            table = client.wait(&(game.at("", seat) + quiet), settled);
        }
    }
    table
}
