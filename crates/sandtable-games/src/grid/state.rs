//! The position of a game on the grid, and what can happen in it.

use sandtable_core::Seat;

use super::rule_file::MAX_SQUARES;

/// A square, in reading order from the corner with column 0 and row 0.
pub type Square = u8;

/// Red, who begins, and Blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Seat 0.
    Red,
    /// Seat 1.
    Blue,
}

impl Side {
    /// Both, in the order of the seats.
    pub const BOTH: [Side; 2] = [Side::Red, Side::Blue];

    /// Its seat.
    pub fn seat(self) -> Seat {
        self as Seat
    }

    /// The other side.
    pub fn other(self) -> Side {
        Side::BOTH[1 - self as usize]
    }

    /// In lower case.
    pub fn name(self) -> &'static str {
        ["red", "blue"][self as usize]
    }

    /// +1 for Red, −1 for Blue: the sign of its men.
    #[inline]
    pub fn sign(self) -> i16 {
        1 - 2 * self as i16
    }
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The men on each square: Red's are positive, Blue's negative.
    pub men: [i16; MAX_SQUARES],
    /// Whose turn it is.
    pub side: Side,
    /// Turns that each player has completed.
    pub turns: u32,
    /// Moves left in this turn.
    pub moves_left: u8,
    /// What is to happen next.
    pub phase: Phase,
}

/// What is to happen next.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Squares are given out or chosen, one at a time, Red and Blue in turns; each gets one man.
    Squares,
    /// The rest of a side's men is given out or placed, Red's first.
    Men {
        /// Men not yet placed.
        left: u16,
        /// The first square of the side that may still get some; used when the player places them.
        square: Square,
    },
    /// A move is chosen: from where to where.
    Aim,
    /// And with how many men.
    Send {
        /// From here.
        from: Square,
        /// To there.
        to: Square,
    },
    /// Men of both sides are on a square.
    Battle(Battle),
    /// The game has ended.
    Over,
}

/// A battle that is being fought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Battle {
    /// The square.
    pub square: Square,
    /// The men of the side whose turn it is.
    pub attackers: u16,
    /// The men of the other.
    pub defenders: u16,
    /// Who is asked whether to go on, before the next roll.
    pub asked: Option<Side>,
}

/// One step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Takes an empty square at the start.
    Take(Square),
    /// Puts some of the remaining men, or none, on the next own square.
    Put {
        /// Where.
        square: Square,
        /// How many.
        men: u16,
    },
    /// Chooses a move.
    Aim {
        /// From here.
        from: Square,
        /// To there.
        to: Square,
    },
    /// Moves this many men.
    Send(u16),
    /// Goes on with the battle.
    Stand,
    /// Leaves the battle for a neighbouring square.
    Withdraw(Square),
}

/// A resolved draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Chance {
    /// The side to move gets this square.
    Take(Square),
    /// One man of the side to move goes to this square of its own.
    Man(Square),
    /// The battle ends with so many survivors: positive for the attacker, negative for the defender.
    Survivors(i16),
    /// One roll of a battle.
    Roll(Roll),
}

/// One roll. Two are the same if the same side wins: nothing else follows from the scores, which are there to be looked at.
#[derive(Clone, Copy, Debug)]
pub struct Roll {
    /// Whether the attacker wins it.
    pub attacker_wins: bool,
    /// What the attacker and the defender scored, before it is multiplied by their men.
    pub scores: (u32, u32),
}

impl PartialEq for Roll {
    fn eq(&self, other: &Roll) -> bool {
        self.attacker_wins == other.attacker_wins
    }
}

impl Eq for Roll {}

impl std::hash::Hash for Roll {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        self.attacker_wins.hash(hasher);
    }
}

impl State {
    /// The men of a side on a square; 0 if it is not there.
    #[inline]
    pub fn men_of(&self, side: Side, square: Square) -> u16 {
        (self.men[usize::from(square)] * side.sign()).max(0) as u16
    }

    /// All men and all squares of a side; attackers in a battle count as men.
    pub fn totals(&self, side: Side) -> (u32, u32) {
        let (mut men, mut squares) = (0, 0);
        for &m in &self.men {
            let here = m * side.sign();
            men += u32::from(here.max(0) as u16);
            squares += u32::from(here > 0);
        }
        if let Phase::Battle(battle) = &self.phase
            && side == self.side
        {
            men += u32::from(battle.attackers);
        }
        (men, squares)
    }
}
