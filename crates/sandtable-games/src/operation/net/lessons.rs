//! The games of a round, and what is to be learned from them.

use std::sync::Mutex;

use sandtable_core::policy::{Seated, take};
use sandtable_core::train::{Contest, Example, Maker, Net, Optimiser, Seen};
use sandtable_core::{Agent, Choosing, Counsel, Failure, Game, Kit, Policy, Rng, Stream, Turn, Value};

use super::{NetValue, Reader, Set};
use crate::operation::board::Board;
use crate::operation::players::planner::{Planner, Proper, Stance};
use crate::operation::players::sparring::{Facing, Rivals, Wanderer};
use crate::operation::rules::Operation;
use crate::operation::state::{Phase, Side, State};

/// How many examples share a step.
const BATCH: usize = 64;
/// How often each position of a round is looked at.
const PASSES: u32 = 2;
/// Random moves of the report's method: how often at first and in the end.
const EXPLORE: (f64, f64) = (0.2, 0.02);
/// The first step's length and the last one's.
const STEPS: (f32, f32) = (0.0015, 0.0001);
/// The share of games that begin at the beginning; the others begin where somebody has strayed to.
const STRAIGHT: f64 = 0.3;
/// How often those who stray make a random move.
const WANDER: f64 = 0.4;
/// While they learn, nets choose among fewer moves than later in play.
const CHOICE: Proper = Proper { least: 8, most: 50 };

/// What is different between the methods.
pub(super) struct Method {
    pub set: Set,
    pub hidden: usize,
    /// The weight of what follows, and of the result in the end.
    lambda: f64,
    /// Whether luck is taken out of the targets.
    corrected: bool,
    /// Whether moves are improved piece by piece.
    refine: usize,
    /// Random moves when a net plays itself: how often at first and in the end.
    explore: (f64, f64),
    stance: Stance,
}

impl Method {
    pub fn of(name: &str) -> Method {
        match name {
            "report" | "supply" | "timid" => Method {
                set: Set::Report,
                hidden: 20,
                lambda: 0.7,
                corrected: false,
                refine: 0,
                explore: if name == "timid" { (0.0, 0.0) } else { EXPLORE },
                stance: if name == "supply" { Stance::Supply } else { Stance::Global },
            },
            _ => Method {
                set: Set::Full,
                hidden: 32,
                lambda: 0.9,
                corrected: true,
                refine: 1,
                explore: (0.0, 0.0),
                stance: Stance::Supply,
            },
        }
    }

    fn planner(&self) -> Planner {
        Planner::new(self.stance.clone(), CHOICE)
    }
}

/// A player with a net as it is.
pub(super) type Player = Counsel<Operation, Facing, NetValue>;

/// A rival of the other side, made anew for every stretch of games.
type Rival<'a> = &'a (dyn Fn() -> Box<dyn Policy<Operation>> + Sync);

/// A player; with a rival it expects that rival's moves on the other side.
pub(super) fn player(method: &Method, net: &Net, random: f64, rival: Option<(Side, Rival)>) -> Player {
    let mut rivals = Rivals::default();
    let own = rival.map(|(side, make)| {
        rivals[side as usize] = Some(make());
        side.other()
    });
    let facing = Facing::new(method.planner(), rivals, own);
    let choosing = Choosing { random, refine: method.refine, ..Choosing::default() };
    Counsel::new(facing, NetValue::new(method.set, net), choosing)
}

/// Where games are played for a net.
pub(super) struct Table<'a> {
    pub kit: &'a Kit<'a, Operation>,
    pub contest: &'a dyn Contest<Operation>,
    pub method: &'a Method,
    pub seed: u64,
}

impl Table<'_> {
    /// A side meets a rival. The net that plays also tells what it expects: so what is taken for luck is luck, and nothing else.
    pub fn meet(
        &self,
        (side, net): (Side, &Net),
        rival: Rival,
        (number, games): (usize, u64),
        examples: &mut Vec<Example>,
    ) -> Result<(), Failure> {
        let own = || Box::new(Seated(player(self.method, net, 0.0, None))) as Box<dyn Agent<Operation>>;
        let other = || Box::new(Seated(rival())) as Box<dyn Agent<Operation>>;
        let mut seats: [Maker<Operation>; 2] = [&other, &other];
        seats[side.seat()] = &own;
        let seed = self.seed.wrapping_add((number as u64) << 40);
        let begin = |game: &Operation, deal: u64| self.stray(game, &mut Rng::new(!seed, deal, Stream::World));
        let expected = Some((side.other(), rival));
        let seen = self.contest.watch(&seats, seed, games, &begin, &self.look(net, expected))?;
        self.lessons(net, &seen, examples);
        Ok(())
    }

    /// A net plays itself, now and then at random.
    pub fn alone(&self, net: &Net, games: u64, done: f64) -> Result<Vec<Example>, Failure> {
        let (first, last) = self.method.explore;
        let random = first + (last - first) * done;
        let own = || Box::new(Seated(player(self.method, net, random, None))) as Box<dyn Agent<Operation>>;
        let seats: [Maker<Operation>; 2] = [&own, &own];
        let begin = |game: &Operation, _| game.start();
        let seen = self.contest.watch(&seats, self.seed, games, &begin, &self.look(net, None))?;
        let mut examples = Vec::new();
        self.lessons(net, &seen, &mut examples);
        Ok(examples)
    }

    /// Notes the numbers of a position, how many of Blue's pieces are in the goal and on the board, what a net expects, and what it
    /// expects after one more turn.
    fn look<'b>(
        &'b self,
        net: &'b Net,
        rival: Option<(Side, Rival<'b>)>,
    ) -> impl Fn(&Operation, &State, &mut Vec<f32>) + Sync + 'b {
        let desk: Mutex<Vec<(Player, NetValue, Reader)>> = Mutex::new(Vec::new());
        move |game, state, note| {
            let Some(between) = between(state) else { return };
            let spare = desk.lock().expect("nobody panics with it").pop();
            let (mut player, mut value, reader) = spare.unwrap_or_else(|| {
                let set = self.method.set;
                (player(self.method, net, 0.0, rival), NetValue::new(set, net), Reader::new(set))
            });
            reader.read(game, &between, note);
            let now = value.value(game, &between).values()[0];
            let next = match self.method.corrected {
                true => player.worth(game, &between, game.turns(&between) + 1).values()[0],
                false => 0.0,
            };
            note.extend([f32::from(state.goal), f32::from(state.blue.total()), now as f32, next as f32]);
            desk.lock().expect("nobody panics with it").push((player, value, reader));
        }
    }

    /// A position into which the reference players have strayed, with random moves now and then.
    fn stray(&self, game: &Operation, rng: &mut Rng) -> State {
        if rng.unit() < STRAIGHT {
            return game.start();
        }
        let turns = 1 + rng.below(u32::from(game.board().turns) * 5 / 6);
        let mut strays = TEACHERS.map(|teachers| {
            let name = *rng.pick(&teachers);
            let player = self.kit.policy(name).expect("a reference player").1;
            Wanderer::new(player, self.method.planner(), WANDER)
        });
        let (mut state, mut plan) = (game.start(), Vec::new());
        while game.turns(&state) < turns {
            match game.turn(&state) {
                Turn::Over => return game.start(),
                Turn::Chance => {
                    let chance = game.sample(&state, rng);
                    game.resolve(&mut state, chance);
                }
                Turn::Player(seat) => take(game, &mut state, &mut strays[seat], &mut plan, rng),
            }
        }
        match game.turn(&state) {
            Turn::Over => game.start(),
            _ => state,
        }
    }

    /// What is to be learned from games: each position with its target, and its mirror image with the same.
    fn lessons(&self, net: &Net, seen: &[Seen], examples: &mut Vec<Example>) {
        let count = net.signs.len();
        let mirror = mirror(self.kit.game.board(), &net.signs);
        for game in seen {
            // Backwards: what is known of the position that follows.
            let mut follows = (game.payoffs[0], game.payoffs[0]);
            for (_, note) in game.notes.iter().rev() {
                let [goal, pieces, now, next] =
                    note[count..].try_into().expect("four numbers behind the signs");
                let (target, value) = follows;
                let next = if self.method.corrected { f64::from(next) } else { value };
                let target = next + self.method.lambda * (target - value);
                follows = (target, f64::from(now));
                let came = ((target - f64::from(goal)) / f64::from(pieces)).clamp(0.0, 1.0) as f32;
                let signs = note[..count].to_vec();
                let image = mirror.iter().map(|&i| signs[i]).collect();
                examples.push(Example { signs, came });
                examples.push(Example { signs: image, came });
            }
        }
    }
}

/// The reference players, Blue's and Red's, who stray.
const TEACHERS: [[&str; 2]; 2] = [["one-axis-blue", "simple-blue"], ["dist-exp-red", "axes-exp-red"]];

/// The position as it was before the toss, where nothing has been ordered yet.
fn between(state: &State) -> Option<State> {
    let Phase::Move(orders) = &state.phase else { return None };
    (orders.next_edge == 0).then(|| State { phase: Phase::Toss, ..state.clone() })
}

/// Where each number of a position stands in that of its mirror image: west and east change places.
fn mirror(board: &Board, signs: &[String]) -> Vec<usize> {
    let last = b'A' + board.columns - 1;
    let image = |name: &str| -> String {
        let swap = |word: &str| -> String {
            let mut bytes = word.bytes();
            match (bytes.next(), bytes.all(|b| b.is_ascii_digit())) {
                (Some(c @ b'A'..=b'Z'), true) => {
                    format!("{}{}", char::from(last - (c - b'A')), &word[1..])
                }
                _ => word.into(),
            }
        };
        name.split(' ').map(swap).collect::<Vec<_>>().join(" ")
    };
    let place = |name: String| signs.iter().position(|s| *s == name);
    signs.iter().enumerate().map(|(i, name)| place(image(name)).unwrap_or(i)).collect()
}

/// Draws a net towards what was seen.
pub(super) fn improve(net: &mut Net, optimiser: &mut Optimiser, examples: &[Example], seed: u64, done: f32) {
    let mut rng = Rng::new(seed, 0, Stream::Thought { seating: 0, seat: 0 });
    let mut order: Vec<usize> = (0..examples.len()).collect();
    let length = STEPS.0 * (STEPS.1 / STEPS.0).powf(done);
    for _ in 0..PASSES {
        for i in (1..order.len()).rev() {
            order.swap(i, rng.below(i as u32 + 1) as usize);
        }
        for batch in order.chunks(BATCH) {
            optimiser.step(net, batch.iter().map(|&i| &examples[i]), length);
        }
    }
}
