//! Battle odds over HTTP: the calculators with their fields, and what they find.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use sandtable_arena::odds::{calculators, find};
use sandtable_core::odds::{Calculator, Field, Group, Kind, Odds, Table};
use serde_json::{Map, Value, json};

use super::error::{Answer, Form, Refusal};
use super::{App, specs};

/// `GET /api/odds`.
pub async fn list() -> Json<Vec<Value>> {
    let form = |(game, c): &(&str, &Calculator)| {
        let fields: Vec<Value> = (c.fields)().iter().map(field_json).collect();
        json!({ "name": game, "about": c.about, "fields": fields })
    };
    Json(calculators().iter().map(form).collect())
}

fn field_json(field: &Field) -> Value {
    let (kind, choices) = match &field.kind {
        Kind::Number => ("number", None),
        Kind::Units(units) => ("units", Some(json!(units))),
        Kind::Choice(choices) => ("choice", Some(json!(choices))),
    };
    let mut json =
        json!({ "name": field.name, "about": field.about, "default": field.default, "kind": kind });
    if let Some(choices) = choices {
        json["choices"] = choices;
    }
    json
}

/// `POST /api/odds/{game}`.
pub async fn calculate(
    State(app): State<Arc<App>>,
    Path(game): Path<String>,
    Form(filled): Form<Map<String, Value>>,
) -> Answer<Json<Value>> {
    app.thinking(move || {
        let calculator = find(&game).map_err(|e| Refusal::missing(e.0))?;
        let odds = (calculator.run)(&words(&game, calculator, filled)?)?;
        Ok(Json(answer(odds)))
    })
    .await
}

/// The words that stand for what was filled in.
fn words(game: &str, calculator: &Calculator, mut filled: Map<String, Value>) -> Answer<Vec<String>> {
    let items: Vec<&str> = calculator.params.iter().map(|p| p.name).collect();
    let mut words = Vec::new();
    for field in (calculator.fields)() {
        let text = filled.remove(field.name).map_or(Ok(String::new()), |v| text(field.name, &v))?;
        specs::check_value(&text)?;
        match (items.contains(&field.name), text.is_empty()) {
            (true, true) => {}
            (true, false) => words.push(format!("{}={text}", field.name)),
            (false, true) => return Err(Refusal::bad(format!("{}: expected {}", field.name, field.about))),
            (false, false) => words.push(text),
        }
    }
    match filled.keys().next() {
        Some(name) => Err(Refusal::bad(format!("'{name}' is no field of odds of {game}"))),
        None => Ok(words),
    }
}

/// A value as it is typed: a text, a number, or units by kind.
fn text(name: &str, value: &Value) -> Answer<String> {
    match value {
        Value::Null => Ok(String::new()),
        Value::String(text) if text.len() <= 1000 => Ok(text.trim().to_string()),
        Value::Number(number) => Ok(number.to_string()),
        Value::Object(units) if units.values().all(Value::is_u64) => {
            let some = units.iter().filter(|(_, n)| n.as_u64() != Some(0));
            Ok(some.map(|(unit, n)| format!("{unit}={n}")).collect::<Vec<_>>().join(","))
        }
        _ => Err(Refusal::bad(format!("{name}: expected a number, a text, or units with their numbers"))),
    }
}

fn answer(odds: Odds) -> Value {
    let group = |g: &Group| json!({ "name": g.name, "ends": g.ends });
    let table = |t: &Table| json!({ "title": t.title, "columns": t.header, "rows": t.rows });
    let mut json = odds.json;
    json["shown"] = json!({
        "title": odds.title,
        "numbers": odds.numbers,
        "axis": odds.distribution.axis,
        "groups": odds.distribution.groups.iter().map(group).collect::<Vec<_>>(),
        "tables": odds.tables.iter().map(table).collect::<Vec<_>>(),
    });
    json
}
