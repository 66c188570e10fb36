//! Where words that somebody typed stand in a text: without regard to case, accents and apostrophes, and with any white
//! space, hyphens or underscores between them. A part of a word is found too.
//!
//! Nothing is decided by it. A text of ASCII letters is compared as it stands, without a copy: a search looks through
//! all sentences of a memory.

use crate::names::field_key;
use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation;

/// Words to be looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Needle(String);

impl Needle {
    /// `None` for a text without a letter or digit.
    pub fn new(text: &str) -> Option<Self> {
        let key = Folded::new(text).text;
        let key = key.trim();
        key.chars().any(char::is_alphanumeric).then(|| Self(key.to_owned()))
    }

    /// True if they stand in a text.
    pub fn is_in(&self, text: &str) -> bool {
        if text.is_ascii() {
            self.next_ascii(text.as_bytes(), 0).is_some()
        } else {
            Folded::new(text).text.contains(&self.0)
        }
    }

    /// Where they stand, in bytes of the text; in order, not overlapping.
    pub fn find_in(&self, text: &str) -> Vec<Range<usize>> {
        let mut out = Vec::new();
        let mut from = 0;
        if text.is_ascii() {
            while let Some(found) = self.next_ascii(text.as_bytes(), from) {
                from = found.end;
                out.push(found);
            }
            return out;
        }
        let folded = Folded::new(text);
        while let Some(at) = folded.text.get(from..).and_then(|rest| rest.find(&self.0)) {
            let start = from + at;
            from = start + self.0.len();
            out.push(folded.source(start)..folded.source_end(from));
        }
        out
    }

    fn next_ascii(&self, text: &[u8], from: usize) -> Option<Range<usize>> {
        let first = self.0.bytes().next().filter(|_| self.0.is_ascii())?;
        let rest = text.get(from..)?;
        let mut starts = memchr::memchr2_iter(first, first.to_ascii_uppercase(), rest);
        starts.find_map(|at| self.ends_at(text, from + at).map(|end| from + at..end))
    }

    /// The end of the words in a text of ASCII letters, if they begin here.
    fn ends_at(&self, text: &[u8], start: usize) -> Option<usize> {
        let mut at = start;
        for (n, due) in self.0.bytes().enumerate() {
            while n > 0 && text.get(at).is_some_and(|byte| is_dropped(*byte)) {
                at += 1;
            }
            let byte = *text.get(at)?;
            if due == b' ' {
                if !is_gap(byte) {
                    return None;
                }
                while text.get(at).is_some_and(|byte| is_gap(*byte) || is_dropped(*byte)) {
                    at += 1;
                }
            } else if byte.to_ascii_lowercase() == due {
                at += 1;
            } else {
                return None;
            }
        }
        Some(at)
    }
}

fn is_gap(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, b'-' | b'_')
}

fn is_dropped(byte: u8) -> bool {
    matches!(byte, b'\'' | b'`')
}

/// A text as it is compared, with where each piece of it came from.
struct Folded {
    text: String,
    /// First bytes in `text` and in the source, in order; the two lengths at the end.
    places: Vec<(usize, usize)>,
}

impl Folded {
    /// A piece is what can be folded without looking at its neighbours: a grapheme cluster.
    fn new(source: &str) -> Self {
        let (mut text, mut places) = (String::with_capacity(source.len()), Vec::new());
        for (at, piece) in source.grapheme_indices(true) {
            let is_hyphen = piece.chars().all(|c| crate::names::chars::is_hyphen(c) || c == '_');
            let key = field_key(piece);
            if is_hyphen || piece.chars().all(char::is_whitespace) {
                if !text.ends_with(' ') {
                    places.push((text.len(), at));
                    text.push(' ');
                }
            } else if !key.chars().all(crate::names::chars::is_apostrophe) {
                places.push((text.len(), at));
                text.push_str(&key);
            }
        }
        places.push((text.len(), source.len()));
        Self { text, places }
    }

    /// The first byte in the source of the piece at a byte.
    fn source(&self, byte: usize) -> usize {
        let after = self.places.partition_point(|(folded, _)| *folded <= byte);
        self.places.get(after.saturating_sub(1)).map_or(0, |(_, source)| *source)
    }

    /// The byte in the source where the piece ends that ends at, or goes on over, a byte.
    fn source_end(&self, byte: usize) -> usize {
        let at = self.places.partition_point(|(folded, _)| *folded < byte);
        self.places.get(at).or(self.places.last()).map_or(0, |(_, source)| *source)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_as_people_type_them() {
        let check = |typed: &str, text: &str, due: &[&str]| {
            let needle = Needle::new(typed).expect("has a letter");
            let found: Vec<&str> = needle.find_in(text).into_iter().map(|at| &text[at]).collect();
            assert_eq!(found, due, "{typed:?} in {text:?}");
            assert_eq!(needle.is_in(text), !due.is_empty(), "{typed:?} in {text:?}");
        };
        check("lives in", "Dana lives in Leeds; she lives\n in it.", &["lives in", "lives\n in"]);
        check("LEE", "Leeds, Bradford-lee", &["Lee", "lee"]);
        check("lives-in", "Dana lives in Leeds", &["lives in"]);
        check("livesin", "Dana lives in Leeds", &[]);
        check("zoe muller", "Zoë Müller and zoe-muller", &["Zoë Müller", "zoe-muller"]);
        check("Zoë", "Zoe", &["Zoe"]);
        check("obrien", "Ann O'Brien", &["O'Brien"]);
        check("o’brien", "Ann O'Brien, é O’Brien", &["O'Brien", "O’Brien"]);
        check("strasse", "Hauptstraße 3", &["straße"]);
        check("북", "한빛 북스", &["북"]);
        check("lives in", "é lives_in x", &["lives_in"]);
        assert_eq!(Needle::new(" -’- "), None);
    }
}
