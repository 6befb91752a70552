//! A network as an evaluation, and as a player of its own, whatever its family: the note in its file says which it is.

use std::sync::Arc;

use sandtable_core::chart::Reading;
use sandtable_core::sheet::{Outputs, Row};
use sandtable_core::{BadInput, Chart, Eval, Game, Guide, Kit, Leaf, Payoff, Policy, Rng, Sheet, Stream};

use crate::flat::{self, Flat, Ready, Reply};
use crate::graph::{Answer, Asked, Graph, Sizes};
use crate::weights::Note;

/// A network that has been read, to be asked.
#[derive(Clone, Debug)]
pub enum Family {
    /// One over the graph of any map.
    Graph(Box<Graph>),
    /// One with an output for every step of one map.
    Flat(Ready),
}

impl Family {
    /// Reads a file for a game.
    pub fn parse<G: Game>(kit: &Kit<G>, place: &str, bytes: &[u8]) -> Result<Family, BadInput> {
        if Note::of(place, bytes)?.family == flat::FAMILY {
            let form = sheet(kit)?.form(kit.game)?;
            return Ok(Family::Flat(Flat::parse(place, bytes, &form)?.0.ready()));
        }
        Ok(Family::Graph(Box::new(Graph::parse(place, bytes, chart(kit)?.legend())?.0)))
    }
}

/// The weights of a file; for an empty name those that come with the game, or else weights that have learned nothing yet.
pub fn load<G: Game>(kit: &Kit<G>, file: &str) -> Result<Arc<Family>, BadInput> {
    let make = || -> Result<Family, BadInput> {
        let read = |file: &str| {
            std::fs::read(file)
                .map_err(|e| BadInput::new(format!("{file}: expected weights of a network: {e}")))
        };
        match file {
            "" => {
                let Some(bytes) = (kit.knowledge.weights)(kit.game) else {
                    let mut rng = Rng::new(0, 0, Stream::World);
                    let graph = Graph::new(chart(kit)?.legend(), Sizes::default(), &mut rng);
                    return Ok(Family::Graph(Box::new(graph)));
                };
                Family::parse(kit, "the network of the game", bytes)
            }
            file => Family::parse(kit, file, &read(file)?),
        }
    };
    match kit.shelf {
        Some(shelf) => shelf.get(&format!("network {file}"), make),
        None => make().map(Arc::new),
    }
}

/// How networks read positions of a game.
pub fn chart<G: Game>(kit: &Kit<G>) -> Result<&'static dyn Chart<G>, BadInput> {
    let chart = kit
        .knowledge
        .chart
        .ok_or_else(|| BadInput::new("networks cannot read this game: it has no chart"))?;
    let seats = &kit.game.info().seats;
    let alone = |seat: usize| seats.iter().filter(|other| other.team == seats[seat].team).count() == 1;
    match (0..seats.len()).all(alone) {
        true => Ok(chart),
        // Chances are shares of one thing that can be won once.
        false => Err(BadInput::new(
            "networks value games in which every seat plays for itself; here some are allies",
        )),
    }
}

fn sheet<G: Game>(kit: &Kit<G>) -> Result<&'static dyn Sheet<G>, BadInput> {
    kit.knowledge.sheet.ok_or_else(|| BadInput::new("flat networks cannot read this game: it has no sheet"))
}

/// How positions come before a network.
enum Reader<G: Game> {
    Chart { chart: &'static dyn Chart<G>, ways: Vec<(u16, u16)>, reading: Reading, asked: Asked },
    Sheet { sheet: &'static dyn Sheet<G>, row: Row, steps: Vec<Outputs>, reply: Reply },
}

/// Asks a network about positions of a game.
pub struct Network<G: Game> {
    family: Arc<Family>,
    reader: Reader<G>,
    answer: Answer,
    priors: bool,
}

impl<G: Game> Network<G> {
    /// Asks this one; whether searches hear what it thinks of steps, too.
    pub fn new(kit: &Kit<G>, family: Arc<Family>, priors: bool) -> Result<Network<G>, BadInput> {
        let reader = match &*family {
            Family::Graph(_) => {
                let chart = chart(kit)?;
                let ways = chart.ways(kit.game);
                Reader::Chart { chart, ways, reading: Reading::default(), asked: Asked::default() }
            }
            Family::Flat(_) => Reader::Sheet {
                sheet: sheet(kit)?,
                row: Row::default(),
                steps: Vec::new(),
                reply: Reply::default(),
            },
        };
        Ok(Network { family, reader, answer: Answer::default(), priors })
    }

    /// What it says of a state of a game that is not over, and of some steps there.
    pub fn ask(&mut self, game: &G, state: &G::State, steps: &[G::Action]) -> &Answer {
        let answer = &mut self.answer;
        match (&*self.family, &mut self.reader) {
            (Family::Graph(graph), Reader::Chart { chart, ways, reading, asked }) => {
                chart.read(game, state, reading);
                mark(*chart, game, state, steps, asked);
                graph.answer(ways, reading, asked, answer);
            }
            (Family::Flat(flat), Reader::Sheet { sheet, row, steps: outputs, reply }) => {
                sheet.read(game, state, row);
                outputs.clear();
                outputs.extend(steps.iter().map(|step| sheet.step(game, state, *step)));
                flat.reply(row, outputs, reply);
                // There are two seats: what one does not win, the other does.
                let chance = 0.5 + 0.5 * reply.value;
                answer.chances.clear();
                answer.chances.resize(2, 1.0 - chance);
                answer.chances[row.mover] = chance;
                answer.priors.clear();
                answer.priors.extend_from_slice(&reply.priors);
            }
            _ => unreachable!("the reader was made for the family"),
        }
        answer
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
