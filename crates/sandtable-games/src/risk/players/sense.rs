//! What a scripted player sees at a glance: its own land, where it meets others, and the odds.

use super::super::battle::Battles;
use super::super::options::Fortify;
use super::super::rules::Risk;
use super::super::state::{MAX_PLAYERS, MAX_TROOPS, NEUTRAL, Phase, Set, State, members};

/// A position through the eyes of the player whose turn it is.
pub struct Sense<'a> {
    pub game: &'a Risk,
    pub state: &'a State,
    /// How many cards each player holds.
    pub held: [u8; MAX_PLAYERS],
    /// The player.
    pub me: usize,
    /// Its territories.
    pub own: Set,
    /// Those of them that have a neighbour which is not its own.
    pub border: Set,
    /// Those of them that have a neighbour which another player owns: neutral troops never come.
    pub line: Set,
}

/// The item with the highest score, the first of equals.
pub fn best<T: Copy>(items: impl Iterator<Item = T>, mut score: impl FnMut(T) -> f64) -> Option<T> {
    let mut found: Option<(f64, T)> = None;
    for item in items {
        let here = score(item);
        if found.is_none_or(|(most, _)| here > most) {
            found = Some((here, item));
        }
    }
    found.map(|(_, item)| item)
}

impl<'a> Sense<'a> {
    pub fn new(game: &'a Risk, state: &'a State) -> Sense<'a> {
        let (me, own) = (state.mover(), state.own());
        let held = state.cards.map(|hand| hand.count_ones() as u8);
        let mut sense = Sense { game, state, held, me, own, border: 0, line: 0 };
        for t in members(own) {
            let around = sense.around(t);
            sense.border |= u64::from(around != 0) << t;
            sense.line |= u64::from(around & !state.owned[NEUTRAL] != 0) << t;
        }
        sense
    }

    pub fn troops(&self, t: usize) -> u32 {
        u32::from(self.state.troops[t])
    }

    pub fn battles(&self) -> &'static Battles {
        self.game.battles
    }

    /// The neighbours of `t` that are not the player's own.
    pub fn around(&self, t: usize) -> Set {
        self.game.map.adjacent[t] & !self.own
    }

    /// Those of them that another player owns.
    pub fn rivals(&self, t: usize) -> Set {
        self.around(t) & !self.state.owned[NEUTRAL]
    }

    /// The troops of other players that could attack `t` at once.
    pub fn threat(&self, t: usize) -> u32 {
        members(self.rivals(t)).map(|r| self.troops(r).saturating_sub(1)).sum()
    }

    /// All attacks: from where, and what.
    pub fn attacks(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let able = members(self.border).filter(|&t| self.state.troops[t] > 1);
        able.flat_map(|from| members(self.around(from)).map(move |to| (from, to)))
    }

    /// Whether `to` may be attacked from `from`.
    pub fn can_attack(&self, from: usize, to: usize) -> bool {
        self.own >> from & 1 == 1 && self.troops(from) > 1 && self.around(from) >> to & 1 == 1
    }

    /// The chance to take `to` from `from` if the battle is fought to its end.
    pub fn win(&self, from: usize, to: usize) -> f64 {
        self.battles().win(self.troops(from) - 1, self.troops(to))
    }

    /// Whether neutral troops stand on `t`.
    pub fn neutral(&self, t: usize) -> bool {
        self.state.owned[NEUTRAL] >> t & 1 == 1
    }

    /// The other players that are still in the game.
    pub fn others(&self) -> impl Iterator<Item = usize> + '_ {
        self.game.alive(self.state).filter(|&p| p != self.me)
    }

    /// How much bolder than usual to be, from 0 to 1: who is far ahead must finish, and no game may stand still.
    pub fn boldness(&self) -> f64 {
        let mine = f64::from(self.state.strength(self.me));
        let strongest = self.others().map(|p| self.state.strength(p)).max().unwrap_or(0);
        let ahead = mine / f64::from(strongest.max(1)) - 1.5;
        ahead.max(self.lateness()).clamp(0.0, 1.0)
    }

    /// How far the game has gone on beyond the usual: from 1 on, it must be decided.
    pub fn lateness(&self) -> f64 {
        let round = f64::from(self.state.turns / self.game.options.players as u32);
        let bound = f64::from(self.game.options.rounds);
        let (usual, long) = (12f64.min(0.2 * bound), 30f64.min(0.5 * bound));
        (round - usual) / (long - usual).max(1.0)
    }

    /// The attack on the largest army of another player that is no worse than even, if the game must be decided: two who
    /// only pick up what is weak can go on for ever.
    pub fn decision(&self) -> Option<(usize, usize)> {
        if self.lateness() < 1.0 {
            return None;
        }
        let even = |&(from, to): &(usize, usize)| !self.neutral(to) && self.win(from, to) >= 0.5;
        best(self.attacks().filter(even), |(_, to)| f64::from(self.troops(to)))
    }

    /// The chance of success that is asked for, lowered toward an even battle as boldness grows.
    pub fn demand(&self, usual: f64) -> f64 {
        usual + (0.5 - usual) * self.boldness()
    }

    /// Where troops are worth having: next to other players, else next to neutral land, else anywhere.
    pub fn front(&self) -> Set {
        match (self.line, self.border) {
            (0, 0) => self.own,
            (0, border) => border,
            (line, _) => line,
        }
    }

    /// How many more troops find room on `t`.
    pub fn room(&self, t: usize) -> u16 {
        MAX_TROOPS - self.state.troops[t]
    }

    /// The largest connected group of `set`.
    pub fn largest_group(&self, set: Set) -> Set {
        let (mut rest, mut largest) = (set, 0 as Set);
        while rest != 0 {
            let group = self.game.connected(set, rest.trailing_zeros() as usize);
            if group.count_ones() > largest.count_ones() {
                largest = group;
            }
            rest &= !group;
        }
        largest
    }

    /// The neighbour of `from` that comes first on a shortest way to `goals` through `land`.
    pub fn toward(&self, from: usize, goals: Set, land: Set) -> Option<usize> {
        let mut reached = goals & !(1 << from);
        let mut seen = reached;
        while reached != 0 {
            let next = self.game.map.adjacent[from] & reached;
            if next != 0 {
                return Some(next.trailing_zeros() as usize);
            }
            reached = members(reached).fold(0, |all, t| all | self.game.map.adjacent[t]) & land & !seen;
            seen |= reached;
        }
        None
    }

    /// The move at the end of a turn that brings most troops from `sources` to `goal`, or nearer to it; from
    /// where no way leads there, to any of `goals`.
    pub fn bring(&self, sources: Set, goal: usize, goals: Set) -> Option<(usize, usize, u16)> {
        let Phase::Fortify { after } = self.state.phase else { return None };
        let adjacent = self.game.options.fortify == Fortify::Adjacent;
        let unlimited = self.game.options.fortify == Fortify::Unlimited;
        let mut found: Option<(usize, usize, u16)> = None;
        for from in members(sources & !(1 << goal)).filter(|&t| self.state.troops[t] > 1) {
            let reach = self.game.fortifiable(self.state, from);
            let to = if adjacent {
                let first = self.toward(from, 1 << goal, self.own);
                first.or_else(|| self.toward(from, goals, self.own)).filter(|&t| reach >> t & 1 == 1)
            } else if reach >> goal & 1 == 1 {
                Some(goal)
            } else {
                best(members(reach & goals), |t| f64::from(self.threat(t)))
            };
            let Some(to) = to else { continue };
            let amount = (self.state.troops[from] - 1).min(self.room(to));
            let late = after.is_none_or(|last| (from as u8, to as u8) > last);
            if late && amount > 0 && found.is_none_or(|(_, _, most)| amount > most) {
                found = Some((from, to, amount));
                // Moves must go by the order of the sources, so the first one that can be made is made.
                if unlimited {
                    break;
                }
            }
        }
        found
    }
}
