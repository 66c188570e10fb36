//! Matching the tokens of two names, one to one, and the score that comes of it.
//!
//! Works on relations and weights only, never on text, so that the index can call it with interned tokens and get
//! what [`super::compare()`] gets. Symmetric: turning all links round turns the result round.

use smallvec::SmallVec;

use super::score;
use super::token::{Kind, Relation, Token};
use crate::model::Tier;

/// Names are matched by their first tokens only, up to so many. A bound against hostile names; a person's name with
/// all titles has about ten. Longer names still match by their folded keys.
pub(crate) const MAX_TOKENS: usize = 12;

/// Two tokens that relate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    /// Position in the one name.
    pub i: u8,
    /// Position in the other.
    pub j: u8,
    pub relation: Relation,
}

/// A matching.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Aligned {
    pub links: SmallVec<[Link; 4]>,
    pub score: u16,
    pub tier: Tier,
    /// The given names read as different ones.
    pub given_differ: bool,
    /// One is a lone part of the other.
    pub part: bool,
    /// Matched tokens stand in another order.
    pub reordered: bool,
}

/// Matches two token lists. `None` when they are not near.
///
/// Strongest links first, spelling before sound, each token once. Near needs all tokens of the shorter name (particles
/// aside) matched, one of them by a relation that the rest may lean on.
pub(crate) fn align(a: &[Token], b: &[Token], links: &mut [Link]) -> Option<Aligned> {
    let (heavy_a, heavy_b) = (heavy(a), heavy(b));
    let need = heavy_a.min(heavy_b);
    if need == 0 {
        return None;
    }
    if links.len() > 1 {
        links.sort_unstable_by_key(|l| {
            let weight = weight(a, l.i) + weight(b, l.j);
            (
                l.relation.kind == Kind::Sound,
                std::cmp::Reverse(l.relation.strength),
                std::cmp::Reverse(weight),
                // The rest is the same from either side, and what still ties cannot share a token.
                l.i + l.j,
                l.i.abs_diff(l.j),
                l.i,
            )
        });
    }
    let lone = need == 1 && heavy_a.max(heavy_b) > 1;
    let (mut used_a, mut used_b) = (0_u16, 0_u16);
    let mut chosen: SmallVec<[Link; 4]> = SmallVec::new();
    let (mut matched, mut anchored, mut by_sound, mut given_differ) = (0, false, false, false);
    let (mut quality, mut total) = (0_u32, 0_u32);
    for link in links.iter() {
        let (bit_a, bit_b) = (1 << link.i, 1 << link.j);
        let relation = link.relation;
        if used_a & bit_a != 0 || used_b & bit_b != 0 {
            continue;
        }
        if lone && matches!(relation.kind, Kind::Prefix | Kind::Sound) {
            continue;
        }
        used_a |= bit_a;
        used_b |= bit_b;
        chosen.push(*link);
        let both = weight(a, link.i) + weight(b, link.j);
        total += both;
        quality += both * u32::from(relation.strength);
        if !a.get(usize::from(link.i)).is_none_or(|t| t.light) {
            matched += 1;
            anchored |= relation.anchor;
            by_sound |= relation.kind == Kind::Sound;
            given_differ |= relation.apart && link.i == 0 && link.j == 0 && need > 1;
        }
    }
    if matched < need || !anchored {
        return None;
    }
    let extra = left_over(a, used_a) + left_over(b, used_b);
    let covered = 1000 - score::EXTRA_COST * extra / (extra + total).max(1);
    let mut score = (quality / total.max(1) * covered / 1000) as u16;
    chosen.sort_unstable_by_key(|l| (l.i, l.j));
    let reordered = is_reordered(a, &chosen);
    if reordered {
        score = score::scaled(score, score::REORDERED);
    }
    if by_sound {
        score = score::scaled(score, score::BY_SOUND);
    }
    if given_differ {
        score = score::scaled(score, score::GIVEN_DIFFER).min(score::ASK - 1);
    }
    let tier = if by_sound { Tier::Sound } else { Tier::Spelling };
    (score >= score::NEAR).then_some(Aligned { links: chosen, score, tier, given_differ, part: lone, reordered })
}

/// Tokens that count: all but particles.
pub(crate) fn heavy(tokens: &[Token]) -> usize {
    tokens.iter().filter(|t| !t.light).count()
}

fn weight(tokens: &[Token], at: u8) -> u32 {
    tokens.get(usize::from(at)).map_or(0, |t| t.weight())
}

/// The weight of what is not matched, twice over, as matched pairs count twice; a name in the middle counts half.
fn left_over(tokens: &[Token], used: u16) -> u32 {
    let last = tokens.len().saturating_sub(1);
    let free = |at: &usize| used & (1 << at) == 0;
    (0..tokens.len())
        .filter(free)
        .filter_map(|at| tokens.get(at).map(|t| (at, t)))
        .filter(|(_, t)| !t.light)
        .map(|(at, t)| if at == 0 || at == last { 2 * t.weight() } else { t.weight() })
        .sum()
}

/// Whether the matched tokens, particles aside, cross. Links are sorted by `i`.
fn is_reordered(a: &[Token], links: &[Link]) -> bool {
    let mut last = None;
    for link in links.iter().filter(|l| a.get(usize::from(l.i)).is_some_and(|t| !t.light)) {
        if last.is_some_and(|last| link.j < last) {
            return true;
        }
        last = Some(link.j);
    }
    false
}
