//! The games of a tournament, by table and by deal.

use crate::store::StoredGame;
use crate::tournament::{Seating, by_table};

/// The games of a table, by deal.
#[derive(Clone, Copy)]
pub(crate) struct Played<'a> {
    pub agents: &'a [usize],
    pub games: &'a [StoredGame],
}

/// The tables at which something was played.
pub(crate) fn played<'a>(seatings: &'a [Seating], games: &'a [StoredGame]) -> Vec<Played<'a>> {
    let tables = seatings.iter().zip(by_table(seatings.len(), games)).filter(|(_, games)| !games.is_empty());
    tables.map(|(seating, games)| Played { agents: &seating.agents, games }).collect()
}

/// The games with the payoffs of a deal summed over both seatings of two agents, where both were played.
pub(super) fn sums_of_deals(seatings: &[Seating], games: &[StoredGame]) -> Vec<StoredGame> {
    let tables: Vec<&[StoredGame]> = by_table(seatings.len(), games).collect();
    let turned = |s: &Seating| seatings.iter().position(|t| t.agents.iter().eq(s.agents.iter().rev()));
    let turned: Vec<Option<usize>> = seatings.iter().map(turned).collect();
    let sum = |game: &StoredGame| {
        let mut game = game.clone();
        let other = turned[game.table].and_then(|table| {
            let at = tables[table].binary_search_by_key(&game.deal, |g| g.deal).ok()?;
            Some(tables[table][at].finish.payoff)
        });
        if let Some(other) = other {
            let values = game.finish.payoff.values_mut();
            values.iter_mut().zip(other.values().iter().rev()).for_each(|(v, o)| *v += o);
        }
        game
    };
    games.iter().map(sum).collect()
}

/// How many deals have been played at some table.
pub(super) fn deals(tables: &[Played]) -> u64 {
    let mut deals = 0;
    each_deal(tables, |_| deals += 1);
    deals
}

/// Visits the games of one deal after the other, each with the number of its table.
pub(crate) fn each_deal<'a>(tables: &[Played<'a>], mut visit: impl FnMut(&[(usize, &'a StoredGame)])) {
    let mut next = vec![0; tables.len()];
    let mut same = Vec::new();
    loop {
        let waiting = |(table, &next): (usize, &usize)| tables[table].games.get(next).map(|g| g.deal);
        let Some(deal) = next.iter().enumerate().filter_map(waiting).min() else { return };
        same.clear();
        for (table, next) in next.iter_mut().enumerate() {
            if let Some(game) = tables[table].games.get(*next).filter(|g| g.deal == deal) {
                same.push((table, game));
                *next += 1;
            }
        }
        visit(&same);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::episode::Finish;
    use sandtable_core::Payoff;

    /// Each plays both sides once, and the results are summed; a table without its counterpart stays as it is.
    #[test]
    fn results_of_a_deal_are_summed_over_both_seatings() {
        let table =
            |agents: [usize; 2]| Seating { agents: agents.to_vec(), number: 0, deals: 2, first_deal: 0 };
        let seatings = [table([0, 1]), table([1, 0]), table([2, 0])];
        let game = |table, deal, first| StoredGame {
            table,
            deal,
            finish: Finish { payoff: Payoff::zero_sum(first), turns: 1 },
            mishaps: Vec::new(),
        };
        let games = [game(0, 0, 5.0), game(0, 1, 3.0), game(1, 0, 4.0), game(1, 1, 9.0), game(2, 0, 1.0)];
        let sums = sums_of_deals(&seatings, &games);
        let first: Vec<f64> = sums.iter().map(|g| g.finish.payoff.values()[0]).collect();
        assert_eq!(first, [1.0, -6.0, -1.0, 6.0, 1.0]);
        assert_eq!(sums[0].finish.payoff.values()[1], -1.0);
    }
}
