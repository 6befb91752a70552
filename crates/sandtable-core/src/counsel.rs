//! A player of two parts: one proposes whole turns, the other values what they lead to.
//!
//! The design of FFI/RAPPORT-2000/04403, chapter 4: who constructs moves need not judge them, and who judges need not see all that are possible.
//! The report's constraint generator and move generator together are a [`Proposer`], its move evaluator is a [`Value`]. Any game can fill
//! both parts; what comes of them is a [`Policy`], so it can also propose its turn to searches.

mod trials;

use crate::agent::{Candidate, Figure, Idea, Thought};
use crate::plan::carry_out;
use crate::{Curve, Frame, Game, Payoff, Policy, Rng, Seat, Turn, Value};

/// Proposes whole turns, or what is left of them.
pub trait Proposer<G: Game>: Send {
    /// A turn in its own form.
    type Turn: Clone + Send;

    /// From now on it proposes for whoever plays this seat, and for the others as that seat expects them to play.
    fn asked_by(&mut self, seat: Seat) {
        let _ = seat;
    }

    /// Appends turns for whoever is to decide in `state`: at least one.
    fn propose(&mut self, game: &G, state: &G::State, out: &mut Vec<Self::Turn>);

    /// Appends turns that differ little from one, so that it can be improved step by step; none if there is no such thing.
    fn near(&mut self, game: &G, state: &G::State, turn: &Self::Turn, out: &mut Vec<Self::Turn>) {
        let _ = (game, state, turn, out);
    }

    /// The position when the steps of a turn have been taken: at dice, or where the turn is over.
    fn after(&self, game: &G, state: &G::State, turn: &Self::Turn) -> G::State;

    /// Appends the steps of a turn.
    fn steps(&self, game: &G, state: &G::State, turn: &Self::Turn, plan: &mut Vec<G::Action>);

    /// The constraints within which it looks for turns in `state`, where it keeps to some; for those who want to know.
    fn frames(&mut self, game: &G, state: &G::State) -> Vec<Frame> {
        let _ = (game, state);
        Vec::new()
    }

    /// The turn in words.
    fn words(&self, game: &G, state: &G::State, turn: &Self::Turn) -> String;

    /// The numbers by which it chose what to propose in `state`, where it has such numbers.
    fn figures(&self, game: &G, state: &G::State) -> Vec<Figure> {
        let _ = (game, state);
        Vec::new()
    }
}

/// How far a counsel looks, and how it chooses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choosing {
    /// 0 values the position that the steps of a turn leave, before any dice; 1 what the turn leads to when its dice have fallen; 2 goes on
    /// through the next turn, whoever has it, with the best proposal there.
    pub depth: u32,
    /// How many turns are looked at again with more depth, or tried out.
    pub wide: usize,
    /// How many games are played on, in all, to try them out.
    pub trials: u32,
    /// How many turns a trial lasts.
    pub ahead: u32,
    /// Which one is taken: 1 is the best.
    pub rank: usize,
    /// How many of the best are improved by small changes, as long as that helps.
    pub refine: usize,
    /// How often a random one is taken instead.
    pub random: f64,
    /// Whether one is drawn in proportion to its value, which must not be negative, instead of by its rank.
    pub draw: bool,
}

impl Default for Choosing {
    fn default() -> Self {
        Choosing { depth: 1, wide: 8, trials: 0, ahead: 12, rank: 1, refine: 0, random: 0.0, draw: false }
    }
}

/// One who proposes and one who values.
pub struct Counsel<G: Game, P: Proposer<G>, V> {
    proposer: P,
    value: V,
    choosing: Choosing,
    /// Room for the proposals at each depth of the look ahead.
    room: Vec<Vec<P::Turn>>,
    outcomes: Vec<(G::Chance, f64)>,
    ranked: Vec<(f64, u32)>,
}

impl<G: Game, P: Proposer<G>, V: Value<G>> Counsel<G, P, V> {
    /// A counsel of two.
    pub fn new(proposer: P, value: V, choosing: Choosing) -> Self {
        Counsel { proposer, value, choosing, room: Vec::new(), outcomes: Vec::new(), ranked: Vec::new() }
    }

    /// Who proposes.
    pub fn proposer(&self) -> &P {
        &self.proposer
    }

    /// What `state` is worth when it is played on to the beginning of turn `end`, each with its best proposal; dice count by their exact
    /// chances.
    pub fn worth(&mut self, game: &G, state: &G::State, end: u32) -> Payoff {
        match game.turn(state) {
            Turn::Over => game.payoff(state),
            _ if game.turns(state) >= end => self.value.value(game, state),
            Turn::Chance => self.expect(game, state, end),
            Turn::Player(_) => self.best(game, state, end).1,
        }
    }

    /// Where the best proposal in `state` leads, and what that is worth when it is played on to the beginning of turn `end`.
    fn best(&mut self, game: &G, state: &G::State, end: u32) -> (G::State, Payoff) {
        let Turn::Player(seat) = game.turn(state) else { unreachable!("somebody is to decide") };
        let mut turns = self.room.pop().unwrap_or_default();
        turns.clear();
        self.proposer.propose(game, state, &mut turns);
        let mut best: Option<(usize, Payoff)> = None;
        for (i, turn) in turns.iter().enumerate() {
            let worth = self.worth(game, &self.proposer.after(game, state, turn), end);
            if best.is_none_or(|(_, best)| worth.values()[seat] > best.values()[seat]) {
                best = Some((i, worth));
            }
        }
        let (i, mut worth) = best.expect("there is a proposal");
        if self.choosing.refine > 0 {
            self.improve(game, state, (seat, end), &mut turns[i], &mut worth);
        }
        let after = self.proposer.after(game, state, &turns[i]);
        self.room.push(turns);
        (after, worth)
    }

    /// Changes a turn a little as long as that makes it better: goes round all that is near, and on from there as soon as something is better.
    fn improve(
        &mut self,
        game: &G,
        state: &G::State,
        (seat, end): (Seat, u32),
        turn: &mut P::Turn,
        worth: &mut Payoff,
    ) {
        let mut around = self.room.pop().unwrap_or_default();
        around.clear();
        self.proposer.near(game, state, turn, &mut around);
        let (mut at, mut in_vain, mut changes) = (0, 0, 0);
        while in_vain < around.len() && changes < CHANGES {
            let i = at % around.len();
            let other = self.worth(game, &self.proposer.after(game, state, &around[i]), end);
            in_vain += 1;
            if other.values()[seat] > worth.values()[seat] + TINY {
                (*turn, *worth) = (around[i].clone(), other);
                around.clear();
                self.proposer.near(game, state, turn, &mut around);
                (in_vain, changes) = (0, changes + 1);
            }
            at = i + 1;
        }
        self.room.push(around);
    }

    /// The mean over the outcomes of a chance node; a node without a list of outcomes is valued as it is.
    fn expect(&mut self, game: &G, state: &G::State, end: u32) -> Payoff {
        let first = self.outcomes.len();
        game.outcomes(state, &mut self.outcomes);
        let last = self.outcomes.len();
        if first == last {
            return self.value.value(game, state);
        }
        let mut sum = Payoff::zero(game.info().seats.len());
        let mut all = 0.0;
        for i in first..last {
            let (chance, p) = self.outcomes[i];
            let mut next = state.clone();
            game.resolve(&mut next, chance);
            let worth = self.worth(game, &next, end);
            sum.values_mut().iter_mut().zip(worth.values()).for_each(|(sum, v)| *sum += p * v);
            all += p;
        }
        self.outcomes.truncate(first);
        sum.values_mut().iter_mut().for_each(|v| *v /= all);
        sum
    }

    /// Adds what the value of `state` for a seat rests on, weighed by a probability; dice before turn `end` count by their exact
    /// chances.
    fn ground(
        &mut self,
        game: &G,
        state: &G::State,
        end: u32,
        (seat, p): (Seat, f64),
        reasons: &mut Vec<Figure>,
    ) {
        let mut outcomes = Vec::new();
        if game.turn(state) == Turn::Chance && game.turns(state) < end {
            game.outcomes(state, &mut outcomes);
        }
        if !outcomes.is_empty() {
            for (chance, q) in outcomes {
                let mut next = state.clone();
                game.resolve(&mut next, chance);
                self.ground(game, &next, end, (seat, p * q), reasons);
            }
            return;
        }
        let found = match game.turn(state) {
            Turn::Over => vec![Figure::new("the end of the game", game.payoff(state).values()[seat])],
            _ => self.value.reasons(game, state, seat),
        };
        for reason in found {
            match reasons.iter_mut().find(|known| known.name == reason.name) {
                Some(known) => known.value += p * reason.value,
                None => reasons.push(Figure { value: p * reason.value, ..reason }),
            }
        }
    }

    /// Lists the proposals in `state` and ranks them: the best first.
    fn weigh(&mut self, game: &G, state: &G::State, turns: &mut Vec<P::Turn>) {
        let Turn::Player(seat) = game.turn(state) else { return };
        self.value.asked_by(seat);
        self.proposer.asked_by(seat);
        turns.clear();
        self.proposer.propose(game, state, turns);
        let end = game.turns(state) + 1;
        let mut ranked = std::mem::take(&mut self.ranked);
        ranked.clear();
        let worth = |counsel: &mut Self, turn: &P::Turn, end| {
            let after = counsel.proposer.after(game, state, turn);
            let worth = match counsel.choosing.depth {
                0 => counsel.value.value(game, &after),
                _ => counsel.worth(game, &after, end),
            };
            worth.values()[seat]
        };
        for (i, turn) in turns.iter().enumerate() {
            ranked.push((worth(self, turn, end), i as u32));
        }
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        for i in 0..self.choosing.refine.min(ranked.len()) {
            let mut turn = turns[ranked[i].1 as usize].clone();
            let mut worth = Payoff::zero(game.info().seats.len());
            worth.values_mut()[seat] = ranked[i].0;
            self.improve(game, state, (seat, end), &mut turn, &mut worth);
            // From two beginnings one often comes to the same turn.
            let worth = worth.values()[seat];
            if !ranked.iter().any(|(known, _)| (known - worth).abs() < TINY) {
                ranked.push((worth, turns.len() as u32));
                turns.push(turn);
            }
        }
        if self.choosing.refine > 0 {
            ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        }
        let wide = self.choosing.wide.min(ranked.len());
        if self.choosing.depth > 1 && wide > 1 {
            for entry in &mut ranked[..wide] {
                entry.0 = worth(self, &turns[entry.1 as usize], end + self.choosing.depth - 1);
            }
            ranked[..wide].sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        }
        if self.choosing.trials > 0 && wide > 1 {
            self.try_out(game, state, seat, turns, &mut ranked[..wide]);
        }
        self.ranked = ranked;
    }
}

impl<G: Game, P: Proposer<G>, V: Value<G>> Policy<G> for Counsel<G, P, V> {
    fn choose(&mut self, game: &G, state: &G::State, rng: &mut Rng, plan: &mut Vec<G::Action>) {
        let mut turns = self.room.pop().unwrap_or_default();
        let chosen = if self.choosing.random > 0.0 && rng.unit() < self.choosing.random {
            turns.clear();
            self.proposer.propose(game, state, &mut turns);
            rng.below(turns.len() as u32) as usize
        } else {
            self.weigh(game, state, &mut turns);
            let rank = match self.choosing.draw {
                true => drawn(&self.ranked, rng),
                false => self.choosing.rank.clamp(1, self.ranked.len()) - 1,
            };
            self.ranked[rank].1 as usize
        };
        self.proposer.steps(game, state, &turns[chosen], plan);
        self.room.push(turns);
    }

    fn rate(&mut self, game: &G, state: &G::State, plan: &[G::Action]) -> Option<f64> {
        let Turn::Player(seat) = game.turn(state) else { return None };
        let mut after = state.clone();
        if carry_out(game, &mut after, plan, |_, _| ()).1.is_some() {
            return None;
        }
        self.value.asked_by(seat);
        self.proposer.asked_by(seat);
        let worth = match self.choosing.depth {
            0 => self.value.value(game, &after),
            depth => self.worth(game, &after, game.turns(state) + depth),
        };
        Some(worth.values()[seat])
    }

    fn thought(&mut self, game: &G, state: &G::State) -> Thought<G::Action> {
        let Turn::Player(seat) = game.turn(state) else { return Thought::default() };
        let mut turns = self.room.pop().unwrap_or_default();
        self.weigh(game, state, &mut turns);
        let candidates = self.ranked.iter().take(SHOWN).map(|(value, i)| {
            let (turn, mut steps) = (&turns[*i as usize], Vec::new());
            self.proposer.steps(game, state, turn, &mut steps);
            let idea = Idea::Plan(self.proposer.words(game, state, turn), steps);
            Candidate { idea, visits: 1, value: *value, stderr: 0.0 }
        });
        let mut thought = Thought { candidates: candidates.collect(), ..Thought::default() };
        thought.figures = self.proposer.figures(game, state);
        thought.figures.push(Figure::new("turns proposed", turns.len() as f64));
        let rank = self.choosing.rank.clamp(1, self.ranked.len());
        if self.ranked.len() > 1 {
            let values = self.ranked.iter().zip(1u32..).map(|((value, _), rank)| (rank.into(), *value));
            let curve = Curve::line("values of the turns proposed", ("rank", "value"), values.collect());
            thought.curves.push(Curve { at: Some(rank as f64), ..curve });
        }
        let chosen = &turns[self.ranked[rank - 1].1 as usize];
        let after = self.proposer.after(game, state, chosen);
        thought.figures.extend(self.value.figures(game, &after));
        self.ground(game, &after, game.turns(state) + 1, (seat, 1.0), &mut thought.reasons);
        thought.reasons.sort_by(|a, b| b.value.abs().total_cmp(&a.value.abs()));
        thought.reasons.truncate(SHOWN);
        thought.frames = self.proposer.frames(game, state);
        self.room.push(turns);
        thought
    }
}

/// One of the ranked, each as likely as its value is large; the first if none has any.
fn drawn(ranked: &[(f64, u32)], rng: &mut Rng) -> usize {
    let all: f64 = ranked.iter().map(|(value, _)| value.max(0.0)).sum();
    let mut left = all * rng.unit();
    let reached = |(value, _): &(f64, u32)| {
        left -= value.max(0.0);
        left < 0.0
    };
    ranked.iter().position(reached).unwrap_or(0)
}

/// How many candidates and reasons are told.
const SHOWN: usize = 10;
/// How often a turn is changed at most, and by how much it must become better each time.
const CHANGES: usize = 40;
const TINY: f64 = 1e-6;
