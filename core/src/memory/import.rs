//! Importing a file in slices: each step is one command of at most 500 items, so that cancelling keeps what was
//! finished and the page stays responsive.
//!
//! The file is fed part by part, so that one of any size takes little memory, and from its beginning as often as it has to be
//! looked through: for how it is written, for which conversation it is, and for its items.

use super::{Context, Memory, Step, errors};
use crate::ingest::{
    Conversation, Opening, Taken, find_conversation, find_document, message_hash, named_conversation, take_card,
    take_message,
};
use crate::journal::sha256;
use crate::model::{ProposalId, SourceId, SourceKind};
use crate::policy::ITEMS;
use crate::protocol::{
    ApiError, ColumnField, DateOrder, ErrorCode, FileKind, ImportOptions, ImportReport, Progress, Refused,
};
use crate::query::shown;
use crate::read::{Charset, Format, Item, Message, Options, Reader, Survey, Workspace, Zone, column_fields, detect};
use crate::settle::settle;
use crate::state::Draft;
use crate::store::Store;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Refused items that a report lists; it counts all.
const LISTED: usize = 1_000;
const SAME_UID: &str = "An earlier card of this file has the same UID; that one was taken.";
/// Items that are looked at in one step of the scan before taking.
const SCAN: usize = 5_000;
/// Bytes of a file that is held whole which are fed at a time.
const PART: usize = 1 << 20;

/// An import at work.
#[derive(Debug)]
pub struct Importer {
    space: String,
    stage: Stage,
    /// Bytes of the file.
    size: u64,
    /// Bytes that were fed since the stage began.
    fed: u64,
    /// The file, if it is held whole.
    held: Option<Arc<[u8]>>,
    opening: Opening,
    /// The conversation of lines that name none, once it is known.
    source: Option<SourceId>,
    /// How many equal messages of a conversation were seen.
    seen: HashMap<[u8; 16], u32>,
    /// Source ids of cards that were taken from this file.
    cards: HashSet<String>,
    /// Every message names its conversation.
    is_named: bool,
    /// Questions that it raised and that stand.
    raised: HashSet<ProposalId>,
    report: ImportReport,
}

/// What the file is looked through for.
#[derive(Debug)]
enum Stage {
    /// How it is written.
    Surveying(Survey),
    /// Which conversation its messages are of.
    Recognising(Reader),
    /// Its items, which are taken.
    Taking(Reader),
}

/// An item with its place.
enum Placed {
    Card(crate::read::Card),
    Message { occurrence: u32, message: Message },
}

impl Importer {
    /// Begins with a file that is held whole. The kind is told from the content if it is not given.
    ///
    /// # Errors
    /// As [`Self::fed`].
    pub fn new(space: &str, file: &str, kind: Option<FileKind>, bytes: Vec<u8>) -> Result<Self, ApiError> {
        let importer = Self::fed(space, file, kind, Options::default(), &bytes, bytes.len() as u64)?;
        Ok(Self { held: Some(bytes.into()), ..importer })
    }

    /// Begins with a file that is fed where [`Self::wanted`] says. `start` is its beginning, of 64 kB at least if it has so
    /// many, and `size` its length in bytes. The kind is told from the content if it is not given.
    ///
    /// # Errors
    /// `unknown_file` if it is none that Namesake reads; `bad_argument` for an export, which is restored instead.
    pub fn fed(
        space: &str,
        file: &str,
        kind: Option<FileKind>,
        options: Options,
        start: &[u8],
        size: u64,
    ) -> Result<Self, ApiError> {
        let format = match kind {
            Some(FileKind::Vcard) => Some(Format::Vcard),
            Some(FileKind::Csv) => Some(Format::Csv),
            Some(FileKind::Ldif) => Some(Format::Ldif),
            Some(FileKind::Conversation) => Some(
                detect(start, file)
                    .filter(|format| {
                        matches!(format, Format::Chat | Format::Transcript | Format::Messages | Format::Mail)
                    })
                    .unwrap_or(Format::Conversation),
            ),
            Some(FileKind::Document) => {
                let page = detect(start, file).filter(|format| *format == Format::Page);
                Some(page.unwrap_or(Format::Document))
            }
            Some(FileKind::Export) => Some(Format::Export),
            Some(FileKind::Bundle) => None,
            None => detect(start, file),
        };
        let format = format.ok_or_else(|| unknown_file(file))?;
        let kind = kind_of(format);
        if kind == FileKind::Export {
            return Err(errors::bad_argument("This is an export of Namesake: import it from the history."));
        }
        let mut importer = Self {
            space: space.to_owned(),
            stage: Stage::Surveying(Survey::new(format).with(options).starting(start)),
            size,
            fed: 0,
            held: None,
            opening: Opening::default(),
            source: None,
            seen: HashMap::new(),
            cards: HashSet::new(),
            is_named: format == Format::Mail,
            raised: HashSet::new(),
            report: ImportReport::new(file, kind),
        };
        importer.advance();
        Ok(importer)
    }

    /// Says of a day of a Slack export to which channel it belongs and who its people are; see [`Reader::in_channel`]. To be
    /// called before anything is fed.
    pub fn in_channel(mut self, workspace: &Arc<Workspace>, channel: &str) -> Self {
        self.stage = match self.stage {
            Stage::Recognising(reader) => Stage::Recognising(reader.in_channel(workspace, channel)),
            other => other,
        };
        self
    }

    /// Goes on counting questions that other files of the same import raised.
    pub(super) fn with_raised(mut self, raised: HashSet<ProposalId>) -> Self {
        self.report.questions = raised.len() as u32;
        self.raised = raised;
        self
    }

    /// The questions that it and files before it raised, and that stand.
    pub(super) fn into_raised(self) -> HashSet<ProposalId> {
        self.raised
    }

    /// Where the next part of the file begins that is to be fed, in bytes from its beginning; `None` if there is something to
    /// be done before. What was fed may be asked for again.
    pub fn wanted(&self) -> Option<u64> {
        let wants = match &self.stage {
            Stage::Surveying(_) => true,
            Stage::Recognising(reader) | Stage::Taking(reader) => reader.wants_more(),
        };
        (wants && !self.report.cancelled).then_some(self.fed)
    }

    /// Takes the part of the file that begins where [`Self::wanted`] said. It should be of 1 MB, or all that is left.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.fed += bytes.len() as u64;
        match &mut self.stage {
            Stage::Surveying(survey) => survey.feed(bytes),
            Stage::Recognising(reader) | Stage::Taking(reader) => reader.feed(bytes),
        }
        self.end_if_all();
    }

    fn end_if_all(&mut self) {
        if self.fed < self.size {
            return;
        }
        match &mut self.stage {
            Stage::Surveying(survey) => {
                survey.end();
                self.advance();
            }
            Stage::Recognising(reader) | Stage::Taking(reader) => reader.end(),
        }
    }

    /// Goes on to the next stage if this one is through, or is not needed.
    fn advance(&mut self) {
        // Mails name their threads.
        let is_talk = matches!(self.report.kind, FileKind::Conversation | FileKind::Document) && !self.is_named;
        let next = match &self.stage {
            Stage::Surveying(survey) if survey.is_needed() && self.fed < self.size => return,
            Stage::Surveying(survey) if is_talk => Stage::Recognising(survey.reader()),
            Stage::Surveying(survey) => Stage::Taking(survey.reader()),
            Stage::Recognising(reader) if reader.finished() => Stage::Taking(reader.again()),
            Stage::Recognising(_) | Stage::Taking(_) => return,
        };
        (self.stage, self.fed) = (next, 0);
        self.end_if_all();
    }

    /// Takes the next items.
    ///
    /// # Errors
    /// Those of the store; what earlier steps took is stored, and the report says how much.
    pub async fn step<S: Store>(&mut self, memory: &mut Memory<S>, context: Context) -> Result<Step, ApiError> {
        if self.report.cancelled {
            return Ok(Step::Done);
        }
        if let (Some(at), Some(file)) = (self.wanted(), self.held.clone()) {
            let rest = usize::try_from(at).ok().and_then(|at| file.get(at..)).unwrap_or_default();
            self.feed(rest.get(..PART).unwrap_or(rest));
            return Ok(Step::More);
        }
        match &mut self.stage {
            Stage::Surveying(_) => Ok(Step::More),
            Stage::Recognising(reader) => {
                for item in reader.next_items(SCAN).into_iter().flatten() {
                    if let Item::Message(message) = &item
                        && message.conversation.is_none()
                    {
                        self.opening.add(message);
                    }
                }
                self.advance();
                Ok(Step::More)
            }
            Stage::Taking(reader) => {
                let items = reader.next_items(ITEMS);
                let skipped = reader.skipped().iter().map(|(name, count)| (name.clone(), *count)).collect();
                let step = if reader.finished() { Step::Done } else { Step::More };
                let placed = self.place(items);
                if !placed.is_empty() {
                    self.take(memory, context, &placed).await?;
                }
                self.report.skipped = skipped;
                Ok(step)
            }
        }
    }

    fn place(&mut self, items: Vec<Result<Item, crate::read::Refused>>) -> Vec<Placed> {
        let mut placed = Vec::new();
        for item in items {
            self.report.items += 1;
            match item {
                Ok(Item::Card(card)) => match &card.source_key {
                    Some(uid) if !self.cards.insert(uid.clone()) => {
                        let name = card.names.first().map_or("", String::as_str);
                        self.refuse(card.line, "same_uid", SAME_UID.into(), name);
                    }
                    _ => placed.push(Placed::Card(card)),
                },
                Ok(Item::Message(message)) => {
                    let count = self.seen.entry(within(&message)).or_default();
                    let occurrence = *count;
                    *count += 1;
                    placed.push(Placed::Message { occurrence, message });
                }
                Err(refused) => self.refuse(refused.line, refused.code, refused.reason, &refused.excerpt),
            }
        }
        placed
    }

    fn refuse(&mut self, line: u32, code: &str, reason: String, excerpt: &str) {
        self.report.refused_total += 1;
        if self.report.refused.len() < LISTED {
            let file = self.report.file.clone();
            self.report.refused.push(Refused { file, line, code: code.to_owned(), reason, excerpt: shown(excerpt) });
        }
    }

    async fn take<S: Store>(
        &mut self,
        memory: &mut Memory<S>,
        context: Context,
        placed: &[Placed],
    ) -> Result<(), ApiError> {
        let file = self.report.file.clone();
        let (known, opening) = (self.source, &self.opening);
        let (kind, find): (_, fn(&Draft<'_>, &Opening) -> SourceId) = match self.report.kind {
            FileKind::Document => (SourceKind::Document, find_document),
            _ => (SourceKind::Conversation, find_conversation),
        };
        let counts = memory
            .execute(&self.space, context, |draft| {
                let mut counts = [0u32; 4];
                let source = match known {
                    None if !opening.is_empty() => Some(find(draft, opening)),
                    known => known,
                };
                let (entities, mentions) = (draft.space().entities.len(), draft.space().mentions.len());
                for item in placed {
                    let taken = match item {
                        Placed::Card(card) => take_card(draft, &file, card),
                        Placed::Message { occurrence, message } => {
                            let source = match &message.conversation {
                                Some(name) => named_conversation(draft, name),
                                None => source.unwrap_or_default(),
                            };
                            let place = Conversation { source, kind, file: &file, occurrence: *occurrence };
                            take_message(draft, place, message)
                        }
                    };
                    counts[match taken.map_err(errors::internal)? {
                        Taken::Added => 0,
                        Taken::Updated => 1,
                        Taken::Unchanged => 2,
                        Taken::OtherTime => 3,
                    }] += 1;
                }
                let settled = settle(draft).map_err(errors::internal)?;
                let space = draft.space();
                let new = space.mentions.since(mentions);
                let linked = new.filter(|mention| mention.verdict.entity.is_some()).count() as u32;
                Ok((
                    counts,
                    (space.entities.len() - entities) as u32,
                    (space.mentions.len() - mentions) as u32,
                    linked,
                    (settled, source),
                ))
            })
            .await?;
        let ([added, updated, unchanged, retimed], entities, mentions, linked, (settled, source)) = counts;
        self.source = source;
        let report = &mut self.report;
        report.added += added;
        report.updated += updated;
        report.unchanged += unchanged + retimed;
        report.retimed += retimed;
        report.entities += entities;
        report.mentions += mentions;
        report.linked += linked;
        // Those that it answers were raised by others.
        self.raised.extend(settled.opened);
        for closed in &settled.closed {
            self.raised.remove(closed);
        }
        report.questions = self.raised.len() as u32;
        Ok(())
    }

    /// How far it has come, in bytes.
    pub fn progress(&self) -> Progress {
        let (stage, done) = match &self.stage {
            Stage::Surveying(_) => ("reading", self.fed),
            Stage::Recognising(reader) => ("reading", reader.offset()),
            Stage::Taking(reader) => ("importing", reader.offset()),
        };
        Progress { stage: stage.into(), done: done as f64, total: Some(self.size as f64) }
    }

    /// What was taken so far, and what was not.
    pub fn report(&self) -> ImportReport {
        self.report.clone()
    }

    /// Ends it; what was taken stays.
    pub fn cancel(&mut self) {
        self.report.cancelled = true;
    }
}

/// What a file of a format holds.
pub(super) fn kind_of(format: Format) -> FileKind {
    match format {
        Format::Vcard => FileKind::Vcard,
        Format::Csv => FileKind::Csv,
        Format::Ldif => FileKind::Ldif,
        Format::Conversation | Format::Chat | Format::Transcript | Format::Messages | Format::Mail => {
            FileKind::Conversation
        }
        Format::Document | Format::Page => FileKind::Document,
        Format::Export => FileKind::Export,
    }
}

pub(super) fn unknown_file(file: &str) -> ApiError {
    ApiError::new(
        ErrorCode::UnknownFile,
        format!("“{file}” is no file that Namesake reads."),
        "Bring contacts (.vcf, .csv, .ldif), a chat or transcript as text (WhatsApp, “Name: text”, .vtt, .srt), an export of Telegram, Slack, ChatGPT or Claude (.json), mails (.mbox, .eml), a text (.txt, .md, .html), or a conversation as JSON Lines.",
    )
}

/// What is said of a file, as readers want it. `zone` is what the zone that is named comes to.
///
/// # Errors
/// `bad_argument` for a column that is said to hold what no card has, and for a character set that is not known.
pub fn read_options(said: &ImportOptions, zone: Option<Zone>) -> Result<Options, ApiError> {
    let unknown = said.columns.iter().find(|column| !column_fields().any(|field| field == column.field));
    if let Some(ColumnField { header, field }) = unknown {
        let known = column_fields().collect::<Vec<_>>().join(", ");
        let message = format!("The column “{header}” cannot hold “{field}”: it must be one of {known}.");
        return Err(errors::bad_argument(&message));
    }
    let charset = said.charset.as_deref().map(|label| {
        let unknown =
            format!("The character set “{label}” is not known: say one such as Shift_JIS, GB18030 or windows-1251.");
        Charset::of(label).ok_or_else(|| errors::bad_argument(&unknown))
    });
    Ok(Options {
        charset: charset.transpose()?,
        month_first: said.date_order.map(|order| order == DateOrder::Month),
        zone,
        columns: said.columns.iter().map(|column| (column.header.clone(), column.field.clone())).collect(),
    })
}

/// What tells a message from the others of its conversation, in few bytes: there may be a million.
fn within(message: &Message) -> [u8; 16] {
    let hash = message_hash(message);
    let hash = match &message.conversation {
        Some(name) => sha256(&[&hash.0[..], name.as_bytes()].concat()),
        None => hash,
    };
    let (short, _) = hash.0.split_first_chunk().unwrap_or((&[0; 16], &[]));
    *short
}
