//! A whole game as a [`Squad`]: its rules, how its turns break into decisions, and who answers.

use sandtable_core::plan::carry_out;
use sandtable_core::policy::finish_turn;
use sandtable_core::{Crew, Game, Policy, Rng, Seat, Squad, Turn};

/// A whole game from the seat of a player that plans.
pub(super) struct Whole<'a, G: Game> {
    pub game: &'a G,
    pub seat: Seat,
    pub crew: &'a mut dyn Crew<G>,
    /// Who plays the answers; without one a decision is judged as its turn leaves it.
    pub reply: Option<&'a mut (dyn Policy<G> + 'static)>,
    pub plan: &'a mut Vec<G::Action>,
    /// Worlds that look like the one in which is decided, where something is hidden: every round of the decision has another.
    pub worlds: Vec<G::State>,
    pub round: usize,
    /// The turn that is being played, and whether it is an answer.
    pub turn: u32,
    pub answering: bool,
}

impl<G: Game> Squad for Whole<'_, G> {
    type Situation = G::State;

    fn side(&self, state: &G::State) -> usize {
        match self.game.turn(state) {
            Turn::Player(seat) if seat != self.seat && self.reply.is_some() => 1,
            _ => 0,
        }
    }

    fn options(&mut self, state: &G::State, out: &mut Vec<u16>) {
        if matches!(self.game.turn(state), Turn::Player(seat) if seat == self.seat)
            && self.crew.decides(self.game, state)
        {
            self.crew.options(self.game, state, out);
        }
    }

    fn advance(&mut self, state: &mut G::State, choices: &[u16]) {
        self.turn = self.game.turns(state);
        self.answering = self.side(state) == 1;
        if self.answering || choices.is_empty() {
            return;
        }
        if self.worlds.first() == Some(state) {
            self.round += 1;
            state.clone_from(&self.worlds[self.round % self.worlds.len()]);
        }
        self.plan.clear();
        self.crew.plan(self.game, state, choices, self.plan);
        let (_, refused) = carry_out(self.game, state, self.plan, |_, _| ());
        debug_assert_eq!(refused, None);
    }

    fn draw(&mut self, state: &mut G::State, rng: &mut Rng) {
        if self.answering
            && let (Some(reply), Turn::Player(_)) = (&mut self.reply, self.game.turn(state))
        {
            finish_turn(self.game, state, &mut **reply, self.plan, rng);
        }
        // The rest of the turn, and the dice up to the next one.
        loop {
            match self.game.turn(state) {
                Turn::Over => break,
                Turn::Chance => {
                    let chance = self.game.sample(state, rng);
                    self.game.resolve(state, chance);
                }
                Turn::Player(_) if self.game.turns(state) != self.turn => break,
                Turn::Player(_) => {
                    self.plan.clear();
                    self.crew.rest(self.game, state, rng, self.plan);
                    let (taken, refused) = carry_out(self.game, state, self.plan, |_, _| ());
                    assert!(taken > 0, "a crew must go on: {refused:?}");
                }
            }
        }
    }

    fn outcomes(&mut self, _state: &G::State, _out: &mut Vec<(G::State, f64)>) -> bool {
        false
    }

    /// The answer is played by an agent, not chosen: there is nothing to choose.
    fn script(&mut self, state: &G::State, _out: &mut Vec<u16>) -> bool {
        self.side(state) == 1
    }

    fn feedback(&mut self, state: &G::State) -> f64 {
        self.crew.feedback(self.game, state)
    }
}
