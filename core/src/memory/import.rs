//! Importing a file in slices: each step is one command of at most 500 items, so that cancelling keeps what was
//! finished and the page stays responsive.

use super::{Context, Memory, Step, errors};
use crate::ingest::{
    Conversation, Opening, Taken, find_conversation, message_hash, named_conversation, take_card, take_message,
};
use crate::journal::Hash;
use crate::model::SourceId;
use crate::policy::ITEMS;
use crate::protocol::{ApiError, ErrorCode, FileKind, ImportReport, Progress, Refused};
use crate::query::shown;
use crate::read::{Format, Item, Reader, detect};
use crate::settle::settle;
use crate::store::Store;
use std::collections::{HashMap, HashSet};

/// Refused items that a report lists; it counts all.
const LISTED: usize = 1_000;
const SAME_UID: &str = "An earlier card of this file has the same UID; that one was taken.";
/// Items that are looked at in one step of the scan before taking.
const SCAN: usize = 5_000;

/// An import at work.
#[derive(Debug)]
pub struct Importer {
    space: String,
    reader: Reader,
    /// Messages have to be seen once before, to know their conversation.
    scan: Option<Reader>,
    opening: Opening,
    /// The conversation of lines that name none, once it is known.
    source: Option<SourceId>,
    /// How many equal messages of a conversation were seen.
    seen: HashMap<(Option<String>, Hash), u32>,
    /// Source ids of cards that were taken from this file.
    cards: HashSet<String>,
    report: ImportReport,
}

/// An item with its place.
enum Placed {
    Card(crate::read::Card),
    Message { occurrence: u32, message: crate::read::Message },
}

impl Importer {
    /// Begins. The kind is told from the content if it is not given.
    ///
    /// # Errors
    /// `unknown_file` if it is none that Namesake reads; `bad_argument` for an export, which is restored instead.
    pub fn new(space: &str, file: &str, kind: Option<FileKind>, bytes: Vec<u8>) -> Result<Self, ApiError> {
        let format = match kind {
            Some(FileKind::Vcard) => Some(Format::Vcard),
            Some(FileKind::Csv) => Some(Format::Csv),
            Some(FileKind::Ldif) => Some(Format::Ldif),
            Some(FileKind::Conversation) => Some(
                detect(&bytes, file)
                    .filter(|format| matches!(format, Format::Chat | Format::Transcript | Format::Messages))
                    .unwrap_or(Format::Conversation),
            ),
            Some(FileKind::Export) => Some(Format::Export),
            None => detect(&bytes, file),
        };
        let (format, kind) = match format {
            Some(Format::Vcard) => (Format::Vcard, FileKind::Vcard),
            Some(Format::Csv) => (Format::Csv, FileKind::Csv),
            Some(Format::Ldif) => (Format::Ldif, FileKind::Ldif),
            Some(format @ (Format::Conversation | Format::Chat | Format::Transcript | Format::Messages)) => {
                (format, FileKind::Conversation)
            }
            Some(Format::Export) => {
                return Err(errors::bad_argument("This is an export of Namesake: import it from the history."));
            }
            None => {
                return Err(ApiError::new(
                    ErrorCode::UnknownFile,
                    format!("“{file}” is no file that Namesake reads."),
                    "Bring contacts (.vcf, .csv, .ldif), a chat or transcript as text (WhatsApp, “Name: text”, .vtt, .srt), an export of ChatGPT or Claude (.json), or a conversation as JSON Lines.",
                ));
            }
        };
        let scan = (kind == FileKind::Conversation).then(|| Reader::new(bytes.clone(), format));
        Ok(Self {
            space: space.to_owned(),
            reader: Reader::new(bytes, format),
            scan,
            opening: Opening::default(),
            source: None,
            seen: HashMap::new(),
            cards: HashSet::new(),
            report: ImportReport {
                file: file.to_owned(),
                kind,
                items: 0,
                added: 0,
                updated: 0,
                unchanged: 0,
                refused: Vec::new(),
                refused_total: 0,
                skipped: Vec::new(),
                entities: 0,
                mentions: 0,
                linked: 0,
                questions: 0,
                cancelled: false,
            },
        })
    }

    /// Takes the next items.
    ///
    /// # Errors
    /// Those of the store; what earlier steps took is stored, and the report says how much.
    pub async fn step<S: Store>(&mut self, memory: &mut Memory<S>, context: Context) -> Result<Step, ApiError> {
        if self.report.cancelled {
            return Ok(Step::Done);
        }
        if let Some(scan) = &mut self.scan {
            for item in scan.next_items(SCAN).into_iter().flatten() {
                if let Item::Message(message) = &item
                    && message.conversation.is_none()
                {
                    self.opening.add(message);
                }
            }
            if scan.finished() {
                self.scan = None;
            }
            return Ok(Step::More);
        }
        let items = self.reader.next_items(ITEMS);
        let placed = self.place(items);
        if !placed.is_empty() {
            self.take(memory, context, &placed).await?;
        }
        self.report.skipped = self.reader.skipped().iter().map(|(name, count)| (name.clone(), *count)).collect();
        Ok(if self.reader.finished() { Step::Done } else { Step::More })
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
                    let count = self.seen.entry((message.conversation.clone(), message_hash(&message))).or_default();
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
        let counts = memory
            .execute(&self.space, context, |draft| {
                let mut counts = [0u32; 3];
                let source = match known {
                    None if !opening.is_empty() => Some(find_conversation(draft, opening)),
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
                            take_message(draft, Conversation { source, file: &file, occurrence: *occurrence }, message)
                        }
                    };
                    counts[match taken.map_err(errors::internal)? {
                        Taken::Added => 0,
                        Taken::Updated => 1,
                        Taken::Unchanged => 2,
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
        let ([added, updated, unchanged], entities, mentions, linked, (settled, source)) = counts;
        self.source = source;
        let report = &mut self.report;
        report.added += added;
        report.updated += updated;
        report.unchanged += unchanged;
        report.entities += entities;
        report.mentions += mentions;
        report.linked += linked;
        report.questions = (report.questions + settled.opened.len() as u32).saturating_sub(settled.closed.len() as u32);
        Ok(())
    }

    /// How far it has come, in bytes.
    pub fn progress(&self) -> Progress {
        let stage = if self.scan.is_some() { "reading" } else { "importing" };
        let done = self.scan.as_ref().map_or(self.reader.offset(), Reader::offset);
        Progress { stage: stage.into(), done: done as f64, total: Some(self.reader.len() as f64) }
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
