//! All names near each other, without comparing everything with everything.
//!
//! Each node in turn is put to the index as a query; a pair is visited from its node with the larger id. Where work is
//! restricted to some nodes and only one of a pair is among them, it is visited from that one.

use super::query::{Expansions, Query};
use super::{KeysOf, NameIndex};
use crate::resolve::{Match, Reach, compare_to_ask};

/// What expanding the tokens of a node costs, in scored pairs.
const NODE: usize = 50;

/// How far a join has come. Start with the default; keep it between calls. Nodes that are added meanwhile have to
/// get larger ids, or be joined afterwards with `only`.
#[derive(Clone, Debug, Default)]
pub struct PairCursor {
    next: u32,
    done: bool,
    expansions: Expansions,
    /// The vocabulary that the expansions were made of had so many tokens.
    tokens: usize,
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

/// Pairs that came close and were not visited, by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Share a token that is written or sounds alike, but their identity tokens differ. Counted from each side that
    /// was looked at, before anything else is known of them.
    pub identity_tokens_differ: usize,
    /// Were scored, and are too far apart.
    pub too_far: usize,
}

/// What a call of [`NameIndex::pairs`] did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairStats {
    /// Nodes put to the index.
    pub looked_at: usize,
    /// Pairs scored.
    pub scored: usize,
    /// Pairs visited.
    pub near: usize,
    /// What was left out.
    pub left_out: LeftOut,
}

impl NameIndex {
    /// Visits every near pair of nodes once, as `(smaller id, larger id, match)`, with the arguments of the reasons in
    /// that order. Stops after the node at which `budget` scored pairs are reached, where looking at a node counts as
    /// fifty; call again until [`PairCursor::is_done`].
    ///
    /// Exactly the pairs that [`compare_to_ask`] calls near: it leaves out what is only a candidate for somebody who looks.
    /// `only` restricts to pairs with at least one node for which it is true.
    pub fn pairs<'k>(
        &self,
        keys: KeysOf<'_, 'k>,
        cursor: &mut PairCursor,
        budget: usize,
        only: Option<&dyn Fn(u32) -> bool>,
        visit: &mut dyn FnMut(u32, u32, Match),
    ) -> PairStats {
        let mut stats = PairStats::default();
        if cursor.tokens != self.vocabulary.len() {
            cursor.expansions = Expansions::default();
            cursor.tokens = self.vocabulary.len();
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
            let mine = keys(node);
            let query = Query::new(self, mine, Reach::Whole, Some(&mut cursor.expansions));
            // From the larger id, unless the other one is never looked at.
            let is_partner = |other: u32| other < node || (other > node && only.is_some_and(|only| !only(other)));
            let mut wholes = query.wholes(self, keys);
            wholes.retain(|other| is_partner(*other));
            candidates.clear();
            query.candidates(self, &mut stats.left_out.identity_tokens_differ, &mut |other| {
                if is_partner(other) {
                    candidates.push(other);
                }
            });
            candidates.sort_unstable();
            candidates.dedup();
            candidates.retain(|other| wholes.binary_search(other).is_err());
            let mut emit = |other: u32, stats: &mut PairStats| {
                let (a, b) = (node.min(other), node.max(other));
                match compare_to_ask(keys(a), keys(b)) {
                    Some(m) => {
                        stats.near += 1;
                        visit(a, b, m);
                    }
                    None => stats.left_out.too_far += 1,
                }
            };
            stats.scored += wholes.len() + candidates.len();
            for other in &wholes {
                emit(*other, &mut stats);
            }
            for other in &candidates {
                if self.node(*other).is_some_and(|entry| query.score(self, entry).is_some()) {
                    emit(*other, &mut stats);
                } else {
                    stats.left_out.too_far += 1;
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
