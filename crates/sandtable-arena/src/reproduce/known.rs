//! What differs from what was published, and why: looked into and written down in `docs/`. What is worse than published and known
//! to be fails only when it becomes worse than that.

use super::{Cell, Kind, Verdict};

/// Cells that differ for one reason.
struct Known {
    id: &'static str,
    /// Words that stand in their names.
    part: &'static str,
    /// What a cell that falls short measures in full. A run may be three of its standard errors on the bad side of that.
    kept: Option<f64>,
    why: &'static str,
}

const fn known(id: &'static str, part: &'static str, kept: Option<f64>, why: &'static str) -> Known {
    Known { id, part, kept, why }
}

const EXPERTS: &str = "The report's expert players differ from ours in something that its text does not say: every reading of \
                       its rules and terms that was tried gives the same (docs/luck.md).";
const DEPTH: &str = "Looking a turn further gains something else than the paper says under every reading that was tried; what its players buy \
                     and when exactly a game is won is not printed (docs/axis.md).";
const LENGTH: &str = "Games end sooner than published: what the paper's players buy is not printed, and purchases set the length \
                      of games (docs/axis.md).";
const SURVIVORS: &str = "The paper's sum lets survivors take both empty areas after the last turn; here the turns end before \
                         (docs/automata.md).";
const CHECKED: &str =
    "The paper's algorithm as printed reaches less; three changes that docs/automata.md names make it right.";

const NETWORKS: &str = "The thesis's networks cannot be rebuilt; ours come from a loop of a tenth of its games. The findings are what can be compared \
                        (docs/kth.md).";

const LOST: &str = "The report's λ, rates, exploration and most of its net's numbers are lost; with ours as many games teach less. The nets that come with the \
                    program learn otherwise (docs/operation-agents.md).";
const SHORT: &str = "Three hundred games are a quick form, and teach nothing yet; the full one has 10,000 (docs/operation-agents.md).";

const LAST_SEEN: &str = "What is measured: enemies do not stay where they were seen last (docs/beliefs.md).";
const UNDECIDED: &str = "Which axis Blue will take is not to be known before its pieces are in sight, and a script that values nothing cannot hedge (docs/beliefs.md).";
const STRANGERS: &str =
    "The model knows the reference players alone; of others it is too sure (docs/beliefs.md).";

const KNOWN: [Known; 35] = [
    known("risk-5", "(ours)", None, NETWORKS),
    known("opaque-blind", "lost by what was seen last", None, LAST_SEEN),
    known("opaque-blind", "axes-exp-red as red", Some(0.76), UNDECIDED),
    known("opaque-belief", "net, fuzzy, constrained", None, STRANGERS),
    known(
        "lucid-3.1",
        "simple-blue v axes-exp-red, none",
        None,
        "Chance in the 100 published games: of 18 cells at two standard errors one lies outside, and the same games corrected \
         for luck agree.",
    ),
    known("lucid-3.2", "one-axis-blue v axes-exp-red, none v expanded", Some(4.82), EXPERTS),
    known("lucid-3.2", "exp-red", None, EXPERTS),
    known("lucid-nn", ", 300 games of training", Some(0.0), SHORT),
    known("lucid-nn", "net by report v", Some(4.29), LOST),
    known("lucid-nn", "net by supply v", Some(4.60), LOST),
    known(
        "lucid-nn",
        "net by timid v",
        None,
        "Our Blue advances and learns without random moves, too; why the report's never did is not known.",
    ),
    known("axis-2", "dls:depth=2 first v dls:depth=1: wins, %", Some(93.3), DEPTH),
    known("axis-2", "dls:depth=2 second v dls:depth=1: wins, %", Some(74.3), DEPTH),
    known(
        "axis-readings",
        "",
        None,
        "A study: what each reading of the paper gets beside what the paper itself would get.",
    ),
    known("axis-", "wins, %", None, DEPTH),
    known("axis-", "rounds", None, LENGTH),
    known(
        "axis-5",
        "highest lost",
        None,
        "The paper does not say which value it noted; that of the board at the beginning of a turn comes closest (docs/axis.md).",
    ),
    known(
        "grid-4.5.5a",
        "red 6c v blue 5",
        None,
        "No victory in 50 games where 7 are expected: chance does that in one cell of 2,000, and the tables have 124; what the \
         report's players did otherwise is not known.",
    ),
    known(
        "grid-environments",
        "dice: ",
        None,
        "Where one die each decides and ties go to the defender, attacking costs more than it brings, and the order of the \
         players turns round (docs/grid.md).",
    ),
    known(
        "grid-environments",
        "",
        None,
        "The shares are published of p1vp2 alone; under other rules they need not be the same.",
    ),
    known(
        "la-1",
        "table 2: infantry together, tank attacks through",
        None,
        "The paper's number leaves the blitz out: a tank that takes the empty area first leaves survivors less to win \
         (docs/automata.md).",
    ),
    known(
        "la-1",
        "table 2: one infantry attacks",
        None,
        "A tank that has won takes the empty area on its way to the other infantry; the paper's sum leaves the blitz out \
         (docs/automata.md).",
    ),
    known(
        "la-3",
        "table 4: all but one",
        None,
        "The mean of an infantry (5.98) and an artillery (5.54) left behind; the paper does not say how it weighs them \
         (docs/automata.md).",
    ),
    known(
        "la-1",
        "table 2: infantry together, tank attacks",
        None,
        "The paper's own points times the exact odds give 2.21, as here: a slip in its sum (docs/automata.md).",
    ),
    known("la-2", "table 3", None, SURVIVORS),
    known(
        "la-1",
        "literal: the tank does not attack",
        Some(10.0),
        "A tank that looks at its own turn only gains by attacking infantry that split up; that it never does needs one that \
         looks further (docs/automata.md).",
    ),
    known(
        "la-1",
        "literal: nobody attacks",
        Some(10.0),
        "The tank attacks, since it looks at its own turn only (docs/automata.md).",
    ),
    known("la-2", "lri+tsetlin, literal: right, %", Some(45.0), CHECKED),
    known("la-2", "bayes+tsetlin, literal: right, %", Some(90.0), CHECKED),
    known("la-2", "tsetlin, literal: right, %", Some(40.0), CHECKED),
    known("la-2", "+tsetlin, literal: first turn right, %", None, CHECKED),
    known("la-2", "tsetlin, literal: first turn right, %", Some(45.0), CHECKED),
    known("la-2", "literal", None, CHECKED),
    known("la-3", "tsetlin, literal: both turns right, %", Some(0.0), CHECKED),
    known("la-3", "literal", None, CHECKED),
];

/// What is said of a number that nobody has explained.
const UNEXPLAINED: &str = "not explained";

fn find(cell: &Cell) -> Option<&'static Known> {
    KNOWN.iter().find(|k| cell.id.starts_with(k.id) && cell.cell.contains(k.part))
}

/// Says of a cell that differs, or falls short, why it does. Those that fall short of theory are results of their own.
pub(super) fn explain(cell: &mut Cell) {
    let asked = match cell.verdict {
        Verdict::Differs => true,
        Verdict::Worse => cell.kind != Kind::Theory,
        Verdict::Reproduced | Verdict::Better | Verdict::TooFew => false,
    };
    cell.explanation = asked.then(|| find(cell).map_or(UNEXPLAINED, |known| known.why).into());
}

impl Cell {
    /// Whether it is worse than published, and worse than is known and stated. How far a player falls short of theory is a
    /// result, and no failure.
    pub fn fails(&self) -> bool {
        if self.verdict != Verdict::Worse || self.kind == Kind::Theory {
            return false;
        }
        let Some(kept) = find(self).and_then(|known| known.kept) else { return true };
        // A cell that is worse lies on the bad side of what was published.
        let bad = (self.measured - self.published).signum();
        bad * (self.measured - kept) > 3.0 * self.stderr
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Claim, Measured, experiments};
    use super::*;

    #[test]
    fn worse_cells_fail_unless_that_is_known_and_no_worse() {
        let experiments = experiments();
        let cell = |id: &str, name: &str, claim: Claim, value: f64| {
            let experiment = super::super::find(&experiments, id).unwrap();
            claim.within(0.2).cell(experiment, name, Measured { value, stderr: 0.1, games: 100 })
        };
        let (high, low) = (Some(true), Some(false));
        let printed = |value, higher| Claim::published(value).better_if_higher(higher);
        assert!(cell("lucid-3.1", "x", printed(5.0, high), 4.0).fails());
        assert!(cell("lucid-3.1", "x", printed(5.0, low), 6.0).fails());
        assert!(!cell("lucid-3.1", "x", printed(5.0, high), 6.0).fails());
        let differs = cell("lucid-3.1", "x", printed(5.0, None), 4.0);
        assert!(!differs.fails(), "nobody says which is better");
        let short = cell("la-close", "x", Claim::theory(5.0).better_if_higher(low), 9.0);
        assert!(!short.fails(), "nothing was published");
        let hard = KNOWN.iter().find(|k| k.kept == Some(4.82)).unwrap();
        let factor = |value| cell(hard.id, hard.part, printed(10.4, high), value);
        assert!(!factor(4.6).fails() && !factor(7.0).fails() && factor(4.5).fails());

        let why = |mut cell: Cell| {
            explain(&mut cell);
            cell.explanation
        };
        assert_eq!(why(differs).as_deref(), Some(UNEXPLAINED));
        assert_eq!(why(factor(4.6)).as_deref(), Some(EXPERTS));
        assert_eq!(why(factor(10.4)), None, "it is reproduced");
        assert_eq!(why(short), None, "a result of its own");
    }

    /// A reason that no experiment can have is a slip of the pen.
    #[test]
    fn reasons_name_experiments() {
        for known in &KNOWN {
            assert!(experiments().iter().any(|e| e.id.starts_with(known.id)), "{}", known.id);
        }
    }
}
