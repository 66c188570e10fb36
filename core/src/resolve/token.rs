//! How two tokens of two names relate: equal, edited, short form, prefix, initial, alike in sound.
//!
//! Pure and symmetric. Looks at two tokens only; what stands around them is the business of [`super::align`].

use std::borrow::Cow;

use smallvec::SmallVec;
use unicode_script::{Script, UnicodeScript};

use super::align::{Link, MAX_TOKENS};
use super::edits::{MAX_EDIT_LETTERS, edits_within, is_swap};
use super::log2::log2;
use super::{diminutives, score};
use crate::names::{NameKeys, Tables, sound, titles};

/// How two tokens relate. The order is the order of preference when several fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Kind {
    /// The same token.
    Equal,
    /// One or two edits between tokens of at least four letters.
    Edit,
    /// A short form of a given name.
    ShortForm,
    /// One begins with the other.
    Prefix,
    /// One edit in a token of two or three letters. Weak.
    ShortEdit,
    /// A single letter that fits. Weak.
    Initial,
    /// Nothing but the first letter. The weakest; see [`begin_alike`].
    Begins,
    /// They share a Daitch–Mokotoff code.
    Sound,
}

/// A relation and how much it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Relation {
    pub kind: Kind,
    /// Thousandths.
    pub strength: u16,
    /// How often one referent's token is written in just this other way: log2, in hundredths. See
    /// [`super::likelihood`].
    pub odds: i16,
    /// As given names they read as two different ones.
    pub apart: bool,
    /// Whether the rest of the name may lean on it.
    pub anchor: bool,
}

impl Relation {
    /// An initial that fits.
    pub const INITIAL: Self =
        Self { kind: Kind::Initial, strength: score::INITIAL, odds: INITIAL_ODDS, apart: false, anchor: false };
}

impl Relation {
    /// Alike in sound, the strength not looked at yet.
    pub const SOUND: Self = Self { kind: Kind::Sound, strength: 0, odds: 0, apart: false, anchor: true };
}

/// What is known of one token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    /// Letters, at most 255.
    pub letters: u8,
    /// A particle: it counts little, and only when it is equal.
    pub light: bool,
    /// Han or Hangul: no edits under five letters.
    pub dense: bool,
}

impl Token {
    pub fn of(text: &str) -> Self {
        let letters = if text.is_ascii() { text.len() } else { text.chars().count() };
        Self {
            letters: u8::try_from(letters).unwrap_or(u8::MAX),
            light: is_light(text),
            dense: !text.is_ascii() && text.chars().any(|c| matches!(c.script(), Script::Han | Script::Hangul)),
        }
    }

    pub fn weight(self) -> u32 {
        score::weight(usize::from(self.letters), self.light)
    }

    /// A single letter that can stand for a name. A single Han or Hangul letter is a word.
    pub fn is_initial(self) -> bool {
        self.letters == 1 && !self.dense
    }

    /// May differ in spelling from another token.
    fn may_be_edited(self) -> bool {
        usize::from(self.letters) <= MAX_EDIT_LETTERS && !(self.dense && self.letters < 5)
    }
}

/// The tokens that names are matched by, with numbers written in one way: where `II` carries identity it reads `2`.
/// At most [`MAX_TOKENS`].
pub(crate) fn tokens_of(keys: &NameKeys) -> SmallVec<[Cow<'_, str>; 4]> {
    keys.token_strs()
        .take(MAX_TOKENS)
        .map(|token| {
            let carries = |value: &str| keys.identity.iter().any(|identity| **identity == *value);
            if keys.identity.is_empty() || carries(token) {
                return Cow::Borrowed(token);
            }
            let value: Cow<'_, str> = match token {
                "junior" | "jnr" => "jr".into(),
                "senior" | "snr" => "sr".into(),
                _ if token.starts_with('0') => token.trim_start_matches('0').into(),
                _ => roman(token).map_or(Cow::Borrowed(token), |value| value.to_string().into()),
            };
            if carries(&value) { value } else { Cow::Borrowed(token) }
        })
        .collect()
}

/// The value of a well-formed roman numeral below forty.
fn roman(text: &str) -> Option<usize> {
    const ONES: [&str; 10] = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"];
    let ones = text.trim_start_matches('x');
    let tens = text.len() - ones.len();
    if text.is_empty() {
        return None;
    }
    ONES.iter().position(|one| *one == ones).filter(|_| tens < 4).map(|one| tens * 10 + one)
}

/// Words that are hardly ever a part of the name proper. Sorted.
const SMALL_WORDS: &[&str] = &[
    "admiral",
    "and",
    "baroness",
    "baronet",
    "bt",
    "canon",
    "countess",
    "doctor",
    "et",
    "for",
    "marchioness",
    "marquess",
    "of",
    "reverend",
    "the",
    "und",
    "viscount",
    "viscountess",
];

/// Particles and the small words of titles and firms.
fn is_light(text: &str) -> bool {
    titles::is_particle(text) || SMALL_WORDS.binary_search(&text).is_ok()
}

/// What two lists of tokens link by, each pair as `relate` says.
pub(crate) fn links_of<'t>(
    a: impl Iterator<Item = (&'t str, Token)>,
    b: impl Iterator<Item = (&'t str, Token)> + Clone,
    relate: impl Fn((&str, Token), (&str, Token), (usize, usize)) -> Option<Relation>,
) -> SmallVec<[Link; 8]> {
    let mut links = SmallVec::new();
    for (i, x) in a.enumerate() {
        for (j, y) in b.clone().enumerate() {
            let relation = relate(x, y, (i, j));
            links.extend(relation.map(|relation| Link { i: i as u8, j: j as u8, relation }));
        }
    }
    links
}

/// How two tokens relate, by spelling or else by sound.
pub(crate) fn relate_or_sound(a: (&str, Token), b: (&str, Token), edits: bool, tables: &Tables) -> Option<Relation> {
    relate(a, b, edits, tables).or_else(|| relate_by_sound(a, b))
}

/// How many edits may separate two tokens, and whether that is the weak sort. 0: none.
pub(crate) fn edits_for(a: Token, b: Token) -> (usize, bool) {
    if a.light || b.light || !a.may_be_edited() || !b.may_be_edited() {
        return (0, false);
    }
    let (short, long) = (a.letters.min(b.letters), a.letters.max(b.letters));
    match (short, long) {
        (0 | 1, _) => (0, false),
        (2 | 3, _) => (1, true),
        (_, 8..) => (2, false),
        _ => (1, false),
    }
}

/// How two tokens relate by spelling. `edits`: whether the names allow edits at all.
pub(crate) fn relate(a: (&str, Token), b: (&str, Token), edits: bool, tables: &Tables) -> Option<Relation> {
    let ((x, s), (y, t)) = (a, b);
    if x == y {
        let anchor = !s.light && !s.is_initial();
        return Some(Relation { kind: Kind::Equal, strength: 1000, odds: 0, apart: false, anchor });
    }
    if s.light || t.light {
        return None;
    }
    if s.is_initial() || t.is_initial() {
        let fits = x.chars().next() == y.chars().next() && s.letters != t.letters;
        return fits.then_some(Relation::INITIAL);
    }
    let strength = diminutives::strength(x, y, tables);
    let short = strength.map(|strength| {
        let odds = if strength == score::DIMINUTIVE { DIMINUTIVE_ODDS } else { SHORT_FORM_ODDS };
        Relation { kind: Kind::ShortForm, strength, odds, apart: false, anchor: true }
    });
    let edited = if edits { edited((x, s), (y, t)) } else { None };
    match (short, edited) {
        (Some(short), Some(edited)) if edited.strength > short.strength => Some(Relation { apart: false, ..edited }),
        (Some(short), _) => Some(short),
        (None, Some(edited)) => Some(Relation { apart: reads_as_another(x, y), ..edited }),
        (None, None) => prefix((x, s), (y, t)),
    }
}

/// A short form in the table: about one card in five hundred of a given name is written with just this one.
const SHORT_FORM_ODDS: i16 = -1_110;
/// A short form made by the pattern only.
const DIMINUTIVE_ODDS: i16 = -1_800;
/// The beginning of a token for the whole.
const PREFIX_ODDS: i16 = -1_800;
/// An initial.
const INITIAL_ODDS: i16 = -432;
/// Given names that only begin alike.
const BEGINS_ODDS: i16 = -1_400;
/// Half of all second writings have an edit in a given token; each letter can be edited in about 53 ways.
const EDIT_ODDS: i16 = -100;
const WAYS: i16 = 573;
/// Two edits in one token.
const TWO_EDITS_ODDS: i16 = -600;

/// How much oftener than the mean one edit is a swap, a letter left out, or another letter: there are two, two and fifty
/// ways a letter, and each kind is about as frequent (Damerau 1964).
const SWAP_ODDS: i16 = 140;
const LEFT_OUT_ODDS: i16 = 40;
const REPLACED_ODDS: i16 = -60;
/// First letters are mistyped less than half as often as others (Pollock and Zamora 1984).
const FIRST_LETTER_ODDS: i16 = -120;

/// log2 in hundredths of how often a token of so many letters is written with just these edits.
pub(super) fn edit_odds(letters: usize, edits: usize) -> i16 {
    let ways = WAYS + log2(letters.min(255) as u32) as i16;
    if edits == 1 { EDIT_ODDS - ways } else { TWO_EDITS_ODDS - 2 * ways }
}

fn edited((x, s): (&str, Token), (y, t): (&str, Token)) -> Option<Relation> {
    let (bound, weak) = edits_for(s, t);
    if bound == 0 {
        return None;
    }
    let distance = edits_within(x, y, bound)?;
    let letters = u32::from(s.letters.max(t.letters));
    let mut strength = 1000 - (score::EDIT_COST * distance as u32 / letters) as u16;
    let swap = distance == 1 && is_swap(x, y);
    if swap {
        strength += score::TRANSPOSED;
    } else if x.chars().next() != y.chars().next() {
        strength -= score::FIRST_LETTER.min(strength);
    }
    if weak {
        strength = score::scaled(strength, score::SHORT_EDIT);
    }
    let kind = if weak { Kind::ShortEdit } else { Kind::Edit };
    let first = if swap || x.chars().next() == y.chars().next() { 0 } else { FIRST_LETTER_ODDS };
    let way = if distance > 1 {
        0
    } else if swap {
        SWAP_ODDS
    } else if s.letters == t.letters {
        REPLACED_ODDS
    } else {
        LEFT_OUT_ODDS
    };
    let odds = edit_odds(usize::from(s.letters.max(t.letters)), distance) + first + way;
    Some(Relation { kind, strength, odds, apart: false, anchor: !weak })
}

/// The shorter at least three letters. The rest of a name may lean on it when it reads as an inflection.
fn prefix((x, s): (&str, Token), (y, t): (&str, Token)) -> Option<Relation> {
    let ((short, s), (long, t)) = if s.letters < t.letters { ((x, s), (y, t)) } else { ((y, t), (x, s)) };
    if s.letters < 3
        || s.dense
        || s.letters == t.letters
        || usize::from(t.letters) > MAX_EDIT_LETTERS
        || !long.starts_with(short)
    {
        return None;
    }
    let share = u32::from(s.letters) * score::PREFIX_SHARE / u32::from(t.letters);
    Some(Relation {
        kind: Kind::Prefix,
        strength: (share as u16).max(score::PREFIX),
        odds: PREFIX_ODDS,
        apart: false,
        anchor: s.letters >= 5 && t.letters - s.letters <= 3,
    })
}

/// Whether two tokens share a sound, both of at least four letters.
pub(crate) fn relate_by_sound((x, s): (&str, Token), (y, t): (&str, Token)) -> Option<Relation> {
    if s.light || t.light || s.letters < 4 || t.letters < 4 || !sound::alike(x, y) {
        return None;
    }
    Some(Relation { strength: sound_strength(x, y), ..Relation::SOUND })
}

/// The strength of a pair that is known to sound alike: by the letters that they begin and end with.
pub(crate) fn sound_strength(x: &str, y: &str) -> u16 {
    let (shortest, longest) = (x.len().min(y.len()), x.len().max(y.len()).max(1));
    let head = x.bytes().zip(y.bytes()).take_while(|(a, b)| a == b).count();
    let tail = x.bytes().rev().zip(y.bytes().rev()).take_while(|(a, b)| a == b).count();
    let kept = (head + tail).min(shortest);
    score::SOUND + (score::SOUND_LETTERS * kept as u32 / longest as u32) as u16
}

/// Whether two given names an edit apart read as two different ones rather than as one misspelt: the feminine
/// beside the masculine form (Jan, Jana), another first letter in a short name (Sana, Lana), or two known names
/// that do not sound alike (Mark, Mary).
fn reads_as_another(x: &str, y: &str) -> bool {
    let (short, long) = if x.len() < y.len() { (x, y) } else { (y, x) };
    if long.strip_suffix('a') == Some(short) && !short.ends_with(['a', 'e', 'i', 'o', 'u'].as_slice()) {
        return true;
    }
    let masculine = |m: &str, f: &str| m.strip_suffix('o').is_some_and(|stem| f.strip_suffix('a') == Some(stem));
    if masculine(x, y) || masculine(y, x) {
        return true;
    }
    let (m, n) = (x.chars().count(), y.chars().count());
    let known = diminutives::is_known(x);
    if known == diminutives::is_known(y) && m == n && m <= 5 && x.chars().next() != y.chars().next() && !is_swap(x, y) {
        return true;
    }
    known && diminutives::is_known(y) && !sound::alike(x, y)
}

/// Whether two given names that relate in no other way at least begin alike (Artie, Arthur). Says little, and only
/// where the family names agree.
pub(crate) fn begin_alike((x, s): (&str, Token), (y, t): (&str, Token)) -> Option<Relation> {
    if s.light || t.light || s.dense || t.dense || s.letters < 2 || t.letters < 2 {
        return None;
    }
    let same = x.chars().zip(y.chars()).take_while(|(a, b)| a == b).count().min(255) as u32;
    // Two known names that are not related are two names (Albert, Alan), unless one is made from the other (Georgina).
    if same < 3 && diminutives::is_known(x) && diminutives::is_known(y) {
        return None;
    }
    let longest = u32::from(s.letters.max(t.letters));
    let strength = (score::BEGINS + score::BEGINS_SHARE * same / longest) as u16;
    (same > 0).then_some(Relation { kind: Kind::Begins, strength, odds: BEGINS_ODDS, apart: true, anchor: false })
}
