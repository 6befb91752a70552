//! Nothing allocates while games are played: counted by the allocator itself.

#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use sandtable_agents::automata::{Opponent, Planner, Settings, tiers};
use sandtable_arena::episode::{Counter, Deal, Table};
use sandtable_arena::luck::{Gauge, Method};
use sandtable_arena::spec::Spec;
use sandtable_core::policy::Seated;
use sandtable_core::{Agent, AgentDef, Args, Kit, Problem, Rng, Stream};
use sandtable_games::operation::{self, Operation, Sight};
use sandtable_games::{axis, grid, risk};

struct Counting;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: all calls go on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        unsafe { System.realloc(block, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn agent(game: &Operation, name: &str) -> Box<dyn Agent<Operation>> {
    let kit = Kit::bare(game);
    let defs: Vec<AgentDef<Operation>> =
        operation::players().into_iter().chain(sandtable_agents::agents(game, kit.knowledge)).collect();
    let def = defs.into_iter().find(|d| d.name == name).unwrap();
    def.make(&kit, &Args::defaults(def.params)).unwrap()
}

/// Allocations in 200 games, after 200 games in which buffers may grow.
fn allocations(sight: Sight, blue: &str, red: &str, method: Method) -> u64 {
    let game = Operation::default_board(sight);
    let mut table = Table::new(&game, vec![agent(&game, blue), agent(&game, red)]);
    let def = operation::lucid();
    let mut gauge = Gauge::new(&def.kit(&game), method).unwrap();
    let mut luck = Vec::new();
    let mut before = 0;
    for deal in 0..400 {
        if deal == 200 {
            before = COUNT.get();
        }
        table.play(Deal { seed: 1, deal, seating: 0 }, &mut gauge);
        luck.clear();
        gauge.read(&mut luck);
    }
    COUNT.get() - before
}

#[test]
fn nothing_allocates_per_step_or_per_game() {
    for (blue, red) in [
        ("simple-blue", "simple-red"),
        ("one-axis-blue", "axes-exp-red"),
        ("one-axis-blue", "dist-exp-red"),
        ("random", "random"),
    ] {
        for sight in [Sight::Lucid, Sight::Opaque] {
            for (name, method) in Method::ALL {
                assert_eq!(
                    allocations(sight, blue, red, method),
                    0,
                    "{blue} v {red}, {sight:?}, luck {name}"
                );
            }
        }
    }
}

#[test]
fn nothing_allocates_in_grid_risk_either() {
    let def = grid::grid();
    for rules in ["p1vp2", "survivor", "scattered"] {
        let mut args = Args::defaults(def.params);
        args.set("rules", rules);
        let game = (def.build)(&args).unwrap();
        for players in [["aiPlayer0", "aiPlayer2"], ["aiPlayer8", "tuned"]] {
            let agents = players.map(|p| {
                let heuristics = grid::player_file(p).unwrap().sets[0].clone();
                Box::new(Seated(grid::AipPlayer::new(heuristics))) as Box<dyn Agent<grid::Grid>>
            });
            let mut table = Table::new(&game, agents.into());
            let mut counter = Counter::new(&game, &def.knowledge);
            let mut before = 0;
            for deal in 0..20 {
                if deal == 5 {
                    before = COUNT.get();
                }
                table.play(Deal { seed: 1, deal, seating: 0 }, &mut counter);
            }
            assert_eq!(COUNT.get() - before, 0, "{rules}, {players:?}");
        }
    }
}

/// Allocations in the last quarter of `games` of Risk, when buffers have grown.
fn in_risk(map: &str, names: &[&str], games: u64) -> u64 {
    let def = risk::risk();
    let mut args = Args::defaults(def.params);
    args.set("map", map);
    let game = (def.build)(&args).unwrap();
    let defs: Vec<AgentDef<risk::Risk>> = (def.knowledge.players)()
        .into_iter()
        .chain(sandtable_agents::agents(&game, &def.knowledge))
        .collect();
    let agents = names.iter().map(|name| {
        let spec = Spec::parse(name).unwrap();
        let found = defs.iter().find(|d| d.name == spec.name).unwrap();
        found.make(&def.kit(&game), &spec.args(found.params).unwrap()).unwrap()
    });
    let mut table = Table::new(&game, agents.collect());
    let mut before = 0;
    for deal in 0..games {
        if deal == games * 3 / 4 {
            before = COUNT.get();
        }
        table.play(Deal { seed: 1, deal, seating: 0 }, &mut ());
    }
    COUNT.get() - before
}

#[test]
fn nothing_allocates_in_risk_or_in_its_searches() {
    for style in [
        "quick",
        "weakest-neighbour",
        "even-spreader",
        "cluster-grower",
        "continent-holder",
        "card-hunter",
        "planner",
        "domination:hard",
        "domination:easy",
    ] {
        assert_eq!(in_risk("duel", &[style, "planner"], 100), 0, "{style}");
        assert_eq!(in_risk("classic", &[style, "planner", style], 20), 0, "{style}");
    }
    for search in
        ["mcts:sims=60", "mcts:sims=60,rollout=quick,cut=8,eval=resources,propose=none,chance=draw,widen=0"]
    {
        assert_eq!(in_risk("duel", &[search, "weakest-neighbour"], 80), 0, "{search}");
    }
    // The flat network, in the thesis's search and alone.
    let net = concat!("kth:net=", env!("CARGO_MANIFEST_DIR"), "/../../data/nets/kth-1.safetensors");
    for more in ["sims=0", "sims=60"] {
        let player = format!("{net},{more}");
        assert_eq!(in_risk("duel", &[&player, "weakest-neighbour"], 80), 0, "{more}");
    }
    // The one over the map, alone and in the search.
    for player in ["policy", "exit:sims=60", "exit:sims=60,halve=0,propose=none"] {
        assert_eq!(in_risk("duel", &[player, "weakest-neighbour"], 80), 0, "{player}");
    }
}

#[test]
fn the_counter_counts() {
    let before = COUNT.get();
    drop(std::hint::black_box(vec![1u8]));
    assert_eq!(COUNT.get(), before + 1);
}

/// Twelve thousand rounds of learning take no more than the lists of the decision itself.
#[test]
fn nothing_allocates_while_automata_learn() {
    let mut drill = axis::drill::Drill::new("la-3", axis::open("la-3").unwrap()).unwrap();
    let start = drill.start();
    for kind in ["tsetlin", "lri", "bayes", "slri", "dlri", "pursuit", "ucb"] {
        let built = tiers(kind, "200+60", None, 1.5, 0.7).unwrap();
        for settings in
            [Settings::literal(built.clone(), Opponent::Script), Settings::fast(built, Opponent::Script)]
        {
            let mut planner = Planner::new(settings);
            let mut before = 0;
            // The first decisions meet all battles and let buffers grow.
            for run in 0..12 {
                before = COUNT.get();
                planner.decide(&mut drill, &start, None, &mut Rng::new(1, run, Stream::World));
            }
            assert!(COUNT.get() - before < 20, "{kind}: {}", COUNT.get() - before);
        }
    }
}
