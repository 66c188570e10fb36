//! Character sets, as old programs write them.
//!
//! Those of one byte a character have own tables, in which a byte that stands for nothing is refused; those of East Asia are
//! [`encoding_rs`]'s. Only those of East Asia are found out ([`find`]), as their bytes tell; else who calls says which.

use std::borrow::Cow;

use chardetng::EncodingDetector;
use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, ISO_2022_JP, SHIFT_JIS};

/// Decodes bytes of a set that is named by one of its labels, in any case. `None` if the set is not known, or if a byte
/// stands for no character in it.
///
/// ISO 8859-1 and ASCII are read as Windows-1252, ISO 8859-9 as Windows-1254 and so on, as the
/// [Encoding Standard](https://encoding.spec.whatwg.org/#names-and-labels) has it: that is what programs wrote.
pub(super) fn decode<'a>(bytes: Cow<'a, [u8]>, label: &str) -> Option<Cow<'a, str>> {
    let label = label.trim().to_ascii_lowercase();
    let table = match label.as_str() {
        "utf-8" | "utf8" | "unicode-1-1-utf-8" => return utf8(bytes),
        "us-ascii" | "ascii" | "iso-8859-1" | "iso8859-1" | "iso_8859-1" | "latin1" | "windows-1252" | "cp1252" => {
            WINDOWS_1252
        }
        "windows-1250" | "cp1250" => WINDOWS_1250,
        "windows-1251" | "cp1251" => WINDOWS_1251,
        "windows-1253" | "cp1253" => WINDOWS_1253,
        "windows-1254" | "cp1254" | "iso-8859-9" | "iso8859-9" | "latin5" => WINDOWS_1254,
        "windows-1255" | "cp1255" | "iso-8859-8" | "iso-8859-8-i" => WINDOWS_1255,
        "windows-1256" | "cp1256" => WINDOWS_1256,
        "windows-1257" | "cp1257" => WINDOWS_1257,
        "iso-8859-2" | "iso8859-2" | "latin2" => ISO_8859_2,
        "iso-8859-5" | "iso8859-5" => ISO_8859_5,
        "iso-8859-7" | "iso8859-7" => ISO_8859_7,
        "iso-8859-15" | "iso8859-15" | "latin9" => ISO_8859_15,
        "koi8-r" | "koi8r" => KOI8_R,
        label => return east_asian(label).and_then(|charset| strict(bytes, charset)),
    };
    single(bytes, table)
}

/// The sets of East Asia, without the one that switches.
const EAST_ASIAN: [&Encoding; 6] = [SHIFT_JIS, EUC_JP, GBK, GB18030, BIG5, EUC_KR];

/// Labels that programs write beside those of the Encoding Standard.
const ALIASES: [(&str, &Encoding); 17] = [
    ("cp932", SHIFT_JIS),
    ("x-ms-cp932", SHIFT_JIS),
    ("eucjp", EUC_JP),
    ("eucjp-ms", EUC_JP),
    ("euc_jp", EUC_JP),
    ("cp50220", ISO_2022_JP),
    ("cp50221", ISO_2022_JP),
    ("cp50222", ISO_2022_JP),
    ("iso-2022-jp-1", ISO_2022_JP),
    ("iso-2022-jp-ms", ISO_2022_JP),
    ("iso2022-jp", ISO_2022_JP),
    ("cp936", GBK),
    ("euc-cn", GBK),
    ("gb_18030", GB18030),
    ("cp950", BIG5),
    ("cp949", EUC_KR),
    ("uhc", EUC_KR),
];

/// So many bytes beyond ASCII tell a set: six characters. Fewer are taken for those of another set too often.
const FEW: usize = 12;
/// From here on are the letters of most sets of one byte a character.
const LETTERS: u8 = 0xC0;
/// An alphabet of one case has no more letters.
const ALPHABET: u8 = 32;

/// A character set in which a file may be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Charset(&'static Encoding);

impl std::fmt::Debug for Charset {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.name())
    }
}

impl Charset {
    /// The set of a label, as the [Encoding Standard](https://encoding.spec.whatwg.org/#names-and-labels) has them, in any case;
    /// `None` if it is not known, or is one of Unicode's, which a file tells itself.
    ///
    /// ```
    /// use namesake_core::read::Charset;
    /// assert_eq!(Charset::of("sjis").map(Charset::name), Some("Shift_JIS"));
    /// assert_eq!(Charset::of("cp1251").map(Charset::name), Some("windows-1251"));
    /// assert_eq!(Charset::of("utf-8"), None);
    /// ```
    pub fn of(label: &str) -> Option<Self> {
        let label = label.trim().to_ascii_lowercase();
        let known = east_asian(&label).or_else(|| Encoding::for_label_no_replacement(label.as_bytes()));
        known.filter(|charset| !charset.name().starts_with("UTF")).map(Self)
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    pub(super) fn decoder(self) -> encoding_rs::Decoder {
        self.0.new_decoder_without_bom_handling()
    }

    /// The beginning of a text as UTF-8, as far as it can be read.
    pub(super) fn utf8(self, start: &[u8]) -> Vec<u8> {
        self.0.decode_without_bom_handling(start).0.into_owned().into_bytes()
    }
}

/// The set of East Asia that a label in lower case names.
fn east_asian(label: &str) -> Option<&'static Encoding> {
    let alias = ALIASES.iter().find(|(alias, _)| *alias == label).map(|(_, charset)| *charset);
    let known = alias.or_else(|| Encoding::for_label(label.as_bytes()))?;
    (known == ISO_2022_JP || EAST_ASIAN.contains(&known)).then_some(known)
}

/// Bytes in a set, if all stand for characters in it.
fn strict<'a>(bytes: Cow<'a, [u8]>, charset: &'static Encoding) -> Option<Cow<'a, str>> {
    let text = charset.decode_without_bom_handling_and_without_replacement(&bytes)?.into_owned();
    Some(Cow::Owned(text))
}

/// The set of East Asia in which a text is that begins so, if its bytes tell: it is not UTF-8, and all of it that is looked
/// at is in the set.
///
/// Which of several is told by what is likely in each ([`chardetng`], as browsers do).
pub(super) fn find(start: &[u8]) -> Option<Charset> {
    let is_switching = memchr::memchr(0x1B, start).is_some() && start.is_ascii();
    if start.is_ascii() && !is_switching {
        return None;
    }
    if !is_switching && start.iter().filter(|byte| !byte.is_ascii()).take(FEW).count() < FEW {
        return None;
    }
    // A character may be cut off at the end.
    let end = memchr::memrchr(b'\n', start).map_or(start.len(), |at| at + 1);
    let start = start.get(..end)?;
    let is_cut = |error: std::str::Utf8Error| error.error_len().is_none();
    if !is_switching && std::str::from_utf8(start).map_or_else(is_cut, |_| true) {
        return None;
    }
    if !is_switching && (is_damaged_utf8(start) || is_alphabet(start)) {
        return None;
    }
    let mut detector = EncodingDetector::new();
    detector.feed(start, true);
    let charset = detector.guess(None, false);
    if charset != ISO_2022_JP && !EAST_ASIAN.contains(&charset) {
        return None;
    }
    // What has four bytes a character is in the larger set, of which this is the smaller.
    let charset = if charset == GBK { GB18030 } else { charset };
    let text = charset.decode_without_bom_handling_and_without_replacement(start)?;
    (is_switching || stands_alone(start, &text)).then_some(Charset(charset))
}

/// Whether a text, which is not UTF-8, was that before it was damaged: most of its characters beyond ASCII still are.
fn is_damaged_utf8(start: &[u8]) -> bool {
    let (whole, errors) = start.utf8_chunks().fold((0, 0), |(whole, errors), chunk| {
        let error = usize::from(!chunk.invalid().is_empty());
        (whole + chunk.valid().chars().filter(|c| !c.is_ascii()).count(), errors + error)
    });
    whole > errors
}

/// Whether all that is beyond ASCII stands where sets of one byte a character have their letters. In texts of East Asia a third
/// stands before.
fn is_alphabet(start: &[u8]) -> bool {
    let high = || start.iter().filter(|byte| !byte.is_ascii());
    let before = high().filter(|byte| **byte < LETTERS).count();
    before * FEW < high().count()
}

/// Whether the characters beyond ASCII that a text comes to are words of their own, as they are in East Asia: not within words of
/// Latin letters, nor all of bytes so near each other that they are letters of one alphabet.
fn stands_alone(bytes: &[u8], text: &str) -> bool {
    let high = || bytes.iter().copied().filter(|byte| !byte.is_ascii());
    let (mut wide, mut touching) = (0, 0);
    let (mut before, mut chars) = (None, text.chars().peekable());
    while let Some(c) = chars.next() {
        if !c.is_ascii() {
            let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphabetic());
            wide += 1;
            touching += usize::from(is_letter(before) || is_letter(chars.peek().copied()));
        }
        before = Some(c);
    }
    let (least, most) = high().fold((u8::MAX, 0), |(least, most), byte| (least.min(byte), most.max(byte)));
    let is_of_one_alphabet = high().count() == 2 * wide && most.saturating_sub(least) < ALPHABET;
    touching * 2 <= wide && !is_of_one_alphabet
}

/// Whether a text that begins so tells itself that it is UTF-8: it is, and has characters beyond ASCII.
pub(super) fn is_utf8(start: &[u8]) -> bool {
    !start.is_ascii()
        && match std::str::from_utf8(start) {
            Ok(_) => true,
            // The last character may be cut off.
            Err(error) => {
                error.error_len().is_none() && start.get(..error.valid_up_to()).is_some_and(|start| !start.is_ascii())
            }
        }
}

/// Bytes as UTF-8, if they are.
pub(super) fn utf8(bytes: Cow<'_, [u8]>) -> Option<Cow<'_, str>> {
    match bytes {
        Cow::Borrowed(bytes) => std::str::from_utf8(bytes).ok().map(Cow::Borrowed),
        Cow::Owned(bytes) => String::from_utf8(bytes).ok().map(Cow::Owned),
    }
}

fn single<'a>(bytes: Cow<'a, [u8]>, table: &str) -> Option<Cow<'a, str>> {
    if bytes.is_ascii() {
        return utf8(bytes);
    }
    let high: Vec<char> = table.chars().collect();
    let of = |byte: &u8| match byte.checked_sub(0x80) {
        None => Some(char::from(*byte)),
        Some(at) => high.get(usize::from(at)).copied().filter(|c| *c != char::REPLACEMENT_CHARACTER),
    };
    bytes.iter().map(of).collect::<Option<String>>().map(Cow::Owned)
}

// What the bytes from 0x80 on stand for; U+FFFD where they stand for nothing.

#[rustfmt::skip]
const WINDOWS_1250: &str = "\
    €\u{FFFD}‚\u{FFFD}„…†‡\u{FFFD}‰Š‹ŚŤŽŹ\u{FFFD}‘’“”•–—\u{FFFD}™š›śťžź\u{A0}ˇ˘Ł¤Ą¦§¨©Ş«¬\u{AD}®Ż°±˛ł´µ¶\
    ·¸ąş»Ľ˝ľżŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙";

#[rustfmt::skip]
const WINDOWS_1251: &str = "\
    ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{FFFD}™љ›њќћџ\u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї°±Ііґµ¶·ё№є»јЅѕїАБВГДЕЖЗИЙКЛМНОПРСТ\
    УФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя";

#[rustfmt::skip]
const WINDOWS_1252: &str = "\
    €\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ\u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶\
    ·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ";

#[rustfmt::skip]
const WINDOWS_1253: &str = "\
    €\u{FFFD}‚ƒ„…†‡\u{FFFD}‰\u{FFFD}‹\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}‘’“”•–—\u{FFFD}™\u{FFFD}›\
    \u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{A0}΅Ά£¤¥¦§¨©\u{FFFD}«¬\u{AD}®―°±²³΄µ¶·ΈΉΊ»Ό½ΎΏΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡ\
    \u{FFFD}ΣΤΥΦΧΨΩΪΫάέήίΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώ\u{FFFD}";

#[rustfmt::skip]
const WINDOWS_1254: &str = "\
    €\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}\u{FFFD}Ÿ\u{A0}¡¢£¤¥¦§¨©ª«¬\
    \u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏĞÑÒÓÔÕÖ×ØÙÚÛÜİŞßàáâãäåæçèéêëìíîïğñòóôõö÷øùúûüışÿ";

#[rustfmt::skip]
const WINDOWS_1255: &str = "\
    €\u{FFFD}‚ƒ„…†‡ˆ‰\u{FFFD}‹\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}‘’“”•–—˜™\u{FFFD}›\u{FFFD}\u{FFFD}\
    \u{FFFD}\u{FFFD}\u{A0}¡¢£₪¥¦§¨©×«¬\u{AD}®¯°±²³´µ¶·¸¹÷»¼½¾¿\u{5B0}\u{5B1}\u{5B2}\u{5B3}\u{5B4}\u{5B5}\
    \u{5B6}\u{5B7}\u{5B8}\u{5B9}\u{FFFD}\u{5BB}\u{5BC}\u{5BD}\u{5BE}\u{5BF}\u{5C0}\u{5C1}\u{5C2}\u{5C3}\
    \u{5F0}\u{5F1}\u{5F2}\u{5F3}\u{5F4}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{5D0}\
    \u{5D1}\u{5D2}\u{5D3}\u{5D4}\u{5D5}\u{5D6}\u{5D7}\u{5D8}\u{5D9}\u{5DA}\u{5DB}\u{5DC}\u{5DD}\u{5DE}\
    \u{5DF}\u{5E0}\u{5E1}\u{5E2}\u{5E3}\u{5E4}\u{5E5}\u{5E6}\u{5E7}\u{5E8}\u{5E9}\u{5EA}\u{FFFD}\u{FFFD}\
    \u{200E}\u{200F}\u{FFFD}";

#[rustfmt::skip]
const WINDOWS_1256: &str = "\
    €\u{67E}‚ƒ„…†‡ˆ‰\u{679}‹Œ\u{686}\u{698}\u{688}\u{6AF}‘’“”•–—\u{6A9}™\u{691}›œ\u{200C}\u{200D}\u{6BA}\
    \u{A0}\u{60C}¢£¤¥¦§¨©\u{6BE}«¬\u{AD}®¯°±²³´µ¶·¸¹\u{61B}»¼½¾\u{61F}\u{6C1}\u{621}\u{622}\u{623}\
    \u{624}\u{625}\u{626}\u{627}\u{628}\u{629}\u{62A}\u{62B}\u{62C}\u{62D}\u{62E}\u{62F}\u{630}\u{631}\
    \u{632}\u{633}\u{634}\u{635}\u{636}×\u{637}\u{638}\u{639}\u{63A}\u{640}\u{641}\u{642}\u{643}à\u{644}\
    â\u{645}\u{646}\u{647}\u{648}çèéêë\u{649}\u{64A}îï\u{64B}\u{64C}\u{64D}\u{64E}ô\u{64F}\u{650}÷\
    \u{651}ù\u{652}ûü\u{200E}\u{200F}\u{6D2}";

#[rustfmt::skip]
const WINDOWS_1257: &str = "\
    €\u{FFFD}‚\u{FFFD}„…†‡\u{FFFD}‰\u{FFFD}‹\u{FFFD}¨ˇ¸\u{FFFD}‘’“”•–—\u{FFFD}™\u{FFFD}›\u{FFFD}¯˛\
    \u{FFFD}\u{A0}\u{FFFD}¢£¤\u{FFFD}¦§Ø©Ŗ«¬\u{AD}®Æ°±²³´µ¶·ø¹ŗ»¼½¾æĄĮĀĆÄÅĘĒČÉŹĖĢĶĪĻŠŃŅÓŌÕÖ×ŲŁŚŪÜŻŽßąįāć\
    äåęēčéźėģķīļšńņóōõö÷ųłśūüżž˙";

#[rustfmt::skip]
const ISO_8859_2: &str = "\
    \u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8A}\u{8B}\u{8C}\u{8D}\u{8E}\u{8F}\
    \u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\u{98}\u{99}\u{9A}\u{9B}\u{9C}\u{9D}\u{9E}\u{9F}\
    \u{A0}Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\u{AD}ŽŻ°ą˛ł´ľśˇ¸šşťź˝žżŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö÷řů\
    úűüýţ˙";

#[rustfmt::skip]
const ISO_8859_5: &str = "\
    \u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8A}\u{8B}\u{8C}\u{8D}\u{8E}\u{8F}\
    \u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\u{98}\u{99}\u{9A}\u{9B}\u{9C}\u{9D}\u{9E}\u{9F}\
    \u{A0}ЁЂЃЄЅІЇЈЉЊЋЌ\u{AD}ЎЏАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя№ёђѓєѕіїјљ\
    њћќ§ўџ";

#[rustfmt::skip]
const ISO_8859_7: &str = "\
    \u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8A}\u{8B}\u{8C}\u{8D}\u{8E}\u{8F}\
    \u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\u{98}\u{99}\u{9A}\u{9B}\u{9C}\u{9D}\u{9E}\u{9F}\
    \u{A0}‘’£€₯¦§¨©ͺ«¬\u{AD}\u{FFFD}―°±²³΄΅Ά·ΈΉΊ»Ό½ΎΏΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡ\u{FFFD}ΣΤΥΦΧΨΩΪΫάέήίΰαβγδεζηθικλ\
    μνξοπρςστυφχψωϊϋόύώ\u{FFFD}";

#[rustfmt::skip]
const ISO_8859_15: &str = "\
    \u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8A}\u{8B}\u{8C}\u{8D}\u{8E}\u{8F}\
    \u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\u{98}\u{99}\u{9A}\u{9B}\u{9C}\u{9D}\u{9E}\u{9F}\
    \u{A0}¡¢£€¥Š§š©ª«¬\u{AD}®¯°±²³Žµ¶·ž¹º»ŒœŸ¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øù\
    úûüýþÿ";

#[rustfmt::skip]
const KOI8_R: &str = "\
    ─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓⌠■∙√≈≤≥\u{A0}⌡°²·÷═║╒ё╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡Ё╢╣╤╥╦╧╨╩╪╫╬©юабцдефгхийклмнопярстужвьызшэщч\
    ъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ";

#[cfg(test)]
mod tests {
    use super::*;

    /// Each table has a character a byte.
    #[test]
    fn tables_are_whole() {
        let tables = [
            WINDOWS_1250,
            WINDOWS_1251,
            WINDOWS_1252,
            WINDOWS_1253,
            WINDOWS_1254,
            WINDOWS_1255,
            WINDOWS_1256,
            WINDOWS_1257,
            ISO_8859_2,
            ISO_8859_5,
            ISO_8859_7,
            ISO_8859_15,
            KOI8_R,
        ];
        for table in tables {
            assert_eq!(table.chars().count(), 128, "{table}");
        }
    }

    #[test]
    fn names_in_their_sets() {
        let cases: [(&str, &[u8], Option<&str>); 16] = [
            ("Windows-1252", b"Zo\xEB \x96 \x80", Some("Zoë – €")),
            ("ISO-8859-1", b"Jos\xE9", Some("José")),
            ("iso-8859-2", b"\xA3ukasz \xBEi\xBEka", Some("Łukasz žižka")),
            ("windows-1250", b"\x8Ei\x9Eka", Some("Žižka")),
            ("windows-1251", b"\xCA\xF1\xE5\xED\xE8\xFF", Some("Ксения")),
            ("KOI8-R", b"\xEB\xD3\xC5\xCE\xC9\xD1", Some("Ксения")),
            ("iso-8859-5", b"\xBA\xE1\xD5\xDD\xD8\xEF", Some("Ксения")),
            ("windows-1253", b"\xCD\xDF\xEA\xEF\xF2", Some("Νίκος")),
            ("windows-1254", b"\xDDpek \xDE.", Some("İpek Ş.")),
            ("utf-8", b"Jos\xE9", None),
            ("windows-1252", b"\x81\x40", None),
            ("Shift_JIS", b"\x93c", Some("田")),
            ("Shift_JIS", b"\x93", None),
            ("cp949", b"\x8cc", Some("똠")),
            ("iso-2022-jp", b"\x1B$B;3ED\x1B(B", Some("山田")),
            ("iso-2022-kr", b"A", None),
        ];
        for (label, bytes, wanted) in cases {
            assert_eq!(decode(bytes.into(), label).as_deref(), wanted, "{label}");
        }
    }
}
