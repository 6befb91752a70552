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
mod points;
mod runs;
mod tables;

use super::{Claim, Experiment, Lab, Measured, Outcome};
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

/// Literal runs that are kept at once.
const LITERAL_PART: u64 = 10;

/// What a cell measures: a part of the runs.
type Part = fn(&Run) -> bool;

/// How well the paper states a share.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Said {
    /// As a number.
    Printed,
    /// As a number of which the text does not say whether it is of one turn or of two.
    Read,
    /// By bars without numbers, of which a bound can be read.
    Bound,
}
use Said::{Bound, Printed, Read};

/// A share in percent: of which combination, what it is of, the number, how it is stated, whether more is better, and which runs
/// it counts; `of` says out of which, where that is not all.
struct Share {
    kinds: &'static str,
    what: &'static str,
    published: f64,
    said: Said,
    higher: bool,
    part: Part,
    of: Part,
}

const fn share(
    kinds: &'static str,
    what: &'static str,
    published: f64,
    said: Said,
    higher: bool,
    part: Part,
) -> Share {
    Share { kinds, what, published, said, higher, part, of: |_| true }
}

const RIGHT: Part = |r| r.wrong[0] + r.wrong[1] == 0;
const FIRST_RIGHT: Part = |r| r.wrong[0] == 0;
const TOGETHER: Part = |r| r.attackers == 0 && r.together;

const SHARES_1: [Share; 8] = [
    share("tsetlin", "infantry attacks", 27.3, Printed, false, |r| r.attackers > 0),
    share("tsetlin", "one infantry attacks alone", 21.2, Printed, false, |r| r.attackers == 1),
    // Section 5.1: of the runs where the infantry chose this combination.
    Share {
        of: TOGETHER,
        ..share("tsetlin", "the tank attacks two infantry that stand together", 18.2, Printed, false, |r| {
            r.answered
        })
    },
    share("lri", "infantry attacks", 13.2, Printed, false, |r| r.attackers > 0),
    share("bayes", "infantry attacks", 0.0, Printed, false, |r| r.attackers > 0),
    share("bayes", "no infantry attacks", 95.0, Bound, true, |r| r.attackers == 0),
    share("bayes", "the tank does not attack", 95.0, Bound, true, |r| !r.answered),
    share("bayes", "nobody attacks", 95.0, Bound, true, |r| r.attackers == 0 && !r.answered),
];
const SHARES_2: [Share; 10] = [
    share("tsetlin", "first turn right", 87.0, Read, true, FIRST_RIGHT),
    share("tsetlin", "right", 87.0, Printed, true, RIGHT),
    share("lri", "first turn right", 100.0, Read, true, FIRST_RIGHT),
    share("lri", "right", 100.0, Printed, true, RIGHT),
    share("bayes", "first turn right", 100.0, Read, true, FIRST_RIGHT),
    share("bayes", "right", 100.0, Printed, true, RIGHT),
    share("lri+tsetlin", "right", 100.0, Printed, true, RIGHT),
    share("lri+tsetlin", "first turn right", 100.0, Printed, true, FIRST_RIGHT),
    share("bayes+tsetlin", "right", 100.0, Printed, true, RIGHT),
    share("bayes+tsetlin", "first turn right", 100.0, Printed, true, FIRST_RIGHT),
];
const SHARES_3: [Share; 5] = [
    share("tsetlin", "both turns right", 8.0, Printed, true, RIGHT),
    share("bayes", "first turn right", 100.0, Printed, true, FIRST_RIGHT),
    share("bayes", "both turns right", 95.0, Bound, true, RIGHT),
    share("bayes", "adequate", 99.0, Bound, true, |r| r.wrong[0] + r.wrong[1] <= 1),
    share("bayes+tsetlin", "first turn right", 100.0, Printed, true, FIRST_RIGHT),
];
/// What the figures show for every combination.
const FIGURE_1: [(&str, Part); 5] = [
    ("both infantry together", TOGETHER),
    ("infantry split up", |r| r.attackers == 0 && !r.together),
    ("one infantry attacks", |r| r.attackers == 1),
    ("both infantry attack", |r| r.attackers == 2),
    ("the tank attacks", |r| r.answered),
];
const FIGURE_2: [(&str, Part); 2] = [("first turn right", FIRST_RIGHT), ("both turns right", RIGHT)];
const FIGURE_3: [(&str, Part); 3] = [
    ("first turn right", FIRST_RIGHT),
    ("both turns right", RIGHT),
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
            run: |e, games, lab| study(e, &STUDIES[0], games, lab),
        },
        Experiment {
            id: "la-2",
            about: "learning automata, scenario 2: tables 3 and 5, figure 21",
            games: (5 * 500, 5 * 10),
            run: |e, games, lab| study(e, &STUDIES[1], games, lab),
        },
        Experiment {
            id: "la-3",
            about: "learning automata, scenario 3: tables 4 and 6, figure 22",
            games: (5 * 500, 5 * 20),
            run: |e, games, lab| study(e, &STUDIES[2], games, lab),
        },
        Experiment {
            id: "la-4",
            about: "learning automata with more units, areas and planes: runs that find the best first move",
            games: (larger::KINDS.len() as u64 * 100, larger::KINDS.len() as u64 * 2),
            run: |e, games, lab| larger::study(e, "la-4", "1000+300", games, lab),
        },
        Experiment {
            id: "la-5",
            about: "learning automata in four tiers: runs that find the best first move",
            games: (larger::KINDS.len() as u64 * 200, larger::KINDS.len() as u64 * 5),
            run: |e, games, lab| larger::study(e, "la-5", "500+300+200+100", games, lab),
        },
        Experiment {
            id: "la-close",
            about: "learning automata: what it costs to tell outcomes apart that lie close together",
            games: (400, 40),
            run: close::study,
        },
    ]
}

fn study(experiment: &Experiment, study: &Study, games: u64, lab: &Lab) -> Result<Outcome, Failure> {
    let each = games / study.combinations.len() as u64;
    let mut cells = tables::exact(experiment, study.task)?;
    cells.extend(points::cells(experiment, study.task));
    let mut plots = Vec::new();
    // Literal runs take all the time, so where there are any the others do not count as progress.
    let counted = |literal: bool| match (literal, each >= study.literal) {
        (true, _) => study.literal,
        (false, true) => 0,
        (false, false) => 1,
    };
    for (mode, runs) in [("fast", each), ("literal", each / study.literal)].into_iter().filter(|m| m.1 > 0) {
        let mut bars = Vec::new();
        let literal = mode == "literal";
        for combination in study.combinations {
            let found = parts(study, combination, literal, runs, counted(literal), lab)?;
            let n = found.len() as u64;
            for share in study.shares.iter().filter(|share| share.kinds == combination.kinds) {
                let counted: Vec<&Run> = found.iter().filter(|run| (share.of)(run)).collect();
                let count = counted.iter().filter(|run| (share.part)(run)).count() as f64;
                let games = counted.len() as u64;
                let claim = match share.said {
                    Bound => Claim::derived(share.published).at_least(),
                    // "Several hundreds of runs" are taken to be 300.
                    said => {
                        let claim = if said == Read { Claim::derived } else { Claim::published };
                        claim(share.published).give_or_take(error(share.published / 100.0 * 300.0, 300))
                    }
                };
                let least = if share.said == Bound { ", at least" } else { "" };
                if games == 0 {
                    continue;
                }
                cells.push(claim.share_of(100.0).better_if_higher(share.higher).cell(
                    experiment,
                    format!("{}, {mode}: {}, %{least}", share.kinds, share.what),
                    Measured { value: 100.0 * count / games as f64, stderr: error(count, games), games },
                ));
            }
            let mut times = crate::stats::Moments::default();
            found.iter().for_each(|run| times.add(run.seconds));
            cells.push(Claim::published(combination.seconds).better_if_higher(false).cell(
                experiment,
                format!("{} {}, {mode}: seconds", combination.kinds, combination.rounds),
                Measured { value: times.mean(), stderr: times.stderr(), games: n },
            ));
            for (what, part) in study.figure {
                let count = found.iter().filter(|run| part(run)).count() as f64;
                let (low, high) = wilson(count, n);
                let published = study.shares.iter().find(|s| s.kinds == combination.kinds && s.what == *what);
                bars.push(Bar {
                    label: format!("{}: {what}", combination.kinds),
                    value: 100.0 * count / n as f64,
                    range: (100.0 * low, 100.0 * high),
                    reference: published.map(|s| (s.published, 0.0)),
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

/// The runs of a combination, kept in parts: literal ones take up to a minute each.
fn parts(
    study: &Study,
    combination: &Combination,
    literal: bool,
    runs: u64,
    counted: u64,
    lab: &Lab,
) -> Result<Vec<Run>, Failure> {
    let mode = if literal { "literal" } else { "fast" };
    let size = if literal { LITERAL_PART } else { runs };
    let mut found = Vec::new();
    for first in (0..runs).step_by(size as usize) {
        let numbers = first..runs.min(first + size);
        let name = format!("{} {}, {mode}, runs {numbers:?}", combination.kinds, combination.rounds);
        let part = lab.keep(&name, |work| {
            let progress = |runs: u64| (work.progress)(runs * counted);
            let counting = Work { progress: &progress, stop: work.stop, threads: work.threads };
            runs::play(study.task, combination, literal, numbers, &counting)
        })?;
        found.extend(part);
    }
    Ok(found)
}

/// The standard error of a share in percent, by the rule of succession where all or none are counted.
fn error(count: f64, n: u64) -> f64 {
    let p = (count + 1.0) / (n as f64 + 2.0);
    100.0 * (p * (1.0 - p) / n as f64).sqrt()
}
