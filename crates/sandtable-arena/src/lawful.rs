//! The laws of [`sandtable_core::laws`] for a game without its type, so that one test holds every game in the list to them.

use sandtable_core::{BadInput, Build, Notation, Rng, Stream, laws};

use crate::hosted::Hosted;

/// A game that can be held to the laws. A law that is broken panics and says where.
pub trait Lawful {
    /// The rules, the notation, what seats believe, the measures of luck, and what networks read, along some random games.
    fn hold_rules(&self, games: u64, seed: u64);
    /// Orders in any order, and turns that are put together from them, so many times.
    fn hold_orders(&self, times: u64, seed: u64);
    /// The steps of a turn from a position on as other orders for the same: some split, and shuffled as far as may be.
    fn disorder(&self, state: &str, steps: &[String], seed: u64) -> Result<Vec<String>, BadInput>;
    /// A player with these parameters, in every seat that it may play, taken over at so many random steps.
    fn hold_agent(&self, agent: &str, times: u64, seed: u64) -> Result<(), BadInput>;
    /// A position that somebody wrote, and so many events after it; the error says why it was refused.
    fn hold_text(&self, state: &str, events: u32, seed: u64) -> Result<(), BadInput>;
}

impl<G: Notation> Lawful for Hosted<G> {
    fn hold_rules(&self, games: u64, seed: u64) {
        laws::hold(&self.game, games, seed);
        laws::belief(&self.game, &mut *self.knowledge.belief(&self.game), games, seed);
        if let Some(luck) = self.knowledge.luck {
            laws::luck(&self.game, luck, games, seed);
        }
        if let Some(chart) = self.knowledge.chart {
            laws::chart(&self.game, chart, games, seed);
        }
    }

    fn hold_orders(&self, times: u64, seed: u64) {
        laws::orders(&self.game, times, seed);
        laws::drafts(&self.game, times, seed);
    }

    fn disorder(&self, state: &str, steps: &[String], seed: u64) -> Result<Vec<String>, BadInput> {
        let game = &self.game;
        let start = game.parse_state(state)?;
        let steps = steps.iter().map(|text| game.parse_action(text)).collect::<Result<Vec<_>, _>>()?;
        let given = laws::disorder(game, &start, &steps, &mut Rng::new(seed, 0, Stream::World));
        Ok(given.into_iter().map(|order| game.action_text(order)).collect())
    }

    fn hold_agent(&self, agent: &str, times: u64, seed: u64) -> Result<(), BadInput> {
        let (def, args) = self.find(agent)?;
        if let Build::Policy(build) = def.build {
            laws::policy(&self.game, def.seats, &mut *build(&self.kit(), &args)?, times, seed);
        }
        def.make(&self.kit(), &args)?;
        let make = || def.make(&self.kit(), &args).expect("it was made before");
        let belief = &mut *self.knowledge.belief(&self.game);
        laws::agent(&self.game, def.seats, belief, make, times, seed);
        Ok(())
    }

    fn hold_text(&self, state: &str, events: u32, seed: u64) -> Result<(), BadInput> {
        laws::text(&self.game, state, events, seed)
    }
}
