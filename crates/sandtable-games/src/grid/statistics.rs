//! What section 3.6 counts in a game, for each player.

use sandtable_core::{Counts, Happened};

use super::field::Grid;
use super::state::{Action, Chance, Phase, Side, State};

/// The names of the statistics, as the paper's files have them (appendix 5). The first three are read at the end.
pub const NAMES: [&str; 12] = [
    "points",
    "squares",
    "men",
    "battles_won",
    "men_lost",
    "men_gained",
    "attack_wd",
    "defend_wd",
    "men_committed",
    "battles_init",
    "move_occupied",
    "move_empty",
];

const POINTS: usize = 0;
const SQUARES: usize = 1;
const MEN: usize = 2;
const BATTLES_WON: usize = 3;
const MEN_LOST: usize = 4;
const MEN_GAINED: usize = 5;
const ATTACK_WD: usize = 6;
const DEFEND_WD: usize = 7;
const MEN_COMMITTED: usize = 8;
const BATTLES_INIT: usize = 9;
const MOVE_OCCUPIED: usize = 10;
const MOVE_EMPTY: usize = 11;

/// The counts of a game.
pub struct Totals;

impl Counts<Grid> for Totals {
    fn names(&self) -> &'static [&'static str] {
        &NAMES
    }

    fn add(
        &self,
        game: &Grid,
        before: &State,
        happened: Happened<Action, Chance>,
        after: &State,
        out: &mut [f64],
    ) {
        add(game, before, happened, after, out);
    }
}

/// Adds what one event contributes: `out` has [`NAMES`] for Red, then for Blue.
pub fn add(game: &Grid, before: &State, happened: Happened<Action, Chance>, after: &State, out: &mut [f64]) {
    let mut count = |side: Side, which: usize, how_much: f64| {
        out[side as usize * NAMES.len() + which] += how_much;
    };
    let (mover, other) = (before.side, before.side.other());
    let mut lost = [0.0; 2];
    match (happened, &before.phase) {
        (Happened::Step(Action::Send(men)), &Phase::Send { to, .. }) => {
            if before.men_of(other, to) > 0 {
                count(mover, BATTLES_INIT, 1.0);
                count(mover, MEN_COMMITTED, men.into());
            } else if before.men_of(mover, to) > 0 {
                count(mover, MOVE_OCCUPIED, 1.0);
            } else {
                count(mover, MOVE_EMPTY, 1.0);
            }
        }
        (Happened::Step(Action::Withdraw(_)), Phase::Battle(battle)) => {
            let side = battle.asked.unwrap_or(mover);
            count(side, if side == mover { ATTACK_WD } else { DEFEND_WD }, 1.0);
            count(side.other(), BATTLES_WON, 1.0);
        }
        (Happened::Draw(Chance::Survivors(s)), Phase::Battle(battle)) => {
            count(if s > 0 { mover } else { other }, BATTLES_WON, 1.0);
            lost[mover as usize] = f64::from(battle.attackers) - f64::from(s.max(0));
            lost[other as usize] = f64::from(battle.defenders) - f64::from((-s).max(0));
        }
        (Happened::Draw(Chance::Roll(roll)), Phase::Battle(battle)) => {
            let (loser, men) = match roll.attacker_wins {
                true => (other, battle.defenders),
                false => (mover, battle.attackers),
            };
            let fallen = if game.rules().lose_all { men } else { 1 };
            lost[loser as usize] = fallen.into();
            if fallen == men {
                count(loser.other(), BATTLES_WON, 1.0);
            }
        }
        _ => {}
    }
    let setting_up = matches!(before.phase, Phase::Squares | Phase::Men { .. });
    for side in Side::BOTH {
        let fallen = lost[side as usize];
        count(side, MEN_LOST, fallen);
        if !setting_up {
            // Moves change no numbers: what is not lost in battle comes from MEN_ADDED.
            let change = f64::from(after.totals(side).0) - f64::from(before.totals(side).0);
            count(side, MEN_GAINED, change + fallen);
        }
        if after.phase == Phase::Over {
            let (men, squares) = after.totals(side);
            count(side, POINTS, game.points(after, side) as f64);
            count(side, SQUARES, squares.into());
            count(side, MEN, men.into());
        }
    }
}
