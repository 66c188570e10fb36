//! Plain data: what a memory consists of.
//!
//! These types are stored, in JSON inside the journal and in postcard inside snapshots, so they serialise the same in
//! both: no skipped fields, no flattening, no internal tags, no floating-point numbers.

mod reason;

pub use reason::*;
