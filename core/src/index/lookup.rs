//! The names that answer one that somebody looks up, best first: the fast path to [`look_up`](crate::resolve::look_up()).
//!
//! What answers and how well is decided there, never here. Near names come from the search that [`NameIndex::near`] makes, and
//! so do those that relate in two words; those that share what is rare are held by the few lists that are short enough.
//! Cost: that of `near`, and at most [`WAYS`] times [`RARE`] names a word of the question.

use smallvec::SmallVec;

use super::near::{Hit, Near};
use super::node::Node;
use super::query::{Links, Query};
use super::{KeysOf, NameIndex};
use crate::names::NameKeys;
use crate::resolve::lookup::{self, Answer, Asked, BEGIN, FEW, RARE, WAYS, Word};
use crate::resolve::{Link, Match, Reach, compare_with, nearness};

impl NameIndex {
    /// The names that answer `q`, best first (by score, then by node), at most `limit` of them. Exactly what
    /// [`look_up_with`](crate::resolve::look_up_with) gives for all names here; `q` need not be among them.
    pub fn look_up<'k>(&self, q: &NameKeys, keys: KeysOf<'_, 'k>, limit: usize) -> Near {
        if q.is_empty() {
            return Near::default();
        }
        let query = Query::new(self, q, Reach::Partial);
        let asked = Asked::new(q, query.words(self), self.len() as u32);
        let mut links = Links::new();
        let mut found: Vec<(u16, u32, bool)> = Vec::new();
        let wholes = query.wholes(self, keys);
        for node in &wholes {
            let Some(entry) = self.node(*node) else { continue };
            if let Some(whole) = nearness(q, keys(*node), &self.tables) {
                query.links(self, entry, &mut links);
                let words = self.answer(&asked, keys(*node), entry, &links).map(|answer| answer.score);
                found.push((lookup::best_of(whole, words), *node, true));
            }
        }
        let mut candidates = Vec::new();
        query.candidates(self, &mut |node| candidates.push(node));
        let initials = self.len() <= FEW && query.is_initials();
        if initials {
            candidates.extend((0..self.nodes.len() as u32).filter(|node| self.node(*node).is_some()));
        }
        let searched = candidates.len();
        self.sharing_what_is_rare(&query, &mut candidates);
        let rare: SmallVec<[u32; 64]> = {
            let mut rare: SmallVec<[u32; 64]> = candidates.iter().skip(searched).copied().collect();
            rare.sort_unstable();
            rare
        };
        candidates.sort_unstable();
        candidates.dedup();
        // What was found stands in order, as the whole names do.
        candidates.retain(|node| found.binary_search_by_key(node, |(_, other, _)| *other).is_err());
        for node in candidates {
            let Some(entry) = self.node(node).filter(|entry| !query.forbids(entry)) else { continue };
            query.links(self, entry, &mut links);
            let related = links.len();
            let near = query.score_by(self, entry, &mut links).is_some();
            let reached = |links: &[Link]| {
                rare.binary_search(&node).is_ok()
                    || query.related_words(links) >= 2
                    || (initials && query.fits_all(links))
            };
            if near || reached(links.get(..related).unwrap_or_default()) {
                query.links(self, entry, &mut links);
                match self.answer(&asked, keys(node), entry, &links) {
                    Some(answer) => found.push((answer.score, node, near)),
                    None if near => found.push((lookup::best_of(None, None), node, true)),
                    None => {}
                }
            }
        }
        let best = found.iter().map(|(score, _, _)| *score).max().unwrap_or_default();
        found.retain(|(score, _, near)| *near || lookup::is_beside(*score, best));
        let total = found.len();
        let order = |(score, node, _): &(u16, u32, bool)| (std::cmp::Reverse(*score), *node);
        if limit < total {
            if limit > 0 {
                found.select_nth_unstable_by_key(limit - 1, order);
            }
            found.truncate(limit);
        }
        found.sort_unstable_by_key(order);
        let mut show = |(score, node, near): (u16, u32, bool)| {
            if near {
                return Some(Hit { node, m: Match { score, ..compare_with(q, keys(node), &self.tables)? } });
            }
            let entry = self.node(node)?;
            query.links(self, entry, &mut links);
            Some(Hit { node, m: self.answer(&asked, keys(node), entry, &links)?.into_match(q, keys(node)) })
        };
        let hits: Vec<Hit> = found.into_iter().filter_map(&mut show).collect();
        Near { cut: total - hits.len(), total, hits }
    }

    fn answer(&self, asked: &Asked<'_>, keys: &NameKeys, entry: &Node, links: &Links) -> Option<Answer> {
        let vocabulary = &self.vocabulary;
        let word =
            |id: &u32| Word { text: vocabulary.text(*id), token: vocabulary.kind(*id), count: self.holders(*id) };
        let words: SmallVec<[Word<'_>; 4]> = entry.tokens.iter().map(word).collect();
        asked.answer(keys, &words, links)
    }

    /// Adds the nodes that hold a token that relates to one of the query's in a way that is rare here.
    fn sharing_what_is_rare(&self, query: &Query<'_>, out: &mut Vec<u32>) {
        for (text, related) in query.expansions() {
            let mut held = [0_usize; WAYS];
            for r in related {
                if let Some(held) = lookup::way(r.relation.kind).and_then(|way| held.get_mut(way)) {
                    *held += self.holders(r.token) as usize;
                }
            }
            let is_rare = |way: usize| held.get(way).is_some_and(|held| (1..=RARE).contains(held));
            for r in related {
                if lookup::way(r.relation.kind).is_some_and(is_rare) {
                    self.add_holders(r.token, out);
                }
            }
            let Some(start) = text.char_indices().nth(BEGIN - 1).and_then(|(at, c)| text.get(..at + c.len_utf8()))
            else {
                continue;
            };
            let mut begin: SmallVec<[u32; 64]> = SmallVec::new();
            let mut few = 0;
            for token in self.vocabulary.beginning_with(start) {
                few += self.holders(token) as usize;
                if few > RARE {
                    break;
                }
                begin.push(token);
            }
            if few <= RARE {
                begin.iter().for_each(|token| self.add_holders(*token, out));
            }
        }
    }

    fn add_holders(&self, token: u32, out: &mut Vec<u32>) {
        out.extend_from_slice(self.postings.plain(token));
        out.extend_from_slice(self.postings.marked(token));
    }
}
