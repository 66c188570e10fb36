//! The reference model of one space: cards, conversations and events as their sources say now, and every decision in
//! force with what it must mean. Nothing here is read from what the memory derived.

use super::command::{Card, Host, Message};
use namesake_core::model::*;
use namesake_core::names::exact_key;
use namesake_core::state::{Handle, Space};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Debug, Clone, Default)]
pub struct Reference {
    pub cards: BTreeMap<usize, Card>,
    pub talks: BTreeMap<usize, Vec<Message>>,
    pub hosted: Vec<Host>,
    pub said: Vec<Said>,
    /// What sources say of each entity that was ever seen: names, kind, fields.
    pub base: BTreeMap<EntityId, Base>,
}

#[derive(Debug, Clone)]
pub struct Base {
    pub content: Content,
    pub established: bool,
}

/// A decision and what it must mean while it is in force.
#[derive(Debug, Clone, Default)]
pub struct Said {
    pub review: ReviewId,
    pub proposal: ProposalId,
    /// The decision as it was given.
    pub input: String,
    pub in_force: bool,
    /// It closed its question.
    pub decides: bool,
    /// These are one.
    pub joined: Vec<EntityId>,
    /// All of them but the survivor are read as it.
    pub survivor: Option<EntityId>,
    /// These are two, with the strong values that they shared when it was said.
    pub apart: Vec<(EntityId, EntityId, BTreeSet<String>)>,
    /// Earlier rejections that it takes back.
    pub lifted: Vec<(EntityId, EntityId)>,
    /// The entity is also called so.
    pub named: Option<(EntityId, String)>,
    /// A name in text, by key, does not mean this entity.
    pub not_meant: Vec<(String, EntityId)>,
    /// The key is no name.
    pub no_name: Option<String>,
    /// The mentions that it decided, and whom they mean; nobody in memory if absent.
    pub mentions: Vec<MentionId>,
    pub meant: Option<EntityId>,
    /// The entity that it made.
    pub made: Option<EntityId>,
    /// Mentions that were said to go on meaning whom they meant, when it was divided.
    pub stay: Vec<(MentionId, EntityId)>,
    /// How it edited entities.
    pub edits: Vec<(EntityId, ContentEdit)>,
    /// These are to be asked about.
    pub asked: Option<(EntityId, EntityId)>,
}

impl Said {
    /// The same decision where its new entity has another id.
    pub fn with_made(mut self, made: Option<EntityId>) -> Self {
        let (Some(old), Some(new)) = (self.made, made) else { return self };
        let swap = |id: &mut EntityId| {
            if *id == old {
                *id = new;
            }
        };
        self.meant.iter_mut().for_each(swap);
        self.apart.iter_mut().for_each(|(a, b, _)| {
            swap(a);
            swap(b);
        });
        self.made = Some(new);
        self
    }
}

impl Reference {
    pub fn in_force(&self) -> impl DoubleEndedIterator<Item = &Said> {
        self.said.iter().filter(|said| said.in_force)
    }

    /// Rejections in force, but for those that a later answer took back.
    pub fn apart(&self) -> Vec<&(EntityId, EntityId, BTreeSet<String>)> {
        let mut out = Vec::new();
        for said in self.in_force() {
            let lifted = |(a, b, _): &&(EntityId, EntityId, BTreeSet<String>)| {
                said.lifted.contains(&(*a, *b)) || said.lifted.contains(&(*b, *a))
            };
            out.retain(|pair| !lifted(pair));
            out.extend(&said.apart);
        }
        out
    }

    /// Rejections in force between the groups of two roots.
    pub fn apart_between(&self, space: &Space, a: Handle, b: Handle) -> Vec<&(EntityId, EntityId, BTreeSet<String>)> {
        let group = |id: &EntityId| space.root_of(id).map(|root| space.group_key(root));
        let (a, b) = (Some(space.group_key(a)), Some(space.group_key(b)));
        let between = |(x, y, _): &&(EntityId, EntityId, BTreeSet<String>)| {
            let ends = (group(x), group(y));
            ends == (a, b) || ends == (b, a)
        };
        self.apart().into_iter().filter(between).collect()
    }

    /// Names of a key that do not mean the group of a root.
    pub fn is_not_meant(&self, space: &Space, key: &str, root: Handle) -> bool {
        let group = Some(space.group_key(root));
        self.in_force()
            .flat_map(|said| &said.not_meant)
            .any(|(said, id)| said == key && space.root_of(id).map(|root| space.group_key(root)) == group)
    }

    /// Takes note of entities that were not seen before, and of what a card that was just taken says now.
    pub fn learn(&mut self, space: &Space, taken: Option<usize>) {
        let taken = taken.map(|uid| format!("card:uid:card-{uid}"));
        for (at, entity) in (0..).zip(space.entities.iter()) {
            if self.base.contains_key(&entity.id) && (taken.is_none() || entity.source_key != taken) {
                continue;
            }
            let made = self.said.iter().any(|said| said.made == Some(entity.id));
            let mut content = space.said(at).clone();
            content.names.retain(|name| made || name.origin == Origin::Source);
            content.status = Status::Active;
            let established = entity.standing == Standing::Established;
            self.base.insert(entity.id, Base { content, established });
        }
    }

    /// What sources and reviews in force say of an entity.
    pub fn said_content(&self, id: &EntityId, base: &Base) -> Content {
        let mut content = base.content.clone();
        for said in self.in_force() {
            if let Some((_, text)) = said.named.as_ref().filter(|(entity, _)| entity == id) {
                content.names.push(Name { text: text.clone(), origin: Origin::Review(said.review) });
            }
        }
        content
    }

    /// The content that an entity must have, but for what the rule for by-name entities does to it.
    pub fn content(&self, id: &EntityId, base: &Base) -> Content {
        let source = self.said_content(id, base);
        let mut content = source.clone();
        for said in self.in_force() {
            for (_, edit) in said.edits.iter().filter(|(edited, _)| edited == id) {
                lay_over(&mut content, &source, edit, said.review);
            }
            if let Some(survivor) = said.survivor.filter(|survivor| survivor != id && said.joined.contains(id)) {
                content.status = Status::Redirected { to: survivor, by: Some(said.review) };
            }
        }
        if content.names.is_empty() {
            content.names = source.names;
        }
        if self.said.iter().any(|said| said.made == Some(*id) && !said.in_force) {
            content.status = Status::Retired;
        }
        content
    }
}

/// Lays an edit over what sources and reviews say.
fn lay_over(content: &mut Content, source: &Content, edit: &ContentEdit, by: ReviewId) {
    let added = |text: &String| Name { text: text.clone(), origin: Origin::Review(by) };
    let mut fields: Vec<Field> =
        content.fields.iter().map(|(name, value)| Field { name: name.into(), value: value.into() }).collect();
    match edit {
        ContentEdit::Prefer { name, over } => {
            let had = content.names.iter().find(|had| had.text == *name).cloned();
            let known = had.is_some();
            if source.names.first().is_some_and(|name| name.text == *over) {
                content.names.retain(|had| had.text != *name);
                content.names.insert(0, had.unwrap_or_else(|| added(name)));
            } else if !known {
                // The source has another first name by now, which is news; the owner's is one more.
                content.names.push(added(name));
            }
        }
        ContentEdit::AddName(name) if content.names.iter().all(|had| had.text != *name) => {
            content.names.push(added(name));
        }
        ContentEdit::RemoveName(name) => content.names.retain(|had| had.text != *name),
        ContentEdit::AddField(field) if !fields.contains(field) => fields.push(field.clone()),
        ContentEdit::RemoveField(field) => fields.retain(|had| had != field),
        ContentEdit::SetKind { kind, over } if source.kind == *over => content.kind.clone_from(kind),
        _ => {}
    }
    content.fields = fields.into();
}

/// Strong values of the group of a root, as they are compared.
pub fn strong(space: &Space, root: Handle) -> BTreeSet<String> {
    let raws = space.group(root).into_iter().flat_map(|member| space.absorbed_by(member));
    let mails = raws.flat_map(|raw| space.entities.at(raw).content.values("email"));
    mails.map(str::to_lowercase).collect()
}

/// Roots whose groups hold a key, one a group.
pub fn holders(space: &Space, key: &str) -> Vec<Handle> {
    let mut groups: BTreeMap<Handle, Handle> = BTreeMap::new();
    for (handle, entity) in (0..).zip(space.entities.iter()) {
        if entity.content.names.iter().any(|name| exact_key(&name.text) == key)
            && let Some(root) = space.root(handle)
        {
            groups.entry(space.group_key(root)).or_insert(root);
        }
    }
    groups.into_values().collect()
}
