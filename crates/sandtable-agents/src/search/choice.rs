//! What a search has found at the root, and what it would do.

use sandtable_core::Game;

use super::tree::{Kind, NONE, Node, Tree, Way};

/// A step is better than that of the player who plays on if it brought more by so many standard errors.
const BETTER: f32 = 1.5;

/// The edges at the root, for those who choose.
#[derive(Clone, Debug)]
pub struct Choice<A> {
    /// The step, or the number of a proposer.
    pub what: Result<A, u16>,
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
            out.push(Choice { what, visits, mean: f64::from(edge.mean), error, backed, moved: 0.0 });
        }
    }

    /// The choice at the root by visits, deciding on the two levels one after the other. Where `home` is given, what it would
    /// do is done unless something else brought more by more than noise.
    pub fn preferred(&self, home: Option<G::Action>) -> Option<Result<G::Action, u16>> {
        let mut node = self.nodes.first()?;
        loop {
            let edges = self.edges_of(node);
            let best = edges.iter().max_by(|a, b| a.visits.cmp(&b.visits).then(a.mean.total_cmp(&b.mean)))?;
            let at_home = home.and_then(|step| {
                let own = edges.iter().find(|edge| edge.way == Way::Step(step));
                own.or_else(|| edges.iter().find(|edge| edge.way == Way::Act)).filter(|edge| edge.valued > 0)
            });
            let best = match at_home {
                Some(home)
                    if best.mean - home.mean < BETTER * (self.error(best) + self.error(home)).sqrt() =>
                {
                    home
                }
                _ => best,
            };
            match best.way {
                Way::Step(action) => return Some(Ok(action)),
                Way::Turn(proposer) => return Some(Err(proposer)),
                Way::Act => node = &self.nodes[best.child as usize],
            }
        }
    }
}
