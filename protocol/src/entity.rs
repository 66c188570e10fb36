//! Entities as a page sees them: rows, the whole of one, and the answers of `resolveEntity`.

use crate::{Page, Sentence, Shown, message};

message! {
    /// Where an entity came from. DESIGN section 1.
    #[derive(Copy, Eq)]
    pub enum Standing {
        /// A structured source, an explicit `new`, or the owner made it.
        Established,
        /// Only a name called for it.
        ByName,
    }

    /// Whether an entity is in use.
    pub enum EntityStatus {
        /// In use.
        Active,
        /// Read through a redirect to the entity with this id.
        Redirected(String),
        /// Taken back by an undo; nothing links to it.
        Retired,
    }

    /// One entity in a list.
    pub struct EntityRow {
        /// Its opaque id.
        pub id: String,
        /// The preferred name; the owner of the memory has none, and its pieces say so.
        pub name: Shown,
        /// All other names.
        pub aliases: Vec<Shown>,
        /// The optional kind: `person`, `organization`, `place`, …
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub kind: Option<String>,
        /// Where it came from.
        pub standing: Standing,
        /// One line that tells it apart: organisation, e-mail, conversation.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub hint: Option<Shown>,
        /// How many mentions link to it, through redirects and its identity group.
        pub mentions: u32,
        /// How many open questions ask about it.
        pub questions: u32,
    }

    /// One name of an entity and where it came from.
    pub struct NameView {
        /// The name as written.
        pub name: Shown,
        /// The entity of the identity group or the redirect that brings it; its own id if it is the entity's own.
        pub from: String,
        /// The source, such as a file name, or the review that added it.
        pub source: String,
    }

    /// One value of one field.
    pub struct FieldView {
        /// The field: `email`, `phone`, `organization`, `birthday`, …
        pub field: String,
        /// The value as written.
        pub value: Shown,
        /// The entity that brings it.
        pub from: String,
    }

    /// One mention of an entity.
    pub struct MentionView {
        /// The mention's id.
        pub id: String,
        /// The entity of the identity group that it means.
        pub from: String,
        /// The sentence that it stands in.
        pub sentence: Sentence,
        /// True for a link by a single exact name, which may still move.
        pub provisional: bool,
        /// The tier that found the link: 0 exact … 3 profile, or none for the owner's decision.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub tier: Option<u8>,
    }

    /// Everything about one entity, read together with its identity group.
    pub struct EntityView {
        /// Its row.
        pub row: EntityRow,
        /// The id that was asked for, if that one is redirected here.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub redirected_from: Option<String>,
        /// In use, redirected or retired.
        pub status: EntityStatus,
        /// The revision of its content.
        pub revision: u32,
        /// SHA-256 of its content, lower-case hex.
        pub checksum: String,
        /// When it was created, in milliseconds since 1970.
        pub created: f64,
        /// All names.
        pub names: Vec<NameView>,
        /// All field values.
        pub fields: Vec<FieldView>,
        /// Other members of its identity group, and the entities that it absorbed.
        pub group: Vec<EntityRow>,
        /// The ids of those in `group` that were merged into it.
        pub absorbed: Vec<String>,
        /// Entities that the owner said are not the same.
        pub not_same: Vec<EntityRow>,
        /// The newest mentions.
        pub mentions: Page<MentionView>,
        /// The ids of the open questions about it.
        pub questions: Vec<String>,
    }

    /// Whether a reason speaks for or against.
    #[derive(Copy, Eq)]
    pub enum Side {
        /// For being the same.
        For,
        /// Against.
        Against,
    }

    /// A named reason in plain words.
    pub struct Reason {
        /// Stable code, such as `same_exact_key`.
        pub code: String,
        /// For or against.
        pub side: Side,
        /// The reason in words.
        pub text: Vec<crate::Bit>,
        /// Its weight in the score, shown on demand only.
        pub weight: f64,
    }

    /// An entity that a tier of the cascade found for a name.
    pub struct Candidate {
        /// The entity.
        pub entity: EntityRow,
        /// The tier that found it: 0 exact, 1 spelling, 2 sound, 3 profile.
        pub tier: u8,
        /// 0 to 1; comparable within one answer.
        pub score: f64,
        /// Why it was found, and what speaks against.
        pub reasons: Vec<Reason>,
    }

    /// Why nothing was found. A failed look-up is an error instead.
    pub struct Negative {
        /// Always `unknown_entity`.
        pub kind: String,
        /// In plain words, what was tried.
        pub explanation: String,
    }

    /// The answer of `resolveEntity`: one candidate, or several, or a typed negative. It never picks.
    pub struct Resolution {
        /// The candidates, best first; ties by id.
        pub candidates: Page<Candidate>,
        /// There only if there is no candidate.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub negative: Option<Negative>,
    }

    /// The answer of `whyNot`: why two entities are not asked about, or by which question they are.
    pub struct WhyNot {
        /// Stable code: `asked`, `same_entity`, `rejected_before`, `identity_tokens_differ`, `not_compared_yet`,
        /// `several_fit`, `given_names_differ`, `by_chance`, `short_name` or `too_far`.
        pub code: String,
        /// In plain words.
        pub explanation: String,
        /// The open question that has both of them, if there is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub question: Option<String>,
        /// How likely they are one, by names and fields, 0 to 1. Absent where that was not weighed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub likelihood: Option<f64>,
        /// For and against.
        pub reasons: Vec<Reason>,
    }
}
