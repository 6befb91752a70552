//! How automata look ahead: a kind and a number of rounds for each tier, and who answers.

use sandtable_core::{Args, BadInput};

use super::Kind;

/// The most tiers.
pub const MAX_TIERS: usize = 6;
/// The most rounds of a tier.
pub const MAX_ROUNDS: u32 = 10_000_000;

/// One tier: how a turn is learned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tier {
    /// The automata of all units.
    pub kind: Kind,
    /// How often the turn is tried.
    pub rounds: u32,
}

/// How the other side's turns are played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Opponent {
    /// By its script; if it has none it does nothing.
    Script,
    /// It learns too, but looks no further than its own turn (the paper, section 3.1).
    Reply(Tier),
    /// It learns in the same tiers.
    Tiers,
}

/// Where feedback comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feedback {
    /// Dice are thrown in every tier (the paper).
    Dice,
    /// The exact mean over all dice, in every tier. What a tier passes up is the worth of what it decides; each situation is
    /// learned so many times at the first visit, and the best decision kept for all others.
    Exact {
        /// At least one.
        lessons: u32,
    },
}

/// How automata look ahead.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The tiers, the turn at hand first.
    pub tiers: Vec<Tier>,
    /// Who answers.
    pub opponent: Opponent,
    /// Where feedback comes from.
    pub feedback: Feedback,
    /// Whether automata of later tiers, one per unit and per actions taken above, keep what they have learned from one visit
    /// to the next; the paper resets them.
    pub keep: bool,
    /// Ends a tier when all its automata are so sure for [`PATIENCE`] rounds; `None` plays all rounds.
    pub sure: Option<f64>,
}

/// How often the fast way learns a situation.
const LESSONS: u32 = 2;
/// For how many rounds in a row automata must be sure.
pub const PATIENCE: u32 = 20;
/// The part of the rounds at the end whose feedback is averaged.
pub const TAIL: f64 = 0.2;

impl Settings {
    /// The fast way: exact feedback, each situation learned twice.
    pub fn fast(tiers: Vec<Tier>, opponent: Opponent) -> Settings {
        Settings { tiers, opponent, feedback: Feedback::Exact { lessons: LESSONS }, keep: false, sure: None }
    }

    /// The paper's way: dice, and everything learned anew at every visit.
    pub fn literal(tiers: Vec<Tier>, opponent: Opponent) -> Settings {
        Settings { tiers, opponent, feedback: Feedback::Dice, keep: false, sure: None }
    }

    /// Refuses what does not fit together.
    pub fn check(&self) -> Result<(), BadInput> {
        let fail = |line: String| Err(BadInput::new(line));
        if self.tiers.is_empty() || self.tiers.len() > MAX_TIERS {
            return fail(format!("{} tiers: expected 1 to {MAX_TIERS}", self.tiers.len()));
        }
        if let Some(tier) = self.tiers.iter().find(|t| !(1..=MAX_ROUNDS).contains(&t.rounds)) {
            return fail(format!("{} rounds in a tier: expected 1 to {MAX_ROUNDS}", tier.rounds));
        }
        if self.sure.is_some_and(|sure| !(sure > 0.0 && sure < 1.0)) {
            return fail("how sure automata must be: expected a number between 0 and 1".into());
        }
        if self.feedback == (Feedback::Exact { lessons: 0 }) {
            return fail("exact feedback: expected at least one lesson".into());
        }
        Ok(())
    }
}

/// Reads what all learners share: `tiers`, `rate`, `rise` and `limiter` make the tiers with these rounds; `sure` is 0 for none.
pub fn read(args: &Args, rounds: &str) -> Result<(Vec<Tier>, Option<f64>), BadInput> {
    let number = |name: &str| args.parse::<f64>(name, "a number");
    let some = |name: &str| Ok::<_, BadInput>(Some(number(name)?).filter(|value| *value != 0.0));
    let tiers = tiers(args.get("tiers"), rounds, some("rate")?, number("rise")?, number("limiter")?)?;
    Ok((tiers, some("sure")?))
}

/// Reads tiers: kinds joined by `+` (one for all, or one each; the last goes on), and rounds likewise. `rate` is that
/// of the first tier, and `rise` multiplies it from tier to tier.
pub fn tiers(
    kinds: &str,
    rounds: &str,
    rate: Option<f64>,
    rise: f64,
    limiter: f64,
) -> Result<Vec<Tier>, BadInput> {
    let rounds: Vec<u32> = rounds
        .split('+')
        .map(|text| {
            let read = text.parse().ok().filter(|n| (1..=MAX_ROUNDS).contains(n));
            let line = || format!("rounds '{text}': expected whole numbers up to {MAX_ROUNDS}, joined by +");
            read.ok_or_else(|| BadInput::new(line()))
        })
        .collect::<Result<_, _>>()?;
    let kinds: Vec<Kind> = kinds.split('+').map(Kind::named).collect::<Result<_, _>>()?;
    if kinds.len() > rounds.len() || rounds.len() > MAX_TIERS {
        let (n, m) = (kinds.len(), rounds.len());
        let line = format!(
            "{n} kinds and {m} numbers of rounds: expected at most one kind for each of 1 to {MAX_TIERS} tiers"
        );
        return Err(BadInput::new(line));
    }
    if !(rise.is_finite() && rise > 0.0) {
        return Err(BadInput::new(format!("rise={rise}: expected a number above 0")));
    }
    let mut built = Vec::new();
    for (t, &rounds) in rounds.iter().enumerate() {
        let kind = kinds[t.min(kinds.len() - 1)].with_limiter(limiter)?;
        let first = rate.or(kind.rate());
        // A rate that rises beyond its range stays below it: the range is what is checked, not the product.
        let kind = match first {
            Some(first) => {
                kind.with_rate(first)?;
                kind.with_rate((first * rise.powi(t as i32)).min(0.5_f64.max(first)))?
            }
            None => kind,
        };
        built.push(Tier { kind, rounds });
    }
    Ok(built)
}
