//! Grid Risk: the game of *A Game of Intelligent Risk*, with its rules, positions, players and tournaments in files.
//!
//! Two players, Red first, move men between neighbouring squares of a grid; where both meet, a battle is rolled out; after
//! each pair of turns the men on every square grow by a function that the rules name (sections 3.2 to 3.5).
//!
//! What the paper leaves open, and how it is read here (the readings reproduce its statistics):
//! - Scores are whole numbers; the number of men in a battle is that of both sides together.
//! - `MEN_ADDED` is rounded down; a square never holds more than 30,000 men.
//! - All men may leave a square, which then is empty. There is no passing.
//! - Random and chosen starts give every square one man first, then the rest. When players choose, Red and Blue take
//!   squares in turns, and then each places all its men.
//! - Withdrawals are offered after each roll, to the defender first.
//! - Without a turn limit a game is drawn after 5000 turns.
//!
//! A move is two steps, where (`A5-B5`) and how many men (`12`).
//!
//! ```
//! use sandtable_core::{Args, Game, Turn};
//! let def = sandtable_games::grid::grid();
//! let game = (def.build)(&Args::defaults(def.params)).unwrap();
//! assert_eq!(game.turn(&game.start()), Turn::Player(0));
//! ```

mod battle;
mod essence;
mod eval;
mod expression;
mod field;
mod forms;
mod guide;
mod layout;
pub mod learn;
mod notation;
mod player;
mod player_file;
mod position;
mod position_file;
mod rule_file;
mod rules;
mod scene;
mod shipped;
mod state;
mod statements;
mod statistics;
mod tournament_file;

pub use battle::{distribution, fight, roll, roll_chance};
pub use expression::Expression;
pub use field::Grid;
pub use guide::Settler;
pub use player::{AipPlayer, player_file};
pub use player_file::{Heuristics, NumMen, PlayerFile, Significance};
pub use position_file::PositionFile;
pub use rule_file::{Allocation, Draws, MAX_MEN, MAX_SQUARES, RuleFile, ScoreMax};
pub use state::{Action, Battle, Chance, Phase, Roll, Side, Square, State};
pub use statistics::NAMES as STATISTICS;
pub use tournament_file::TournamentFile;

use sandtable_core::catalog::read_file;
use sandtable_core::eval::Each;
use sandtable_core::{AgentDef, Args, BadInput, Build, EvalDef, GameDef, Knowledge, Param, Seats};

/// A rule file that comes with the program, and the positions that it takes, if any.
struct RuleEntry {
    name: &'static str,
    about: &'static str,
    text: &'static str,
    positions: &'static str,
}

const RULES: [RuleEntry; 8] = [
    RuleEntry {
        name: "p1vp2",
        about: "the paper's rules: 10 by 10, 100 men each, 100 turns, points decide",
        text: include_str!("../../../../data/rules/p1vp2.rg"),
        positions: "standard",
    },
    RuleEntry {
        name: "straight",
        about: "without diagonal neighbours",
        text: include_str!("../../../../data/rules/straight.rg"),
        positions: "standard",
    },
    RuleEntry {
        name: "dice",
        about: "one six-sided die each, unweighted; the defender wins ties",
        text: include_str!("../../../../data/rules/dice.rg"),
        positions: "standard",
    },
    RuleEntry {
        name: "rout",
        about: "the loser of a roll loses all his men in the battle",
        text: include_str!("../../../../data/rules/rout.rg"),
        positions: "standard",
    },
    RuleEntry {
        name: "scattered",
        about: "a random start on a grid of 7 by 7",
        text: include_str!("../../../../data/rules/scattered.rg"),
        positions: "",
    },
    RuleEntry {
        name: "growth",
        about: "large squares grow by five per cent",
        text: include_str!("../../../../data/rules/growth.rg"),
        positions: "standard",
    },
    RuleEntry {
        name: "survivor",
        about: "the last player left wins; three moves a turn; withdrawals",
        text: include_str!("../../../../data/rules/survivor.rg"),
        positions: "standard",
    },
    RuleEntry {
        name: "chosen",
        about: "players choose squares and place men; 5 by 4",
        text: include_str!("../../../../data/rules/chosen.rg"),
        positions: "",
    },
];

const VARIANTS: [(&str, &str); RULES.len()] = {
    let mut list = [("", ""); RULES.len()];
    let mut i = 0;
    while i < list.len() {
        list[i] = (RULES[i].name, RULES[i].about);
        i += 1;
    }
    list
};

/// Positions that come with the program: those of the paper, two rows as far apart as can be, two that are mixed, and one large stack
/// among small ones.
const POSITIONS: [(&str, &str); 4] = [
    ("standard", include_str!("../../../../data/positions/standard.pos")),
    ("far", include_str!("../../../../data/positions/far.pos")),
    ("mixed", include_str!("../../../../data/positions/mixed.pos")),
    ("uneven", include_str!("../../../../data/positions/uneven.pos")),
];

/// Grid Risk.
pub fn grid() -> GameDef<Grid> {
    GameDef {
        name: "grid",
        about: "Grid Risk: men on a grid, battles of scores, growth by a formula; rules and players in files",
        params: &const {
            [
                Param::main("rules", "a rule file's name, or a .rg file", "p1vp2"),
                Param::new("pos", "a positions file's name, or a .pos file, where the rules take one", ""),
                Param::new(
                    "rolls",
                    "whole or single: a battle in which nobody may withdraw is one draw, or one for each roll",
                    "whole",
                ),
            ]
        },
        variants: &VARIANTS,
        build,
        knowledge: Knowledge {
            players: || {
                let settler = AgentDef::policy(
                    "settler",
                    "either side: settles empty squares with single men, and attacks where it wins",
                    |_, _| Ok(Box::new(Settler::default())),
                );
                let by_file = AgentDef {
                    name: "aip",
                    about: "either side: plays by the heuristics of a file",
                    params: &const {
                        [
                            Param::main(
                                "file",
                                "a shipped player's name (aiPlayer0 … 10, reinforcePlayer1 … 3, tuned), or an .aip file",
                                "aiPlayer8",
                            ),
                            Param::new(
                                "set",
                                "which of the file's sets of heuristics plays; 0 is the newest",
                                "0",
                            ),
                        ]
                    },
                    seats: Seats::Any,
                    timed: |_| false,
                    build: Build::Policy(|_, args| {
                        let file = player_file(args.get("file"))?;
                        let set = args.number("set", 0..=file.sets.len() - 1)?;
                        Ok(Box::new(AipPlayer::new(file.sets[set].clone())))
                    }),
                };
                vec![by_file, settler]
            },
            evals: &const {
                [
                    EvalDef::new(
                        "prospects",
                        "points that both sides are heading for, and their stacks",
                        |_, _| Ok(Box::new(Each(eval::Prospects))),
                    ),
                    EvalDef::new("strength", "squares of men and of squares held", |_, _| {
                        Ok(Box::new(Each(eval::Strength)))
                    }),
                ]
            },
            guide: Some(|_| Box::new(Settler::default())),
            quick: Some(|_| Box::new(Settler::default())),
            counts: Some(&statistics::Totals),
            essence: Some(essence::essence),
            clock: Some(essence::CLOCK),
            small: essence::small,
            trainers: &[learn::TRAINER],
            usual: player::usual_players,
            watched: &[("rolls", "single")],
            files: &forms::KINDS,
            made_from: |game| game.files().iter().map(|file| file.clone().unwrap_or_default()).collect(),
            ..Knowledge::NONE
        },
        problem: None,
    }
}

fn build(args: &Args) -> Result<Grid, BadInput> {
    let (name, pos) = (args.get("rules"), args.get("pos"));
    let single = args.flag("rolls", "single", "whole")?;
    let shipped = RULES.iter().find(|r| r.name == name);
    let rules = match shipped {
        Some(entry) => RuleFile::parse(name, entry.text)?,
        None => {
            let names: Vec<&str> = RULES.iter().map(|r| r.name).collect();
            let expected = format!("expected a .rg file, or one of {}", names.join(", "));
            RuleFile::parse(name, &read_file(name, &expected)?)?
        }
    };
    let pos = if pos.is_empty() { shipped.map_or("", |entry| entry.positions) } else { pos };
    let positions = match POSITIONS.iter().find(|(n, _)| *n == pos) {
        Some((_, text)) => Some(PositionFile::parse(pos, text)?),
        None if pos.is_empty() => None,
        None => {
            let names: Vec<&str> = POSITIONS.iter().map(|(name, _)| *name).collect();
            let expected = format!("expected a .pos file, or one of {}", names.join(", "));
            Some(PositionFile::parse(pos, &read_file(pos, &expected)?)?)
        }
    };
    let file = |name: &str, ending: &str| match name {
        "" => None,
        name if name.contains('.') => Some(name.to_string()),
        name => Some(format!("{name}.{ending}")),
    };
    let files = [file(name, "rg"), positions.as_ref().and(file(pos, "pos"))];
    let grid = Grid::new(name, rules, positions.as_ref());
    let grid = grid.map_err(|e| BadInput::new(format!("{name}: {e}")))?;
    Ok(grid.rolling_singly(single).of_files(files))
}
