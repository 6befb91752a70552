//! Boards: where nodes lie, how they are joined, where the pieces start. Read from `.board` files.
//!
//! A board file has one item a line: `columns 5`, `rows 5`, `turns 36`, `lateral 1 2 3 5` (the rows whose nodes are
//! joined west to east), `blue A1=3 …`, `red A5=2 …`, and optionally `board NAME`, `join B4-C4` (one more edge) and
//! `cut B2-B3` (one edge less). `#` begins a comment. All nodes are joined north to south unless cut, and every
//! node of the last row leads to the goal.

use super::stacks::{LIMIT, Stacks, nodes};
use super::{Node, Side};
use sandtable_core::BadInput;

/// The most nodes a board can have: one bit each.
pub const MAX_NODES: usize = 64;
/// The most columns and rows.
pub const MAX_SIDE: usize = 16;
/// The most turns a game can last.
const MAX_TURNS: u8 = 250;

/// A way from one node to another, or from the last row into the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Where it begins.
    pub from: Node,
    /// Where it ends; `None` for the goal.
    pub to: Option<Node>,
}

/// A board, with everything that the rules look up again and again worked out in advance.
///
/// Nodes are numbered in reading order, from the north-west. The edges are in the canonical order of the steps of
/// a turn: by node, and for each node north, east, south, west. Columns that advance from the front thus make room
/// for those behind.
#[derive(Clone, Debug)]
pub struct Board {
    /// Its title.
    pub name: String,
    /// Columns, west to east.
    pub columns: u8,
    /// Rows, south to north.
    pub rows: u8,
    /// How long a game lasts.
    pub turns: u8,
    /// Where the pieces start: Blue's, Red's.
    pub start: [Stacks; 2],
    /// All directed edges in canonical order.
    pub edges: Vec<Edge>,
    /// Blue's starting nodes: sources of supply.
    pub home: u64,
    /// The last row.
    pub north: u64,
    first_edge: Vec<u16>,
    joined: [u64; 4],
    distance: Vec<u8>,
    goal_distance: Vec<u8>,
}

impl Board {
    /// The number of nodes, the goal aside.
    pub fn len(&self) -> usize {
        usize::from(self.columns) * usize::from(self.rows)
    }

    /// All nodes.
    #[inline]
    pub fn all(&self) -> u64 {
        u64::MAX >> (MAX_NODES - self.len())
    }

    /// Always false: a board has at least two nodes.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The edges that leave a node, as a range of [`Board::edges`].
    #[inline]
    pub fn edges_from(&self, node: Node) -> std::ops::Range<usize> {
        let node = usize::from(node);
        usize::from(self.first_edge[node])..usize::from(self.first_edge[node + 1])
    }

    /// The edge between two nodes, or from a node into the goal.
    pub fn edge(&self, from: Node, to: Option<Node>) -> Option<usize> {
        self.edges_from(from).find(|&e| self.edges[e].to == to)
    }

    /// All nodes that are one edge away from a node of `mask` (the goal aside).
    #[inline]
    pub fn around(&self, mask: u64) -> u64 {
        let [north, east, south, west] = self.joined;
        let columns = self.columns;
        let vertical = (mask & north) >> columns | (mask & south) << columns;
        vertical | (mask & east) << 1 | (mask & west) >> 1
    }

    /// The nodes to which Blue can bring supply: next to, or part of, a chain of nodes held by Blue alone that
    /// begins at home. A contested home node supplies itself.
    #[inline]
    pub fn supplied(&self, blue: u64, red: u64) -> u64 {
        let held = blue & !red;
        let mut reached = self.home & held;
        loop {
            let next = reached | (self.around(reached) & held);
            if next == reached {
                return reached | self.around(reached) | (self.home & blue);
            }
            reached = next;
        }
    }

    /// The fewest edges between two nodes; `u8::MAX` where there is no way.
    pub fn distance(&self, from: Node, to: Node) -> u8 {
        self.distance[usize::from(from) * self.len() + usize::from(to)]
    }

    /// The fewest edges from a node into the goal.
    pub fn goal_distance(&self, from: Node) -> u8 {
        self.goal_distance[usize::from(from)]
    }

    /// The node at a column and a row, both counted from 0; row 0 lies in the south.
    pub fn node(&self, column: u8, row: u8) -> Node {
        (self.rows - 1 - row) * self.columns + column
    }

    /// The column of a node, from 0 in the west.
    pub fn column(&self, node: Node) -> u8 {
        node % self.columns
    }

    /// The row of a node, from 0 in the south.
    pub fn row(&self, node: Node) -> u8 {
        self.rows - 1 - node / self.columns
    }

    /// `A1` for the node in the south-west.
    pub fn node_name(&self, node: Node) -> String {
        format!("{}{}", char::from(b'A' + self.column(node)), self.row(node) + 1)
    }

    /// Reads a node's name.
    pub fn parse_node(&self, text: &str) -> Result<Node, BadInput> {
        parse_place(text, self.columns, self.rows).map(|(column, row)| self.node(column, row))
    }

    /// Reads a board file; `origin` names it in errors.
    pub fn parse(origin: &str, text: &str) -> Result<Board, BadInput> {
        let mut draft = Draft::default();
        for (i, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or("").trim();
            if !line.is_empty() {
                draft.read(line).map_err(|e| BadInput::new(format!("{origin}:{}: {e}", i + 1)))?;
            }
        }
        let end = text.lines().count().max(1);
        draft.finish().map_err(|e| BadInput::new(format!("{origin}:{end}: {e}")))
    }
}

/// A board file as far as it has been read.
#[derive(Default)]
struct Draft {
    name: Option<String>,
    columns: Option<u8>,
    rows: Option<u8>,
    turns: Option<u8>,
    lateral: Option<Vec<u8>>,
    start: [Option<Vec<(u8, u8, u8)>>; 2],
    joins: Vec<(Place, Place)>,
    cuts: Vec<(Place, Place)>,
}

/// Column and row, from 0.
type Place = (u8, u8);

impl Draft {
    fn read(&mut self, line: &str) -> Result<(), BadInput> {
        let (key, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match key {
            "board" if rest.is_empty() => Err(BadInput::new("expected a name after 'board'")),
            "board" => once(&mut self.name, key, rest.to_string()),
            "columns" => once(&mut self.columns, key, number(rest, key, MAX_SIDE as u8)?),
            "rows" => once(&mut self.rows, key, number(rest, key, MAX_SIDE as u8)?),
            "turns" => once(&mut self.turns, key, number(rest, key, MAX_TURNS)?),
            "lateral" => {
                let rows = self.size()?.1;
                let list: Result<Vec<u8>, _> =
                    rest.split_whitespace().map(|w| number(w, key, rows)).collect();
                once(&mut self.lateral, key, list?)
            }
            "blue" | "red" => {
                let side = if key == "blue" { Side::Blue } else { Side::Red };
                let list: Result<Vec<_>, _> = rest.split_whitespace().map(|w| self.pieces(w)).collect();
                let list = list?;
                for (i, a) in list.iter().enumerate() {
                    if list[..i].iter().any(|b| (a.0, a.1) == (b.0, b.1)) {
                        return Err(BadInput::new(format!("a node stands twice in '{key}'")));
                    }
                }
                if list.is_empty() {
                    return Err(BadInput::new(format!("expected pieces like A1=3 after '{key}'")));
                }
                once(&mut self.start[side as usize], key, list)
            }
            "join" | "cut" => {
                for word in rest.split_whitespace() {
                    let pair = self.pair(word)?;
                    if key == "join" { self.joins.push(pair) } else { self.cuts.push(pair) }
                }
                Ok(())
            }
            _ => Err(BadInput::new(format!(
                "'{key}': expected one of board, columns, rows, turns, lateral, join, cut, blue, red"
            ))),
        }
    }

    fn size(&self) -> Result<(u8, u8), BadInput> {
        match (self.columns, self.rows) {
            (Some(c), Some(r)) if usize::from(c) * usize::from(r) > MAX_NODES => {
                Err(BadInput::new(format!("{c} columns and {r} rows: expected at most {MAX_NODES} nodes")))
            }
            (Some(c), Some(r)) => Ok((c, r)),
            _ => Err(BadInput::new("expected 'columns' and 'rows' before this line")),
        }
    }

    fn pieces(&self, word: &str) -> Result<(u8, u8, u8), BadInput> {
        let (columns, rows) = self.size()?;
        let (place, count) = word
            .split_once('=')
            .ok_or_else(|| BadInput::new(format!("'{word}': expected a node and a number, like A1=3")))?;
        let (column, row) = parse_place(place, columns, rows)?;
        Ok((column, row, number(count, place, LIMIT)?))
    }

    fn pair(&self, word: &str) -> Result<(Place, Place), BadInput> {
        let (columns, rows) = self.size()?;
        let (a, b) = word
            .split_once('-')
            .ok_or_else(|| BadInput::new(format!("'{word}': expected two nodes, like B4-C4")))?;
        let (a, b) = (parse_place(a, columns, rows)?, parse_place(b, columns, rows)?);
        if a.0.abs_diff(b.0) + a.1.abs_diff(b.1) != 1 {
            return Err(BadInput::new(format!("'{word}': expected two nodes side by side")));
        }
        Ok((a.min(b), a.max(b)))
    }

    fn finish(self) -> Result<Board, BadInput> {
        let missing = |key: &str| BadInput::new(format!("the file ends, expected a line '{key} …'"));
        let columns = self.columns.ok_or_else(|| missing("columns"))?;
        let rows = self.rows.ok_or_else(|| missing("rows"))?;
        self.size()?;
        let turns = self.turns.ok_or_else(|| missing("turns"))?;
        let lateral = self.lateral.unwrap_or_default();
        let joins = |a: Place, b: Place| {
            let by_rule = a.0 == b.0 || lateral.contains(&(a.1 + 1));
            (by_rule || self.joins.contains(&(a, b))) && !self.cuts.contains(&(a, b))
        };
        let [blue, red] = self.start;
        let (blue, red) = (blue.ok_or_else(|| missing("blue"))?, red.ok_or_else(|| missing("red"))?);
        if blue.iter().any(|b| red.iter().any(|r| (b.0, b.1) == (r.0, r.1))) {
            return Err(BadInput::new("Blue and Red start on the same node"));
        }
        let mut board = Board {
            name: self.name.unwrap_or_else(|| "a board without a name".into()),
            columns,
            rows,
            turns,
            start: [Stacks::EMPTY; 2],
            edges: Vec::new(),
            home: 0,
            north: (1 << columns) - 1,
            first_edge: vec![0],
            joined: [0; 4],
            distance: Vec::new(),
            goal_distance: Vec::new(),
        };
        for (side, list) in [blue, red].into_iter().enumerate() {
            for (column, row, count) in list {
                let node = board.node(column, row);
                board.start[side] = board.start[side].plus(Stacks::of(node, count));
            }
        }
        board.home = board.start[Side::Blue as usize].occupied();
        board.join(joins);
        board.measure();
        if nodes(board.home).all(|n| board.goal_distance(n) == u8::MAX) {
            return Err(BadInput::new("no way leads from Blue's nodes to the goal"));
        }
        Ok(board)
    }
}

impl Board {
    fn join(&mut self, joins: impl Fn(Place, Place) -> bool) {
        for node in 0..self.len() as Node {
            let (column, row) = (self.column(node), self.row(node));
            if row + 1 == self.rows {
                self.edges.push(Edge { from: node, to: None });
            }
            let towards = [
                (row + 1 < self.rows).then(|| (column, row + 1)),
                (column + 1 < self.columns).then(|| (column + 1, row)),
                row.checked_sub(1).map(|south| (column, south)),
                column.checked_sub(1).map(|west| (west, row)),
            ];
            for (direction, place) in towards.into_iter().enumerate() {
                let Some(place) = place else { continue };
                let here = (column, row);
                if joins(here.min(place), here.max(place)) {
                    self.edges.push(Edge { from: node, to: Some(self.node(place.0, place.1)) });
                    self.joined[direction] |= 1 << node;
                }
            }
            self.first_edge.push(self.edges.len() as u16);
        }
    }

    fn measure(&mut self) {
        let len = self.len();
        self.distance = vec![u8::MAX; len * len];
        for from in 0..len {
            let (mut reached, mut steps) = (1u64 << from, 0);
            let mut fresh = reached;
            while fresh != 0 {
                for node in nodes(fresh) {
                    self.distance[from * len + usize::from(node)] = steps;
                }
                fresh = self.around(fresh) & !reached;
                reached |= fresh;
                steps += 1;
            }
            let to_goal = nodes(self.north).map(|n| self.distance(from as Node, n).saturating_add(1)).min();
            self.goal_distance.push(to_goal.expect("the last row has nodes"));
        }
    }
}

fn once<T>(slot: &mut Option<T>, key: &str, value: T) -> Result<(), BadInput> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(BadInput::new(format!("'{key}' stands twice, expected it once"))),
    }
}

fn number(text: &str, what: &str, most: u8) -> Result<u8, BadInput> {
    match text.parse() {
        Ok(n) if (1..=most).contains(&n) => Ok(n),
        _ => Err(BadInput::new(format!("'{what}' is '{text}': expected a whole number from 1 to {most}"))),
    }
}

fn parse_place(text: &str, columns: u8, rows: u8) -> Result<Place, BadInput> {
    let mut chars = text.chars();
    let column = chars.next().map(|c| c.to_ascii_uppercase());
    let row = chars.as_str().parse::<u8>().ok().filter(|_| !chars.as_str().starts_with(['+', '0']));
    match (column, row) {
        (Some(c @ 'A'..='Z'), Some(row)) if (c as u8 - b'A') < columns && (1..=rows).contains(&row) => {
            Ok((c as u8 - b'A', row - 1))
        }
        _ => {
            let last = char::from(b'A' + columns - 1);
            Err(BadInput::new(format!("'{text}': expected a node from A1 to {last}{rows}")))
        }
    }
}
