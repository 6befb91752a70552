//! Learning automata as a player of whole games: one automaton per unit, within a time for each turn.

use std::time::{Duration, Instant};

use sandtable_core::{Agent, Args, BadInput, Crew, Figure, Game, Kit, Param, Rng, Seat};

use super::planner::{Decision, Planner};
use super::settings::{MAX_ROUNDS, Opponent, Settings, read};
use super::whole::Whole;

/// The parameters of `automata`.
pub const PARAMS: [Param; 8] = [
    param(
        "tiers",
        "kinds of automata for the turns ahead, joined by +: tsetlin, lri, bayes, slri, dlri, pursuit, ucb",
        "slri",
    ),
    param("rounds", "the most rounds of each tier, joined by +", "1000000"),
    param("seconds", "seconds a turn (results then depend on the machine); 0 plays all rounds", "0.2"),
    param("rate", "the learning rate of the first tier, between 0 and 1; 0 is the kind's own", "0.01"),
    param("rise", "what the rate is multiplied by from tier to tier", "1.5"),
    param("limiter", "how often Tsetlin automata heed a penalty, between 0 and 1", "0.7"),
    param("sure", "stop when all automata are so sure, between 0 and 1; 0 does not stop", "0"),
    param("reply", "who plays the answers: none, or a player of the game", "none"),
];

const fn param(name: &'static str, about: &'static str, default: &'static str) -> Param {
    Param { name, about, default, main: false }
}

/// The part of a turn's time for the first of its decisions; later ones share what is left.
const FIRST: f64 = 0.7;

/// A player whose units decide for themselves.
pub struct Automata<G: Game> {
    settings: Settings,
    time: Option<Duration>,
    crew: Box<dyn Crew<G>>,
    reply: Option<Box<dyn Agent<G>>>,
    seat: Seat,
    /// The turn at hand, and the time that it has used.
    turn: Option<u32>,
    used: Duration,
    plan: Vec<G::Action>,
    last: Option<Decision>,
}

impl<G: Game> Automata<G> {
    /// Builds one from its parameters.
    pub fn build(kit: &Kit<G>, args: &Args) -> Result<Box<dyn Agent<G>>, BadInput> {
        let Some(crew) = kit.game.crew() else {
            return Err(BadInput::new("this game's turns are not one decision per unit"));
        };
        let (tiers, sure) = read(args, args.get("rounds"))?;
        let settings = Settings { sure, ..Settings::literal(tiers, Opponent::Script) };
        settings.check()?;
        let seconds = args.parse::<f64>("seconds", "a number")?;
        if !(0.0..=3600.0).contains(&seconds) {
            return Err(BadInput::new(format!("seconds={seconds}: expected a number from 0 to 3600")));
        }
        if seconds == 0.0 && settings.tiers[0].rounds == MAX_ROUNDS {
            return Err(BadInput::new("seconds=0: expected fewer rounds"));
        }
        let reply = match args.get("reply") {
            "none" => None,
            name => {
                let players = (kit.players)();
                let def = players.iter().find(|p| p.name == name).ok_or_else(|| {
                    let names: Vec<&str> = players.iter().map(|p| p.name).collect();
                    BadInput::new(format!("reply={name}: expected none or one of {}", names.join(", ")))
                })?;
                Some((def.build)(kit, &Args::defaults(def.params))?)
            }
        };
        Ok(Box::new(Automata {
            settings,
            time: (seconds > 0.0).then(|| Duration::from_secs_f64(seconds)),
            crew,
            reply,
            seat: 0,
            turn: None,
            used: Duration::ZERO,
            plan: Vec::new(),
            last: None,
        }))
    }
}

impl<G: Game> Agent<G> for Automata<G> {
    fn begin(&mut self, game: &G, seat: Seat, rng: &mut Rng) {
        (self.seat, self.turn, self.last) = (seat, None, None);
        if let Some(reply) = &mut self.reply {
            reply.begin(game, 1 - seat.min(1), rng);
        }
    }

    fn act(&mut self, game: &G, view: &G::View, rng: &mut Rng, plan: &mut Vec<G::Action>) {
        let state = game.imagine(view);
        if !self.crew.decides(game, &state) {
            return self.crew.rest(game, &state, rng, plan);
        }
        let begun = Instant::now();
        let first = self.turn != Some(game.turns(&state));
        if first {
            (self.turn, self.used) = (Some(game.turns(&state)), Duration::ZERO);
        }
        let until = self.time.map(|time| {
            let left = time.saturating_sub(self.used);
            begun + if first { left.mul_f64(FIRST) } else { left }
        });
        self.crew.begin(game, &state, self.seat);
        let mut whole = Whole {
            game,
            seat: self.seat,
            crew: &mut *self.crew,
            reply: self.reply.as_deref_mut(),
            plan: &mut self.plan,
            turn: 0,
            answering: false,
        };
        let mut planner = Planner::new(self.settings.clone());
        let decision = planner.decide(&mut whole, &state, until, rng);
        self.crew.plan(game, &state, &decision.choices, plan);
        self.used += begun.elapsed();
        self.last = Some(decision);
    }

    fn hurry(&mut self, time: Duration) {
        self.time = Some(time);
    }

    fn figures(&self) -> Vec<Figure> {
        let figure = |name: &str, value| Figure { name: name.into(), value };
        let last = self.last.iter();
        last.flat_map(|d| [figure("rounds", f64::from(d.rounds)), figure("feedback", d.value)]).collect()
    }
}
