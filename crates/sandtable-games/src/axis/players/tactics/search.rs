//! Alpha-beta over turns of tactics, deeper and deeper (sections V and VI of the paper).
//!
//! Most positions are refuted by a turn that was good before, so such turns are tried before the others are even listed. The others are
//! listed by their battles; where reinforcements go is worked out when their time comes. Positions that were met before are
//! remembered. None of this changes what is found. With `apart` the last turn is looked at front by front, since most fronts are games
//! of their own; this finds a little less in far less time.

use std::time::Instant;

use super::choices::{Choices, reinforcements, turns};
use super::closing::{finish, redeploy, shopping};
use super::memory::{Bound, Memory, Note, key};
use super::sketch::{Board, Force, Sketch};
use super::turns::{Fronts, MAX_FRONTS, Middle, Reinforce, Tactic, Turn, fight, fronts, silent};
use super::value::{Value, WON, decided, evaluate};

/// A turn that was looked at, and what it leads to.
#[derive(Clone, Copy)]
pub struct Child {
    /// What it is worth to the side that plays it.
    pub value: f32,
    /// The turn.
    pub turn: Turn,
    /// Where it leads.
    pub sketch: Sketch,
}

/// What the fronts do, and how their battles end.
struct Battles {
    /// What it is worth before reinforcements move.
    value: f32,
    tactics: [Tactic; MAX_FRONTS],
    middle: Middle,
}

/// The battles at a position, and the order in which they are tried.
#[derive(Default)]
struct Ply {
    battles: Vec<Battles>,
    order: Vec<u16>,
    /// Turns that last refuted a position here.
    killers: [Option<Turn>; 2],
}

/// A position with all that its turns have in common.
struct Node<'a> {
    sketch: &'a Sketch,
    found: Fronts,
    bought: Force,
    money: f32,
}

/// The limits between which a value is wanted, and what has been found so far.
struct Window {
    alpha: f32,
    beta: f32,
    best: f32,
    turn: Option<Turn>,
    tried: usize,
}

/// The search.
pub struct Search {
    /// The map.
    pub board: Board,
    /// What it values.
    pub value: Value,
    /// Whether a game is won only at the end of a round, as the rules have it.
    pub strict: bool,
    /// Whether the last turn is looked at front by front.
    pub apart: bool,
    /// Positions that were valued.
    pub nodes: u64,
    /// How deep the last search looked in full.
    pub reached: usize,
    /// When to stop.
    pub deadline: Option<Instant>,
    /// How many positions to value at most.
    pub most: u64,
    plies: Vec<Ply>,
    memory: Memory,
    stopped: bool,
}

impl Search {
    /// A search on a board.
    pub fn new(board: Board, value: Value, strict: bool, apart: bool) -> Search {
        Search {
            board,
            value,
            strict,
            apart,
            nodes: 0,
            reached: 0,
            deadline: None,
            most: u64::MAX,
            plies: Vec::new(),
            memory: Memory::new(),
            stopped: false,
        }
    }

    /// Looks `depth` turns ahead; returns all turns at hand with their values, the best first.
    ///
    /// Values of turns that are not the best are bounds. When time runs out, the values are those of the last depth that was finished,
    /// except for a turn that the next depth has found to be better.
    pub fn run(&mut self, root: &Sketch, depth: usize) -> Vec<Child> {
        self.begin(depth);
        self.reached = 1;
        let mut children = self.expand(root);
        for reach in 2..=depth {
            let mut best = f32::NEG_INFINITY;
            let mut values: Vec<f32> = Vec::with_capacity(children.len());
            for child in &children {
                let value = match child.value {
                    won if won >= WON => won,
                    _ => -self.look(&child.sketch, reach - 1, 1, -WON, -best),
                };
                if self.stopped {
                    break;
                }
                values.push(value);
                best = best.max(value);
            }
            if self.stopped {
                if let Some(i) = values.iter().position(|&v| v == best) {
                    children[..=i].rotate_right(1);
                    children[0].value = best;
                }
                break;
            }
            for (child, value) in children.iter_mut().zip(values) {
                child.value = value;
            }
            children.sort_by(|a, b| b.value.total_cmp(&a.value));
            self.reached = reach;
        }
        children
    }

    /// Forgets what was found in other positions.
    pub fn begin(&mut self, depth: usize) {
        while self.plies.len() <= depth + 1 {
            self.plies.push(Ply::default());
        }
        self.plies.iter_mut().for_each(|ply| ply.killers = [None; 2]);
        self.memory.forget();
        self.stopped = false;
    }

    /// The value of a position to the side to move, `depth` turns on, as far as it is below `beta`, else some value that is not; nothing
    /// if time runs out. [`Search::begin`] comes first.
    pub fn bounded(&mut self, sketch: &Sketch, depth: usize, beta: f32) -> Option<f32> {
        self.stopped = self.out_of_time();
        if self.stopped {
            return None;
        }
        let value = self.look(sketch, depth, 1, -WON, beta);
        (!self.stopped).then_some(value)
    }

    /// Whether the time is up.
    pub fn out_of_time(&self) -> bool {
        self.nodes >= self.most || self.deadline.is_some_and(|end| Instant::now() >= end)
    }

    /// Values a position only between two limits; if it seems to lie between them, exactly.
    fn look(&mut self, sketch: &Sketch, depth: usize, ply: usize, alpha: f32, beta: f32) -> f32 {
        // Most positions only have to be shown to be no better than the best.
        let near = beta.next_down();
        if alpha < near && beta < WON {
            let value = self.visit(sketch, depth, ply, near, beta);
            if value >= beta || self.stopped {
                return value;
            }
        }
        self.visit(sketch, depth, ply, alpha, beta)
    }

    /// All positions after one turn, the best for the mover first.
    fn expand(&mut self, sketch: &Sketch) -> Vec<Child> {
        let node = self.node(sketch);
        let mut list = Vec::new();
        turns(&self.board, sketch, &node.found, &mut list);
        let mut children: Vec<Child> = Vec::with_capacity(list.len());
        for turn in list {
            let next = self.after(&node, &turn);
            let value = -evaluate(&self.board, &self.value, self.strict, &next);
            children.push(Child { value, turn, sketch: next });
        }
        self.nodes += children.len() as u64;
        children.sort_by(|a, b| b.value.total_cmp(&a.value));
        // Turns that lead to the same position stand next to each other, or nearly so.
        children.dedup_by(|b, a| a.value == b.value && a.sketch == b.sketch);
        children
    }

    fn node<'a>(&self, sketch: &'a Sketch) -> Node<'a> {
        let (bought, money) = shopping(&self.board, sketch, sketch.side);
        Node { sketch, found: fronts(&self.board, sketch), bought, money }
    }

    /// The position after a turn.
    fn after(&self, node: &Node, turn: &Turn) -> Sketch {
        let middle = fight(&self.board, node.sketch, &node.found, &turn.tactics, &mut silent());
        self.close(&middle, &node.found, turn, &node.bought, node.money)
    }

    /// The position after a turn.
    pub fn follow(&self, sketch: &Sketch, turn: &Turn) -> Sketch {
        self.after(&self.node(sketch), turn)
    }

    /// All turns of a position, those with the best battles first.
    pub fn promising(&mut self, sketch: &Sketch, out: &mut Vec<Turn>) {
        let node = self.node(sketch);
        let choices = Choices::of(&self.board, sketch, &node.found);
        let mut all = std::mem::take(&mut self.plies[0]);
        self.list(&node, &choices, &mut all);
        for &i in &all.order {
            let tactics = all.battles[usize::from(i)].tactics;
            out.extend(reinforcements(node.found.len).map(|reinforce| Turn { tactics, reinforce }));
        }
        self.plies[0] = all;
    }

    /// What a position is worth to the side to move if it fights the battles that are best at once.
    pub fn outlook(&mut self, sketch: &Sketch) -> f32 {
        match decided(&self.board, self.strict, sketch) {
            Some(winner) if winner == sketch.side => WON,
            Some(_) => -WON,
            None => self.last_by_fronts(sketch, 1, WON),
        }
    }

    /// The position after a turn whose battles are decided.
    pub fn close(&self, middle: &Middle, found: &Fronts, turn: &Turn, bought: &Force, money: f32) -> Sketch {
        let mut middle = *middle;
        redeploy(&self.board, &mut middle, found, turn, &mut silent());
        finish(&self.board, &middle, bought, money)
    }

    /// The value of a position to the side to move.
    fn visit(&mut self, sketch: &Sketch, depth: usize, ply: usize, alpha: f32, beta: f32) -> f32 {
        if let Some(winner) = decided(&self.board, self.strict, sketch) {
            // The sooner, the better.
            let value = WON - ply as f32;
            return if winner == sketch.side { value } else { -value };
        }
        if depth <= 1 {
            return match self.apart {
                true => self.last_by_fronts(sketch, ply, beta),
                false => self.last(sketch, ply, beta),
            };
        }
        if self.out_of_time() {
            self.stopped = true;
            return 0.0;
        }
        let key = key(&self.board, sketch);
        let known = self.memory.get(key);
        if let Some(value) = known.and_then(|note| note.settles(depth, alpha, beta)) {
            return value;
        }
        let mut window = Window { alpha, beta, best: f32::NEG_INFINITY, turn: None, tried: 0 };
        let node = self.node(sketch);
        self.search(&node, depth, ply, known.and_then(|note| note.turn), &mut window);
        if self.stopped {
            return 0.0;
        }
        if let (Some(turn), true) = (window.turn, window.best >= beta) {
            let killers = &mut self.plies[ply].killers;
            if killers[0] != Some(turn) {
                *killers = [Some(turn), killers[0]];
            }
        }
        let bound = match window.best {
            best if best >= beta => Bound::Least,
            best if best <= alpha => Bound::Most,
            _ => Bound::Exact,
        };
        self.memory.put(key, Note { depth: depth as u8, bound, value: window.best, turn: window.turn });
        window.best
    }

    /// Tries the turns of a position until one is too good.
    fn search(&mut self, node: &Node, depth: usize, ply: usize, known: Option<Turn>, window: &mut Window) {
        let choices = Choices::of(&self.board, node.sketch, &node.found);
        let possible = |turn: &Turn| {
            choices.contains(&turn.tactics) && reinforcements(node.found.len).any(|r| r == turn.reinforce)
        };
        let [first, second] = self.plies[ply].killers;
        let mut early = [known, first, second];
        for i in 0..early.len() {
            early[i] = early[i].filter(|turn| possible(turn) && !early[..i].contains(&Some(*turn)));
            let Some(turn) = early[i] else { continue };
            let next = self.after(node, &turn);
            if self.consider(&next, turn, depth, ply, window) {
                return;
            }
        }
        let mut all = std::mem::take(&mut self.plies[ply]);
        self.list(node, &choices, &mut all);
        'all: for &i in &all.order {
            let battles = &all.battles[usize::from(i)];
            let mut last = None;
            for reinforce in reinforcements(node.found.len) {
                let turn = Turn { tactics: battles.tactics, reinforce };
                if early.contains(&Some(turn)) {
                    continue;
                }
                let next = self.close(&battles.middle, &node.found, &turn, &node.bought, node.money);
                if last == Some(next) {
                    continue;
                }
                if self.consider(&next, turn, depth, ply, window) {
                    break 'all;
                }
                last = Some(next);
            }
        }
        self.plies[ply] = all;
    }

    /// What all tactics lead to before reinforcements move, the best first.
    fn list(&mut self, node: &Node, choices: &Choices, all: &mut Ply) {
        let Ply { battles, order, .. } = all;
        battles.clear();
        choices.combine(|tactics| {
            let middle = fight(&self.board, node.sketch, &node.found, &tactics, &mut silent());
            let next = finish(&self.board, &middle, &node.bought, node.money);
            let value = -evaluate(&self.board, &self.value, self.strict, &next);
            battles.push(Battles { value, tactics, middle });
        });
        self.nodes += battles.len() as u64;
        order.clear();
        order.extend(0..battles.len() as u16);
        order.sort_by(|&i, &j| battles[usize::from(j)].value.total_cmp(&battles[usize::from(i)].value));
    }

    /// Looks at one turn; whether it is so good that no other has to be looked at, or time is up.
    fn consider(&mut self, next: &Sketch, turn: Turn, depth: usize, ply: usize, window: &mut Window) -> bool {
        let &mut Window { alpha, beta, tried, .. } = window;
        window.tried += 1;
        let value = match tried {
            0 => -self.visit(next, depth - 1, ply + 1, -beta, -alpha),
            _ => -self.look(next, depth - 1, ply + 1, -beta, -alpha),
        };
        if self.stopped {
            return true;
        }
        if value > window.best {
            (window.best, window.turn) = (value, Some(turn));
        }
        window.alpha = alpha.max(value);
        window.alpha >= beta
    }

    /// What a position is worth after the last turn's battles. Where reinforcements go changes nothing that is valued, or little.
    fn settled(&mut self, node: &Node, tactics: &[Tactic; MAX_FRONTS]) -> f32 {
        let middle = fight(&self.board, node.sketch, &node.found, tactics, &mut silent());
        let next = finish(&self.board, &middle, &node.bought, node.money);
        self.nodes += 1;
        -evaluate(&self.board, &self.value, self.strict, &next)
    }

    /// The last turn: the best value of all.
    fn last(&mut self, sketch: &Sketch, ply: usize, beta: f32) -> f32 {
        let node = self.node(sketch);
        let choices = Choices::of(&self.board, sketch, &node.found);
        let killer = self.plies[ply].killers[0].map(|turn| turn.tactics).filter(|t| choices.contains(t));
        let mut best = killer.map_or(f32::NEG_INFINITY, |tactics| self.settled(&node, &tactics));
        choices.combine(|tactics| {
            if best < beta && killer != Some(tactics) {
                best = best.max(self.settled(&node, &tactics));
                if best >= beta {
                    self.plies[ply].killers[0] = Some(Turn { tactics, reinforce: Reinforce::None });
                }
            }
        });
        best
    }

    /// The last turn, front by front: each does what is best while the others do what was best so far.
    fn last_by_fronts(&mut self, sketch: &Sketch, ply: usize, beta: f32) -> f32 {
        let node = self.node(sketch);
        let choices = Choices::of(&self.board, sketch, &node.found);
        let killer = self.plies[ply].killers[0].map(|turn| turn.tactics).filter(|t| choices.contains(t));
        let mut tactics = killer.unwrap_or([Tactic::Pass; MAX_FRONTS]);
        let mut best = self.settled(&node, &tactics);
        'better: for i in 0..node.found.len {
            for &other in choices.front(i) {
                if best >= beta {
                    break 'better;
                }
                let mut next = tactics;
                next[i] = other;
                if next != tactics {
                    let value = self.settled(&node, &next);
                    if value > best {
                        (best, tactics) = (value, next);
                    }
                }
            }
        }
        self.plies[ply].killers[0] = Some(Turn { tactics, reinforce: Reinforce::None });
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
        let mut search = Search::new(board, super::super::value::PAPER, false, false);
        fn minimax(search: &mut Search, sketch: &Sketch, depth: usize) -> f32 {
            if depth == 0 || sketch.winner(&search.board).is_some() {
                return evaluate(&search.board, &search.value, search.strict, sketch);
            }
            let after = search.expand(sketch);
            after.iter().map(|c| -minimax(search, &c.sketch, depth - 1)).fold(f32::NEG_INFINITY, f32::max)
        }
        for child in search.expand(&root).iter().step_by(40).take(3) {
            search.begin(2);
            let found = search.bounded(&child.sketch, 2, WON);
            assert_eq!(found, Some(minimax(&mut search, &child.sketch, 2)));
        }
    }
}
