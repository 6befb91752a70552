//! How fast networks are asked and learn, on positions of the thesis's game; `bench/nets.py` measures the same networks in PyTorch and runs this.
//!
//! Prints one JSON document: positions a second on one thread, bare (what the network reads is ready) and from positions of the game as a search asks; lessons a second
//! on one thread and on all. The first numbers of an answer are summed up, so that nothing is left out because nobody wants it.

use std::hint::black_box;
use std::time::Instant;

use sandtable_core::sheet::{Outputs, Row};
use sandtable_core::train::Adam;
use sandtable_core::{Args, Game, Guide, Policy, Rng, Stream, Turn};
use sandtable_games::risk::{Action, Risk, State, risk};
use sandtable_nets::flat::{Course, Flat, Lesson, Reply, Widths};
use serde_json::json;

/// Positions that are gone through again and again.
const POSITIONS: usize = 2_048;
/// Seconds of each measurement.
const SECONDS: f64 = 2.0;

/// Positions of quick games in which there is something to choose.
fn positions(game: &Risk, guide: &mut dyn Guide<Risk>, quick: &mut dyn Policy<Risk>) -> Vec<(State, Vec<Action>)> {
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

/// How often a second something is done that does so many at once.
fn rate(at_once: usize, mut what: impl FnMut(usize)) -> f64 {
    what(0);
    let (began, mut done) = (Instant::now(), 0);
    while began.elapsed().as_secs_f64() < SECONDS {
        what(done);
        done += 1;
    }
    (done * at_once) as f64 / began.elapsed().as_secs_f64()
}

fn main() {
    let def = risk();
    let mut args = Args::defaults(def.params);
    args.set("map", "duel");
    let game = (def.build)(&args).expect("the thesis's game");
    let knowledge = &def.knowledge;
    let mut guide = knowledge.guide.expect("a guide")(&game);
    let mut quick = knowledge.quick.expect("a quick policy")(&game);
    let positions = positions(&game, &mut *guide, &mut *quick);
    let steps = positions.iter().map(|(_, steps)| steps.len()).sum::<usize>() as f64 / POSITIONS as f64;

    let sheet = knowledge.sheet.expect("sheets");
    let form = sheet.form(&game).expect("it fits");
    let mut rng = Rng::new(2, 0, Stream::World);
    let mut flat = Flat::new(form.clone(), Widths::default(), &mut rng);
    let rows: Vec<(Row, Vec<Outputs>)> = positions
        .iter()
        .map(|(state, steps)| {
            let mut row = Row::default();
            sheet.read(&game, state, &mut row);
            (row, steps.iter().map(|step| sheet.step(&game, state, *step)).collect())
        })
        .collect();
    let ready = flat.ready();
    let mut reply = Reply::default();
    let bare = rate(1, |i| {
        let (row, outputs) = &rows[i % POSITIONS];
        ready.reply(row, outputs, &mut reply);
        black_box(reply.value);
    });
    let (mut row, mut outputs) = (Row::default(), Vec::new());
    let asked = rate(1, |i| {
        let (state, steps) = &positions[i % POSITIONS];
        sheet.read(&game, state, &mut row);
        outputs.clear();
        outputs.extend(steps.iter().map(|step| sheet.step(&game, state, *step)));
        ready.reply(&row, &outputs, &mut reply);
        black_box(reply.value);
    });
    let lessons: Vec<Lesson> = rows
        .iter()
        .map(|(row, outputs)| {
            let shares = vec![1.0 / outputs.len() as f32; outputs.len()];
            Lesson::new(&form, row, outputs, &shares, Some(1.0))
        })
        .collect();
    let mut learning = Vec::new();
    for batch in [32, 256] {
        let mut adam = Adam::new(flat.numbers().len());
        let course = Course { batch, ..Course::default() };
        let learned = rate(batch, |i| {
            let begin = i * batch % POSITIONS;
            let some: Vec<&Lesson> = lessons[begin..begin + batch].iter().collect();
            black_box(flat.step(&some, course, &mut adam, &mut rng));
        });
        learning.push(json!({"batch": batch, "lessons": learned.round()}));
    }
    let document = json!({
        "steps a position": steps,
        "flat": {
            "weights": flat.numbers().len(),
            "bare": bare.round(),
            "asked": asked.round(),
            "learning": learning,
        },
    });
    println!("{}", serde_json::to_string_pretty(&document).expect("plain data"));
}
