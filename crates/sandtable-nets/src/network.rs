//! A network as an evaluation, and as a player of its own.

use std::sync::Arc;

use sandtable_core::chart::Reading;
use sandtable_core::{BadInput, Chart, Eval, Game, Guide, Kit, Leaf, Payoff, Policy, Rng, Stream};

use crate::graph::{Answer, Asked, Graph, Sizes};

/// The weights of a file; for an empty name those that come with the game, or else weights that have learned nothing yet.
pub fn load<G: Game>(kit: &Kit<G>, file: &str) -> Result<Arc<Graph>, BadInput> {
    let chart = chart(kit)?;
    let make = || -> Result<Graph, BadInput> {
        let read = |file: &str| {
            std::fs::read(file).map_err(|e| BadInput::new(format!("{file}: expected weights of a network: {e}")))
        };
        let graph = match file {
            "" => match (kit.knowledge.weights)(kit.game) {
                Some(bytes) => Graph::parse("the network of the game", bytes, chart.legend())?.0,
                None => Graph::new(chart.legend(), Sizes::default(), &mut Rng::new(0, 0, Stream::World)),
            },
            file => Graph::parse(file, &read(file)?, chart.legend())?.0,
        };
        Ok(graph)
    };
    match kit.shelf {
        Some(shelf) => shelf.get(&format!("network {file}"), make),
        None => make().map(Arc::new),
    }
}

fn chart<G: Game>(kit: &Kit<G>) -> Result<&'static dyn Chart<G>, BadInput> {
    kit.knowledge.chart.ok_or_else(|| BadInput::new("networks cannot read this game: it has no chart"))
}

/// Asks a network about positions of a game.
pub struct Network<G: Game> {
    graph: Arc<Graph>,
    chart: &'static dyn Chart<G>,
    ways: Vec<(u16, u16)>,
    reading: Reading,
    asked: Asked,
    answer: Answer,
    priors: bool,
}

impl<G: Game> Network<G> {
    /// Asks this one; whether searches hear what it thinks of steps, too.
    pub fn new(kit: &Kit<G>, graph: Arc<Graph>, priors: bool) -> Result<Network<G>, BadInput> {
        let chart = chart(kit)?;
        Ok(Network {
            ways: chart.ways(kit.game),
            graph,
            chart,
            reading: Reading::default(),
            asked: Asked::default(),
            answer: Answer::default(),
            priors,
        })
    }

    /// What it says of a state of a game that is not over, and of some steps there.
    pub fn ask(&mut self, game: &G, state: &G::State, steps: &[G::Action]) -> &Answer {
        self.chart.read(game, state, &mut self.reading);
        mark(self.chart, game, state, steps, &mut self.asked);
        self.graph.answer(&self.ways, &self.reading, &self.asked, &mut self.answer);
        &self.answer
    }
}

/// Writes down where steps stand on a chart.
pub fn mark<G: Game>(chart: &dyn Chart<G>, game: &G, state: &G::State, steps: &[G::Action], out: &mut Asked) {
    let count = chart.legend().steps.len();
    out.clear();
    out.numbers.resize(count * steps.len(), 0.0);
    for (step, numbers) in steps.iter().zip(out.numbers.chunks_exact_mut(count)) {
        out.marks.push(chart.step(game, state, *step, numbers));
    }
}

impl<G: Game> Eval<G> for Network<G> {
    fn has_priors(&self) -> bool {
        self.priors
    }

    fn eval(&mut self, game: &G, leaves: &[Leaf<G>], values: &mut Vec<Payoff>, priors: &mut Vec<f32>) {
        let (low, high) = game.info().payoff;
        for leaf in leaves {
            let steps = if self.priors { leaf.steps } else { &[] };
            let answer = self.ask(game, leaf.state, steps);
            let mut value = Payoff::zero(answer.chances.len());
            for (value, chance) in value.values_mut().iter_mut().zip(&answer.chances) {
                *value = low + (high - low) * f64::from(*chance);
            }
            values.push(value);
            priors.extend_from_slice(&answer.priors);
        }
    }
}

/// Plays what the network finds most promising, or draws by how promising steps are.
pub struct Alone<G: Game> {
    network: Network<G>,
    guide: Box<dyn Guide<G>>,
    draws: bool,
    steps: Vec<G::Action>,
}

impl<G: Game> Alone<G> {
    /// By a network, among the steps that a guide considers.
    pub fn new(network: Network<G>, guide: Box<dyn Guide<G>>, draws: bool) -> Alone<G> {
        Alone { network, guide, draws, steps: Vec::new() }
    }
}

impl<G: Game> Policy<G> for Alone<G> {
    fn choose(&mut self, game: &G, state: &G::State, rng: &mut Rng, plan: &mut Vec<G::Action>) {
        self.steps.clear();
        self.guide.consider(game, state, &mut self.steps);
        if let [only] = self.steps[..] {
            plan.push(only);
            return;
        }
        let priors = &self.network.ask(game, state, &self.steps).priors;
        let chosen = match self.draws {
            true => {
                let mut left = rng.unit() as f32;
                priors.iter().position(|p| {
                    left -= p;
                    left < 0.0
                })
            }
            false => (0..priors.len()).reduce(|a, b| if priors[b] > priors[a] { b } else { a }),
        };
        plan.push(self.steps[chosen.unwrap_or(self.steps.len() - 1)]);
    }
}
