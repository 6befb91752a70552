//! Games as they are stored: a line of JSON for each, written when it has ended. A line that was cut off is played again.
//!
//! A game is stored as the numbers of its steps among those that are legal, and its dice follow from its seed and number. So a store is small, and its positions
//! can be searched again: the game is then written once more, and its last line counts.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

use sandtable_core::chart::Reading;
use sandtable_core::{Chart, Failure, Game, Guide, Rng, Stream, Turn};
use sandtable_nets::{KEPT, LOST, NOBODYS};
use serde::{Deserialize, Serialize};

use super::sample::Sample;

/// The version of what lines mean; it changes with them, and games of another are refused.
const VERSION: u32 = 2;

/// Of the steps of a game, every so manieth is learned from where its position was searched in a hurry.
const SPARSE: u32 = 3;

/// What a search found where somebody was to decide.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Decision {
    /// How many steps had been taken before.
    pub at: u32,
    /// What the mover could expect: a share of one.
    pub worth: f32,
    /// Whether something was tried that the search did not prefer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub curious: bool,
    /// How good each step that was considered was found to be, in thousandths; nothing where it was searched in a hurry.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shares: Vec<u16>,
    /// What dice have brought each seat since the decision before, by a network's estimate; nothing where nobody asked one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub luck: Vec<f32>,
}

/// A game that was played.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// Which of its seed's games it is.
    pub number: u64,
    /// The steps, by their numbers among those that were legal.
    pub steps: Vec<u16>,
    /// What was found on the way.
    pub decisions: Vec<Decision>,
    /// What each seat got: a share of one.
    pub end: Vec<f32>,
    /// What dice brought each seat after the last decision.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub luck: Vec<f32>,
    /// The round in which its positions were searched again, if they were.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub again: u64,
}

fn is_zero(n: &u64) -> bool {
    *n == 0
}

/// A store of games.
pub struct Store {
    known: BTreeMap<u64, Played>,
    file: File,
    place: String,
}

impl Store {
    /// Opens the store of a training, whose description is its first line; one of another training is refused.
    pub fn open(path: &Path, description: &str) -> Result<Store, Failure> {
        let place = path.display().to_string();
        let refuse = |e: std::io::Error| Failure::BadInput(format!("cannot use the games in {place}: {e}"));
        let heading = format!("games, version {VERSION}; {description}");
        let mut known = BTreeMap::new();
        let mut whole = 0;
        if path.exists() {
            let mut reader = BufReader::new(File::open(path).map_err(refuse)?);
            let mut line = String::new();
            let mut first = true;
            loop {
                line.clear();
                let read = reader.read_line(&mut line).map_err(refuse)?;
                if read == 0 || !line.ends_with('\n') {
                    break;
                }
                if first {
                    if line.trim_end() != heading {
                        return Err(Failure::BadInput(format!(
                            "{place} has the games of another training or version, expected '{heading}': --fresh overwrites them"
                        )));
                    }
                    first = false;
                } else {
                    let Ok(played) = serde_json::from_str::<Played>(&line) else { break };
                    known.insert(played.number, played);
                }
                whole += read as u64;
            }
        }
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(refuse)?;
        file.set_len(whole).map_err(refuse)?;
        let mut store = Store { known, file, place };
        if whole == 0 {
            store.write(&heading)?;
        }
        Ok(store)
    }

    fn write(&mut self, line: &str) -> Result<(), Failure> {
        let written = self.file.write_all(format!("{line}\n").as_bytes());
        written.map_err(|e| Failure::Failed(format!("cannot write {}: {e}", self.place)))
    }

    /// Whether a game is in it.
    pub fn has(&self, number: u64) -> bool {
        self.known.contains_key(&number)
    }

    /// Adds a game.
    pub fn add(&mut self, played: Played) -> Result<(), Failure> {
        self.write(&serde_json::to_string(&played).expect("plain data"))?;
        self.known.insert(played.number, played);
        Ok(())
    }

    /// The games with such numbers, in their order.
    pub fn games(&self, numbers: std::ops::Range<u64>) -> impl Iterator<Item = &Played> {
        self.known.range(numbers).map(|(_, played)| played)
    }
}

impl Played {
    /// The positions of a game, with what was found there and what became of them; nothing of a game that does not fit the rules.
    ///
    /// What became of them is told by searches as far as they are trusted, and without the luck that dice brought; where searches are not trusted at all, it is how the
    /// game ended.
    pub fn samples<G: Game>(
        &self,
        game: &G,
        guide: &mut dyn Guide<G>,
        seed: u64,
        trust: f32,
        foresight: Option<Foresight<G>>,
    ) -> Vec<Sample<G>> {
        let mut world = Rng::new(seed, self.number, Stream::World);
        let mut state = game.start();
        let mut legal = Vec::new();
        let mut decisions = self.decisions.iter().peekable();
        let mut found: Vec<(usize, &Decision, Sample<G>)> = Vec::new();
        let mut taken = 0;
        let mut held = foresight.map(Held::new);
        loop {
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => {
                    let chance = game.sample(&state, &mut world);
                    game.resolve(&mut state, chance);
                }
                Turn::Player(seat) => {
                    if let Some(held) = &mut held {
                        held.look(game, &state);
                    }
                    if let Some(decision) = decisions.next_if(|d| d.at as usize == taken) {
                        let mut steps = Vec::new();
                        guide.consider(game, &state, &mut steps);
                        let all: u32 = decision.shares.iter().copied().map(u32::from).sum();
                        let fits = decision.shares.len() == steps.len() && all > 0;
                        let shares = decision.shares.iter().filter(|_| fits);
                        let shares = shares.map(|&share| f32::from(share) / all as f32);
                        let shares: Vec<f32> = shares.collect();
                        if !fits {
                            steps.clear();
                        }
                        found.push((
                            seat,
                            decision,
                            Sample {
                                state: state.clone(),
                                steps,
                                shares,
                                chances: Vec::new(),
                                kept: Vec::new(),
                            },
                        ));
                    }
                    legal.clear();
                    game.actions(&state, &mut legal);
                    let step = self.steps.get(taken).and_then(|&n| legal.get(usize::from(n)));
                    let Some(&step) = step else { return Vec::new() };
                    game.apply(&mut state, step);
                    taken += 1;
                }
            }
        }
        let mut chances = self.end.clone();
        let lucky = trust > 0.0 && !self.luck.is_empty();
        let mut luck = &self.luck;
        for (seat, decision, sample) in found.iter_mut().rev() {
            if lucky {
                chances.iter_mut().zip(luck).for_each(|(chance, luck)| *chance -= luck);
                luck = &decision.luck;
            }
            let told = toward(&chances, *seat, decision.worth);
            if decision.curious {
                // What followed came of something that would not have been played.
                chances.clone_from(&told);
            }
            chances.iter_mut().zip(&told).for_each(|(chance, told)| *chance += trust * (told - *chance));
            sample.chances.clone_from(&chances);
            if lucky {
                as_shares(&mut sample.chances);
            }
        }
        if let Some(held) = &mut held {
            found.iter_mut().for_each(|(.., sample)| sample.kept = held.kept(game, &sample.state));
        }
        // Positions of one game are much alike: of those that were searched in a hurry some will do.
        let kept = found
            .into_iter()
            .filter(|(_, decision, _)| !decision.shares.is_empty() || decision.at % SPARSE == 0);
        kept.map(|(_, _, sample)| sample).collect()
    }
}

/// How samples find out who keeps what.
pub struct Foresight<G: Game> {
    /// How positions are drawn: it says who holds what.
    pub chart: &'static dyn Chart<G>,
    /// So many turns on.
    pub turns: u32,
}

impl<G: Game> Clone for Foresight<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Foresight<G> {}

/// Who held what at the beginning of each turn of a game.
struct Held<G: Game> {
    foresight: Foresight<G>,
    turns: Vec<(u32, Vec<u16>)>,
    reading: Reading,
}

impl<G: Game> Held<G> {
    fn new(foresight: Foresight<G>) -> Held<G> {
        Held { foresight, turns: Vec::new(), reading: Reading::default() }
    }

    /// Looks at a state, if a turn has begun.
    fn look(&mut self, game: &G, state: &G::State) {
        let turn = game.turns(state);
        if self.turns.last().is_none_or(|(last, _)| *last != turn) {
            self.foresight.chart.read(game, state, &mut self.reading);
            self.turns.push((turn, self.reading.held.clone()));
        }
    }

    /// What became of the places of a state; nothing where the game was over by then.
    fn kept(&mut self, game: &G, state: &G::State) -> Vec<u8> {
        let then = game.turns(state) + self.foresight.turns;
        let Some((_, later)) = self.turns.iter().find(|(turn, _)| *turn >= then) else { return Vec::new() };
        self.foresight.chart.read(game, state, &mut self.reading);
        let became = |(now, later): (&u16, &u16)| match (*now, now == later) {
            (0, _) => NOBODYS,
            (_, true) => KEPT,
            (_, false) => LOST,
        };
        self.reading.held.iter().zip(later).map(became).collect()
    }
}

/// Numbers as shares of one: a game that was won against all luck tells of more than a sure win.
fn as_shares(chances: &mut [f32]) {
    chances.iter_mut().for_each(|chance| *chance = chance.clamp(0.0, 1.0));
    let all = chances.iter().sum::<f32>().max(1e-6);
    chances.iter_mut().for_each(|chance| *chance /= all);
}

/// The same chances with what one seat can expect; the others share the rest as before.
fn toward(chances: &[f32], seat: usize, worth: f32) -> Vec<f32> {
    let rest = 1.0 - chances[seat];
    let others = chances.len() as f32 - 1.0;
    let share = |chance: f32| match rest > 1e-6 {
        true => chance / rest * (1.0 - worth),
        false => (1.0 - worth) / others.max(1.0),
    };
    chances.iter().enumerate().map(|(s, &chance)| if s == seat { worth } else { share(chance) }).collect()
}
