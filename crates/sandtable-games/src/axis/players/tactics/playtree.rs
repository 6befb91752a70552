//! Monte Carlo tree search over the same turns of tactics (section VIII of the paper), as an alternative to alpha-beta.
//!
//! Positions are without dice here too, so a leaf's value is its chance to win by the evaluation, after the mover's best battles. Few turns are
//! tried at first, those whose battles look best, and more as visits grow.

use super::search::{Child, Search};
use super::sketch::Sketch;
use super::turns::Turn;
use super::value::{LOGIT, decided};

/// The weight of exploration, for chances from 0 to 1.
const EXPLORATION: f32 = 0.4;
/// About 2 n^WIDEN turns are tried in n visits.
const WIDEN: f32 = 0.5;

/// A position that was met.
struct Node {
    sketch: Sketch,
    /// The turn that led to it.
    turn: Option<Turn>,
    /// The chance to win of the side to move, summed up over all visits.
    sum: f32,
    visits: u32,
    /// Where its turns begin in the list of all; none until it is met again.
    turns: Option<(usize, usize)>,
    /// Its children: the first, and how many.
    children: Vec<usize>,
}

/// The chance to win that a value in points stands for.
pub fn chance(value: f32) -> f32 {
    1.0 / (1.0 + (-value / LOGIT).exp())
}

/// The value in points of a chance to win.
pub fn points(chance: f32) -> f32 {
    let chance = chance.clamp(1e-4, 1.0 - 1e-4);
    LOGIT * (chance / (1.0 - chance)).ln()
}

/// Searches until time is up; returns the turns at hand, the most visited first.
pub fn run(search: &mut Search, root: &Sketch) -> Vec<Child> {
    search.begin(1);
    let mut nodes = vec![leaf(*root, None)];
    let mut turns: Vec<Turn> = Vec::new();
    let mut path = Vec::new();
    // The first visit values the root, the second finds a turn: these two there must be.
    for visit in 0.. {
        if visit >= 2 && search.out_of_time() {
            break;
        }
        path.clear();
        let mut at = 0;
        path.push(at);
        while nodes[at].visits > 0 && decided(&search.board, search.strict, &nodes[at].sketch).is_none() {
            at = descend(search, &mut nodes, &mut turns, at);
            path.push(at);
        }
        let mut value = chance(search.outlook(&nodes[at].sketch));
        // A game that is over needs no outlook, but must use up the budget too.
        search.nodes += 1;
        for &node in path.iter().rev() {
            nodes[node].sum += value;
            nodes[node].visits += 1;
            value = 1.0 - value;
        }
    }
    search.reached = path.len();
    let mut order = std::mem::take(&mut nodes[0].children);
    order.sort_by_key(|&i| std::cmp::Reverse(nodes[i].visits));
    let child = |&i: &usize| {
        let node = &nodes[i];
        let mean = 1.0 - node.sum / node.visits.max(1) as f32;
        Child { value: points(mean), turn: node.turn.expect("a child has a turn"), sketch: node.sketch }
    };
    order.iter().map(child).collect()
}

fn leaf(sketch: Sketch, turn: Option<Turn>) -> Node {
    Node { sketch, turn, sum: 0.0, visits: 0, turns: None, children: Vec::new() }
}

/// The child to visit next: a new one if it is time for that, else the one with the best upper bound.
fn descend(search: &mut Search, nodes: &mut Vec<Node>, turns: &mut Vec<Turn>, at: usize) -> usize {
    let (first, count) = match nodes[at].turns {
        Some(range) => range,
        None => {
            let first = turns.len();
            search.promising(&nodes[at].sketch, turns);
            *nodes[at].turns.insert((first, turns.len() - first))
        }
    };
    let node = &nodes[at];
    let wanted = (2.0 * (node.visits as f32).powf(WIDEN)).ceil() as usize;
    let tried = node.children.len();
    if tried < wanted.min(count) {
        let turn = turns[first + tried];
        let next = search.follow(&node.sketch, &turn);
        nodes.push(leaf(next, Some(turn)));
        let new = nodes.len() - 1;
        nodes[at].children.push(new);
        return new;
    }
    let spread = EXPLORATION * (node.visits as f32).ln().sqrt();
    let bound = |&i: &usize| {
        let child = &nodes[i];
        let visits = child.visits.max(1) as f32;
        1.0 - child.sum / visits + spread / visits.sqrt()
    };
    let best = node.children.iter().max_by(|a, b| bound(a).total_cmp(&bound(b)));
    *best.expect("a position has a turn")
}

#[cfg(test)]
mod tests {
    use sandtable_core::{Args, Game};

    use super::super::sketch::{Board, TRACE};
    use super::super::value::LEARNED;
    use super::*;
    use crate::axis::axis;

    /// A budget in positions must end even where most games that are looked at are over.
    #[test]
    fn it_takes_the_last_capital_and_comes_to_an_end() {
        let def = axis();
        let game = (def.build)(&Args::defaults(def.params)).unwrap();
        let state = game.start();
        let mut board = Board::new(&game).unwrap();
        board.survey(&game, &state);
        let mut sketch = Sketch::of(&game, &board, &state);
        let capital = (0..board.len()).find(|&p| board.capital[p] == 0).unwrap();
        for p in (0..board.len()).filter(|&p| p != capital) {
            sketch.owner[p] = 1;
        }
        sketch.units[capital] = [0.0; super::super::sketch::MAX_KINDS];
        sketch.side = 1;
        let mut search = Search::new(board, LEARNED, true, true);
        for most in [0, 1, 1_000] {
            search.nodes = 0;
            search.most = most;
            let best = run(&mut search, &sketch)[0];
            assert!(search.nodes < most + 1_000, "{} of {most} positions", search.nodes);
            if most > 1 {
                assert_eq!(best.sketch.owner[capital], 1);
                assert!(chance(best.value) > 0.9 && best.sketch.units[capital].iter().any(|&n| n > TRACE));
            }
        }
    }
}
