//! Membership functions before and after tuning, one partition under the other.

use plotters::prelude::*;
use sandtable_games::operation::fuzzy::Curves;

/// The height of one partition.
const PANEL: u32 = 120;

/// Triangles as an SVG image: thin lines before, thick ones after.
pub fn curves(before: &[Curves], after: &[Curves]) -> String {
    const THIN: RGBColor = RGBColor(140, 140, 140);
    const THICK: RGBColor = RGBColor(0, 90, 160);
    let mut svg = String::new();
    let size = (860, PANEL * after.len() as u32);
    let mut draw = || -> Result<(), Box<dyn std::error::Error>> {
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        area.fill(&WHITE)?;
        for (panel, (old, new)) in area.split_evenly((after.len(), 1)).iter().zip(before.iter().zip(after)) {
            let highest = |of: &Curves| of.sets.last().map_or(1.0, |(_, x)| *x);
            let end = highest(old).max(highest(new)).max(1.0);
            let mut chart = ChartBuilder::on(panel)
                .margin(8)
                .x_label_area_size(24)
                .y_label_area_size(90)
                .build_cartesian_2d(0.0..end, 0.0..1.25)?;
            let label = ("sans-serif", 14).into_font();
            chart
                .configure_mesh()
                .y_desc(new.name)
                .y_labels(2)
                .disable_mesh()
                .label_style(label.clone())
                .draw()?;
            for (of, style) in [(old, THIN.stroke_width(1)), (new, THICK.stroke_width(2))] {
                for i in 0..of.sets.len() {
                    chart.draw_series(LineSeries::new(triangle(of, i, end), style))?;
                }
            }
            for (name, x) in &new.sets {
                chart.draw_series([Text::new(
                    *name,
                    (*x, 1.22),
                    ("sans-serif", 12).into_font().color(&THICK),
                )])?;
            }
        }
        area.present()?;
        Ok(())
    };
    draw().expect("drawing into memory does not fail");
    svg
}

/// The corners of a set: its neighbours' midpoints are where it ends, and the outermost sets go on.
fn triangle(of: &Curves, i: usize, end: f64) -> Vec<(f64, f64)> {
    let x = |i: usize| of.sets[i].1;
    let left = if i == 0 { (0.0, 1.0) } else { (x(i - 1), 0.0) };
    let right = if i + 1 == of.sets.len() { (end, 1.0) } else { (x(i + 1), 0.0) };
    vec![left, (x(i), 1.0), right]
}
