//! What an agent is worth: against the opponent that is worst for it (Geq), and against best play (Peq).
//!
//! Section 3.1 of the report defines both for agents whose choice depends on the position alone. So an agent is asked anew in every
//! position, with nothing remembered and with randomness drawn from that position: whoever draws lots is measured
//! as one draw of itself. Where several moves are best, the opponent's best play is not one: Peq is then between two numbers.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};
use sandtable_core::plan::carry_out;
use sandtable_core::{Agent, Ask, Game, Guess, Rng, Seat, Stream, Turn};

use super::audit::Audit;
use super::graph::{Chooser, Graph};
use super::look::Look;
use super::rules::{Rules, bytes_of};
use super::{Limits, Solution, Unsolved};

/// Steps whose worth differs by less are equally good.
pub const EQUAL: f64 = 1e-9;

/// An agent that is to be measured.
pub struct Pupil<'a, G: Game> {
    /// Where it sits.
    pub seat: Seat,
    /// The agent.
    pub agent: Box<dyn Agent<G> + 'a>,
    /// What it draws when a game begins.
    pub seed: u64,
}

/// What an agent is worth, on the scale of its own payoff.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measures {
    /// Against the opponent that is worst for it.
    pub geq: f64,
    /// Against best play, at least and at most.
    pub peq: (f64, f64),
    /// In how many positions it was asked.
    pub asked: u64,
}

/// Against the worst opponent, and the least and the most that best opponents leave: all as the first seat sees it.
pub type Triple = [f64; 3];

impl<G: Game> Solution<G> {
    /// Measures agents in the game from `root` on, which must be in the table with all that follows it.
    pub fn measure(
        &self,
        game: &G,
        root: &G::State,
        pupils: Vec<Pupil<G>>,
        limits: &Limits,
    ) -> Result<Vec<Measures>, Unsolved> {
        if pupils.is_empty() {
            return Ok(Vec::new());
        }
        let audit = Audit::of(self.rules(game), root, limits)?;
        let measure = |mut pupil: Pupil<G>| {
            let (triple, asked) = match (&audit, &self.graph) {
                (Some(audit), _) => audit.measure(&mut pupil, limits)?,
                (None, Some(graph)) => self.in_graph(game, graph, &mut pupil, limits)?,
                (None, None) => self.in_turns(game, root, &mut pupil, limits)?,
            };
            let [geq, a, b] = triple.map(|value| self.sides.seen_by(pupil.seat, value));
            Ok(Measures { geq, peq: (a.min(b), a.max(b)), asked })
        };
        pupils.into_iter().map(measure).collect()
    }

    /// Position by position, each with its clock.
    fn in_turns(
        &self,
        game: &G,
        root: &G::State,
        pupil: &mut Pupil<G>,
        limits: &Limits,
    ) -> Result<(Triple, u64), Unsolved> {
        if self.table.knows_all {
            let why = "in a game without an end agents are measured when it is solved, not by its table";
            return Err(Unsolved::Unfit(why.into()));
        }
        let (rules, mut root) = (self.rules(game), root.clone());
        let beyond = rules.standing(&mut root);
        let mut replies = Replies {
            rules,
            solution: self,
            pupil,
            known: FxHashMap::default(),
            asked: 0,
            room: limits.bytes / (bytes_of(&root) + 2 * size_of::<Triple>()),
            limits,
        };
        Ok((replies.of(&root)?.map(|v| v + beyond), replies.asked))
    }

    fn in_graph(
        &self,
        game: &G,
        graph: &Graph<G>,
        pupil: &mut Pupil<G>,
        limits: &Limits,
    ) -> Result<(Triple, u64), Unsolved> {
        let parts = graph.parts();
        let (mut worst, mut best) = (vec![true; parts.ways.len()], vec![true; parts.ways.len()]);
        let (mut met, mut open, mut asked) = (vec![false; parts.states.len()], vec![0], 0);
        let mut actions = Vec::new();
        met[0] = true;
        while let Some(at) = open.pop() {
            let ways = parts.begins[at]..parts.begins[at + 1];
            if let Turn::Player(seat) = game.turn(&parts.states[at]) {
                let state = &parts.states[at];
                if self.sides.is_first(seat) == self.sides.is_first(pupil.seat) {
                    let step = pupil.plan(game, seat, state)?[0];
                    asked += 1;
                    actions.clear();
                    game.actions(state, &mut actions);
                    for (way, action) in ways.clone().zip(&actions) {
                        worst[way] = *action == step;
                        best[way] = worst[way];
                    }
                } else {
                    let worths = parts.ways[ways.clone()].iter().map(|way| graph.worth(way));
                    let top = worths.clone().reduce(|a, b| self.sides.better(seat, a, b));
                    for (way, worth) in ways.clone().zip(worths) {
                        best[way] = top.is_some_and(|top| (top - worth).abs() < EQUAL);
                    }
                }
            }
            for way in ways.filter(|&way| worst[way]) {
                let to = parts.ways[way].to as usize;
                if !std::mem::replace(&mut met[to], true) {
                    open.push(to);
                }
            }
            if asked % 1024 == 1023 && !(limits.progress)(1024) {
                return Err(Unsolved::Stopped);
            }
        }
        let start = |choosers: &[Chooser], open: &[bool]| {
            let (low, high) = graph.settle(choosers, open, game.info().payoff, limits)?;
            Ok((low[0] + high[0]) / 2.0)
        };
        let all = |chooser: Chooser| -> Vec<Chooser> {
            let players = |c: &Chooser| matches!(c, Chooser::First | Chooser::Other);
            parts.choosers.iter().map(|c| if players(c) { chooser } else { *c }).collect()
        };
        let triple = [
            start(parts.choosers, &worst)?,
            start(&all(Chooser::Other), &best)?,
            start(&all(Chooser::First), &best)?,
        ];
        Ok((triple, asked))
    }
}

impl<G: Game> Pupil<'_, G> {
    /// What it plans in a position, as if it had never seen another.
    pub fn plan(&mut self, game: &G, seat: Seat, state: &G::State) -> Result<Vec<G::Action>, Unsolved> {
        let mut hasher = FxHasher::default();
        state.hash(&mut hasher);
        let stream = Stream::Thought { seating: 0, seat: seat as u32 };
        self.agent.begin(game, seat, &mut Rng::new(self.seed, 0, stream));
        let mut rng = Rng::new(self.seed, hasher.finish(), stream);
        let (view, mut plan) = (game.view(state, seat), Vec::new());
        let failed = |why: String| Unsolved::Unfit(format!("the agent fails in a position: {why}"));
        self.agent
            .act(&mut Ask::new(game, seat, &view, &mut Guess, &mut rng), &mut plan)
            .map_err(|fault| failed(fault.to_string()))?;
        match carry_out(game, &mut state.clone(), &plan, |_, _| ()) {
            (0, _) => Err(failed("no step that the rules allow".into())),
            (taken, _) => {
                plan.truncate(taken);
                Ok(plan)
            }
        }
    }
}

/// An agent and its opponents, turn by turn.
struct Replies<'a, 'b, G: Game> {
    rules: Rules<'a, G>,
    solution: &'a Solution<G>,
    pupil: &'a mut Pupil<'b, G>,
    known: FxHashMap<G::State, Triple>,
    asked: u64,
    /// How many positions may be known.
    room: usize,
    limits: &'a Limits<'a>,
}

impl<G: Game> Replies<'_, '_, G> {
    fn of(&mut self, state: &G::State) -> Result<Triple, Unsolved> {
        let Rules { game, sides, .. } = self.rules;
        if game.turn(state) == Turn::Over {
            return self.rules.end(state).map(|value| [value; 3]);
        }
        if let Some(known) = self.known.get(state) {
            return Ok(*known);
        }
        let triple = match game.turn(state) {
            Turn::Player(seat) if sides.is_first(seat) == sides.is_first(self.pupil.seat) => {
                let plan = self.pupil.plan(game, seat, state)?;
                self.asked += 1;
                let mut next = state.clone();
                plan.into_iter().for_each(|step| game.apply(&mut next, step));
                self.after(state, next)?
            }
            Turn::Player(seat) => {
                let (mut actions, mut steps) = (Vec::new(), Vec::new());
                game.actions(state, &mut actions);
                let mut look = Look::new(self.rules, &self.solution.table);
                let unknown = || Unsolved::Unfit("the table lacks a position that comes up".into());
                let best = look.value(state).ok_or_else(unknown)?;
                for action in actions {
                    let mut next = state.clone();
                    game.apply(&mut next, action);
                    let worth = look.of(&next).ok_or_else(unknown)?;
                    steps.push((next, (worth - best).abs() < EQUAL));
                }
                drop(look);
                let mut triple: Option<Triple> = None;
                let mut optimal: Option<(f64, f64)> = None;
                for (next, is_best) in steps {
                    let [geq, low, high] = self.after(state, next)?;
                    triple = Some(match triple {
                        Some([so_far, ..]) => [sides.better(seat, so_far, geq), 0.0, 0.0],
                        None => [geq, 0.0, 0.0],
                    });
                    if is_best {
                        optimal = Some(optimal.map_or((low, high), |(l, h)| (l.min(low), h.max(high))));
                    }
                }
                let ([geq, ..], (low, high)) = (triple.expect("a step"), optimal.expect("a best step"));
                [geq, low, high]
            }
            _ => {
                let (mut outcomes, mut sum) = (Vec::new(), [0.0; 3]);
                game.outcomes(state, &mut outcomes);
                for (chance, p) in outcomes {
                    let mut next = state.clone();
                    game.resolve(&mut next, chance);
                    let triple = self.after(state, next)?;
                    sum.iter_mut().zip(triple).for_each(|(sum, value)| *sum += p * value);
                }
                sum
            }
        };
        if self.known.len() >= self.room {
            let (positions, bytes) = (self.known.len() as u64, bytes_of(state));
            return Err(Unsolved::TooLarge { positions, bytes, turn: game.turns(state) });
        }
        if self.known.len() % 1024 == 1023 && !(self.limits.progress)(1024) {
            return Err(Unsolved::Stopped);
        }
        self.known.insert(state.clone(), triple);
        Ok(triple)
    }

    /// The same of a position that follows another.
    fn after(&mut self, before: &G::State, mut next: G::State) -> Result<Triple, Unsolved> {
        let game = self.rules.game;
        let passed = game.turn(&next) != Turn::Over && game.turns(&next) != game.turns(before);
        let beyond = if passed { self.rules.standing(&mut next) } else { 0.0 };
        Ok(self.of(&next)?.map(|value| value + beyond))
    }
}
