//! One game from start to end: agents act, dice fall, watchers look on.

use sandtable_core::record::Record;
use sandtable_core::{Agent, Game, Happened, Notation, Payoff, Rng, Seat, Stream, Turn};

use crate::Failure;

/// Something that happened in a game of `G`.
pub type HappenedIn<G> = Happened<<G as Game>::Action, <G as Game>::Chance>;

/// Sees everything that happens in a game, with the state before it.
pub trait Watch<G: Game> {
    /// A player is about to take a step.
    fn step(&mut self, game: &G, before: &G::State, seat: Seat, action: G::Action);
    /// A chance node is about to be resolved.
    fn chance(&mut self, game: &G, before: &G::State, chance: G::Chance);
    /// Whether [`Watch::compare`] wants to be called; it costs a copy of the state at every event.
    fn compares(&self) -> bool {
        false
    }
    /// Something has happened: the states before and after it.
    fn compare(&mut self, game: &G, before: &G::State, happened: HappenedIn<G>, after: &G::State) {
        let _ = (game, before, happened, after);
    }
}

/// Nobody looks on.
impl<G: Game> Watch<G> for () {
    fn step(&mut self, _: &G, _: &G::State, _: Seat, _: G::Action) {}
    fn chance(&mut self, _: &G, _: &G::State, _: G::Chance) {}
}

/// Looks on through a borrowed watcher.
impl<G: Game, W: Watch<G>> Watch<G> for &mut W {
    fn step(&mut self, game: &G, before: &G::State, seat: Seat, action: G::Action) {
        (**self).step(game, before, seat, action);
    }
    fn chance(&mut self, game: &G, before: &G::State, chance: G::Chance) {
        (**self).chance(game, before, chance);
    }
    fn compares(&self) -> bool {
        (**self).compares()
    }
    fn compare(&mut self, game: &G, before: &G::State, happened: HappenedIn<G>, after: &G::State) {
        (**self).compare(game, before, happened, after);
    }
}

/// Both look on.
impl<G: Game, A: Watch<G>, B: Watch<G>> Watch<G> for (A, B) {
    fn step(&mut self, game: &G, before: &G::State, seat: Seat, action: G::Action) {
        self.0.step(game, before, seat, action);
        self.1.step(game, before, seat, action);
    }
    fn chance(&mut self, game: &G, before: &G::State, chance: G::Chance) {
        self.0.chance(game, before, chance);
        self.1.chance(game, before, chance);
    }
    fn compares(&self) -> bool {
        self.0.compares() || self.1.compares()
    }
    fn compare(&mut self, game: &G, before: &G::State, happened: HappenedIn<G>, after: &G::State) {
        self.0.compare(game, before, happened, after);
        self.1.compare(game, before, happened, after);
    }
}

/// Whoever is there looks on.
impl<G: Game, A: Watch<G>> Watch<G> for Option<A> {
    fn step(&mut self, game: &G, before: &G::State, seat: Seat, action: G::Action) {
        if let Some(watch) = self {
            watch.step(game, before, seat, action);
        }
    }
    fn chance(&mut self, game: &G, before: &G::State, chance: G::Chance) {
        if let Some(watch) = self {
            watch.chance(game, before, chance);
        }
    }
    fn compares(&self) -> bool {
        self.as_ref().is_some_and(|w| w.compares())
    }
    fn compare(&mut self, game: &G, before: &G::State, happened: HappenedIn<G>, after: &G::State) {
        if let Some(watch) = self {
            watch.compare(game, before, happened, after);
        }
    }
}

/// Counts the game's own statistics.
#[derive(Clone, Debug, Default)]
pub struct Counter {
    /// All of the game's statistics for the first seat, then for the next.
    pub sums: Vec<f64>,
}

impl Counter {
    /// For a game.
    pub fn new<G: Game>(game: &G) -> Self {
        Counter { sums: vec![0.0; game.statistics().len() * game.info().seats.len()] }
    }
}

impl<G: Game> Watch<G> for Counter {
    fn step(&mut self, _: &G, _: &G::State, _: Seat, _: G::Action) {}
    fn chance(&mut self, _: &G, _: &G::State, _: G::Chance) {}
    fn compares(&self) -> bool {
        true
    }
    fn compare(&mut self, game: &G, before: &G::State, happened: HappenedIn<G>, after: &G::State) {
        game.tally(before, happened, after, &mut self.sums);
    }
}

/// Which game of a match this is: it fixes all random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal {
    /// The seed of the match.
    pub seed: u64,
    /// The number of the deal in the match.
    pub deal: u64,
    /// Which of the deal's seatings is played.
    pub seating: u32,
}

impl Deal {
    /// The one of a record.
    pub fn of(record: &Record) -> Deal {
        Deal { seed: record.seed, deal: record.deal, seating: record.seating }
    }

    /// The dice.
    pub fn world(self) -> Rng {
        Rng::new(self.seed, self.deal, Stream::World)
    }

    /// The private random numbers of the agent in a seat.
    pub fn thoughts(self, seat: Seat) -> Rng {
        Rng::new(self.seed, self.deal, Stream::Thought { seating: self.seating, seat: seat as u32 })
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finish {
    /// What each seat got.
    pub payoff: Payoff,
    /// How many turns it took.
    pub turns: u32,
}

/// Plays games one after another with the same agents; keeps its buffers from game to game.
pub struct Table<'g, G: Game> {
    game: &'g G,
    agents: Vec<Box<dyn Agent<G>>>,
    thoughts: Vec<Rng>,
    plan: Vec<G::Action>,
}

impl<'g, G: Notation> Table<'g, G> {
    /// A table with an agent in each seat.
    pub fn new(game: &'g G, agents: Vec<Box<dyn Agent<G>>>) -> Self {
        assert_eq!(agents.len(), game.info().seats.len());
        Table { game, agents, thoughts: Vec::new(), plan: Vec::with_capacity(64) }
    }

    /// The agents, in the order of the seats.
    pub fn agents(&mut self) -> &mut Vec<Box<dyn Agent<G>>> {
        &mut self.agents
    }

    /// Plays one game to its end. Fails if an agent breaks the rules.
    pub fn play(&mut self, deal: Deal, watch: &mut impl Watch<G>) -> Result<Finish, Failure> {
        self.play_from(self.game.start(), deal, watch)
    }

    /// The same from any position.
    pub fn play_from(
        &mut self,
        mut state: G::State,
        deal: Deal,
        watch: &mut impl Watch<G>,
    ) -> Result<Finish, Failure> {
        let game = self.game;
        let mut world = deal.world();
        self.thoughts.clear();
        for (seat, agent) in self.agents.iter_mut().enumerate() {
            let mut rng = deal.thoughts(seat);
            agent.begin(game, seat, &mut rng);
            self.thoughts.push(rng);
        }
        let watched = self.agents.iter().any(|a| a.observes());
        loop {
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => {
                    let chance = game.sample(&state, &mut world);
                    watch.chance(game, &state, chance);
                    let before = watch.compares().then(|| state.clone());
                    game.resolve(&mut state, chance);
                    if let Some(before) = before {
                        watch.compare(game, &before, Happened::Draw(chance), &state);
                    }
                    if watched {
                        self.show(&state);
                    }
                }
                Turn::Player(seat) => self.take_turn(&mut state, seat, watched, watch)?,
            }
        }
        Ok(Finish { payoff: game.payoff(&state), turns: game.turns(&state) })
    }

    fn take_turn(
        &mut self,
        state: &mut G::State,
        seat: Seat,
        watched: bool,
        watch: &mut impl Watch<G>,
    ) -> Result<(), Failure> {
        let game = self.game;
        self.plan.clear();
        let view = game.view(state, seat);
        self.agents[seat].act(game, &view, &mut self.thoughts[seat], &mut self.plan);
        if self.plan.is_empty() {
            let name = &game.info().seats[seat].name;
            return Err(Failure::Failed(format!("the agent in seat {name} gave no step")));
        }
        for i in 0..self.plan.len() {
            let action = self.plan[i];
            if let Err(why) = game.check(state, action) {
                let (name, step) = (&game.info().seats[seat].name, game.action_text(action));
                let line = format!("the agent in seat {name} broke the rules with '{step}': {why}");
                return Err(Failure::Failed(line));
            }
            watch.step(game, state, seat, action);
            let before = watch.compares().then(|| state.clone());
            game.apply(state, action);
            if let Some(before) = before {
                watch.compare(game, &before, Happened::Step(action), state);
            }
            if watched {
                self.show(state);
            }
            if game.turn(state) != Turn::Player(seat) {
                break;
            }
        }
        Ok(())
    }

    fn show(&mut self, state: &G::State) {
        for (seat, agent) in self.agents.iter_mut().enumerate().filter(|(_, a)| a.observes()) {
            agent.observe(self.game, &self.game.view(state, seat));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;
    use sandtable_games::operation::{Action, Operation, Phase, Sight, View};

    /// Marches north and keeps what it is shown.
    struct Scout(Arc<Mutex<Vec<View>>>);

    impl Agent<Operation> for Scout {
        fn observes(&self) -> bool {
            true
        }

        fn observe(&mut self, _: &Operation, view: &View) {
            self.0.lock().unwrap().push(view.clone());
        }

        fn act(&mut self, game: &Operation, view: &View, _: &mut Rng, plan: &mut Vec<Action>) {
            let mut actions = Vec::new();
            game.actions(&game.imagine(view), &mut actions);
            plan.push(actions[0]);
        }
    }

    #[test]
    fn observers_see_every_event_before_and_after_combat_and_nothing_more() {
        let game = Operation::default_board(Sight::Opaque);
        let seen = [(); 2].map(|()| Arc::new(Mutex::new(Vec::new())));
        let agents = seen.iter().map(|s| Box::new(Scout(s.clone())) as Box<dyn Agent<Operation>>).collect();
        let mut recorder = crate::replay::Recorder::default();
        let deal = Deal { seed: 1, deal: 0, seating: 0 };
        Table::new(&game, agents).play(deal, &mut recorder).unwrap();
        let events = recorder.events().len();
        for (seat, views) in seen.iter().enumerate() {
            let views = views.lock().unwrap();
            assert_eq!(views.len(), events);
            assert!(views.iter().all(|v| v.side.seat() == seat), "everybody gets its own view");
            let fights: Vec<usize> =
                (0..events).filter(|&i| matches!(views[i].shown.phase, Phase::Combat { .. })).collect();
            assert!(!fights.is_empty(), "the views before combat are shown");
            assert!(fights.iter().all(|&i| views[i] != views[i + 1]), "and those after it");
        }
    }
}
