//! Tables in files: a few lines that say what a table is of, the positions as fingerprints, the values, and a checksum.

use std::fs::File;
use std::hash::Hasher;
use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;

use rustc_hash::FxHasher;
use sandtable_core::policy::Random;
use sandtable_core::{BadInput, Game, Policy, Rng, Stream};

use super::fingerprint::Fingerprint;
use super::table::Table;

/// The first line of every file.
const TITLE: &str = "sandtable table 1";
/// Random games by which rules are told apart.
const GAMES: u64 = 16;
/// Turns of each of them.
const TURNS: u32 = 40;
/// Bytes of a fingerprint, and of a value.
const PRINT: u64 = 16;
const VALUE: u64 = 8;
/// No game is worth more; sums of values this large are still numbers.
const MOST: f64 = 1e12;
/// The longest line, and the longest name of a game in it.
const LINE: u64 = 4096;
const NAME: usize = 200;

/// What is said of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Heading {
    /// The game and its board, as people call them.
    pub game: String,
    /// Where the listing began, in the game's notation.
    pub from: String,
    /// What that is worth to the first seat: no less than, and no more than.
    pub worth: (f64, f64),
    /// What both sides' payoffs sum to.
    pub sum: f64,
}

/// A number that only the same rules bring about: random games, position by position.
pub fn rules_digest<G: Game>(game: &G) -> Fingerprint {
    let mut digest = Fingerprint::default();
    let (mut policy, mut plan) = (Random::default(), Vec::new());
    for deal in 0..GAMES {
        let mut rng = Rng::new(1, deal, Stream::World);
        let mut state = game.start();
        for _ in 0..TURNS {
            policy.playout(game, &mut state, &mut rng, 1, &mut plan);
            digest = Fingerprint::of(&(digest, Fingerprint::of(&state)));
        }
    }
    digest
}

/// Hears every byte that passes.
struct Summed<T> {
    inner: T,
    sum: FxHasher,
}

impl<T> Summed<T> {
    fn new(inner: T) -> Self {
        Summed { inner, sum: FxHasher::default() }
    }

    /// Hears the bytes of a number.
    fn hear(&mut self, bytes: &[u8; 8]) {
        self.sum.write_u64(u64::from_le_bytes(*bytes));
    }
}

impl<T: Write> Summed<T> {
    fn number(&mut self, number: u64) -> std::io::Result<()> {
        let bytes = number.to_le_bytes();
        self.hear(&bytes);
        self.inner.write_all(&bytes)
    }
}

impl<T: Read> Summed<T> {
    fn next(&mut self) -> std::io::Result<u64> {
        let mut bytes = [0; 8];
        self.inner.read_exact(&mut bytes)?;
        self.hear(&bytes);
        Ok(u64::from_le_bytes(bytes))
    }
}

/// Writes a table so that it is there whole or not at all.
pub fn write<G: Game>(path: &Path, game: &G, heading: &Heading, table: &Table) -> Result<(), BadInput> {
    let part = path.with_extension("part");
    let written = put(&part, game, heading, table).and_then(|()| std::fs::rename(&part, path));
    written.map_err(|e| BadInput::new(format!("cannot write {}: {e}", path.display())))
}

fn put<G: Game>(path: &Path, game: &G, heading: &Heading, table: &Table) -> std::io::Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    let rules = digest_text(game);
    let Heading { game, from, worth: (low, high), sum } = heading;
    let clock = table.clock.map_or("none".into(), |full| full.to_string());
    let turns = if table.knows_all { "within" } else { "between" };
    let (positions, layers) = (table.index.len(), table.layers.len());
    writeln!(out, "{TITLE}\ngame {game}\nrules {rules}\nfrom {from}")?;
    writeln!(out, "worth {low} {high}\nsum {sum}\nclock {clock}\nturns {turns}")?;
    writeln!(out, "positions {positions}\nlayers {layers}\n")?;
    let mut out = Summed::new(out);
    for Fingerprint(first, second) in &table.index {
        out.number(*first)?;
        out.number(*second)?;
    }
    for value in table.layers.iter().flatten() {
        out.number(value.to_bits())?;
    }
    let sum = out.sum.finish();
    out.number(sum)?;
    out.inner.into_inner().map_err(|e| e.into_error())?.sync_all()
}

/// The name of the game that a table is of, whatever its rules.
pub fn game_of(path: &str) -> Result<String, BadInput> {
    Lines::open(path)?.0.title()
}

/// Whether a table is of a game, by its rules.
pub fn fits<G: Game>(path: &str, game: &G) -> Result<bool, BadInput> {
    let mut lines = Lines::open(path)?.0;
    lines.title()?;
    Ok(lines.word("rules")? == digest_text(game))
}

/// The digest of a game's rules as it stands in files.
fn digest_text<G: Game>(game: &G) -> String {
    let Fingerprint(first, second) = rules_digest(game);
    format!("{first:016x}{second:016x}")
}

/// Reads a table of a game, which may take so many bytes; what does not fit the game is refused.
pub fn read<G: Game>(path: &str, game: &G, bytes: usize) -> Result<(Heading, Table), BadInput> {
    let refuse = |why: String| BadInput::new(format!("{path}: {why}"));
    let unreadable = |e: std::io::Error| unreadable(path, e);
    let (mut lines, size) = Lines::open(path)?;
    let mut heading = Heading { game: lines.title()?, from: String::new(), worth: (0.0, 0.0), sum: 0.0 };
    if lines.word("rules")? != digest_text(game) {
        return Err(refuse(format!(
            "it is of '{}' by other rules than those of '{}' here: solve the game again",
            heading.game,
            game.info().name
        )));
    }
    heading.from = lines.word("from")?;
    let worth = lines.word("worth")?;
    let finite = |text: &str| text.parse().ok().filter(|number: &f64| number.is_finite());
    let pair = worth.split_once(' ').and_then(|(low, high)| Some((finite(low)?, finite(high)?)));
    heading.worth = pair.ok_or_else(|| lines.wrong("two numbers"))?;
    heading.sum = finite(&lines.word("sum")?).ok_or_else(|| lines.wrong("'sum' and a number"))?;
    let clock = match lines.word("clock")?.as_str() {
        "none" => None,
        text => Some(text.parse().map_err(|_| lines.wrong("a number of turns, or none"))?),
    };
    let knows_all = match lines.word("turns")?.as_str() {
        "within" => true,
        "between" => false,
        _ => return Err(lines.wrong("within or between")),
    };
    let (positions, layers): (u64, u64) = (lines.number("positions")?, lines.number("layers")?);
    if !lines.next()?.is_empty() {
        return Err(lines.wrong("an empty line"));
    }
    let each = layers.checked_mul(VALUE).and_then(|values| values.checked_add(PRINT));
    let body = each.and_then(|each| positions.checked_mul(each));
    if positions == 0 || body.and_then(|body| body.checked_add(lines.read + 8)) != Some(size) {
        return Err(refuse(format!(
            "{size} bytes are not what {positions} positions in {layers} layers take"
        )));
    }
    let takes = positions as usize * (40 + layers as usize * 8);
    if takes > bytes {
        let gigabytes = |bytes: usize| bytes as f64 / 1e9;
        let (takes, bytes) = (gigabytes(takes), gigabytes(bytes));
        return Err(refuse(format!("it would take {takes:.1} GB; the limit is {bytes:.1} GB")));
    }
    let mut input = Summed::new(lines.input);
    let mut table =
        Table { index: Default::default(), layers: Vec::with_capacity(layers as usize), clock, knows_all };
    table.index.reserve_exact(positions as usize);
    for _ in 0..positions {
        let first = input.next().map_err(unreadable)?;
        table.index.insert(Fingerprint(first, input.next().map_err(unreadable)?));
    }
    for _ in 0..layers {
        let values: std::io::Result<Vec<f64>> =
            (0..positions).map(|_| input.next().map(f64::from_bits)).collect();
        table.layers.push(values.map_err(unreadable)?);
    }
    let sum = input.sum.finish();
    if table.layers.iter().flatten().any(|value| !(-MOST..=MOST).contains(value)) {
        return Err(refuse(format!("it has a value that is not between -{MOST} and {MOST}")));
    }
    if input.next().map_err(unreadable)? != sum || table.index.len() as u64 != positions {
        return Err(refuse("its checksum is not that of what it holds: the file is damaged".into()));
    }
    Ok((heading, table))
}

/// The lines above a table.
struct Lines<'a> {
    input: BufReader<File>,
    path: &'a str,
    line: u64,
    read: u64,
}

fn unreadable(path: &str, e: std::io::Error) -> BadInput {
    BadInput::new(format!("{path}: {e}; expected a file that `solve --out` wrote"))
}

impl<'a> Lines<'a> {
    /// The lines of a file, and how many bytes it has.
    fn open(path: &'a str) -> Result<(Self, u64), BadInput> {
        let file = File::open(path).map_err(|e| unreadable(path, e))?;
        let size = file.metadata().map_err(|e| unreadable(path, e))?.len();
        Ok((Lines { input: BufReader::with_capacity(1 << 20, file), path, line: 0, read: 0 }, size))
    }

    /// The first two lines: the name of the game.
    fn title(&mut self) -> Result<String, BadInput> {
        if self.next()? != TITLE {
            let expected = format!("'{TITLE}', the first line of a file that `solve --out` wrote");
            return Err(self.wrong(&expected));
        }
        let name = self.word("game")?;
        if name.len() > NAME || name.chars().any(char::is_control) {
            return Err(self.wrong("the name of a game"));
        }
        Ok(name)
    }

    fn next(&mut self) -> Result<String, BadInput> {
        self.line += 1;
        let mut bytes = Vec::new();
        let read = (&mut self.input).take(LINE).read_until(b'\n', &mut bytes);
        match (read, String::from_utf8(bytes)) {
            (Ok(read), Ok(text)) if text.ends_with('\n') => {
                self.read += read as u64;
                Ok(text.trim_end().to_string())
            }
            _ => Err(self.wrong("a line of text")),
        }
    }

    fn wrong(&self, expected: &str) -> BadInput {
        BadInput::new(format!("{}: line {}: expected {expected}", self.path, self.line))
    }

    /// What stands behind a word.
    fn word(&mut self, word: &str) -> Result<String, BadInput> {
        let line = self.next()?;
        let rest = line.strip_prefix(word).filter(|rest| rest.is_empty() || rest.starts_with(' '));
        rest.map(|rest| rest.trim().to_string()).ok_or_else(|| self.wrong(&format!("'{word} …'")))
    }

    fn number<T: std::str::FromStr>(&mut self, word: &str) -> Result<T, BadInput> {
        self.word(word)?.parse().map_err(|_| self.wrong(&format!("'{word}' and a number")))
    }
}
