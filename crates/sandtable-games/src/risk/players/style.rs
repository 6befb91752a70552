//! What the scripted players have in common: a style answers what is special to it, and the rest is done alike.

use sandtable_core::{Game, Heat, Policy, Rng, Thought};

use super::super::rules::Risk;
use super::super::state::{Action, Phase, Set, State, members};
use super::sense::{Sense, best};

/// How a player plays: every hook but the first two has an answer that suits most.
pub trait Style: Send {
    /// The territory where troops are wanted most.
    fn front(&mut self, sense: &Sense) -> usize;

    /// The attack to make, if any: from where, and what.
    fn attack(&mut self, sense: &Sense) -> Option<(usize, usize)>;

    /// The free territory to take.
    fn claim(&mut self, sense: &Sense) -> usize {
        claim(sense)
    }

    /// Where the next starting troop goes.
    fn muster(&mut self, sense: &Sense) -> usize {
        self.front(sense)
    }

    /// Places the troops in hand.
    fn place(&mut self, sense: &Sense, plan: &mut Vec<Action>) {
        let front = self.front(sense);
        place_at(sense, front, plan);
    }

    /// How many troops follow from `from` into `to`, which was taken.
    fn enter(&mut self, sense: &Sense, from: usize, to: usize, least: u16, most: u16) -> u16 {
        enter_where_needed(sense, from, to, least, most)
    }

    /// The move that ends the turn, if any.
    fn fortify(&mut self, sense: &Sense) -> Option<(usize, usize, u16)> {
        let front = self.front(sense);
        sense.bring(sense.own & !sense.front(), front, sense.front())
    }

    /// What it wants, space by space, beside what all styles look at.
    fn heat(&self, sense: &Sense) -> Vec<Heat> {
        let _ = sense;
        Vec::new()
    }

    /// Which cards to trade, if any.
    fn trade(&mut self, sense: &Sense) -> Action {
        sense.game.best_trade(sense.state)
    }
}

/// Puts all troops in hand on one territory; what finds no room there goes to any other.
pub fn place_at(sense: &Sense, to: usize, plan: &mut Vec<Action>) {
    let fits = |t: &usize| sense.room(*t) > 0;
    let to = Some(to).filter(fits).or_else(|| members(sense.own).find(fits)).expect("a place with room");
    let troops = sense.state.hand.min(sense.room(to));
    plan.push(Action::Place { to: to as u8, troops });
}

/// All troops go where enemies are next; between two such places they are shared by the threat.
pub fn enter_where_needed(sense: &Sense, from: usize, to: usize, least: u16, most: u16) -> u16 {
    if sense.around(from) == 0 {
        most
    } else if sense.around(to) == 0 {
        least
    } else {
        let (here, there) = (f64::from(sense.threat(from)), f64::from(sense.threat(to)) + 1.0);
        let share = f64::from(most) * there / (here + there);
        (share as u16).clamp(least, most)
    }
}

/// A style as a policy.
pub struct Scripted<S>(pub S);

impl<S: Style> Scripted<S> {
    /// A step of the setup.
    pub fn opening(&mut self, sense: &Sense) -> Action {
        let to = match sense.state.phase {
            Phase::Muster => self.0.muster(sense),
            Phase::MusterNeutral => obstacle(sense),
            _ => self.0.claim(sense),
        };
        Action::Place { to: to as u8, troops: 1 }
    }
}

impl<S: Style> Policy<Risk> for Scripted<S> {
    fn choose(&mut self, game: &Risk, state: &State, _rng: &mut Rng, plan: &mut Vec<Action>) {
        let sense = Sense::new(game, state);
        let step = match state.phase {
            Phase::Place => {
                self.0.place(&sense, plan);
                return;
            }
            Phase::Attack => match sense.decision().or_else(|| self.0.attack(&sense)) {
                Some((from, to)) => Action::Attack { from: from as u8, to: to as u8 },
                None => Action::Halt,
            },
            Phase::Enter { from, to, least } => {
                let (from, to) = (usize::from(from), usize::from(to));
                let most = state.troops[from] - 1;
                Action::Enter(self.0.enter(&sense, from, to, least, most).clamp(least, most))
            }
            Phase::Fortify { .. } => match self.0.fortify(&sense) {
                Some((from, to, troops)) => Action::Fortify { from: from as u8, to: to as u8, troops },
                None => Action::Stay,
            },
            Phase::Trade => self.0.trade(&sense),
            _ => self.opening(&sense),
        };
        debug_assert_eq!(game.check(state, step), Ok(()));
        plan.push(step);
    }

    fn thought(&mut self, game: &Risk, state: &State) -> Thought<Action> {
        let sense = Sense::new(game, state);
        let mut threat = vec![0.0; game.map.len()];
        members(sense.own).for_each(|t| threat[t] = f64::from(sense.threat(t)));
        let mut chance = vec![0.0; game.map.len()];
        for (from, to) in sense.attacks() {
            chance[to] = sense.win(from, to).max(chance[to]);
        }
        let mut heat = vec![
            Heat { name: "troops that threaten it".into(), values: threat },
            Heat { name: "chance to take it".into(), values: chance },
        ];
        heat.extend(self.0.heat(&sense));
        Thought { heat, ..Thought::default() }
    }
}

/// The neutral territory that stands most in the way of the others and least in one's own.
pub fn obstacle(sense: &Sense) -> usize {
    let places = sense.game.placeable(sense.state);
    let nearby = |t: usize, set: Set| f64::from((sense.game.map.adjacent[t] & set).count_ones());
    let others: Set = sense.others().map(|p| sense.state.owned[p]).fold(0, |all, set| all | set);
    best(members(places), |t| nearby(t, others) - nearby(t, sense.own)).expect("a neutral territory")
}

/// The free territory to take: on continents that are small, rich, easy to hold and not another's, and next to one's own.
pub fn claim(sense: &Sense) -> usize {
    let map = &sense.game.map;
    let free = sense.game.placeable(sense.state);
    let worth = |t: usize| {
        let continent = &map.continents[usize::from(map.territories[t].continent)];
        let size = f64::from(continent.members.count_ones());
        let doors = members(continent.members).filter(|&m| map.adjacent[m] & !continent.members != 0).count();
        let own = f64::from((continent.members & sense.own).count_ones()) / size;
        let taken = f64::from((continent.members & !sense.own & !free).count_ones()) / size;
        let ease = f64::from(continent.bonus + 1) / (doors as f64 + 0.5 * size);
        let neighbours = f64::from((map.adjacent[t] & sense.own).count_ones());
        ease * (1.0 + 2.0 * own - 1.2 * taken) + 0.15 * neighbours
    };
    best(members(free), worth).expect("a free territory")
}
