//! Operation as a picture: rows of nodes below the goal, as in figure 2.1 of the report, and its steps in
//! words.
//!
//! The spaces are the nodes in their order, then the goal. Orders move nothing before the turn ends, but the
//! picture shows the pieces that have some where they are going, apart from those that stay.

use sandtable_core::scene::{Link, Place, Sheet, Space, Stack};
use sandtable_core::{Choice, Game, Happened, Layout, Notation, Scene, Seat};

use super::board::{Board, Edge};
use super::rules::{Operation, next_combat};
use super::stacks::nodes;
use super::state::{Action, Chance, Phase, Side, State};
use super::view::{Sight, View};
use super::{LIMIT, Node};
use crate::words::{count, list, sentence};

/// The distance between neighbouring nodes.
const STEP: f64 = 110.0;
/// The room around a node.
const ROOM: f64 = 34.0;
/// How high the goal is.
const GOAL: f64 = 60.0;
/// What is left free at the edges.
const MARGIN: f64 = 20.0;

/// Where the nodes and the goal are.
pub(super) fn layout(board: &Board) -> Layout {
    let (columns, rows) = (f64::from(board.columns), f64::from(board.rows));
    let top = MARGIN + GOAL + STEP - ROOM;
    let width = 2.0 * MARGIN + STEP * columns;
    let x = |node: Node| MARGIN + STEP * (f64::from(board.column(node)) + 0.5);
    let y = |node: Node| top + STEP * (rows - 1.0 - f64::from(board.row(node)));
    let space = |node: Node| Space {
        name: board.node_name(node),
        label: board.node_name(node),
        x: x(node),
        y: y(node),
        room: ROOM,
        ground: "land",
        notes: notes(board, node),
        ..Space::default()
    };
    let mut spaces: Vec<Space> = (0..board.len() as Node).map(space).collect();
    spaces.push(Space {
        name: "goal".into(),
        label: "Goal".into(),
        x: width / 2.0,
        y: MARGIN + GOAL / 2.0,
        room: GOAL / 2.0,
        shape: Some(goal_shape(width, nodes(board.north).map(x))),
        ground: "goal",
        notes: vec!["every piece of blue's that gets here is a point".into()],
        ..Space::default()
    });
    let way = |e: &&Edge| e.to.is_some_and(|to| to > e.from);
    let link = |e: &Edge| Link { from: e.from.into(), to: e.to.map_or(0, usize::from), kind: "way" };
    let links = board.edges.iter().filter(way).map(link).collect();
    Layout { width, height: top + STEP * (rows - 1.0) + ROOM + MARGIN, spaces, links, regions: Vec::new() }
}

/// A bar along the north, with a road down to each node of the last row.
fn goal_shape(width: f64, roads: impl Iterator<Item = f64>) -> String {
    let (bottom, end) = (MARGIN + GOAL, MARGIN + GOAL + STEP - 2.0 * ROOM);
    let mut path = format!("M{MARGIN} {bottom}L{MARGIN} {MARGIN}L{0} {MARGIN}L{0} {bottom}", width - MARGIN);
    let mut roads: Vec<f64> = roads.collect();
    roads.reverse();
    for x in roads {
        let (west, east) = (x - 4.0, x + 4.0);
        path += &format!("L{east} {bottom}L{east} {end}L{west} {end}L{west} {bottom}");
    }
    path + "Z"
}

fn notes(board: &Board, node: Node) -> Vec<String> {
    let mut notes = Vec::new();
    if board.home >> node & 1 == 1 {
        notes.push("a source of blue's supply".into());
    }
    if board.north >> node & 1 == 1 {
        notes.push("leads into the goal".into());
    }
    notes
}

/// What a side sees.
pub(super) fn scene(game: &Operation, view: &View) -> Scene {
    let told = game.sight() == Sight::Lucid || view.side == Side::Blue;
    picture(game.board(), view, told)
}

/// The same with everything.
pub(super) fn scene_all(game: &Operation, state: &State) -> Scene {
    picture(game.board(), &View::new(game.board(), Sight::Lucid, state, Side::Blue), true)
}

/// `supply` says whether the onlooker is told where Blue has none.
fn picture(board: &Board, view: &View, supply: bool) -> Scene {
    let state = &view.shown;
    let supplied = board.supplied(state.blue.occupied(), state.red.occupied());
    let mut places: Vec<Place> = (0..board.len() as Node)
        .map(|node| {
            let mut stacks: Vec<Stack> =
                Side::BOTH.into_iter().flat_map(|s| stacks(state, s, node)).collect();
            stacks.retain(|s| s.count > 0);
            let held = Side::BOTH.map(|s| state.pieces(s).at(node) > 0);
            let owner = match held {
                [true, false] => Some(0),
                [false, true] => Some(1),
                _ => None,
            };
            let mut marks = Vec::new();
            if held == [true, true] {
                marks.push("battle".into());
                let blue = state.blue_attacks >> node & 1 == 1;
                marks.push(format!("{} attacks", if blue { "blue" } else { "red" }));
            }
            // While combats are fought, what counts is the supply that there was before the first of them.
            let reached = match state.phase {
                Phase::Combat { pending, supplied: then } if pending >> node & 1 == 1 => then,
                _ => supplied,
            };
            if supply && held[0] && reached >> node & 1 == 0 {
                marks.push("no supply".into());
            }
            if view.seen >> node & 1 == 0 {
                marks.push("fog".into());
            }
            Place { owner, stacks, marks }
        })
        .collect();
    let ordered = if let Phase::Move(orders) = &state.phase { orders.scoring } else { 0 };
    let scored = [("pieces", state.goal), ("arriving", ordered)];
    let goal = scored.into_iter().filter(|(_, n)| *n > 0).map(|(kind, n)| stack(Side::Blue, kind, n));
    places.push(Place { stacks: goal.collect(), ..Place::default() });
    Scene { phase: phase(board, state), places, sheets: sheets(board, view) }
}

fn stack(side: Side, kind: &str, count: u8) -> Stack {
    Stack { seat: Some(side.seat()), kind: kind.into(), count: count.into() }
}

/// A side's pieces on a node: those that stay, and those that have orders to come.
fn stacks(state: &State, side: Side, node: Node) -> [Stack; 2] {
    let here = state.pieces(side).at(node);
    let (leaving, arriving) = match &state.phase {
        Phase::Move(orders) if orders.side == side => (orders.leaving.at(node), orders.arriving.at(node)),
        _ => (0, 0),
    };
    [stack(side, "pieces", here - leaving), stack(side, "arriving", arriving)]
}

fn phase(board: &Board, state: &State) -> String {
    match &state.phase {
        Phase::Toss => "a coin is tossed for the turn".into(),
        Phase::Move(orders) => format!("{} may move", orders.side.name()),
        Phase::Combat { .. } => {
            let node = next_combat(state).map_or_else(String::new, |(node, ..)| board.node_name(node));
            format!("both sides fight at {node}")
        }
        Phase::Over => format!("the game is over: {} in the goal", pieces(state.goal)),
    }
}

fn sheets(board: &Board, view: &View) -> Vec<Sheet> {
    let state = &view.shown;
    let row = |name: &str, value: String| (name.to_string(), value);
    let over = state.phase == Phase::Over;
    let turn = board.turns - state.turns_left + u8::from(!over);
    let game = Sheet {
        title: "Game".into(),
        seat: None,
        rows: vec![
            row("turn", format!("{turn} of {}", board.turns)),
            row("in the goal", state.goal.to_string()),
            row("most on a node", format!("{LIMIT} of a side")),
        ],
    };
    let side = |side: Side| {
        let shown = state.pieces(side).total();
        let all = if side == view.side { shown } else { view.enemies };
        let mut rows = vec![row("on the board", all.to_string())];
        if shown < all {
            rows.push(row("in sight", shown.to_string()));
        }
        Sheet { title: sentence(side.name()), seat: Some(side.seat()), rows }
    };
    vec![game, side(Side::Blue), side(Side::Red)]
}

fn pieces(n: u8) -> String {
    count(n, "piece", "pieces")
}

/// A step, and the nodes it is about.
pub(super) fn choice(game: &Operation, action: Action) -> Choice {
    let step = game.action_text(action);
    let Action::Move { edge, count } = action else {
        let verb = "end the turn".to_string();
        return Choice { words: verb.clone(), verb, step, ..Choice::default() };
    };
    let board = game.board();
    let Edge { from, to } = board.edges[usize::from(edge)];
    Choice {
        step,
        words: format!("move {}", journey(board, edge, count)),
        verb: "move".into(),
        from: Some(from.into()),
        to: Some(to.map_or(board.len(), usize::from)),
        what: Some("pieces".into()),
        count: Some(count.into()),
    }
}

/// `2 pieces from C4 to C5`
fn journey(board: &Board, edge: u8, count: u8) -> String {
    let Edge { from, to } = board.edges[usize::from(edge)];
    let to = to.map_or_else(|| "into the goal".into(), |to| format!("to {}", board.node_name(to)));
    format!("{} from {} {to}", pieces(count), board.node_name(from))
}

/// What happened. In Opaque the other side's orders are secret: it hears nothing of them, and when they are
/// carried out, what it then sees.
pub(super) fn tell(
    game: &Operation,
    before: &State,
    happened: Happened<Action, Chance>,
    seat: Option<Seat>,
) -> String {
    let board = game.board();
    let onlooker = seat.filter(|_| game.sight() == Sight::Opaque).map(|seat| Side::BOTH[seat]);
    match (happened, &before.phase) {
        (Happened::Step(action), Phase::Move(orders)) => {
            let name = sentence(orders.side.name());
            let other = onlooker.filter(|side| *side != orders.side);
            match (action, other) {
                (Action::Move { .. }, Some(_)) => String::new(),
                (Action::Move { edge, count }, None) => {
                    format!("{name} orders {}", journey(board, edge, count))
                }
                (Action::End, None) => format!("{name} ends the turn"),
                (Action::End, Some(side)) => {
                    let mut after = before.clone();
                    game.apply(&mut after, action);
                    format!("{name} has moved; {}", sighted(board, &after, side))
                }
            }
        }
        (Happened::Draw(Chance::Toss(side)), _) => {
            format!("{} wins the toss and may move", sentence(side.name()))
        }
        (Happened::Draw(Chance::Combat(winner)), _) => {
            let Some((node, blue, red)) = next_combat(before) else { return String::new() };
            let (place, loser) = (board.node_name(node), winner.other().name());
            let mut words = format!("{} wins at {place}: {loser} loses a piece", sentence(winner.name()));
            // The strengths give away whether Blue has supply, which Red is not told in Opaque.
            if onlooker != Some(Side::Red) {
                let (ours, theirs) = if winner == Side::Blue { (blue, red) } else { (red, blue) };
                words += &format!(" (strength {ours} against {theirs})");
            }
            words
        }
        (Happened::Step(action), _) => game.action_text(action),
    }
}

/// The enemies that a side sees.
fn sighted(board: &Board, state: &State, side: Side) -> String {
    let view = View::new(board, Sight::Opaque, state, side);
    let enemies = view.shown.pieces(side.other());
    let stack = |node: Node| format!("{} at {}", enemies.at(node), board.node_name(node));
    let seen: Vec<String> = nodes(enemies.occupied()).map(stack).collect();
    if seen.is_empty() { "nothing is in sight".into() } else { format!("in sight: {}", list(&seen)) }
}
