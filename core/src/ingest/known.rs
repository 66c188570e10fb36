//! Known evidence: sentences of earlier events that claims cite as context.
//!
//! It is read only. What stands in it was observed when its event came; here nothing is added to it, and a claim all of
//! which stands in it is not stored. Source: dense-mem, "Entity identity and resolution".

use super::host::HostError;
use crate::model::*;
use crate::protocol::{HostEvent, Span};
use crate::state::Draft;
use crate::text::{Evidence, byte_offsets};
use std::ops::Range;

/// Bytes of sentences that an event cites as known at most: they are stored again, in its plan.
const CITED_MAX: usize = 256 << 10;

/// The cited sentences with the names in them. `texts` are those of the events, in the order of `event.known`.
///
/// # Errors
/// [`HostError::BadArgument`] for a span that is none of its text, or too much in all; [`HostError::NotFound`] for an event
/// that is not here.
pub(super) fn evidence(draft: &Draft<'_>, event: &HostEvent, texts: &[String]) -> Result<Vec<PlannedKnown>, HostError> {
    let mut cited = 0;
    let mut out = Vec::new();
    for (n, (known, text)) in event.known.iter().zip(texts).enumerate() {
        let id = known.event.parse().map_err(|_| HostError::NotFound(known.event.clone()))?;
        let at = sentences(text, known.span).ok_or_else(|| {
            let text = format!("event.known[{n}].span is empty, outside the text, or inside a character.");
            HostError::BadArgument(text)
        })?;
        cited += at.len();
        if cited > CITED_MAX {
            let text = format!("event.known cites over {CITED_MAX} bytes of sentences; cite less of them.");
            return Err(HostError::BadArgument(text));
        }
        let space = draft.space();
        let mentions = space.mentions_in(id).map(|handle| space.mentions.at(handle));
        let within = |mention: &&Mention| at.start <= mention.start as usize && mention.end as usize <= at.end;
        let mut names: Vec<KnownName> = mentions
            .filter(|mention| !mention.strength.is_reference())
            .filter(within)
            .map(|mention| KnownName { mention: mention.id, start: mention.start, end: mention.end })
            .collect();
        names.sort_by_key(|name| (name.start, name.end));
        let text = text.get(at.clone()).unwrap_or_default().to_owned();
        out.push(PlannedKnown { event: id, start: at.start as u32, text, names });
    }
    Ok(out)
}

/// The whole sentences that a span in UTF-16 code units touches, in bytes; `None` if it is no span of the text.
fn sentences(text: &str, span: Span) -> Option<Range<usize>> {
    let bytes = byte_offsets(text, [span.start, span.end].into_iter());
    let span = *bytes.get(&span.start)?..*bytes.get(&span.end)?;
    let all = Evidence::new(text).cited(std::slice::from_ref(&span)).ok()?;
    Some(all.first()?.start..all.last()?.end)
}
