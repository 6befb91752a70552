//! The page that people cite: every table and figure that was run, published beside measured, self-contained.

use std::fmt::Write as _;

use super::{Cell, PAPERS, Section, Summary, Verdict};
use crate::report::{Origin, escape};

/// A panel of published against measured needs so many points.
const FEWEST_POINTS: usize = 4;

/// The page of experiments that were run.
pub fn page(sections: &[Section], quick: bool, origin: &Origin) -> String {
    let summary = Summary::of(sections);
    let Origin { date, version, command } = origin;
    let form = if quick { " in their quick form, which has few games" } else { "" };
    let seconds: f64 = sections.iter().map(|s| s.seconds).sum();
    let mut body = format!(
        "<h1>Published and measured</h1>\n<p class=\"lead\">{}.</p>\n<p class=\"quiet\">{} experiments{form}; {} of work.</p>\n",
        escape(&summary.published.text()),
        sections.len(),
        duration(seconds),
    );
    body += &counts(&summary);
    body += &contents(sections);
    body += &reasons(&summary);
    body += &reading();
    for paper in &PAPERS {
        let own: Vec<&Section> = sections.iter().filter(|s| s.paper == paper.name).collect();
        if own.is_empty() {
            continue;
        }
        let _ =
            write!(body, "<h2>{}</h2>\n<p class=\"quiet\">{}</p>\n", escape(paper.name), escape(paper.title));
        own.into_iter().for_each(|section| body += &experiment(section));
    }
    format!(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>Published and measured</title>\n\
         <style>{}</style>\n{body}\
         <footer><p>Made on {date} by sandtable {version}:<br><code>{}</code></footer>\n</html>\n",
        include_str!("page.css"),
        escape(command)
    )
}

fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 100.0 => format!("{s:.0} s"),
        s if s < 6000.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

fn counts(summary: &Summary) -> String {
    let mut table = String::from(
        "<div class=\"counts\"><table><thead><tr><th>paper<th>kind<th class=\"n\">numbers<th class=\"n\">reproduced<th class=\"n\">better\
         <th class=\"n\">worse<th class=\"n\">differs<th class=\"n\">too few games<th></tr></thead>\n",
    );
    for tally in &summary.tallies {
        let _ = write!(
            table,
            "<tr><td>{}<td>{}<td class=\"n\">{}",
            escape(&tally.paper),
            tally.kind.name(),
            tally.cells
        );
        tally.verdicts.iter().for_each(|(_, n)| table += &format!("<td class=\"n\">{n}"));
        table += "<td><div class=\"share\" aria-hidden=\"true\">";
        for (verdict, n) in tally.verdicts.iter().filter(|(_, n)| *n > 0) {
            let _ = write!(table, "<i class=\"{}\" style=\"flex:{n}\"></i>", class(*verdict));
        }
        table += "</div></tr>\n";
    }
    table + "</table></div>\n"
}

fn contents(sections: &[Section]) -> String {
    let mut list = String::from("<nav aria-label=\"experiments\"><ul>");
    for section in sections {
        let id = escape(&section.id);
        let _ = write!(list, "<li><a href=\"#{id}\">{id}</a></li>");
    }
    list + "</ul></nav>\n"
}

fn reasons(summary: &Summary) -> String {
    if summary.reasons.is_empty() {
        return String::new();
    }
    let mut list = String::from("<h2>Why numbers differ</h2>\n<ul>");
    for reason in &summary.reasons {
        let mut ids: Vec<&str> = reason.cells.iter().map(|(id, _)| id.as_str()).collect();
        ids.dedup();
        let links: Vec<String> =
            ids.iter().map(|id| format!("<a href=\"#{0}\">{0}</a>", escape(id))).collect();
        let n = reason.cells.len();
        let numbers = if n == 1 { "number" } else { "numbers" };
        let _ = writeln!(list, "<li>{n} {numbers} ({}): {}</li>", links.join(", "), escape(&reason.why));
    }
    list + "</ul>\n"
}

fn reading() -> String {
    "<details><summary>How to read this</summary><p>A number is <b>reproduced</b> if it lies within two combined standard errors of the \
     reference, or within the tolerance that the experiment states, and the games could have told otherwise: a clear difference, a tenth \
     of the scale, would have been found with a chance of 80 %. If not, there were <b>too few games</b>. Beyond the tolerance it is \
     <b>better</b>, <b>worse</b> or, where nothing is better, it <b>differs</b>. References are <b>published</b> (printed), <b>derived</b> \
     (they follow from what is printed) or <b>theory</b>. Intervals are of 95 %.</p>\
     <p class=\"key\"><svg class=\"strip\" viewBox=\"0 0 144 24\" role=\"img\" aria-label=\"dot\"><path class=\"o\" d=\"M20 12H60\"/>\
     <circle class=\"o\" cx=\"40\" cy=\"12\" r=\"4\"/></svg> measured, with its interval; \
     <svg class=\"strip\" viewBox=\"0 0 144 24\" role=\"img\" aria-label=\"square\"><path class=\"t\" d=\"M20 12H60\"/>\
     <rect class=\"t\" x=\"35\" y=\"7\" width=\"10\" height=\"10\"/></svg> reference, with two standard errors each way.</p></details>\n"
        .into()
}

fn experiment(section: &Section) -> String {
    let id = escape(&section.id);
    let mut out = format!(
        "<section id=\"{id}\"><h3>{id}</h3>\n<p class=\"quiet\">{}; {}.</p>\n",
        escape(&section.about),
        duration(section.seconds)
    );
    let panels: String = panels(&section.cells).iter().map(|(unit, cells)| scatter(unit, cells)).collect();
    if !panels.is_empty() {
        let _ = writeln!(out, "<div class=\"scatters\">{panels}</div>");
    }
    for (title, svg) in &section.plots {
        // The drawing comes from our own plots, so it goes in as it is.
        let _ = writeln!(
            out,
            "<figure><figcaption>{}</figcaption><div class=\"drawn\">{svg}</div></figure>",
            escape(title)
        );
    }
    out += "<table class=\"cells\"><thead><tr><th>number<th>kind<th class=\"n\">reference<th class=\"n\">measured<th class=\"n\">95 %\
            <th class=\"n\">games<th>both<th>verdict<th>why</tr></thead>\n";
    section.cells.iter().for_each(|cell| out += &row(cell));
    out + "</table></section>\n"
}

fn class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::TooFew => "few",
        verdict => verdict.name(),
    }
}

/// A number with as many digits as its size deserves.
pub(super) fn digits(value: f64) -> String {
    let places = match value.abs() {
        v if v >= 1000.0 => 0,
        v if v >= 100.0 => 1,
        v if v >= 1.0 || v == 0.0 => 2,
        _ => 4,
    };
    let text = format!("{value:.places$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').into() } else { text }
}

fn row(cell: &Cell) -> String {
    let theirs = cell.published_stderr.map_or(String::new(), |s| format!(" ± {}", digits(s)));
    let [low, high] = cell.interval.map(digits);
    let (interval, games) = match cell.games {
        0 => ("exact".into(), "–".into()),
        games => (format!("{low} … {high}"), games.to_string()),
    };
    format!(
        "<tr><td class=\"name\">{}<td data-h=\"kind\">{}<td class=\"n\" data-h=\"reference\">{}{theirs}<td class=\"n\" data-h=\"measured\">{}\
         <td class=\"n\" data-h=\"95 %\">{interval}<td class=\"n\" data-h=\"games\">{games}<td>{}<td data-h=\"verdict\"><span class=\"v v-{}\">{}</span>\
         <td class=\"why\">{}</tr>\n",
        escape(&cell.cell),
        cell.kind.name(),
        digits(cell.published),
        digits(cell.measured),
        strip(cell),
        class(cell.verdict),
        cell.verdict.name(),
        cell.explanation.as_deref().map(escape).unwrap_or_default(),
    )
}

/// The ends of the reference: two standard errors each way.
fn reach(cell: &Cell) -> [f64; 2] {
    let error = 2.0 * cell.published_stderr.unwrap_or(0.0);
    [cell.published - error, cell.published + error]
}

/// Maps a range onto pixels, with some room at both ends.
fn onto(values: impl Iterator<Item = f64>, from: f64, to: f64) -> impl Fn(f64) -> f64 {
    let (least, most) = values.fold((f64::MAX, f64::MIN), |(l, m), v| (l.min(v), m.max(v)));
    let pad = (0.06 * (most - least)).max(1e-9 + 1e-6 * most.abs());
    move |v| from + (v - least + pad) / (most - least + 2.0 * pad) * (to - from)
}

/// Both numbers of a cell on one line.
fn strip(cell: &Cell) -> String {
    let [from, to] = reach(cell);
    let [low, high] = cell.interval;
    let x = onto([from, to, low, high].into_iter(), 6.0, 138.0);
    format!(
        "<svg class=\"strip\" viewBox=\"0 0 144 24\" role=\"img\" aria-label=\"reference {}, measured {}\">\
         <path class=\"t\" d=\"M{:.1} 7H{:.1}\"/><rect class=\"t\" x=\"{:.1}\" y=\"3\" width=\"8\" height=\"8\"/>\
         <path class=\"o\" d=\"M{:.1} 17H{:.1}\"/><circle class=\"o\" cx=\"{:.1}\" cy=\"17\" r=\"3.5\"/></svg>",
        digits(cell.published),
        digits(cell.measured),
        x(from),
        x(to),
        x(cell.published) - 4.0,
        x(low),
        x(high),
        x(cell.measured),
    )
}

/// Cells that measure the same thing: what stands behind the last colon of their names, or else behind the last comma.
fn panels(cells: &[Cell]) -> Vec<(&str, Vec<&Cell>)> {
    let unit = |cell: &'_ Cell| -> usize {
        let name = &cell.cell;
        name.rfind(": ").or_else(|| name.rfind(", ")).map_or(0, |at| at + 2)
    };
    let mut found: Vec<(&str, Vec<&Cell>)> = Vec::new();
    for cell in cells {
        let what = &cell.cell[unit(cell)..];
        match found.iter_mut().find(|(name, _)| *name == what) {
            Some((_, group)) => group.push(cell),
            None => found.push((what, vec![cell])),
        }
    }
    found.retain(|(_, group)| group.len() >= FEWEST_POINTS);
    found
}

/// Measured over published, with both errors; the diagonal is agreement.
fn scatter(unit: &str, cells: &[&Cell]) -> String {
    let ends = || cells.iter().flat_map(|c| reach(c).into_iter().chain(c.interval));
    let (least, most) = ends().fold((f64::MAX, f64::MIN), |(l, m), v| (l.min(v), m.max(v)));
    let (x, y) = (onto(ends(), 36.0, 292.0), onto(ends(), 264.0, 8.0));
    let mut svg = format!(
        "<figure><svg viewBox=\"0 0 300 300\" role=\"img\" aria-label=\"{0}: measured over reference\"><rect class=\"d\" x=\"36\" y=\"8\" width=\"256\" \
         height=\"256\"/><path class=\"d\" d=\"M36 264L292 8\"/><text x=\"36\" y=\"280\">{1}</text><text x=\"292\" y=\"280\" \
         text-anchor=\"end\">{2}</text><text x=\"164\" y=\"296\" text-anchor=\"middle\">reference</text><text x=\"14\" y=\"136\" \
         transform=\"rotate(-90 14 136)\" text-anchor=\"middle\">measured</text>",
        escape(unit),
        digits(least),
        digits(most)
    );
    for cell in cells {
        let ([from, to], [low, high]) = (reach(cell), cell.interval);
        let (h, v) = (x(cell.published), y(cell.measured));
        let _ = write!(
            svg,
            "<path class=\"t\" d=\"M{:.1} {v:.1}H{:.1}\"/><path class=\"o\" d=\"M{h:.1} {:.1}V{:.1}\"/><circle class=\"o\" cx=\"{h:.1}\" cy=\"{v:.1}\" \
             r=\"2.5\"><title>{}</title></circle>",
            x(from),
            x(to),
            y(low),
            y(high),
            escape(&cell.cell)
        );
    }
    let _ = write!(svg, "</svg><figcaption>{}</figcaption></figure>", escape(unit));
    svg
}

#[cfg(test)]
mod tests {
    use super::super::{Claim, Measured, experiments};
    use super::*;

    #[test]
    fn numbers_have_the_digits_that_they_deserve() {
        let shown = [206_499.0, 123.44, 15.21, 50.0, 0.0, 0.001_23, -4.16, 1600.0].map(digits);
        assert_eq!(shown, ["206499", "123.4", "15.21", "50", "0", "0.0012", "-4.16", "1600"]);
    }

    #[test]
    fn the_page_shows_every_number_and_fetches_nothing() {
        let all = experiments();
        let cell = |name: &str, value| {
            let claim = Claim::published(50.0).give_or_take(7.0).share_of(100.0);
            claim.cell(&all[0], name, Measured { value, stderr: 1.0, games: 400 })
        };
        let mut cells: Vec<Cell> =
            (0..4).map(|i| cell(&format!("a<b {i}: wins, %"), 49.0 + f64::from(i))).collect();
        cells.push(cell("other", 90.0));
        cells.iter_mut().for_each(super::super::known::explain);
        let section = Section {
            id: all[0].id.into(),
            about: "this & that".into(),
            paper: "FFI".into(),
            cells,
            plots: vec![("figure".into(), "<svg></svg>".into())],
            seconds: 3.0,
        };
        let origin = Origin { date: "2000-01-01".into(), version: "1".into(), command: "x".into() };
        let html = page(&[section], false, &origin);
        assert!(html.contains("5 published numbers: 4 reproduced, 1 differs."), "{html}");
        assert_eq!(html.matches("<td class=\"name\">").count(), 5);
        assert_eq!(html.matches("measured over reference").count(), 1, "one panel");
        assert!(
            html.contains("a&lt;b 3") && html.contains("this &amp; that") && html.contains("not explained")
        );
        assert!(!html.contains("http") && !html.contains("<script"), "nothing comes from elsewhere");
    }
}
