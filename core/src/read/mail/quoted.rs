//! What of a mail's text are its sender's words: not what is quoted or forwarded, nor the signature.
//!
//! It must not take a sentence for a quote: a line is one if it begins with `>`, or stands below the head of another mail.

/// Lines that lead to a quote at most ("On …, Ana\nwrote:").
const LEADING: usize = 3;
/// Lines of a signature that is parted by `--` without its space.
const SIGNATURE: usize = 12;
/// How languages write that a mail is from somebody.
const FROM: [&str; 20] = [
    "from",
    "von",
    "de",
    "da",
    "van",
    "från",
    "fra",
    "lähettäjä",
    "od",
    "feladó",
    "kimden",
    "gönderen",
    "από",
    "от",
    "від",
    "מאת",
    "من",
    "发件人",
    "差出人",
    "보낸 사람",
];
/// How they write when it was sent.
const SENT: [&str; 26] = [
    "sent",
    "date",
    "gesendet",
    "datum",
    "envoyé",
    "enviado",
    "enviada",
    "data",
    "fecha",
    "inviato",
    "verzonden",
    "skickat",
    "sendt",
    "dato",
    "lähetetty",
    "wysłano",
    "odesláno",
    "elküldve",
    "gönderildi",
    "tarih",
    "дата",
    "отправлено",
    "发送时间",
    "日期",
    "送信日時",
    "보낸 날짜",
];

/// The sender's words, and how often others' or a signature were left out.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Words {
    pub(super) text: String,
    pub(super) quotes: u32,
    pub(super) signatures: u32,
}

/// Parts a text.
pub(super) fn own_words(text: &str) -> Words {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let raw: Vec<&str> = text.lines().collect();
    let mut out = Words::default();
    let mut own: Vec<&str> = Vec::new();
    let mut at = 0;
    while let Some(line) = lines.get(at).copied() {
        let rest = lines.get(at..).unwrap_or_default();
        if is_quoted(line) {
            leave_lead(&mut own);
            out.quotes += 1;
            // Empty lines between quoted ones are quoted.
            let more = rest.iter().take_while(|line| is_quoted(line) || line.is_empty()).count();
            let blank = rest.iter().take(more).rev().take_while(|line| line.is_empty()).count();
            at += more - blank;
            continue;
        }
        let dashes = raw.get(at).is_some_and(|raw| raw.trim_end_matches('\r') == "-- ");
        let few = || rest.iter().skip(1).filter(|line| !line.is_empty()).nth(SIGNATURE).is_none();
        if dashes || (line == "--" && few()) {
            out.signatures += 1;
            break;
        }
        if is_head(rest) || is_parted(rest) || is_lead_of_all(rest) {
            leave_lead(&mut own);
            out.quotes += 1;
            break;
        }
        own.push(line);
        at += 1;
    }
    out.text = own.join("\n").trim_matches('\n').to_owned();
    out
}

fn is_quoted(line: &str) -> bool {
    // `>:(` is a face.
    line.strip_prefix('>').is_some_and(|rest| !rest.starts_with([':', '.', '_', '<']))
}

/// Takes away the lines that lead to a quote: they end with a colon, and have a date or an address.
fn leave_lead(own: &mut Vec<&str>) {
    let blank = own.iter().rev().take_while(|line| line.is_empty()).count();
    let end = own.len() - blank.min(1);
    let Some(last) = own.get(..end).and_then(<[&str]>::last).filter(|line| line.ends_with([':', '：'])) else {
        return;
    };
    if last.starts_with("Begin forwarded message") {
        own.truncate(end - 1);
        return;
    }
    // Before "wrote:" alone, the date stands in the lines before.
    let words = last.trim_end_matches([':', '：', ' ', '\u{A0}']).split_whitespace().count();
    let lines = if words <= 2 { LEADING } else { 1 };
    let lead = own.iter().take(end).rev().take(lines).take_while(|line| !line.is_empty());
    let Some(above) = lead.into_iter().position(|line| is_dated(line)) else { return };
    let begin = end - above - 1;
    let is_begun = begin > 0 && own.get(begin - 1).is_some_and(|line| line.starts_with("On ") && is_dated(line));
    own.truncate(if is_begun { begin - 1 } else { begin });
}

fn is_dated(line: &str) -> bool {
    line.contains('@') || line.bytes().filter(u8::is_ascii_digit).count() >= 4
}

/// "On …, Ana wrote:" with all that follows quoted, though unmarked.
fn is_lead_of_all(lines: &[&str]) -> bool {
    let [first, rest @ ..] = lines else { return false };
    let wrote = |line: &str| line.ends_with("wrote:");
    let is_lead =
        first.starts_with("On ") && is_dated(first) && (wrote(first) || rest.first().is_some_and(|line| wrote(line)));
    let follows =
        rest.iter().take(LEADING).filter(|line| !line.is_empty() && !wrote(line)).map(|line| is_quoted(line)).next();
    is_lead && follows == Some(false)
}

/// `-----Original Message-----`, and the head of a mail below.
fn is_parted(lines: &[&str]) -> bool {
    let [line, rest @ ..] = lines else { return false };
    let inside = line.trim_matches(['-', '_', ' ']);
    let is_ruled = line.starts_with("--") && line.ends_with("--") && inside.chars().any(char::is_alphabetic);
    let is_rule = line.len() >= 10 && line.bytes().all(|byte| matches!(byte, b'_' | b'-'));
    let below = || rest.iter().position(|line| !line.is_empty()).and_then(|at| rest.get(at..)).unwrap_or_default();
    (is_ruled && key(below().first().unwrap_or(&"")).is_some()) || (is_rule && is_head(below()))
}

/// `From: …`, `Sent: …` and more of the kind, in any of the languages.
fn is_head(lines: &[&str]) -> bool {
    if !lines.first().and_then(|line| key(line)).is_some_and(|key| FROM.contains(&key.as_str())) {
        return false;
    }
    let keys: Vec<String> = lines.iter().take(6).map_while(|line| key(line)).collect();
    keys.len() >= 3 && keys.iter().any(|key| SENT.contains(&key.as_str()))
}

/// The key of a line of a mail's head, in small letters: `*Von:* Ana` has `von`.
fn key(line: &str) -> Option<String> {
    let (key, _) = line.split_once([':', '：'])?;
    let key = key.trim_matches(['*', ' ', '\u{A0}', '\u{200E}', '\u{200F}']);
    let is_key = !key.is_empty() && key.chars().count() <= 20 && key.split(' ').count() <= 2;
    is_key.then(|| key.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::own_words;

    fn check(text: &str, wanted: &str, quotes: u32, signatures: u32) {
        let words = own_words(text);
        assert_eq!((words.text.as_str(), words.quotes, words.signatures), (wanted, quotes, signatures), "{text}");
    }

    #[test]
    fn quotes() {
        check("Yes.\n\n> Come?\n>\n> Ana\n", "Yes.", 1, 0);
        check("On Sat, 14 Feb 2026, Ana Ruiz wrote:\n> Come?\nYes.\n> And Ben?\nNo.", "Yes.\nNo.", 2, 0);
        check("Yes.\n\nOn Sat, Feb 14, 2026 at 9:31 AM Ana Ruiz <ana@a.example>\nwrote:\n\n> Come?\n", "Yes.", 1, 0);
        check("Ja.\n\nAm 14.02.26 um 09:31 schrieb Ana Ruiz:\n> Kommst du?", "Ja.", 1, 0);
        check("Le 14 févr. 2026 à 09:31, Ana Ruiz a écrit :\n> Viens ?\nOui.", "Oui.", 1, 0);
        check("Yes.\nOn 14 Feb 2026, Ana Ruiz wrote:\nCome?", "Yes.", 1, 0);
        check("I told you:\n> this\nand so on", "I told you:\nand so on", 1, 0);
        check("I wrote on 3 May:\n\n\n> this", "I wrote on 3 May:", 1, 0);
        check(">:( no\n<3", ">:( no\n<3", 0, 0);
        check("> all\n> of it", "", 1, 0);
    }

    #[test]
    fn heads_of_other_mails() {
        check("Yes.\n\n-----Original Message-----\nFrom: Ana Ruiz\nSent: today\n\nCome?", "Yes.", 1, 0);
        check(
            "Ja.\n\nVon: Ana Ruiz <ana@a.example>\nGesendet: Samstag\nAn: Ben\nBetreff: Oslo\n\nKommst du?",
            "Ja.",
            1,
            0,
        );
        check("Yes.\n________________________________\nFrom: Ana\nDate: today\nTo: Ben\n\nCome?", "Yes.", 1, 0);
        check("*From:* Ana\n*Sent:* today\n*To:* Ben\n\nCome?", "", 1, 0);
        check("FYI\n\n---------- Forwarded message ---------\nFrom: Ana <ana@a.example>\n\nCome?", "FYI", 1, 0);
        check("FYI\n\nBegin forwarded message:\n\nFrom: Ana\nSubject: Oslo\nDate: today\n\nCome?", "FYI", 1, 0);
        check("From: Oslo\nTo: Rome\nBy: train", "From: Oslo\nTo: Rome\nBy: train", 0, 0);
        check("Ana: yes\nBen: no\nDate: none", "Ana: yes\nBen: no\nDate: none", 0, 0);
        check("---- parts ----\nnot a head", "---- parts ----\nnot a head", 0, 0);
    }

    #[test]
    fn signatures() {
        check("Yes.\n-- \nAna Ruiz\nOslo", "Yes.", 0, 1);
        check("Yes.\n--\nAna Ruiz", "Yes.", 0, 1);
        check(
            &format!("One\n--\n{}", "two\n".repeat(20)),
            &format!("One\n--\n{}", "two\n".repeat(20).trim_end()),
            0,
            0,
        );
        check("a -- b", "a -- b", 0, 0);
        check("", "", 0, 0);
    }
}
