//! A position of Axis & Allies, and what can happen in it: plain data.

/// Nobody owns it.
pub const NOBODY: u8 = u8::MAX;
/// No province.
pub const NOWHERE: u16 = u16::MAX;
/// The most units of a kind that a nation has in a province; what comes beyond is lost.
pub const MAX_COUNT: u16 = 9_999;
/// The most money a nation keeps.
pub const MAX_MONEY: u16 = 60_000;

/// What the turn is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Units are bought, in the order of the nation's list: from this entry on.
    Purchase {
        /// The first entry that may still be bought.
        next: u8,
    },
    /// Units move against the enemy.
    Combat,
    /// Flak fires at planes that fly over it.
    Overflight {
        /// Where the planes are now.
        at: u16,
        /// What they are.
        unit: u8,
        /// How many.
        count: u16,
        /// How many provinces with flak they have passed.
        passed: u8,
        /// How far they can still fly.
        left: u8,
        /// Whether they came to bomb.
        raid: bool,
        /// Whether this is before the battles.
        combat: bool,
    },
    /// Flak fires at planes that bomb a factory.
    RaidFlak {
        /// Where.
        at: u16,
    },
    /// Bombs fall on a factory.
    Bombs {
        /// Where.
        at: u16,
    },
    /// Flak fires at the planes of an attack, kind by kind.
    Flak {
        /// Where.
        at: u16,
        /// The kind.
        unit: u8,
    },
    /// Both sides fire.
    Fire {
        /// Where.
        at: u16,
    },
    /// The attacker decides whether to go on.
    Decide {
        /// Where.
        at: u16,
    },
    /// Planes land, and units that did not fight move.
    Redeploy,
    /// New units are placed, kind by kind.
    Place {
        /// Where units of the present kind were placed last.
        after: u16,
    },
    /// The game has ended.
    Over,
}

/// What orders the moves of a phase, so that a turn has one spelling: the stage of the phase, from, kind, to, and whether it bombs.
pub type Key = (u8, u16, u8, u16, bool);

/// Planes that have been sent somewhere; which way they take is settled when all orders of the phase have been given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sortie {
    /// From where.
    pub from: u16,
    /// What they are.
    pub unit: u8,
    /// Where to.
    pub to: u16,
    /// Whether they came to bomb.
    pub raid: bool,
    /// How far they may fly on the way.
    pub range: u8,
    /// How many.
    pub count: u16,
}

/// Units of the mover that have moved in this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Moved {
    /// Where they are.
    pub at: u16,
    /// What they are.
    pub unit: u8,
    /// How far they can still go: planes that must land, and units that blitz.
    pub left: u8,
    /// Whether they take no part in the battle there: they came to bomb, or have broken off.
    pub raid: bool,
    /// How many.
    pub count: u16,
}

/// A position.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// Each province's owner, or [`NOBODY`].
    pub owner: Vec<u8>,
    /// How many units stand where: by province, then nation (neutrals last), then kind.
    pub units: Vec<u16>,
    /// What each nation has.
    pub money: Vec<u16>,
    /// The round, from 1 on.
    pub round: u16,
    /// Whose turn it is.
    pub mover: u8,
    /// What the turn is at.
    pub phase: Phase,
    /// The last move of the phase; others come after it.
    pub after: Option<Key>,
    /// Planes on their way, in order.
    pub sorties: Vec<Sortie>,
    /// Provinces that planes came to bomb and have not bombed yet, in order.
    pub raids: Vec<u16>,
    /// The units of the mover that have moved in this turn, in order; each (place, kind, range, task) once.
    pub moved: Vec<Moved>,
    /// The provinces that the mover has taken in this turn, in order.
    pub taken: Vec<u16>,
    /// Where land units came from to a battle: (battle, from), in order.
    pub came: Vec<(u16, u16)>,
    /// What has been bought and not yet placed, by kind.
    pub bought: Vec<u16>,
    /// How many units have been placed where in this turn, in order.
    pub placed: Vec<(u16, u16)>,
    /// In the battle at hand: hits that units of more than one have taken so far, attackers' and defenders'.
    pub hurt: (u32, u32),
    /// Where capitals must be held for a round: an alliance had all of them when this round began, and none has been taken since.
    pub held: bool,
}

impl Clone for State {
    fn clone(&self) -> Self {
        let mut copy = State {
            owner: Vec::new(),
            units: Vec::new(),
            money: Vec::new(),
            round: 0,
            mover: 0,
            phase: Phase::Over,
            after: None,
            sorties: Vec::new(),
            raids: Vec::new(),
            moved: Vec::new(),
            taken: Vec::new(),
            came: Vec::new(),
            bought: Vec::new(),
            placed: Vec::new(),
            hurt: (0, 0),
            held: false,
        };
        copy.clone_from(self);
        copy
    }

    /// Keeps the memory that is there.
    fn clone_from(&mut self, other: &Self) {
        self.owner.clone_from(&other.owner);
        self.units.clone_from(&other.units);
        self.money.clone_from(&other.money);
        self.sorties.clone_from(&other.sorties);
        self.raids.clone_from(&other.raids);
        self.moved.clone_from(&other.moved);
        self.taken.clone_from(&other.taken);
        self.came.clone_from(&other.came);
        self.bought.clone_from(&other.bought);
        self.placed.clone_from(&other.placed);
        (self.round, self.mover, self.phase) = (other.round, other.mover, other.phase);
        (self.after, self.hurt, self.held) = (other.after, other.hurt, other.held);
    }
}

impl State {
    /// Notes units that have moved.
    pub(super) fn note(&mut self, new: Moved) {
        if new.count == 0 {
            return;
        }
        let key = |m: &Moved| (m.at, m.unit, m.left, m.raid);
        match self.moved.binary_search_by_key(&key(&new), key) {
            Ok(i) => self.moved[i].count += new.count,
            Err(i) => self.moved.insert(i, new),
        }
    }

    /// Notes planes that are on their way.
    pub(super) fn send(&mut self, new: Sortie) {
        let same = |s: &Sortie| (s.from, s.unit, s.to, s.raid, s.range);
        match self.sorties.binary_search_by_key(&same(&new), same) {
            Ok(i) => self.sorties[i].count += new.count,
            Err(i) => self.sorties.insert(i, new),
        }
    }

    /// Whether a province was taken in this turn.
    pub(super) fn was_taken(&self, at: u16) -> bool {
        self.taken.binary_search(&at).is_ok()
    }

    /// How many units of a kind in a province have moved.
    pub fn moved_at(&self, at: u16, unit: u8) -> u16 {
        self.moved.iter().filter(|m| m.at == at && m.unit == unit).map(|m| m.count).sum()
    }

    /// How many units of a kind came to bomb a province.
    pub(super) fn raiders(&self, at: u16, unit: u8) -> u16 {
        self.moved.iter().filter(|m| m.at == at && m.unit == unit && m.raid).map(|m| m.count).sum()
    }

    /// How many units of a kind in a province have moved and can go on at least so far.
    pub(super) fn able(&self, at: u16, unit: u8, far: u8) -> u16 {
        let here = self.moved.iter().filter(|m| m.at == at && m.unit == unit && m.left >= far);
        here.map(|m| m.count).sum()
    }

    /// Takes units off that have moved, those that can go least first; `raid` tells which task they had.
    pub(super) fn forget(&mut self, at: u16, unit: u8, mut count: u16, raid: bool) {
        self.moved.retain_mut(|m| {
            if m.at == at && m.unit == unit && m.raid == raid {
                let gone = count.min(m.count);
                m.count -= gone;
                count -= gone;
            }
            m.count > 0
        });
    }
}

/// A step of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Buys units.
    Buy {
        /// The kind.
        unit: u8,
        /// How many.
        count: u16,
    },
    /// Sends units against the enemy, before the battles.
    Attack {
        /// The kind.
        unit: u8,
        /// How many.
        count: u16,
        /// From where.
        from: u16,
        /// Where to.
        to: u16,
    },
    /// Moves units on their own side, after the battles.
    Move {
        /// The kind.
        unit: u8,
        /// How many.
        count: u16,
        /// From where.
        from: u16,
        /// Where to.
        to: u16,
    },
    /// Sends planes to bomb a factory.
    Raid {
        /// The kind.
        unit: u8,
        /// How many.
        count: u16,
        /// From where.
        from: u16,
        /// Where to.
        to: u16,
    },
    /// Fights another round.
    Fight,
    /// Breaks the battle off; land units go there, or [`NOWHERE`] if only planes are left.
    Retreat(u16),
    /// Places new units.
    Place {
        /// The kind.
        unit: u8,
        /// How many.
        count: u16,
        /// Where.
        at: u16,
    },
    /// Ends a part of the turn.
    Done(Part),
}

/// A part of a turn that its player ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// The purchase.
    Purchase,
    /// The orders before the battles.
    Attacks,
    /// The moves after them.
    Moves,
}

/// What dice brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Chance {
    /// Planes that flak shot down.
    Down(u32),
    /// Money that bombs destroyed.
    Damage(u32),
    /// Hits on the defenders and on the attackers, as far as there is something to hit.
    Hits(u32, u32),
}
