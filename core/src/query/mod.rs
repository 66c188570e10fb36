//! Answers: what a page sees of the state. Nothing here changes anything, and no look-up leaves its space.

mod claims;
mod effects;
mod entity;
mod event;
mod forms;
mod history;
mod inbox;
mod page;
mod paths;
mod predicates;
mod question;
mod resolution;
mod text;
mod why_not;
mod words;
mod words_in;

pub(crate) use claims::reference;
pub use claims::{claim_row, claims};
pub use effects::preview_edit;
pub use entity::{entities, entity, entity_row, sources};
pub use event::{Stored, event};
pub use forms::short_forms;
pub use history::{edit_row, history_row, review_row};
pub use inbox::{counts, list, question_row};
pub(crate) use page::place_of;
pub use page::{Cursor, cursor_of};
pub use paths::{neighborhood, shortest_path};
pub use predicates::predicates;
pub use question::{preview, question};
pub use resolution::{Hit, find, hits, resolve};
pub use text::search_text;
pub use why_not::why_not;
pub use words::{reason, shown};
