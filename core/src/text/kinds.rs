//! What a kind says about the words that can refer to its holder.
//!
//! A kind is an optional hint in anybody's words (DESIGN §1), so what is not listed says nothing here: it neither makes
//! a pronoun a name nor forbids an anchor.

/// What sort of thing a kind is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KindSort {
    /// Somebody: he, she.
    Person,
    /// Several that act as one: it, they.
    Group,
    /// Somewhere: it.
    Place,
    /// What is called by a title: it.
    Work,
    /// Anything else that is not a person: it.
    Thing,
    /// The kind is absent, or says nothing.
    Unsaid,
}

#[rustfmt::skip]
static PERSON: &[&str] = &[
    "author", "character", "child", "colleague", "contact", "customer", "employee", "friend", "human", "individual",
    "man", "owner", "people", "person", "persons", "speaker", "user", "woman",
];

#[rustfmt::skip]
static GROUP: &[&str] = &[
    "agency", "association", "band", "business", "club", "committee", "community", "company", "corporation", "couple",
    "crew", "department", "family", "group", "institution", "org", "organisation", "organization", "school", "startup",
    "team", "university",
];

#[rustfmt::skip]
static PLACE: &[&str] = &[
    "address", "building", "city", "continent", "country", "geopolitical entity", "gpe", "island", "lake", "landmark",
    "loc", "location", "mountain", "nation", "place", "region", "river", "state", "street", "territory", "town",
    "venue", "village",
];

#[rustfmt::skip]
static WORK: &[&str] = &[
    "album", "article", "book", "creative work", "film", "magazine", "movie", "novel", "paper", "podcast", "poem",
    "series", "show", "song", "tv show", "work", "work of art",
];

#[rustfmt::skip]
static THING: &[&str] = &[
    "app", "application", "brand", "chemical", "chemical element", "compound", "currency", "database", "device",
    "discipline", "disease", "document", "drug", "element", "event", "field", "food", "framework", "game", "gas",
    "hardware", "industry", "language", "letter", "library", "material", "medication", "model", "numeral", "object",
    "os", "plant", "platform", "product", "programming language", "project", "protocol", "repository", "service",
    "skill", "software", "standard", "subject", "substance", "symbol", "system", "tech", "technology", "thing", "tool",
    "topic", "unit", "variable", "vehicle", "website",
];

/// What sort a kind is, in any case, with `_` or `-` for a space.
///
/// ```
/// use namesake_core::text::{KindSort, kind_sort};
/// assert_eq!(kind_sort(Some("Programming_Language")), KindSort::Thing);
/// assert_eq!(kind_sort(Some("sprocket")), KindSort::Unsaid);
/// assert_eq!(kind_sort(None), KindSort::Unsaid);
/// ```
pub fn kind_sort(kind: Option<&str>) -> KindSort {
    let Some(kind) = kind.map(str::trim).filter(|kind| kind.len() <= 32) else { return KindSort::Unsaid };
    let kind = kind.to_lowercase().replace(['_', '-'], " ");
    let lists = [
        (PERSON, KindSort::Person),
        (GROUP, KindSort::Group),
        (PLACE, KindSort::Place),
        (WORK, KindSort::Work),
        (THING, KindSort::Thing),
    ];
    let found = lists.iter().find(|(list, _)| list.binary_search(&kind.as_str()).is_ok());
    found.map_or(KindSort::Unsaid, |(_, sort)| *sort)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted() {
        for list in [PERSON, GROUP, PLACE, WORK, THING] {
            assert!(list.windows(2).all(|pair| pair[0] < pair[1]), "{list:?}");
        }
    }
}
