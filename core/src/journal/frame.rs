//! What frames the records of a row: where they lie and where the journal ends, both written twice.
//!
//! Numbers are little-endian. See [`Row`](super::Row) for the whole of a row. This module must not know what a record holds.

use super::Hash;
use std::ops::Range;
use xxhash_rust::xxh64::xxh64;

/// The format that is written.
pub(super) const FORMAT: u8 = 2;
/// Bytes of a row's fixed head: format, number of records, hash of the last one.
pub(super) const HEAD: usize = 1 + 4 + 32;
/// Bytes of a checksum.
const SUM: usize = 8;
/// Bytes of a length.
pub(super) const LENGTH: usize = 4;
/// Bytes of the head with its checksum: what a row begins with.
pub(super) const FRONT: usize = HEAD + SUM;

/// What a row's fixed head says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fixed {
    /// How many records there are.
    pub(super) count: u32,
    /// The hash of the last one.
    pub(super) hash: Hash,
}

impl Fixed {
    /// Reads a fixed head, whatever its checksum says.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let count = u32::from_le_bytes(bytes.get(1..5)?.try_into().ok()?);
        Some(Self { count, hash: Hash(bytes.get(5..HEAD)?.try_into().ok()?) })
    }

    fn write(self, out: &mut Vec<u8>) {
        out.push(FORMAT);
        out.extend_from_slice(&self.count.to_le_bytes());
        out.extend_from_slice(&self.hash.0);
    }
}

/// The head that a row begins with, if it is sound.
pub(super) fn front(bytes: &[u8]) -> Option<Fixed> {
    Fixed::read(sealed(bytes.get(..FRONT)?)?)
}

/// What a row ends with, if it is sound: the lengths of its records and the head again.
pub(super) struct Back<'a> {
    pub(super) fixed: Fixed,
    lengths: &'a [u8],
}

impl<'a> Back<'a> {
    pub(super) fn read(bytes: &'a [u8]) -> Option<Self> {
        let fixed = Fixed::read(bytes.get(bytes.len().checked_sub(FRONT)?..)?)?;
        let size = (fixed.count as usize).checked_mul(LENGTH)?;
        let start = bytes.len().checked_sub(FRONT.checked_add(size)?)?;
        let body = sealed(bytes.get(start..)?)?;
        Some(Self { fixed, lengths: body.get(..size)? })
    }

    pub(super) fn length(&self, n: usize) -> Option<usize> {
        number(self.lengths, n.checked_mul(LENGTH)?)
    }
}

/// The bytes before a checksum that fits them, and begin a format that has one.
fn sealed(bytes: &[u8]) -> Option<&[u8]> {
    let (body, sum) = bytes.split_at_checked(bytes.len().checked_sub(SUM)?)?;
    let head = body.get(body.len().checked_sub(HEAD)?..)?;
    (head.first() == Some(&FORMAT) && xxh64(body, 0).to_le_bytes() == sum).then_some(body)
}

fn number(bytes: &[u8], at: usize) -> Option<usize> {
    let bytes = bytes.get(at..at.checked_add(LENGTH)?)?;
    usize::try_from(u32::from_le_bytes(bytes.try_into().ok()?)).ok()
}

/// The length that stands in front of the record at `at`.
pub(super) fn length_at(bytes: &[u8], at: usize) -> Option<usize> {
    number(bytes, at)
}

/// Where a record of this length lies whose own length stands at `at`, if the row reaches so far.
pub(super) fn place(bytes: &[u8], at: usize, length: usize) -> Option<Range<usize>> {
    let start = at.checked_add(LENGTH)?;
    let end = start.checked_add(length)?;
    (end <= bytes.len()).then_some(start..end)
}

/// A row that is being written.
pub(super) struct Framing {
    bytes: Vec<u8>,
    lengths: Vec<u8>,
    count: u32,
}

impl Framing {
    pub(super) fn new() -> Self {
        Self { bytes: vec![0; FRONT], lengths: Vec::new(), count: 0 }
    }

    pub(super) fn count(&self) -> usize {
        self.count as usize
    }

    /// Bytes of the row with one more record of this length.
    pub(super) fn size_with(&self, length: usize) -> usize {
        self.bytes.len() + LENGTH + length + self.lengths.len() + LENGTH + FRONT
    }

    pub(super) fn push(&mut self, body: &[u8]) {
        let length = (body.len() as u32).to_le_bytes();
        self.bytes.extend_from_slice(&length);
        self.bytes.extend_from_slice(body);
        self.lengths.extend_from_slice(&length);
        self.count += 1;
    }

    /// The row's bytes, of which the last record has this hash.
    pub(super) fn close(mut self, hash: Hash) -> Vec<u8> {
        let fixed = Fixed { count: self.count, hash };
        let mut front = Vec::with_capacity(FRONT);
        fixed.write(&mut front);
        seal(&mut front);
        self.bytes[..FRONT].copy_from_slice(&front);
        fixed.write(&mut self.lengths);
        seal(&mut self.lengths);
        self.bytes.append(&mut self.lengths);
        self.bytes
    }
}

fn seal(bytes: &mut Vec<u8>) {
    let sum = xxh64(bytes, 0);
    bytes.extend_from_slice(&sum.to_le_bytes());
}
