//! Contact cards from a table: CSV as Google Contacts and Outlook write it, and others whose columns a caller maps.
//!
//! A row is a card. What a column holds is told by a mapping, else guessed from its header; [`examine`] shows both before
//! anything is read. Such files have no lasting id of a card, unless a column is mapped to one: a card is then known by what
//! it holds. Nothing is repaired by guessing: a row that does not fit its header is refused, as its values may have moved.

pub(crate) mod cell;
mod columns;
mod record;

use std::collections::BTreeMap;

use super::charset::{self, Charset};
use super::contact::Contact;
use super::input::Input;
use super::lines::{self, Encoding, Place};
use super::skipped::Skipped;

use super::window::Window;
use super::{Card, Item, Refused};
pub use columns::column_fields;
use columns::{Column as Known, Meaning, Part, columns};
use record::{NoRow, Row, Rows};

/// Rows that are looked at for samples.
const SAMPLE_ROWS: usize = 200;
/// Samples of a column.
const SAMPLES: usize = 3;
/// Longest sample, in characters.
const SAMPLE_CHARS: usize = 80;
/// What Outlook writes where nothing was put in.
const BLANKS: [&str; 4] = ["0/0/00", "00/00/00", "0.0.00", "Unspecified"];

/// What a table of contacts looks like, before it is imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    /// What separates its values: comma, semicolon or tab.
    pub delimiter: char,
    /// Whether it is not UTF-8, and read as Windows-1252.
    pub is_old: bool,
    /// Its columns, in order.
    pub columns: Vec<Column>,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its header, without white space around it.
    pub header: String,
    /// Its first values that are not blank: at most three, at most 80 characters each.
    pub samples: Vec<String>,
    /// What it is taken for, as [`column_fields`] names it; none if it is left out.
    pub field: Option<&'static str>,
}

/// Looks at the beginning of a table, or at all of it. `None` if it has no header.
///
/// ```
/// use namesake_core::read::examine_columns;
/// let table = examine_columns(b"Vorname;Ort;Lieblingstier\nAna;Berg;Fuchs\n").expect("it has a header");
/// assert_eq!((table.delimiter, table.columns[0].field, table.columns[2].field), (';', Some("given"), None));
/// assert_eq!(table.columns[2].samples, ["Fuchs"]);
/// ```
pub fn examine(bytes: &[u8]) -> Option<Columns> {
    examine_in(bytes, charset::find(bytes.get(..super::format::LOOK).unwrap_or(bytes)))
}

/// The same of a table in a character set.
pub(crate) fn examine_in(bytes: &[u8], charset: Option<Charset>) -> Option<Columns> {
    // What is shorter than a mark waits for more, and there is none.
    let bytes = Window::of(&Input::of(charset).take(bytes, bytes.len() < lines::MARK));
    let mut place = Place::default();
    if let Encoding::Utf8 { skip } = lines::encoding(&bytes) {
        place.offset = skip;
    }
    let (table, mut place) = Table::open(&bytes, place, &[]);
    let mut table = table?;
    let known = &table.columns;
    let column = |known: &Known| Column {
        header: known.header.clone(),
        samples: Vec::new(),
        field: known.meaning.and_then(Meaning::name),
    };
    let mut columns: Vec<Column> = known.iter().map(column).collect();
    let mut is_old = table.is_old;
    for _ in 0..SAMPLE_ROWS {
        let (row, next) = table.rows.next(&bytes, place);
        let Ok(row) = row else { break };
        place = next;
        is_old |= row.is_old;
        for (column, value) in columns.iter_mut().zip(row.values.unwrap_or_default()) {
            if column.samples.len() < SAMPLES && !is_blank(&value) {
                column.samples.push(value.trim().chars().take(SAMPLE_CHARS).collect());
            }
        }
    }
    Some(Columns { delimiter: table.rows.delimiter(), is_old, columns })
}

/// Whether a text begins as a table of contacts does.
pub(super) fn is_contacts(content: &[u8]) -> bool {
    let (table, _) = Table::open(&Window::of(content), Place::default(), &[]);
    table.is_some_and(|table| columns::is_contacts(&table.columns))
}

/// A table at work: its header was read.
#[derive(Debug)]
pub(super) struct Table {
    rows: Rows,
    columns: Vec<Known>,
    is_old: bool,
}

impl Table {
    /// Reads the header, in which something has to tell who a row is about. The place is that of the first row. The error
    /// says what is wrong: code and sentence.
    pub(super) fn begin(
        bytes: &Window,
        place: Place,
        said: &[(String, String)],
    ) -> (Result<Self, (&'static str, &'static str)>, Place) {
        let (table, place) = Self::open(bytes, place, said);
        let table = match table {
            Some(table) if columns::has_name(&table.columns) => Ok(table),
            Some(_) => Err(UNKNOWN),
            None => Err(NO_HEADER),
        };
        (table, place)
    }

    /// Reads the header, whatever it says. None if there is none.
    fn open(bytes: &Window, mut place: Place, said: &[(String, String)]) -> (Option<Self>, Place) {
        let mut delimiter = None;
        // A spreadsheet's own word for it stands before the header.
        if let Some((line, next)) = place.line_of(bytes)
            && let Some([said]) = line.strip_prefix(b"sep=").map(|rest| rest.trim_ascii_end())
        {
            (delimiter, place) = (Some(*said), next);
        }
        let first = place.line_of(bytes).map(|(line, _)| line).unwrap_or_default();
        let mut rows = Rows::new(delimiter.unwrap_or_else(|| record::delimiter_of(first)));
        let (header, place) = rows.next(bytes, place);
        let Ok(Row { values: Some(headers), is_old, .. }) = header else { return (None, place) };
        let headers = headers.iter().map(|header| header.trim().to_owned()).collect();
        let columns = columns(headers, said);
        (Some(Self { rows, columns, is_old }), place)
    }

    /// The card of the row at `place`, if it holds anything, and the place after it. The error ends the file: nothing from
    /// here on can be told apart.
    pub(super) fn next_card(
        &mut self,
        bytes: &Window,
        place: Place,
        skipped: &mut Skipped,
    ) -> Result<(Option<Result<Item, Refused>>, Place), Refused> {
        let start = place.offset;
        let (row, place) = self.rows.next(bytes, place);
        let row = match row {
            Ok(row) => row,
            Err(NoRow::End) => return Ok((None, place)),
            Err(NoRow::Open(_)) if bytes.is_short() => return Ok((None, place)),
            Err(NoRow::Open(line)) => {
                let rest = bytes.get(place.offset..).unwrap_or_default();
                return Err(Refused::new(line, "no_end", OPEN, rest));
            }
        };
        let refuse = |code, reason: String| {
            let seen = bytes.get(start..row.end).unwrap_or_default();
            Some(Err(Refused::new(row.line, code, reason, seen)))
        };
        let Some(values) = &row.values else { return Ok((refuse("bad_text", NOT_TEXT.into()), place)) };
        if values.iter().all(|value| value.trim().is_empty()) {
            return Ok((None, place));
        }
        let more = values.iter().skip(self.columns.len()).any(|value| !value.trim().is_empty());
        if more {
            let reason = format!("The row has {} values, the header {}.", values.len(), self.columns.len());
            return Ok((refuse("bad_line", reason), place));
        }
        let item = match self.card(row.line, values, skipped) {
            Ok(card) => {
                if row.is_old {
                    skipped.add("read as Windows-1252, not UTF-8");
                }
                Some(Ok(Item::Card(card)))
            }
            Err((code, reason)) => refuse(code, reason),
        };
        Ok((item, place))
    }

    fn card(&self, line: u32, values: &[String], skipped: &mut Skipped) -> Result<Card, (&'static str, String)> {
        let headers = self.columns.iter().map(|column| column.header.as_str());
        let mut contact = Contact { written_here: columns::is_own(headers), ..Contact::default() };
        let mut left_out: Vec<&str> = Vec::new();
        let mut addresses: BTreeMap<&str, Address<'_>> = BTreeMap::new();
        let mut before = "";
        for (at, (column, value)) in self.columns.iter().zip(values).enumerate() {
            let label = std::mem::replace(&mut before, value);
            let Some(meaning) = column.meaning else {
                if !is_blank(value) {
                    left_out.push(if column.header.is_empty() { "column without a header" } else { &column.header });
                }
                continue;
            };
            if meaning == Meaning::Kind {
                // A blank one says that there is none.
                contact.kind = Some(Some(cell::unguarded(value).trim().to_owned()).filter(|kind| !kind.is_empty()));
            }
            let is_default =
                matches!(meaning, Meaning::Field("birthday" | "anniversary" | "gender")) && is_blank(value);
            if is_default || value.trim().is_empty() {
                continue;
            }
            let value = cell::unguarded(value);
            match meaning {
                Meaning::Ignored | Meaning::Kind => {}
                Meaning::Uid => contact.source_key = Some(value.to_owned()),
                Meaning::Name => contact.formatted.push(value.to_owned()),
                Meaning::Nickname => contact.nicknames.extend(cell::values(value)),
                Meaning::Address(part) => {
                    let place = (contact.fields.len(), at);
                    let address = addresses.entry(&column.group).or_insert(Address { place, parts: Vec::new() });
                    address.parts.push((part, value));
                }
                Meaning::Event if label.to_lowercase().contains("anniversary") => {
                    contact.field("anniversary", value.to_owned());
                }
                Meaning::Event => left_out.push(&column.header),
                Meaning::Further => {
                    let values = cell::values(value).map(|one| (column.group.clone(), one.trim().to_owned()));
                    contact.further.extend(values);
                }
                Meaning::Field("category") => {
                    // Google marks groups of the owner.
                    cell::values(value)
                        .for_each(|one| contact.field("category", one.trim().trim_start_matches("* ").to_owned()));
                }
                Meaning::Field(field) => {
                    cell::values(value).for_each(|one| contact.field(field, one.trim().to_owned()))
                }
            }
        }
        let mut addresses: Vec<Address<'_>> = addresses.into_values().collect();
        addresses.sort_by_key(|address| std::cmp::Reverse(address.place));
        addresses.into_iter().for_each(|address| address.put(&mut contact));
        let card = contact.finish(line, skipped)?;
        left_out.iter().for_each(|name| skipped.add(name));
        Ok(card)
    }
}

/// The parts of one address.
struct Address<'v> {
    /// How many fields came before it, and its first column.
    place: (usize, usize),
    parts: Vec<(Part, &'v str)>,
}

impl Address<'_> {
    /// Adds the address to the fields, where its first column stands: the parts in the order in which they are written, the
    /// whole only where there are none.
    fn put(mut self, contact: &mut Contact) {
        self.parts.sort_by_key(|(part, _)| *part);
        let has_parts = self.parts.iter().any(|(part, _)| *part != Part::Whole);
        let parts = self.parts.iter().filter(|(part, _)| !has_parts || *part != Part::Whole);
        let text = parts.map(|(_, value)| value.trim()).collect::<Vec<_>>().join(", ");
        contact.fields.insert(self.place.0, ("address".to_owned(), text));
    }
}

fn is_blank(value: &str) -> bool {
    value.trim().is_empty() || BLANKS.contains(&value.trim())
}

const NO_HEADER: (&str, &str) = ("wrong_format", "The file has no line of headers that can be read.");
const UNKNOWN: (&str, &str) = (
    "unknown_columns",
    "None of the columns is known to hold a name, an e-mail address or a number. Say what the columns hold, and import it again.",
);
const OPEN: &str = "A quotation mark that opens here is never closed, so nothing from here on can be told apart. Close it, \
    or export the contacts anew, and import them again.";
const NOT_TEXT: &str =
    "The row is neither UTF-8 nor Windows-1252. Save the table as UTF-8 (“CSV UTF-8”) and import it again.";
