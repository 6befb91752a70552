//! The player that follows the heuristics of an `.aip` file (sections 4.3 to 4.6).
//!
//! The paper's diagram of the order (figure 4.3) is lost; this is the order that its sections describe: own squares, less the
//! insignificant ones (all, if none is left) → ranked by men, equals in random order, or shuffled → every move from them, those of a square
//! row by row → grouped by what is in the target (attacking: enemy, empty, own; defending: empty, own, enemy) → the first whose limits
//! hold → if attacking, and enemies are near but none qualifies, reinforcement → the number of men. Without `ATTACK_DECIMAL` the first
//! square makes any of its moves. `docs/grid.md` has the readings that were tried, and what each does to the published tables.
//!
//! `TYPE_NUM_MEN` decides how many men attack; moves to own and empty squares take a random number. (The text says that it decides
//! for them too, but then aiPlayer7 loses to aiPlayer6a, aiPlayer6c loses to aiPlayer6a, and aiPlayer9 is aiPlayer8; with this reading every table
//! comes out as published.) A player with `ATTACK_DECIMAL` but without `MINIMUM_ATTACK` never starts a battle (appendix 5.2).

use sandtable_core::catalog::read_file;
use sandtable_core::{BadInput, Policy, Rng};

use super::field::Grid;
use super::player_file::{Heuristics, NumMen, PlayerFile, Significance};
use super::rule_file::MAX_SQUARES;
use super::shipped::PLAYERS;
use super::state::{Action, Phase, Side, Square, State};

/// The file of a player: one from disk, or a shipped one by its name, with or without `.aip`.
pub fn player_file(name: &str) -> Result<PlayerFile, BadInput> {
    let stem = name.strip_suffix(".aip").unwrap_or(name);
    let on_disk = stem != name && std::path::Path::new(name).exists();
    match PLAYERS.iter().find(|(n, _)| *n == stem && !on_disk) {
        Some((_, text)) => PlayerFile::parse(name, text),
        None => {
            PlayerFile::parse(name, &read_file(name, "expected an .aip file, or a shipped player's name")?)
        }
    }
}

/// The specs of those whom a rule file names for its seats: files beside it, or shipped ones. Who is not named is a person.
pub fn usual_players(game: &Grid) -> Vec<String> {
    let players = &game.rules().players;
    if players.iter().all(Option::is_none) {
        return Vec::new();
    }
    let folder = game.files()[0].as_deref().map(std::path::Path::new).unwrap_or("".as_ref());
    let spec = |player: &Option<String>| match player {
        Some(name) if !name.eq_ignore_ascii_case("human") => {
            let beside = folder.with_file_name(name);
            match beside.is_file() {
                true => format!("aip:{}", beside.display()),
                false => format!("aip:{}", name.strip_suffix(".aip").unwrap_or(name)),
            }
        }
        _ => "human".into(),
    };
    players.iter().map(spec).collect()
}

/// A player by heuristics.
pub struct AipPlayer {
    heuristics: Heuristics,
}

impl AipPlayer {
    /// With one set of heuristics.
    pub fn new(heuristics: Heuristics) -> Self {
        AipPlayer { heuristics }
    }
}

/// What a move leads to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Enemy,
    Empty,
    Own,
}

/// A move with a number of men.
struct Move {
    from: Square,
    to: Square,
    men: u16,
}

impl Policy<Grid> for AipPlayer {
    fn choose(&mut self, game: &Grid, state: &State, rng: &mut Rng, plan: &mut Vec<Action>) {
        match state.phase {
            Phase::Aim => {
                let choice = Mind::new(&self.heuristics, game, state).choose(rng);
                plan.push(Action::Aim { from: choice.from, to: choice.to });
                plan.push(Action::Send(choice.men));
            }
            // Somebody else has chosen where: the heuristics still say with how many.
            Phase::Send { from, to } => {
                let mind = Mind::new(&self.heuristics, game, state);
                plan.push(Action::Send(mind.with_men(from, to, mind.attacking(), rng).men));
            }
            // The paper's players were never asked: they fight on, and set up at random.
            Phase::Battle(_) => plan.push(Action::Stand),
            Phase::Squares => {
                let empty = |s: &usize| state.men[*s] == 0;
                let free = (0..game.squares()).filter(empty).count();
                let nth = rng.below(free as u32) as usize;
                let square = (0..game.squares()).filter(empty).nth(nth).expect("there is a free square");
                plan.push(Action::Take(square as Square));
            }
            Phase::Men { left, square } => {
                let rest = (usize::from(square)..game.squares())
                    .filter(|&s| state.men_of(state.side, s as Square) > 0)
                    .count() as u16;
                plan.push(Action::Put { square, men: if rest <= 1 { left } else { left / rest } });
            }
            Phase::Over => {}
        }
    }
}

/// One decision.
struct Mind<'a> {
    heuristics: &'a Heuristics,
    game: &'a Grid,
    state: &'a State,
    side: Side,
    own_men: u32,
    enemy_men: u32,
}

impl<'a> Mind<'a> {
    fn new(heuristics: &'a Heuristics, game: &'a Grid, state: &'a State) -> Self {
        let side = state.side;
        let (own_men, enemy_men) = (state.totals(side).0, state.totals(side.other()).0);
        Mind { heuristics, game, state, side, own_men, enemy_men }
    }

    /// The player's share of all men.
    fn share(&self) -> f64 {
        f64::from(self.own_men) / f64::from(self.own_men + self.enemy_men)
    }

    /// Whether it attacks rather than defends; without `ATTACK_DECIMAL` it knows no difference.
    fn attacking(&self) -> bool {
        self.share() > self.heuristics.attack_decimal
    }

    fn target(&self, to: Square) -> Target {
        match self.state.men[usize::from(to)] * self.side.sign() {
            0 => Target::Empty,
            men if men > 0 => Target::Own,
            _ => Target::Enemy,
        }
    }

    fn own(&self, square: Square) -> f64 {
        self.state.men_of(self.side, square).into()
    }

    fn enemies(&self, square: Square) -> f64 {
        self.state.men_of(self.side.other(), square).into()
    }

    /// The squares to move from, in the order in which they are considered.
    fn squares<'b>(&self, list: &'b mut [Square; MAX_SQUARES], rng: &mut Rng) -> &'b [Square] {
        let men = match self.heuristics.insignificant_of {
            Significance::Quotient => 0,
            Significance::Player => self.own_men,
            Significance::All => self.own_men + self.enemy_men,
        };
        let least = self.heuristics.insignificant * f64::from(men);
        let mut fill = |least: f64| {
            let mut count = 0;
            for square in (0..self.game.squares()).map(|s| s as Square) {
                let men = self.own(square);
                if men > 0.0 && men >= least {
                    list[count] = square;
                    count += 1;
                }
            }
            count
        };
        let mut count = fill(least);
        if count == 0 {
            count = fill(0.0);
        }
        let list = &mut list[..count];
        // Equal squares come in random order, with and without ranking.
        for i in (1..list.len()).rev() {
            list.swap(i, rng.below(i as u32 + 1) as usize);
        }
        if self.heuristics.rank {
            list.sort_unstable_by_key(|&s| std::cmp::Reverse(self.state.men_of(self.side, s)));
        }
        list
    }

    fn choose(&self, rng: &mut Rng) -> Move {
        let h = self.heuristics;
        let mut list = [0; MAX_SQUARES];
        let squares = self.squares(&mut list, rng);
        if h.attack_decimal == 0.0 {
            let from = squares[0];
            let to = *rng.pick(self.game.neighbours(from));
            return self.with_men(from, to, true, rng);
        }
        let attacking = self.attacking();
        if attacking {
            if let Some((from, to)) = self.attack(squares) {
                return self.with_men(from, to, true, rng);
            }
            if let Some(choice) = self.reinforce(squares) {
                return choice;
            }
            if let Some((from, to)) = self.approach(squares) {
                return self.with_men(from, to, true, rng);
            }
        }
        let order = if !attacking && self.share() < h.defend_decimal {
            [Target::Own, Target::Empty]
        } else {
            [Target::Empty, Target::Own]
        };
        for careful in [true, false] {
            for kind in order {
                let wanted = |to| self.target(to) == kind && !(careful && self.dangerous(to));
                if let Some((from, to)) = self.first(squares, wanted) {
                    return self.with_men(from, to, attacking, rng);
                }
            }
        }
        // Enemies all round, and none that the limits allow.
        let (from, to) = self.first(squares, |_| true).expect("every square has neighbours");
        self.with_men(from, to, attacking, rng)
    }

    /// The first move, by the order of squares and of their neighbours, whose target is wanted.
    fn first(&self, squares: &[Square], wanted: impl Fn(Square) -> bool) -> Option<(Square, Square)> {
        squares.iter().find_map(|&from| {
            let to = self.game.neighbours(from).iter().copied().find(|&to| wanted(to))?;
            Some((from, to))
        })
    }

    fn qualifies(&self, from: Square, to: Square) -> bool {
        let h = self.heuristics;
        h.minimum_attack > 0.0 && h.minimum_attack * self.enemies(to) <= h.maximum_attack * self.own(from)
    }

    fn attack(&self, squares: &[Square]) -> Option<(Square, Square)> {
        squares.iter().find_map(|&from| {
            self.first(&[from], |to| self.target(to) == Target::Enemy && self.qualifies(from, to))
        })
    }

    /// Brings men from a neighbour to the square that would attack, if there is an enemy to attack.
    fn reinforce(&self, squares: &[Square]) -> Option<Move> {
        let ratio = self.heuristics.reinforce_ratio;
        if ratio == 0.0 {
            return None;
        }
        let (attacker, _) = self.first(squares, |to| self.target(to) == Target::Enemy)?;
        let (_, from) = self.first(&[attacker], |s| self.target(s) == Target::Own)?;
        let men = (ratio * self.own(from)).floor().max(1.0) as u16;
        Some(Move { from, to: attacker, men })
    }

    /// Section 6.3.1, first proposal: towards the nearest enemy square that the limits allow, through own and empty squares.
    fn approach(&self, squares: &[Square]) -> Option<(Square, Square)> {
        if !self.heuristics.approach {
            return None;
        }
        let columns = i32::from(self.game.rules().size.0);
        let apart = |a: Square, b: Square| {
            let (a, b) = (i32::from(a), i32::from(b));
            let (dx, dy) = ((a % columns - b % columns).abs(), (a / columns - b / columns).abs());
            if self.game.rules().diagonal { dx.max(dy) } else { dx + dy }
        };
        let from = *squares.first()?;
        let prey = (0..self.game.squares())
            .map(|s| s as Square)
            .filter(|&s| self.target(s) == Target::Enemy && self.qualifies(from, s))
            .min_by_key(|&s| apart(from, s))?;
        let open = self.game.neighbours(from).iter().copied().filter(|&to| self.target(to) != Target::Enemy);
        open.min_by_key(|&to| apart(to, prey)).map(|to| (from, to))
    }

    /// Section 6.3.1, second proposal: whether the enemy could attack a square with many times the men that would be there.
    fn dangerous(&self, square: Square) -> bool {
        let avoid = self.heuristics.avoid;
        if avoid == 0.0 {
            return false;
        }
        let men = self.own(square).max(1.0);
        self.game.neighbours(square).iter().any(|&n| self.enemies(n) >= avoid * men)
    }

    /// Decides how many men move.
    fn with_men(&self, from: Square, to: Square, attacking: bool, rng: &mut Rng) -> Move {
        let h = self.heuristics;
        let all = self.own(from);
        let empty = if attacking { h.attack_empty } else { h.defend_empty };
        let low = (h.minimum_attack * self.enemies(to)).floor().clamp(1.0, all);
        let high = (h.maximum_attack * all).floor().clamp(low, all);
        let between =
            |low: f64, high: f64, rng: &mut Rng| low + f64::from(rng.below((high - low) as u32 + 1));
        let men = match (self.target(to), h.num_men) {
            (Target::Empty, _) if empty > 0.0 => (empty * all).floor().max(1.0),
            (Target::Empty | Target::Own, _) => between(1.0, all, rng),
            (Target::Enemy, NumMen::Min) => low,
            (Target::Enemy, NumMen::Max) => high,
            (Target::Enemy, NumMen::Average) => ((low + high) / 2.0).floor(),
            (Target::Enemy, NumMen::Random) => between(low, high, rng),
        };
        Move { from, to, men: men as u16 }
    }
}
