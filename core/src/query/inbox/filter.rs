//! Which questions a filter lets through. It is read once; what it looks for by name or entity is then found through the
//! indexes, and all else is a look at a few bits of each question.

use crate::model::{EntityId, Kind, Proposal, ReasonCode};
use crate::protocol::{InboxFilter, QuestionStatus};
use crate::state::{Handle, Space};
use std::collections::BTreeSet;

/// A filter, read.
pub(super) struct Filter<'s> {
    space: &'s Space,
    pub(super) status: QuestionStatus,
    /// None for all.
    kinds: Option<Vec<Kind>>,
    reason: Option<ReasonCode>,
    unopposed: bool,
    after: Option<i64>,
    before: Option<i64>,
    named: Option<Named>,
}

/// Entities and names in text, of which a question has at least one. One filter may look for an entity and for a text.
struct Named {
    /// Of each set, one member.
    entities: Vec<BTreeSet<EntityId>>,
    /// Exact keys that go with the last set.
    texts: BTreeSet<Box<str>>,
}

impl<'s> Filter<'s> {
    /// Reads a filter.
    ///
    /// # Errors
    /// In words, if a reason's code or a time is none, or an id is no id.
    pub fn read(space: &'s Space, filter: &InboxFilter) -> Result<Self, String> {
        let kinds = (!filter.kinds.is_empty()).then(|| {
            let chosen = |kind: &Kind| filter.kinds.contains(&super::kind(*kind));
            super::KINDS.into_iter().filter(chosen).collect()
        });
        Ok(Self {
            space,
            status: filter.status.unwrap_or(QuestionStatus::Open),
            kinds,
            reason: filter.reason.as_deref().map(reason_code).transpose()?,
            unopposed: filter.unopposed,
            after: time(filter.asked_after, "askedAfter")?,
            before: time(filter.asked_before, "askedBefore")?,
            named: named(space, filter)?,
        })
    }

    /// The kinds that it lets through, in the order of the inbox.
    pub fn kinds(&self) -> Vec<Kind> {
        self.kinds.clone().unwrap_or_else(|| super::KINDS.to_vec())
    }

    /// True if it lets all kinds through.
    pub fn is_any_kind(&self) -> bool {
        self.kinds.is_none()
    }

    /// True if it asks for nothing but kinds, so that whole lists pass.
    pub fn is_by_kind(&self) -> bool {
        self.reason.is_none()
            && !self.unopposed
            && self.after.is_none()
            && self.before.is_none()
            && self.named.is_none()
    }

    /// Open, snoozed and held questions among which all are that pass; none if that would be no fewer to look at.
    pub fn candidates(&self) -> Option<BTreeSet<Handle>> {
        let named = self.named.as_ref()?;
        let of = |ids: &BTreeSet<EntityId>| -> BTreeSet<Handle> {
            let handles = ids.iter().filter_map(|id| self.space.entities.handle(id));
            let of = |entity| self.space.questions_of_entity(entity).iter().chain(self.space.contradictions_of(entity));
            handles.flat_map(of).copied().collect()
        };
        let mut sets = named.entities.iter().map(of).collect::<Vec<_>>();
        if let Some(last) = sets.last_mut() {
            let units = named.texts.iter().map(|key| crate::model::Unit::Text(key.to_string()));
            last.extend(units.flat_map(|unit| self.space.questions_of_unit(&unit).to_vec()));
        }
        sets.into_iter().reduce(|all, more| all.intersection(&more).copied().collect())
    }

    /// True if a question passes, whatever its status.
    pub fn passes(&self, question: Handle) -> bool {
        let brief = self.space.brief(question);
        self.reason.is_none_or(|code| brief.has(code))
            && (!self.unopposed || brief.is_unopposed())
            && self.kinds.as_ref().is_none_or(|kinds| kinds.contains(&brief.kind))
            && self.after.is_none_or(|after| brief.asked >= after)
            && self.before.is_none_or(|before| brief.asked < before)
            && self.named.as_ref().is_none_or(|named| named.is_in(self.space.proposals.at(question)))
    }
}

impl Named {
    fn is_in(&self, proposal: &Proposal) -> bool {
        let Some((last, others)) = self.entities.split_last() else { return true };
        let has = |ids: &BTreeSet<EntityId>| proposal.members().any(|member| ids.contains(&member));
        let text = || proposal.name.as_deref().is_some_and(|name| self.texts.contains(&*crate::names::exact_key(name)));
        others.iter().all(has) && (has(last) || text())
    }
}

fn named(space: &Space, filter: &InboxFilter) -> Result<Option<Named>, String> {
    let mut out = Named { entities: Vec::new(), texts: BTreeSet::new() };
    if let Some(id) = &filter.entity {
        let id: EntityId = id.parse().map_err(|_| "filter.entity must be the id of an entity.".to_owned())?;
        // Who was merged or grouped is asked about under another id.
        let group = space.root_of(&id).into_iter().flat_map(|root| space.group(root));
        let raws = group.flat_map(|member| space.absorbed_by(member));
        out.entities.push(raws.map(|raw| space.entities.at(raw).id).chain([id]).collect());
    }
    if let Some(text) = filter.search.as_deref().filter(|text| !text.trim().is_empty()) {
        let needle = crate::names::folded_key(text);
        let mut entities = BTreeSet::new();
        // An empty key equals nothing (DESIGN section 3).
        let nodes = (!needle.is_empty()).then(|| space.nodes.containing(&needle));
        for node in nodes.into_iter().flatten() {
            let roots = node.holders.iter().filter_map(|raw| space.root(*raw));
            entities.extend(roots.flat_map(|root| space.group(root)).map(|root| space.entities.at(root).id));
            if !node.mentions.is_empty() {
                out.texts.insert(node.keys.exact.clone());
            }
        }
        out.entities.push(entities);
    }
    Ok((!out.entities.is_empty()).then_some(out))
}

fn reason_code(code: &str) -> Result<ReasonCode, String> {
    let text = serde_json::Value::String(code.to_owned());
    serde_json::from_value(text).map_err(|_| format!("filter.reason: there is no reason “{code}”."))
}

fn time(value: Option<f64>, field: &str) -> Result<Option<i64>, String> {
    match value {
        Some(time) if !time.is_finite() || time.abs() > 8.64e15 => {
            Err(format!("filter.{field} must be milliseconds since 1970."))
        }
        time => Ok(time.map(|time| time as i64)),
    }
}
