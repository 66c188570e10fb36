//! The bytes of one entry, in order, a part at a time.

use std::ops::Range;

use crc32fast::Hasher;
use miniz_oxide::inflate::stream::{InflateState, inflate};
use miniz_oxide::{DataFormat, MZError, MZFlush, MZStatus};

use super::bytes::length_at;
use super::entry::{Entry, Fault, Method};

/// What an entry's own header has before its name.
pub(super) const HEADER: usize = 30;
/// Bytes of the file that are wanted at a time.
const TAKE: u64 = 1 << 18;
/// Bytes that are unpacked at a time.
const PART: usize = 1 << 20;

/// Unpacks an entry: fed with what [`Self::wanted`] says, it hands out what that comes to. Only once [`Self::is_done`] is true
/// was the entry found to be what was packed.
#[derive(Debug)]
pub struct Unpacker {
    entry: Entry,
    /// Where its bytes begin in the file, once its own header was read.
    start: Option<u64>,
    /// How many of them were fed.
    fed: u64,
    /// What was fed and not unpacked, and how much of that was.
    held: Vec<u8>,
    read: usize,
    inflater: Inflater,
    /// Bytes handed out, and their checksum.
    given: u64,
    crc: Hasher,
    /// The last bit of it was read.
    is_through: bool,
}

/// Without its window in a log.
struct Inflater(Box<InflateState>);

impl std::fmt::Debug for Inflater {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Inflater")
    }
}

impl Unpacker {
    /// At the beginning of an entry.
    ///
    /// # Errors
    /// As [`Entry::check`].
    pub fn new(entry: &Entry) -> Result<Self, Fault> {
        entry.check()?;
        Ok(Self {
            entry: entry.clone(),
            start: None,
            fed: 0,
            held: Vec::new(),
            read: 0,
            inflater: Inflater(InflateState::new_boxed(DataFormat::Raw)),
            given: 0,
            crc: Hasher::new(),
            is_through: false,
        })
    }

    /// Which bytes of the file are to be fed next; `None` if it has enough for the next part, or is done.
    pub fn wanted(&self) -> Option<Range<u64>> {
        let Some(start) = self.start else {
            return Some(self.entry.header..self.entry.header.saturating_add(HEADER as u64));
        };
        if self.is_through || self.read < self.held.len() || self.fed >= self.entry.packed {
            return None;
        }
        let at = start.saturating_add(self.fed);
        Some(at..at.saturating_add((self.entry.packed - self.fed).min(TAKE)))
    }

    /// Takes the bytes that [`Self::wanted`] named.
    ///
    /// # Errors
    /// `Damaged` if the entry does not stand where the directory says.
    pub fn feed(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        if self.start.is_some() {
            self.fed += bytes.len() as u64;
            (self.held, self.read) = (bytes.to_vec(), 0);
            return Ok(());
        }
        let lengths = length_at(bytes, 26).zip(length_at(bytes, 28)).filter(|_| bytes.starts_with(b"PK\x03\x04"));
        let (name, extra) = lengths.ok_or(Fault::Damaged)?;
        self.start = Some(self.entry.header.saturating_add((HEADER + name + extra) as u64));
        Ok(())
    }

    /// Whether all of it was handed out, and is what was packed.
    pub fn is_done(&self) -> bool {
        self.is_through
    }

    /// Bytes handed out so far.
    pub fn given(&self) -> u64 {
        self.given
    }

    /// The next part, at most 1 MB; empty where more is wanted, and at the end.
    ///
    /// # Errors
    /// `Damaged` if it is not what was packed, or not of the size that the directory says.
    pub fn take(&mut self) -> Result<Vec<u8>, Fault> {
        if self.is_through || self.wanted().is_some() {
            return Ok(Vec::new());
        }
        let (part, is_end) = match self.entry.method {
            Method::Stored => {
                self.read = self.held.len();
                (std::mem::take(&mut self.held), self.fed == self.entry.packed)
            }
            _ => self.inflate()?,
        };
        self.given += part.len() as u64;
        self.crc.update(&part);
        if self.given > self.entry.size {
            return Err(Fault::Damaged);
        }
        if is_end {
            let is_whole = self.given == self.entry.size && self.crc.clone().finalize() == self.entry.crc;
            self.is_through = is_whole;
            return if is_whole { Ok(part) } else { Err(Fault::Damaged) };
        }
        Ok(part)
    }

    fn inflate(&mut self) -> Result<(Vec<u8>, bool), Fault> {
        // One byte more than there should be shows that there are too many.
        let due = usize::try_from(self.entry.size - self.given).unwrap_or(PART).saturating_add(1);
        let mut part = vec![0; due.min(PART)];
        let input = self.held.get(self.read..).unwrap_or_default();
        let result = inflate(&mut self.inflater.0, input, &mut part, MZFlush::None);
        self.read += result.bytes_consumed;
        part.truncate(result.bytes_written);
        let is_all = self.fed == self.entry.packed && self.read >= self.held.len();
        match result.status {
            Ok(MZStatus::StreamEnd) if is_all => Ok((part, true)),
            // What neither takes nor gives anything never ends.
            Ok(MZStatus::Ok) | Err(MZError::Buf) if result.bytes_consumed > 0 || !part.is_empty() => Ok((part, false)),
            _ => Err(Fault::Damaged),
        }
    }
}
