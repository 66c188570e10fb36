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

/// Longest line that is held, in bytes: far above the longest record. An item of 32 MB stands in a payload, which is JSON in a string
/// of JSON, so that a quotation mark takes four bytes; and a record of a round of tidying up may hold what all of its round came to.
/// Yet it fits the memory of a page, twice while it grows.
const LINE: usize = 192 << 20;

/// An export, read from its beginning as it is fed.
#[derive(Debug)]
pub(super) struct Exported {
    /// Bytes of the file, and how many of them were fed and read.
    size: u64,
    fed: u64,
    read: u64,
    /// What was fed and not read, from `at` on; the line that begins there does not end before `seen`.
    held: Vec<u8>,
    at: usize,
    seen: usize,
    /// Where it ends, if its end is held.
    end: Option<usize>,
    /// The line that is read is too long to be held.
    passing: bool,
    /// How long a line may be, in bytes.
    longest: usize,
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
            end: None,
            passing: false,
            longest: LINE,
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
        *self = Self { longest: self.longest, ..Self::new(self.size) };
    }

    /// Where the next part of the file begins; `None` if a line is held, or nothing is left.
    pub(super) fn wanted(&self) -> Option<u64> {
        (self.fed < self.size && self.end.is_none()).then_some(self.fed)
    }

    /// Takes the next part.
    pub(super) fn feed(&mut self, bytes: &[u8]) {
        self.held.drain(..self.at);
        self.seen -= self.at;
        self.at = 0;
        self.held.extend_from_slice(bytes);
        self.fed += bytes.len() as u64;
        self.look();
    }

    /// Looks where the line ends that is read, from where no end was seen. What is too long is let go.
    fn look(&mut self) {
        let rest = self.held.get(self.seen..).unwrap_or_default();
        self.end = memchr(b'\n', rest).map(|end| self.seen + end + 1);
        self.seen = self.end.unwrap_or(self.held.len());
        if self.end.is_none() && (self.passing || self.seen - self.at > self.longest) {
            self.passing = true;
            self.pass(self.seen);
        }
    }

    /// Lets go what is held before `end`.
    fn pass(&mut self, end: usize) {
        let bytes = self.held.get(self.at..end).unwrap_or_default();
        self.digest.update(bytes);
        self.read += bytes.len() as u64;
        self.at = end;
    }

    /// What comes next.
    pub(super) fn next_sound(&mut self) -> Next {
        loop {
            let end = match self.end {
                Some(end) => end,
                None if self.fed < self.size => return Next::Wants,
                None if self.at == self.held.len() && !self.passing => return Next::End,
                None => self.held.len(),
            };
            let mut is_long = std::mem::take(&mut self.passing);
            if is_long || end - self.at > self.longest {
                is_long = true;
                self.pass(end);
            }
            // A line may be most of the memory that there is: it is read where it stands.
            let held = std::mem::take(&mut self.held);
            let line = held.get(self.at..end).unwrap_or_default();
            let record = self.take(line, is_long);
            self.read += line.len() as u64;
            self.held = held;
            (self.at, self.seen) = (end, end);
            self.look();
            if let Some(record) = record {
                return Next::Sound(record);
            }
        }
    }

    /// Takes the next line with its end, which is empty if it was too long: the record that it is, if that is sound and stands where
    /// it may.
    fn take(&mut self, bytes: &[u8], is_long: bool) -> Option<Box<Record>> {
        let whole = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        if !std::mem::replace(&mut self.begun, true) {
            // Without a manifest the first line may be a record.
            self.manifest = serde_json::from_slice(whole).ok();
            if self.manifest.is_some() {
                self.digest.update(bytes);
                return None;
            }
        }
        let line = if is_long { Line::Broken("a line is too long".into()) } else { Line::read(whole) };
        if let Some(fits) = &mut self.sealed {
            *fits = false;
        }
        if let Line::Seal(seal) = &line {
            self.sealed = Some(Hash(self.digest.clone().finalize().into()) == seal.checksum);
        }
        self.digest.update(bytes);
        let broken = match line {
            Line::Record(record) => match self.misfit(&record) {
                None => {
                    self.lose(record.sequence);
                    self.head = record.head();
                    self.sound += 1;
                    return Some(record);
                }
                Some(why) => why,
            },
            Line::Losses(losses) => {
                self.declared.extend(losses.missing);
                return None;
            }
            Line::Seal(_) => return None,
            Line::Broken(why) => why,
        };
        self.why.get_or_insert(broken);
        self.passed += 1;
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

#[cfg(test)]
mod tests {
    use super::{Exported, Next};

    /// A line without end is let go as it comes: what is held stays below the longest line and a part.
    #[test]
    fn a_line_without_end_is_not_held() {
        const LONGEST: usize = 1000;
        for part in [1, 7, 300, 5000] {
            for tail in ["", "\n", "\n{}\n"] {
                let file = format!("{{}}\n{}{tail}", "x".repeat(20_000)).into_bytes();
                let mut export = Exported { longest: LONGEST, ..Exported::new(file.len() as u64) };
                loop {
                    if let Some(at) = export.wanted() {
                        let rest = &file[at as usize..];
                        export.feed(&rest[..rest.len().min(part)]);
                        assert!(export.held.len() <= LONGEST + part, "{} are held", export.held.len());
                        assert!(export.end.is_some() || export.seen == export.held.len(), "no byte is looked at again");
                        continue;
                    }
                    match export.next_sound() {
                        Next::Sound(record) => panic!("is no record: {record:?}"),
                        Next::Wants => {}
                        Next::End => break,
                    }
                }
                assert_eq!(export.progress(), (file.len() as u64, file.len() as u64), "in parts of {part}");
                assert_eq!(export.passed, 2 + u64::from(tail.len() > 1), "each line counts once");
            }
        }
    }
}
