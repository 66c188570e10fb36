//! Claims: what one event asserts, about mentions of that event.
//!
//! The ends of a claim are mentions, not entities: what a claim is about is what its mentions mean, and moves with
//! their verdicts, redirects, splits and undos without a rule of its own. A claim is never joined with another by its
//! text; claims that say the same of the same entities are the supports of one relationship, which is read and not
//! stored. DESIGN sections 1 and 4.

use super::{ClaimId, EventId, MentionId, ReviewId};
pub use crate::text::SpeechAct;
use serde::{Deserialize, Serialize};

/// Whether a claim says that something is so, or that it is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Polarity {
    /// It is so.
    Positive,
    /// It is not so.
    Negative,
}

/// The canonical types of values. DESIGN section 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ValueType {
    /// Text.
    String,
    /// A decimal number.
    Number,
    /// `true` or `false`.
    Boolean,
    /// A day: `2026-01-31`.
    Date,
    /// A moment in UTC: `2026-01-31T00:00:00Z`.
    DateTime,
}

/// A number, date or text that something has. It is never turned into an entity.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Value {
    /// Its type.
    pub kind: ValueType,
    /// In canonical form: of equal values the texts are equal.
    pub value: String,
    /// The unit as written, if it has one; two units are two values.
    pub unit: Option<String>,
    /// How the source wrote it, if that is another text.
    pub display: Option<String>,
}

impl ValueType {
    /// The name in the protocol and in the ids of relationships.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Number => "number",
            Self::Boolean => "boolean",
            Self::Date => "date",
            Self::DateTime => "datetime",
        }
    }
}

impl Value {
    /// As its source wrote it, with its unit.
    pub fn written(&self) -> String {
        let unit = self.unit.as_deref().map(|unit| format!(" {unit}")).unwrap_or_default();
        format!("{}{unit}", self.display.as_deref().unwrap_or(&self.value))
    }

    /// What two equal values have in common: type, canonical text, unit without regard to case and white space.
    pub fn key(&self) -> (ValueType, String, String) {
        let text = |text: &str| crate::names::exact_key(text);
        let value = if self.kind == ValueType::String { text(&self.value) } else { self.value.clone() };
        (self.kind, value, self.unit.as_deref().map(text).unwrap_or_default())
    }
}

/// What a claim says of its subject: exactly one entity, or one value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Object {
    /// What this mention means.
    Mention(MentionId),
    /// This value.
    Value(Value),
}

/// Where a claim stands among others that speak of the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClaimState {
    /// It holds, as far as is known.
    InForce,
    /// It holds beside others of a single-valued predicate, because the owner said so.
    Kept(ReviewId),
    /// A later claim took its place: by an explicit update of the same speaker, or by a review.
    Superseded {
        /// The claim that did.
        by: ClaimId,
        /// The review that decided it; a rule if absent.
        review: Option<ReviewId>,
    },
}

impl ClaimState {
    /// True for what still holds.
    pub fn holds(self) -> bool {
        !matches!(self, Self::Superseded { .. })
    }

    /// The review that no rule goes against.
    pub fn review(self) -> Option<ReviewId> {
        match self {
            Self::InForce => None,
            Self::Kept(review) => Some(review),
            Self::Superseded { review, .. } => review,
        }
    }
}

/// One assertion made in one event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// Derived from the event and what is claimed.
    pub id: ClaimId,
    /// The event.
    pub event: EventId,
    /// The mention of what it is about. Of this event, or of an earlier one that it cites as known evidence.
    pub subject: MentionId,
    /// As its source wrote it.
    pub predicate: String,
    /// What it says of the subject.
    pub object: Object,
    /// So, or not so.
    pub polarity: Polarity,
    /// Asserted, asked, wished.
    pub act: SpeechAct,
    /// How sure or how willed, in the extractor's word, such as `possible` or `intended`.
    pub modality: Option<String>,
    /// From when it holds, in milliseconds since 1970 UTC, if the source says.
    pub valid_from: Option<i64>,
    /// Till when, exclusive.
    pub valid_to: Option<i64>,
    /// The extractor's confidence in thousandths.
    pub confidence: Option<u16>,
    /// True if it says that something changed: it takes the place of what the same speaker said before.
    pub is_update: bool,
    /// The sentences that it cites: first byte and one past the last in the event's text.
    pub evidence: Vec<(u32, u32)>,
    /// The sentence that it cites, shortened if very long, where no mention of this event shows it.
    #[serde(default)]
    pub quote: Option<String>,
    /// Where it stands.
    pub state: ClaimState,
}

impl Claim {
    /// The mention of its object, if that is no value.
    pub fn object_mention(&self) -> Option<MentionId> {
        match &self.object {
            Object::Mention(mention) => Some(*mention),
            Object::Value(_) => None,
        }
    }

    /// True if it asserts that something is so: what is asked, wished, passed on or denied supports nothing, and takes no
    /// other claim's place.
    pub fn asserts(&self) -> bool {
        self.act == SpeechAct::Assertion && self.polarity == Polarity::Positive
    }

    /// True unless one is said to end before the other begins.
    pub fn is_at_one_time(&self, other: &Self) -> bool {
        let ends_before =
            |end: Option<i64>, begin: Option<i64>| end.zip(begin).is_some_and(|(end, begin)| end <= begin);
        !ends_before(self.valid_to, other.valid_from) && !ends_before(other.valid_to, self.valid_from)
    }

    /// The predicate as it is compared: exact key with `_` for spaces and hyphens, so that "lives in" is `lives_in`.
    pub fn predicate_key(&self) -> String {
        predicate_key(&self.predicate)
    }
}

/// A predicate as it is compared.
pub fn predicate_key(predicate: &str) -> String {
    crate::names::exact_key(predicate).replace([' ', '-'], "_")
}
