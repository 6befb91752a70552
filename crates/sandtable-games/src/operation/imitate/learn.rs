//! How an imitator learns: by maximum likelihood, from records of games.
//!
//! Of ten games seven are learned from, two say when to stop, and one is for the exam. It takes a minute or two and stores nothing before its end: one
//! that was killed is started again.

use sandtable_core::train::{
    Choice, Contest, Decision, Learned, Lessons, Net, Optimiser, Recorded, Trainer, Training, write_whole,
};
use sandtable_core::{Failure, Kit, Proposer, Rng, Stream};

use super::{Exam, Habit, Known, Lore, Scorer, Signs, planner};
use crate::operation::board::Board;
use crate::operation::constraints::{Bound, Constraints, Limit, Move};
use crate::operation::players::planner::Planner;
use crate::operation::rules::Operation;
use crate::operation::stacks::{Stacks, nodes};
use crate::operation::state::{Phase, Side, State};

/// How an imitator of Operation learns.
pub const TRAINER: Trainer<Operation> = Trainer {
    lessons: Lessons {
        agent: "imitator",
        methods: &[(
            "likelihood",
            "the kind of a player's moves, and which of them it chose, by maximum likelihood",
        )],
        opponents: &[],
        records: true,
        total_games: |_| 0,
    },
    run,
};

/// Hidden units.
const HIDDEN: usize = 8;
/// Other moves that a choice is compared with.
const OTHERS: usize = 40;
/// How many choices share a step.
const BATCH: usize = 32;
/// The length of a step.
const STEP: f32 = 0.003;
/// Passes without progress, after which it stops.
const PATIENCE: usize = 4;
/// Shares of the recorded moves that limits hold, from strict to all.
const KINDS: [f64; 4] = [0.8, 0.95, 0.99, 1.0];

/// A decision with the move that it came to.
struct Case {
    state: State,
    chosen: Move,
    /// Some of the other moves that were possible.
    others: Vec<Move>,
}

fn run(
    kit: &Kit<Operation>,
    training: &Training,
    contest: &dyn Contest<Operation>,
) -> Result<Learned, Failure> {
    if training.out.exists() && !training.fresh {
        let line = format!("{} is there: --fresh overwrites it", training.out.display());
        return Err(Failure::BadInput(line));
    }
    let (own, _) = kit.player(TRAINER.lessons.agent)?;
    let args = training.agent.args(own.params)?;
    let (of, most) = (args.get("of"), args.number("most", 1..=100_000)?);
    let games = contest.recorded(&training.from)?;
    let mut history = Vec::new();
    let [blue, red] =
        Side::BOTH.map(|side| learn(kit.game, training, &games, side, (of, most), &mut history));
    let lore = Lore { blue, red };
    if lore.blue.is_none() && lore.red.is_none() {
        let whose = if of.is_empty() { String::new() } else { format!(" of {of}") };
        return Err(Failure::BadInput(format!(
            "too few decisions{whose} in these records: expected ten games"
        )));
    }
    let player = serde_json::to_string(&lore).expect("plain data") + "\n";
    write_whole(&training.out, &player)?;
    let axis = "surprise at choices that it has not seen, in nats: Blue's passes, then Red's";
    Ok(Learned { player, history, axis, matches: Vec::new(), plots: Vec::new(), tables: Vec::new() })
}

/// Whole turns of a side in a game, where one of the players `of` whom it should learn from had it.
fn turns<'a>(
    board: &'a Board,
    game: &'a Recorded<Operation>,
    side: Side,
    of: &'a str,
) -> impl Iterator<Item = (&'a State, Move)> {
    let seat = &game.seats[side.seat()];
    let meant = of.is_empty() || seat.split(':').next() == Some(of) || seat == of;
    let fresh =
        |d: &&Decision<Operation>| matches!(&d.state.phase, Phase::Move(orders) if orders.next_edge == 0);
    let own = game.decisions.iter().filter(move |d| meant && d.seat == side.seat()).filter(fresh);
    own.map(move |d| (&d.state, Move::of(board, &d.state, side, &d.plan)))
}

/// Learns one side; nothing if it has too few games.
fn learn(
    game: &Operation,
    training: &Training,
    games: &[Recorded<Operation>],
    side: Side,
    (of, most): (&str, usize),
    history: &mut Vec<f64>,
) -> Option<Habit> {
    let board = game.board();
    let games: Vec<Vec<(&State, Move)>> = games
        .iter()
        .map(|g| turns(board, g, side, of).collect())
        .filter(|g: &Vec<_>| !g.is_empty())
        .collect();
    if games.len() < 10 {
        return None;
    }
    let part = |keep: fn(usize) -> bool| {
        games.iter().enumerate().filter(move |(i, _)| keep(i % 10)).flat_map(|(_, turns)| turns.iter())
    };
    let within = kinds(board, side, part(|i| i > 0));
    let text: Vec<String> = within.iter().map(|constraints| constraints.text(board)).collect();
    let mut planner = planner(within.clone(), most);
    let mut rng = Rng::new(training.seed, side.seat() as u64, Stream::World);
    let mut cases = |keep: fn(usize) -> bool| -> Vec<Case> {
        part(keep).map(|(state, chosen)| case(game, state, *chosen, &mut planner, &mut rng)).collect()
    };
    let (mut lessons, stop) = (cases(|i| i > 2), cases(|i| i == 1 || i == 2));
    let names = Signs::names(board);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut net = Net::new(&names, HIDDEN, &mut rng);
    let mut optimiser = Optimiser::new(&net);
    let (signs, mut room) = (Signs::default(), Vec::new());
    let read = |case: &Case, choice: &mut Choice| {
        choice.rows.clear();
        choice.chosen = 0;
        for turn in std::iter::once(&case.chosen).chain(&case.others) {
            signs.read(game, &case.state, side, turn, &mut choice.rows);
        }
    };
    let mut best = (f64::INFINITY, net.clone(), 0);
    for pass in 0..training.rounds as usize {
        for i in (1..lessons.len()).rev() {
            lessons.swap(i, rng.below(i as u32 + 1) as usize);
        }
        for batch in lessons.chunks(BATCH) {
            optimiser.step_choices(&mut net, batch.iter(), read, STEP);
        }
        let mut choice = Choice::default();
        let surprise = stop.iter().map(|case| {
            read(case, &mut choice);
            net.surprise_at(&choice, &mut room)
        });
        let surprise = surprise.sum::<f64>() / stop.len().max(1) as f64;
        history.push(surprise);
        if surprise < best.0 {
            best = (surprise, net.clone(), pass);
        } else if pass - best.2 >= PATIENCE {
            break;
        }
    }
    let known = Known { within, net: best.1 };
    let exam = examine(game, side, &known, most, part(|i| i == 0));
    Some(Habit { exam, within: text.join(" else "), net: known.net })
}

/// A decision among some of the moves that are considered.
fn case(game: &Operation, state: &State, chosen: Move, planner: &mut Planner, rng: &mut Rng) -> Case {
    let mut others = Vec::new();
    planner.propose(game, state, &mut others);
    others.retain(|turn| turn.result != chosen.result);
    for i in 0..others.len().min(OTHERS) {
        let other = i + rng.below((others.len() - i) as u32) as usize;
        others.swap(i, other);
    }
    others.truncate(OTHERS);
    others.shrink_to_fit();
    Case { state: state.clone(), chosen, others }
}

/// How often it would have done the same.
fn examine<'a>(
    game: &Operation,
    side: Side,
    known: &Known,
    most: usize,
    turns: impl Iterator<Item = &'a (&'a State, Move)>,
) -> Exam {
    let (mut exam, mut scorer, mut planner) = (Exam::default(), Scorer::default(), known.planner(most));
    for (state, chosen) in turns {
        exam.decisions += 1;
        scorer.weigh(game, state, side, &mut planner, &known.net);
        let Some(at) = scorer.moves.iter().position(|turn| turn.result == chosen.result) else { continue };
        let better = scorer.chances.iter().filter(|chance| **chance > scorer.chances[at]).count();
        exam.considered += 1;
        exam.same += u64::from(better == 0);
        exam.five += u64::from(better < 5);
    }
    exam
}

/// Limits within which most of the recorded moves stay, then nearly all, then all.
fn kinds<'a>(
    board: &Board,
    side: Side,
    turns: impl Iterator<Item = &'a (&'a State, Move)>,
) -> Vec<Constraints> {
    let mut uses: Vec<Vec<u8>> = vec![Vec::new(); Limit::ALL.len()];
    for (state, turn) in turns {
        Limit::ALL
            .iter()
            .zip(&mut uses)
            .for_each(|(limit, uses)| uses.push(used(board, state, side, turn, *limit)));
    }
    uses.iter_mut().for_each(|uses| uses.sort_unstable());
    let of = |share: f64| {
        let mut constraints = Constraints::none();
        for (limit, uses) in Limit::ALL.into_iter().zip(&uses) {
            let at = (share * (uses.len() - 1) as f64).ceil() as usize;
            constraints.set(limit, Some(Bound::of(uses[at])));
        }
        constraints
    };
    KINDS.into_iter().map(of).collect()
}

/// How much of a limit a move uses.
fn used(board: &Board, state: &State, side: Side, turn: &Move, limit: Limit) -> u8 {
    let [north, east, south, west] = turn.sent;
    let axes = |sent: Stacks| {
        let axes = nodes(sent.occupied()).fold(0u32, |axes, node| axes | 1 << board.column(node));
        axes.count_ones() as u8
    };
    // The way into the goal is part of no axis.
    let inner = north.on(if side == Side::Blue { !board.north } else { u64::MAX });
    let (forward, backward) = if side == Side::Blue { (inner, south) } else { (south, inner) };
    let moving = turn.sent.into_iter().map(Stacks::total).sum::<u8>();
    match limit {
        Limit::Nodes => turn.result.pieces.occupied().count_ones() as u8,
        Limit::Forward => axes(forward),
        Limit::Backward => axes(backward),
        Limit::North => north.total(),
        Limit::East => east.total(),
        Limit::South => south.total(),
        Limit::West => west.total(),
        Limit::Stay => state.pieces(side).total() - moving,
    }
}
