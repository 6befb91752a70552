//! Recorded games as those who learn see them: who decided what, and where.

use std::path::PathBuf;

use sandtable_core::catalog::read_file;
use sandtable_core::record::Record;
use sandtable_core::train::{Decision, Recorded};
use sandtable_core::{Happened, Notation, Turn};

use crate::episode::Deal;
use crate::replay::{check_result, parse_record, read, start};
use crate::spec::Spec;
use crate::{Failure, registry};

/// The games of files of records, of the game that a spec names and with the same parameters; every step, die and result is checked.
pub fn recorded<G: Notation>(game: &G, spec: &Spec, files: &[PathBuf]) -> Result<Vec<Recorded<G>>, Failure> {
    let mut games = Vec::new();
    for file in files {
        let file = file.display().to_string();
        let text = read_file(&file, "expected a file of records")?;
        for (i, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let place = format!("{file}:{}", i + 1);
            let record = parse_record(&place, line)?;
            let one = same_game(spec, &record).and_then(|()| decisions(game, record));
            games.push(one.map_err(|e| Failure::BadInput(format!("{place}: {e}")))?);
        }
    }
    Ok(games)
}

/// Whether a record is of the game that a spec names: defaults may stand in one and not in the other.
fn same_game(spec: &Spec, record: &Record) -> Result<(), Failure> {
    let games = registry::games();
    let listed = games.iter().find(|listed| listed.name() == spec.name && record.game == spec.name);
    let same = listed.map(|listed| {
        let theirs =
            Spec { name: record.game.clone(), rest: record.variant.clone() }.args(listed.params())?;
        let ours = spec.args(listed.params())?;
        Ok::<bool, Failure>(listed.params().iter().all(|p| ours.get(p.name) == theirs.get(p.name)))
    });
    match same.transpose()? {
        Some(true) => Ok(()),
        _ => Err(Failure::BadInput(format!("a game of {}, expected one of {spec}", record.game_spec()))),
    }
}

/// Plays a record again, decision by decision.
fn decisions<G: Notation>(game: &G, record: Record) -> Result<Recorded<G>, Failure> {
    if record.seats.len() != game.info().seats.len() {
        let line = format!("{} seats, expected {}", record.seats.len(), game.info().seats.len());
        return Err(Failure::BadInput(line));
    }
    let mut world = Deal::of(&record).world();
    let mut state = start(game, &record)?;
    let mut decisions: Vec<Decision<G>> = Vec::new();
    // The turn in which the last decision goes on.
    let mut open = None;
    for (i, event) in record.steps.iter().enumerate() {
        let happened = read(game, &state, event, &mut world)
            .map_err(|why| Failure::BadInput(format!("event {}: {why}", i + 1)))?;
        match happened {
            Happened::Step(action) => {
                let Turn::Player(seat) = game.turn(&state) else { unreachable!("somebody takes the step") };
                let now = Some((seat, game.turns(&state)));
                match decisions.last_mut().filter(|_| open == now) {
                    Some(last) => last.plan.push(action),
                    None => decisions.push(Decision { seat, state: state.clone(), plan: vec![action] }),
                }
                open = now;
                game.apply(&mut state, action);
            }
            Happened::Draw(chance) => {
                open = None;
                game.resolve(&mut state, chance);
            }
        }
    }
    check_result(game, &state, &record)?;
    Ok(Recorded { seats: record.seats, decisions })
}
