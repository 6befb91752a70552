//! What a search has found at the root, and what it would do.

use sandtable_core::Game;

use super::improve::{Tried, standing, worth};
use super::tree::{Kind, NONE, Node, Tree, Way};

/// The edges at the root, for those who choose.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<A> {
    /// The step, or the number of a proposer.
    pub what: Result<A, u16>,
    /// Whether it stands on the inner level of a two-level decision: to act has been chosen before.
    pub acting: bool,
    /// How often it was tried.
    pub visits: u32,
    /// Its mean value for the mover, from -1 to 1.
    pub mean: f64,
    /// The variance of that mean.
    pub error: f64,
    /// Its worth by what lies below it.
    pub backed: f64,
    /// By how much the mean has moved of late, beyond noise; whoever watches the search says so.
    pub moved: f64,
    /// How promising it looked before it was tried, where somebody said so.
    pub prior: f64,
}

impl<G: Game> Tree<G> {
    /// What can be done at the root, with what is known of it.
    pub fn choices(&self, out: &mut Vec<Choice<G::Action>>) {
        out.clear();
        if let Some(root) = self.nodes.first() {
            self.list(root, out);
        }
    }

    fn list(&self, node: &Node, out: &mut Vec<Choice<G::Action>>) {
        for edge in &self.edges[node.first as usize..(node.first + node.edges) as usize] {
            let what = match edge.way {
                Way::Step(action) => Ok(action),
                Way::Turn(proposer) => Err(proposer),
                Way::Act => {
                    if edge.child != NONE && self.nodes[edge.child as usize].kind == Kind::Decision {
                        self.list(&self.nodes[edge.child as usize], out);
                    }
                    continue;
                }
            };
            let visits = edge.visits;
            let error = f64::from(self.error(edge));
            let backed = f64::from(self.backed(node, edge));
            let acting = node.acting;
            let (mean, prior) = (f64::from(edge.mean), f64::from(edge.prior));
            out.push(Choice { what, acting, visits, mean, error, backed, moved: 0.0, prior });
        }
    }
}

impl<A> Choice<A> {
    /// The same for those who weigh it with how promising it looked.
    pub fn tried(&self) -> Tried {
        Tried { prior: self.prior, visits: self.visits, worth: (self.mean + 1.0) / 2.0 }
    }
}

/// What is played where the root's steps competed by halving: the best by what it brought and how promising it looked.
pub fn winner<A>(found: &[Choice<A>]) -> Option<&Choice<A>> {
    let tried = found.iter().filter(|choice| choice.visits > 0);
    let worth = worth(tried.clone().map(Choice::tried));
    let standing = |choice: &&Choice<A>| standing(&choice.tried(), worth);
    tried.max_by(|a, b| standing(a).total_cmp(&standing(b)))
}

/// What is played of all that was found: what was visited most, deciding on the two levels one after the other.
pub fn favourite<A>(found: &[Choice<A>]) -> Option<&Choice<A>> {
    let better = |a: &&Choice<A>, b: &&Choice<A>| a.visits.cmp(&b.visits).then(a.mean.total_cmp(&b.mean));
    let level = |acting: bool| found.iter().filter(move |choice| choice.acting == acting);
    let acting: u32 = level(true).map(|choice| choice.visits).sum();
    match level(false).max_by(better) {
        Some(outer) if outer.visits >= acting => Some(outer),
        _ => level(true).max_by(better),
    }
}

/// The same where there is a `home`, what somebody sensible would do: its best is done unless that brought more by `keep` standard errors.
pub fn at_home<'a, A: PartialEq>(
    found: &'a [Choice<A>],
    most: &'a Choice<A>,
    home: &[Result<A, u16>],
    keep: f64,
) -> &'a Choice<A> {
    let own = found.iter().filter(|choice| choice.visits > 0 && home.contains(&choice.what));
    let sure = |choice: &Choice<A>| choice.mean - choice.error.sqrt();
    match own.max_by(|a, b| sure(a).total_cmp(&sure(b))) {
        Some(own) if most.mean - own.mean < keep * (most.error + own.error).sqrt() => own,
        _ => most,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(what: Result<char, u16>, acting: bool, visits: u32, mean: f64) -> Choice<char> {
        Choice { what, acting, visits, mean, error: 0.01, backed: mean, moved: 0.0, prior: 0.0 }
    }

    #[test]
    fn the_two_levels_are_decided_one_after_the_other() {
        let found = [
            choice(Ok('p'), false, 40, 0.1),
            choice(Ok('a'), true, 25, 0.2),
            choice(Ok('b'), true, 30, 0.1),
            choice(Err(0), false, 20, 0.3),
        ];
        // To act was visited 55 times in all, more than to pass.
        assert_eq!(favourite(&found).unwrap().what, Ok('b'));
        assert_eq!(favourite(&found[..2]).unwrap().what, Ok('p'));
        assert_eq!(favourite::<char>(&[]), None);
    }

    #[test]
    fn home_is_left_for_what_is_better_by_more_than_noise() {
        let found = [
            choice(Ok('a'), false, 60, 0.3),
            choice(Ok('h'), false, 10, 0.15),
            choice(Err(0), false, 20, 0.1),
            choice(Err(1), false, 0, 0.9),
        ];
        // The gap to the better of the two ways home is 0.15, and its standard error 0.14.
        let home = [Err(0), Ok('h')];
        let most = favourite(&found).unwrap();
        assert_eq!(at_home(&found, most, &home, 1.0).what, Ok('a'));
        assert_eq!(at_home(&found, most, &home, 1.1).what, Ok('h'));
        // What was never tried is nobody's home.
        assert_eq!(at_home(&found, most, &[Err(1)], 9.0).what, Ok('a'));
    }

    #[test]
    fn winners_look_good_and_bring_much() {
        let promising = |what, visits, mean, prior| Choice { prior, ..choice(Ok(what), false, visits, mean) };
        // As many visits, and a little more: not enough against what looks ten times as promising.
        let found = [promising('a', 100, 0.30, 0.8), promising('b', 100, 0.32, 0.08)];
        assert_eq!(winner(&found).unwrap().what, Ok('a'));
        let found =
            [promising('a', 100, 0.30, 0.8), promising('b', 100, 0.40, 0.08), promising('c', 0, 0.0, 0.9)];
        assert_eq!(winner(&found).unwrap().what, Ok('b'));
        assert!(winner::<char>(&[]).is_none());
    }
}
