//! The tokens that carry identity: a name that differs in one of them names something else.
//!
//! Numbers and versions, roman numerals after a word, generational suffixes, negations, a single letter after a
//! designator (Rev **B**) or beside digits (**R**-2031), and the sign of a sign-language name (C**++**, C**#**).
//! A single letter anywhere else is an initial and says nothing here. Source: DESIGN §3, cases FC-03.
//!
//! All of it is read from the exact key, so equal exact keys have equal identity, whatever their case.
//! Forms are normalised so that a spelling never counts as a difference: `Phase II` and `Phase 2` both give `2`,
//! `007` gives `7`, `Junior` gives `jr`, `٣` gives `3`.

use smallvec::SmallVec;

use super::abbreviations;
use super::words::Token;

/// Words after which a single letter tells things apart. Sorted.
#[rustfmt::skip]
static DESIGNATORS: &[&str] = &[
    "act", "annex", "apartment", "appendix", "apt", "arm", "article", "band", "batch", "bay", "bldg", "block",
    "branch", "building", "bulletin", "bus", "case", "cat", "category", "channel", "chapter", "clase", "class",
    "classe", "clause", "cohort", "column", "deck", "dock", "document", "drive", "edition", "episode", "exhibit",
    "experiment", "fase", "fig", "figure", "finding", "floor", "form", "gate", "grade", "group", "groupe", "grupo",
    "gruppe", "hall", "hangar", "hepatitis", "house", "influenza", "issue", "item", "klasse", "level", "line", "lot",
    "model", "module", "option", "panel", "part", "parte", "phase", "pier", "plan", "plant", "platform", "plot",
    "pool", "problem", "project", "protocol", "question", "release", "rev", "revision", "room", "round", "route",
    "row", "sample", "scenario", "schedule", "season", "section", "sector", "segment", "serie", "series", "set",
    "shaft", "shed", "site", "size", "stage", "stand", "step", "study", "suite", "system", "table", "task", "team",
    "teil", "terminal", "test", "tier", "tipo", "tower", "track", "trial", "turm", "typ", "type", "unit", "variant",
    "ver", "version", "vitamin", "vol", "volume", "wing", "zone", "блок", "вариант", "группа", "класс", "корпус",
    "план", "тип", "часть",
];

/// Words that turn a name into its opposite. Sorted.
#[rustfmt::skip]
static NEGATIONS: &[&str] = &[
    "anti", "kein", "keine", "never", "nicht", "no", "non", "not", "ohne", "sans", "sin", "without", "анти", "без",
    "не", "нет",
];

/// Zeros of the decimal digits that NFKC leaves as they are.
#[rustfmt::skip]
static ZEROS: &[u32] = &[
    0x30, 0x660, 0x6F0, 0x7C0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xDE6, 0xE50, 0xED0,
    0xF20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80, 0x1A90, 0x1B50, 0x1BB0, 0x1C40, 0x1C50, 0xA620,
    0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0, 0x104A0,
];

/// A version longer than this is cut into several identity tokens, which keeps a hostile one linear.
const LONGEST_VERSION: usize = 64;

pub(super) type Identity = SmallVec<[Box<str>; 2]>;

fn listed(table: &[&str], word: &str) -> bool {
    table.binary_search(&word).is_ok()
}

fn ascii_digit(c: char) -> Option<char> {
    let code = u32::from(c);
    let zero = ZEROS.iter().copied().find(|zero| (*zero..*zero + 10).contains(&code))?;
    char::from_digit(code - zero, 10)
}

fn is_digit(c: char) -> bool {
    if c.is_ascii() { c.is_ascii_digit() } else { c.is_numeric() }
}

pub(super) fn has_digit(text: &str) -> bool {
    text.chars().any(is_digit)
}

/// Whether a single letter after this word tells things apart: Rev, Plan, Type.
pub(crate) fn is_designator(word: &str) -> bool {
    listed(DESIGNATORS, word)
}

fn is_single_letter(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(char::is_alphabetic) && chars.next().is_none()
}

/// The value of a roman numeral of I, V and X. Numerals with L, C, D or M are too often words (mix, dc, md).
fn roman(text: &str) -> Option<u32> {
    if text.is_empty() || text.len() > 7 {
        return None;
    }
    let value = |b: u8| match b {
        b'i' => Some(1),
        b'v' => Some(5),
        b'x' => Some(10),
        _ => None,
    };
    let bytes = text.as_bytes();
    let mut total = 0;
    for (i, b) in bytes.iter().enumerate() {
        let here = value(*b)?;
        let next = bytes.get(i + 1).map_or(Some(0), |b| value(*b))?;
        total = if here < next { total - here } else { total + here };
    }
    let total = u32::try_from(total).ok()?;
    (to_roman(total) == text).then_some(total)
}

fn to_roman(mut n: u32) -> String {
    let mut out = String::new();
    for (value, digits) in [(10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")] {
        while n >= value {
            out.push_str(digits);
            n -= value;
        }
    }
    out
}

/// A generational suffix. Written out, it is as likely a family name when only one word stands before it (Fred Junior).
fn generation(text: &str, before: usize) -> Option<&'static str> {
    match text {
        "jr" | "jnr" => Some("jr"),
        "sr" | "snr" => Some("sr"),
        "junior" if before > 1 => Some("jr"),
        "senior" if before > 1 => Some("sr"),
        _ => None,
    }
}

/// The identity tokens in order of appearance.
pub(super) fn identity(tokens: &[Token<'_>]) -> Identity {
    let mut out = Identity::new();
    for (i, token) in tokens.iter().enumerate() {
        let previous = i.checked_sub(1).and_then(|p| tokens.get(p));
        let next = tokens.get(i + 1);
        let last = next.is_none();
        if has_digit(token.text) {
            if !abbreviations::is_numeronym(token.text) {
                let continues =
                    token.before == '.' && previous.is_some_and(|p| p.text.chars().next_back().is_some_and(is_digit));
                numbers(token.text, continues, &mut out);
            }
        } else if token.text.chars().any(|c| c == '第') {
            ordinal_han(token.text, &mut out);
        } else if is_signed(token) {
            let signs = token.after.trim_end_matches(|c| !matches!(c, '+' | '#' | '♯'));
            out.push(format!("{}{}", token.text, signs.replace('♯', "#")).into());
        } else if is_single_letter(token.text) {
            let beside_digits = previous.is_some_and(|p| has_digit(p.text)) || next.is_some_and(|n| has_digit(n.text));
            let designated = previous.is_some_and(|p| is_designator(p.text));
            if designated {
                // Type I is Type 1; Type B stays itself.
                out.push(roman(token.text).map_or_else(|| token.text.into(), |value| value.to_string().into()));
            } else if beside_digits && token.text != "v" {
                out.push(token.text.into());
            } else if token.text == "i" && last && previous.is_some_and(|p| !is_single_letter(p.text)) {
                // World War I. A final V or X is more often an initial (Ravi V).
                out.push("1".into());
            }
        } else if listed(NEGATIONS, token.text) {
            let numero = token.text == "no" && next.is_some_and(|n| has_digit(n.text));
            if !numero && tokens.len() > 1 {
                out.push(token.text.into());
            }
        } else if i > 0 {
            if let Some(generation) = generation(token.text, i) {
                out.push(generation.into());
            } else if let Some(value) = roman(token.text) {
                out.push(value.to_string().into());
            }
        }
    }
    out
}

/// `C++`, `F#`: one or two letters with signs right after them.
fn is_signed(token: &Token<'_>) -> bool {
    token.after.starts_with(['+', '#', '♯']) && token.text.chars().take(3).count() <= 2
}

/// Digit runs, and single letters glued to them, of one token. `continues`: the first run goes on a version
/// (`1` `.2`), which is one identity, so that 1.2 and 2.1 differ.
fn numbers(token: &str, continues: bool, out: &mut Identity) {
    let mut rest = token;
    let mut first = true;
    while let Some(c) = rest.chars().next() {
        let digits = is_digit(c);
        let end = rest.find(|c| is_digit(c) != digits).unwrap_or(rest.len());
        let (run, tail) = rest.split_at(end);
        if digits {
            let number: String = run.chars().map(|c| ascii_digit(c).unwrap_or(c)).collect();
            let trimmed = number.trim_start_matches('0');
            let number = if trimmed.is_empty() { "0" } else { trimmed };
            match out.last_mut().filter(|version| first && continues && version.len() < LONGEST_VERSION) {
                Some(version) => *version = format!("{version}.{number}").into(),
                None => out.push(number.into()),
            }
        } else if is_single_letter(run) && run != "v" {
            out.push(run.into());
        }
        first = false;
        rest = tail;
    }
}

/// 第一, 第二 …: the numeral after 第.
fn ordinal_han(token: &str, out: &mut Identity) {
    for part in token.split('第').skip(1) {
        let end = part.find(|c| !"〇零一二三四五六七八九十百千".contains(c)).unwrap_or(part.len());
        if let Some(number) = part.get(..end).filter(|n| !n.is_empty()) {
            out.push(number.into());
        }
    }
}

/// Whether two lists differ as multisets.
pub(super) fn differs(a: &Identity, b: &Identity) -> bool {
    if a.len() != b.len() {
        return true;
    }
    if a == b {
        return false;
    }
    let sorted = |list: &Identity| {
        let mut list: SmallVec<[Box<str>; 8]> = list.iter().cloned().collect();
        list.sort_unstable();
        list
    };
    sorted(a) != sorted(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        for table in [DESIGNATORS, NEGATIONS] {
            for pair in table.windows(2) {
                assert!(pair[0] < pair[1], "{pair:?}");
            }
        }
    }

    #[test]
    fn roman_numerals_are_canonical() {
        assert_eq!(roman("xiv"), Some(14));
        assert_eq!(roman("xxxviii"), Some(38));
        for not in ["iiii", "vv", "iix", "", "mix", "xivx"] {
            assert_eq!(roman(not), None, "{not}");
        }
    }
}
