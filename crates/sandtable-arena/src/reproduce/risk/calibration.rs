//! Calibration: chances that are promised, sorted into ten bins, beside what came of the games.
//!
//! Games are played by the game's strongest scripted player in both seats, from deals that nothing was learned from. At the beginning of each turn everybody says what it
//! thinks of the mover's chances. Turns of one game hang together, so each game is one observation when errors are told.

use rayon::prelude::*;
use sandtable_core::eval::Single;
use sandtable_core::policy::Seated;
use sandtable_core::{Agent, Game, Seat};
use sandtable_games::risk::{Action, Risk, State, risk};
use sandtable_nets::{Network, load};
use serde::{Deserialize, Serialize};

use super::super::{Claim, Experiment, Lab, Measured, Outcome};
use super::nets::{NETS, Shelf, fingerprint};
use super::{SEED, shipped};
use crate::Failure;
use crate::episode::{Deal, Table, Watch};
use crate::spec::Spec;

/// Games, in full and in the quick form.
pub const GAMES: (u64, u64) = (4_000, 60);
/// Who plays them.
const PLAYER: &str = "planner";
/// Chances are sorted into so many bins.
const BINS: usize = 10;
/// So far off a bin may be, in points.
const CLOSE: f64 = 5.0;
/// A bin with fewer observations says nothing.
const LEAST: u64 = 20;

/// Who says something.
const VOICES: [&str; 3] =
    ["the network of the game", "outlook", "the value head of the thesis's last network"];

/// What one voice said in a game, bin by bin: how often, the sum of what it said, and of what came.
type Said = [(u32, f64, f64); BINS];

#[derive(Clone, Serialize, Deserialize)]
struct Heard(Vec<Said>);

struct Listener {
    voices: Vec<Single<Risk>>,
    turn: Option<u32>,
    /// Whose turn it was and what each voice said, turn by turn.
    said: Vec<(Seat, Vec<f64>)>,
}

impl Watch<Risk> for Listener {
    fn step(&mut self, game: &Risk, before: &State, seat: Seat, _: Action) {
        let turn = game.turns(before);
        if self.turn != Some(turn) {
            self.turn = Some(turn);
            let each = self.voices.iter_mut().map(|voice| voice.value(game, before).values()[seat]);
            self.said.push((seat, each.collect()));
        }
    }

    fn chance(&mut self, _: &Risk, _: &State, _: <Risk as Game>::Chance) {}
}

impl Listener {
    fn sorted(&self, payoff: &[f64]) -> Heard {
        let mut heard = vec![[(0, 0.0, 0.0); BINS]; self.voices.len()];
        for (seat, each) in &self.said {
            for (bins, said) in heard.iter_mut().zip(each) {
                let bin = &mut bins[((said * BINS as f64) as usize).min(BINS - 1)];
                *bin = (bin.0 + 1, bin.1 + said, bin.2 + payoff[*seat]);
            }
        }
        Heard(heard)
    }
}

fn listen(games: u64, lab: &Lab) -> Result<Vec<Heard>, Failure> {
    let last = NETS[NETS.len() - 1];
    let nets = [fingerprint(shipped()?.unwrap_or_default()), fingerprint(last)].join(" ");
    lab.keep(&format!("{PLAYER} through {games} games, {nets}, seed {SEED}"), |work| {
        let def = risk();
        let game = (def.build)(&Spec::parse("risk:duel")?.args(def.params)?)?;
        let shelf = Shelf::new()?;
        let file = shelf.path(NETS.len() - 1)?;
        let one = |deal: u64| -> Result<Heard, Failure> {
            if work.stopped() {
                return Err(Failure::Interrupted("the experiment was stopped before its end".into()));
            }
            let kit = def.kit(&game);
            let network = |file: &str| Network::new(&kit, load(&kit, file)?, false);
            let voices = vec![
                Single::new(Box::new(network("")?)),
                Single::new(kit.eval("outlook")?),
                Single::new(Box::new(network(&file)?)),
            ];
            let seat =
                || -> Result<Box<dyn Agent<Risk>>, Failure> { Ok(Box::new(Seated(kit.policy(PLAYER)?.1))) };
            let mut listener = Listener { voices, turn: None, said: Vec::new() };
            let mut table = Table::new(&game, vec![seat()?, seat()?]);
            let finish = table.play(Deal { seed: SEED, deal, seating: 0 }, &mut listener);
            (work.progress)(1);
            Ok(listener.sorted(finish.payoff.values()))
        };
        work.pool()?.install(|| (0..games).into_par_iter().map(one).collect())
    })
}

pub fn calibration(experiment: &Experiment, games: u64, lab: &Lab) -> Result<Outcome, Failure> {
    let heard = listen(games, lab)?;
    let mut cells = Vec::new();
    for (voice, name) in VOICES.iter().enumerate() {
        for bin in 0..BINS {
            let of = || heard.iter().map(|game| game.0[voice][bin]).filter(|(count, ..)| *count > 0);
            let turns = of().map(|(count, ..)| f64::from(count)).sum::<f64>();
            if turns == 0.0 {
                continue;
            }
            let predicted = of().map(|(_, said, _)| said).sum::<f64>() / turns;
            let came = of().map(|(.., came)| came).sum::<f64>() / turns;
            let off = of().map(|(n, _, got)| (got - f64::from(n) * came).powi(2)).sum::<f64>();
            let found = Measured {
                value: 100.0 * came,
                stderr: 100.0 * off.sqrt() / turns,
                games: of().count() as u64,
            };
            let claim =
                Claim::theory(100.0 * predicted).within(CLOSE).share_of(100.0).needs(found.games, LEAST);
            let cell = format!("{name}, {} to {} %", 10 * bin, 10 * (bin + 1));
            cells.push(claim.cell(experiment, cell, found));
        }
    }
    Ok(cells.into())
}
