//! The page of a tournament.

use std::fmt::Write as _;

use super::{Bar, Origin, escape, page, whiskers};
use crate::rating::Interval;
use crate::tournament::Standings;

/// The page of a tournament.
pub fn tournament(standings: &Standings, origin: &Origin) -> String {
    let tournament = &standings.tournament;
    let bars: Vec<Bar> = standings
        .ratings
        .iter()
        .map(|r| Bar {
            label: r.agent.clone(),
            value: r.strength.value,
            range: (r.strength.low.unwrap_or(r.strength.value), r.strength.high.unwrap_or(r.strength.value)),
            reference: None,
        })
        .collect();
    let mut body = format!(
        "<p>{} games of <code>{}</code>, seed {}.</p>\n{}",
        standings.played,
        escape(&tournament.game),
        tournament.seed,
        whiskers("Strength", "points per game above the mean of the group, 95 % intervals", &bars),
    );
    body += "<h2>Ratings</h2><table><tr><th>agent<th>games<th>strength<th>95 %<th>Elo<th>95 %\
             <th>worst payoff<th>95 %<th>against<th>Nash<th>payoff v Nash</tr>";
    for r in &standings.ratings {
        let elo = r.elo.map_or("<td>–<td>–".into(), |e| estimate(e, 0));
        let (agent, strength) = (escape(&r.agent), estimate(r.strength, 3));
        let worst = r.worst.as_ref().map_or("<td>–<td>–<td>–".into(), |w| {
            format!("{}<td>{}", estimate(w.payoff, 3), escape(&w.opponent))
        });
        let nash = r.nash.map_or("<td>–<td>–".into(), |n| {
            format!("<td>{:.0} %<td>{:+.3}", 100.0 * n.weight, n.payoff)
        });
        let _ = write!(body, "<tr><td>{agent}<td>{}{strength}{elo}{worst}{nash}</tr>", r.games);
    }
    body += "</table>";
    if standings.summed {
        body += "<p>Elo is from whole deals: who got more in both seats together has won.</p>";
    }
    body += "<h2>Two by two</h2><table><tr><th>agents<th>deals<th>payoffs<th>lead of the first<th>95 %</tr>";
    for d in &standings.duels {
        let lead = d.lead.map_or("<td>–<td>–".into(), |lead| estimate(lead, 3));
        let [first, second] = d.payoff.map(|p| format!("{:+.3}", p.value));
        let agents = escape(&d.agents.join(" – "));
        let _ = write!(body, "<tr><td>{agents}<td>{}<td>{first} – {second}{lead}</tr>", d.deals);
    }
    body += "</table>";
    for circle in &standings.circles {
        let line = format!("Circle: {} beats {}.", circle.join(" beats "), circle[0]);
        let _ = write!(body, "<p>{}</p>", escape(&line));
    }
    body += "<h2>Tables</h2><table><tr><th>seats<th>games<th>wins<th>draws<th>payoff of the first seat<th>turns</tr>";
    for t in &standings.tables {
        let wins: Vec<String> = t.wins.iter().map(u64::to_string).collect();
        let _ = write!(
            body,
            "<tr><td>{}<td>{}<td>{}<td>{}<td>{}<td>{:.1}</tr>",
            escape(&t.seats.join(" – ")),
            t.games,
            wins.join(" – "),
            t.draws,
            t.score.text(0, 3),
            t.turns.mean
        );
    }
    body += "</table>";
    for (agent, mishaps) in standings.mishaps() {
        let _ = write!(body, "<p class=\"mishap\">{}</p>", escape(&mishaps.text(agent)));
    }
    page(&format!("Tournament of {}", tournament.game), &body, origin)
}

/// An estimate and its interval as two cells of a table.
fn estimate(interval: Interval, digits: usize) -> String {
    let Interval { value, low, high } = interval;
    let range = low
        .zip(high)
        .map_or("too few games".into(), |(low, high)| format!("{low:+.digits$} … {high:+.digits$}"));
    format!("<td>{value:+.digits$}<td>{range}")
}
