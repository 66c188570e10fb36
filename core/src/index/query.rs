//! One name put to the index: its tokens expanded, the nodes worth a look, and their scores without reading a text.

use std::borrow::Cow;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::node::{self, Node};
use super::vocabulary::{Related, Vocabulary};
use super::{KeysOf, NameIndex};
use crate::names::NameKeys;
use crate::resolve::lookup::{self, Word};
use crate::resolve::{
    Kind, Link, Reach, Relation, Token, align, begin_alike, heavy, last_heavy, relate_or_sound, sound_strength,
    tokens_of,
};

/// Links between the tokens of two names.
pub(super) type Links = SmallVec<[Link; 8]>;

/// A name to look for.
pub(super) struct Query<'q> {
    pub keys: &'q NameKeys,
    texts: SmallVec<[Cow<'q, str>; 4]>,
    tokens: SmallVec<[Token; 4]>,
    heavy: usize,
    /// Position of the last token that is no particle.
    last: Option<usize>,
    reach: Reach,
    identity: u64,
    edits: bool,
    /// By token: which tokens of the query it relates to.
    relations: FxHashMap<u32, SmallVec<[(u8, Relation); 1]>>,
    /// Positions of the query's tokens to scan, rarest first, with what each expands to.
    scans: SmallVec<[(u8, Vec<Related>); 4]>,
    /// Positions of initials and the letter.
    initials: SmallVec<[(u8, char); 2]>,
}

impl<'q> Query<'q> {
    pub fn new(index: &NameIndex, keys: &'q NameKeys, reach: Reach) -> Self {
        let texts = tokens_of(keys);
        let tokens: SmallVec<[Token; 4]> = texts.iter().map(|t| Token::of(t)).collect();
        let mut query = Self {
            keys,
            heavy: heavy(&tokens),
            last: last_heavy(&tokens),
            reach,
            identity: node::identity(keys),
            edits: keys.edits_allowed(),
            relations: FxHashMap::default(),
            scans: SmallVec::new(),
            initials: SmallVec::new(),
            texts,
            tokens,
        };
        let mut sizes: SmallVec<[usize; 4]> = SmallVec::new();
        for (at, (text, token)) in query.texts.iter().zip(&query.tokens).enumerate() {
            let at = at as u8;
            if token.is_initial() && !token.light {
                query.initials.extend(text.chars().next().map(|c| (at, c)));
            }
            let related = index.vocabulary.related(text, *token, &index.tables);
            query.relations.reserve(related.len());
            for r in &related {
                query.relations.entry(r.token).or_default().push((at, r.relation));
            }
            if !token.light && !token.is_initial() {
                let size = related.iter().map(|r| index.postings.plain(r.token).len() + 1).sum();
                let place = sizes.iter().position(|s| *s > size).unwrap_or(sizes.len());
                sizes.insert(place, size);
                query.scans.insert(place, (at, related));
            }
        }
        query
    }

    /// Nodes that share enough tokens to be looked at, some more than once, none whose identity tokens forbid it.
    pub fn candidates(&self, index: &NameIndex, visit: &mut dyn FnMut(u32)) {
        // Whole: all tokens of the shorter name are matched. A node with at least as many tokens as the query therefore
        // relates to its rarest token; one with fewer, to one of its n − m + 1 rarest. Initials match everything
        // and are no anchors, so they are not scanned.
        // Partial: the last token is matched, or two anchors are, of which one is not the commonest token.
        for (rank, (at, related)) in self.scans.iter().enumerate() {
            let partial = Some(usize::from(*at)) == self.last || rank + 2 <= self.scans.len();
            let all = rank == 0 || (self.reach == Reach::Partial && partial);
            let most = self.heavy - rank;
            for r in related {
                for node in index.postings.alike(r.token, self.identity, self.reach == Reach::Partial) {
                    if all || index.node(node).is_some_and(|n| usize::from(n.heavy) <= most) {
                        visit(node);
                    }
                }
            }
        }
    }

    /// Nodes whose whole name may be near, in order, each once. To be compared as texts.
    pub fn wholes<'k>(&self, index: &NameIndex, keys: KeysOf<'_, 'k>) -> Vec<u32> {
        let mut out = Vec::new();
        index.wholes_of(self.keys, keys, &mut out);
        out
    }

    /// Tokens but initials and particles, with what each expands to, rarest first.
    pub fn expansions(&self) -> impl Iterator<Item = (&str, &[Related])> {
        self.scans
            .iter()
            .filter_map(|(at, related)| Some((self.texts.get(usize::from(*at))?.as_ref(), related.as_slice())))
    }

    /// The query's tokens as words in a memory.
    pub fn words(&self, index: &NameIndex) -> SmallVec<[Word<'_>; 4]> {
        let words = self.texts.iter().zip(&self.tokens);
        words
            .map(|(text, token)| {
                let count = index.vocabulary.id(text).map_or(0, |id| index.holders(id));
                Word { text, token: *token, count }
            })
            .collect()
    }

    /// How many tokens that names are looked for by relate to a token of a node.
    pub fn related_words(&self, links: &[Link]) -> usize {
        lookup::related_words(self.tokens.iter().copied(), links)
    }

    /// Whether the query is nothing but two or more initials.
    pub fn is_initials(&self) -> bool {
        lookup::is_initials(self.tokens.iter().copied())
    }

    /// Whether each initial fits a token of a node.
    pub fn fits_all(&self, links: &[Link]) -> bool {
        lookup::fits_all(self.tokens.len(), links)
    }

    /// Whether a node has other identity tokens than the query, which has some too.
    pub fn forbids(&self, node: &Node) -> bool {
        self.identity != node.identity && self.identity != 0 && node.identity != 0
    }

    /// The score of a node by its tokens: what comparing gives when the whole names are not near.
    pub fn score(&self, index: &NameIndex, node: &Node) -> Option<u16> {
        if self.forbids(node) || (self.reach == Reach::Whole && self.identity != node.identity) {
            return None;
        }
        if self.reach == Reach::Whole && self.initials.is_empty() {
            // Most nodes that share a token share too few; seen before anything is put together.
            let shared = node.tokens.iter().filter(|id| self.relations.contains_key(id)).count();
            if shared < self.heavy.min(usize::from(node.heavy)) {
                return None;
            }
        }
        let mut links = Links::new();
        self.links(index, node, &mut links);
        self.score_by(index, node, &mut links)
    }

    /// How the query's tokens relate to a node's.
    pub fn links(&self, index: &NameIndex, node: &Node, links: &mut Links) {
        links.clear();
        let vocabulary = &index.vocabulary;
        for (j, id) in node.tokens.iter().enumerate() {
            let j = j as u8;
            for (i, relation) in self.relations.get(id).into_iter().flatten() {
                let relation = self.allowed(*relation, *i, *id, node, index);
                links.extend(relation.map(|relation| Link { i: *i, j, relation }));
            }
            if !self.initials.is_empty() {
                let kind = vocabulary.kind(*id);
                if !kind.light && kind.letters != 1 {
                    let first = vocabulary.first(*id);
                    let fits = self.initials.iter().filter(|(_, letter)| first == Some(*letter));
                    links.extend(fits.map(|(i, _)| Link { i: *i, j, relation: Relation::INITIAL }));
                }
            }
        }
    }

    /// The score of a node that may have it, from all its links.
    pub fn score_by(&self, index: &NameIndex, node: &Node, links: &mut Links) -> Option<u16> {
        let vocabulary = &index.vocabulary;
        let same = self.identity == node.identity;
        let kinds: SmallVec<[Token; 4]> = node.tokens.iter().map(|id| vocabulary.kind(*id)).collect();
        let whole = align(&self.tokens, &kinds, links, Reach::Whole);
        if self.reach == Reach::Whole || whole.is_some() {
            return whole.map(|aligned| aligned.score(same));
        }
        if links.iter().any(|l| l.relation.anchor) {
            self.link_beginnings(vocabulary, node, &kinds, links);
        }
        align(&self.tokens, &kinds, links, Reach::Partial).map(|aligned| aligned.score(same))
    }

    /// Adds the tokens that only begin alike.
    fn link_beginnings(&self, vocabulary: &Vocabulary, node: &Node, kinds: &[Token], links: &mut Links) {
        let last = last_heavy(kinds);
        let related = links.len();
        for (j, (id, kind)) in node.tokens.iter().zip(kinds).enumerate().filter(|(j, _)| Some(*j) != last) {
            for (i, (text, token)) in self.texts.iter().zip(&self.tokens).enumerate() {
                let (i, j) = (i as u8, j as u8);
                let free = !links.iter().take(related).any(|l| l.i == i && l.j == j);
                if free && Some(usize::from(i)) != self.last {
                    let relation = begin_alike((text, *token), (vocabulary.text(*id), *kind));
                    links.extend(relation.map(|relation| Link { i, j, relation }));
                }
            }
        }
    }

    /// The relation as it is between these two names, which may not allow edits; a sound with its strength.
    fn allowed(&self, relation: Relation, i: u8, id: u32, node: &Node, index: &NameIndex) -> Option<Relation> {
        let vocabulary = &index.vocabulary;
        if relation.kind == Kind::Sound {
            let text = self.texts.get(usize::from(i))?;
            return Some(Relation { strength: sound_strength(text, vocabulary.text(id)), ..relation });
        }
        if (self.edits && node.edits) || !matches!(relation.kind, Kind::Edit | Kind::ShortEdit) {
            return Some(relation);
        }
        let at = usize::from(i);
        let mine = (self.texts.get(at)?.as_ref(), *self.tokens.get(at)?);
        let other = (vocabulary.text(id), vocabulary.kind(id));
        relate_or_sound(mine, other, false, &index.tables)
    }
}
