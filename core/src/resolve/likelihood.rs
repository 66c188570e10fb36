//! How likely two near names are one and the same here: a likelihood ratio that learns from the memory how rare the
//! tokens are, after Fellegi and Sunter 1969, with frequencies as in Winkler 2000.
//!
//! [`compare`](super::compare()) says how near two names are, whatever else is in the memory; this says whether a memory
//! with so many names would hold such a pair by chance. "John Smith" and "Jon Smith" are near in any memory; among a
//! hundred thousand names, where both are common, they are two people more likely than one.
//!
//! All weights are in hundredths of a bit, by integers only, so that every machine gets the same. Counts enter by their
//! order of magnitude ([`level`]), so that what is asked changes seldom while a memory grows; whoever keeps questions
//! compares afresh when a level changes. Nothing here looks anything up: counts come through [`Rarity`].
//!
//! ```text
//! bits = Σ links + corrections − log2 N                       N: names in the memory, at least 1,024, in half octaves
//! link, equal tokens       log2(0.9 · N / others)             others: names that hold the token besides these two
//! link, differing tokens   odds + log2(N / others)            others: of the rarer one; 1/20 if there are none
//! link, alike in sound     SOUND
//! corrections              LEFT a token without a partner; SECOND a differing pair after the first; REORDERED; ONE_WORD
//! ```
//!
//! The odds of a differing pair say how often one referent's name is written in just that other way: an edit is one of
//! about 53 a letter, so a long token that is one edit away says more than a short one. Constants were chosen on
//! names with planted edits (US Census 1990) and real variants (historical persons), see docs/BENCH.md.

use smallvec::SmallVec;

use super::align::{Aligned, Link};
use super::compare::{How, Identity, Match};
use super::token::{Kind, Token, tokens_of};
use crate::names::NameKeys;

/// What a memory knows of how common names are.
pub trait Rarity {
    /// Names in it.
    fn names(&self) -> u32;
    /// Names that hold a token.
    fn count(&self, token: &str) -> u32;
}

/// Pairs with fewer bits come about by chance too often to be worth a question.
pub const LIKELY: i32 = 0;

/// Of equal tokens: one referent's token is mostly written alike (log2 0.9).
const EQUAL: i32 = -15;
/// A pair that only sounds alike, in a small memory, and what each doubling of the names takes off: the more names, the
/// more of them sound alike.
const SOUND: i32 = 150;
const SOUND_DOUBLING: i32 = 15;
/// A token that only one of the names has.
const LEFT: i32 = -400;
/// Each differing pair after the first: two slips in one name are rare.
pub(crate) const SECOND: i32 = -800;
/// Tokens in another order: "Paul Gregory" and "Gregory Paul" are two people.
const REORDERED: i32 = -600;
/// Names of one word each, which have no second to agree in.
const ONE_WORD: i32 = 900;
/// What is asked for beyond even odds.
const MARGIN: i32 = -102;
/// Known to mean the same: an abbreviation, look-alike letters, equal folded keys.
const KNOWN: i32 = 2_000;
/// log2 of the twentieth that stands for a token nobody else has, where it differs from its partner: a random
/// neighbour of a name is hardly ever a name itself (Good 1953).
const UNSEEN: i32 = -432;
/// The same where one other name has it.
const SEEN_ONCE: i32 = 0;
/// A token that so many names hold (as a level) is a name, and one that none other holds, in a memory of so many names (as
/// a level), is a slip of it.
const ESTABLISHED: u8 = 2;
const KNOWS_NAMES: u8 = 24;

/// The order of magnitude of a count, in half octaves: twice the binary logarithm of the power of the root of two that it
/// does not exceed. 0 for none and one.
///
/// ```
/// use namesake_core::resolve::level;
/// assert_eq!([0, 1, 2, 3, 4, 5, 6, 8, 9, 12, 16].map(level), [0, 0, 2, 4, 4, 5, 6, 6, 7, 8, 8]);
/// ```
pub const fn level(count: u32) -> u8 {
    if count <= 1 {
        return 0;
    }
    let octave = u32::BITS - (count - 1).leading_zeros();
    // 2^octave / √2, by 181/256.
    let half = ((1_u64 << octave) * 181) >> 8;
    (2 * octave - (count as u64 <= half) as u32) as u8
}

/// The level of a number of names: small memories know too little to tell apart.
pub const fn names_level(names: u32) -> u8 {
    let level = level(names);
    if level < 20 { 20 } else { level }
}

/// Hundredths of bits of the number of names.
pub(crate) const fn names_bits(names: u32) -> i32 {
    names_level(names) as i32 * 50
}

/// The weight of equal tokens that so many names hold.
pub(crate) const fn equal_weight(names: i32, count: u32) -> i32 {
    let level = level(count) as i32;
    EQUAL + names - if level <= 2 { 0 } else { level * 50 - 25 }
}

/// The weight of tokens that differ with such odds, the rarer of which so many names hold.
pub(crate) const fn differing_weight(names: i32, kind: Kind, odds: i16, rarer: u32) -> i32 {
    if matches!(kind, Kind::Sound) {
        return SOUND - (names - 1_000) * SOUND_DOUBLING / 100;
    }
    let level = level(rarer) as i32;
    odds as i32 + names
        - match level {
            0 => UNSEEN,
            1 | 2 => SEEN_ONCE,
            _ => level * 50 - 25,
        }
}

/// The most that can be added to the links of a pair of which the one name has so many tokens that count.
pub(crate) const fn best_rest(heavy: usize) -> i32 {
    MARGIN + if heavy == 1 { ONE_WORD } else { 0 }
}

/// What a pair was judged to be.
#[derive(Clone, Debug)]
pub struct Judged {
    /// How near, and why.
    pub m: Match,
    /// Hundredths of bits for one referent. Worth a question from [`LIKELY`] on.
    pub bits: i32,
    /// From which name the join finds the pair; `None` from the younger node.
    pub(crate) finder: Option<Finder>,
}

/// One of two names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Finder {
    First,
    Second,
}

/// Why two names that are near are no question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unlikely {
    /// Only worth listing: a lone part, something left over on both sides, given names that differ, identity tokens.
    OnlyListed,
    /// So many names here have these tokens that such a pair comes about by chance.
    ByChance {
        /// Hundredths of bits, below [`LIKELY`].
        bits: i32,
    },
}

/// Whether two different names are worth a question in a memory, and how likely they are one. `None` when the names
/// are not near at all. Symmetric.
pub fn judge(a: &NameKeys, b: &NameKeys, rarity: &dyn Rarity) -> Option<Result<Judged, Unlikely>> {
    let found = super::compare::find_whole(a, b)?;
    if found.identity != Identity::Same {
        return Some(Err(Unlikely::OnlyListed));
    }
    let names = names_bits(rarity.names());
    let (bits, finder) = match &found.how {
        How::Exact | How::Abbreviation | How::Folded(_) | How::LookAlike => (KNOWN, None),
        How::WholeEdit => (whole_edit(a, b, names, rarity), None),
        How::Tokens(aligned) => {
            let tokens = Tokens::of(a, b, rarity);
            let slip = aligned.given_differ && tokens.is_slip(aligned, names_level(rarity.names()));
            if aligned.part || aligned.conflict || !(aligned.ask || slip) {
                return Some(Err(Unlikely::OnlyListed));
            }
            (tokens.bits(aligned, names), tokens.finder(aligned))
        }
    };
    if bits < LIKELY {
        return Some(Err(Unlikely::ByChance { bits }));
    }
    Some(Ok(Judged { m: found.into_match(a, b), bits, finder }))
}

/// Names that are one edit apart with the tokens cut differently: how likely the one of more tokens is written so.
fn whole_edit(a: &NameKeys, b: &NameKeys, names: i32, rarity: &dyn Rarity) -> i32 {
    let side = |keys: &NameKeys| {
        tokens_of(keys).iter().map(|token| differing_weight(names, Kind::Equal, 0, rarity.count(token))).sum::<i32>()
    };
    let letters = a.folded.chars().count().max(b.folded.chars().count());
    i32::from(super::token::edit_odds(letters, 1)) + side(a).max(side(b)) - names + MARGIN
}

/// The tokens of two names with how many names hold each.
struct Tokens {
    a: SmallVec<[(Token, u32); 4]>,
    b: SmallVec<[(Token, u32); 4]>,
}

impl Tokens {
    fn of(a: &NameKeys, b: &NameKeys, rarity: &dyn Rarity) -> Self {
        let side = |keys: &NameKeys| tokens_of(keys).iter().map(|t| (Token::of(t), rarity.count(t))).collect();
        Self { a: side(a), b: side(b) }
    }

    fn counts(&self, link: &Link) -> (u32, u32) {
        let count = |side: &[(Token, u32)], at: u8| side.get(usize::from(at)).map_or(0, |(_, count)| *count);
        (count(&self.a, link.i), count(&self.b, link.j))
    }

    fn bits(&self, aligned: &Aligned, names: i32) -> i32 {
        let (mut sum, mut differing) = (MARGIN - names, 0);
        let (mut used_a, mut used_b) = (0_u16, 0_u16);
        for link in &aligned.links {
            used_a |= 1 << link.i;
            used_b |= 1 << link.j;
            let (x, y) = self.counts(link);
            sum += match link.relation.kind {
                Kind::Equal => equal_weight(names, x),
                kind => {
                    differing += 1;
                    differing_weight(names, kind, link.relation.odds, x.min(y))
                }
            };
        }
        let left = |side: &[(Token, u32)], used: u16| {
            side.iter().enumerate().filter(|(at, (token, _))| !token.light && used & (1 << at) == 0).count() as i32
        };
        let heavy = |side: &[(Token, u32)]| side.iter().filter(|(token, _)| !token.light).count();
        sum += LEFT * (left(&self.a, used_a) + left(&self.b, used_b));
        sum += SECOND * (differing - 1).max(0);
        sum += if aligned.reordered { REORDERED } else { 0 };
        sum + if heavy(&self.a) == 1 && heavy(&self.b) == 1 { ONE_WORD } else { 0 }
    }

    /// Given names that read as two, where this memory knows the one well and the other from nowhere else: a slip.
    fn is_slip(&self, aligned: &Aligned, names: u8) -> bool {
        let apart = aligned.links.iter().filter(|link| link.relation.apart && link.i == 0 && link.j == 0);
        let counts: SmallVec<[(u32, u32); 2]> = apart.map(|link| self.counts(link)).collect();
        names >= KNOWS_NAMES
            && counts.iter().all(|(x, y)| level(*x.min(y)) <= 2 && level(*x.max(y)) >= ESTABLISHED)
            && aligned.links.iter().all(|link| link.relation.kind != Kind::Begins)
    }

    /// See [`crate::index::NameIndex::pairs`]: initials are found from the full name, edits from the commoner token.
    fn finder(&self, aligned: &Aligned) -> Option<Finder> {
        let letters = |side: &[(Token, u32)], at: u8| side.get(usize::from(at)).map_or(0, |(token, _)| token.letters);
        let initials = |first: bool| {
            aligned.links.iter().any(|link| {
                let short = if first { letters(&self.b, link.j) } else { letters(&self.a, link.i) };
                link.relation.kind == Kind::Initial && short == 1
            })
        };
        match (initials(true), initials(false)) {
            (true, true) => return None,
            (true, false) => return Some(Finder::First),
            (false, true) => return Some(Finder::Second),
            (false, false) => {}
        }
        let differing = aligned.links.iter().filter(|link| link.relation.kind != Kind::Equal);
        let counts: SmallVec<[(u32, u32); 4]> = differing.map(|link| self.counts(link)).collect();
        let rarest = counts.iter().map(|(x, y)| (*x.min(y), *x.max(y))).min()?;
        let sides = counts.iter().filter(|(x, y)| (*x.min(y), *x.max(y)) == rarest).map(|(x, y)| x.cmp(y));
        let mut sides: SmallVec<[std::cmp::Ordering; 4]> = sides.collect();
        sides.dedup();
        match sides.as_slice() {
            [std::cmp::Ordering::Less] => Some(Finder::Second),
            [std::cmp::Ordering::Greater] => Some(Finder::First),
            _ => None,
        }
    }
}
