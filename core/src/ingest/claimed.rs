//! Taking what a plan says into the memory: mentions of names and pronouns, and the claims between them.
//!
//! Nothing is decided here: a name links like any other, a bound pronoun like the name that it stands for.

use super::host::entity_of;
use super::quote;
use crate::journal::owner_entity_id;
use crate::model::*;
use crate::protocol::{Hint, HostEvent};
use crate::state::{Draft, Effect};
use crate::text::{Anchor, Anchors, NameSpan, Sentence, occurrences, pronoun_class};
use std::collections::BTreeSet;
use std::ops::Range;

/// Events and mentions that are looked through for the turn before.
const BACK: usize = 256;

/// The event that is taken.
#[derive(Clone, Copy)]
pub(super) struct Where<'a> {
    pub(super) event: &'a HostEvent,
    pub(super) id: EventId,
    pub(super) source: SourceId,
}

/// Adds a name that only a claim names, as if it was hinted.
pub(super) fn name(draft: &mut Draft<'_>, at: Where<'_>, cut: &[Sentence], planned: &PlannedMention) {
    if draft.space().mentions.handle(&planned.id).is_some() {
        return;
    }
    let span = span(planned);
    let text = at.event.text.get(span.clone()).unwrap_or_default();
    let hint = Hint { name: text.to_owned(), kind: planned.kind.clone(), known_entity_id: None, identity: None };
    entity_of(draft, &hint, at.source, at.id);
    let mention = quote::mention(at.id, &at.event.text, cut, span, Strength::Hinted, planned.kind.clone());
    draft.effect(Effect::AddMention(Box::new(mention)));
}

/// Adds a pronoun.
pub(super) fn reference(draft: &mut Draft<'_>, at: Where<'_>, cut: &[Sentence], planned: &PlannedMention) {
    let mut mention = quote::mention(at.id, &at.event.text, cut, span(planned), planned.strength, None);
    mention.verdict = match planned.strength {
        Strength::Owner => {
            let owner = ensure_owner(draft, at);
            Verdict { outcome: Outcome::Existing, entity: Some(owner), ..Verdict::none() }
        }
        _ => Verdict { outcome: Outcome::Reference, candidates: suggested(draft, at, &mention), ..Verdict::none() },
    };
    draft.effect(Effect::AddMention(Box::new(mention)));
}

/// Who a pronoun may mean that nothing in its event says anything of: whom the last sentence of the turn before would tie it
/// to, by the rules of anchors. It is shown as a suggestion, and never links (case FC-08).
fn suggested(draft: &Draft<'_>, at: Where<'_>, mention: &Mention) -> Vec<EntityId> {
    let space = draft.space();
    let class = pronoun_class(mention.name()).filter(|class| class.takes_anchor());
    let Some(class) = class.filter(|_| mention.strength == Strength::Reference && at.event.session.is_some()) else {
        return Vec::new();
    };
    let mut turns = space.events.iter().rev().take(BACK).filter(|event| event.source == at.source && event.id != at.id);
    let Some(before) = turns.next().map(|event| event.id) else { return Vec::new() };
    let names: Vec<&Mention> = space.mentions.iter().rev().take(BACK).filter(|other| other.event == before).collect();
    let Some(last) = names.iter().max_by_key(|other| other.start) else { return Vec::new() };
    let of_sentence = |other: &&&Mention| other.start - other.at == last.start - last.at;
    let here: Vec<&&Mention> =
        names.iter().filter(of_sentence).filter(|other| !other.strength.is_reference()).collect();
    let meant: Vec<Vec<u32>> =
        here.iter().map(|other| space.root_of_mention(&other.id).into_iter().collect()).collect();
    let spans: Vec<NameSpan<'_>> = here
        .iter()
        .zip(&meant)
        .map(|(other, meant)| NameSpan {
            start: other.at as usize,
            end: (other.at + other.end - other.start) as usize,
            candidates: meant,
            kind: other.kind.as_deref(),
        })
        .collect();
    match Anchors::new(&last.quote, &spans).suggest(class) {
        Anchor::Tied { candidate, .. } => vec![space.entities.at(candidate).id],
        Anchor::None(_) => Vec::new(),
    }
}

/// Adds the claims of a plan.
pub(super) fn claims(draft: &mut Draft<'_>, at: Where<'_>, cut: &[Sentence], plan: &Plan) {
    let event = at.id;
    let own: BTreeSet<MentionId> = plan.mentions.iter().map(|mention| mention.id).collect();
    for (sent, planned) in plan.input.claims.iter().zip(&plan.claims) {
        let PlannedClaim::Stored { id, subject, object, act, evidence } = planned else { continue };
        let object = match (&sent.object, object) {
            (SentObject::Value(value), _) => Object::Value(value.clone()),
            (SentObject::Term { .. }, Some(mention)) => Object::Mention(*mention),
            (SentObject::Term { .. }, None) => continue,
        };
        let is_shown = own.contains(subject) || matches!(&object, Object::Mention(object) if own.contains(object));
        // The sentence in which the value stands, as a mention of its first character would show it.
        let says_it = |(start, end): &&(u32, u32)| {
            let Object::Value(value) = &object else { return false };
            let sentence = at.event.text.get(*start as usize..*end as usize).unwrap_or_default();
            let written = [value.display.as_deref(), Some(value.value.as_str())];
            written.into_iter().flatten().any(|written| !occurrences(sentence, written).is_empty())
        };
        let sentence = if is_shown { None } else { evidence.iter().find(says_it).or(evidence.first()) };
        let quote = sentence.map(|(start, _)| {
            let start = *start as usize..*start as usize;
            quote::mention(event, &at.event.text, cut, start, Strength::Reference, None).quote
        });
        draft.effect(Effect::AddClaim(Box::new(Claim {
            id: *id,
            event,
            subject: *subject,
            predicate: sent.predicate.clone(),
            object,
            polarity: sent.polarity,
            act: *act,
            modality: sent.modality.clone(),
            valid_from: sent.valid_from,
            valid_to: sent.valid_to,
            confidence: sent.confidence,
            is_update: sent.is_update,
            evidence: evidence.clone(),
            quote,
            state: ClaimState::InForce,
        })));
    }
}

/// The one entity of a scope that stands for its owner: it has no name, so that nothing finds it by one.
fn ensure_owner(draft: &mut Draft<'_>, at: Where<'_>) -> EntityId {
    let id = owner_entity_id(draft.owner(), draft.space_name());
    if draft.space().entities.handle(&id).is_none() {
        let entity = Entity {
            id,
            created: draft.now(),
            standing: Standing::Established,
            content: Content {
                names: [].into_iter().collect(),
                kind: Some("person".into()),
                fields: Fields::default(),
                status: Status::Active,
            },
            revision: 1,
            source_key: Some(OWNER.into()),
            seen: Seen::new(),
            source: Some(at.source),
            event: Some(at.id),
            conversation: None,
            past: Vec::new(),
        };
        draft.effect(Effect::AddEntity(Box::new(entity)));
    }
    id
}

fn span(planned: &PlannedMention) -> Range<usize> {
    planned.start as usize..planned.end as usize
}
