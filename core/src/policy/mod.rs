//! Versions of every rule set that a record names, and the bounds of the rules.
//!
//! A version is raised when the rules change; records keep the version they were made under.

mod plans;

pub use plans::{Checks, EXTRACTION, PLAN, PLAN_UNNAMED, checks, plan_of};

/// The cascade and its scores.
pub const RESOLVER: u16 = 1;
/// The rules of what is asked.
pub const ASKING: u16 = 1;
/// The form of operations in payloads.
pub const PAYLOAD_FORMAT: u32 = 1;

/// Candidates of one name at most; more is ambiguous with the total said. DESIGN section 4.
pub const CANDIDATES: usize = 20;
/// Members of a group question at most; larger ones are held back and shown. DESIGN section 6.
pub const GROUP: usize = 12;
/// Mentions that an answer may read as another's at most; what would move more is held back and says so. DESIGN section 6.
pub const TOUCHED: u32 = 10_000;
/// Sentences a side of a question.
pub const QUOTES: usize = 3;
/// Bytes of a quoted sentence; longer ones are shortened at word borders.
pub const QUOTE_BYTES: usize = 400;
/// Items of one import command. DESIGN section 7.
pub const ITEMS: usize = 500;
/// Short forms of names that may be said of in a space, those that were taken out again included.
pub const FORMS: usize = 10_000;
/// Changed entities that a command pairs on the spot; more are left to `organize`.
pub const PAIR_AT_ONCE: usize = 32;
