//! Finding pairs of near names over a whole memory, and the groups that they make, in resumable slices.
//!
//! A few changed entities are looked up one by one. Many, as after an import, are joined over the index: near names
//! first, then who holds them; never pair by pair over everything. Each slice is a command of its own, so the memory
//! may change between slices: an entity that changed meanwhile keeps its mark and is compared again.

use crate::index::PairCursor;
use crate::settle::{
    PairWork, Settled, around, ask_pair, find_pairs, most, note_unpaired, settle_lone, settle_near_groups, sharing,
    withdraw_stale,
};
use crate::state::{Draft, Effect, Handle, NodeId, Operation};
use std::collections::{BTreeMap, BTreeSet};

/// Entities that are looked up one by one; more are joined.
const FEW: usize = 64;
// A slice is a command, and in a browser a command waits for a lock and two transactions, however little it does. So one
// is as much work as a step of an import; slices of a fifth of that spent a quarter of the time on waiting.

/// Judged pairs a slice of the join.
const SCORED: usize = 60_000;
/// Open questions, or changed entities, that are looked at in a slice of the other phases.
const LOOKED: usize = 5_000;
/// Lone names a slice.
const LONE: usize = 500;
/// Entities a record of what was compared.
const NOTED: usize = 12_000;

/// What a sweep does next.
#[derive(Debug, Clone, Default)]
enum Phase {
    #[default]
    Begin,
    /// Questions about changed entities that may no longer stand, from this entity on.
    Stale(usize),
    /// Near names, joined.
    Join,
    /// Entities that share a value that identifies, from this entity on.
    Sharing(usize),
    /// Lone names, from this one on.
    Lone(usize),
    /// Groups of those that are near to each other, from this entity on.
    Groups(usize),
    /// Noting what was compared, from this one on.
    Note(usize),
    Done,
}

/// How far a sweep has come.
#[derive(Debug, Clone, Default)]
pub struct Sweep {
    /// What was done.
    pub work: PairWork,
    /// Entities to be looked at, as known when it began.
    pub total: Option<u32>,
    phase: Phase,
    /// What changed before the sweep began, with the stamp of when.
    set: BTreeMap<Handle, u64>,
    /// By name: whether one of them held it when the sweep began. Asked for each pair that comes up.
    changed: Vec<bool>,
    lone: Vec<Handle>,
    /// What changed, and who stood in one question with it.
    from: Vec<Handle>,
    cursor: PairCursor,
}

/// Where a slice began, for running it again when another tab was faster.
#[derive(Debug, Clone)]
pub struct Start {
    phase: Phase,
    work: PairWork,
    position: u32,
}

impl Sweep {
    /// Where the next slice begins.
    pub fn begin_slice(&self) -> Start {
        Start { phase: self.phase.clone(), work: self.work, position: self.cursor.position() }
    }

    /// Goes back to where a slice began, if it had gone on.
    pub fn again(&mut self, start: &Start) {
        self.phase = start.phase.clone();
        self.work = start.work;
        if self.cursor.position() != start.position {
            self.cursor = PairCursor::at(start.position);
        }
    }

    /// Does one slice and writes its record. The second value is true if more is left.
    ///
    /// # Errors
    /// Only those of [`Draft::write`].
    pub fn slice(&mut self, draft: &mut Draft<'_>) -> Result<(Settled, bool), String> {
        let mut settled = Settled::default();
        match self.phase {
            Phase::Begin => self.begin(draft, &mut settled),
            Phase::Stale(from) => {
                let slice: Vec<Handle> = self.set.keys().skip(from).take(LOOKED).copied().collect();
                let afresh = withdraw_stale(draft, &slice, &mut settled).into_iter();
                // Who is among those to be compared is so in a moment; others have to be, later.
                note_unpaired(draft, afresh.filter(|root| !self.set.contains_key(root)));
                let next = from + slice.len();
                self.phase = if next < self.set.len() { Phase::Stale(next) } else { Phase::Join };
            }
            Phase::Join => self.join(draft, &mut settled),
            Phase::Sharing(from) => {
                let slice: Vec<Handle> = self.set.keys().skip(from).take(LOOKED).copied().collect();
                let roots = slice.iter().copied().filter(|entity| draft.space().root(*entity) == Some(*entity));
                let found: BTreeSet<(Handle, Handle)> = roots
                    .flat_map(|entity| {
                        let others = sharing(draft.space(), entity).into_iter();
                        others.map(move |other| (entity.min(other), entity.max(other)))
                    })
                    .collect();
                self.work.pairs += found.len() as u32;
                for (a, b) in found {
                    ask_pair(draft, a, b, &mut self.work, &mut settled);
                }
                let next = from + slice.len();
                self.phase = if next < self.set.len() { Phase::Sharing(next) } else { Phase::Lone(0) };
            }
            Phase::Lone(from) => {
                let slice: Vec<Handle> = self.lone.iter().skip(from).take(LONE).copied().collect();
                for entity in &slice {
                    settle_lone(draft, *entity, &mut self.work, &mut settled);
                }
                let next = from + slice.len();
                self.phase = if next < self.lone.len() { Phase::Lone(next) } else { Phase::Groups(0) };
            }
            Phase::Groups(at) => {
                let slice: BTreeSet<Handle> = self.from.iter().skip(at).take(LOOKED).copied().collect();
                let changed = |one| self.set.contains_key(&one);
                self.work.crowded += settle_near_groups(draft, &slice, &changed, &mut settled);
                let next = at + slice.len();
                self.phase = if next < self.from.len() { Phase::Groups(next) } else { Phase::Note(0) };
            }
            Phase::Note(from) => {
                let space = draft.space();
                let slice: Vec<(&Handle, &u64)> = self.set.iter().skip(from).take(NOTED).collect();
                let next = from + slice.len();
                let same = slice.into_iter().filter(|(entity, stamp)| space.unpaired.get(*entity) == Some(*stamp));
                let entities: Vec<_> = same.map(|(entity, _)| space.entities.at(*entity).id).collect();
                if !entities.is_empty() {
                    draft.effect(Effect::Paired { entities });
                }
                self.phase = if next < self.set.len() { Phase::Note(next) } else { Phase::Done };
            }
            Phase::Done => {}
        }
        if draft.has_effects() {
            let effects = draft.take_effects();
            let id = draft.new_id();
            draft.write(Operation::Organize { effects }, id, None)?;
        }
        Ok((settled, !matches!(self.phase, Phase::Done)))
    }

    fn begin(&mut self, draft: &mut Draft<'_>, settled: &mut Settled) {
        let space = draft.space();
        self.set.clone_from(&space.unpaired);
        self.total = Some(self.set.len() as u32);
        if self.set.len() <= FEW {
            let entities: Vec<Handle> = self.set.keys().copied().collect();
            let done = find_pairs(draft, &entities, settled);
            self.work.add(&done);
            self.phase = Phase::Done;
            return;
        }
        let names = 0..space.nodes.len() as NodeId;
        let held = |node: NodeId| space.nodes.at(node).holders.iter().any(|holder| self.set.contains_key(holder));
        self.changed = names.clone().map(held).collect();
        // By names, of which few are lone: asking each entity for its names took as long as ten slices.
        let lone = names.filter(|node| space.nodes.keys(*node).is_lone_given_name());
        let roots = lone.flat_map(|node| space.nodes.at(node).holders.iter().filter_map(|raw| space.root(*raw)));
        let together: BTreeSet<Handle> = roots.flat_map(|root| space.group(root)).collect();
        self.lone = together.into_iter().collect();
        let mut from = around(space, self.set.keys());
        from.extend(self.set.keys());
        self.from = from.into_iter().collect();
        self.phase = Phase::Stale(0);
    }

    fn join(&mut self, draft: &mut Draft<'_>, settled: &mut Settled) {
        let space = draft.space();
        let changed = |node: u32| self.changed.get(node as usize).copied().unwrap_or_default();
        // After an import all names are new, and a pair may be found from either side.
        let all = self.changed.len() == space.nodes.len() && self.changed.iter().all(|changed| *changed);
        let only: Option<&dyn Fn(u32) -> bool> = if all { None } else { Some(&changed) };
        let keys = |node: u32| space.nodes.keys(node);
        // What fields may add is looked at for the pairs that it could make likely.
        let more =
            |node: u32| space.holders(node).into_iter().map(|holder| most(space, holder)).max().unwrap_or_default();
        let mut found = BTreeSet::new();
        let mut visit = |a: u32, b: u32, _: i32| {
            for x in space.holders(a) {
                let others = space.holders(b).into_iter().filter(|y| space.group_key(x) != space.group_key(*y));
                found.extend(others.map(|y| (x.min(y), x.max(y))));
            }
        };
        let stats = space.nodes.held().pairs(&keys, &mut self.cursor, SCORED, only, &more, &mut visit);
        self.work.entities += stats.looked_at as u32;
        self.work.pairs += stats.scored as u32;
        self.work.weak += stats.unlikely as u32;
        for (a, b) in found {
            ask_pair(draft, a, b, &mut self.work, settled);
        }
        if self.cursor.is_done() {
            self.phase = Phase::Sharing(0);
        }
    }
}
