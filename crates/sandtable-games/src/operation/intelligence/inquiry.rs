//! Questions for people: about the enemy now, and about one's own turns to come.

use sandtable_core::inquiry::{Answer, Asked, Extent, Inquiry, Verdict, Witness};
use sandtable_core::{BadInput, Figure, Heat};

use super::prospect::Prospect;
use super::trail::Trail;
use crate::operation::constraints::{Area, Constraints, Limit, MOST_AREAS, area_of};
use crate::operation::stacks::{Stacks, nodes};
use crate::operation::state::{Phase, Side, State};
use crate::operation::view::View;
use crate::operation::{Node, Operation};

/// What may be asked in Operation Opaque.
pub const INQUIRY: Inquiry<Operation> = Inquiry {
    about: "areas such as {({B3,C3},2), ({goal},1)}: may the enemy have at least so many pieces there now, and must it? Behind 'winning 5' or 'winning half' (of \
            the turns left) the same about your own pieces: can they be there if you win so many turns, lose nobody, and meet no other enemies than those in sight?",
    example: "{({B3,C3},2)}",
    witness: |_, seat, usual| {
        let side = Side::BOTH[seat];
        Box::new(if usual { Trail::new(side) } else { Trail::elsewhere(side) })
    },
};

impl Witness<Operation> for Trail {
    fn observe(&mut self, game: &Operation, view: &View) {
        Trail::observe(self, game.board(), view);
    }

    fn answer(&mut self, game: &Operation, asked: &Asked) -> Result<Answer, BadInput> {
        let board = game.board();
        let Some(view) = self.last.clone() else { return Err(BadInput::new("nothing has been seen yet")) };
        let (winning, text) = winning(&asked.text, remaining(&view.shown, self.side()).0)?;
        let mut constraints = Constraints::parse(board, &text)?;
        if Limit::ALL.into_iter().any(|what| constraints.limit(what).is_some()) {
            return Err(BadInput::new("a limit on a move: expected areas alone, like {({B3,C3},2)}"));
        }
        for area in &asked.areas {
            constraints.areas.push(area_of(board.len(), area)?);
        }
        if constraints.areas.len() > MOST_AREAS {
            let line = format!("{} areas: expected at most {MOST_AREAS}", constraints.areas.len());
            return Err(BadInput::new(line));
        }
        match winning {
            Some(turns) => self.plan(game, &view, turns, &constraints),
            None => self.report(game, &view, &constraints),
        }
    }
}

impl Trail {
    /// About the enemy.
    fn report(&mut self, game: &Operation, view: &View, asked: &Constraints) -> Result<Answer, BadInput> {
        let board = game.board();
        let contradiction = || BadInput::new("what was seen contradicts itself");
        let mut areas = Vec::new();
        for area in &asked.areas {
            let (fewest, most) = self.range(board, area.nodes).ok_or_else(contradiction)?;
            let scored = if area.goal && self.side() == Side::Red { view.shown.goal } else { 0 };
            areas.push(extent(game, area, (fewest + scored, most + scored)));
        }
        let verdict = match () {
            _ if asked.areas.is_empty() => None,
            _ if self.certain(board, &asked.areas) => Some(Verdict::Certain),
            _ if self.possible(board, &asked.areas)? => Some(Verdict::Possible),
            _ => Some(Verdict::Impossible),
        };
        let seen = view.shown.pieces(self.side().other()).total();
        let words = match verdict {
            None => match view.enemies - seen {
                0 => format!("All {} enemies on the board are in sight.", view.enemies),
                dark => format!("Of {} enemies on the board, {dark} are out of sight.", view.enemies),
            },
            Some(Verdict::Certain) => "It must be so.".into(),
            Some(Verdict::Possible) => "It may be so, and it may not.".into(),
            Some(Verdict::Impossible) => "It cannot be so.".into(),
        };
        let mut heat = ["enemies at most", "enemies at least"]
            .map(|name| Heat { name: name.into(), values: vec![0.0; game.board().len() + 1] });
        for node in 0..board.len() as Node {
            let (fewest, most) = self.range(board, 1 << node).ok_or_else(contradiction)?;
            heat[0].values[usize::from(node)] = most.into();
            heat[1].values[usize::from(node)] = fewest.into();
        }
        let figures = vec![
            Figure::new("enemies on the board", view.enemies.into()),
            Figure::new("in sight", seen.into()),
        ];
        Ok(Answer { text: asked.text(board), verdict, words, areas, figures, heat: heat.into() })
    }

    /// About one's own turns to come.
    fn plan(
        &self,
        game: &Operation,
        view: &View,
        winning: u8,
        asked: &Constraints,
    ) -> Result<Answer, BadInput> {
        let (board, side) = (game.board(), self.side());
        let (left, won) = remaining(&view.shown, side);
        let mut empty = view.shown.clone();
        *empty.pieces_mut(side.other()) = Stacks::EMPTY;
        let fewest = |state| Prospect { board, state, side }.fewest_turns(&asked.areas, left);
        let (free, around) = (fewest(&empty)?, fewest(&view.shown)?);
        let enough = |turns: Option<u8>| turns.is_some_and(|turns| turns <= winning);
        let verdict = if enough(around) { Verdict::Possible } else { Verdict::Impossible };
        let turns = |turns: Option<u8>| match turns {
            None => format!("more than the {left} turns that are left"),
            Some(1) => "1 turn".into(),
            Some(turns) => format!("{turns} turns"),
        };
        let words = match (around, free) {
            (a, b) if a == b => format!("It takes {}, if nobody is lost.", turns(a)),
            (a, b) => format!(
                "It takes {} round the enemies in sight and {} if nobody were in the way, in both cases if nobody is lost.",
                turns(a),
                turns(b)
            ),
        };
        let mut figures = vec![Figure::new("turns left", left.into())];
        for (name, turns) in [("round those in sight", around), ("if nobody were in the way", free)] {
            if let Some(turns) = turns {
                figures.push(Figure::new(&format!("turns needed {name}"), turns.into()));
                let chance = at_least(turns.saturating_sub(won), left - won);
                figures.push(Figure::new(&format!("chance to win as many, {name}"), chance));
            }
        }
        let own = |area: &Area| {
            let scored = if area.goal && side == Side::Blue { view.shown.goal } else { 0 };
            let holds = view.shown.pieces(side).on(area.nodes).total() + scored;
            extent(game, area, (holds, holds))
        };
        let areas = asked.areas.iter().map(own).collect();
        let text = format!("winning {winning} {}", asked.text(board));
        Ok(Answer { text, verdict: Some(verdict), words, areas, figures, heat: Vec::new() })
    }
}

fn extent(game: &Operation, area: &Area, (fewest, most): (u8, u8)) -> Extent {
    let board = game.board();
    let mut spaces: Vec<usize> = nodes(area.nodes).map(usize::from).collect();
    let mut names: Vec<String> = nodes(area.nodes).map(|node| board.node_name(node)).collect();
    if area.goal {
        spaces.push(board.len());
        names.push("goal".into());
    }
    let (least, fewest, most) = (area.least.into(), fewest.into(), most.into());
    Extent { name: names.join(" "), spaces, least, fewest, most }
}

/// How many turns a side may still win, and how many of them it has won already: the present one is its own or not.
fn remaining(state: &State, side: Side) -> (u8, u8) {
    match &state.phase {
        Phase::Toss => (state.turns_left, 0),
        Phase::Move(orders) if orders.side == side => (state.turns_left, 1),
        Phase::Move(_) | Phase::Combat { .. } => (state.turns_left - 1, 0),
        Phase::Over => (0, 0),
    }
}

/// The chance of heads at least `wanted` times in `tosses`.
fn at_least(wanted: u8, tosses: u8) -> f64 {
    let mut ways = 0.5f64.powi(tosses.into());
    let mut sum = 0.0;
    for heads in 0..=tosses {
        sum += if heads >= wanted { ways } else { 0.0 };
        ways *= f64::from(tosses - heads) / f64::from(heads + 1);
    }
    sum
}

/// Reads `winning NUMBER` or `winning half` before the areas; what was read is blank in the text that is left, so that errors still name their place.
fn winning(text: &str, left: u8) -> Result<(Option<u8>, String), BadInput> {
    let begin = text.len() - text.trim_start().len();
    let Some(rest) = text[begin..].strip_prefix("winning") else { return Ok((None, text.into())) };
    let word = rest.trim_start();
    let end = word.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(word.len());
    let turns = match &word[..end] {
        "half" => left.div_ceil(2),
        number => number
            .parse()
            .map_err(|_| BadInput::new("expected 'half' or a whole number up to 255 behind 'winning'"))?,
    };
    let read = text.len() - word.len() + end;
    let blank = text[..read].chars().map(|c| if c == '\n' { '\n' } else { ' ' });
    Ok((Some(turns), blank.chain(text[read..].chars()).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_those_of_a_fair_coin() {
        assert_eq!(at_least(0, 7), 1.0);
        assert_eq!(at_least(8, 7), 0.0);
        assert_eq!(at_least(1, 1), 0.5);
        assert_eq!(at_least(2, 3), 0.5);
        // Half of the way beside the middle, and all of the middle: C(36, 18) = 9,075,135,300.
        let half = 0.5 + 9_075_135_300.0 / 2f64.powi(37);
        assert!((at_least(18, 36) - half).abs() < 1e-12, "{} against {half}", at_least(18, 36));
    }

    #[test]
    fn turns_to_win_stand_before_the_areas() {
        assert_eq!(winning("{({A1},1)}", 9).unwrap(), (None, "{({A1},1)}".into()));
        assert_eq!(winning("winning half {}", 9).unwrap(), (Some(5), "             {}".into()));
        assert_eq!(winning(" winning\n3{}", 9).unwrap(), (Some(3), "        \n {}".into()));
        for wrong in ["winning", "winning {}", "winning 300 {}", "winning most {}"] {
            assert!(winning(wrong, 9).is_err(), "{wrong}");
        }
    }
}
