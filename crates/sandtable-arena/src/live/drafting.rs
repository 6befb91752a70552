//! A turn that a person is putting together, in words: what its orders come to, what else may be ordered, and why something may not.

use std::collections::HashSet;

use sandtable_core::draft::draft;
use sandtable_core::plan::arrange;
use sandtable_core::{BadInput, Choice, Notation};
use serde::Serialize;

/// What somebody wants to know about a turn that is not carried out yet.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// The orders so far, in any order.
    pub orders: Vec<String>,
    /// From where to where somebody points, who wants to know why nothing can be done there.
    pub pointed: Option<(usize, usize)>,
}

/// What orders come to.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Drafted {
    /// The orders, as they were given.
    pub orders: Vec<Order>,
    /// The steps that they are, in the order of the rules.
    pub steps: Vec<String>,
    /// What closes the turn after them, in words.
    pub closing: Vec<String>,
    /// Why the turn cannot be closed yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open: Option<String>,
    /// What may be ordered beside them.
    pub choices: Vec<Choice>,
    /// Why nothing can be done where somebody points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// An order of a draft.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Order {
    /// What it is about.
    #[serde(flatten)]
    pub choice: Choice,
    /// Why it cannot be carried out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
}

/// Works a draft out from what its giver knows.
pub fn drafted<G: Notation>(game: &G, known: &G::State, wanted: &Wanted) -> Result<Drafted, BadInput> {
    let read = |text: &String| game.parse_action(text.trim());
    let given = wanted.orders.iter().map(read).collect::<Result<Vec<G::Action>, BadInput>>()?;
    let made = draft(game, known, &given);
    let mut answer = Drafted { open: made.open.as_ref().map(ToString::to_string), ..Drafted::default() };
    // Each step with the state in which it is taken.
    let mut state = known.clone();
    let mut before = Vec::new();
    for &step in &made.plan {
        before.push((game.rank(known, step), state.clone()));
        game.apply(&mut state, step);
        answer.steps.push(game.action_text(step));
    }
    let mut pending = Vec::new();
    game.pending(&state, &mut pending);
    let pending: Vec<Choice> = pending.into_iter().map(|step| game.choice(&state, step)).collect();
    for &step in &made.closing {
        answer.closing.push(game.choice(&state, step).words);
        game.apply(&mut state, step);
    }
    for (at, &order) in given.iter().enumerate() {
        let refused = made.refused.iter().find(|r| r.at == at).map(|r| r.why.to_string());
        let place = before.iter().find(|(rank, _)| *rank == game.rank(known, order));
        let state = place.filter(|_| refused.is_none()).map_or(known, |(_, state)| state);
        answer.orders.push(Order { choice: game.choice(state, order), refused });
    }
    let mut said = HashSet::new();
    made.offers(game, known, &given, |state, step| {
        let choice = game.choice(state, step);
        // What can be done in two parts of a turn is done in the first.
        if said.insert(choice.words.clone()) {
            answer.choices.push(choice);
        }
    });
    answer.choices.extend(pending.into_iter().filter(|choice| said.insert(choice.words.clone())));
    if let Some((from, to)) = wanted.pointed {
        answer.why = Some(why(game, known, &given, (from, to)));
    }
    Ok(answer)
}

/// Why nothing can be done from one space to another beside these orders.
fn why<G: Notation>(game: &G, known: &G::State, given: &[G::Action], (from, to): (usize, usize)) -> String {
    let meant = match game.meant(known, from, to) {
        Ok(meant) => meant,
        Err(why) => return why.to_string(),
    };
    let others = arrange(game, known, given).1.len();
    let refusal = |&step: &G::Action| {
        let orders: Vec<G::Action> = given.iter().copied().chain([step]).collect();
        let refused = arrange(game, known, &orders).1;
        // Its own reason, or that of an order that it would be in the way of.
        let own = refused.iter().find(|r| r.at == given.len());
        let other = refused.first().filter(|_| refused.len() > others);
        own.or(other).map(|r| r.why.to_string())
    };
    let reasons: Option<Vec<String>> = meant.iter().map(refusal).collect();
    let found = reasons.and_then(|reasons| reasons.into_iter().next());
    found.unwrap_or_else(|| "that can be done: choose how many".into())
}
