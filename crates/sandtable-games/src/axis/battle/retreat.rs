//! When to break off, decided before each round of a real battle.

use super::chain::Chain;
use super::solver::Solver;
use super::{End, Line, Setup};

/// Whether the attacker should break off now, before the next round, with the units that are left.
///
/// It is for battles that have begun: guns have fired and are left out.
/// [`Retreat::After`](super::Retreat::After) counts the rounds that are still to be fought.
pub fn should_retreat(setup: &Setup) -> bool {
    Solver::new().should_retreat(setup)
}

/// What to do in each state of a battle that has begun, if the land is worth so much; guns are left out.
pub struct Stopping {
    chain: Chain,
}

impl Stopping {
    /// Works it out; the setup's own way to retreat is not looked at.
    pub fn new(setup: &Setup, land: f64) -> Stopping {
        let mut chain = Chain::empty();
        chain.set_defence(setup);
        chain.set_attack(setup, setup.attackers);
        chain.plan(land);
        Stopping { chain }
    }

    /// The attackers.
    pub fn attack(&self) -> &Line {
        &self.chain.attack
    }

    /// The defenders.
    pub fn defence(&self) -> &Line {
        &self.chain.defence
    }

    /// How the battle is over after so many hits on the attacker and on the defender, if it is.
    pub fn end(&self, attack: usize, defence: usize) -> Option<End> {
        self.chain.end(attack, defence)
    }

    /// Whether to go on after so many hits on the attacker and on the defender.
    pub fn go_on(&self, attack: usize, defence: usize) -> bool {
        self.end(attack, defence).is_none() && !self.chain.stop[self.chain.index(attack, defence)]
    }

    /// What one more round, and what is best after it, is worth over breaking off: not positive where one
    /// should not go on, nothing where the battle is over.
    pub fn advantage(&self, attack: usize, defence: usize) -> f64 {
        if self.end(attack, defence).is_some() { 0.0 } else { self.chain.advantage(attack, defence) }
    }
}
