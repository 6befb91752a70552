//! Risk against its rules: the laws under every option, what is hidden, and the order of a turn.

use sandtable_core::{Args, Game, Guide, Notation, Policy, Rng, Stream, Turn, laws};
use sandtable_games::risk::{self, Restraint, Risk};

fn game(items: &str) -> Risk {
    let def = risk::risk();
    let mut args = Args::defaults(def.params);
    for item in items.split(',') {
        let (key, value) = item.split_once('=').unwrap_or(("map", item));
        assert!(args.set(key, value), "{item}");
    }
    (def.build)(&args).unwrap_or_else(|e| panic!("{items}: {e}"))
}

#[test]
fn the_laws_hold_for_every_variant_and_option() {
    for items in [
        "mini6",
        "mini12",
        "duel",
        "classic,rounds=6",
        "world82,rounds=3,players=6",
        "mini12,neutral=yes,setup=place,rounds=10",
        "mini12,neutral=yes,setup=draft,rounds=10",
        "mini12,players=4,setup=draft,battle=dice,enter=choice,fortify=unlimited,cards=progressive,rounds=20",
        "mini12,players=3,cards=fixed,trade=choice,pictured=2,hands=hidden,enter=choice,fortify=adjacent",
        "mini12,players=2,cards=progressive,trade=auto,pictured=3,hands=hidden",
    ] {
        laws::hold(&game(items), 3, 1);
    }
}

#[test]
fn cards_are_hidden_from_the_others() {
    let game = game("mini12,players=3,hands=hidden,trade=choice,pictured=2,rounds=20");
    laws::hidden(&game, 3, 1, |state, seat, rng| {
        // Everybody else gets as many cards as before, out of all that the seat does not hold and nobody has traded.
        let mut other = state.clone();
        let held: Vec<u32> = state.cards.iter().map(|hand| hand.count_ones()).collect();
        let deck: u64 = ((1 << game.map.len()) - 1) | (3 << risk::WILD);
        let mut free = deck & !state.discard & !state.cards[seat];
        for player in (0..6).filter(|&p| p != seat) {
            other.cards[player] = 0;
            for _ in 0..held[player] {
                let card = 1 << risk::member(free, rng.below(free.count_ones()));
                free &= !card;
                other.cards[player] |= card;
            }
        }
        other
    });
}

#[test]
fn quick_play_takes_only_steps_that_are_considered_and_legal() {
    for items in ["duel", "classic", "mini12,players=4,fortify=unlimited,setup=draft", "mini12,neutral=yes"] {
        let game = game(items);
        let mut guide = Restraint::default();
        let mut rng = Rng::new(1, 0, Stream::World);
        for _ in 0..3 {
            let mut state = game.start();
            while game.turn(&state) != Turn::Over {
                if let Turn::Player(_) = game.turn(&state) {
                    let mut considered = Vec::new();
                    guide.consider(&game, &state, &mut considered);
                    assert!(!considered.is_empty());
                    for (i, &a) in considered.iter().enumerate() {
                        assert_eq!(game.check(&state, a), Ok(()), "{}", game.action_text(a));
                        assert!(!considered[..i].contains(&a));
                    }
                }
                let mut after = state.clone();
                guide.playout(&game, &mut after, &mut rng, 1, &mut Vec::new());
                assert!(after.turns == state.turns + 1 || game.turn(&after) == Turn::Over);
                laws::advance(&game, &mut state, &mut rng);
            }
        }
    }
}

mod hostile {
    use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};
    use sandtable_core::{Game, Notation, Rng, Stream, laws};

    use super::game;

    /// Words and marks that positions, steps and draws are made of.
    const WORDS: [&str; 30] = [
        "red",
        "blue",
        "neutral",
        "green",
        "to",
        "place",
        "attack",
        "battle",
        "enter",
        "fortify",
        "draw",
        "trade",
        "claim",
        "muster",
        "ended",
        ":",
        ";",
        "=",
        ">",
        "+",
        "@",
        ",",
        "larch-pass",
        "gull-rock",
        "millbrook",
        "cards",
        "wild1",
        "turns",
        "3",
        "65536",
    ];

    proptest! {
        #[test]
        fn no_text_breaks_a_reader(words in proptest::collection::vec((0..WORDS.len(), any::<bool>()), 0..40)) {
            let game = game("mini6,cards=fixed");
            let text: String =
                words.iter().map(|&(w, space)| format!("{}{}", WORDS[w], if space { " " } else { "" })).collect();
            if let Ok(state) = game.parse_state(&text) {
                prop_assert_eq!(game.parse_state(&game.state_text(&state)).unwrap(), state);
            }
            let _ = game.parse_action(&text);
            let _ = game.parse_chance(&game.start(), &text);
        }

        #[test]
        fn a_changed_position_is_refused_or_can_be_played(seed in 0u64..200, at in 0usize..400, with in 0..WORDS.len()) {
            let game = game("mini12,neutral=yes,trade=choice,hands=hidden,pictured=2,enter=choice,rounds=8");
            let mut rng = Rng::new(seed, 0, Stream::World);
            let mut state = game.start();
            for _ in 0..seed + 30 {
                laws::advance(&game, &mut state, &mut rng);
            }
            let mut text = game.state_text(&state);
            let at = at.min(text.len());
            text.insert_str(at, WORDS[with]);
            if let Ok(mut state) = game.parse_state(&text) {
                let mut steps = 0;
                while laws::advance(&game, &mut state, &mut rng) {
                    steps += 1;
                    prop_assert!(steps < 100_000);
                }
            }
        }
    }
}
