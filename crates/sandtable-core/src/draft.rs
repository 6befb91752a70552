//! Drafts: a turn that somebody is still putting together. Nothing of it has been carried out, so orders can be given in any order, changed and taken back; a draft says what
//! they come to, what may still be ordered, and what would close the turn.

use std::collections::HashSet;

use crate::plan::{Refused, arrange, goes_on};
use crate::{Game, Illegal, Plan};

/// What orders for a turn come to.
#[derive(Clone, Debug)]
pub struct Draft<G: Game> {
    /// The steps, in the order of the rules.
    pub plan: Plan<G>,
    /// The orders that cannot be carried out.
    pub refused: Vec<Refused<G::Action>>,
    /// What closes the turn after them: [`Game::idle`] steps up to dice, the end of the turn, or a decision that must be made.
    pub closing: Plan<G>,
    /// Why the turn cannot be closed yet.
    pub open: Option<Illegal>,
}

/// What the orders come to from `known`, which is what their giver can imagine, never the truth of a hidden game.
pub fn draft<G: Game>(game: &G, known: &G::State, given: &[G::Action]) -> Draft<G> {
    let (plan, refused) = arrange(game, known, given);
    let (mover, turn) = (game.turn(known), game.turns(known));
    let mut state = known.clone();
    plan.iter().for_each(|&step| game.apply(&mut state, step));
    let (mut closing, mut open) = (Vec::new(), None);
    while goes_on(game, &state, mover, turn)
        && let Some(idle) = game.idle(&state)
    {
        if let Err(why) = game.check(&state, idle) {
            open = Some(why);
            break;
        }
        closing.push(idle);
        game.apply(&mut state, idle);
    }
    Draft { plan, refused, closing, open }
}

impl<G: Game> Draft<G> {
    /// The orders that may be given beside those that the draft was made of, each once, with the state in which it would be carried out. Steps that only close something are no orders.
    pub fn offers(
        &self,
        game: &G,
        known: &G::State,
        given: &[G::Action],
        mut seen: impl FnMut(&G::State, G::Action),
    ) {
        let (mover, turn) = (game.turn(known), game.turns(known));
        let refused: HashSet<usize> = self.refused.iter().map(|r| r.at).collect();
        let kept = given.iter().enumerate().filter(|(at, _)| !refused.contains(at));
        let mut orders: Vec<G::Action> = kept.map(|(_, &order)| order).collect();
        let (mut found, mut actions) = (HashSet::new(), Vec::new());
        let mut state = known.clone();
        for at in 0..=self.plan.len() + self.closing.len() {
            if !goes_on(game, &state, mover, turn) {
                break;
            }
            let next = self.plan.get(at);
            actions.clear();
            game.actions(&state, &mut actions);
            let idle = game.idle(&state);
            for &step in actions.iter().filter(|&&step| Some(step) != idle) {
                // What has its place later in the plan is met again there.
                let due = next.is_none_or(|&next| game.rank(known, step) <= game.rank(known, next));
                if !due || !found.insert(step) {
                    continue;
                }
                let fits = next.is_none() || {
                    orders.push(step);
                    let fits = arrange(game, known, &orders).1.is_empty();
                    orders.pop();
                    fits
                };
                match fits {
                    true => seen(&state, step),
                    // It may fit further on.
                    false => drop(found.remove(&step)),
                }
            }
            if let Some(&step) = next.or_else(|| self.closing.get(at - self.plan.len())) {
                game.apply(&mut state, step);
            }
        }
    }
}
