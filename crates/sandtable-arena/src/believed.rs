//! What a seat believes, as numbers by space: how likely pieces are to be where it sees none, and how many on average.
//!
//! It is read off the pictures of the worlds that the seat holds possible: whatever stands in them beyond what the seat sees is what it
//! believes in. So nothing here knows a game. Whoever may see everything is shown the truth beside it.

use std::collections::BTreeMap;

use sandtable_core::{Belief, Figure, Heat, Notation, Rng, Scene, Seat, Stream};
use serde::Serialize;

/// The most values of a line beside the board that are told, the likeliest first.
const TOLD: usize = 12;

/// What a seat believes at a moment of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Believed {
    /// Who believes it.
    pub seat: Seat,
    /// Numbers about all of it.
    pub figures: Vec<Figure>,
    /// The chances, and the numbers of pieces on average, space by space.
    pub heat: Vec<Heat>,
    /// Pieces where the seat sees none, the likeliest first.
    pub pieces: Vec<Guessed>,
    /// What may stand on the sheets beside the board.
    pub lines: Vec<Line>,
}

/// Pieces that may be on a space, beyond those that are seen there.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Guessed {
    /// The space, by its place in the game's layout.
    pub space: usize,
    /// Whose they would be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// What they would be.
    pub kind: String,
    /// How likely it is that there is one at least.
    pub chance: f64,
    /// How many there are on average.
    pub mean: f64,
    /// How many there are, for those who may know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub truth: Option<u32>,
}

/// A line of a sheet that the seat does not see as it is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// The sheet's title.
    pub sheet: String,
    /// The line's name.
    pub name: String,
    /// What it may say, or what may be among the things that it lists, and how likely that is.
    pub values: Vec<(String, f64)>,
    /// What it says, for those who may know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub truth: Option<String>,
}

/// Whose pieces, and of what kind.
type Owned<'a> = (Option<Seat>, &'a str);

/// What stands in a scene beyond what another shows.
#[derive(Default)]
struct Beyond {
    pieces: BTreeMap<(usize, Option<Seat>, String), u32>,
    lines: BTreeMap<(String, String), String>,
}

impl Beyond {
    fn of(scene: &Scene, seen: &Scene) -> Self {
        let mut beyond = Beyond::default();
        for (space, place) in scene.places.iter().enumerate() {
            for stack in &place.stacks {
                *beyond.pieces.entry((space, stack.seat, stack.kind.clone())).or_default() += stack.count;
            }
        }
        for (space, place) in seen.places.iter().enumerate() {
            for stack in &place.stacks {
                if let Some(count) = beyond.pieces.get_mut(&(space, stack.seat, stack.kind.clone())) {
                    *count = count.saturating_sub(stack.count);
                }
            }
        }
        beyond.pieces.retain(|_, count| *count > 0);
        let rows = |scene: &Scene| -> Vec<((String, String), String)> {
            let row =
                |title: &str, (name, value): &(String, String)| ((title.into(), name.clone()), value.clone());
            scene.sheets.iter().flat_map(|s| s.rows.iter().map(move |r| row(&s.title, r))).collect()
        };
        let known = rows(seen);
        beyond.lines = rows(scene).into_iter().filter(|row| !known.contains(row)).collect();
        beyond
    }

    fn total(&self) -> u32 {
        self.pieces.values().sum()
    }

    /// How many of these pieces are where others are.
    fn shared(&self, other: &Beyond) -> u32 {
        self.pieces
            .iter()
            .map(|(key, count)| other.pieces.get(key).map_or(0, |there| *count.min(there)))
            .sum()
    }
}

/// Sums over worlds.
#[derive(Default)]
struct Sums {
    /// The chance of a piece, and the mean of how many there are.
    pieces: BTreeMap<(usize, Option<Seat>, String), (f64, f64)>,
    lines: BTreeMap<(String, String), BTreeMap<String, f64>>,
}

impl Sums {
    fn add(&mut self, beyond: &Beyond, chance: f64) {
        for (key, count) in &beyond.pieces {
            let (some, mean) = self.pieces.entry(key.clone()).or_default();
            *some += chance;
            *mean += chance * f64::from(*count);
        }
        for (key, value) in &beyond.lines {
            let values = self.lines.entry(key.clone()).or_default();
            // What a list may hold says more than all the lists that there may be.
            let items = value.split(", ").flat_map(|items| items.split(" and "));
            items.for_each(|item| *values.entry(item.to_string()).or_default() += chance);
        }
    }
}

/// What `seat` believes in `state`, of which it knows its view and what it saw before; the truth is told only if `open` says so.
pub(crate) fn believed<G: Notation>(
    game: &G,
    seat: Seat,
    belief: &mut dyn Belief<G>,
    state: &G::State,
    open: bool,
) -> Believed {
    let view = game.view(state, seat);
    let seen = game.scene(&view);
    let mut rng = Rng::new(0, 0, Stream::Thought { seating: 0, seat: seat as u32 });
    let worlds = belief.worlds(game, &view, &mut rng);
    let truth = open.then(|| Beyond::of(&game.scene_all(state), &seen));
    let (mut sums, mut alike, mut in_place) = (Sums::default(), 0.0, 0.0);
    for (world, chance) in &worlds {
        let beyond = Beyond::of(&game.scene_all(world), &seen);
        sums.add(&beyond, *chance);
        if let Some(truth) = &truth {
            alike += if beyond.pieces == truth.pieces && beyond.lines == truth.lines { *chance } else { 0.0 };
            in_place += chance * f64::from(beyond.shared(truth));
        }
    }
    let entropy: f64 = worlds.iter().map(|(_, chance)| -chance * chance.max(f64::MIN_POSITIVE).ln()).sum();
    let mut figures = vec![
        Figure::new("worlds held possible", worlds.len() as f64),
        Figure::new("as uncertain as among", entropy.exp()),
    ];
    if let Some(truth) = &truth {
        figures.push(Figure::new("chance given to the truth", alike));
        if truth.total() > 0 {
            figures.push(Figure::new("hidden pieces", truth.total().into()));
            figures.push(Figure::new("of them where believed, on average", in_place));
        }
    }
    let heat = heat(game, &sums, seen.places.len());
    Believed {
        seat,
        figures,
        heat,
        pieces: guessed(&sums, truth.as_ref()),
        lines: lines(sums, truth.as_ref()),
    }
}

/// Two maps for each owner and kind of pieces: how likely, and how many.
fn heat<G: Notation>(game: &G, sums: &Sums, spaces: usize) -> Vec<Heat> {
    let mut maps: BTreeMap<Owned, [Vec<f64>; 2]> = BTreeMap::new();
    for ((space, seat, kind), (chance, mean)) in &sums.pieces {
        let [chances, means] =
            maps.entry((*seat, kind)).or_insert_with(|| [vec![0.0; spaces], vec![0.0; spaces]]);
        (chances[*space], means[*space]) = (*chance, *mean);
    }
    let named = |((seat, kind), [chances, means]): (Owned, [Vec<f64>; 2])| {
        let owner = seat.map_or(String::new(), |seat| format!("{} ", game.info().seats[seat].name));
        let chance = Heat { name: format!("chance of {owner}{kind}"), values: chances };
        [chance, Heat { name: format!("{owner}{kind} on average"), values: means }]
    };
    maps.into_iter().flat_map(named).collect()
}

fn guessed(sums: &Sums, truth: Option<&Beyond>) -> Vec<Guessed> {
    let mut all = sums.pieces.clone();
    // What is true and not believed is shown, too.
    for key in truth.iter().flat_map(|truth| truth.pieces.keys()) {
        all.entry(key.clone()).or_default();
    }
    let guess = |(key, (chance, mean)): ((usize, Option<Seat>, String), (f64, f64))| {
        let there = truth.map(|truth| truth.pieces.get(&key).copied().unwrap_or(0));
        let (space, seat, kind) = key;
        Guessed { space, seat, kind, chance: chance.min(1.0), mean, truth: there }
    };
    let mut list: Vec<Guessed> = all.into_iter().map(guess).collect();
    list.sort_by(|a, b| b.chance.total_cmp(&a.chance).then(a.space.cmp(&b.space)));
    list
}

fn lines(sums: Sums, truth: Option<&Beyond>) -> Vec<Line> {
    let line = |(key, values): ((String, String), BTreeMap<String, f64>)| {
        let truth = truth.and_then(|truth| truth.lines.get(&key).cloned());
        let mut values: Vec<(String, f64)> = values.into_iter().collect();
        values.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        values.truncate(TOLD);
        let (sheet, name) = key;
        Line { sheet, name, values, truth }
    };
    sums.lines.into_iter().map(line).collect()
}
