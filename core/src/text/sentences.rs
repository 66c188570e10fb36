//! Sentences of chats, notes and letters.
//!
//! Evidence is cited and shown by the sentence, so a sentence must hold together: "Ravi S. will take over" is one.
//! Where a full stop is doubtful it does not end the sentence; a line break ends it unless the line was wrapped.
//! White space around a sentence is not part of it. One pass, no dictionary but the abbreviations of
//! [`super::english`].

use super::english;
use crate::names::chars::{is_apostrophe, is_quote};

/// A sentence as byte offsets of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

/// A line at least this long (in characters) that ends in mid-sentence was wrapped.
const WRAPPED_LINE: usize = 60;

/// The sentences of a text in order.
///
/// ```
/// use namesake_core::text::sentences;
/// let text = "Ravi S. will take over. Dr. Klein agreed!";
/// let parts: Vec<&str> = sentences(text).iter().map(|s| &text[s.start..s.end]).collect();
/// assert_eq!(parts, ["Ravi S. will take over.", "Dr. Klein agreed!"]);
/// ```
pub fn sentences(text: &str) -> Vec<Sentence> {
    let mut out = Vec::new();
    let mut start = 0;
    let mut line_start = 0;
    let mut iter = text.char_indices().peekable();
    while let Some((at, c)) = iter.next() {
        let next = at + c.len_utf8();
        if at == start && c.is_whitespace() {
            // White space is looked at once, and not again for every mark behind it.
            start = next;
        }
        match c {
            '\n' | '\r' | '\u{2028}' | '\u{2029}' | '\u{85}' => {
                let line = text.get(line_start..at).unwrap_or_default();
                if ends_at_line_break(line, text.get(next..).unwrap_or_default()) {
                    push(text, start, at, &mut out);
                    start = next;
                }
                line_start = next;
            }
            '。' | '！' | '？' | '｡' | '।' | '॥' | '۔' | '؟' => {
                let end = past_closers(text, next);
                push(text, start, end, &mut out);
                start = end;
                while iter.peek().is_some_and(|(i, _)| *i < end) {
                    iter.next();
                }
            }
            '.' | '!' | '?' | '…' => {
                let run_end = past(text, next, |c| matches!(c, '.' | '!' | '?' | '…'));
                let end = past_closers(text, run_end);
                let mark = text.get(at..run_end).unwrap_or_default();
                let current = text.get(start..at).unwrap_or_default();
                if ends_sentence(current, mark, end > run_end, text.get(end..).unwrap_or_default()) {
                    push(text, start, end, &mut out);
                    start = end;
                }
                while iter.peek().is_some_and(|(i, _)| *i < end) {
                    iter.next();
                }
            }
            _ => {}
        }
    }
    push(text, start, text.len(), &mut out);
    out
}

/// The sentence that holds a byte offset, of sentences in order.
pub fn sentence_at(sentences: &[Sentence], byte: usize) -> Option<Sentence> {
    let after = sentences.partition_point(|s| s.start <= byte);
    after.checked_sub(1).and_then(|i| sentences.get(i)).copied().filter(|s| byte < s.end)
}

fn push(text: &str, start: usize, end: usize, out: &mut Vec<Sentence>) {
    let part = text.get(start..end).unwrap_or_default();
    let left = part.trim_start();
    let start = end - left.len();
    let end = start + left.trim_end().len();
    if start < end {
        out.push(Sentence { start, end });
    }
}

fn past(text: &str, from: usize, is: impl Fn(char) -> bool) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    from + rest.find(|c| !is(c)).unwrap_or(rest.len())
}

fn past_closers(text: &str, from: usize) -> usize {
    past(text, from, |c| matches!(c, ')' | ']' | '}' | '」' | '』' | '）' | '*') || is_quote(c) || is_apostrophe(c))
}

fn ends_at_line_break(line: &str, rest: &str) -> bool {
    let wrapped = line.chars().take(WRAPPED_LINE).count() == WRAPPED_LINE;
    // "\r\n" is one break, at its second half; a blank line always ends.
    if !wrapped || rest.starts_with('\n') || line.trim().is_empty() {
        return true;
    }
    let next_line = rest.trim_start_matches([' ', '\t', '\r']);
    if next_line.starts_with('\n') {
        return true;
    }
    let bullet = next_line.starts_with(['-', '*', '•', '>', '#', '|']);
    bullet || !line.trim_end().ends_with(|c: char| c.is_alphanumeric() || c == ',')
}

/// Whether the marks end the sentence, given what came before in it and what follows.
fn ends_sentence(current: &str, mark: &str, closed: bool, rest: &str) -> bool {
    if !rest.is_empty() && !rest.starts_with(char::is_whitespace) {
        return false; // 3.14, node.js, x?y=1
    }
    let following =
        rest.trim_start().trim_start_matches(|c: char| is_quote(c) || is_apostrophe(c) || "([*".contains(c));
    let Some(next) = following.chars().next() else {
        return true;
    };
    let lower_next = next.is_lowercase();
    let lower_text = current.trim_start().starts_with(char::is_lowercase);
    if mark.contains(['!', '?']) {
        return !(closed && lower_next); // "Really?" asked Ana.
    }
    if mark != "." {
        return !lower_next;
    }
    let word = current.rsplit(|c: char| c.is_whitespace() || "([\"“'".contains(c)).next().unwrap_or_default();
    let lower_word = word.to_lowercase();
    if word.is_empty() {
        return !lower_next;
    }
    // A list marker: "1. Call Ana"
    if current.trim_start() == word && (word.chars().all(|c| c.is_ascii_digit()) || word.len() == 1) {
        return false;
    }
    if english::is_title(&lower_word) {
        return false;
    }
    let next_word = following.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let starter = !lower_next && english::is_common(&next_word.to_lowercase());
    let mut letters = word.chars();
    let single = letters.next().is_some_and(char::is_uppercase) && letters.next().is_none();
    if single && word != "I" {
        return starter;
    }
    if english::is_abbreviation(&lower_word) || (word.contains('.') && !word.contains(|c: char| c.is_ascii_digit())) {
        return starter;
    }
    !lower_next || lower_text
}
