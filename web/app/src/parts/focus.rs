//! Moving the focus and what is in sight.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, ScrollIntoViewOptions, ScrollLogicalPosition};

/// Focuses the first element that fits.
pub fn first(selector: &str) {
    if let Some(element) = find(selector) {
        let _ = element.focus();
    }
}

fn find(selector: &str) -> Option<HtmlElement> {
    document().query_selector(selector).ok().flatten()?.dyn_into().ok()
}

/// Focuses the one `by` places after the focused one among the elements that fit; the first if none is focused.
pub fn step(selector: &str, by: isize) {
    let Ok(list) = document().query_selector_all(selector) else { return };
    let all: Vec<HtmlElement> =
        (0..list.length()).filter_map(|index| list.get(index)).filter_map(|node| node.dyn_into().ok()).collect();
    let active = document().active_element();
    let at = all.iter().position(|element| active.as_ref().is_some_and(|active| element.is_same_node(Some(active))));
    let to = match at {
        Some(at) => at.checked_add_signed(by),
        None => Some(0),
    };
    if let Some(element) = to.and_then(|to| all.get(to)) {
        let _ = element.focus();
    }
}

/// Brings the element in sight after the next drawing, by the shortest way.
pub fn reveal(selector: &'static str) {
    request_animation_frame(move || {
        if let Some(element) = find(selector) {
            let options = ScrollIntoViewOptions::new();
            options.set_block(ScrollLogicalPosition::Nearest);
            element.scroll_into_view_with_scroll_into_view_options(&options);
        }
    });
}

/// Focuses the element after the next drawing.
pub fn later(selector: &'static str) {
    request_animation_frame(move || first(selector));
}

/// Focuses the row on show after the next drawing, else the first one, else the list that has none left.
pub fn row_later() {
    request_animation_frame(|| {
        if let Some(element) = find(".row[aria-current]").or_else(|| find(".row")).or_else(|| find(".rows")) {
            let _ = element.focus();
        }
    });
}

/// What has the focus, unless it is the page itself.
pub fn active() -> Option<HtmlElement> {
    let element: HtmlElement = document().active_element()?.dyn_into().ok()?;
    (element.tag_name() != "BODY").then_some(element)
}

/// An attribute of what has the focus, if that fits.
pub fn value_of(selector: &str, attribute: &str) -> Option<String> {
    active().filter(|element| element.matches(selector).unwrap_or(false))?.get_attribute(attribute)
}

/// Gives the focus back to what had it, after the next drawing; if that is gone, to the title of the form.
pub fn back(to: Option<HtmlElement>) {
    request_animation_frame(move || match to.filter(|element| element.is_connected()) {
        Some(element) => drop(element.focus()),
        None => first("#form-title"),
    });
}

/// Focuses the element after the next drawing, unless something else has the focus by then.
pub fn if_lost(selector: impl AsRef<str> + 'static) {
    request_animation_frame(move || {
        if active().is_none() {
            first(selector.as_ref());
        }
    });
}

/// Draws something anew; what has the focus and is drawn anew with the same id has it again.
pub fn kept(draw: impl FnOnce()) {
    let id = active().map(|element| element.id()).filter(|id| !id.is_empty());
    draw();
    if let Some(id) = id {
        if_lost(format!("#{id}"));
    }
}
