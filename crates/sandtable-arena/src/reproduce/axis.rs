//! Tables I to V of St-Pierre, Winands and Watt, *A Selective Move Generator for the Game Axis and Allies*:
//! `dls` against E.Z. Fodder and itself.
//!
//! The map's file gives the second nation 20 more to begin with, the paper calls the start symmetric: every
//! table is played both ways. Lengths are rounds of the games that the player won (table IV gives two lengths
//! for the same games). They cannot be turns of one player each: a game is won at the end of a round, so
//! those would all be even, and most of the published extremes are odd.
//!
//! A maximum grows with the number of games, so extremes are means over stretches of as many games as were
//! published.

use std::sync::{Arc, Mutex};

use rayon::prelude::*;
use sandtable_core::{Agent, Args, Ask, Fault, Kit, Rng, Seat, Thought};
use sandtable_games::axis::{Action, Axis, Phase, axis};

use super::{Cell, Experiment, Outcome, Verdict};
use crate::Failure;
use crate::episode::{Deal, Table};
use crate::spec::{Spec, unknown};
use crate::stats::Moments;
use crate::work::Work;

/// A column of tables I to IV: share of wins in percent, and the mean, longest and shortest game won.
type Column = [f64; 4];

/// A pairing: the player whose results are given, its opponent, games published, and the results in either
/// seat.
struct Pairing {
    player: &'static str,
    other: &'static str,
    games: u64,
    columns: [Column; 2],
}

const TABLE_I: Pairing = Pairing {
    player: "dls:depth=3",
    other: "ez-fodder:rules=2010",
    games: 100,
    columns: [[99.0, 15.21, 22.0, 9.0], [98.0, 16.77, 23.0, 8.0]],
};
const TABLE_II: Pairing = Pairing {
    player: "dls:depth=2",
    other: "dls:depth=1",
    games: 100,
    columns: [[98.0, 17.41, 62.0, 5.0], [89.0, 16.37, 40.0, 8.0]],
};
const TABLE_III: Pairing = Pairing {
    player: "dls:depth=3",
    other: "dls:depth=2",
    games: 50,
    columns: [[81.64, 40.12, 161.0, 13.0], [50.0, 31.05, 45.0, 22.0]],
};
const TABLE_IV: Pairing = Pairing {
    player: "dls:depth=3",
    other: "dls:depth=3",
    games: 50,
    columns: [[78.85, 32.46, 75.0, 11.0], [21.15, 40.27, 75.0, 21.0]],
};
/// Table V: the highest value of a position in a game that was lost, first and second player.
const TABLE_V: [(Pairing, [f64; 2]); 3] =
    [(TABLE_II, [467.0, 152.0]), (TABLE_III, [1257.0, 429.0]), (TABLE_IV, [483.0, 464.0])];

/// A published extreme is a single number of unknown spread; this part of it counts as agreement.
const EXTREME_TOLERANCE: f64 = 0.3;
/// The greatest value of the evaluation.
const GREATEST: f64 = 10_000.0;
/// Games that one thread plays with the same agents.
const CHUNK: usize = 4;
const SEATS: [&str; 2] = ["first", "second"];
/// What the nations begin with.
const SUMS: [(&str, &str); 2] = [("file", "24/44"), ("equal", "34/34")];

pub fn experiments() -> Vec<Experiment> {
    vec![
        Experiment {
            id: "axis-1",
            about: "dls table I: dls at depth 3 against E.Z. Fodder, wins and lengths",
            games: (4 * 400, 4 * 8),
            run: |e, games, work| table(e, &TABLE_I, games, work),
        },
        Experiment {
            id: "axis-2",
            about: "dls table II: depth 2 against depth 1",
            games: (4 * 400, 4 * 20),
            run: |e, games, work| table(e, &TABLE_II, games, work),
        },
        Experiment {
            id: "axis-3",
            about: "dls table III: depth 3 against depth 2",
            games: (4 * 400, 4 * 8),
            run: |e, games, work| table(e, &TABLE_III, games, work),
        },
        Experiment {
            id: "axis-4",
            about: "dls table IV: depth 3 against itself",
            games: (2 * 400, 2 * 8),
            run: |e, games, work| table(e, &TABLE_IV, games, work),
        },
        Experiment {
            id: "axis-5",
            about: "dls table V: the highest value of a position in a game that was lost",
            games: (10 * 100, 10 * 4),
            run: table_v,
        },
    ]
}

/// A game that has been played.
struct Played {
    winner: Option<Seat>,
    rounds: f64,
    /// The highest value that each player gave to a position, in points.
    highest: [f64; 2],
}

/// A player whose values are noted. They are new when it has decided on its attacks.
struct Notetaker {
    player: Box<dyn Agent<Axis>>,
    highest: Arc<Mutex<f64>>,
}

impl Agent<Axis> for Notetaker {
    fn begin(&mut self, game: &Axis, seat: Seat, rng: &mut Rng) {
        self.player.begin(game, seat, rng);
    }

    fn act(&mut self, ask: &mut Ask<Axis>, plan: &mut Vec<Action>) -> Result<Thought<Action>, Fault> {
        ask.explain = true;
        let thought = self.player.act(ask, plan)?;
        if let (Phase::Combat, [best, ..]) = (ask.view.phase, &thought.candidates[..]) {
            let mut highest = self.highest.lock().expect("nobody panics while holding it");
            *highest = highest.max(GREATEST * (2.0 * best.value - 1.0));
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
fn play(money: &str, agents: [&str; 2], games: u64, work: &Work) -> Result<Vec<Played>, Failure> {
    let def = axis();
    let mut args = Args::defaults(def.params);
    args.set("money", money);
    let game = (def.build)(&args)?;
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
            let finish = table.play(Deal { seed: 1, deal, seating: 0 }, &mut ());
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

/// The games of a pairing under either sum: by the seats of the player that is looked at, in either seat or
/// in both at once.
fn all_games(
    pairing: &Pairing,
    each: u64,
    work: &Work,
    mut show: impl FnMut(&str, Seat, &[Played]),
) -> Result<(), Failure> {
    for (money, label) in SUMS {
        if pairing.player == pairing.other {
            let played = play(money, [pairing.player; 2], each, work)?;
            (0..2).for_each(|seat| show(label, seat, &played));
            continue;
        }
        for seat in 0..2 {
            let agents = [[pairing.player, pairing.other], [pairing.other, pairing.player]][seat];
            show(label, seat, &play(money, agents, each, work)?);
        }
    }
    Ok(())
}

/// The standard error of a share in percent, by the rule of succession where all or none were won.
fn share_error(percent: f64, n: f64) -> f64 {
    let p = (percent / 100.0 * n + 1.0) / (n + 2.0);
    100.0 * (p * (1.0 - p) / n).sqrt()
}

/// The extremes of stretches of so many games: one number for each stretch in which there is any.
fn extremes(games: &[Option<f64>], stretch: u64, longest: bool) -> Moments {
    let pick = if longest { f64::max } else { f64::min };
    let stretch = (stretch as usize).min(games.len()).max(1);
    let mut found = Moments::default();
    for games in games.chunks_exact(stretch) {
        if let Some(extreme) = games.iter().flatten().copied().reduce(pick) {
            found.add(extreme);
        }
    }
    found
}

fn extreme_tolerance(found: &Moments, published: f64) -> f64 {
    let spread = found.variance().sqrt().hypot(found.stderr());
    (2.0 * spread).max(EXTREME_TOLERANCE * published)
}

fn table(experiment: &Experiment, pairing: &Pairing, games: u64, work: &Work) -> Result<Outcome, Failure> {
    let itself = pairing.player == pairing.other;
    let each = games / if itself { 2 } else { 4 };
    let mut cells = Vec::new();
    all_games(pairing, each, work, |label, seat, played| {
        let [share, mean, longest, shortest] = pairing.columns[seat];
        let n = played.len() as f64;
        let won: Vec<Option<f64>> =
            played.iter().map(|p| (p.winner == Some(seat)).then_some(p.rounds)).collect();
        let mut lengths = Moments::default();
        won.iter().flatten().for_each(|&rounds| lengths.add(rounds));
        let mut cell = |what: &str, published, error: Option<f64>, (measured, stderr), tolerance, higher| {
            cells.push(Cell {
                id: experiment.id.into(),
                cell: format!("{} {} v {}, {label}: {what}", pairing.player, SEATS[seat], pairing.other),
                published,
                published_stderr: error,
                measured,
                stderr,
                games: played.len() as u64,
                verdict: Verdict::of(measured - published, tolerance, higher),
            });
        };
        let percent = 100.0 * lengths.n as f64 / n;
        let (ours, theirs) = (share_error(percent, n), share_error(share, pairing.games as f64));
        // Between equals nobody's share is the better one.
        let higher = (!itself).then_some(true);
        cell("wins, %", share, Some(theirs), (percent, ours), 2.0 * ours.hypot(theirs), higher);
        if lengths.n == 0 {
            return;
        }
        let spread = lengths.variance().sqrt();
        let (ours, theirs) = (lengths.stderr(), spread / (share / 100.0 * pairing.games as f64).sqrt());
        cell("mean rounds", mean, Some(theirs), (lengths.mean(), ours), 2.0 * ours.hypot(theirs), None);
        for (what, published, most) in [("most rounds", longest, true), ("fewest rounds", shortest, false)] {
            let found = extremes(&won, pairing.games, most);
            let tolerance = extreme_tolerance(&found, published);
            cell(what, published, None, (found.mean(), found.stderr()), tolerance, None);
        }
    })?;
    Ok(cells.into())
}

/// A player that lost no game has no value to show, and its cell is left out.
fn table_v(experiment: &Experiment, games: u64, work: &Work) -> Result<Outcome, Failure> {
    let mut cells = Vec::new();
    for (pairing, published) in &TABLE_V {
        all_games(pairing, games / 10, work, |label, seat, played| {
            let lost: Vec<Option<f64>> =
                played.iter().map(|p| (p.winner == Some(1 - seat)).then_some(p.highest[seat])).collect();
            let found = extremes(&lost, pairing.games, true);
            if found.n == 0 {
                return;
            }
            let published = published[seat];
            let tolerance = extreme_tolerance(&found, published);
            cells.push(Cell {
                id: experiment.id.into(),
                cell: format!(
                    "{} {} v {}, {label}: highest lost",
                    pairing.player, SEATS[seat], pairing.other
                ),
                published,
                published_stderr: None,
                measured: found.mean(),
                stderr: found.stderr(),
                games: played.len() as u64,
                verdict: Verdict::of(found.mean() - published, tolerance, None),
            });
        })?;
    }
    Ok(cells.into())
}
