//! Web Locks: so that tabs take turns. Nothing relies on them for safety; the journal's head check does that.

use super::{call, navigator, sleep};
use futures::channel::oneshot;
use futures::future::{Either, select};
use js_sys::{Array, Object, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, future_to_promise, spawn_local};

/// A held lock; dropping it lets the next one in.
pub(crate) struct Guard(#[allow(dead_code)] Option<oneshot::Sender<()>>);

/// How long to wait for a lock that somebody else holds.
#[derive(Clone, Copy)]
pub(crate) enum Patience {
    /// Not at all.
    None,
    /// At most this many milliseconds.
    Milliseconds(i32),
}

/// Takes a lock. `None` if somebody else kept it; where the browser has no locks, everybody gets them.
pub(crate) async fn acquire(name: &str, patience: Patience) -> Option<Guard> {
    let locks = navigator("locks");
    if locks.is_undefined() || locks.is_null() {
        return Some(Guard(None));
    }
    let (told, held) = oneshot::channel();
    let (release, released) = oneshot::channel::<()>();
    let callback = Closure::once_into_js(move |lock: JsValue| -> Promise {
        let _ = told.send(!lock.is_null());
        future_to_promise(async move {
            let _ = released.await;
            Ok(JsValue::UNDEFINED)
        })
    });
    let options = Object::new();
    let stop = web_sys::AbortController::new().ok();
    match (patience, &stop) {
        (Patience::None, _) => set(&options, "ifAvailable", &JsValue::TRUE),
        (Patience::Milliseconds(_), Some(stop)) => set(&options, "signal", &stop.signal()),
        (Patience::Milliseconds(_), None) => {}
    }
    let arguments = Array::of3(&name.into(), &options, &callback);
    let Some(request) = call(&locks, "request", &arguments) else { return Some(Guard(None)) };
    // The promise settles once the lock is released, or the request given up.
    spawn_local(async move {
        let _ = JsFuture::from(request).await;
    });
    let Patience::Milliseconds(most) = patience else {
        return held.await.unwrap_or(false).then_some(Guard(Some(release)));
    };
    match select(held, sleep(most)).await {
        Either::Left((held, _)) => held.unwrap_or(false).then_some(Guard(Some(release))),
        Either::Right(_) => {
            if let Some(stop) = stop {
                stop.abort();
            }
            None
        }
    }
}

fn set(options: &Object, name: &str, value: &JsValue) {
    let _ = Reflect::set(options, &name.into(), value);
}
