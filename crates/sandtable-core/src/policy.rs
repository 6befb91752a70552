//! Policies: who plays on in searches, proposes whole turns, and most scripted players.

use crate::agent::{Ask, Fault, Thought};
use crate::plan::carry_out;
use crate::{Agent, Game, Rng, Turn};

/// Chooses from the position alone: for whoever is to decide, from any legal position of a turn, without memory of others.
/// So what is played is what was valued.
pub trait Policy<G: Game>: Send {
    /// Appends legal steps for whoever is to decide in `state`: at least one, at most up to dice or the end of the turn.
    fn choose(&mut self, game: &G, state: &G::State, rng: &mut Rng, plan: &mut Vec<G::Action>);

    /// What it thinks of `state`, where it weighs turns against each other or has numbers to show.
    fn thought(&mut self, game: &G, state: &G::State) -> Thought<G::Action> {
        let _ = (game, state);
        Thought::default()
    }

    /// What a turn is worth to whoever decides in `state`, where it values turns.
    fn rate(&mut self, game: &G, state: &G::State, plan: &[G::Action]) -> Option<f64> {
        let _ = (game, state, plan);
        None
    }

    /// Whether it looks at no more of a state than its seat sees, so that any state that looks the same will do.
    fn goes_by_sight(&self) -> bool {
        false
    }

    /// Plays on until `turns` more turns have been completed, or to the end of the game. `plan` is room to work in.
    ///
    /// Steps are not checked here: this is the inner loop of searches, and the laws hold policies to the rules.
    fn playout(
        &mut self,
        game: &G,
        state: &mut G::State,
        rng: &mut Rng,
        turns: u32,
        plan: &mut Vec<G::Action>,
    ) {
        let end = game.turns(state).saturating_add(turns);
        while game.turns(state) < end {
            match game.turn(state) {
                Turn::Over => break,
                Turn::Chance => {
                    let chance = game.sample(state, rng);
                    game.resolve(state, chance);
                }
                Turn::Player(_) => {
                    plan.clear();
                    self.choose(game, state, rng, plan);
                    for &action in plan.iter() {
                        debug_assert_eq!(game.check(state, action), Ok(()));
                        game.apply(state, action);
                    }
                }
            }
        }
    }
}

/// Lets a policy play on for whoever is to decide, until the turn at hand is over.
pub fn finish_turn<G: Game>(
    game: &G,
    state: &mut G::State,
    policy: &mut dyn Policy<G>,
    plan: &mut Vec<G::Action>,
    rng: &mut Rng,
) {
    let (turn, mover) = (game.turns(state), game.turn(state));
    while game.turns(state) == turn {
        match game.turn(state) {
            Turn::Chance => {
                let chance = game.sample(state, rng);
                game.resolve(state, chance);
            }
            now if now == mover => take(game, state, policy, plan, rng),
            _ => break,
        }
    }
}

/// One answer of a policy, checked: what the rules refuse is replaced by the first legal step.
pub fn take<G: Game>(
    game: &G,
    state: &mut G::State,
    policy: &mut dyn Policy<G>,
    plan: &mut Vec<G::Action>,
    rng: &mut Rng,
) {
    plan.clear();
    policy.choose(game, state, rng, plan);
    let (taken, _) = carry_out(game, state, plan, |_, _| ());
    if taken == 0 {
        plan.clear();
        game.actions(state, plan);
        game.apply(state, plan[0]);
    }
}

/// A policy in a seat: it plays from what its seat can imagine.
pub struct Seated<P>(pub P);

impl<G: Game, P: Policy<G>> Agent<G> for Seated<P> {
    fn act(&mut self, ask: &mut Ask<G>, plan: &mut Vec<G::Action>) -> Result<Thought<G::Action>, Fault> {
        let state = ask.game.imagine(ask.view);
        self.0.choose(ask.game, &state, ask.rng, plan);
        Ok(if ask.explain { self.0.thought(ask.game, &state) } else { Thought::default() })
    }
}

impl<G: Game> Policy<G> for Box<dyn Policy<G>> {
    fn choose(&mut self, game: &G, state: &G::State, rng: &mut Rng, plan: &mut Vec<G::Action>) {
        (**self).choose(game, state, rng, plan);
    }

    fn thought(&mut self, game: &G, state: &G::State) -> Thought<G::Action> {
        (**self).thought(game, state)
    }

    fn rate(&mut self, game: &G, state: &G::State, plan: &[G::Action]) -> Option<f64> {
        (**self).rate(game, state, plan)
    }

    fn goes_by_sight(&self) -> bool {
        (**self).goes_by_sight()
    }

    fn playout(
        &mut self,
        game: &G,
        state: &mut G::State,
        rng: &mut Rng,
        turns: u32,
        plan: &mut Vec<G::Action>,
    ) {
        (**self).playout(game, state, rng, turns, plan);
    }
}

/// Takes a random legal step, each equally likely.
pub struct Random<G: Game> {
    actions: Vec<G::Action>,
}

impl<G: Game> Default for Random<G> {
    fn default() -> Self {
        Random { actions: Vec::new() }
    }
}

impl<G: Game> Policy<G> for Random<G> {
    fn choose(&mut self, game: &G, state: &G::State, rng: &mut Rng, plan: &mut Vec<G::Action>) {
        self.actions.clear();
        game.actions(state, &mut self.actions);
        plan.push(*rng.pick(&self.actions));
    }

    fn goes_by_sight(&self) -> bool {
        true
    }
}
