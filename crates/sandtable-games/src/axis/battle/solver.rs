//! From chains to answers: every end with its chance, or the means over all of them.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::chain::Chain;
use super::flak::Flak;
use super::{End, Outcome, Retreat, Setup, Summary};

/// Summaries of one battle after the other in the same memory: nothing is allocated once it has seen the
/// largest.
pub struct Solver {
    pub(super) chain: Chain,
    flak: Flak,
    /// The chances that a side has taken so many hits at the end.
    taken: [Vec<f64>; 2],
    summary: Summary,
    shares: [Share; 2],
}

/// What some of the ways in which a battle may end have in common.
#[derive(Clone, Debug, Default)]
pub struct Share {
    /// Their chance.
    pub chance: f64,
    /// Who is left then of those that fight, on average.
    pub attackers: Vec<f64>,
    /// Who is left of the defenders.
    pub defenders: Vec<f64>,
    /// The chances of hits taken, attackers' and defenders'.
    hits: [Vec<f64>; 2],
}

impl Default for Solver {
    fn default() -> Self {
        Solver::new()
    }
}

impl Solver {
    /// A solver that has seen no battle.
    pub fn new() -> Solver {
        Solver {
            chain: Chain::empty(),
            flak: Flak::default(),
            taken: Default::default(),
            summary: Summary::default(),
            shares: Default::default(),
        }
    }

    /// What [`summary`] says.
    pub fn summary(&mut self, setup: &Setup) -> &Summary {
        let Solver { chain, flak, taken: [hits_a, hits_d], summary: sum, .. } = self;
        let (attackers_left, defenders_left) =
            (std::mem::take(&mut sum.attackers_left), std::mem::take(&mut sum.defenders_left));
        *sum = Summary { attackers_left, defenders_left, ..Summary::default() };
        idle(setup, setup.attackers, &mut sum.attackers_left);
        idle(setup, setup.defenders, &mut sum.defenders_left);
        chain.set_defence(setup);
        restart(hits_d, chain.defence.hits() + 1);
        flak.fire(setup);
        sum.missing = flak.missing;
        for n in 0..flak.len() {
            let (chance, attackers) = flak.way(n);
            chain.set_attack(setup, attackers);
            restart(hits_a, chain.attack.hits() + 1);
            let pass = chain.run(setup.retreat, chance, |a, d, end, p| {
                hits_a[a] += p;
                hits_d[d] += p;
                match end {
                    End::Won { taken } => {
                        sum.win += p;
                        sum.taken += if taken { p } else { 0.0 };
                    }
                    End::Drawn => sum.draw += p,
                    End::Lost => sum.lose += p,
                    End::Retreated => sum.retreat += p,
                }
            });
            sum.rounds += pass.rounds;
            sum.missing += pass.missing;
            let shot: f64 = cost(setup, setup.attackers) - cost(setup, attackers);
            for (taken, &p) in hits_a.iter().enumerate().filter(|(_, p)| **p > 0.0) {
                sum.attacker_loss += p * (shot + f64::from(chain.attack.lost(taken)));
                chain.attack.expect(taken, p, &mut sum.attackers_left);
            }
        }
        for (taken, &p) in hits_d.iter().enumerate().filter(|(_, p)| **p > 0.0) {
            sum.defender_loss += p * f64::from(chain.defence.lost(taken));
            chain.defence.expect(taken, p, &mut sum.defenders_left);
        }
        sum.swing = sum.defender_loss - sum.attacker_loss;
        sum
    }

    /// The battles that do not take the land, and those that do.
    pub fn shares(&mut self, setup: &Setup) -> &[Share; 2] {
        let Solver { chain, flak, shares, .. } = self;
        chain.set_defence(setup);
        for share in shares.iter_mut() {
            share.chance = 0.0;
            restart(&mut share.attackers, setup.units.len());
            restart(&mut share.defenders, setup.units.len());
            restart(&mut share.hits[1], chain.defence.hits() + 1);
        }
        flak.fire(setup);
        for n in 0..flak.len() {
            let (chance, attackers) = flak.way(n);
            chain.set_attack(setup, attackers);
            shares.iter_mut().for_each(|share| restart(&mut share.hits[0], chain.attack.hits() + 1));
            chain.run(setup.retreat, chance, |a, d, end, p| {
                let share = &mut shares[usize::from(end == End::Won { taken: true })];
                share.chance += p;
                share.hits[0][a] += p;
                share.hits[1][d] += p;
            });
            for share in shares.iter_mut() {
                chain.attack.expect_all(&share.hits[0], &mut share.attackers);
            }
        }
        for Share { chance, attackers, defenders, hits } in shares.iter_mut().filter(|s| s.chance > 0.0) {
            chain.defence.expect_all(&hits[1], defenders);
            attackers.iter_mut().chain(defenders).for_each(|n| *n /= *chance);
        }
        shares
    }

    /// What [`should_retreat`](super::should_retreat) says.
    pub fn should_retreat(&mut self, setup: &Setup) -> bool {
        let chain = &mut self.chain;
        chain.set_defence(setup);
        chain.set_attack(setup, setup.attackers);
        match setup.retreat {
            Retreat::Never => false,
            Retreat::After(rounds) => rounds == 0,
            Retreat::Below(least) => {
                chain.fear(least);
                chain.stop[0]
            }
            Retreat::Optimal { land } => {
                chain.plan(land);
                chain.stop[0]
            }
        }
    }
}

/// The means over all ways in which a battle may end: the fast path, without a list of them.
pub fn summary(setup: &Setup) -> Summary {
    let mut solver = Solver::new();
    solver.summary(setup);
    solver.summary
}

/// How a battle ended, and who is left: the order of [`fight`].
type Left = (End, Reverse<Vec<u16>>, Vec<u16>);

/// All ways in which a battle may end: victories first, then draws, defeats and retreats, each from the most
/// attackers to the fewest.
///
/// Their chances add up to 1, less what was too unlikely to be followed: [`Summary::missing`].
pub fn fight(setup: &Setup) -> Vec<Outcome> {
    let (mut chain, mut flak) = (Chain::empty(), Flak::default());
    let mut ends: BTreeMap<Left, f64> = BTreeMap::new();
    chain.set_defence(setup);
    flak.fire(setup);
    let defence = chain.defence.clone();
    for n in 0..flak.len() {
        let (chance, attackers) = flak.way(n);
        chain.set_attack(setup, attackers);
        let attack = chain.attack.clone();
        chain.run(setup.retreat, chance, |a, d, end, p| {
            let (mut attackers, mut defenders) =
                (outside(setup, setup.attackers), outside(setup, setup.defenders));
            attack.left(a, &mut attackers);
            defence.left(d, &mut defenders);
            *ends.entry((end, Reverse(attackers), defenders)).or_default() += p;
        });
    }
    let outcome =
        |((end, Reverse(attackers), defenders), chance)| Outcome { attackers, defenders, end, chance };
    ends.into_iter().map(outcome).collect()
}

/// The counts of those that do not fight.
fn outside(setup: &Setup, counts: &[u16]) -> Vec<u16> {
    setup.units.iter().zip(counts).map(|(unit, &count)| if unit.fights() { 0 } else { count }).collect()
}

/// The same as expected numbers.
fn idle(setup: &Setup, counts: &[u16], out: &mut Vec<f64>) {
    out.clear();
    let count = |(unit, &count): (&super::Unit, &u16)| if unit.fights() { 0.0 } else { f64::from(count) };
    out.extend(setup.units.iter().zip(counts).map(count));
}

fn cost(setup: &Setup, counts: &[u16]) -> f64 {
    setup.units.iter().zip(counts).map(|(unit, &count)| f64::from(unit.cost) * f64::from(count)).sum()
}

fn restart(sums: &mut Vec<f64>, len: usize) {
    sums.clear();
    sums.resize(len, 0.0);
}
