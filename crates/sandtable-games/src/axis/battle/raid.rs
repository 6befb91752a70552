//! Raids: bombers against a factory. Guns fire once at each, and a 1 shoots it down; each that is left costs
//! the owner one die of money.

/// What a raid may bring.
#[derive(Clone, PartialEq, Debug)]
pub struct Raid {
    /// The chances that it costs the owner 0, 1, 2, …
    pub money: Vec<f64>,
    /// The chances that 0, 1, 2, … bombers are shot down.
    pub shot_down: Vec<f64>,
}

impl Raid {
    /// So many bombers against guns or none; `limit` is the most that it can cost.
    pub fn new(bombers: u16, guns: bool, limit: Option<u16>) -> Raid {
        let down = if guns { 1.0 / 6.0 } else { 0.0 };
        let bomber = [down].into_iter().chain([(1.0 - down) / 6.0; 6]).collect::<Vec<f64>>();
        let most = limit.map_or(6 * usize::from(bombers), usize::from);
        let (mut money, mut shot_down) = (vec![1.0], vec![1.0]);
        for _ in 0..bombers {
            money = add(&money, &bomber, most);
            shot_down = add(&shot_down, &[1.0 - down, down], usize::MAX);
        }
        Raid { money, shot_down }
    }

    /// The expected cost.
    pub fn mean(&self) -> f64 {
        mean(&self.money)
    }

    /// How many bombers are expected to be shot down.
    pub fn mean_shot_down(&self) -> f64 {
        mean(&self.shot_down)
    }
}

/// The distribution of a sum, cut off at `most`.
fn add(one: &[f64], other: &[f64], most: usize) -> Vec<f64> {
    let mut sum = vec![0.0; (one.len() + other.len() - 2).min(most) + 1];
    for (m, p) in one.iter().enumerate() {
        for (n, q) in other.iter().enumerate() {
            sum[(m + n).min(most)] += p * q;
        }
    }
    sum
}

fn mean(chances: &[f64]) -> f64 {
    chances.iter().enumerate().map(|(n, p)| n as f64 * p).sum()
}
