//! The loop: games, lessons, an exam, a duel with the best so far, and once more.
//!
//! A training begins with positions from games of the game's own players, which cost microseconds (`start`), or with nothing (`nothing`). In each round the best network plays
//! against itself by searches; the pupil learns what those found in this round and the ones before it, and how the games went on; it takes the best one's place if a
//! sequential test finds it stronger. Everything is a function of the seed: a training that was interrupted goes on where it was, and ends as it would have without that.

use std::sync::Mutex;

use sandtable_core::train::{Contest, Duel, Learned, Lessons, Trainer, Training};
use sandtable_core::{Agent, Args, BadInput, Failure, Game, Kit, Rng, Stream};
use sandtable_nets::{Family, Graph, Loss, Pupil, Sizes, chart, load};

use super::class::Class;
use super::curves::{AXIS, Round, calibration, plots};
use super::folder::{Folder, Progress};
use super::log::{Played, Store};
use super::play::Players;
use super::sample::{Sample, shuffle};
use super::teach::Teachers;
use super::{EXIT_PARAMS, NETWORK, evaluation, guide, search};
use crate::search::Mcts;

/// Games of such players that are learned from at once.
const SOME: u64 = 2_000;
/// Of each round's games, every so manieth is kept for the exam.
const EXAM: u64 = 12;
/// Rounds whose games are learned from.
const WINDOW: u64 = 4;
/// The first steps of learning, in the start and in a round, and how much shorter the last are.
const LENGTHS: (f32, f32) = (2e-3, 5e-4);
const SHORTER: f32 = 0.05;
/// How much a position's worth is told by the search at each decision that follows, rather than by what lies beyond it.
const TRUST: f32 = 0.05;
/// Simulations of a decision in earnest, and how many times fewer those in a hurry have.
const SIMS: u32 = 200;
const HURRY: u32 = 8;
/// How many steps compete for the simulations in earnest and in a hurry: more than in play, so that what does not look promising is looked at, too.
const WIDTHS: (u32, u32) = (16, 4);
/// A pupil takes the best one's place if it is this much stronger, in Elo, rather than no stronger; pairs of games that may be played to find out.
const GATE: (f64, f64) = (0.0, 30.0);
const PAIRS: u64 = 100;
/// Pairs of games against each opponent that a round is rated by.
const RATED: u64 = 30;
/// How networks of a game learn.
pub fn trainer<G: Game>() -> Trainer<G> {
    Trainer {
        lessons: Lessons {
            agent: "exit",
            methods: &[
                (
                    "start",
                    "searches play themselves and a network learns from them, first from games of the game's own players",
                ),
                ("nothing", "the same, with nothing learned before"),
            ],
            opponents: &[],
            records: false,
            total_games: |training| u64::from(training.rounds) * training.games,
        },
        run,
    }
}

/// A training under way.
struct School<'a, G: Game> {
    kit: &'a Kit<'a, G>,
    training: &'a Training,
    contest: &'a dyn Contest<G>,
    folder: Folder,
    /// What the searches that play are like.
    args: Args,
    sims: u32,
    /// Games of the game's own players: all at the start, and those of each round. Games of searches are few, and how each of them ended is mostly dice; so what
    /// positions are worth is learned from those players beside.
    start: u64,
    beside: u64,
    class: Class<'a, G>,
    progress: Progress,
}

fn run<G: Game>(kit: &Kit<G>, training: &Training, contest: &dyn Contest<G>) -> Result<Learned, Failure> {
    let chart = chart(kit)?;
    let args = training.agent.args(&EXIT_PARAMS)?;
    let sims = if args.given("sims") { args.number("sims", 1..=1_000_000)? } else { SIMS };
    let games =
        |name| Ok::<u64, BadInput>(args.number::<u64>(name, 0..=1_000_000)?.saturating_mul(training.games));
    let (start, beside) = (games("start")?, games("beside")?);
    let sizes = Sizes { width: args.number("width", 16..=512)?, ..Sizes::default() };
    let description = format!(
        "exit on {} from {} by {}: {} games a round, seed {}",
        training.game, training.agent, training.method, training.games, training.seed
    );
    let folder = Folder::open(&training.out, &description, training.fresh)?;
    let (pupil, progress) = match folder.pupil(chart.legend())? {
        Some(known) => known,
        None => {
            let mut rng = Rng::new(training.seed, 0, Stream::World);
            let graph = match args.get("net") {
                "" => Graph::new(chart.legend(), sizes.check("width")?, &mut rng),
                file => match &*load(kit, file)? {
                    Family::Graph(graph) => (**graph).clone(),
                    Family::Flat(_) => {
                        let line =
                            format!("{file}: expected a graph network to start from, found a flat one");
                        return Err(Failure::BadInput(line));
                    }
                },
            };
            (Pupil::new(graph), Progress::default())
        }
    };
    let class = Class::new(kit.game, chart, pupil).looking_ahead(args.number("ahead", 0..=100)?);
    let mut school = School { kit, training, contest, folder, args, sims, start, beside, class, progress };
    if training.method == "start" {
        school.start()?;
    }
    school.rounds(&description)?;
    let rounds = school.folder.rounds()?;
    let history = rounds.iter().map(|round| round.exam.value).collect();
    let note =
        format!("{description}; the best of {} rounds ended round {}", training.rounds, school.progress.best);
    let plots = plots(&rounds).split_off(1);
    Ok(Learned {
        player: note,
        history,
        axis: AXIS,
        matches: Vec::new(),
        plots,
        tables: vec![calibration(&rounds)],
    })
}

impl<G: Game> School<'_, G> {
    /// A network's name says what its round was.
    fn net(&self, round: u64) -> String {
        self.folder.net(round).display().to_string()
    }

    /// A search with the network of a round; how many steps compete for its simulations, unless the training says so.
    fn search(&self, net: &str, sims: u32, width: Option<u32>) -> Result<Mcts<G>, BadInput> {
        let mut args = self.args.clone();
        args.set("net", net);
        if let Some(width) = width.filter(|_| !args.given("halve")) {
            args.set("halve", &width.to_string());
        }
        args.set("sims", &sims.max(2).to_string());
        search(self.kit, &args)
    }

    /// Positions of so many games of the game's own players, from one on.
    fn taught(&self, first: u64, games: u64) -> Result<Vec<Sample<G>>, Failure> {
        const EACH: u64 = 50;
        let found = Mutex::new(Vec::new());
        let Some(_) = Teachers::new(self.kit)? else { return Ok(Vec::new()) };
        self.contest.spread(games.div_ceil(EACH), &|some| {
            let mut teachers = Teachers::new(self.kit)?.expect("there were some");
            let numbers = first + some * EACH..(first + (some + 1) * EACH).min(first + games);
            let play = |n| teachers.play(self.kit.game, self.training.seed, n);
            let samples: Vec<Sample<G>> = numbers.flat_map(play).collect();
            found.lock().expect("nobody fails while holding it").push((some, samples));
            Ok(())
        })?;
        let mut found = found.into_inner().expect("nobody failed while holding it");
        found.sort_unstable_by_key(|(some, _)| *some);
        Ok(found.into_iter().flat_map(|(_, samples)| samples).collect())
    }

    /// Learns from the game's own players.
    fn start(&mut self) -> Result<(), Failure> {
        let all = self.start;
        while self.progress.started < all {
            let first = self.progress.started;
            let games = SOME.min(all - first);
            let samples = self.taught(first, games)?;
            let mut rng = Rng::new(self.training.seed, first, Stream::Thought { seating: 0, seat: 0 });
            let length = shrinking(LENGTHS.0, first as f32 / all as f32);
            self.class.teach(&samples, &mut rng, length);
            self.progress.started += games;
            self.folder.keep(&self.class.pupil, &self.progress)?;
        }
        Ok(())
    }

    fn rounds(&mut self, description: &str) -> Result<(), Failure> {
        let mut store = self.folder.store(description)?;
        if self.progress.rounds == 0 {
            self.folder.publish(0, &self.class.pupil.graph, description)?;
        }
        for round in self.progress.rounds..u64::from(self.training.rounds) {
            self.play(&mut store, round)?;
            self.again(&mut store, round)?;
            let learned = self.learn(&store, round)?;
            self.folder.publish(round + 1, &self.class.pupil.graph, description)?;
            let duel = self.gate(round)?;
            if duel.stronger() {
                self.progress.best = round + 1;
            }
            self.folder.crown(self.progress.best, &self.training.out)?;
            let rated = self.rate(round)?;
            self.progress.rounds = round + 1;
            let line = Round { best: self.progress.best, duel, rated, ..learned };
            self.folder.note(&line)?;
            self.folder.keep(&self.class.pupil, &self.progress)?;
            self.contest.plot(&plots(&self.folder.rounds()?));
        }
        Ok(())
    }

    /// The numbers of a round's games.
    fn numbers(&self, round: u64) -> std::ops::Range<u64> {
        round * self.training.games..(round + 1) * self.training.games
    }

    /// The seed of what a search plays, apart from that of the players at the start.
    fn seed(&self) -> u64 {
        self.training.seed.wrapping_mul(1_000_003).wrapping_add(17)
    }

    /// Has the games of a round played that have not been yet.
    fn play(&self, store: &mut Store, round: u64) -> Result<(), Failure> {
        const EACH: usize = 4;
        let missing: Vec<u64> = self.numbers(round).filter(|&n| !store.has(n)).collect();
        let parts: Vec<&[u64]> = missing.chunks(EACH).collect();
        let luck = self.args.flag("luck", "yes", "no")?;
        let store = Mutex::new(store);
        self.contest.spread(parts.len() as u64, &|part| {
            let mut players = self.players()?;
            if luck {
                let words = format!("{NETWORK}:{};priors=no", self.net(self.progress.best));
                players = players.judged(self.kit.game, evaluation(self.kit, &words)?);
            }
            for &number in parts[part as usize] {
                let played = players.play(self.kit.game, self.seed(), number);
                store.lock().expect("nobody fails while holding it").add(played)?;
                self.contest.played(1);
            }
            Ok(())
        })
    }

    /// Searches with the best network.
    fn players(&self) -> Result<Players<G>, BadInput> {
        let best = self.net(self.progress.best);
        Players::new(self.kit, |earnest| match earnest {
            true => self.search(&best, self.sims, Some(WIDTHS.0)),
            false => self.search(&best, self.sims / HURRY, Some(WIDTHS.1)),
        })
    }

    /// Has every so manieth game of the rounds before, of which something else is learned each time, searched again.
    fn again(&self, store: &mut Store, round: u64) -> Result<(), Failure> {
        let every: u64 = self.args.number("again", 0..=1_000)?;
        let first = self.numbers((round + 1).saturating_sub(WINDOW)).start;
        let turn = |number: u64| every > 0 && number % every == round % every;
        let before = store.games(first..self.numbers(round).start);
        let old: Vec<Played> = before.filter(|p| turn(p.number) && p.again < round).cloned().collect();
        let store = Mutex::new(store);
        self.contest.spread(old.len() as u64, &|which| {
            let anew = self.players()?.again(self.kit.game, self.seed(), &old[which as usize], round);
            store.lock().expect("nobody fails while holding it").add(anew)
        })
    }

    /// The samples of some rounds' games: those to learn from, or those that are kept for the exam.
    fn samples(&self, store: &Store, rounds: std::ops::Range<u64>, exam: bool) -> Vec<Sample<G>> {
        let mut guide = guide(self.kit);
        let numbers = rounds.start * self.training.games..rounds.end * self.training.games;
        let games = store.games(numbers).filter(|played| (played.number % EXAM == EXAM - 1) == exam);
        // The exam is about how games ended, whatever searches thought of that.
        let trust = if exam { 0.0 } else { TRUST };
        let foresight = self.class.foresight();
        let samples =
            |played: &Played| played.samples(self.kit.game, &mut *guide, self.seed(), trust, foresight);
        games.flat_map(samples).collect()
    }

    fn learn(&mut self, store: &Store, round: u64) -> Result<Round, Failure> {
        let exam = self.samples(store, round..round + 1, true);
        let before = self.class.exam(&exam);
        let mut samples = self.samples(store, (round + 1).saturating_sub(WINDOW)..round + 1, false);
        let count = samples.len();
        let mut rng = Rng::new(self.training.seed, round, Stream::Thought { seating: 1, seat: 0 });
        let length = shrinking(LENGTHS.1, round as f32 / self.training.rounds as f32);
        let mut loss = Loss::default();
        // A part at a time with what is learned beside it, so that neither is forgotten over the other.
        let parts = if self.training.method == "start" { self.beside.div_ceil(SOME).max(1) } else { 1 };
        shuffle(&mut samples, &mut rng);
        let each = count.div_ceil(parts as usize).max(1);
        for part in 0..parts {
            self.contest.go_on()?;
            let mut lessons = samples.split_off(samples.len().saturating_sub(each));
            if self.training.method == "start" {
                let first = self.start + round * self.beside + part * SOME;
                let games = SOME.min(self.beside - part * SOME);
                // What those players would do is no lesson any more.
                let beside = self.taught(first, games)?.into_iter();
                lessons.extend(beside.map(|sample| Sample {
                    steps: Vec::new(),
                    shares: Vec::new(),
                    ..sample
                }));
            }
            loss.add(self.class.teach(&lessons, &mut rng, length));
        }
        let after = self.class.exam(&exam);
        let calibration = self.class.calibration(&exam);
        let surprises = [loss.into(), before.into(), after.into()];
        Ok(Round::new(round + 1, count, surprises, calibration))
    }

    /// The pupil against the best so far.
    fn gate(&self, round: u64) -> Result<Duel, Failure> {
        let (pupil, best) = (self.net(round + 1), self.net(self.progress.best));
        let own = self.maker(&pupil)?;
        let other = self.maker(&best)?;
        self.contest.duel(
            &own,
            &other,
            (self.training.seed ^ 0x6a7e).wrapping_add(round << 32),
            PAIRS,
            Some(GATE),
        )
    }

    /// The best so far against the opponents that were asked for.
    fn rate(&self, round: u64) -> Result<Vec<(String, Duel)>, Failure> {
        let best = self.net(self.progress.best);
        let own = self.maker(&best)?;
        let rivals = self.training.opponents.iter().map(|rival| {
            let (def, args) = crate::agent(self.kit, rival)?;
            def.make(self.kit, &args)?;
            let other = || def.make(self.kit, &args).expect("it was made before");
            let seed = (self.training.seed ^ 0x4a7e).wrapping_add(round << 32);
            Ok((rival.clone(), self.contest.duel(&own, &other, seed, RATED, None)?))
        });
        rivals.collect()
    }

    fn maker<'b>(&'b self, net: &'b str) -> Result<impl Fn() -> Box<dyn Agent<G>> + Sync + 'b, Failure> {
        let sims = self.sims / 4;
        self.search(net, sims, None)?;
        Ok(move || Box::new(self.search(net, sims, None).expect("it was made before")) as Box<dyn Agent<G>>)
    }
}

/// The length of steps after a part of the way.
fn shrinking(length: f32, done: f32) -> f32 {
    length * (1.0 - (1.0 - SHORTER) * done)
}
