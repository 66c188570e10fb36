//! Short forms of given names beyond the table: other spellings of an ending (Teddie, Teddy), and the pattern by which
//! new ones are made (Artie for Arthur, Herbie for Herbert).
//!
//! The table is [`short_forms`]; this only stretches it, with less strength, and only for tokens it does not know. What was
//! added to it ([`Tables`]) is taken as it was said, and not stretched.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::score;
use crate::names::Tables;
use crate::names::short_forms::{full_names_of, names, related, short_forms_of};

/// Ways to write the ending. Longest first.
const ENDINGS: &[&str] = &["ie", "ey", "ee", "y", "i"];

/// Fewest letters before the ending.
const STEM: usize = 3;

/// Full names longer than this have no short forms made from them.
const LONGEST: usize = 32;

/// Every name that the table knows, to tell quickly that it knows most tokens not.
static KNOWN: LazyLock<FxHashSet<&'static str>> = LazyLock::new(|| names().collect());

/// Whether the table knows a token as a given name. The same as [`is_given_name`], and several times faster.
///
/// [`is_given_name`]: crate::names::short_forms::is_given_name
pub(crate) fn is_known(token: &str) -> bool {
    KNOWN.contains(token)
}

/// Strength of two given names as short forms of each other, in thousandths.
pub(crate) fn strength(x: &str, y: &str, tables: &Tables) -> Option<u16> {
    added(x, y, tables).or_else(|| shipped(x, y))
}

/// By what was added to the tables, alone or together with a shipped row: never weaker than what is shipped.
fn added(x: &str, y: &str, tables: &Tables) -> Option<u16> {
    if !tables.adds_to(x) && !tables.adds_to(y) {
        return None;
    }
    let short_of = |a: &str, b: &str| tables.full_names_of(a).any(|full| full == b);
    if short_of(x, y) || short_of(y, x) {
        return Some(score::SHORT_FORM);
    }
    tables.full_names_of(x).any(|full| short_of(y, full)).then_some(score::BOTH_SHORT)
}

fn shipped(x: &str, y: &str) -> Option<u16> {
    let (known_x, known_y) = (is_known(x), is_known(y));
    if known_x && known_y {
        let short_of = |a: &str, b: &str| full_names_of(a).any(|full| full == b);
        if short_of(x, y) || short_of(y, x) {
            return Some(score::SHORT_FORM);
        }
        return related(x, y).then_some(score::BOTH_SHORT);
    }
    let patterned = |(a, known_a): (&str, bool), (b, known_b): (&str, bool)| {
        !known_a && has_ending(a) && (is_made_from(a, b) || has_stem_of(a, b) || (known_b && is_respelled(a, b)))
    };
    (patterned((x, known_x), (y, known_y)) || patterned((y, known_y), (x, known_x))).then_some(score::DIMINUTIVE)
}

/// The token before its ending, once as it is and once without a doubled consonant.
pub(crate) fn stems(token: &str) -> SmallVec<[&str; 4]> {
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
    if !is_known(token) {
        return Vec::new();
    }
    let mut out: Vec<&'static str> = short_forms_of(token).collect();
    for full in full_names_of(token) {
        out.push(full);
        out.extend(short_forms_of(full));
    }
    out
}

fn has_ending(token: &str) -> bool {
    token.ends_with(['e', 'y', 'i'])
}

/// Whether an unknown token is another spelling of this one.
fn has_stem_of(token: &str, other: &str) -> bool {
    let stem = stems(token).first().copied();
    stem.and_then(|stem| other.strip_prefix(stem)).is_some_and(|ending| ENDINGS.contains(&ending) && token != other)
}

/// Whether an unknown token is another spelling of a name that the table relates to this one.
fn is_respelled(token: &str, known: &str) -> bool {
    other_endings(token).iter().any(|spelling| is_known(spelling) && related(spelling, known))
}

/// Whether an unknown token is made like a short form from this one.
fn is_made_from(short: &str, full: &str) -> bool {
    let fits = |stem: &&str| full.len() > stem.len() && full.starts_with(*stem);
    full.len() <= LONGEST && full.is_ascii() && stems(short).iter().any(fits)
}
