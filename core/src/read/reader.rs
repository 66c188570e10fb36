//! The reader of one file: hands out items in slices. It must not hold more than the part of the file that it was last fed
//! with and the item that it stands in: the memory that items go into grows meanwhile.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use super::charset::Charset;
use super::format::LOOK;
use super::input::Input;
use super::item::EXCERPT_BYTES;
use super::lines::{self, Encoding, Place};
use super::skipped::Skipped;
use super::window::Window;
use super::{
    Format, ITEM_MAX, Item, Options, Refused, Survey, Workspace, chat, conversation, csv, document, html, json, ldif,
    mail, subtitles, vcard,
};

/// Reads the items of one file, in order, in slices.
///
/// ```
/// use namesake_core::read::{Format, Item, Survey};
/// let file = b"{\"speaker\":\"Ana\",\"text\":\"Hi\"}\n{\"text\":7}\n";
/// let mut reader = Survey::new(Format::Conversation).reader();
/// let (mut items, mut parts) = (Vec::new(), file.chunks(10));
/// while !reader.finished() {
///     match parts.next() {
///         Some(part) => reader.feed(part),
///         None => reader.end(),
///     }
///     items.extend(reader.next_items(500));
/// }
/// assert!(matches!(&items[0], Ok(Item::Message(m)) if m.text == "Hi" && m.line == 1));
/// assert!(matches!(&items[1], Err(refused) if refused.code == "wrong_type" && refused.line == 2));
/// ```
#[derive(Debug)]
pub struct Reader {
    input: Input,
    window: Window,
    /// Bytes of the text before the window.
    gone: u64,
    /// Bytes of the file that were fed.
    fed: u64,
    /// Of the last part: how many bytes of the file, and of the text that they became.
    part: (u64, u64),
    /// The set that the text is in, if it was said or found, and whether it was found.
    charset: (Option<Charset>, bool),
    format: Format,
    place: Place,
    /// How many bytes must be held from the place on before it is worth trying again.
    enough: usize,
    /// A line that is passed over has not ended yet.
    passing: bool,
    skipped: Skipped,
    style: chat::Style,
    /// A JSON document, once it was begun.
    document: Option<json::Document>,
    /// A table, once its header was read.
    table: Option<csv::Table>,
    options: Options,
    day: json::Day,
    mails: mail::Mails,
    /// Paragraphs of a page, which is read whole.
    waiting: VecDeque<Result<Item, Refused>>,
}

impl Reader {
    /// A reader of a file that is held whole. See [`super::detect`] for the format.
    pub fn new(bytes: impl AsRef<[u8]>, format: Format) -> Self {
        let bytes = bytes.as_ref();
        let mut survey = Survey::new(format).starting(bytes);
        if survey.is_needed() {
            survey.feed(bytes);
            survey.end();
        }
        let mut reader = survey.reader();
        reader.feed(bytes);
        reader.end();
        reader
    }

    pub(super) fn with_style(format: Format, style: chat::Style) -> Self {
        Self {
            input: Input::default(),
            window: Window::default(),
            gone: 0,
            fed: 0,
            part: (1, 1),
            charset: (None, false),
            format,
            place: Place::default(),
            enough: 1,
            passing: false,
            skipped: Skipped::default(),
            style,
            document: None,
            table: None,
            options: Options::default(),
            day: json::Day::default(),
            mails: mail::Mails::default(),
            waiting: VecDeque::new(),
        }
    }

    /// Says what columns of a table hold: headers, each with a name of [`super::column_fields`]. The others are guessed. To be
    /// called before anything is read.
    ///
    /// ```
    /// use namesake_core::read::{Format, Item, Reader};
    /// let said = vec![("Quién".to_owned(), "name".to_owned())];
    /// let mut reader = Reader::new("Quién;Email\nAna;a@b.example\n", Format::Csv).with_columns(said);
    /// assert!(matches!(&reader.next_items(1)[0], Ok(Item::Card(card)) if card.names == ["Ana"]));
    /// ```
    pub fn with_columns(mut self, columns: Vec<(String, String)>) -> Self {
        self.options.columns = columns;
        self
    }

    pub(super) fn with(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// Of a text in this set. `found` counts it as read so.
    pub(super) fn in_charset(mut self, charset: Option<Charset>, found: bool) -> Self {
        self.charset = (charset, found);
        self.input = Input::of(charset);
        self
    }

    /// Says of a day of a Slack export to which channel it belongs (the name of its folder), and who its people are. Without
    /// that its messages have no conversation of their own, and people are called as the messages themselves call them. Other
    /// formats do not look at it. To be called before anything is read.
    pub fn in_channel(mut self, workspace: &Arc<Workspace>, channel: &str) -> Self {
        self.day = json::Day::of(workspace, channel);
        self
    }

    /// A reader of the same file, at its beginning.
    pub fn again(&self) -> Self {
        let (charset, found) = self.charset;
        let reader = Self::with_style(self.format, self.style.clone()).with(self.options.clone());
        let reader = reader.in_charset(charset, found);
        Self { day: self.day.clone(), ..reader }
    }

    /// The next part of the file; not looked at if nothing more is read of it.
    pub fn feed(&mut self, bytes: &[u8]) {
        if self.window.is_last() {
            return;
        }
        let read = self.place.offset;
        self.gone += read as u64;
        self.place.offset = 0;
        let was_changed = self.input.is_changed();
        let part = self.input.take(bytes, false);
        self.window.feed(read, &part);
        self.fed += bytes.len() as u64;
        if !part.is_empty() {
            self.part = (bytes.len() as u64, part.len() as u64);
        }
        if self.input.is_changed() && !was_changed {
            self.count_change();
        }
        if self.passing {
            self.pass_line();
        }
    }

    /// There is no more.
    pub fn end(&mut self) {
        if !self.window.is_last() {
            let was_changed = self.input.is_changed();
            let rest = self.input.take(&[], true);
            self.window.feed(0, &rest);
            if self.input.is_changed() && !was_changed {
                self.count_change();
            }
        }
        self.window.end();
        if self.passing {
            self.pass_line();
        }
    }

    /// Says that the text is not in the bytes of the file, unless the caller said so.
    fn count_change(&mut self) {
        match self.charset {
            _ if self.input.is_utf16() => self.skipped.add("UTF-16 read as UTF-8"),
            (Some(charset), true) => self.skipped.add(&format!("read as {}, not UTF-8", charset.name())),
            _ => {}
        }
    }

    /// Whether the next item needs more of the file than was fed.
    pub fn wants_more(&self) -> bool {
        !self.window.is_last() && self.waiting() == 0 && self.left() < self.enough
    }

    /// The next items, at most `max`, fewer only at the end of the file or where more of it is wanted.
    /// Empty when [`Self::finished`], or for 0.
    pub fn next_items(&mut self, max: usize) -> Vec<Result<Item, Refused>> {
        let mut out = Vec::new();
        while out.len() < max {
            match self.next_item() {
                Some(item) => out.push(item),
                None => break,
            }
        }
        out
    }

    /// Bytes read so far.
    pub fn offset(&self) -> u64 {
        // Messages of a conversation that was read whole come one by one.
        let read = if self.input.is_changed() {
            let (of_file, of_text) = self.part;
            self.fed.saturating_sub(self.left() as u64 * of_file / of_text.max(1))
        } else {
            self.gone + self.place.offset as u64
        };
        read.saturating_sub(self.waiting() as u64)
    }

    fn waiting(&self) -> usize {
        self.document.as_ref().map_or(0, json::Document::waiting) + self.waiting.len()
    }

    /// Bytes that are held and were not read.
    fn left(&self) -> usize {
        self.window.len().saturating_sub(self.place.offset)
    }

    /// What was left out on purpose so far, counted by property: photos, sounds, keys and other properties of cards
    /// that no field holds, fields of messages that have no use, `time without zone` (read as UTC, as no zone was said), `empty text`,
    /// `attachments` and `notices of the program` in chats, `quoted text`, `forwarded messages` and `signatures`, which are not the
    /// sender's words, `UTF-16 read as UTF-8`, `read as Shift_JIS, not UTF-8` and the like where nothing says the character set, `date read either way` where nothing in the file tells
    /// whether the day or the month stands first.
    /// The properties that describe the file and not the contact (`VERSION`, `PRODID`, `REV`) are not counted.
    pub fn skipped(&self) -> &BTreeMap<String, u32> {
        self.skipped.counts()
    }

    /// Whether all of the file has been read.
    pub fn finished(&self) -> bool {
        self.window.is_last() && self.left() == 0 && self.waiting() == 0
    }

    fn next_item(&mut self) -> Option<Result<Item, Refused>> {
        loop {
            let waiting = self.document.as_mut().and_then(json::Document::pop_waiting);
            if let Some(item) = waiting.or_else(|| self.waiting.pop_front()) {
                return Some(item);
            }
            if self.finished() || self.wants_more() {
                return None;
            }
            let mut skipped = Skipped::default();
            let (item, place) = self.read_on(&mut skipped);
            if self.window.fell_short() {
                if self.left() > ITEM_MAX {
                    return Some(Err(self.pass_over()));
                }
                // So that a long item is not looked at more often than it doubles.
                self.enough = (self.left() * 2).min(ITEM_MAX) + 1;
                continue;
            }
            self.enough = 1;
            self.place = place;
            self.skipped.add_all(&skipped);
            if item.is_some() {
                return item;
            }
        }
    }

    /// Reads on from the place: an item, or nothing where a part of the file is none. If the window fell short, nothing has
    /// changed.
    fn read_on(&mut self, skipped: &mut Skipped) -> (Option<Result<Item, Refused>>, Place) {
        let (window, place, zone) = (&self.window, self.place, self.options.zone.as_ref());
        if self.gone == 0 && place.offset == 0 {
            if !window.holds(0, lines::MARK) {
                return (None, place);
            }
            match lines::encoding(window) {
                Encoding::Utf8 { skip: 0 } | Encoding::Utf16 { .. } => {}
                Encoding::Utf8 { skip } => return (None, Place { offset: skip, ..place }),
                Encoding::Utf32 => return self.refuse_all("bad_text", WIDE),
            }
        }
        match self.format {
            Format::Vcard => vcard::next_card(window, place, skipped),
            Format::Ldif => ldif::next_card(window, place, skipped),
            Format::Csv => self.read_table(skipped),
            Format::Conversation => conversation::next_message(window, place, zone, skipped),
            Format::Chat => chat::next_message(window, place, &self.style, zone, skipped),
            Format::Transcript => subtitles::next_cue(window, place, &self.style, skipped),
            Format::Messages => self.read_document(skipped),
            Format::Mail => self.mails.next_mail(window, place, skipped),
            Format::Document => document::next_paragraph(window, place, skipped),
            Format::Page => self.read_page(skipped),
            Format::Export => self.refuse_all("wrong_format", EXPORT),
        }
    }

    fn read_document(&mut self, skipped: &mut Skipped) -> (Option<Result<Item, Refused>>, Place) {
        let document = match &mut self.document {
            Some(document) => document,
            None => match json::maker(start(&self.window, self.place)) {
                Some(maker) => self.document.insert(json::Document::new(maker, self.day.clone())),
                None if !self.window.holds(0, LOOK) => return (None, self.place),
                None => return self.refuse_all("wrong_format", OTHER),
            },
        };
        match document.read_on(&self.window, self.place, self.options.zone.as_ref(), skipped) {
            Ok(place) => (None, place),
            Err(refused) => {
                let end = self.give_up();
                (refused.map(Err), end)
            }
        }
    }

    /// A page is read whole; its paragraphs then wait.
    fn read_page(&mut self, skipped: &mut Skipped) -> (Option<Result<Item, Refused>>, Place) {
        if !self.window.is_last() {
            self.window.fall_short();
            return (None, self.place);
        }
        let text = Window::of(&html::page(self.window.get(self.place.offset..).unwrap_or_default(), skipped));
        let mut place = Place::default();
        while place.offset < text.len() {
            let (item, next) = document::next_paragraph(&text, place, skipped);
            self.waiting.extend(item);
            place = next;
        }
        if text.is_empty() {
            skipped.add("empty text");
        }
        (None, Place { offset: self.window.len(), ..self.place })
    }

    fn read_table(&mut self, skipped: &mut Skipped) -> (Option<Result<Item, Refused>>, Place) {
        let table = match &mut self.table {
            Some(table) => table,
            None => {
                let (table, place) = csv::Table::begin(&self.window, self.place, &self.options.columns);
                match table {
                    _ if self.window.is_short() => {}
                    Ok(table) => self.table = Some(table),
                    Err((code, reason)) => return self.refuse_all(code, reason),
                }
                return (None, place);
            }
        };
        match table.next_card(&self.window, self.place, skipped) {
            Ok(next) => next,
            Err(refused) => (Some(Err(refused)), self.give_up()),
        }
    }

    fn refuse_all(&mut self, code: &'static str, reason: &str) -> (Option<Result<Item, Refused>>, Place) {
        if !self.window.holds(0, 2 * EXCERPT_BYTES) {
            return (None, self.place);
        }
        let seen = self.window.get(..2 * EXCERPT_BYTES).unwrap_or(&self.window);
        let seen: Vec<u8> = seen.iter().copied().filter(|b| !matches!(b, 0 | 0xFE | 0xFF)).collect();
        let refused = Refused::new(1, code, reason, &seen);
        let end = self.give_up();
        (Some(Err(refused)), end)
    }

    /// Nothing more is read of this file: the place at its end.
    fn give_up(&mut self) -> Place {
        self.window.end();
        Place { offset: self.window.len(), ..self.place }
    }

    /// Refuses what stands here, which is too long to be held, and goes on behind the last line of it that is held; or not at
    /// all, where lines do not tell where the next item begins.
    fn pass_over(&mut self) -> Refused {
        let start = self.window.get(self.place.offset..).unwrap_or_default();
        let is_end = matches!(self.format, Format::Messages | Format::Page);
        let refused = Refused::new(self.place.line, "item_too_long", if is_end { LONG_END } else { LONG }, start);
        if is_end {
            self.place = self.give_up();
            return refused;
        }
        while let Some((_, next)) = self.place.line_of(&self.window) {
            self.place = next;
        }
        if self.left() > 0 {
            self.pass_line();
        }
        refused
    }

    /// Passes over the rest of a line whose beginning was refused.
    fn pass_line(&mut self) {
        let end = self.place.line_of(&self.window).map(|(_, next)| next);
        self.passing = end.is_none() && !self.window.is_last();
        self.place = end.unwrap_or(Place { offset: self.window.len(), ..self.place });
        self.window.fell_short();
        self.enough = 1;
    }
}

/// The beginning of what is held from a place on.
fn start(window: &Window, place: Place) -> &[u8] {
    let rest = window.get(place.offset..).unwrap_or_default();
    rest.get(..LOOK).unwrap_or(rest)
}

const WIDE: &str =
    "The file is in UTF-32. Save it as UTF-8 (in a text editor: “Save as”, encoding UTF-8) and import it again.";
const OTHER: &str = "The file is no export of messages that Namesake knows.";
const EXPORT: &str = "The file is a Namesake export. Use “Import an export” to read it.";
const LONG: &str = "What begins here is longer than 32 MB and was passed over.";
const LONG_END: &str = "What begins here is longer than 32 MB, so nothing from here on was read.";
