//! TripleA's game files: small ones written here, and the four real ones where they are at hand.

use std::collections::BTreeMap;
use std::path::PathBuf;

use proptest::prelude::{any, proptest};
use proptest::sample::Index;
use sandtable_games::axis::scenario::{Domain, Scenario, Terrain, Victory, shipped};
use sandtable_games::axis::triplea::{Import, import};

/// A small game in today's spelling.
const GAME: &str = r#"<?xml version="1.0"?>
<!DOCTYPE game SYSTEM "game.dtd">
<game>
  <info name="Two hills" version="1.0"/>
  <loader javaClass="games.strategy.triplea.TripleA"/>
  <map>
    <territory name="West Hill"/>
    <territory name="East Hill"/>
    <territory name="The Bay" water="true"/>
    <territory name="No Man's Land"/>
    <connection t1="West Hill" t2="East Hill"/>
    <connection t1="West Hill" t2="The Bay"/>
    <connection t1="No Man's Land" t2="East Hill"/>
  </map>
  <resourceList><resource name="PUs"/></resourceList>
  <playerList>
    <player name="Reds" optional="false"/>
    <player name="Blues" optional="false"/>
    <alliance player="Reds" alliance="East"/>
    <alliance player="Blues" alliance="West"/>
  </playerList>
  <unitList>
    <unit name="infantry"/><unit name="aaGun"/><unit name="factory"/><unit name="frigate"/><unit name="zeppelin"/>
  </unitList>
  <gamePlay>
    <delegate name="move" javaClass="x" display="Combat Move"/>
    <sequence>
      <step name="redBid" delegate="bid" player="Reds" maxRunCount="1"/>
      <step name="blueTech" delegate="tech" player="Blues"/>
      <step name="bluePurchase" delegate="purchase" player="Blues"/>
      <step name="blueCombatMove" delegate="move" player="Blues"/>
      <step name="blueNonCombatMove" delegate="move" player="Blues"/>
      <step name="redPurchase" delegate="purchase" player="Reds"/>
      <step name="endRoundStep" delegate="endRound"/>
    </sequence>
  </gamePlay>
  <production>
    <productionRule name="buyInfantry">
      <cost resource="PUs" quantity="3"/><result resourceOrUnit="infantry" quantity="1"/>
    </productionRule>
    <productionRule name="buyCheap">
      <cost resource="PUs" quantity="2"/><result resourceOrUnit="infantry" quantity="1"/>
    </productionRule>
    <productionRule name="buyFrigate">
      <cost resource="PUs" quantity="9"/><result resourceOrUnit="frigate" quantity="1"/>
    </productionRule>
    <productionFrontier name="plain"><frontierRules name="buyInfantry"/></productionFrontier>
    <productionFrontier name="cheap"><frontierRules name="buyCheap"/></productionFrontier>
    <playerProduction player="Reds" frontier="cheap"/>
    <playerProduction player="Blues" frontier="plain"/>
  </production>
  <attachmentList>
    <attachment name="unitAttachment" attachTo="infantry" javaClass="x" type="unitType">
      <option name="movement" value="1"/><option name="attack" value="1"/><option name="defense" value="2"/>
      <option name="artillerySupportable" value="true"/><option name="canMarch" value="true"/>
    </attachment>
    <attachment name="unitAttachment" attachTo="aaGun" javaClass="x" type="unitType">
      <option name="isAA" value="true"/><option name="movement" value="1"/>
    </attachment>
    <attachment name="unitAttachment" attachTo="factory" javaClass="x" type="unitType">
      <option name="isFactory" value="true"/>
    </attachment>
    <attachment name="unitAttachment" attachTo="frigate" javaClass="x" type="unitType">
      <option name="isSea" value="true"/>
    </attachment>
    <attachment name="territoryAttachment" attachTo="West Hill" javaClass="x" type="territory">
      <option name="production" value="4"/><option name="capital" value="Reds"/><option name="victoryCity" value="true"/>
    </attachment>
    <attachment name="territoryAttachment" attachTo="East Hill" javaClass="x" type="territory">
      <option name="production" value="3"/><option name="capital" value="Blues"/><option name="victoryCity" value="1"/>
    </attachment>
    <attachment name="territoryAttachment" attachTo="No Man's Land" javaClass="x" type="territory">
      <option name="isImpassable" value="true"/>
    </attachment>
  </attachmentList>
  <initialize>
    <ownerInitialize>
      <territoryOwner territory="West Hill" owner="Reds"/>
      <territoryOwner territory="East Hill" owner="Blues"/>
    </ownerInitialize>
    <unitInitialize>
      <unitPlacement unitType="infantry" territory="West Hill" quantity="2" owner="Reds"/>
      <unitPlacement unitType="infantry" territory="West Hill" quantity="1" owner="Reds"/>
      <unitPlacement unitType="factory" territory="West Hill" quantity="1" owner="Reds"/>
      <unitPlacement unitType="aaGun" territory="East Hill" quantity="1" owner="Blues"/>
    </unitInitialize>
    <resourceInitialize>
      <resourceGiven player="Reds" resource="PUs" quantity="7"/>
    </resourceInitialize>
  </initialize>
  <propertyList>
    <property name="Total Victory" value="true"/>
    <property name="East Total Victory VCs" value="2"/>
    <property name="West Total Victory VCs" value="2"/>
    <property name="WW2V2" value="true"/>
    <property name="Reds bid" value="0"/>
    <property name="Night Fighting" value="true"/>
  </propertyList>
</game>
"#;

fn read(text: &str) -> Import {
    import("my.xml", text).unwrap()
}

/// The game with something else in one place.
fn changed(from: &str, to: &str) -> String {
    assert!(GAME.contains(from), "{from}");
    GAME.replacen(from, to, 1)
}

fn refused(text: &str) -> String {
    let error = import("my.xml", text).unwrap_err().0;
    assert!(error.starts_with("my.xml:") && error.lines().count() == 1, "{error}");
    error["my.xml:".len()..].to_string()
}

const EXPECT: &str = "\
scenario Two hills

victory capitals
rounds 200
flak overflight
blitz stopped
factories 1
raids free
economy on

alliance west
alliance east

unit infantry land attack 1 defence 2 move 1 cost 3 supportable
unit factory land cost 15 factory
unit aa-gun land move 1 flak

nation blues of west money 0 buys infantry
nation reds of east money 7 buys infantry=2

province west-hill worth 4 cities 1 capital reds owner reds: east-hill the-bay
province east-hill worth 3 cities 1 capital blues owner blues: west-hill no-mans-land
province the-bay water: west-hill
province no-mans-land impassable: east-hill

stack west-hill reds infantry 3 factory 1
stack east-hill blues aa-gun 1
";

#[test]
fn a_small_game_is_brought_over() {
    let game = read(GAME);
    assert_eq!(game.scenario.write(), EXPECT);
    for line in ["4 provinces: 2 land, 1 water, 1 impassable", "3 connections", "5 units at the start"] {
        assert!(game.understood.iter().any(|l| l == line), "{line}: {:?}", game.understood);
    }
    assert_eq!(
        game.ignored,
        [
            "element <loader>",
            "property 'Night Fighting' = true",
            "step 'Bid'",
            "step 'Tech'",
            "unit option 'canMarch'",
            "unit 'frigate': nobody has it or can buy it",
            "unit 'zeppelin': nobody has it or can buy it",
        ]
    );
}

#[test]
fn old_spellings_mean_the_same() {
    let old = GAME
        .replace("attachmentList", "attatchmentList")
        .replace("<attachment ", "<attatchment ")
        .replace("</attachment>", "</attatchment>")
        .replace("attachTo", "attatchTo")
        .replace("unitAttachment", "unitAttatchment")
        .replace("territoryAttachment", "territoryAttatchment")
        .replace("isImpassable", "isImpassible")
        .replace("PUs", "IPCs");
    assert_eq!(read(&old).scenario.write(), EXPECT);
    let two =
        changed(r#"<option name="canMarch" value="true"/>"#, r#"<option name="isTwoHit" value="true"/>"#);
    assert_eq!(read(&two).scenario.units[0].hits, 2);
}

#[test]
fn what_is_not_played_is_said() {
    let check = |from: &str, to: &str, expect: &[&str]| {
        let game = read(&changed(from, to));
        assert_eq!(game.scenario.unplayable, expect, "{to}");
        assert_eq!(Scenario::parse("x", &game.scenario.write()).unwrap(), game.scenario);
    };
    let cheap = r#"<frontierRules name="buyInfantry"/>"#;
    check(cheap, &format!(r#"{cheap}<frontierRules name="buyFrigate"/>"#), &["ships and battles at sea"]);
    let property = r#"<property name="Night Fighting" value="true"/>"#;
    check(property, r#"<property name="Tech Development" value="true"/>"#, &["research"]);
    check(property, r#"<property name="Low Luck" value="true"/>"#, &["low luck"]);
    check(
        property,
        r#"<property name="Blues bid" value="9"/>"#,
        &["bids before the first round, together 9"],
    );
    check("<resourceList>", r#"<diceSides value="12"/><resourceList>"#, &["dice with 12 sides"]);
    let canal = r#"<attachment name="canalAttachmentX" attachTo="The Bay"/>"#;
    check("<attachmentList>", &format!("<attachmentList>{canal}"), &["canals"]);
    let trigger = r#"<attachment name="triggerAttachment_1" attachTo="Reds"/>"#;
    check(
        "<attachmentList>",
        &format!("<attachmentList>{trigger}"),
        &["what attachments of the kind 'triggerAttachment' add to the rules"],
    );
    check(
        r#"territory="East Hill" quantity="1" owner="Blues""#,
        r#"territory="The Bay" quantity="1" owner="Blues""#,
        &["'aa-gun' on water at the start"],
    );
}

#[test]
fn victory_is_by_cities_where_they_are_more_than_capitals() {
    let one = changed(r#"West Total Victory VCs" value="2""#, r#"West Total Victory VCs" value="1""#);
    assert_eq!(read(&one).scenario.rules.victory, Victory::Cities(vec![1, 2]));
    let both = one.replace(
        r#"<property name="WW2V2""#,
        r#"<property name="Projection of Power" value="true"/><property name="East Projection of Power VCs" value="1"/><property name="WW2V2""#,
    );
    assert_eq!(read(&both).scenario.rules.victory, Victory::Cities(vec![1, 1]));
    let off = one.replace(r#"Total Victory" value="true""#, r#"Total Victory" value="false""#);
    assert_eq!(read(&off).scenario.rules.victory, Victory::Capitals);
    let many = one.replace(r#"VCs" value="2""#, r#"VCs" value="99""#);
    assert_eq!(read(&many).scenario.rules.victory, Victory::Cities(vec![1, 0]));
}

#[test]
fn bad_files_are_refused_with_line_and_reason() {
    let check = |from: &str, to: &str, expect: &str| assert_eq!(refused(&changed(from, to)), expect, "{to}");
    check("t2=\"The Bay\"", "t2=\"The Bey\"", "12: unknown territory 'The Bey': did you mean 'The Bay'?");
    check("t2=\"The Bay\"", "", "12: <connection>: expected 't2'");
    check(
        "name=\"East Hill\"",
        "name=\"West Hill\"",
        "8: territory 'West Hill' stands twice, expected it once",
    );
    check(
        "alliance player=\"Reds\"",
        "alliance player=\"Rods\"",
        "19: unknown player 'Rods': did you mean 'Reds'?",
    );
    check(
        "attachTo=\"factory\"",
        "attachTo=\"factories\"",
        "60: unknown unit 'factories': did you mean 'factory'?",
    );
    check(
        "name=\"attack\" value=\"1\"",
        "name=\"attack\" value=\"one\"",
        "54: value is 'one': expected a whole number",
    );
    check("frontier=\"cheap\"", "frontier=\"chip\"", "49: unknown production frontier 'chip'");
    check("<map>", "<mop>", "14: not well-formed XML: expected 'mop' tag, not 'map' at 14:3");
    check("quantity=\"7\"", "quantity=\"many\"", "88: quantity is 'many': expected a whole number");
    for part in ["map", "playerList", "unitList", "initialize"] {
        let text = GAME.replace(&format!("<{part}>"), "<other>").replace(&format!("</{part}>"), "</other>");
        assert_eq!(refused(&text), format!("3: the file has no <{part}>, expected one"));
    }
    assert_eq!(refused("<html></html>"), "1: the file begins with <html>, expected <game>");
    assert!(refused("").starts_with("1: not well-formed XML: "));
    assert!(refused("<game>").contains("not well-formed XML"));
    assert!(refused("scenario Two hills\n").contains("not well-formed XML"));
    let alone = GAME.replace("alliance=\"East\"", "alliance=\"West\"");
    assert_eq!(refused(&alone), "1: as a scenario: the number of alliances is 1, expected at least 2");
}

#[test]
fn entities_are_refused() {
    let mut bomb = String::from("<!DOCTYPE game [<!ENTITY a0 \"x\">\n");
    for i in 1..10 {
        bomb += &format!("<!ENTITY a{i} \"{}\">\n", format!("&a{};", i - 1).repeat(10));
    }
    bomb += "]><game>&a9;</game>";
    assert_eq!(refused(&bomb), "1: entities are not read, expected a game file without them");
    let outside = "<!DOCTYPE game [\n<!ENTITY a SYSTEM \"file:///etc/hostname\">]><game>&a;</game>";
    assert_eq!(refused(outside), "2: entities are not read, expected a game file without them");
    assert!(refused("<game>&a;</game>").contains("not well-formed XML"));
    // The usual ones are part of XML.
    let named = changed("name=\"Two hills\"", "name=\"Two &lt;hills&gt; &#35; &amp;&#x41;\"");
    assert_eq!(read(&named).scenario.name, "Two <hills>   &A");
}

#[test]
fn deep_wide_and_huge_files_do_no_harm() {
    let deep = format!("<game>{}{}</game>", "<a>".repeat(1_000_000), "</a>".repeat(1_000_000));
    assert_eq!(refused(&deep), "1: the file has no <map>, expected one");
    assert!(refused(&"<a>".repeat(1_000_000)).contains("not well-formed XML"));
    assert!(refused(&format!("<game>{}</game>", "<a/>".repeat(2_000_001))).contains("nodes limit"));
    let wide: String = (0..100_000).map(|i| format!(" a{i}=''")).collect();
    assert_eq!(refused(&format!("<game{wide}/>")), "1: too many attributes, expected at most 1000");
    let spaces: String = (0..60_000).map(|i| format!("<a xmlns:a{i}='x'>")).collect();
    assert_eq!(refused(&spaces), "1: too many namespaces, expected a game file without them");
    let huge = format!("<game>{}</game>", " ".repeat(33 << 20));
    assert!(refused(&huge).starts_with("1: the file has 34603021 bytes, expected at most"));
    let many: String = (0..2001).map(|i| format!("<territory name='{i}'/>")).collect();
    assert_eq!(
        refused(&changed("<territory name=\"West Hill\"/>", &many)),
        "7: expected at most 2000 territories"
    );
    let long = changed(
        "name=\"The Bay\" water=\"true\"",
        &format!("name=\"{}\" water=\"true\"", "y\u{80}".repeat(9999)),
    );
    assert!(refused(&long).chars().count() < 120);
}

#[test]
fn names_become_keys_of_their_own() {
    let text = changed(
        "<territory name=\"The Bay\" water=\"true\"/>",
        "<territory name=\"The Bay\" water=\"true\"/>\n<territory name=\"the.bay\"/><territory name=\"\u{c9}\u{c9}\"/><territory name=\"St. Jo'hn 2\"/><territory name=\"neutral\"/>",
    );
    let names: Vec<String> = read(&text).scenario.provinces.into_iter().map(|p| p.name).collect();
    assert_eq!(
        names,
        [
            "west-hill",
            "east-hill",
            "the-bay",
            "the-bay-2",
            "province",
            "st-john-2",
            "neutral-2",
            "no-mans-land"
        ]
    );
}

/// Where one of TripleA's own files is, which do not come with the project.
pub fn theirs(name: &str) -> PathBuf {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/triplea");
    std::env::var_os("SANDTABLE_TRIPLEA").map_or_else(beside, PathBuf::from).join(name)
}

fn shared(name: &str) -> String {
    let path = theirs(name);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

#[test]
#[ignore = "needs TripleA's own maps: see test.sh"]
fn the_real_files_are_brought_over() {
    for (file, provinces, nations, units, victory, plays) in [
        ("minimap.xml", 20, 2, 7, Victory::Capitals, true),
        ("three-provinces.xml", 3, 2, 7, Victory::Cities(vec![3, 3]), true),
        ("small-balanced.xml", 0, 2, 13, Victory::Capitals, false),
        ("revised.xml", 0, 5, 12, Victory::Cities(vec![9, 9]), false),
    ] {
        let text = shared(file);
        let Import { scenario, understood, ignored } = read(&text);
        assert_eq!(scenario.provinces.len(), text.matches("<territory ").count(), "{file}");
        assert!(provinces == 0 || provinces == scenario.provinces.len());
        assert_eq!((scenario.nations.len(), scenario.units.len()), (nations, units), "{file}");
        assert_eq!(scenario.rules.victory, victory, "{file}");
        assert_eq!(scenario.unplayable.is_empty(), plays, "{file}: {:?}", scenario.unplayable);
        assert_eq!(Scenario::parse(file, &scenario.write()).unwrap(), scenario);
        assert!(understood.len() > 8 && !ignored.is_empty());
        assert_eq!(scenario.units.iter().any(|u| u.domain == Domain::Sea), !plays);
    }
}

/// Everything of a scenario by name: what does not depend on the order in which things are listed.
type Facts = (BTreeMap<String, String>, BTreeMap<String, String>, BTreeMap<String, u16>);

fn facts(scenario: &Scenario) -> Facts {
    let name = |p: u16| scenario.provinces[usize::from(p)].name.replace("capitol", "capital");
    let nation = |n: Option<u8>| n.map(|n| scenario.nations[usize::from(n)].name.clone());
    let provinces = scenario.provinces.iter().enumerate().map(|(i, p)| {
        let mut near: Vec<String> = p.neighbours.iter().map(|n| name(*n)).collect();
        near.sort();
        let terrain: Terrain = p.terrain;
        let all = (terrain, p.worth, p.cities, nation(p.owner), nation(p.capital), near);
        (name(i as u16), format!("{all:?}"))
    });
    let units = scenario.units.iter().map(|u| {
        let mut u = u.clone();
        u.naval = Default::default();
        (u.name.clone(), format!("{u:?}"))
    });
    let stacks = scenario.start.iter().map(|s| {
        let unit = &scenario.units[usize::from(s.unit)].name;
        (format!("{} {:?} {unit}", name(s.province), nation(s.nation)), s.count)
    });
    (provinces.collect(), units.collect(), stacks.collect())
}

#[test]
#[ignore = "needs TripleA's own maps: see test.sh"]
fn the_minimap_is_the_one_that_comes_with_the_program() {
    let text = shared("minimap.xml");
    let theirs = read(&text).scenario;
    let ours = Scenario::parse("minimap", shipped("minimap").unwrap()).unwrap();
    assert_eq!(facts(&theirs), facts(&ours));
    assert_eq!((&theirs.rules, &theirs.alliances), (&ours.rules, &ours.alliances));
    assert_eq!(theirs.nations, ours.nations);
}

/// A game or an error in one line that begins with the place.
fn harmless(text: &str) {
    match import("x", text) {
        Ok(game) => assert_eq!(Scenario::parse("x", &game.scenario.write()).unwrap(), game.scenario),
        Err(e) => assert!(e.0.starts_with("x:") && e.0.lines().count() == 1, "{e}"),
    }
}

proptest! {
    #[test]
    fn any_bytes_are_a_game_or_an_error(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        harmless(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn changed_words_make_a_game_or_an_error(
        changes in proptest::collection::vec((any::<Index>(), any::<Index>(), 0u8..4), 1..6),
    ) {
        let mut words: Vec<&str> = GAME.split_inclusive([' ', '\n', '"']).collect();
        for (to, from, how) in changes {
            let (to, from) = (to.index(words.len()), from.index(words.len()));
            match how {
                0 => words[to] = words[from],
                1 => words.insert(to, words[from]),
                2 => words.swap(to, from),
                _ => drop(words.remove(to)),
            }
        }
        harmless(&words.concat());
    }

    #[test]
    fn changed_values_make_a_game_or_an_error(
        changes in proptest::collection::vec((any::<Index>(), any::<Index>(), "(-?[0-9]{1,20}|true|.{0,3})"), 1..6),
    ) {
        // Every second piece stands between quotation marks.
        let mut pieces: Vec<String> = GAME.split('"').map(str::to_string).collect();
        for (to, from, new) in changes {
            let half = pieces.len() / 2;
            let (to, from) = (2 * to.index(half) + 1, 2 * from.index(half) + 1);
            pieces[to] = if new.len() % 2 == 0 { pieces[from].clone() } else { new.replace(['"', '<', '&'], "") };
        }
        harmless(&pieces.join("\""));
    }

    #[test]
    fn changed_characters_make_a_game_or_an_error(
        changes in proptest::collection::vec((any::<Index>(), "(?s).{0,2}"), 1..6),
    ) {
        let mut text = GAME.to_string();
        for (at, with) in changes {
            let places: Vec<usize> = text.char_indices().map(|(i, _)| i).collect();
            let at = places[at.index(places.len())];
            let end = at + text[at..].chars().next().map_or(0, char::len_utf8);
            text.replace_range(at..end, &with);
        }
        harmless(&text);
    }
}
