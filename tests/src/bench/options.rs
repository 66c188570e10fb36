//! The command line.

use super::records::{SETS, Set};
use std::path::PathBuf;

/// What one process measures.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// A memory of so many entities.
    Size(usize),
    /// Variants of historical persons' names.
    Variants,
    /// Names in text.
    Text,
    /// Pronouns in text.
    Gap,
    /// Homonyms in random orders.
    Homonyms,
    /// Pages of a long inbox.
    Inbox,
    /// Cards and messages of a first day.
    Mixed,
    /// Messages with claims.
    Claims,
    /// Records with fields.
    Records(Set),
}

impl std::fmt::Display for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Size(size) => write!(f, "{size}"),
            Self::Variants => f.write_str("variants"),
            Self::Text => f.write_str("text"),
            Self::Gap => f.write_str("gap"),
            Self::Homonyms => f.write_str("homonyms"),
            Self::Inbox => f.write_str("inbox"),
            Self::Mixed => f.write_str("mixed"),
            Self::Claims => f.write_str("claims"),
            Self::Records(set) => write!(f, "records-{set}"),
        }
    }
}

impl std::str::FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "variants" => Ok(Self::Variants),
            "text" => Ok(Self::Text),
            "gap" => Ok(Self::Gap),
            "homonyms" => Ok(Self::Homonyms),
            "inbox" => Ok(Self::Inbox),
            "mixed" => Ok(Self::Mixed),
            "claims" => Ok(Self::Claims),
            _ if text.starts_with("records-") => text["records-".len()..].parse().map(Self::Records),
            _ => match text.parse() {
                Ok(size) if size >= 100 => Ok(Self::Size(size)),
                _ => Err(format!("a size is a number of at least 100, not `{text}`")),
            },
        }
    }
}

/// What was asked for.
pub(super) struct Options {
    /// Where the results go besides the terminal.
    pub json: Option<PathBuf>,
    /// The folder of outside data.
    pub data: Option<PathBuf>,
    /// Numbers of entities.
    pub sizes: Vec<usize>,
    /// Measure only this, in this process.
    pub part: Option<Part>,
}

impl Options {
    pub fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self { json: None, data: None, sizes: vec![1_000, 10_000, 100_000], part: None };
        while let Some(name) = arguments.next() {
            let value = arguments.next().ok_or_else(|| format!("`{name}` needs a value"))?;
            match name.as_str() {
                "--json" => options.json = Some(value.into()),
                "--data" => options.data = Some(value.into()),
                "--part" => options.part = Some(value.parse()?),
                "--sizes" => {
                    let size = |text: &str| match text.trim().parse()? {
                        Part::Size(size) => Ok(size),
                        _ => Err(format!("`{text}` is no size")),
                    };
                    options.sizes = value.split(',').map(size).collect::<Result<_, String>>()?;
                }
                _ => return Err(format!("`{name}` is none of --json, --data, --sizes, --part")),
            }
        }
        Ok(options)
    }

    /// All that is to be measured, each in its own process.
    pub fn parts(&self) -> Vec<Part> {
        let sizes = self.sizes.iter().map(|size| Part::Size(*size));
        sizes
            .chain([Part::Variants, Part::Text, Part::Gap, Part::Homonyms, Part::Inbox, Part::Mixed, Part::Claims])
            .chain(SETS.map(Part::Records))
            .collect()
    }
}
