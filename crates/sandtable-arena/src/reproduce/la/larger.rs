//! Larger scenarios (section 6.2): how often automata find the best first move, and what they lose where they do not.
//!
//! Nothing was published of these. The reference is backward induction over all joint moves.

use sandtable_agents::automata::{Answers, Exact, Opponent, Settings, tiers};
use sandtable_core::Problem;
use sandtable_games::axis::drill::Drill;
use sandtable_games::axis::open;

use super::super::{Claim, Experiment, Lab, Measured, Outcome};
use super::error;
use super::runs::{LIMITER, RISE};
use crate::Failure;
use crate::report::{Bar, whiskers};
use crate::solve::EQUAL;
use crate::solve::learned::choices;
use crate::stats::{Moments, wilson};

/// What is compared.
pub(super) const KINDS: [&str; 8] =
    ["tsetlin", "lri", "bayes", "slri", "dlri", "pursuit", "ucb", "bayes+tsetlin"];

/// Runs from which on the spread of points and times is known.
const FEWEST: u64 = 10;

pub(super) fn study(
    experiment: &Experiment,
    name: &str,
    rounds: &str,
    games: u64,
    lab: &Lab,
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
        let found = lab.keep(&format!("{kinds} {rounds}, {runs} runs"), |work| {
            choices(&drill, &moves, &settings, runs, 1, work)
        })?;
        let (mut lost, mut time) = (Moments::default(), Moments::default());
        for &(number, seconds) in &found {
            lost.add(loss(number));
            time.add(seconds);
        }
        let right = found.iter().filter(|(number, _)| loss(*number) < EQUAL).count() as f64;
        let cell = |what: &str, claim: Claim, value: f64, stderr: f64| {
            claim.cell(
                experiment,
                format!("{kinds} {rounds}: {what}"),
                Measured { value, stderr, games: runs },
            )
        };
        let (share, spread) = (100.0 * right / runs as f64, error(right, runs));
        let all = Claim::theory(100.0).share_of(100.0).better_if_higher(true);
        cells.push(cell("best first move, %", all, share, spread));
        let none = Claim::theory(0.0).scale(drill.gain_of(best)).better_if_higher(false).needs(runs, FEWEST);
        cells.push(cell("points lost", none, lost.mean(), lost.stderr()));
        let one = Claim::theory(1.0).better_if_higher(false).needs(runs, FEWEST);
        cells.push(cell("seconds (wanted: at most one)", one, time.mean(), time.stderr()));
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
