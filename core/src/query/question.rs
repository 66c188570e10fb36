//! The whole of one question, and what a decision on it would change.

use super::claims::{cited, claim_row, says};
use super::effects::describe;
use super::entity::{entity_row, fields, names, sentence};
use super::history::review_row;
use super::inbox::question_row;
use super::words::{name_of, reason, shown};
use crate::memory::field_changes;
use crate::model::{self, Answer, EntityId, Input, Kind};
use crate::protocol::*;
use crate::review::{Refusal, changes, plan};
use crate::state::{Handle, Space};
use std::collections::BTreeSet;
use uuid::Uuid;

/// Earlier decisions that are shown beside a question at most; the history has all.
const EARLIER: usize = 20;

/// The whole of one question. None if there is none with this id.
pub fn question(space: &Space, id: &model::ProposalId, actor: &str, now: i64) -> Option<QuestionView> {
    let handle = space.proposals.handle(id)?;
    let proposal = space.proposals.at(handle);
    let mut members: Vec<Member> = proposal.name.iter().map(|name| text_member(space, proposal, name)).collect();
    members.extend(proposal.pins.iter().filter_map(|pin| entity_member(space, proposal, pin)));
    let accept = Input { verdict: Answer::Accept, ticks: None, survivor: None, reviewer: actor.into(), reason: None };
    let effect = (proposal.kind != Kind::Ambiguity).then(|| preview(space, id, &accept, now).ok()).flatten();
    let reviews = space.revisions(&proposal.first).iter().flat_map(|revision| {
        space.reviews_of(&space.proposals.at(*revision).id).iter().map(|review| review_row(space, *review))
    });
    let (earlier, earlier_more) = earlier(space, proposal);
    Some(QuestionView {
        row: question_row(space, handle),
        compared: compare(&members),
        reasons: proposal.reasons.iter().map(reason).collect(),
        effect,
        stale: if proposal.status.is_open() {
            changes(space, proposal).iter().flat_map(field_changes).collect()
        } else {
            Vec::new()
        },
        score: f64::from(proposal.score) / 1000.0,
        decisions: reviews.collect(),
        earlier,
        earlier_more,
        rivals: rivals(space, proposal),
        members,
    })
}

/// The sides of a contradiction.
fn rivals(space: &Space, proposal: &model::Proposal) -> Vec<Rival> {
    let model::Unit::Rivals { subject, claims, .. } = &proposal.unit else { return Vec::new() };
    let things = crate::settle::things(space, *subject, claims);
    let last = crate::settle::last(&things).map(|thing| thing.asked);
    let rival = |id: &model::ClaimId| {
        let handle = space.claims.handle(id)?;
        let thing = things.iter().find(|thing| thing.asked == *id);
        let supports = thing.map_or(&[][..], |thing| thing.claims.as_slice());
        let others = supports.iter().map(|(other, _)| other).filter(|other| *other != id).rev();
        let mut sentences: Vec<Sentence> = others
            .filter_map(|other| space.claims.handle(other))
            .take(crate::policy::QUOTES - 1)
            .map(|other| cited(space, space.claims.at(other)))
            .collect();
        let claim = claim_row(space, handle);
        sentences.push(claim.sentence.clone());
        sentences.reverse();
        let says = vec![says(space, space.claims.at(handle))];
        Some(Rival { claim, says, supports: supports.len() as u32, said_last: last == Some(*id), sentences })
    };
    claims.iter().filter_map(rival).collect()
}

/// Earlier decisions on other questions about the same entities or the same names, newest first.
/// Also how many more there are.
fn earlier(space: &Space, proposal: &model::Proposal) -> (Vec<ReviewRow>, u32) {
    let roots: Vec<Handle> = proposal.members().filter_map(|id| space.root_of(&id)).collect();
    let entities = roots.iter().map(|root| space.entities.at(*root).name());
    let names = proposal.name.as_deref().into_iter().chain(entities).map(crate::names::folded_key);
    let names: BTreeSet<String> = names.filter(|key| !key.is_empty()).collect();
    let on_names = names.iter().flat_map(|key| space.reviews_on(key));
    let reviews: BTreeSet<Handle> = roots.iter().flat_map(|root| space.reviews_about(*root)).chain(on_names).collect();
    let of_another = |review: &&Handle| {
        let question = space.proposals.get(&space.reviews.at(**review).proposal);
        question.is_none_or(|question| question.first != proposal.first)
    };
    let reviews: Vec<Handle> = reviews.into_iter().rev().filter(|review| of_another(&review)).collect();
    let shown = reviews.iter().take(EARLIER).map(|review| review_row(space, *review)).collect();
    (shown, reviews.len().saturating_sub(EARLIER) as u32)
}

fn quotes(space: &Space, proposal: &model::Proposal, side: Option<EntityId>) -> Vec<Sentence> {
    proposal.quotes.iter().filter(|quote| quote.side == side).map(|quote| sentence(space, quote)).collect()
}

/// What a contact card says, as a sentence: its name with what tells it apart.
fn card(space: &Space, entity: &model::Entity) -> Option<Sentence> {
    let event = space.events.get(&entity.event?)?;
    let source = space.sources.get(&event.source)?;
    if source.kind != model::SourceKind::Contacts {
        return None;
    }
    let name = entity.name();
    let value = |field| entity.content.values(field).find(|value| *value != name);
    let more = ["title", "organization", "email"].into_iter().filter_map(value);
    let text = std::iter::once(name).chain(more).collect::<Vec<_>>().join(", ");
    let end = crate::text::utf16_offset(&text, name.len()) as u32;
    Some(Sentence {
        text,
        marks: vec![Span { start: 0, end }],
        event: event.id.to_string(),
        source: source.name.clone(),
        speaker: None,
        time: None,
    })
}

fn text_member(space: &Space, proposal: &model::Proposal, name: &str) -> Member {
    let node = space.nodes.exact(&crate::names::exact_key(name));
    let mentions: Vec<Handle> = node.map(|node| space.nodes.at(node).mentions.clone()).unwrap_or_default();
    let open: Vec<Handle> = mentions.into_iter().filter(|m| crate::settle::is_open(space, *m)).collect();
    let event = |mention: &Handle| space.events.get(&space.mentions.at(*mention).event).map(|event| event.source);
    let sources: BTreeSet<_> = open.iter().filter_map(event).collect();
    Member {
        entity: None,
        name: shown(name),
        names: Vec::new(),
        fields: Vec::new(),
        mentions: open.len() as u32,
        sources: sources.len() as u32,
        sentences: quotes(space, proposal, None),
        revision: 0,
        checksum: String::new(),
        side: 0,
    }
}

fn entity_member(space: &Space, proposal: &model::Proposal, pin: &model::Pin) -> Option<Member> {
    let handle = space.entities.handle(&pin.entity)?;
    let row = space.root(handle).map(|root| entity_row(space, root));
    let raws: Vec<Handle> = space.group(handle).into_iter().flat_map(|member| space.absorbed_by(member)).collect();
    let mut sources: BTreeSet<_> = raws.iter().filter_map(|raw| space.entities.at(*raw).source).collect();
    let mentions = raws.iter().flat_map(|raw| space.mentions_of(*raw));
    sources.extend(mentions.filter_map(|m| space.events.get(&space.mentions.at(m).event)).map(|event| event.source));
    Some(Member {
        name: name_of(space.entities.at(handle)),
        names: raws.iter().flat_map(|raw| names(space, *raw)).collect(),
        fields: raws.iter().flat_map(|raw| fields(space, *raw)).collect(),
        mentions: row.as_ref().map_or(0, |row| row.mentions),
        sources: sources.len() as u32,
        sentences: {
            let mut sentences = quotes(space, proposal, Some(pin.entity));
            if sentences.len() < crate::policy::QUOTES {
                sentences.extend(card(space, space.entities.at(handle)));
            }
            sentences
        },
        revision: pin.revision,
        checksum: pin.checksum.to_string(),
        side: match &proposal.unit {
            model::Unit::Across(sides) => sides.iter().position(|side| side.contains(&pin.entity)).unwrap_or(0) as u32,
            _ => 0,
        },
        entity: row,
    })
}

/// Fields that only say again what the names say.
const PARTS: [&str; 7] = ["family", "given", "additional", "prefix", "suffix", "phonetic_given", "phonetic_family"];

/// Both sides field by field: names, kind, then every field that a side has, in the order of first appearance. A
/// value that a side has several times stands once.
fn compare(members: &[Member]) -> Vec<ComparedField> {
    let mut order: Vec<&str> = Vec::new();
    for member in members {
        for field in &member.fields {
            if !order.contains(&field.field.as_str()) && !PARTS.contains(&field.field.as_str()) {
                order.push(&field.field);
            }
        }
    }
    let row = |field: &str, mut cells: Vec<Vec<Shown>>| {
        for cell in &mut cells {
            let mut seen = BTreeSet::new();
            cell.retain(|value| seen.insert(value.text.clone()));
        }
        let filled: Vec<BTreeSet<String>> = cells
            .iter()
            .filter(|cell| !cell.is_empty())
            .map(|cell| cell.iter().map(|value| crate::names::field_key(&value.text)).collect())
            .collect();
        let comparison = match filled.as_slice() {
            [] | [_] => Comparison::OneSided,
            // Fields with several values agree if they share one.
            [first, rest @ ..] if rest.iter().all(|other| !first.is_disjoint(other)) => Comparison::Same,
            _ => Comparison::Different,
        };
        ComparedField { field: field.to_owned(), cells, comparison }
    };
    let mut out = vec![row(
        "names",
        members
            .iter()
            .map(|member| {
                let names: Vec<Shown> = member.names.iter().map(|name| name.name.clone()).collect();
                if names.is_empty() { vec![member.name.clone()] } else { names }
            })
            .collect(),
    )];
    let kinds: Vec<Vec<Shown>> = members
        .iter()
        .map(|member| member.entity.iter().filter_map(|row| row.kind.as_deref()).map(shown).collect())
        .collect();
    if kinds.iter().any(|cell| !cell.is_empty()) {
        out.push(row("kind", kinds));
    }
    for field in order {
        let cell = |member: &Member| {
            member.fields.iter().filter(|value| value.field == field).map(|value| value.value.clone()).collect()
        };
        out.push(row(field, members.iter().map(cell).collect()));
    }
    out
}

/// What a decision would change, by the code that writes the record.
///
/// # Errors
/// The refusal that the decision itself would meet.
pub fn preview(space: &Space, id: &model::ProposalId, input: &Input, now: i64) -> Result<Preview, Refusal> {
    let proposal = space.proposals.get(id).ok_or(Refusal::NotFound)?;
    let plan = plan(space, proposal, input, Uuid::nil(), Uuid::nil(), now)?;
    Ok(describe(space, proposal.name.as_deref(), &plan))
}
