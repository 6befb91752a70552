//! The network alone, greedy in every head; whether to act may be drawn (section 4.3.1).

use sandtable_core::{Game, Guide, Rng};
use sandtable_nets::Network;

/// A network that plays.
pub struct Apprentice<G: Game> {
    network: Network<G>,
    guide: Box<dyn Guide<G>>,
    draws: bool,
}

impl<G: Game> Apprentice<G> {
    /// Draws whether to act, or does what is more promising.
    pub fn new(network: Network<G>, guide: Box<dyn Guide<G>>, draws: bool) -> Apprentice<G> {
        Apprentice { network, guide, draws }
    }

    /// One of some steps, two at least.
    pub fn step(&mut self, game: &G, state: &G::State, steps: &[G::Action], rng: &mut Rng) -> G::Action {
        let priors = &self.network.ask(game, state, steps).priors;
        let pass = steps.iter().position(|step| self.guide.passes(*step));
        if let Some(pass) = pass {
            let skips = match self.draws {
                true => rng.unit() < f64::from(priors[pass]),
                false => priors[pass] > 0.5,
            };
            if skips {
                return steps[pass];
            }
        }
        let others = (0..steps.len()).filter(|i| Some(*i) != pass);
        let best = others.reduce(|a, b| if priors[b] > priors[a] { b } else { a });
        steps[best.expect("there are two steps at least")]
    }
}
