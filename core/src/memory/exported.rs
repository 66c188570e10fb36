//! Reading an export line by line, as it is fed: what of it is sound, and what is missing. It must not store anything, nor hold more
//! than a line and the part that was fed last.

use super::export::{Losses, Lost, Manifest, Seal};
use crate::journal::{Hash, Head, Record};
use memchr::memchr;
use sha2::{Digest, Sha256};

/// The largest sequence: beyond it, numbers of JavaScript are not exact.
const LAST: u64 = (1 << 53) - 1;

/// A line after the first.
enum Line {
    Record(Box<Record>),
    Losses(Losses),
    Seal(Seal),
    Broken(String),
}

impl Line {
    fn read(bytes: &[u8]) -> Self {
        if let Ok(record) = serde_json::from_slice::<Record>(bytes) {
            return match record.fault() {
                Some(fault) => Self::Broken(format!("record {}: {fault}", record.sequence)),
                None => Self::Record(Box::new(record)),
            };
        }
        if let Ok(losses) = serde_json::from_slice(bytes) {
            return Self::Losses(losses);
        }
        match serde_json::from_slice(bytes) {
            Ok(seal) => Self::Seal(seal),
            Err(_) => Self::Broken("a line cannot be read".into()),
        }
    }
}

/// Longest line that is held, in bytes. No record comes near.
const LINE: usize = 32 << 20;

/// An export, read from its beginning as it is fed.
#[derive(Debug)]
pub(super) struct Exported {
    /// Bytes of the file, and how many of them were fed and read.
    size: u64,
    fed: u64,
    read: u64,
    /// What was fed and not read, from `at` on; no line ends before `seen`.
    held: Vec<u8>,
    at: usize,
    seen: usize,
    /// The line that is read is too long to be held.
    passing: bool,
    /// The first line, if it is sound.
    pub(super) manifest: Option<Manifest>,
    /// The first line was read.
    begun: bool,
    /// Of everything before the line that is read.
    digest: Sha256,
    head: Head,
    /// Records that are sound so far.
    sound: u64,
    /// Why the lines since the last sound record were not taken.
    why: Option<String>,
    /// How many these are.
    passed: u64,
    /// What lacks between sound records so far; why, if the file shows it.
    lost: Vec<(u64, u64, Option<String>)>,
    /// What the export itself says that it lacks.
    declared: Vec<Lost>,
    /// The seal, and whether it fits and nothing comes after it.
    sealed: Option<bool>,
}

/// What comes next of an export.
pub(super) enum Next {
    /// A record that is sound in itself and stands where it may.
    Sound(Box<Record>),
    /// More of the file is needed.
    Wants,
    /// Nothing.
    End,
}

impl Exported {
    /// Of a file of so many bytes.
    pub(super) fn new(size: u64) -> Self {
        Self {
            size,
            fed: 0,
            read: 0,
            held: Vec::new(),
            at: 0,
            seen: 0,
            passing: false,
            manifest: None,
            begun: false,
            digest: Sha256::new(),
            head: Head::default(),
            sound: 0,
            why: None,
            passed: 0,
            lost: Vec::new(),
            declared: Vec::new(),
            sealed: None,
        }
    }

    /// Begins anew.
    pub(super) fn rewind(&mut self) {
        *self = Self::new(self.size);
    }

    /// Where the next part of the file begins; `None` if a line is held, or nothing is left.
    pub(super) fn wanted(&self) -> Option<u64> {
        let has_line = !self.passing && memchr(b'\n', self.held.get(self.seen..).unwrap_or_default()).is_some();
        (self.fed < self.size && !has_line).then_some(self.fed)
    }

    /// Takes the next part.
    pub(super) fn feed(&mut self, bytes: &[u8]) {
        self.held.drain(..self.at);
        self.seen -= self.at;
        self.at = 0;
        self.held.extend_from_slice(bytes);
        self.fed += bytes.len() as u64;
    }

    /// The next line with its end; none if more is wanted, or nothing is left. A line that is too long comes empty.
    fn line(&mut self) -> Option<Vec<u8>> {
        let rest = self.held.get(self.seen..).unwrap_or_default();
        let end = match memchr(b'\n', rest) {
            Some(end) => self.seen + end + 1,
            None if self.fed >= self.size => self.held.len(),
            None => {
                self.seen = self.held.len();
                if self.seen - self.at > LINE || self.passing {
                    self.passing = true;
                    self.pass(self.seen);
                }
                return None;
            }
        };
        if end == self.at && !self.passing {
            return None;
        }
        let line = self.held.get(self.at..end).unwrap_or_default();
        if self.passing || line.len() > LINE {
            self.passing = false;
            self.pass(end);
            return Some(Vec::new());
        }
        let line = line.to_vec();
        (self.at, self.seen) = (end, end);
        self.read += line.len() as u64;
        Some(line)
    }

    /// Lets go what is held before `end`.
    fn pass(&mut self, end: usize) {
        let bytes = self.held.get(self.at..end).unwrap_or_default();
        self.digest.update(bytes);
        self.read += bytes.len() as u64;
        (self.at, self.seen) = (end, end);
    }

    /// What comes next.
    pub(super) fn next_sound(&mut self) -> Next {
        loop {
            let Some(bytes) = self.line() else {
                return if self.fed < self.size { Next::Wants } else { Next::End };
            };
            let whole = bytes.strip_suffix(b"\n").unwrap_or(&bytes);
            if !std::mem::replace(&mut self.begun, true) {
                // Without a manifest the first line may be a record.
                self.manifest = serde_json::from_slice(whole).ok();
                if self.manifest.is_some() {
                    self.digest.update(&bytes);
                    continue;
                }
            }
            let line = if bytes.is_empty() { Line::Broken("a line is too long".into()) } else { Line::read(whole) };
            if let Some(fits) = &mut self.sealed {
                *fits = false;
            }
            if let Line::Seal(seal) = &line {
                self.sealed = Some(Hash(self.digest.clone().finalize().into()) == seal.checksum);
            }
            self.digest.update(&bytes);
            let broken = match line {
                Line::Record(record) => match self.misfit(&record) {
                    None => {
                        self.lose(record.sequence);
                        self.head = record.head();
                        self.sound += 1;
                        return Next::Sound(record);
                    }
                    Some(why) => why,
                },
                Line::Losses(losses) => {
                    self.declared.extend(losses.missing);
                    continue;
                }
                Line::Seal(_) => continue,
                Line::Broken(why) => why,
            };
            self.why.get_or_insert(broken);
            self.passed += 1;
        }
    }

    fn misfit(&self, record: &Record) -> Option<String> {
        let (sequence, due) = (record.sequence, self.head.sequence + 1);
        let last = self.manifest.as_ref().map_or(LAST, |manifest| manifest.head.sequence.min(LAST));
        if sequence < due {
            return Some(format!("record {sequence} stands behind later ones"));
        }
        // The first line may be damaged too: whatever it says, what follows at once is taken, and what comes after lines that
        // were not. Each of them was a record, or two where it was their end that was hit.
        let is_near = sequence - due <= self.passed.saturating_mul(2);
        if sequence > LAST || (sequence > last && !is_near) {
            return Some(format!("record {sequence} is beyond the end of the export"));
        }
        (sequence == due && record.previous != self.head.hash)
            .then(|| format!("record {sequence} does not follow the one before"))
    }

    /// Notes that what was due before `next` is not there.
    fn lose(&mut self, next: u64) {
        let (due, why) = (self.head.sequence + 1, self.why.take());
        self.passed = 0;
        if next > due {
            self.lost.push((due, next - 1, why));
        }
    }

    /// What the file holds, once it was read to its end: what is missing, and what else is wrong with it.
    pub(super) fn examined(&mut self) -> Examined {
        let faults = self.end();
        let inside = self.lost.iter().filter(|(_, to, _)| *to < self.head.sequence).count();
        let declared = |from: u64| self.declared.iter().find(|lost| (lost.from..=lost.to).contains(&from));
        let why =
            |from: u64| declared(from).map_or_else(|| "it is not in the file".to_owned(), |lost| lost.why.clone());
        let lost = self.lost.iter();
        let missing = lost
            .map(|(from, to, seen)| Lost { from: *from, to: *to, why: seen.clone().unwrap_or_else(|| why(*from)) })
            .collect();
        let fault = (!faults.is_empty()).then(|| faults.join("; "));
        Examined { sound: self.sound, missing, fault, gaps: inside }
    }

    /// Notes what is missing behind the last sound record, and says what is wrong with the file's first line and its end.
    fn end(&mut self) -> Vec<String> {
        let mut faults = Vec::new();
        match self.manifest.as_ref().map(|manifest| manifest.head) {
            Some(end) if end == self.head => {}
            Some(end) if end.sequence > self.head.sequence && end.hash != self.head.hash => {
                self.lose(end.sequence.min(LAST).saturating_add(1));
            }
            // The first line does not tell how many there were. Perhaps the export does where it says what it lacks.
            wrong => {
                let wrong =
                    wrong.map_or("its first line cannot be read", |_| "it does not end where its first line says");
                faults.push(wrong.to_owned());
                let end = self.declared.iter().map(|lost| lost.to.min(LAST)).max().unwrap_or_default();
                if end > self.head.sequence {
                    self.lose(end + 1);
                }
            }
        }
        if let Some(why) = &self.why {
            faults.push(format!("what stands behind record {} is not sound ({why})", self.head.sequence));
        }
        match self.sealed {
            None => faults.push("its end is missing".into()),
            // Any damage does that.
            Some(false) if faults.is_empty() => faults.push("its checksum does not fit".into()),
            Some(_) => {}
        }
        faults
    }

    /// Bytes read, and all of them.
    pub(super) fn progress(&self) -> (u64, u64) {
        (self.read, self.size)
    }
}

/// What an export holds.
#[derive(Debug, Default)]
pub(super) struct Examined {
    /// Records that are sound.
    pub(super) sound: u64,
    /// Records that are not, or are not there.
    pub(super) missing: Vec<Lost>,
    /// What is wrong with the file beside them; more of it may be lost than the missing ones.
    pub(super) fault: Option<String>,
    /// How many of the missing stretches have sound records after them.
    pub(super) gaps: usize,
}
