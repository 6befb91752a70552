//! The language of constraints for people: how many moves satisfy what they say, some of them, and what contradicts itself.

use sandtable_core::{Area as Outline, BadInput, Frame, Language, Narrowed, Rng, Wanted};

use super::conflict::conflict_within;
use super::{Area, Census, Constraints, Limit, Lister, Move, Standing};
use crate::operation::Operation;
use crate::operation::generator::Position;
use crate::operation::stacks::nodes;
use crate::operation::state::{Action, Orders, Phase, Side};

/// How turns of Operation are narrowed down.
pub const LANGUAGE: Language<Operation> = Language {
    about: "areas such as {({B2,B3},1), ({C5,goal},3)}: at least so many pieces there after the move; and limits: nodes, forward, \
            backward, north, east, south, west or stay <= NUMBER, or NUMBER + pieces/NUMBER",
    example: "nodes <= 1 + pieces/3, forward <= 1",
    narrow,
};

/// What counting may cost, in partial flows; beyond, moves are listed as far as that goes.
const EFFORT: usize = 1_000_000;
/// How many moves are listed then.
const LISTED: usize = 5_000;
/// How many moves a search for contradictions looks for.
const LOOKED_FOR: usize = 1 << 10;
/// The most areas that are looked at together.
pub(in crate::operation) const MOST_AREAS: usize = 40;
/// How many examples are drawn.
const EXAMPLES: usize = 5;

fn narrow(
    game: &Operation,
    state: &crate::operation::State,
    text: &str,
    wanted: &[Wanted],
    rng: &mut Rng,
) -> Result<Narrowed<Action>, BadInput> {
    let Phase::Move(Orders { side, .. }) = state.phase else {
        return Err(BadInput::new("expected a position in which somebody is to move"));
    };
    let board = game.board();
    let mut constraints = Constraints::parse(board, text)?;
    for area in wanted {
        constraints.areas.push(area_of(board.len(), area)?);
    }
    if constraints.areas.len() > MOST_AREAS {
        let line = format!("{} areas: expected at most {MOST_AREAS}", constraints.areas.len());
        return Err(BadInput::new(line));
    }
    let standing = Standing { board, state, side };
    let mut lister = Lister::default();
    let mut examples: Vec<Move> = Vec::new();
    let mut keep = |found: Move| {
        if !examples.contains(&found) {
            examples.push(found);
        }
    };
    let (turns, counted) = match Census::within(standing, &constraints, EFFORT) {
        Some(census) => {
            let mut draw = || flow_to(&mut lister, standing, &constraints, census.sample(rng)?);
            (0..EXAMPLES).filter_map(|_| draw()).for_each(&mut keep);
            (u64::try_from(census.count()).unwrap_or(u64::MAX), true)
        }
        None => {
            let listed = lister.list(board, state, side, &constraints, LISTED);
            let draws = if listed.is_empty() { 0 } else { EXAMPLES };
            (0..draws).for_each(|_| keep(*rng.pick(listed)));
            (listed.len() as u64, false)
        }
    };
    let conflict = (turns == 0 && counted).then(|| {
        let named = conflict_within(board, state, side, &constraints, LOOKED_FOR);
        named.unwrap_or_else(|| constraints.clone()).text(board)
    });
    let steps = |example: &Move| {
        let mut steps = Vec::new();
        example.orders(board, &mut steps);
        steps.push(Action::End);
        steps
    };
    let examples = examples.iter().map(steps).collect();
    Ok(Narrowed { frame: frame(standing, &constraints, turns, counted), examples, conflict })
}

/// The spaces are the nodes, and then the goal.
pub(in crate::operation) fn area_of(nodes: usize, wanted: &Wanted) -> Result<Area, BadInput> {
    let least = u8::try_from(wanted.least);
    let least = least.map_err(|_| BadInput::new(format!("{}: expected at most 255 pieces", wanted.least)))?;
    let mut area = Area { nodes: 0, goal: false, least };
    for &space in &wanted.spaces {
        match space {
            _ if space < nodes => area.nodes |= 1 << space,
            _ if space == nodes => area.goal = true,
            _ => return Err(BadInput::new(format!("space {space}: expected one from 0 to {nodes}"))),
        }
    }
    match area.nodes == 0 && !area.goal {
        true => Err(BadInput::new("expected an area with at least one space")),
        false => Ok(area),
    }
}

/// A move with this result that satisfies the constraints.
fn flow_to(
    lister: &mut Lister,
    standing: Standing,
    constraints: &Constraints,
    result: Position,
) -> Option<Move> {
    let Standing { board, state, side } = standing;
    // All pieces have their places, so asking for at least so many everywhere leaves no others.
    let exact = nodes(result.pieces.occupied())
        .fold(constraints.clone(), |all, node| all.at_least(1 << node, result.pieces.at(node)));
    let listed = lister.list(board, state, side, &exact, LOOKED_FOR);
    listed.iter().find(|found| found.result == result).copied()
}

/// Constraints as they are shown; what limits nothing is left out.
pub(in crate::operation) fn frame(
    standing: Standing,
    constraints: &Constraints,
    turns: u64,
    counted: bool,
) -> Frame {
    let Standing { board, state, side } = standing;
    let pieces = state.pieces(side).total();
    let mut telling = constraints.clone();
    for what in Limit::ALL {
        let most = match what {
            Limit::Nodes => board.len(),
            Limit::Forward | Limit::Backward => board.columns.into(),
            _ => pieces.into(),
        };
        if constraints.limit(what).is_some_and(|bound| usize::from(bound.with(pieces)) >= most) {
            telling.set(what, None);
        }
    }
    let outline = |area: &Area| {
        let mut spaces: Vec<usize> = nodes(area.nodes).map(usize::from).collect();
        let mut names: Vec<String> = nodes(area.nodes).map(|node| board.node_name(node)).collect();
        let mut holds = state.pieces(side).on(area.nodes).total();
        if area.goal {
            spaces.push(board.len());
            names.push("goal".into());
            holds += if side == Side::Blue { state.goal } else { 0 };
        }
        Outline { name: names.join(" "), spaces, least: area.least.into(), holds: holds.into() }
    };
    let areas = telling.areas.iter().map(outline).collect();
    Frame { text: telling.text(board), areas, turns, counted }
}
