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
    /// Before it is told whether the pair may be asked about.
    pub raw: u16,
    pub tier: Tier,
    /// The given names read as different ones.
    pub given_differ: bool,
    /// One is a lone part of the other.
    pub part: bool,
    /// Matched tokens stand in another order.
    pub reordered: bool,
    /// Both have tokens that the other lacks.
    pub conflict: bool,
    /// Worth a question, if the identity tokens are the same.
    pub ask: bool,
}

impl Aligned {
    /// See [`score`].
    pub fn score(&self, same_identity: bool) -> u16 {
        if !same_identity || !self.ask {
            score::listed(self.raw)
        } else if self.part {
            score::lone_part(self.raw)
        } else {
            self.raw
        }
    }
}

/// How much to accept as near.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// All tokens of the shorter name matched, particles aside.
    Whole,
    /// Also names that agree in the last token, or in most, and have something left over on both sides.
    Partial,
}

/// Matches two token lists. `None` when they are not near.
///
/// Strongest links first, spelling before sound, each token once. One of them has to be an anchor, which the rest may
/// lean on. [`Kind::Begins`] links only belong to [`Reach::Partial`].
pub(crate) fn align(a: &[Token], b: &[Token], links: &mut [Link], reach: Reach) -> Option<Aligned> {
    let (heavy_a, heavy_b) = (heavy(a), heavy(b));
    let need = heavy_a.min(heavy_b);
    if need == 0 {
        return None;
    }
    sort(a, b, links);
    let lone = need == 1 && heavy_a.max(heavy_b) > 1;
    let (mut used_a, mut used_b) = (0_u16, 0_u16);
    let mut chosen: SmallVec<[Link; 4]> = SmallVec::new();
    let (mut matched, mut anchors, mut by_sound, mut given_differ, mut begins) = (0, 0, false, false, false);
    let (mut quality, mut total, mut ask) = (0_u32, 0_u32, true);
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
        if a.get(usize::from(link.i)).is_some_and(|t| !t.light) {
            matched += 1;
            anchors += usize::from(relation.anchor);
            by_sound |= relation.kind == Kind::Sound;
            begins |= relation.kind == Kind::Begins;
            given_differ |= relation.apart && link.i == 0 && link.j == 0 && need > 1;
            ask &= !lone || matches!(relation.kind, Kind::Equal | Kind::ShortForm);
        }
    }
    let conflict = matched < need;
    if anchors == 0 || (conflict && reach == Reach::Whole) {
        return None;
    }
    if (conflict || begins) && !enough(a, b, &chosen, (used_a, used_b), anchors) {
        return None;
    }
    let (left_a, left_b) = (left_over(a, used_a), left_over(b, used_b));
    let extra = left_a + left_b;
    let mut raw = (quality / total.max(1)) as u16;
    raw = score::scaled(raw, 1000 - score::EXTRA_COST * extra / (extra + total).max(1));
    if conflict {
        raw = score::scaled(raw, 1000 - score::CONFLICT_COST * extra / (extra + total).max(1));
    }
    chosen.sort_unstable_by_key(|l| (l.i, l.j));
    let ends = (last_heavy(a), last_heavy(b));
    let same_end = chosen.iter().any(|l| (Some(usize::from(l.i)), Some(usize::from(l.j))) == ends);
    if !same_end && !lone {
        raw = score::scaled(raw, score::OTHER_END);
    }
    let reordered = is_reordered(a, &chosen);
    if reordered {
        raw = score::scaled(raw, score::REORDERED);
    }
    if by_sound {
        raw = score::scaled(raw, score::BY_SOUND);
    }
    if given_differ {
        raw = score::scaled(raw, score::GIVEN_DIFFER);
    }
    let tier = if by_sound { Tier::Sound } else { Tier::Spelling };
    let ask = ask && !conflict && !begins && !given_differ;
    (raw >= score::RAW).then_some(Aligned {
        links: chosen,
        raw,
        tier,
        given_differ,
        part: lone,
        reordered,
        conflict,
        ask,
    })
}

/// Strongest first, in an order that is the same from either side: what still ties cannot share a token.
fn sort(a: &[Token], b: &[Token], links: &mut [Link]) {
    if links.len() > 1 {
        links.sort_unstable_by_key(|l| {
            let by_sound = l.relation.kind == Kind::Sound;
            let begins = l.relation.kind == Kind::Begins;
            let weight = weight(a, l.i) + weight(b, l.j);
            let (strength, weight) = (std::cmp::Reverse(l.relation.strength), std::cmp::Reverse(weight));
            (begins, by_sound, strength, weight, l.i + l.j, l.i.abs_diff(l.j), l.i)
        });
    }
}

/// Whether enough agrees for a pair that has something left over on both sides: the last tokens, or two
/// anchors that make up most of the lighter name.
fn enough(a: &[Token], b: &[Token], chosen: &[Link], used: (u16, u16), anchors: usize) -> bool {
    let (Some(last_a), Some(last_b)) = (last_heavy(a), last_heavy(b)) else { return false };
    let at_end = chosen.iter().any(|l| usize::from(l.i) == last_a && usize::from(l.j) == last_b && l.relation.anchor);
    let begins = chosen.iter().any(|l| l.relation.kind == Kind::Begins);
    if at_end && begins {
        return true;
    }
    let share = |tokens: &[Token], used: u16| {
        let (mut matched, mut all) = (0, 0);
        for (at, token) in tokens.iter().enumerate().filter(|(_, t)| !t.light) {
            all += token.weight();
            matched += if used & (1 << at) != 0 { token.weight() } else { 0 };
        }
        (matched, all)
    };
    let (x, y) = (share(a, used.0), share(b, used.1));
    let (matched, all) = match x.1.cmp(&y.1) {
        std::cmp::Ordering::Less => x,
        std::cmp::Ordering::Greater => y,
        std::cmp::Ordering::Equal => (x.0.max(y.0), x.1),
    };
    anchors >= 2 && matched * 1000 >= all * score::CONFLICT_SHARE
}

/// The position of the last token that is no particle.
pub(crate) fn last_heavy(tokens: &[Token]) -> Option<usize> {
    tokens.iter().rposition(|t| !t.light)
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
