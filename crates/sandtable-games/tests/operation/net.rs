//! The three-module agent and its net: what is proposed, what is read, what is refused.

use sandtable_core::policy::Seated;
use sandtable_core::{Agent, Game, Guess, Idea, Notation, Policy, Proposer, Rng, Seats, Stream, laws};
use sandtable_games::operation::Nets;
use sandtable_games::operation::constraints::{Constraints, Lister, Move};
use sandtable_games::operation::{self, Operation, Phase, Planner, Proper, Side, Sight, Stance, State};

use super::game;

fn player(game: &Operation, text: &str) -> Box<dyn Policy<Operation>> {
    operation::lucid().kit(game).policy(text).unwrap_or_else(|e| panic!("{text}: {e}")).1
}

fn refusal(game: &Operation, text: &str) -> String {
    operation::lucid().kit(game).policy(text).map(|_| ()).unwrap_err().0
}

fn proposals(game: &Operation, state: &State, stance: Stance) -> Vec<Move> {
    let mut moves = Vec::new();
    Planner::new(stance, Proper::default()).propose(game, state, &mut moves);
    moves
}

#[test]
fn what_a_proposal_leads_to_is_what_its_steps_lead_to() {
    for board in ["5x5", "3x3"] {
        let game = game(board, Sight::Lucid);
        for seed in 0..40 {
            let mut rng = Rng::new(seed, 0, Stream::World);
            let Some((state, _)) = laws::position(&game, Seats::Any, &mut rng) else {
                continue;
            };
            // Proposals are made for whole turns.
            let Phase::Move(orders) = &state.phase else { unreachable!() };
            let state = State { phase: Phase::Move(operation::Orders::none(orders.side)), ..state };
            let mut planner = Planner::new(Stance::Supply, Proper::default());
            let mut moves = proposals(&game, &state, Stance::Supply);
            assert!(!moves.is_empty());
            let first = moves[0];
            planner.near(&game, &state, &first, &mut moves);
            assert!(!moves[1..].contains(&first), "what is near differs");
            for turn in &moves {
                let mut plan = Vec::new();
                planner.steps(&game, &state, turn, &mut plan);
                let mut after = state.clone();
                for step in plan {
                    game.check(&after, step).unwrap();
                    game.apply(&mut after, step);
                }
                assert_eq!(after, planner.after(&game, &state, turn), "{}", game.state_text(&state));
            }
        }
    }
}

#[test]
fn constraints_are_eased_until_a_proper_set_comes() {
    let game = game("5x5", Sight::Lucid);
    let start = game
        .parse_state("turns 36; blue A1=3 B1=3 C1=3 D1=3 E1=3; red A5=2 B5=2 C5=2 D5=2 E5=2; move blue")
        .unwrap();
    let sets = |text: &str| Stance::Fixed(Constraints::parse_alternatives(game.board(), text).unwrap());
    // The first alternative has no move, the second has a hundred.
    let eased =
        proposals(&game, &start, sets("nodes <= 4 else nodes <= 6 forward <= 1 east <= 2 west <= 2 else"));
    assert_eq!(eased.len(), 100);
    // Nothing satisfies any: the side stays.
    let stays = proposals(&game, &start, sets("nodes <= 4"));
    assert_eq!(stays, [Move::stay(&start, Side::Blue)]);
    // A list that is too long does not replace a shorter one that is whole.
    let short = proposals(&game, &start, sets("nodes <= 6 forward <= 1 east <= 0 west <= 0 else"));
    assert!(!short.is_empty() && short.len() < 40, "{}", short.len());
}

/// The only proposal is to stay; small changes lead on from there.
#[test]
fn the_best_proposal_is_improved_piece_by_piece() {
    let game = game("5x5", Sight::Lucid);
    let state = game.parse_state("turns 3; blue A5=2 B1=1; red D5=1; move blue").unwrap();
    let plan = |refine: u32| {
        let within = "north <= 0 east <= 0 south <= 0 west <= 0";
        let mut player = player(&game, &format!("constrained:refine={refine};within={within}"));
        let mut plan = Vec::new();
        player.choose(&game, &state, &mut Rng::new(1, 0, Stream::World), &mut plan);
        plan.iter().map(|step| game.action_text(*step)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(plan(0), "end");
    assert!(plan(1).contains("A5-goalx2"), "{}", plan(1));
}

/// A net of one side speaks for that side; a file may have one for each, or one for both.
#[test]
fn sides_have_nets_of_their_own() {
    let game = game("2x3", Sight::Lucid);
    let shipped = include_str!("../../../../data/nets/lucid.net");
    let board = game.board();
    assert!(Nets::parse("x.net", shipped, board).unwrap_err().0.starts_with("x.net: its number "));
    assert!(Nets::parse("x.net", "{}", board).unwrap_err().0.contains("expected a net for Blue or for Red"));
    assert!(
        Nets::parse("x.net", "[]", board).unwrap_err().0.contains("expected a net, or one for each side")
    );
}

#[test]
fn with_supply_lines_are_proposed_as_far_as_they_go() {
    let game = game("5x5", Sight::Lucid);
    let state = game
        .parse_state("turns 20; blue A1=3 A2=3 A3=3 B1=3 B2=3; red A5=2 B5=2 C5=2 D5=2; move blue")
        .unwrap();
    let board = game.board();
    let line: u64 = (0..4).map(|row| 1 << board.node(0, row)).fold(0, |all, bit| all | bit);
    let holds = |m: &&Move| m.result.pieces.occupied() & line == line;
    assert!(proposals(&game, &state, Stance::Supply).iter().any(|m| holds(&m)));
}

#[test]
fn what_does_not_fit_is_refused_with_the_part_that_does_not() {
    let game = game("5x5", Sight::Lucid);
    let error = refusal(&game, "net:within=nodes <= x");
    assert!(error.starts_with("within: 1:10: expected a whole number up to 255, found 'x'"), "{error}");
    let file = std::env::temp_dir().join(format!("sandtable-net-{}.net", std::process::id()));
    let text = |signs: &str| format!("{{\"signs\":{signs},\"hidden\":1,\"weights\":[]}}");
    for (content, expected) in [
        ("no net".to_string(), "expected a net"),
        (text("[\"blue A5\",\"blue B6\"]"), "its number 2 is 'blue B6', expected 'blue B5'"),
        (text("[]"), "its number 1 is nothing more, expected"),
    ] {
        std::fs::write(&file, content).unwrap();
        let error = refusal(&game, &format!("net:{}", file.display()));
        assert!(error.contains(expected), "{error}");
    }
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn the_shipped_net_knows_what_the_reports_net_learned() {
    let game = game("5x5", Sight::Lucid);
    let kit = operation::lucid();
    let mut eval = sandtable_core::eval::Single::new(kit.kit(&game).eval("net").unwrap());
    let mut value = |text: &str| eval.value(&game, &game.parse_state(text).unwrap()).values()[0];
    // An open axis is worth more than one that is guarded.
    let open = value("turns 12; blue A3=3 A2=3; red C5=3 D5=3 E5=2; toss");
    let guarded = value("turns 12; blue A3=3 A2=3; red A5=3 B5=3 C5=2; toss");
    assert!(open > guarded + 1.0, "{open} and {guarded}");
    // Late in the game it is urgent to be near the goal.
    let [late, early] = [4, 30].map(|turns| value(&format!("turns {turns}; blue A2=3 B2=3; red C5=2; toss")));
    assert!(early > late + 1.0, "{early} and {late}");
    // Supply, which the report's net never learned.
    let supplied = value("turns 15; blue A1=1 A2=1 A3=1 A4=1 A5=3; red A5=2 B5=2 C5=2; attacks A5; toss");
    let cut_off = value("turns 15; blue B1=1 A2=1 A3=1 A4=1 A5=3; red A5=2 B5=2 C5=2; attacks A5; toss");
    assert!(supplied > cut_off, "{supplied} and {cut_off}");
}

#[test]
fn policies_of_the_net_answer_from_any_position() {
    for board in ["5x5", "4x4", "3x3", "2x3"] {
        for sight in [Sight::Lucid, Sight::Opaque] {
            let game = game(board, sight);
            for text in ["net", "net:depth=2;wide=2", "net:rank=3", "constrained", "net:within=global"] {
                laws::policy(&game, Seats::Any, &mut *player(&game, text), 4, 7);
            }
            let make = || Box::new(Seated(player(&game, "net"))) as Box<dyn Agent<Operation>>;
            laws::agent(&game, Seats::Any, &mut Guess, make, 6, 8);
        }
    }
}

/// What is told can be checked: constraints read back and leave what they say, the first candidate is what is played, and the features of `outlook`
/// add up to its value.
#[test]
fn what_they_tell_is_what_they_do() {
    let game = game("5x5", Sight::Lucid);
    let mut sums = 0;
    for seed in 0..12 {
        let mut rng = Rng::new(seed, 0, Stream::World);
        let Some((state, _)) = laws::position(&game, Seats::Any, &mut rng) else { continue };
        let Phase::Move(orders) = &state.phase else { unreachable!() };
        let side = orders.side;
        let state = State { phase: Phase::Move(operation::Orders::none(side)), ..state };
        for name in ["net", "constrained", "constrained:within={({A1},1)} else forward <= 2"] {
            let mut policy = player(&game, name);
            let mut plan = Vec::new();
            policy.choose(&game, &state, &mut rng, &mut plan);
            let told = policy.thought(&game, &state);
            let best = &told.candidates[0];
            assert!(matches!(&best.idea, Idea::Plan(_, steps) if *steps == plan), "{best:?} {plan:?}");
            assert_eq!(told.curves[0].series[0].points[0].1, best.value);
            for frame in &told.frames {
                let constraints = Constraints::parse(game.board(), &frame.text).unwrap();
                let mut lister = Lister::default();
                let found =
                    lister.list(game.board(), &state, side, &constraints, frame.turns as usize + 1).len();
                assert_eq!(found as u64 == frame.turns, frame.counted, "{frame:?}");
                let spaces = frame.areas.iter().flat_map(|area| &area.spaces);
                assert!(spaces.into_iter().all(|&space| space <= game.board().len()), "{frame:?}");
            }
            let sizes: Vec<f64> = told.reasons.iter().map(|r| r.value.abs()).collect();
            assert!(sizes.is_sorted_by(|a, b| a >= b) && sizes.iter().all(|s| s.is_finite()));
            if name != "net" && told.reasons.len() < 10 {
                let sum: f64 = told.reasons.iter().map(|r| r.value).sum();
                assert!((sum - best.value).abs() < 1e-9, "{sum} {best:?}");
                sums += 1;
            }
        }
    }
    assert!(sums > 0);
}
