//! [`compare`]: the definition of nearness.
//!
//! Whole names first (equal once folded, a known abbreviation, look-alike letters, one edit apart with the tokens cut
//! differently), then token by token. Knows the tables of names and nothing of the memory.

use smallvec::SmallVec;

use super::align::{self, Aligned, Reach};
use super::edits::edits_within;
use super::token::{self, Token, tokens_of};
use super::{reasons, score};
use crate::model::{Reason, Tier};
use crate::names::{NameKeys, Tables, scripts};

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

/// Whether two names have identity tokens both, and other ones: then nothing proposes them as one.
pub(crate) fn tells_apart(a: &NameKeys, b: &NameKeys) -> bool {
    identity_of(a, b) == Identity::Differs
}

/// How near two names are by the shipped tables. `None` when they are not, or when something blocks the pair.
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
    compare_with(a, b, &Tables::default())
}

/// As [`compare`], with what was added to the tables.
pub fn compare_with(a: &NameKeys, b: &NameKeys, tables: &Tables) -> Option<Match> {
    find(a, b, Reach::Partial, tables).map(|found| found.into_match(a, b))
}

/// As [`compare_with`], but only pairs that could be asked about: nothing left over on both sides, given names that share
/// more than a first letter, the same identity tokens. What it leaves out has a score below [`ASK`](super::ASK).
/// Given names that read as different ones are still in, below `ASK`.
pub fn compare_to_ask(a: &NameKeys, b: &NameKeys, tables: &Tables) -> Option<Match> {
    let found = find_whole(a, b, tables)?;
    (found.identity == Identity::Same).then(|| found.into_match(a, b))
}

/// Whether two names are near, and if so the score of what is near about the whole names; `None` inside where it is their
/// tokens.
pub(crate) fn nearness(a: &NameKeys, b: &NameKeys, tables: &Tables) -> Option<Option<u16>> {
    let found = find(a, b, Reach::Partial, tables)?;
    Some((!matches!(found.how, How::Tokens(_))).then(|| found.score()))
}

/// Why two names are not near by the shipped tables. `None` when they are.
pub fn why_not(a: &NameKeys, b: &NameKeys) -> Option<NotNear> {
    if find(a, b, Reach::Partial, &Tables::default()).is_some() {
        return None;
    }
    if tells_apart(a, b) {
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
        let same = self.identity == Identity::Same;
        let score = match &self.how {
            How::Exact => score::EXACT,
            How::Abbreviation => score::ABBREVIATION,
            How::Folded(differences) => differences.score(),
            How::LookAlike => score::LOOK_ALIKE,
            How::Tokens(aligned) => return aligned.score(same),
            How::WholeEdit => score::WHOLE_EDIT,
        };
        if same { score } else { score::listed(score) }
    }

    pub(super) fn into_match(self, a: &NameKeys, b: &NameKeys) -> Match {
        Match { tier: self.tier(), score: self.score(), reasons: reasons::reasons(a, b, &self) }
    }
}

/// As [`find`], in the reach of what may be asked about.
pub(super) fn find_whole(a: &NameKeys, b: &NameKeys, tables: &Tables) -> Option<Found> {
    find(a, b, Reach::Whole, tables)
}

fn find(a: &NameKeys, b: &NameKeys, reach: Reach, tables: &Tables) -> Option<Found> {
    if a.same_exact(b) {
        return Some(Found { how: How::Exact, identity: Identity::Same });
    }
    if a.folded.is_empty() || b.folded.is_empty() {
        return None;
    }
    if tables.abbreviates(a, b) {
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
    } else if CrossNames::of(a).one_edit(CrossNames::of(b)) {
        How::WholeEdit
    } else if let Some(aligned) = by_tokens(a, b, Reach::Whole, tables) {
        How::Tokens(aligned)
    } else if reach == Reach::Partial {
        How::Tokens(by_tokens(a, b, reach, tables)?)
    } else {
        return None;
    };
    Some(Found { how, identity })
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

fn by_tokens(a: &NameKeys, b: &NameKeys, reach: Reach, tables: &Tables) -> Option<Aligned> {
    let edits = a.edits_allowed() && b.edits_allowed();
    let (texts_a, texts_b) = (tokens_of(a), tokens_of(b));
    let tokens_a: SmallVec<[Token; 4]> = texts_a.iter().map(|t| Token::of(t)).collect();
    let tokens_b: SmallVec<[Token; 4]> = texts_b.iter().map(|t| Token::of(t)).collect();
    let (last_a, last_b) = (align::last_heavy(&tokens_a)?, align::last_heavy(&tokens_b)?);
    let one = texts_a.iter().map(AsRef::as_ref).zip(tokens_a.iter().copied());
    let other = texts_b.iter().map(AsRef::as_ref).zip(tokens_b.iter().copied());
    let mut links = token::links_of(one, other, |x, y, (i, j)| {
        let may_begin_alike = reach == Reach::Partial && i != last_a && j != last_b;
        let begin_alike = || may_begin_alike.then(|| token::begin_alike(x, y)).flatten();
        token::relate_or_sound(x, y, edits, tables).or_else(begin_alike)
    });
    align::align(&tokens_a, &tokens_b, &mut links, reach)
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

/// Folded keys longer than this match as a whole only when they are equal.
pub(crate) const MOST_WHOLE_LETTERS: usize = 200;

impl<'a> CrossNames<'a> {
    pub fn of(keys: &'a NameKeys) -> Self {
        Self { folded: &keys.folded, tokens: keys.tokens.len(), edits: keys.edits_allowed() }
    }

    pub fn one_edit(self, other: Self) -> bool {
        self.tokens != other.tokens
            && self.edits
            && other.edits
            && self.folded.len().abs_diff(other.folded.len()) <= 4
            && self.fits()
            && other.fits()
            && edits_within(self.folded, other.folded, 1) == Some(1)
    }

    fn fits(self) -> bool {
        (WHOLE_LETTERS..=MOST_WHOLE_LETTERS).contains(&self.folded.chars().take(MOST_WHOLE_LETTERS + 1).count())
    }
}
