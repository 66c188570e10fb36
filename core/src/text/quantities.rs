//! Whether a quantity stands in a cited sentence: its digits and its unit (DESIGN §4, Grounding).
//!
//! Compares decimal texts, never floating numbers. Nothing is computed but a scale word ("5 million"); a number is
//! never taken out of a longer one, a date, a time, a version or a range.

use std::ops::Range;

use super::language::ENGLISH;
use super::{Evidence, english};
use crate::names::chars;

/// A decimal: its sign, digits and scale, without needless zeros.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Decimal {
    negative: bool,
    digits: String,
    /// How many of the digits are behind the point.
    fraction: usize,
}

/// How far before and after a number its unit is looked for, in bytes: the longest unit, with two words before it. Looking
/// over the whole sentence for each of its numbers would be quadratic.
const NEAR: usize = 512;

/// A number in a sentence, with what stands near it.
pub(super) struct Number<'a> {
    value: Decimal,
    /// At most [`NEAR`] bytes before it and after it in its sentence.
    before: &'a str,
    after: &'a str,
    is_word: bool,
}

impl Evidence<'_> {
    /// Whether a number stands in the cited sentences, with its unit right after it (or before, as of money).
    ///
    /// `1,000`, `1 000` and `1000` are one number, and so are `two` and `2` where a unit follows. `12` is not in `120`,
    /// `1.12`, `12:30`, `10-12`, `-12`, `12th`, nor `1990` in `the 1990s`, and `3` is not in `3D`. A decimal comma counts where it can be
    /// nothing else. Units are compared by a table (km, kilometres), others as words, in singular or plural; a unit of one
    /// letter is written small, but for litres. A number that is none is nowhere.
    ///
    /// ```
    /// use namesake_core::text::Evidence;
    /// let evidence = Evidence::new("We ran 5km and paid $1,000.");
    /// let stands = |number, unit| evidence.quantity_stands(&[0..27], number, unit);
    /// assert!(stands("5", Some("kilometres")) && stands("1000", Some("USD")) && stands("1000", None));
    /// assert!(!stands("5", Some("USD")) && !stands("10", None));
    /// ```
    pub fn quantity_stands(&self, cited: &[Range<usize>], number: &str, unit: Option<&str>) -> bool {
        let Some(due) = Decimal::read(number.trim()) else { return false };
        let unit = unit.map(str::trim).filter(|unit| !unit.is_empty());
        cited.iter().filter_map(|part| self.reading_at(part.start)).any(|(sentence, reading)| {
            let numbers = reading.numbers.get_or_init(|| numbers(self.said(sentence)));
            numbers.iter().any(|number| number.is(&due, unit))
        })
    }
}

impl Decimal {
    /// Reads a number as people write it: a sign, groups of three, a point or a plain decimal comma.
    fn read(text: &str) -> Option<Self> {
        let unsigned = text.trim_start_matches(['-', '−', '+']);
        let sign = text.get(..text.len() - unsigned.len())?;
        if sign.chars().count() > 1 || !unsigned.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let marks: Vec<char> = unsigned.chars().filter(|c| !c.is_ascii_digit()).collect();
        let (whole, fraction) = match marks.as_slice() {
            [] => (unsigned, ""),
            ['.'] => unsigned.split_once('.')?,
            // 3,5 is a decimal; 1,000 is a thousand.
            [','] if unsigned.rsplit(',').next()?.len() != 3 => unsigned.split_once(',')?,
            [.., last @ ('.' | ',')] if !marks.starts_with(&[*last]) => unsigned.rsplit_once(*last)?,
            _ => (unsigned, ""),
        };
        let group = whole.chars().find(|c| !c.is_ascii_digit());
        let mut groups = whole.split(|c: char| Some(c) == group);
        let first = groups.next()?;
        if first.is_empty() || (group.is_some() && first.len() > 3) || groups.any(|part| part.len() != 3) {
            return None;
        }
        let is_digits = |text: &str| text.chars().all(|c| c.is_ascii_digit());
        let whole: String = whole.chars().filter(|c| Some(*c) != group).collect();
        if !is_digits(&whole) || !is_digits(fraction) || (!marks.is_empty() && unsigned.ends_with(['.', ','])) {
            return None;
        }
        let fraction = fraction.trim_end_matches('0');
        let digits = format!("{whole}{fraction}");
        let digits = digits.trim_start_matches('0').to_owned();
        let negative = matches!(sign, "-" | "−") && !digits.is_empty();
        Some(Self { negative, digits, fraction: fraction.len() })
    }

    /// Times a power of ten.
    fn times_ten_to(&self, power: usize) -> Self {
        let mut text = "0".repeat((self.fraction + 1).saturating_sub(self.digits.len())) + &self.digits;
        text.push_str(&"0".repeat(power.saturating_sub(self.fraction)));
        let fraction = self.fraction.saturating_sub(power);
        text.insert(text.len() - fraction, '.');
        let value = Self::read(text.trim_end_matches('.')).unwrap_or_else(|| self.clone());
        Self { negative: self.negative, ..value }
    }
}

impl<'a> Number<'a> {
    /// Whether it is a number, of a unit.
    fn is(&self, due: &Decimal, unit: Option<&str>) -> bool {
        let scaled = self.scaled();
        match unit {
            None => !self.is_word && scaled.as_ref().map_or(&self.value, |(value, _)| value) == due,
            Some(unit) => match &scaled {
                // "5 million euros" is 5,000,000 euros, and 5 of "million euros".
                Some((value, after)) => {
                    (value == due && has_unit(self.before, after, unit))
                        || (self.value == *due && says_scale(unit) && has_unit(self.before, self.after, unit))
                }
                None => self.value == *due && has_unit(self.before, self.after, unit),
            },
        }
    }

    /// The number with the scale word that follows, and what stands after that.
    fn scaled(&self) -> Option<(Decimal, &'a str)> {
        let rest = self.after.trim_start();
        let glued = rest.len() == self.after.len();
        let word = rest.split(|c: char| !chars::is_word(c)).next().unwrap_or_default();
        let power = match word {
            "k" | "K" if glued => 3,
            "M" if glued => 6,
            _ => ENGLISH.scales.iter().find(|(name, _)| name.eq_ignore_ascii_case(word))?.1,
        };
        Some((self.value.times_ten_to(power), rest.get(word.len()..).unwrap_or_default()))
    }
}

/// The numbers of a sentence that stand for themselves.
fn numbers(sentence: &str) -> Vec<Number<'_>> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(from) = sentence.get(at..).and_then(|rest| rest.find(chars::is_word)).map(|i| at + i) {
        let rest = sentence.get(from..).unwrap_or_default();
        let is_digits = rest.starts_with(|c: char| c.is_ascii_digit());
        let length = if is_digits { digits_length(rest) } else { word_length(rest) };
        let end = from + length;
        at = end;
        let near = sentence.floor_char_boundary(from.saturating_sub(NEAR))..from;
        let before = sentence.get(near).unwrap_or_default();
        let beyond = sentence.get(end..).unwrap_or_default();
        let after = beyond.get(..beyond.floor_char_boundary(NEAR)).unwrap_or_default();
        let said = sentence.get(from..end).unwrap_or_default();
        if !is_digits {
            let small = ENGLISH.numbers.iter().find(|(name, _)| name.eq_ignore_ascii_case(said));
            if let Some(value) = small.and_then(|(_, digits)| Decimal::read(digits)) {
                out.push(Number { value, before, after, is_word: true });
            }
            continue;
        }
        let (before, negative) = without_sign(before);
        if !stands_alone(before, after, negative) || is_decade(said, before, after) {
            // Over the rest of what it is a part of.
            at = end + beyond.find(char::is_whitespace).unwrap_or(beyond.len());
            continue;
        }
        if let Some(value) = Decimal::read(said) {
            let negative = negative && !value.digits.is_empty();
            out.push(Number { value: Decimal { negative, ..value }, before, after, is_word: false });
        }
    }
    out
}

/// Bytes of a run of digits with the marks inside it, also the spaces of `1 000`.
fn digits_length(rest: &str) -> usize {
    let mut end = 0;
    let mut digits = 0;
    let mut spaced = false;
    for (at, c) in rest.char_indices() {
        if c.is_ascii_digit() {
            digits += 1;
            end = at + 1;
            continue;
        }
        let space = matches!(c, ' ' | '\u{A0}' | '\u{2009}' | '\u{202F}' | '\'' | '’');
        if !space && !matches!(c, '.' | ',') {
            break;
        }
        let ahead = rest.get(at + c.len_utf8()..).unwrap_or_default();
        let run = ahead.bytes().take(4).take_while(u8::is_ascii_digit).count();
        if run == 0 || (space && (run != 3 || digits > 3 || (end != at))) || (spaced && !space && c != '.') {
            break;
        }
        if !space && spaced && digits != 3 {
            break;
        }
        spaced |= space;
        digits = 0;
    }
    end
}

fn word_length(rest: &str) -> usize {
    rest.find(|c: char| !chars::is_word(c)).unwrap_or(rest.len())
}

/// What stands before a number without its minus sign, and whether it has one.
fn without_sign(before: &str) -> (&str, bool) {
    for sign in ['-', '−'] {
        if let Some(bare) = before.strip_suffix(sign)
            && bare
                .chars()
                .next_back()
                .is_none_or(|c| c.is_whitespace() || matches!(c, '(' | '[' | ':' | '$' | '€' | '£'))
        {
            return (bare, true);
        }
    }
    let bare = before.trim_end();
    let word = bare.rsplit(|c: char| !chars::is_word(c)).next().unwrap_or_default();
    let minus = bare.len() < before.len() && ENGLISH.minus.iter().any(|sign| sign.eq_ignore_ascii_case(word));
    if minus { (bare.get(..bare.len() - word.len()).unwrap_or_default(), true) } else { (before, false) }
}

/// Whether digits with this around them are a number of their own: not of a word, date, time, version, ratio or range.
fn stands_alone(before: &str, after: &str, signed: bool) -> bool {
    let left = before.chars().next_back();
    if left.is_some_and(|c| chars::is_word(c) || c.is_numeric() || "-−–—/:.,_\\+'’^*".contains(c)) && !signed {
        return false;
    }
    let mut ahead = after.chars();
    let (next, beyond) = (ahead.next(), ahead.next());
    match next {
        Some('.' | ',' | ':' | '/' | '-' | '–' | '—' | '−' | '_' | '^' | '*' | '’' | '\'') => {
            // A mark may end the number; "5-day" has a unit; "5-10", "12:30" and "1.2.3" go on.
            !beyond.is_some_and(|c| c.is_numeric())
        }
        // 5km and 5k, but not 12th, 5x, 3D and 5G.
        Some(c) if chars::is_word(c) => {
            let glued = after.get(..word_length(after)).unwrap_or_default();
            let unit = glued.to_lowercase();
            let is_unit = ENGLISH.units.iter().any(|names| names.contains(&unit.as_str()));
            matches!(glued, "k" | "K" | "M") || (is_unit && !is_capital_letter(glued))
        }
        Some(c) => !c.is_numeric(),
        None => true,
    }
}

/// Whether digits with an s are years: the 1990s, her 30s. Elsewhere "30s" are seconds.
fn is_decade(digits: &str, before: &str, after: &str) -> bool {
    if !digits.ends_with('0') || after.get(..word_length(after)) != Some("s") {
        return false;
    }
    let before = before.trim_end();
    let word = before.rsplit(|c: char| !chars::is_word(c)).next().unwrap_or_default().to_lowercase();
    let of_years = ["early", "her", "his", "late", "mid", "my", "our", "the", "their", "your"].contains(&word.as_str());
    digits.len() == 4 || (digits.len() == 2 && of_years)
}

/// Whether a word is one capital that is no unit as such: D and G are none, L is a litre.
fn is_capital_letter(word: &str) -> bool {
    word.len() == 1 && word != "L" && word.starts_with(|c: char| c.is_ascii_uppercase())
}

/// Whether a unit says a scale itself: "million euros".
fn says_scale(unit: &str) -> bool {
    let first = unit.split_whitespace().next().unwrap_or_default();
    ENGLISH.scales.iter().any(|(name, _)| name.eq_ignore_ascii_case(first))
}

/// The names of a unit, all of them one; alone if it is in no table.
fn same_units(unit: &str) -> impl Iterator<Item = &str> {
    let lower = unit.to_lowercase();
    let of_table = ENGLISH.units.iter().filter(move |names| names.contains(&lower.as_str()));
    of_table.flat_map(|names| names.iter().copied()).chain(std::iter::once(unit))
}

/// Whether a number with this around it has a unit.
fn has_unit(before: &str, after: &str, unit: &str) -> bool {
    let is_measure = ENGLISH.units.iter().any(|names| names.contains(&unit.to_lowercase().as_str()));
    let left = before.trim_end().to_lowercase();
    let right = after.trim_start_matches([' ', '\u{A0}', '\u{202F}', '-', '\u{2009}']);
    let word = right.get(..word_length(right)).unwrap_or_default();
    if is_capital_letter(word) && word != unit {
        return false;
    }
    let right = right.to_lowercase();
    same_units(unit).any(|name| {
        let name = name.to_lowercase();
        let symbol = !name.chars().any(char::is_alphanumeric);
        // Money may stand before: $5, EUR 5.
        let money = ENGLISH.money.contains(&name.as_str())
            && left.strip_suffix(name.as_str()).is_some_and(|rest| symbol || !rest.ends_with(chars::is_word));
        money || starts_with_unit(&right, &name, is_measure)
    })
}

/// Whether a text starts with a unit, as a word of its own; a counted noun may have up to two words before it.
fn starts_with_unit(text: &str, unit: &str, is_measure: bool) -> bool {
    let mut rest = text;
    let skips = if is_measure { 0 } else { 2 };
    for _ in 0..=skips {
        if let Some(end) = rest.strip_prefix(unit) {
            let symbol = !unit.ends_with(chars::is_word);
            let plural = end.strip_prefix("es").or_else(|| end.strip_prefix('s')).unwrap_or(end);
            if symbol
                || !plural.starts_with(|c: char| chars::is_word(c) || c == '/' || c == '²')
                || !end.starts_with(|c: char| chars::is_word(c) || c == '/')
            {
                return true;
            }
        }
        let singular = unit.strip_suffix('s').filter(|one| one.len() > 2 && !is_measure);
        if let Some(end) = singular.and_then(|one| rest.strip_prefix(one))
            && !end.starts_with(chars::is_word)
        {
            return true;
        }
        let word = rest.get(..word_length(rest)).unwrap_or_default();
        let next = rest.get(word.len()..).unwrap_or_default();
        if word.is_empty() || !next.starts_with(' ') || english::is_function(word) || word.starts_with(char::is_numeric)
        {
            return false;
        }
        rest = next.trim_start();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is looked over for a number does not grow with its sentence, so that a sentence full of numbers stays linear.
    #[test]
    fn no_more_than_what_is_near_is_looked_over_for_a_number() {
        for part in ["7 é ", "7 minus ", "one two ", "5 a b "] {
            for times in [1, 100, 10_000] {
                let sentence = part.repeat(times);
                let numbers = numbers(&sentence);
                assert!(numbers.len() >= times, "{part}");
                let looked: usize = numbers.iter().map(|number| number.before.len() + number.after.len()).sum();
                assert!(looked <= numbers.len() * 2 * (NEAR + 4), "{part} {times} times: {looked} bytes");
            }
        }
    }
}
