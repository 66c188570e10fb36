//! One space of one owner's memory: its tables, its standing decisions, and the projections that make look-ups cheap.
//!
//! Tables and standing decisions are what a snapshot keeps; projections are rebuilt from them. No look-up here leaves
//! the space.

use super::claims::PredicateId;
use super::listed::{ByName, Listed};
use super::lookup::Lookup;
use super::nodes::{NodeId, Nodes};
use super::table::{Handle, Table};
use crate::model::*;
use crate::names::tables::FormKeys;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

/// A few handles.
pub type Handles = SmallVec<[Handle; 2]>;

/// A standing "not the same".
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forbidden {
    /// For each time it was said: the strong values that the two shared then. Another one is new evidence.
    pub said: Vec<Vec<Field>>,
}

/// What changed since questions and links were last settled.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Touched {
    /// Entities whose content, redirect, group or cannot-links changed.
    pub entities: BTreeSet<Handle>,
    /// New or released mentions.
    pub mentions: BTreeSet<Handle>,
    /// Names about which a standing decision changed.
    pub nodes: BTreeSet<NodeId>,
    /// What questions that were opened again are about.
    pub units: BTreeSet<Unit>,
    /// Entities of which something else is said now, with the predicate: as recorded, not through redirects.
    pub subjects: BTreeSet<(Handle, PredicateId)>,
    /// Claims that are new, stand otherwise, or are about another.
    pub claims: BTreeSet<Handle>,
}

/// Place of a question in the inbox: best score first, then the oldest.
pub type Place = (Reverse<u16>, i64, Handle);

/// One space.
#[derive(Debug, Clone, Default)]
pub struct Space {
    /// Sources.
    pub sources: Table<Source>,
    /// Events.
    pub events: Table<Event>,
    /// Entities.
    pub entities: Table<Entity>,
    /// Mentions.
    pub mentions: Table<Mention>,
    /// Proposals.
    pub proposals: Table<Proposal>,
    /// Reviews.
    pub reviews: Table<Review>,
    /// What was said of short forms of names.
    pub statements: Table<Statement>,
    /// Edits by hand.
    pub edits: Table<Edit>,
    /// Claims.
    pub claims: Table<Claim>,
    /// Verified alias edges in force.
    pub edges: BTreeMap<Uuid, (EntityId, EntityId)>,
    /// Cannot-links in force, lower id first.
    pub forbidden: BTreeMap<(EntityId, EntityId), Forbidden>,
    /// Names in text that do not mean an entity, by exact key.
    pub forbidden_names: BTreeSet<(String, EntityId)>,
    /// Exact keys that are not names.
    pub ignored: BTreeSet<String>,
    /// What the owner edited.
    pub edited: BTreeMap<EntityId, Edited>,
    /// Pairs that the owner wants to be asked about, lower id first.
    pub asked: BTreeSet<(EntityId, EntityId)>,
    /// Keys of the predicates that were declared to have one value at a time.
    pub single_valued: BTreeSet<String>,
    /// Entities that were not compared with all others since they changed, with a stamp of when that was.
    pub unpaired: BTreeMap<Handle, u64>,

    /// Names, and the tables of names that they are compared by.
    pub nodes: Nodes,
    /// Short forms of names that were added or removed: a projection of the statements.
    pub forms: BTreeMap<FormKeys, (ShortForm, FormState)>,
    /// What has to be settled. Empty between commands.
    pub touched: Touched,
    pub(super) firm_here: FxHashMap<(SourceId, NodeId), Handles>,
    pub(super) node_of_mention: Vec<Option<NodeId>>,
    pub(super) values: super::values::Values,
    pub(super) by_source_key: Lookup,
    pub(super) speakers: FxHashMap<(SourceId, NodeId), Handles>,
    /// Not through redirects.
    pub(super) speaks_in: FxHashMap<Handle, FxHashSet<SourceId>>,
    pub(super) mentions_of: FxHashMap<Handle, Vec<Handle>>,
    pub(super) claim_index: super::claims::ClaimIndex,
    pub(super) events_of_source: FxHashMap<SourceId, u32>,
    pub(super) absorbed: FxHashMap<Handle, Handles>,
    pub(super) neighbours: FxHashMap<Handle, Handles>,
    pub(super) forbidden_of: FxHashMap<Handle, Handles>,
    pub(super) asked_of: FxHashMap<Handle, Handles>,
    pub(super) forbidden_names_of: FxHashMap<EntityId, Vec<String>>,
    pub(super) open_by_unit: BTreeMap<Unit, Handles>,
    pub(super) open_by_entity: FxHashMap<Handle, Handles>,
    pub(super) contradictions: FxHashMap<Handle, Handles>,
    pub(super) revisions: FxHashMap<ProposalId, Handles>,
    pub(super) reviews_of: FxHashMap<ProposalId, Handles>,
    pub(super) bulks: FxHashMap<Uuid, Vec<Handle>>,
    pub(super) open: BTreeMap<Kind, BTreeSet<Place>>,
    pub(super) snoozed: BTreeSet<Place>,
    pub(super) held: BTreeSet<Place>,
    /// Snoozed questions by when they come back.
    pub(super) waking: BTreeSet<(i64, Handle)>,
    pub(super) decided: BTreeSet<(Handle, Handle)>,
    pub(super) withdrawn: BTreeSet<(Handle, Handle)>,
    /// By question.
    pub(super) briefs: Vec<super::questions::Brief>,
    /// By a member of the question, or an entity that was made or changed, not through redirects.
    pub(super) reviews_about: FxHashMap<Handle, Handles>,
    pub(super) edits_about: FxHashMap<Handle, Handles>,
    /// By the folded key of the name in text that was asked about.
    pub(super) reviews_on: FxHashMap<Box<str>, Handles>,
    pub(super) stamp: u64,
    pub(super) listed: Listed,
}

/// The longest chain of redirects that is followed; merges follow redirects first, so real chains are short.
const CHAIN: usize = 10_000;

impl Space {
    /// The entity that an entity is read as: itself, or the end of its redirects. None if that is retired.
    pub fn root(&self, entity: Handle) -> Option<Handle> {
        let mut at = entity;
        for _ in 0..CHAIN {
            match &self.entities.at(at).content.status {
                Status::Active => return Some(at),
                Status::Retired => return None,
                Status::Redirected { to, .. } => at = self.entities.handle(to)?,
            }
        }
        None
    }

    /// The root of an entity by id.
    pub fn root_of(&self, id: &EntityId) -> Option<Handle> {
        self.entities.handle(id).and_then(|handle| self.root(handle))
    }

    /// A root and all entities that are read as it.
    pub fn absorbed_by(&self, root: Handle) -> Vec<Handle> {
        let mut out = vec![root];
        let mut next = 0;
        while let Some(at) = out.get(next).copied() {
            out.extend(self.absorbed.get(&at).into_iter().flatten());
            next += 1;
        }
        out
    }

    /// The roots of a root's identity group, itself first, then by age.
    pub fn group(&self, root: Handle) -> Vec<Handle> {
        let mut out = vec![root];
        if self.neighbours.is_empty() {
            return out;
        }
        let mut next = 0;
        while let Some(at) = out.get(next).copied() {
            for raw in self.absorbed_by(at) {
                for neighbour in self.neighbours.get(&raw).into_iter().flatten() {
                    match self.root(*neighbour) {
                        Some(other) if !out.contains(&other) => out.push(other),
                        _ => {}
                    }
                }
            }
            next += 1;
        }
        out[1..].sort_unstable();
        out
    }

    /// What identifies a root's identity group: its oldest member.
    pub fn group_key(&self, root: Handle) -> Handle {
        if self.neighbours.is_empty() { root } else { self.group(root).into_iter().min().unwrap_or(root) }
    }

    /// Who holds a name now: one root an identity group, the oldest that holds it.
    pub fn holders(&self, node: NodeId) -> Vec<Handle> {
        self.distinct(self.nodes.at(node).holders.iter().copied())
    }

    /// Roots of entities, one an identity group, in order of appearance.
    pub fn distinct(&self, entities: impl Iterator<Item = Handle>) -> Vec<Handle> {
        let mut out: Vec<Handle> = Vec::new();
        let mut groups: SmallVec<[Handle; 4]> = SmallVec::new();
        for entity in entities {
            let Some(root) = self.root(entity) else { continue };
            let group = self.group_key(root);
            if !groups.contains(&group) {
                groups.push(group);
                out.push(root);
            }
        }
        out
    }

    /// What sources and reviews say of an entity: its content without the owner's edits.
    pub fn said(&self, entity: Handle) -> &Content {
        let row = self.entities.at(entity);
        self.edited.get(&row.id).map_or(&row.content, |edited| &edited.said)
    }

    /// True if a cannot-link stands between two roots, through redirects and identity groups.
    pub fn is_forbidden(&self, a: Handle, b: Handle) -> bool {
        self.forbidden_pair(a, b).is_some()
    }

    /// The cannot-link between two roots, if one stands.
    pub fn forbidden_pair(&self, a: Handle, b: Handle) -> Option<(EntityId, EntityId)> {
        self.forbidden_pairs(a, b).into_iter().next()
    }

    /// Roots that the owner said an entity is not, through redirects.
    pub fn kept_apart(&self, entity: Handle) -> Vec<Handle> {
        self.forbidden_of.get(&entity).into_iter().flatten().filter_map(|far| self.root(*far)).collect()
    }

    /// Roots with which the owner wants to be asked about a root, through redirects and identity groups.
    pub fn asked_with(&self, root: Handle) -> Vec<Handle> {
        if self.asked_of.is_empty() {
            return Vec::new();
        }
        let raws = self.group(root).into_iter().flat_map(|member| self.absorbed_by(member));
        let asked = |raw: Handle| self.asked_of.get(&raw).into_iter().flatten();
        raws.flat_map(asked).filter_map(|far| self.root(*far)).collect()
    }

    /// True if the owner wants to be asked about two roots, through redirects and identity groups.
    pub fn is_asked(&self, a: Handle, b: Handle) -> bool {
        let other = self.group_key(b);
        self.asked_with(a).into_iter().any(|far| self.group_key(far) == other)
    }

    /// All cannot-links between two roots, through redirects and identity groups, lower id first.
    pub fn forbidden_pairs(&self, a: Handle, b: Handle) -> Vec<(EntityId, EntityId)> {
        let mut out = Vec::new();
        if self.forbidden_of.is_empty() {
            return out;
        }
        let other = self.group_key(b);
        for member in self.group(a) {
            for raw in self.absorbed_by(member) {
                for far in self.forbidden_of.get(&raw).into_iter().flatten() {
                    if self.root(*far).map(|root| self.group_key(root)) == Some(other) {
                        let (a, b) = (self.entities.at(raw).id, self.entities.at(*far).id);
                        out.push(if a < b { (a, b) } else { (b, a) });
                    }
                }
            }
        }
        out
    }

    /// True if the owner said that a name in text does not mean this root.
    pub fn is_name_forbidden(&self, key: &str, root: Handle) -> bool {
        if self.forbidden_names.is_empty() {
            return false;
        }
        let said = |raw: &Handle| self.forbidden_names.contains(&(key.to_owned(), self.entities.at(*raw).id));
        self.group(root).into_iter().any(|member| self.absorbed_by(member).iter().any(said))
    }

    /// True if the owner said of a name with the same words, in another spelling or punctuation, that it does not mean
    /// this root.
    pub fn is_spelling_forbidden(&self, keys: &crate::names::NameKeys, root: Handle) -> bool {
        if self.forbidden_names.is_empty() {
            return false;
        }
        let same = |said: &String| crate::names::NameKeys::new(said).tokens == keys.tokens;
        let of = |raw: &Handle| self.forbidden_names_of.get(&self.entities.at(*raw).id);
        let group = self.group(root).into_iter().flat_map(|member| self.absorbed_by(member));
        group.filter_map(|raw| of(&raw)).flatten().any(same)
    }

    /// Entities with this value of a field, in the form that [`crate::read::evident`] gives; redirected ones too, retired ones
    /// not.
    pub fn with_field(&self, name: &str, value: &str) -> Vec<Handle> {
        let holds = |handle: &Handle| {
            let content = &self.entities.at(*handle).content;
            super::evident_values(content).any(|(field, held)| field == name && held == value)
        };
        let mut found: Vec<Handle> = self.values.candidates(name, value).into_iter().filter(holds).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// How many entities hold this value of a field that is not strong, in the same form.
    pub fn count_with_field(&self, name: &str, value: &str) -> u32 {
        self.values.count(name, value)
    }

    /// The entity with this identity in its source.
    pub fn with_source_key(&self, key: &str) -> Option<Handle> {
        self.by_source_key
            .candidates(&[key])
            .find(|handle| self.entities.at(*handle).source_key.as_deref() == Some(key))
    }

    /// Who speaks in a conversation under a name with this exact key: one, unless two accounts show it.
    pub fn speakers(&self, conversation: SourceId, node: NodeId) -> &[Handle] {
        self.speakers.get(&(conversation, node)).map_or(&[], |found| found.as_slice())
    }

    /// The conversations in which an entity speaks, not through redirects; `None` for none.
    pub fn speaks_in(&self, raw: Handle) -> Option<&FxHashSet<SourceId>> {
        self.speaks_in.get(&raw)
    }

    /// Mentions of a name in a conversation that the owner linked: a precedent for the others there.
    pub fn firm_here(&self, conversation: SourceId, node: NodeId) -> &[Handle] {
        self.firm_here.get(&(conversation, node)).map_or(&[], |found| found.as_slice())
    }

    /// True if the owner linked a mention in a conversation.
    pub fn has_precedents(&self) -> bool {
        !self.firm_here.is_empty()
    }

    /// The conversation that a mention stands in, if its source is one.
    pub fn conversation_of(&self, mention: &Mention) -> Option<SourceId> {
        let source = self.sources.get(&self.events.get(&mention.event)?.source)?;
        (source.kind == SourceKind::Conversation).then_some(source.id)
    }

    /// The node of a mention's name.
    pub fn node_of(&self, mention: Handle) -> Option<NodeId> {
        self.node_of_mention.get(mention as usize).copied().flatten()
    }

    /// Mentions that link to a root, through redirects; not those of its group.
    pub fn mentions_of(&self, root: Handle) -> Vec<Handle> {
        let mut out: Vec<Handle> = self
            .absorbed_by(root)
            .iter()
            .filter_map(|raw| self.mentions_of.get(raw))
            .flat_map(|mentions| mentions.iter().copied())
            .collect();
        out.sort_unstable();
        out
    }

    /// Number of events of a source.
    pub fn events_of(&self, source: SourceId) -> u32 {
        self.events_of_source.get(&source).copied().unwrap_or(0)
    }

    /// Notes that an entity has to be compared with all others.
    pub(crate) fn set_unpaired(&mut self, entity: Handle) {
        self.stamp += 1;
        self.unpaired.insert(entity, self.stamp);
    }

    /// Entities in use, by the exact key of their preferred name, then by age.
    pub fn listed(&self) -> &ByName {
        let all = (0..).zip(self.entities.iter()).filter(|(_, entity)| entity.is_active());
        self.listed.order(|| all.map(|(at, entity)| (crate::names::exact_key(entity.name()).into(), at)).collect())
    }

    /// How many entities are in use.
    pub fn listed_count(&self) -> usize {
        self.listed.len()
    }
}
