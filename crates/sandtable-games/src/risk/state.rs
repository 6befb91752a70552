//! Positions, steps and draws: plain data.

use super::map::MAX_TERRITORIES;

/// The most players.
pub const MAX_PLAYERS: usize = 6;
/// The owner number of neutral troops; players are numbered by their seats.
pub const NEUTRAL: usize = MAX_PLAYERS;
/// The owner number of a territory that nobody has yet.
pub const NOBODY: u8 = u8::MAX;
/// The most troops that a territory, or a hand that is to be placed, can hold. What comes beyond is lost.
pub const MAX_TROOPS: u16 = 9_999;
/// The first of the two wild cards; the cards below are those of the territories, by their numbers.
pub const WILD: u8 = MAX_TERRITORIES as u8;

/// A territory, by its number on the map.
pub type Place = u8;

/// A set of territories or cards: one bit each.
pub type Set = u64;

/// The members of a set, from the lowest.
pub fn members(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let lowest = set.trailing_zeros() as usize;
            set &= set - 1;
            lowest
        })
    })
}

/// Member number `n` of a set, counted from the lowest and from 0.
#[inline]
pub fn member(mut set: Set, n: u32) -> usize {
    for _ in 0..n {
        set &= set - 1;
    }
    set.trailing_zeros() as usize
}

/// What is to be decided or drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// A territory is drawn for the next owner in line.
    Deal,
    /// A troop falls on a random territory of an owner that has some left.
    Spread,
    /// A die decides who begins.
    First,
    /// The player takes a free territory.
    Claim,
    /// The player places starting troops on territories of its own.
    Muster,
    /// The player places a neutral starting troop.
    MusterNeutral,
    /// The player may, or must, trade cards.
    Trade,
    /// The player places troops.
    Place,
    /// The player attacks or halts.
    Attack,
    /// Dice decide between two territories.
    Battle {
        /// From where.
        from: Place,
        /// What is attacked.
        to: Place,
    },
    /// The player chooses how many troops move into the territory that was taken.
    Enter {
        /// From where.
        from: Place,
        /// What was taken.
        to: Place,
        /// At least this many.
        least: u16,
    },
    /// A card is drawn.
    Draw,
    /// The player moves troops between its own territories, or stays.
    Fortify {
        /// Moves must come later in the order of source and target than this one, which was the last.
        after: Option<(Place, Place)>,
    },
    /// The game has ended.
    Over,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// What is to be decided.
    pub phase: Phase,
    /// Whose turn it is.
    pub seat: u8,
    /// Who had the first turn.
    pub first: u8,
    /// Whether a territory was taken in this turn, so that a card will be drawn.
    pub conquered: bool,
    /// Whether the extra troops of a pictured territory were taken in this turn.
    pub pictured: bool,
    /// Troops to place now.
    pub hand: u16,
    /// Completed turns.
    pub turns: u32,
    /// Completed rounds: everybody who is left has had this many turns.
    pub round: u32,
    /// Sets that have been traded by anybody.
    pub trades: u16,
    /// Starting troops that are not on the board yet, by owner.
    pub reserve: [u16; MAX_PLAYERS + 1],
    /// The territories of each owner; the last are the neutral ones.
    pub owned: [Set; MAX_PLAYERS + 1],
    /// The cards of each player.
    pub cards: [Set; MAX_PLAYERS],
    /// The cards that have been traded and not shuffled back.
    pub discard: Set,
    /// The owner of each territory.
    pub owner: [u8; MAX_TERRITORIES],
    /// The troops on each territory.
    pub troops: [u16; MAX_TERRITORIES],
}

impl State {
    /// An empty board.
    pub(super) fn empty() -> State {
        State {
            phase: Phase::Deal,
            seat: 0,
            first: 0,
            conquered: false,
            pictured: false,
            hand: 0,
            turns: 0,
            round: 0,
            trades: 0,
            reserve: [0; MAX_PLAYERS + 1],
            owned: [0; MAX_PLAYERS + 1],
            cards: [0; MAX_PLAYERS],
            discard: 0,
            owner: [NOBODY; MAX_TERRITORIES],
            troops: [0; MAX_TERRITORIES],
        }
    }

    /// Whose turn it is, as an index.
    pub fn mover(&self) -> usize {
        usize::from(self.seat)
    }

    /// The territories of the player whose turn it is.
    pub fn own(&self) -> Set {
        self.owned[self.mover()]
    }

    /// Troops on the board of an owner.
    pub fn strength(&self, owner: usize) -> u32 {
        members(self.owned[owner]).map(|t| u32::from(self.troops[t])).sum()
    }

    /// Gives a territory, which may have an owner already, to another.
    pub(super) fn give(&mut self, place: usize, owner: usize) {
        let bit = 1 << place;
        if self.owner[place] != NOBODY {
            self.owned[usize::from(self.owner[place])] &= !bit;
        }
        self.owner[place] = owner as u8;
        self.owned[owner] |= bit;
    }
}

/// One step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Trades three cards.
    Trade {
        /// In ascending order.
        cards: [u8; 3],
        /// The pictured territory that gets extra troops.
        pictured: Option<Place>,
    },
    /// Trades no more.
    Keep,
    /// Puts troops on a territory; in a draft, takes a free one with a single troop.
    Place {
        /// Where.
        to: Place,
        /// How many.
        troops: u16,
    },
    /// Attacks.
    Attack {
        /// From where.
        from: Place,
        /// What.
        to: Place,
    },
    /// Ends the attacks of this turn.
    Halt,
    /// Moves troops into the territory that was taken.
    Enter(u16),
    /// Moves troops between territories of one's own.
    Fortify {
        /// From where.
        from: Place,
        /// Where to.
        to: Place,
        /// How many.
        troops: u16,
    },
    /// Ends the turn.
    Stay,
}

/// One draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Chance {
    /// A territory goes to the next owner in line.
    Deal(Place),
    /// A starting troop falls here.
    Spread(Place),
    /// This seat begins.
    First(u8),
    /// One roll of the dice.
    Roll {
        /// The attacker's losses.
        attacker: u8,
        /// The defender's losses.
        defender: u8,
    },
    /// A battle to the end: who is left, the one that may not attack aside.
    Fought {
        /// Attackers.
        attackers: u16,
        /// Defenders.
        defenders: u16,
    },
    /// A card.
    Card(u8),
}
