//! Exact battles of Axis & Allies against counting all dice, published figures, and each other.

mod count;

use proptest::prelude::*;
use sandtable_games::axis::battle::raid::Raid;
use sandtable_games::axis::battle::{
    End, Line, Losses, Retreat, Setup, Share, Side, Solver, Stopping, Summary, fight, should_retreat,
    standard, summary,
};
use sandtable_games::axis::scenario::Unit;

use count::{Count, Ends, One};

fn same(setup: &Setup, count: &Ends) {
    let exact = fight(setup);
    assert_eq!(exact.len(), count.len(), "{setup:?}");
    for outcome in &exact {
        let key = (outcome.attackers.clone(), outcome.defenders.clone(), outcome.end);
        let counted = count.get(&key).unwrap_or_else(|| panic!("{key:?} in {setup:?}"));
        assert!((counted - outcome.chance).abs() < 1e-12, "{key:?}: {counted} {} {setup:?}", outcome.chance);
    }
}

/// All armies of these kinds with up to so many units.
fn armies(kinds: &[usize], most: u16, all: usize) -> Vec<Vec<u16>> {
    let mut armies = vec![vec![0; all]];
    for &kind in kinds {
        let sizes = |army: &Vec<u16>| 0..=most - army.iter().sum::<u16>();
        let with = |army: &Vec<u16>, n| {
            let mut army = army.clone();
            army[kind] = n;
            army
        };
        armies =
            armies.iter().flat_map(|army| sizes(army).map(|n| with(army, n)).collect::<Vec<_>>()).collect();
    }
    armies
}

/// The standard units and a tank that takes two hits, a unit that cannot attack and one that cannot defend.
fn units() -> Vec<Unit> {
    let mut units = standard();
    let heavy = Unit { name: "heavy".into(), hits: 2, cost: 7, ..units[2].clone() };
    let guard = Unit { name: "guard".into(), attack: 0, cost: 2, ..units[0].clone() };
    let mob =
        Unit { name: "mob".into(), attack: 0, defence: 0, cost: 1, supportable: false, ..units[0].clone() };
    units.extend([heavy, guard, mob]);
    units
}

const AA_GUN: usize = 5;

fn all_small(kinds: &[usize], most: u16, losses: &[Losses]) {
    let units = units();
    let never = |_: &Count, _: &[One], _: &[One], _: u32| false;
    let armies = armies(kinds, most, units.len());
    for attackers in &armies {
        for army in &armies {
            for losses in losses {
                for guns in 0..=u16::from(attackers[3] + attackers[4] > 0) {
                    let mut defenders = army.clone();
                    defenders[AA_GUN] = guns;
                    let setup = Setup {
                        units: &units,
                        attackers,
                        defenders: &defenders,
                        attack_losses: losses,
                        defence_losses: losses,
                        retreat: Retreat::Never,
                    };
                    same(&setup, &Count { setup: &setup, stop: &never, rounds: None }.ends());
                }
            }
        }
    }
}

#[test]
fn all_small_battles_as_counted() {
    all_small(&[0, 1, 2, 3, 4], 3, &[Losses::Power, Losses::Cost]);
}

#[test]
fn units_with_two_hits_and_without_power_as_counted() {
    all_small(&[0, 1, 3, 7, 8, 9], 2, &[Losses::Power, Losses::Cost, Losses::Custom(vec![7, 3, 0])]);
    all_small(&[1, 7, 9], 3, &[Losses::Cost, Losses::Custom(vec![1])]);
}

/// Small battles for the ways to retreat.
fn some_battles(mut test: impl FnMut(&Setup)) {
    let units = units();
    let all = armies(&[0, 1, 2, 3, 7], 2, units.len());
    for attackers in all.iter().filter(|army| army.iter().sum::<u16>() > 0) {
        for (n, army) in all.iter().enumerate() {
            let mut defenders = army.clone();
            defenders[AA_GUN] = (n % 2) as u16;
            test(&Setup {
                units: &units,
                attackers,
                defenders: &defenders,
                attack_losses: &Losses::Power,
                defence_losses: &Losses::Cost,
                retreat: Retreat::Never,
            });
        }
    }
}

#[test]
fn retreats_after_rounds_and_from_bad_chances_as_counted() {
    some_battles(|setup| {
        for rounds in 1..4 {
            let setup = Setup { retreat: Retreat::After(rounds), ..*setup };
            let stop = |_: &Count, _: &[One], _: &[One], round: u32| round >= rounds;
            same(&setup, &Count { setup: &setup, stop: &stop, rounds: Some(rounds) }.ends());
        }
        // No chance to win is just one of these, so rounding decides nothing.
        for least in [0.123_456, 0.456_789] {
            let setup = Setup { retreat: Retreat::Below(least), ..*setup };
            let stop = |count: &Count, a: &[One], d: &[One], _: u32| count.win(a, d) < least;
            same(&setup, &Count { setup: &setup, stop: &stop, rounds: None }.ends());
        }
    });
}

/// The best of all policies: every set of states in which to break off is tried.
#[test]
fn the_optimal_retreat_is_the_best_of_all_policies() {
    let units = units();
    let hit_points = |list: &[One]| list.iter().map(|one| usize::from(one.1)).sum::<usize>();
    for (attackers, defenders) in
        [([1, 1, 0], [2, 0, 0]), ([0, 0, 3], [1, 0, 1]), ([3, 0, 0], [0, 2, 0]), ([2, 0, 1], [3, 0, 0])]
    {
        let full = |army: [u16; 3]| -> Vec<u16> { army.into_iter().chain([0; 7]).collect() };
        let (attackers, defenders) = (full(attackers), full(defenders));
        let (most_a, most_d) = (attackers.iter().sum::<u16>(), defenders.iter().sum::<u16>());
        for land in [0.0, 3.0, 12.0] {
            let setup = Setup {
                units: &units,
                attackers: &attackers,
                defenders: &defenders,
                attack_losses: &Losses::Cost,
                defence_losses: &Losses::Cost,
                retreat: Retreat::Optimal { land },
            };
            let mut best = f64::MIN;
            for policy in 0..1u32 << (most_a * most_d) {
                let stop = |_: &Count, a: &[One], d: &[One], _: u32| {
                    policy >> ((hit_points(a) - 1) * usize::from(most_d) + hit_points(d) - 1) & 1 == 1
                };
                best = best.max(Count { setup: &setup, stop: &stop, rounds: None }.gain(land));
            }
            let gain = summary(&setup).gain(land);
            assert!((gain - best).abs() < 1e-9, "{gain} {best} {setup:?}");
        }
    }
}

#[test]
fn no_other_way_to_retreat_is_worth_more() {
    some_battles(|setup| {
        for land in [0.0, 5.0, 20.0] {
            let gain = |retreat| summary(&Setup { retreat, ..*setup }).gain(land);
            let best = gain(Retreat::Optimal { land });
            let others = [
                Retreat::Never,
                Retreat::After(1),
                Retreat::After(2),
                Retreat::Below(0.3),
                Retreat::Below(0.7),
            ];
            assert!(others.iter().all(|&other| gain(other) <= best + 1e-9), "{setup:?} {land}");
        }
    });
}

#[test]
fn a_plan_says_when_to_break_off() {
    let units = standard();
    let (attackers, defenders) = ([3, 1, 1, 0, 0, 0, 0], [4, 0, 1, 0, 0, 1, 1]);
    let setup = Setup {
        units: &units,
        attackers: &attackers,
        defenders: &defenders,
        attack_losses: &Losses::Cost,
        defence_losses: &Losses::Cost,
        retreat: Retreat::Optimal { land: 6.0 },
    };
    let plan = Stopping::new(&setup, 6.0);
    assert_eq!((plan.attack().hits(), plan.defence().hits()), (5, 5));
    let mut seen = [false; 2];
    for a in 0..5 {
        for d in 0..5 {
            let (mut left_a, mut left_d) = ([0; 7], [0; 7]);
            plan.attack().left(a, &mut left_a);
            plan.defence().left(d, &mut left_d);
            let now = Setup { attackers: &left_a, defenders: &left_d, ..setup };
            assert_eq!(should_retreat(&now), !plan.go_on(a, d), "{a} {d}");
            assert_eq!(plan.go_on(a, d), plan.advantage(a, d) > 1e-10);
            // From here on the best play is worth what it gains if one goes on, and that is what one round
            // more is worth.
            assert!((summary(&now).gain(6.0) - plan.advantage(a, d)).abs() < 1e-9, "{a} {d}");
            seen[usize::from(plan.go_on(a, d))] = true;
        }
    }
    assert_eq!(seen, [true; 2]);
    assert!(!plan.go_on(0, 5) && plan.end(0, 5) == Some(End::Won { taken: true }));
    assert!(!should_retreat(&Setup { retreat: Retreat::Never, ..setup }));
    assert!(should_retreat(&Setup { retreat: Retreat::After(0), ..setup }));
    assert!(should_retreat(&Setup { retreat: Retreat::Below(0.9), ..setup }));
}

#[test]
fn a_line_dies_in_its_order() {
    let units = units();
    // 2 infantry, 1 artillery, 1 fighter, 1 tank with two hits.
    let counts = [2, 1, 0, 1, 0, 3, 1, 1, 0, 0];
    let line = Line::new(&units, &counts, Side::Attack, &Losses::Cost);
    assert_eq!(line.hits(), 6);
    let powers: Vec<u32> = (0..=6).map(|taken| line.power(taken)).collect();
    // The second hit kills an infantry without support, the next one with it.
    assert_eq!(powers, [11, 11, 10, 8, 6, 3, 0]);
    assert_eq!((0..=6).map(|taken| line.lost(taken)).collect::<Vec<_>>(), [0, 0, 3, 6, 10, 17, 27]);
    assert!(line.land(4) && !line.land(5));
    let mut left = [0; 10];
    line.left(3, &mut left);
    assert_eq!(left, [0, 1, 0, 1, 0, 0, 0, 1, 0, 0]);
    let mut chances = vec![0.5];
    line.volley(5, &mut chances);
    assert_eq!(chances, [0.5, 0.5]);
    line.volley(0, &mut chances);
    let mean: f64 = chances.iter().enumerate().map(|(n, p)| n as f64 * p).sum();
    assert!((mean - 11.0 / 6.0).abs() < 1e-12 && chances.len() == 6);
    assert_eq!(Line::new(&units, &counts, Side::Defence, &Losses::Cost).power(0), 2 + 2 + 2 + 4 + 3);
}

#[test]
fn raids_cost_money() {
    let plain = Raid::new(2, false, None);
    assert_eq!((plain.money.len(), plain.shot_down.len()), (13, 3));
    assert!((plain.money[7] - 6.0 / 36.0).abs() < 1e-12 && (plain.mean() - 7.0).abs() < 1e-12);
    let guns = Raid::new(3, true, None);
    assert!(
        (guns.mean() - 3.0 * 3.5 * 5.0 / 6.0).abs() < 1e-12 && (guns.mean_shot_down() - 0.5).abs() < 1e-12
    );
    assert!((guns.money[0] - 1.0 / 216.0).abs() < 1e-12);
    let limited = Raid::new(3, true, Some(10));
    assert_eq!(limited.money.len(), 11);
    assert!((limited.money[10] - guns.money[10..].iter().sum::<f64>()).abs() < 1e-12);
    assert_eq!(Raid::new(0, true, Some(5)).money, [1.0]);
}

fn an_army() -> impl Strategy<Value = Vec<u16>> {
    let counts = (0..9u16, 0..5u16, 0..5u16, 0..4u16, 0..3u16, 0..2u16, 0..2u16, 0..3u16, 0..3u16, 0..3u16);
    counts.prop_map(|(a, b, c, d, e, f, g, h, i, j)| vec![a, b, c, d, e, f, g, h, i, j])
}

fn some_losses() -> impl Strategy<Value = Losses> {
    let custom = prop::collection::vec(0..10u8, 0..6).prop_map(Losses::Custom);
    prop_oneof![Just(Losses::Power), Just(Losses::Cost), custom]
}

fn a_retreat() -> impl Strategy<Value = Retreat> {
    let optimal = (0.0..30.0f64).prop_map(|land| Retreat::Optimal { land });
    prop_oneof![
        Just(Retreat::Never),
        (0..6u32).prop_map(Retreat::After),
        (0.0..1.0f64).prop_map(Retreat::Below),
        optimal
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn a_summary_is_the_mean_of_the_fight(
        attackers in an_army(),
        defenders in an_army(),
        attack_losses in some_losses(),
        defence_losses in some_losses(),
        retreat in a_retreat(),
    ) {
        let units = units();
        let setup = Setup {
            units: &units,
            attackers: &attackers,
            defenders: &defenders,
            attack_losses: &attack_losses,
            defence_losses: &defence_losses,
            retreat,
        };
        // A used solver says the same as a new one.
        let mut solver = Solver::new();
        let swapped = Setup { attackers: &defenders, defenders: &attackers, ..setup };
        solver.summary(&Setup { retreat: Retreat::Never, ..swapped });
        let sum = solver.summary(&setup).clone();
        prop_assert_eq!(&sum, &summary(&setup));
        let ends = fight(&setup);
        let mean = |f: &dyn Fn(&sandtable_games::axis::battle::Outcome) -> f64| {
            ends.iter().map(|o| o.chance * f(o)).sum::<f64>()
        };
        let is = |end: End| mean(&|o| f64::from(u8::from(o.end == end)));
        let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
        let (taken, won) = (is(End::Won { taken: true }), is(End::Won { taken: false }));
        prop_assert!(near(sum.win, taken + won) && near(sum.taken, taken));
        prop_assert!(near(sum.draw, is(End::Drawn)) && near(sum.lose, is(End::Lost)));
        prop_assert!(near(sum.retreat, is(End::Retreated)) && sum.missing < 1e-10);
        let all = sum.win + sum.draw + sum.lose + sum.retreat + sum.missing;
        prop_assert!((all - 1.0).abs() < 1e-12);
        for kind in 0..units.len() {
            prop_assert!(near(sum.attackers_left[kind], mean(&|o| o.attackers[kind].into())));
            prop_assert!(near(sum.defenders_left[kind], mean(&|o| o.defenders[kind].into())));
        }
        let lost = |all: &[u16], left: &[f64]| -> f64 {
            (0..units.len()).map(|k| f64::from(units[k].cost) * (f64::from(all[k]) - left[k])).sum()
        };
        prop_assert!(near(sum.attacker_loss, lost(&attackers, &sum.attackers_left)));
        prop_assert!(near(sum.defender_loss, lost(&defenders, &sum.defenders_left)));
        prop_assert!(near(sum.swing, sum.defender_loss - sum.attacker_loss));
        let shares = solver.shares(&setup);
        prop_assert!(near(shares[0].chance + taken, 1.0) && near(shares[1].chance, taken));
        for kind in (0..units.len()).filter(|&kind| units[kind].fights()) {
            let attackers = |s: &Share| s.chance * s.attackers[kind];
            let defenders = |s: &Share| s.chance * s.defenders[kind];
            prop_assert!(near(shares.iter().map(attackers).sum(), sum.attackers_left[kind]));
            prop_assert!(near(shares.iter().map(defenders).sum(), sum.defenders_left[kind]));
            prop_assert!(taken == 0.0 || near(shares[1].defenders[kind], 0.0));
        }
    }
}

/// A battle of standard units, cheapest first: infantry, artillery, armour on both sides.
fn cheapest(attackers: [u16; 3], defenders: [u16; 3]) -> Summary {
    let units = standard();
    let all = |[infantry, artillery, armour]: [u16; 3]| [infantry, artillery, armour, 0, 0, 0, 0];
    summary(&Setup {
        units: &units,
        attackers: &all(attackers),
        defenders: &all(defenders),
        attack_losses: &Losses::Cost,
        defence_losses: &Losses::Cost,
        retreat: Retreat::Never,
    })
}

#[test]
fn figures_of_the_learning_automata_paper() {
    let figure = |attackers, defenders| {
        let s = cheapest(attackers, defenders);
        (format!("{:.2}", 100.0 * s.taken), format!("{:.2}", s.gain(10.0)))
    };
    let is = |taken: &str, gain: &str| (taken.to_string(), gain.to_string());
    assert_eq!(figure([2, 2, 1], [3, 1, 0]), is("83.15", "11.65"));
    assert_eq!(figure([2, 2, 1], [6, 2, 1]), is("0.74", "-10.22"));
    assert_eq!(figure([2, 1, 1], [3, 1, 0]), is("54.85", "5.54"));
    assert_eq!(figure([1, 2, 1], [3, 1, 0]), is("58.90", "5.98"));
    assert_eq!(figure([0, 0, 2], [3, 0, 0]).0, "27.41");
    assert_eq!(figure([0, 0, 2], [2, 0, 0]).0, "63.04");
    assert_eq!(figure([3, 0, 0], [0, 0, 2]).0, "32.86");
    assert_eq!(figure([0, 0, 1], [2, 0, 0]).0, "14.29");
}
