//! Tables 5.1 to 5.4 and figure 5.1 of Blomqvist, *Playing the Game of Risk with an AlphaZero Agent* (KTH 2020).
//!
//! The thesis's networks cannot be rebuilt, so the tables show ours beside them, and what is judged are the five findings:
//!
//! - F1: the search with the first network beats the search without one (72.5 %).
//! - F2: later networks bring the search little: at most seven points.
//! - F3: the value head in place of rollouts hurts the search.
//! - F4: every network alone loses to the search without one, by two to one at least.
//! - F5: networks that learned from searches with the value head are weaker when they play alone.
//!
//! Our networks are those of one loop of the thesis's kind at a tenth of its size (`docs/kth.md`), with as many iterations: the experts of the first six have rollouts, those of the
//! last two the value head. Beside each finding stands what the players that came of the same ideas here do (`docs/expert-iteration.md`).

mod calibration;
mod figure;
mod nets;

use serde::{Deserialize, Serialize};

use super::{Cell, Claim, Experiment, Lab, Measured, Outcome};
use crate::matchup::Matchup;
use crate::spec::Spec;
use crate::{Failure, registry};
use nets::{HELPED, NETS, Shelf, fingerprint};
use sandtable_games::risk::risk;

/// The dice of the tables.
const SEED: u64 = 520;
/// Simulations in full and in the quick form, which shows only that everything runs.
const SIMS: (u32, u32) = (1_000, 12);
/// Games of a pair: of networks alone, and of searches.
const ALONE: (u64, u64) = (400, 8);
const SEARCHED: (u64, u64) = (100, 2);

/// Table 5.1: the rows' wins in per cent, from the diagonal on.
const NETWORKS: [&[f64]; 8] = [
    &[51.0, 100.0, 53.0, 57.0, 44.0, 36.0, 48.0, 49.0],
    &[100.0, 55.0, 46.0, 45.0, 32.0, 49.0, 42.0],
    &[51.0, 42.0, 41.0, 35.0, 42.0, 48.0],
    &[52.0, 34.0, 34.0, 47.0, 42.0],
    &[49.0, 55.0, 53.0, 58.0],
    &[44.0, 52.0, 56.0],
    &[56.0, 46.0],
    &[48.0],
];

pub fn experiments() -> Vec<Experiment> {
    let pairs = |count: u64, each: (u64, u64)| (count * each.0, count * each.1);
    vec![
        Experiment {
            id: "risk-5.1",
            about: "KTH table 5.1: networks alone against each other; F5: what the value head does to them",
            games: pairs(NETS.len() as u64 * (NETS.len() as u64 + 1) / 2, ALONE),
            run: networks,
        },
        Experiment {
            id: "risk-5.2",
            about: "KTH table 5.2: searches with the first network against searches with later ones; F2",
            games: pairs(4, SEARCHED),
            run: later,
        },
        Experiment {
            id: "risk-5.3",
            about: "KTH table 5.3: the value head against rollouts; F3",
            games: pairs(5, SEARCHED),
            run: heads,
        },
        Experiment {
            id: "risk-5.4",
            about: "KTH table 5.4: searches against networks alone, and the search with a network against the one without; F1 and F4",
            games: pairs(9, SEARCHED),
            run: trees,
        },
        Experiment {
            id: "risk-fig5.1",
            about: "KTH figure 5.1: what the value head says through single games, beside the hand-made score",
            games: (figure::GAMES.0, figure::GAMES.1),
            run: figure::figure,
        },
        Experiment {
            id: "risk-calibration",
            about: "what networks and evaluations promise in duels, beside what comes: ten bins each",
            games: calibration::GAMES,
            run: calibration::calibration,
        },
    ]
}

/// A player of the thesis: searching or alone, with one of our networks or none, with or without its value head.
#[derive(Clone, Copy)]
enum Player {
    Search,
    Exit(usize),
    ExitHead(usize),
    Alone(usize),
    /// One of our own, by its spec; `SIMS` stands for the simulations.
    Own(&'static str),
}

/// What comes of the ideas here: the search, the search with the network that comes with the game, and that network alone.
const SEARCH: Player = Player::Own("mcts:sims=SIMS");
const EXIT: Player = Player::Own("exit:sims=SIMS");
const EXIT_ROLLOUT: Player = Player::Own("exit:sims=SIMS,value=rollout");
const POLICY: Player = Player::Own("policy");

impl Player {
    fn net(self) -> Option<usize> {
        match self {
            Player::Search | Player::Own(_) => None,
            Player::Exit(net) | Player::ExitHead(net) | Player::Alone(net) => Some(net),
        }
    }

    /// Its name in the tables; networks by our numbers, from 1.
    fn name(self, sims: u32) -> String {
        match self {
            Player::Search => format!("MCTS{sims}"),
            Player::Exit(net) => format!("EXIT{sims} net {}", net + 1),
            Player::ExitHead(net) => format!("EXIT{sims} net {} + value head", net + 1),
            Player::Alone(net) => format!("net {}", net + 1),
            Player::Own(spec) => spec.replace("SIMS", &sims.to_string()),
        }
    }

    fn spec(self, sims: u32, shelf: &Shelf) -> Result<String, Failure> {
        let net = self.net().map(|net| shelf.path(net)).transpose()?.unwrap_or_default();
        Ok(match self {
            Player::Search => format!("kth:sims={sims}"),
            Player::Exit(_) => format!("kth:net={net},sims={sims}"),
            Player::ExitHead(_) => format!("kth:net={net},sims={sims},value=net"),
            Player::Alone(_) => format!("kth:net={net},sims=0"),
            Player::Own(_) => self.name(sims),
        })
    }
}

/// A share of wins in per cent.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Share {
    value: f64,
    stderr: f64,
    games: u64,
}

impl From<Share> for Measured {
    fn from(share: Share) -> Measured {
        Measured { value: share.value, stderr: share.stderr, games: share.games }
    }
}

/// What the first of two players gets of their games, each deal played from both seats.
fn meet(pair: [Player; 2], quick: bool, lab: &Lab) -> Result<Share, Failure> {
    let pick = |both: (u64, u64)| if quick { both.1 } else { both.0 };
    let alone = pair.iter().all(|player| matches!(player, Player::Alone(_)));
    let games = if alone { pick(ALONE) } else { pick(SEARCHED) };
    let sims = if quick { SIMS.1 } else { SIMS.0 };
    let name = pair.map(|player| player.name(sims)).join(" v ");
    let mut nets: Vec<String> =
        pair.iter().filter_map(|player| player.net()).map(|net| fingerprint(NETS[net])).collect();
    if pair.iter().any(|player| matches!(player, Player::Own(_))) {
        nets.push(fingerprint(shipped()?.unwrap_or_default()));
    }
    lab.keep(&format!("{name} ({}), {games} games, seed {SEED}", nets.join(" ")), |work| {
        let shelf = Shelf::new()?;
        let [a, b] = [pair[0].spec(sims, &shelf)?, pair[1].spec(sims, &shelf)?];
        let matchup = Matchup { seed: SEED, swap: true, ..Matchup::plain(&[&a, &b], games) };
        let result = registry::open("risk:duel")?.run_match(&matchup, work, None)?;
        let value = result.score.mean[0];
        // Where all deals ended alike there is no error that could be seen: the rule of succession says how well that is known.
        let n = result.deals as f64;
        let least = {
            let p = (value * n + 1.0) / (n + 2.0);
            (p * (1.0 - p) / (2.0 * n)).sqrt()
        };
        let seen = result.score.stderr[0].unwrap_or(0.0);
        // A player against itself gets half of each deal, whatever happens.
        let stderr = if seen > 0.0 || a == b { seen } else { least };
        Ok(Share { value: 100.0 * value, stderr: 100.0 * stderr, games: result.games })
    })
}

/// A printed share in per cent of so many games.
fn printed(percent: f64, games: f64) -> Claim {
    let share = percent / 100.0;
    Claim::published(percent).give_or_take(100.0 * (share * (1.0 - share) / games).sqrt()).share_of(100.0)
}

fn is_quick(experiment: &Experiment, games: u64) -> bool {
    games < experiment.games.0
}

/// The network that comes with the game.
fn shipped() -> Result<Option<&'static [u8]>, Failure> {
    let def = risk();
    let game = (def.build)(&Spec::parse("risk:duel")?.args(def.params)?)?;
    Ok((def.knowledge.weights)(&game))
}

fn networks(experiment: &Experiment, games: u64, lab: &Lab) -> Result<Outcome, Failure> {
    let quick = is_quick(experiment, games);
    let mut cells = Vec::new();
    let mut shares = Vec::new();
    for (row, line) in NETWORKS.iter().enumerate() {
        for (beyond, published) in line.iter().enumerate() {
            let column = row + beyond;
            let share = meet([Player::Alone(row), Player::Alone(column)], quick, lab)?;
            let name = format!("net {} v net {} (ours)", row + 1, column + 1);
            cells.push(printed(*published, 200.0).cell(experiment, name, share.into()));
            shares.push(((row, column), share));
        }
    }
    // The first networks against those that learned from the value head, less against the two before them.
    const ROWS: usize = HELPED - 2;
    let mean = |nets: std::ops::Range<usize>| {
        let each: Vec<&Share> = shares
            .iter()
            .filter(|((row, column), _)| *row < ROWS && nets.contains(column))
            .map(|(_, share)| share)
            .collect();
        let n = each.len() as f64;
        let variance: f64 = each.iter().map(|share| share.stderr * share.stderr).sum();
        let games: u64 = each.iter().map(|share| share.games).sum();
        (each.iter().map(|share| share.value).sum::<f64>() / n, variance.sqrt() / n, games)
    };
    let (with, before) = (mean(HELPED..NETS.len()), mean(ROWS..HELPED));
    let found =
        Measured { value: with.0 - before.0, stderr: with.1.hypot(before.1), games: with.2 + before.2 };
    // The thesis has 8.3 points.
    let name = "F5: early nets win more against nets that learned from the value head than against those before, in points";
    cells.push(Claim::derived(0.0).at_least().scale(100.0).cell(experiment, name, found));
    Ok(cells.into())
}

fn later(experiment: &Experiment, games: u64, lab: &Lab) -> Result<Outcome, Failure> {
    /// Networks 3 to 6; the thesis leaves out its second, which lost everything.
    const PUBLISHED: [(usize, f64); 4] = [(3, 56.9), (4, 56.6), (5, 54.2), (6, 49.5)];
    let quick = is_quick(experiment, games);
    let mut cells = Vec::new();
    let mut least: Option<Share> = None;
    for (net, published) in PUBLISHED {
        let share = meet([Player::Exit(0), Player::Exit(net - 1)], quick, lab)?;
        let name = format!("EXIT net 1 v EXIT net {net} (ours)");
        cells.push(printed(published, 480.0).cell(experiment, name, share.into()));
        least = Some(least.filter(|least| least.value < share.value).unwrap_or(share));
    }
    if let Some(least) = least {
        // Whoever is seven points ahead leaves 43 per cent.
        let name = "F2: what EXIT net 1 wins against the best of later nets, at least";
        let claim = Claim::derived(43.0).at_least().share_of(100.0);
        cells.push(claim.cell(experiment, name, least.into()));
    }
    Ok(cells.into())
}

fn heads(experiment: &Experiment, games: u64, lab: &Lab) -> Result<Outcome, Failure> {
    const PUBLISHED: [(f64, f64); 2] = [(43.4, 76.2), (45.0, 89.2)];
    let quick = is_quick(experiment, games);
    let (mut cells, mut findings) = (Vec::new(), Vec::new());
    for (net, (rollouts, head)) in (HELPED..).zip(PUBLISHED) {
        let plain = meet([Player::Exit(0), Player::Exit(net)], quick, lab)?;
        let headed = meet([Player::Exit(0), Player::ExitHead(net)], quick, lab)?;
        let name = format!("EXIT net 1 v EXIT net {} (ours)", net + 1);
        cells.push(printed(rollouts, 480.0).cell(experiment, &*name, plain.into()));
        cells.push(printed(head, 240.0).cell(experiment, format!("{name} + value head"), headed.into()));
        let cost = Measured {
            value: headed.value - plain.value,
            stderr: headed.stderr.hypot(plain.stderr),
            games: headed.games + plain.games,
        };
        let name = format!("F3: what the value head of net {} costs, in points", net + 1);
        findings.push(Claim::derived(0.0).at_least().scale(100.0).cell(experiment, name, cost));
    }
    cells.extend(findings);
    let share = meet([EXIT, EXIT_ROLLOUT], quick, lab)?;
    cells.push(overturned(
        experiment,
        "F3, ours: exit with the network's values v exit with rollouts",
        share,
    ));
    Ok(cells.into())
}

fn trees(experiment: &Experiment, games: u64, lab: &Lab) -> Result<Outcome, Failure> {
    /// Networks 1, 6 and 8: against EXIT1000 with network 1, and against MCTS1000.
    const PUBLISHED: [(usize, f64, f64); 3] = [(1, 87.2, 75.5), (6, 81.4, 67.9), (8, 87.9, 71.9)];
    let quick = is_quick(experiment, games);
    let mut cells = Vec::new();
    let mut least: Option<Share> = None;
    for (net, exit, search) in PUBLISHED {
        let alone = Player::Alone(net - 1);
        let beside = format!("net {net} (ours)");
        let share = meet([Player::Exit(0), alone], quick, lab)?;
        cells.push(printed(exit, 240.0).cell(experiment, format!("EXIT net 1 v {beside}"), share.into()));
        let share = meet([Player::Search, alone], quick, lab)?;
        cells.push(printed(search, 240.0).cell(experiment, format!("MCTS v {beside}"), share.into()));
        least = Some(least.filter(|least| least.value < share.value).unwrap_or(share));
    }
    let share = meet([Player::Exit(0), Player::Search], quick, lab)?;
    cells.push(printed(72.5, 240.0).cell(experiment, "EXIT net 1 v MCTS (ours)", share.into()));
    let even = Claim::derived(50.0).at_least().share_of(100.0);
    cells.push(even.cell(experiment, "F1: EXIT net 1 v MCTS, at least", share.into()));
    if let Some(least) = least {
        let claim = Claim::derived(200.0 / 3.0).at_least().share_of(100.0);
        cells.push(claim.cell(experiment, "F4: MCTS v the best of three nets alone, at least", least.into()));
    }
    let share = meet([EXIT, SEARCH], quick, lab)?;
    cells.push(overturned(experiment, "F1, ours: exit v mcts with as many simulations", share));
    let share = meet([POLICY, Player::Search], quick, lab)?;
    cells.push(overturned(
        experiment,
        "F4, ours: policy, a network alone, v the search of the thesis",
        share,
    ));
    Ok(cells.into())
}

/// What a player of ours should get the better of.
fn overturned(experiment: &Experiment, name: &str, share: Share) -> Cell {
    Claim::theory(50.0).at_least().share_of(100.0).better_if_higher(true).cell(experiment, name, share.into())
}
