//! Plans: how the steps of a turn are carried out, and how orders in any order become a plan.

use crate::{Game, Illegal, Turn};

/// The steps of a turn, in their order.
pub type Plan<G> = Vec<<G as Game>::Action>;

/// An order that cannot be carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused<A> {
    /// Its number in the list, from 0.
    pub at: usize,
    /// The order.
    pub step: A,
    /// Why not.
    pub why: Illegal,
}

/// Takes the steps of a plan one after another: up to dice, the end of the turn, or a step that the rules refuse.
///
/// `seen` is told of every step with the state before it. Returns how many steps were taken, and the one that was refused.
/// What a plan has beyond dice or the end of the turn is left alone: whoever made it is asked again.
pub fn carry_out<G: Game>(
    game: &G,
    state: &mut G::State,
    plan: &[G::Action],
    mut seen: impl FnMut(&G::State, G::Action),
) -> (usize, Option<Refused<G::Action>>) {
    let (mover, turn) = (game.turn(state), game.turns(state));
    for (at, &step) in plan.iter().enumerate() {
        if at > 0 && !goes_on(game, state, mover, turn) {
            return (at, None);
        }
        if let Err(why) = game.check(state, step) {
            return (at, Some(Refused { at, step, why }));
        }
        seen(state, step);
        game.apply(state, step);
    }
    (plan.len(), None)
}

/// Whether the same decision-maker's turn goes on, with no dice before its next step.
pub(crate) fn goes_on<G: Game>(game: &G, state: &G::State, mover: Turn, turn: u32) -> bool {
    game.turn(state) == mover && game.turns(state) == turn
}

/// Brings orders, given in any order and split or joined as people like, into the order of the rules: the plan to carry
/// out from `known`, and each order that cannot be part of it, with the reason.
///
/// `known` is what the giver of the orders can imagine, never the truth of a hidden game. Orders are sorted by
/// [`Game::rank`], joined by [`Game::merge`], and [`Game::idle`] steps put in where an order needs the turn to go on first. Where one is
/// refused that is part of a chain, [`Game::unchain`] is asked for steps that come to the same.
pub fn arrange<G: Game>(
    game: &G,
    known: &G::State,
    given: &[G::Action],
) -> (Plan<G>, Vec<Refused<G::Action>>) {
    let orders: Vec<Order<G>> = given.iter().copied().enumerate().collect();
    let (plan, refused) = arranged(game, known, &orders);
    if let Some((chain, steps)) = game.unchain(known, given)
        && refused.iter().any(|r| chain.contains(&r.at))
    {
        // Steps in place of the chain have no number of their own.
        let others = orders.iter().copied().filter(|(at, _)| !chain.contains(at));
        let orders: Vec<Order<G>> = others.chain(steps.into_iter().map(|step| (given.len(), step))).collect();
        let straight = arranged(game, known, &orders);
        if straight.1.iter().all(|r| r.at < given.len()) {
            return straight;
        }
    }
    (plan, refused)
}

/// An order with its number in the list.
type Order<G> = (usize, <G as Game>::Action);

fn arranged<G: Game>(game: &G, known: &G::State, orders: &[Order<G>]) -> (Plan<G>, Vec<Refused<G::Action>>) {
    let (mover, turn) = (game.turn(known), game.turns(known));
    let mut plan: Plan<G> = Vec::new();
    let mut refused = Vec::new();
    let mut state = known.clone();
    for (parts, step) in joined(game, known, orders) {
        if let Err(why) = take(game, &mut state, known, step, (mover, turn), &mut plan) {
            refused.extend(parts.into_iter().map(|(at, step)| Refused { at, step, why: why.clone() }));
        }
    }
    refused.sort_by_key(|r| r.at);
    (plan, refused)
}

/// The orders by rank, those that are one joined, each with what it was made of.
fn joined<G: Game>(game: &G, known: &G::State, orders: &[Order<G>]) -> Vec<(Vec<Order<G>>, G::Action)> {
    let mut sorted: Vec<(u64, Order<G>)> =
        orders.iter().map(|&order| (game.rank(known, order.1), order)).collect();
    sorted.sort_by_key(|(rank, (at, _))| (*rank, *at));
    let mut all: Vec<(u64, Vec<Order<G>>, G::Action)> = Vec::new();
    for (rank, part) in sorted {
        let same = all.iter_mut().rev().take_while(|(r, ..)| *r == rank);
        let mut found = same.filter_map(|order| game.merge(order.2, part.1).map(|step| (order, step)));
        match found.next() {
            Some((order, step)) => {
                order.1.push(part);
                order.2 = step;
            }
            None => all.push((rank, vec![part], part.1)),
        }
    }
    all.into_iter().map(|(_, parts, step)| (parts, step)).collect()
}

/// Takes a step, after as many idle ones as it needs; `state` and `plan` are left alone if it cannot be taken.
fn take<G: Game>(
    game: &G,
    state: &mut G::State,
    known: &G::State,
    step: G::Action,
    (mover, turn): (Turn, u32),
    plan: &mut Plan<G>,
) -> Result<(), Illegal> {
    let (mut next, length) = (state.clone(), plan.len());
    let mut first: Option<Illegal> = None;
    let why = loop {
        if !goes_on(game, &next, mover, turn) {
            let late = Illegal::because("it comes too late: dice are to fall, or the turn is over by then");
            break first.unwrap_or(late);
        }
        match game.check(&next, step) {
            Ok(()) => {
                game.apply(&mut next, step);
                plan.push(step);
                *state = next;
                return Ok(());
            }
            Err(why) => {
                let idle = game.idle(&next).filter(|&idle| game.rank(known, idle) < game.rank(known, step));
                let why = first.get_or_insert(why);
                match idle.filter(|&idle| game.check(&next, idle).is_ok()) {
                    Some(idle) => {
                        game.apply(&mut next, idle);
                        plan.push(idle);
                    }
                    None => break why.clone(),
                }
            }
        }
    };
    plan.truncate(length);
    Err(why)
}
