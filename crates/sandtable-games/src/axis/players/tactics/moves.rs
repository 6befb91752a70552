//! Moves of single units: where the tactics leave off, some units are tried elsewhere, as long as that is better.
//!
//! The tactics know only fronts that attack, stay or go back as a whole. What they find is a good start, and a poor end: a few infantry more or less at
//! a front, or a stack that goes sideways to the next one, often decide what the enemy can take.

use super::sketch::{Board, MAX_PLACES, Sketch, TRACE};
use super::turns::{Assault, Middle, Order, any, prepare, silent};

/// Units of one kind that started in one place, and where they go.
#[derive(Clone, Copy)]
struct Stack {
    kind: usize,
    from: usize,
    /// Where they can go, a bit for each place; they can always stay.
    reach: u32,
    /// How many go to each place, or stay.
    to: [f32; MAX_PLACES],
}

impl Stack {
    fn reaches(&self, place: usize) -> bool {
        self.reach >> place & 1 == 1
    }

    fn shift(&mut self, a: usize, b: usize, amount: f32) {
        self.to[a] -= amount;
        self.to[b] += amount;
    }
}

/// How many of some units.
#[derive(Clone, Copy)]
enum Part {
    All,
    Half,
    One,
}

/// Something to try.
#[derive(Clone, Copy)]
enum Change {
    /// Some units of a stack go to `b`, not to `a`.
    Shift { stack: usize, a: usize, b: usize, part: Part },
    /// All that have stayed, in one place or everywhere, go there.
    Join { from: Option<usize>, to: usize },
    /// Nobody goes there.
    CallOff { to: usize },
}

/// Units that can move, and where they go.
#[derive(Clone)]
pub struct Moves {
    /// The position without those that can move.
    rest: Middle,
    stacks: Vec<Stack>,
}

impl Moves {
    /// All that can attack. Nothing moves yet.
    pub fn attacks(board: &Board, sketch: &Sketch) -> Moves {
        let (middle, _) = prepare(board, sketch);
        Moves::of(board, &middle, |from, kind| match board.kinds[kind].flies {
            true => strikes(board, sketch, from, board.kinds[kind].movement),
            false => assaults(board, sketch, from, board.kinds[kind].movement),
        })
    }

    /// All that can still move after the battles. Nothing moves yet.
    pub fn redeployments(board: &Board, middle: &Middle) -> Moves {
        Moves::of(board, middle, |from, kind| match board.kinds[kind].flies {
            true => landings(board, middle, from, board.kinds[kind].movement),
            false => marches(board, &middle.sketch, from, board.kinds[kind].movement),
        })
    }

    fn of(board: &Board, middle: &Middle, reach: impl Fn(usize, usize) -> u32) -> Moves {
        let mut moves = Moves { rest: *middle, stacks: Vec::new() };
        for from in 0..board.len() {
            for kind in 0..board.kinds.len() {
                let count = middle.ready[from][kind];
                if count >= TRACE {
                    let mut to = [0.0; MAX_PLACES];
                    to[from] = count;
                    moves.rest.sketch.units[from][kind] -= count;
                    moves.stacks.push(Stack { kind, from, reach: reach(from, kind) | 1 << from, to });
                }
            }
        }
        moves
    }

    /// Some units go somewhere.
    pub fn send(&mut self, kind: usize, amount: f32, from: usize, to: usize) {
        if let Some(stack) = self.stacks.iter_mut().find(|s| s.kind == kind && s.from == from) {
            stack.shift(from, to, amount);
        }
    }

    /// The turn when all have moved, if nobody attacks.
    pub fn middle(&self) -> Middle {
        let mut middle = self.rest;
        for stack in &self.stacks {
            for (units, count) in middle.sketch.units.iter_mut().zip(&stack.to) {
                units[stack.kind] += count;
            }
        }
        middle
    }

    /// The turn when all have moved, and what attacks where.
    pub fn assault(&self, board: &Board) -> (Middle, Assault) {
        let mut sketch = self.rest.sketch;
        for stack in &self.stacks {
            sketch.units[stack.from][stack.kind] += stack.to.iter().sum::<f32>();
        }
        let (mut middle, mut assault) = prepare(board, &sketch);
        self.tell(&mut |kind, amount, from, to, _| match board.kinds[kind].flies {
            true => assault.fly(&mut middle, kind, amount, from, to, &mut silent()),
            false => assault.send(&mut middle, kind, amount, from, to, &mut silent()),
        });
        (middle, assault)
    }

    /// Tells who goes where.
    pub fn tell(&self, order: Order) {
        for stack in &self.stacks {
            for (to, &count) in stack.to.iter().enumerate() {
                if to != stack.from && count >= TRACE {
                    order(stack.kind, count, stack.from, to, true);
                }
            }
        }
    }

    /// Tries one change after the other, and keeps those that are `better`, until none is. Whether it got to the end: `better` may
    /// say that time is up.
    pub fn improve(&mut self, mut better: impl FnMut(&Moves) -> Option<bool>) -> bool {
        let changes = self.changes();
        let mut trial = self.clone();
        let mut kept = true;
        while std::mem::take(&mut kept) {
            for change in &changes {
                if !trial.apply(change) {
                    continue;
                }
                match better(&trial) {
                    Some(true) => {
                        kept = true;
                        self.stacks.copy_from_slice(&trial.stacks);
                    }
                    Some(false) => trial.stacks.copy_from_slice(&self.stacks),
                    None => return false,
                }
            }
        }
        true
    }

    /// All that can be tried: stacks in whole or in part, then places together.
    fn changes(&self) -> Vec<Change> {
        let mut changes = Vec::new();
        let all = 0..MAX_PLACES;
        for (stack, units) in self.stacks.iter().enumerate() {
            for a in all.clone().filter(|&a| units.reaches(a)) {
                for b in all.clone().filter(|&b| b != a && units.reaches(b)) {
                    let shift = |part| Change::Shift { stack, a, b, part };
                    changes.extend([Part::All, Part::Half, Part::One].map(shift));
                }
            }
        }
        for to in all.clone() {
            changes.push(Change::CallOff { to });
            changes.extend(all.clone().map(|from| Change::Join { from: Some(from), to }));
            changes.push(Change::Join { from: None, to });
        }
        changes
    }

    /// Makes a change; whether it is one, and not one that another stands for.
    fn apply(&mut self, change: &Change) -> bool {
        let mut moved = 0;
        match *change {
            Change::Shift { stack, a, b, part } => {
                let count = self.stacks[stack].to[a];
                let (amount, new) = match part {
                    Part::All => (count, count >= TRACE),
                    Part::Half => ((count / 2.0).round(), count > 1.0),
                    Part::One => (1.0, count > 2.0),
                };
                if new {
                    self.stacks[stack].shift(a, b, amount);
                }
                return new;
            }
            Change::Join { from, to } => {
                for stack in &mut self.stacks {
                    let stay = stack.to[stack.from];
                    let joins = from.is_none_or(|p| stack.from == p) && stack.from != to && stack.reaches(to);
                    if joins && stay >= TRACE {
                        stack.shift(stack.from, to, stay);
                        moved += 1;
                    }
                }
            }
            Change::CallOff { to } => {
                for stack in self.stacks.iter_mut().filter(|s| s.from != to && s.to[to] >= TRACE) {
                    stack.shift(to, stack.from, stack.to[to]);
                    moved += 1;
                }
            }
        }
        moved > 0
    }
}

fn bits(places: impl Iterator<Item = usize>) -> u32 {
    places.fold(0, |all, p| all | 1 << p)
}

/// Own places within so many steps over own land.
fn marches(board: &Board, sketch: &Sketch, from: usize, range: u8) -> u32 {
    let mut reach = 1u32 << from;
    for _ in 0..range {
        let near = (0..board.len()).filter(|&p| reach >> p & 1 == 1).flat_map(|p| &board.ways[p]);
        let own = near.map(|&q| usize::from(q)).filter(|&q| sketch.owner[q] == sketch.side);
        reach |= bits(own);
    }
    reach
}

/// Places of others that land units can attack.
fn assaults(board: &Board, sketch: &Sketch, from: usize, range: u8) -> u32 {
    let Some(steps) = range.checked_sub(1) else { return 0 };
    let own = marches(board, sketch, from, steps);
    let near = (0..board.len()).filter(|&p| own >> p & 1 == 1).flat_map(|p| &board.ways[p]);
    bits(near.map(|&q| usize::from(q)).filter(|&q| sketch.owner[q] != sketch.side))
}

/// Places with enemies where planes can fight, with a place to land in reach afterwards.
fn strikes(board: &Board, sketch: &Sketch, from: usize, range: u8) -> u32 {
    let own = |p: &usize| sketch.owner[*p] == sketch.side;
    let enemies = (0..board.len()).filter(|q| !own(q) && any(&sketch.units[*q]));
    bits(enemies.filter(|&q| {
        let home = (0..board.len()).filter(own).map(|p| board.air[q][p]).min();
        home.is_some_and(|home| board.air[from][q].saturating_add(home) <= range)
    }))
}

/// Places where planes can land: on their side since before this turn.
fn landings(board: &Board, middle: &Middle, from: usize, range: u8) -> u32 {
    let old = |p: &usize| middle.sketch.owner[*p] == middle.sketch.side && middle.taken >> p & 1 == 0;
    bits((0..board.len()).filter(old).filter(|&p| board.air[from][p] <= range))
}

#[cfg(test)]
mod tests {
    use sandtable_core::{Args, Game};

    use super::super::sketch::total;
    use super::*;
    use crate::axis::axis;

    fn opening() -> (Board, Sketch) {
        let def = axis();
        let game = (def.build)(&Args::defaults(def.params)).unwrap();
        let state = game.start();
        let mut board = Board::new(&game).unwrap();
        board.survey(&game, &state);
        let sketch = Sketch::of(&game, &board, &state);
        (board, sketch)
    }

    fn all(sketch: &Sketch) -> f32 {
        sketch.units.iter().map(total).sum()
    }

    /// What is wanted is found if units can get there one by one, and nobody is lost or found on the way.
    #[test]
    fn units_gather_where_they_are_wanted() {
        let (board, sketch) = opening();
        let (middle, _) = prepare(&board, &sketch);
        let goal = (0..board.len()).find(|&p| board.capital[p] == 0).unwrap();
        let mut moves = Moves::redeployments(&board, &middle);
        let mut most = 0.0;
        let ended = moves.improve(|moves| {
            let after = moves.middle().sketch;
            assert_eq!(all(&after), all(&sketch));
            let here = total(&after.units[goal]);
            let better = here > most;
            most = if better { here } else { most };
            Some(better)
        });
        // 16 stand there, and the three places next to it have 3 each.
        assert!(ended);
        assert_eq!(most, 25.0);
        assert_eq!(total(&moves.middle().sketch.units[goal]), most);
    }

    #[test]
    fn it_stops_when_time_is_up_and_keeps_what_was_better() {
        let (board, sketch) = opening();
        let mut moves = Moves::attacks(&board, &sketch);
        let mut left = 3;
        let ended = moves.improve(|_| {
            left -= 1;
            (left > 0).then_some(left == 2)
        });
        assert!(!ended);
        let mut sent = 0.0;
        moves.tell(&mut |_, amount, _, _, _| sent += amount);
        assert!(sent > 0.0, "the first change was kept");
        let (middle, assault) = moves.assault(&board);
        let attackers: f32 = assault.force.iter().map(total).sum();
        assert_eq!(attackers, sent);
        assert_eq!(all(&middle.sketch) + attackers, all(&sketch));
    }
}
