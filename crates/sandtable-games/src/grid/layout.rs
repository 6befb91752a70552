//! How the squares lie, and where a positions file puts the men.

use sandtable_core::BadInput;

use super::position_file::PositionFile;
use super::rule_file::{Allocation, MAX_MEN, MAX_SQUARES, RuleFile};
use super::state::{Side, Square};

/// The neighbours of every square.
pub fn neighbours(rules: &RuleFile) -> Vec<Vec<Square>> {
    let (columns, rows) = (i32::from(rules.size.0), i32::from(rules.size.1));
    let near = |x: i32, y: i32| {
        let mut list = Vec::new();
        for (dy, dx) in (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dy, dx))) {
            let inside = (0..columns).contains(&(x + dx)) && (0..rows).contains(&(y + dy));
            let straight = dx == 0 || dy == 0;
            if inside && (dx, dy) != (0, 0) && (straight || rules.diagonal) {
                list.push(((y + dy) * columns + x + dx) as Square);
            }
        }
        list
    };
    (0..columns * rows).map(|s| near(s % columns, s / columns)).collect()
}

/// The men on every square, from a positions file that must fit the rules. Where its men do not count, every square has one so far.
pub fn placed(rules: &RuleFile, positions: &PositionFile) -> Result<[i16; MAX_SQUARES], BadInput> {
    let mut men = [0; MAX_SQUARES];
    let men_count = rules.men_allocation == Allocation::FromFile;
    for (side, squares) in Side::BOTH.into_iter().zip(&positions.squares) {
        for &(x, y, count) in squares {
            let place = format!("positions: <{x},{y},{count}>");
            if x >= rules.size.0 || y >= rules.size.1 {
                let (columns, rows) = rules.size;
                return Err(BadInput::new(format!("{place} lies outside the grid of {columns} by {rows}")));
            }
            let square = usize::from(y) * usize::from(rules.size.0) + usize::from(x);
            if men[square] != 0 {
                return Err(BadInput::new(format!("{place}: the square stands twice")));
            }
            if count > MAX_MEN as u16 {
                return Err(BadInput::new(format!("{place}: at most {MAX_MEN} men")));
            }
            men[square] = if men_count { count as i16 } else { 1 } * side.sign();
        }
        let total: u32 = squares.iter().map(|s| u32::from(s.2)).sum();
        if !men_count && squares.len() != usize::from(rules.squares) {
            return Err(BadInput::new(format!(
                "positions: {} has {} squares, but the rules give {}",
                side.name(),
                squares.len(),
                rules.squares
            )));
        }
        if men_count && (total != u32::from(rules.men) || squares.len() != usize::from(rules.squares)) {
            return Err(BadInput::new(format!(
                "positions: {} has {total} men on {} squares, but the rules give {} on {}",
                side.name(),
                squares.len(),
                rules.men,
                rules.squares
            )));
        }
    }
    Ok(men)
}
