//! Ill-formed UTF-16 is refused at the border: half of a surrogate pair would silently become another character.

use js_sys::{Function, JsString, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};

/// Deeper than any message.
const DEPTH: u32 = 16;

/// Where in a message the first ill-formed text stands, as a path such as `event.text`.
pub(super) fn first_ill_formed(value: &JsValue) -> Option<String> {
    // What every message has around its arguments is no help to who wrote the call.
    let path = search(value, DEPTH)?;
    Some(path.strip_prefix("call.params.").unwrap_or(&path).to_owned())
}

fn search(value: &JsValue, depth: u32) -> Option<String> {
    if let Some(text) = value.dyn_ref::<JsString>() {
        return (!is_well_formed(text)).then(String::new);
    }
    if depth == 0 || !value.is_object() {
        return None;
    }
    for entry in Object::keys(value.unchecked_ref::<Object>()) {
        let key: JsString = entry.unchecked_into();
        let name = String::from(&key);
        if !is_well_formed(&key) {
            return Some(name);
        }
        let child = Reflect::get(value, &key).unwrap_or_default();
        if let Some(rest) = search(&child, depth - 1) {
            let name = if value.is_array() { format!("[{name}]") } else { name };
            let between = if rest.is_empty() || rest.starts_with('[') { "" } else { "." };
            return Some(format!("{name}{between}{rest}"));
        }
    }
    None
}

fn is_well_formed(text: &JsString) -> bool {
    // Browsers before 2023 lack the method.
    match Reflect::get(text, &"isWellFormed".into()).ok().and_then(|method| method.dyn_into::<Function>().ok()) {
        Some(method) => method.call0(text).is_ok_and(|answer| answer.is_truthy()),
        None => text.is_valid_utf16(),
    }
}
