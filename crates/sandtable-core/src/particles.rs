//! A belief as weighted states, *particles*: moved by a model of the others, weighed by what the seat saw, and drawn anew where
//! there are too many.
//!
//! The others are taken to keep to a habit, one of the game's policies, and to stray from it now and then. Who strays does
//! something that the model calls possible and that looks as it was seen to look, so what nobody expected is weighed rather than
//! excluded. For each particle the chances of all habits are kept, not one habit drawn, so a player whom the model knows
//! is soon followed step by step. Where too little of what was believed explains what is seen, the model mends: it draws states
//! from all that was seen, whatever the others are like.
//!
//! What is believed is a function of what was seen, so it can be made anew from a record. It is worked out when somebody asks:
//! a seat whose player never does pays for its views alone.

use rustc_hash::FxHashMap;

use crate::belief::joined;
use crate::{Belief, Dist, Game, Policy, Rng, Seat, Stream, Turn};

/// How many habits a model may know.
pub const HABITS: usize = 20;
/// More particles than this are drawn down to it.
const MOST: usize = 256;
/// How many states are drawn from what was seen alone, where they are needed.
const MENDED: usize = 32;
/// The chance that somebody with a habit strays from it in a turn, and takes up any other afterwards.
const STRAYS: f32 = 0.01;
const CHANGES: f32 = 0.02;
/// At first: the chance that somebody has none of the habits.
const STRANGER: f32 = 0.02;
/// Habits less likely than this are not followed.
const FORGOTTEN: f32 = 2e-3;
/// How much of what is believed rests on what was seen alone, so that nothing possible is ever excluded.
const DOUBT: f64 = 0.02;
/// Below this share of explained belief, states drawn from what was seen alone join the particles.
const SURPRISED: f64 = 0.5;
/// Dice that cannot be listed are thrown so often for each particle.
const THROWS: u32 = 8;

/// What a game knows of how the others play, and of what its seat has seen.
pub trait Model<G: Game>: Send {
    /// A new game begins, seen by `seat`.
    fn begin(&mut self, game: &G, seat: Seat);

    /// The seat saw this, after a step of its own if there is one.
    fn observe(&mut self, game: &G, view: &G::View, own: Option<G::Action>);

    /// The habits that the others may have, fewer than [`HABITS`]: how likely each is, as a share, and what it is.
    fn habits(&mut self) -> &mut [(f32, Box<dyn Policy<G>>)];

    /// Lets whoever is to decide do anything after which `view` is seen, at random: how likely it was that it would be so seen,
    /// or nothing if that is impossible.
    fn stray(&mut self, game: &G, state: &mut G::State, view: &G::View, rng: &mut Rng) -> Option<f64>;

    /// A state from what was seen up to `view` alone, at random; every state that agrees with all of it may come.
    fn mend(&mut self, game: &G, view: &G::View, rng: &mut Rng) -> G::State;

    /// The state in which everything out of sight is where it was last seen.
    fn last_seen(&mut self, game: &G, view: &G::View) -> G::State;
}

/// A state that may be the true one.
#[derive(Clone, Debug)]
struct Particle<S> {
    state: S,
    weight: f64,
    /// The chance that the one who moves out of sight has none of the habits, then that of each habit.
    habits: [f32; HABITS],
}

/// A belief as particles.
pub struct Particles<G: Game, M> {
    model: M,
    seat: Seat,
    particles: Vec<Particle<G::State>>,
    next: Vec<Particle<G::State>>,
    places: FxHashMap<G::State, u32>,
    /// What was seen and is still to be worked out, and what was seen last.
    waiting: Vec<(G::View, Option<G::Action>)>,
    last: Option<G::View>,
    /// How many events have been worked out: each has random numbers of its own.
    worked_out: u64,
    plan: Vec<G::Action>,
    outcomes: Vec<(G::Chance, f64)>,
}

impl<G: Game, M: Model<G>> Particles<G, M> {
    /// A belief that goes by `model`.
    pub fn new(model: M) -> Self {
        Particles {
            model,
            seat: 0,
            particles: Vec::new(),
            next: Vec::new(),
            places: FxHashMap::default(),
            waiting: Vec::new(),
            last: None,
            worked_out: 0,
            plan: Vec::new(),
            outcomes: Vec::new(),
        }
    }

    /// What is believed now, each state with its weight; the weights sum to one.
    pub fn states(&mut self, game: &G) -> impl Iterator<Item = (&G::State, f64)> {
        self.catch_up(game);
        self.particles.iter().map(|p| (&p.state, p.weight))
    }

    fn catch_up(&mut self, game: &G) {
        let mut waiting = std::mem::take(&mut self.waiting);
        for (view, own) in waiting.drain(..) {
            self.worked_out += 1;
            let mut rng =
                Rng::new(0, self.worked_out, Stream::Thought { seating: 0, seat: self.seat as u32 });
            self.model.observe(game, &view, own);
            self.work_out(game, &view, own, &mut rng);
        }
        self.waiting = waiting;
    }

    /// Moves every particle to where the seat sees `view`.
    fn work_out(&mut self, game: &G, view: &G::View, own: Option<G::Action>, rng: &mut Rng) {
        let mut old = std::mem::take(&mut self.particles);
        self.next.clear();
        let mut explained = 0.0;
        for particle in &old {
            let before = self.next.len();
            match (own, game.turn(&particle.state)) {
                (Some(step), Turn::Player(seat))
                    if seat == self.seat && game.check(&particle.state, step).is_ok() =>
                {
                    let mut next = particle.clone();
                    game.apply(&mut next.state, step);
                    self.keep(game, next, view);
                }
                (None, Turn::Chance) => self.draw(game, particle, view, rng),
                (None, Turn::Player(seat)) if seat != self.seat => self.follow(game, particle, view, rng),
                _ => {}
            }
            if self.next.len() > before {
                explained += particle.weight;
            }
        }
        if explained < SURPRISED {
            self.mend(game, view, explained, rng);
        }
        old.clear();
        self.particles = old;
        self.settle(rng);
    }

    fn keep(&mut self, game: &G, particle: Particle<G::State>, view: &G::View) {
        if game.view(&particle.state, self.seat) == *view {
            self.next.push(particle);
        }
    }

    /// Lets the dice fall as they were seen to: what was likelier weighs more.
    fn draw(&mut self, game: &G, particle: &Particle<G::State>, view: &G::View, rng: &mut Rng) {
        let mut outcomes = std::mem::take(&mut self.outcomes);
        outcomes.clear();
        if game.outcomes(&particle.state, &mut outcomes) == Dist::SampleOnly {
            let thrown = (0..THROWS).map(|_| (game.sample(&particle.state, rng), 1.0 / f64::from(THROWS)));
            outcomes.extend(thrown);
        }
        for &(chance, p) in &outcomes {
            let mut next = particle.clone();
            game.resolve(&mut next.state, chance);
            next.weight *= p;
            self.keep(game, next, view);
        }
        self.outcomes = outcomes;
    }

    /// Lets somebody else move: as each of the habits would, or straying.
    fn follow(&mut self, game: &G, particle: &Particle<G::State>, view: &G::View, rng: &mut Rng) {
        let unknown = self.unknown();
        let mut kept_to = 0.0;
        for habit in 1..=self.model.habits().len() {
            let chance = particle.habits[habit];
            if chance < FORGOTTEN {
                continue;
            }
            self.plan.clear();
            self.model.habits()[habit - 1].1.choose(game, &particle.state, rng, &mut self.plan);
            let mut next = particle.clone();
            if looks_so(game, &mut next.state, &self.plan, self.seat, &particle.state, view) {
                next.weight *= f64::from(chance * (1.0 - STRAYS));
                next.habits = unknown.map(|chance| chance * CHANGES);
                next.habits[habit] += 1.0 - CHANGES;
                self.next.push(next);
                kept_to += chance;
            }
        }
        let strays = particle.habits[0] + STRAYS * (1.0 - particle.habits[0]);
        let mut habits = unknown;
        for (habit, chance) in habits.iter_mut().zip(particle.habits).skip(1) {
            *habit += (1.0 - CHANGES) * (chance * STRAYS / strays - *habit);
        }
        habits[0] += (1.0 - CHANGES) * (particle.habits[0] / strays - habits[0]);
        // As many as its weight deserves, and few where a habit explains what was seen.
        let tries = (MOST as f64 * particle.weight * f64::from(1.0 - kept_to)).ceil().max(1.0);
        for _ in 0..tries as usize {
            let mut state = particle.state.clone();
            if let Some(likely) = self.model.stray(game, &mut state, view, rng) {
                let weight = particle.weight * f64::from(strays) * likely / tries;
                self.next.push(Particle { state, weight, habits });
            }
        }
    }

    /// Adds states that are drawn from what was seen alone. They weigh what the particles left unexplained, and at least a little.
    fn mend(&mut self, game: &G, view: &G::View, explained: f64, rng: &mut Rng) {
        let known: f64 = self.next.iter().map(|p| p.weight).sum();
        let share = DOUBT / (DOUBT + explained);
        // Against those that are there; alone, any weight will do.
        let weight = if known > 0.0 { known * share / (1.0 - share) } else { 1.0 } / MENDED as f64;
        let habits = self.unknown();
        for _ in 0..MENDED {
            let state = self.model.mend(game, view, rng);
            self.next.push(Particle { state, weight, habits });
        }
    }

    /// Joins particles of one state, and draws them down to the most that are kept.
    fn settle(&mut self, rng: &mut Rng) {
        self.places.clear();
        let mut joined = 0;
        for i in 0..self.next.len() {
            let weight = self.next[i].weight;
            match self.places.get(&self.next[i].state) {
                Some(&place) => {
                    let habits = self.next[i].habits;
                    let there = &mut self.next[place as usize];
                    let share = (weight / (weight + there.weight).max(f64::MIN_POSITIVE)) as f32;
                    for (own, other) in there.habits.iter_mut().zip(habits) {
                        *own += share * (other - *own);
                    }
                    there.weight += weight;
                }
                None => {
                    self.places.insert(self.next[i].state.clone(), joined as u32);
                    self.next.swap(joined, i);
                    joined += 1;
                }
            }
        }
        self.next.truncate(joined);
        let all: f64 = self.next.iter().map(|p| p.weight).sum();
        if joined <= MOST {
            self.particles.extend(self.next.drain(..).map(|p| Particle { weight: p.weight / all, ..p }));
            return;
        }
        // Systematic resampling: one random number for evenly spaced draws.
        let (step, mut reached, mut at) = (all / MOST as f64, 0.0, rng.unit());
        for particle in self.next.drain(..) {
            reached += particle.weight;
            let begin = at;
            while at * step < reached && at < MOST as f64 {
                at += 1.0;
            }
            if at > begin {
                self.particles.push(Particle { weight: (at - begin) / MOST as f64, ..particle });
            }
        }
    }

    /// The chances of the habits of somebody who is not known yet.
    fn unknown(&mut self) -> [f32; HABITS] {
        let known = self.model.habits();
        let all: f32 = known.iter().map(|(share, _)| share).sum();
        let stranger = if known.is_empty() { 1.0 } else { STRANGER };
        let mut habits = [0.0; HABITS];
        habits[0] = stranger;
        for (chance, (share, _)) in habits[1..].iter_mut().zip(known) {
            *chance = (1.0 - stranger) * *share / all;
        }
        habits
    }

    /// How much of what is believed rests on what was seen alone: nothing before anything was seen, when the start is known.
    fn doubt(&self) -> f64 {
        if self.worked_out > 0 { DOUBT } else { 0.0 }
    }

    /// One of the particles, each as likely as it weighs.
    fn pick(&self, rng: &mut Rng) -> Option<&G::State> {
        let mut left = rng.unit();
        let reached = |p: &&Particle<G::State>| {
            left -= p.weight;
            left < 0.0
        };
        self.particles.iter().find(reached).or(self.particles.last()).map(|p| &p.state)
    }
}

/// Takes the steps of a plan until the seat sees something new, and says whether that is `view`.
fn looks_so<G: Game>(
    game: &G,
    state: &mut G::State,
    plan: &[G::Action],
    seat: Seat,
    before: &G::State,
    view: &G::View,
) -> bool {
    let unchanged = game.view(before, seat);
    for &step in plan {
        if game.check(state, step).is_err() {
            return false;
        }
        game.apply(state, step);
        let now = game.view(state, seat);
        if now != unchanged {
            return now == *view;
        }
    }
    false
}

impl<G: Game, M: Model<G>> Belief<G> for Particles<G, M> {
    fn begin(&mut self, game: &G, seat: Seat) {
        self.seat = seat;
        self.waiting.clear();
        self.worked_out = 0;
        self.model.begin(game, seat);
        let (state, habits) = (game.start(), self.unknown());
        self.last = Some(game.view(&state, seat));
        self.particles.clear();
        self.particles.push(Particle { state, weight: 1.0, habits });
    }

    fn observes(&self) -> bool {
        true
    }

    fn observe(&mut self, _game: &G, view: &G::View, own: Option<G::Action>) {
        // What the seat cannot notice tells it nothing.
        if own.is_none() && self.last.as_ref() == Some(view) {
            return;
        }
        self.waiting.push((view.clone(), own));
        self.last = Some(view.clone());
    }

    fn sample(&mut self, game: &G, view: &G::View, rng: &mut Rng) -> G::State {
        // Whoever asks about something else than was seen, such as a position set up by hand, gets a guess.
        if self.last.as_ref() != Some(view) {
            return game.guess(view, rng);
        }
        self.catch_up(game);
        if rng.unit() < self.doubt() {
            return self.model.mend(game, view, rng);
        }
        self.pick(rng).cloned().unwrap_or_else(|| game.guess(view, rng))
    }

    fn likely(&mut self, game: &G, view: &G::View, rng: &mut Rng) -> G::State {
        if self.last.as_ref() != Some(view) {
            return game.guess(view, rng);
        }
        self.catch_up(game);
        let most = self.particles.iter().max_by(|a, b| a.weight.total_cmp(&b.weight));
        most.map_or_else(|| game.guess(view, rng), |p| p.state.clone())
    }

    fn last_seen(&mut self, game: &G, view: &G::View, rng: &mut Rng) -> G::State {
        if self.last.as_ref() != Some(view) {
            return game.guess(view, rng);
        }
        self.catch_up(game);
        self.model.last_seen(game, view)
    }

    fn worlds(&mut self, game: &G, view: &G::View, rng: &mut Rng) -> Vec<(G::State, f64)> {
        if self.last.as_ref() != Some(view) {
            return joined((0..MOST).map(|_| (game.guess(view, rng), 1.0 / MOST as f64)));
        }
        self.catch_up(game);
        let doubt = self.doubt();
        let mended = if doubt > 0.0 { MENDED } else { 0 };
        let doubted: Vec<(G::State, f64)> =
            (0..mended).map(|_| (self.model.mend(game, view, rng), doubt / MENDED as f64)).collect();
        let believed = self.particles.iter().map(|p| (p.state.clone(), p.weight * (1.0 - doubt)));
        joined(believed.chain(doubted))
    }
}
