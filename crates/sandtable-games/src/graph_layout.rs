//! Places for the spaces of a board that comes without a picture: neighbours near each other, lines short,
//! nothing on top of anything else.
//!
//! The places minimise the stress, the difference between how far apart two spaces lie and how many steps
//! apart they are, by stochastic gradient descent (Zheng, Pawar and Goodman, *Graph Drawing by Stochastic
//! Gradient Descent*, 2018). All of it is deterministic: the same board gives the same picture.

use sandtable_core::{Rng, Stream};

/// How far apart neighbours lie on average.
const STEP: f64 = 120.0;
/// What is left free around the outermost spaces, for their discs and labels.
const MARGIN: f64 = 70.0;
/// The most room that a space has around its middle.
const ROOM: f64 = 40.0;
/// Up to this many spaces several pictures are tried.
const SMALL: usize = 100;

/// Where spaces are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Places {
    /// The width of the picture.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// The middle of each space.
    pub points: Vec<(f64, f64)>,
    /// How much room there is around each of them.
    pub rooms: Vec<f64>,
}

/// Places for spaces of which only the neighbours are known; borders are the same from both sides.
pub fn arranged(neighbours: &[Vec<usize>]) -> Places {
    let steps = distances(neighbours);
    let drawn = |seed| spread(&steps, neighbours.len(), seed);
    if neighbours.len() > SMALL {
        return framed(drawn(0));
    }
    let judged = (0..12).map(drawn).map(|points| (knots(&points, neighbours), points));
    framed(judged.min_by_key(|(knots, _)| *knots).unwrap_or_default().1)
}

/// The same picture in its usual size: neighbouring spaces about 120 apart, a margin all around.
pub fn framed(mut points: Vec<(f64, f64)>) -> Places {
    let nearest = nearest(&points);
    let apart = nearest.iter().filter(|d| d.is_finite()).sum::<f64>() / points.len().max(1) as f64;
    let least = |axis: fn(&(f64, f64)) -> f64| points.iter().map(axis).fold(f64::INFINITY, f64::min);
    let most = |axis: fn(&(f64, f64)) -> f64| points.iter().map(axis).fold(f64::NEG_INFINITY, f64::max);
    let (left, top) = (least(|p| p.0), least(|p| p.1));
    let reach = (most(|p| p.0) - left).max(most(|p| p.1) - top);
    // Where some lie much nearer together than others, the picture is no larger than if all lay in a row.
    let widest = STEP * points.len() as f64;
    let scale = if apart > 0.0 { (STEP / apart).min(widest / reach) } else { 1.0 };
    for p in &mut points {
        // Whole numbers keep the picture short.
        *p = ((MARGIN + scale * (p.0 - left)).round(), (MARGIN + scale * (p.1 - top)).round());
    }
    let most = |axis: fn(&(f64, f64)) -> f64| points.iter().map(axis).fold(0.0, f64::max) + MARGIN;
    let rooms = nearest.iter().map(|d| (0.42 * scale * d).clamp(1.0, ROOM).floor()).collect();
    Places { width: most(|p| p.0), height: most(|p| p.1), points, rooms }
}

/// How far each space is from the one nearest to it.
fn nearest(points: &[(f64, f64)]) -> Vec<f64> {
    let square = |p: &(f64, f64), q: &(f64, f64)| (p.0 - q.0).powi(2) + (p.1 - q.1).powi(2);
    let to_others = |i: usize| {
        let others = points.iter().enumerate().filter(move |(j, _)| *j != i);
        others.map(|(_, q)| square(&points[i], q)).fold(f64::INFINITY, f64::min).sqrt()
    };
    (0..points.len()).map(to_others).collect()
}

/// How many steps apart any two spaces are; those without a way between them are a little farther than the
/// farthest.
fn distances(neighbours: &[Vec<usize>]) -> Vec<u16> {
    let n = neighbours.len();
    let mut steps = vec![u16::MAX; n * n];
    for from in 0..n {
        let row = &mut steps[from * n..(from + 1) * n];
        row[from] = 0;
        let mut queue = std::collections::VecDeque::from([from]);
        while let Some(p) = queue.pop_front() {
            for &q in &neighbours[p] {
                if row[q] == u16::MAX {
                    row[q] = row[p] + 1;
                    queue.push_back(q);
                }
            }
        }
    }
    let farthest = steps.iter().filter(|d| **d < u16::MAX).max().copied().unwrap_or(0);
    steps.iter_mut().filter(|d| **d == u16::MAX).for_each(|d| *d = farthest.min(u16::MAX - 2) / 2 + 2);
    steps
}

/// Points with little stress, one step being about 1, with the longer side of the picture lying.
fn spread(steps: &[u16], n: usize, seed: u64) -> Vec<(f64, f64)> {
    const LAST: f64 = 0.05;
    let rounds = if n <= SMALL { 40 } else { 20 };
    let mut rng = Rng::new(seed, 0, Stream::World);
    let side = (n as f64).sqrt();
    let mut points: Vec<(f64, f64)> = (0..n).map(|_| (side * rng.unit(), side * rng.unit())).collect();
    let farthest = f64::from(steps.iter().copied().max().unwrap_or(1).max(1));
    let mut order: Vec<usize> = (0..n).collect();
    for round in 0..rounds {
        let progress = f64::from(round) / f64::from(rounds - 1);
        let rate = farthest.powi(2) * (LAST / farthest.powi(2)).powf(progress);
        for i in (1..n).rev() {
            order.swap(i, rng.below(i as u32 + 1) as usize);
        }
        for (k, &i) in order.iter().enumerate() {
            for &j in &order[..k] {
                let wanted = f64::from(steps[i * n + j]);
                let (dx, dy) = (points[i].0 - points[j].0, points[i].1 - points[j].1);
                let far = (dx * dx + dy * dy).sqrt().max(1e-9);
                let pull = (rate / (wanted * wanted)).min(1.0) * (far - wanted) / (2.0 * far);
                points[i] = (points[i].0 - pull * dx, points[i].1 - pull * dy);
                points[j] = (points[j].0 + pull * dx, points[j].1 + pull * dy);
            }
        }
    }
    lay(&mut points);
    part(&mut points);
    points
}

/// Turns the points so that they reach farthest to the left and right, the first of them in the upper left
/// quarter.
fn lay(points: &mut [(f64, f64)]) {
    let n = points.len().max(1) as f64;
    let (mx, my) = points.iter().fold((0.0, 0.0), |sum, p| (sum.0 + p.0 / n, sum.1 + p.1 / n));
    points.iter_mut().for_each(|p| *p = (p.0 - mx, p.1 - my));
    let (xx, yy, xy) =
        points.iter().fold((0.0, 0.0, 0.0), |s, p| (s.0 + p.0 * p.0, s.1 + p.1 * p.1, s.2 + p.0 * p.1));
    let (sin, cos) = (0.5 * (2.0 * xy).atan2(xx - yy)).sin_cos();
    points.iter_mut().for_each(|p| *p = (cos * p.0 + sin * p.1, cos * p.1 - sin * p.0));
    let (x, y) = points.first().copied().unwrap_or_default();
    points.iter_mut().for_each(|p| *p = (if x > 0.0 { -p.0 } else { p.0 }, if y > 0.0 { -p.1 } else { p.1 }));
}

/// Pushes points apart that are nearer to each other than two discs may be.
fn part(points: &mut [(f64, f64)]) {
    const LEAST: f64 = 0.75;
    for _ in 0..60 {
        let mut crowded = false;
        for i in 0..points.len() {
            for j in i + 1..points.len() {
                let (dx, dy) = (points[j].0 - points[i].0, points[j].1 - points[i].1);
                if dx * dx + dy * dy < LEAST * LEAST {
                    let far = dx.hypot(dy);
                    crowded = true;
                    // Two points in one place go apart to the left and right.
                    let (ux, uy) = if far > 1e-6 { (dx / far, dy / far) } else { (1.0, 0.0) };
                    let push = (LEAST - far) / 2.0 + 1e-3;
                    points[i] = (points[i].0 - push * ux, points[i].1 - push * uy);
                    points[j] = (points[j].0 + push * ux, points[j].1 + push * uy);
                }
            }
        }
        if !crowded {
            break;
        }
    }
}

/// How many lines cross each other or run over a space that they do not join.
fn knots(points: &[(f64, f64)], neighbours: &[Vec<usize>]) -> usize {
    let lines: Vec<(usize, usize)> = (0..points.len())
        .flat_map(|i| neighbours[i].iter().filter(move |j| **j > i).map(move |j| (i, *j)))
        .collect();
    let turn = |a: usize, b: usize, c: usize| {
        let (a, b, c) = (points[a], points[b], points[c]);
        (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0) > 0.0
    };
    let mut knots = 0;
    for (k, &(a, b)) in lines.iter().enumerate() {
        for &(c, d) in &lines[..k] {
            let apart = a != c && a != d && b != c && b != d;
            knots += usize::from(apart && turn(a, b, c) != turn(a, b, d) && turn(c, d, a) != turn(c, d, b));
        }
        knots += (0..points.len()).filter(|&p| p != a && p != b && near(points, (a, b), p)).count();
    }
    knots
}

/// Whether a line comes so near to a point that it would run over its disc.
fn near(points: &[(f64, f64)], (a, b): (usize, usize), p: usize) -> bool {
    let (a, b, p) = (points[a], points[b], points[p]);
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let along = ((p.0 - a.0) * dx + (p.1 - a.1) * dy) / (dx * dx + dy * dy).max(1e-9);
    let t = along.clamp(0.0, 1.0);
    (a.0 + t * dx - p.0).hypot(a.1 + t * dy - p.1) < 0.35
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(n: usize) -> Vec<Vec<usize>> {
        (0..n).map(|i| [i.wrapping_sub(1), i + 1].into_iter().filter(|j| *j < n).collect()).collect()
    }

    #[test]
    fn a_path_lies_in_a_row_from_the_left() {
        let places = arranged(&path(5));
        assert!(places.points.windows(2).all(|w| w[1].0 - w[0].0 > 100.0), "{places:?}");
        assert!(places.height < 2.0 * MARGIN + 40.0);
        assert_eq!(places, arranged(&path(5)));
    }

    #[test]
    fn a_grid_is_drawn_without_knots() {
        let join = |x: i32, y: i32| {
            let near = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
            let inside = near.into_iter().filter(|(x, y)| (0..6).contains(x) && (0..4).contains(y));
            inside.map(|(x, y)| (6 * y + x) as usize).collect::<Vec<usize>>()
        };
        let grid: Vec<Vec<usize>> = (0..24).map(|i| join(i % 6, i / 6)).collect();
        let places = arranged(&grid);
        let points: Vec<(f64, f64)> = places.points.iter().map(|p| (p.0 / STEP, p.1 / STEP)).collect();
        assert_eq!(knots(&points, &grid), 0);
    }

    #[test]
    fn spaces_without_ways_and_single_spaces_have_their_places() {
        for neighbours in [vec![vec![]], vec![vec![]; 7], vec![vec![1], vec![0], vec![], vec![]]] {
            let places = arranged(&neighbours);
            assert_eq!(places.points.len(), neighbours.len());
            for (i, p) in places.points.iter().enumerate() {
                assert!((0.0..=places.width).contains(&p.0) && (0.0..=places.height).contains(&p.1));
                assert!(places.points[..i].iter().all(|q| (p.0 - q.0).hypot(p.1 - q.1) > 50.0), "{places:?}");
            }
        }
        assert_eq!(arranged(&[]).points, []);
        let far = framed(vec![(0.0, 0.0), (1.0, 0.0), (9999.0, 0.0), (9999.0, 1.0)]);
        assert!(far.width <= 4.0 * STEP + 2.0 * MARGIN, "{far:?}");
    }
}
