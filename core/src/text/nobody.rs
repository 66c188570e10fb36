//! Terms that stand where a name could and name nobody: bare head nouns, relation nouns, joined names (DESIGN §4).
//!
//! "My flatmate" is whoever that is to the speaker and at that time, "the system" whatever was spoken of, "Dana and Omar" two.
//! None of them is an entity or an alias. A pure question about the words; speaker labels are told where speakers are.

use super::english::{self, persons};
use super::kinds::{KindSort, kind_sort};
use super::language::listed;

/// Words that a noun phrase begins with. Sorted.
const DETERMINERS: [&str; 17] = [
    "a", "an", "each", "every", "her", "his", "its", "my", "no", "our", "some", "that", "the", "their", "these",
    "this", "your",
];

/// Words for whoever or whatever it may be. Sorted.
const INDEFINITE: [&str; 18] = [
    "anybody",
    "anyone",
    "anything",
    "everybody",
    "everyone",
    "everything",
    "nobody",
    "none",
    "nothing",
    "people",
    "somebody",
    "someone",
    "something",
    "that",
    "these",
    "this",
    "those",
    "whoever",
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
        [one] => is_nobody(one, &lower(one), kind),
        _ => {
            let joined = rest.iter().skip(1).rev().skip(1).any(|word| matches!(lower(word).as_str(), "and" | "&"));
            joined && matches!(kind_sort(kind), KindSort::Unsaid | KindSort::Person)
        }
    }
}

/// Whether a word alone names nobody.
///
/// Queen is a band and Prince a singer where the kind says so of a word with a capital. What somebody is to somebody (Mum,
/// Manager, Team), and whoever it may be (Somebody), has such a kind and no name all the same.
fn is_nobody(word: &str, lower: &str, kind: Option<&str>) -> bool {
    let sort = kind_sort(kind);
    let is_group = sort == KindSort::Group;
    if INDEFINITE.contains(&lower) {
        return !is_group;
    }
    if !english::is_never(lower) && !english::is_head(lower) {
        return false;
    }
    let called = word.starts_with(char::is_uppercase) && (is_group || sort == KindSort::Person);
    !called || (is_relation(lower) && !english::is_head(lower)) || english::is_speaker_label(lower)
}

/// Whether a word, or what it is the plural of, says what somebody is to somebody.
fn is_relation(word: &str) -> bool {
    let one = word.strip_suffix('s').unwrap_or(word);
    let lists = [persons::HE, persons::SHE, persons::SOMEBODY, persons::GROUPS];
    [word, one].into_iter().any(|word| lists.iter().any(|list| listed(list, word)) || english::is_role(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(DETERMINERS.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(INDEFINITE.windows(2).all(|pair| pair[0] < pair[1]));
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

    #[test]
    fn a_kind_makes_a_name_of_a_noun_with_a_capital() {
        for (name, kind) in [
            ("Queen", "band"),
            ("Prince", "person"),
            ("Bishop", "person"),
            ("God", "person"),
            ("Friday", "person"),
            ("Police", "band"),
            ("Somebody", "band"),
            ("Somebody Loves Me", "band"),
            ("Some Girls", "group"),
        ] {
            assert!(!names_nobody(name, Some(kind)), "{name} as a {kind}");
        }
        for (word, kind) in [
            ("queen", "person"),
            ("Queen", "sprocket"),
            ("Mum", "person"),
            ("Manager", "person"),
            ("Developers", "group"),
            ("Team", "group"),
            ("Company", "organization"),
            ("Speaker", "person"),
            ("Somebody", "person"),
            ("everyone", "group of people"),
            ("my Sister".to_lowercase().as_str(), "person"),
        ] {
            assert!(names_nobody(word, Some(kind)), "{word} as a {kind}");
        }
        assert!(names_nobody("Queen", None));
    }
}
