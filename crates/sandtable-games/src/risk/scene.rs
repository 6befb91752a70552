//! Risk as a picture: territories with their troops, continents, and a sheet for each player.

use sandtable_core::scene::{Link, Place, Region, Sheet, Space, Stack};
use sandtable_core::{Layout, Scene};

use super::cards::{SYMBOLS, progressive_value, symbol};
use super::map::{Continent, Outline};
use super::options::Cards;
use super::rules::{COLOURS, Risk};
use super::state::{MAX_PLAYERS, NEUTRAL, NOBODY, Phase, Set, State, WILD, members};
use super::view::View;
use crate::graph_layout::{Places, arranged, framed};
use crate::words::{count, list, sentence, title};

impl Risk {
    /// A territory's name as people read it.
    pub(super) fn place_words(&self, place: u8) -> String {
        title(self.place_name(place))
    }

    /// A card as people read it: `Alaska (infantry)`, or `infantry` where pictures do not matter.
    pub(super) fn card_words(&self, card: u8) -> String {
        if !self.pictures() {
            SYMBOLS[symbol(card)].into()
        } else if card < WILD {
            format!("{} ({})", self.place_words(card), SYMBOLS[symbol(card)])
        } else {
            format!("wild card {}", card - WILD + 1)
        }
    }

    pub(super) fn cards_words(&self, set: Set) -> String {
        list(&members(set).map(|c| self.card_words(c as u8)).collect::<Vec<_>>())
    }
}

/// Where the territories are: as the picture of the map has them, else where its file says, else where they
/// fit.
pub(super) fn layout(game: &Risk) -> Layout {
    let map = &game.map;
    let region = |c: &Continent| Region {
        name: title(&c.name),
        notes: vec![format!("{} a turn for all of it", troops(c.bonus))],
    };
    let regions = map.continents.iter().map(region).collect();
    let space = |t: usize, (x, y): (f64, f64), room: f64, shape: Option<String>| Space {
        name: map.territories[t].name.clone(),
        label: title(&map.territories[t].name),
        x,
        y,
        room,
        shape,
        region: Some(map.territories[t].continent.into()),
        ground: "land",
        notes: Vec::new(),
    };
    if let Some(shapes) = &game.shapes {
        let outlined = |(t, o): (usize, &Outline)| {
            let middle = (f64::from(o.middle.0), f64::from(o.middle.1));
            space(t, middle, o.room.into(), Some(o.path.clone()))
        };
        // A variant may lack a border that the picture has.
        let joined = shapes.links.iter().filter(|(from, to, _)| map.adjacent[*from] >> to & 1 == 1);
        return Layout {
            width: shapes.size.0.into(),
            height: shapes.size.1.into(),
            spaces: shapes.outlines.iter().enumerate().map(outlined).collect(),
            links: joined.map(|&(from, to, kind)| Link { from, to, kind }).collect(),
            regions,
        };
    }
    let given: Option<Vec<(u16, u16)>> = map.territories.iter().map(|t| t.at).collect();
    let Places { width, height, points, rooms } = match given {
        Some(points) => framed(points.into_iter().map(|(x, y)| (x.into(), y.into())).collect()),
        None => arranged(&map.adjacent.iter().map(|mask| members(*mask).collect()).collect::<Vec<_>>()),
    };
    let ways = game.ways.iter().filter(|(from, to)| from < to);
    let placed = points.into_iter().zip(rooms).enumerate();
    Layout {
        width,
        height,
        spaces: placed.map(|(t, (point, room))| space(t, point, room, None)).collect(),
        links: ways.map(|&(from, to)| Link { from: from.into(), to: to.into(), kind: "way" }).collect(),
        regions,
    }
}

pub(super) fn troops(n: u16) -> String {
    count(n, "troop", "troops")
}

/// What a seat sees.
pub(super) fn scene(game: &Risk, view: &View) -> Scene {
    picture(game, &view.shown, view.held)
}

/// The same with everybody's cards.
pub(super) fn scene_all(game: &Risk, state: &State) -> Scene {
    picture(game, state, state.cards.map(|hand| hand.count_ones() as u8))
}

/// `held` says how many cards each player has; those that the onlooker knows are in the state.
fn picture(game: &Risk, state: &State, held: [u8; MAX_PLAYERS]) -> Scene {
    let mut places: Vec<Place> = (0..game.map.len()).map(|t| place(state, t)).collect();
    let mut mark = |t: u8, mark: &str| places[usize::from(t)].marks.push(mark.into());
    match state.phase {
        Phase::Battle { from, to } => {
            mark(from, "attacks");
            mark(to, "battle");
        }
        Phase::Enter { from, to, .. } => {
            mark(from, "from here");
            mark(to, "taken");
        }
        _ => {}
    }
    let mut sheets = vec![game_sheet(game, state)];
    sheets.extend((0..game.options.players).map(|p| player_sheet(game, state, p, held[p])));
    if game.options.neutral {
        let rows = holdings(state, NEUTRAL);
        sheets.push(Sheet { title: "Neutral".into(), seat: None, rows });
    }
    Scene { phase: phase(game, state), places, sheets }
}

fn place(state: &State, t: usize) -> Place {
    let owner = match state.owner[t] {
        NOBODY => return Place::default(),
        owner => Some(usize::from(owner)).filter(|o| *o < MAX_PLAYERS),
    };
    let stack = Stack { seat: owner, kind: "troops".into(), count: state.troops[t].into() };
    Place { owner, stacks: vec![stack], marks: Vec::new() }
}

fn phase(game: &Risk, state: &State) -> String {
    let (who, name) = (COLOURS[state.mover()], |t| game.place_words(t));
    match state.phase {
        Phase::Deal => format!("a territory is dealt to {}", Risk::owner_name(game.dealt_to(state))),
        Phase::Spread => format!("a troop of {}'s is dealt", Risk::owner_name(Risk::spreading(state))),
        Phase::First => "a die decides who begins".into(),
        Phase::Claim => format!("{who} takes a free territory"),
        Phase::Muster => format!("{who} places {} of its own", troops(state.hand)),
        Phase::MusterNeutral => format!("{who} places a neutral troop"),
        Phase::Trade => format!("{who} may trade cards"),
        Phase::Place => format!("{who} has {} to place", troops(state.hand)),
        Phase::Attack => format!("{who} may attack"),
        Phase::Battle { from, to } => format!("{who} attacks {} from {}", name(to), name(from)),
        Phase::Enter { from, to, .. } => {
            format!("how many troops does {who} move from {} into {}?", name(from), name(to))
        }
        Phase::Draw => format!("{who} draws a card"),
        Phase::Fortify { .. } => format!("{who} may move troops"),
        Phase::Over => match game.alive(state).collect::<Vec<_>>()[..] {
            [winner] => format!("the game is over: {} wins", COLOURS[winner]),
            _ => "the game is over: those who are left share it".into(),
        },
    }
}

fn row(name: &str, value: impl ToString) -> (String, String) {
    (name.to_string(), value.to_string())
}

fn game_sheet(game: &Risk, state: &State) -> Sheet {
    let last = game.options.rounds;
    let mut rows = vec![row("round", format!("{} of {last}", (state.round + 1).min(last)))];
    if state.hand > 0 {
        rows.push(row("troops to place", state.hand));
    }
    if state.conquered && game.options.cards != Cards::None {
        rows.push(row("a card", "at the end of the attacks"));
    }
    match game.options.cards {
        Cards::None => {}
        Cards::Fixed => {
            rows.push(row("sets are worth", "4 infantry, 6 cavalry, 8 artillery, 10 one of each"))
        }
        Cards::Progressive => rows.push(row("the next set is worth", progressive_value(state.trades))),
    }
    Sheet { title: "Game".into(), seat: None, rows }
}

fn holdings(state: &State, owner: usize) -> Vec<(String, String)> {
    let mut rows =
        vec![row("territories", state.owned[owner].count_ones()), row("troops", state.strength(owner))];
    if state.reserve[owner] > 0 {
        rows.push(row("starting troops left", state.reserve[owner]));
    }
    rows
}

fn player_sheet(game: &Risk, state: &State, player: usize, held: u8) -> Sheet {
    let mut rows = holdings(state, player);
    if state.owned[player] != 0 {
        rows.push(row("troops a turn", game.income(state, player)));
    }
    if game.options.cards != Cards::None {
        rows.push(row("cards", held));
        if state.cards[player] != 0 {
            rows.push(row("hand", game.cards_words(state.cards[player])));
        }
    }
    Sheet { title: sentence(COLOURS[player]), seat: Some(player), rows }
}
