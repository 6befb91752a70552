//! Exact battles.
