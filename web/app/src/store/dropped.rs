//! What was dropped or chosen: files, and folders with all that is in them.
//!
//! What of a folder cannot be opened stays in the list with its path and without a file, so that it is reported and gives up
//! nothing else. It must not read a file.

use js_sys::futures::JsFuture;
use js_sys::{Array, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, DataTransfer, File, FileList, FileSystemDirectoryEntry, FileSystemEntry, FileSystemFileEntry};

/// Files of one folder at most; the engine says so where there are more.
const MOST: usize = 100_001;
/// Folders within folders at most.
const DEEPEST: usize = 64;

/// What is brought in under one name.
#[derive(Clone)]
pub enum Brought {
    File(Blob),
    /// The files of a folder with their paths; none in the place of one that could not be opened.
    Folder(Vec<(String, Option<Blob>)>),
}

/// What was dropped, taken from the event while it lasts.
pub struct Dropped(Vec<(String, Thing)>);

enum Thing {
    File(Option<Blob>),
    Folder(FileSystemDirectoryEntry),
}

impl Dropped {
    /// What an event of dropping brings. To be called while it is handled: afterwards the browser takes it away.
    pub fn of(data: &DataTransfer) -> Self {
        let items = data.items();
        let mut things = Vec::new();
        for item in (0..items.length()).filter_map(|at| items.get(at)).filter(|item| item.kind() == "file") {
            let file = item.get_as_file().ok().flatten();
            // Files that a page made have no entry.
            let entry = item.webkit_get_as_entry().ok().flatten();
            match entry.filter(FileSystemEntry::is_directory) {
                Some(entry) => things.push((entry.name(), Thing::Folder(entry.unchecked_into()))),
                None => {
                    let name = file.as_ref().map_or_else(|| "file".to_owned(), File::name);
                    things.push((name, Thing::File(file.map(JsCast::unchecked_into))));
                }
            }
        }
        if things.is_empty() {
            let files = data.files().map(|files| named(&files)).unwrap_or_default();
            things.extend(files.into_iter().map(|(name, file)| (name, Thing::File(Some(file)))));
        }
        Self(things)
    }

    /// True if nothing was.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Goes through the folders.
    pub async fn read(self) -> Vec<(String, Brought)> {
        let mut out = Vec::new();
        for (name, thing) in self.0 {
            let brought = match thing {
                Thing::File(Some(file)) => Brought::File(file),
                Thing::File(None) => Brought::Folder(vec![(name.clone(), None)]),
                Thing::Folder(folder) => Brought::Folder(files_of(name.clone(), folder).await),
            };
            out.push((name, brought));
        }
        out
    }
}

/// The files in a folder and in those within it.
async fn files_of(name: String, folder: FileSystemDirectoryEntry) -> Vec<(String, Option<Blob>)> {
    let (mut files, mut folders) = (Vec::new(), vec![(name, folder, 0)]);
    while let Some((path, folder, depth)) = folders.pop() {
        let Some(entries) = entries_of(&folder).await.filter(|_| depth < DEEPEST) else {
            files.push((path, None));
            continue;
        };
        for entry in entries {
            if files.len() >= MOST {
                return files;
            }
            let path = format!("{path}/{}", entry.name());
            if entry.is_directory() {
                folders.push((path, entry.unchecked_into(), depth + 1));
            } else {
                files.push((path, file_of(entry.unchecked_ref()).await));
            }
        }
    }
    files
}

/// What is in a folder; none if it cannot be opened.
async fn entries_of(folder: &FileSystemDirectoryEntry) -> Option<Vec<FileSystemEntry>> {
    let reader = folder.create_reader();
    let mut out = Vec::new();
    loop {
        let promise = Promise::new(&mut |found, failed| {
            if let Err(error) = reader.read_entries_with_callback_and_callback(&found, &failed) {
                let _ = failed.call1(&JsValue::UNDEFINED, &error);
            }
        });
        // They come in parts, the last of which is empty.
        let entries: Array = JsFuture::from(promise).await.ok()?.dyn_into().ok()?;
        if entries.length() == 0 {
            return Some(out);
        }
        out.extend(entries.iter().map(JsCast::unchecked_into::<FileSystemEntry>));
    }
}

/// The file of an entry; none if it cannot be opened.
async fn file_of(entry: &FileSystemFileEntry) -> Option<Blob> {
    let promise = Promise::new(&mut |found, failed| entry.file_with_callback_and_callback(&found, &failed));
    JsFuture::from(promise).await.ok()?.dyn_into().ok()
}

/// The files of a `FileList`, as blobs with names.
pub fn named(list: &FileList) -> Vec<(String, Blob)> {
    let files = (0..list.length()).filter_map(|index| list.get(index));
    files.map(|file: File| (file.name(), file.unchecked_into())).collect()
}

/// The files of a `FileList` by the folders that were chosen; those of none by themselves.
pub fn in_folders(list: &FileList) -> Vec<(String, Brought)> {
    let mut out: Vec<(String, Brought)> = Vec::new();
    for (name, file) in named(list) {
        let path = Reflect::get(&file, &"webkitRelativePath".into()).ok().and_then(|path| path.as_string());
        let path = path.unwrap_or_default();
        let Some((folder, _)) = path.split_once('/') else {
            out.push((name, Brought::File(file)));
            continue;
        };
        match out.last_mut() {
            Some((known, Brought::Folder(files))) if known == folder => files.push((path, Some(file))),
            _ => out.push((folder.to_owned(), Brought::Folder(vec![(path.clone(), Some(file))]))),
        }
    }
    out
}
