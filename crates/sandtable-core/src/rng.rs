//! The one random generator of Sandtable: Xoshiro256++ (Blackman and Vigna), seeded by SplitMix64.
//!
//! A record must replay on any machine and with any later release, so everything between the seed and the die
//! is written down here: the generator, how streams are derived, and how a draw becomes a number. The world's
//! dice and each agent's thoughts have separate streams, so an agent that thinks longer does not change the dice.
//!
//! ```
//! use sandtable_core::{Rng, Stream};
//! let mut dice = Rng::new(7, 0, Stream::World);
//! assert!((0..100).all(|_| dice.below(6) < 6));
//! ```

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng};

/// Which part of a game a stream of random numbers serves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Dice, deals and draws: everything that passes through a chance node.
    World,
    /// The private thoughts of the agent in one seat of one seating of the deal.
    Thought {
        /// Which of the deal's seatings is played (0 unless seats are swapped).
        seating: u32,
        /// The seat in which the agent sits.
        seat: u32,
    },
}

/// A stream of random numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// The stream of one deal of a match. Distinct (`seed`, `deal`, `stream`) give unrelated streams.
    pub fn new(seed: u64, deal: u64, stream: Stream) -> Self {
        let stream = match stream {
            Stream::World => 0,
            Stream::Thought { seating, seat } => 1 + (u64::from(seating) << 32) + u64::from(seat),
        };
        let mut key = mix(seed);
        key = mix(key ^ deal);
        key = mix(key ^ stream);
        let mut bytes = [0; 32];
        for chunk in bytes.chunks_exact_mut(8) {
            key = mix(key);
            chunk.copy_from_slice(&key.to_le_bytes());
        }
        Rng(Xoshiro256PlusPlus::from_seed(bytes))
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A whole number below `n`, each equally likely (Lemire's method, with rejection).
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        debug_assert!(n > 0);
        loop {
            let wide = (self.bits() >> 32) * u64::from(n);
            let low = wide as u32;
            if low >= n || low >= n.wrapping_neg() % n {
                return (wide >> 32) as u32;
            }
        }
    }

    /// A number in [0, 1) from the top 53 bits.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// One item, each equally likely.
    #[inline]
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u32) as usize]
    }
}

/// One step of SplitMix64: adds the golden gamma, then scrambles.
fn mix(x: u64) -> u64 {
    let mut z = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splitmix_matches_its_reference() {
        // The first outputs of SplitMix64 from state 1234567, as published with the algorithm.
        assert_eq!(mix(1234567), 6457827717110365317);
        assert_eq!(mix(1234567u64.wrapping_add(0x9e37_79b9_7f4a_7c15)), 3203168211198807973);
    }

    #[test]
    fn streams_are_fixed_for_ever() {
        let mut world = Rng::new(1, 2, Stream::World);
        let mut thought = Rng::new(1, 2, Stream::Thought { seating: 0, seat: 1 });
        let drawn: Vec<u32> = (0..6).map(|_| world.below(6)).collect();
        let thought: Vec<u32> = (0..6).map(|_| thought.below(6)).collect();
        assert_eq!((drawn, thought), (vec![3, 3, 4, 3, 3, 5], vec![0, 3, 0, 2, 4, 4]));
    }

    #[test]
    fn below_is_even() {
        let mut rng = Rng::new(3, 0, Stream::World);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[rng.below(7) as usize] += 1;
        }
        let chi: f64 = counts.iter().map(|&c| (f64::from(c) - 1e4).powi(2) / 1e4).sum();
        assert!(chi < 22.5, "chi-squared {chi} with 6 degrees of freedom"); // 0.1 %
    }
}
