//! Advice: what an agent would do in a given position, what else it considered, and what each step risks.

use std::time::Duration;

use sandtable_core::plan::carry_out;
use sandtable_core::{
    Arrow, Ask, BadInput, Budget, Candidate, Choice, Curve, Figure, Frame, Heat, Idea, Notation, Rng, Stream,
    Thought, Turn, laws,
};
use serde::Serialize;

use crate::Failure;
use crate::hosted::Hosted;

/// What is asked.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// Where the position comes from, for errors.
    pub file: &'a str,
    /// The position, in the game's notation.
    pub state: &'a str,
    /// Whose advice.
    pub agent: &'a str,
    /// How long it may think, unless its own parameters say how much; as they usually do if nothing is given.
    pub time: Option<Duration>,
    /// How long it may think at most, whatever its parameters say.
    pub limit: Option<Duration>,
    /// Fixes its thoughts.
    pub seed: u64,
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Advice {
    /// The game's spec.
    pub game: String,
    /// Whose advice it is.
    pub agent: String,
    /// The seat that is to decide.
    pub seat: String,
    /// The position, on one line.
    pub state: String,
    /// The board as that seat sees it.
    #[serde(skip)]
    pub board: String,
    /// The steps to take now, until dice fall or somebody else decides.
    pub steps: Vec<Step>,
    /// What it thought.
    #[serde(flatten)]
    pub account: Account,
    /// What a position alone cannot tell this player, if it would use more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// What an agent thought about a decision, in words and pictures.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Account {
    /// What was considered, the best first; nothing if the agent does not search.
    pub considered: Vec<Considered>,
    /// Figures about its thinking, such as how many simulations it made.
    pub figures: Vec<Figure>,
    /// What speaks for the turn that it would take or against it, the most telling first.
    pub reasons: Vec<Figure>,
    /// What it fears or wants, space by space.
    pub heat: Vec<Heat>,
    /// The constraints within which it looked for turns.
    pub frames: Vec<Frame>,
    /// Functions that it judges by.
    pub curves: Vec<Curve>,
}

impl Account {
    /// Of what an agent has just thought about `state`, which is what it could know.
    pub(crate) fn of<G: Notation>(game: &G, state: &G::State, thought: Thought<G::Action>) -> Account {
        let Thought { candidates, figures, reasons, heat, frames, curves } = thought;
        let considered = candidates.iter().map(|c| considered(game, state, c)).collect();
        Account { considered, figures, reasons, heat, frames, curves }
    }
}

/// A step with what it risks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Step {
    /// In the game's notation.
    pub step: String,
    /// The same in plain words.
    pub words: String,
    /// What kind of step it is.
    pub verb: String,
    /// The space it starts from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The space it leads to, or is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// The pieces it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub what: Option<String>,
    /// How many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// What the dice may bring, if any are thrown.
    pub stakes: Option<String>,
}

/// A step that was considered.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Considered {
    /// The step in the game's notation, or whose turn it is a proposal of.
    pub step: String,
    /// The same in plain words.
    pub words: String,
    /// What it is expected to bring, on the scale of the payoff.
    pub value: f64,
    /// The standard error of that.
    pub stderr: f64,
    /// How often it was tried.
    pub visits: u64,
    /// What the dice may bring, if any are thrown.
    pub stakes: Option<String>,
    /// Its ways over the board.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub arrows: Vec<Arrow>,
}

/// How many turns of a random game go before the position that [`example`] shows.
const EXAMPLE_TURN: u32 = 4;

/// A position from a random game in which a player is to decide: a statement a line, where the game reads that.
///
/// `steps` says how many steps of that turn have been taken, as far as it goes on.
pub(crate) fn example<G: Notation>(game: &G, seed: u64, steps: u32) -> String {
    let text = example_line(game, seed, steps);
    let lines = text.replace("; ", "\n");
    if game.parse_state(&lines).is_ok() { lines } else { text }
}

fn example_line<G: Notation>(game: &G, seed: u64, steps: u32) -> String {
    let mut rng = Rng::new(seed, 0, Stream::World);
    let mut state = game.start();
    let mut shown = game.state_text(&state);
    let mut taken = 0;
    loop {
        if let Turn::Player(_) = game.turn(&state) {
            shown = game.state_text(&state);
            if game.turns(&state) >= EXAMPLE_TURN {
                if taken == steps {
                    return shown;
                }
                taken += 1;
            }
        }
        if !laws::advance(game, &mut state, &mut rng) {
            return shown;
        }
    }
}

pub(crate) fn considered<G: Notation>(
    game: &G,
    state: &G::State,
    candidate: &Candidate<G::Action>,
) -> Considered {
    let (step, words, stakes, arrows) = match &candidate.idea {
        Idea::Step(step) => {
            let choice = game.choice(state, *step);
            let arrows = choice.arrow().into_iter().collect();
            (game.action_text(*step), choice.words, game.stakes_text(state, *step), arrows)
        }
        Idea::Turn(words) => (words.clone(), words.clone(), None, Vec::new()),
        Idea::Plan(words, steps) => (words.clone(), words.clone(), None, arrows(game, state, steps)),
    };
    let Candidate { visits, value, stderr, .. } = *candidate;
    Considered { step, words, value, stderr, visits, stakes, arrows }
}

/// The ways over the board of steps that are taken one after the other.
pub(crate) fn arrows<G: Notation>(game: &G, state: &G::State, steps: &[G::Action]) -> Vec<Arrow> {
    let mut now = state.clone();
    let arrow = |&step: &G::Action| {
        let arrow = game.choice(&now, step).arrow();
        if game.check(&now, step).is_ok() {
            game.apply(&mut now, step);
        }
        arrow
    };
    steps.iter().filter_map(arrow).collect()
}

/// Asks an agent.
pub(crate) fn advise<G: Notation>(hosted: &Hosted<G>, question: &Question) -> Result<Advice, Failure> {
    let game = &hosted.game;
    let named = |e: BadInput| Failure::BadInput(format!("{}: {e}", question.file));
    let state = game.parse_state(question.state).map_err(named)?;
    let Turn::Player(seat) = game.turn(&state) else {
        return Err(named(BadInput::new("nobody is to decide in this position")));
    };
    let mut agent = hosted.agent(question.agent, seat)?;
    let mut rng = Rng::new(question.seed, 0, Stream::Thought { seating: 0, seat: seat as u32 });
    agent.begin(game, seat, &mut rng);
    let mut belief = hosted.knowledge.belief(game);
    belief.begin(game, seat);
    let mut plan = Vec::new();
    let view = game.view(&state, seat);
    let ask = Ask::new(game, seat, &view, &mut *belief, &mut rng);
    let budget = question.time.map(Budget::time);
    let limit = question.limit.map_or(Budget::OPEN, Budget::time);
    let mut ask = Ask { budget, limit, explain: true, ..ask };
    let thought = agent
        .act(&mut ask, &mut plan)
        .map_err(|fault| Failure::Failed(format!("{}: {fault}", question.agent)))?;
    let account = Account::of(game, &state, thought);
    let (mut steps, layout) = (Vec::new(), game.layout());
    let (_, refused) = carry_out(game, &mut state.clone(), &plan, |before, action| {
        let Choice { step, words, verb, from, to, what, count } = game.choice(before, action);
        let name = |space: usize| layout.spaces.get(space).map(|space| space.name.clone());
        let (from, to) = (from.and_then(name), to.and_then(name));
        steps.push(Step {
            step,
            words,
            verb,
            from,
            to,
            what,
            count,
            stakes: game.stakes_text(before, action),
        });
    });
    if let Some(refused) = refused {
        let step = game.action_text(refused.step);
        let line = format!("{} broke the rules with '{step}': {}", question.agent, refused.why);
        return Err(Failure::Failed(line));
    }
    Ok(Advice {
        game: hosted.spec.to_string(),
        agent: question.agent.into(),
        seat: game.info().seats[seat].name.clone(),
        state: game.state_text(&state),
        board: game.draw(&view),
        steps,
        account,
        note: hosted.remembers(hosted.member(question.agent, seat)?)?.then(|| {
            "this player remembers what it saw and planned earlier in a game; here it knows the position alone".into()
        }),
    })
}
