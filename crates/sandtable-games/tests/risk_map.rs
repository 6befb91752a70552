//! The maps of Risk: the facts of the classic board, the small maps, and (in `files`) files right and wrong.

#[path = "risk_map/files.rs"]
mod files;

use sandtable_games::risk::map::{MAX_TERRITORIES, Map};

const CLASSIC: &str = include_str!("../../../data/maps/classic.map");
const MINI6: &str = include_str!("../../../data/maps/mini6.map");
const MINI12: &str = include_str!("../../../data/maps/mini12.map");

fn map(text: &str) -> Map {
    Map::parse("my.map", text).unwrap()
}

fn joined(map: &Map, a: &str, b: &str) -> bool {
    map.adjacent[map.find(a).unwrap()] >> map.find(b).unwrap() & 1 == 1
}

fn degree(map: &Map, name: &str) -> u32 {
    map.adjacent[map.find(name).unwrap()].count_ones()
}

/// The territories of a continent with a neighbour outside, in alphabetical order.
fn borders(map: &Map, continent: usize) -> Vec<&str> {
    let members = map.continents[continent].members;
    let inside = (0..map.len()).filter(|i| members >> i & 1 == 1);
    let mut names: Vec<&str> = inside
        .filter(|i| map.adjacent[*i] & !members != 0)
        .map(|i| map.territories[i].name.as_str())
        .collect();
    names.sort_unstable();
    names
}

/// What holds for every map, however it was made.
fn sound(map: &Map) {
    assert!((2..=MAX_TERRITORIES).contains(&map.len()) && !map.is_empty());
    assert_eq!(map.adjacent.len(), map.len());
    let all = (1u64 << map.len()) - 1;
    let mut seen = 0;
    for (c, continent) in map.continents.iter().enumerate() {
        assert!(continent.members != 0 && continent.members & seen == 0 && continent.bonus <= 100);
        seen |= continent.members;
        for (i, territory) in map.territories.iter().enumerate() {
            assert_eq!(continent.members >> i & 1 == 1, usize::from(territory.continent) == c);
        }
    }
    assert_eq!(seen, all);
    for i in 0..map.len() {
        assert_eq!(map.adjacent[i] & !all, 0);
        assert_eq!(map.adjacent[i] >> i & 1, 0);
        assert!((0..map.len()).all(|j| map.adjacent[i] >> j & 1 == map.adjacent[j] >> i & 1));
        assert_eq!(map.find(&map.territories[i].name), Ok(i));
    }
    let mut reached = 1u64;
    for _ in 0..map.len() {
        reached |= (0..map.len()).filter(|i| reached >> i & 1 == 1).fold(0, |m, i| m | map.adjacent[i]);
    }
    assert_eq!(reached, all);
    assert_eq!(&Map::parse("again", &map.text()).unwrap(), map);
}

#[test]
fn the_classic_map_has_the_numbers_of_the_board() {
    let map = map(CLASSIC);
    sound(&map);
    assert_eq!((map.name.as_str(), map.len(), map.edges()), ("Classic world", 42, 83));
    let continents: Vec<_> =
        map.continents.iter().map(|c| (c.name.as_str(), c.bonus, c.members.count_ones())).collect();
    assert_eq!(
        continents,
        [
            ("north-america", 5, 9),
            ("south-america", 2, 4),
            ("europe", 5, 7),
            ("africa", 3, 6),
            ("asia", 7, 12),
            ("australia", 2, 4),
        ]
    );
}

#[test]
fn the_classic_territories_have_their_neighbours() {
    let map = map(CLASSIC);
    for (name, expect) in [
        ("alaska", 3),
        ("ontario", 6),
        ("greenland", 4),
        ("central-america", 3),
        ("brazil", 4),
        ("argentina", 2),
        ("iceland", 3),
        ("scandinavia", 4),
        ("northern-europe", 5),
        ("southern-europe", 6),
        ("ukraine", 6),
        ("north-africa", 6),
        ("east-africa", 6),
        ("madagascar", 2),
        ("middle-east", 6),
        ("china", 6),
        ("kamchatka", 5),
        ("japan", 2),
        ("siam", 3),
        ("indonesia", 3),
        ("eastern-australia", 2),
    ] {
        assert_eq!(degree(&map, name), expect, "{name}");
    }
}

#[test]
fn the_classic_continents_have_their_borders() {
    let map = map(CLASSIC);
    let expect: [&[&str]; 6] = [
        &["alaska", "central-america", "greenland"],
        &["brazil", "venezuela"],
        &["iceland", "southern-europe", "ukraine", "western-europe"],
        &["east-africa", "egypt", "north-africa"],
        &["afghanistan", "kamchatka", "middle-east", "siam", "ural"],
        &["indonesia"],
    ];
    for (c, names) in expect.into_iter().enumerate() {
        assert_eq!(borders(&map, c), names);
    }
}

#[test]
fn the_borders_that_maps_disagree_about_are_as_on_the_board() {
    let map = map(CLASSIC);
    for (a, b) in [
        ("east-africa", "middle-east"),
        ("great-britain", "scandinavia"),
        ("iceland", "scandinavia"),
        ("greenland", "ontario"),
        ("alaska", "kamchatka"),
        ("brazil", "north-africa"),
        ("egypt", "southern-europe"),
        ("afghanistan", "china"),
    ] {
        assert!(joined(&map, a, b) && joined(&map, b, a), "{a} {b}");
    }
    for (a, b) in [
        ("japan", "yakutsk"),
        ("congo", "egypt"),
        ("venezuela", "argentina"),
        ("egypt", "western-europe"),
        ("indonesia", "eastern-australia"),
        ("mongolia", "yakutsk"),
        ("western-united-states", "quebec"),
        ("middle-east", "ural"),
    ] {
        assert!(!joined(&map, a, b) && !joined(&map, b, a), "{a} {b}");
    }
}

#[test]
fn older_boards_have_82_borders() {
    let new = map(CLASSIC);
    let old = new.without("middle-east", "east-africa").unwrap();
    sound(&old);
    assert_eq!((old.edges(), new.edges()), (82, 83));
    assert!(!joined(&old, "east-africa", "middle-east"));
    assert_eq!((degree(&old, "east-africa"), degree(&old, "middle-east")), (5, 5));
    assert_eq!(borders(&old, 3), ["egypt", "north-africa"]);
    assert_eq!((&old.territories, &old.continents), (&new.territories, &new.continents));

    let check = |map: &Map, a: &str, b: &str, expect: &str| {
        assert_eq!(map.without(a, b).unwrap_err().0, expect);
    };
    check(
        &old,
        "east-africa",
        "middle-east",
        "'east-africa' and 'middle-east' are not joined, expected two neighbours",
    );
    check(&new, "peru", "peru", "'peru' and 'peru' are not joined, expected two neighbours");
    check(&new, "peru", "brasil", "unknown territory 'brasil': did you mean 'brazil'?");
    check(
        &new,
        "siam",
        "indonesia",
        "without siam to indonesia: no way leads from 'alaska' to 'indonesia', expected a connected map",
    );
}

#[test]
fn names_and_aliases_find_territories() {
    let map = map(CLASSIC);
    for (alias, key) in [
        ("mexico", "central-america"),
        ("russia", "ukraine"),
        ("eastern-europe", "ukraine"),
        ("central-africa", "congo"),
        ("southeast-asia", "siam"),
    ] {
        assert_eq!(map.find(alias), map.find(key), "{alias}");
    }
    let check = |name: &str, expect: &str| assert_eq!(map.find(name).unwrap_err().0, expect);
    check("kamtchatka", "unknown territory 'kamtchatka': did you mean 'kamchatka'?");
    check("Alaska", "unknown territory 'Alaska': did you mean 'alaska'?");
    check("ala", "unknown territory 'ala': did you mean 'alaska'?");
    check("mexiko", "unknown territory 'mexiko': did you mean 'mexico'?");
    assert!(map.find("").is_err());
    let long = map.find(&"x\u{1b}".repeat(1 << 20)).unwrap_err().0;
    assert!(long.chars().count() < 120 && !long.contains('\u{1b}'), "{long}");
}

#[test]
fn the_small_maps_are_worth_what_their_borders_cost() {
    let six = map(MINI6);
    sound(&six);
    assert_eq!((six.len(), six.edges(), six.continents.len()), (6, 8, 2));
    assert_eq!(borders(&six, 0), ["heron-ford", "millbrook"]);
    assert_eq!(borders(&six, 1), ["lantern-quay"]);
    let twelve = map(MINI12);
    sound(&twelve);
    assert_eq!((twelve.len(), twelve.edges(), twelve.continents.len()), (12, 19, 3));
    assert_eq!(borders(&twelve, 0), ["fjord-head", "larch-pass"]);
    assert_eq!(borders(&twelve, 1), ["barley-field", "heron-ford", "willow-mouth"]);
    assert_eq!(borders(&twelve, 2), ["lantern-quay"]);
    for map in [six, twelve] {
        for (c, continent) in map.continents.iter().enumerate() {
            assert_eq!(continent.members.count_ones() as usize, map.len() / map.continents.len());
            assert_eq!(usize::from(continent.bonus), borders(&map, c).len(), "{}", continent.name);
        }
    }
}

#[test]
fn shipped_files_are_canonical() {
    for text in [CLASSIC, MINI6, MINI12] {
        let statements: Vec<&str> = text.lines().filter(|l| !l.starts_with('#')).collect();
        assert_eq!(map(text).text(), statements.join("\n") + "\n");
    }
}
