//! All names near a given one, best first.

use super::query::{Query, Wanted};
use super::{KeysOf, NameIndex};
use crate::names::NameKeys;
use crate::resolve::{Match, compare};

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
    /// All nodes that [`compare`] calls near `q`, best first (by score, then by node), at most `limit` of them.
    ///
    /// Exactly what comparing with every node gives, equal names included. `q` need not be in the index.
    pub fn near<'k>(&self, q: &NameKeys, keys: KeysOf<'_, 'k>, limit: usize) -> Near {
        if q.is_empty() {
            return Near::default();
        }
        let query = Query::new(self, q, None);
        let wholes = query.wholes(self, keys);
        let mut found: Vec<(u16, u32)> = Vec::new();
        for node in &wholes {
            if let Some(m) = compare(q, keys(*node)) {
                found.push((m.score, *node));
            }
        }
        let mut candidates = Vec::new();
        query.candidates(self, Wanted::All, &mut 0, &mut |node| candidates.push(node));
        candidates.sort_unstable();
        candidates.dedup();
        for node in candidates {
            if wholes.binary_search(&node).is_err()
                && let Some(score) = self.node(node).and_then(|entry| query.score(self, entry))
            {
                found.push((score, node));
            }
        }
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
                let m = compare(q, keys(node))?;
                debug_assert_eq!(score, m.score, "{} / {}", q.exact, keys(node).exact);
                Some(Hit { node, m })
            })
            .collect();
        Near { cut: total - hits.len(), total, hits }
    }
}
