//! Entities: rows, lists, and the whole of one.

use super::page::{Cursor, cursor_of, place_of};
use super::words::{name_of, shown};
use crate::model::{self, EntityId, Mention, Origin, Quote, SourceKind};
use crate::protocol::*;
use crate::state::{Handle, Space};
use crate::text::utf16_offset;

/// Mentions a page of an entity's view.
const MENTIONS: usize = 50;

/// Fields that make a hint, the first one that an entity has.
const HINTS: [&str; 4] = ["organization", "title", "email", "phone"];

/// The row of an entity: read together with its redirects and its group.
pub fn entity_row(space: &Space, root: Handle) -> EntityRow {
    let entity = space.entities.at(root);
    let group = space.group(root);
    let raws: Vec<Handle> = group.iter().flat_map(|member| space.absorbed_by(*member)).collect();
    let mut aliases: Vec<&str> = Vec::new();
    for raw in &raws {
        for name in &space.entities.at(*raw).content.names {
            if name.text != entity.name() && !aliases.contains(&name.text.as_str()) {
                aliases.push(&name.text);
            }
        }
    }
    let value = |field: &&str| raws.iter().find_map(|raw| space.entities.at(*raw).content.values(field).next());
    let conversation = || {
        let source = raws.iter().find_map(|raw| space.entities.at(*raw).conversation)?;
        space.sources.get(&source).map(|source| source.name.as_str())
    };
    let mentions = group.iter().map(|member| space.mentions_of(*member).len() as u32).sum();
    let questions = space
        .questions_of_entity(root)
        .iter()
        .chain(space.contradictions_of(root))
        .filter(|question| space.proposals.at(**question).status.is_open())
        .count();
    EntityRow {
        id: entity.id.to_string(),
        name: name_of(entity),
        aliases: aliases.into_iter().map(shown).collect(),
        kind: entity.content.kind.clone(),
        standing: standing(entity.standing),
        hint: HINTS.iter().find_map(value).or_else(conversation).map(shown),
        mentions,
        questions: questions as u32,
    }
}

fn standing(standing: model::Standing) -> Standing {
    match standing {
        model::Standing::Established => Standing::Established,
        model::Standing::ByName => Standing::ByName,
    }
}

/// Entities in use, by name.
///
/// # Errors
/// If the cursor is none of this list.
pub fn entities(space: Option<&Space>, cursor: Cursor<'_>, limit: usize) -> Result<Page<EntityRow>, String> {
    let after: Option<(String, Handle)> = place_of(cursor)?;
    let Some(space) = space else { return Ok(Page { items: Vec::new(), total: 0, next: None }) };
    let listed = space.listed();
    let start = match &after {
        Some((key, handle)) => std::ops::Bound::Excluded((key.as_str().into(), *handle)),
        None => std::ops::Bound::Unbounded,
    };
    let mut range = listed.range((start, std::ops::Bound::Unbounded));
    let rows: Vec<_> = range.by_ref().take(limit).collect();
    let next = range.next().and_then(|_| rows.last()).map(|(key, handle)| cursor_of(&(key, handle)));
    let items = rows.iter().map(|(_, handle)| entity_row(space, *handle)).collect();
    Ok(Page { items, total: listed.len() as u32, next })
}

/// One entity, whole. None if it is unknown or retired, which is never told apart.
///
/// # Errors
/// If the cursor is none of this list.
pub fn entity(space: &Space, id: &EntityId, cursor: Cursor<'_>) -> Result<Option<EntityView>, String> {
    let after: usize = place_of(cursor)?.unwrap_or(0);
    let (Some(asked), Some(root)) = (space.entities.handle(id), space.root_of(id)) else { return Ok(None) };
    let row = space.entities.at(root);
    let group = space.group(root);
    let raws: Vec<Handle> = group.iter().flat_map(|member| space.absorbed_by(*member)).collect();
    let names = raws.iter().flat_map(|raw| names(space, *raw)).collect();
    let fields = raws.iter().flat_map(|raw| fields(space, *raw)).collect();
    let mut mentions: Vec<Handle> = group.iter().flat_map(|member| space.mentions_of(*member)).collect();
    mentions.sort_unstable_by(|a, b| b.cmp(a));
    let total = mentions.len();
    let items: Vec<MentionView> = mentions
        .iter()
        .skip(after)
        .take(MENTIONS)
        .map(|mention| mention_view(space, space.mentions.at(*mention)))
        .collect();
    let absorbed = space.absorbed_by(root).into_iter().filter(|raw| *raw != root);
    let seen = after + items.len();
    let next = (seen < total).then(|| cursor_of(&seen));
    let others = |list: &mut dyn Iterator<Item = Handle>| -> Vec<EntityRow> {
        list.map(|other| entity_row(space, other)).collect()
    };
    let mut not_same: Vec<Handle> = raws.iter().flat_map(|raw| space.kept_apart(*raw)).collect();
    not_same.sort_unstable();
    not_same.dedup();
    let questions = space
        .questions_of_entity(root)
        .iter()
        .chain(space.contradictions_of(root))
        .map(|question| space.proposals.at(*question));
    Ok(Some(EntityView {
        row: entity_row(space, root),
        redirected_from: (asked != root).then(|| id.to_string()),
        status: EntityStatus::Active,
        revision: row.revision,
        checksum: row.content.checksum().to_string(),
        created: row.created as f64,
        names,
        fields,
        group: others(&mut raws.iter().copied().filter(|raw| *raw != root)),
        absorbed: absorbed.map(|raw| space.entities.at(raw).id.to_string()).collect(),
        not_same: others(&mut not_same.into_iter()),
        mentions: Page { items, total: total as u32, next },
        questions: questions.filter(|p| p.status.is_open()).map(|p| p.id.to_string()).collect(),
    }))
}

/// Names of one entity with their origin.
pub(super) fn names(space: &Space, raw: Handle) -> Vec<NameView> {
    let entity = space.entities.at(raw);
    let from = entity.id.to_string();
    let view = |name: &model::Name| {
        let source = match name.origin {
            Origin::Source => source_name(space, entity.source.as_ref()),
            Origin::Review(_) => "your decision".to_owned(),
        };
        NameView { name: shown(&name.text), from: from.clone(), source }
    };
    entity.content.names.iter().map(view).collect()
}

/// Fields of one entity.
pub(super) fn fields(space: &Space, raw: Handle) -> Vec<FieldView> {
    let entity = space.entities.at(raw);
    let from = entity.id.to_string();
    let view = |(field, value): (&str, &str)| FieldView {
        field: field.to_owned(),
        value: shown(crate::read::written(value)),
        from: from.clone(),
    };
    entity.content.fields.iter().map(view).collect()
}

fn source_name(space: &Space, id: Option<&model::SourceId>) -> String {
    id.and_then(|id| space.sources.get(id)).map(|source| source.name.clone()).unwrap_or_default()
}

fn mention_view(space: &Space, mention: &Mention) -> MentionView {
    let means = mention.verdict.entity.and_then(|id| space.root_of(&id));
    MentionView {
        id: mention.id.to_string(),
        from: means.map(|root| space.entities.at(root).id.to_string()).unwrap_or_default(),
        sentence: sentence(space, &mention.quoted(None)),
        provisional: mention.verdict.provisional,
        tier: mention.verdict.tier.map(u8::from),
    }
}

/// A quoted sentence as it is shown.
pub(super) fn sentence(space: &Space, quote: &Quote) -> Sentence {
    let event = space.events.get(&quote.event);
    let offset = |byte: u32| utf16_offset(&quote.text, byte as usize) as u32;
    Sentence {
        text: quote.text.clone(),
        marks: vec![Span { start: offset(quote.start), end: offset(quote.end) }],
        event: quote.event.to_string(),
        source: source_name(space, event.map(|event| &event.source)),
        speaker: event.and_then(|event| event.speaker.as_deref()).map(shown),
        time: event.and_then(|event| event.time).map(|time| time as f64),
    }
}

/// What a source is.
pub(super) fn source_kind(kind: SourceKind) -> &'static str {
    match kind {
        SourceKind::Contacts => "contacts",
        SourceKind::Conversation => "conversation",
        SourceKind::Document => "document",
    }
}

/// The sources of a space, newest first.
///
/// # Errors
/// If the cursor is none of this list.
pub fn sources(space: Option<&Space>, cursor: Cursor<'_>) -> Result<Page<SourceRow>, String> {
    const LIMIT: usize = 100;
    let after: usize = place_of(cursor)?.unwrap_or(0);
    let Some(space) = space else { return Ok(Page { items: Vec::new(), total: 0, next: None }) };
    let items: Vec<SourceRow> = space
        .sources
        .iter()
        .rev()
        .skip(after)
        .take(LIMIT)
        .map(|source| SourceRow {
            id: source.id.to_string(),
            name: shown(&source.name),
            kind: source_kind(source.kind).into(),
            events: space.events_of(source.id),
            imported: source.first_seen as f64,
        })
        .collect();
    let seen = after + items.len();
    let next = (seen < space.sources.len()).then(|| cursor_of(&seen));
    Ok(Page { items, total: space.sources.len() as u32, next })
}
