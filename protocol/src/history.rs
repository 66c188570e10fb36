//! History and verification.

use crate::{Bit, EditRow, ReviewRow, message};

message! {
    /// One record of the journal as the history shows it.
    pub struct HistoryRow {
        /// Its sequence.
        pub sequence: f64,
        /// The operation's id.
        pub id: String,
        /// `ingest`, `review`, `edit`, `short_forms`, `undo`, `settle`, `organize`, …
        pub operation: String,
        /// What happened, in words.
        pub text: Vec<Bit>,
        /// Who did it.
        pub actor: String,
        /// When, milliseconds since 1970.
        pub time: f64,
        /// SHA-256 of the payload, hex.
        pub checksum: String,
        /// The record's own hash, hex.
        pub hash: String,
        /// The answer to a question, if it is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub review: Option<ReviewRow>,
        /// The edit, if it is one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub edit: Option<EditRow>,
        /// True if `undo` can be called on it.
        pub undoable: bool,
        /// The undo that took it back, if any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub undone_by: Option<String>,
        /// Why the record is set aside, if it is damaged or builds on a damaged one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub damaged: Option<String>,
    }

    /// One thing that `verify` found wrong.
    pub struct Fault {
        /// Stable code: `checksum` and `missing` (records are lost), `builds_on_damage` (records are set aside), `row` (damaged,
        /// but healed by what stands twice), `chain`, `derived_id`, `state`, `snapshot`.
        pub code: String,
        /// The record's sequence, if it is about one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub sequence: Option<f64>,
        /// In words.
        pub text: String,
    }

    /// The outcome of `verify`.
    pub struct VerifyReport {
        /// Records checked.
        pub records: f64,
        /// The newest sequence.
        pub head: f64,
        /// The newest hash, hex.
        pub head_hash: String,
        /// Empty if all is well. Bounded; `faults_total` counts all.
        pub faults: Vec<Fault>,
        /// How many faults there are.
        pub faults_total: u32,
    }
}
