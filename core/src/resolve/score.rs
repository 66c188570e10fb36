//! The score of a near pair, in words and as a formula. The only place where a weight of nearness is written down;
//! what a lookup makes of it is in [`look_up`](super::look_up()).
//!
//! **In words.** Two names are matched token by token, in any order. The raw score is how well the matched tokens match,
//! weighted by their length, times how much of the names they cover. It does not depend on what else is in the memory,
//! so that the order of arrival cannot matter; rarity is weighed where pairs are judged.
//!
//! **As a formula**, all in thousandths:
//!
//! ```text
//! weight(t)  = min(letters of t, 10) + 1             particles: 1
//! quality    = Σ strength(i,j) · (weight(i)+weight(j)) / Σ (weight(i)+weight(j))      over matched pairs (i,j)
//! coverage   = 1 − 0.35 · extra / (extra + matched)   extra: weight left over in the longer name; a name in the
//!                                                     middle counts half
//! conflict   = 1 − 0.50 · left / (left + matched)     left: weight left over in both, where there is some in both
//! raw        = quality · coverage · conflict
//!              · 0.90 when a pair only sounds alike (tier Sound)
//!              · 0.90 when the last tokens are not matched with each other, unless one is a lone part
//!              · 0.97 when the tokens stand in another order
//!              · 0.70 when the given names read as two different ones
//! score      = raw, if the pair is worth a question and no lone part;
//!              600 + raw/10, if one is a lone part of the other ("Ravi"), equal or by a short form;
//!              300 + raw·299/1000, if it is only to be listed: see below
//! ```
//!
//! Only listed, never asked about, whatever they score: pairs of which only one has identity tokens; whose given names
//! read as different ones or share no more than a first letter; that have something left over on both sides; lone
//! parts that are also misspelt.
//!
//! Strength of a matched pair: 1 when equal; [`SHORT_FORM`]; one minus 0.9 × edits / letters of the longer token,
//! a transposition a little better, a changed first letter a little worse; a prefix by its share of the longer
//! token; an initial; a sound by how many letters both begin and end with.
//!
//! Whole names that are equal once folded have the fixed scores below instead.

/// Below this two names are not near at all. Thousandths.
pub const NEAR: u16 = 300;

/// Raw scores below this are not near.
pub(crate) const RAW: u16 = 300;

/// From here on a pair is worth a question to the owner; between [`NEAR`] and this it is only listed as a
/// candidate when somebody looks a name up. Thousandths.
pub const ASK: u16 = 600;

/// Equal exact keys.
pub const EXACT: u16 = 1000;
/// A known abbreviation and its long form (cases/prme.md 1).
pub const ABBREVIATION: u16 = 950;
/// Equal folded keys that differ in punctuation, hyphens or apostrophes.
pub const PUNCTUATION: u16 = 985;
/// Equal folded keys that differ in invisible characters.
pub const INVISIBLE: u16 = 980;
/// Equal folded keys that differ in spacing.
pub const SPACING: u16 = 975;
/// Equal folded keys that differ in accents.
pub const ACCENTS: u16 = 965;
/// Equal folded keys, one with a legal form.
pub const LEGAL_FORM: u16 = 955;
/// Equal once look-alike letters of another script are read as Latin.
pub const LOOK_ALIKE: u16 = 900;
/// Equal folded keys that differ in a tone mark: another name as often as not.
pub const TONE_MARK: u16 = 700;
/// Whole names one edit apart whose tokens are cut differently ("JonahcGamel").
pub const WHOLE_EDIT: u16 = 800;

/// Strength of a short form of a given name.
pub const SHORT_FORM: u16 = 880;
/// Strength of two short forms of one given name.
pub const BOTH_SHORT: u16 = 820;
/// Strength of a short form that is not in the table, but spelled or made like one (Artie).
pub const DIMINUTIVE: u16 = 780;
/// Strength of an initial that fits.
pub const INITIAL: u16 = 500;
/// The lowest strength of a prefix.
pub const PREFIX: u16 = 400;
/// Share of the token that a prefix is worth at most.
pub const PREFIX_SHARE: u32 = 850;
/// What an edit costs, as a share of the longer token.
pub const EDIT_COST: u32 = 900;
/// What is given back for a transposition.
pub const TRANSPOSED: u16 = 30;
/// What a changed first letter costs besides.
pub const FIRST_LETTER: u16 = 80;
/// Factor for an edit in a token of two or three letters.
pub const SHORT_EDIT: u32 = 800;
/// Strength of tokens that sound alike and share nothing else.
pub const SOUND: u16 = 450;
/// What the letters kept add to it.
pub const SOUND_LETTERS: u32 = 250;

/// Strength of given names that only begin alike.
pub const BEGINS: u32 = 150;
/// What the share of letters that they begin with adds to it.
pub const BEGINS_SHARE: u32 = 500;

/// How much of the score the uncovered part of a name can cost.
pub const EXTRA_COST: u32 = 350;
/// How much of it what is left over on both sides can cost besides.
pub const CONFLICT_COST: u32 = 500;
/// Share of the lighter name that has to be matched where something is left over on both sides and the last tokens
/// differ.
pub const CONFLICT_SHARE: u32 = 600;
/// Factor when the given names read as different ones.
pub const GIVEN_DIFFER: u32 = 700;
/// Factor of the sound tier.
pub const BY_SOUND: u32 = 900;
/// Factor when the last tokens, which are family names more often than not, are not each other's.
pub const OTHER_END: u32 = 900;
/// Factor for tokens in another order.
pub const REORDERED: u32 = 970;

/// The weight of a token of so many letters.
pub const fn weight(letters: usize, particle: bool) -> u32 {
    if particle {
        1
    } else if letters >= 10 {
        11
    } else {
        letters as u32 + 1
    }
}

/// `value` times `factor` thousandths.
pub(crate) const fn scaled(value: u16, factor: u32) -> u16 {
    (value as u32 * factor / 1000) as u16
}

/// The score of a pair that is only listed: between [`NEAR`] and [`ASK`], in the order of the raw scores.
pub(crate) const fn listed(raw: u16) -> u16 {
    NEAR + scaled(raw, (ASK - 1 - NEAR) as u32)
}

/// The score of a lone part: just worth a question.
pub(crate) const fn lone_part(raw: u16) -> u16 {
    ASK + raw / 10
}
