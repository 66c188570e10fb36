//! The sentences of an event that a claim cites.
//!
//! Spans come from outside: they are checked, widened to whole sentences and joined, never repaired. Nothing here reads
//! what the sentences say.

use std::ops::Range;

use super::Sentence;

/// Why cited spans are refused. `index` is the place of the span in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadSpan {
    /// No span was given.
    #[error("no span is cited; a claim cites at least one sentence of its event")]
    None,
    /// It starts after it ends, or ends after the text.
    #[error("span {index} does not lie in the text, which has {length} bytes")]
    Outside {
        /// Which span.
        index: usize,
        /// Bytes of the text.
        length: usize,
    },
    /// A border is inside a character.
    #[error("span {index} starts or ends inside a character")]
    InsideCharacter {
        /// Which span.
        index: usize,
    },
    /// It holds nothing but white space, or nothing at all.
    #[error("span {index} holds no sentence")]
    Blank {
        /// Which span.
        index: usize,
    },
}

impl BadSpan {
    /// The stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::None => "span_none",
            Self::Outside { .. } => "span_outside",
            Self::InsideCharacter { .. } => "span_inside_character",
            Self::Blank { .. } => "span_blank",
        }
    }
}

/// The whole sentences, of all of a text, that spans of it touch, in order, each once.
pub(super) fn cited_of(text: &str, all: &[Sentence], spans: &[Range<usize>]) -> Result<Vec<Range<usize>>, BadSpan> {
    if spans.is_empty() {
        return Err(BadSpan::None);
    }
    let mut touched = Vec::new();
    for (index, span) in spans.iter().enumerate() {
        if span.start > span.end || span.end > text.len() {
            return Err(BadSpan::Outside { index, length: text.len() });
        }
        let Some(said) = text.get(span.clone()) else { return Err(BadSpan::InsideCharacter { index }) };
        if said.trim().is_empty() {
            return Err(BadSpan::Blank { index });
        }
        let first = all.partition_point(|sentence| sentence.end <= span.start);
        let end = all.partition_point(|sentence| sentence.start < span.end);
        touched.push(first..end);
    }
    touched.sort_unstable_by_key(|range| (range.start, range.end));
    let mut out: Vec<Range<usize>> = Vec::new();
    let mut from = 0;
    for range in touched {
        let start = range.start.max(from);
        from = from.max(range.end);
        out.extend(all.get(start..from).unwrap_or_default().iter().map(|sentence| sentence.start..sentence.end));
    }
    Ok(out)
}
