//! [`compare`]: the definition of nearness.
//!
//! Whole names first (equal once folded, a known abbreviation, look-alike letters), then token by token, then whole
//! names one edit apart whose tokens are cut differently. Does not look anything up and does not know the memory.

use smallvec::SmallVec;

use super::align::{self, Aligned, Link, MAX_TOKENS};
use super::edits::edits_within;
use super::token::{self, Token};
use super::{reasons, score};
use crate::model::{Reason, Tier};
use crate::names::{NameKeys, abbreviations, scripts};

/// How near two names are, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// What it takes to see it: [`Tier::Exact`], [`Tier::Spelling`] or [`Tier::Sound`].
    pub tier: Tier,
    /// Thousandths, [`NEAR`](super::NEAR) to 1000. See [`score`].
    pub score: u16,
    /// For and against. Arguments name the first name's part first.
    pub reasons: SmallVec<[Reason; 4]>,
}

/// Why two names are not near.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotNear {
    /// Tokens that carry identity differ: numbers, versions, revision letters, generations, negations.
    IdentityTokensDiffer,
    /// Han or Hangul names of under five letters, where another letter is another name.
    ShortUncased,
    /// Nothing that a name could be recognised by is shared, or too little of it.
    TooFar {
        /// pg_trgm's similarity of the exact keys, in thousandths.
        trigrams: u16,
    },
}

/// How the identity tokens of two names stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Identity {
    Same,
    /// Only one name has any ("James Sinclair", "James Sinclair, 14th Earl of Caithness").
    OneSided,
    Differs,
}

/// Compares the identity tokens of two names.
pub(super) fn identity_of(a: &NameKeys, b: &NameKeys) -> Identity {
    if !a.identity_differs(b) {
        Identity::Same
    } else if a.identity.is_empty() || b.identity.is_empty() {
        Identity::OneSided
    } else {
        Identity::Differs
    }
}

/// The score of a pair of which only one has identity tokens: a candidate for somebody who looks, never a question.
pub(crate) fn cap_one_sided(score: u16) -> u16 {
    score::scaled(score, score::ONE_SIDED_IDENTITY).min(score::ASK - 1)
}

/// How near two names are. `None` when they are not, or when something blocks the pair.
///
/// Symmetric: swapping the names swaps the arguments inside the reasons and changes nothing else.
///
/// ```
/// use namesake_core::{names::NameKeys, resolve::{ASK, compare}};
/// let score = |a, b| compare(&NameKeys::new(a), &NameKeys::new(b)).map_or(0, |m| m.score);
/// assert!(score("R. Klein", "Robert Klein") >= ASK);
/// assert_eq!(score("Bulletin B-88 Rev A", "Bulletin B-88 Rev B"), 0);
/// ```
pub fn compare(a: &NameKeys, b: &NameKeys) -> Option<Match> {
    let found = find(a, b)?;
    Some(Match { tier: found.tier(), score: found.score(), reasons: reasons::reasons(a, b, &found) })
}

/// Why two names are not near. `None` when they are.
pub fn why_not(a: &NameKeys, b: &NameKeys) -> Option<NotNear> {
    if find(a, b).is_some() {
        return None;
    }
    if identity_of(a, b) == Identity::Differs {
        return Some(NotNear::IdentityTokensDiffer);
    }
    if !(a.edits_allowed() && b.edits_allowed()) && edits_within(&a.folded, &b.folded, 2).is_some() {
        return Some(NotNear::ShortUncased);
    }
    let trigrams = super::trigrams::similarity(&a.exact, &b.exact);
    Some(NotNear::TooFar { trigrams: (trigrams * 1000.0) as u16 })
}

/// What was found, before it is put into reasons.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub how: How,
    pub identity: Identity,
}

#[derive(Clone, Debug)]
pub(super) enum How {
    Exact,
    Abbreviation,
    Folded(reasons::FoldedDifferences),
    LookAlike,
    Tokens(Aligned),
    WholeEdit,
}

impl Found {
    fn tier(&self) -> Tier {
        match &self.how {
            How::Exact => Tier::Exact,
            How::Tokens(aligned) => aligned.tier,
            _ => Tier::Spelling,
        }
    }

    fn score(&self) -> u16 {
        let score = match &self.how {
            How::Exact => score::EXACT,
            How::Abbreviation => return score::ABBREVIATION,
            How::Folded(differences) => differences.score(),
            How::LookAlike => score::LOOK_ALIKE,
            How::Tokens(aligned) => aligned.score,
            How::WholeEdit => score::WHOLE_EDIT,
        };
        if self.identity == Identity::OneSided { cap_one_sided(score) } else { score }
    }
}

fn find(a: &NameKeys, b: &NameKeys) -> Option<Found> {
    if a.same_exact(b) {
        return Some(Found { how: How::Exact, identity: Identity::Same });
    }
    if a.folded.is_empty() || b.folded.is_empty() {
        return None;
    }
    if abbreviations::known_abbreviation(a, b) {
        return Some(Found { how: How::Abbreviation, identity: Identity::Same });
    }
    let identity = identity_of(a, b);
    if identity == Identity::Differs {
        return None;
    }
    let how = if a.same_folded(b) {
        How::Folded(reasons::FoldedDifferences::between(a, b))
    } else if looks_alike(a, b) {
        How::LookAlike
    } else if let Some(aligned) = by_tokens(a, b) {
        How::Tokens(aligned)
    } else if CrossNames::of(a).one_edit(CrossNames::of(b)) {
        How::WholeEdit
    } else {
        return None;
    };
    let found = Found { how, identity };
    (found.score() >= score::NEAR).then_some(found)
}

/// Equal when every look-alike letter of a mixed word is read as the Latin one.
fn looks_alike(a: &NameKeys, b: &NameKeys) -> bool {
    if !a.flags.mixed_script && !b.flags.mixed_script {
        return false;
    }
    match (skeleton(a), skeleton(b)) {
        (Some(x), Some(y)) => x == y,
        (Some(x), None) => *x == *b.folded,
        (None, Some(y)) => *y == *a.folded,
        (None, None) => false,
    }
}

/// The folded key as a reader takes it for, of a name that mixes scripts in a word.
pub(crate) fn skeleton(keys: &NameKeys) -> Option<String> {
    if !keys.flags.mixed_script {
        return None;
    }
    scripts::read_as_latin(&keys.exact).map(|read| crate::names::folded_key(&read))
}

fn by_tokens(a: &NameKeys, b: &NameKeys) -> Option<Aligned> {
    let edits = a.edits_allowed() && b.edits_allowed();
    let read =
        |keys: &NameKeys| -> SmallVec<[Token; 4]> { keys.token_strs().take(MAX_TOKENS).map(Token::of).collect() };
    let (tokens_a, tokens_b) = (read(a), read(b));
    let mut links: SmallVec<[Link; 8]> = SmallVec::new();
    for (i, (x, s)) in a.token_strs().zip(&tokens_a).enumerate() {
        for (j, (y, t)) in b.token_strs().zip(&tokens_b).enumerate() {
            let relation = token::relate((x, *s), (y, *t), edits).or_else(|| token::relate_by_sound((x, *s), (y, *t)));
            if let Some(relation) = relation {
                links.push(Link { i: i as u8, j: j as u8, relation });
            }
        }
    }
    align::align(&tokens_a, &tokens_b, &mut links)
}

/// Whole names whose tokens are cut differently, one edit apart on the folded key: a typed letter in place of the
/// space ("JonahcGamel"), a space in the wrong place and a slip beside it.
#[derive(Clone, Copy)]
pub(crate) struct CrossNames<'a> {
    pub folded: &'a str,
    pub tokens: usize,
    pub edits: bool,
}

/// Folded keys shorter than this are not compared as a whole.
pub(crate) const WHOLE_LETTERS: usize = 6;

impl<'a> CrossNames<'a> {
    pub fn of(keys: &'a NameKeys) -> Self {
        Self { folded: &keys.folded, tokens: keys.tokens.len(), edits: keys.edits_allowed() }
    }

    pub fn one_edit(self, other: Self) -> bool {
        self.tokens != other.tokens
            && self.edits
            && other.edits
            && self.folded.len().abs_diff(other.folded.len()) <= 4
            && edits_within(self.folded, other.folded, 1) == Some(1)
            && self.folded.chars().count().min(other.folded.chars().count()) >= WHOLE_LETTERS
    }
}
