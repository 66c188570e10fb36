//! Asking about a group of near ones and whoever stands outside of it, or about two groups, in one question.
//!
//! A group is asked about as one person ([`super::near_groups`]). Whoever is worth a question with one of its members, and
//! stands not in it, is asked about with all of them: one question, not one a member; and so are two groups. Who is told
//! apart from a member by the owner, or by names, is asked about with the others. What this asks is a function of the groups
//! that stand and of what is worth a question; how it came to be known plays no part.

use super::evidence::{best_match, name_reasons};
use super::near_groups::{members, side_of};
use super::pairs::{PairWork, ask_pair, has_lone_name, pair_unit, settle_lone};
use super::shared::{rank, reasons_of_fields};
use super::ties::{Tie, Ties};
use super::{Settled, Wanted, ask};
use crate::model::*;
use crate::policy::GROUP;
use crate::resolve::probability;
use crate::state::{Draft, Handle, Space};
use std::collections::{BTreeMap, BTreeSet};

/// Two sets of entities that a question is asked across, and how likely they are one, in hundredths of bits.
struct Sides {
    one: Vec<Handle>,
    other: Vec<Handle>,
    /// All pairs across, likeliest first.
    pairs: Vec<(Handle, Handle)>,
    bits: i32,
}

/// Brings the questions across groups in line for those whose groups changed, or who changed themselves. `apart` are pairs that
/// a group asked about before. Gives whom questions were opened or withdrawn about.
pub(super) fn settle(
    draft: &mut Draft<'_>,
    ties: &mut Ties,
    changed: &BTreeSet<Handle>,
    apart: BTreeSet<(Handle, Handle)>,
    settled: &mut Settled,
) -> BTreeSet<Handle> {
    let space = draft.space();
    let mut tied = apart;
    let mut standing: BTreeSet<Handle> = BTreeSet::new();
    // Found through all who are held to be one with whoever changed: who was told apart stands in no question himself.
    let changed = changed.iter().copied().filter(|one| space.root(*one) == Some(*one));
    for one in changed.flat_map(|one| side_of(space, one)).collect::<BTreeSet<Handle>>() {
        for question in space.questions_of_entity(one) {
            match space.proposals.at(*question).unit {
                Unit::Across(_) => drop(standing.insert(*question)),
                Unit::Group(_) => continue,
                _ => {}
            }
            let others = members(space, *question).into_iter().filter(|other| *other != one);
            tied.extend(others.map(|other| (one.min(other), one.max(other))));
        }
    }
    let between = between_sides(space, &tied);
    // All that lies between two sides is cut anew, so all that stands between them is looked at.
    standing.extend(between.iter().flat_map(|(one, other)| standing_between(space, one, other)));
    let mut due: BTreeMap<Unit, Sides> = BTreeMap::new();
    for (one, other) in between {
        due.extend(cut(space, ties, &one, &other).into_iter().map(|sides| (unit(space, &sides), sides)));
    }
    let dropped: Vec<Handle> = standing
        .into_iter()
        .filter(|question| {
            let unit = &space.proposals.at(*question).unit;
            !due.contains_key(unit) || space.questions_of_unit(unit).first() != Some(question)
        })
        .collect();
    let new: Vec<Wanted> = due
        .iter()
        .filter(|(unit, _)| space.questions_of_unit(unit).is_empty())
        .map(|(unit, sides)| wanted(space, unit.clone(), sides))
        .collect();
    let mut moved: BTreeSet<Handle> = new.iter().flat_map(|question| question.members.iter().copied()).collect();
    let mut released: BTreeSet<(Handle, Handle)> = BTreeSet::new();
    for question in dropped {
        released.extend(pairs(draft.space(), question));
        ask::withdraw(draft, question, settled);
    }
    for question in new {
        ask::propose(draft, question, settled);
    }
    for sides in due.values() {
        for (a, b) in &sides.pairs {
            let unit = pair_unit(draft.space(), *a, *b);
            ask::reconcile(draft, &unit, Vec::new(), settled);
        }
    }
    for (a, b) in &released {
        ask_pair(draft, *a, *b, &mut PairWork::default(), settled);
    }
    let released: BTreeSet<Handle> = released.into_iter().flat_map(|(a, b)| [a, b]).collect();
    for entity in released.iter().copied().filter(|one| has_lone_name(draft.space(), *one)).collect::<Vec<_>>() {
        settle_lone(draft, entity, &mut PairWork::default(), settled);
    }
    moved.extend(released);
    moved
}

/// The pairs that a question across groups asks about, of those who are in use.
pub(super) fn pairs(space: &Space, question: Handle) -> Vec<(Handle, Handle)> {
    let asked = space.proposals.at(question).pairs();
    let roots = asked.iter().filter_map(|(a, b)| Some((space.root_of(a)?, space.root_of(b)?)));
    roots.filter(|(a, b)| space.group_key(*a) != space.group_key(*b)).collect()
}

/// True if a question across groups may still stand as far as the pairs of one of its members go, who may have changed.
/// Whether its sides are groups is for [`settle`] to say.
pub(super) fn stands(space: &Space, ties: &mut Ties, question: Handle, changed: Handle) -> bool {
    let Unit::Across(sides) = &space.proposals.at(question).unit else { return false };
    let in_use = |id: &EntityId| space.entities.handle(id).filter(|one| space.root(*one) == Some(*one));
    let side = |ids: &Vec<EntityId>| ids.iter().map(in_use).collect::<Option<Vec<Handle>>>();
    let [Some(one), Some(other)] = [sides.first().and_then(side), sides.get(1).and_then(side)] else { return false };
    let opposite = if one.contains(&changed) { &other } else { &one };
    let own: Option<Vec<_>> = opposite.iter().map(|one| ties.between(space, changed, *one)).collect();
    let mut is_asked = |a: Handle, b: Handle| ties.between(space, a, b).is_some_and(|tie| tie.asked);
    own.is_some_and(|own| own.iter().any(|tie| tie.asked) || one.iter().any(|a| other.iter().any(|b| is_asked(*a, *b))))
}

/// The different sides, of which one at least is a group, that these pairs lie between.
fn between_sides(space: &Space, pairs: &BTreeSet<(Handle, Handle)>) -> BTreeSet<(Vec<Handle>, Vec<Handle>)> {
    let mut known: BTreeMap<Handle, Vec<Handle>> = BTreeMap::new();
    let mut side = |one: Handle| known.entry(one).or_insert_with(|| side_of(space, one)).clone();
    let mut out = BTreeSet::new();
    for (a, b) in pairs {
        let (one, other) = (side(*a), side(*b));
        if one != other && !one.is_empty() && !other.is_empty() && one.len() + other.len() > 2 {
            out.insert((one.clone().min(other.clone()), one.max(other)));
        }
    }
    out
}

/// The questions across groups that ask about members of both of two sides.
fn standing_between(space: &Space, one: &[Handle], other: &[Handle]) -> BTreeSet<Handle> {
    let of = |side: &[Handle]| -> BTreeSet<Handle> {
        let questions = side.iter().flat_map(|member| space.questions_of_entity(*member)).copied();
        questions.filter(|question| matches!(space.proposals.at(*question).unit, Unit::Across(_))).collect()
    };
    of(one).intersection(&of(other)).copied().collect()
}

/// Cuts what lies between two sides into questions, so that all pairs across one may be asked about and none stands in two.
/// Where all may be, that is one question. Pairs by themselves are none of these.
fn cut(space: &Space, ties: &mut Ties, one: &[Handle], other: &[Handle]) -> Vec<Sides> {
    let sorted = |side: &[Handle]| {
        let mut side = side.to_vec();
        side.sort_by_cached_key(|member| rank(space, *member));
        side
    };
    let (mut one, mut other) = (sorted(one), sorted(other));
    // Which side gives the rows says which of equals is left out, and may not hang on which of them was known first.
    let first = |side: &[Handle]| side.first().map(|member| rank(space, *member));
    if first(&other) < first(&one) {
        std::mem::swap(&mut one, &mut other);
    }
    let mut open: Vec<Vec<_>> =
        one.iter().map(|a| other.iter().map(|b| ties.between(space, *a, *b)).collect()).collect();
    let mut out = Vec::new();
    let asked = |open: &Vec<Vec<Option<Tie>>>, a: usize, b: usize| open[a][b].is_some_and(|tie| tie.asked);
    while let Some((a, b)) = places(one.len(), other.len()).find(|(a, b)| asked(&open, *a, *b)) {
        let mut rows: Vec<usize> = (0..one.len()).filter(|a| open[*a].iter().any(Option::is_some)).collect();
        let mut columns: Vec<usize> = (0..other.len()).filter(|b| open.iter().any(|row| row[*b].is_some())).collect();
        fill(&mut rows, &mut columns, |a, b| open[a][b].is_some());
        if !rows.iter().any(|a| columns.iter().any(|b| asked(&open, *a, *b))) {
            (rows, columns) = (vec![a], vec![b]);
        }
        let mut found: Vec<(i32, (Handle, Handle))> = Vec::new();
        for a in &rows {
            let ties = columns.iter().filter_map(|b| Some((open[*a][*b].take()?.bits, (one[*a], other[*b]))));
            found.extend(ties);
        }
        if found.len() > 1 {
            found.sort_by_key(|(bits, _)| std::cmp::Reverse(*bits));
            let of = |side: &[Handle], at: &[usize]| at.iter().map(|at| side[*at]).collect();
            let bits = better_half(&found);
            let pairs = found.into_iter().map(|(_, pair)| pair).collect();
            out.push(Sides { one: of(&one, &rows), other: of(&other, &columns), pairs, bits });
        }
    }
    out
}

/// The average of the likelier half. What little is known of (a lone family name, a year) is hardly likelier with its own
/// than with anybody, and says little; a single near pair of two groups says no more than that two are near. Of the average
/// of all, of the likeliest pair, of the likelier third, half and two thirds, this ranked historical persons best.
fn better_half(pairs: &[(i32, (Handle, Handle))]) -> i32 {
    let half = &pairs[..pairs.len().div_ceil(2)];
    half.iter().map(|(bits, _)| bits).sum::<i32>() / half.len().max(1) as i32
}

fn places(rows: usize, columns: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..rows).flat_map(move |a| (0..columns).map(move |b| (a, b)))
}

/// Leaves out rows and columns until all places that are left are open, always the one of which the largest part is not;
/// among equals a row before a column, and the last first.
fn fill(rows: &mut Vec<usize>, columns: &mut Vec<usize>, is_open: impl Fn(usize, usize) -> bool) {
    loop {
        let closed_of_row = |a: &usize| columns.iter().filter(|b| !is_open(*a, **b)).count();
        let closed_of_column = |b: &usize| rows.iter().filter(|a| !is_open(**a, *b)).count();
        let worst = |closed: Vec<usize>| closed.into_iter().enumerate().max_by_key(|(at, count)| (*count, *at));
        let row = worst(rows.iter().map(closed_of_row).collect());
        let column = worst(columns.iter().map(closed_of_column).collect());
        match (row, column) {
            (Some((_, 0)), _) | (None, _) | (_, None) => return,
            // Parts are compared without dividing: of a row it is the columns that count.
            (Some((at, row)), Some((_, column))) if row * rows.len() >= column * columns.len() => drop(rows.remove(at)),
            (_, Some((at, _))) => drop(columns.remove(at)),
        }
    }
}

fn unit(space: &Space, sides: &Sides) -> Unit {
    let ids = |side: &[Handle]| -> Vec<EntityId> {
        let mut ids: Vec<EntityId> = side.iter().map(|member| space.entities.at(*member).id).collect();
        ids.sort_unstable();
        ids
    };
    let mut sides = vec![ids(&sides.one), ids(&sides.other)];
    sides.sort_unstable();
    Unit::Across(sides)
}

fn wanted(space: &Space, unit: Unit, sides: &Sides) -> Wanted {
    let mut reasons: Vec<Reason> = Vec::new();
    // How the names of the likeliest pairs compare; those of all would be no list to read.
    for (a, b) in sides.pairs.iter().copied().take(GROUP) {
        for reason in name_reasons(space, a, b, best_match(space, a, b).as_ref()) {
            if !reasons.iter().any(|had| had.code == reason.code && had.args == reason.args) {
                reasons.push(reason);
            }
        }
    }
    reasons_of_fields(space, sides.pairs.iter().copied(), &mut reasons);
    let ids = if let Unit::Across(sides) = &unit { sides.concat() } else { Vec::new() };
    let members = ids.iter().filter_map(|id| space.entities.handle(id)).collect();
    let score = probability(sides.bits);
    Wanted { kind: Kind::Merge, unit, name: None, members, reasons, score, rejected_before: false, held: false }
}
