//! Positions from games of the players that a game's own searches let propose turns: they cost microseconds.
//!
//! A game strays for a while, so that positions come up which good players avoid and searches look at; then the first of those players plays on for everybody, and what
//! it would do and how its games end is what is learned.

use sandtable_core::policy::Random;
use sandtable_core::{BadInput, Game, Guide, Kit, Policy, Rng, Stream, Turn};

use super::able::Able;
use super::guide;
use super::sample::{Sample, shares_of};

/// Of those who stray, how often a step is the quick policy's and not a player's.
const STRAY: f64 = 0.15;
/// Of the positions after that, how many are kept.
const KEPT: f64 = 0.06;
/// Until so many turns for each seat a game may stray.
const LATEST: u32 = 12;

/// Players of a game who teach.
pub struct Teachers<G: Game> {
    players: Vec<Box<dyn Policy<G>>>,
    quick: Box<dyn Policy<G>>,
    guide: Box<dyn Guide<G>>,
    plan: Vec<G::Action>,
}

impl<G: Game> Teachers<G> {
    /// Those whom the game's guide lets propose turns; none if there are none who can play every seat.
    pub fn new(kit: &Kit<G>) -> Result<Option<Teachers<G>>, BadInput> {
        let guide = guide(kit);
        let players = Able::all(kit, guide.habits().propose)?;
        let quick =
            kit.knowledge.quick.map_or_else(|| Box::new(Random::default()) as _, |build| build(kit.game));
        Ok((!players.is_empty()).then(|| Teachers { players, quick, guide, plan: Vec::new() }))
    }

    /// Plays a game; the positions that are kept of it.
    pub fn play(&mut self, game: &G, seed: u64, number: u64) -> Vec<Sample<G>> {
        let mut rng = Rng::new(seed, number, Stream::World);
        let seats = game.info().seats.len() as u32;
        let straight = rng.below(LATEST * seats);
        let mut samples = Vec::new();
        let mut state = game.start();
        loop {
            let strays = game.turns(&state) < straight;
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => {
                    let chance = game.sample(&state, &mut rng);
                    game.resolve(&mut state, chance);
                }
                Turn::Player(_) => {
                    self.plan.clear();
                    let player = match strays {
                        true if rng.unit() < STRAY => &mut self.quick,
                        true => {
                            let any = rng.below(self.players.len() as u32) as usize;
                            &mut self.players[any]
                        }
                        false => &mut self.players[0],
                    };
                    player.choose(game, &state, &mut rng, &mut self.plan);
                    for i in 0..self.plan.len() {
                        let step = self.plan[i];
                        if !strays && rng.unit() < KEPT {
                            samples.push(self.sample(game, &state, step));
                        }
                        game.apply(&mut state, step);
                    }
                }
            }
        }
        let chances = shares_of(game.info().payoff, game.payoff(&state).values());
        samples.iter_mut().for_each(|sample| sample.chances.clone_from(&chances));
        samples
    }

    fn sample(&mut self, game: &G, state: &G::State, step: G::Action) -> Sample<G> {
        let mut steps = Vec::new();
        self.guide.consider(game, state, &mut steps);
        // What a search would not consider teaches it nothing.
        let taken = steps.iter().position(|s| *s == step).filter(|_| steps.len() > 1);
        let shares = taken
            .map_or(Vec::new(), |taken| (0..steps.len()).map(|i| f32::from(u8::from(i == taken))).collect());
        Sample { state: state.clone(), steps, shares, chances: Vec::new(), kept: Vec::new() }
    }
}
