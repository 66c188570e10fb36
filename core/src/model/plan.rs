//! Plans: what an event's claims came to, before anything of it was stored.
//!
//! A plan follows from the event alone (its text, what was sent with it, and two policies), never from the memory, so
//! that preparing it again gives the same ids and the same checksum. It is kept in the event's body: an old plan stays
//! what it was when newer policies exist. DESIGN section 4.

use super::{ClaimId, EventId, MentionId, Polarity, SpeechAct, Strength, Value};
use crate::journal::Hash;
use serde::{Deserialize, Serialize};

/// A name that stands in the text, which a pronoun may be tied to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedName {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// True if the host hinted it: no term of a claim may be a part of it.
    pub is_hinted: bool,
    /// Its kind, if the host named one.
    pub kind: Option<String>,
}

/// Sentences of an earlier event, which a claim may cite. They are kept with the plan, so that it follows from itself alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedKnown {
    /// The event.
    pub event: EventId,
    /// First byte of the sentences in its text.
    pub start: u32,
    /// The whole sentences.
    pub text: String,
    /// The names that stand in them, in order: the mentions that they are. Pronouns are none.
    pub names: Vec<KnownName>,
}

/// A name in known evidence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownName {
    /// The mention.
    pub mention: MentionId,
    /// Its first byte in the event's text.
    pub start: u32,
    /// One past its last byte.
    pub end: u32,
}

/// The object of a claim as it was sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SentObject {
    /// A name or a pronoun.
    Term {
        /// As it stands in the text.
        text: String,
        /// Its kind.
        kind: Option<String>,
    },
    /// A value, in canonical form.
    Value(Value),
}

/// A claim as it was sent, checked for form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SentClaim {
    /// A name or a pronoun.
    pub subject: String,
    /// The subject's kind.
    pub subject_kind: Option<String>,
    /// What is said.
    pub predicate: String,
    /// What of.
    pub object: SentObject,
    /// So, or not so.
    pub polarity: Polarity,
    /// Asserted, asked, wished.
    pub act: SpeechAct,
    /// How sure or how willed.
    pub modality: Option<String>,
    /// From when, in milliseconds since 1970.
    pub valid_from: Option<i64>,
    /// Till when, exclusive.
    pub valid_to: Option<i64>,
    /// In thousandths.
    pub confidence: Option<u16>,
    /// True if it says that something changed.
    pub is_update: bool,
    /// What it cites: spans of bytes in the text, in order.
    pub evidence: Vec<(u32, u32)>,
    /// What it cites of known evidence: places in [`PlanInput::known`], in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub known: Vec<u32>,
}

/// What a plan is made from, beside the event's id and text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanInput {
    /// The policy that the extractor followed.
    #[serde(default = "unnamed")]
    pub extraction: u16,
    /// The policy that the plan follows.
    #[serde(default = "unnamed")]
    pub policy: u16,
    /// What the event calls its speaker, if that is somebody.
    pub speaker: Option<String>,
    /// Whether the speaker's “I” means the speaker.
    pub speaker_references: bool,
    /// Whether the speaker's “I” counts as a mention of the speaker's name.
    pub speaker_grounding: bool,
    /// Whether “I” means the owner.
    pub first_person_owner: bool,
    /// Names in the text, in order.
    pub names: Vec<PlannedName>,
    /// What was known before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub known: Vec<PlannedKnown>,
    /// What was sent.
    pub claims: Vec<SentClaim>,
}

fn unnamed() -> u16 {
    crate::policy::PLAN_UNNAMED
}

/// A mention that a claim needs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedMention {
    /// Its id.
    pub id: MentionId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// What the words are.
    pub strength: Strength,
    /// The kind that was sent with them.
    pub kind: Option<String>,
}

/// Why a claim is not stored. A claim is never repaired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unstored {
    /// The subject does not stand in the sentences that it cites.
    SubjectNotGrounded,
    /// The object does not.
    ObjectNotGrounded,
    /// The digits or the unit of a quantity do not.
    QuantityNotGrounded,
    /// The sentence tells of an attempt or intention, and the predicate does not.
    IntentionLost,
    /// The claim is positive, and the sentence denies what it says.
    Denied,
    /// It is said to be an assertion, and the sentence is a question, a request or a supposition.
    NotAnAssertion,
    /// Subject or object stands only inside a longer name.
    InALongerName,
    /// The first person that it is about stands only in what somebody else is quoted saying.
    InAQuotation,
    /// Nothing of it stands in the event: all of it was known.
    NothingNew,
    /// Another claim of the event says the same.
    SaidAlready,
}

/// What became of a claim that was sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlannedClaim {
    /// It is stored.
    Stored {
        /// The claim's id.
        id: ClaimId,
        /// The mention of its subject.
        subject: MentionId,
        /// The mention of its object, if that is no value.
        object: Option<MentionId>,
        /// What is done by saying it: as it was sent, but for an assertion in a sentence that passes on what somebody says.
        act: SpeechAct,
        /// The whole sentences that it cites.
        evidence: Vec<(u32, u32)>,
    },
    /// It is not.
    NotStored(Unstored),
}

/// What an event's claims came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// What it was made from.
    pub input: PlanInput,
    /// The mentions that the claims need, in the order of the text.
    pub mentions: Vec<PlannedMention>,
    /// What became of each claim, in the order in which they were sent.
    pub claims: Vec<PlannedClaim>,
    /// SHA-256 of the RFC 8785 text of all the above and the event's id.
    pub checksum: Hash,
}
