//! The one error type of all tasks. Each message says what failed and, where it is known, what to do.

use std::fmt;
use std::io;

/// What went wrong.
#[derive(Debug)]
pub enum Error {
    /// The command line is wrong.
    Usage(String),
    /// Reading, writing or starting something failed.
    Io(String, io::Error),
    /// A command ran and failed.
    Command(String),
    /// A tool is not there and could not be installed: what, and how a person gets it.
    Missing(String, String),
    /// A check of our own failed.
    Check(String),
}

/// The result of every task.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(text) | Self::Check(text) => out.write_str(text),
            Self::Io(what, source) => write!(out, "{what}: {source}"),
            Self::Command(command) => write!(out, "this command failed: {command}"),
            Self::Missing(what, how) => write!(out, "{what} is missing. {how}"),
        }
    }
}

impl std::error::Error for Error {}

/// Names what was being done when an I/O error came.
pub trait Context<T> {
    /// Turns an I/O error into [`Error::Io`] with a description.
    fn context(self, what: impl fmt::Display) -> Result<T>;
}

impl<T> Context<T> for io::Result<T> {
    fn context(self, what: impl fmt::Display) -> Result<T> {
        self.map_err(|source| Error::Io(what.to_string(), source))
    }
}
