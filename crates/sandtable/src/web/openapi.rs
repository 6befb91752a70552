//! `GET /api/openapi.json`: all requests with their fields, from the list that the router is made of.

use axum::Json;
use serde_json::{Map, Value, json};

use super::routes::{Field, Route, all};

/// What comes back, by name.
const SCHEMAS: &str = include_str!("schemas.json");

/// The document.
pub async fn openapi() -> Json<Value> {
    let mut paths = Map::new();
    for route in all() {
        let path = paths.entry(route.path).or_insert_with(|| json!({}));
        path[route.method] = operation(&route);
    }
    let schemas: Value = serde_json::from_str(SCHEMAS).expect("the schemas are JSON");
    Json(json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Sandtable",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Games, odds and runs for programs. Errors are {\"error\": \"one line\"}. POST needs \
                            content-type application/json. docs/web.md has the bounds.",
        },
        "paths": paths,
        "components": { "schemas": schemas },
    }))
}

fn operation(route: &Route) -> Value {
    let inside = route.path.split(['{', '}']).skip(1).step_by(2);
    let inside = inside
        .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }));
    let behind = route.query.iter().map(|f| {
        json!({
            "name": f.name,
            "in": "query",
            "description": f.about,
            "required": f.needed,
            "schema": { "type": f.kind },
        })
    });
    let good = match route.answer.contains('/') {
        true => json!({ route.answer: {} }),
        false => {
            let schema = format!("#/components/schemas/{}", route.answer);
            json!({ "application/json": { "schema": { "$ref": schema } } })
        }
    };
    let wrong = json!({ "application/json": { "schema": { "$ref": "#/components/schemas/Error" } } });
    let status = if route.made { "201" } else { "200" };
    let mut operation = json!({
        "summary": route.about,
        "parameters": inside.chain(behind).collect::<Vec<_>>(),
        "responses": {
            status: { "description": "what was asked for", "content": good },
            "default": { "description": "a refusal: 4xx with its reason in one line", "content": wrong },
        },
    });
    if !route.body.is_empty() {
        let schema = body(&route.body);
        operation["requestBody"] =
            json!({ "required": true, "content": { "application/json": { "schema": schema } } });
    }
    operation
}

fn body(fields: &[Field]) -> Value {
    let one = |f: &Field| (f.name.to_string(), json!({ "type": f.kind, "description": f.about }));
    let needed: Vec<&str> = fields.iter().filter(|f| f.needed).map(|f| f.name).collect();
    json!({ "type": "object", "properties": fields.iter().map(one).collect::<Map<_, _>>(), "required": needed })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_answer_has_a_schema_and_every_schema_an_answer() {
        let schemas: Map<String, Value> = serde_json::from_str(SCHEMAS).unwrap();
        let text = SCHEMAS.to_string();
        let routes = all();
        for route in &routes {
            let known = route.answer.contains('/') || schemas.contains_key(route.answer);
            assert!(known, "{} {}: {}", route.method, route.path, route.answer);
        }
        for name in schemas.keys().filter(|name| *name != "Error") {
            let used = routes.iter().any(|r| r.answer == name) || text.contains(&format!("schemas/{name}\""));
            assert!(used, "{name}");
        }
    }
}
