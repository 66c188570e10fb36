//! One event: its text, what its names and pronouns mean, and what of its claims was not stored.

use crate::{ClaimEnd, EntityRow, Page, Shown, Span, message};

message! {
    /// A mention of an event, and what became of it.
    pub struct EventMention {
        /// Its words, and what they mean now.
        pub end: ClaimEnd,
        /// Where it stands in the text, in UTF-16 code units.
        pub span: Span,
        /// `existing`, `new`, `ambiguous`, `reference` or `none`.
        pub outcome: String,
        /// The tier that found the link: 0 exact … 3 profile; none for what was said and not found.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub tier: Option<u8>,
        /// For a pronoun that nothing binds: the one entity that the turn before named. It is never linked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub suggested: Option<EntityRow>,
    }

    /// A claim that was sent with an event and is not stored.
    pub struct NotStored {
        /// What it was to be about.
        pub subject: Shown,
        /// As it was sent.
        pub predicate: String,
        /// What it was to say.
        pub object: Shown,
        /// The code that `ingest` gave.
        pub reason: String,
        /// The same in plain words.
        pub explanation: String,
    }

    /// One event, whole. Its claims are for `claims`, with `filter.event`.
    pub struct EventView {
        /// Its id, as `ingest` gave it.
        pub id: String,
        /// The source's name, such as a file name.
        pub source: String,
        /// `contacts`, `conversation` or `document`.
        pub kind: String,
        /// `user`, `assistant`, `document`, …
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub role: Option<String>,
        /// Who said it, as the source calls them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub speaker: Option<Shown>,
        /// Who that is, where known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub speaker_entity: Option<EntityRow>,
        /// When, in milliseconds since 1970, where known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub time: Option<f64>,
        /// The text, exactly; absent for a contact card, and where its record cannot be read.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub text: Option<String>,
        /// Why the text cannot be read, if its record is damaged.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub damaged: Option<String>,
        /// Its mentions, in the order of the text.
        pub mentions: Page<EventMention>,
        /// How many claims of it are stored.
        pub claims: u32,
        /// Claims that were sent and are not stored, in the order in which they were sent; at most 1,000.
        pub not_stored: Vec<NotStored>,
    }
}
