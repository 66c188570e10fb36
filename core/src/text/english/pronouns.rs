//! The personal pronouns of English, and what looks like one and is none.
//!
//! What is not listed is treated as a name: "one", "who", "themself", "I'm", "U.S.". Lower case unless said otherwise.

use super::super::pronouns::PronounClass;

/// Sorted.
#[rustfmt::skip]
pub(crate) static PRONOUNS: &[(&str, PronounClass)] = &[
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

/// Pronouns that in capitals are abbreviations, as they are then written.
pub(crate) static CAPITALS: &[&str] = &["IT", "US"];

/// Words after which "I" is a numeral: World War I, Part I. Beside the designators of names. Sorted.
pub(crate) static NUMBERED: &[&str] = &["act", "article", "chapter", "class", "division", "group", "war"];

/// Words after which "mine" is a place where one digs. Sorted.
pub(crate) static DUG: &[&str] = &[
    "a", "an", "coal", "copper", "diamond", "each", "every", "gold", "iron", "land", "old", "salt", "silver", "that",
    "the", "this",
];
