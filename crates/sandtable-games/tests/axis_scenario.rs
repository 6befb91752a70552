//! Scenarios of Axis & Allies: those that come with the program, files right and wrong, and that no text
//! whatever does harm.

use proptest::prelude::{any, proptest};
use proptest::sample::Index;
use sandtable_games::axis::scenario::{Domain, SHIPPED, Scenario, Terrain, Unit, Victory, shipped};

fn scenario(text: &str) -> Scenario {
    Scenario::parse("my.axis", text).unwrap()
}

fn shipped_scenario(name: &str) -> Scenario {
    scenario(shipped(name).unwrap())
}

/// What holds for every scenario, however it was made.
fn sound(scenario: &Scenario) {
    let n = scenario.provinces.len();
    for (i, p) in scenario.provinces.iter().enumerate() {
        assert!(p.neighbours.windows(2).all(|w| w[0] < w[1]));
        for j in &p.neighbours {
            assert!(usize::from(*j) != i && usize::from(*j) < n);
            assert!(scenario.provinces[usize::from(*j)].neighbours.contains(&(i as u16)));
        }
        assert!(p.owner.is_none_or(|o| usize::from(o) < scenario.nations.len()));
        assert!(p.terrain == Terrain::Land || (p.owner, p.capital, p.worth) == (None, None, 0));
    }
    for s in &scenario.start {
        assert!(s.count > 0 && usize::from(s.unit) < scenario.units.len() && usize::from(s.province) < n);
    }
    assert!(scenario.nations.iter().all(|n| usize::from(n.alliance) < scenario.alliances.len()));
    assert_eq!(&Scenario::parse("again", &scenario.write()).unwrap(), scenario);
}

#[test]
fn shipped_files_are_canonical() {
    for (name, about, text) in SHIPPED {
        let scenario = shipped_scenario(name);
        sound(&scenario);
        assert!(scenario.unplayable.is_empty() && !about.is_empty());
        let statements: Vec<&str> = text.lines().filter(|l| !l.starts_with('#')).collect();
        assert_eq!(scenario.write(), statements.join("\n") + "\n", "{name}");
    }
    assert!(shipped("maximap").is_none());
}

/// What a nation has: provinces, their worth, the number of its units and what they cost.
fn strength(scenario: &Scenario, nation: u8) -> (usize, u16, u16, u16) {
    let held = scenario.provinces.iter().filter(|p| p.owner == Some(nation));
    let stacks: Vec<_> = scenario.start.iter().filter(|s| s.nation == Some(nation)).collect();
    let cost = stacks.iter().map(|s| s.count * scenario.units[usize::from(s.unit)].cost).sum();
    (held.clone().count(), held.map(|p| p.worth).sum(), stacks.iter().map(|s| s.count).sum(), cost)
}

#[test]
fn the_minimap_is_two_equal_halves() {
    let map = shipped_scenario("minimap");
    let count = |t| map.provinces.iter().filter(|p| p.terrain == t).count();
    assert_eq!((count(Terrain::Land), count(Terrain::Water), count(Terrain::Impassable)), (14, 4, 2));
    assert_eq!((map.nations[0].money, map.nations[1].money), (24, 44));
    assert_eq!(strength(&map, 0), (7, 31, 33, 151));
    assert_eq!(strength(&map, 0), strength(&map, 1));
    assert_eq!(map.rules.victory, Victory::Capitals);
    let land = |p: &u16| map.provinces[usize::from(*p)].terrain == Terrain::Land;
    let ways: usize = map
        .provinces
        .iter()
        .filter(|p| p.terrain == Terrain::Land)
        .map(|p| p.neighbours.iter().filter(|n| land(n)).count())
        .sum();
    assert_eq!(ways / 2, 8 + 8 + 3);
    // The halves mirror each other: the name of a province says which half it is in.
    let mirror = |name: &str| name.replace("red", "b_l").replace("blue", "red").replace("b_l", "blue");
    let find = |name: &str| map.provinces.iter().find(|p| p.name == name).unwrap();
    for p in map.provinces.iter().filter(|p| p.terrain == Terrain::Land) {
        let other = find(&mirror(&p.name));
        assert_eq!(
            (p.worth, p.cities, p.neighbours.len()),
            (other.worth, other.cities, other.neighbours.len())
        );
    }
}

#[test]
fn the_learning_automata_scenarios_are_as_described() {
    let check = |name, rounds, player, opponent| {
        let s = shipped_scenario(name);
        assert_eq!((&s.rules.victory, s.rules.rounds, s.rules.economy), (&Victory::Balance, rounds, false));
        assert_eq!((strength(&s, 0), strength(&s, 1)), (player, opponent), "{name}");
        // The tank of scenario 1 goes on through an empty area (LA, table 1); nobody else does.
        let near = |u: &Unit| (u.movement <= 1 || u.domain == Domain::Air) && !u.blitz;
        assert!(s.units.iter().all(|u| near(u) || (name == "la-1" && u.blitz)), "{name}");
    };
    check("la-1", 2, (2, 2, 2, 6), (1, 1, 1, 5));
    check("la-2", 3, (3, 17, 4, 24), (2, 2, 2, 10));
    check("la-3", 2, (1, 1, 5, 19), (2, 11, 9, 31));
    check("la-4", 2, (3, 3, 6, 35), (4, 17, 5, 17));
    check("la-5", 4, (4, 15, 5, 32), (3, 3, 3, 13));
}

const SMALL: &str = "\
scenario Two hills # a comment
alliance reds
alliance blues
unit infantry land attack 1 defence 2 move 1 cost 3
unit ship sea attack 3 defence 3 move 2 cost 12 hits 2 capacity 2
nation red of reds money 5 buys infantry ship=11
nation blue of blues buys infantry
province hill worth 2 owner red capital red: moor bay
province moor worth 2 cities 1 owner blue capital blue: hill bay
province bay water: hill moor
province cliff impassable:
stack hill red infantry 2
stack bay blue ship 1
";

#[test]
fn files_may_be_laid_out_freely() {
    let plain = scenario(SMALL);
    sound(&plain);
    assert_eq!(plain.nations[0].buys, [(0, 3), (1, 11)]);
    let mut lines: Vec<&str> = SMALL.lines().collect();
    lines[11..].reverse();
    lines.rotate_left(11);
    assert_eq!(scenario(&lines.join("\r\n\t")).start.len(), 2);
    let ruled = scenario(&format!(
        "{SMALL}victory cities blues 1\nrounds 9\nflak attack\nblitz free\nfactories 2\nraids free\neconomy off\nunplayable ships"
    ));
    sound(&ruled);
    assert_eq!(ruled.rules.victory, Victory::Cities(vec![0, 1]));
    assert_eq!(
        (ruled.rules.overflight, ruled.rules.blitz_flak, ruled.rules.raid_limit),
        (false, true, false)
    );
    assert_eq!(ruled.unplayable, ["ships"]);
}

#[test]
fn provinces_may_have_places() {
    let mut text = SMALL.to_string();
    for (i, name) in ["hill", "moor", "bay", "cliff"].iter().enumerate() {
        text = text.replacen(&format!("province {name}"), &format!("province {name} at {i} 9999"), 1);
    }
    let placed = scenario(&text);
    sound(&placed);
    assert_eq!(placed.provinces[3].at, Some((3, 9999)));
    let error = Scenario::parse("x", &text.replace("at 3", "at 2")).unwrap_err().0;
    assert_eq!(error, "x:11: 'cliff' is where 'bay' is, expected another place");
}

#[test]
fn files_say_where_they_are_wrong() {
    let check = |from: &str, to: &str, expect: &str| {
        assert!(SMALL.contains(from), "{from}");
        let text = SMALL.replacen(from, to, 1);
        assert_eq!(Scenario::parse("my.axis", &text).unwrap_err().0, format!("my.axis:{expect}"), "{text}");
    };
    let more = |line: &str, expect: &str| {
        let text = format!("{SMALL}{line}\n");
        assert_eq!(Scenario::parse("my.axis", &text).unwrap_err().0, format!("my.axis:{expect}"), "{line}");
    };
    // Statements.
    check("scenario", "scenery", "1: unknown statement 'scenery': did you mean 'scenario'?");
    check("scenario Two hills", "", "13: the file ends, expected a line 'scenario …'");
    check("Two hills", "", "1: scenario '': expected text of 1 to 60 characters");
    more("scenario again", "14: 'scenario' stands twice, expected it once");
    more("rounds 3\nrounds 3", "15: 'rounds' stands in line 14 too, expected it once");
    more("rounds", "14: the line ends, expected a number after 'rounds', like 'rounds 200'");
    more("rounds 0", "14: the number after 'rounds' is '0': expected a whole number from 1 to 9999");
    more("rounds 3 4", "14: '4' is one word too many, expected it like 'rounds 200'");
    more("flak never", "14: 'never': expected overflight or attack");
    // Names.
    let key = "expected lower case words joined by hyphens, like north-africa, at most 40 long";
    check("alliance reds", "alliance Reds", &format!("2: 'Reds': {key}"));
    check("alliance reds", "alliance", &format!("2: '': {key}"));
    check("alliance blues", "alliance reds", "3: alliance 'reds' stands in line 2 too, expected it once");
    check("of reds", "of rads", "6: unknown alliance 'rads': did you mean 'reds'?");
    check("unit ship", "unit infantry", "5: unit 'infantry' stands in line 4 too, expected it once");
    check("owner blue", "owner blu", "9: unknown nation 'blu': did you mean 'blue'?");
    check("stack hill", "stack hil", "12: unknown province 'hil': did you mean 'hill'?");
    check("hill red infantry", "hill red infantri", "12: unknown unit 'infantri': did you mean 'infantry'?");
    check(
        "nation red",
        "nation neutral",
        "6: 'neutral' is the word for units of nobody, expected another name",
    );
    // Units and nations.
    check("attack 1", "attack 7", "4: the number after 'attack' is '7': expected a whole number from 0 to 6");
    check("attack 1", "atack 1", "4: unknown word 'atack': did you mean 'attack'?");
    check("attack 1", "attack 1 attack 1", "4: 'attack' stands twice, expected it once");
    check("land", "mud", "4: unknown domain 'mud': the nearest is 'land'");
    check("hits 2", "hits 0", "5: the number after 'hits' is '0': expected a whole number from 1 to 9");
    check("=11", "=0", "6: the price of 'ship' is '0': expected a whole number from 1 to 1000");
    check("=11", "=11 ship", "6: 'red' buys 'ship' twice, expected it once");
    check(
        "money 5",
        "money 60001",
        "6: the number after 'money' is '60001': expected a whole number from 0 to 60000",
    );
    check("of blues ", "", "7: nation 'blue' has no alliance, expected 'of' and its key");
    check("of blues", "of reds", "13: alliance 'blues' is empty, expected a nation in it");
    // Provinces.
    check(
        "province cliff impassable:",
        "province cliff",
        "11: expected ':' and the neighbours, like 'province peru worth 2 owner reds: brazil chile'",
    );
    check(
        "cliff impassable:",
        "cliff impassable: cliff",
        "11: 'cliff' is joined to itself, expected other provinces",
    );
    check("impassable:", "impassable: bay bay", "11: 'cliff' lists 'bay' twice, expected it once");
    check(
        "impassable:",
        "impassable: bay",
        "11: 'cliff' lists 'bay', but 'bay' in line 10 does not list 'cliff', expected both or neither",
    );
    check(
        "bay water",
        "bay water owner red",
        "10: 'bay' is not land, expected no worth, cities, owner or capital",
    );
    check("capital blue", "capital red", "9: 'red' has a capital in line 8 too, expected one");
    check(
        "worth 2",
        "worth 1001",
        "8: the number after 'worth' is '1001': expected a whole number from 0 to 1000",
    );
    // Places in a picture.
    check(
        "hill worth",
        "hill at 3 worth",
        "8: the number after 'at' is 'worth': expected a whole number from 0 to 9999",
    );
    check(
        "province hill",
        "province hill at 1 2",
        "9: 'hill' has a place and 'moor' has none, expected 'at' for all or for none",
    );
    check(
        "province moor",
        "province moor at 1 2",
        "9: 'moor' has a place and 'hill' has none, expected 'at' for all or for none",
    );
    // Stacks.
    check(
        "stack hill red infantry 2",
        "stack hill red",
        "12: the line ends, expected units and how many, like 'stack peru reds infantry 3 fighter 1'",
    );
    check(
        "infantry 2",
        "infantry 0",
        "12: the number after 'infantry' is '0': expected a whole number from 1 to 9999",
    );
    check("infantry 2", "infantry 2 infantry 2", "12: 'infantry' stands in 'hill' twice, expected it once");
    check("hill red infantry", "hill red ship", "12: 'ship' in 'hill': expected ships on water");
    check("stack hill", "stack bay", "12: 'infantry' in 'bay': expected land units on land");
    check("stack hill", "stack cliff", "12: 'cliff' is impassable, expected no units there");
    check(
        "stack hill red",
        "stack hill blue",
        "12: 'infantry' in 'hill': expected units of its owner or of his allies",
    );
    check(
        "stack hill red",
        "stack hill neutral",
        "12: 'infantry' in 'hill': expected units of its owner or of his allies",
    );
    // Victory.
    more(
        "victory cities blues 2",
        "14: the number after 'blues' is '2': expected a whole number from 1 to 1",
    );
    more(
        "victory cities",
        "14: the line ends, expected alliances and how many cities each needs, like 'victory cities allies 9 axis 9'",
    );
    check(
        "owner blue",
        "owner red",
        "13: one alliance has all capitals, expected a game that is not yet won",
    );
    let none = SMALL.replace("capital red", "").replace("capital blue", "");
    let error = Scenario::parse("my.axis", &none).unwrap_err().0;
    assert_eq!(error, "my.axis:13: there is no capital, expected one where victory is by capitals");
}

#[test]
fn scenarios_have_limits() {
    let provinces: String = (0..2001).map(|i| format!("province p{i}:\n")).collect();
    let error = Scenario::parse("x", &format!("{SMALL}{provinces}")).unwrap_err().0;
    assert_eq!(error, "x:2010: province 'p1996': expected at most 2000 of them");
    let error = Scenario::parse("x", &format!("{SMALL}{}", "unplayable y\n".repeat(101))).unwrap_err().0;
    assert_eq!(error, "x:114: expected at most 100 lines 'unplayable'");
    let error = Scenario::parse("x", &"a\u{1b}".repeat(1 << 20)).unwrap_err().0;
    assert!(error.chars().count() < 120 && !error.contains('\u{1b}'), "{error}");
}

/// A scenario that is sound, or an error in one line that begins with the place.
fn read(text: &str) {
    match Scenario::parse("x", text) {
        Ok(scenario) => sound(&scenario),
        Err(e) => assert!(e.0.starts_with("x:") && e.0.lines().count() == 1, "{e}"),
    }
}

proptest! {
    #[test]
    fn any_text_is_a_scenario_or_an_error(text in "(?s).{0,300}") {
        read(&text);
    }

    #[test]
    fn changed_words_make_a_scenario_or_an_error(
        which in 0usize..5,
        changes in proptest::collection::vec((any::<Index>(), any::<Index>(), 0u8..4), 1..6),
    ) {
        let text = if which == 4 { SMALL } else { SHIPPED[which].2 };
        let mut words: Vec<&str> = text.split_inclusive([' ', '\n']).collect();
        for (to, from, how) in changes {
            let (to, from) = (to.index(words.len()), from.index(words.len()));
            match how {
                0 => words[to] = words[from],
                1 => words.insert(to, words[from]),
                2 => words.swap(to, from),
                _ => drop(words.remove(to)),
            }
        }
        read(&words.concat());
    }

    #[test]
    fn changed_characters_make_a_scenario_or_an_error(
        which in 0usize..5,
        changes in proptest::collection::vec((any::<Index>(), "(?s).{0,2}"), 1..6),
    ) {
        let mut text = if which == 4 { SMALL } else { SHIPPED[which].2 }.to_string();
        for (at, with) in changes {
            let places: Vec<usize> = text.char_indices().map(|(i, _)| i).collect();
            let at = places[at.index(places.len())];
            let end = at + text[at..].chars().next().map_or(0, char::len_utf8);
            text.replace_range(at..end, &with);
        }
        read(&text);
    }
}
