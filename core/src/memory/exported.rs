//! Reading an export line by line: what of it is sound, and what is missing. Stores nothing.

use super::export::{Losses, Lost, Manifest, Seal};
use crate::journal::{Head, Record, sha256};

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

/// An export, read from its beginning.
#[derive(Debug)]
pub(super) struct Exported {
    bytes: Vec<u8>,
    /// The first line, if it is sound.
    pub(super) manifest: Option<Manifest>,
    at: usize,
    head: Head,
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

impl Exported {
    pub(super) fn new(bytes: Vec<u8>) -> Self {
        let line = line_at(&bytes, 0).unwrap_or_default();
        let manifest = serde_json::from_slice(line).ok();
        let mut new = Self {
            manifest,
            bytes,
            at: 0,
            head: Head::default(),
            why: None,
            passed: 0,
            lost: Vec::new(),
            declared: Vec::new(),
            sealed: None,
        };
        new.rewind();
        new
    }

    /// Begins anew.
    pub(super) fn rewind(&mut self) {
        // Without a manifest the first line may be a record.
        let first = line_at(&self.bytes, 0).map_or(0, |line| line.len() + 1);
        self.at = if self.manifest.is_some() { first } else { 0 };
        (self.head, self.why, self.passed, self.sealed) = (Head::default(), None, 0, None);
        self.lost.clear();
        self.declared.clear();
    }

    /// The next record that is sound in itself and stands where it may.
    pub(super) fn next_sound(&mut self) -> Option<Record> {
        while let Some(line) = line_at(&self.bytes, self.at) {
            let (start, length) = (self.at, line.len());
            let line = Line::read(line);
            self.at = start + length + 1;
            if let Some(fits) = &mut self.sealed {
                *fits = false;
            }
            let broken = match line {
                Line::Record(record) => match self.misfit(&record) {
                    None => {
                        self.lose(record.sequence);
                        self.head = record.head();
                        return Some(*record);
                    }
                    Some(why) => why,
                },
                Line::Losses(losses) => {
                    self.declared.extend(losses.missing);
                    continue;
                }
                Line::Seal(seal) => {
                    self.sealed = Some(sha256(&self.bytes[..start]) == seal.checksum);
                    continue;
                }
                Line::Broken(why) => why,
            };
            self.why.get_or_insert(broken);
            self.passed += 1;
        }
        None
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

    /// Reads to the end. `each` sees every sound record. Gives what is missing, and what else is wrong with the file.
    pub(super) fn examine(&mut self, mut each: impl FnMut(&Record)) -> Examined {
        let mut sound = 0;
        while let Some(record) = self.next_sound() {
            sound += 1;
            each(&record);
        }
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
        Examined { sound, missing, fault, gaps: inside }
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
    pub(super) fn progress(&self) -> (usize, usize) {
        (self.at.min(self.bytes.len()), self.bytes.len())
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

/// The line that begins there, without its end; none behind the last one.
fn line_at(bytes: &[u8], at: usize) -> Option<&[u8]> {
    let rest = bytes.get(at..).filter(|rest| !rest.is_empty())?;
    rest.split(|byte| *byte == b'\n').next()
}
