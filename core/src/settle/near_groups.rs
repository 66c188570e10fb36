//! Gathering what is near into groups: ten variants of one person are one question, not forty-five.
//!
//! Names and values ask about those who share them, pairs about those who are near. Where such questions tie more than two
//! together, this takes all members, compares each with each, parts them by the average of their pairs ([`partition`]) and
//! asks about each group of more than two in the place of the pairs within it. So a weak pair inside a strong group is asked
//! about, and an outlier is left out. What this asks is a function of which pairs are worth a question and of how likely they
//! are, not of how they came to be known.
//!
//! The unit of work is what is tied together, found through the questions that stand. More than [`APART`] that are tied
//! together are nobody's variants: there only closer ties count ([`TIES`]), until so few are left. Those of whom even the
//! closest ties hold together too many stay pairs, and are counted.

use super::across;
use super::evidence::{best_match, name_reasons, pairs_of, share_folded_key};
use super::pairs::{PairWork, ask_pair, has_lone_name, pair_unit, settle_lone};
use super::partition::partition;
use super::shared::{APART, field_reasons, rank};
use super::ties::{TIES, Tie, Ties};
use super::{Settled, Wanted, Work, ask, shared, texts};
use crate::model::*;
use crate::policy::GROUP;
use crate::resolve::{LIKELY, probability};
use crate::state::{Draft, Handle, Space};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Those who stand in one question with any of these entities: with whom they are, or were, tied.
pub(crate) fn around<'a>(space: &Space, entities: impl IntoIterator<Item = &'a Handle>) -> BTreeSet<Handle> {
    let questions = entities.into_iter().flat_map(|entity| space.questions_of_entity(*entity));
    questions.flat_map(|question| members(space, *question)).collect()
}

/// The members of a question about entities of which not too many are asked about.
pub(super) fn members(space: &Space, question: Handle) -> Vec<Handle> {
    let proposal = space.proposals.at(question);
    if proposal.name.is_some() || proposal.pins.len() > APART {
        return Vec::new();
    }
    proposal.members().filter_map(|id| space.entities.handle(&id)).collect()
}

/// True if a group of near ones asks about two roots, or a question across two groups.
pub(super) fn in_one_group(space: &Space, a: Handle, b: Handle) -> bool {
    let (one, other) = (space.entities.at(a).id, space.entities.at(b).id);
    space.questions_of_entity(a).iter().any(|question| match &space.proposals.at(*question).unit {
        Unit::Group(members) => members.contains(&other),
        Unit::Across(sides) => {
            let side = |id| sides.iter().position(|side| side.contains(&id));
            side(other).is_some_and(|at| side(one) != Some(at))
        }
        _ => false,
    })
}

/// Who is held to be one with an entity: the group of near ones that it stands in, or the entity alone. Only who is in use.
pub(super) fn side_of(space: &Space, entity: Handle) -> Vec<Handle> {
    let group = groups_of(space, entity).min_by_key(|group| space.proposals.at(*group).id);
    let mut side = group.map_or_else(|| vec![entity], |group| members(space, group));
    side.retain(|member| space.root(*member) == Some(*member));
    side.sort_unstable();
    side
}

fn groups_of(space: &Space, entity: Handle) -> impl Iterator<Item = Handle> + '_ {
    let questions = space.questions_of_entity(entity).iter().copied();
    questions.filter(|question| matches!(space.proposals.at(*question).unit, Unit::Group(_)))
}

/// Asks about the groups that entities belong in, and no longer about those that they belonged in. `from` are entities that
/// changed and those [`around`] them before; what ties two others is what it was. Gives how many of `from` stay in pairs
/// because too many are tied together.
pub(crate) fn settle(
    draft: &mut Draft<'_>,
    from: &BTreeSet<Handle>,
    changed: &dyn Fn(Handle) -> bool,
    settled: &mut Settled,
) -> u32 {
    let space = draft.space();
    let mut tied = Tied::new(space);
    let affected = tied.affected(from, changed);
    let mut due: BTreeMap<Unit, (Vec<Handle>, i32)> = BTreeMap::new();
    let mut seen: FxHashSet<Handle> = FxHashSet::default();
    let mut crowded = 0;
    for start in &affected {
        if !seen.contains(start) && !is_of_one_name(space, *start) {
            match tied.together(*start) {
                Some(together) => {
                    seen.extend(&together);
                    due.extend(tied.groups(together));
                }
                None => crowded += u32::from(from.contains(start)),
            }
        }
    }
    let mut ties = tied.ties;
    let standing: BTreeSet<Handle> =
        affected.iter().chain(from).chain(&seen).flat_map(|one| groups_of(space, *one)).collect();
    let dropped: Vec<Handle> = standing
        .into_iter()
        .filter(|group| {
            let unit = &space.proposals.at(*group).unit;
            !due.contains_key(unit) || space.questions_of_unit(unit).first() != Some(group)
        })
        .collect();
    let new: Vec<Wanted> = due
        .iter()
        .filter(|(unit, _)| space.questions_of_unit(unit).is_empty())
        .map(|(unit, (members, bits))| wanted(space, unit.clone(), members, *bits))
        .collect();
    let mut moved: BTreeSet<Handle> = new.iter().flat_map(|group| group.members.iter().copied()).collect();
    let mut apart: BTreeSet<(Handle, Handle)> = BTreeSet::new();
    let mut lone: BTreeSet<Handle> = BTreeSet::new();
    for group in dropped {
        let members: BTreeSet<Handle> =
            members(draft.space(), group).into_iter().filter_map(|member| draft.space().root(member)).collect();
        apart.extend(pairs_of(&members.iter().copied().collect::<Vec<_>>()));
        lone.extend(members.iter().copied().filter(|member| has_lone_name(draft.space(), *member)));
        moved.extend(members);
        ask::withdraw(draft, group, settled);
    }
    for group in new {
        ask::propose(draft, group, settled);
    }
    for (members, _) in due.values() {
        for (a, b) in pairs_of(members) {
            let unit = pair_unit(draft.space(), a, b);
            ask::reconcile(draft, &unit, Vec::new(), settled);
        }
    }
    for (a, b) in &apart {
        ask_pair(draft, *a, *b, &mut PairWork::default(), settled);
    }
    for entity in lone {
        settle_lone(draft, entity, &mut PairWork::default(), settled);
    }
    let mut sides = moved.clone();
    sides.extend(affected.iter().chain(from).copied().filter(|one| changed(*one)));
    moved.extend(across::settle(draft, &mut ties, &sides, apart, settled));
    ask_of_values(draft, &moved, settled);
    crowded
}

/// Settles what names and values ask about entities that a group took in or let go.
pub(super) fn ask_of_values(draft: &mut Draft<'_>, entities: &BTreeSet<Handle>, settled: &mut Settled) {
    if entities.is_empty() {
        return;
    }
    let mut work = Work::default();
    work.add_names_and_values(draft.space(), entities);
    shared::settle(draft, &work, settled);
    work.joined_texts(draft.space(), settled);
    texts::settle(draft, &work, settled);
}

/// True if the only question about an entity is that of its name, and so for all who share it: nothing ties it to another
/// name.
fn is_of_one_name(space: &Space, entity: Handle) -> bool {
    let [question] = space.questions_of_entity(entity) else { return space.questions_of_entity(entity).is_empty() };
    let alone = |member: Handle| space.questions_of_entity(member) == [*question];
    matches!(space.proposals.at(*question).unit, Unit::Folded(_)) && members(space, *question).into_iter().all(alone)
}

fn wanted(space: &Space, unit: Unit, members: &[Handle], bits: i32) -> Wanted {
    let mut reasons: Vec<Reason> = Vec::new();
    for (a, b) in pairs_of(members) {
        for reason in name_reasons(space, a, b, best_match(space, a, b).as_ref()) {
            if !reasons.iter().any(|had| had.code == reason.code && had.args == reason.args) {
                reasons.push(reason);
            }
        }
    }
    field_reasons(space, members, &mut reasons);
    let (members, score) = (members.to_vec(), probability(bits));
    Wanted { kind: Kind::Merge, unit, name: None, members, reasons, score, rejected_before: false, held: false }
}

/// What ties entities together, each pair weighed once.
struct Tied<'s> {
    space: &'s Space,
    ties: Ties,
    of: FxHashMap<Handle, Rc<[(Handle, i32)]>>,
    /// By level: with more than may be compared.
    too_many: [FxHashSet<Handle>; TIES.len()],
}

impl<'s> Tied<'s> {
    fn new(space: &'s Space) -> Self {
        let (ties, of, too_many) = Default::default();
        Self { space, ties, of, too_many }
    }

    /// Whose groups may be other ones now: who changed, and whoever was or is tied to one that did, over any number of
    /// others that did not.
    fn affected(&mut self, from: &BTreeSet<Handle>, changed: &dyn Fn(Handle) -> bool) -> BTreeSet<Handle> {
        let space = self.space;
        let grouped = from.iter().flat_map(|one| groups_of(space, *one)).flat_map(|group| members(space, group));
        let from = from.iter().copied().chain(grouped).filter(|one| space.root(*one) == Some(*one));
        let mut out: BTreeSet<Handle> = BTreeSet::new();
        // By level: who was reached with all who are tied to him, and who is tied to too many.
        let mut whole: [FxHashSet<Handle>; TIES.len()] = Default::default();
        let mut cut = whole.clone();
        for start in from {
            let near: Vec<(Handle, i32)> = if changed(start) {
                self.of(start).iter().copied().filter(|(one, _)| !changed(*one)).collect()
            } else {
                vec![(start, i32::MAX)]
            };
            out.insert(start);
            for (one, bits) in near {
                for level in (0..TIES.len()).take_while(|level| bits >= TIES[*level]) {
                    if whole[level].contains(&one) {
                        break;
                    }
                    if cut[level].contains(&one) {
                        continue;
                    }
                    let reached = self.reach(one, level, changed);
                    out.extend(&reached);
                    if reached.len() <= APART {
                        whole[level].extend(reached);
                        break;
                    }
                    // Over the others, too many are tied together with or without who changed: so only closer ties count.
                    cut[level].extend(reached);
                }
            }
        }
        out
    }

    /// Who is tied to one as closely as a level wants, over whomever, but not over those who are left out; one more than
    /// [`APART`] and those tied to the last at most.
    fn reach(&mut self, start: Handle, level: usize, left_out: &dyn Fn(Handle) -> bool) -> Vec<Handle> {
        let mut out = vec![start];
        let mut next = 0;
        while let Some(at) = out.get(next).copied().filter(|_| out.len() <= APART) {
            for (other, bits) in self.of(at).iter() {
                if *bits >= TIES[level] && !left_out(*other) && !out.contains(other) {
                    out.push(*other);
                }
            }
            next += 1;
        }
        out
    }

    /// All who are tied together with one, by the first ties that do not hold too many together. Nothing if there are none.
    fn together(&mut self, start: Handle) -> Option<Vec<Handle>> {
        for level in 0..TIES.len() {
            if self.too_many[level].contains(&start) {
                continue;
            }
            let out = self.reach(start, level, &|_| false);
            if out.len() <= APART {
                return Some(out);
            }
            self.too_many[level].extend(out);
        }
        None
    }

    /// The groups of more than two among those who are tied together, by their units, with how likely their pairs are one on
    /// average. Those of one name are asked about by that.
    fn groups(&mut self, mut together: Vec<Handle>) -> Vec<(Unit, (Vec<Handle>, i32))> {
        if together.len() < 3 {
            return Vec::new();
        }
        let space = self.space;
        together.sort_by_cached_key(|member| rank(space, *member));
        let mut ties = vec![vec![None; together.len()]; together.len()];
        for (a, one) in together.iter().enumerate() {
            for (b, other) in together.iter().enumerate().skip(a + 1) {
                let bits = self.tie(*one, *other).map(|tie| tie.bits);
                (ties[a][b], ties[b][a]) = (bits, bits);
            }
        }
        let mut out = Vec::new();
        for group in partition(together.len(), GROUP, LIKELY, |a, b| ties[a][b]) {
            let mut members: Vec<Handle> = group.iter().map(|at| together[*at]).collect();
            members.sort_by_key(|member| space.entities.at(*member).id);
            let pairs: Vec<(Handle, Handle)> = pairs_of(&members).collect();
            if members.len() < 3 || pairs.iter().all(|(a, b)| share_folded_key(space, *a, *b)) {
                continue;
            }
            let sum: i32 = pairs.iter().filter_map(|(a, b)| self.tie(*a, *b)).map(|tie| tie.bits).sum();
            let unit = Unit::Group(members.iter().map(|member| space.entities.at(*member).id).collect());
            out.push((unit, (members, sum / pairs.len() as i32)));
        }
        out
    }

    /// Who is tied to one, and how closely.
    fn of(&mut self, one: Handle) -> Rc<[(Handle, i32)]> {
        if let Some(known) = self.of.get(&one) {
            return known.clone();
        }
        let space = self.space;
        let questions = space.questions_of_entity(one).iter();
        // Only who is in use: so two that stand in one question are tied from either side.
        let others = questions.flat_map(|question| members(space, *question));
        let mut others: BTreeSet<Handle> = others.filter(|other| space.root(*other) == Some(*other)).collect();
        others.remove(&one);
        let tie = |other: Handle| Some((other, self.tie(one, other).filter(|tie| tie.ties)?.bits));
        let tied: Rc<[(Handle, i32)]> = others.into_iter().filter_map(tie).collect();
        self.of.insert(one, tied.clone());
        tied
    }

    /// What ties two, if they may stand in one group.
    fn tie(&mut self, a: Handle, b: Handle) -> Option<Tie> {
        self.ties.between(self.space, a, b).filter(|tie| tie.groups)
    }
}
