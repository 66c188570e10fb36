//! The words by which a language refers, hedges, asks and counts.
//!
//! Only tables: a rule is written once, over any language's tables, so that another language is a table and no code.
//! English is the only one yet.

use super::english::pronouns;
use super::pronouns::PronounClass;

/// A language, as the tables that the rules on references read.
#[derive(Debug)]
pub struct Language {
    /// Personal pronouns, lower case, sorted by word.
    pub(super) pronouns: &'static [(&'static str, PronounClass)],
    /// Pronouns that in capitals are abbreviations, as they are then written.
    pub(super) capitals: &'static [&'static str],
    /// Words after which the first-person "I" is a numeral. Sorted.
    pub(super) numbered: &'static [&'static str],
    /// Words after which "mine" is a noun. Sorted.
    pub(super) dug: &'static [&'static str],
}

/// English.
pub static ENGLISH: Language = Language {
    pronouns: pronouns::PRONOUNS,
    capitals: pronouns::CAPITALS,
    numbered: pronouns::NUMBERED,
    dug: pronouns::DUG,
};

/// Whether a word is in a sorted list.
pub(super) fn listed(table: &[&str], word: &str) -> bool {
    table.binary_search(&word).is_ok()
}
