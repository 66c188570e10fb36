//! Short forms of given names: Bob for Robert, Peggy for Margaret.
//!
//! A shared full name may ask; it may never decide (cases FC-10). The table is mostly English, see `NOTICE.md` for its
//! sources and licence; what was added for other languages stands once more in `short_forms_own.tsv`. It is kept as one
//! sorted text: the other direction is made of it when it is first needed, as every byte of a table is loaded by every page.
//!
//! All names are given as folded tokens ([`NameKeys::tokens`](super::NameKeys::tokens)).

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::LazyLock;

/// `full name ⇥ short,short…`, sorted by full name.
static SHORT_FORMS: &str = include_str!("short_forms.tsv");

/// The short forms of a full given name.
///
/// ```
/// use namesake_core::names::short_forms::short_forms_of;
/// assert!(short_forms_of("robert").any(|s| s == "bob"));
/// assert!(short_forms_of("zebedee").eq(["zeb"]));
/// assert_eq!(short_forms_of("kubernetes").count(), 0);
/// ```
pub fn short_forms_of(given: &str) -> impl Iterator<Item = &'static str> + use<> {
    lookup(&SHORTS, given)
}

/// The full given names that this is a short form of.
///
/// ```
/// use namesake_core::names::short_forms::full_names_of;
/// assert!(full_names_of("peggy").any(|s| s == "margaret"));
/// ```
pub fn full_names_of(short: &str) -> impl Iterator<Item = &'static str> + use<> {
    lookup(&FULLS, short)
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
    SHORTS.contains_key(token) || FULLS.contains_key(token)
}

/// Every name in the table, full and short; some twice.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    SHORTS.keys().chain(FULLS.keys()).copied()
}

fn lookup(rows: &'static Rows, name: &str) -> impl Iterator<Item = &'static str> + use<> {
    rows.get(name).map_or(&[][..], SmallVec::as_slice).iter().copied()
}

/// The rows of a direction by name. Looking them up in a text took a tenth of the time of judging pairs.
type Rows = FxHashMap<&'static str, SmallVec<[&'static str; 2]>>;
/// Short forms by full name.
static SHORTS: LazyLock<Rows> = LazyLock::new(|| rows(pairs()));
/// Full names by short form.
static FULLS: LazyLock<Rows> = LazyLock::new(|| rows(pairs().map(|(full, short)| (short, full))));

/// Each full name with each of its short forms.
fn pairs() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = SHORT_FORMS.lines().filter_map(|line| line.split_once('\t'));
    lines.flat_map(|(full, shorts)| shorts.split(',').map(move |short| (full, short)))
}

fn rows(pairs: impl Iterator<Item = (&'static str, &'static str)>) -> Rows {
    let mut out = Rows::default();
    pairs.for_each(|(name, other)| out.entry(name).or_default().push(other));
    out
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
                assert!(full_names_of(short).all(|f| short_forms_of(f).any(|s| s == short)), "{short}");
                assert!(full_names_of(short).is_sorted(), "{short}");
                assert!(related(short, full) && related(full, short), "{short} {full}");
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
