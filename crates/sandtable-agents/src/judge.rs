//! A player that values no turns, with somebody beside it who does: turns that it would take in different worlds can then be compared in all of them.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;
use sandtable_core::eval::Single;
use sandtable_core::plan::carry_out;
use sandtable_core::policy::{Random, take};
use sandtable_core::{BadInput, Game, Kit, Policy, Rng, Seat, Stream, Thought, Turn};

/// A policy whose turns are valued by an evaluation, after some turns in which it plays on itself and a quick policy for the others.
pub struct Judged<G: Game> {
    policy: Box<dyn Policy<G>>,
    others: Box<dyn Policy<G>>,
    eval: Single<G>,
    cut: u32,
    plan: Vec<G::Action>,
}

impl<G: Game> Judged<G> {
    /// A policy with an evaluation of the game beside it, which is asked `cut` turns later.
    pub fn new(kit: &Kit<G>, policy: Box<dyn Policy<G>>, eval: &str, cut: u32) -> Result<Self, BadInput> {
        let eval = Single::new(kit.eval(eval)?);
        let others = match kit.knowledge.quick {
            Some(quick) => quick(kit.game),
            None => Box::new(Random::default()),
        };
        Ok(Judged { policy, others, eval, cut, plan: Vec::new() })
    }

    /// Plays on for `cut` more turns: `seat` as the policy would, everybody else quickly.
    fn play_on(&mut self, game: &G, state: &mut G::State, seat: Seat, rng: &mut Rng) {
        let end = game.turns(state).saturating_add(self.cut);
        while game.turns(state) < end {
            match game.turn(state) {
                Turn::Over => break,
                Turn::Chance => {
                    let chance = game.sample(state, rng);
                    game.resolve(state, chance);
                }
                Turn::Player(mover) => {
                    let policy = if mover == seat { &mut self.policy } else { &mut self.others };
                    take(game, state, &mut **policy, &mut self.plan, rng);
                }
            }
        }
    }
}

impl<G: Game> Policy<G> for Judged<G> {
    fn choose(&mut self, game: &G, state: &G::State, rng: &mut Rng, plan: &mut Vec<G::Action>) {
        self.policy.choose(game, state, rng, plan);
    }

    fn thought(&mut self, game: &G, state: &G::State) -> Thought<G::Action> {
        self.policy.thought(game, state)
    }

    /// Its own value if it has one. All turns meet the same dice in a world, so that luck does not tell them apart.
    fn rate(&mut self, game: &G, state: &G::State, plan: &[G::Action]) -> Option<f64> {
        let own = self.policy.rate(game, state, plan);
        let Turn::Player(seat) = game.turn(state) else { return own };
        if own.is_some() {
            return own;
        }
        let mut after = state.clone();
        carry_out(game, &mut after, plan, |_, _| ());
        if self.cut > 0 {
            let mut hasher = FxHasher::default();
            state.hash(&mut hasher);
            let stream = Stream::Thought { seating: 0, seat: seat as u32 };
            self.play_on(game, &mut after, seat, &mut Rng::new(0, hasher.finish(), stream));
        }
        Some(self.eval.value(game, &after).values()[seat])
    }
}
