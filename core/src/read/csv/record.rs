//! Rows of a table: which bytes belong to one, and its values as text. It must not know what a value means.

use std::borrow::Cow;

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};

use super::super::lines::Place;
use super::super::window::Window;
use super::super::{LINE_MAX, charset};

/// What separates values.
const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];

/// Takes rows apart.
#[derive(Debug)]
pub(super) struct Rows {
    delimiter: u8,
    reader: Box<Reader>,
    values: Vec<u8>,
    ends: Vec<usize>,
}

/// One row.
#[derive(Debug)]
pub(super) struct Row {
    /// Its first line.
    pub(super) line: u32,
    /// Its values. None if they are of no character set that is read.
    pub(super) values: Option<Vec<String>>,
    /// Whether it was not UTF-8.
    pub(super) is_old: bool,
    /// Where it ends, without its line break.
    pub(super) end: usize,
}

/// Why there is no row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoRow {
    /// The bytes are at an end.
    End,
    /// A quotation mark opens in this line, and none closes it.
    Open(u32),
}

impl Rows {
    pub(super) fn new(delimiter: u8) -> Self {
        let reader = Box::new(ReaderBuilder::new().delimiter(delimiter).build());
        Self { delimiter, reader, values: vec![0; 1 << 10], ends: vec![0; 1 << 6] }
    }

    pub(super) fn delimiter(&self) -> char {
        char::from(self.delimiter)
    }

    /// The next row from `place` on, and the place after it. Empty lines are passed over.
    pub(super) fn next(&mut self, bytes: &Window, mut place: Place) -> (Result<Row, NoRow>, Place) {
        while let Some((line, next)) = place.line_of(bytes) {
            if !line.is_empty() {
                break;
            }
            place = next;
        }
        let input = bytes.get(place.offset..).unwrap_or_default();
        if input.is_empty() {
            bytes.fall_short();
            return (Err(NoRow::End), place);
        }
        let Some((read, values, ends)) = self.split(bytes, input) else {
            return (Err(NoRow::Open(place.line)), place);
        };
        let whole = input.get(..read).unwrap_or_default();
        if read == input.len() && whole.last() != Some(&b'\n') {
            // It may go on, or an LF may follow a CR.
            bytes.fall_short();
        }
        let (values, ends) = (self.values.get(..values).unwrap_or_default(), self.ends.get(..ends).unwrap_or_default());
        let starts = std::iter::once(&0).chain(ends);
        let values: Vec<&[u8]> =
            starts.zip(ends).map(|(start, end)| values.get(*start..*end).unwrap_or_default()).collect();
        let is_old = values.iter().any(|value| std::str::from_utf8(value).is_err());
        let set = if is_old { "windows-1252" } else { "utf-8" };
        let values =
            values.into_iter().map(|value| charset::decode(Cow::Borrowed(value), set).map(|text| lines(&text)));
        let row = Row { line: place.line, values: values.collect(), is_old, end: place.offset + read };
        (Ok(row), after(place, whole, input.get(read)))
    }

    /// How much of the input, the rest of what is held, the row at its beginning takes, and how many bytes and values it has.
    /// None if it does not end.
    fn split(&mut self, bytes: &Window, input: &[u8]) -> Option<(usize, usize, usize)> {
        self.reader.reset();
        let (mut read, mut values, mut ends) = (0, 0, 0);
        loop {
            let rest = input.get(read..).unwrap_or_default();
            // At the end of the file a line break ends a row, unless that is within quotation marks.
            let source = if rest.is_empty() { &b"\n"[..] } else { rest };
            let (result, taken, value_bytes, value_count) = self.reader.read_record(
                source,
                self.values.get_mut(values..).unwrap_or_default(),
                self.ends.get_mut(ends..).unwrap_or_default(),
            );
            let at_end = rest.is_empty();
            read += if at_end { 0 } else { taken };
            values += value_bytes;
            ends += value_count;
            match result {
                ReadRecordResult::Record | ReadRecordResult::End => return Some((read, values, ends)),
                ReadRecordResult::InputEmpty if at_end => {
                    bytes.fall_short();
                    return None;
                }
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputFull if values > LINE_MAX => return None,
                ReadRecordResult::OutputFull => self.values.resize(self.values.len() * 2, 0),
                ReadRecordResult::OutputEndsFull => self.ends.resize(self.ends.len() * 2, 0),
            }
        }
    }
}

/// The delimiter of a table: what stands most often in its first line outside quotation marks.
pub(super) fn delimiter_of(first: &[u8]) -> u8 {
    let mut counts = [0_u32; DELIMITERS.len()];
    let mut quoted = false;
    for byte in first {
        quoted ^= *byte == b'"';
        if let Some(at) = DELIMITERS.iter().position(|delimiter| delimiter == byte).filter(|_| !quoted) {
            counts[at] += 1;
        }
    }
    // The first of equals.
    let most = (0..DELIMITERS.len()).rev().max_by_key(|at| counts[*at]).unwrap_or_default();
    DELIMITERS[most]
}

/// The place after a row that takes these bytes. Of a line break of two characters, a reader takes the first.
fn after(place: Place, whole: &[u8], next: Option<&u8>) -> Place {
    let split = whole.last() == Some(&b'\r') && next == Some(&b'\n');
    let mut breaks = 0_u32;
    let mut last = 0;
    for byte in whole {
        breaks += u32::from(*byte == b'\r' || (*byte == b'\n' && last != b'\r'));
        last = *byte;
    }
    Place { offset: place.offset + whole.len() + usize::from(split), line: place.line.saturating_add(breaks) }
}

/// A value with line feeds for line breaks of all kinds, as the other formats give them.
fn lines(value: &str) -> String {
    if value.contains('\r') { value.replace("\r\n", "\n").replace('\r', "\n") } else { value.to_owned() }
}
