//! One entry of an archive, as its central directory has it, and why it cannot be read.

use std::ops::Range;

/// Below this size an entry may be as dense as it likes, in bytes.
const DENSE_FROM: u64 = 16 << 20;
/// How many times the size that it takes in the archive an entry may have. Texts that people have come to about twenty.
const DENSEST: u64 = 200;
/// What the entries of an archive that are denser may come to together, in bytes.
const DENSE_IN_ALL: u64 = 100 << 20;

/// How an entry is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    Stored,
    Deflated,
    /// By its number.
    Other(u16),
}

/// An entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name with its folders, parted by slashes. From outside: for showing and telling apart, never a place to write to.
    pub name: String,
    /// Its length in bytes when it is unpacked.
    pub size: u64,
    /// Its length in the archive.
    pub(super) packed: u64,
    pub(super) method: Method,
    pub(super) is_encrypted: bool,
    pub(super) crc: u32,
    /// Where its own header stands in the file.
    pub(super) header: u64,
    /// What is wrong with it beside that, as the directory shows.
    pub(super) fault: Option<Fault>,
}

/// Why an entry cannot be read. The rest of the archive can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It needs a password.
    Encrypted,
    /// It is packed in a way that is not read, by its number.
    Method(u16),
    /// It unpacks to so much more than it is that it can be nothing but an attack.
    TooDense,
    /// It shares its bytes with another entry, which no program writes.
    Overlaps,
    /// Its name is so long that no program wrote it; it was cut.
    LongName,
    /// Its bytes are not those that were packed.
    Damaged,
}

impl Fault {
    /// Stable code.
    pub fn code(self) -> &'static str {
        match self {
            Self::Encrypted => "encrypted",
            Self::Method(_) => "unknown_packing",
            Self::TooDense => "too_dense",
            Self::Overlaps => "overlaps",
            Self::LongName => "long_name",
            Self::Damaged => "damaged",
        }
    }

    /// What is wrong, in a sentence for the owner.
    pub fn reason(self) -> String {
        match self {
            Self::Encrypted => "It needs a password. Unpack the archive and bring in what was in it.".into(),
            Self::Method(number) => format!(
                "It is packed by a method ({number}) that Namesake does not read. Unpack the archive and bring in what was in it."
            ),
            Self::TooDense => format!("It, or it with others that are packed like it, would unpack to more than {DENSEST} times its size, as no file of people does."),
            Self::LongName => "Its name is longer than 1,000 characters. Unpack the archive, and bring the file in under a shorter one.".into(),
            Self::Overlaps => "It shares its bytes with another entry of the archive, as no program writes it.".into(),
            Self::Damaged => "It is damaged: its bytes are not those that were packed. Nothing of it was taken. Export or copy the archive anew.".into(),
        }
    }
}

impl Entry {
    /// True for a folder, which has no bytes.
    pub fn is_folder(&self) -> bool {
        self.name.ends_with('/')
    }

    /// What keeps it from being read, as far as the directory tells.
    ///
    /// # Errors
    /// As [`Fault`] says, but for `Damaged` of what only its bytes tell.
    pub fn check(&self) -> Result<(), Fault> {
        let fault = match self.method {
            _ if self.is_encrypted => Fault::Encrypted,
            Method::Other(number) => Fault::Method(number),
            Method::Stored if self.packed != self.size => Fault::Damaged,
            Method::Deflated if self.size > DENSE_FROM && self.is_dense() => Fault::TooDense,
            Method::Stored | Method::Deflated => return self.fault.map_or(Ok(()), Err),
        };
        Err(fault)
    }

    fn is_dense(&self) -> bool {
        self.method == Method::Deflated && self.size / DENSEST > self.packed
    }

    /// What it takes of the file at least: its header without the name, and its bytes.
    pub(super) fn span(&self) -> Range<u64> {
        self.header..self.header.saturating_add(super::unpack::HEADER as u64).saturating_add(self.packed)
    }
}

/// Marks what no single entry shows, in an archive whose file has so many bytes: entries that stand where one before them does, or behind
/// the end, and those that make it unpack to too much in all.
pub(super) fn mark(entries: &mut [Entry], size: u64) {
    let mut order: Vec<usize> = (0..entries.len()).collect();
    order.sort_by_key(|at| entries[*at].header);
    let (mut end, mut dense) = (0, 0_u64);
    for at in order {
        let span = entries[at].span();
        let entry = &mut entries[at];
        let overlaps = span.start < end;
        // A size that its file cannot have takes no room from others.
        if span.end <= size {
            end = end.max(span.end);
        }
        // What is refused for its own size is not unpacked.
        if entry.is_dense() && entry.size <= DENSE_FROM {
            dense = dense.saturating_add(entry.size);
        }
        let fault = match () {
            () if span.end > size => Fault::Damaged,
            () if overlaps => Fault::Overlaps,
            () if entry.is_dense() && dense > DENSE_IN_ALL => Fault::TooDense,
            () => continue,
        };
        entry.fault.get_or_insert(fault);
    }
}
