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
    let culprit = culprit(&params, &embed, &gist(complaint));
    let complaint = complaint.trim_start_matches("Error: ");
    match culprit {
        Some(path) => format!("The argument `{path}` does not fit: {complaint}."),
        None if get(&call, "method").is_string() => format!("The call does not fit: {complaint}."),
        None => format!("This is no message to Namesake: {complaint}."),
    }
}

fn culprit(value: &JsValue, embed: &dyn Fn(&JsValue) -> JsValue, complaint: &str) -> Option<String> {
    if !value.is_object() {
        return None;
    }
    // Serde stops at the first fault. Items of an array are read in order, so that spoiling one before the culprit
    // brings another complaint, and one behind it none: the last one that counts is it.
    let mut keys: Vec<String> =
        Object::keys(value.unchecked_ref::<Object>()).iter().filter_map(|key| key.as_string()).collect();
    keys.reverse();
    for key in keys {
        let still = parse(&embed(&without(value, &key))).err();
        if still.map(|still| gist(&still)).as_deref() == Some(complaint) {
            continue;
        }
        let deeper = culprit(&get(value, &key), &|child| embed(&with(value, &key, child)), complaint);
        return Some(deeper.map_or_else(|| key.clone(), |rest| format!("{key}.{rest}")));
    }
    None
}

/// A complaint without the value that it may show, of which a part may be missing now.
fn gist(complaint: &str) -> String {
    match (complaint.find("JsValue("), complaint.rfind(')')) {
        (Some(from), Some(to)) if from < to => format!("{}{}", &complaint[..from], &complaint[to..]),
        _ => complaint.to_owned(),
    }
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

/// A shallow copy without `key`; of an array, with a hole in its place.
fn without(value: &JsValue, key: &str) -> JsValue {
    if value.is_array() {
        return with(value, key, &JsValue::UNDEFINED);
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
