//! Grid Risk as a picture, and its steps in words. The squares touch, so no lines are drawn between them.

use sandtable_core::scene::{Place, Sheet, Space, Stack};
use sandtable_core::{Choice, Game, Happened, Layout, Notation, Scene};

use super::field::Grid;
use super::state::{Action, Battle, Chance, Phase, Roll, Side, Square, State};
use crate::words::{count, sentence};

/// The side of a square.
const SIDE: f64 = 64.0;
/// What is left free at the edges.
const MARGIN: f64 = 10.0;

/// Where the squares are.
pub(super) fn layout(game: &Grid) -> Layout {
    let (columns, rows) = game.rules().size;
    let space = |square: Square| {
        let left = MARGIN + SIDE * f64::from(square % columns);
        let top = MARGIN + SIDE * f64::from(square / columns);
        let (right, bottom) = (left + SIDE, top + SIDE);
        Space {
            name: game.square_name(square),
            label: game.square_name(square),
            x: left + SIDE / 2.0,
            y: top + SIDE / 2.0,
            room: 0.4 * SIDE,
            shape: Some(format!("M{left} {top}L{right} {top}L{right} {bottom}L{left} {bottom}Z")),
            ground: "land",
            ..Space::default()
        }
    };
    Layout {
        width: 2.0 * MARGIN + SIDE * f64::from(columns),
        height: 2.0 * MARGIN + SIDE * f64::from(rows),
        spaces: (0..game.squares()).map(|s| space(s as Square)).collect(),
        ..Layout::default()
    }
}

/// What stands where.
pub(super) fn scene(game: &Grid, state: &State) -> Scene {
    let mut places: Vec<Place> = (0..game.squares()).map(|s| place(state, s as Square)).collect();
    let mut mark = |square: Square, mark: &str| places[usize::from(square)].marks.push(mark.into());
    match state.phase {
        Phase::Men { square, .. } if !game.draws_men() => mark(square, "here"),
        Phase::Send { from, to } => {
            mark(from, "from here");
            mark(to, "to here");
        }
        Phase::Battle(battle) => mark(battle.square, "battle"),
        _ => {}
    }
    Scene { phase: phase(game, state), places, sheets: sheets(game, state) }
}

fn place(state: &State, square: Square) -> Place {
    let men = |side: Side| match state.phase {
        Phase::Battle(battle) if battle.square == square && side == state.side => battle.attackers,
        _ => state.men_of(side, square),
    };
    let stack = |side: Side| Stack { seat: Some(side.seat()), kind: "men".into(), count: men(side).into() };
    let stacks: Vec<Stack> = Side::BOTH.into_iter().map(stack).filter(|s| s.count > 0).collect();
    let owner = Side::BOTH.into_iter().find(|s| state.men_of(*s, square) > 0).map(Side::seat);
    Place { owner, stacks, marks: Vec::new() }
}

fn phase(game: &Grid, state: &State) -> String {
    let (who, name) = (state.side.name(), |square| game.square_name(square));
    match state.phase {
        Phase::Squares if game.draws_squares() => format!("a square is drawn for {who}"),
        Phase::Squares => format!("{who} takes a square"),
        Phase::Men { left, .. } if game.draws_men() => format!("{} of {who}'s are dealt out", men(left)),
        Phase::Men { left, square } => format!("{who} has {} to place, now on {}", men(left), name(square)),
        Phase::Aim => format!("{who} may move"),
        Phase::Send { from, to } => {
            format!("how many men does {who} send from {} to {}?", name(from), name(to))
        }
        Phase::Battle(Battle { square, asked: Some(side), .. }) => {
            format!("{} may fight on or withdraw from {}", side.name(), name(square))
        }
        Phase::Battle(battle) => format!("both sides fight at {}", name(battle.square)),
        Phase::Over => match game.payoff(state).values()[0] {
            v if v > 0.0 => "the game is over: red wins".into(),
            v if v < 0.0 => "the game is over: blue wins".into(),
            _ => "the game is over: drawn".into(),
        },
    }
}

fn sheets(game: &Grid, state: &State) -> Vec<Sheet> {
    let rules = game.rules();
    let row = |name: &str, value: String| (name.to_string(), value);
    let turn = state.turns + u32::from(state.phase != Phase::Over);
    let mut rows = vec![match rules.turns {
        0 => row("turn", turn.to_string()),
        all => row("turn", format!("{turn} of {all}")),
    }];
    if rules.moves > 1 {
        rows.push(row("moves left", state.moves_left.to_string()));
    }
    rows.push(row("men grow to", rules.men_added.text().into()));
    let game_sheet = Sheet { title: "Game".into(), seat: None, rows };
    let side = |side: Side| {
        let (men, squares) = state.totals(side);
        let mut rows = vec![row("men", men.to_string()), row("squares", squares.to_string())];
        if rules.scored {
            rows.push(row("points", game.points(state, side).to_string()));
        }
        match state.phase {
            Phase::Men { left, .. } if side == state.side => rows.push(row("men to place", left.to_string())),
            _ => {}
        }
        Sheet { title: sentence(side.name()), seat: Some(side.seat()), rows }
    };
    vec![game_sheet, side(Side::Red), side(Side::Blue)]
}

fn men(n: u16) -> String {
    count(n, "man", "men")
}

/// A step, and the squares it is about.
pub(super) fn choice(game: &Grid, state: &State, action: Action) -> Choice {
    let name = |square| game.square_name(square);
    let at = |square: Square| Some(usize::from(square));
    let step = game.action_text(action);
    match (action, &state.phase) {
        (Action::Take(square), _) => Choice {
            words: format!("take {}", name(square)),
            verb: "take".into(),
            to: at(square),
            step,
            ..Choice::default()
        },
        (Action::Put { square, men: n }, _) => Choice {
            words: format!("put {} on {}", men(n), name(square)),
            verb: "put".into(),
            to: at(square),
            what: Some("men".into()),
            count: Some(n.into()),
            step,
            ..Choice::default()
        },
        (Action::Aim { from, to }, _) => {
            let verb = if state.men_of(state.side.other(), to) > 0 { "attack" } else { "move" };
            let words = match verb {
                "attack" => format!("attack {} from {}", name(to), name(from)),
                _ => format!("move from {} to {}", name(from), name(to)),
            };
            Choice { words, verb: verb.into(), from: at(from), to: at(to), step, ..Choice::default() }
        }
        (Action::Send(n), &Phase::Send { from, to }) => Choice {
            words: format!("send {} from {} to {}", men(n), name(from), name(to)),
            verb: "send".into(),
            from: at(from),
            to: at(to),
            what: Some("men".into()),
            count: Some(n.into()),
            step,
        },
        (Action::Withdraw(to), Phase::Battle(battle)) => Choice {
            words: format!("withdraw from {} to {}", name(battle.square), name(to)),
            verb: "withdraw".into(),
            from: at(battle.square),
            to: at(to),
            step,
            ..Choice::default()
        },
        _ => Choice { words: "fight on".into(), verb: "fight on".into(), step, ..Choice::default() },
    }
}

/// What happened.
pub(super) fn tell(game: &Grid, before: &State, happened: Happened<Action, Chance>) -> String {
    let name = |square| game.square_name(square);
    let (us, them) = (sentence(before.side.name()), before.side.other().name());
    let mut after = before.clone();
    let mut words = match happened {
        Happened::Step(action) => {
            game.apply(&mut after, action);
            step_words(game, before, action)
        }
        Happened::Draw(chance) => {
            game.resolve(&mut after, chance);
            match (chance, &before.phase) {
                (Chance::Take(square), _) => format!("{us} is given {}", name(square)),
                (Chance::Man(square), _) => {
                    format!("A man of {}'s comes to {}", before.side.name(), name(square))
                }
                (Chance::Survivors(left), &Phase::Battle(Battle { square, attackers, defenders, .. })) => {
                    let (at, n) = (name(square), left.unsigned_abs());
                    if left > 0 {
                        format!("{us} takes {at} with {n} of {}; {them} loses {defenders}", men(attackers))
                    } else {
                        let them = sentence(them);
                        format!(
                            "{them} holds {at} with {n} of {}; {} loses {attackers}",
                            men(defenders),
                            before.side.name()
                        )
                    }
                }
                (Chance::Roll(roll), Phase::Battle(battle)) => roll_words(game, before, roll, battle),
                (chance, _) => game.chance_text(before, chance),
            }
        }
    };
    if after.turns > before.turns && after.men != before.men {
        words += "; then the men on all squares grow";
    }
    words
}

/// A roll with its scores, as the paper's window shows them.
fn roll_words(game: &Grid, before: &State, roll: Roll, battle: &Battle) -> String {
    let (us, them) = (before.side.name(), before.side.other().name());
    let score = |score: u32, men: u16| match game.rules().weighted {
        true => format!("{score} × {men} = {}", u64::from(score) * u64::from(men)),
        false => score.to_string(),
    };
    let (ours, theirs) = (score(roll.scores.0, battle.attackers), score(roll.scores.1, battle.defenders));
    let (loser, there) = if roll.attacker_wins { (them, battle.defenders) } else { (us, battle.attackers) };
    let lost = if game.rules().lose_all { there } else { 1 };
    let at = game.square_name(battle.square);
    format!("{} scores {ours} at {at}, {them} {theirs}: {loser} loses {}", sentence(us), men(lost))
}

fn step_words(game: &Grid, before: &State, action: Action) -> String {
    let name = |square| game.square_name(square);
    let us = sentence(before.side.name());
    match (action, &before.phase) {
        (Action::Take(square), _) => format!("{us} takes {}", name(square)),
        (Action::Put { square, men: n }, _) => format!("{us} puts {} on {}", men(n), name(square)),
        (Action::Aim { from, to }, _) => match before.men_of(before.side.other(), to) {
            0 => format!("{us} will move from {} to {}", name(from), name(to)),
            _ => format!("{us} will attack {} from {}", name(to), name(from)),
        },
        (Action::Send(n), &Phase::Send { from, to }) => match before.men_of(before.side.other(), to) {
            0 => format!("{us} sends {} from {} to {}", men(n), name(from), name(to)),
            there => format!("{us} sends {} from {} against {there} on {}", men(n), name(from), name(to)),
        },
        (Action::Withdraw(to), Phase::Battle(battle)) => {
            let side = sentence(battle.asked.unwrap_or(before.side).name());
            format!("{side} withdraws from {} to {}", name(battle.square), name(to))
        }
        (_, Phase::Battle(battle)) => {
            format!(
                "{} fights on at {}",
                sentence(battle.asked.unwrap_or(before.side).name()),
                name(battle.square)
            )
        }
        _ => game.action_text(action),
    }
}
