//! The cards of Risk: what nobody may know of another's hand, the official game for two, and rounds that are equal for all.

use sandtable_core::{Args, Game, Happened, Notation, Rng, Seat, Stream, Turn, laws};
use sandtable_games::risk::{self, Phase, Risk, State};

fn game(items: &str) -> Risk {
    let def = risk::risk();
    let mut args = Args::defaults(def.params);
    for item in items.split(',') {
        let (key, value) = item.split_once('=').unwrap_or(("map", item));
        assert!(args.set(key, value), "{item}");
    }
    (def.build)(&args).unwrap_or_else(|e| panic!("{items}: {e}"))
}

const HIDDEN: [&str; 3] = [
    "mini12,players=3,hands=hidden,trade=choice,pictured=2,rounds=20",
    "mini12,players=3,hands=hidden,trade=choice,rounds=20",
    "mini12,players=2,hands=hidden,trade=choice,cards=progressive,rounds=40",
];

/// All cards of a game, as positions write them.
fn deck(game: &Risk) -> Vec<String> {
    let pictures = game.options.pictured > 0;
    let symbols = ["infantry", "cavalry", "artillery"];
    let of = |(i, t): (usize, &risk::map::Territory)| match pictures {
        true => t.name.clone(),
        false => symbols[i % 3].into(),
    };
    let wild = if pictures { ["wild1", "wild2"] } else { ["wild"; 2] };
    game.map.territories.iter().enumerate().map(of).chain(wild.map(String::from)).collect()
}

/// The same position with other cards in the hands that `seat` does not see: as many as before, out of all that it does not hold itself
/// and that nobody has traded. It is written from the words of the position and must be one that the rules allow.
fn scrambled(game: &Risk, state: &State, seat: Seat, rng: &mut Rng) -> State {
    let text = game.state_text(state);
    let mut free = deck(game);
    let mut take = |words: &str| {
        for word in words.split_whitespace() {
            let at = free.iter().position(|card| card == word).unwrap_or_else(|| panic!("{word} in {text}"));
            free.swap_remove(at);
        }
    };
    let own = format!("cards {}", risk::COLOURS[seat]);
    let hidden = |head: &str| head.starts_with("cards ") && head != own;
    let clauses: Vec<(&str, &str)> = text.split("; ").map(|c| c.split_once(':').unwrap_or((c, ""))).collect();
    clauses.iter().filter(|(head, _)| *head == own || *head == "discard").for_each(|(_, cards)| take(cards));
    let mut other = String::new();
    for (head, rest) in &clauses {
        let cards = match hidden(head) {
            true => rest
                .split_whitespace()
                .map(|_| format!(" {}", free.swap_remove(rng.below(free.len() as u32) as usize)))
                .collect(),
            false => rest.to_string(),
        };
        other += &format!("{head}{}{cards}; ", if rest.is_empty() { "" } else { ":" });
    }
    game.parse_state(&other).unwrap_or_else(|e| panic!("{other}: {e}"))
}

#[test]
fn cards_are_hidden_from_the_others() {
    for items in HIDDEN {
        let game = game(items);
        laws::hidden(&game, 3, 1, |state, seat, rng| scrambled(&game, state, seat, rng));
    }
}

/// Two games that differ in what a seat cannot see, and in which it is told the same, look the same to it afterwards: whether somebody is
/// asked to trade, and which cards are left to be drawn, say nothing about hidden hands.
#[test]
fn what_happens_shows_nothing_of_hidden_hands() {
    for items in HIDDEN {
        let game = game(items);
        let mut compared = [0; 2];
        for deal in 0..12 {
            let mut rng = Rng::new(2, deal, Stream::World);
            let mut state = game.start();
            while game.turn(&state) != Turn::Over {
                let others: Vec<State> =
                    (0..game.options.players).map(|seat| scrambled(&game, &state, seat, &mut rng)).collect();
                let before = state.clone();
                let mut after = state.clone();
                let happened = match game.turn(&state) {
                    Turn::Player(_) => {
                        let mut steps = Vec::new();
                        game.actions(&state, &mut steps);
                        let step = *rng.pick(&steps);
                        game.apply(&mut after, step);
                        Happened::Step(step)
                    }
                    _ => {
                        let chance = game.sample(&state, &mut rng);
                        game.resolve(&mut after, chance);
                        Happened::Draw(chance)
                    }
                };
                // Whoever takes a loser's cards sees them from then on.
                let taker = game.alive(&after).count() < game.alive(&before).count();
                let blind = |seat: &(usize, State)| !(taker && seat.0 == before.mover());
                for (seat, mut other) in others.into_iter().enumerate().filter(blind) {
                    match happened {
                        Happened::Step(step) if game.check(&other, step).is_ok() => {
                            game.apply(&mut other, step)
                        }
                        Happened::Step(_) => continue,
                        Happened::Draw(_) => {
                            let told = game.tell(&before, happened, Some(seat));
                            let mut outcomes = Vec::new();
                            game.outcomes(&other, &mut outcomes);
                            let same = |c: &&(risk::Chance, f64)| {
                                game.tell(&other, Happened::Draw(c.0), Some(seat)) == told
                            };
                            let Some(&(chance, _)) = outcomes.iter().find(same) else { continue };
                            game.resolve(&mut other, chance);
                        }
                    }
                    compared[usize::from(after.phase == Phase::Trade)] += usize::from(other != after);
                    assert_eq!(
                        game.view(&other, seat),
                        game.view(&after, seat),
                        "{items}: {} sees more than it is told after {happened:?}",
                        risk::COLOURS[seat]
                    );
                    assert_eq!(game.scene(&game.view(&other, seat)), game.scene(&game.view(&after, seat)));
                }
                state = after;
            }
        }
        assert!(compared.iter().all(|n| *n > 20), "{items}: {compared:?}");
    }
}

#[test]
fn cards_without_pictures_are_symbols() {
    let game = game("mini12,hands=hidden,trade=choice,rounds=40");
    let mut rng = Rng::new(1, 0, Stream::World);
    let (mut drawn, mut traded) = (0, 0);
    for _ in 0..40 {
        let mut state = game.start();
        while game.turn(&state) != Turn::Over {
            let mut steps = Vec::new();
            if let Turn::Player(_) = game.turn(&state) {
                game.actions(&state, &mut steps);
            }
            for step in steps.iter().map(|s| game.action_text(*s)).filter(|s| s.starts_with("trade:")) {
                let cards = step["trade:".len()..].split(',');
                assert!(
                    cards.clone().all(|c| ["infantry", "cavalry", "artillery", "wild"].contains(&c)),
                    "{step}"
                );
                traded += 1;
            }
            if state.phase == Phase::Draw {
                let mut outcomes = Vec::new();
                game.outcomes(&state, &mut outcomes);
                let texts: Vec<String> = outcomes.iter().map(|(c, _)| game.chance_text(&state, *c)).collect();
                let known = ["card infantry", "card cavalry", "card artillery", "card wild"];
                assert!(texts.iter().all(|t| known.contains(&t.as_str())), "{texts:?}");
                drawn += 1;
            }
            laws::advance(&game, &mut state, &mut rng);
        }
    }
    assert!(drawn > 50 && traded > 5, "{drawn} draws and {traded} trades");
}

#[test]
fn two_play_the_official_game_for_two() {
    for items in ["classic,players=2", "world82,players=2"] {
        let game = game(items);
        assert!(game.options.neutral && game.options.armies == 40, "{items}");
        let mut rng = Rng::new(1, 0, Stream::World);
        let mut state = game.start();
        // A third of the land for each of the three, by lot, with one troop on each.
        while game.turn(&state) == Turn::Chance {
            laws::advance(&game, &mut state, &mut rng);
        }
        assert!(
            [0, 1, risk::NEUTRAL]
                .iter()
                .all(|&o| state.owned[o].count_ones() == 14 && state.strength(o) == 14)
        );
        // Then each in turn places two of its own and one neutral troop, until all have 40.
        let first = state.mover();
        for placed in 0..26 {
            for phase in [Phase::Muster, Phase::Muster, Phase::MusterNeutral] {
                assert_eq!((state.phase, state.mover()), (phase, (first + placed) % 2));
                let to = game.placeable(&state).trailing_zeros() as u8;
                game.apply(&mut state, risk::Action::Place { to, troops: 1 });
            }
        }
        assert!([0, 1, risk::NEUTRAL].iter().all(|&o| state.strength(o) == 40));
        assert_eq!((state.phase, state.mover(), state.turns), (Phase::Place, first, 0));
    }
    assert!(!game("classic,players=2,neutral=no").options.neutral);
    let three = game("duel,players=3");
    assert!(!three.options.neutral && three.options.armies == 35);
}

/// Plays at random and counts the turns of each player.
fn turns_taken(game: &Risk, deal: u64) -> (Vec<u32>, State) {
    let mut rng = Rng::new(4, deal, Stream::World);
    let mut state = game.start();
    let mut taken = vec![0; game.options.players];
    while game.turn(&state) != Turn::Over {
        let (turns, mover) = (state.turns, state.mover());
        laws::advance(game, &mut state, &mut rng);
        taken[mover] += state.turns - turns;
    }
    (taken, state)
}

#[test]
fn nobody_gets_more_turns_than_the_rounds() {
    let game = game("mini12,players=4,armies=4,rounds=25");
    let (mut eliminated, mut shared) = (0, 0);
    for deal in 0..60 {
        let (taken, state) = turns_taken(&game, deal);
        let alive: Vec<usize> = game.alive(&state).collect();
        assert!(taken.iter().all(|&n| n <= 25), "{taken:?}");
        if alive.len() > 1 {
            assert!(alive.iter().all(|&p| taken[p] == 25), "{taken:?}, {alive:?} are left");
            shared += 1;
            eliminated += 4 - alive.len();
        }
        assert_eq!(game.parse_state(&game.state_text(&state)).as_ref(), Ok(&state));
    }
    assert!(eliminated > 5 && shared > 5, "{shared} games with {eliminated} players out");
}

/// Whoever has four cards kept at least three of them when it was asked, so they were hardly a set; no hand is ruled out all the same.
#[test]
fn guesses_go_by_what_was_kept() {
    let game = game("classic,players=2,neutral=no,setup=random,hands=hidden,trade=choice");
    let mut state = game.start();
    let (mut rng, mut seed) = (Rng::new(1, 0, Stream::World), 0);
    let other = loop {
        if !laws::advance(&game, &mut state, &mut rng) {
            seed += 1;
            (state, rng) = (game.start(), Rng::new(1, seed, Stream::World));
        }
        if let (Turn::Player(seat), Phase::Place) = (game.turn(&state), &state.phase)
            && state.cards[1 - seat].count_ones() == 4
        {
            break 1 - seat;
        }
    };
    let view = game.view(&state, 1 - other);
    let guesses: Vec<State> = (0..20_000).map(|_| game.guess(&view, &mut rng)).collect();
    assert!(guesses.iter().all(|guess| game.view(guess, 1 - other) == view));
    let share = |what: &dyn Fn(u64) -> bool| {
        guesses.iter().filter(|guess| what(guess.cards[other])).count() as f64 / guesses.len() as f64
    };
    // Among all hands of four, 18 % have no set; among those of which three random ones are none, 32 %.
    let none = share(&|hand| !risk::has_set(hand));
    assert!((0.25..0.40).contains(&none), "{none}");
    let wild = share(&|hand| hand >> 62 == 3);
    assert!((0.0001..0.01).contains(&wild), "both wild cards: {wild}");
}
