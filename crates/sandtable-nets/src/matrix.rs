//! Products of matrices whose rows stand one behind the other, for learning from batches.

use nalgebra::{DMatrixView, DMatrixViewMut, Dyn};

/// Up to so many rows or columns loops do it: the library has a slow way of its own there, which does not take rows that lie apart.
const SMALL: usize = 5;

/// A matrix somewhere in memory: its numbers, and how far rows and columns lie apart.
#[derive(Clone, Copy)]
struct Lying<'a>(&'a [f32], usize, usize);

impl<'a> Lying<'a> {
    fn view(self, m: usize, n: usize) -> DMatrixView<'a, f32, Dyn, Dyn> {
        DMatrixView::from_slice_with_strides(self.0, m, n, self.1, self.2)
    }
}

/// `c += a b`, where `a` has `m` rows of `k` numbers and `b` has `k` rows of `n`.
pub fn add_product((m, k, n): (usize, usize, usize), a: &[f32], b: &[f32], c: &mut [f32]) {
    add((m, k, n), Lying(a, k, 1), Lying(b, n, 1), c);
}

/// `c += aᵀ b`, where `a` has `m` rows of `k` numbers and `b` has `m` rows of `n`.
pub fn add_first_turned((m, k, n): (usize, usize, usize), a: &[f32], b: &[f32], c: &mut [f32]) {
    add((k, m, n), Lying(a, 1, k), Lying(b, n, 1), c);
}

/// `c += a bᵀ`, where `a` has `m` rows of `n` numbers and `b` has `k` rows of `n`.
pub fn add_second_turned((m, n, k): (usize, usize, usize), a: &[f32], b: &[f32], c: &mut [f32]) {
    add((m, n, k), Lying(a, n, 1), Lying(b, 1, n), c);
}

/// `c += a b` for matrices of `m` by `k` and `k` by `n`.
fn add((m, k, n): (usize, usize, usize), a: Lying, b: Lying, c: &mut [f32]) {
    if m.min(k).min(n) > SMALL {
        let mut c = DMatrixViewMut::from_slice_with_strides_mut(c, m, n, n, 1);
        c.gemm(1.0, &a.view(m, k), &b.view(k, n), 1.0);
        return;
    }
    for (i, c) in c.chunks_exact_mut(n.max(1)).take(m).enumerate() {
        for j in 0..k {
            let x = a.0[i * a.1 + j * a.2];
            c.iter_mut().enumerate().for_each(|(l, c)| *c += x * b.0[j * b.1 + l * b.2]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sandtable_core::{Rng, Stream};

    #[test]
    fn products_are_those_of_the_textbook_turned_or_not() {
        let mut rng = Rng::new(2, 0, Stream::World);
        for (m, k, n) in [(7, 9, 11), (3, 9, 8), (40, 2, 16), (1, 6, 6)] {
            let mut some =
                |count: usize| -> Vec<f32> { (0..count).map(|_| rng.unit() as f32 - 0.5).collect() };
            let (a, b) = (some(m * k), some(k * n));
            let turned = |x: &[f32], m: usize, k: usize| -> Vec<f32> {
                (0..m * k).map(|i| x[i % m * k + i / m]).collect()
            };
            let expected: Vec<f32> =
                (0..m * n).map(|i| (0..k).map(|j| a[i / n * k + j] * b[j * n + i % n]).sum()).collect();
            let mut found = [vec![0.0; m * n], vec![0.0; m * n], vec![0.0; m * n]];
            add_product((m, k, n), &a, &b, &mut found[0]);
            add_first_turned((k, m, n), &turned(&a, m, k), &b, &mut found[1]);
            add_second_turned((m, k, n), &a, &turned(&b, k, n), &mut found[2]);
            for found in found {
                assert!(found.iter().zip(&expected).all(|(x, y)| (x - y).abs() < 1e-5), "{m} {k} {n}");
            }
        }
    }
}
