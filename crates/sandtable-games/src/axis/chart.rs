//! Positions as networks read them: provinces with what stands there, neighbours by whether they are on the same side. Nothing names a province, a nation or a kind of
//! unit, so what is learned on one map can be played on another.
//!
//! Armies are told by what they can do (attack, defend, take hits, fly), since kinds differ from map to map. Ships are not played yet, so water only separates.

use sandtable_core::Chart;
use sandtable_core::chart::{Legend, Mark, Reading};

use super::eval::Strength;
use super::rules::Axis;
use super::scenario::{Domain, Terrain};
use super::state::{Action, NOBODY, Part, Phase, State};

const LEGEND: Legend = Legend {
    version: "axis-2",
    places: &[
        "of the mover's side",
        "of the other side",
        "neutral",
        "water or impassable",
        "worth",
        "capital of the mover's side",
        "capital of the other side",
        "factory",
        "flak",
        "own attack",
        "own defence",
        "own hits",
        "own planes",
        "their attack",
        "their defence",
        "their hits",
        "their planes",
        "what they can bring here against what stands here",
        "what we can bring here against what stands here",
        "taken in this turn",
        "a battle is fought here",
    ],
    relations: &["same side", "other side", "water between"],
    seats: &[
        "to move",
        "of the mover's side",
        "armies, share of all",
        "income, share of all",
        "money, logarithm",
        "has its capital",
    ],
    whole: &["purchase", "attacks", "battle", "dice", "moves", "placement", "rounds left"],
    heads: &[
        "buy",
        "attack",
        "move",
        "raid",
        "fight",
        "retreat",
        "place",
        "done buying",
        "done attacking",
        "done moving",
    ],
    steps: &[
        "share of those who could go",
        "units, logarithm",
        "attack of one",
        "defence of one",
        "price",
        "a plane",
        "enemies there, logarithm",
    ],
};

/// The chart of Axis & Allies.
pub struct Drawn;

fn is(so: bool) -> f32 {
    f32::from(u8::from(so))
}

/// Armies grow to hundreds: numbers of a size with the others, or else each lesson shakes a network.
fn log(n: f32) -> f32 {
    (1.0 + n).ln() * 0.15
}

/// What an army can do.
#[derive(Clone, Copy, Default)]
struct Army {
    attack: f32,
    defence: f32,
    hits: f32,
    planes: f32,
    cost: f32,
}

impl Axis {
    fn army(&self, state: &State, at: u16, ours: bool) -> Army {
        let mut army = Army::default();
        for nation in (0..self.nations() as u8).filter(|&n| self.allied(state.mover, n) == ours) {
            let counts = self.counts(state, at, nation).iter().zip(&self.scenario.units);
            for (&n, unit) in counts.filter(|(n, unit)| **n > 0 && unit.fights()) {
                let n = f32::from(n);
                army.attack += n * f32::from(unit.attack);
                army.defence += n * f32::from(unit.defence);
                army.hits += n * f32::from(unit.hits.max(1));
                army.planes += n * is(unit.domain == Domain::Air);
                army.cost += n * f32::from(unit.cost);
            }
        }
        army
    }

    /// Whether a province is of the mover's side, of the other, or of nobody.
    fn held_by(&self, state: &State, at: usize) -> Option<bool> {
        let owner = state.owner[at];
        (owner != NOBODY).then(|| self.allied(state.mover, owner))
    }
}

impl Chart<Axis> for Drawn {
    fn legend(&self) -> &'static Legend {
        &const { LEGEND }
    }

    fn places(&self, game: &Axis) -> usize {
        game.provinces()
    }

    fn ways(&self, game: &Axis) -> Vec<(u16, u16)> {
        let from = game.scenario.provinces.iter().enumerate();
        from.flat_map(|(from, province)| province.neighbours.iter().map(move |&to| (from as u16, to)))
            .collect()
    }

    fn read(&self, game: &Axis, state: &State, out: &mut Reading) {
        let (provinces, nations) = (game.provinces(), game.nations());
        let ways: usize = game.scenario.provinces.iter().map(|p| p.neighbours.len()).sum();
        out.clear(&LEGEND, provinces, ways, nations);
        let mut relations = out.relations.iter_mut();
        for (from, province) in game.scenario.provinces.iter().enumerate() {
            for &to in &province.neighbours {
                let to = usize::from(to);
                let wet = [from, to].iter().any(|&p| game.scenario.provinces[p].terrain != Terrain::Land);
                let same = game.held_by(state, from) == game.held_by(state, to);
                let relation = relations.next().expect("one for each way");
                *relation = if wet { 2 } else { u8::from(!same) };
            }
        }
        let armies: Vec<[Army; 2]> =
            (0..provinces as u16).map(|at| [true, false].map(|ours| game.army(state, at, ours))).collect();
        for (at, row) in out.places.chunks_exact_mut(LEGEND.places.len()).enumerate() {
            row.copy_from_slice(&place_numbers(game, state, at, &armies));
        }
        for (held, &owner) in out.held.iter_mut().zip(&state.owner) {
            *held = if owner == NOBODY { 0 } else { 1 << owner };
        }
        let cost = |nation: u8| -> f32 {
            let counts = |at| game.counts(state, at, nation).iter().zip(&game.scenario.units);
            let fighting = (0..provinces as u16).flat_map(counts).filter(|(_, unit)| unit.fights());
            fighting.map(|(&n, unit)| f32::from(n) * f32::from(unit.cost)).sum()
        };
        let costs: Vec<f32> = (0..nations as u8).map(cost).collect();
        let incomes: Vec<f32> = (0..nations as u8).map(|n| f32::from(game.income(state, n))).collect();
        let (all, earned) = (costs.iter().sum::<f32>().max(1.0), incomes.iter().sum::<f32>().max(1.0));
        for (seat, row) in out.seats.chunks_exact_mut(LEGEND.seats.len()).enumerate() {
            row.copy_from_slice(&[
                is(seat == usize::from(state.mover)),
                is(game.allied(state.mover, seat as u8)),
                costs[seat] / all,
                incomes[seat] / earned,
                log(f32::from(state.money[seat])),
                is(game.solvent(state, seat as u8)),
            ]);
        }
        let shares = sandtable_core::Value::value(&mut Strength, game, state);
        for (strength, share) in out.strength.iter_mut().zip(shares.values()) {
            *strength = share.max(1e-4).ln() as f32;
        }
        let rounds = game.scenario.rules.rounds.saturating_sub(state.round);
        use Phase::{Bombs, Combat, Decide, Fire, Flak, Overflight, Place, Purchase, RaidFlak, Redeploy};
        out.whole.copy_from_slice(&[
            is(matches!(state.phase, Purchase { .. })),
            is(state.phase == Combat),
            is(matches!(state.phase, Decide { .. })),
            is(matches!(
                state.phase,
                Overflight { .. } | RaidFlak { .. } | Bombs { .. } | Flak { .. } | Fire { .. }
            )),
            is(state.phase == Redeploy),
            is(matches!(state.phase, Place { .. })),
            (f32::from(rounds) / 50.0).min(1.0),
        ]);
    }

    fn step(&self, game: &Axis, state: &State, step: Action, out: &mut [f32]) -> Mark {
        let mark = |head: u8, from: Option<u16>, to: Option<u16>| Mark { head, from, to };
        let mut tell = |unit: u8, count: u16, among: u16, to: Option<u16>| {
            let kind = &game.scenario.units[usize::from(unit)];
            out.copy_from_slice(&[
                f32::from(count) / f32::from(among.max(count).max(1)),
                log(f32::from(count)),
                f32::from(kind.attack) / 6.0,
                f32::from(kind.defence) / 6.0,
                f32::from(kind.cost) / 10.0,
                is(kind.domain == Domain::Air),
                to.map_or(0.0, |to| log(game.army(state, to, false).hits)),
            ]);
        };
        let there = |from: u16, unit: u8| game.counts(state, from, state.mover)[usize::from(unit)];
        match step {
            Action::Buy { unit, count } => {
                let price = game.scenario.units[usize::from(unit)].cost.max(1);
                tell(unit, count, state.money[usize::from(state.mover)] / price, None);
                mark(0, None, None)
            }
            Action::Attack { unit, count, from, to } => {
                tell(unit, count, there(from, unit), Some(to));
                mark(1, Some(from), Some(to))
            }
            Action::Move { unit, count, from, to } => {
                tell(unit, count, there(from, unit), Some(to));
                mark(2, Some(from), Some(to))
            }
            Action::Raid { unit, count, from, to } => {
                tell(unit, count, there(from, unit), Some(to));
                mark(3, Some(from), Some(to))
            }
            Action::Place { unit, count, at } => {
                tell(unit, count, state.bought[usize::from(unit)], Some(at));
                mark(6, None, Some(at))
            }
            Action::Fight | Action::Retreat(_) => {
                let at = if let Phase::Decide { at } = state.phase { Some(at) } else { None };
                match step {
                    // Who breaks off with planes alone goes nowhere.
                    Action::Retreat(to) if usize::from(to) < game.provinces() => mark(5, at, Some(to)),
                    Action::Retreat(_) => mark(5, at, None),
                    _ => mark(4, None, at),
                }
            }
            Action::Done(Part::Purchase) => mark(7, None, None),
            Action::Done(Part::Attacks) => mark(8, None, None),
            Action::Done(Part::Moves) => mark(9, None, None),
        }
    }
}

/// The numbers of a province, in the order of the legend.
fn place_numbers(game: &Axis, state: &State, at: usize, armies: &[[Army; 2]]) -> [f32; LEGEND.places.len()] {
    let province = &game.scenario.provinces[at];
    let side = game.held_by(state, at);
    let [own, theirs] = armies[at];
    // What stands next door can come, whatever moves further.
    let come = |which: usize| -> f32 {
        game.land_neighbours[at].iter().map(|&p| armies[usize::from(p)][which].attack).sum()
    };
    let capital =
        |ours: bool| is(province.capital.is_some_and(|nation| game.allied(state.mover, nation) == ours));
    let stands = |which: fn(&super::scenario::Unit) -> bool| {
        let nations = 0..=game.nations() as u8;
        let mut all = nations.flat_map(|n| game.counts(state, at as u16, n).iter().zip(&game.scenario.units));
        is(all.any(|(&n, unit)| n > 0 && which(unit)))
    };
    let battle = match state.phase {
        Phase::Decide { at } | Phase::Fire { at } | Phase::Flak { at, .. } => Some(usize::from(at)),
        _ => None,
    };
    [
        is(side == Some(true)),
        is(side == Some(false)),
        is(side.is_none()),
        is(province.terrain != Terrain::Land),
        f32::from(province.worth) / 10.0,
        capital(true),
        capital(false),
        stands(|unit| unit.factory),
        stands(|unit| unit.flak),
        log(own.attack),
        log(own.defence),
        log(own.hits),
        log(own.planes),
        log(theirs.attack),
        log(theirs.defence),
        log(theirs.hits),
        log(theirs.planes),
        log(come(1)) - log(own.defence),
        log(come(0)) - log(theirs.defence),
        is(state.taken.contains(&(at as u16))),
        is(battle == Some(at)),
    ]
}
