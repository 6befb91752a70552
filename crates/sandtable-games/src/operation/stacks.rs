//! How many pieces stand on each node: at most three on each of up to 64 nodes, in two words.
//!
//! The counts are bit-sliced: one word holds the ones, the other the twos of every node's count. Adding two
//! whole boards, finding the contested nodes or the overfull ones then takes a handful of instructions.

use super::Node;

/// The most pieces of one side that a node can hold at the end of a move (section 2.1).
pub const LIMIT: u8 = 3;

/// Counts from 0 to 3 on each node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stacks {
    ones: u64,
    twos: u64,
}

impl Stacks {
    /// No pieces anywhere.
    pub const EMPTY: Stacks = Stacks { ones: 0, twos: 0 };

    /// `count` pieces on `node` and nothing else.
    #[inline]
    pub fn of(node: Node, count: u8) -> Self {
        debug_assert!(count <= LIMIT);
        let count = u64::from(count);
        Stacks { ones: (count & 1) << node, twos: (count >> 1) << node }
    }

    /// The pieces on one node.
    #[inline]
    pub fn at(self, node: Node) -> u8 {
        ((self.ones >> node & 1) + 2 * (self.twos >> node & 1)) as u8
    }

    /// The nodes that hold at least one piece.
    #[inline]
    pub fn occupied(self) -> u64 {
        self.ones | self.twos
    }

    /// Whether there is no piece at all.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.occupied() == 0
    }

    /// All pieces together.
    #[inline]
    pub fn total(self) -> u8 {
        (self.ones.count_ones() + 2 * self.twos.count_ones()) as u8
    }

    /// The pieces on the nodes of `mask` alone.
    #[inline]
    pub fn on(self, mask: u64) -> Self {
        Stacks { ones: self.ones & mask, twos: self.twos & mask }
    }

    /// The two words, for comparing.
    #[inline]
    pub fn words(self) -> (u64, u64) {
        (self.ones, self.twos)
    }

    /// Both together, node by node; no sum may exceed three (see [`Stacks::overfull_with`]).
    #[inline]
    pub fn plus(self, other: Self) -> Self {
        debug_assert_eq!(self.overfull_with(other), 0);
        let carry = self.ones & other.ones;
        Stacks { ones: self.ones ^ other.ones, twos: self.twos ^ other.twos ^ carry }
    }

    /// Both together, node by node, or three where they are more.
    #[inline]
    pub fn up_to_limit(self, other: Self) -> Self {
        let (carry, over) = (self.ones & other.ones, self.overfull_with(other));
        Stacks { ones: (self.ones ^ other.ones) | over, twos: (self.twos ^ other.twos ^ carry) | over }
    }

    /// The nodes that hold three.
    #[inline]
    pub fn full(self) -> u64 {
        self.ones & self.twos
    }

    /// What is left when `other`, which must be there, is taken away.
    #[inline]
    pub fn minus(self, other: Self) -> Self {
        let borrow = !self.ones & other.ones;
        Stacks { ones: self.ones ^ other.ones, twos: self.twos ^ other.twos ^ borrow }
    }

    /// The nodes on which both together would be more than three.
    #[inline]
    pub fn overfull_with(self, other: Self) -> u64 {
        let carry = self.ones & other.ones;
        (self.twos & other.twos) | (carry & (self.twos ^ other.twos))
    }
}

/// The nodes of a mask, in their order.
#[inline]
pub fn nodes(mut mask: u64) -> impl Iterator<Item = Node> {
    std::iter::from_fn(move || {
        let node = (mask != 0).then(|| mask.trailing_zeros() as Node)?;
        mask &= mask - 1;
        Some(node)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_plain_counting_for_all_pairs_of_counts() {
        for a in 0..=LIMIT {
            for b in 0..=LIMIT {
                let (x, y) = (Stacks::of(63, a), Stacks::of(63, b));
                assert_eq!((x.at(63), x.at(62), x.total()), (a, 0, a));
                assert_eq!(x.overfull_with(y) != 0, a + b > LIMIT);
                assert_eq!(x.up_to_limit(y).at(63), (a + b).min(LIMIT));
                assert_eq!(x.full() != 0, a == LIMIT);
                if a + b <= LIMIT {
                    assert_eq!(x.plus(y).at(63), a + b);
                    assert_eq!(x.plus(y).minus(y), x);
                }
            }
        }
        assert_eq!(nodes(0b1010_0001).collect::<Vec<_>>(), [0, 5, 7]);
    }
}
