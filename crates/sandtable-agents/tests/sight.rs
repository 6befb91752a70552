//! A search over what players can tell apart does not take for granted that it will know what is hidden.

use sandtable_agents::search::{MCTS_PARAMS, Mcts};
use sandtable_core::{
    Args, Ask, Dist, Game, GameInfo, Guess, Illegal, Kit, Payoff, Rng, Seat, SeatInfo, Stream, Turn,
};

/// A coin lies under a cup. Take what is offered, or play on and name its side: one who saw it would always win.
struct Cup {
    info: GameInfo,
}

const OFFER: f64 = 0.7;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Stage {
    Offer,
    Naming,
    Taken,
    Named(bool),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct State {
    heads: bool,
    stage: Stage,
}

impl Game for Cup {
    type State = State;
    type Action = bool;
    type Chance = bool;
    type View = Stage;

    fn info(&self) -> &GameInfo {
        &self.info
    }
    fn start(&self) -> State {
        State { heads: true, stage: Stage::Offer }
    }
    fn turn(&self, state: &State) -> Turn {
        match state.stage {
            Stage::Offer | Stage::Naming => Turn::Player(0),
            _ => Turn::Over,
        }
    }
    fn turns(&self, state: &State) -> u32 {
        u32::from(self.turn(state) == Turn::Over)
    }
    fn actions(&self, _: &State, out: &mut Vec<bool>) {
        out.extend([true, false]);
    }
    fn check(&self, _: &State, _: bool) -> Result<(), Illegal> {
        Ok(())
    }
    fn apply(&self, state: &mut State, yes: bool) {
        state.stage = match (state.stage, yes) {
            (Stage::Offer, true) => Stage::Taken,
            (Stage::Offer, false) => Stage::Naming,
            _ => Stage::Named(yes),
        };
    }
    fn sample(&self, _: &State, rng: &mut Rng) -> bool {
        rng.below(2) == 0
    }
    fn outcomes(&self, _: &State, out: &mut Vec<(bool, f64)>) -> Dist {
        out.extend([(true, 0.5), (false, 0.5)]);
        Dist::Exact
    }
    fn resolve(&self, state: &mut State, heads: bool) {
        state.heads = heads;
    }
    fn payoff(&self, state: &State) -> Payoff {
        let mut payoff = Payoff::zero(2);
        payoff.values_mut()[0] = match state.stage {
            Stage::Taken => OFFER,
            Stage::Named(side) if side == state.heads => 1.0,
            _ => 0.0,
        };
        payoff
    }
    fn view(&self, state: &State, _: Seat) -> Stage {
        state.stage
    }
    fn imagine(&self, view: &Stage) -> State {
        State { heads: true, stage: *view }
    }
    fn guess(&self, view: &Stage, rng: &mut Rng) -> State {
        State { heads: rng.below(2) == 0, stage: *view }
    }
}

/// Whether a search takes the offer, and what it thinks of going on.
fn takes(hidden: &str) -> (bool, f64) {
    let seat = |name: &str, team| SeatInfo { name: name.into(), team };
    let seats = vec![seat("player", 0), seat("bank", 1)];
    let info = GameInfo { name: "cup".into(), seats, payoff: (0.0, 1.0), max_actions: 2, hidden: true };
    let game = Cup { info };
    let mut args = Args::defaults(&MCTS_PARAMS);
    for (name, value) in [("sims", "4000"), ("hidden", hidden), ("keep", "0"), ("c", "20")] {
        assert!(args.set(name, value));
    }
    let mut search = Mcts::build(&Kit::bare(&game), &args).unwrap();
    let (mut rng, mut guess) = (Rng::new(3, 0, Stream::World), Guess);
    search.begin(&game, 0, &mut rng);
    let mut plan = Vec::new();
    let ask = Ask::new(&game, 0, &Stage::Offer, &mut guess, &mut rng);
    let thought = search.act(&mut Ask { explain: true, ..ask }, &mut plan).unwrap();
    let on = thought.candidates.iter().find(|c| c.idea == sandtable_core::Idea::Step(false)).unwrap();
    (plan[0], on.value)
}

#[test]
fn who_cannot_look_takes_the_offer() {
    let (takes, value) = takes("together");
    assert!(takes && (value - 0.5).abs() < 0.1, "going on is worth a half: {value}");
}

/// A tree for each world knows the coin in each, and thinks that it will know it when it must be named.
#[test]
fn who_searches_worlds_apart_believes_that_it_will_know() {
    let (takes, value) = takes("apart");
    assert!(!takes && value > 0.9, "{value}");
}
