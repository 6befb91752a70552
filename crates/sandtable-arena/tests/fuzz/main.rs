//! Every reader against hostile input: sound texts with words, numbers, letters and lines changed, left out, doubled and
//! mixed. The answer is what the text says, and can be used, or an error in one line; never a panic.
//!
//! Each reader gets half a second; `SANDTABLE_FUZZ=3600 cargo test -p sandtable-arena --test fuzz` gives each an hour.

mod change;
mod files;
mod tables;
mod texts;

use std::time::{Duration, Instant};

use proptest::test_runner::{Config, TestError, TestRunner};

/// Puts changed texts to a reader until its time is up. What is sound is accepted; what is refused is refused in one line; and `read`
/// panics if what it accepted cannot be used.
fn fuzz(sound: &[String], read: impl Fn(&str) -> Result<(), String>) {
    for text in sound {
        read(text).unwrap_or_else(|why| panic!("refused: {text}: {why}"));
    }
    let seconds =
        std::env::var("SANDTABLE_FUZZ").map_or(0.5, |text| text.parse().expect("SANDTABLE_FUZZ: seconds"));
    let end = Instant::now() + Duration::from_secs_f64(seconds);
    let text = change::changed(sound.to_vec());
    while Instant::now() < end {
        let config = Config { cases: 32, failure_persistence: None, ..Config::default() };
        let outcome = TestRunner::new(config).run(&text, |text| {
            if let Err(line) = read(&text) {
                let fine = line.lines().count() == 1 && !line.chars().any(char::is_control);
                assert!(fine && line.len() < 3_000, "not a line for people: {line:?}");
            }
            Ok(())
        });
        match outcome {
            Err(TestError::Fail(why, text)) => panic!("{why}\nwith this text, as short as it gets:\n{text}"),
            other => other.unwrap(),
        }
    }
}
