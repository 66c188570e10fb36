//! The bytes of one file of a bundle in order, wherever it lies: by itself, or in an archive.

use super::listing::Part;
use super::{Pull, Wanted, Why};
use crate::archive::{Fault, Unpacker};

/// Bytes of a file by itself that are wanted at a time.
const PART: u64 = 1 << 20;

/// A file of a bundle being read.
#[derive(Debug)]
pub(super) struct Stream {
    part: Part,
    from: From,
}

#[derive(Debug)]
enum From {
    File {
        /// Bytes handed out.
        at: u64,
        /// What was fed.
        fed: Vec<u8>,
    },
    Archive(Box<Unpacker>),
}

impl Stream {
    /// At its beginning.
    pub(super) fn open(part: &Part) -> Result<Self, Why> {
        let from = match &part.entry {
            None => From::File { at: 0, fed: Vec::new() },
            Some(entry) => From::Archive(Box::new(Unpacker::new(entry)?)),
        };
        Ok(Self { part: part.clone(), from })
    }

    /// At its beginning once more.
    pub(super) fn again(&mut self) -> Result<(), Why> {
        *self = Self::open(&self.part)?;
        Ok(())
    }

    /// Bytes handed out.
    pub(super) fn at(&self) -> u64 {
        match &self.from {
            From::File { at, .. } => *at,
            From::Archive(unpacker) => unpacker.given(),
        }
    }

    /// Whether all of it was handed out.
    pub(super) fn is_done(&self) -> bool {
        match &self.from {
            From::File { at, .. } => *at >= self.part.size,
            From::Archive(unpacker) => unpacker.is_done(),
        }
    }

    /// Takes what was wanted.
    pub(super) fn feed(&mut self, bytes: &[u8]) -> Result<(), Why> {
        match &mut self.from {
            From::File { fed, .. } => fed.extend_from_slice(bytes),
            From::Archive(unpacker) => unpacker.feed(bytes)?,
        }
        Ok(())
    }

    /// The next bytes; none only at the end.
    pub(super) fn pull(&mut self) -> Result<Pull<Vec<u8>>, Why> {
        let file = self.part.file;
        match &mut self.from {
            From::File { at, fed } if fed.is_empty() && *at < self.part.size => {
                Ok(Pull::Wants(Wanted { file, range: *at..self.part.size.min(*at + PART) }))
            }
            From::File { at, fed } => {
                *at += fed.len() as u64;
                Ok(Pull::Out(std::mem::take(fed)))
            }
            From::Archive(unpacker) => {
                if let Some(range) = unpacker.wanted() {
                    // What should stand behind the end of the file is not there.
                    let is_there = range.end <= self.part.limit;
                    return if is_there { Ok(Pull::Wants(Wanted { file, range })) } else { Err(Fault::Damaged.into()) };
                }
                let bytes = unpacker.take()?;
                let is_empty = bytes.is_empty() && !unpacker.is_done();
                Ok(if is_empty { Pull::More } else { Pull::Out(bytes) })
            }
        }
    }
}
