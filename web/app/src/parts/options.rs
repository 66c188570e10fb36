//! Moving among the options of a list by arrow keys, while the focus stays in the text field above: as the ARIA pattern of a
//! combobox wants it.

use leptos::prelude::*;

use super::focus;

/// Which option is active.
#[derive(Clone, Copy)]
pub struct Options {
    at: RwSignal<usize>,
    /// The id of the list; options are called after it.
    list: &'static str,
}

/// What a key did.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Pressed {
    /// Nothing; it means something else.
    Nothing,
    Moved,
    /// The option at this place was chosen.
    Chosen(usize),
}

impl Options {
    pub fn new(list: &'static str) -> Self {
        Self { at: RwSignal::new(0), list }
    }

    /// The first option is active again.
    pub fn reset(self) {
        self.at.set(0);
    }

    /// Takes a key, with so many options to choose from.
    pub fn press(self, key: &str, count: usize) -> Pressed {
        let last = count.saturating_sub(1);
        let at = self.at.get_untracked().min(last);
        match key {
            "ArrowDown" => self.at.set(if at >= last { 0 } else { at + 1 }),
            "ArrowUp" => self.at.set(if at == 0 { last } else { at - 1 }),
            "Enter" => return if count > 0 { Pressed::Chosen(at) } else { Pressed::Nothing },
            _ => return Pressed::Nothing,
        }
        focus::reveal("[role='option'][aria-selected='true']");
        Pressed::Moved
    }

    /// True if the option at this place is active. Tracks it.
    pub fn is_at(self, index: usize) -> bool {
        self.at.get() == index
    }

    /// The id of the option at a place.
    pub fn id(self, index: usize) -> String {
        format!("{}-{index}", self.list)
    }

    /// For `aria-activedescendant`, with so many options to choose from. Tracks what is active.
    pub fn active(self, count: usize) -> Option<String> {
        (count > 0).then(|| self.id(self.at.get().min(count - 1)))
    }
}
