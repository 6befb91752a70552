//! Entrants: agents that play only some seats, joined by `+` into one that can take every seat.
//!
//! `one-axis-blue+dist-exp-red` plays Blue with the one and Red with the other. Two such pairs meet on equal terms when each plays
//! both sides once (FFI report, section 3.1: a symmetric game has the value 0), so one list can rate them all. An agent
//! for one seat alone takes that seat; the others take what is left, in the order of the seats, and a lone one takes all of it.

use sandtable_core::{BadInput, SeatInfo, Seats};

/// The agents that a text joins. `places` says where the agent of a name can sit, if there is one. Behind the colon of a spec a `+` may
/// belong to a value, such as `tiers=bayes+tsetlin` or `propose=planner+card-hunter`: there it joins only if an agent's
/// name follows, and never behind an agent that plays every seat, which needs nobody beside it.
pub fn members(text: &str, places: impl Fn(&str) -> Option<Seats>) -> Vec<&str> {
    let mut members = Vec::new();
    let mut start = 0;
    for (at, _) in text.match_indices('+') {
        let next = &text[at + 1..];
        let name = &next[..next.find([':', '+', ',']).unwrap_or(next.len())];
        let joins = match text[start..at].split_once(':') {
            Some((agent, _)) => places(agent) != Some(Seats::Any) && places(name).is_some(),
            None => true,
        };
        if joins {
            members.push(&text[start..at]);
            start = at + 1;
        }
    }
    members.push(&text[start..]);
    members
}

/// Which member plays each seat: every seat is played by one, and every member plays one.
pub fn assign(seats: &[SeatInfo], members: &[(&str, Seats)]) -> Result<Vec<usize>, BadInput> {
    let mut played: Vec<Option<usize>> = vec![None; seats.len()];
    for (i, (name, places)) in members.iter().enumerate() {
        let Seats::Only(seat) = *places else { continue };
        if let Some(other) = played[seat].replace(i) {
            let line = format!("{} and {name} both play {}", members[other].0, seats[seat].name);
            return Err(BadInput::new(format!("{line}: expected one agent for each seat")));
        }
    }
    let free: Vec<usize> = (0..seats.len()).filter(|&seat| played[seat].is_none()).collect();
    let rest: Vec<usize> = (0..members.len()).filter(|&i| members[i].1 == Seats::Any).collect();
    let names = |list: &[usize]| list.iter().map(|&s| seats[s].name.as_str()).collect::<Vec<_>>().join(", ");
    match (rest.as_slice(), free.as_slice()) {
        ([one], [_, ..]) => free.iter().for_each(|&seat| played[seat] = Some(*one)),
        (rest, free) if rest.len() == free.len() => {
            free.iter().zip(rest).for_each(|(&seat, &i)| played[seat] = Some(i));
        }
        ([], free) => {
            return Err(BadInput::new(format!("nobody plays {}: expected one agent more", names(free))));
        }
        (rest, []) => {
            return Err(BadInput::new(format!("no seat is left for {}", members[rest[0]].0)));
        }
        (rest, free) => {
            let line = format!("{} agents for {} ({})", rest.len(), free.len(), names(free));
            return Err(BadInput::new(format!("{line}: expected one, or one for each of these seats")));
        }
    }
    Ok(played.into_iter().map(|i| i.expect("every seat has been given away")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(names: &[&str]) -> Vec<SeatInfo> {
        names.iter().enumerate().map(|(team, name)| SeatInfo { name: name.to_string(), team }).collect()
    }

    #[test]
    fn a_plus_joins_agents_and_not_values() {
        let places = |name: &str| match name {
            "blue" => Some(Seats::Only(0)),
            "red" => Some(Seats::Only(1)),
            "automata" | "mcts" => Some(Seats::Any),
            _ => None,
        };
        for (text, expect) in [
            ("blue", &["blue"][..]),
            ("blue+red", &["blue", "red"]),
            ("bleu+rad", &["bleu", "rad"]),
            ("blue:axis=C+red:x=1,y=2", &["blue:axis=C", "red:x=1,y=2"]),
            ("automata:tiers=bayes+tsetlin,rounds=2+3", &["automata:tiers=bayes+tsetlin,rounds=2+3"]),
            ("red+automata:tiers=bayes+tsetlin", &["red", "automata:tiers=bayes+tsetlin"]),
            ("mcts:rollout=blue+red", &["mcts:rollout=blue+red"]),
            ("blue:axis=C+mcts:rollout=blue+red,sims=9", &["blue:axis=C", "mcts:rollout=blue+red,sims=9"]),
            ("blue+", &["blue", ""]),
            ("+", &["", ""]),
        ] {
            assert_eq!(members(text, places), expect, "{text}");
        }
    }

    #[test]
    fn every_seat_is_played_by_one_member() {
        let (any, only) = (Seats::Any, Seats::Only);
        let two = seats(&["blue", "red"]);
        let check = |seats: &[SeatInfo], members: &[(&str, Seats)], expect: Result<&[usize], &str>| {
            let got = assign(seats, members).map_err(|e| e.0);
            assert_eq!(got.as_deref().map_err(String::as_str), expect);
        };
        check(&two, &[("b", only(0)), ("r", only(1))], Ok(&[0, 1]));
        check(&two, &[("r", only(1)), ("b", only(0))], Ok(&[1, 0]));
        check(&two, &[("r", only(1)), ("a", any)], Ok(&[1, 0]));
        check(&two, &[("a", any), ("b", any)], Ok(&[0, 1]));
        check(
            &two,
            &[("b", only(0)), ("c", only(0))],
            Err("b and c both play blue: expected one agent for each seat"),
        );
        check(&two, &[("b", only(0))], Err("nobody plays red: expected one agent more"));
        check(&two, &[("b", only(0)), ("r", only(1)), ("a", any)], Err("no seat is left for a"));
        let four = seats(&["w", "x", "y", "z"]);
        check(&four, &[("a", any), ("x", only(1))], Ok(&[0, 1, 0, 0]));
        check(&four, &[("a", any), ("x", only(1)), ("b", any), ("c", any)], Ok(&[0, 1, 2, 3]));
        check(
            &four,
            &[("a", any), ("x", only(1)), ("b", any)],
            Err("2 agents for 3 (w, y, z): expected one, or one for each of these seats"),
        );
    }
}
