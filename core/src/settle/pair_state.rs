//! How two entities stand to each other as far as questions go: what settling says of them now, told.
//!
//! Nothing here asks or moves anything.

use super::evidence::{nodes_of, told_apart};
use super::weigh::{Weighed, Worth, weigh};
use crate::resolve::{NotNear, why_not};
use crate::state::{Handle, Space};

/// How two roots stand to each other.
#[derive(Debug, Clone)]
pub(crate) enum PairState {
    /// Read as one.
    One,
    /// An open question has both.
    Asked(Handle),
    /// The owner said that they are not the same.
    Rejected,
    /// Their names differ in what tells such names apart.
    ToldApart,
    /// Not compared since one of them changed.
    Due,
    /// A lone name that several fit.
    Several(Weighed),
    /// Near but for given names that read as two.
    GivenNamesDiffer(Weighed),
    /// Near, and not likely one where so many have such names.
    ByChance(Weighed),
    /// Han or Hangul names too short to be misspelt.
    Short,
    /// Neither near nor alike in anything rare.
    TooFar,
}

/// How two roots stand.
pub(crate) fn pair_state(space: &Space, a: Handle, b: Handle) -> PairState {
    if space.group_key(a) == space.group_key(b) {
        return PairState::One;
    }
    let both = space.questions_of_entity(a).iter().find(|question| space.questions_of_entity(b).contains(question));
    if let Some(question) = both {
        return PairState::Asked(*question);
    }
    if space.is_forbidden(a, b) {
        return PairState::Rejected;
    }
    if told_apart(space, a, b) {
        return PairState::ToldApart;
    }
    let weighed = weigh(space, a, b);
    match weighed.worth {
        Worth::Question => PairState::Due,
        Worth::LoneName => PairState::Several(weighed),
        Worth::GivenNamesDiffer => PairState::GivenNamesDiffer(weighed),
        Worth::ByChance => PairState::ByChance(weighed),
        Worth::Nothing => {
            let (one, other) = (nodes_of(space, a), nodes_of(space, b));
            let mut pairs = one.iter().flat_map(|a| other.iter().map(|b| (space.nodes.keys(*a), space.nodes.keys(*b))));
            let mut short = || pairs.any(|(a, b)| why_not(a, b) == Some(NotNear::ShortUncased));
            // Names that an addition to the tables makes near are not too short.
            if weighed.names.is_none() && short() { PairState::Short } else { PairState::TooFar }
        }
    }
}
