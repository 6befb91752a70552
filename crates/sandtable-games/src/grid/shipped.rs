//! The players of appendix 3, and one tuned over all heuristics (`train … --method cma`), compiled in.

/// Name and file.
pub const PLAYERS: [(&str, &str); 17] = [
    ("aiPlayer0", include_str!("../../../../data/players/aiPlayer0.aip")),
    ("aiPlayer1", include_str!("../../../../data/players/aiPlayer1.aip")),
    ("aiPlayer2", include_str!("../../../../data/players/aiPlayer2.aip")),
    ("aiPlayer3", include_str!("../../../../data/players/aiPlayer3.aip")),
    ("aiPlayer4", include_str!("../../../../data/players/aiPlayer4.aip")),
    ("aiPlayer5", include_str!("../../../../data/players/aiPlayer5.aip")),
    ("aiPlayer6a", include_str!("../../../../data/players/aiPlayer6a.aip")),
    ("aiPlayer6b", include_str!("../../../../data/players/aiPlayer6b.aip")),
    ("aiPlayer6c", include_str!("../../../../data/players/aiPlayer6c.aip")),
    ("aiPlayer7", include_str!("../../../../data/players/aiPlayer7.aip")),
    ("aiPlayer8", include_str!("../../../../data/players/aiPlayer8.aip")),
    ("aiPlayer9", include_str!("../../../../data/players/aiPlayer9.aip")),
    ("aiPlayer10", include_str!("../../../../data/players/aiPlayer10.aip")),
    ("reinforcePlayer1", include_str!("../../../../data/players/reinforcePlayer1.aip")),
    ("reinforcePlayer2", include_str!("../../../../data/players/reinforcePlayer2.aip")),
    ("reinforcePlayer3", include_str!("../../../../data/players/reinforcePlayer3.aip")),
    ("tuned", include_str!("../../../../data/players/tuned.aip")),
];
