//! Importing the files of a bundle, one after the other.

use std::collections::{BTreeMap, HashSet, VecDeque};

use super::listing::{Given, Listing, Part};
use super::look::{Look, pass};
use super::slack::{Exports, Role};
use super::stream::Stream;
use super::{Pull, Wanted, Why, kinds};
use crate::memory::{Context, Importer, Memory, Step};
use crate::model::ProposalId;
use crate::protocol::{ApiError, ErrorCode, FileKind, ImportReport, ImportedPart, Progress};
use crate::read::Options;
use crate::store::Store;

/// Refused items, and files, that a report lists; it counts all.
const LISTED: usize = 1_000;
/// A file of conversations, beside which a page may show the same.
const AS_DATA: &str = "conversations.json";
const AS_PAGE: &str = "chat.html";

/// The import of a bundle at work.
///
/// Whoever has the files asks [`Self::wanted`]; where it names bytes, they are fed (or said to be unreadable), else a step is done.
#[derive(Debug)]
pub struct BundleImporter {
    space: String,
    options: Options,
    exports: Exports,
    parts: Vec<Part>,
    /// The part that is at work.
    at: usize,
    doing: Doing,
    wanted: Option<Wanted>,
    raised: HashSet<ProposalId>,
    /// What finished parts came to.
    report: ImportReport,
    skipped: BTreeMap<String, u32>,
    /// How many parts are listed, by rank.
    listed: [usize; 3],
    /// Bytes of finished parts, and of all that may be read.
    done: u64,
    total: u64,
    /// Whether only one file was given.
    is_alone: bool,
    /// The part at work could not be stored.
    is_stopped: bool,
}

#[derive(Debug)]
enum Doing {
    Listing(Listing),
    /// Reads who the people of exports are: files that wait, and the one that is read.
    People(VecDeque<usize>, Option<(Stream, Vec<u8>)>),
    /// Goes to the next part.
    Next,
    Looking(Look),
    /// Whether what was packed is what is unpacked, before anything of it is taken.
    Checking(Look),
    Importing(Box<Importer>, Stream),
}

impl BundleImporter {
    /// Begins. `name` is what the whole is called; `options` holds for all its files.
    pub fn new(space: &str, name: &str, options: Options, given: Vec<Given>) -> Self {
        let report = ImportReport::new(name, FileKind::Bundle);
        Self {
            space: space.to_owned(),
            options,
            exports: Exports::default(),
            parts: Vec::new(),
            at: 0,
            wanted: None,
            raised: HashSet::new(),
            report,
            skipped: BTreeMap::new(),
            listed: [0; 3],
            done: 0,
            total: 0,
            is_alone: given.len() == 1,
            is_stopped: false,
            doing: Doing::Listing(Listing::new(given)),
        }
    }

    /// Which bytes are to be fed before the next step; none if it can be done at once.
    pub fn wanted(&self) -> Option<Wanted> {
        self.wanted.clone().filter(|_| !self.report.cancelled)
    }

    /// Takes the bytes that [`Self::wanted`] named.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.wanted = None;
        let fed = match &mut self.doing {
            Doing::Listing(listing) => {
                listing.feed(bytes);
                Ok(())
            }
            Doing::People(_, Some((stream, _))) | Doing::Importing(_, stream) => stream.feed(bytes),
            Doing::Looking(look) | Doing::Checking(look) => look.stream.feed(bytes),
            Doing::People(_, None) | Doing::Next => Ok(()),
        };
        if let Err(why) = fed {
            self.give_up(why);
        }
    }

    /// Says that the bytes which [`Self::wanted`] named cannot be read: the file that they are of is given up, no other one.
    pub fn unreadable(&mut self) {
        self.wanted = None;
        match &mut self.doing {
            Doing::Listing(listing) => listing.unreadable(),
            _ => self.give_up(Why::unreadable()),
        }
    }

    /// Whether the next step may store something.
    pub fn may_write(&self) -> bool {
        self.wanted.is_none() && matches!(&self.doing, Doing::Importing(importer, _) if importer.wanted().is_none())
    }

    /// Goes on by one step.
    ///
    /// # Errors
    /// Those of the store; what was taken before is stored, and the report says how much. `unknown_file` if what was given is a
    /// single archive that cannot be opened.
    pub async fn step<S: Store>(&mut self, memory: &mut Memory<S>, context: Context) -> Result<Step, ApiError> {
        if self.report.cancelled {
            return Ok(Step::Done);
        }
        if self.wanted.is_some() {
            return Ok(Step::More);
        }
        if let Doing::Importing(importer, stream) = &mut self.doing {
            if let Some(at) = importer.wanted() {
                let pulled = if at != stream.at() { stream.again().map(|()| Pull::More) } else { stream.pull() };
                match pulled {
                    Ok(Pull::Out(bytes)) => importer.feed(&bytes),
                    Ok(Pull::Wants(wanted)) => self.wanted = Some(wanted),
                    Ok(Pull::More) => {}
                    Err(why) => self.give_up(why),
                }
            } else {
                match importer.step(memory, context).await {
                    Ok(Step::Done) => self.finish(None),
                    Ok(_) => {}
                    Err(error) => {
                        self.is_stopped = true;
                        return Err(error);
                    }
                }
            }
            return Ok(Step::More);
        }
        match self.go_on() {
            Ok(step) => step,
            Err(why) => {
                self.give_up(why);
                Ok(Step::More)
            }
        }
    }

    /// Goes on with what stores nothing. The inner error ends it all, the outer one the part.
    fn go_on(&mut self) -> Result<Result<Step, ApiError>, Why> {
        match &mut self.doing {
            Doing::Listing(listing) => match listing.pull() {
                Pull::Wants(wanted) => self.wanted = Some(wanted),
                Pull::More => {}
                Pull::Out(parts) => {
                    if let (true, [Part { why: Some(why), entry: None, .. }]) = (self.is_alone, &parts[..]) {
                        let message = format!("“{}” cannot be read. {}", self.report.file, why.reason);
                        return Ok(Err(ApiError::new(ErrorCode::UnknownFile, message, "Bring in another file.")));
                    }
                    self.begin(parts);
                }
            },
            Doing::People(waiting, reading) => match reading {
                Some((stream, bytes)) if !stream.is_done() => match stream.pull()? {
                    Pull::Wants(wanted) => self.wanted = Some(wanted),
                    Pull::More => {}
                    Pull::Out(part) => bytes.extend_from_slice(&part),
                },
                Some((_, bytes)) => {
                    let bytes = std::mem::take(bytes);
                    self.learn(&bytes)?;
                    self.next_people();
                }
                None => match waiting.front().and_then(|at| self.parts.get(*at)) {
                    Some(part) if !Exports::fits(part) => {
                        return Err(Why::fault("too_large", "It is larger than 32 MB, so it was not read."));
                    }
                    Some(part) => {
                        if let Some(why) = &part.why {
                            return Err(why.clone());
                        }
                        *reading = Some((Stream::open(part)?, Vec::new()));
                    }
                    None => self.doing = Doing::Next,
                },
            },
            Doing::Next => {
                let Some(part) = self.parts.get(self.at) else { return Ok(Ok(Step::Done)) };
                match self.exports.role(&part.path) {
                    // They were read before.
                    Some((_, Role::People | Role::Channels)) => self.at += 1,
                    _ => self.doing = Doing::Looking(Look::open(part)?),
                }
            }
            Doing::Looking(look) => {
                let Some(part) = self.parts.get(self.at) else { return Ok(Ok(Step::Done)) };
                match look.pull(part)? {
                    Pull::Wants(wanted) => self.wanted = Some(wanted),
                    Pull::More => {}
                    Pull::Out(_) => {
                        if let Doing::Looking(look) = std::mem::replace(&mut self.doing, Doing::Next) {
                            self.doing = Doing::Checking(look);
                        }
                    }
                }
            }
            Doing::Checking(look) => {
                let is_packed = self.parts.get(self.at).is_some_and(|part| part.entry.is_some());
                if is_packed && !look.stream.is_done() {
                    self.wanted = pass(&mut look.stream)?;
                } else if let Doing::Checking(look) = std::mem::replace(&mut self.doing, Doing::Next) {
                    self.take(look)?;
                }
            }
            Doing::Importing(..) => {}
        }
        Ok(Ok(Step::More))
    }

    /// The parts are known: what has to be read before the others, and how much there is.
    fn begin(&mut self, mut parts: Vec<Part>) {
        let data: HashSet<String> =
            parts.iter().filter_map(|part| part.path.strip_suffix(AS_DATA)).map(str::to_owned).collect();
        for part in &mut parts {
            if part.path.strip_suffix(AS_PAGE).is_some_and(|folder| data.contains(folder)) {
                part.why = Some(kinds::same_again());
            }
        }
        self.exports = Exports::find(&parts);
        let is_people = |part: &Part| matches!(self.exports.role(&part.path), Some((_, Role::People | Role::Channels)));
        let people = (0..parts.len()).filter(|at| parts.get(*at).is_some_and(is_people)).collect();
        if self.exports.cut() > 0 {
            self.skipped.insert("people of exports of Slack beyond the first 100".to_owned(), self.exports.cut());
        }
        let sizes = parts.iter().filter(|part| part.why.is_none()).map(|part| part.size);
        self.total = sizes.fold(0, u64::saturating_add);
        self.report.parts_total = u32::try_from(parts.len()).unwrap_or(u32::MAX);
        self.parts = parts;
        self.doing = Doing::People(people, None);
    }

    /// Takes in the list of people or channels that was read.
    fn learn(&mut self, json: &[u8]) -> Result<(), Why> {
        let Some(part) = self.people() else { return Ok(()) };
        let (path, size) = (part.path.clone(), part.size);
        let Some((root, role)) = self.exports.role(&path).map(|(root, role)| (root.to_owned(), role)) else {
            return Ok(());
        };
        self.exports.learn(&root, &role, json).map_err(|reason| Why::fault("not_people", reason))?;
        self.done += size;
        self.report.parts_read += 1;
        self.list(ImportedPart { kind: Some(FileKind::Conversation), ..listed(&path, None) });
        Ok(())
    }

    /// The list of people or channels that is at work.
    fn people(&self) -> Option<&Part> {
        match &self.doing {
            Doing::People(waiting, _) => waiting.front().and_then(|at| self.parts.get(*at)),
            _ => None,
        }
    }

    fn next_people(&mut self) {
        if let Doing::People(waiting, reading) = &mut self.doing {
            waiting.pop_front();
            *reading = None;
        }
    }

    /// Begins to import the part that was looked at.
    fn take(&mut self, look: Look) -> Result<(), Why> {
        let Some(part) = self.parts.get(self.at) else { return Ok(()) };
        let Look { mut stream, start } = look;
        if stream.at() > 0 {
            stream.again()?;
        }
        let importer = Importer::fed(&self.space, &part.path, None, self.options.clone(), &start, part.size)
            .map_err(|error| Why::fault("unknown_file", error.message))?;
        let importer = match self.exports.role(&part.path) {
            Some((root, Role::Day { channel })) => importer.in_channel(&self.exports.workspace(root), &channel),
            _ => importer,
        };
        let importer = importer.with_raised(std::mem::take(&mut self.raised));
        self.doing = Doing::Importing(Box::new(importer), stream);
        Ok(())
    }

    /// The file at work is not taken, or not whole.
    fn give_up(&mut self, why: Why) {
        if let Some(part) = self.people() {
            // As below.
            let (path, size) = (part.path.clone(), if part.why.is_none() { part.size } else { 0 });
            self.done += size;
            self.list(listed(&path, Some(&why)));
            self.next_people();
            return;
        }
        self.finish(Some(&why));
    }

    /// The part at work is over.
    fn finish(&mut self, why: Option<&Why>) {
        let doing = std::mem::replace(&mut self.doing, Doing::Next);
        let Some(part) = self.parts.get(self.at) else { return };
        let (path, size) = (part.path.clone(), part.size);
        // Of what is not read for its name nothing was counted.
        self.done += if part.why.is_none() { size } else { 0 };
        self.at += 1;
        match doing {
            Doing::Importing(importer, _) => {
                let report = importer.report();
                self.raised = importer.into_raised();
                let part = add(&mut self.report, &mut self.skipped, &report);
                self.list(ImportedPart { kind: Some(report.kind), ..merged(part, why) });
                self.report.parts_read += u32::from(why.is_none());
            }
            _ => self.list(listed(&path, why)),
        }
        if let Some(counted) = why.and_then(|why| why.counted) {
            *self.skipped.entry(counted.to_owned()).or_default() += 1;
        }
    }

    /// Lists a part, while there is room for its like.
    fn list(&mut self, part: ImportedPart) {
        let Some(count) = self.listed.get_mut(rank(&part)) else { return };
        if *count < LISTED {
            *count += 1;
            self.report.parts.push(part);
        }
    }

    /// How far it has come, in bytes of what is unpacked.
    pub fn progress(&self) -> Progress {
        let (stage, within) = match &self.doing {
            Doing::Listing(_) => ("reading", 0.0),
            Doing::People(_, reading) => ("reading", reading.as_ref().map_or(0.0, |(stream, _)| stream.at() as f64)),
            Doing::Next => ("importing", 0.0),
            Doing::Looking(look) | Doing::Checking(look) => ("reading", look.stream.at() as f64),
            Doing::Importing(importer, _) => {
                let progress = importer.progress();
                (if progress.stage == "importing" { "importing" } else { "reading" }, progress.done)
            }
        };
        let total = (self.total > 0).then_some(self.total as f64);
        Progress { stage: stage.into(), done: self.done as f64 + within, total }
    }

    /// What was taken so far, and what was not.
    pub fn report(&self) -> ImportReport {
        let (mut report, mut skipped) = (self.report.clone(), self.skipped.clone());
        report.questions = u32::try_from(self.raised.len()).unwrap_or(u32::MAX);
        if let Doing::Importing(importer, _) = &self.doing {
            let running = importer.report();
            let part = add(&mut report, &mut skipped, &running);
            report.questions = running.questions;
            let why = if self.is_stopped && !self.report.cancelled {
                Why::fault("not_stored", "It could not be stored to its end. What had been taken stays.")
            } else {
                Why::fault("cancelled", "It was cancelled in the middle of it. What had been taken stays.")
            };
            report.parts.push(ImportedPart { kind: Some(running.kind), ..merged(part, Some(&why)) });
        }
        report.skipped = skipped.into_iter().collect();
        // What is wrong is read first, then what was read, then what is none of ours.
        report.parts.sort_by_key(rank);
        report.parts.truncate(LISTED);
        report
    }

    /// Ends it; what was taken stays, the parts that were finished as well as some of the one at work.
    pub fn cancel(&mut self) {
        self.report.cancelled = true;
    }
}

/// A part of which nothing was taken.
fn listed(path: &str, why: Option<&Why>) -> ImportedPart {
    let part = ImportedPart {
        file: path.to_owned(),
        kind: None,
        code: None,
        reason: None,
        items: 0,
        added: 0,
        updated: 0,
        unchanged: 0,
        refused: 0,
    };
    merged(part, why)
}

fn merged(part: ImportedPart, why: Option<&Why>) -> ImportedPart {
    match why {
        Some(why) => ImportedPart { code: Some(why.code.to_owned()), reason: Some(why.reason.clone()), ..part },
        None => part,
    }
}

/// Adds what a part came to, and says it of the part.
fn add(report: &mut ImportReport, skipped: &mut BTreeMap<String, u32>, part: &ImportReport) -> ImportedPart {
    report.items += part.items;
    report.added += part.added;
    report.updated += part.updated;
    report.unchanged += part.unchanged;
    report.retimed += part.retimed;
    report.refused_total += part.refused_total;
    report.entities += part.entities;
    report.mentions += part.mentions;
    report.linked += part.linked;
    let room = LISTED.saturating_sub(report.refused.len());
    report.refused.extend(part.refused.iter().take(room).cloned());
    for (name, count) in &part.skipped {
        let known = skipped.entry(name.clone()).or_default();
        *known = known.saturating_add(*count);
    }
    ImportedPart {
        items: part.items,
        added: part.added,
        updated: part.updated,
        unchanged: part.unchanged,
        refused: part.refused_total,
        ..listed(&part.file, None)
    }
}

/// Which parts are listed first: those with which something is wrong, those that were read, those that are none of ours.
fn rank(part: &ImportedPart) -> usize {
    match (&part.code, part.kind) {
        (None, _) => 1,
        (Some(code), None) if is_none_of_ours(code) => 2,
        (Some(_), _) => 0,
    }
}

fn is_none_of_ours(code: &str) -> bool {
    ["picture", "sound", "film", "document", "archive", "program_file", "same_again", "unknown_file"].contains(&code)
}
