//! The thesis's loop (section 4.3): games of fast players with one expert decision each become a data set; the network, as it came out of the last iteration,
//! learns from the newest set alone, nine tenths of it, until the last tenth is no longer foretold better; the new network plays the next games.
//!
//! In the first iteration the tree search plays and is the expert. After that the network plays, greedily but for whether to act, which it draws, and the search
//! with it is the expert: with rollouts at first, with its value head in the last iterations. The training file is the last network; those of all iterations and their data sets
//! stand in a folder beside it.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use sandtable_core::sheet::Form;
use sandtable_core::train::{Contest, Learned, Lessons, Trainer, Training};
use sandtable_core::{Args, BadInput, Failure, Game, Kit, Rng, Sheet, Stream};
use sandtable_nets::flat::{Course, Flat, Lesson, Loss, Measure, Widths};

use super::play::Table;
use super::store::Store;
use super::{Kth, PARAMS};

/// Of so many lessons one is held back.
const HELD: usize = 10;

/// What is plotted.
const AXIS: &str = "loss on games that were held back";

/// How the thesis's network learns.
pub fn trainer<G: Game>() -> Trainer<G> {
    Trainer {
        lessons: Lessons {
            agent: "kth",
            methods: &[(
                "thesis",
                "Expert Iteration as in the thesis: the network plays, one expert decision a game, the newest data alone",
            )],
            opponents: &[],
            records: false,
            total_games: |training| u64::from(training.rounds) * training.games,
        },
        run,
    }
}

/// What a training goes by.
struct Plan<'a, G: Game> {
    kit: &'a Kit<'a, G>,
    training: &'a Training,
    args: Args,
    sheet: &'static dyn Sheet<G>,
    form: Form,
    widths: Widths,
    course: Course,
    /// Where networks and data stand.
    folder: PathBuf,
    /// What decides about the result, in words.
    words: String,
}

fn widths(args: &Args) -> Result<Widths, BadInput> {
    let hidden = args.get("hidden");
    let number = |text: &str| {
        text.parse()
            .map_err(|_| BadInput::new(format!("hidden={hidden}: expected widths joined by +, like 128+64")))
    };
    let hidden = hidden.split('+').map(number).collect::<Result<Vec<usize>, _>>()?;
    Widths { hidden, inner: args.number("inner", 16..=2048)? }.check("kth")
}

impl<'a, G: Game> Plan<'a, G> {
    fn new(kit: &'a Kit<'a, G>, training: &'a Training) -> Result<Plan<'a, G>, Failure> {
        let args = training.agent.args(&PARAMS)?;
        let none = || BadInput::new("the thesis's players need a game with a sheet");
        let sheet = kit.knowledge.sheet.ok_or_else(none)?;
        if args.given("net") {
            return Err(BadInput::new("the thesis's loop starts from nothing: expected no net=FILE").into());
        }
        let entropy = args.flag("loss", "entropy", "square")?;
        let course = Course {
            batch: args.number("batch", 2..=65_536)?,
            passes: args.number("passes", 1..=100_000)?,
            measure: if entropy { Measure::Entropy } else { Measure::Square },
            ..Course::default()
        };
        let words = format!(
            "{} of {} on {}, {} games an iteration, seed {}",
            training.method, training.agent, training.game, training.games, training.seed
        );
        let folder = training.out.with_extension("kth");
        let (form, widths) = (sheet.form(kit.game)?, widths(&args)?);
        Ok(Plan { kit, training, args, sheet, form, widths, course, folder, words })
    }

    fn network(&self, iteration: u32) -> PathBuf {
        self.folder.join(format!("net-{iteration}.safetensors"))
    }

    /// A player of the thesis with these parameters, and those of the training that are about searches.
    fn player(&self, own: &[(&str, &str)]) -> Result<Kth<G>, BadInput> {
        let mut args = Args::defaults(&PARAMS);
        for name in ["c", "c1", "cut", "eval"].into_iter().filter(|name| self.args.given(name)) {
            args.set(name, self.args.get(name));
        }
        for (name, value) in own {
            args.set(name, value);
        }
        Kth::new(self.kit, &args)
    }

    /// Who plays the games of an iteration, counted from 1, and who thinks about them.
    fn table(&self, iteration: u32) -> Result<Table<G>, BadInput> {
        let expert = self.args.get("expert");
        if iteration == 1 {
            let player = self.player(&[("sims", self.args.get("player"))])?;
            return Ok(Table { player, expert: self.player(&[("sims", expert)])? });
        }
        let net = self.network(iteration - 1).display().to_string();
        let value = if iteration > self.args.number("helps", 0..=1_000_000)? { "net" } else { "rollout" };
        Ok(Table {
            player: self.player(&[("net", &net), ("sims", "0"), ("act", "draw")])?,
            expert: self.player(&[("net", &net), ("sims", expert), ("value", value)])?,
        })
    }

    /// Plays the games of an iteration that are missing, and returns what is to be learned of all.
    fn data(&self, iteration: u32, contest: &dyn Contest<G>) -> Result<Vec<Lesson>, Failure> {
        let games = self.training.games;
        let store = self.store(iteration)?;
        let missing = store.missing(games);
        let seed = self.training.seed.wrapping_mul(1_000_003).wrapping_add(u64::from(iteration));
        // Tables are made once for each thread: a search keeps its memory.
        let tables = Mutex::new(Vec::new());
        contest.spread(missing.len() as u64, &|number| {
            let game = missing[number as usize];
            let free = tables.lock().expect("nobody panics while holding it").pop();
            let mut table = free.map_or_else(|| self.table(iteration), Ok)?;
            let lesson = table.play(self.kit.game, self.sheet, &self.form, seed, game);
            store.add(game, lesson)?;
            contest.played(1);
            tables.lock().expect("nobody panics while holding it").push(table);
            Ok(())
        })?;
        // What is learned from is what the file says, played now or earlier.
        drop(store);
        Ok(self.store(iteration)?.lessons(games))
    }

    fn store(&self, iteration: u32) -> Result<Store, Failure> {
        let path = self.folder.join(format!("data-{iteration}.jsonl"));
        Store::open(&path, &format!("iteration {iteration} of {}", self.words), &self.form)
    }

    /// The network of an iteration that learns from the newest data; its losses before and after.
    fn learn(&self, iteration: u32, lessons: Vec<Lesson>) -> Result<(Flat, Report), Failure> {
        let seed = self.training.seed;
        let mut rng = Rng::new(seed, u64::from(iteration), Stream::World);
        let mut flat = match iteration {
            1 => Flat::new(self.form.clone(), self.widths.clone(), &mut rng),
            _ => {
                let path = self.network(iteration - 1);
                let place = path.display().to_string();
                let bytes = std::fs::read(&path).map_err(|e| {
                    Failure::BadInput(format!("{place}: expected the network of the last iteration: {e}"))
                })?;
                Flat::parse(&place, &bytes, &self.form)?.0
            }
        };
        let (mut learned, mut held) = (Vec::new(), Vec::new());
        for (i, lesson) in lessons.into_iter().enumerate() {
            if i % HELD == HELD - 1 { held.push(lesson) } else { learned.push(lesson) }
        }
        if held.is_empty() {
            let line = format!("expected {HELD} games or more an iteration: one in {HELD} is held back");
            return Err(Failure::BadInput(line));
        }
        let reports = flat.study(&learned, &held, self.course, &mut rng);
        let after = flat.exam(&held, self.course.measure);
        let report = Report { passes: reports.len() - 1, before: reports[0].held.clone(), after };
        Ok((flat, report))
    }
}

/// How a network learned.
struct Report {
    passes: usize,
    before: Loss,
    after: Loss,
}

impl Report {
    /// For the note in the network's file.
    fn words(&self, form: &Form) -> String {
        let heads = form.heads.iter().map(|head| head.name).chain(["value"]);
        let each = heads.enumerate().filter_map(|(i, name)| {
            let (before, after) = (self.before.mean(i)?, self.after.mean(i)?);
            Some(format!("{name} {before:.4} to {after:.4}"))
        });
        let each: Vec<String> = each.collect();
        format!("{} passes; on games held back: {}", self.passes, each.join(", "))
    }
}

fn run<G: Game>(kit: &Kit<G>, training: &Training, contest: &dyn Contest<G>) -> Result<Learned, Failure> {
    let plan = Plan::new(kit, training)?;
    let failed =
        |e: std::io::Error| Failure::BadInput(format!("cannot write {}: {e}", plan.folder.display()));
    if training.fresh && plan.folder.exists() {
        std::fs::remove_dir_all(&plan.folder).map_err(failed)?;
    }
    std::fs::create_dir_all(&plan.folder).map_err(failed)?;
    let (mut history, mut words) = (Vec::new(), String::new());
    for iteration in 1..=training.rounds {
        let path = plan.network(iteration);
        if !path.exists() {
            let lessons = plan.data(iteration, contest)?;
            let (flat, report) = plan.learn(iteration, lessons)?;
            let training = format!("iteration {iteration} of {}: {}", plan.words, report.words(&plan.form));
            write(&path, &flat.bytes(&format!("kth-{iteration}"), &training))?;
        }
        let (flat, note) = read(&path, &plan.form)?;
        if !note.training.starts_with(&format!("iteration {iteration} of {}:", plan.words)) {
            return Err(Failure::BadInput(format!(
                "{}: a network of another training: {} (--fresh starts over)",
                path.display(),
                note.training
            )));
        }
        let lessons = plan.store(iteration)?.lessons(training.games);
        let held: Vec<_> = lessons.into_iter().skip(HELD - 1).step_by(HELD).collect();
        history.push(flat.exam(&held, plan.course.measure).total());
        words.push_str(&format!("{}\n", note.training));
        write(&training.out, &std::fs::read(&path).map_err(failed)?)?;
        contest.tell(AXIS, &history);
    }
    Ok(Learned {
        player: words,
        history,
        axis: AXIS,
        matches: Vec::new(),
        plots: Vec::new(),
        tables: Vec::new(),
    })
}

fn read(path: &Path, form: &Form) -> Result<(Flat, sandtable_nets::Note), Failure> {
    let place = path.display().to_string();
    let bytes =
        std::fs::read(path).map_err(|e| Failure::BadInput(format!("{place}: expected a network: {e}")))?;
    Ok(Flat::parse(&place, &bytes, form)?)
}

/// Writes a file so that it is there whole or not at all.
fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let part = path.with_extension("part");
    let written = std::fs::write(&part, bytes).and_then(|()| std::fs::rename(&part, path));
    written.map_err(|e| Failure::BadInput(format!("cannot write {}: {e}", path.display())))
}
