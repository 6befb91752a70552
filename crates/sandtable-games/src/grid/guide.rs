//! What a search considers in Grid Risk, and a quick player that takes the most promising move.
//!
//! A square is worth its points and what it will grow in the turns that are left; so empty squares are settled with single men, while
//! large stacks look for battles that they win.

use sandtable_core::{Guide, Habits, Policy, Rng};

use super::battle::roll_chance;
use super::field::Grid;
use super::state::{Action, Phase, Square, State};

/// How much random numbers change what a move promises: equal ones come in any order.
const NOISE: f64 = 0.5;

/// The guide, and the player `settler`.
#[derive(Default)]
pub struct Settler {
    moves: Vec<(f64, Square, Square)>,
}

/// What one more square is worth to whoever holds it until the end, in men.
fn square_worth(game: &Grid, state: &State) -> f64 {
    let left = f64::from(game.longest().saturating_sub(state.turns)).min(100.0);
    let points = if game.rules().scored { f64::from(game.rules().square_points) } else { 1.0 };
    let each = if game.rules().scored { f64::from(game.rules().man_points.max(1)) } else { 1.0 };
    points / each + left * f64::from(game.growth(1))
}

/// The largest enemy stack next to a square.
fn threat(game: &Grid, state: &State, square: Square) -> u16 {
    let enemy = state.side.other();
    game.neighbours(square).iter().map(|&n| state.men_of(enemy, n)).max().unwrap_or(0)
}

/// What a move promises, in men.
fn promise(game: &Grid, state: &State, worth: f64, from: Square, to: Square) -> f64 {
    let men = state.men_of(state.side, from);
    let enemies = state.men_of(state.side.other(), to);
    if enemies > 0 {
        // The side that is ahead after a roll is further ahead in the next.
        let p = roll_chance(game.rules(), men.into(), enemies.into());
        let (won, lost) = (p.powi(4), (1.0 - p).powi(4));
        let chance = won / (won + lost);
        return chance * (f64::from(enemies) + 2.0 * worth) - (1.0 - chance) * f64::from(men);
    }
    let there = state.men_of(state.side, to);
    let danger = threat(game, state, to);
    if there == 0 {
        let safe = if danger == 0 { 1.0 } else { 0.4 };
        let leaves = if men == 1 { worth } else { 0.0 };
        return safe * worth - leaves;
    }
    // Men gather where enemies are next and too many for those who are there.
    let needed = f64::from(danger.saturating_sub(there).min(men));
    let near = threat(game, state, from);
    0.3 * needed + if near == 0 && danger > 0 { 0.1 * f64::from(men) } else { 0.0 } - 1.0
}

/// The numbers of men worth sending, the usual one first.
fn amounts(state: &State, from: Square, to: Square) -> [u16; 4] {
    let men = state.men_of(state.side, from);
    let enemies = state.men_of(state.side.other(), to);
    let keep = (men - 1).max(1);
    if enemies > 0 {
        let enough = enemies.saturating_mul(3).div_ceil(2).clamp(1, men);
        let plenty = enemies.saturating_mul(5).div_ceil(2).clamp(1, men);
        return if keep >= enough { [keep, men, plenty, enough] } else { [men, keep, plenty, enough] };
    }
    match state.men_of(state.side, to) {
        0 => [1, men.div_ceil(2), keep, men],
        _ => [keep, men, men.div_ceil(2), 1],
    }
}

impl Settler {
    /// All moves with what they promise.
    fn weigh(&mut self, game: &Grid, state: &State) {
        self.moves.clear();
        let worth = square_worth(game, state);
        for from in (0..game.squares()).map(|s| s as Square).filter(|&s| state.men_of(state.side, s) > 0) {
            for &to in game.neighbours(from) {
                self.moves.push((promise(game, state, worth, from, to), from, to));
            }
        }
    }
}

impl Guide<Grid> for Settler {
    fn consider(&mut self, game: &Grid, state: &State, out: &mut Vec<Action>) {
        match state.phase {
            Phase::Aim => {
                self.weigh(game, state);
                self.moves.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
                // One way into each empty or own square is enough; every attack counts.
                let mut entered = [false; super::rule_file::MAX_SQUARES];
                for &(_, from, to) in &self.moves {
                    let attack = state.men_of(state.side.other(), to) > 0;
                    if attack || !entered[usize::from(to)] {
                        entered[usize::from(to)] = true;
                        out.push(Action::Aim { from, to });
                    }
                }
            }
            Phase::Send { from, to } => {
                for men in amounts(state, from, to) {
                    if !out.contains(&Action::Send(men)) {
                        out.push(Action::Send(men));
                    }
                }
            }
            _ => sandtable_core::Game::actions(game, state, out),
        }
    }

    /// Chosen by games against `aip:tuned`, the strongest of the scripted players (see `docs/grid.md`).
    fn habits(&self) -> Habits {
        Habits {
            exploration: 0.7,
            cut: 4,
            rollout: "aip:tuned",
            propose: "settler+aip:tuned",
            exact: false,
            widen: 0.4,
            keep: 0.0,
            worlds: 8,
            together: false,
        }
    }
}

impl Policy<Grid> for Settler {
    fn choose(&mut self, game: &Grid, state: &State, rng: &mut Rng, plan: &mut Vec<Action>) {
        match state.phase {
            Phase::Aim => {
                self.weigh(game, state);
                let mut best = (f64::MIN, 0, 0);
                for &(promise, from, to) in &self.moves {
                    let promise = promise + NOISE * rng.unit();
                    if promise > best.0 {
                        best = (promise, from, to);
                    }
                }
                plan.push(Action::Aim { from: best.1, to: best.2 });
                plan.push(Action::Send(amounts(state, best.1, best.2)[0]));
            }
            Phase::Send { from, to } => plan.push(Action::Send(amounts(state, from, to)[0])),
            Phase::Battle(_) => plan.push(Action::Stand),
            _ => {
                let mut steps = Vec::new();
                sandtable_core::Game::actions(game, state, &mut steps);
                plan.push(*rng.pick(&steps));
            }
        }
    }
}
