//! `dls`: alpha-beta over turns of tactics (St-Pierre, Winands and Watt, *A Selective Move Generator for the Game Axis and Allies*).
//!
//! The roles of provinces are computed from the position: a *front* has units next to the enemy, *reinforcements* stand at a factory
//! behind the fronts, *supplies* are all others. A turn is one tactic for each front and one choice for the reinforcements: 4 · 4 · 4 · 5 = 320 turns
//! at the opening of the minimap. Battles cost both sides what the other hits on average.
//!
//! What the paper leaves open: a front attacks a capital first, then the richest neighbour it should beat; purchases fill all places of the
//! factories, the cheapest units first, and better ones with what is left; at most three fronts are considered in full (the paper sets
//! their number by hand), others take what nobody defends. What has been bought in this turn is not on the map yet, and it does not count on
//! it: if it did, the first seat would win 91 % of the games of table IV instead of 77 (published: 79), with equal money.

use sandtable_core::{Agent, Ask, BadInput, Candidate, Fault, Figure, Game, Idea, Kit, Rng, Thought};

use super::land::land_planes;
use super::orders::Orders;
use super::tactics::closing::{redeploy, shopping};
use super::tactics::real::{buy, middle, note};
use super::tactics::search::Search;
use super::tactics::sketch::{Board, MAX_KINDS, MAX_PLACES, Sketch};
use super::tactics::turns::{Fronts, MAX_FRONTS, Reinforce, Tactic, Turn, fight, fronts};
use super::tactics::value::{PAPER, WON};
use crate::axis::{Action, Axis, Phase, State};

/// The player.
pub struct Dls {
    search: Search,
    depth: usize,
    /// What it has decided for this turn, and on which fronts.
    chosen: Option<(u32, Turn, Fronts)>,
    orders: Orders,
    steps: Vec<Action>,
    /// The value of the last decision, in points.
    value: f32,
}

impl Dls {
    /// A player that looks so many turns ahead.
    pub fn new(kit: &Kit<Axis>, depth: usize) -> Result<Dls, BadInput> {
        let board = Board::new(kit.game).ok_or_else(|| {
            BadInput::new(format!(
                "dls: it plays scenarios with two nations, at most {MAX_PLACES} land provinces and {MAX_KINDS} kinds of units that fight"
            ))
        })?;
        Ok(Dls {
            search: Search::new(board, PAPER, false, false),
            depth,
            chosen: None,
            orders: Orders::default(),
            steps: Vec::new(),
            value: 0.0,
        })
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
            ],
            heat: Vec::new(),
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
        (self.chosen, self.value) = (None, 0.0);
    }

    fn act(&mut self, ask: &mut Ask<Axis>, plan: &mut Vec<Action>) -> Result<Thought<Action>, Fault> {
        let (game, view) = (ask.game, ask.view);
        self.search.deadline = ask.limit.deadline();
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
