//! Three players: one by a rule of thumb, one by playing on at random, one by best play.

use sandtable_core::{Agent, AgentDef, Game, Param, Rng, Seats, Turn};

use super::rules::{Action, Pig, State};

/// The players that belong to Pig.
pub fn players() -> Vec<AgentDef<Pig>> {
    vec![
        AgentDef {
            name: "hold",
            about: "any seat: holds as soon as enough is at stake",
            params: &[Param { name: "at", about: "how much is enough", default: "20", main: true }],
            seats: Seats::Any,
            build: |_, args| Ok(Box::new(Hold { at: args.parse("at", "a number of points")? })),
        },
        AgentDef {
            name: "flat",
            about: "any seat: plays on at random after each step, and takes the one that won most often",
            params: &[Param {
                name: "playouts",
                about: "games to the end for each decision, shared among the steps",
                default: "1000",
                main: true,
            }],
            seats: Seats::Any,
            build: |_, args| {
                let playouts = args.parse("playouts", "a number of games")?;
                Ok(Box::new(Flat { playouts, actions: Vec::new(), steps: Vec::new() }))
            },
        },
        AgentDef {
            name: "optimal",
            about: "any seat: best play, from the exact value of every position",
            params: &[],
            seats: Seats::Any,
            build: |_, _| Ok(Box::new(Optimal)),
        },
    ]
}

struct Hold {
    at: u16,
}

impl Agent<Pig> for Hold {
    fn act(&mut self, _: &Pig, state: &State, _: &mut Rng, plan: &mut Vec<Action>) {
        plan.push(if state.stake > 0 && state.stake >= self.at { Action::Hold } else { Action::Roll });
    }
}

struct Optimal;

impl Agent<Pig> for Optimal {
    fn act(&mut self, game: &Pig, state: &State, _: &mut Rng, plan: &mut Vec<Action>) {
        plan.push(game.exact().best(state));
    }
}

/// One step deep, and random beyond: the yardstick for searches.
struct Flat {
    playouts: u32,
    actions: Vec<Action>,
    steps: Vec<Action>,
}

impl Flat {
    /// Whether `seat` wins when everybody goes on at random.
    fn wins(&mut self, game: &Pig, mut state: State, seat: usize, rng: &mut Rng) -> bool {
        loop {
            match game.turn(&state) {
                Turn::Over => return game.winner(&state) == Some(seat),
                Turn::Chance => {
                    let face = game.sample(&state, rng);
                    game.resolve(&mut state, face);
                }
                Turn::Player(_) => {
                    self.steps.clear();
                    game.actions(&state, &mut self.steps);
                    game.apply(&mut state, *rng.pick(&self.steps));
                }
            }
        }
    }
}

impl Agent<Pig> for Flat {
    fn act(&mut self, game: &Pig, state: &State, rng: &mut Rng, plan: &mut Vec<Action>) {
        let mut actions = std::mem::take(&mut self.actions);
        actions.clear();
        game.actions(state, &mut actions);
        let (mut best, mut most) = (actions[0], 0);
        if let [first, others @ ..] = &actions[..]
            && !others.is_empty()
        {
            let each = (self.playouts / actions.len() as u32).max(1);
            for &action in [*first].iter().chain(others) {
                let mut after = state.clone();
                game.apply(&mut after, action);
                let wins = (0..each).filter(|_| self.wins(game, after.clone(), state.seat(), rng)).count();
                if wins > most {
                    (best, most) = (action, wins);
                }
            }
        }
        self.actions = actions;
        plan.push(best);
    }
}
