//! The web app as programs meet it: the real server, games to their ends, refusals, `kill -9`, runs.

mod belief;
pub mod client;
mod forms;
mod games;
mod guard;
mod hidden;
mod hostile;
mod inquire;
mod narrow;
mod nonsense;
mod runs;
mod shelf;
mod turns;
