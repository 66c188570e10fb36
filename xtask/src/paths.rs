//! Where things are. Everything hangs from the workspace's root, wherever the task was started.

use std::env;
use std::path::{Path, PathBuf};

/// The workspace's root.
pub fn root() -> PathBuf {
    // `cargo run` sets the first; the second serves a binary that was started by hand.
    let manifest = env::var("CARGO_MANIFEST_DIR").unwrap_or(env!("CARGO_MANIFEST_DIR").to_owned());
    match Path::new(&manifest).parent() {
        Some(parent) => parent.to_owned(),
        None => PathBuf::from("."),
    }
}

/// The built site.
pub fn dist() -> PathBuf {
    root().join("dist")
}

/// Cargo's target folder.
pub fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |folder| root().join(PathBuf::from(folder)))
}

/// What our own build steps keep between runs.
pub fn cache() -> PathBuf {
    target().join("xtask")
}

/// Tools installed for this checkout alone.
pub fn tools() -> PathBuf {
    root().join(".tools")
}

/// The folder of outside test data, where one is at hand.
pub fn data(given: Option<String>) -> Option<PathBuf> {
    match given {
        Some(folder) => Some(PathBuf::from(folder)),
        None => root().parent().map(|parent| parent.join("shared").join("data")).filter(|folder| folder.is_dir()),
    }
}
