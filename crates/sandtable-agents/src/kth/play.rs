//! One game for the data set (section 4.3.1): fast players play it to its end, and an expert thinks long about one decision of it.
//!
//! Which kind of decision that is is drawn first, each as likely. How far into the game is left open by the thesis; here every decision of that kind in which there
//! was something to choose is as likely.

use sandtable_core::sheet::{Form, Outputs, Row};
use sandtable_core::{Game, Rng, Sheet, Stream, Turn};
use sandtable_nets::flat::Lesson;

use super::Kth;

/// Who plays the games of an iteration, and who thinks about them.
pub struct Table<G: Game> {
    pub player: Kth<G>,
    pub expert: Kth<G>,
}

impl<G: Game> Table<G> {
    /// Plays a game; what is to be learned of it, unless no decision of the drawn kind came up.
    pub fn play(
        &mut self,
        game: &G,
        sheet: &dyn Sheet<G>,
        form: &Form,
        seed: u64,
        number: u64,
    ) -> Option<Lesson> {
        let mut world = Rng::new(seed, number, Stream::World);
        let mut thought = Rng::new(seed, number, Stream::Thought { seating: 0, seat: 0 });
        // The kinds of decisions are the heads that say how to act.
        let kinds: Vec<usize> = (0..form.heads.len()).filter(|head| !form.heads[*head].deep).collect();
        let kind = *world.pick(&kinds);
        let (mut kept, mut count) = (None, 0);
        let mut state = game.start();
        let payoff = loop {
            match game.turn(&state) {
                Turn::Over => break game.payoff(&state),
                Turn::Chance => {
                    let chance = game.sample(&state, &mut world);
                    game.resolve(&mut state, chance);
                }
                Turn::Player(_) => {
                    let (step, steps) = self.player.step(game, &state, &mut thought);
                    let how = |step: &G::Action| {
                        let Outputs { first, then } = sheet.step(game, &state, *step);
                        then.or(first).is_some_and(|(head, _)| usize::from(head) == kind)
                    };
                    if steps.len() > 1 && steps.iter().any(how) {
                        count += 1;
                        if world.below(count) == 0 {
                            kept = Some(state.clone());
                        }
                    }
                    game.apply(&mut state, step);
                }
            }
        };
        let state = kept?;
        let (steps, shares) = self.expert.expert(game, &state, &mut thought);
        let outputs: Vec<Outputs> = steps.iter().map(|step| sheet.step(game, &state, *step)).collect();
        let mut row = Row::default();
        sheet.read(game, &state, &mut row);
        let (low, high) = game.info().payoff;
        let value = 2.0 * (payoff.values()[row.mover] - low) / (high - low) - 1.0;
        Some(Lesson::new(form, &row, &outputs, &shares, Some(value as f32)))
    }
}
