//! Battles of classic Risk, exactly: one roll, a battle to the end, and when to break off.
//!
//! The rules are those of the boxed game: the attacker throws a die for each army that may fight, at most three, the
//! defender one for each of his, at most two; the highest dice are compared, then the second highest where both sides
//! threw two; the lower die of a pair loses an army, and ties are the defender's. Both sides always throw all the
//! dice that they may. **Attackers are counted without the army that must stay behind**: who attacks from a territory
//! with ten armies has nine attackers.
//!
//! A battle to the end has as many outcomes as there are armies, `attackers + defenders`: either side may be left with
//! any number of its own. They are listed from the attacker's best to the defender's best: attackers left from all to
//! one, then defenders left from one to all.

mod normal;
mod stopping;

use std::sync::OnceLock;

use sandtable_core::Rng;

use normal::Normal;
pub use stopping::{Stakes, Stopping};

/// Both sides' armies when a battle to the end is over: one of the two is zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Attackers left, without the army that stayed behind.
    pub attackers: u16,
    /// Defenders left.
    pub defenders: u16,
}

impl Outcome {
    fn new(attackers: u32, defenders: u32) -> Outcome {
        let army = |n: u32| u16::try_from(n).expect("a side has at most 65,535 armies");
        Outcome { attackers: army(attackers), defenders: army(defenders) }
    }
}

/// The chances of every roll, by the attacker's and the defender's dice.
const ROLLS: [[[f64; 3]; 3]; 4] = {
    let mut rolls = [[[0.0; 3]; 3]; 4];
    let mut attack = 1;
    while attack <= 3 {
        let mut defence = 1;
        while defence <= 2 {
            let counts = count(attack, defence);
            let all = 6u32.pow(attack + defence) as f64;
            let mut lost = 0;
            while lost < 3 {
                rolls[attack as usize][defence as usize][lost] = counts[lost] as f64 / all;
                lost += 1;
            }
            defence += 1;
        }
        attack += 1;
    }
    rolls
};

/// In how many of the equally likely throws the defender loses 0, 1, 2.
const fn count(attack: u32, defence: u32) -> [u32; 3] {
    let mut counts = [0; 3];
    let mut throw = 0;
    while throw < 6u32.pow(attack + defence) {
        // The digits of the throw's number in base six are the faces; the two highest of each side are kept.
        let (mut faces, mut die) = (throw, 0);
        let mut high = [[0; 2]; 2];
        while die < attack + defence {
            let face = faces % 6 + 1;
            let side = (die >= attack) as usize;
            if face > high[side][0] {
                high[side] = [face, high[side][0]];
            } else if face > high[side][1] {
                high[side][1] = face;
            }
            faces /= 6;
            die += 1;
        }
        let first = (high[0][0] > high[1][0]) as usize;
        let second = (attack > 1 && defence > 1 && high[0][1] > high[1][1]) as usize;
        counts[first + second] += 1;
        throw += 1;
    }
    counts
}

/// The chances that the defender loses 0, 1, 2 of the armies at stake in one roll; the attacker loses the rest of them.
///
/// At stake are `min(attack_dice, defence_dice)`. Counted over all throws of the dice.
///
/// # Panics
///
/// If there are not 1 to 3 dice against 1 or 2.
pub fn roll(attack_dice: u32, defence_dice: u32) -> [f64; 3] {
    assert!((1..=3).contains(&attack_dice) && (1..=2).contains(&defence_dice), "1 to 3 dice against 1 or 2");
    ROLLS[attack_dice as usize][defence_dice as usize]
}

/// What one roll of all dice may lead to: the chance of each, and both sides' armies after it.
fn next(attackers: usize, defenders: usize) -> impl Iterator<Item = (f64, usize, usize)> {
    let at_stake = attackers.min(defenders).min(2);
    let chances = &ROLLS[attackers.min(3)][defenders.min(2)];
    (0..=at_stake).map(move |lost| (chances[lost], attackers - (at_stake - lost), defenders - lost))
}

/// Exact tables go up to this many armies on either side.
pub const SIZE: usize = 128;

/// Battles to the end: the exact distribution of the outcome for all sizes up to a limit.
///
/// A dynamic programme from small battles to large ones: a battle's distribution is that of the battles to which its
/// first roll leads, weighed by the roll's chances. All distributions lie in one block of memory, one behind the other.
///
/// They are kept as running sums, for drawing, and yet give the chance of the rarest outcome to all its digits: up to
/// the middle of the list (where the sum passes one half) sums from the front, from there on what is missing to 1, as a
/// negative number, summed from the back. A chance is a difference of neighbours, and both are small where it is.
pub struct Battles {
    size: usize,
    sums: Vec<f64>,
    /// The attacker's chance, at `attackers * (size + 1) + defenders`.
    win: Vec<f64>,
    /// Expected armies left of both sides, likewise.
    left: Vec<(f64, f64)>,
    normal: Normal,
}

impl Battles {
    /// The table up to [`SIZE`], built once per process.
    pub fn shared() -> &'static Battles {
        static SHARED: OnceLock<Battles> = OnceLock::new();
        SHARED.get_or_init(|| Battles::new(SIZE))
    }

    /// The table of all battles up to `size` on either side; it takes `8 size³` bytes.
    ///
    /// # Panics
    ///
    /// If `size` is zero.
    pub fn new(size: usize) -> Battles {
        assert!(size > 0, "a battle takes an army on either side");
        let wide = size + 1;
        let mut sums = vec![0.0; size * size * wide];
        let (mut win, mut left) = (vec![0.0; wide * wide], vec![(0.0, 0.0); wide * wide]);
        for n in 0..wide {
            left[n] = (0.0, n as f64);
            left[n * wide] = (n as f64, 0.0);
            win[n * wide] = if n > 0 { 1.0 } else { 0.0 };
        }
        // The chances themselves are needed for as many attackers, one less and two less: no roll kills more.
        let mut rows = [(); 3].map(|()| vec![0.0; 2 * size * size]);
        for a in 1..=size {
            let mut row = std::mem::take(&mut rows[a % 3]);
            row.fill(0.0);
            for d in 1..=size {
                let (done, rest) = row.split_at_mut(2 * size * (d - 1));
                let here = &mut rest[..a + d];
                let (mut won, mut mean) = (0.0, (0.0, 0.0));
                for (p, x, y) in next(a, d) {
                    match (x, y) {
                        (_, 0) => here[a - x] += p,
                        (0, _) => here[a + y - 1] += p,
                        _ => {
                            let row: &[f64] = if x == a { done } else { &rows[x % 3] };
                            // The smaller battle's outcomes are a stretch of the larger one's, in the same order.
                            let smaller = &row[2 * size * (y - 1)..][..x + y];
                            here[a - x..].iter_mut().zip(smaller).for_each(|(sum, q)| *sum += p * q);
                        }
                    }
                    won += p * win[x * wide + y];
                    let (attackers, defenders) = left[x * wide + y];
                    mean = (mean.0 + p * attackers, mean.1 + p * defenders);
                }
                win[a * wide + d] = won;
                left[a * wide + d] = mean;
                accumulate(here, &mut sums[start(size, a, d)..][..a + d]);
            }
            rows[a % 3] = row;
        }
        let normal = Normal::fit(size, |a, d| win[a * wide + d], |a, d| left[a * wide + d]);
        Battles { size, sums, win, left, normal }
    }

    /// A battle's sums, if it is in the table and not over.
    #[inline]
    fn sums(&self, attackers: u32, defenders: u32) -> Option<&[f64]> {
        let (a, d) = (attackers as usize, defenders as usize);
        let inside = a.wrapping_sub(1) < self.size && d.wrapping_sub(1) < self.size;
        inside.then(|| &self.sums[start(self.size, a, d)..][..a + d])
    }

    /// Where the facts about a battle stand, if it is in the table or over.
    #[inline]
    fn entry(&self, attackers: u32, defenders: u32) -> Option<usize> {
        let (a, d) = (attackers as usize, defenders as usize);
        (a.max(d) <= self.size).then_some(a * (self.size + 1) + d)
    }

    /// The chance that the attacker wins: exact in the table.
    ///
    /// Beyond [`SIZE`] a normal approximation with a term for skewness, within 0.0002 of the truth (a test measures
    /// it; `docs/odds.md` derives it). No attackers never win; no defenders always lose.
    #[inline]
    pub fn win(&self, attackers: u32, defenders: u32) -> f64 {
        match self.entry(attackers, defenders) {
            Some(entry) => self.win[entry],
            None if attackers == 0 => 0.0,
            None if defenders == 0 => 1.0,
            None => self.normal.win(attackers, defenders),
        }
    }

    /// The expected armies left of the attacker and of the defender after a battle to the end: exact in the table.
    ///
    /// Beyond [`SIZE`] the same kind of approximation, within 0.07 armies of the truth for either side.
    #[inline]
    pub fn left(&self, attackers: u32, defenders: u32) -> (f64, f64) {
        match self.entry(attackers, defenders) {
            Some(entry) => self.left[entry],
            None if attackers == 0 || defenders == 0 => (f64::from(attackers), f64::from(defenders)),
            None => self.normal.left(attackers, defenders, |a, d| self.left[a * (self.size + 1) + d]),
        }
    }

    /// Fights a battle to its end: one draw in the table; beyond it roll by roll until both sides fit, so exact too.
    ///
    /// # Panics
    ///
    /// If a side has more than 65,535 armies.
    #[inline]
    pub fn sample(&self, attackers: u32, defenders: u32, rng: &mut Rng) -> Outcome {
        let Some(sums) = self.sums(attackers, defenders) else {
            return self.sample_beyond(attackers, defenders, rng);
        };
        // A sum is passed if it is up to the draw or, in the back, up to what the draw misses to 1. As bits, sums of the
        // front are ordered upwards and those of the back come after them, ordered downwards: so those not passed are
        // between the two bounds, and one comparison without a branch tells. The last, minus zero, is never passed.
        let drawn = rng.unit();
        let (low, high) = (drawn.to_bits() + 1, (drawn - 1.0).to_bits());
        let passed = |sum: &f64| sum.to_bits().wrapping_sub(low) >= high - low;
        outcome(attackers, defenders, sums.partition_point(passed))
    }

    #[cold]
    fn sample_beyond(&self, attackers: u32, defenders: u32, rng: &mut Rng) -> Outcome {
        let (mut a, mut d) = (attackers, defenders);
        while a > 0 && d > 0 {
            if a.max(d) as usize <= self.size {
                return self.sample(a, d, rng);
            }
            let at_stake = a.min(d).min(2);
            let [none, one, _] = ROLLS[a.min(3) as usize][d.min(2) as usize];
            let drawn = rng.unit();
            let lost = u32::from(drawn >= none) + u32::from(at_stake == 2 && drawn >= none + one);
            (a, d) = (a - (at_stake - lost), d - lost);
        }
        Outcome::new(a, d)
    }

    /// Shows every outcome that can be, once, with its chance; false, and nothing shown, if the battle is beyond the table.
    ///
    /// Outcomes whose chance is too small for a number are left out. A battle without one of the sides has one outcome.
    pub fn outcomes(&self, attackers: u32, defenders: u32, mut visit: impl FnMut(Outcome, f64)) -> bool {
        if let Some(sums) = self.sums(attackers, defenders) {
            for place in 0..sums.len() {
                let chance = chance(sums, place);
                if chance > 0.0 {
                    visit(outcome(attackers, defenders, place), chance);
                }
            }
            return true;
        }
        let over = attackers == 0 || defenders == 0;
        if over {
            visit(Outcome::new(attackers, defenders), 1.0);
        }
        over
    }

    /// The chance of one outcome, exactly; zero if it cannot be.
    ///
    /// # Panics
    ///
    /// If the battle is beyond the table.
    pub fn chance(&self, attackers: u32, defenders: u32, outcome: Outcome) -> f64 {
        let (x, y) = (u32::from(outcome.attackers), u32::from(outcome.defenders));
        if attackers == 0 || defenders == 0 {
            return if (x, y) == (attackers, defenders) { 1.0 } else { 0.0 };
        }
        let found = self.sums(attackers, defenders);
        let sums = found.unwrap_or_else(|| panic!("{attackers} v {defenders} is beyond the table"));
        match (x, y) {
            (1.., 0) if x <= attackers => chance(sums, (attackers - x) as usize),
            (0, 1..) if y <= defenders => chance(sums, (attackers + y - 1) as usize),
            _ => 0.0,
        }
    }
}

/// Where the outcomes of `a` against `d` begin: behind those of fewer attackers, and of as many against fewer defenders.
#[inline]
fn start(size: usize, a: usize, d: usize) -> usize {
    let fewer_attackers = (size * a * (a - 1) + (a - 1) * size * (size + 1)) / 2;
    fewer_attackers + (d - 1) * a + d * (d - 1) / 2
}

/// The outcome at a place in the list.
#[inline]
fn outcome(attackers: u32, defenders: u32, place: usize) -> Outcome {
    let place = place as u32;
    debug_assert!(place < attackers + defenders);
    if place < attackers {
        Outcome { attackers: (attackers - place) as u16, defenders: 0 }
    } else {
        Outcome { attackers: 0, defenders: (place - attackers + 1) as u16 }
    }
}

/// Turns chances into sums from the front and, from the middle on, what is missing to 1, with a minus sign (even zero).
fn accumulate(chances: &[f64], sums: &mut [f64]) {
    let (mut sum, mut middle) = (0.0, 0);
    while middle + 1 < chances.len() && sum + chances[middle] <= 0.5 {
        sum += chances[middle];
        sums[middle] = sum;
        middle += 1;
    }
    let mut missing = 0.0;
    for (running, chance) in sums.iter_mut().zip(chances).skip(middle).rev() {
        *running = -missing;
        missing += chance;
    }
}

/// The chance of the outcome at a place: the difference of neighbours, across the middle too.
fn chance(sums: &[f64], place: usize) -> f64 {
    let (before, sum) = (if place == 0 { 0.0 } else { sums[place - 1] }, sums[place]);
    let whole = if before.is_sign_negative() == sum.is_sign_negative() { 0.0 } else { 1.0 };
    whole + sum - before
}

/// The exact distribution of a battle to the end, for any size up to 2000 on either side, computed on demand.
///
/// In the order of the module's introduction; outcomes whose chance is too small for a number are left out.
///
/// # Panics
///
/// If a side has more than 2000 armies.
pub fn distribution(attackers: u32, defenders: u32) -> Vec<(Outcome, f64)> {
    assert!(attackers.max(defenders) <= 2000, "{attackers} v {defenders}: at most 2000 on either side");
    let (n, m) = (attackers as usize, defenders as usize);
    // The chances that the battle passes through a attackers against d defenders, for this number of attackers and the
    // next two below: no roll kills more than two.
    let mut rows = [vec![0.0; m + 1], vec![0.0; m + 1], vec![0.0; m + 1]];
    rows[0][m] = 1.0;
    let mut outcomes = Vec::new();
    for a in (1..=n).rev() {
        for d in (1..=m).rev() {
            let here = rows[0][d];
            if here > 0.0 {
                next(a, d).for_each(|(p, x, y)| rows[a - x][y] += here * p);
            }
        }
        outcomes.push((Outcome::new(a as u32, 0), rows[0][0]));
        rows[0].fill(0.0);
        rows.rotate_left(1);
    }
    outcomes.extend((u32::from(n > 0)..=defenders).map(|d| (Outcome::new(0, d), rows[0][d as usize])));
    outcomes.retain(|(_, chance)| *chance > 0.0);
    outcomes
}
