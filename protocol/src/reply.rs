//! What the engine answers.

use crate::{
    ApiError, Candidate, ClaimRow, ContactsReport, Decided, DecidedItem, Edited, EntityRow, EntityView, EventView,
    ExportReport, FileExamination, FoundPath, HistoryRow, ImportReport, InboxCounts, IngestReport, Neighborhood,
    OrganizeReport, Page, PredicateRow, PredicatesSaid, Preview, Progress, QuestionRow, QuestionView, Resolution,
    RestoreReport, ShortFormRow, ShortFormsSaid, SourceRow, TextHit, Undone, VerifyReport, WhyNot, message,
};

message! {
    /// A message from the engine. An exported file is the message object's `file` property (a `Blob`).
    #[serde(tag = "type")]
    pub enum FromEngine {
        /// The engine can be spoken to.
        Ready {
            /// [`crate::PROTOCOL_VERSION`].
            version: u32,
        },
        /// The answer to a call.
        Answer {
            /// The call's id.
            id: f64,
            /// The answer.
            reply: Reply,
        },
        /// The call failed; nothing of it was stored unless the code says otherwise.
        Failed {
            /// The call's id.
            id: f64,
            /// Why.
            error: ApiError,
        },
        /// Long work goes on.
        Working {
            /// The call's id.
            id: f64,
            /// How far.
            progress: Progress,
        },
        /// The memory changed, here or in another tab.
        Changed {
            /// The newest sequence.
            head: f64,
            /// True if another tab did it.
            elsewhere: bool,
        },
        /// The core stopped; pending calls have failed, a new worker is being started.
        #[serde(rename = "core_stopped")]
        CoreStopped {
            /// What the panic said.
            message: String,
        },
    }

    /// What the browser promises about the store.
    #[derive(Default)]
    pub struct StorageTruth {
        /// True if the browser promised not to clear the store on its own.
        pub persisted: bool,
        /// Bytes in use by this origin, if the browser tells.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub used: Option<f64>,
        /// Bytes that the origin may use, if the browser tells.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub quota: Option<f64>,
    }

    /// The answer to `open`.
    pub struct Opened {
        /// The newest sequence; 0 for an empty memory.
        pub head: f64,
        /// Spaces that hold anything.
        pub spaces: Vec<String>,
        /// What the browser promises.
        pub storage: StorageTruth,
        /// Records set aside as damaged.
        pub damaged: u32,
        /// True if the state came from a snapshot, false if from the whole journal.
        pub from_snapshot: bool,
    }

    /// Answers, one variant a kind.
    #[serde(tag = "kind", content = "value")]
    pub enum Reply {
        /// Nothing to say but that it is done.
        Done,
        /// To `open`.
        Opened(Opened),
        /// To `importFile`.
        Imported(ImportReport),
        /// To `examineFile`.
        Examined(Box<FileExamination>),
        /// To `ingest`.
        Ingested(IngestReport),
        /// To `resolveEntity`.
        Resolved(Resolution),
        /// To `whyNot`.
        WhyNot(WhyNot),
        /// To `entities`.
        Entities(Page<EntityRow>),
        /// To `claims`.
        Claims(Page<ClaimRow>),
        /// To `neighborhood`.
        Neighborhood(Box<Neighborhood>),
        /// To `shortestPath`.
        Path(FoundPath),
        /// To `searchText`.
        TextFound(Page<TextHit>),
        /// To `declarePredicates`.
        PredicatesSaid(PredicatesSaid),
        /// To `predicates`.
        Predicates(Page<PredicateRow>),
        /// To `event`.
        Event(Box<EventView>),
        /// To `entities` with a search: with tier and reasons.
        Found(Page<Candidate>),
        /// To `entity`.
        Entity(Box<EntityView>),
        /// To `sources`.
        Sources(Page<SourceRow>),
        /// To `spaces`.
        Spaces(Vec<String>),
        /// To `inboxCounts`.
        Counts(InboxCounts),
        /// To `inboxList`.
        Inbox(Page<QuestionRow>),
        /// To `inboxGet` and `refresh`.
        Question(Box<QuestionView>),
        /// To `preview` and `previewEdit`.
        Preview(Preview),
        /// To `decide`.
        Decided(Box<Decided>),
        /// To `decideMany`.
        DecidedMany(Vec<DecidedItem>),
        /// To `edit`.
        Edited(Box<Edited>),
        /// To `undo`.
        Undone(Undone),
        /// To `shortForms`.
        ShortForms(Page<ShortFormRow>),
        /// To `addShortForms` and `removeShortForms`.
        ShortFormsSaid(ShortFormsSaid),
        /// To `history`.
        History(Page<HistoryRow>),
        /// To `organize`.
        Organized(OrganizeReport),
        /// To `verify`.
        Verified(VerifyReport),
        /// To `export`; the file comes beside.
        Exported(ExportReport),
        /// To `exportContacts`; the file comes beside.
        ContactsExported(ContactsReport),
        /// To `import`.
        Restored(RestoreReport),
        /// To `persist`.
        Storage(StorageTruth),
    }
}
