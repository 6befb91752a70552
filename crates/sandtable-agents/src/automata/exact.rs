//! What automata should find: the exact mean feedback of every joint move of a small [`Squad`], by backward induction.

use rustc_hash::{FxHashMap, FxHashSet};
use sandtable_core::{BadInput, Squad};

/// The most joint moves of one turn that are gone through.
const MAX_MOVES: u64 = 1 << 20;
/// The most situations that are valued.
const MAX_SITUATIONS: usize = 4_000_000;

/// How the other side answers where it has no script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answers {
    /// With what is worst for side 0 in the end.
    Best,
    /// With what is worst for side 0 right after the answer: it looks no further than its own turn.
    Shallow,
}

/// A joint move and what it is worth. Moves that only differ in which of several like units does what are one.
#[derive(Clone, Debug, PartialEq)]
pub struct Valued {
    /// One choice for each unit.
    pub choices: Vec<u16>,
    /// In how many ways the units can do this.
    pub ways: u64,
    /// The mean feedback to side 0.
    pub value: f64,
}

/// Backward induction over a squad.
pub struct Exact<S: Squad> {
    turns: usize,
    answers: Answers,
    /// By turns that side 0 has left, with the situation before dice fall or a side decides.
    known: Vec<FxHashMap<S::Situation, f64>>,
    size: usize,
}

impl<S: Squad> Exact<S> {
    /// For so many turns of side 0, each followed by one of side 1.
    pub fn new(turns: usize, answers: Answers) -> Self {
        Exact { turns, answers, known: (0..=turns).map(|_| FxHashMap::default()).collect(), size: 0 }
    }

    /// Every move of the side that is to decide in the first turn, the best for side 0 first.
    pub fn moves(&mut self, squad: &mut S, here: &S::Situation) -> Result<Vec<Valued>, BadInput> {
        self.moves_in(squad, here, self.turns)
    }

    /// The same where side 0 has so many turns left, that of this situation included.
    pub fn moves_in(
        &mut self,
        squad: &mut S,
        here: &S::Situation,
        left: usize,
    ) -> Result<Vec<Valued>, BadInput> {
        let mut found: Vec<(S::Situation, Valued)> = Vec::new();
        let mut places: FxHashMap<S::Situation, usize> = FxHashMap::default();
        for_each_move(squad, here, |squad, choices| {
            let mut moved = here.clone();
            squad.advance(&mut moved, choices);
            let key = squad.alike(&moved);
            match places.get(&key) {
                Some(&place) => found[place].1.ways += 1,
                None => {
                    places.insert(key, found.len());
                    found.push((moved, Valued { choices: choices.to_vec(), ways: 1, value: 0.0 }));
                }
            }
            Ok(())
        })?;
        let mut moves = Vec::new();
        for (moved, mut valued) in found {
            valued.value = self.after(squad, &moved, left)?;
            moves.push(valued);
        }
        moves.sort_by(|a, b| b.value.total_cmp(&a.value));
        Ok(moves)
    }

    /// The mean over the dice that a side's move leaves. `left` counts side 0's turns, the one that is being played included.
    pub fn after(&mut self, squad: &mut S, moved: &S::Situation, left: usize) -> Result<f64, BadInput> {
        let key = squad.alike(moved);
        if let Some(value) = self.known[left].get(&key) {
            return Ok(*value);
        }
        let mut list = Vec::new();
        if !squad.outcomes(moved, &mut list) {
            return too_large();
        }
        let mut mean = 0.0;
        for (here, chance) in &list {
            mean += chance * self.value(squad, here, left)?;
        }
        self.keep(left, key, mean)?;
        Ok(mean)
    }

    /// What a situation is worth in which a side is to decide.
    fn value(&mut self, squad: &mut S, here: &S::Situation, left: usize) -> Result<f64, BadInput> {
        let side = squad.side(here);
        // Side 1 has answered, so the turn is over.
        let left = if side == 0 { left - 1 } else { left };
        if left == 0 {
            return Ok(squad.feedback(here));
        }
        let key = squad.alike(here);
        if let Some(value) = self.known[left].get(&key) {
            return Ok(*value);
        }
        let mut script = Vec::new();
        let value = if side == 1 && squad.script(here, &mut script) {
            let mut moved = here.clone();
            squad.advance(&mut moved, &script);
            self.after(squad, &moved, left)?
        } else {
            self.best(squad, here, left)?
        };
        self.keep(left, key, value)?;
        Ok(value)
    }

    /// The best that the deciding side can do.
    fn best(&mut self, squad: &mut S, here: &S::Situation, left: usize) -> Result<f64, BadInput> {
        let side = squad.side(here);
        let mut seen: FxHashSet<S::Situation> = FxHashSet::default();
        let (mut best, mut shown) = (f64::NEG_INFINITY, 0.0);
        for_each_move(squad, here, |squad, choices| {
            let mut moved = here.clone();
            squad.advance(&mut moved, choices);
            if !seen.insert(squad.alike(&moved)) {
                return Ok(());
            }
            if side == 1 && self.answers == Answers::Shallow {
                let mut list = Vec::new();
                if !squad.outcomes(&moved, &mut list) {
                    return too_large();
                }
                let now: f64 = list.iter().map(|(s, p)| p * squad.feedback(s)).sum();
                // What is equal to within rounding is equal: the first, which is to do nothing.
                if -now > best + 1e-12 {
                    (best, shown) = (-now, self.after(squad, &moved, left)?);
                }
                return Ok(());
            }
            let value = self.after(squad, &moved, left)?;
            let rank = if side == 0 { value } else { -value };
            if rank > best {
                (best, shown) = (rank, value);
            }
            Ok(())
        })?;
        Ok(shown)
    }

    fn keep(&mut self, left: usize, key: S::Situation, value: f64) -> Result<(), BadInput> {
        self.size += 1;
        if self.size > MAX_SITUATIONS {
            return too_large();
        }
        self.known[left].insert(key, value);
        Ok(())
    }
}

fn too_large<T>() -> Result<T, BadInput> {
    Err(BadInput::new("too large to be solved exactly"))
}

/// Calls `visit` with every joint move of the deciding side.
fn for_each_move<S: Squad>(
    squad: &mut S,
    here: &S::Situation,
    mut visit: impl FnMut(&mut S, &[u16]) -> Result<(), BadInput>,
) -> Result<(), BadInput> {
    let mut options = Vec::new();
    squad.options(here, &mut options);
    let all = options.iter().try_fold(1u64, |all, &n| all.checked_mul(u64::from(n)));
    if all.is_none_or(|all| all > MAX_MOVES) {
        return too_large();
    }
    let mut choices = vec![0; options.len()];
    loop {
        visit(squad, &choices)?;
        let Some(unit) = (0..choices.len()).rev().find(|&u| choices[u] + 1 < options[u]) else {
            return Ok(());
        };
        choices[unit] += 1;
        choices[unit + 1..].fill(0);
    }
}
