//! Files in and out: those that are imported part by part, exports without holding them twice.

use js_sys::{Array, Uint8Array};
use namesake_core::memory::Step;
use namesake_protocol::{ApiError, ErrorCode};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag};

/// Bytes read at a time.
const SLICE: f64 = 1024.0 * 1024.0;

/// A file that is read part by part.
#[derive(Clone, Debug)]
pub(super) struct Source(Blob);

impl Source {
    pub(super) fn new(blob: Blob) -> Self {
        Self(blob)
    }

    /// Its length in bytes.
    pub(super) fn size(&self) -> f64 {
        self.0.size()
    }

    /// The part that begins at a byte; empty at the end only.
    pub(super) async fn part(&self, at: f64) -> Result<Uint8Array, ApiError> {
        self.range(at, (at + SLICE).min(self.size())).await
    }

    /// The bytes from one to another.
    pub(super) async fn range(&self, at: f64, end: f64) -> Result<Uint8Array, ApiError> {
        let part = self.0.slice_with_f64_and_f64(at, end).map_err(|_| unreadable())?;
        let part = Uint8Array::new(&JsFuture::from(part.array_buffer()).await.map_err(|_| unreadable())?);
        if f64::from(part.length()) == end - at { Ok(part) } else { Err(unreadable()) }
    }
}

fn unreadable() -> ApiError {
    ApiError::new(
        ErrorCode::UnknownFile,
        "The browser could not read the file.",
        "Check that it is still there and was not changed meanwhile, then choose it again.",
    )
}

/// A file on its way out; its parts lie outside of our memory.
#[derive(Default)]
pub(super) struct Parts {
    parts: Array,
    size: f64,
}

impl Parts {
    /// Adds the next part; without one, the file is complete.
    pub(super) fn take(&mut self, chunk: Option<Vec<u8>>) -> Step {
        let Some(chunk) = chunk else { return Step::Done };
        self.parts.push(Uint8Array::from(&chunk[..]).unchecked_ref());
        self.size += chunk.len() as f64;
        Step::More
    }

    pub(super) fn size(&self) -> f64 {
        self.size
    }

    /// The file, of this media type.
    pub(super) fn blob(&self, kind: &str) -> Result<Blob, ApiError> {
        let options = BlobPropertyBag::new();
        options.set_type(kind);
        Blob::new_with_u8_array_sequence_and_options(&self.parts, &options).map_err(|_| {
            ApiError::new(
                ErrorCode::StorageFull,
                "There is no room for the exported file.",
                "Free some room on this device.",
            )
        })
    }
}
