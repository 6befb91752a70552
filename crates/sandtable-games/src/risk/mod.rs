//! Classic Risk for two to six players, with every option of its rules.
//!
//! Sources: the rules as Blomqvist tells them (*Playing the Game of Risk with an AlphaZero Agent*, KTH 2020, chapter 2) and the
//! official rules. `risk` is the full game; `risk:duel` is exactly that thesis's setting (section 4.1).
//!
//! What the sources leave open, and how it is read here:
//! - Both sides always roll as many dice as they may, which is never worse. Dice by dice, every roll is a decision of the attacker.
//! - The symbols of the cards go round in the order of the territories; where pictures do not matter, a card is its symbol and nothing else.
//! - Where hands are hidden, whoever holds three cards or more is asked whether to trade, with or without a set: the question tells nothing.
//! - A card is drawn when the attacks end, before troops move. When no card is left, the traded ones are shuffled back.
//! - A player is eliminated with its last territory. The game ends when one player is left; neutral troops do not matter.
//! - After `rounds` turns for each player those who are left share the game equally; who is out takes no turns, and gives none to others.
//! - Players who take a loser's cards and then hold six or more trade down to four or fewer at once; the rest they keep.
//! - In a draft with a neutral, its share is dealt first. In the setup in turns, each places two troops and one neutral troop.
//! - Any number of moves at the end of a turn means: in the order of source and target, so that no turn is endless. Orders may go in chains.
//! - A territory holds at most 9,999 troops; what comes beyond is lost.
//!
//! ```
//! use sandtable_core::{Args, Game, Turn};
//! let def = sandtable_games::risk::risk();
//! let game = (def.build)(&Args::defaults(def.params)).unwrap();
//! assert_eq!(game.map.edges(), 83);
//! assert_eq!(game.turn(&game.start()), Turn::Chance);
//! ```

pub mod battle;
mod cards;
mod chart;
mod check;
pub mod eval;
mod flat;
mod guide;
mod holdings;
pub mod map;
mod notation;
mod odds;
mod options;
mod orders;
mod players;
mod position;
mod rules;
mod scene;
mod setup;
mod signs;
mod state;
mod tell;
mod turns;
mod view;

pub use cards::has_set;
pub use eval::{Forces, Outlook, Resources};
pub use guide::Restraint;
pub use map::{Map, Shapes};
pub use options::{Cards, Fortify, Options, Setup};
pub use rules::{COLOURS, Risk};
pub use state::{Action, Chance, MAX_PLAYERS, MAX_TROOPS, NEUTRAL, Phase, Set, State, WILD, member, members};
pub use view::View;

use sandtable_core::catalog::read_file;
use sandtable_core::eval::Each;
use sandtable_core::{Args, BadInput, EvalDef, GameDef, Knowledge};

const CLASSIC: &str = include_str!("../../../../data/maps/classic.map");
const CLASSIC_SHAPES: &str = include_str!("../../../../data/maps/classic.shapes");
const MINI6: &str = include_str!("../../../../data/maps/mini6.map");
const MINI12: &str = include_str!("../../../../data/maps/mini12.map");

/// What a network has learned of duels round a neutral; docs/expert-iteration.md has the commands.
const DUEL_WEIGHTS: &[u8] = include_bytes!("../../../../data/nets/duel.safetensors");

/// Risk.
pub fn risk() -> GameDef<Risk> {
    GameDef {
        name: "risk",
        about: "Classic Risk: place, attack, fortify; 2 to 6 players, every option of the rules, your own maps",
        params: &options::PARAMS,
        variants: &[
            ("classic", "the full game: 42 territories, draft, hidden cards of rising value, dice by dice"),
            ("duel", "the thesis's setting: two players and a neutral, open cards, battles to the end"),
            ("world82", "the full game without the disputed way from East Africa to the Middle East"),
            ("mini6", "six territories for two, without cards"),
            ("mini12", "twelve territories for two"),
        ],
        build,
        knowledge: Knowledge {
            players: players::players,
            evals: &const {
                [
                    EvalDef::new(
                        "outlook",
                        "chances to win, from features of the position, fitted to games",
                        |_, _| Ok(Box::new(Each(Outlook))),
                    ),
                    EvalDef::new("resources", "shares of troops and income", |_, _| {
                        Ok(Box::new(Each(Resources)))
                    }),
                    EvalDef::new(
                        "forces",
                        "shares of troops, those in hand among them, and income",
                        |_, _| Ok(Box::new(Each(Forces))),
                    ),
                ]
            },
            guide: Some(|game| Box::new(Restraint::with_opening(game))),
            quick: Some(|_| Box::new(Restraint::default())),
            signs: Some(|game| Box::new(signs::Chances::new(game))),
            chart: Some(&chart::Drawn),
            weights: |game| game.options.neutral.then_some(DUEL_WEIGHTS),
            sheet: Some(&flat::Flat),
            odds: Some(&odds::CALCULATOR),
            ladder: Some(include_str!("../../../../data/ladders/risk.toml")),
            titles: &[
                ("domination:easy", "Domination: easy"),
                ("domination:average", "Domination: average"),
                ("domination:hard", "Domination: hard"),
            ],
            ..Knowledge::NONE
        },
        problem: None,
    }
}

fn build(args: &Args) -> Result<Risk, BadInput> {
    let name = args.get("map");
    let shipped = |file: &str, text: &str| Map::parse(file, text).expect("a shipped map is sound");
    let classic = || shipped("classic.map", CLASSIC);
    // The official rules depend on the number of players: two have a neutral between them, and do not draft.
    let official = Options::official(Options::players(args)?.unwrap_or(3));
    let (map, options) = match name {
        "classic" => (classic(), official),
        "duel" => (classic(), Options::duel()),
        "world82" => (classic().without("east-africa", "middle-east")?, official),
        "mini6" => (shipped("mini6.map", MINI6), Options::mini(6, Cards::None, 30)),
        "mini12" => (shipped("mini12.map", MINI12), Options::mini(14, Cards::Fixed, 60)),
        file => {
            let expected = "expected a .map file, or one of classic, duel, world82, mini6, mini12";
            let map = Map::parse(file, &read_file(file, expected)?)?;
            // A map of one's own gets the troops that it needs.
            let armies = official.armies.max((map.len() / 2) as u16);
            (map, Options { armies, ..official })
        }
    };
    let game = Risk::new(name, map, options.with(args)?)?;
    match name {
        "classic" | "duel" | "world82" => {
            let shapes = Shapes::parse("classic.shapes", CLASSIC_SHAPES, &classic());
            Ok(game.with_shapes(shapes.expect("the shipped picture is sound")))
        }
        _ => Ok(game),
    }
}
