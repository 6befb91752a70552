//! The files of Grid Risk for those who write them in forms: every key, what it means and what may stand there (sections 3.3, 3.4
//! and 4.4 to 4.6).

use sandtable_core::{BadInput, FileKey, FileKind, FileValue, TakenBy};

use super::player_file::PlayerFile;
use super::position_file::PositionFile;
use super::rule_file::RuleFile;
use super::shipped::PLAYERS;
use super::statements::statements;
use super::{POSITIONS, RULES};

/// Rules, positions and players.
pub const KINDS: [FileKind; 3] = [
    FileKind {
        name: "rules",
        about: "every rule that can be chosen: the grid, the start, battles, growth, the end",
        ending: "rg",
        taken_by: TakenBy::Game("rules"),
        keys: &RULE_KEYS,
        shipped: || RULES.iter().map(|entry| (entry.name, entry.text)).collect(),
        read: |origin, text| Ok(values(&RULE_KEYS, &RuleFile::parse(origin, text)?.text())),
        write: |value| written(&RULE_KEYS, value),
    },
    FileKind {
        name: "positions",
        about: "which squares are whose at the start, and the men on them",
        ending: "pos",
        taken_by: TakenBy::Game("pos"),
        keys: &POSITION_KEYS,
        shipped: || POSITIONS.to_vec(),
        read: read_positions,
        write: write_positions,
    },
    FileKind {
        name: "player",
        about: "the heuristics by which a player chooses its moves; of a file with several sets, the newest",
        ending: "aip",
        taken_by: TakenBy::Player("aip", "file"),
        keys: &PLAYER_KEYS,
        shipped: || PLAYERS.to_vec(),
        read: |origin, text| {
            let file = PlayerFile::parse(origin, text)?;
            Ok(values(&PLAYER_KEYS, &PlayerFile { sets: vec![file.sets[0].clone()] }.text()))
        },
        write: |value| written(&PLAYER_KEYS, value),
    },
];

const fn key(name: &'static str, about: &'static str, value: FileValue, default: &'static str) -> FileKey {
    FileKey { name, about, value, default }
}

const TRUTH: FileValue = FileValue::Choice(&["TRUE", "FALSE"]);
const ALLOCATION: FileValue = FileValue::Choice(&["RANDOM", "CHOSEN", "FROM_FILE"]);
const SHARE: FileValue = FileValue::Real(0.0, 1.0);

const RULE_KEYS: [FileKey; 21] = [
    key("GRID_X", "columns; at most 256 squares in all", FileValue::Whole(1, 64), "10"),
    key("GRID_Y", "rows", FileValue::Whole(1, 64), "10"),
    key("MEN_PER_PLAYER", "men of each side at the start", FileValue::Whole(1, 10_000), "100"),
    key(
        "NO_OF_SQUARES",
        "squares of each side at the start, at most half of the grid",
        FileValue::Whole(1, 128),
        "10",
    ),
    key(
        "SQUARE_ALLOCATION",
        "how squares are given out: by lot, by the players in turns, or by given positions",
        ALLOCATION,
        "RANDOM",
    ),
    key(
        "MEN_ALLOCATION",
        "how men are given out; FROM_FILE only if the squares are, too",
        ALLOCATION,
        "RANDOM",
    ),
    key(
        "MEN_ADDED",
        "the men on a square after each pair of turns, by the X that were there: a formula such as X+X^0.1",
        FileValue::Text,
        "X+X^0.1",
    ),
    key("DIAGONAL_SQUARES_ADJACENT", "whether a square has eight neighbours or four", TRUTH, "TRUE"),
    key("DEFENDER_WITHDRAW", "whether the defender may leave a battle after a roll", TRUTH, "FALSE"),
    key("ATTACKER_WITHDRAW", "whether the attacker may", TRUTH, "FALSE"),
    key(
        "SCORE_RESULT",
        "what the loser of a roll loses",
        FileValue::Choice(&["ONE_MAN", "ALL_MEN"]),
        "ONE_MAN",
    ),
    key(
        "DRAWS",
        "who wins a roll with equal scores",
        FileValue::Choice(&["DEFENDER", "ATTACKER", "REROLLED"]),
        "REROLLED",
    ),
    key(
        "SCORE_MAX",
        "the highest score of a roll: the men of both sides in the battle, the side's own, or a constant such as 6",
        FileValue::Open(&["NO_OF_MEN_IN_BATTLE", "NO_OF_OWN_MEN"]),
        "NO_OF_MEN_IN_BATTLE",
    ),
    key("WEIGHTED", "whether a score is multiplied by the side's men in the battle", TRUTH, "TRUE"),
    key(
        "WINNER",
        "whether points decide at the end, or only being left alone",
        FileValue::Choice(&["SCORED", "LAST_PLAYER"]),
        "SCORED",
    ),
    key("NO_OF_TURNS", "turns of each player; 0: no limit", FileValue::Whole(0, 5000), "100"),
    key("POINTS_PER_MAN", "what a man counts at the end", FileValue::Whole(0, 10_000), "1"),
    key("POINTS_PER_SQUARE", "what a square counts at the end", FileValue::Whole(0, 10_000), "10"),
    key("MOVES_PER_TURN", "moves of a turn", FileValue::Whole(1, 100), "1"),
    key(
        "RED_PLAYER",
        "who plays Red unless somebody else is named: a player's file, HUMAN, or nothing",
        FileValue::Text,
        "",
    ),
    key("BLUE_PLAYER", "who plays Blue", FileValue::Text, ""),
];

const POSITION_KEYS: [FileKey; 2] = [
    key(
        "RED_SQUARES",
        "Red's squares as column,row,men from 0 on, with spaces between them: 0,4,10 1,4,10",
        FileValue::Text,
        "0,0,1",
    ),
    key("BLUE_SQUARES", "Blue's squares in the same way", FileValue::Text, "9,9,1"),
];

const PLAYER_KEYS: [FileKey; 14] = [
    key(
        "GAMES_PLAYED",
        "games behind this set of heuristics: the more, the less a training changes it",
        FileValue::Whole(0, u32::MAX),
        "20",
    ),
    key(
        "INSIGNIFICANT",
        "squares with a smaller share of the men are not moved from, if there are others; see INSIGNIFICANT_OF",
        SHARE,
        "0",
    ),
    key(
        "INSIGNIFICANT_OF",
        "what that is a share of: the player's men, those of both, or the quotient in whole numbers, which leaves out nothing",
        FileValue::Choice(&["QUOTIENT", "PLAYER", "ALL"]),
        "QUOTIENT",
    ),
    key("RANK_SIGNIFICANCE", "whether squares with more men come first, or in random order", TRUTH, "FALSE"),
    key(
        "ATTACK_DECIMAL",
        "with a larger share of all men the player attacks, with a smaller one it defends; 0: it makes any move",
        SHARE,
        "0",
    ),
    key(
        "MINIMUM_ATTACK",
        "how many men an attack needs for each enemy; 0 with an ATTACK_DECIMAL: never attacks",
        FileValue::Real(0.0, 1e6),
        "0",
    ),
    key("MAXIMUM_ATTACK", "the largest share of a square's men that attacks", SHARE, "1"),
    key(
        "TYPE_NUM_MEN",
        "how many men attack, between the two limits",
        FileValue::Choice(&["MIN", "MAX", "AVERAGE", "RANDOM"]),
        "RANDOM",
    ),
    key(
        "REINFORCE_RATIO",
        "the share of a neighbour's men that joins a square which cannot attack yet; 0: none",
        SHARE,
        "0",
    ),
    key(
        "ATTACK_EMPTY",
        "the share of men that moves to an empty square when attacking; 0: any number",
        SHARE,
        "0",
    ),
    key("DEFEND_EMPTY", "the same when defending", SHARE, "0"),
    key(
        "APPROACH",
        "whether it moves towards a square that it could attack when it can attack none",
        TRUTH,
        "FALSE",
    ),
    key(
        "AVOID",
        "it does not move next to enemies with this many times its men; 0: anywhere",
        FileValue::Real(0.0, 1e6),
        "0",
    ),
    key(
        "DEFEND_DECIMAL",
        "with a smaller share of all men it stays on its own squares; 0: never",
        SHARE,
        "0",
    ),
];

/// The values of a file in its canonical form; a key that does not stand there has its default.
fn values(keys: &[FileKey], text: &str) -> Vec<(&'static str, String)> {
    let value = |key: &FileKey| statements(text).find(|s| s.key == key.name).map(|s| s.value.to_string());
    // Only names of players are left out where there is nothing to say, and only they have no default.
    keys.iter().map(|key| (key.name, value(key).unwrap_or_else(|| key.default.into()))).collect()
}

/// A file of statements; empty values are left out.
fn written(keys: &[FileKey], value: &dyn Fn(&str) -> String) -> String {
    let line = |key: &FileKey| match value(key.name) {
        value if value.is_empty() => String::new(),
        value => format!("{} {value};\n", key.name),
    };
    keys.iter().map(line).collect()
}

fn read_positions(origin: &str, text: &str) -> Result<Vec<(&'static str, String)>, BadInput> {
    let file = PositionFile::parse(origin, text)?;
    let squares = |side: usize| {
        let words: Vec<String> =
            file.squares[side].iter().map(|(x, y, men)| format!("{x},{y},{men}")).collect();
        words.join(" ")
    };
    Ok((0..2).map(|side| (POSITION_KEYS[side].name, squares(side))).collect())
}

fn write_positions(value: &dyn Fn(&str) -> String) -> String {
    let line = |key: &FileKey| {
        let squares: String =
            value(key.name).split_whitespace().map(|square| format!("<{square}>")).collect();
        format!("<{0}>{squares}</{0}>\n", key.name)
    };
    POSITION_KEYS.iter().map(line).collect()
}
