//! The sets of records: where they lie, what is true of them, what is promised, and their contact cards.

use super::super::row::Bar;
use super::table::{Row, Table};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::path::Path;

/// A set of records with a truth.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Set {
    /// Real persons with faults, 999 of them with all their records.
    Hist10k,
    /// The same, 5,156 persons.
    Hist50k,
    /// Made-up persons, each with a national number.
    Febrl3,
    /// Made-up persons with much left out.
    Fake1000,
}

/// All sets, in the order in which a full run measures them.
pub(in super::super) const SETS: [Set; 4] = [Set::Hist10k, Set::Febrl3, Set::Fake1000, Set::Hist50k];

impl std::fmt::Display for Set {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Hist10k => "hist10k",
            Self::Hist50k => "hist50k",
            Self::Febrl3 => "febrl3",
            Self::Fake1000 => "fake1000",
        })
    }
}

impl std::str::FromStr for Set {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = SETS.into_iter().find(|set| set.to_string() == text);
        found.ok_or_else(|| format!("`{text}` is none of hist10k, hist50k, febrl3, fake1000"))
    }
}

/// What is promised of a set: the best that others reach (DESIGN section 10).
pub(super) struct Promise {
    /// The precision at which recall is read off.
    pub precision: f64,
    /// Recall of pairs.
    pub recall: Bar,
    /// Recall of pairs closed into clusters.
    pub clusters: Bar,
}

impl Set {
    /// Pairs of records of one person; the data's README names the same numbers.
    pub(super) fn true_pairs(self) -> u64 {
        match self {
            Self::Hist10k => 61_181,
            Self::Hist50k => 303_264,
            Self::Febrl3 => 6_538,
            Self::Fake1000 => 2_031,
        }
    }

    pub(super) fn promise(self) -> Promise {
        let (precision, recall, clusters) = match self {
            Self::Hist10k => (0.97, Bar::Above(0.772), Bar::Above(0.847)),
            Self::Hist50k => (0.97, Bar::Above(0.725), Bar::Above(0.792)),
            Self::Febrl3 => (0.99, Bar::AtLeast(0.998), Bar::None),
            Self::Fake1000 => (0.97, Bar::Above(0.860), Bar::None),
        };
        Promise { precision, recall, clusters }
    }

    /// True for the set whose equal names of different persons are counted.
    pub(super) fn has_homonyms(self) -> bool {
        matches!(self, Self::Hist10k | Self::Hist50k)
    }

    /// Its records. None if the data is not there.
    pub(super) fn read(self, data: &Path) -> Option<Vec<Record>> {
        let (file, separator) = match self {
            Self::Hist10k | Self::Hist50k => ("er/historical_50k.tsv", '\t'),
            Self::Febrl3 => ("er/febrl3.csv", ','),
            Self::Fake1000 => ("er/splink_fake_1000.csv", ','),
        };
        let table = Table::read(&data.join(file), separator)?;
        let mut persons = HashMap::new();
        let mut records: Vec<Record> = table.rows().map(|row| self.record(&row, &mut persons)).collect();
        if self == Self::Hist10k {
            let ids = std::fs::read_to_string(data.join("er/hist10k_ids.txt")).ok()?;
            let ids: HashSet<&str> = ids.lines().collect();
            records.retain(|record| ids.contains(record.id.as_str()));
        }
        Some(records)
    }

    fn record(self, row: &Row<'_>, persons: &mut HashMap<String, usize>) -> Record {
        let (id, person, name, properties) = match self {
            Self::Hist10k | Self::Hist50k => historical(row),
            Self::Febrl3 => febrl3(row),
            Self::Fake1000 => fake1000(row),
        };
        let next = persons.len();
        let person = *persons.entry(person).or_insert(next);
        Record { id, person, name, properties, shown: row.shown() }
    }
}

/// A record and who it is of.
pub(super) struct Record {
    pub id: String,
    /// Equal for records of one person.
    pub person: usize,
    pub name: String,
    /// Lines of its card besides the id and the formatted name.
    properties: String,
    /// What the record says, for a person to read.
    pub shown: String,
}

/// A vCard 4.0 file with a card a record. Line folds are left to the fixtures of the reader.
pub(super) fn file(records: &[Record]) -> Vec<u8> {
    let mut out = String::with_capacity(records.len() * 240);
    for Record { id, name, properties, .. } in records {
        let (id, name) = (escaped(id), escaped(name));
        let _ = write!(out, "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:{id}\r\nFN:{name}\r\n{properties}END:VCARD\r\n");
    }
    out.into_bytes()
}

/// Id, person, name and further properties of a row.
type Parts = (String, String, String, String);

fn historical(row: &Row<'_>) -> Parts {
    // Dates stay as they are, `-1610-04-1` too: real files hold such.
    let mut card = Properties::default();
    card.put("BDAY", &[row.get("dob")]);
    card.put("BIRTHPLACE", &[row.get("birth_place")]);
    card.put("ROLE", &[row.get("occupation")]);
    (row.get("unique_id").into(), row.get("cluster").into(), row.get("full_name").into(), card.0)
}

fn febrl3(row: &Row<'_>) -> Parts {
    let id = row.get("rec_id");
    // `rec-12-org` and `rec-12-dup-3` are of one person.
    let person = id.split('-').nth(1).unwrap_or(id);
    let (given, family) = (row.get("given_name"), row.get("surname"));
    let street = together(row.get("street_number"), row.get("address_1"));
    let mut card = Properties::default();
    card.put("N", &[family, given, "", "", ""]);
    card.put("BDAY", &[row.get("date_of_birth")]);
    let (suburb, state, postcode) = (row.get("suburb"), row.get("state"), row.get("postcode"));
    card.put("ADR", &["", row.get("address_2"), &street, suburb, state, postcode, ""]);
    // No standard property has this meaning.
    card.put("X-SOCIAL-SECURITY", &[row.get("soc_sec_id")]);
    (id.into(), person.into(), together(given, family), card.0)
}

fn fake1000(row: &Row<'_>) -> Parts {
    let (given, family) = (row.get("first_name"), row.get("surname"));
    let mut card = Properties::default();
    card.put("N", &[family, given, "", "", ""]);
    card.put("BDAY", &[row.get("dob")]);
    card.put("ADR", &["", "", "", row.get("city"), "", "", ""]);
    card.put("EMAIL", &[row.get("email")]);
    (row.get("unique_id").into(), row.get("cluster").into(), together(given, family), card.0)
}

/// Lines of a card.
#[derive(Default)]
struct Properties(String);

impl Properties {
    /// A property of one or more parts, left out if all are empty.
    fn put(&mut self, name: &str, parts: &[&str]) {
        if parts.iter().any(|part| !part.is_empty()) {
            let parts: Vec<String> = parts.iter().map(|part| escaped(part)).collect();
            let _ = write!(self.0, "{name}:{}\r\n", parts.join(";"));
        }
    }
}

fn together(a: &str, b: &str) -> String {
    format!("{a} {b}").trim().to_owned()
}

/// Text as the value of a property (RFC 6350 §3.4).
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(',', "\\,").replace(';', "\\;")
}
