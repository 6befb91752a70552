//! One tree over what players can tell apart (Cowling, Powley and Whitehouse, *Information Set Monte Carlo Tree Search*, 2012).
//!
//! Every walk has another world, one that the searcher believes in. A node stands for all positions that look the same to whoever
//! is to decide there, so nobody in the tree, the searcher or another, decides by what it cannot know. What can be done is the
//! same in all of them. Where a step leads depends on the world: walks look for the next node by what its mover then sees, and
//! dice are drawn. A view stands for all that led to it; what was seen before and is out of sight again is not told apart.
//!
//! Nothing lies below an edge for good, so values are means of walks and not backed up through the tree, and nothing is kept for the next
//! decision.

use sandtable_core::plan::carry_out;
use sandtable_core::{Game, Guide, Rng, Turn};

use super::tree::{Edge, Kind, NONE, Place, Spot, Tree, Way};
use super::valuer::Player;

impl<G: Game> Tree<G> {
    /// Walks down in `world`, which looks to the searcher like the root, to a place that wants a value.
    pub fn gather_in(
        &mut self,
        game: &G,
        guide: &mut dyn Guide<G>,
        proposers: &mut [Player<G>],
        mut world: G::State,
        rng: &mut Rng,
    ) -> Spot {
        let begin = self.set_out();
        let mut at = 0;
        let node = loop {
            let node = &mut self.nodes[at as usize];
            node.visits += 1;
            if node.kind == Kind::Fresh {
                let leaf = node.visits == 1 && (at != 0 || self.shape.priors);
                if !leaf || self.shape.priors {
                    self.expand(game, guide, proposers, at);
                }
                if leaf {
                    break Some(at);
                }
            }
            let chosen = self.choose(at, rng);
            let Edge { way, child, .. } = self.edges[chosen];
            match way {
                Way::Act if child != NONE => at = child,
                Way::Act if self.full() => break None,
                Way::Act => {
                    at = self.inner(at);
                    self.edges[chosen].child = at;
                }
                Way::Step(step) => {
                    game.apply(&mut world, step);
                    match self.next_in(game, &mut world, rng) {
                        Some(next) => at = next,
                        None => break None,
                    }
                }
                Way::Turn(proposer) => {
                    let player = &mut proposers[usize::from(proposer)];
                    self.take_turn_in(game, &mut world, player, rng);
                    match self.next_in(game, &mut world, rng) {
                        Some(next) => at = next,
                        None => break None,
                    }
                }
            }
        };
        self.beyond.push(world);
        let number = self.beyond.len() as u32 - 1;
        self.arrive(begin, node.map_or(Place::Beyond(number), |node| Place::World(node, number)))
    }

    /// Lets dice fall up to the next decision: its node, unless the game is over or the tree is full.
    fn next_in(&mut self, game: &G, world: &mut G::State, rng: &mut Rng) -> Option<u32> {
        loop {
            match game.turn(world) {
                Turn::Over => return None,
                Turn::Chance => {
                    let chance = game.sample(world, rng);
                    game.resolve(world, chance);
                }
                Turn::Player(mover) => {
                    if self.full() {
                        return None;
                    }
                    let looks = game.imagine(&game.view(world, mover));
                    return Some(self.add(game, looks));
                }
            }
        }
    }

    /// Lets a proposer play a turn to its end by what its seat sees.
    fn take_turn_in(&mut self, game: &G, world: &mut G::State, player: &mut Player<G>, rng: &mut Rng) {
        let (turn, mover) = (game.turns(world), game.turn(world));
        while game.turns(world) == turn {
            match game.turn(world) {
                Turn::Chance => {
                    let chance = game.sample(world, rng);
                    game.resolve(world, chance);
                }
                now @ Turn::Player(seat) if now == mover => {
                    let looks = game.imagine(&game.view(world, seat));
                    self.steps.clear();
                    player.policy.choose(game, &looks, rng, &mut self.steps);
                    let (taken, _) = carry_out(game, world, &self.steps, |_, _| ());
                    if taken == 0 {
                        self.steps.clear();
                        game.actions(world, &mut self.steps);
                        game.apply(world, self.steps[0]);
                    }
                }
                _ => break,
            }
        }
    }
}
