//! `believer`: another agent, with a say in how it uses what its seat believes.

use sandtable_core::belief::Reading;
use sandtable_core::believer::{Believer, Choice, Reader};
use sandtable_core::knowledge::named;
use sandtable_core::{Agent, Args, BadInput, Build, Game, Kit, Param};

use crate::judge::Judged;
use crate::thinkers;

/// The parameters of `believer`.
pub const PARAMS: [Param; 7] = [
    Param::main("player", "who plays: an agent, with its own parameters joined by ;", "random"),
    Param::new(
        "by",
        "the worlds that it is shown: sampled from the belief, the one that is likely, or everything where it was last-seen",
        "sampled",
    ),
    Param::new("worlds", "how many worlds a player without a search is asked about", "8"),
    Param::new(
        "choose",
        "of the turns proposed for them: best on the mean, or draw in proportion to how much better than the worst they are",
        "best",
    ),
    Param::new(
        "judge",
        "what values the turns of a player that values none itself: votes of the worlds for which it would take them, or one of the game's evaluations",
        "votes",
    ),
    Param::new(
        "cut",
        "with an evaluation as judge: turns that are played on before it is asked, by the player and, for the others, by the game's quick policy",
        "0",
    ),
    Param::new(
        "sight",
        "own: scripts see what their seat sees; open: they see the whole world that they are shown",
        "own",
    ),
];

/// Whether the player's decisions depend on the clock.
pub fn timed(args: &Args) -> bool {
    looks_at_the_clock(args.get("player"))
}

/// Whether a player, with its own parameters joined by `;`, looks at the clock.
pub fn looks_at_the_clock(player: &str) -> bool {
    player.contains("ms=") || player.starts_with("automata") && !player.contains("seconds=0")
}

/// Builds one from its parameters.
pub fn build<G: Game>(kit: &Kit<G>, args: &Args) -> Result<Box<dyn Agent<G>>, BadInput> {
    let reading = match args.get("by") {
        "sampled" => Reading::Sampled,
        "likely" => Reading::Likely,
        "last-seen" => Reading::LastSeen,
        other => return Err(BadInput::new(format!("by={other}: expected sampled, likely or last-seen"))),
    };
    let choice =
        Choice { worlds: args.number("worlds", 1..=1_000)?, draw: args.flag("choose", "draw", "best")? };
    let sees_all = args.flag("sight", "open", "own")?;
    let open = kit.knowledge.open.filter(|_| sees_all);
    let mut all = thinkers(kit.game, kit.knowledge);
    all.extend((kit.knowledge.players)());
    let player = args.get("player");
    let (def, own) = named(all, player).map_err(|e| BadInput::new(format!("player={player}: {e}")))?;
    let agent: Box<dyn Agent<G>> = match def.build {
        Build::Policy(build) => {
            let (policy, open) = (build(kit, &own)?, open.map(|open| open(kit.game)));
            match args.get("judge") {
                "votes" => Box::new(Believer::new(policy, open, choice)),
                judge => {
                    let judged = Judged::new(kit, policy, judge, args.number("cut", 0..=1_000)?)?;
                    Box::new(Believer::new(judged, open, choice))
                }
            }
        }
        Build::Agent(build) => build(kit, &own)?,
    };
    Ok(Box::new(Reader { agent, seats: def.seats, reading }))
}
