//! Finding sentences and claims by what they say.
//!
//! A look at every sentence that has a mention, in memory: about a millisecond for ten megabytes of plain letters. What
//! has no mention is not found, also if a claim about somebody who was named before cites it: its text is in the journal
//! only.

use super::claims::{claim_row, own_end};
use super::entity::{entity_row, sentence};
use super::page::{Cursor, cursor_of, place_of};
use super::words_in::Needle;
use crate::model::{Claim, Mention, Object, Quote};
use crate::protocol::{Page, Span, TextHit};
use crate::state::{Handle, Space};
use crate::text::utf16_offset;
use std::collections::BTreeSet;

/// Where a sentence stands: its event, and where its quote begins there.
type Place = (crate::model::EventId, u32);

/// Sentences that contain a text, and those of claims that say it, newest first.
///
/// # Errors
/// If the text has no letter or digit, or the cursor is none of this list.
pub fn search_text(
    space: Option<&Space>,
    text: &str,
    cursor: Cursor<'_>,
    limit: usize,
) -> Result<Page<TextHit>, String> {
    let after: Option<Handle> = place_of(cursor)?;
    let needle = Needle::new(text).ok_or("text must have a letter or a digit.")?;
    let Some(space) = space else { return Ok(Page { items: Vec::new(), total: 0, next: None }) };
    let by_claim = said(space, &needle);
    let mut seen: BTreeSet<Place> = BTreeSet::new();
    let (mut hits, mut total, mut more) = (Vec::new(), 0, false);
    for handle in (0..space.mentions.len() as Handle).rev() {
        let mention = space.mentions.at(handle);
        let is_hit = needle.is_in(&mention.quote) || by_claim.contains(&place(mention));
        if !is_hit || !seen.insert(place(mention)) {
            continue;
        }
        total += 1;
        if after.is_some_and(|after| handle >= after) {
            continue;
        }
        if hits.len() < limit {
            hits.push(handle);
        } else {
            more = true;
        }
    }
    let next = hits.last().filter(|_| more).map(cursor_of);
    let items = hits.iter().map(|handle| hit(space, *handle, &needle)).collect();
    Ok(Page { items, total, next })
}

fn place(mention: &Mention) -> Place {
    (mention.event, mention.start - mention.at)
}

/// The sentences of claims whose predicate or value contains a text.
fn said(space: &Space, needle: &Needle) -> BTreeSet<Place> {
    let says = |claim: &&Claim| {
        let value = match &claim.object {
            Object::Value(value) => [Some(value.value.as_str()), value.display.as_deref()],
            Object::Mention(_) => [None, None],
        };
        let texts = value.into_iter().flatten().chain([claim.predicate.as_str()]);
        texts.into_iter().any(|text| needle.is_in(text))
    };
    space.claims.iter().filter(says).filter_map(|claim| own_end(space, claim)).map(place).collect()
}

fn hit(space: &Space, handle: Handle, needle: &Needle) -> TextHit {
    let mention = space.mentions.at(handle);
    let quote = Quote { side: None, event: mention.event, text: mention.quote.clone(), start: 0, end: 0 };
    let mut sentence = sentence(space, &quote);
    let offset = |byte: usize| utf16_offset(&mention.quote, byte) as u32;
    let found = needle.find_in(&mention.quote).into_iter();
    sentence.marks = found.map(|at| Span { start: offset(at.start), end: offset(at.end) }).collect();
    let at = place(mention);
    let all = space.mentions_in(mention.event).map(|handle| space.mentions.at(handle));
    let mentions: Vec<&Mention> = all.filter(|other| place(other) == at).collect();
    let roots: BTreeSet<Handle> = mentions.iter().filter_map(|other| space.root_of_mention(&other.id)).collect();
    let ids: BTreeSet<_> = mentions.iter().map(|other| other.id).collect();
    let claims = space.claims_in(mention.event);
    let is_here = |claim: &Handle| own_end(space, space.claims.at(*claim)).is_some_and(|end| ids.contains(&end.id));
    let claims = claims.into_iter().filter(is_here);
    TextHit {
        sentence,
        claims: claims.map(|claim| claim_row(space, claim)).collect(),
        entities: roots.into_iter().map(|root| entity_row(space, root)).collect(),
    }
}
