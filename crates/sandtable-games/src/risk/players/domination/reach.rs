//! How far armies get by a rule of thumb for losses, and which army should go (section 2).

use super::super::super::map::MAX_TERRITORIES;
use super::super::super::state::{Set, members};
use super::situation::Situation;

/// How far one army gets: what is left of it at each territory, and the way there.
#[derive(Clone)]
pub struct Row {
    pub reached: Set,
    left: [i32; MAX_TERRITORIES],
    via: [u8; MAX_TERRITORIES],
    depth: [u8; MAX_TERRITORIES],
}

/// How far the player's armies get, from each front.
pub struct Reach {
    rows: Vec<Row>,
    /// The fronts that armies set out from.
    pub starts: Set,
    /// What any of them reaches.
    pub reached: Set,
    joint: [i32; MAX_TERRITORIES],
    /// Room for a search of its own.
    extra: Row,
}

/// What is left of a force after a battle.
fn after(mut force: i32, mut defenders: i32, hopeful: bool) -> i32 {
    if hopeful {
        while defenders >= 10 || (force >= 10 && defenders >= 5) {
            (defenders, force) = (defenders - 4, force - 3);
        }
    }
    while defenders >= 5 || (force >= 5 && defenders >= 2) {
        (defenders, force) = (defenders - 2, force - 2);
    }
    if hopeful && force == defenders + 1 && defenders <= 2 { 1 } else { force - price(defenders) }
}

/// What it costs to take a territory, by the rule of thumb.
pub fn price(defenders: i32) -> i32 {
    3 * defenders / 2 + defenders % 2
}

impl Row {
    const EMPTY: Row = Row {
        reached: 0,
        left: [0; MAX_TERRITORIES],
        via: [0; MAX_TERRITORIES],
        depth: [0; MAX_TERRITORIES],
    };

    pub fn left(&self, t: usize) -> i32 {
        self.left[t]
    }

    /// The territories on the way from `start` to `to`, `to` included.
    pub fn path(&self, start: usize, to: usize) -> Set {
        let (mut path, mut at) = (0, to);
        while at != start {
            path |= 1 << at;
            at = usize::from(self.via[at]);
        }
        path
    }

    /// Whether the way to `to` goes through `t` last.
    pub fn leads(&self, t: usize, to: usize) -> bool {
        usize::from(self.via[to]) == t
    }

    /// The first territory on that way.
    fn step(&self, start: usize, to: usize) -> usize {
        let mut at = to;
        while usize::from(self.via[at]) != start {
            at = usize::from(self.via[at]);
        }
        at
    }

    /// Follows an army of `troops` from `start` around `avoid`, with so many more to come. Ways through `goals` come first.
    pub fn sweep(
        &mut self,
        view: &Situation,
        (start, troops): (usize, i32),
        more: i32,
        hopeful: bool,
        avoid: Set,
        goals: Set,
    ) {
        let closed = view.own | avoid | 1 << start;
        self.reached = 0;
        (self.left[start], self.depth[start]) = (troops, 0);
        let mut open: Set = 1 << start;
        while open != 0 {
            let node = self.next(view, open, goals, closed);
            open &= !(1 << node);
            let depth = i32::from(self.depth[node]);
            let guard = (view.troops(node) / if hopeful { 3 } else { 2 }).min(depth);
            let force = self.left[node] - 1 - guard;
            if force + more < 1 {
                break;
            }
            for to in members(view.game.map.adjacent[node] & !closed & !self.reached) {
                self.left[to] = after(force, view.troops(to), hopeful);
                self.via[to] = node as u8;
                self.depth[to] = self.depth[node] + 1;
                self.reached |= 1 << to;
                open |= 1 << to;
            }
        }
    }

    /// The territory to go on from: where most are left; with goals, those first that leave the fewest other ways, dead ends last.
    fn next(&self, view: &Situation, open: Set, goals: Set, closed: Set) -> usize {
        let key = |t: usize| {
            if goals == 0 {
                return (false, 0, self.left[t]);
            }
            let ways = (view.game.map.adjacent[t] & !closed & !self.reached).count_ones() as i32;
            (goals >> t & 1 == 1, if ways == 0 { i32::MIN } else { -ways }, self.left[t])
        };
        let mut rest = members(open);
        let mut found = rest.next().expect("a territory");
        let mut best = key(found);
        for t in rest {
            let here = key(t);
            if here > best {
                (found, best) = (t, here);
            }
        }
        found
    }
}

impl Reach {
    pub fn new() -> Reach {
        Reach {
            rows: vec![Row::EMPTY; MAX_TERRITORIES],
            starts: 0,
            reached: 0,
            joint: [0; MAX_TERRITORIES],
            extra: Row::EMPTY,
        }
    }

    /// Whether attacks are reckoned hopefully.
    pub fn hopeful(view: &Situation) -> bool {
        use super::Level;
        view.attacking
            && match view.level {
                Level::Easy => false,
                Level::Average => true,
                Level::Hard => view.top().is_none_or(|top| view.me.value >= 0.4 * top.value),
            }
    }

    /// Follows every army as far as it gets.
    pub fn survey(&mut self, view: &Situation, hopeful: bool) {
        let more = if view.setup { (view.hand + 1) / 2 } else { view.hand };
        (self.starts, self.reached) = (0, 0);
        for start in members(view.fronts).filter(|&t| !view.attacking || view.troops(t) > 1) {
            let row = &mut self.rows[start];
            row.sweep(view, (start, view.troops(start)), more, hopeful, 0, 0);
            self.starts |= 1 << start;
            for t in members(row.reached) {
                let left = row.left[t];
                self.joint[t] = match self.reached >> t & 1 {
                    0 => left,
                    _ if self.joint[t] >= 0 && left >= 0 => self.joint[t] + left,
                    _ => self.joint[t].max(left),
                };
            }
            self.reached |= row.reached;
        }
    }

    /// What all armies together have left at a territory that is reached.
    pub fn joint(&self, t: usize) -> i32 {
        self.joint[t]
    }

    pub fn row(&self, start: usize) -> &Row {
        &self.rows[start]
    }

    /// The first battle on the way from `start` to `to`.
    pub fn step(&self, start: usize, to: usize) -> usize {
        self.rows[start].step(start, to)
    }

    /// The reached territories of `set` in the order of their joint armies, the largest or the smallest first.
    pub fn ordered(&self, set: Set, descending: bool) -> impl Iterator<Item = usize> + use<> {
        let mut list = [(0, 0u8); MAX_TERRITORIES];
        let mut count = 0;
        for t in members(set & self.reached) {
            let joint = if descending { -self.joint[t] } else { self.joint[t] };
            list[count] = (joint, t as u8);
            count += 1;
        }
        list[..count].sort_unstable();
        list.into_iter().take(count).map(|(_, t)| usize::from(t))
    }

    /// The start to go to `to` from, among those that `fit`; `prefer` settles ties for later ones when troops are placed.
    pub fn best_start(
        &mut self,
        view: &Situation,
        to: usize,
        hopeful: bool,
        fit: impl Fn(&Reach, usize) -> bool,
        prefer: impl Fn(&Reach, usize) -> bool,
    ) -> Option<usize> {
        let mut best: Option<usize> = None;
        for start in members(self.starts) {
            if self.rows[start].reached >> to & 1 == 0 || !fit(self, start) {
                continue;
            }
            let better = match best {
                None => true,
                Some(held) if view.attacking => self.attacks_better(view, held, start, to, hopeful),
                Some(held) => {
                    let (old, new) = (self.rows[held].left[to], self.rows[start].left[to]);
                    new > old || new == old && prefer(self, start)
                }
            };
            if better {
                best = Some(start);
            }
        }
        best
    }

    /// Whether an attack on `to` should come from `new`, rather than from `held`: a smaller army will do, unless both are needed
    /// for the same land and the larger one is not needed elsewhere.
    fn attacks_better(
        &mut self,
        view: &Situation,
        held: usize,
        new: usize,
        to: usize,
        hopeful: bool,
    ) -> bool {
        let (left, more) = (self.rows[held].left[to], self.rows[new].left[to]);
        if left < 0 || more < 0 {
            return more > left;
        }
        if left == more {
            return view.troops(new) - more < view.troops(held) - left;
        }
        let path = self.rows[new].path(new, to);
        let both = path & self.rows[held].path(held, to);
        let shared = members(both).any(|t| view.troops(t) <= 4);
        if more < left {
            return view.troops(new) >= 3 && !shared;
        }
        shared && self.spare(view, (new, view.troops(new)), path, hopeful, false) > more - left
    }

    /// How many of an army are not needed for all that it can reach around `avoid`.
    pub fn spare(
        &mut self,
        view: &Situation,
        (at, troops): (usize, i32),
        avoid: Set,
        hopeful: bool,
        guard: bool,
    ) -> i32 {
        self.extra.sweep(view, (at, troops), view.hand, hopeful, avoid, 0);
        let least = if guard { 2 } else { 0 };
        let mut needed = 0;
        for t in members(self.extra.reached) {
            if self.extra.left[t] < 0 && !guard {
                return 0;
            }
            needed += 1 + view.troops(t) + i32::from(view.troops(t) == 1);
        }
        (troops - 1 - (1.3 * f64::from(needed)) as i32).max(least)
    }

    /// The way on from `at`, which an army of `left` has taken, through as many `goals` as so many more troops allow: what is
    /// left at its end, and what lies on it.
    pub fn extend(
        &mut self,
        view: &Situation,
        (at, left): (usize, i32),
        more: i32,
        hopeful: bool,
        avoid: Set,
        goals: Set,
    ) -> Option<(i32, Set)> {
        self.extra.sweep(view, (at, left), more, hopeful, avoid, goals);
        let row = &self.extra;
        let ends = members(row.reached & goals).filter(|&t| row.left[t] >= 1 - more);
        ends.min_by_key(|&t| row.left[t]).map(|t| (row.left[t], row.path(at, t)))
    }
}
