//! How fast networks are asked and learn, on positions of the thesis's game; `bench/nets.py` measures the same networks in PyTorch and runs this.
//!
//! Prints one JSON document, for one thread: positions a second, bare (what the network reads is ready) and from positions of the game as a search asks; and lessons a
//! second by the size of a batch. A number as its argument is how many threads learn instead.

use std::hint::black_box;
use std::time::Instant;

use sandtable_core::chart::Reading;
use sandtable_core::sheet::{Outputs, Row};
use sandtable_core::train::Adam;
use sandtable_core::{Args, Game, Guide, Policy, Rng, Stream, Turn};
use sandtable_games::risk::{Action, Risk, State, risk};
use sandtable_nets::flat::{Course, Flat, Lesson, Reply, Widths};
use sandtable_nets::{Answer, Asked, Graph, Lesson as Taught, Pupil, Sizes, mark};
use serde_json::{Value, json};

/// Positions that are gone through again and again.
const POSITIONS: usize = 2_048;
/// Lessons of a batch.
const BATCHES: [usize; 2] = [32, 256];
/// Seconds of each measurement.
const SECONDS: f64 = 2.0;

/// Positions of quick games in which there is something to choose.
fn positions(
    game: &Risk,
    guide: &mut dyn Guide<Risk>,
    quick: &mut dyn Policy<Risk>,
) -> Vec<(State, Vec<Action>)> {
    let mut rng = Rng::new(1, 0, Stream::World);
    let (mut found, mut plan) = (Vec::new(), Vec::new());
    while found.len() < POSITIONS {
        let mut state = game.start();
        loop {
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => {
                    let chance = game.sample(&state, &mut rng);
                    game.resolve(&mut state, chance);
                }
                Turn::Player(_) => {
                    let mut steps = Vec::new();
                    guide.consider(game, &state, &mut steps);
                    if steps.len() > 1 && rng.below(4) == 0 {
                        found.push((state.clone(), steps));
                    }
                    plan.clear();
                    quick.choose(game, &state, &mut rng, &mut plan);
                    plan.iter().for_each(|step| game.apply(&mut state, *step));
                }
            }
        }
    }
    found.truncate(POSITIONS);
    found
}

/// Seconds that the processor has spent on this program, where the system tells: other work on the machine then does not count.
fn spent() -> Option<f64> {
    /// Ticks a second of the clock in that file, on every Linux.
    const TICKS: f64 = 100.0;
    let told = std::fs::read_to_string("/proc/self/stat").ok()?;
    let mut fields = told.rsplit(')').next()?.split_whitespace().skip(11).map(str::parse::<f64>);
    Some((fields.next()?.ok()? + fields.next()?.ok()?) / TICKS)
}

/// How often a second something is done that does so many at once.
fn rate(at_once: usize, mut what: impl FnMut(usize)) -> f64 {
    what(0);
    // With several threads the time on the wall is what counts.
    let clock = spent().filter(|_| rayon::current_num_threads() == 1);
    let (began, mut done) = (Instant::now(), 0);
    while began.elapsed().as_secs_f64() < SECONDS || clock.is_some_and(|at| spent() < Some(at + SECONDS)) {
        what(done);
        done += 1;
    }
    let took = clock.and_then(|at| Some(spent()? - at)).unwrap_or_else(|| began.elapsed().as_secs_f64());
    (done * at_once) as f64 / took
}

type Positions = [(State, Vec<Action>)];

/// KTH's network.
fn flat(game: &Risk, positions: &Positions) -> Value {
    let sheet = risk().knowledge.sheet.expect("sheets");
    let form = sheet.form(game).expect("it fits");
    let mut rng = Rng::new(2, 0, Stream::World);
    let mut flat = Flat::new(form.clone(), Widths::default(), &mut rng);
    let outputs = |state: &State, steps: &[Action]| -> Vec<Outputs> {
        steps.iter().map(|step| sheet.step(game, state, *step)).collect()
    };
    let rows: Vec<(Row, Vec<Outputs>)> = positions
        .iter()
        .map(|(state, steps)| {
            let mut row = Row::default();
            sheet.read(game, state, &mut row);
            (row, outputs(state, steps))
        })
        .collect();
    let (ready, mut reply) = (flat.ready(), Reply::default());
    let bare = rate(1, |i| {
        let (row, outputs) = &rows[i % POSITIONS];
        ready.reply(row, outputs, &mut reply);
        black_box(reply.value);
    });
    let (mut row, mut room) = (Row::default(), Vec::new());
    let asked = rate(1, |i| {
        let (state, steps) = &positions[i % POSITIONS];
        sheet.read(game, state, &mut row);
        room.clear();
        room.extend(steps.iter().map(|step| sheet.step(game, state, *step)));
        ready.reply(&row, &room, &mut reply);
        black_box(reply.value);
    });
    let lessons: Vec<Lesson> = rows
        .iter()
        .map(|(row, outputs)| {
            let shares = vec![1.0 / outputs.len() as f32; outputs.len()];
            Lesson::new(&form, row, outputs, &shares, Some(1.0))
        })
        .collect();
    let learning = BATCHES.map(|batch| {
        let mut adam = Adam::new(flat.numbers().len());
        let course = Course { batch, ..Course::default() };
        let learned = rate(batch, |i| {
            let some: Vec<&Lesson> = lessons[i * batch % POSITIONS..][..batch].iter().collect();
            black_box(flat.step(&some, course, &mut adam, &mut rng));
        });
        json!({"batch": batch, "lessons": learned.round()})
    });
    let weights = flat.numbers().len();
    json!({"weights": weights, "bare": bare.round(), "asked": asked.round(), "learning": learning})
}

/// The network over the graph of the map.
fn graph(game: &Risk, positions: &Positions) -> Value {
    let chart = risk().knowledge.chart.expect("a chart");
    let ways = chart.ways(game);
    let mut rng = Rng::new(3, 0, Stream::World);
    let graph = Graph::new(chart.legend(), Sizes::default(), &mut rng);
    let read: Vec<(Reading, Asked)> = positions
        .iter()
        .map(|(state, steps)| {
            let (mut reading, mut asked) = (Reading::default(), Asked::default());
            chart.read(game, state, &mut reading);
            mark(chart, game, state, steps, &mut asked);
            (reading, asked)
        })
        .collect();
    let mut answer = Answer::default();
    let bare = rate(1, |i| {
        let (reading, asked) = &read[i % POSITIONS];
        graph.answer(&ways, reading, asked, &mut answer);
        black_box(answer.chances[0]);
    });
    let alone = rate(1, |i| {
        graph.answer(&ways, &read[i % POSITIONS].0, &Asked::default(), &mut answer);
        black_box(answer.chances[0]);
    });
    let (mut reading, mut asked_of) = (Reading::default(), Asked::default());
    let asked = rate(1, |i| {
        let (state, steps) = &positions[i % POSITIONS];
        chart.read(game, state, &mut reading);
        mark(chart, game, state, steps, &mut asked_of);
        graph.answer(&ways, &reading, &asked_of, &mut answer);
        black_box(answer.chances[0]);
    });
    let together = rate(BATCHES[0], |i| {
        let lessons: Vec<Taught> = (0..BATCHES[0])
            .map(|j| &read[(i * BATCHES[0] + j) % POSITIONS])
            .map(|(reading, asked)| Taught {
                ways: &ways,
                reading,
                asked,
                shares: &[],
                chances: &[1.0, 0.0],
                kept: &[],
            })
            .collect();
        black_box(graph.learn(&lessons, None));
    });
    let shares: Vec<Vec<f32>> =
        positions.iter().map(|(_, steps)| vec![1.0 / steps.len() as f32; steps.len()]).collect();
    let lessons: Vec<Taught> = read
        .iter()
        .zip(&shares)
        .map(|((reading, asked), shares)| Taught {
            ways: &ways,
            reading,
            asked,
            shares,
            chances: &[1.0, 0.0],
            kept: &[],
        })
        .collect();
    let mut pupil = Pupil::new(graph);
    let learning = BATCHES.map(|batch| {
        let learned = rate(batch, |i| {
            black_box(pupil.step(&lessons[i * batch % POSITIONS..][..batch], 0.001));
        });
        json!({"batch": batch, "lessons": learned.round()})
    });
    let weights = pupil.graph.numbers().len();
    json!({
        "weights": weights,
        "bare": bare.round(),
        "asked": asked.round(),
        "values in batches of 32": together.round(),
        "values one by one": alone.round(),
        "learning": learning,
    })
}

fn main() {
    let threads = std::env::args().nth(1).map_or(1, |n| n.parse().expect("a number of threads"));
    rayon::ThreadPoolBuilder::new().num_threads(threads).build_global().expect("threads");
    let def = risk();
    let mut args = Args::defaults(def.params);
    args.set("map", "duel");
    let game = (def.build)(&args).expect("the thesis's game");
    let mut guide = def.knowledge.guide.expect("a guide")(&game);
    let mut quick = def.knowledge.quick.expect("a quick policy")(&game);
    let positions = positions(&game, &mut *guide, &mut *quick);
    let steps = positions.iter().map(|(_, steps)| steps.len()).sum::<usize>() as f64 / POSITIONS as f64;
    let document = json!({
        "steps a position": steps,
        "threads": threads,
        "flat": flat(&game, &positions),
        "graph": graph(&game, &positions),
    });
    println!("{}", serde_json::to_string_pretty(&document).expect("plain data"));
}
