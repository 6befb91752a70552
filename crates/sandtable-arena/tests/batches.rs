//! Evaluations with priors, asked in batches by the games of a match: the same games as without, and the priors heeded.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock, Mutex};

use sandtable_agents::search::{MCTS_PARAMS, Mcts};
use sandtable_arena::hosted::Hosted;
use sandtable_arena::matchup::{self, MatchResult, Matchup};
use sandtable_arena::replay::parse_record;
use sandtable_arena::spec::Spec;
use sandtable_arena::work::Work;
use sandtable_core::record::Event;
use sandtable_core::{
    Agent, Args, Ask, Eval, EvalDef, Game, Guess, Kit, Knowledge, Leaf, Notation, Payoff, Rng, Stream,
};
use sandtable_games::pig::{self, Action, Pig};

/// Knows which step is best, and of values what `tells` says.
struct Adviser {
    tells: bool,
    fails: bool,
}

impl Eval<Pig> for Adviser {
    fn has_priors(&self) -> bool {
        true
    }

    fn eval(&mut self, game: &Pig, leaves: &[Leaf<Pig>], values: &mut Vec<Payoff>, priors: &mut Vec<f32>) {
        assert!(!self.fails, "no answer");
        for leaf in leaves {
            let win = if self.tells { game.exact().win(leaf.state) } else { 0.5 };
            values.push(Payoff::new(&[win, 1.0 - win]));
            if !leaf.steps.is_empty() {
                let best = game.exact().best(leaf.state);
                let others = 0.1 / (leaf.steps.len() - 1).max(1) as f32;
                priors.extend(leaf.steps.iter().map(|&step| if step == best { 0.9 } else { others }));
            }
        }
    }
}

const fn adviser(name: &'static str, batch: usize) -> EvalDef<Pig> {
    let mut def =
        EvalDef::new(name, "knows best", |_, _| Ok(Box::new(Adviser { tells: true, fails: false })));
    def.batch = batch;
    def
}

fn hosted() -> Hosted<Pig> {
    let knowledge = Knowledge {
        evals: &const {
            [
                adviser("alone", 1),
                adviser("few", 3),
                adviser("many", 16),
                EvalDef::new("silent", "knows the step alone", |_, _| {
                    Ok(Box::new(Adviser { tells: false, fails: false }))
                }),
                EvalDef {
                    name: "broken",
                    about: "never answers",
                    params: &[],
                    batch: 4,
                    build: |_, _| Ok(Box::new(Adviser { tells: true, fails: true })),
                },
            ]
        },
        ..pig::pig().knowledge
    };
    Hosted::new(Spec::parse("pig:40").unwrap(), Pig::new(40), knowledge)
}

fn play(hosted: &Hosted<Pig>, agents: [&str; 2], games: u64, threads: usize) -> (MatchResult, String) {
    let work = Work { progress: &|_| (), stop: &AtomicBool::new(false), threads };
    let mut records = Vec::new();
    let matchup = Matchup { swap: true, ..Matchup::plain(&agents, games) };
    let result = matchup::run(hosted, &matchup, &work, Some(&mut records)).unwrap();
    (result, String::from_utf8(records).unwrap())
}

#[test]
fn batches_of_any_size_give_the_same_games() {
    let mut games = Vec::new();
    for (eval, least) in [("alone", 0.0), ("few", 1.5), ("many", 4.0)] {
        // On all cores, and on one, where less comes together.
        for (threads, least) in [(0, least), (1, 0.0)] {
            let hosted = hosted();
            let spec = format!("mcts:sims=200,cut=0,eval={eval}");
            let (result, records) = play(&hosted, [&spec, "hold"], 32, threads);
            assert_eq!(result.mishaps.iter().map(|m| m.count).sum::<u64>(), 0, "{eval}");
            let (batches, leaves) = hosted.desks.served();
            let mean = leaves as f64 / batches.max(1) as f64;
            assert!(mean >= least, "{eval}, {threads} threads: {leaves} leaves in {batches} batches");
            games.push(records.replace(eval, "EVAL"));
        }
    }
    assert!(games.iter().all(|records| *records == games[0]));
}

/// Writes down what it is asked.
struct Clerk(Arc<Mutex<Vec<pig::State>>>);

impl Eval<Pig> for Clerk {
    fn has_priors(&self) -> bool {
        true
    }

    fn eval(&mut self, _: &Pig, leaves: &[Leaf<Pig>], values: &mut Vec<Payoff>, priors: &mut Vec<f32>) {
        for leaf in leaves {
            self.0.lock().unwrap().push(leaf.state.clone());
            values.push(Payoff::new(&[0.5, 0.5]));
            priors.extend(leaf.steps.iter().map(|_| 1.0 / leaf.steps.len() as f32));
        }
    }
}

static ASKED: LazyLock<Arc<Mutex<Vec<pig::State>>>> = LazyLock::new(Arc::default);

#[test]
fn a_search_asks_about_a_position_once() {
    let knowledge = Knowledge {
        evals: &const { [EvalDef::new("clerk", "writes down", |_, _| Ok(Box::new(Clerk(ASKED.clone()))))] },
        ..pig::pig().knowledge
    };
    let game = Pig::new(40);
    let kit = Kit { knowledge: &knowledge, ..Kit::bare(&game) };
    let mut args = Args::defaults(&MCTS_PARAMS);
    for (name, value) in [("sims", "2000"), ("cut", "0"), ("eval", "clerk")] {
        args.set(name, value);
    }
    let mut search = Mcts::new(&kit, &args).unwrap();
    let (mut state, mut rng) = (game.start(), Rng::new(1, 0, Stream::World));
    // Whoever begins can only roll; then there is something to decide.
    game.apply(&mut state, Action::Roll);
    let mut faces = Vec::new();
    game.outcomes(&state, &mut faces);
    game.resolve(&mut state, faces[faces.len() - 1].0);
    search.begin(&game, 0, &mut rng);
    let view = game.view(&state, 0);
    search.act(&mut Ask::new(&game, 0, &view, &mut Guess, &mut rng), &mut Vec::new()).unwrap();
    let asked = ASKED.lock().unwrap();
    let different: HashSet<_> = asked.iter().collect();
    assert!(asked.len() > 200, "{}", asked.len());
    assert_eq!(asked.len(), different.len(), "some were asked about again");
}

#[test]
fn priors_are_heeded_from_the_root_on() {
    let hosted = hosted();
    // All values are alike, so only the priors tell the steps apart: a search that heeds them plays as they say.
    let (_, records) =
        play(&hosted, ["mcts:sims=8,cut=0,eval=silent", "mcts:sims=8,cut=0,eval=silent"], 20, 2);
    let pig = Pig::new(40);
    let mut decisions = 0;
    for line in records.lines() {
        let record = parse_record("test", line).unwrap();
        let mut state = pig.start();
        for event in &record.steps {
            match event {
                Event::Step { step, .. } => {
                    let step: Action = pig.parse_action(step).unwrap();
                    assert_eq!(step, pig.exact().best(&state), "{state:?}");
                    decisions += 1;
                    pig.apply(&mut state, step);
                }
                Event::Dice { dice } => {
                    let face = pig.parse_chance(&state, dice).unwrap();
                    pig.resolve(&mut state, face);
                }
            }
        }
    }
    assert!(decisions > 200);
}

#[test]
fn a_shared_evaluation_that_fails_stops_nobody() {
    let hosted = hosted();
    let (result, _) = play(&hosted, ["mcts:sims=8,cut=0,eval=broken", "hold"], 16, 2);
    assert_eq!(result.games, 16);
    assert!(result.mishaps[0].count > 0);
}
