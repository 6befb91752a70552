//! Figure 5.1: at the beginning of each turn, what the last network's value head says of whoever is to move, beside the hand-made score.
//!
//! The thesis shows a handful of games and prints no numbers. Beside the drawings stand, for as many games as a table has, how far both are from what became of the
//! mover, and how often the value head is all but sure while the score sees neither side far ahead.

use rayon::prelude::*;
use sandtable_core::eval::Single;
use sandtable_core::{Game, Seat};
use sandtable_games::risk::{Action, Risk, State, risk};
use sandtable_nets::{Network, load};
use serde::{Deserialize, Serialize};

use super::super::{Claim, Experiment, Lab, Measured, Outcome};
use super::nets::{NETS, Shelf, fingerprint};
use super::{Player, SEED};
use crate::Failure;
use crate::episode::{Deal, Table, Watch};
use crate::report::{Series, lines};
use crate::spec::Spec;

/// Games, in full and in the quick form.
pub const GAMES: (u64, u64) = (200, 6);
/// So many of them are drawn.
const DRAWN: usize = 3;
/// All but sure, and far ahead, from -1 to 1.
const SURE: f64 = 0.9;
const AHEAD: f64 = 0.5;
/// The score that rollouts of the loop end with.
const SCORE: &str = "forces";

/// A turn's beginning: who moves, and what both say of that, from -1 to 1.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Glance {
    seat: Seat,
    head: f64,
    score: f64,
}

/// A game as both saw it.
#[derive(Clone, Serialize, Deserialize)]
struct Seen {
    glances: Vec<Glance>,
    payoff: Vec<f64>,
}

struct Observer {
    head: Single<Risk>,
    score: Single<Risk>,
    turn: Option<u32>,
    glances: Vec<Glance>,
}

impl Watch<Risk> for Observer {
    fn step(&mut self, game: &Risk, before: &State, seat: Seat, _: Action) {
        let turn = game.turns(before);
        if self.turn == Some(turn) {
            return;
        }
        self.turn = Some(turn);
        let [head, score] =
            [&mut self.head, &mut self.score].map(|eval| 2.0 * eval.value(game, before).values()[seat] - 1.0);
        self.glances.push(Glance { seat, head, score });
    }

    fn chance(&mut self, _: &Risk, _: &State, _: <Risk as Game>::Chance) {}
}

/// The last network plays itself, and somebody looks on.
fn games(games: u64, lab: &Lab) -> Result<Vec<Seen>, Failure> {
    let last = NETS.len() - 1;
    lab.keep(&format!("{} through {games} games, seed {SEED}", fingerprint(NETS[last])), |work| {
        let def = risk();
        let game = (def.build)(&Spec::parse("risk:duel")?.args(def.params)?)?;
        let shelf = Shelf::new()?;
        let spec = Spec::parse(&Player::Alone(last).spec(0, &shelf)?)?;
        let one = |deal: u64| -> Result<Seen, Failure> {
            if work.stopped() {
                return Err(Failure::Interrupted("the experiment was stopped before its end".into()));
            }
            let kit = def.kit(&game);
            let agents = sandtable_agents::kth::agents();
            let seat = || agents[0].make(&kit, &spec.args(agents[0].params)?);
            let network = Network::new(&kit, load(&kit, &shelf.path(last)?)?, true)?;
            let mut observer = Observer {
                head: Single::new(Box::new(network)),
                score: Single::new(kit.eval(SCORE)?),
                turn: None,
                glances: Vec::new(),
            };
            let mut table = Table::new(&game, vec![seat()?, seat()?]);
            let finish = table.play(Deal { seed: SEED, deal, seating: 0 }, &mut observer);
            (work.progress)(1);
            Ok(Seen { glances: observer.glances, payoff: finish.payoff.values().to_vec() })
        };
        work.pool()?.install(|| (0..games).into_par_iter().map(one).collect())
    })
}

/// The mean of a number over games, each game one observation.
fn mean(seen: &[Seen], of: impl Fn(&Seen) -> f64) -> Measured {
    let values: Vec<f64> = seen.iter().map(of).collect();
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    Measured { value: mean, stderr: (variance / n).sqrt(), games: values.len() as u64 }
}

/// The mean over a game's turns.
fn turns(seen: &Seen, of: impl Fn(&Glance, f64) -> f64) -> f64 {
    let all = seen.glances.iter().map(|glance| of(glance, 2.0 * seen.payoff[glance.seat] - 1.0));
    all.sum::<f64>() / seen.glances.len().max(1) as f64
}

pub fn figure(experiment: &Experiment, count: u64, lab: &Lab) -> Result<Outcome, Failure> {
    let seen = games(count, lab)?;
    let off = |told: f64, came: f64| (told - came).powi(2);
    let head = mean(&seen, |game| turns(game, |glance, came| off(glance.head, came)));
    let score = mean(&seen, |game| turns(game, |glance, came| off(glance.score, came)));
    let rash = mean(&seen, |game| {
        100.0 * turns(game, |g, _| f64::from(u8::from(g.head.abs() > SURE && g.score.abs() < AHEAD)))
    });
    let wrong = mean(&seen, |game| {
        100.0 * turns(game, |g, came| f64::from(u8::from(g.head.abs() > SURE && g.head * came < 0.0)))
    });
    let cells = vec![
        // Zero everywhere would be one off.
        Claim::theory(score.value).give_or_take(score.stderr).better_if_higher(false).cell(
            experiment,
            "mean square of the value head's error; beside it that of the score",
            head,
        ),
        Claim::theory(0.0).better_if_higher(false).share_of(100.0).cell(
            experiment,
            "turns at which the value head is beyond 0.9 and the score within 0.5, %",
            rash,
        ),
        Claim::theory(0.0).better_if_higher(false).share_of(100.0).cell(
            experiment,
            "turns at which the value head is beyond 0.9 on the wrong side, %",
            wrong,
        ),
    ];
    let plots = seen.iter().take(DRAWN).enumerate().map(|(i, game)| {
        let of = |seat: Seat, name: &str, value: fn(&Glance) -> f64| Series {
            name: name.into(),
            values: game.glances.iter().filter(|g| g.seat == seat).map(value).collect(),
        };
        let series = [
            of(0, "red: score", |g| g.score),
            of(0, "red: value head", |g| g.head),
            of(1, "blue: score", |g| g.score),
            of(1, "blue: value head", |g| g.head),
        ];
        let won = if game.payoff[0] > game.payoff[1] { "red" } else { "blue" };
        (format!("Figure 5.1: game {}, won by {won}", i + 1), lines("for whoever moves", &series))
    });
    let plots = plots.collect();
    Ok(Outcome { cells, plots })
}
