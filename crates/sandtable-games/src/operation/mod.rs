//! Operation Lucid and Operation Opaque: a simplified land battle with a coin for the initiative.
//!
//! Rules: Halck, Sendstad, Braathen and Dahl, *Decision making in simplified land combat models*,
//! FFI/RAPPORT-2000/04403, section 2.1 (Lucid) and 2.2 (Opaque). Blue tries to bring pieces across the board into
//! the goal, Red to stop them; the payoff is the number of pieces that get through.
//!
//! What the report leaves open, and how it is read here:
//! - All combats of a turn are fought at once: supply is what it was before the first of them.
//! - A side that moves a piece into a contested node has entered it last, and so attacks there from then on, even if
//!   it defended before.
//! - A contested starting node of Blue's supplies itself.
//! - Within a turn the steps follow the order of [`Board::edges`], each edge at most once; a step is legal if the rest
//!   of the turn can still leave no node with more than three pieces of a side.
//!
//! ```
//! use sandtable_core::{Game, Turn};
//! use sandtable_games::operation::{Operation, Sight};
//! let lucid = Operation::default_board(Sight::Lucid);
//! let start = lucid.start();
//! assert_eq!(lucid.turn(&start), Turn::Chance); // the toss for the first turn
//! assert_eq!(start.blue.total(), 15);
//! ```

mod belief;
mod board;
mod chart;
mod command;
pub mod constraints;
mod crew;
mod essence;
mod eval;
pub mod fuzzy;
mod generator;
mod guide;
mod imitate;
pub mod intelligence;
mod luck;
mod net;
mod notation;
mod players;
mod rules;
mod scene;
mod settle;
mod signs;
mod stacks;
mod state;
mod view;

pub use belief::Enemy;
pub use board::{Board, Edge, MAX_NODES};
pub use eval::Outlook;
pub use generator::{Generator, Position};
pub use guide::{Doctrine, Quick};
pub use net::Nets;
pub use players::planner::{Planner, Proper, Stance};
pub use players::players;
pub use rules::Operation;
pub use stacks::{LIMIT, Stacks, nodes};
pub use state::{Action, Chance, Orders, Phase, Side, State};
pub use view::{Sight, View};

use sandtable_core::eval::Each;
use sandtable_core::{Args, BadInput, Crew, EvalDef, GameDef, Knowledge, Param};

/// A node of the board, in reading order from the north-west.
pub type Node = u8;

/// The boards that come with the program: the name, one line, the file.
const BOARDS: [(&str, &str, &str); 4] = [
    (
        "5x5",
        "the report's board: 15 against 10, 36 turns",
        include_str!("../../../../data/boards/lucid.board"),
    ),
    ("4x4", "8 against 5, 24 turns", include_str!("../../../../data/boards/4x4.board")),
    ("3x3", "3 against 2, 10 turns", include_str!("../../../../data/boards/3x3.board")),
    ("2x3", "2 against 1, 6 turns", include_str!("../../../../data/boards/2x3.board")),
];

const VARIANTS: [(&str, &str); BOARDS.len()] = {
    let mut list = [("", ""); BOARDS.len()];
    let mut i = 0;
    while i < list.len() {
        list[i] = (BOARDS[i].0, BOARDS[i].1);
        i += 1;
    }
    list
};

const PARAMS: &[Param] =
    &[Param { name: "board", about: "a board's name, or a .board file", default: "5x5", main: true }];

/// Operation Lucid: everything is seen.
pub fn lucid() -> GameDef<Operation> {
    GameDef {
        name: "lucid",
        about: "Operation Lucid: break through a line of defence; the initiative is a coin toss",
        params: PARAMS,
        variants: &VARIANTS,
        build: |args| build(args, Sight::Lucid),
        knowledge: KNOWLEDGE,
        problem: None,
    }
}

/// Operation Opaque: the same rules, and enemies are seen only from the next node.
pub fn opaque() -> GameDef<Operation> {
    GameDef {
        name: "opaque",
        about: "Operation Opaque: the same battle in fog; enemies are seen only from the next node",
        params: PARAMS,
        variants: &VARIANTS,
        build: |args| build(args, Sight::Opaque),
        // A net learns from what really happened, which nobody sees here.
        knowledge: Knowledge {
            trainers: &[],
            chart: None,
            inquiry: Some(&intelligence::INQUIRY),
            belief: Some(belief::belief),
            open: Some(|game| Operation::new(game.board().clone(), Sight::Lucid)),
            ..KNOWLEDGE
        },
        problem: None,
    }
}

const KNOWLEDGE: Knowledge<Operation> = Knowledge {
    players,
    evals: &[
        EvalDef::new(
            "outlook",
            "pieces that will get through, from a few features of the position",
            |_, _| Ok(Box::new(Each(Outlook::new()))),
        ),
        EvalDef {
            name: "net",
            about: "pieces that will get through, as a net has learned from playing itself",
            params: &[Param::main(
                "file",
                "the net's weights; the ones that come with the program without it",
                "",
            )],
            batch: 1,
            build: |kit, args| Ok(Box::new(Each(net::Judgement::new(kit.game.board(), args.get("file"))?))),
        },
    ],
    guide: Some(|game| Box::new(Doctrine::new(game))),
    quick: Some(|_| Box::new(Quick::default())),
    crew: Some(|_| Some(Box::<crew::Pieces>::default() as Box<dyn Crew<Operation>>)),
    luck: Some(&luck::Variables),
    language: Some(&constraints::LANGUAGE),
    essence: Some(essence::essence),
    clock: Some(essence::CLOCK),
    small: essence::small,
    signs: Some(|game| Box::new(signs::Outlooks::new(game.board()))),
    chart: Some(&chart::Drawn),
    trainers: &[net::learn::TRAINER, fuzzy::learn::TRAINER, imitate::learn::TRAINER],
    ..Knowledge::NONE
};

fn build(args: &Args, sight: Sight) -> Result<Operation, BadInput> {
    let board = args.get("board");
    if let Some((_, _, text)) = BOARDS.iter().find(|(name, _, _)| *name == board) {
        return Ok(Operation::new(Board::parse(board, text).expect("a shipped board is sound"), sight));
    }
    let names: Vec<&str> = BOARDS.iter().map(|(name, _, _)| *name).collect();
    let expected = format!("expected a board file or one of {}", names.join(", "));
    let text = sandtable_core::catalog::read_file(board, &expected)?;
    Ok(Operation::new(Board::parse(board, &text)?, sight))
}
