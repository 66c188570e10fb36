//! Looking at the files of a bundle before they are imported: what has to be said of any of them. It must not store anything.

use super::listing::{Given, Listing, Part};
use super::look::Look;
use super::slack::Exports;
use super::stream::Stream;
use super::{Pull, Wanted, Why};
use crate::memory::Examiner;
use crate::protocol::{ApiError, ErrorCode, FileExamination, FileKind};
use crate::read::{Format, Survey};
use std::collections::{BTreeSet, HashSet};

/// Columns that are shown; all are counted.
const COLUMNS: usize = 200;

/// The examination of a bundle at work.
#[derive(Debug)]
pub struct BundleExaminer {
    parts: Vec<Part>,
    exports: Exports,
    at: usize,
    doing: Doing,
    wanted: Option<Wanted>,
    found: FileExamination,
    done: u64,
    is_alone: bool,
    /// The sets of texts that do not tell them themselves; none where nothing tells.
    charsets: BTreeSet<Option<String>>,
    /// The headers of the columns that were found.
    headers: HashSet<String>,
}

#[derive(Debug)]
enum Doing {
    Listing(Listing),
    Next,
    Looking(Look),
    Examining(Box<Examiner>, Stream),
    Done,
}

impl BundleExaminer {
    /// Begins. `name` is what the whole is called.
    pub fn new(name: &str, given: Vec<Given>) -> Self {
        let found = FileExamination {
            file: name.to_owned(),
            kind: FileKind::Bundle,
            format: "several files".to_owned(),
            size: given.iter().filter_map(|given| given.size).fold(0, u64::saturating_add) as f64,
            items: 0,
            refused: 0,
            is_whole: true,
            charset: None,
            unclear_date: None,
            wants_zone: false,
            wants_columns: false,
            columns: Vec::new(),
            columns_total: 0,
        };
        Self {
            parts: Vec::new(),
            exports: Exports::default(),
            at: 0,
            is_alone: given.len() == 1,
            doing: Doing::Listing(Listing::new(given)),
            wanted: None,
            found,
            done: 0,
            charsets: BTreeSet::new(),
            headers: HashSet::new(),
        }
    }

    /// Which bytes are to be fed before the next step.
    pub fn wanted(&self) -> Option<Wanted> {
        self.wanted.clone()
    }

    /// Takes the bytes that [`Self::wanted`] named.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.wanted = None;
        self.done += bytes.len() as u64;
        let fed = match &mut self.doing {
            Doing::Listing(listing) => {
                listing.feed(bytes);
                Ok(())
            }
            Doing::Looking(look) => look.stream.feed(bytes),
            Doing::Examining(_, stream) => stream.feed(bytes),
            Doing::Next | Doing::Done => Ok(()),
        };
        if fed.is_err() {
            self.next();
        }
    }

    /// Says that the bytes which [`Self::wanted`] named cannot be read. The import reports the file that they are of.
    pub fn unreadable(&mut self) {
        self.wanted = None;
        match &mut self.doing {
            Doing::Listing(listing) => listing.unreadable(),
            _ => self.next(),
        }
    }

    /// Goes on by one step; true when it is through.
    ///
    /// # Errors
    /// `unknown_file` if what was given is a single archive that cannot be opened.
    pub fn step(&mut self) -> Result<bool, ApiError> {
        if self.wanted.is_some() {
            return Ok(false);
        }
        // The import says what is wrong with a part.
        if self.go_on()?.is_err() {
            self.next();
        }
        Ok(matches!(self.doing, Doing::Done))
    }

    fn next(&mut self) {
        self.at += 1;
        self.doing = Doing::Next;
    }

    fn go_on(&mut self) -> Result<Result<(), Why>, ApiError> {
        match &mut self.doing {
            Doing::Listing(listing) => match listing.pull() {
                Pull::Wants(wanted) => self.wanted = Some(wanted),
                Pull::More => {}
                Pull::Out(parts) => {
                    if let (true, [Part { why: Some(why), entry: None, .. }]) = (self.is_alone, &parts[..]) {
                        let message = format!("“{}” cannot be read. {}", self.found.file, why.reason);
                        return Err(ApiError::new(ErrorCode::UnknownFile, message, "Bring in another file."));
                    }
                    self.exports = Exports::find(&parts);
                    (self.parts, self.doing) = (parts, Doing::Next);
                }
            },
            Doing::Next => match self.parts.get(self.at) {
                None => self.doing = Doing::Done,
                // Slack says in which zone its times are.
                Some(part) if self.exports.role(&part.path).is_some() => self.at += 1,
                Some(part) => match Look::open(part) {
                    Ok(look) => self.doing = Doing::Looking(look),
                    Err(why) => return Ok(Err(why)),
                },
            },
            Doing::Looking(look) => {
                let Some(part) = self.parts.get(self.at) else { return Ok(Ok(())) };
                match look.pull(part) {
                    Err(why) => return Ok(Err(why)),
                    Ok(Pull::Wants(wanted)) => self.wanted = Some(wanted),
                    Ok(Pull::More) => {}
                    Ok(Pull::Out(Format::Chat | Format::Csv | Format::Conversation | Format::Messages)) => {
                        let Doing::Looking(Look { mut stream, start }) =
                            std::mem::replace(&mut self.doing, Doing::Next)
                        else {
                            return Ok(Ok(()));
                        };
                        let examiner = Examiner::new(&part.path, start, part.size);
                        if let (Ok(examiner), Ok(())) = (examiner, stream.again()) {
                            self.doing = Doing::Examining(Box::new(examiner), stream);
                        } else {
                            self.next();
                        }
                    }
                    // Nothing has to be said of the others but their set.
                    Ok(Pull::Out(format)) => {
                        let survey = Survey::new(format).starting(&look.start);
                        self.note_charset(survey.found().map(|found| found.name().to_owned()), survey.is_in_doubt());
                        self.next();
                    }
                }
            }
            Doing::Examining(examiner, stream) => {
                if examiner.wanted().is_some() {
                    match stream.pull() {
                        Err(why) => return Ok(Err(why)),
                        Ok(Pull::Wants(wanted)) => self.wanted = Some(wanted),
                        Ok(Pull::More) => {}
                        Ok(Pull::Out(bytes)) => examiner.feed(&bytes),
                    }
                } else {
                    let (found, is_in_doubt) = (examiner.report(), examiner.is_in_doubt());
                    self.note_charset(found.charset.clone(), is_in_doubt);
                    self.add(found);
                    self.next();
                }
            }
            Doing::Done => {}
        }
        Ok(Ok(()))
    }

    /// What was found of a part is found of the whole.
    fn add(&mut self, part: FileExamination) {
        let found = &mut self.found;
        found.items += part.items;
        found.refused += part.refused;
        found.is_whole &= part.is_whole;
        found.wants_zone |= part.wants_zone;
        if found.unclear_date.is_none() {
            found.unclear_date = part.unclear_date;
        }
        if part.wants_columns {
            found.wants_columns = true;
            for column in part.columns {
                if !self.headers.contains(&column.header) {
                    self.headers.insert(column.header.clone());
                    found.columns_total = found.columns_total.saturating_add(1);
                    if found.columns.len() < COLUMNS {
                        found.columns.push(column);
                    }
                }
            }
        }
    }

    /// Notes in which set a text is, if it does not tell that itself.
    fn note_charset(&mut self, charset: Option<String>, is_in_doubt: bool) {
        if is_in_doubt || charset.is_some() {
            self.charsets.insert(charset);
        }
    }

    /// Bytes read so far.
    pub fn progress(&self) -> u64 {
        self.done
    }

    /// What was found.
    pub fn report(&self) -> FileExamination {
        // One can be said of all only if all are in it.
        let mut charsets = self.charsets.iter();
        let charset = charsets.next().cloned().flatten().filter(|_| charsets.next().is_none());
        FileExamination { charset, ..self.found.clone() }
    }
}
