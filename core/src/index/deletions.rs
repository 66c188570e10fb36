//! Deletion neighbourhoods: tokens a few edits apart share what is left after a few deletions.
//!
//! Two tokens within *k* edits (swaps included) have a common subsequence that drops at most *k* letters of each; cutting
//! both to a prefix keeps that true of the prefixes. So it is enough to store, for each token, the prefix with up to
//! *k* letters deleted. Source: Garbe's SymSpell; Mor and Fraenkel 1982. Only hashes are kept, so what comes back has
//! to be checked.
//!
//! Which *k*: tokens of eight letters and more may be two edits apart from one of six and more, shorter ones one
//! ([`crate::resolve`]). Of a pair of six or seven and eight or nine letters, two edits apart, the shorter loses at
//! most one letter, so only tokens of eight and more need two deletions.

use smallvec::SmallVec;

use super::hash;

/// Letters of the prefix. At least nine minus one: see above for pairs of seven and nine letters.
const PREFIX: usize = 8;

/// The hashes of a token's deletion variants, without repeats.
pub(super) fn variants(token: &str) -> SmallVec<[u32; 64]> {
    let mut out = SmallVec::new();
    let letters: SmallVec<[u32; PREFIX]> = token.chars().take(PREFIX).map(u32::from).collect();
    if letters.len() < 2 {
        return out;
    }
    let without = |i: usize, j: usize| {
        let kept = letters.iter().enumerate().filter(|(at, _)| *at != i && *at != j).map(|(_, c)| *c);
        hash::short(hash::letters(kept))
    };
    let none = usize::MAX;
    out.push(without(none, none));
    for i in 0..letters.len() {
        out.push(without(i, none));
    }
    if letters.len() == PREFIX {
        for i in 0..letters.len() {
            for j in i + 1..letters.len() {
                out.push(without(i, j));
            }
        }
    }
    out.sort_unstable();
    out.dedup();
    out
}
