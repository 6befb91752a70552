//! What may be attacked, and who may attack it.

use super::judge::{Judge, Verdict};

/// A province that may be attacked.
pub struct Target {
    pub at: u16,
    pub defenders: Vec<u16>,
    pub guns: bool,
    /// Whether it can be held when it has been taken.
    pub hold: bool,
    /// What the attack is worth.
    pub value: f64,
    /// Who was sent, and who was there already.
    pub sent: Vec<u16>,
    pub already: Vec<u16>,
    pub diff: f64,
    pub verdict: Option<Verdict>,
    /// The superiority with which it last passed.
    pub passed: f64,
}

impl Target {
    /// What the attack brings as it stands.
    pub fn verdict(&mut self, judge: &mut Judge) -> &Verdict {
        let Target { sent, defenders, verdict, .. } = self;
        verdict.get_or_insert_with(|| judge.attacking(sent, defenders))
    }

    /// Sends one more unit.
    pub fn send(&mut self, judge: &Judge, kind: usize) {
        self.sent[kind] += 1;
        self.changed(judge);
    }

    /// The attackers are others now.
    pub fn changed(&mut self, judge: &Judge) {
        self.verdict = None;
        self.diff = judge.diff(&self.sent, &self.defenders);
    }
}

/// A unit that may attack.
pub struct Soldier {
    pub from: u16,
    pub kind: usize,
    /// Units of the same group are alike: kind, place and options.
    pub group: usize,
    pub goes: Option<usize>,
    pub raids: Option<u16>,
    /// It guards its province.
    pub stays: bool,
}

impl Soldier {
    /// Whether it has nothing to do yet.
    pub fn idle(&self) -> bool {
        self.goes.is_none() && self.raids.is_none() && !self.stays
    }
}
