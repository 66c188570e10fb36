//! Which names could be worth a question with a given one, here: a superset of what [`reach`] says, found without going
//! through names that are too common to matter.
//!
//! For each token of the name it is known what a partner for it adds at best ([`Weights`]). A list of names is gone
//! through only if what its token adds and the best of all other tokens together reach [`LIKELY`]. So "Smith" is never
//! a way to other Smiths in a memory of thousands, and always a way to the one Smiht. Decides nothing.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::node::{self, Node};
use super::pairs::PairStats;
use super::{KeysOf, NameIndex};
use crate::names::NameKeys;
use crate::resolve::{
    CONFLICT, CrossNames, Kind, LEFT, LIKELY, RARE, Rarity, Relation, SECOND, best_rest, differing_weight,
    equal_weight, level, names_bits, reach,
};

/// Weights are forgotten beyond so many related tokens in all: about 8 MB.
const MOST_HELD: usize = 1 << 20;
/// Weights of tokens of fewer names than this are worked out each time.
const WORTH_KEEPING: u32 = 3;

/// What partners for a token add, in hundredths of bits.
#[derive(Debug)]
struct Weights {
    token: u32,
    /// The same token.
    equal: i32,
    /// Tokens that differ and relate to it by spelling, best first, with what they add.
    differing: Vec<(u32, i32)>,
    /// What tokens that only sound alike add, if the token has a sound. There are many and they add little, so they are
    /// looked for when that little decides.
    sounding: Option<i32>,
    /// The letter that it can be shortened to, if a name has such an initial.
    initial: Option<i32>,
    /// How many names hold the token.
    count: u32,
}

impl Weights {
    /// The most that any partner adds; nothing if none adds anything, as a token may stay without one.
    fn best(&self) -> i32 {
        self.equal.max(self.best_apart())
    }
}

impl Weights {
    /// The most that a partner adds that is not equal.
    fn best_apart(&self) -> i32 {
        let differing = self.differing.first().map_or(0, |(_, weight)| *weight);
        differing.max(self.initial.unwrap_or(0)).max(self.sounding.unwrap_or(0)).max(0)
    }
}

/// Weights of tokens that many names hold, kept between names.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    by_token: FxHashMap<u32, Rc<Weights>>,
    held: usize,
}

/// From where a pair has to be found.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reached {
    /// From this name.
    FromHere,
    /// From the one that [`reach`] says, which will be put to the index too.
    FromEither,
}

impl Rarity for NameIndex {
    fn names(&self) -> u32 {
        self.live as u32
    }

    fn count(&self, token: &str) -> u32 {
        self.vocabulary.id(token).map_or(0, |id| self.holders(id))
    }
}

impl NameIndex {
    /// All nodes that are worth a question with a node here, by node, with the bits of their names: as
    /// [`NameIndex::pairs`], from this one.
    pub fn worth_asking<'k>(&self, node: u32, keys: KeysOf<'_, 'k>, more: i32) -> Vec<(u32, i32)> {
        let Some(entry) = self.node(node) else { return Vec::new() };
        let (mine, mut candidates) = (keys(node), Vec::new());
        let (more, mut stats) = (more.max(0), PairStats::default());
        self.worth_a_look(entry, mine, keys, more, Reached::FromHere, None, &mut candidates, &mut stats);
        let others = candidates.into_iter().filter(|other| *other != node);
        others.filter_map(|other| Some((other, reach(mine, keys(other), self, more)?.0))).collect()
    }

    /// Nodes whose whole name may be near, in order, each once. To be compared as texts.
    pub(super) fn wholes_of<'k>(&self, mine: &NameKeys, keys: KeysOf<'_, 'k>, out: &mut Vec<u32>) {
        self.wholes.equal(mine, out);
        let (cross, count) = (CrossNames::of(mine), node::count(mine));
        self.wholes.one_edit(mine, |node| {
            let differs = self.node(node).is_some_and(|n| n.all != count);
            if differs && cross.one_edit(CrossNames::of(keys(node))) {
                out.push(node);
            }
        });
        out.sort_unstable();
        out.dedup();
    }

    /// How many names hold a token.
    pub(super) fn holders(&self, token: u32) -> u32 {
        (self.postings.plain(token).len() + self.postings.marked(token).len()) as u32
    }

    /// The nodes that could be worth it, in order, each once, the node itself perhaps among them.
    #[allow(clippy::too_many_arguments)] // One caller a use; what is kept between calls is the caller's.
    pub(super) fn worth_a_look<'k>(
        &self,
        entry: &Node,
        mine: &NameKeys,
        keys: KeysOf<'_, 'k>,
        more: i32,
        reached: Reached,
        mut known: Option<&mut Known>,
        out: &mut Vec<u32>,
        stats: &mut PairStats,
    ) {
        out.clear();
        self.wholes_of(mine, keys, out);
        let names = names_bits(self.names());
        let heavy = usize::from(entry.heavy);
        // A lone part of a name is no question by itself.
        let parts = more > 0;
        // Of each token: what it adds if it is equal, and the most that it can add.
        let base = best_rest(heavy) - names + more;
        let (mut equal, mut rest) = (base, base);
        let mut own_initials = 0;
        let mut ways: SmallVec<[Rc<Weights>; 4]> = SmallVec::new();
        for id in &entry.tokens {
            let kind = self.vocabulary.kind(*id);
            let count = self.holders(*id);
            let same = equal_weight(names, count).max(0);
            if kind.light {
                (equal, rest) = (equal + same, rest + same);
            } else if kind.is_initial() {
                // A name with an initial is found from the one that has it in full, unless both have one of the other's.
                let short = differing_weight(names, Kind::Initial, Relation::INITIAL.odds, 1).max(same);
                let best = if reached == Reached::FromHere || parts { short } else { same };
                own_initials += short - best;
                (equal, rest) = (equal + best, rest + best);
            } else {
                let weights = self.weights(*id, names, known.as_deref_mut());
                (equal, rest) = (equal + same, rest + weights.best());
                ways.push(weights);
            }
        }
        // All tokens equal: every such name holds the rarest token, or one of the next if it is that much shorter.
        let mut by_count: SmallVec<[(u32, u32); 4]> =
            entry.tokens.iter().filter(|id| self.is_way(**id)).map(|id| (self.holders(*id), *id)).collect();
        by_count.sort_unstable();
        by_count.dedup();
        if equal >= LIKELY {
            for (rank, (_, id)) in by_count.iter().enumerate() {
                let most = heavy.saturating_sub(rank);
                self.go_through(*id, entry, stats, &mut |node, other| {
                    let tokens = usize::from(other.heavy);
                    let fits = (rank == 0 || tokens <= most) && (parts || (tokens == 1) == (heavy == 1));
                    // An initial may stand for what is not equal, if both sides have to be found from here.
                    let need = if reached == Reached::FromHere && (entry.initials || other.initials) {
                        1
                    } else {
                        heavy.min(tokens)
                    };
                    if fits && self.equal_tokens(entry, other) >= need {
                        out.push(node);
                    }
                });
            }
        }
        if parts {
            for way in ways.iter().filter(|way| level(way.count) <= RARE && rest - way.best() + way.equal >= LIKELY) {
                for list in self.lists(way.token, entry) {
                    out.extend_from_slice(list);
                }
            }
        }
        for (at, way) in ways.iter().enumerate() {
            let others = rest - way.best();
            let shortened = ways.iter().enumerate().filter(|(other, _)| *other != at);
            let initial = shortened.filter_map(|(_, way)| Some(way.initial? - way.best())).max();
            // The best of the others if none of them is equal.
            let apart: i32 =
                ways.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, way)| way.best_apart()).sum();
            let same: i32 = ways.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, way)| way.best()).sum();
            let none_equal = others - same + apart + if parts { 0 } else { SECOND };
            let initial = initial.map(|initial| others + initial + if entry.initials { own_initials } else { 0 });
            let sounding = way.sounding.filter(|weight| others.max(initial.unwrap_or(others)) + weight >= LIKELY);
            let sounding = sounding.map_or_else(Vec::new, |weight| self.sounding(way, weight));
            for (token, weight) in std::iter::once(&(way.token, way.equal)).chain(&way.differing).chain(&sounding) {
                let differs = *token != way.token;
                // With other evidence, a token that fits badly counts as one without a partner.
                let weight = &if parts { (*weight).max(LEFT + CONFLICT) } else { *weight };
                let any = differs && others + weight >= LIKELY;
                let any = any && (reached == Reached::FromHere || self.holders(*token) <= way.count);
                let with_initials = initial.is_some_and(|initial| initial + weight >= LIKELY);
                if any || with_initials {
                    let need = usize::from(heavy > 1 && differs && none_equal + weight < LIKELY && initial.is_none());
                    self.go_through(*token, entry, stats, &mut |node, other| {
                        if (any || other.initials)
                            && (parts || (other.heavy == 1) == (heavy == 1))
                            && (other.heavy == 1 || self.equal_tokens(entry, other) >= need)
                        {
                            out.push(node);
                        }
                    });
                }
            }
        }
        out.sort_unstable();
        out.dedup();
    }

    /// How many tokens that count two names have in common, as written.
    fn equal_tokens(&self, a: &Node, b: &Node) -> usize {
        let mut seen: SmallVec<[u32; 4]> = SmallVec::new();
        for token in a.tokens.iter().filter(|token| b.tokens.contains(token)) {
            if !seen.contains(token) && !self.vocabulary.kind(*token).light {
                seen.push(*token);
            }
        }
        seen.len()
    }

    /// A token that names are found by: no particle, no initial.
    fn is_way(&self, token: u32) -> bool {
        let kind = self.vocabulary.kind(token);
        !kind.light && !kind.is_initial()
    }

    /// The names that hold a token and whose identity tokens do not differ, or are on one side only.
    fn lists(&self, token: u32, entry: &Node) -> [&[u32]; 2] {
        let marked = match entry.identity {
            0 => self.postings.marked(token),
            identity => self.postings.identified(token, identity),
        };
        [self.postings.plain(token), marked]
    }

    /// Goes through the names that hold a token and have the same identity tokens.
    fn go_through(&self, token: u32, entry: &Node, stats: &mut PairStats, visit: &mut dyn FnMut(u32, &Node)) {
        let (plain, marked) = (self.postings.plain(token), self.postings.marked(token));
        let list = if entry.identity == 0 { plain } else { self.postings.identified(token, entry.identity) };
        stats.left_out.identity_tokens_differ += plain.len() + marked.len() - list.len();
        for node in list {
            if let Some(other) = self.node(*node) {
                visit(*node, other);
            }
        }
    }

    /// The tokens that only sound like this one and that a name has, with what they add.
    fn sounding(&self, way: &Weights, weight: i32) -> Vec<(u32, i32)> {
        let text = self.vocabulary.text(way.token);
        let mut related = self.vocabulary.spelled(text, self.vocabulary.kind(way.token));
        let spelled = related.len();
        self.vocabulary.sounding(text, &mut related);
        let sounding = related.into_iter().skip(spelled).filter(|r| r.token != way.token && self.holders(r.token) > 0);
        sounding.map(|r| (r.token, weight)).collect()
    }

    fn weights(&self, token: u32, names: i32, known: Option<&mut Known>) -> Rc<Weights> {
        if let Some(weights) = known.as_ref().and_then(|known| known.by_token.get(&token)) {
            return weights.clone();
        }
        let count = self.holders(token);
        let vocabulary = &self.vocabulary;
        let text = vocabulary.text(token);
        let kind = vocabulary.kind(token);
        let related = vocabulary.spelled(text, kind);
        let mut differing: Vec<(u32, i32)> = related
            .iter()
            .filter(|r| r.token != token && !matches!(r.relation.kind, Kind::Initial))
            .filter_map(|r| {
                let other = self.holders(r.token);
                let weight = differing_weight(names, r.relation.kind, r.relation.odds, other.min(count));
                (other > 0).then_some((r.token, weight))
            })
            .collect();
        differing.sort_unstable_by_key(|(token, weight)| (std::cmp::Reverse(*weight), *token));
        let letter = text.chars().next().map(String::from).and_then(|letter| vocabulary.id(&letter));
        let shortened =
            letter.filter(|_| text.chars().nth(1).is_some()).map(|id| self.holders(id)).filter(|holders| *holders > 0);
        let initial =
            shortened.map(|holders| differing_weight(names, Kind::Initial, Relation::INITIAL.odds, holders.min(count)));
        let sounding = (kind.letters >= 4).then(|| differing_weight(names, Kind::Sound, 0, 1));
        let weights =
            Rc::new(Weights { token, equal: equal_weight(names, count), differing, sounding, initial, count });
        if let Some(known) = known.filter(|_| count >= WORTH_KEEPING) {
            known.held += weights.differing.len();
            if known.held > MOST_HELD {
                *known = Known::default();
            }
            known.by_token.insert(token, weights.clone());
        }
        weights
    }
}
