//! How Risk is written.
//!
//! Steps: `alaska+3` (place, or take a free territory), `trade:alaska,alberta,wild1` with `@alaska` for the extra troops, `keep`,
//! `alaska>kamchatka` (attack), `halt`, `enter:3`, `alaska:3>alberta` (move), `stay`. Draws: `deal alaska`, `troop alaska`,
//! `first red`, `lost 1 1` (attacker's, defender's losses in a roll), `left 4 0` (attackers that may fight on, defenders), `card
//! alaska`. States are in `position`.

use std::fmt::Write as _;

use sandtable_core::{BadInput, Choice, Game, Happened, Illegal, Layout, Notation, Scene, Seat, Turn};

use super::cards::{SYMBOLS, kind, symbol};
use super::position;
use super::rules::{COLOURS, Risk};
use super::state::{Action, Chance, MAX_TROOPS, NEUTRAL, NOBODY, Phase, Set, State, WILD, members};
use super::view::View;
use super::{scene, tell};

impl Risk {
    /// What an owner is called.
    pub fn owner_name(owner: usize) -> &'static str {
        if owner == NEUTRAL { "neutral" } else { COLOURS[owner] }
    }

    /// The name of a territory.
    pub fn place_name(&self, place: u8) -> &str {
        &self.map.territories[usize::from(place)].name
    }

    pub(super) fn parse_place(&self, text: &str) -> Result<u8, BadInput> {
        self.map.find(text).map(|t| t as u8)
    }

    /// The name of a card: that of its territory, `wild1` or `wild2`; where pictures do not matter, its symbol.
    pub fn card_name(&self, card: u8) -> String {
        if !self.pictures() {
            SYMBOLS[symbol(card)].into()
        } else if card < WILD {
            self.place_name(card).into()
        } else {
            format!("wild{}", card - WILD + 1)
        }
    }

    pub(super) fn parse_card(&self, text: &str) -> Result<u8, BadInput> {
        if !self.pictures() {
            let named = SYMBOLS.iter().position(|s| *s == text);
            let symbols = || BadInput::new(format!("'{text}': expected {}", SYMBOLS.join(", ")));
            return named.map(kind).ok_or_else(symbols);
        }
        match text {
            "wild1" => Ok(WILD),
            "wild2" => Ok(WILD + 1),
            _ => self.parse_place(text),
        }
    }

    fn card_list(&self, set: Set) -> String {
        let one = |c: usize| match self.pictures() {
            true => format!("{} ({})", self.card_name(c as u8), SYMBOLS[symbol(c as u8)]),
            false => self.card_name(c as u8),
        };
        members(set).map(one).collect::<Vec<_>>().join(", ")
    }

    /// The board by continents, and who is to do what.
    fn board(&self, state: &State) -> String {
        let mut text = String::new();
        for continent in &self.map.continents {
            let _ = write!(text, "{} ({})", continent.name, continent.bonus);
            for t in members(continent.members) {
                let owner = state.owner[t];
                let place = &self.map.territories[t].name;
                match owner {
                    NOBODY => write!(text, "\n  {place:<22} free"),
                    _ => write!(
                        text,
                        "\n  {place:<22} {:<8}{:>4}",
                        Risk::owner_name(usize::from(owner)),
                        state.troops[t]
                    ),
                }
                .expect("writing into memory does not fail");
            }
            text.push('\n');
        }
        let _ = writeln!(text, "turn {}: {}", state.turns + 1, position::to_do(self, state));
        text
    }
}

/// A number of troops.
pub(super) fn parse_troops(text: &str) -> Result<u16, BadInput> {
    let digits = text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
    let number = text.parse().ok().filter(|n| digits && *n <= MAX_TROOPS);
    let given = if text.is_empty() { "nothing".into() } else { format!("'{text}'") };
    number.ok_or_else(|| BadInput::new(format!("{given}: expected a number of troops, 1 to {MAX_TROOPS}")))
}

impl Notation for Risk {
    fn action_text(&self, action: Action) -> String {
        match action {
            Action::Trade { cards, pictured } => {
                let names = cards.map(|c| self.card_name(c)).join(",");
                let at = pictured.map_or(String::new(), |t| format!("@{}", self.place_name(t)));
                format!("trade:{names}{at}")
            }
            Action::Keep => "keep".into(),
            Action::Place { to, troops } => format!("{}+{troops}", self.place_name(to)),
            Action::Attack { from, to } => format!("{}>{}", self.place_name(from), self.place_name(to)),
            Action::Halt => "halt".into(),
            Action::Enter(troops) => format!("enter:{troops}"),
            Action::Fortify { from, to, troops } => {
                format!("{}:{troops}>{}", self.place_name(from), self.place_name(to))
            }
            Action::Stay => "stay".into(),
        }
    }

    fn parse_action(&self, text: &str) -> Result<Action, BadInput> {
        match text {
            "keep" => return Ok(Action::Keep),
            "halt" => return Ok(Action::Halt),
            "stay" => return Ok(Action::Stay),
            _ => {}
        }
        if let Some(rest) = text.strip_prefix("trade:") {
            let (names, at) = rest.split_once('@').map_or((rest, None), |(n, at)| (n, Some(at)));
            let cards = names.split(',').map(|n| self.parse_card(n)).collect::<Result<Vec<u8>, _>>()?;
            let mut cards: [u8; 3] = cards
                .try_into()
                .map_err(|_| BadInput::new(format!("'{text}': expected three cards, with commas")))?;
            cards.sort_unstable();
            return Ok(Action::Trade { cards, pictured: at.map(|t| self.parse_place(t)).transpose()? });
        }
        if let Some(troops) = text.strip_prefix("enter:") {
            return Ok(Action::Enter(parse_troops(troops)?));
        }
        if let Some((to, troops)) = text.split_once('+') {
            return Ok(Action::Place { to: self.parse_place(to)?, troops: parse_troops(troops)? });
        }
        if let Some((from, to)) = text.split_once('>') {
            let to = self.parse_place(to)?;
            return Ok(match from.split_once(':') {
                Some((from, troops)) => {
                    Action::Fortify { from: self.parse_place(from)?, to, troops: parse_troops(troops)? }
                }
                None => Action::Attack { from: self.parse_place(from)?, to },
            });
        }
        let (one, other) = self.map.example();
        Err(BadInput::new(format!(
            "'{text}': expected a step like {one}+3, {one}>{other}, halt, enter:3, {one}:3>{other}, stay, \
             trade:{one},{other},wild1 or keep"
        )))
    }

    fn chance_text(&self, _: &State, chance: Chance) -> String {
        match chance {
            Chance::Deal(t) => format!("deal {}", self.place_name(t)),
            Chance::Spread(t) => format!("troop {}", self.place_name(t)),
            Chance::First(seat) => format!("first {}", COLOURS[usize::from(seat)]),
            Chance::Roll { attacker, defender } => format!("lost {attacker} {defender}"),
            Chance::Fought { attackers, defenders } => format!("left {attackers} {defenders}"),
            Chance::Card(card) => format!("card {}", self.card_name(card)),
        }
    }

    fn parse_chance(&self, state: &State, text: &str) -> Result<Chance, BadInput> {
        let bad = || BadInput::new(format!("'{text}': not a draw that can happen now"));
        let words: Vec<&str> = text.split(' ').collect();
        let number = |n: &str| n.parse::<u16>().map_err(|_| bad());
        let chance = match words[..] {
            ["deal", t] => Chance::Deal(self.parse_place(t)?),
            ["troop", t] => Chance::Spread(self.parse_place(t)?),
            ["first", c] => Chance::First(COLOURS.iter().position(|n| *n == c).ok_or_else(bad)? as u8),
            ["lost", a, d] => Chance::Roll {
                attacker: number(a)?.try_into().map_err(|_| bad())?,
                defender: number(d)?.try_into().map_err(|_| bad())?,
            },
            ["left", a, d] => Chance::Fought { attackers: number(a)?, defenders: number(d)? },
            ["card", c] => Chance::Card(self.parse_card(c)?),
            _ => return Err(bad()),
        };
        if self.turn(state) != Turn::Chance || !self.possible(state, chance) {
            return Err(bad());
        }
        Ok(chance)
    }

    fn state_text(&self, state: &State) -> String {
        position::text(self, state)
    }

    fn parse_state(&self, text: &str) -> Result<State, BadInput> {
        position::parse(self, text)
    }

    fn draw(&self, view: &View) -> String {
        let mut text = self.board(&view.shown);
        let counts: Vec<String> =
            (0..self.options.players).map(|p| format!("{} {}", COLOURS[p], view.held[p])).collect();
        let _ = writeln!(text, "cards held: {}", counts.join(", "));
        let own = view.shown.cards[view.seat];
        if own != 0 {
            let _ = writeln!(text, "{}'s cards: {}", COLOURS[view.seat], self.card_list(own));
        }
        text
    }

    fn draw_all(&self, state: &State) -> String {
        let mut text = self.board(state);
        for p in (0..self.options.players).filter(|&p| state.cards[p] != 0) {
            let _ = writeln!(text, "{}'s cards: {}", COLOURS[p], self.card_list(state.cards[p]));
        }
        text
    }

    fn stakes_text(&self, state: &State, action: Action) -> Option<String> {
        let Action::Attack { from, to } = action else { return None };
        let (a, d) = (state.troops[usize::from(from)] - 1, state.troops[usize::from(to)]);
        let (left_a, left_d) = self.battles.left(a.into(), d.into());
        Some(format!(
            "{a} v {d}: {:.1} % to take it if fought to the end, losing {:.1} for {:.1} on average",
            100.0 * self.battles.win(a.into(), d.into()),
            f64::from(a) - left_a,
            f64::from(d) - left_d
        ))
    }

    fn layout(&self) -> Layout {
        scene::layout(self)
    }

    fn scene(&self, view: &View) -> Scene {
        scene::scene(self, view)
    }

    fn scene_all(&self, state: &State) -> Scene {
        scene::scene_all(self, state)
    }

    fn choice(&self, state: &State, action: Action) -> Choice {
        tell::choice(self, state, action)
    }

    fn meant(&self, state: &State, from: usize, to: usize) -> Result<Vec<Action>, Illegal> {
        let because = |why: String| Err(Illegal(why.into()));
        if from.max(to) >= self.map.len() {
            return because("there is no such territory".into());
        }
        let (source, target) = (from as u8, to as u8);
        let name = |t: u8| self.place_words(t);
        let own = |t: usize| state.own() >> t & 1 == 1;
        match state.phase {
            Phase::Claim | Phase::Muster | Phase::MusterNeutral | Phase::Place => {
                Ok(vec![Action::Place { to: target, troops: 1 }])
            }
            Phase::Trade => because("first you say whether you trade cards".into()),
            Phase::Enter { .. } => because("first you say how many troops move in".into()),
            Phase::Attack | Phase::Fortify { .. } if !own(from) => {
                because(format!("{} is not yours", name(source)))
            }
            Phase::Attack if own(to) => because(format!(
                "{} is yours: troops move between your own territories at the end of the turn",
                name(target)
            )),
            Phase::Attack if self.map.adjacent[from] >> to & 1 == 0 => {
                because(format!("{} is not next to {}", name(target), name(source)))
            }
            Phase::Attack => Ok(vec![Action::Attack { from: source, to: target }]),
            Phase::Fortify { .. } if !own(to) => {
                because(format!("{} is not yours, and the attacks of this turn are over", name(target)))
            }
            Phase::Fortify { .. } => Ok(vec![Action::Fortify { from: source, to: target, troops: 1 }]),
            _ => because("nobody is to decide now".into()),
        }
    }

    fn tell(&self, before: &State, happened: Happened<Action, Chance>, seat: Option<Seat>) -> String {
        tell::tell(self, before, happened, seat)
    }
}

impl Risk {
    /// Whether a draw can happen, without listing all that can.
    fn possible(&self, state: &State, chance: Chance) -> bool {
        match (chance, state.phase) {
            // A battle beyond the table is not listed; whoever is left, only one side is.
            (Chance::Fought { attackers, defenders }, Phase::Battle { from, to }) if self.options.blitz => {
                let most = (state.troops[usize::from(from)] - 1, state.troops[usize::from(to)]);
                (attackers == 0) != (defenders == 0) && attackers <= most.0 && defenders <= most.1
            }
            _ => {
                let mut outcomes = Vec::new();
                self.outcomes(state, &mut outcomes);
                outcomes.iter().any(|(c, _)| *c == chance)
            }
        }
    }
}
