//! From the text of a file to items: contact cards, messages and paragraphs, and what could not be taken.
//!
//! A [`Reader`] is fed with the bytes of one file, part by part, and hands out its items in slices, so that an import works in
//! steps with steady memory. Where how a file is written shows only in the whole of it, a [`Survey`] goes through it before. Every item of the file comes out exactly once: as an [`Item`], as a [`Refused`] with line, code and
//! reason, or as a count in [`Reader::skipped`]. Nothing here knows the memory, links a name or changes a value:
//! names and fields are as the source wrote them, without the escapes of the format.
//!
//! No bytes make it panic, and its time grows with the length of the file only.

mod base64;
mod charset;
mod chat;
mod contact;
mod conversation;
pub(crate) mod csv;
mod document;
mod evident;
mod format;
mod html;
mod input;
mod item;
mod json;
mod ldif;
mod lines;
mod mail;
mod options;
mod reader;
mod skipped;
mod strong;
mod subtitles;
mod survey;
mod time;
mod vcard;
mod window;

pub use charset::Charset;
pub(crate) use csv::examine_in;
pub use csv::{Column, Columns, column_fields, examine as examine_columns};
pub(crate) use evident::evident_form;
pub use evident::{evident, finds};
pub use format::{Format, detect};
pub use item::{Card, Item, Message, Person, Refused};
pub use json::Workspace;
pub use options::{Options, Zone};
pub use reader::Reader;
pub use strong::{comparable, is_strong};
pub(crate) use strong::{in_form, written};
pub use survey::Survey;
pub(crate) use time::{instant, utc_text};
pub(crate) use vcard::PRODUCT;

/// Longest name of a card, in characters (Unicode scalar values). A longer one refuses the card: `name_too_long`.
pub const NAME_MAX: usize = 1_000;
/// Most names of one card. More refuse it: `too_many_names`.
pub const NAMES_MAX: usize = 100;
/// Longest speaker, or conversation id, of a message, in characters.
pub const SPEAKER_MAX: usize = 200;
/// Longest text of a message, in bytes of UTF-8.
pub const TEXT_MAX: usize = 1 << 20;
/// Longest item that is held in memory to be read, in bytes: `item_too_long`.
pub const ITEM_MAX: usize = 32 << 20;
/// Longest line of a conversation, in bytes. A text of [`TEXT_MAX`] in which every byte is escaped fits in.
pub const LINE_MAX: usize = 8 << 20;

/// Whether a name has anything to see: not only white space and characters that draw nothing. Such a name has an
/// exact key; others have none.
pub(crate) fn is_visible(name: &str) -> bool {
    name.chars().any(|c| !c.is_whitespace() && !crate::names::chars::is_invisible(c))
}
