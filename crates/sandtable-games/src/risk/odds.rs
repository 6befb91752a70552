//! Odds of classic Risk: a battle fought to the end, its single rolls, and when to break off.

use crate::risk::battle::{Outcome, Stakes, Stopping, distribution, roll};
use sandtable_core::{Args, BadInput, Param};
use serde_json::{Value, json};

use sandtable_core::odds::{
    Calculator, Distribution, Field, Group, Kind, Odds, Table, items, percent, split,
};

/// The most armies on either side.
const MOST: u32 = 2000;

/// The most rows of a table for people.
const ROWS: u32 = 40;

/// The game's name, in what is said and written.
const GAME: &str = "risk";

/// The calculator.
pub const CALCULATOR: Calculator = Calculator {
    about: "classic Risk: a battle for one territory, to the end or with the right to break off",
    usage: "ATTACKERS DEFENDERS",
    params: &[
        Param {
            name: "stays",
            about: "whether ATTACKERS counts the army that must stay behind: 'extra' (it does not) or 'counted'",
            default: "extra",
            main: false,
        },
        Param {
            name: "win",
            about: "worth of the territory; with any of win, own, enemy: when to break off",
            default: "",
            main: false,
        },
        Param {
            name: "own",
            about: "worth of each own army; 1 beside win or enemy",
            default: "",
            main: false,
        },
        Param { name: "enemy", about: "worth of each enemy army destroyed", default: "", main: false },
    ],
    examples: &[
        ("5 3", "five armies that may fight against three"),
        ("6 3 stays=counted", "the same: six armies, of which one stays behind"),
        ("10 8 win=5 own=1 enemy=0.5", "and when to break off"),
    ],
    fields,
    run,
};

fn fields() -> Vec<Field> {
    let word = |name, about, default| Field { name, about, default, kind: Kind::Number };
    let words = [word("attackers", "armies that attack", "5"), word("defenders", "armies that defend", "3")];
    let kind = |item: &str| if item == "stays" { Kind::Choice(&["extra", "counted"]) } else { Kind::Number };
    words.into_iter().chain(items(CALCULATOR.params, kind)).collect()
}

fn run(words: &[String]) -> Result<Odds, BadInput> {
    let (plain, args) = split(GAME, words, CALCULATOR.params)?;
    let [attackers, defenders] = plain[..] else {
        let line = format!("odds risk: expected two numbers, {}, but got {}", CALCULATOR.usage, plain.len());
        return Err(BadInput::new(line));
    };
    let counted = match args.get("stays") {
        "counted" => 1,
        "extra" => 0,
        other => return Err(BadInput::new(format!("stays={other}: expected extra or counted"))),
    };
    let attackers = armies("attackers", attackers, counted)?;
    let defenders = armies("defenders", defenders, 0)?;
    let stakes = stakes(&args)?;
    let ends = distribution(attackers, defenders);
    let facts = Facts::of(&ends, attackers, defenders);
    let mut tables = vec![rolls(attackers, defenders)];
    let mut stopping = Value::Null;
    let mut numbers = facts.numbers();
    if let Some(stakes) = stakes {
        let table = Stopping::new(stakes, attackers, defenders);
        let (best, end) = (table.value(attackers, defenders), table.to_the_end(attackers, defenders));
        let advice = if table.attack(attackers, defenders) { "attack" } else { "do not attack" };
        numbers.push((format!("value of best play ({advice})"), format!("{best:+.3}")));
        numbers.push(("value of fighting to the end".into(), format!("{end:+.3}")));
        tables.push(advise(&table, attackers, defenders));
        stopping = stopping_json(stakes, &table, attackers, defenders);
    }
    let stay =
        if counted == 1 { format!(" ({} less the one that stays)", attackers + 1) } else { String::new() };
    Ok(Odds {
        title: format!("Risk: {attackers} attackers{stay} against {defenders} defenders, fought to the end"),
        numbers,
        distribution: Distribution { axis: "armies left, attackers : defenders", groups: groups(&ends) },
        tables,
        json: json!({
            "game": GAME,
            "attackers": attackers,
            "defenders": defenders,
            "stays": args.get("stays"),
            "win": facts.win,
            "losses": { "attacker": facts.losses.0, "defender": facts.losses.1 },
            "left": { "attacker_if_won": facts.if_won, "defender_if_lost": facts.if_lost },
            "distribution": ends
                .iter()
                .map(|(o, p)| json!({ "attackers": o.attackers, "defenders": o.defenders, "chance": p }))
                .collect::<Value>(),
            "stopping": stopping,
        }),
    })
}

/// A number of armies that may fight, less those that stay behind.
fn armies(side: &str, text: &str, stay: u32) -> Result<u32, BadInput> {
    let number = text.parse::<u32>().ok().filter(|n| (1 + stay..=MOST + stay).contains(n));
    let expected = || format!("{text} {side}: expected a whole number from {} to {}", 1 + stay, MOST + stay);
    number.map(|n| n - stay).ok_or_else(|| BadInput::new(expected()))
}

/// The stakes, if any is given; of the others the territory and the enemy's armies are worth nothing, an own army 1.
fn stakes(args: &Args) -> Result<Option<Stakes>, BadInput> {
    if ["win", "own", "enemy"].iter().all(|key| args.get(key).is_empty()) {
        return Ok(None);
    }
    let worth = |key: &str, absent: f64| match args.get(key) {
        "" => Ok(absent),
        text => {
            let worth = text.parse::<f64>().ok().filter(|worth| (0.0..=1e9).contains(worth));
            worth.ok_or_else(|| BadInput::new(format!("{key}={text}: expected a number from 0 to 1e9")))
        }
    };
    Ok(Some(Stakes { win: worth("win", 0.0)?, attacker: worth("own", 1.0)?, defender: worth("enemy", 0.0)? }))
}

/// What people ask first.
struct Facts {
    win: f64,
    losses: (f64, f64),
    /// Attackers left, given that they won; nobody's if they cannot.
    if_won: Option<f64>,
    if_lost: Option<f64>,
}

impl Facts {
    fn of(ends: &[(Outcome, f64)], attackers: u32, defenders: u32) -> Facts {
        let (mut won, mut lost, mut left) = (0.0, 0.0, (0.0, 0.0));
        for (outcome, p) in ends {
            *if outcome.attackers > 0 { &mut won } else { &mut lost } += p;
            left = (left.0 + p * f64::from(outcome.attackers), left.1 + p * f64::from(outcome.defenders));
        }
        Facts {
            win: won,
            losses: (f64::from(attackers) - left.0, f64::from(defenders) - left.1),
            if_won: (won > 0.0).then(|| left.0 / won),
            if_lost: (lost > 0.0).then(|| left.1 / lost),
        }
    }

    fn numbers(&self) -> Vec<(String, String)> {
        let armies = |n: f64| format!("{n:.3}");
        let perhaps = |n: Option<f64>| n.map_or("–".into(), armies);
        [
            ("the attacker wins", percent(self.win)),
            ("expected losses of the attacker", armies(self.losses.0)),
            ("expected losses of the defender", armies(self.losses.1)),
            ("expected attackers left, if won", perhaps(self.if_won)),
            ("expected defenders left, if lost", perhaps(self.if_lost)),
        ]
        .map(|(label, value)| (label.to_string(), value))
        .into()
    }
}

fn groups(ends: &[(Outcome, f64)]) -> Vec<Group> {
    let label = |o: &Outcome| format!("{} : {}", o.attackers, o.defenders);
    let these = |won: bool| {
        let chosen = ends.iter().filter(|(o, _)| (o.attackers > 0) == won);
        chosen.map(|(o, p)| (label(o), *p)).collect()
    };
    vec![
        Group { name: "the attacker wins", ends: these(true) },
        Group { name: "the defender holds", ends: these(false) },
    ]
}

/// The single rolls that may occur in the battle.
fn rolls(attackers: u32, defenders: u32) -> Table {
    let mut rows = Vec::new();
    for attack in (1..=attackers.min(3)).rev() {
        for defence in (1..=defenders.min(2)).rev() {
            let at_stake = attack.min(defence) as usize;
            let chances = roll(attack, defence);
            let cell = |lost: usize| if lost <= at_stake { percent(chances[lost]) } else { String::new() };
            rows.push(vec![format!("{attack} v {defence}"), cell(0), cell(1), cell(2)]);
        }
    }
    Table {
        title: "One roll: how many the defender loses (the attacker loses the rest of the dice compared)"
            .into(),
        header: vec!["dice", "none", "one", "two"],
        rows,
    }
}

/// When to go on, for each number of defenders.
fn advise(table: &Stopping, attackers: u32, defenders: u32) -> Table {
    let step = defenders.div_ceil(ROWS);
    let some = if step > 1 { format!(" (every {step}th row)") } else { String::new() };
    let row = |d: u32| {
        let least = table.least(d).map_or(format!("more than {attackers}"), |a| a.to_string());
        let values = [table.value(attackers, d), table.to_the_end(attackers, d)];
        [d.to_string(), least].into_iter().chain(values.map(|v| format!("{v:+.3}"))).collect()
    };
    Table {
        title: format!("When to go on, and what {attackers} attackers are worth over breaking off{some}"),
        header: vec!["defenders", "go on with at least", "best play", "to the end"],
        rows: (1..=defenders).filter(|d| (defenders - d).is_multiple_of(step)).map(row).collect(),
    }
}

fn stopping_json(stakes: Stakes, table: &Stopping, attackers: u32, defenders: u32) -> Value {
    let row = |d: u32| {
        json!({
            "defenders": d,
            "least": table.least(d),
            "value": table.value(attackers, d),
            "to_the_end": table.to_the_end(attackers, d),
        })
    };
    json!({
        "win": stakes.win,
        "own": stakes.attacker,
        "enemy": stakes.defender,
        "attack": table.attack(attackers, defenders),
        "value": table.value(attackers, defenders),
        "to_the_end": table.to_the_end(attackers, defenders),
        "by_defenders": (1..=defenders).map(row).collect::<Value>(),
    })
}
