//! TripleA's scripted players, written anew from a description of them: `easy` (Weak), `fast` and `hard` (Pro).
//!
//! Fast and Hard share one planner and differ in how they judge battles. The letters A and B with numbers in this folder are the sections
//! of that description, which covers maps with land and air units and leaves out ships, neutrals and research.
//!
//! TripleA plans everything in the purchase phase, stores the combat moves and the places of new units, and plans the moves after
//! the battles afresh. Here purchases and attacks are one answer, and everything else is planned from the position alone: the player keeps no
//! memory, answers from any position of a turn, and can play on in searches.
//!
//! What differs: losses follow the game's order of losses, where the program swaps neighbours in that order if one costs half as much again as the next;
//! units of allies count as defenders, and of several enemy nations the one with the strongest attack; land of nobody is attacked like an
//! enemy's; where new units go is decided when they are placed.

mod aftermath;
mod assignment;
pub mod atlas;
mod attrition;
mod bombing;
pub mod campaign;
mod defence;
mod easy;
pub mod field;
mod hashing;
pub mod judge;
mod landing;
pub mod placement;
pub mod purchase;
pub mod reach;
pub mod redeployment;
mod retreat;
mod skirmish;
mod target;
mod value;

pub use easy::{Easy, Release};

use sandtable_core::plan::carry_out;
use sandtable_core::{Game, Policy, Rng};

use super::orders::{Orders, shop};
use crate::axis::{Action, Axis, Phase, State};
use atlas::Atlas;
use campaign::Campaign;
use field::{Armies, Field};
use judge::Judge;
pub use judge::Odds;
use placement::placement;
use purchase::Purchase;
use redeployment::Redeployment;

/// Fast or Hard.
pub struct Planner {
    pub atlas: Atlas,
    pub judge: Judge,
    /// It buys without planning the moves after the battles first: for searches, which play on for so few turns that what is bought hardly fights.
    pub hasty: bool,
    orders: Orders,
    steps: Vec<Action>,
}

impl Planner {
    /// A player for one map.
    pub fn new(game: &Axis, odds: Odds) -> Planner {
        let (atlas, judge) = (Atlas::new(game), Judge::new(game, odds));
        Planner { atlas, judge, hasty: false, orders: Orders::default(), steps: Vec::new() }
    }

    /// Buys, and attacks: TripleA decides on both together.
    fn purchase(&mut self, game: &Axis, state: &State, rng: &mut Rng, plan: &mut Vec<Action>) {
        let Planner { atlas, judge, orders, hasty, .. } = self;
        let me = state.mover;
        let armies = Armies::new(game, state, me);
        let mut campaign = Campaign::plan(Field { game, state, me, atlas, armies: &armies }, judge);
        campaign.write(orders);
        let fought = campaign.aftermath();
        let armies = Armies::new(game, &fought, me);
        let field = Field { game, state: &fought, me, atlas, armies: &armies };
        let moved = if *hasty { fought.clone() } else { settle(field, judge) };
        let armies = Armies::new(game, &moved, me);
        let yards =
            Purchase::plan(Field { game, state: &moved, me, atlas, armies: &armies }, judge, rng).yards;
        let wanted = |unit: u8| yards.iter().map(|y| y.bought[usize::from(unit)]).sum();
        shop(game, state, wanted, plan);
        let mut next = state.clone();
        carry_out(game, &mut next, plan, |_, _| ());
        orders.write(game, &next, plan);
    }

    fn combat(&mut self, game: &Axis, state: &State, plan: &mut Vec<Action>) {
        let armies = Armies::new(game, state, state.mover);
        let field = Field { game, state, me: state.mover, atlas: &self.atlas, armies: &armies };
        Campaign::plan(field, &mut self.judge).write(&mut self.orders);
        self.orders.write(game, state, plan);
    }

    fn redeploy(&mut self, game: &Axis, state: &State, plan: &mut Vec<Action>) {
        let armies = Armies::new(game, state, state.mover);
        let field = Field { game, state, me: state.mover, atlas: &self.atlas, armies: &armies };
        let new = placement(field, &mut self.judge);
        Redeployment::plan(field, &mut self.judge, &new).write(&mut self.orders);
        self.orders.write(game, state, plan);
    }

    /// The next new units go where they should, as far as the order of placements lets them.
    fn place(&mut self, game: &Axis, state: &State, plan: &mut Vec<Action>) {
        let armies = Armies::new(game, state, state.mover);
        let field = Field { game, state, me: state.mover, atlas: &self.atlas, armies: &armies };
        let wanted = placement(field, &mut self.judge);
        self.steps.clear();
        game.actions(state, &mut self.steps);
        let off = |step: &Action| match *step {
            Action::Place { unit, count, at } => {
                let here = wanted.iter().find(|(p, _)| *p == at).map_or(0, |(_, n)| n[usize::from(unit)]);
                (here == 0, here.abs_diff(count), at)
            }
            _ => (true, u16::MAX, u16::MAX),
        };
        plan.extend(self.steps.iter().min_by_key(|step| off(step)));
    }
}

/// The position when all have moved after the battles, if the capital gets as many of the cheapest units as can be paid.
fn settle(field: Field, judge: &mut Judge) -> State {
    let mut new = Vec::new();
    if let Some((at, (kind, count))) = field.home().and_then(|at| Some((at, field.recruits(at)?))) {
        let mut units = vec![0; field.game.kinds()];
        units[kind] = count;
        new.push((at, units));
    }
    Redeployment::plan(field, judge, &new).result()
}

impl Policy<Axis> for Planner {
    fn choose(&mut self, game: &Axis, view: &State, rng: &mut Rng, plan: &mut Vec<Action>) {
        self.judge.begin(rng);
        match view.phase {
            Phase::Purchase { .. } => self.purchase(game, view, rng, plan),
            Phase::Combat => self.combat(game, view, plan),
            Phase::Decide { at } => self.decide(game, view, at, plan),
            Phase::Redeploy => self.redeploy(game, view, plan),
            _ => self.place(game, view, plan),
        }
        if plan.is_empty() {
            self.steps.clear();
            game.actions(view, &mut self.steps);
            plan.push(self.steps[0]);
        }
    }
}
