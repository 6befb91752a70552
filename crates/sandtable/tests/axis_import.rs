//! Imports on the command line: what is written and said, and what is refused.

use std::path::Path;
use std::process::{Command, Output};

fn sandtable(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sandtable")).args(args).output().unwrap()
}

/// The one line on standard error, with exit code 2 and nothing on standard output.
fn refused(args: &[&str]) -> String {
    let output = sandtable(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
    assert!(output.stdout.is_empty(), "{args:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    text.trim_start_matches("sandtable: ").trim_end().to_string()
}

const GAME: &str = r#"<!DOCTYPE game SYSTEM "game.dtd">
<game>
  <info name="Two hills"/>
  <loader javaClass="x"/>
  <map>
    <territory name="A"/><territory name="B"/>
    <connection t1="A" t2="B"/>
  </map>
  <playerList>
    <player name="Reds"/><player name="Blues"/>
    <alliance player="Reds" alliance="East"/><alliance player="Blues" alliance="West"/>
  </playerList>
  <unitList><unit name="infantry"/></unitList>
  <attachmentList>
    <attachment name="unitAttachment" attachTo="infantry">
      <option name="attack" value="1"/><option name="defense" value="2"/><option name="movement" value="1"/>
    </attachment>
    <attachment name="territoryAttachment" attachTo="A"><option name="capital" value="Reds"/></attachment>
    <attachment name="territoryAttachment" attachTo="B"><option name="capital" value="Blues"/></attachment>
  </attachmentList>
  <initialize>
    <ownerInitialize>
      <territoryOwner territory="A" owner="Reds"/><territoryOwner territory="B" owner="Blues"/>
    </ownerInitialize>
    <unitInitialize><unitPlacement unitType="infantry" territory="A" quantity="2" owner="Reds"/></unitInitialize>
  </initialize>
  <propertyList><property name="Low Luck" value="true"/></propertyList>
</game>
"#;

fn place(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().unwrap().to_string()
}

#[test]
fn a_game_file_becomes_a_scenario_file() {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (place(folder.path(), "game.xml"), place(folder.path(), "game.axis"));
    std::fs::write(&from, GAME).unwrap();
    let output = sandtable(&["import", "triplea", &from, "-o", &to]);
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8(output.stdout).unwrap();
    for words in ["2 provinces: 2 land", "element <loader>", "low luck", "Two hills: written to "] {
        assert!(said.contains(words), "{words}: {said}");
    }
    let text = std::fs::read_to_string(&to).unwrap();
    assert!(text.starts_with("scenario Two hills\n") && text.ends_with("unplayable low luck\n"), "{text}");

    let again = refused(&["import", "triplea", &from, "-o", &to]);
    assert!(again.ends_with("game.axis is there already: expected a new file, or --force"), "{again}");
    std::fs::write(&to, "x".repeat(9999)).unwrap();
    let forced = sandtable(&["import", "triplea", &from, "-o", &to, "--force", "--json"]);
    let said: serde_json::Value = serde_json::from_slice(&forced.stdout).unwrap();
    assert_eq!((&said["scenario"], &said["unplayable"][0]), (&"Two hills".into(), &"low luck".into()));
    assert!(said["understood"].as_array().unwrap().len() > 5 && said["ignored"][0] == "element <loader>");
    assert_eq!(std::fs::read_to_string(&to).unwrap(), text);
}

#[test]
fn bad_input_is_refused_in_one_line_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (place(folder.path(), "game.xml"), place(folder.path(), "game.axis"));
    let line = refused(&["import", "tripelA", &from, "-o", &to]);
    assert_eq!(line, "unknown format 'tripelA': did you mean 'triplea'?");
    assert!(refused(&["import", "triplea", &from, "-o", &to]).starts_with("cannot read "));
    std::fs::write(&from, GAME.replace("t2=\"B\"", "t2=\"C\"")).unwrap();
    let line = refused(&["import", "triplea", &from, "-o", &to]);
    assert!(line.ends_with("game.xml:7: unknown territory 'C': the nearest is 'B'"), "{line}");
    std::fs::write(&from, b"\xff\xfe<\0").unwrap();
    assert!(refused(&["import", "triplea", &from, "-o", &to]).ends_with("it is not text in UTF-8"));
    std::fs::write(&from, " ".repeat(33 << 20)).unwrap();
    assert!(refused(&["import", "triplea", &from, "-o", &to]).contains("bytes, expected at most"));
    assert!(refused(&["import", "triplea", &from]).contains("--output"));
    assert!(!Path::new(&to).exists());
    std::fs::write(&from, GAME).unwrap();
    let nowhere = place(folder.path(), "no/folder/game.axis");
    assert!(refused(&["import", "triplea", &from, "-o", &nowhere]).starts_with("cannot write "));
}
