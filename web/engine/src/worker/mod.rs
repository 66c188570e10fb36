//! The engine as a page sees it: messages in, messages out, one call after the other.
//!
//! One task owns the memory and takes calls from a queue ([`run`]). Long work is cut into slices ([`job`]); between
//! them queries are answered, so that a page stays usable. Only `cancel` acts out of turn.

mod class;
mod engine;
mod export;
mod job;
mod panic;
mod post;
mod queue;
mod run;
mod session;
mod stores;

pub use engine::Engine;
