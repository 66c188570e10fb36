//! What is remembered outside the memory: that there was one, the space, and how the owner wants this page.
//!
//! `localStorage` may be missing or refuse; then nothing is remembered and everything still works.

use leptos::prelude::*;
use web_sys::Storage;

const HAD_DATA: &str = "namesake:had-data";
const SPACE: &str = "namesake:space";
const SINGLE_KEYS: &str = "namesake:single-keys";
const UNOPPOSED: &str = "namesake:unopposed";

fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

fn read(key: &str) -> Option<String> {
    storage()?.get_item(key).ok().flatten()
}

fn write(key: &str, value: Option<&str>) {
    if let Some(storage) = storage() {
        let _ = match value {
            Some(value) => storage.set_item(key, value),
            None => storage.remove_item(key),
        };
    }
}

/// True if this memory held data: an empty store then means that the browser cleared it.
pub fn had_data() -> bool {
    read(HAD_DATA).is_some()
}

pub fn set_had_data(had: bool) {
    write(HAD_DATA, had.then_some("1"));
}

/// The space that the owner looked at last.
pub fn space() -> String {
    read(SPACE).unwrap_or_else(|| "personal".to_owned())
}

pub fn set_space(space: &str) {
    write(SPACE, Some(space));
}

/// Choices of the owner about this page.
#[derive(Clone, Copy)]
pub struct Settings {
    /// Single keys act. WCAG 2.1.4 wants them to be switched off for those who speak or tremble.
    pub single_keys: RwSignal<bool>,
    /// All questions of one kind that nothing speaks against are offered to be accepted at once.
    pub unopposed: RwSignal<bool>,
}

impl Settings {
    pub fn load() -> Self {
        Self {
            single_keys: RwSignal::new(read(SINGLE_KEYS).as_deref() != Some("off")),
            unopposed: RwSignal::new(read(UNOPPOSED).as_deref() == Some("on")),
        }
    }

    pub fn set_single_keys(self, on: bool) {
        write(SINGLE_KEYS, (!on).then_some("off"));
        self.single_keys.set(on);
    }

    pub fn set_unopposed(self, on: bool) {
        write(UNOPPOSED, on.then_some("on"));
        self.unopposed.set(on);
    }
}
