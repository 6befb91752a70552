//! Every kind of automaton on bandits whose best arm is known.

use sandtable_agents::automata::{Automaton, Bayes, KINDS, Kind, Tsetlin, Update};
use sandtable_core::{Rng, Stream};

/// The share of runs in which a kind ends on the best of some Bernoulli arms (the last), and the half-width of its
/// interval of 95 %.
fn right(kind: Kind, arms: &[f64], rounds: u32, runs: u64) -> (f64, f64) {
    let mut memory = vec![0.0; kind.room(arms.len())];
    let hits = (0..runs)
        .filter(|run| {
            let mut rng = Rng::new(5, *run, Stream::World);
            kind.reset(&mut memory, arms.len(), &mut rng);
            for _ in 0..rounds {
                let choice = kind.choose(&mut memory, &mut rng);
                let feedback = f64::from(u8::from(rng.unit() < arms[choice]));
                let toss = rng.unit();
                kind.reward(&mut memory, choice, feedback, toss, &mut rng);
            }
            kind.best(&memory) == arms.len() - 1
        })
        .count();
    let share = hits as f64 / runs as f64;
    (share, 1.96 * (share * (1.0 - share) / runs as f64).sqrt())
}

#[test]
fn every_kind_finds_a_clearly_better_arm() {
    for (name, _) in KINDS {
        let kind = Kind::named(name).unwrap();
        let (share, half) = right(kind, &[0.2, 0.4, 0.9], 600, 400);
        // A Tsetlin automaton stays at the best arm most of the time, but goes on moving.
        let least = if name == "tsetlin" { 0.85 } else { 0.98 };
        assert!(share + half >= least, "{name}: {share:.3} ± {half:.3}");
    }
}

#[test]
fn estimators_tell_close_arms_apart_and_the_papers_tsetlin_does_not() {
    let share = |name: &str| right(Kind::named(name).unwrap(), &[0.45, 0.55], 2000, 300).0;
    for name in ["bayes", "ucb", "lri", "slri"] {
        assert!(share(name) > 0.9, "{name}: {}", share(name));
    }
    let last = Kind::Tsetlin(Tsetlin { means: false, ..Tsetlin::default() });
    assert!(right(last, &[0.45, 0.55], 2000, 300).0 < 0.8);
}

#[test]
fn more_rounds_make_bayes_right_more_often() {
    let kind = Kind::named("bayes").unwrap();
    let [few, some, many] = [50, 200, 1000].map(|rounds| right(kind, &[0.5, 0.6], rounds, 400).0);
    assert!(few < some && some < many, "{few} {some} {many}");
    assert!(many > 0.97);
}

#[test]
fn the_papers_formulas_for_beta_are_less_careful() {
    let share = |update| right(Kind::Bayes(Bayes { update, ..Bayes::default() }), &[0.5, 0.6], 1000, 400).0;
    assert!(share(Update::Text) < share(Update::Conjugate));
}

#[test]
fn probabilities_stay_probabilities() {
    for name in ["lri", "slri", "dlri"] {
        let kind = Kind::named(name).unwrap();
        let mut rng = Rng::new(1, 0, Stream::World);
        let mut memory = vec![0.0; kind.room(4)];
        kind.reset(&mut memory, 4, &mut rng);
        for _ in 0..5000 {
            let choice = kind.choose(&mut memory, &mut rng);
            let toss = rng.unit();
            kind.reward(&mut memory, choice, 0.7, toss, &mut rng);
            assert!((memory.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            assert!(memory.iter().all(|p| (0.0..=1.0 + 1e-9).contains(p)));
        }
        assert!(kind.sure(&memory) > 0.99, "{name} converges");
    }
}

#[test]
fn wrong_rates_and_names_are_refused() {
    assert!(Kind::named("bays").unwrap_err().to_string().contains("bayes"));
    for rate in [0.0, 1.0, -0.1, f64::NAN] {
        assert!(Kind::named("lri").unwrap().with_rate(rate).is_err());
        assert!(Kind::named("tsetlin").unwrap().with_limiter(rate).is_err());
    }
}
