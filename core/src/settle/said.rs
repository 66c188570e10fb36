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
/// - What says again what the owner put aside, for the same time and no later than that was said, is put aside too: it is
///   no news.
pub(super) fn settle(space: &Space, said: &mut [Said], moves: &mut Moves) {
    let rules = Rules { space, said, updates: updates(space, said), aside: put_aside(said) };
    let due: Vec<ClaimState> = said.iter().map(|claim| rules.due(claim)).collect();
    for (claim, due) in said.iter_mut().zip(due) {
        if claim.state.review().is_none() {
            moves.note(space, claim.claim, due);
            claim.state = due;
        }
    }
}

/// An explicit update with a time.
struct Update {
    /// Its place among the assertions.
    at: usize,
    /// The place among the speaker's updates of the next one that says something else.
    other: usize,
}

/// What the owner put aside.
struct Aside {
    /// When it was said last of what a review superseded.
    last: Option<i64>,
    /// The claim that took its place.
    by: ClaimId,
}

struct Rules<'a> {
    space: &'a Space,
    said: &'a [Said],
    /// By who said them, oldest first.
    updates: BTreeMap<Handle, Vec<Update>>,
    aside: BTreeMap<&'a End, Aside>,
}

fn updates(space: &Space, said: &[Said]) -> BTreeMap<Handle, Vec<Update>> {
    let mut out: BTreeMap<Handle, Vec<Update>> = BTreeMap::new();
    for (at, claim) in said.iter().enumerate() {
        if let (Some(by), Some(_)) = (claim.by, claim.when.0)
            && space.claims.at(claim.claim).is_update
        {
            out.entry(by).or_default().push(Update { at, other: 0 });
        }
    }
    for mine in out.values_mut() {
        let mut other = mine.len();
        for place in (0..mine.len()).rev() {
            let what = |update: &Update| &said[update.at].what;
            if mine.get(place + 1).is_some_and(|next| what(next) != what(&mine[place])) {
                other = place + 1;
            }
            mine[place].other = other;
        }
    }
    out
}

/// Only what was put aside for something that is said of the same subject still, and that is another thing still.
fn put_aside(said: &[Said]) -> BTreeMap<&End, Aside> {
    let things: BTreeMap<ClaimId, &End> = said.iter().map(|claim| (claim.when.1, &claim.what)).collect();
    let mut out: BTreeMap<&End, Aside> = BTreeMap::new();
    // In the order of the times: the last one stays, and what was said again after it is no longer put aside.
    for claim in said {
        match claim.state {
            ClaimState::Superseded { by, review: Some(_) }
                if things.get(&by).is_some_and(|thing| **thing != claim.what) =>
            {
                out.insert(&claim.what, Aside { last: claim.when.0, by });
            }
            ClaimState::Superseded { review: Some(_), .. } => {}
            _ if out.get(&claim.what).is_some_and(|aside| aside.last < claim.when.0) => drop(out.remove(&claim.what)),
            _ => {}
        }
    }
    out
}

impl Rules<'_> {
    /// What the owner put this aside for, by what they said of the same thing.
    fn aside(&self, claim: &Said) -> Option<ClaimId> {
        let aside = self.aside.get(&claim.what).filter(|aside| claim.when.0 <= aside.last)?;
        let (row, by) = (self.space.claims.at(claim.claim), self.space.claims.get(&aside.by)?);
        row.is_at_one_time(by).then_some(aside.by)
    }

    fn due(&self, claim: &Said) -> ClaimState {
        if let Some(by) = self.aside(claim) {
            return ClaimState::Superseded { by, review: None };
        }
        // Without a time nothing is later than anything.
        let (Some(by), Some(time)) = (claim.by, claim.when.0) else { return ClaimState::InForce };
        let updates = self.updates.get(&by).map_or(&[][..], Vec::as_slice);
        let mut next = updates.partition_point(|update| self.said[update.at].when.0 <= Some(time));
        while let Some(update) = updates.get(next) {
            let other = &self.said[update.at];
            if other.what == claim.what {
                next = update.other;
            } else if self.takes_the_place(other, claim) {
                return ClaimState::Superseded { by: other.when.1, review: None };
            } else {
                next += 1;
            }
        }
        ClaimState::InForce
    }

    /// True for a later update that says another thing for the same time. One that the owner put aside for this very thing takes
    /// nothing's place.
    fn takes_the_place(&self, update: &Said, claim: &Said) -> bool {
        let chosen = match update.state {
            ClaimState::Superseded { by, review: Some(_) } => Some(by),
            _ => self.aside(update),
        };
        let chosen = chosen.and_then(|by| self.space.object_of(self.space.claims.get(&by)?));
        let (one, other) = (self.space.claims.at(claim.claim), self.space.claims.at(update.claim));
        chosen.as_ref() != Some(&claim.what) && one.is_at_one_time(other)
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
