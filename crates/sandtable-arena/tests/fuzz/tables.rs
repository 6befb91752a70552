//! Tables of exact values. They are bytes: here the numbers below the heading stand in hexadecimal digits, one a line, so that they can be changed
//! as texts are; a last line `sealed` stands for the checksum that fits what is above it.

use std::hash::Hasher;

use rustc_hash::FxHasher;
use sandtable_arena::advice::Question;
use sandtable_arena::registry;
use sandtable_arena::solve::{self, Task};
use sandtable_arena::work::Work;

use super::fuzz;

/// An end game of two pieces.
const END: &str = "turns 4; goal 0; blue C4=1; red C5=1; toss";

/// A table as text.
fn written(bytes: &[u8], sealed: bool) -> String {
    let end = bytes.windows(2).position(|pair| pair == b"\n\n").unwrap() + 2;
    let numbers = bytes[end..].chunks(8).map(|part| u64::from_le_bytes(part.try_into().unwrap()));
    let mut lines: Vec<String> = numbers.map(|number| format!("{number:x}")).collect();
    if sealed {
        *lines.last_mut().unwrap() = "sealed".into();
    }
    format!("{}{}\n", std::str::from_utf8(&bytes[..end]).unwrap(), lines.join("\n"))
}

/// The table that a text stands for; what is no number stays as it is.
fn bytes(text: &str) -> Vec<u8> {
    let end = text.find("\n\n").map_or(text.len(), |end| end + 2);
    let (mut bytes, mut sum) = (text.as_bytes()[..end].to_vec(), FxHasher::default());
    for line in text[end..].lines() {
        let number = match u64::from_str_radix(line, 16) {
            _ if line == "sealed" => Ok(sum.finish()),
            read => read,
        };
        match number {
            Ok(number) => {
                sum.write_u64(number);
                bytes.extend(number.to_le_bytes());
            }
            Err(_) => bytes.extend(line.as_bytes()),
        }
    }
    bytes
}

/// What is accepted is asked: it knows a position or does not, whatever it says of it.
#[test]
fn tables() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.table");
    let name = path.to_str().unwrap();
    let from = |text: &str| Task { state: Some(("here".into(), text.into())), ..Task::plain(&[], 1 << 30) };
    let made = Task { out: Some(path.clone()), ..from(END) };
    Work::quietly(|work| solve::solve("lucid", 1, &made, work)).unwrap();
    let sound = std::fs::read(&path).unwrap();
    assert_eq!(bytes(&written(&sound, false)), sound);
    assert_eq!(bytes(&written(&sound, true)), sound);
    let ask = Task { table: Some(name.into()), agents: vec!["simple-red".into()], ..from(END) };
    fuzz(&[written(&sound, false), written(&sound, true)], |text| {
        std::fs::write(&path, bytes(text)).unwrap();
        let game = registry::open("lucid").unwrap();
        game.check_agent(&format!("exact:table={name}"), 0).map_err(|e| e.0)?;
        let _ = Work::quietly(|work| solve::solve("lucid", 1, &ask, work));
        for state in [END, "turns 3; goal 1; blue C4=1; red C5=1; move red"] {
            let (file, agent) = ("here", format!("exact:else=random,table={name}"));
            let question = Question { file, state, agent: &agent, time: None, limit: None, seed: 1 };
            let _ = game.advise(&question);
        }
        Ok(())
    });
}
