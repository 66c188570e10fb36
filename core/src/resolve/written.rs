//! Reasons in the words of the names.
//!
//! Names are compared by folded tokens; an owner should read the words as they were written.

use crate::model::{Reason, ReasonCode};
use crate::names::NameKeys;

/// Reasons speak of tokens in their folded form; this puts the words as the names write them in their place.
pub(crate) fn as_written<'n>(reasons: &mut [Reason], names: impl Iterator<Item = &'n str> + Clone) {
    for reason in reasons.iter_mut().filter(|reason| speaks_of_tokens(reason.code)) {
        for arg in &mut reason.args {
            let words = names.clone().flat_map(|name| name.split(|c: char| c.is_whitespace() || c == '-'));
            let mut fitting = words.filter(|word| NameKeys::new(word).tokens.only() == Some(arg.as_str()));
            if let Some(word) = fitting.next() {
                *arg = word.trim_matches(|c: char| matches!(c, ',' | ';' | '(' | ')' | '"')).to_owned();
            }
        }
    }
}

fn speaks_of_tokens(code: ReasonCode) -> bool {
    matches!(
        code,
        ReasonCode::Edits
            | ReasonCode::Transposition
            | ReasonCode::ExtraTokens
            | ReasonCode::PartOfName
            | ReasonCode::InitialFits
            | ReasonCode::ShortForm
            | ReasonCode::SoundsAlike
            | ReasonCode::IdentityTokensDiffer
            | ReasonCode::GivenNamesDiffer
            | ReasonCode::FamilyNamesDiffer
    )
}
