//! Functions of one number as lines: what a fuzzy word means, how values fall off, how a learner gets on.

use serde::Serialize;

/// Lines over one axis, for a small plot.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Curve {
    /// What it shows.
    pub title: String,
    /// What runs to the right.
    pub x: String,
    /// What runs up.
    pub y: String,
    /// The lines.
    pub series: Vec<Series>,
    /// Where the present input is, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<f64>,
}

/// A line.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// Its corners, from left to right.
    pub points: Vec<(f64, f64)>,
}

impl Curve {
    /// A single line.
    pub fn line(title: &str, (x, y): (&str, &str), points: Vec<(f64, f64)>) -> Curve {
        let series = vec![Series { name: y.into(), points }];
        Curve { title: title.into(), x: x.into(), y: y.into(), series, at: None }
    }
}
