//! The engine: what owns a memory in the browser.
//!
//! It keeps the journal in IndexedDB ([`store`]), runs the core over it, and speaks to pages by messages
//! ([`Engine`]). It must not hold an identity rule: those are the core's.

mod message;
mod platform;
pub mod store;
mod worker;

pub use worker::Engine;
