//! Bringing links and questions in line with what is known.
//!
//! What is linked and what is asked is a function of what is known (entities, mentions, standing decisions), never
//! of the order in which it became known. So no command decides links or questions by itself: it changes what is
//! known, and then [`settle`] computes what should stand for everything that was touched, and moves what differs.
//! That is how invariant 9 holds for imports, reviews, undo and edits alike.
//!
//! Units of work are small: a name, a folded key, a field value, a pair, those that pairs tie together. Each is found through
//! an index.

mod across;
mod ask;
mod cliques;
mod evidence;
mod fields;
mod links;
mod near_groups;
mod pair_state;
mod pairs;
mod partition;
mod rivals;
mod said;
mod shared;
mod texts;
mod ties;
mod weigh;
mod yields;

pub(crate) use ask::{is_open, is_settled};
pub(crate) use fields::most;
pub(crate) use near_groups::{around, settle as settle_near_groups};
pub(crate) use pair_state::{PairState, pair_state};
pub use pairs::{PairWork, find_pairs};
pub(crate) use pairs::{ask_pair, note_unpaired, settle_lone, withdraw_stale};
pub(crate) use rivals::{Thing, last, things};
pub(crate) use weigh::sharing;

use crate::model::{EntityId, Field, Kind, ProposalId, Status, Unit};
use crate::state::{Draft, Handle, NodeId, Operation, PredicateId, Space, Touched};
use std::collections::{BTreeMap, BTreeSet};

/// What settling moved.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Settled {
    /// Questions that were opened.
    pub opened: Vec<ProposalId>,
    /// Questions that were withdrawn.
    pub closed: Vec<ProposalId>,
}

/// What has to be looked at.
#[derive(Debug, Default)]
struct Work {
    /// Names whose holders or standing decisions changed: all their mentions are looked at.
    nodes: BTreeSet<NodeId>,
    /// Names whose holders changed: everything that is asked about their holders is looked at.
    held: BTreeSet<NodeId>,
    /// Names that only gained mentions.
    mentions: BTreeMap<NodeId, Vec<Handle>>,
    /// Names in text whose candidates may have changed.
    texts: BTreeSet<NodeId>,
    folded: BTreeSet<String>,
    fields: BTreeSet<(String, String)>,
    entities: BTreeSet<Handle>,
    /// Of whom something else is claimed, or of whom what is claimed is read otherwise, with the predicate.
    subjects: BTreeSet<(Handle, PredicateId)>,
    /// Claims that are new, stand otherwise, or are about another.
    claims: BTreeSet<Handle>,
    /// Who stood in one question with those.
    around: BTreeSet<Handle>,
}

/// Settles everything that was touched and writes one record of what moved, if anything did.
///
/// # Errors
/// Only those of [`Draft::write`].
pub fn settle(draft: &mut Draft<'_>) -> Result<Settled, String> {
    let mut work = Work::default();
    // Yielding redirects entities, which touches names again; each by-name entity yields once, so this ends.
    loop {
        let touched = std::mem::take(&mut draft.space_mut().touched);
        if touched == Touched::default() {
            break;
        }
        work.take(draft, touched);
        yields::settle(draft, &work);
    }
    links::settle(draft, &mut work);
    let touched = &mut draft.space_mut().touched;
    work.subjects.append(&mut touched.subjects);
    work.claims.append(&mut touched.claims);
    work.around = around(draft.space(), &work.entities);
    let mut settled = Settled::default();
    shared::settle(draft, &work, &mut settled);
    work.joined_texts(draft.space(), &settled);
    texts::settle(draft, &work, &mut settled);
    pairs::settle(draft, &work, &mut settled);
    rivals::settle(draft, &work, &mut settled);
    // Links and questions touch nothing that would have to be settled.
    draft.space_mut().touched = Touched::default();
    if draft.has_effects() {
        let effects = draft.take_effects();
        let id = draft.new_id();
        draft.write(Operation::Settle { effects }, id, None)?;
    }
    Ok(settled)
}

impl Work {
    fn take(&mut self, draft: &Draft<'_>, touched: Touched) {
        let space = draft.space();
        self.subjects.extend(touched.subjects);
        self.claims.extend(touched.claims);
        // Of nobody, if who it was said of is retired.
        let gone = touched.entities.iter().filter(|entity| space.root(**entity).is_none());
        self.claims.extend(gone.flat_map(|entity| space.claims_of_raw(*entity)));
        for node in touched.nodes {
            self.nodes.insert(node);
            // What was said of a name was said of its other spellings too.
            self.near_texts(space, node);
        }
        for unit in touched.units {
            match unit {
                Unit::Folded(key) => drop(self.folded.insert(key)),
                Unit::Field(name, value) => drop(self.fields.insert((name, value))),
                Unit::Text(key) => self.texts.extend(space.nodes.exact(&key)),
                Unit::Pair(a, b) => self.entities.extend([a, b].iter().filter_map(|id| space.entities.handle(id))),
                // What it stands in the place of is not asked by others.
                Unit::Rivals { subject, predicate, .. } => self.subjects.extend(topic(space, &subject, &predicate)),
                Unit::Group(_) | Unit::Across(_) => {
                    let roots: Vec<Handle> = unit.members().iter().filter_map(|id| space.root_of(id)).collect();
                    self.add_names_and_values(space, &roots);
                    self.entities.extend(roots);
                }
            }
        }
        for mention in touched.mentions {
            if let Some(node) = space.node_of(mention) {
                self.mentions.entry(node).or_default().push(mention);
            }
        }
        for entity in touched.entities {
            self.entities.insert(entity);
            // Mentions of what is retired are open again, also those whose name is none of the entity's.
            if space.entities.at(entity).content.status == Status::Retired {
                self.nodes.extend(space.mentions_of(entity).into_iter().filter_map(|mention| space.node_of(mention)));
            }
            // Who an entity is read as, or was before, is read together with other names now.
            let row = space.entities.at(entity);
            let statuses = std::iter::once(&row.content).chain(row.past.last().map(|(_, content)| content));
            let read_as = statuses.filter_map(|content| match &content.status {
                Status::Redirected { to, .. } => space.root_of(to),
                _ => None,
            });
            let roots: BTreeSet<Handle> = read_as.chain(space.root(entity)).collect();
            self.by_precedent(space, &roots);
            self.entities.extend(roots);
            // Redirects and groups are read at the root: names of the whole group are affected with one member.
            let mut affected = vec![entity];
            if let Some(root) = space.root(entity) {
                affected.extend(space.group(root).into_iter().flat_map(|member| space.absorbed_by(member)));
            }
            for raw in affected {
                let row = space.entities.at(raw);
                let before = row.past.last().map(|(_, content)| content);
                for content in std::iter::once(&row.content).chain(before) {
                    for name in &content.names {
                        let key = crate::names::exact_key(&name.text);
                        let Some(node) = space.nodes.exact(&key) else { continue };
                        self.nodes.insert(node);
                        if !self.held.insert(node) {
                            continue;
                        }
                        let keys = space.nodes.keys(node);
                        if !keys.folded.is_empty() {
                            self.folded.insert(keys.folded.to_string());
                        }
                        self.near_texts(space, node);
                    }
                    let strong = crate::state::strong_values(content);
                    self.fields.extend(strong.map(|(field, value)| (field.to_owned(), value)));
                }
            }
        }
    }
}

impl Work {
    /// Adds the names under which mentions mean these by a precedent: such a name is none of theirs, and the mentions were
    /// recorded with whoever they were read as then.
    fn by_precedent(&mut self, space: &Space, roots: &BTreeSet<Handle>) {
        if !space.has_precedents() {
            return;
        }
        let groups = roots.iter().flat_map(|root| space.group(*root));
        let mentions = groups.flat_map(|member| space.mentions_of(member));
        let by_rule = mentions.filter(|mention| !space.mentions.at(*mention).verdict.is_firm());
        self.nodes.extend(by_rule.filter_map(|mention| space.node_of(mention)));
    }

    /// Adds the names in text of those about whom group questions were opened or withdrawn: such a question answers an
    /// ambiguity between the same.
    fn joined_texts(&mut self, space: &Space, settled: &Settled) {
        let moved = settled.opened.iter().chain(&settled.closed).filter_map(|id| space.proposals.get(id));
        let groups = moved.filter(|proposal| matches!(proposal.unit, Unit::Folded(_)));
        let roots: BTreeSet<Handle> =
            groups.flat_map(|proposal| proposal.members()).filter_map(|id| space.root_of(&id)).collect();
        let nodes = roots.into_iter().flat_map(|root| evidence::nodes_of(space, root));
        self.texts.extend(nodes.filter(|node| !space.nodes.at(*node).mentions.is_empty()));
    }

    /// Adds what is asked about entities by their names and values.
    fn add_names_and_values<'a>(&mut self, space: &Space, entities: impl IntoIterator<Item = &'a Handle>) {
        for entity in entities {
            for node in evidence::nodes_of(space, *entity) {
                self.texts.insert(node);
                let key = space.nodes.keys(node).folded.to_string();
                if !key.is_empty() {
                    self.folded.insert(key);
                }
            }
            let strong = evidence::strong_of(space, *entity).into_iter();
            self.fields.extend(strong.map(|(field, value)| (field.to_owned(), value)));
        }
    }

    /// Adds the names in text that are near to a name: those that nothing holds, and those that do not mean who holds them.
    fn near_texts(&mut self, space: &Space, node: NodeId) {
        if !space.nodes.wanted().is_empty() {
            let (keys, of) = (space.nodes.keys(node), |id| space.nodes.keys(id));
            let near = space.nodes.wanted().near_to_ask(keys, &of, usize::MAX);
            self.texts.extend(near.hits.iter().map(|hit| hit.node));
        }
    }
}

/// Computes the questions of a unit afresh.
pub(crate) fn ask_again(draft: &mut Draft<'_>, unit: &Unit, settled: &mut Settled) {
    match unit {
        Unit::Folded(key) => {
            let work = Work { folded: BTreeSet::from([key.clone()]), ..Work::default() };
            shared::settle(draft, &work, settled);
        }
        Unit::Field(field, value) => {
            let work = Work { fields: BTreeSet::from([(field.clone(), value.clone())]), ..Work::default() };
            shared::settle(draft, &work, settled);
        }
        Unit::Text(key) => {
            let texts = draft.space().nodes.exact(key).into_iter().collect();
            texts::settle(draft, &Work { texts, ..Work::default() }, settled);
        }
        Unit::Pair(a, b) => {
            let space = draft.space();
            let roots: BTreeSet<Handle> = [a, b].into_iter().filter_map(|id| space.root_of(id)).collect();
            find_pairs(draft, &roots.into_iter().collect::<Vec<_>>(), settled);
        }
        Unit::Group(_) | Unit::Across(_) => {
            let space = draft.space();
            let roots: BTreeSet<Handle> = unit.members().iter().filter_map(|id| space.root_of(id)).collect();
            // What ties them is found through the questions that a group stands in the place of.
            near_groups::ask_of_values(draft, &roots, settled);
            find_pairs(draft, &roots.into_iter().collect::<Vec<_>>(), settled);
        }
        Unit::Rivals { subject, predicate, .. } => {
            let subjects = topic(draft.space(), subject, predicate).into_iter().collect();
            rivals::settle(draft, &Work { subjects, ..Work::default() }, settled);
        }
    }
}

/// What a contradiction is about.
fn topic(space: &Space, subject: &EntityId, predicate: &str) -> Option<(Handle, PredicateId)> {
    Some((space.entities.handle(subject)?, space.predicate(predicate)?))
}

/// Strong values that two roots share, in comparable form.
pub(crate) fn shared_strong_fields(space: &Space, a: Handle, b: Handle) -> Vec<Field> {
    let shared = evidence::shared_strong(space, a, b);
    shared.into_iter().map(|(name, value)| Field { name, value }).collect()
}

/// A question that should stand.
#[derive(Debug, Clone)]
struct Wanted {
    kind: Kind,
    unit: Unit,
    name: Option<String>,
    members: Vec<Handle>,
    reasons: Vec<crate::model::Reason>,
    score: u16,
    rejected_before: bool,
    held: bool,
}
