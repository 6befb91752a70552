//! `staff` by trials, its usual way to think: plans of TripleA's Hard and what differs from them in one thing, tried out by playing on.
//!
//! For each part of a turn there are some ideas: what to buy, what to attack, where to go. Each is carried out again and again, both sides
//! play on by the same planner with battles judged by averages, and the position some turns later is valued by what `staff` has learned (`outlook`).
//! All ideas meet the same dice; the worse half is dropped again and again, and whatever is clearly worse than Hard's plan, so that most trials
//! go to those that are hard to tell apart. What is left is done only if it is better than Hard's plan by more than the trials may be off.
//!
//! Battles are broken off when dynamic programming says so. Where new units are placed, Fast decides.

mod ideas;
mod trial;

use std::time::{Duration, Instant};

use sandtable_core::{
    Agent, Args, Ask, BadInput, Budget, Candidate, Fault, Figure, Heat, Policy, Rng, Stream, Thought,
};

use super::battle_sense::BattleSense;
use super::orders::Orders;
use super::outlook::Outlook;
use super::triplea::{Odds, Planner};
use crate::axis::{Action, Axis, Phase, State};
use ideas::Idea;
use trial::Trial;

/// Parts of what a turn may cost: to buy, to attack, and to move after the battles.
const PURCHASE: f64 = 0.2;
const ATTACK: f64 = 0.4;
const REDEPLOY: f64 = 0.4;

/// The least that the values of trials are taken to vary, squared.
const SPREAD: f64 = 0.0004;

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

    /// What came of each idea, and the number of the one to carry out.
    fn contest(
        &mut self,
        game: &Axis,
        state: &State,
        ideas: &[Idea],
        part: f64,
        rng: &mut Rng,
    ) -> (usize, Vec<(f64, Lead)>) {
        let (seed, began, first) = (rng.bits(), Instant::now(), self.trial.spent);
        let share = self.options.nodes as f64 * 1000.0 * part;
        let mut leads = vec![Lead::default(); ideas.len()];
        let mut alive: Vec<usize> = (1..ideas.len()).collect();
        let rounds = ideas.len().next_power_of_two().trailing_zeros();
        let (mut trials, mut usual) = (0, 0.0);
        for round in 1..=rounds {
            let done = f64::from(round) / f64::from(rounds);
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
                let late = match self.time {
                    Some(time) => began.elapsed() >= time.mul_f64(part * done),
                    None => (self.trial.spent - first) as f64 >= share * done,
                };
                if late {
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

    fn thought(&self, game: &Axis, view: &State, ideas: &[Idea], found: &[(f64, Lead)]) -> Thought<Action> {
        let mut candidates: Vec<Candidate<Action>> = ideas
            .iter()
            .zip(found)
            .map(|(idea, (value, lead))| Candidate {
                idea: sandtable_core::Idea::Turn(idea.words.clone()),
                visits: lead.trials,
                value: value.clamp(0.0, 1.0),
                stderr: lead.stderr(),
            })
            .collect();
        candidates.sort_by(|a, b| b.value.total_cmp(&a.value));
        let trials = found.iter().map(|(_, lead)| lead.trials).max().unwrap_or(0);
        let figures =
            vec![Figure::new("trials", trials as f64), Figure::new("positions", self.trial.spent as f64)];
        let values = self.trial.outlook.reader.dangers(game, view, view.mover);
        Thought { candidates, figures, heat: vec![Heat { name: "threat".into(), values }] }
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
        let (ideas, part) = match view.phase {
            Phase::Purchase { .. } => (self.purchases(game, view, ask.rng), PURCHASE),
            Phase::Combat => (self.attacks(game, view), ATTACK),
            Phase::Redeploy => (self.moves(game, view), REDEPLOY),
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
            self.fast.choose(game, view, ask.rng, plan);
            return Ok(Thought::default());
        }
        let (best, found) = self.contest(game, view, &ideas, part, ask.rng);
        plan.extend(&ideas[best].steps);
        Ok(if ask.explain { self.thought(game, view, &ideas, &found) } else { Thought::default() })
    }
}
