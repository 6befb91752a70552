//! Turns made of tactics, without dice: what `dls` and `staff` think in (St-Pierre, Winands and Watt, section V).

pub mod choices;
pub mod closing;
mod memory;
pub mod moves;
pub mod playtree;
pub mod real;
pub mod search;
pub mod sketch;
pub mod turns;
pub mod value;
