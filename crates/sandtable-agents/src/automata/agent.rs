//! Learning automata as a player of whole games: one automaton per unit, within a time for each turn.

use std::time::{Duration, Instant};

use sandtable_core::{
    Agent, Args, Ask, BadInput, Budget, Crew, Fault, Figure, Game, Kit, Param, Policy, Rng, Seat, Thought,
};

use super::planner::Planner;
use super::settings::{MAX_ROUNDS, Opponent, Settings, read};
use super::whole::Whole;

/// The parameters of `automata`.
pub const PARAMS: [Param; 8] = [
    Param::new(
        "tiers",
        "kinds of automata for the turns ahead, joined by +: tsetlin, lri, bayes, slri, dlri, pursuit, ucb",
        "slri",
    ),
    Param::new("rounds", "the most rounds of each tier, joined by +", "1000000"),
    Param::new("seconds", "seconds a turn (results then depend on the machine); 0 plays all rounds", "0.2"),
    Param::new("rate", "the learning rate of the first tier, between 0 and 1; 0 is the kind's own", "0.01"),
    Param::new("rise", "what the rate is multiplied by from tier to tier", "1.5"),
    Param::new("limiter", "how often Tsetlin automata heed a penalty, between 0 and 1", "0.7"),
    Param::new("sure", "stop when all automata are so sure, between 0 and 1; 0 does not stop", "0"),
    Param::new("reply", "who plays the answers: none, or a player of the game", "none"),
];

/// The part of a turn's time for the first of its decisions; later ones share what is left.
const FIRST: f64 = 0.7;

/// How many worlds units learn in where something is hidden.
const WORLDS: usize = 16;

/// What a turn may cost unless somebody says otherwise.
const USUAL: Budget = Budget::time(Duration::from_millis(200));

/// A player whose units decide for themselves.
pub struct Automata<G: Game> {
    settings: Settings,
    /// The seconds a turn that were given; none of them means all rounds.
    own: Option<Budget>,
    crew: Box<dyn Crew<G>>,
    reply: Option<Box<dyn Policy<G>>>,
    seat: Seat,
    /// The turn at hand, and the time that it has used.
    turn: Option<u32>,
    used: Duration,
    plan: Vec<G::Action>,
}

impl<G: Game> Automata<G> {
    /// Builds one from its parameters.
    pub fn build(kit: &Kit<G>, args: &Args) -> Result<Box<dyn Agent<G>>, BadInput> {
        let Some(crew) = kit.knowledge.crew.and_then(|build| build(kit.game)) else {
            return Err(BadInput::new("this game's turns are not one decision per unit"));
        };
        let (tiers, sure) = read(args, args.get("rounds"))?;
        let settings = Settings { sure, ..Settings::literal(tiers, Opponent::Script) };
        settings.check()?;
        let seconds = args.number("seconds", 0.0..=3600.0)?;
        if seconds == 0.0 && settings.tiers[0].rounds == MAX_ROUNDS {
            return Err(BadInput::new("seconds=0: expected fewer rounds"));
        }
        let reply = match args.get("reply") {
            "none" => None,
            name => Some(kit.policy(name).map_err(|e| BadInput::new(format!("reply={name}: {e}")))?.1),
        };
        Ok(Box::new(Automata {
            settings,
            own: args.given("seconds").then(|| match seconds {
                0.0 => Budget::OPEN,
                seconds => Budget::time(Duration::from_secs_f64(seconds)),
            }),
            crew,
            reply,
            seat: 0,
            turn: None,
            used: Duration::ZERO,
            plan: Vec::new(),
        }))
    }
}

impl<G: Game> Agent<G> for Automata<G> {
    fn begin(&mut self, _game: &G, seat: Seat, _rng: &mut Rng) {
        (self.seat, self.turn) = (seat, None);
    }

    fn act(&mut self, ask: &mut Ask<G>, plan: &mut Vec<G::Action>) -> Result<Thought<G::Action>, Fault> {
        let game = ask.game;
        let mut worlds = Vec::new();
        let state = if game.info().hidden {
            worlds.extend((0..WORLDS).map(|_| ask.belief.sample(game, ask.view, ask.rng)));
            worlds[0].clone()
        } else {
            game.imagine(ask.view)
        };
        let rng = &mut *ask.rng;
        if !self.crew.decides(game, &state) {
            self.crew.rest(game, &state, rng, plan);
            return Ok(Thought::default());
        }
        let budget = self.own.or(ask.budget).unwrap_or(USUAL).within(ask.limit);
        let begun = Instant::now();
        let first = self.turn != Some(game.turns(&state));
        if first {
            (self.turn, self.used) = (Some(game.turns(&state)), Duration::ZERO);
        }
        let until = budget.time.map(|time| {
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
            worlds,
            round: 0,
            turn: 0,
            answering: false,
        };
        let mut planner = Planner::new(self.settings.clone());
        let decision = planner.decide(&mut whole, &state, until, rng);
        self.crew.plan(game, &state, &decision.choices, plan);
        self.used += begun.elapsed();
        let mut thought = Thought::default();
        if ask.explain {
            thought.figures.push(Figure::new("rounds", f64::from(decision.rounds)));
            thought.figures.push(Figure::new("feedback", decision.value));
        }
        Ok(thought)
    }
}
