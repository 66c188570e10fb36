//! How two entities stand to each other as far as questions go: what settling would say of them now, told.
//!
//! Nothing here asks or moves anything.

use super::evidence::{between, nodes_of, told_apart};
use super::pairs::found_between;
use crate::model::Reason;
use crate::resolve::{NotNear, far, judge, why_not};
use crate::state::{Handle, Space};

/// What was weighed of a pair.
#[derive(Debug, Clone)]
pub(crate) struct Weighed {
    /// How likely they are one, in hundredths of bits.
    pub bits: i32,
    /// For and against.
    pub reasons: Vec<Reason>,
}

/// How two roots stand to each other.
#[derive(Debug, Clone)]
pub(crate) enum Standing {
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
    /// Near, and not likely one where so many have such names.
    ByChance(Weighed),
    /// Han or Hangul names too short to be misspelt.
    Short,
    /// Neither near nor alike in anything rare.
    TooFar,
}

/// How two roots stand.
pub(crate) fn standing(space: &Space, a: Handle, b: Handle) -> Standing {
    if space.group_key(a) == space.group_key(b) {
        return Standing::One;
    }
    let both = space.questions_of_entity(a).iter().find(|question| space.questions_of_entity(b).contains(question));
    if let Some(question) = both {
        return Standing::Asked(*question);
    }
    if space.is_forbidden(a, b) {
        return Standing::Rejected;
    }
    if told_apart(space, a, b) {
        return Standing::ToldApart;
    }
    let (one, other) = (nodes_of(space, a), nodes_of(space, b));
    let pairs = || one.iter().flat_map(|a| other.iter().map(move |b| (space.nodes.keys(*a), space.nodes.keys(*b))));
    let held = space.nodes.held();
    let evidence = between(space, a, b);
    match found_between(space, a, b) {
        Some(found) if found.lone => {
            let names = found.names.into_iter().flat_map(|names| names.reasons);
            return Standing::Several(Weighed { bits: found.bits, reasons: names.chain(evidence.reasons).collect() });
        }
        Some(_) => return Standing::Due,
        None => {}
    }
    if let Some(judged) = pairs().filter_map(|(a, b)| judge(a, b, held)).max_by_key(|judged| judged.bits) {
        let names = pairs().map(|(a, b)| far(a, b, held)).max().unwrap_or(judged.bits).max(judged.bits);
        let reasons = judged.m.reasons.into_iter().chain(evidence.reasons).collect();
        return Standing::ByChance(Weighed { bits: names + evidence.bits, reasons });
    }
    if pairs().any(|(a, b)| why_not(a, b) == Some(NotNear::ShortUncased)) { Standing::Short } else { Standing::TooFar }
}
