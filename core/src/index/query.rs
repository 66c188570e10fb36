//! One name put to the index: its tokens expanded, the nodes worth a look, and their scores without reading a text.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::node::{self, Node};
use super::vocabulary::{Related, Vocabulary};
use super::{KeysOf, NameIndex};
use crate::names::NameKeys;
use crate::resolve::{
    self, CrossNames, Kind, Link, MAX_TOKENS, Relation, Token, align, cap_one_sided, heavy, relate, relate_by_sound,
};

/// Expansions that were made before, by token.
pub(super) type Expansions = FxHashMap<u32, Rc<[Related]>>;

/// Which partners are wanted beside those with the same identity tokens.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Also those of which only one side has identity tokens.
    All,
    /// Only those that could be asked about.
    SameIdentity,
}

/// A name to look for.
pub(super) struct Query<'q> {
    pub keys: &'q NameKeys,
    texts: SmallVec<[&'q str; 4]>,
    tokens: SmallVec<[Token; 4]>,
    heavy: usize,
    identity: u64,
    edits: bool,
    /// By token: which tokens of the query it relates to.
    relations: FxHashMap<u32, SmallVec<[(u8, Relation); 1]>>,
    /// Positions of the query's tokens to scan, rarest first, with what each expands to.
    scans: SmallVec<[(u8, Rc<[Related]>); 4]>,
    /// Positions of initials and the letter.
    initials: SmallVec<[(u8, char); 2]>,
}

impl<'q> Query<'q> {
    pub fn new(index: &NameIndex, keys: &'q NameKeys, mut known: Option<&mut Expansions>) -> Self {
        let texts: SmallVec<[&str; 4]> = keys.token_strs().take(MAX_TOKENS).collect();
        let tokens: SmallVec<[Token; 4]> = texts.iter().map(|t| Token::of(t)).collect();
        let mut query = Self {
            keys,
            heavy: heavy(&tokens),
            identity: node::identity(keys),
            edits: keys.edits_allowed(),
            relations: FxHashMap::default(),
            scans: SmallVec::new(),
            initials: SmallVec::new(),
            texts,
            tokens,
        };
        let vocabulary = &index.vocabulary;
        let mut sizes: SmallVec<[usize; 4]> = SmallVec::new();
        for (at, (text, token)) in query.texts.iter().zip(&query.tokens).enumerate() {
            let at = at as u8;
            if token.is_initial() {
                query.initials.extend(text.chars().next().map(|c| (at, c)));
            }
            let related = expand(vocabulary, text, *token, known.as_deref_mut());
            for r in related.iter() {
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

    /// Nodes that share enough tokens to be looked at, some more than once. `skipped` counts nodes that are left
    /// alone because their identity tokens differ.
    pub fn candidates(&self, index: &NameIndex, wanted: Wanted, skipped: &mut usize, visit: &mut dyn FnMut(u32)) {
        // A near pair has all tokens of the shorter name matched. A node with at least as many tokens as the query
        // therefore relates to its rarest token; one with fewer, to one of its n − m + 1 rarest. Initials match
        // everything and are never what a match leans on, so they are not scanned.
        for (rank, (_, related)) in self.scans.iter().enumerate() {
            let most = if rank == 0 { usize::MAX } else { self.heavy - rank };
            let mut scan = |list: &[u32]| {
                for node in list {
                    if rank == 0 || index.node(*node).is_some_and(|n| usize::from(n.heavy) <= most) {
                        visit(*node);
                    }
                }
            };
            for r in related.iter() {
                let (plain, marked) = (index.postings.plain(r.token), index.postings.marked(r.token));
                if self.identity == 0 {
                    scan(plain);
                    match wanted {
                        Wanted::All => scan(marked),
                        Wanted::SameIdentity => *skipped += marked.len(),
                    }
                } else {
                    let same = index.postings.identified(r.token, self.identity);
                    scan(same);
                    match wanted {
                        Wanted::All => scan(plain),
                        Wanted::SameIdentity => *skipped += plain.len(),
                    }
                    *skipped += marked.len() - same.len();
                }
            }
        }
    }

    /// Nodes whose whole name may be near, in order, each once. To be compared as texts.
    pub fn wholes<'k>(&self, index: &NameIndex, keys: KeysOf<'_, 'k>) -> Vec<u32> {
        let mut out = Vec::new();
        index.wholes.equal(self.keys, &mut out);
        let (cross, count) = (CrossNames::of(self.keys), node::count(self.keys));
        index.wholes.one_edit(self.keys, |node| {
            let differs = index.node(node).is_some_and(|n| n.all != count);
            if differs && cross.one_edit(CrossNames::of(keys(node))) {
                out.push(node);
            }
        });
        out.sort_unstable();
        out.dedup();
        out
    }

    /// The score of a node by its tokens: what [`resolve::compare()`] gives when the whole names are not near.
    pub fn score(&self, index: &NameIndex, node: &Node) -> Option<u16> {
        let same = self.identity == node.identity;
        if !same && self.identity != 0 && node.identity != 0 {
            return None;
        }
        let vocabulary = &index.vocabulary;
        let kinds: SmallVec<[Token; 4]> = node.tokens.iter().map(|id| vocabulary.kind(*id)).collect();
        let mut links: SmallVec<[Link; 8]> = SmallVec::new();
        for (j, (id, kind)) in node.tokens.iter().zip(&kinds).enumerate() {
            let j = j as u8;
            for (i, relation) in self.relations.get(id).into_iter().flatten() {
                let relation = self.allowed(*relation, *i, *id, node, vocabulary);
                links.extend(relation.map(|relation| Link { i: *i, j, relation }));
            }
            if !self.initials.is_empty() && !kind.light && kind.letters != 1 {
                let first = vocabulary.first(*id);
                for (i, letter) in &self.initials {
                    if first == Some(*letter) {
                        let relation = Relation {
                            kind: Kind::Initial,
                            strength: resolve::score::INITIAL,
                            apart: false,
                            anchor: false,
                        };
                        links.push(Link { i: *i, j, relation });
                    }
                }
            }
        }
        let score = align(&self.tokens, &kinds, &mut links)?.score;
        let score = if same { score } else { cap_one_sided(score) };
        (score >= resolve::NEAR).then_some(score)
    }

    /// The relation as it is between these two names, which may not allow edits.
    fn allowed(&self, relation: Relation, i: u8, id: u32, node: &Node, vocabulary: &Vocabulary) -> Option<Relation> {
        if (self.edits && node.edits) || !matches!(relation.kind, Kind::Edit | Kind::ShortEdit) {
            return Some(relation);
        }
        let at = usize::from(i);
        let mine = (*self.texts.get(at)?, *self.tokens.get(at)?);
        let other = (vocabulary.text(id), vocabulary.kind(id));
        relate(mine, other, false).or_else(|| relate_by_sound(mine, other))
    }
}

fn expand(vocabulary: &Vocabulary, text: &str, token: Token, known: Option<&mut Expansions>) -> Rc<[Related]> {
    let (Some(known), Some(id)) = (known, vocabulary.id(text)) else {
        return vocabulary.related(text, token).into();
    };
    known.entry(id).or_insert_with(|| vocabulary.related(text, token).into()).clone()
}
