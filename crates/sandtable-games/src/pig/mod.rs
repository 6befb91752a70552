//! Pig: two players, one die, and the question when to stop. The shortest game here, and the one to copy: `CONTRIBUTING.md`
//! walks through its files.
//!
//! Rules: T. W. Neller and C. G. M. Presser, *Optimal Play of the Dice Game Pig*, The UMAP Journal 25 (1), 2004. A player rolls as
//! often as she likes. Every roll from 2 to 6 adds to what is at stake; a 1 loses the stake and ends the turn; to hold
//! takes the stake and ends the turn. Who has 100 points first wins.
//!
//! What the source leaves open, and how it is read here:
//! - A turn begins with a roll: nobody holds nothing.
//! - Who has enough with what is at stake has won: there is nothing left to decide.
//!
//! So a turn ends after at most fifty rolls, and with best play the first player wins with probability 0.530593, as published.
//!
//! ```
//! use sandtable_core::Game;
//! use sandtable_games::pig::Pig;
//! let pig = Pig::new(100);
//! assert!((pig.exact().win(&pig.start()) - 0.530593).abs() < 1e-6);
//! ```

mod exact;
mod notation;
mod players;
mod rules;
mod signs;

pub use exact::Exact;
pub use rules::{Action, MAX_TARGET, Pig, State};

use sandtable_core::{GameDef, Knowledge, Param};

/// Pig.
pub fn pig() -> GameDef<Pig> {
    GameDef {
        name: "pig",
        about: "Pig: roll on, or hold what you have; a 1 loses it all",
        params: &const { [Param::main("target", "how many points win, from 2 to 200", "100")] },
        variants: &[("100", "the usual game"), ("20", "a short one, to follow by hand")],
        build: |args| Ok(Pig::new(args.number("target", 2..=MAX_TARGET)?)),
        knowledge: Knowledge {
            players: players::players,
            // Only whose turn it is counts, not how many there were.
            essence: Some(|_, state| {
                state.turns %= 2;
                0.0
            }),
            signs: Some(|_| Box::new(signs::Powers)),
            ..Knowledge::NONE
        },
        problem: None,
    }
}
