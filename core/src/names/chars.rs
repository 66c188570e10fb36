//! Classes of characters that the keys fold, drop or show.
//!
//! Only questions about one character are answered here; nothing looks at a whole name. The tables are
//! written out instead of pulled in from a property crate, because each is a decision of the key version:
//! changing one changes keys, so it must bump [`KEY_VERSION`](super::KEY_VERSION).

use unicode_normalization::char::is_combining_mark;
use unicode_script::{Script, UnicodeScript};

/// Characters that draw nothing: `Default_Ignorable_Code_Point` of Unicode 16, control characters other than
/// white space, interlinear annotation marks, and the blank Braille pattern.
///
/// ```
/// use namesake_core::names::chars::is_invisible;
/// assert!(is_invisible('\u{200B}'));
/// assert!(!is_invisible(' '), "white space is visible enough to be folded, not dropped");
/// ```
pub fn is_invisible(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_control() && !c.is_whitespace();
    }
    matches!(c,
        '\u{80}'..='\u{84}' | '\u{86}'..='\u{9F}' // C1 controls; U+0085 is white space
        | '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}'..='\u{1160}' | '\u{17B4}'..='\u{17B5}'
        | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{2800}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}'
        | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}' | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}'
        | '\u{E0000}'..='\u{E0FFF}')
}

/// Characters that reorder the text around them (`Bidi_Control`).
pub fn is_bidi_control(c: char) -> bool {
    matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Pictures, as opposed to text. Digits, `#`, `*` and the letter-like emoji are text: NFKC turns `Ⓜ` into `m`.
pub fn is_emoji(c: char) -> bool {
    matches!(c,
        '\u{A9}' | '\u{AE}' | '\u{203C}' | '\u{2194}'..='\u{2199}' | '\u{21A9}'..='\u{21AA}'
        | '\u{231A}'..='\u{231B}' | '\u{2328}' | '\u{23CF}' | '\u{23E9}'..='\u{23F3}' | '\u{23F8}'..='\u{23FA}'
        | '\u{25AA}'..='\u{25AB}' | '\u{25B6}' | '\u{25C0}' | '\u{25FB}'..='\u{25FE}'
        | '\u{2600}'..='\u{266C}' | '\u{2670}'..='\u{27BF}' // not ♭♮♯, which carry meaning as C# does
        | '\u{2934}'..='\u{2935}' | '\u{2B05}'..='\u{2B07}' | '\u{2B1B}'..='\u{2B1C}' | '\u{2B50}' | '\u{2B55}'
        | '\u{3030}' | '\u{303D}' | '\u{1F000}'..='\u{1F0FF}' | '\u{1F170}'..='\u{1F1FF}'
        | '\u{1F201}'..='\u{1FAFF}')
}

/// Glue inside an emoji sequence: joiner, variation selectors, tags, the keycap ring.
pub fn is_emoji_glue(c: char) -> bool {
    matches!(c, '\u{200D}' | '\u{FE0E}' | '\u{FE0F}' | '\u{20E3}' | '\u{E0020}'..='\u{E007F}')
}

/// Hyphens, dashes, and the dots that separate name parts as a hyphen does (`・`, `·`).
pub fn is_hyphen(c: char) -> bool {
    matches!(
        c,
        '-' | '\u{B7}' | '\u{58A}' | '\u{5BE}' | '\u{2010}'
            ..='\u{2015}'
                | '\u{2022}'
                | '\u{2027}'
                | '\u{2043}'
                | '\u{2212}'
                | '\u{2E17}'
                | '\u{2E3A}'
                | '\u{2E3B}'
                | '\u{30A0}'
                | '\u{30FB}'
                | '\u{FE58}'
                | '\u{FE63}'
                | '\u{FF0D}'
                | '\u{FF65}'
    )
}

/// Apostrophes and what is typed for one: O'Brien, O’Brien, Oʻahu, ג׳ורג׳.
pub fn is_apostrophe(c: char) -> bool {
    matches!(c,
        '\'' | '`' | '\u{B4}' | '\u{2B9}' | '\u{2BB}'..='\u{2BF}' | '\u{2C8}' | '\u{55A}' | '\u{5F3}' | '\u{2018}'..='\u{201B}'
        | '\u{2032}' | '\u{2035}' | '\u{A78C}' | '\u{FF07}')
}

/// Double quotation marks, also the gershayim of Hebrew abbreviations (בע״מ).
pub fn is_quote(c: char) -> bool {
    matches!(c,
        '"' | '\u{AB}' | '\u{BB}' | '\u{5F4}' | '\u{201C}'..='\u{201F}' | '\u{2033}' | '\u{2039}' | '\u{203A}'
        | '\u{300C}'..='\u{300F}')
}

/// Marks that the folded key drops.
///
/// Accents of Latin, Greek and Cyrillic, and the optional points of Arabic, Hebrew and Syriac. Vowel signs,
/// viramas and tone marks of other scripts are letters there (dropping them turns every `कि`, `की` and `कु`
/// into `क`), and so are the sounding marks of kana; they stay. Nuktas go, they are written or left out at will, and so
/// does the tatweel, which only draws an Arabic word out.
pub fn is_accent(c: char) -> bool {
    if c == '\u{640}' {
        return true;
    }
    if !is_combining_mark(c) {
        return false;
    }
    if matches!(c, '\u{3099}' | '\u{309A}') {
        return false;
    }
    if matches!(c, '\u{93C}' | '\u{9BC}' | '\u{A3C}' | '\u{ABC}' | '\u{B3C}' | '\u{C3C}' | '\u{CBC}') {
        return true;
    }
    matches!(
        c.script(),
        Script::Inherited
            | Script::Common
            | Script::Latin
            | Script::Greek
            | Script::Cyrillic
            | Script::Arabic
            | Script::Hebrew
            | Script::Syriac
    )
}

/// Letters that have a plain spelling but no Unicode decomposition. Input is case-folded.
///
/// Latin letters with a stroke or hook; Cyrillic ones that a Russian keyboard lacks (ґ, and those of the Turkic
/// languages); Arabic ones that differ by keyboard or habit alone: the Persian and Urdu kaf, ya and ha, the ya without
/// dots, the ta marbuta written as ha.
pub fn plain_letter(c: char) -> Option<&'static str> {
    Some(match c {
        'ı' | 'ɩ' | 'ɨ' => "i",
        'ø' | 'ɔ' | 'ɵ' => "o",
        'ł' => "l",
        'đ' | 'ð' | 'ɖ' | 'ɗ' => "d",
        'ħ' => "h",
        'ŧ' => "t",
        'þ' => "th",
        'æ' => "ae",
        'œ' => "oe",
        'ŋ' | 'ɲ' => "n",
        'ə' | 'ǝ' | 'ɛ' => "e",
        'ƒ' => "f",
        'ɓ' => "b",
        'ƙ' => "k",
        'ƴ' => "y",
        'ɣ' | 'ǥ' => "g",
        'ʋ' => "v",
        'ʉ' | 'ʊ' => "u",
        'ґ' | 'ғ' => "г",
        'қ' => "к",
        'ң' => "н",
        'ұ' | 'ү' => "у",
        'ө' => "о",
        'ә' => "а",
        'ی' | 'ى' => "ي",
        'ک' => "ك",
        'ة' | 'ہ' | 'ە' => "ه",
        'ٱ' => "ا",
        _ => return None,
    })
}

/// A character that can be part of a word: a letter, a digit, or a mark on one.
pub fn is_word(c: char) -> bool {
    if c.is_ascii() {
        c.is_ascii_alphanumeric()
    } else {
        (c.is_alphanumeric() || is_combining_mark(c)) && !is_invisible(c)
    }
}
