//! Claims as a page sees them, and lists of them.

use super::entity::{entity_row, sentence};
use super::page::{Cursor, cursor_of, place_of};
use super::words::{name_of, shown};
use crate::journal::relationship_id;
use crate::model::{self, Claim, ClaimState, EntityId, EventId, Mention, Object, Outcome, Polarity, Quote, Strength};
use crate::protocol::*;
use crate::state::{End, Handle, Space};
use crate::text::{pronoun_class, utf16_offset};
use std::collections::BTreeSet;

/// The row of a claim, as it is read now.
pub fn claim_row(space: &Space, handle: Handle) -> ClaimRow {
    let claim = space.claims.at(handle);
    let object = match &claim.object {
        Object::Mention(mention) => ClaimObject::Entity(Box::new(end(space, mention))),
        Object::Value(value) => ClaimObject::Value(ClaimValue {
            kind: value.kind.as_str().into(),
            value: value.value.clone(),
            unit: value.unit.clone(),
            display: value.display.clone(),
        }),
    };
    let (standing, superseded_by) = match claim.state {
        ClaimState::InForce => (ClaimStanding::InForce, None),
        ClaimState::Kept(_) => (ClaimStanding::Kept, None),
        ClaimState::Superseded { by, .. } => (ClaimStanding::Superseded, Some(by.to_string())),
    };
    ClaimRow {
        id: claim.id.to_string(),
        subject: end(space, &claim.subject),
        predicate: claim.predicate.clone(),
        object,
        positive: claim.polarity == Polarity::Positive,
        speech_act: claim.act.as_str().into(),
        modality: claim.modality.clone(),
        valid_from: claim.valid_from.map(|ms| ms as f64),
        valid_to: claim.valid_to.map(|ms| ms as f64),
        confidence: claim.confidence.map(|thousandths| f64::from(thousandths) / 1000.0),
        standing,
        superseded_by,
        relationship: relationship(space, claim),
        sentence: cited(space, claim),
        known: ends(space, claim).filter(|end| end.event != claim.event).map(|end| quoted(space, end)).collect(),
    }
}

/// What a claim says of its subject, in short.
pub(super) fn says(space: &Space, claim: &Claim) -> Bit {
    Bit::Name(said(space, claim))
}

/// The same, as what it is called.
pub(super) fn said(space: &Space, claim: &Claim) -> Shown {
    match &claim.object {
        Object::Mention(mention) => {
            let meant = space.root_of_mention(mention).map(|root| name_of(space.entities.at(root)));
            let word = || shown(space.mentions.get(mention).map_or("", Mention::name));
            meant.unwrap_or_else(word)
        }
        Object::Value(value) => shown(&value.written()),
    }
}

pub(super) fn end(space: &Space, id: &model::MentionId) -> ClaimEnd {
    let mention = space.mentions.get(id);
    let root = space.root_of_mention(id);
    ClaimEnd {
        word: shown(mention.map_or("", Mention::name)),
        mention: id.to_string(),
        entity: root.map(|root| entity_row(space, root)),
        provisional: mention.is_some_and(|mention| mention.verdict.provisional),
        binding: mention.and_then(|mention| binding(mention.strength)),
        reference: mention.and_then(reference).map(|id| id.to_string()),
    }
}

fn binding(strength: Strength) -> Option<Binding> {
    match strength {
        Strength::Named | Strength::Latent | Strength::Hinted => None,
        Strength::Reference => Some(Binding::Reference),
        Strength::Speaker => Some(Binding::Speaker),
        Strength::Owner => Some(Binding::Owner),
        Strength::Anchored { .. } => Some(Binding::Anchor),
    }
}

/// The id of a reference that nothing is known of: local to its event, one a class of pronouns, or a noun phrase.
pub(crate) fn reference(mention: &Mention) -> Option<uuid::Uuid> {
    if mention.verdict.outcome != Outcome::Reference {
        return None;
    }
    let key = || crate::names::exact_key(mention.name());
    let class = pronoun_class(mention.name()).map_or_else(key, |class| class.as_str().to_owned());
    Some(crate::journal::reference_id(mention.event, &class))
}

/// The id of what a claim supports: the same for all claims that say the same of the same, as it is read now. None for
/// what asserts nothing, or holds no longer.
fn relationship(space: &Space, claim: &Claim) -> Option<String> {
    if !claim.asserts() || !claim.state.holds() {
        return None;
    }
    let subject = space.group_key(space.root_of_mention(&claim.subject)?);
    let object = match space.object_of(claim)? {
        End::Entity(entity) => space.entities.at(entity).id.to_string(),
        End::Value(kind, value, unit) => format!("{}:{value}:{unit}", kind.as_str()),
    };
    Some(relationship_id(space.entities.at(subject).id, &claim.predicate_key(), &object).to_string())
}

/// The sentence of a claim's event around its subject, or its object if the subject stands in an earlier event, with both
/// ends marked as far as they stand in it.
pub(super) fn cited(space: &Space, claim: &Claim) -> Sentence {
    let Some(shown) = own_end(space, claim) else {
        let text = claim.quote.clone().unwrap_or_default();
        let quote = Quote { side: None, event: claim.event, text, start: 0, end: 0 };
        return Sentence { marks: Vec::new(), ..sentence(space, &quote) };
    };
    let mut out = quoted(space, shown);
    let object = claim.object_mention().and_then(|mention| space.mentions.get(&mention));
    if let Some(object) = object.filter(|object| object.id != shown.id && object.event == shown.event) {
        // Where the quote begins in the event's text.
        let from = shown.start - shown.at;
        let span = object.start.checked_sub(from).zip(object.end.checked_sub(from));
        if let Some((start, end)) = span.filter(|(_, end)| *end as usize <= shown.quote.len()) {
            let offset = |byte: u32| utf16_offset(&shown.quote, byte as usize) as u32;
            out.marks.push(Span { start: offset(start), end: offset(end) });
            out.marks.sort_by_key(|mark| mark.start);
        }
    }
    out
}

/// The sentence around a mention.
fn quoted(space: &Space, mention: &Mention) -> Sentence {
    sentence(space, &mention.quoted(None))
}

/// The ends of a claim that are mentions: its subject, then its object.
fn ends<'a>(space: &'a Space, claim: &Claim) -> impl Iterator<Item = &'a Mention> {
    let ends = std::iter::once(claim.subject).chain(claim.object_mention());
    ends.filter_map(|id| space.mentions.get(&id))
}

/// The first end of a claim that stands in its own event.
pub(super) fn own_end<'a>(space: &'a Space, claim: &Claim) -> Option<&'a Mention> {
    let event = claim.event;
    ends(space, claim).find(|end| end.event == event)
}

/// Claims that a filter lets through, oldest first.
///
/// # Errors
/// If the cursor is none of this list, or a part of the filter cannot be read.
pub fn claims(
    space: Option<&Space>,
    filter: &ClaimFilter,
    cursor: Cursor<'_>,
    limit: usize,
) -> Result<Page<ClaimRow>, String> {
    let after: Option<Handle> = place_of(cursor)?;
    let end = match filter.end.as_deref() {
        None => None,
        Some("subject") => Some(true),
        Some("object") => Some(false),
        Some(other) => return Err(format!("filter.end is {other:?}; subject and object are known.")),
    };
    if end.is_some() && filter.entity.is_none() {
        return Err("filter.end is the end of filter.entity, which is not there.".into());
    }
    let Some(space) = space else { return Ok(Page { items: Vec::new(), total: 0, next: None }) };
    let predicate = filter.predicate.as_deref().map(model::predicate_key);
    let event: Option<EventId> = match &filter.event {
        None => None,
        Some(id) => Some(id.parse().map_err(|_| "filter.event must be the id of an event.".to_owned())?),
    };
    let entity: Option<BTreeSet<Handle>> = match &filter.entity {
        None => None,
        Some(id) => {
            let id: EntityId = id.parse().map_err(|_| "filter.entity must be the id of an entity.".to_owned())?;
            Some(space.root_of(&id).map(|root| space.group(root).into_iter().collect()).unwrap_or_default())
        }
    };
    let all: Vec<Handle> = match (&entity, event, &predicate) {
        (Some(group), ..) => {
            let all: BTreeSet<Handle> = group.iter().flat_map(|member| space.claims_of(*member)).collect();
            all.into_iter().collect()
        }
        (None, Some(event), _) => space.claims_in(event).collect(),
        (None, None, Some(predicate)) => space.claims_with(predicate).to_vec(),
        (None, None, None) => (0..space.claims.len() as Handle).collect(),
    };
    let means = |mention: &model::MentionId, group: &BTreeSet<Handle>| {
        space.root_of_mention(mention).is_some_and(|root| group.contains(&root))
    };
    let passes = |handle: &Handle| {
        let claim = space.claims.at(*handle);
        let at_end = match (&entity, end, &claim.object) {
            (Some(group), Some(true), _) => means(&claim.subject, group),
            (Some(group), Some(false), Object::Mention(object)) => means(object, group),
            (Some(_), Some(false), Object::Value(_)) => false,
            _ => true,
        };
        at_end
            && event.is_none_or(|event| claim.event == event)
            && predicate.as_ref().is_none_or(|predicate| claim.predicate_key() == *predicate)
            && (!filter.in_force || claim.state.holds())
    };
    let all: Vec<Handle> = all.into_iter().filter(passes).collect();
    let start = after.map_or(0, |after| all.partition_point(|handle| *handle <= after));
    let page: Vec<Handle> = all.iter().skip(start).take(limit).copied().collect();
    let next = page.last().filter(|_| start + page.len() < all.len()).map(cursor_of);
    let items = page.iter().map(|handle| claim_row(space, *handle)).collect();
    Ok(Page { items, total: all.len() as u32, next })
}
