//! A panic ends this instance: pages are told, and never call it again.

use js_sys::Function;
use namesake_protocol::FromEngine;
use std::cell::{Cell, RefCell};
use std::sync::Once;
use wasm_bindgen::JsValue;

thread_local! {
    static LISTENERS: RefCell<Vec<Function>> = const { RefCell::new(Vec::new()) };
    static PANICKED: Cell<bool> = const { Cell::new(false) };
}

/// Tells this function when the instance panics.
pub(super) fn watch(post: &Function) {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            tell(&info.to_string());
            before(info);
        }));
    });
    LISTENERS.with_borrow_mut(|listeners| listeners.push(post.clone()));
}

/// No longer tells it.
pub(super) fn forget(post: &Function) {
    LISTENERS.with_borrow_mut(|listeners| listeners.retain(|listener| listener != post));
}

fn tell(message: &str) {
    // A panic inside the telling must not tell again.
    if PANICKED.replace(true) {
        return;
    }
    let message = crate::message::write(&FromEngine::CoreStopped { message: message.to_owned() }, None);
    LISTENERS.with(|listeners| {
        for listener in listeners.try_borrow().iter().flat_map(|listeners| listeners.iter()) {
            let _ = listener.call1(&JsValue::UNDEFINED, &message);
        }
    });
}
