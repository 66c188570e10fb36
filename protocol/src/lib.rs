//! The messages between a page and the Namesake engine, and the views that they carry.
//!
//! One protocol serves the review app and the JavaScript API alike: a page posts [`ToEngine`], the engine answers
//! with [`FromEngine`]. Everything here is plain data with camel-case field names, so that it crosses `postMessage`
//! as plain objects. Files travel beside a message as `Blob`s, never inside it.
//!
//! This crate must not hold behaviour: no identity rule, no storage, no clock. Times are milliseconds since
//! 1970-01-01T00:00:00Z; offsets into text are UTF-16 code units, as JavaScript counts them.

mod call;
mod claim;
mod decision;
mod edit;
mod entity;
mod error;
mod event;
mod form;
mod history;
mod import;
mod question;
mod reply;
mod text;

pub use call::*;
pub use claim::*;
pub use decision::*;
pub use edit::*;
pub use entity::*;
pub use error::*;
pub use event::*;
pub use form::*;
pub use history::*;
pub use import::*;
pub use question::*;
pub use reply::*;
pub use text::*;

/// Raised when a message changes its meaning. Page and engine refuse to talk across versions.
pub const PROTOCOL_VERSION: u32 = 1;

/// Derives everything that a message type needs, in one place.
macro_rules! message {
    ($($item:item)*) => {$(
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
        #[serde(rename_all = "camelCase")]
        $item
    )*};
}
pub(crate) use message;

/// A page of a list. `next` is absent on the last page.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Page<T> {
    /// The rows of this page, in the list's documented order.
    pub items: Vec<T>,
    /// How many rows the whole list has.
    pub total: u32,
    /// Give it back as `cursor` to get the next page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}
