//! The identity core of a personal memory: a pure, synchronous state machine over a journal.
//!
//! Commands look at the [`state`] and produce operations; operations are appended to the [`journal`]; applying them
//! is the only way in which the state changes. The truth is the journal; state, indexes and snapshots can be dropped
//! and rebuilt from it.
//!
//! This crate reads no clock, draws no random numbers and does no I/O: time, new ids and stored bodies are passed in,
//! and storage is a trait. Only [`memory`] and [`store`] are asynchronous.

pub mod archive;
pub mod claims;
pub mod edit;
pub mod forms;
pub mod index;
pub mod ingest;
pub mod journal;
pub mod memory;
pub mod merge;
pub mod model;
pub mod names;
pub mod organize;
pub mod policy;
pub mod query;
pub mod read;
pub mod resolve;
pub mod review;
pub mod settle;
pub mod snapshot;
pub mod state;
pub mod store;
pub mod text;
mod write;

pub use namesake_protocol as protocol;
