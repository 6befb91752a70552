//! Words that look like a game's own: what was written, with pieces changed, left out, doubled or taken from elsewhere.

use crate::Rng;

/// How many texts are kept.
const KEPT: usize = 400;
/// Numbers at which readers stumble.
const NUMBERS: [&str; 8] = ["0", "1", "2", "7", "255", "65536", "4294967296", "18446744073709551616"];

/// Texts of a game, kept so that all that were ever seen are equally likely to be there.
#[derive(Default)]
pub(super) struct Words {
    texts: Vec<String>,
    seen: u32,
}

impl Words {
    /// Remembers a text, or not.
    pub fn add(&mut self, text: &str, rng: &mut Rng) {
        self.seen += 1;
        if self.texts.len() < KEPT {
            self.texts.push(text.into());
        } else if let Some(old) = self.texts.get_mut(rng.below(self.seen) as usize) {
            old.replace_range(.., text);
        }
    }

    /// Texts like those that were seen.
    pub fn changed(&self, count: usize, rng: &mut Rng) -> Vec<String> {
        let count = if self.texts.is_empty() { 0 } else { count };
        (0..count).map(|_| self.change(rng)).collect()
    }

    fn change(&self, rng: &mut Rng) -> String {
        let mut words = pieces(rng.pick::<String>(&self.texts));
        let others = pieces(rng.pick::<String>(&self.texts));
        if words.is_empty() || others.is_empty() {
            return others.concat();
        }
        let at = rng.below(words.len() as u32) as usize;
        let from = rng.below(others.len() as u32) as usize;
        match rng.below(7) {
            0 => drop(words.remove(at)),
            1 => words.insert(at, words[at]),
            2 => words.insert(at, others[from]),
            3 => words[at] = *rng.pick(&NUMBERS),
            4 => {
                words.truncate(at);
                words.extend(&others[from..]);
            }
            // A piece of the same kind, most often: another place, another number.
            _ => {
                let alike: Vec<&str> = others.into_iter().filter(|o| kind(o) == kind(words[at])).collect();
                if !alike.is_empty() {
                    words[at] = *rng.pick(&alike);
                }
            }
        }
        words.concat()
    }
}

fn kind(piece: &str) -> u8 {
    match piece.chars().next() {
        Some(c) if c.is_ascii_digit() => 0,
        Some(c) if c.is_alphabetic() => 1,
        _ => 2,
    }
}

/// Runs of letters, runs of digits, and single marks.
fn pieces(text: &str) -> Vec<&str> {
    let mut list = Vec::new();
    let mut start = 0;
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let of = |c: char| kind(c.encode_utf8(&mut [0; 4]));
        let goes_on = letters.peek().is_some_and(|(_, next)| of(letter) < 2 && of(*next) == of(letter));
        if !goes_on {
            let end = at + letter.len_utf8();
            list.push(&text[start..end]);
            start = end;
        }
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Stream;

    #[test]
    fn texts_fall_into_words_numbers_and_marks() {
        assert_eq!(pieces("A5-B12x3"), ["A", "5", "-", "B", "12", "x", "3"]);
        assert_eq!(pieces("larch-pass>gull=2"), ["larch", "-", "pass", ">", "gull", "=", "2"]);
    }

    #[test]
    fn changed_texts_are_new_and_alike() {
        let mut rng = Rng::new(1, 0, Stream::World);
        let mut words = Words::default();
        assert!(words.changed(3, &mut rng).is_empty());
        for i in 0..2000 {
            words.add(&format!("A{i}-B{}", i + 1), &mut rng);
        }
        assert_eq!(words.texts.len(), KEPT);
        assert!(words.texts.iter().any(|t| t.len() > 9), "late texts are kept too");
        let changed = words.changed(1000, &mut rng);
        let new = changed.iter().filter(|t| !words.texts.contains(t)).count();
        assert!(new > 700, "{new}");
    }
}
