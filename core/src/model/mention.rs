//! Mentions and the verdicts on them.

use super::{EntityId, EventId, MentionId, Quote, ReviewId, Tier};
use serde::{Deserialize, Serialize};

/// How sure it is that a span is a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Strength {
    /// It reads as a name: it links, and raises a question where it cannot.
    Named,
    /// It may be a name: it links to the one holder of exactly this name, and raises nothing.
    Latent,
    /// A host said that it is a name.
    Hinted,
    /// A pronoun that nothing binds: local to its event.
    Reference,
    /// The speaker's own first-person word: read as the name that the event calls its speaker by.
    Speaker,
    /// The owner's own first-person word, as the caller declared.
    Owner,
    /// A pronoun tied to an earlier name of the same event, and read as that name.
    Anchored {
        /// First byte of that name.
        start: u32,
        /// One past its last byte.
        end: u32,
    },
}

impl Strength {
    /// True if a mention that cannot be linked is a question.
    pub fn raises(self) -> bool {
        matches!(self, Self::Named | Self::Hinted | Self::Speaker)
    }

    /// True for words that refer instead of naming.
    pub fn is_reference(self) -> bool {
        matches!(self, Self::Reference | Self::Speaker | Self::Owner | Self::Anchored { .. })
    }
}

/// The id of the mention of a span of an event's text, in bytes.
pub fn mention_id(event: EventId, start: usize, end: usize) -> MentionId {
    uuid::Uuid::new_v5(&event, format!("namesake:mention:v1:{start}:{end}").as_bytes())
}

/// A span of an event's text that names something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mention {
    /// Its id, derived from event and span.
    pub id: MentionId,
    /// The event.
    pub event: EventId,
    /// First byte in the event's text.
    pub start: u32,
    /// One past its last byte.
    pub end: u32,
    /// How sure it is.
    pub strength: Strength,
    /// The kind that a host named.
    pub kind: Option<String>,
    /// The sentence around it, shortened if very long; so that a question can be asked without the journal.
    pub quote: String,
    /// The mention's first byte in `quote`.
    pub at: u32,
    /// The verdict in force.
    pub verdict: Verdict,
}

impl Mention {
    /// The words as written: a name, or a pronoun. What it is read as is for [`Space::called`](crate::state::Space::called).
    pub fn name(&self) -> &str {
        let start = self.at as usize;
        self.quote.get(start..start + (self.end - self.start) as usize).unwrap_or_default()
    }

    /// Its sentence as a question or a page quotes it; of which side of a question, if of one.
    pub fn quoted(&self, side: Option<EntityId>) -> Quote {
        let (start, end) = (self.at, self.at + (self.end - self.start));
        Quote { side, event: self.event, text: self.quote.clone(), start, end }
    }
}

/// What became of a mention. DESIGN section 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Linked to an entity that was there.
    Existing,
    /// Linked to an entity made for it.
    New,
    /// Several candidates; a question.
    Ambiguous,
    /// A reference, local to its event.
    Reference,
    /// Nothing holds the name, or the owner said that it is none.
    None,
}

/// The recorded outcome for one mention.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// What became of it.
    pub outcome: Outcome,
    /// The entity, if linked. Read through redirects.
    pub entity: Option<EntityId>,
    /// True while the link rests on a single exact name.
    pub provisional: bool,
    /// The tier that found the candidates.
    pub tier: Option<Tier>,
    /// The score of the best candidate, in thousandths.
    pub score: u16,
    /// Candidates, if there were several: at most the bound.
    pub candidates: Vec<EntityId>,
    /// The review that decided it; such a verdict moves only by undo.
    pub review: Option<ReviewId>,
    /// Version of the keys it was found by.
    pub key_version: u16,
    /// Version of the resolver.
    pub resolver: u16,
}

impl Verdict {
    /// The verdict of a mention that nothing was found for yet.
    pub fn none() -> Self {
        Self {
            outcome: Outcome::None,
            entity: None,
            provisional: false,
            tier: None,
            score: 0,
            candidates: Vec::new(),
            review: None,
            key_version: crate::names::KEY_VERSION,
            resolver: crate::policy::RESOLVER,
        }
    }

    /// True for a link or refusal that was said (by the owner, or by a host that knew the entity) and not found: no
    /// rule moves it.
    pub fn is_firm(&self) -> bool {
        self.review.is_some() || (self.entity.is_some() && !self.provisional)
    }
}
