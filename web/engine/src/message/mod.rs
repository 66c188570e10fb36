//! Messages as plain JavaScript objects: reading those of a page, and writing ours.
//!
//! A page is not trusted to send what the types say. What does not fit is refused with the argument's name.

mod bounds;
mod fault;
mod reader;
mod wellformed;

use js_sys::{Array, JSON, Reflect};
use namesake_protocol::{ApiError, Call, ErrorCode, FromEngine, ToEngine};
use reader::Reader;
use serde::Deserialize;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Blob;

/// A call as it came.
#[derive(Debug)]
pub(crate) struct Incoming {
    pub(crate) message: ToEngine,
    pub(crate) file: Option<Blob>,
    /// Several; none in the place of one that could not be opened.
    pub(crate) files: Vec<Option<Blob>>,
}

/// Reads a message of a page. On failure the id it may have had comes beside the error.
pub(crate) fn read(value: &JsValue) -> Result<Incoming, (f64, ApiError)> {
    let id = Reflect::get(value, &"id".into()).ok().and_then(|id| id.as_f64()).unwrap_or(-1.0);
    if let Some(path) = wellformed::first_ill_formed(value) {
        let message = format!("The text in `{path}` is not well-formed Unicode: it holds half of a surrogate pair.");
        return Err((id, ApiError::new(ErrorCode::BadText, message, "Give whole characters.")));
    }
    let call = parse(value).map_err(|sentence| (id, bad_argument(&sentence)))?;
    let file = Reflect::get(value, &"file".into()).ok().and_then(|file| file.dyn_into().ok());
    let files = Reflect::get(value, &"files".into()).ok().and_then(|files| files.dyn_into::<Array>().ok());
    let files = files.iter().flat_map(Array::iter).map(|file| file.dyn_into().ok()).collect();
    Ok(Incoming { message: ToEngine { id, call }, file, files })
}

fn parse(value: &JsValue) -> Result<Call, String> {
    if !Reflect::get(value, &"id".into()).is_ok_and(|id| id.as_f64().is_some()) {
        return Err("This is no message to Namesake: its id must be a number.".to_owned());
    }
    let call = Reflect::get(value, &"call".into()).unwrap_or_default();
    let call = Call::deserialize(Reader(call)).map_err(|fault| fault.sentence())?;
    bounds::exceeded(&call).map_or(Ok(call), Err)
}

/// A message of ours; `file` goes beside it.
pub(crate) fn write(message: &FromEngine, file: Option<&Blob>) -> JsValue {
    // One text crosses the border instead of each property by itself.
    let text = serde_json::to_string(message).unwrap_or_default();
    let object = JSON::parse(&text).unwrap_or_default();
    if let Some(file) = file {
        let _ = Reflect::set(&object, &"file".into(), file);
    }
    object
}

pub(crate) fn bad_argument(message: &str) -> ApiError {
    ApiError::new(ErrorCode::BadArgument, message, "Correct the argument and call again.")
}
