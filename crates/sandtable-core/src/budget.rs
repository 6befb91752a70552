//! What a decision may cost, in one type for all searches.

use std::time::{Duration, Instant};

/// What a decision may cost: whichever runs out first ends the search. Nothing set means no bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Simulations, positions or rounds: whatever the searcher counts.
    pub effort: Option<u64>,
    /// Time by the clock; results then depend on the machine.
    pub time: Option<Duration>,
}

impl Budget {
    /// No bound at all.
    pub const OPEN: Budget = Budget { effort: None, time: None };

    /// So much effort.
    pub const fn effort(effort: u64) -> Budget {
        Budget { effort: Some(effort), time: None }
    }

    /// So much time.
    pub const fn time(time: Duration) -> Budget {
        Budget { effort: None, time: Some(time) }
    }

    /// The tighter of both, in effort and in time.
    pub fn within(self, other: Budget) -> Budget {
        fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            match (a, b) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            }
        }
        Budget { effort: least(self.effort, other.effort), time: least(self.time, other.time) }
    }

    /// When a search that begins now must end, if that is bounded.
    pub fn deadline(self) -> Option<Instant> {
        self.time.map(|time| Instant::now() + time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tighter_bound_counts() {
        let second = Duration::from_secs(1);
        let both = Budget::effort(5).within(Budget::time(second));
        assert_eq!(both, Budget { effort: Some(5), time: Some(second) });
        assert_eq!(both.within(Budget::effort(3)).effort, Some(3));
        assert_eq!(both.within(Budget::OPEN), both);
        assert_eq!(both.within(Budget::time(2 * second)).time, Some(second));
        assert_eq!(Budget::effort(5).deadline(), None);
    }
}
