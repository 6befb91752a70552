//! Before the battles: the turns that look best, weighed by the exact odds of their battles, and then unit by unit.

use std::collections::HashMap;

use super::{Scale, Staff, WEIGH};
use crate::axis::Axis;
use crate::axis::players::battle_sense::shrink;
use crate::axis::players::tactics::closing::shopping;
use crate::axis::players::tactics::moves::Moves;
use crate::axis::players::tactics::search::Child;
use crate::axis::players::tactics::sketch::{
    Board, Force, MAX_KINDS, Sketch, attack_power, defence_power, total,
};
use crate::axis::players::tactics::turns::{Fronts, Middle, Turn, conclude, deploy};

/// Outcomes of all battles together that are less likely than this are left out.
const UNLIKELY: f32 = 0.02;
/// Chances to win must differ by more than this.
const CLEARLY: f32 = 0.002;
/// Attackers with less than this share of the defenders' power and number need no odds.
const HOPELESS: f32 = 0.2;
/// Armies are weighed as if they had at most so many units.
const MOST: u16 = 40;

/// Battles that have been weighed: where, and with what.
pub(super) type Known = HashMap<(usize, [u16; MAX_KINDS]), [Case; 2]>;

/// How a battle may end: its chance, and what is left of attackers and defenders on average.
#[derive(Clone, Copy, Default)]
pub(super) struct Case {
    chance: f32,
    attackers: Force,
    defenders: Force,
}

/// Attacks, the turn of tactics that they started from, and the chance to win.
#[derive(Clone)]
struct Offensive {
    start: usize,
    moves: Moves,
    value: f32,
}

/// What a turn has besides its attacks.
#[derive(Clone, Copy)]
struct Rest<'a> {
    found: &'a Fronts,
    turn: Turn,
    bought: Force,
    money: f32,
}

impl Staff {
    /// The best of some turns, looking deeper and deeper, and what its attacks become unit by unit.
    pub(super) fn weigh(
        &mut self,
        game: &Axis,
        sketch: &Sketch,
        found: &Fronts,
        best: &[Child],
    ) -> (Turn, Moves) {
        self.known.clear();
        let (bought, money) = shopping(&self.search.board, sketch, sketch.side);
        let rest = Rest { found, turn: best[0].turn, bought, money };
        let plan = |start: usize| {
            let board = &self.search.board;
            let mut moves = Moves::attacks(board, sketch);
            let mut send = |kind, amount, from, to, _| moves.send(kind, amount, from, to);
            deploy(board, sketch, found, &best[start].turn.tactics, &mut send);
            Offensive { start, moves, value: 0.0 }
        };
        let mut plans: Vec<Offensive> = (0..best.len()).map(plan).collect();
        let deepest = self.start(WEIGH);
        self.search.begin(deepest);
        for depth in self.depths() {
            if !self.compare(game, &mut plans, best, &rest, depth) {
                break;
            }
        }
        let Offensive { start, moves, .. } = plans.swap_remove(0);
        (best[start].turn, moves)
    }

    /// Brings the best plan to the front, and tries single units of the best few elsewhere. Whether it got to the end before time was up.
    fn compare(
        &mut self,
        game: &Axis,
        plans: &mut [Offensive],
        best: &[Child],
        rest: &Rest,
        depth: usize,
    ) -> bool {
        let mut top = f32::NEG_INFINITY;
        for i in 0..plans.len() {
            let rest = Rest { turn: best[plans[i].start].turn, ..*rest };
            let Some(value) = self.worth(game, &plans[i].moves, &rest, depth, top) else { return false };
            plans[i].value = value;
            self.found[plans[i].start].1 = value;
            if value > top {
                top = value;
                // Should time run out, the best is where it is looked for.
                plans[..=i].rotate_right(1);
            }
        }
        plans[1..].sort_by(|a, b| b.value.total_cmp(&a.value));
        for i in 0..self.starts(depth).min(plans.len()) {
            let rest = Rest { turn: best[plans[i].start].turn, ..*rest };
            let Offensive { start, mut moves, .. } = plans[i].clone();
            let Some(mut value) = self.worth(game, &moves, &rest, depth, 0.0) else { return false };
            let done = moves.improve(|moves| {
                let other = self.worth(game, moves, &rest, depth, value + CLEARLY)?;
                let better = other > value + CLEARLY;
                value = if better { other } else { value };
                Some(better)
            });
            self.found[start].1 = value;
            plans[i] = Offensive { start, moves, value };
            if value > plans[0].value {
                plans[..=i].rotate_right(1);
            }
            if !done {
                return false;
            }
        }
        true
    }

    /// The chance to win after some attacks, if it is above `least`, else something above it, but not above `least`; nothing if time is up.
    fn worth(&mut self, game: &Axis, moves: &Moves, rest: &Rest, depth: usize, least: f32) -> Option<f32> {
        let Some(mut branches) = self.branches(game, moves, rest) else { return Some(0.0) };
        branches.sort_by(|a, b| b.0.total_cmp(&a.0));
        let (mut mean, mut open) = (0.0, 1.0);
        for (likely, next) in &branches {
            open -= likely;
            // Even if all others were won, this one must bring so much.
            let needed = (least - mean - open) / likely;
            let value = self.prospect(next, depth, Scale::Chance, needed)?;
            mean += likely * value;
            if value <= needed {
                return Some((mean + open).min(least));
            }
        }
        Some(mean)
    }

    /// Where attacks may lead, battle by battle; nothing if one of them is hopeless.
    fn branches(&mut self, game: &Axis, moves: &Moves, rest: &Rest) -> Option<Vec<(f32, Sketch)>> {
        let (middle, assault) = moves.assault(&self.search.board);
        let mut open: Vec<(f32, Middle)> = vec![(1.0, middle)];
        let mut targets = assault.targets;
        while targets != 0 {
            let to = targets.trailing_zeros() as usize;
            targets &= targets - 1;
            let cases = self.odds(game, to, &assault.force[to], &middle.sketch.units[to])?;
            let mut next = Vec::with_capacity(2 * open.len());
            for (chance, middle) in &open {
                for (taken, case) in [false, true].into_iter().zip(&cases) {
                    if case.chance * chance >= UNLIKELY {
                        let mut after = *middle;
                        if !taken {
                            fall_back(&self.search.board, &mut after, to, &case.attackers);
                        }
                        conclude(
                            &self.search.board,
                            &mut after,
                            &assault,
                            to,
                            &case.attackers,
                            &case.defenders,
                        );
                        next.push((case.chance * chance, after));
                    }
                }
            }
            open = next;
        }
        let sum: f32 = open.iter().map(|(chance, _)| chance).sum();
        let Rest { found, turn, bought, money } = rest;
        let close = |middle: &Middle| self.search.close(middle, found, turn, bought, *money);
        Some(open.iter().map(|(chance, middle)| (chance / sum, close(middle))).collect())
    }

    /// The exact odds of a battle: not taken, and taken. Nothing if there is no hope.
    fn odds(&mut self, game: &Axis, to: usize, attackers: &Force, defenders: &Force) -> Option<[Case; 2]> {
        let board = &self.search.board;
        if total(defenders) == 0.0 {
            let taken = Case { chance: 1.0, attackers: *attackers, defenders: *defenders };
            return Some([Case::default(), taken]);
        }
        let wall = defence_power(board, defenders) * total(defenders);
        if attack_power(board, attackers) * total(attackers) < HOPELESS * wall {
            return None;
        }
        let key = (to, attackers.map(|n| n.round() as u16));
        if let Some(&cases) = self.known.get(&key) {
            return Some(cases);
        }
        let cases = self.cases(game, to, attackers, defenders);
        self.search.nodes += effort(total(attackers), total(defenders));
        self.known.insert(key, cases);
        Some(cases)
    }

    fn cases(&mut self, game: &Axis, to: usize, attackers: &Force, defenders: &Force) -> [Case; 2] {
        let board = &self.search.board;
        let mut counts = [attackers, defenders].map(|force| counts(game, board, force));
        shrink(&mut counts, MOST);
        if board.flak[to]
            && let Some(gun) = game.scenario.units.iter().position(|u| u.flak)
        {
            counts[1][gun] = 1;
        }
        let setup = self.sense.setup(game, board.provinces[to], &counts[0], &counts[1]);
        let shares = self.sense.solver.shares(&setup);
        let board = &self.search.board;
        [0, 1].map(|taken| {
            let share = &shares[taken];
            let left = |means: &[f64], counts: &[u16], before: &Force| {
                let mut left = [0.0; MAX_KINDS];
                for ((n, kind), before) in left.iter_mut().zip(&board.kinds).zip(before) {
                    let unit = usize::from(kind.unit);
                    *n = before * means[unit] as f32 / f32::from(counts[unit].max(1));
                }
                left
            };
            Case {
                chance: share.chance as f32,
                attackers: left(&share.attackers, &counts[0], attackers),
                defenders: left(&share.defenders, &counts[1], defenders),
            }
        })
    }
}

/// How many positions the odds of a battle cost, about.
fn effort(attackers: f32, defenders: f32) -> u64 {
    let states = attackers.min(f32::from(MOST)) * defenders.min(f32::from(MOST));
    2 + (states * states.sqrt() / 50.0) as u64
}

/// Land units that broke off go to the neighbour that is defended best.
fn fall_back(board: &Board, middle: &mut Middle, from: usize, left: &Force) {
    let sketch = &mut middle.sketch;
    let own = board.ways[from].iter().map(|&q| usize::from(q)).filter(|&q| sketch.owner[q] == sketch.side);
    let cover = |q: &usize| defence_power(board, &sketch.units[*q]);
    if let Some(to) = own.max_by(|a, b| cover(a).total_cmp(&cover(b))) {
        for ((there, left), kind) in sketch.units[to].iter_mut().zip(left).zip(&board.kinds) {
            *there += if kind.flies { 0.0 } else { *left };
        }
    }
}

/// Whole units, by their numbers in the scenario.
fn counts(game: &Axis, board: &Board, force: &Force) -> Vec<u16> {
    let mut counts = vec![0; game.kinds()];
    for (kind, n) in board.kinds.iter().zip(force) {
        counts[usize::from(kind.unit)] = n.round() as u16;
    }
    counts
}
