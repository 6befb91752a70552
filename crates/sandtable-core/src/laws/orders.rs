//! Laws for orders: given in any order and split as one likes, the orders of a turn arrange to the same position.

use super::players::position;
use crate::plan::{arrange, carry_out};
use crate::{Game, Notation, Rng, Seats, Stream, Turn};

/// Longer stretches of a turn are cut off here.
const STRETCH: usize = 60;
/// How many ways to give the same orders are tried.
const WAYS: usize = 4;

/// Takes `times` random stretches of turns, up to dice or the end of the turn, and gives their steps in other ways.
pub fn orders<G: Notation>(game: &G, times: u64, seed: u64) {
    let mut elsewhere: Vec<G::Action> = Vec::new();
    for time in 0..times {
        let mut rng = Rng::new(seed, time, Stream::World);
        let Some((start, _)) = position(game, Seats::Any, &mut rng) else { continue };
        let (steps, end) = stretch(game, &start, &mut rng);
        let texts =
            |steps: &[G::Action]| steps.iter().map(|&s| game.action_text(s)).collect::<Vec<_>>().join(" ");
        let place = || format!("'{}' with {}", game.state_text(&start), texts(&steps));
        let ranks: Vec<u64> = steps.iter().map(|&step| game.rank(&start, step)).collect();
        assert!(ranks.is_sorted(), "{}: ranks fall: {ranks:?}", place());
        for _ in 0..WAYS {
            let given = disorder(game, &start, &steps, &mut rng);
            let (plan, refused) = arrange(game, &start, &given);
            let place = || format!("{}, given as {}", place(), texts(&given));
            assert!(refused.is_empty(), "{}: {refused:?}", place());
            let mut reached = start.clone();
            carry_out(game, &mut reached, &plan, |_, _| ());
            assert_eq!(reached, end, "{}: arranged as {}, which leads elsewhere", place(), texts(&plan));
        }
        elsewhere.extend(&steps);
        junk(game, &start, &elsewhere, &mut rng);
    }
}

/// Random legal steps up to dice or the end of the turn, and where they lead.
fn stretch<G: Game>(game: &G, start: &G::State, rng: &mut Rng) -> (Vec<G::Action>, G::State) {
    let (mover, turn) = (game.turn(start), game.turns(start));
    let mut state = start.clone();
    let (mut steps, mut legal) = (Vec::new(), Vec::new());
    while steps.len() < STRETCH && game.turn(&state) == mover && game.turns(&state) == turn {
        legal.clear();
        game.actions(&state, &mut legal);
        let step = *rng.pick(&legal);
        game.apply(&mut state, step);
        steps.push(step);
    }
    (steps, state)
}

/// The same orders from `start` on in another way: some split, and all shuffled, but those of one rank in their order.
pub fn disorder<G: Notation>(
    game: &G,
    start: &G::State,
    steps: &[G::Action],
    rng: &mut Rng,
) -> Vec<G::Action> {
    let mut groups: Vec<(u64, Vec<G::Action>)> = Vec::new();
    for &step in steps {
        let rank = game.rank(start, step);
        if groups.last().is_none_or(|(last, _)| *last != rank) {
            groups.push((rank, Vec::new()));
        }
        let group = &mut groups.last_mut().expect("it was pushed").1;
        let mut rest = step;
        while rng.below(2) == 0
            && let Some((one, other)) = game.split(rest)
        {
            let text = game.action_text(rest);
            assert_eq!(game.merge(one, other), Some(rest), "{text} is split into what does not join again");
            assert_eq!(
                (game.rank(start, one), game.rank(start, other)),
                (rank, rank),
                "{text} changes its rank"
            );
            group.push(one);
            rest = other;
        }
        group.push(rest);
    }
    groups.iter_mut().for_each(|(_, group)| group.reverse());
    let mut given = Vec::new();
    while !groups.is_empty() {
        let at = rng.below(groups.len() as u32) as usize;
        given.extend(groups[at].1.pop());
        if groups[at].1.is_empty() {
            groups.swap_remove(at);
        }
    }
    given
}

/// Orders from anywhere: whatever is arranged can be carried out to its end, and whatever is refused has a reason.
fn junk<G: Game>(game: &G, start: &G::State, elsewhere: &[G::Action], rng: &mut Rng) {
    let given: Vec<G::Action> = (0..rng.below(12)).map(|_| *rng.pick(elsewhere)).collect();
    let (plan, refused) = arrange(game, start, &given);
    assert!(refused.iter().all(|r| !r.why.0.is_empty() && given[r.at] == r.step), "{refused:?}");
    let (taken, no) = carry_out(game, &mut start.clone(), &plan, |_, _| ());
    assert!(taken == plan.len() && no.is_none(), "arranged, but not carried out: {plan:?}: {no:?}");
    debug_assert!(matches!(game.turn(start), Turn::Player(_)));
}
