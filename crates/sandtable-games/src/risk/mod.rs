//! Classic Risk.

pub mod battle;
