use sandtable_core::sheet::{Form, Head, Outputs, Row};
use sandtable_core::{Rng, Stream};

use super::learn::Manner;
use super::*;

fn form() -> Form {
    let head = |name, outputs, sees, deep| Head { name, outputs, sees, deep };
    Form {
        version: "test-1".into(),
        board: 7,
        late: 3,
        heads: vec![head("go", 5, (1, 3), false), head("whether", 2, (0, 2), true)],
    }
}

fn widths() -> Widths {
    Widths { hidden: vec![16, 16], inner: 16 }
}

fn signed(rng: &mut Rng) -> f32 {
    2.0 * rng.unit() as f32 - 1.0
}

/// A network whose every number matters.
fn network(rng: &mut Rng) -> Flat {
    let mut flat = Flat::new(form(), widths(), rng);
    flat.numbers_mut().iter_mut().for_each(|w| *w = 0.5 * (*w + signed(rng)));
    let spreads: Vec<_> =
        flat.hidden.iter().chain(flat.heads.iter().filter_map(|h| h.inner.as_ref())).collect();
    let spreads: Vec<_> = spreads.into_iter().map(|layer| layer.variance.clone()).collect();
    for at in spreads {
        flat.numbers_mut()[at].iter_mut().for_each(|x| *x = 0.2 + x.abs());
    }
    flat
}

const STEPS: [Option<(usize, u16)>; 4] = [Some((1, 0)), Some((1, 3)), Some((1, 4)), None];

/// Three ways to act and one not to.
fn steps() -> Vec<Outputs> {
    STEPS
        .iter()
        .map(|step| match step {
            Some((act, output)) => Outputs::two((1, *act), (0, usize::from(*output))),
            None => Outputs::one(1, 0),
        })
        .collect()
}

fn position(rng: &mut Rng) -> Row {
    let mut row = Row::default();
    row.clear(7, 3);
    row.board.iter_mut().chain(&mut row.late).for_each(|x| *x = signed(rng));
    row
}

#[test]
fn slopes_are_what_small_changes_bring() {
    for measure in [Measure::Square, Measure::Entropy] {
        let mut rng = Rng::new(7, 0, Stream::World);
        let flat = network(&mut rng);
        let mut lessons = Vec::new();
        for i in 0..6 {
            let shares: &[f32] = if i == 4 { &[] } else { &[0.2, 0.1, 0.1, 0.6] };
            let value = (i != 5).then(|| if i % 2 == 0 { 1.0 } else { -1.0 });
            lessons.push(Lesson::new(&form(), &position(&mut rng), &steps(), shares, value));
        }
        let lessons: Vec<&Lesson> = lessons.iter().collect();
        let at = |flat: &Flat, slope: &mut [f32]| {
            let mut rng = Rng::new(9, 0, Stream::World);
            let mut kept = Vec::new();
            let manner =
                Manner::Learning { rng: &mut rng, dropout: 0.3, slope, memory: 0.9, kept: &mut kept };
            let loss = flat.pass(&lessons, measure, manner);
            assert_eq!(loss.heads.iter().map(|h| h.1).collect::<Vec<_>>(), [5, 5, 5]);
            loss.total()
        };
        let mut slope = vec![0.0; flat.numbers().len()];
        at(&flat, &mut slope);
        let mut room = slope.clone();
        let (mut steep, mut bent) = (0, Vec::new());
        for (i, slope) in slope.iter().enumerate() {
            let mut moved = |d: f32| {
                let mut near = flat.clone();
                near.numbers_mut()[i] += d;
                at(&near, &mut room)
            };
            let numeric = (moved(0.002) - moved(-0.002)) / 0.004;
            if (numeric - f64::from(*slope)).abs() > 5e-3 {
                bent.push((i, numeric, *slope));
            }
            steep += usize::from(slope.abs() > 0.02);
        }
        // A unit that begins to answer within the small change bends the line there.
        assert!(bent.len() < slope.len() / 50, "{} of {}: {bent:?}", bent.len(), slope.len());
        assert!(steep > 100, "only {steep} weights matter");
    }
}

#[test]
fn weights_of_heads_are_pulled_towards_zero() {
    let flat = network(&mut Rng::new(8, 0, Stream::World));
    let mut slope = vec![0.0; flat.numbers().len()];
    flat.pull(0.01, &mut slope);
    for (name, _, at) in flat.weights.matrices() {
        let pulled = matches!(name, "go" | "whether" | "value" | "whether.inner" | "value.inner");
        for (slope, w) in slope[at.clone()].iter().zip(&flat.numbers()[at]) {
            assert_eq!(*slope, if pulled { 0.02 * w } else { 0.0 }, "{name}");
        }
    }
}

#[test]
fn replies_are_those_that_were_learned_from() {
    let mut rng = Rng::new(4, 0, Stream::World);
    let flat = network(&mut rng);
    let ready = flat.ready();
    let mut reply = Reply::default();
    for _ in 0..20 {
        let row = position(&mut rng);
        ready.reply(&row, &steps(), &mut reply);
        assert!((reply.priors.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        let shares = [0.3, 0.2, 0.1, 0.4];
        let lesson = Lesson::new(&form(), &row, &steps(), &shares, Some(1.0));
        let loss = flat.exam(&[lesson], Measure::Square);
        assert!((loss.heads[2].0 - f64::from(1.0 - reply.value).powi(2)).abs() < 1e-4);
        let surprise = |told: &[f32], came: &[f32]| -> f64 {
            told.iter().zip(came).map(|(told, came)| f64::from(*came) * f64::from(came / told).ln()).sum()
        };
        let acting: f32 = reply.priors[..3].iter().sum();
        let decided = surprise(&[1.0 - acting, acting], &[0.4, 0.6]);
        assert!((loss.heads[1].0 - decided).abs() < 1e-4, "{} {decided}", loss.heads[1].0);
        let inner: Vec<f32> = reply.priors[..3].iter().map(|p| p / acting).collect();
        let chosen = surprise(&inner, &[0.5, 1.0 / 3.0, 1.0 / 6.0]);
        assert!((loss.heads[0].0 - chosen).abs() < 1e-4, "{} {chosen}", loss.heads[0].0);
    }
    // Where there is only one thing to do, or none that stands anywhere.
    ready.reply(&position(&mut rng), &[Outputs::one(1, 0), Outputs::default()], &mut reply);
    assert_eq!(reply.priors, [1.0, 0.0]);
}

#[test]
fn a_course_learns_what_can_be_learned_and_ends() {
    let mut rng = Rng::new(5, 0, Stream::World);
    let mut flat = Flat::new(form(), widths(), &mut rng);
    let mut lesson = || {
        let row = position(&mut rng);
        let acts = row.board[0] > 0.0;
        let shares = if acts { [0.9, 0.05, 0.05, 0.0] } else { [0.0, 0.0, 0.05, 0.95] };
        Lesson::new(&form(), &row, &steps(), &shares, Some(if row.late[0] > 0.0 { 1.0 } else { -1.0 }))
    };
    let lessons: Vec<Lesson> = (0..400).map(|_| lesson()).collect();
    let held: Vec<Lesson> = (0..100).map(|_| lesson()).collect();
    let course =
        Course { dropout: 0.1, pull: 0.0, length: 0.003, passes: 60, patience: 5, ..Course::default() };
    let reports = flat.study(&lessons, &held, course, &mut Rng::new(6, 0, Stream::World));
    let best = reports[1..].iter().map(|report| report.held.total()).fold(f64::INFINITY, f64::min);
    assert_eq!(flat.exam(&held, Measure::Square).total(), best, "the best pass is kept");
    let first = reports[0].held.total();
    assert!(best < 0.5 * first, "{first} to {best}");
    assert!(reports.len() <= 61);
}

#[test]
fn a_file_reads_back_and_one_that_does_not_fit_is_refused() {
    let flat = network(&mut Rng::new(5, 0, Stream::World));
    let bytes = flat.bytes("test", "nothing");
    let (again, note) = Flat::parse("x", &bytes, &form()).unwrap();
    for (x, y) in again.numbers().iter().zip(flat.numbers()) {
        assert!((x - y).abs() <= y.abs() / 256.0, "{x} {y}: 8 bits of a number are kept");
    }
    assert!(again.bytes("test", "nothing") == bytes, "what has been rounded stays, byte by byte");
    assert_eq!((note.name.as_str(), note.family.as_str(), note.chart.as_str()), ("test", "flat", "test-1"));
    let refusal = |form: Form| Flat::parse("x", &bytes, &form).unwrap_err().to_string();
    let other = refusal(Form { version: "test-2".into(), ..form() });
    assert!(other.contains("expected a flat network for the sheet test-2"), "{other}");
    let wider = refusal(Form { board: 8, ..form() });
    assert!(wider.contains("'hidden0': expected 8 rows of 16 numbers"), "{wider}");
    for cut in [0, 7, 100, bytes.len() - 1] {
        assert!(Flat::parse("x", &bytes[..cut], &form()).is_err(), "{cut} bytes");
    }
    let mut odd = flat.clone();
    let at = odd.hidden[0].variance.start;
    odd.numbers_mut()[at] = -1.0;
    assert!(Flat::parse("x", &odd.bytes("test", ""), &form()).is_err(), "a variance below zero");
    odd.numbers_mut()[at] = f32::NAN;
    assert!(Flat::parse("x", &odd.bytes("test", ""), &form()).is_err(), "a number that is none");
}
