//! Games in words: steps, draws, states and boards as text, for people, records and files.

use crate::plan::{Plan, Refused, carry_out};
use crate::{BadInput, Choice, Game, Happened, Illegal, Layout, Scene, Seat};

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
    /// The board with everything on it, for those who look on. In an open game any seat sees that; others say it themselves.
    fn draw_all(&self, state: &Self::State) -> String {
        debug_assert!(!self.info().hidden, "what onlookers see must be said where something is hidden");
        self.draw(&self.view(state, 0))
    }
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
    /// Where the spaces of the board are; none unless the game has a picture.
    fn layout(&self) -> Layout {
        Layout::default()
    }
    /// What a view's holder sees on the [`Notation::layout`].
    fn scene(&self, view: &Self::View) -> Scene {
        let _ = view;
        Scene::default()
    }
    /// The same with everything, for those who look on: like [`Notation::draw_all`].
    fn scene_all(&self, state: &Self::State) -> Scene {
        debug_assert!(!self.info().hidden, "what onlookers see must be said where something is hidden");
        self.scene(&self.view(state, 0))
    }
    /// A legal step in words, and the spaces it is about.
    fn choice(&self, state: &Self::State, action: Self::Action) -> Choice {
        let _ = state;
        let step = self.action_text(action);
        Choice { words: step.clone(), verb: step.clone(), step, ..Choice::default() }
    }
    /// Whether people put several orders together here before any of them is carried out ([`crate::draft`]).
    fn drafts(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }
    /// Appends orders that a draft may hold though they cannot be carried out by themselves, where others may make them possible: moves to where there is no room yet, say.
    /// `state` is what the other orders come to so far.
    fn pending(&self, state: &Self::State, out: &mut Vec<Self::Action>) {
        let _ = (state, out);
    }
    /// The steps that somebody may mean who points from one space of the layout to another, or twice to the same, whether they are legal or not;
    /// a reason where nothing could be meant. So that whoever asks for what cannot be done is told why.
    fn meant(&self, state: &Self::State, from: usize, to: usize) -> Result<Vec<Self::Action>, Illegal> {
        let _ = (state, from, to);
        Err(Illegal::because("nothing can be done there now"))
    }
    /// What happened in `before`, in plain words, as far as `seat` may know it; all of it for those who look on.
    /// Empty where the seat may not even know that something happened.
    fn tell(
        &self,
        before: &Self::State,
        happened: Happened<Self::Action, Self::Chance>,
        seat: Option<Seat>,
    ) -> String {
        match happened {
            _ if seat.is_some() && self.info().hidden => "something happened out of sight".into(),
            Happened::Step(action) => self.choice(before, action).words,
            Happened::Draw(chance) => self.chance_text(before, chance),
        }
    }
}

/// Reads a plan and takes its steps in `state` as far as the turn goes.
///
/// The error names the first step that cannot be taken, and why; `state` is then left as it was. Whoever is to move in
/// `state` takes all steps: none may follow dice or the end of the turn.
pub fn play_plan<G: Notation>(game: &G, state: &mut G::State, text: &str) -> Result<Plan<G>, BadInput> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let plan = words.iter().map(|word| game.parse_action(word)).collect::<Result<Plan<G>, _>>()?;
    let mut next = state.clone();
    match carry_out(game, &mut next, &plan, |_, _| ()) {
        (_, Some(Refused { at, why, .. })) => {
            Err(BadInput::new(format!("'{}' is not possible: {why}", words[at])))
        }
        (taken, None) if taken < plan.len() => {
            let word = words[taken];
            Err(BadInput::new(format!("'{word}' comes too early: somebody else or the dice are next")))
        }
        _ => {
            *state = next;
            Ok(plan)
        }
    }
}
