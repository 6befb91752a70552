//! How map files are laid out, how they can be wrong, and that no text whatever does harm.

use super::{CLASSIC, MAX_TERRITORIES, MINI6, MINI12, Map, map, sound};

#[test]
fn files_may_be_laid_out_freely() {
    let map = map(
        "alias far b # an alias may come first\r\n\tcontinent  x   0\r\n\r\na:far\r\nb :a\r\n  map   Two:  places # here\r\n",
    );
    sound(&map);
    assert_eq!(map.text(), "map Two:  places\n\ncontinent x 0\na: b\nb: a\n\nalias far b\n");
    // Words of statements are keys like any other.
    sound(&super::map("map m\ncontinent continent 1\nmap: alias\nalias: map\nalias continent map\n"));
}

#[test]
fn map_files_say_where_they_are_wrong() {
    let check = |text: &str, expect: &str| {
        assert_eq!(Map::parse("my.map", text).unwrap_err().0, format!("my.map:{expect}"), "{text}");
    };
    let two = "map m\ncontinent x 1\na: b\nb: a\n";
    sound(&map(two));

    // Statements.
    check("", "1: the file ends, expected a line 'map …'");
    check("continent x 1\na: b\nb: a\n", "3: the file ends, expected a line 'map …'");
    check("map\n", "1: map '': expected a name of 1 to 60 characters");
    check("map a\u{7}b\n", "1: map 'a\u{fffd}b': expected a name of 1 to 60 characters");
    check(
        &format!("map {}\n", "x".repeat(61)),
        &format!("1: map '{}…': expected a name of 1 to 60 characters", "x".repeat(40)),
    );
    check("map m\nmap m\n", "2: 'map' stands twice, expected it once");
    check(
        "map m\n# note\nhello world\n",
        "3: 'hello': expected map, continent, alias or a territory like 'peru: brazil venezuela'",
    );

    // Names.
    let key = "expected lower case words joined by hyphens, like north-africa, at most 40 long";
    check("map m\ncontinent x 1\nNorth: b\n", &format!("3: 'North': {key}"));
    check("map m\ncontinent x 1\nnorth africa: b\n", &format!("3: 'north africa': {key}"));
    check("map m\ncontinent x 1\nnorth--africa: b\n", &format!("3: 'north--africa': {key}"));
    check("map m\ncontinent x 1\n-: b\n", &format!("3: '-': {key}"));
    check("map m\ncontinent x 1\n: b\n", &format!("3: '': {key}"));
    check("map m\ncontinent é 1\n", &format!("2: 'é': {key}"));
    check(&format!("{two}alias A a\n"), &format!("5: 'A': {key}"));
    check(
        &format!("map m\ncontinent x 1\n{}: b\n", "y".repeat(41)),
        &format!("3: '{}…': {key}", "y".repeat(40)),
    );

    // Continents.
    let continent = "expected a key and a number after 'continent', like 'continent asia 7'";
    check("continent\n", &format!("1: {continent}"));
    check("continent north america 5\n", &format!("1: {continent}"));
    for bonus in ["-1", "+1", "101", "two", "1.5", "99999999999"] {
        check(
            &format!("map m\ncontinent x {bonus}\n"),
            &format!("2: the bonus of 'x' is '{bonus}': expected a whole number from 0 to 100"),
        );
    }
    check(&format!("{two}continent x 1\n"), "5: continent 'x' stands in line 2 too, expected it once");
    check(
        "map m\ncontinent x 1\ncontinent y 1\na: b\n",
        "2: continent 'x' is empty, expected a territory in it",
    );
    check(&format!("{two}continent y 1\n"), "5: continent 'y' is empty, expected a territory in it");

    // Territories.
    check("map m\na: b\n", "2: territory 'a': expected a line 'continent …' before it");
    check(&format!("{two}a: b\n"), "5: territory 'a' stands in line 3 too, in 'x', expected it once");
    check(
        &format!("{two}continent y 1\na: b\n"),
        "6: territory 'a' stands in line 3 too, in 'x', expected it once",
    );
    check("map m\n", "1: the number of territories is 0, expected at least 2");
    check("map m\ncontinent x 1\na:\n", "3: the number of territories is 1, expected at least 2");

    // Borders.
    check(
        "map m\ncontinent x 1\nalaska: brasil\nbrazil: alaska\n",
        "3: unknown territory 'brasil': did you mean 'brazil'?",
    );
    check("map m\ncontinent x 1\na: b, c\nb: a\n", "3: unknown territory 'b,': did you mean 'b'?");
    check("map m\ncontinent x 1\na: b\nb: a zzz\n", "4: unknown territory 'zzz': the nearest is 'b'");
    check("map m\ncontinent x 1\na: b\nb: a b\n", "4: 'b' is joined to itself, expected other territories");
    check("map m\ncontinent x 1\na: b b\nb: a\n", "3: 'a' lists 'b' twice, expected it once");
    check(
        "map m\ncontinent x 1\na: b far\nb: a\nalias far b\n",
        "3: 'a' lists 'far' twice, expected it once",
    );
    check(
        "map m\ncontinent x 1\na: b c\nb: a\ncontinent y 1\nc: b\n",
        "3: 'a' lists 'c', but 'c' in line 6 does not list 'a', expected both or neither",
    );
    check(
        "map m\ncontinent x 1\na: b\nb: a\nc: d\nd: c\n",
        "5: no way leads from 'a' to 'c', expected a connected map",
    );
    check("map m\ncontinent x 1\na:\nb:\n", "4: no way leads from 'a' to 'b', expected a connected map");

    // Aliases.
    let alias = "expected a new name and a territory after 'alias', like 'alias russia ukraine'";
    check(&format!("{two}alias far\n"), &format!("5: {alias}"));
    check(&format!("{two}alias far b a\n"), &format!("5: {alias}"));
    check(&format!("{two}alias a b\n"), "5: alias 'a' is a territory in line 3, expected a new name");
    check(
        &format!("{two}alias far b\nalias far a\n"),
        "6: alias 'far' stands in line 5 too, expected it once",
    );
    check(
        "map m\ncontinent x 1\nalaska: brazil\nbrazil: alaska\nalias rio brasil\n",
        "5: unknown territory 'brasil': did you mean 'brazil'?",
    );
}

/// A map in the shape of a ring.
fn ring(len: usize) -> String {
    let line = |i: usize| format!("t{i}: t{} t{}\n", (i + 1) % len, (i + len - 1) % len);
    format!("map ring\ncontinent x 1\n{}", (0..len).map(line).collect::<String>())
}

#[test]
fn maps_are_as_large_as_a_word_allows() {
    let full = map(&ring(MAX_TERRITORIES));
    sound(&full);
    assert_eq!((full.len(), full.edges()), (62, 62));
    let error = Map::parse("my.map", &ring(63)).unwrap_err().0;
    assert_eq!(error, "my.map:65: territory 't62': expected at most 62 territories");
    let aliases: String = (0..249).map(|i| format!("alias a{i} t1\n")).collect();
    let error = Map::parse("my.map", &(ring(3) + &aliases)).unwrap_err().0;
    assert_eq!(error, "my.map:254: alias 'a248': expected at most 248 aliases");
}

mod fuzz {
    use super::{CLASSIC, MINI6, MINI12, Map, map, sound};
    use proptest::prelude::{any, prop_assert, proptest};
    use proptest::sample::Index;

    /// A map that is sound, or an error in one line that begins with the place.
    fn read(text: &str) {
        match Map::parse("x", text) {
            Ok(map) => sound(&map),
            Err(e) => assert!(e.0.starts_with("x:") && e.0.lines().count() == 1, "{e}"),
        }
    }

    proptest! {
        #[test]
        fn any_text_is_a_map_or_an_error(text in "(?s).{0,300}") {
            read(&text);
        }

        #[test]
        fn lines_like_a_map_are_a_map_or_an_error(
            lines in proptest::collection::vec(
                "(map|continent|alias|[a-d]:)( [a-d]| [0-9]{1,3}){0,3}[ #]?",
                0..12,
            ),
        ) {
            read(&lines.join("\n"));
            read(&format!("map m\ncontinent x 1\na: b\nb: a\n{}", lines.join("\n")));
        }

        #[test]
        fn changed_words_make_a_map_or_an_error(
            which in 0usize..3,
            changes in proptest::collection::vec((any::<Index>(), any::<Index>(), 0u8..4), 1..6),
        ) {
            let text = [CLASSIC, MINI6, MINI12][which];
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
        fn changed_characters_make_a_map_or_an_error(
            which in 0usize..3,
            changes in proptest::collection::vec((any::<Index>(), "(?s).{0,2}"), 1..6),
        ) {
            let mut text = [CLASSIC, MINI6, MINI12][which].to_string();
            for (at, with) in changes {
                let places: Vec<usize> = text.char_indices().map(|(i, _)| i).collect();
                let at = places[at.index(places.len())];
                let end = at + text[at..].chars().next().map_or(0, char::len_utf8);
                text.replace_range(at..end, &with);
            }
            read(&text);
        }

        #[test]
        fn without_a_border_a_map_is_sound_or_says_what_it_cuts_off(a in 0usize..42, b in 0usize..42) {
            let map = super::map(CLASSIC);
            let (from, to) = (&map.territories[a].name, &map.territories[b].name);
            let joined = map.adjacent[a] >> b & 1 == 1;
            match map.without(from, to) {
                Ok(less) => {
                    sound(&less);
                    prop_assert!(joined && less.edges() == map.edges() - 1);
                }
                Err(e) => prop_assert!(!joined || e.0.starts_with("without "), "{}", e),
            }
        }

        #[test]
        fn any_name_is_a_territory_or_an_error(name in "(?s).{0,60}") {
            let _ = map(CLASSIC).find(&name);
        }
    }
}
