//! Named reasons: why something is a question, and what speaks against.
//!
//! A reason is data (code, side, weight, arguments), stored with verdicts and proposals; its words are made when it
//! is shown, so that a stored record never depends on wording.

use serde::{Deserialize, Serialize};

/// Stable codes. A code never changes its meaning; the journal holds them by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReasonCode {
    /// Equal exact keys. Args: the name.
    SameExactKey,
    /// Equal folded keys that differ in accents.
    AccentsDiffer,
    /// Equal folded keys that differ in a tone mark (Vietnamese, pinyin): weak.
    ToneMarkDiffers,
    /// Equal folded keys that differ in spacing.
    SpacingDiffers,
    /// Equal folded keys that differ in hyphens, apostrophes or other punctuation.
    PunctuationDiffers,
    /// Equal folded keys, one with a legal form. Args: the form.
    LegalFormDiffers,
    /// One holds invisible or direction-changing characters.
    InvisibleCharacters,
    /// One mixes look-alike letters of several scripts.
    LookAlikeLetters,
    /// A few edits apart. Args: number of edits, token, other token.
    Edits,
    /// Neighbouring letters swapped.
    Transposition,
    /// Share many trigrams. Args: similarity in thousandths.
    Trigrams,
    /// Same tokens in another order.
    TokenOrder,
    /// One has more names (middle name, second surname). Args: the extra tokens.
    ExtraTokens,
    /// One is a lone part of the other. Args: the part.
    PartOfName,
    /// An initial that fits. Args: initial, name.
    InitialFits,
    /// A common short form. Args: short form, full form.
    ShortForm,
    /// A known abbreviation. Args: short, long.
    KnownAbbreviation,
    /// They sound alike (Daitch–Mokotoff). Args: token, other token.
    SoundsAlike,
    /// Tokens that carry identity differ. Blocks. Args: token, other token.
    IdentityTokensDiffer,
    /// Given names that differ. Args: one, other.
    GivenNamesDiffer,
    /// Family names that differ. Args: one, other.
    FamilyNamesDiffer,
    /// Names that are not near. Args: one, other.
    NamesDiffer,
    /// An initial or a lone part is weak evidence.
    WeakEvidence,
    /// Share a strong field value. Args: field, value.
    SharedField,
    /// Share a weak field value (organisation, city). Args: field, value.
    SharedWeakField,
    /// Values of a field that are not equal and hardly differ. Args: field, value, other value.
    SimilarField,
    /// A field differs. Args: field, value, other value.
    FieldDiffers,
    /// No field in common.
    NothingInCommon,
    /// Different asserted kinds. Args: kind, other kind.
    KindsDiffer,
    /// Both take part in the same conversation. Args: source.
    SameConversation,
    /// They speak in one conversation under different labels: hardly one person. Args: source.
    BothSpeakHere,
    /// No other holder of the name in this space.
    OnlyHolder,
    /// Several hold the name. Args: how many.
    SeveralHolders,
    /// Nothing in memory is called so.
    NoHolder,
    /// Mentioned so many times. Args: mentions, sources.
    MentionedTimes,
    /// The owner rejected this before; new since: Args: field, value.
    RejectedBefore,
    /// The name is also a common word.
    CommonWord,
    /// The owner wants to be asked.
    AskedByOwner,
    /// A predicate that has one value at a time is said to have several. Args: predicate, how many.
    SingleValued,
    /// No source says when it was said.
    NoTime,
}

/// For or against being the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// For.
    For,
    /// Against.
    Against,
}

/// One reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    /// What.
    pub code: ReasonCode,
    /// For or against.
    pub side: Side,
    /// Weight in thousandths of the score's range; 0 for reasons that only inform.
    pub weight: u16,
    /// Arguments, as the code's documentation lists them.
    pub args: Vec<String>,
}

impl Reason {
    /// A reason for.
    pub fn for_(code: ReasonCode, weight: u16, args: impl IntoIterator<Item = String>) -> Self {
        Self { code, side: Side::For, weight, args: args.into_iter().collect() }
    }

    /// A reason against.
    pub fn against(code: ReasonCode, weight: u16, args: impl IntoIterator<Item = String>) -> Self {
        Self { code, side: Side::Against, weight, args: args.into_iter().collect() }
    }
}

/// The tier of the cascade that found something. DESIGN section 4.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
pub enum Tier {
    /// T0: equal exact key.
    Exact = 0,
    /// T1: folded key, edits, trigrams, partial names, short forms.
    Spelling = 1,
    /// T2: Daitch–Mokotoff.
    Sound = 2,
    /// T3: profile.
    Profile = 3,
}

impl From<Tier> for u8 {
    fn from(tier: Tier) -> u8 {
        tier as u8
    }
}

impl TryFrom<u8> for Tier {
    type Error = String;

    fn try_from(value: u8) -> Result<Self, String> {
        Ok(match value {
            0 => Self::Exact,
            1 => Self::Spelling,
            2 => Self::Sound,
            3 => Self::Profile,
            _ => return Err(format!("there is no tier {value}")),
        })
    }
}
