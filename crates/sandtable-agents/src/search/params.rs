//! What can be set about `mcts`, and what a game's guide chooses where nothing is.

use sandtable_core::{Args, Game, Habits, Kit, Param};

/// The parameters of `mcts`.
pub const PARAMS: [Param; 21] = [
    Param::new("sims", "simulations a decision", "1000"),
    Param::new(
        "ms",
        "milliseconds a decision instead (results then depend on the machine); 0 counts simulations",
        "0",
    ),
    Param::new("c", "weight of exploration, in standard deviations of what simulations bring", HABIT),
    Param::new(
        "cut",
        "turns that are played on from a leaf before it is valued; 0 values it as it is",
        HABIT,
    ),
    Param::new(
        "rollout",
        "who plays on: quick (the game's quick policy), random, or players of the game joined by +",
        HABIT,
    ),
    Param::new("propose", "players of the game that propose whole turns, joined by +, or none", HABIT),
    Param::new(
        "eval",
        "what values a position: one of the game's evaluations, or none (play to the end)",
        HABIT,
    ),
    Param::new(
        "mix",
        "how much of a leaf's value the evaluation says at once, where turns are played on from it: 0 to 1",
        "0",
    ),
    Param::new("chance", "draw outcomes, or go through their exact distribution: draw or exact", HABIT),
    Param::new("levels", "decide whether to act before how: two or one", "two"),
    Param::new("widen", "try about 2 n^widen steps in n visits, the guide's first; 0 tries all", HABIT),
    Param::new(
        "keep",
        "do as the first proposer would, or whoever plays to the end, unless something is better by so many standard errors; 0: whatever was visited most",
        HABIT,
    ),
    Param::new(
        "halve",
        "where there are priors: so many of the most promising steps share the simulations, the better half of them again, and so on; 0 chooses at the root as everywhere",
        "0",
    ),
    Param::new("others", "max: each plays for itself; paranoid: all against the searcher", "max"),
    Param::new("reuse", "keep what is known from the last decision: yes or no", "no"),
    Param::new(
        "workers",
        "independent trees, side by side where there are cores; 0: one, or several if something is hidden and each has a world of its own, eight unless the game's guide knows better",
        "0",
    ),
    Param::new(
        "hidden",
        "where something is hidden: together (one tree over what players can tell apart, in another world each time) or apart (a tree a world)",
        HABIT,
    ),
    Param::new("nodes", "a tree grows no further than this", "1048576"),
    Param::new("steps", "which steps to consider: guide (the game's choice) or all", "guide"),
    Param::new(
        "model",
        "agents that the other seats are taken to play by, joined by +, rather than best; none: best play",
        "none",
    ),
    Param::new("table", "exact values from a file that `solve --out` wrote, wherever they fit", ""),
];

/// The value of a parameter that the game's guide chooses.
const HABIT: &str = "habit";

/// How the game is searched unless told otherwise.
pub(super) fn habits<G: Game>(kit: &Kit<G>) -> Habits {
    kit.knowledge.guide.map_or(Habits::default(), |build| build(kit.game).habits())
}

/// What the game's guide says where the parameters leave it to habit.
pub(super) fn with_habits<G: Game>(kit: &Kit<G>, args: &Args) -> Args {
    let habits = habits(kit);
    let mut args = args.clone();
    for (name, habit) in [
        ("c", habits.exploration.to_string()),
        ("cut", habits.cut.to_string()),
        ("rollout", habits.rollout.to_string()),
        ("propose", habits.propose.to_string()),
        ("chance", if habits.exact { "exact" } else { "draw" }.to_string()),
        ("widen", habits.widen.to_string()),
        ("keep", habits.keep.to_string()),
        ("hidden", if habits.together { "together" } else { "apart" }.to_string()),
        ("eval", kit.knowledge.evals.first().map_or("none", |eval| eval.name).to_string()),
    ] {
        if args.get(name) == HABIT {
            args.set(name, &habit);
        }
    }
    args
}
