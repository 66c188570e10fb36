//! Short forms of given names: Bob for Robert, Peggy for Margaret.
//!
//! A shared full name may ask; it may never decide (cases FC-10). The table is mostly English, see `NOTICE.md` for its
//! sources and licence; what was added for other languages stands once more in `short_forms_own.tsv`. It is kept as two
//! sorted texts, one a direction, searched as they are: nothing is built or allocated.
//!
//! All names are given as folded tokens ([`NameKeys::tokens`](super::NameKeys::tokens)).

/// `full name ⇥ short,short…`, sorted by full name.
static SHORT_FORMS: &str = include_str!("short_forms.tsv");
/// `short ⇥ full name,full name…`, sorted by short form.
static FULL_NAMES: &str = include_str!("full_names.tsv");

/// The short forms of a full given name.
///
/// ```
/// use namesake_core::names::short_forms::short_forms_of;
/// assert!(short_forms_of("robert").any(|s| s == "bob"));
/// assert!(short_forms_of("zebedee").eq(["zeb"]));
/// assert_eq!(short_forms_of("kubernetes").count(), 0);
/// ```
pub fn short_forms_of(given: &str) -> impl Iterator<Item = &'static str> {
    lookup(SHORT_FORMS, given)
}

/// The full given names that this is a short form of.
///
/// ```
/// use namesake_core::names::short_forms::full_names_of;
/// assert!(full_names_of("peggy").any(|s| s == "margaret"));
/// ```
pub fn full_names_of(short: &str) -> impl Iterator<Item = &'static str> {
    lookup(FULL_NAMES, short)
}

/// Whether two different given names can be the same one: short and full, or two short forms of one full name.
/// Two full names that merely share a short form (Albert and Alan, both Al) are not related.
///
/// ```
/// use namesake_core::names::short_forms::related;
/// assert!(related("bob", "robert") && related("robert", "bob"));
/// assert!(related("bob", "rob"));
/// assert!(!related("albert", "alan"));
/// assert!(!related("bob", "bob"), "the same name needs no table");
/// ```
pub fn related(a: &str, b: &str) -> bool {
    if a == b {
        return false;
    }
    full_names_of(a).any(|full| full == b || full_names_of(b).any(|other| other == full))
        || full_names_of(b).any(|full| full == a)
}

/// Whether the table knows this as a given name, full or short.
pub fn is_given_name(token: &str) -> bool {
    row(SHORT_FORMS, token).is_some() || row(FULL_NAMES, token).is_some()
}

fn lookup(table: &'static str, name: &str) -> impl Iterator<Item = &'static str> {
    row(table, name).unwrap_or_default().split(',').filter(|s| !s.is_empty())
}

/// Binary search over the lines of a sorted text.
fn row(table: &'static str, name: &str) -> Option<&'static str> {
    let bytes = table.as_bytes();
    let (mut low, mut high) = (0, bytes.len());
    while low < high {
        let middle = usize::midpoint(low, high);
        // The line around the middle.
        let start = bytes.get(low..middle)?.iter().rposition(|b| *b == b'\n').map_or(low, |p| low + p + 1);
        let end = bytes.get(middle..)?.iter().position(|b| *b == b'\n').map_or(high, |p| middle + p);
        let (key, values) = table.get(start..end)?.split_once('\t')?;
        match key.cmp(name) {
            std::cmp::Ordering::Equal => return Some(values),
            std::cmp::Ordering::Less => low = end + 1,
            std::cmp::Ordering::Greater => high = start,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_found_and_the_directions_agree() {
        let mut previous = "";
        for line in SHORT_FORMS.lines() {
            let (full, shorts) = line.split_once('\t').expect("a tab");
            assert!(previous < full, "{previous} {full}");
            previous = full;
            assert!(short_forms_of(full).eq(shorts.split(',')), "{full}");
            for short in shorts.split(',') {
                assert!(full_names_of(short).any(|f| f == full), "{short} {full}");
                assert!(related(short, full) && related(full, short), "{short} {full}");
            }
        }
        for line in FULL_NAMES.lines() {
            let (short, fulls) = line.split_once('\t').expect("a tab");
            for full in fulls.split(',') {
                assert!(short_forms_of(full).any(|s| s == short), "{short} {full}");
            }
        }
        for line in include_str!("short_forms_own.tsv").lines() {
            let (full, shorts) = line.split_once('\t').expect("a tab");
            for name in std::iter::once(full).chain(shorts.split(',')) {
                assert_eq!(*super::super::folded_key(name), *name, "folded, as tokens are");
            }
            assert!(shorts.split(',').all(|short| short_forms_of(full).any(|s| s == short)), "{line} is merged");
        }
        for absent in ["", "a", "zzz", "robertx", "\n", "\t", "é"] {
            assert_eq!(short_forms_of(absent).count(), 0, "{absent:?}");
        }
    }
}
