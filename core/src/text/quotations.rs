//! Which parts of a text are somebody's quoted words.
//!
//! A first-person word in a quotation is not the speaker's own. Whose it is instead is not decided here. Double and
//! angle quotation marks of all sorts, single ones where they cannot be apostrophes, and quoted lines of mails (`>`).
//! A quotation that is not closed goes on to the end of its paragraph. One pass.

use std::ops::Range;

use crate::names::chars;

/// An opened quotation, and by what it is closed.
struct Open {
    at: usize,
    closes: char,
}

/// The quoted spans of a text in order, not overlapping, with their marks.
///
/// ```
/// use namesake_core::text::quotations;
/// let text = "\"I hate it,\" said Bob. I don't: 27\" is fine.";
/// assert_eq!(quotations(text), [0..12]);
/// ```
pub fn quotations(text: &str) -> Vec<Range<usize>> {
    let mut out: Vec<Range<usize>> = Vec::new();
    let mut from = 0;
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with('>') {
            out.push(from..from + line.trim_end().len());
        }
        from += line.len();
    }
    out.extend(marked(text, &out));
    out.sort_by_key(|span| span.start);
    out
}

/// The quotations between marks, outside of quoted lines.
fn marked(text: &str, lines: &[Range<usize>]) -> Vec<Range<usize>> {
    let singles = single_closings(text);
    let mut lines = lines.iter().peekable();
    let mut out = Vec::new();
    let mut open: Option<Open> = None;
    let mut blank = true;
    let mut before = None;
    let mut iter = text.char_indices().peekable();
    while let Some((at, c)) = iter.next() {
        let next = iter.peek().map(|(_, next)| *next);
        let was = before.replace(c);
        while lines.peek().is_some_and(|line| line.end <= at) {
            lines.next();
        }
        let quoted_line = lines.peek().is_some_and(|line| line.start <= at);
        // A blank line ends a paragraph, and so does a quoted one.
        if let Some(left) = open.take_if(|_| (c == '\n' && blank) || quoted_line) {
            out.push(left.at..at);
        }
        blank = c == '\n' || (blank && c.is_whitespace());
        if quoted_line {
            continue;
        }
        match open.take_if(|open| closes(open, was, c, next)) {
            Some(open) => out.push(open.at..at + c.len_utf8()),
            None if open.is_none() => {
                let closed = |closes: &char| *closes != SINGLE || singles.closes_after(at);
                open = opens(was, c, next).filter(closed).map(|closes| Open { at, closes });
            }
            None => {}
        }
    }
    out.extend(open.map(|open| open.at..text.len()));
    out
}

/// What closes a single-marked quotation.
const SINGLE: char = '’';

/// Where single marks can close, and where lines end: a single mark opens nothing that its line does not close.
struct Singles {
    closings: Vec<usize>,
    breaks: Vec<usize>,
}

impl Singles {
    fn closes_after(&self, at: usize) -> bool {
        let after = |list: &[usize]| list.get(list.partition_point(|place| *place <= at)).copied();
        after(&self.closings).is_some_and(|closing| after(&self.breaks).is_none_or(|end| closing < end))
    }
}

fn single_closings(text: &str) -> Singles {
    let (mut closings, mut breaks) = (Vec::new(), Vec::new());
    let mut before = None;
    let mut iter = text.char_indices().peekable();
    while let Some((at, c)) = iter.next() {
        let next = iter.peek().map(|(_, next)| *next);
        if c == '\n' {
            breaks.push(at);
        } else if closes_single(before, c, next) {
            closings.push(at);
        }
        before = Some(c);
    }
    Singles { closings, breaks }
}

/// The mark that would close a quotation which a character opens.
fn opens(before: Option<char>, c: char, next: Option<char>) -> Option<char> {
    let starts = !before.is_some_and(chars::is_word) && next.is_some_and(|next| !next.is_whitespace());
    match c {
        '"' | '\u{FF02}' if starts => Some(c),
        // Not the inches of 27“, however they are typed.
        '“' if starts || !before.is_some_and(char::is_numeric) => Some('”'),
        '„' | '‟' => Some('”'),
        '«' => Some('»'),
        // The other way round, as in German: »Ja«.
        '»' if starts => Some('«'),
        '‹' => Some('›'),
        '「' => Some('」'),
        '『' => Some('』'),
        '‘' | '\'' if starts && next.is_some_and(char::is_alphanumeric) => Some(SINGLE),
        _ => None,
    }
}

fn closes(open: &Open, before: Option<char>, c: char, next: Option<char>) -> bool {
    match open.closes {
        // „so“, “so” and “so"
        '”' => matches!(c, '”' | '“' | '"'),
        SINGLE => closes_single(before, c, next),
        '"' => c == '"' && !next.is_some_and(char::is_alphanumeric),
        closing => c == closing,
    }
}

/// Single marks are apostrophes unless something ends inside them: 'I hate it,' said Bob.
fn closes_single(before: Option<char>, c: char, next: Option<char>) -> bool {
    let ended = before.is_some_and(|before| matches!(before, '.' | ',' | '!' | '?' | '…'));
    matches!(c, '’' | '\'') && ended && !next.is_some_and(chars::is_word)
}
