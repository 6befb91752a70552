//! The options of the rules, and the settings that go with each ready-made variant.

use sandtable_core::{Args, BadInput, Param};

use super::state::MAX_PLAYERS;

/// How territories and starting troops come to their owners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setup {
    /// Both at random.
    Random,
    /// Territories at random; players place their troops in turns.
    Place,
    /// Players take territories in turns, then place their troops in turns.
    Draft,
}

/// What sets of cards are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cards {
    /// There are no cards.
    None,
    /// 4, 6, 8 or 10 troops by the symbols.
    Fixed,
    /// 4, 6, 8, 10, 12, 15, 20, 25 … troops by the number of sets traded before.
    Progressive,
}

/// Which moves end a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fortify {
    /// One, between neighbours.
    Adjacent,
    /// One, along a path of one's own territories.
    Connected,
    /// Any number, along paths of one's own territories.
    Unlimited,
}

/// The options of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// 2 to 6.
    pub players: usize,
    /// Whether a passive owner holds a share of the board.
    pub neutral: bool,
    /// Starting troops of each owner.
    pub armies: u16,
    /// How the game begins.
    pub setup: Setup,
    /// What cards are worth.
    pub cards: Cards,
    /// Extra troops on one pictured territory that the trader owns, once a turn.
    pub pictured: u16,
    /// Whether sets are traded as soon as a turn begins, without asking.
    pub auto_trade: bool,
    /// Whether everybody sees all cards.
    pub open: bool,
    /// Whether a battle goes on to its end.
    pub blitz: bool,
    /// Whether all troops but one move into a territory that was taken.
    pub all_enter: bool,
    /// How troops move at the end of a turn.
    pub fortify: Fortify,
    /// The game ends when this many turns for each player have been taken.
    pub rounds: u32,
}

/// The parameters of `risk`. An empty default means: as the variant has it.
pub const PARAMS: [Param; 13] = [
    Param {
        name: "map",
        about: "a variant (classic, duel, world82, mini6, mini12) or a .map file",
        default: "classic",
        main: true,
    },
    param(
        "players",
        "2 to 6; in the full game two have a neutral between them, as the official rules have it",
    ),
    param("neutral", "yes or no: a passive third owner (two players only)"),
    param("armies", "starting troops of each owner"),
    param("setup", "random, place (territories dealt, troops placed in turns) or draft"),
    param("cards", "none, fixed (4/6/8/10) or progressive (4, 6, 8, 10, 12, 15, 20 …)"),
    param("pictured", "extra troops on one pictured territory of the trader, once a turn"),
    param("trade", "choice or auto (whenever possible)"),
    param("hands", "hidden or open cards"),
    param("battle", "dice (roll by roll) or blitz (to the end)"),
    param("enter", "choice or all: troops that move into a territory that was taken"),
    param("fortify", "adjacent, connected or unlimited"),
    param("rounds", "the game is shared among those left after this many turns each"),
];

const fn param(name: &'static str, about: &'static str) -> Param {
    Param { name, about, default: "", main: false }
}

/// Starting troops of each of 2 to 6 players.
const ARMIES: [u16; 5] = [40, 35, 30, 25, 20];

impl Options {
    /// The official rules for this many players; two have a neutral between them.
    pub fn official(players: usize) -> Options {
        Options {
            players,
            neutral: players == 2,
            armies: ARMIES[players - 2],
            setup: if players == 2 { Setup::Place } else { Setup::Draft },
            cards: Cards::Progressive,
            pictured: 2,
            auto_trade: false,
            open: false,
            blitz: false,
            all_enter: false,
            fortify: Fortify::Adjacent,
            rounds: 150,
        }
    }

    /// KTH, section 4.1: two players and a neutral, 36 troops each, open cards of fixed values that are traded
    /// whenever possible, battles to the end, all but one move in.
    pub fn duel() -> Options {
        Options {
            armies: 36,
            setup: Setup::Random,
            cards: Cards::Fixed,
            pictured: 0,
            auto_trade: true,
            open: true,
            blitz: true,
            all_enter: true,
            fortify: Fortify::Connected,
            ..Options::official(2)
        }
    }

    /// The settings of the duel for a small map: no neutral, few troops.
    pub fn mini(armies: u16, cards: Cards, rounds: u32) -> Options {
        Options { neutral: false, armies, cards, rounds, ..Options::duel() }
    }

    /// Changes what the arguments name.
    pub fn with(mut self, args: &Args) -> Result<Options, BadInput> {
        let given = |name: &str| !args.get(name).is_empty();
        let number = |name: &str, low: u32, high: u32| number(args, name, low, high);
        if let Some(players) = Options::players(args)?.filter(|p| *p != self.players) {
            self.armies = ARMIES[players - 2];
            self.neutral &= players == 2;
            self.players = players;
        }
        if given("neutral") {
            self.neutral = choice(args, "neutral", &[("yes", true), ("no", false)])?;
            if self.neutral && self.players != 2 {
                let line = format!("neutral=yes: only two players have a neutral, not {}", self.players);
                return Err(BadInput::new(line));
            }
        }
        if given("armies") {
            self.armies = number("armies", 1, 1_000)? as u16;
        }
        if given("setup") {
            let names = [("random", Setup::Random), ("place", Setup::Place), ("draft", Setup::Draft)];
            self.setup = choice(args, "setup", &names)?;
        }
        if given("cards") {
            let names = [("none", Cards::None), ("fixed", Cards::Fixed), ("progressive", Cards::Progressive)];
            self.cards = choice(args, "cards", &names)?;
        }
        if given("pictured") {
            self.pictured = number("pictured", 0, 100)? as u16;
        }
        if given("trade") {
            self.auto_trade = choice(args, "trade", &[("auto", true), ("choice", false)])?;
        }
        if given("hands") {
            self.open = choice(args, "hands", &[("open", true), ("hidden", false)])?;
        }
        if given("battle") {
            self.blitz = choice(args, "battle", &[("blitz", true), ("dice", false)])?;
        }
        if given("enter") {
            self.all_enter = choice(args, "enter", &[("all", true), ("choice", false)])?;
        }
        if given("fortify") {
            let names = [
                ("adjacent", Fortify::Adjacent),
                ("connected", Fortify::Connected),
                ("unlimited", Fortify::Unlimited),
            ];
            self.fortify = choice(args, "fortify", &names)?;
        }
        if given("rounds") {
            self.rounds = number("rounds", 1, 10_000)?;
        }
        Ok(self)
    }

    /// The number of players, if the arguments name one.
    pub fn players(args: &Args) -> Result<Option<usize>, BadInput> {
        let given = !args.get("players").is_empty();
        given.then(|| number(args, "players", 2, MAX_PLAYERS as u32).map(|n| n as usize)).transpose()
    }

    /// How many owners share the board at the start.
    pub fn owners(&self) -> usize {
        self.players + usize::from(self.neutral)
    }
}

fn number(args: &Args, name: &str, low: u32, high: u32) -> Result<u32, BadInput> {
    let expected = format!("a whole number from {low} to {high}");
    let n: u32 = args.parse(name, &expected)?;
    let inside = (low..=high).contains(&n);
    inside.then_some(n).ok_or_else(|| BadInput::new(format!("{name}={n}: expected {expected}")))
}

fn choice<T: Copy>(args: &Args, name: &str, names: &[(&str, T)]) -> Result<T, BadInput> {
    let text = args.get(name);
    names.iter().find(|(n, _)| *n == text).map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<&str> = names.iter().map(|(n, _)| *n).collect();
        BadInput::new(format!("{name}={text}: expected {}", names.join(" or ")))
    })
}
