//! The intelligence module against brute force: all worlds that look to a side as the true one did, event by event.

use std::collections::HashSet;

use sandtable_core::{Game, Rng, Stream, Turn};
use sandtable_games::operation::constraints::Area;
use sandtable_games::operation::intelligence::Trail;
use sandtable_games::operation::{Board, Operation, Phase, Side, Sight, Stacks, State};

use super::game;

/// All states after a whole turn of whoever is to move.
pub(super) fn turns(game: &Operation, state: &State, out: &mut HashSet<State>) {
    let mut open = vec![state.clone()];
    let mut seen = HashSet::new();
    let mut steps = Vec::new();
    while let Some(state) = open.pop() {
        steps.clear();
        game.actions(&state, &mut steps);
        for step in &steps {
            let mut next = state.clone();
            game.apply(&mut next, *step);
            match next.phase {
                Phase::Move(_) if seen.insert(next.clone()) => open.push(next),
                Phase::Move(_) => {}
                _ => drop(out.insert(next)),
            }
        }
    }
}

/// Every world that a side cannot tell from the true one.
struct Worlds {
    side: Side,
    all: HashSet<State>,
}

impl Worlds {
    /// The enemy has made a whole turn, or the side itself has taken a step, or a die fell: `after` is the true state.
    fn follow(&mut self, game: &Operation, before: &State, after: &State, event: Event) {
        let view = game.view(after, self.side.seat());
        let mut next = HashSet::new();
        let mut outcomes = Vec::new();
        for world in &self.all {
            match event {
                Event::Turn => turns(game, world, &mut next),
                Event::Step(step) => {
                    let mut world = world.clone();
                    game.apply(&mut world, step);
                    next.insert(world);
                }
                Event::Chance(chance) => {
                    outcomes.clear();
                    game.outcomes(world, &mut outcomes);
                    if outcomes.iter().any(|(c, _)| *c == chance) {
                        let mut world = world.clone();
                        game.resolve(&mut world, chance);
                        next.insert(world);
                    }
                }
            }
        }
        next.retain(|world| game.view(world, self.side.seat()) == view);
        assert!(next.contains(after), "{before:?}");
        self.all = next;
    }

    fn placements(&self) -> HashSet<Stacks> {
        self.all.iter().map(|world| world.pieces(self.side.other())).collect()
    }
}

#[derive(Clone, Copy)]
enum Event {
    Turn,
    Step(sandtable_games::operation::Action),
    Chance(sandtable_games::operation::Chance),
}

/// What was asked, to be sure that all kinds were.
#[derive(Debug, Default)]
struct Tally {
    asked: usize,
    impossible: usize,
    certain: usize,
    crossing: usize,
    refused_crossing: usize,
    draws: usize,
}

fn pieces_in(area: &Area, enemy: Stacks, side: Side, goal: u8) -> u8 {
    enemy.on(area.nodes).total() + if area.goal && side == Side::Red { goal } else { 0 }
}

fn random_area(board: &Board, rng: &mut Rng) -> Area {
    let mut places = 0;
    while places == 0 {
        places = rng.bits() & board.all();
        if rng.below(2) == 0 {
            places &= rng.bits();
        }
    }
    Area { nodes: places, goal: rng.below(4) == 0, least: rng.below(4) as u8 }
}

fn compare(game: &Operation, worlds: &Worlds, trail: &mut Trail, goal: u8, rng: &mut Rng, tally: &mut Tally) {
    let (board, side) = (game.board(), worlds.side);
    let placements = worlds.placements();
    let drawn = trail.draw(board, rng).expect("the true one is possible");
    assert!(placements.contains(&drawn), "{drawn:?} does not fit what was seen");
    tally.draws += 1;
    for _ in 0..4 {
        let areas: Vec<Area> = (0..1 + rng.below(3)).map(|_| random_area(board, rng)).collect();
        let holds = |p: &Stacks| areas.iter().all(|area| pieces_in(area, *p, side, goal) >= area.least);
        let (possible, certain) = (placements.iter().any(holds), placements.iter().all(holds));
        let text = || format!("{areas:?} of {} worlds", placements.len());
        let example = trail.example(board, &areas).unwrap();
        assert_eq!(example.is_some(), possible, "{}", text());
        assert!(example.is_none_or(|e| holds(&e) && placements.contains(&e)), "{}", text());
        assert_eq!(trail.certain(board, &areas), certain, "{}", text());
        let places = areas[0].nodes;
        let counts = || placements.iter().map(|p| p.on(places).total());
        let range = (counts().min().unwrap(), counts().max().unwrap());
        assert_eq!(trail.range(board, places), Some(range), "{}", text());
        let cross = |a: u64, b: u64| a & b != 0 && a & !b != 0 && b & !a != 0;
        let crossing = areas.iter().any(|a| areas.iter().any(|b| cross(a.nodes, b.nodes)));
        tally.asked += 1;
        tally.impossible += usize::from(!possible);
        tally.certain += usize::from(certain);
        tally.crossing += usize::from(crossing);
        tally.refused_crossing += usize::from(crossing && !possible);
    }
}

/// Whatever fits is drawn sooner or later.
fn draws_reach_all(board: &Board, worlds: &Worlds, trail: &mut Trail, rng: &mut Rng) {
    let all = worlds.placements();
    let drawn: HashSet<Stacks> = (0..100 * all.len()).filter_map(|_| trail.draw(board, rng)).collect();
    assert_eq!(drawn, all);
}

/// Plays one random game and compares all along, for both sides.
fn check_game(game: &Operation, seed: u64, most: usize, tally: &mut Tally) {
    let mut rng = Rng::new(seed, 0, Stream::World);
    let mut state = game.start();
    let board = game.board();
    let mut worlds = Side::BOTH.map(|side| Worlds { side, all: HashSet::from([state.clone()]) });
    let mut trails = Side::BOTH.map(Trail::new);
    let mut steps = Vec::new();
    let mut turn_began = state.clone();
    loop {
        let before = state.clone();
        let event = match game.turn(&state) {
            Turn::Over => return,
            Turn::Chance => {
                let chance = game.sample(&state, &mut rng);
                game.resolve(&mut state, chance);
                turn_began = state.clone();
                Event::Chance(chance)
            }
            Turn::Player(_) => {
                steps.clear();
                game.actions(&state, &mut steps);
                let step = *rng.pick(&steps);
                game.apply(&mut state, step);
                Event::Step(step)
            }
        };
        let ended = !matches!(state.phase, Phase::Move(_));
        for (side, (worlds, trail)) in Side::BOTH.into_iter().zip(worlds.iter_mut().zip(&mut trails)) {
            let view = game.view(&state, side.seat());
            trail.observe(board, &view);
            match (event, &before.phase) {
                (Event::Step(_), Phase::Move(orders)) if orders.side != side => {
                    if ended {
                        worlds.follow(game, &turn_began, &state, Event::Turn);
                    }
                }
                _ => worlds.follow(game, &before, &state, event),
            }
            if worlds.all.len() > most {
                return;
            }
            if worlds.all.len() > 1 && worlds.placements().len() <= 12 && rng.below(16) == 0 {
                draws_reach_all(board, worlds, trail, &mut rng);
            }
            // In the middle of an enemy's turn nothing has changed, and the worlds hold no orders.
            if !matches!(&state.phase, Phase::Move(orders) if orders.side != side) || rng.below(4) == 0 {
                compare(game, worlds, trail, state.goal, &mut rng, tally);
            }
        }
    }
}

fn check(game: &Operation, seeds: std::ops::Range<u64>, most: usize) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        check_game(game, seed, most, &mut tally);
    }
    tally
}

impl Tally {
    /// Thousands were asked, and each kind of answer came.
    fn assert_broad(&self) {
        let Tally { asked, impossible, certain, crossing, refused_crossing, draws } = *self;
        let open = asked - impossible - certain;
        assert!(asked > 5_000 && draws > 1_000, "{self:?}");
        assert!([impossible, certain, open, refused_crossing].into_iter().all(|n| n > 500), "{self:?}");
        assert!(crossing - refused_crossing > 500, "{self:?}");
    }
}

#[test]
fn answers_are_those_of_brute_force_on_the_shipped_small_boards() {
    for board in ["2x3", "3x3"] {
        check(&game(board, Sight::Opaque), 0..100, 3_000).assert_broad();
    }
}

/// A board of random size, edges and pieces, on which there is something to hide.
fn random_board(rng: &mut Rng) -> Operation {
    let (columns, rows) = (1 + rng.below(3), 3 + rng.below(2));
    let lateral: Vec<String> = (1..=rows).filter(|_| rng.below(2) == 0).map(|row| row.to_string()).collect();
    let mut line = |row: u32, most: u32| -> Vec<String> {
        (0..columns)
            .map(|c| (c, rng.below(most + 1)))
            .enumerate()
            .map(|(i, (c, n))| (c, if i == 0 { n.max(1) } else { n }))
            .filter(|(_, n)| *n > 0)
            .map(|(c, n)| format!("{}{row}={n}", char::from(b'A' + c as u8)))
            .collect()
    };
    let (blue, red) = (line(1, 2).join(" "), line(rows, 2).join(" "));
    let lateral = lateral.join(" ");
    let text =
        format!("columns {columns}\nrows {rows}\nturns 12\nlateral {lateral}\nblue {blue}\nred {red}\n");
    Operation::new(Board::parse("random", &text).unwrap(), Sight::Opaque)
}

#[test]
fn answers_are_those_of_brute_force_on_random_boards() {
    let mut tally = Tally::default();
    for seed in 0..100 {
        let mut rng = Rng::new(seed, 1, Stream::World);
        let game = random_board(&mut rng);
        check_game(&game, seed, 3_000, &mut tally);
    }
    tally.assert_broad();
}
