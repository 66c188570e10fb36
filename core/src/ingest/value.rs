//! Values in canonical form: of equal values the texts are equal.
//!
//! A value is taken as its type says or refused; nothing is guessed, and no value becomes an entity.

use crate::model::{Value, ValueType};
use crate::protocol::ClaimValue;
use crate::read::{instant, utc_text};

/// Longest value and longest display, in bytes.
const VALUE_MAX: usize = 4_096;
/// Longest unit, in bytes.
const UNIT_MAX: usize = 128;

/// The canonical form of a value that was sent. The error names the part that is wrong.
///
/// # Errors
/// For an unknown type, a value that is none of its type, and what is too long.
pub(super) fn canonical(value: &ClaimValue) -> Result<Value, String> {
    for (what, text, most) in [
        ("value", Some(&value.value), VALUE_MAX),
        ("display", value.display.as_ref(), VALUE_MAX),
        ("unit", value.unit.as_ref(), UNIT_MAX),
    ] {
        if let Some(text) = text
            && text.len() > most
        {
            return Err(format!("{what} has {} bytes; {most} are the most.", text.len()));
        }
    }
    let text = value.value.trim();
    let bad = |form: &str| Err(format!("value is {:?}, which is no {}: {form}.", value.value, value.kind));
    let (kind, canonical) = match value.kind.as_str() {
        "string" if crate::names::exact_key(text).is_empty() => return bad("it has nothing that could be seen"),
        "string" => (ValueType::String, text.to_owned()),
        "number" => match decimal(text) {
            Some(number) => (ValueType::Number, number),
            None => return bad("write it as a decimal, such as -12.5"),
        },
        "boolean" if matches!(text, "true" | "false") => (ValueType::Boolean, text.to_owned()),
        "boolean" => return bad("write true or false"),
        "date" => match instant(text).filter(|_| text.len() == "2026-01-31".len()) {
            Some(_) => (ValueType::Date, text.to_owned()),
            None => return bad("write it as 2026-01-31"),
        },
        "datetime" => match instant(text).filter(|_| text.len() > "2026-01-31".len()) {
            Some(ms) => (ValueType::DateTime, utc_text(ms)),
            None => return bad("write it with its zone, as 2026-01-31T08:30:00+01:00"),
        },
        other => return Err(format!("type is {other:?}; string, number, boolean, date and datetime are known.")),
    };
    let unit = value.unit.as_deref().map(str::trim).filter(|unit| !unit.is_empty()).map(str::to_owned);
    let display = value.display.as_deref().filter(|display| *display != canonical).map(str::to_owned);
    Ok(Value { kind, value: canonical, unit, display })
}

/// A decimal number without what does not change it: `+`, leading zeros, trailing zeros after the point.
fn decimal(text: &str) -> Option<String> {
    let (minus, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !all_digits(whole) || !all_digits(part) || digits.ends_with('.') {
        return None;
    }
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    let part = part.trim_end_matches('0');
    let number = if part.is_empty() { whole.to_owned() } else { format!("{whole}.{part}") };
    Some(if minus && number != "0" { format!("-{number}") } else { number })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(kind: &str, value: &str, wanted: Result<&str, &str>) {
        let sent = ClaimValue { kind: kind.into(), value: value.into(), unit: None, display: None };
        match (canonical(&sent), wanted) {
            (Ok(value), Ok(text)) => assert_eq!(value.value, text),
            (Err(why), Err(part)) => assert!(why.contains(part), "{why}"),
            (got, wanted) => panic!("{kind} {value:?}: {got:?} instead of {wanted:?}"),
        }
    }

    #[test]
    fn values_are_canonical_or_refused() {
        check("number", "+007.50", Ok("7.5"));
        check("number", "-0", Ok("0"));
        check("number", "100", Ok("100"));
        check("number", "1e3", Err("decimal"));
        check("number", "NaN", Err("decimal"));
        check("number", "5.", Err("decimal"));
        check("boolean", "true", Ok("true"));
        check("boolean", "yes", Err("true or false"));
        check("date", "2024-02-29", Ok("2024-02-29"));
        check("date", "2023-02-29", Err("2026-01-31"));
        check("date", "20240229", Err("2026-01-31"));
        check("datetime", "2026-01-01T01:00:00+01:00", Ok("2026-01-01T00:00:00Z"));
        check("datetime", "2026-01-01T00:00:00.250Z", Ok("2026-01-01T00:00:00.250Z"));
        check("datetime", "1969-12-31T23:59:59-00:30", Ok("1970-01-01T00:29:59Z"));
        check("datetime", "2026-01-01T01:00:00", Err("zone"));
        check("string", " Leeds ", Ok("Leeds"));
        check("string", "\u{200b}", Err("nothing"));
        check("colour", "red", Err("type"));
        check("string", &"x".repeat(4_097), Err("4097 bytes"));
    }
}
