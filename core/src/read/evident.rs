//! Fields that tell something about who somebody is, in a form that can be compared.
//!
//! More than [`strong`](super::strong) fields: a birthday or a place alone says little, but it adds up. For finding and
//! weighing pairs, never for showing.

use super::{in_form, is_strong};
use crate::names::field_key;
use std::borrow::Cow;

/// Fields that are weighed when two entities are compared, besides the strong ones.
const WEIGHED: [&str; 7] = ["address", "birthday", "birthplace", "id_number", "organization", "role", "title"];

/// Whether few share a value of this field, so that pairs can be found by it.
pub fn finds(field: &str) -> bool {
    is_strong(field) || matches!(field, "address" | "birthday" | "id_number")
}

/// The form of a field's value in which equal means the same, or `None` if the field tells nothing about who it is.
///
/// - strong fields as [`comparable`](super::comparable) has them;
/// - `birthday`: its digits, so that `1856-06-18` and `18560618` are one (vCard writes both), and `5/17/1984` and `17.5.1984`
///   are `19840517`. `5/7/1984` is two days, depending on who wrote it, and tells nothing; nor does one in words;
/// - `id_number`: letters and digits alone;
/// - all others as [`field_key`] has them.
///
/// ```
/// use namesake_core::read::evident;
/// assert_eq!(evident("birthday", "1856-06-18"), evident("birthday", "18560618"));
/// assert_eq!(evident("birthday", "5/17/1984"), evident("birthday", "1984-05-17"));
/// assert_eq!(evident("birthday", "5/7/1984"), None);
/// assert_eq!(evident("birthplace", "  Zürich "), Some("zurich".into()));
/// assert_eq!(evident("note", "anything"), None);
/// ```
pub fn evident(field: &str, value: &str) -> Option<String> {
    evident_form(field, value).map(Cow::into_owned)
}

/// The same, borrowed where the value is in this form as it stands.
pub(crate) fn evident_form<'v>(field: &str, value: &'v str) -> Option<Cow<'v, str>> {
    if is_strong(field) {
        return in_form(field, value);
    }
    if !WEIGHED.contains(&field) {
        return None;
    }
    let form: String = match field {
        "birthday" => birthday(value)?,
        "id_number" => field_key(value).chars().filter(|c| c.is_alphanumeric()).collect(),
        _ => field_key(value),
    };
    (!form.is_empty()).then_some(Cow::Owned(form))
}

/// The digits of a date in the order of year, month and day, of as much as is given.
fn birthday(value: &str) -> Option<String> {
    if value.contains(|c: char| c.is_alphabetic() && !matches!(c, 'T' | 'Z')) {
        return None;
    }
    let numbers: Vec<&str> = value.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty()).collect();
    if let [first, second, year] = numbers[..]
        && year.len() == 4
        && first.len() <= 2
        && second.len() <= 2
    {
        let (a, b): (u8, u8) = (first.parse().ok()?, second.parse().ok()?);
        let (day, month) = match () {
            () if value.contains('.') || a > 12 || a == b => (a, b),
            () if b > 12 => (b, a),
            () => return None,
        };
        return Some(format!("{year}{month:02}{day:02}"));
    }
    if let [year, month, day] = numbers[..]
        && year.len() == 4
    {
        return Some(format!("{year}{month:0>2}{day:0>2}"));
    }
    Some(numbers.concat().chars().take(8).collect())
}
