//! Decentralised, multi-tier learning (chapter 2 and algorithm 1): every unit has its own automaton for each turn ahead.
//!
//! In each round of a tier the units choose, the dice fall, the opponent answers, and the tier below learns what that
//! is worth; after the last tier the state of the game says so. All automata of a side hear the same feedback. What a tier
//! passes up is the mean over the last fifth of its rounds.
//!
//! Where the paper throws dice and learns everything anew at every visit, this planner can also take the exact mean over all dice,
//! learn each situation once, remember it, and pass up what a tier's decision is worth.

use std::hash::Hash;

use rustc_hash::FxHashMap;
use sandtable_core::{Rng, Squad};

use super::settings::{Feedback, Opponent, PATIENCE, Settings, TAIL};
use super::{Automaton, Kind};

/// Joint moves are looked up in a table up to this many.
const TABLE: usize = 1 << 14;

/// The automata of one side in one tier, with all memory that a visit needs.
#[derive(Default)]
struct Level {
    options: Vec<u16>,
    /// Where each unit's memory begins.
    first: Vec<usize>,
    memory: Vec<f64>,
    choices: Vec<u16>,
    /// The feedback of each round.
    heard: Vec<f64>,
    /// The feedback of joint moves, where it is always the same; not a number where it is not known yet.
    known: Vec<f64>,
    /// What each unit did in the tiers above, as a number.
    paths: Vec<u32>,
}

impl Level {
    fn joint(&self) -> Option<usize> {
        self.options
            .iter()
            .try_fold(1usize, |all, &n| all.checked_mul(usize::from(n)))
            .filter(|n| *n <= TABLE)
    }

    fn index(&self) -> usize {
        self.choices.iter().zip(&self.options).fold(0, |all, (&c, &n)| all * usize::from(n) + usize::from(c))
    }

    fn memory_of(&mut self, unit: usize) -> &mut [f64] {
        let end = self.first.get(unit + 1).copied().unwrap_or(self.memory.len());
        &mut self.memory[self.first[unit]..end]
    }
}

/// What was decided.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// One choice for each unit.
    pub choices: Vec<u16>,
    /// The mean feedback over the last rounds.
    pub value: f64,
    /// How many rounds the first tier took.
    pub rounds: u32,
}

/// One turn of a line that was learned.
pub struct Step<S: Squad> {
    /// Where side 0 decided.
    pub situation: S::Situation,
    /// What it decided.
    pub decision: Decision,
    /// Where side 1 answered.
    pub after: S::Situation,
    /// What it answered.
    pub answer: Vec<u16>,
}

/// Learns decisions. It forgets a situation's worth only when told to.
pub struct Planner<S: Squad> {
    settings: Settings,
    levels: Vec<Level>,
    /// For each tier: what situations are worth that were learned.
    worth: Vec<FxHashMap<S::Situation, f64>>,
    /// For each tier: the best answer of the other side.
    answers: Vec<FxHashMap<S::Situation, Vec<u16>>>,
    /// For each tier: exact means over the dice after a move, to the end of the tiers; then those to the end of the turn.
    means: Vec<FxHashMap<S::Situation, f64>>,
    /// Automata that are kept: tier, unit and path.
    kept: FxHashMap<(usize, usize, u32), Vec<f64>>,
    lists: Vec<Vec<(S::Situation, f64)>>,
    plans: Vec<Vec<u16>>,
    /// The choices of the first tier in every round, if somebody wants to see them.
    pub watched: Option<Vec<Vec<u16>>>,
    /// When to stop, if the time is limited.
    deadline: Option<std::time::Instant>,
}

impl<S: Squad> Planner<S>
where
    S::Situation: Hash + Eq,
{
    /// A planner that has learned nothing. The settings must have been [checked](Settings::check).
    pub fn new(settings: Settings) -> Self {
        let tiers = settings.tiers.len();
        Planner {
            levels: (0..2 * tiers).map(|_| Level::default()).collect(),
            worth: (0..tiers).map(|_| FxHashMap::default()).collect(),
            answers: (0..tiers).map(|_| FxHashMap::default()).collect(),
            means: (0..2 * tiers).map(|_| FxHashMap::default()).collect(),
            kept: FxHashMap::default(),
            lists: Vec::new(),
            plans: Vec::new(),
            watched: None,
            deadline: None,
            settings,
        }
    }

    /// How it looks ahead.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Forgets all.
    pub fn forget(&mut self) {
        self.worth.iter_mut().for_each(FxHashMap::clear);
        self.answers.iter_mut().for_each(FxHashMap::clear);
        self.means.iter_mut().for_each(FxHashMap::clear);
        self.kept.clear();
    }

    /// Decides for side 0, which is to move. `until` ends the rounds of all tiers early.
    pub fn decide(
        &mut self,
        squad: &mut S,
        situation: &S::Situation,
        until: Option<std::time::Instant>,
        rng: &mut Rng,
    ) -> Decision {
        debug_assert_eq!(squad.side(situation), 0);
        self.deadline = until;
        let mut choices = Vec::new();
        let (value, rounds) = self.study(squad, situation, 0, 0, &mut choices, rng);
        self.deadline = None;
        Decision { choices, value, rounds }
    }

    /// A decision for each tier and what the opponent answers to it: after each the dice fall, and what is left of the
    /// tiers is learned from there. The first is one that was made.
    pub fn line(
        &mut self,
        squad: &mut S,
        situation: &S::Situation,
        first: Decision,
        rng: &mut Rng,
    ) -> Vec<Step<S>> {
        let mut line = Vec::new();
        let (mut here, mut made) = (situation.clone(), Some(first));
        for tier in 0..self.settings.tiers.len() {
            let decision = made.take().unwrap_or_else(|| {
                let mut choices = Vec::new();
                let (value, rounds) = self.study(squad, &here, tier, 0, &mut choices, rng);
                Decision { choices, value, rounds }
            });
            let mut after = here.clone();
            squad.advance(&mut after, &decision.choices);
            squad.draw(&mut after, rng);
            let mut answer = Vec::new();
            self.answer(squad, &after, tier, &mut answer, rng);
            line.push(Step { situation: here, decision, after: after.clone(), answer: answer.clone() });
            squad.advance(&mut after, &answer);
            squad.draw(&mut after, rng);
            here = after;
        }
        line
    }

    /// What the automata of a level take to be best.
    fn best(&mut self, level: usize, out: &mut Vec<u16>) {
        let kind = self.kind(level);
        let level = &mut self.levels[level];
        out.clear();
        for unit in 0..level.options.len() {
            out.push(kind.best(level.memory_of(unit)) as u16);
        }
    }

    fn kind(&self, level: usize) -> Kind {
        match (level % 2, self.settings.opponent) {
            (1, Opponent::Reply(tier)) => tier.kind,
            _ => self.settings.tiers[level / 2].kind,
        }
    }

    fn rounds(&self, level: usize) -> u32 {
        match (level % 2, self.settings.opponent) {
            (1, Opponent::Reply(tier)) => tier.rounds,
            _ => self.settings.tiers[level / 2].rounds,
        }
    }

    /// Whether feedback is exact.
    fn exact(&self) -> bool {
        self.settings.feedback != Feedback::Dice
    }

    /// Learns a turn as often as the settings ask; appends the best decision, and returns what it is worth to side 0 and how many
    /// rounds there were.
    fn study(
        &mut self,
        squad: &mut S,
        situation: &S::Situation,
        tier: usize,
        side: usize,
        out: &mut Vec<u16>,
        rng: &mut Rng,
    ) -> (f64, u32) {
        let lessons = match self.settings.feedback {
            Feedback::Dice => 1,
            Feedback::Exact { lessons } => lessons,
        };
        let (mut best, mut rounds) = (0.0, 0);
        for lesson in 0..lessons {
            let (value, played) = self.learn(squad, situation, tier, side, rng);
            let better = if side == 0 { value > best } else { value < best };
            if lesson == 0 || better {
                best = value;
                self.best(2 * tier + side, out);
            }
            rounds += played;
        }
        (best, rounds)
    }

    /// Learns a turn: what it is worth to side 0, and how many rounds there were.
    fn learn(
        &mut self,
        squad: &mut S,
        situation: &S::Situation,
        tier: usize,
        side: usize,
        rng: &mut Rng,
    ) -> (f64, u32) {
        let number = 2 * tier + side;
        let (kind, mut rounds) = (self.kind(number), self.rounds(number));
        let mut level = std::mem::take(&mut self.levels[number]);
        level.options.clear();
        squad.options(situation, &mut level.options);
        self.prepare(&mut level, kind, tier, side, rng);
        let exact = self.exact();
        let joint = level.joint();
        level.known.clear();
        level.known.resize(joint.filter(|_| exact).unwrap_or(0), f64::NAN);
        // Nothing to learn where nobody has a choice; where the dice are in the feedback, they are still thrown.
        if joint == Some(1) && exact {
            rounds = 1;
        }
        let mut calm = 0;
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        level.heard.clear();
        for round in 0..rounds {
            for unit in 0..level.options.len() {
                level.choices[unit] = kind.choose(level.memory_of(unit), rng) as u16;
            }
            let value = self.try_out(squad, situation, &mut level, tier, side, rng);
            level.heard.push(value);
            let feedback = if side == 0 { value } else { 1.0 - value };
            (low, high) = (low.min(feedback), high.max(feedback));
            let feedback = match exact && kind.relative() && high > low {
                true => (feedback - low) / (high - low),
                false => feedback,
            };
            let (toss, mut all_sure) = (rng.unit(), true);
            for unit in 0..level.options.len() {
                let choice = usize::from(level.choices[unit]);
                let memory = level.memory_of(unit);
                kind.reward(memory, choice, feedback, toss, rng);
                if let Some(sure) = self.settings.sure {
                    all_sure = all_sure && kind.sure(memory) >= sure;
                }
            }
            if let (0, 0, Some(watched)) = (tier, side, &mut self.watched) {
                watched.push(level.choices.clone());
            }
            calm = if all_sure { calm + 1 } else { 0 };
            let settled = self.settings.sure.is_some() && calm >= PATIENCE;
            // The clock is asked now and then, in every tier: a single round of the first may take rounds without end.
            let late = round % 16 == 15 && self.deadline.is_some_and(|end| std::time::Instant::now() >= end);
            if settled || late {
                break;
            }
        }
        if self.settings.keep && tier > 0 {
            for unit in 0..level.options.len() {
                let key = (number, unit, level.paths[unit]);
                let memory = level.memory_of(unit);
                self.kept.entry(key).or_default().clear();
                self.kept.get_mut(&key).expect("just made").extend_from_slice(memory);
            }
        }
        let played = level.heard.len();
        let value = if exact {
            for unit in 0..level.options.len() {
                level.choices[unit] = kind.best(level.memory_of(unit)) as u16;
            }
            self.try_out(squad, situation, &mut level, tier, side, rng)
        } else {
            let tail = ((played as f64 * TAIL).ceil() as usize).clamp(1, played);
            level.heard[played - tail..].iter().sum::<f64>() / tail as f64
        };
        self.levels[number] = level;
        (value, played as u32)
    }

    /// What the choices of a level bring.
    fn try_out(
        &mut self,
        squad: &mut S,
        situation: &S::Situation,
        level: &mut Level,
        tier: usize,
        side: usize,
        rng: &mut Rng,
    ) -> f64 {
        let place = if level.known.is_empty() { 0 } else { level.index() };
        if let Some(value) = level.known.get(place).filter(|value| !value.is_nan()) {
            return *value;
        }
        let mut moved = situation.clone();
        squad.advance(&mut moved, &level.choices);
        self.pass_on(level, tier, side);
        let shallow = side == 1 && matches!(self.settings.opponent, Opponent::Reply(_));
        if self.exact()
            && let Some(mean) = self.mean(squad, &moved, tier, shallow, rng)
        {
            if let Some(slot) = level.known.get_mut(place) {
                *slot = mean;
            }
            return mean;
        }
        squad.draw(&mut moved, rng);
        if shallow { squad.feedback(&moved) } else { self.go_on(squad, &mut moved, tier, rng) }
    }

    /// Fresh automata for the options of a level, or those that were kept.
    fn prepare(&mut self, level: &mut Level, kind: Kind, tier: usize, side: usize, rng: &mut Rng) {
        let mut room = 0;
        level.first.clear();
        for &options in &level.options {
            level.first.push(room);
            room += kind.room(usize::from(options));
        }
        level.memory.clear();
        level.memory.resize(room, 0.0);
        level.choices.clear();
        level.choices.resize(level.options.len(), 0);
        level.paths.resize(level.options.len(), 0);
        for unit in 0..level.options.len() {
            let options = usize::from(level.options[unit]);
            let key = (2 * tier + side, unit, level.paths[unit]);
            let memory = level.memory_of(unit);
            kind.reset(memory, options, rng);
            if self.settings.keep
                && tier > 0
                && let Some(kept) = self.kept.get(&key)
                && kept.len() == memory.len()
            {
                memory.copy_from_slice(kept);
            }
        }
    }

    /// Tells the tier below what each unit did.
    fn pass_on(&mut self, level: &Level, tier: usize, side: usize) {
        if self.settings.keep && tier + 1 < self.settings.tiers.len() {
            let below = &mut self.levels[2 * (tier + 1) + side].paths;
            below.clear();
            let most = level.options.iter().copied().max().unwrap_or(1);
            below.extend(
                level
                    .paths
                    .iter()
                    .zip(&level.choices)
                    .map(|(path, &c)| path.wrapping_mul(u32::from(most)).wrapping_add(u32::from(c) + 1)),
            );
        }
    }

    /// The exact mean over the dice, remembered; nothing if there are too many ways in which they may fall.
    fn mean(
        &mut self,
        squad: &mut S,
        moved: &S::Situation,
        tier: usize,
        shallow: bool,
        rng: &mut Rng,
    ) -> Option<f64> {
        let key = squad.alike(moved);
        let table = 2 * tier + usize::from(shallow);
        if let Some(mean) = self.means[table].get(&key) {
            return Some(*mean);
        }
        let mut list = self.lists.pop().unwrap_or_default();
        list.clear();
        let listed = squad.outcomes(moved, &mut list);
        let mut mean = 0.0;
        if listed {
            for (after, chance) in &mut list {
                mean += *chance
                    * if shallow { squad.feedback(after) } else { self.go_on(squad, after, tier, rng) };
            }
            self.means[table].insert(key, mean);
        }
        self.lists.push(list);
        listed.then_some(mean)
    }

    /// What a situation is worth in which a side is to decide.
    fn go_on(&mut self, squad: &mut S, here: &mut S::Situation, tier: usize, rng: &mut Rng) -> f64 {
        if squad.side(here) == 0 {
            return match tier + 1 == self.settings.tiers.len() {
                true => squad.feedback(here),
                false => self.worth(squad, here, tier + 1, rng),
            };
        }
        let mut answer = self.plans.pop().unwrap_or_default();
        self.answer(squad, here, tier, &mut answer, rng);
        squad.advance(here, &answer);
        self.plans.push(answer);
        if self.exact()
            && let Some(mean) = self.mean(squad, here, tier, false, rng)
        {
            return mean;
        }
        squad.draw(here, rng);
        self.go_on(squad, here, tier, rng)
    }

    /// What a situation is worth that the next tier learns.
    fn worth(&mut self, squad: &mut S, here: &S::Situation, tier: usize, rng: &mut Rng) -> f64 {
        if !self.exact() {
            return self.learn(squad, here, tier, 0, rng).0;
        }
        let key = squad.alike(here);
        if let Some(worth) = self.worth[tier].get(&key) {
            return *worth;
        }
        let mut plan = self.plans.pop().unwrap_or_default();
        let (worth, _) = self.study(squad, here, tier, 0, &mut plan, rng);
        self.plans.push(plan);
        self.worth[tier].insert(key, worth);
        worth
    }

    /// What the other side does.
    fn answer(&mut self, squad: &mut S, here: &S::Situation, tier: usize, out: &mut Vec<u16>, rng: &mut Rng) {
        out.clear();
        if squad.script(here, out) {
            return;
        }
        if self.settings.opponent == Opponent::Script {
            let first = out.len();
            squad.options(here, out);
            out[first..].fill(0);
            return;
        }
        // Units that look alike are not told apart in what is remembered, so answers are kept for the very situation.
        if self.exact()
            && let Some(known) = self.answers[tier].get(here)
        {
            out.extend_from_slice(known);
            return;
        }
        self.study(squad, here, tier, 1, out, rng);
        if self.exact() {
            self.answers[tier].insert(here.clone(), out.clone());
        }
    }
}
