//! The numbers that the planner plays by, found by matches.

/// How far chains of battles are followed.
#[derive(Clone, Copy)]
pub struct Search {
    /// How many targets are followed up at each step, at most [`WIDEST`]; beyond, one.
    pub width: &'static [usize],
    /// The longest chain.
    pub depth: usize,
}

/// The most targets that are followed up at a step.
pub const WIDEST: usize = 4;

/// Enough in games of two, and many times as fast: whoever breaks off a long chain can plan the rest when it gets there.
pub const SHORT: Search = Search { width: &[3, 2, 2], depth: 8 };
/// Among several, all land of a player may be one chain, and eliminations decide.
pub const LONG: Search = Search { width: &[4, 3, 3, 2, 2, 2, 2], depth: 20 };

/// The worth of things, in own troops.
#[derive(Clone, Copy)]
pub struct Weights {
    /// A territory of the player's own.
    pub land: f32,
    /// A territory that another player loses.
    pub loss: f32,
    /// A neutral troop that falls.
    pub neutral: f32,
    /// A troop of another player that falls.
    pub kill: f32,
    /// An own troop that falls.
    pub fall: f32,
    /// The first territory of the turn, where it brings a card.
    pub card: f32,
    /// A whole continent, for each troop of its bonus.
    pub whole: f32,
    /// The way to a whole continent, likewise.
    pub part: f32,
    /// A whole continent that another player loses.
    pub broken: f32,
    /// The way of another player to a continent.
    pub hindered: f32,
    /// Troops that end where no other player is near, each.
    pub stranded: f32,
    /// A whole continent that will be held until the next turn, for each troop of its bonus.
    pub safe: f32,
    /// Another player's elimination, without cards.
    pub end: f32,
    /// Each card of that player.
    pub prize: f32,
    /// How much less an own troop counts for one who is far ahead.
    pub bold: f32,
    /// A neighbour of the territory that is the player's own.
    pub compact: f32,
    /// The part of another player's next income that is expected next to a continent.
    pub coming: f32,
    /// How much more harm to the stronger of several counts: the power of its troops against the mean of the others'.
    pub lead: f32,
    /// How far chains are followed.
    pub search: Search,
}

/// The weights that play best against one other player with neutral land between, found by matches in `risk:duel`.
pub const DUEL: Weights = Weights {
    land: 0.4,
    loss: 0.83,
    neutral: 0.05,
    kill: 0.54,
    fall: 1.26,
    card: 2.5,
    whole: 1.18,
    part: 0.19,
    broken: 1.88,
    hindered: 0.87,
    stranded: 0.0,
    safe: 1.3,
    end: 5.65,
    prize: 2.49,
    bold: 0.45,
    compact: 0.07,
    coming: 0.0,
    lead: 0.0,
    search: SHORT,
};

/// The weights that play best against one other player without neutral land between, found by matches against Domination's players and the styles:
/// what is held is seldom held for long, so land counts for more, a whole continent for less, and breaking the other's for most of all.
pub const DIRECT: Weights = Weights {
    land: 0.53,
    loss: 0.78,
    neutral: 0.05,
    kill: 0.54,
    fall: 1.26,
    card: 2.5,
    whole: 0.72,
    part: 0.33,
    broken: 10.7,
    hindered: 0.87,
    stranded: 0.0,
    safe: 0.33,
    end: 5.65,
    prize: 4.1,
    bold: 0.45,
    compact: 0.14,
    coming: 1.0,
    lead: 0.0,
    search: SHORT,
};

/// The weights against two, found by matches against Domination's `hard` and the styles at once: harm to the stronger of the two counts for most,
/// the land that either loses for nothing, a whole continent for more than against three and more.
pub const FEW: Weights = Weights {
    land: 0.035,
    loss: 0.0,
    neutral: 0.18,
    kill: 0.29,
    fall: 1.2,
    card: 4.6,
    whole: 0.8,
    part: 0.54,
    broken: 1.0,
    hindered: 0.35,
    stranded: 0.0,
    safe: 3.0,
    end: 4.4,
    prize: 2.62,
    bold: 0.42,
    compact: 0.045,
    coming: 0.3,
    lead: 1.8,
    search: LONG,
};

/// The weights that play best against three and more: land and harm count for less, cards for more, and a continent for as much as it can be held.
pub const MANY: Weights = Weights {
    land: 0.05,
    loss: 0.225,
    neutral: 0.18,
    kill: 0.24,
    fall: 1.2,
    card: 4.0,
    whole: 0.3,
    part: 0.54,
    broken: 1.0,
    hindered: 0.35,
    stranded: 0.0,
    safe: 3.0,
    end: 4.91,
    prize: 2.62,
    bold: 0.42,
    compact: 0.0,
    coming: 0.5,
    lead: 0.0,
    search: LONG,
};
