//! All pairs of names that are worth a question, without comparing everything with everything.
//!
//! Each node in turn is put to the index ([`super::worth`]); a pair is visited once. Where work is restricted to some
//! nodes and only one of a pair is among them, it is visited from that one.

use super::worth::{Known, Reached};
use super::{KeysOf, NameIndex};
use crate::resolve::{Finder, judge_with};

/// What looking at a node costs, in judged pairs.
const NODE: usize = 50;

/// How far a join has come. Start with the default; keep it between calls. Nodes that are added meanwhile have to
/// get larger ids, or be joined afterwards with `only`.
#[derive(Clone, Debug, Default)]
pub struct PairCursor {
    next: u32,
    done: bool,
    known: Known,
    /// What was known was learned from the index as it was then.
    generation: u64,
}

impl PairCursor {
    /// Continues at this node. See [`PairCursor::position`].
    pub fn at(position: u32) -> Self {
        Self { next: position, ..Self::default() }
    }

    /// The next node to be put to the index: all that needs saving.
    pub fn position(&self) -> u32 {
        self.next
    }

    /// Whether the end was reached.
    pub fn is_done(&self) -> bool {
        self.done
    }
}

/// What a call of [`NameIndex::pairs`] did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairStats {
    /// Nodes put to the index.
    pub looked_at: usize,
    /// Pairs judged.
    pub scored: usize,
    /// Pairs visited.
    pub near: usize,
    /// Pairs judged and left out: too far apart, or there by chance where so many names have their tokens. Most such pairs
    /// are never looked at and not counted.
    pub unlikely: usize,
}

impl NameIndex {
    /// Visits every pair of nodes that is worth a question once, as `(smaller id, larger id, bits)`. Stops after the
    /// node at which `budget` judged pairs are reached, where looking at a node counts as fifty; call again until
    /// [`PairCursor::is_done`].
    ///
    /// Exactly the pairs that [`judge`](crate::resolve::judge) calls likely with the counts of this index, and those that are
    /// likely, and can be found, with what `more` says for one of them: hundredths of bits that evidence beside the names
    /// could add at most. `only` restricts to pairs with at least one node for which it is true.
    ///
    /// Cost: about linear in the number of names. A pair of names that differ is found from the one whose differing
    /// token is the commoner, by way of the rarer one's few names; where tokens are so common that no pair of them could be
    /// worth it, their names are not gone through at all.
    pub fn pairs<'k>(
        &self,
        keys: KeysOf<'_, 'k>,
        cursor: &mut PairCursor,
        budget: usize,
        only: Option<&dyn Fn(u32) -> bool>,
        more: &dyn Fn(u32) -> i32,
        visit: &mut dyn FnMut(u32, u32, i32),
    ) -> PairStats {
        let mut stats = PairStats::default();
        if cursor.generation != self.generation {
            cursor.known = Known::default();
            cursor.generation = self.generation;
        }
        let wanted = |node: u32| only.is_none_or(|only| only(node));
        let mut candidates = Vec::new();
        while (cursor.next as usize) < self.nodes.len() {
            let node = cursor.next;
            cursor.next += 1;
            if self.node(node).is_none() || !wanted(node) {
                continue;
            }
            stats.looked_at += 1;
            let more = more(node).max(0);
            let reached = if only.is_some() { Reached::FromHere } else { Reached::FromEither };
            self.worth_a_look(node, keys, more, reached, Some(&mut cursor.known), &mut candidates);
            for other in candidates.drain(..) {
                stats.scored += 1;
                let (a, b) = (node.min(other), node.max(other));
                let Some((bits, finder)) = judge_with(keys(a), keys(b), self, more) else {
                    stats.unlikely += 1;
                    continue;
                };
                let finder = match finder {
                    Some(Finder::First) => a,
                    Some(Finder::Second) | None => b,
                };
                if finder == node || !wanted(other) {
                    stats.near += 1;
                    visit(a, b, bits);
                }
            }
            if stats.scored + NODE * stats.looked_at >= budget {
                break;
            }
        }
        cursor.done = cursor.next as usize >= self.nodes.len();
        stats
    }
}
