//! Who said what, in a line whose time was read: messages of people, notices of the program, attachments.

use std::borrow::Cow;

use super::super::skipped::Skipped;
use super::stamp::is_mark;

/// Characters of a name at most; what is longer before a colon is a sentence of the program.
const NAME: usize = 60;
/// Words of a name at most.
const WORDS: usize = 8;

/// The speaker and the text, or `None` if the program itself says it ("Ana added Ben").
pub(super) fn by(rest: &str) -> Option<(&str, &str)> {
    let (speaker, text) = match rest.split_once(": ") {
        Some(both) => both,
        None => (rest.strip_suffix(':')?, ""),
    };
    let speaker = name(speaker);
    // What a notice quotes: Ana changed the subject to “Trip: Rome”.
    let quotes = |c: char| matches!(c, '"' | '“' | '”' | '„' | '«' | '»' | '‘');
    let is_name = !speaker.is_empty()
        && !speaker.contains(quotes)
        && speaker.chars().count() <= NAME
        && speaker.split_whitespace().count() <= WORDS;
    is_name.then_some((speaker, text))
}

/// A name without what the program puts around it: marks of direction, and the tilde before who is in no address book.
fn name(speaker: &str) -> &str {
    let around = |c: char| is_mark(c) || c.is_whitespace();
    let speaker = speaker.trim_matches(around);
    speaker.strip_prefix('~').map_or(speaker, |name| name.trim_start_matches(around))
}

/// What was said, or `None` if it is only an attachment or a notice in somebody's name. The caption of a file is what was
/// said with it.
pub(super) fn text(said: &str) -> Option<&str> {
    let said = said.trim_end();
    let (first, rest) = said.split_once('\n').unwrap_or((said, ""));
    let bare = first.trim_start();
    // The program marks its own words.
    let own = bare.starts_with('\u{200E}');
    let bare = bare.trim_matches(|c: char| is_mark(c) || c.is_whitespace());
    let omitted = bare.len() > 2 && bare.starts_with('<') && bare.ends_with('>') && !bare.contains("://");
    if own || omitted || is_file(bare) {
        return Some(rest.trim()).filter(|rest| !rest.is_empty());
    }
    Some(said.trim_start())
}

/// What was said without what is quoted, and what programs that export Signal write into it: reactions, links to files, details
/// in brackets. `None` if nothing else is there; all of it is counted.
pub(super) fn own_words<'a>(said: &'a str, skipped: &mut Skipped) -> Option<Cow<'a, str>> {
    let details = details(said);
    let is_detailed = details.is_some();
    let said = details.map_or(said, |(what, rest)| {
        skipped.add(what);
        rest
    });
    if !said.contains("](./") && !said.lines().any(|line| line.starts_with('>') || is_reactions(line)) {
        return Some(Cow::Borrowed(said)).filter(|_| !(is_detailed && said.is_empty()));
    }
    let (mut quoted, mut lines) = (0, Vec::new());
    for line in said.lines() {
        if line.starts_with("> ") || line == ">" {
            quoted = 1;
        } else if is_reactions(line) {
            skipped.add("reactions");
        } else {
            lines.push(without_files(line, skipped));
        }
    }
    skipped.add_many("quoted text", quoted);
    let text = lines.join("\n").trim().to_owned();
    (!text.is_empty()).then_some(Cow::Owned(text))
}

/// `[reply to Ana on 2026-02-14 09:31, edited, 2 attachments] Hi`, `[call-history message]`: what to count, and what follows.
fn details(said: &str) -> Option<(&'static str, &str)> {
    if said == "(This message was deleted)" {
        return Some(("notices of the program", ""));
    }
    let (inside, rest) = said.strip_prefix('[')?.split_once(']')?;
    let rest = rest.trim_start();
    if inside.ends_with(" message") && rest.is_empty() && inside.split(' ').count() == 2 {
        return Some(("notices of the program", rest));
    }
    let is_count = |part: &str| {
        let count = part.strip_suffix('s').unwrap_or(part).strip_suffix(" attachment");
        count.is_some_and(|count| count.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let known =
        |part: &str| part == "edited" || is_count(part) || (part.starts_with("reply to ") && part.contains(" on "));
    let has_files = inside.split(", ").any(is_count);
    inside.split(", ").all(known).then_some((if has_files { "attachments" } else { "details of messages" }, rest))
}

/// `(- Ana: 👍, Ben: 👎 -)`
fn is_reactions(line: &str) -> bool {
    line.starts_with("(- ") && line.trim_end().ends_with(" -)")
}

/// A line without `![name](./path)`.
fn without_files(line: &str, skipped: &mut Skipped) -> String {
    let (mut out, mut rest) = (String::with_capacity(line.len()), line);
    while let Some((before, after)) = rest.split_once("](./") {
        let length = out.len();
        out.push_str(before);
        let Some((begin, (_, next))) = out.rfind('[').zip(after.split_once(')')) else {
            out.truncate(length);
            break;
        };
        out.truncate(begin);
        if out.ends_with('!') {
            out.pop();
        }
        rest = next;
        skipped.add("attachments");
    }
    out + rest
}

/// `IMG-20260214-WA0001.jpg (file attached)`, in any language.
fn is_file(line: &str) -> bool {
    let Some((file, more)) = line.split_once(" (") else { return false };
    let extension = file.rsplit_once('.').map(|(_, extension)| extension);
    let is_extension = |text: &str| (2..=5).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric());
    !file.contains(' ') && extension.is_some_and(is_extension) && more.ends_with(')')
}

#[cfg(test)]
mod tests {
    use super::{by, text};

    #[test]
    fn people_and_programs() {
        for (rest, wanted) in [
            ("Ana Ruiz: Hi: there", Some(("Ana Ruiz", "Hi: there"))),
            ("\u{202A}+44 7700 900123\u{202C}: Hi", Some(("+44 7700 900123", "Hi"))),
            ("~\u{202F}Ana: Hi", Some(("Ana", "Hi"))),
            ("홍길동 : 안녕", Some(("홍길동", "안녕"))),
            ("Ana:", Some(("Ana", ""))),
            ("Ana added Ben", None),
            ("Ana changed the subject to “Trip: Rome”", None),
            ("Messages and calls are end-to-end encrypted and no one else can read them. Learn more: here", None),
        ] {
            assert_eq!(by(rest), wanted, "{rest}");
        }
    }

    #[test]
    fn texts_and_attachments() {
        for (said, wanted) in [
            ("Hi\nthere", Some("Hi\nthere")),
            ("<Media omitted>", None),
            ("\u{200E}image omitted", None),
            ("\u{200E}<attached: 0001-PHOTO.jpg>\nAna in Rome", Some("Ana in Rome")),
            ("IMG-20260214-WA0001.jpg (Datei angehängt)\nAna in Rome", Some("Ana in Rome")),
            ("IMG-20260214-WA0001.jpg (file attached)", None),
            ("<3", Some("<3")),
            ("see a.txt (mine)", Some("see a.txt (mine)")),
        ] {
            assert_eq!(text(said), wanted, "{said}");
        }
    }
}
