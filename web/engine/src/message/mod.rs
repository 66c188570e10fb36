//! Messages as plain JavaScript objects: reading those of a page, and writing ours.
//!
//! A page is not trusted to send what the types say. What does not fit is refused with the argument's name.

mod blame;
mod wellformed;

use js_sys::Reflect;
use namesake_protocol::{ApiError, ErrorCode, FromEngine, ToEngine};
use serde::Serialize;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Blob;

/// A call as it came.
#[derive(Debug)]
pub(crate) struct Incoming {
    pub(crate) message: ToEngine,
    pub(crate) file: Option<Blob>,
}

/// Reads a message of a page. On failure the id it may have had comes beside the error.
pub(crate) fn read(value: &JsValue) -> Result<Incoming, (f64, ApiError)> {
    let id = Reflect::get(value, &"id".into()).ok().and_then(|id| id.as_f64()).unwrap_or(-1.0);
    if let Some(path) = wellformed::first_ill_formed(value) {
        let message = format!("The text in `{path}` is not well-formed Unicode: it holds half of a surrogate pair.");
        return Err((id, ApiError::new(ErrorCode::BadText, message, "Give whole characters.")));
    }
    match parse(value) {
        Ok(message) => {
            let file = Reflect::get(value, &"file".into()).ok().and_then(|file| file.dyn_into().ok());
            Ok(Incoming { message, file })
        }
        Err(error) => Err((id, bad_argument(&blame::explain(value, &error)))),
    }
}

fn parse(value: &JsValue) -> Result<ToEngine, String> {
    serde_wasm_bindgen::from_value(value.clone()).map_err(|error| error.to_string())
}

/// A message of ours; `file` goes beside it.
pub(crate) fn write(message: &FromEngine, file: Option<&Blob>) -> JsValue {
    let serializer = serde_wasm_bindgen::Serializer::json_compatible();
    let object = message.serialize(&serializer).unwrap_or_default();
    if let Some(file) = file {
        let _ = Reflect::set(&object, &"file".into(), file);
    }
    object
}

pub(crate) fn bad_argument(message: &str) -> ApiError {
    ApiError::new(ErrorCode::BadArgument, message, "Correct the argument and call again.")
}
