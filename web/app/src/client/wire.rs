//! Messages as they cross `postMessage`: plain objects, with a file beside them. Nothing else touches the worker.

use namesake_protocol::{ApiError, Call, ErrorCode, FromEngine};
use serde::Serialize;
use wasm_bindgen::prelude::*;
use web_sys::{Blob, ErrorEvent, MessageEvent, Worker};

use super::{Files, boot};

/// A running engine worker. It ends when this is dropped.
pub struct Engine {
    worker: Worker,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(ErrorEvent)>,
}

impl Engine {
    pub fn start(
        mut on_message: impl FnMut(Result<(FromEngine, Option<Blob>), ApiError>) + 'static,
        mut on_error: impl FnMut(String) + 'static,
    ) -> Result<Self, ApiError> {
        let worker = boot::start_worker().map_err(|error| no_worker(&error))?;
        let on_message = Closure::<dyn FnMut(_)>::new(move |event: MessageEvent| on_message(decode(&event.data())));
        let on_error = Closure::<dyn FnMut(_)>::new(move |event: ErrorEvent| on_error(event.message()));
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        Ok(Self { worker, _on_message: on_message, _on_error: on_error })
    }

    pub fn post(&self, message: &JsValue) {
        // Only a value that cannot be cloned fails here, and calls are plain objects and blobs.
        let _ = self.worker.post_message(message);
    }

    pub fn end(&self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.end();
    }
}

/// `{id, call, file?, files?}`
pub fn encode(id: f64, call: &Call, files: Files<'_>) -> Result<JsValue, ApiError> {
    let call = call
        .serialize(&serde_wasm_bindgen::Serializer::json_compatible())
        .map_err(|error| internal(format!("A call could not be written: {error}")))?;
    let message = js_sys::Object::new();
    let set = |key: &str, value: &JsValue| js_sys::Reflect::set(&message, &key.into(), value);
    let mut written = set("id", &id.into()).and_then(|_| set("call", &call));
    match files {
        Files::None => {}
        Files::One(file) => written = written.and_then(|_| set("file", file)),
        Files::Many(files) => {
            let list = js_sys::Array::new();
            for (_, file) in files {
                list.push(file.as_ref().map_or(&JsValue::NULL, AsRef::as_ref));
            }
            written = written.and_then(|_| set("files", &list));
        }
    }
    written.map_err(|_| internal("A call could not be written.".to_owned()))?;
    Ok(message.into())
}

fn decode(data: &JsValue) -> Result<(FromEngine, Option<Blob>), ApiError> {
    let file = js_sys::Reflect::get(data, &"file".into()).ok().and_then(|file| file.dyn_into::<Blob>().ok());
    serde_wasm_bindgen::from_value(data.clone())
        .map(|message| (message, file))
        .map_err(|error| internal(format!("The engine said something that this page cannot read: {error}")))
}

fn internal(message: String) -> ApiError {
    ApiError::new(ErrorCode::Internal, message, "Reload the page. If it happens again, report this message.")
}

fn no_worker(error: &JsValue) -> ApiError {
    let detail = error.dyn_ref::<js_sys::Error>().map(|error| String::from(error.message())).unwrap_or_default();
    ApiError::new(
        ErrorCode::Internal,
        format!("The engine worker could not be started. {detail}"),
        "Reload the page, or use a current browser.",
    )
}
