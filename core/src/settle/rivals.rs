//! Claims that cannot hold together: different objects of a predicate that was declared to have one value at a time.
//!
//! An explicit update by the same bound speaker takes the place of what that speaker said before; every other
//! difference is a contradiction question. Both are functions of the claims as they are read now and of when their
//! events happened, never of the order in which they came. What the owner decided is moved by nothing here. Only
//! assertions count. DESIGN sections 4 and 6.

use super::{Settled, Wanted, Work, ask, evidence};
use crate::model::*;
use crate::policy::GROUP;
use crate::state::{Draft, Effect, End, Handle, Space};
use std::collections::{BTreeMap, BTreeSet};

/// Score of a contradiction: two sentences of the owner's sources say different things.
const SCORE: u16 = 600;

/// A subject: the roots of an identity group, by the oldest.
type Subject = Handle;

pub(super) fn settle(draft: &mut Draft<'_>, work: &Work, settled: &mut Settled) {
    let space = draft.space();
    if space.claims.is_empty() {
        return;
    }
    let touched = work.subjects.iter().chain(&work.entities).copied();
    let subjects: BTreeSet<Subject> = touched.flat_map(|entity| subjects(space, entity)).collect();
    let mut seen: BTreeSet<Handle> = BTreeSet::new();
    // Those that are no longer read as anybody's subject may have questions that do not stand any more.
    let gone = work.subjects.iter().chain(&work.entities).filter(|raw| space.root(**raw).is_none());
    let mut standing: BTreeSet<Handle> = gone.flat_map(|raw| questions(space, *raw)).collect();
    let mut wanted = Vec::new();
    for subject in subjects {
        let space = draft.space();
        for raw in evidence::together(space, subject).into_iter().filter(|raw| seen.insert(*raw)) {
            standing.extend(questions(space, raw));
        }
        look_at(draft, subject, &mut wanted);
    }
    // Nor is anything compared with what is said of nobody.
    let space = draft.space();
    let mut moves = Vec::new();
    for claim in &work.claims {
        if space.root_of_mention(&space.claims.at(*claim).subject).is_none() {
            lapse(space, *claim, &mut moves);
        }
    }
    write(draft, moves);
    for question in standing {
        let space = draft.space();
        let proposal = space.proposals.at(question);
        let is_asked = |want: &Wanted| want.unit == proposal.unit && ask::asks(space, proposal, want);
        match wanted.iter().position(is_asked) {
            Some(at) => drop(wanted.swap_remove(at)),
            None => ask::withdraw(draft, question, settled),
        }
    }
    wanted.sort_by(|a, b| a.unit.cmp(&b.unit));
    for want in wanted {
        ask::propose(draft, want, settled);
    }
}

/// What each claim of a contradiction stands for: the claims in force that say the same of the subject, with their
/// states; in the order of the question.
pub(crate) fn sides(
    space: &Space,
    subject: EntityId,
    claims: &[ClaimId],
) -> Vec<(ClaimId, Vec<(ClaimId, ClaimState)>)> {
    let Some(subject) = space.root_of(&subject).map(|root| space.group_key(root)) else { return Vec::new() };
    let of = claims_of(space, subject);
    let side = |id: &ClaimId| {
        let asked = space.claims.get(id)?;
        let (predicate, what) = (asked.predicate_key(), space.object_of(asked)?);
        let says_so = |claim: &&Claim| {
            let holds =
                claim.state.holds() && claim.act == SpeechAct::Assertion && claim.polarity == Polarity::Positive;
            holds && claim.predicate_key() == predicate && space.object_of(claim).as_ref() == Some(&what)
        };
        let claims = of.iter().map(|handle| space.claims.at(*handle)).filter(says_so);
        Some((*id, claims.map(|claim| (claim.id, claim.state)).collect()))
    };
    claims.iter().filter_map(side).collect()
}

/// The subjects of claims that an entity is an end of, itself included.
fn subjects(space: &Space, entity: Handle) -> BTreeSet<Subject> {
    let Some(root) = space.root(entity) else { return BTreeSet::new() };
    let of = |claim: Handle| space.root_of_mention(&space.claims.at(claim).subject);
    let claims = space.group(root).into_iter().flat_map(|member| space.claims_of(member));
    let mut out: BTreeSet<Subject> = claims.filter_map(of).map(|root| space.group_key(root)).collect();
    out.insert(space.group_key(root));
    out
}

/// Open contradictions about an entity that was recorded as their subject.
fn questions(space: &Space, raw: Handle) -> Vec<Handle> {
    let id = space.entities.at(raw).id;
    let is_about = |question: &Handle| matches!(&space.proposals.at(*question).unit, Unit::Rivals { subject, .. } if *subject == id);
    space.contradictions_of(raw).iter().copied().filter(is_about).collect()
}

/// A claim that may rival others.
struct Said {
    claim: Handle,
    /// When: the event's time, none first; then the claim's id.
    when: (Option<i64>, ClaimId),
    /// The speaker or owner whose own word its subject is.
    by: Option<Handle>,
    what: End,
    state: ClaimState,
}

/// Supersedes and asks about what one subject is said to be.
fn look_at(draft: &mut Draft<'_>, subject: Subject, wanted: &mut Vec<Wanted>) {
    let space = draft.space();
    let claims = claims_of(space, subject);
    let mut moves = Vec::new();
    let mut compared: BTreeSet<Handle> = BTreeSet::new();
    for (predicate, mut said) in assertions(space, &claims) {
        compared.extend(said.iter().map(|claim| claim.claim));
        for at in 0..said.len() {
            let claim = &said[at];
            if claim.state.review().is_none() {
                let due = due(space, claim, &said[at + 1..]);
                note(space, claim.claim, due, &mut moves);
                said[at].state = due;
            }
        }
        said.retain(|claim| claim.state.holds());
        wanted.extend(rivals(space, subject, predicate, &said));
    }
    // What a rule superseded holds again where nothing is compared any more.
    for claim in claims.difference(&compared) {
        lapse(space, *claim, &mut moves);
    }
    write(draft, moves);
}

/// A claim's move from one state to another.
type Move = (ClaimState, ClaimState, ClaimId);

/// Notes that a claim should stand otherwise, if it does not.
fn note(space: &Space, claim: Handle, due: ClaimState, moves: &mut Vec<Move>) {
    let row = space.claims.at(claim);
    if row.state != due {
        moves.push((row.state, due, row.id));
    }
}

/// Notes that a claim that only a rule superseded holds.
fn lapse(space: &Space, claim: Handle, moves: &mut Vec<Move>) {
    if space.claims.at(claim).state.review().is_none() {
        note(space, claim, ClaimState::InForce, moves);
    }
}

/// One effect for each change of state.
fn write(draft: &mut Draft<'_>, moves: Vec<Move>) {
    let mut grouped: Vec<(ClaimState, ClaimState, Vec<ClaimId>)> = Vec::new();
    for (from, to, id) in moves {
        match grouped.iter_mut().find(|(a, b, _)| *a == from && *b == to) {
            Some((.., list)) => list.push(id),
            None => grouped.push((from, to, vec![id])),
        }
    }
    for (from, to, claims) in grouped {
        draft.effect(Effect::SetClaims { claims, from, to });
    }
}

/// What is asserted of a subject by single-valued predicates, in the order in which it was said.
fn assertions(space: &Space, claims: &BTreeSet<Handle>) -> BTreeMap<String, Vec<Said>> {
    let mut out: BTreeMap<String, Vec<Said>> = BTreeMap::new();
    if space.single_valued.is_empty() {
        return out;
    }
    for handle in claims {
        let predicate = space.claims.at(*handle).predicate_key();
        if space.single_valued.contains(&predicate)
            && let Some(said) = said(space, *handle)
        {
            out.entry(predicate).or_default().push(said);
        }
    }
    for claims in out.values_mut() {
        claims.sort_by_key(|claim| claim.when);
    }
    out
}

/// Claims whose subject is read as this one.
fn claims_of(space: &Space, subject: Subject) -> BTreeSet<Handle> {
    let is_subject = |claim: &Handle| {
        let root = space.root_of_mention(&space.claims.at(*claim).subject);
        root.is_some_and(|root| space.group_key(root) == subject)
    };
    space.group(subject).into_iter().flat_map(|member| space.claims_of(member)).filter(is_subject).collect()
}

fn said(space: &Space, handle: Handle) -> Option<Said> {
    let claim = space.claims.at(handle);
    if claim.act != SpeechAct::Assertion || claim.polarity != Polarity::Positive {
        return None;
    }
    let subject = space.mentions.get(&claim.subject)?;
    let bound = matches!(subject.strength, Strength::Speaker | Strength::Owner);
    let by = space.root_of_mention(&claim.subject).filter(|_| bound).map(|root| space.group_key(root));
    let when = (space.events.get(&claim.event).and_then(|event| event.time), claim.id);
    Some(Said { claim: handle, when, by, what: space.object_of(claim)?, state: claim.state })
}

/// The state that a claim has by the rule: superseded by the first explicit update of the same bound speaker after it.
fn due(space: &Space, claim: &Said, later: &[Said]) -> ClaimState {
    let Some(by) = claim.by else { return ClaimState::InForce };
    let takes_its_place = |other: &&Said| {
        // Without a time nothing is later than anything.
        let is_later = other.when.0.zip(claim.when.0).is_some_and(|(other, this)| other > this);
        is_later && other.by == Some(by) && other.what != claim.what && space.claims.at(other.claim).is_update
    };
    match later.iter().find(takes_its_place) {
        Some(other) => ClaimState::Superseded { by: other.when.1, review: None },
        None => ClaimState::InForce,
    }
}

/// The question about claims in force that say different things of one subject for one time, if there is one.
fn rivals(space: &Space, subject: Subject, predicate: String, said: &[Said]) -> Option<Wanted> {
    let mut things: Vec<(&End, Vec<&Said>)> = Vec::new();
    for claim in said {
        match things.iter_mut().find(|(what, _)| **what == claim.what) {
            Some((_, list)) => list.push(claim),
            None => things.push((&claim.what, vec![claim])),
        }
    }
    let overlap = |a: &[&Said], b: &[&Said]| a.iter().any(|a| b.iter().any(|b| is_at_one_time(space, a, b)));
    let kept = |list: &[&Said]| list.iter().any(|claim| matches!(claim.state, ClaimState::Kept(_)));
    let mut stand: Vec<&(&End, Vec<&Said>)> = Vec::new();
    for (at, thing) in things.iter().enumerate() {
        let rivals = things.iter().enumerate().filter(|(other, _)| *other != at);
        // Two that the owner kept beside each other are no question.
        if rivals.into_iter().any(|(_, other)| overlap(&thing.1, &other.1) && !(kept(&thing.1) && kept(&other.1))) {
            stand.push(thing);
        }
    }
    let oldest: Vec<&Said> = stand.iter().filter_map(|(_, list)| list.first().copied()).collect();
    let [_, _, ..] = oldest.as_slice() else { return None };
    let row = space.entities.at(subject);
    let mut members = vec![subject];
    for claim in &oldest {
        if let End::Entity(entity) = claim.what
            && !members.contains(&entity)
        {
            members.push(entity);
        }
    }
    let several = vec![predicate.clone(), oldest.len().to_string()];
    let mut reasons = vec![Reason::for_(ReasonCode::SingleValued, 0, several)];
    if stand.iter().all(|(_, list)| list.iter().all(|claim| claim.when.0.is_none())) {
        reasons.push(Reason::against(ReasonCode::NoTime, 0, []));
    }
    let unit = Unit::Rivals { subject: row.id, predicate, claims: oldest.iter().map(|claim| claim.when.1).collect() };
    let held = oldest.len() > GROUP;
    let rejected_before = false;
    Some(Wanted { kind: Kind::Contradiction, unit, name: None, members, reasons, score: SCORE, rejected_before, held })
}

/// True unless one ends before the other begins.
fn is_at_one_time(space: &Space, a: &Said, b: &Said) -> bool {
    let (a, b) = (space.claims.at(a.claim), space.claims.at(b.claim));
    let ends_before = |end: Option<i64>, begin: Option<i64>| end.zip(begin).is_some_and(|(end, begin)| end <= begin);
    !ends_before(a.valid_to, b.valid_from) && !ends_before(b.valid_to, a.valid_from)
}
