//! How the net learns: it plays itself, and what it expects of a position is drawn towards what it expects of those that follow, and
//! towards the result (TD(λ), section 6.3 of the report).
//!
//! Two methods. `report` is the report's: 66 numbers, 20 hidden units, targets from the positions that came up. `corrected` takes luck out of
//! the targets, as chapter 9 proposes: where the report looks at the position that followed, it takes the mean over whose turn it might have
//! been and how all combats might have ended, both sides moving as the net would have them move. It has more numbers and more units.
//!
//! `reply` learns to beat one opponent: that opponent's own moves take the place of the other side's best ones.
//!
//! The report's net starts from nothing. The others first learn, for a tenth of all rounds, what `outlook` says of positions from games of the
//! reference players, who are quick and wander off their ways now and then.
//!
//! What plays, and what is written in the end, is the mean of the weights over the last rounds: single rounds are too noisy.
//!
//! A round plays games with the net as it is, and then improves it; a round is a function of the seed and the net. What the next one needs is
//! stored after each, so a training that was killed goes on as if nothing had happened.

use std::sync::Mutex;

use sandtable_core::catalog::read_file;
use sandtable_core::policy::Seated;
use sandtable_core::train::{
    Contest, Example, Learned, Lessons, Maker, Net, Optimiser, Seen, Trainer, Training, write_whole,
};
use sandtable_core::{Agent, Choosing, Counsel, Failure, Game, Kit, Policy, Rng, Stream, Value};
use serde::{Deserialize, Serialize};

use super::{NetValue, Reader, Set};
use crate::operation::board::Board;
use crate::operation::eval::Outlook;
use crate::operation::players::planner::{Planner, Proper, Stance};
use crate::operation::players::sparring::{Facing, Wanderer};
use crate::operation::rules::Operation;
use crate::operation::state::{Phase, Side, State};

/// How the net of Operation learns.
pub const TRAINER: Trainer<Operation> = Trainer {
    lessons: Lessons {
        agent: "net",
        methods: &[
            (
                "corrected",
                "TD(λ) from self-play, targets without the luck of tosses and combats, many numbers",
            ),
            ("report", "TD(λ) from self-play as in the report: 66 numbers, 20 hidden units, no supply"),
            ("reply", "the same as corrected, against the first opponent instead of itself"),
        ],
        opponents: &["dist-exp-red", "one-axis-blue"],
        records: false,
        total_games: |training| {
            let exams = (1..=training.rounds).filter(|r| examined(training, *r)).count() as u64;
            u64::from(training.rounds) * training.games + exams * EXAM
        },
    },
    run,
};

/// Games of an exam.
const EXAM: u64 = 200;
/// Exams of a training, at most.
const EXAMS: u32 = 25;
/// How many examples share a step.
const BATCH: usize = 64;
/// How often each position of a round is looked at.
const PASSES: u32 = 4;
/// Random moves: how often at first and in the end.
const EXPLORE: (f64, f64) = (0.15, 0.02);
/// The first step's length and the last one's.
const STEPS: (f32, f32) = (0.002, 0.0001);

/// The reference players, Blue's and Red's, whose games show the first positions.
const TEACHERS: [[&str; 2]; 2] = [["one-axis-blue", "simple-blue"], ["dist-exp-red", "axes-exp-red"]];
/// Their games are cheap: so many times as many in a round.
const CHEAP: u64 = 4;
/// How often they wander.
const WANDER: f64 = 0.3;
/// How much a round counts in the mean of the weights.
const MEAN: f32 = 0.15;
/// While it learns, it chooses among fewer moves than later in play.
const CHOICE: Proper = Proper { least: 20, most: 150 };

/// Whether an exam follows a round, counted from 1.
fn examined(training: &Training, round: u32) -> bool {
    round == training.rounds || round.is_multiple_of(training.rounds.div_ceil(EXAMS).max(1))
}

/// What is different between the methods.
struct Method {
    set: Set,
    hidden: usize,
    /// The weight of what follows, and of the result in the end.
    lambda: f64,
    corrected: bool,
    /// Whether it faces the first opponent instead of itself.
    replies: bool,
    stance: Stance,
}

impl Method {
    fn of(name: &str) -> Method {
        match name {
            "report" => Method {
                set: Set::Report,
                hidden: 20,
                lambda: 0.7,
                corrected: false,
                replies: false,
                stance: Stance::Global,
            },
            name => Method {
                set: Set::Full,
                hidden: 16,
                lambda: 0.95,
                corrected: true,
                replies: name == "reply",
                stance: Stance::Supply,
            },
        }
    }
}

/// All that the next round needs.
#[derive(Serialize, Deserialize)]
struct Progress {
    /// Which training this is.
    training: String,
    round: u32,
    net: Net,
    /// The mean of its weights over the last rounds.
    mean: Net,
    optimiser: Optimiser,
    history: Vec<f64>,
}

/// A player with the net as it is.
type Player = Counsel<Operation, Facing, NetValue>;

/// A rival, and the side that it plays.
type Rival<'a> = (Side, &'a (dyn Fn() -> Box<dyn Policy<Operation>> + Sync));

fn player(method: &Method, net: &Net, random: f64, rival: Option<Rival>) -> Player {
    let facing = Facing::new(planner(method), rival.map(|(side, make)| (side, make())));
    Counsel::new(facing, NetValue::new(method.set, net), Choosing { random, ..Choosing::default() })
}

fn planner(method: &Method) -> Planner {
    Planner::new(method.stance.clone(), CHOICE)
}

fn run(
    kit: &Kit<Operation>,
    training: &Training,
    contest: &dyn Contest<Operation>,
) -> Result<Learned, Failure> {
    let board = kit.game.board();
    let method = Method::of(&training.method);
    let (own, _) = kit.player(TRAINER.lessons.agent)?;
    let start = training.agent.args(own.params)?.get("file").to_string();
    let description = format!(
        "{} of {} on {} from '{start}', {} rounds of {} games, exams against {}, seed {}",
        training.method,
        training.agent,
        training.game,
        training.rounds,
        training.games,
        training.opponents.join(" "),
        training.seed
    );
    let store = training.out.with_extension("state");
    let mut progress = match resumed(&store, &description, training)? {
        Some(progress) => progress,
        None => {
            let net = match start.as_str() {
                "" => {
                    let names = Reader::names(method.set, board);
                    let names: Vec<&str> = names.iter().map(String::as_str).collect();
                    Net::new(&names, method.hidden, &mut Rng::new(training.seed, 0, Stream::World))
                }
                file => {
                    let text = read_file(file, "expected a net to start from")?;
                    super::net(file, &text, board)?.1
                }
            };
            let optimiser = Optimiser::new(&net);
            Progress {
                training: description,
                round: 0,
                mean: net.clone(),
                net,
                optimiser,
                history: Vec::new(),
            }
        }
    };
    let method = Method { set: super::net("net", &progress.net.text(), board)?.0, ..method };
    let (seats, _) = kit.policy(&training.opponents[0])?;
    let against = || kit.policy(&training.opponents[0]).expect("it was made before").1;
    let side = if seats.contains(Side::Blue.seat()) { Side::Blue } else { Side::Red };
    let rival: Option<Rival> = method.replies.then_some((side, &against));
    while progress.round < training.rounds {
        let done = f64::from(progress.round) / f64::from(training.rounds);
        let examples = if method.corrected && start.is_empty() && 10 * progress.round < training.rounds {
            let seen = teach(kit, contest, &method, training, progress.round)?;
            lessons(board, true, 0.0, &progress.net, &seen)
        } else {
            let seen = play(contest, &method, &progress.mean, training, progress.round, done, rival)?;
            lessons(board, method.corrected, method.lambda, &progress.net, &seen)
        };
        improve(&mut progress, &examples, training.seed, done as f32);
        progress.round += 1;
        progress.mean.approach(&progress.net, MEAN.max(1.0 / progress.round as f32));
        if examined(training, progress.round) {
            let score = exam(kit, contest, &method, &progress.mean, training)?;
            progress.history.push(score);
        }
        let text = serde_json::to_string(&progress).expect("plain data");
        write_whole(&store, &text)?;
        write_whole(&training.out, &progress.mean.text())?;
    }
    let axis = "Blue's pieces in the goal, exam";
    Ok(Learned { player: progress.mean.text(), history: progress.history, axis, matches: Vec::new() })
}

fn resumed(
    store: &std::path::Path,
    description: &str,
    training: &Training,
) -> Result<Option<Progress>, Failure> {
    let place = store.display();
    if training.fresh || !store.exists() {
        if training.out.exists() && !training.fresh {
            let line =
                format!("{} is there and {place} is not: --fresh overwrites it", training.out.display());
            return Err(Failure::BadInput(line));
        }
        return Ok(None);
    }
    let text = read_file(&place.to_string(), "expected a training to go on with")?;
    let progress: Progress = serde_json::from_str(&text)
        .map_err(|e| Failure::BadInput(format!("{place}: expected a training to go on with: {e}")))?;
    if progress.training != description {
        return Err(Failure::BadInput(format!("{place} is of another training: --fresh overwrites it")));
    }
    if !progress.optimiser.fits(&progress.net) || !progress.optimiser.fits(&progress.mean) {
        return Err(Failure::BadInput(format!(
            "{place}: its parts do not fit each other: --fresh starts over"
        )));
    }
    Ok(Some(progress))
}

/// Plays games of the reference players, who wander. Notes as in [`play`], with what `outlook` expects.
fn teach(
    kit: &Kit<Operation>,
    contest: &dyn Contest<Operation>,
    method: &Method,
    training: &Training,
    round: u32,
) -> Result<Vec<Seen>, Failure> {
    let (reader, outlook) = (Reader::new(method.set), Outlook::new());
    let look = |game: &Operation, state: &State, note: &mut Vec<f32>| {
        if let Some(between) = between(state) {
            reader.read(game, &between, note);
            let expects = outlook.expects(game.board(), &between) as f32;
            note.extend([f32::from(state.goal), f32::from(state.blue.total()), expects, expects]);
        }
    };
    let mut seen = Vec::new();
    for (number, blue) in TEACHERS[0].into_iter().enumerate() {
        for (other, red) in TEACHERS[1].into_iter().enumerate() {
            let make = |name: &str| {
                let player = kit.policy(name).expect("a reference player").1;
                Box::new(Seated(Wanderer::new(player, planner(method), WANDER))) as Box<dyn Agent<Operation>>
            };
            let (first, second) = (|| make(blue), || make(red));
            let seed = seed_of(training, round).wrapping_add(((2 * number + other + 1) as u64) << 40);
            let games = (CHEAP * training.games).div_ceil(4);
            seen.extend(contest.watch(&[&first as Maker<Operation>, &second], seed, games, 0, &look)?);
        }
    }
    Ok(seen)
}

fn seed_of(training: &Training, round: u32) -> u64 {
    training.seed.wrapping_mul(1_000_003).wrapping_add(u64::from(round))
}

/// The position as it was before the toss, where nothing has been ordered yet.
fn between(state: &State) -> Option<State> {
    let Phase::Move(orders) = &state.phase else { return None };
    (orders.next_edge == 0).then(|| State { phase: Phase::Toss, ..state.clone() })
}

/// Plays the games of a round. A note has the numbers of a position, how many of Blue's pieces are in the goal and on the board,
/// what the net expects, and what it expects after one more turn.
fn play(
    contest: &dyn Contest<Operation>,
    method: &Method,
    net: &Net,
    training: &Training,
    round: u32,
    done: f64,
    rival: Option<Rival>,
) -> Result<Vec<Seen>, Failure> {
    let random = EXPLORE.0 * (EXPLORE.1 / EXPLORE.0).powf(done);
    let own = || Box::new(Seated(player(method, net, random, None))) as Box<dyn Agent<Operation>>;
    let other = || match rival {
        Some((_, make)) => Box::new(Seated(Wanderer::new(make(), planner(method), random / 2.0)))
            as Box<dyn Agent<Operation>>,
        None => own(),
    };
    let desk: Mutex<Vec<(Player, NetValue, Reader)>> = Mutex::new(Vec::new());
    let look = |game: &Operation, state: &State, note: &mut Vec<f32>| {
        let Some(between) = between(state) else { return };
        let spare = desk.lock().expect("nobody panics with it").pop();
        let (mut player, mut value, reader) = spare.unwrap_or_else(|| {
            (player(method, net, 0.0, rival), NetValue::new(method.set, net), Reader::new(method.set))
        });
        reader.read(game, &between, note);
        let now = value.value(game, &between).values()[0];
        let next = match method.corrected {
            true => player.worth(game, &between, game.turns(&between) + 1).values()[0],
            false => 0.0,
        };
        note.extend([f32::from(state.goal), f32::from(state.blue.total()), now as f32, next as f32]);
        desk.lock().expect("nobody panics with it").push((player, value, reader));
    };
    let mut seats: [Maker<Operation>; 2] = [&own, &own];
    if let Some((side, _)) = rival {
        seats[side.seat()] = &other;
    }
    contest.watch(&seats, seed_of(training, round), training.games, 0, &look)
}

/// What is to be learned from games: each position with its target, and its mirror image with the same.
fn lessons(board: &Board, corrected: bool, lambda: f64, net: &Net, seen: &[Seen]) -> Vec<Example> {
    let count = net.signs.len();
    let mirror = mirror(board, &net.signs);
    let mut examples = Vec::new();
    for game in seen {
        // Backwards: what is known of the position that follows.
        let mut follows = (game.payoffs[0], game.payoffs[0]);
        for (_, note) in game.notes.iter().rev() {
            let [goal, pieces, now, next] = note[count..].try_into().expect("four numbers behind the signs");
            let (target, value) = follows;
            let next = if corrected { f64::from(next) } else { value };
            let target = next + lambda * (target - value);
            follows = (target, f64::from(now));
            let came = ((target - f64::from(goal)) / f64::from(pieces)).clamp(0.0, 1.0) as f32;
            let signs = note[..count].to_vec();
            let image = mirror.iter().map(|&i| signs[i]).collect();
            examples.push(Example { signs, came });
            examples.push(Example { signs: image, came });
        }
    }
    examples
}

/// Where each number of a position stands in that of its mirror image: west and east change places.
fn mirror(board: &Board, signs: &[String]) -> Vec<usize> {
    let last = b'A' + board.columns - 1;
    let image = |name: &str| -> String {
        let swap = |word: &str| -> String {
            let mut bytes = word.bytes();
            match (bytes.next(), bytes.all(|b| b.is_ascii_digit())) {
                (Some(c @ b'A'..=b'Z'), true) => {
                    format!("{}{}", char::from(last - (c - b'A')), &word[1..])
                }
                _ => word.into(),
            }
        };
        name.split(' ').map(swap).collect::<Vec<_>>().join(" ")
    };
    let place = |name: String| signs.iter().position(|s| *s == name);
    signs.iter().enumerate().map(|(i, name)| place(image(name)).unwrap_or(i)).collect()
}

fn improve(progress: &mut Progress, examples: &[Example], seed: u64, done: f32) {
    let mut rng = Rng::new(seed, 1 + u64::from(progress.round), Stream::Thought { seating: 0, seat: 0 });
    let mut order: Vec<usize> = (0..examples.len()).collect();
    let length = STEPS.0 * (STEPS.1 / STEPS.0).powf(done);
    for _ in 0..PASSES {
        for i in (1..order.len()).rev() {
            order.swap(i, rng.below(i as u32 + 1) as usize);
        }
        for batch in order.chunks(BATCH) {
            progress.optimiser.step(&mut progress.net, batch.iter().map(|&i| &examples[i]), length);
        }
    }
}

/// The mean of Blue's pieces that the net gets through as Blue against the first opponent, by its payoff.
fn exam(
    kit: &Kit<Operation>,
    contest: &dyn Contest<Operation>,
    method: &Method,
    net: &Net,
    training: &Training,
) -> Result<f64, Failure> {
    let (def, args) = kit.player(&training.opponents[0])?;
    def.make(kit, &args)?;
    let own = || Box::new(Seated(player(method, net, 0.0, None))) as Box<dyn Agent<Operation>>;
    let other = || def.make(kit, &args).expect("it was made before");
    let blue = def.seats.contains(1);
    let seats: [Maker<Operation>; 2] = if blue { [&own, &other] } else { [&other, &own] };
    let score = contest.play(&seats, !training.seed, EXAM, 0)?;
    Ok(score.payoffs[0] / EXAM as f64)
}
