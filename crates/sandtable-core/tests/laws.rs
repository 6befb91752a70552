//! The laws catch what they are for: a small game with one fault at a time.

use sandtable_core::{
    BadInput, Dist, Game, GameInfo, Illegal, Notation, Payoff, Rng, Seat, SeatInfo, Turn, laws,
};

#[derive(Clone, Copy, PartialEq)]
enum Fault {
    None,
    /// `check` accepts a step that is legal nowhere.
    Loose,
    /// `check` accepts steps while the die rolls.
    Early,
    /// A turn may go on for ever.
    Endless,
    /// A step takes another back.
    Circle,
    /// `parse_state` wants one line and nothing behind it.
    Pedant,
    /// `guess` shows the holder something else.
    Dreamer,
    /// `parse_chance` reads what no die shows.
    Loaded,
}

/// A card is drawn, which only the first seat sees. Then both take turns: add one or two, not beyond five in a turn, and end.
struct Toy {
    info: GameInfo,
    fault: Fault,
}

/// The card in the view of the seat that may not see it.
const UNSEEN: u8 = 9;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    card: u8,
    added: u64,
    turns: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Action {
    Add(u64),
    Back,
    End,
}

impl Toy {
    fn new(fault: Fault) -> Self {
        let seats = ["red", "blue"].into_iter().enumerate();
        let info = GameInfo {
            name: "Toy".into(),
            seats: seats.map(|(team, name)| SeatInfo { name: name.into(), team }).collect(),
            payoff: (-1.0, 1.0),
            max_actions: 4,
            hidden: true,
        };
        Toy { info, fault }
    }
}

impl Game for Toy {
    type State = State;
    type Action = Action;
    type Chance = u8;
    type View = State;

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn start(&self) -> State {
        State { card: 0, added: 0, turns: 0 }
    }

    fn turn(&self, state: &State) -> Turn {
        match state {
            State { card: 0, .. } => Turn::Chance,
            State { turns: 6.., .. } => Turn::Over,
            _ => Turn::Player(state.turns as usize % 2),
        }
    }

    fn turns(&self, state: &State) -> u32 {
        state.turns
    }

    fn actions(&self, state: &State, out: &mut Vec<Action>) {
        let most = if self.fault == Fault::Endless { u64::MAX } else { 5 };
        out.extend((1..=2).filter(|n| state.added + n <= most).map(Action::Add));
        if self.fault == Fault::Circle && state.added > 0 {
            out.push(Action::Back);
        }
        out.push(Action::End);
    }

    fn check(&self, state: &State, action: Action) -> Result<(), Illegal> {
        let mut legal = Vec::new();
        match self.turn(state) {
            Turn::Player(_) => self.actions(state, &mut legal),
            _ if self.fault == Fault::Early => self.actions(state, &mut legal),
            _ => {}
        }
        match action {
            _ if legal.contains(&action) => Ok(()),
            Action::Add(7) if self.fault == Fault::Loose => Ok(()),
            _ => Err(Illegal::because("not now")),
        }
    }

    fn apply(&self, state: &mut State, action: Action) {
        match action {
            Action::Add(n) => state.added += n,
            Action::Back => state.added -= 1,
            Action::End => (state.added, state.turns) = (0, state.turns + 1),
        }
    }

    fn sample(&self, _: &State, rng: &mut Rng) -> u8 {
        rng.below(3) as u8 + 1
    }

    fn outcomes(&self, _: &State, out: &mut Vec<(u8, f64)>) -> Dist {
        out.extend((1..=3).map(|card| (card, 1.0 / 3.0)));
        Dist::Exact
    }

    fn resolve(&self, state: &mut State, card: u8) {
        state.card = card;
    }

    fn payoff(&self, state: &State) -> Payoff {
        Payoff::zero_sum(f64::from(state.card) - 2.0)
    }

    fn view(&self, state: &State, seat: Seat) -> State {
        State { card: if seat == 0 || state.card == 0 { state.card } else { UNSEEN }, ..*state }
    }

    fn imagine(&self, view: &State) -> State {
        State { card: if view.card == UNSEEN { 1 } else { view.card }, ..*view }
    }

    fn guess(&self, view: &State, rng: &mut Rng) -> State {
        match self.fault {
            Fault::Dreamer => State { turns: view.turns + 1, ..*view },
            _ if view.card == UNSEEN => State { card: 1 + rng.below(3) as u8, ..*view },
            _ => view.clone(),
        }
    }
}

impl Notation for Toy {
    fn action_text(&self, action: Action) -> String {
        match action {
            Action::Add(n) => format!("add-{n}"),
            Action::Back => "back".into(),
            Action::End => "end".into(),
        }
    }

    fn parse_action(&self, text: &str) -> Result<Action, BadInput> {
        match text.split_once('-') {
            None if text == "back" => Ok(Action::Back),
            None if text == "end" => Ok(Action::End),
            Some(("add", n)) => n.parse().map(Action::Add).map_err(|e| BadInput::new(e.to_string())),
            _ => Err(BadInput::new(format!("'{text}': expected add-1, back or end"))),
        }
    }

    fn chance_text(&self, _: &State, card: u8) -> String {
        card.to_string()
    }

    fn parse_chance(&self, _: &State, text: &str) -> Result<u8, BadInput> {
        let most = if self.fault == Fault::Loaded { u8::MAX } else { 3 };
        let card = text.parse().ok().filter(|card| (1..=most).contains(card));
        card.ok_or_else(|| BadInput::new(format!("'{text}': expected a card")))
    }

    fn state_text(&self, state: &State) -> String {
        format!("card {}; added {}; turns {}", state.card, state.added, state.turns)
    }

    fn parse_state(&self, text: &str) -> Result<State, BadInput> {
        let bad = || BadInput::new(format!("'{text}': expected card, added and turns"));
        let marks: &[char] = if self.fault == Fault::Pedant { &[';'] } else { &[';', '\n'] };
        let text = if self.fault == Fault::Pedant { text } else { text.trim() };
        let mut numbers = Vec::new();
        for statement in text.split(marks) {
            let (_, number) = statement.trim_start().split_once(' ').ok_or_else(bad)?;
            numbers.push(number.parse::<u64>().map_err(|_| bad())?);
        }
        let [card, added, turns] = numbers[..] else { return Err(bad()) };
        Ok(State { card: card as u8, added, turns: turns as u32 })
    }

    fn draw(&self, view: &State) -> String {
        self.state_text(view)
    }

    fn draw_all(&self, state: &State) -> String {
        self.state_text(state)
    }

    fn scene_all(&self, _: &State) -> sandtable_core::Scene {
        sandtable_core::Scene::default()
    }
}

/// What the laws say of the game with this fault.
fn verdict(fault: Fault) -> Option<String> {
    let outcome = std::panic::catch_unwind(|| laws::hold(&Toy::new(fault), 40, 1));
    let text = |panic: Box<dyn std::any::Any + Send>| match panic.downcast::<String>() {
        Ok(text) => *text,
        Err(other) => other.downcast::<&str>().map(|text| text.to_string()).unwrap_or_default(),
    };
    outcome.err().map(text)
}

#[test]
fn every_fault_breaks_its_law() {
    assert_eq!(verdict(Fault::None), None);
    for (fault, expect) in [
        (Fault::Loose, "Add(7) is not listed in State"),
        (Fault::Early, "but accepted"),
        (Fault::Endless, "a turn goes on for ever"),
        (Fault::Circle, "a turn comes back to State"),
        (Fault::Pedant, "does not read back"),
        (Fault::Dreamer, "what is guessed looks different to seat 0"),
        (Fault::Loaded, "cannot happen in State"),
    ] {
        let said = verdict(fault).unwrap_or_else(|| panic!("nothing was said instead of '{expect}'"));
        assert!(said.contains(expect), "{said}\nexpected: {expect}");
    }
}
