//! Cursors: where a page of a list ended.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// The place after which a page begins; none for the first page.
pub type Cursor<'a> = Option<&'a str>;

/// The text of a cursor. Opaque to whoever holds it.
pub fn cursor_of(place: &impl Serialize) -> String {
    serde_json::to_string(place).unwrap_or_default()
}

/// The place that a cursor names.
///
/// # Errors
/// If it is none of ours.
pub(crate) fn place_of<T: DeserializeOwned>(cursor: Cursor<'_>) -> Result<Option<T>, String> {
    cursor
        .map(|text| serde_json::from_str(text).map_err(|_| "cursor is none that this list gave.".to_owned()))
        .transpose()
}
