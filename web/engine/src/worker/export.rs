//! Files in and out: those that are imported part by part, exports without holding them twice.

use js_sys::{Array, Uint8Array};
use namesake_core::memory::Step;
use namesake_protocol::{ApiError, ErrorCode};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag};

/// Larger exports do not fit into memory beside the state.
const MAX_EXPORT: f64 = 256.0 * 1024.0 * 1024.0;
/// Bytes read at a time.
const SLICE: f64 = 1024.0 * 1024.0;

/// A file that is read part by part.
#[derive(Clone)]
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
        let end = (at + SLICE).min(self.size());
        let part = self.0.slice_with_f64_and_f64(at, end).map_err(|_| unreadable())?;
        let part = Uint8Array::new(&JsFuture::from(part.array_buffer()).await.map_err(|_| unreadable())?);
        if f64::from(part.length()) == end - at { Ok(part) } else { Err(unreadable()) }
    }
}

/// A file on its way in that is held whole.
pub(super) struct Reading {
    source: Source,
    bytes: Vec<u8>,
}

impl Reading {
    pub(super) fn new(blob: Blob) -> Result<Self, ApiError> {
        let mut bytes = Vec::new();
        if blob.size() > MAX_EXPORT || bytes.try_reserve_exact(blob.size() as usize).is_err() {
            let message = format!("The file is larger than {} MB.", MAX_EXPORT / 1024.0 / 1024.0);
            return Err(ApiError::new(ErrorCode::UnknownFile, message, "Cut it into smaller files."));
        }
        Ok(Self { source: Source::new(blob), bytes })
    }

    pub(super) fn done(&self) -> f64 {
        self.bytes.len() as f64
    }

    pub(super) fn total(&self) -> f64 {
        self.source.size()
    }

    /// Reads on; true when all is read.
    pub(super) async fn step(&mut self) -> Result<bool, ApiError> {
        let part = self.source.part(self.done()).await?;
        let from = self.bytes.len();
        self.bytes.resize(from + part.length() as usize, 0);
        part.copy_to(&mut self.bytes[from..]);
        Ok(self.done() >= self.total())
    }

    pub(super) fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
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
