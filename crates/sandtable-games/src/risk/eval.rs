//! What a position is worth to each player: KTH's count of resources, and a chance of winning fitted to games.

use sandtable_core::{Payoff, Value};

use super::options::Cards;
use super::rules::Risk;
use super::state::{Phase, Set, State, members};

/// KTH, section 4.2.2: each player's share of the troops on the board and of the income of the next turn.
pub struct Resources;

impl Value<Risk> for Resources {
    fn value(&mut self, game: &Risk, state: &State) -> Payoff {
        shares(game, state, |p| f64::from(state.strength(p)) + f64::from(game.income(state, p)))
    }
}

/// The same with the troops that the player to move has in hand: without them a search likes to leave troops to the opponent that are as good as placed.
pub struct Forces;

impl Value<Risk> for Forces {
    fn value(&mut self, game: &Risk, state: &State) -> Payoff {
        let hand = |p: usize| if p == state.mover() { f64::from(state.hand) } else { 0.0 };
        shares(game, state, |p| f64::from(state.strength(p)) + f64::from(game.income(state, p)) + hand(p))
    }
}

/// How many features [`Outlook`] weighs.
pub const FEATURES: usize = 10;

/// The weights of the features, in the order of [`features`].
type Weights = [f64; FEATURES];

/// Between two players with neutral land.
const DUEL: Weights = [1.011, 5.472, 0.890, -0.021, -0.898, -0.245, -0.245, 0.023, 0.145, -0.224];
/// Between two players without: who has more troops, in hand and in cards, is nearly through.
const DIRECT: Weights = [-0.360, 10.514, 0.442, -0.522, -0.593, 0.200, 0.661, -0.181, 0.293, -0.418];
/// The same on a small map, where a single battle can turn the game.
const SMALL: Weights = [1.187, 3.476, 0.389, -0.192, -0.667, -0.071, -0.905, -0.468, 0.311, -0.532];
/// Among three and more.
const MANY: Weights = [0.254, 2.632, 0.374, -0.685, 0.189, -0.055, -0.584, -0.077, -0.076, 0.050];

/// Maps of at most so many territories are small.
const SMALL_MAP: usize = 20;

fn weights(game: &Risk, state: &State) -> &'static Weights {
    match game.alive(state).count() {
        3.. => &MANY,
        _ if game.options.neutral => &DUEL,
        _ if game.map.len() <= SMALL_MAP => &SMALL,
        _ => &DIRECT,
    }
}

/// Each player's chance to win: the product of its strengths to fitted powers, as a share of all players'.
///
/// The weights are those of a multinomial logit. Its positions are such as a search looks at: from games of the scripted players, some
/// steps off their way; its results are those of `planner` in all seats from there on.
pub struct Outlook;

impl Value<Risk> for Outlook {
    fn value(&mut self, game: &Risk, state: &State) -> Payoff {
        let strengths = strengths(game, state);
        shares(game, state, |p| strengths[p].exp())
    }
}

/// How strong [`Outlook`] takes each player to be, as a logarithm; who has no land has no strength to speak of.
pub(super) fn strengths(game: &Risk, state: &State) -> [f64; super::MAX_PLAYERS] {
    let fronts = Fronts::of(game, state);
    let weights = weights(game, state);
    let mut strengths = [0.0; super::MAX_PLAYERS];
    for player in (0..game.options.players).filter(|p| state.owned[*p] != 0) {
        let features = features(game, state, &fronts, player);
        strengths[player] = features.iter().zip(weights).map(|(f, w)| f * w).sum();
    }
    strengths
}

/// The players' scores as shares of their sum; players who are out have none.
fn shares(game: &Risk, state: &State, score: impl Fn(usize) -> f64) -> Payoff {
    let players = game.options.players;
    let mut payoff = Payoff::zero(players);
    let mut all = 0.0;
    for (p, value) in payoff.values_mut().iter_mut().enumerate().filter(|(p, _)| state.owned[*p] != 0) {
        *value = score(p);
        all += *value;
    }
    for value in payoff.values_mut() {
        // Before anything is dealt, all are equal.
        *value = if all > 0.0 { *value / all } else { 1.0 / players as f64 };
    }
    payoff
}

/// What lies along the borders, counted once for all players.
pub struct Fronts {
    /// Troops that could attack at once.
    poised: [u32; super::MAX_PLAYERS],
    /// Own territories next to a stronger enemy stack.
    exposed: [u32; super::MAX_PLAYERS],
    /// Enemy territories of other players next to a stronger own stack.
    prey: [u32; super::MAX_PLAYERS],
}

impl Fronts {
    /// Looks along all borders.
    pub fn of(game: &Risk, state: &State) -> Fronts {
        let mut fronts = Fronts { poised: [0; 6], exposed: [0; 6], prey: [0; 6] };
        let players: Set = (0..game.options.players).fold(0, |all, p| all | state.owned[p]);
        for t in members(players) {
            let owner = usize::from(state.owner[t]);
            let foes = game.map.adjacent[t] & !state.owned[owner];
            if foes != 0 {
                fronts.poised[owner] += u32::from(state.troops[t]) - u32::from(state.troops[t] > 0);
            }
            let mut stronger = 0;
            for foe in members(foes & players) {
                if state.troops[foe] > state.troops[t] + 1 {
                    stronger |= 1u32 << state.owner[foe];
                }
            }
            fronts.exposed[owner] += u32::from(stronger != 0);
            for p in members(stronger.into()) {
                fronts.prey[p] += 1;
            }
        }
        fronts
    }
}

/// What [`Outlook`] looks at for a player. Who is to move has troops in hand, and the tempo.
pub fn features(game: &Risk, state: &State, fronts: &Fronts, player: usize) -> [f64; FEATURES] {
    let own = state.owned[player];
    let moving = player == state.mover();
    let worth = match game.options.cards {
        Cards::None => 0.0,
        Cards::Fixed => 8.0 / 3.0,
        Cards::Progressive => f64::from(super::cards::progressive_value(state.trades)) / 3.0,
    };
    let due = moving && state.conquered && !matches!(state.phase, Phase::Fortify { .. });
    let cards = worth * f64::from(state.cards[player].count_ones() + u32::from(due));
    let income = game.income(state, player);
    let hand = if moving { state.hand } else { 0 };
    let troops = f64::from(state.strength(player)) + f64::from(hand);
    // A continent that is partly held counts by the square of the part.
    let reach: f64 = game
        .map
        .continents
        .iter()
        .map(|c| {
            let part = f64::from((c.members & own).count_ones()) / f64::from(c.members.count_ones());
            f64::from(c.bonus) * part * part
        })
        .sum();
    let territories = f64::from(own.count_ones());
    let prey = f64::from(1 + fronts.prey[player]).ln();
    let exposed = f64::from(fronts.exposed[player]) / territories;
    [
        troops.max(1.0).ln(),
        (troops + cards).max(1.0).ln(),
        f64::from(income).ln(),
        (3.0 + reach).ln(),
        territories.ln(),
        f64::from(1 + fronts.poised[player]).ln(),
        exposed,
        prey,
        if moving { prey } else { 0.0 },
        f64::from(u8::from(moving)),
    ]
}
