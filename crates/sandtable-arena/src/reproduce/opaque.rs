//! Operation Opaque (FFI, section 2.2 and chapter 8): whether what a side believes is calibrated, and what playing blind costs. The report has
//! no numbers for either, so these are studies of our own.

use std::sync::{Arc, Mutex};

use rayon::prelude::*;
use sandtable_core::{Args, Belief, Game, Happened, Particles, Rng, Seat, Spec};
use sandtable_games::operation::{Action, Chance, Enemy, Operation, Side, State, View, nodes, opaque};

use super::{Cell, Claim, Experiment, Lab, Measured, Outcome};
use crate::Failure;
use crate::episode::{Deal, HappenedIn, Table, Watch};
use crate::hosted::Hosted;
use crate::luck::{Gauge, Method, Sums};
use crate::work::Work;

/// Tens of per cent.
const BINS: usize = 10;
/// How far a predicted chance may be off.
const CALIBRATED: f64 = 0.03;

/// Fewer predictions than this in a bin say nothing: most of them are of one game.
const FEW: u64 = 100;

/// Whose beliefs are held against the truth: the believer's seat, its enemies, whether the model knows them, and who plays the believer's
/// side.
const ENEMIES: [(Seat, &[&str], bool, &str); 4] = [
    (1, &["simple-blue", "one-axis-blue"], true, "dist-exp-red"),
    (0, &["simple-red", "axes-exp-red", "dist-exp-red"], true, "one-axis-blue"),
    (1, &["net", "fuzzy", "constrained"], false, "dist-exp-red"),
    (0, &["net", "fuzzy", "constrained"], false, "one-axis-blue"),
];

/// Players that value no turns: a net compares what they would do in different worlds (tried on seed 31).
const JUDGED: [&str; 2] = ["axes-exp-red", "dist-exp-red"];
const JUDGE: &str = ",judge=net,cut=1,worlds=64";

/// Who plays blind, in which seat, against whom.
const BLIND: [(&str, Seat, &str); 18] = [
    ("net", 0, "dist-exp-red"),
    ("net", 1, "one-axis-blue"),
    ("fuzzy", 0, "dist-exp-red"),
    ("fuzzy", 1, "one-axis-blue"),
    ("constrained", 0, "dist-exp-red"),
    ("constrained", 1, "one-axis-blue"),
    ("imitator", 0, "dist-exp-red"),
    ("imitator", 1, "one-axis-blue"),
    ("axes-exp-red", 1, "one-axis-blue"),
    ("dist-exp-red", 1, "one-axis-blue"),
    ("command:trials=200", 0, "dist-exp-red"),
    ("command:trials=200", 1, "one-axis-blue"),
    ("mcts:sims=200", 0, "dist-exp-red"),
    ("mcts:sims=200", 1, "one-axis-blue"),
    ("automata:rounds=1000;seconds=0", 0, "dist-exp-red"),
    ("automata:rounds=1000;seconds=0", 1, "one-axis-blue"),
    ("net", 0, "net"),
    ("net", 1, "net"),
];
/// Luck is taken out where there are at least so many games for each of its terms.
const GAMES_A_TERM: u64 = 10;

/// The loss from which on a belief must save more than half of it.
const LOSS: f64 = 0.2;

pub fn experiments() -> Vec<Experiment> {
    vec![
        Experiment {
            id: "opaque-belief",
            about: "Opaque: the chance that a side gives to an enemy on a node out of sight, against how often one is there",
            games: (10 * 2_000, 10 * 40),
            run: calibration,
        },
        Experiment {
            id: "opaque-blind",
            about: "Opaque: what playing blind costs, by what is believed and by what was seen last",
            games: (3 * BLIND.len() as u64 * 400, 3 * BLIND.len() as u64 * 10),
            run: blindness,
        },
    ]
}

fn hosted() -> Result<Hosted<Operation>, Failure> {
    let def = opaque();
    let game = (def.build)(&Args::defaults(def.params))?;
    Ok(Hosted::new(Spec::parse("opaque")?, game, def.knowledge))
}

/// What was predicted in a bin: how often, the sum of the chances, and how often an enemy was there; then the squares of what was
/// off, game by game.
#[derive(Clone, Copy, Default, serde::Serialize, serde::Deserialize)]
struct Bin {
    count: f64,
    predicted: f64,
    there: f64,
    squares: f64,
}

impl Bin {
    fn merge(&mut self, game: &Bin) {
        self.count += game.count;
        self.predicted += game.predicted;
        self.there += game.there;
        self.squares += (game.there - game.predicted).powi(2);
    }
}

/// Looks on with the eyes of one seat, and holds what it believes against the truth whenever it is to move.
struct Auditor {
    seat: Seat,
    belief: Particles<Operation, Enemy>,
    bins: [Bin; BINS],
    /// The turn that was looked at last.
    turn: Option<u32>,
}

impl Auditor {
    fn new(game: &Operation, seat: Seat) -> Self {
        let mut belief = Particles::new(Enemy::new(game));
        belief.begin(game, seat);
        Auditor { seat, belief, bins: [Bin::default(); BINS], turn: None }
    }

    fn audit(&mut self, game: &Operation, truth: &State) {
        let enemy = Side::BOTH[self.seat].other();
        let mut chances = vec![0.0; game.board().len()];
        for (state, weight) in self.belief.states(game) {
            nodes(state.pieces(enemy).occupied()).for_each(|n| chances[usize::from(n)] += weight);
        }
        let seen = game.view(truth, self.seat).seen;
        for (node, chance) in (0..).zip(chances).filter(|(node, _)| seen >> node & 1 == 0) {
            let bin = &mut self.bins[((chance * BINS as f64) as usize).min(BINS - 1)];
            bin.count += 1.0;
            bin.predicted += chance;
            bin.there += f64::from(u8::from(truth.pieces(enemy).at(node) > 0));
        }
    }
}

impl Watch<Operation> for Auditor {
    fn step(&mut self, game: &Operation, before: &State, seat: Seat, _: Action) {
        let turn = Some(game.turns(before));
        if seat == self.seat && self.turn != turn {
            self.turn = turn;
            self.audit(game, before);
        }
    }

    fn chance(&mut self, _: &Operation, _: &State, _: Chance) {}

    fn compares(&self) -> bool {
        true
    }

    fn compare(&mut self, game: &Operation, before: &State, happened: HappenedIn<Operation>, after: &State) {
        let own = match happened {
            Happened::Step(step) if game.turn(before) == sandtable_core::Turn::Player(self.seat) => {
                Some(step)
            }
            _ => None,
        };
        self.belief.observe(game, &game.view(after, self.seat), own);
    }
}

/// The bins of one pairing.
fn audited(seat: Seat, seats: &[&str], games: u64, work: &Work) -> Result<Vec<Bin>, Failure> {
    let hosted = hosted()?;
    hosted.seated(seats)?;
    let play = |deal| {
        let mut table = hosted.table(seats).expect("they sat down before");
        let mut auditor = Auditor::new(&hosted.game, seat);
        table.play(Deal { seed: 3, deal, seating: 0 }, &mut auditor);
        (work.progress)(1);
        auditor.bins
    };
    let all: Vec<[Bin; BINS]> = work.pool()?.install(|| (0..games).into_par_iter().map(play).collect());
    let mut sums = vec![Bin::default(); BINS];
    all.iter().for_each(|game| sums.iter_mut().zip(game).for_each(|(sum, bin)| sum.merge(bin)));
    Ok(sums)
}

fn calibration(experiment: &Experiment, games: u64, lab: &Lab) -> Result<Outcome, Failure> {
    let pairings: usize = ENEMIES.iter().map(|(_, enemies, _, _)| enemies.len()).sum();
    let games = games / pairings as u64;
    let mut cells = Vec::new();
    for (seat, enemies, known, own) in ENEMIES {
        let mut sums = vec![Bin::default(); BINS];
        for enemy in enemies {
            let seats = if seat == 1 { [*enemy, own] } else { [own, *enemy] };
            let part = format!("seat {seat} of {} v {}, {games} games, seed 3", seats[0], seats[1]);
            let bins = lab.keep(&part, |work| audited(seat, &seats, games, work))?;
            // Each pairing's games are games of their own.
            for (sum, bin) in sums.iter_mut().zip(&bins) {
                let squares = sum.squares + bin.squares;
                sum.merge(bin);
                sum.squares = squares;
            }
        }
        let played = games * enemies.len() as u64;
        let side = ["blue", "red"][seat];
        let whom = enemies.join(", ");
        for (i, bin) in sums.iter().enumerate().filter(|(_, bin)| bin.count > 0.0 && known) {
            let name = format!("{side} of {whom}: {} to {} %", 10 * i, 10 * (i + 1));
            let claim = Claim::theory(bin.predicted / bin.count).within(CALIBRATED).share_of(1.0);
            let claim = claim.needs(bin.count as u64, FEW);
            cells.push(claim.cell(experiment, name, measured(bin, played)));
        }
        let all: f64 = sums.iter().map(|bin| bin.count).sum();
        let off: f64 = sums.iter().map(|bin| (bin.there - bin.predicted).abs()).sum();
        let stderr = sums.iter().map(|bin| bin.squares).sum::<f64>().sqrt() / all;
        let error = Measured { value: off / all, stderr, games: played };
        let claim = Claim::theory(0.0).within(CALIBRATED).scale(1.0).better_if_higher(false);
        cells.push(claim.cell(experiment, format!("{side} of {whom}: mean error"), error));
    }
    Ok(cells.into())
}

/// How often an enemy was there.
fn measured(bin: &Bin, games: u64) -> Measured {
    Measured { value: bin.there / bin.count, stderr: bin.squares.sqrt() / bin.count, games }
}

/// The truth, for measuring alone: who plays by it sees everything.
#[derive(Clone, Default)]
struct Truth(Arc<Mutex<Option<State>>>);

impl Truth {
    fn tell(&self, state: &State) {
        *self.0.lock().expect("nobody panics while holding it") = Some(state.clone());
    }
}

impl Belief<Operation> for Truth {
    fn sample(&mut self, game: &Operation, view: &View, rng: &mut Rng) -> State {
        let known = self.0.lock().expect("nobody panics while holding it").clone();
        known.unwrap_or_else(|| game.guess(view, rng))
    }
}

impl Watch<Operation> for Truth {
    fn step(&mut self, _: &Operation, _: &State, _: Seat, _: Action) {}

    fn chance(&mut self, _: &Operation, _: &State, _: Chance) {}

    fn compares(&self) -> bool {
        true
    }

    fn compare(&mut self, _: &Operation, _: &State, _: HappenedIn<Operation>, after: &State) {
        self.tell(after);
    }
}

/// What an agent in a seat gets against an opponent: as it sits there, by the truth if it `sees`.
fn result(
    (agent, seat, opponent): (&str, Seat, &str),
    sees: bool,
    games: u64,
    work: &Work,
) -> Result<Measured, Failure> {
    let hosted = hosted()?;
    let mut seats = [opponent; 2];
    seats[seat] = agent;
    hosted.seated(&seats)?;
    let gauge = || Gauge::new(&hosted.kit(), Method::Expanded);
    let terms = gauge().map_or(0, |gauge| gauge.len());
    let play = |deal| {
        let truth = Truth::default();
        truth.tell(&hosted.game.start());
        let mut beliefs = hosted.beliefs();
        if sees {
            beliefs[seat] = Box::new(truth.clone());
        }
        let agents = hosted.seated(&seats).expect("they sat down before");
        let mut table = Table::believing(&hosted.game, agents, beliefs);
        let mut watch = (truth, gauge());
        let finish = table.play(Deal { seed: 2, deal, seating: 0 }, &mut watch);
        let mut luck = Vec::new();
        if let Some(gauge) = &mut watch.1 {
            gauge.read(&mut luck);
        }
        (work.progress)(1);
        (finish.payoff.values()[seat], luck)
    };
    let all: Vec<(f64, Vec<f64>)> = work.pool()?.install(|| (0..games).into_par_iter().map(play).collect());
    let mut sums = Sums::new(1, terms);
    all.iter().for_each(|(value, luck)| sums.add(&[*value], luck));
    // In few games a regression takes for luck whatever happened, and its error is far too small.
    let few = games < terms as u64 * GAMES_A_TERM;
    let estimate = if few { sums.raw() } else { sums.regressed() };
    let stderr = estimate.stderr[0].unwrap_or(f64::INFINITY);
    Ok(Measured { value: estimate.mean[0], stderr, games })
}

fn blindness(experiment: &Experiment, games: u64, lab: &Lab) -> Result<Outcome, Failure> {
    let games = games / (3 * BLIND.len() as u64);
    let mut cells = Vec::new();
    for (agent, seat, opponent) in BLIND {
        let judge = if JUDGED.contains(&agent) { JUDGE } else { "" };
        let get = |how: &str, sees: bool| {
            let how = format!("{judge}{how}");
            let spec = format!("believer:player={agent},sight=open{how}");
            let part = format!(
                "believer:{agent},sight=open{how} in seat {seat} v {opponent}, sees {sees}, {games} games, seed 2"
            );
            lab.keep(&part, |work| result((&spec, seat, opponent), sees, games, work))
        };
        let (full, believed, last) = (get("", true)?, get("", false)?, get(",by=last-seen", false)?);
        let lost = |blind: Measured| Measured {
            value: full.value - blind.value,
            stderr: full.stderr.hypot(blind.stderr),
            games,
        };
        let name = format!("{agent} as {} v {opponent}", ["blue", "red"][seat]);
        cells.extend(losses(experiment, &name, full, lost(last), lost(believed)));
    }
    Ok(cells.into())
}

/// What is lost by going by what was seen last, and by what is believed: half of that at most, if it is much.
fn losses(
    experiment: &Experiment,
    name: &str,
    full: Measured,
    last: Measured,
    believed: Measured,
) -> [Cell; 2] {
    let remembered = Claim::theory(0.0).within(LOSS).scale(full.value.abs()).better_if_higher(false);
    let allowed = if last.value > LOSS { last.value / 2.0 } else { LOSS };
    let claim = Claim::derived(allowed).scale(full.value.abs()).better_if_higher(false);
    [
        remembered.cell(experiment, format!("{name}: lost by what was seen last"), last),
        claim.cell(experiment, format!("{name}: lost by what is believed"), believed),
    ]
}
