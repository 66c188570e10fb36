//! Times as conversations write them, in milliseconds since 1970-01-01T00:00Z. It must not guess a zone.
//!
//! Own code, held to `jiff` by a test: `jiff` adds 45 kB of compressed WebAssembly for this one function.

use super::Zone;
use super::skipped::Skipped;

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

impl Time {
    /// The instant in milliseconds, and what the clock showed if no zone was given: then it is that of the file, or UTC, which
    /// is counted.
    pub(super) fn within(self, zone: Option<&Zone>, skipped: &mut Skipped) -> (i64, Option<i64>) {
        if self.zoned {
            return (self.ms, None);
        }
        if zone.is_none() {
            skipped.add("time without zone");
        }
        (zone.map_or(self.ms, |zone| zone.utc(self.ms)), Some(self.ms))
    }
}

/// Reads ISO 8601 / RFC 3339, also with a space for the `T`, without punctuation, without seconds, or only a date.
/// After an offset a zone in brackets (RFC 9557) may follow and is not looked up. A leap second is the one before it,
/// digits beyond milliseconds are cut.
pub(super) fn from_text(text: &str) -> Option<Time> {
    let mut text = Cursor(text.trim().as_bytes());
    let year = text.number(4)?;
    let dashes = text.eat(b"-").is_some();
    let month = text.number(2)?;
    if dashes {
        text.eat(b"-")?;
    }
    let day = text.number(2)?;
    if !(1..=12).contains(&month) || !(1..=days_in(year, month)).contains(&day) {
        return None;
    }
    let mut ms = days_before(year, month, day) * 86_400_000;
    let mut offset = None;
    if !text.0.is_empty() {
        text.eat(b"Tt ")?;
        ms += text.time_of_day()?;
        offset = text.offset()?;
    }
    let in_brackets = offset.is_some() && text.0.starts_with(b"[") && text.0.ends_with(b"]");
    if !text.0.is_empty() && !in_brackets {
        return None;
    }
    let ms = ms - offset.unwrap_or_default();
    RANGE.contains(&ms).then_some(Time { ms, zoned: offset.is_some() })
}

/// Reads a date, or a date and time with its zone, in milliseconds since 1970; a date alone is its beginning in UTC. `None` for
/// a time without a zone.
pub(crate) fn instant(text: &str) -> Option<i64> {
    let is_date = text.trim().len() <= "2026-01-31".len();
    from_text(text).filter(|time| time.zoned || is_date).map(|time| time.ms)
}

/// The text of a moment in UTC, `2026-01-31T08:30:00Z`, with milliseconds only where there are any.
pub(crate) fn utc_text(ms: i64) -> String {
    let (days, ms) = (ms.div_euclid(86_400_000), ms.rem_euclid(86_400_000));
    // A year is 365.2425 days long; the guess is the year or one beside it.
    let mut year = 1970 + days * 400 / 146_097;
    while days_before(year, 1, 1) > days {
        year -= 1;
    }
    while days_before(year + 1, 1, 1) <= days {
        year += 1;
    }
    let month = (2..=12).rev().find(|month| days_before(year, *month, 1) <= days).unwrap_or(1);
    let day = days - days_before(year, month, 1) + 1;
    let (hour, minute, second, rest) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60, ms % 1000);
    let fraction = if rest == 0 { String::new() } else { format!(".{rest:03}") };
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{fraction}Z")
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

/// Milliseconds since 1970 of whole seconds, within the years that are taken.
pub(super) fn from_seconds(seconds: i64) -> Option<i64> {
    seconds.checked_mul(1000).filter(|ms| RANGE.contains(ms))
}

/// Reads a time as mails write it (RFC 5322), in milliseconds. `None` without a zone, or for no day of the calendar.
pub(super) fn from_mail(text: &str) -> Option<i64> {
    mail_parser::DateTime::parse_rfc822(text).and_then(|time| of_mail(&time))
}

/// The same of a time that was read.
pub(super) fn of_mail(time: &mail_parser::DateTime) -> Option<i64> {
    let is_day = i64::from(time.day) <= days_in(time.year.into(), time.month.into());
    (time.is_valid() && is_day).then(|| time.to_timestamp()).and_then(from_seconds)
}

/// The rest of a text.
struct Cursor<'a>(&'a [u8]);

impl Cursor<'_> {
    /// Takes one byte if it is one of these.
    fn eat(&mut self, wanted: &[u8]) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        wanted.contains(first).then(|| {
            self.0 = rest;
            *first
        })
    }

    /// Takes a number of exactly `digits` digits.
    fn number(&mut self, digits: usize) -> Option<i64> {
        (0..digits).try_fold(0, |number, _| Some(number * 10 + i64::from(self.eat(b"0123456789")? - b'0')))
    }

    /// Takes `HH:MM`, `HH:MM:SS` or `HH:MM:SS.fff`, also without colons, as milliseconds.
    fn time_of_day(&mut self) -> Option<i64> {
        let hour = self.number(2).filter(|hour| *hour < 24)?;
        let colons = self.eat(b":").is_some();
        let minute = self.number(2).filter(|minute| *minute < 60)?;
        let more = if colons { self.eat(b":").is_some() } else { self.0.first().is_some_and(u8::is_ascii_digit) };
        let mut ms = 0;
        if more {
            ms = self.number(2).filter(|second| *second <= 60)?.min(59) * 1000;
            if self.eat(b".,").is_some() {
                let mut unit = 100;
                ms += self.number(1)? * unit;
                while let Some(digit) = self.number(1) {
                    unit /= 10;
                    ms += digit * unit;
                }
            }
        }
        Some((hour * 60 + minute) * 60_000 + ms)
    }

    /// Takes `Z`, `+HH`, `+HH:MM` or `+HHMM`, after a space if there is one, as milliseconds. `Some(None)` if
    /// nothing of the kind follows.
    fn offset(&mut self) -> Option<Option<i64>> {
        self.eat(b" ");
        let sign = match self.eat(b"Zz+-") {
            None => return Some(None),
            Some(b'+') => 1,
            Some(b'-') => -1,
            Some(_) => return Some(Some(0)),
        };
        let hours = self.number(2).filter(|hours| *hours < 24)?;
        let colon = self.eat(b":").is_some();
        let has_minutes = colon || self.0.first().is_some_and(u8::is_ascii_digit);
        let minutes = if has_minutes { self.number(2).filter(|minutes| *minutes < 60)? } else { 0 };
        Some(Some(sign * (hours * 60 + minutes) * 60_000))
    }
}

pub(super) fn days_in(year: i64, month: i64) -> i64 {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 => 28 + i64::from(leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days from 1970-01-01 to a day of the Gregorian calendar, for years from 0.
pub(super) fn days_before(year: i64, month: i64, day: i64) -> i64 {
    // Years are counted from March, so that the leap day is the last; the months then follow a line.
    let year = if month <= 2 { year - 1 } else { year };
    let months = (month + 9) % 12;
    year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + (months * 153 + 2) / 5 + day
        - 719_469
}

#[cfg(test)]
mod tests {
    use jiff::{Timestamp, civil, tz::Offset};
    use proptest::prelude::*;

    use super::{Time, from_number, from_text};

    fn by_jiff(text: &str) -> Option<Time> {
        if let Ok(time) = text.parse::<Timestamp>() {
            return Some(Time { ms: time.as_millisecond(), zoned: true });
        }
        let local: civil::DateTime = text.parse().ok()?;
        Some(Time { ms: Offset::UTC.to_timestamp(local).ok()?.as_millisecond(), zoned: false })
    }

    #[test]
    fn all_days_agree_with_jiff() {
        let mut day = civil::date(1, 1, 2);
        while day < civil::date(9999, 12, 30) {
            let text = day.to_string();
            assert_eq!(from_text(&text), by_jiff(&text), "{text}");
            day = day.checked_add(jiff::Span::new().days(13)).unwrap_or(civil::date(9999, 12, 31));
        }
    }

    proptest! {
        #[test]
        fn what_both_read_is_equal(
            text in "(19|20)[0-9]{2}-(0[1-9]|1[0-2])-[0-3][0-9][T ][0-2][0-9]:[0-6][0-9](:[0-6][0-9](\\.[0-9]{1,9})?)?(Z|[+-][01][0-9]:[0-5][0-9]|)"
        ) {
            let (ours, theirs) = (from_text(&text), by_jiff(&text));
            prop_assert_eq!(ours.is_some(), theirs.is_some(), "{}", text);
            if let (Some(ours), Some(theirs)) = (ours, theirs) {
                // Before 1970 jiff rounds towards it.
                prop_assert!(ours == theirs || (ours.ms < 0 && ours.ms + 1 == theirs.ms), "{} {:?} {:?}", text, ours, theirs);
            }
        }
    }

    #[test]
    fn forms() {
        let zoned = |ms| Some(Time { ms, zoned: true });
        let local = |ms| Some(Time { ms, zoned: false });
        let cases = [
            ("2026-02-01T09:00:00Z", zoned(1_769_936_400_000)),
            (" 2026-02-01t10:00:00.25+01:00 ", zoned(1_769_936_400_250)),
            ("2026-02-01 10:00 +0100", zoned(1_769_936_400_000)),
            ("20260201T040000-05", zoned(1_769_936_400_000)),
            ("2026-02-01T10:00:00+01:00[Europe/Berlin]", zoned(1_769_936_400_000)),
            ("2026-02-01T09:00", local(1_769_936_400_000)),
            ("2026-02-01", local(1_769_904_000_000)),
            ("2016-12-31T23:59:60Z", zoned(1_483_228_799_000)),
            ("2026-02-01T10:00:00[Europe/Berlin]", None),
            ("2026-02-29", None),
            ("2026-13-01", None),
            ("2026-02-0109:00", None),
            ("2026-02-01T24:00", None),
            ("2026-02-01T09:00:00.", None),
            ("2026-02-01T09:00:00Zx", None),
            ("0000-12-31", None),
            ("01/02/2026", None),
            ("", None),
        ];
        for (text, wanted) in cases {
            assert_eq!(from_text(text), wanted, "{text:?}");
        }
        assert_eq!(from_number(1_769_936_400.25), zoned(1_769_936_400_250));
        assert_eq!(from_number(1_769_936_400_250.0), zoned(1_769_936_400_250));
        assert_eq!(from_number(-1.0), zoned(-1_000));
        assert_eq!(from_number(1e14 * 3.0), None);
        assert_eq!(from_number(f64::NAN), None);
    }
}
