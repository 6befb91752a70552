//! Battles: the chance of one roll by counting, and the exact distribution of the whole (sections 3.2 and 3.3).
//!
//! Scores are whole numbers. With `SCORE_MAX NO_OF_MEN_IN_BATTLE` both sides roll from 1 up to the men of both sides together; with
//! a constant from 1 up to it, like a die; with `NO_OF_OWN_MEN` from 0 up to their own (from 1 one man against one would tie
//! for ever). `WEIGHTED` multiplies a score by the side's men.

use sandtable_core::Rng;

use super::rule_file::{Draws, RuleFile, ScoreMax};

/// The scores of one roll, before they are weighted: the attacker's, then the defender's.
pub type Scores = (u32, u32);

/// What a side can roll: whole numbers between two bounds, times its weight.
#[derive(Clone, Copy)]
struct Die {
    least: u64,
    most: u64,
    weight: u64,
}

impl Die {
    fn count(self) -> u64 {
        self.most - self.least + 1
    }

    fn roll(self, rng: &mut Rng) -> u64 {
        self.least + u64::from(rng.below(self.count() as u32))
    }
}

/// The dice of the attacker and of the defender.
fn dice(rules: &RuleFile, attackers: u32, defenders: u32) -> [Die; 2] {
    [attackers, defenders].map(|men| {
        let (least, most) = match rules.score_max {
            ScoreMax::AllMen => (1, u64::from(attackers) + u64::from(defenders)),
            ScoreMax::OwnMen => (0, u64::from(men)),
            ScoreMax::Constant(limit) => (1, u64::from(limit)),
        };
        Die { least, most, weight: if rules.weighted { men.into() } else { 1 } }
    })
}

/// Whether the attacker wins with these scores; nothing if it is rolled again.
pub fn winner(rules: &RuleFile, attackers: u32, defenders: u32, scores: Scores) -> Option<bool> {
    let [a, d] = dice(rules, attackers, defenders);
    decided(rules, a.weight * u64::from(scores.0), d.weight * u64::from(scores.1))
}

fn decided(rules: &RuleFile, attacker: u64, defender: u64) -> Option<bool> {
    match (attacker == defender, rules.draws) {
        (false, _) => Some(attacker > defender),
        (true, Draws::Defender) => Some(false),
        (true, Draws::Attacker) => Some(true),
        (true, Draws::Rerolled) => None,
    }
}

/// Whether scores are within their bounds, and decide a roll.
pub fn possible(rules: &RuleFile, attackers: u32, defenders: u32, scores: Scores) -> bool {
    let within = |die: Die, score: u32| (die.least..=die.most).contains(&score.into());
    let [a, d] = dice(rules, attackers, defenders);
    within(a, scores.0) && within(d, scores.1) && winner(rules, attackers, defenders, scores).is_some()
}

/// Rolls until it is decided: the scores, and whether the attacker wins.
pub fn roll(rules: &RuleFile, attackers: u32, defenders: u32, rng: &mut Rng) -> (Scores, bool) {
    let [a, d] = dice(rules, attackers, defenders);
    loop {
        let (x, y) = (a.roll(rng), d.roll(rng));
        if let Some(won) = decided(rules, a.weight * x, d.weight * y) {
            return ((x as u32, y as u32), won);
        }
    }
}

/// Scores with which the attacker wins a roll, or loses it: the clearest there are, if it can happen.
pub fn clearest(rules: &RuleFile, attackers: u32, defenders: u32, wins: bool) -> Option<Scores> {
    let [a, d] = dice(rules, attackers, defenders);
    let scores = if wins { (a.most, d.least) } else { (a.least, d.most) };
    let scores = (scores.0 as u32, scores.1 as u32);
    (winner(rules, attackers, defenders, scores) == Some(wins)).then_some(scores)
}

/// The chance that the attacker wins a roll.
pub fn roll_chance(rules: &RuleFile, attackers: u32, defenders: u32) -> f64 {
    let [a, d] = dice(rules, attackers, defenders);
    let all = (a.count() * d.count()) as f64;
    let (wins, losses) = (pairs_above(a, d) as f64, pairs_above(d, a) as f64);
    match rules.draws {
        Draws::Defender => wins / all,
        Draws::Attacker => 1.0 - losses / all,
        Draws::Rerolled => wins / (wins + losses),
    }
}

/// How many pairs of rolls have the first above the second.
fn pairs_above(one: Die, other: Die) -> u64 {
    // A roll i of at least 1 is above ⌊(i·weight − 1) / other's weight⌋ and all below. From `all` on it is above everything.
    let first = one.least.max(1);
    let all = other.most * other.weight / one.weight + 1;
    let some = (one.most + 1).min(all).saturating_sub(first);
    let below = floor_sum(some, other.weight, one.weight, first * one.weight - 1);
    let above_all = (one.most + 1).saturating_sub(all.max(first)) * other.count();
    // Counted from 1 on; a die that has a 0 gives one pair more for each roll.
    below + some * (1 - other.least) + above_all
}

/// The sum of ⌊(a·k + b) / m⌋ over k from 0 to n − 1, by the steps of Euclid's algorithm.
fn floor_sum(mut n: u64, mut m: u64, mut a: u64, mut b: u64) -> u64 {
    let mut sum = 0;
    while n > 0 {
        sum += n * (n - 1) / 2 * (a / m) + n * (b / m);
        (a, b) = (a % m, b % m);
        let last = a * n + b;
        (n, b) = (last / m, last % m);
        (m, a) = (a, m);
        if m == 0 {
            break;
        }
    }
    sum
}

/// Fights a battle to its end and returns the survivors: positive for the attacker, negative for the defender.
pub fn fight(rules: &RuleFile, attackers: u32, defenders: u32, rng: &mut Rng) -> i32 {
    let (mut a, mut d) = (attackers, defenders);
    while a > 0 && d > 0 {
        let (_, attacker_wins) = roll(rules, a, d, rng);
        match (attacker_wins, rules.lose_all) {
            (true, false) => d -= 1,
            (false, false) => a -= 1,
            (true, true) => d = 0,
            (false, true) => a = 0,
        }
    }
    a as i32 - d as i32
}

/// The exact distribution of the survivors of a battle that is fought to its end: a dynamic programme over the men.
///
/// Outcomes with their probabilities, the attacker's survivors first.
pub fn distribution(rules: &RuleFile, attackers: u32, defenders: u32) -> Vec<(i32, f64)> {
    let (n, m) = (attackers as usize, defenders as usize);
    if rules.lose_all {
        let p = roll_chance(rules, attackers, defenders);
        let mut outcomes = vec![(attackers as i32, p), (-(defenders as i32), 1.0 - p)];
        outcomes.retain(|(_, p)| *p > 0.0);
        return outcomes;
    }
    // One row of the programme: the chance that a attackers face d defenders, for each d.
    let mut row = vec![0.0; m + 1];
    row[m] = 1.0;
    let mut outcomes = Vec::with_capacity(n + m);
    for a in (1..=n).rev() {
        let mut next = vec![0.0; m + 1];
        for d in (1..=m).rev() {
            let p = roll_chance(rules, a as u32, d as u32);
            row[d - 1] += row[d] * p;
            next[d] += row[d] * (1.0 - p);
        }
        outcomes.push((a as i32, row[0]));
        row = next;
    }
    outcomes.extend((1..=m).rev().map(|d| (-(d as i32), row[d])));
    outcomes.retain(|(_, p)| *p > 0.0);
    outcomes
}
