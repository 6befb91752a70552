//! What a training says of its rounds, and its curves.

use sandtable_core::train::{Duel, Plot, Table};
use sandtable_nets::Loss;
use serde::{Deserialize, Serialize};

/// What is plotted first.
pub const AXIS: &str = "nats of surprise at how games ended";

/// How surprising positions were, in nats on the mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Surprise {
    /// At what became of the seats.
    pub value: f64,
    /// At which steps were good, beyond what nobody could have known.
    pub policy: f64,
    /// At who kept what; none where nobody foretold it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub kept: f64,
}

fn is_zero(x: &f64) -> bool {
    *x == 0.0
}

impl From<Loss> for Surprise {
    fn from(loss: Loss) -> Surprise {
        let mean = |sum: f64, count: u32| sum / f64::from(count.max(1));
        Surprise {
            value: mean(loss.value, loss.valued),
            policy: mean(loss.policy, loss.rated),
            kept: mean(loss.kept, loss.foretold),
        }
    }
}

/// How often a seat got something for which the network saw such a chance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Bin {
    /// How many predictions there were.
    pub count: u32,
    /// Their mean.
    pub predicted: f64,
    /// What came, on the mean.
    pub came: f64,
}

/// The figures of a round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Round {
    /// Which it was, counted from one.
    pub round: u64,
    /// How many positions were learned from.
    pub samples: usize,
    /// How surprising those were, in the last pass.
    pub learning: Surprise,
    /// How surprising held-out games were before the round's lessons.
    pub before: Surprise,
    /// And after them.
    pub exam: Surprise,
    /// Predicted chances in ten bins, on held-out games.
    pub calibration: Vec<Bin>,
    /// The pupil against the best so far.
    pub duel: Duel,
    /// The best after that, by the round that it ended.
    pub best: u64,
    /// The best against opponents that stay the same.
    pub rated: Vec<(String, Duel)>,
}

impl Round {
    /// A round whose games have not been judged yet.
    pub fn new(
        round: u64,
        samples: usize,
        [learning, before, exam]: [Surprise; 3],
        calibration: Vec<Bin>,
    ) -> Round {
        Round {
            round,
            samples,
            learning,
            before,
            exam,
            calibration,
            duel: Duel::default(),
            best: 0,
            rated: Vec::new(),
        }
    }
}

/// The calibration of the last round: chances that were promised, in ten bins, beside what came.
pub fn calibration(rounds: &[Round]) -> Table {
    let last = rounds.last();
    let bins = last.map_or(&[][..], |last| &last.calibration).iter().filter(|bin| bin.count > 0);
    Table {
        title: format!(
            "Chances on held-out games after round {}, in per cent",
            last.map_or(0, |last| last.round)
        ),
        columns: &["seats and positions", "promised", "came"],
        rows: bins.map(|b| vec![b.count.into(), 100.0 * b.predicted, 100.0 * b.came]).collect(),
    }
}

/// The curves of a training.
pub fn plots(rounds: &[Round]) -> Vec<Plot> {
    let line = |name: &str, of: &dyn Fn(&Round) -> f64| (name.to_string(), rounds.iter().map(of).collect());
    let rivals = rounds.last().map_or(&[][..], |last| &last.rated);
    let mut strength = vec![line("the pupil against the best so far", &|r| r.duel.score)];
    for (at, (rival, _)) in rivals.iter().enumerate() {
        let score = |r: &Round| r.rated.get(at).map_or(f64::NAN, |(_, duel)| duel.score);
        strength.push(line(&format!("the best against {rival}"), &score));
    }
    let mut plots = vec![
        Plot {
            axis: AXIS,
            lines: vec![
                line("held-out games", &|r| r.exam.value),
                line("held-out games, before their round", &|r| r.before.value),
            ],
        },
        Plot {
            axis: "nats of surprise at what searches found",
            lines: vec![line("lessons", &|r| r.learning.policy), line("held-out games", &|r| r.exam.policy)],
        },
        Plot { axis: "share of points", lines: strength },
        Plot {
            axis: "largest error of a predicted chance",
            lines: vec![line("held-out games", &|r| {
                let errors = r.calibration.iter().filter(|bin| bin.count >= 100);
                errors.map(|bin| (bin.predicted - bin.came).abs()).fold(0.0, f64::max)
            })],
        },
    ];
    if rounds.iter().any(|round| round.exam.kept > 0.0) {
        let lines = vec![line("lessons", &|r| r.learning.kept), line("held-out games", &|r| r.exam.kept)];
        plots.push(Plot { axis: "nats of surprise at who kept what", lines });
    }
    plots
}
