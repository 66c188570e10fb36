//! Text as it is shown: what the source wrote, with everything that would not be seen made visible.

use crate::message;

message! {
    /// A stored text, exactly as its source wrote it.
    ///
    /// `pieces` is there only when the text holds something that would not be seen or would reorder the line; a page
    /// then shows the pieces instead of `text`.
    #[derive(Default)]
    pub struct Shown {
        /// The text itself. Never markup.
        pub text: String,
        /// The text cut at its invisible characters.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub pieces: Option<Vec<Piece>>,
    }

    /// A run of visible text, or one invisible character.
    pub enum Piece {
        /// Visible text.
        Text(String),
        /// The short name of an invisible character, such as `ZWSP` or `RLO`.
        Mark(String),
        /// Who has no name, because they are the owner of the memory: a page says “you”.
        Owner,
    }

    /// A part of a sentence that the core wrote: own words, or somebody's name.
    pub enum Bit {
        /// Namesake's own words.
        Text(String),
        /// A name, to be isolated with `<bdi>`.
        Name(Shown),
    }

    /// A half-open range of UTF-16 code units.
    #[derive(Copy, Eq)]
    pub struct Span {
        /// First unit.
        pub start: u32,
        /// One past the last unit.
        pub end: u32,
    }

    /// One sentence of a source, with the mentions in it.
    pub struct Sentence {
        /// The sentence as written, shortened at word borders if it is very long.
        pub text: String,
        /// The mentions in `text`.
        pub marks: Vec<Span>,
        /// The event that it stands in.
        pub event: String,
        /// The source's name, such as a file name.
        pub source: String,
        /// Who said it, where known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub speaker: Option<Shown>,
        /// When, in milliseconds since 1970, where known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub time: Option<f64>,
    }
}

impl Shown {
    /// A text in which everything can be seen.
    pub fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), pieces: None }
    }

    /// What stands for the name of the owner of the memory, who has none.
    pub fn owner() -> Self {
        Self { text: String::new(), pieces: Some(vec![Piece::Owner]) }
    }
}
