//! Round-robin tournaments, stored as they go and resumed by asking for them again.

mod seating;
mod standings;

pub use seating::{MOST_GAMES, MOST_TABLES, Seating};
pub(crate) use standings::by_table;
pub use standings::{Standings, TableResult};

use std::collections::HashSet;
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use rayon::prelude::*;
use sandtable_core::BadInput;
use sandtable_core::catalog::read_file;
use sandtable_core::train::Bout;
use sandtable_games::grid::TournamentFile;
use serde::{Deserialize, Serialize};

use crate::episode::Deal;
use crate::matchup::Mishaps;
use crate::store::{Store, StoredGame};
use crate::work::Work;
use crate::{AnyGame, Failure, registry};

/// What is to be played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tournament {
    /// The game's spec.
    pub game: String,
    /// The agents' specs. One that stands several times meets the others as often, with other dice each time.
    pub agents: Vec<String>,
    /// Games for every group of agents that meets, shared among the seatings it can take.
    pub games: u64,
    /// Fixes all random numbers. Every table plays the same deals.
    #[serde(default = "default_seed")]
    pub seed: u64,
    /// Whether only the first agent meets the others.
    #[serde(default, skip_serializing_if = "is_false")]
    pub first_versus: bool,
    /// Whether every group plays one seating only: the last that it can take.
    #[serde(default, skip_serializing_if = "is_false")]
    pub one_way: bool,
}

fn is_false(value: &bool) -> bool {
    !value
}

/// The seed when none is given.
pub fn default_seed() -> u64 {
    1
}

impl Tournament {
    /// Reads a `.trn` file of Grid Risk (section 3.7 of its paper), for a number of games a match, under the paper's rules unless
    /// `game` says otherwise.
    ///
    /// Players are files beside it, or shipped ones.
    pub fn read_trn(path: &str, game: Option<&str>, games: u64) -> Result<Tournament, BadInput> {
        let file = TournamentFile::parse(path, &read_file(path, "expected a .trn file")?)?;
        let agent = |player: &String| {
            let beside = Path::new(path).with_file_name(player);
            match beside.exists() {
                true => format!("aip:{}", beside.display()),
                false => format!("aip:{}", player.trim_end_matches(".aip")),
            }
        };
        let agents = file.players.iter().map(agent).collect();
        let games = if file.both_ways { 2 * games } else { games };
        let (first_versus, one_way) = (file.first_versus, !file.both_ways);
        let game = game.unwrap_or("grid").to_string();
        Ok(Tournament { game, agents, games, seed: default_seed(), first_versus, one_way })
    }

    /// Reads a tournament file.
    pub fn read(path: &str) -> Result<Tournament, BadInput> {
        let text = read_file(path, "expected a tournament file")?;
        toml::from_str(&text).map_err(|e| {
            let line = e.span().map_or(1, |s| text[..s.start].matches('\n').count() + 1);
            BadInput::new(format!("{path}:{line}: {}", e.message().replace('\n', " ")))
        })
    }

    /// The matches at all tables, in their order, each with its first deal: what a statistics file of the tournament is about.
    pub fn bouts(&self, game: &dyn AnyGame) -> Result<Vec<(Bout, u64)>, Failure> {
        let bout = |s: Seating| {
            let seats = self.specs(&s).into_iter().map(String::from).collect();
            (Bout { seats, seed: self.seed, games: s.deals, seating: s.number }, s.first_deal)
        };
        Ok(self.seatings(game)?.into_iter().map(bout).collect())
    }

    /// Plays what has not been played yet and returns the standings. `fresh` forgets what has.
    pub fn run(&self, folder: &Path, fresh: bool, work: &Work) -> Result<Standings, Failure> {
        let began = Instant::now();
        let game = registry::open(&self.game)?;
        let seatings = self.seatings(&*game)?;
        let mut store = Store::open(folder)?;
        let key = serde_json::to_string(self).expect("a tournament is plain data");
        let id = store.tournament(&key)?;
        if fresh {
            store.clear(id)?;
        }
        let stored = store.games(id)?;
        let reused = stored.len() as u64;
        self.spot_check(&*game, &seatings, &stored)?;
        (work.progress)(stored.len() as u64);
        let finished: HashSet<(usize, u64)> = stored.iter().map(|g| (g.table, g.deal)).collect();
        let missing: Vec<(usize, u64)> = (0..seatings.iter().map(|s| s.deals).max().unwrap_or(0))
            .flat_map(|deal| (0..seatings.len()).map(move |table| (table, deal)))
            .filter(|&(table, deal)| deal < seatings[table].deals)
            .map(|(table, deal)| (table, seatings[table].first_deal + deal))
            .filter(|game| !finished.contains(game))
            .collect();
        let played = self.play(&*game, &seatings, &missing, &mut store, id, work);
        let games = store.games(id)?;
        if work.stopped() && games.len() < stored.len() + missing.len() {
            let (done, all) = (games.len(), stored.len() + missing.len());
            let line = format!("stopped after {done} of {all} games; the same command goes on from there");
            return Err(Failure::Interrupted(line));
        }
        played?;
        if games.len() != stored.len() + missing.len() {
            return Err(store.damaged("it does not give back what was put in"));
        }
        let seconds = began.elapsed().as_secs_f64();
        let summed = game.info().seats.len() == 2 && self.agents.iter().any(|a| game.members(a).len() > 1);
        let standings = self.standings(&seatings, &games, summed);
        Ok(Standings { reused, store: store.place().into(), seconds, ..standings })
    }

    /// Plays the first stored game of some tables again: other results mean another version of the program. Agents on a
    /// clock never play the same game twice, so their tables say nothing.
    fn spot_check(
        &self,
        game: &dyn AnyGame,
        seatings: &[Seating],
        stored: &[StoredGame],
    ) -> Result<(), Failure> {
        let timed: Vec<bool> = self.agents.iter().map(|agent| game.timed(agent)).collect::<Result<_, _>>()?;
        let repeats = |table: &[StoredGame]| !seatings[table[0].table].agents.iter().any(|&a| timed[a]);
        let tables: Vec<&[StoredGame]> =
            by_table(seatings.len(), stored).filter(|table| !table.is_empty() && repeats(table)).collect();
        for table in tables.iter().step_by(tables.len().div_ceil(MOST_CHECKED).max(1)) {
            let first = &table[0];
            let seating = &seatings[first.table];
            let mut same = true;
            let deal = self.deal(seating, first.deal);
            game.play_deals(&self.specs(seating), &[deal], &mut |_, finish, _| {
                same = finish == first.finish;
                true
            })?;
            if !same {
                let line = "the stored games of this tournament came out differently when played again: \
                            the game or an agent has changed, so it must be started afresh";
                return Err(Failure::Failed(line.into()));
            }
        }
        Ok(())
    }

    fn deal(&self, seating: &Seating, deal: u64) -> Deal {
        Deal { seed: self.seed, deal, seating: seating.number }
    }

    fn specs(&self, seating: &Seating) -> Vec<&str> {
        seating.agents.iter().map(|&a| self.agents[a].as_str()).collect()
    }

    /// Plays games on all cores; this thread stores them as they come in.
    fn play(
        &self,
        game: &dyn AnyGame,
        seatings: &[Seating],
        missing: &[(usize, u64)],
        store: &mut Store,
        id: i64,
        work: &Work,
    ) -> Result<(), Failure> {
        let pool = work.crowd(game.appetite())?;
        let (sender, results) = mpsc::channel();
        std::thread::scope(|scope| {
            let player = scope.spawn(move || {
                pool.install(|| {
                    // Few games to a task keep slow agents on all cores, many save building fast ones anew.
                    let size = (missing.len() / 256).clamp(1, 256);
                    missing.par_chunks(size).try_for_each_with(sender, |sender, chunk| {
                        let mut chunk = chunk.to_vec();
                        chunk.sort_unstable();
                        for same in chunk.chunk_by(|a, b| a.0 == b.0) {
                            if work.stopped() {
                                break;
                            }
                            let (table, seating) = (same[0].0, &seatings[same[0].0]);
                            let deals: Vec<Deal> =
                                same.iter().map(|&(_, deal)| self.deal(seating, deal)).collect();
                            game.play_deals(&self.specs(seating), &deals, &mut |deal, finish, mishaps| {
                                let mishaps = Mishaps::by_seat(seating.agents.len(), mishaps);
                                let sent =
                                    sender.send(StoredGame { table, deal: deal.deal, finish, mishaps });
                                sent.is_ok() && !work.stopped()
                            })?;
                        }
                        Ok::<(), Failure>(())
                    })
                })
            });
            let stored = keep(store, id, &results, work);
            drop(results);
            let played = player.join().expect("a player does not panic");
            stored.and(played)
        })
    }
}

/// At how many tables a stored game is played again before a tournament goes on.
const MOST_CHECKED: usize = 64;

/// Stores results several times a second until no more come.
fn keep(
    store: &mut Store,
    id: i64,
    results: &mpsc::Receiver<StoredGame>,
    work: &Work,
) -> Result<(), Failure> {
    const EVERY: Duration = Duration::from_millis(100);
    let (mut waiting, mut last) = (Vec::new(), Instant::now());
    loop {
        let received = results.recv_timeout(EVERY);
        let ended = received == Err(RecvTimeoutError::Disconnected);
        waiting.extend(received);
        if !waiting.is_empty() && (ended || last.elapsed() >= EVERY) {
            store.add(id, &waiting)?;
            (work.progress)(waiting.len() as u64);
            waiting.clear();
            last = Instant::now();
        }
        if ended {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trn_files_say_who_meets_whom() {
        let seatings = |name: &str| {
            let path = format!("{}/../../data/tournaments/{name}", env!("CARGO_MANIFEST_DIR"));
            let tournament = Tournament::read_trn(&path, None, 50).unwrap();
            let game = registry::open(&tournament.game).unwrap();
            let named = |s: Seating| (tournament.specs(&s).join(" "), s.deals);
            tournament.seatings(&*game).unwrap().into_iter().map(named).collect::<Vec<_>>()
        };
        // Appendix 5.2: the later player of a pair is Red when they meet once.
        let once: Vec<String> = seatings("example_tourn1b.trn").into_iter().map(|s| s.0).collect();
        assert_eq!(
            once,
            ["aip:aiPlayer2 aip:aiPlayer1", "aip:aiPlayer3 aip:aiPlayer1", "aip:aiPlayer3 aip:aiPlayer2"]
        );
        assert_eq!(seatings("tourn4.trn").len(), 42);
        let versus = seatings("tourn10.trn");
        assert_eq!(versus.len(), 26);
        assert!(versus.iter().all(|(s, deals)| s.contains("reinforcePlayer1") && *deals == 50));
        // Appendix 4.11: two opponents five times each, from both sides.
        let often = seatings("tourn9.trn");
        assert_eq!(often.len(), 20);
        let ninth = ["aip:reinforcePlayer1 aip:aiPlayer9", "aip:aiPlayer9 aip:reinforcePlayer1"];
        assert!(often.iter().map(|s| s.0.as_str()).take(2).eq(ninth));
        assert!(often.iter().all(|s| s.1 == 50));
    }
}
