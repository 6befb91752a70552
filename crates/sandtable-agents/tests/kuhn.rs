//! Hidden games against a published equilibrium: Kuhn poker (Kuhn 1950), worth −1/18 to whoever begins.

use sandtable_agents::exact::{Equilibrium, Limits, Unsolved};
use sandtable_core::{Dist, Game, GameInfo, Illegal, Kit, Payoff, Rng, Seat, SeatInfo, Turn};

struct Kuhn(GameInfo);

/// The cards that were dealt, and what was said: whether each in turn has bet.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    cards: Option<[u8; 2]>,
    bets: [Option<bool>; 3],
}

impl State {
    fn said(&self) -> usize {
        self.bets.iter().flatten().count()
    }
}

const DEALS: [[u8; 2]; 6] = [[1, 2], [1, 3], [2, 1], [2, 3], [3, 1], [3, 2]];

impl Kuhn {
    fn new() -> Self {
        let seats = ["first", "second"].iter().enumerate();
        let seats = seats.map(|(team, name)| SeatInfo { name: name.to_string(), team }).collect();
        Kuhn(GameInfo { name: "kuhn".into(), seats, payoff: (-2.0, 2.0), max_actions: 2, hidden: true })
    }
}

impl Game for Kuhn {
    type State = State;
    type Action = bool;
    type Chance = usize;
    type View = (u8, State);

    fn info(&self) -> &GameInfo {
        &self.0
    }

    fn start(&self) -> State {
        State { cards: None, bets: [None; 3] }
    }

    fn turn(&self, state: &State) -> Turn {
        match state.bets {
            _ if state.cards.is_none() => Turn::Chance,
            [None, ..] => Turn::Player(0),
            [_, None, _] => Turn::Player(1),
            [Some(false), Some(true), None] => Turn::Player(0),
            _ => Turn::Over,
        }
    }

    fn turns(&self, state: &State) -> u32 {
        state.said() as u32
    }

    fn actions(&self, _: &State, out: &mut Vec<bool>) {
        out.extend([false, true]);
    }

    fn check(&self, _: &State, _: bool) -> Result<(), Illegal> {
        Ok(())
    }

    fn apply(&self, state: &mut State, bet: bool) {
        let said = state.said();
        state.bets[said] = Some(bet);
    }

    fn sample(&self, _: &State, rng: &mut Rng) -> usize {
        rng.below(6) as usize
    }

    fn outcomes(&self, _: &State, out: &mut Vec<(usize, f64)>) -> Dist {
        out.extend((0..6).map(|deal| (deal, 1.0 / 6.0)));
        Dist::Exact
    }

    fn resolve(&self, state: &mut State, deal: usize) {
        state.cards = Some(DEALS[deal]);
    }

    fn payoff(&self, state: &State) -> Payoff {
        let [first, second] = state.cards.expect("cards were dealt");
        let shown = if first > second { 1.0 } else { -1.0 };
        Payoff::zero_sum(match state.bets {
            [Some(true), Some(true), _] | [_, Some(true), Some(true)] => 2.0 * shown,
            [Some(true), ..] => 1.0,
            [_, Some(true), _] => -1.0,
            _ => shown,
        })
    }

    fn view(&self, state: &State, seat: Seat) -> (u8, State) {
        let own = state.cards.map_or(0, |cards| cards[seat]);
        (own, State { cards: None, bets: state.bets })
    }

    fn imagine(&self, (own, state): &(u8, State)) -> State {
        State { cards: Some([*own; 2]), ..state.clone() }
    }
}

#[test]
fn the_published_equilibrium_is_found() {
    let kuhn = Kuhn::new();
    let limits = Limits { bytes: 1 << 20, threads: 1, progress: &|_| true };
    let found = Equilibrium::find(&Kit::bare(&kuhn), &kuhn.start(), 1e-5, &limits).unwrap();
    let (low, high) = found.bounds;
    assert!(high - low <= 2e-5 && low <= -1.0 / 18.0 && -1.0 / 18.0 <= high, "{low} to {high}");
    assert_eq!(found.size().1, 12);
    // The first player bets with the king three times as often as with the jack, and never calls a bet with the jack.
    let bets = |deal: usize| found.chances(&[deal]).unwrap()[1];
    assert!((bets(4) - 3.0 * bets(0)).abs() < 0.01, "{} and {}", bets(4), bets(0));
    assert!(found.chances(&[0, 0, 1]).unwrap()[1] < 1e-3);
}

#[test]
fn work_can_be_stopped() {
    let kuhn = Kuhn::new();
    let limits = Limits { bytes: 1 << 20, threads: 1, progress: &|_| false };
    let stopped = Equilibrium::find(&Kit::bare(&kuhn), &kuhn.start(), 1e-5, &limits);
    assert_eq!(stopped.err(), Some(Unsolved::Stopped));
}
