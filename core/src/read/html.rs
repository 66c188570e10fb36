//! The text of an HTML page or mail: what is read there, in lines and paragraphs, without markup.
//!
//! It looks at every byte once and builds no tree. What is no text (scripts, styles, comments, attributes) is left out; an
//! entity that is not known stays as it is written.

use std::borrow::Cow;

use memchr::memchr;

use super::charset;
use super::input::decoded;
use super::skipped::Skipped;

/// Elements whose content is no text, or none of this page.
const LEFT_OUT: [&str; 7] = ["script", "style", "template", "svg", "math", "iframe", "object"];
/// Elements that stand in paragraphs of their own.
const PARAGRAPHS: [&str; 33] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "center",
    "dl",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hr",
    "html",
    "main",
    "menu",
    "nav",
    "ol",
    "p",
    "pre",
    "section",
    "summary",
    "table",
    "title",
    "ul",
];
/// Elements that stand in lines of their own.
const LINES: [&str; 9] = ["caption", "dd", "details", "dt", "li", "option", "tr", "tbody", "thead"];

/// Marks of quotes within quotes at most: one within a hundred is read as one within ten.
const QUOTES: usize = 10;

/// What a page is read for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum As {
    /// Programs write each line of a mail as a `div`, and what is quoted as a `blockquote`: its lines begin with `>`.
    Mail,
    /// A `div` is a paragraph.
    Page,
}

/// The text of the file of a page. It is UTF-8, else what the page says, else what its bytes tell; a character that cannot be read
/// becomes a byte that is no UTF-8, so that its paragraph is refused and nothing else.
pub(super) fn page(bytes: &[u8], skipped: &mut Skipped) -> Vec<u8> {
    let named = || charset::decode(Cow::Borrowed(bytes), &named_charset(bytes)?);
    // What switches with ESC looks like plain text.
    let switches = memchr(0x1B, bytes).is_some();
    let unicode = || charset::utf8(Cow::Borrowed(bytes)).filter(|_| !switches);
    if let Some(page) = unicode().or_else(named) {
        return text(&page, As::Page).into_bytes();
    }
    let bytes = match charset::find(bytes) {
        Some(found) => {
            skipped.add(&format!("read as {}, not UTF-8", found.name()));
            Cow::Owned(decoded(&mut found.decoder(), bytes, true))
        }
        None => Cow::Borrowed(bytes),
    };
    let text = text(&String::from_utf8_lossy(&bytes), As::Page);
    text.split('\u{FFFD}').map(str::as_bytes).collect::<Vec<_>>().join(&0xFF)
}

/// The character set that a page names within its first bytes.
pub(super) fn named_charset(bytes: &[u8]) -> Option<String> {
    let start = String::from_utf8_lossy(bytes.get(..bytes.len().min(1024))?).to_ascii_lowercase();
    let (_, named) = start.split_once("charset=")?;
    let named = named.trim_start_matches(['"', '\'', ' ']);
    Some(named.chars().take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')).collect())
}

/// The text of a page: lines within paragraphs, paragraphs with an empty line between.
pub(super) fn text(html: &str, read_as: As) -> String {
    let mut out = Text { text: String::new(), breaks: 0, space: false, quotes: 0, line_quotes: 0, kept: 0, read_as };
    let mut rest = html;
    // Once a tag is not closed, no later one is.
    let mut closed = true;
    while let Some(at) = rest.find(['<', '&']) {
        let (before, markup) = rest.split_at(at);
        out.words(before);
        if markup.starts_with('&') {
            let (is, after) = entity(markup);
            out.words(is.encode_utf8(&mut [0; 4]));
            rest = after;
            continue;
        }
        let Some((tag, after)) = tag(markup, &mut closed) else {
            out.words("<");
            rest = markup.get(1..).unwrap_or_default();
            continue;
        };
        rest = match out.tag(tag) {
            Some(name) => after_end(after, name),
            None => after,
        };
    }
    out.words(rest);
    out.text
}

/// The inside of the tag or comment that begins here, and what follows it. `None` if a `<` is only a `<`.
fn tag<'a>(markup: &'a str, closed: &mut bool) -> Option<(&'a str, &'a str)> {
    if let Some(comment) = markup.strip_prefix("<!--") {
        let end = comment.find("-->").map_or("", |end| comment.get(end + 3..).unwrap_or_default());
        return Some(("", end));
    }
    let inside = markup.get(1..)?;
    let first = inside.chars().next()?;
    if !*closed || !(first.is_ascii_alphabetic() || matches!(first, '/' | '!' | '?')) {
        return None;
    }
    let mut quote = None;
    for (at, byte) in inside.bytes().enumerate() {
        match (byte, quote) {
            (b'>', None) => return Some((inside.get(..at)?, inside.get(at + 1..)?)),
            (b'"' | b'\'', None) => quote = Some(byte),
            (byte, Some(open)) if byte == open => quote = None,
            _ => {}
        }
    }
    *closed = false;
    None
}

/// What follows the end tag of an element; nothing if it has none.
fn after_end<'a>(text: &'a str, name: &str) -> &'a str {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(found) = memchr(b'<', bytes.get(at..).unwrap_or_default()) {
        at += found + 1;
        let end = bytes.get(at..).unwrap_or_default();
        let is_end = end.first() == Some(&b'/')
            && end.get(1..=name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes()))
            && !end.get(name.len() + 1).is_some_and(u8::is_ascii_alphanumeric);
        if is_end {
            let close = memchr(b'>', end).map_or(bytes.len(), |close| at + close + 1);
            return text.get(close..).unwrap_or_default();
        }
    }
    ""
}

/// Text as it comes together.
struct Text {
    text: String,
    /// Line breaks before the next character, at most two.
    breaks: usize,
    space: bool,
    /// Quotes within quotes, if they are marked.
    quotes: usize,
    /// Those in which the last line stands.
    line_quotes: usize,
    /// Elements within which white space is kept.
    kept: usize,
    read_as: As,
}

impl Text {
    fn words(&mut self, text: &str) {
        for c in text.chars() {
            if !matches!(c, ' ' | '\t' | '\n' | '\r' | '\u{C}') {
                self.char(c);
            } else if self.kept > 0 && c == '\n' {
                self.break_line(self.breaks + 1);
            } else {
                self.space = true;
            }
        }
    }

    fn char(&mut self, c: char) {
        let begins = self.text.is_empty() || self.breaks > 0;
        if begins {
            if !self.text.is_empty() {
                for n in 0..self.breaks {
                    self.text.push('\n');
                    // The empty line within a quote is part of it.
                    if n + 1 < self.breaks && self.quotes.min(self.line_quotes) > 0 {
                        self.text.push('>');
                    }
                }
            }
            (0..self.quotes.min(QUOTES)).for_each(|_| self.text.push_str("> "));
            self.line_quotes = self.quotes;
        } else if self.space {
            self.text.push(' ');
        }
        (self.breaks, self.space) = (0, false);
        self.text.push(c);
    }

    fn break_line(&mut self, breaks: usize) {
        self.breaks = self.breaks.max(breaks.min(2));
    }

    /// Takes a tag. The name of the element whose content is to be left out, if it opens one.
    fn tag<'t>(&mut self, inside: &'t str) -> Option<&'t str> {
        let (is_end, inside) = inside.strip_prefix('/').map_or((false, inside), |inside| (true, inside));
        let name = inside.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        let is = |names: &[&str]| names.iter().any(|known| known.eq_ignore_ascii_case(name));
        if is(&["br"]) {
            self.break_line(self.breaks + 1);
        } else if is(&["td", "th"]) {
            self.space = true;
        } else if is(&["div"]) {
            self.break_line(if self.read_as == As::Mail { 1 } else { 2 });
        } else if is(&LINES) {
            self.break_line(1);
        } else if is(&PARAGRAPHS) {
            self.break_line(2);
            let counted = if is(&["pre"]) {
                &mut self.kept
            } else if is(&["blockquote"]) && self.read_as == As::Mail {
                &mut self.quotes
            } else {
                return None;
            };
            *counted = if is_end { counted.saturating_sub(1) } else { *counted + 1 };
        } else if !is_end && !inside.ends_with('/') && is(&LEFT_OUT) {
            return Some(name);
        }
        None
    }
}

/// Names of the characters from U+00A0 on, in their order.
const LATIN: &str = "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 \
acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig \
Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave \
Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave \
iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";
/// Others that texts and names have, each before its character.
const OTHERS: &str = "quot \" amp & lt < gt > apos ' ndash – mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ lsaquo ‹ \
rsaquo › hellip … bull • dagger † Dagger ‡ permil ‰ prime ′ Prime ″ euro € trade ™ tilde ˜ circ ˆ fnof ƒ larr ← uarr ↑ rarr → \
darr ↓ minus − OElig Œ oelig œ Scaron Š scaron š Yuml Ÿ Abreve Ă abreve ă Amacr Ā amacr ā Aogon Ą aogon ą Cacute Ć cacute ć \
Ccaron Č ccaron č Dcaron Ď dcaron ď Dstrok Đ dstrok đ Ecaron Ě ecaron ě Emacr Ē emacr ē Eogon Ę eogon ę Gbreve Ğ gbreve ğ \
Idot İ imath ı inodot ı Imacr Ī imacr ī Lstrok Ł lstrok ł Nacute Ń nacute ń Ncaron Ň ncaron ň Odblac Ő odblac ő Omacr Ō \
omacr ō Rcaron Ř rcaron ř Sacute Ś sacute ś Scedil Ş scedil ş Tcaron Ť tcaron ť Udblac Ű udblac ű Umacr Ū umacr ū Uring Ů \
uring ů Zacute Ź zacute ź Zcaron Ž zcaron ž Zdot Ż zdot ż";
/// Longest name of an entity.
const NAME: usize = 10;

/// The character of the entity that begins here, and what follows; of none, the `&`.
fn entity(markup: &str) -> (char, &str) {
    let start: &str = markup.get(1..).unwrap_or_default();
    let end = start.bytes().take(NAME + 1).position(|byte| !(byte.is_ascii_alphanumeric() || byte == b'#'));
    let name = start.get(..end.unwrap_or(start.len().min(NAME))).unwrap_or_default();
    let after = start.get(name.len()..).unwrap_or_default();
    match named(name) {
        Some(is) => (is, after.strip_prefix(';').unwrap_or(after)),
        None => ('&', start),
    }
}

fn named(name: &str) -> Option<char> {
    if name.len() < 2 {
        return None;
    }
    if let Some(number) = name.strip_prefix('#') {
        let number = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16),
            None => number.parse(),
        };
        return char::from_u32(number.ok()?).filter(|c| !c.is_control() || c.is_whitespace());
    }
    if let Some(at) = LATIN.split(' ').position(|known| known == name) {
        return char::from_u32(0xA0 + u32::try_from(at).ok()?);
    }
    let mut others = OTHERS.split(' ');
    others.find(|known| *known == name)?;
    others.next()?.chars().next()
}

#[cfg(test)]
mod tests {
    use super::{As, text};

    fn check(html: &str, page: &str, mail: &str) {
        assert_eq!(text(html, As::Page), page, "{html}");
        assert_eq!(text(html, As::Mail), mail, "{html}");
    }

    #[test]
    fn what_is_read() {
        let both = |html, wanted| check(html, wanted, wanted);
        both("<p>Ana\n  <b>Ru</b>iz</p><p>Ben", "Ana Ruiz\n\nBen");
        both("<ul><li>Ana<li>Ben</ul>", "Ana\nBen");
        both("<table><tr><td>Ana</td><td>Ruiz</td></tr><tr><td>Ben</td></tr></table>", "Ana Ruiz\nBen");
        both("a<br>b<br/><br />c<br><br><br>d", "a\nb\n\nc\n\nd");
        both("<pre>a  b\n c</pre>", "a b\nc");
        both("<!DOCTYPE html><head><title>T</title><style>p{}</style><script>'</b>'<b></script >x", "T\n\nx");
        both("a<!-- <b> --x-->b<svg><text>no</text></svg>c<script src=x />d", "abcd");
        both("<a href='x>y' title=\"'>\">Ana</a>", "Ana");
        check("<div>a</div><div>b</div>", "a\n\nb", "a\nb");
        check("<p>Hi<blockquote><p>a<p>b</blockquote>c", "Hi\n\na\n\nb\n\nc", "Hi\n\n> a\n>\n> b\n\nc");
    }

    /// Who goes on behind a quote within many speaks only once all of them are closed.
    #[test]
    fn quotes_within_quotes() {
        let html = format!("{}a{}b</blockquote>c", "<blockquote>".repeat(12), "</blockquote>".repeat(11));
        let marks = "> ".repeat(10);
        check(&html, "a\n\nb\n\nc", &format!("{marks}a\n>\n> b\n\nc"));
    }

    #[test]
    fn entities() {
        let both = |html, wanted| check(html, wanted, wanted);
        both("Jos&eacute; N&uacute;&ntilde;ez &amp; Zo&#235; &#xCB;", "José Núñez & Zoë Ë");
        both("&Lstrok;ukasz&hellip; &lt;b&gt; &quot;x&quot;", "Łukasz… <b> \"x\"");
        both("AT&T &unknown; & &; &#0; &#xD800; &", "AT&T &unknown; & &; &#0; &#xD800; &");
        both("&nbsp;", "\u{A0}");
        both("a &eacute", "a é");
    }

    #[test]
    fn what_is_no_markup() {
        let both = |html, wanted| check(html, wanted, wanted);
        both("1 < 2 <3 a<b", "1 < 2 <3 a<b");
        both("<b", "<b");
        both("a <i title=\"b> c", "a <i title=\"b> c");
        both("a<!-- b", "a");
        both("a<script>b", "a");
        both("", "");
    }
}
