//! Entities as contact cards, for other programs and for coming back: what is written of an entity, and as what.
//!
//! What is written here is read by [`read`](crate::read) as the same names, kind and fields, whatever is in them. Nothing here
//! chooses who is written, and nothing changes a value.

mod said;
mod table;
mod vcard;

pub(crate) use said::{card_of, says_the_same, written_as};
pub(crate) use table::Table;
pub(crate) use vcard::vcard;

/// The fields that a name is made of where a card has no other, so that a card without a name must not have them where a
/// reader looks for a name.
const NAMING: [&str; 6] = ["family", "given", "additional", "prefix", "suffix", "organization"];
