//! Dice weigh as much as they are likely, however they are gone through and however small the tree is.

use sandtable_agents::search::{MCTS_PARAMS, Mcts};
use sandtable_core::{
    Args, Ask, Dist, Game, GameInfo, Guess, Idea, Illegal, Kit, Payoff, Rng, Seat, SeatInfo, Stream, Turn,
};

/// One decision: to stop for nothing, or to draw a ticket. The first of forty tickets wins, with a chance of 0.35.
struct Lottery {
    info: GameInfo,
    listed: bool,
}

const WIN: f64 = 0.35;
const TICKETS: u8 = 40;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum State {
    Choose,
    Draw,
    Drawn(u8),
    Stopped,
}

impl Game for Lottery {
    type State = State;
    type Action = bool;
    type Chance = u8;
    type View = State;

    fn info(&self) -> &GameInfo {
        &self.info
    }
    fn start(&self) -> State {
        State::Choose
    }
    fn turn(&self, state: &State) -> Turn {
        match state {
            State::Choose => Turn::Player(0),
            State::Draw => Turn::Chance,
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
    fn apply(&self, state: &mut State, draws: bool) {
        *state = if draws { State::Draw } else { State::Stopped };
    }
    fn sample(&self, _: &State, rng: &mut Rng) -> u8 {
        if rng.unit() < WIN { 0 } else { 1 + rng.below(u32::from(TICKETS) - 1) as u8 }
    }
    fn outcomes(&self, _: &State, out: &mut Vec<(u8, f64)>) -> Dist {
        if !self.listed {
            return Dist::SampleOnly;
        }
        let blank = (1.0 - WIN) / f64::from(TICKETS - 1);
        out.extend((0..TICKETS).map(|ticket| (ticket, if ticket == 0 { WIN } else { blank })));
        Dist::Exact
    }
    fn resolve(&self, state: &mut State, ticket: u8) {
        *state = State::Drawn(ticket);
    }
    fn payoff(&self, state: &State) -> Payoff {
        let mut payoff = Payoff::zero(2);
        payoff.values_mut()[0] = f64::from(u8::from(*state == State::Drawn(0)));
        payoff
    }
    fn view(&self, state: &State, _: Seat) -> State {
        *state
    }
    fn imagine(&self, view: &State) -> State {
        *view
    }
}

#[test]
fn a_search_finds_the_exact_chance() {
    let seat = |name: &str, team| SeatInfo { name: name.into(), team };
    for listed in [true, false] {
        let game = Lottery {
            info: GameInfo {
                name: "lottery".into(),
                seats: vec![seat("player", 0), seat("bank", 1)],
                payoff: (0.0, 1.0),
                max_actions: 2,
                hidden: false,
            },
            listed,
        };
        for chance in ["draw", "exact"] {
            for nodes in ["2", "8", "100000"] {
                let mut args = Args::defaults(&MCTS_PARAMS);
                for (name, value) in [("sims", "4000"), ("chance", chance), ("nodes", nodes)] {
                    assert!(args.set(name, value));
                }
                let mut search = Mcts::build(&Kit::bare(&game), &args).unwrap();
                let (mut rng, mut guess) = (Rng::new(3, 0, Stream::World), Guess);
                search.begin(&game, 0, &mut rng);
                let ask = Ask::new(&game, 0, &State::Choose, &mut guess, &mut rng);
                let thought = search.act(&mut Ask { explain: true, ..ask }, &mut Vec::new()).unwrap();
                let found = thought.candidates.iter().find(|c| c.idea == Idea::Step(true)).unwrap();
                let error = (found.value - WIN).abs();
                assert!(
                    error < 3.0 * found.stderr + 0.002 && found.stderr < 0.02,
                    "listed {listed}, chance={chance}, nodes={nodes}: {} ± {}",
                    found.value,
                    found.stderr
                );
            }
        }
    }
}
