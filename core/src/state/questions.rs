//! The lists of questions: open, snoozed and held back by place, and what is looked up by unit, entity, name and reason.
//!
//! Projections, kept in line with every change of a question's status. What is listed is for the inbox to say.

use super::operation::Effect;
use super::space::{Handles, Place, Space};
use super::table::Handle;
use crate::model::*;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// What filters look at, in few bytes side by side, so that many questions can be looked through at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Brief {
    /// Its reasons, one bit a code.
    reasons: u64,
    /// When it was asked, in milliseconds since 1970.
    pub asked: i64,
    /// Its kind.
    pub kind: Kind,
}

// The last code has a bit of its own.
const _: () = assert!((ReasonCode::AskedByOwner as u32) < 63);

impl Brief {
    /// Set where there is a reason against.
    const AGAINST: u64 = 1 << 63;

    fn of(proposal: &Proposal) -> Self {
        let bit =
            |reason: &Reason| (1 << reason.code as u32) | if reason.side == Side::Against { Self::AGAINST } else { 0 };
        let reasons = proposal.reasons.iter().map(bit).fold(0, |all, bit| all | bit);
        Self { reasons, asked: proposal.asked, kind: proposal.kind }
    }

    /// True if a reason has this code.
    pub fn has(self, code: ReasonCode) -> bool {
        self.reasons & (1 << code as u32) != 0
    }

    /// True if no reason is against.
    pub fn is_unopposed(self) -> bool {
        self.reasons & Self::AGAINST == 0
    }
}

impl Space {
    pub(super) fn add_proposal(&mut self, proposal: Proposal) {
        if self.proposals.handle(&proposal.id).is_some() {
            return;
        }
        let handle = self.proposals.push(proposal);
        self.project_proposal(handle);
    }

    /// Builds the projections of a proposal that was just added.
    pub(super) fn project_proposal(&mut self, handle: Handle) {
        let proposal = self.proposals.at(handle);
        self.briefs.push(Brief::of(proposal));
        self.revisions.entry(proposal.first).or_default().push(handle);
        self.list_proposal(handle, true);
    }

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

    /// Puts a question into the lists that its status calls for, or takes it out.
    pub(super) fn list_proposal(&mut self, handle: Handle, put: bool) {
        let proposal = self.proposals.at(handle);
        let place: Place = (Reverse(proposal.score), proposal.asked, handle);
        let list = match proposal.status {
            ProposalStatus::Open { .. } => self.open.entry(proposal.kind).or_default(),
            ProposalStatus::Snoozed { until } => {
                if put {
                    self.waking.insert((until, handle));
                } else {
                    self.waking.remove(&(until, handle));
                }
                &mut self.snoozed
            }
            ProposalStatus::Held => &mut self.held,
            ProposalStatus::Decided(review) => {
                // It is put in with its review, which comes after what it does.
                if let Some(review) = self.reviews.handle(&review).filter(|_| !put) {
                    self.decided.remove(&(review, handle));
                }
                return;
            }
            ProposalStatus::Withdrawn => {
                if put {
                    self.withdrawn.insert((handle, handle));
                } else {
                    self.withdrawn.remove(&(handle, handle));
                }
                return;
            }
        };
        let unit = self.open_by_unit.entry(proposal.unit.clone()).or_default();
        if put {
            list.insert(place);
            unit.push(handle);
        } else {
            list.remove(&place);
            unit.retain(|other| *other != handle);
            if unit.is_empty() {
                self.open_by_unit.remove(&proposal.unit);
            }
        }
        let members: Vec<Handle> = proposal.members().filter_map(|id| self.entities.handle(&id)).collect();
        for member in members {
            let list = self.open_by_entity.entry(member).or_default();
            if put {
                list.push(handle);
            } else {
                list.retain(|other| *other != handle);
            }
        }
    }

    /// The place of a question that is open, snoozed or held back.
    pub fn place_of(&self, question: Handle) -> Place {
        let proposal = self.proposals.at(question);
        (Reverse(proposal.score), proposal.asked, question)
    }

    /// What filters look at of a question.
    pub fn brief(&self, question: Handle) -> Brief {
        self.briefs[question as usize]
    }

    /// Open questions of a kind, in the order of the inbox.
    pub fn open(&self, kind: Kind) -> Option<&BTreeSet<Place>> {
        self.open.get(&kind)
    }

    /// Snoozed questions.
    pub fn snoozed(&self) -> &BTreeSet<Place> {
        &self.snoozed
    }

    /// Snoozed questions that come back at `now`, in milliseconds since 1970, or came back before.
    pub fn woken(&self, now: i64) -> impl Iterator<Item = Handle> + '_ {
        self.waking.range(..=(now, Handle::MAX)).map(|(_, question)| *question)
    }

    /// Questions that are held back.
    pub fn held_back(&self) -> &BTreeSet<Place> {
        &self.held
    }

    /// Decided questions, each behind the review that decided it.
    pub fn decided(&self) -> &BTreeSet<(Handle, Handle)> {
        &self.decided
    }

    /// Withdrawn questions, each behind itself.
    pub fn withdrawn(&self) -> &BTreeSet<(Handle, Handle)> {
        &self.withdrawn
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
