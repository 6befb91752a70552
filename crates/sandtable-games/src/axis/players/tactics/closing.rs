//! The end of a turn: retreats, supplies and reinforcements move, new units are bought and placed, income comes in.

use super::sketch::{Board, Force, MAX_KINDS, MAX_PLACES, Sketch, TRACE, defence_power};
use super::turns::{Fronts, Middle, Order, Reinforce, Tactic, Turn, any, borders, haven};

/// Steps over own places to the nearest of some: how far each place is, or `u8::MAX`.
pub fn steps(board: &Board, sketch: &Sketch, side: u8, goals: u32) -> [u8; MAX_PLACES] {
    let mut far = [u8::MAX; MAX_PLACES];
    let mut queue = [0u8; MAX_PLACES];
    let (mut head, mut tail) = (0, 0);
    for p in (0..board.len()).filter(|&p| goals >> p & 1 == 1) {
        far[p] = 0;
        queue[tail] = p as u8;
        tail += 1;
    }
    while head < tail {
        let p = usize::from(queue[head]);
        head += 1;
        for &q in &board.ways[p] {
            let q = usize::from(q);
            if far[q] == u8::MAX && sketch.owner[q] == side {
                far[q] = far[p] + 1;
                queue[tail] = q as u8;
                tail += 1;
            }
        }
    }
    far
}

/// Own places next to places of others.
pub fn edge(board: &Board, sketch: &Sketch, side: u8) -> u32 {
    let own = (0..board.len()).filter(|&p| sketch.owner[p] == side && borders(board, sketch, p, side));
    own.fold(0, |all, p| all | 1 << p)
}

/// The neighbour that is one step nearer, among own places.
fn nearer(board: &Board, sketch: &Sketch, far: &[u8; MAX_PLACES], at: usize) -> Option<usize> {
    let own = board.ways[at].iter().map(|&q| usize::from(q)).filter(|&q| sketch.owner[q] == sketch.side);
    own.filter(|&q| far[q] < far[at]).min_by_key(|&q| (far[q], q))
}

/// Moves a share of a kind towards something, as far as it goes.
fn advance(
    board: &Board,
    middle: &mut Middle,
    far: &[u8; MAX_PLACES],
    at: usize,
    k: usize,
    amount: f32,
    order: Order,
) {
    let mut to = at;
    for _ in 0..board.kinds[k].movement {
        match nearer(board, &middle.sketch, far, to) {
            Some(next) => to = next,
            None => break,
        }
    }
    shift(middle, k, amount, at, to, order);
}

fn shift(middle: &mut Middle, k: usize, amount: f32, at: usize, to: usize, order: Order) {
    if to != at && amount >= TRACE {
        middle.ready[at][k] -= amount;
        middle.sketch.units[at][k] -= amount;
        middle.sketch.units[to][k] += amount;
        order(k, amount, at, to, false);
    }
}

/// Retreats, supplies and reinforcements move.
pub fn redeploy(board: &Board, middle: &mut Middle, fronts: &Fronts, turn: &Turn, order: Order) {
    let side = middle.sketch.side;
    for i in (0..fronts.len).filter(|&i| turn.tactics[i] == Tactic::Retreat) {
        let at = usize::from(fronts.list[i]);
        if let Some(to) = haven(board, &middle.sketch, at) {
            let fresh = middle.taken >> to & 1 == 1;
            for (k, kind) in board.kinds.iter().enumerate() {
                if !(kind.flies && fresh) {
                    shift(middle, k, middle.ready[at][k], at, to, order);
                }
            }
        }
    }
    let far = steps(board, &middle.sketch, side, edge(board, &middle.sketch, side));
    for at in 0..board.len() {
        let behind = middle.sketch.owner[at] == side && (1..u8::MAX).contains(&far[at]);
        if !behind || !any(&middle.ready[at]) || fronts.all >> at & 1 == 1 {
            continue;
        }
        if board.factory[at] {
            reinforce(board, middle, fronts, turn.reinforce, at, order);
            continue;
        }
        for k in 0..board.kinds.len() {
            let amount = middle.ready[at][k];
            if amount >= TRACE && !board.kinds[k].flies {
                advance(board, middle, &far, at, k, amount, order);
            }
        }
    }
    forward_planes(board, middle, &far, order);
}

/// Planes that are far behind come up to the second line.
fn forward_planes(board: &Board, middle: &mut Middle, far: &[u8; MAX_PLACES], order: Order) {
    let side = middle.sketch.side;
    for at in 0..board.len() {
        if middle.sketch.owner[at] != side || !(3..u8::MAX).contains(&far[at]) {
            continue;
        }
        for (k, kind) in board.kinds.iter().enumerate() {
            let amount = middle.ready[at][k];
            if !kind.flies || amount < TRACE {
                continue;
            }
            let sketch = &middle.sketch;
            let cover = |q: usize| defence_power(board, &sketch.units[q]);
            let places = (0..board.len()).filter(|&q| {
                sketch.owner[q] == side
                    && far[q] == 1
                    && middle.taken >> q & 1 == 0
                    && board.air[at][q] <= kind.movement
            });
            if let Some(to) = places.max_by(|&a, &b| cover(a).total_cmp(&cover(b)).then(b.cmp(&a))) {
                shift(middle, k, amount, at, to, order);
            }
        }
    }
}

fn reinforce(
    board: &Board,
    middle: &mut Middle,
    fronts: &Fronts,
    choice: Reinforce,
    at: usize,
    order: Order,
) {
    let side = middle.sketch.side;
    let to_front = |middle: &Middle, i: usize| steps(board, &middle.sketch, side, 1 << fronts.list[i]);
    match choice {
        Reinforce::None => {}
        Reinforce::Front(i) => {
            let far = to_front(middle, usize::from(i));
            for k in (0..board.kinds.len()).filter(|&k| !board.kinds[k].flies) {
                advance(board, middle, &far, at, k, middle.ready[at][k], order);
            }
        }
        Reinforce::All => {
            for i in 0..fronts.len {
                let far = to_front(middle, i);
                for k in (0..board.kinds.len()).filter(|&k| !board.kinds[k].flies) {
                    // An even share of whole units, as far as there are such.
                    let share = middle.ready[at][k] / (fronts.len - i) as f32;
                    let share =
                        if share > 1.0 { share.round() } else { share.ceil().min(middle.ready[at][k]) };
                    advance(board, middle, &far, at, k, share, order);
                }
            }
        }
    }
}

/// What sides buy with their money; the paper does not say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Basket {
    /// The dearest land units come first, and the cheapest for what is left; else the cheapest first, some of them traded for dearer ones.
    pub dear: bool,
    /// The most dear units, as a share of all that can be placed.
    pub share: f32,
}

impl Default for Basket {
    fn default() -> Basket {
        Basket { dear: false, share: 1.0 }
    }
}

/// What a side buys, and what it keeps: as many land units as can be placed or paid.
pub fn shopping(board: &Board, sketch: &Sketch, side: u8) -> (Force, f32) {
    let mut bought = [0.0; MAX_KINDS];
    let mut money = sketch.money[usize::from(side)];
    if !board.economy || !sketch.solvent(board, side) {
        return (bought, money);
    }
    let slots = (0..board.len()).filter(|&p| sketch.owner[p] == side && board.factory[p]);
    let slots: f32 = slots.map(|p| board.worth[p]).sum();
    let prices = &board.prices[usize::from(side)];
    let land = || prices.iter().filter(|(k, _)| !board.kinds[*k].flies);
    let Some(&(basic, price)) = land().min_by(|a, b| a.1.total_cmp(&b.1)) else { return (bought, money) };
    let mut better: [(usize, f32); MAX_KINDS] = [(0, 0.0); MAX_KINDS];
    let mut count = 0;
    for &(k, p) in land().filter(|(_, p)| *p > price) {
        better[count] = (k, p);
        count += 1;
    }
    better[..count].sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut most = (board.basket.share * slots).floor();
    if board.basket.dear
        && let Some(&(k, p)) = better[..count].first()
    {
        bought[k] = (money / p).floor().min(most);
        money -= bought[k] * p;
        most -= bought[k];
    }
    bought[basic] = (money / price).floor().min(slots - bought.iter().sum::<f32>());
    money -= bought[basic] * price;
    // Trade up, the dearest land unit first where money is left over, then the next.
    for &(k, p) in &better[..count] {
        let more = (money / (p - price)).floor().min(bought[basic]).min(most).max(0.0);
        bought[k] += more;
        bought[basic] -= more;
        money -= more * (p - price);
        most -= more;
    }
    (bought, money)
}

/// Places what was bought, collects income, and hands over.
pub fn finish(board: &Board, middle: &Middle, bought: &Force, money: f32) -> Sketch {
    let mut next = middle.sketch;
    let side = next.side;
    let mut left = *bought;
    // Loot that came in meanwhile is kept.
    let loot = next.money[usize::from(side)];
    next.money[usize::from(side)] = money + loot;
    for p in (0..board.len()).filter(|&p| board.factory[p] && next.owner[p] == side) {
        let mut room = board.worth[p];
        for (there, left) in next.units[p].iter_mut().zip(&mut left) {
            let here = left.min(room);
            *there += here;
            *left -= here;
            room -= here;
        }
    }
    next.money[usize::from(side)] += next.income(board, side);
    next.side = 1 - side;
    next
}

#[cfg(test)]
mod tests {
    use sandtable_core::{Args, Game};

    use super::*;
    use crate::axis::axis;

    /// Infantry, artillery and armour for 31 and for 41, in ten places.
    #[test]
    fn baskets() {
        let def = axis();
        let game = (def.build)(&Args::defaults(def.params)).unwrap();
        let state = game.start();
        let mut board = Board::new(&game).unwrap();
        board.survey(&game, &state);
        let mut sketch = Sketch::of(&game, &board, &state);
        let mut bought = |dear: bool, share: f32, money: f32| {
            board.basket = Basket { dear, share };
            sketch.money[0] = money;
            let (bought, left) = shopping(&board, &sketch, 0);
            let spent: f32 = bought.iter().zip(&board.rates.cost).map(|(n, cost)| n * cost).sum();
            assert_eq!(spent + left, money);
            assert!(bought.iter().sum::<f32>() <= 10.0);
            [bought[0], bought[1], bought[2]]
        };
        assert_eq!(bought(false, 1.0, 31.0), [9.0, 1.0, 0.0]);
        assert_eq!(bought(false, 1.0, 41.0), [4.0, 1.0, 5.0]);
        assert_eq!(bought(false, 0.0, 41.0), [10.0, 0.0, 0.0]);
        assert_eq!(bought(false, 0.3, 41.0), [7.0, 0.0, 3.0]);
        assert_eq!(bought(true, 1.0, 31.0), [0.0, 0.0, 6.0]);
        assert_eq!(bought(true, 0.2, 31.0), [7.0, 0.0, 2.0]);
    }
}
