//! Whether a step may be taken, and if not, why: one step at a time, without listing the others.

use sandtable_core::Illegal;

use super::flight::FAR;
use super::march::March;
use super::moves::comes_later;
use super::rules::Axis;
use super::scenario::Domain;
use super::state::{Action, NOWHERE, Part, Phase, State};

/// Nothing is wrong, or this is.
type Verdict = Result<(), Illegal>;

/// What must hold, or why not.
fn need(holds: bool, why: &'static str) -> Verdict {
    if holds { Ok(()) } else { Err(Illegal::because(why)) }
}

/// A move of units.
#[derive(Clone, Copy)]
struct Move {
    unit: u8,
    count: u16,
    from: u16,
    to: u16,
    raid: bool,
}

/// What is asked for in a phase, for those who answered something else.
fn expected(phase: Phase) -> &'static str {
    match phase {
        Phase::Purchase { .. } => "it is not the time for that: units are to be bought",
        Phase::Combat => "it is not the time for that: attacks are to be ordered",
        Phase::Decide { .. } => "it is not the time for that: a battle goes on, or is broken off",
        Phase::Redeploy => "it is not the time for that: units are to move on their own side",
        Phase::Place { .. } => "it is not the time for that: new units are to be placed",
        Phase::Over => "the game is over",
        _ => "it is not the time for that: dice are to fall",
    }
}

impl Axis {
    /// Why a step cannot be taken, if it cannot.
    pub(super) fn permit(&self, state: &State, action: Action) -> Verdict {
        let kind = |unit: u8| need(usize::from(unit) < self.kinds(), "there is no such unit");
        let place = |at: u16| need(usize::from(at) < self.provinces(), "there is no such province");
        let some = |count: u16| need(count > 0, "a step needs at least one unit");
        match (state.phase, action) {
            (Phase::Purchase { next }, Action::Buy { unit, count }) => {
                kind(unit).and(some(count)).and_then(|()| self.permit_purchase(state, next, unit, count))
            }
            (Phase::Combat, Action::Attack { unit, count, from, to }) => {
                kind(unit).and(place(from)).and(place(to)).and(some(count))?;
                self.permit_attack(state, Move { unit, count, from, to, raid: false })
            }
            (Phase::Redeploy, Action::Move { unit, count, from, to }) => {
                kind(unit).and(place(from)).and(place(to)).and(some(count))?;
                self.permit_redeployment(state, Move { unit, count, from, to, raid: false })
            }
            (Phase::Combat, Action::Raid { unit, count, from, to }) => {
                kind(unit).and(place(from)).and(place(to)).and(some(count))?;
                self.permit_attack(state, Move { unit, count, from, to, raid: true })
            }
            (Phase::Decide { at }, Action::Fight) => {
                need(self.goes_on(state, at), "nobody can hit anybody any more")
            }
            (Phase::Decide { at }, Action::Retreat(to)) => match self.ground(state, at) {
                true => need(
                    state.came.binary_search(&(at, to)).is_ok(),
                    "land units retreat to where some of them came from",
                ),
                false => need(
                    to == NOWHERE,
                    "planes alone have nowhere to retreat to: they break off, with break-off",
                ),
            },
            (Phase::Place { .. }, Action::Place { unit, count, at }) => {
                kind(unit).and(place(at)).and(some(count))?;
                self.permit_placement(state, unit, count, at)
            }
            (Phase::Redeploy, Action::Done(Part::Moves)) => {
                need(self.airborne(state).is_none(), "some planes have not landed")
            }
            (Phase::Purchase { .. }, Action::Done(Part::Purchase)) => Ok(()),
            (Phase::Combat, Action::Done(Part::Attacks)) => Ok(()),
            (Phase::Place { .. }, Action::Done(_)) => need(false, "all new units must be placed"),
            (Phase::Combat, Action::Move { .. }) => {
                need(false, "before the battles units attack; they move on their own side afterwards")
            }
            (Phase::Redeploy, Action::Attack { .. } | Action::Raid { .. }) => {
                need(false, "the attacks of this turn are over")
            }
            (_, Action::Done(_)) => need(false, "that is not the part of the turn that can be ended now"),
            (phase, _) => need(false, expected(phase)),
        }
    }

    fn permit_purchase(&self, state: &State, next: u8, unit: u8, count: u16) -> Verdict {
        let Some(entry) = self.entry(state, unit) else {
            return need(false, "it is not on the nation's list");
        };
        need(
            entry >= usize::from(next),
            "units are bought in the order of the nation's list, each kind once",
        )?;
        let price = u32::from(self.scenario.nations[usize::from(state.mover)].buys[entry].1);
        let money = u32::from(state.money[usize::from(state.mover)]);
        need(u32::from(count) * price <= money, "there is not enough money for that")?;
        need(count <= self.affordable(state, entry), "the factories have no room for that many")
    }

    fn permit_attack(&self, state: &State, step: Move) -> Verdict {
        let Move { unit, count, from, to, raid } = step;
        let kind = &self.scenario.units[usize::from(unit)];
        need(kind.fights(), "guns and factories do not move before the battles")?;
        need(from != to, "it is there already")?;
        let key = self.key(state, true, unit, (from, to), raid);
        let in_order =
            need(comes_later(state, key), "moves go by the order of the map, and a later one has been made");
        match kind.domain {
            Domain::Sea => need(false, "ships do not move"),
            Domain::Air => {
                need(self.ready(state, from, unit) >= count, "not that many units there can still move")?;
                self.permit_strike(state, step)?;
                in_order
            }
            Domain::Land => {
                need(!raid, "only bombers raid factories")?;
                let first = self.home(state, from);
                let (range, able, purpose) = match first {
                    true => (kind.movement, self.ready(state, from, unit), March::Attack),
                    false => (self.dash(state, from, unit), state.able(from, unit, 1), March::Blitz),
                };
                let few = match first {
                    true => "not that many units there can still move",
                    false => "not that many units there can go on",
                };
                need(able >= count, few)?;
                need(
                    !first || !self.home(state, to),
                    "before the battles units move against the enemy only",
                )?;
                let way = self.way(state, from, to, range, purpose);
                let reach = way.is_some_and(|far| first || state.able(from, unit, far) >= count);
                need(
                    reach,
                    "it is out of reach: only own land lets units through, and factories and flak stop a blitz",
                )?;
                in_order
            }
        }
    }

    fn permit_strike(&self, state: &State, Move { unit, from, to, raid, .. }: Move) -> Verdict {
        match raid {
            true => {
                need(self.scenario.units[usize::from(unit)].bombs, "only bombers raid factories")?;
                need(self.raidable(state, to), "there is no factory of the enemy")?;
            }
            false => {
                need(!self.home(state, to), "before the battles units move against the enemy only")?;
                need(self.contested(state, to), "planes fight where enemies stand, and take no land")?;
            }
        }
        need(self.to_land(state, to) != FAR, "there is nowhere to land")?;
        let able = match raid {
            true => self.can_raid(state, unit, from, to),
            false => self.strikes(state, unit, from, to),
        };
        need(able, "it is out of reach, or cannot land afterwards")
    }

    fn permit_redeployment(&self, state: &State, step: Move) -> Verdict {
        let Move { unit, count, from, to, .. } = step;
        let kind = &self.scenario.units[usize::from(unit)];
        let key = self.key(state, false, unit, (from, to), false);
        let in_order =
            need(comes_later(state, key), "moves go by the order of the map, and a later one has been made");
        if let Some(next) = self.airborne(state) {
            need((from, unit) == next, "planes that fought land first, place by place and kind by kind")?;
            need(self.landable(state, to), "planes land where their side was at the beginning of the turn")?;
            let reach = state.able(from, unit, self.air_distance(from, to));
            need(reach >= count, "so many planes do not get there")?;
            let span = self.landing(state, (from, unit), to);
            need(
                span.is_some_and(|(least, _)| least <= count),
                "the others could not land in provinces that come later",
            )?;
            return in_order;
        }
        need(self.ready(state, from, unit) >= count, "not that many units there can still move")?;
        need(from != to, "it is there already")?;
        need(!kind.factory, "factories do not move")?;
        match kind.domain {
            Domain::Sea => need(false, "ships do not move")?,
            Domain::Air => {
                need(
                    self.landable(state, to),
                    "planes land where their side was at the beginning of the turn",
                )?;
                need(self.air_distance(from, to) <= kind.movement, "it is out of reach")?;
            }
            Domain::Land => {
                need(self.friendly(state, to), "after the battles units go to friendly provinces only")?;
                let way = self.way(state, from, to, kind.movement, March::Redeploy);
                need(way.is_some(), "it is out of reach")?;
            }
        }
        in_order
    }

    fn permit_placement(&self, state: &State, unit: u8, count: u16, at: u16) -> Verdict {
        need(state.bought[usize::from(unit)] >= count, "not that many new units of that kind are left")?;
        need(self.next_kind(state) == Some(unit), "units are placed kind by kind, factories last")?;
        need(self.space(state, unit, at) >= count, "no factory there has room for that many")?;
        let Some((least, _)) = self.placement(state, unit, at) else {
            return need(false, "provinces come in their order, and the rest must find room in later ones");
        };
        need(count >= least, "the rest would find no room in later provinces")
    }
}
