//! Pages and plots for people: self-contained HTML with SVG, nothing fetched from outside.

mod curves;
mod tournament;

pub use curves::curves;
pub use tournament::tournament;

use std::fmt::Write as _;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::train::{Learned, Plot};
use sandtable_core::odds::{Distribution, Odds, Table};

/// Where a page comes from: it can be made again.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The day on which it was made.
    pub date: String,
    /// The version of the program.
    pub version: String,
    /// The command that makes it.
    pub command: String,
}

impl Origin {
    /// Of a page that is made now, by the program that runs and the command that started it.
    pub fn here(version: &str) -> Origin {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
        let mut words = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
        let program = words.next().unwrap_or_default();
        let name = Path::new(&program).file_name().map(|name| name.to_string_lossy().into_owned());
        let quoted = words.map(|w| if w.contains([' ', '\'', '"', '$']) { format!("{w:?}") } else { w });
        let command = name.into_iter().chain(quoted).collect::<Vec<_>>().join(" ");
        Origin { date: date(now), version: version.into(), command }
    }
}

/// The day of so many seconds after 1970 began, in UTC (Hinnant's algorithm over eras of 400 years from March on).
fn date(seconds: u64) -> String {
    let days = seconds / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, late) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{day:02}", era * 400 + year + late)
}

/// One line of a dot-and-whisker plot.
pub struct Bar {
    /// What is estimated.
    pub label: String,
    /// The estimate.
    pub value: f64,
    /// The ends of its interval.
    pub range: (f64, f64),
    /// What it is compared with, and its standard error: a hollow square and a thin line of two errors each way.
    pub reference: Option<(f64, f64)>,
}

/// Estimates with their intervals, one under the other, as an SVG image.
pub fn whiskers(title: &str, axis: &str, bars: &[Bar]) -> String {
    const INK: RGBColor = RGBColor(31, 41, 55);
    const DOT: RGBColor = RGBColor(0, 90, 160);
    const MARK: RGBColor = RGBColor(200, 80, 0);
    let mut svg = String::new();
    let ends = |(value, error): (f64, f64)| [value - 2.0 * error, value + 2.0 * error];
    let values = || {
        let theirs = |b: &Bar| b.reference.into_iter().flat_map(ends);
        bars.iter().flat_map(move |b| [b.range.0, b.range.1].into_iter().chain(theirs(b)))
    };
    let (least, most) = values().fold((f64::MAX, f64::MIN), |(l, m), v| (l.min(v), m.max(v)));
    let pad = ((most - least) * 0.08).max(1e-3);
    let size = (860, 96 + 26 * bars.len() as u32);
    let mut draw = || -> Result<(), Box<dyn std::error::Error>> {
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .caption(title, ("sans-serif", 18).into_font().color(&INK))
            .margin(8)
            .x_label_area_size(44)
            .y_label_area_size(310)
            .build_cartesian_2d(least - pad..most + pad, 0.0..bars.len() as f64)?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .y_labels(0)
            .x_desc(axis)
            .light_line_style(WHITE)
            .label_style(("sans-serif", 15).into_font().color(&INK))
            .draw()?;
        for (i, bar) in bars.iter().enumerate() {
            let y = bars.len() as f64 - i as f64 - 0.5;
            if let Some(reference) = bar.reference {
                let line = ends(reference).map(|x| (x, y));
                chart.draw_series(LineSeries::new(line, MARK.stroke_width(1)))?;
                chart.draw_series([EmptyElement::at((reference.0, y))
                    + Rectangle::new([(-5, -5), (5, 5)], MARK.stroke_width(2))])?;
            }
            let line = [(bar.range.0, y), (bar.range.1, y)];
            chart.draw_series(LineSeries::new(line, DOT.stroke_width(2)))?;
            chart.draw_series([Circle::new((bar.value, y), 4, DOT.filled())])?;
            let (_, pixel) = chart.backend_coord(&(bar.value, y));
            let left = Pos::new(HPos::Left, VPos::Center);
            let style = ("sans-serif", 16).into_font().color(&INK).pos(left);
            area.draw_text(&bar.label, &style, (10, pixel))?;
        }
        area.present()?;
        Ok(())
    };
    draw().expect("drawing into memory does not fail");
    svg
}

/// A named series of values, one per round.
pub struct Series {
    /// Its name.
    pub name: String,
    /// Its values.
    pub values: Vec<f64>,
}

/// Values over rounds as an SVG image, with the names in the lines' colours.
pub fn lines(axis: &str, series: &[Series]) -> String {
    const COLOURS: [RGBColor; 7] = [
        RGBColor(0, 90, 160),
        RGBColor(200, 80, 0),
        RGBColor(0, 130, 90),
        RGBColor(120, 60, 150),
        RGBColor(180, 30, 60),
        RGBColor(90, 160, 210),
        RGBColor(110, 110, 110),
    ];
    let mut svg = String::new();
    let values = || series.iter().flat_map(|s| s.values.iter().copied());
    let (least, most) = values().fold((f64::MAX, f64::MIN), |(l, m), v| (l.min(v), m.max(v)));
    let pad = ((most - least) * 0.08).max(1e-3);
    let rounds = series.iter().map(|s| s.values.len()).max().unwrap_or(1).max(2) - 1;
    let mut draw = || -> Result<(), Box<dyn std::error::Error>> {
        let area = SVGBackend::with_string(&mut svg, (860, 400)).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .margin(12)
            .x_label_area_size(44)
            .y_label_area_size(64)
            .build_cartesian_2d(0.0..rounds as f64 * 1.25, least - pad..most + pad)?;
        let label = ("sans-serif", 15).into_font();
        chart
            .configure_mesh()
            .x_desc("round")
            .y_desc(axis)
            .light_line_style(WHITE)
            .label_style(label.clone())
            .draw()?;
        for (i, one) in series.iter().enumerate() {
            let colour = COLOURS[i % COLOURS.len()];
            let points: Vec<(f64, f64)> =
                one.values.iter().enumerate().map(|(x, y)| (x as f64, *y)).collect();
            // The names stand in a column at the right: lines that converge would write over each other.
            let place = (rounds as f64 * 1.05, most - (most - least) * 0.08 * i as f64);
            chart.draw_series([Text::new(one.name.clone(), place, label.color(&colour))])?;
            chart.draw_series(LineSeries::new(points, colour.stroke_width(2)))?;
        }
        area.present()?;
        Ok(())
    };
    draw().expect("drawing into memory does not fail");
    svg
}

/// A distribution as an SVG image: a bar for each end, the groups in their colours.
pub fn bars(distribution: &Distribution) -> String {
    const COLOURS: [RGBColor; 3] = [RGBColor(0, 90, 160), RGBColor(200, 80, 0), RGBColor(0, 130, 90)];
    /// Ends that are rarer than this would be bars that nobody sees.
    const SEEN: f64 = 1e-5;
    let groups = distribution.groups.iter().enumerate();
    let all = groups.flat_map(|(i, g)| g.ends.iter().map(move |(label, p)| (i, label.as_str(), *p)));
    let seen: Vec<(usize, &str, f64)> = all.filter(|(.., p)| *p >= SEEN).collect();
    let widest = seen.iter().map(|(_, label, _)| label.chars().count()).max().unwrap_or(0);
    let most = 100.0 * seen.iter().fold(0.0, |most: f64, (.., p)| most.max(*p));
    let mut svg = String::new();
    let mut draw = || -> Result<(), Box<dyn std::error::Error>> {
        let area = SVGBackend::with_string(&mut svg, (860, 400)).into_drawing_area();
        area.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&area)
            .margin(12)
            .x_label_area_size(44)
            .y_label_area_size(64)
            .build_cartesian_2d(-0.5..seen.len() as f64 - 0.5, 0.0..most * 1.2)?;
        let font = ("sans-serif", 15).into_font();
        let label = |x: &f64| {
            let whole = (x - x.round()).abs() < 1e-9 && *x > -0.5;
            let end = whole.then(|| seen.get(x.round() as usize)).flatten();
            end.map_or(String::new(), |(_, label, _)| label.to_string())
        };
        chart
            .configure_mesh()
            .disable_x_mesh()
            // Long labels get few places.
            .x_labels(seen.len().min(12).min(100 / widest.max(1)).max(2))
            .x_label_formatter(&label)
            .x_desc(distribution.axis)
            .y_desc("chance, %")
            .light_line_style(WHITE)
            .label_style(font.clone())
            .draw()?;
        chart.draw_series(seen.iter().enumerate().map(|(x, (group, _, p))| {
            let x = x as f64;
            let colour = COLOURS[group % COLOURS.len()].filled();
            Rectangle::new([(x - 0.42, 0.0), (x + 0.42, 100.0 * p)], colour)
        }))?;
        for (i, group) in distribution.groups.iter().enumerate() {
            let chance: f64 = group.ends.iter().map(|(_, p)| p).sum();
            let text = format!("{}: {:.2} %", group.name, 100.0 * chance);
            let colour = COLOURS[i % COLOURS.len()];
            let place = (90 + 270 * (i as i32 % 3), 14 + 18 * (i as i32 / 3));
            area.draw_text(&text, &font.color(&colour), place)?;
        }
        area.present()?;
        Ok(())
    };
    draw().expect("drawing into memory does not fail");
    svg
}

/// The page of a battle's odds.
pub fn odds(odds: &Odds, origin: &Origin) -> String {
    let mut body = String::from("<table>");
    for (label, value) in &odds.numbers {
        let _ = write!(body, "<tr><td>{}<td>{}</tr>", escape(label), escape(value));
    }
    let _ = write!(body, "</table>{}", bars(&odds.distribution));
    for Table { title, header, rows } in &odds.tables {
        let _ = write!(body, "<h2>{}</h2><table><tr>", escape(title));
        header.iter().for_each(|name| body += &format!("<th>{}", escape(name)));
        for row in rows {
            body += "</tr><tr>";
            row.iter().for_each(|cell| body += &format!("<td>{}", escape(cell)));
        }
        body += "</tr></table>";
    }
    page(&odds.title, &body, origin)
}

/// Curves of a training, as an SVG image.
pub fn plot(plot: &Plot) -> String {
    let series =
        plot.lines.iter().map(|(name, values)| Series { name: name.clone(), values: values.clone() });
    lines(plot.axis, &series.collect::<Vec<_>>())
}

/// The page of a training.
pub fn training(title: &str, learned: &Learned, origin: &Origin) -> String {
    let curves: String = learned.all_plots().iter().map(plot).collect();
    let tables: String = learned.tables.iter().map(numbers).collect();
    page(title, &format!("{curves}{tables}<pre>{}</pre>", escape(&learned.player)), origin)
}

/// A table of what a training says of its last round.
fn numbers(table: &sandtable_core::train::Table) -> String {
    let row = |cells: &mut dyn Iterator<Item = String>, tag: &str| {
        let cells: String = cells.map(|cell| format!("<{tag}>{}</{tag}>", escape(&cell))).collect();
        format!("<tr>{cells}</tr>")
    };
    let head = row(&mut table.columns.iter().map(ToString::to_string), "th");
    let rows = table.rows.iter().map(|cells| row(&mut cells.iter().map(|x| rounded(*x)), "td"));
    format!("<h2>{}</h2><table>{head}{}</table>", escape(&table.title), rows.collect::<String>())
}

/// A number of a table, with a digit after the point unless it is whole.
pub fn rounded(x: f64) -> String {
    if x.fract() == 0.0 { format!("{x}") } else { format!("{x:.1}") }
}

fn page(title: &str, body: &str, origin: &Origin) -> String {
    let title = escape(title);
    let Origin { date, version, command } = origin;
    let command = escape(command);
    format!(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title>\n\
         <style>body{{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1f2937}}\
         table{{border-collapse:collapse;margin:1rem 0}}td,th{{padding:.25rem .75rem;border-bottom:1px solid #d1d5db;\
         text-align:left;font-variant-numeric:tabular-nums}}svg{{max-width:100%;height:auto}}</style>\n\
         <h1>{title}</h1>\n{body}\n\
         <footer><p>Made on {date} by sandtable {version}:<br><code>{command}</code></footer>\n</html>\n"
    )
}

/// Text as it may stand in a page.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_of_the_calendar() {
        for (days, text) in [
            (0, "1970-01-01"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (19_722, "2023-12-31"),
            (20_000, "2024-10-04"),
        ] {
            assert_eq!(date(days * 86_400 + 86_399), text);
        }
    }
}
