//! What is said of one subject by one predicate, and what of that still holds by the rules.
//!
//! Functions of the claims as they are read now and of when their events happened, never of the order in which they
//! came. What the owner decided is moved by nothing here. DESIGN section 4.

use crate::model::*;
use crate::state::{Draft, Effect, End, Handle, PredicateId, Space};
use std::collections::BTreeMap;

/// An assertion.
#[derive(Debug)]
pub(super) struct Said {
    pub claim: Handle,
    /// When: the event's time, none first; then the claim's id.
    pub when: (Option<i64>, ClaimId),
    /// The speaker or owner whose own word its subject is.
    by: Option<Handle>,
    pub what: End,
    pub state: ClaimState,
}

/// What is asserted of a subject, read together from these raw entities, in the order in which it was said.
pub(super) fn assertions(space: &Space, raws: &[Handle], predicate: PredicateId) -> Vec<Said> {
    let claims = raws.iter().flat_map(|raw| space.said_of_raw(*raw, predicate));
    let mut out: Vec<Said> = claims.filter_map(|claim| said(space, claim)).collect();
    out.sort_by_key(|said| said.when);
    out
}

fn said(space: &Space, handle: Handle) -> Option<Said> {
    let claim = space.claims.at(handle);
    if !claim.asserts() {
        return None;
    }
    let subject = space.mentions.get(&claim.subject)?;
    let bound = matches!(subject.strength, Strength::Speaker | Strength::Owner);
    let by = space.root_of_mention(&claim.subject).filter(|_| bound).map(|root| space.group_key(root));
    let when = (space.events.get(&claim.event).and_then(|event| event.time), claim.id);
    Some(Said { claim: handle, when, by, what: space.object_of(claim)?, state: claim.state })
}

/// Gives each claim that no review decided on the state that it has by the rules, and notes the moves.
///
/// - An explicit update of the same bound speaker takes the place of what that speaker said before, for the same time.
/// - What says again what the owner put aside, and was not said later than that, is put aside too: it is no news.
pub(super) fn settle(space: &Space, said: &mut [Said], moves: &mut Moves) {
    let updates = updates(space, said);
    let aside = put_aside(said);
    let due: Vec<ClaimState> = said.iter().map(|claim| due(space, said, claim, &updates, &aside)).collect();
    for (claim, due) in said.iter_mut().zip(due) {
        if claim.state.review().is_none() {
            moves.note(space, claim.claim, due);
            claim.state = due;
        }
    }
}

/// The explicit updates with a time, by who said them, oldest first.
fn updates(space: &Space, said: &[Said]) -> BTreeMap<Handle, Vec<usize>> {
    let mut out: BTreeMap<Handle, Vec<usize>> = BTreeMap::new();
    for (at, claim) in said.iter().enumerate() {
        if let (Some(by), Some(_)) = (claim.by, claim.when.0)
            && space.claims.at(claim.claim).is_update
        {
            out.entry(by).or_default().push(at);
        }
    }
    out
}

/// What the owner put aside: when each thing was said last of what a review superseded, and by which claim.
fn put_aside(said: &[Said]) -> BTreeMap<&End, (Option<i64>, ClaimId)> {
    let mut out: BTreeMap<&End, (Option<i64>, ClaimId)> = BTreeMap::new();
    // In the order of the times: the last one stays, and what was said again after it is no longer put aside.
    for claim in said {
        if let ClaimState::Superseded { by, review: Some(_) } = claim.state {
            out.insert(&claim.what, (claim.when.0, by));
        } else if out.get(&claim.what).is_some_and(|(last, _)| *last < claim.when.0) {
            out.remove(&claim.what);
        }
    }
    out
}

fn due(
    space: &Space,
    said: &[Said],
    claim: &Said,
    updates: &BTreeMap<Handle, Vec<usize>>,
    aside: &BTreeMap<&End, (Option<i64>, ClaimId)>,
) -> ClaimState {
    if let Some((last, by)) = aside.get(&claim.what)
        && claim.when.0 <= *last
    {
        return ClaimState::Superseded { by: *by, review: None };
    }
    // Without a time nothing is later than anything.
    let (Some(by), Some(time)) = (claim.by, claim.when.0) else { return ClaimState::InForce };
    let row = space.claims.at(claim.claim);
    let takes_its_place = |other: &&Said| {
        // An update that the owner put aside for this very thing takes nothing's place.
        let chosen = match other.state {
            ClaimState::Superseded { by, review: Some(_) } => space.claims.get(&by).and_then(|by| space.object_of(by)),
            _ => None,
        };
        other.what != claim.what
            && chosen.as_ref() != Some(&claim.what)
            && row.is_at_one_time(space.claims.at(other.claim))
    };
    let mine = updates.get(&by).map_or(&[][..], Vec::as_slice);
    let later = mine.get(mine.partition_point(|at| said[*at].when.0 <= Some(time))..).unwrap_or_default();
    match later.iter().map(|at| &said[*at]).find(takes_its_place) {
        Some(other) => ClaimState::Superseded { by: other.when.1, review: None },
        None => ClaimState::InForce,
    }
}

/// Claims that are to stand otherwise, by how they stand and are to stand.
#[derive(Debug, Default)]
pub(super) struct Moves(BTreeMap<(ClaimState, ClaimState), Vec<ClaimId>>);

impl Moves {
    /// Notes that a claim should stand otherwise, if it does not.
    fn note(&mut self, space: &Space, claim: Handle, due: ClaimState) {
        let row = space.claims.at(claim);
        if row.state != due {
            self.0.entry((row.state, due)).or_default().push(row.id);
        }
    }

    /// Notes that a claim that only a rule superseded holds.
    pub fn lapse(&mut self, space: &Space, claim: Handle) {
        if space.claims.at(claim).state.review().is_none() {
            self.note(space, claim, ClaimState::InForce);
        }
    }

    /// One effect for each change of state.
    pub fn write(self, draft: &mut Draft<'_>) {
        for ((from, to), claims) in self.0 {
            draft.effect(Effect::SetClaims { claims, from, to });
        }
    }
}
