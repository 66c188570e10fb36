//! Mentions with the sentence around them.

use crate::model::*;
use crate::policy::QUOTE_BYTES;
use crate::text::{Sentence, sentence_at};

/// A mention of a span of a text, in its sentence.
pub(super) fn mention(
    event: EventId,
    text: &str,
    sentences: &[Sentence],
    span: std::ops::Range<usize>,
    strength: Strength,
    kind: Option<String>,
) -> Mention {
    let whole = sentence_at(sentences, span.start).map_or(0..text.len(), |s| s.start..s.end.max(span.end));
    let part = shorten(text, whole, &span);
    Mention {
        id: mention_id(event, span.start, span.end),
        event,
        start: span.start as u32,
        end: span.end as u32,
        strength,
        kind,
        quote: text.get(part.clone()).unwrap_or_default().to_owned(),
        at: (span.start - part.start) as u32,
        verdict: Verdict::none(),
    }
}

/// The part of a sentence that is quoted: all of it, or what stands around the span, cut at white space.
fn shorten(text: &str, whole: std::ops::Range<usize>, span: &std::ops::Range<usize>) -> std::ops::Range<usize> {
    let trimmed = |range: std::ops::Range<usize>| {
        let part = text.get(range.clone()).unwrap_or_default();
        let start = range.start + (part.len() - part.trim_start().len());
        let end = range.end - (part.len() - part.trim_end().len());
        start.min(span.start)..end.max(span.end)
    };
    if whole.len() <= QUOTE_BYTES {
        return trimmed(whole);
    }
    let room = QUOTE_BYTES.saturating_sub(span.len()) / 2;
    let mut start = span.start.saturating_sub(room).max(whole.start);
    let mut end = (span.end + room).min(whole.end);
    let space = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_whitespace);
    while start > whole.start && start < span.start && !space(start) {
        start += 1;
    }
    while end < whole.end && end > span.end && !space(end) {
        end -= 1;
    }
    while !text.is_char_boundary(start) {
        start += 1;
    }
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    trimmed(start.min(span.start)..end.max(span.end))
}
