//! Steps and events of Risk in plain words.

use sandtable_core::{Choice, Game, Happened, Notation, Seat};

use super::cards;
use super::rules::{COLOURS, Risk};
use super::scene::troops;
use super::state::{Action, Chance, Phase, State};
use crate::words::{count, list, sentence};

/// A step, and the territories it is about.
pub(super) fn choice(game: &Risk, state: &State, action: Action) -> Choice {
    let name = |t| game.place_words(t);
    let at = |t: u8| Some(usize::from(t));
    let step = game.action_text(action);
    let of_troops = |n: u16| (Some("troops".to_string()), Some(u32::from(n)));
    let plain = |verb: &str, step: String| Choice {
        words: verb.to_string(),
        verb: verb.to_string(),
        step,
        ..Choice::default()
    };
    match action {
        Action::Trade { cards, pictured } => {
            let mut what = list(&cards.map(|c| game.card_words(c)));
            let worth = cards::value(cards, game.options.cards, state.trades).unwrap_or(0);
            if let Some(t) = pictured {
                what += &format!(", {} more on {}", game.options.pictured, name(t));
            }
            Choice {
                words: format!("trade {what} for {}", troops(worth)),
                verb: "trade".into(),
                what: Some(what),
                step,
                ..Choice::default()
            }
        }
        Action::Keep => plain("keep the cards", step),
        Action::Halt => plain("end the attacks", step),
        Action::Stay => plain("end the turn", step),
        Action::Place { to, .. } if state.phase == Phase::Claim => {
            let words = format!("take {}", name(to));
            Choice { words, verb: "take".into(), to: at(to), step, ..Choice::default() }
        }
        Action::Place { to, troops: n } => {
            let (what, count) = of_troops(n);
            let words = match state.phase {
                Phase::MusterNeutral => format!("place a neutral troop in {}", name(to)),
                _ => format!("place {} in {}", troops(n), name(to)),
            };
            Choice { words, verb: "place".into(), from: None, to: at(to), what, count, step }
        }
        Action::Attack { from, to } => {
            let words = format!("attack {} from {}", name(to), name(from));
            Choice { words, verb: "attack".into(), from: at(from), to: at(to), step, ..Choice::default() }
        }
        Action::Enter(n) => {
            let (what, count) = of_troops(n);
            let (from, to) = match state.phase {
                Phase::Enter { from, to, .. } => (at(from), at(to)),
                _ => (None, None),
            };
            let words = format!("move {} in", troops(n));
            Choice { words, verb: "move in".into(), from, to, what, count, step }
        }
        Action::Fortify { from, to, troops: n } => {
            let (what, count) = of_troops(n);
            let words = format!("move {} from {} to {}", troops(n), name(from), name(to));
            Choice { words, verb: "move".into(), from: at(from), to: at(to), what, count, step }
        }
    }
}

/// What happened. Cards that are drawn, or taken from those who are out, are named only to those who see
/// them.
pub(super) fn tell(
    game: &Risk,
    before: &State,
    happened: Happened<Action, Chance>,
    seat: Option<Seat>,
) -> String {
    let us = sentence(COLOURS[before.mover()]);
    let mut after = before.clone();
    match happened {
        Happened::Step(action) => {
            game.apply(&mut after, action);
            step_words(game, before, action, &us) + &changes(game, before, &after)
        }
        Happened::Draw(chance) => {
            game.resolve(&mut after, chance);
            let sees = game.options.open || seat.is_none_or(|seat| seat == before.mover());
            draw_words(game, before, &after, chance, sees) + &changes(game, before, &after)
        }
    }
}

fn step_words(game: &Risk, before: &State, action: Action, us: &str) -> String {
    let name = |t| game.place_words(t);
    match action {
        Action::Trade { cards, pictured } => {
            let what = list(&cards.map(|c| game.card_words(c)));
            let worth = cards::value(cards, game.options.cards, before.trades).unwrap_or(0);
            let more = pictured.map_or(String::new(), |t| {
                format!(", and gets {} more in {}", game.options.pictured, name(t))
            });
            format!("{us} trades {what} for {}{more}", troops(worth))
        }
        Action::Keep => format!("{us} keeps the cards"),
        Action::Place { to, .. } if before.phase == Phase::Claim => format!("{us} takes {}", name(to)),
        Action::Place { to, .. } if before.phase == Phase::MusterNeutral => {
            format!("{us} places a neutral troop in {}", name(to))
        }
        Action::Place { to, troops: n } => format!("{us} places {} in {}", troops(n), name(to)),
        Action::Attack { from, to } => {
            let (a, d) = (before.troops[usize::from(from)], before.troops[usize::from(to)]);
            format!("{us} attacks {} from {}, {} against {d}", name(to), name(from), a - 1)
        }
        Action::Halt => format!("{us} ends the attacks"),
        Action::Enter(n) => match before.phase {
            Phase::Enter { to, .. } => format!("{us} moves {} into {}", troops(n), name(to)),
            _ => game.action_text(action),
        },
        Action::Fortify { from, to, troops: n } => {
            format!("{us} moves {} from {} to {}", troops(n), name(from), name(to))
        }
        Action::Stay => format!("{us} ends the turn"),
    }
}

/// `sees` says whether the onlooker sees the card that is drawn.
fn draw_words(game: &Risk, before: &State, after: &State, chance: Chance, sees: bool) -> String {
    let name = |t| game.place_words(t);
    let us = sentence(COLOURS[before.mover()]);
    match (chance, before.phase) {
        (Chance::Deal(t), _) => format!("{} goes to {}", name(t), Risk::owner_name(game.dealt_to(before))),
        (Chance::Spread(t), _) => {
            format!("A troop of {}'s comes to {}", Risk::owner_name(Risk::spreading(before)), name(t))
        }
        (Chance::First(first), _) => format!("{} begins", sentence(COLOURS[usize::from(first)])),
        (Chance::Card(card), _) if sees => match game.pictures() {
            true => format!("{us} draws {}", game.card_words(card)),
            false => format!("{us} draws a card: {}", game.card_words(card)),
        },
        (Chance::Card(_), _) => format!("{us} draws a card"),
        (Chance::Roll { attacker, defender }, Phase::Battle { from, to }) => {
            let (a, d) = Risk::dice(before, from, to);
            let them = Risk::owner_name(before.owner[usize::from(to)].into());
            let loss = |who: &str, n: u8| {
                (n > 0).then(|| format!("{who} loses {}", ["none", "one", "two"][usize::from(n)]))
            };
            let losses: Vec<String> = [loss(COLOURS[before.mover()], attacker), loss(them, defender)]
                .into_iter()
                .flatten()
                .collect();
            let dice = count(a as u32, "die", "dice");
            let mut words = format!("{us} rolls {dice} against {d} in {}: {}", name(to), list(&losses));
            if after.owner[usize::from(to)] != before.owner[usize::from(to)] {
                words += &format!("; {} takes {}", COLOURS[before.mover()], name(to));
            }
            words
        }
        (Chance::Fought { attackers, defenders }, Phase::Battle { from, to }) => {
            let (a, d) = (before.troops[usize::from(from)] - 1, before.troops[usize::from(to)]);
            let them = Risk::owner_name(before.owner[usize::from(to)].into());
            match (defenders, a - attackers) {
                (0, 0) => format!("{us} takes {} from {them} without a loss", name(to)),
                (0, lost) => format!("{us} takes {} from {them} and loses {lost} of {a}", name(to)),
                (left, _) => {
                    let loss = d - left;
                    format!("{us} fails to take {}: it loses {a}, {them} loses {loss} of {d}", name(to))
                }
            }
        }
        (chance, _) => game.chance_text(before, chance),
    }
}

/// What follows from an event by itself: players that are out, trades that nobody is asked about, the next
/// turn.
fn changes(game: &Risk, before: &State, after: &State) -> String {
    let mut words = String::new();
    let gone = |p: &usize| before.owned[*p] != 0 && after.owned[*p] == 0;
    for p in (0..game.options.players).filter(gone) {
        words += &format!("; {} is out", COLOURS[p]);
        let cards = before.cards[p].count_ones();
        if cards > 0 {
            words += &format!(", {} takes {}", COLOURS[before.mover()], count(cards, "card", "cards"));
        }
    }
    if game.options.auto_trade && after.trades > before.trades {
        let traded = after.discard & !before.discard;
        words += &format!("; {} trades {}", COLOURS[after.mover()], game.cards_words(traded));
    }
    if after.phase == Phase::Over {
        let left: Vec<String> = game.alive(after).map(|p| COLOURS[p].to_string()).collect();
        words += &match &left[..] {
            [winner] => format!("; {winner} wins the game"),
            _ => format!("; after the last round {} share the game", list(&left)),
        };
    } else if after.turns > before.turns {
        words += &format!("; {} has {} to place", COLOURS[after.mover()], troops(after.hand));
    }
    words
}
