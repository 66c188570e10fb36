//! Questions for the owner: rows of the inbox, and the whole of one.

use crate::{
    Bit, EntityRow, FieldView, NameView, Page, Preview, Reason, ReviewRow, Rival, Sentence, Shown, Verdict, message,
};

message! {
    /// The kinds of questions. DESIGN section 6.
    #[derive(Copy, Eq, Hash, PartialOrd, Ord)]
    pub enum QuestionKind {
        /// Equal exact key, alias or identity fields on different entities.
        Collision,
        /// Equal folded key, a shared strong field, or a group of more than two.
        Merge,
        /// Any other pair, or a name and an entity.
        Alias,
        /// Which candidate did these mentions mean?
        Ambiguity,
        /// A single-valued predicate with another object.
        Contradiction,
        /// A name-based correction with several candidates.
        Correction,
        /// A name that nothing holds.
        NewName,
    }

    /// Where a question stands.
    #[derive(Copy, Eq, Hash)]
    pub enum QuestionStatus {
        /// Waiting for the owner.
        Open,
        /// Put off by the owner; still open.
        Snoozed,
        /// Answered.
        Decided,
        /// No longer a question, because what it asked about changed.
        Withdrawn,
        /// Too large to be asked in one; shown, not answerable.
        Held,
        /// A stored record that it needs is damaged.
        Damaged,
    }

    /// One question in the list.
    pub struct QuestionRow {
        /// The proposal's id.
        pub id: String,
        /// Its kind.
        pub kind: QuestionKind,
        /// Where it stands.
        pub status: QuestionStatus,
        /// 1 for the first time it is asked.
        pub revision: u32,
        /// The names in it: members, or the name in text first and then the candidates; for a contradiction its subject and
        /// then what is said of it.
        pub names: Vec<Shown>,
        /// The strongest reason in short.
        pub summary: Vec<Bit>,
        /// When it was asked, in milliseconds since 1970.
        pub asked: f64,
        /// The owner rejected it before and something new is known.
        pub rejected_before: bool,
        /// The owner said that they can't tell.
        pub cant_tell: bool,
        /// How it was decided, if it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub verdict: Option<Verdict>,
        /// When it was decided, in milliseconds since 1970, if it is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub decided: Option<f64>,
    }

    /// A side of a question: an entity, or a name in text that nothing holds.
    pub struct Member {
        /// The entity's row; absent for a name in text.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub entity: Option<EntityRow>,
        /// The name that the question is about.
        pub name: Shown,
        /// Names with their origin.
        pub names: Vec<NameView>,
        /// Field values.
        pub fields: Vec<FieldView>,
        /// How many mentions, in how many sources.
        pub mentions: u32,
        /// Number of distinct sources.
        pub sources: u32,
        /// At most three sentences, newest last.
        pub sentences: Vec<Sentence>,
        /// The revision that the question was asked about.
        pub revision: u32,
        /// SHA-256 of the content that the question was asked about, hex; empty for a name in text.
        pub checksum: String,
        /// 1 for those of the other side of a question across two groups, who are asked about with all of side 0; else 0.
        #[serde(default)]
        pub side: u32,
    }

    /// How the sides compare in one row of the table.
    #[derive(Copy, Eq)]
    pub enum Comparison {
        /// All sides that have it agree.
        Same,
        /// They differ.
        Different,
        /// At most one side has it.
        OneSided,
    }

    /// One row of "side by side".
    pub struct ComparedField {
        /// `names`, `kind`, or the field's name.
        pub field: String,
        /// One cell a member: its values.
        pub cells: Vec<Vec<Shown>>,
        /// How they compare.
        pub comparison: Comparison,
    }

    /// A change of one field since the question was asked.
    pub struct FieldChange {
        /// The entity.
        pub entity: String,
        /// The entity's name.
        pub name: Shown,
        /// `names`, `kind`, `status` or the field's name.
        pub field: String,
        /// Values then.
        pub before: Vec<Shown>,
        /// Values now.
        pub after: Vec<Shown>,
    }

    /// Everything about one question.
    pub struct QuestionView {
        /// Its row.
        pub row: QuestionRow,
        /// Its sides. For an ambiguity or an alias of a name in text, the name comes first.
        pub members: Vec<Member>,
        /// Named reasons.
        pub reasons: Vec<Reason>,
        /// Both sides field by field.
        pub compared: Vec<ComparedField>,
        /// What accepting would change, if nothing is stale; for ambiguity, absent (it depends on the choice).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub effect: Option<Preview>,
        /// What changed since it was asked. Not empty: accept will fail until `refresh`.
        pub stale: Vec<FieldChange>,
        /// The score, 0 to 1, shown on demand.
        pub score: f64,
        /// Decisions on this question so far, oldest first.
        pub decisions: Vec<ReviewRow>,
        /// The last 20 decisions on other questions about the same entities or names, newest first.
        pub earlier: Vec<ReviewRow>,
        /// How many more such decisions there are.
        pub earlier_more: u32,
        /// For a contradiction: what is said, in the order in which it was said; accepting takes the last.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub rivals: Vec<Rival>,
    }

    /// Which questions to list.
    #[derive(Default)]
    #[serde(default)]
    pub struct InboxFilter {
        /// Only these kinds; empty for all.
        pub kinds: Vec<QuestionKind>,
        /// Only this status; open if absent.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub status: Option<QuestionStatus>,
        /// Only questions about a name that contains this text, compared by folded key: a name in text, or any name of
        /// an entity.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub search: Option<String>,
        /// Only questions about this entity; redirects and identity groups are followed.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub entity: Option<String>,
        /// Only questions with a reason of this code, such as `shared_field` or `rejected_before`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub reason: Option<String>,
        /// Only questions without a reason against.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        pub unopposed: bool,
        /// Only questions asked at this time or later, in milliseconds since 1970.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub asked_after: Option<f64>,
        /// Only questions asked before this time, in milliseconds since 1970.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub asked_before: Option<f64>,
    }

    /// How many questions there are.
    #[derive(Default)]
    pub struct InboxCounts {
        /// Open, by kind.
        pub collision: u32,
        /// Open merges.
        pub merge: u32,
        /// Open aliases.
        pub alias: u32,
        /// Open ambiguities.
        pub ambiguity: u32,
        /// Open new names.
        pub new_name: u32,
        /// Open contradictions.
        pub contradiction: u32,
        /// All open ones.
        pub open: u32,
        /// Snoozed ones.
        pub snoozed: u32,
        /// Held back ones.
        pub held: u32,
        /// Decisions in force.
        pub decided: u32,
        /// Entities in use.
        pub entities: u32,
        /// Sources (files, conversations).
        pub sources: u32,
    }

    /// One imported source.
    pub struct SourceRow {
        /// Its id.
        pub id: String,
        /// File name or title.
        pub name: Shown,
        /// `contacts`, `conversation`, `document`.
        pub kind: String,
        /// Number of events.
        pub events: u32,
        /// When first imported, milliseconds since 1970.
        pub imported: f64,
    }
}

/// A page of the inbox.
pub type InboxPage = Page<QuestionRow>;
