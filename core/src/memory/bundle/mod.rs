//! Several files that belong together: a zip archive, a folder, or both. Each is read by the reader of what it is, one after the
//! other, and what becomes of each is reported; one that cannot be read never gives up the rest.
//!
//! Files of a bundle may need each other: the days of a Slack export are told who its people are ([`slack`]). Nothing here
//! holds a file, an archive or an entry: whoever has them is told which bytes are wanted next.

mod examine;
mod import;
mod kinds;
mod listing;
mod look;
mod slack;
mod stream;

pub use examine::BundleExaminer;
pub use import::BundleImporter;
pub use listing::Given;

use std::ops::Range;

/// Bytes that are wanted of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Which of the given files, from 0.
    pub file: usize,
    /// Which of its bytes. They are within the size that was given; never more than 1 MB.
    pub range: Range<u64>,
}

/// What a stage comes to when it is asked to go on.
#[derive(Debug)]
enum Pull<T> {
    /// It has to be fed before.
    Wants(Wanted),
    /// It did something and can go on.
    More,
    /// This came out.
    Out(T),
}

/// Why a file of a bundle was not taken: a stable code and a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Why {
    code: &'static str,
    reason: String,
    /// Nothing is wrong: it is none of what Namesake reads, and counted under this name.
    counted: Option<&'static str>,
}

impl Why {
    fn fault(code: &'static str, reason: impl Into<String>) -> Self {
        Self { code, reason: reason.into(), counted: None }
    }

    /// The host could not read it.
    fn unreadable() -> Self {
        Self::fault(
            "unreadable",
            "It could not be read. Check that it is still there and may be read, then bring it in again.",
        )
    }
}

impl From<crate::archive::Fault> for Why {
    fn from(fault: crate::archive::Fault) -> Self {
        Self::fault(fault.code(), fault.reason())
    }
}
