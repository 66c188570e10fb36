//! One property: group, name, parameters and value of a line (RFC 6350 §3.3, RFC 6868).
//!
//! It must not give a property a meaning; see [`super::draft`].

use std::borrow::Cow;

use super::text;

/// A property with its value still encoded.
#[derive(Debug)]
pub(super) struct Property<'a> {
    /// Its name, upper-case, without the group.
    pub(super) name: String,
    /// Its group as written, which ties it to others; empty if it has none.
    pub(super) group: &'a str,
    /// Parameter names in upper case, with one value each; a parameter with several values occurs several times.
    parameters: Vec<(String, String)>,
    value: &'a [u8],
}

impl<'a> Property<'a> {
    /// Takes a line apart. The error says what the line does wrong, to be read after “Line 7”.
    pub(super) fn parse(line: &'a [u8]) -> Result<Self, &'static str> {
        let colon = colon_of(line)?;
        let (head, value) = line.split_at(colon);
        let value = value.get(1..).unwrap_or_default();
        let head = std::str::from_utf8(head).map_err(|_| "has a beginning that is not UTF-8.")?;
        let (name, parameters) = head.split_once(';').unwrap_or((head, ""));
        let (group, name) = name.trim().rsplit_once('.').unwrap_or(("", name.trim()));
        let is_name = |name: &str| name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
        if name.is_empty() || name.len() > NAME_BYTES || !is_name(name) || !group.split('.').all(is_name) {
            return Err("does not start with the name of a property.");
        }
        let name = name.to_ascii_uppercase();
        if matches!(name.as_str(), "BEGIN" | "END") {
            return Err("begins or ends something that is not a card.");
        }
        Ok(Self { name, group, parameters: parse_parameters(parameters), value })
    }

    /// The first value of a parameter. `name` in upper case.
    pub(super) fn parameter(&self, name: &str) -> Option<&str> {
        self.parameters.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// Whether it is of a type.
    pub(super) fn is_of(&self, wanted: &str) -> bool {
        self.parameters.iter().any(|(name, value)| name == "TYPE" && value.eq_ignore_ascii_case(wanted))
    }

    /// How much this one is preferred among its like: 1 most, 101 if nothing is said (RFC 6350 §5.3; `TYPE=pref`
    /// of RFC 2426 is 1).
    pub(super) fn preference(&self) -> u8 {
        let typed = self.is_of("pref");
        let said = self.parameter("PREF").and_then(|value| value.trim().parse::<u8>().ok());
        said.filter(|value| (1..=100).contains(value)).unwrap_or(if typed { 1 } else { 101 })
    }

    /// Whether the value is binary.
    pub(super) fn is_binary(&self) -> bool {
        self.encoding().is_some_and(|e| e.eq_ignore_ascii_case("B") || e.eq_ignore_ascii_case("BASE64"))
    }

    /// Whether there is no value at all.
    pub(super) fn is_empty(&self) -> bool {
        self.value.trim_ascii().is_empty()
    }

    /// The value as text, with its escapes. The error says what the line does wrong, as in [`Self::parse`].
    pub(super) fn text(&self) -> Result<Cow<'a, str>, String> {
        let quoted = self.encoding().is_some_and(|e| e.eq_ignore_ascii_case("QUOTED-PRINTABLE"));
        let bytes = if quoted { Cow::Owned(text::unquote_printable(self.value)) } else { Cow::Borrowed(self.value) };
        text::decode(bytes, self.parameter("CHARSET"))
    }

    fn encoding(&self) -> Option<&str> {
        self.parameter("ENCODING")
    }
}

/// Longest name of a property, in bytes.
const NAME_BYTES: usize = 200;

/// Where the colon stands that ends the parameters: the first outside double quotes.
fn colon_of(line: &[u8]) -> Result<usize, &'static str> {
    let mut quoted = false;
    for (at, byte) in line.iter().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b':' if !quoted => return Ok(at),
            _ => {}
        }
    }
    Err(if quoted { "has a quotation mark that is not closed." } else { "has no colon." })
}

/// Parameters of a head, such as `TYPE=home,"a;b";PREF=1`. A bare word, as of vCard 2.1, is an encoding or a type.
fn parse_parameters(text: &str) -> Vec<(String, String)> {
    let mut out = Vec::new();
    for parameter in split_quoted(text, ';') {
        let (name, values) = match parameter.split_once('=') {
            Some((name, values)) => (name.trim().to_ascii_uppercase(), values),
            None => {
                let is_encoding = ["QUOTED-PRINTABLE", "BASE64", "8BIT", "7BIT"]
                    .iter()
                    .any(|encoding| parameter.trim().eq_ignore_ascii_case(encoding));
                ((if is_encoding { "ENCODING" } else { "TYPE" }).to_owned(), parameter)
            }
        };
        for value in split_quoted(values, ',') {
            let value = value.trim();
            let value = value.strip_prefix('"').map_or(value, |v| v.strip_suffix('"').unwrap_or(v));
            if !value.is_empty() {
                out.push((name.clone(), text::uncaret(value)));
            }
        }
    }
    out
}

/// The parts between separators that stand outside double quotes.
fn split_quoted(text: &str, separator: char) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    text.split(move |c| {
        quoted ^= c == '"';
        c == separator && !quoted
    })
}
