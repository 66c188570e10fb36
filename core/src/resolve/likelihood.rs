//! How likely two names are one and the same here: a likelihood ratio that learns from the memory how rare the tokens
//! are, after Fellegi and Sunter 1969, with frequencies as in Winkler 2000.
//!
//! [`compare`](super::compare()) says how near two names are, whatever else is in the memory; this says whether a memory
//! with so many names would hold such a pair by chance. "John Smith" and "Jon Smith" are near in any memory; among a
//! hundred thousand names, where both are common, they are two people more likely than one.
//!
//! ```text
//! bits = Σ links + corrections − log2 N + MARGIN              N: names in the memory, at least 1,024, in half octaves
//! link, equal tokens       log2(0.9 · N / others)             others: names that hold the token besides these two
//! link, differing tokens   odds + log2(N / others)            others: of the rarer one; 1/20 if there are none
//! link, alike in sound     a constant that falls with N
//! corrections              LEFT a token without a partner; SECOND a differing pair after the first; REORDERED; ONE_WORD
//! ```
//!
//! The weights of links are in [`super::rarity`]. The odds of a differing pair say how often one referent's name is written
//! in just that other way: an edit is one of about 53 a letter, so a long token that is one edit away says more than a short
//! one. Constants were chosen on names with planted edits (US Census 1990) and real variants (historical persons), see
//! docs/BENCH.md.

use smallvec::SmallVec;

use super::align::{Aligned, Link};
use super::compare::{How, Identity, Match, tells_apart};
use super::rarity::{PAIR, RARE, Rarity, differing_weight, equal_weight, level, names_bits, names_level};
use super::token::{Kind, Relation, Token, edit_odds, links_of, relate, tokens_of};
use crate::names::NameKeys;

/// Pairs with fewer bits come about by chance too often to be worth a question.
pub const LIKELY: i32 = 0;

/// A token that only one of the names has.
pub(crate) const LEFT: i32 = -400;
/// A token on each side without a partner, besides [`LEFT`].
pub(crate) const CONFLICT: i32 = -200;
/// Each differing pair after the first: two slips in one name are rare.
pub(crate) const SECOND: i32 = -800;
/// Tokens in another order: "Paul Gregory" and "Gregory Paul" are two people.
const REORDERED: i32 = -600;
/// Names of one word each, which have no second to agree in.
const ONE_WORD: i32 = 900;
/// Identity tokens that differ.
const TOLD_APART: i32 = -5_000;
/// Given names that read as two.
const APART: i32 = -500;
/// What is asked for beyond even odds.
const MARGIN: i32 = -101;
/// Known to mean the same: an abbreviation, look-alike letters, equal folded keys.
const KNOWN: i32 = 2_000;
/// A token that another name has too is a name, and one that none other has is a slip of it, in a memory of so many names (as
/// a level: 4,096).
const KNOWS_NAMES: u8 = level(4_096);

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
    /// Their given names read as two different ones here.
    pub given_differ: bool,
    finder: Option<Finder>,
}

impl Judged {
    /// Whether the names alone make the pair worth a question.
    pub fn is_likely(&self) -> bool {
        self.bits >= LIKELY && !self.only_listed
    }
}

/// One of two names: the one from which a join over all names finds the pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finder {
    /// The first.
    First,
    /// The second.
    Second,
}

/// How likely two different names that could be asked about are one in a memory. `None` when they are not near, or their
/// identity tokens differ. Symmetric.
pub fn judge(a: &NameKeys, b: &NameKeys, rarity: &dyn Rarity) -> Option<Judged> {
    let found = super::compare::find_whole(a, b, rarity.tables())?;
    if found.identity != Identity::Same {
        return None;
    }
    let names = names_bits(rarity.names());
    let (bits, only_listed, given_differ, finder) = match &found.how {
        How::Exact | How::Abbreviation | How::Folded(_) | How::LookAlike => (KNOWN, false, false, None),
        How::WholeEdit => (whole_edit(a, b, names, rarity), false, false, None),
        How::Tokens(aligned) => {
            let tokens = Tokens::of(a, b, rarity);
            let apart = aligned.given_differ && !tokens.is_slip(aligned, names_level(rarity.names()));
            let only_listed = aligned.part || apart || !(aligned.ask || aligned.given_differ);
            let bits = tokens.bits(aligned, names) + if apart { APART } else { 0 };
            (bits, only_listed, apart, tokens.finder(aligned))
        }
    };
    Some(Judged { m: found.into_match(a, b), bits, only_listed, given_differ, finder })
}

/// How likely two names are one that need not be near: as [`judge`], with what is left over on both sides held against them,
/// and a token that fits badly no more than one without a partner. Symmetric.
pub fn judge_any(a: &NameKeys, b: &NameKeys, rarity: &dyn Rarity) -> i32 {
    let names = names_bits(rarity.names());
    if tells_apart(a, b) {
        return TOLD_APART - names;
    }
    let edits = a.edits_allowed() && b.edits_allowed();
    let (texts_a, texts_b) = (tokens_of(a), tokens_of(b));
    let tokens = Tokens::of(a, b, rarity);
    let one = texts_a.iter().zip(&tokens.a).map(|(text, (token, _))| (text.as_ref(), *token));
    let other = texts_b.iter().zip(&tokens.b).map(|(text, (token, _))| (text.as_ref(), *token));
    // What only sounds alike adds too little to look for.
    let links = links_of(one, other, |x, y, _| relate(x, y, edits, rarity.tables()));
    let mut links: SmallVec<[(i32, Link); 8]> =
        links.into_iter().map(|link| (tokens.weight(&link, names), link)).filter(|(weight, _)| *weight > 0).collect();
    let order = |(weight, Link { i, j, .. }): &(i32, Link)| (std::cmp::Reverse(*weight), i + j, i.abs_diff(*j), *i);
    links.sort_unstable_by_key(order);
    let (mut used_a, mut used_b, mut sum) = (0_u16, 0_u16, MARGIN - names);
    for (weight, Link { i, j, .. }) in links {
        if used_a & (1 << i) == 0 && used_b & (1 << j) == 0 {
            (used_a, used_b) = (used_a | 1 << i, used_b | 1 << j);
            sum += weight;
        }
    }
    let (one, other) = (left(&tokens.a, used_a), left(&tokens.b, used_b));
    sum + LEFT * one.max(other) + CONFLICT * one.min(other)
}

/// How likely two names are one together with other evidence that adds at most `more` hundredths of bits: the bits by the names
/// alone, and from which name a join finds the pair; without one, from the younger. `None` if that is not likely, or there
/// is no way to find the pair: not near, and no rare token in common. Symmetric.
pub fn judge_with(a: &NameKeys, b: &NameKeys, rarity: &dyn Rarity, more: i32) -> Option<(i32, Option<Finder>)> {
    let judged = judge(a, b, rarity);
    if let Some(judged) = judged.as_ref().filter(|judged| judged.is_likely()) {
        return Some((judged.bits, judged.finder));
    }
    if more <= 0 {
        return None;
    }
    let finder = match &judged {
        Some(judged) => judged.finder,
        None if share_a_rare_token(a, b, rarity) => None,
        None => return None,
    };
    let bits = judge_any(a, b, rarity).max(judged.map_or(i32::MIN, |judged| judged.bits));
    (bits + more >= LIKELY).then_some((bits, finder))
}

/// Particles and initials aside.
fn share_a_rare_token(a: &NameKeys, b: &NameKeys, rarity: &dyn Rarity) -> bool {
    let is_rare = |text: &str| {
        let token = Token::of(text);
        !token.light && !token.is_initial() && (1..=RARE).contains(&level(rarity.count(text)))
    };
    let others = tokens_of(b);
    tokens_of(a).iter().any(|token| others.contains(token) && is_rare(token))
}

/// How likely two of one name are one, by the name alone: as [`judge`].
pub fn judge_same(keys: &NameKeys, rarity: &dyn Rarity) -> i32 {
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
    i32::from(edit_odds(letters, 1)) + side(a).max(side(b)) - names + MARGIN
}

/// Tokens of a name, each with how many names hold it.
type Counted = SmallVec<[(Token, u32); 4]>;

/// Tokens that count of which none is used.
fn left(side: &Counted, used: u16) -> i32 {
    side.iter().enumerate().filter(|(at, (token, _))| !token.light && used & (1 << at) == 0).count() as i32
}

/// The tokens of two names.
struct Tokens {
    a: Counted,
    b: Counted,
}

impl Tokens {
    fn of(a: &NameKeys, b: &NameKeys, rarity: &dyn Rarity) -> Self {
        let side = |keys: &NameKeys| tokens_of(keys).iter().map(|t| (Token::of(t), rarity.count(t))).collect();
        Self { a: side(a), b: side(b) }
    }

    fn counts(&self, link: &Link) -> (u32, u32) {
        let count = |side: &Counted, at: u8| side.get(usize::from(at)).map_or(0, |(_, count)| *count);
        (count(&self.a, link.i), count(&self.b, link.j))
    }

    fn weight(&self, link: &Link, names: i32) -> i32 {
        let (x, y) = self.counts(link);
        let Relation { kind, odds, .. } = link.relation;
        match kind {
            Kind::Equal => equal_weight(names, x),
            kind => differing_weight(names, kind, odds, x.min(y)),
        }
    }

    fn bits(&self, aligned: &Aligned, names: i32) -> i32 {
        let links = &aligned.links;
        let sum: i32 = links.iter().map(|link| self.weight(link, names)).sum();
        let (used_a, used_b) = links.iter().fold((0, 0), |(a, b), link| (a | 1 << link.i, b | 1 << link.j));
        let differing = links.iter().filter(|link| link.relation.kind != Kind::Equal).count() as i32;
        let one_word = left(&self.a, 0) == 1 && left(&self.b, 0) == 1;
        MARGIN - names
            + sum
            + LEFT * (left(&self.a, used_a) + left(&self.b, used_b))
            + SECOND * (differing - 1).max(0)
            + if aligned.reordered { REORDERED } else { 0 }
            + if one_word { ONE_WORD } else { 0 }
    }

    /// Given names that read as two, where this memory knows the one and the other from nowhere else: a slip.
    fn is_slip(&self, aligned: &Aligned, names: u8) -> bool {
        let mut apart = aligned.links.iter().filter(|link| link.relation.apart && link.i == 0 && link.j == 0);
        names >= KNOWS_NAMES
            && apart.all(|link| {
                let (x, y) = self.counts(link);
                level(x.min(y)) <= PAIR && level(x.max(y)) >= PAIR
            })
            && aligned.links.iter().all(|link| link.relation.kind != Kind::Begins)
    }

    /// See [`crate::index::NameIndex::pairs`]: initials are found from the full name, edits from the commoner token.
    fn finder(&self, aligned: &Aligned) -> Option<Finder> {
        let is_initial =
            |side: &Counted, at: u8| side.get(usize::from(at)).is_some_and(|(token, _)| token.letters == 1);
        let fits = || aligned.links.iter().filter(|link| link.relation.kind == Kind::Initial);
        let (first, second) = (fits().any(|l| is_initial(&self.b, l.j)), fits().any(|l| is_initial(&self.a, l.i)));
        match (first, second) {
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
