//! Round-robin tournaments, stored as they go and resumed by asking for them again.

use std::collections::HashSet;
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use rayon::prelude::*;
use sandtable_core::BadInput;
use sandtable_core::catalog::read_file;
use sandtable_games::grid::TournamentFile;
use serde::{Deserialize, Serialize};

use crate::episode::Deal;
use crate::luck::{Estimate, Sums};
use crate::rating::{self, Rating};
use crate::stats::{Turns, tidy};
use crate::store::{Store, StoredGame};
use crate::work::Work;
use crate::{AnyGame, Failure, registry};

/// What is to be played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tournament {
    /// The game's spec.
    pub game: String,
    /// The agents' specs.
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

/// What came out so far.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standings {
    /// What was to be played.
    #[serde(flatten)]
    pub tournament: Tournament,
    /// Games played, over all tables.
    pub played: u64,
    /// The results table by table.
    pub tables: Vec<TableResult>,
    /// The agents, the strongest first among those that can be compared.
    pub ratings: Vec<Rating>,
    /// How long this run took.
    pub seconds: f64,
}

/// The results of one seating.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TableResult {
    /// The agents in the order of the seats.
    pub seats: Vec<String>,
    /// Games played.
    pub games: u64,
    /// Games in which the seat had the best payoff, and not all had the same.
    pub wins: Vec<u64>,
    /// Games in which all had the same payoff.
    pub draws: u64,
    /// The payoff per game of each seat.
    pub score: Estimate,
    /// The lengths of the games.
    pub turns: Turns,
}

/// One seating of a group of agents.
#[derive(Clone, Debug, PartialEq)]
pub struct Seating {
    /// Indices of agents, in the order of the seats.
    pub agents: Vec<usize>,
    /// Which of the group's seatings this is.
    pub number: u32,
    /// How many deals it plays.
    pub deals: u64,
}

impl Tournament {
    /// Reads a `.trn` file of Grid Risk (section 3.7 of its paper), for a number of games a match, under the paper's rules unless
    /// `game` says otherwise.
    ///
    /// Players are files beside it, or shipped ones. One that stands several times plays as if it stood once.
    pub fn read_trn(path: &str, game: Option<&str>, games: u64) -> Result<Tournament, BadInput> {
        let file = TournamentFile::parse(path, &read_file(path, "expected a .trn file")?)?;
        let mut agents: Vec<String> = Vec::new();
        for player in &file.players {
            let beside = Path::new(path).with_file_name(player);
            let agent = match beside.exists() {
                true => format!("aip:{}", beside.display()),
                false => format!("aip:{}", player.trim_end_matches(".aip")),
            };
            if !agents.contains(&agent) {
                agents.push(agent);
            }
        }
        let games = if file.both_ways { 2 * games } else { games };
        let (first_versus, one_way) = (file.first_versus, !file.both_ways);
        let game = game.unwrap_or("grid").to_string();
        Ok(Tournament { game, agents, games, seed: default_seed(), first_versus, one_way })
    }

    /// Reads a tournament file.
    pub fn read(path: &str) -> Result<Tournament, BadInput> {
        let text = read_file(path, "expected a tournament file, or a game with --agents")?;
        toml::from_str(&text).map_err(|e| {
            let line = e.span().map_or(1, |s| text[..s.start].matches('\n').count() + 1);
            BadInput::new(format!("{path}:{line}: {}", e.message().replace('\n', " ")))
        })
    }

    /// The seatings of all groups of agents that can meet.
    pub fn seatings(&self, game: &dyn AnyGame) -> Result<Vec<Seating>, Failure> {
        let seats = game.info().seats.len();
        let bad = |line: String| Err(Failure::BadInput(line));
        if self.games == 0 {
            return bad("0 games: expected at least 1".into());
        }
        if self.agents.len() < seats {
            return bad(format!("{} agents: {} needs at least {seats}", self.agents.len(), game.spec()));
        }
        for (i, agent) in self.agents.iter().enumerate() {
            if self.agents[..i].contains(agent) {
                return bad(format!("agent '{agent}' stands twice"));
            }
            let errors: Vec<BadInput> = (0..seats).filter_map(|s| game.check_agent(agent, s).err()).collect();
            if errors.len() == seats {
                return Err(errors[0].clone().into());
            }
        }
        let mut all = Vec::new();
        for group in groups(self.agents.len(), seats) {
            if self.first_versus && group[0] != 0 {
                continue;
            }
            let sits = |order: &Vec<usize>| {
                order.iter().enumerate().all(|(seat, &a)| game.check_agent(&self.agents[a], seat).is_ok())
            };
            let turned = (0..seats).map(|by| (0..seats).map(|s| group[(s + seats - by) % seats]).collect());
            let mut possible: Vec<(u32, Vec<usize>)> = (0..).zip(turned).filter(|(_, o)| sits(o)).collect();
            if self.one_way {
                possible = possible.pop().into_iter().collect();
            }
            let deals = self.games.div_ceil(possible.len().max(1) as u64);
            all.extend(possible.into_iter().map(|(number, agents)| Seating { agents, number, deals }));
        }
        if all.is_empty() {
            return bad(format!("no {seats} of these agents can sit at one table of {}", game.spec()));
        }
        Ok(all)
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
        self.spot_check(&*game, &seatings, &stored)?;
        (work.progress)(stored.len() as u64);
        let finished: HashSet<(usize, u64)> = stored.iter().map(|g| (g.table, g.deal)).collect();
        let missing: Vec<(usize, u64)> = (0..seatings.iter().map(|s| s.deals).max().unwrap_or(0))
            .flat_map(|deal| (0..seatings.len()).map(move |table| (table, deal)))
            .filter(|&(table, deal)| deal < seatings[table].deals && !finished.contains(&(table, deal)))
            .collect();
        let played = self.play(&*game, &seatings, &missing, &mut store, id, work);
        let games = store.games(id)?;
        if work.stopped() && games.len() < stored.len() + missing.len() {
            let (done, all) = (games.len(), stored.len() + missing.len());
            let line = format!("stopped after {done} of {all} games; the same command goes on from there");
            return Err(Failure::Interrupted(line));
        }
        played?;
        Ok(self.standings(&seatings, &games, began.elapsed().as_secs_f64()))
    }

    /// Plays the first stored game of each table again: other results mean another version of the program.
    fn spot_check(
        &self,
        game: &dyn AnyGame,
        seatings: &[Seating],
        stored: &[StoredGame],
    ) -> Result<(), Failure> {
        for (table, seating) in seatings.iter().enumerate() {
            let Some(first) = stored.iter().find(|g| g.table == table) else { continue };
            let mut same = true;
            let deal = self.deal(seating, first.deal);
            game.play_deals(&self.specs(seating), &[deal], &mut |_, finish| {
                same = finish == first.finish;
                true
            })?;
            if !same {
                let line = "the stored games of this tournament came out differently when played again: \
                            the game or an agent has changed; --fresh starts over";
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
        let pool = work.pool()?;
        let (sender, results) = mpsc::channel();
        std::thread::scope(|scope| {
            let player = scope.spawn(move || {
                pool.install(|| {
                    // Few games to a task keep slow agents on all cores, many save building fast ones anew.
                    let size = (missing.len() / 256).clamp(1, 256);
                    missing.par_chunks(size).try_for_each_with(sender, |sender, chunk| {
                        for (table, seating) in seatings.iter().enumerate() {
                            let deals: Vec<Deal> = chunk
                                .iter()
                                .filter(|(t, _)| *t == table)
                                .map(|&(_, deal)| self.deal(seating, deal))
                                .collect();
                            if deals.is_empty() || work.stopped() {
                                continue;
                            }
                            game.play_deals(&self.specs(seating), &deals, &mut |deal, finish| {
                                let sent = sender.send(StoredGame { table, deal: deal.deal, finish });
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

    fn standings(&self, seatings: &[Seating], games: &[StoredGame], seconds: f64) -> Standings {
        let tables: Vec<TableResult> = seatings
            .iter()
            .enumerate()
            .map(|(table, seating)| {
                let seats = self.specs(seating).into_iter().map(String::from).collect();
                table_result(seats, games.iter().filter(|g| g.table == table))
            })
            .collect();
        Standings {
            ratings: rating::rate(&self.agents, seatings, games),
            tournament: self.clone(),
            played: games.len() as u64,
            tables,
            seconds,
        }
    }
}

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

fn table_result<'a>(seats: Vec<String>, games: impl Iterator<Item = &'a StoredGame>) -> TableResult {
    let (mut sums, mut wins) = (Sums::new(seats.len(), 0), vec![0; seats.len()]);
    let (mut count, mut draws, mut total, mut min, mut max) = (0u64, 0, 0u64, u32::MAX, 0);
    for game in games {
        let payoff = &game.finish.payoff;
        sums.add(payoff.values(), &[]);
        match payoff.best() {
            None => draws += 1,
            Some(best) => wins.iter_mut().zip(payoff.values()).for_each(|(w, v)| *w += u64::from(*v == best)),
        }
        count += 1;
        total += u64::from(game.finish.turns);
        min = min.min(game.finish.turns);
        max = max.max(game.finish.turns);
    }
    let raw = sums.raw();
    let score = Estimate {
        mean: raw.mean.into_iter().map(tidy).collect(),
        stderr: raw.stderr.into_iter().map(tidy).collect(),
    };
    let turns = Turns { mean: tidy(total as f64 / count.max(1) as f64), min, max };
    TableResult { seats, games: count, wins, draws, score, turns }
}

/// All ways to choose `size` of `n`, each in increasing order.
fn groups(n: usize, size: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..size {
        all = all
            .into_iter()
            .flat_map(|group: Vec<usize>| {
                let next = group.last().map_or(0, |l| l + 1);
                (next..n).map(move |i| group.iter().copied().chain([i]).collect())
            })
            .collect();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_combinations() {
        assert_eq!(groups(4, 2).len(), 6);
        assert_eq!(groups(3, 3), [[0, 1, 2]]);
    }

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
        assert_eq!(seatings("tourn9.trn").len(), 4, "players that stand several times count once");
    }

    #[test]
    fn agents_meet_where_they_can_sit() {
        let game = registry::open("lucid:2x3").unwrap();
        let agents = ["random", "simple-blue", "simple-red", "one-axis-blue"].map(String::from).to_vec();
        let tournament = Tournament {
            game: "lucid:2x3".into(),
            agents,
            games: 9,
            seed: 1,
            first_versus: false,
            one_way: false,
        };
        let seatings: Vec<(Vec<usize>, u64)> =
            tournament.seatings(&*game).unwrap().into_iter().map(|s| (s.agents, s.deals)).collect();
        // Blue players sit in seat 0; two of them never meet, and nobody plays itself.
        assert_eq!(
            seatings,
            [(vec![1, 0], 9), (vec![0, 2], 9), (vec![3, 0], 9), (vec![1, 2], 9), (vec![3, 2], 9)]
        );
    }
}
