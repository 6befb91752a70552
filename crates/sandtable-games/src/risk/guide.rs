//! What a search considers in Risk, and KTH's policy for playing on (sections 4.2.1 and 4.2.2).
//!
//! Troops are placed all, half (rounded up) or one at a time, only where enemies are next; at the end of a turn all or half of a
//! territory's troops move, only to where enemies are next. Playing on, every such choice is made at random; players attack with
//! probability 0.75 and move troops with 0.9, as long as they can.
//!
//! Where the paper's game asks nothing, this guide follows its spirit: cards are traded for the most they bring, troops move in all,
//! half, or as few as they may. The setup is what `planner` would do: its end is too far away for a search to tell one troop from another.

use std::cmp::Reverse;

use sandtable_core::{Guide, Habits, Policy, Rng};

use super::options::Fortify;
use super::players::{Planner, Scripted, Sense};
use super::rules::Risk;
use super::state::{Action, MAX_TROOPS, Phase, Set, State, member, members};

/// The chance to attack, rather than to halt.
const ATTACK: f64 = 0.75;
/// The chance to move troops at the end of a turn, rather than to stay.
const FORTIFY: f64 = 0.9;

/// How often a random choice is tried before what can be chosen is counted.
const TRIES: u32 = 24;

/// The guide.
#[derive(Default)]
pub struct Restraint {
    /// The last answer of [`Risk::border`]: territories change hands less often than it is asked.
    border: (Set, Set),
    /// Who sets up; without one, every place is considered.
    opening: Option<Scripted<Planner>>,
}

/// One, half and all of `most`, the largest first, each once.
fn amounts(most: u16) -> impl Iterator<Item = u16> {
    let half = most.div_ceil(2);
    let three = [most, if half < most { half } else { 0 }, if half > 1 { 1 } else { 0 }];
    three.into_iter().filter(|&n| n > 0)
}

/// All and half of `most`, each once.
fn all_or_half(most: u16) -> impl Iterator<Item = u16> {
    amounts(most).take(if most > 1 { 2 } else { 1 })
}

impl Restraint {
    /// The guide that leaves the setup to `planner`.
    pub fn with_opening(game: &Risk) -> Restraint {
        Restraint { opening: Some(Scripted(Planner::new(game))), ..Restraint::default() }
    }

    #[inline]
    fn border(&mut self, game: &Risk, own: Set) -> Set {
        if self.border.0 != own {
            self.border = (own, game.border(own));
        }
        self.border.1
    }

    /// Where troops are worth placing.
    fn targets(&mut self, game: &Risk, state: &State) -> Set {
        let places = game.placeable(state);
        let wanted = match state.phase {
            Phase::Muster | Phase::Place => places & self.border(game, state.own()),
            _ => places,
        };
        let room = |set: Set| members(set).filter(|&t| state.troops[t] < MAX_TROOPS).map(|t| 1 << t).sum();
        match room(wanted) {
            0 => room(places),
            wanted => wanted,
        }
    }

    fn random_place(&mut self, game: &Risk, state: &State, rng: &mut Rng) -> Action {
        let border = self.border(game, state.own());
        let to = member(border, rng.below(border.count_ones()));
        let room = MAX_TROOPS - state.troops[to];
        if room < state.hand {
            let targets = self.targets(game, state);
            let to = member(targets, 0);
            return Action::Place { to: to as u8, troops: state.hand.min(MAX_TROOPS - state.troops[to]) };
        }
        let half = state.hand.div_ceil(2);
        // The amounts that differ: one troop is also half of two, and all of one.
        let choices = [state.hand, half, 1];
        let differing = if half > 1 { 3 } else { state.hand.min(2) };
        let troops = choices[rng.below(u32::from(differing)) as usize];
        Action::Place { to: to as u8, troops }
    }

    fn random_move(&mut self, game: &Risk, state: &State, rng: &mut Rng) -> Action {
        let own = state.own();
        let border = self.border(game, own);
        let (sources, targets) = (own.count_ones(), border.count_ones());
        let mut reached = 0;
        // Any source, target and amount, until they fit together: each that does is equally likely.
        for _ in 0..TRIES {
            let drawn = rng.below(2 * sources * targets);
            let (pair, half) = (drawn / 2, drawn % 2 == 1);
            let from = member(own, pair / targets);
            let to = member(border, pair % targets);
            let troops = state.troops[from];
            if troops < 2 || (half && troops < 3) || from == to || too_early(state, from, to) {
                continue;
            }
            // Whatever is connected with a place is connected with all of its group.
            if reached >> from & 1 == 0 || game.options.fortify == Fortify::Adjacent {
                reached = game.fortifiable(state, from) | 1 << from;
            }
            if reached >> to & 1 == 1 {
                let wanted = if half { (troops - 1).div_ceil(2) } else { troops - 1 };
                let troops = wanted.min(MAX_TROOPS - state.troops[to]);
                let (from, to) = (from as u8, to as u8);
                return if troops == 0 { Action::Stay } else { Action::Fortify { from, to, troops } };
            }
        }
        let (mut chosen, mut count) = (Action::Stay, 0);
        self.moves(game, state, |action| {
            count += 1;
            if rng.below(count) == 0 {
                chosen = action;
            }
        });
        chosen
    }

    /// Calls `visit` with the moves worth considering at the end of a turn.
    fn moves(&mut self, game: &Risk, state: &State, mut visit: impl FnMut(Action)) {
        let own = state.own();
        let border = self.border(game, own);
        for from in members(own).filter(|&t| state.troops[t] > 1) {
            for to in members(game.fortifiable(state, from) & border) {
                if too_early(state, from, to) {
                    continue;
                }
                let most = (state.troops[from] - 1).min(MAX_TROOPS - state.troops[to]);
                let (from, to) = (from as u8, to as u8);
                all_or_half(most).for_each(|troops| visit(Action::Fortify { from, to, troops }));
            }
        }
    }
}

/// Whether a move would come before one that has been made in this turn.
fn too_early(state: &State, from: usize, to: usize) -> bool {
    matches!(state.phase, Phase::Fortify { after: Some(last) } if (from as u8, to as u8) <= last)
}

fn random_attack(game: &Risk, state: &State, rng: &mut Rng) -> Action {
    let own = state.own();
    // Any way of the map, until it is an attack: each attack is equally likely, and nothing has to be counted.
    for _ in 0..TRIES {
        let &(from, to) = rng.pick(&game.ways);
        if own >> from & 1 == 1 && own >> to & 1 == 0 && state.troops[usize::from(from)] > 1 {
            return Action::Attack { from, to };
        }
    }
    let targets = |from: usize| {
        if state.troops[from] > 1 { game.map.adjacent[from] & !own } else { 0 }
    };
    let (mut rest, mut count) = (own, 0);
    while rest != 0 {
        count += targets(rest.trailing_zeros() as usize).count_ones();
        rest &= rest - 1;
    }
    if count == 0 {
        return Action::Halt;
    }
    let mut drawn = rng.below(count);
    for from in members(own) {
        let to = targets(from);
        if drawn < to.count_ones() {
            return Action::Attack { from: from as u8, to: member(to, drawn) as u8 };
        }
        drawn -= to.count_ones();
    }
    unreachable!("the draw is below the number of attacks")
}

impl Guide<Risk> for Restraint {
    fn consider(&mut self, game: &Risk, state: &State, out: &mut Vec<Action>) {
        match state.phase {
            Phase::Place => {
                for to in members(self.targets(game, state)) {
                    let most = state.hand.min(MAX_TROOPS - state.troops[to]);
                    out.extend(amounts(most).map(|troops| Action::Place { to: to as u8, troops }));
                }
                // More at once first, and where most stand already.
                out.sort_unstable_by_key(|a| match *a {
                    Action::Place { to, troops } => {
                        (Reverse(troops), Reverse(state.troops[usize::from(to)]), to)
                    }
                    _ => (Reverse(0), Reverse(0), 0),
                });
            }
            Phase::Attack => {
                game.attacks(state, out);
                // The greatest superiority first.
                out.sort_unstable_by_key(|a| match *a {
                    Action::Attack { from, to } => {
                        let [ours, theirs] = [from, to].map(|t| state.troops[usize::from(t)]);
                        (i32::from(theirs) - i32::from(ours), from, to)
                    }
                    _ => (0, 0, 0),
                });
                out.push(Action::Halt);
            }
            Phase::Enter { from, least, .. } => {
                let most = state.troops[usize::from(from)] - 1;
                out.push(Action::Enter(most));
                let half = most.div_ceil(2);
                if half > least && half < most {
                    out.push(Action::Enter(half));
                }
                if least < most {
                    out.push(Action::Enter(least));
                }
            }
            Phase::Fortify { .. } => {
                self.moves(game, state, |action| out.push(action));
                // The largest moves first.
                out.sort_unstable_by_key(|a| match *a {
                    Action::Fortify { from, to, troops } => (Reverse(troops), from, to),
                    _ => (Reverse(0), 0, 0),
                });
                out.push(Action::Stay);
            }
            Phase::Trade => {
                let best = game.best_trade(state);
                out.push(best);
                if best != Action::Keep && state.cards[state.mover()].count_ones() <= 4 {
                    out.push(Action::Keep);
                }
            }
            _ => {
                if let Some(opening) = &mut self.opening {
                    out.push(opening.opening(&Sense::new(game, state)));
                    return;
                }
                let targets = self.targets(game, state);
                out.extend(members(targets).map(|to| Action::Place { to: to as u8, troops: 1 }));
            }
        }
    }

    /// Measured against the scripted players: the strongest of those that were tried (see `docs/mcts.md`).
    fn habits(&self) -> Habits {
        Habits {
            exploration: 0.5,
            cut: 1,
            rollout: "planner:chains=short",
            propose: "planner+weakest-neighbour+card-hunter",
            exact: true,
            widen: 0.4,
            keep: 1.0,
            worlds: 2,
            together: false,
        }
    }

    fn passes(&self, action: Action) -> bool {
        matches!(action, Action::Halt | Action::Stay)
    }
}

impl Policy<Risk> for Restraint {
    fn choose(&mut self, game: &Risk, state: &State, rng: &mut Rng, plan: &mut Vec<Action>) {
        plan.push(match state.phase {
            Phase::Place => self.random_place(game, state, rng),
            Phase::Attack => {
                if rng.unit() < ATTACK {
                    random_attack(game, state, rng)
                } else {
                    Action::Halt
                }
            }
            Phase::Fortify { .. } => {
                if rng.unit() < FORTIFY {
                    self.random_move(game, state, rng)
                } else {
                    Action::Stay
                }
            }
            Phase::Enter { from, .. } => Action::Enter(state.troops[usize::from(from)] - 1),
            Phase::Trade => game.best_trade(state),
            _ => {
                let targets = self.targets(game, state);
                Action::Place { to: member(targets, rng.below(targets.count_ones())) as u8, troops: 1 }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sandtable_core::{Args, Notation, Stream};

    #[test]
    fn random_choices_are_even_among_those_considered() {
        let def = super::super::risk();
        let mut args = Args::defaults(def.params);
        args.set("map", "mini12");
        let game = (def.build)(&args).unwrap();
        let mut guide = Restraint::default();
        let mut rng = Rng::new(5, 0, Stream::World);
        for what in ["attack", "fortify"] {
            let names: Vec<&str> = game.map.territories.iter().map(|t| t.name.as_str()).collect();
            let list = |places: &[&str], troops: [u32; 3]| -> String {
                places.iter().enumerate().map(|(i, p)| format!(" {p}={}", troops[i % 3])).collect()
            };
            let (red, blue) = ([&names[..5], &names[8..10]].concat(), [&names[5..8], &names[10..]].concat());
            let (red, blue) = (list(&red, [3, 2, 4]), list(&blue, [2, 1, 4]));
            let state = game.parse_state(&format!("red to {what}; red:{red}; blue:{blue}")).unwrap();
            let mut considered = Vec::new();
            guide.consider(&game, &state, &mut considered);
            considered.pop();
            let mut counts = vec![0u32; considered.len()];
            const DRAWS: u32 = 40_000;
            for _ in 0..DRAWS {
                let action = match what {
                    "attack" => random_attack(&game, &state, &mut rng),
                    _ => guide.random_move(&game, &state, &mut rng),
                };
                counts[considered.iter().position(|&a| a == action).expect("it is considered")] += 1;
            }
            let even = f64::from(DRAWS) / counts.len() as f64;
            let chi: f64 = counts.iter().map(|&n| (f64::from(n) - even).powi(2) / even).sum();
            let df = counts.len() as f64 - 1.0;
            assert!(
                df > 3.0 && chi < df + 5.0 * (2.0 * df).sqrt(),
                "{what}: {chi} with {df} degrees: {counts:?}"
            );
        }
    }
}
