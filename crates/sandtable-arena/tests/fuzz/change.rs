//! Changes to sound texts, as a strategy that shrinks towards the text itself.

use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use proptest::sample::{Index, select};

/// One change. An index picks a piece of the text, or of another.
#[derive(Clone, Debug)]
enum Change {
    Remove(Index),
    Double(Index),
    Swap(Index, Index),
    Take(Index, Index),
    Insert(Index, Index),
    Write(Index, String),
    Cut(Index),
    RemoveLine(Index),
    DoubleLine(Index),
}

/// Numbers and words at which readers stumble.
const STUMBLES: [&str; 16] = [
    "0",
    "1",
    "-1",
    "255",
    "256",
    "65536",
    "2147483648",
    "4294967296",
    "18446744073709551616",
    "1e308",
    "NaN",
    "0.5",
    "\u{0}",
    "\u{2028}",
    "ß",
    "\u{1b}[31m",
];

/// Texts like the sound ones, and now and then any text at all.
pub fn changed(sound: Vec<String>) -> impl Strategy<Value = String> {
    let written = prop_oneof![select(&STUMBLES[..]).prop_map(String::from), "(?s).{0,3}", "[0-9]{1,5}"];
    let at = any::<Index>;
    let change = prop_oneof![
        at().prop_map(Change::Remove),
        at().prop_map(Change::Double),
        (at(), at()).prop_map(|(a, b)| Change::Swap(a, b)),
        (at(), at()).prop_map(|(a, b)| Change::Take(a, b)),
        (at(), at()).prop_map(|(a, b)| Change::Insert(a, b)),
        (at(), written).prop_map(|(a, text)| Change::Write(a, text)),
        at().prop_map(Change::Cut),
        at().prop_map(Change::RemoveLine),
        at().prop_map(Change::DoubleLine),
    ];
    let like = (select(sound.clone()), select(sound), vec(change, 1..6));
    prop_oneof![
        1 => "(?s).{0,200}",
        20 => like.prop_map(|(text, other, changes)| apply(text, &other, &changes)),
        1 => Just(String::new()),
    ]
}

fn apply(mut text: String, other: &str, changes: &[Change]) -> String {
    let others = pieces(other, alike);
    for change in changes {
        let mut list = match change {
            Change::RemoveLine(_) | Change::DoubleLine(_) => pieces(&text, |a, _| a != '\n'),
            _ => pieces(&text, alike),
        };
        if list.is_empty() || others.is_empty() {
            break;
        }
        let (len, other) = (list.len(), |from: &Index| others[from.index(others.len())]);
        match change {
            Change::Remove(at) | Change::RemoveLine(at) => drop(list.remove(at.index(len))),
            Change::Double(at) | Change::DoubleLine(at) => list.insert(at.index(len), list[at.index(len)]),
            Change::Swap(a, b) => list.swap(a.index(len), b.index(len)),
            Change::Take(at, from) => list[at.index(len)] = other(from),
            Change::Insert(at, from) => list.insert(at.index(len), other(from)),
            Change::Write(at, with) => list[at.index(len)] = with,
            Change::Cut(at) => list.truncate(at.index(len)),
        }
        text = list.concat();
    }
    text
}

/// Splits a text wherever two letters do not go together.
fn pieces(text: &str, together: fn(char, char) -> bool) -> Vec<&str> {
    let mut list = Vec::new();
    let mut start = 0;
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        if letters.peek().is_none_or(|&(_, next)| !together(letter, next)) {
            let end = at + letter.len_utf8();
            list.push(&text[start..end]);
            start = end;
        }
    }
    list
}

/// Letters of a word, or digits of a number.
fn alike(a: char, b: char) -> bool {
    (a.is_alphabetic() && b.is_alphabetic()) || (a.is_ascii_digit() && b.is_ascii_digit())
}
