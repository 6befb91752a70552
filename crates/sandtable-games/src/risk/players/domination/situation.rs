//! How the players stand: who can attack with how much, who is ahead, whom to stop, and how bold to be (section 1).

use sandtable_core::Rng;

use super::super::super::cards::progressive_value;
use super::super::super::options::Cards;
use super::super::super::rules::Risk;
use super::super::super::state::{MAX_PLAYERS, Phase, Set, State, members};
use super::Level;
use super::atlas::{Atlas, Continent};

/// How a player stands.
#[derive(Clone, Copy, Default)]
pub struct Standing {
    pub seat: usize,
    pub land: Set,
    pub troops: i32,
    pub cards: u32,
    /// What it could attack with in its next turn.
    pub attack: f64,
    /// What it would take to remove it.
    pub defence: f64,
    /// Both, and its continents.
    pub value: f64,
}

/// A position through the eyes of the player whose turn it is.
pub struct Situation<'a> {
    pub game: &'a Risk,
    pub state: &'a State,
    pub atlas: &'a Atlas,
    pub level: Level,
    pub me: Standing,
    pub own: Set,
    /// Own territories with a foreign neighbour.
    pub fronts: Set,
    /// Troops that can be placed now or later in the set-up.
    pub hand: i32,
    pub setup: bool,
    /// Whether attacks are to be chosen, rather than places for troops.
    pub attacking: bool,
    /// Whether sets grow so dear that eliminations decide the game.
    pub rising: bool,
    /// The seats to go for.
    targets: u8,
    /// The player that everybody must stop.
    pub threat: Option<usize>,
    /// Others are only to be kept from getting further ahead.
    pub break_only: bool,
    pub press: bool,
    pub cautious: bool,
    pub weak: bool,
    order: [Standing; MAX_PLAYERS],
    rivals: usize,
}

impl<'a> Situation<'a> {
    pub fn new(
        game: &'a Risk,
        state: &'a State,
        atlas: &'a Atlas,
        level: Level,
        attacking: bool,
        rng: &mut Rng,
    ) -> Situation<'a> {
        let me = state.mover();
        let setup = matches!(state.phase, Phase::Claim | Phase::Muster | Phase::MusterNeutral);
        let hand = match (attacking, setup) {
            (true, _) => 0,
            (_, true) => state.reserve[me],
            _ => state.hand,
        };
        let dear = level != Level::Hard || progressive_value(state.trades) > 12;
        let own = state.owned[me];
        let mut view = Situation {
            game,
            state,
            atlas,
            level,
            me: Standing::default(),
            own,
            fronts: game.border(own),
            hand: i32::from(hand),
            setup,
            attacking,
            rising: game.options.cards == Cards::Progressive && dear,
            targets: 0,
            threat: None,
            break_only: false,
            press: false,
            cautious: false,
            weak: false,
            order: [Standing::default(); MAX_PLAYERS],
            rivals: 0,
        };
        view.me = view.standing(me);
        for seat in game.alive(state).filter(|&p| p != me) {
            view.order[view.rivals] = view.standing(seat);
            view.rivals += 1;
        }
        let rank = |s: &Standing| (s.value, s.cards);
        view.order[..view.rivals].sort_unstable_by(|a, b| rank(b).partial_cmp(&rank(a)).expect("numbers"));
        if view.rivals > 0 && !setup {
            view.choose_targets();
            view.choose_mood(rng);
        }
        view
    }

    fn standing(&self, seat: usize) -> Standing {
        let state = self.state;
        let land = state.owned[seat];
        let (mut troops, mut ready) = (0, 0);
        for t in members(land) {
            let here = self.troops(t);
            let landlocked = self.game.map.adjacent[t] & !land == 0;
            let free = if landlocked { here / 2 } else { here - 1 };
            ready += free + i32::from(free > 4);
            troops += here;
        }
        let cards = state.cards[seat].count_ones();
        let count = land.count_ones() as i32;
        let (mut income, mut held) = ((count / 3).max(3), 0.0);
        for c in self.atlas.continents.iter().filter(|c| c.members & !land == 0) {
            income += c.bonus;
            held += 1.5 * f64::from(c.bonus) + 1.0;
        }
        let attack = f64::from(ready + income) + self.worth_of_cards(cards + 1);
        let defence = f64::from(5 * troops / 4 + troops % 4 + count);
        let value = attack + if self.rising { 2.0 } else { 1.0 } * defence + held;
        Standing { seat, land, troops, cards, attack, defence, value }
    }

    fn choose_targets(&mut self) {
        let (me, top, last) = (&self.me, self.order[0], self.order[self.rivals - 1]);
        let rivals = self.rivals as f64;
        let mut margin = if self.game.elsewhere(self.state) == 0 { 1.2 } else { 1.3 };
        margin = match self.level {
            Level::Hard if self.turn() >= 3 && self.rising => 1.5 * margin,
            Level::Hard if self.turn() >= 3 => (margin - 0.4 + 0.1 * rivals).max(1.0),
            Level::Hard => margin,
            Level::Average => 1.2 * margin,
            Level::Easy => 1.6 * margin,
        };
        self.targets = 1 << top.seat;
        if self.rivals > 1 && top.value > margin * me.value {
            self.break_only = true;
            if top.value > margin * self.order[1].value {
                self.threat = Some(top.seat);
            } else {
                self.targets |= 1 << self.order[1].seat;
            }
        } else if self.rising && last.defence / top.attack > 0.3 {
            self.targets = 1 << last.seat;
        }
    }

    fn choose_mood(&mut self, rng: &mut Rng) {
        let (top, last) = (self.order[0], self.order[self.rivals - 1]);
        let defence = self.me.defence;
        let against: f64 = self.rivals().iter().map(|r| r.attack).sum();
        let several = self.rivals > 1;
        self.press = match self.level {
            Level::Easy => rng.below(2) == 0,
            _ => !several || defence > against,
        };
        let share = defence / against;
        self.cautious = self.level != Level::Easy
            && several
            && share <= 1.0
            && (share < 0.5 || rng.unit() < 2.0 - 2.0 * share);
        let crowded = self.level == Level::Hard && self.rivals > 2 && self.cautious;
        let bare = self.threat.is_some() || self.turn() <= 2 || self.me.cards < 2;
        let exposed = defence < 1.2 * last.defence || (bare && defence < 1.2 * top.attack);
        let outclassed = defence < top.attack / (self.rivals as f64 - 1.0).max(2.0);
        self.weak = several && outclassed || crowded && exposed;
    }

    /// The number of the player's turn, from 1.
    fn turn(&self) -> u32 {
        self.state.round + 1
    }

    /// What a hand of so many cards is worth.
    pub fn worth_of_cards(&self, cards: u32) -> f64 {
        let set = match self.game.options.cards {
            Cards::None => 0,
            Cards::Fixed => 8,
            Cards::Progressive => progressive_value(self.state.trades),
        };
        (f64::from(cards.saturating_sub(2)) / 3.0 * f64::from(set)).trunc()
    }

    /// The rivals that are left, the strongest first.
    pub fn rivals(&self) -> &[Standing] {
        &self.order[..self.rivals]
    }

    /// The strongest rival, if there is one.
    pub fn top(&self) -> Option<&Standing> {
        self.rivals().first()
    }

    /// The rival in a seat.
    pub fn rival(&self, seat: usize) -> Option<&Standing> {
        self.rivals().iter().find(|r| r.seat == seat)
    }

    /// Whether one rival is left, or none.
    pub fn duel(&self) -> bool {
        self.rivals < 2
    }

    pub fn behind(&self) -> bool {
        self.top().is_some_and(|top| self.me.value < top.value)
    }

    pub fn is_target(&self, seat: usize) -> bool {
        self.targets >> seat & 1 == 1
    }

    /// Whether a seat is the first of two targets.
    pub fn is_first_of_two(&self, seat: usize) -> bool {
        self.targets.count_ones() == 2 && self.top().is_some_and(|top| top.seat == seat)
    }

    /// Whether a card can still be drawn.
    pub fn deck_left(&self) -> bool {
        self.game.options.cards != Cards::None && self.game.pile(self.state).0 != 0
    }

    pub fn troops(&self, t: usize) -> i32 {
        i32::from(self.state.troops[t])
    }

    pub fn owner(&self, t: usize) -> usize {
        usize::from(self.state.owner[t])
    }

    /// Foreign neighbours.
    pub fn foes(&self, t: usize) -> Set {
        self.game.map.adjacent[t] & !self.own
    }

    /// Whether a continent is the player's own.
    pub fn mine(&self, continent: &Continent) -> bool {
        continent.members & !self.own == 0
    }

    /// The rival that owns a whole continent.
    pub fn holder(&self, continent: &Continent) -> Option<&Standing> {
        self.rivals().iter().find(|r| continent.members & !r.land == 0)
    }

    /// What a continent is worth to hold now.
    pub fn value(&self, continent: &Continent) -> f64 {
        continent.value(self.game.alive(self.state).count() as i32)
    }

    /// How many continents are the player's own.
    pub fn continents(&self) -> i32 {
        self.atlas.continents.iter().filter(|c| self.mine(c)).count() as i32
    }
}
