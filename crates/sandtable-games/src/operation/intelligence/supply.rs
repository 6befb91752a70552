//! That Blue had supply somewhere: the one thing seen that no flow can say.
//!
//! A single attacker without supply has no strength (section 2.1), so one that wins a combat had a chain of Blue's nodes behind it. Where a flow lacks
//! one, the search takes the nodes at which every chain would have to go on, and tries each of them with a piece there.

use super::trail::Trail;
use crate::operation::Node;
use crate::operation::board::Board;
use crate::operation::stacks::{Stacks, nodes};

/// How many flows are tried for one question. Then supply is left aside: something may pass for possible that is not, but never the other way round.
const TRIES: u32 = 2_000;

/// Blue had supply at a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Supply {
    /// At which stage.
    pub stage: usize,
    /// Where.
    pub node: Node,
    /// The nodes without Red then.
    pub open: u64,
    /// What Blue had lost since that stage began.
    pub lost: Stacks,
}

impl Trail {
    /// Makes the flow fit everything seen; false if none does.
    ///
    /// It may narrow bounds on the way, which whoever calls this undoes.
    pub(super) fn settle(&mut self, board: &Board) -> bool {
        self.settle_by(board, &mut |trail| trail.stages.flow.repair())
    }

    /// The same with `fit` instead of a mere repair: it makes the flow fit all bounds and whatever else it wants.
    pub(super) fn settle_by(&mut self, board: &Board, fit: &mut impl FnMut(&mut Trail) -> bool) -> bool {
        let mut tries = TRIES;
        self.seek(board, fit, &mut tries)
    }

    fn seek(&mut self, board: &Board, fit: &mut impl FnMut(&mut Trail) -> bool, tries: &mut u32) -> bool {
        if !fit(self) {
            return false;
        }
        if *tries == 0 {
            return true;
        }
        *tries -= 1;
        let Some((supply, missing)) = self.unsupplied(board) else { return true };
        let moment = self.stages.flow.moment();
        for node in nodes(missing) {
            let arc = self.stages.held(supply.stage, node);
            let (least, most) = self.stages.flow.bounds(arc);
            let gone = u16::from(supply.lost.at(node));
            if most > gone {
                let before = self.stages.flow.moment();
                self.stages.flow.bound(arc, least.max(gone + 1), most);
                if self.seek(board, fit, tries) {
                    return true;
                }
                self.stages.flow.undo(before);
                // Nobody stands there in whatever is left to be tried.
                self.stages.flow.bound(arc, least, gone);
            }
        }
        self.stages.flow.undo(moment);
        false
    }

    /// A supply that the flow lacks, and the nodes at least one of which would have to hold a piece.
    fn unsupplied(&self, board: &Board) -> Option<(Supply, u64)> {
        self.supplies.iter().find_map(|supply| {
            let Supply { stage, node, open, lost } = *supply;
            let holds = |node: &Node| self.stages.at(stage, *node) > lost.at(*node);
            let held = nodes(open).filter(holds).fold(0, |all, node| all | 1 << node);
            let mut chain = 1 << node;
            loop {
                let longer = chain | board.around(chain) & held;
                if longer & board.home & held != 0 {
                    return None;
                }
                if longer == chain {
                    return Some((*supply, board.around(chain) & open & !held));
                }
                chain = longer;
            }
        })
    }
}
