//! Where a name stands in a text: token-bounded, in any case and white space (DESIGN §4, Grounding).
//!
//! Compares exact keys, so what is found has the name's exact key and nothing looser: no accents, no invisible
//! characters are skipped. Spans are bytes of the text as it was written. Linear in the text for each name.
//!
//! Boundaries: letters, digits and marks make tokens. A dot, an apostrophe or a plus sign that binds a token on
//! (`Node.js`, `O'Brien`, `C++`) is no boundary; a possessive or contracted ending (`Ana's`) is one, and so is a
//! hyphen. Scripts that write no spaces have no such boundaries: Han and Thai names are bounded by nothing but
//! themselves, katakana by other scripts, hangul by a particle or the end of the word. Choosing the longest of
//! several overlapping names is the caller's.

use std::ops::Range;

use unicode_script::{Script, UnicodeScript};
use unicode_segmentation::UnicodeSegmentation;

use crate::names::{chars, exact_key};

/// The spans of a name in a text, in order, not overlapping.
///
/// ```
/// use namesake_core::text::occurrences;
/// assert_eq!(occurrences("DENSE\tMemory protects", "Dense Memory"), [(0, 12)]);
/// assert_eq!(occurrences("Alphabet uses Redis.", "Alpha"), []);
/// assert_eq!(occurrences("C++20 and C++", "C++"), [(10, 13)]);
/// ```
pub fn occurrences(text: &str, name: &str) -> Vec<(usize, usize)> {
    FoldedText::new(text).find(name)
}

/// A text prepared for looking up several names.
pub struct FoldedText<'a> {
    text: &'a str,
    folded: String,
    /// For each piece: where it starts in `folded` and in `text`. Ends with the two lengths.
    starts: Vec<(usize, usize)>,
}

impl<'a> FoldedText<'a> {
    /// Folds the text, keeping track of where each piece came from.
    pub fn new(text: &'a str) -> Self {
        if text.is_ascii() {
            Self::of(text, text.char_indices().filter_map(|(at, c)| Some((at, text.get(at..at + c.len_utf8())?))))
        } else {
            Self::of(text, text.grapheme_indices(true))
        }
    }

    /// A piece is what can be folded without looking at its neighbours: a grapheme cluster.
    fn of(text: &'a str, pieces: impl Iterator<Item = (usize, &'a str)>) -> Self {
        let mut folded = String::with_capacity(text.len());
        let mut starts = Vec::with_capacity(text.len());
        let mut gap = false;
        for (at, piece) in pieces {
            if piece.chars().all(char::is_whitespace) {
                if !gap {
                    starts.push((folded.len(), at));
                    folded.push(' ');
                }
                gap = true;
                continue;
            }
            gap = false;
            let from = folded.len();
            match piece.as_bytes() {
                [byte] => folded.push(char::from(byte.to_ascii_lowercase())),
                // The key of something invisible is empty; it must still keep its neighbours apart.
                _ => match exact_key(piece) {
                    key if key.is_empty() => folded.push_str(piece),
                    key => folded.push_str(&key),
                },
            }
            starts.push((from, at));
        }
        starts.push((folded.len(), text.len()));
        Self { text, folded, starts }
    }

    /// The spans of a name, in order, not overlapping.
    pub fn find(&self, name: &str) -> Vec<(usize, usize)> {
        let needle = exact_key(name);
        let mut out = Vec::new();
        let mut from = 0;
        while let Some((start, end)) = self.next(&needle, from, self.folded.len()) {
            out.extend(self.span(start, end));
            from = end;
        }
        out
    }

    /// The spans of an exact key inside a part of the text, in order, not overlapping. What stands around the part
    /// still bounds a token: a part never cuts a name out of a longer word.
    pub fn find_in(&self, key: &str, part: Range<usize>) -> impl Iterator<Item = (usize, usize)> {
        let place = |byte| self.starts.get(self.starts.partition_point(|(_, source)| *source < byte));
        let (from, to) = (place(part.start), place(part.end));
        let to = to.map_or(self.folded.len(), |(folded, _)| *folded);
        let mut from = from.map_or(to, |(folded, _)| *folded);
        std::iter::from_fn(move || {
            let (start, end) = self.next(key, from, to)?;
            from = end;
            self.span(start, end)
        })
        .filter(move |(start, end)| part.start <= *start && *end <= part.end)
    }

    /// The next bounded occurrence of a key in a part of the folded text, in bytes of the folded text.
    fn next(&self, needle: &str, from: usize, to: usize) -> Option<(usize, usize)> {
        let mut from = from;
        let first = needle.chars().next()?;
        loop {
            let rest = self.folded.get(from..to).filter(|rest| rest.len() >= needle.len())?;
            let start = from + rest.find(needle)?;
            let end = start + needle.len();
            let before = self.folded.get(..start).unwrap_or_default();
            let starts = bounded_before(before, needle) && self.source(start).is_some();
            let after = self.folded.get(end..).unwrap_or_default();
            if starts && bounded_after(needle, after) && self.source(end).is_some() {
                return Some((start, end));
            }
            // On to where it could start again. Inside a word it never starts, which keeps a hostile text linear.
            from = start;
            let mut last = first;
            for c in self.folded.get(start..).unwrap_or_default().chars() {
                let inside = from > start && is_token(last) && is_token(c) && !scripts_part(last, c);
                if from > start && !inside {
                    break;
                }
                from += c.len_utf8();
                last = c;
            }
        }
    }

    /// A span of the folded text in the text.
    fn span(&self, start: usize, end: usize) -> Option<(usize, usize)> {
        let (start, end) = self.source(start).zip(self.source(end))?;
        Some((start, self.without_trailing_space(start, end)))
    }

    /// Where a place in the folded text is in the text, if a piece starts there.
    fn source(&self, folded: usize) -> Option<usize> {
        let at = self.starts.binary_search_by(|(start, _)| start.cmp(&folded)).ok()?;
        self.starts.get(at).map(|(_, source)| *source)
    }

    fn without_trailing_space(&self, start: usize, end: usize) -> usize {
        self.text.get(start..end).map_or(end, |span| start + span.trim_end().len())
    }
}

fn is_token(c: char) -> bool {
    c == '_' || chars::is_word(c)
}

fn bounded_before(before: &str, inside: &str) -> bool {
    let mut back = before.chars().rev();
    let (Some(near), Some(first)) = (back.next(), inside.chars().next()) else {
        return true;
    };
    if is_token(near) {
        return is_token(first) && scripts_part(near, first);
    }
    let beyond = back.next().filter(|c| is_token(*c));
    match (near, beyond) {
        ('.', Some(_)) => false,
        (c, Some(_)) if chars::is_apostrophe(c) => {
            // l'Oréal, d'Ana, qu'Ana: an article is not part of the name; O' is.
            let word = before.trim_end_matches(chars::is_apostrophe);
            let article = word.rsplit(|c| !is_token(c)).next().unwrap_or_default();
            matches!(article, "l" | "d" | "qu")
        }
        _ => true,
    }
}

fn bounded_after(inside: &str, after: &str) -> bool {
    let mut ahead = after.chars();
    let (Some(last), Some(near)) = (inside.chars().next_back(), ahead.next()) else {
        return true;
    };
    if is_token(near) {
        return is_token(last) && (scripts_part(last, near) || hangul_particle(last, after));
    }
    let beyond = ahead.next();
    match near {
        '#' => false,
        '+' => !is_token(last) || beyond.is_some_and(|c| c != '+' && !c.is_whitespace()),
        '.' | '@' => !beyond.is_some_and(is_token),
        c if chars::is_apostrophe(c) && beyond.is_some_and(is_token) => {
            let rest = after.get(c.len_utf8()..).unwrap_or_default();
            let ending = rest.split(|c| !is_token(c)).next().unwrap_or_default();
            matches!(ending, "s" | "d" | "ll" | "re" | "ve" | "m")
        }
        _ => true,
    }
}

/// Whether two neighbouring letters belong to different tokens because of how their scripts are written.
fn scripts_part(left: char, right: char) -> bool {
    let (a, b) = (left.script(), right.script());
    let free = |s| {
        matches!(
            s,
            Script::Han
                | Script::Hiragana
                | Script::Thai
                | Script::Lao
                | Script::Khmer
                | Script::Myanmar
                | Script::Tibetan
        )
    };
    if free(a) || free(b) {
        return true;
    }
    let east_asian = |s| matches!(s, Script::Katakana | Script::Hangul);
    a != b && (east_asian(a) || east_asian(b)) && !matches!(a, Script::Common) && !matches!(b, Script::Common)
}

/// Whether what follows a hangul name up to the end of the word is a particle or honorific written onto it.
fn hangul_particle(last: char, after: &str) -> bool {
    if last.script() != Script::Hangul {
        return false;
    }
    // None is longer than three letters; looking no further keeps a hostile text linear.
    let near = after.char_indices().nth(4).map_or(after, |(at, _)| after.get(..at).unwrap_or_default());
    let ending = near.split(|c| !is_token(c)).next().unwrap_or_default();
    matches!(
        ending,
        "은" | "는"
            | "이"
            | "가"
            | "을"
            | "를"
            | "와"
            | "과"
            | "의"
            | "에"
            | "도"
            | "만"
            | "로"
            | "으로"
            | "에서"
            | "에게"
            | "께서"
            | "한테"
            | "이랑"
            | "랑"
            | "씨"
            | "씨가"
            | "씨는"
            | "씨를"
            | "님"
            | "님이"
            | "님은"
            | "님께서"
            | "부터"
            | "까지"
            | "입니다"
            | "이다"
            | "이가"
            | "이는"
            | "야"
            | "아"
    )
}
