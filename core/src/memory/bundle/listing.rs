//! Which files a bundle has: those that were given, and in the place of an archive those in it.

use super::{Pull, Wanted, Why, kinds};
use crate::archive::{Broken, Directory, Entry, is_archive};

/// A file that was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// Its name with its folders, parted by slashes.
    pub path: String,
    /// Its length in bytes; none if it could not be opened: it is reported as unreadable then, and nothing of it is wanted.
    pub size: Option<u64>,
}

/// A file of a bundle.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// Its path, that of the archive before it.
    pub(super) path: String,
    /// Its length in bytes.
    pub(super) size: u64,
    /// Which of the given files it is, or lies in.
    pub(super) file: usize,
    /// The length of that file.
    pub(super) limit: u64,
    /// What it is in an archive.
    pub(super) entry: Option<Entry>,
    /// Why it is not read, as far as that is known before.
    pub(super) why: Option<Why>,
}

/// A bundle whose archives are being opened.
#[derive(Debug)]
pub(super) struct Listing {
    given: Vec<Given>,
    /// The file that is looked at.
    at: usize,
    /// Its directory, if it was found to be an archive.
    directory: Option<Directory>,
    /// What was fed.
    fed: Option<Vec<u8>>,
    parts: Vec<Part>,
}

impl Listing {
    pub(super) fn new(given: Vec<Given>) -> Self {
        Self { given, at: 0, directory: None, fed: None, parts: Vec::new() }
    }

    pub(super) fn feed(&mut self, bytes: &[u8]) {
        self.fed = Some(bytes.to_vec());
    }

    /// The host could not read what was wanted.
    pub(super) fn unreadable(&mut self) {
        self.fail(Why::unreadable());
    }

    /// The files, in the order of their paths, once all archives were opened.
    pub(super) fn pull(&mut self) -> Pull<Vec<Part>> {
        let Some(given) = self.given.get(self.at) else {
            let mut parts = std::mem::take(&mut self.parts);
            parts.sort_by(|one, other| one.path.cmp(&other.path));
            return Pull::Out(parts);
        };
        let Some(size) = given.size else {
            self.fail(Why::unreadable());
            return Pull::More;
        };
        let fed = self.fed.take();
        let directory = match (self.directory.take(), fed) {
            (None, None) => {
                // What nobody reads is no archive either, unless its name says so.
                let why = kinds::by_name(&given.path).filter(|why| why.code != "archive");
                if why.is_some() || size < 4 {
                    self.push_file(size, why);
                    return Pull::More;
                }
                return Pull::Wants(Wanted { file: self.at, range: 0..4 });
            }
            (None, Some(start)) if is_archive(&start) => Directory::new(size),
            (None, Some(_)) => {
                // Another kind of archive.
                let why = kinds::by_name(&given.path);
                self.push_file(size, why);
                return Pull::More;
            }
            (Some(directory), None) => directory,
            (Some(mut directory), Some(bytes)) => {
                if let Err(Broken { code, reason }) = directory.feed(&bytes) {
                    self.fail(Why::fault(code, reason));
                    return Pull::More;
                }
                directory
            }
        };
        match directory.wanted() {
            Some(range) => {
                let wanted = Wanted { file: self.at, range };
                self.directory = Some(directory);
                Pull::Wants(wanted)
            }
            None => {
                self.push_entries(size, directory.into_entries());
                Pull::More
            }
        }
    }

    fn path(&self) -> String {
        self.given.get(self.at).map(|given| given.path.clone()).unwrap_or_default()
    }

    fn push_file(&mut self, size: u64, why: Option<Why>) {
        let part = Part { path: self.path(), size, file: self.at, limit: size, entry: None, why };
        self.parts.push(part);
        self.at += 1;
    }

    fn push_entries(&mut self, limit: u64, entries: Vec<Entry>) {
        let archive = self.path();
        for entry in entries.into_iter().filter(|entry| !entry.is_folder()) {
            let path = format!("{archive}/{}", entry.name);
            let why = kinds::by_name(&entry.name).or_else(|| entry.check().err().map(Why::from));
            self.parts.push(Part { path, size: entry.size, file: self.at, limit, entry: Some(entry), why });
        }
        self.at += 1;
    }

    fn fail(&mut self, why: Why) {
        self.directory = None;
        self.push_file(0, Some(why));
    }
}
