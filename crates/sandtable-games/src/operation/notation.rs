//! How Operation is written.
//!
//! A step is `C4-C5x2` (two pieces), `C5-goal` (one) or `end`; a draw is `toss blue` or `C5 blue` (Blue wins there).
//! A state is one line of clauses: `turns 36; goal 0; blue A1=3 B1=2; red A5=2; attacks A5; toss`. `turns` counts
//! those still to come, `attacks` lists the contested nodes where Blue is the attacker, and the last clause is what
//! comes next: `toss`, `move blue` (with `leaving`, `arriving`, `scoring` and `after EDGE` if orders were given),
//! `combat C5 D5+` (nodes still to be fought over, `+` where Blue has supply), or `over`.

use std::fmt::Write as _;

use sandtable_core::{BadInput, Choice, Happened, Illegal, Layout, Notation, Scene, Seat};

use super::rules::{Operation, next_combat};
use super::scene;
use super::settle::can_settle;
use super::stacks::{LIMIT, Stacks, nodes};
use super::state::{Action, Chance, Orders, Phase, Side, State};
use super::view::{Sight, View};
use super::{Board, Node};

impl Notation for Operation {
    fn action_text(&self, action: Action) -> String {
        let Action::Move { edge, count } = action else { return "end".into() };
        let times = if count > 1 { format!("x{count}") } else { String::new() };
        format!("{}{times}", edge_text(self.board(), usize::from(edge)))
    }

    fn parse_action(&self, text: &str) -> Result<Action, BadInput> {
        if text == "end" {
            return Ok(Action::End);
        }
        let (way, count) = match text.rsplit_once('x') {
            None => (text, 1),
            Some((way, count)) => match count.parse() {
                Ok(n) if (1..=LIMIT).contains(&n) && count.len() == 1 => (way, n),
                _ => {
                    return Err(BadInput::new(format!("'{text}': expected 1 to {LIMIT} pieces after the x")));
                }
            },
        };
        Ok(Action::Move { edge: parse_edge(self.board(), way)? as u8, count })
    }

    fn chance_text(&self, state: &State, chance: Chance) -> String {
        match (chance, next_combat(state)) {
            (Chance::Combat(side), Some((node, ..))) => {
                format!("{} {}", self.board().node_name(node), side.name())
            }
            (Chance::Toss(side) | Chance::Combat(side), _) => format!("toss {}", side.name()),
        }
    }

    fn parse_chance(&self, state: &State, text: &str) -> Result<Chance, BadInput> {
        let place = match (&state.phase, next_combat(state)) {
            (Phase::Toss, _) => "toss".to_string(),
            (_, Some((node, ..))) => self.board().node_name(node),
            _ => return Err(BadInput::new(format!("'{text}': no draw is due"))),
        };
        let winner = Side::BOTH.into_iter().find(|s| text == format!("{place} {}", s.name()));
        match (winner, next_combat(state)) {
            (Some(side), None) => Ok(Chance::Toss(side)),
            (Some(Side::Blue), Some((_, 0, _))) => {
                Err(BadInput::new(format!("'{text}': Blue cannot win there")))
            }
            (Some(side), Some(_)) => Ok(Chance::Combat(side)),
            (None, _) => Err(BadInput::new(format!("'{text}': expected '{place} blue' or '{place} red'"))),
        }
    }

    fn state_text(&self, state: &State) -> String {
        let board = self.board();
        let mut text = format!("turns {}; goal {}", state.turns_left, state.goal);
        for side in Side::BOTH {
            write_clause(&mut text, side.name(), &stacks_text(board, state.pieces(side)));
        }
        if state.blue_attacks != 0 {
            write_clause(&mut text, "attacks", &nodes_text(board, state.blue_attacks, 0));
        }
        match &state.phase {
            Phase::Toss => text += "; toss",
            Phase::Over => text += "; over",
            Phase::Combat { pending, supplied } => {
                write_clause(&mut text, "combat", &nodes_text(board, *pending, *supplied));
            }
            Phase::Move(orders) => {
                write_clause(&mut text, "move", orders.side.name());
                if orders.next_edge > 0 {
                    write_clause(&mut text, "leaving", &stacks_text(board, orders.leaving));
                    write_clause(&mut text, "arriving", &stacks_text(board, orders.arriving));
                    write_clause(&mut text, "scoring", &orders.scoring.to_string());
                    write_clause(&mut text, "after", &edge_text(board, usize::from(orders.next_edge) - 1));
                }
            }
        }
        text
    }

    fn parse_state(&self, text: &str) -> Result<State, BadInput> {
        let board = self.board();
        let mut state = State {
            blue: Stacks::EMPTY,
            red: Stacks::EMPTY,
            blue_attacks: 0,
            goal: 0,
            turns_left: board.turns,
            phase: Phase::Over,
        };
        let (mut phase, mut orders) = (None, None);
        let mut seen: Vec<&str> = Vec::new();
        for clause in text.split([';', '\n']).map(str::trim).filter(|c| !c.is_empty()) {
            let (key, rest) = clause.split_once(' ').unwrap_or((clause, ""));
            if seen.contains(&key) {
                return Err(BadInput::new(format!("'{key}' stands twice")));
            }
            seen.push(key);
            let order = |orders: &mut Option<Orders>| {
                orders.take().ok_or_else(|| BadInput::new(format!("'{key}': expected 'move' before it")))
            };
            match key {
                "turns" => state.turns_left = parse_number(rest, key, board.turns)?,
                "goal" => state.goal = parse_number(rest, key, u8::MAX)?,
                "blue" => state.blue = parse_stacks(board, rest)?,
                "red" => state.red = parse_stacks(board, rest)?,
                "attacks" => state.blue_attacks = parse_nodes(board, rest)?.0,
                "toss" => phase = Some(Phase::Toss),
                "over" => phase = Some(Phase::Over),
                "combat" => {
                    let (pending, supplied) = parse_nodes(board, rest)?;
                    phase = Some(Phase::Combat { pending, supplied });
                }
                "move" => {
                    let side = Side::BOTH.into_iter().find(|s| s.name() == rest);
                    let side = side.ok_or_else(|| BadInput::new("expected 'move blue' or 'move red'"))?;
                    orders = Some(Orders::none(side));
                }
                "leaving" => {
                    orders = Some(Orders { leaving: parse_stacks(board, rest)?, ..order(&mut orders)? })
                }
                "arriving" => {
                    orders = Some(Orders { arriving: parse_stacks(board, rest)?, ..order(&mut orders)? })
                }
                "scoring" => {
                    orders =
                        Some(Orders { scoring: parse_number(rest, key, u8::MAX)?, ..order(&mut orders)? });
                }
                "after" => {
                    let next_edge = parse_edge(board, rest)? as u16 + 1;
                    orders = Some(Orders { next_edge, ..order(&mut orders)? });
                }
                _ => return Err(BadInput::new(format!("'{clause}': not a clause of a position"))),
            }
        }
        state.phase = orders.map(Phase::Move).or(phase).ok_or_else(|| {
            BadInput::new("expected 'toss', 'move blue', 'move red', 'combat NODES' or 'over'")
        })?;
        validate(board, &state).map_err(BadInput::new)?;
        Ok(state)
    }

    fn draw(&self, view: &View) -> String {
        draw(self.board(), view)
    }

    fn draw_all(&self, state: &State) -> String {
        draw(self.board(), &View::new(self.board(), Sight::Lucid, state, Side::Blue))
    }

    fn layout(&self) -> Layout {
        scene::layout(self.board())
    }

    fn scene(&self, view: &View) -> Scene {
        scene::scene(self, view)
    }

    fn scene_all(&self, state: &State) -> Scene {
        scene::scene_all(self, state)
    }

    fn choice(&self, _state: &State, action: Action) -> Choice {
        scene::choice(self, action)
    }

    fn drafts(&self, state: &State) -> bool {
        matches!(state.phase, Phase::Move(_))
    }

    fn pending(&self, state: &State, out: &mut Vec<Action>) {
        let Phase::Move(orders) = &state.phase else { return };
        let standing = state.pieces(orders.side).minus(orders.leaving);
        for node in nodes(standing.occupied() & !state.pinned(orders.side)) {
            for edge in self.board().edges_from(node) {
                if self.board().edges[edge].to.is_some() || orders.side == Side::Blue {
                    out.extend((1..=standing.at(node)).map(|count| Action::Move { edge: edge as u8, count }));
                }
            }
        }
    }

    fn meant(&self, state: &State, from: usize, to: usize) -> Result<Vec<Action>, Illegal> {
        let because = |why: String| Err(Illegal(why.into()));
        let (Phase::Move(orders), board) = (&state.phase, self.board()) else {
            return because("nobody is to move now".into());
        };
        let goal = board.len();
        let name = |at: usize| if at == goal { "the goal".into() } else { board.node_name(at as Node) };
        if from >= goal || to > goal {
            return because("pieces in the goal do not move any more".into());
        }
        if state.pieces(orders.side).at(from as Node) == 0 {
            return because(format!("you have no pieces on {}", name(from)));
        }
        if from == to {
            return because(format!(
                "nothing is left to do on {} itself: what can still go somewhere is marked",
                name(to)
            ));
        }
        match board.edge(from as Node, (to < goal).then_some(to as Node)) {
            Some(edge) => Ok(vec![Action::Move { edge: edge as u8, count: 1 }]),
            None => because(format!("{} is not next to {}", name(to), name(from))),
        }
    }

    fn tell(&self, before: &State, happened: Happened<Action, Chance>, seat: Option<Seat>) -> String {
        scene::tell(self, before, happened, seat)
    }
}

/// What a position must satisfy for the rules to be safe with it.
fn validate(board: &Board, state: &State) -> Result<(), &'static str> {
    let ensure = |holds: bool, why| if holds { Ok(()) } else { Err(why) };
    let [blue, red] = board.start.map(Stacks::total);
    ensure(
        u32::from(state.blue.total()) + u32::from(state.goal) <= u32::from(blue),
        "Blue has too many pieces",
    )?;
    ensure(state.red.total() <= red, "Red has too many pieces")?;
    ensure(state.blue_attacks & !state.contested() == 0, "'attacks' names a node that is not contested")?;
    let over = state.turns_left == 0 || state.blue.is_empty();
    match &state.phase {
        Phase::Over => ensure(over, "the game is not over: turns and Blue's pieces are left"),
        Phase::Combat { pending, .. } => {
            ensure(*pending != 0, "expected nodes after 'combat'")?;
            ensure(pending & !state.contested() == 0, "'combat' names a node that is not contested")?;
            ensure(state.turns_left > 0, "no turns are left")
        }
        Phase::Toss => ensure(!over, "the game is over: no turns, or none of Blue's pieces, are left"),
        Phase::Move(orders) => {
            ensure(!over, "the game is over: no turns, or none of Blue's pieces, are left")?;
            let own = state.pieces(orders.side);
            let pinned = state.pinned(orders.side);
            let movable = own.on(!pinned);
            let there = nodes(orders.leaving.occupied()).all(|n| orders.leaving.at(n) <= movable.at(n));
            ensure(there, "more pieces leave a node than may")?;
            let gone = u32::from(orders.arriving.total()) + u32::from(orders.scoring);
            ensure(u32::from(orders.leaving.total()) == gone, "as many pieces must arrive as leave")?;
            let scorers = orders.leaving.on(board.north).total();
            ensure(orders.scoring <= scorers, "more pieces go into the goal than leave the last row")?;
            ensure(orders.scoring == 0 || orders.side == Side::Blue, "only Blue may enter the goal")?;
            ensure(
                can_settle(board, orders, own.minus(orders.leaving), pinned),
                "a node would hold more than three pieces of a side",
            )
        }
    }
}

fn write_clause(text: &mut String, key: &str, value: &str) {
    let _ = if value.is_empty() { write!(text, "; {key}") } else { write!(text, "; {key} {value}") };
}

fn edge_text(board: &Board, edge: usize) -> String {
    let way = board.edges[edge];
    let to = way.to.map_or_else(|| "goal".into(), |to| board.node_name(to));
    format!("{}-{to}", board.node_name(way.from))
}

fn parse_edge(board: &Board, text: &str) -> Result<usize, BadInput> {
    let (from, to) = text
        .split_once('-')
        .ok_or_else(|| BadInput::new(format!("'{text}': expected a step like C4-C5x2, C5-goal or end")))?;
    let from = board.parse_node(from)?;
    let to = if to == "goal" { None } else { Some(board.parse_node(to)?) };
    board.edge(from, to).ok_or_else(|| BadInput::new(format!("'{text}': no edge joins these nodes")))
}

fn stacks_text(board: &Board, stacks: Stacks) -> String {
    let list: Vec<String> = nodes(stacks.occupied())
        .map(|node| format!("{}={}", board.node_name(node), stacks.at(node)))
        .collect();
    list.join(" ")
}

fn parse_stacks(board: &Board, text: &str) -> Result<Stacks, BadInput> {
    let mut stacks = Stacks::EMPTY;
    for word in text.split_whitespace() {
        let (place, count) = word
            .split_once('=')
            .ok_or_else(|| BadInput::new(format!("'{word}': expected pieces like A1=3")))?;
        let node = board.parse_node(place)?;
        let count = parse_number(count, place, LIMIT)?;
        if stacks.at(node) > 0 {
            return Err(BadInput::new(format!("'{word}': the node stands twice")));
        }
        stacks = stacks.plus(Stacks::of(node, count));
    }
    Ok(stacks)
}

fn nodes_text(board: &Board, mask: u64, marked: u64) -> String {
    let mark = |node: Node| if marked >> node & 1 == 1 { "+" } else { "" };
    let list: Vec<String> = nodes(mask).map(|n| format!("{}{}", board.node_name(n), mark(n))).collect();
    list.join(" ")
}

/// The nodes, and those of them that are marked with `+`.
fn parse_nodes(board: &Board, text: &str) -> Result<(u64, u64), BadInput> {
    let (mut mask, mut marked) = (0, 0);
    for word in text.split_whitespace() {
        let bit = 1 << board.parse_node(word.trim_end_matches('+'))?;
        mask |= bit;
        if word.ends_with('+') {
            marked |= bit;
        }
    }
    Ok((mask, marked))
}

fn parse_number(text: &str, what: &str, most: u8) -> Result<u8, BadInput> {
    match text.trim().parse() {
        Ok(n) if n <= most => Ok(n),
        _ => Err(BadInput::new(format!("'{what}' is '{text}': expected a whole number up to {most}"))),
    }
}

/// The board for the terminal: `b3` and `r2` are stacks, `b2>r1` a node that Blue attacks, `b2<r1` one that Red
/// attacks, `?` a node out of sight.
fn draw(board: &Board, view: &View) -> String {
    const WIDTH: usize = 8;
    let shown = &view.shown;
    let mut text = format!("turn {} of {}", board.turns - shown.turns_left + 1, board.turns);
    if shown.phase == Phase::Over {
        text = format!("after turn {}", board.turns - shown.turns_left);
    }
    let (blue, red) = match view.side {
        Side::Blue => (shown.blue.total(), view.enemies),
        Side::Red => (view.enemies, shown.red.total()),
    };
    let _ = writeln!(text, " · on the board: blue {blue}, red {red} · in the goal: {}", shown.goal);
    for row in (0..board.rows).rev() {
        let (mut cells, mut bars) = (format!("{:>3}  ", row + 1), " ".repeat(5));
        for column in 0..board.columns {
            let node = board.node(column, row);
            let east = (column + 1 < board.columns).then(|| board.node(column + 1, row));
            let south = row.checked_sub(1).map(|south| board.node(column, south));
            let joined = |to: Option<Node>| to.is_some_and(|to| board.edge(node, Some(to)).is_some());
            let cell = cell_text(view, node);
            let fill = if joined(east) { "-" } else { " " };
            let _ = write!(cells, "{cell}{}", fill.repeat(WIDTH - cell.chars().count()));
            let _ = write!(bars, "{:<WIDTH$}", if joined(south) { "|" } else { " " });
        }
        let _ = writeln!(text, "{}", cells.trim_end());
        if row > 0 {
            let _ = writeln!(text, "{}", bars.trim_end());
        }
    }
    let letters: String = (0..board.columns).map(|c| format!("{:<WIDTH$}", char::from(b'A' + c))).collect();
    let _ = writeln!(text, "     {}", letters.trim_end());
    if let Phase::Move(orders) = &shown.phase
        && orders.next_edge > 0
    {
        let (from, to) = (stacks_text(board, orders.leaving), stacks_text(board, orders.arriving));
        let goal = if orders.scoring > 0 { format!(" goal={}", orders.scoring) } else { String::new() };
        let _ = writeln!(text, "orders so far: {from} go to {to}{goal}");
    }
    text
}

fn cell_text(view: &View, node: Node) -> String {
    let (blue, red) = (view.shown.blue.at(node), view.shown.red.at(node));
    let attacker = if view.shown.blue_attacks >> node & 1 == 1 { '>' } else { '<' };
    match (blue, red) {
        (0, 0) if view.seen >> node & 1 == 0 => "?".into(),
        (0, 0) => ".".into(),
        (_, 0) => format!("b{blue}"),
        (0, _) => format!("r{red}"),
        _ => format!("b{blue}{attacker}r{red}"),
    }
}
