//! Taking free land (section 4), and the score of a place, which moves at the end of a turn go by as well.

use sandtable_core::Rng;

use super::super::super::state::{MAX_PLAYERS, Set, members};
use super::Level;
use super::atlas::Continent;
use super::situation::Situation;

/// How little a place is worth: low is good.
pub fn score(view: &Situation, t: usize) -> i32 {
    let near = view.game.map.adjacent[t];
    let n = near.count_ones() as i32;
    let free = view.game.everywhere & !view.state.owned.iter().fold(0, |all, own| all | own);
    let mut score = n + 6;
    if free >> t & 1 == 0 {
        score += n - view.troops(t);
    }
    if n < 3 {
        score -= 2;
    }
    if !view.setup && view.atlas.crosses[t].count_ones() == 1 {
        score -= 3;
    }
    let foes = near & !view.own & !free;
    score += members(foes).map(|foe| (view.troops(foe) + 1) / 2).sum::<i32>();
    score -= (view.atlas.crosses[t] & free).count_ones() as i32;
    let friends = near & view.own;
    score -= 2 * members(friends).map(|friend| view.troops(friend)).sum::<i32>() / 4;
    let k = friends.count_ones() as i32;
    if view.setup || k > 1 {
        score -= k * k;
    }
    if view.setup { score.max(1) } else { score }
}

/// The free territory to take: a foothold on every continent, then a rival's last missing one, then where anyone is strongest.
pub fn claim(view: &Situation, rng: &mut Rng) -> usize {
    let free = view.game.placeable(view.state);
    let players = (0..view.game.options.players).filter(|&p| view.state.owned[p] != 0).count() as i32;
    let mut best: Option<(f64, usize)> = None;
    let mut seen: u64 = 0;
    while let Some(number) = dearest(view, players, free, seen) {
        seen |= 1 << number;
        let continent = &view.atlas.continents[number];
        let place = preferred(view, continent.members & free, rng);
        if view.level == Level::Hard && !present(view, continent, rng) {
            return place;
        }
        let missing = continent.members & free;
        let rival = (0..view.game.options.players).filter(|&p| p != view.me.seat);
        if missing & (missing - 1) == 0
            && rival.clone().any(|p| continent.members & !view.state.owned[p] == missing)
        {
            return place;
        }
        let prospect = prospect(view, continent) * continent.value(players) / f64::from(score(view, place));
        if best.is_none_or(|(most, _)| prospect >= most) {
            best = Some((prospect, place));
        }
    }
    best.expect("a free territory").1
}

/// The continent with free land that is worth most, of those not `seen`.
fn dearest(view: &Situation, players: i32, free: Set, seen: u64) -> Option<usize> {
    let continents = view.atlas.continents.iter().enumerate();
    let open = continents.filter(|(n, c)| seen >> n & 1 == 0 && c.members & free != 0);
    let mut found: Option<(f64, usize)> = None;
    for (number, continent) in open {
        let value = continent.value(players);
        if found.is_none_or(|(most, _)| value > most) {
            found = Some((value, number));
        }
    }
    found.map(|(_, number)| number)
}

/// The place with the lowest score; a coin settles ties.
fn preferred(view: &Situation, places: Set, rng: &mut Rng) -> usize {
    let mut found: Option<(i32, usize)> = None;
    for t in members(places) {
        let here = score(view, t);
        if found.is_none_or(|(least, _)| here < least || here == least && rng.below(2) == 0) {
            found = Some((here, t));
        }
    }
    found.expect("a free territory").1
}

/// Whether the player holds land of a continent; what second and third rivals hold there spoils it as well, by a coin each.
fn present(view: &Situation, continent: &Continent, rng: &mut Rng) -> bool {
    let mut first = None;
    let mut held = continent.members & view.own != 0;
    for t in members(continent.members & !view.game.placeable(view.state) & !view.own) {
        let owner = *first.get_or_insert(view.owner(t));
        held |= owner != view.owner(t) && rng.below(2) == 0;
    }
    held
}

/// How much of a continent the player with the best prospects there has, against the others.
fn prospect(view: &Situation, continent: &Continent) -> f64 {
    let mut counts = [0u32; MAX_PLAYERS];
    for (count, land) in counts.iter_mut().zip(view.state.owned) {
        *count = (continent.members & land).count_ones();
    }
    let mut best = 0.0f64;
    for p in 0..view.game.options.players {
        let others = || counts.iter().enumerate().filter(|(o, n)| *o != p && **n > 0);
        let (held, number) = (others().map(|(_, n)| n).sum::<u32>(), others().count() as u32);
        best = best.max(f64::from(1 + counts[p]) / f64::from((held * number).max(1)));
    }
    best
}
