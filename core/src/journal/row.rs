//! Rows: how records lie in a store.
//!
//! What tells where records lie and where the journal ends stands twice, so that a damaged byte takes no more than the
//! record that it lies in, and the journal's head is never in doubt:
//!
//! | part of a row | bytes |
//! |---|---|
//! | head: format `2`, number of records, hash of the last one | 1 + 4 + 32 |
//! | XXH64 of the head | 8 |
//! | each record: its length, and its [`postcard`] bytes | 4 + length |
//! | the lengths again | 4 each |
//! | the head again | 37 |
//! | XXH64 of lengths and head | 8 |
//!
//! Numbers are little-endian. The front lets a store tell the journal's head without understanding records. Rows of format
//! 1, which earlier builds wrote, have no checksums and nothing after the records; they are read, and not written.

use super::frame::{self, Back, FRONT, Fixed, Framing, HEAD, LENGTH};
use super::{Hash, Head, Record};

/// Records a row at most.
pub const MAX_RECORDS: usize = 1_000;
/// Bytes a row at most, unless a single record is larger.
pub const MAX_BYTES: usize = 512 * 1024;

/// The format of rows that had nothing twice.
const BARE: u8 = 1;

/// A stored row of 1 to 1,000 consecutive records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Sequence of its first record; the key in the store.
    pub first: u64,
    /// Its bytes, as the module's documentation says.
    pub bytes: Vec<u8>,
}

/// A record of a row, or what is wrong with it.
pub type Decoded = Result<Record, String>;

/// How the records of a row can be found.
enum Frame<'a> {
    /// As they were written.
    Twice { fixed: Fixed, back: Option<Back<'a>>, front: bool },
    /// As earlier builds wrote them, or by what is left of both: records follow one another from here.
    Once { fixed: Fixed, start: usize, known: bool },
}

impl Row {
    /// Bytes of a row's beginning that tell the journal's head, see [`Self::head_of_front`].
    pub const FRONT: usize = FRONT;

    /// Packs records into as few rows as the bounds allow. A row holds consecutive ones.
    pub fn pack(records: &[Record]) -> Vec<Row> {
        let mut rows: Vec<Row> = Vec::new();
        let mut open: Option<(u64, Framing, Head)> = None;
        let close = |(first, framing, head): (u64, Framing, Head)| Row { first, bytes: framing.close(head.hash) };
        for record in records {
            let body = postcard::to_stdvec(record).unwrap_or_default();
            let fits = |(_, framing, head): &(u64, Framing, Head)| {
                framing.count() < MAX_RECORDS
                    && framing.size_with(body.len()) <= MAX_BYTES
                    && head.sequence + 1 == record.sequence
            };
            if !open.as_ref().is_some_and(fits) {
                rows.extend(open.take().map(close));
            }
            let (_, framing, head) = open.get_or_insert_with(|| (record.sequence, Framing::new(), Head::default()));
            framing.push(&body);
            *head = record.head();
        }
        rows.extend(open.map(close));
        rows
    }

    /// The journal's head after this row.
    pub fn head(&self) -> Head {
        let (Frame::Twice { fixed, .. } | Frame::Once { fixed, .. }) = self.frame();
        head_of(self.first, fixed)
    }

    /// The same from the first [`Self::FRONT`] bytes of a row; none if they do not tell, so that the whole row has to be read.
    pub fn head_of_front(first: u64, front: &[u8]) -> Option<Head> {
        frame::front(front).map(|fixed| head_of(first, fixed))
    }

    /// What is damaged of what frames the records. They were found by what stands twice, so that they are the same as before.
    pub fn damage(&self) -> Option<&'static str> {
        match self.frame() {
            Frame::Once { known: true, .. } => None,
            Frame::Once { known: false, .. } => Some("its head and its end are damaged"),
            Frame::Twice { front: false, .. } => Some("its head is damaged"),
            Frame::Twice { back: None, .. } => Some("its end is damaged"),
            Frame::Twice { fixed, back: Some(back), .. } if back.fixed != fixed => Some("its head and its end differ"),
            Frame::Twice { fixed, back: Some(back), .. } => {
                let mut at = FRONT;
                for n in 0..fixed.count as usize {
                    let length = back.length(n).unwrap_or_default();
                    if frame::length_at(&self.bytes, at) != Some(length) {
                        return Some("a length in it is damaged");
                    }
                    at += LENGTH + length;
                }
                None
            }
        }
    }

    /// Its records; where bytes are damaged, an error in the record's place, with its sequence.
    pub fn unpack(&self) -> Vec<(u64, Decoded)> {
        let frame = self.frame();
        let (fixed, back, start) = match &frame {
            Frame::Twice { fixed, back, .. } => (fixed, back.as_ref().filter(|back| back.fixed == *fixed), FRONT),
            Frame::Once { fixed, start, .. } => (fixed, None, *start),
        };
        let count = u64::from(fixed.count).clamp(1, MAX_RECORDS as u64);
        let mut out = Vec::with_capacity(count as usize);
        let mut at = start;
        for n in 0..count {
            let length = back.map_or_else(|| frame::length_at(&self.bytes, at), |back| back.length(n as usize));
            let Some(place) = length.and_then(|length| frame::place(&self.bytes, at, length)) else {
                let why = if at == start { "the row cannot be read" } else { "the row is cut off" };
                out.extend((n..count).map(|n| (self.first + n, Err(why.into()))));
                break;
            };
            at = place.end;
            out.push((self.first + n, Record::decode(&self.bytes[place], self.first + n)));
        }
        out
    }

    fn frame(&self) -> Frame<'_> {
        let (front, back) = (frame::front(&self.bytes), Back::read(&self.bytes));
        if let Some(fixed) = front.or(back.as_ref().map(|back| back.fixed)) {
            return Frame::Twice { fixed, back, front: front.is_some() };
        }
        let said = Fixed::read(&self.bytes).unwrap_or(Fixed { count: 1, hash: Hash::default() });
        if self.bytes.first() == Some(&BARE) {
            return Frame::Once { fixed: said, start: HEAD, known: true };
        }
        // Neither is sound, or the format is: what can be read of the records tells how many there are.
        let found = [FRONT, HEAD].into_iter().find_map(|start| Some((start, self.read_through(start)?)));
        let (start, fixed) = found.unwrap_or((HEAD, said));
        Frame::Once { fixed, start, known: false }
    }

    /// Reads sound records from `start` on as long as there are any.
    fn read_through(&self, start: usize) -> Option<Fixed> {
        let mut found = None;
        let mut at = start;
        for count in 1..=MAX_RECORDS as u32 {
            let place = frame::length_at(&self.bytes, at).and_then(|length| frame::place(&self.bytes, at, length));
            let Some(place) = place else { break };
            at = place.end;
            match Record::decode(&self.bytes[place], self.first + u64::from(count) - 1) {
                Ok(record) => found = Some(Fixed { count, hash: record.hash }),
                Err(_) => break,
            }
        }
        found
    }
}

/// The journal's head after a row. A row holds a record at least, though it may not be told which.
fn head_of(first: u64, fixed: Fixed) -> Head {
    Head { sequence: first.saturating_add(u64::from(fixed.count.max(1))).saturating_sub(1), hash: fixed.hash }
}
