//! All names near a given one, best first.

use super::query::Query;
use super::{KeysOf, NameIndex};
use crate::names::NameKeys;
use crate::resolve::{ASK, Match, NEAR, Reach, compare_to_ask, compare_with};

/// A node that is near.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Which.
    pub node: u32,
    /// How near, and why.
    pub m: Match,
}

/// What [`NameIndex::near`] found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Near {
    /// Best first: by score, then by node.
    pub hits: Vec<Hit>,
    /// How many nodes are near.
    pub total: usize,
    /// How many of them are left out of `hits` because of the limit.
    pub cut: usize,
}

impl NameIndex {
    /// All nodes that [`compare_with`] calls near `q`, best first (by score, then by node), at most `limit` of them.
    ///
    /// Exactly what comparing with every node gives, equal names included. `q` need not be in the index.
    pub fn near<'k>(&self, q: &NameKeys, keys: KeysOf<'_, 'k>, limit: usize) -> Near {
        self.search(q, keys, limit, Reach::Partial, NEAR)
    }

    /// As [`NameIndex::near`], but only nodes that are worth a question: those with a score of at least [`ASK`]. Several
    /// times cheaper than leaving out the others afterwards.
    pub fn near_to_ask<'k>(&self, q: &NameKeys, keys: KeysOf<'_, 'k>, limit: usize) -> Near {
        self.search(q, keys, limit, Reach::Whole, ASK)
    }

    fn search<'k>(&self, q: &NameKeys, keys: KeysOf<'_, 'k>, limit: usize, reach: Reach, least: u16) -> Near {
        if q.is_empty() {
            return Near::default();
        }
        let compare = |node: u32| match reach {
            Reach::Partial => compare_with(q, keys(node), &self.tables),
            Reach::Whole => compare_to_ask(q, keys(node), &self.tables),
        };
        let query = Query::new(self, q, reach);
        let wholes = query.wholes(self, keys);
        let mut found: Vec<(u16, u32)> =
            wholes.iter().filter_map(|node| Some((compare(*node)?.score, *node))).collect();
        let mut candidates = Vec::new();
        query.candidates(self, &mut |node| candidates.push(node));
        candidates.sort_unstable();
        candidates.dedup();
        for node in candidates {
            if wholes.binary_search(&node).is_err()
                && let Some(score) = self.node(node).and_then(|entry| query.score(self, entry))
            {
                found.push((score, node));
            }
        }
        found.retain(|(score, _)| *score >= least);
        let total = found.len();
        let order = |(score, node): &(u16, u32)| (std::cmp::Reverse(*score), *node);
        if limit < total {
            if limit > 0 {
                found.select_nth_unstable_by_key(limit - 1, order);
            }
            found.truncate(limit);
        }
        found.sort_unstable_by_key(order);
        let hits: Vec<Hit> = found
            .into_iter()
            .filter_map(|(score, node)| {
                let m = compare(node)?;
                debug_assert_eq!(score, m.score, "{} / {}", q.exact, keys(node).exact);
                Some(Hit { node, m })
            })
            .collect();
        Near { cut: total - hits.len(), total, hits }
    }
}
