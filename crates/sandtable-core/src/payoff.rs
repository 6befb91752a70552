//! What a finished game is worth to each seat: one number per seat, on any scale.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The most seats that any game may have.
pub const MAX_SEATS: usize = 16;

/// One number per seat. Win and loss are one scale among others.
#[derive(Clone, Copy, PartialEq)]
pub struct Payoff {
    values: [f64; MAX_SEATS],
    seats: u8,
}

impl Payoff {
    /// The payoffs of all seats, in their order.
    pub fn new(values: &[f64]) -> Self {
        let mut payoff = Payoff { values: [0.0; MAX_SEATS], seats: values.len() as u8 };
        payoff.values[..values.len()].copy_from_slice(values);
        payoff
    }

    /// Nothing for anybody.
    pub fn zero(seats: usize) -> Self {
        Payoff { values: [0.0; MAX_SEATS], seats: seats as u8 }
    }

    /// Two seats: what one gains the other loses.
    pub fn zero_sum(first: f64) -> Self {
        Payoff::new(&[first, if first == 0.0 { 0.0 } else { -first }])
    }

    /// The numbers, one per seat.
    pub fn values(&self) -> &[f64] {
        &self.values[..usize::from(self.seats)]
    }

    /// The numbers, to be changed.
    pub fn values_mut(&mut self) -> &mut [f64] {
        &mut self.values[..usize::from(self.seats)]
    }

    /// The largest payoff, if it is not shared by every seat: a seat wins when it has this payoff.
    ///
    /// Seats of one team share their payoff, so they win together.
    pub fn best(&self) -> Option<f64> {
        let most = self.values().iter().copied().fold(f64::NEG_INFINITY, f64::max);
        self.values().iter().any(|&v| v < most).then_some(most)
    }
}

impl std::fmt::Debug for Payoff {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.values()).finish()
    }
}

impl Serialize for Payoff {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.values().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Payoff {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let values = Vec::<f64>::deserialize(deserializer)?;
        if values.is_empty() || values.len() > MAX_SEATS {
            return Err(serde::de::Error::invalid_length(values.len(), &"1 to 16 payoffs"));
        }
        Ok(Payoff::new(&values))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_payoff_wins_unless_all_are_equal() {
        assert_eq!(Payoff::new(&[0.0, 0.0]).best(), None);
        assert_eq!(Payoff::zero_sum(-2.0).best(), Some(2.0));
        assert_eq!(Payoff::new(&[1.0, 1.0, 0.0]).best(), Some(1.0));
    }
}
