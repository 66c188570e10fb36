//! Short forms of given names beyond the table: other spellings of an ending (Teddie, Teddy), and the pattern by which
//! new ones are made (Artie for Arthur, Herbie for Herbert).
//!
//! The table is [`short_forms`]; this only stretches it, with less strength, and only for tokens it does not know.

use smallvec::SmallVec;

use super::score;
use crate::names::short_forms::{full_names_of, is_given_name, related, short_forms_of};

/// Ways to write the ending. Longest first.
const ENDINGS: &[&str] = &["ie", "ey", "ee", "y", "i"];

/// Fewest letters before the ending.
const STEM: usize = 3;

/// Full names longer than this have no short forms made from them.
const LONGEST: usize = 32;

/// Strength of two given names as short forms of each other, in thousandths.
pub(crate) fn strength(x: &str, y: &str) -> Option<u16> {
    if related(x, y) {
        return Some(score::SHORT_FORM);
    }
    let respelled = |a: &str, b: &str| respellings(a).iter().any(|a| a == b || related(a, b));
    if respelled(x, y) || respelled(y, x) || is_made_from(x, y) || is_made_from(y, x) {
        return Some(score::DIMINUTIVE);
    }
    None
}

/// The token before its ending, once as it is and once without a doubled consonant.
fn stems(token: &str) -> SmallVec<[&str; 4]> {
    let mut out = SmallVec::new();
    if !token.is_ascii() {
        return out;
    }
    for ending in ENDINGS {
        if let Some(stem) = token.strip_suffix(ending).filter(|stem| stem.len() >= STEM) {
            out.push(stem);
            if let [.., a, b] = stem.as_bytes()
                && a == b
                && stem.len() > STEM
            {
                out.extend(stem.get(..stem.len() - 1));
            }
            break;
        }
    }
    out
}

/// The token with its ending written in the other ways. Empty for a token that the table knows.
fn respellings(token: &str) -> SmallVec<[String; 4]> {
    if is_given_name(token) { SmallVec::new() } else { other_endings(token) }
}

/// The token with its ending written in the other ways.
pub(crate) fn other_endings(token: &str) -> SmallVec<[String; 4]> {
    let mut out = SmallVec::new();
    if let Some(stem) = stems(token).first() {
        out.extend(ENDINGS.iter().map(|ending| format!("{stem}{ending}")).filter(|other| other != token));
    }
    out
}

/// All that the table relates to a token.
pub(crate) fn relatives(token: &str) -> Vec<&'static str> {
    let mut out: Vec<&'static str> = short_forms_of(token).collect();
    for full in full_names_of(token) {
        out.push(full);
        out.extend(short_forms_of(full));
    }
    out
}

/// The beginnings that a full name has if this is a short form made from it. Empty for a token that the table knows.
pub(crate) fn made_from(token: &str) -> SmallVec<[&str; 4]> {
    let stems = stems(token);
    if stems.is_empty() || is_given_name(token) { SmallVec::new() } else { stems }
}

fn is_made_from(short: &str, full: &str) -> bool {
    made_from(short).iter().any(|stem| full.len() > stem.len() && full.starts_with(stem))
        && full.is_ascii()
        && full.len() <= LONGEST
}

/// The tokens that could be short forms made from this one, to look up.
pub(crate) fn could_be_made(full: &str) -> Vec<String> {
    let mut out = Vec::new();
    if !full.is_ascii() || full.len() > LONGEST {
        return out;
    }
    for end in STEM..full.len() {
        let Some(stem) = full.get(..end) else { continue };
        let last = stem.get(end - 1..).unwrap_or_default();
        for ending in ENDINGS {
            out.push(format!("{stem}{ending}"));
            out.push(format!("{stem}{last}{ending}"));
        }
    }
    out
}
