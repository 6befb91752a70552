//! Ladders: an agent against a fixed field of opponents, with the worst of them named. A player that beats its own kin is not yet
//! strong, so the field of a game holds outsiders beside scripts and searches, and a player is as strong as its worst result.
//!
//! A field is versioned: results compare only within a version. Every rung is a match of paired games, the agent in each seat in turn
//! and its opponent in all others; finished rungs are stored, and the same request goes on behind them.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::matchup::{MatchResult, Matchup, Mishaps};
use crate::spec::unknown;
use crate::work::Work;
use crate::{Failure, registry};

/// The opponents of a ladder.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Field {
    /// Changes whenever an opponent, its settings or its game does.
    pub version: u32,
    /// Whom the agent meets, in order.
    #[serde(rename = "rung")]
    pub rungs: Vec<Rung>,
}

/// One opponent in one game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rung {
    /// The game's spec.
    pub game: String,
    /// The opponent's spec; it has every seat but the agent's.
    pub against: String,
    /// How many games unless told otherwise.
    pub games: u64,
    /// Whether our players were tuned against this opponent in this game: then the figure is no claim.
    #[serde(default)]
    pub tuned: bool,
}

/// An agent on a ladder.
#[derive(Clone, Debug, Serialize)]
pub struct Ladder {
    /// The game that has the field, or one of its variants.
    pub game: String,
    /// The version of the field.
    pub version: u32,
    /// The agent's spec.
    pub agent: String,
    /// Fixes all random numbers.
    pub seed: u64,
    /// What to play.
    #[serde(skip)]
    pub rungs: Vec<Rung>,
}

/// How an agent did on a ladder.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Climb {
    /// Every rung, in the order of the field.
    pub rungs: Vec<Stand>,
    /// The rung with the lowest share, by number.
    pub worst: usize,
}

/// How an agent did against one opponent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stand {
    /// Whom it met.
    #[serde(flatten)]
    pub rung: Rung,
    /// The points that it got, of those that were to be had: draws are shared.
    pub points: f64,
    /// The standard error of the points, over deals; none where there are too few.
    pub stderr: Option<f64>,
    /// The points of somebody who is just as strong: one over the number of seats.
    pub fair: f64,
    /// What went wrong with either side; nothing if all was well.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mishaps: Vec<Mishaps>,
    /// How long it took.
    pub seconds: f64,
}

impl Stand {
    /// The points in units of the fair share.
    pub fn ratio(&self) -> f64 {
        self.points / self.fair
    }

    /// The interval of 95 % around the points; none where deals are too few, or all alike, so that nothing says how far off they are.
    pub fn interval(&self) -> Option<(f64, f64)> {
        self.stderr
            .filter(|se| *se > 0.0)
            .map(|se| ((self.points - 1.96 * se).max(0.0), (self.points + 1.96 * se).min(1.0)))
    }

    fn of(rung: &Rung, result: &MatchResult, payoff: (f64, f64)) -> Stand {
        let width = payoff.1 - payoff.0;
        Stand {
            rung: Rung { games: result.games, ..rung.clone() },
            points: (result.score.mean[0] - payoff.0) / width,
            stderr: result.score.stderr[0].map(|se| se / width),
            fair: 1.0 / result.seats.len() as f64,
            mishaps: result.mishaps.clone(),
            seconds: result.seconds,
        }
    }
}

impl Field {
    /// Reads a field; `place` is where it stands.
    pub fn parse(place: &str, text: &str) -> Result<Field, Failure> {
        let bad = |line: String| Failure::BadInput(format!("{place}:{line}"));
        let field: Field = toml::from_str(text).map_err(|e| {
            let line = e.span().map_or(1, |s| text[..s.start].matches('\n').count() + 1);
            bad(format!("{line}: {}", e.message().replace('\n', " ")))
        })?;
        match field.rungs.is_empty() {
            true => Err(bad("1: no [[rung]]".into())),
            false => Ok(field),
        }
    }
}

impl Ladder {
    /// The ladder of `game`: a game with a field, a variant that stands in it (then only its rungs), or a file. With `games` every
    /// rung plays so many.
    pub fn new(game: &str, agent: &str, games: Option<u64>, seed: u64) -> Result<Ladder, Failure> {
        let field = match game.ends_with(".toml") {
            true => {
                let text = fs::read_to_string(game)
                    .map_err(|e| Failure::BadInput(format!("{game}: {e}, expected a field of opponents")))?;
                Field::parse(game, &text)?
            }
            false => shipped(game)?,
        };
        let Field { version, mut rungs } = field;
        if game.contains(':') {
            let variants: Vec<String> = rungs.iter().map(|r| r.game.clone()).collect();
            rungs.retain(|rung| rung.game == game);
            if rungs.is_empty() {
                let variants: Vec<&str> = variants.iter().map(String::as_str).collect();
                return Err(unknown("game of the ladder", game, &variants).into());
            }
        }
        for rung in &mut rungs {
            rung.games = games.unwrap_or(rung.games);
            let game = registry::open(&rung.game)?;
            for player in [agent, &rung.against] {
                game.check_agent(player, 0)?;
            }
        }
        Ok(Ladder { game: game.into(), version, agent: agent.into(), seed, rungs })
    }

    /// How many games are played in all.
    pub fn games(&self) -> u64 {
        self.rungs.iter().map(|rung| rung.games).sum()
    }

    /// Plays what has not been played yet. `fresh` forgets what has.
    pub fn run(&self, folder: &Path, fresh: bool, work: &Work) -> Result<Climb, Failure> {
        let mut kept = Kept::open(self, folder, fresh)?;
        let mut stands = Vec::new();
        for rung in &self.rungs {
            if let Some(stand) = kept.find(rung) {
                (work.progress)(rung.games);
                stands.push(stand);
                continue;
            }
            let game = registry::open(&rung.game)?;
            let others = std::iter::repeat_n(rung.against.as_str(), game.info().seats.len() - 1);
            let seats: Vec<&str> = std::iter::once(self.agent.as_str()).chain(others).collect();
            let plain = Matchup::plain(&seats, rung.games);
            let matchup = Matchup { seed: self.seed, swap: true, ..plain };
            let result = game.run_match(&matchup, work, None)?;
            let stand = Stand::of(rung, &result, game.info().payoff);
            kept.add(rung, &stand)?;
            stands.push(stand);
        }
        let worst = (0..stands.len()).min_by(|&a, &b| stands[a].ratio().total_cmp(&stands[b].ratio()));
        Ok(Climb { rungs: stands, worst: worst.unwrap_or(0) })
    }
}

/// The field that a game brings.
fn shipped(game: &str) -> Result<Field, Failure> {
    let name = game.split(':').next().unwrap_or(game);
    let games = registry::games();
    let fields: Vec<(&str, &str)> = games.iter().filter_map(|g| Some((g.name(), g.ladder()?))).collect();
    match fields.iter().find(|(game, _)| *game == name) {
        Some((game, text)) => Field::parse(&format!("the ladder of {game}"), text),
        None => {
            let names: Vec<&str> = fields.iter().map(|(name, _)| *name).collect();
            Err(unknown("ladder", name, &names).into())
        }
    }
}

/// Finished rungs in a file: a line each, written when a rung is done.
struct Kept {
    path: PathBuf,
    file: File,
    lines: Vec<(Rung, Stand)>,
}

impl Kept {
    /// The file of a ladder: one for each agent, field and seed.
    fn open(ladder: &Ladder, folder: &Path, fresh: bool) -> Result<Kept, Failure> {
        let folder = folder.join("ladders");
        let clean = |text: &str| text.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
        let Ladder { game, version, agent, seed, .. } = ladder;
        let path = folder.join(format!("{}-{version}-{}-{seed}.jsonl", clean(game), clean(agent)));
        let failed = |e: std::io::Error| Failure::Failed(format!("{}: {e}", path.display()));
        fs::create_dir_all(&folder).map_err(failed)?;
        if fresh {
            File::create(&path).map_err(failed)?;
        }
        let text = match fs::read_to_string(&path) {
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => String::new(),
            read => read.map_err(failed)?,
        };
        // The last line may be cut off, if the program ended while it was written.
        let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
        let lines = whole.lines().enumerate().map(|(number, line)| {
            serde_json::from_str(line).map_err(|e| {
                let place = format!("{}:{}", path.display(), number + 1);
                Failure::Failed(format!("{place}: {e}; --fresh starts over"))
            })
        });
        let lines = lines.collect::<Result<Vec<(Rung, Stand)>, Failure>>()?;
        let mut file = OpenOptions::new().create(true).append(true).open(&path).map_err(failed)?;
        if whole.len() < text.len() {
            file.set_len(whole.len() as u64).map_err(failed)?;
        }
        file.flush().map_err(failed)?;
        Ok(Kept { path, file, lines })
    }

    fn find(&self, rung: &Rung) -> Option<Stand> {
        self.lines.iter().find(|(kept, _)| kept == rung).map(|(_, stand)| stand.clone())
    }

    fn add(&mut self, rung: &Rung, stand: &Stand) -> Result<(), Failure> {
        let line = serde_json::to_string(&(rung, stand)).expect("a rung is plain data") + "\n";
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|e| Failure::Failed(format!("{}: {e}", self.path.display())))
    }
}
