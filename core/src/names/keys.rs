//! The exact, folded and field keys of a name (DESIGN §3).
//!
//! A key finds; it never identifies, and an empty key equals nothing. Keys are locale-free. Each function has one
//! definition over the whole of Unicode and, where the text is ASCII, a shortcut that gives the same bytes
//! (held to it by `tests/names_props.rs`). All run in one pass over the text, in linear or n·log n time.

use caseless::Caseless;
use unicode_normalization::UnicodeNormalization;

use super::chars::{is_accent, is_apostrophe, is_emoji, is_hyphen, is_invisible, is_quote, plain_letter};
use super::{legal_forms, words};

/// The exact key: NFKC, full default case folding, white space runs to one space, trimmed.
///
/// Equal exact keys are the same text. Punctuation, accents, emoji and invisible characters stay. A name with
/// nothing visible in it has the empty key.
///
/// ```
/// use namesake_core::names::exact_key;
/// assert_eq!(exact_key("  Straße\u{A0}12 "), "strasse 12");
/// assert_ne!(exact_key("C++"), exact_key("C#"));
/// assert_eq!(exact_key("\u{200B} \t"), "");
/// ```
pub fn exact_key(name: &str) -> String {
    if name.is_ascii() { exact_ascii(name) } else { exact_any(name) }
}

/// The folded key: the exact key without accents, spacing, hyphens, apostrophes, quotation marks, invisible
/// characters, emoji and legal forms.
///
/// A folded match is a question, never an answer. Dropping legal forms never empties it. It is empty for a name
/// without letters, digits or other lasting signs: one of only emoji, only hyphens, only invisible characters.
///
/// ```
/// use namesake_core::names::folded_key;
/// assert_eq!(folded_key("José O’Brien-Núñez"), "joseobriennunez");
/// assert_eq!(folded_key("Acme, Inc."), folded_key("ACME"));
/// assert_eq!(folded_key("한빛 연구소"), folded_key("한빛연구소"));
/// assert_eq!(folded_key("GmbH"), "gmbh");
/// ```
pub fn folded_key(name: &str) -> String {
    let exact = exact_key(name);
    let loose = loose(&exact);
    let words = words::Words::of(&loose, &exact);
    fold_words(&words).0
}

/// The key of an identity field's value: case, accents and white space folded, everything else kept.
///
/// Source: DESIGN §3, cases/synapse.md 58.
///
/// ```
/// use namesake_core::names::field_key;
/// assert_eq!(field_key("José"), field_key("JOSE"));
/// assert_ne!(field_key("C++"), field_key("C#"));
/// assert_ne!(field_key("a-b"), field_key("ab"));
/// ```
pub fn field_key(value: &str) -> String {
    let exact = exact_key(value);
    if exact.is_ascii() {
        return exact;
    }
    let mut out = String::with_capacity(exact.len());
    for c in exact.nfd().filter(|c| !is_accent(*c)) {
        match plain_letter(c) {
            Some(plain) => out.push_str(plain),
            None => out.push(c),
        }
    }
    // An accent that stood on a space leaves that space, so white space is folded once more.
    visible_or_empty(collapse(out.nfc()))
}

/// The exact key of ASCII text.
fn exact_ascii(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut gap = false;
    let mut seen = false;
    for byte in name.bytes() {
        if char::from(byte).is_whitespace() {
            gap = true;
            continue;
        }
        if gap && !out.is_empty() {
            out.push(' ');
        }
        gap = false;
        seen |= byte.is_ascii_graphic();
        out.push(char::from(byte.to_ascii_lowercase()));
    }
    if seen { out } else { String::new() }
}

/// The exact key of any text. Public to the crate's tests through [`super::oracle`].
pub(super) fn exact_any(name: &str) -> String {
    // Folding and decomposition are repeated because each can open work for the other (Unicode §3.13, D146:
    // compatibility caseless matching); the last step composes.
    let folded = name.nfd().default_case_fold().nfkd().default_case_fold().nfkc();
    visible_or_empty(collapse(folded))
}

fn visible_or_empty(key: String) -> String {
    if key.chars().all(|c| c == ' ' || is_invisible(c)) { String::new() } else { key }
}

/// White space runs to one space, trimmed.
fn collapse(chars: impl Iterator<Item = char>) -> String {
    let mut out = String::new();
    let mut gap = false;
    for c in chars {
        if c.is_whitespace() {
            gap = true;
            continue;
        }
        if gap && !out.is_empty() {
            out.push(' ');
        }
        gap = false;
        out.push(c);
    }
    out
}

/// The exact key on its way to the folded one: everything is folded and dropped, but word boundaries, hyphens
/// (all as `-`) and quotation marks (all as `"`) are still there to split and read words by.
pub(super) fn loose(exact: &str) -> String {
    if exact.is_ascii() { loose_ascii(exact) } else { loose_any(exact) }
}

fn loose_ascii(exact: &str) -> String {
    let mut out = String::with_capacity(exact.len());
    let mut gap = false;
    for byte in exact.bytes() {
        match byte {
            b' ' => gap = true,
            b'\'' | b'`' | 0..=0x1F | 0x7F => {}
            _ => {
                if gap && !out.is_empty() {
                    out.push(' ');
                }
                gap = false;
                out.push(char::from(byte));
            }
        }
    }
    out
}

pub(super) fn loose_any(exact: &str) -> String {
    let mut out = String::with_capacity(exact.len());
    for c in exact.nfd() {
        if is_invisible(c) || is_apostrophe(c) || is_accent(c) {
            continue;
        }
        match c {
            c if is_emoji(c) => out.push(' '),
            c if is_hyphen(c) => out.push('-'),
            c if is_quote(c) => out.push('"'),
            c => match plain_letter(c) {
                Some(plain) => out.push_str(plain),
                None => out.push(c),
            },
        }
    }
    collapse(out.nfc())
}

/// The folded key of a name's words, and whether a legal form was dropped.
pub(super) fn fold_words(words: &words::Words<'_>) -> (String, bool) {
    let mut out = String::with_capacity(words.text_len());
    for word in words.kept() {
        out.extend(word.chars().filter(|c| !matches!(c, '-' | '"')));
    }
    if words.dropped_legal_form() {
        // What set the form apart goes with it: "Acme, Inc".
        out.truncate(out.trim_end_matches([',', ';', '.']).len());
    }
    if out.is_ascii() {
        return (out, words.dropped_legal_form());
    }
    // Joining words can bring a letter and its mark, or jamo, together.
    let joined: String = out.nfc().collect();
    let name = legal_forms::strip_unspaced(&joined);
    (name.to_owned(), words.dropped_legal_form() || name.len() < joined.len())
}
