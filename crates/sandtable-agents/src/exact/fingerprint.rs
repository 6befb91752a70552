//! Positions as 128 bits each, so that millions of them take little room and can stand in files.
//!
//! Two different positions share their bits with a chance of one in 10^38: among a billion positions that happens less than once in
//! 10^20 tables, and is not looked for.

use std::hash::{Hash, Hasher};

/// What stands for a position in tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fingerprint(pub u64, pub u64);

impl Fingerprint {
    /// That of a position.
    #[inline]
    pub fn of<S: Hash>(state: &S) -> Self {
        let mut mixer = Mixer::new();
        state.hash(&mut mixer);
        mixer.print()
    }
}

/// Two lanes, mixed in different ways.
pub struct Mixer {
    first: u64,
    second: u64,
}

impl Mixer {
    /// One that has heard nothing.
    #[inline]
    pub fn new() -> Self {
        Mixer { first: 0x243f_6a88_85a3_08d3, second: 0x1319_8a2e_0370_7344 }
    }

    /// What stands for all that it has heard.
    #[inline]
    pub fn print(&self) -> Fingerprint {
        Fingerprint(mixed(self.first), mixed(self.second))
    }
}

/// The last step of MurmurHash3, after which every bit depends on every other.
#[inline]
fn mixed(mut x: u64) -> u64 {
    x = (x ^ (x >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    x = (x ^ (x >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    x ^ (x >> 33)
}

impl Hasher for Mixer {
    #[inline]
    fn write_u64(&mut self, word: u64) {
        // The first lane forgets nothing; the second folds both halves of a product.
        self.first = (self.first ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        let product = u128::from(self.second ^ word) * 0xa24b_aed4_963e_e407;
        self.second = (product as u64) ^ (product >> 64) as u64;
    }

    #[inline]
    fn write_u8(&mut self, byte: u8) {
        self.write_u64(byte.into());
    }

    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.write_u64(word.into());
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn finish(&self) -> u64 {
        mixed(self.first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_differ_in_both_halves() {
        let mut seen = std::collections::HashSet::new();
        for a in 0u64..300 {
            for b in 0u64..300 {
                let Fingerprint(first, second) = Fingerprint::of(&(a, b, 1u8 << (a % 8)));
                assert!(seen.insert(first) && seen.insert(second));
            }
        }
    }
}
