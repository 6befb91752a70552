//! Monte Carlo tree search: against exact values, in every shape, on every game, and the same on any number of threads.

use std::sync::Mutex;
use std::thread::ThreadId;

use sandtable_arena::advice::{Advice, Question};
use sandtable_arena::hosted::Hosted;
use sandtable_arena::matchup::Matchup;
use sandtable_arena::registry;
use sandtable_arena::spec::Spec;
use sandtable_arena::work::Work;
use sandtable_core::eval::Each;
use sandtable_core::{Ask, EvalDef, Game, Guess, Knowledge, Notation, Payoff, Rng, Stream, Value};
use sandtable_games::pig::Pig;

fn advice(game: &str, state: &str, agent: &str) -> Advice {
    let question = Question { file: "test", state, agent, time: None, limit: None, seed: 1 };
    registry::open(game).unwrap().advise(&question).unwrap()
}

/// Blue has the last turn of the game: it wins if it takes the last territory of Red, and shares otherwise.
const LAST_TURN: &str = "blue to attack; red: larch-pass=3; \
    blue: heron-ford=6 millbrook=1 lantern-quay=1 gull-rock=1 thyme-hill=1; turns: 1; first: red";

#[test]
fn the_value_of_the_last_battle_is_its_exact_chance() {
    // Five armies may fight three: the game is won with that chance and shared otherwise.
    let win = sandtable_games::risk::battle::Battles::shared().win(5, 3);
    for agent in [
        "mcts:sims=4000,chance=exact,propose=none",
        "mcts:sims=4000,chance=draw,propose=none",
        "mcts:sims=4000,levels=one,propose=none,eval=none",
        "mcts:sims=4000,workers=3,propose=none",
    ] {
        let advice = advice("risk:mini6,rounds=1", LAST_TURN, agent);
        assert_eq!(advice.steps[0].step, "heron-ford>larch-pass", "{agent}");
        let best = &advice.account.considered[0];
        // Trying to halt and other steps costs the mean nothing: it is that of the step alone.
        let tolerance = if agent.contains("exact") { 0.005 } else { 4.0 * best.stderr };
        assert!((best.value - (1.0 + win) / 2.0).abs() < tolerance, "{agent}: {best:?} v {win}");
        let halt = advice.account.considered.iter().find(|c| c.step == "halt").unwrap();
        assert!((halt.value - 0.5).abs() < 1e-6, "{halt:?}");
    }
}

#[test]
fn every_shape_plays_every_kind_of_game_by_the_rules() {
    for shape in [
        "",
        ",levels=one",
        ",chance=exact",
        ",chance=draw,widen=0.5",
        ",others=paranoid",
        ",reuse=yes",
        ",workers=3",
        ",steps=all",
        ",rollout=random,eval=none",
        ",cut=0",
    ] {
        for (game, seats) in
            [("lucid:2x3", 2), ("opaque:2x3", 2), ("risk:mini6", 2), ("risk:mini12,players=3", 3)]
        {
            let searcher = format!("mcts:sims=20{shape}");
            let agents: Vec<&str> = (0..seats).map(|s| if s == 0 { &searcher } else { "random" }).collect();
            let result = Work::quietly(|work| {
                registry::open(game).unwrap().run_match(&Matchup::plain(&agents, 4), work, None)
            });
            assert_eq!(result.unwrap().games, 4, "{game} {searcher}");
        }
    }
    for shape in
        ["propose=planner", "propose=planner+card-hunter,reuse=yes,workers=2", "rollout=planner,cut=2"]
    {
        let searcher = format!("mcts:sims=30,{shape}");
        let matchup = Matchup::plain(&[&searcher, "card-hunter", "quick"], 2);
        Work::quietly(|work| {
            registry::open("risk:mini12,players=3,hands=hidden,trade=choice")
                .unwrap()
                .run_match(&matchup, work, None)
        })
        .unwrap();
    }
}

#[test]
fn more_worlds_than_cores_share_the_time() {
    let game = registry::open("risk:mini12,players=3,hands=hidden").unwrap();
    let agents = ["mcts:ms=2", "mcts:ms=2,workers=40,propose=none", "quick"];
    let result = Work::quietly(|work| game.run_match(&Matchup::plain(&agents, 1), work, None));
    assert_eq!(result.unwrap().games, 1);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let game = registry::open("risk:mini12").unwrap();
    let matchup = Matchup { swap: true, ..Matchup::plain(&["mcts:sims=60,workers=4", "mcts:sims=60"], 12) };
    let results = [1, 2, 5].map(|threads| {
        Work::quietly(|work| game.run_match(&matchup, &Work { threads, ..*work }, None)).unwrap()
    });
    for result in &results[1..] {
        assert_eq!((&result.wins, &result.score.mean), (&results[0].wins, &results[0].score.mean));
        assert_eq!(result.turns.mean, results[0].turns.mean);
    }
}

#[test]
fn search_wins_where_chance_does_not() {
    let matchup = Matchup { swap: true, ..Matchup::plain(&["mcts:sims=100", "quick"], 40) };
    let result =
        Work::quietly(|work| registry::open("risk:duel").unwrap().run_match(&matchup, work, None)).unwrap();
    assert!(result.wins[0] >= 34, "{:?}", result.wins);
}

#[test]
fn a_search_keeps_to_its_first_proposer_as_far_as_it_is_told() {
    // Nothing is better by a hundred standard errors, so the search plays the proposer's games, in one world and in eight.
    for (game, seats) in [("risk:duel", 2), ("risk:mini12,hands=hidden", 2), ("risk:mini12,players=3", 3)] {
        let play = |agent: &str| {
            let mut agents = vec![agent];
            agents.resize(seats, "weakest-neighbour");
            let matchup = Matchup { swap: true, ..Matchup::plain(&agents, 6) };
            let result =
                Work::quietly(|work| registry::open(game).unwrap().run_match(&matchup, work, None)).unwrap();
            (result.wins.clone(), result.turns.mean)
        };
        assert_eq!(play("mcts:sims=64,propose=planner+card-hunter,keep=100"), play("planner"), "{game}");
        assert_ne!(play("mcts:sims=64,propose=planner+card-hunter,keep=0"), play("planner"), "{game}");
    }
}

#[test]
fn what_cannot_be_searched_with_is_refused() {
    let game = registry::open("risk:duel").unwrap();
    for (agent, expect) in [
        ("mcts:sims=0", "mcts: sims=0: expected a whole number from 1 to 100000000"),
        ("mcts:chance=dice", "mcts: chance=dice: expected exact or draw"),
        ("mcts:c=-1", "mcts: c=-1: expected a number from 0 to 100"),
        ("mcts:eval=hope", "mcts: eval=hope: expected one of outlook, resources, forces, none"),
    ] {
        assert_eq!(game.check_agent(agent, 0).unwrap_err().0, expect);
    }
    let error = game.check_agent("mcts:propose=napoleon", 0).unwrap_err().0;
    assert!(
        error
            .starts_with("mcts: propose=napoleon: 'napoleon': expected one of the game's players: planner, "),
        "{error}"
    );
}

/// Remembers on which threads it was asked.
struct Witness;

static THREADS: Mutex<Vec<ThreadId>> = Mutex::new(Vec::new());

impl Value<Pig> for Witness {
    fn value(&mut self, game: &Pig, _: &<Pig as Game>::State) -> Payoff {
        THREADS.lock().unwrap().push(std::thread::current().id());
        Payoff::zero(game.info().seats.len())
    }
}

/// Whole games use the cores. A tree that were handed to another thread of the pool might wait there behind a whole game, while the
/// time for the decision runs out.
#[test]
fn trees_of_a_decision_stay_with_their_game() {
    let knowledge = Knowledge {
        evals: &const { [EvalDef::new("witness", "remembers threads", |_, _| Ok(Box::new(Each(Witness))))] },
        ..Knowledge::NONE
    };
    let hosted = Hosted::new(Spec::parse("pig").unwrap(), Pig::new(100), knowledge);
    let game = &hosted.game;
    let state = game.parse_state("turns 4; red 8; blue 6; stake 5").unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().unwrap();
    pool.install(|| {
        let mut search = hosted.agent("mcts:sims=2000,workers=8,cut=0", 0).unwrap();
        let (mut rng, mut guess) = (Rng::new(1, 0, Stream::World), Guess);
        search.begin(game, 0, &mut rng);
        search.act(&mut Ask::new(game, 0, &state, &mut guess, &mut rng), &mut Vec::new()).unwrap();
    });
    let threads = THREADS.lock().unwrap();
    assert!(threads.len() >= 2000 && threads.iter().all(|thread| *thread == threads[0]));
}
