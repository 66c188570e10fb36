//! What is remembered outside the memory: that there was one, the space, when it was exported, and how the owner wants this page.
//!
//! `localStorage` may be missing or refuse; then nothing is remembered and everything still works.

use std::collections::BTreeMap;

use leptos::prelude::*;
use web_sys::Storage;

const HAD_DATA: &str = "namesake:had-data";
const SPACE: &str = "namesake:space";
const SINGLE_KEYS: &str = "namesake:single-keys";
const UNOPPOSED: &str = "namesake:unopposed";
const EXPORTED: &str = "namesake:exported";

/// So many decisions since the last export are worth another one.
const DECISIONS: u32 = 50;
/// So long after the last export any decision is, in milliseconds.
const WHILE: f64 = 30.0 * 86_400_000.0;

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

/// The last export.
#[derive(Clone, Debug, PartialEq)]
pub struct Exported {
    /// When, in milliseconds since 1970.
    pub at: f64,
    /// How many decisions there were then, by space.
    pub decided: BTreeMap<String, u32>,
}

impl Exported {
    /// Reads what [`Self::write`] wrote; none if it is something else.
    pub fn read(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        let at = lines.next()?.parse().ok()?;
        let of_space = |line: &str| {
            let (decided, space) = line.split_once(' ')?;
            Some((space.to_owned(), decided.parse().ok()?))
        };
        Some(Self { at, decided: lines.map(of_space).collect::<Option<_>>()? })
    }

    /// As text: the time, then a line with number and name for each space.
    pub fn write(&self) -> String {
        let spaces = self.decided.iter().map(|(space, decided)| format!("\n{decided} {space}"));
        self.at.to_string() + &spaces.collect::<String>()
    }
}

/// How many decisions of a space are in no export, if they are so many, or so old, that the owner should be reminded.
pub fn unexported(last: Option<&Exported>, space: &str, decided: u32, now: f64) -> Option<u32> {
    let exported = last.and_then(|last| last.decided.get(space)).copied().unwrap_or_default();
    let since = decided.saturating_sub(exported);
    let is_long = last.is_some_and(|last| now - last.at >= WHILE);
    (since >= DECISIONS || (since > 0 && is_long)).then_some(since)
}

/// Choices of the owner about this page.
#[derive(Clone, Copy)]
pub struct Settings {
    /// Single keys act. WCAG 2.1.4 wants them to be switched off for those who speak or tremble.
    pub single_keys: RwSignal<bool>,
    /// All questions of one kind that nothing speaks against are offered to be accepted at once.
    pub unopposed: RwSignal<bool>,
    /// The last export from this browser.
    pub exported: RwSignal<Option<Exported>>,
}

impl Settings {
    pub fn load() -> Self {
        Self {
            single_keys: RwSignal::new(read(SINGLE_KEYS).as_deref() != Some("off")),
            unopposed: RwSignal::new(read(UNOPPOSED).as_deref() == Some("on")),
            exported: RwSignal::new(read(EXPORTED).as_deref().and_then(Exported::read)),
        }
    }

    pub fn set_single_keys(self, on: bool) {
        write(SINGLE_KEYS, (!on).then_some("off"));
        self.single_keys.set(on);
    }

    /// Everything was exported, with so many decisions in each space; or, where the memory is another one, nothing was.
    pub fn set_exported(self, decided: Option<BTreeMap<String, u32>>) {
        let exported = decided.map(|decided| Exported { at: js_sys::Date::now(), decided });
        write(EXPORTED, exported.as_ref().map(Exported::write).as_deref());
        self.exported.set(exported);
    }

    pub fn set_unopposed(self, on: bool) {
        write(UNOPPOSED, on.then_some("on"));
        self.unopposed.set(on);
    }
}
