//! The rules: `impl Game for Risk`.

use sandtable_core::game::SeatInfo;
use sandtable_core::{BadInput, Dist, Game, GameInfo, Illegal, Payoff, Rng, Seat, Turn};

use super::battle::{Battles, Outcome, roll};
use super::cards;
use super::map::{Map, Shapes};
use super::options::{Cards, Options, Setup};
use super::orders;
use super::state::{Action, Chance, MAX_PLAYERS, MAX_TROOPS, NEUTRAL, Phase, Set, State, WILD};
use super::state::{member, members};
use super::view::View;

/// The names of the seats.
pub const COLOURS: [&str; MAX_PLAYERS] = ["red", "blue", "green", "yellow", "black", "white"];

/// The rules of Risk on one map with its options.
pub struct Risk {
    /// The board.
    pub map: Map,
    /// The options.
    pub options: Options,
    pub(super) battles: &'static Battles,
    pub(super) everywhere: Set,
    /// All ways of the map, each in both directions.
    pub(super) ways: Vec<(u8, u8)>,
    pub(super) deck: Set,
    /// The chances of losses by dice of the attacker and of the defender.
    rolls: [[[f64; 3]; 3]; 4],
    info: GameInfo,
    /// The picture of the map, where it has one.
    pub(super) shapes: Option<Shapes>,
}

impl Risk {
    /// The rules, if map and options fit together.
    pub fn new(name: &str, map: Map, options: Options) -> Result<Risk, BadInput> {
        let owners = options.owners();
        let most = map.len().div_ceil(owners);
        if map.len() < owners {
            let line = format!("{name}: {} territories do not suffice for {owners} owners", map.len());
            return Err(BadInput::new(line));
        }
        if usize::from(options.armies) < most {
            return Err(BadInput::new(format!(
                "{name}: armies={}: expected at least {most}, one for each territory of an owner",
                options.armies
            )));
        }
        let mut rolls = [[[0.0; 3]; 3]; 4];
        for (a, row) in rolls.iter_mut().enumerate().skip(1) {
            for (d, chances) in row.iter_mut().enumerate().skip(1) {
                *chances = roll(a as u32, d as u32);
            }
        }
        let seats = COLOURS[..options.players].iter().enumerate();
        let info = GameInfo {
            name: format!("risk:{name}"),
            seats: seats.map(|(team, name)| SeatInfo { name: (*name).into(), team }).collect(),
            payoff: (0.0, 1.0),
            max_actions: map.len() * map.len() * usize::from(MAX_TROOPS),
            hidden: !options.open && options.cards != Cards::None,
        };
        let everywhere = (1 << map.len()) - 1;
        let ways_from = |from: usize| members(map.adjacent[from]).map(move |to| (from as u8, to as u8));
        let ways = (0..map.len()).flat_map(ways_from).collect();
        let deck = cards::deck(map.len());
        Ok(Risk {
            map,
            options,
            battles: Battles::shared(),
            everywhere,
            ways,
            deck,
            rolls,
            info,
            shapes: None,
        })
    }

    /// The same rules with a picture of the map.
    pub fn with_shapes(self, shapes: Shapes) -> Risk {
        Risk { shapes: Some(shapes), ..self }
    }

    /// Whether the cards' pictures matter, not only their symbols.
    pub(super) fn pictures(&self) -> bool {
        self.options.pictured > 0
    }

    /// The owners that share the board at the start: the players, then the neutral.
    pub(super) fn owner_in_line(&self, number: usize) -> usize {
        let place = number % self.options.owners();
        if place < self.options.players { place } else { NEUTRAL }
    }

    /// The dice of both sides in the next roll.
    pub(super) fn dice(state: &State, from: u8, to: u8) -> (usize, usize) {
        let attackers = usize::from(state.troops[usize::from(from)]) - 1;
        (attackers.min(3), usize::from(state.troops[usize::from(to)]).min(2))
    }

    /// Where troops may be placed now.
    pub fn placeable(&self, state: &State) -> Set {
        match state.phase {
            Phase::Claim => self.everywhere & !state.owned.iter().fold(0, |all, own| all | own),
            Phase::MusterNeutral => state.owned[NEUTRAL],
            Phase::Muster | Phase::Place => state.own(),
            _ => 0,
        }
    }

    fn legal_amounts(&self, state: &State, to: usize) -> u16 {
        match state.phase {
            Phase::Place | Phase::Muster => state.hand.min(MAX_TROOPS - state.troops[to]),
            _ => 1,
        }
    }
}

impl Game for Risk {
    type State = State;
    type Action = Action;
    type Chance = Chance;
    type View = View;

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn start(&self) -> State {
        let mut state = State::empty();
        for number in 0..self.options.owners() {
            state.reserve[self.owner_in_line(number)] = self.options.armies;
        }
        self.after_deal(&mut state);
        state
    }

    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            Phase::Over => Turn::Over,
            Phase::Deal | Phase::Spread | Phase::First | Phase::Battle { .. } | Phase::Draw => Turn::Chance,
            _ => Turn::Player(state.mover()),
        }
    }

    fn turns(&self, state: &State) -> u32 {
        state.turns
    }

    fn actions(&self, state: &State, out: &mut Vec<Action>) {
        match state.phase {
            Phase::Claim | Phase::Muster | Phase::MusterNeutral | Phase::Place => {
                for t in members(self.placeable(state)) {
                    let most = self.legal_amounts(state, t);
                    out.extend((1..=most).map(|troops| Action::Place { to: t as u8, troops }));
                }
            }
            Phase::Trade => self.trades(state, out),
            Phase::Attack => {
                self.attacks(state, out);
                out.push(Action::Halt);
            }
            Phase::Enter { from, least, .. } => {
                let most = state.troops[usize::from(from)] - 1;
                out.extend((least..=most).map(Action::Enter));
            }
            Phase::Fortify { after } => {
                for from in members(state.own()).filter(|&t| state.troops[t] > 1) {
                    for to in members(self.fortifiable(state, from)) {
                        if after.is_some_and(|last| (from as u8, to as u8) <= last) {
                            continue;
                        }
                        let most = (state.troops[from] - 1).min(MAX_TROOPS - state.troops[to]);
                        let (from, to) = (from as u8, to as u8);
                        out.extend((1..=most).map(|troops| Action::Fortify { from, to, troops }));
                    }
                }
                out.push(Action::Stay);
            }
            _ => {}
        }
    }

    fn check(&self, state: &State, action: Action) -> Result<(), Illegal> {
        super::check::check(self, state, action)
    }

    #[inline]
    fn apply(&self, state: &mut State, action: Action) {
        match action {
            Action::Trade { cards, pictured } => {
                self.trade(state, cards, pictured);
                if !self.asks_to_trade(state) {
                    self.begin_placing(state);
                }
            }
            Action::Keep => self.begin_placing(state),
            Action::Place { to, troops } => match state.phase {
                Phase::Place => self.put(state, to, troops),
                _ => self.place_at_start(state, to, troops),
            },
            Action::Attack { from, to } => state.phase = Phase::Battle { from, to },
            Action::Halt => self.halt(state),
            Action::Enter(troops) => {
                if let Phase::Enter { from, to, .. } = state.phase {
                    self.enter(state, from, to, troops);
                }
            }
            Action::Fortify { from, to, troops } => {
                state.troops[usize::from(from)] -= troops;
                state.troops[usize::from(to)] += troops;
                match self.options.fortify {
                    super::options::Fortify::Unlimited => {
                        state.phase = Phase::Fortify { after: Some((from, to)) };
                    }
                    _ => self.end_turn(state),
                }
            }
            Action::Stay => self.end_turn(state),
        }
    }

    #[inline]
    fn sample(&self, state: &State, rng: &mut Rng) -> Chance {
        let pick = |set: Set, rng: &mut Rng| member(set, rng.below(set.count_ones())) as u8;
        match state.phase {
            Phase::Battle { from, to } if self.options.blitz => {
                let attackers = u32::from(state.troops[usize::from(from)]) - 1;
                let defenders = u32::from(state.troops[usize::from(to)]);
                let Outcome { attackers, defenders } = self.battles.sample(attackers, defenders, rng);
                Chance::Fought { attackers, defenders }
            }
            Phase::Battle { from, to } => {
                let (a, d) = Risk::dice(state, from, to);
                let chances = &self.rolls[a][d];
                let drawn = rng.unit();
                let stake = a.min(d) as u8;
                let lost = if drawn < chances[0] {
                    0
                } else if stake == 1 || drawn < chances[0] + chances[1] {
                    1
                } else {
                    2
                };
                Chance::Roll { attacker: stake - lost, defender: lost }
            }
            Phase::Draw => {
                let (pile, _) = self.pile(state);
                let card = pick(pile, rng);
                Chance::Card(if self.pictures() { card } else { cards::kind(cards::symbol(card)) })
            }
            Phase::Deal => {
                let free = self.everywhere & !state.owned.iter().fold(0, |all, own| all | own);
                Chance::Deal(pick(free, rng))
            }
            Phase::Spread => Chance::Spread(pick(state.owned[Risk::spreading(state)], rng)),
            _ => Chance::First(rng.below(self.options.players as u32) as u8),
        }
    }

    fn outcomes(&self, state: &State, out: &mut Vec<(Chance, f64)>) -> Dist {
        let even = |set: Set, out: &mut Vec<(Chance, f64)>, make: fn(u8) -> Chance| {
            let p = 1.0 / f64::from(set.count_ones());
            out.extend(members(set).map(|t| (make(t as u8), p)));
        };
        match state.phase {
            Phase::Battle { from, to } if self.options.blitz => {
                let attackers = u32::from(state.troops[usize::from(from)]) - 1;
                let defenders = u32::from(state.troops[usize::from(to)]);
                let listed = self.battles.outcomes(attackers, defenders, |o, p| {
                    out.push((Chance::Fought { attackers: o.attackers, defenders: o.defenders }, p));
                });
                if !listed {
                    return Dist::SampleOnly;
                }
            }
            Phase::Battle { from, to } => {
                let (a, d) = Risk::dice(state, from, to);
                let stake = a.min(d) as u8;
                out.extend((0..=stake).map(|lost| {
                    let chance = Chance::Roll { attacker: stake - lost, defender: lost };
                    (chance, self.rolls[a][d][usize::from(lost)])
                }));
            }
            Phase::Draw => {
                let (pile, _) = self.pile(state);
                if self.pictures() {
                    even(pile, out, Chance::Card);
                } else {
                    let all = f64::from(pile.count_ones());
                    let kinds = cards::counts(pile).into_iter().enumerate().filter(|(_, n)| *n > 0);
                    out.extend(kinds.map(|(s, n)| (Chance::Card(cards::kind(s)), f64::from(n) / all)));
                }
            }
            Phase::Deal => {
                even(self.everywhere & !state.owned.iter().fold(0, |all, own| all | own), out, Chance::Deal)
            }
            Phase::Spread => even(state.owned[Risk::spreading(state)], out, Chance::Spread),
            _ => even((1 << self.options.players) - 1, out, Chance::First),
        }
        Dist::Exact
    }

    #[inline]
    fn resolve(&self, state: &mut State, chance: Chance) {
        match (chance, state.phase) {
            (Chance::Fought { attackers, defenders }, Phase::Battle { from, to }) => {
                state.troops[usize::from(from)] = 1 + attackers;
                state.troops[usize::from(to)] = defenders;
                state.phase = Phase::Attack;
                if defenders == 0 {
                    // The last roll costs the attacker nothing, so all that are left up to three have rolled.
                    self.conquer(state, from, to, attackers.min(3));
                }
            }
            (Chance::Roll { attacker, defender }, Phase::Battle { from, to }) => {
                let (dice, _) = Risk::dice(state, from, to);
                state.troops[usize::from(from)] -= u16::from(attacker);
                state.troops[usize::from(to)] -= u16::from(defender);
                state.phase = Phase::Attack;
                if state.troops[usize::from(to)] == 0 {
                    self.conquer(state, from, to, dice as u16);
                }
            }
            (Chance::Card(card), _) => {
                if self.pile(state).1 {
                    state.discard = 0;
                }
                let seat = state.mover();
                state.cards[seat] = self.with_card(state.cards[seat], card);
                state.phase = Phase::Fortify { after: None };
            }
            (Chance::Deal(place), _) => {
                let owner = self.dealt_to(state);
                state.give(usize::from(place), owner);
                state.troops[usize::from(place)] = 1;
                state.reserve[owner] -= 1;
                self.after_deal(state);
            }
            (Chance::Spread(place), _) => {
                let owner = Risk::spreading(state);
                state.troops[usize::from(place)] += 1;
                state.reserve[owner] -= 1;
                if state.reserve.iter().all(|&r| r == 0) {
                    state.phase = Phase::First;
                }
            }
            (Chance::First(seat), _) => {
                state.seat = seat;
                state.first = seat;
                match self.options.setup {
                    Setup::Random => self.begin_turn(state),
                    Setup::Place => self.muster(state),
                    Setup::Draft => state.phase = Phase::Claim,
                }
            }
            _ => unreachable!("a battle is fought where one was begun"),
        }
    }

    fn payoff(&self, state: &State) -> Payoff {
        let left = self.alive(state).count() as f64;
        let mut payoff = Payoff::zero(self.options.players);
        for p in self.alive(state) {
            payoff.values_mut()[p] = 1.0 / left;
        }
        payoff
    }

    fn view(&self, state: &State, seat: Seat) -> View {
        View::of(self, state, seat)
    }

    fn imagine(&self, view: &View) -> State {
        view.imagine(self)
    }

    fn guess(&self, view: &View, rng: &mut Rng) -> State {
        view.guess(self, rng)
    }

    fn rank(&self, state: &State, step: Action) -> u64 {
        orders::rank(self, state, step)
    }

    fn merge(&self, a: Action, b: Action) -> Option<Action> {
        orders::merge(a, b)
    }

    fn split(&self, step: Action) -> Option<(Action, Action)> {
        orders::split(step)
    }

    fn unchain(&self, state: &State, orders: &[Action]) -> Option<(Vec<usize>, Vec<Action>)> {
        orders::unchain(self, state, orders)
    }

    fn idle(&self, state: &State) -> Option<Action> {
        orders::idle(state)
    }
}

impl Risk {
    /// Appends all attacks.
    pub(super) fn attacks(&self, state: &State, out: &mut Vec<Action>) {
        let own = state.own();
        for from in members(own).filter(|&t| state.troops[t] > 1) {
            let targets = self.map.adjacent[from] & !own;
            out.extend(members(targets).map(|to| Action::Attack { from: from as u8, to: to as u8 }));
        }
    }

    /// Appends all trades, and keeping the cards where that is allowed.
    pub(super) fn trades(&self, state: &State, out: &mut Vec<Action>) {
        let hand = state.cards[state.mover()];
        if !self.pictures() {
            cards::sets_of_kinds(hand, |set| out.push(Action::Trade { cards: set, pictured: None }));
        } else {
            let own = if state.pictured { 0 } else { state.own() };
            cards::sets(hand, |set| {
                let shown: Set = set.iter().filter(|&&c| c < WILD).fold(0, |all, &c| all | 1 << c) & own;
                if shown == 0 {
                    out.push(Action::Trade { cards: set, pictured: None });
                }
                out.extend(members(shown).map(|t| Action::Trade { cards: set, pictured: Some(t as u8) }));
            });
        }
        if hand.count_ones() <= 4 {
            out.push(Action::Keep);
        }
    }
}
