//! Products of a few rows with a matrix, for asking a network about one position at a time.
//!
//! Processors that can work on more numbers at once do so. Every product is added with one rounding (a fused multiply-add) and no two additions change places, so
//! the sums are the same on all of them, if slow on those that have no such instruction.

use multiversion::multiversion;

/// Columns that are worked out side by side. Matrices are as wide as a multiple of it.
pub const LANES: usize = 16;
/// Rows that share what is read of the matrix.
const ROWS: usize = 6;

/// Adds to `out` the products of rows of `k` numbers with a matrix of `k` rows of `n` numbers.
#[multiversion(targets("x86_64+avx2+fma"))]
pub fn add_product(rows: &[f32], k: usize, matrix: &[f32], n: usize, out: &mut [f32]) {
    let some = rows.chunks_exact(ROWS * k);
    let rest = some.remainder();
    let done = (rows.len() - rest.len()) / k * n;
    let (many, few) = out.split_at_mut(done);
    for (rows, out) in some.zip(many.chunks_exact_mut(ROWS * n)) {
        for column in (0..n).step_by(LANES) {
            add_block::<ROWS>(rows, k, matrix, n, column, out);
        }
    }
    for (row, out) in rest.chunks_exact(k).zip(few.chunks_exact_mut(n)) {
        for column in (0..n).step_by(LANES) {
            add_block::<1>(row, k, matrix, n, column, out);
        }
    }
}

/// The same for `R` rows and the columns of one block.
#[inline(always)]
fn add_block<const R: usize>(
    rows: &[f32],
    k: usize,
    matrix: &[f32],
    n: usize,
    column: usize,
    out: &mut [f32],
) {
    let rows: [&[f32]; R] = std::array::from_fn(|row| &rows[row * k..(row + 1) * k]);
    let mut sums = [[0f32; LANES]; R];
    for (i, weights) in matrix.chunks_exact(n).take(k).enumerate() {
        let Some(weights) = weights[column..].first_chunk::<LANES>() else { return };
        for (sums, row) in sums.iter_mut().zip(&rows) {
            let x = row[i];
            for (sum, w) in sums.iter_mut().zip(weights) {
                *sum = x.mul_add(*w, *sum);
            }
        }
    }
    for (row, sums) in sums.iter().enumerate() {
        let out = &mut out[row * n + column..][..LANES];
        out.iter_mut().zip(sums).for_each(|(out, sum)| *out += sum);
    }
}

/// Adds some numbers to others.
#[multiversion(targets("x86_64+avx2+fma"))]
pub fn add(to: &mut [f32], from: &[f32]) {
    to.iter_mut().zip(from).for_each(|(to, x)| *to += x);
}

/// The sum of products of those numbers of `x` that are above zero, in lanes that are added up at the end.
#[multiversion(targets("x86_64+avx2+fma"))]
pub fn dot_above_zero(x: &[f32], weights: &[f32]) -> f32 {
    let mut lanes = [0f32; LANES];
    for (x, w) in x.chunks_exact(LANES).zip(weights.chunks_exact(LANES)) {
        lanes
            .iter_mut()
            .zip(x.iter().zip(w))
            .for_each(|(lane, (x, w))| *lane = x.max(0.0).mul_add(*w, *lane));
    }
    lanes.iter().sum()
}

/// The sum of products of numbers, as many as a multiple of [`LANES`], in lanes that are added up at the end.
#[multiversion(targets("x86_64+avx2+fma"))]
pub fn dot(x: &[f32], weights: &[f32]) -> f32 {
    let mut lanes = [0f32; LANES];
    for (x, w) in x.chunks_exact(LANES).zip(weights.chunks_exact(LANES)) {
        lanes.iter_mut().zip(x.iter().zip(w)).for_each(|(lane, (x, w))| *lane += x * w);
    }
    lanes.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sandtable_core::{Rng, Stream};

    #[test]
    fn products_are_those_of_the_textbook() {
        let mut rng = Rng::new(1, 0, Stream::World);
        for (rows, k, n) in [(1, 3, 16), (4, 5, 32), (11, 7, 48)] {
            let mut some =
                |count: usize| -> Vec<f32> { (0..count).map(|_| rng.unit() as f32 - 0.5).collect() };
            let (x, w, mut out) = (some(rows * k), some(k * n), some(rows * n));
            let before = out.clone();
            add_product(&x, k, &w, n, &mut out);
            for (i, out) in out.iter().enumerate() {
                let sum: f32 = (0..k).map(|j| x[i / n * k + j] * w[j * n + i % n]).sum();
                assert!((out - before[i] - sum).abs() < 1e-5, "{rows} rows, number {i}");
            }
        }
    }
}
