//! One card as vCard 4.0 (RFC 6350, RFC 6474, RFC 9554). What that has no property for stands in `X-NAMESAKE-…`, which other programs
//! pass over.

use super::NAMING;
use crate::read::{Card, PRODUCT};

/// Longest line, in bytes, without its break (RFC 6350 §3.2).
const LINE: usize = 75;
/// The components of `N`, in order.
const PARTS: [&str; 5] = ["family", "given", "additional", "prefix", "suffix"];

/// Appends a card.
pub(crate) fn vcard(card: &Card, out: &mut String) {
    let mut lines = Lines(out);
    lines.put("BEGIN", "VCARD");
    lines.put("VERSION", "4.0");
    lines.put("PRODID", PRODUCT);
    if let Some(uid) = &card.source_key {
        lines.put(if is_uri(uid) { "UID" } else { "UID;VALUE=text" }, &escaped(uid));
    }
    kind(card, &mut lines);
    names(card, &mut lines);
    let nameless = card.names.is_empty();
    let (further, plain): (Vec<_>, Vec<_>) = card.fields.iter().partition(|(field, _)| {
        property(field).is_none() && !PARTS.contains(&field.as_str()) || nameless && NAMING.contains(&field.as_str())
    });
    parts(&plain, &mut lines);
    let mut fields = plain.into_iter().filter(|(field, _)| !PARTS.contains(&field.as_str())).peekable();
    while let Some((field, value)) = fields.next() {
        match field.as_str() {
            "organization" | "unit" => {
                // Units stand behind their organization.
                let mut org = if field == "unit" { format!(";{}", escaped(value)) } else { escaped(value) };
                while let Some((_, unit)) = fields.next_if(|(field, _)| field == "unit") {
                    org.push(';');
                    org.push_str(&escaped(unit));
                }
                lines.put("ORG", &org);
            }
            // It is kept as one text: what is street and what is city is not known any more.
            "address" => lines.put("ADR", &format!(";;{};;;;", escaped(value))),
            _ => lines.put(&head(field, value), &escaped(value)),
        }
    }
    for (field, value) in further {
        lines.put("X-NAMESAKE-FIELD", &format!("{};{}", escaped(field), escaped(value)));
    }
    lines.put("END", "VCARD");
}

fn kind(card: &Card, lines: &mut Lines<'_>) {
    match card.kind.as_deref() {
        Some("person") => lines.put("KIND", "individual"),
        Some("organization") => lines.put("KIND", "org"),
        Some("group") => lines.put("KIND", "group"),
        Some(other) => lines.put("X-NAMESAKE-KIND", &escaped(other)),
        // Else what has an organization's name would be taken for one.
        None if card.fields.iter().any(|(field, _)| field == "organization") => lines.put("X-NAMESAKE-KIND", ""),
        None => {}
    }
}

/// The preferred name, and the others as nicknames: what other programs show. A nickname loses the white space around it, so
/// names that have any are written in full.
fn names(card: &Card, lines: &mut Lines<'_>) {
    let (first, others) = card.names.split_first().map_or(("", &[][..]), |(first, others)| (first.as_str(), others));
    lines.put(if others.is_empty() { "FN" } else { "FN;PREF=1" }, &escaped(first));
    if others.iter().all(|name| name.trim() == name) {
        let others: Vec<String> = others.iter().map(|name| escaped(name)).collect();
        if !others.is_empty() {
            lines.put("NICKNAME", &others.join(","));
        }
    } else {
        others.iter().for_each(|name| lines.put("FN", &escaped(name)));
    }
}

fn parts(fields: &[&(String, String)], lines: &mut Lines<'_>) {
    let of = |part: &str| -> String {
        let values = fields.iter().filter(|(field, _)| field == part).map(|(_, value)| escaped(value));
        values.collect::<Vec<_>>().join(",")
    };
    let parts = PARTS.map(of);
    if parts.iter().any(|part| !part.is_empty()) {
        lines.put("N", &parts.join(";"));
    }
}

/// Name and parameters of a field's property.
fn head(field: &str, value: &str) -> String {
    let name = property(field).unwrap_or_default();
    let is_date = |value: &str| value.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    let parameter = match field {
        "phone" if is_uri(value) => ";VALUE=uri",
        "birthday" | "deathdate" | "anniversary" if !is_date(value) => ";VALUE=text",
        "related" | "social" if !is_uri(value) => ";VALUE=text",
        _ => "",
    };
    [name, parameter].concat()
}

fn is_uri(value: &str) -> bool {
    let scheme = value.split_once(':').map_or("", |(scheme, _)| scheme);
    !scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
}

/// The property of a field, as the reader understands it.
fn property(field: &str) -> Option<&'static str> {
    Some(match field {
        "email" => "EMAIL",
        "phone" => "TEL",
        "organization" | "unit" => "ORG",
        "title" => "TITLE",
        "role" => "ROLE",
        "birthday" => "BDAY",
        "birthplace" => "BIRTHPLACE",
        "deathdate" => "DEATHDATE",
        "deathplace" => "DEATHPLACE",
        "anniversary" => "ANNIVERSARY",
        "address" => "ADR",
        "url" => "URL",
        "note" => "NOTE",
        "category" => "CATEGORIES",
        "im" => "IMPP",
        "social" => "SOCIALPROFILE",
        "related" => "RELATED",
        "member" => "MEMBER",
        "gender" => "GENDER",
        "language" => "LANG",
        "timezone" => "TZ",
        "geo" => "GEO",
        "id_number" => "X-GOVERNMENT-ID",
        "phonetic_given" => "X-PHONETIC-FIRST-NAME",
        "phonetic_additional" => "X-PHONETIC-MIDDLE-NAME",
        "phonetic_family" => "X-PHONETIC-LAST-NAME",
        "phonetic_organization" => "X-PHONETIC-ORG",
        "sort_as" => "SORT-STRING",
        _ => return None,
    })
}

/// A value with the escapes of RFC 6350 §3.4.
fn escaped(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    for c in value.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\\' | ',' | ';' => out.extend(['\\', c]),
            _ => out.push(c),
        }
    }
    out
}

/// Lines with their folds.
struct Lines<'o>(&'o mut String);

impl Lines<'_> {
    fn put(&mut self, name: &str, value: &str) {
        let mut room = LINE;
        for c in name.chars().chain([':']).chain(value.chars()) {
            if c.len_utf8() > room {
                self.0.push_str("\r\n ");
                room = LINE - 1;
            }
            self.0.push(c);
            room -= c.len_utf8();
        }
        self.0.push_str("\r\n");
    }
}
