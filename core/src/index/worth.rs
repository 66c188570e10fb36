//! Which names could be worth a question with a given one, here: a superset of what [`judge_with`] says, found without going
//! through names that are too common to matter.
//!
//! For each token of the name it is known what a partner for it adds at best ([`Weights`]). A list of names is gone
//! through only if what its token adds and the best of all other tokens together reach [`LIKELY`]. So "Smith" is never
//! a way to other Smiths in a memory of thousands, and always a way to the one Smiht. Decides nothing.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::node::{self, Node};
use super::{KeysOf, NameIndex};
use crate::names::{NameKeys, Tables};
use crate::resolve::{
    CONFLICT, CrossNames, Kind, LEFT, LIKELY, RARE, Rarity, Relation, SECOND, best_rest, differing_weight,
    equal_weight, judge_with, level, names_bits,
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
    /// From the one that [`judge_with`] says, which will be put to the index too.
    FromEither,
}

impl Rarity for NameIndex {
    fn names(&self) -> u32 {
        self.live as u32
    }

    fn count(&self, token: &str) -> u32 {
        self.vocabulary.id(token).map_or(0, |id| self.holders(id))
    }

    fn tables(&self) -> &Tables {
        &self.tables
    }
}

impl NameIndex {
    /// All nodes that are worth a question with a node here, by node, with the bits of their names: as
    /// [`NameIndex::pairs`], from this one.
    pub fn worth_asking<'k>(&self, node: u32, keys: KeysOf<'_, 'k>, more: i32) -> Vec<(u32, i32)> {
        let (more, mut others) = (more.max(0), Vec::new());
        self.worth_a_look(node, keys, more, Reached::FromHere, None, &mut others);
        others
            .into_iter()
            .filter_map(|other| Some((other, judge_with(keys(node), keys(other), self, more)?.0)))
            .collect()
    }

    /// Nodes whose whole name may be near, in order, each once. To be compared as texts.
    pub(super) fn wholes_of<'k>(&self, mine: &NameKeys, keys: KeysOf<'_, 'k>, out: &mut Vec<u32>) {
        self.wholes.equal(mine, &self.tables, out);
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

    /// The other nodes that could be worth a question with a node, in order, each once.
    pub(super) fn worth_a_look<'k>(
        &self,
        node: u32,
        keys: KeysOf<'_, 'k>,
        more: i32,
        reached: Reached,
        known: Option<&mut Known>,
        out: &mut Vec<u32>,
    ) {
        out.clear();
        let Some(entry) = self.node(node) else { return };
        self.wholes_of(keys(node), keys, out);
        let look = Look::new(self, entry, more, reached, known);
        look.all_equal(out);
        look.rare_equal(out);
        for at in 0..look.ways.len() {
            look.differing(at, out);
        }
        out.sort_unstable();
        out.dedup();
        out.retain(|other| *other != node);
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

    /// The tokens that only sound like this one and that a name has, with what they add.
    fn sounding(&self, way: &Weights, weight: i32) -> Vec<(u32, i32)> {
        let text = self.vocabulary.text(way.token);
        let mut related = self.vocabulary.spelled(text, self.vocabulary.kind(way.token), &self.tables);
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
        let related = vocabulary.spelled(text, kind, &self.tables);
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

/// One name that is looked at: what each of its tokens can add.
struct Look<'i> {
    index: &'i NameIndex,
    entry: &'i Node,
    reached: Reached,
    /// Whether a lone part of a name may be worth it: only with evidence beside the names.
    parts: bool,
    /// Tokens that names are found by: no particles, no initials.
    ways: SmallVec<[Rc<Weights>; 4]>,
    /// What comes out if all tokens are equal.
    equal: i32,
    /// What comes out at best.
    best: i32,
    /// What that is more if the other name has the name's initials in full.
    own_initials: i32,
}

impl<'i> Look<'i> {
    fn new(index: &'i NameIndex, entry: &'i Node, more: i32, reached: Reached, mut known: Option<&mut Known>) -> Self {
        let names = names_bits(index.names());
        let base = best_rest(usize::from(entry.heavy)) - names + more;
        let parts = more > 0;
        let mut look =
            Self { index, entry, reached, parts, ways: SmallVec::new(), equal: base, best: base, own_initials: 0 };
        for id in &entry.tokens {
            let kind = index.vocabulary.kind(*id);
            let same = equal_weight(names, index.holders(*id)).max(0);
            if kind.light {
                look.add(same, same);
            } else if kind.is_initial() {
                // A name with an initial is found from the one that has it in full, unless both have one of the other's.
                let in_full = differing_weight(names, Kind::Initial, Relation::INITIAL.odds, 1).max(same);
                let best = if reached == Reached::FromHere || parts { in_full } else { same };
                look.own_initials += in_full - best;
                look.add(best, best);
            } else {
                let way = index.weights(*id, names, known.as_deref_mut());
                look.add(same, way.best());
                look.ways.push(way);
            }
        }
        look
    }

    fn add(&mut self, equal: i32, best: i32) {
        self.equal += equal;
        self.best += best;
    }

    /// Whether the numbers of tokens allow it: a lone name is a part of a longer one.
    fn fits(&self, other: &Node) -> bool {
        self.parts || (other.heavy == 1) == (self.entry.heavy == 1)
    }

    /// Nodes with the same identity tokens that hold a token.
    fn holders(&self, token: u32) -> impl Iterator<Item = (u32, &'i Node)> {
        let (index, identity) = (self.index, self.entry.identity);
        index.postings.alike(token, identity, false).filter_map(|node| Some((node, index.node(node)?)))
    }

    /// All tokens equal: every such name holds the rarest token, or one of the next if it is that much shorter.
    fn all_equal(&self, out: &mut Vec<u32>) {
        if self.equal < LIKELY {
            return;
        }
        let heavy = usize::from(self.entry.heavy);
        let mut by_count: SmallVec<[(u32, u32); 4]> = self.ways.iter().map(|way| (way.count, way.token)).collect();
        by_count.sort_unstable();
        by_count.dedup();
        for (rank, (_, token)) in by_count.iter().enumerate() {
            for (node, other) in self.holders(*token) {
                let tokens = usize::from(other.heavy);
                // An initial may stand for what is not equal, if both sides have to be found from here.
                let initials = self.reached == Reached::FromHere && (self.entry.initials || other.initials);
                let need = if initials { 1 } else { heavy.min(tokens) };
                if (rank == 0 || tokens <= heavy.saturating_sub(rank))
                    && self.fits(other)
                    && self.index.equal_tokens(self.entry, other) >= need
                {
                    out.push(node);
                }
            }
        }
    }

    /// One rare token equal, and other evidence: the names need not be near.
    fn rare_equal(&self, out: &mut Vec<u32>) {
        let rare = |way: &&Rc<Weights>| level(way.count) <= RARE && self.best - way.best() + way.equal >= LIKELY;
        for way in self.ways.iter().filter(rare).filter(|_| self.parts) {
            out.extend(self.index.postings.alike(way.token, self.entry.identity, true));
        }
    }

    /// One token differs, or is equal while another is shortened to its initial.
    fn differing(&self, at: usize, out: &mut Vec<u32>) {
        let Some(way) = self.ways.get(at) else { return };
        let rest = || self.ways.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, way)| way);
        let others = self.best - way.best();
        let initial = rest().filter_map(|way| Some(way.initial? - way.best())).max();
        let with_initial = initial.map(|initial| others + initial + self.own_initials);
        let least = with_initial.map_or(others, |with| with.max(others));
        // The best of the others if none of them is equal.
        let apart: i32 = rest().map(|way| way.best_apart() - way.best()).sum();
        let none_equal = others + apart + if self.parts { 0 } else { SECOND };
        // With other evidence, a token that fits badly counts as one without a partner.
        let floor = if self.parts { LEFT + CONFLICT } else { i32::MIN };
        let likely = |weight: &i32| least + (*weight).max(floor) >= LIKELY;
        let sounding = way.sounding.filter(likely).map_or_else(Vec::new, |weight| self.index.sounding(way, weight));
        let spelled = way.differing.iter().take_while(|(_, weight)| likely(weight));
        for (token, weight) in std::iter::once(&(way.token, way.equal)).chain(spelled).chain(&sounding) {
            let weight = (*weight).max(floor);
            let differs = *token != way.token;
            let from_here = self.reached == Reached::FromHere || self.index.holders(*token) <= way.count;
            let any = differs && from_here && others + weight >= LIKELY;
            let initials = with_initial.is_some_and(|with| with + weight >= LIKELY);
            if !any && !initials {
                continue;
            }
            let needs_equal = differs && self.entry.heavy > 1 && initial.is_none() && none_equal + weight < LIKELY;
            let need = usize::from(needs_equal);
            for (node, other) in self.holders(*token) {
                if (any || other.initials)
                    && self.fits(other)
                    && (other.heavy == 1 || self.index.equal_tokens(self.entry, other) >= need)
                {
                    out.push(node);
                }
            }
        }
    }
}
