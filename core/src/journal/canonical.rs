//! RFC 8785 canonical JSON, and what it refuses.

use serde::Serialize;
use serde_json::Value;

/// The RFC 8785 text of a value.
///
/// Types that are stored hold no floating-point numbers (scores are integers in thousandths), so no non-finite number
/// can get here; numbers of a host come as [`Value`], which cannot hold one.
///
/// # Errors
/// If the value cannot be expressed in JSON (a map with non-string keys).
///
/// ```
/// # use namesake_core::journal::canonical_json;
/// #[derive(serde::Serialize)]
/// struct Pair { b: u8, a: u8 }
/// assert_eq!(canonical_json(&Pair { b: 1, a: 2 }).unwrap(), r#"{"a":2,"b":1}"#);
/// ```
pub fn canonical_json(value: &impl Serialize) -> Result<String, String> {
    serde_json_canonicalizer::to_string(value).map_err(|error| error.to_string())
}

/// The RFC 8785 text of JSON text.
///
/// # Errors
/// If the text is not JSON, or holds a number outside of IEEE 754 double precision.
pub fn canonical_text(json: &str) -> Result<String, String> {
    let value: Value = serde_json::from_str(json).map_err(|error| error.to_string())?;
    canonical_json(&value)
}
