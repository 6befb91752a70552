//! Beliefs in Opaque: they look like what was seen, follow players that the model knows, and never exclude the truth.

use sandtable_core::{Belief, Game, Kit, Particles, Policy, Rng, Seat, Stream, Turn, laws};
use sandtable_games::operation::{Enemy, Operation, Side, Sight, State, nodes, opaque};

use super::{BOARDS, game};

/// Plays a game of policies, and shows it to a belief of one seat: `look` hears of every state in which that seat is to move.
fn watch(
    game: &Operation,
    players: &mut [Box<dyn Policy<Operation>>; 2],
    seat: Seat,
    seed: u64,
    mut look: impl FnMut(&State, &mut Particles<Operation, Enemy>),
) {
    let mut rng = Rng::new(21, seed, Stream::World);
    let mut belief = Particles::new(Enemy::new(game));
    belief.begin(game, seat);
    let (mut state, mut plan) = (game.start(), Vec::new());
    loop {
        match game.turn(&state) {
            Turn::Over => return,
            Turn::Chance => {
                let chance = game.sample(&state, &mut rng);
                game.resolve(&mut state, chance);
                belief.observe(game, &game.view(&state, seat), None);
            }
            Turn::Player(mover) => {
                if mover == seat {
                    look(&state, &mut belief);
                }
                plan.clear();
                players[mover].choose(game, &state, &mut rng, &mut plan);
                for &step in &plan {
                    game.apply(&mut state, step);
                    belief.observe(game, &game.view(&state, seat), (mover == seat).then_some(step));
                }
            }
        }
    }
}

fn players(game: &Operation, names: [&str; 2]) -> [Box<dyn Policy<Operation>>; 2] {
    let def = opaque();
    names.map(|name| Kit { game, ..def.kit(game) }.policy(name).unwrap().1)
}

#[test]
fn scratch() {
    let game = game("5x5", Sight::Opaque);
    for (names, seat) in [
        (["one-axis-blue", "dist-exp-red"], 1),
        (["simple-blue", "dist-exp-red"], 1),
        (["one-axis-blue", "dist-exp-red"], 0),
        (["net", "dist-exp-red"], 1),
        (["one-axis-blue", "net"], 0),
        (["simple-blue", "net"], 0),
        (["constrained", "net"], 0),
        (["constrained", "net"], 1),
    ] {
        let mut players = players(&game, names);
        let (mut bins, mut count, mut truth, mut sizes) = ([(0.0, 0u32, 0u32); 10], 0, 0.0, 0);
        let mut brier = (0.0, 0.0, 0.0, 0.0);
        let begin = std::time::Instant::now();
        let mut spent = 0.0;
        for seed in 0..40 {
            watch(&game, &mut players, seat, seed, |state, belief| {
                let now = std::time::Instant::now();
                let enemy = Side::BOTH[seat].other();
                let mut chance = [0.0; 64];
                count += 1;
                let view = game.view(state, seat);
                for (world, weight) in belief.states(&game) {
                    sizes += 1;
                    assert_eq!(game.view(world, seat), view);
                    if world.pieces(enemy) == state.pieces(enemy) {
                        truth += weight;
                    }
                    for node in nodes(world.pieces(enemy).occupied()) {
                        chance[usize::from(node)] += weight;
                    }
                }
                spent += now.elapsed().as_secs_f64();
                let last = belief.last_seen(&game, &view, &mut Rng::new(0, 0, Stream::World));
                let mut rng = Rng::new(0, seed, Stream::World);
                let mut guessed = [0.0; 64];
                for _ in 0..50 {
                    for node in nodes(game.guess(&view, &mut rng).pieces(enemy).occupied()) {
                        guessed[usize::from(node)] += 0.02;
                    }
                }
                for node in nodes(!view.seen & ((1 << 25) - 1)) {
                    let p: f64 = chance[usize::from(node)];
                    let there = state.pieces(enemy).at(node) > 0;
                    let bin = &mut bins[((p * 10.0) as usize).min(9)];
                    *bin = (bin.0 + p, bin.1 + 1, bin.2 + u32::from(there));
                    let t = f64::from(u8::from(there));
                    brier.0 += (p - t).powi(2);
                    brier.1 += (f64::from(u8::from(last.pieces(enemy).at(node) > 0)) - t).powi(2);
                    brier.2 += (guessed[usize::from(node)] - t).powi(2);
                    brier.3 += 1.0;
                }
            });
        }
        println!("{names:?} seat {seat}: {count} decisions, truth {:.3}, particles {:.1}, brier {:.4} last {:.4} guess {:.4}, {:.0} us a decision, {:.1}s",
            truth / f64::from(count), f64::from(sizes) / f64::from(count), brier.0 / brier.3, brier.1 / brier.3, brier.2/brier.3, 1e6 * spent / f64::from(count), begin.elapsed().as_secs_f64());
        for (sum, n, hits) in bins {
            print!("{:.3}:{:.3}({n}) ", sum / f64::from(n.max(1)), f64::from(hits) / f64::from(n.max(1)));
        }
        println!();
    }
}

#[test]
fn what_is_believed_looks_like_what_is_seen() {
    for board in BOARDS {
        let game = game(board, Sight::Opaque);
        laws::belief(&game, &mut Particles::new(Enemy::new(&game)), 3, 5);
    }
}
