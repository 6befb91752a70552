//! Players who can each sit in some seats, as one who can sit in all.

use sandtable_core::{BadInput, Game, Kit, Policy, Rng, Seats, Turn};

/// In every seat one of those who can play it.
pub struct Able<G: Game> {
    players: Vec<(Seats, Box<dyn Policy<G>>)>,
    /// Which of them, counted round.
    which: usize,
}

impl<G: Game> Able<G> {
    /// As many as there are names, each another of these players wherever several can sit; none if nobody can play some seat.
    pub fn all(kit: &Kit<G>, names: &str) -> Result<Vec<Box<dyn Policy<G>>>, BadInput> {
        let names: Vec<&str> = names.split('+').filter(|name| *name != "none").collect();
        let mut able: Vec<Box<dyn Policy<G>>> = Vec::new();
        for which in 0..names.len() {
            let players = names.iter().map(|name| kit.policy(name)).collect::<Result<Vec<_>, _>>()?;
            let played = |seat| players.iter().any(|(seats, _)| seats.contains(seat));
            if (0..kit.game.info().seats.len()).all(played) {
                able.push(Box::new(Able { players, which }));
            }
        }
        Ok(able)
    }
}

impl<G: Game> Policy<G> for Able<G> {
    fn choose(&mut self, game: &G, state: &G::State, rng: &mut Rng, plan: &mut Vec<G::Action>) {
        let Turn::Player(seat) = game.turn(state) else { return };
        let able = self.players.iter().filter(|(seats, _)| seats.contains(seat)).count();
        let mut players = self.players.iter_mut().filter(|(seats, _)| seats.contains(seat));
        let (_, player) = players.nth(self.which % able).expect("somebody can play every seat");
        player.choose(game, state, rng, plan);
    }
}
