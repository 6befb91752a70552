//! What an agent is worth where positions are kept without the clock: the game is gone through from its start to see in which positions the agent is
//! asked with how many turns left, and then valued from the last turn back to the first, as solutions are.

use rustc_hash::FxHashMap;
use sandtable_core::{Game, Turn};

use super::countdown::Listing;
use super::reply::{EQUAL, Pupil, Triple};
use super::rules::Rules;
use super::web::Chooser;
use super::{Limits, Unsolved};

/// What an agent does at a node: where that leads, whether it ends the turn, and what the first seat gets beyond the worth of it.
type Answer = (u32, bool, f64);

/// All positions that follow one, to measure agents in.
pub struct Audit<'a, G: Game> {
    rules: Rules<'a, G>,
    listing: Listing,
    /// The states of the nodes, but for the first one, which stands for the ends of the game.
    states: Vec<G::State>,
    order: Vec<Vec<u32>>,
    /// What the clock of all states shows, and what it showed where the game begins.
    full: u32,
    /// What the first seat has beyond the worth of the first position.
    beyond: f64,
}

/// What a pupil does with so many turns left.
#[derive(Default)]
struct Course {
    /// Nodes that come up, a bit for each.
    met: Vec<u64>,
    answers: FxHashMap<u32, Answer>,
}

impl Course {
    fn new(nodes: usize) -> Self {
        Course { met: vec![0; nodes.div_ceil(64)], answers: FxHashMap::default() }
    }

    fn has_met(&self, node: u32) -> bool {
        self.met[node as usize / 64] >> (node % 64) & 1 == 1
    }

    /// Whether it is met for the first time.
    fn meet(&mut self, node: u32) -> bool {
        let new = !self.has_met(node);
        self.met[node as usize / 64] |= 1 << (node % 64);
        new
    }
}

impl<'a, G: Game> Audit<'a, G> {
    /// Lists what follows `root`; nothing if that is the end, or if its clock cannot be kept apart.
    pub fn of(rules: Rules<'a, G>, root: &G::State, limits: &Limits) -> Result<Option<Self>, Unsolved> {
        let Some(clock) = rules.clock else { return Ok(None) };
        let full = (clock.left)(rules.game, root);
        let mut states = Vec::new();
        if full == 0 || rules.game.turn(root) == Turn::Over {
            return Ok(None);
        }
        let beyond = rules.standing(&mut root.clone());
        let listing = Listing::list(rules, root, full, limits, Some(&mut states))?;
        let listed = listing.and_then(|listing| Some((listing.order()?, listing)));
        Ok(listed.map(|(order, listing)| Audit { rules, listing, states, order, full, beyond }))
    }

    /// Measures an agent: its worth against the worst opponent, the least and the most that best opponents leave it, and how often it was asked.
    pub fn measure(&self, pupil: &mut Pupil<G>, limits: &Limits) -> Result<(Triple, u64), Unsolved> {
        let mut courses: Vec<Course> = Vec::new();
        let mut open = vec![1];
        for left in (1..=self.full).rev() {
            let (course, next) = self.course(pupil, left, open, limits)?;
            courses.push(course);
            open = next;
        }
        let asked = courses.iter().map(|course| course.answers.len() as u64).sum();
        Ok((self.valued(pupil, &courses, limits)?.map(|value| value + self.beyond), asked))
    }

    /// What comes up with so many turns left if the turn begins in one of these positions, and in which ones the next turn begins.
    fn course(
        &self,
        pupil: &mut Pupil<G>,
        left: u32,
        mut open: Vec<u32>,
        limits: &Limits,
    ) -> Result<(Course, Vec<u32>), Unsolved> {
        let nodes = self.listing.nodes();
        let (mut course, mut next, mut after) = (Course::new(nodes), Vec::new(), Course::new(nodes));
        open.retain(|&node| course.meet(node));
        while let Some(node) = open.pop() {
            let mut visit = |to: u32, crossing: bool| {
                // The first node is where the game ends.
                if crossing && left > 1 && after.meet(to) {
                    next.push(to);
                } else if !crossing && to > 0 && course.meet(to) {
                    open.push(to);
                }
            };
            if !self.asks(pupil, node) {
                self.listing.web.each(node, |way| visit(way.to, way.crossing));
                continue;
            }
            let answer = self.answer(pupil, node, left)?;
            visit(answer.0, answer.1);
            course.answers.insert(node, answer);
            if course.answers.len() % 1024 == 0 && !(limits.progress)(1024) {
                return Err(Unsolved::Stopped);
            }
        }
        Ok((course, next))
    }

    /// Whether the pupil's side decides at a node.
    fn asks(&self, pupil: &Pupil<G>, node: u32) -> bool {
        let own = if self.rules.sides.is_first(pupil.seat) { Chooser::First } else { Chooser::Other };
        self.listing.web.chooser(node) == own
    }

    /// What the pupil does at a node with so many turns left.
    fn answer(&self, pupil: &mut Pupil<G>, node: u32, left: u32) -> Result<Answer, Unsolved> {
        let Rules { game, clock, .. } = self.rules;
        let mut state = self.states[node as usize - 1].clone();
        let set = |state: &mut G::State, left| clock.iter().for_each(|clock| (clock.set)(game, state, left));
        set(&mut state, left);
        let (mover, turn) = (game.turn(&state), game.turns(&state));
        while let Turn::Player(seat) = game.turn(&state)
            && mover == game.turn(&state)
            && turn == game.turns(&state)
        {
            let plan = pupil.plan(game, seat, &state)?;
            plan.into_iter().for_each(|step| game.apply(&mut state, step));
        }
        if game.turn(&state) == Turn::Over {
            return Ok((0, false, self.rules.end(&state)?));
        }
        let crossing = game.turns(&state) != turn;
        let beyond = self.rules.standing(&mut state);
        set(&mut state, self.full);
        let to = self.listing.number(&state);
        let to = to.ok_or_else(|| Unsolved::Unfit("a position comes up that was not listed".into()))?;
        Ok((to, crossing, beyond))
    }

    /// The worth of the first position, from the courses with the most turns left to those with one.
    fn valued(&self, pupil: &Pupil<G>, courses: &[Course], limits: &Limits) -> Result<Triple, Unsolved> {
        let Rules { sides, .. } = self.rules;
        let web = &self.listing.web;
        let mut before = self.listing.expired.clone();
        let mut now = vec![0.0; before.len()];
        let mut after: Vec<Triple> = before.iter().map(|value| [*value; 3]).collect();
        let mut within = vec![[0.0; 3]; before.len()];
        for course in courses.iter().rev() {
            for &node in self.order.iter().flatten() {
                let value = web.worth(node, &before, &now);
                now[node as usize] = value;
                if !course.has_met(node) {
                    continue;
                }
                let of = |to: u32, crossing: bool, beyond: f64| {
                    let known = if crossing { &after } else { &within };
                    known[to as usize].map(|value| value + beyond)
                };
                within[node as usize] = match (course.answers.get(&node), web.chooser(node)) {
                    (Some(&(to, crossing, beyond)), _) => of(to, crossing, beyond),
                    (None, Chooser::Dice) => {
                        let mut sum = [0.0; 3];
                        web.each(node, |way| {
                            let triple = of(way.to, way.crossing, way.beyond);
                            sum.iter_mut().zip(triple).for_each(|(sum, value)| *sum += way.p * value);
                        });
                        sum
                    }
                    _ => {
                        let mut reply: Option<Triple> = None;
                        let mut best: Option<(f64, f64)> = None;
                        let opponent = usize::from(sides.is_first(pupil.seat));
                        web.each(node, |way| {
                            let known = if way.crossing { &before } else { &now };
                            let worth = way.beyond + known[way.to as usize];
                            let [geq, low, high] = of(way.to, way.crossing, way.beyond);
                            let worst = reply.map_or(geq, |[so_far, ..]| match opponent {
                                0 => so_far.max(geq),
                                _ => so_far.min(geq),
                            });
                            reply = Some([worst, 0.0, 0.0]);
                            if (worth - value).abs() < EQUAL {
                                best = Some(best.map_or((low, high), |(l, h)| (l.min(low), h.max(high))));
                            }
                        });
                        let ([geq, ..], (low, high)) = (reply.expect("a step"), best.expect("a best step"));
                        [geq, low, high]
                    }
                };
            }
            std::mem::swap(&mut before, &mut now);
            std::mem::swap(&mut after, &mut within);
            if !(limits.progress)(before.len() as u64) {
                return Err(Unsolved::Stopped);
            }
        }
        Ok(after[1])
    }
}
