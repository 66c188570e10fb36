//! Names that are not near, and share a token that is rare in this memory.
//!
//! A last resort for somebody who looks a name up and finds nothing near: "Samuel Fildes" beside the only Fildes.
//! Never for questions: it says "somebody of that name", not "the same". Unlike nearness it depends on what else is in
//! the memory (though not on the order in which it came), so it is kept apart from [`NameIndex::near`].

use rustc_hash::FxHashMap;

use super::near::{Hit, Near};
use super::query::Query;
use super::{KeysOf, NameIndex};
use crate::model::{Reason, ReasonCode, Tier};
use crate::names::NameKeys;
use crate::resolve::{Kind, Match, NEAR, Reach, compare, score};

/// A token that more names than this hold, in any spelling that relates to it, is not rare.
const RARE: usize = 12;

impl NameIndex {
    /// Nodes that share a rare token with `q`, equal, misspelt or alike in sound, and are not near it: best first, at most
    /// `limit`. All score below [`NEAR`]. "Rare": at most twelve names hold it or a misspelling of it.
    ///
    /// The score is the share of the query's rarity that is found again: of `log2(names / holders)`, summed over its
    /// tokens, those that match, times how well they do.
    pub fn sharing<'k>(&self, q: &NameKeys, keys: KeysOf<'_, 'k>, limit: usize) -> Near {
        let query = Query::new(self, q, Reach::Partial);
        let mut points: FxHashMap<u32, (u32, u32)> = FxHashMap::default();
        let mut all = 0;
        for related in query.expansions() {
            let spelled =
                || related.iter().filter(|r| matches!(r.relation.kind, Kind::Equal | Kind::Edit | Kind::Sound));
            let holders: usize = spelled()
                .filter(|r| r.relation.kind != Kind::Sound)
                .map(|r| self.postings.plain(r.token).len() + self.postings.marked(r.token).len())
                .sum();
            let rarity = (self.len() / holders.max(1)).max(1).ilog2();
            all += rarity;
            if holders > RARE {
                continue;
            }
            for r in spelled() {
                let sound = r.relation.kind == Kind::Sound;
                let found = rarity * u32::from(if sound { score::SOUND } else { r.relation.strength });
                for list in [self.postings.plain(r.token), self.postings.marked(r.token)] {
                    for node in list.iter().take(RARE) {
                        let entry = points.entry(*node).or_insert((0, r.token));
                        entry.0 += found;
                    }
                }
            }
        }
        // As in `near`: texts are read only of whole names that may be near.
        let wholes = query.wholes(self, keys);
        let is_near = |node: u32| {
            let by_tokens = || self.node(node).is_some_and(|entry| query.score(self, entry).is_some());
            if wholes.binary_search(&node).is_ok() { compare(q, keys(node)).is_some() } else { by_tokens() }
        };
        let mut found: Vec<(u16, u32, u32)> = points
            .into_iter()
            .filter(|(node, _)| !is_near(*node))
            .map(|(node, (points, token))| ((points / all.max(1) * u32::from(NEAR - 1) / 1000) as u16, node, token))
            .collect();
        found.sort_unstable_by_key(|(score, node, _)| (std::cmp::Reverse(*score), *node));
        let total = found.len();
        found.truncate(limit);
        let hits: Vec<Hit> = found
            .into_iter()
            .map(|(score, node, token)| {
                let shared = self.vocabulary.text(token).to_owned();
                let names = [q.exact.to_string(), keys(node).exact.to_string()];
                let reasons = [
                    Reason::for_(ReasonCode::PartOfName, score, [shared]),
                    Reason::against(ReasonCode::GivenNamesDiffer, 0, names),
                ];
                Hit { node, m: Match { tier: Tier::Spelling, score, reasons: reasons.into_iter().collect() } }
            })
            .collect();
        Near { cut: total - hits.len(), total, hits }
    }
}
