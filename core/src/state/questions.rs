//! The lists of questions: open, snoozed and held back by place, decided and withdrawn; and those that wait by unit and entity.
//!
//! Projections, kept in line with every change of a question's status. What is listed is for the inbox to say.

use super::space::{Place, Space};
use super::table::Handle;
use crate::model::*;
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
const _: () = assert!((ReasonCode::NoTime as u32) < 63);

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

    /// Puts a question into the lists that its status calls for, or takes it out.
    pub(super) fn list_proposal(&mut self, handle: Handle, put: bool) {
        let (proposal, place) = (self.proposals.at(handle), self.place_of(handle));
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
        // Who is who is not asked by a contradiction.
        let is_of_claims = proposal.kind == Kind::Contradiction;
        let by_entity = if is_of_claims { &mut self.contradictions } else { &mut self.open_by_entity };
        for member in members {
            let list = by_entity.entry(member).or_default();
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

    /// Open, snoozed and held questions of a unit.
    pub fn questions_of_unit(&self, unit: &Unit) -> &[Handle] {
        self.open_by_unit.get(unit).map_or(&[], |found| found.as_slice())
    }

    /// Open, snoozed and held contradictions between claims about an entity, or that name it as an object.
    pub fn contradictions_of(&self, entity: Handle) -> &[Handle] {
        self.contradictions.get(&entity).map_or(&[], |found| found.as_slice())
    }

    /// Open, snoozed and held questions of who an entity is.
    pub fn questions_of_entity(&self, entity: Handle) -> &[Handle] {
        self.open_by_entity.get(&entity).map_or(&[], |found| found.as_slice())
    }

    /// The open question that asks whether two roots are one, through their identity groups: each group is asked about with
    /// one of its members.
    pub fn question_about(&self, a: Handle, b: Handle) -> Option<Handle> {
        let others = self.group(b);
        let asks = |question: &Handle| {
            let proposal = self.proposals.at(*question);
            let mut members = proposal.members().filter_map(|id| self.entities.handle(&id));
            proposal.status.is_open() && proposal.name.is_none() && members.any(|member| others.contains(&member))
        };
        self.group(a).into_iter().flat_map(|member| self.questions_of_entity(member)).copied().find(asks)
    }

    /// All revisions of the proposal with this first id, oldest first.
    pub fn revisions(&self, first: &ProposalId) -> &[Handle] {
        self.revisions.get(first).map_or(&[], |found| found.as_slice())
    }
}
