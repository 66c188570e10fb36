//! The text of a mail, whatever character set it is written in.
//!
//! It must not hand out U+FFFD for bytes that cannot be read: nobody wrote that.

use std::borrow::Cow;

use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;
use mail_parser::{Encoding, Message as Mail, MessagePart, MimeHeaders, PartType};

use super::super::{Charset, charset, html, is_visible};

/// Why a mail was refused: code and sentence.
type Refusal = (&'static str, String);

/// Character sets that nothing here reads.
const UNKNOWN: [&str; 5] = ["hz", "iso-2022-cn", "iso-2022-kr", "iso2022-kr", "csiso2022kr"];

/// What a mail says.
pub(super) struct Body {
    pub(super) text: String,
    /// It was not the UTF-8 that it should be, and read as Windows-1252.
    pub(super) is_old: bool,
}

/// The text of a mail: its plain text, or that of its HTML where it has none.
pub(super) fn body(mail: &Mail<'_>) -> Result<Body, Refusal> {
    for indices in [&mail.text_body, &mail.html_body] {
        let is_html = |part: &MessagePart<'_>| matches!(part.body, PartType::Html(_));
        let body = joined(mail, indices.iter().filter_map(|at| mail.part(*at)), is_html)?;
        if is_visible(&body.text) {
            return Ok(body);
        }
    }
    // Parts that have no end, as in a mail that was cut off.
    let is_text = |part: &&MessagePart<'_>| is_of(part, "html") || is_of(part, "plain");
    let broken_off = mail.parts.iter().filter(|part| part.is_encoding_problem).filter(is_text);
    joined(mail, broken_off, |part| is_of(part, "html"))
}

fn is_of(part: &MessagePart<'_>, kind: &str) -> bool {
    part.content_type().is_some_and(|content| content.ctype() == "text" && content.subtype() == Some(kind))
}

/// The texts of parts, one below the other.
fn joined<'m>(
    mail: &Mail<'_>,
    parts: impl Iterator<Item = &'m MessagePart<'m>>,
    is_html: impl Fn(&MessagePart<'_>) -> bool,
) -> Result<Body, Refusal> {
    let (mut texts, mut is_old) = (Vec::new(), false);
    for part in parts {
        let Some((text, old)) = text_of(mail, part)? else { continue };
        is_old |= old;
        texts.push(if is_html(part) { html::text(&text, html::As::Mail) } else { text.replace("\r\n", "\n") });
    }
    Ok(Body { text: texts.join("\n\n"), is_old })
}

/// The text of a part, if it is one, and whether it was read as Windows-1252 though it should be UTF-8.
fn text_of<'m>(mail: &Mail<'_>, part: &'m MessagePart<'_>) -> Result<Option<(Cow<'m, str>, bool)>, Refusal> {
    let (PartType::Text(text) | PartType::Html(text)) = &part.body else { return Ok(None) };
    let said = part.content_type().and_then(|content| content.attribute("charset")).unwrap_or_default();
    let set = said.trim().to_ascii_lowercase();
    let unreadable = || match Charset::of(&set) {
        Some(_) => ("bad_text", format!("The text of the mail is damaged: not all of it is “{said}”, as it says.")),
        None => ("bad_text", format!("The mail is written in “{said}”, which Namesake cannot read.")),
    };
    if UNKNOWN.iter().any(|unknown| set.starts_with(unknown)) {
        return Err(unreadable());
    }
    // What switches with ESC was not decoded.
    if !text.contains([char::REPLACEMENT_CHARACTER, '\u{1B}']) {
        return Ok(Some((Cow::Borrowed(text), false)));
    }
    let is_utf8 = matches!(set.as_str(), "" | "unknown-8bit" | "utf-8" | "utf8");
    let damaged = || ("bad_text", DAMAGED.to_owned());
    let bytes = bytes_of(mail, part).ok_or_else(damaged)?;
    if let Some(text) = charset::decode(Cow::Borrowed(&bytes), if is_utf8 { "utf-8" } else { &set }) {
        return Ok(Some((Cow::Owned(text.into_owned()), false)));
    }
    if !is_utf8 {
        return Err(unreadable());
    }
    let text = old(&bytes).ok_or_else(damaged)?;
    Ok(Some((Cow::Owned(text.into_owned()), true)))
}

/// The bytes of a part, as they were before they were encoded to be sent.
fn bytes_of(mail: &Mail<'_>, part: &MessagePart<'_>) -> Option<Vec<u8>> {
    let sent = mail.raw_message.get(part.offset_body as usize..part.offset_end as usize)?;
    match part.encoding {
        Encoding::None => Some(sent.to_vec()),
        Encoding::QuotedPrintable => quoted_printable_decode(sent),
        Encoding::Base64 => base64_decode(sent),
    }
}

/// Bytes that are not UTF-8 as Windows-1252. `None` if some of them are UTF-8, so that the others are damaged.
fn old(bytes: &[u8]) -> Option<Cow<'_, str>> {
    let is_utf8 = String::from_utf8_lossy(bytes).chars().any(|c| !c.is_ascii() && c != char::REPLACEMENT_CHARACTER);
    if is_utf8 { None } else { charset::decode(Cow::Borrowed(bytes), "windows-1252") }
}

/// A mail whose head is UTF-8, and whether lines of it had to be read as Windows-1252: old programs wrote names as they were, also
/// in the sets of East Asia.
pub(super) fn readable_head(mail: &[u8]) -> (Cow<'_, [u8]>, bool) {
    let lines = mail.split_inclusive(|byte| *byte == b'\n');
    let length = lines.take_while(|line| !line.trim_ascii().is_empty()).map(<[u8]>::len).sum();
    let (head, rest) = mail.split_at(length);
    let switches = head.contains(&0x1B);
    if !switches && std::str::from_utf8(head).is_ok() {
        return (Cow::Borrowed(mail), false);
    }
    let found = charset::find(head);
    let (mut out, mut is_old) = (Vec::with_capacity(mail.len() + head.len()), false);
    for line in head.split_inclusive(|byte| *byte == b'\n') {
        let is_plain = std::str::from_utf8(line).is_ok() && !line.contains(&0x1B);
        let in_found = || found.and_then(|found| charset::decode(Cow::Borrowed(line), found.name()));
        let text = if is_plain { None } else { in_found().or_else(|| old(line)) };
        is_old |= text.is_some() && found.is_none();
        out.extend_from_slice(text.as_deref().map_or(line, str::as_bytes));
    }
    out.extend_from_slice(rest);
    (Cow::Owned(out), is_old)
}

const DAMAGED: &str =
    "The text of the mail is damaged: not all of it is UTF-8. Export the mail anew and import it again.";
