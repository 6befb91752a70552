//! The reference players of section 3.2.1, as policies: each intends a whole turn from where it began, and orders of it what can
//! still be ordered. They look at what their side sees, so they play Opaque as well as Lucid.

mod blue;
pub mod planner;
mod red;
pub mod sparring;

pub use blue::{OneAxisBlue, SimpleBlue};
pub use red::{ExpertRed, SimpleRed, Threat, guards};

use std::borrow::Cow;

use sandtable_core::eval::Single;
use sandtable_core::{AgentDef, Args, BadInput, Build, Choosing, Counsel, Game, Kit, Param, Policy, Seats};

use planner::{Planner, Proper, Stance};
use sparring::{Facing, Rivals};

use super::command;
use super::constraints::Constraints;
use super::fuzzy;
use super::imitate;
use super::net::Judgement;
use super::rules::Operation;
use super::state::{Action, Phase, Side, State};
use super::view::Sight;

/// The players that belong to Operation, the strongest first.
pub fn players() -> Vec<AgentDef<Operation>> {
    vec![
        AgentDef {
            name: "net",
            about: "either side: moves within constraints, valued by nets that learned from each other and the players below",
            params: &NET_PARAMS,
            seats: Seats::Any,
            timed: |_| false,
            build: Build::Policy(net),
        },
        AgentDef {
            name: "simple-blue",
            about: "Blue: moves every piece north that can be moved north",
            params: &[],
            seats: Seats::Only(Side::Blue as usize),
            timed: |_| false,
            build: Build::Policy(|_, _| Ok(Box::new(blue::SimpleBlue))),
        },
        AgentDef {
            name: "one-axis-blue",
            about: "Blue: pushes everything north along one axis",
            params: &[Param {
                name: "axis",
                about: "the column of the attack (A, B, …), or random: drawn in the first turn, and then the one on which Blue is furthest",
                default: "random",
                main: true,
            }],
            seats: Seats::Only(Side::Blue as usize),
            timed: |_| false,
            build: Build::Policy(one_axis_blue),
        },
        AgentDef {
            name: "simple-red",
            about: "Red: stands still",
            params: &[],
            seats: Seats::Only(Side::Red as usize),
            timed: |_| false,
            build: Build::Policy(|_, _| Ok(Box::new(red::SimpleRed))),
        },
        AgentDef {
            name: "axes-exp-red",
            about: "Red: shifts along the last row as the threat on each axis demands",
            params: &[],
            seats: Seats::Only(Side::Red as usize),
            timed: |_| false,
            build: Build::Policy(|_, _| Ok(Box::new(red::ExpertRed::new(red::Threat::Axes)))),
        },
        AgentDef {
            name: "dist-exp-red",
            about: "Red: the same, with the threat falling off with the square of the distance",
            params: &[],
            seats: Seats::Only(Side::Red as usize),
            timed: |_| false,
            build: Build::Policy(|_, _| Ok(Box::new(red::ExpertRed::new(red::Threat::Distance)))),
        },
        AgentDef {
            name: "fuzzy",
            about: "either side: balances or evades by fuzzy rules, and rates moves by the threat in the two northern rows",
            params: &fuzzy::PARAMS,
            seats: Seats::Any,
            timed: |_| false,
            build: Build::Policy(fuzzy::build),
        },
        AgentDef {
            name: "constrained",
            about: "either side: moves within constraints, valued by one of the game's evaluations",
            params: &CONSTRAINED_PARAMS,
            seats: Seats::Any,
            timed: |_| false,
            build: Build::Policy(constrained),
        },
        AgentDef {
            name: "imitator",
            about: "either side: does what recorded players would do, as it has learned from their games",
            params: &imitate::PARAMS,
            seats: Seats::Any,
            timed: |_| false,
            build: Build::Policy(imitate::build),
        },
        AgentDef {
            name: "command",
            about: "either side: a commander chooses goals for areas by playing on, subordinates carry them out",
            params: &command::PARAMS,
            seats: Seats::Any,
            timed: |_| false,
            build: Build::Agent(command::build),
        },
    ]
}

const NET_PARAMS: [Param; 11] = [
    Param::main("file", "weights as `train` writes them; the ones that come with the program without it", ""),
    WITHIN,
    Param::new("least", "constraints are eased until so many moves are left", "30"),
    Param::new("most", "a list of moves stops there", "200"),
    Param::new("depth", "turns that are looked ahead: 1 or 2", "1"),
    Param::new("wide", "moves that are looked at again with depth 2", "8"),
    Param::new("rank", "which move is played: 1 is the best; so that a search can be proposed several", "1"),
    Param::new("refine", "how many of the best are improved piece by piece, beyond the constraints", "1"),
    Param::new(
        "trials",
        "games played on in thought, luck taken out, to choose among the best (see wide)",
        "0",
    ),
    Param::new("ahead", "turns that such a game lasts", "12"),
    Param::new(
        "rival",
        "who plays the other side in thought: players of the game joined by +; without them the best by the same values",
        "",
    ),
];

const CONSTRAINED_PARAMS: [Param; 11] = [
    Param::main("eval", "what values a position: one of the game's evaluations", "outlook"),
    WITHIN,
    NET_PARAMS[2],
    NET_PARAMS[3],
    NET_PARAMS[4],
    NET_PARAMS[5],
    NET_PARAMS[6],
    NET_PARAMS[7],
    NET_PARAMS[8],
    NET_PARAMS[9],
    NET_PARAMS[10],
];

const WITHIN: Param = Param::new(
    "within",
    "the constraints: global (few nodes, one axis), supply (and lines of supply), or as text with blanks for commas: 'nodes <= 6 forward <= 1'",
    "supply",
);

fn proposer_of(kit: &Kit<Operation>, args: &Args) -> Result<(Facing, Choosing), BadInput> {
    let stance = match args.get("within") {
        "global" => Stance::Global,
        "supply" => Stance::Supply,
        text => {
            let sets = Constraints::parse_alternatives(kit.game.board(), text);
            Stance::Fixed(sets.map_err(|e| BadInput::new(format!("within: {e}")))?)
        }
    };
    let proper =
        Proper { least: args.number("least", 1..=100_000)?, most: args.number("most", 1..=100_000)? };
    let choosing = Choosing {
        depth: args.number("depth", 1..=2)?,
        wide: args.number("wide", 1..=1_000)?,
        rank: args.number("rank", 1..=1_000)?,
        refine: args.number("refine", 0..=1_000)?,
        trials: args.number("trials", 0..=1_000_000)?,
        ahead: args.number("ahead", 1..=1_000)?,
        ..Choosing::default()
    };
    let mut rivals = Rivals::default();
    for spec in args.get("rival").split('+').filter(|spec| !spec.is_empty()) {
        let (seats, _) = kit.policy(spec).map_err(|e| BadInput::new(format!("rival={spec}: {e}")))?;
        for side in Side::BOTH.into_iter().filter(|side| seats.contains(side.seat())) {
            rivals[side as usize].get_or_insert(kit.policy(spec)?.1);
        }
    }
    Ok((Facing::new(Planner::new(stance, proper), rivals, None), choosing))
}

fn net(kit: &Kit<Operation>, args: &Args) -> Result<Box<dyn Policy<Operation>>, BadInput> {
    let (proposer, choosing) = proposer_of(kit, args)?;
    let value = Judgement::new(kit.game.board(), args.get("file"))?;
    Ok(Box::new(Counsel::new(proposer, value, choosing)))
}

fn constrained(kit: &Kit<Operation>, args: &Args) -> Result<Box<dyn Policy<Operation>>, BadInput> {
    let (proposer, choosing) = proposer_of(kit, args)?;
    let value = Single::new(kit.eval(args.get("eval"))?);
    Ok(Box::new(Counsel::new(proposer, value, choosing)))
}

fn one_axis_blue(kit: &Kit<Operation>, args: &Args) -> Result<Box<dyn Policy<Operation>>, BadInput> {
    let columns = kit.game.board().columns;
    let axis = match args.get("axis") {
        "random" => None,
        text => {
            let last = char::from(b'A' + columns - 1);
            let letter = (text.len() == 1).then(|| text.as_bytes()[0].to_ascii_uppercase());
            let column = letter.and_then(|l| l.checked_sub(b'A')).filter(|c| *c < columns);
            let expected =
                || BadInput::new(format!("axis={text}: expected a column from A to {last}, or random"));
            Some(column.ok_or_else(expected)?)
        }
    };
    Ok(Box::new(blue::OneAxisBlue::new(axis)))
}

/// The position as `side` sees it: what it does not see is not there.
fn in_sight<'a>(game: &Operation, state: &'a State, side: Side) -> Cow<'a, State> {
    match game.sight() {
        Sight::Lucid => Cow::Borrowed(state),
        Sight::Opaque => Cow::Owned(game.view(state, side.seat()).shown),
    }
}

/// Makes steps that are legal from `state` on, and finish the turn, of the moves in `plan` from `begin` on: those that a player
/// intends for its whole turn, in the order of their edges.
///
/// Where orders were given before, moves along edges that are closed by now are dropped, as many pieces go as are left, and
/// whoever crowds a node makes room.
fn carry_on(game: &Operation, state: &State, plan: &mut Vec<Action>, begin: usize) {
    let Phase::Move(orders) = &state.phase else { return };
    if orders.next_edge == 0 {
        plan.push(Action::End);
        return;
    }
    let mut after = state.clone();
    let (mut kept, intended) = (begin, plan.len());
    for i in begin..intended {
        let Action::Move { edge, count } = plan[i] else { continue };
        let fewer = (1..=count).rev().map(|count| Action::Move { edge, count });
        if let Some(step) = fewer.into_iter().find(|step| game.check(&after, *step).is_ok()) {
            game.apply(&mut after, step);
            plan[kept] = step;
            kept += 1;
        }
    }
    plan.truncate(kept);
    while game.check(&after, Action::End).is_err() {
        // Any legal step leaves a turn that can be finished, and there are fewer edges after each.
        let last = plan.len();
        game.actions(&after, plan);
        game.apply(&mut after, plan[last]);
        plan.truncate(last + 1);
    }
    plan.push(Action::End);
}
