//! What the engine asks of the browser besides storage: time, randomness, timers, locks, storage estimates.
//!
//! All of it works in a page and in a worker. Nothing here knows about memories.

use futures::channel::oneshot;
use js_sys::{Function, Promise, Reflect, Uint8Array};
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
pub fn now() -> i64 {
    js_sys::Date::now() as i64
}

/// Fresh random bytes.
///
/// # Errors
/// The browser offers none, which no supported one does.
pub fn seed() -> Result<[u8; 32], JsValue> {
    let array = Uint8Array::new_with_length(32);
    get_random_values(&array)?;
    let mut seed = [0; 32];
    array.copy_to(&mut seed);
    Ok(seed)
}

/// A timer that is cleared when dropped.
pub struct Sleep {
    timer: JsValue,
    done: oneshot::Receiver<()>,
    _callback: Closure<dyn FnMut()>,
}

/// Waits.
pub fn sleep(milliseconds: i32) -> Sleep {
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

/// A property of the global object's `navigator`; `undefined` where there is none.
pub(crate) fn navigator(name: &str) -> JsValue {
    let navigator = Reflect::get(&js_sys::global(), &"navigator".into()).unwrap_or_default();
    Reflect::get(&navigator, &name.into()).unwrap_or_default()
}

/// Calls a method that answers a promise, if it is there.
pub(crate) fn call(object: &JsValue, method: &str, arguments: &js_sys::Array) -> Option<Promise> {
    let function = Reflect::get(object, &method.into()).ok()?;
    Reflect::apply(function.dyn_ref::<Function>()?, object, arguments).ok()?.dyn_into().ok()
}
