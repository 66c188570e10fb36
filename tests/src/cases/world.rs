//! A memory that holds what a row of `field.jsonl` calls known.

use crate::support::{Card, Session};
use serde_json::Value;

/// The row's input as JSON.
pub(super) fn parse(input: &str) -> Value {
    serde_json::from_str(input).expect("the embedded input is JSON")
}

/// A text of the input.
#[track_caller]
pub(super) fn text<'a>(input: &'a Value, pointer: &str) -> &'a str {
    input.pointer(pointer).and_then(Value::as_str).unwrap_or_else(|| panic!("no text at {pointer}"))
}

/// The texts of a list in the input.
#[track_caller]
pub(super) fn texts<'a>(input: &'a Value, pointer: &str) -> Vec<&'a str> {
    let list = input.pointer(pointer).and_then(Value::as_array).unwrap_or_else(|| panic!("no list at {pointer}"));
    list.iter().filter_map(Value::as_str).collect()
}

/// A memory with a contact card for everything known: UID, name, kind and aliases as the input has them.
pub(super) fn known(input: &Value) -> Session {
    let mut session = Session::new();
    bring(&mut session, input);
    session
}

/// Brings everything known into a memory.
pub(super) fn bring(session: &mut Session, input: &Value) {
    for known in input["known"].as_array().into_iter().flatten() {
        let mut lines: Vec<String> = match known["type"].as_str() {
            Some("person") => vec!["KIND:individual".into()],
            Some("organization") => vec!["KIND:org".into()],
            _ => Vec::new(),
        };
        lines.extend(texts(known, "/aliases").iter().map(|alias| format!("NICKNAME:{alias}")));
        lines.extend(
            known["facts"].as_array().into_iter().flatten().filter_map(Value::as_str).map(|f| format!("NOTE:{f}")),
        );
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        session.cards("known.vcf", &[Card(text(known, "/id"), text(known, "/name"), &lines)]);
    }
    session.organize();
}
