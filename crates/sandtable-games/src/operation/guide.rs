//! What searches know of Operation: the reference players' next orders first, and how to search.

use sandtable_core::{Game, Guide, Habits, Policy, Rng, Stream};

use super::players::{ExpertRed, OneAxisBlue, SimpleBlue, Threat};
use super::rules::Operation;
use super::state::{Action, Phase, Side, State};

/// Considers every step, those first that a reference player of the side would order next.
///
/// A turn is then searched as a mixture of what the players would do: this column forward, that one to the axis beside it.
pub struct Doctrine {
    players: [Vec<Box<dyn Policy<Operation>>>; 2],
    habits: Habits,
    plan: Vec<Action>,
    /// None of the players draws: each axis has one of its own.
    rng: Rng,
}

/// The players that propose whole turns; one axis more for every column of the board.
const PROPOSE: &str = "dist-exp-red+axes-exp-red+simple-red+simple-blue\
    +one-axis-blue:A+one-axis-blue:B+one-axis-blue:C+one-axis-blue:D+one-axis-blue:E+one-axis-blue:F\
    +one-axis-blue:G+one-axis-blue:H+one-axis-blue:I+one-axis-blue:J+one-axis-blue:K+one-axis-blue:L\
    +one-axis-blue:M+one-axis-blue:N+one-axis-blue:O+one-axis-blue:P";

impl Doctrine {
    /// For one board.
    pub fn new(game: &Operation) -> Self {
        let columns = game.board().columns;
        let axes =
            (0..columns).map(|axis| Box::new(OneAxisBlue::new(Some(axis))) as Box<dyn Policy<Operation>>);
        let mut blue: Vec<_> = axes.collect();
        blue.push(Box::new(SimpleBlue));
        let red: Vec<Box<dyn Policy<Operation>>> =
            vec![Box::new(ExpertRed::new(Threat::Distance)), Box::new(ExpertRed::new(Threat::Axes))];
        let axis = "+one-axis-blue:A".len();
        let few = PROPOSE.len() - axis * (super::board::MAX_SIDE - usize::from(columns));
        let habits = Habits {
            exploration: 1.0,
            cut: 1,
            rollout: "quick",
            propose: &PROPOSE[..few],
            exact: true,
            widen: 0.25,
            keep: 0.0,
            worlds: 8,
            together: true,
        };
        Doctrine { players: [blue, red], habits, plan: Vec::new(), rng: Rng::new(0, 0, Stream::World) }
    }
}

impl Guide<Operation> for Doctrine {
    fn consider(&mut self, game: &Operation, state: &State, out: &mut Vec<Action>) {
        let Phase::Move(orders) = &state.phase else { return };
        let begin = out.len();
        for player in &mut self.players[orders.side as usize] {
            self.plan.clear();
            player.choose(game, state, &mut self.rng, &mut self.plan);
            let next = self.plan[0];
            if !out[begin..].contains(&next) {
                out.push(next);
            }
        }
        let promising = out.len();
        self.plan.clear();
        game.actions(state, &mut self.plan);
        for &step in self.plan.iter().rev() {
            if !out[begin..promising].contains(&step) {
                out.push(step);
            }
        }
    }

    fn habits(&self) -> Habits {
        self.habits
    }
}

/// Plays on quickly: Blue along the axis on which it is furthest, Red against the threat by distance.
pub struct Quick {
    blue: OneAxisBlue,
    red: ExpertRed,
}

impl Default for Quick {
    fn default() -> Self {
        Quick { blue: OneAxisBlue::new(None), red: ExpertRed::new(Threat::Distance) }
    }
}

impl Policy<Operation> for Quick {
    fn choose(&mut self, game: &Operation, state: &State, rng: &mut Rng, plan: &mut Vec<Action>) {
        match &state.phase {
            Phase::Move(orders) if orders.side == Side::Blue => self.blue.choose(game, state, rng, plan),
            _ => self.red.choose(game, state, rng, plan),
        }
    }

    fn goes_by_sight(&self) -> bool {
        true
    }
}
