//! All that can be asked for: one entry for each request. The router and `openapi.json` are both made from this list.

use std::sync::Arc;

use axum::http::{Method, StatusCode, Uri};
use axum::routing::{MethodRouter, delete, get, post};

use super::error::Refusal;
use super::{
    App, belief, catalog, draft, files, forms, games, inquire, narrow, odds, openapi, position, runs,
};

/// A request that is answered.
pub struct Route {
    /// In lower case.
    pub method: &'static str,
    /// With `{names}` where something is put in.
    pub path: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// What may stand behind the question mark.
    pub query: Vec<Field>,
    /// The fields of the body.
    pub body: Vec<Field>,
    /// What comes back: a schema's name, or a kind of content.
    pub answer: &'static str,
    /// Whether something new is made: 201.
    pub made: bool,
    /// Who answers.
    pub handler: MethodRouter<Arc<App>>,
}

/// A field of a request.
#[derive(Clone, Copy)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// Its type in JSON.
    pub kind: &'static str,
    /// What it says.
    pub about: &'static str,
    /// Whether it must be there.
    pub needed: bool,
}

type Handler = MethodRouter<Arc<App>>;

/// The entry of a request: what it does, what comes back, who answers.
fn ask(
    (method, path): (&'static str, &'static str),
    about: &'static str,
    answer: &'static str,
    handler: Handler,
) -> Route {
    Route { method, path, about, query: Vec::new(), body: Vec::new(), answer, made: false, handler }
}

impl Route {
    fn query(self, query: &[Field]) -> Route {
        Route { query: query.to_vec(), ..self }
    }

    fn makes(self) -> Route {
        Route { made: true, ..self }
    }

    fn body(self, body: &[Field]) -> Route {
        Route { body: body.to_vec(), ..self }
    }
}

const fn must(name: &'static str, kind: &'static str, about: &'static str) -> Field {
    Field { name, kind, about, needed: true }
}

const fn may(name: &'static str, kind: &'static str, about: &'static str) -> Field {
    Field { name, kind, about, needed: false }
}

const KEY: Field = must("key", "string", "the key of a seat, or for watching");
const LAYOUT: Field = may("layout", "integer", "1: with the layout");
const LOG: Field = may("log", "integer", "the first line of the log that is wanted");
const AT: Field = may("at", "integer", "after how many events; all if it is not given");
const SEAT: Field = may("seat", "integer", "whose belief; the key's own if it is not given");
const TABLE: [Field; 3] = [KEY, LAYOUT, LOG];

/// All requests but those for the page's files.
pub fn all() -> Vec<Route> {
    [look_up(), games(), steer(), calculate(), runs()].into_iter().flatten().collect()
}

fn look_up() -> Vec<Route> {
    vec![
        ask(
            ("get", "/api/catalog"),
            "The games with their parameters and variants, and the published experiments.",
            "Catalog",
            get(catalog::catalog),
        ),
        ask(
            ("get", "/api/openapi.json"),
            "This document.",
            "application/json",
            get(openapi::openapi),
        ),
        ask(
            ("get", "/api/agents"),
            "The seats of a game and who can play them.",
            "Agents",
            get(catalog::agents),
        )
        .query(&[must("game", "string", "the game's spec")]),
        ask(
            ("post", "/api/files"),
            "Keeps a rule, position, board, map or player file; its handle stands in specs for a file. A TripleA .xml \
             becomes a scenario.",
            "File",
            post(files::upload),
        )
        .body(&[
            must("name", "string", "the file's name, with its ending"),
            must("text", "string", "the file's contents"),
            may("game", "string", "with kind: checks the file and keeps it under its name, for the lists"),
            may("kind", "string", "one of the kinds of files that the catalog has for the game"),
        ]),
        ask(("get", "/api/files"), "The files that are kept under names.", "Files", get(forms::list)),
        ask(
            ("post", "/api/files/form"),
            "A file of one of a game's kinds as text and as values by key, made from either, from a file that is there, or \
             from nothing: 400 with the reason and the line if it is not one.",
            "Draft",
            post(forms::draft),
        )
        .body(&[
            must("game", "string", "the game's name"),
            must("kind", "string", "one of the kinds of files that the catalog has for it"),
            may("text", "string", "the file's contents"),
            may("values", "object", "values by key; keys that are left out have their defaults"),
            may("from", "string", "a shipped file's name, or a handle"),
        ]),
        ask(("get", "/api/files/{handle}"), "A file to keep.", "text/plain", get(forms::show)),
        ask(
            ("delete", "/api/files/{handle}"),
            "Forgets the name of a file. Games that were made with it still have it.",
            "Deleted",
            delete(forms::forget),
        ),
    ]
}

fn games() -> Vec<Route> {
    vec![
        ask(
            ("post", "/api/games"),
            "Makes a game: from its start, from a position, or where a record stopped.",
            "Made",
            post(games::create),
        )
        .makes()
        .body(&[
            may("game", "string", "the game's spec; that of the record if there is one"),
            may("seats", "array", "who plays: human, or an agent's spec, for each seat"),
            may("seed", "integer", "fixes all dice; another one each time if it is not given"),
            may("state", "string", "a position in the game's notation"),
            may("record", "object", "a record to go on from"),
        ]),
        ask(
            ("get", "/api/games"),
            "The newest thousand games, without their keys.",
            "Games",
            get(games::list),
        ),
        ask(
            ("get", "/api/games/{id}"),
            "The table: the game as the key's holder sees it.",
            "Table",
            get(games::show),
        )
        .query(&TABLE),
        ask(("delete", "/api/games/{id}"), "Forgets a game.", "Deleted", delete(games::delete)).query(&[KEY]),
        ask(
            ("get", "/api/games/{id}/events"),
            "Server-sent events: {version, thinking} at once and at each change; then look at the table.",
            "text/event-stream",
            get(games::events),
        )
        .query(&[KEY]),
        ask(
            ("get", "/api/games/{id}/record"),
            "The record of the game, a file to keep. Of a game with hidden pieces only for those who may see \
             everything, or when it is over.",
            "Record",
            get(games::record),
        )
        .query(&[KEY]),
        ask(
            ("get", "/api/games/{id}/replay"),
            "The table as it was after so many events, with how many there are; of those that the key's holder could \
             notice.",
            "Table",
            get(games::look_back),
        )
        .query(&[KEY, LAYOUT, LOG, AT]),
        ask(
            ("post", "/api/games/{id}/narrow"),
            "The turns that satisfy constraints, for whoever is to decide: how many there are, some at random, the areas, and what \
             contradicts itself. With hidden pieces only about one's own turn, as far as one can know.",
            "Narrowed",
            post(narrow::in_game),
        )
        .query(&[KEY])
        .body(&CONSTRAINTS),
        ask(
            ("post", "/api/games/{id}/inquire"),
            "What follows from all that the key's seat has seen: whether the hidden pieces may or must be so, and how few and how many there may be in each \
             area and on each space. Nothing else goes into it.",
            "Inquired",
            post(inquire::in_game),
        )
        .query(&[KEY])
        .body(&QUESTION),
        ask(
            ("get", "/api/games/{id}/belief"),
            "What a seat believes of what it cannot see, from what it has seen and nothing else: how likely pieces are to be on each space, and how many. \
             Those who may see everything may ask for any seat, and are told the truth beside it.",
            "Believed",
            get(belief::belief),
        )
        .query(&[KEY, SEAT, AT]),
        ask(
            ("get", "/api/games/{id}/exact"),
            "What the position and every step in it are worth under best play, where that is known; null where no solution has the position, 409 where \
             there is none for the game.",
            "Exact",
            get(belief::exact),
        )
        .query(&[KEY, AT]),
    ]
}

const CONSTRAINTS: [Field; 3] = [
    may(
        "text",
        "string",
        "constraints in the game's language, which the table describes; 400 with line and column if it is not",
    ),
    may("areas", "array", "areas besides: {spaces, least}, with the spaces' places in the layout"),
    may("seed", "integer", "fixes the examples"),
];

const QUESTION: [Field; 2] = [
    may(
        "text",
        "string",
        "the question in the game's language, which the table describes; 400 with the reason if it is not",
    ),
    may("areas", "array", "areas besides: {spaces, least}, with the spaces' places in the layout"),
];

fn steer() -> Vec<Route> {
    vec![
        ask(
            ("post", "/api/games/{id}/steps"),
            "Takes a person's steps, all or none: 409 if the version is old, 400 with the reason if they are not \
             possible.",
            "Table",
            post(games::steps),
        )
        .query(&TABLE)
        .body(&[
            must("steps", "string", "steps in the game's notation, with spaces between them"),
            must("version", "integer", "the version of the table that was seen"),
        ]),
        ask(
            ("post", "/api/games/{id}/turn"),
            "Takes a person's orders for the turn, in any order, split or joined: the answer has the steps that were played in \
             the order of the rules, up to the next dice, and each order that was refused with the reason. If one is \
             refused nothing is played, unless partial is true.",
            "Table",
            post(games::turn),
        )
        .query(&TABLE)
        .body(&[
            must("orders", "array", "orders in the game's notation, one step each"),
            must("version", "integer", "the version of the table that was seen"),
            may("partial", "boolean", "play the others even if some are refused"),
            may("close", "boolean", "close the turn after them, as a draft says; there may be no orders then"),
        ]),
        ask(
            ("post", "/api/games/{id}/draft"),
            "What orders for a turn come to before anything is carried out: the steps, what closes the turn, each order that is \
             refused with the reason, what may be ordered beside them, and why nothing can be done where somebody points.",
            "DraftedTurn",
            post(draft::draft),
        )
        .query(&TABLE)
        .body(&[
            must("orders", "array", "orders in the game's notation, one step each, in any order; there may be none"),
            may("pointed", "array", "from which space of the layout to which somebody points"),
        ]),
        ask(
            ("post", "/api/games/{id}/undo"),
            "Takes back a person's last steps and what followed; with hidden pieces only one's own steps of this turn, \
             before anything new is seen.",
            "Table",
            post(games::undo),
        )
        .query(&TABLE),
        ask(
            ("post", "/api/games/{id}/control"),
            "Whether and how fast dice and agents go on by themselves.",
            "Table",
            post(games::control),
        )
        .query(&TABLE)
        .body(&[
            may("running", "boolean", "go on, or stop"),
            may("speed", "number", "events a second, 0.01 to 1000; 0 is as fast as it goes"),
            may("step", "boolean", "one event more while it is stopped"),
        ]),
        ask(
            ("post", "/api/games/{id}/seat"),
            "Takes over a seat, or hands it over; with the seat's own key.",
            "Table",
            post(games::seat),
        )
        .query(&TABLE)
        .body(&[must("seat", "integer", "which"), must("player", "string", "human, or an agent's spec")]),
    ]
}

fn calculate() -> Vec<Route> {
    let game = must("game", "string", "the game's spec");
    vec![
        ask(
            ("post", "/api/position"),
            "A position as it looks, with the steps that may be taken; the game's start if none is given.",
            "Position",
            post(position::position),
        )
        .body(&[game, may("state", "string", "a position in the game's notation")]),
        ask(
            ("post", "/api/advise"),
            "What an agent would do in a position, what else it considered, and what each step risks.",
            "Advice",
            post(position::advise),
        )
        .body(&[
            game,
            must("state", "string", "a position in the game's notation"),
            must("agent", "string", "whose advice"),
            may("seconds", "number", "how long to think where the agent's parameters leave it open: up to 10; 2 if it is not given"),
            may("seed", "integer", "fixes the agent's thoughts"),
        ]),
        ask(
            ("post", "/api/narrow"),
            "The same as in a game, for any position: the turns that satisfy constraints.",
            "Narrowed",
            post(narrow::in_position),
        )
        .body(&[[game, must("state", "string", "a position in the game's notation")].as_slice(), &CONSTRAINTS].concat()),
        ask(
            ("get", "/api/odds"),
            "The calculators of battle odds with their fields.",
            "Forms",
            get(odds::list),
        ),
        ask(
            ("post", "/api/odds/{game}"),
            "The odds of a battle. The body has the fields that GET /api/odds lists.",
            "Odds",
            post(odds::calculate),
        ),
    ]
}

fn runs() -> Vec<Route> {
    vec![
        ask(("get", "/api/run-kinds"), "What can be run, with the fields of each kind.", "Forms", get(runs::kinds)),
        ask(
            ("post", "/api/runs"),
            "Starts a match, a tournament, a training or published experiments. The body has the kind and its fields \
             from GET /api/run-kinds.",
            "Started",
            post(runs::start),
        )
        .makes()
        .body(&[must("kind", "string", "match, tournament, train or reproduce")]),
        ask(("get", "/api/runs"), "All runs, the oldest first, without their results.", "Runs", get(runs::list)),
        ask(("get", "/api/runs/{id}"), "A run, with its result when it is done.", "Run", get(runs::show)),
        ask(
            ("get", "/api/runs/{id}/events"),
            "Server-sent events: how far it is, until it is over.",
            "text/event-stream",
            get(runs::events),
        ),
        ask(("post", "/api/runs/{id}/cancel"), "Calls a run off.", "Run", post(runs::cancel)),
        ask(("get", "/api/runs/{id}/table.csv"), "A table of the result.", "text/csv", get(runs::table))
            .query(&[may("n", "integer", "which; the first is 0")]),
        ask(("get", "/api/runs/{id}/plot.svg"), "A figure of published tables.", "image/svg+xml", get(runs::plot))
            .query(&[may("n", "integer", "which; the first is 0")]),
        ask(
            ("get", "/api/runs/{id}/report.html"),
            "Published tables as one page, a file to keep.",
            "text/html",
            get(runs::report),
        ),
        ask(("get", "/api/runs/{id}/file"), "A file that belongs to the result.", "text/plain", get(runs::attached))
            .query(&[may("n", "integer", "which; the first is 0")]),
        ask(("get", "/api/runs/{id}/result.json"), "The result, a file to keep.", "Result", get(runs::whole)),
    ]
}

/// Any other address under `/api`.
pub async fn unknown(uri: Uri) -> Refusal {
    Refusal::missing(format!("there is no {}: see /api/openapi.json", uri.path()))
}

/// A method that the address does not take.
pub async fn wrong_method(method: Method, uri: Uri) -> Refusal {
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, format!("{} does not take {method}", uri.path()))
}
