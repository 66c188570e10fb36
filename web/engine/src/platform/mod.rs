//! What the engine asks of the browser besides IndexedDB: time, randomness, timers, locks, promises about storage.
//!
//! All of it works in a page and in a worker. Nothing here knows about memories.

mod locks;
mod storage;
mod zone;

pub(crate) use locks::{Guard, Patience, acquire};
pub(crate) use storage::{persist, storage_truth};
pub(crate) use zone::zone;

use futures::channel::oneshot;
use js_sys::{Array, Function, Promise, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = crypto, js_name = getRandomValues, catch)]
    fn get_random_values(array: &Uint8Array) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_name = setTimeout)]
    fn set_timeout(callback: &Function, delay: i32) -> JsValue;

    #[wasm_bindgen(js_name = clearTimeout)]
    fn clear_timeout(timer: &JsValue);
}

/// Milliseconds since 1970.
pub(crate) fn now() -> f64 {
    js_sys::Date::now()
}

/// Fresh random bytes; none if the browser offers none, which no supported one does.
pub(crate) fn seed() -> Option<[u8; 32]> {
    let array = Uint8Array::new_with_length(32);
    get_random_values(&array).ok()?;
    let mut seed = [0; 32];
    array.copy_to(&mut seed);
    Some(seed)
}

/// A timer that is cleared when dropped.
pub(crate) struct Sleep {
    timer: JsValue,
    done: oneshot::Receiver<()>,
    _callback: Closure<dyn FnMut()>,
}

/// Waits.
pub(crate) fn sleep(milliseconds: i32) -> Sleep {
    let (sender, done) = oneshot::channel();
    let mut sender = Some(sender);
    let callback = Closure::<dyn FnMut()>::new(move || {
        if let Some(sender) = sender.take() {
            let _ = sender.send(());
        }
    });
    let timer = set_timeout(callback.as_ref().unchecked_ref(), milliseconds);
    Sleep { timer, done, _callback: callback }
}

impl Future for Sleep {
    type Output = ();

    fn poll(mut self: std::pin::Pin<&mut Self>, context: &mut std::task::Context<'_>) -> std::task::Poll<()> {
        std::pin::Pin::new(&mut self.done).poll(context).map(|_| ())
    }
}

impl Drop for Sleep {
    fn drop(&mut self) {
        clear_timeout(&self.timer);
    }
}

/// Lets waiting messages in. A timer would do too, but browsers stretch repeated ones to 4 ms.
pub(crate) async fn breathe() {
    let Ok(channel) = web_sys::MessageChannel::new() else { return sleep(0).await };
    let (sender, done) = oneshot::channel();
    let callback = Closure::once(move |_: JsValue| {
        let _ = sender.send(());
    });
    let port = channel.port1();
    port.set_onmessage(Some(callback.as_ref().unchecked_ref()));
    if channel.port2().post_message(&JsValue::NULL).is_ok() {
        let _ = done.await;
    }
    port.close();
}

/// A property of `navigator`; `undefined` where there is none.
fn navigator(name: &str) -> JsValue {
    let navigator = Reflect::get(&js_sys::global(), &"navigator".into()).unwrap_or_default();
    Reflect::get(&navigator, &name.into()).unwrap_or_default()
}

/// Calls a method that answers a promise, if it is there.
fn call(object: &JsValue, method: &str, arguments: &Array) -> Option<Promise> {
    let function = Reflect::get(object, &method.into()).ok()?;
    Reflect::apply(function.dyn_ref::<Function>()?, object, arguments).ok()?.dyn_into().ok()
}
