//! The constraint language and its moves: the report's counts, brute force, and an integer programme from a library.

use std::collections::HashSet;

use microlp::{ComparisonOp, OptimizationDirection, Problem};
use proptest::prelude::*;
use sandtable_core::{Game, Notation, Rng, Stream};
use sandtable_games::operation::constraints::{
    Area, Bound, Census, Constraints, Limit, Lister, Move, conflict,
};
use sandtable_games::operation::{
    Action, Board, Generator, LIMIT, Node, Operation, Orders, Phase, Position, Side, Sight, Stacks, State,
};

use super::game;

fn count(game: &Operation, side: Side, text: &str) -> usize {
    let constraints = Constraints::parse(game.board(), text).unwrap();
    let start = game.start();
    let mut lister = Lister::default();
    let listed = lister.list(game.board(), &start, side, &constraints, usize::MAX).len();
    assert!(lister.complete());
    assert_eq!(Census::new(game.board(), &start, side, &constraints).count(), listed as u128, "{text}");
    listed
}

#[test]
fn openings_are_as_many_as_the_report_says() {
    let game = game("5x5", Sight::Lucid);
    for (text, blue) in [
        ("", 60_112),
        ("nodes <= 6", 4_428),
        ("nodes <= 1 + pieces/3", 4_428),
        ("nodes <= 6, forward <= 1", 276),
        ("nodes <= 6, forward <= 1, west <= 2, east <= 2", 100),
        ("nodes <= 6, forward <= 1, west <= 1, east <= 1", 46),
    ] {
        assert_eq!(count(&game, Side::Blue, text), blue, "{text}");
    }
    for (text, red) in [
        ("", 11_359),
        ("nodes <= 4", 158),
        ("nodes <= 4, forward <= 1", 140),
        ("nodes <= 4, forward <= 1, west <= 2, east <= 2", 28),
        ("nodes <= 4, forward <= 1, west <= 3, east <= 3", 84),
    ] {
        assert_eq!(count(&game, Side::Red, text), red, "{text}");
    }
}

#[test]
fn occupied_nodes_of_openings_are_spread_as_they_should() {
    let game = game("5x5", Sight::Lucid);
    let histogram = |side, first: u32, last: u32| -> Vec<usize> {
        let up_to = |n| count(&game, side, &format!("nodes <= {n}"));
        (first..=last).map(|n| up_to(n) - up_to(n - 1)).collect()
    };
    assert_eq!(histogram(Side::Blue, 5, 10), [162, 4_266, 19_012, 24_724, 10_658, 1_290]);
    assert_eq!(histogram(Side::Red, 4, 10), [158, 1_932, 4_534, 3_604, 1_040, 90, 1]);
}

#[test]
fn what_cannot_be_read_is_refused_with_place_and_expectation() {
    let game = game("5x5", Sight::Lucid);
    let error = |text: &str| Constraints::parse(game.board(), text).unwrap_err().0;
    assert_eq!(error("{({B2,F3},1)}"), "1:7: expected a node from A1 to E5, or goal, found 'F3'");
    assert_eq!(error("{({B2},300)}"), "1:8: expected a whole number up to 255, found '300'");
    assert_eq!(error("{({B2})}"), "1:7: expected a whole number up to 255, found ')'");
    assert_eq!(error("nodes <= 3\n nodes <= 4"), "2:2: expected each limit once, found 'nodes'");
    assert_eq!(error("nodes = 3"), "1:7: expected '<=', found '='");
    assert_eq!(error("nodes <="), "1:9: expected a whole number up to 255, found the end");
    assert_eq!(error("nodes <= 1 + pieces/0"), "1:21: expected a whole number from 1 to 255, found '0'");
    assert_eq!(error("{({},1)}"), "1:4: expected a node from A1 to E5, or goal, found '}'");
    assert!(error("fast <= 1").starts_with("1:1: expected areas like"), "{}", error("fast <= 1"));
    assert!(error("nodes <= 3 else").starts_with("1:12: expected the end"), "{}", error("nodes <= 3 else"));
}

#[test]
fn contradictions_are_named() {
    let game = game("5x5", Sight::Lucid);
    let (board, start) = (game.board(), game.start());
    let given =
        Constraints::parse(board, "{({A1,A2},3), ({C3},1), ({B2},2)}, nodes <= 7, west <= 2, south <= 0")
            .unwrap();
    let reasons = conflict(board, &start, Side::Blue, &given).unwrap();
    assert_eq!(reasons.text(board), "{({C3},1)}", "nobody gets to C3 in one turn");
    let given = Constraints::parse(board, "{({A2},3), ({E2},3)}, forward <= 1, nodes <= 9").unwrap();
    let reasons = conflict(board, &start, Side::Blue, &given).unwrap();
    assert_eq!(reasons.text(board), "{({A2},3), ({E2},3)}, forward <= 1");
    let given = Constraints::parse(board, "{({A2},3), ({E2},3)}, forward <= 2").unwrap();
    assert_eq!(conflict(board, &start, Side::Blue, &given), None);
}

#[test]
fn the_goal_in_an_area_says_at_most() {
    let game = game("3x3", Sight::Lucid);
    let state = game.parse_state("turns 5; goal 1; blue A3=1 B2=1; red C3=1; move blue").unwrap();
    let mut lister = Lister::default();
    let mut lists = |text: &str| -> Vec<u8> {
        let constraints = Constraints::parse(game.board(), text).unwrap();
        let moves = lister.list(game.board(), &state, Side::Blue, &constraints, 1_000);
        moves.iter().map(|m| m.result.scoring).collect()
    };
    // What is in the goal already counts, so two of it means that one piece goes there.
    assert!(lists("{({goal},2)}").iter().all(|&n| n == 1));
    assert!(lists("{({goal},3)}").is_empty());
    // At most one of three pieces outside A1 to A3 and the goal: at least two of them there.
    let inside = lists("{({A1,A2,A3,goal},2)}");
    assert!(!inside.is_empty() && inside.len() < lists("").len());
}

/// A position with a few pieces anywhere.
fn scattered(game: &Operation, rng: &mut Rng, side: Side) -> State {
    let board = game.board();
    let mut state = game.start();
    (state.blue, state.red, state.blue_attacks) = (Stacks::EMPTY, Stacks::EMPTY, 0);
    for side in Side::BOTH {
        for _ in 0..1 + rng.below(4) {
            let node = rng.below(board.len() as u32) as Node;
            let pieces = state.pieces_mut(side);
            if pieces.at(node) < LIMIT {
                *pieces = pieces.plus(Stacks::of(node, 1));
            }
        }
    }
    state.goal = rng.below(2) as u8;
    state.blue_attacks = state.contested() & rng.bits();
    state.phase = Phase::Move(Orders::none(side));
    state
}

fn random_constraints(board: &Board, rng: &mut Rng) -> Constraints {
    let mut all = Constraints::none();
    for what in Limit::ALL {
        if rng.below(4) == 0 {
            let fixed = rng.below(4) as u8;
            all.set(what, Some(Bound { fixed, per: (rng.below(4) == 0).then_some(3) }));
        }
    }
    for _ in 0..rng.below(3) {
        let nodes = rng.bits() & rng.bits() & ((1 << board.len()) - 1);
        if nodes != 0 {
            all.areas.push(Area { nodes, goal: rng.below(3) == 0, least: rng.below(4) as u8 });
        }
    }
    all
}

/// Every flow of single pieces, with the result and what the limits ask about; an account of its own of what they mean.
fn brute_force(board: &Board, state: &State, side: Side, constraints: &Constraints) -> HashSet<Position> {
    struct Flow {
        at: Vec<u8>,
        entered: u64,
        scoring: u8,
        directions: [u32; 5],
        axes: [HashSet<u8>; 2],
    }
    fn go(
        board: &Board,
        pieces: &[(Node, bool)],
        side: Side,
        enemies: u64,
        flow: &mut Flow,
        done: &mut dyn FnMut(&Flow),
    ) {
        let Some(((node, fixed), rest)) = pieces.split_first() else { return done(flow) };
        let mut options: Vec<Option<Node>> = vec![Some(*node)];
        if !fixed {
            options.extend(board.edges_from(*node).map(|e| board.edges[e].to));
        }
        for to in options {
            if to.is_none() && side == Side::Red {
                continue;
            }
            let (column, row) = (board.column(*node), board.row(*node));
            let direction = match to {
                Some(to) if to == *node => 4,
                None => 0,
                Some(to) if board.row(to) > row => 0,
                Some(to) if board.row(to) < row => 2,
                Some(to) if board.column(to) > column => 1,
                Some(_) => 3,
            };
            let saved = (flow.entered, flow.axes.clone());
            flow.directions[direction] += 1;
            match to {
                Some(to) => {
                    flow.at[usize::from(to)] += 1;
                    if direction != 4 {
                        flow.entered |= 1 << to & enemies;
                    }
                    if direction == 0 || direction == 2 {
                        let forward = (direction == 0) == (side == Side::Blue);
                        flow.axes[usize::from(!forward)].insert(column);
                    }
                }
                None => flow.scoring += 1,
            }
            go(board, rest, side, enemies, flow, done);
            flow.directions[direction] -= 1;
            match to {
                Some(to) => flow.at[usize::from(to)] -= 1,
                None => flow.scoring -= 1,
            }
            (flow.entered, flow.axes) = saved;
        }
    }
    let own = state.pieces(side);
    let pinned = state.pinned(side);
    let pieces: Vec<(Node, bool)> = (0..board.len() as Node)
        .flat_map(|n| std::iter::repeat_n((n, pinned >> n & 1 == 1), own.at(n).into()))
        .collect();
    let most = |what| constraints.limit(what).map_or(u32::MAX, |b| b.with(own.total()).into());
    let mut results = HashSet::new();
    let mut flow = Flow {
        at: vec![0; board.len()],
        entered: 0,
        scoring: 0,
        directions: [0; 5],
        axes: Default::default(),
    };
    go(board, &pieces, side, state.pieces(side.other()).occupied(), &mut flow, &mut |flow| {
        let goal = u32::from(flow.scoring) + if side == Side::Blue { u32::from(state.goal) } else { 0 };
        let held = |area: &Area| -> u32 {
            let on = (0..board.len()).filter(|n| area.nodes >> n & 1 == 1).map(|n| u32::from(flow.at[n]));
            on.sum::<u32>() + if area.goal { goal } else { 0 }
        };
        let directions = [Limit::North, Limit::East, Limit::South, Limit::West, Limit::Stay];
        let fine = flow.at.iter().all(|n| *n <= LIMIT)
            && flow.at.iter().filter(|n| **n > 0).count() as u32 <= most(Limit::Nodes)
            && flow.axes[0].len() as u32 <= most(Limit::Forward)
            && flow.axes[1].len() as u32 <= most(Limit::Backward)
            && directions.iter().zip(flow.directions).all(|(what, n)| n <= most(*what))
            && constraints.areas.iter().all(|area| held(area) >= area.least.into());
        if fine {
            let stack = |(n, count): (usize, &u8)| Stacks::of(n as Node, *count);
            let pieces = flow.at.iter().enumerate().map(stack).fold(Stacks::EMPTY, Stacks::plus);
            results.insert(Position { pieces, entered: flow.entered, scoring: flow.scoring });
        }
    });
    results
}

/// Whether an integer programme finds a flow to a result.
fn solvable(board: &Board, state: &State, side: Side, constraints: &Constraints, result: &Position) -> bool {
    let own = state.pieces(side);
    let pinned = state.pinned(side);
    let enemies = state.pieces(side.other()).occupied();
    let mut problem = Problem::new(OptimizationDirection::Minimize);
    let mut ways = Vec::new();
    for node in (0..board.len() as Node).filter(|n| own.at(*n) > 0) {
        let edges = board.edges_from(node).map(|e| board.edges[e].to).filter(|_| pinned >> node & 1 == 0);
        let edges = edges.filter(|to| to.is_some() || side == Side::Blue);
        for to in edges.chain([Some(node)]) {
            ways.push((node, to, problem.add_integer_var(0.0, (0, own.at(node).into()))));
        }
        let from: Vec<_> = ways.iter().filter(|w| w.0 == node).map(|w| (w.2, 1.0)).collect();
        problem.add_constraint(&from, ComparisonOp::Eq, own.at(node).into());
    }
    for node in 0..board.len() as Node {
        let into: Vec<_> = ways.iter().filter(|w| w.1 == Some(node)).map(|w| (w.2, 1.0)).collect();
        let there = result.pieces.at(node);
        if into.is_empty() {
            if there > 0 {
                return false;
            }
            continue;
        }
        problem.add_constraint(&into, ComparisonOp::Eq, there.into());
        let came: Vec<_> =
            ways.iter().filter(|w| w.1 == Some(node) && w.0 != node).map(|w| (w.2, 1.0)).collect();
        if enemies >> node & 1 == 1 && !came.is_empty() {
            match result.entered >> node & 1 {
                1 => problem.add_constraint(&came, ComparisonOp::Ge, 1.0),
                _ => problem.add_constraint(&came, ComparisonOp::Eq, 0.0),
            }
        }
    }
    let row = |n: Node| board.row(n);
    let most = |what| constraints.limit(what).map(|b| f64::from(b.with(own.total())));
    let goes = |w: &(Node, Option<Node>, _), what| match (what, w.1) {
        (Limit::North, None) => true,
        (Limit::North, Some(to)) => row(to) > row(w.0),
        (Limit::South, Some(to)) => row(to) < row(w.0),
        (Limit::East, Some(to)) => row(to) == row(w.0) && to > w.0,
        (Limit::West, Some(to)) => row(to) == row(w.0) && to < w.0,
        (Limit::Stay, to) => to == Some(w.0),
        _ => false,
    };
    for what in [Limit::North, Limit::East, Limit::South, Limit::West, Limit::Stay] {
        let Some(most) = most(what) else { continue };
        let those: Vec<_> = ways.iter().filter(|w| goes(w, what)).map(|w| (w.2, 1.0)).collect();
        if !those.is_empty() {
            problem.add_constraint(&those, ComparisonOp::Le, most);
        }
    }
    for (what, north) in [(Limit::Forward, side == Side::Blue), (Limit::Backward, side == Side::Red)] {
        let Some(most) = most(what) else { continue };
        let used: Vec<_> = (0..board.columns).map(|_| problem.add_binary_var(0.0)).collect();
        for w in &ways {
            let Some(to) = w.1 else { continue };
            if if north { row(to) > row(w.0) } else { row(to) < row(w.0) } {
                let axis = used[usize::from(board.column(w.0))];
                problem.add_constraint([(w.2, 1.0), (axis, -3.0)], ComparisonOp::Le, 0.0);
            }
        }
        let all: Vec<_> = used.iter().map(|u| (*u, 1.0)).collect();
        problem.add_constraint(&all, ComparisonOp::Le, most);
    }
    let goal = result.scoring + if side == Side::Blue { state.goal } else { 0 };
    let fits = |what, n: u32| most(what).is_none_or(|most| f64::from(n) <= most);
    let held = |a: &Area| result.pieces.on(a.nodes).total() + if a.goal { goal } else { 0 };
    fits(Limit::Nodes, result.pieces.occupied().count_ones())
        && constraints.areas.iter().all(|a| held(a) >= a.least)
        && problem.solve().is_ok()
}

fn listed(game: &Operation, state: &State, side: Side, constraints: &Constraints) -> Vec<Move> {
    let mut lister = Lister::default();
    let moves = lister.list(game.board(), state, side, constraints, usize::MAX).to_vec();
    assert!(lister.complete());
    moves
}

/// Carries a move out by the rules and compares what comes of it.
fn plays(game: &Operation, state: &State, side: Side, chosen: &Move) {
    let mut plan = Vec::new();
    chosen.orders(game.board(), &mut plan);
    plan.push(Action::End);
    let mut after = state.clone();
    for step in plan {
        game.check(&after, step).unwrap();
        game.apply(&mut after, step);
    }
    assert_eq!(after.pieces(side), chosen.result.pieces);
    assert_eq!(after.goal, state.goal + chosen.result.scoring);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn lists_what_brute_force_finds(seed in any::<u64>(), small in any::<bool>(), blue in any::<bool>()) {
        let game = game(if small { "2x3" } else { "3x3" }, Sight::Lucid);
        let mut rng = Rng::new(seed, 0, Stream::World);
        let side = if blue { Side::Blue } else { Side::Red };
        let state = scattered(&game, &mut rng, side);
        let constraints = random_constraints(game.board(), &mut rng);
        let moves = listed(&game, &state, side, &constraints);
        let results: HashSet<Position> = moves.iter().map(|m| m.result).collect();
        prop_assert_eq!(results.len(), moves.len(), "a result stands twice");
        prop_assert_eq!(&results, &brute_force(game.board(), &state, side, &constraints));
        moves.iter().for_each(|m| plays(&game, &state, side, m));
        let census = Census::new(game.board(), &state, side, &constraints);
        prop_assert_eq!(census.count(), results.len() as u128);
        if let Some(drawn) = census.sample(&mut rng) {
            prop_assert!(results.contains(&drawn), "{:?} was drawn", drawn);
        }
        let reasons = conflict(game.board(), &state, side, &constraints);
        prop_assert_eq!(reasons.is_some(), results.is_empty());
        if let Some(reasons) = reasons {
            prop_assert!(brute_force(game.board(), &state, side, &reasons).is_empty());
        }
    }

    #[test]
    fn text_reads_back(seed in any::<u64>()) {
        let game = game("3x3", Sight::Lucid);
        let mut rng = Rng::new(seed, 1, Stream::World);
        let constraints = random_constraints(game.board(), &mut rng);
        let text = constraints.text(game.board());
        prop_assert_eq!(Constraints::parse(game.board(), &text).unwrap(), constraints.clone());
        let two = format!("{text} else # and so on\n{text}");
        let both = Constraints::parse_alternatives(game.board(), &two).unwrap();
        prop_assert_eq!(both, vec![constraints.clone(), constraints]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_integer_programme_agrees(seed in any::<u64>(), blue in any::<bool>()) {
        let game = game("3x3", Sight::Lucid);
        let mut rng = Rng::new(seed, 2, Stream::World);
        let side = if blue { Side::Blue } else { Side::Red };
        let state = scattered(&game, &mut rng, side);
        let constraints = random_constraints(game.board(), &mut rng);
        let results: HashSet<Position> =
            listed(&game, &state, side, &constraints).iter().map(|m| m.result).collect();
        let mut generator = Generator::default();
        for result in generator.positions(game.board(), &state, side) {
            let solved = solvable(game.board(), &state, side, &constraints, result);
            prop_assert_eq!(solved, results.contains(result), "{:?}", result);
        }
    }
}

#[test]
fn draws_are_even() {
    let game = game("3x3", Sight::Lucid);
    let state = game.parse_state("turns 5; blue A1=2 B2=1; red C3=1; move blue").unwrap();
    let constraints = Constraints::parse(game.board(), "nodes <= 2, south <= 0").unwrap();
    let census = Census::new(game.board(), &state, Side::Blue, &constraints);
    let results = listed(&game, &state, Side::Blue, &constraints);
    assert_eq!(census.count(), results.len() as u128);
    let mut rng = Rng::new(5, 0, Stream::World);
    let mut counts = vec![0u32; results.len()];
    let each = 2_000;
    for _ in 0..each * results.len() {
        let drawn = census.sample(&mut rng).unwrap();
        counts[results.iter().position(|m| m.result == drawn).unwrap()] += 1;
    }
    let expected = f64::from(each as u32);
    let chi: f64 = counts.iter().map(|&c| (f64::from(c) - expected).powi(2) / expected).sum();
    let freedom = (results.len() - 1) as f64;
    assert!(
        chi < freedom + 4.0 * (2.0 * freedom).sqrt(),
        "chi-squared {chi} with {freedom} degrees of freedom"
    );
}

#[test]
fn a_list_stops_at_its_limit() {
    let game = game("5x5", Sight::Lucid);
    let mut lister = Lister::default();
    let none = Constraints::none();
    assert_eq!(lister.list(game.board(), &game.start(), Side::Blue, &none, 1_000).len(), 1_000);
    assert!(!lister.complete());
    // In the middle of a game nobody can list all moves, but they can be counted.
    let state = game
        .parse_state(
            "turns 20; blue A3=2 B2=2 B3=1 C2=2 C3=1 D3=2 D2=1 E3=2 E1=2; red A5=2 C5=3 E5=2; move blue",
        )
        .unwrap();
    assert_eq!(lister.list(game.board(), &state, Side::Blue, &none, 1_000).len(), 1_000);
    let census = Census::new(game.board(), &state, Side::Blue, &none);
    assert!(census.count() > 10_000_000, "{}", census.count());
}
