//! Games that a search plays against itself, to learn from.
//!
//! Most decisions are made in a hurry, and some in earnest; only from those it is learned which steps are good (playout-cap randomisation, Wu 2019). What a position is worth
//! is learned from all of them: what came of it is told by what searches found later on more than by how the game ended, since between the two lie dice.

use sandtable_core::{Agent, Ask, BadInput, Game, Guess, Guide, Kit, Rng, Stream, Turn};

use super::guide;
use super::log::{Decision, Played};
use super::sample::shares_of;
use crate::search::Mcts;

/// How often a decision is made in earnest.
const EARNEST: f64 = 0.25;
/// How often a step is drawn by how good it was found to be, rather than the best.
const CURIOUS: f64 = 0.06;

/// The searches that play all seats.
pub struct Players<G: Game> {
    hurried: Mcts<G>,
    earnest: Mcts<G>,
    guide: Box<dyn Guide<G>>,
    plan: Vec<G::Action>,
    legal: Vec<G::Action>,
}

impl<G: Game> Players<G> {
    /// Made of searches, in a hurry and in earnest.
    pub fn new(
        kit: &Kit<G>,
        search: impl Fn(bool) -> Result<Mcts<G>, BadInput>,
    ) -> Result<Players<G>, BadInput> {
        let (hurried, earnest) = (search(false)?, search(true)?);
        Ok(Players { hurried, earnest, guide: guide(kit), plan: Vec::new(), legal: Vec::new() })
    }

    /// Plays a game.
    pub fn play(&mut self, game: &G, seed: u64, number: u64) -> Played {
        let mut world = Rng::new(seed, number, Stream::World);
        let mut own = Rng::new(seed, number, Stream::Thought { seating: 0, seat: 0 });
        let mut played = Played { number, steps: Vec::new(), decisions: Vec::new(), end: Vec::new() };
        let mut state = game.start();
        loop {
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => {
                    let chance = game.sample(&state, &mut world);
                    game.resolve(&mut state, chance);
                }
                Turn::Player(seat) => {
                    let earnest = own.unit() < EARNEST;
                    let player = if earnest { &mut self.earnest } else { &mut self.hurried };
                    player.begin(game, seat, &mut own);
                    self.plan.clear();
                    let view = game.view(&state, seat);
                    let found =
                        player.act(&mut Ask::new(game, seat, &view, &mut Guess, &mut own), &mut self.plan);
                    self.legal.clear();
                    self.guide.consider(game, &state, &mut self.legal);
                    let alone = self.legal.len() < 2;
                    if found.is_err() || self.plan.is_empty() {
                        self.plan.clear();
                        self.plan.push(self.legal[0]);
                    } else if !alone {
                        let shares = player.improved(game, &state, &self.legal, &mut own);
                        let worth = player.worth();
                        let curious = own.unit() < CURIOUS;
                        if curious {
                            let mut left = own.unit();
                            let at = shares.iter().position(|share| {
                                left -= share;
                                left < 0.0
                            });
                            self.plan.clear();
                            self.plan.push(self.legal[at.unwrap_or(0)]);
                        }
                        played.decisions.push(Decision {
                            at: played.steps.len() as u32,
                            worth: worth as f32,
                            curious,
                            shares: if earnest {
                                shares.iter().map(thousandths).collect()
                            } else {
                                Vec::new()
                            },
                        });
                    }
                    // Steps of a plan are taken up to dice and the end of the turn, as everywhere.
                    let turn = (game.turn(&state), game.turns(&state));
                    for i in 0..self.plan.len() {
                        let step = self.plan[i];
                        self.legal.clear();
                        game.actions(&state, &mut self.legal);
                        let Some(legal) = self.legal.iter().position(|&s| s == step) else { break };
                        played.steps.push(legal as u16);
                        game.apply(&mut state, step);
                        if (game.turn(&state), game.turns(&state)) != turn {
                            break;
                        }
                    }
                }
            }
        }
        played.end = shares_of(game.info().payoff, game.payoff(&state).values());
        played
    }
}

/// Shares are stored in thousandths.
fn thousandths(share: &f64) -> u16 {
    (share * 1000.0).round() as u16
}
