//! The mails of a mailbox file (RFC 4155, and the older ways of writing it), one after the other.
//!
//! A mail begins with a line `From address date` after an empty one. Lines of a text that begin so were written with a `>`
//! before them, which is taken away again: of all such lines (mboxrd) or of those alone that had none (mboxo), which cannot
//! be told apart, as nobody's words but the `>` differ.

use super::super::lines::Place;
use super::super::window::Window;

/// Whether a line begins a mail: `From `, who, and a time with a year.
pub(super) fn is_from(line: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(b"From ").filter(|rest| rest.len() < 500) else { return false };
    let words = || rest.split(|byte| *byte == b' ').filter(|word| !word.is_empty());
    let is_time = |word: &[u8]| {
        let digits = word.iter().filter(|byte| byte.is_ascii_digit()).count();
        word.contains(&b':') && word.len() <= 8 && digits + 2 >= word.len() && digits >= 3
    };
    let is_year = |word: &[u8]| word.len() == 4 && word.iter().all(u8::is_ascii_digit);
    words().count() >= 5 && words().skip(1).any(is_time) && words().skip(1).any(is_year)
}

/// Whether a line is a header: a name without spaces, and a colon.
pub(super) fn is_header(line: &[u8]) -> bool {
    let end = line.iter().position(|byte| *byte == b':').unwrap_or(0);
    end > 0 && line.iter().take(end).all(u8::is_ascii_graphic)
}

/// The mail whose `From` line begins at `place`, without that line, and the place after it.
pub(super) fn mail(bytes: &Window, place: Place) -> (Vec<u8>, Place) {
    let mut out = Vec::new();
    let Some((_, mut place)) = place.line_of(bytes) else { return (out, place) };
    let mut after_empty = false;
    while let Some((line, next)) = place.line_of(bytes) {
        if after_empty && is_from(line) && next.line_of(bytes).is_some_and(|(head, _)| is_header(head)) {
            break;
        }
        let marks = line.iter().take_while(|byte| **byte == b'>').count();
        let is_marked = marks > 0 && line.get(marks..).is_some_and(|rest| rest.starts_with(b"From "));
        out.extend_from_slice(if is_marked { line.get(1..).unwrap_or_default() } else { line });
        out.push(b'\n');
        after_empty = line.is_empty();
        place = next;
    }
    (out, place)
}

#[cfg(test)]
mod tests {
    use super::super::super::lines::Place;
    use super::super::super::window::Window;
    use super::{is_from, mail};

    #[test]
    fn lines_that_begin_a_mail() {
        for (line, wanted) in [
            ("From ana@team.example Sat Feb 14 09:31:05 2026", true),
            ("From MAILER-DAEMON Sat Feb 14 09:31 2026", true),
            ("From - Sat Feb 14 09:31:05 2026", true),
            ("From 1234@xxx Sat Feb 14 09:31:05 +0000 2026", true),
            ("From here on it was 2026, and ten past nine", false),
            ("From: ana@team.example", false),
            (">From ana@team.example Sat Feb 14 09:31:05 2026", false),
            ("From Ana", false),
        ] {
            assert_eq!(is_from(line.as_bytes()), wanted, "{line}");
        }
    }

    #[test]
    fn mails_one_by_one() {
        let from = "From ana@team.example Sat Feb 14 09:31:05 2026\r\n";
        let file = format!("{from}A: 1\n\n>From Oslo\n>>From Rome\n{from}\nFrom here on\n\n{from}A: 2\n\nend");
        let window = Window::of(file.as_bytes());
        let (first, place) = mail(&window, Place::default());
        let wanted = format!("A: 1\n\nFrom Oslo\n>From Rome\n{}\n\nFrom here on\n\n", from.trim_end());
        assert_eq!((String::from_utf8_lossy(&first).into_owned(), place.line), (wanted, 10));
        let (second, place) = mail(&window, place);
        assert_eq!((second.as_slice(), place.offset), (b"A: 2\n\nend\n".as_slice(), file.len()));
    }
}
