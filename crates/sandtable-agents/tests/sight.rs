//! A search over what players can tell apart does not take for granted that it will know what is hidden.

use sandtable_agents::agents;
use sandtable_agents::search::{MCTS_PARAMS, Mcts};
use sandtable_core::eval::Each;
use sandtable_core::{
    AgentDef, Args, Ask, Dist, EvalDef, Game, GameInfo, Guess, Illegal, Kit, Knowledge, Payoff, Policy, Rng,
    Seat, SeatInfo, Stream, Turn, Value,
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

fn cup() -> Cup {
    let seat = |name: &str, team| SeatInfo { name: name.into(), team };
    let seats = vec![seat("player", 0), seat("bank", 1)];
    let info = GameInfo { name: "cup".into(), seats, payoff: (0.0, 1.0), max_actions: 2, hidden: true };
    Cup { info }
}

/// Whether a search takes the offer, and what it thinks of going on.
fn takes(hidden: &str) -> (bool, f64) {
    let game = cup();
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

/// Takes the offer if the coin shows heads, and goes on if it does not: as if it could look under the cup.
struct Peeker;

impl Policy<Cup> for Peeker {
    fn choose(&mut self, _: &Cup, state: &State, _: &mut Rng, plan: &mut Vec<bool>) {
        plan.push(state.heads);
    }
}

/// Knows what both ways are worth to one who cannot look.
struct Worth;

impl Value<Cup> for Worth {
    fn value(&mut self, _: &Cup, state: &State) -> Payoff {
        let mut payoff = Payoff::zero(2);
        payoff.values_mut()[0] = if state.stage == Stage::Taken { OFFER } else { 0.5 };
        payoff
    }
}

const PEEKING: Knowledge<Cup> = Knowledge {
    players: || vec![AgentDef::policy("peeker", "looks under the cup", |_, _| Ok(Box::new(Peeker)))],
    evals: &[EvalDef::new("worth", "what both ways are worth", |_, _| Ok(Box::new(Each(Worth))))],
    belief: Some(|_| Box::new(Guess)),
    ..Knowledge::NONE
};

/// How often in a hundred games a believer of the peeker takes the offer.
fn taken(judge: &str, cut: &str) -> usize {
    let game = cup();
    let def = agents(&game, &PEEKING).into_iter().find(|def| def.name == "believer").unwrap();
    let mut args = Args::defaults(def.params);
    for (name, value) in [("player", "peeker"), ("worlds", "9"), ("judge", judge), ("cut", cut)] {
        assert!(args.set(name, value));
    }
    let kit = Kit { knowledge: &PEEKING, ..Kit::bare(&game) };
    let mut believer = def.make(&kit, &args).unwrap();
    let takes = |deal: &u64| {
        let (mut rng, mut guess, mut plan) = (Rng::new(4, *deal, Stream::World), Guess, Vec::new());
        believer.begin(&game, 0, &mut rng);
        believer.act(&mut Ask::new(&game, 0, &Stage::Offer, &mut guess, &mut rng), &mut plan).unwrap();
        plan[0]
    };
    (0..100).filter(takes).count()
}

/// By its votes a player that values nothing does now this, now that; beside somebody who values its turns it does what is better.
#[test]
fn a_judge_chooses_among_what_a_player_would_do() {
    let votes = taken("votes", "0");
    assert!((20..80).contains(&votes), "{votes}");
    assert!(taken("worth", "0") >= 98);
    // Played on, the peeker names the side that lies there: going on is worth 1 to it.
    assert!(taken("worth", "5") <= 2);
}
