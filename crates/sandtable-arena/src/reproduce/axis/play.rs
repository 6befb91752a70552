//! Games of a reading, with what each player thought of the board.

use std::sync::{Arc, Mutex};

use rayon::prelude::*;
use sandtable_core::{Agent, Args, Ask, Fault, Kit, Rng, Seat, Thought};
use sandtable_games::axis::{Action, Axis, Phase, axis};

use super::readings::Reading;
use crate::Failure;
use crate::episode::{Deal, Table};
use crate::spec::{Spec, unknown};
use crate::work::Work;

/// Games that one thread plays with the same agents.
const CHUNK: usize = 4;

/// A game that has been played.
pub struct Played {
    pub winner: Option<Seat>,
    pub rounds: f64,
    /// The highest value that each player gave to the board at the beginning of a turn of its own, in points.
    pub highest: [f64; 2],
}

/// A player whose values are noted, when it has decided on its attacks.
struct Notetaker {
    player: Box<dyn Agent<Axis>>,
    highest: Arc<Mutex<f64>>,
}

impl Agent<Axis> for Notetaker {
    fn begin(&mut self, game: &Axis, seat: Seat, rng: &mut Rng) {
        self.player.begin(game, seat, rng);
    }

    fn act(&mut self, ask: &mut Ask<Axis>, plan: &mut Vec<Action>) -> Result<Thought<Action>, Fault> {
        ask.explain = ask.view.phase == Phase::Combat;
        let thought = self.player.act(ask, plan)?;
        let board = thought.figures.iter().find(|f| f.name == "value of the board");
        if let (Phase::Combat, Some(board)) = (ask.view.phase, board) {
            let mut highest = self.highest.lock().expect("nobody panics while holding it");
            *highest = highest.max(board.value);
        }
        Ok(thought)
    }
}

fn player(kit: Kit<Axis>, name: &str) -> Result<Box<dyn Agent<Axis>>, Failure> {
    let spec = Spec::parse(name)?;
    let players = (kit.knowledge.players)();
    let found = players.iter().find(|p| p.name == spec.name);
    let found = found.ok_or_else(|| unknown("agent for axis", &spec.name, &[]))?;
    Ok(found.make(&kit, &spec.args(found.params)?)?)
}

/// Plays games on the minimap with the agents in the order of the seats.
pub fn play(
    reading: &Reading,
    agents: [&str; 2],
    games: u64,
    seed: u64,
    work: &Work,
) -> Result<Vec<Played>, Failure> {
    let def = axis();
    let mut args = Args::defaults(def.params);
    args.set("money", reading.money);
    args.set("victory", reading.victory);
    let game = (def.build)(&args)?;
    let agents = agents.map(|name| reading.player(name));
    let deals: Vec<u64> = (0..games).collect();
    let chunk = |deals: &[u64]| -> Result<Vec<Played>, Failure> {
        let def = axis();
        let highest = [(); 2].map(|()| Arc::new(Mutex::new(0.0)));
        let mut seated: Vec<Box<dyn Agent<Axis>>> = Vec::new();
        for (name, highest) in agents.iter().zip(&highest) {
            seated.push(Box::new(Notetaker {
                player: player(def.kit(&game), name)?,
                highest: highest.clone(),
            }));
        }
        let mut table = Table::new(&game, seated);
        let mut played = Vec::new();
        for &deal in deals {
            if work.stopped() {
                return Err(Failure::Interrupted("the experiment was stopped before its end".into()));
            }
            let slot = |h: &Arc<Mutex<f64>>| h.lock().map(|v| *v).unwrap_or(f64::NEG_INFINITY);
            highest.iter().for_each(|h| *h.lock().expect("nobody holds it") = f64::NEG_INFINITY);
            let finish = table.play(Deal { seed, deal, seating: 0 }, &mut ());
            let best = finish.payoff.best();
            played.push(Played {
                winner: best.and_then(|best| finish.payoff.values().iter().position(|v| *v == best)),
                rounds: f64::from(finish.turns) / 2.0,
                highest: [slot(&highest[0]), slot(&highest[1])],
            });
            (work.progress)(1);
        }
        Ok(played)
    };
    let chunks: Result<Vec<Vec<Played>>, Failure> =
        work.pool()?.install(|| deals.par_chunks(CHUNK).map(chunk).collect());
    Ok(chunks?.into_iter().flatten().collect())
}
