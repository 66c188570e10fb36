//! What a screen reader is told: one polite and one assertive region, so that messages never compete.

use leptos::prelude::*;

/// The two regions' texts.
#[derive(Clone, Copy)]
pub struct Live {
    pub polite_text: RwSignal<String>,
    pub assertive_text: RwSignal<String>,
}

impl Live {
    pub fn new() -> Self {
        Self { polite_text: RwSignal::default(), assertive_text: RwSignal::default() }
    }

    /// Said when there is a pause.
    pub fn polite(self, text: impl Into<String>) {
        say(self.polite_text, text.into());
    }

    /// Said at once.
    pub fn assertive(self, text: impl Into<String>) {
        say(self.assertive_text, text.into());
    }
}

/// The same words twice are said twice: an invisible difference makes the region change.
fn say(region: RwSignal<String>, text: String) {
    region.update(|now| *now = if *now == text { format!("{text}\u{a0}") } else { text });
}
