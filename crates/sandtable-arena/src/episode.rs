//! One game from start to end: agents act, dice fall, watchers look on.

use sandtable_core::record::Record;
use sandtable_core::{
    Agent, Ask, Belief, Counts, Fault, Game, Guess, Happened, Knowledge, Notation, Payoff, Rng, Seat, Stream,
    Turn,
};

use crate::caught;

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

/// Counts what the game counts.
pub struct Counter<G: Game> {
    counts: Option<&'static dyn Counts<G>>,
    /// All that is counted for the first seat, then for the next.
    pub sums: Vec<f64>,
}

impl<G: Game> Counter<G> {
    /// For a game.
    pub fn new(game: &G, knowledge: &Knowledge<G>) -> Self {
        let sums = vec![0.0; knowledge.counted().len() * game.info().seats.len()];
        Counter { counts: knowledge.counts, sums }
    }
}

impl<G: Game> Watch<G> for Counter<G> {
    fn step(&mut self, _: &G, _: &G::State, _: Seat, _: G::Action) {}
    fn chance(&mut self, _: &G, _: &G::State, _: G::Chance) {}
    fn compares(&self) -> bool {
        true
    }
    fn compare(&mut self, game: &G, before: &G::State, happened: HappenedIn<G>, after: &G::State) {
        if let Some(counts) = self.counts {
            counts.add(game, before, happened, after, &mut self.sums);
        }
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

/// What went wrong with an agent, and where; a random legal step was taken for it instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mishap {
    /// The seat of the agent.
    pub seat: Seat,
    /// What happened, in one line.
    pub what: Fault,
}

/// Plays games one after another with the same agents; keeps its buffers from game to game.
pub struct Table<'g, G: Game> {
    game: &'g G,
    agents: Vec<Box<dyn Agent<G>>>,
    beliefs: Vec<Box<dyn Belief<G>>>,
    thoughts: Vec<Rng>,
    plan: Vec<G::Action>,
    /// Agents that panicked are not asked again in the same game.
    fallen: Vec<bool>,
    mishaps: Vec<Mishap>,
}

impl<'g, G: Notation> Table<'g, G> {
    /// A table with an agent in each seat, who guess what they cannot see.
    pub fn new(game: &'g G, agents: Vec<Box<dyn Agent<G>>>) -> Self {
        let beliefs = agents.iter().map(|_| Box::new(Guess) as Box<dyn Belief<G>>).collect();
        Table::believing(game, agents, beliefs)
    }

    /// A table with an agent and a belief in each seat.
    pub fn believing(game: &'g G, agents: Vec<Box<dyn Agent<G>>>, beliefs: Vec<Box<dyn Belief<G>>>) -> Self {
        let seats = game.info().seats.len();
        assert_eq!((agents.len(), beliefs.len()), (seats, seats));
        let (plan, fallen) = (Vec::with_capacity(64), vec![false; seats]);
        Table { game, agents, beliefs, thoughts: Vec::new(), plan, fallen, mishaps: Vec::new() }
    }

    /// The agents, in the order of the seats.
    pub fn agents(&mut self) -> &mut Vec<Box<dyn Agent<G>>> {
        &mut self.agents
    }

    /// What went wrong with agents since this was last asked.
    pub fn mishaps(&mut self) -> Vec<Mishap> {
        std::mem::take(&mut self.mishaps)
    }

    /// Plays one game to its end.
    pub fn play(&mut self, deal: Deal, watch: &mut impl Watch<G>) -> Finish {
        self.play_from(self.game.start(), deal, watch)
    }

    /// The same from any position.
    pub fn play_from(&mut self, mut state: G::State, deal: Deal, watch: &mut impl Watch<G>) -> Finish {
        let game = self.game;
        let mut world = deal.world();
        self.thoughts.clear();
        self.fallen.fill(false);
        for (seat, agent) in self.agents.iter_mut().enumerate() {
            let mut rng = deal.thoughts(seat);
            agent.begin(game, seat, &mut rng);
            self.beliefs[seat].begin(game, seat);
            self.thoughts.push(rng);
        }
        let watched = self.beliefs.iter().any(|b| b.observes());
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
                        self.show(&state, None);
                    }
                }
                Turn::Player(seat) => self.take_turn(&mut state, seat, watched, watch),
            }
        }
        Finish { payoff: game.payoff(&state), turns: game.turns(&state) }
    }

    /// Asks the agent in `seat` and takes the steps that it answers with. One that fails gets a random step instead, and
    /// the game goes on.
    fn take_turn(&mut self, state: &mut G::State, seat: Seat, watched: bool, watch: &mut impl Watch<G>) {
        let game = self.game;
        let fault = self.ask(state, seat);
        let turn = (game.turn(state), game.turns(state));
        let mut taken = 0;
        let mut fault = fault.err();
        while fault.is_none() && taken < self.plan.len() {
            let step = self.plan[taken];
            if let Err(why) = game.check(state, step) {
                // What is no step of this game may have no text either.
                let step = caught(|| game.action_text(step)).unwrap_or_else(|_| format!("{step:?}"));
                fault = Some(Fault(format!("it broke the rules with '{step}': {why}")));
            } else {
                self.take(state, seat, step, watched, watch);
                taken += 1;
                if (game.turn(state), game.turns(state)) != turn {
                    break;
                }
            }
        }
        if let Some(what) = fault {
            self.mishaps.push(Mishap { seat, what });
        }
        if taken == 0 {
            self.plan.clear();
            game.actions(state, &mut self.plan);
            let step = *self.thoughts[seat].pick(&self.plan);
            self.take(state, seat, step, watched, watch);
        }
    }

    /// Lets the agent in `seat` think; its answer is in `plan`.
    fn ask(&mut self, state: &G::State, seat: Seat) -> Result<(), Fault> {
        self.plan.clear();
        if self.fallen[seat] {
            return Ok(());
        }
        let view = self.game.view(state, seat);
        let mut ask = Ask::new(self.game, seat, &view, &mut *self.beliefs[seat], &mut self.thoughts[seat]);
        let (agent, plan) = (&mut self.agents[seat], &mut self.plan);
        let answer = caught(|| agent.act(&mut ask, plan));
        match answer {
            Ok(Ok(_)) if self.plan.is_empty() => Err(Fault("it gave no step".into())),
            Ok(answer) => answer.map(drop),
            Err(panicked) => {
                self.fallen[seat] = true;
                Err(Fault(format!("it panicked, and random steps were taken to the end: {panicked}")))
            }
        }
    }

    fn take(
        &mut self,
        state: &mut G::State,
        seat: Seat,
        step: G::Action,
        watched: bool,
        watch: &mut impl Watch<G>,
    ) {
        let game = self.game;
        watch.step(game, state, seat, step);
        let before = watch.compares().then(|| state.clone());
        game.apply(state, step);
        if let Some(before) = before {
            watch.compare(game, &before, Happened::Step(step), state);
        }
        if watched {
            self.show(state, Some((seat, step)));
        }
    }

    fn show(&mut self, state: &G::State, step: Option<(Seat, G::Action)>) {
        for (seat, belief) in self.beliefs.iter_mut().enumerate().filter(|(_, b)| b.observes()) {
            let own = step.filter(|(mover, _)| *mover == seat).map(|(_, step)| step);
            belief.observe(self.game, &self.game.view(state, seat), own);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;
    use sandtable_core::Thought;
    use sandtable_core::policy::{Policy, Seated};
    use sandtable_games::operation::{Action, Operation, Phase, Sight, State, View};

    /// Keeps what it is shown.
    struct Scout(Arc<Mutex<Vec<View>>>);

    impl Belief<Operation> for Scout {
        fn observes(&self) -> bool {
            true
        }

        fn observe(&mut self, _: &Operation, view: &View, _: Option<Action>) {
            self.0.lock().unwrap().push(view.clone());
        }

        fn sample(&mut self, game: &Operation, view: &View, _: &mut Rng) -> State {
            game.imagine(view)
        }
    }

    /// Takes the first legal step.
    struct First;

    impl Policy<Operation> for First {
        fn choose(&mut self, game: &Operation, state: &State, _: &mut Rng, plan: &mut Vec<Action>) {
            let mut actions = Vec::new();
            game.actions(state, &mut actions);
            plan.push(actions[0]);
        }
    }

    /// Answers with nonsense of one kind.
    struct Nonsense(u32);

    impl Agent<Operation> for Nonsense {
        fn act(&mut self, _: &mut Ask<Operation>, plan: &mut Vec<Action>) -> Result<Thought<Action>, Fault> {
            match self.0 {
                0 => {}
                1 => plan.push(Action::Move { edge: 250, count: 3 }),
                2 => return Err(Fault("out of order".into())),
                _ => panic!("out of its mind"),
            }
            Ok(Thought::default())
        }
    }

    #[test]
    fn games_go_on_with_agents_that_fail() {
        let game = Operation::default_board(Sight::Lucid);
        let lines = ["it gave no step", "it broke the rules", "out of order", "it panicked"];
        for (kind, line) in lines.iter().enumerate() {
            let agents: Vec<Box<dyn Agent<Operation>>> =
                vec![Box::new(Nonsense(kind as u32)), Box::new(Seated(First))];
            let mut table = Table::new(&game, agents);
            let deal = Deal { seed: 1, deal: 0, seating: 0 };
            let finish = table.play(deal, &mut ());
            assert!(finish.turns > 0);
            let mishaps = table.mishaps();
            assert!(!mishaps.is_empty() && mishaps.iter().all(|m| m.seat == 0), "{mishaps:?}");
            assert!(mishaps.iter().all(|m| m.what.0.contains(line)), "{mishaps:?}");
            assert_eq!(table.play(deal, &mut ()), finish, "what is played instead is fixed by the seed");
        }
    }

    #[test]
    fn observers_see_every_event_before_and_after_combat_and_nothing_more() {
        let game = Operation::default_board(Sight::Opaque);
        let seen = [(); 2].map(|()| Arc::new(Mutex::new(Vec::new())));
        let agents = seen.iter().map(|_| Box::new(Seated(First)) as Box<dyn Agent<Operation>>).collect();
        let beliefs = seen.iter().map(|s| Box::new(Scout(s.clone())) as Box<dyn Belief<Operation>>).collect();
        let mut recorder = crate::replay::Recorder::default();
        let deal = Deal { seed: 1, deal: 0, seating: 0 };
        Table::believing(&game, agents, beliefs).play(deal, &mut recorder);
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
