//! Weighing two entities: what their names and fields say together, and whether that is worth a question.
//!
//! Looks at two entities and at what this memory knows of how rare their names and values are. What is worth a question
//! depends on nothing else, and on neither's turn: whoever finds the pair finds the same. Asks nothing.

use super::evidence::{best_match, between, is_part, nodes_of, shared_strong, together, told_apart};
use super::fields::{Evidence, most};
use super::shared::SHARING;
use crate::model::{Reason, ReasonCode, Side};
use crate::read::{finds, is_strong};
use crate::resolve::{ASK, Judged, LIKELY, Match, judge, judge_any, judge_with};
use crate::state::{Handle, Space, evident_values};
use std::collections::BTreeSet;

/// Entities that share a value at most for pairs to be found by it.
pub(super) const FINDING: usize = 64;

/// What a pair is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Worth {
    /// A question.
    Question,
    /// A question if the one's lone name fits no other.
    LoneName,
    /// Nothing: their names are near but for given names that read as two different ones.
    GivenNamesDiffer,
    /// Nothing: their names are near, and so many here have such names that this says too little.
    ByChance,
    /// Nothing.
    Nothing,
}

/// Two roots, weighed.
#[derive(Debug, Clone)]
pub(crate) struct Weighed {
    /// Their nearest names, if any are near.
    pub names: Option<Match>,
    /// How likely they are one, by names and fields, in hundredths of bits.
    pub bits: i32,
    /// What that is worth.
    pub worth: Worth,
    /// Their given names read as two different ones.
    pub given_differ: bool,
    /// Fields agree in something that tells who it is.
    pub agrees: bool,
    /// Nothing is for it but names, and what is against it weighs.
    pub contrary: bool,
    evidence: Vec<Reason>,
}

impl Weighed {
    /// True if of all fields but one speaks for it, and that is one that households and offices share: an e-mail
    /// address, a telephone.
    pub fn shares_one_strong_field(&self) -> bool {
        let speaks = self.evidence.iter().filter(|reason| reason.side == Side::For);
        let fields: BTreeSet<&String> = speaks.filter_map(|reason| reason.args.first()).collect();
        fields.len() == 1 && fields.into_iter().all(|field| is_strong(field))
    }

    /// For and against, by names and fields.
    pub fn reasons(&self) -> Vec<Reason> {
        self.names.iter().flat_map(|names| &names.reasons).chain(&self.evidence).cloned().collect()
    }
}

/// Weighs two roots whose identity tokens do not tell them apart. Worth a question are: names that are likely one's where so
/// many have such names; names and fields that are so together; near names and a strong value that few share.
pub(crate) fn weigh(space: &Space, a: Handle, b: Handle) -> Weighed {
    let held = space.nodes.held();
    let (one, other) = (nodes_of(space, a), nodes_of(space, b));
    let pairs = || one.iter().flat_map(|a| other.iter().map(move |b| (space.nodes.keys(*a), space.nodes.keys(*b))));
    let order = |judged: &Judged| (judged.is_likely(), judged.bits, judged.m.score);
    let judged = pairs().filter_map(|(a, b)| judge(a, b, held)).max_by_key(order);
    let fields = between(space, a, b);
    let likely = judged.as_ref().is_some_and(Judged::is_likely);
    let by_name = judged.as_ref().map(|judged| judged.bits);
    let any = || pairs().map(|(a, b)| judge_any(a, b, held)).max();
    let by_names = if likely { by_name } else { by_name.max(any()) };
    let bits = fields.with_names(by_names, judged.is_some());
    let can_be_found = || {
        let most = most(space, a).min(most(space, b));
        pairs().any(|(a, b)| judge_with(a, b, held, most).is_some()) || found_by_value(space, a, b)
    };
    let (is_near, given_differ) = (judged.is_some(), judged.as_ref().is_some_and(|judged| judged.given_differ));
    let names = judged.map(|judged| judged.m).or_else(|| best_match(space, a, b));
    let asked = names.as_ref().is_some_and(|names| names.score >= ASK);
    let lone = names.as_ref().is_some_and(is_part);
    let few = |(field, value): &(String, String)| space.with_field(field, value).len() <= SHARING;
    let worth = if likely || (fields.bits > 0 && bits >= LIKELY && can_be_found()) {
        Worth::Question
    } else if asked && lone {
        Worth::LoneName
    } else if asked && shared_strong(space, a, b).iter().any(few) {
        Worth::Question
    } else if given_differ {
        Worth::GivenNamesDiffer
    } else if is_near {
        Worth::ByChance
    } else {
        Worth::Nothing
    };
    let Evidence { reasons: evidence, agrees, contrary, .. } = fields;
    Weighed { names, bits, worth, given_differ, agrees, contrary, evidence }
}

/// Two roots, if the owner wants to be asked about them, or they are worth a question, or would be if no other fitted the one's lone name.
pub(crate) fn worth_asking(space: &Space, a: Handle, b: Handle) -> Option<Weighed> {
    if space.is_asked(a, b) {
        let mut weighed = Weighed { worth: Worth::Question, ..weigh(space, a, b) };
        weighed.evidence.push(Reason::for_(ReasonCode::AskedByOwner, 0, []));
        return Some(weighed);
    }
    let weighed = (!told_apart(space, a, b)).then(|| weigh(space, a, b))?;
    matches!(weighed.worth, Worth::Question | Worth::LoneName).then_some(weighed)
}

/// True if two roots share a value by which pairs are found.
fn found_by_value(space: &Space, a: Handle, b: Handle) -> bool {
    let other = finding(space, b);
    finding(space, a).iter().any(|value| other.contains(value) && space.with_field(value.0, &value.1).len() <= FINDING)
}

/// Values of a root by which pairs are found.
fn finding(space: &Space, root: Handle) -> BTreeSet<(&str, String)> {
    let raw = together(space, root).into_iter();
    raw.flat_map(|raw| evident_values(&space.entities.at(raw).content)).filter(|(field, _)| finds(field)).collect()
}

/// Roots that share a value with this one by which pairs are found, or that the owner wants to be asked about with it.
pub(crate) fn sharing(space: &Space, entity: Handle) -> Vec<Handle> {
    let with = |(field, value): &(&str, String)| {
        let holders = space.with_field(field, value);
        // What many share identifies nobody.
        if holders.len() > FINDING { Vec::new() } else { holders }
    };
    let roots: BTreeSet<Handle> = finding(space, entity)
        .iter()
        .flat_map(with)
        .filter_map(|raw| space.root(raw))
        .chain(space.asked_with(entity))
        .collect();
    let own = space.group_key(entity);
    roots.into_iter().filter(|other| space.group_key(*other) != own).collect()
}
