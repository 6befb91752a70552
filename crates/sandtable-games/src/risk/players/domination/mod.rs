//! Domination's computer players `easy`, `average` and `hard`, written anew from a description of how they decide.
//!
//! Domination (yura.net) is a free program for Risk; its players share one logic. They reckon how far each army gets by a rule of thumb for losses
//! ([`reach`]), rate the players by what they could attack with and what they could withstand ([`situation`]), and answer by the first of eight rules that
//! gives a move ([`turn`]): eliminate, break a continent, guard one's own, take the next one, and wear others down with what is left over.
//! Each troop of the set-up and each placement is decided afresh. The weaker two leave rules out and place half or more of their troops by a simpler one.
//!
//! What the original keeps in mind, and what is read from the position here:
//! - It looks again at a battle after two, five, eight … rolls; here after every roll, since a position does not tell how many were thrown.
//! - Its land is in the order of acquisition; here in that of the map. Ties that rest on it may fall otherwise.
//! - While troops move in, it knows what the attack was for; here that is what the plan from the new position would be.
//! - The number of its turn is that of the round. There are no missions and no capitals.
//! - A neutral owner is an obstacle like any other, and no rival. Where the rules fight battles to the end or move all in, there is nothing to decide.

mod atlas;
mod border;
mod breach;
mod chain;
mod continents;
mod draft;
mod elimination;
mod entry;
mod fortify;
mod last_attacks;
mod muster;
mod reach;
mod simple;
mod situation;
mod trade;
mod turn;

use sandtable_core::{Args, BadInput, Param, Policy, Rng};

use super::super::rules::Risk;
use super::super::state::{Action, MAX_TROOPS, Phase, State, members};
use super::sense::Sense;
use super::style::obstacle;
use atlas::Atlas;
use chain::Order;
use reach::Reach;
use situation::Situation;

/// How well it plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    Easy,
    Average,
    Hard,
}

/// What can be set.
pub const PARAMS: &[Param] = &[Param::main("level", "easy, average or hard", "hard")];

/// One of Domination's players.
pub struct Domination {
    level: Level,
    atlas: Atlas,
    reach: Reach,
    /// The continents worth going for: room to work in.
    listed: Vec<(f64, usize)>,
}

impl Domination {
    pub fn new(game: &Risk, args: &Args) -> Result<Domination, BadInput> {
        let level = match args.get("level") {
            "easy" => Level::Easy,
            "average" => Level::Average,
            "hard" => Level::Hard,
            other => {
                return Err(BadInput::new(format!("level={other}: expected easy, average or hard")));
            }
        };
        let atlas = Atlas::new(game);
        let listed = Vec::with_capacity(atlas.continents.len());
        Ok(Domination { level, atlas, reach: Reach::new(), listed })
    }

    fn place(&mut self, game: &Risk, state: &State, rng: &mut Rng) -> Action {
        let mut view = Situation::new(game, state, &self.atlas, self.level, false, rng);
        let simple = match self.level {
            Level::Easy => rng.below(6) > 0,
            Level::Average => rng.below(2) == 0,
            Level::Hard => false,
        };
        let (to, troops) = if simple {
            simple::place(&view, rng)
        } else {
            match turn::decide(&mut view, &mut self.reach, &mut self.listed, rng) {
                Some(turn::Decision { order: Order::Place { to, troops }, .. }) => (to, troops),
                _ => unreachable!("the last rule of placing always gives a place"),
            }
        };
        let room = |t: usize| MAX_TROOPS - state.troops[t];
        let to = if room(to) > 0 {
            to
        } else {
            members(state.own()).find(|&t| room(t) > 0).expect("a place with room")
        };
        let troops = troops.clamp(1, i32::from(state.hand.min(room(to)))) as u16;
        Action::Place { to: to as u8, troops }
    }

    fn attack(&mut self, game: &Risk, state: &State, rng: &mut Rng) -> Action {
        let mut view = Situation::new(game, state, &self.atlas, self.level, true, rng);
        match turn::decide(&mut view, &mut self.reach, &mut self.listed, rng) {
            Some(turn::Decision { order: Order::Attack { from, to }, .. }) if stands(&view, from, to) => {
                Action::Attack { from: from as u8, to: to as u8 }
            }
            _ => Action::Halt,
        }
    }

    /// Troops that move in go by what the plan would be with all of them there.
    fn enter(
        &mut self,
        game: &Risk,
        state: &State,
        (from, to, least): (usize, usize, u16),
        rng: &mut Rng,
    ) -> Action {
        let most = state.troops[from] - 1;
        let mut after = state.clone();
        (after.troops[from], after.troops[to], after.phase) = (1, most, Phase::Attack);
        let mut ahead = Situation::new(game, &after, &self.atlas, self.level, true, rng);
        let decision = turn::decide(&mut ahead, &mut self.reach, &mut self.listed, rng);
        let eliminating = decision.is_some_and(|d| d.eliminating);
        let view = Situation::new(game, state, &self.atlas, self.level, true, rng);
        let border = border::border(&view);
        let troops = entry::enter(&view, &mut self.reach, border, (from, to), eliminating);
        Action::Enter(troops.clamp(i32::from(least), i32::from(most)) as u16)
    }
}

/// Whether a battle is still worth a roll: a small army breaks off against an equal one, unless it is the last of its owner.
fn stands(view: &Situation, from: usize, to: usize) -> bool {
    let (attackers, defenders) = (view.troops(from) - 1, view.troops(to));
    let last = view.rival(view.owner(to)).is_some_and(|r| r.land.count_ones() == 1);
    attackers >= 3 || attackers > defenders || attackers == defenders && last
}

impl Policy<Risk> for Domination {
    fn choose(&mut self, game: &Risk, state: &State, rng: &mut Rng, plan: &mut Vec<Action>) {
        let step = match state.phase {
            Phase::Place => self.place(game, state, rng),
            Phase::Attack => self.attack(game, state, rng),
            Phase::Enter { from, to, least } => {
                self.enter(game, state, (usize::from(from), usize::from(to), least), rng)
            }
            Phase::MusterNeutral => Action::Place { to: obstacle(&Sense::new(game, state)) as u8, troops: 1 },
            _ => {
                let view = Situation::new(game, state, &self.atlas, self.level, false, rng);
                match state.phase {
                    Phase::Fortify { .. } => match fortify::fortify(&view, border::border(&view)) {
                        Some((from, to, troops)) => {
                            let room = i32::from(MAX_TROOPS - state.troops[to]);
                            let troops = troops.min(room) as u16;
                            Action::Fortify { from: from as u8, to: to as u8, troops }
                        }
                        None => Action::Stay,
                    },
                    Phase::Trade => trade::trade(&view),
                    Phase::Muster => {
                        let to = muster::muster(&view, &mut self.reach, &mut self.listed, rng);
                        Action::Place { to: to as u8, troops: 1 }
                    }
                    _ => Action::Place { to: draft::claim(&view, rng) as u8, troops: 1 },
                }
            }
        };
        plan.push(step);
    }
}
