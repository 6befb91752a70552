//! The rules of section 3.3 as a [`Game`].

use sandtable_core::{BadInput, Dist, Game, GameInfo, Illegal, Payoff, Rng, Seat, SeatInfo, Turn};

use super::battle;
use super::layout::{neighbours, placed};
use super::position_file::PositionFile;
use super::rule_file::{Allocation, MAX_MEN, MAX_SQUARES, RuleFile};
use super::state::{Action, Battle, Chance, Phase, Side, Square, State};

/// A game without a turn limit is drawn after this many turns of each player.
const LONGEST: u32 = 5000;
/// Battles with more pairs of men than this are sampled, not listed.
const LISTED_PAIRS: u32 = 1 << 22;

/// The rules on one grid.
#[derive(Clone, Debug)]
pub struct Grid {
    rules: RuleFile,
    start: State,
    neighbours: Vec<Vec<Square>>,
    /// The men on a square after a pair of turns, by the men before.
    grown: Vec<i16>,
    info: GameInfo,
}

impl Grid {
    /// The rules of a file, with the positions of another if they ask for it.
    pub fn new(name: &str, rules: RuleFile, positions: Option<&PositionFile>) -> Result<Grid, BadInput> {
        let men = match (rules.square_allocation, positions) {
            (Allocation::FromFile, Some(positions)) => placed(&rules, positions)?,
            (Allocation::FromFile, None) => {
                return Err(BadInput::new("the rules take the positions FROM_FILE: expected pos=FILE.pos"));
            }
            (_, Some(_)) => return Err(BadInput::new("the rules take no positions from a file")),
            (_, None) => [0; MAX_SQUARES],
        };
        let from_file = rules.square_allocation == Allocation::FromFile;
        let start = State {
            men,
            side: Side::Red,
            turns: 0,
            moves_left: rules.moves,
            phase: if from_file { Phase::Aim } else { Phase::Squares },
        };
        let grow = |men: i16| match rules.men_added.value(f64::from(men)) {
            value if value.is_nan() => men,
            value => value.floor().clamp(0.0, f64::from(MAX_MEN)) as i16,
        };
        Ok(Grid {
            neighbours: neighbours(&rules),
            grown: (0..=MAX_MEN).map(|men| if men == 0 { 0 } else { grow(men) }).collect(),
            info: GameInfo {
                name: format!("Grid Risk, {name}"),
                seats: Side::BOTH.map(|s| SeatInfo { name: s.name().into(), team: s.seat() }).into(),
                payoff: (-1.0, 1.0),
                max_actions: MAX_MEN as usize + 1,
                hidden: false,
            },
            rules,
            start,
        })
    }

    /// The rules.
    pub fn rules(&self) -> &RuleFile {
        &self.rules
    }

    /// How many squares there are.
    pub fn squares(&self) -> usize {
        self.neighbours.len()
    }

    /// The squares next to a square.
    #[inline]
    pub fn neighbours(&self, square: Square) -> &[Square] {
        &self.neighbours[usize::from(square)]
    }

    /// The points of a side.
    pub fn points(&self, state: &State, side: Side) -> u64 {
        let (men, squares) = state.totals(side);
        let points = |count: u32, each: u32| u64::from(count) * u64::from(each);
        points(men, self.rules.man_points) + points(squares, self.rules.square_points)
    }

    /// How many men a square with so many gains after a pair of turns; it may lose some.
    pub(super) fn growth(&self, men: u16) -> i16 {
        self.grown[usize::from(men)] - men as i16
    }

    /// Whether squares are given out by lot at the start.
    pub(super) fn draws_squares(&self) -> bool {
        self.rules.square_allocation == Allocation::Random
    }

    /// Whether men are.
    pub(super) fn draws_men(&self) -> bool {
        self.rules.men_allocation == Allocation::Random
    }

    fn withdrawals(&self) -> bool {
        self.rules.defender_withdraws || self.rules.attacker_withdraws
    }

    fn may_withdraw(&self, side: Side, attacker: Side) -> bool {
        if side == attacker { self.rules.attacker_withdraws } else { self.rules.defender_withdraws }
    }

    /// Where a side may withdraw to: neighbours that the other does not hold.
    fn refuges<'a>(
        &'a self,
        state: &'a State,
        side: Side,
        square: Square,
    ) -> impl Iterator<Item = Square> + 'a {
        self.neighbours(square).iter().copied().filter(move |&n| state.men_of(side.other(), n) == 0)
    }

    /// The side that is asked next before a roll: `after` is the one that has just answered.
    fn asks(&self, state: &State, battle: Battle, after: Option<Side>) -> Option<Side> {
        let (attacker, defender) = (state.side, state.side.other());
        let order = match after {
            None => &[defender, attacker][..],
            Some(side) if side == defender => &[attacker],
            Some(_) => &[],
        };
        order.iter().find(|&&side| self.may_ask(state, side, battle.square)).copied()
    }

    /// Whether a side can leave the battle on a square.
    pub(super) fn may_ask(&self, state: &State, side: Side, square: Square) -> bool {
        self.may_withdraw(side, state.side) && self.refuges(state, side, square).next().is_some()
    }

    /// The turns of each player after which a game ends.
    pub(super) fn longest(&self) -> u32 {
        if self.rules.turns == 0 { LONGEST } else { self.rules.turns }
    }

    fn set_up_next(&self, state: &mut State) {
        let held = |side| Side::BOTH.map(|s| state.totals(s).1 as u16)[side as usize];
        if state.phase == Phase::Squares {
            if held(Side::Blue) < self.rules.squares {
                state.side = state.side.other();
                return;
            }
            state.side = Side::Red;
        } else {
            state.side = state.side.other();
        }
        let begun = matches!(state.phase, Phase::Men { .. });
        let left = self.rules.men - self.rules.squares;
        if left == 0 || (begun && state.side == Side::Red) {
            state.side = Side::Red;
            state.phase = Phase::Aim;
        } else {
            state.phase =
                Phase::Men { left, square: self.own_from(state, 0).expect("every side has squares") };
        }
    }

    /// The first square of the side to move, from `square` on.
    fn own_from(&self, state: &State, square: usize) -> Option<Square> {
        (square..self.squares()).map(|s| s as Square).find(|&s| state.men_of(state.side, s) > 0)
    }

    fn end_battle(&self, state: &mut State, square: Square, survivors: i32) {
        state.men[usize::from(square)] = survivors as i16 * state.side.sign();
        self.end_move(state);
    }

    fn end_move(&self, state: &mut State) {
        state.phase = Phase::Aim;
        state.moves_left -= 1;
        if Side::BOTH.iter().any(|s| state.totals(*s).0 == 0) {
            state.phase = Phase::Over;
            return;
        }
        if state.moves_left > 0 {
            return;
        }
        state.moves_left = self.rules.moves;
        if state.side == Side::Blue {
            for men in &mut state.men[..self.squares()] {
                *men = men.signum() * self.grown[men.unsigned_abs() as usize];
            }
            state.turns += 1;
            let gone = Side::BOTH.iter().any(|s| state.totals(*s).0 == 0);
            if gone || state.turns == self.longest() {
                state.phase = Phase::Over;
            }
        }
        state.side = state.side.other();
    }
}

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
                if self.withdrawals() {
                    Chance::Roll(rng.unit() < battle::roll_chance(&self.rules, a, d))
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
                if self.withdrawals() {
                    let p = battle::roll_chance(&self.rules, a, d);
                    let both = [(Chance::Roll(true), p), (Chance::Roll(false), 1.0 - p)];
                    out.extend(both.into_iter().filter(|(_, p)| *p > 0.0));
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
            (Chance::Roll(attacker_wins), Phase::Battle(mut battle)) => {
                let side = if attacker_wins { &mut battle.defenders } else { &mut battle.attackers };
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

/// Adds men to an empty or own square; more than [`MAX_MEN`] do not fit.
fn join(state: &mut State, side: Side, square: Square, count: u16) {
    let there = state.men_of(side, square);
    state.men[usize::from(square)] = (there + count).min(MAX_MEN as u16) as i16 * side.sign();
}
