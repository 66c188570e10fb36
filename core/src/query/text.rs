//! Finding sentences and claims by what they say.
//!
//! A look at every sentence that has a mention, in memory: about a millisecond for ten megabytes of plain letters. What
//! has neither mention nor claim is not found: its text is in the journal only.

use super::claims::claim_row;
use super::entity::{entity_row, sentence};
use super::page::{Cursor, cursor_of, place_of};
use crate::model::{Claim, Mention, Object, Quote};
use crate::names::folded_key;
use crate::protocol::{Page, Span, TextHit};
use crate::state::{Handle, Space};
use crate::text::{FoldedText, utf16_offset};
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
    let needle = folded_key(text);
    if !needle.chars().any(char::is_alphanumeric) {
        return Err("text must have a letter or a digit.".into());
    }
    let Some(space) = space else { return Ok(Page { items: Vec::new(), total: 0, next: None }) };
    let by_claim = said(space, &needle);
    let mut seen: BTreeSet<Place> = BTreeSet::new();
    let (mut hits, mut total, mut more) = (Vec::new(), 0, false);
    for handle in (0..space.mentions.len() as Handle).rev() {
        let mention = space.mentions.at(handle);
        if !(contains(&mention.quote, &needle) || by_claim.contains(&place(mention))) || !seen.insert(place(mention)) {
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
    let items = hits.iter().map(|handle| hit(space, *handle, text)).collect();
    Ok(Page { items, total, next })
}

fn place(mention: &Mention) -> Place {
    (mention.event, mention.start - mention.at)
}

/// The sentences of claims whose predicate or value contains a text.
fn said(space: &Space, needle: &str) -> BTreeSet<Place> {
    let says = |claim: &&Claim| {
        let value = match &claim.object {
            Object::Value(value) => [Some(value.value.as_str()), value.display.as_deref()],
            Object::Mention(_) => [None, None],
        };
        let texts = value.into_iter().flatten().chain([claim.predicate.as_str()]);
        texts.into_iter().any(|text| contains(&text.replace('_', " "), needle))
    };
    let subjects = space.claims.iter().filter(says).filter_map(|claim| space.mentions.get(&claim.subject));
    subjects.map(place).collect()
}

/// Whether a text contains another, which is a folded key.
fn contains(text: &str, needle: &str) -> bool {
    if text.is_ascii() && needle.is_ascii() {
        let (Some(first), needle) = (needle.bytes().next(), needle.as_bytes()) else { return false };
        let bytes = text.as_bytes();
        let starts = memchr::memchr2_iter(first, first.to_ascii_uppercase(), bytes);
        return starts
            .into_iter()
            .any(|at| bytes.get(at..at + needle.len()).is_some_and(|part| part.eq_ignore_ascii_case(needle)));
    }
    folded_key(text).contains(needle)
}

fn hit(space: &Space, handle: Handle, text: &str) -> TextHit {
    let mention = space.mentions.at(handle);
    let quote = Quote { side: None, event: mention.event, text: mention.quote.clone(), start: 0, end: 0 };
    let mut sentence = sentence(space, &quote);
    let offset = |byte: usize| utf16_offset(&mention.quote, byte) as u32;
    let found = FoldedText::new(&mention.quote).find(text);
    sentence.marks = found.into_iter().map(|(start, end)| Span { start: offset(start), end: offset(end) }).collect();
    // Mentions of an event stand together.
    let at = place(mention);
    let here = |other: &&Mention| place(other) == at;
    let back = space.mentions.iter().rev().skip(space.mentions.len() - 1 - handle as usize);
    let before = back.take_while(|other| other.event == mention.event).filter(here);
    let ahead = space.mentions.iter().skip(handle as usize + 1).take_while(|other| other.event == mention.event);
    let mentions: Vec<&Mention> = before.chain(ahead.filter(here)).collect();
    let roots: BTreeSet<Handle> = mentions.iter().filter_map(|other| space.root_of_mention(&other.id)).collect();
    let ids: BTreeSet<_> = mentions.iter().map(|other| other.id).collect();
    let claims = space.claims_in(mention.event);
    let claims = claims.into_iter().filter(|claim| ids.contains(&space.claims.at(*claim).subject));
    TextHit {
        sentence,
        claims: claims.map(|claim| claim_row(space, claim)).collect(),
        entities: roots.into_iter().map(|root| entity_row(space, root)).collect(),
    }
}
