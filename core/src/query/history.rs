//! The history: records of the journal in words.

use super::inbox::{kind, names};
use super::words::{name_of, shown};
use crate::journal::Record;
use crate::model::{Answer, Content, EditInput, EntityId, FormState, Input, Proposal, Unit};
use crate::names::tables::FormKind;
use crate::protocol::*;
use crate::state::{Effect, Handle, Operation, Payload, Space};

/// A decision as the history shows it.
pub fn review_row(space: &Space, handle: Handle) -> ReviewRow {
    let review = space.reviews.at(handle);
    let proposal = space.proposals.get(&review.proposal);
    ReviewRow {
        id: review.id.to_string(),
        question: review.proposal.to_string(),
        kind: proposal.map_or(QuestionKind::Alias, |proposal| kind(proposal.kind)),
        names: proposal.map(|proposal| names(space, proposal)).unwrap_or_default(),
        verdict: verdict(&review.input),
        actor: review.input.reviewer.clone(),
        time: review.time as f64,
        reason: review.input.reason.clone(),
        bulk: review.bulk.map(|id| id.to_string()),
        checksum: review.checksum.to_string(),
        undone_by: review.undone_by.map(|id| id.to_string()),
    }
}

pub(super) fn verdict(input: &Input) -> Verdict {
    match input.verdict {
        Answer::Accept => Verdict::Accept,
        Answer::Reject => Verdict::Reject,
        Answer::CantTell => Verdict::CantTell,
        Answer::Snooze { .. } => Verdict::Snooze,
        Answer::Choose(_) => Verdict::Choose,
        Answer::SomeoneNew => Verdict::SomeoneNew,
    }
}

/// An edit as the history shows it.
pub fn edit_row(space: &Space, handle: Handle) -> EditRow {
    let edit = space.edits.at(handle);
    EditRow {
        id: edit.id.to_string(),
        what: what(&edit.input).into(),
        text: edit_words(Some(space), &edit.input, &renamed(space, &edit.input)),
        entities: edit.input.entities().iter().map(EntityId::to_string).collect(),
        actor: edit.actor.clone(),
        time: edit.time as f64,
        reason: edit.reason.clone(),
        checksum: edit.checksum.to_string(),
        undone_by: edit.undone_by.map(|id| id.to_string()),
    }
}

fn what(input: &EditInput) -> &'static str {
    match input {
        EditInput::Rename { .. } => "rename",
        EditInput::AddName { .. } => "addName",
        EditInput::RemoveName { .. } => "removeName",
        EditInput::AddField { .. } => "addField",
        EditInput::RemoveField { .. } => "removeField",
        EditInput::SetKind { .. } => "setKind",
        EditInput::Ask { .. } => "ask",
        EditInput::Merge { .. } => "merge",
        EditInput::NotSame { .. } => "notSame",
        EditInput::Split(_) => "split",
    }
}

/// What was renamed, as it was called last before: its record says so for certain.
fn renamed(space: &Space, input: &EditInput) -> Vec<(EntityId, Content)> {
    let EditInput::Rename { entity, name } = input else { return Vec::new() };
    let past = space.entities.get(entity).map(|row| row.past.as_slice()).unwrap_or_default();
    let other = |content: &&Content| content.names.first().is_some_and(|first| first.text != *name);
    let last = past.iter().rev().map(|(_, content)| content).find(other);
    last.map(|content| (*entity, content.clone())).into_iter().collect()
}

/// An edit in words. Entities are called as they were before it, as far as that is known.
fn edit_words(space: Option<&Space>, input: &EditInput, before: &[(EntityId, Content)]) -> Vec<Bit> {
    let t = |text: &str| Bit::Text(text.to_owned());
    let n = |text: &str| Bit::Name(shown(text));
    let now = |id: &EntityId| space.and_then(|space| space.entities.get(id)).map(name_of).unwrap_or_default();
    let then = |id: &EntityId| {
        let (_, content) = before.iter().find(|(had, _)| had == id)?;
        content.names.first().map(|name| shown(&name.text))
    };
    let named = |id: &EntityId| Bit::Name(then(id).unwrap_or_else(|| now(id)));
    let list = |said: &str, ids: &[EntityId]| {
        let mut out = vec![t(said)];
        for (at, id) in ids.iter().enumerate() {
            if at > 0 {
                out.push(t(" · "));
            }
            out.push(named(id));
        }
        out
    };
    match input {
        EditInput::Rename { entity, name } => vec![t("renamed "), named(entity), t(" to "), n(name)],
        EditInput::AddName { entity, name } => vec![t("added the name "), n(name), t(" to "), named(entity)],
        EditInput::RemoveName { entity, name } => vec![t("took the name "), n(name), t(" from "), named(entity)],
        EditInput::AddField { entity, field } => {
            vec![t(&format!("added the {} ", field.name)), n(&field.value), t(" to "), named(entity)]
        }
        EditInput::RemoveField { entity, field } => {
            vec![t(&format!("took the {} ", field.name)), n(&field.value), t(" from "), named(entity)]
        }
        EditInput::SetKind { entity, kind } => {
            vec![t("set the kind of "), named(entity), t(&format!(" to {}", kind.as_deref().unwrap_or("none")))]
        }
        EditInput::Ask { a, b } => list("wanted to be asked about ", &[*a, *b]),
        EditInput::Merge { entities, .. } => list("merged ", entities),
        EditInput::NotSame { entities } => list("said not the same: ", entities),
        EditInput::Split(split) => vec![t("split "), named(&split.entity)],
    }
}

/// One record in words.
pub fn history_row(space: Option<&Space>, record: &Record, damaged: Option<String>) -> HistoryRow {
    let review = space.and_then(|space| {
        let handle = space.reviews.handle(&record.id)?;
        Some(review_row(space, handle))
    });
    let undone_by = match &review {
        Some(review) => review.undone_by.clone(),
        None => space.and_then(|space| space.statements.get(&record.id)?.undone_by).map(|id| id.to_string()),
    };
    let edit = space.and_then(|space| Some(edit_row(space, space.edits.handle(&record.id)?)));
    let undone_by = undone_by.or_else(|| edit.as_ref()?.undone_by.clone());
    let is_statement = space.is_some_and(|space| space.statements.handle(&record.id).is_some());
    let undoable = (review.is_some() || edit.is_some() || is_statement) && undone_by.is_none();
    let payload: Option<Payload> = record.payload.as_deref().and_then(|text| serde_json::from_str(text).ok());
    HistoryRow {
        sequence: record.sequence as f64,
        id: record.id.to_string(),
        operation: record.operation.clone(),
        text: payload.map(|payload| words(space, &payload.operation)).unwrap_or_default(),
        actor: record.actor.clone(),
        time: record.time as f64,
        checksum: record.checksum.to_string(),
        hash: record.hash.to_string(),
        review,
        edit,
        undoable,
        undone_by,
        damaged,
    }
}

fn words(space: Option<&Space>, operation: &Operation) -> Vec<Bit> {
    let t = |text: &str| Bit::Text(text.to_owned());
    match operation {
        Operation::Ingest { effects, .. } => {
            let entity = effects.iter().find_map(|effect| match effect {
                Effect::AddEntity(entity) => Some(entity.name().to_owned()),
                Effect::Revise { names, .. } => names.first().cloned(),
                _ => None,
            });
            let event = effects.iter().find_map(|effect| match effect {
                Effect::AddEvent(event) => Some(event),
                _ => None,
            });
            let source = event
                .and_then(|event| space?.sources.get(&event.source))
                .map_or_else(String::new, |source| source.name.clone());
            match (entity, event.and_then(|event| event.speaker.as_deref())) {
                (_, Some(speaker)) => {
                    vec![t("took a message of "), Bit::Name(shown(speaker)), t(&format!(" from {source}"))]
                }
                (Some(name), None) => vec![t("took "), Bit::Name(shown(&name)), t(&format!(" from {source}"))],
                (None, None) => vec![t(&format!("took an item from {source}"))],
            }
        }
        Operation::Settle { effects } | Operation::Organize { effects } | Operation::Refresh { effects } => {
            vec![Bit::Text(moved(effects))]
        }
        Operation::Review { proposal, review, .. } => {
            if let Some(words) = contradiction_words(space, proposal, review.input.verdict) {
                return words;
            }
            let entity = |id| space.and_then(|space| space.entities.get(id)).map_or("", |entity| entity.name());
            if let (Answer::Choose(choice), Some(name)) = (&review.input.verdict, &proposal.name) {
                return vec![t("chose "), Bit::Name(shown(entity(choice))), t(" for "), Bit::Name(shown(name))];
            }
            let said = match review.input.verdict {
                Answer::Accept => "accepted",
                Answer::Reject => "said not the same",
                Answer::CantTell => "could not tell",
                Answer::Snooze { .. } => "put off",
                Answer::Choose(_) => "chose",
                Answer::SomeoneNew => "said someone new",
            };
            let mut out = vec![Bit::Text(format!("{said}: "))];
            let names = space.map(|space| names(space, proposal)).unwrap_or_default();
            for (n, name) in names.into_iter().enumerate() {
                if n > 0 {
                    out.push(t(" · "));
                }
                out.push(Bit::Name(name));
            }
            out
        }
        Operation::ShortForms { statement } | Operation::Predicates { statement } => {
            statement_words(&statement.effects)
        }
        Operation::Edit { edit, contents } => edit_words(space, &edit.input, contents),
        Operation::Undo { review, .. } if space.is_some_and(|space| space.edits.get(review).is_some()) => {
            let edit = space.and_then(|space| space.edits.get(review));
            let mut out = vec![t("took back: ")];
            out.extend(edit.map(|edit| edit_words(space, &edit.input, &[])).unwrap_or_default());
            out
        }
        Operation::Undo { review, .. } => {
            if let Some(statement) = space.and_then(|space| space.statements.get(review)) {
                let mut out = vec![t("took back: ")];
                out.extend(statement_words(&statement.effects));
                return out;
            }
            let names = space
                .and_then(|space| Some(names(space, space.proposals.get(&space.reviews.get(review)?.proposal)?)))
                .unwrap_or_default();
            let mut out = vec![t("took back the decision on ")];
            for (n, name) in names.into_iter().enumerate() {
                if n > 0 {
                    out.push(t(" · "));
                }
                out.push(Bit::Name(name));
            }
            out
        }
    }
}

/// A statement in words.
fn statement_words(effects: &[Effect]) -> Vec<Bit> {
    let mut said = effects.iter().filter_map(|effect| match effect {
        Effect::SetPredicate { predicate, to, .. } => Some((predicate, to)),
        _ => None,
    });
    let Some((predicate, to)) = said.next() else { return short_forms(effects) };
    let rule = if *to { " has one value at a time" } else { " may have several values at a time" };
    let mut out = vec![Bit::Name(shown(&predicate.replace('_', " "))), Bit::Text(rule.into())];
    let more = said.count();
    if more > 0 {
        out.push(Bit::Text(format!(", and {more} more such")));
    }
    out
}

/// A decision on a contradiction in words.
fn contradiction_words(space: Option<&Space>, proposal: &Proposal, answer: Answer) -> Option<Vec<Bit>> {
    let Unit::Rivals { subject, predicate, .. } = &proposal.unit else { return None };
    let said = match answer {
        Answer::Accept => "took what was said last: ",
        Answer::Choose(_) => "chose what holds: ",
        Answer::Reject => "kept all that is said: ",
        _ => return None,
    };
    let name = space.and_then(|space| space.entities.get(subject)).map(name_of).unwrap_or_default();
    let predicate = Bit::Text(format!(" {}", predicate.replace('_', " ")));
    Some(vec![Bit::Text(said.into()), Bit::Name(name), predicate])
}

/// What was said of short forms: the first one, and how many more.
fn short_forms(effects: &[Effect]) -> Vec<Bit> {
    let mut said = effects.iter().filter_map(|effect| match effect {
        Effect::SetForm { form, to, .. } => Some((form, to)),
        _ => None,
    });
    let Some((form, to)) = said.next() else { return Vec::new() };
    let verb = match (form.kind, to) {
        (FormKind::GivenName, FormState::Added) => " is short for ",
        (FormKind::GivenName, _) => " is not short for ",
        (FormKind::Abbreviation, FormState::Added) => " abbreviates ",
        (FormKind::Abbreviation, _) => " does not abbreviate ",
    };
    let mut out = vec![Bit::Name(shown(&form.short)), Bit::Text(verb.into()), Bit::Name(shown(&form.long))];
    let more = said.count();
    if more > 0 {
        out.push(Bit::Text(format!(", and {more} more such")));
    }
    out
}

/// What settling or organizing moved, counted.
fn moved(effects: &[Effect]) -> String {
    let (mut linked, mut asked, mut withdrawn, mut read, mut compared) = (0, 0, 0, 0, 0);
    for effect in effects {
        match effect {
            Effect::Link { mentions, verdict } if verdict.entity.is_some() => linked += mentions.len(),
            Effect::Propose(_) => asked += 1,
            Effect::SetProposal { to: crate::model::ProposalStatus::Withdrawn, .. } => withdrawn += 1,
            Effect::SetStatus { .. } => read += 1,
            Effect::Paired { entities } => compared += entities.len(),
            _ => {}
        }
    }
    let part = |count: usize, one: &str, many: &str| {
        (count > 0).then(|| if count == 1 { format!("1 {one}") } else { format!("{count} {many}") })
    };
    let parts: Vec<String> = [
        part(linked, "mention linked", "mentions linked"),
        part(read, "entry read as another", "entries read as others"),
        part(asked, "question asked", "questions asked"),
        part(withdrawn, "question withdrawn", "questions withdrawn"),
        part(compared, "entry compared", "entries compared"),
    ]
    .into_iter()
    .flatten()
    .collect();
    if parts.is_empty() { "looked again; nothing moved".into() } else { parts.join(", ") }
}
