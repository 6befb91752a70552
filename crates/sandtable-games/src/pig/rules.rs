//! The rules: a state, the steps and the die, and what they do.

use std::sync::OnceLock;

use sandtable_core::{Dist, Game, GameInfo, Illegal, Payoff, Rng, Seat, SeatInfo, Turn, open_game};

use super::exact::Exact;

/// The most points that a game may go to: what an exact solution takes a second for.
pub const MAX_TARGET: u16 = 200;

/// A position. The players take turns, so the number of turns says whose it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The points of both players.
    pub scores: [u16; 2],
    /// What the turn has brought so far.
    pub stake: u16,
    /// Whether the die is to be rolled next.
    pub rolling: bool,
    /// How many turns have been completed.
    pub turns: u32,
}

/// A step of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Roll the die.
    Roll,
    /// Take what is at stake and end the turn.
    Hold,
}

/// Pig, to so many points.
pub struct Pig {
    info: GameInfo,
    target: u16,
    exact: OnceLock<Exact>,
}

impl State {
    /// Whose turn it is.
    pub fn seat(&self) -> Seat {
        self.turns as usize % 2
    }

    /// Ends the turn with what it brings.
    fn end(&mut self, points: u16) {
        self.scores[self.seat()] += points;
        self.stake = 0;
        self.turns = self.turns.wrapping_add(1);
    }
}

impl Pig {
    /// To `target` points.
    pub fn new(target: u16) -> Self {
        let seats = ["red", "blue"].into_iter().enumerate();
        let info = GameInfo {
            name: format!("Pig to {target}"),
            seats: seats.map(|(team, name)| SeatInfo { name: name.into(), team }).collect(),
            payoff: (0.0, 1.0),
            max_actions: 2,
            hidden: false,
        };
        Pig { info, target, exact: OnceLock::new() }
    }

    /// How many points win.
    pub fn target(&self) -> u16 {
        self.target
    }

    /// Who has won.
    pub fn winner(&self, state: &State) -> Option<Seat> {
        state.scores.iter().position(|&score| score >= self.target)
    }

    /// Best play, computed when it is first asked for.
    pub fn exact(&self) -> &Exact {
        self.exact.get_or_init(|| Exact::solve(self.target))
    }
}

impl Game for Pig {
    type State = State;
    type Action = Action;
    /// What the die shows.
    type Chance = u8;

    // Nothing is hidden: what a player sees is the state itself.
    open_game!();

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn start(&self) -> State {
        State { scores: [0, 0], stake: 0, rolling: false, turns: 0 }
    }

    fn turn(&self, state: &State) -> Turn {
        match self.winner(state) {
            Some(_) => Turn::Over,
            None if state.rolling => Turn::Chance,
            None => Turn::Player(state.seat()),
        }
    }

    fn turns(&self, state: &State) -> u32 {
        state.turns
    }

    fn actions(&self, state: &State, out: &mut Vec<Action>) {
        out.push(Action::Roll);
        if state.stake > 0 {
            out.push(Action::Hold);
        }
    }

    fn check(&self, state: &State, action: Action) -> Result<(), Illegal> {
        match (self.turn(state), action) {
            (Turn::Over, _) => Err(Illegal::because("the game is over")),
            (Turn::Chance, _) => Err(Illegal::because("the die is still rolling")),
            (Turn::Player(_), Action::Hold) if state.stake == 0 => {
                Err(Illegal::because("a turn begins with a roll"))
            }
            (Turn::Player(_), _) => Ok(()),
        }
    }

    fn apply(&self, state: &mut State, action: Action) {
        match action {
            Action::Roll => state.rolling = true,
            Action::Hold => state.end(state.stake),
        }
    }

    fn sample(&self, _: &State, rng: &mut Rng) -> u8 {
        rng.below(6) as u8 + 1
    }

    fn outcomes(&self, _: &State, out: &mut Vec<(u8, f64)>) -> Dist {
        out.extend((1..=6).map(|face| (face, 1.0 / 6.0)));
        Dist::Exact
    }

    fn resolve(&self, state: &mut State, face: u8) {
        state.rolling = false;
        match face {
            1 => state.end(0),
            _ => state.stake += u16::from(face),
        }
        if state.scores[state.seat()] + state.stake >= self.target {
            state.end(state.stake);
        }
    }

    fn payoff(&self, state: &State) -> Payoff {
        let won = |seat| f64::from(u8::from(self.winner(state) == Some(seat)));
        Payoff::new(&[won(0), won(1)])
    }
}
