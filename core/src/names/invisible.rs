//! Making visible what a name hides: characters that draw nothing, reorder the text, or look like another.
//!
//! For showing a name to its owner (DESIGN §9, cases FC-28). Keys are made elsewhere. Nothing is dropped: the pieces
//! in order are the whole name. The glue inside an emoji sequence is part of the emoji and not marked.

use super::chars::{is_bidi_control, is_emoji, is_emoji_glue, is_invisible};

/// A stretch of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Text to show as it is.
    Text(String),
    /// A character to show as a labelled mark.
    Mark {
        /// Its short name: `ZWSP`, `RLO`, `NBSP`, or a generic one such as `CONTROL`.
        name: &'static str,
        /// Its code point.
        code: u32,
    },
}

/// The name in pieces, its invisible, reordering and unusual space characters as marks. Plain spaces between words
/// are text; a leading, trailing or doubled one is a mark.
///
/// ```
/// use namesake_core::names::invisible::{Piece, visible};
/// assert_eq!(
///     visible("Mar\u{200B}co"),
///     [Piece::Text("Mar".into()), Piece::Mark { name: "ZWSP", code: 0x200B }, Piece::Text("co".into())],
/// );
/// ```
pub fn visible(name: &str) -> Vec<Piece> {
    let mut out = Vec::new();
    let mut text = String::new();
    let mut previous = None;
    let mut chars = name.chars().peekable();
    while let Some(c) = chars.next() {
        let odd_space = c == ' ' && (matches!(previous, None | Some(' ')) || chars.peek().is_none());
        let glue = is_emoji_glue(c) && previous.is_some_and(continues_emoji);
        if (needs_mark(c) && !glue) || odd_space {
            if !text.is_empty() {
                out.push(Piece::Text(std::mem::take(&mut text)));
            }
            out.push(Piece::Mark { name: label(c), code: u32::from(c) });
        } else {
            text.push(c);
        }
        previous = Some(c);
    }
    if !text.is_empty() {
        out.push(Piece::Text(text));
    }
    out
}

/// Whether a name holds a character that draws nothing or reorders the text. Unusual spaces do not count; they are
/// white space to every key.
///
/// ```
/// use namesake_core::names::invisible::has_invisible;
/// assert!(has_invisible("\u{202E}Marco Bell"));
/// assert!(!has_invisible("Marco\u{A0}Bell") && !has_invisible("👩\u{200D}🔬 Lab"));
/// ```
pub fn has_invisible(name: &str) -> bool {
    if name.is_ascii() {
        return name.chars().any(is_invisible);
    }
    let mut previous = None;
    name.chars().any(|c| {
        let glue = is_emoji_glue(c) && previous.is_some_and(continues_emoji);
        previous = Some(c);
        is_invisible(c) && !glue
    })
}

/// Whether a name holds white space other than the plain space.
pub fn has_unusual_space(name: &str) -> bool {
    name.chars().any(|c| c != ' ' && c.is_whitespace())
}

fn continues_emoji(previous: char) -> bool {
    is_emoji(previous) || is_emoji_glue(previous)
}

fn needs_mark(c: char) -> bool {
    is_invisible(c) || (c != ' ' && c.is_whitespace())
}

fn label(c: char) -> &'static str {
    match c {
        ' ' => "SPACE",
        '\t' => "TAB",
        '\n' => "LF",
        '\r' => "CR",
        '\0' => "NUL",
        '\u{85}' => "NEL",
        '\u{A0}' => "NBSP",
        '\u{AD}' => "SHY",
        '\u{34F}' => "CGJ",
        '\u{61C}' => "ALM",
        '\u{115F}' | '\u{1160}' | '\u{3164}' | '\u{FFA0}' => "HANGUL FILLER",
        '\u{180E}' => "MVS",
        '\u{200B}' => "ZWSP",
        '\u{200C}' => "ZWNJ",
        '\u{200D}' => "ZWJ",
        '\u{200E}' => "LRM",
        '\u{200F}' => "RLM",
        '\u{2028}' => "LSEP",
        '\u{2029}' => "PSEP",
        '\u{202A}' => "LRE",
        '\u{202B}' => "RLE",
        '\u{202C}' => "PDF",
        '\u{202D}' => "LRO",
        '\u{202E}' => "RLO",
        '\u{202F}' => "NNBSP",
        '\u{2060}' => "WJ",
        '\u{2061}'..='\u{2064}' => "INVISIBLE OPERATOR",
        '\u{2066}' => "LRI",
        '\u{2067}' => "RLI",
        '\u{2068}' => "FSI",
        '\u{2069}' => "PDI",
        '\u{2800}' => "BLANK BRAILLE",
        '\u{3000}' => "IDEOGRAPHIC SPACE",
        '\u{180B}'..='\u{180F}' | '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}' => "VS",
        '\u{FEFF}' => "BOM",
        '\u{FFF9}'..='\u{FFFB}' => "ANNOTATION",
        '\u{E0000}'..='\u{E007F}' => "TAG",
        c if is_bidi_control(c) => "BIDI",
        c if c.is_control() => "CONTROL",
        c if c.is_whitespace() => "UNUSUAL SPACE",
        _ => "INVISIBLE",
    }
}
