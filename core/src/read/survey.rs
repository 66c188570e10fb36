//! What must be known of the whole of a file before its first item can be read: how a chat writes its messages.
//!
//! It must not keep more of the file than a line, nor read an item.

use super::charset::{self, Charset};
use super::format::LOOK;
use super::input::Input;
use super::lines::Place;
use super::window::Window;
use super::{Format, LINE_MAX, Options, Reader, chat, html};

/// Looks through a file, part by part.
///
/// ```
/// use namesake_core::read::{Format, Survey};
/// let mut survey = Survey::new(Format::Chat);
/// for part in ["3/4/26, 9:31 - Ana: Hi\n13/4/26, 9", ":32 - Ben: Hello\n"] {
///     survey.feed(part.as_bytes());
/// }
/// survey.end();
/// let mut reader = survey.reader();
/// assert!(reader.wants_more());
/// ```
#[derive(Debug)]
pub struct Survey {
    format: Format,
    options: Options,
    input: Input,
    /// The set that the text is in, if it was found.
    found: Option<Charset>,
    /// The file tells its set itself, so that what is said of it does not hold.
    tells: bool,
    /// Nothing tells the set, though the text is not UTF-8.
    is_in_doubt: bool,
    window: Window,
    place: Place,
    seen: chat::Seen,
}

impl Survey {
    /// At the beginning of a file. See [`super::detect`] for the format.
    pub fn new(format: Format) -> Self {
        Self {
            format,
            options: Options::default(),
            input: Input::default(),
            found: None,
            tells: false,
            is_in_doubt: false,
            window: Window::default(),
            place: Place::default(),
            seen: chat::Seen::default(),
        }
    }

    /// Says what the file does not tell.
    pub fn with(mut self, options: Options) -> Self {
        self.options = options;
        self.input = Input::of(self.charset());
        self
    }

    /// Finds out in which character set a text is that begins so, if it is in none of Unicode's: those of East Asia, as others
    /// are not told apart by their bytes. No more is looked at than 64 kB. To be called before anything is fed. What was said holds,
    /// unless it is UTF-8 beyond doubt, or a page that names its set: what is said of a bundle is said of all its files.
    pub fn starting(mut self, start: &[u8]) -> Self {
        let start = start.get(..LOOK).unwrap_or(start);
        let names = || html::named_charset(start).is_some_and(|named| Charset::of(&named).is_some());
        self.tells = charset::is_utf8(start) || (self.format == Format::Page && names());
        let found = charset::find(start);
        self.found = found.filter(|_| self.may_change());
        self.is_in_doubt = found.is_none() && self.is_text() && !self.tells && !start.is_ascii();
        self.input = Input::of(self.charset());
        self
    }

    /// The set that was found.
    pub(crate) fn found(&self) -> Option<Charset> {
        self.found.filter(|_| self.options.charset.is_none())
    }

    /// The set that the text is in.
    pub(crate) fn charset(&self) -> Option<Charset> {
        self.options.charset.filter(|_| self.may_change()).or(self.found)
    }

    /// Whether the text is in a set that nothing tells.
    pub(crate) fn is_in_doubt(&self) -> bool {
        self.is_in_doubt
    }

    /// Whether a file of this format does not itself tell its set.
    fn may_change(&self) -> bool {
        let is_page = self.format == Format::Page && self.options.charset.is_some();
        !self.tells && (self.is_text() || is_page)
    }

    fn is_text(&self) -> bool {
        matches!(self.format, Format::Chat | Format::Transcript | Format::Csv | Format::Document)
    }

    /// Whether a file of this format has to be looked through: fed whole, and ended.
    pub fn is_needed(&self) -> bool {
        matches!(self.format, Format::Chat | Format::Transcript)
    }

    /// The next part of the file.
    pub fn feed(&mut self, bytes: &[u8]) {
        // No line is looked at that is longer, so its beginning will do.
        self.window.truncate(self.place.offset + LINE_MAX + 1);
        self.window.feed(self.place.offset, &self.input.take(bytes, false));
        self.place.offset = 0;
        self.look();
    }

    /// There is no more.
    pub fn end(&mut self) {
        if self.window.is_last() {
            return;
        }
        self.window.feed(0, &self.input.take(&[], true));
        self.window.end();
        self.look();
    }

    fn look(&mut self) {
        while let Some((line, next)) = self.place.line_of(&self.window) {
            self.seen.add(line);
            self.place = next;
        }
    }

    /// The first time whose date reads both ways, as written, with what it is if the day and if the month stands first, in
    /// milliseconds; if nothing in the file tells which.
    pub fn unclear_date(&self) -> Option<(String, i64, i64)> {
        self.seen.unclear_date()
    }

    /// A reader of the file that was looked through, at its beginning.
    pub fn reader(&self) -> Reader {
        let reader = Reader::with_style(self.format, self.seen.style(self.options.month_first));
        reader.with(self.options.clone()).in_charset(self.charset(), self.found().is_some())
    }
}
