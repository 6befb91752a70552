//! Evaluations: what states are worth and which steps are promising, asked for in batches.

use crate::{Figure, Game, Payoff, Presence, Seat, Turn};

/// A state that wants a value.
#[derive(Debug)]
pub struct Leaf<'a, G: Game> {
    /// The state, at any node of the game.
    pub state: &'a G::State,
    /// The steps that want a prior, in the order in which the priors are wanted; none where nobody asks for them.
    pub steps: &'a [G::Action],
}

impl<G: Game> Clone for Leaf<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Leaf<'_, G> {}

/// An estimate of what states are worth to each seat, on the scale of the game's payoff, and of how promising steps are.
///
/// An answer depends on its own leaf alone, so that batches of any size give the same results.
pub trait Eval<G: Game>: Send {
    /// Whether it says how promising steps are.
    fn has_priors(&self) -> bool {
        false
    }

    /// Held by a search from its first question to its last, so that an evaluation which several searches share knows for whom to
    /// wait.
    fn presence(&self) -> Presence {
        Presence::ALONE
    }

    /// Appends a value for each leaf. An evaluation with an opinion about steps also appends to `priors` one number for
    /// each step of each leaf, none negative, those of a leaf summing to one; one without leaves `priors` as it is.
    fn eval(&mut self, game: &G, leaves: &[Leaf<G>], values: &mut Vec<Payoff>, priors: &mut Vec<f32>);

    /// See [`Value::reasons`].
    fn reasons(&mut self, game: &G, state: &G::State, seat: Seat) -> Vec<Figure> {
        let _ = (game, state, seat);
        Vec::new()
    }
}

/// An evaluation that is asked for one state at a time; it allocates nothing from question to question.
pub struct Single<G: Game> {
    eval: Box<dyn Eval<G>>,
    values: Vec<Payoff>,
    priors: Vec<f32>,
}

impl<G: Game> Single<G> {
    /// Asks `eval`.
    pub fn new(eval: Box<dyn Eval<G>>) -> Self {
        Single { eval, values: Vec::with_capacity(1), priors: Vec::new() }
    }

    /// Whether it says how promising steps are.
    pub fn has_priors(&self) -> bool {
        self.eval.has_priors()
    }

    /// See [`Eval::presence`].
    pub fn presence(&self) -> Presence {
        self.eval.presence()
    }

    /// What `state` is worth to each seat; how promising its steps are is appended to `priors`.
    pub fn with_priors(
        &mut self,
        game: &G,
        state: &G::State,
        steps: &[G::Action],
        priors: &mut Vec<f32>,
    ) -> Payoff {
        self.values.clear();
        self.eval.eval(game, &[Leaf { state, steps }], &mut self.values, priors);
        self.values[0]
    }

    /// What `state` is worth to each seat: the payoff itself where the game is over.
    pub fn value(&mut self, game: &G, state: &G::State) -> Payoff {
        if game.turn(state) == Turn::Over {
            return game.payoff(state);
        }
        self.values.clear();
        self.priors.clear();
        self.eval.eval(game, &[Leaf { state, steps: &[] }], &mut self.values, &mut self.priors);
        self.values[0]
    }
}

/// An evaluation that knows values alone, one state at a time: most of those that are written by hand.
pub trait Value<G: Game>: Send {
    /// What `state` is worth to each seat.
    fn value(&mut self, game: &G, state: &G::State) -> Payoff;

    /// Who will ask from now on, for evaluations that expect other things of a game in which they play this seat.
    fn asked_by(&mut self, seat: Seat) {
        let _ = seat;
    }

    /// The numbers behind that, where it has such numbers.
    fn figures(&mut self, game: &G, state: &G::State) -> Vec<Figure> {
        let _ = (game, state);
        Vec::new()
    }

    /// What its value for a seat rests on: what each thing that it looks at adds, or would take away if it were not there. For those who want to
    /// know, in any order, and none of an evaluation that cannot tell.
    fn reasons(&mut self, game: &G, state: &G::State, seat: Seat) -> Vec<Figure> {
        let _ = (game, state, seat);
        Vec::new()
    }
}

impl<G: Game> Value<G> for Single<G> {
    fn value(&mut self, game: &G, state: &G::State) -> Payoff {
        Single::value(self, game, state)
    }

    fn reasons(&mut self, game: &G, state: &G::State, seat: Seat) -> Vec<Figure> {
        self.eval.reasons(game, state, seat)
    }
}

/// Values alone, as an evaluation.
pub struct Each<V>(pub V);

impl<G: Game, V: Value<G>> Eval<G> for Each<V> {
    fn eval(&mut self, game: &G, leaves: &[Leaf<G>], values: &mut Vec<Payoff>, _priors: &mut Vec<f32>) {
        values.extend(leaves.iter().map(|leaf| self.0.value(game, leaf.state)));
    }

    fn reasons(&mut self, game: &G, state: &G::State, seat: Seat) -> Vec<Figure> {
        self.0.reasons(game, state, seat)
    }
}
