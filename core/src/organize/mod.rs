//! Finding pairs of near names over a whole memory, in resumable slices.
//!
//! A few changed entities are looked up one by one. Many, as after an import, are joined over the index: near names
//! first, then who holds them; never pair by pair over everything. Each slice is a command of its own, so the memory
//! may change between slices: an entity that changed meanwhile keeps its mark and is compared again.

use crate::index::PairCursor;
use crate::model::Unit;
use crate::resolve::ASK;
use crate::settle::{PairWork, Settled, ask_about, find_pairs, is_part, settle_lone};
use crate::state::{Draft, Effect, Handle, NodeId, Operation};
use std::collections::{BTreeMap, BTreeSet};

/// Entities that are looked up one by one; more are joined.
const FEW: usize = 64;
/// Scored pairs a slice of the join.
const SCORED: usize = 50_000;
/// Lone names a slice.
const LONE: usize = 100;
/// Entities a record of what was compared.
const NOTED: usize = 5_000;

/// What a sweep does next.
#[derive(Debug, Clone, Default)]
enum Phase {
    #[default]
    Begin,
    /// Near names, joined.
    Join,
    /// Lone names, from this one on.
    Lone(usize),
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
            Phase::Join => self.join(draft, &mut settled),
            Phase::Lone(from) => {
                let slice: Vec<Handle> = self.lone.iter().skip(from).take(LONE).copied().collect();
                for entity in &slice {
                    settle_lone(draft, *entity, &mut self.work, &mut settled);
                }
                let next = from + slice.len();
                self.phase = if next < self.lone.len() { Phase::Lone(next) } else { Phase::Note(0) };
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
        self.phase = Phase::Join;
    }

    fn join(&mut self, draft: &mut Draft<'_>, settled: &mut Settled) {
        let space = draft.space();
        let changed = |node: u32| self.changed.get(node as usize).copied().unwrap_or_default();
        let mut found = Vec::new();
        let keys = |node: u32| space.nodes.keys(node);
        let stats = space.nodes.held().pairs(&keys, &mut self.cursor, SCORED, Some(&changed), &mut |a, b, near| {
            if near.score >= ASK && !is_part(&near) {
                found.push((a, b, near));
            }
        });
        self.work.entities += stats.looked_at as u32;
        self.work.pairs += stats.scored as u32;
        self.work.weak += (stats.near - found.len()) as u32;
        // Two entities may have several near names: the nearest counts.
        let mut best: BTreeMap<(Handle, Handle), crate::resolve::Match> = BTreeMap::new();
        for (a, b, near) in found {
            for x in space.holders(a) {
                for y in space.holders(b) {
                    if space.group_key(x) == space.group_key(y) {
                        continue;
                    }
                    let pair = (x.min(y), x.max(y));
                    if best.get(&pair).is_none_or(|had| had.score < near.score) {
                        best.insert(pair, near.clone());
                    }
                }
            }
        }
        for ((a, b), near) in best {
            let space = draft.space();
            let (one, other) = (space.entities.at(a).id, space.entities.at(b).id);
            let unit = if one <= other { Unit::Pair(one, other) } else { Unit::Pair(other, one) };
            // An earlier slice asked about them by other names; the question stands.
            if space.questions_of_unit(&unit).is_empty() {
                ask_about(draft, a, b, &near, &mut self.work, settled);
            }
        }
        if self.cursor.is_done() {
            self.phase = if self.lone.is_empty() { Phase::Note(0) } else { Phase::Lone(0) };
        }
    }
}
