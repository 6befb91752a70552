//! Positions in words: one statement a line, or several with `;` between. What a statement does not mention is as it was at the start,
//! but units stand only where the position says so.
//!
//! ```text
//! round 3: russians to buy            # or: to attack, to redeploy; the rest is for records
//! money: russians=24 italians=31
//! red-capital russians: infantry=7 factory=1 aa-gun=1
//! blue-north-2 russians: infantry=2   # taken from the italians
//! blue-north-1 italians: infantry=1 | russians infantry=3   # a battle: the others after a bar
//! ```

use std::fmt::Write as _;

use sandtable_core::BadInput;

use super::rules::Axis;
use super::scenario::{Domain, Terrain};
use super::state::{Key, MAX_COUNT, MAX_MONEY, Moved, NOBODY, NOWHERE, Phase, Sortie, State};

/// The stages of the moves of a phase, in their order.
const STAGES: [&str; 4] = ["planes", "units", "far-blitz", "blitz"];

/// What is to be decided or rolled.
pub(super) fn to_do(game: &Axis, state: &State) -> String {
    let who = game.nation_name(state.mover);
    let place = |at: u16| game.place_name(at).to_string();
    match state.phase {
        Phase::Purchase { next: 0 } => format!("{who} to buy"),
        Phase::Purchase { next } => format!("{who} to buy {next}"),
        Phase::Combat => format!("{who} to attack"),
        Phase::Overflight { at, unit, count, passed, left, raid, combat } => format!(
            "{who} to overfly {} {} {count} {passed} {left} {} {}",
            place(at),
            game.unit_name(unit),
            u8::from(raid),
            u8::from(combat)
        ),
        Phase::RaidFlak { at } => format!("{who} to pass-flak {}", place(at)),
        Phase::Bombs { at } => format!("{who} to bomb {}", place(at)),
        Phase::Flak { at, unit } => format!("{who} to face-flak {} {}", place(at), game.unit_name(unit)),
        Phase::Fire { at } => format!("{who} to fire {}", place(at)),
        Phase::Decide { at } => format!("{who} to decide {}", place(at)),
        Phase::Redeploy => format!("{who} to redeploy"),
        Phase::Place { after: NOWHERE } => format!("{who} to place"),
        Phase::Place { after } => format!("{who} to place {}", place(after)),
        Phase::Over => format!("{who} ended"),
    }
}

fn list(game: &Axis, counts: &[u16]) -> String {
    let mut text = String::new();
    for (k, count) in counts.iter().enumerate().filter(|(_, c)| **c > 0) {
        let _ = write!(text, " {}={count}", game.unit_name(k as u8));
    }
    text
}

/// A position on one line.
pub(super) fn text(game: &Axis, state: &State) -> String {
    let mut parts = vec![format!("round {}: {}", state.round, to_do(game, state))];
    let money: Vec<String> =
        state.money.iter().enumerate().map(|(n, m)| format!("{}={m}", game.nation_name(n as u8))).collect();
    parts.push(format!("money: {}", money.join(" ")));
    for at in 0..game.provinces() as u16 {
        let owner = state.owner[usize::from(at)];
        let holder = if owner == NOBODY { game.nations() as u8 } else { owner };
        let here = |n: u8| game.counts(state, at, n);
        let empty = (0..=game.nations() as u8).all(|n| here(n).iter().all(|&c| c == 0));
        if empty && game.scenario.provinces[usize::from(at)].owner.unwrap_or(NOBODY) == owner {
            continue;
        }
        let mut part =
            format!("{} {}:{}", game.place_name(at), game.nation_name(holder), list(game, here(holder)));
        for n in (0..=game.nations() as u8).filter(|&n| n != holder && here(n).iter().any(|&c| c > 0)) {
            let _ = write!(part, " | {}{}", game.nation_name(n), list(game, here(n)));
        }
        parts.push(part);
    }
    let place = |at: u16| if at == NOWHERE { "-".to_string() } else { game.place_name(at).to_string() };
    if let Some((stage, from, unit, to, raid)) = state.after {
        let (stage, unit) = (STAGES[usize::from(stage)], game.unit_name(unit));
        parts.push(format!("after: {stage} {} {unit} {} {}", place(from), place(to), u8::from(raid)));
    }
    for s in &state.sorties {
        let Sortie { from, unit, to, raid, range, count } = *s;
        let unit = game.unit_name(unit);
        parts.push(format!(
            "sortie: {} {unit} {count} {} {range} {}",
            place(from),
            place(to),
            u8::from(raid)
        ));
    }
    for m in &state.moved {
        let unit = game.unit_name(m.unit);
        parts.push(format!("moved: {} {unit} {} {} {}", place(m.at), m.count, m.left, u8::from(m.raid)));
    }
    let places = |all: &[u16]| all.iter().map(|&p| place(p)).collect::<Vec<_>>().join(" ");
    if !state.raids.is_empty() {
        parts.push(format!("raids: {}", places(&state.raids)));
    }
    if !state.taken.is_empty() {
        parts.push(format!("taken: {}", places(&state.taken)));
    }
    for &(at, from) in &state.came {
        parts.push(format!("came: {} {}", place(at), place(from)));
    }
    if state.bought.iter().any(|&c| c > 0) {
        parts.push(format!("bought:{}", list(game, &state.bought)));
    }
    for &(at, count) in &state.placed {
        parts.push(format!("placed: {} {count}", place(at)));
    }
    if state.hurt != (0, 0) {
        parts.push(format!("hurt: {} {}", state.hurt.0, state.hurt.1));
    }
    if state.held {
        parts.push("held: 1".into());
    }
    parts.join("; ")
}

struct Reader<'g> {
    game: &'g Axis,
    state: State,
    to_do: Option<(usize, String)>,
}

fn bad<T>(what: impl Into<String>) -> Result<T, BadInput> {
    Err(BadInput::new(what))
}

/// Reads a position; errors name the line where there are several.
pub(super) fn parse(game: &Axis, text: &str) -> Result<State, BadInput> {
    let mut state = sandtable_core::Game::start(game);
    state.units.fill(0);
    state.phase = Phase::Combat;
    let mut reader = Reader { game, state, to_do: None };
    let lines = text.lines().count();
    let named = |line: usize, e: BadInput| match lines {
        0 | 1 => e,
        _ => BadInput::new(format!("line {line}: {}", e.0)),
    };
    for (i, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or("");
        for statement in line.split(';').map(str::trim).filter(|s| !s.is_empty()) {
            reader.statement(i + 1, statement).map_err(|e| named(i + 1, e))?;
        }
    }
    let Some((line, to_do)) = reader.to_do.take() else {
        return bad("expected a statement like 'round 3: russians to buy'");
    };
    reader.phase(&to_do).map_err(|e| named(line, e))?;
    game.valid(&reader.state)?;
    Ok(reader.state)
}

impl Reader<'_> {
    fn number(&self, text: &str, most: u16) -> Result<u16, BadInput> {
        let found = text.parse::<u16>().ok().filter(|n| *n <= most);
        found.ok_or_else(|| BadInput::new(format!("'{text}': expected a whole number up to {most}")))
    }

    fn flag(&self, text: &str) -> Result<bool, BadInput> {
        Ok(self.number(text, 1)? == 1)
    }

    /// `infantry=3 armour=1`
    fn counts(&self, text: &str) -> Result<Vec<(usize, u16)>, BadInput> {
        let one = |word: &str| {
            let (unit, count) = word.split_once('=').ok_or_else(|| {
                BadInput::new(format!("'{word}': expected a unit and a number, like 'infantry=3'"))
            })?;
            Ok((usize::from(self.game.parse_unit(unit)?), self.number(count, MAX_COUNT)?))
        };
        text.split_whitespace().map(one).collect()
    }

    fn statement(&mut self, line: usize, text: &str) -> Result<(), BadInput> {
        let Some((head, rest)) = text.split_once(':') else {
            return bad(format!("'{text}': expected a statement with ':'"));
        };
        let words: Vec<&str> = rest.split_whitespace().collect();
        let heads: Vec<&str> = head.split_whitespace().collect();
        let game = self.game;
        match (&heads[..], &words[..]) {
            (["round", number], _) => {
                if self.to_do.is_some() {
                    return bad("the round is told twice");
                }
                self.state.round = self.number(number, game.scenario.rules.rounds + 1)?;
                self.to_do = Some((line, rest.trim().to_string()));
            }
            (["money"], _) => {
                for word in words {
                    let Some((nation, money)) = word.split_once('=') else {
                        return bad(format!("'{word}': expected a nation and a number, like 'russians=24'"));
                    };
                    let n = usize::from(game.parse_nation(nation)?);
                    if n >= game.nations() {
                        return bad("neutrals have no money");
                    }
                    self.state.money[n] = self.number(money, MAX_MONEY)?;
                }
            }
            (["after"], [stage, from, unit, to, raid]) => {
                self.state.after = Some(self.key(stage, from, unit, to, raid)?);
            }
            (["sortie"], [from, unit, count, to, range, raid]) => {
                let (from, to) = (game.parse_place(from)?, game.parse_place(to)?);
                let (unit, raid) = (game.parse_unit(unit)?, self.flag(raid)?);
                let (count, range) = (self.number(count, MAX_COUNT)?, self.number(range, 20)? as u8);
                let same =
                    |s: &Sortie| (s.from, s.unit, s.to, s.raid, s.range) == (from, unit, to, raid, range);
                if count == 0 || self.state.sorties.iter().any(same) {
                    return bad("a sortie is told twice, or has no planes");
                }
                self.state.send(Sortie { from, unit, to, raid, range, count });
            }
            (["moved"], [at, unit, count, left, raid]) => {
                let (at, unit) = (game.parse_place(at)?, game.parse_unit(unit)?);
                let (count, left) = (self.number(count, MAX_COUNT)?, self.number(left, 20)? as u8);
                let raid = self.flag(raid)?;
                if self.state.moved.iter().any(|m| (m.at, m.unit, m.left, m.raid) == (at, unit, left, raid)) {
                    return bad("the same units have moved twice");
                }
                if count == 0 {
                    return bad("no units have moved");
                }
                self.state.note(Moved { at, unit, left, raid, count });
            }
            (["raids"], _) => self.state.raids = self.places(&words)?,
            (["taken"], _) => self.state.taken = self.places(&words)?,
            (["came"], [at, from]) => {
                let pair = (game.parse_place(at)?, game.parse_place(from)?);
                match self.state.came.binary_search(&pair) {
                    Ok(_) => return bad("units came twice from one place"),
                    Err(i) => self.state.came.insert(i, pair),
                }
            }
            (["bought"], _) => {
                for (k, count) in self.counts(rest)? {
                    self.state.bought[k] = count;
                }
            }
            (["placed"], [at, count]) => {
                let at = game.parse_place(at)?;
                let count = self.number(count, MAX_COUNT)?;
                match self.state.placed.binary_search_by_key(&at, |(p, _)| *p) {
                    Ok(_) => return bad("units were placed twice at one place"),
                    Err(i) => self.state.placed.insert(i, (at, count)),
                }
            }
            (["hurt"], [ours, theirs]) => {
                let hits = |text: &str| {
                    let expected = || BadInput::new(format!("'{text}': expected a whole number"));
                    text.parse::<u32>().map_err(|_| expected())
                };
                self.state.hurt = (hits(ours)?, hits(theirs)?);
            }
            (["held"], [held]) => self.state.held = self.flag(held)?,
            ([province, owner], _) => self.province(province, owner, rest)?,
            _ => {
                return bad(format!(
                    "'{text}': expected 'PROVINCE OWNER: units', 'round', 'money' or another statement"
                ));
            }
        }
        Ok(())
    }

    fn key(&self, stage: &str, from: &str, unit: &str, to: &str, raid: &str) -> Result<Key, BadInput> {
        let Some(number) = STAGES.iter().position(|s| *s == stage) else {
            return bad(format!("'{stage}': expected one of {}", STAGES.join(", ")));
        };
        let (from, to) = (self.game.parse_place(from)?, self.game.parse_place(to)?);
        Ok((number as u8, from, self.game.parse_unit(unit)?, to, self.flag(raid)?))
    }

    fn places(&self, words: &[&str]) -> Result<Vec<u16>, BadInput> {
        let mut all = words.iter().map(|w| self.game.parse_place(w)).collect::<Result<Vec<_>, _>>()?;
        all.sort_unstable();
        all.dedup();
        Ok(all)
    }

    fn province(&mut self, province: &str, owner: &str, rest: &str) -> Result<(), BadInput> {
        let game = self.game;
        let at = game.parse_place(province)?;
        let holder = game.parse_nation(owner)?;
        self.state.owner[usize::from(at)] =
            if usize::from(holder) == game.nations() { NOBODY } else { holder };
        for (i, group) in rest.split('|').enumerate() {
            let (nation, units) = match i {
                0 => (holder, group),
                _ => {
                    let group = group.trim();
                    let (nation, units) = group.split_once(char::is_whitespace).unwrap_or((group, ""));
                    (game.parse_nation(nation)?, units)
                }
            };
            for (k, count) in self.counts(units)? {
                let kind = &game.scenario.units[k];
                let fits = match (game.scenario.provinces[usize::from(at)].terrain, kind.domain) {
                    (Terrain::Impassable, _) => false,
                    (Terrain::Land, domain) => domain != Domain::Sea,
                    (Terrain::Water, domain) => domain == Domain::Sea,
                };
                if !fits {
                    return bad(format!("{} cannot be at {province}", kind.name));
                }
                let slot = &mut game.counts_mut(&mut self.state, at, nation)[k];
                if *slot > 0 {
                    return bad(format!("{} at {province} is told twice", kind.name));
                }
                *slot = count;
            }
        }
        Ok(())
    }

    fn phase(&mut self, text: &str) -> Result<(), BadInput> {
        let game = self.game;
        let words: Vec<&str> = text.split_whitespace().collect();
        let expected =
            || BadInput::new(format!("'{text}': expected who is to do what, like 'russians to buy'"));
        let (nation, what, rest) = match &words[..] {
            [nation, "to", what, rest @ ..] => (nation, *what, rest),
            [nation, "ended"] => (nation, "ended", &[][..]),
            _ => return Err(expected()),
        };
        let mover = game.parse_nation(nation)?;
        if usize::from(mover) >= game.nations() {
            return bad("neutrals do not move");
        }
        self.state.mover = mover;
        self.state.phase = match (what, rest) {
            ("buy", []) => Phase::Purchase { next: 0 },
            ("buy", [next]) => Phase::Purchase { next: self.number(next, 255)? as u8 },
            ("attack", []) => Phase::Combat,
            ("redeploy", []) => Phase::Redeploy,
            ("place", []) => Phase::Place { after: NOWHERE },
            ("place", [at]) => Phase::Place { after: game.parse_place(at)? },
            ("ended", []) => Phase::Over,
            ("pass-flak", [at]) => Phase::RaidFlak { at: game.parse_place(at)? },
            ("bomb", [at]) => Phase::Bombs { at: game.parse_place(at)? },
            ("face-flak", [at, unit]) => {
                Phase::Flak { at: game.parse_place(at)?, unit: game.parse_unit(unit)? }
            }
            ("fire", [at]) => Phase::Fire { at: game.parse_place(at)? },
            ("decide", [at]) => Phase::Decide { at: game.parse_place(at)? },
            ("overfly", [at, unit, count, passed, left, raid, combat]) => Phase::Overflight {
                at: game.parse_place(at)?,
                unit: game.parse_unit(unit)?,
                count: self.number(count, MAX_COUNT)?,
                passed: self.number(passed, 20)? as u8,
                left: self.number(left, 20)? as u8,
                raid: self.flag(raid)?,
                combat: self.flag(combat)?,
            },
            _ => return Err(expected()),
        };
        Ok(())
    }
}
