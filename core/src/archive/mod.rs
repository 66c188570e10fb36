//! Zip archives, read part by part: what is in one ([`Directory`]), and the bytes of one entry after the other ([`Unpacker`]).
//!
//! Follows PKWARE's APPNOTE 6.3: entries that are stored or deflated, ZIP64, what stands before the archive in its file. Sizes
//! and places are those of the central directory, so that entries whose sizes were written behind them (data descriptors) are
//! read like any other. It does no I/O: it says which bytes of the file it wants next and is fed with them. It must not hold a
//! whole entry, trust a number of the file, or know what an entry is for; a name is a name and never a path to write to.

mod bytes;
mod directory;
mod entry;
mod name;
mod unpack;

pub use directory::{Directory, is_archive};
pub use entry::{Entry, Fault};
pub use unpack::Unpacker;

/// Why a file is no archive that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Broken {
    /// Stable code: `damaged`, `several_parts` or `too_many_entries`.
    pub code: &'static str,
    /// A sentence for the owner.
    pub reason: &'static str,
}
