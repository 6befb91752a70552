//! The rules of section 3.3 as a [`Game`].

use sandtable_core::{Dist, Game, GameInfo, Illegal, Payoff, Rng, Seat, Turn};

use super::battle;
use super::field::{Grid, join};
use super::rule_file::{Allocation, MAX_SQUARES};
use super::state::{Action, Battle, Chance, Phase, Roll, Side, Square, State};

/// Battles with more pairs of men than this are sampled, not listed.
const LISTED_PAIRS: u32 = 1 << 20;

impl Game for Grid {
    type State = State;
    type Action = Action;
    type Chance = Chance;
    type View = State;

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn start(&self) -> State {
        self.start.clone()
    }

    fn turn(&self, state: &State) -> Turn {
        let by = |allocation| match allocation {
            Allocation::Random => Turn::Chance,
            _ => Turn::Player(state.side.seat()),
        };
        match state.phase {
            Phase::Squares => by(self.rules.square_allocation),
            Phase::Men { .. } => by(self.rules.men_allocation),
            Phase::Aim | Phase::Send { .. } => Turn::Player(state.side.seat()),
            Phase::Battle(Battle { asked: Some(side), .. }) => Turn::Player(side.seat()),
            Phase::Battle(_) => Turn::Chance,
            Phase::Over => Turn::Over,
        }
    }

    fn turns(&self, state: &State) -> u32 {
        state.turns
    }

    fn actions(&self, state: &State, out: &mut Vec<Action>) {
        match state.phase {
            Phase::Squares => {
                let empty = (0..self.squares()).filter(|&s| state.men[s] == 0);
                out.extend(empty.map(|s| Action::Take(s as Square)));
            }
            Phase::Men { left, square } => match self.own_from(state, usize::from(square) + 1) {
                Some(_) => out.extend((0..=left).map(|men| Action::Put { square, men })),
                None => out.push(Action::Put { square, men: left }),
            },
            Phase::Aim => {
                for from in (0..self.squares()).map(|s| s as Square) {
                    if state.men_of(state.side, from) > 0 {
                        out.extend(self.neighbours(from).iter().map(|&to| Action::Aim { from, to }));
                    }
                }
            }
            Phase::Send { from, .. } => out.extend((1..=state.men_of(state.side, from)).map(Action::Send)),
            Phase::Battle(Battle { square, asked: Some(side), .. }) => {
                out.push(Action::Stand);
                out.extend(self.refuges(state, side, square).map(Action::Withdraw));
            }
            Phase::Battle(_) | Phase::Over => {}
        }
    }

    fn check(&self, state: &State, action: Action) -> Result<(), Illegal> {
        let ensure = |holds: bool, why| if holds { Ok(()) } else { Err(Illegal::because(why)) };
        match (&state.phase, action) {
            (Phase::Squares, Action::Take(square)) => {
                ensure(usize::from(square) < self.squares(), "there is no such square")?;
                ensure(state.men[usize::from(square)] == 0, "the square is taken")
            }
            (&Phase::Men { left, square: next }, Action::Put { square, men: count }) => {
                let last = self.own_from(state, usize::from(next) + 1).is_none();
                let own = usize::from(square) < self.squares() && state.men_of(state.side, square) > 0;
                ensure(own, "you have no men there")?;
                ensure(
                    square >= next,
                    "men are placed by the order of the squares, and that one has its men",
                )?;
                ensure(square == next, "a square before that one comes first")?;
                ensure(count <= left, "there are not that many men left")?;
                ensure(!last || count == left, "the last square gets all men that are left")
            }
            (Phase::Aim, Action::Aim { from, to }) => {
                ensure(usize::from(from) < self.squares(), "there is no such square")?;
                ensure(state.men_of(state.side, from) > 0, "you have no men there")?;
                ensure(self.neighbours(from).contains(&to), "the squares are not next to each other")
            }
            (&Phase::Send { from, .. }, Action::Send(count)) => {
                ensure(count > 0, "move one man at least")?;
                ensure(count <= state.men_of(state.side, from), "there are not that many men")
            }
            (Phase::Battle(Battle { asked: Some(_), .. }), Action::Stand) => Ok(()),
            (&Phase::Battle(Battle { asked: Some(side), square, .. }), Action::Withdraw(to)) => {
                let refuge = self.refuges(state, side, square).any(|s| s == to);
                ensure(refuge, "men withdraw to a neighbouring square that the other side does not hold")
            }
            (phase, _) => Err(Illegal::because(match phase {
                Phase::Squares => "a free square is to be taken, like take-C3",
                Phase::Men { .. } => "men are to be placed, like C3+4",
                Phase::Aim => "a move is expected, like A5-B5",
                Phase::Send { .. } => "the number of men that move is expected, like 12",
                Phase::Battle(_) => "whoever is asked withdraws, like withdraw-B4, or stands: stand",
                Phase::Over => "the game is over",
            })),
        }
    }

    fn apply(&self, state: &mut State, action: Action) {
        let sign = state.side.sign();
        match (action, state.phase.clone()) {
            (Action::Take(square), _) => {
                state.men[usize::from(square)] = sign;
                self.set_up_next(state);
            }
            (Action::Put { men: count, .. }, Phase::Men { left, square }) => {
                state.men[usize::from(square)] += count as i16 * sign;
                match self.own_from(state, usize::from(square) + 1) {
                    Some(next) if count < left => {
                        state.phase = Phase::Men { left: left - count, square: next }
                    }
                    _ => self.set_up_next(state),
                }
            }
            (Action::Aim { from, to }, _) => state.phase = Phase::Send { from, to },
            (Action::Send(count), Phase::Send { from, to }) => {
                state.men[usize::from(from)] -= count as i16 * sign;
                let defenders = state.men_of(state.side.other(), to);
                if defenders == 0 {
                    join(state, state.side, to, count);
                    self.end_move(state);
                } else {
                    state.phase =
                        Phase::Battle(Battle { square: to, attackers: count, defenders, asked: None });
                }
            }
            (Action::Stand, Phase::Battle(battle)) => {
                let asked = self.asks(state, battle, battle.asked);
                state.phase = Phase::Battle(Battle { asked, ..battle });
            }
            (Action::Withdraw(to), Phase::Battle(battle)) => {
                let side = battle.asked.expect("somebody was asked");
                if side == state.side {
                    join(state, side, to, battle.attackers);
                    self.end_battle(state, battle.square, -i32::from(battle.defenders));
                } else {
                    state.men[usize::from(battle.square)] = 0;
                    join(state, side, to, battle.defenders);
                    self.end_battle(state, battle.square, i32::from(battle.attackers));
                }
            }
            (action, phase) => panic!("{action:?} in {phase:?}"),
        }
    }

    fn sample(&self, state: &State, rng: &mut Rng) -> Chance {
        let pick = |rng: &mut Rng, wanted: &dyn Fn(Square) -> bool| {
            let squares = || (0..self.squares()).map(|s| s as Square).filter(|&s| wanted(s));
            let nth = rng.below(squares().count() as u32) as usize;
            squares().nth(nth).expect("there is one")
        };
        match state.phase {
            Phase::Squares => Chance::Take(pick(rng, &|s| state.men[usize::from(s)] == 0)),
            Phase::Men { .. } => Chance::Man(pick(rng, &|s| state.men_of(state.side, s) > 0)),
            Phase::Battle(Battle { attackers, defenders, .. }) => {
                let (a, d) = (u32::from(attackers), u32::from(defenders));
                if self.rolls_singly() {
                    let (scores, attacker_wins) = battle::roll(&self.rules, a, d, rng);
                    Chance::Roll(Roll { attacker_wins, scores })
                } else {
                    Chance::Survivors(battle::fight(&self.rules, a, d, rng) as i16)
                }
            }
            _ => panic!("no draw is due"),
        }
    }

    fn outcomes(&self, state: &State, out: &mut Vec<(Chance, f64)>) -> Dist {
        let squares = || (0..self.squares()).map(|s| s as Square);
        match state.phase {
            Phase::Squares => {
                let empty = || squares().filter(|&s| state.men[usize::from(s)] == 0);
                let p = 1.0 / empty().count() as f64;
                out.extend(empty().map(|s| (Chance::Take(s), p)));
            }
            Phase::Men { .. } => {
                let own = || squares().filter(|&s| state.men_of(state.side, s) > 0);
                let p = 1.0 / own().count() as f64;
                out.extend(own().map(|s| (Chance::Man(s), p)));
            }
            Phase::Battle(Battle { attackers, defenders, .. }) => {
                let (a, d) = (u32::from(attackers), u32::from(defenders));
                if self.rolls_singly() {
                    let p = battle::roll_chance(&self.rules, a, d);
                    for (attacker_wins, p) in [(true, p), (false, 1.0 - p)] {
                        if let Some(scores) = battle::clearest(&self.rules, a, d, attacker_wins) {
                            out.push((Chance::Roll(Roll { attacker_wins, scores }), p));
                        }
                    }
                } else if a * d > LISTED_PAIRS {
                    return Dist::SampleOnly;
                } else {
                    let all = battle::distribution(&self.rules, a, d);
                    out.extend(all.into_iter().map(|(s, p)| (Chance::Survivors(s as i16), p)));
                }
            }
            _ => {}
        }
        Dist::Exact
    }

    fn resolve(&self, state: &mut State, chance: Chance) {
        match (chance, state.phase.clone()) {
            (Chance::Take(square), _) => self.apply(state, Action::Take(square)),
            (Chance::Man(square), Phase::Men { left, square: first }) => {
                state.men[usize::from(square)] += state.side.sign();
                state.phase = Phase::Men { left: left - 1, square: first };
                if left == 1 {
                    self.set_up_next(state);
                }
            }
            (Chance::Survivors(survivors), Phase::Battle(battle)) => {
                self.end_battle(state, battle.square, survivors.into());
            }
            (Chance::Roll(roll), Phase::Battle(mut battle)) => {
                let side = if roll.attacker_wins { &mut battle.defenders } else { &mut battle.attackers };
                *side = if self.rules.lose_all { 0 } else { *side - 1 };
                let (a, d) = (battle.attackers, battle.defenders);
                if a == 0 || d == 0 {
                    self.end_battle(state, battle.square, i32::from(a) - i32::from(d));
                } else {
                    state.men[usize::from(battle.square)] = d as i16 * state.side.other().sign();
                    let asked = self.asks(state, battle, None);
                    state.phase = Phase::Battle(Battle { asked, ..battle });
                }
            }
            (chance, phase) => panic!("{chance:?} in {phase:?}"),
        }
    }

    fn payoff(&self, state: &State) -> Payoff {
        let measure = |side| {
            if self.rules.scored { self.points(state, side) } else { u64::from(state.totals(side).0 > 0) }
        };
        let [red, blue] = Side::BOTH.map(measure);
        Payoff::zero_sum(f64::from(i8::from(red > blue)) - f64::from(i8::from(blue > red)))
    }

    fn view(&self, state: &State, _seat: Seat) -> State {
        state.clone()
    }

    fn imagine(&self, view: &State) -> State {
        view.clone()
    }

    /// Men are placed by the order of the squares; moves and withdrawals follow each other as they are given.
    fn rank(&self, _: &State, step: Action) -> u64 {
        match step {
            Action::Put { square, .. } => square.into(),
            _ => MAX_SQUARES as u64,
        }
    }

    fn merge(&self, a: Action, b: Action) -> Option<Action> {
        match (a, b) {
            (Action::Put { square, men }, Action::Put { square: same, men: more }) if square == same => {
                Some(Action::Put { square, men: men.saturating_add(more) })
            }
            _ => None,
        }
    }

    fn split(&self, step: Action) -> Option<(Action, Action)> {
        match step {
            Action::Put { square, men } if men > 1 => {
                Some((Action::Put { square, men: men / 2 }, Action::Put { square, men: men - men / 2 }))
            }
            _ => None,
        }
    }

    /// Squares that no order names get no more men.
    fn idle(&self, state: &State) -> Option<Action> {
        match state.phase {
            Phase::Men { square, .. } => Some(Action::Put { square, men: 0 }),
            _ => None,
        }
    }
}
