//! Names in running text: where sentences end, where a name stands, and which words read as names.
//!
//! Pure functions of the text. Nothing here knows the memory, and nothing here creates anything: what the recogniser
//! finds may at most become a question (DESIGN §4). Spans are UTF-8 bytes of the exact text.

mod anchors;
mod clauses;
mod denials;
mod evidence;
mod grounding;
mod intentions;
mod kinds;
mod language;
mod nobody;
mod occurrences;
mod offsets;
mod pronouns;
mod quantities;
mod questions;
mod quotations;
mod references;
mod reports;
mod requests;
mod sentences;
mod speech;
mod starts;
mod suppositions;

pub use anchors::{Anchor, Anchors, NameSpan, NoAnchor};
pub use evidence::BadSpan;
pub use grounding::{Evidence, Grounded, GroundedBy, Place, TERM_MAX, Ungrounded, Voice};
pub use kinds::{KindSort, kind_sort};
pub use nobody::names_nobody;
pub use occurrences::{FoldedText, occurrences};
pub use offsets::{byte_offsets, utf16_offset};
pub use pronouns::{PronounClass, pronoun_class, pronouns_of};
pub use quotations::quotations;
pub use references::reference_class;
pub use sentences::{Sentence, sentence_at, sentences};
pub use speech::SpeechAct;

/// The version of the recogniser's and the splitter's rules and lists; records name it. A change of what [`names`] or
/// [`sentences`] give raises it.
pub const TEXT_VERSION: u16 = 1;

/// How sure the recogniser is that a span is a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strength {
    /// Reads as a name: counts as a mention, and may become a new-name question.
    Named,
    /// Might be a name: counts as a mention only if an entity holds exactly this name.
    Latent,
}

/// A span that reads as a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// How sure.
    pub strength: Strength,
}

mod english;
mod judge;
mod lexer;
mod recognise;

pub use recognise::names;
