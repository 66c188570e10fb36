//! How rare tokens and values are in a memory, and what it says that two names agree or differ in one.
//!
//! All weights are in hundredths of a bit, by integers only, so that every machine gets the same. Counts enter by their
//! order of magnitude ([`level`]), so that what is asked changes seldom while a memory grows; whoever keeps questions
//! compares afresh when a level changes. Nothing here looks anything up: counts come through [`Rarity`].

use super::token::Kind;
use crate::names::Tables;

/// What a memory knows of names: how common they are, and which short forms they have.
pub trait Rarity {
    /// Names in it.
    fn names(&self) -> u32;
    /// Names that hold a token.
    fn count(&self, token: &str) -> u32;
    /// The tables of names, with what was added to them here.
    fn tables(&self) -> &Tables;
}

/// Of equal tokens: one referent's token is mostly written alike (log2 0.9).
const EQUAL: i32 = -15;
/// A pair that only sounds alike, in a small memory, and what each doubling of the names takes off: the more names, the
/// more of them sound alike.
const SOUND: i32 = 150;
const SOUND_DOUBLING: i32 = 15;
/// log2 of the twentieth that stands for a token nobody else has, where it differs from its partner: a random
/// neighbour of a name is hardly ever a name itself (Good 1953).
const UNSEEN: i32 = -432;
/// The same where one other name has it.
const SEEN_ONCE: i32 = 0;
/// The level below which memories know too little of names to tell apart: 1,024.
const SMALL: u8 = 20;

/// The level of a count of two: the two names of a pair, and nobody else.
pub(super) const PAIR: u8 = level(2);
/// Tokens of so many names at most, as a level (64 names), are rare: names that share one are found by it.
pub(crate) const RARE: u8 = level(64);

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
    if level < SMALL { SMALL } else { level }
}

/// log2 of the number of names, in hundredths.
pub(crate) const fn names_bits(names: u32) -> i32 {
    names_level(names) as i32 * 50
}

/// log2 of a count of that level, in hundredths: of the middle of what the level spans.
const fn count_bits(level: u8) -> i32 {
    level as i32 * 50 - 25
}

/// The weight of equal tokens that so many names hold, the two among them; `names` as [`names_bits`] has it.
pub(crate) const fn equal_weight(names: i32, count: u32) -> i32 {
    let level = level(count);
    EQUAL + names - if level <= PAIR { 0 } else { count_bits(level) }
}

/// The weight of tokens that differ in this way, with such odds, the rarer of which so many names hold; `names` as
/// [`names_bits`] has it.
pub(crate) const fn differing_weight(names: i32, kind: Kind, odds: i16, rarer: u32) -> i32 {
    if matches!(kind, Kind::Sound) {
        return SOUND - (names - SMALL as i32 * 50) * SOUND_DOUBLING / 100;
    }
    let others = match level(rarer) {
        0 => UNSEEN,
        PAIR => SEEN_ONCE,
        level => count_bits(level),
    };
    odds as i32 + names - others
}
