//! Steps and events of Axis & Allies in plain words. What happened is told in the past tense, which has one
//! form for nations and for single players.

use sandtable_core::{Choice, Game, Happened, Notation};

use super::rules::Axis;
use super::scene::{alliance_words, at};
use super::state::{Action, Chance, NOWHERE, Part, Phase, State};
use crate::words::{count, list, sentence, units};

/// A step, and the provinces it is about.
pub(super) fn choice(game: &Axis, state: &State, action: Action) -> Choice {
    let name = |at| game.place_words(at);
    let space = |at: u16| Some(usize::from(at));
    let step = game.action_text(action);
    let kind = |unit: u8| Some(game.unit_words(unit));
    let group = |unit: u8, n: u16| units(n, &game.unit_words(unit));
    let plain = |verb: &str, step: String| Choice {
        words: verb.to_string(),
        verb: verb.to_string(),
        step,
        ..Choice::default()
    };
    match action {
        Action::Buy { unit, count } => {
            let nation = &game.scenario.nations[usize::from(state.mover)];
            let price = nation.buys.iter().find(|(k, _)| *k == unit).map_or(0, |(_, p)| u32::from(*p));
            Choice {
                words: format!("buy {} for {}", group(unit, count), price * u32::from(count)),
                verb: "buy".into(),
                what: kind(unit),
                count: Some(count.into()),
                step,
                ..Choice::default()
            }
        }
        Action::Attack { unit, count, from, to } | Action::Move { unit, count, from, to } => {
            let verb = if game.friendly(state, to) { "move" } else { "attack" };
            let words = match verb {
                "move" => format!("move {} from {} to {}", group(unit, count), name(from), name(to)),
                _ => format!("attack {} from {} with {}", name(to), name(from), group(unit, count)),
            };
            let (verb, what) = (verb.into(), kind(unit));
            Choice { words, verb, from: space(from), to: space(to), what, count: Some(count.into()), step }
        }
        Action::Raid { unit, count, from, to } => Choice {
            words: format!(
                "bomb the factory of {} from {} with {}",
                name(to),
                name(from),
                group(unit, count)
            ),
            verb: "bomb".into(),
            from: space(from),
            to: space(to),
            what: kind(unit),
            count: Some(count.into()),
            step,
        },
        Action::Fight => plain("fight on", step),
        Action::Retreat(NOWHERE) => plain("break off", step),
        Action::Retreat(to) => Choice {
            words: format!("retreat to {}", name(to)),
            verb: "retreat".into(),
            from: at(state).map(usize::from),
            to: space(to),
            step,
            ..Choice::default()
        },
        Action::Place { unit, count, at } => Choice {
            words: format!("place {} in {}", group(unit, count), name(at)),
            verb: "place".into(),
            from: None,
            to: space(at),
            what: kind(unit),
            count: Some(count.into()),
            step,
        },
        Action::Done(part) => plain(
            match part {
                Part::Purchase => "end the purchase",
                Part::Attacks => "end the attacks",
                Part::Moves => "end the moves",
            },
            step,
        ),
    }
}

/// What happened.
pub(super) fn tell(game: &Axis, before: &State, happened: Happened<Action, Chance>) -> String {
    let mut after = before.clone();
    let words = match happened {
        Happened::Step(action) => {
            game.apply(&mut after, action);
            step_words(game, before, action)
        }
        Happened::Draw(chance) => {
            game.resolve(&mut after, chance);
            draw_words(game, before, &after, chance)
        }
    };
    sentence(&words) + &changes(game, before, &after)
}

fn step_words(game: &Axis, before: &State, action: Action) -> String {
    let name = |at| game.place_words(at);
    let us = game.nation_words(before.mover);
    let group = |unit: u8, n: u16| units(n, &game.unit_words(unit));
    let here = at(before).map_or_else(String::new, name);
    match action {
        Action::Buy { unit, count } => format!("{us} bought {}", group(unit, count)),
        Action::Attack { unit, count, from, to } | Action::Move { unit, count, from, to } => match game
            .friendly(before, to)
        {
            true => format!("{us} moved {} from {} to {}", group(unit, count), name(from), name(to)),
            false => format!("{us} attacked {} from {} with {}", name(to), name(from), group(unit, count)),
        },
        Action::Raid { unit, count, from, to } => {
            format!("{us} sent {} from {} to bomb {}", group(unit, count), name(from), name(to))
        }
        Action::Fight => format!("{us} fought on at {here}"),
        Action::Retreat(NOWHERE) => format!("{us} broke off at {here}"),
        Action::Retreat(to) => format!("{us} retreated from {here} to {}", name(to)),
        Action::Place { unit, count, at } => format!("{us} placed {} in {}", group(unit, count), name(at)),
        Action::Done(Part::Purchase) => format!("{us} ended the purchase"),
        Action::Done(Part::Attacks) => format!("{us} ended the attacks"),
        Action::Done(Part::Moves) => format!("{us} ended the moves"),
    }
}

fn draw_words(game: &Axis, before: &State, after: &State, chance: Chance) -> String {
    let us = game.nation_words(before.mover);
    let Some(here) = at(before) else { return game.chance_text(before, chance) };
    let place = game.place_words(here);
    match chance {
        Chance::Down(0) => format!("flak missed all planes of {us} at {place}"),
        Chance::Down(_) => {
            format!("flak fired at planes over {place}: {}", losses(game, before, after, here))
        }
        Chance::Damage(n) => {
            let owner = game.nation_words(before.owner[usize::from(here)]);
            format!("bombs on {place} cost {owner} {n}")
        }
        Chance::Hits(theirs, ours) => {
            let lost = losses(game, before, after, here);
            let lost = if lost.is_empty() { String::new() } else { format!(": {lost}") };
            let hits = count(theirs, "hit", "hits");
            format!("{us} scored {hits} and took {ours} at {place}{lost}")
        }
    }
}

/// Units that fight and are no longer there, nation by nation.
fn losses(game: &Axis, before: &State, after: &State, at: u16) -> String {
    let mut lost = Vec::new();
    for nation in 0..=game.nations() as u8 {
        let (then, now) = (game.counts(before, at, nation), game.counts(after, at, nation));
        let gone: Vec<u16> = (0..game.kinds())
            .map(|k| if game.scenario.units[k].fights() { then[k].saturating_sub(now[k]) } else { 0 })
            .collect();
        if gone.iter().any(|&n| n > 0) {
            lost.push(format!("{} lost {}", game.nation_words(nation), game.units_words(&gone)));
        }
    }
    list(&lost)
}

/// What follows from an event by itself: provinces that are taken, income, a new round, the end.
fn changes(game: &Axis, before: &State, after: &State) -> String {
    let mut words = String::new();
    for at in 0..game.provinces() as u16 {
        let (then, now) = (before.owner[usize::from(at)], after.owner[usize::from(at)]);
        if then != now {
            words += &format!("; {} fell to {}", game.place_words(at), game.nation_words(now));
        }
    }
    let us = usize::from(before.mover);
    if after.mover != before.mover || after.round != before.round {
        let income = after.money[us].saturating_sub(before.money[us]);
        if income > 0 {
            words += &format!("; they collected {income}");
        }
    } else if after.money[us] > before.money[us] {
        words += &format!("; they captured {} of money", after.money[us] - before.money[us]);
    }
    if after.phase == Phase::Over {
        words += &match game.winner(after) {
            Some(alliance) => format!("; the game is over: won by {}", alliance_words(game, alliance)),
            None => "; the game is over after its last round".into(),
        };
    } else if after.round != before.round {
        words += &format!("; round {} begins", after.round);
    }
    words
}
