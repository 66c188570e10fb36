//! What was decided, as it is looked up: reviews and edits by question, entity, name and bulk.
//!
//! Projections of the reviews and edits. What may be taken back is for [`merge`](crate::merge) to say.

use super::operation::Effect;
use super::space::{Handles, Space};
use super::table::Handle;
use crate::model::*;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use uuid::Uuid;

impl Space {
    /// Builds the projections of a review that was just added.
    pub(super) fn project_review(&mut self, handle: Handle) {
        let review = self.reviews.at(handle);
        self.reviews_of.entry(review.proposal).or_default().push(handle);
        if let Some(bulk) = review.bulk {
            self.bulks.entry(bulk).or_default().push(handle);
        }
        let proposal = self.proposals.get(&review.proposal);
        if proposal.is_some_and(|proposal| proposal.status == ProposalStatus::Decided(review.id)) {
            self.decided.extend(self.proposals.handle(&review.proposal).map(|question| (handle, question)));
        }
        let members = proposal.into_iter().flat_map(|proposal| proposal.members());
        // Who was made by it is none of the question's members.
        let about: BTreeSet<EntityId> = members.chain(review.effects.iter().flat_map(Effect::entities)).collect();
        for member in about.iter().filter_map(|id| self.entities.handle(id)) {
            self.reviews_about.entry(member).or_default().push(handle);
        }
        if let Some(name) = proposal.and_then(|proposal| proposal.name.as_ref()) {
            self.reviews_on.entry(crate::names::folded_key(name).into()).or_default().push(handle);
        }
    }

    /// Builds the projections of an edit that was just added.
    pub(super) fn project_edit(&mut self, handle: Handle) {
        let edit = self.edits.at(handle);
        let named = edit.input.entities().into_iter();
        let about: BTreeSet<EntityId> = named.chain(edit.effects.iter().flat_map(Effect::entities)).collect();
        for entity in about.iter().filter_map(|id| self.entities.handle(id)) {
            self.edits_about.entry(entity).or_default().push(handle);
        }
    }

    /// Reviews of a proposal, oldest first.
    pub fn reviews_of(&self, proposal: &ProposalId) -> &[Handle] {
        self.reviews_of.get(proposal).map_or(&[], |found| found.as_slice())
    }

    /// Reviews that were made in one go, oldest first, by the id of that.
    pub fn reviews_in_bulk(&self, bulk: &Uuid) -> &[Handle] {
        self.bulks.get(bulk).map_or(&[], |found| found.as_slice())
    }

    /// Reviews of questions about a root, and of what made or changed it, through redirects and identity groups, newest first.
    pub fn reviews_about(&self, root: Handle) -> Vec<Handle> {
        self.about(root, &self.reviews_about)
    }

    /// Edits of a root, through redirects and identity groups, newest first.
    pub fn edits_about(&self, root: Handle) -> Vec<Handle> {
        self.about(root, &self.edits_about)
    }

    fn about(&self, root: Handle, index: &FxHashMap<Handle, Handles>) -> Vec<Handle> {
        let raws = self.group(root).into_iter().flat_map(|member| self.absorbed_by(member));
        let mut out: Vec<Handle> = raws.filter_map(|raw| index.get(&raw)).flatten().copied().collect();
        newest_first(&mut out);
        out
    }

    /// Reviews of questions about a name in text with this folded key, newest first.
    pub fn reviews_on(&self, folded: &str) -> Vec<Handle> {
        let mut out = self.reviews_on.get(folded).map(|found| found.to_vec()).unwrap_or_default();
        newest_first(&mut out);
        out
    }
}

fn newest_first(reviews: &mut Vec<Handle>) {
    reviews.sort_unstable_by(|a, b| b.cmp(a));
    reviews.dedup();
}
