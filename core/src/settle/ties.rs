//! What ties two entities as members of one group, or as those whom two groups are asked about with.
//!
//! Looks at two roots and asks nothing; each pair is weighed once.

use super::evidence::{are_named, share_folded_key, told_apart};
use super::shared::{are_few_of_one_name, of_one_name};
use super::weigh::{Weighed, Worth, weigh};
use crate::state::{Handle, Space};
use rustc_hash::FxHashMap;

/// A pair this likely ties two into one group, in hundredths of bits: the first, or where that ties too many together the
/// next. The first was chosen, as [`WEAKEST`], on half of 999 historical persons; on the other half it helped as much.
pub(super) const TIES: [i32; 8] = [400, 700, 1_000, 1_400, 1_900, 2_500, 3_200, 4_000];
/// A pair less likely keeps two out of one group, whoever is between them.
const WEAKEST: i32 = -200;

/// What may be asked of two roots together with others.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tie {
    /// How likely they are one, in hundredths of bits.
    pub bits: i32,
    /// They may stand in one group.
    pub groups: bool,
    /// Likely enough, and worth a question by themselves, so that one group may come of it.
    pub ties: bool,
    /// Worth a question by themselves: by their names and fields, or by a name that they share.
    pub asked: bool,
}

/// What ties pairs, each weighed once.
#[derive(Debug, Default)]
pub(super) struct Ties(FxHashMap<(Handle, Handle), Option<Tie>>);

impl Ties {
    /// What ties two roots. Nothing if they may not stand in one question with others: the owner said so or asks about just
    /// these two, or their names tell them apart. Identity groups are asked about by whoever speaks for them.
    pub fn between(&mut self, space: &Space, a: Handle, b: Handle) -> Option<Tie> {
        *self.0.entry((a.min(b), a.max(b))).or_insert_with(|| tie(space, a.min(b), a.max(b)))
    }
}

fn tie(space: &Space, a: Handle, b: Handle) -> Option<Tie> {
    let is_one = |root: Handle| space.group(root).len() == 1;
    if !is_one(a) || !is_one(b) || space.is_forbidden(a, b) || space.is_asked(a, b) {
        return None;
    }
    if share_folded_key(space, a, b) {
        let (bits, contrary) = of_one_name(space, a, b);
        let asked = are_few_of_one_name(space, a, b);
        let groups = bits >= WEAKEST && !contrary;
        return Some(Tie { bits, groups, ties: groups && asked && bits >= TIES[0], asked });
    }
    if told_apart(space, a, b) {
        return None;
    }
    let weighed = weigh(space, a, b);
    let Weighed { bits, worth, given_differ, agrees, contrary, .. } = weighed;
    let far = weighed.names.is_none() && are_named(space, a, b);
    let may = match worth {
        // Robert and Rachel with one telephone are a question of their own, whoever "R." is.
        _ if given_differ || (far && weighed.shares_one_strong_field()) => false,
        Worth::Question => !contrary,
        Worth::LoneName => false,
        // Among many names some are always near to two that are one: only fields tell that they are one with both.
        _ => agrees,
    };
    let groups = bits >= WEAKEST && may;
    let asked = worth == Worth::Question;
    Some(Tie { bits, groups, ties: groups && asked && bits >= TIES[0], asked })
}
