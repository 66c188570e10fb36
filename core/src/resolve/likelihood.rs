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
use super::token::{Kind, Token, relate, tokens_of};
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
pub(crate) const LEFT: i32 = -400;
/// Each differing pair after the first: two slips in one name are rare.
pub(crate) const SECOND: i32 = -800;
/// Tokens in another order: "Paul Gregory" and "Gregory Paul" are two people.
const REORDERED: i32 = -600;
/// Names of one word each, which have no second to agree in.
const ONE_WORD: i32 = 900;
/// A token on each side without a partner, besides [`LEFT`].
pub(crate) const CONFLICT: i32 = -200;
/// Identity tokens that differ.
const IDENTITY_DIFFERS: i32 = -5_000;
/// Given names that read as two.
const APART: i32 = -500;
/// What is asked for beyond even odds.
const MARGIN: i32 = -101;
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
    /// Hundredths of bits for one referent, by the names alone.
    pub bits: i32,
    /// By their names only worth listing, however likely: a lone part of the other, or given names that differ.
    pub only_listed: bool,
    /// From which name the join finds the pair; `None` from the younger node.
    pub(crate) finder: Option<Finder>,
}

/// One of two names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Finder {
    First,
    Second,
}

/// Tokens of so many names at most (as a level: 64) are rare: names that share one are found by it.
pub(crate) const RARE: u8 = 12;

/// How likely two names are one's together with other evidence that adds at most `more` hundredths of bits: bits by the
/// names alone, and from which name the pair is found. `None` if that is not likely, or there is no way to find the pair: not
/// near, and no rare token in common. Symmetric.
pub(crate) fn reach(a: &NameKeys, b: &NameKeys, rarity: &dyn Rarity, more: i32) -> Option<(i32, Option<Finder>)> {
    let judged = judge(a, b, rarity);
    if let Some(judged) = judged.as_ref().filter(|judged| judged.is_likely()) {
        return Some((judged.bits, judged.finder));
    }
    if more <= 0 {
        return None;
    }
    let is_way = |token: Token| !token.light && !token.is_initial();
    let rare = |token: &str| (1..=RARE).contains(&level(rarity.count(token))) && is_way(Token::of(token));
    let shared = || tokens_of(a).iter().any(|token| tokens_of(b).contains(token) && rare(token));
    let finder = match &judged {
        Some(judged) => judged.finder,
        None if shared() => None,
        None => return None,
    };
    // A token that fits badly is held against a pair no more than one without a partner.
    let bits = far(a, b, rarity).max(judged.map_or(i32::MIN, |judged| judged.bits));
    (bits + more >= LIKELY).then_some((bits, finder))
}

/// As [`reach`], for whoever does not know the index.
#[doc(hidden)]
pub fn is_reached(a: &NameKeys, b: &NameKeys, rarity: &dyn Rarity, more: i32) -> Option<i32> {
    reach(a, b, rarity, more).map(|(bits, _)| bits)
}

impl Judged {
    /// Whether the names alone make the pair worth a question.
    pub fn is_likely(&self) -> bool {
        self.bits >= LIKELY && !self.only_listed
    }
}

/// How likely two different names that could be asked about are one in a memory. `None` when they are not near, or their
/// identity tokens differ. Symmetric.
pub fn judge(a: &NameKeys, b: &NameKeys, rarity: &dyn Rarity) -> Option<Judged> {
    let found = super::compare::find_whole(a, b)?;
    if found.identity != Identity::Same {
        return None;
    }
    let names = names_bits(rarity.names());
    let (bits, only_listed, finder) = match &found.how {
        How::Exact | How::Abbreviation | How::Folded(_) | How::LookAlike => (KNOWN, false, None),
        How::WholeEdit => (whole_edit(a, b, names, rarity), false, None),
        How::Tokens(aligned) => {
            let tokens = Tokens::of(a, b, rarity);
            let apart = aligned.given_differ && !tokens.is_slip(aligned, names_level(rarity.names()));
            let only_listed = aligned.part || apart || !(aligned.ask || aligned.given_differ);
            let bits = tokens.bits(aligned, names) + if apart { APART } else { 0 };
            (bits, only_listed, tokens.finder(aligned))
        }
    };
    Some(Judged { m: found.into_match(a, b), bits, only_listed, finder })
}

/// How likely two names are one's that need not be near: as [`judge`], with what is left over on both sides held against
/// them. Always finite. Symmetric.
pub fn far(a: &NameKeys, b: &NameKeys, rarity: &dyn Rarity) -> i32 {
    let names = names_bits(rarity.names());
    if a.identity_differs(b) && !a.identity.is_empty() && !b.identity.is_empty() {
        return IDENTITY_DIFFERS - names;
    }
    let edits = a.edits_allowed() && b.edits_allowed();
    let (texts_a, texts_b) = (tokens_of(a), tokens_of(b));
    let tokens = Tokens::of(a, b, rarity);
    let mut links: SmallVec<[(i32, u8, u8); 8]> = SmallVec::new();
    for (i, (x, (s, count))) in texts_a.iter().zip(&tokens.a).enumerate() {
        for (j, (y, (t, other))) in texts_b.iter().zip(&tokens.b).enumerate() {
            let (x, y) = ((x.as_ref(), *s), (y.as_ref(), *t));
            // What only sounds alike adds too little to look for.
            let Some(relation) = relate(x, y, edits) else { continue };
            let weight = match relation.kind {
                Kind::Equal => equal_weight(names, *count),
                kind => differing_weight(names, kind, relation.odds, (*count).min(*other)),
            };
            links.push((weight, i as u8, j as u8));
        }
    }
    links.sort_unstable_by_key(|(weight, i, j)| (std::cmp::Reverse(*weight), i + j, i.abs_diff(*j), *i));
    let (mut used_a, mut used_b, mut sum) = (0_u16, 0_u16, MARGIN - names);
    for (weight, i, j) in links {
        if weight > 0 && used_a & (1 << i) == 0 && used_b & (1 << j) == 0 {
            (used_a, used_b) = (used_a | 1 << i, used_b | 1 << j);
            sum += weight;
        }
    }
    let left = |side: &[(Token, u32)], used: u16| {
        side.iter().enumerate().filter(|(at, (token, _))| !token.light && used & (1 << at) == 0).count() as i32
    };
    let (one, other) = (left(&tokens.a, used_a), left(&tokens.b, used_b));
    sum + LEFT * one.max(other) + CONFLICT * one.min(other)
}

/// How likely two of one name are one, by the name alone: as [`judge`].
pub fn same_name(keys: &NameKeys, rarity: &dyn Rarity) -> i32 {
    let names = names_bits(rarity.names());
    let tokens = tokens_of(keys);
    let sum: i32 = tokens.iter().map(|token| equal_weight(names, rarity.count(token))).sum();
    sum - names + MARGIN + if tokens.len() == 1 { ONE_WORD / 2 } else { 0 }
}

/// Hundredths of bits as a probability in thousandths. Half of each bit: what tokens and fields say is not independent, and
/// taken at its word would be certain of too much.
pub const fn probability(bits: i32) -> u16 {
    const OF: [i32; 11] = [500, 667, 800, 889, 941, 970, 985, 992, 996, 998, 999];
    let size = bits.unsigned_abs() / 2;
    let at = (size / 100) as usize;
    let p = if at >= 10 { 999 } else { OF[at] + (OF[at + 1] - OF[at]) * (size % 100) as i32 / 100 };
    (if bits < 0 { 1_000 - p } else { p }) as u16
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
