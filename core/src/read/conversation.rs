//! Messages from JSON Lines: one object a line, `{"speaker", "text", "time"}`.
//!
//! `text` is required. `speaker`, `time` and a conversation id (`conversation`, `conversation_id`, `session` or
//! `session_id`, the first of these that is there) may be missing or null. Other fields are counted and left out.
//! It must not look inside a text, and must not join lines: a bad one costs only itself.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Number;

use super::lines::Place;
use super::skipped::Skipped;
use super::window::Window;
use super::{Item, LINE_MAX, Message, Refused, SPEAKER_MAX, TEXT_MAX, Zone, is_visible, time};

/// Fields that hold a conversation id, in order of precedence.
const CONVERSATION: [&str; 4] = ["conversation", "conversation_id", "session", "session_id"];

/// Why a line was refused: code and sentence.
type Refusal = (&'static str, String);

/// The message of the line at `place`, if it has one, and the place after it.
pub(super) fn next_message(
    bytes: &Window,
    place: Place,
    zone: Option<&Zone>,
    skipped: &mut Skipped,
) -> (Option<Result<Item, Refused>>, Place) {
    let Some((line, next)) = place.line_of(bytes) else { return (None, place) };
    if line.trim_ascii().is_empty() {
        return (None, next);
    }
    let item = match read_line(line, zone, skipped) {
        Ok(None) => None,
        Ok(Some(message)) => Some(Ok(Item::Message(Message { line: place.line, ..message }))),
        Err((code, reason)) => Some(Err(Refused::new(place.line, code, reason, line))),
    };
    (item, next)
}

/// The message of a line, without its number. `None` if the line says nothing and that was counted.
fn read_line(line: &[u8], zone: Option<&Zone>, skipped: &mut Skipped) -> Result<Option<Message>, Refusal> {
    if line.len() > LINE_MAX {
        return Err(("line_too_long", format!("The line is longer than {} MB.", LINE_MAX >> 20)));
    }
    let Ok(line) = std::str::from_utf8(line) else {
        return Err(("bad_text", "The line is not UTF-8. Save the file as UTF-8 and import it again.".into()));
    };
    let fields: Fields = serde_json::from_str(line).map_err(|error| json_refusal(line, &error))?;
    let text = match fields.text {
        None | Some(Scalar::Null) => return Err(("missing_text", "The message has no “text”.".into())),
        Some(Scalar::Text(text)) => text,
        Some(other) => return Err(wrong_type("text", "a string", &other)),
    };
    if text.len() > TEXT_MAX {
        return Err(("text_too_long", format!("The text is longer than {} MB.", TEXT_MAX >> 20)));
    }
    let speaker = match fields.speaker {
        None | Some(Scalar::Null) => None,
        Some(Scalar::Text(speaker)) => checked_speaker(speaker)?,
        Some(other) => return Err(wrong_type("speaker", "a string", &other)),
    };
    let time = read_time(fields.time)?;
    let (conversation, unused_ids) = read_conversation(fields.conversation)?;

    for name in &fields.others {
        skipped.add(&format!("field “{name}”"));
    }
    for name in unused_ids {
        skipped.add(&format!("field “{name}”"));
    }
    if !is_visible(&text) {
        skipped.add("empty text");
        return Ok(None);
    }
    let (time, clock) = time.map(|time| time.within(zone, skipped)).unzip();
    let clock = clock.flatten();
    Ok(Some(Message { speaker, text, time, clock, conversation, ..Message::default() }))
}

fn checked_speaker(speaker: String) -> Result<Option<String>, Refusal> {
    if speaker.is_empty() {
        return Ok(None);
    }
    if longer_than(&speaker, SPEAKER_MAX) {
        return Err(("speaker_too_long", format!("The speaker's name is longer than {SPEAKER_MAX} characters.")));
    }
    if !is_visible(&speaker) {
        return Err(("no_visible_name", "The speaker's name holds only invisible characters.".into()));
    }
    Ok(Some(speaker))
}

fn read_time(value: Option<Scalar>) -> Result<Option<time::Time>, Refusal> {
    let time = match value {
        None | Some(Scalar::Null) => return Ok(None),
        Some(Scalar::Text(text)) => time::from_text(&text),
        Some(Scalar::Number(number)) => number.as_f64().and_then(time::from_number),
        Some(other) => return Err(wrong_type("time", "a string or a number", &other)),
    };
    let reason = "The “time” is not an ISO 8601 time, nor seconds or milliseconds since 1970.";
    time.map(Some).ok_or_else(|| ("bad_time", reason.into()))
}

/// The conversation id, and the names of further ids that were not used.
fn read_conversation(values: [Option<Scalar>; 4]) -> Result<(Option<String>, Vec<&'static str>), Refusal> {
    let mut id = None;
    let mut unused = Vec::new();
    for (name, value) in CONVERSATION.into_iter().zip(values) {
        let text = match value {
            None | Some(Scalar::Null) => continue,
            _ if id.is_some() => {
                unused.push(name);
                continue;
            }
            Some(Scalar::Text(text)) => text,
            Some(Scalar::Number(number)) => number.to_string(),
            Some(other) => return Err(wrong_type(name, "a string or a number", &other)),
        };
        if longer_than(&text, SPEAKER_MAX) {
            return Err(("conversation_too_long", format!("“{name}” is longer than {SPEAKER_MAX} characters.")));
        }
        id = Some(text).filter(|text| !text.trim().is_empty());
    }
    Ok((id, unused))
}

fn longer_than(text: &str, chars: usize) -> bool {
    text.len() > chars && text.chars().nth(chars).is_some()
}

fn wrong_type(name: &str, wanted: &str, found: &Scalar) -> Refusal {
    let found = match found {
        Scalar::Null => "null",
        Scalar::Text(_) => "a string",
        Scalar::Number(_) => "a number",
        Scalar::Bool => "true or false",
        Scalar::List => "a list",
        Scalar::Object => "an object",
    };
    ("wrong_type", format!("“{name}” must be {wanted}, and is {found}."))
}

fn json_refusal(line: &str, error: &serde_json::Error) -> Refusal {
    if !line.trim_start().starts_with('{') && serde_json::from_str::<IgnoredAny>(line).is_ok() {
        return ("not_an_object", "The line is JSON, but not an object with a “text”.".into());
    }
    if error.is_eof() {
        return ("bad_json", "The line is not valid JSON: it ends too early.".into());
    }
    let what = error.to_string();
    if what.contains("hex escape") && line.to_ascii_lowercase().contains("\\ud") {
        return (
            "bad_json",
            "The line holds half of a surrogate pair (\\uD800 to \\uDFFF), which is no character.".into(),
        );
    }
    let what = what.split(" at line ").next().unwrap_or_default();
    ("bad_json", format!("The line is not valid JSON: {what} (column {}).", error.column()))
}

/// A value of a field that is looked at. Lists and objects are only named, so that none is built up.
enum Scalar {
    Null,
    Text(String),
    Number(Number),
    Bool,
    List,
    Object,
}

/// The fields of a line.
#[derive(Default)]
struct Fields {
    speaker: Option<Scalar>,
    text: Option<Scalar>,
    time: Option<Scalar>,
    conversation: [Option<Scalar>; 4],
    others: Vec<String>,
}

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Line;
        impl<'de> Visitor<'de> for Line {
            type Value = Fields;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
                let mut fields = Fields::default();
                while let Some(name) = map.next_key::<String>()? {
                    let slot = match name.as_str() {
                        "speaker" => Some(&mut fields.speaker),
                        "text" => Some(&mut fields.text),
                        "time" => Some(&mut fields.time),
                        name => {
                            let at = CONVERSATION.iter().position(|known| *known == name);
                            at.and_then(|at| fields.conversation.get_mut(at))
                        }
                    };
                    match slot {
                        Some(Some(_)) => return Err(A::Error::custom(format_args!("“{name}” occurs twice"))),
                        Some(slot) => *slot = Some(map.next_value()?),
                        None => {
                            map.next_value::<IgnoredAny>()?;
                            fields.others.push(name);
                        }
                    }
                }
                Ok(fields)
            }
        }
        deserializer.deserialize_map(Line)
    }
}

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Scalar;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("any value")
            }
            fn visit_unit<E>(self) -> Result<Scalar, E> {
                Ok(Scalar::Null)
            }
            fn visit_bool<E>(self, _: bool) -> Result<Scalar, E> {
                Ok(Scalar::Bool)
            }
            fn visit_i64<E>(self, number: i64) -> Result<Scalar, E> {
                Ok(Scalar::Number(number.into()))
            }
            fn visit_u64<E>(self, number: u64) -> Result<Scalar, E> {
                Ok(Scalar::Number(number.into()))
            }
            fn visit_f64<E>(self, number: f64) -> Result<Scalar, E> {
                Ok(Number::from_f64(number).map_or(Scalar::Null, Scalar::Number))
            }
            fn visit_str<E>(self, text: &str) -> Result<Scalar, E> {
                Ok(Scalar::Text(text.to_owned()))
            }
            fn visit_string<E>(self, text: String) -> Result<Scalar, E> {
                Ok(Scalar::Text(text))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Scalar, A::Error> {
                while items.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Scalar::List)
            }
            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Scalar, A::Error> {
                while entries.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(Scalar::Object)
            }
        }
        deserializer.deserialize_any(Any)
    }
}
