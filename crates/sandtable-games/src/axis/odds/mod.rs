//! Odds of Axis & Allies: a land battle with planes and guns, when to break it off, and raids on factories.

mod forces;
mod raid;

use crate::axis::battle::{
    End, Losses, Outcome, Retreat, Setup, Side, Stopping, Summary, fight, standard, summary,
};
use crate::axis::scenario::{Domain, Scenario, Unit};
use sandtable_core::{Args, BadInput, Param};
use serde_json::{Value, json};

use forces::{counts_json, force, kinds, label, means, named};
use sandtable_core::odds::{
    Calculator, Distribution, Field, Group, Kind, Odds, Table, items, percent, split,
};
use sandtable_core::spec::unknown;

/// The most rows of a table for people.
const ROWS: usize = 40;

/// The most work that a battle may be, in steps of some nanoseconds.
const WORK: f64 = 1e9;

/// The game's name, in what is said and written.
const GAME: &str = "axis";

/// The calculator.
pub const CALCULATOR: Calculator = Calculator {
    about: "Axis & Allies: a battle on land with planes and guns, or a raid on a factory",
    usage: "ATTACKERS DEFENDERS",
    params: &[
        Param {
            name: "map",
            about: "whose units: 'minimap' or 'revised' (the same units), or a .axis file",
            default: "minimap",
            main: false,
        },
        Param {
            name: "losses",
            about: "who dies first: 'power' (weakest), 'cost' (cheapest), or kinds such as infantry+fighter",
            default: "power",
            main: false,
        },
        Param {
            name: "defence-losses",
            about: "the same for the defender; as losses, if it is not given",
            default: "",
            main: false,
        },
        Param {
            name: "retreat",
            about: "when to break off: 'never', 'after:N' rounds, 'below:P' chance to win, or 'optimal'",
            default: "never",
            main: false,
        },
        Param {
            name: "land",
            about: "worth of the province, beside the units' costs",
            default: "0",
            main: false,
        },
        Param {
            name: "raid",
            about: "bombers raid a factory: the most that it can cost, a number or 'unlimited'",
            default: "",
            main: false,
        },
    ],
    examples: &[
        ("infantry=3,armour=2 infantry=4", "three infantry and two armour against four infantry"),
        ("infantry=5,fighter=2 infantry=3,aa-gun=1 losses=cost", "with planes against an AA gun"),
        ("infantry=3,armour=2 infantry=4 retreat=optimal land=5", "and when to break off"),
        ("bomber=3 aa-gun=1,factory=1 raid=10", "a raid on a factory in a province worth 10"),
    ],
    fields,
    run,
};

fn fields() -> Vec<Field> {
    let units: Vec<String> = standard().into_iter().map(|unit| unit.name).collect();
    let word = |name, about, default| Field { name, about, default, kind: Kind::Units(units.clone()) };
    let words = [
        word("attackers", "the units that attack", "infantry=3,armour=2"),
        word("defenders", "the units that defend", "infantry=4"),
    ];
    let kind = |item: &str| match item {
        "map" => Kind::Choice(&["minimap", "revised"]),
        "losses" => Kind::Choice(&["power", "cost"]),
        "defence-losses" => Kind::Choice(&["", "power", "cost"]),
        "retreat" => Kind::Choice(&["never", "optimal", "after:1", "after:2", "below:0.25", "below:0.5"]),
        _ => Kind::Number,
    };
    words.into_iter().chain(items(CALCULATOR.params, kind)).collect()
}

/// The units of a map.
fn units_of(map: &str) -> Result<Vec<Unit>, BadInput> {
    match map {
        "minimap" | "revised" => Ok(standard()),
        file if file.ends_with(".axis") => {
            let text = std::fs::read_to_string(file);
            let text = text.map_err(|e| BadInput::new(format!("cannot read {file}: {e}")))?;
            Ok(Scenario::parse(file, &text)?.units)
        }
        other => Err(unknown("map (or .axis file)", other, &["minimap", "revised"])),
    }
}

fn run(words: &[String]) -> Result<Odds, BadInput> {
    // Forces look like items, so the first two words are the forces, whatever they are.
    let [attackers, defenders, items @ ..] = words else {
        let line = format!("odds axis: expected two forces, {}, but got {}", CALCULATOR.usage, words.len());
        return Err(BadInput::new(line));
    };
    let (plain, args) = split(GAME, items, CALCULATOR.params)?;
    if let Some(word) = plain.first() {
        return Err(BadInput::new(format!("odds axis: '{word}' after the two forces: expected ITEM=VALUE")));
    }
    let units = units_of(args.get("map"))?;
    let attackers = force(&units, Side::Attack, attackers)?;
    let defenders = force(&units, Side::Defence, defenders)?;
    if !args.get("raid").is_empty() {
        return raid::run(&units, &attackers, &defenders, &args);
    }
    let attack_losses = losses(&units, "losses", args.get("losses"))?;
    let defence_losses = match args.get("defence-losses") {
        "" => attack_losses.clone(),
        text => losses(&units, "defence-losses", text)?,
    };
    let land = number(&args, "land")?;
    let setup = Setup {
        units: &units,
        attackers: &attackers,
        defenders: &defenders,
        attack_losses: &attack_losses,
        defence_losses: &defence_losses,
        retreat: retreat(args.get("retreat"), land)?,
    };
    feasible(&setup)?;
    Ok(battle(&setup, land, &args))
}

/// A worth that is not negative.
fn number(args: &Args, key: &str) -> Result<f64, BadInput> {
    let text = args.get(key);
    let worth = text.parse::<f64>().ok().filter(|worth| (0.0..=1e9).contains(worth));
    worth.ok_or_else(|| BadInput::new(format!("{key}={text}: expected a number from 0 to 1e9")))
}

fn losses(units: &[Unit], key: &str, text: &str) -> Result<Losses, BadInput> {
    match text {
        "power" => Ok(Losses::Power),
        "cost" => Ok(Losses::Cost),
        list => {
            let names: Vec<&str> = units.iter().map(|u| u.name.as_str()).chain(["power", "cost"]).collect();
            let kind = |name| {
                let index = units.iter().position(|unit| unit.name == name);
                index.map(|i| i as u8).ok_or_else(|| unknown(&format!("unit in {key}"), name, &names))
            };
            list.split('+').map(kind).collect::<Result<_, _>>().map(Losses::Custom)
        }
    }
}

fn retreat(text: &str, land: f64) -> Result<Retreat, BadInput> {
    let wrong = || {
        let line = "expected never, after:N (N from 1), below:P (P from 0 to 1) or optimal";
        BadInput::new(format!("retreat={text}: {line}"))
    };
    match text.split_once(':') {
        None if text == "never" => Ok(Retreat::Never),
        None if text == "optimal" => Ok(Retreat::Optimal { land }),
        Some(("after", n)) => n.parse().ok().filter(|n| *n > 0).map(Retreat::After).ok_or_else(wrong),
        Some(("below", p)) => {
            p.parse().ok().filter(|p| (0.0..=1.0).contains(p)).map(Retreat::Below).ok_or_else(wrong)
        }
        _ => Err(wrong()),
    }
}

/// How many numbers of planes of each kind the guns may leave.
fn ways(setup: &Setup) -> f64 {
    let guns = setup.units.iter().zip(setup.defenders).any(|(unit, &n)| unit.flak && n > 0);
    let planes = setup.units.iter().zip(setup.attackers).filter(|(unit, _)| unit.domain == Domain::Air);
    if guns { planes.map(|(_, &n)| f64::from(n) + 1.0).product() } else { 1.0 }
}

/// Refuses battles that would take minutes: many planes of several kinds against guns, each way a battle of
/// its own.
fn feasible(setup: &Setup) -> Result<(), BadInput> {
    let hits = |counts: &[u16]| -> f64 {
        setup.units.iter().zip(counts).map(|(unit, &n)| f64::from(n) * f64::from(unit.hits)).sum()
    };
    let passes = match setup.retreat {
        Retreat::Never => 1.0,
        Retreat::After(rounds) => f64::from(rounds.min(10)),
        Retreat::Below(_) | Retreat::Optimal { .. } => 6.0,
    };
    let (a, d) = (hits(setup.attackers), hits(setup.defenders));
    if ways(setup) * passes * a * d * a.max(d) <= WORK {
        return Ok(());
    }
    let line = "odds axis: too many planes against guns in a battle of this size: try fewer planes or units";
    Err(BadInput::new(line))
}

fn battle(setup: &Setup, land: f64, args: &Args) -> Odds {
    let (sum, ends) = (summary(setup), fight(setup));
    let mut tables = Vec::new();
    let mut stopping = Value::Null;
    if matches!(setup.retreat, Retreat::Optimal { .. }) {
        let table = Stopping::new(setup, land);
        tables.push(advise(setup, &table));
        stopping = stopping_json(setup, &table);
    }
    let units = setup.units;
    let force = |counts: &[u16]| label(units, counts, |_| true);
    Odds {
        title: format!(
            "Axis & Allies: {} against {}, retreat {}",
            force(setup.attackers),
            force(setup.defenders),
            args.get("retreat")
        ),
        numbers: numbers(setup, &sum, land),
        distribution: Distribution { axis: "units left", groups: groups(units, &ends) },
        tables,
        json: json!({
            "game": GAME,
            "map": args.get("map"),
            "attackers": counts_json(units, setup.attackers),
            "defenders": counts_json(units, setup.defenders),
            "losses": {
                "attacker": named(units, setup.attack_losses),
                "defender": named(units, setup.defence_losses),
            },
            "retreat": args.get("retreat"),
            "land": land,
            "win": sum.win,
            "taken": sum.taken,
            "draw": sum.draw,
            "lose": sum.lose,
            "retreated": sum.retreat,
            "loss": { "attacker": sum.attacker_loss, "defender": sum.defender_loss },
            "swing": sum.swing,
            "gain": sum.gain(land),
            "left": {
                "attackers": kinds(units, &sum.attackers_left),
                "defenders": kinds(units, &sum.defenders_left),
            },
            "rounds": sum.rounds,
            "missing": sum.missing,
            "distribution": ends.iter().map(|end| outcome_json(units, end)).collect::<Value>(),
            "stopping": stopping,
        }),
    }
}

fn numbers(setup: &Setup, sum: &Summary, land: f64) -> Vec<(String, String)> {
    let mut numbers = vec![
        ("the attacker wins", percent(sum.win)),
        ("and takes the province", percent(sum.taken)),
        ("draw", percent(sum.draw)),
        ("the defender holds", percent(sum.lose)),
    ];
    if setup.retreat != Retreat::Never {
        numbers.push(("the attacker breaks off", percent(sum.retreat)));
    }
    numbers.extend([
        ("expected loss of the attacker, in cost", format!("{:.3}", sum.attacker_loss)),
        ("expected loss of the defender", format!("{:.3}", sum.defender_loss)),
        ("swing, the difference", format!("{:+.3}", sum.swing)),
    ]);
    if land > 0.0 || matches!(setup.retreat, Retreat::Optimal { .. }) {
        let advice = if sum.gain(land) > 0.0 { "attack" } else { "do not attack" };
        numbers.push(("swing and land, if taken", format!("{:+.3} ({advice})", sum.gain(land))));
    }
    numbers.extend([
        ("expected rounds", format!("{:.3}", sum.rounds)),
        ("expected attackers left", means(setup.units, &sum.attackers_left)),
        ("expected defenders left", means(setup.units, &sum.defenders_left)),
    ]);
    if sum.missing >= 1e-12 {
        numbers.push(("chance of ends too rare to follow", format!("{:.1e}", sum.missing)));
    }
    numbers.into_iter().map(|(label, value)| (label.to_string(), value)).collect()
}

/// The ends by how they came about, each group from the attacker's best to his worst.
fn groups(units: &[Unit], ends: &[Outcome]) -> Vec<Group> {
    let cost = |counts: &[u16]| -> i64 {
        units.iter().zip(counts).map(|(unit, &n)| i64::from(unit.cost) * i64::from(n)).sum()
    };
    let left = |counts: &[u16]| label(units, counts, Unit::fights);
    let group = |name, these: &dyn Fn(End) -> bool, text: &dyn Fn(&Outcome) -> String| {
        let mut chosen: Vec<&Outcome> = ends.iter().filter(|o| these(o.end)).collect();
        chosen.sort_by_key(|o| cost(&o.defenders) - cost(&o.attackers));
        Group { name, ends: chosen.into_iter().map(|o| (text(o), o.chance)).collect() }
    };
    let both = |o: &Outcome| format!("{} : {}", left(&o.attackers), left(&o.defenders));
    let all = [
        group("the attacker takes it", &|end| end == End::Won { taken: true }, &|o| left(&o.attackers)),
        group("won, but not taken", &|end| end == End::Won { taken: false }, &|o| left(&o.attackers)),
        group("draw", &|end| end == End::Drawn, &both),
        group("the attacker breaks off", &|end| end == End::Retreated, &both),
        group("the defender holds", &|end| end == End::Lost, &|o| left(&o.defenders)),
    ];
    all.into_iter().filter(|group| !group.ends.is_empty()).collect()
}

/// The stretches of hits on the attacker with which he goes on after so many on the defender: first and last.
fn stretches(stopping: &Stopping, defence: usize) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for hits in (0..stopping.attack().hits()).filter(|&hits| stopping.go_on(hits, defence)) {
        match found.last_mut() {
            Some((_, last)) if *last + 1 == hits => *last = hits,
            _ => found.push((hits, hits)),
        }
    }
    found
}

/// With whom to go on, for all that may be left of the defender.
fn advise(setup: &Setup, stopping: &Stopping) -> Table {
    let most = stopping.defence().hits();
    let step = most.div_ceil(ROWS).max(1);
    let some = if step > 1 { format!(" (every {step}th row)") } else { String::new() };
    let attackers = |hits: usize| {
        let mut left = vec![0; setup.units.len()];
        stopping.attack().left(hits, &mut left);
        label(setup.units, &left, Unit::fights)
    };
    let row = |hits: usize| {
        let mut left = vec![0; setup.units.len()];
        stopping.defence().left(hits, &mut left);
        let stretch = |(first, last): (usize, usize)| match (first, last) {
            (0, last) => format!("down to {}", attackers(last)),
            (first, last) if first == last => attackers(first),
            (first, last) => format!("{} down to {}", attackers(first), attackers(last)),
        };
        let on: Vec<String> = stretches(stopping, hits).into_iter().map(stretch).collect();
        let on = if on.is_empty() { "nobody".into() } else { on.join("; ") };
        vec![label(setup.units, &left, Unit::fights), format!("{:+.3}", stopping.advantage(0, hits)), on]
    };
    let guns = if ways(setup) > 1.0 { ", if no plane is shot down" } else { "" };
    Table {
        title: format!("When to go on, and what a round more is worth to all attackers{guns}{some}"),
        header: vec!["defenders", "worth", "go on with"],
        rows: (0..most).filter(|hits| hits.is_multiple_of(step)).map(row).collect(),
    }
}

fn stopping_json(setup: &Setup, stopping: &Stopping) -> Value {
    let row = |hits: usize| {
        let mut left = vec![0; setup.units.len()];
        stopping.defence().left(hits, &mut left);
        json!({
            "hits": hits,
            "defenders": counts_json(setup.units, &left),
            "advantage": stopping.advantage(0, hits),
            "go_on_with_hits": stretches(stopping, hits),
        })
    };
    json!({
        "advantage": stopping.advantage(0, 0),
        "by_defenders": (0..stopping.defence().hits()).map(row).collect::<Value>(),
    })
}

fn outcome_json(units: &[Unit], outcome: &Outcome) -> Value {
    let end = match outcome.end {
        End::Won { taken: true } => "taken",
        End::Won { taken: false } => "won",
        End::Drawn => "drawn",
        End::Lost => "lost",
        End::Retreated => "retreated",
    };
    json!({
        "attackers": counts_json(units, &outcome.attackers),
        "defenders": counts_json(units, &outcome.defenders),
        "end": end,
        "chance": outcome.chance,
    })
}
