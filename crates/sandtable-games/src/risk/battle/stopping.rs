//! When to break off: the attacker may stop after any roll, and what is at stake decides whether he should.
//!
//! Everything is counted from the present moment: breaking off is worth nothing, an army that falls from now on costs
//! or gains its worth, and taking the territory brings its own. So the value of a battle does not depend on what was
//! lost before, and it is never negative: one may always stop.

use super::next;

/// What things are worth to the attacker.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stakes {
    /// Taking the territory: destroying its last defender.
    pub win: f64,
    /// Each own army left; lost with every army that falls.
    pub attacker: f64,
    /// Each enemy army destroyed.
    pub defender: f64,
}

/// The best play in all battles up to a size, for given stakes.
pub struct Stopping {
    attackers: usize,
    defenders: usize,
    /// The value of best play, at `attackers * (defenders + 1) + defenders`.
    best: Vec<f64>,
    /// The value of fighting to the end, likewise.
    fought: Vec<f64>,
}

impl Stopping {
    /// A dynamic programme from small battles to the largest, `attackers` against `defenders`.
    pub fn new(stakes: Stakes, attackers: u32, defenders: u32) -> Stopping {
        let (n, m) = (attackers as usize, defenders as usize);
        let wide = m + 1;
        let (mut best, mut fought) = (vec![0.0; (n + 1) * wide], vec![0.0; (n + 1) * wide]);
        for a in 1..=n {
            best[a * wide] = stakes.win;
            fought[a * wide] = stakes.win;
            for d in 1..=m {
                let (mut go, mut end) = (0.0, 0.0);
                for (p, x, y) in next(a, d) {
                    let gained = stakes.defender * (d - y) as f64 - stakes.attacker * (a - x) as f64;
                    go += p * (gained + best[x * wide + y]);
                    end += p * (gained + fought[x * wide + y]);
                }
                best[a * wide + d] = f64::max(go, 0.0);
                fought[a * wide + d] = end;
            }
        }
        Stopping { attackers: n, defenders: m, best, fought }
    }

    fn entry(&self, attackers: u32, defenders: u32) -> usize {
        let (a, d) = (attackers as usize, defenders as usize);
        assert!(a <= self.attackers && d <= self.defenders, "{a} v {d} is beyond the table");
        a * (self.defenders + 1) + d
    }

    /// The expected worth of best play from here on, over breaking off now: never negative before the battle is over.
    ///
    /// # Panics
    ///
    /// Like all that follow, if the battle is larger than those that were asked for.
    pub fn value(&self, attackers: u32, defenders: u32) -> f64 {
        self.best[self.entry(attackers, defenders)]
    }

    /// The expected worth of fighting to the end, come what may; negative if that is worse than not to begin.
    pub fn to_the_end(&self, attackers: u32, defenders: u32) -> f64 {
        self.fought[self.entry(attackers, defenders)]
    }

    /// Whether another roll is better than breaking off. Where both are worth the same, one breaks off.
    pub fn attack(&self, attackers: u32, defenders: u32) -> bool {
        attackers > 0 && defenders > 0 && self.value(attackers, defenders) > 0.0
    }

    /// The fewest attackers with which to go on against so many defenders, if any number in the table is enough.
    ///
    /// If no stake is negative, one goes on with any larger number too: no counterexample exists among the thousands of
    /// random stakes that were tried, and a test tries more. With a negative stake it need not be so (who is glad to
    /// lose his armies but not to win attacks with few alone); then only [`Stopping::attack`] answers.
    pub fn least(&self, defenders: u32) -> Option<u32> {
        (1..=self.attackers as u32).find(|&a| self.attack(a, defenders))
    }
}
