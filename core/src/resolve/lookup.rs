//! How well a name here answers a name that somebody looks up: the definition behind `resolveEntity`'s order.
//!
//! [`compare`](super::compare()) says how near two names are, in any memory, both alike. Looking up is neither: the one name is
//! a question, written badly or in part, the other one of the names that this memory holds; and what the question
//! says is worth more the rarer it is here. "Samuel Fildes" means the only Fildes, whatever his given name; "Samuel"
//! means no one. So this weighs what of the question is found again. For lookups only: it never makes a pair worth a
//! question, and says "this may be meant", not "these are one".
//!
//! **What answers.** Names without other identity tokens than the question's that
//! - are near it ([`compare`](super::compare())); or
//! - relate to two of its words; or
//! - have a word that relates to one of its words in a way that is rare here: in one of the [`WAYS`], all the names together
//!   that have such a word are at most [`RARE`]; or
//! - have a word for each of two or more initials that are all there is of it, among at most [`FEW`] names;
//!
//! and that share a word with it that says something, in the weights below. Names that are not near answer only if nothing
//! answers two and a half times as well: beside the very person that is meant, others of the family name say nothing.
//!
//! **How well**, in hundredths of bits, with `bits(w)` = log2 of the names here over those that hold the word `w`:
//!
//! ```text
//! found = Σ links, the best first, each word once, of bits(word of the question) + UNEXPLAINED + what the link costs
//!       + Σ words of the candidate that are left over: FIRST, LAST, MIDDLE or RANK
//!       + REORDERED, if the words cross    + OTHER_END, if the last words are not each other's
//!       + SPELLING · trigrams that the whole names share, of all that they have
//! all   = Σ words of the question, of bits + UNEXPLAINED + EQUAL, + SPELLING
//! score = 949 · (found + LEAST) / (all + LEAST)      in thousandths, 1 to 949; not an answer if found ≤ −LEAST
//! ```
//!
//! This is the likelihood that the candidate was written as the question, over that of a stranger's name being it
//! (Fellegi and Sunter 1969): a word that is left over in the question came out of nothing; one that is linked came of its
//! partner by a slip, a short form, an initial. A link that only says that words begin alike is worth no more than the
//! letters that they share. Names that are equal as a whole but for accents, spaces or one edit have the score that
//! [`score`](super::score) gives them if that is more.
//!
//! The order is by score, ties by number; `resolveEntity` puts what ties by tier and id. The weights were chosen on the
//! first 500 of the real variants (historical persons), see docs/BENCH.md.

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::align::{Aligned, Link};
use super::compare::{self, Found, How, Identity, Match, tells_apart};
use super::log2::log2;
use super::score::SHORT_FORM;
use super::token::{Kind, Relation, Token, links_of, relate_or_sound, tokens_of};
use super::trigrams::each_trigram;
use super::{rank_words, reasons};
use crate::model::Tier;
use crate::names::{NameKeys, Tables};

/// A word that so many names hold, in one way that words relate, is rare.
pub(crate) const RARE: usize = 48;
/// How many ways there are: see [`way`].
pub(crate) const WAYS: usize = 5;
/// Words that begin with so many letters alike relate by that.
pub(crate) const BEGIN: usize = 3;

/// Initials alone are looked for among so many names only: all of them have to be gone through.
pub(crate) const FEW: usize = 20_000;

/// Taken as given: what it costs a word of the question to have come out of nothing.
const UNEXPLAINED: i32 = 300;
/// What a link adds, or costs if it is negative.
const EQUAL: i32 = 140;
const ONE_EDIT: i32 = -350;
const TWO_EDITS: i32 = -500;
const SHORT_EDIT: i32 = -600;
/// A short form in the table; two of one name, or one that is only made like one; and what the share of the letters that
/// both begin with adds.
const SHORT: i32 = -25;
const BOTH_SHORT: i32 = -450;
const SHORT_LETTERS: i32 = 250;
const PREFIX: i32 = -600;
const INITIAL: i32 = -250;
/// An initial says no more than this.
const INITIAL_MOST: i32 = 925;
const SOUND: i32 = -1_000;
const BEGINS: i32 = -1_000;
/// Words that begin alike say this for each letter, less [`BEGINS_LESS`].
const BEGINS_LETTER: i32 = 140;
const BEGINS_LESS: i32 = 60;
/// Given names that read as two different ones.
const APART: i32 = -200;
/// A particle that both have.
const LIGHT: i32 = 150;
/// A single letter says no more than this.
const LETTER_MOST: i32 = 1_000;
/// A last word that is linked to one that is not the last.
const ENDS: i32 = -20;

/// What is left over of the candidate: its first word, its last, another, one that tells a rank.
const FIRST: i32 = -250;
const LAST: i32 = -300;
const MIDDLE: i32 = -40;
const RANK: i32 = -25;
const REORDERED: i32 = -300;
const OTHER_END: i32 = -200;
/// Whole names that are spelled alike, trigram by trigram: what tells apart where words say the same.
const SPELLING: i32 = 750;
/// Answers lose no more than this on top of what they have.
const LEAST: i32 = 400;
/// The most that words give.
const MOST: i32 = 949;

/// How two words relate, for what is rare: the number of the way, below [`WAYS`]. Those that begin alike are
/// [`BEGIN_ALIKE`].
pub(crate) const fn way(kind: Kind) -> Option<usize> {
    match kind {
        Kind::Equal | Kind::Edit => Some(0),
        Kind::Sound => Some(1),
        Kind::ShortForm => Some(2),
        Kind::Prefix | Kind::ShortEdit => Some(3),
        Kind::Initial | Kind::Begins => None,
    }
}

/// The way of words that begin with the same [`BEGIN`] letters, however else they relate.
pub(crate) const BEGIN_ALIKE: usize = WAYS - 1;

/// Whether names are looked for by a word: no particle, no initial.
pub(crate) fn is_way(token: Token) -> bool {
    !token.light && !token.is_initial()
}

/// A word of a name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word<'a> {
    pub text: &'a str,
    pub token: Token,
    /// How many names here hold it.
    pub count: u32,
}

/// The question.
#[derive(Clone, Debug)]
pub(crate) struct Asked<'a> {
    words: SmallVec<[Word<'a>; 4]>,
    bits: SmallVec<[i32; 4]>,
    last: usize,
    all: i32,
    spelling: Spelling,
}

impl<'a> Asked<'a> {
    /// A name and its words, in a memory of so many names.
    pub fn new(keys: &NameKeys, words: SmallVec<[Word<'a>; 4]>, names: u32) -> Self {
        let bits: SmallVec<[i32; 4]> = words.iter().map(|word| said(word, names)).collect();
        let of = |(word, bits): (&Word<'_>, &i32)| if word.token.light { LIGHT } else { bits + UNEXPLAINED + EQUAL };
        let all = words.iter().zip(&bits).map(of).sum::<i32>() + SPELLING;
        Self { last: end(&words).1, words, bits, all, spelling: Spelling::of(&keys.folded) }
    }

    /// How well a name answers, by its words and by how they relate; `None` if it does not. Links of words that begin
    /// alike are not among those given.
    pub fn answer(&self, keys: &NameKeys, others: &[Word<'_>], links: &[Link]) -> Option<Answer> {
        let (tail, last) = end(others);
        let mut gains: SmallVec<[(i32, Link); 8]> = SmallVec::new();
        let mut put = |link: Link, gain: i32| {
            let ends = if (usize::from(link.i) == self.last) == (usize::from(link.j) == last) { 0 } else { ENDS };
            if gain > 0 {
                gains.push((gain + ends, link));
            }
        };
        let mut says = false;
        for link in links {
            says = true;
            put(*link, self.gain(link, others));
        }
        for (i, word) in self.words.iter().enumerate() {
            for (j, other) in others.iter().enumerate() {
                let letters = begun(word, other);
                if letters > 0 && !links.iter().any(|link| usize::from(link.i) == i && usize::from(link.j) == j) {
                    says |= letters >= BEGIN;
                    let bits = self.bits.get(i).copied().unwrap_or_default();
                    let most = BEGINS_LETTER * letters as i32 - BEGINS_LESS;
                    put(Link { i: i as u8, j: j as u8, relation: ALIKE }, (bits + UNEXPLAINED + BEGINS).min(most));
                }
            }
        }
        if !says || gains.is_empty() {
            return None;
        }
        gains.sort_unstable_by_key(|(gain, link)| (std::cmp::Reverse(*gain), link.i, link.j));
        let (mut used, mut taken, mut found) = (0_u16, 0_u16, 0);
        let mut chosen: SmallVec<[Link; 4]> = SmallVec::new();
        for (gain, link) in gains {
            if used & (1 << link.i) == 0 && taken & (1 << link.j) == 0 {
                used |= 1 << link.i;
                taken |= 1 << link.j;
                found += gain;
                chosen.push(link);
            }
        }
        chosen.sort_unstable_by_key(|link| link.i);
        let first = others.iter().position(|other| !rank_words::is_rank(other.text));
        let mut left_over = false;
        for (j, other) in others.iter().enumerate() {
            if taken & (1 << j) != 0 || other.token.light {
                continue;
            }
            let rank = j >= tail || rank_words::is_rank(other.text);
            left_over |= !rank;
            found += if rank {
                RANK
            } else if Some(j) == first {
                FIRST
            } else if j == last {
                LAST
            } else {
                MIDDLE
            };
        }
        let reordered = chosen.windows(2).any(|pair| matches!(pair, [a, b] if a.j > b.j));
        let same_end = chosen.iter().any(|link| usize::from(link.i) == self.last && usize::from(link.j) == last);
        found += if reordered { REORDERED } else { 0 };
        found += if same_end { 0 } else { OTHER_END };
        found += SPELLING * self.spelling.shared(&keys.folded) / 1000;
        let score = MOST * (found + LEAST) / (self.all + LEAST).max(1);
        let missing = self.words.iter().enumerate().any(|(i, word)| !word.token.light && used & (1 << i) == 0);
        (score > 0).then(|| Answer {
            score: score.min(MOST) as u16,
            links: chosen,
            reordered,
            conflict: missing && left_over,
        })
    }

    fn gain(&self, link: &Link, others: &[Word<'_>]) -> i32 {
        let at = usize::from(link.i);
        let (Some(word), Some(other)) = (self.words.get(at), others.get(usize::from(link.j))) else { return 0 };
        if word.token.light {
            return LIGHT;
        }
        let apart = if link.relation.apart { APART } else { 0 };
        let gain = self.bits.get(at).copied().unwrap_or_default() + UNEXPLAINED + apart;
        let Relation { kind, strength, odds, .. } = link.relation;
        match kind {
            Kind::Equal => gain + EQUAL,
            Kind::Edit => gain + if odds < TWO_EDITS_ODDS { TWO_EDITS } else { ONE_EDIT },
            Kind::ShortEdit => gain + SHORT_EDIT,
            Kind::ShortForm => {
                let letters = i32::from(word.token.letters.max(other.token.letters).max(1));
                gain + if strength >= SHORT_FORM { SHORT } else { BOTH_SHORT }
                    + SHORT_LETTERS * begun(word, other) as i32 / letters
            }
            Kind::Prefix => gain + PREFIX,
            Kind::Initial => (gain + INITIAL).min(INITIAL_MOST),
            Kind::Sound => gain + SOUND,
            Kind::Begins => 0,
        }
    }
}

/// Odds of one edit are higher, of two lower, whatever the length: see [`super::token`].
const TWO_EDITS_ODDS: i16 = -1_500;

/// The relation of words that begin alike.
const ALIKE: Relation = Relation { kind: Kind::Begins, strength: 0, odds: 0, apart: true, anchor: false };

/// How many letters two words begin with alike; none of particles and initials.
fn begun(x: &Word<'_>, y: &Word<'_>) -> usize {
    if !is_way(x.token) || !is_way(y.token) || x.token.dense || y.token.dense {
        return 0;
    }
    x.text.chars().zip(y.text.chars()).take_while(|(a, b)| a == b).count()
}

/// What a word says: log2 in hundredths of the names over those that hold it. A word that no name has counts as one that
/// six of ten have.
fn said(word: &Word<'_>, names: u32) -> i32 {
    let most = if word.token.letters == 1 { LETTER_MOST } else { i32::MAX };
    let held = if word.count == 0 { -74 } else { log2(word.count) };
    (log2(names.max(1)) - held).clamp(0, most)
}

/// Where the rank begins that stands behind a name ("…, 3rd Earl of Derby"), and the last word before it that is no rank.
fn end(words: &[Word<'_>]) -> (usize, usize) {
    let is_name = |word: &Word<'_>| !rank_words::is_rank(word.text);
    let at = words.iter().skip(1).position(|word| rank_words::is_ordinal(word.text)).map(|at| at + 1);
    let tail = at.filter(|at| words.iter().take(*at).any(is_name)).unwrap_or(words.len());
    let last = words.iter().take(tail).rposition(is_name);
    (tail, last.unwrap_or(words.len().saturating_sub(1)))
}

/// The trigrams of a question, sorted.
#[derive(Clone, Debug)]
struct Spelling(SmallVec<[[char; 3]; 32]>);

impl Spelling {
    /// Of longer names only the beginning counts: as many trigrams as there are bits to mark them.
    const MOST: usize = 128;

    fn of(folded: &str) -> Self {
        let mut all = SmallVec::new();
        each_trigram(folded, |trigram| all.push(trigram));
        all.sort_unstable();
        all.dedup();
        all.truncate(Self::MOST);
        Self(all)
    }

    /// The share of trigrams that another name has too, of all that the two have, in thousandths. As pg_trgm's similarity, but
    /// that a trigram which the other name repeats counts each time: no list has to be put together.
    fn shared(&self, folded: &str) -> i32 {
        let (mut seen, mut others) = (0_u128, 0);
        each_trigram(folded, |trigram| {
            others += 1;
            if let Ok(at) = self.0.binary_search(&trigram) {
                seen |= 1 << at;
            }
        });
        let shared = seen.count_ones() as i32;
        1000 * shared / (self.0.len() as i32 + others - shared).max(1)
    }
}

/// How a name answers, by its words.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    /// Thousandths.
    pub score: u16,
    links: SmallVec<[Link; 4]>,
    reordered: bool,
    conflict: bool,
}

impl Answer {
    /// Put into reasons, for names that are not near.
    pub fn into_match(self, q: &NameKeys, other: &NameKeys) -> Match {
        let sound = self.links.iter().any(|link| link.relation.kind == Kind::Sound);
        let tier = if sound { Tier::Sound } else { Tier::Spelling };
        let identity = if q.identity_differs(other) { Identity::OneSided } else { Identity::Same };
        let Self { score, links, reordered, conflict } = self;
        let aligned =
            Aligned { links, raw: score, tier, given_differ: false, part: false, reordered, conflict, ask: false };
        let found = Found { how: How::Tokens(aligned), identity };
        Match { tier, score, reasons: reasons::reasons(q, other, &found) }
    }
}

/// The score of an answer from the score of the whole name, where that is what is near, and from its words.
pub(crate) fn best_of(whole: Option<u16>, words: Option<u16>) -> u16 {
    whole.unwrap_or(0).max(words.unwrap_or(0)).max(1)
}

/// Whether a name that is not near answers beside what answers best.
pub(crate) const fn is_beside(score: u16, best: u16) -> bool {
    score >= best * 2 / 5
}

/// How the words of a question relate to those of a name, as [`compare`](super::compare()) sees it.
fn links_between(
    q: &NameKeys,
    other: &NameKeys,
    words: &[Word<'_>],
    others: &[Word<'_>],
    tables: &Tables,
) -> SmallVec<[Link; 8]> {
    let edits = q.edits_allowed() && other.edits_allowed();
    let side = |words| <[Word<'_>]>::iter(words).map(|word: &Word<'_>| (word.text, word.token));
    links_of(side(words), side(others), |x, y, _| relate_or_sound(x, y, edits, tables))
}

/// How many words of a question that names are looked for by relate to a word of a name.
pub(crate) fn related_words(words: impl Iterator<Item = Token>, links: &[Link]) -> usize {
    words.enumerate().filter(|(i, t)| is_way(*t) && links.iter().any(|link| usize::from(link.i) == *i)).count()
}

/// Whether a question is nothing but two or more initials.
pub(crate) fn is_initials(mut words: impl Iterator<Item = Token> + Clone) -> bool {
    words.clone().all(Token::is_initial) && words.nth(1).is_some()
}

/// Whether each initial of a question fits a word of a name.
pub(crate) fn fits_all(initials: usize, links: &[Link]) -> bool {
    (0..initials).all(|i| links.iter().any(|link| usize::from(link.i) == i))
}

/// All names that answer a question, best first, ties by number: the definition, by going through all of them.
/// [`NameIndex::look_up`](crate::index::NameIndex::look_up) gives the same.
///
/// ```
/// use namesake_core::{names::NameKeys, resolve::look_up};
/// let names = ["Luke Fildes", "Samuel Butler", "Samuel Johnson"].map(NameKeys::new);
/// let names: Vec<(u32, &NameKeys)> = (0..).zip(&names).collect();
/// assert_eq!(look_up(&NameKeys::new("Samuel Fildes"), &names)[0].0, 0);
/// ```
pub fn look_up(q: &NameKeys, names: &[(u32, &NameKeys)]) -> Vec<(u32, Match)> {
    look_up_with(q, names, &Tables::default())
}

/// As [`look_up`], with what was added to the tables of names.
pub fn look_up_with(q: &NameKeys, names: &[(u32, &NameKeys)], tables: &Tables) -> Vec<(u32, Match)> {
    if q.is_empty() {
        return Vec::new();
    }
    let texts: Vec<SmallVec<[Cow<'_, str>; 4]>> = names.iter().map(|(_, keys)| tokens_of(keys)).collect();
    let mut counts: FxHashMap<&str, u32> = FxHashMap::default();
    for words in &texts {
        let once: FxHashSet<&str> = words.iter().map(AsRef::as_ref).collect();
        once.into_iter().for_each(|word| *counts.entry(word).or_default() += 1);
    }
    let word = |text| Word { text, token: Token::of(text), count: counts.get(text).copied().unwrap_or(0) };
    let own = tokens_of(q);
    let words: SmallVec<[Word<'_>; 4]> = own.iter().map(|text| word(text.as_ref())).collect();
    let mut rare: FxHashSet<&str> = FxHashSet::default();
    for x in words.iter().filter(|word| is_way(word.token)) {
        let mut ways: [(usize, Vec<&str>); WAYS] = Default::default();
        for (text, count) in &counts {
            let y = word(text);
            let relation = relate_or_sound((x.text, x.token), (y.text, y.token), true, tables);
            let alike = (begins_with(x.text, y.text) && is_way(y.token)).then_some(BEGIN_ALIKE);
            for way in relation.and_then(|relation| way(relation.kind)).into_iter().chain(alike) {
                if let Some((held, texts)) = ways.get_mut(way) {
                    *held += *count as usize;
                    texts.push(text);
                }
            }
        }
        rare.extend(ways.into_iter().filter(|(held, _)| *held <= RARE).flat_map(|(_, texts)| texts));
    }
    let asked = Asked::new(q, words.clone(), names.len() as u32);
    let initials = names.len() <= FEW && is_initials(words.iter().map(|word| word.token));
    let mut out: Vec<(u32, Match, bool)> = Vec::new();
    for ((node, keys), texts) in names.iter().zip(&texts) {
        let others: SmallVec<[Word<'_>; 4]> = texts.iter().map(|text| word(text.as_ref())).collect();
        let links = links_between(q, keys, &words, &others, tables);
        let near = compare::nearness(q, keys, tables);
        let is_rare = || texts.iter().any(|text| rare.contains(text.as_ref()));
        let reached = || {
            is_rare()
                || related_words(words.iter().map(|word| word.token), &links) >= 2
                || (initials && fits_all(words.len(), &links))
        };
        if near.is_none() && (tells_apart(q, keys) || !reached()) {
            continue;
        }
        let answer = asked.answer(keys, &others, &links);
        if near.is_none() && answer.is_none() {
            continue;
        }
        let score = best_of(near.flatten(), answer.as_ref().map(|answer| answer.score));
        let m = match compare::compare_with(q, keys, tables) {
            Some(near) => Some(Match { score, ..near }),
            None => answer.map(|answer| answer.into_match(q, keys)),
        };
        out.extend(m.map(|m| (*node, m, near.is_some())));
    }
    let best = out.iter().map(|(_, m, _)| m.score).max().unwrap_or_default();
    out.retain(|(_, m, near)| *near || is_beside(m.score, best));
    out.sort_by_key(|(node, m, _)| (std::cmp::Reverse(m.score), *node));
    out.into_iter().map(|(node, m, _)| (node, m)).collect()
}

/// Whether two words begin with the same [`BEGIN`] letters.
pub(crate) fn begins_with(x: &str, y: &str) -> bool {
    x.chars().zip(y.chars()).take_while(|(a, b)| a == b).take(BEGIN).count() == BEGIN
}
