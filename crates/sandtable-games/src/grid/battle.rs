//! Battles: the chance of one roll in closed form, and the exact distribution of the whole (sections 3.2 and 3.3).
//!
//! With `SCORE_MAX NO_OF_MEN_IN_BATTLE` each side's score is uniform on the *continuous* interval up to its own number of
//! men (whole numbers would let one man against one tie for ever); with a constant limit it is a whole number from 1 up to
//! it, like a die. `WEIGHTED` multiplies it by the side's men.

use sandtable_core::Rng;

use super::rule_file::{Draws, RuleFile};

/// The chance that the attacker wins a roll.
pub fn roll_chance(rules: &RuleFile, attackers: u32, defenders: u32) -> f64 {
    let weight = |men: u32| if rules.weighted { u64::from(men) } else { 1 };
    let Some(limit) = rules.score_max else {
        let (a, d) = (u64::from(attackers) * weight(attackers), u64::from(defenders) * weight(defenders));
        let (a, d) = (a as f64, d as f64);
        return if a <= d { a / (2.0 * d) } else { 1.0 - d / (2.0 * a) };
    };
    let limit = u64::from(limit);
    let all = (limit * limit) as f64;
    let wins = pairs_above(limit, weight(attackers), weight(defenders)) as f64 / all;
    let losses = pairs_above(limit, weight(defenders), weight(attackers)) as f64 / all;
    match rules.draws {
        Draws::Defender => wins,
        Draws::Attacker => 1.0 - losses,
        Draws::Rerolled => wins / (wins + losses),
    }
}

/// How many pairs (i, j) from 1 to `limit` have i·a > j·b.
fn pairs_above(limit: u64, a: u64, b: u64) -> u64 {
    // For each i the j below i·a/b: ceil(i·a/b) − 1 of them, at most `limit`.
    (1..=limit).map(|i| ((i * a).div_ceil(b) - 1).min(limit)).sum()
}

/// Fights a battle to its end and returns the survivors: positive for the attacker, negative for the defender.
pub fn fight(rules: &RuleFile, attackers: u32, defenders: u32, rng: &mut Rng) -> i32 {
    let (mut a, mut d) = (attackers, defenders);
    while a > 0 && d > 0 {
        let attacker_wins = rng.unit() < roll_chance(rules, a, d);
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
