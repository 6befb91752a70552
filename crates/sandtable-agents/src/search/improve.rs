//! What a search says of its root's steps to somebody who wants to do better without one: the priors, moved by what steps were found to be worth (Danihelka, Guez,
//! Schrittwieser and Silver, *Policy improvement by planning with Gumbel*, 2022, section 4).
//!
//! Visits are shares of how good steps are only where there are very many. The paper takes values instead, and for steps that were not tried what the position is worth, so
//! that those keep their standing. It knows no dice. Where values of few visits are mostly luck, they must not count in full: here each is drawn towards what the position
//! is worth, the more the fewer visits it has.

/// With so many visits a value is believed by half.
const SURE: f64 = 50.0;
/// How many times likelier a step becomes, as a logarithm, by all that there is to win.
const WEIGHT: f64 = 200.0;

/// What a search knows of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tried {
    /// How promising it looked before.
    pub prior: f64,
    /// How often it was tried.
    pub visits: u32,
    /// What that brought on the mean, as a share of what there is to win.
    pub worth: f64,
}

impl Tried {
    /// How far its worth is believed.
    fn trust(&self) -> f64 {
        f64::from(self.visits) / (f64::from(self.visits) + SURE)
    }

    /// Hears of another way to go on from the same step: a step is worth what its better way is.
    pub fn or(&mut self, other: Tried, worth: f64) {
        let gain = |tried: &Tried| tried.trust() * (tried.worth - worth);
        if self.visits == 0 || (other.visits > 0 && gain(&other) > gain(self)) {
            (self.visits, self.worth) = (other.visits, other.worth);
        }
    }
}

/// How good a step is, as a logarithm, where the position is worth so much.
pub fn standing(tried: &Tried, worth: f64) -> f64 {
    let gain = if tried.visits > 0 { tried.trust() * (tried.worth - worth) } else { 0.0 };
    tried.prior.max(1e-6).ln() + WEIGHT * gain
}

/// What the position is worth by the steps that were tried, each as likely as it looked before and believed as far as it is known.
pub fn worth(found: impl Iterator<Item = Tried> + Clone) -> f64 {
    let tried = found.filter(|tried| tried.visits > 0);
    let weight = |tried: &Tried| tried.prior.max(1e-6) * tried.trust();
    let all: f64 = tried.clone().map(|tried| weight(&tried)).sum();
    tried.map(|tried| weight(&tried) * tried.worth).sum::<f64>() / all.max(1e-12)
}

/// How good each step is, as shares of one.
pub fn improved(found: &[Tried], worth: f64) -> Vec<f64> {
    let mut shares: Vec<f64> = found.iter().map(|tried| standing(tried, worth)).collect();
    let most = shares.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    shares.iter_mut().for_each(|share| *share = (*share - most).exp());
    let all: f64 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= all);
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tried(prior: f64, visits: u32, worth: f64) -> Tried {
        Tried { prior, visits, worth }
    }

    #[test]
    fn what_was_not_tried_keeps_its_standing_among_its_kind() {
        let found = [tried(0.4, 40, 0.5), tried(0.2, 0, 0.0), tried(0.1, 0, 0.0), tried(0.3, 40, 0.5)];
        let shares = improved(&found, worth(found.iter().copied()));
        for (share, tried) in shares.iter().zip(found) {
            assert!((share - tried.prior).abs() < 1e-12, "{shares:?}");
        }
    }

    #[test]
    fn what_brought_more_becomes_likelier_the_surer_it_is() {
        let share = |visits| {
            let found = [tried(0.5, 200, 0.50), tried(0.5, visits, 0.56)];
            improved(&found, worth(found.iter().copied()))[1]
        };
        assert!(share(1) < 0.65 && share(1) > 0.5, "{}", share(1));
        assert!(share(200) > 0.9, "{}", share(200));
        assert!(share(1) < share(20) && share(20) < share(200));
    }

    #[test]
    fn a_step_is_worth_its_better_way() {
        let mut step = tried(0.3, 10, 0.40);
        step.or(tried(0.3, 30, 0.60), 0.5);
        assert_eq!((step.visits, step.worth), (30, 0.60));
        step.or(tried(0.3, 90, 0.55), 0.5);
        // 90 visits at 0.55 are believed more, but not so much that they say more than 30 at 0.60.
        assert_eq!((step.visits, step.worth), (30, 0.60));
    }
}
