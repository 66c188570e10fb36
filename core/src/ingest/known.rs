//! Known evidence: sentences of earlier events that claims cite as context.
//!
//! It is read only. What stands in it was observed when its event came; here nothing is added to it, and a claim all of
//! which stands in it is not stored. Source: dense-mem, "Entity identity and resolution".

use super::host::HostError;
use crate::model::*;
use crate::protocol::HostEvent;
use crate::state::Draft;
use crate::text::{Evidence, byte_offsets};

/// The cited sentences with the names in them. `texts` are those of the events, in the order of `event.known`.
///
/// # Errors
/// [`HostError::BadArgument`] for a span that is none of its text, [`HostError::NotFound`] for an event that is not here.
pub(super) fn evidence(draft: &Draft<'_>, event: &HostEvent, texts: &[String]) -> Result<Vec<PlannedKnown>, HostError> {
    let cited = event.known.iter().zip(texts).enumerate();
    cited
        .map(|(n, (known, text))| {
            let id = known.event.parse().map_err(|_| HostError::NotFound(known.event.clone()))?;
            let bytes = byte_offsets(text, [known.span.start, known.span.end].into_iter());
            let span = bytes.get(&known.span.start).zip(bytes.get(&known.span.end));
            let sentences = span.map(|(start, end)| Evidence::new(text).cited(std::slice::from_ref(&(*start..*end))));
            let Some(Ok(sentences)) = sentences else {
                let text = format!("event.known[{n}].span is empty, outside the text, or inside a character.");
                return Err(HostError::BadArgument(text));
            };
            let (start, end) =
                sentences.first().zip(sentences.last()).map_or((0, 0), |(first, last)| (first.start, last.end));
            let space = draft.space();
            let mentions = space.mentions_in(id).map(|handle| space.mentions.at(handle));
            let within = |mention: &&Mention| start <= mention.start as usize && mention.end as usize <= end;
            let mut names: Vec<KnownName> = mentions
                .filter(|mention| !mention.strength.is_reference())
                .filter(within)
                .map(|mention| KnownName { mention: mention.id, start: mention.start, end: mention.end })
                .collect();
            names.sort_by_key(|name| (name.start, name.end));
            let text = text.get(start..end).unwrap_or_default().to_owned();
            Ok(PlannedKnown { event: id, start: start as u32, text, names })
        })
        .collect()
}
