//! One event as a page sees it. Its text and its plan come from the journal; who reads them there hands them in.

use super::claims::end;
use super::entity::{entity_row, source_kind};
use super::page::{Cursor, cursor_of, place_of};
use super::words::shown;
use crate::model::{self, EventId, Mention, Strength};
use crate::protocol::*;
use crate::state::Space;
use crate::text::utf16_offset;

/// Mentions a page.
const MENTIONS: usize = 200;

/// What the journal keeps of an event.
#[derive(Debug, Clone, Default)]
pub struct Stored {
    /// `user`, `assistant`, `document`, …
    pub role: Option<String>,
    /// The text, exactly.
    pub text: Option<String>,
    /// Why the text cannot be read.
    pub damaged: Option<String>,
    /// Claims that were sent and are not kept.
    pub not_stored: Vec<NotStored>,
}

/// The view of an event. None if it is not known here.
///
/// # Errors
/// If the cursor is none of this list.
pub fn event(space: &Space, id: &EventId, stored: Stored, cursor: Cursor<'_>) -> Result<Option<EventView>, String> {
    let after: usize = place_of(cursor)?.unwrap_or(0);
    let Some(event) = space.events.get(id) else { return Ok(None) };
    let source = space.sources.get(&event.source);
    let speaker_entity = event.speaker_entity.and_then(|entity| space.root_of(&entity));
    // A word that may be a name, and links to nobody, is no news.
    let is_news = |mention: &&Mention| mention.verdict.entity.is_some() || mention.strength != Strength::Latent;
    let mut mentions: Vec<&Mention> =
        space.mentions_in(*id).map(|handle| space.mentions.at(handle)).filter(is_news).collect();
    mentions.sort_by_key(|mention| (mention.start, mention.end));
    let page = &mentions[after.min(mentions.len())..mentions.len().min(after + MENTIONS)];
    let text = stored.text.as_deref().unwrap_or_default();
    let units = |from: u32, to: u32| {
        let part = text.get(from as usize..).unwrap_or_default();
        utf16_offset(part, to.saturating_sub(from) as usize) as u32
    };
    // They are in order, so that each begins to count where the one before did.
    let (mut byte, mut unit) = (0, 0);
    let items = page.iter().map(|mention| {
        unit += units(byte, mention.start);
        byte = mention.start;
        EventMention {
            end: end(space, &mention.id),
            span: Span { start: unit, end: unit + units(mention.start, mention.end) },
            outcome: outcome(mention.verdict.outcome).into(),
            tier: mention.verdict.tier.map(u8::from),
            suggested: mention
                .verdict
                .candidates
                .first()
                .filter(|_| mention.strength == Strength::Reference)
                .and_then(|id| space.root_of(id))
                .map(|root| entity_row(space, root)),
        }
    });
    let items = items.collect();
    let seen = after + page.len();
    Ok(Some(EventView {
        id: event.id.to_string(),
        source: source.map(|source| source.name.clone()).unwrap_or_default(),
        kind: source.map(|source| source_kind(source.kind)).unwrap_or_default().into(),
        role: stored.role,
        speaker: event.speaker.as_deref().map(shown),
        speaker_entity: speaker_entity.map(|root| entity_row(space, root)),
        time: event.time.map(|time| time as f64),
        mentions: Page { items, total: mentions.len() as u32, next: (seen < mentions.len()).then(|| cursor_of(&seen)) },
        claims: space.claims_in(*id).len() as u32,
        not_stored: stored.not_stored,
        text: stored.text,
        damaged: stored.damaged,
    }))
}

fn outcome(outcome: model::Outcome) -> &'static str {
    match outcome {
        model::Outcome::Existing => "existing",
        model::Outcome::New => "new",
        model::Outcome::Ambiguous => "ambiguous",
        model::Outcome::Reference => "reference",
        model::Outcome::None => "none",
    }
}
