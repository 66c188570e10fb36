//! The keyboard: one listener that turns keys into actions.
//!
//! Single keys act only outside text fields and dialogs, and only while they are switched on; `Ctrl K` always acts.

use std::time::Duration;

use leptos::prelude::*;
use namesake_protocol::Verdict;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent};

use crate::store::action::Action;
use crate::store::{App, Dialog};

/// How long `g` waits for its second key.
const SECOND_KEY: Duration = Duration::from_millis(1500);

/// Listens for the life of the page.
pub fn listen(app: App) {
    let after_g = StoredValue::new(0_u32);
    let handle = window_event_listener(leptos::ev::keydown, move |event| {
        if let Some(action) = action(app, &event, after_g) {
            event.prevent_default();
            action.run(app);
        }
    });
    on_cleanup(move || handle.remove());
}

fn target(event: &KeyboardEvent) -> Option<Element> {
    event.target()?.dyn_into().ok()
}

/// True where letters are written.
fn takes_text(element: &Element) -> bool {
    element
        .matches("input:not([type=checkbox]):not([type=radio]):not([type=file]), textarea, select, [contenteditable]")
        .unwrap_or(false)
}

/// True where Space already does something. On a link it would only scroll.
fn takes_space(element: &Element) -> bool {
    element.matches("button, summary, input, label, [tabindex='0']").unwrap_or(false)
}

fn action(app: App, event: &KeyboardEvent, after_g: StoredValue<u32>) -> Option<Action> {
    if event.is_composing() || event.default_prevented() {
        return None;
    }
    let key = event.key();
    if (event.ctrl_key() || event.meta_key()) && !event.alt_key() && key.eq_ignore_ascii_case("k") {
        event.prevent_default();
        return match app.dialog.get_untracked() {
            // What is decided on many is confirmed or left first.
            Some(Dialog::Many) => None,
            Some(Dialog::Palette) => {
                app.dialog.set(None);
                None
            }
            _ => Some(Action::Palette),
        };
    }
    let element = target(event);
    if app.dialog.get_untracked().is_some() || event.ctrl_key() || event.meta_key() || event.alt_key() {
        return None;
    }
    if let Some(field) = element.as_ref().filter(|element| takes_text(element)) {
        // Out of the field first; the next one goes back.
        if let (true, Some(field)) = (key == "Escape", field.dyn_ref::<HtmlElement>()) {
            let _ = field.blur();
        }
        return None;
    }
    if key == "Escape" {
        return Some(Action::Back);
    }
    if !app.settings.single_keys.get_untracked() || event.repeat() && !matches!(key.as_str(), "j" | "k") {
        return None;
    }
    if after_g.get_value() > 0 {
        after_g.set_value(0);
        return match key.as_str() {
            "i" => Some(Action::GoInbox),
            "e" => Some(Action::GoEntities),
            "s" => Some(Action::GoSources),
            "f" => Some(Action::GoShortForms),
            "p" => Some(Action::GoPredicates),
            "h" => Some(Action::GoHistory),
            "l" => Some(Action::GoSnoozed),
            "m" => Some(Action::GoImport),
            _ => None,
        };
    }
    match key.as_str() {
        "j" => Some(Action::Next),
        "k" => Some(Action::Previous),
        "a" => Some(Action::Accept),
        "x" => Some(Action::Reject),
        "u" => Some(Action::CantTell),
        "s" => Some(Action::Snooze),
        "n" => Some(Action::SomeoneNew),
        "r" => Some(Action::Refresh),
        "z" => Some(Action::Undo),
        "/" => Some(Action::Search),
        "?" => Some(Action::Help),
        " " if !element.as_ref().is_some_and(takes_space) => {
            untrack(|| Action::Tick.available(app)).then_some(Action::Tick)
        }
        "*" => Some(Action::TickAll),
        "A" if event.shift_key() => Some(Action::Many(Verdict::Accept)),
        "X" if event.shift_key() => Some(Action::Many(Verdict::Reject)),
        "U" if event.shift_key() => Some(Action::Many(Verdict::CantTell)),
        "S" if event.shift_key() => Some(Action::Many(Verdict::Snooze)),
        "g" => {
            let turn = js_sys::Math::random().mul_add(1e6, 1.0);
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            let turn = turn as u32;
            after_g.set_value(turn);
            set_timeout(
                move || {
                    if after_g.get_value() == turn {
                        after_g.set_value(0);
                    }
                },
                SECOND_KEY,
            );
            None
        }
        digit => digit.parse::<usize>().ok().filter(|number| (1..=9).contains(number)).map(Action::Choose),
    }
}
