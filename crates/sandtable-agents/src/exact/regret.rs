//! Best play where something is hidden, by counterfactual regret minimisation (Zinkevich et al. 2007, in the form CFR+ of
//! Tammelin 2014): both sides play again and again, and at each information set lean towards the steps that they regret not to
//! have taken. Their average play comes to an equilibrium; how far off it may be is what best replies to it gain.

use sandtable_core::{Game, Kit, Seat};

use super::histories::{Histories, Kind, Known};
use super::rules::Rules;
use super::sides::Sides;
use super::{Limits, Unsolved};

/// Rounds of play between two looks at how good it is; they double.
const FIRST_LOOK: u32 = 64;
/// Rounds of play at most.
const MOST_ROUNDS: u32 = 1 << 20;

/// How both sides should play a game in which something is hidden.
pub struct Equilibrium {
    histories: Histories,
    /// The chance of each step of each information set.
    play: Vec<f64>,
    /// What the first seat gets at least by its play, and at most against the other's.
    pub bounds: (f64, f64),
    /// How often the sides have played.
    pub rounds: u32,
}

impl Equilibrium {
    /// Plays until the value of the game is known to `precision`.
    pub fn find<G: Game>(
        kit: &Kit<G>,
        root: &G::State,
        precision: f64,
        limits: &Limits,
    ) -> Result<Self, Unsolved> {
        let sides = Sides::of_two(kit.game)?;
        let histories = Histories::list(Rules::of(kit, &sides), root, limits)?;
        let mut learner = Learner::new(&histories);
        let (mut round, mut look) = (0, FIRST_LOOK);
        loop {
            round += 1;
            learner.improve(0, round);
            learner.improve(1, round);
            if !(limits.progress)(0) {
                return Err(Unsolved::Stopped);
            }
            if round < look {
                continue;
            }
            look *= 2;
            let play = learner.average();
            let bounds = (reply(&histories, &play, 1), reply(&histories, &play, 0));
            if bounds.1 - bounds.0 <= 2.0 * precision || round >= MOST_ROUNDS {
                drop(learner);
                return Ok(Equilibrium { histories, play, bounds, rounds: round });
            }
        }
    }

    /// How many histories there are, and how many information sets.
    pub fn size(&self) -> (u64, u64) {
        (self.histories.nodes.len() as u64, self.histories.known.len() as u64)
    }

    /// How likely each step is at a history that such steps and draws (by number) lead to from the root; nothing where nobody decides.
    pub fn chances(&self, path: &[usize]) -> Option<&[f64]> {
        let mut at = self.histories.nodes.first()?;
        for &number in path {
            let next = (number < at.count as usize).then_some(at.first as usize + number)?;
            at = &self.histories.nodes[next];
        }
        let Kind::Decision(set) = at.kind else { return None };
        Some(&self.play[steps(&self.histories.known[set as usize])])
    }
}

fn steps(known: &Known) -> std::ops::Range<usize> {
    known.first as usize..(known.first + known.steps) as usize
}

/// Two sides that learn from what they regret.
struct Learner<'a> {
    histories: &'a Histories,
    regret: Vec<f64>,
    /// How likely each step is now.
    now: Vec<f64>,
    /// The same over all rounds, later ones counting more.
    sum: Vec<f64>,
    /// How far the learning side's own steps lead to each history, and how far everything else does.
    own: Vec<f64>,
    others: Vec<f64>,
    values: Vec<f64>,
}

impl<'a> Learner<'a> {
    fn new(histories: &'a Histories) -> Self {
        let (nodes, all) = (histories.nodes.len(), histories.steps as usize);
        let mut now = vec![0.0; all];
        for known in &histories.known {
            now[steps(known)].fill(1.0 / f64::from(known.steps));
        }
        Learner {
            histories,
            regret: vec![0.0; all],
            now,
            sum: vec![0.0; all],
            own: vec![1.0; nodes],
            others: vec![1.0; nodes],
            values: vec![0.0; nodes],
        }
    }

    /// Lets one side learn from a round of play.
    fn improve(&mut self, seat: Seat, round: u32) {
        let Histories { nodes, known, .. } = self.histories;
        for (at, node) in nodes.iter().enumerate() {
            let (own, others) = (self.own[at], self.others[at]);
            let next = node.first as usize..(node.first + node.count) as usize;
            match node.kind {
                Kind::End(_) => {}
                Kind::Chance => {
                    for to in next {
                        (self.own[to], self.others[to]) = (own, others * nodes[to].p);
                    }
                }
                Kind::Decision(set) => {
                    let set = &known[set as usize];
                    let mine = set.seat == seat;
                    for (to, step) in next.zip(steps(set)) {
                        let chance = self.now[step];
                        (self.own[to], self.others[to]) =
                            if mine { (own * chance, others) } else { (own, others * chance) };
                        // All histories of an information set have the same own steps behind them.
                        if mine && set.example as usize == at {
                            self.sum[step] += f64::from(round) * own * chance;
                        }
                    }
                }
            }
        }
        let sign = if seat == 0 { 1.0 } else { -1.0 };
        for (at, node) in nodes.iter().enumerate().rev() {
            let next = node.first as usize..(node.first + node.count) as usize;
            self.values[at] = match node.kind {
                Kind::End(value) => sign * value,
                Kind::Chance => next.map(|to| nodes[to].p * self.values[to]).sum(),
                Kind::Decision(set) => {
                    let set = &known[set as usize];
                    let value =
                        next.clone().zip(steps(set)).map(|(to, s)| self.now[s] * self.values[to]).sum();
                    if set.seat == seat {
                        for (to, step) in next.zip(steps(set)) {
                            self.regret[step] += self.others[at] * (self.values[to] - value);
                        }
                    }
                    value
                }
            };
        }
        for set in known.iter().filter(|set| set.seat == seat) {
            let regrets = &mut self.regret[steps(set)];
            regrets.iter_mut().for_each(|regret| *regret = regret.max(0.0));
            let all: f64 = regrets.iter().sum();
            let even = 1.0 / f64::from(set.steps);
            for (now, regret) in self.now[steps(set)].iter_mut().zip(regrets) {
                *now = if all > 0.0 { *regret / all } else { even };
            }
        }
    }

    fn average(&self) -> Vec<f64> {
        let mut play = self.sum.clone();
        for set in &self.histories.known {
            let chances = &mut play[steps(set)];
            let (all, even) = (chances.iter().sum::<f64>(), 1.0 / f64::from(set.steps));
            chances.iter_mut().for_each(|chance| *chance = if all > 0.0 { *chance / all } else { even });
        }
        play
    }
}

/// What the first seat gets if `seat` replies as well as it can to how the other plays.
fn reply(histories: &Histories, play: &[f64], seat: Seat) -> f64 {
    let Histories { nodes, known, .. } = histories;
    let mut reply = Reply {
        histories,
        play,
        seat,
        weights: vec![1.0; nodes.len()],
        members: vec![Vec::new(); known.len()],
        best: vec![None; known.len()],
        values: vec![f64::NAN; nodes.len()],
    };
    for (at, node) in nodes.iter().enumerate() {
        let weight = reply.weights[at];
        let next = node.first as usize..(node.first + node.count) as usize;
        match node.kind {
            Kind::End(_) => {}
            Kind::Chance => next.for_each(|to| reply.weights[to] = weight * nodes[to].p),
            Kind::Decision(set) => {
                let of = &known[set as usize];
                for (to, step) in next.zip(steps(of)) {
                    reply.weights[to] = if of.seat == seat { weight } else { weight * play[step] };
                }
                if of.seat == seat {
                    reply.members[set as usize].push(at as u32);
                }
            }
        }
    }
    reply.value(0)
}

/// A side that knows how the other plays.
struct Reply<'a> {
    histories: &'a Histories,
    play: &'a [f64],
    seat: Seat,
    /// How likely each history is, as far as the replying side does not decide.
    weights: Vec<f64>,
    /// The histories of each of its information sets, and its best step there once it is known.
    members: Vec<Vec<u32>>,
    best: Vec<Option<u32>>,
    values: Vec<f64>,
}

impl Reply<'_> {
    fn value(&mut self, at: u32) -> f64 {
        if !self.values[at as usize].is_nan() {
            return self.values[at as usize];
        }
        let node = self.histories.nodes[at as usize];
        let next = node.first..node.first + node.count;
        let value = match node.kind {
            Kind::End(value) => value,
            Kind::Chance => next.map(|to| self.histories.nodes[to as usize].p * self.value(to)).sum(),
            Kind::Decision(set) if self.histories.known[set as usize].seat == self.seat => {
                let step = self.best_step(set);
                self.value(node.first + step)
            }
            Kind::Decision(set) => {
                let play = &self.play[steps(&self.histories.known[set as usize])];
                next.zip(play).map(|(to, chance)| chance * self.value(to)).sum()
            }
        };
        self.values[at as usize] = value;
        value
    }

    fn best_step(&mut self, set: u32) -> u32 {
        if let Some(step) = self.best[set as usize] {
            return step;
        }
        let members = std::mem::take(&mut self.members[set as usize]);
        let sign = if self.seat == 0 { 1.0 } else { -1.0 };
        let mut best = (0, f64::NEG_INFINITY);
        for step in 0..self.histories.known[set as usize].steps {
            let worth = |at: &u32| {
                let to = self.histories.nodes[*at as usize].first + step;
                sign * self.weights[*at as usize] * self.value(to)
            };
            let worth: f64 = members.iter().map(worth).sum();
            if worth > best.1 {
                best = (step, worth);
            }
        }
        self.best[set as usize] = Some(best.0);
        best.0
    }
}
