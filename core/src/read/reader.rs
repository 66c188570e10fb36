//! The reader of one file: hands out items in slices. It must not hold more than the rest of the file and the current
//! slice: the memory that items go into grows meanwhile.

use std::collections::BTreeMap;

use super::lines::{self, Encoding, Place};
use super::skipped::Skipped;
use super::{Format, Item, Refused, chat, conversation, csv, json, ldif, subtitles, vcard};

/// Less than this is not worth giving back.
const LET_GO: usize = 256 * 1024;

/// Reads the items of one file, in order, in slices.
///
/// ```
/// use namesake_core::read::{Format, Item, Reader};
/// let file = b"{\"speaker\":\"Ana\",\"text\":\"Hi\"}\n{\"text\":7}\n";
/// let mut reader = Reader::new(file.to_vec(), Format::Conversation);
/// let items = reader.next_items(500);
/// assert!(matches!(&items[0], Ok(Item::Message(m)) if m.text == "Hi" && m.line == 1));
/// assert!(matches!(&items[1], Err(refused) if refused.code == "wrong_type" && refused.line == 2));
/// assert!(reader.finished());
/// ```
#[derive(Debug)]
pub struct Reader {
    /// What has not been let go.
    bytes: Vec<u8>,
    /// Bytes of the file before them.
    gone: usize,
    format: Format,
    place: Place,
    skipped: Skipped,
    /// How a chat writes its messages, once it was looked through.
    style: Option<chat::Style>,
    /// A JSON document, once it was begun.
    document: Option<json::Document>,
    /// A table, once its header was read.
    table: Option<csv::Table>,
    /// What columns of a table hold, where the caller says so.
    columns: Vec<(String, String)>,
}

impl Reader {
    /// A reader at the beginning of a file. See [`super::detect`] for the format.
    pub fn new(bytes: Vec<u8>, format: Format) -> Self {
        Self {
            bytes,
            gone: 0,
            format,
            place: Place { offset: 0, line: 1 },
            skipped: Skipped::default(),
            style: None,
            document: None,
            table: None,
            columns: Vec::new(),
        }
    }

    /// Says what columns of a table hold: headers, each with a name of [`super::column_fields`]. The others are guessed. To be
    /// called before anything is read.
    ///
    /// ```
    /// use namesake_core::read::{Format, Item, Reader};
    /// let said = vec![("Quién".to_owned(), "name".to_owned())];
    /// let mut reader = Reader::new("Quién;Email\nAna;a@b.example\n".into(), Format::Csv).with_columns(said);
    /// assert!(matches!(&reader.next_items(1)[0], Ok(Item::Card(card)) if card.names == ["Ana"]));
    /// ```
    pub fn with_columns(mut self, columns: Vec<(String, String)>) -> Self {
        self.columns = columns;
        self
    }

    /// The next items, at most `max`, fewer only at the end of the file. Empty when [`Self::finished`], or for 0.
    pub fn next_items(&mut self, max: usize) -> Vec<Result<Item, Refused>> {
        let mut out = Vec::new();
        while out.len() < max {
            match self.next_item() {
                Some(item) => out.push(item),
                None => break,
            }
        }
        self.let_go();
        out
    }

    /// Gives back the memory of what was read, whenever that is a quarter of what is held: so all moves together cost
    /// no more than four copies of the file.
    fn let_go(&mut self) {
        let read = self.place.offset;
        if read >= LET_GO && read >= self.bytes.len() / 4 {
            self.bytes.drain(..read);
            self.bytes.shrink_to_fit();
            self.gone += read;
            self.place.offset = 0;
        }
    }

    /// Bytes read so far.
    pub fn offset(&self) -> usize {
        // Messages of a conversation that was read whole come one by one.
        self.gone + self.place.offset - self.waiting()
    }

    fn waiting(&self) -> usize {
        self.document.as_ref().map_or(0, json::Document::waiting)
    }

    /// Bytes of the file.
    pub fn len(&self) -> usize {
        self.gone + self.bytes.len()
    }

    /// Whether the file has no bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What was left out on purpose so far, counted by property: photos, sounds, keys and other properties of cards
    /// that no field holds, fields of messages that have no use, `time without zone` (read as UTC), `empty text`,
    /// `attachments` and `notices of the program` in chats, `date read either way` where nothing in the file tells
    /// whether the day or the month stands first.
    /// The properties that describe the file and not the contact (`VERSION`, `PRODID`, `REV`) are not counted.
    pub fn skipped(&self) -> &BTreeMap<String, u32> {
        self.skipped.counts()
    }

    /// Whether all of the file has been read.
    pub fn finished(&self) -> bool {
        self.place.offset >= self.bytes.len() && self.waiting() == 0
    }

    fn next_item(&mut self) -> Option<Result<Item, Refused>> {
        if self.finished() {
            return None;
        }
        if self.offset() == 0 && !self.bytes.is_empty() {
            match lines::encoding(&self.bytes) {
                Encoding::Utf8 { skip } => self.place.offset = skip,
                Encoding::Wide => return Some(Err(self.refuse_all("bad_text", WIDE))),
            }
            if self.format == Format::Export {
                return Some(Err(self.refuse_all("wrong_format", EXPORT)));
            }
        }
        let (item, place) = match self.format {
            Format::Vcard => vcard::next_card(&self.bytes, self.place, &mut self.skipped),
            Format::Ldif => ldif::next_card(&self.bytes, self.place, &mut self.skipped),
            Format::Conversation => conversation::next_message(&self.bytes, self.place, &mut self.skipped),
            Format::Chat | Format::Transcript => {
                let style = self.style.get_or_insert_with(|| chat::Style::of(&self.bytes));
                let next = if self.format == Format::Chat { chat::next_message } else { subtitles::next_cue };
                next(&self.bytes, self.place, style, &mut self.skipped)
            }
            Format::Messages => {
                if self.document.is_none() {
                    let Some(maker) = json::maker(&self.bytes) else {
                        return Some(Err(self.refuse_all("wrong_format", OTHER)));
                    };
                    self.document = Some(json::Document::new(maker));
                }
                match &mut self.document {
                    Some(document) => document.next_message(&self.bytes, self.place, &mut self.skipped),
                    None => (None, self.place),
                }
            }
            Format::Csv => {
                if self.table.is_none() {
                    let (table, next) = csv::Table::begin(&self.bytes, self.place, &self.columns);
                    self.place = next;
                    match table {
                        Ok(table) => self.table = Some(table),
                        Err((code, reason)) => return Some(Err(self.refuse_all(code, reason))),
                    }
                }
                match &mut self.table {
                    Some(table) => table.next_card(&self.bytes, self.place, &mut self.skipped),
                    None => (None, self.place),
                }
            }
            Format::Export => (None, self.place),
        };
        self.place = place;
        item
    }

    fn refuse_all(&mut self, code: &'static str, reason: &str) -> Refused {
        self.place.offset = self.bytes.len();
        let seen = self.bytes.get(..self.bytes.len().min(400)).unwrap_or_default();
        let seen: Vec<u8> = seen.iter().copied().filter(|b| !matches!(b, 0 | 0xFE | 0xFF)).collect();
        Refused::new(1, code, reason, &seen)
    }
}

const WIDE: &str =
    "The file is in UTF-16. Save it as UTF-8 (in a text editor: “Save as”, encoding UTF-8) and import it again.";
const OTHER: &str = "The file is no export of messages that Namesake knows.";
const EXPORT: &str = "The file is a Namesake export. Use “Import an export” to read it.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letting_go_changes_nothing() {
        let file: String = (0..20_000).map(|n| format!("{{\"speaker\":\"Ana\",\"text\":\"message {n}\"}}\n")).collect();
        let mut reader = Reader::new(file.clone().into_bytes(), Format::Conversation);
        let mut lines = 0;
        while !reader.finished() {
            for item in reader.next_items(700) {
                lines += 1;
                assert!(matches!(item, Ok(Item::Message(message)) if message.line == lines));
            }
        }
        assert!(reader.bytes.capacity() < file.len() / 2, "most of the file was given back");
        assert_eq!((lines, reader.offset(), reader.len()), (20_000, file.len(), file.len()));
    }
}
