//! An estimate of how many pieces Blue will bring through, for luck correction by value.
//!
//! Ten features that know time and combat, each roughly a number of pieces, weighed by least squares over positions from
//! 16,000 games of the two Blue reference players against the two Red experts on the report's board.

use sandtable_core::{Figure, Payoff, Seat, Value};

use super::board::{Board, MAX_SIDE};
use super::rules::Operation;
use super::stacks::nodes;
use super::state::{Phase, Side, State};

/// How many features there are, the pieces already in the goal aside.
const FEATURES: usize = 10;

/// The names of the features, in the order of [`Outlook::features`].
pub(super) const NAMES: [&str; FEATURES] =
    ["fighting", "leaving", "through", "hunted", "caught", "open", "blocked", "in time", "massed", "pushing"];

/// The weights of the features, in the order of [`Outlook::features`].
const WEIGHTS: [f64; FEATURES] =
    [0.8278, 0.4857, 0.5069, 0.0937, -0.1032, 0.3365, 0.2063, -0.1616, -0.0128, 0.7864];

/// The most turns and the longest way that the table of time knows; beyond, it says what it says there.
const TURNS: usize = 251;
const STEPS: usize = 40;

/// The evaluation, with its tables.
#[derive(Clone)]
pub struct Outlook {
    /// The chance that at least `d` of `t` tosses are Blue's, at `t * STEPS + d`.
    time: Vec<f64>,
    /// The pieces with which Blue is expected to survive a combat that nobody joins or leaves, by Blue's and Red's
    /// pieces, whether Blue attacks, and whether it has supply.
    survivors: [[[[f64; 2]; 2]; 4]; 4],
}

impl Outlook {
    /// Works the tables out.
    pub fn new() -> Self {
        let mut time = vec![0.0; TURNS * STEPS];
        for t in 0..TURNS {
            time[t * STEPS] = 1.0;
            for d in 1..STEPS {
                time[t * STEPS + d] = match t {
                    0 => 0.0,
                    _ => (time[(t - 1) * STEPS + d - 1] + time[(t - 1) * STEPS + d]) / 2.0,
                };
            }
        }
        let mut survivors = [[[[0.0; 2]; 2]; 4]; 4];
        for blue in 1..4 {
            survivors[blue][0] = [[blue as f64; 2]; 2];
            for red in 1..4 {
                for (attacks, supplied) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    let (b, r) = (blue + supplied - attacks, red + attacks);
                    let p = b as f64 / (b + r) as f64;
                    survivors[blue][red][attacks][supplied] = p * survivors[blue][red - 1][attacks][supplied]
                        + (1.0 - p) * survivors[blue - 1][red][attacks][supplied];
                }
            }
        }
        Outlook { time, survivors }
    }

    /// The chance that at least `steps` of the next `tosses` are Blue's.
    pub(super) fn in_time(&self, tosses: u8, steps: u8) -> f64 {
        self.time[usize::from(tosses).min(TURNS - 1) * STEPS + usize::from(steps).min(STEPS - 1)]
    }

    /// The features of a state.
    pub(super) fn features(&self, board: &Board, state: &State) -> [f64; FEATURES] {
        let supplied = match state.phase {
            Phase::Combat { supplied, .. } => supplied,
            _ => board.supplied(state.blue.occupied(), state.red.occupied()),
        };
        self.features_with(board, state, supplied)
    }

    /// The same, where it is known already where supply reaches.
    pub(super) fn features_with(&self, board: &Board, state: &State, supplied: u64) -> [f64; FEATURES] {
        let clock = Clock::new(self, state);
        let contested = state.contested();
        let [mut fighting, mut leaving, mut through, mut hunted, mut caught] = [0.0; 5];
        let [mut open, mut blocked, mut all, mut massed, mut pushing] = [0.0; 5];
        let mut axes = [0.0; MAX_SIDE];
        for node in nodes(state.blue.occupied()) {
            let (bit, pieces) = (1 << node, f64::from(state.blue.at(node)));
            let axis = board.column(node);
            let (way, guards) = (usize::from(board.goal_distance(node)), state.red.at(axis));
            let in_time = pieces * clock.reaches(way);
            all += in_time;
            axes[usize::from(axis)] += in_time;
            if contested & bit != 0 {
                let (blue, red) = (usize::from(state.blue.at(node)), usize::from(state.red.at(node)));
                let attacks = usize::from(state.blue_attacks & bit != 0);
                let survivors = self.survivors[blue][red][attacks][usize::from(supplied & bit != 0)];
                fighting += survivors * clock.reaches(way + red * attacks);
                if attacks == 0 && clock.blue_moves {
                    leaving += pieces;
                }
            } else if board.north & bit != 0 {
                let beside = f64::from(state.red.on(board.around(bit) & board.north).total());
                through += in_time;
                hunted += in_time * beside;
                if clock.red_moves {
                    caught += pieces * beside;
                }
            } else if guards == 0 {
                open += in_time;
            } else {
                blocked += pieces * clock.reaches(way + usize::from(guards));
            }
        }
        for axis in 0..board.columns {
            let (node, mass) = (1 << axis, axes[usize::from(axis)]);
            let near = f64::from(state.red.on((node | board.around(node)) & board.north).total());
            massed += mass * mass;
            pushing += mass * mass / (mass + near).max(1.0);
        }
        [fighting, leaving, through, hunted, caught, open, blocked, all, massed, pushing]
    }
}

/// How much time Blue has left.
struct Clock<'a> {
    chances: &'a [f64],
    blue_moves: bool,
    red_moves: bool,
}

impl<'a> Clock<'a> {
    fn new(outlook: &'a Outlook, state: &State) -> Self {
        let left = usize::from(state.turns_left);
        let (tosses, mover) = match &state.phase {
            Phase::Over => (0, None),
            Phase::Toss => (left, None),
            Phase::Move(orders) => (left - 1, Some(orders.side)),
            Phase::Combat { .. } => (left - 1, None),
        };
        let row = tosses.min(TURNS - 1) * STEPS;
        Clock {
            chances: &outlook.time[row..row + STEPS],
            blue_moves: mover == Some(Side::Blue),
            red_moves: mover == Some(Side::Red),
        }
    }

    /// The chance that Blue gets to move `steps` times before the game ends.
    fn reaches(&self, steps: usize) -> f64 {
        let more = steps - usize::from(self.blue_moves && steps > 0);
        self.chances[more.min(STEPS - 1)]
    }
}

impl Default for Outlook {
    fn default() -> Self {
        Outlook::new()
    }
}

impl Outlook {
    /// How many of Blue's pieces will have got through.
    pub(super) fn expects(&self, board: &Board, state: &State) -> f64 {
        let more: f64 = self.features(board, state).iter().zip(WEIGHTS).map(|(f, w)| f * w).sum();
        f64::from(state.goal) + more
    }
}

impl Value<Operation> for Outlook {
    fn value(&mut self, game: &Operation, state: &State) -> Payoff {
        Payoff::zero_sum(self.expects(game.board(), state))
    }

    fn reasons(&mut self, game: &Operation, state: &State, seat: Seat) -> Vec<Figure> {
        let sign = Payoff::zero_sum(1.0).values()[seat];
        let features = self.features(game.board(), state);
        let named = NAMES.iter().zip(features).zip(WEIGHTS).map(|((name, f), w)| (*name, f * w));
        let all = std::iter::once(("in the goal", f64::from(state.goal))).chain(named);
        all.filter(|(_, v)| *v != 0.0).map(|(name, v)| Figure::new(name, sign * v)).collect()
    }
}
