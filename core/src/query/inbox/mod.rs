//! The inbox: counts and pages of questions.

mod filter;
mod list;

pub use list::list;

use super::claims::said;
use super::history::verdict;
use super::words::{name_of, shown, summary};
use crate::model::{self, Kind, ProposalStatus};
use crate::protocol::*;
use crate::state::{Handle, Space};

const KINDS: [Kind; 6] =
    [Kind::Collision, Kind::Merge, Kind::Alias, Kind::Ambiguity, Kind::NewName, Kind::Contradiction];

pub(super) fn kind(kind: Kind) -> QuestionKind {
    match kind {
        Kind::Collision => QuestionKind::Collision,
        Kind::Merge => QuestionKind::Merge,
        Kind::Alias => QuestionKind::Alias,
        Kind::Ambiguity => QuestionKind::Ambiguity,
        Kind::NewName => QuestionKind::NewName,
        Kind::Contradiction => QuestionKind::Contradiction,
    }
}

/// How many questions there are. `now` in milliseconds since 1970: a snoozed question whose time has come is open.
pub fn counts(space: Option<&Space>, now: i64) -> InboxCounts {
    let Some(space) = space else { return InboxCounts::default() };
    let woken: Vec<Kind> = space.woken(now).map(|question| space.proposals.at(question).kind).collect();
    let of = |kind: Kind| {
        let open = space.open(kind).map_or(0, |open| open.len());
        (open + woken.iter().filter(|woken| **woken == kind).count()) as u32
    };
    let [collision, merge, alias, ambiguity, new_name, contradiction] = KINDS.map(of);
    InboxCounts {
        collision,
        merge,
        alias,
        ambiguity,
        new_name,
        contradiction,
        open: collision + merge + alias + ambiguity + new_name + contradiction,
        snoozed: (space.snoozed().len() - woken.len()) as u32,
        held: space.held_back().len() as u32,
        decided: space.decided().len() as u32,
        entities: space.listed_count() as u32,
        sources: space.sources.len() as u32,
    }
}

/// The names in a question: the name in text first and then its entities, two equal ones only once in a row; for a
/// contradiction its subject, then what is said of it.
pub(super) fn names(space: &Space, proposal: &model::Proposal) -> Vec<Shown> {
    if let model::Unit::Rivals { subject, claims, .. } = &proposal.unit {
        let said = claims.iter().filter_map(|id| space.claims.get(id)).map(|claim| said(space, claim));
        return space.entities.get(subject).map(name_of).into_iter().chain(said).collect();
    }
    let members = proposal.members().filter_map(|id| space.entities.get(&id)).map(name_of);
    proposal.name.iter().map(|name| shown(name)).chain(members).collect()
}

/// The row of a question.
pub fn question_row(space: &Space, handle: Handle) -> QuestionRow {
    let proposal = space.proposals.at(handle);
    let review = match proposal.status {
        ProposalStatus::Decided(review) => space.reviews.get(&review),
        _ => None,
    };
    QuestionRow {
        id: proposal.id.to_string(),
        kind: kind(proposal.kind),
        status: match proposal.status {
            ProposalStatus::Open { .. } => QuestionStatus::Open,
            ProposalStatus::Snoozed { .. } => QuestionStatus::Snoozed,
            ProposalStatus::Decided(_) => QuestionStatus::Decided,
            ProposalStatus::Withdrawn => QuestionStatus::Withdrawn,
            ProposalStatus::Held => QuestionStatus::Held,
        },
        revision: proposal.revision,
        names: names(space, proposal),
        summary: summary(&proposal.reasons),
        asked: proposal.asked as f64,
        rejected_before: proposal.rejected_before,
        cant_tell: proposal.status == ProposalStatus::Open { cant_tell: true },
        verdict: review.map(|review| verdict(&review.input)),
        decided: review.map(|review| review.time as f64),
    }
}
