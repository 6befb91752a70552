//! Work as programs and people ask for it: names and numbers, before anything is looked up. Commands and the server share
//! one type for each kind.

use serde::Deserialize;

use crate::Failure;
use crate::luck::Method;
use crate::matchup::Matchup;
use crate::sprt::Sprt;

/// Many games between the same agents.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Match {
    /// The game's spec.
    pub game: String,
    /// The agents, one for each seat; those whom the game names if there are none.
    #[serde(default)]
    pub seats: Vec<String>,
    /// How many games to play.
    #[serde(default = "hundred")]
    pub games: u64,
    /// Fixes all dice and all thoughts.
    #[serde(default = "one")]
    pub seed: u64,
    /// Whether each deal is played from every seat.
    #[serde(default)]
    pub swap: bool,
    /// The luck correction by its name; none if it is empty.
    #[serde(default)]
    pub luck: String,
    /// Whether each game is corrected by a regression on the others alone.
    #[serde(default)]
    pub leave_one_out: bool,
    /// The two Elo differences of a sequential test, `LOW,HIGH`; none if it is empty.
    #[serde(default)]
    pub sprt: String,
    /// Whether the game's own statistics are counted.
    #[serde(default)]
    pub stats: bool,
}

fn hundred() -> u64 {
    100
}

fn one() -> u64 {
    1
}

impl Match {
    /// What is to be played.
    pub fn matchup(&self) -> Result<Matchup, Failure> {
        let given = |text: &'_ str| (!text.is_empty()).then(|| text.to_string());
        Ok(Matchup {
            agents: self.seats.clone(),
            games: self.games,
            seed: self.seed,
            swap: self.swap,
            luck: given(&self.luck).map_or(Ok(Method::None), |name| Method::named(&name))?,
            leave_one_out: self.leave_one_out,
            sprt: given(&self.sprt).map(|text| Sprt::parse(&text)).transpose()?,
            statistics: self.stats,
            seating: 0,
            first_deal: 0,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_as_usual() {
        let read = |text: &str| serde_json::from_str::<Match>(text);
        let few = read(r#"{"game": "lucid", "seats": ["random", "random"]}"#).unwrap().matchup().unwrap();
        assert_eq!((few.games, few.seed, few.luck, few.sprt), (100, 1, Method::None, None));
        let more = r#"{"game": "lucid", "seats": [], "luck": "simple", "sprt": "0, 5", "stats": true}"#;
        let more = read(more).unwrap().matchup().unwrap();
        assert_eq!(
            (more.luck, more.sprt, more.statistics),
            (Method::Simple, Some(Sprt { low: 0.0, high: 5.0 }), true)
        );
        let wrong = r#"{"game": "lucid", "seats": [], "luck": "simpel"}"#;
        let why = read(wrong).unwrap().matchup().unwrap_err().to_string();
        assert!(why.contains("did you mean 'simple'"), "{why}");
        assert!(read(r#"{"game": "lucid", "seats": [], "lukc": "simple"}"#).is_err());
    }
}
