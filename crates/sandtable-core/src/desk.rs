//! One evaluation for many searches: leaves that games side by side hand in are valued together.
//!
//! A network answers thirty questions in little more time than one, but a search has only one question at a time. So the searches of
//! several games share a [`Desk`]: each hands in its leaf and waits, and whoever completes a batch has it valued for all. An answer
//! depends on its own leaf alone, so it makes no difference to a game who else was asking.
//!
//! A batch is complete when it is as large as the evaluation likes, or when nobody is left whose question could make it larger. To
//! know that, the desk counts the searches under way: a search holds a [`Presence`] from its first question to its last.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::{BadInput, Eval, Game, Leaf, Payoff};

/// The evaluations of a game that are shared, by the words that asked for them.
pub struct Desks<G: Game>(Mutex<Vec<(String, Arc<Desk<G>>)>>);

impl<G: Game> Default for Desks<G> {
    fn default() -> Self {
        Desks(Mutex::new(Vec::new()))
    }
}

impl<G: Game> Desks<G> {
    /// The desk for `words`, or a new one with an evaluation for each core.
    pub fn desk(
        &self,
        words: &str,
        most: usize,
        build: impl Fn() -> Result<Box<dyn Eval<G>>, BadInput>,
    ) -> Result<Arc<Desk<G>>, BadInput> {
        let mut desks = locked(&self.0);
        if let Some((_, desk)) = desks.iter().find(|(name, _)| name == words) {
            return Ok(desk.clone());
        }
        let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
        let desk = Arc::new(Desk::new(most, (0..cores).map(|_| build()).collect::<Result<_, _>>()?));
        desks.push((words.into(), desk.clone()));
        Ok(desk)
    }

    /// How many games a core should have under way so that batches fill: one where nothing is shared.
    pub fn appetite(&self) -> usize {
        locked(&self.0).iter().map(|(_, desk)| desk.most).max().unwrap_or(1)
    }

    /// How many batches have been valued, and how many leaves in them.
    pub fn served(&self) -> (u64, u64) {
        let each = locked(&self.0).iter().map(|(_, desk)| locked(&desk.room).served).collect::<Vec<_>>();
        each.into_iter().fold((0, 0), |sum, served| (sum.0 + served.0, sum.1 + served.1))
    }
}

/// Where leaves are handed in.
pub struct Desk<G: Game> {
    /// As many leaves as one evaluation likes to see at once.
    most: usize,
    /// As many batches as can be valued at the same time.
    hands: usize,
    priors: bool,
    room: Mutex<Room<G>>,
}

struct Room<G: Game> {
    /// Evaluations that have nothing to do.
    free: Vec<Box<dyn Eval<G>>>,
    /// How many searches are under way.
    searching: usize,
    waiting: Vec<Question<G>>,
    served: (u64, u64),
}

/// Leaves of one search on their way to the desk, and the answers on their way back.
struct Question<G: Game> {
    states: Vec<G::State>,
    /// The steps of all leaves, and where those of each end.
    steps: Vec<G::Action>,
    ends: Vec<usize>,
    values: Vec<Payoff>,
    priors: Vec<f32>,
    /// Back to the one who asked; if the question is lost, so is this, and the asker knows.
    reply: Sender<Reply<G>>,
}

enum Reply<G: Game> {
    Answer(Question<G>),
    /// A batch may be complete: see to it.
    Look,
}

impl<G: Game> Desk<G> {
    /// For these evaluations, which are all alike, in batches of at most `most` questions.
    pub fn new(most: usize, free: Vec<Box<dyn Eval<G>>>) -> Self {
        let (hands, priors) = (free.len(), free.iter().any(|eval| eval.has_priors()));
        assert!(hands > 0 && most > 0, "a desk without an evaluation");
        let room = Room { free, searching: 0, waiting: Vec::new(), served: (0, 0) };
        Desk { most, hands, priors, room: Mutex::new(room) }
    }

    fn room(&self) -> MutexGuard<'_, Room<G>> {
        locked(&self.room)
    }

    /// A complete batch and somebody to value it.
    fn batch(&self, room: &mut Room<G>) -> Option<(Box<dyn Eval<G>>, Vec<Question<G>>)> {
        let share = room.searching.div_ceil(self.hands);
        let complete = !room.waiting.is_empty() && room.waiting.len() >= share.min(self.most);
        let eval = if complete { room.free.pop()? } else { return None };
        let size = room.waiting.len().min(self.most);
        Some((eval, room.waiting.drain(..size).collect()))
    }

    /// Values batches as long as there are complete ones.
    fn serve(&self, game: &G) {
        loop {
            let Some((eval, batch)) = self.batch(&mut self.room()) else { return };
            let mut lent = Lent { desk: self, eval: Some(eval), leaves: 0 };
            let (mut leaves, mut values, mut priors) = (Vec::new(), Vec::new(), Vec::new());
            for question in &batch {
                let mut begin = 0;
                for (state, &end) in question.states.iter().zip(&question.ends) {
                    leaves.push(Leaf { state, steps: &question.steps[begin..end] });
                    begin = end;
                }
            }
            lent.ask(game, &leaves, &mut values, &mut priors);
            drop(lent);
            let (mut values, mut priors) = (values.into_iter(), priors.into_iter());
            for mut question in batch {
                question.values.extend(values.by_ref().take(question.states.len()));
                question.priors.extend(priors.by_ref().take(question.steps.len()));
                let reply = question.reply.clone();
                // An asker who is gone wants no answer.
                let _ = reply.send(Reply::Answer(question));
            }
        }
    }
}

/// An evaluation at work; it goes back to the desk, also if it panics.
struct Lent<'a, G: Game> {
    desk: &'a Desk<G>,
    eval: Option<Box<dyn Eval<G>>>,
    leaves: u64,
}

impl<G: Game> Lent<'_, G> {
    fn ask(&mut self, game: &G, leaves: &[Leaf<G>], values: &mut Vec<Payoff>, priors: &mut Vec<f32>) {
        if let Some(eval) = &mut self.eval {
            eval.eval(game, leaves, values, priors);
            self.leaves = leaves.len() as u64;
        }
    }
}

impl<G: Game> Drop for Lent<'_, G> {
    fn drop(&mut self) {
        let mut room = self.desk.room();
        room.free.extend(self.eval.take());
        room.served = (room.served.0 + 1, room.served.1 + self.leaves);
    }
}

/// Counts the searches under way.
trait Attendance: Send + Sync {
    fn enter(&self);
    fn leave(&self);
}

impl<G: Game> Attendance for Desk<G> {
    fn enter(&self) {
        self.room().searching += 1;
    }

    fn leave(&self) {
        let mut room = self.room();
        room.searching -= 1;
        // Those who wait may have been waiting for this search alone.
        if let Some(question) = room.waiting.first() {
            let _ = question.reply.send(Reply::Look);
        }
    }
}

/// Held while a search asks an evaluation that may be shared.
pub struct Presence(Option<Arc<dyn Attendance>>);

impl Presence {
    /// Nothing is shared.
    pub const ALONE: Presence = Presence(None);
}

impl Drop for Presence {
    fn drop(&mut self) {
        if let Some(desk) = &self.0 {
            desk.leave();
        }
    }
}

/// An evaluation that asks at a desk.
pub struct Visitor<G: Game> {
    desk: Arc<Desk<G>>,
    /// The last question, for its memory, and where answers come in.
    last: Option<(Question<G>, Receiver<Reply<G>>)>,
}

impl<G: Game> Visitor<G> {
    /// Asks at `desk`.
    pub fn new(desk: Arc<Desk<G>>) -> Self {
        Visitor { desk, last: None }
    }
}

impl<G: Game> Eval<G> for Visitor<G> {
    fn has_priors(&self) -> bool {
        self.desk.priors
    }

    fn presence(&self) -> Presence {
        self.desk.enter();
        Presence(Some(self.desk.clone()))
    }

    fn eval(&mut self, game: &G, leaves: &[Leaf<G>], values: &mut Vec<Payoff>, priors: &mut Vec<f32>) {
        let (mut question, answers) = self.last.take().unwrap_or_else(|| {
            let (reply, answers) = channel();
            let (states, steps, ends) = (Vec::new(), Vec::new(), Vec::new());
            (Question { states, steps, ends, values: Vec::new(), priors: Vec::new(), reply }, answers)
        });
        question.take_down(leaves);
        self.desk.room().waiting.push(question);
        self.desk.serve(game);
        let question = loop {
            match answers.recv().expect("the shared evaluation failed") {
                Reply::Answer(question) => break question,
                Reply::Look => self.desk.serve(game),
            }
        };
        values.extend_from_slice(&question.values);
        priors.extend_from_slice(&question.priors);
        self.last = Some((question, answers));
    }
}

impl<G: Game> Question<G> {
    /// Copies the leaves, into memory that is kept.
    fn take_down(&mut self, leaves: &[Leaf<G>]) {
        self.states.truncate(leaves.len());
        self.steps.clear();
        self.ends.clear();
        self.values.clear();
        self.priors.clear();
        for (i, leaf) in leaves.iter().enumerate() {
            match self.states.get_mut(i) {
                Some(state) => state.clone_from(leaf.state),
                None => self.states.push(leaf.state.clone()),
            }
            self.steps.extend_from_slice(leaf.steps);
            self.ends.push(self.steps.len());
        }
    }
}

/// What is behind these locks stays whole when a thread panics: no step under a lock can fail half-way.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
