//! The thesis as it is told: Blomqvist, *Playing the Game of Risk with an AlphaZero Agent* (KTH 2020), chapters 3 to 5.
//!
//! `kth` is each of its players: the tree search (MCTS300, MCTS1000) without a network, the zero-learning agent (EXIT1000) with one, with or without the value head,
//! and the network alone without simulations. `train` with it runs the thesis's loop. It plays any game that has a [`Sheet`](sandtable_core::Sheet).

mod apprentice;
mod play;
mod store;
mod train;
mod tree;

use sandtable_core::eval::Single;
use sandtable_core::guide::Plain;
use sandtable_core::policy::Random;
use sandtable_core::{
    Agent, AgentDef, Args, Ask, BadInput, Budget, Build, Candidate, Fault, Figure, Game, Guide, Idea, Kit,
    Param, Rng, Seats, Thought,
};
use sandtable_nets::{Network, load};

use apprentice::Apprentice;
pub use train::trainer;
use tree::{Helpers, Tree, Weights};

/// What can be set.
pub const PARAMS: [Param; 16] = [
    Param::main("net", "a file of weights; nothing: the tree search alone", ""),
    Param::new("sims", "simulations a decision; 0: the network alone", "1000"),
    Param::new("value", "what values a leaf: rollout, or net (the network's value head)", "rollout"),
    Param::new(
        "act",
        "whether to act, for the network alone: best, or draw (by how promising it is)",
        "best",
    ),
    Param::new("c", "c_b, the weight of exploration; nothing: 0.3 without a network, 0.5 with one", ""),
    Param::new("c1", "c_1, the weight of what the network finds promising", "1.5"),
    Param::new("cut", "turns that a rollout plays on", "8"),
    Param::new("eval", "what scores the end of a rollout; nothing: what the game has for it", ""),
    Param::new("player", "training: simulations of who plays the games of the first iteration", "300"),
    Param::new("expert", "training: simulations of the expert's decision in each game", "10000"),
    Param::new("helps", "training: the iterations whose expert has rollouts; after them its value head", "6"),
    Param::new("hidden", "training: the widths of the hidden layers, joined by +", "128+128+64"),
    Param::new("inner", "training: the width of the layers of heads", "32"),
    Param::new("batch", "training: lessons a step", "32"),
    Param::new("passes", "training: passes through the lessons at most", "200"),
    Param::new("loss", "training: what the value is measured by: square (3.9) or entropy (3.8)", "square"),
];

/// The agents that a sheet brings.
pub fn agents<G: Game>() -> [AgentDef<G>; 1] {
    [AgentDef {
        name: "kth",
        about: "any seat: the players of the thesis: tree search, network, or both",
        params: &PARAMS,
        seats: Seats::Any,
        timed: |_| false,
        build: Build::Agent(|kit, args| Ok(Box::new(Kth::new(kit, args)?))),
    }]
}

/// The steps that a game's guide considers, or all.
fn guide<G: Game>(kit: &Kit<G>) -> Box<dyn Guide<G>> {
    kit.knowledge.guide.map_or_else(|| Box::new(Plain) as Box<dyn Guide<G>>, |build| build(kit.game))
}

/// A player of the thesis.
pub struct Kth<G: Game> {
    sims: u32,
    own: bool,
    tree: Tree<G>,
    help: Helpers<G>,
    alone: Option<Apprentice<G>>,
    steps: Vec<G::Action>,
}

impl<G: Game> Kth<G> {
    /// Builds one from its parameters.
    pub fn new(kit: &Kit<G>, args: &Args) -> Result<Kth<G>, BadInput> {
        let sheet = kit
            .knowledge
            .sheet
            .ok_or_else(|| BadInput::new("the thesis's players need a game with a sheet"))?;
        sheet.form(kit.game)?;
        let file = args.get("net");
        let network = || -> Result<Option<Network<G>>, BadInput> {
            if file.is_empty() { Ok(None) } else { Network::new(kit, load(kit, file)?, true).map(Some) }
        };
        let usual = if file.is_empty() { 0.3 } else { 0.5 };
        let tried = if args.get("c").is_empty() { usual } else { args.number("c", 0.0..=100.0)? };
        let weights = Weights { tried, promising: args.number("c1", 0.0..=100.0)? };
        let sims: u32 = args.number("sims", 0..=1_000_000)?;
        let values = args.flag("value", "net", "rollout")?;
        let draws = args.flag("act", "draw", "best")?;
        if file.is_empty() && (sims == 0 || values) {
            return Err(BadInput::new("sims=0 and value=net ask a network: expected one, net=FILE"));
        }
        let alone = match network()? {
            Some(network) if sims == 0 => Some(Apprentice::new(network, guide(kit), draws)),
            _ => None,
        };
        let eval = if args.get("eval").is_empty() { sheet.score() } else { args.get("eval") };
        let quick =
            kit.knowledge.quick.map_or_else(|| Box::new(Random::default()) as _, |build| build(kit.game));
        let help = Helpers {
            guide: guide(kit),
            quick,
            cut: args.number("cut", 0..=1_000_000)?,
            score: Single::new(kit.eval(eval)?),
            network: network()?.map(|network| Single::new(Box::new(network))),
            values,
        };
        let own = args.given("sims");
        Ok(Kth { sims, own, tree: Tree::new(weights), help, alone, steps: Vec::new() })
    }

    /// What it would do in a state, where more than one step is to be considered.
    fn decide(&mut self, game: &G, state: &G::State, budget: Budget, rng: &mut Rng) -> G::Action {
        if let Some(alone) = &mut self.alone {
            return alone.step(game, state, &self.steps, rng);
        }
        self.tree.search(game, state, budget, &mut self.help, rng);
        self.tree.best().unwrap_or(self.steps[0])
    }

    /// Searches a state; the steps that were considered, with the share of visits of each.
    pub(crate) fn expert(&mut self, game: &G, state: &G::State, rng: &mut Rng) -> (Vec<G::Action>, Vec<f32>) {
        self.tree.search(game, state, self.usual(), &mut self.help, rng);
        let found: Vec<(G::Action, u32, f32)> = self.tree.found().collect();
        let all: u32 = found.iter().map(|(_, visits, _)| visits).sum();
        let share = |visits: u32| visits as f32 / all.max(1) as f32;
        found.into_iter().map(|(step, visits, _)| (step, share(visits))).unzip()
    }

    /// Lists the steps to consider in a state; says what to do.
    pub(crate) fn step(&mut self, game: &G, state: &G::State, rng: &mut Rng) -> (G::Action, &[G::Action]) {
        self.look(game, state);
        let step = match self.steps[..] {
            [only] => only,
            _ => self.decide(game, state, self.usual(), rng),
        };
        (step, &self.steps)
    }

    fn usual(&self) -> Budget {
        Budget::effort(self.sims.into())
    }

    fn look(&mut self, game: &G, state: &G::State) {
        self.steps.clear();
        self.help.guide.consider(game, state, &mut self.steps);
    }
}

impl<G: Game> Agent<G> for Kth<G> {
    fn act(&mut self, ask: &mut Ask<G>, plan: &mut Vec<G::Action>) -> Result<Thought<G::Action>, Fault> {
        let state = ask.game.imagine(ask.view);
        self.look(ask.game, &state);
        if let [only] = self.steps[..] {
            plan.push(only);
            return Ok(Thought::default());
        }
        let budget = ask.budget(self.own.then(|| self.usual()), self.usual());
        plan.push(self.decide(ask.game, &state, budget, ask.rng));
        let searched = ask.explain && self.alone.is_none();
        Ok(if searched { self.thought(ask.game) } else { Thought::default() })
    }
}

impl<G: Game> Kth<G> {
    fn thought(&self, game: &G) -> Thought<G::Action> {
        let (low, high) = game.info().payoff;
        let mut found: Vec<(G::Action, u32, f32)> =
            self.tree.found().filter(|(_, visits, _)| *visits > 0).collect();
        found.sort_by(|a, b| b.1.cmp(&a.1).then(b.2.total_cmp(&a.2)));
        let candidates = found.into_iter().map(|(step, visits, mean)| Candidate {
            idea: Idea::Step(step),
            visits: visits.into(),
            value: low + (f64::from(mean) + 1.0) / 2.0 * (high - low),
            stderr: 0.5 * (high - low) / f64::from(visits).sqrt(),
        });
        let candidates = candidates.collect();
        let figures = vec![Figure::new("positions in the tree", self.tree.size() as f64)];
        Thought { candidates, figures, ..Thought::default() }
    }
}
