//! Errors as they cross the JavaScript border: a stable code, a sentence, and what to do next.

use crate::{FieldChange, message};

/// Stable codes. A code never changes its meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// An argument is missing, of the wrong type or out of range; the message names it.
    BadArgument,
    /// No such thing here: unknown, retired or of another scope, which is never told apart.
    NotFound,
    /// The question is answered already, in another way.
    ReviewConflict,
    /// An entity changed since the question was asked; `changes` says what.
    Stale,
    /// It would join two entities that the owner said are not the same.
    CannotLink,
    /// Later operations use what this one created; `operations` lists them.
    UndoFirst,
    /// The group or its effect is over a bound and held back.
    HeldBack,
    /// The same event id with other content.
    EventConflict,
    /// Two forms of a name of which one cannot be short for the other; the message says why.
    BadForm,
    /// More short forms than the bound.
    TooManyForms,
    /// More candidates than the bound.
    CandidateOverflow,
    /// The text is not well-formed Unicode.
    BadText,
    /// The file is none that Namesake reads.
    UnknownFile,
    /// The export is damaged, truncated or tampered with, or was made of a damaged memory. What is sound of it can be imported
    /// with `partial`.
    DamagedExport,
    /// The memory is not empty.
    NotEmpty,
    /// Storage is full; nothing was changed.
    StorageFull,
    /// The browser gives no storage (private mode, blocked cookies).
    StorageDenied,
    /// The browser cleared the store.
    StorageCleared,
    /// The connection to the store was lost and could not be reopened.
    StorageLost,
    /// Another tab with an older version keeps the database from being upgraded.
    UpgradeBlocked,
    /// The database was written by a newer build.
    NewerDatabase,
    /// It is not known whether the operation was stored; a retry is safe.
    OutcomeUnknown,
    /// Stored data is damaged.
    Damaged,
    /// The engine stopped; it restarts by itself.
    CoreStopped,
    /// The work was cancelled; finished parts are kept.
    Cancelled,
    /// Nothing is open, or it was closed.
    NotOpen,
    /// The page and the engine speak different versions.
    VersionMismatch,
    /// A host function did not answer in time.
    HostTimeout,
    /// A fault in Namesake itself.
    Internal,
}

impl ErrorCode {
    /// True if the operation may or may not have been stored. The same call once more finds out: it stores nothing twice.
    pub const fn is_outcome_unknown(self) -> bool {
        matches!(self, Self::OutcomeUnknown | Self::CoreStopped)
    }
}

message! {
    /// An error.
    pub struct ApiError {
        /// Stable code.
        pub code: ErrorCode,
        /// What happened, in a sentence a person understands.
        pub message: String,
        /// What to do next.
        pub next: String,
        /// For `stale`: what changed, field by field.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub changes: Vec<FieldChange>,
        /// For `undo_first`: the operations to undo before, newest first. For `outcome_unknown`: the operation.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub operations: Vec<String>,
    }
}

impl ApiError {
    /// An error with nothing but its sentences.
    pub fn new(code: ErrorCode, message: impl Into<String>, next: impl Into<String>) -> Self {
        Self { code, message: message.into(), next: next.into(), changes: Vec::new(), operations: Vec::new() }
    }
}

impl std::fmt::Display for ApiError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ApiError {}
