//! Tables 2 and 3 as the paper reckons them: its own points for each way in which a battle ends (sections 4.3.2 to 4.3.5 and 4.4.2 to
//! 4.4.4), times exact odds where it has 10,000 simulated battles.
//!
//! What follows a battle is in the points: survivors take empty areas, however many turns that takes. The exact gains of the same moves in
//! [`tables`](super::tables) count only what the turns allow.

use sandtable_games::axis::battle::{Losses, Retreat, Setup, fight, standard};

use super::super::{Cell, Claim, Experiment, Measured};
use super::runs::Task;
use super::tables::TOLERANCE;

/// Kinds of the standard set.
const INFANTRY: usize = 0;
const TANK: usize = 2;

/// A row: its words, the printed number, how close the sum must come to it, who attacks and who defends, and the points by how many
/// attackers or, if none, how many defenders are left.
struct Row {
    what: &'static str,
    published: f64,
    within: f64,
    attack: (usize, u16),
    defence: (usize, u16),
    /// With one attacker left, two, …
    attackers: &'static [f64],
    /// With no defender left either, one, two, …
    defenders: &'static [f64],
}

/// What a tank that has won once gains by attacking the other infantry, at 2 to 1 to 1: -8 if it wins, -2 if both are gone, else 3.
const AGAIN: f64 = (2.0 * -8.0 - 2.0 + 3.0) / 4.0;

const TABLE_2: [Row; 4] = [
    Row {
        what: "table 2: infantry together, tank attacks",
        published: 2.69,
        within: TOLERANCE,
        attack: (TANK, 1),
        defence: (INFANTRY, 2),
        attackers: &[-8.0],
        defenders: &[-1.0, 3.0, 6.0],
    },
    Row {
        // 0.19 is the sum for a tank that stays after its first victory; the table says that it attacks twice, which the text has
        // at 0.28.
        what: "table 2: infantry split up, tank attacks",
        published: 0.19,
        within: TOLERANCE,
        attack: (TANK, 1),
        defence: (INFANTRY, 1),
        attackers: &[-4.0],
        defenders: &[3.0, 6.0],
    },
    Row {
        what: "table 2: one infantry attacks",
        published: -1.44,
        within: TOLERANCE,
        attack: (INFANTRY, 1),
        defence: (TANK, 1),
        attackers: &[6.0],
        defenders: &[2.0, AGAIN],
    },
    Row {
        what: "table 2: both infantry attack",
        published: -0.78,
        within: TOLERANCE,
        attack: (INFANTRY, 2),
        defence: (TANK, 1),
        attackers: &[3.0, 6.0],
        defenders: &[-1.0, -8.0],
    },
];
const TABLE_3: [Row; 3] = [
    Row {
        what: "table 3: three infantry defend",
        published: -4.0,
        // Printed without a decimal.
        within: 0.5,
        attack: (TANK, 2),
        defence: (INFANTRY, 3),
        attackers: &[-34.0, -39.0],
        defenders: &[1.0, 6.0, 9.0, 12.0],
    },
    Row {
        what: "table 3: two infantry defend",
        published: -17.7,
        within: TOLERANCE,
        attack: (TANK, 2),
        defence: (INFANTRY, 2),
        attackers: &[-31.0, -36.0],
        defenders: &[6.0, 9.0, 12.0],
    },
    Row {
        what: "table 3: three infantry attack",
        published: -21.4,
        within: TOLERANCE,
        attack: (INFANTRY, 3),
        defence: (TANK, 2),
        attackers: &[6.0, 9.0, 12.0],
        defenders: &[-29.0, -34.0, -39.0],
    },
];

impl Row {
    /// The points times their chances.
    fn mean(&self) -> f64 {
        let units = standard();
        let force = |(kind, count): (usize, u16)| {
            let mut force = vec![0; units.len()];
            force[kind] = count;
            force
        };
        let (attackers, defenders) = (force(self.attack), force(self.defence));
        let ends = fight(&Setup {
            units: &units,
            attackers: &attackers,
            defenders: &defenders,
            attack_losses: &Losses::Cost,
            defence_losses: &Losses::Cost,
            retreat: Retreat::Never,
        });
        let points = |left: u16, against: u16| match left {
            0 => self.defenders[usize::from(against)],
            left => self.attackers[usize::from(left) - 1],
        };
        let one = |end: &sandtable_games::axis::battle::Outcome| {
            end.chance * points(end.attackers.iter().sum(), end.defenders.iter().sum())
        };
        ends.iter().map(one).sum()
    }
}

/// The cells of the scenario's table.
pub(super) fn cells(experiment: &Experiment, task: Task) -> Vec<Cell> {
    let rows: &[Row] = match task {
        Task::One => &TABLE_2,
        Task::Two => &TABLE_3,
        Task::Three => &[],
    };
    let cell = |row: &Row| {
        let name = format!("{}, the paper's points times exact odds", row.what);
        Claim::published(row.published).within(row.within).cell(experiment, name, Measured::exact(row.mean()))
    };
    rows.iter().map(cell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_points_with_exact_odds() {
        let means: Vec<String> =
            TABLE_2.iter().chain(&TABLE_3).map(|row| format!("{:.2}", row.mean())).collect();
        assert_eq!(means, ["2.21", "0.25", "-1.54", "-0.78", "-4.16", "-17.69", "-21.47"]);
    }
}
