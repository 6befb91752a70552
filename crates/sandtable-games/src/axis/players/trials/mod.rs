//! `staff` by trials, its usual way to think: plans of TripleA's Hard and what differs from them in one thing, tried out by playing on.
//!
//! For each part of a turn there are some ideas: what to buy, what to attack, where to go. Each is carried out again and again, both sides
//! play on by the same planner with battles judged by averages, and the position some turns later is valued by what `staff` has learned (`outlook`).
//! All ideas meet the same dice; the worse half is dropped again and again, and whatever is clearly worse than Hard's plan, so that most trials
//! go to those that are hard to tell apart. What is left is done only if it is better than Hard's plan by more than the trials may be off.
//!
//! From there on single units are sent elsewhere (`roster`), before the battles and after them: of all such changes those that look best at the
//! end of the turn are tried against the plan as it is, and what is clearly better is the plan from then on, as long as there is time.
//!
//! Battles are broken off when dynamic programming says so. Where new units are placed, Fast decides.

mod ideas;
mod roster;
mod trial;

use std::time::{Duration, Instant};

use rustc_hash::FxHashSet;
use sandtable_core::{
    Agent, Args, Ask, BadInput, Budget, Candidate, Fault, Figure, Heat, Policy, Rng, Stream, Thought,
};

use super::battle_sense::BattleSense;
use super::orders::Orders;
use super::outlook::Outlook;
use super::triplea::{Odds, Planner};
use crate::axis::{Action, Axis, Phase, State};
use ideas::Idea;
use roster::{Change, Posting, Roster};
use trial::Trial;

/// Parts of what a turn may cost: to buy, to attack, and to move after the battles.
const PURCHASE: f64 = 0.2;
const ATTACK: f64 = 0.4;
const REDEPLOY: f64 = 0.4;

/// The least that the values of trials are taken to vary, squared.
const SPREAD: f64 = 0.0004;

/// The part of it that goes to ideas before single units are sent elsewhere.
const IDEAS: f64 = 0.5;
/// How many such changes are tried side by side, and how many positions that may take.
const ABREAST: usize = 8;
const SLICE: f64 = 16_000.0;

/// What a turn may cost unless somebody says otherwise.
const USUAL: Budget = Budget::time(Duration::from_millis(200));

/// What can be set.
#[derive(Clone, Copy)]
pub struct Options {
    /// Seconds a turn, if they were given.
    pub seconds: Option<f64>,
    /// Thousands of positions to look at instead, if not 0.
    pub nodes: u64,
    /// Turns to play on after its own.
    pub ahead: u32,
    /// By how many standard errors an idea must be better than Hard's plan.
    pub doubt: f64,
    /// What a province is worth in battle, as a multiple of its income.
    pub land: f64,
}

impl Options {
    /// As they were given.
    pub fn of(args: &Args) -> Result<Options, BadInput> {
        let seconds = args.number("seconds", 0.001..=3600.0)?;
        Ok(Options {
            seconds: args.given("seconds").then_some(seconds),
            nodes: args.number("nodes", 0..=1_000_000_000)?,
            ahead: args.number("ahead", 0..=20)?,
            doubt: args.number("doubt", 0.0..=100.0)?,
            land: args.number("land", 0.0..=100.0)?,
        })
    }
}

/// What came of an idea: by how much it is better than the first, and how far off that may be.
#[derive(Clone, Copy, Default)]
struct Lead {
    sum: f64,
    squares: f64,
    trials: u64,
}

impl Lead {
    fn add(&mut self, more: f64) {
        self.sum += more;
        self.squares += more * more;
        self.trials += 1;
    }

    fn mean(&self) -> f64 {
        self.sum / self.trials.max(1) as f64
    }

    fn stderr(&self) -> f64 {
        let n = self.trials.max(1) as f64;
        (((self.squares / n - self.mean().powi(2)).max(0.0) + SPREAD) / n).sqrt()
    }
}

/// The player.
pub struct Trials {
    options: Options,
    hard: Planner,
    fast: Planner,
    trial: Trial,
    orders: Orders,
    sense: BattleSense,
    /// What the decision at hand may cost, in time.
    time: Option<Duration>,
}

impl Trials {
    /// A player with these options, who values positions by this outlook.
    pub fn new(game: &Axis, options: Options, outlook: Outlook) -> Trials {
        Trials {
            hard: Planner::new(game, Odds::Dice),
            fast: Planner::new(game, Odds::Strengths),
            trial: Trial::new(game, outlook),
            orders: Orders::default(),
            sense: BattleSense::new(options.land, true),
            time: None,
            options,
        }
    }

    /// How much of what a part of a turn may cost is gone.
    fn used(&self, part: f64, began: Instant) -> f64 {
        match self.time {
            Some(time) => began.elapsed().as_secs_f64() / time.mul_f64(part).as_secs_f64(),
            None => self.trial.spent as f64 / (self.options.nodes as f64 * 1000.0 * part),
        }
    }

    /// What came of each idea, and the number of the one to carry out. `done` says how much of what it may cost is gone.
    fn contest(
        &mut self,
        game: &Axis,
        state: &State,
        ideas: &[Idea],
        seed: u64,
        done: impl Fn(&Self) -> f64,
    ) -> (usize, Vec<(f64, Lead)>) {
        let mut leads = vec![Lead::default(); ideas.len()];
        let mut alive: Vec<usize> = (1..ideas.len()).collect();
        let rounds = ideas.len().next_power_of_two().trailing_zeros();
        let (mut trials, mut usual) = (0, 0.0);
        for round in 1..=rounds {
            let most = f64::from(round) / f64::from(rounds);
            loop {
                let mut value = |i: usize| {
                    let mut dice = Rng::new(seed, trials, Stream::World);
                    let plan = (state, &ideas[i].steps[..]);
                    self.trial.run(game, plan, self.options.ahead, &mut dice)
                };
                let now = value(0);
                usual += now;
                alive.iter().for_each(|&i| leads[i].add(value(i) - now));
                trials += 1;
                if done(self) >= most {
                    break;
                }
            }
            alive.sort_by(|&a, &b| leads[b].sum.total_cmp(&leads[a].sum).then(a.cmp(&b)));
            if round < rounds {
                alive.truncate(alive.len().div_ceil(2));
            }
            alive.retain(|&i| leads[i].mean() + self.options.doubt * leads[i].stderr() > 0.0);
            if alive.is_empty() {
                break;
            }
        }
        let surely = |i: usize| leads[i].mean() - self.options.doubt * leads[i].stderr();
        let best = alive.into_iter().max_by(|&a, &b| surely(a).total_cmp(&surely(b)));
        let usual = usual / (trials as f64).max(1.0);
        let found = leads.iter().map(|lead| (usual + lead.mean(), *lead)).collect();
        (best.filter(|&i| surely(i) > 0.0).unwrap_or(0), found)
    }

    /// Sends a few units elsewhere as long as that is better and there is time: of all such changes those that look best at the end of the turn
    /// are tried first. Returns what came of the last change too, if there was one.
    fn climb(
        &mut self,
        game: &Axis,
        state: &State,
        roster: &Roster,
        mut best: Idea,
        rng: &mut Rng,
        used: impl Fn(&Self) -> f64,
    ) -> (Idea, Option<(f64, Lead)>) {
        let (mut tried, mut came): (FxHashSet<Posting>, _) = Default::default();
        while let Some(posting) = best.posting.take() {
            tried.insert(posting.clone());
            let mut changes = self.changes(game, state, (roster, &posting), &tried, rng, &used);
            best.posting = Some(posting);
            let mut winner = 0;
            while winner == 0 && !changes.is_empty() && used(self) < 1.0 {
                let mut ideas = vec![best];
                for (_, change, posting) in changes.drain(..ABREAST.min(changes.len())) {
                    let steps = roster.steps(game, state, &posting, &mut self.orders);
                    let words = format!("{}, {}", ideas[0].words, change.words(game));
                    tried.insert(posting.clone());
                    ideas.push(Idea { words, steps, posting: Some(posting) });
                }
                let first = self.trial.spent;
                let done = |this: &Self| match used(this) < 1.0 {
                    true => (this.trial.spent - first) as f64 / SLICE,
                    false => 1.0,
                };
                let found;
                (winner, found) = self.contest(game, state, &ideas, rng.bits(), done);
                came = if winner > 0 { Some(found[winner]) } else { came };
                best = ideas.swap_remove(winner);
            }
            if winner == 0 {
                break;
            }
        }
        (best, came)
    }

    /// All changes that have not been tried, those that look best at the end of the turn first.
    fn changes(
        &mut self,
        game: &Axis,
        state: &State,
        (roster, posting): (&Roster, &Posting),
        tried: &FxHashSet<Posting>,
        rng: &mut Rng,
        used: impl Fn(&Self) -> f64,
    ) -> Vec<(f64, Change, Posting)> {
        let (mut changes, seed) = (Vec::new(), rng.bits());
        for (change, posting) in roster.changes(posting) {
            if used(self) >= 1.0 {
                break;
            }
            if tried.contains(&posting) {
                continue;
            }
            let steps = roster.steps(game, state, &posting, &mut self.orders);
            let mut dice = Rng::new(seed, 0, Stream::World);
            changes.push((self.trial.look(game, (state, &steps), &mut dice), change, posting));
        }
        changes.sort_by(|a, b| b.0.total_cmp(&a.0));
        changes
    }

    fn thought(&self, game: &Axis, view: &State, ideas: &[Idea], found: &[(f64, Lead)]) -> Thought<Action> {
        let mut candidates: Vec<Candidate<Action>> =
            ideas.iter().zip(found).map(|(idea, came)| candidate(idea, *came)).collect();
        candidates.sort_by(|a, b| b.value.total_cmp(&a.value));
        let trials = found.iter().map(|(_, lead)| lead.trials).max().unwrap_or(0);
        let figures =
            vec![Figure::new("trials", trials as f64), Figure::new("positions", self.trial.spent as f64)];
        let values = self.trial.outlook.reader.dangers(game, view, view.mover);
        let heat = vec![Heat { name: "threat".into(), values }];
        Thought { candidates, figures, heat, ..Thought::default() }
    }
}

/// An idea and what came of it, for who wants to know.
fn candidate(idea: &Idea, (value, lead): (f64, Lead)) -> Candidate<Action> {
    Candidate {
        idea: sandtable_core::Idea::Turn(idea.words.clone()),
        visits: lead.trials,
        value: value.clamp(0.0, 1.0),
        stderr: lead.stderr(),
    }
}

impl Agent<Axis> for Trials {
    fn act(&mut self, ask: &mut Ask<Axis>, plan: &mut Vec<Action>) -> Result<Thought<Action>, Fault> {
        let (game, view) = (ask.game, ask.view);
        let own = match self.options.nodes > 0 {
            true => Some(Budget::OPEN),
            false => self.options.seconds.map(|s| Budget::time(Duration::from_secs_f64(s))),
        };
        self.time = ask.budget(own, USUAL).time;
        self.trial.spent = 0;
        self.hard.judge.begin(ask.rng);
        let began = Instant::now();
        let (mut ideas, roster, part) = match view.phase {
            Phase::Purchase { .. } => (self.purchases(game, view, ask.rng), None, PURCHASE),
            Phase::Combat => {
                let (ideas, roster) = self.attacks(game, view);
                (ideas, Some(roster), ATTACK)
            }
            Phase::Redeploy => {
                let (ideas, roster) = self.moves(game, view);
                (ideas, Some(roster), REDEPLOY)
            }
            Phase::Decide { at } => {
                self.sense.decide(game, view, at, plan);
                return Ok(Thought::default());
            }
            _ => {
                self.fast.choose(game, view, ask.rng, plan);
                return Ok(Thought::default());
            }
        };
        if ideas.is_empty() {
            // Somebody else began this turn, and no idea knows where to land what is in the air.
            self.fast.choose(game, view, ask.rng, plan);
            return Ok(Thought::default());
        }
        let first = if roster.is_some() { IDEAS } else { 1.0 };
        let done = |this: &Self| this.used(part, began) / first;
        let (best, found) = self.contest(game, view, &ideas, ask.rng.bits(), done);
        let mut thought = match ask.explain {
            true => self.thought(game, view, &ideas, &found),
            false => Thought::default(),
        };
        let mut best = ideas.swap_remove(best);
        if let Some(roster) = roster {
            let came;
            (best, came) = self.climb(game, view, &roster, best, ask.rng, |this| this.used(part, began));
            let last = came.filter(|_| ask.explain).map(|came| candidate(&best, came));
            thought.candidates.splice(..0, last);
        }
        plan.extend(&best.steps);
        Ok(thought)
    }
}
