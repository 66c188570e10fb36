//! Whether a word refers or names (DESIGN §4, References).
//!
//! Pure questions about a word and its kind. To whom or what a reference refers is not decided here: event-local
//! references, speakers and the owner are bound by whoever knows the memory, anchors are found by [`super::Anchors`].

use super::kinds::{KindSort, kind_sort};
use super::language::ENGLISH;
use super::pronouns::{PronounClass, pronoun_class};

/// The class of a reference; `None` for a name.
///
/// A pronoun counts as one unless its kind says otherwise: US is a name as a country, IT as a technology, I as a
/// chemical; I stays a reference as a person, we as an organisation, they as a group. "It" and "they" can refer to
/// things, so for them a kind says otherwise only of "IT" in capitals, or of a title ("Them", a film). A kind that is
/// not known says nothing, except of what is written as an abbreviation. Source: cases/prme.md 41 and 43.
///
/// ```
/// use namesake_core::text::{PronounClass, reference_class};
/// assert_eq!(reference_class("US", Some("country")), None);
/// assert_eq!(reference_class("we", Some("organization")), Some(PronounClass::FirstPlural));
/// assert_eq!(reference_class("it", Some("product")), Some(PronounClass::It));
/// ```
pub fn reference_class(word: &str, kind: Option<&str>) -> Option<PronounClass> {
    let class = pronoun_class(word)?;
    let is_abbreviation = ENGLISH.capitals.contains(&word.trim());
    let is_name = match kind_sort(kind) {
        KindSort::Person | KindSort::Group => false,
        KindSort::Unsaid => is_abbreviation && kind.is_some_and(|kind| !says_nothing(kind)),
        KindSort::Work if class == PronounClass::They => true,
        KindSort::Place | KindSort::Work | KindSort::Thing => match class {
            PronounClass::It => is_abbreviation,
            PronounClass::They => false,
            _ => true,
        },
    };
    (!is_name).then_some(class)
}

/// Kinds by which extractors say that they know none.
fn says_nothing(kind: &str) -> bool {
    let kind = kind.trim().to_lowercase();
    matches!(
        kind.as_str(),
        "" | "other" | "unknown" | "none" | "null" | "misc" | "entity" | "pronoun" | "reference" | "agent"
    )
}
