//! Personal pronouns: words that refer instead of naming (DESIGN §4, cases/prme.md 41–50).
//!
//! A table by language; English is the first. What is not listed is treated as a name: "one", "who", "themself",
//! "I'm", "U.S.". Whether a listed word is a pronoun after all (US the country) is for its kind to say, not for this list.

/// Words that can stand for the same referent within one event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PronounClass {
    /// I, me, my, mine, myself.
    FirstSingular,
    /// we, us, our, ours, ourselves.
    FirstPlural,
    /// you, your, yours, yourself, yourselves.
    Second,
    /// he, him, his, himself.
    He,
    /// she, her, hers, herself.
    She,
    /// it, its, itself.
    It,
    /// they, them, their, theirs, themselves.
    They,
}

impl PronounClass {
    /// The class's name in records: the first word of the class.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::FirstSingular => "i",
            Self::FirstPlural => "we",
            Self::Second => "you",
            Self::He => "he",
            Self::She => "she",
            Self::It => "it",
            Self::They => "they",
        }
    }

    /// Whether a declared speaker or owner can be meant (I, never we or you).
    pub fn is_first_singular(self) -> bool {
        self == Self::FirstSingular
    }

    /// Whether an earlier name in the text may be offered as its anchor (he, she, it, they).
    pub fn takes_anchor(self) -> bool {
        matches!(self, Self::He | Self::She | Self::It | Self::They)
    }
}

/// Sorted.
#[rustfmt::skip]
static ENGLISH: &[(&str, PronounClass)] = &[
    ("he", PronounClass::He), ("her", PronounClass::She), ("hers", PronounClass::She), ("herself", PronounClass::She),
    ("him", PronounClass::He), ("himself", PronounClass::He), ("his", PronounClass::He),
    ("i", PronounClass::FirstSingular), ("it", PronounClass::It), ("its", PronounClass::It), ("itself", PronounClass::It),
    ("me", PronounClass::FirstSingular), ("mine", PronounClass::FirstSingular), ("my", PronounClass::FirstSingular),
    ("myself", PronounClass::FirstSingular), ("our", PronounClass::FirstPlural), ("ours", PronounClass::FirstPlural),
    ("ourselves", PronounClass::FirstPlural), ("she", PronounClass::She), ("their", PronounClass::They),
    ("theirs", PronounClass::They), ("them", PronounClass::They), ("themselves", PronounClass::They),
    ("they", PronounClass::They), ("us", PronounClass::FirstPlural), ("we", PronounClass::FirstPlural),
    ("you", PronounClass::Second), ("your", PronounClass::Second), ("yours", PronounClass::Second),
    ("yourself", PronounClass::Second), ("yourselves", PronounClass::Second),
];

/// The class of a pronoun, in any case; `None` for every other word. White space around the word is ignored.
///
/// ```
/// use namesake_core::text::{PronounClass, pronoun_class};
/// assert_eq!(pronoun_class("Myself"), Some(PronounClass::FirstSingular));
/// assert_eq!(pronoun_class("I'm"), None);
/// ```
pub fn pronoun_class(word: &str) -> Option<PronounClass> {
    let word = word.trim();
    if word.len() > 10 || !word.is_ascii() {
        return None;
    }
    let lower = word.to_ascii_lowercase();
    let at = ENGLISH.binary_search_by(|(entry, _)| (*entry).cmp(&lower)).ok()?;
    ENGLISH.get(at).map(|(_, class)| *class)
}

/// Every pronoun of a class, lower case: the words to look for when one of them is cited.
pub fn pronouns_of(class: PronounClass) -> impl Iterator<Item = &'static str> {
    ENGLISH.iter().filter(move |(_, c)| *c == class).map(|(word, _)| *word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(ENGLISH.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }
}
