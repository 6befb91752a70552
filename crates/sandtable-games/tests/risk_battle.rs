//! Battles of Risk against counts made another way, and against what is known of them.

use proptest::prelude::*;
use sandtable_core::{Rng, Stream};
use sandtable_games::risk::battle::{Battles, Outcome, SIZE, Stakes, Stopping, distribution, roll};
use std::collections::HashMap;

/// In how many throws the attacker loses so many, counted face by face with sorted hands.
fn throws(attack: usize, defence: usize) -> HashMap<usize, u64> {
    fn hands(dice: usize) -> Vec<Vec<u8>> {
        let Some(fewer) = dice.checked_sub(1) else { return vec![Vec::new()] };
        let add = |face: u8| hands(fewer).into_iter().map(move |hand| [hand, vec![face]].concat());
        let mut all: Vec<Vec<u8>> = (1..=6).flat_map(add).collect();
        all.iter_mut().for_each(|hand| hand.sort_by(|a, b| b.cmp(a)));
        all
    }
    let mut counts = HashMap::new();
    let defences = hands(defence);
    for attackers in hands(attack) {
        for defenders in &defences {
            let lost = attackers.iter().zip(defenders).filter(|(a, d)| a <= d).count();
            *counts.entry(lost).or_default() += 1;
        }
    }
    counts
}

type Chances = HashMap<(u32, u32), f64>;

/// The distribution of a battle by recursion from the top, remembering smaller battles.
fn recursion(
    a: u32,
    d: u32,
    dice: &HashMap<(u32, u32), HashMap<usize, u64>>,
    memo: &mut HashMap<(u32, u32), Chances>,
) -> Chances {
    if a == 0 || d == 0 {
        return Chances::from([((a, d), 1.0)]);
    }
    if let Some(known) = memo.get(&(a, d)) {
        return known.clone();
    }
    let counts = &dice[&(a.min(3), d.min(2))];
    let all: u64 = counts.values().sum();
    let at_stake = a.min(d).min(2);
    let mut chances = Chances::new();
    for (&lost, &count) in counts {
        let lost = lost as u32;
        for (end, p) in recursion(a - lost, d - (at_stake - lost), dice, memo) {
            *chances.entry(end).or_default() += p * count as f64 / all as f64;
        }
    }
    memo.insert((a, d), chances.clone());
    chances
}

fn all_dice() -> HashMap<(u32, u32), HashMap<usize, u64>> {
    let pairs = (1..=3).flat_map(|a| (1..=2).map(move |d| (a, d)));
    pairs.map(|(a, d)| ((a, d), throws(a as usize, d as usize))).collect()
}

fn ends(outcome: Outcome) -> (u32, u32) {
    (outcome.attackers.into(), outcome.defenders.into())
}

#[test]
fn rolls_are_the_known_ones() {
    assert_eq!(roll(3, 2), [2275, 2611, 2890].map(|n| f64::from(n) / 7776.0));
    assert_eq!(roll(1, 1), [21.0 / 36.0, 15.0 / 36.0, 0.0]);
    for ((a, d), counts) in all_dice() {
        let all: u64 = counts.values().sum();
        assert_eq!(all, 6u64.pow(a + d));
        let at_stake = a.min(d) as usize;
        for (lost, chance) in roll(a, d).into_iter().enumerate().take(at_stake + 1) {
            assert_eq!(chance, counts[&(at_stake - lost)] as f64 / all as f64, "{a} dice v {d}");
        }
    }
}

#[test]
fn the_table_is_the_recursion() {
    let (dice, mut memo) = (all_dice(), HashMap::new());
    for table in [Battles::shared(), &Battles::new(10)] {
        for (a, d) in (0..=10).flat_map(|a| (0..=10).map(move |d| (a, d))) {
            let expect = recursion(a, d, &dice, &mut memo);
            let mut seen = Chances::new();
            assert!(table.outcomes(a, d, |outcome, p| {
                assert_eq!(table.chance(a, d, outcome), p);
                assert_eq!(seen.insert(ends(outcome), p), None, "{a} v {d}: {outcome:?} twice");
            }));
            assert_eq!(seen.len(), expect.len());
            let direct: Chances = distribution(a, d).into_iter().map(|(o, p)| (ends(o), p)).collect();
            assert_eq!(direct.len(), expect.len());
            for (end, p) in &expect {
                assert!((seen[end] / p - 1.0).abs() < 1e-12, "{a} v {d}: {end:?}");
                assert!((direct[end] / p - 1.0).abs() < 1e-12, "{a} v {d}: {end:?}");
            }
            let mean = |f: fn(&(u32, u32)) -> f64| expect.iter().map(|(end, p)| f(end) * p).sum::<f64>();
            let (left_a, left_d) = table.left(a, d);
            assert!((table.win(a, d) - mean(|e| if e.0 > 0 { 1.0 } else { 0.0 })).abs() < 1e-12, "{a} v {d}");
            assert!((left_a - mean(|e| f64::from(e.0))).abs() < 1e-12);
            assert!((left_d - mean(|e| f64::from(e.1))).abs() < 1e-12);
        }
    }
}

#[test]
fn rare_outcomes_keep_their_digits() {
    for (a, d) in [(128, 128), (128, 1), (1, 128), (128, 5), (4, 127), (60, 100), (101, 64)] {
        for (outcome, p) in distribution(a, d) {
            let chance = Battles::shared().chance(a, d, outcome);
            assert!((chance / p - 1.0).abs() < 1e-9, "{a} v {d}: {outcome:?} has {p}, not {chance}");
        }
    }
}

#[test]
fn win_chances_are_the_known_ones() {
    let table = Battles::shared();
    for (n, known) in [(3, 0.470), (5, 0.506), (10, 0.568)] {
        assert!((table.win(n, n) - known).abs() < 5e-4, "{n} v {n}: {}", table.win(n, n));
    }
    assert_eq!(
        (table.win(0, 5), table.win(5, 0), table.win(0, 500), table.win(500, 0)),
        (0.0, 1.0, 0.0, 1.0)
    );
    assert_eq!((table.left(0, 500), table.left(500, 0)), ((0.0, 500.0), (500.0, 0.0)));
}

#[test]
fn what_cannot_be_has_no_chance() {
    let table = Battles::shared();
    let chance = |a, d, attackers, defenders| table.chance(a, d, Outcome { attackers, defenders });
    assert_eq!([chance(5, 4, 6, 0), chance(5, 4, 0, 5), chance(5, 4, 1, 1), chance(5, 4, 0, 0)], [0.0; 4]);
    assert_eq!([chance(0, 4, 0, 4), chance(300, 0, 300, 0), chance(0, 4, 0, 3)], [1.0, 1.0, 0.0]);
    assert!(!table.outcomes(SIZE as u32 + 1, 1, |_, _| panic!("nothing is shown beyond the table")));
    assert!(table.outcomes(0, 900, |outcome, p| assert_eq!((outcome.defenders, p), (900, 1.0))));
}

/// Draws battles and compares them with the exact distribution, outcomes of less than ten expected draws taken together.
fn draws_follow(table: &Battles, a: u32, d: u32) {
    const DRAWS: u32 = 200_000;
    let mut rng = Rng::new(u64::from(a * 1000 + d), 0, Stream::World);
    let mut counts: HashMap<Outcome, u32> = HashMap::new();
    for _ in 0..DRAWS {
        *counts.entry(table.sample(a, d, &mut rng)).or_default() += 1;
    }
    let (mut chi, mut cells, mut rare) = (0.0, 0, (0.0, 0.0));
    for (outcome, p) in distribution(a, d) {
        let (expect, drawn) = (p * f64::from(DRAWS), f64::from(counts.remove(&outcome).unwrap_or(0)));
        if expect < 10.0 {
            rare = (rare.0 + expect, rare.1 + drawn);
        } else {
            chi += (drawn - expect).powi(2) / expect;
            cells += 1;
        }
    }
    assert!(counts.is_empty(), "{a} v {d}: drawn but impossible: {counts:?}");
    let free = f64::from(cells - 1).max(1.0);
    // Five standard deviations of chi-squared, and of the rare ones' Poisson law.
    assert!(
        chi < free + 5.0 * (2.0 * free).sqrt(),
        "{a} v {d}: chi-squared {chi} with {free} degrees of freedom"
    );
    assert!((rare.1 - rare.0).abs() < 5.0 * rare.0.sqrt() + 5.0, "{a} v {d}: {rare:?}");
}

#[test]
fn draws_follow_the_distribution() {
    for (a, d) in [(1, 1), (3, 2), (2, 7), (7, 5), (40, 40), (128, 100)] {
        draws_follow(Battles::shared(), a, d);
    }
    let mut rng = Rng::new(1, 0, Stream::World);
    assert_eq!(ends(Battles::shared().sample(0, 7, &mut rng)), (0, 7));
    assert_eq!(ends(Battles::shared().sample(700, 0, &mut rng)), (700, 0));
}

#[test]
fn draws_beyond_the_table_follow_it_too() {
    let small = Battles::new(6);
    for (a, d) in [(15, 12), (7, 1), (1, 9), (20, 5)] {
        draws_follow(&small, a, d);
    }
    draws_follow(Battles::shared(), 140, 135);
}

/// Win chances and armies left of all battles up to a size, exactly.
fn exact(size: usize) -> Vec<Vec<[f64; 3]>> {
    let mut grid = vec![vec![[0.0; 3]; size + 1]; size + 1];
    for a in 0..=size {
        for d in 0..=size {
            if a == 0 || d == 0 {
                grid[a][d] = [f64::from(a > 0), a as f64, d as f64];
                continue;
            }
            let at_stake = a.min(d).min(2);
            let chances = roll(a.min(3) as u32, d.min(2) as u32);
            grid[a][d] = std::array::from_fn(|i| {
                (0..=at_stake).map(|lost| chances[lost] * grid[a - (at_stake - lost)][d - lost][i]).sum()
            });
        }
    }
    grid
}

#[test]
fn the_approximation_keeps_its_bounds() {
    let (table, grid) = (Battles::shared(), exact(600));
    let mut worst = [0.0f64; 3];
    for (a, d) in (0..=600).flat_map(|a| (0..=600).map(move |d| (a, d))) {
        let (left_a, left_d) = table.left(a, d);
        let near = [table.win(a, d), left_a, left_d];
        let bounds = if a.max(d) as usize > SIZE { [2e-4, 0.07, 0.07] } else { [1e-12, 1e-10, 1e-10] };
        for i in 0..3 {
            let error = (near[i] - grid[a as usize][d as usize][i]).abs();
            assert!(error <= bounds[i], "{a} v {d}: number {i} is off by {error}");
            worst[i] = worst[i].max(error);
        }
    }
    println!(
        "largest errors: win {:.6}, attackers left {:.4}, defenders left {:.4}",
        worst[0], worst[1], worst[2]
    );
    for (a, d) in [(300, 2), (5, 200), (129, 120), (400, 380), (2000, 1900), (1800, 2000), (2000, 1)] {
        let won: f64 = distribution(a, d).iter().filter(|(o, _)| o.attackers > 0).map(|(_, p)| p).sum();
        assert!((table.win(a, d) - won).abs() <= 2e-4, "{a} v {d}");
    }
}

/// The best of all plans by recursion, in terms of what is left at the end rather than of what is lost on the way.
fn best(stakes: &Stakes, a: u32, d: u32) -> f64 {
    let held = stakes.attacker * f64::from(a) - stakes.defender * f64::from(d);
    if d == 0 {
        return held + stakes.win;
    }
    if a == 0 {
        return held;
    }
    let at_stake = a.min(d).min(2);
    let chances = roll(a.min(3), d.min(2));
    let go: f64 = (0..=at_stake)
        .map(|lost| chances[lost as usize] * best(stakes, a - (at_stake - lost), d - lost))
        .sum();
    go.max(held)
}

#[test]
fn stopping_is_the_best_of_all_plans() {
    for (win, attacker, defender) in [(5.0, 1.0, 0.5), (0.0, 1.0, 1.0), (3.0, 1.0, 0.0), (1.0, 0.2, 2.0)] {
        let stakes = Stakes { win, attacker, defender };
        let stopping = Stopping::new(stakes, 9, 8);
        for (a, d) in (0..=9).flat_map(|a| (0..=8).map(move |d| (a, d))) {
            let held = attacker * f64::from(a) - defender * f64::from(d);
            let value = best(&stakes, a, d) - held;
            if (a, d) != (0, 0) {
                assert!((stopping.value(a, d) - value).abs() < 1e-9, "{a} v {d}");
            }
            assert_eq!(stopping.attack(a, d), a > 0 && d > 0 && value > 1e-9, "{a} v {d}");
            let table = Battles::shared();
            let (left_a, left_d) = table.left(a, d);
            let fought = win * table.win(a, d) + attacker * left_a - defender * left_d - held;
            assert!((stopping.to_the_end(a, d) - fought).abs() < 1e-9, "{a} v {d}");
        }
    }
}

#[test]
fn with_nothing_to_lose_one_fights_to_the_end() {
    let stopping = Stopping::new(Stakes { win: 1.0, attacker: 0.0, defender: 0.0 }, 40, 40);
    for (a, d) in (1..=40).flat_map(|a| (0..=40).map(move |d| (a, d))) {
        assert!((stopping.value(a, d) - Battles::shared().win(a, d)).abs() < 1e-12, "{a} v {d}");
        assert_eq!(stopping.attack(a, d), d > 0);
    }
    assert_eq!(stopping.least(40), Some(1));
    assert_eq!(Stopping::new(Stakes { win: 0.0, attacker: 1.0, defender: 0.0 }, 9, 9).least(1), None);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn more_attackers_help_and_more_defenders_hurt(a in 1u32..300, d in 1u32..300) {
        let table = Battles::shared();
        // At the table's edge exact and approximate numbers meet.
        let slack = if a.max(d) as usize >= SIZE { 4e-4 } else { 1e-12 };
        prop_assert!(table.win(a + 1, d) >= table.win(a, d) - slack);
        prop_assert!(table.win(a, d + 1) <= table.win(a, d) + slack);
        prop_assert!((0.0..=1.0).contains(&table.win(a, d)));
        let (left_a, left_d) = table.left(a, d);
        prop_assert!((0.0..=f64::from(a)).contains(&left_a) && (0.0..=f64::from(d)).contains(&left_d));
    }

    #[test]
    fn chances_sum_to_one(a in 1u32..=128, d in 1u32..=128) {
        let (mut sum, mut won, mut left) = (0.0, 0.0, (0.0, 0.0));
        Battles::shared().outcomes(a, d, |o, p| {
            sum += p;
            won += if o.attackers > 0 { p } else { 0.0 };
            left = (left.0 + p * f64::from(o.attackers), left.1 + p * f64::from(o.defenders));
        });
        prop_assert!((sum - 1.0).abs() < 1e-12);
        prop_assert!((won - Battles::shared().win(a, d)).abs() < 1e-12);
        let known = Battles::shared().left(a, d);
        prop_assert!((left.0 - known.0).abs() < 1e-9 && (left.1 - known.1).abs() < 1e-9);
    }

    #[test]
    fn who_goes_on_with_few_goes_on_with_more(
        win in 0.0..50.0f64, attacker in 0.0..5.0f64, defender in 0.0..5.0f64,
    ) {
        let stopping = Stopping::new(Stakes { win, attacker, defender }, 30, 20);
        for d in 1..=20 {
            let least = stopping.least(d).unwrap_or(31);
            prop_assert!((1..=30).all(|a| stopping.attack(a, d) == (a >= least)), "against {}", d);
            prop_assert!((1..=30).all(|a| stopping.value(a, d) >= stopping.to_the_end(a, d) - 1e-9));
        }
    }
}
