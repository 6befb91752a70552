//! How Axis & Allies is written.
//!
//! Steps: `buy:3*infantry`, `attack:3*infantry:red-north-2>blue-north-2`, `raid:1*bomber:red-capital>blue-capital`, `fight`,
//! `retreat:red-north-2`, `break-off` (planes alone), `move:3*infantry:red-capital>red-north-1`, `place:3*infantry@red-capital`, and
//! `done:buy`, `done:attack`, `done:redeploy` at the end of a part. Draws: `down 1`, `damage 7`, `hits 2 1`
//! (on the defenders, on the attackers). States are in `position`.

use std::fmt::Write as _;

use sandtable_core::{BadInput, Choice, Happened, Illegal, Layout, Notation, Scene, Seat};

use super::position;
use super::rules::Axis;
use super::state::{Action, Chance, NOWHERE, Part, Phase, State};
use super::{scene, tell};

/// The nearest of some names to one that is not among them.
fn unknown<'a>(what: &str, name: &str, names: impl Iterator<Item = &'a str>) -> BadInput {
    let likeness = |known: &str| strsim::jaro_winkler(&name.to_lowercase(), known);
    let best = names.max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
    let shown: String = name.chars().take(40).collect();
    if shown.is_empty() {
        return BadInput::new(format!("expected the name of a {what}"));
    }
    match best.filter(|b| likeness(b) > 0.7) {
        Some(best) => BadInput::new(format!("unknown {what} '{shown}'; did you mean '{best}'?")),
        None => BadInput::new(format!("unknown {what} '{shown}'")),
    }
}

impl Axis {
    /// A province's name.
    pub fn place_name(&self, at: u16) -> &str {
        &self.scenario.provinces[usize::from(at)].name
    }

    /// A kind's name.
    pub fn unit_name(&self, unit: u8) -> &str {
        &self.scenario.units[usize::from(unit)].name
    }

    /// A nation's name; neutrals come after the last.
    pub fn nation_name(&self, nation: u8) -> &str {
        self.scenario.nations.get(usize::from(nation)).map_or("neutral", |n| &n.name)
    }

    /// The province of that name.
    pub fn parse_place(&self, name: &str) -> Result<u16, BadInput> {
        let names = || self.scenario.provinces.iter().map(|p| p.name.as_str());
        names().position(|n| n == name).map(|i| i as u16).ok_or_else(|| unknown("province", name, names()))
    }

    /// The kind of that name.
    pub fn parse_unit(&self, name: &str) -> Result<u8, BadInput> {
        let names = || self.scenario.units.iter().map(|u| u.name.as_str());
        names().position(|n| n == name).map(|i| i as u8).ok_or_else(|| unknown("unit", name, names()))
    }

    /// The nation of that name; `neutral` comes after the last.
    pub(super) fn parse_nation(&self, name: &str) -> Result<u8, BadInput> {
        let names = || self.scenario.nations.iter().map(|n| n.name.as_str()).chain(["neutral"]);
        names().position(|n| n == name).map(|i| i as u8).ok_or_else(|| unknown("nation", name, names()))
    }

    /// `3*infantry`
    fn parse_group(&self, text: &str) -> Result<(u8, u16), BadInput> {
        let bad = || BadInput::new(format!("'{text}': expected a number and a unit, like '3*infantry'"));
        let (count, unit) = text.split_once('*').ok_or_else(bad)?;
        let count =
            count.parse::<u16>().ok().filter(|n| *n > 0 && !count.starts_with(['0', '+'])).ok_or_else(bad)?;
        Ok((self.parse_unit(unit)?, count))
    }

    fn parse_path(&self, text: &str) -> Result<(u8, u16, u16, u16), BadInput> {
        let bad = || BadInput::new(format!("'{text}': expected a move like '3*infantry:from>to'"));
        let (group, path) = text.split_once(':').ok_or_else(bad)?;
        let (from, to) = path.split_once('>').ok_or_else(bad)?;
        let (unit, count) = self.parse_group(group)?;
        Ok((unit, count, self.parse_place(from)?, self.parse_place(to)?))
    }

    /// Units in words: `3 infantry, 1 armour`.
    pub fn force_text(&self, counts: &[u16]) -> String {
        let one = |(k, c): (usize, &u16)| format!("{c} {}", self.scenario.units[k].name);
        counts.iter().enumerate().filter(|(_, c)| **c > 0).map(one).collect::<Vec<_>>().join(", ")
    }
}

impl Notation for Axis {
    fn action_text(&self, action: Action) -> String {
        let path = |unit, count, from, to| {
            format!("{count}*{}:{}>{}", self.unit_name(unit), self.place_name(from), self.place_name(to))
        };
        match action {
            Action::Buy { unit, count } => format!("buy:{count}*{}", self.unit_name(unit)),
            Action::Attack { unit, count, from, to } => format!("attack:{}", path(unit, count, from, to)),
            Action::Move { unit, count, from, to } => format!("move:{}", path(unit, count, from, to)),
            Action::Raid { unit, count, from, to } => format!("raid:{}", path(unit, count, from, to)),
            Action::Fight => "fight".into(),
            Action::Retreat(NOWHERE) => "break-off".into(),
            Action::Retreat(to) => format!("retreat:{}", self.place_name(to)),
            Action::Place { unit, count, at } => {
                format!("place:{count}*{}@{}", self.unit_name(unit), self.place_name(at))
            }
            Action::Done(Part::Purchase) => "done:buy".into(),
            Action::Done(Part::Attacks) => "done:attack".into(),
            Action::Done(Part::Moves) => "done:redeploy".into(),
        }
    }

    fn parse_action(&self, text: &str) -> Result<Action, BadInput> {
        let (word, rest) = text.split_once(':').unwrap_or((text, ""));
        match word {
            "fight" if rest.is_empty() => Ok(Action::Fight),
            "break-off" if rest.is_empty() => Ok(Action::Retreat(NOWHERE)),
            "done" => match rest {
                "buy" => Ok(Action::Done(Part::Purchase)),
                "attack" => Ok(Action::Done(Part::Attacks)),
                "redeploy" => Ok(Action::Done(Part::Moves)),
                _ => {
                    let expected = "'done:buy', 'done:attack' or 'done:redeploy'";
                    Err(BadInput::new(format!("'{text}': expected {expected}, as the turn stands")))
                }
            },
            "buy" => self.parse_group(rest).map(|(unit, count)| Action::Buy { unit, count }),
            "retreat" => self.parse_place(rest).map(Action::Retreat),
            "attack" => {
                self.parse_path(rest).map(|(unit, count, from, to)| Action::Attack { unit, count, from, to })
            }
            "move" => {
                self.parse_path(rest).map(|(unit, count, from, to)| Action::Move { unit, count, from, to })
            }
            "raid" => {
                self.parse_path(rest).map(|(unit, count, from, to)| Action::Raid { unit, count, from, to })
            }
            "place" => {
                let bad = || {
                    BadInput::new(format!("'{text}': expected a step like 'place:3*infantry@red-capital'"))
                };
                let (group, at) = rest.split_once('@').ok_or_else(bad)?;
                let (unit, count) = self.parse_group(group)?;
                Ok(Action::Place { unit, count, at: self.parse_place(at)? })
            }
            _ => {
                let words =
                    ["buy", "attack", "move", "raid", "fight", "retreat", "break-off", "place", "done"];
                let near = |known: &&&str| strsim::jaro_winkler(word, known) > 0.7;
                match words.iter().find(near) {
                    Some(_) => Err(unknown("step", word, words.into_iter())),
                    None => Err(BadInput::new(format!("'{word}': expected one of {}", words.join(", ")))),
                }
            }
        }
    }

    fn chance_text(&self, _state: &State, chance: Chance) -> String {
        match chance {
            Chance::Down(n) => format!("down {n}"),
            Chance::Damage(n) => format!("damage {n}"),
            Chance::Hits(theirs, ours) => format!("hits {theirs} {ours}"),
        }
    }

    fn parse_chance(&self, state: &State, text: &str) -> Result<Chance, BadInput> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let bad = || BadInput::new(format!("'{text}': expected 'down N', 'damage N' or 'hits N N'"));
        let number = |text: &str| text.parse::<u32>().map_err(|_| bad());
        let chance = match words[..] {
            ["down", n] => Chance::Down(number(n)?),
            ["damage", n] => Chance::Damage(number(n)?),
            ["hits", theirs, ours] => Chance::Hits(number(theirs)?, number(ours)?),
            _ => return Err(bad()),
        };
        match self.can_happen(state, chance) {
            true => Ok(chance),
            false => Err(BadInput::new(format!("'{text}' cannot happen here"))),
        }
    }

    fn state_text(&self, state: &State) -> String {
        position::text(self, state)
    }

    fn parse_state(&self, text: &str) -> Result<State, BadInput> {
        position::parse(self, text)
    }

    fn draw(&self, view: &State) -> String {
        self.draw_all(view)
    }

    fn draw_all(&self, state: &State) -> String {
        let mut text = String::new();
        for (at, province) in self.scenario.provinces.iter().enumerate() {
            let forces: Vec<String> = (0..=self.nations() as u8)
                .map(|n| (n, self.force_text(self.counts(state, at as u16, n))))
                .filter(|(_, force)| !force.is_empty())
                .map(|(n, force)| match n == state.owner[at] {
                    true => force,
                    false => format!("{}: {force}", self.nation_name(n)),
                })
                .collect();
            if !self.land(at as u16) && forces.is_empty() {
                continue;
            }
            let owner = self.scenario.nations.get(usize::from(state.owner[at])).map_or("-", |n| &n.name);
            let _ = writeln!(
                text,
                "{:<16} {:>3} {:<10} {}",
                province.name,
                province.worth,
                owner,
                forces.join("; ")
            );
        }
        let money = self.scenario.nations.iter().zip(&state.money).enumerate();
        for (n, (nation, money)) in money {
            let income = self.income(state, n as u8);
            let _ = write!(text, "{} {money} (+{income})  ", nation.name);
        }
        if state.bought.iter().any(|&c| c > 0) {
            let _ = write!(text, " bought: {}", self.force_text(&state.bought));
        }
        let _ = write!(text, "\nRound {}: {}", state.round, position::to_do(self, state));
        text
    }

    fn stakes_text(&self, state: &State, action: Action) -> Option<String> {
        self.stakes(state, action)
    }

    fn branching(&self, state: &State) -> Vec<(&'static str, f64)> {
        self.formulas(state)
    }

    fn layout(&self) -> Layout {
        self.picture().clone()
    }

    fn scene(&self, view: &State) -> Scene {
        scene::scene(self, view)
    }

    fn scene_all(&self, state: &State) -> Scene {
        scene::scene(self, state)
    }

    fn choice(&self, state: &State, action: Action) -> Choice {
        tell::choice(self, state, action)
    }

    fn drafts(&self, state: &State) -> bool {
        matches!(state.phase, Phase::Purchase { .. } | Phase::Combat | Phase::Redeploy)
    }

    fn meant(&self, state: &State, from: usize, to: usize) -> Result<Vec<Action>, Illegal> {
        let because = |why: String| Err(Illegal(why.into()));
        if from.max(to) >= self.provinces() {
            return because("there is no such province".into());
        }
        let (from, to) = (from as u16, to as u16);
        let before = matches!(state.phase, Phase::Purchase { .. } | Phase::Combat);
        if !before && state.phase != Phase::Redeploy {
            return because("units do not march now".into());
        }
        if from == to {
            return because(format!(
                "units in {} are there already: point to another province",
                self.place_words(to)
            ));
        }
        let counts = self.counts(state, from, state.mover);
        let kinds = (0..self.kinds() as u8).filter(|&k| counts[usize::from(k)] > 0);
        let order = |unit: u8| match before {
            true => Action::Attack { unit, count: 1, from, to },
            false => Action::Move { unit, count: 1, from, to },
        };
        let mut found: Vec<Action> =
            kinds.filter(|&k| self.scenario.units[usize::from(k)].fights()).map(order).collect();
        if found.is_empty() {
            return because(format!(
                "you have no units in {} that could go anywhere",
                self.place_words(from)
            ));
        }
        // Whoever points to one's own side before the battles may mean to move after them.
        if before && self.friendly(state, to) {
            found.extend(found.clone().into_iter().filter_map(|order| match order {
                Action::Attack { unit, count, from, to } => Some(Action::Move { unit, count, from, to }),
                _ => None,
            }));
        }
        Ok(found)
    }

    fn tell(&self, before: &State, happened: Happened<Action, Chance>, _seat: Option<Seat>) -> String {
        tell::tell(self, before, happened)
    }
}

impl Axis {
    /// What going on with a battle may bring.
    fn stakes(&self, state: &State, action: Action) -> Option<String> {
        let (Phase::Decide { at }, Action::Fight) = (state.phase, action) else { return None };
        let (mut attackers, mut defenders) = (Vec::new(), Vec::new());
        self.attackers(state, at, &mut attackers);
        self.defenders(state, at, &mut defenders);
        let odds = super::battle::summary(&self.setup(&attackers, &defenders));
        Some(format!(
            "{} against {}: {:.1} % taken, loses {:.1} for {:.1}",
            self.force_text(&attackers),
            self.force_text(&defenders),
            100.0 * odds.taken,
            odds.attacker_loss,
            odds.defender_loss
        ))
    }
}
