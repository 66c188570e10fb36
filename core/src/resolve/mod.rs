//! How near two names are: the pure, symmetric comparison behind tiers T1 (spelling) and T2 (sound).
//!
//! Nothing here looks anything up in a memory, keeps state, or decides that two names mean the same. [`compare_with`] is the
//! definition of nearness, a function of two names and of the tables of names; [`crate::index`] is only a fast path to it and must give the same answer.
//! How a score comes about is written down in [`score`], and nowhere else. [`look_up`] is another definition beside it: how
//! well the names of a memory answer one that somebody looks up. No question is built on it.

mod align;
mod compare;
pub(crate) mod diminutives;
mod edits;
pub mod likelihood;
mod log2;
pub(crate) mod lookup;
mod rank_words;
pub mod rarity;
mod reasons;
pub mod score;
mod token;
pub mod trigrams;
mod written;

pub use compare::{Match, NotNear, compare, compare_to_ask, compare_with, why_not};
pub use edits::{MAX_EDIT_LETTERS, edits_within};
pub use likelihood::{Finder, Judged, LIKELY, judge, judge_any, judge_same, judge_with, probability};
pub use lookup::{look_up, look_up_with};
pub use rarity::{Rarity, level, names_level};
pub use score::{ASK, NEAR};
pub(crate) use written::as_written;

pub(crate) use align::{Link, Reach, align, heavy, last_heavy};
pub(crate) use compare::{CrossNames, MOST_WHOLE_LETTERS, WHOLE_LETTERS, nearness, skeleton, tells_apart};
pub(crate) use likelihood::{CONFLICT, LEFT, SECOND, best_rest};
pub(crate) use rarity::{RARE, differing_weight, equal_weight, names_bits};
pub(crate) use token::{
    Kind, Relation, Token, begin_alike, edits_for, relate, relate_or_sound, sound_strength, tokens_of,
};
