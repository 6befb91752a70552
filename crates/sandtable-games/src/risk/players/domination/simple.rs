//! Placing without a plan: somewhere on the front, enough for the next battle (section 9, "simple").

use sandtable_core::Rng;

use super::super::super::map::MAX_TERRITORIES;
use super::super::super::state::{member, members};
use super::reach::price;
use super::situation::Situation;

/// A place for troops, and how many.
pub fn place(view: &Situation, rng: &mut Rng) -> (usize, i32) {
    let mut fronts = [0u8; MAX_TERRITORIES];
    let mut count = 0;
    for t in members(view.fronts) {
        fronts[count] = t as u8;
        let other = rng.below(count as u32 + 1) as usize;
        fronts.swap(count, other);
        count += 1;
    }
    let fronts = &fronts[..count];
    let gaps = |enough: fn(i32) -> i32| {
        fronts.iter().flat_map(move |&t| {
            let t = usize::from(t);
            let gap = move |foe: usize| (t, enough(view.troops(foe)) - view.troops(t));
            members(view.foes(t)).map(gap).filter(|(_, gap)| *gap > 0)
        })
    };
    let to_win = || gaps(|d| 2 + price(d));
    let found = to_win().find(|(_, gap)| *gap <= view.hand).or_else(|| to_win().next());
    found.or_else(|| gaps(|d| 3 * d).next()).unwrap_or_else(|| {
        let places = if view.fronts != 0 { view.fronts } else { view.own };
        (member(places, rng.below(places.count_ones())), view.hand)
    })
}
