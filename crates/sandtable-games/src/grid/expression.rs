//! `MEN_ADDED`: the new number of men in a square as a function of the present one, X (section 3.5).
//!
//! The paper replaces operators by their results in passes from the left: `^` first, then `/`, `*`, `-` and last `+`. So
//! `8 + 5 * 6 + 4` is 42 and `2^3^2` is 64. A minus directly before a number is its sign.

use sandtable_core::BadInput;

/// The deepest nesting of parentheses, and the most characters, that are read.
const MAX_DEPTH: usize = 32;
const MAX_LENGTH: usize = 1000;

/// A function of X, parsed once.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    root: Node,
    text: String,
}

#[derive(Clone, Debug, PartialEq)]
enum Node {
    X,
    Number(f64),
    /// Values with the operators between them.
    Chain(Vec<Node>, Vec<u8>),
}

/// The operators, in the order of the passes.
const PASSES: [u8; 5] = *b"^/*-+";

impl Expression {
    /// Reads a function.
    pub fn parse(text: &str) -> Result<Expression, BadInput> {
        if text.len() > MAX_LENGTH {
            return Err(BadInput::new(format!("a function of more than {MAX_LENGTH} characters")));
        }
        let mut reader = Reader { text, at: 0 };
        let root = reader.chain(0)?;
        match reader.peek() {
            None => Ok(Expression { root, text: text.split_whitespace().collect() }),
            Some(_) => Err(reader.expected("an operator (+ - * / ^) or the end")),
        }
    }

    /// The value for `x`; not a number where the function has none.
    pub fn value(&self, x: f64) -> f64 {
        self.root.value(x)
    }

    /// The function without white space.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl Node {
    fn value(&self, x: f64) -> f64 {
        match self {
            Node::X => x,
            Node::Number(n) => *n,
            Node::Chain(values, operators) => {
                let mut values: Vec<f64> = values.iter().map(|v| v.value(x)).collect();
                let mut operators = operators.clone();
                for pass in PASSES {
                    while let Some(i) = operators.iter().position(|o| *o == pass) {
                        let right = values.remove(i + 1);
                        operators.remove(i);
                        let left = values[i];
                        values[i] = match pass {
                            b'^' => left.powf(right),
                            b'/' => left / right,
                            b'*' => left * right,
                            b'-' => left - right,
                            _ => left + right,
                        };
                    }
                }
                values[0]
            }
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&mut self) -> Option<u8> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text.as_bytes().get(self.at).copied()
    }

    fn expected(&self, what: &str) -> BadInput {
        let found = self.text[self.at..].chars().next().map_or("the end".into(), |c| format!("'{c}'"));
        BadInput::new(format!("{found} at character {}: expected {what}", self.at + 1))
    }

    fn chain(&mut self, depth: usize) -> Result<Node, BadInput> {
        let mut values = vec![self.value(depth)?];
        let mut operators = Vec::new();
        while let Some(operator) = self.peek().filter(|o| PASSES.contains(o)) {
            self.at += 1;
            operators.push(operator);
            values.push(self.value(depth)?);
        }
        Ok(if operators.is_empty() { values.remove(0) } else { Node::Chain(values, operators) })
    }

    fn value(&mut self, depth: usize) -> Result<Node, BadInput> {
        match self.peek() {
            Some(b'(') if depth == MAX_DEPTH => {
                Err(BadInput::new(format!("more than {MAX_DEPTH} parentheses inside each other")))
            }
            Some(b'(') => {
                self.at += 1;
                let inner = self.chain(depth + 1)?;
                if self.peek() != Some(b')') {
                    return Err(self.expected("an operator or )"));
                }
                self.at += 1;
                Ok(inner)
            }
            Some(b'X' | b'x') => {
                self.at += 1;
                Ok(Node::X)
            }
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => Err(self.expected("X, a number or (")),
        }
    }

    fn number(&mut self) -> Result<Node, BadInput> {
        let bytes = self.text.as_bytes();
        let start = self.at;
        let mut end = start + usize::from(bytes[start] == b'-');
        while bytes.get(end).is_some_and(|b| b.is_ascii_digit() || *b == b'.') {
            end += 1;
        }
        let number = self.text[start..end].parse::<f64>().ok().filter(|n| n.is_finite());
        let number = number.ok_or_else(|| self.expected("a number"))?;
        self.at = end;
        Ok(Node::Number(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, x: f64, expect: f64) {
        let value = Expression::parse(text).unwrap().value(x);
        assert!((value - expect).abs() < 0.005, "{text} at {x}: {value}, expected {expect}");
    }

    #[test]
    fn the_examples_of_section_3_5() {
        check("8 * 5 ^ 3 - 2", 0.0, 998.0);
        check("8 + 5 * 6 + 4", 0.0, 42.0);
        check("( 9.09 *  ( X ^ 2 ) / 3 ) + 6.11 - X * 2.5", 25.0, 1837.36);
        check("X+X^0.1", 10.0, 11.26);
        check("2^3^2", 0.0, 64.0);
        check("2*-3", 0.0, -6.0);
        check("10-2-3", 0.0, 5.0);
        check("10-2+3", 0.0, 11.0);
        check("12/3*2", 0.0, 8.0);
    }

    #[test]
    fn errors_say_where() {
        let check = |text: &str, expect: &str| {
            assert_eq!(Expression::parse(text).unwrap_err().0, expect, "{text}");
        };
        check("", "the end at character 1: expected X, a number or (");
        check("X+", "the end at character 3: expected X, a number or (");
        check("X Y", "'Y' at character 3: expected an operator (+ - * / ^) or the end");
        check("(X", "the end at character 3: expected an operator or )");
        check("1.2.3", "'1' at character 1: expected a number");
        let deep = "(".repeat(500) + "X" + &")".repeat(490);
        assert!(Expression::parse(&deep[..900]).unwrap_err().0.contains("inside each other"));
        assert!(Expression::parse(&"X+".repeat(2000)).unwrap_err().0.contains("characters"));
    }
}
