//! Who says a line, where it begins with no time: the label of `Ana Ruiz: Hi`.

/// Words of a label at most.
const WORDS: usize = 5;
/// Characters of a label at most.
const CHARS: usize = 60;

/// The label of a line and what is said after it. A label is a name as people write it: few words, the first one begins
/// with a letter that is not small, and nothing in it ends a sentence or belongs to an address.
pub(in crate::read) fn label(line: &str) -> Option<(&str, &str)> {
    let (name, text) = line.split_once(':')?;
    let name = name.trim();
    // `https://…`, `12:30`
    if !(text.is_empty() || text.starts_with(char::is_whitespace)) || name.chars().count() > CHARS {
        return None;
    }
    let mut letters = name.trim_start_matches('@').chars();
    let first = letters.next()?;
    if !first.is_alphabetic() || first.is_lowercase() {
        return None;
    }
    let odd =
        |c: char| matches!(c, ',' | ';' | '!' | '?' | '"' | '“' | '”' | '«' | '»' | '*' | '#' | '|' | '=' | '/' | '\\');
    let sentence = name.split_whitespace().rev().skip(1).any(|word| word.ends_with('.') && word.chars().count() > 4);
    let is_name = !name.contains(odd) && !sentence && name.split_whitespace().count() <= WORDS;
    is_name.then(|| (name, text.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::label;

    #[test]
    fn names_and_others() {
        for (line, wanted) in [
            ("Ana Ruiz: Hi", Some(("Ana Ruiz", "Hi"))),
            ("Dr. Sam O'Neil: yes: no", Some(("Dr. Sam O'Neil", "yes: no"))),
            ("Speaker 1: hello", Some(("Speaker 1", "hello"))),
            ("田中: はい", Some(("田中", "はい"))),
            ("@Ana: Hi", Some(("@Ana", "Hi"))),
            ("Ana:", Some(("Ana", ""))),
            ("and then: this", None),
            ("12:30 is fine", None),
            ("https://example.org", None),
            ("Look at this, Ana: it is here", None),
            ("That was all. Ana: Hi", Some(("That was all. Ana", "Hi"))),
            ("What we agreed on that long day: nothing", None),
            (": nothing", None),
            ("", None),
        ] {
            assert_eq!(label(line), wanted, "{line}");
        }
    }
}
