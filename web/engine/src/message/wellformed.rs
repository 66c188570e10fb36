//! Ill-formed UTF-16 is refused at the border: half of a surrogate pair would silently become another character.

use js_sys::{JsString, Object, Reflect};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// A text, with the method that tells it at once.
    type Text;

    #[wasm_bindgen(method, getter, structural, js_name = isWellFormed)]
    fn can_tell(this: &Text) -> JsValue;

    #[wasm_bindgen(method, structural, js_name = isWellFormed)]
    fn is_well_formed(this: &Text) -> bool;
}

thread_local! {
    /// Whether the method is there: browsers before 2023 lack it.
    static CAN_TELL: bool = JsValue::from_str("").unchecked_ref::<Text>().can_tell().is_function();
}

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
        if !is_well_formed(&key) {
            return Some(String::from(&key));
        }
        let child = Reflect::get(value, &key).unwrap_or_default();
        if let Some(rest) = search(&child, depth - 1) {
            let name = String::from(&key);
            let name = if value.is_array() { format!("[{name}]") } else { name };
            let between = if rest.is_empty() || rest.starts_with('[') { "" } else { "." };
            return Some(format!("{name}{between}{rest}"));
        }
    }
    None
}

fn is_well_formed(text: &JsString) -> bool {
    if CAN_TELL.with(|can| *can) { text.unchecked_ref::<Text>().is_well_formed() } else { text.is_valid_utf16() }
}
