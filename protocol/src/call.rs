//! What a page asks of the engine.

use crate::{
    ClaimFilter, ContactsForm, Decision, Edit, FileKind, HostEvent, ImportOptions, InboxFilter, ShortForm, message,
};

message! {
    /// A message to the engine. A file, if the call takes one, is the message object's `file` property (a `Blob`).
    pub struct ToEngine {
        /// Chosen by the page; the answer carries it.
        pub id: f64,
        /// The call.
        pub call: Call,
    }

    /// How to open a memory.
    pub struct OpenOptions {
        /// The database's name.
        pub name: String,
        /// The account whose memory this is.
        pub owner: String,
        /// Who writes: an app, a host, a device.
        pub actor: String,
        /// Must be [`crate::PROTOCOL_VERSION`].
        pub version: u32,
        /// True if the page remembers (outside IndexedDB) that this memory held data.
        #[serde(default)]
        pub expect_data: bool,
        /// Start with an empty memory although the browser cleared the store.
        #[serde(default)]
        pub start_empty: bool,
        /// `indexeddb` (default) or `memory`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub storage: Option<String>,
        /// Short forms of names that the host knows, for the space `space`: added where nothing was said of them yet, so that
        /// what the owner removed stays so. At most 10,000.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub short_forms: Vec<ShortForm>,
        /// The space that `short_forms` are for; `personal` if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub space: Option<String>,
    }

    /// Every operation of the engine. All lists page by cursor.
    #[serde(tag = "method", content = "params")]
    pub enum Call {
        /// Opens a memory. Answer: `opened`.
        Open(OpenOptions),
        /// Imports a file (the message's `file`). A zip archive is imported file by file. Answer: `imported`; progress in bytes.
        #[serde(rename_all = "camelCase")]
        ImportFile {
            /// The space.
            space: String,
            /// The file's name, shown as the source.
            file_name: String,
            /// What it holds; told from its content if absent.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            kind: Option<FileKind>,
            /// What is said of it.
            #[serde(default)]
            options: ImportOptions,
        },
        /// Imports several files that belong together, as a folder (the message's `files`). Each is read as what it is, archives
        /// among them file by file; one that cannot be read gives up no other. Answer: `imported`, with `parts`; progress in bytes.
        #[serde(rename_all = "camelCase")]
        ImportFiles {
            /// The space.
            space: String,
            /// What the whole is called.
            name: String,
            /// The path of each of the `files`, parted by slashes; where there is `null` in the place of a file, it could not be
            /// opened and is reported so.
            paths: Vec<String>,
            /// What is said of all of them.
            #[serde(default)]
            options: ImportOptions,
        },
        /// Looks at several files (the message's `files`) before they are imported; stores nothing. Answer: `examined`.
        #[serde(rename_all = "camelCase")]
        ExamineFiles {
            /// What the whole is called.
            name: String,
            /// As of `importFiles`.
            paths: Vec<String>,
        },
        /// Looks at a file (the message's `file`) before it is imported; stores nothing. Answer: `examined`.
        #[serde(rename_all = "camelCase")]
        ExamineFile {
            /// The file's name.
            file_name: String,
        },
        /// Takes one event of a host. Answer: `ingested`.
        Ingest {
            /// The space.
            space: String,
            /// The event.
            event: HostEvent,
        },
        /// Lists claims, oldest first. Answer: `claims`.
        Claims {
            /// The space.
            space: String,
            /// Which ones.
            #[serde(default)]
            filter: ClaimFilter,
            /// From the page before.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            cursor: Option<String>,
            /// 1 to 200.
            limit: u32,
        },
        /// What an entity is related to by claims in force. Answer: `neighborhood`.
        Neighborhood {
            /// The space.
            space: String,
            /// The entity.
            id: String,
            /// Steps away, 1 to 3.
            depth: u32,
            /// Steps in the answer at most, 1 to 200.
            limit: u32,
            /// Also along aliases that are only proposed.
            #[serde(default)]
            unverified: bool,
        },
        /// The shortest way between two entities along claims in force. Answer: `path`.
        ShortestPath {
            /// The space.
            space: String,
            /// An entity.
            a: String,
            /// Another.
            b: String,
            /// Also along aliases that are only proposed.
            #[serde(default)]
            unverified: bool,
        },
        /// Sentences with names, claims and values that contain a text, newest first. Answer: `textFound`.
        SearchText {
            /// The space.
            space: String,
            /// What to find, compared without case and accents: at least one letter or digit.
            text: String,
            /// From the page before.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            cursor: Option<String>,
            /// 1 to 200.
            limit: u32,
        },
        /// Says of predicates that they have one value at a time, or no longer. Answer: `predicatesSaid`.
        #[serde(rename_all = "camelCase")]
        DeclarePredicates {
            /// The space.
            space: String,
            /// The predicates; at most 1,000.
            predicates: Vec<String>,
            /// True for one value at a time.
            single_valued: bool,
        },
        /// The predicates that claims have, or that have one value at a time, by name. Answer: `predicates`.
        Predicates {
            /// The space.
            space: String,
            /// From the page before.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            cursor: Option<String>,
            /// 1 to 200.
            limit: u32,
        },
        /// One event with its text, read from the journal. Answer: `event`.
        Event {
            /// The space.
            space: String,
            /// Its id.
            id: String,
            /// From the page of mentions before.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            cursor: Option<String>,
        },
        /// Cancels the call with this id; finished parts stay. Answer: `done`.
        Cancel {
            /// The id of the call.
            call: f64,
        },
        /// Finds entities by name; never picks. Answer: `resolved`.
        ResolveEntity {
            /// The space.
            space: String,
            /// The name.
            name: String,
            /// From the page before.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            cursor: Option<String>,
        },
        /// Says why two entities are not asked about, or by which question they are. Answer: `whyNot`.
        WhyNot {
            /// The space.
            space: String,
            /// An entity.
            a: String,
            /// Another.
            b: String,
        },
        /// Lists entities in use by name, or those whose names match `search` (exact, spelling, sound). Answer: `entities`.
        Entities {
            /// The space.
            space: String,
            /// A name or part of one.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            search: Option<String>,
            /// From the page before.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            cursor: Option<String>,
            /// 1 to 200.
            limit: u32,
        },
        /// One entity, whole. Answer: `entity`.
        Entity {
            /// The space.
            space: String,
            /// Its id; redirects are followed and reported.
            id: String,
            /// From the page of mentions before.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            cursor: Option<String>,
        },
        /// The sources of a space, newest first. Answer: `sources`.
        Sources {
            /// The space.
            space: String,
            /// From the page before.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            cursor: Option<String>,
        },
        /// The spaces that hold anything. Answer: `spaces`.
        Spaces,
        /// Counts. Answer: `counts`.
        InboxCounts {
            /// The space.
            space: String,
        },
        /// Questions, oldest first within the order of usefulness. Answer: `inbox`.
        InboxList {
            /// The space.
            space: String,
            /// Which ones.
            #[serde(default)]
            filter: InboxFilter,
            /// From the page before.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            cursor: Option<String>,
            /// 1 to 200.
            limit: u32,
        },
        /// One question, whole. Answer: `question`.
        InboxGet {
            /// The space.
            space: String,
            /// The question.
            id: String,
        },
        /// What a decision would change. Answer: `preview`.
        Preview {
            /// The space.
            space: String,
            /// The question.
            id: String,
            /// The decision.
            decision: Decision,
        },
        /// Decides one question. Answer: `decided`, after the transaction's `complete`.
        Decide {
            /// The space.
            space: String,
            /// The question.
            id: String,
            /// The decision.
            decision: Decision,
        },
        /// Decides many, in order, in one transaction; each is checked after what those before it did. Answer: `decidedMany`.
        DecideMany {
            /// The space.
            space: String,
            /// Questions and decisions.
            items: Vec<(String, Decision)>,
        },
        /// Asks a stale question again, as its next revision. Answer: `question`.
        Refresh {
            /// The space.
            space: String,
            /// The question.
            id: String,
        },
        /// What an edit would change. Answer: `preview`.
        PreviewEdit {
            /// The space.
            space: String,
            /// The edit.
            edit: Edit,
        },
        /// Changes something by hand. Answer: `edited`, after the transaction's `complete`.
        Edit {
            /// The space.
            space: String,
            /// The edit.
            edit: Edit,
            /// Why, in the owner's words.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            reason: Option<String>,
        },
        /// Takes back a review, an edit, a statement about short forms, or all reviews of one `decideMany`. Answer: `undone`, or error `undo_first`.
        Undo {
            /// The space.
            space: String,
            /// The id of the review, edit or statement, or the `bulk` of reviews that were made together.
            id: String,
            /// Also undo the later operations that use what it created.
            #[serde(default)]
            together: bool,
        },
        /// The short forms of names that were added here to the shipped ones, in the order of what they are short for, then of
        /// themselves. Answer: `shortForms`.
        ShortForms {
            /// The space.
            space: String,
            /// From the page before.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            cursor: Option<String>,
            /// 1 to 200.
            limit: u32,
        },
        /// Adds short forms of names to the shipped ones. Answer: `shortFormsSaid`, or error `bad_form`, `too_many_forms`.
        AddShortForms {
            /// The space.
            space: String,
            /// At most 10,000.
            forms: Vec<ShortForm>,
        },
        /// Takes out short forms that were added; what was not added is passed over. Answer: `shortFormsSaid`.
        RemoveShortForms {
            /// The space.
            space: String,
            /// At most 10,000.
            forms: Vec<ShortForm>,
        },
        /// The journal, newest first. Answer: `history`.
        #[serde(rename_all = "camelCase")]
        History {
            /// The space.
            space: String,
            /// Only decisions, edits and statements about short forms.
            #[serde(default)]
            decisions_only: bool,
            /// Only decisions and edits about this entity; redirects and identity groups are followed.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            entity: Option<String>,
            /// Only the decisions that were made in one go, by what they call their bulk.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            bulk: Option<String>,
            /// From the page before.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            cursor: Option<String>,
            /// 1 to 200.
            limit: u32,
        },
        /// Finds pairs to ask about. Answer: `organized`; progress in entities.
        Organize {
            /// The space.
            space: String,
            /// At most this many units of work (scored pairs); all if absent.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            budget: Option<u32>,
        },
        /// Checks every checksum, the chain, ids, and that the state equals a rebuild. Answer: `verified`.
        Verify,
        /// Rebuilds state and snapshots from the journal. Answer: `done`.
        Rebuild,
        /// Everything in one file: the answer `exported` comes with a `file` (a `Blob`).
        Export,
        /// The entities of a space as contacts, one card each with what was merged into it: the answer `contactsExported` comes
        /// with a `file` (a `Blob`). Importing it adds nothing where they are, and makes the same entities elsewhere. It is no
        /// export of the memory: mentions, questions and decisions are not in it. Progress in entities.
        ExportContacts {
            /// The space.
            space: String,
            /// As what.
            form: ContactsForm,
        },
        /// Imports an export (the message's `file`) into an empty memory. Answer: `restored`.
        Import {
            /// Of a damaged export, take what is sound; else it is refused as a whole, with `damaged_export`.
            #[serde(default)]
            partial: bool,
        },
        /// Asks the browser to keep the store. Must follow a gesture. Answer: `storage`.
        Persist,
        /// Closes the memory. Answer: `done`.
        Close,
        /// Stops the core as a fault in it would: for tests of what a page does then.
        Crash,
    }
}
