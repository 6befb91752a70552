//! Single units: from a plan on, a few of them are sent elsewhere as long as trials like that better.

use rustc_hash::FxHashSet;
use sandtable_core::Rng;

use super::Trials;
use super::contest::Lead;
use super::ideas::Idea;
use super::roster::{Change, Posting, Roster};
use crate::axis::{Axis, State};

/// How many changes are tried side by side, and the part of what a part of a turn may cost that goes to them.
const ABREAST: usize = 8;
const SLICE: f64 = 0.25;

impl Trials {
    /// Sends a few units elsewhere as long as that is better and there is time: of all such changes those that look best at the end of the turn
    /// are tried first. Returns what came of the last change too, if there was one.
    pub(super) fn climb(
        &mut self,
        game: &Axis,
        state: &State,
        roster: &Roster,
        mut best: Idea,
        rng: &mut Rng,
        used: impl Fn(&Self) -> f64,
    ) -> (Idea, Option<(f64, Lead)>) {
        let (mut tried, mut came): (FxHashSet<Posting>, _) = Default::default();
        while let Some(posting) = best.posting.take() {
            tried.insert(posting.clone());
            let mut changes = self.changes(game, state, (roster, &posting), &tried, rng, &used);
            best.posting = Some(posting);
            let mut winner = 0;
            while winner == 0 && !changes.is_empty() && used(self) < 1.0 {
                let mut ideas = vec![best];
                for (look, change, posting) in changes.drain(..ABREAST.min(changes.len())) {
                    let steps = roster.steps(game, state, &posting, &mut self.orders);
                    let words = format!("{}, {}", ideas[0].words, change.words(game));
                    tried.insert(posting.clone());
                    ideas.push(Idea { words, steps, posting: Some(posting), look });
                }
                let first = used(self);
                let slice = SLICE.min(1.0 - first).max(f64::MIN_POSITIVE);
                let done = |this: &Self| (used(this) - first) / slice;
                let found;
                (winner, found) = self.contest(game, state, &ideas, rng.bits(), done);
                came = if winner > 0 { Some(found[winner]) } else { came };
                best = ideas.swap_remove(winner);
            }
            if winner == 0 {
                break;
            }
        }
        (best, came)
    }

    /// All changes that have not been tried, those that look best at the end of the turn first.
    fn changes(
        &mut self,
        game: &Axis,
        state: &State,
        (roster, posting): (&Roster, &Posting),
        tried: &FxHashSet<Posting>,
        rng: &mut Rng,
        used: impl Fn(&Self) -> f64,
    ) -> Vec<(f64, Change, Posting)> {
        let (mut changes, seed) = (Vec::new(), rng.bits());
        for (change, posting) in roster.changes(posting) {
            if used(self) >= 1.0 {
                break;
            }
            if tried.contains(&posting) {
                continue;
            }
            let steps = roster.steps(game, state, &posting, &mut self.orders);
            changes.push((self.trial.look(game, (state, &steps), seed), change, posting));
        }
        changes.sort_by(|a, b| b.0.total_cmp(&a.0));
        changes
    }
}
