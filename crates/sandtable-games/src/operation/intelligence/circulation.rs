//! A flow that goes round: arcs with least and most, kept feasible while bounds and arcs change (Ford and Fulkerson's
//! out-of-kilter method, without costs; Hoffman's theorem says that it fails only where no flow exists).
//!
//! What flows in flows out at every vertex, always; an arc whose bounds it breaks is mended by sending some of it another way.
//! Everything stands in flat arrays that only grow, and the last arcs and vertices can be taken away again.

/// A vertex.
pub(super) type Vertex = u32;
/// An arc, by its place in the order in which they were added.
pub(super) type Arc = u32;

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Pipe {
    from: Vertex,
    to: Vertex,
    least: u16,
    most: u16,
    flow: u16,
}

impl Pipe {
    fn fits(&self) -> bool {
        (self.least..=self.most).contains(&self.flow)
    }
}

/// A network and a flow in it.
#[derive(Clone, Debug, Default)]
pub(super) struct Circulation {
    pipes: Vec<Pipe>,
    /// For each vertex the last half-arc at it, and for each half-arc the one before: `2 * arc` at its tail, `2 * arc + 1` at its head.
    last: Vec<u32>,
    before: Vec<u32>,
    /// Arcs whose bounds may be broken.
    broken: Vec<Arc>,
    /// Bounds as they were.
    old: Vec<(Arc, u16, u16)>,
    /// The search at hand: when a vertex was reached last, through which half-arc, and who is still to be looked at.
    reached: Vec<u32>,
    through: Vec<u32>,
    queue: Vec<Vertex>,
    search: u32,
}

impl Circulation {
    /// Takes everything away.
    pub fn clear(&mut self) {
        self.pipes.clear();
        self.before.clear();
        self.last.clear();
        self.reached.clear();
        self.through.clear();
        self.broken.clear();
        self.old.clear();
    }

    /// A new vertex.
    pub fn vertex(&mut self) -> Vertex {
        self.last.push(NONE);
        self.reached.push(0);
        self.through.push(NONE);
        (self.last.len() - 1) as Vertex
    }

    /// A new arc, with what flows through it already; what leaves must have come.
    pub fn arc(&mut self, from: Vertex, to: Vertex, bounds: (u16, u16), flow: u16) -> Arc {
        let arc = self.pipes.len() as Arc;
        let pipe = Pipe { from, to, least: bounds.0, most: bounds.1, flow };
        self.before.push(self.last[from as usize]);
        self.last[from as usize] = 2 * arc;
        self.before.push(self.last[to as usize]);
        self.last[to as usize] = 2 * arc + 1;
        if !pipe.fits() {
            self.broken.push(arc);
        }
        self.pipes.push(pipe);
        arc
    }

    /// How many arcs and vertices there are.
    pub fn size(&self) -> (usize, usize) {
        (self.pipes.len(), self.last.len())
    }

    /// Takes away the last arcs and vertices; what flows through them must be put back by others.
    pub fn shrink(&mut self, (arcs, vertices): (usize, usize)) {
        while self.pipes.len() > arcs {
            let arc = self.pipes.len() - 1;
            let Some(pipe) = self.pipes.pop() else { break };
            self.last[pipe.to as usize] = self.before[2 * arc + 1];
            self.last[pipe.from as usize] = self.before[2 * arc];
            self.before.truncate(2 * arc);
        }
        self.broken.retain(|arc| (*arc as usize) < arcs);
        self.last.truncate(vertices);
        self.reached.truncate(vertices);
        self.through.truncate(vertices);
    }

    /// What flows through an arc.
    pub fn flow(&self, arc: Arc) -> u16 {
        self.pipes[arc as usize].flow
    }

    /// The least and the most that may flow through an arc.
    pub fn bounds(&self, arc: Arc) -> (u16, u16) {
        let pipe = &self.pipes[arc as usize];
        (pipe.least, pipe.most)
    }

    /// Other bounds for an arc, until they are undone.
    pub fn bound(&mut self, arc: Arc, least: u16, most: u16) {
        let pipe = &mut self.pipes[arc as usize];
        self.old.push((arc, pipe.least, pipe.most));
        (pipe.least, pipe.most) = (least, most);
        if !pipe.fits() {
            self.broken.push(arc);
        }
    }

    /// A moment to come back to with [`Circulation::undo`].
    pub fn moment(&self) -> usize {
        self.old.len()
    }

    /// Bounds as they were at a moment. If they were narrowed since, whatever flows now fits them again.
    pub fn undo(&mut self, moment: usize) {
        while self.old.len() > moment {
            let Some((arc, least, most)) = self.old.pop() else { break };
            let pipe = &mut self.pipes[arc as usize];
            (pipe.least, pipe.most) = (least, most);
        }
    }

    /// Bounds so far stay as they are.
    pub fn keep(&mut self) {
        self.old.clear();
    }

    /// Makes the flow fit all bounds; false if none does.
    pub fn repair(&mut self) -> bool {
        while let Some(&arc) = self.broken.last() {
            let Pipe { least, most, flow, .. } = self.pipes[arc as usize];
            let moved = match flow {
                _ if flow < least => self.push(arc, true, least - flow),
                _ if flow > most => self.push(arc, false, flow - most),
                _ => {
                    self.broken.pop();
                    continue;
                }
            };
            if moved == 0 {
                return false;
            }
        }
        true
    }

    /// Lets as much flow through an arc as can, up to its bound, and returns that. Everything must fit already.
    pub fn maximise(&mut self, arc: Arc) -> u16 {
        self.strive(arc, self.bounds(arc).1)
    }

    /// Lets as little flow through an arc as can, and returns that. Everything must fit already.
    pub fn minimise(&mut self, arc: Arc) -> u16 {
        self.strive(arc, self.bounds(arc).0)
    }

    /// Brings what flows through an arc as near to a number within its bounds as it can, and returns that.
    pub fn strive(&mut self, arc: Arc, wanted: u16) -> u16 {
        loop {
            let flow = self.flow(arc);
            let up = flow < wanted;
            if flow == wanted || self.push(arc, up, flow.abs_diff(wanted)) == 0 {
                return flow;
            }
        }
    }

    /// Whether the last search came to a vertex. After a repair that failed, the vertices that it reached are one side of a cut that no flow
    /// within the bounds can cross.
    pub fn cut(&self, vertex: Vertex) -> bool {
        self.reached[vertex as usize] == self.search
    }

    /// Sends up to `wanted` more (or less) through an arc and round by other arcs; returns how much.
    fn push(&mut self, arc: Arc, more: bool, wanted: u16) -> u16 {
        let Pipe { from, to, .. } = self.pipes[arc as usize];
        let (begin, end) = if more { (to, from) } else { (from, to) };
        if !self.find(begin, end, arc) {
            return 0;
        }
        let mut amount = wanted;
        self.walk_back(begin, end, |pipe, forward| {
            amount = amount.min(if forward { pipe.most - pipe.flow } else { pipe.flow - pipe.least });
        });
        let add = |pipe: &mut Pipe, forward: bool| {
            if forward { pipe.flow += amount } else { pipe.flow -= amount }
        };
        self.walk_back(begin, end, add);
        add(&mut self.pipes[arc as usize], more);
        amount
    }

    fn walk_back(&mut self, begin: Vertex, end: Vertex, mut at: impl FnMut(&mut Pipe, bool)) {
        let mut vertex = end;
        while vertex != begin {
            let half = self.through[vertex as usize];
            let pipe = &mut self.pipes[half as usize / 2];
            let forward = half.is_multiple_of(2);
            at(pipe, forward);
            vertex = if forward { pipe.from } else { pipe.to };
        }
    }

    /// The shortest way on which more can flow, without one arc.
    fn find(&mut self, begin: Vertex, end: Vertex, without: Arc) -> bool {
        if self.search == u32::MAX {
            self.reached.fill(0);
            self.search = 0;
        }
        self.search += 1;
        self.queue.clear();
        self.queue.push(begin);
        self.reached[begin as usize] = self.search;
        let mut next = 0;
        while let Some(&vertex) = self.queue.get(next) {
            next += 1;
            let mut half = self.last[vertex as usize];
            while half != NONE {
                let pipe = &self.pipes[half as usize / 2];
                let (other, free) = match half % 2 {
                    0 => (pipe.to, pipe.flow < pipe.most),
                    _ => (pipe.from, pipe.flow > pipe.least),
                };
                if free && half / 2 != without && self.reached[other as usize] != self.search {
                    self.reached[other as usize] = self.search;
                    self.through[other as usize] = half;
                    if other == end {
                        return true;
                    }
                    self.queue.push(other);
                }
                half = self.before[half as usize];
            }
        }
        false
    }
}
