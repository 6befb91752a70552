//! Section 6.3.3: whether the players stay as good under other rules and from other positions.

use super::tables::*;
use super::{Claim, Experiment, Lab, Measured, Outcome, PUBLISHED_GAMES, agent, wins_error};
use crate::matchup::Matchup;
use crate::report::{Series, lines};
use crate::{Failure, registry};

/// The rules and positions: those of the paper, three other positions, six other rules.
const ENVIRONMENTS: [&str; 10] = [
    "p1vp2",
    "p1vp2,pos=far",
    "p1vp2,pos=mixed",
    "p1vp2,pos=uneven",
    "straight",
    "dice",
    "rout",
    "scattered",
    "growth",
    "survivor",
];

/// All players of the paper.
const PLAYERS: [&str; 16] =
    ["0", "1", "2", "3", "4", "5", "6a", "6b", "6c", "7", "8", "9", "10", "r1", "r2", "r3"];

/// Games of Red against Blue in one environment, in full and in the quick form.
const GAMES: (u64, u64) = (40, 4);

pub fn experiment() -> Experiment {
    let matches = (ENVIRONMENTS.len() * PLAYERS.len() * (PLAYERS.len() - 1)) as u64;
    Experiment {
        id: "grid-environments",
        about: "IR section 6.3.3: whether the players stay as good under six other rule files and from three other positions",
        games: (matches * GAMES.0, matches * GAMES.1),
        run,
    }
}

/// What the tables publish of Red against Blue, out of [`PUBLISHED_GAMES`].
fn published_wins(red: &str, blue: &str) -> Option<f64> {
    let tables = [TABLE_4_4_3, TABLE_4_5_5A, TABLE_4_5_5B, TABLE_4_6_3A, TABLE_4_6_3C, TABLE_5_4B];
    let found = tables.into_iter().flatten().find(|(r, b, _)| (*r, *b) == (red, blue));
    found.map(|(.., wins)| f64::from(*wins))
}

/// The opponents of whom the tables tell, from both sides, under the paper's own rules.
fn published_opponents(player: &str) -> Vec<usize> {
    let told = |other: &str| published_wins(player, other).and(published_wins(other, player)).is_some();
    (0..PLAYERS.len()).filter(|&other| told(PLAYERS[other])).collect()
}

/// The share of games that the tables let a player win against them, with its standard error.
fn published_share(player: &str) -> Option<(f64, f64)> {
    let opponents = published_opponents(player);
    let lost = |other: &str| PUBLISHED_GAMES - published_wins(other, player).unwrap_or(0.0);
    let won: f64 =
        opponents.iter().map(|&o| published_wins(player, PLAYERS[o]).unwrap_or(0.0) + lost(PLAYERS[o])).sum();
    let games = 2.0 * PUBLISHED_GAMES * opponents.len() as f64;
    (!opponents.is_empty()).then(|| (won / games, wins_error(won, games) / games))
}

/// The games that Red wins against Blue, draws counting half, for all pairs of players.
fn all_against_all(rules: &str, each: u64, work: &Lab) -> Result<Vec<Vec<f64>>, Failure> {
    let game = registry::open(&format!("grid:{rules}"))?;
    let mut won = vec![vec![0.0; PLAYERS.len()]; PLAYERS.len()];
    for (a, red) in PLAYERS.iter().enumerate() {
        for (b, blue) in PLAYERS.iter().enumerate().filter(|(b, _)| *b != a) {
            let matchup = Matchup::plain(&[&agent(red), &agent(blue)], each);
            let result = game.run_match(&matchup, work, None)?;
            won[a][b] = result.wins[0] as f64 + result.draws as f64 / 2.0;
        }
    }
    Ok(won)
}

/// Each cell is the share of games that a player wins, from both sides, against the opponents of whom the tables tell, beside the share
/// that they give it under the paper's own rules. Shares of one environment sum up to a constant, so that none is the better for
/// being higher. The plot has all players against all: the x-th is the x-th of the appendix.
fn run(experiment: &Experiment, games: u64, work: &Lab) -> Result<Outcome, Failure> {
    let pairs = (ENVIRONMENTS.len() * PLAYERS.len() * (PLAYERS.len() - 1)) as u64;
    let each = (games / pairs).max(1);
    let (mut cells, mut series) = (Vec::new(), Vec::new());
    for rules in ENVIRONMENTS {
        let won = all_against_all(rules, each, work)?;
        let wins = |player: usize, other: usize| won[player][other] + each as f64 - won[other][player];
        let share = |player: usize, others: &[usize]| {
            let won: f64 = others.iter().map(|&other| wins(player, other)).sum();
            (won, (2 * each) as f64 * others.len() as f64)
        };
        for (player, name) in PLAYERS.iter().enumerate() {
            let Some((published, published_stderr)) = published_share(name) else { continue };
            let (won, played) = share(player, &published_opponents(name));
            let claim = Claim::derived(published).give_or_take(published_stderr).errors(3.0).share_of(1.0);
            cells.push(claim.cell(
                experiment,
                format!("{rules}: share that {name} wins, published of p1vp2"),
                Measured {
                    value: won / played,
                    stderr: wins_error(won, played) / played,
                    games: played as u64,
                },
            ));
        }
        let all = |player: usize| {
            let others: Vec<usize> = (0..PLAYERS.len()).filter(|&other| other != player).collect();
            let (won, played) = share(player, &others);
            won / played
        };
        series.push(Series { name: rules.into(), values: (0..PLAYERS.len()).map(all).collect() });
    }
    let title = format!("Share of games won against all others: players {}", PLAYERS.join(", "));
    Ok(Outcome { cells, plots: vec![(title, lines("share of games won", &series))] })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every published game between two of these players has a winner, and all three learners but the first are untold.
    #[test]
    fn shares_are_those_of_the_tables() {
        let share = |player| published_share(player).map(|(share, _)| share);
        // aiPlayer0 met 1, 2, 7 (points only), 8 and r1: the tables of wins have 1, 2, 8 and r1.
        assert_eq!(published_opponents("0"), [1, 2, 10, 13]);
        assert_eq!(share("0"), Some((25.0 + 24.0 + 7.0 + 16.0) / 400.0));
        // reinforcePlayer1 lost 9, 19 and 18 games as Red, 17, 10 and 14 as Blue, out of 1300.
        assert_eq!(share("r1"), Some((1300.0 - 87.0) / 1300.0));
        assert_eq!((share("r2"), share("r3")), (None, None));
    }
}
