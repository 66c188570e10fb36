//! `whyNot`: why two entities are not asked about.
//!
//! Judges the two as settling does and says what came of it; asks nothing and changes nothing.

use super::words::reason;
use crate::model::EntityId;
use crate::protocol::WhyNot;
use crate::resolve::probability;
use crate::settle::{PairState, pair_state};
use crate::state::Space;

/// Why two entities are not asked about, or by which question they are. None if one of them is not in use in this space.
///
/// Cost: the comparison of one pair.
pub fn why_not(space: &Space, a: &EntityId, b: &EntityId) -> Option<WhyNot> {
    let (a, b) = (space.root_of(a)?, space.root_of(b)?);
    let found = pair_state(space, a, b);
    let (code, explanation) = match &found {
        PairState::One => ("same_entity", "They are read as one already."),
        PairState::Asked(_) => ("asked", "An open question asks about both of them."),
        PairState::Rejected => ("rejected_before", "You said that they are not the same."),
        PairState::ToldApart => (
            "identity_tokens_differ",
            "Their names differ in what tells such names apart: a number, a version, a generation, a title.",
        ),
        PairState::Due => ("not_compared_yet", "One of them changed and was not compared with all others yet."),
        PairState::Several(_) => ("several_fit", "One has a lone name that several others fit."),
        PairState::GivenNamesDiffer(_) => {
            ("given_names_differ", "Their given names read as two different names, and nothing else makes up for it.")
        }
        PairState::ByChance(_) => {
            ("by_chance", "Their names are near, but so many here have such names that this says too little by itself.")
        }
        PairState::Short => {
            ("short_name", "In Han and Hangul names of under five letters another letter is another name.")
        }
        PairState::TooFar => ("too_far", "Too little of their names agrees, and no field makes up for it."),
    };
    let (weighed, question) = match &found {
        PairState::Several(weighed) | PairState::GivenNamesDiffer(weighed) | PairState::ByChance(weighed) => {
            (Some(weighed), None)
        }
        PairState::Asked(question) => (None, Some(space.proposals.at(*question).id.to_string())),
        _ => (None, None),
    };
    Some(WhyNot {
        code: code.into(),
        explanation: explanation.into(),
        question,
        likelihood: weighed.map(|weighed| f64::from(probability(weighed.bits)) / 1000.0),
        reasons: weighed.map(|weighed| weighed.reasons().iter().map(reason).collect()).unwrap_or_default(),
    })
}
