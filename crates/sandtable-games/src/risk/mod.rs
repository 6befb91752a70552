//! Risk: territories joined into a map, held and fought over by armies.

pub mod map;
