//! Battles of Axis & Allies, exactly: land and air units against each other for one province.
//!
//! In each round every unit rolls one die and hits with its number or less; both sides fire before losses are
//! taken, and each hit takes one hit point. An attacking unit that [supports](Unit::supports) others raises
//! the attack of as many as it can, one each; the pairs are made anew in every round. Guns and factories
//! neither fight nor are hit, but guns ([`Unit::flak`]), however many, fire once at each attacking plane
//! before the first round, and a 1 shoots it down. Then there are rounds until a side is gone or the attacker
//! breaks off, which he may do after any round. Only a land unit that is left takes the province. Where
//! neither side can hit, the attacker withdraws and the battle is a draw. Ships fight like everything else:
//! first strikes and bombardment are not played.
//!
//! Both sides lose their units in an [order](Losses) that is fixed before the battle, so what is left of a
//! side is told by the hits it has taken, and a battle is a Markov chain of `(A + 1)(D + 1)` states for `A`
//! and `D` hit points. The guns' fire comes before it: one chain for each number of planes of each kind that
//! they may have shot down.
//!
//! ```
//! use sandtable_games::axis::battle::{Losses, Retreat, Setup, standard, summary};
//!
//! let units = standard();
//! let battle = Setup {
//!     units: &units,
//!     attackers: &[0, 0, 2, 0, 0, 0, 0],
//!     defenders: &[3, 0, 0, 0, 0, 0, 0],
//!     attack_losses: &Losses::Cost,
//!     defence_losses: &Losses::Cost,
//!     retreat: Retreat::Never,
//! };
//! assert_eq!(format!("{:.4}", summary(&battle).taken), "0.2741");
//! ```

mod chain;
mod flak;
mod order;
pub mod raid;
mod retreat;
mod solver;

pub(super) use order::support;
pub use order::{Line, Losses, Side, order};
pub use retreat::{Stopping, should_retreat};
pub use solver::{Share, Solver, fight, summary};

use super::scenario::{Domain, Naval, Unit};

/// A battle before its first round. Counts are indexed like `units`.
#[derive(Clone, Copy, Debug)]
pub struct Setup<'a> {
    /// All kinds of units.
    pub units: &'a [Unit],
    /// How many of each attack.
    pub attackers: &'a [u16],
    /// How many of each defend, guns and factories included.
    pub defenders: &'a [u16],
    /// In which order the attacker loses units.
    pub attack_losses: &'a Losses,
    /// In which order the defender does.
    pub defence_losses: &'a Losses,
    /// When the attacker breaks off.
    pub retreat: Retreat,
}

/// When the attacker breaks off. Whoever attacks fights the first round in any case.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Retreat {
    /// Never.
    Never,
    /// After so many rounds, at least one.
    After(u32),
    /// When the chance to win, fought to the end, falls below this.
    Below(f64),
    /// When it is best: when going on, with the right to break off later, is not worth more than breaking
    /// off. A battle is worth the cost of the defender's units lost, less that of the attacker's, and the
    /// land if it is taken.
    Optimal {
        /// What the land is worth.
        land: f64,
    },
}

/// How a battle ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum End {
    /// Only the attacker is left.
    Won {
        /// With a land unit, which takes the province.
        taken: bool,
    },
    /// Both sides are gone, or neither can hit the other.
    Drawn,
    /// No attacker is left, but the defender is (or never was there: only his guns).
    Lost,
    /// The attacker broke off.
    Retreated,
}

/// One way in which a battle may end, and its chance.
///
/// Guns and factories are counted as they were: who gets them, [`Outcome::end`] says.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// How many attackers of each kind are left.
    pub attackers: Vec<u16>,
    /// How many defenders.
    pub defenders: Vec<u16>,
    /// How it ended.
    pub end: End,
    /// The chance of it.
    pub chance: f64,
}

/// The means over all ways in which a battle may end.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Summary {
    /// The chance that only the attacker is left.
    pub win: f64,
    /// The chance that he takes the province.
    pub taken: f64,
    /// The chance that both sides are gone or cannot hit each other.
    pub draw: f64,
    /// The chance that no attacker is left, but the defender is.
    pub lose: f64,
    /// The chance that the attacker breaks off.
    pub retreat: f64,
    /// The expected cost of the attackers lost, planes shot down by guns included.
    pub attacker_loss: f64,
    /// The expected cost of the defenders lost; guns and factories are captured, not lost.
    pub defender_loss: f64,
    /// The defender's expected loss, less the attacker's.
    pub swing: f64,
    /// How many attackers of each kind are expected to be left.
    pub attackers_left: Vec<f64>,
    /// How many defenders.
    pub defenders_left: Vec<f64>,
    /// Expected rounds.
    pub rounds: f64,
    /// The chance of all that was too unlikely to be followed; the other chances add up to 1 with it.
    pub missing: f64,
}

impl Summary {
    /// What the battle gains: the swing, and the land's worth if it is taken.
    pub fn gain(&self, land: f64) -> f64 {
        self.swing + land * self.taken
    }
}

/// The land and air units that most maps share: infantry, artillery, armour, fighter, bomber, AA gun,
/// factory.
pub fn standard() -> Vec<Unit> {
    let unit = |name: &str, domain, cost, (attack, defence, movement)| Unit {
        name: name.into(),
        domain,
        attack,
        defence,
        movement,
        cost,
        hits: 1,
        blitz: false,
        supports: 0,
        supportable: false,
        bombs: false,
        flak: false,
        factory: false,
        naval: Naval::default(),
    };
    vec![
        Unit { supportable: true, ..unit("infantry", Domain::Land, 3, (1, 2, 1)) },
        Unit { supports: 1, ..unit("artillery", Domain::Land, 4, (2, 2, 1)) },
        Unit { blitz: true, ..unit("armour", Domain::Land, 5, (3, 3, 2)) },
        unit("fighter", Domain::Air, 10, (3, 4, 4)),
        Unit { bombs: true, ..unit("bomber", Domain::Air, 15, (4, 1, 6)) },
        Unit { flak: true, ..unit("aa-gun", Domain::Land, 5, (0, 0, 1)) },
        Unit { factory: true, ..unit("factory", Domain::Land, 15, (0, 0, 0)) },
    ]
}
