//! The grammar of specs: `name`, or `name:item,item,…` with items `key=value`.
//!
//! The first item may be a bare value where the entry declares a main parameter: `lucid:3x3` is `lucid:board=3x3`.
//!
//! ```
//! use sandtable_core::spec::Spec;
//! let spec = Spec::parse("one-axis-blue:axis=C").unwrap();
//! assert_eq!((spec.name.as_str(), spec.rest.as_str()), ("one-axis-blue", "axis=C"));
//! ```

use crate::{Args, BadInput, Param};

/// A spec, split at the colon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// Before the colon.
    pub name: String,
    /// Behind it; may be empty.
    pub rest: String,
}

impl Spec {
    /// Splits a spec.
    pub fn parse(text: &str) -> Result<Spec, BadInput> {
        let (name, rest) = match text.split_once(':') {
            Some((_, "")) => {
                return Err(BadInput::new(format!("'{text}': expected a parameter after the colon")));
            }
            Some((name, rest)) => (name, rest),
            None => (text, ""),
        };
        if name.is_empty() {
            return Err(BadInput::new(format!("'{text}': expected a name")));
        }
        Ok(Spec { name: name.into(), rest: rest.into() })
    }

    /// The values of the declared parameters.
    pub fn args(&self, params: &[Param]) -> Result<Args, BadInput> {
        let mut args = Args::defaults(params);
        let mut given: Vec<&str> = Vec::new();
        for (i, item) in self.rest.split(',').filter(|_| !self.rest.is_empty()).enumerate() {
            let main = params.iter().find(|p| p.main && i == 0);
            let (key, value) = match (item.split_once('='), main) {
                (Some((key, value)), _) => (key, value),
                (None, Some(main)) => (main.name, item),
                (None, None) => {
                    let line = format!("{}: '{item}': expected key=value", self.name);
                    return Err(BadInput::new(line));
                }
            };
            if given.contains(&key) {
                return Err(BadInput::new(format!("{}: '{key}' is given twice", self.name)));
            }
            given.push(key);
            if !args.set(key, value) {
                let names: Vec<&str> = params.iter().map(|p| p.name).collect();
                let what = format!("parameter of {}", self.name);
                return Err(unknown(&what, key, &names));
            }
        }
        Ok(args)
    }
}

impl std::fmt::Display for Spec {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.rest.as_str() {
            "" => f.write_str(&self.name),
            rest => write!(f, "{}:{rest}", self.name),
        }
    }
}

/// The error for a name that is not there, with the nearest ones that are.
pub fn unknown(what: &str, name: &str, valid: &[&str]) -> BadInput {
    if valid.is_empty() {
        return BadInput::new(format!("unknown {what} '{name}': it has none"));
    }
    BadInput::new(match nearest(name, valid) {
        Some(best) => format!("unknown {what} '{name}': did you mean '{best}'?"),
        None => format!("unknown {what} '{name}': expected one of {}", valid.join(", ")),
    })
}

/// The valid name that a name is most like, if it is like any.
pub fn nearest<'v>(name: &str, valid: &[&'v str]) -> Option<&'v str> {
    let mut near: Vec<(f64, &str)> =
        valid.iter().map(|v| (strsim::jaro_winkler(&name.to_lowercase(), v), *v)).collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    near.first().filter(|(score, _)| *score > 0.75).map(|(_, best)| *best)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARAMS: &[Param] = &[
        Param { name: "board", about: "", default: "5x5", main: true },
        Param { name: "turns", about: "", default: "36", main: false },
    ];

    fn check(text: &str, expect: Result<(&str, &str), &str>) {
        let args = Spec::parse(text).and_then(|s| s.args(PARAMS));
        let got = args.as_ref().map(|a| (a.get("board"), a.get("turns"))).map_err(|e| e.0.as_str());
        assert_eq!(got, expect, "{text}");
    }

    #[test]
    fn what_is_like_nothing_gets_the_whole_list() {
        let names: Vec<String> = (0..30).map(|i| format!("la-{i}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let error = unknown("experiment", "foo", &names).0;
        assert!(error.starts_with("unknown experiment 'foo': expected one of la-0, la-1, "), "{error}");
        assert!(error.ends_with("la-29"), "{error}");
    }

    #[test]
    fn items_are_pairs_and_the_first_may_be_bare() {
        check("lucid", Ok(("5x5", "36")));
        check("lucid:3x3", Ok(("3x3", "36")));
        check("lucid:3x3,turns=4", Ok(("3x3", "4")));
        check("lucid:turns=4,board=a=b", Ok(("a=b", "4")));
        check("lucid:", Err("'lucid:': expected a parameter after the colon"));
        check(":x", Err("':x': expected a name"));
        check("lucid:turns=4,3x3", Err("lucid: '3x3': expected key=value"));
        check("lucid:turns=4,turns=5", Err("lucid: 'turns' is given twice"));
        check("lucid:turn=4", Err("unknown parameter of lucid 'turn': did you mean 'turns'?"));
    }
}
