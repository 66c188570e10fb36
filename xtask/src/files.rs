//! Copying trees, hashing files, and `files.json`: the list of what the service worker keeps for offline use.
//!
//! `files.json` is `{"version": HASH, "files": [{"url": PATH, "hash": HASH}, …]}`. Paths are relative to the
//! list itself and sorted; hashes are the first 32 hexadecimal digits of SHA-256; `version` covers all of them.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;
use sha2::{Digest, Sha256};

use crate::error::{Context, Result};

/// The list's own name.
const MANIFEST: &str = "files.json";

/// A short SHA-256 in hexadecimal.
pub fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

/// Every file under a folder, relative to it, in a fixed order. A missing folder is empty.
///
/// # Errors
/// A folder cannot be read.
pub fn list(folder: &Path) -> Result<Vec<PathBuf>> {
    fn visit(root: &Path, folder: &Path, into: &mut Vec<PathBuf>) -> Result<()> {
        for entry in fs::read_dir(folder).context(folder.display())? {
            let path = entry.context(folder.display())?.path();
            if path.is_dir() {
                visit(root, &path, into)?;
            } else if let Ok(relative) = path.strip_prefix(root) {
                into.push(relative.to_owned());
            }
        }
        Ok(())
    }
    let mut found = Vec::new();
    if folder.is_dir() {
        visit(folder, folder, &mut found)?;
    }
    found.sort();
    Ok(found)
}

/// Copies one file, making the folders above it.
///
/// # Errors
/// The source cannot be read, or the copy not written.
pub fn copy(from: &Path, to: &Path) -> Result<()> {
    if let Some(parent) = to.parent() {
        fs::create_dir_all(parent).context(parent.display())?;
    }
    fs::copy(from, to).context(format!("copying {}", from.display()))?;
    Ok(())
}

/// Makes a folder hold exactly these files (source, path inside), writing only what differs, so that a
/// server that runs meanwhile never misses one.
///
/// # Errors
/// A file cannot be read, written or removed.
pub fn sync(wanted: &[(PathBuf, PathBuf)], folder: &Path) -> Result<()> {
    for (source, path) in wanted {
        let bytes = fs::read(source).context(source.display())?;
        let target = folder.join(path);
        if fs::read(&target).is_ok_and(|old| old == bytes) {
            continue;
        }
        copy(source, &target)?;
    }
    for path in list(folder)? {
        let listed = path == Path::new(MANIFEST) || wanted.iter().any(|(_, kept)| *kept == path);
        if !listed {
            fs::remove_file(folder.join(&path)).context(path.display())?;
        }
    }
    Ok(())
}

/// Whether the app needs this file when it is offline.
/// The list and the service worker cannot hold themselves; the rest is for developers.
fn kept_offline(url: &str) -> bool {
    !(url == MANIFEST
        || url == "sw.js"
        || url.starts_with("package/")
        || url.starts_with("bench")
        || url.ends_with(".d.ts"))
}

/// Writes `files.json` for a finished site.
///
/// # Errors
/// A file cannot be read, or the list not written.
pub fn write_manifest(dist: &Path) -> Result<()> {
    let mut entries = Vec::new();
    for path in list(dist)? {
        let url = url_of(&path);
        if kept_offline(&url) {
            let bytes = fs::read(dist.join(&path)).context(path.display())?;
            entries.push((url, hash(&bytes)));
        }
    }
    let target = dist.join(MANIFEST);
    fs::write(&target, manifest(&entries)).context(target.display())
}

/// A relative path as a URL: forward slashes.
fn url_of(path: &Path) -> String {
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}

/// The text of `files.json`: the same entries give the same bytes.
fn manifest(entries: &[(String, String)]) -> String {
    let all: String = entries.iter().map(|(url, hash)| format!("{url}\0{hash}\n")).collect();
    let files: Vec<_> = entries.iter().map(|(url, hash)| json!({"url": url, "hash": hash})).collect();
    let list = json!({"version": hash(all.as_bytes()), "files": files});
    format!("{list:#}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(url: &str, hash: &str) -> (String, String) {
        (url.to_owned(), hash.to_owned())
    }

    #[test]
    fn the_version_changes_with_any_file() {
        let one = manifest(&[entry("a.js", "1"), entry("b.js", "2")]);
        assert_eq!(one, manifest(&[entry("a.js", "1"), entry("b.js", "2")]));
        assert_ne!(one, manifest(&[entry("a.js", "1"), entry("b.js", "3")]));
        assert_ne!(one, manifest(&[entry("a.js", "1"), entry("c.js", "2")]));
    }

    #[test]
    fn developers_files_are_not_kept_offline() {
        for url in ["files.json", "sw.js", "package/namesake.js", "bench.html", "engine/namesake_engine.d.ts"] {
            assert!(!kept_offline(url), "{url}");
        }
        for url in ["index.html", "app/namesake_app_bg.wasm", "sample/friends.vcf"] {
            assert!(kept_offline(url), "{url}");
        }
    }
}
