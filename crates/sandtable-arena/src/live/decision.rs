//! Decisions of agents: they are taken out of the game to be made, and brought back.
//!
//! A decision takes its agent along, so that the game can be looked at, taken back or given to somebody else while the
//! agent thinks. What is brought back too late is dropped, and another agent like it is built.

use std::sync::Arc;
use std::time::Instant;

use sandtable_core::plan::carry_out;
use sandtable_core::{
    Agent, Ask, Belief, Budget, Candidate, Fault, Happened, Heat, Idea, Notation, Rng, Seat, Turn,
};

use super::table::LiveTable;
use super::{Live, Pondered, Pondering, Thought};
use crate::Failure;
use crate::advice::Account;
use crate::caught;

/// How many of the considered steps a thought keeps: they stay in memory as long as they can be gone back to.
const KEPT: usize = 40;

/// A decision, with whoever makes it.
struct Decision<G: Notation> {
    number: u64,
    seat: Seat,
    agent: Box<dyn Agent<G>>,
    belief: Box<dyn Belief<G>>,
    limit: Budget,
    rng: Rng,
    view: G::View,
    plan: Vec<G::Action>,
    thought: Result<sandtable_core::Thought<G::Action>, Fault>,
    seconds: f64,
}

impl<G: Notation> LiveTable<G> {
    /// Takes the decision of the agent that is to move out of the game.
    pub(super) fn take_out(&mut self) -> Result<Option<Pondering>, Failure> {
        self.recall()?;
        let Turn::Player(seat) = self.turn() else { return Ok(None) };
        let Some(agent) = self.agents[seat].take() else { return Ok(None) };
        self.decisions += 1;
        self.away = Some((seat, self.decisions));
        let hosted = self.hosted.clone();
        let mut decision = Decision {
            number: self.decisions,
            seat,
            agent,
            belief: self.believed(seat),
            limit: self.limit,
            rng: self.thoughts[seat].clone(),
            view: hosted.game.view(&self.state, seat),
            plan: Vec::new(),
            thought: Ok(Default::default()),
            seconds: 0.0,
        };
        Ok(Some(Box::new(move || {
            let Decision { seat, agent, belief, limit, rng, view, plan, thought, seconds, .. } =
                &mut decision;
            let begin = Instant::now();
            let ask = Ask::new(&hosted.game, *seat, view, &mut **belief, rng);
            let mut ask = Ask { limit: *limit, explain: true, ..ask };
            *thought = caught(|| agent.act(&mut ask, plan))
                .unwrap_or_else(|panicked| Err(Fault(format!("it panicked: {panicked}"))));
            *seconds = begin.elapsed().as_secs_f64();
            Pondered(Box::new(decision))
        })))
    }

    /// Brings a decision back; `false` if it is not wanted any more.
    pub(super) fn bring_back(&mut self, pondered: Pondered) -> Result<bool, Failure> {
        let decision: Decision<G> = *pondered.0.downcast().expect("a decision of this game");
        if self.away != Some((decision.seat, decision.number)) {
            return Ok(false);
        }
        let Decision { seat, agent, rng, view, mut plan, thought, seconds, .. } = decision;
        self.away = None;
        self.thoughts[seat] = rng;
        let game = &self.hosted.game;
        // What it risked is told as far as it could know.
        let known = game.imagine(&view);
        let thought = thought.map_err(|fault| Failure::Failed(format!("{}: {fault}", self.specs[seat])));
        let thought = match thought {
            Ok(thought) => thought,
            Err(failure) => {
                self.agents[seat] = Some(agent);
                return Err(failure);
            }
        };
        let attention = attention(game, &known, &thought.candidates);
        let mut account = Account::of(game, &known, thought);
        account.heat.extend(attention);
        account.considered.truncate(KEPT);
        let thought = Thought { seat, agent: self.specs[seat].clone(), account, seconds };
        self.agents[seat] = Some(agent);
        self.check_plan(seat, &mut plan)?;
        self.thought = Some(Arc::new(thought));
        plan.into_iter().for_each(|action| self.happen(Happened::Step(action)));
        Ok(true)
    }

    /// Cuts a plan after the last step that can be taken now, and refuses one that breaks the rules or has none.
    fn check_plan(&self, seat: Seat, plan: &mut Vec<G::Action>) -> Result<(), Failure> {
        let game = &self.hosted.game;
        let (taken, refused) = carry_out(game, &mut self.state.clone(), plan, |_, _| ());
        if let Some(refused) = refused {
            let agent = &self.specs[seat];
            // Where something is hidden, what it tried is nobody else's business.
            return Err(Failure::Failed(match game.info().hidden {
                true => format!("{agent} broke the rules"),
                false => {
                    let step = game.action_text(refused.step);
                    format!("{agent} broke the rules with '{step}': {}", refused.why)
                }
            }));
        }
        plan.truncate(taken);
        match plan.is_empty() {
            true => Err(Failure::Failed(format!("{} gave no step", self.specs[seat]))),
            false => Ok(()),
        }
    }

    /// Does without a decision that is out: another agent takes the seat of the one that is making it.
    pub(super) fn recall(&mut self) -> Result<(), Failure> {
        let Some((seat, _)) = self.away else { return Ok(()) };
        // No decision has this number, so nothing that comes back now is wanted.
        self.away = Some((seat, 0));
        let spec = self.specs[seat].clone();
        self.set_agent(seat, Some(&spec))
    }
}

/// Where the steps that an agent considered lead, by how much it looked at them: a share for each space.
fn attention<G: Notation>(game: &G, state: &G::State, candidates: &[Candidate<G::Action>]) -> Option<Heat> {
    let mut values = vec![0.0; game.scene_all(state).places.len()];
    for candidate in candidates {
        if let Idea::Step(step) = candidate.idea
            && let Some(space) = game.choice(state, step).to
        {
            values[space] += candidate.visits as f64;
        }
    }
    let all: f64 = values.iter().sum();
    values.iter_mut().for_each(|v| *v /= all);
    (all > 0.0).then(|| Heat { name: "share of the search".into(), values })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use sandtable_core::Turn;

    use crate::episode::Deal;
    use crate::live::{HUMAN, Live, Pondering};
    use crate::{AnyGame, registry};

    fn open(seats: [Option<&str>; 2]) -> Box<dyn Live> {
        let game: Arc<dyn AnyGame> = Arc::from(registry::open("lucid:3x3").unwrap());
        game.live(&seats, Deal { seed: 4, deal: 0, seating: 0 }).unwrap()
    }

    /// Goes on until a decision of an agent can be taken out, with people who do nothing.
    fn next_decision(live: &mut dyn Live) -> Pondering {
        loop {
            match live.turn() {
                Turn::Chance => drop(live.advance().unwrap()),
                Turn::Player(seat) if live.specs()[seat] == HUMAN => live.play("end").unwrap(),
                Turn::Player(_) => return live.ponder().unwrap().unwrap(),
                Turn::Over => panic!("the game is over"),
            }
        }
    }

    #[test]
    fn decisions_made_elsewhere_are_those_made_here() {
        let seats = [Some("mcts:sims=30"), Some("random")];
        let (mut here, mut elsewhere) = (open(seats), open(seats));
        while here.advance().unwrap().is_some() {}
        while elsewhere.turn() != Turn::Over {
            match elsewhere.ponder().unwrap() {
                Some(question) => drop(elsewhere.settle(question()).unwrap().unwrap()),
                None => drop(elsewhere.advance().unwrap().unwrap()),
            }
        }
        assert_eq!(here.record(), elsewhere.record());
    }

    #[test]
    fn what_comes_back_too_late_is_dropped() {
        let mut live = open([None, Some("mcts:sims=30")]);
        while !live.can_undo() {
            match live.turn() {
                Turn::Player(0) => live.play("end").unwrap(),
                _ => drop(live.advance().unwrap()),
            }
        }
        let question = next_decision(&mut *live);
        assert!(live.play("end").is_err(), "an agent is to move, even if it is away");
        assert!(live.undo());
        let after = live.record();
        assert_eq!(live.settle(question()).unwrap(), None);
        assert_eq!(live.record(), after, "nothing has happened");
        let question = next_decision(&mut *live);
        live.set_agent(1, None).unwrap();
        let after = live.record();
        assert_eq!(live.settle(question()).unwrap(), None);
        assert_eq!(live.record(), after);
        live.play("end").unwrap();
        // One that never comes back is done without.
        live.set_agent(1, Some("random")).unwrap();
        drop(next_decision(&mut *live));
        let again = live.ponder().unwrap().unwrap();
        assert!(live.settle(again()).unwrap().is_some());
    }
}
