//! Rows: how records lie in a store.
//!
//! A row is `1` (format), the number of records (u32, little-endian), the hash of its last record (32 bytes), and then
//! each record as its length (u32, little-endian) and its [`postcard`] bytes. The fixed head lets a store tell the
//! journal's head without understanding records.

use super::{Hash, Head, Record};

/// Records a row at most.
pub const MAX_RECORDS: usize = 1_000;
/// Bytes a row at most, unless a single record is larger.
pub const MAX_BYTES: usize = 512 * 1024;

const FORMAT: u8 = 1;
const HEAD: usize = 1 + 4 + 32;

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

impl Row {
    /// Packs consecutive records into as few rows as the bounds allow.
    pub fn pack(records: &[Record]) -> Vec<Row> {
        let mut rows: Vec<Row> = Vec::new();
        let mut count = 0usize;
        for record in records {
            let body = postcard::to_stdvec(record).unwrap_or_default();
            let full =
                rows.last().is_none_or(|row| count >= MAX_RECORDS || row.bytes.len() + 4 + body.len() > MAX_BYTES);
            if full {
                let mut bytes = vec![0; HEAD];
                bytes[0] = FORMAT;
                rows.push(Row { first: record.sequence, bytes });
                count = 0;
            }
            count += 1;
            if let Some(row) = rows.last_mut() {
                row.bytes.extend_from_slice(&(body.len() as u32).to_le_bytes());
                row.bytes.extend_from_slice(&body);
                row.bytes[1..5].copy_from_slice(&(count as u32).to_le_bytes());
                row.bytes[5..HEAD].copy_from_slice(&record.hash.0);
            }
        }
        rows
    }

    /// How many records its head names.
    pub fn count(&self) -> u32 {
        self.bytes.get(1..5).and_then(|b| b.try_into().ok()).map_or(0, u32::from_le_bytes)
    }

    /// The journal's head after this row.
    pub fn head(&self) -> Head {
        let hash = self.bytes.get(5..HEAD).and_then(|b| b.try_into().ok()).unwrap_or_default();
        Head { sequence: (self.first + u64::from(self.count())).saturating_sub(1), hash: Hash(hash) }
    }

    /// Its records; where bytes are damaged, an error in the record's place, with its sequence.
    pub fn unpack(&self) -> Vec<(u64, Decoded)> {
        let count = u64::from(self.count()).min(MAX_RECORDS as u64);
        let mut out = Vec::with_capacity(count as usize);
        if self.bytes.first() != Some(&FORMAT) {
            out.extend((0..count.max(1)).map(|n| (self.first + n, Err("the row is of an unknown format".into()))));
            return out;
        }
        let mut rest = self.bytes.get(HEAD..).unwrap_or_default();
        for n in 0..count {
            let sequence = self.first + n;
            let Some((body, after)) = split(rest) else {
                out.extend((n..count).map(|n| (self.first + n, Err("the row is cut off".into()))));
                break;
            };
            rest = after;
            out.push((sequence, Record::decode(body, sequence)));
        }
        out
    }
}

fn split(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let length = u32::from_le_bytes(bytes.get(..4)?.try_into().ok()?) as usize;
    let rest = &bytes[4..];
    (length <= rest.len()).then(|| rest.split_at(length))
}
