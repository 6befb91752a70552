//! Cards: one for each territory, with one of three symbols, and two wild ones; sets of three are worth troops.
//!
//! The symbols go round in the order of the map's territories, so that each has a third of the cards.
//!
//! Where pictures do not matter, a card is its symbol and nothing else: whoever saw pictures could tell from those that are missing
//! what the others hold. Cards are counted then, and n of a symbol are written as the lowest n with that symbol ([`counted`]), for every
//! owner alike; the lowest of all, [`kind`], stands for the symbol itself.

use super::options::Cards;
use super::state::{Set, WILD, members};

/// The symbols of cards, and the wild card, which stands for any of them.
pub const SYMBOLS: [&str; 4] = ["infantry", "cavalry", "artillery", "wild"];

/// The cards with each symbol.
const WITH: [Set; 4] = {
    let mut with = [0; 4];
    let mut card = 0;
    while card < 64 {
        with[if card < WILD { card as usize % 3 } else { 3 }] |= 1 << card;
        card += 1;
    }
    with
};

/// The symbol of a card, as an index of [`SYMBOLS`].
pub fn symbol(card: u8) -> usize {
    if card < WILD { usize::from(card) % 3 } else { 3 }
}

/// The cards of `set` with a symbol.
pub fn with_symbol(set: Set, symbol: usize) -> Set {
    set & WITH[symbol]
}

/// The most cards with one symbol.
const MOST: usize = WILD as usize / 3 + 1;

/// The lowest cards with each symbol, by their number.
const LOWEST: [[Set; MOST + 1]; 4] = {
    let mut lowest = [[0; MOST + 1]; 4];
    let mut symbol = 0;
    while symbol < 4 {
        let (mut n, mut rest) = (0, WITH[symbol]);
        while n < MOST {
            let card = rest & rest.wrapping_neg();
            rest &= !card;
            lowest[symbol][n + 1] = lowest[symbol][n] | card;
            n += 1;
        }
        symbol += 1;
    }
    lowest
};

/// How many cards of each symbol there are in `set`.
pub fn counts(set: Set) -> [u32; 4] {
    WITH.map(|with| (set & with).count_ones())
}

/// So many cards of each symbol, where only symbols matter.
pub fn counted(counts: [u32; 4]) -> Set {
    (0..4).fold(0, |all, symbol| all | LOWEST[symbol][counts[symbol] as usize])
}

/// The card that stands for a symbol where only symbols matter.
pub fn kind(symbol: usize) -> u8 {
    [0, 1, 2, WILD][symbol]
}

/// One more of a symbol, where only symbols matter.
pub fn one_more(set: Set, symbol: usize) -> Set {
    let rest = WITH[symbol] & !set;
    set | rest & rest.wrapping_neg()
}

/// One fewer of a symbol, where only symbols matter and there are some.
pub fn one_fewer(set: Set, symbol: usize) -> Set {
    set & !(1 << (63 - (set & WITH[symbol]).leading_zeros()))
}

/// All cards for a map of this many territories.
pub fn deck(territories: usize) -> Set {
    ((1 << territories) - 1) | WITH[3]
}

/// Whether some three cards can be traded.
#[inline]
pub fn has_set(hand: Set) -> bool {
    if hand.count_ones() < 3 {
        return false;
    }
    let count = |s: usize| (hand & WITH[s]).count_ones();
    let [i, c, a] = [count(0), count(1), count(2)];
    hand & WITH[3] != 0 || i >= 3 || c >= 3 || a >= 3 || (i > 0 && c > 0 && a > 0)
}

/// What three cards are worth at fixed values, if they are a set: the best reading of wild cards counts.
pub fn fixed_value(cards: [u8; 3]) -> Option<u16> {
    let mut counts = [0; 4];
    cards.iter().for_each(|&c| counts[symbol(c)] += 1);
    let wild = counts[3];
    let kinds = counts[..3].iter().filter(|&&n| n > 0).count();
    if kinds + wild >= 3 {
        return Some(10);
    }
    let alike = (0..3).find(|&s| counts[s] + wild == 3)?;
    Some([4, 6, 8][alike])
}

/// What the next set is worth when `trades` have been traded before.
pub fn progressive_value(trades: u16) -> u16 {
    match trades {
        0..=4 => 4 + 2 * trades,
        _ => trades.saturating_sub(2).saturating_mul(5),
    }
}

/// What three cards are worth, if they are a set.
pub fn value(cards: [u8; 3], rule: Cards, trades: u16) -> Option<u16> {
    fixed_value(cards).and_then(|fixed| match rule {
        Cards::None => None,
        Cards::Fixed => Some(fixed),
        Cards::Progressive => Some(progressive_value(trades)),
    })
}

/// The cards with higher numbers.
fn beyond(card: usize) -> Set {
    !(2u64 << card).wrapping_sub(1)
}

/// Calls `visit` with every three cards that are a set, each in ascending order.
pub fn sets(hand: Set, mut visit: impl FnMut([u8; 3])) {
    for a in members(hand) {
        let above = hand & beyond(a);
        for b in members(above) {
            for c in members(above & beyond(b)) {
                let cards = [a as u8, b as u8, c as u8];
                if fixed_value(cards).is_some() {
                    visit(cards);
                }
            }
        }
    }
}

/// Calls `visit` with every set that can be made of the symbols of `hand`, each as the cards that stand for them.
pub fn sets_of_kinds(hand: Set, mut visit: impl FnMut([u8; 3])) {
    let held = counts(hand);
    for a in 0..4 {
        for b in a..4 {
            for c in b..4 {
                let symbols = [a, b, c];
                let there = |&s: &usize| symbols.iter().filter(|&&t| t == s).count() as u32 <= held[s];
                let cards = symbols.map(kind);
                if symbols.iter().all(there) && fixed_value(cards).is_some() {
                    visit(cards);
                }
            }
        }
    }
}

/// The set to trade without asking: worth most, with the fewest wild cards, and if it can be a card of `own` in it. Where only
/// symbols matter, `kinds` is true.
pub fn best_set(hand: Set, own: Set, rule: Cards, trades: u16, kinds: bool) -> Option<[u8; 3]> {
    let mut best = None;
    let weigh = |cards: [u8; 3]| {
        let wild = cards.iter().filter(|&&c| c >= WILD).count();
        let pictured = cards.iter().any(|&c| own >> c & 1 == 1);
        let rank = (value(cards, rule, trades), 3 - wild, pictured);
        if best.is_none_or(|(r, _)| rank > r) {
            best = Some((rank, cards));
        }
    };
    if kinds {
        sets_of_kinds(hand, weigh)
    } else {
        sets(hand, weigh)
    }
    best.map(|(_, cards)| cards)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_three_alike_one_of_each_or_two_and_a_wild_card() {
        assert_eq!(fixed_value([0, 3, 6]), Some(4));
        assert_eq!(fixed_value([1, 4, 7]), Some(6));
        assert_eq!(fixed_value([2, 5, 8]), Some(8));
        assert_eq!(fixed_value([0, 1, 2]), Some(10));
        assert_eq!(fixed_value([0, 3, 1]), None);
        assert_eq!(fixed_value([0, 3, WILD]), Some(4));
        assert_eq!(fixed_value([0, 4, WILD]), Some(10));
        assert_eq!(fixed_value([2, WILD, WILD + 1]), Some(10));
    }

    #[test]
    fn a_hand_has_a_set_when_one_can_be_listed_and_five_cards_always_do() {
        // All hands of a small deck: two cards of each symbol and both wild ones.
        let deck: Vec<u8> = (0..6).chain([WILD, WILD + 1]).collect();
        for choice in 0u32..1 << deck.len() {
            let hand: Set = (0..deck.len()).filter(|i| choice >> i & 1 == 1).map(|i| 1 << deck[i]).sum();
            let mut listed = 0;
            sets(hand, |_| listed += 1);
            assert_eq!(has_set(hand), listed > 0, "{hand:b}");
            assert_eq!(best_set(hand, 0, Cards::Fixed, 0, false).is_some(), listed > 0);
            let (mut kinds, counted) = (0, counted(counts(hand)));
            sets_of_kinds(counted, |_| kinds += 1);
            assert_eq!((counts(counted), has_set(counted)), (counts(hand), kinds > 0));
            assert!(listed > 0 || hand.count_ones() < 5);
        }
    }

    #[test]
    fn counted_cards_come_and_go_by_symbol() {
        let mut set = 0;
        for symbol in [0, 2, 2, 3, 0, 1, 3, 2] {
            set = one_more(set, symbol);
            assert_eq!(set, counted(counts(set)));
        }
        assert_eq!(counts(set), [2, 1, 3, 2]);
        for symbol in [2, 3, 0, 1, 0] {
            set = one_fewer(set, symbol);
            assert_eq!(set, counted(counts(set)));
        }
        assert_eq!(counts(set), [0, 0, 2, 1]);
        assert_eq!(kind(3), WILD);
        assert!((0..4).all(|s| symbol(kind(s)) == s && one_more(0, s) == 1 << kind(s)));
    }

    #[test]
    fn progressive_values_are_the_printed_ones() {
        let first: Vec<u16> = (0..9).map(progressive_value).collect();
        assert_eq!(first, [4, 6, 8, 10, 12, 15, 20, 25, 30]);
    }
}
