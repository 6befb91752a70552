//! A model of another player: what it would really do, rather than what would be best.

use sandtable_core::{Agent, Ask, BadInput, Build, Game, Guess, Kit, Policy, Rng, Turn};

use super::valuer::Player;

/// An agent that is asked anew in every position, as if it had never seen another.
struct Asked<G: Game>(Box<dyn Agent<G>>);

impl<G: Game> Policy<G> for Asked<G> {
    fn choose(&mut self, game: &G, state: &G::State, rng: &mut Rng, plan: &mut Vec<G::Action>) {
        let Turn::Player(seat) = game.turn(state) else { return };
        self.0.begin(game, seat, rng);
        let begin = plan.len();
        let view = game.view(state, seat);
        let answer = self.0.act(&mut Ask::new(game, seat, &view, &mut Guess, rng), plan);
        // Whoever fails gets a random legal step at the table.
        if answer.is_err() || plan.len() == begin {
            plan.truncate(begin);
            let mut steps = Vec::new();
            game.actions(state, &mut steps);
            plan.push(steps[rng.below(steps.len() as u32) as usize]);
        }
    }
}

impl<G: Game> Player<G> {
    /// The agents that a search takes to sit in the other seats, by their names joined by `+`, parameters behind a colon and joined by
    /// `;`; none for `none`.
    pub(super) fn models(kit: &Kit<G>, names: &str) -> Result<Vec<Player<G>>, BadInput> {
        let named = names.split('+').filter(|name| *name != "none");
        named
            .map(|name| Player::model(kit, name).map_err(|e| BadInput::new(format!("model={names}: {e}"))))
            .collect()
    }

    fn model(kit: &Kit<G>, text: &str) -> Result<Player<G>, BadInput> {
        let (def, args) = crate::agent(kit, text)?;
        let policy: Box<dyn Policy<G>> = match def.build {
            Build::Policy(build) => build(kit, &args)?,
            Build::Agent(build) => Box::new(Asked(build(kit, &args)?)),
        };
        Ok(Player { seats: def.seats, policy, certain: true })
    }
}
