//! Pig against its rules and its published solution.

use sandtable_core::{
    Choosing, Counsel, Game, Idea, Notation, Payoff, Policy, Proposer, Rng, Stream, Turn, Value, laws,
};
use sandtable_games::pig::{Action, Pig, State};

#[test]
fn the_laws_hold() {
    laws::hold(&Pig::new(100), 5, 1);
    laws::hold(&Pig::new(20), 20, 1);
    laws::hold(&Pig::new(2), 20, 1);
}

#[test]
fn best_play_is_as_published() {
    // Neller and Presser, section 4: the first player wins with probability 0.530593.
    let pig = Pig::new(100);
    assert!((pig.exact().win(&pig.start()) - 0.530593).abs() < 1e-6, "{}", pig.exact().win(&pig.start()));
    // Their figure 3 and the text to it: against 0 points, hold at 21 at the beginning; reach for the goal when the other is near.
    let first_hold = |red: u16, blue: u16| {
        (2..100 - red).find(|stake| {
            let state = pig.parse_state(&format!("red {red}; blue {blue}; stake {stake}")).unwrap();
            pig.exact().best(&state) == Action::Hold
        })
    };
    assert_eq!(first_hold(0, 0), Some(21));
    assert_eq!(first_hold(75, 98), None);
}

/// The solution satisfies the equations of best play in every position of a short game, taken from the rules and not from the solver.
#[test]
fn every_value_is_the_best_of_its_steps_and_the_mean_of_its_rolls() {
    let pig = Pig::new(12);
    let mut waiting = vec![pig.start()];
    let mut seen = std::collections::HashSet::new();
    while let Some(state) = waiting.pop() {
        let mut key = state.clone();
        key.turns %= 2;
        if !seen.insert(key) {
            continue;
        }
        let worth = |state: &_| pig.exact().win(state);
        let mut next = |state| {
            waiting.push(state);
            worth(waiting.last().unwrap())
        };
        let value = match pig.turn(&state) {
            Turn::Over => pig.payoff(&state).values()[0],
            Turn::Chance => {
                let mut outcomes = Vec::new();
                pig.outcomes(&state, &mut outcomes);
                let mean = |(face, p): (u8, f64)| {
                    let mut after = state.clone();
                    pig.resolve(&mut after, face);
                    p * next(after)
                };
                outcomes.into_iter().map(mean).sum()
            }
            Turn::Player(seat) => {
                let mut actions = Vec::new();
                pig.actions(&state, &mut actions);
                let values = actions.iter().map(|&action| {
                    let mut after = state.clone();
                    pig.apply(&mut after, action);
                    next(after)
                });
                if seat == 0 { values.fold(0.0, f64::max) } else { values.fold(1.0, f64::min) }
            }
        };
        assert!(
            (value - worth(&state)).abs() < 1e-12,
            "{}: {value} v {}",
            pig.state_text(&state),
            worth(&state)
        );
    }
    assert!(seen.len() > 1000, "{}", seen.len());
}

#[test]
fn a_turn_is_lost_by_a_one_and_won_with_enough() {
    let pig = Pig::new(100);
    let play = |from: &str, face: u8| {
        let mut state = pig.parse_state(from).unwrap();
        pig.apply(&mut state, Action::Roll);
        pig.resolve(&mut state, face);
        pig.state_text(&state)
    };
    assert_eq!(play("red 34; blue 51; stake 12", 1), "turns 1; red 34; blue 51; stake 0");
    assert_eq!(play("red 34; blue 51; stake 12", 6), "turns 0; red 34; blue 51; stake 18");
    assert_eq!(play("turns 1; red 34; blue 95; stake 2", 3), "turns 2; red 34; blue 100; stake 0");
    let over = pig.parse_state("turns 2; red 34; blue 100").unwrap();
    assert_eq!((pig.turn(&over), pig.payoff(&over).values()), (Turn::Over, &[0.0, 1.0][..]));
    let start = pig.start();
    assert_eq!(pig.check(&start, Action::Hold).unwrap_err().0, "a turn begins with a roll");
}

#[test]
fn positions_say_where_they_are_wrong() {
    let pig = Pig::new(100);
    for (text, expect) in [
        ("red 106", "'red 106': expected points from 0 to 105, but not 1"),
        ("stake 1", "'stake 1': expected points from 0 to 99, but not 1"),
        ("green 3", "'green 3': expected turns, red, blue, stake or rolling"),
        ("red 3; red 4", "'red' stands twice, expected it once"),
        ("turns -1", "'turns -1': expected a number of turns"),
        ("red 100", "turns 0: expected the winner to have had the last turn"),
        ("turns 1; red 100; stake 4", "expected no stake and no rolling die after the end"),
        ("red 50; stake 50", "stake 50: expected less than what wins"),
    ] {
        assert_eq!(pig.parse_state(text).unwrap_err().0, expect);
    }
    let lines = pig.parse_state("turns 6\nred 34\nblue 51\nstake 12\n").unwrap();
    assert_eq!(pig.state_text(&lines), "turns 6; red 34; blue 51; stake 12");
}

/// Proposes the steps of Pig that are legal, or as few as a cautious player considers: to hold as soon as one may.
struct Steps {
    cautious: bool,
}

impl Proposer<Pig> for Steps {
    type Turn = Action;
    fn propose(&mut self, pig: &Pig, state: &State, out: &mut Vec<Action>) {
        let legal = |step: &Action| pig.check(state, *step).is_ok();
        out.extend([Action::Hold, Action::Roll].into_iter().filter(legal));
        out.truncate(if self.cautious { 1 } else { 2 });
    }
    fn after(&self, pig: &Pig, state: &State, turn: &Action) -> State {
        let mut after = state.clone();
        pig.apply(&mut after, *turn);
        after
    }
    fn steps(&self, _: &Pig, _: &State, turn: &Action, plan: &mut Vec<Action>) {
        plan.push(*turn);
    }
    fn words(&self, _: &Pig, _: &State, turn: &Action) -> String {
        format!("{turn:?}")
    }
}

/// Knows what positions are worth.
struct Knows;

impl Value<Pig> for Knows {
    fn value(&mut self, pig: &Pig, state: &State) -> Payoff {
        let first = pig.exact().win(state);
        Payoff::new(&[first, 1.0 - first])
    }
}

const POSITIONS: [(u32, u32, u32); 6] =
    [(0, 0, 5), (0, 0, 12), (10, 3, 4), (3, 15, 9), (15, 15, 2), (2, 18, 10)];

/// Who proposes both steps of Pig and who knows what positions are worth play best together: a counsel needs nothing but these two.
#[test]
fn a_counsel_of_one_who_proposes_and_one_who_knows_plays_best() {
    let pig = Pig::new(20);
    let mut rng = Rng::new(1, 0, Stream::World);
    let mut plan = Vec::new();
    // Whoever knows overlooks nothing: trials change neither the choice nor its value.
    for trials in [0, 20] {
        let choosing = Choosing { trials, ..Choosing::default() };
        let mut counsel = Counsel::new(Steps { cautious: false }, Knows, choosing);
        for (red, blue, stake) in POSITIONS {
            let state = pig.parse_state(&format!("red {red}; blue {blue}; stake {stake}")).unwrap();
            plan.clear();
            counsel.choose(&pig, &state, &mut rng, &mut plan);
            assert_eq!(plan, [pig.exact().best(&state)], "{red} against {blue}, {stake} at stake");
            let told = counsel.thought(&pig, &state);
            let best = &told.candidates[0];
            assert_eq!(best.idea, Idea::Plan(format!("{:?}", plan[0]), plan.clone()));
            assert!((best.value - pig.exact().win(&state)).abs() < 1e-9, "{told:?}");
            assert_eq!(told.curves[0].series[0].points[0], (1.0, best.value));
        }
    }
}

/// Where nothing is known, trials to the end of the game tell what comes of playing on.
#[test]
fn trials_tell_what_a_value_overlooks() {
    struct Nothing;
    impl Value<Pig> for Nothing {
        fn value(&mut self, _: &Pig, _: &State) -> Payoff {
            Payoff::new(&[0.5, 0.5])
        }
    }
    /// Both steps at first, then as a cautious player.
    struct Then(bool);
    impl Proposer<Pig> for Then {
        type Turn = Action;
        fn propose(&mut self, pig: &Pig, state: &State, out: &mut Vec<Action>) {
            Steps { cautious: std::mem::replace(&mut self.0, true) }.propose(pig, state, out);
        }
        fn asked_by(&mut self, _: usize) {
            self.0 = false;
        }
        fn after(&self, pig: &Pig, state: &State, turn: &Action) -> State {
            Steps { cautious: true }.after(pig, state, turn)
        }
        fn steps(&self, _: &Pig, _: &State, turn: &Action, plan: &mut Vec<Action>) {
            plan.push(*turn);
        }
        fn words(&self, _: &Pig, _: &State, turn: &Action) -> String {
            format!("{turn:?}")
        }
    }
    let pig = Pig::new(20);
    let state = pig.parse_state("red 11; blue 14; stake 4").unwrap();
    let choosing = Choosing { trials: 4_000, ahead: 1_000, ..Choosing::default() };
    let told = Counsel::new(Then(false), Nothing, choosing).thought(&pig, &state);
    for candidate in &told.candidates {
        let Idea::Plan(words, plan) = &candidate.idea else { panic!("{told:?}") };
        let mut won = 0.0;
        for game in 0..10_000 {
            let mut rng = Rng::new(7, game, Stream::World);
            let mut on = state.clone();
            pig.apply(&mut on, plan[0]);
            loop {
                match pig.turn(&on) {
                    Turn::Over => break won += pig.payoff(&on).values()[0],
                    Turn::Chance => {
                        let chance = pig.sample(&on, &mut rng);
                        pig.resolve(&mut on, chance);
                    }
                    Turn::Player(_) => {
                        let mut steps = Vec::new();
                        Steps { cautious: true }.propose(&pig, &on, &mut steps);
                        pig.apply(&mut on, steps[0]);
                    }
                }
            }
        }
        let played = won / 10_000.0;
        assert!((candidate.value - played).abs() < 0.03, "{words}: {} against {played}", candidate.value);
    }
}
