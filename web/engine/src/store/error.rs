//! What went wrong in IndexedDB, told apart by the names of its exceptions.

use indexed_db_futures::error::{Error, OpenDbError};
use namesake_core::store::StoreError;

/// Why an operation failed before any write of it was sent.
pub(super) enum Failed {
    /// The connection is of no use any more; another one may be.
    Connection(String),
    /// The store's answer.
    Store(StoreError),
}

impl From<StoreError> for Failed {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<Error> for Failed {
    fn from(error: Error) -> Self {
        let (name, text) = told(&error);
        match name.as_str() {
            // The name of an exception that is none is empty: the object store or the value is not what we wrote.
            "AbortError" | "InvalidStateError" | "NotFoundError" | "TransactionInactiveError" | "UnknownError" => {
                Self::Connection(text)
            }
            "QuotaExceededError" => Self::Store(StoreError::Full),
            _ => Self::Store(StoreError::Other(text)),
        }
    }
}

/// The exception's name (empty if it is none) and a text for people.
pub(super) fn told(error: &Error) -> (String, String) {
    match error {
        Error::DomException(exception) => exception_told(&web_sys::DomException::from(exception.clone())),
        other => (String::new(), other.to_string()),
    }
}

pub(super) fn exception_told(exception: &web_sys::DomException) -> (String, String) {
    let name = exception.name();
    let text = match exception.message() {
        message if message.is_empty() => name.clone(),
        message => format!("{name}: {message}"),
    };
    (name, text)
}

/// Why a database could not be opened.
pub(super) fn of_open(error: OpenDbError) -> StoreError {
    let base = match error {
        // `open` itself threw, which a version of ours never causes: the origin may not use storage.
        OpenDbError::VersionZero => return StoreError::Denied("opening the database was refused".into()),
        OpenDbError::UnsupportedEnvironment | OpenDbError::NullFactory => {
            return StoreError::Denied("there is no IndexedDB here".into());
        }
        OpenDbError::Base(base) => base,
    };
    let (name, text) = told(&base);
    match name.as_str() {
        "VersionError" => StoreError::Newer,
        "QuotaExceededError" => StoreError::Full,
        // Firefox answers InvalidStateError in private windows that keep nothing.
        "SecurityError" | "InvalidStateError" | "NotAllowedError" => StoreError::Denied(text),
        _ => StoreError::Lost(text),
    }
}
