//! How leaves get their value: somebody plays on, and an evaluation or the end of the game says what came of it.

use std::sync::Arc;

use sandtable_core::eval::Single;
use sandtable_core::policy::{Random, take};
use sandtable_core::{BadInput, Game, Kit, Payoff, Policy, Presence, Rng, Seat, Seats, Turn};

use crate::exact::Solution;
use crate::exit::evaluation;

/// A policy, and the seats that it can play.
pub struct Player<G: Game> {
    /// Where it can sit.
    pub seats: Seats,
    /// How it plays.
    pub policy: Box<dyn Policy<G>>,
    /// Whether a search takes for granted that it plays there, rather than a proposal of what might be done.
    pub certain: bool,
}

impl<G: Game> Player<G> {
    /// The players of a list of names joined by `+`; none for `none`.
    pub fn list(kit: &Kit<G>, names: &str) -> Result<Vec<Player<G>>, BadInput> {
        let named = names.split('+').filter(|name| *name != "none");
        named
            .map(|name| kit.policy(name).map(|(seats, policy)| Player { seats, policy, certain: false }))
            .collect()
    }
}

/// Values leaves.
pub(super) struct Valuer<G: Game> {
    eval: Option<Single<G>>,
    table: Option<Arc<Solution<G>>>,
    quick: Box<dyn Policy<G>>,
    players: Vec<Player<G>>,
    /// Who searches: others' models do not play on there.
    seat: Seat,
    cut: u32,
    /// How much of a leaf's value is the evaluation's opinion of the leaf itself, where somebody plays on.
    mix: f64,
    scratch: Option<G::State>,
    plan: Vec<G::Action>,
    priors: Vec<f32>,
}

impl<G: Game> Valuer<G> {
    /// `eval` and `rollout` as the parameters of `mcts` have them.
    pub fn new(kit: &Kit<G>, eval: &str, rollout: &str, cut: u32) -> Result<Self, BadInput> {
        let quick = match (kit.knowledge.quick, rollout) {
            (Some(build), rollout) if rollout != "random" => build(kit.game),
            _ => Box::new(Random::default()),
        };
        let players = match rollout {
            "quick" | "random" => Vec::new(),
            names => Player::list(kit, names).map_err(|e| BadInput::new(format!("rollout={names}: {e}")))?,
        };
        Ok(Valuer {
            eval: if eval == "none" { None } else { Some(Single::new(evaluation(kit, eval)?)) },
            table: None,
            quick,
            players,
            seat: 0,
            cut,
            mix: 0.0,
            scratch: None,
            plan: Vec::new(),
            priors: Vec::new(),
        })
    }

    /// The same with an evaluation that also has a say about leaves from which somebody plays on.
    pub fn mixed(self, mix: f64) -> Self {
        Valuer { mix, ..self }
    }

    /// Tells who searches.
    pub fn sit(&mut self, seat: Seat) {
        self.seat = seat;
    }

    /// The same with somebody who surely plays on in some seats.
    pub fn against(mut self, certain: Vec<Player<G>>) -> Self {
        self.players.splice(0..0, certain);
        self
    }

    /// The same with a table that has the exact values of some positions.
    pub fn knowing(self, table: Option<Arc<Solution<G>>>) -> Self {
        Valuer { table, ..self }
    }

    /// What a table says a position is worth to each seat.
    fn known(&self, game: &G, state: &G::State) -> Option<Payoff> {
        let table = self.table.as_ref()?;
        let value = table.known(game, state)?;
        let seats = game.info().seats.len();
        let mut payoff = Payoff::zero(seats);
        payoff.values_mut().iter_mut().enumerate().for_each(|(seat, v)| *v = table.seen_by(seat, value));
        Some(payoff)
    }

    /// Whether it says how promising steps are.
    pub fn has_priors(&self) -> bool {
        self.eval.as_ref().is_some_and(|eval| eval.has_priors())
    }

    /// Held while a search asks: see [`sandtable_core::Eval::presence`].
    pub fn presence(&self) -> Presence {
        self.eval.as_ref().map_or(Presence::ALONE, |eval| eval.presence())
    }

    /// What `state` is worth to each seat, and how promising its `steps` are where the evaluation says so.
    pub fn value(
        &mut self,
        game: &G,
        state: &G::State,
        steps: &[G::Action],
        rng: &mut Rng,
    ) -> (Payoff, &[f32]) {
        if game.turn(state) == Turn::Over {
            return (game.payoff(state), &[]);
        }
        self.priors.clear();
        let known = match &mut self.eval {
            Some(eval) if !steps.is_empty() => Some(eval.with_priors(game, state, steps, &mut self.priors)),
            _ => None,
        };
        let value = match (self.known(game, state), known) {
            (Some(value), _) => value,
            (None, Some(known)) if self.cut == 0 => known,
            (None, known) => {
                let mut value = self.rollout(game, state, rng);
                for (value, known) in value.values_mut().iter_mut().zip(known.iter().flat_map(Payoff::values))
                {
                    *value += self.mix * (known - *value);
                }
                value
            }
        };
        (value, &self.priors)
    }

    /// What the player who plays on would do in `state`, where leaves are valued by its games alone.
    pub fn home(&mut self, game: &G, state: &G::State, rng: &mut Rng) -> Option<G::Action> {
        let Turn::Player(seat) = game.turn(state) else { return None };
        let player = self.players.iter_mut().find(|p| p.seats.contains(seat) && !p.certain);
        let player = player.filter(|_| self.eval.is_none())?;
        self.plan.clear();
        player.policy.choose(game, state, rng, &mut self.plan);
        self.plan.first().copied()
    }

    /// Plays on from `state` and values what came of it.
    fn rollout(&mut self, game: &G, state: &G::State, rng: &mut Rng) -> Payoff {
        // Without an evaluation only the end of the game has a value.
        let turns = if self.eval.is_some() { self.cut } else { u32::MAX };
        if turns == 0 {
            return self.judge(game, None, state);
        }
        let mut scratch = match self.scratch.take() {
            Some(mut scratch) => {
                scratch.clone_from(state);
                scratch
            }
            None => state.clone(),
        };
        match self.players.is_empty() {
            true => self.quick.playout(game, &mut scratch, rng, turns, &mut self.plan),
            false => self.play_on(game, &mut scratch, rng, turns),
        }
        self.judge(game, Some(scratch), state)
    }

    /// Values where a playout has ended, or the leaf itself.
    fn judge(&mut self, game: &G, end: Option<G::State>, leaf: &G::State) -> Payoff {
        let state = end.as_ref().unwrap_or(leaf);
        let value = match (self.known(game, state), &mut self.eval) {
            (Some(value), _) => value,
            (None, Some(eval)) => eval.value(game, state),
            (None, None) => game.payoff(state),
        };
        self.scratch = end.or(self.scratch.take());
        value
    }

    /// Players of the game play on, each in its seats, and the quick policy in the others.
    fn play_on(&mut self, game: &G, state: &mut G::State, rng: &mut Rng, turns: u32) {
        let end = game.turns(state).saturating_add(turns);
        while game.turns(state) < end {
            match game.turn(state) {
                Turn::Over => break,
                Turn::Chance => {
                    let chance = game.sample(state, rng);
                    game.resolve(state, chance);
                }
                Turn::Player(seat) => {
                    let own = seat == self.seat;
                    let mut players = self.players.iter_mut();
                    let policy = match players.find(|p| p.seats.contains(seat) && !(own && p.certain)) {
                        Some(player) => &mut *player.policy,
                        None => &mut *self.quick,
                    };
                    take(game, state, policy, &mut self.plan, rng);
                }
            }
        }
    }
}

/// Which of these players may propose a turn for `seat`.
pub(super) fn proposers<G: Game>(players: &[Player<G>], seat: Seat) -> impl Iterator<Item = u16> {
    let able = players.iter().enumerate().filter(move |(_, p)| p.seats.contains(seat) && !p.certain);
    able.map(|(number, _)| number as u16)
}
