//! Titles before a name, credentials after it, and particles inside it.
//!
//! Titles and credentials are left out of a name's tokens (never of its keys). Words that are names or nouns as
//! often as titles (General, Major, Captain, Lord, Don, Sri, Judge) are not listed. Particles stay among the tokens;
//! the tiers may weigh them less. All words are folded tokens.

/// Sorted.
#[rustfmt::skip]
static TITLES: &[&str] = &[
    "avv", "capt", "cmdr", "col", "dipl", "doc", "dott", "dr", "dra", "frau", "gen", "herr", "hon", "ing", "lt",
    "mag", "maj", "miss", "mlle", "mme", "monsieur", "mr", "mrs", "ms", "mx", "prof", "professor", "rev", "senor",
    "senora", "sgt", "shri", "sig", "sir", "smt", "sr", "sra", "srta", "доктор", "др", "проф", "профессор",
];

/// What a German doctorate goes on with; only behind a title and with its dot, for Phil and Nat are names. Sorted.
static TITLE_PARTS: &[&str] =
    &["dent", "habil", "iur", "jur", "med", "nat", "oec", "phil", "pol", "rer", "soc", "techn", "theol", "vet"];

/// Titles of a man, as an exact key has them, without a dot. Sorted.
static OF_MEN: &[&str] = &["herr", "mister", "monsieur", "mr", "señor", "sir"];

/// Titles of a woman. Sorted.
static OF_WOMEN: &[&str] = &[
    "dame",
    "frau",
    "lady",
    "madam",
    "madame",
    "miss",
    "mlle",
    "mme",
    "mrs",
    "ms",
    "señora",
    "señorita",
    "sra",
    "srta",
];

/// Sorted.
#[rustfmt::skip]
static CREDENTIALS: &[&str] =
    &[
    "bsc", "cfa", "cpa", "dds", "dphil", "esq", "jd", "llb", "llm", "mba", "md", "msc", "phd",
];

/// Sorted.
#[rustfmt::skip]
static PARTICLES: &[&str] = &[
    "af", "al", "ap", "av", "ben", "bin", "bint", "da", "dal", "das", "de", "degli", "dei", "del", "dela", "della",
    "den", "der", "di", "do", "dos", "du", "e", "el", "ibn", "la", "las", "le", "lo", "los", "san", "ten", "ter",
    "van", "vande", "vander", "vom", "von", "y", "zu", "zum", "zur",
];

/// Whether a folded token is a title that stands before a name: Dr, Mrs, Prof.
pub fn is_title(token: &str) -> bool {
    TITLES.binary_search(&token).is_ok()
}

/// Whether a folded token with a dot goes on a title before it: Dr. rer. nat.
pub fn is_title_part(token: &str) -> bool {
    TITLE_PARTS.binary_search(&token).is_ok()
}

/// Whether a folded word, its dots taken out, is a credential that stands after a name: PhD, Esq.
pub fn is_credential(word: &str) -> bool {
    CREDENTIALS.binary_search(&word).is_ok()
}

/// Whether two exact keys begin with titles of which the one is a man's and the other a woman's: Mr. Klein, Mrs. Klein.
///
/// ```
/// use namesake_core::names::titles::tell_apart;
/// assert!(tell_apart("mr. klein", "frau klein"));
/// assert!(!tell_apart("mrs. klein", "ms klein") && !tell_apart("mr. klein", "dr. klein") && !tell_apart("mr", "mrs"));
/// ```
pub fn tell_apart(a: &str, b: &str) -> bool {
    fn title(key: &str) -> &str {
        key.split_once(' ').map_or("", |(first, _)| first.trim_end_matches('.'))
    }
    let (a, b) = (title(a), title(b));
    let differ = |man: &str, woman: &str| OF_MEN.binary_search(&man).is_ok() && OF_WOMEN.binary_search(&woman).is_ok();
    differ(a, b) || differ(b, a)
}

/// Whether a folded token is a particle inside a name: van, de, bin.
///
/// ```
/// use namesake_core::names::titles::is_particle;
/// assert!(is_particle("van") && !is_particle("beethoven"));
/// ```
pub fn is_particle(token: &str) -> bool {
    PARTICLES.binary_search(&token).is_ok()
}

#[cfg(test)]
mod tests {
    #[test]
    fn tables_are_sorted() {
        for table in
            [super::TITLES, super::TITLE_PARTS, super::OF_MEN, super::OF_WOMEN, super::CREDENTIALS, super::PARTICLES]
        {
            for pair in table.windows(2) {
                assert!(pair[0] < pair[1], "{pair:?}");
            }
        }
    }
}
