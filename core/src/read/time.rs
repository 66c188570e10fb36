//! Times as conversations write them, in milliseconds since 1970-01-01T00:00Z. It must not guess a zone.

use jiff::{Timestamp, civil};

/// Milliseconds of the first and last instant that are taken: years 1 to 9999.
const RANGE: std::ops::RangeInclusive<i64> = -62_135_596_800_000..=253_402_300_799_999;
/// Numbers below this (in either direction) are seconds, from here on milliseconds: as seconds it is the year 5138,
/// as milliseconds 1973.
const SECONDS_BELOW: f64 = 1e11;

/// A time and whether its zone was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Time {
    /// Milliseconds since 1970-01-01T00:00Z.
    pub(super) ms: i64,
    /// False if the text had no offset and was read as UTC.
    pub(super) zoned: bool,
}

/// Reads ISO 8601 / RFC 3339 / RFC 9557, also with a space for the `T`, without seconds, or only a date. The offset
/// decides; a zone in brackets is not looked up.
pub(super) fn from_text(text: &str) -> Option<Time> {
    let text = text.trim();
    let (ms, zoned) = match text.parse::<Timestamp>() {
        Ok(time) => (time.as_millisecond(), true),
        Err(_) => {
            let local: civil::DateTime = text.parse().ok()?;
            (jiff::tz::Offset::UTC.to_timestamp(local).ok()?.as_millisecond(), false)
        }
    };
    RANGE.contains(&ms).then_some(Time { ms, zoned })
}

/// Reads seconds or milliseconds since 1970, told apart by size.
pub(super) fn from_number(number: f64) -> Option<Time> {
    let ms = if number.abs() < SECONDS_BELOW { number * 1000.0 } else { number };
    if !ms.is_finite() {
        return None;
    }
    // Saturates, and what is out of range is refused below.
    #[expect(clippy::cast_possible_truncation, reason = "rounded, and checked against the range")]
    let ms = ms.round() as i64;
    RANGE.contains(&ms).then_some(Time { ms, zoned: true })
}
