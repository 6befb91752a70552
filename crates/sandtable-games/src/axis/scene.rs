//! Axis & Allies as a picture: provinces with the units of every nation, and a sheet for each of them.

use sandtable_core::scene::{Link, Place, Sheet, Space, Stack};
use sandtable_core::{Layout, Scene};

use super::rules::Axis;
use super::scenario::{Province, Terrain, Victory};
use super::state::{NOWHERE, Phase, State};
use crate::graph_layout::{Places, arranged, framed};
use crate::words::{count, list, plain, title, units};

impl Axis {
    /// A province's name as people read it.
    pub(super) fn place_words(&self, at: u16) -> String {
        title(self.place_name(at))
    }

    /// A kind of units as people read it; stacks and steps call it the same.
    pub(super) fn unit_words(&self, unit: u8) -> String {
        plain(self.unit_name(unit))
    }

    /// `3 infantry and 2 fighters`
    pub(super) fn units_words(&self, counts: &[u16]) -> String {
        let one = |(k, c): (usize, &u16)| units(*c, &self.unit_words(k as u8));
        list(&counts.iter().enumerate().filter(|(_, c)| **c > 0).map(one).collect::<Vec<_>>())
    }

    /// A nation as people read it: `the Russians`.
    pub(super) fn nation_words(&self, nation: u8) -> String {
        format!("the {}", title(self.nation_name(nation)))
    }
}

/// Where the provinces are: as the file says, else where they fit. Lines lead where units can go: not into
/// what is impassable.
pub(super) fn layout(game: &Axis) -> Layout {
    let provinces = &game.scenario.provinces;
    let near = |p: &Province| p.neighbours.iter().map(|&q| usize::from(q)).collect::<Vec<usize>>();
    let given: Option<Vec<(u16, u16)>> = provinces.iter().map(|p| p.at).collect();
    let Places { width, height, points, rooms } = match given {
        Some(points) => framed(points.into_iter().map(|(x, y)| (x.into(), y.into())).collect()),
        None => arranged(&provinces.iter().map(near).collect::<Vec<_>>()),
    };
    let space = |(p, ((x, y), room)): (&Province, ((f64, f64), f64))| Space {
        name: p.name.clone(),
        label: title(&p.name),
        x,
        y,
        room,
        ground: match p.terrain {
            Terrain::Land => "land",
            Terrain::Water => "water",
            Terrain::Impassable => "impassable",
        },
        notes: notes(game, p),
        ..Space::default()
    };
    let mut links = Vec::new();
    for (from, p) in provinces.iter().enumerate() {
        for to in p.neighbours.iter().map(|&q| usize::from(q)).filter(|&q| q > from) {
            let both = [p.terrain, provinces[to].terrain];
            if !both.contains(&Terrain::Impassable) {
                let kind = if both.contains(&Terrain::Water) { "sea" } else { "way" };
                links.push(Link { from, to, kind });
            }
        }
    }
    let spaces = provinces.iter().zip(points.into_iter().zip(rooms)).map(space).collect();
    Layout { width, height, spaces, links, regions: Vec::new() }
}

fn notes(game: &Axis, province: &Province) -> Vec<String> {
    let mut notes = Vec::new();
    if province.worth > 0 {
        notes.push(format!("worth {}", province.worth));
    }
    if let Some(nation) = province.capital {
        notes.push(format!("capital of {}", game.nation_words(nation)));
    }
    if province.cities > 0 {
        notes.push(count(province.cities, "victory city", "victory cities"));
    }
    if province.terrain == Terrain::Impassable {
        notes.push("nothing can pass".into());
    }
    notes
}

/// What stands where.
pub(super) fn scene(game: &Axis, state: &State) -> Scene {
    let places = (0..game.provinces() as u16).map(|at| place(game, state, at)).collect();
    let mut sheets = vec![game_sheet(game, state)];
    sheets.extend((0..game.nations() as u8).map(|n| nation_sheet(game, state, n)));
    Scene { phase: phase(game, state), places, sheets }
}

fn place(game: &Axis, state: &State, at: u16) -> Place {
    let mut stacks = Vec::new();
    for nation in 0..=game.nations() as u8 {
        let seat = Some(usize::from(nation)).filter(|n| *n < game.nations());
        for (k, &count) in game.counts(state, at, nation).iter().enumerate().filter(|(_, c)| **c > 0) {
            stacks.push(Stack { seat, kind: game.unit_words(k as u8), count: count.into() });
        }
    }
    let owner = Some(usize::from(state.owner[usize::from(at)])).filter(|o| *o < game.nations());
    let mut marks = Vec::new();
    if game.scenario.provinces[usize::from(at)].capital.is_some() {
        marks.push("capital".into());
    }
    let attacked = state.moved.iter().any(|m| m.at == at && !m.raid) && game.contested(state, at);
    if attacked {
        marks.push("battle".into());
    }
    if state.raids.binary_search(&at).is_ok() {
        marks.push("raid".into());
    }
    if state.taken.binary_search(&at).is_ok() {
        marks.push("taken".into());
    }
    Place { owner, stacks, marks }
}

fn phase(game: &Axis, state: &State) -> String {
    let (who, name) = (game.nation_words(state.mover), |at| game.place_words(at));
    match state.phase {
        Phase::Purchase { .. } => format!("{who} may buy units"),
        Phase::Combat => format!("{who} may attack"),
        Phase::Overflight { at, .. } => format!("flak fires at planes on their way to {}", name(at)),
        Phase::RaidFlak { at } => format!("flak fires at the bombers over {}", name(at)),
        Phase::Bombs { at } => format!("bombs fall on {}", name(at)),
        Phase::Flak { at, .. } => format!("flak fires at the planes over {}", name(at)),
        Phase::Fire { at } => format!("both sides fire at {}", name(at)),
        Phase::Decide { at } => format!("{who} may fight on at {} or retreat", name(at)),
        Phase::Redeploy if game.airborne(state).is_some() => format!("planes of {who} must land"),
        Phase::Redeploy => format!("{who} may move units that have not fought"),
        Phase::Place { .. } => format!("{who} may place new units"),
        Phase::Over => match game.winner(state) {
            Some(alliance) => format!("the game is over: won by {}", alliance_words(game, alliance)),
            None => "the game is over".into(),
        },
    }
}

/// The nations of an alliance: `the Russians and the British`.
pub(super) fn alliance_words(game: &Axis, alliance: u8) -> String {
    let members =
        (0..game.nations() as u8).filter(|n| game.scenario.nations[usize::from(*n)].alliance == alliance);
    list(&members.map(|n| game.nation_words(n)).collect::<Vec<_>>())
}

fn row(name: &str, value: impl ToString) -> (String, String) {
    (name.to_string(), value.to_string())
}

fn game_sheet(game: &Axis, state: &State) -> Sheet {
    let rules = &game.scenario.rules;
    let round = state.round.min(rules.rounds);
    let goal = match &rules.victory {
        Victory::Capitals => "all capitals".into(),
        Victory::Held => "all capitals, through a whole round".into(),
        Victory::Provinces => "all provinces".into(),
        Victory::Balance => "the larger share of all units and provinces".into(),
        Victory::Cities(needed) => {
            let each = needed.iter().enumerate().filter(|(_, n)| **n > 0);
            let words =
                each.map(|(a, n)| format!("{n} victory cities ({})", plain(&game.scenario.alliances[a])));
            list(&words.collect::<Vec<_>>())
        }
    };
    let rows = vec![row("round", format!("{round} of {}", rules.rounds)), row("wins", goal)];
    Sheet { title: "Game".into(), seat: None, rows }
}

fn nation_sheet(game: &Axis, state: &State, nation: u8) -> Sheet {
    let n = usize::from(nation);
    let mut rows = Vec::new();
    if game.scenario.rules.economy {
        rows.push(row("money", state.money[n]));
        rows.push(row("income", game.income(state, nation)));
    }
    rows.push(row("provinces", state.owner.iter().filter(|&&o| o == nation).count()));
    let counts = (0..game.provinces() as u16).flat_map(|at| game.counts(state, at, nation));
    rows.push(row("units", counts.map(|&c| u32::from(c)).sum::<u32>()));
    if nation == state.mover && state.bought.iter().any(|&c| c > 0) {
        rows.push(row("bought", game.units_words(&state.bought)));
    }
    if game.scenario.rules.victory == Victory::Balance {
        rows.push(row("all is worth", game.holdings(state, game.scenario.nations[n].alliance)));
    }
    Sheet { title: title(game.nation_name(nation)), seat: Some(n), rows }
}

/// The province that a decision or a throw of dice is about.
pub(super) fn at(state: &State) -> Option<u16> {
    match state.phase {
        Phase::Overflight { at, .. }
        | Phase::RaidFlak { at }
        | Phase::Bombs { at }
        | Phase::Flak { at, .. }
        | Phase::Fire { at }
        | Phase::Decide { at } => Some(at).filter(|at| *at != NOWHERE),
        _ => None,
    }
}
