//! Outcomes that lie close together (section 6.2): which kinds of automata can tell them apart, and what it costs.
//!
//! Two options bring a reward with chances that differ by a gap. The cost is the number of rounds after which 95 % of the runs
//! take the better one to be best. The reference is an observer who tries both evenly and compares means: he is right with
//! chance Φ(gap·√rounds), so he needs (1.645/gap)² rounds.

use rayon::prelude::*;
use sandtable_agents::automata::{Automaton, KINDS, Kind, Tsetlin};
use sandtable_core::{Rng, Stream};

use super::super::{Claim, Experiment, Lab, Measured, Outcome};
use crate::Failure;
use crate::report::{Series, lines};

const GAPS: [f64; 4] = [0.2, 0.1, 0.05, 0.02];
/// Rounds after which it is asked who is right: this many doublings, from the first on.
const LOOKS: u32 = 12;
const FIRST: u32 = 25;
/// The share of the runs that must be right, and the normal quantile of it.
const WANTED: f64 = 0.95;
const QUANTILE: f64 = 1.645;
/// The gap of the plot.
const SHOWN: f64 = 0.05;

pub(super) fn study(experiment: &Experiment, games: u64, lab: &Lab) -> Result<Outcome, Failure> {
    let mut kinds: Vec<(&str, Kind)> = Vec::new();
    for (name, _) in KINDS {
        kinds.push((name, Kind::named(name)?));
    }
    let last = Tsetlin { means: false, ..Tsetlin::default() };
    kinds.push(("tsetlin that goes by its last choice", Kind::Tsetlin(last)));
    let pool = lab.pool()?;
    let (mut cells, mut series) = (Vec::new(), Vec::new());
    for &(name, kind) in &kinds {
        for gap in GAPS {
            // The share of runs that are right at each look.
            let shares: Vec<f64> = lab.keep(&format!("{name}, gap {gap}"), |work| {
                if work.stopped() {
                    return Err(Failure::Interrupted("the experiment was stopped before its end".into()));
                }
                let all: Vec<Vec<bool>> =
                    pool.install(|| (0..games).into_par_iter().map(|run| right(kind, gap, run)).collect());
                let share = |look: usize| all.iter().filter(|run| run[look]).count() as f64 / games as f64;
                Ok((0..LOOKS as usize).map(share).collect())
            })?;
            let ideal = (QUANTILE / gap).powi(2).round();
            let most = f64::from(FIRST << (LOOKS - 1));
            // The first look from which on enough are right; without one, more than was tried.
            let lasting = shares.iter().rposition(|&s| s < WANTED).map_or(0, |miss| miss + 1);
            let reached = lasting < shares.len();
            let cost = if reached { f64::from(FIRST << lasting) } else { 2.0 * most };
            let less = if reached { "" } else { " (more than were tried)" };
            // Looks are doublings: the cost lies between half of this and this.
            let claim = Claim::theory(ideal).within(cost / 2.0).scale(10.0 * cost / 2.0);
            cells.push(claim.better_if_higher(false).cell(
                experiment,
                format!("{name}, gap {gap}: rounds until 95 % are right{less}"),
                Measured { value: cost, stderr: cost / 4.0, games },
            ));
            if gap == SHOWN {
                series.push(Series { name: name.into(), values: shares });
            }
        }
    }
    (lab.progress)(games);
    let title = format!(
        "{}: share of runs that are right, gap {SHOWN}, after {FIRST} rounds and each doubling",
        experiment.id
    );
    Ok(Outcome { cells, plots: vec![(title, lines("share", &series))] })
}

/// Whether one run takes the better option to be best, at each look.
fn right(kind: Kind, gap: f64, run: u64) -> Vec<bool> {
    let arms = [0.5 - gap / 2.0, 0.5 + gap / 2.0];
    let mut rng = Rng::new(1, run, Stream::World);
    let mut memory = vec![0.0; kind.room(arms.len())];
    kind.reset(&mut memory, arms.len(), &mut rng);
    let (mut looks, mut round) = (Vec::with_capacity(LOOKS as usize), 0);
    for look in 0..LOOKS {
        while round < FIRST << look {
            let choice = kind.choose(&mut memory, &mut rng);
            let feedback = f64::from(u8::from(rng.unit() < arms[choice]));
            let toss = rng.unit();
            kind.reward(&mut memory, choice, feedback, toss, &mut rng);
            round += 1;
        }
        looks.push(kind.best(&memory) == 1);
    }
    looks
}
