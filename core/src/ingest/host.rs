//! Events of a host, with hints about the names in them.

use super::claimed::{self, Where};
use super::spans::Spans;
use super::speaker::is_somebody;
use super::{
    ByName, checksum, derived, ensure_by_name, ensure_source, known, named_conversation, prepare, quote, sent, write,
};
use crate::model::*;
use crate::policy::{EXTRACTION, plan_of};
use crate::protocol::{Hint, HostEvent};
use crate::state::{Draft, Effect};
use crate::text::{FoldedText, Found, Strength as Sure, names, names_nobody, reference_class, sentences};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Why an event was not taken. Nothing was stored.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HostError {
    /// The same id with other content.
    #[error("the event {0:?} is stored with other content")]
    Conflict(String),
    /// An argument is wrong; the sentence names it.
    #[error("{0}")]
    BadArgument(String),
    /// A known entity id is not known here: unknown, retired or of another scope, which is never told apart.
    #[error("there is no entity {0:?} here")]
    NotFound(String),
    /// A fault of ours.
    #[error("{0}")]
    Internal(String),
}

/// Longest text of an event, in bytes.
const TEXT_MAX: usize = 1 << 20;
/// Most hints of an event.
const HINTS_MAX: usize = 1_000;

/// What became of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenEvent {
    /// Its id.
    pub id: EventId,
    /// False if it was there already.
    pub is_new: bool,
    /// What its claims came to, if it is new and has any. What those of a known event came to stands in its record.
    pub plan: Option<Plan>,
}

/// Takes an event. `known` are the texts of the events that it cites as known evidence, in its order.
///
/// # Errors
/// See [`HostError`].
pub fn take_event(draft: &mut Draft<'_>, event: &HostEvent, known: &[String]) -> Result<TakenEvent, HostError> {
    check(event)?;
    let id = derived(draft, "event", &format!("host:{}", event.id));
    let seen = checksum(&serde_json::to_value(event).map_err(|error| HostError::Internal(error.to_string()))?);
    if let Some(known) = draft.space().events.get(&id) {
        let is_same = known.checksum == seen;
        return if is_same {
            Ok(TakenEvent { id, is_new: false, plan: None })
        } else {
            Err(HostError::Conflict(event.id.clone()))
        };
    }
    let hinted = locate(event)?;
    let found = names(&event.text);
    let known = known::evidence(draft, event, known)?;
    let plan = plan(event, id, &hinted, &found, known)?;
    check_known(draft, event)?;
    let (kind, source) = match &event.session {
        Some(session) => (SourceKind::Conversation, named_conversation(draft, session)),
        None => (SourceKind::Document, derived(draft, "source", &format!("host:{}", event.source))),
    };
    ensure_source(draft, source, kind, &event.source);
    let speaker_entity = event.speaker.as_deref().filter(|label| is_somebody(label)).map(|label| {
        let label_key = crate::names::exact_key(label);
        let conversation = (kind == SourceKind::Conversation).then_some(source);
        let source_key = match conversation {
            Some(conversation) => format!("speaker:{conversation}:{label_key}"),
            None => format!("name::{label_key}"),
        };
        let who = ByName { source_key, name: label, kind: None, email: None, source, event: id, conversation };
        ensure_by_name(draft, who)
    });
    draft.effect(Effect::AddEvent(Event {
        id,
        source,
        checksum: seen,
        time: event.time.map(|time| time as i64),
        speaker: event.speaker.clone(),
        speaker_entity,
    }));
    let at = Where { event, id, source };
    let cut = sentences(&event.text);
    let mut taken = Spans::default();
    let planned: BTreeMap<(usize, usize), &PlannedMention> = plan
        .iter()
        .flat_map(|plan| &plan.mentions)
        .map(|mention| ((mention.start as usize, mention.end as usize), mention))
        .collect();
    // Within an event one name that is resolved once is reused, also if it is called new twice.
    let mut settled: BTreeSet<String> = BTreeSet::new();
    for (hint, spans) in &hinted {
        if hint.identity.is_some() && !settled.insert(crate::names::exact_key(&hint.name)) {
            continue;
        }
        let strength = strength_of(hint);
        let entity = if strength == Strength::Hinted { entity_of(draft, hint, source, id) } else { None };
        for span in spans {
            taken.add(span.clone());
            // What a claim says of the same words is said of them.
            if planned.contains_key(&(span.start, span.end)) && strength == Strength::Reference {
                continue;
            }
            let mut mention = quote::mention(id, &event.text, &cut, span.clone(), strength, hint.kind.clone());
            if let Some((entity, outcome)) = entity {
                mention.verdict = Verdict { outcome, entity: Some(entity), ..Verdict::none() };
            } else if strength == Strength::Reference {
                mention.verdict = Verdict { outcome: Outcome::Reference, ..Verdict::none() };
            }
            draft.effect(Effect::AddMention(Box::new(mention)));
        }
    }
    for mention in planned.values().filter(|mention| mention.strength == Strength::Hinted) {
        claimed::name(draft, at, &cut, mention);
        taken.add(mention.start as usize..mention.end as usize);
    }
    for found in found {
        if !taken.add(found.start..found.end) {
            continue;
        }
        let strength = if found.strength == Sure::Named { Strength::Named } else { Strength::Latent };
        let mention = quote::mention(id, &event.text, &cut, found.start..found.end, strength, None);
        draft.effect(Effect::AddMention(Box::new(mention)));
    }
    for mention in planned.values().filter(|mention| mention.strength != Strength::Hinted) {
        claimed::reference(draft, at, &cut, mention);
    }
    if let Some(plan) = &plan {
        claimed::claims(draft, at, &cut, plan);
    }
    let (role, text) = (event.role.clone(), event.text.clone());
    let body = match &plan {
        Some(plan) => Body::Claimed { role, text, plan: Box::new(plan.clone()) },
        None => Body::Text { role, text },
    };
    write(draft, body, id).map_err(HostError::Internal)?;
    Ok(TakenEvent { id, is_new: true, plan })
}

/// What the words of a hint are: a name, unless they are a noun phrase or a pronoun, which name nobody whoever sends them.
/// A host that knows whom they mean, or says that they name somebody new, is believed.
fn strength_of(hint: &Hint) -> Strength {
    let is_said = hint.known_entity_id.is_some() || hint.identity.is_some();
    let kind = hint.kind.as_deref();
    let names_somebody = reference_class(&hint.name, kind).is_none() && !names_nobody(&hint.name, kind);
    if is_said || names_somebody { Strength::Hinted } else { Strength::Reference }
}

/// What the event's claims come to; none if it has none.
fn plan(
    event: &HostEvent,
    id: EventId,
    hinted: &[Located<'_>],
    found: &[Found],
    known: Vec<PlannedKnown>,
) -> Result<Option<Plan>, HostError> {
    if event.claims.is_empty() {
        return Ok(None);
    }
    let claims = sent::claims(event).map_err(HostError::BadArgument)?;
    let number = |policy: Option<u32>| policy.map(|policy| u16::try_from(policy).unwrap_or(0));
    let extraction = number(event.extraction).unwrap_or(EXTRACTION);
    let policy = plan_of(extraction, number(event.plan_policy)).ok_or_else(|| {
        let text =
            "event.extraction and event.planPolicy must be policies that belong together: 1 with 1, 2 with 1 or 2.";
        HostError::BadArgument(text.into())
    })?;
    let name = |span: &Range<usize>, is_hinted, kind: Option<&String>| PlannedName {
        start: span.start as u32,
        end: span.end as u32,
        is_hinted,
        kind: kind.cloned(),
    };
    let mut taken = Spans::default();
    let mut all: Vec<PlannedName> = Vec::new();
    for (hint, spans) in hinted {
        let is_name = strength_of(hint) == Strength::Hinted;
        for span in spans.iter().filter(|span| taken.add((*span).clone()) && is_name) {
            all.push(name(span, true, hint.kind.as_ref()));
        }
    }
    for found in found.iter().filter(|found| found.strength == Sure::Named) {
        let span = found.start..found.end;
        if taken.add(span.clone()) {
            all.push(name(&span, false, None));
        }
    }
    all.sort_by_key(|name| (name.start, name.end));
    let input = PlanInput {
        extraction,
        policy,
        speaker: event.speaker.clone().filter(|label| is_somebody(label)),
        speaker_references: event.speaker_references.unwrap_or(true),
        speaker_grounding: event.speaker_grounding,
        first_person_owner: event.first_person_owner,
        names: all,
        known,
        claims,
    };
    prepare(id, &event.text, input).map(Some).ok_or_else(|| HostError::Internal("an unknown plan policy".into()))
}

fn check(event: &HostEvent) -> Result<(), HostError> {
    let bad = |text: String| Err(HostError::BadArgument(text));
    if event.id.is_empty() || event.id.len() > 512 {
        return bad("event.id must have 1 to 512 bytes.".into());
    }
    if event.text.len() > TEXT_MAX {
        return bad(format!("event.text has {} bytes; {TEXT_MAX} are the most.", event.text.len()));
    }
    if event.hints.len() > HINTS_MAX {
        return bad(format!("event.hints has {} hints; {HINTS_MAX} are the most.", event.hints.len()));
    }
    if event.time.is_some_and(|time| !time.is_finite() || time.abs() > 8.64e15) {
        return bad("event.time must be milliseconds since 1970, as Date.now() gives them.".into());
    }
    if event.first_person_owner && event.speaker.as_deref().is_some_and(is_somebody) {
        return bad(
            "event.firstPersonOwner is for events without a speaker: who says I is either the speaker or the owner."
                .into(),
        );
    }
    if event.first_person_owner && !matches!(event.role.as_deref(), None | Some("user" | "human")) {
        return bad("event.firstPersonOwner is for events of role user: nobody else's I is the owner.".into());
    }
    let mut firsts: BTreeMap<String, usize> = BTreeMap::new();
    for (n, hint) in event.hints.iter().enumerate() {
        if !matches!(hint.identity.as_deref(), None | Some("new")) {
            return bad(format!("event.hints[{n}].identity may only be \"new\"."));
        }
        if hint.identity.is_some() && hint.known_entity_id.is_some() {
            return bad(format!("event.hints[{n}] cannot be both new and known."));
        }
        let key = crate::names::exact_key(&hint.name);
        let first = *firsts.entry(key.clone()).or_insert(n);
        let says = |hint: &Hint| (hint.known_entity_id.clone(), hint.identity.clone(), hint.kind.clone());
        if says(&event.hints[first]) != says(hint) {
            return bad(format!("event.hints[{n}] says something else of the same name than event.hints[{first}]."));
        }
        if key.is_empty() {
            return bad(format!("event.hints[{n}].name has nothing that could be seen."));
        }
    }
    Ok(())
}

/// A hint and where its name stands.
type Located<'a> = (&'a Hint, Vec<Range<usize>>);

/// Every known id is checked before anything is changed.
fn check_known(draft: &Draft<'_>, event: &HostEvent) -> Result<(), HostError> {
    for known in event.hints.iter().filter_map(|hint| hint.known_entity_id.as_ref()) {
        let entity = known.parse().ok().and_then(|id| draft.space().entities.get(&id));
        if !entity.is_some_and(Entity::is_active) {
            return Err(HostError::NotFound(known.clone()));
        }
    }
    Ok(())
}

/// Where each hint's name stands.
fn locate(event: &HostEvent) -> Result<Vec<Located<'_>>, HostError> {
    let mut taken = Spans::default();
    let mut out = Vec::new();
    let text = FoldedText::new(&event.text);
    // The longest name first: "Dana" inside "Dana Holt" is not a mention of its own.
    let mut hints: Vec<(usize, &Hint)> = event.hints.iter().enumerate().collect();
    hints.sort_by_key(|(_, hint)| std::cmp::Reverse(hint.name.len()));
    for (n, hint) in hints {
        let spans = text.find(&hint.name);
        if spans.is_empty() {
            let text = format!("event.hints[{n}].name, {:?}, does not stand in event.text.", hint.name);
            return Err(HostError::BadArgument(text));
        }
        let free = spans.into_iter().map(|(start, end)| start..end).filter(|span| taken.add(span.clone()));
        out.push((hint, free.collect()));
    }
    Ok(out)
}

/// The entity that a hint settles by itself. A bare name settles nothing: it makes a by-name entity, which yields to
/// an established holder, and the mention is linked like any other.
pub(super) fn entity_of(
    draft: &mut Draft<'_>,
    hint: &Hint,
    source: SourceId,
    event: EventId,
) -> Option<(EntityId, Outcome)> {
    if let Some(known) = hint.known_entity_id.as_ref().and_then(|id| id.parse().ok()) {
        return Some((known, Outcome::Existing));
    }
    let kind = hint.kind.as_deref();
    if hint.identity.is_some() {
        let entity = Entity {
            id: draft.new_id(),
            created: draft.now(),
            standing: Standing::Established,
            content: Content {
                names: [Name { text: hint.name.clone(), origin: Origin::Source }].into_iter().collect(),
                kind: kind.map(str::to_owned),
                fields: Fields::default(),
                status: Status::Active,
            },
            revision: 1,
            source_key: None,
            seen: Seen::new(),
            source: Some(source),
            event: Some(event),
            conversation: None,
            past: Vec::new(),
        };
        let id = entity.id;
        draft.effect(Effect::AddEntity(Box::new(entity)));
        return Some((id, Outcome::New));
    }
    let source_key = format!("name:{}:{}", kind.unwrap_or_default(), crate::names::exact_key(&hint.name));
    let named = ByName { source_key, name: &hint.name, kind, email: None, source, event, conversation: None };
    ensure_by_name(draft, named);
    None
}
