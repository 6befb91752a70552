//! Cards: when they are traded, and which (section 7, "trade").

use super::super::super::cards::{self, symbol};
use super::super::super::state::{Action, Set, WILD, member};
use super::Level;
use super::situation::Situation;

/// The set to trade, or keeping the cards.
pub fn trade(view: &Situation) -> Action {
    let cards = view.me.cards;
    let at_once = view.level == Level::Easy
        || view.duel()
        || cards >= 5
        || view.threat.is_some()
        || view.press
        || view.weak;
    if !at_once {
        return Action::Keep;
    }
    let (game, state) = (view.game, view.state);
    let own = if state.pictured || !game.pictures() { 0 } else { view.own };
    let mut best = None;
    let weigh = |set: [u8; 3]| {
        let kinds = set.iter().fold(0u8, |all, &c| all | 1 << symbol(c));
        let worth = cards::value(set, game.options.cards, state.trades);
        let shown = shown(set, own).count_ones();
        let wild = set.iter().filter(|&&c| c >= WILD).count();
        let rank = (kinds == 0b111, shown == 1, worth, 3 - wild);
        if best.is_none_or(|(held, _)| rank > held) {
            best = Some((rank, set));
        }
    };
    let hand = state.cards[view.me.seat];
    if game.pictures() {
        cards::sets(hand, weigh)
    } else {
        cards::sets_of_kinds(hand, weigh)
    }
    best.map_or(Action::Keep, |(_, cards)| {
        let shown = shown(cards, own);
        let wanted = if shown & view.fronts != 0 { shown & view.fronts } else { shown };
        Action::Trade { cards, pictured: (wanted != 0).then(|| member(wanted, 0) as u8) }
    })
}

/// The player's own land that is pictured.
fn shown(cards: [u8; 3], own: Set) -> Set {
    cards.iter().filter(|&&c| c < WILD).fold(0, |all, &c| all | 1u64 << c) & own
}
