//! The order in which TripleA's easy player looks at neighbours: that of a Java hash set of their names.

use crate::axis::Axis;

/// The smallest table, and the share of it that may be full.
const SMALLEST: usize = 16;
const FULL: f64 = 0.75;

/// The hash of a name, as Java's strings have it, spread as its tables do.
fn hash(name: &str) -> u32 {
    let hash = name.chars().fold(0u32, |hash, c| hash.wrapping_mul(31).wrapping_add(c.into()));
    hash ^ (hash >> 16)
}

/// The land neighbours of a province by the slots of their names; where two share one, in the order of the map.
pub fn java_order(game: &Axis, at: u16) -> Vec<u16> {
    let all = game.scenario.provinces[usize::from(at)].neighbours.len();
    let mut slots = SMALLEST;
    while all as f64 > FULL * slots as f64 {
        slots *= 2;
    }
    let slot = |p: u16| {
        let name = game.scenario.provinces[usize::from(p)].name.replace('-', " ");
        hash(&name) as usize % slots
    };
    let mut near = game.land_ways(at).to_vec();
    near.sort_by_key(|&p| slot(p));
    near
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::axis::battle::Losses;
    use crate::axis::open;

    #[test]
    fn hashes_are_java_s() {
        // "polygenelubricants" is known for the hash -2147483648 in Java.
        assert_eq!(hash("polygenelubricants"), 0x8000_0000 ^ 0x8000);
    }

    #[test]
    fn neighbours_on_the_minimap_come_as_the_description_lists_them() {
        let game = Axis::new("minimap", open("minimap").unwrap(), Losses::Power).unwrap();
        let place = |name: &str| {
            let (colour, lane) = name.split_at(1);
            let colour = if colour == "r" { "red" } else { "blue" };
            let lane = match lane.split_at(1) {
                ("C", _) => "capital".to_string(),
                ("N", n) => format!("north-{n}"),
                ("M", n) => format!("middle-{n}"),
                (_, n) => format!("south-{n}"),
            };
            let key = format!("{colour}-{lane}");
            game.scenario.provinces.iter().position(|p| p.name == key).expect("a province") as u16
        };
        for list in [
            "rC rS1 rN1 rM1",
            "rN1 rC rN2 rM1",
            "rN2 rN1 bN2",
            "rM1 rS1 rN1 rC rM2",
            "rM2 bM2 rM1",
            "rS1 rC rM1 rS2",
            "rS2 rS1 bS2",
            "bC bM1 bN1 bS1",
            "bN1 bM1 bN2 bC",
            "bN2 bN1 rN2",
            "bM1 bM2 bN1 bS1 bC",
            "bM2 bM1 rM2",
            "bS1 bM1 bS2 bC",
            "bS2 bS1 rS2",
        ] {
            let mut names = list.split(' ').map(place);
            let at = names.next().unwrap();
            assert_eq!(java_order(&game, at), names.collect::<Vec<_>>(), "{list}");
        }
    }
}
