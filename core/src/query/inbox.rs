//! The inbox: counts and pages of questions.

use super::page::{Cursor, cursor_of, place_of};
use super::words::{shown, summary};
use crate::model::{self, Kind, ProposalStatus};
use crate::protocol::*;
use crate::state::{Handle, Space};
use std::collections::BTreeSet;

const KINDS: [Kind; 5] = [Kind::Collision, Kind::Merge, Kind::Alias, Kind::Ambiguity, Kind::NewName];

/// A place in a list: which list, and the place there.
type At = (u8, std::cmp::Reverse<u16>, i64, Handle);

pub(super) fn kind(kind: Kind) -> QuestionKind {
    match kind {
        Kind::Collision => QuestionKind::Collision,
        Kind::Merge => QuestionKind::Merge,
        Kind::Alias => QuestionKind::Alias,
        Kind::Ambiguity => QuestionKind::Ambiguity,
        Kind::NewName => QuestionKind::NewName,
    }
}

/// How many questions there are. `now` in milliseconds since 1970: a snoozed question whose time has come is open.
pub fn counts(space: Option<&Space>, now: i64) -> InboxCounts {
    let Some(space) = space else { return InboxCounts::default() };
    let of = |kind| space.open(kind).map_or(0, |open| open.len() as u32);
    let woken = |want: Kind| {
        let due = space.snoozed().iter().map(|place| space.proposals.at(place.2)).filter(|p| is_due(p, now));
        due.filter(|p| p.kind == want).count() as u32
    };
    let [collision, merge, alias, ambiguity, new_name] = KINDS.map(|kind| of(kind) + woken(kind));
    let open = collision + merge + alias + ambiguity + new_name;
    let woken = KINDS.map(woken).iter().sum::<u32>();
    InboxCounts {
        collision,
        merge,
        alias,
        ambiguity,
        new_name,
        open,
        snoozed: space.snoozed().len() as u32 - woken,
        held: space.held_back().len() as u32,
        decided: space
            .reviews
            .iter()
            .filter(|review| review.undone_by.is_none() && review.input.verdict.decides())
            .count() as u32,
        entities: space.listed_count() as u32,
        sources: space.sources.len() as u32,
    }
}

fn is_due(proposal: &model::Proposal, now: i64) -> bool {
    matches!(proposal.status, ProposalStatus::Snoozed { until } if until <= now)
}

/// A page of questions: by kind in the order of DESIGN section 6, best score first, then the oldest.
///
/// # Errors
/// If the cursor is none of this list.
pub fn list(
    space: Option<&Space>,
    filter: &InboxFilter,
    cursor: Cursor<'_>,
    limit: usize,
    now: i64,
) -> Result<Page<QuestionRow>, String> {
    let after: Option<At> = place_of(cursor)?;
    let Some(space) = space else { return Ok(Page { items: Vec::new(), total: 0, next: None }) };
    let needle = filter.search.as_deref().map(crate::names::folded_key).filter(|key| !key.is_empty());
    let status = filter.status.unwrap_or(QuestionStatus::Open);
    let empty = BTreeSet::new();
    let lists: Vec<(u8, &BTreeSet<_>)> = match status {
        QuestionStatus::Open => {
            let of = |(n, kind): (usize, &Kind)| (n as u8, space.open(*kind).unwrap_or(&empty));
            KINDS.iter().enumerate().map(of).chain([(9, space.snoozed())]).collect()
        }
        QuestionStatus::Snoozed => vec![(0, space.snoozed())],
        QuestionStatus::Held => vec![(0, space.held_back())],
        _ => Vec::new(),
    };
    let wanted = |proposal: &model::Proposal| {
        (filter.kinds.is_empty() || filter.kinds.contains(&kind(proposal.kind)))
            && (filter.entity.as_ref()).is_none_or(|id| proposal.members().any(|member| member.to_string() == *id))
            && needle.as_deref().is_none_or(|needle| {
                names(space, proposal).iter().any(|name| crate::names::folded_key(name).contains(needle))
            })
            && match proposal.status {
                ProposalStatus::Snoozed { .. } => is_due(proposal, now) == (status == QuestionStatus::Open),
                _ => true,
            }
    };
    let unfiltered = filter.kinds.is_empty() && filter.entity.is_none() && needle.is_none();
    let mut items = Vec::new();
    let mut total = 0;
    let mut last: Option<At> = None;
    let mut more = false;
    for (number, list) in lists {
        // Without a filter there is no need to look at each question for the total.
        if unfiltered && number != 9 && status != QuestionStatus::Snoozed {
            total += list.len();
        }
        for place in list {
            let at = (number, place.0, place.1, place.2);
            let beyond = after.is_none_or(|after| at > after);
            let counted = unfiltered && number != 9 && status != QuestionStatus::Snoozed;
            if more && counted {
                break;
            }
            let proposal = space.proposals.at(place.2);
            if (!beyond && counted) || !wanted(proposal) {
                continue;
            }
            total += usize::from(!counted);
            if !beyond {
                continue;
            }
            if items.len() < limit {
                items.push(question_row(space, place.2));
                last = Some(at);
            } else {
                more = true;
            }
        }
    }
    let next = if more { last.as_ref().map(cursor_of) } else { None };
    Ok(Page { items, total: total as u32, next })
}

/// The names in a question: the name in text first, then its entities, two equal ones only once in a row.
pub(super) fn names(space: &Space, proposal: &model::Proposal) -> Vec<String> {
    let members = proposal.members().filter_map(|id| space.entities.get(&id)).map(|entity| entity.name().to_owned());
    proposal.name.iter().cloned().chain(members).collect()
}

/// The row of a question.
pub fn question_row(space: &Space, handle: Handle) -> QuestionRow {
    let proposal = space.proposals.at(handle);
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
        names: names(space, proposal).iter().map(|name| shown(name)).collect(),
        summary: summary(&proposal.reasons),
        asked: proposal.asked as f64,
        rejected_before: proposal.rejected_before,
        cant_tell: proposal.status == ProposalStatus::Open { cant_tell: true },
    }
}
