//! Plans: how many turns a side must win to bring pieces somewhere (chapter 8: "five pieces to the goal if I win half of the turns?").
//!
//! The side's own pieces are what is known, and its turns to come are the stages of a flow. Two things are taken for granted: it loses no
//! piece, and no enemy stands in the way but those that it is told of. Those stay where they are: it does not enter their nodes, and its attackers there
//! stay too.

use sandtable_core::BadInput;

use super::circulation::{Circulation, Vertex};
use super::query::any_cross;
use crate::operation::Node;
use crate::operation::board::Board;
use crate::operation::constraints::Area;
use crate::operation::stacks::{LIMIT, nodes};
use crate::operation::state::{Side, State};

/// What a side has, and what is in its way.
#[derive(Clone, Copy, Debug)]
pub struct Prospect<'a> {
    /// The board.
    pub board: &'a Board,
    /// Where everything is that counts: enemies that are not there are not in the way.
    pub state: &'a State,
    /// Whose plan it is.
    pub side: Side,
}

impl Prospect<'_> {
    /// The fewest turns that the side must win to have at least so many pieces in each of these areas, up to `most`; `None` if those are not enough. Areas that
    /// cross each other are refused.
    pub fn fewest_turns(&self, areas: &[Area], most: u8) -> Result<Option<u8>, BadInput> {
        let goal = self.board.len();
        let mut sets: Vec<(u128, u16)> = areas
            .iter()
            .map(|area| (u128::from(area.nodes) | u128::from(area.goal) << goal, area.least.into()))
            .collect();
        sets.sort_by_key(|(places, _)| places.count_ones());
        if any_cross(&sets) {
            return Err(BadInput::new(
                "areas of a plan that cross each other: expected nested ones, or apart",
            ));
        }
        // Who may stay can do with more turns whatever can be done with fewer.
        let (mut fewest, mut beyond) = (0, u16::from(most) + 1);
        let mut flow = Circulation::default();
        while fewest < beyond {
            let turns = fewest.midpoint(beyond);
            if self.reaches(&mut flow, &sets, turns) {
                beyond = turns;
            } else {
                fewest = turns + 1;
            }
        }
        Ok(u8::try_from(fewest).ok().filter(|turns| *turns <= most))
    }

    /// Whether so many turns are enough.
    fn reaches(&self, flow: &mut Circulation, areas: &[(u128, u16)], turns: u16) -> bool {
        let Prospect { board, state, side } = *self;
        let places = board.len() + 1;
        let goal = board.len();
        let enemies = state.pieces(side.other()).occupied();
        let leaves = !state.pinned(side);
        flow.clear();
        let hub = flow.vertex();
        let stage = |flow: &mut Circulation| -> Vertex {
            let first = flow.size().1 as Vertex;
            for place in 0..places {
                let (entry, end) = (flow.vertex(), flow.vertex());
                let most = if place == goal { u16::MAX } else { LIMIT.into() };
                flow.arc(entry, end, (0, most), 0);
            }
            first
        };
        let entry = |stage: Vertex, place: usize| stage + 2 * place as Vertex;
        let end = |stage: Vertex, place: usize| entry(stage, place) + 1;
        let mut now = stage(flow);
        for place in 0..places {
            let scored = if side == Side::Blue { state.goal } else { 0 };
            let there = if place == goal { scored } else { state.pieces(side).at(place as Node) };
            flow.arc(hub, entry(now, place), (there.into(), there.into()), 0);
        }
        for _ in 0..turns {
            let next = stage(flow);
            for place in 0..places {
                flow.arc(end(now, place), entry(next, place), (0, u16::MAX), 0);
            }
            for way in nodes(board.all() & leaves).flat_map(|node| board.edges_from(node)) {
                let way = board.edges[way];
                let open = match way.to {
                    Some(to) => enemies >> to & 1 == 0,
                    None => side == Side::Blue,
                };
                if open {
                    let to = way.to.map_or(goal, usize::from);
                    flow.arc(end(now, way.from.into()), entry(next, to), (0, LIMIT.into()), 0);
                }
            }
            now = next;
        }
        let first = flow.size().1 as Vertex;
        for _ in areas {
            flow.vertex();
        }
        let within = |place: usize| areas.iter().position(|(set, _)| set >> place & 1 == 1);
        for place in 0..places {
            let to = within(place).map_or(hub, |i| first + i as Vertex);
            flow.arc(end(now, place), to, (0, u16::MAX), 0);
        }
        for (i, (set, least)) in areas.iter().enumerate() {
            let outer = (i + 1..areas.len()).find(|j| set & !areas[*j].0 == 0);
            let to = outer.map_or(hub, |j| first + j as Vertex);
            flow.arc(first + i as Vertex, to, (*least, u16::MAX), 0);
        }
        flow.repair()
    }
}
