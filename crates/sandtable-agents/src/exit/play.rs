//! Games that a search plays against itself, to learn from.
//!
//! Most decisions are made in a hurry, and some in earnest; only from those it is learned which steps are good (playout-cap randomisation, Wu 2019). What a position is worth
//! is learned from all of them: what came of it is told by what searches found later on more than by how the game ended, since between the two lie dice.
//!
//! How much dice brought can also be told outright: by what a network expects after them, less what it expected of all that might have come. The mean of that is zero
//! whatever the network is worth, so taking it off changes nothing but the noise.

use sandtable_core::eval::Single;
use sandtable_core::{Agent, Ask, BadInput, Dist, Eval, Game, Guess, Guide, Kit, Rng, Seat, Stream, Turn};

use super::guide;
use super::log::{Decision, Played};
use super::sample::shares_of;
use crate::search::Mcts;

/// How often a decision is made in earnest.
const EARNEST: f64 = 0.25;
/// How often a step is drawn by how good it was found to be, rather than the best.
const CURIOUS: f64 = 0.06;

/// Dice with more outcomes are not judged.
const OUTCOMES: usize = 64;

/// Tells the luck of dice.
struct Judge<G: Game> {
    eval: Single<G>,
    outcomes: Vec<(G::Chance, f64)>,
    /// What dice have brought each seat since that was asked for.
    luck: Vec<f32>,
}

impl<G: Game> Judge<G> {
    /// Sees dice fall in a state.
    fn see(&mut self, game: &G, state: &G::State, fell: G::Chance) {
        self.outcomes.clear();
        if game.outcomes(state, &mut self.outcomes) != Dist::Exact || self.outcomes.len() > OUTCOMES {
            return;
        }
        let (low, high) = game.info().payoff;
        for &(chance, share) in &self.outcomes {
            let mut next = state.clone();
            game.resolve(&mut next, chance);
            let weight = f64::from(u8::from(chance == fell)) - share;
            let values = self.eval.value(game, &next);
            for (luck, value) in self.luck.iter_mut().zip(values.values()) {
                *luck += (weight * (value - low) / (high - low)) as f32;
            }
        }
    }

    /// The luck since the last time.
    fn told(&mut self) -> Vec<f32> {
        let told = self.luck.iter().map(|luck| (luck * 1e4).round() / 1e4).collect();
        self.luck.fill(0.0);
        told
    }
}

/// What was found where somebody was to decide.
struct Found {
    shares: Vec<f64>,
    worth: f64,
}

/// The searches that play all seats.
pub struct Players<G: Game> {
    hurried: Mcts<G>,
    earnest: Mcts<G>,
    guide: Box<dyn Guide<G>>,
    judge: Option<Judge<G>>,
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
        let (plan, legal) = (Vec::new(), Vec::new());
        Ok(Players { hurried, earnest, guide: guide(kit), judge: None, plan, legal })
    }

    /// The same, where an evaluation tells how lucky dice were.
    pub fn judged(self, game: &G, eval: Box<dyn Eval<G>>) -> Players<G> {
        let luck = vec![0.0; game.info().seats.len()];
        Players { judge: Some(Judge { eval: Single::new(eval), outcomes: Vec::new(), luck }), ..self }
    }

    /// Searches a state and leaves what is to be done in `plan`, and the steps that were considered in `legal`; what was found of them, where there was a choice.
    fn search(
        &mut self,
        game: &G,
        state: &G::State,
        seat: Seat,
        earnest: bool,
        rng: &mut Rng,
    ) -> Option<Found> {
        let player = if earnest { &mut self.earnest } else { &mut self.hurried };
        player.begin(game, seat, rng);
        self.plan.clear();
        let view = game.view(state, seat);
        let done = player.act(&mut Ask::new(game, seat, &view, &mut Guess, rng), &mut self.plan);
        self.legal.clear();
        self.guide.consider(game, state, &mut self.legal);
        if done.is_err() || self.plan.is_empty() {
            self.plan.clear();
            self.plan.push(self.legal[0]);
            return None;
        }
        if self.legal.len() < 2 {
            return None;
        }
        let shares = player.improved(game, state, &self.legal, rng);
        Some(Found { shares, worth: player.worth() })
    }

    /// Searches the positions of a game again that were searched in earnest, with what is known by now.
    pub fn again(&mut self, game: &G, seed: u64, played: &Played, round: u64) -> Played {
        let mut world = Rng::new(seed, played.number, Stream::World);
        let mut own = Rng::new(seed, played.number, Stream::Thought { seating: round as u32, seat: 1 });
        let mut anew = Played { again: round, ..played.clone() };
        let mut decisions = anew.decisions.iter_mut().peekable();
        let mut state = game.start();
        let mut taken = 0;
        loop {
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => {
                    let chance = game.sample(&state, &mut world);
                    game.resolve(&mut state, chance);
                }
                Turn::Player(seat) => {
                    let here = decisions.next_if(|decision| decision.at as usize == taken);
                    if let Some(decision) = here.filter(|decision| !decision.shares.is_empty())
                        && let Some(found) = self.search(game, &state, seat, true, &mut own)
                    {
                        decision.worth = found.worth as f32;
                        decision.shares = found.shares.iter().map(thousandths).collect();
                    }
                    self.legal.clear();
                    game.actions(&state, &mut self.legal);
                    let step = played.steps.get(taken).and_then(|&n| self.legal.get(usize::from(n)));
                    // A game that does not fit the rules stays as it is, and nothing is learned from it.
                    let Some(&step) = step else { return Played { again: round, ..played.clone() } };
                    game.apply(&mut state, step);
                    taken += 1;
                }
            }
        }
        anew
    }

    /// Plays a game.
    pub fn play(&mut self, game: &G, seed: u64, number: u64) -> Played {
        let mut world = Rng::new(seed, number, Stream::World);
        let mut own = Rng::new(seed, number, Stream::Thought { seating: 0, seat: 0 });
        let mut played = Played { number, ..Played::default() };
        let mut state = game.start();
        loop {
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => {
                    let chance = game.sample(&state, &mut world);
                    if let Some(judge) = &mut self.judge {
                        judge.see(game, &state, chance);
                    }
                    game.resolve(&mut state, chance);
                }
                Turn::Player(seat) => {
                    let earnest = own.unit() < EARNEST;
                    if let Some(Found { shares, worth }) = self.search(game, &state, seat, earnest, &mut own)
                    {
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
                            shares: match earnest {
                                true => shares.iter().map(thousandths).collect(),
                                false => Vec::new(),
                            },
                            luck: self.judge.as_mut().map_or(Vec::new(), Judge::told),
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
        played.luck = self.judge.as_mut().map_or(Vec::new(), Judge::told);
        played
    }
}

/// Shares are stored in thousandths.
fn thousandths(share: &f64) -> u16 {
    (share * 1000.0).round() as u16
}
