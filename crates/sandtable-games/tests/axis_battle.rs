//! Exact battles of Axis & Allies against counting all dice, published figures, and each other.

use sandtable_games::axis::battle::{Losses, Retreat, Setup, Solver, Summary, standard, summary};

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

#[test]
#[ignore = "measures time"]
fn speed() {
    let units = standard();
    let time = |name: &str, attackers: &[u16], defenders: &[u16], retreat: Retreat| {
        let setup = Setup {
            units: &units,
            attackers,
            defenders,
            attack_losses: &Losses::Power,
            defence_losses: &Losses::Power,
            retreat,
        };
        let mut solver = Solver::new();
        let win = solver.summary(&setup).win;
        let start = std::time::Instant::now();
        let mut runs = 0;
        while start.elapsed().as_secs_f64() < 0.2 {
            solver.summary(&setup);
            runs += 1;
        }
        println!(
            "{name} {retreat:?}: win {win:.6}, {:.2} µs",
            start.elapsed().as_secs_f64() * 1e6 / f64::from(runs)
        );
    };
    for retreat in [Retreat::Never, Retreat::Optimal { land: 10.0 }, Retreat::Below(0.5), Retreat::After(3)] {
        time("3 v 3", &[2, 0, 1, 0, 0, 0, 0], &[3, 0, 0, 0, 0, 0, 0], retreat);
        time("7 v 6", &[3, 2, 2, 0, 0, 0, 0], &[4, 1, 1, 0, 0, 0, 0], retreat);
        time("20 v 18", &[10, 5, 5, 0, 0, 0, 0], &[15, 0, 3, 0, 0, 0, 0], retreat);
        time("30 v 30 no guns", &[12, 4, 4, 5, 5, 0, 0], &[20, 4, 4, 2, 0, 0, 0], retreat);
        time("30 v 30 and guns", &[12, 4, 4, 5, 5, 0, 0], &[20, 4, 4, 2, 0, 1, 0], retreat);
        time("100 v 100", &[60, 20, 20, 0, 0, 0, 0], &[80, 0, 20, 0, 0, 0, 0], retreat);
        time("400 v 400", &[200, 0, 200, 0, 0, 0, 0], &[200, 200, 0, 0, 0, 0, 0], retreat);
    }
}
