//! Who said what, in a line whose time was read: messages of people, notices of the program, attachments.

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
