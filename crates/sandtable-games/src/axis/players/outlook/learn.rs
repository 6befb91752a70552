//! How `staff` learns to value positions: it plays others and itself, both sides of every pairing, and a net is fitted to how the games ended. In
//! the first round it plays the planner's plans, each round after that with what the rounds before it have learned; now and then it strays, so that it
//! sees what comes of other plans too. All games are logged, so a training that was interrupted goes on where it was.

use sandtable_core::train::{Contest, Learned, Lessons, Log, Maker, Seen, Trainer, Training, write_whole};
use sandtable_core::{Agent, AgentDef, Args, Failure, Game, Kit, Rng, Stream};

use super::sight::{Lesson, Sight};
use super::{Outlook, reader};
use crate::axis::players::trials::{Options, Trials};
use crate::axis::{Axis, Phase, State};

/// How often a net sees each position.
const TIMES: u32 = 12;
/// Every so manieth game is kept for the exam.
const EXAM: usize = 10;
/// Games that are played before they are written down.
const BATCH: u64 = 40;
/// What is plotted.
const AXIS: &str = "nats a position, in games kept for the exam";

/// How `staff` learns.
pub const TRAINER: Trainer<Axis> = Trainer {
    lessons: Lessons {
        agent: "staff",
        methods: &[(
            "outcomes",
            "a net that expects how games end, from games against all opponents and itself",
        )],
        opponents: &["triplea:fast", "dls:depth=2"],
        records: false,
        total_games: |training| u64::from(training.rounds) * training.games,
    },
    run,
};

/// In the first round, when nothing is known yet, it plays the plans of the planner; so often, in percent, it does something else.
const FIRST_STRAYS: f64 = 10.0;
/// Later it plays what it likes best, and strays so often.
const STRAYS: f64 = 3.0;
/// Of the turns of a game, so manieth is looked at: those next to each other are much alike.
const THIN: u16 = 3;

/// A position before anything was done in the turn.
fn fresh(state: &State) -> bool {
    (state.round + u16::from(state.mover)).is_multiple_of(THIN)
        && matches!(state.phase, Phase::Purchase { next: 0 })
        && state.bought.iter().all(|&n| n == 0)
}

fn run(kit: &Kit<Axis>, training: &Training, contest: &dyn Contest<Axis>) -> Result<Learned, Failure> {
    let game = kit.game;
    let (staff, _) = kit.player(TRAINER.lessons.agent)?;
    let args = training.agent.args(staff.params)?;
    let rivals = training.opponents.iter().map(|o| kit.player(o)).collect::<Result<Vec<_>, _>>()?;
    let players: Vec<&(AgentDef<Axis>, Args)> = rivals.iter().collect();
    for (def, args) in &players {
        def.make(kit, args)?;
    }
    let description = format!(
        "staff on {} from {} against {}: {} games a round, seed {}",
        training.game,
        training.agent,
        training.opponents.join(" "),
        training.games,
        training.seed
    );
    let mut log: Log<Vec<Seen>> =
        Log::open(&training.out.with_extension("log"), &description, training.fresh)?;
    let reader = reader(game);
    let look = |game: &Axis, state: &State, note: &mut Vec<f32>| {
        if fresh(state) {
            reader.read(game, state, note);
        }
    };
    let (mut seen, mut history) = (Vec::new(), Vec::new());
    // Nobody asks it before it has learned.
    let mut net = Sight::new(&mut Rng::new(training.seed, 0, Stream::World));
    for round in 0..training.rounds {
        let mut options = Options::of(&args)?;
        options.strays = STRAYS;
        if round == 0 {
            (options.nodes, options.strays) = (1, FIRST_STRAYS);
        }
        let own =
            || Box::new(Trials::new(game, options, Outlook::of(game, net.clone()))) as Box<dyn Agent<Axis>>;
        for (number, first) in (0..training.games).step_by(BATCH as usize).enumerate() {
            let rival = players.get(number % (players.len() + 1));
            let other = || match rival {
                Some((def, args)) => def.make(kit, args).expect("it was made before"),
                None => own(),
            };
            let swapped = (number / (players.len() + 1)) % 2 == 1;
            let seats: Vec<Maker<Axis>> = (0..game.nations())
                .map(|n| {
                    let first = game.allied(0, n as u8) != swapped;
                    if first { &own as Maker<Axis> } else { &other as Maker<Axis> }
                })
                .collect();
            let deals = BATCH.min(training.games - first);
            let seed = training.seed.wrapping_mul(1_000_003) + u64::from(round);
            let games = log.value(&[f64::from(round), first as f64], || {
                contest.watch(&seats, seed.wrapping_add(first << 20), deals, &|game, _| game.start(), &look)
            })?;
            seen.extend(games);
        }
        let surprise;
        (net, surprise) = fit(game, &seen, training.seed);
        history.push(surprise);
        write_whole(&training.out, &net.text())?;
        contest.tell(AXIS, &history);
    }
    Ok(Learned {
        player: net.text(),
        history,
        axis: AXIS,
        matches: Vec::new(),
        plots: Vec::new(),
        tables: Vec::new(),
    })
}

/// A net for the games seen so far, and by how much it is surprised by those that it was not shown.
fn fit(game: &Axis, seen: &[Seen], seed: u64) -> (Sight, f64) {
    let (mut lessons, mut exam) = (Vec::new(), Vec::new());
    for (i, game_seen) in seen.iter().enumerate() {
        let kept = if i % EXAM == EXAM - 1 { &mut exam } else { &mut lessons };
        for (seat, seen) in &game_seen.notes {
            let best = (0..game.nations()).filter(|&n| !game.allied(*seat as u8, n as u8));
            let theirs = best.map(|n| game_seen.payoffs[n]).fold(0.0, f64::max);
            let ours = game_seen.payoffs[*seat];
            let came = if ours + theirs > 0.0 { ours / (ours + theirs) } else { 0.5 };
            kept.push(Lesson { seen: seen.clone(), came: came as f32 });
        }
    }
    let mut rng = Rng::new(seed, 0, Stream::World);
    let mut net = Sight::new(&mut rng);
    net.fit(&lessons, TIMES, &mut rng);
    let surprise = net.surprise(&exam);
    (net, surprise)
}
