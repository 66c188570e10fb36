//! The central directory at the end of an archive: which entries there are, and where.

use std::ops::Range;

use super::Broken;
use super::bytes::{extras, length_at, u16_at, u32_at, u64_at};
use super::entry::{Entry, Fault, Method, mark};
use super::name;

/// Entries of one archive at most.
const ENTRIES: usize = 100_000;
/// Bytes of a directory at most, in all.
const LARGEST: u64 = 64 << 20;
/// Bytes that are wanted at a time.
const PART: u64 = 1 << 20;

/// The record at the end, without its comment.
const END: usize = 22;
/// The longest comment.
const COMMENT: usize = 0xFFFF;
/// What says where the record of ZIP64 is; it stands right before the end.
const LOCATOR: usize = 20;
/// The record of ZIP64, as far as it is read.
const END64: usize = 56;
/// How it begins.
const IS_END64: &[u8] = b"PK\x06\x06";
/// What the directory has of an entry before its name.
const CENTRAL: usize = 46;

/// Whether a file begins as an archive does, be it an empty one. Four bytes tell.
pub fn is_archive(start: &[u8]) -> bool {
    start.starts_with(b"PK\x03\x04") || start.starts_with(b"PK\x05\x06")
}

/// Reads the directory of an archive: fed with what [`Self::wanted`] says until that is nothing.
#[derive(Debug)]
pub struct Directory {
    /// Bytes of the file.
    size: u64,
    stage: Stage,
    entries: Vec<Entry>,
}

#[derive(Debug)]
enum Stage {
    /// The end of the file is wanted.
    End,
    /// The record of ZIP64 is wanted, which stands here, or else there.
    End64(u64, Option<u64>),
    /// The directory is read.
    Central {
        /// What is wanted next.
        rest: Range<u64>,
        /// What was fed and holds no whole entry.
        held: Vec<u8>,
        /// Bytes that stand before the archive in its file.
        before: u64,
    },
    Done,
}

impl Directory {
    /// Of a file of so many bytes.
    pub fn new(size: u64) -> Self {
        Self { size, stage: Stage::End, entries: Vec::new() }
    }

    /// Which bytes of the file are to be fed next; `None` if the directory was read. Never more than 1 MB.
    pub fn wanted(&self) -> Option<Range<u64>> {
        match &self.stage {
            Stage::End => Some(self.size.saturating_sub((END + COMMENT + LOCATOR) as u64)..self.size),
            Stage::End64(at, _) => Some(*at..at.saturating_add(END64 as u64)),
            Stage::Central { rest, .. } => Some(rest.start..rest.end.min(rest.start + PART)),
            Stage::Done => None,
        }
    }

    /// Takes the bytes that [`Self::wanted`] named.
    ///
    /// # Errors
    /// The file is no archive, or one that is not read: nothing in it is.
    pub fn feed(&mut self, bytes: &[u8]) -> Result<(), Broken> {
        match &mut self.stage {
            Stage::End => self.stage = self.end(bytes)?,
            Stage::End64(at, other) => {
                let (at, other) = (*at, *other);
                self.stage = match other {
                    Some(other) if !bytes.starts_with(IS_END64) => Stage::End64(other, None),
                    _ => end64(at, bytes).ok_or(DAMAGED)??,
                };
            }
            Stage::Central { rest, held, before } => {
                rest.start += bytes.len() as u64;
                held.extend_from_slice(bytes);
                let (mut at, before) = (0, *before);
                while let Some((entry, length)) = read(held.get(at..).unwrap_or_default(), before)? {
                    if self.entries.len() >= ENTRIES {
                        return Err(MANY);
                    }
                    self.entries.push(entry);
                    at += length;
                }
                held.drain(..at);
                if rest.is_empty() {
                    if !held.is_empty() {
                        return Err(DAMAGED);
                    }
                    self.stage = Stage::Done;
                    mark(&mut self.entries, self.size);
                }
            }
            Stage::Done => {}
        }
        Ok(())
    }

    /// The entries, in the order of the directory.
    pub fn into_entries(self) -> Vec<Entry> {
        self.entries
    }

    /// What follows from the end of the file.
    fn end(&self, tail: &[u8]) -> Result<Stage, Broken> {
        let is_end = |at: &usize| {
            tail.get(*at..).is_some_and(|rest| rest.starts_with(b"PK\x05\x06"))
                && length_at(tail, at + 20).is_some_and(|comment| at + END + comment <= tail.len())
        };
        let last = tail.len().checked_sub(END).ok_or(NO_END)?;
        let at = (0..=last).rev().find(is_end).ok_or(NO_END)?;
        let field = |offset| u16_at(tail, at + offset).ok_or(DAMAGED);
        let wide = |offset| u32_at(tail, at + offset).ok_or(DAMAGED);
        let (count, length, offset) = (field(10)?, wide(12)?, wide(16)?);
        let position = self.size.saturating_sub(tail.len() as u64) + at as u64;
        if count == u16::MAX || length == u32::MAX || offset == u32::MAX {
            let locator = at.checked_sub(LOCATOR).and_then(|at| tail.get(at..)).unwrap_or_default();
            if locator.starts_with(b"PK\x06\x07") {
                let stated = u64_at(locator, 8).ok_or(DAMAGED)?;
                if stated.checked_add(END64 as u64).is_none_or(|end| end > position) {
                    return Err(DAMAGED);
                }
                // Where something stands before the archive, it is not there, but right before what says where it is.
                let before = position.checked_sub((LOCATOR + END64) as u64).filter(|before| *before != stated);
                return Ok(Stage::End64(stated, before));
            }
        }
        if field(4)? != 0 || field(6)? != 0 {
            return Err(SPLIT);
        }
        central(position, length.into(), offset.into())
    }
}

/// What follows from the record of ZIP64.
fn end64(position: u64, bytes: &[u8]) -> Option<Result<Stage, Broken>> {
    bytes.starts_with(IS_END64).then_some(())?;
    if u32_at(bytes, 16)? != 0 || u32_at(bytes, 20)? != 0 {
        return Some(Err(SPLIT));
    }
    Some(central(position, u64_at(bytes, 40)?, u64_at(bytes, 48)?))
}

/// The directory of so many bytes which stands right before `end`, and by its own account at `offset`.
fn central(end: u64, length: u64, offset: u64) -> Result<Stage, Broken> {
    if length > LARGEST {
        return Err(MANY);
    }
    let start = end.checked_sub(length).ok_or(DAMAGED)?;
    let before = start.checked_sub(offset).ok_or(DAMAGED)?;
    Ok(if length == 0 { Stage::Done } else { Stage::Central { rest: start..end, held: Vec::new(), before } })
}

/// The entry at the beginning of these bytes and what it takes of them; nothing if it is not all there.
fn read(bytes: &[u8], before: u64) -> Result<Option<(Entry, usize)>, Broken> {
    if bytes.len() < CENTRAL {
        return Ok(None);
    }
    if !bytes.starts_with(b"PK\x01\x02") {
        return Err(DAMAGED);
    }
    let lengths = [28, 30, 32].map(|offset| length_at(bytes, offset).unwrap_or_default());
    let [name_length, extra_length, comment_length] = lengths;
    let (extra_at, length) = (CENTRAL + name_length, CENTRAL + name_length + extra_length + comment_length);
    if bytes.len() < length {
        return Ok(None);
    }
    let name = bytes.get(CENTRAL..extra_at).unwrap_or_default();
    let extra = bytes.get(extra_at..extra_at + extra_length).unwrap_or_default();
    let entry = entry(bytes, name, extra, before).ok_or(DAMAGED)?;
    Ok(Some((entry, length)))
}

fn entry(bytes: &[u8], plain_name: &[u8], extra: &[u8], before: u64) -> Option<Entry> {
    let flags = u16_at(bytes, 8)?;
    let wide = extras(extra).find(|(id, _)| *id == 1).map(|(_, content)| content).unwrap_or_default();
    // The extra field has, in this order, those that do not fit.
    let mut at = 0;
    let mut number = |offset| match u32_at(bytes, offset)? {
        u32::MAX if at + 8 <= wide.len() => {
            at += 8;
            u64_at(wide, at - 8)
        }
        number => Some(number.into()),
    };
    let (size, packed, header) = (number(24)?, number(20)?, number(42)?);
    // The name in UTF-8 as Info-ZIP writes it beside another, with the checksum of that.
    let better = extras(extra).find(|(id, _)| *id == 0x7075).and_then(|(_, content)| {
        let is_of_it = u32_at(content, 1)? == crc32fast::hash(plain_name) && content.first() == Some(&1);
        content.get(5..).filter(|_| is_of_it)
    });
    let (name, is_cut) = name::decode(better.unwrap_or(plain_name));
    Some(Entry {
        name,
        size,
        packed,
        method: match u16_at(bytes, 10)? {
            0 => Method::Stored,
            8 => Method::Deflated,
            other => Method::Other(other),
        },
        // Also where the directory itself is masked.
        is_encrypted: flags & (1 | 1 << 6 | 1 << 13) != 0,
        crc: u32_at(bytes, 16)?,
        header: header.checked_add(before)?,
        fault: is_cut.then_some(Fault::LongName),
    })
}

const fn broken(code: &'static str, reason: &'static str) -> Broken {
    Broken { code, reason }
}

const NO_END: Broken =
    broken("damaged", "It is no whole zip archive: the list of what is in it is missing. Copy or export it anew.");
const DAMAGED: Broken =
    broken("damaged", "The zip archive is damaged: the list of what is in it cannot be read. Copy or export it anew.");
const SPLIT: Broken = broken(
    "several_parts",
    "The zip archive is one of several parts. Join or unpack them, and bring in what was in them.",
);
const MANY: Broken = broken(
    "too_many_entries",
    "The zip archive has more entries than Namesake reads. Unpack it, and bring in what is wanted of it.",
);
