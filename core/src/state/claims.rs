//! Claims in a space: what they are about, read through the mentions that are their ends.
//!
//! Projections only. A claim follows its mentions: whatever gives a mention another verdict moves its claims with it.

use super::space::{Handles, Space};
use super::table::Handle;
use crate::model::*;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// What a claim says, as it stands now: who it is about, and what it says of them.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum End {
    /// A root entity.
    Entity(Handle),
    /// A value, by [`Value::key`].
    Value(ValueType, String, String),
}

/// A predicate's key in one space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PredicateId(u32);

/// Claims by what they are about.
#[derive(Debug, Clone, Default)]
pub(super) struct ClaimIndex {
    ids: FxHashMap<Box<str>, PredicateId>,
    keys: Vec<Box<str>>,
    /// Claims by predicate, oldest first.
    with: Vec<Vec<Handle>>,
    /// The predicate of each claim.
    predicate: Vec<PredicateId>,
    /// By a mention that is one of its ends.
    of_mention: FxHashMap<Handle, Handles>,
    /// By an entity that an end links to, not through redirects, and by predicate: with the ends that do.
    of_entity: FxHashMap<Handle, BTreeMap<(PredicateId, Handle), Ends>>,
}

/// Which ends of a claim mean an entity.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Ends {
    subject: bool,
    object: bool,
}

impl Ends {
    fn of(&mut self, is_subject: bool) -> &mut bool {
        if is_subject { &mut self.subject } else { &mut self.object }
    }
}

impl ClaimIndex {
    fn predicate(&mut self, key: &str) -> PredicateId {
        if let Some(id) = self.ids.get(key) {
            return *id;
        }
        let id = PredicateId(self.keys.len() as u32);
        self.ids.insert(key.into(), id);
        self.keys.push(key.into());
        self.with.push(Vec::new());
        id
    }

    fn set(&mut self, entity: Handle, claim: Handle, is_subject: bool, means: bool) {
        let Some(predicate) = self.predicate.get(claim as usize).copied() else { return };
        let claims = self.of_entity.entry(entity).or_default();
        let ends = claims.entry((predicate, claim)).or_default();
        *ends.of(is_subject) = means;
        if *ends == Ends::default() {
            claims.remove(&(predicate, claim));
        }
    }

    /// Claims of an entity with one predicate.
    fn of(&self, raw: Handle, predicate: PredicateId) -> impl Iterator<Item = (Handle, Ends)> + '_ {
        let claims = self.of_entity.get(&raw).into_iter();
        let range = (predicate, Handle::MIN)..=(predicate, Handle::MAX);
        claims.flat_map(move |claims| claims.range(range.clone())).map(|((_, claim), ends)| (*claim, *ends))
    }
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
        let predicate = self.claim_index.predicate(&claim.predicate_key());
        let ends: Vec<(Handle, bool)> =
            ends(claim).filter_map(|(id, is_subject)| Some((self.mentions.handle(&id)?, is_subject))).collect();
        let index = &mut self.claim_index;
        index.predicate.push(predicate);
        if let Some(claims) = index.with.get_mut(predicate.0 as usize) {
            claims.push(handle);
        }
        for (mention, is_subject) in ends {
            let list: &mut Handles = self.claim_index.of_mention.entry(mention).or_default();
            if list.last() != Some(&handle) {
                list.push(handle);
            }
            if let Some(entity) = self.meant(mention) {
                self.claim_index.set(entity, handle, is_subject, true);
            }
        }
    }

    /// Claims are about an entity through a mention (no longer). Called when the mention's verdict is the new one.
    pub(super) fn move_claims(&mut self, mention: Handle, from: Option<Handle>, to: Option<Handle>) {
        let Some(claims) = self.claim_index.of_mention.get(&mention).cloned() else { return };
        let id = self.mentions.at(mention).id;
        for claim in claims {
            // One mention may be both ends.
            for (_, is_subject) in ends(self.claims.at(claim)).filter(|(end, _)| *end == id) {
                if let Some(from) = from {
                    self.claim_index.set(from, claim, is_subject, false);
                    // What stands beside it there is looked at as well.
                    if is_subject {
                        self.touched.subjects.insert((from, self.predicate_of(claim)));
                    }
                }
                if let Some(to) = to {
                    self.claim_index.set(to, claim, is_subject, true);
                }
            }
            self.touch_claim(claim);
        }
    }

    /// Notes that what stands beside a claim has to be looked at, as it is read now.
    pub(super) fn touch_claim(&mut self, claim: Handle) {
        self.touched.claims.insert(claim);
        let subject = self.mentions.handle(&self.claims.at(claim).subject);
        let subject = subject.and_then(|subject| self.meant(subject));
        self.touched.subjects.extend(subject.map(|subject| (subject, self.predicate_of(claim))));
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
        self.claims_with(predicate).to_vec().into_iter().for_each(|claim| self.touch_claim(claim));
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

    /// The predicate of a claim.
    pub(crate) fn predicate_of(&self, claim: Handle) -> PredicateId {
        self.claim_index.predicate.get(claim as usize).copied().unwrap_or(PredicateId(u32::MAX))
    }

    /// A predicate by its key; `None` if no claim has it.
    pub(crate) fn predicate(&self, key: &str) -> Option<PredicateId> {
        self.claim_index.ids.get(key).copied()
    }

    /// The key of a predicate.
    pub(crate) fn predicate_key(&self, id: PredicateId) -> &str {
        self.claim_index.keys.get(id.0 as usize).map_or("", |key| key)
    }

    /// Claims with an end that is recorded as this entity, not through redirects; by predicate, then oldest first.
    pub(crate) fn claims_of_raw(&self, raw: Handle) -> impl Iterator<Item = Handle> + '_ {
        self.claim_index.of_entity.get(&raw).into_iter().flatten().map(|((_, claim), _)| *claim)
    }

    /// Claims of a predicate whose subject is recorded as this entity, oldest first.
    pub(crate) fn said_of_raw(&self, raw: Handle, predicate: PredicateId) -> impl Iterator<Item = Handle> + '_ {
        self.claim_index.of(raw, predicate).filter(|(_, ends)| ends.subject).map(|(claim, _)| claim)
    }

    /// Claims of a predicate whose object is recorded as this entity, oldest first.
    pub(crate) fn said_with_raw(&self, raw: Handle, predicate: PredicateId) -> impl Iterator<Item = Handle> + '_ {
        self.claim_index.of(raw, predicate).filter(|(_, ends)| ends.object).map(|(claim, _)| claim)
    }

    /// Claims about a root, through redirects, by either end; oldest first. Not those of its group.
    pub fn claims_of(&self, root: Handle) -> Vec<Handle> {
        let all: BTreeSet<Handle> =
            self.absorbed_by(root).into_iter().flat_map(|raw| self.claims_of_raw(raw)).collect();
        all.into_iter().collect()
    }

    /// Claims of an event, in the order in which they were sent.
    pub fn claims_in(&self, event: EventId) -> Range<Handle> {
        self.rows_of(event, self.claims.len(), |handle| self.claims.at(handle).event)
    }

    /// Mentions of an event, in the order in which they were added.
    pub fn mentions_in(&self, event: EventId) -> Range<Handle> {
        self.rows_of(event, self.mentions.len(), |handle| self.mentions.at(handle).event)
    }

    /// The rows of an event in a table whose rows are added with their events, so that they stand in the order of those.
    fn rows_of(&self, event: EventId, len: usize, of: impl Fn(Handle) -> EventId) -> Range<Handle> {
        let Some(due) = self.events.handle(&event) else { return 0..0 };
        let first_from = |least: Handle| {
            let (mut low, mut high) = (0, len as Handle);
            while low < high {
                let middle = low + (high - low) / 2;
                if self.events.handle(&of(middle)).is_some_and(|event| event < least) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            low
        };
        first_from(due)..first_from(due + 1)
    }

    /// Claims of a predicate, oldest first. `predicate` is a key.
    pub fn claims_with(&self, predicate: &str) -> &[Handle] {
        let claims = self.predicate(predicate).and_then(|id| self.claim_index.with.get(id.0 as usize));
        claims.map_or(&[], Vec::as_slice)
    }

    /// The keys of all predicates that claims have, or that have one value at a time.
    pub fn predicates(&self) -> BTreeSet<&str> {
        let used = self.claim_index.keys.iter().map(|key| &**key);
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

/// The mentions that a claim is between, each with whether it is the subject.
fn ends(claim: &Claim) -> impl Iterator<Item = (MentionId, bool)> + use<> {
    std::iter::once((claim.subject, true)).chain(claim.object_mention().map(|mention| (mention, false)))
}
