//! Importing, organizing and exporting: options, progress and reports.

use crate::{Shown, message};

message! {
    /// What a file holds.
    #[derive(Copy, Eq)]
    pub enum FileKind {
        /// Contacts: vCard 2.1, 3.0 or 4.0.
        Vcard,
        /// Contacts: a table with a line of headers, as Google Contacts and Outlook write it.
        Csv,
        /// Contacts: LDIF, as Thunderbird writes it.
        Ldif,
        /// JSON Lines of `{"speaker", "text", "time"}`; chats and transcripts as text; exports of Telegram, Slack,
        /// ChatGPT and Claude; mails.
        Conversation,
        /// Plain text, Markdown or HTML that nobody is named to say; its paragraphs are the items.
        Document,
        /// A Namesake export.
        Export,
        /// Several files: a zip archive or a folder. Each is read as what it is.
        Bundle,
    }

    /// Which number of a date stands first.
    #[derive(Copy, Eq)]
    pub enum DateOrder {
        /// 3/4 is in April.
        Day,
        /// 3/4 is in March.
        Month,
    }

    /// What a column of a table holds.
    #[serde(deny_unknown_fields)]
    pub struct ColumnField {
        /// Its header.
        pub header: String,
        /// A field, such as `given`, `name`, `email`; `ignore` to leave it out.
        pub field: String,
    }

    /// What is said of a file where it does not tell itself. All is optional. Which messages a file holds does not depend on the order
    /// of dates and the zone: the same file with others said of it adds nothing. With another character set its words are others, so
    /// that they are added.
    #[derive(Default)]
    #[serde(deny_unknown_fields)]
    pub struct ImportOptions {
        /// What stands first in dates of chats that read both ways. If absent, the file tells, or what is usual where it does
        /// not.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub date_order: Option<DateOrder>,
        /// The zone of times that name none: a name such as `Europe/Berlin`, or `+02:00`. UTC if absent. A time that clocks show
        /// twice, in autumn, is the earlier one; one that they pass over, in spring, is read as if they had been put forward.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub zone: Option<String>,
        /// The character set of a text, a table or a page that does not tell it itself, by a label of the Encoding Standard such as
        /// `Shift_JIS` or `windows-1251`. If absent, those of East Asia are found out by their bytes. What is UTF-8 and goes beyond
        /// ASCII at its beginning tells itself, and so does a page that names its set.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub charset: Option<String>,
        /// What columns of a table hold; the others are guessed.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub columns: Vec<ColumnField>,
    }

    /// A date that reads both ways.
    pub struct UnclearDate {
        /// As it stands in the file, with its time.
        pub written: Shown,
        /// What it is if the day stands first: milliseconds since 1970, by the clock of whoever wrote it.
        pub day_first: f64,
        /// What it is if the month stands first.
        pub month_first: f64,
    }

    /// A column of a table.
    pub struct ColumnView {
        /// Its header.
        pub header: String,
        /// Its first values.
        pub samples: Vec<Shown>,
        /// What it is taken for; none if it is left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub field: Option<String>,
    }

    /// What a file looks like before it is imported. Nothing of it was stored.
    pub struct FileExamination {
        /// The file.
        pub file: String,
        /// What it holds.
        pub kind: FileKind,
        /// What it is, in words.
        pub format: String,
        /// Its length in bytes.
        pub size: f64,
        /// Items in its beginning: at most 500.
        pub items: u32,
        /// Items in its beginning that would not be taken.
        pub refused: u32,
        /// True if these are all.
        pub is_whole: bool,
        /// The character set that was found out by the bytes of its beginning, if it is none of Unicode's: say `charset` if it is
        /// another one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub charset: Option<String>,
        /// A date that reads both ways, if nothing in the whole file tells which of the two holds: say `dateOrder`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub unclear_date: Option<UnclearDate>,
        /// Whether times in its beginning name no zone: say `zone`, or they are read as UTC.
        pub wants_zone: bool,
        /// Whether nothing can be taken unless `columns` are said.
        pub wants_columns: bool,
        /// The columns of a table; of several files at most 200.
        pub columns: Vec<ColumnView>,
        /// How many there are.
        pub columns_total: u32,
    }

    /// One item that was not taken.
    pub struct Refused {
        /// The file.
        pub file: String,
        /// Its first line in the file, from 1.
        pub line: u32,
        /// Stable code, such as `bad_json`.
        pub code: String,
        /// What is wrong, in a sentence.
        pub reason: String,
        /// The beginning of the item, for recognising it.
        pub excerpt: Shown,
    }

    /// What became of one file of a bundle.
    pub struct ImportedPart {
        /// Its path: the archive or folder, and its name in it.
        pub file: String,
        /// What it was read as; absent if it was not read.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub kind: Option<FileKind>,
        /// Why it was not taken, or not whole, as a stable code: `picture`, `sound`, `film`, `document`, `archive` (within an
        /// archive), `program_file`, `same_again`, `unknown_file`, `export`, `encrypted`, `unknown_packing`, `too_dense`,
        /// `overlaps`, `long_name`, `damaged`, `several_parts`, `too_many_entries`, `unreadable`, `too_large`, `not_people`, `not_stored`,
        /// `cancelled`. Absent if it was read.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub code: Option<String>,
        /// The same in a sentence.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub reason: Option<String>,
        /// Items in it.
        pub items: u32,
        /// Items that are new.
        pub added: u32,
        /// Items that changed an entity imported before.
        pub updated: u32,
        /// Items that were there already.
        pub unchanged: u32,
        /// Items that were not taken.
        pub refused: u32,
    }

    /// What an import did.
    pub struct ImportReport {
        /// The file.
        pub file: String,
        /// What it was read as.
        pub kind: FileKind,
        /// Items in the file.
        pub items: u32,
        /// Items that are new.
        pub added: u32,
        /// Items that changed an entity imported before.
        pub updated: u32,
        /// Items that were there already.
        pub unchanged: u32,
        /// How many of these have another time than was read now, as something else was said of the file. They keep theirs.
        #[serde(default)]
        pub retimed: u32,
        /// Items that were not taken. Bounded; `refused_total` counts all.
        pub refused: Vec<Refused>,
        /// How many were not taken.
        pub refused_total: u32,
        /// Properties that were left out on purpose, such as photos, with their number.
        pub skipped: Vec<(String, u32)>,
        /// Entities that came out.
        pub entities: u32,
        /// Mentions that were found.
        pub mentions: u32,
        /// Mentions that were linked.
        pub linked: u32,
        /// Questions that it raised.
        pub questions: u32,
        /// True if it was cancelled; what is reported here was stored.
        pub cancelled: bool,
        /// Of a bundle, what became of each of its files. Bounded: those that were not taken because something is wrong with
        /// them come first; `partsTotal` counts all.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub parts: Vec<ImportedPart>,
        /// How many files a bundle has.
        #[serde(default)]
        pub parts_total: u32,
        /// How many of them were read.
        #[serde(default)]
        pub parts_read: u32,
    }

    /// How far long work has come.
    pub struct Progress {
        /// What is being done, such as `importing`.
        pub stage: String,
        /// Units done.
        pub done: f64,
        /// Units in all, if known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub total: Option<f64>,
    }

    /// What `organize` did.
    pub struct OrganizeReport {
        /// Entities looked at.
        pub looked_at: u32,
        /// Near pairs scored.
        pub pairs: u32,
        /// Questions opened.
        pub opened: u32,
        /// What was left out, by stable reason code: near pairs `asked_as_a_group`, `rejected_before` or `too_weak`; entities
        /// with a lone name that `several_fit`; entities `tied_to_too_many` others for one question, which stay in pairs.
        pub left_out: Vec<(String, u32)>,
        /// True if the budget ended it before all was looked at; call again to go on.
        pub unfinished: bool,
    }

    /// An event from a host. DESIGN section 4.
    #[derive(Default)]
    #[serde(deny_unknown_fields)]
    pub struct HostEvent {
        /// The host's id of the event; the same id with other content is a conflict.
        pub id: String,
        /// The source's name.
        pub source: String,
        /// `user`, `assistant`, `document`, …
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub role: Option<String>,
        /// Who speaks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub speaker: Option<String>,
        /// The conversation that it belongs to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub session: Option<String>,
        /// When, milliseconds since 1970.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub time: Option<f64>,
        /// The text.
        pub text: String,
        /// Names in the text that the host knows of.
        #[serde(default)]
        pub hints: Vec<Hint>,
        /// What the host's extractor says that the text claims; at most 1,000.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub claims: Vec<crate::HostClaim>,
        /// What the extractor was shown of earlier events, for claims to cite; at most 32.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub known: Vec<crate::KnownEvidence>,
        /// The extraction policy that the extractor followed: 1 or 2; the newest if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub extraction: Option<u32>,
        /// The plan policy; the one that belongs to the extraction policy if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub plan_policy: Option<u32>,
        /// False keeps the speaker's “I” local to the event; it means the speaker if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub speaker_references: Option<bool>,
        /// True counts the speaker's “I” as a mention of the speaker's name, and the other way round.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pub speaker_grounding: bool,
        /// True says that “I” is the owner of the memory: only for events of role `user` without a speaker.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pub first_person_owner: bool,
    }

    /// A host's hint about a name in the text. A misspelt field is an error: it must not fall back to the name.
    #[serde(deny_unknown_fields)]
    pub struct Hint {
        /// The name as it stands in the text.
        pub name: String,
        /// A kind, non-authoritative.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub kind: Option<String>,
        /// An entity that the host got from Namesake before.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub known_entity_id: Option<String>,
        /// `new` makes a homonym without further question.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub identity: Option<String>,
    }

    /// The verdict on one mention of an ingested event.
    pub struct MentionVerdict {
        /// The mention's id.
        pub id: String,
        /// The name as written.
        pub name: Shown,
        /// Where it stands in the text.
        pub span: crate::Span,
        /// `existing`, `new`, `ambiguous`, `reference` or `none`.
        pub outcome: String,
        /// The entity it links to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub entity: Option<String>,
        /// True while the link may still move.
        pub provisional: bool,
        /// The id that a pronoun without a referent has within its event.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub reference: Option<String>,
        /// For such a pronoun: the one entity that the turn before named. It is never linked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub suggested: Option<String>,
    }

    /// What `ingest` did.
    pub struct IngestReport {
        /// The stored event's id.
        pub event: String,
        /// False if it was there already.
        pub applied: bool,
        /// One verdict a mention.
        pub mentions: Vec<MentionVerdict>,
        /// What became of each claim, in the order in which they were sent.
        pub claims: Vec<crate::ClaimVerdict>,
        /// Questions that it raised.
        pub questions: Vec<String>,
    }

    /// Records that an export lacks, because they were damaged or lost where it was made, or are damaged in it.
    pub struct Missing {
        /// Sequence of the first.
        pub from: f64,
        /// Sequence of the last.
        pub to: f64,
        /// Why, as far as it is known.
        pub why: String,
    }

    /// What an export holds.
    pub struct ExportReport {
        /// Bytes of the file.
        pub size: f64,
        /// What it lacks, because it is damaged or missing here. Bounded; `missingTotal` counts all.
        pub missing: Vec<Missing>,
        /// How many records it lacks.
        pub missing_total: f64,
    }

    /// As what contacts are written.
    #[derive(Copy, Eq)]
    pub enum ContactsForm {
        /// vCard 4.0.
        Vcard,
        /// A table with a line of headers that Google Contacts knows.
        Csv,
    }

    /// What an export of contacts holds.
    pub struct ContactsReport {
        /// Bytes of the file.
        pub size: f64,
        /// How many entities are in it.
        pub entities: u32,
    }

    /// What importing an export did.
    pub struct RestoreReport {
        /// Records appended.
        pub appended: u32,
        /// Records that were there already.
        pub skipped: u32,
        /// True if the journal is now the same as the export's, hash by hash.
        pub identical: bool,
        /// What could not be imported. Bounded; `missingTotal` counts all.
        pub missing: Vec<Missing>,
        /// How many records could not be imported.
        pub missing_total: f64,
        /// What else is wrong with the file, in words that go on after “this export is damaged:”. If its first line or its
        /// end is damaged, it may have held more records than `missing` tells.
        pub fault: Option<String>,
        /// Records that were imported and set aside, because they build on missing ones; the history shows why.
        /// 0 also if the memory could not be read back at once.
        pub set_aside: u32,
    }
}

impl ImportReport {
    /// Of a file of which nothing was read yet.
    pub fn new(file: &str, kind: FileKind) -> Self {
        Self {
            file: file.to_owned(),
            kind,
            items: 0,
            added: 0,
            updated: 0,
            unchanged: 0,
            retimed: 0,
            refused: Vec::new(),
            refused_total: 0,
            skipped: Vec::new(),
            entities: 0,
            mentions: 0,
            linked: 0,
            questions: 0,
            cancelled: false,
            parts: Vec::new(),
            parts_total: 0,
            parts_read: 0,
        }
    }
}
