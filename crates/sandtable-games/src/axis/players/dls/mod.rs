//! `dls`: alpha-beta over turns of tactics (St-Pierre, Winands and Watt, *A Selective Move Generator for the Game Axis and Allies*).
//!
//! The roles of provinces are computed from the position: a *front* has units next to the enemy, *reinforcements* stand at a factory
//! behind the fronts, *supplies* are all others. A turn is one tactic for each front and one choice for the reinforcements: 4 · 4 · 4 · 5 = 320 turns
//! at the opening of the minimap. Battles cost both sides what the other hits on average.
//!
//! What the paper leaves open, or can be read in two ways, are parameters: whether money counts in the evaluation, the weights of its features,
//! what is bought, how a battle treats what is left of a hit. `reproduce` has the reading that fits its tables best, `docs/axis.md` how
//! it was found; the defaults are what played here before.
//!
//! What it leaves open besides: a front attacks a capital first, then the richest neighbour it should beat; at most three fronts are considered in full (the paper sets
//! their number by hand), others take what nobody defends. What has been bought in this turn is not on the map yet, and it does not count on
//! it: if it did, the first seat would win 91 % of the games of table IV instead of 77 (published: 79), with equal money.

pub mod learn;
mod weights;

use std::cell::RefCell;

use sandtable_core::{
    Agent, Args, Ask, BadInput, Candidate, Fault, Figure, Game, Idea, Kit, Param, Rng, Stream, Thought,
};

use super::land::land_planes;
use super::orders::Orders;
use super::tactics::closing::{Basket, redeploy, shopping};
use super::tactics::real::{buy, middle, note};
use super::tactics::search::Search;
use super::tactics::sketch::{Board, MAX_KINDS, MAX_PLACES, Sketch};
use super::tactics::turns::{Fronts, MAX_FRONTS, Reinforce, Tactic, Turn, fight, fronts};
use super::tactics::value::{WON, evaluate};
use crate::axis::{Action, Axis, Phase, State};
use weights::Weights;

pub const PARAMS: [Param; 8] = [
    Param::main("depth", "turns to look ahead, 1 to 8", "3"),
    Param::new(
        "cash",
        "whether money counts as army when a position is valued: yes, no, or how much of it, 0 to 2",
        "yes",
    ),
    Param::new("income", "what a unit of income counts, where one of army counts 5: 0 to 1000", "10"),
    Param::new("slots", "what a unit that can be placed in a turn counts, likewise", "5"),
    Param::new(
        "weights",
        "a file that has the three above, as `train` writes it; what is given besides comes first",
        "",
    ),
    Param::new(
        "buy",
        "cheap (cheapest land units first, better ones for what is left) or dear (the dearest first)",
        "cheap",
    ),
    Param::new(
        "share",
        "the most that is bought of dear units, in per cent of what can be placed, 0 to 100",
        "100",
    ),
    Param::new(
        "battles",
        "what is left of a hit in a round: fractions (of units are lost), or dice",
        "fractions",
    ),
];

/// The figure that tells what the board was worth when the turn began.
const BOARD_VALUE: &str = "value of the board";

/// How it looks at the game.
#[derive(Clone, Copy)]
pub struct Options {
    depth: usize,
    weights: Weights,
    basket: Basket,
    dice: bool,
}

impl Options {
    /// As the command line has it.
    pub fn of(args: &Args) -> Result<Options, BadInput> {
        Ok(Options {
            depth: args.number("depth", 1..=8)?,
            weights: Weights::of(args)?,
            basket: Basket {
                dear: args.flag("buy", "dear", "cheap")?,
                share: args.number("share", 0.0..=100.0)? / 100.0,
            },
            dice: args.flag("battles", "dice", "fractions")?,
        })
    }
}

/// The player.
pub struct Dls {
    search: Search,
    depth: usize,
    dice: bool,
    /// What it has decided for this turn, and on which fronts.
    chosen: Option<(u32, Turn, Fronts)>,
    orders: Orders,
    steps: Vec<Action>,
    /// The value of the last decision, in points.
    value: f32,
    /// What the board was worth when the turn began, before any decision, and which turn that was.
    board_value: Option<(u32, f32)>,
}

impl Dls {
    /// A player for a scenario.
    pub fn new(kit: &Kit<Axis>, options: Options) -> Result<Dls, BadInput> {
        let mut board = Board::new(kit.game).ok_or_else(|| {
            BadInput::new(format!(
                "dls: it plays scenarios with two nations, at most {MAX_PLACES} land provinces and {MAX_KINDS} kinds of units that fight"
            ))
        })?;
        board.basket = options.basket;
        Ok(Dls {
            search: Search::new(board, options.weights.value(), false, false),
            depth: options.depth,
            dice: options.dice,
            chosen: None,
            orders: Orders::default(),
            steps: Vec::new(),
            value: 0.0,
            board_value: None,
        })
    }

    /// Values the board if a turn begins.
    fn appraise(&mut self, game: &Axis, state: &State) {
        let now = game.turns(state);
        let begins = matches!(state.phase, Phase::Purchase { .. } | Phase::Combat);
        if begins && self.board_value.is_none_or(|(turn, _)| turn != now) {
            self.search.board.survey(game, state);
            let Search { board, value, strict, .. } = &self.search;
            let sketch = Sketch::of(game, board, state);
            self.board_value = Some((now, evaluate(board, value, *strict, &sketch)));
        }
    }

    fn think(&mut self, game: &Axis, state: &State) -> (Turn, Fronts) {
        let now = game.turns(state);
        if let Some((turn, choice, found)) = self.chosen
            && turn == now
        {
            return (choice, found);
        }
        self.search.board.survey(game, state);
        let sketch = Sketch::of(game, &self.search.board, state);
        let found = fronts(&self.search.board, &sketch);
        self.search.nodes = 0;
        let best = self.search.run(&sketch, self.depth)[0];
        self.value = best.value;
        self.chosen = Some((now, best.turn, found));
        (best.turn, found)
    }

    fn purchase(&mut self, game: &Axis, state: &State, plan: &mut Vec<Action>) {
        self.search.board.survey(game, state);
        let sketch = Sketch::of(game, &self.search.board, state);
        let (bought, _) = shopping(&self.search.board, &sketch, state.mover);
        buy(game, &self.search.board, state, &bought, plan);
    }

    fn combat(&mut self, game: &Axis, state: &State, plan: &mut Vec<Action>) {
        let (turn, found) = self.think(game, state);
        let board = &self.search.board;
        let sketch = Sketch::of(game, board, state);
        fight(board, &sketch, &found, &turn.tactics, &mut note(board, &mut self.orders));
        self.orders.write(game, state, plan);
    }

    fn redeploy(&mut self, game: &Axis, state: &State, plan: &mut Vec<Action>) {
        let (turn, found) = match self.chosen {
            Some((now, turn, found)) if now == game.turns(state) => (turn, found),
            // Asked in the middle of a turn: only what needs no memory.
            _ => {
                let passing = Turn { tactics: [Tactic::Pass; MAX_FRONTS], reinforce: Reinforce::All };
                self.search.board.survey(game, state);
                let sketch = Sketch::of(game, &self.search.board, state);
                (passing, fronts(&self.search.board, &sketch))
            }
        };
        let board = &self.search.board;
        let mut middle = middle(game, board, state);
        redeploy(board, &mut middle, &found, &turn, &mut note(board, &mut self.orders));
        self.orders.write(game, state, plan);
    }

    fn thought(&self) -> Thought<Action> {
        let candidate = Candidate {
            idea: Idea::Turn("the turn of dls".into()),
            visits: self.search.nodes,
            value: (1.0 + f64::from(self.value / WON)) / 2.0,
            stderr: 0.0,
        };
        Thought {
            candidates: vec![candidate],
            figures: vec![
                Figure::new("turns ahead", self.search.reached as f64),
                Figure::new("positions", self.search.nodes as f64),
                Figure::new("value in points", self.value.into()),
                Figure::new(BOARD_VALUE, self.board_value.map_or(0.0, |(_, value)| value.into())),
            ],
            ..Thought::default()
        }
    }

    fn first_legal(&mut self, game: &Axis, state: &State, plan: &mut Vec<Action>) {
        self.steps.clear();
        game.actions(state, &mut self.steps);
        let most = self.steps.iter().max_by_key(|a| match **a {
            Action::Place { count, .. } => count,
            Action::Fight => 1,
            _ => 0,
        });
        plan.extend(most);
    }
}

impl Agent<Axis> for Dls {
    fn begin(&mut self, _game: &Axis, _seat: usize, _rng: &mut Rng) {
        (self.chosen, self.value, self.board_value) = (None, 0.0, None);
    }

    fn act(&mut self, ask: &mut Ask<Axis>, plan: &mut Vec<Action>) -> Result<Thought<Action>, Fault> {
        let (game, view) = (ask.game, ask.view);
        self.search.deadline = ask.limit.deadline();
        if self.dice {
            self.search.board.dice = Some(RefCell::new(Rng::new(ask.rng.bits(), 0, Stream::World)));
        }
        self.appraise(game, view);
        match view.phase {
            Phase::Purchase { .. } => self.purchase(game, view, plan),
            Phase::Combat => self.combat(game, view, plan),
            Phase::Redeploy if land_planes(game, view, plan) => {}
            Phase::Redeploy => self.redeploy(game, view, plan),
            _ => self.first_legal(game, view, plan),
        }
        Ok(if ask.explain && self.chosen.is_some() { self.thought() } else { Thought::default() })
    }
}

#[cfg(test)]
mod tests {
    use sandtable_core::Notation;

    use super::*;
    use crate::axis::axis;

    fn built(options: &[(&str, &str)]) -> Result<Dls, BadInput> {
        let def = axis();
        let game = (def.build)(&Args::defaults(def.params)).unwrap();
        let mut args = Args::defaults(&PARAMS);
        for (name, value) in options {
            assert!(args.set(name, value), "{name}");
        }
        Dls::new(&def.kit(&game), Options::of(&args)?)
    }

    /// The feature sums of section V-C by hand: armies 28 and 25, incomes 33 and 29, ten places each.
    #[test]
    fn the_board_is_worth_what_its_features_are() {
        let def = axis();
        let game = (def.build)(&Args::defaults(def.params)).unwrap();
        let state = game
            .parse_state(
                "round 3: russians to buy; money: russians=24 italians=31; red-capital russians: infantry=4 armour=2 factory=1; \
                 blue-north-2 russians: infantry=2; blue-capital italians: infantry=5 fighter=1 factory=1",
            )
            .unwrap();
        let value = |options: &[(&str, &str)]| {
            let mut dls = built(options).unwrap();
            dls.appraise(&game, &state);
            dls.board_value.unwrap().1
        };
        assert_eq!(value(&[("cash", "no")]), 5.0 * 3.0 + 10.0 * 4.0);
        assert_eq!(value(&[]), 5.0 * (3.0 - 7.0) + 10.0 * 4.0);
        assert_eq!(value(&[("cash", "no"), ("income", "0")]), 15.0);
        // A captured factory's places count for their owner: here ten against none, and an income of nothing without a capital.
        let state = game
            .parse_state("round 3: italians to attack; red-capital italians: factory=1; blue-capital italians: factory=1")
            .unwrap();
        let mut dls = built(&[]).unwrap();
        dls.appraise(&game, &state);
        assert_eq!(dls.board_value.unwrap().1, WON, "both capitals: the value of a game that is won");
    }

    #[test]
    fn bad_values_are_refused() {
        for (name, value) in [
            ("depth", "0"),
            ("depth", "9"),
            ("cash", "some"),
            ("income", "-1"),
            ("slots", "much"),
            ("buy", "planes"),
            ("share", "101"),
            ("battles", "real"),
        ] {
            let why = built(&[(name, value)]).err().expect("it should be refused").to_string();
            assert!(why.starts_with(&format!("{name}={value}: expected ")), "{why}");
        }
    }
}
