//! Turns made of tactics (St-Pierre, Winands and Watt, section V-A): each front attacks, retreats, splits its attack or passes; each
//! factory's units reinforce one front, all of them, or none; supplies move up to the closest front by themselves.

use super::sketch::{Board, Force, MAX_KINDS, MAX_PLACES, Sketch, TRACE, attack_power, clash, defence_power};

/// The most fronts for which all tactics are considered; the paper sets their number by hand for each map.
pub const MAX_FRONTS: usize = 3;

/// What a front does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tactic {
    /// Everything goes against one neighbour.
    Attack,
    /// As much as it takes goes against every neighbour that can be taken.
    Split,
    /// Everything goes back.
    Retreat,
    /// Nothing moves.
    Pass,
}

/// Where the units at factories go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reinforce {
    /// To the front of this number.
    Front(u8),
    /// To all fronts.
    All,
    /// Nowhere.
    None,
}

/// A whole turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turn {
    /// What each front does; those beyond the number of fronts pass.
    pub tactics: [Tactic; MAX_FRONTS],
    /// Where reinforcements go.
    pub reinforce: Reinforce,
}

/// The role of a place for a side, as the position makes it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fronts {
    /// The fronts that are considered, the most important first.
    pub list: [u8; MAX_FRONTS],
    /// How many.
    pub len: usize,
    /// All places with units next to the enemy, a bit each.
    pub all: u32,
}

/// Something that happens to units while a turn is played: (kind, amount, from, to, in an attack).
pub type Order<'a> = &'a mut dyn FnMut(usize, f32, usize, usize, bool);

fn ignore(_: usize, _: f32, _: usize, _: usize, _: bool) {}

/// Nobody wants to know.
pub fn silent() -> impl FnMut(usize, f32, usize, usize, bool) {
    ignore
}

pub(super) fn any(force: &Force) -> bool {
    force.iter().any(|&n| n >= TRACE)
}

/// Whether a place borders on one that the side does not own.
pub fn borders(board: &Board, sketch: &Sketch, at: usize, side: u8) -> bool {
    board.ways[at].iter().any(|&q| sketch.owner[usize::from(q)] != side)
}

/// The fronts of the side to move.
pub fn fronts(board: &Board, sketch: &Sketch) -> Fronts {
    let side = sketch.side;
    let mut found = Fronts::default();
    let mut ranked: [(f32, u8); MAX_PLACES] = [(0.0, 0); MAX_PLACES];
    let mut count = 0;
    for p in 0..board.len() {
        if sketch.owner[p] == side && any(&sketch.units[p]) && borders(board, sketch, p, side) {
            found.all |= 1 << p;
            let at_stake = |q: usize| board.value(&sketch.units[q]) + board.worth[q];
            let enemies = board.ways[p].iter().map(|&q| usize::from(q)).filter(|&q| sketch.owner[q] != side);
            ranked[count] = (at_stake(p) + enemies.map(at_stake).sum::<f32>(), p as u8);
            count += 1;
        }
    }
    if count > MAX_FRONTS {
        ranked[..count].sort_by(|a, b| b.0.total_cmp(&a.0));
    }
    found.len = count.min(MAX_FRONTS);
    for (slot, (_, place)) in found.list.iter_mut().zip(&ranked[..found.len]) {
        *slot = *place;
    }
    found
}

/// Which neighbour a front attacks: a capital, else what is worth most, defenders included, among those it should beat.
pub fn target(board: &Board, sketch: &Sketch, at: usize) -> Option<usize> {
    let side = sketch.side;
    let own = (attack_power(board, &sketch.units[at]) + 0.01) * sketch.units[at].iter().sum::<f32>();
    let score = |q: usize| {
        let force = &sketch.units[q];
        let beats = own > defence_power(board, force) * force.iter().sum::<f32>();
        let capital = if board.capital[q] < 2 { 1000.0 } else { 0.0 };
        let prize = board.worth[q] + if board.factory[q] { 10.0 } else { 0.0 };
        capital + if beats { 100.0 } else { 0.0 } + 2.0 * prize + if beats { board.value(force) } else { 0.0 }
    };
    let enemies = board.ways[at].iter().map(|&q| usize::from(q)).filter(|&q| sketch.owner[q] != side);
    enemies.max_by(|&a, &b| score(a).total_cmp(&score(b)).then(b.cmp(&a)))
}

/// Where a front retreats to: an own neighbour away from the enemy, the nearer to the capital the better.
pub fn haven(board: &Board, sketch: &Sketch, at: usize) -> Option<usize> {
    let side = sketch.side;
    let own = board.ways[at].iter().map(|&q| usize::from(q)).filter(|&q| sketch.owner[q] == side);
    let safe = own.filter(|&q| !borders(board, sketch, q, side));
    safe.min_by_key(|&q| (home(board, q, side), q))
}

/// How far a place is from a side's capital, over land.
fn home(board: &Board, at: usize, side: u8) -> u8 {
    let capitals = (0..board.len()).filter(|&p| board.capital[p] == side);
    capitals.map(|p| board.air[at][p]).min().unwrap_or(0)
}

/// A turn between its battles and its end.
#[derive(Clone, Copy)]
pub struct Middle {
    /// The position, with battles decided.
    pub sketch: Sketch,
    /// Units that can still move.
    pub ready: [Force; MAX_PLACES],
    /// Places that were taken in this turn, a bit each: no plane lands there.
    pub taken: u32,
}

/// Moves against the enemy and fights, without dice.
pub fn fight(
    board: &Board,
    sketch: &Sketch,
    fronts: &Fronts,
    tactics: &[Tactic; MAX_FRONTS],
    order: Order,
) -> Middle {
    let (mut middle, assault) = deploy(board, sketch, fronts, tactics, order);
    settle(board, &mut middle, &assault);
    middle
}

/// Moves against the enemy. What stands at the targets is told by the [`Assault`].
pub fn deploy(
    board: &Board,
    sketch: &Sketch,
    fronts: &Fronts,
    tactics: &[Tactic; MAX_FRONTS],
    order: Order,
) -> (Middle, Assault) {
    let (mut middle, mut assault) = prepare(board, sketch);
    for (&at, tactic) in fronts.list[..fronts.len].iter().zip(tactics) {
        let at = usize::from(at);
        match tactic {
            Tactic::Attack => {
                if let Some(to) = target(board, sketch, at) {
                    attack(board, &mut middle, fronts, &mut assault, at, to, order);
                }
            }
            Tactic::Split => split(board, &mut middle, &mut assault, at, order),
            Tactic::Retreat | Tactic::Pass => {}
        }
    }
    // Fronts beyond those considered take what nobody defends.
    let mut rest = fronts.all;
    (0..fronts.len).for_each(|i| rest &= !(1 << fronts.list[i]));
    while rest != 0 {
        let at = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        walk_in(board, &mut middle, &mut assault, at, order);
    }
    (middle, assault)
}

/// A turn before anything has moved.
pub fn prepare(board: &Board, sketch: &Sketch) -> (Middle, Assault) {
    let side = sketch.side;
    let mut middle = Middle { sketch: *sketch, ready: [[0.0; MAX_KINDS]; MAX_PLACES], taken: 0 };
    for p in (0..board.len()).filter(|&p| sketch.owner[p] == side) {
        for ((ready, units), mobile) in
            middle.ready[p].iter_mut().zip(&sketch.units[p]).zip(&board.rates.mobile)
        {
            *ready = units * mobile;
        }
    }
    // What the side has is told by its shopping; here comes what it loots.
    middle.sketch.money[usize::from(side)] = 0.0;
    let assault = Assault {
        force: [[0.0; MAX_KINDS]; MAX_PLACES],
        planes: [(0, 0, 0, 0.0); 24],
        flights: 0,
        targets: 0,
    };
    (middle, assault)
}

/// Attacks that have been ordered.
#[derive(Clone, Copy)]
pub struct Assault {
    /// What attacks each place.
    pub force: [Force; MAX_PLACES],
    /// The places under attack, a bit each.
    pub targets: u32,
    /// Planes to fly back: (from, target, kind, amount).
    planes: [(u8, u8, u8, f32); 24],
    flights: usize,
}

impl Assault {
    pub(super) fn send(
        &mut self,
        middle: &mut Middle,
        kind: usize,
        amount: f32,
        from: usize,
        to: usize,
        order: Order,
    ) {
        middle.ready[from][kind] -= amount;
        middle.sketch.units[from][kind] -= amount;
        self.force[to][kind] += amount;
        self.targets |= 1 << to;
        order(kind, amount, from, to, true);
    }

    pub(super) fn fly(
        &mut self,
        middle: &mut Middle,
        kind: usize,
        amount: f32,
        from: usize,
        to: usize,
        order: Order,
    ) {
        if self.flights < self.planes.len() && any(&middle.sketch.units[to]) {
            self.planes[self.flights] = (from as u8, to as u8, kind as u8, amount);
            self.flights += 1;
            self.send(middle, kind, amount, from, to, order);
        }
    }
}

/// Everything at a front, and whatever else can take part.
fn attack(
    board: &Board,
    middle: &mut Middle,
    fronts: &Fronts,
    assault: &mut Assault,
    at: usize,
    to: usize,
    order: Order,
) {
    let side = middle.sketch.side;
    for (k, kind) in board.kinds.iter().enumerate() {
        if !kind.flies && middle.ready[at][k] >= TRACE {
            assault.send(middle, k, middle.ready[at][k], at, to, order);
        }
    }
    // Tanks of the supplies behind the front.
    for &q in &board.ways[at] {
        let q = usize::from(q);
        if middle.sketch.owner[q] != side || fronts.all >> q & 1 == 1 {
            continue;
        }
        for (k, kind) in board.kinds.iter().enumerate() {
            if !kind.flies && kind.movement > 1 && middle.ready[q][k] >= TRACE {
                assault.send(middle, k, middle.ready[q][k], q, to, order);
            }
        }
    }
    for q in 0..board.len() {
        if middle.sketch.owner[q] != side {
            continue;
        }
        for (k, kind) in board.kinds.iter().enumerate() {
            if kind.flies && middle.ready[q][k] >= TRACE && board.air[q][to] < kind.movement {
                assault.fly(middle, k, middle.ready[q][k], q, to, order);
            }
        }
    }
}

/// How much stronger a split attack wants to be.
const MARGIN: f32 = 1.4;

/// Just enough against every neighbour that can be taken, the weakest first.
fn split(board: &Board, middle: &mut Middle, assault: &mut Assault, at: usize, order: Order) {
    let side = middle.sketch.side;
    let mut targets: [(f32, u8); 8] = [(0.0, 0); 8];
    let mut count = 0;
    for &q in &board.ways[at] {
        let p = usize::from(q);
        if middle.sketch.owner[p] != side && count < targets.len() {
            let force = &middle.sketch.units[p];
            targets[count] =
                (defence_power(board, force) * force.iter().sum::<f32>() - 0.01 * board.worth[p], q);
            count += 1;
        }
    }
    targets[..count].sort_by(|a, b| a.0.total_cmp(&b.0));
    for &(_, to) in &targets[..count] {
        let to = usize::from(to);
        let defenders = middle.sketch.units[to];
        let wall = defence_power(board, &defenders) * defenders.iter().sum::<f32>();
        let mut sent = assault.force[to];
        let strong = |sent: &Force| {
            attack_power(board, sent) * sent.iter().sum::<f32>() >= MARGIN * wall
                && sent.iter().sum::<f32>() > 0.5
        };
        if strong(&sent) {
            continue;
        }
        let mut take = [0.0; MAX_KINDS];
        'enough: for (k, kind) in board.kinds.iter().enumerate() {
            let reach = !kind.flies || (any(&defenders) && board.air[at][to] < kind.movement);
            while reach && middle.ready[at][k] - take[k] >= TRACE {
                let one = (middle.ready[at][k] - take[k]).min(1.0);
                take[k] += one;
                sent[k] += one;
                if strong(&sent) {
                    break 'enough;
                }
            }
        }
        let ground = board.kinds.iter().zip(&take).any(|(kind, n)| !kind.flies && *n > 0.0);
        if strong(&sent) && ground {
            for (k, &amount) in take.iter().enumerate().filter(|(_, n)| **n > 0.0) {
                if board.kinds[k].flies {
                    assault.fly(middle, k, amount, at, to, order);
                } else {
                    assault.send(middle, k, amount, at, to, order);
                }
            }
        }
    }
}

/// One unit takes a neighbour that nobody defends.
fn walk_in(board: &Board, middle: &mut Middle, assault: &mut Assault, at: usize, order: Order) {
    let side = middle.sketch.side;
    for &q in &board.ways[at] {
        let to = usize::from(q);
        let open =
            middle.sketch.owner[to] != side && !any(&middle.sketch.units[to]) && !any(&assault.force[to]);
        let walker = (0..board.kinds.len()).find(|&k| !board.kinds[k].flies && middle.ready[at][k] >= 1.0);
        if let Some(k) = walker.filter(|_| open) {
            assault.send(middle, k, 1.0, at, to, order);
        }
    }
}

/// Decides all battles by averages.
fn settle(board: &Board, middle: &mut Middle, assault: &Assault) {
    let mut targets = assault.targets;
    while targets != 0 {
        let to = targets.trailing_zeros() as usize;
        targets &= targets - 1;
        let mut attackers = assault.force[to];
        if board.flak[to] {
            for (kind, n) in board.kinds.iter().zip(&mut attackers) {
                *n = if kind.flies { board.count(*n * (5.0 / 6.0)) } else { *n };
            }
        }
        let mut defenders = middle.sketch.units[to];
        if any(&defenders) {
            clash(board, &mut attackers, &mut defenders);
        }
        conclude(board, middle, assault, to, &attackers, &defenders);
    }
}

/// A battle is over, and this is what is left of both sides.
pub fn conclude(
    board: &Board,
    middle: &mut Middle,
    assault: &Assault,
    to: usize,
    attackers: &Force,
    defenders: &Force,
) {
    let flights = &assault.planes[..assault.flights];
    for &(from, _, k, amount) in flights.iter().filter(|f| usize::from(f.1) == to) {
        let k = usize::from(k);
        let back = amount * attackers[k] / assault.force[to][k].max(TRACE);
        middle.sketch.units[usize::from(from)][k] += back;
    }
    let mut ground = *attackers;
    for (kind, n) in board.kinds.iter().zip(&mut ground) {
        if kind.flies {
            *n = 0.0;
        }
    }
    if any(&ground) && !any(defenders) {
        take(board, middle, to, middle.sketch.side, &ground);
    } else {
        middle.sketch.units[to] = *defenders;
    }
}

fn take(board: &Board, middle: &mut Middle, to: usize, side: u8, force: &Force) {
    let loser = middle.sketch.owner[to];
    middle.sketch.owner[to] = side;
    middle.sketch.units[to] = *force;
    middle.ready[to] = [0.0; MAX_KINDS];
    middle.taken |= 1 << to;
    if loser < 2 && board.capital[to] == loser {
        middle.sketch.money[usize::from(side)] += middle.sketch.money[usize::from(loser)];
        middle.sketch.money[usize::from(loser)] = 0.0;
    }
}
