//! Decisions, what they would change, and what they changed.

use crate::{Bit, QuestionKind, Shown, message};

message! {
    /// The owner's answer to a question.
    #[derive(Copy, Eq, Hash)]
    pub enum Verdict {
        /// The same.
        Accept,
        /// Not the same; for a new name: not a name.
        Reject,
        /// Recorded; the question stays.
        CantTell,
        /// Recorded; the question stays, out of sight until `until`.
        Snooze,
        /// The mentions mean `choice`.
        Choose,
        /// The mentions mean somebody who is not in the memory yet.
        SomeoneNew,
    }

    /// What the owner decides on one question.
    pub struct Decision {
        /// The answer.
        pub verdict: Verdict,
        /// For `choose`: the entity's id.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub choice: Option<String>,
        /// For groups: the members that the answer is about; all if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub ticks: Option<Vec<String>>,
        /// For merges: who survives; the default is in the preview.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub survivor: Option<String>,
        /// Why, in the owner's words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub reason: Option<String>,
        /// For `snooze`: until when, in milliseconds since 1970.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub until: Option<f64>,
    }

    /// What a decision would change, computed by the code that writes the record.
    pub struct Preview {
        /// One sentence an effect, most important first.
        pub lines: Vec<Vec<Bit>>,
        /// Pairs that the answer implies beyond the ones shown.
        pub implied: Vec<(Shown, Shown)>,
        /// For merges: the id of the survivor.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub survivor: Option<String>,
        /// Mentions that would be linked or moved.
        pub mentions: u32,
    }

    /// A decision as the history shows it.
    pub struct ReviewRow {
        /// The review's id.
        pub id: String,
        /// The question that it answered.
        pub question: String,
        /// The question's kind.
        pub kind: QuestionKind,
        /// The names in it.
        pub names: Vec<Shown>,
        /// The answer.
        pub verdict: Verdict,
        /// Who decided.
        pub actor: String,
        /// When, milliseconds since 1970.
        pub time: f64,
        /// Why, if the owner said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub reason: Option<String>,
        /// The decision on many that it was made in: `undo` with this id takes back all of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub bulk: Option<String>,
        /// SHA-256 of the record's payload, hex.
        pub checksum: String,
        /// The undo that took it back, if any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub undone_by: Option<String>,
    }

    /// The outcome of `decide`.
    pub struct Decided {
        /// The stored review.
        pub review: ReviewRow,
        /// False if this very decision was stored before.
        pub applied: bool,
        /// Questions that this decision opened.
        pub opened: Vec<String>,
        /// Questions that it closed besides its own.
        pub closed: Vec<String>,
    }

    /// One item of `decideMany`: what was decided, or why not.
    pub struct DecidedItem {
        /// The question.
        pub question: String,
        /// There if it was decided.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub decided: Option<Decided>,
        /// There if it was not.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub error: Option<crate::ApiError>,
    }

    /// The outcome of `undo`.
    pub struct Undone {
        /// The id of the undo's record.
        pub operation: String,
        /// The reviews, edits and statements that were taken back, newest first.
        pub reviews: Vec<String>,
        /// False if it was undone before.
        pub applied: bool,
        /// Questions that came back or are new.
        pub opened: Vec<String>,
    }
}
