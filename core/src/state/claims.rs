//! Claims in a space: what they are about, read through the mentions that are their ends.
//!
//! Projections only. A claim follows its mentions: whatever gives a mention another verdict moves its claims with it.

use super::space::{Handles, Space};
use super::table::Handle;
use crate::model::*;
use std::collections::BTreeSet;

/// What a claim says, as it stands now: who it is about, and what it says of them.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum End {
    /// A root entity.
    Entity(Handle),
    /// A value, by [`Value::key`].
    Value(ValueType, String, String),
}

impl Space {
    pub(super) fn add_claim(&mut self, claim: Claim) {
        if self.claims.handle(&claim.id).is_some() {
            return;
        }
        let handle = self.claims.push(claim);
        self.project_claim(handle);
        self.touch_claim(handle);
    }

    /// Builds the projections of a claim that was just added.
    pub(super) fn project_claim(&mut self, handle: Handle) {
        let claim = self.claims.at(handle);
        let predicate = claim.predicate_key();
        let ends: Vec<Handle> = ends(claim).filter_map(|id| self.mentions.handle(&id)).collect();
        self.first_claim.entry(claim.event).or_insert(handle);
        self.claims_by_predicate.entry(predicate.into()).or_default().push(handle);
        for mention in ends {
            let list: &mut Handles = self.claims_of_mention.entry(mention).or_default();
            if !list.contains(&handle) {
                list.push(handle);
            }
            if let Some(entity) = self.meant(mention) {
                self.put_claim(entity, handle);
            }
        }
    }

    /// Claims are about an entity through a mention (no longer).
    pub(super) fn move_claims(&mut self, mention: Handle, from: Option<Handle>, to: Option<Handle>) {
        let Some(claims) = self.claims_of_mention.get(&mention).cloned() else { return };
        for claim in claims {
            self.touch_claim(claim);
            if let Some(list) = from.and_then(|from| self.claims_of.get_mut(&from)) {
                // Both ends may mean the same.
                if let Some(at) = list.iter().rposition(|other| *other == claim) {
                    list.remove(at);
                }
            }
            if let Some(to) = to {
                self.put_claim(to, claim);
            }
        }
    }

    /// Notes that what stands beside a claim has to be looked at, as it is read now.
    pub(super) fn touch_claim(&mut self, claim: Handle) {
        self.touched.claims.insert(claim);
        let subject = self.mentions.handle(&self.claims.at(claim).subject);
        self.touched.subjects.extend(subject.and_then(|subject| self.meant(subject)));
    }

    fn put_claim(&mut self, entity: Handle, claim: Handle) {
        self.claims_of.entry(entity).or_default().push(claim);
    }

    /// The entity that a mention links to, as recorded.
    fn meant(&self, mention: Handle) -> Option<Handle> {
        self.mentions.at(mention).verdict.entity.and_then(|id| self.entities.handle(&id))
    }

    /// Says whether a predicate has one value at a time.
    pub(super) fn set_single_valued(&mut self, predicate: &str, single: bool) {
        if single {
            self.single_valued.insert(predicate.to_owned());
        } else {
            self.single_valued.remove(predicate);
        }
        let claims = self.claims_by_predicate.get(predicate).cloned().unwrap_or_default();
        claims.into_iter().for_each(|claim| self.touch_claim(claim));
    }

    /// Gives claims another state.
    pub(super) fn set_claims(&mut self, claims: &[ClaimId], state: ClaimState) {
        for id in claims {
            if let Some(handle) = self.claims.handle(id) {
                self.claims.at_mut(handle).state = state;
                self.touch_claim(handle);
            }
        }
    }

    /// Claims with an end that is recorded as this entity, not through redirects.
    pub(crate) fn claims_of_raw(&self, raw: Handle) -> impl Iterator<Item = Handle> + '_ {
        self.claims_of.get(&raw).into_iter().flatten().copied()
    }

    /// Claims about a root, through redirects, by either end; oldest first. Not those of its group.
    pub fn claims_of(&self, root: Handle) -> Vec<Handle> {
        let all: BTreeSet<Handle> =
            self.absorbed_by(root).into_iter().flat_map(|raw| self.claims_of_raw(raw)).collect();
        all.into_iter().collect()
    }

    /// Claims of an event, in the order in which they were sent.
    pub fn claims_in(&self, event: EventId) -> Vec<Handle> {
        let Some(first) = self.first_claim.get(&event) else { return Vec::new() };
        let of_event = |claim: &Handle| self.claims.at(*claim).event == event;
        (*first..self.claims.len() as Handle).take_while(of_event).collect()
    }

    /// Claims of a predicate, oldest first. `predicate` is a key.
    pub fn claims_with(&self, predicate: &str) -> &[Handle] {
        self.claims_by_predicate.get(predicate).map_or(&[], Vec::as_slice)
    }

    /// The keys of all predicates that claims have, or that have one value at a time.
    pub fn predicates(&self) -> BTreeSet<&str> {
        let used = self.claims_by_predicate.keys().map(|key| &**key);
        used.chain(self.single_valued.iter().map(String::as_str)).collect()
    }

    /// The root that an end of a claim means; `None` while nobody is meant.
    pub fn root_of_mention(&self, mention: &MentionId) -> Option<Handle> {
        self.mentions.get(mention)?.verdict.entity.and_then(|id| self.root_of(&id))
    }

    /// What a claim says of its subject, as it is read now; `None` for a mention that means nobody.
    pub fn object_of(&self, claim: &Claim) -> Option<End> {
        match &claim.object {
            Object::Mention(mention) => self.root_of_mention(mention).map(|root| End::Entity(self.group_key(root))),
            Object::Value(value) => {
                let (kind, value, unit) = value.key();
                Some(End::Value(kind, value, unit))
            }
        }
    }

    /// The name that a mention is read as: its own words, for the speaker's “I” what the event calls the speaker, for a
    /// pronoun with an anchor the name that it is tied to; none for other pronouns.
    pub fn called<'a>(&'a self, mention: &'a Mention) -> Option<&'a str> {
        match mention.strength {
            Strength::Named | Strength::Latent | Strength::Hinted => Some(mention.name()),
            Strength::Reference | Strength::Owner => None,
            Strength::Speaker => self.events.get(&mention.event)?.speaker.as_deref(),
            Strength::Anchored { start, end } => {
                let anchor = mention_id(mention.event, start as usize, end as usize);
                self.mentions.get(&anchor).map(Mention::name)
            }
        }
    }
}

/// The mentions that a claim is between.
fn ends(claim: &Claim) -> impl Iterator<Item = MentionId> + use<> {
    let object = match &claim.object {
        Object::Mention(mention) => Some(*mention),
        Object::Value(_) => None,
    };
    std::iter::once(claim.subject).chain(object)
}
