//! Tests across crates.

pub mod bench;
pub mod cases;
pub mod support;
