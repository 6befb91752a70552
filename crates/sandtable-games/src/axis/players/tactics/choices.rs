//! What a side can do in a turn: a tactic for each front, and where reinforcements go (section V-A of the paper).

use super::sketch::{Board, Sketch};
use super::turns::{Fronts, MAX_FRONTS, Reinforce, Tactic, Turn, haven, target};

/// What each front can do.
pub struct Choices {
    tactics: [[Tactic; 4]; MAX_FRONTS],
    counts: [usize; MAX_FRONTS],
}

impl Choices {
    /// Those of a position.
    pub fn of(board: &Board, sketch: &Sketch, fronts: &Fronts) -> Choices {
        let mut choices = Choices { tactics: [[Tactic::Pass; 4]; MAX_FRONTS], counts: [1; MAX_FRONTS] };
        for i in 0..fronts.len {
            let at = usize::from(fronts.list[i]);
            let mut n = 0;
            let mut add = |tactic| {
                choices.tactics[i][n] = tactic;
                n += 1;
            };
            if target(board, sketch, at).is_some() {
                add(Tactic::Attack);
                add(Tactic::Split);
            }
            add(Tactic::Pass);
            if haven(board, sketch, at).is_some() {
                add(Tactic::Retreat);
            }
            choices.counts[i] = n;
        }
        choices
    }

    /// Those of one front.
    pub fn front(&self, i: usize) -> &[Tactic] {
        &self.tactics[i][..self.counts[i]]
    }

    /// Calls `each` with every combination, in order.
    pub fn combine(&self, mut each: impl FnMut([Tactic; MAX_FRONTS])) {
        for &a in self.front(0) {
            for &b in self.front(1) {
                for &c in self.front(2) {
                    each([a, b, c]);
                }
            }
        }
    }

    /// Whether the fronts can do this together.
    pub fn contains(&self, tactics: &[Tactic; MAX_FRONTS]) -> bool {
        (0..MAX_FRONTS).all(|i| self.front(i).contains(&tactics[i]))
    }
}

/// Where reinforcements can go.
pub fn reinforcements(fronts: usize) -> impl Iterator<Item = Reinforce> {
    let one = (0..fronts as u8).map(Reinforce::Front);
    one.chain((fronts > 1).then_some(Reinforce::All)).chain([Reinforce::None])
}

/// All turns of the side to move, in the order of the tactics.
pub fn turns(board: &Board, sketch: &Sketch, fronts: &Fronts, out: &mut Vec<Turn>) {
    Choices::of(board, sketch, fronts).combine(|tactics| {
        out.extend(reinforcements(fronts.len).map(|reinforce| Turn { tactics, reinforce }));
    });
}
