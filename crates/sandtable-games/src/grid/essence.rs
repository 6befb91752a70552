//! Positions that come to the same, for exact solutions: the turns played only say when the game ends, and a grid that is turned or mirrored is the same
//! grid.

use sandtable_core::Clock;

use super::field::Grid;
use super::rule_file::MAX_SQUARES;
use super::state::{Battle, Phase, Square, State};

/// Positions between turns up to which a solution takes seconds.
const SMALL: f64 = 50_000.0;
/// More men than these are not counted.
const FEW: u16 = 30;

/// Puts the position that stands for a state in its place: of those that a grid looks like when it is mirrored or turned, the last in order. The first
/// seat gets nothing beyond its worth.
pub fn essence(game: &Grid, state: &mut State) -> f64 {
    let battle = match state.phase {
        Phase::Aim => None,
        Phase::Battle(battle) => Some(battle),
        _ => return 0.0,
    };
    let (columns, rows) = (usize::from(game.rules().size.0), usize::from(game.rules().size.1));
    let original = state.men;
    let fought = battle.map_or(0, |battle| battle.square);
    let mut last = (original, fought);
    for turned in 1..if columns == rows { 8 } else { 4 } {
        let to = |square: usize| {
            let (mut x, mut y) = (square % columns, square / columns);
            if turned & 1 > 0 {
                x = columns - 1 - x;
            }
            if turned & 2 > 0 {
                y = rows - 1 - y;
            }
            if turned & 4 > 0 { x * columns + y } else { y * columns + x }
        };
        let mut men = [0; MAX_SQUARES];
        (0..columns * rows).for_each(|square| men[to(square)] = original[square]);
        let square = battle.map_or(0, |battle| to(usize::from(battle.square)) as Square);
        last = last.max((men, square));
    }
    state.men = last.0;
    if let Some(battle) = battle {
        state.phase = Phase::Battle(Battle { square: last.1, ..battle });
    }
    0.0
}

/// Turns that are left only say when the game ends.
pub const CLOCK: Clock<Grid> = Clock {
    left: |game, state| game.longest().saturating_sub(state.turns),
    set: |game, state, left| {
        state.turns = game.longest().saturating_sub(left);
        if left == 0 {
            state.phase = Phase::Over;
        }
    },
};

/// Whether a game has few enough positions: men must not grow, and few men stand on few squares.
pub fn small(game: &Grid) -> bool {
    let rules = game.rules();
    let grows = (1..=rules.men).any(|men| game.growth(men) > 0);
    let squares = usize::from(rules.size.0) * usize::from(rules.size.1);
    !grows && rules.turns > 0 && rules.men <= FEW && placements(squares, usize::from(rules.men)) <= SMALL
}

/// In how many ways so many men of each side, or fewer, can stand on squares that no two sides share.
fn placements(squares: usize, men: usize) -> f64 {
    let mut ways = vec![vec![0.0; men + 1]; men + 1];
    ways[0][0] = 1.0;
    for _ in 0..squares {
        let before = ways.clone();
        for (red, row) in ways.iter_mut().enumerate() {
            for (blue, sum) in row.iter_mut().enumerate() {
                let taken: f64 = (1..=red).map(|here| before[red - here][blue]).sum();
                let held: f64 = (1..=blue).map(|here| before[red][blue - here]).sum();
                *sum += taken + held;
            }
        }
    }
    ways.iter().flatten().sum()
}
