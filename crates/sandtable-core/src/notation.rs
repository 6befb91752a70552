//! Games in words: steps, draws, states and boards as text, for people, records and files.

use crate::{BadInput, Game};

/// The steps of a turn, in their order.
pub type Plan<G> = Vec<<G as Game>::Action>;

/// How a game is written. What one method writes, its counterpart reads back.
pub trait Notation: Game {
    /// A step, without white space.
    fn action_text(&self, action: Self::Action) -> String;
    /// Reads a step; whether it is legal is for [`Game::check`] to say.
    fn parse_action(&self, text: &str) -> Result<Self::Action, BadInput>;
    /// The outcome of a chance node.
    fn chance_text(&self, state: &Self::State, chance: Self::Chance) -> String;
    /// Reads an outcome and refuses those that cannot happen in `state`.
    fn parse_chance(&self, state: &Self::State, text: &str) -> Result<Self::Chance, BadInput>;
    /// A state on one line.
    fn state_text(&self, state: &Self::State) -> String;
    /// Reads a state and refuses those that the rules do not allow.
    fn parse_state(&self, text: &str) -> Result<Self::State, BadInput>;
    /// The board as a view's holder sees it, over several lines, for the terminal.
    fn draw(&self, view: &Self::View) -> String;
    /// The board with everything on it, for those who look on.
    fn draw_all(&self, state: &Self::State) -> String;
    /// What the dice after a step may bring, in words, for advice; nothing unless the game says something.
    fn stakes_text(&self, state: &Self::State, action: Self::Action) -> Option<String> {
        let _ = (state, action);
        None
    }
    /// In how many ways a whole turn can be played from `state`, by formulas of the literature, each with its
    /// name; none unless the game has some.
    fn branching(&self, state: &Self::State) -> Vec<(&'static str, f64)> {
        let _ = state;
        Vec::new()
    }
}

/// Reads a plan and takes its steps in `state` as far as the turn goes.
///
/// The error names the first step that cannot be taken, and why; `state` is then left as it was.
pub fn play_plan<G: Notation>(game: &G, state: &mut G::State, text: &str) -> Result<Plan<G>, BadInput> {
    let mut next = state.clone();
    let mut plan = Vec::new();
    for word in text.split_whitespace() {
        let action = game.parse_action(word)?;
        game.check(&next, action).map_err(|why| BadInput::new(format!("'{word}' is not possible: {why}")))?;
        game.apply(&mut next, action);
        plan.push(action);
    }
    *state = next;
    Ok(plan)
}
