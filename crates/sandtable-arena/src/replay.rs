//! Writing games down, and playing them again to see that they come out the same.

use std::fmt::Write as _;

use sandtable_core::record::{Event, Record, VERSION};
use sandtable_core::{Dist, Happened, Kit, Notation, Payoff, Rng, Seat, Stream, Turn};

use crate::Failure;
use crate::episode::{Deal, HappenedIn, Watch};
use crate::hosted::Hosted;
use crate::spec::Spec;

/// Writes down what happens in a game.
#[derive(Default)]
pub struct Recorder {
    steps: Vec<Event>,
}

impl From<Vec<Event>> for Recorder {
    fn from(steps: Vec<Event>) -> Self {
        Recorder { steps }
    }
}

impl Recorder {
    /// What has happened.
    pub fn events(self) -> Vec<Event> {
        self.steps
    }

    /// The record of the game that has been watched.
    pub fn record(self, spec: &Spec, agents: &[&str], deal: Deal, result: Option<Payoff>) -> Record {
        Record {
            sandtable: VERSION,
            game: spec.name.clone(),
            variant: spec.rest.clone(),
            seats: agents.iter().map(|a| a.to_string()).collect(),
            seed: deal.seed,
            deal: deal.deal,
            seating: deal.seating,
            start: None,
            steps: self.steps,
            result,
        }
    }
}

impl<G: Notation> Watch<G> for Recorder {
    fn step(&mut self, game: &G, _: &G::State, seat: Seat, action: G::Action) {
        self.steps.push(Event::Step { seat, step: game.action_text(action) });
    }

    fn chance(&mut self, game: &G, before: &G::State, chance: G::Chance) {
        self.steps.push(Event::Dice { dice: game.chance_text(before, chance) });
    }
}

/// One line of JSON.
pub fn record_line(record: &Record) -> String {
    let mut line = serde_json::to_string(record).expect("a record is plain data");
    line.push('\n');
    line
}

/// Reads one line of a record file; `place` names it in errors.
pub fn parse_record(place: &str, line: &str) -> Result<Record, Failure> {
    let bad = |why: String| Failure::BadInput(format!("{place}: {why}"));
    let record: Record = serde_json::from_str(line).map_err(|e| {
        // What was there instead may be anything, but the line is for people.
        let why = e.to_string().replace(|c: char| c.is_control(), "?");
        bad(format!("not a record: {why}"))
    })?;
    if record.sandtable != VERSION {
        return Err(bad(format!("record version {}, expected {VERSION}", record.sandtable)));
    }
    Ok(record)
}

/// What a replay shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Replayed {
    /// How many steps and draws there were.
    pub events: usize,
    /// How many turns were completed.
    pub turns: u32,
    /// What each seat got; missing if the game was broken off.
    pub result: Option<Payoff>,
}

/// Plays a record again: every step must be legal, every die must fall as its seed says, and the result must be the
/// same. With `rerun` the agents play the game once more and must write the same record. `show` gets every event and
/// the board after each turn.
pub fn replay<G: Notation>(
    hosted: &Hosted<G>,
    record: &Record,
    rerun: bool,
    show: &mut dyn FnMut(&str),
) -> Result<Replayed, Failure> {
    let game = &hosted.game;
    if record.seats.len() != game.info().seats.len() {
        let line = format!("{} seats, expected {}", record.seats.len(), game.info().seats.len());
        return Err(Failure::BadInput(line));
    }
    let deal = Deal::of(record);
    let mut world = deal.world();
    let start = start(game, record)?;
    let mut state = start.clone();
    for (i, event) in record.steps.iter().enumerate() {
        let turns = game.turns(&state);
        show(
            &take(game, &mut state, event, &mut world)
                .map_err(|why| Failure::Failed(format!("event {}: {why}", i + 1)))?,
        );
        if game.turns(&state) > turns {
            show(&game.draw_all(&state));
        }
    }
    let result = check_result(game, &state, record)?;
    if rerun {
        let agents: Vec<&str> = record.seats.iter().map(String::as_str).collect();
        let mut recorder = Recorder::default();
        let finish = hosted.table(&agents)?.play_from(start, deal, &mut recorder);
        let again = recorder.record(&hosted.spec, &agents, deal, Some(finish.payoff));
        let again = Record { start: record.start.clone(), ..again };
        if record_line(&again) != record_line(record) {
            let at = again.steps.iter().zip(&record.steps).take_while(|(a, b)| a == b).count();
            return Err(Failure::Failed(format!("the agents now play differently from event {} on", at + 1)));
        }
    }
    Ok(Replayed { events: record.steps.len(), turns: game.turns(&state), result })
}

/// The position in which a recorded game began.
pub(crate) fn start<G: Notation>(game: &G, record: &Record) -> Result<G::State, Failure> {
    match &record.start {
        None => Ok(game.start()),
        Some(text) => game.parse_state(text).map_err(|e| Failure::BadInput(format!("start: {e}"))),
    }
}

/// The result in the last position of a recorded game, which must be the recorded one.
pub(crate) fn check_result<G: Notation>(
    game: &G,
    state: &G::State,
    record: &Record,
) -> Result<Option<Payoff>, Failure> {
    let over = game.turn(state) == Turn::Over;
    let result = over.then(|| game.payoff(state));
    if result != record.result {
        let line = format!("the result is {result:?}, but {:?} is recorded", record.result);
        return Err(Failure::Failed(line));
    }
    Ok(result)
}

/// Lets one recorded event happen and says what it was.
fn take<G: Notation>(
    game: &G,
    state: &mut G::State,
    event: &Event,
    world: &mut Rng,
) -> Result<String, String> {
    match read(game, state, event, world)? {
        Happened::Step(action) => game.apply(state, action),
        Happened::Draw(chance) => game.resolve(state, chance),
    }
    Ok(match event {
        Event::Step { seat, step } => format!("{}: {step}", game.info().seats[*seat].name),
        Event::Dice { dice } => format!("dice: {dice}"),
    })
}

/// Reads a recorded event, which must be possible in `state`; dice must fall as the world's stream says.
pub(crate) fn read<G: Notation>(
    game: &G,
    state: &G::State,
    event: &Event,
    world: &mut Rng,
) -> Result<HappenedIn<G>, String> {
    match (event, game.turn(state)) {
        (Event::Step { seat, step }, Turn::Player(turn)) if *seat == turn => {
            let action = game.parse_action(step).map_err(|e| e.0)?;
            game.check(state, action).map_err(|why| format!("'{step}': {why}"))?;
            Ok(Happened::Step(action))
        }
        (Event::Dice { dice }, Turn::Chance) => {
            let chance = game.parse_chance(state, dice).map_err(|e| e.0)?;
            let drawn = game.sample(state, world);
            if drawn != chance {
                let drawn = game.chance_text(state, drawn);
                return Err(format!("the seed gives '{drawn}', but '{dice}' is recorded"));
            }
            Ok(Happened::Draw(chance))
        }
        (_, turn) => Err(format!("{event:?}, but it is {turn:?}'s turn")),
    }
}

/// Lets events that happened before happen again, for as long as `see` says to go on: it gets each state, and whose step led there.
pub(crate) fn relive<G: Notation>(
    game: &G,
    start: &G::State,
    events: &[Event],
    deal: Deal,
    mut see: impl FnMut(&G::State, Option<(Seat, G::Action)>) -> bool,
) {
    let (mut state, mut world) = (start.clone(), deal.world());
    for event in events {
        let mover = game.turn(&state);
        let step = match read(game, &state, event, &mut world).expect("it happened before") {
            Happened::Step(action) => {
                game.apply(&mut state, action);
                if let Turn::Player(seat) = mover { Some((seat, action)) } else { None }
            }
            Happened::Draw(chance) => {
                game.resolve(&mut state, chance);
                None
            }
        };
        if !see(&state, step) {
            return;
        }
    }
}

/// How many events an account shows in full, and how many of a node's steps or draws it lists.
const SHOWN_EVENTS: usize = 60;
const SHOWN_CHOICES: usize = 40;
/// How many draws in a row it shows: a deal may take a hundred.
const SHOWN_DRAWS: usize = 4;

/// A readable account of a random game: every answer of the rules at its first nodes, and how it ends.
pub fn playthrough<G: Notation>(kit: &Kit<G>, seed: u64) -> String {
    let game = kit.game;
    let mut text = format!("{:#?}\n", game.info());
    let mut rng = Rng::new(seed, 0, Stream::World);
    let mut state = game.start();
    let mut silent = String::new();
    let (mut shown, mut draws) = (0, 0);
    loop {
        silent.clear();
        draws = if game.turn(&state) == Turn::Chance { draws + 1 } else { 0 };
        let show = shown < SHOWN_EVENTS && draws <= SHOWN_DRAWS;
        shown += usize::from(show);
        let out = if show { &mut text } else { &mut silent };
        let _ = writeln!(out, "\nstate: {}", game.state_text(&state));
        match game.turn(&state) {
            Turn::Over => break,
            Turn::Player(seat) => show_step(kit, &mut state, seat, &mut rng, out),
            Turn::Chance => show_draw(kit, &mut state, &mut rng, out),
        }
    }
    let _ = writeln!(text, "\nend: {}", game.state_text(&state));
    let _ = writeln!(text, "payoff after {} turns: {:?}", game.turns(&state), game.payoff(&state));
    text
}

fn listed(all: &[String]) -> String {
    let mut text = all[..all.len().min(SHOWN_CHOICES)].join(", ");
    if all.len() > SHOWN_CHOICES {
        let _ = write!(text, " and {} more", all.len() - SHOWN_CHOICES);
    }
    text
}

fn show_step<G: Notation>(kit: &Kit<G>, state: &mut G::State, seat: Seat, rng: &mut Rng, out: &mut String) {
    let game = kit.game;
    let mut actions = Vec::new();
    game.actions(state, &mut actions);
    let all: Vec<String> = actions.iter().map(|&a| game.action_text(a)).collect();
    let action = *rng.pick(&actions);
    let name = &game.info().seats[seat].name;
    let _ = write!(out, "{name} sees:\n{}", game.draw(&game.view(state, seat)));
    let _ = writeln!(out, "{name} may: {}", listed(&all));
    let _ = writeln!(out, "{name} takes: {}", game.action_text(action));
    let before = state.clone();
    game.apply(state, action);
    show_tally(kit, &before, Happened::Step(action), state, out);
}

fn show_draw<G: Notation>(kit: &Kit<G>, state: &mut G::State, rng: &mut Rng, out: &mut String) {
    let (game, terms) = (kit.game, kit.knowledge.luck_terms());
    let mut outcomes = Vec::new();
    let exact = game.outcomes(state, &mut outcomes) == Dist::Exact;
    let all: Vec<String> =
        outcomes.iter().map(|(c, p)| format!("{} {p:.6}", game.chance_text(state, *c))).collect();
    let chance = game.sample(state, rng);
    let mut luck = vec![0.0; terms.len()];
    if let Some(measured) = kit.knowledge.luck {
        measured.add(game, state, chance, &mut luck);
    }
    let luck: Vec<String> = terms.iter().zip(luck).map(|(t, l)| format!("{} {l:.4}", t.name)).collect();
    let _ = writeln!(out, "draws{}: {}", if exact { "" } else { " (not all)" }, listed(&all));
    let _ = writeln!(out, "drawn: {}", game.chance_text(state, chance));
    if !luck.is_empty() {
        let _ = writeln!(out, "luck: {}", luck.join(", "));
    }
    let before = state.clone();
    game.resolve(state, chance);
    show_tally(kit, &before, Happened::Draw(chance), state, out);
}

fn show_tally<G: Notation>(
    kit: &Kit<G>,
    before: &G::State,
    happened: Happened<G::Action, G::Chance>,
    after: &G::State,
    out: &mut String,
) {
    let Some(counts) = kit.knowledge.counts else { return };
    let (game, names) = (kit.game, counts.names());
    let mut sums = vec![0.0; names.len() * game.info().seats.len()];
    counts.add(game, before, happened, after, &mut sums);
    let counted =
        sums.iter().enumerate().filter(|(_, s)| **s != 0.0).map(|(i, s)| {
            format!("{} {} {s}", game.info().seats[i / names.len()].name, names[i % names.len()])
        });
    let counted: Vec<String> = counted.collect();
    if !counted.is_empty() {
        let _ = writeln!(out, "counted: {}", counted.join(", "));
    }
}
