//! Personal pronouns: words that refer instead of naming (DESIGN §4, cases/prme.md 41–50).
//!
//! The words are a table of each language. Whether a listed word is a pronoun after all (US the
//! country) is for its kind to say: see [`super::reference_class`].

use super::language::ENGLISH;

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
    let at = ENGLISH.pronouns.binary_search_by(|(entry, _)| (*entry).cmp(&lower)).ok()?;
    ENGLISH.pronouns.get(at).map(|(_, class)| *class)
}

/// Every pronoun of a class, lower case: the words to look for when one of them is cited.
pub fn pronouns_of(class: PronounClass) -> impl Iterator<Item = &'static str> {
    ENGLISH.pronouns.iter().filter(move |(_, c)| *c == class).map(|(word, _)| *word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(ENGLISH.pronouns.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }
}
