//! A command of two levels (FFI/RAPPORT-2000/04403, chapter 9): a commander sets goals for areas, subordinates carry them out.
//!
//! The commander weighs its courses of action by playing each to the end many times: its own side follows the course, the other plays quickly. Half of the
//! courses are dropped, the others are tried again, until one is left. The subordinates' move on that course fixes what the
//! areas hold after the turn; the moves that hold as much (the constraints are the report's ALA) are listed, the best by an evaluation are
//! tried as the courses were, and one is played. A course is kept for several turns if the commander is told so.
//!
//! The report only names the idea. What the courses are, how they are weighed and what a subordinate does are chosen here.

mod course;
mod march;
mod trials;

use course::{Course, Goal, Task};
use march::Subordinates;

use std::time::Instant;

use sandtable_core::agent::{Ask, Fault, Thought};
use sandtable_core::eval::Single;
use sandtable_core::{
    Agent, Args, BadInput, Budget, Candidate, Choosing, Counsel, Figure, Game, Heat, Idea, Kit, Param,
    Proposer, Rng, Seat,
};

use super::board::Board;
use super::constraints::{Lister, Move, Standing, frame};
use super::players::planner::{Planner, Proper, Stance};
use super::rules::Operation;
use super::stacks::nodes;
use super::state::{Action, Phase, Side, State};
use trials::{Tally, Trials};

/// What can be set.
pub const PARAMS: [Param; 7] = [
    Param::main("goals", "courses of action that share the second half of the trials for courses", "4"),
    Param::new("trials", "games that are played on in thought for a decision", "1500"),
    Param::new("keep", "turns of its own for which it keeps a course", "1"),
    Param::new("wide", "moves that are tried for a course, beside the subordinates' own", "4"),
    Param::new("eval", "what values the moves that meet the goals: one of the game's evaluations", "outlook"),
    Param::new("depth", "turns that the evaluation looks ahead: 1 or 2", "1"),
    Param::new("most", "a list of moves that meet the goals stops there", "200"),
];

/// What is set.
struct Settings {
    goals: usize,
    trials: u64,
    keep: u32,
    wide: usize,
    depth: u32,
    most: usize,
}

/// Makes a command.
pub fn build(kit: &Kit<Operation>, args: &Args) -> Result<Box<dyn Agent<Operation>>, BadInput> {
    let settings = Settings {
        goals: args.number("goals", 1..=1_000)?,
        trials: args.number("trials", 1..=10_000_000)?,
        keep: args.number("keep", 1..=250)?,
        wide: args.number("wide", 0..=1_000)?,
        depth: args.number("depth", 1..=2)?,
        most: args.number("most", 1..=100_000)?,
    };
    let value = Single::new(kit.eval(args.get("eval"))?);
    let planner = Planner::new(Stance::Supply, Proper::default());
    Ok(Box::new(Commander {
        settings,
        counsel: Counsel::new(planner, value, Choosing::default()),
        courses: Side::BOTH.map(|side| Course::all(kit.game.board(), side)),
        kept: None,
        subordinates: Subordinates::default(),
        trials: Trials::default(),
        lister: Lister::default(),
    }))
}

/// A commander and its subordinates.
struct Commander {
    settings: Settings,
    counsel: Counsel<Operation, Planner, Single<Operation>>,
    courses: [Vec<Course>; 2],
    /// The course that it is on, and how many more turns of its own it stays on it.
    kept: Option<(Course, u32)>,
    subordinates: Subordinates,
    trials: Trials,
    lister: Lister,
}

/// How many worlds are thought of where something is hidden.
const WORLDS: usize = 16;

/// The world of a deal: all come to their turn, for everybody who is tried alike.
fn in_deal(worlds: &[State], deal: u64) -> &State {
    &worlds[deal as usize % worlds.len()]
}

/// The share of the trials that choose the course; the rest chooses the move.
const FOR_COURSES: f64 = 0.6;

impl Commander {
    /// The course to follow: the kept one, or the one that does best in trials. Appends what was weighed, the best first.
    fn decide(
        &mut self,
        game: &Operation,
        worlds: &[State],
        side: Side,
        (trials, deadline): (u64, Option<Instant>),
        weighed: &mut Vec<(Course, Tally)>,
        rng: &mut Rng,
    ) -> Course {
        if let Some((course, left @ 1..)) = self.kept {
            self.kept = Some((course, left - 1));
            return course;
        }
        let courses = &self.courses[side as usize];
        let (subordinates, seed) = (&mut self.subordinates, rng.bits());
        let tallies =
            self.trials.narrow(courses.len(), self.settings.goals, trials, deadline, |trials, i, deal| {
                trials.play(game, in_deal(worlds, deal), (side, courses[i]), subordinates, (seed, deal))
            });
        weighed.extend(tallies.iter().map(|tally| (courses[tally.arm], *tally)));
        let course = weighed[0].0;
        self.kept = Some((course, self.settings.keep - 1));
        course
    }

    /// The moves that hold what a march achieves, the march itself first, then the best others by the evaluation.
    fn moves(&mut self, game: &Operation, state: &State, side: Side, march: Move) -> Vec<Move> {
        let board = game.board();
        let constraints = self.subordinates.achieved(state, side, &march);
        let mut moves = vec![march];
        if self.settings.wide == 0 {
            return moves;
        }
        let found = self.lister.list(board, state, side, &constraints, self.settings.most);
        let end = game.turns(state) + self.settings.depth;
        let mut ranked: Vec<(f64, Move)> = Vec::with_capacity(found.len());
        for &turn in found.iter().filter(|turn| turn.result != march.result) {
            let after = self.counsel.proposer().after(game, state, &turn);
            ranked.push((self.counsel.worth(game, &after, end).values()[side.seat()], turn));
        }
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        moves.extend(ranked.iter().take(self.settings.wide).map(|(_, turn)| *turn));
        moves
    }
}

impl Agent<Operation> for Commander {
    fn begin(&mut self, _game: &Operation, _seat: Seat, _rng: &mut Rng) {
        self.kept = None;
    }

    fn act(&mut self, ask: &mut Ask<Operation>, plan: &mut Vec<Action>) -> Result<Thought<Action>, Fault> {
        // Moves are made for the likeliest world, and tried in it and in others.
        let state = ask.belief.likely(ask.game, ask.view, ask.rng);
        let mut worlds = vec![state.clone()];
        if ask.game.info().hidden {
            worlds.extend((1..WORLDS).map(|_| ask.belief.sample(ask.game, ask.view, ask.rng)));
        }
        let Phase::Move(orders) = &state.phase else { return Err(Fault("it is not its turn".into())) };
        let (game, side) = (ask.game, orders.side);
        let budget = ask.budget(None, Budget::effort(self.settings.trials));
        let deadline = budget.deadline();
        let trials = budget.effort.unwrap_or(self.settings.trials);
        let for_courses = (trials as f64 * FOR_COURSES) as u64;
        let mut weighed = Vec::new();
        let course = self.decide(game, &worlds, side, (for_courses, deadline), &mut weighed, ask.rng);
        let march = self.subordinates.march(game.board(), &state, side, course);
        let goals = self.subordinates.goals().to_vec();
        let moves = self.moves(game, &state, side, march);
        let (subordinates, seed) = (&mut self.subordinates, ask.rng.bits());
        let planner = self.counsel.proposer();
        let tallies =
            self.trials.narrow(moves.len(), 1, trials - for_courses, deadline, |trials, i, deal| {
                let after = planner.after(game, in_deal(&worlds, deal), &moves[i]);
                trials.play(game, &after, (side, course), subordinates, (seed, deal))
            });
        let chosen = moves[tallies[0].arm];
        planner.steps(game, &state, &chosen, plan);
        if !ask.explain {
            return Ok(Thought::default());
        }
        let played =
            tallies.iter().chain(weighed.iter().map(|(_, tally)| tally)).map(|tally| tally.count).sum();
        let standing = Standing { board: game.board(), state: &state, side };
        let frames = vec![frame(standing, &Goal::constraints(&goals), moves.len() as u64, false)];
        Ok(Thought { frames, ..thought(game.board(), course, &goals, &weighed, played) })
    }
}

/// The courses that were weighed, and the goals of the one that was chosen: as ALA, and on the board.
fn thought(
    board: &Board,
    course: Course,
    goals: &[Goal],
    weighed: &[(Course, Tally)],
    played: u64,
) -> Thought<Action> {
    let ala = Goal::text(board, goals);
    let candidate = |(other, tally): &(Course, Tally)| {
        let words = other.words(board);
        let words = if *other == course { format!("{words}: {ala}") } else { words };
        Candidate { idea: Idea::Turn(words), visits: tally.count, value: tally.mean, stderr: tally.error }
    };
    let mut candidates: Vec<_> = weighed.iter().take(SHOWN).map(candidate).collect();
    if candidates.is_empty() {
        let words = format!("{}, kept: {ala}", course.words(board));
        candidates.push(Candidate { idea: Idea::Turn(words), visits: 0, value: 0.0, stderr: 0.0 });
    }
    let figures = vec![Figure::new("games in thought", played as f64)];
    Thought { candidates, figures, heat: heat(board, goals), ..Thought::default() }
}

/// How many courses are told.
const SHOWN: usize = 8;

/// The pieces that each task wants, spread evenly over its areas.
fn heat(board: &Board, goals: &[Goal]) -> Vec<Heat> {
    let of = |task: Task, name: &str| {
        // The goal is a space too, behind the nodes.
        let mut values = vec![0.0; board.len() + 1];
        for Goal { area, .. } in goals.iter().filter(|goal| goal.task == task) {
            let spaces = f64::from(area.nodes.count_ones()) + f64::from(u8::from(area.goal));
            let each = f64::from(area.least) / spaces.max(1.0);
            nodes(area.nodes).for_each(|node| values[usize::from(node)] += each);
            values[board.len()] += if area.goal { each } else { 0.0 };
        }
        Heat { name: name.into(), values }
    };
    let all = [(Task::Effort, "main effort"), (Task::Supply, "supply"), (Task::Guard, "guards")];
    let wanted = all.iter().map(|(task, name)| of(*task, name));
    wanted.filter(|heat| heat.values.iter().any(|v| *v > 0.0)).collect()
}
