//! What people do: steps in the order of the rules, or orders for a turn in any order.

use sandtable_core::draft::{Draft, draft};
use sandtable_core::notation::play_plan;
use sandtable_core::{BadInput, Happened, Notation, Seat, Turn};

use super::table::LiveTable;
use super::{HUMAN, Live, Orders, RefusedOrder};

impl<G: Notation> LiveTable<G> {
    /// [`Live::play`].
    pub(super) fn play_steps(&mut self, text: &str) -> Result<(), BadInput> {
        let (seat, mut known) = self.person()?;
        let plan = play_plan(&self.hosted.game, &mut known, text)?;
        if plan.is_empty() {
            return Err(BadInput::new("expected at least one step"));
        }
        self.take(seat, &plan);
        Ok(())
    }

    /// [`Live::play_turn`], and [`Live::close_turn`] if the turn is to be closed.
    pub(super) fn play_orders(
        &mut self,
        orders: &[String],
        partial: bool,
        close: bool,
    ) -> Result<Orders, BadInput> {
        let (seat, known) = self.person()?;
        let (mut given, mut refused) = (Vec::new(), Vec::new());
        let refusal = |order: usize, why: String| RefusedOrder { order, text: orders[order].clone(), why };
        for (order, text) in orders.iter().enumerate() {
            match self.hosted.game.parse_action(text.trim()) {
                Ok(step) => given.push((order, step)),
                Err(why) => refused.push(refusal(order, why.0)),
            }
        }
        let steps: Vec<G::Action> = given.iter().map(|(_, step)| *step).collect();
        let Draft { mut plan, refused: others, closing, open } = draft(&self.hosted.game, &known, &steps);
        refused.extend(others.into_iter().map(|r| refusal(given[r.at].0, r.why.to_string())));
        refused.sort_by_key(|r| r.order);
        let mut answer = Orders { refused, ..Orders::default() };
        if close {
            answer.open = open.map(|why| why.to_string());
            plan.extend(closing);
        }
        if answer.open.is_some() || plan.is_empty() || !(partial || answer.refused.is_empty()) {
            return Ok(answer);
        }
        let taken = self.take(seat, &plan);
        let text = |step: &G::Action| self.hosted.game.action_text(*step);
        answer.played = plan[..taken].iter().map(text).collect();
        answer.left = plan[taken..].iter().map(text).collect();
        Ok(answer)
    }

    /// The seat of the person that is to move, and the position as that person knows it: what is refused, and why, must not
    /// tell what the person does not see.
    fn person(&self) -> Result<(Seat, G::State), BadInput> {
        let Turn::Player(seat) = self.turn() else { return Err(BadInput::new("nobody is to move now")) };
        if self.specs[seat] != HUMAN {
            return Err(BadInput::new(format!("{} is to move, not a person", self.specs[seat])));
        }
        let game = &self.hosted.game;
        Ok((seat, game.imagine(&game.view(&self.state, seat))))
    }

    /// Takes a person's steps, as far as what they bring to light lets them.
    fn take(&mut self, seat: Seat, plan: &[G::Action]) -> usize {
        self.keep();
        let before = self.events.len();
        for &action in plan {
            let game = &self.hosted.game;
            if game.turn(&self.state) != Turn::Player(seat) || game.check(&self.state, action).is_err() {
                break;
            }
            self.happen(Happened::Step(action));
        }
        self.events.len() - before
    }
}
