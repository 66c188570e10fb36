//! What must be known of the whole of a file before its first item can be read: how a chat writes its messages.
//!
//! It must not keep more of the file than a line, nor read an item.

use super::lines::Place;
use super::utf16::Input;
use super::window::Window;
use super::{Format, LINE_MAX, Options, Reader, chat};

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
            window: Window::default(),
            place: Place::default(),
            seen: chat::Seen::default(),
        }
    }

    /// Says what the file does not tell.
    pub fn with(mut self, options: Options) -> Self {
        self.options = options;
        self
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
        Reader::with_style(self.format, self.seen.style(self.options.month_first)).with(self.options.clone())
    }
}
