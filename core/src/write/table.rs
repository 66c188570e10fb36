//! Cards as a table: CSV (RFC 4180) with headers that Google Contacts and our own reader know, UTF-8 with the byte order mark
//! that spreadsheets need.

use super::NAMING;
use crate::read::Card;
use crate::read::csv::cell;
use std::collections::BTreeSet;

/// Fields with their headers, in the order of the columns.
const HEADERS: [(&str, &str); 24] = [
    ("given", "First Name"),
    ("additional", "Middle Name"),
    ("family", "Last Name"),
    ("prefix", "Name Prefix"),
    ("suffix", "Name Suffix"),
    ("phonetic_given", "Phonetic First Name"),
    ("phonetic_additional", "Phonetic Middle Name"),
    ("phonetic_family", "Phonetic Last Name"),
    ("email", "E-mail 1 - Value"),
    ("phone", "Phone 1 - Value"),
    ("organization", "Organization Name"),
    ("unit", "Organization Department"),
    ("title", "Organization Title"),
    ("role", "Role"),
    ("address", "Address"),
    ("birthday", "Birthday"),
    ("anniversary", "Anniversary"),
    ("url", "Website 1 - Value"),
    ("im", "IM 1 - Value"),
    ("related", "Relation 1 - Value"),
    ("gender", "Gender"),
    ("language", "Language"),
    ("category", "Labels"),
    ("note", "Notes"),
];

/// A table that is being written: only columns that hold anything are in it, so all cards are seen before the first is written.
#[derive(Debug, Default)]
pub(crate) struct Table {
    /// Fields with a header of their own, by their places.
    fields: BTreeSet<usize>,
    /// Fields under their own name.
    further: BTreeSet<String>,
}

impl Table {
    /// Sees a card, to know which columns there will be.
    pub(crate) fn see(&mut self, card: &Card) {
        for (field, _) in &card.fields {
            match place(card, field) {
                Some(at) => {
                    self.fields.insert(at);
                }
                None if self.further.contains(field) => {}
                None => {
                    self.further.insert(field.clone());
                }
            }
        }
    }

    /// The first line.
    pub(crate) fn header(&self) -> String {
        let fields = self.fields.iter().map(|at| HEADERS[*at].1.to_owned());
        let further = self.further.iter().map(|field| [cell::FURTHER, field].concat());
        let own = cell::OWN.map(str::to_owned).into_iter();
        ["\u{FEFF}".to_owned(), row(own.chain(fields).chain(further))].concat()
    }

    /// The line of a card.
    pub(crate) fn row(&self, card: &Card) -> String {
        let of = |field: &str, at: Option<usize>| {
            let here = card.fields.iter().filter(|(name, _)| name == field && place(card, name) == at);
            // White space around a value is no part of it.
            cell::join(here.map(|(_, value)| value.trim()))
        };
        let own = [
            card.source_key.clone().unwrap_or_default(),
            card.kind.clone().unwrap_or_default(),
            card.names.first().cloned().unwrap_or_default(),
            cell::join(card.names.iter().skip(1).map(String::as_str)),
        ];
        let fields = self.fields.iter().map(|at| of(HEADERS[*at].0, Some(*at)));
        let further = self.further.iter().map(|field| of(field, None));
        row(own.into_iter().chain(fields).chain(further).map(cell::guarded))
    }
}

/// The place of a field among [`HEADERS`]. What a name could be made of has none where there is no name.
fn place(card: &Card, field: &str) -> Option<usize> {
    if card.names.is_empty() && NAMING.contains(&field) {
        return None;
    }
    HEADERS.iter().position(|(name, _)| *name == field)
}

fn row(cells: impl Iterator<Item = String>) -> String {
    let quoted = |cell: String| {
        let needs = cell.contains(['"', ',', ';', '\t', '\n', '\r']) || cell.trim() != cell;
        if needs { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell }
    };
    let mut line = cells.map(quoted).collect::<Vec<_>>().join(",");
    line.push_str("\r\n");
    line
}
