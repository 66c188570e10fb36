//! The beginning of a file of a bundle, which tells what it is.

use super::listing::Part;
use super::stream::Stream;
use super::{Pull, Wanted, Why, kinds};
use crate::read::{Format, detect};

/// Bytes that are looked at.
const LOOK: usize = 1 << 16;

/// A file whose beginning is being read.
#[derive(Debug)]
pub(super) struct Look {
    pub(super) stream: Stream,
    pub(super) start: Vec<u8>,
}

impl Look {
    pub(super) fn open(part: &Part) -> Result<Self, Why> {
        match &part.why {
            Some(why) => Err(why.clone()),
            None => Ok(Self { stream: Stream::open(part)?, start: Vec::new() }),
        }
    }

    /// What it is, once enough was read.
    pub(super) fn pull(&mut self, part: &Part) -> Result<Pull<Format>, Why> {
        if self.start.len() < LOOK && !self.stream.is_done() {
            return Ok(match self.stream.pull()? {
                Pull::Wants(wanted) => Pull::Wants(wanted),
                Pull::More => Pull::More,
                Pull::Out(bytes) => {
                    self.start.extend_from_slice(&bytes);
                    Pull::More
                }
            });
        }
        match detect(&self.start, &part.path) {
            Some(Format::Export) => {
                Err(Why::fault("export", "It is an export of a memory. Unpack it, and import it from the history."))
            }
            Some(format) => Ok(Pull::Out(format)),
            None => Err(kinds::by_start(&self.start)),
        }
    }
}

/// What a stream that is only passed through wants, if it wants anything.
pub(super) fn pass(stream: &mut Stream) -> Result<Option<Wanted>, Why> {
    Ok(match stream.pull()? {
        Pull::Wants(wanted) => Some(wanted),
        Pull::More | Pull::Out(_) => None,
    })
}
