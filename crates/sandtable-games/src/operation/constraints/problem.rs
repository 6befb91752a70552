//! A move as a search problem: one source after another sends its pieces along its ways, and what is still possible narrows.
//!
//! The ways in which a source can spread its pieces are few, and are worked out once. What breaks a limit all by itself is left out then.

use super::{Constraints, Limit, Standing};
use crate::operation::Node;
use crate::operation::generator::Position;
use crate::operation::stacks::{LIMIT, Stacks, nodes};
use crate::operation::state::Side;

/// Remaining, behind the four directions north, east, south and west.
const STAY: usize = 4;
/// A limit that nothing reaches.
const UNLIMITED: u32 = 1_000;
/// Pieces by direction are counted side by side in one word, so many bits each; the highest of them shows that a limit is exceeded.
const LANE: u32 = 12;
const EXCEEDED: u64 = 1 << 11 | 1 << 23 | 1 << 35 | 1 << 47 | 1 << 59;

/// How a source spreads its pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spread {
    /// Where they end, the goal aside.
    pieces: Stacks,
    /// Nodes with enemies that are entered.
    entered: u64,
    /// How many go in each direction, side by side.
    used: u64,
    /// Axes that are used.
    forward: u16,
    backward: u16,
    /// Pieces that go into the goal.
    scoring: u8,
    /// Pieces that go north (into the goal too), east, south and west.
    pub sent: [u8; 4],
}

/// A node whose pieces may move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    pub node: Node,
    pieces: u8,
    /// Its spreads, as a range of the problem's list.
    first: u32,
    last: u32,
    /// Where its pieces can end: forward along its axis, backward, and otherwise.
    ahead: u64,
    behind: u64,
    beside: u64,
    axis: u16,
    /// Whether they can reach the goal.
    scores: bool,
}

/// What the sources from a certain one on can still do.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ahead {
    /// Their pieces, and those of them that can reach the goal.
    pieces: u8,
    scorers: u8,
    /// Where they can end.
    pub open: u64,
}

/// A result as far as it has been decided, and what was used up on the way to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Partial {
    pub pieces: Stacks,
    pub entered: u64,
    used: u64,
    forward: u16,
    backward: u16,
    scoring: u8,
}

impl Partial {
    /// The result, when everything has been decided.
    pub fn position(&self) -> Position {
        Position { pieces: self.pieces, entered: self.entered, scoring: self.scoring }
    }
}

/// An area as the search sees it.
#[derive(Clone, Copy, Debug)]
struct Wanted {
    nodes: u64,
    goal: bool,
    /// What it must get in this move, beyond what is in the goal already.
    least: u8,
}

/// The problem; keeps its memory from one to the next.
#[derive(Default)]
pub(super) struct Problem {
    pub sources: Vec<Source>,
    /// One more than sources: at the end nothing is ahead.
    pub ahead: Vec<Ahead>,
    pub start: Partial,
    spreads: Vec<Spread>,
    most_nodes: u32,
    /// What is missing in each lane to exceed its limit.
    slack: u64,
    axes: [u32; 2],
    wanted: Vec<Wanted>,
    /// For each source and area, how many pieces from there on can end in it.
    reach: Vec<u8>,
}

impl Problem {
    pub fn set(&mut self, standing: Standing, constraints: &Constraints) {
        let Standing { state, side, .. } = standing;
        let own = state.pieces(side);
        let fixed = own.on(state.pinned(side));
        let most = |what| match constraints.limit(what) {
            Some(bound) => u32::from(bound.with(own.total())),
            None => UNLIMITED,
        };
        self.start = Partial { pieces: fixed, used: lane(STAY, fixed.total()), ..Partial::default() };
        self.most_nodes = most(Limit::Nodes);
        self.axes = [Limit::Forward, Limit::Backward].map(most);
        let directions = [Limit::North, Limit::East, Limit::South, Limit::West, Limit::Stay];
        self.slack = directions.into_iter().enumerate().fold(0, |all, (lane, what)| {
            all | u64::from((1 << (LANE - 1)) - 1 - most(what)) << (LANE * lane as u32)
        });
        self.sources.clear();
        self.spreads.clear();
        for node in nodes(own.minus(fixed).occupied()) {
            self.add_source(standing, node);
        }
        let there = if side == Side::Blue { state.goal } else { 0 };
        self.wanted.clear();
        self.wanted.extend(constraints.areas.iter().map(|area| Wanted {
            nodes: area.nodes,
            goal: area.goal,
            least: area.least.saturating_sub(if area.goal { there } else { 0 }),
        }));
        self.look_ahead();
    }

    /// The ways in which a source can spread its pieces.
    pub fn spreads(&self, source: &Source) -> &[Spread] {
        &self.spreads[source.first as usize..source.last as usize]
    }

    fn add_source(&mut self, standing: Standing, node: Node) {
        let Standing { board, state, side } = standing;
        let pieces = state.pieces(side).at(node);
        let enemies = state.pieces(side.other()).occupied();
        let column = board.column(node);
        let mut ways = [(None, STAY); STAY];
        let mut count = 0;
        for edge in board.edges_from(node) {
            let to = board.edges[edge].to;
            if to.is_some() || side == Side::Blue {
                ways[count] = (to, direction(board.columns, node, to));
                count += 1;
            }
        }
        let first = self.spreads.len() as u32;
        let forward = if side == Side::Blue { 0 } else { 2 };
        let nobody = Spread {
            pieces: Stacks::EMPTY,
            entered: 0,
            used: 0,
            forward: 0,
            backward: 0,
            scoring: 0,
            sent: [0; 4],
        };
        let ways = &ways[..count];
        let axis = 1u16 << column;
        let mut add = |mut spread: Spread, left: u8| {
            spread.pieces = spread.pieces.plus(Stacks::of(node, left));
            spread.used += lane(STAY, left);
            let fits = (spread.used + self.slack) & EXCEEDED == 0
                && spread.forward.count_ones() <= self.axes[0]
                && spread.backward.count_ones() <= self.axes[1];
            if fits {
                self.spreads.push(spread);
            }
        };
        let extend = |spread: &Spread, (to, direction): (Option<Node>, usize), n: u8| {
            let mut next = *spread;
            next.sent[direction] += n;
            next.used += lane(direction, n);
            match to {
                None => next.scoring += n,
                Some(to) => {
                    next.pieces = next.pieces.plus(Stacks::of(to, n));
                    next.entered |= 1 << to & enemies;
                    if direction % 2 == 0 {
                        let axes = if direction == forward { &mut next.forward } else { &mut next.backward };
                        *axes |= axis;
                    }
                }
            }
            next
        };
        spread_out(&nobody, ways, pieces, &extend, &mut add);
        let (mut ahead, mut behind, mut beside) = (0u64, 0u64, 1u64 << node);
        for (to, direction) in ways {
            let Some(to) = to else { continue };
            let ends = match direction {
                _ if direction % 2 == 1 => &mut beside,
                _ if *direction == forward => &mut ahead,
                _ => &mut behind,
            };
            *ends |= 1 << to;
        }
        let scores = ways.iter().any(|(to, _)| to.is_none());
        let last = self.spreads.len() as u32;
        self.sources.push(Source { node, pieces, first, last, ahead, behind, beside, axis, scores });
    }

    fn look_ahead(&mut self) {
        let (sources, areas) = (self.sources.len(), self.wanted.len());
        self.ahead.clear();
        self.ahead.resize(sources + 1, Ahead::default());
        self.reach.clear();
        self.reach.resize((sources + 1) * areas, 0);
        for i in (0..sources).rev() {
            let source = &self.sources[i];
            let mut ahead = self.ahead[i + 1];
            let ends = source.ahead | source.behind | source.beside;
            ahead.pieces += source.pieces;
            ahead.scorers += if source.scores { source.pieces } else { 0 };
            ahead.open |= ends;
            self.ahead[i] = ahead;
            for (k, wanted) in self.wanted.iter().enumerate() {
                let reaches = ends & wanted.nodes != 0 || source.scores && wanted.goal;
                self.reach[i * areas + k] =
                    self.reach[(i + 1) * areas + k] + if reaches { source.pieces } else { 0 };
            }
        }
    }

    /// Whether the sources from `i` on may still complete `partial`, as far as counting tells.
    #[inline]
    pub fn hopeful(&self, i: usize, partial: &Partial) -> bool {
        self.hopeful_with(i, partial, &[])
    }

    /// The same where closed nodes are known by what they hold alone: how many are occupied, and the pieces of each area.
    #[inline]
    pub fn hopeful_with(&self, i: usize, partial: &Partial, closed: &[u8]) -> bool {
        let ahead = &self.ahead[i];
        let occupied = partial.pieces.occupied();
        let held = occupied.count_ones() + closed.first().map_or(0, |n| u32::from(*n));
        if held > self.most_nodes || (partial.used + self.slack) & EXCEEDED != 0 {
            return false;
        }
        // Room for what is still to come: in nodes that are occupied and can be reached, in as many new ones as are allowed, and
        // in the goal.
        let open = occupied & ahead.open;
        let (fresh, limit) = ((ahead.open & !occupied).count_ones(), u32::from(LIMIT));
        let room = limit * open.count_ones() - u32::from(partial.pieces.on(open).total())
            + limit * fresh.min(self.most_nodes - held)
            + u32::from(ahead.scorers);
        room >= ahead.pieces.into()
            && self.wanted.iter().enumerate().all(|(k, wanted)| {
                let here = partial.pieces.on(wanted.nodes).total()
                    + if wanted.goal { partial.scoring } else { 0 }
                    + closed.get(k + 1).copied().unwrap_or(0);
                here + self.reach[i * self.wanted.len() + k] >= wanted.least
            })
            && (self.most_nodes == UNLIMITED || held + self.fresh_nodes(i, partial) <= self.most_nodes)
    }

    /// How many nodes the sources from `i` on need, at least, beyond those that are occupied: sources that reach no occupied node with
    /// room need one each, unless they can share it.
    #[inline]
    fn fresh_nodes(&self, i: usize, partial: &Partial) -> u32 {
        let room = partial.pieces.occupied() & !partial.pieces.full();
        let more = [partial.forward, partial.backward].map(u16::count_ones);
        let (mut needed, mut counted) = (0, room);
        for source in &self.sources[i..] {
            let mut reach = source.beside;
            if more[0] < self.axes[0] || partial.forward & source.axis != 0 {
                reach |= source.ahead;
            }
            if more[1] < self.axes[1] || partial.backward & source.axis != 0 {
                reach |= source.behind;
            }
            if !source.scores && reach & counted == 0 {
                needed += 1;
                counted |= reach;
            }
        }
        needed
    }

    /// With a source's pieces spread; `None` if a rule or a limit forbids that.
    #[inline]
    pub fn with(&self, partial: &Partial, spread: &Spread) -> Option<Partial> {
        let used = partial.used + spread.used;
        let (forward, backward) = (partial.forward | spread.forward, partial.backward | spread.backward);
        if partial.pieces.overfull_with(spread.pieces) != 0
            || (used + self.slack) & EXCEEDED != 0
            || forward.count_ones() > self.axes[0]
            || backward.count_ones() > self.axes[1]
        {
            return None;
        }
        Some(Partial {
            pieces: partial.pieces.plus(spread.pieces),
            entered: partial.entered | spread.entered,
            used,
            forward,
            backward,
            scoring: partial.scoring + spread.scoring,
        })
    }

    /// Forgets what no limit asks about, so that partial results that differ in nothing else become equal.
    pub fn forget_unlimited(&self, partial: &mut Partial) {
        for direction in 0..=STAY {
            let missing = self.slack >> (LANE * direction as u32) & ((1 << LANE) - 1);
            if missing == (1 << (LANE - 1)) - 1 - u64::from(UNLIMITED) {
                partial.used &= !(((1 << LANE) - 1) << (LANE * direction as u32));
            }
        }
        if self.axes[0] == UNLIMITED {
            partial.forward = 0;
        }
        if self.axes[1] == UNLIMITED {
            partial.backward = 0;
        }
    }
}

/// The direction of an edge: 0 north (into the goal too), 1 east, 2 south, 3 west.
pub(super) fn direction(columns: u8, from: Node, to: Option<Node>) -> usize {
    match to {
        None => 0,
        Some(to) if to % columns == from % columns => 2 * usize::from(to > from),
        Some(to) => {
            if to > from {
                1
            } else {
                3
            }
        }
    }
}

/// So many pieces in a direction's lane.
fn lane(direction: usize, pieces: u8) -> u64 {
    u64::from(pieces) << (LANE * direction as u32)
}

/// Sends up to `left` pieces along each of the ways; `add` hears of every spread, with how many pieces remain.
fn spread_out(
    so_far: &Spread,
    ways: &[(Option<Node>, usize)],
    left: u8,
    extend: &impl Fn(&Spread, (Option<Node>, usize), u8) -> Spread,
    add: &mut impl FnMut(Spread, u8),
) {
    let Some((&way, others)) = ways.split_first() else { return add(*so_far, left) };
    spread_out(so_far, others, left, extend, add);
    for n in 1..=left {
        spread_out(&extend(so_far, way, n), others, left - n, extend, add);
    }
}
