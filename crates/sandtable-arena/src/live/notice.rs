//! What each seat could notice in a game with hidden pieces, and which of its own last steps showed it nothing new.
//!
//! In an open game everybody notices everything, and nothing is kept here.

use sandtable_core::{Game, Happened, Rng, Seat, Stream, Turn};

use crate::episode::HappenedIn;

/// In how many possible worlds a step is tried to see whether its outcome was known before.
const WORLDS: usize = 8;

/// What was noticed.
pub(super) struct Notice<G: Game> {
    /// For each seat: after how many events there was something new for it. Empty in an open game.
    moments: Vec<Vec<usize>>,
    run: Option<Run<G>>,
}

/// The last steps, as far back as one seat took them in one turn.
struct Run<G: Game> {
    seat: Seat,
    /// How many events there were before them.
    from: usize,
    before: G::State,
    steps: Vec<G::Action>,
}

/// Something that has happened, for [`Notice::note`].
pub(super) struct Occurrence<'a, G: Game> {
    pub(super) happened: HappenedIn<G>,
    pub(super) before: G::State,
    pub(super) after: &'a G::State,
    /// Whether each seat was told about it.
    pub(super) told: Vec<bool>,
    /// How many events there are now.
    pub(super) number: usize,
}

impl<G: Game> Notice<G> {
    pub(super) fn new(game: &G) -> Self {
        let seats = if game.info().hidden { game.info().seats.len() } else { 0 };
        Notice { moments: vec![Vec::new(); seats], run: None }
    }

    /// Whether there is anything to keep.
    pub(super) fn needed(&self) -> bool {
        !self.moments.is_empty()
    }

    /// A game begins.
    pub(super) fn begin(&mut self) {
        self.moments.iter_mut().for_each(Vec::clear);
        self.run = None;
    }

    /// Something has happened.
    pub(super) fn note(&mut self, game: &G, event: Occurrence<G>) {
        let Occurrence { happened, before, after, told, number } = event;
        let passed = game.turn(&before) != game.turn(after) || game.turns(&before) != game.turns(after);
        for (seat, moments) in self.moments.iter_mut().enumerate() {
            if passed || told[seat] || game.view(&before, seat) != game.view(after, seat) {
                moments.push(number);
            }
        }
        match (happened, game.turn(&before)) {
            (Happened::Step(step), Turn::Player(seat)) if !passed => match &mut self.run {
                Some(run) if run.seat == seat => run.steps.push(step),
                _ => self.run = Some(Run { seat, from: number - 1, before, steps: vec![step] }),
            },
            _ => self.run = None,
        }
    }

    /// After how many events there was something new for a seat; nothing in an open game.
    pub(super) fn moments(&self, seat: Seat) -> Option<&[usize]> {
        self.moments.get(seat).map(Vec::as_slice)
    }

    /// After how many events the seat's own steps began that could be taken back as if nothing had been: since then nobody
    /// else acted, and the seat has seen nothing that it could not have foretold. Nothing if there are none.
    pub(super) fn own_since(&self, game: &G, seat: Seat) -> Option<usize> {
        let run = self.run.as_ref().filter(|run| run.seat == seat)?;
        let (mut state, mut since) = (run.before.clone(), run.from);
        for (i, &step) in run.steps.iter().enumerate() {
            let known = game.view(&state, seat);
            game.apply(&mut state, step);
            if !foretold(game, &known, step, &game.view(&state, seat), seat) {
                since = run.from + i + 1;
            }
        }
        Some(since)
    }
}

/// Whether what a seat sees after its step is what it would see in every world that it may be in.
fn foretold<G: Game>(game: &G, known: &G::View, step: G::Action, seen: &G::View, seat: Seat) -> bool {
    let mut rng = Rng::new(0, 0, Stream::World);
    let same = |mut world: G::State| {
        game.check(&world, step).is_ok() && {
            game.apply(&mut world, step);
            game.view(&world, seat) == *seen
        }
    };
    same(game.imagine(known)) && (0..WORLDS).all(|_| same(game.guess(known, &mut rng)))
}
