//! Operations and their effects.
//!
//! An operation says what happened and carries its effects; applying an operation is applying its effects, one after
//! the other. Each effect has an inverse, so undoing a review is applying the inverses of its effects in reverse: one
//! mechanism makes, replays and takes back everything.

use crate::model::*;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The smallest change of the state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// A new source.
    AddSource(Source),
    /// A new event.
    AddEvent(Event),
    /// A new entity.
    AddEntity(Box<Entity>),
    /// The source's item changed: names that came from the source, kind and fields are replaced.
    Revise {
        /// The entity.
        entity: EntityId,
        /// All names that the source has now.
        names: Vec<String>,
        /// The kind.
        kind: Option<String>,
        /// All fields.
        fields: Vec<Field>,
        /// Checksum of the source's item.
        seen: crate::journal::Hash,
    },
    /// The entity also answers to a name.
    AddName {
        /// The entity.
        entity: EntityId,
        /// The name.
        name: Name,
    },
    /// It no longer does.
    RemoveName {
        /// The entity.
        entity: EntityId,
        /// The name.
        name: Name,
    },
    /// The owner changed its content by hand.
    Edit {
        /// The entity.
        entity: EntityId,
        /// What was changed.
        edits: Vec<ContentEdit>,
        /// The operation.
        by: Uuid,
    },
    /// That is taken back.
    Unedit {
        /// The entity.
        entity: EntityId,
        /// What [`Effect::Edit`] changed.
        edits: Vec<ContentEdit>,
        /// Its operation.
        by: Uuid,
    },
    /// In use, redirected or retired.
    SetStatus {
        /// The entity.
        entity: EntityId,
        /// Its status before.
        from: Status,
        /// Its status after.
        to: Status,
    },
    /// A new mention.
    AddMention(Box<Mention>),
    /// A verdict on mentions.
    Link {
        /// The mentions.
        mentions: Vec<MentionId>,
        /// The verdict.
        verdict: Verdict,
    },
    /// The mentions are open again.
    Release {
        /// The mentions.
        mentions: Vec<MentionId>,
    },
    /// Another verdict on mentions that had one.
    Relink {
        /// The mentions.
        mentions: Vec<MentionId>,
        /// The verdict before.
        from: Verdict,
        /// The verdict after.
        to: Verdict,
    },
    /// A verified alias edge.
    Join {
        /// Its id.
        edge: Uuid,
        /// One end.
        a: EntityId,
        /// The other.
        b: EntityId,
    },
    /// The edge is gone.
    Part {
        /// Its id.
        edge: Uuid,
        /// One end.
        a: EntityId,
        /// The other.
        b: EntityId,
    },
    /// A cannot-link.
    Forbid {
        /// One entity.
        a: EntityId,
        /// The other.
        b: EntityId,
        /// The strong values that they shared when it was said; others are new evidence.
        known: Vec<Field>,
    },
    /// The cannot-link is gone.
    Permit {
        /// One entity.
        a: EntityId,
        /// The other.
        b: EntityId,
        /// What [`Effect::Forbid`] knew.
        known: Vec<Field>,
    },
    /// A name in text does not mean this entity.
    ForbidName {
        /// The exact key.
        key: String,
        /// The entity.
        entity: EntityId,
    },
    /// It may again.
    PermitName {
        /// The exact key.
        key: String,
        /// The entity.
        entity: EntityId,
    },
    /// The text is not a name; it is not asked about.
    IgnoreName {
        /// The exact key.
        key: String,
    },
    /// It may be one again.
    HeedName {
        /// The exact key.
        key: String,
    },
    /// The owner wants to be asked about two entities.
    Ask {
        /// One entity.
        a: EntityId,
        /// The other.
        b: EntityId,
    },
    /// They no longer do.
    Unask {
        /// One entity.
        a: EntityId,
        /// The other.
        b: EntityId,
    },
    /// A new question.
    Propose(Box<Proposal>),
    /// A question moves.
    SetProposal {
        /// The proposal.
        proposal: ProposalId,
        /// Before.
        from: ProposalStatus,
        /// After.
        to: ProposalStatus,
    },
    /// These have to be compared with all others, though nothing of their own changed.
    Unpaired {
        /// The entities.
        entities: Vec<EntityId>,
    },
    /// These entities were compared with all others.
    Paired {
        /// The entities.
        entities: Vec<EntityId>,
    },
    /// How two forms of a name stand.
    SetForm {
        /// The forms.
        form: ShortForm,
        /// Before.
        from: FormState,
        /// After.
        to: FormState,
    },
    /// A review, an edit, or a statement about short forms was taken back.
    ReviewUndone {
        /// The review, edit or statement.
        review: ReviewId,
        /// The undo.
        by: Uuid,
    },
    /// A new claim.
    AddClaim(Box<Claim>),
    /// Claims stand otherwise among others.
    SetClaims {
        /// The claims.
        claims: Vec<ClaimId>,
        /// Before.
        from: ClaimState,
        /// After.
        to: ClaimState,
    },
    /// Whether a predicate has one value at a time.
    SetPredicate {
        /// Its key.
        predicate: String,
        /// Whether it was single-valued.
        from: bool,
        /// Whether it is.
        to: bool,
    },
}

impl Effect {
    /// The entities that it makes, changes, joins or keeps apart; not those that a mention means.
    pub fn entities(&self) -> impl Iterator<Item = EntityId> + use<> {
        let (one, other) = match self {
            Self::AddEntity(entity) => (Some(entity.id), None),
            Self::SetStatus { entity, to: Status::Redirected { to, .. }, .. } => (Some(*entity), Some(*to)),
            Self::SetStatus { entity, .. }
            | Self::AddName { entity, .. }
            | Self::RemoveName { entity, .. }
            | Self::Edit { entity, .. }
            | Self::ForbidName { entity, .. } => (Some(*entity), None),
            Self::Join { a, b, .. } | Self::Forbid { a, b, .. } | Self::Permit { a, b, .. } | Self::Ask { a, b } => {
                (Some(*a), Some(*b))
            }
            _ => (None, None),
        };
        one.into_iter().chain(other)
    }

    /// The effect that takes this one back; none for those that a review or an edit never has.
    pub fn inverse(&self) -> Option<Effect> {
        Some(match self.clone() {
            Self::AddEntity(entity) => {
                Self::SetStatus { entity: entity.id, from: entity.content.status, to: Status::Retired }
            }
            Self::AddName { entity, name } => Self::RemoveName { entity, name },
            Self::RemoveName { entity, name } => Self::AddName { entity, name },
            Self::Edit { entity, edits, by } => Self::Unedit { entity, edits, by },
            Self::Unedit { entity, edits, by } => Self::Edit { entity, edits, by },
            Self::SetStatus { entity, from, to } => Self::SetStatus { entity, from: to, to: from },
            Self::Relink { mentions, from, to } => Self::Relink { mentions, from: to, to: from },
            Self::Ask { a, b } => Self::Unask { a, b },
            Self::Unask { a, b } => Self::Ask { a, b },
            Self::Link { mentions, .. } => Self::Release { mentions },
            Self::Join { edge, a, b } => Self::Part { edge, a, b },
            Self::Part { edge, a, b } => Self::Join { edge, a, b },
            Self::Forbid { a, b, known } => Self::Permit { a, b, known },
            Self::Permit { a, b, known } => Self::Forbid { a, b, known },
            Self::ForbidName { key, entity } => Self::PermitName { key, entity },
            Self::PermitName { key, entity } => Self::ForbidName { key, entity },
            Self::IgnoreName { key } => Self::HeedName { key },
            Self::HeedName { key } => Self::IgnoreName { key },
            Self::SetProposal { proposal, from, to } => Self::SetProposal { proposal, from: to, to: from },
            Self::SetForm { form, from, to } => Self::SetForm { form, from: to, to: from },
            Self::SetClaims { claims, from, to } => Self::SetClaims { claims, from: to, to: from },
            Self::SetPredicate { predicate, from, to } => Self::SetPredicate { predicate, from: to, to: from },
            Self::AddSource(_)
            | Self::AddEvent(_)
            | Self::AddMention(_)
            | Self::AddClaim(_)
            | Self::Revise { .. }
            | Self::Release { .. }
            | Self::Propose(_)
            | Self::Paired { .. }
            | Self::Unpaired { .. }
            | Self::ReviewUndone { .. } => return None,
        })
    }
}

/// What happened, as a payload holds it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Operation {
    /// An event was ingested.
    Ingest {
        /// Its body.
        body: Body,
        /// What it brought.
        effects: Vec<Effect>,
    },
    /// Links and questions were brought in line with what is known.
    Settle {
        /// What moved.
        effects: Vec<Effect>,
    },
    /// Pairs were looked for.
    Organize {
        /// What was found.
        effects: Vec<Effect>,
    },
    /// The owner decided.
    Review {
        /// The complete proposal.
        proposal: Box<Proposal>,
        /// The contents that it was asked about.
        contents: Vec<(EntityId, Content)>,
        /// The review with its effects.
        review: Box<Review>,
    },
    /// The owner or a host said what names are short for.
    ShortForms {
        /// What was said, with its effects.
        statement: Box<Statement>,
    },
    /// The owner or a host said which predicates have one value at a time.
    Predicates {
        /// What was said, with its effects.
        statement: Box<Statement>,
    },
    /// The owner changed something by hand.
    Edit {
        /// The contents of the entities that it is about, before.
        contents: Vec<(EntityId, Content)>,
        /// The edit with its effects.
        edit: Box<Edit>,
    },
    /// A review, an edit, or a statement about short forms was taken back.
    Undo {
        /// The review, edit or statement.
        review: ReviewId,
        /// What that changed.
        effects: Vec<Effect>,
    },
    /// A stale question was asked again.
    Refresh {
        /// What that changed.
        effects: Vec<Effect>,
    },
}

impl Operation {
    /// The name that stands in records.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Ingest { .. } => "ingest",
            Self::Settle { .. } => "settle",
            Self::Organize { .. } => "organize",
            Self::Review { .. } => "review",
            Self::ShortForms { .. } => "short_forms",
            Self::Predicates { .. } => "predicates",
            Self::Edit { .. } => "edit",
            Self::Undo { .. } => "undo",
            Self::Refresh { .. } => "refresh",
        }
    }

    /// Its effects, in order.
    pub fn effects(&self) -> &[Effect] {
        match self {
            Self::Ingest { effects, .. }
            | Self::Settle { effects }
            | Self::Organize { effects }
            | Self::Undo { effects, .. }
            | Self::Refresh { effects } => effects,
            Self::Review { review, .. } => &review.effects,
            Self::ShortForms { statement } | Self::Predicates { statement } => &statement.effects,
            Self::Edit { edit, .. } => &edit.effects,
        }
    }
}

/// The form of a payload: the operation, its version and a random salt, so that a checksum does not give away a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payload {
    /// [`crate::policy::PAYLOAD_FORMAT`].
    pub format: u32,
    /// The operation.
    pub operation: Operation,
    /// 128 random bits in hex.
    pub salt: String,
}
