//! What the index keeps of one name: its tokens as ids, and what decides at a glance whether it can be near.

use smallvec::SmallVec;

use super::hash;
use super::vocabulary::Vocabulary;
use crate::names::NameKeys;
use crate::resolve::tokens_of;

#[derive(Clone, Debug)]
pub(super) struct Node {
    /// Those that names are matched by, in order.
    pub tokens: SmallVec<[u32; 4]>,
    /// A hash of the identity tokens as a multiset; 0 without any.
    pub identity: u64,
    /// How many of `tokens` are not particles.
    pub heavy: u8,
    /// How many tokens the name has, at most 255.
    pub all: u8,
    /// Whether one of them is a single letter that can stand for a name.
    pub initials: bool,
    /// Whether an edit may separate it from another name.
    pub edits: bool,
}

impl Node {
    pub fn new(keys: &NameKeys, vocabulary: &mut Vocabulary) -> Self {
        let tokens: SmallVec<[u32; 4]> = tokens_of(keys).iter().map(|t| vocabulary.intern(t)).collect();
        let heavy = tokens.iter().filter(|id| !vocabulary.kind(**id).light).count() as u8;
        let initials = tokens.iter().any(|id| vocabulary.kind(*id).is_initial());
        Self { heavy, initials, tokens, identity: identity(keys), all: count(keys), edits: keys.edits_allowed() }
    }
}

/// How many tokens, at most 255. Names that long are never one edit apart with tokens cut differently.
pub(super) fn count(keys: &NameKeys) -> u8 {
    u8::try_from(keys.tokens.len()).unwrap_or(u8::MAX)
}

/// A hash of the identity tokens, whatever their order; 0 without any.
pub(super) fn identity(keys: &NameKeys) -> u64 {
    match &*keys.identity {
        [] => 0,
        tokens => tokens.iter().fold(0_u64, |sum, token| sum.wrapping_add(hash::text(token))).max(1),
    }
}
