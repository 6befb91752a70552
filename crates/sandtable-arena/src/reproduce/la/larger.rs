//! Larger scenarios (section 6.2): how often automata find the best first move, and what they lose where they do not.
//!
//! Nothing was published of these. The reference is backward induction over all joint moves.

use sandtable_agents::automata::{Answers, Exact, Opponent, Settings, tiers};
use sandtable_core::Problem;
use sandtable_games::axis::drill::Drill;
use sandtable_games::axis::open;

use super::super::{Cell, Experiment, Outcome, Verdict};
use super::error;
use super::runs::{LIMITER, RISE};
use crate::Failure;
use crate::report::{Bar, whiskers};
use crate::solve::EQUAL;
use crate::solve::learned::choices;
use crate::stats::{Moments, wilson};
use crate::work::Work;

/// What is compared.
pub(super) const KINDS: [&str; 8] =
    ["tsetlin", "lri", "bayes", "slri", "dlri", "pursuit", "ucb", "bayes+tsetlin"];

pub(super) fn study(
    experiment: &Experiment,
    name: &str,
    rounds: &str,
    games: u64,
    work: &Work,
) -> Result<Outcome, Failure> {
    let mut drill = Drill::new(name, open(name)?)?;
    let start = drill.start();
    let moves = Exact::new(drill.turns(), Answers::Best).moves(&mut drill, &start)?;
    let best = moves[0].value;
    let loss = |number: usize| drill.gain_of(best) - drill.gain_of(moves[number].value);
    let (mut cells, mut bars) = (Vec::new(), Vec::new());
    let runs = games / KINDS.len() as u64;
    for kinds in KINDS {
        let settings = Settings::fast(tiers(kinds, rounds, None, RISE, LIMITER)?, Opponent::Script);
        settings.check()?;
        let found = choices(&drill, &moves, &settings, runs, 1, work)?;
        let (mut lost, mut time) = (Moments::default(), Moments::default());
        for &(number, seconds) in &found {
            lost.add(loss(number));
            time.add(seconds);
        }
        let right = found.iter().filter(|(number, _)| loss(*number) < EQUAL).count() as f64;
        let cell = |what: &str, reference: f64, measured: f64, stderr: f64, higher: bool| Cell {
            id: experiment.id.into(),
            cell: format!("{kinds} {rounds}: {what}"),
            published: reference,
            published_stderr: None,
            measured,
            stderr,
            games: runs,
            verdict: Verdict::of(measured - reference, 2.0 * stderr, Some(higher)),
        };
        let (share, spread) = (100.0 * right / runs as f64, error(right, runs));
        cells.push(cell("best first move, % (reference: all)", 100.0, share, spread, true));
        cells.push(cell("points lost (reference: none)", 0.0, lost.mean(), lost.stderr(), false));
        cells.push(cell("seconds (reference: one)", 1.0, time.mean(), time.stderr(), false));
        let (low, high) = wilson(right, runs);
        bars.push(Bar {
            label: kinds.into(),
            value: share,
            range: (100.0 * low, 100.0 * high),
            reference: None,
        });
    }
    let title = format!("{}: runs that find the best first move", experiment.id);
    Ok(Outcome { cells, plots: vec![(title, whiskers("", "% of runs", &bars))] })
}
