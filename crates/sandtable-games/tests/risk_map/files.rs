//! How map files are laid out, how they can be wrong, and that no text whatever does harm.

use super::{CLASSIC, MAX_TERRITORIES, MINI6, MINI12, Map, map, sound};
use sandtable_games::risk::Shapes;

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

    // Places in a picture.
    let at = "expected two whole numbers from 0 to 9999, like peru@431,491";
    for point in ["1", "1,", "-1,2", "1,+2", "1,10000", "1,2,3", "1 2"] {
        check(&format!("map m\ncontinent x 1\na@{point}: b\n"), &format!("3: '@{point}': {at}"));
    }
    check(
        "map m\ncontinent x 1\na@1,2: b\nb: a\n",
        "4: 'a' has a place and 'b' has none (see line 3), expected it for all or for none",
    );
    check(
        "map m\ncontinent x 1\na: b\nb@1,2: a\n",
        "4: 'b' has a place and 'a' has none (see line 3), expected it for all or for none",
    );
    check(
        "map m\ncontinent x 1\na@1,2: b\nb@1,2: a\n",
        "4: 'b' is where 'a' in line 3 is, expected another place",
    );

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

#[test]
fn territories_may_have_places() {
    let map = map("map m\ncontinent map 1\nmap@0,7: continent\ncontinent@12,9999: map\n");
    sound(&map);
    assert_eq!(map.territories[1].at, Some((12, 9999)));
    assert_eq!(Map::parse("again", &map.text()), Ok(map));
}

#[test]
fn pictures_say_where_they_are_wrong() {
    let two = map("map m\ncontinent x 1\na: b\nb: a c\nc: b\n");
    let good = "size 90 60 # a comment\nsea a b\na 5 5 4\nM0 0L10 0L10 10Z\nM20 0L30 0L30 10Z\n\
                b 40 20 3\nM30 10L50 10L50 30Z\nc 60 40 9\nM50 30L90 30L90 60Z\n";
    let shapes = Shapes::parse("my.shapes", good, &two).unwrap();
    assert_eq!((shapes.size, &shapes.links[..]), ((90, 60), &[(0, 1, "sea")][..]));
    assert_eq!(shapes.outlines[0].path, "M0 0L10 0L10 10ZM20 0L30 0L30 10Z");
    assert_eq!((shapes.outlines[2].middle, shapes.outlines[2].room), ((60, 40), 9));
    let check = |from: &str, to: &str, expect: &str| {
        assert!(good.contains(from), "{from}");
        let error = Shapes::parse("my.shapes", &good.replacen(from, to, 1), &two).unwrap_err().0;
        assert_eq!(error, format!("my.shapes:{expect}"), "{to}");
    };
    let size = "expected 'size', a width and a height, once";
    check("size 90 60", "size 90", &format!("1: {size}"));
    check("size 90 60", "size 90 60\nsize 9 9", &format!("2: {size}"));
    check("size 90 60 ", "", "2: expected a line 'size …' first");
    check("size 90", "size 0", "1: '0': expected a whole number from 1 to 9999");
    check("sea a b", "sea a c", "2: 'a' and 'c' are not joined, expected two neighbours");
    check("sea a b", "sea a b\nwrap b a", "3: 'b' and 'a' are joined twice, expected it once");
    check("sea a b", "sea a bb", "2: unknown territory 'bb': did you mean 'b'?");
    check("sea a b", "M0 0L1 1L2 0Z", "2: expected a line with a territory before its outline");
    let what = "expected size, sea, wrap, a territory like 'siam 1057 347 16', or an outline";
    check("sea a b", "lake a b", &format!("2: 'lake a b': {what}"));
    check("b 40 20 3", "a 40 20 3", "6: territory 'a' stands twice, expected it once");
    check("b 40 20 3\nM30 10L50 10L50 30Z\n", "b 40 20 3\n", "7: 'b' has no outline, expected one below it");
    check("c 60 40 9\nM50 30L90 30L90 60Z\n", "", "7: the file ends, expected the territory 'c'");
    check("b 40 20", "b 40 61", "6: '61': expected a whole number from 0 to 60");
    check("L50 10L", "L50 10l", "7: '10l50 30': expected a whole number from 0 to 60");
    check("M30 10L50 10", "M30 10L91 10", "7: '91': expected a whole number from 0 to 90");
    check(
        "M30 10L50 10L50 30Z",
        "M30 10L50 10L50 30",
        "7: 'M30 10L50 10L50 30': expected a ring like M10 10L20 10L20 20Z",
    );
    check(
        "M30 10L50 10L50 30Z",
        "M30 10L50 10Z",
        "7: expected at least 3 points in a ring, and at most 50000 in all",
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
    use super::{CLASSIC, MINI6, MINI12, Map, Shapes, map, sound};
    use proptest::prelude::{any, prop_assert, proptest};
    use proptest::sample::Index;

    const SHAPES: &str = include_str!("../../../../data/maps/classic.shapes");

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
                "(map|continent|alias|[a-d](@[0-9]{1,2},[0-9])?:)( [a-d]| [0-9]{1,3}){0,3}[ #]?",
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
        fn changed_characters_make_a_picture_or_an_error(
            changes in proptest::collection::vec((any::<Index>(), "(?s).{0,2}"), 1..6),
        ) {
            let mut text = SHAPES.to_string();
            for (at, with) in changes {
                let at = at.index(text.len());
                if text.is_char_boundary(at) && text.is_char_boundary(at + 1) {
                    text.replace_range(at..=at, &with);
                }
            }
            if let Err(e) = Shapes::parse("x", &text, &map(CLASSIC)) {
                prop_assert!(e.0.starts_with("x:") && e.0.lines().count() == 1, "{}", e);
            }
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
