//! Pages of questions. A page of the whole inbox, or of some of its kinds, costs what is on it; with a filter by reason or
//! age each question is looked at once, and with one by name or entity those that have it.

use super::filter::Filter;
use super::{KINDS, question_row};
use crate::model::ProposalStatus;
use crate::protocol::*;
use crate::query::page::{Cursor, cursor_of, place_of};
use crate::state::{Handle, Place, Space};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Bound;

/// A place in a list: which list, and the place there.
type At = (u8, Reverse<u16>, i64, Handle);

/// The list of questions that were snoozed and have come back: after all others.
const WOKEN: u8 = 9;

/// A page of questions. Those that wait, or are held back, by kind in the order of DESIGN section 6, best score first, then
/// the oldest; those that are decided or withdrawn, the last one first.
///
/// # Errors
/// If the cursor is none of this list, or the filter cannot be read.
pub fn list(
    space: Option<&Space>,
    filter: &InboxFilter,
    cursor: Cursor<'_>,
    limit: usize,
    now: i64,
) -> Result<Page<QuestionRow>, String> {
    let empty = Space::default();
    let space = space.unwrap_or(&empty);
    let filter = Filter::read(space, filter)?;
    match filter.status {
        QuestionStatus::Open | QuestionStatus::Snoozed | QuestionStatus::Held => {
            waiting(space, &filter, cursor, limit, now)
        }
        QuestionStatus::Decided => closed(space, &filter, space.decided(), cursor, limit),
        QuestionStatus::Withdrawn => closed(space, &filter, space.withdrawn(), cursor, limit),
        QuestionStatus::Damaged => Ok(Page { items: Vec::new(), total: 0, next: None }),
    }
}

fn waiting(
    space: &Space,
    filter: &Filter<'_>,
    cursor: Cursor<'_>,
    limit: usize,
    now: i64,
) -> Result<Page<QuestionRow>, String> {
    let after: Option<At> = place_of(cursor)?;
    let found = filter.candidates().map(|questions| {
        let passing = questions.into_iter().filter(|question| filter.passes(*question));
        passing.filter_map(|question| place(space, filter.status, question, now)).collect::<BTreeSet<At>>()
    });
    let from = after.map_or(Bound::Unbounded, Bound::Excluded);
    let (total, places): (usize, Vec<At>) = match &found {
        Some(found) => (found.len(), found.range((from, Bound::Unbounded)).take(limit + 1).copied().collect()),
        None => {
            let lists = lists(space, filter, now);
            let passes = |at: &At| filter.passes(at.3);
            // Open questions are listed by kind; of others whole lists pass only where no kind is chosen.
            let total = if filter.is_by_kind() && (filter.status == QuestionStatus::Open || filter.is_any_kind()) {
                lists.iter().map(List::len).sum()
            } else {
                lists.iter().flat_map(|list| list.after(None)).filter(passes).count()
            };
            let rest = lists.iter().flat_map(|list| list.after(after)).filter(passes);
            (total, rest.take(limit + 1).collect())
        }
    };
    let more = places.len() > limit;
    let page = &places[..places.len().min(limit)];
    let next = page.last().filter(|_| more).map(cursor_of);
    Ok(Page { items: page.iter().map(|at| question_row(space, at.3)).collect(), total: total as u32, next })
}

/// Where a question stands in the lists of a status; none if it is in none of them.
fn place(space: &Space, status: QuestionStatus, question: Handle, now: i64) -> Option<At> {
    let proposal = space.proposals.at(question);
    let woken = matches!(proposal.status, ProposalStatus::Snoozed { until } if until <= now);
    let number = match (status, proposal.status) {
        (QuestionStatus::Open, ProposalStatus::Open { .. }) => {
            KINDS.iter().position(|kind| *kind == proposal.kind)? as u8
        }
        (QuestionStatus::Open, ProposalStatus::Snoozed { .. }) if woken => WOKEN,
        (QuestionStatus::Snoozed, ProposalStatus::Snoozed { .. }) if !woken => 0,
        (QuestionStatus::Held, ProposalStatus::Held) => 0,
        _ => return None,
    };
    Some(at(number, space.place_of(question)))
}

fn at(number: u8, place: Place) -> At {
    (number, place.0, place.1, place.2)
}

/// Questions in their order, under the number of their list.
enum List<'s> {
    Whole(u8, &'s BTreeSet<Place>),
    /// Snoozed ones without those that have come back.
    Asleep(&'s BTreeSet<Place>, BTreeSet<Place>),
    Woken(BTreeSet<Place>),
}

impl List<'_> {
    fn len(&self) -> usize {
        match self {
            Self::Whole(_, places) => places.len(),
            Self::Asleep(places, woken) => places.len() - woken.len(),
            Self::Woken(places) => places.len(),
        }
    }

    /// What comes after a place of any list.
    fn after(&self, after: Option<At>) -> Box<dyn Iterator<Item = At> + '_> {
        let (number, places) = match self {
            Self::Whole(number, places) => (*number, *places),
            Self::Asleep(places, _) => (0, *places),
            Self::Woken(places) => (WOKEN, places),
        };
        let from = match after {
            Some((last, ..)) if last > number => return Box::new(std::iter::empty()),
            Some((last, score, asked, question)) if last == number => Bound::Excluded((score, asked, question)),
            _ => Bound::Unbounded,
        };
        let rest = places.range((from, Bound::Unbounded));
        let asleep = move |place: &&Place| !matches!(self, Self::Asleep(_, woken) if woken.contains(place));
        Box::new(rest.filter(asleep).map(move |place| at(number, *place)))
    }
}

fn lists<'s>(space: &'s Space, filter: &Filter<'_>, now: i64) -> Vec<List<'s>> {
    let kinds = filter.kinds();
    let of_kind = |question: &Handle| kinds.contains(&space.proposals.at(*question).kind);
    let woken = || space.woken(now).map(|question| space.place_of(question));
    match filter.status {
        QuestionStatus::Snoozed => vec![List::Asleep(space.snoozed(), woken().collect())],
        QuestionStatus::Held => vec![List::Whole(0, space.held_back())],
        _ => {
            let numbered = (0..).zip(KINDS).filter(|(_, kind)| kinds.contains(kind));
            let open = numbered.filter_map(|(number, kind)| Some(List::Whole(number, space.open(kind)?)));
            open.chain([List::Woken(woken().filter(|place| of_kind(&place.2)).collect())]).collect()
        }
    }
}

/// A page of questions that are closed, each behind what it is in order by, highest first.
fn closed(
    space: &Space,
    filter: &Filter<'_>,
    questions: &BTreeSet<(Handle, Handle)>,
    cursor: Cursor<'_>,
    limit: usize,
) -> Result<Page<QuestionRow>, String> {
    let before: Option<(Handle, Handle)> = place_of(cursor)?;
    let passes = |(_, question): &&(Handle, Handle)| filter.passes(*question);
    let whole = filter.is_by_kind() && filter.is_any_kind();
    let total = if whole { questions.len() } else { questions.iter().filter(passes).count() };
    let to = before.map_or(Bound::Unbounded, Bound::Excluded);
    let rest = questions.range((Bound::Unbounded, to)).rev().filter(passes);
    let places: Vec<&(Handle, Handle)> = rest.take(limit + 1).collect();
    let page = &places[..places.len().min(limit)];
    let next = page.last().filter(|_| places.len() > limit).map(cursor_of);
    let items = page.iter().map(|(_, question)| question_row(space, *question)).collect();
    Ok(Page { items, total: total as u32, next })
}
