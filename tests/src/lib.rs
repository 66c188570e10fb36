//! Tests across crates.

pub mod bench;
