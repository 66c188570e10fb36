//! What does not fit in a call, where, and the sentence that says so.

use serde::de::{Error, Expected, Unexpected};
use std::fmt::{Display, Formatter, Result as Formatted};

/// What is wrong.
#[derive(Debug)]
pub(super) enum Wrong {
    Missing,
    Unknown,
    MustBe(String),
    NoVariant(String, &'static [&'static str]),
    Other(String),
}

/// What is wrong, and where: `event.hints[0].name`.
#[derive(Debug)]
pub(super) struct Fault {
    path: String,
    wrong: Wrong,
}

impl Fault {
    pub(super) fn new(wrong: Wrong) -> Self {
        Self { path: String::new(), wrong }
    }

    pub(super) fn must_be(what: &str) -> Self {
        Self::new(Wrong::MustBe(what.to_owned()))
    }

    pub(super) fn at_field(self, field: &str) -> Self {
        let between = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        Self { path: format!("{field}{between}{}", self.path), ..self }
    }

    pub(super) fn at_index(self, index: u32) -> Self {
        self.at_field(&format!("[{index}]"))
    }

    /// The sentence. What every call has around its arguments is no help to who wrote it.
    pub(super) fn sentence(&self) -> String {
        let path = self.path.strip_prefix("params.").unwrap_or(&self.path);
        let path = if path == "params" { "What the call is given" } else { path };
        let path = if path.is_empty() { "A call" } else { path };
        match &self.wrong {
            Wrong::Missing => format!("{path} is missing."),
            Wrong::Unknown => format!("There is no argument {path}."),
            Wrong::MustBe(what) => format!("{path} must be {what}."),
            Wrong::NoVariant(given, _) if path == "method" => format!("There is no method {given}."),
            Wrong::NoVariant(_, known) => format!("{path} must be one of {}.", known.join(", ")),
            Wrong::Other(text) => format!("{path}: {text}."),
        }
    }
}

impl Error for Fault {
    fn custom<T: Display>(text: T) -> Self {
        Self::new(Wrong::Other(text.to_string()))
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let expected = expected.to_string();
        let is_object =
            ["struct ", "internally tagged", "adjacently tagged"].iter().any(|kind| expected.starts_with(kind));
        Self::must_be(if is_object { "an object" } else { &expected })
    }

    fn invalid_value(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self::must_be("smaller")
    }

    fn unknown_variant(given: &str, known: &'static [&'static str]) -> Self {
        Self::new(Wrong::NoVariant(given.chars().take(40).collect(), known))
    }

    fn unknown_field(field: &str, _: &'static [&'static str]) -> Self {
        Self::new(Wrong::Unknown).at_field(field)
    }

    fn missing_field(field: &'static str) -> Self {
        Self::new(Wrong::Missing).at_field(field)
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut Formatter<'_>) -> Formatted {
        f.write_str(&self.sentence())
    }
}

impl std::error::Error for Fault {}
