//! Known abbreviations of things: JavaScript/JS, Kubernetes/k8s.
//!
//! A pair matches only as long form and short form of one row. Two short forms (postgres, pg) do not match, since
//! nothing says which name is meant; nor does a composite (CI/CD). Source: cases/prme.md 1–3. What an owner or a host
//! adds to the table is in [`super::tables`].

use super::NameKeys;

/// Folded long form, folded short forms. Sorted by long form.
#[rustfmt::skip]
static TABLE: &[(&str, &[&str])] = &[
    ("accessibility", &["a11y"]),
    ("amazonwebservices", &["aws"]),
    ("applicationprogramminginterface", &["api"]),
    ("artificialintelligence", &["ai"]),
    ("continuousdelivery", &["cd"]),
    ("continuousintegration", &["ci"]),
    ("europeanunion", &["eu"]),
    ("googlecloudplatform", &["gcp"]),
    ("internationalization", &["i18n"]),
    ("internetofthings", &["iot"]),
    ("javascript", &["js"]),
    ("kubernetes", &["k8s"]),
    ("largelanguagemodel", &["llm"]),
    ("localization", &["l10n"]),
    ("machinelearning", &["ml"]),
    ("microsoftsqlserver", &["mssql"]),
    ("mongodb", &["mongo"]),
    ("naturallanguageprocessing", &["nlp"]),
    ("objectivec", &["objc"]),
    ("observability", &["o11y"]),
    ("postgresql", &["pg", "postgres"]),
    ("powershell", &["pwsh"]),
    ("python", &["py"]),
    ("rubyonrails", &["rails", "ror"]),
    ("structuredquerylanguage", &["sql"]),
    ("typescript", &["ts"]),
    ("unitedkingdom", &["uk"]),
    ("unitednations", &["un"]),
    ("unitedstates", &["us", "usa"]),
    ("unitedstatesofamerica", &["us", "usa"]),
    ("visualstudiocode", &["vscode"]),
    ("webassembly", &["wasm"]),
];

/// Whether one name is the known short form of the other.
///
/// ```
/// use namesake_core::names::{NameKeys, abbreviations::known_abbreviation};
/// let known = |a, b| known_abbreviation(&NameKeys::new(a), &NameKeys::new(b));
/// assert!(known("JS", "JavaScript") && known("Amazon Web Services", "AWS"));
/// assert!(!known("JS", "ECMAScript") && !known("postgres", "pg") && !known("CI/CD", "cicd"));
/// ```
pub fn known_abbreviation(a: &NameKeys, b: &NameKeys) -> bool {
    long_form(a, b).is_some()
}

/// The long one of a known abbreviation and its long form: the name that survives (cases/prme.md 1).
pub fn long_form<'a>(a: &'a NameKeys, b: &'a NameKeys) -> Option<&'a NameKeys> {
    if expands(&a.folded, &b.folded) {
        Some(a)
    } else if expands(&b.folded, &a.folded) {
        Some(b)
    } else {
        None
    }
}

/// The long forms that a folded short form stands for, and the short forms of a folded long form: the other
/// names to look up.
///
/// ```
/// use namesake_core::names::abbreviations::counterparts;
/// assert_eq!(counterparts("k8s").collect::<Vec<_>>(), ["kubernetes"]);
/// assert_eq!(counterparts("postgresql").collect::<Vec<_>>(), ["pg", "postgres"]);
/// assert_eq!(counterparts("pg").collect::<Vec<_>>(), ["postgresql"]);
/// ```
pub fn counterparts(folded: &str) -> impl Iterator<Item = &'static str> {
    let longs = TABLE.iter().filter(move |(_, shorts)| shorts.contains(&folded)).map(|(long, _)| *long);
    short_forms(folded).iter().copied().chain(longs)
}

fn short_forms(long: &str) -> &'static [&'static str] {
    TABLE.binary_search_by(|(entry, _)| (*entry).cmp(long)).ok().and_then(|i| TABLE.get(i)).map_or(&[], |row| row.1)
}

fn expands(long: &str, short: &str) -> bool {
    short_forms(long).contains(&short)
}

/// A word whose digits count letters (k8s). They say nothing about identity.
pub(super) fn is_numeronym(token: &str) -> bool {
    matches!(token, "a11y" | "c14n" | "e13n" | "g11n" | "i18n" | "k8s" | "l10n" | "o11y" | "p13n" | "s11n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_folded() {
        for pair in TABLE.windows(2) {
            assert!(pair[0].0 < pair[1].0, "{pair:?}");
        }
        for (long, shorts) in TABLE {
            assert_eq!(super::super::folded_key(long), *long);
            assert!(shorts.iter().all(|s| super::super::folded_key(s) == **s), "{shorts:?}");
        }
    }
}
