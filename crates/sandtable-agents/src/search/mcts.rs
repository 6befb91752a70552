//! Monte Carlo tree search as an agent: a tree for each worker, and what they found together.

use std::time::{Duration, Instant};

use rayon::prelude::*;
use sandtable_core::guide::Plain;
use sandtable_core::{
    Agent, Args, Ask, BadInput, Budget, Candidate, Fault, Figure, Game, Guide, Idea, Kit, Rng, Seat, Stream,
    Thought,
};

use super::choice::{Choice, at_home, favourite, winner};
use super::improve::{Tried, improved, worth};
use super::params::{habits, with_habits};
use super::tree::{MAX_NODES, Shape, Tree};
use super::valuer::{Player, Valuer, proposers as able};
use super::worker::Worker;
use crate::exact::{Optimal, Solution};

/// How many worlds the walks of a tree share that stands for all of them.
const WORLDS: usize = 256;

/// The most bytes that a table may take.
const MOST_TABLE: usize = 16 << 30;

/// What there is to say about a search.
#[derive(Clone, Copy)]
struct Effort {
    /// Simulations whose results were known from the last decision.
    kept: u64,
    seconds: f64,
}

/// Monte Carlo tree search.
pub struct Mcts<G: Game> {
    /// What the parameters allow, where they say it, and what a decision may cost otherwise.
    own: Option<Budget>,
    usual: Budget,
    reuse: bool,
    /// Whether one tree stands for all worlds.
    together: bool,
    keep: f64,
    /// What somebody sensible would do: a step, or a proposer's turn.
    home: Vec<Result<G::Action, u16>>,
    proposers: Vec<String>,
    workers: Vec<Worker<G>>,
    seat: Seat,
    steps: Vec<G::Action>,
    /// What all workers found together at the last decision.
    found: Vec<Choice<G::Action>>,
    range: (f64, f64),
    /// Plays by a table where it has one and the table has the position.
    exact: Option<Optimal<G>>,
}

impl<G: Game> Mcts<G> {
    /// Builds one from its parameters.
    pub fn build(kit: &Kit<G>, args: &Args) -> Result<Box<dyn Agent<G>>, BadInput> {
        Ok(Box::new(Mcts::new(kit, args)?))
    }

    /// The same, for those who want to know what it found.
    pub fn new(kit: &Kit<G>, args: &Args) -> Result<Mcts<G>, BadInput> {
        let game = kit.game;
        let args = with_habits(kit, args);
        let probe = Valuer::new(kit, args.get("eval"), args.get("rollout"), 0)?;
        let table = match args.get("table") {
            "" => None,
            file => Some(Solution::shared(kit, file, MOST_TABLE)?),
        };
        let shape = Shape {
            exploration: args.number("c", 0.0..=100.0)?,
            exact: args.flag("chance", "exact", "draw")?,
            two_level: args.flag("levels", "two", "one")?,
            widen: args.number("widen", 0.0..=1.0)?,
            paranoid: args.flag("others", "paranoid", "max")?,
            priors: probe.has_priors(),
            halve: args.number("halve", 0..=1_000)?,
            most: args.number("nodes", 2..=MAX_NODES)?,
        };
        let sims: u32 = args.number("sims", 1..=100_000_000)?;
        let ms: u64 = args.number("ms", 0..=3_600_000)?;
        let own = match (ms, args.given("sims")) {
            (0, false) => None,
            (0, true) => Some(Budget::effort(sims.into())),
            (ms, _) => Some(Budget::time(Duration::from_millis(ms))),
        };
        let together = args.flag("hidden", "together", "apart")? && game.info().hidden;
        let workers = match args.number("workers", 0..=256)? {
            0 if game.info().hidden && !together => habits(kit).worlds,
            0 => 1,
            n => n,
        };
        let guided = args.flag("steps", "guide", "all")?;
        let guide = || -> Box<dyn Guide<G>> {
            match kit.knowledge.guide.filter(|_| guided) {
                Some(build) => build(game),
                None => Box::new(Plain),
            }
        };
        let cut = args.number("cut", 0..=1_000_000)?;
        let mix = args.number("mix", 0.0..=1.0)?;
        let propose = args.get("propose");
        let proposers = || -> Result<Vec<Player<G>>, BadInput> {
            let listed = Player::list(kit, propose);
            let mut players = listed.map_err(|e| BadInput::new(format!("propose={propose}: {e}")))?;
            players.extend(Player::models(kit, args.get("model"))?);
            Ok(players)
        };
        let worker = || -> Result<Worker<G>, BadInput> {
            let mut tree = Tree::new(game, shape);
            tree.reserve(sims.div_ceil(workers as u32) as usize);
            Ok(Worker {
                tree,
                guide: guide(),
                valuer: Valuer::new(kit, args.get("eval"), args.get("rollout"), cut)?
                    .mixed(mix)
                    .knowing(table.clone())
                    .against(Player::models(kit, args.get("model"))?),
                proposers: proposers()?,
                rng: Rng::new(0, 0, Stream::World),
                worlds: Vec::new(),
                steps: Vec::with_capacity(1 << 10),
                choices: Vec::with_capacity(1 << 10),
                earlier: [Vec::with_capacity(1 << 10), Vec::with_capacity(1 << 10)],
                done: 0,
                halving: Default::default(),
            })
        };
        Ok(Mcts {
            own,
            usual: Budget::effort(sims.into()),
            keep: args.number("keep", 0.0..=100.0)?,
            home: Vec::with_capacity(2),
            together,
            reuse: args.flag("reuse", "yes", "no")? && !game.info().hidden,
            workers: (0..workers).map(|_| worker()).collect::<Result<_, _>>()?,
            proposers: propose.split('+').filter(|p| *p != "none").map(String::from).collect(),
            seat: 0,
            steps: Vec::with_capacity(1 << 10),
            found: Vec::with_capacity(1 << 10),
            range: game.info().payoff,
            exact: table.clone().map(Optimal::by),
        })
    }

    /// How good each of these steps was found to be at the last decision, which was made in `state`, as shares of one; turns that were proposed speak for their first step.
    pub fn improved(&mut self, game: &G, state: &G::State, steps: &[G::Action], rng: &mut Rng) -> Vec<f64> {
        let worth = worth(self.found.iter().filter(|choice| choice.what.is_ok()).map(Choice::tried));
        let mut found = vec![Tried::default(); steps.len()];
        for choice in &self.found {
            let first = match choice.what {
                Ok(step) => Some(step),
                Err(proposer) => {
                    self.steps.clear();
                    let proposer = &mut self.workers[0].proposers[usize::from(proposer)];
                    proposer.policy.choose(game, state, rng, &mut self.steps);
                    self.steps.first().copied()
                }
            };
            let Some(at) = steps.iter().position(|step| Some(*step) == first) else { continue };
            if choice.what.is_ok() {
                found[at].prior = choice.prior;
            }
            found[at].or(choice.tried(), worth);
        }
        improved(&found, worth)
    }

    /// What the mover could expect at the last decision, as a share of what there is to win.
    pub fn worth(&self) -> f64 {
        let best = self.best().map_or(0.0, |best| best.backed);
        (best.clamp(-1.0, 1.0) + 1.0) / 2.0
    }

    /// The best of what was found at the last decision.
    fn best(&self) -> Option<&Choice<G::Action>> {
        match self.workers[0].tree.width() {
            0 => favourite(&self.found),
            _ => winner(&self.found),
        }
    }

    /// Lets every worker search: side by side, unless whole games already use the cores.
    fn search(&mut self, game: &G, budget: Budget) {
        let count = self.workers.len() as u32;
        let sims = budget.effort.map_or(u32::MAX, |all| all.div_ceil(count.into()).clamp(1, 1 << 30) as u32);
        let alone = count > 1 && rayon::current_thread_index().is_none();
        let cores = if alone { rayon::current_num_threads().max(1) as u32 } else { 1 };
        let shifts = count.div_ceil(cores);
        let time = budget.time.map(|time| time / shifts);
        match &mut self.workers[..] {
            many if alone => many.par_iter_mut().for_each(|w| w.search(game, sims, time)),
            many => many.iter_mut().for_each(|w| w.search(game, sims, time)),
        }
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
                            let (gap, all) = (choice.mean - sum.mean, (n + m) * (n + m));
                            sum.error = (n * n * sum.error + m * m * choice.error) / all
                                + gap * gap * n * m / (all * (n + m));
                            sum.moved = (n * sum.moved + m * choice.moved) / (n + m);
                            sum.mean = (n * sum.mean + m * choice.mean) / (n + m);
                            sum.backed = (n * sum.backed + m * choice.backed) / (n + m);
                        }
                        sum.visits += choice.visits;
                    }
                }
            }
        }
    }

    /// Notes what somebody sensible would do in `state`: whoever plays to the end where leaves are valued so, else the first who
    /// proposes.
    fn look_home(&mut self, game: &G, state: &G::State, rng: &mut Rng) {
        self.home.clear();
        if self.keep == 0.0 {
            return;
        }
        let Worker { valuer, proposers, .. } = &mut self.workers[0];
        if let Some(step) = valuer.home(game, state, rng) {
            self.home.push(Ok(step));
            return;
        }
        let Some(first) = able(proposers, self.seat).next() else { return };
        self.steps.clear();
        proposers[usize::from(first)].policy.choose(game, state, rng, &mut self.steps);
        self.home.push(Err(first));
        self.home.extend(self.steps.first().copied().map(Ok));
    }
}

impl<G: Game> Agent<G> for Mcts<G> {
    fn begin(&mut self, _game: &G, seat: Seat, _rng: &mut Rng) {
        self.seat = seat;
        for worker in &mut self.workers {
            worker.tree.clear(seat);
            worker.valuer.sit(seat);
        }
    }

    fn act(&mut self, ask: &mut Ask<G>, plan: &mut Vec<G::Action>) -> Result<Thought<G::Action>, Fault> {
        let game = ask.game;
        let looks = game.imagine(ask.view);
        let mut state = looks.clone();
        self.steps.clear();
        self.workers[0].guide.consider(game, &state, &mut self.steps);
        if let [only] = self.steps[..] {
            plan.push(only);
            return Ok(Thought::default());
        }
        if let Some(Ok(thought)) = self.exact.as_mut().map(|exact| exact.act(ask, plan)) {
            return Ok(thought);
        }
        let seat = self.seat;
        let begin = Instant::now();
        for (number, worker) in self.workers.iter_mut().enumerate() {
            worker.rng = Rng::new(ask.rng.bits(), number as u64, Stream::World);
            if self.together {
                let draw = |_| ask.belief.sample(game, ask.view, &mut worker.rng);
                worker.worlds.clear();
                worker.worlds.extend((0..WORLDS).map(draw));
                worker.tree.plant(game, &looks, seat);
                continue;
            }
            let root = ask.belief.sample(game, ask.view, &mut worker.rng);
            match self.reuse {
                true => worker.tree.replant(game, &root, seat),
                false => worker.tree.plant(game, &root, seat),
            }
            if number == 0 {
                state = root;
            }
        }
        let kept = self.workers.iter().map(|w| w.tree.visits()).sum();
        self.search(game, ask.budget(self.own, self.usual));
        self.pool();
        self.look_home(game, &state, ask.rng);
        let chosen = self.best().map(|best| at_home(&self.found, best, &self.home, self.keep));
        match chosen.map(|choice| choice.what) {
            Some(Ok(step)) => plan.push(step),
            Some(Err(proposer)) => {
                let proposer = &mut self.workers[0].proposers[usize::from(proposer)];
                proposer.policy.choose(game, &state, ask.rng, plan);
            }
            None => plan.push(self.steps[0]),
        }
        let effort = Effort { kept, seconds: begin.elapsed().as_secs_f64() };
        Ok(if ask.explain { self.thought(effort) } else { Thought::default() })
    }
}

impl<G: Game> Mcts<G> {
    fn thought(&self, effort: Effort) -> Thought<G::Action> {
        Thought { candidates: self.candidates(), figures: self.figures(effort), ..Thought::default() }
    }

    fn figures(&self, Effort { kept, seconds }: Effort) -> Vec<Figure> {
        let done: u64 = self.workers.iter().map(|w| u64::from(w.done)).sum();
        let nodes: usize = self.workers.iter().map(|w| w.tree.len()).sum();
        let depth = self.workers.iter().map(|w| w.tree.depth()).max().unwrap_or(0);
        let mut figures = vec![
            Figure::new("simulations", done as f64),
            Figure::new("simulations a second", (done as f64 / seconds.max(1e-9)).round()),
            Figure::new("positions in the tree", nodes as f64),
            Figure::new("steps ahead at most", f64::from(depth)),
        ];
        if self.reuse {
            figures.push(Figure::new("simulations kept from before", kept as f64));
        }
        if self.workers.len() > 1 {
            figures.push(Figure::new("trees", self.workers.len() as f64));
        }
        figures
    }

    fn candidates(&self) -> Vec<Candidate<G::Action>> {
        let (low, high) = self.range;
        let value = |mean: f64| low + (mean + 1.0) / 2.0 * (high - low);
        let mut found: Vec<&Choice<G::Action>> = self.found.iter().filter(|c| c.visits > 0).collect();
        found.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.mean.total_cmp(&a.mean)));
        let steps = found.into_iter().map(|c| Candidate {
            idea: match c.what {
                Ok(step) => Idea::Step(step),
                Err(proposer) => Idea::Turn(format!("the turn of {}", self.proposers[usize::from(proposer)])),
            },
            visits: u64::from(c.visits),
            value: value(c.backed),
            stderr: c.error.sqrt().hypot(c.backed - c.mean).hypot(c.moved) * (high - low) / 2.0,
        });
        steps.collect()
    }
}
