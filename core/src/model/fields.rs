//! The fields of an entity as one text.
//!
//! A hundred thousand contact cards have half a million fields, with a few dozen names among them. A `String` for each
//! name and value would be the largest part of the memory.

use super::Field;
use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};

/// Names that cost one byte. Only to be added to, at the end: snapshots hold the positions.
const KNOWN: [&str; 35] = [
    "email",
    "phone",
    "organization",
    "title",
    "given",
    "family",
    "additional",
    "prefix",
    "suffix",
    "nickname",
    "unit",
    "address",
    "category",
    "role",
    "birthday",
    "birthplace",
    "deathplace",
    "deathdate",
    "anniversary",
    "url",
    "note",
    "im",
    "social",
    "related",
    "member",
    "gender",
    "language",
    "timezone",
    "geo",
    "id_number",
    "phonetic_given",
    "phonetic_family",
    "phonetic_additional",
    "phonetic_organization",
    "sort_as",
];

/// Stands for the first of [`KNOWN`].
const FIRST: u8 = b'A';
/// Stands after each value.
const END: char = '\u{1F}';

/// Fields in the order of their source. Reads and serialises as a list of [`Field`]s; in binary formats it is packed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fields(Held);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Held {
    /// For each field a letter for its name, its value, and [`END`].
    Packed(Box<str>),
    /// Where that cannot be: a name is not known, or a value holds [`END`].
    Listed(Box<[Field]>),
}

impl Default for Fields {
    fn default() -> Self {
        Self(Held::Packed(Box::default()))
    }
}

impl Fields {
    /// Name and value of each field.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> + Clone {
        let (packed, listed) = match &self.0 {
            Held::Packed(text) => (&**text, &[][..]),
            Held::Listed(fields) => ("", &**fields),
        };
        let known = packed.split_terminator(END).filter_map(|field| {
            let at = usize::from(field.bytes().next()?.checked_sub(FIRST)?);
            Some((*KNOWN.get(at)?, field.get(1..)?))
        });
        known.chain(listed.iter().map(|field| (field.name.as_str(), field.value.as_str())))
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }
}

impl From<Vec<Field>> for Fields {
    fn from(fields: Vec<Field>) -> Self {
        let mut text = String::new();
        for field in &fields {
            let known = KNOWN.iter().position(|name| *name == field.name);
            let (Some(at), false) = (known, field.value.contains(END)) else {
                return Self(Held::Listed(fields.into()));
            };
            text.push(char::from(FIRST + at as u8));
            text.push_str(&field.value);
            text.push(END);
        }
        Self(Held::Packed(text.into()))
    }
}

/// One field in a text format.
#[derive(serde::Serialize)]
struct Shown<'f> {
    name: &'f str,
    value: &'f str,
}

/// All of them in a binary format.
#[derive(serde::Serialize, serde::Deserialize)]
enum Stored<T, L> {
    Packed(T),
    Listed(L),
}

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            return serializer.collect_seq(self.iter().map(|(name, value)| Shown { name, value }));
        }
        match &self.0 {
            Held::Packed(text) => Stored::Packed::<&str, &[Field]>(text).serialize(serializer),
            Held::Listed(fields) => Stored::Listed::<&str, &[Field]>(fields).serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            return Vec::<Field>::deserialize(deserializer).map(Self::from);
        }
        Ok(Self(match Stored::<Box<str>, Vec<Field>>::deserialize(deserializer)? {
            Stored::Packed(text) => Held::Packed(text),
            Stored::Listed(fields) => Held::Listed(fields.into()),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::{FIRST, Fields, Held, KNOWN};
    use crate::model::Field;

    fn field(name: &str, value: &str) -> Field {
        Field { name: name.into(), value: value.into() }
    }

    #[test]
    fn fields_come_back_as_they_were() {
        let all = [
            vec![],
            vec![field("email", "dana@example.org"), field("phone", ""), field("email", "Ünï \n code")],
            vec![field("note", "\u{1F}a\u{1F}"), field("email", "b")],
            vec![field("email", "b"), field("favourite colour", "blue")],
        ];
        for (n, list) in all.into_iter().enumerate() {
            let fields = Fields::from(list.clone());
            assert_eq!(matches!(fields.0, Held::Packed(_)), n < 2);
            let pairs = list.iter().map(|field| (field.name.as_str(), field.value.as_str()));
            assert!(fields.iter().eq(pairs));
            assert_eq!((fields.len(), fields.is_empty()), (list.len(), list.is_empty()));
            let json = serde_json::to_string(&fields).expect("is JSON");
            assert_eq!(json, serde_json::to_string(&list).expect("is JSON"), "the journal's form is that of a list");
            assert_eq!(serde_json::from_str::<Fields>(&json).expect("reads"), fields);
            let bytes = postcard::to_stdvec(&fields).expect("packs");
            assert_eq!(postcard::from_bytes::<Fields>(&bytes).expect("reads"), fields);
        }
    }

    #[test]
    fn every_name_has_a_letter_of_its_own() {
        assert!(usize::from(FIRST) + KNOWN.len() <= 128, "a letter is one byte");
        let distinct: std::collections::BTreeSet<_> = KNOWN.iter().collect();
        assert_eq!(distinct.len(), KNOWN.len());
    }
}
