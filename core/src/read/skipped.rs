//! Counts of what a reader left out on purpose. It must not grow with the number of different names in a file.

use std::collections::BTreeMap;

/// Most names counted one by one.
const NAMES: usize = 100;
/// Longest name that is shown, in characters.
const NAME_CHARS: usize = 40;
/// What further names are counted under.
const OTHERS: &str = "other properties";

/// Counts by property.
#[derive(Debug, Default)]
pub(super) struct Skipped(BTreeMap<String, u32>);

impl Skipped {
    /// Counts one more under `name`.
    pub(super) fn add(&mut self, name: &str) {
        self.add_many(name, 1);
    }

    /// Counts `count` more under `name`.
    pub(super) fn add_many(&mut self, name: &str, count: u32) {
        if count == 0 {
            return;
        }
        let fits = name.len() <= NAME_CHARS && !name.chars().any(char::is_control);
        let shown: String;
        let name = if fits {
            name
        } else {
            shown = name.chars().map(|c| if c.is_control() { ' ' } else { c }).take(NAME_CHARS).collect();
            &shown
        };
        if let Some(known) = self.0.get_mut(name) {
            *known = known.saturating_add(count);
            return;
        }
        let name = if self.0.len() < NAMES { name } else { OTHERS };
        let known = self.0.entry(name.to_owned()).or_default();
        *known = known.saturating_add(count);
    }

    /// Adds what was counted apart.
    pub(super) fn add_all(&mut self, other: &Self) {
        for (name, count) in &other.0 {
            self.add_many(name, *count);
        }
    }

    /// The counts.
    pub(super) fn counts(&self) -> &BTreeMap<String, u32> {
        &self.0
    }
}
