//! Words of a text, with how they are capitalised, for the recogniser.
//!
//! URLs, e-mail addresses, handles, tags and code are one opaque lexeme each, so nothing in them is ever read. Possessive
//! and contracted endings ('s, 'll) are cut off a word. No dictionary, no judgement. One pass.

use unicode_script::UnicodeScript;

use crate::names::{chars, scripts};

/// How a word is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// All small letters, or a contraction with n't.
    Lower,
    /// A capital and more: Ana, McDonald, d'Artagnan, al-Rashid, Node.js.
    Cap,
    /// Two capitals or more: IBM, C3PO, APIs.
    AllCaps,
    /// One capital.
    Initial,
    /// Capitals with dots between: J.K, U.S.
    Dotted,
    /// A small letter first, capitals later: iPhone.
    Camel,
    /// Digits, with dots between: 11, 1.2.
    Number,
    /// A script without case.
    Uncased,
    /// Anything that must not be read.
    Opaque,
}

/// What was cut off a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    None,
    /// 's
    Possessive,
    /// 'll, 'd, 've, 're, 'm
    Contracted,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Lexeme<'a> {
    pub start: usize,
    pub end: usize,
    pub text: &'a str,
    pub kind: Kind,
    pub ending: Ending,
    /// The text between the previous lexeme and this one.
    pub gap: &'a str,
    /// Whether a full stop follows directly.
    pub dot: bool,
}

/// The lexemes of a text in order.
pub(super) fn lex(text: &str) -> Vec<Lexeme<'_>> {
    let mut lexer = Lexer { text, out: Vec::new(), last_end: 0 };
    for (start, part, is_code) in without_code(text) {
        if is_code {
            lexer.push(start, start + part.len(), Kind::Opaque, Ending::None);
            continue;
        }
        let mut at = start;
        for piece in part.split_inclusive(char::is_whitespace) {
            let chunk = piece.trim_end();
            if is_opaque(chunk) {
                lexer.push(at, at + chunk.len(), Kind::Opaque, Ending::None);
            } else {
                lexer.words(at, chunk);
            }
            at += piece.len();
        }
    }
    lexer.out
}

/// The text cut at backquoted code, which comes back marked.
fn without_code(text: &str) -> Vec<(usize, &str, bool)> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(open) = text.get(at..).and_then(|rest| rest.find('`')).map(|i| at + i) {
        let rest = text.get(open..).unwrap_or_default();
        let ticks = rest.len() - rest.trim_start_matches('`').len();
        let fence = rest.get(..ticks).unwrap_or_default();
        let body = rest.get(ticks..).unwrap_or_default();
        // A lone backquote is an apostrophe; inline code stays on its line.
        // and two can be a typesetter's quotation mark: ``Ana''.
        let inline = |end: &usize| !body.get(..*end).unwrap_or_default().contains(['\n', '\'']);
        let opens = !text.get(..open).unwrap_or_default().ends_with(chars::is_word); // not the one in don`t
        let close = body.find(fence).filter(|end| ticks >= 3 || (opens && inline(end)));
        let end = match close {
            Some(end) => open + ticks + end + ticks,
            None if ticks >= 3 => text.len(),
            None => open + ticks,
        };
        if close.is_none() && ticks < 3 {
            out.push((at, text.get(at..end).unwrap_or_default(), false));
            at = end;
            continue;
        }
        out.push((at, text.get(at..open).unwrap_or_default(), false));
        out.push((open, text.get(open..end).unwrap_or_default(), true));
        at = end;
    }
    out.push((at, text.get(at..).unwrap_or_default(), false));
    out
}

/// Whether a run of non-space is an address, path, handle, tag or piece of code.
fn is_opaque(chunk: &str) -> bool {
    let inner = chunk.trim_matches(|c: char| "([\"'“”‘’,;:!?)]".contains(c));
    if inner.starts_with(['@', '#', '/', '~', '$', '<']) || inner.starts_with("www.") || inner.starts_with("./") {
        return inner.len() > 1;
    }
    if inner.contains("://") || inner.contains("::") || inner.contains("()") || inner.contains("->") {
        return true;
    }
    if inner.contains(['@', '_', '\\', '=', '{', '}', '|', '^']) {
        return true;
    }
    let slashes = inner.matches('/').count();
    slashes > 1 || (slashes == 1 && inner.contains('.') && !inner.ends_with('.'))
}

struct Lexer<'a> {
    text: &'a str,
    out: Vec<Lexeme<'a>>,
    last_end: usize,
}

impl<'a> Lexer<'a> {
    fn push(&mut self, start: usize, end: usize, kind: Kind, ending: Ending) {
        if start >= end {
            return;
        }
        let text = self.text.get(start..end).unwrap_or_default();
        let gap = self.text.get(self.last_end..start).unwrap_or_default();
        let dot = self.text.get(end..).is_some_and(|rest| rest.starts_with('.'));
        self.out.push(Lexeme { start, end, text, kind, ending, gap, dot });
        self.last_end = end;
    }

    /// Lexes one run of non-space that is no address.
    fn words(&mut self, offset: usize, chunk: &str) {
        let mut at = 0;
        while let Some(from) = chunk.get(at..).and_then(|rest| rest.find(chars::is_word)).map(|i| at + i) {
            let to = word_end(chunk, from);
            let word = chunk.get(from..to).unwrap_or_default();
            let (kept, ending) = cut_ending(word);
            // An override turns the letters after it around: it belongs to what is read, so that it is seen.
            let before = chunk.get(at..from).unwrap_or_default();
            let bare = before.trim_end_matches(['\u{202D}', '\u{202E}']);
            let start = at + bare.len();
            self.push(offset + start, offset + from + kept, kind_of(word, kept), ending);
            at = to;
        }
    }
}

/// Where the word that starts at `from` ends: over letters, digits and marks of cased or uncased scripts (never both),
/// over an apostrophe, hyphen or dot that binds, and over invisible characters inside.
fn word_end(chunk: &str, from: usize) -> usize {
    let mut end = from;
    let mut segment = from;
    let mut uncased = None;
    let rest = chunk.get(from..).unwrap_or_default();
    let mut iter = rest.char_indices().peekable();
    while let Some((i, c)) = iter.next() {
        if chars::is_word(c) {
            if c.is_alphabetic() {
                let this = !c.is_ascii() && scripts::is_uncased(c.script());
                if uncased.is_some_and(|before| before != this) {
                    break;
                }
                uncased = Some(this);
            }
            end = from + i + c.len_utf8();
            continue;
        }
        if chars::is_invisible(c) {
            // It parts nothing that a reader would see parted.
            continue;
        }
        let Some((_, next)) = iter.peek().copied() else { break };
        let binds = next.is_alphanumeric()
            && match c {
                '-' | '\u{2010}' | '\u{2011}' => true,
                '.' => dot_binds(chunk, segment, end, next),
                c => chars::is_apostrophe(c) && next.is_alphabetic(),
            };
        if !binds {
            break;
        }
        segment = from + i + c.len_utf8();
    }
    end
}

/// A dot binds single capitals (J.K) and a small-letter ending (Node.js), and digits (1.2).
fn dot_binds(chunk: &str, segment: usize, end: usize, next: char) -> bool {
    let before = chunk.get(segment..end).unwrap_or_default();
    let first = before.chars().next();
    let single = before.chars().take(2).count() == 1;
    if next.is_ascii_digit() {
        return before.chars().all(|c| c.is_ascii_digit());
    }
    if next.is_uppercase() {
        return single && first.is_some_and(char::is_uppercase);
    }
    !single && next.is_lowercase() && first.is_some_and(char::is_uppercase)
}

/// How many bytes of a word are left without its possessive or contracted ending.
fn cut_ending(word: &str) -> (usize, Ending) {
    let Some((at, mark)) = word.char_indices().rev().find(|(_, c)| chars::is_apostrophe(*c)) else {
        return (word.len(), Ending::None);
    };
    match word.get(at + mark.len_utf8()..).unwrap_or_default() {
        "s" | "S" => (at, Ending::Possessive),
        "ll" | "d" | "ve" | "re" | "m" | "LL" | "D" | "VE" | "RE" | "M" => (at, Ending::Contracted),
        _ => (word.len(), Ending::None),
    }
}

fn kind_of(whole: &str, kept: usize) -> Kind {
    let word = whole.get(..kept).unwrap_or(whole);
    let Some(first) = word.chars().next() else { return Kind::Opaque };
    if first.is_numeric() {
        let number = word.chars().all(|c| c.is_numeric() || c == '.');
        return if number { Kind::Number } else { Kind::Opaque };
    }
    let letters = || word.chars().filter(|c| c.is_alphabetic());
    if letters().next().is_some_and(|c| scripts::is_uncased(c.script())) {
        return Kind::Uncased;
    }
    if matches!(word.chars().rev().take(3).collect::<String>().to_lowercase().as_str(), "t'n" | "t’n") {
        return Kind::Lower;
    }
    let capitals = letters().filter(|c| c.is_uppercase()).count();
    let all = letters().count();
    if !first.is_uppercase() {
        return match capitals {
            0 => Kind::Lower,
            _ if has_particle_prefix(word) => Kind::Cap,
            _ => Kind::Camel,
        };
    }
    if all == 1 && word.chars().count() == 1 {
        return Kind::Initial;
    }
    if word.contains('.') && word.split('.').all(|part| part.chars().count() == 1) {
        return Kind::Dotted;
    }
    let plural = all > 2 && capitals + 1 == all && word.ends_with('s');
    if capitals == all || plural { Kind::AllCaps } else { Kind::Cap }
}

/// d'Artagnan, al-Rashid: a small particle bound to a capital.
fn has_particle_prefix(word: &str) -> bool {
    let Some((at, mark)) = word.char_indices().find(|(_, c)| chars::is_apostrophe(*c) || *c == '-') else {
        return false;
    };
    let prefix = word.get(..at).unwrap_or_default();
    let rest = word.get(at + mark.len_utf8()..).unwrap_or_default();
    matches!(prefix, "d" | "l" | "al" | "el" | "ul" | "ad" | "ar" | "as" | "an" | "bin" | "ibn" | "de" | "t" | "ter")
        && rest.starts_with(char::is_uppercase)
}
