//! The tables of names: the shipped ones, and what an owner or a host added to them.
//!
//! An addition says of two names what a row of a shipped table says: "Xandi" is a short form of the given name Alexander,
//! "WG" is the abbreviation of Working Group. It relates what the tables did not relate and takes nothing away, so what an
//! addition changes is how names with its two forms, and with other short forms of the same name, compare, and no others.
//! Nothing here says that two names mean the same, and nothing knows who added what.

use super::{NameKeys, abbreviations, short_forms, titles};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// What the shorter form of a name is to the longer one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FormKind {
    /// A short form of a given name (Bob, Robert): holds for these words wherever they stand in names.
    GivenName,
    /// An abbreviation (K8s, Kubernetes): holds for whole names.
    Abbreviation,
}

/// A form of a name has at most so many bytes.
pub const FORM_BYTES: usize = 200;

/// Why two forms cannot be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormFault {
    /// A form has no letters or digits.
    Empty,
    /// A form has more than [`FORM_BYTES`].
    TooLong,
    /// A form of a given name is more than one word.
    SeveralWords,
    /// A form of a given name is a single letter: an initial fits every name that begins so.
    Initial,
    /// A form of a given name is a particle or carries a number (van, R2).
    NoGivenName,
    /// Both forms are the same once accents, case and spaces are folded.
    Same,
}

/// Two forms of a name as they are compared.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FormKeys {
    /// Of what.
    pub kind: FormKind,
    /// The shorter form: a folded token, or the folded key of a whole name.
    pub short: Box<str>,
    /// The longer one.
    pub long: Box<str>,
}

impl FormKeys {
    /// The forms of a kind as they are compared.
    ///
    /// # Errors
    /// If they cannot be added, with why.
    ///
    /// ```
    /// use namesake_core::names::tables::{FormFault, FormKeys, FormKind::{Abbreviation, GivenName}};
    /// assert_eq!(&*FormKeys::new(GivenName, "XÁNDI", "Alexander").unwrap().short, "xandi");
    /// assert_eq!(&*FormKeys::new(Abbreviation, "WG", "Working Group").unwrap().long, "workinggroup");
    /// assert_eq!(FormKeys::new(GivenName, "WG", "Working Group"), Err(FormFault::SeveralWords));
    /// ```
    pub fn new(kind: FormKind, short: &str, long: &str) -> Result<Self, FormFault> {
        let key = |text: &str| {
            if text.len() > FORM_BYTES {
                return Err(FormFault::TooLong);
            }
            let keys = NameKeys::new(text);
            match kind {
                FormKind::GivenName => given_name(&keys),
                FormKind::Abbreviation if keys.folded.is_empty() => Err(FormFault::Empty),
                FormKind::Abbreviation => Ok(keys.folded),
            }
        };
        let (short, long) = (key(short)?, key(long)?);
        if short == long { Err(FormFault::Same) } else { Ok(Self { kind, short, long }) }
    }
}

/// The one word of a form of a given name.
fn given_name(keys: &NameKeys) -> Result<Box<str>, FormFault> {
    let Some(word) = keys.tokens.only() else {
        return Err(if keys.tokens.is_empty() { FormFault::Empty } else { FormFault::SeveralWords });
    };
    if !keys.identity.is_empty() || titles::is_particle(word) {
        Err(FormFault::NoGivenName)
    } else if word.chars().nth(1).is_none() {
        Err(FormFault::Initial)
    } else {
        Ok(word.into())
    }
}

/// What is related, both ways.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Related {
    longs: FxHashMap<Box<str>, SmallVec<[Box<str>; 1]>>,
    shorts: FxHashMap<Box<str>, SmallVec<[Box<str>; 1]>>,
}

impl Related {
    fn longs_of(&self, short: &str) -> &[Box<str>] {
        self.longs.get(short).map_or(&[], SmallVec::as_slice)
    }

    fn shorts_of(&self, long: &str) -> &[Box<str>] {
        self.shorts.get(long).map_or(&[], SmallVec::as_slice)
    }

    fn set(&mut self, form: &FormKeys, holds: bool) {
        for (map, from, to) in [(&mut self.longs, &form.short, &form.long), (&mut self.shorts, &form.long, &form.short)]
        {
            let list = map.entry(from.clone()).or_default();
            // In an order that does not depend on which came first.
            match (list.binary_search(to), holds) {
                (Err(at), true) => list.insert(at, to.clone()),
                (Ok(at), false) => drop(list.remove(at)),
                _ => {}
            }
            if list.is_empty() {
                map.remove(from);
            }
        }
    }
}

/// The shipped tables with additions.
///
/// ```
/// use namesake_core::names::tables::{FormKeys, FormKind, Tables};
/// let mut tables = Tables::default();
/// tables.set(&FormKeys::new(FormKind::GivenName, "Xandi", "Alexander").unwrap(), true);
/// assert!(tables.full_names_of("xandi").eq(["alexander"]));
/// assert!(tables.full_names_of("peggy").any(|full| full == "margaret"), "shipped");
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tables {
    given_names: Related,
    abbreviations: Related,
}

impl Tables {
    /// Adds two forms, or takes them out again; both any number of times. What is shipped is never taken out.
    pub fn set(&mut self, form: &FormKeys, holds: bool) {
        match form.kind {
            FormKind::GivenName => self.given_names.set(form, holds),
            FormKind::Abbreviation => self.abbreviations.set(form, holds),
        }
    }

    /// The full given names that a folded token is a short form of, shipped and added.
    pub fn full_names_of<'a>(&'a self, short: &str) -> impl Iterator<Item = &'a str> + use<'a> {
        let added = self.given_names.longs_of(short).iter().map(AsRef::as_ref);
        short_forms::full_names_of(short).map(|full| -> &'a str { full }).chain(added)
    }

    /// The short forms of a given name as a folded token, shipped and added.
    pub fn short_forms_of<'a>(&'a self, full: &str) -> impl Iterator<Item = &'a str> + use<'a> {
        let added = self.given_names.shorts_of(full).iter().map(AsRef::as_ref);
        short_forms::short_forms_of(full).map(|short| -> &'a str { short }).chain(added)
    }

    /// Whether something was added that a folded token is a short form of.
    pub(crate) fn adds_to(&self, short: &str) -> bool {
        !self.given_names.longs.is_empty() && self.given_names.longs.contains_key(short)
    }

    /// All folded tokens that the tables relate to one; none if nothing was added to the shipped ones.
    pub(crate) fn relatives(&self, token: &str) -> Vec<&str> {
        if self.given_names.longs.is_empty() {
            return Vec::new();
        }
        let mut out: Vec<&str> = self.short_forms_of(token).collect();
        for full in self.full_names_of(token) {
            out.push(full);
            out.extend(self.short_forms_of(full));
        }
        out
    }

    /// Whether one name is the known abbreviation of the other.
    ///
    /// ```
    /// use namesake_core::names::{NameKeys, tables::{FormKeys, FormKind, Tables}};
    /// let mut tables = Tables::default();
    /// let known = |tables: &Tables, a, b| tables.abbreviates(&NameKeys::new(a), &NameKeys::new(b));
    /// assert!(known(&tables, "Kubernetes", "K8s") && !known(&tables, "WG", "Working Group"));
    /// tables.set(&FormKeys::new(FormKind::Abbreviation, "WG", "Working Group").unwrap(), true);
    /// assert!(known(&tables, "WG", "working group") && known(&tables, "Working Group", "WG"));
    /// ```
    pub fn abbreviates(&self, a: &NameKeys, b: &NameKeys) -> bool {
        let added =
            |short: &NameKeys, long: &NameKeys| self.abbreviations.longs_of(&short.folded).contains(&long.folded);
        abbreviations::known_abbreviation(a, b)
            || (!self.abbreviations.longs.is_empty() && (added(a, b) || added(b, a)))
    }

    /// The long forms of a folded name, and its short forms: the other names to look up, shipped and added.
    pub(crate) fn counterparts<'a>(&'a self, folded: &'a str) -> impl Iterator<Item = &'a str> + use<'a> {
        let (longs, shorts) = (self.abbreviations.longs_of(folded), self.abbreviations.shorts_of(folded));
        let shipped = abbreviations::counterparts(folded).map(|other| -> &'a str { other });
        shipped.chain(longs.iter().chain(shorts).map(AsRef::as_ref))
    }
}

#[cfg(test)]
mod tests {
    use super::FormKind::{Abbreviation, GivenName};
    use super::*;

    #[test]
    fn what_cannot_be_added_says_why() {
        let long = "x".repeat(FORM_BYTES + 1);
        for (kind, short, full, due) in [
            (GivenName, "", "Alexander", FormFault::Empty),
            (GivenName, " \u{200B}", "Alexander", FormFault::Empty),
            (GivenName, "Xandi", "🌊", FormFault::Empty),
            (Abbreviation, "WG", "🌊", FormFault::Empty),
            (GivenName, "Xandi", "Anna Maria", FormFault::SeveralWords),
            (GivenName, "A.", "Alexander", FormFault::Initial),
            (GivenName, "van", "Ivan", FormFault::NoGivenName),
            (GivenName, "R2", "Robert", FormFault::NoGivenName),
            (GivenName, "José", "JOSE", FormFault::Same),
            (Abbreviation, "Work Group", "workgroup", FormFault::Same),
            (Abbreviation, "WG", &long, FormFault::TooLong),
        ] {
            assert_eq!(FormKeys::new(kind, short, full), Err(due), "{short} {full}");
        }
    }

    #[test]
    fn what_is_taken_out_leaves_nothing_behind_whatever_the_order() {
        let forms =
            ["Xandi", "Sascha", "Lexu"].map(|short| FormKeys::new(GivenName, short, "Alexander").expect("good"));
        let (mut tables, mut turned) = (Tables::default(), Tables::default());
        for (one, other) in forms.iter().zip(forms.iter().rev()) {
            tables.set(one, true);
            turned.set(other, true);
            turned.set(other, true);
        }
        assert_eq!(tables, turned);
        assert!(tables.relatives("xandi").contains(&"sascha") && tables.relatives("alexander").contains(&"lexu"));
        forms.iter().for_each(|form| tables.set(form, false));
        assert_eq!(tables, Tables::default());
        assert!(tables.relatives("alexander").is_empty(), "nothing to look for beside the shipped tables");
    }
}
