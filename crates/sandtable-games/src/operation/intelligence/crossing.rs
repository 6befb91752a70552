//! Areas that cross each other: a small integer programme, narrowed down by the flow.
//!
//! Where the pieces can be at present is bounded by what can stand on each set of nodes together. Those bounds are far too many to write down; so the
//! programme, with one whole number for each node, begins with a few of them, and whenever no flow leads to its answer, the cut that shows this
//! gives it another one.

use microlp::{ComparisonOp, Error, OptimizationDirection, Problem, SolveOptions, SolveOutcome};
use sandtable_core::BadInput;

use super::trail::Trail;
use crate::operation::Node;
use crate::operation::board::Board;
use crate::operation::stacks::{Stacks, nodes};

/// How many cases the programme may tell apart before it gives up.
const EFFORT: u64 = 10_000;

/// Nodes that hold at least and at most so many pieces together.
struct Bound {
    places: u64,
    least: u16,
    most: u16,
}

/// Where the enemy's pieces may be with at least so many in each of these areas, counted as of its last move.
pub(super) fn example(
    trail: &mut Trail,
    board: &Board,
    areas: &[(u128, u16)],
) -> Result<Option<Stacks>, BadInput> {
    let moment = trail.stages.flow.moment();
    let mut failed = None;
    let found = trail.settle_by(board, &mut |trail| {
        let fits = fit(trail, board, areas);
        failed = failed.take().or(fits.as_ref().err().cloned());
        fits.unwrap_or(false)
    });
    trail.stages.flow.undo(moment);
    match (found, failed) {
        (true, _) => Ok(Some(trail.placed(board))),
        (false, None) => Ok(None),
        (false, Some(failed)) => Err(failed),
    }
}

/// Makes the flow fit its bounds and the areas; false if none does.
fn fit(trail: &mut Trail, board: &Board, areas: &[(u128, u16)]) -> Result<bool, BadInput> {
    if !trail.stages.flow.repair() {
        return Ok(false);
    }
    let mut bounds = vec![bound(trail, board.all())];
    for (places, least) in areas {
        let possible = bound(trail, *places as u64);
        if possible.most < *least {
            return Ok(false);
        }
        bounds.push(Bound { least: possible.least.max(*least), ..possible });
    }
    let stage = trail.stages.len() - 1;
    while let Some(wanted) = solve(trail, board, &bounds)? {
        let moment = trail.stages.flow.moment();
        for node in 0..board.len() as Node {
            let here = u16::from(wanted.at(node));
            trail.stages.flow.bound(trail.stages.end(node), here, here);
        }
        let fits = trail.stages.flow.repair();
        let hub = trail.stages.flow.cut(trail.stages.hub());
        let apart = |node: &Node| trail.stages.flow.cut(trail.stages.last(*node)) != hub;
        let places = nodes(board.all()).filter(apart).fold(0, |all, node| all | 1 << node);
        trail.stages.flow.undo(moment);
        if fits {
            debug_assert!(nodes(board.all()).all(|node| trail.stages.at(stage, node) == wanted.at(node)));
            return Ok(true);
        }
        bounds.push(bound(trail, places));
    }
    Ok(false)
}

/// How many pieces some nodes can hold together, supply aside.
fn bound(trail: &mut Trail, places: u64) -> Bound {
    let arc = trail.collect(places);
    let (least, most) = (trail.stages.flow.minimise(arc), trail.stages.flow.maximise(arc));
    trail.release();
    Bound { places, least, most }
}

/// Whole numbers for all nodes within the bounds.
fn solve(trail: &Trail, board: &Board, bounds: &[Bound]) -> Result<Option<Stacks>, BadInput> {
    let stage = trail.stages.len() - 1;
    let mut problem = Problem::new(OptimizationDirection::Minimize);
    let pieces: Vec<_> = (0..board.len() as Node)
        .map(|node| {
            let (least, most) = trail.stages.flow.bounds(trail.stages.held(stage, node));
            problem.add_integer_var(0.0, (least.into(), most.into()))
        })
        .collect();
    for Bound { places, least, most } in bounds {
        let sum: Vec<_> = nodes(*places).map(|node| (pieces[usize::from(node)], 1.0)).collect();
        problem.add_constraint(&sum, ComparisonOp::Ge, (*least).into());
        problem.add_constraint(&sum, ComparisonOp::Le, (*most).into());
    }
    let mut options = SolveOptions::default();
    options.node_limit = Some(EFFORT);
    let solution = match problem.solve_with(options) {
        Ok(SolveOutcome::Solution(solution)) => solution,
        Err(Error::Infeasible) => return Ok(None),
        Ok(SolveOutcome::Interrupted(_)) => {
            return Err(BadInput::new(
                "too many areas that cross each other, expected fewer or simpler ones",
            ));
        }
        Err(why) => return Err(BadInput::new(format!("the integer programme failed: {why}"))),
    };
    let count = |node: Node| solution.var_value(pieces[usize::from(node)]).round() as u8;
    let place = |all: Stacks, node| all.plus(Stacks::of(node, count(node)));
    Ok(Some((0..board.len() as Node).fold(Stacks::EMPTY, place)))
}
