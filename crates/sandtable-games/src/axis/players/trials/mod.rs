//! `staff` by trials, its usual way to think: plans of TripleA's Hard and what differs from them in one thing, tried out by playing on.
//!
//! For each part of a turn there are some ideas (`ideas`): what to buy, what to attack, where to go. Each is carried out again and again, both sides
//! play on by the same planner (`trial`), and the positions of the next turns are valued by what `staff` has learned (`outlook`). All ideas meet the
//! same luck (`luck`), and most trials go to those that are hard to tell apart (`contest`). Hard's plan is left only for what is better by a good part
//! of what the trials may be off.
//!
//! From there on single units are sent elsewhere (`climb`, `roster`), before the battles and after them: of all such changes those that look best at
//! the end of the turn are tried against the plan as it is, and what is clearly better is the plan from then on, as long as there is time.
//!
//! Hard's plans judge battles by averages here as they do in trials: about as good as with dice, for a small part of the time.
//!
//! Battles are broken off when dynamic programming says so. Where new units are placed, Fast decides.

mod climb;
mod contest;
mod ideas;
mod luck;
mod roster;
mod trial;

use std::time::{Duration, Instant};

use sandtable_core::{
    Agent, Args, Ask, BadInput, Budget, Candidate, Fault, Figure, Heat, Policy, Rng, Thought,
};

use super::battle_sense::BattleSense;
use super::orders::Orders;
use super::outlook::Outlook;
use super::triplea::{Odds, Planner};
use crate::axis::{Action, Axis, Phase, State};
use contest::{Lead, candidate};
use ideas::Idea;
use trial::{Trial, effort};

/// Parts of what a turn may cost: to buy, to attack, and to move after the battles.
const PURCHASE: f64 = 0.2;
const ATTACK: f64 = 0.4;
const REDEPLOY: f64 = 0.4;

/// The part of it that goes to ideas before single units are sent elsewhere.
const IDEAS: f64 = 0.5;
/// Who cannot pay for so many trials of a part of a turn does what Hard would do.
const WORTHWHILE: f64 = 3.0;

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
    /// How often it does something at random, in percent of the parts of its turns: while it learns.
    pub strays: f64,
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
            strays: 0.0,
        })
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
            hard: Planner::new(game, Odds::Averages),
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

    /// Whether there is too little to spend on a part of a turn to try anything. A turn that is played on has two plans.
    fn poor(&self, game: &Axis, state: &State, part: f64) -> bool {
        let trial = f64::from(1 + self.options.ahead) * 2.0 * effort(game, state) as f64;
        self.options.nodes > 0 && self.options.nodes as f64 * 1000.0 * part < WORTHWHILE * trial
    }

    /// What Hard would do in this part of a turn.
    fn usual(&mut self, game: &Axis, state: &State, rng: &mut Rng, plan: &mut Vec<Action>) {
        self.hard.choose(game, state, rng, plan);
        let end = plan.iter().position(|step| matches!(step, Action::Done(_)));
        plan.truncate(end.map_or(plan.len(), |i| i + 1));
    }

    fn thought(&self, game: &Axis, view: &State, ideas: &[Idea], found: &[(f64, Lead)]) -> Thought<Action> {
        let tried =
            ideas.iter().zip(found).enumerate().filter(|(i, (_, (_, lead)))| *i == 0 || lead.trials > 0);
        let mut candidates: Vec<Candidate<Action>> =
            tried.map(|(_, (idea, came))| candidate(idea, *came)).collect();
        candidates.sort_by(|a, b| b.value.total_cmp(&a.value));
        let trials = found.iter().map(|(_, lead)| lead.trials).max().unwrap_or(0);
        let figures =
            vec![Figure::new("trials", trials as f64), Figure::new("positions", self.trial.spent as f64)];
        let values = self.trial.outlook.reader.dangers(game, view, view.mover);
        let heat = vec![Heat { name: "threat".into(), values }];
        Thought { candidates, figures, heat, ..Thought::default() }
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
        let part = match view.phase {
            Phase::Purchase { .. } => PURCHASE,
            Phase::Combat => ATTACK,
            Phase::Redeploy => REDEPLOY,
            Phase::Decide { at } => {
                self.sense.decide(game, view, at, plan);
                return Ok(Thought::default());
            }
            _ => {
                self.fast.choose(game, view, ask.rng, plan);
                return Ok(Thought::default());
            }
        };
        let strays = self.options.strays > 0.0 && ask.rng.unit() * 100.0 < self.options.strays;
        if self.poor(game, view, part) && !strays {
            self.usual(game, view, ask.rng, plan);
            return Ok(Thought::default());
        }
        let (mut ideas, roster) = match view.phase {
            Phase::Purchase { .. } => (self.purchases(game, view, ask.rng), None),
            Phase::Combat => {
                let (ideas, roster) = self.attacks(game, view);
                (ideas, Some(roster))
            }
            _ => {
                let (ideas, roster) = self.moves(game, view);
                (ideas, Some(roster))
            }
        };
        if ideas.is_empty() {
            // Somebody else began this turn, and no idea knows where to land what is in the air.
            self.fast.choose(game, view, ask.rng, plan);
            return Ok(Thought::default());
        }
        if strays {
            let any = ask.rng.below(ideas.len() as u32) as usize;
            plan.extend(&ideas[any].steps);
            return Ok(Thought::default());
        }
        let first = if roster.is_some() { IDEAS } else { 1.0 };
        let done = |this: &Self| this.used(part, began) / first;
        let seed = ask.rng.bits();
        self.screen(game, view, &mut ideas, seed, done);
        let (best, found) = self.contest(game, view, &ideas, seed, done);
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

#[cfg(test)]
mod tests {
    use sandtable_core::{Agent, Ask, Game, Guess, Rng, Spec, Stream};

    use super::{Options, Trials};
    use crate::axis::battle::Losses;
    use crate::axis::players::outlook::Outlook;
    use crate::axis::players::players;
    use crate::axis::{Axis, open};

    /// A part of a turn may cost a little more than its share, since what has been begun is finished.
    #[test]
    fn what_a_part_of_a_turn_costs_is_what_it_may_cost() {
        let game = Axis::new("minimap", open("minimap").unwrap(), Losses::Power).unwrap();
        let staff = players().into_iter().find(|p| p.name == "staff").unwrap();
        let mut costs = Vec::new();
        for nodes in [5, 20, 100] {
            let args = Spec::parse(&format!("staff:nodes={nodes}")).unwrap();
            let options = Options::of(&args.args(staff.params).unwrap()).unwrap();
            let outlook = Outlook::new(&game, "").unwrap();
            let mut player = Trials::new(&game, options, outlook);
            let (mut rng, mut guess) = (Rng::new(1, 0, Stream::World), Guess);
            let (mut state, mut plan) = (game.start(), Vec::new());
            for part in [super::PURCHASE, super::ATTACK] {
                plan.clear();
                let mut ask = Ask::new(&game, 0, &state, &mut guess, &mut rng);
                player.act(&mut ask, &mut plan).unwrap();
                plan.iter().for_each(|&step| game.apply(&mut state, step));
                let share = player.trial.spent as f64 / (nodes as f64 * 1000.0 * part);
                assert!(share < 1.25, "nodes={nodes}: {share} of what it may cost");
                costs.push(share);
            }
        }
        assert_eq!(costs[..1], [0.0], "too little to try anything");
        assert!(costs[3..].iter().all(|share| *share > 0.5), "{costs:?}");
    }
}
