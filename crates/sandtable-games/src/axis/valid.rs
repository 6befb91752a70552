//! Whether a position can be: what the reader of positions asks, and what every position of a game answers with yes.

use sandtable_core::BadInput;

use super::flight::FAR;
use super::position::to_do;
use super::rules::Axis;
use super::scenario::{Domain, Terrain, Victory};
use super::state::{MAX_COUNT, MAX_MONEY, Moved, NOBODY, NOWHERE, Phase, State};

/// What must hold, or why not.
fn need(holds: bool, why: impl FnOnce() -> String) -> Result<(), BadInput> {
    if holds { Ok(()) } else { Err(BadInput::new(why())) }
}

impl Axis {
    /// Whether a position can be: everything fits together, and the turn can be played to its end.
    pub fn valid(&self, state: &State) -> Result<(), BadInput> {
        let last = self.scenario.rules.rounds;
        need(state.round > 0, || "rounds are counted from 1".into())?;
        let over = state.phase == Phase::Over;
        need(state.round <= last || over, || format!("the last round is {last}"))?;
        let rich = state.money.iter().any(|&m| m > MAX_MONEY);
        need(!rich, || format!("nobody has more than {MAX_MONEY}"))?;
        let held = self.scenario.rules.victory == Victory::Held && self.winner(state).is_some();
        need(held || !state.held, || "'held' needs one alliance with all capitals, and its rule".into())?;
        self.valid_places(state)?;
        self.valid_moves(state)?;
        self.valid_purchases(state)?;
        self.valid_marks(state)?;
        self.valid_battles(state)?;
        self.valid_phase(state)
    }

    /// Who owns what, and who stands where.
    fn valid_places(&self, state: &State) -> Result<(), BadInput> {
        for at in 0..self.provinces() as u16 {
            let (owner, place) = (state.owner[usize::from(at)], self.place_name(at));
            let terrain = self.scenario.provinces[usize::from(at)].terrain;
            need(owner == NOBODY || self.land(at), || format!("{place} cannot be owned"))?;
            for n in 0..=self.nations() as u8 {
                let neutral = usize::from(n) == self.nations();
                let at_home = if neutral { owner == NOBODY } else { self.allied(n, owner) };
                for (k, &count) in self.counts(state, at, n).iter().enumerate().filter(|(_, c)| **c > 0) {
                    let kind = &self.scenario.units[k];
                    let fits = match (terrain, kind.domain) {
                        (Terrain::Impassable, _) => false,
                        (Terrain::Land, domain) => domain != Domain::Sea,
                        (Terrain::Water, domain) => domain == Domain::Sea,
                    };
                    need(fits && count <= MAX_COUNT, || format!("{} cannot be at {place}", kind.name))?;
                    let visiting = n == state.mover && kind.fights() && state.moved_at(at, k as u8) == count;
                    need(at_home || visiting || !self.land(at), || {
                        format!("{} units at {place} stand on land that is not theirs", self.nation_name(n))
                    })?;
                    need(n != state.mover || !kind.fights() || visiting || !state.was_taken(at), || {
                        format!("{place} was taken in this turn, so {} there have moved", kind.name)
                    })?;
                }
            }
        }
        Ok(())
    }

    /// Who has moved, and who is on the way.
    fn valid_moves(&self, state: &State) -> Result<(), BadInput> {
        let combat = state.phase == Phase::Combat;
        for m in &state.moved {
            let kind = &self.scenario.units[usize::from(m.unit)];
            let words = || format!("{} at {}", kind.name, self.place_name(m.at));
            let there = self.counts(state, m.at, state.mover)[usize::from(m.unit)];
            need(m.count > 0 && state.moved_at(m.at, m.unit) <= there, || {
                format!("more {} have moved than are at {}", kind.name, self.place_name(m.at))
            })?;
            need(m.left <= kind.movement, || format!("{} cannot go so far", words()))?;
            let flies = kind.domain == Domain::Air;
            need(!m.raid || flies, || format!("{} cannot raid", words()))?;
            let goes_on = m.left == 0 || (combat && kind.blitz && self.blitzes_through(state, m.at));
            need(flies || goes_on, || format!("{} cannot go on", words()))?;
            need(!flies || !combat || self.is_sent(state, m), || {
                format!("{} have moved, but no 'sortie' says from where", words())
            })?;
        }
        self.valid_sorties(state, combat)
    }

    /// Whether units that blitz may go on from a province.
    fn blitzes_through(&self, state: &State, at: u16) -> bool {
        state.was_taken(at) && self.friendly(state, at) && !self.stops(state, at)
    }

    /// Whether planes that have moved are those of some sorties.
    fn is_sent(&self, state: &State, m: &Moved) -> bool {
        let theirs = state.sorties.iter().filter(|s| (s.to, s.unit, s.raid) == (m.at, m.unit, m.raid));
        m.left == self.scenario.units[usize::from(m.unit)].movement
            && theirs.map(|s| u32::from(s.count)).sum::<u32>() == u32::from(m.count)
    }

    fn valid_sorties(&self, state: &State, combat: bool) -> Result<(), BadInput> {
        let on_the_way = matches!(state.phase, Phase::Combat | Phase::Redeploy | Phase::Overflight { .. });
        need(on_the_way || state.sorties.is_empty(), || "planes are on the way at the wrong time".into())?;
        let before = combat || matches!(state.phase, Phase::Overflight { combat: true, .. });
        for s in &state.sorties {
            let kind = &self.scenario.units[usize::from(s.unit)];
            let words =
                || format!("the sortie from {} to {}", self.place_name(s.from), self.place_name(s.to));
            let reach = self.flies(s.unit)
                && kind.fights()
                && s.from != s.to
                && self.air_distance(s.from, s.to) <= s.range
                && s.range <= kind.movement;
            need(reach, || format!("{}: it is out of reach", words()))?;
            let key = (s.to, s.unit, if before { kind.movement } else { 0 }, s.raid);
            let found = state.moved.iter().find(|m| (m.at, m.unit, m.left, m.raid) == key);
            let all = state.sorties.iter().filter(|o| (o.to, o.unit, o.raid) == (s.to, s.unit, s.raid));
            let all: u32 = all.map(|o| u32::from(o.count)).sum();
            need(found.is_some_and(|m| all <= u32::from(m.count)), || {
                format!("{}: there are not so many planes that have moved", words())
            })?;
            let aim = match (before, s.raid) {
                (true, true) => state.raids.binary_search(&s.to).is_ok(),
                (true, false) => self.contested(state, s.to),
                (false, raid) => !raid && self.landable(state, s.to),
            };
            let back =
                !before || u16::from(s.range) + u16::from(self.to_land(state, s.to)) <= kind.movement.into();
            need(aim && back, || format!("{}: planes cannot do that there", words()))?;
        }
        Ok(())
    }

    /// What was bought, and what has been placed of it.
    fn valid_purchases(&self, state: &State) -> Result<(), BadInput> {
        let mut spent = 0;
        for (k, &count) in state.bought.iter().enumerate().filter(|(_, c)| **c > 0) {
            let entry = self.entry(state, k as u8).filter(|_| self.scenario.units[k].domain != Domain::Sea);
            let Some(entry) = entry.filter(|_| self.scenario.rules.economy && count <= MAX_COUNT) else {
                return need(false, || format!("{} cannot have been bought", self.unit_name(k as u8)));
            };
            let price = self.scenario.nations[usize::from(state.mover)].buys[entry].1;
            spent += u64::from(count) * u64::from(price);
        }
        need(spent <= u64::from(MAX_MONEY), || {
            "the units that were bought cost more than anybody has".into()
        })?;
        let placing = matches!(state.phase, Phase::Place { .. });
        need(placing || state.placed.is_empty(), || "units are placed when all have moved".into())?;
        for &(at, count) in &state.placed {
            let worth = self.scenario.provinces[usize::from(at)].worth;
            let works = state.owner[usize::from(at)] == state.mover
                && !state.was_taken(at)
                && self.factories(state, at, state.mover) > 0;
            need(works && (1..=worth).contains(&count), || {
                format!("{} cannot have made so many units", self.place_name(at))
            })?;
        }
        // Only a factory that went back to an ally leaves units without a place.
        let allies = (0..self.nations() as u8).any(|n| n != state.mover && self.allied(n, state.mover));
        let early = matches!(state.phase, Phase::Purchase { .. });
        for factory in [false, true] {
            let fits = self.bought(state, factory) <= self.capacity(state, factory);
            need(fits || (allies && !early && !placing), || {
                "there is no room for the units that were bought".to_string()
            })?;
        }
        Ok(())
    }

    /// What was taken, who came from where, what is to be bombed.
    fn valid_marks(&self, state: &State) -> Result<(), BadInput> {
        let rising = |list: &[u16]| list.windows(2).all(|pair| pair[0] < pair[1]);
        need(rising(&state.taken) && rising(&state.raids), || "provinces are told out of order".into())?;
        for &at in &state.taken {
            let held = self.land(at) && self.friendly(state, at);
            need(held, || format!("{} is not in the hands of who has taken it", self.place_name(at)))?;
        }
        for &at in &state.raids {
            let sent = state.moved.iter().any(|m| m.at == at && m.raid && self.bombs(m.unit));
            let raiders = state.moved.iter().filter(|m| m.at == at && m.raid).all(|m| self.bombs(m.unit));
            need(sent && raiders && self.raidable(state, at), || {
                format!("{} cannot be raided", self.place_name(at))
            })?;
        }
        for &(at, from) in &state.came {
            let near = self.land_ways(at).contains(&from) && self.friendly(state, from);
            need(near, || {
                format!("nobody can have come from {} to {}", self.place_name(from), self.place_name(at))
            })?;
        }
        Ok(())
    }

    fn bombs(&self, unit: u8) -> bool {
        self.scenario.units[usize::from(unit)].bombs
    }

    /// Where both sides stand: who attacks must be able to go back, or to land.
    fn valid_battles(&self, state: &State) -> Result<(), BadInput> {
        let fought = matches!(state.phase, Phase::Redeploy | Phase::Place { .. })
            || matches!(state.phase, Phase::Overflight { combat: false, .. });
        for at in (0..self.provinces() as u16).filter(|&at| self.land(at)) {
            let place = self.place_name(at);
            if self.ground(state, at) && self.contested(state, at) {
                need(!fought, || format!("the battle for {place} has not been fought"))?;
                let way_back = state.came.iter().any(|(b, _)| *b == at);
                need(way_back, || format!("no 'came' says from where {place} is attacked"))?;
            }
            let hostile = !self.allied(state.mover, state.owner[usize::from(at)]);
            if self.ground(state, at) && hostile && !self.contested(state, at) {
                let waits = !fought && state.raids.binary_search(&at).is_ok();
                need(waits, || format!("{place} should have been taken"))?;
            }
        }
        // In the combat phase the sorties tell whether planes come back.
        let sent = |m: &Moved| {
            let full = self.scenario.units[usize::from(m.unit)].movement;
            let planes = state.sorties.iter().filter(|s| (s.to, s.unit, s.raid) == (m.at, m.unit, m.raid));
            m.left == full && planes.map(|s| u32::from(s.count)).sum::<u32>() >= u32::from(m.count)
        };
        let aloft = state.moved.iter().filter(|m| self.flies(m.unit) && !self.landable(state, m.at));
        for m in aloft.filter(|m| !sent(m)) {
            let home = self.to_land(state, m.at);
            need(home != FAR && home <= m.left, || {
                format!("{} at {} cannot land", self.unit_name(m.unit), self.place_name(m.at))
            })?;
        }
        Ok(())
    }

    /// What belongs to the phase.
    fn valid_phase(&self, state: &State) -> Result<(), BadInput> {
        let fits = |sound: bool| need(sound, || format!("'{}' does not fit the units", to_do(self, state)));
        let orders = matches!(state.phase, Phase::Combat | Phase::Redeploy);
        need(orders || state.after.is_none(), || "'after' belongs to the moves of a phase".into())?;
        let both = |at: u16| {
            let (ours, theirs) = self.endurance(state, at);
            state.raids.is_empty() && self.land(at) && ours > 0 && theirs > 0
        };
        let raiding = |at: u16| state.raids.first() == Some(&at) && state.hurt == (0, 0);
        let fresh = state.moved.is_empty() && state.taken.is_empty() && state.came.is_empty();
        let calm = state.raids.is_empty() && state.hurt == (0, 0);
        match state.phase {
            Phase::Purchase { next } => {
                let list = self.scenario.nations[usize::from(state.mover)].buys.len();
                let may = self.scenario.rules.economy && self.solvent(state, state.mover);
                fits(may && fresh && calm && usize::from(next) <= list)
            }
            Phase::Combat => fits(state.hurt == (0, 0)),
            Phase::Overflight { at, unit, count, passed, left, raid, combat } => {
                let there = |m: &Moved| (m.at, m.unit, m.left, m.raid) == (at, unit, left, raid);
                let planes = self.flies(unit) && state.moved.iter().any(|m| there(m) && m.count >= count);
                let aim = match (combat, raid) {
                    (true, true) => state.raids.binary_search(&at).is_ok(),
                    (true, false) => self.contested(state, at),
                    (false, raid) => !raid && self.landable(state, at) && calm,
                };
                fits(planes && aim && count > 0 && passed > 0 && state.hurt == (0, 0))
            }
            Phase::RaidFlak { at } => fits(raiding(at) && self.enemy_flak(state, at)),
            Phase::Bombs { at } => fits(raiding(at)),
            Phase::Flak { at, unit } => {
                let planes = self.flies(unit) && self.planes(state, at, unit) > 0;
                fits(both(at) && planes && self.enemy_flak(state, at) && state.hurt == (0, 0))
            }
            Phase::Fire { at } | Phase::Decide { at } => {
                let spare = self.spare(state, at);
                fits(both(at) && state.hurt.0 <= spare.0 && state.hurt.1 <= spare.1)
            }
            Phase::Redeploy => {
                let mut steps = Vec::new();
                self.redeployments(state, &mut steps);
                fits(state.came.is_empty() && calm && !steps.is_empty())
            }
            Phase::Place { after } => {
                let some = state.bought.iter().any(|&c| c > 0);
                let mut steps = Vec::new();
                self.placements(state, &mut steps);
                let landed = self.airborne(state).is_none() && state.came.is_empty();
                fits(some && landed && calm && !steps.is_empty() && (after == NOWHERE || self.land(after)))
            }
            Phase::Over => fits(fresh && calm && state.bought.iter().all(|&c| c == 0)),
        }
    }
}
