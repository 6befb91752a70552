//! Chapter 7 of the FFI report: the fuzzy Red, its rules tuned as the report tuned them, and how well they play in the end.

use sandtable_core::{Failure, Rng, Spec, Stream};
use sandtable_games::operation::fuzzy::RuleBase;
use sandtable_games::operation::fuzzy::learn::{Range, descend};
use sandtable_games::operation::{Operation, Side, Sight, lucid};
use serde::{Deserialize, Serialize};

use super::{Claim, Experiment, Lab, Measured, Outcome};
use crate::report::{Series, curves, lines};
use crate::train::Matches;
use crate::work::Work;

/// "Ca 40 % of the opponent force (that is, six pieces)".
const THROUGH: f64 = 6.0;
/// The report gives a whole number of pieces.
const ROUNDED: f64 = 0.5;
/// The one opponent of the report's training.
const BLUE: &str = "one-axis-blue";
/// Rules and readings that `lucid-fuzzy` compares.
const PAIRINGS: u64 = 6;
/// Final measurements have other deals than trials, which begin with small seeds.
const FINAL_SEED: u64 = 70_000;

/// How much is played. In full, what the captions of figures 7.4 and 7.5 come to: 47,600 games are seven starts of 170 trials, 140,000 are 100
/// trials of 400 and 25 of 4,000.
struct Extent {
    starts: u64,
    first: [(u32, u64); 1],
    second: [(u32, u64); 2],
    third: [(u32, u64); 1],
    /// Games of a final measurement.
    last: u64,
}

const FULL: Extent = Extent {
    starts: 7,
    first: [(170, 40)],
    second: [(100, 400), (25, 4_000)],
    third: [(200, 1_000)],
    last: 10_000,
};
const QUICK: Extent =
    Extent { starts: 3, first: [(32, 20)], second: [(32, 40), (4, 80)], third: [(34, 40)], last: 500 };

/// All games of some stages.
const fn games(stages: &[(u32, u64)]) -> u64 {
    let (mut sum, mut i) = (0, 0);
    while i < stages.len() {
        sum += stages[i].0 as u64 * stages[i].1;
        i += 1;
    }
    sum
}

impl Extent {
    const fn starts(&self) -> u64 {
        self.starts * (games(&self.first) + self.last)
    }

    const fn procedure(&self) -> u64 {
        self.starts() + games(&self.second) + games(&self.third) + 3 * self.last
    }

    /// The one that plays so many games.
    fn of(experiment: &Experiment, games: u64) -> &'static Extent {
        if games == experiment.games.0 { &FULL } else { &QUICK }
    }
}

pub fn experiments() -> Vec<Experiment> {
    vec![
        Experiment {
            id: "lucid-fuzzy",
            about: "FFI chapter 7: what gets past the tuned fuzzy Red, and what its printed equation and other readings cost",
            games: (PAIRINGS * FULL.last, PAIRINGS * QUICK.last),
            run: tuned,
        },
        Experiment {
            id: "lucid-7.4",
            about: "FFI figure 7.4: tuning fuzzy rules from seven random starts, 40 games a trial",
            games: (FULL.starts(), QUICK.starts()),
            run: figure_7_4,
        },
        Experiment {
            id: "lucid-7.5",
            about: "FFI figure 7.5: the best start tuned further, and rules made by judgement tuned beside it",
            games: (FULL.procedure(), QUICK.procedure()),
            run: figure_7_5,
        },
    ]
}

/// Measures rules against the report's opponent.
fn with_range<T>(
    opponent: &str,
    side: Side,
    work: &Work,
    measure: impl FnOnce(&Range) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let (def, game) = (lucid(), Operation::default_board(Sight::Lucid));
    let (kit, opponents) = (def.kit(&game), [opponent.to_string()]);
    let spec = Spec::parse(def.name)?;
    let contest = Matches::new(kit, &spec, work, &|_| ())?;
    measure(&Range::new(&kit, &contest, &opponents, side)?)
}

/// What gets through in so many games that nothing was tuned on.
fn through(name: &str, base: &RuleBase, opponent: &str, games: u64, lab: &Lab) -> Result<Measured, Failure> {
    let part = format!("{name} v {opponent}, {games} games, seed {FINAL_SEED}: {}", base.text());
    lab.keep(&part, |work| {
        let mean = with_range(opponent, base.side, work, |range| range.through(base, FINAL_SEED, games))?;
        let stderr = mean.stderr.ok_or_else(|| Failure::Failed("too few games to know an error".into()))?;
        Ok(Measured { value: mean.value, stderr, games })
    })
}

/// A run of the optimiser.
#[derive(Serialize, Deserialize)]
struct Run {
    history: Vec<f64>,
    /// The best rules, as a file.
    rules: String,
}

impl Run {
    fn rules(&self) -> Result<RuleBase, Failure> {
        Ok(RuleBase::parse("the rules of a run", &self.rules)?)
    }

    fn series(&self, name: impl Into<String>) -> Series {
        Series { name: name.into(), values: self.history.clone() }
    }
}

fn tune(name: &str, start: &RuleBase, stages: &[(u32, u64)], seed: u64, lab: &Lab) -> Result<Run, Failure> {
    let part = format!("{name}, {stages:?}, seed {seed}: {}", start.text());
    lab.keep(&part, |work| {
        with_range(BLUE, start.side, work, |range| {
            let measure = |base: &RuleBase, seed, games| Ok(range.through(base, seed, games)?.value);
            let (history, best) = descend(start, stages, seed, measure)?;
            Ok(Run { history, rules: best.text() })
        })
    })
}

/// Step (a): random starts, each tuned with few games, and what each then lets through.
fn random_starts(extent: &Extent, lab: &Lab) -> Result<Vec<(Run, Measured)>, Failure> {
    let mut all = Vec::new();
    for number in 1..=extent.starts {
        let mut rng = Rng::new(number, 0, Stream::World);
        let start = RuleBase::judged().at_random(&mut rng);
        let name = format!("random start {number}");
        let run = tune(&name, &start, &extent.first, number, lab)?;
        let measured = through(&name, &run.rules()?, BLUE, extent.last, lab)?;
        all.push((run, measured));
    }
    Ok(all)
}

fn best(runs: &[(Run, Measured)]) -> &(Run, Measured) {
    runs.iter().min_by(|a, b| a.1.value.total_cmp(&b.1.value)).expect("there is a start")
}

fn difference(a: Measured, b: Measured) -> Measured {
    Measured { value: a.value - b.value, stderr: a.stderr.hypot(b.stderr), games: a.games + b.games }
}

fn published() -> Claim {
    Claim::published(THROUGH).within(ROUNDED).better_if_higher(false)
}

/// Nothing is printed but which way it goes.
fn not_below_zero() -> Claim {
    Claim::theory(0.0).scale(THROUGH).at_least()
}

fn tuned(experiment: &Experiment, games: u64, lab: &Lab) -> Result<Outcome, Failure> {
    let games = games / PAIRINGS;
    let (judged, tuned) = (RuleBase::judged(), RuleBase::shipped(Side::Red));
    let measure = |name: &str, base: &RuleBase| through(name, base, BLUE, games, lab);
    let after = measure("tuned", &tuned)?;
    let before = measure("judged", &judged)?;
    let mut cells = vec![
        published().cell(experiment, "tuned rules: pieces through", after),
        Claim::derived(THROUGH).at_least().cell(experiment, "rules by judgement: pieces through", before),
    ];
    for (name, base, mended) in [("tuned", &tuned, after), ("judged", &judged, before)] {
        let printed = measure(&format!("{name}, printed"), &base.printed())?;
        let cell = format!("{name} rules, PLAN as printed less mended");
        cells.push(not_below_zero().cell(experiment, cell, difference(printed, mended)));
        let literal = measure(&format!("{name}, literal"), &RuleBase { further: 0.0, ..base.clone() })?;
        let cell = format!("{name} rules, Blue in the node alone less Blue further south");
        cells.push(not_below_zero().cell(experiment, cell, difference(literal, mended)));
    }
    let plot = "Membership functions of Red: by judgement (thin) and tuned (thick)".to_string();
    Ok(Outcome { cells, plots: vec![(plot, curves(&judged.curves(), &tuned.curves()))] })
}

fn figure_7_4(experiment: &Experiment, games: u64, lab: &Lab) -> Result<Outcome, Failure> {
    let runs = random_starts(Extent::of(experiment, games), lab)?;
    let (_, most) = best(&runs);
    // Tuning went on from there and ended with six pieces.
    let cells = vec![Claim::derived(THROUGH).at_least().cell(
        experiment,
        "best of the random starts: pieces through",
        *most,
    )];
    let series: Vec<Series> =
        runs.iter().enumerate().map(|(i, (run, _))| run.series(format!("start {}", i + 1))).collect();
    let plot = "Figure 7.4: pieces through, trial by trial, from random starts".to_string();
    Ok(Outcome { cells, plots: vec![(plot, lines("Blue's pieces in the goal", &series))] })
}

fn figure_7_5(experiment: &Experiment, games: u64, lab: &Lab) -> Result<Outcome, Failure> {
    let extent = Extent::of(experiment, games);
    let runs = random_starts(extent, lab)?;
    let (first, from_random) = best(&runs);
    let second = tune("step (b)", &first.rules()?, &extent.second, 100, lab)?;
    let third = tune("step (c)", &RuleBase::judged(), &extent.third, 200, lab)?;
    let b = through("step (b)", &second.rules()?, BLUE, extent.last, lab)?;
    let c = through("step (c)", &third.rules()?, BLUE, extent.last, lab)?;
    let start = through("judged", &RuleBase::judged(), BLUE, extent.last, lab)?;
    let d = if b.value < c.value { b } else { c };
    let cells = vec![
        // A shorter tuning says nothing about the report's.
        published().needs(games, experiment.games.0).cell(
            experiment,
            "step (d), the better of (b) and (c): pieces through",
            d,
        ),
        not_below_zero().cell(
            experiment,
            "step (b): what more games bring the best start",
            difference(*from_random, b),
        ),
        not_below_zero().cell(
            experiment,
            "step (c): what tuning brings rules by judgement",
            difference(start, c),
        ),
    ];
    let series = [second.series("a/b, best random start"), third.series("c, by judgement")];
    let plot = "Figure 7.5: pieces through, trial by trial".to_string();
    Ok(Outcome { cells, plots: vec![(plot, lines("Blue's pieces in the goal", &series))] })
}
