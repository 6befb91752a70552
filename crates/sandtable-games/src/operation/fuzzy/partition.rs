//! Triangular partitions: each fuzzy set is a triangle that falls to zero where its neighbours have their midpoints (section 7.1.1).
//!
//! So at most two sets are active at a time, their memberships sum to one, and the midpoints are all there is to know. Two inputs are joined
//! by the product of their memberships, which sum to one again; an output is the mean of the midpoints that the rules name, weighed by
//! them. The report names neither the t-norm nor the defuzzification: with these two a rule base is a surface without edges
//! that goes exactly through its rules.

/// The midpoints of the sets, ascending.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Partition<const N: usize>(pub [f64; N]);

/// Two neighbouring sets: the lower one, and the membership in the upper one. The lower one has the rest.
pub type Active = (usize, f64);

impl<const N: usize> Partition<N> {
    /// The sets that are active at `x`; outside of all midpoints the outermost set alone.
    #[inline]
    pub fn active(&self, x: f64) -> Active {
        let lower = self.0[1..N - 1].iter().filter(|midpoint| x >= **midpoint).count();
        let (from, to) = (self.0[lower], self.0[lower + 1]);
        (lower, ((x - from) / (to - from)).clamp(0.0, 1.0))
    }

    /// The membership of `x` in every set.
    pub fn memberships(&self, x: f64) -> [f64; N] {
        let (lower, upper) = self.active(x);
        let mut all = [0.0; N];
        (all[lower], all[lower + 1]) = (1.0 - upper, upper);
        all
    }
}

/// What rules conclude from two inputs: `rule` is the midpoint that a pair of sets leads to.
#[inline]
pub fn infer(first: Active, second: Active, rule: impl Fn(usize, usize) -> f64) -> f64 {
    let along = |row: usize| between(second, |column| rule(row, column));
    between(first, along)
}

/// The mean of what two neighbouring sets lead to.
#[inline]
pub fn between((lower, upper): Active, of: impl Fn(usize) -> f64) -> f64 {
    (1.0 - upper) * of(lower) + upper * of(lower + 1)
}
