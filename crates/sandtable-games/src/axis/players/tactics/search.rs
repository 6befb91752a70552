//! Alpha-beta over turns of tactics, deeper and deeper (sections V and VI of the paper).

use std::time::Instant;

use super::closing::{finish, redeploy, shopping};
use super::sketch::{Board, Force, Sketch};
use super::turns::{
    Fronts, MAX_FRONTS, Middle, Reinforce, Tactic, Turn, fight, fronts, haven, silent, target,
};

use super::value::{Value, WON, decided, evaluate};

/// All turns of the side to move, in the order of the tactics.
pub fn turns(board: &Board, sketch: &Sketch, fronts: &Fronts, out: &mut Vec<Turn>) {
    let mut choices = [[Tactic::Pass; 4]; MAX_FRONTS];
    let mut counts = [1; MAX_FRONTS];
    for i in 0..fronts.len {
        let at = usize::from(fronts.list[i]);
        let mut n = 0;
        let mut add = |tactic| {
            choices[i][n] = tactic;
            n += 1;
        };
        if target(board, sketch, at).is_some() {
            add(Tactic::Attack);
            add(Tactic::Split);
        }
        add(Tactic::Pass);
        if haven(board, sketch, at).is_some() {
            add(Tactic::Retreat);
        }
        counts[i] = n;
    }
    for a in 0..counts[0] {
        for b in 0..counts[1] {
            for c in 0..counts[2] {
                let tactics = [choices[0][a], choices[1][b], choices[2][c]];
                let mut add = |reinforce| out.push(Turn { tactics, reinforce });
                (0..fronts.len as u8).for_each(|i| add(Reinforce::Front(i)));
                if fronts.len > 1 {
                    add(Reinforce::All);
                }
                add(Reinforce::None);
            }
        }
    }
}

/// A turn that was looked at, and what it leads to.
#[derive(Clone, Copy)]
pub struct Child {
    /// What it is worth to who plays it.
    pub value: f32,
    /// The turn.
    pub turn: Turn,
    /// Where it leads.
    pub sketch: Sketch,
}

/// All turns at a position, and the order in which they are tried.
#[derive(Default)]
struct Ply {
    children: Vec<Child>,
    order: Vec<u16>,
}

/// The search.
pub struct Search {
    /// The map.
    pub board: Board,
    /// What it values.
    pub value: Value,
    /// Whether a game is won only at the end of a round, as the rules have it.
    pub strict: bool,
    /// Positions that were valued.
    pub nodes: u64,
    /// How deep the last search looked in full.
    pub reached: usize,
    /// When to stop.
    pub deadline: Option<Instant>,
    plies: Vec<Ply>,
    turns: Vec<Vec<Turn>>,
    /// The turn that last refuted a position at each ply.
    killers: Vec<Option<Turn>>,
    stopped: bool,
}

impl Search {
    /// A search on a board.
    pub fn new(board: Board, value: Value, strict: bool) -> Search {
        Search {
            board,
            value,
            strict,
            nodes: 0,
            reached: 0,
            deadline: None,
            plies: Vec::new(),
            turns: Vec::new(),
            killers: Vec::new(),
            stopped: false,
        }
    }

    /// Looks `depth` turns ahead; returns all turns at hand with their values, the best first.
    ///
    /// Values of turns that are not the best are bounds. When time runs out, the values are those of the last depth that was finished.
    pub fn run(&mut self, root: &Sketch, depth: usize) -> &[Child] {
        self.provide(depth);
        self.nodes = 0;
        self.stopped = false;
        self.reached = 1;
        let mut root_ply = std::mem::take(&mut self.plies[0]);
        self.expand(root, 0, &mut root_ply);
        let Ply { mut children, order } = root_ply;
        let mut kept: Vec<Child> = order.iter().map(|&i| children[usize::from(i)]).collect();
        children.clear();
        for reach in 2..=depth {
            let mut best = f32::NEG_INFINITY;
            let mut values: Vec<f32> = Vec::with_capacity(kept.len());
            for child in &kept {
                let value = if child.value >= WON {
                    child.value
                } else {
                    -self.visit(&child.sketch, reach - 1, 1, -WON, -best)
                };
                if self.stopped {
                    break;
                }
                values.push(value);
                best = best.max(value);
            }
            if self.stopped {
                break;
            }
            for (child, value) in kept.iter_mut().zip(values) {
                child.value = value;
            }
            kept.sort_by(|a, b| b.value.total_cmp(&a.value));
            self.reached = reach;
        }
        self.plies[0] = Ply { children: kept, order };
        &self.plies[0].children
    }

    fn provide(&mut self, depth: usize) {
        while self.plies.len() <= depth {
            self.plies.push(Ply::default());
            self.turns.push(Vec::new());
            self.killers.push(None);
        }
    }

    /// The value of a position to the side to move, `depth` turns on; nothing if time runs out.
    pub fn value_of(&mut self, sketch: &Sketch, depth: usize) -> Option<f32> {
        self.bounded(sketch, depth, WON)
    }

    /// The same as far as it is below `beta`; else some value that is not.
    pub fn bounded(&mut self, sketch: &Sketch, depth: usize, beta: f32) -> Option<f32> {
        self.provide(depth + 1);
        self.stopped = false;
        let value = self.visit(sketch, depth, 1, -WON, beta);
        (!self.stopped).then_some(value)
    }

    /// Whether the time is up.
    pub fn out_of_time(&self) -> bool {
        self.deadline.is_some_and(|end| Instant::now() >= end)
    }

    /// All positions after one turn, the best for the mover first.
    fn expand(&mut self, sketch: &Sketch, ply: usize, all: &mut Ply) {
        let Ply { children: out, order } = all;
        out.clear();
        let mut list = std::mem::take(&mut self.turns[ply]);
        list.clear();
        let found = fronts(&self.board, sketch);
        turns(&self.board, sketch, &found, &mut list);
        let (bought, money) = shopping(&self.board, sketch, sketch.side);
        let mut i = 0;
        while i < list.len() {
            let tactics = list[i].tactics;
            let middle = fight(&self.board, sketch, &found, &tactics, &mut silent());
            while i < list.len() && list[i].tactics == tactics {
                let next = self.close(&middle, &found, &list[i], &bought, money);
                out.push(Child {
                    value: -evaluate(&self.board, &self.value, self.strict, &next),
                    turn: list[i],
                    sketch: next,
                });
                i += 1;
            }
        }
        self.nodes += out.len() as u64;
        self.turns[ply] = list;
        let killer = self.killers[ply];
        order.clear();
        order.extend(0..out.len() as u16);
        let at = |i: &u16| &out[usize::from(*i)];
        order.sort_by(|i, j| {
            let (a, b) = (at(i), at(j));
            (Some(b.turn) == killer).cmp(&(Some(a.turn) == killer)).then(b.value.total_cmp(&a.value))
        });
        // Turns that lead to the same position stand next to each other, or nearly so.
        order.dedup_by(|j, i| at(i).value == at(j).value && at(i).sketch == at(j).sketch);
    }

    /// The position after a turn whose battles are decided.
    pub fn close(&self, middle: &Middle, found: &Fronts, turn: &Turn, bought: &Force, money: f32) -> Sketch {
        let mut middle = *middle;
        redeploy(&self.board, &mut middle, found, turn, &mut silent());
        finish(&self.board, &middle, bought, money)
    }

    /// The value of a position to the side to move.
    fn visit(&mut self, sketch: &Sketch, depth: usize, ply: usize, mut alpha: f32, beta: f32) -> f32 {
        if let Some(winner) = decided(&self.board, self.strict, sketch) {
            // The sooner, the better.
            let value = WON - ply as f32;
            return if winner == sketch.side { value } else { -value };
        }
        if depth == 1 {
            return self.last(sketch, ply, beta);
        }
        if self.out_of_time() {
            self.stopped = true;
            return 0.0;
        }
        let mut all = std::mem::take(&mut self.plies[ply]);
        self.expand(sketch, ply, &mut all);
        let mut best = f32::NEG_INFINITY;
        for &i in &all.order {
            let child = &all.children[usize::from(i)];
            let value = -self.visit(&child.sketch, depth - 1, ply + 1, -beta, -alpha);
            if self.stopped {
                break;
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                self.killers[ply] = Some(child.turn);
                break;
            }
        }
        self.plies[ply] = all;
        best
    }

    /// The last turn: the best value at once.
    fn last(&mut self, sketch: &Sketch, ply: usize, beta: f32) -> f32 {
        let mut list = std::mem::take(&mut self.turns[ply]);
        list.clear();
        let found = fronts(&self.board, sketch);
        turns(&self.board, sketch, &found, &mut list);
        let (bought, money) = shopping(&self.board, sketch, sketch.side);
        let mut best = f32::NEG_INFINITY;
        if let Some(killer) = self.killers[ply] {
            // What refuted the last position is tried first.
            if let Some(i) = list.iter().position(|t| t.tactics == killer.tactics) {
                let end = i + list[i..].iter().take_while(|t| t.tactics == killer.tactics).count();
                list[..end].rotate_right(end - i);
            }
        }
        let mut i = 0;
        while i < list.len() && best < beta {
            let tactics = list[i].tactics;
            let middle = fight(&self.board, sketch, &found, &tactics, &mut silent());
            // Where reinforcements go changes nothing that is valued, or little.
            let next = finish(&self.board, &middle, &bought, money);
            self.nodes += 1;
            best = best.max(-evaluate(&self.board, &self.value, self.strict, &next));
            if best >= beta {
                self.killers[ply] = Some(list[i]);
            }
            while i < list.len() && list[i].tactics == tactics {
                i += 1;
            }
        }
        self.turns[ply] = list;
        best
    }
}

#[cfg(test)]
mod tests {
    use sandtable_core::{Args, Game};

    use super::*;
    use crate::axis::axis;

    /// Section V-A: three fronts, one place of reinforcements, 320 turns.
    #[test]
    fn the_opening_of_the_minimap_is_the_papers() {
        let def = axis();
        let game = (def.build)(&Args::defaults(def.params)).unwrap();
        let state = game.start();
        let mut board = Board::new(&game).unwrap();
        board.survey(&game, &state);
        let sketch = Sketch::of(&game, &board, &state);
        let found = fronts(&board, &sketch);
        let name = |p: u8| game.place_name(board.provinces[usize::from(p)]);
        let mut names: Vec<&str> = found.list[..found.len].iter().map(|&p| name(p)).collect();
        names.sort_unstable();
        assert_eq!(names, ["red-middle-2", "red-north-2", "red-south-2"]);
        let behind = (0..board.len()).filter(|&p| board.factory[p] && sketch.owner[p] == 0);
        assert_eq!(behind.map(|p| name(p as u8)).collect::<Vec<_>>(), ["red-capital"]);
        let mut list = Vec::new();
        turns(&board, &sketch, &found, &mut list);
        assert_eq!(list.len(), 320);
    }

    /// Pruning must not change what a search finds.
    #[test]
    fn alpha_beta_finds_what_looking_at_everything_finds() {
        let def = axis();
        let game = (def.build)(&Args::defaults(def.params)).unwrap();
        let state = game.start();
        let mut board = Board::new(&game).unwrap();
        board.survey(&game, &state);
        let root = Sketch::of(&game, &board, &state);
        let mut search = Search::new(board, super::super::value::PAPER, false);
        search.provide(3);
        fn minimax(search: &mut Search, sketch: &Sketch, depth: usize) -> f32 {
            if depth == 0 || sketch.winner(&search.board).is_some() {
                return evaluate(&search.board, &search.value, search.strict, sketch);
            }
            let mut all = Ply::default();
            search.expand(sketch, 0, &mut all);
            let after = all.order.iter().map(|&i| all.children[usize::from(i)].sketch);
            after.map(|s| -minimax(search, &s, depth - 1)).fold(f32::NEG_INFINITY, f32::max)
        }
        let mut all = Ply::default();
        search.expand(&root, 0, &mut all);
        for &i in all.order.iter().step_by(40).take(3) {
            let next = &all.children[usize::from(i)].sketch;
            assert_eq!(search.value_of(next, 2), Some(minimax(&mut search, next, 2)));
        }
    }
}
