//! Proposals: questions for the owner.

use super::{ClaimId, EntityId, EventId, ProposalId, Reason, ReviewId};
use crate::journal::Hash;
use serde::{Deserialize, Serialize};

/// The kinds of questions of DESIGN section 6 that exist so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Equal exact key on different entities.
    Collision,
    /// Equal folded key, a shared strong field, or a group of more than two.
    Merge,
    /// Any other pair, or a name and an entity.
    Alias,
    /// Which candidate did these mentions mean?
    Ambiguity,
    /// A name that nothing holds.
    NewName,
    /// Different objects of a single-valued predicate.
    Contradiction,
}

impl Kind {
    /// The name that stands in ids and in the journal.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Collision => "collision",
            Self::Merge => "merge",
            Self::Alias => "alias",
            Self::Ambiguity => "ambiguity",
            Self::NewName => "new_name",
            Self::Contradiction => "contradiction",
        }
    }
}

/// What a question is about; there is one open question a unit at most, but for groups that cannot-links split.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// Entities whose names share a folded key.
    Folded(String),
    /// Entities that share a value of a strong field, in comparable form.
    Field(String, String),
    /// The unlinked mentions of an exact key.
    Text(String),
    /// Two entities with near names, lower id first.
    Pair(EntityId, EntityId),
    /// More than two entities that are near, in the order of their ids.
    Group(Vec<EntityId>),
    /// Claims that say different things of one subject by a single-valued predicate.
    Rivals {
        /// The subject.
        subject: EntityId,
        /// The predicate's key.
        predicate: String,
        /// One claim for each thing that is said, the oldest that says it; in the order of their times.
        claims: Vec<ClaimId>,
    },
    /// Two sides, of which one at least is a group of near ones: whether all of the one are all of the other. The members of
    /// a side, and the sides, in the order of their ids. What is within a side is another question.
    Across(Vec<Vec<EntityId>>),
}

impl Unit {
    /// The entities that it names, side by side.
    pub fn members(&self) -> Vec<EntityId> {
        match self {
            Self::Pair(a, b) => vec![*a, *b],
            Self::Group(ids) => ids.clone(),
            Self::Across(sides) => sides.concat(),
            Self::Rivals { subject, .. } => vec![*subject],
            Self::Folded(_) | Self::Field(..) | Self::Text(_) => Vec::new(),
        }
    }
}

/// What a proposal says of one entity it was asked about. The journal holds the content once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pin {
    /// The entity.
    pub entity: EntityId,
    /// Its revision then.
    pub revision: u32,
    /// Checksum of its content then.
    pub checksum: Hash,
}

/// A sentence that a proposal was asked with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quote {
    /// The side: an entity, or none for the name in text.
    pub side: Option<EntityId>,
    /// The event that it stands in.
    pub event: EventId,
    /// The sentence.
    pub text: String,
    /// First byte of the mention in `text`.
    pub start: u32,
    /// One past its last byte.
    pub end: u32,
}

/// Where a proposal stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProposalStatus {
    /// Waiting for the owner.
    Open {
        /// The owner said that they can't tell.
        cant_tell: bool,
    },
    /// Open, but out of sight until then (milliseconds since 1970).
    Snoozed {
        /// Until when.
        until: i64,
    },
    /// Answered by a review.
    Decided(ReviewId),
    /// What it asked about is no longer a question, or is asked by another proposal.
    Withdrawn,
    /// Over a bound: shown, not answerable.
    Held,
}

impl ProposalStatus {
    /// True for what can be answered.
    pub fn is_open(self) -> bool {
        matches!(self, Self::Open { .. } | Self::Snoozed { .. })
    }
}

/// A question for the owner, pinned to what it was asked about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proposal {
    /// Derived from kind, members and revision.
    pub id: ProposalId,
    /// Id of its first revision.
    pub first: ProposalId,
    /// From 1.
    pub revision: u32,
    /// The kind of question.
    pub kind: Kind,
    /// What it is about.
    pub unit: Unit,
    /// The name in text, as written most often first, if it is about one.
    pub name: Option<String>,
    /// The entities, in the order of their ids; for an ambiguity, best candidate first; across two sides, side by side.
    pub pins: Vec<Pin>,
    /// Reasons for and against.
    pub reasons: Vec<Reason>,
    /// Score in thousandths.
    pub score: u16,
    /// At most three sentences a side.
    pub quotes: Vec<Quote>,
    /// When it was asked, in milliseconds since 1970.
    pub asked: i64,
    /// Rejected before; asked again because of something new.
    pub rejected_before: bool,
    /// Where it stands.
    pub status: ProposalStatus,
}

impl Proposal {
    /// The ids of its entities.
    pub fn members(&self) -> impl Iterator<Item = EntityId> + '_ {
        self.pins.iter().map(|pin| pin.entity)
    }

    /// The pairs of entities that it asks about, and that a rejection tells apart: all of its members, or across two sides
    /// those of a member of each.
    pub fn pairs(&self) -> Vec<(EntityId, EntityId)> {
        if let Unit::Across(sides) = &self.unit {
            let across = |at: usize, a: EntityId| sides[at + 1..].iter().flatten().map(move |b| (a, *b));
            let of = |(at, side): (usize, &Vec<EntityId>)| -> Vec<(EntityId, EntityId)> {
                side.iter().flat_map(|a| across(at, *a)).collect()
            };
            return sides.iter().enumerate().flat_map(of).collect();
        }
        let members: Vec<EntityId> = self.members().collect();
        self.pairs_among(&members)
    }

    /// The same of some of its members.
    pub fn pairs_among(&self, members: &[EntityId]) -> Vec<(EntityId, EntityId)> {
        let side = |id: &EntityId| match &self.unit {
            Unit::Across(sides) => sides.iter().position(|side| side.contains(id)),
            _ => None,
        };
        let others = |at: usize| members[at + 1..].iter();
        let pairs = members.iter().enumerate().flat_map(|(at, a)| others(at).map(move |b| (*a, *b)));
        pairs.filter(|(a, b)| side(a).is_none_or(|one| side(b) != Some(one))).collect()
    }
}
