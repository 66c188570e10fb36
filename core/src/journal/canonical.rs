//! RFC 8785 canonical JSON, and what it refuses.

use super::{numbers, ordered};
use serde::Serialize;
use serde_json::Value;

/// The RFC 8785 text of a value.
///
/// # Errors
/// If the value cannot be expressed in JSON without loss: a map with non-string keys, a non-finite number, an integer
/// beyond ±(2^53−1), which has to be a string.
///
/// ```
/// # use namesake_core::journal::canonical_json;
/// #[derive(serde::Serialize)]
/// struct Pair { b: u8, a: u8 }
/// assert_eq!(canonical_json(&Pair { b: 1, a: 2 }).unwrap(), r#"{"a":2,"b":1}"#);
/// ```
pub fn canonical_json(value: &impl Serialize) -> Result<String, String> {
    numbers::check(value).map_err(|error| error.to_string())?;
    ordered::text(value)
}

/// The RFC 8785 text of JSON text.
///
/// # Errors
/// If the text is not JSON, or holds a number that is no IEEE 754 double or an integer beyond ±(2^53−1).
pub fn canonical_text(json: &str) -> Result<String, String> {
    let value: Value = serde_json::from_str(json).map_err(|error| error.to_string())?;
    canonical_json(&value)
}
