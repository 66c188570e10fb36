//! Spans that do not overlap, looked up by place. A thousand hints of a long text are found in it without comparing each
//! with each.

use std::collections::BTreeMap;
use std::ops::Range;

/// Spans of one text, none of which overlaps another.
#[derive(Debug, Clone, Default)]
pub(super) struct Spans {
    /// One past the last byte, by the first.
    ends: BTreeMap<usize, usize>,
}

impl Spans {
    /// The span that shares a byte with this one, if one does: the last of several.
    pub fn over(&self, span: &Range<usize>) -> Option<Range<usize>> {
        let (start, end) = self.ends.range(..span.end).next_back()?;
        (*end > span.start).then_some(*start..*end)
    }

    /// Adds a span, unless one is there that shares a byte with it. True if it was added.
    pub fn add(&mut self, span: Range<usize>) -> bool {
        let is_free = self.over(&span).is_none();
        if is_free {
            self.ends.insert(span.start, span.end);
        }
        is_free
    }
}

impl FromIterator<Range<usize>> for Spans {
    fn from_iter<I: IntoIterator<Item = Range<usize>>>(spans: I) -> Self {
        let mut out = Self::default();
        for span in spans {
            out.add(span);
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_overlapping_spans_the_first_stays() {
        let mut spans = Spans::default();
        for (span, added) in
            [(10..20, true), (19..21, false), (5..11, false), (20..22, true), (0..10, true), (3..4, false)]
        {
            assert_eq!(spans.add(span.clone()), added, "{span:?}");
        }
        assert_eq!(spans.over(&(21..30)), Some(20..22));
        assert_eq!(spans.over(&(22..30)), None);
    }
}
