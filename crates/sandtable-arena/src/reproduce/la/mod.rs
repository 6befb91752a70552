//! Lie, *Playing Axis & Allies Revised Using Learning Automata*: tables 2 to 6 and figures 18 to 22.
//!
//! Tables 2 to 4 are compared with exact values. The choices over many runs are measured twice: `fast` is exact feedback
//! with situations that are learned twice and then remembered; `literal` is algorithm 1
//! as printed, with dice everywhere and everything learned anew. Both have the paper's rounds. The figures' bars carry
//! no numbers except those that the text names; a cell that says "at least" has the bound that the bars show.
//! Times are of one decision (the first turn) on one core; the paper's are of a 3 GHz core of 2008.
//!
//! What section 6.2 asks for stands beside them: larger scenarios and outcomes that lie close together. Where nothing was
//! published the reference is what theory says.

mod close;
mod larger;
mod runs;
mod tables;

use super::{Cell, Experiment, Outcome, Verdict};
use crate::Failure;
use crate::report::{Bar, Series, lines, whiskers};
use crate::stats::wilson;
use crate::work::Work;
use runs::{Run, Task};

/// A combination of kinds with the paper's rounds and seconds.
pub(super) struct Combination {
    pub kinds: &'static str,
    pub rounds: &'static str,
    pub seconds: f64,
}

const fn combination(kinds: &'static str, rounds: &'static str, seconds: f64) -> Combination {
    Combination { kinds, rounds, seconds }
}

const LA_1: [Combination; 3] = [
    combination("tsetlin", "500+300", 115.0),
    combination("lri", "800+400", 260.0),
    combination("bayes", "700+300", 170.0),
];
const LA_2: [Combination; 5] = [
    combination("tsetlin", "500+200+100", 78.0),
    combination("lri", "700+400+200", 405.0),
    combination("bayes", "600+300+150", 436.0),
    combination("lri+tsetlin", "700+200+100", 116.0),
    combination("bayes+tsetlin", "600+200+100", 118.0),
];
const LA_3: [Combination; 5] = [
    combination("tsetlin", "500+300", 5.0),
    combination("lri", "700+400", 8.0),
    combination("bayes", "800+400", 17.0),
    combination("lri+tsetlin", "700+300", 6.0),
    combination("bayes+tsetlin", "800+300", 9.0),
];

/// What a cell measures: a part of the runs.
type Part = fn(&Run) -> bool;

/// A published share in percent: of which combination, what it is of, the number, whether it is only a bound, and whether more is
/// better.
struct Share(&'static str, &'static str, f64, bool, bool, Part);

const SHARES_1: [Share; 7] = [
    Share("tsetlin", "infantry attacks", 27.3, false, false, |r| r.attackers > 0),
    Share("tsetlin", "one infantry attacks alone", 21.2, false, false, |r| r.attackers == 1),
    Share("lri", "infantry attacks", 13.2, false, false, |r| r.attackers > 0),
    Share("bayes", "infantry attacks", 0.0, false, false, |r| r.attackers > 0),
    Share("bayes", "no infantry attacks", 95.0, true, true, |r| r.attackers == 0),
    Share("bayes", "the tank does not attack", 95.0, true, true, |r| !r.answered),
    Share("bayes", "nobody attacks", 95.0, true, true, |r| r.attackers == 0 && !r.answered),
];
const SHARES_2: [Share; 7] = [
    Share("tsetlin", "right", 87.0, false, true, |r| r.wrong[0] + r.wrong[1] == 0),
    Share("lri", "right", 100.0, false, true, |r| r.wrong[0] + r.wrong[1] == 0),
    Share("bayes", "right", 100.0, false, true, |r| r.wrong[0] + r.wrong[1] == 0),
    Share("lri+tsetlin", "right", 100.0, false, true, |r| r.wrong[0] + r.wrong[1] == 0),
    Share("lri+tsetlin", "first turn right", 100.0, false, true, |r| r.wrong[0] == 0),
    Share("bayes+tsetlin", "right", 100.0, false, true, |r| r.wrong[0] + r.wrong[1] == 0),
    Share("bayes+tsetlin", "first turn right", 100.0, false, true, |r| r.wrong[0] == 0),
];
const SHARES_3: [Share; 5] = [
    Share("tsetlin", "both turns right", 8.0, false, true, |r| r.wrong[0] + r.wrong[1] == 0),
    Share("bayes", "first turn right", 100.0, false, true, |r| r.wrong[0] == 0),
    Share("bayes", "both turns right", 95.0, true, true, |r| r.wrong[0] + r.wrong[1] == 0),
    Share("bayes", "adequate", 99.0, true, true, |r| r.wrong[0] + r.wrong[1] <= 1),
    Share("bayes+tsetlin", "first turn right", 100.0, false, true, |r| r.wrong[0] == 0),
];
/// What the figures show for every combination.
const FIGURE_1: [(&str, Part); 5] = [
    ("both infantry together", |r| r.attackers == 0 && r.together),
    ("infantry split up", |r| r.attackers == 0 && !r.together),
    ("one infantry attacks", |r| r.attackers == 1),
    ("both infantry attack", |r| r.attackers == 2),
    ("the tank attacks", |r| r.answered),
];
const FIGURE_2: [(&str, Part); 2] =
    [("first turn right", |r| r.wrong[0] == 0), ("both turns right", |r| r.wrong[0] + r.wrong[1] == 0)];
const FIGURE_3: [(&str, Part); 3] = [
    ("first turn right", |r| r.wrong[0] == 0),
    ("both turns right", |r| r.wrong[0] + r.wrong[1] == 0),
    ("adequate", |r| r.wrong[0] + r.wrong[1] <= 1),
];

/// Everything about one scenario.
struct Study {
    task: Task,
    combinations: &'static [Combination],
    shares: &'static [Share],
    figure: &'static [(&'static str, Part)],
    /// One literal run for so many fast ones: they take up to half a minute.
    literal: u64,
}

const STUDIES: [Study; 3] = [
    Study { task: Task::One, combinations: &LA_1, shares: &SHARES_1, figure: &FIGURE_1, literal: 25 },
    Study { task: Task::Two, combinations: &LA_2, shares: &SHARES_2, figure: &FIGURE_2, literal: 25 },
    Study { task: Task::Three, combinations: &LA_3, shares: &SHARES_3, figure: &FIGURE_3, literal: 5 },
];

pub fn experiments() -> Vec<Experiment> {
    vec![
        Experiment {
            id: "la-1",
            about: "learning automata, scenario 1: table 2, figures 18 to 20",
            games: (3 * 500, 3 * 20),
            run: |e, games, work| study(e, &STUDIES[0], games, work),
        },
        Experiment {
            id: "la-2",
            about: "learning automata, scenario 2: tables 3 and 5, figure 21",
            games: (5 * 500, 5 * 10),
            run: |e, games, work| study(e, &STUDIES[1], games, work),
        },
        Experiment {
            id: "la-3",
            about: "learning automata, scenario 3: tables 4 and 6, figure 22",
            games: (5 * 500, 5 * 20),
            run: |e, games, work| study(e, &STUDIES[2], games, work),
        },
        Experiment {
            id: "la-4",
            about: "learning automata with more units, areas and planes: runs that find the best first move",
            games: (larger::KINDS.len() as u64 * 100, larger::KINDS.len() as u64 * 2),
            run: |e, games, work| larger::study(e, "la-4", "1000+300", games, work),
        },
        Experiment {
            id: "la-5",
            about: "learning automata in four tiers: runs that find the best first move",
            games: (larger::KINDS.len() as u64 * 200, larger::KINDS.len() as u64 * 5),
            run: |e, games, work| larger::study(e, "la-5", "500+300+200+100", games, work),
        },
        Experiment {
            id: "la-close",
            about: "learning automata: what it costs to tell outcomes apart that lie close together",
            games: (400, 40),
            run: close::study,
        },
    ]
}

fn study(experiment: &Experiment, study: &Study, games: u64, work: &Work) -> Result<Outcome, Failure> {
    let each = games / study.combinations.len() as u64;
    let mut cells = tables::exact(experiment.id, study.task)?;
    let mut plots = Vec::new();
    for (mode, runs) in [("fast", each), ("literal", each / study.literal)].into_iter().filter(|m| m.1 > 0) {
        let mut bars = Vec::new();
        for combination in study.combinations {
            let found = runs::play(study.task, combination, mode == "literal", runs, work)?;
            let n = found.len() as u64;
            for Share(kinds, what, published, bound, higher, part) in study.shares {
                if *kinds != combination.kinds {
                    continue;
                }
                let count = found.iter().filter(|run| part(run)).count() as f64;
                let (measured, stderr) = (100.0 * count / n as f64, error(count, n));
                let difference = measured - published;
                // A bound is kept or it is not; "several hundreds of runs" are taken to be 300.
                let theirs = (!bound).then(|| error(published / 100.0 * 300.0, 300));
                let verdict = match (*bound, difference >= 0.0) {
                    (true, true) => Verdict::Reproduced,
                    _ => Verdict::of(difference, 2.0 * stderr.hypot(theirs.unwrap_or(0.0)), Some(*higher)),
                };
                let least = if *bound { ", at least" } else { "" };
                cells.push(Cell {
                    id: experiment.id.into(),
                    cell: format!("{kinds}, {mode}: {what}, %{least}"),
                    published: *published,
                    published_stderr: theirs,
                    measured,
                    stderr,
                    games: n,
                    verdict,
                });
            }
            let mut times = crate::stats::Moments::default();
            found.iter().for_each(|run| times.add(run.seconds));
            let (measured, published) = (times.mean(), combination.seconds);
            cells.push(Cell {
                id: experiment.id.into(),
                cell: format!("{} {}, {mode}: seconds", combination.kinds, combination.rounds),
                published,
                published_stderr: None,
                measured,
                stderr: times.stderr(),
                games: n,
                verdict: Verdict::of(measured - published, 2.0 * times.stderr(), Some(false)),
            });
            for (what, part) in study.figure {
                let count = found.iter().filter(|run| part(run)).count() as f64;
                let (low, high) = wilson(count, n);
                let published = study.shares.iter().find(|s| s.0 == combination.kinds && s.1 == *what);
                bars.push(Bar {
                    label: format!("{}: {what}", combination.kinds),
                    value: 100.0 * count / n as f64,
                    range: (100.0 * low, 100.0 * high),
                    reference: published.map(|s| (s.2, 0.0)),
                });
            }
        }
        let title = format!("{}: choices of {mode} runs", experiment.id);
        plots.push((title, whiskers("", "% of runs; squares: published", &bars)));
    }
    let mut series = Vec::new();
    for combination in study.combinations.iter().filter(|c| !c.kinds.contains('+')) {
        series.push(Series { name: combination.kinds.into(), values: runs::watch(study.task, combination)? });
    }
    let title = format!(
        "{}: one run, share of the units that choose the right first move (mean of 25 rounds)",
        experiment.id
    );
    plots.push((title, lines("share", &series)));
    Ok(Outcome { cells, plots })
}

/// The standard error of a share in percent, by the rule of succession where all or none are counted.
fn error(count: f64, n: u64) -> f64 {
    let p = (count + 1.0) / (n as f64 + 2.0);
    100.0 * (p * (1.0 - p) / n as f64).sqrt()
}
