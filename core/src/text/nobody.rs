//! Terms that stand where a name could and name nobody: bare head nouns, relation nouns, joined names (DESIGN §4).
//!
//! "My flatmate" is whoever that is to the speaker and at that time, "the system" whatever was spoken of, "Dana and Omar" two.
//! None of them is an entity or an alias. A pure question about the words; speaker labels are told where speakers are.

use super::english;
use super::kinds::{KindSort, kind_sort};

/// Words that a noun phrase begins with. Sorted.
const DETERMINERS: [&str; 17] = [
    "a", "an", "each", "every", "her", "his", "its", "my", "no", "our", "some", "that", "the", "their", "these",
    "this", "your",
];

/// True for a noun phrase without a name in it, and for two names joined by “and”, unless their kind is one that a name with
/// “and” can have.
///
/// ```
/// use namesake_core::text::names_nobody;
/// assert!(names_nobody("my flatmate", None) && names_nobody("System", None) && names_nobody("Dana and Omar", None));
/// assert!(!names_nobody("The Beatles", None) && !names_nobody("Marks and Spencer", Some("organization")));
/// ```
pub fn names_nobody(term: &str, kind: Option<&str>) -> bool {
    let words: Vec<&str> = term.split_whitespace().collect();
    let lower = |word: &str| word.to_lowercase();
    let (rest, has_determiner) = match words.split_first() {
        Some((first, rest)) if !rest.is_empty() && DETERMINERS.contains(&lower(first).as_str()) => (rest, true),
        _ => (words.as_slice(), false),
    };
    if has_determiner {
        return rest.iter().all(|word| !word.contains(char::is_uppercase) && !word.contains(char::is_numeric));
    }
    match rest {
        [one] => english::is_never(&lower(one)) || english::is_head(&lower(one)),
        _ => {
            let joined = rest.iter().skip(1).rev().skip(1).any(|word| matches!(lower(word).as_str(), "and" | "&"));
            joined && matches!(kind_sort(kind), KindSort::Unsaid | KindSort::Person)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(DETERMINERS.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn names_are_told_from_phrases() {
        for phrase in ["our backend lead", "the new system", "A card", "flatmate", "Manager", "Ana & Ben", "the app"] {
            assert!(names_nobody(phrase, None), "{phrase}");
        }
        for name in
            ["Dana", "The Hague", "the Alps", "A-ha", "Anna", "My Chemical Romance", "the 4077", "And", "Dense-Mem"]
        {
            assert!(!names_nobody(name, None), "{name}");
        }
    }
}
