//! How people read what files and rules write: names out of keys, numbers with their nouns, lists.

/// A key as a name: `east-africa` is East Africa.
pub fn title(key: &str) -> String {
    let mut name = String::with_capacity(key.len());
    for (i, word) in key.split('-').enumerate() {
        if i > 0 {
            name.push(' ');
        }
        let mut letters = word.chars();
        name.extend(letters.next().map(|c| c.to_ascii_uppercase()));
        name.push_str(letters.as_str());
    }
    name
}

/// A key as plain words: `aa-gun` is aa gun.
pub fn plain(key: &str) -> String {
    key.replace('-', " ")
}

/// A number with its noun: `1 troop`, `3 troops`.
pub fn count(n: impl Into<u64>, one: &str, many: &str) -> String {
    match n.into() {
        1 => format!("1 {one}"),
        n => format!("{n} {many}"),
    }
}

/// Units of a kind: `1 fighter`, `3 fighters`, `3 infantry`.
pub fn units(n: impl Into<u64>, kind: &str) -> String {
    const ALIKE: [&str; 6] = ["infantry", "artillery", "cavalry", "armour", "armor", "flak"];
    let many = match kind.strip_suffix('y') {
        _ if kind.ends_with('s') || ALIKE.iter().any(|word| kind.ends_with(word)) => kind.to_string(),
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
        _ => format!("{kind}s"),
    };
    count(n, kind, &many)
}

/// Several things in a sentence: `a, b and c`.
pub fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// The same text as the beginning of a sentence.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_numbers_and_lists_read_well() {
        assert_eq!(title("western-united-states"), "Western United States");
        assert_eq!(title("sea-zone-1"), "Sea Zone 1");
        assert_eq!(plain("aa-gun"), "aa gun");
        assert_eq!((count(1u32, "man", "men"), count(0u32, "man", "men")), ("1 man".into(), "0 men".into()));
        let some = [("fighter", "3 fighters"), ("infantry", "3 infantry"), ("factory", "3 factories")];
        assert!(
            some.iter()
                .all(|(one, three)| units(3u32, one) == *three && units(1u32, one) == format!("1 {one}"))
        );
        let words = ["a", "b", "c"].map(String::from);
        assert_eq!(
            (list(&words), list(&words[..1]), list(&[])),
            ("a, b and c".into(), "a".into(), "".into())
        );
        assert_eq!(sentence("red attacks"), "Red attacks");
    }
}
