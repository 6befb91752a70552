//! Monte Carlo tree search as an agent: a tree for each worker, and what they found together.

use std::time::{Duration, Instant};

use rayon::prelude::*;
use sandtable_core::{
    Agent, Args, BadInput, Candidate, Eval, Figure, Game, Guide, Habits, Kit, Param, Payoff, Rng, Seat,
    Stream, Turn,
};

use super::chance::finish_turn;
use super::plain::Plain;
use super::tree::{Choice, Leaf, Shape, Tree};

/// The parameters of `mcts`.
pub const PARAMS: [Param; 14] = [
    param("sims", "simulations a decision", "1000"),
    param(
        "ms",
        "milliseconds a decision instead (results then depend on the machine); 0 counts simulations",
        "0",
    ),
    param("c", "weight of exploration, for values from -1 to 1", HABIT),
    param("cut", "turns that are played on from a leaf before it is valued; 0 values it as it is", HABIT),
    param("rollout", "who plays on: quick (the game's quick policy), random, or a player of the game", HABIT),
    param("propose", "players of the game that propose whole turns, joined by +, or none", HABIT),
    param("eval", "what values a position: one of the game's evaluations, or none (play to the end)", HABIT),
    param("chance", "draw outcomes, or go through their exact distribution: draw or exact", HABIT),
    param("levels", "decide whether to act before how: two or one", "two"),
    param("widen", "try about 2 n^widen steps in n visits, the guide's first; 0 tries all", HABIT),
    param("others", "max: each plays for itself; paranoid: all against the searcher", "max"),
    param("reuse", "keep what is known from the last decision: yes or no", "no"),
    param(
        "workers",
        "independent trees, side by side where there are cores; 0: one, or eight worlds if something is hidden",
        "0",
    ),
    param("steps", "which steps to consider: guide (the game's choice) or all", "guide"),
];

/// The value of a parameter that the game's guide chooses.
const HABIT: &str = "habit";

const fn param(name: &'static str, about: &'static str, default: &'static str) -> Param {
    Param { name, about, default, main: false }
}

/// How many hidden worlds are searched unless told otherwise.
const WORLDS: usize = 8;

/// How leaves get their value.
struct Valuer<G: Game> {
    eval: Option<Box<dyn Eval<G>>>,
    guide: Box<dyn Guide<G>>,
    rollout: Option<Box<dyn Agent<G>>>,
    cut: u32,
    scratch: Option<G::State>,
    plan: Vec<G::Action>,
}

impl<G: Game> Valuer<G> {
    fn value(&mut self, game: &G, state: &G::State, rng: &mut Rng) -> Payoff {
        if game.turn(state) == Turn::Over {
            return game.payoff(state);
        }
        let scratch = match &mut self.scratch {
            Some(scratch) => {
                scratch.clone_from(state);
                scratch
            }
            empty => empty.insert(state.clone()),
        };
        // Without an evaluation only the end of the game has a value.
        let turns = if self.eval.is_some() { self.cut } else { u32::MAX };
        match &mut self.rollout {
            _ if turns == 0 => {}
            None => self.guide.playout(game, scratch, rng, turns),
            Some(agent) => {
                let end = game.turns(scratch).saturating_add(turns);
                while game.turns(scratch) < end {
                    match game.turn(scratch) {
                        Turn::Over => break,
                        Turn::Chance => {
                            let chance = game.sample(scratch, rng);
                            game.resolve(scratch, chance);
                        }
                        Turn::Player(seat) => {
                            finish_turn(game, scratch, &mut **agent, seat, &mut self.plan, rng);
                        }
                    }
                }
            }
        }
        match &mut self.eval {
            Some(eval) if game.turn(scratch) != Turn::Over => eval.eval(game, scratch),
            _ => game.payoff(scratch),
        }
    }
}

/// One tree with what it needs.
struct Worker<G: Game> {
    tree: Tree<G>,
    guide: Box<dyn Guide<G>>,
    valuer: Valuer<G>,
    proposers: Vec<Box<dyn Agent<G>>>,
    rng: Rng,
    choices: Vec<Choice<G::Action>>,
    /// How many simulations the last search made.
    done: u32,
}

impl<G: Game> Worker<G> {
    fn simulate(&mut self, game: &G) {
        let leaf: Leaf = self.tree.gather(game, &mut *self.guide, &mut self.proposers, &mut self.rng);
        let value = self.valuer.value(game, self.tree.state(leaf), &mut self.rng);
        self.tree.apply(leaf, value.values());
    }

    fn search(&mut self, game: &G, budget: Budget) {
        self.done = 0;
        let end = budget.time.map(|time| (Instant::now() + time).min(budget.end));
        loop {
            // The clock is asked now and then: a simulation takes microseconds.
            let some = (budget.sims - self.done).min(8);
            (0..some).for_each(|_| self.simulate(game));
            self.done += some;
            if self.done == budget.sims || end.is_some_and(|end| Instant::now() >= end) {
                break;
            }
        }
        self.tree.choices(&mut self.choices);
    }
}

/// What a worker may spend: at least a few simulations are made in any case.
#[derive(Clone, Copy)]
struct Budget {
    sims: u32,
    /// How long it may take from when its turn comes, if that is limited.
    time: Option<Duration>,
    /// When all must be done then.
    end: Instant,
}

/// What there is to say about a search.
#[derive(Clone, Copy)]
struct Effort {
    /// Simulations whose results were known from the last decision.
    kept: u64,
    seconds: f64,
}

/// Monte Carlo tree search.
pub struct Mcts<G: Game> {
    sims: u32,
    time: Option<Duration>,
    limit: Option<Duration>,
    reuse: bool,
    proposers: Vec<String>,
    workers: Vec<Worker<G>>,
    seat: Seat,
    steps: Vec<G::Action>,
    /// What all workers found together at the last decision.
    found: Vec<Choice<G::Action>>,
    effort: Option<Effort>,
    range: (f64, f64),
}

impl<G: Game> Mcts<G> {
    /// Builds one from its parameters.
    pub fn build(kit: &Kit<G>, args: &Args) -> Result<Box<dyn Agent<G>>, BadInput> {
        let game = kit.game;
        let habits = kit.guide.map_or(Habits::default(), |build| build().habits());
        let mut args = args.clone();
        for (name, habit) in [
            ("c", habits.exploration),
            ("cut", habits.cut),
            ("rollout", habits.rollout),
            ("propose", habits.propose),
            ("chance", habits.chance),
            ("widen", habits.widen),
            ("eval", kit.evals.first().map_or("none", |(name, _)| name)),
        ] {
            if args.get(name) == HABIT {
                args.set(name, habit);
            }
        }
        let eval = match args.get("eval") {
            "none" => None,
            name => {
                Some(kit.evals.iter().find(|(n, _)| *n == name).map(|(_, build)| build).ok_or_else(|| {
                    let names: Vec<&str> = kit.evals.iter().map(|(n, _)| *n).collect();
                    BadInput::new(format!("eval={name}: expected one of {}, none", names.join(", ")))
                })?)
            }
        };
        let number = |name: &str, high: u64| -> Result<u64, BadInput> {
            let expected = format!("a whole number up to {high}");
            let n = args.parse(name, &expected)?;
            if n <= high { Ok(n) } else { Err(BadInput::new(format!("{name}={n}: expected {expected}"))) }
        };
        let weight = |name: &str, high: f32| -> Result<f32, BadInput> {
            let expected = format!("a number from 0 to {high}");
            let x: f32 = args.parse(name, &expected)?;
            let inside = (0.0..=high).contains(&x);
            inside.then_some(x).ok_or_else(|| BadInput::new(format!("{name}={x}: expected {expected}")))
        };
        let flag = |name: &str, yes: &str, no: &str| match args.get(name) {
            text if text == yes => Ok(true),
            text if text == no => Ok(false),
            text => Err(BadInput::new(format!("{name}={text}: expected {yes} or {no}"))),
        };
        let shape = Shape {
            exploration: weight("c", 100.0)?,
            exact: flag("chance", "exact", "draw")?,
            two_level: flag("levels", "two", "one")?,
            widen: weight("widen", 1.0)?,
            paranoid: flag("others", "paranoid", "max")?,
        };
        let sims = number("sims", 100_000_000)? as u32;
        let time = Some(number("ms", 3_600_000)?).filter(|ms| *ms > 0).map(Duration::from_millis);
        if sims == 0 && time.is_none() {
            return Err(BadInput::new("sims=0: expected at least one simulation, or ms"));
        }
        let cut = number("cut", 1_000_000)? as u32;
        let workers = match number("workers", 256)? as usize {
            0 if game.info().hidden => WORLDS,
            0 => 1,
            n => n,
        };
        let guided = flag("steps", "guide", "all")?;
        let guide = || match kit.guide.filter(|_| guided) {
            Some(build) => build(),
            None => Box::new(Plain::default()),
        };
        let proposers: Vec<String> =
            args.get("propose").split('+').filter(|p| *p != "none").map(String::from).collect();
        let worker = || -> Result<Worker<G>, BadInput> {
            let rollout = match args.get("rollout") {
                "quick" | "random" => None,
                name => Some(player_named(kit, name)?),
            };
            let playing_on = match args.get("rollout") {
                "random" => Box::new(Plain::default()),
                _ => guide(),
            };
            let valuer = Valuer {
                eval: eval.map(|build| build()),
                guide: playing_on,
                rollout,
                cut,
                scratch: None,
                plan: Vec::new(),
            };
            let mut tree = Tree::new(game, shape);
            tree.reserve(sims.div_ceil(workers as u32) as usize);
            Ok(Worker {
                tree,
                guide: guide(),
                valuer,
                proposers: proposers.iter().map(|name| player_named(kit, name)).collect::<Result<_, _>>()?,
                rng: Rng::new(0, 0, Stream::World),
                choices: Vec::with_capacity(1 << 10),
                done: 0,
            })
        };
        Ok(Box::new(Mcts {
            sims: sims.div_ceil(workers as u32).max(1),
            time,
            limit: None,
            reuse: flag("reuse", "yes", "no")? && !game.info().hidden,
            workers: (0..workers).map(|_| worker()).collect::<Result<_, _>>()?,
            proposers,
            seat: 0,
            steps: Vec::with_capacity(1 << 10),
            found: Vec::with_capacity(1 << 10),
            effort: None,
            range: game.info().payoff,
        }))
    }

    /// What each worker may spend from now on. Where there are more workers than cores, they share the time.
    fn budget(&self) -> Budget {
        let shifts = match self.workers.len() {
            1 => 1,
            many => many.div_ceil(rayon::current_num_threads().max(1)),
        };
        let (sims, time) = match (self.time, self.limit) {
            (Some(time), Some(limit)) => (u32::MAX, Some(time.min(limit))),
            (Some(time), None) => (u32::MAX, Some(time)),
            (None, limit) => (self.sims, limit),
        };
        let end = Instant::now() + time.unwrap_or_default();
        Budget { sims, time: time.map(|time| time / shifts as u32), end }
    }

    /// Adds up what the workers found.
    fn pool(&mut self) {
        self.found.clear();
        for worker in &self.workers {
            for choice in &worker.choices {
                match self.found.iter_mut().find(|f| f.what == choice.what) {
                    None => self.found.push(choice.clone()),
                    Some(sum) => {
                        let (n, m) = (f64::from(sum.visits), f64::from(choice.visits));
                        if n + m > 0.0 {
                            let gap = choice.mean - sum.mean;
                            sum.variance =
                                (n * sum.variance + m * choice.variance + gap * gap * n * m / (n + m))
                                    / (n + m);
                            sum.mean = (n * sum.mean + m * choice.mean) / (n + m);
                        }
                        sum.visits += choice.visits;
                    }
                }
            }
        }
    }

    /// What most workers prefer; where they are even, what was visited most.
    fn preferred(&self) -> Option<Result<G::Action, u16>> {
        let votes = |what: &Result<G::Action, u16>| {
            self.workers.iter().filter(|w| w.tree.preferred().as_ref() == Some(what)).count()
        };
        let better = |a: &Choice<G::Action>, b: &Choice<G::Action>| {
            votes(&a.what).cmp(&votes(&b.what)).then(a.visits.cmp(&b.visits)).then(a.mean.total_cmp(&b.mean))
        };
        let best = self.found.iter().max_by(|a, b| better(a, b))?;
        Some(best.what)
    }
}

fn player_named<G: Game>(kit: &Kit<G>, name: &str) -> Result<Box<dyn Agent<G>>, BadInput> {
    let players = (kit.players)();
    match players.iter().find(|p| p.name == name) {
        Some(def) => (def.build)(kit, &Args::defaults(def.params)),
        None => {
            let names: Vec<&str> = players.iter().map(|p| p.name).collect();
            Err(BadInput::new(format!("'{name}': expected one of the game's players: {}", names.join(", "))))
        }
    }
}

impl<G: Game> Agent<G> for Mcts<G> {
    fn begin(&mut self, game: &G, seat: Seat, rng: &mut Rng) {
        self.seat = seat;
        self.found.clear();
        self.effort = None;
        for worker in &mut self.workers {
            worker.tree.clear(seat);
            for agent in worker.proposers.iter_mut().chain(&mut worker.valuer.rollout) {
                agent.begin(game, seat, rng);
            }
        }
    }

    fn act(&mut self, game: &G, view: &G::View, rng: &mut Rng, plan: &mut Vec<G::Action>) {
        let state = game.imagine(view);
        self.steps.clear();
        self.workers[0].guide.consider(game, &state, &mut self.steps);
        if let [only] = self.steps[..] {
            self.found.clear();
            self.effort = None;
            plan.push(only);
            return;
        }
        let seat = self.seat;
        let begin = Instant::now();
        for (number, worker) in self.workers.iter_mut().enumerate() {
            worker.rng = Rng::new(rng.bits(), number as u64, Stream::World);
            let root = game.guess(view, &mut worker.rng);
            if self.reuse {
                worker.tree.replant(game, &root, seat);
            } else {
                worker.tree.plant(game, &root, seat);
            }
        }
        let kept = self.workers.iter().map(|w| w.tree.visits()).sum();
        let budget = self.budget();
        match &mut self.workers[..] {
            [only] => only.search(game, budget),
            many => many.par_iter_mut().for_each(|w| w.search(game, budget)),
        }
        self.pool();
        self.effort = Some(Effort { kept, seconds: begin.elapsed().as_secs_f64() });
        match self.preferred() {
            Some(Ok(step)) => plan.push(step),
            Some(Err(proposer)) => {
                self.workers[0].proposers[usize::from(proposer)].act(game, view, rng, plan);
            }
            None => plan.push(self.steps[0]),
        }
    }

    fn hurry(&mut self, time: Duration) {
        self.time = Some(time);
    }

    fn limit(&mut self, time: Duration) {
        self.limit = Some(time);
    }

    fn figures(&self) -> Vec<Figure> {
        let Some(Effort { kept, seconds }) = self.effort else { return Vec::new() };
        let done: u64 = self.workers.iter().map(|w| u64::from(w.done)).sum();
        let nodes: usize = self.workers.iter().map(|w| w.tree.len()).sum();
        let depth = self.workers.iter().map(|w| w.tree.depth()).max().unwrap_or(0);
        let figure = |name: &str, value: f64| Figure { name: name.into(), value };
        let mut figures = vec![
            figure("simulations", done as f64),
            figure("simulations a second", (done as f64 / seconds.max(1e-9)).round()),
            figure("positions in the tree", nodes as f64),
            figure("steps ahead at most", f64::from(depth)),
        ];
        if self.reuse {
            figures.push(figure("simulations kept from before", kept as f64));
        }
        if self.workers.len() > 1 {
            figures.push(figure("trees", self.workers.len() as f64));
        }
        figures
    }

    fn candidates(&self) -> Vec<Candidate<G::Action>> {
        let (low, high) = self.range;
        let value = |mean: f64| low + (mean + 1.0) / 2.0 * (high - low);
        let mut found: Vec<&Choice<G::Action>> = self.found.iter().filter(|c| c.visits > 0).collect();
        found.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.mean.total_cmp(&a.mean)));
        let steps = found.into_iter().map(|c| Candidate {
            step: c.what.ok(),
            proposer: c.what.err().map(|p| self.proposers[usize::from(p)].clone()),
            visits: u64::from(c.visits),
            value: value(c.mean),
            stderr: (c.variance / f64::from(c.visits)).sqrt() * (high - low) / 2.0,
        });
        steps.collect()
    }
}
