//! Claims that cannot hold together: different objects of a predicate that was declared to have one value at a time.
//!
//! What the rules of [`said`](super::said) leave in force, for one time, is a contradiction question. Like them it is a
//! function of the claims as they are read now. Only assertions count. DESIGN sections 4 and 6.

use super::said::{Moves, Said, assertions};
use super::{Settled, Wanted, Work, ask, evidence, said};
use crate::model::*;
use crate::policy::GROUP;
use crate::state::{Draft, Effect, End, Handle, PredicateId, Space};
use std::collections::{BTreeMap, BTreeSet};

/// Score of a contradiction: two sentences of the owner's sources say different things.
const SCORE: u16 = 600;

/// Things that a question names at most; a question with more than [`GROUP`] is held back, and needs no more of them.
const NAMED: usize = GROUP + 1;

/// A subject, as the key of its identity group, and a predicate.
type Topic = (Handle, PredicateId);

pub(super) fn settle(draft: &mut Draft<'_>, work: &Work, settled: &mut Settled) {
    let space = draft.space();
    if space.claims.is_empty() {
        return;
    }
    let topics = topics(space, work);
    // Who is no longer read as anybody may have questions that do not stand any more.
    let gone = work.entities.iter().filter(|raw| space.root(**raw).is_none());
    let mut standing: BTreeSet<Handle> = gone.flat_map(|raw| space.contradictions_of(*raw)).copied().collect();
    let mut moves = Moves::default();
    let mut wanted = Vec::new();
    for (raw, predicate) in &work.subjects {
        standing.extend(questions(space, *raw, *predicate));
    }
    for (subject, predicate) in topics {
        let raws = evidence::together(space, subject);
        standing.extend(raws.iter().flat_map(|raw| questions(space, *raw, predicate)));
        let key = space.predicate_key(predicate);
        let mut compared = Vec::new();
        if space.single_valued.contains(key) {
            compared = assertions(space, &raws, predicate);
            said::settle(space, &mut compared, &mut moves);
            wanted.extend(rivals(space, subject, key, &compared));
        }
        // What a rule superseded holds again where nothing is compared any more.
        let compared: BTreeSet<Handle> = compared.iter().map(|said| said.claim).collect();
        let all = raws.iter().flat_map(|raw| space.said_of_raw(*raw, predicate));
        all.filter(|claim| !compared.contains(claim)).for_each(|claim| moves.lapse(space, claim));
    }
    // Nor is anything compared with what is said of nobody.
    for claim in &work.claims {
        if space.root_of_mention(&space.claims.at(*claim).subject).is_none() {
            moves.lapse(space, *claim);
        }
    }
    moves.write(draft);
    let mut wanted: BTreeMap<Unit, Wanted> = wanted.into_iter().map(|want| (want.unit.clone(), want)).collect();
    for question in standing {
        let space = draft.space();
        let proposal = space.proposals.at(question);
        let is_asked = wanted.get(&proposal.unit).is_some_and(|want| ask::asks(space, proposal, want));
        if is_asked {
            wanted.remove(&proposal.unit);
        } else {
            ask::withdraw(draft, question, settled);
        }
    }
    for want in wanted.into_values() {
        ask::propose(draft, want, settled);
    }
}

/// What is to be looked at: what something else is said of, and what is said of or with entities that changed, as far as
/// it can be compared.
fn topics(space: &Space, work: &Work) -> BTreeSet<Topic> {
    let key = |raw: Handle| space.root(raw).map(|root| space.group_key(root));
    let mut out: BTreeSet<Topic> =
        work.subjects.iter().filter_map(|(raw, predicate)| Some((key(*raw)?, *predicate))).collect();
    let roots: BTreeSet<Handle> = work.entities.iter().filter_map(|raw| key(*raw)).collect();
    let compared: Vec<PredicateId> = space.single_valued.iter().filter_map(|key| space.predicate(key)).collect();
    for root in &roots {
        for raw in evidence::together(space, *root) {
            // Also what was said of it once, and is asked about still.
            let asked =
                space.contradictions_of(raw).iter().filter_map(|question| match &space.proposals.at(*question).unit {
                    Unit::Rivals { subject, predicate, .. } if *subject == space.entities.at(raw).id => {
                        space.predicate(predicate)
                    }
                    _ => None,
                });
            out.extend(asked.map(|predicate| (*root, predicate)));
            for predicate in &compared {
                if space.said_of_raw(raw, *predicate).next().is_some() {
                    out.insert((*root, *predicate));
                }
                let subjects = space.said_with_raw(raw, *predicate).map(|claim| space.claims.at(claim).subject);
                let subjects = subjects.filter_map(|subject| space.root_of_mention(&subject));
                out.extend(subjects.map(|subject| (space.group_key(subject), *predicate)));
            }
        }
    }
    out
}

/// Open contradictions about an entity that was recorded as their subject, by a predicate.
fn questions(space: &Space, raw: Handle, predicate: PredicateId) -> impl Iterator<Item = Handle> + '_ {
    let (id, key) = (space.entities.at(raw).id, space.predicate_key(predicate));
    let is_about = move |question: &Handle| match &space.proposals.at(*question).unit {
        Unit::Rivals { subject, predicate, .. } => *subject == id && predicate == key,
        _ => false,
    };
    space.contradictions_of(raw).iter().copied().filter(is_about)
}

/// One of the things that are said of a subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Thing {
    /// The claim that was asked about: the oldest that said it then.
    pub asked: ClaimId,
    /// The claims in force that say it, in the order in which they were said, each as it stands.
    pub claims: Vec<(ClaimId, ClaimState)>,
    /// When it was said last; none if no source says when.
    pub last: Option<i64>,
    times: Times,
}

impl Thing {
    /// True if a claim of another thing cannot hold beside this one: it is said for a time in common.
    pub(crate) fn rivals(&self, claim: &Claim) -> bool {
        self.times.meets(&Times(vec![span(claim)]))
    }
}

/// The things that a contradiction is between, in the order of the question.
pub(crate) fn things(space: &Space, subject: EntityId, claims: &[ClaimId]) -> Vec<Thing> {
    let Some(subject) = space.root_of(&subject) else { return Vec::new() };
    let Some(predicate) = claims.first().and_then(|id| space.claims.handle(id)) else { return Vec::new() };
    let said = assertions(space, &evidence::together(space, subject), space.predicate_of(predicate));
    let mut by_thing: BTreeMap<&End, Vec<&Said>> = BTreeMap::new();
    for claim in said.iter().filter(|claim| claim.state.holds()) {
        by_thing.entry(&claim.what).or_default().push(claim);
    }
    let thing = |asked: &ClaimId| {
        let what = space.object_of(space.claims.get(asked)?)?;
        let said = by_thing.get(&what).map_or(&[][..], Vec::as_slice);
        Some(Thing {
            asked: *asked,
            claims: said.iter().map(|claim| (claim.when.1, claim.state)).collect(),
            last: said.last().and_then(|claim| claim.when.0),
            times: Times::of(space, said),
        })
    };
    claims.iter().filter_map(thing).collect()
}

/// The thing that was said last, if it is known which: every thing has a time, and no other the same.
pub(crate) fn last(things: &[Thing]) -> Option<&Thing> {
    let newest = things.iter().max_by_key(|thing| thing.last)?;
    let others = things.iter().filter(|thing| thing.asked != newest.asked);
    let is_known = others.into_iter().all(|other| other.last.is_some() && other.last < newest.last);
    is_known.then_some(newest)
}

/// The question about claims in force that say different things of one subject for one time, if there is one.
fn rivals(space: &Space, subject: Handle, predicate: &str, said: &[Said]) -> Option<Wanted> {
    // In the order in which each was said first.
    let mut things: Vec<Vec<&Said>> = Vec::new();
    let mut places: BTreeMap<&End, usize> = BTreeMap::new();
    for claim in said.iter().filter(|claim| claim.state.holds()) {
        let at = *places.entry(&claim.what).or_insert(things.len());
        match things.get_mut(at) {
            Some(claims) => claims.push(claim),
            None => things.push(vec![claim]),
        }
    }
    let kept = kept_together(space, said, &places);
    let times: Vec<Times> = things.iter().map(|claims| Times::of(space, claims)).collect();
    let near = Times::that_meet(&times);
    let rivals_one = |at: usize| {
        // Two that the owner kept beside each other are no question.
        let beside = kept.get(&at);
        beside.is_none()
            || near.iter().any(|other| {
                *other != at && !beside.is_some_and(|beside| beside.contains(other)) && times[at].meets(&times[*other])
            })
    };
    let mut stand: Vec<&Vec<&Said>> = near.iter().filter(|at| rivals_one(**at)).map(|at| &things[*at]).collect();
    stand.truncate(NAMED);
    let [_, _, ..] = stand.as_slice() else { return None };
    let oldest: Vec<&Said> = stand.iter().filter_map(|claims| claims.first().copied()).collect();
    let newest: Vec<Option<i64>> = stand.iter().map(|claims| claims.last().and_then(|claim| claim.when.0)).collect();
    let mut members = vec![subject];
    for claim in &oldest {
        if let End::Entity(entity) = claim.what
            && !members.contains(&entity)
        {
            members.push(entity);
        }
    }
    let held = oldest.len() > GROUP;
    let many = if held { format!("more than {GROUP}") } else { oldest.len().to_string() };
    let mut reasons = vec![Reason::for_(ReasonCode::SingleValued, 0, vec![predicate.to_owned(), many])];
    if newest.iter().all(Option::is_none) {
        reasons.push(Reason::against(ReasonCode::NoTime, 0, []));
    }
    let unit = Unit::Rivals {
        subject: space.entities.at(subject).id,
        predicate: predicate.to_owned(),
        claims: oldest.iter().map(|claim| claim.when.1).collect(),
    };
    let rejected_before = false;
    Some(Wanted { kind: Kind::Contradiction, unit, name: None, members, reasons, score: SCORE, rejected_before, held })
}

/// For each thing, the others that the owner kept beside it by one answer, as far as both are kept still; by their places.
fn kept_together(space: &Space, said: &[Said], places: &BTreeMap<&End, usize>) -> BTreeMap<usize, BTreeSet<usize>> {
    let reviews = said.iter().filter_map(|claim| match claim.state {
        ClaimState::Kept(review) => Some(review),
        _ => None,
    });
    let reviews: BTreeSet<ReviewId> = reviews.collect();
    let mut out: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for review in reviews.iter().filter_map(|review| space.reviews.get(review)) {
        let claims = review.effects.iter().flat_map(|effect| match effect {
            Effect::SetClaims { claims, .. } => claims.as_slice(),
            _ => &[],
        });
        // A later answer may have put some of these aside.
        let kept =
            claims.filter_map(|id| space.claims.get(id)).filter(|claim| matches!(claim.state, ClaimState::Kept(_)));
        let together: BTreeSet<usize> =
            kept.filter_map(|claim| places.get(&space.object_of(claim)?).copied()).collect();
        for at in &together {
            out.entry(*at).or_default().extend(together.iter().filter(|other| *other != at));
        }
    }
    out
}

/// For when a claim is said.
fn span(claim: &Claim) -> (i64, i64) {
    (claim.valid_from.unwrap_or(i64::MIN), claim.valid_to.unwrap_or(i64::MAX))
}

/// The times for which something is said: spans in milliseconds since 1970 from the first to before the second, without
/// an end where none is said; in order, not overlapping.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Times(Vec<(i64, i64)>);

impl Times {
    fn of(space: &Space, claims: &[&Said]) -> Self {
        let mut all: Vec<(i64, i64)> = claims.iter().map(|claim| span(space.claims.at(claim.claim))).collect();
        all.sort_unstable();
        let mut out: Vec<(i64, i64)> = Vec::new();
        for (start, end) in all {
            match out.last_mut() {
                Some(last) if start <= last.1 => last.1 = last.1.max(end),
                _ => out.push((start, end)),
            }
        }
        Self(out)
    }

    fn meets(&self, other: &Self) -> bool {
        let (mut a, mut b) = (self.0.iter().peekable(), other.0.iter().peekable());
        while let (Some((from, to)), Some((start, end))) = (a.peek(), b.peek()) {
            if from < end && start < to {
                return true;
            }
            if to <= end {
                a.next();
            } else {
                b.next();
            }
        }
        false
    }

    /// The places of those that have a time in common with another one, in order. One pass over all spans.
    fn that_meet(all: &[Self]) -> Vec<usize> {
        let mut spans: Vec<(i64, i64, usize)> = all
            .iter()
            .enumerate()
            .flat_map(|(at, times)| times.0.iter().map(move |(start, end)| (*start, *end, at)))
            .collect();
        spans.sort_unstable();
        let mut out = BTreeSet::new();
        // Of all that began before: the two that go on longest, of different things.
        let mut longest: [Option<(i64, usize)>; 2] = [None, None];
        for (at, (start, end, thing)) in spans.iter().enumerate() {
            let before = longest.iter().flatten().find(|(_, other)| other != thing);
            // A thing's own spans do not touch: behind the next of its own nothing begins before this one ends.
            let after = spans.get(at + 1).filter(|(_, _, other)| other != thing);
            if before.is_some_and(|(until, _)| until > start) || after.is_some_and(|(from, ..)| from < end) {
                out.insert(*thing);
            }
            let own = longest.iter().position(|known| known.is_some_and(|(_, other)| other == *thing));
            match own {
                Some(place) => longest[place] = longest[place].max(Some((*end, *thing))),
                None if longest[1] < Some((*end, *thing)) => longest[1] = Some((*end, *thing)),
                None => {}
            }
            longest.sort_unstable_by(|a, b| b.cmp(a));
        }
        out.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_that_share_a_time_are_found() {
        let check = |all: &[&[(i64, i64)]], due: &[usize]| {
            let all: Vec<Times> = all.iter().map(|spans| Times(spans.to_vec())).collect();
            assert_eq!(Times::that_meet(&all), due, "{all:?}");
            let by_pairs: Vec<usize> = (0..all.len())
                .filter(|at| (0..all.len()).any(|other| other != *at && all[*at].meets(&all[other])))
                .collect();
            assert_eq!(by_pairs, due, "{all:?}");
        };
        check(&[&[(0, 10)], &[(10, 20)], &[(20, 30)]], &[]);
        check(&[&[(0, 10)], &[(9, 20)], &[(20, 30)]], &[0, 1]);
        check(&[&[(0, 100)], &[(10, 20)], &[(30, 40)], &[(100, 110)]], &[0, 1, 2]);
        check(&[&[(0, 1), (50, 60)], &[(2, 3)], &[(55, 56)]], &[0, 2]);
        check(&[&[(i64::MIN, i64::MAX)], &[(0, 1)]], &[0, 1]);
        check(&[&[(0, 10)], &[(0, 10)], &[(0, 10)]], &[0, 1, 2]);
        check(&[&[(i64::MIN, i64::MAX)]], &[]);
    }
}
