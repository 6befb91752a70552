//! Throughput figures, and a signature that only changes of behaviour move.

mod inquire;

use std::hash::Hasher;
use std::time::Instant;

use rayon::prelude::*;
use rustc_hash::FxHasher;
use sandtable_agents::search::{MCTS_PARAMS, Mcts};
use sandtable_core::plan::carry_out;
use sandtable_core::{Args, Ask, Game, GameDef, Guess, Policy, Rng, Stream, Turn};
use sandtable_games::axis;
use sandtable_games::axis::battle::{self, Losses, Retreat, Setup};
use sandtable_games::operation::constraints::{Constraints, Lister};
use sandtable_games::operation::{Generator, Operation, Side, Sight};
use sandtable_games::risk::battle::Battles;
use sandtable_games::risk::{self, Restraint, Risk};
use serde::Serialize;

use crate::episode::Deal;
use crate::hosted::AgentCard;
use crate::luck::Method;
use crate::matchup::Matchup;
use crate::solve::{Solved, Task};
use crate::spec::Spec;
use crate::work::Work;
use crate::{AnyGame, Failure, registry};

/// What `bench` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bench {
    /// The same for as long as all games and agents behave the same.
    pub signature: String,
    /// The one that is kept with the sources.
    pub expected: String,
    /// How fast things are.
    pub figures: Vec<Figure>,
}

/// How fast something is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// What was measured.
    pub name: String,
    /// How much.
    pub value: f64,
    /// Of what.
    pub unit: String,
}

/// Where the signature is kept, below the folder of the sources.
pub const KEPT: &str = "data/bench-signature.txt";

/// The signature that was kept when the program was built.
pub fn kept() -> &'static str {
    include_str!("../../../data/bench-signature.txt").trim()
}

/// Games a match: in full, and in the quick form. Slower pairings play a part of them.
const MATCH_GAMES: [u64; 2] = [400_000, 20_000];

/// How many games the matches of [`run`] play together.
pub fn games(quick: bool) -> u64 {
    (5 * MATCH_GAMES[usize::from(quick)]) + MATCH_GAMES[usize::from(quick)] * 169 / 400
}

/// Measures everything.
pub fn run(quick: bool, work: &Work) -> Result<Bench, Failure> {
    let games = MATCH_GAMES[usize::from(quick)];
    let mut figures = Vec::new();
    let mut figure = |name: &str, value: f64, unit: &str| {
        figures.push(Figure { name: name.into(), value, unit: unit.into() });
    };
    let one_thread = Work { threads: 1, ..*work };
    let simple = ["one-axis-blue", "simple-red"];
    for (name, game, seats, luck, games, work) in [
        ("match lucid, one-axis-blue v simple-red", "lucid", simple, Method::None, games, work),
        ("the same on one thread", "lucid", simple, Method::None, games, &one_thread),
        ("the same, expanded luck model", "lucid", simple, Method::Expanded, games, work),
        ("the same, luck by value", "lucid", simple, Method::Value, games, work),
        (
            "match lucid, one-axis-blue v dist-exp-red",
            "lucid",
            ["one-axis-blue", "dist-exp-red"],
            Method::None,
            games,
            work,
        ),
        ("match lucid, random v random", "lucid", ["random", "random"], Method::None, games / 4, work),
        (
            "match lucid, one-axis-blue v fuzzy",
            "lucid",
            ["one-axis-blue", "fuzzy"],
            Method::None,
            games / 50,
            work,
        ),
        ("match lucid, net v net", "lucid", ["net", "net"], Method::None, games / 200, work),
        (
            "match grid, aiPlayer8 v aiPlayer9, one thread",
            "grid",
            ["aip:aiPlayer8", "aip:aiPlayer9"],
            Method::None,
            games / 20,
            &one_thread,
        ),
        (
            "match grid, aiPlayer0 v aiPlayer0, one thread",
            "grid",
            ["aip:aiPlayer0", "aip:aiPlayer0"],
            Method::None,
            games / 20,
            &one_thread,
        ),
        (
            "match risk:duel, planner v planner, one thread",
            "risk:duel",
            ["planner", "planner"],
            Method::None,
            games / 50,
            &one_thread,
        ),
        (
            "match risk:duel, domination:hard v domination:hard, one thread",
            "risk:duel",
            ["domination:hard", "domination:hard"],
            Method::None,
            games / 50,
            &one_thread,
        ),
        (
            "match axis:minimap, ez-fodder v ez-fodder, one thread",
            "axis:minimap",
            ["ez-fodder", "ez-fodder"],
            Method::None,
            games / 400,
            &one_thread,
        ),
        (
            "match axis:minimap, triplea:fast v triplea:easy, one thread",
            "axis:minimap",
            ["triplea:fast", "triplea:easy"],
            Method::None,
            games / 400,
            &one_thread,
        ),
        (
            "match axis:minimap, triplea:hard v triplea:easy, one thread",
            "axis:minimap",
            ["triplea:hard", "triplea:easy"],
            Method::None,
            games / 400,
            &one_thread,
        ),
    ] {
        let matchup = Matchup { luck, ..Matchup::plain(&seats, games) };
        let result = registry::open(game)?.run_match(&matchup, work, None)?;
        figure(name, result.games_per_second, "games/s");
    }
    let (seconds, positions) = generate(if quick { 10 } else { 100 });
    figure("generator, opening of lucid", positions / seconds, "positions/s");
    let (seconds, moves) = generate_within("nodes <= 6", if quick { 100 } else { 1_000 })?;
    figure("generator within constraints, opening of lucid", moves / seconds, "moves/s");
    let (median, slow) = inquire::times(if quick { 100 } else { 1_000 })?;
    figure("question about the enemy at the end of a random game of opaque, median", 1e6 * median, "µs");
    figure("the same, 99 of 100 take less than", 1e6 * slow, "µs");
    let (seconds, played) = quick_games(games / 20)?;
    figure("risk:duel, the thesis's quick play to the end, one thread", played / seconds, "games/s");
    for (name, agent) in [
        ("mcts in risk:duel as in the thesis, one thread", THESIS),
        ("mcts in risk:duel by its habits, one thread", "mcts"),
    ] {
        let (seconds, decisions) = decide(agent, if quick { 20 } else { 200 })?;
        figure(name, 1000.0 * decisions / seconds, "simulations/s");
    }
    let (opening, mean) = attacks(if quick { 1 } else { 4 })?;
    figure("dls:depth=3 at the opening of axis:minimap", 1e3 * opening, "ms");
    figure("dls:depth=3 against ez-fodder, each turn", 1e3 * mean, "ms");
    figure("battle of 20 v 18 units of Axis & Allies, exactly", 1e6 * exact_battle()?, "µs");
    let began = Instant::now();
    std::hint::black_box(Battles::new(100));
    figure("battles of Risk, table of 100 by 100", 1e3 * began.elapsed().as_secs_f64(), "ms");
    if let Solved::Game(whole) = registry::open("lucid:3x3")?.solve(&Task::plain(&[], 1 << 30), work)? {
        figure("solve lucid:3x3", whole.positions_per_second.unwrap_or(0.0), "positions/s");
    }
    let perft = registry::open("lucid")?.perft(1, work)?;
    figure("perft lucid 1, both sides", perft.seconds, "s");
    Ok(Bench { signature: signature(work)?, expected: kept().into(), figures })
}

/// KTH's search with a thousand simulations: chance nodes drawn, eight turns of its quick policy, resources
/// counted.
const THESIS: &str = "mcts:rollout=quick,cut=8,eval=resources,c=0.3,chance=draw,propose=none,widen=0";

/// The thesis's game.
fn duel() -> Result<(GameDef<Risk>, Risk), Failure> {
    let def = risk::risk();
    let mut args = Args::defaults(def.params);
    args.set("map", "duel");
    let game = (def.build)(&args)?;
    Ok((def, game))
}

/// Plays duels to the end by the quick policy.
fn quick_games(games: u64) -> Result<(f64, f64), Failure> {
    let (_, game) = duel()?;
    let (mut guide, mut plan) = (Restraint::default(), Vec::new());
    let began = Instant::now();
    for deal in 0..games {
        let mut rng = Rng::new(1, deal, Stream::World);
        guide.playout(&game, &mut game.start(), &mut rng, u32::MAX, &mut plan);
    }
    Ok((began.elapsed().as_secs_f64(), games as f64))
}

/// Lets a search decide along a game of quick play: how long that takes.
fn decide(agent: &str, decisions: u32) -> Result<(f64, f64), Failure> {
    let (def, game) = duel()?;
    let spec = Spec::parse(agent)?;
    let mut search = Mcts::build(&def.kit(&game), &spec.args(&MCTS_PARAMS)?)?;
    let mut guide = Restraint::default();
    let mut rng = Rng::new(1, 0, Stream::World);
    let mut state = game.start();
    let mut plan = Vec::new();
    let (mut seconds, mut decided) = (0.0, 0);
    while decided < decisions {
        match game.turn(&state) {
            Turn::Player(seat) => {
                search.begin(&game, seat, &mut rng);
                plan.clear();
                let began = Instant::now();
                let view = game.view(&state, seat);
                let answer = search.act(&mut Ask::new(&game, seat, &view, &mut Guess, &mut rng), &mut plan);
                answer.map_err(|fault| Failure::Failed(fault.0))?;
                seconds += began.elapsed().as_secs_f64();
                decided += 1;
                guide.playout(&game, &mut state, &mut rng, 1, &mut plan);
            }
            Turn::Over => state = game.start(),
            Turn::Chance => {
                let chance = game.sample(&state, &mut rng);
                game.resolve(&mut state, chance);
            }
        }
    }
    Ok((seconds, f64::from(decided)))
}

/// Lets dls:depth=3 play E.Z. Fodder: how long it takes to decide at the opening, and on average.
fn attacks(games: u64) -> Result<(f64, f64), Failure> {
    let def = axis::axis();
    let game = (def.build)(&Args::defaults(def.params))?;
    let mut players = Vec::new();
    for name in ["dls", "ez-fodder"] {
        let found =
            (def.knowledge.players)().into_iter().find(|p| p.name == name).expect("it comes with the game");
        players.push(found.make(&def.kit(&game), &Args::defaults(found.params))?);
    }
    let mut plan = Vec::new();
    let mut times = Vec::new();
    for deal in 0..games {
        let mut rng = Rng::new(1, deal, Stream::World);
        players.iter_mut().enumerate().for_each(|(seat, p)| p.begin(&game, seat, &mut rng));
        let mut state = game.start();
        loop {
            match game.turn(&state) {
                Turn::Player(seat) => {
                    plan.clear();
                    let began = Instant::now();
                    let mut guess = Guess;
                    let mut ask = Ask::new(&game, seat, &state, &mut guess, &mut rng);
                    let answer = players[seat].act(&mut ask, &mut plan);
                    answer.map_err(|fault| Failure::Failed(fault.0))?;
                    if seat == 0 && state.phase == axis::Phase::Combat {
                        times.push(began.elapsed().as_secs_f64());
                    }
                    carry_out(&game, &mut state, &plan, |_, _| ());
                }
                Turn::Chance => {
                    let chance = game.sample(&state, &mut rng);
                    game.resolve(&mut state, chance);
                }
                Turn::Over => break,
            }
        }
    }
    Ok((times[0], times.iter().sum::<f64>() / times.len() as f64))
}

/// How long an exact battle takes: 10 infantry, 5 artillery and 5 armour against 15 infantry and 3 armour.
fn exact_battle() -> Result<f64, Failure> {
    const TIMES: u32 = 50;
    let units = axis::open("minimap")?.units;
    let setup = Setup {
        units: &units,
        attackers: &[10, 5, 5, 0, 0, 0, 0],
        defenders: &[15, 0, 3, 0, 0, 0, 0],
        attack_losses: &Losses::Power,
        defence_losses: &Losses::Power,
        retreat: Retreat::Never,
    };
    let began = Instant::now();
    for _ in 0..TIMES {
        std::hint::black_box(battle::summary(std::hint::black_box(&setup)));
    }
    Ok(began.elapsed().as_secs_f64() / f64::from(TIMES))
}

/// Lists Blue's openings again and again.
fn generate(times: u32) -> (f64, f64) {
    let game = Operation::default_board(Sight::Lucid);
    let mut generator = Generator::default();
    let start = game.start();
    let began = Instant::now();
    let listed: usize = (0..times).map(|_| generator.positions(game.board(), &start, Side::Blue).len()).sum();
    (began.elapsed().as_secs_f64(), listed as f64)
}

/// Lists Blue's openings within constraints again and again.
fn generate_within(text: &str, times: u32) -> Result<(f64, f64), Failure> {
    let game = Operation::default_board(Sight::Lucid);
    let constraints = Constraints::parse(game.board(), text)?;
    let (mut lister, start) = (Lister::default(), game.start());
    let began = Instant::now();
    let mut list = || lister.list(game.board(), &start, Side::Blue, &constraints, usize::MAX).len();
    let listed: usize = (0..times).map(|_| list()).sum();
    Ok((began.elapsed().as_secs_f64(), listed as f64))
}

/// An agent's spec with a small budget, and whether it plays games to their end in its mind.
fn small(card: &AgentCard) -> (String, bool) {
    // Whoever tries nothing by habit tries nothing here.
    let has =
        |name: &str| card.params.iter().any(|p| p.name == name && (name != "trials" || p.default != "0"));
    let budgets = [
        ("sims", "sims=4", true),
        ("nodes", "nodes=1", true),
        ("trials", "trials=10", true),
        ("depth", "depth=2", false),
        ("rounds", "seconds=0,rounds=20", false),
    ];
    match budgets.iter().find(|(name, ..)| has(name)) {
        Some((_, budget, searches)) => (format!("{}:{budget}", card.name), *searches),
        None => (card.name.into(), false),
    }
}

/// Games of two agents whose results go into the signature.
struct Pairing<'a> {
    game: &'a dyn AnyGame,
    seated: Vec<&'a str>,
    deals: u64,
}

impl Pairing<'_> {
    /// A hash of the results.
    fn digest(&self) -> Result<u64, Failure> {
        let deals: Vec<Deal> = (0..self.deals).map(|deal| Deal { seed: 1, deal, seating: 0 }).collect();
        let mut hasher = FxHasher::default();
        self.game.play_deals(&self.seated, &deals, &mut |_, finish, _| {
            finish.payoff.values().iter().for_each(|v| hasher.write_u64(v.to_bits()));
            hasher.write_u32(finish.turns);
            true
        })?;
        Ok(hasher.finish())
    }
}

/// A hash over what all games and agents do: an account of a random game on every ready-made variant, and the
/// results of a few games of every pair of agents on the default one; of those that search by playing on, on
/// the one with the shortest account. It is the same on any number of threads.
pub fn signature(work: &Work) -> Result<String, Failure> {
    let mut hasher = FxHasher::default();
    for listed in registry::games() {
        let mut shortest: Option<(usize, String)> = None;
        for (variant, _) in listed.variants() {
            let name = format!("{}:{variant}", listed.name());
            let account = registry::open(&name)?.playthrough(1);
            hasher.write(account.as_bytes());
            if shortest.as_ref().is_none_or(|(length, _)| account.len() < *length) {
                shortest = Some((account.len(), name));
            }
        }
        let usual = registry::open(listed.name())?;
        let small_game = registry::open(shortest.as_ref().map_or(listed.name(), |(_, name)| name))?;
        let agents: Vec<(String, bool)> = usual.agents().iter().map(small).collect();
        let mut pairings = Vec::new();
        for (first, first_searches) in &agents {
            for (other, other_searches) in &agents {
                let (game, deals) = match *first_searches || *other_searches {
                    true => (&*small_game, 1),
                    false => (&*usual, 10),
                };
                let seats = game.info().seats.len();
                let seated: Vec<&str> =
                    (0..seats).map(|s| if s == 0 { first.as_str() } else { other.as_str() }).collect();
                if (0..seats).all(|s| game.check_agent(seated[s], s).is_ok()) {
                    pairings.push(Pairing { game, seated, deals });
                }
            }
        }
        let digests: Result<Vec<u64>, Failure> =
            work.pool()?.install(|| pairings.par_iter().map(Pairing::digest).collect());
        digests?.into_iter().for_each(|digest| hasher.write_u64(digest));
    }
    Ok(format!("{:016x}", hasher.finish()))
}
