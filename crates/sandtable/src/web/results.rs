//! Results of runs: the commands' JSON, with tables and curves that show any of them without knowing its kind.

use sandtable_arena::luck::Method;
use sandtable_arena::matchup::{MatchResult, Mishaps};
use sandtable_arena::reproduce::{Cell, Section, Summary, Tally};
use sandtable_arena::statistics_file::StatisticsFile;
use sandtable_arena::tournament::Standings;
use sandtable_arena::train::{Learned, Plot, Training};
use sandtable_core::Curve;
use sandtable_core::curve::Series;
use serde_json::{Value, json};

/// Numbers for people: more digits say nothing.
fn round(value: f64) -> Value {
    json!((value * 1e4).round() / 1e4)
}

/// The same, or nothing where too few games were played to know.
fn known(value: Option<f64>) -> Value {
    value.map_or(Value::Null, round)
}

fn percent(value: f64) -> Value {
    json!((value * 1e4).round() / 1e2)
}

/// Of a match.
pub fn of_match(result: &MatchResult) -> Value {
    let corrected = result.luck.method != Method::None;
    let mut columns = vec!["agent", "wins", "share %", "from %", "to %", "payoff", "± se"];
    if corrected {
        columns.extend(["corrected payoff", "± its se"]);
    }
    let row = |i: usize| {
        let mut row = vec![json!(result.seats[i]), json!(result.wins[i])];
        row.extend([result.share.mean[i], result.share.low[i], result.share.high[i]].map(percent));
        row.extend([Some(result.score.mean[i]), result.score.stderr[i]].map(known));
        if corrected {
            let estimate = &result.luck.estimate;
            row.extend([Some(estimate.mean[i]), estimate.stderr[i]].map(known));
        }
        row
    };
    let rows: Vec<Vec<Value>> = (0..result.seats.len()).map(row).collect();
    let about = [
        ("games", json!(result.games)),
        ("draws", json!(result.draws)),
        ("turns a game", round(result.turns.mean)),
        ("shortest", json!(result.turns.min)),
        ("longest", json!(result.turns.max)),
        ("seconds", round(result.seconds)),
        ("games a second", round(result.games_per_second)),
    ];
    let mut about: Vec<Vec<Value>> =
        about.into_iter().map(|(name, value)| vec![json!(name), value]).collect();
    if let Some(verdict) = &result.sprt {
        about.push(vec![json!("sequential test"), json!(verdict)["accepted"].clone()]);
    }
    let mut tables = vec![
        json!({ "title": format!("{}: wins and payoffs", result.game), "columns": columns, "rows": rows }),
        json!({ "title": "The match", "columns": ["", "value"], "rows": about }),
    ];
    if let Some(statistics) = &result.statistics {
        let columns: Vec<&str> =
            std::iter::once("per game").chain(result.seats.iter().map(String::as_str)).collect();
        let row = |(i, name): (usize, &&str)| {
            let means = statistics.totals.iter().map(|agent| round(agent[i] / result.games as f64));
            std::iter::once(json!(name)).chain(means).collect::<Vec<_>>()
        };
        let rows: Vec<Vec<Value>> = statistics.names.iter().enumerate().map(row).collect();
        tables.push(json!({ "title": "Statistics", "columns": columns, "rows": rows }));
    }
    let agents = result.seats.iter().map(String::as_str);
    tables.extend(of_mishaps(agents.zip(result.mishaps.iter().cloned())));
    shown(json!(result), tables, Vec::new())
}

/// Of a tournament.
pub fn of_tournament(standings: &Standings) -> Value {
    let rating = |r: &sandtable_arena::rating::Rating| {
        let elo = |pick: fn(&sandtable_arena::rating::Interval) -> Option<f64>| {
            r.elo.as_ref().and_then(pick).map_or(Value::Null, |e| json!(e.round()))
        };
        let mut row = vec![json!(r.agent), json!(r.games)];
        row.extend([Some(r.strength.value), r.strength.low, r.strength.high].map(known));
        row.extend([elo(|e| Some(e.value)), elo(|e| e.low), elo(|e| e.high)]);
        row.extend([
            known(r.worst.as_ref().map(|w| w.payoff.value)),
            json!(r.worst.as_ref().map(|w| &w.opponent)),
        ]);
        row.extend([r.nash.map_or(Value::Null, |n| percent(n.weight)), known(r.nash.map(|n| n.payoff))]);
        row
    };
    let duel = |d: &sandtable_arena::duels::Duel| {
        let mut row = vec![json!(d.agents.join(" – ")), json!(d.deals)];
        row.extend(d.payoff.map(|p| round(p.value)));
        row.extend(
            [d.lead.map(|l| l.value), d.lead.and_then(|l| l.low), d.lead.and_then(|l| l.high)].map(known),
        );
        row
    };
    let table = |t: &sandtable_arena::tournament::TableResult| {
        let wins: Vec<String> = t.wins.iter().map(u64::to_string).collect();
        let mut row =
            vec![json!(t.seats.join(" – ")), json!(t.games), json!(wins.join(" – ")), json!(t.draws)];
        row.extend([Some(t.score.mean[0]), t.score.stderr[0], Some(t.turns.mean)].map(known));
        row
    };
    let mut tables = vec![
        json!({
            "title": "Ratings: points a game above the mean of comparable agents",
            "columns": [
                "agent", "games", "strength", "from", "to", "Elo", "Elo from", "Elo to", "worst payoff", "against", "Nash %",
                "payoff v Nash",
            ],
            "rows": standings.ratings.iter().map(rating).collect::<Vec<_>>(),
        }),
        json!({
            "title": "Tables",
            "columns": ["seats", "games", "wins", "draws", "payoff of the first seat", "± se", "turns a game"],
            "rows": standings.tables.iter().map(table).collect::<Vec<_>>(),
        }),
        json!({
            "title": "Two by two",
            "columns": ["agents", "deals", "payoff of the first", "of the second", "lead", "lead from", "lead to"],
            "rows": standings.duels.iter().map(duel).collect::<Vec<_>>(),
        }),
    ];
    if !standings.circles.is_empty() {
        let circle = |c: &Vec<String>| json!([c.join(" beats "), c[0]]);
        tables.push(json!({
            "title": "Circles: each beats the next beyond noise",
            "columns": ["agents", "and beats"],
            "rows": standings.circles.iter().map(circle).collect::<Vec<_>>(),
        }));
    }
    tables.extend(of_mishaps(standings.mishaps().into_iter()));
    // The command's own tables keep their name beside ours.
    let mut json = json!(standings);
    json["seatings"] = json["tables"].take();
    shown(json, tables, Vec::new())
}

/// What went wrong with agents, if anything did.
fn of_mishaps<'a>(all: impl Iterator<Item = (&'a str, Mishaps)>) -> Option<Value> {
    let row = |(agent, m): (&str, Mishaps)| json!([agent, m.count, m.first.unwrap_or_default()]);
    let rows: Vec<Value> = all.filter(|(_, m)| m.count > 0).map(row).collect();
    let title = "Mishaps: each time a random step was taken instead";
    (!rows.is_empty())
        .then(|| json!({ "title": title, "columns": ["agent", "times", "first"], "rows": rows }))
}

/// Of a training that is over.
pub fn of_trained(agent: &str, training: &Training, learned: &Learned) -> Value {
    let mut json = of_training(agent, training, &learned.all_plots());
    json["finished"] = json!(true);
    json["player"] = json!(learned.player);
    if let Some(tables) = json["tables"].as_array_mut() {
        let row = |row: &Vec<f64>| row.iter().map(|x| round(*x)).collect::<Vec<_>>();
        tables.extend(learned.tables.iter().map(|table| {
            let rows: Vec<_> = table.rows.iter().map(row).collect();
            json!({ "title": table.title, "columns": table.columns, "rows": rows })
        }));
    }
    json
}

/// Of a training that is under way, or that was ended before it was over.
pub fn of_training(agent: &str, training: &Training, plots: &[Plot]) -> Value {
    let main = plots.first().and_then(|plot| Some((plot.axis, &plot.lines.first()?.1)));
    let (axis, history) = main.map_or(("", &[][..]), |(axis, history)| (axis, &history[..]));
    let json = json!({
        "agent": agent,
        "method": training.method,
        "out": training.out,
        "finished": false,
        "axis": axis,
        "history": history,
    });
    if history.is_empty() {
        return shown(json, Vec::new(), Vec::new());
    }
    let points: Vec<(f64, f64)> = (0u32..).map(f64::from).zip(history.iter().copied()).collect();
    let rows: Vec<Vec<Value>> = points.iter().map(|(i, v)| vec![json!(i), round(*v)]).collect();
    let tables = vec![json!({
        "title": format!("{axis} over the rounds"),
        "columns": ["round", axis],
        "rows": rows,
    })];
    let curve = |plot: &Plot| {
        let series = plot.lines.iter().map(|(name, values)| Series {
            name: if name.is_empty() { training.method.clone() } else { name.clone() },
            points: (0u32..)
                .map(f64::from)
                .zip(values.iter().copied())
                .filter(|(_, v)| v.is_finite())
                .collect(),
        });
        let title = format!("Training of {agent}: {}", plot.axis);
        json!(Curve { title, x: "round".into(), y: plot.axis.into(), series: series.collect(), at: None })
    };
    shown(json, tables, plots.iter().map(curve).collect())
}

/// Of published tables: the summary, why numbers differ, and table after table.
pub fn of_reproduction(sections: &[Section], quick: bool) -> Value {
    let summary = Summary::of(sections);
    let tally = |t: &Tally| {
        let counts = t.verdicts.iter().map(|(_, n)| json!(n));
        [json!(t.paper), json!(t.kind), json!(t.cells)].into_iter().chain(counts).collect::<Vec<_>>()
    };
    let verdicts = summary.published.verdicts.iter().map(|(verdict, _)| verdict.name());
    let columns: Vec<&str> = ["paper", "kind", "numbers"].into_iter().chain(verdicts).collect();
    let rows: Vec<Vec<Value>> = summary.tallies.iter().map(tally).collect();
    let mut tables = vec![
        json!({ "title": format!("Summary: {}", summary.published.text()), "columns": columns, "rows": rows }),
    ];
    if !summary.reasons.is_empty() {
        let row = |r: &sandtable_arena::reproduce::Reason| {
            let mut ids: Vec<&str> = r.cells.iter().map(|(id, _)| id.as_str()).collect();
            ids.dedup();
            json!([r.cells.len(), ids.join(", "), r.why])
        };
        let rows: Vec<Value> = summary.reasons.iter().map(row).collect();
        tables.push(
            json!({ "title": "Why numbers differ", "columns": ["numbers", "tables", "why"], "rows": rows }),
        );
    }
    let row = |c: &Cell| {
        vec![
            json!(c.cell),
            json!(c.kind),
            json!(c.published),
            c.published_stderr.map_or(Value::Null, round),
            round(c.measured),
            round(c.interval[0]),
            round(c.interval[1]),
            json!(c.games),
            json!(c.verdict),
            json!(c.explanation),
        ]
    };
    let columns = ["cell", "kind", "reference", "± se", "measured", "from", "to", "games", "verdict", "why"];
    tables.extend(sections.iter().map(|section| {
        let rows: Vec<Vec<Value>> = section.cells.iter().map(row).collect();
        json!({ "title": format!("{}: {}", section.id, section.about), "columns": columns, "rows": rows })
    }));
    let plots: Vec<Value> = sections
        .iter()
        .flat_map(Section::drawings)
        .map(|(title, svg)| json!({ "title": title, "svg": svg }))
        .collect();
    let cells: Vec<&Cell> = sections.iter().flat_map(|s| &s.cells).collect();
    let json = json!({ "cells": cells, "plots": plots, "sections": sections, "quick": quick });
    shown(json, tables, Vec::new())
}

fn shown(mut json: Value, tables: Vec<Value>, curves: Vec<Value>) -> Value {
    json["tables"] = json!(tables);
    json["curves"] = json!(curves);
    json
}

/// The same with files that belong to it, for those who keep them.
pub fn with_files(mut json: Value, statistics: Option<StatisticsFile>) -> Value {
    if let Some(file) = statistics {
        json["files"] = json!([{ "name": file.file, "text": file.text() }]);
    }
    json
}

/// A table as lines of values with commas between them.
pub fn csv(table: &Value) -> String {
    let line = |cells: &Value| {
        let cells = cells.as_array().into_iter().flatten().map(cell);
        cells.collect::<Vec<_>>().join(",") + "\r\n"
    };
    let rows = table["rows"].as_array().into_iter().flatten();
    std::iter::once(line(&table["columns"])).chain(rows.map(line)).collect()
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) if text.contains(['"', ',', '\n', '\r']) => {
            format!("\"{}\"", text.replace('"', "\"\""))
        }
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_become_lines_with_commas() {
        let table =
            json!({ "columns": ["agent", "wins"], "rows": [["a,b", 3], ["say \"c\"", null], ["d", 0.5]] });
        assert_eq!(csv(&table), "agent,wins\r\n\"a,b\",3\r\n\"say \"\"c\"\"\",\r\nd,0.5\r\n");
    }
}
