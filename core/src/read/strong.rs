//! Fields whose value stands for one referent almost always, in a form that can be compared.
//!
//! For finding pairs, never for showing, and an equal value is a reason, not a verdict.

use std::borrow::Cow;

/// Whether an equal value of this field is strong evidence for one referent.
pub fn is_strong(field: &str) -> bool {
    matches!(field, "email" | "phone")
}

/// The form of a strong field's value in which equal means the same, or `None` if there is nothing to compare.
///
/// - `email`: the address alone, in lower case. `mailto:` and a display name before `<…>` are dropped. In theory the
///   part before the `@` has case (RFC 5321); no provider makes two people of it.
/// - `phone`: digits, with `+` where the country is given (`00` is read as `+`, `(0)` after it is dropped), and
///   `;ext=` with the digits of an extension, as people of one switchboard differ in just that. A number without
///   its country equals only itself; five digits at least, fifteen at most (E.164).
///
/// ```
/// use namesake_core::read::comparable;
/// assert_eq!(comparable("email", "Ana Ruiz <Ana@Example.com>").as_deref(), Some("ana@example.com"));
/// assert_eq!(comparable("phone", "tel:+1-202-555-0142").as_deref(), Some("+12025550142"));
/// assert_eq!(comparable("phone", "+49 (0)30 901820 ext. 7").as_deref(), Some("+4930901820;ext=7"));
/// assert_eq!(comparable("phone", "112"), None);
/// assert_eq!(comparable("title", "Lead"), None);
/// ```
pub fn comparable(field: &str, value: &str) -> Option<String> {
    in_form(field, value).map(Cow::into_owned)
}

/// The same, borrowed where the value is in this form as it stands.
pub(crate) fn in_form<'v>(field: &str, value: &'v str) -> Option<Cow<'v, str>> {
    match field {
        "email" if is_plain_address(value) => Some(Cow::Borrowed(value)),
        "email" => email(value).map(Cow::Owned),
        "phone" => phone(value).map(Cow::Owned),
        _ => None,
    }
}

/// Whether this is an address in lower case and nothing else, seen at a glance: most are.
fn is_plain_address(value: &str) -> bool {
    let plain = |byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'_' | b'-' | b'+');
    let ats = value.bytes().try_fold(0, |ats, byte| match byte {
        b'@' => Some(ats + 1),
        _ => plain(byte).then_some(ats),
    });
    ats == Some(1) && !value.starts_with('@') && !value.ends_with('@')
}

/// A value as a person writes it: vCard 4.0 writes numbers and addresses as URIs.
pub(crate) fn written(value: &str) -> &str {
    value.strip_prefix("tel:").or_else(|| value.strip_prefix("mailto:")).unwrap_or(value)
}

/// Drops a URI scheme in any case.
fn without_scheme<'a>(value: &'a str, scheme: &str) -> &'a str {
    let value = value.trim();
    match value.get(..scheme.len()) {
        Some(start) if start.eq_ignore_ascii_case(scheme) => value.get(scheme.len()..).unwrap_or_default(),
        _ => value,
    }
}

fn email(value: &str) -> Option<String> {
    let mut value = without_scheme(value, "mailto:");
    if let Some((_, address)) = value.strip_suffix('>').and_then(|v| v.rsplit_once('<')) {
        value = address;
    }
    let value = value.split('?').next().unwrap_or_default().trim();
    let (local, domain) = value.rsplit_once('@')?;
    let odd = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '<' | '>' | ',' | ';');
    if local.is_empty() || domain.is_empty() || local.contains('@') || value.contains(odd) {
        return None;
    }
    Some(if value.is_ascii() { value.to_ascii_lowercase() } else { value.to_lowercase() })
}

/// Fewest and most digits of a phone number that can be compared.
const DIGITS: std::ops::RangeInclusive<usize> = 5..=15;
/// Most digits of an extension.
const EXTENSION: usize = 10;

fn phone(value: &str) -> Option<String> {
    let value = without_scheme(value, "tel:");
    // Nearly all are: then there is nothing to look for.
    let is_plain =
        value.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b' ' | b'+' | b'-' | b'(' | b')' | b'.' | b'/'));
    let value = if is_plain { Cow::Borrowed(value) } else { Cow::Owned(value.to_lowercase()) };
    // What follows one of these is dialled once the call is through.
    let marks = if is_plain { &[][..] } else { &["ext", "x", "#", ";", ","] };
    let cut = marks.iter().filter_map(|mark| value.find(mark)).min();
    let (main, extension) = value.split_at(cut.unwrap_or(value.len()));
    let main = main.trim_start();
    let (mut plus, main) = match main.strip_prefix(['+', '\u{FF0B}']) {
        Some(rest) => (true, Cow::Borrowed(rest)),
        None => (false, Cow::Borrowed(main)),
    };
    // Whoever calls from abroad leaves it out.
    let main =
        if (plus || main.starts_with("00")) && main.contains("(0)") { main.replace("(0)", "").into() } else { main };
    let mut digits = String::new();
    for c in main.chars() {
        match digit(c) {
            Some(d) => digits.push(d),
            None if c.is_alphanumeric() || matches!(c, '+' | '@' | '*') => return None,
            None => {}
        }
    }
    if !plus && let Some(rest) = digits.strip_prefix("00") {
        digits = rest.to_owned();
        plus = true;
    }
    if !DIGITS.contains(&digits.len()) {
        return None;
    }
    let extension = extension_digits(extension)?;
    let sign = if plus { "+" } else { "" };
    Some(if extension.is_empty() { [sign, &digits].concat() } else { format!("{sign}{digits};ext={extension}") })
}

/// The digits of an extension, none for parameters that are not one, `None` if it cannot be told.
fn extension_digits(text: &str) -> Option<String> {
    // Of the parameters of RFC 3966, only the extension says whose number it is.
    let is_list = text.starts_with(';') && text.contains('=');
    let text = if is_list { text.split(';').find_map(|p| p.strip_prefix("ext=")).unwrap_or_default() } else { text };
    let digits: String = text.chars().filter_map(digit).collect();
    (digits.len() <= EXTENSION).then_some(digits)
}

/// A decimal digit of the scripts that phones write.
pub(super) fn digit(c: char) -> Option<char> {
    let base = match c {
        '0'..='9' => return Some(c),
        '\u{660}'..='\u{669}' => 0x660,
        '\u{6F0}'..='\u{6F9}' => 0x6F0,
        '\u{966}'..='\u{96F}' => 0x966,
        '\u{FF10}'..='\u{FF19}' => 0xFF10,
        _ => return None,
    };
    char::from_digit(u32::from(c) - base, 10)
}
