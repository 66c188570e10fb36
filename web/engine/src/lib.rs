//! The engine: what owns a memory in the browser.
//!
//! It keeps the journal in IndexedDB ([`store`]), runs the core over it, and speaks to pages by messages. No identity
//! rule lives here.

mod platform;
pub mod store;
