//! Axis & Allies on TripleA's maps: land and air war for any number of nations in alliances.
//!
//! Sources: St-Pierre, Winands and Watt, *A Selective Move Generator for the Game Axis and Allies* (section II), Lie, *Playing Axis &
//! Allies Revised Using Learning Automata*, and the facts of TripleA's maps.
//!
//! What the sources leave open, and how it is read here, as TripleA does unless it says otherwise:
//! - Losses follow a fixed order on both sides (`losses=power`: the least power first, then the cheaper; or `losses=cost`). Support goes to
//!   the strongest units that it can help.
//! - A province that nobody defends is taken at once when a land unit enters it, unless it is raided in the same turn: then it is taken when
//!   the bombs have fallen.
//! - Before the battles only what was on one's side at the beginning of the turn lets units through. What is taken on the way is entered step
//!   by step: units that blitz go on from it, as often as they can move, unless a factory or flak stands there. After the battles units pass
//!   what was taken like any own land.
//! - A march of several steps takes a shortest way, and who leads it does not say which: it can retreat to the last province of any of them
//!   (in TripleA the player draws the way).
//! - Land of nobody is entered at no cost, and blitzed like an enemy's (TripleA lets the map decide).
//! - Battles are fought in the order of the provinces, raids before them (in TripleA the attacker picks).
//! - Planes choose their way when all orders of the phase have been given: over as little flak as is left then, and so that they can still
//!   land. Flak below fires then, so it does not matter whether a gun is captured before or after planes are sent over it, and no dice fall
//!   between orders. Planes that fought land before others move; no plane lands on what was taken in this turn.
//! - Flak fires once at each plane, however many guns there are; it takes no part in battles and is captured like a factory. Factories
//!   never move.
//! - Only what can be placed can be bought, and all of it is placed, new factories last: they make nothing in their first turn, and neither
//!   does what was captured. If a factory goes back to an ally meanwhile, what it should have made is paid back.
//! - A province that was an ally's at the start goes back to that ally, if it has its capital or this is it. With its capital a nation gets
//!   back what allies hold of its provinces at the start, with guns and factories. Who has no capital neither buys nor collects.
//! - A battle in which nobody can hit any more ends with a retreat.
//! - At most 9,999 units of a kind and a nation stand in a province, and a nation keeps at most 60,000; what comes beyond is lost.

pub mod battle;
mod branching;
mod chart;
mod combat;
mod dice;
pub mod drill;
mod economy;
mod eval;
mod flight;
mod march;
mod moves;
mod notation;
mod odds;
mod permit;
mod players;
mod position;
mod rank;
mod rules;
pub mod scenario;
mod scene;
mod state;
mod tell;
pub mod triplea;
mod turns;
mod valid;

pub use rules::Axis;
pub use state::{
    Action, Chance, Key, MAX_COUNT, MAX_MONEY, Moved, NOBODY, NOWHERE, Part, Phase, Sortie, State,
};

use sandtable_core::catalog::read_file;
use sandtable_core::eval::Each;
use sandtable_core::{Args, BadInput, EvalDef, GameDef, Knowledge, Param};

use battle::Losses;
use scenario::{SHIPPED, Scenario, Victory};

/// Axis & Allies.
pub fn axis() -> GameDef<Axis, drill::Drill> {
    GameDef {
        name: "axis",
        about: "Axis & Allies on land and in the air: buy, attack, fight with dice, redeploy; TripleA's maps",
        params: &[
            Param {
                name: "map",
                about: "minimap, la-1 to la-5, or a .axis or TripleA .xml file of your own",
                default: "minimap",
                main: true,
            },
            Param {
                name: "money",
                about: "at the start: file (as the map has it), equal (its mean), or what each nation has, like 31",
                default: "file",
                main: false,
            },
            Param {
                name: "victory",
                about: "at the end of a round: map (as the map has it), capitals (all of them), held (all of them, none taken in the \
                        whole round), or provinces (all of them)",
                default: "map",
                main: false,
            },
            Param {
                name: "losses",
                about: "which units go first: power (the weakest) or cost (the cheapest)",
                default: "power",
                main: false,
            },
            Param {
                name: "rounds",
                about: "the last round; map: as the map has it",
                default: "map",
                main: false,
            },
        ],
        variants: &[
            ("minimap", "two nations on fourteen provinces, the map of the dls paper"),
            ("la-1", "learning automata, scenario 1: three areas, two infantry and a tank"),
            ("la-2", "learning automata, scenario 2: five areas, a factory two moves away"),
            ("la-3", "learning automata, scenario 3: wait, then attack"),
            ("la-4", "learning automata, a larger scenario: two ways to a city, with planes"),
            ("la-5", "learning automata, four turns ahead: relief of a fort"),
        ],
        build,
        knowledge: Knowledge {
            players: players::players,
            evals: &const {
                [EvalDef::new("strength", "shares of armies and incomes", |_, _| {
                    Ok(Box::new(Each(eval::Strength)))
                })]
            },
            chart: Some(&chart::Drawn),
            crew: Some(|game| Some(Box::new(players::crew::Units::new(game)))),
            odds: Some(&odds::CALCULATOR),
            ladder: Some(include_str!("../../../../data/ladders/axis.toml")),
            trainers: &[players::outlook::learn::TRAINER, players::dls::learn::TRAINER],
            titles: &[
                ("triplea:easy", "TripleA: Easy AI"),
                ("triplea:fast", "TripleA: Fast AI"),
                ("triplea:hard", "TripleA: Hard AI"),
                ("ez-fodder:rules=2010", "TripleA of 2010: E.Z. Fodder"),
            ],
            ..Knowledge::NONE
        },
        problem: Some(|args| {
            let name = args.get("map");
            let only = |e| BadInput::new(format!("{e} (only scenarios for automata can be solved exactly)"));
            drill::Drill::new(name, open(name)?).map_err(only)
        }),
    }
}

fn build(args: &Args) -> Result<Axis, BadInput> {
    let name = args.get("map");
    let mut scenario = open(name)?;
    match args.get("money") {
        "file" => {}
        "equal" => {
            let sum: u32 = scenario.nations.iter().map(|n| u32::from(n.money)).sum();
            let share = (sum / scenario.nations.len() as u32) as u16;
            scenario.nations.iter_mut().for_each(|n| n.money = share);
        }
        number => {
            let money = number.parse().ok().filter(|m| *m <= MAX_MONEY).ok_or_else(|| {
                BadInput::new(format!(
                    "money={number}: expected file, equal, or a whole number up to {MAX_MONEY}"
                ))
            })?;
            scenario.nations.iter_mut().for_each(|n| n.money = money);
        }
    }
    let victory = args.get("victory");
    scenario.rules.victory = match victory {
        "map" => scenario.rules.victory,
        "capitals" => Victory::Capitals,
        "held" => Victory::Held,
        "provinces" => Victory::Provinces,
        other => {
            let expected = "map, capitals, held or provinces";
            return Err(BadInput::new(format!("victory={other}: expected {expected}")));
        }
    };
    if victory != "map" {
        scenario.contested().map_err(|why| BadInput::new(format!("victory={victory}: {why}")))?;
    }
    if args.get("rounds") != "map" {
        let expected = "map, or a whole number from 1 to 10000";
        let rounds: u16 = args.parse("rounds", expected)?;
        if !(1..=10_000).contains(&rounds) {
            return Err(BadInput::new(format!("rounds={rounds}: expected {expected}")));
        }
        scenario.rules.rounds = rounds;
    }
    let losses = match args.get("losses") {
        "power" => Losses::Power,
        "cost" => Losses::Cost,
        other => return Err(BadInput::new(format!("losses={other}: expected power or cost"))),
    };
    Axis::new(name, scenario, losses)
}

/// The scenario of a name or of a file.
pub fn open(name: &str) -> Result<Scenario, BadInput> {
    if let Some((_, _, text)) = SHIPPED.iter().find(|(shipped, ..)| *shipped == name) {
        return Scenario::parse(name, text);
    }
    let names: Vec<&str> = SHIPPED.iter().map(|(name, ..)| *name).collect();
    let text = read_file(name, &format!("expected a .axis or .xml file, or one of {}", names.join(", ")))?;
    match name.ends_with(".xml") {
        true => Ok(triplea::import(name, &text)?.scenario),
        false => Scenario::parse(name, &text),
    }
}
