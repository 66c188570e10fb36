//! Which argument of a refused call is to blame.
//!
//! Serde says what is wrong, but not where. The culprit is the property without which the complaint is another one.
//! This runs only for calls that failed.

use super::parse;
use js_sys::{Array, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};

/// The complaint in words, with the argument's path.
pub(super) fn explain(message: &JsValue, complaint: &str) -> String {
    let call = get(message, "call");
    let params = get(&call, "params");
    let embed = |params: &JsValue| with(message, "call", &with(&call, "params", params));
    match culprit(&params, &embed, complaint) {
        Some(path) => format!("The argument `{path}` does not fit: {complaint}."),
        None if get(&call, "method").is_string() => format!("The call does not fit: {complaint}."),
        None => format!("This is no message to Namesake: {complaint}."),
    }
}

fn culprit(value: &JsValue, embed: &dyn Fn(&JsValue) -> JsValue, complaint: &str) -> Option<String> {
    if !value.is_object() {
        return None;
    }
    for key in Object::keys(value.unchecked_ref::<Object>()).iter().filter_map(|key| key.as_string()) {
        let still = parse(&embed(&without(value, &key))).err();
        if still.as_deref() == Some(complaint) {
            continue;
        }
        let deeper = culprit(&get(value, &key), &|child| embed(&with(value, &key, child)), complaint);
        return Some(deeper.map_or_else(|| key.clone(), |rest| format!("{key}.{rest}")));
    }
    None
}

fn get(value: &JsValue, key: &str) -> JsValue {
    Reflect::get(value, &key.into()).unwrap_or_default()
}

/// A shallow copy in which `key` is `child`.
fn with(value: &JsValue, key: &str, child: &JsValue) -> JsValue {
    let copy = copy(value);
    let _ = Reflect::set(&copy, &key.into(), child);
    copy
}

/// A shallow copy without `key`; of an array, without that item.
fn without(value: &JsValue, key: &str) -> JsValue {
    if let Some(array) = value.dyn_ref::<Array>() {
        let others = array.iter().enumerate().filter(|(index, _)| index.to_string() != key);
        return others.map(|(_, item)| item).collect::<Array>().into();
    }
    let copy = copy(value);
    let _ = Reflect::delete_property(copy.unchecked_ref::<Object>(), &key.into());
    copy
}

fn copy(value: &JsValue) -> JsValue {
    match value.dyn_ref::<Array>() {
        Some(array) => array.slice(0, array.length()).into(),
        None => Object::assign(&Object::new(), value.unchecked_ref::<Object>()).into(),
    }
}
