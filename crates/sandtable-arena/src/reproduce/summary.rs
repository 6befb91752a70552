//! How many numbers of each paper came out how, and why those that differ do.

use serde::Serialize;

use super::{Cell, Kind, Section, Verdict};

/// The verdicts, in the order in which they are counted.
const VERDICTS: [Verdict; 5] =
    [Verdict::Reproduced, Verdict::Better, Verdict::Worse, Verdict::Differs, Verdict::TooFew];

/// The cells of one paper and kind, counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// The paper's short name.
    pub paper: String,
    /// The kind of reference.
    pub kind: Kind,
    /// How many there are.
    pub cells: usize,
    /// How many of each verdict.
    pub verdicts: Vec<(Verdict, usize)>,
}

impl Tally {
    fn of<'a>(paper: &str, kind: Kind, cells: impl Iterator<Item = &'a Cell>) -> Tally {
        let mut verdicts = VERDICTS.map(|verdict| (verdict, 0)).to_vec();
        let mut count = 0;
        for cell in cells {
            count += 1;
            verdicts.iter_mut().filter(|(v, _)| *v == cell.verdict).for_each(|(_, n)| *n += 1);
        }
        Tally { paper: paper.into(), kind, cells: count, verdicts }
    }

    /// In one line.
    pub fn text(&self) -> String {
        let some = self.verdicts.iter().filter(|(_, n)| *n > 0);
        let counts: Vec<String> = some.map(|(verdict, n)| format!("{n} {}", verdict.name())).collect();
        let numbers = if self.cells == 1 { "number" } else { "numbers" };
        format!("{} {} {numbers}: {}", self.cells, self.kind.name(), counts.join(", "))
    }
}

/// An explanation, and where it applies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// The sentence.
    pub why: String,
    /// The cells: experiment and place.
    pub cells: Vec<(String, String)>,
}

/// All that is said of experiments at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// The published numbers of all papers together.
    pub published: Tally,
    /// Paper by paper and kind by kind.
    pub tallies: Vec<Tally>,
    /// Why numbers differ, the most frequent reason first.
    pub reasons: Vec<Reason>,
}

impl Summary {
    /// Counts.
    pub fn of(sections: &[Section]) -> Summary {
        let all = || sections.iter().flat_map(|s| s.cells.iter().map(|cell| (s.paper.as_str(), cell)));
        let mut papers: Vec<&str> = Vec::new();
        for section in sections {
            if !papers.contains(&section.paper.as_str()) {
                papers.push(&section.paper);
            }
        }
        let kinds = [Kind::Published, Kind::Derived, Kind::Theory];
        let tally = |paper: &str, kind: Kind| {
            let cells = all().filter(move |(p, c)| *p == paper && c.kind == kind).map(|(_, cell)| cell);
            Tally::of(paper, kind, cells)
        };
        let tallies =
            papers.iter().flat_map(|paper| kinds.map(|kind| tally(paper, kind))).filter(|t| t.cells > 0);
        let tallies = tallies.collect();
        let published = all().map(|(_, cell)| cell).filter(|cell| cell.kind == Kind::Published);
        let published = Tally::of("all", Kind::Published, published);
        let mut reasons: Vec<Reason> = Vec::new();
        for (_, cell) in all() {
            let Some(why) = &cell.explanation else { continue };
            let place = (cell.id.clone(), cell.cell.clone());
            match reasons.iter_mut().find(|r| r.why == *why) {
                Some(reason) => reason.cells.push(place),
                None => reasons.push(Reason { why: why.clone(), cells: vec![place] }),
            }
        }
        reasons.sort_by_key(|reason| std::cmp::Reverse(reason.cells.len()));
        Summary { published, tallies, reasons }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Claim, Measured, experiments, find};
    use super::*;

    #[test]
    fn cells_are_counted_by_paper_and_kind() {
        let all = experiments();
        let section = |id: &str, claims: &[(Claim, f64)]| {
            let experiment = find(&all, id).unwrap();
            let one = |(claim, value): &(Claim, f64)| claim.cell(experiment, "x", Measured::exact(*value));
            let mut cells: Vec<Cell> = claims.iter().map(one).collect();
            cells.iter_mut().for_each(super::super::known::explain);
            let paper = experiment.paper().name.into();
            Section { id: id.into(), about: String::new(), paper, cells, plots: Vec::new(), seconds: 0.0 }
        };
        let sections = [
            section("lucid-3.1", &[(Claim::published(1.0), 1.0), (Claim::published(1.0), 2.0)]),
            section("lucid-3.2", &[(Claim::published(1.0).better_if_higher(true), 2.0)]),
            section("la-close", &[(Claim::theory(1.0).better_if_higher(false), 2.0)]),
        ];
        let summary = Summary::of(&sections);
        let said: Vec<String> =
            summary.tallies.iter().map(|t| format!("{}: {}", t.paper, t.text())).collect();
        assert_eq!(
            said,
            ["FFI: 3 published numbers: 1 reproduced, 1 better, 1 differs", "LA: 1 theory number: 1 worse"]
        );
        assert_eq!(summary.published.cells, 3);
        assert_eq!(summary.reasons.len(), 1);
        assert_eq!(summary.reasons[0].cells, [("lucid-3.1".to_string(), "x".to_string())]);
    }
}
