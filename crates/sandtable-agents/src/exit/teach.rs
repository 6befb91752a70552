//! Positions from games of the players that a game's own searches let propose turns: they cost microseconds.
//!
//! A game strays for a while, so that positions come up which good players avoid and searches look at; then the first of those players plays on for everybody. Of the positions
//! on the way some are kept, as they are or some steps off the way, as a search tries them. From each of them that player plays several games to their end: how one game ends is
//! mostly dice, and the mean of a few says much more than so many positions of one game with the same end. That mean is learned, and what the player would do.

use sandtable_core::policy::{Random, take};
use sandtable_core::{BadInput, Game, Guide, Kit, Policy, Rng, Stream, Turn};

use super::able::Able;
use super::guide;
use super::sample::{Sample, shares_of};

/// Of those who stray, how often a step is the quick policy's and not a player's.
const STRAY: f64 = 0.15;
/// Of the positions on the way, how many are kept.
const KEPT: f64 = 0.05;
/// Of those, how often one step more off the way is taken.
const OFF: f64 = 0.4;
/// Games that are played to their end from each of them.
const ENDS: usize = 4;
/// Until so many turns for each seat a game may stray.
const LATEST: u32 = 12;

/// Players of a game who teach.
pub struct Teachers<G: Game> {
    players: Vec<Box<dyn Policy<G>>>,
    quick: Box<dyn Policy<G>>,
    guide: Box<dyn Guide<G>>,
    plan: Vec<G::Action>,
    steps: Vec<G::Action>,
}

impl<G: Game> Teachers<G> {
    /// Those whom the game's guide lets propose turns; none if there are none who can play every seat.
    pub fn new(kit: &Kit<G>) -> Result<Option<Teachers<G>>, BadInput> {
        let guide = guide(kit);
        let players = Able::all(kit, guide.habits().propose)?;
        let quick =
            kit.knowledge.quick.map_or_else(|| Box::new(Random::default()) as _, |build| build(kit.game));
        let (plan, steps) = (Vec::new(), Vec::new());
        Ok((!players.is_empty()).then_some(Teachers { players, quick, guide, plan, steps }))
    }

    /// Plays a game; the positions that are kept of it.
    pub fn play(&mut self, game: &G, seed: u64, number: u64) -> Vec<Sample<G>> {
        let mut rng = Rng::new(seed, number, Stream::World);
        let seats = game.info().seats.len() as u32;
        let straight = rng.below(LATEST * seats);
        let mut samples = Vec::new();
        let mut state = game.start();
        let mut plan = Vec::new();
        loop {
            let strays = game.turns(&state) < straight;
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => {
                    let chance = game.sample(&state, &mut rng);
                    game.resolve(&mut state, chance);
                }
                Turn::Player(_) => {
                    plan.clear();
                    let player = match strays {
                        true if rng.unit() < STRAY => &mut self.quick,
                        true => {
                            let any = rng.below(self.players.len() as u32) as usize;
                            &mut self.players[any]
                        }
                        false => &mut self.players[0],
                    };
                    player.choose(game, &state, &mut rng, &mut plan);
                    for &step in &plan {
                        if rng.unit() < KEPT {
                            samples.extend(self.sample(game, &state, &mut rng));
                        }
                        game.apply(&mut state, step);
                    }
                }
            }
        }
        samples
    }

    /// A position, or one some steps off; none if the game is over there.
    fn sample(&mut self, game: &G, state: &G::State, rng: &mut Rng) -> Option<Sample<G>> {
        let mut state = state.clone();
        loop {
            match game.turn(&state) {
                Turn::Over => return None,
                Turn::Chance => {
                    let chance = game.sample(&state, rng);
                    game.resolve(&mut state, chance);
                }
                Turn::Player(_) => {
                    if rng.unit() >= OFF {
                        break;
                    }
                    self.steps.clear();
                    self.guide.consider(game, &state, &mut self.steps);
                    let step = *rng.pick(&self.steps);
                    game.apply(&mut state, step);
                }
            }
        }
        let chances = self.ends(game, &state, rng);
        self.plan.clear();
        self.players[0].choose(game, &state, rng, &mut self.plan);
        let mut steps = Vec::new();
        self.guide.consider(game, &state, &mut steps);
        // What a search would not consider teaches it nothing.
        let taken = steps.iter().position(|s| Some(s) == self.plan.first()).filter(|_| steps.len() > 1);
        let shares = taken
            .map_or(Vec::new(), |taken| (0..steps.len()).map(|i| f32::from(u8::from(i == taken))).collect());
        Some(Sample { state, steps, shares, chances, kept: Vec::new() })
    }

    /// What becomes of the seats, on the mean of some games.
    fn ends(&mut self, game: &G, state: &G::State, rng: &mut Rng) -> Vec<f32> {
        let mut sums = vec![0.0; game.info().seats.len()];
        for _ in 0..ENDS {
            let mut state = state.clone();
            loop {
                match game.turn(&state) {
                    Turn::Over => break,
                    Turn::Chance => {
                        let chance = game.sample(&state, rng);
                        game.resolve(&mut state, chance);
                    }
                    Turn::Player(_) => take(game, &mut state, &mut *self.players[0], &mut self.plan, rng),
                }
            }
            let end = shares_of(game.info().payoff, game.payoff(&state).values());
            sums.iter_mut().zip(end).for_each(|(sum, share)| *sum += share / ENDS as f32);
        }
        sums
    }
}
