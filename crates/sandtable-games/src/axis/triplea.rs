//! Reads TripleA's game files.
