//! Messages to the page.

use crate::message;
use js_sys::Function;
use namesake_protocol::{ApiError, FromEngine, Progress, Reply};
use wasm_bindgen::JsValue;
use web_sys::Blob;

/// The page's ear. A page that throws in it only harms itself.
#[derive(Clone)]
pub(super) struct Post(Function);

impl Post {
    pub(super) fn new(function: Function) -> Self {
        Self(function)
    }

    pub(super) fn function(&self) -> &Function {
        &self.0
    }

    pub(super) fn answer(&self, id: f64, outcome: Result<(Reply, Option<Blob>), ApiError>) {
        match outcome {
            Ok((reply, file)) => self.say(&FromEngine::Answer { id, reply }, file.as_ref()),
            Err(error) => self.say(&FromEngine::Failed { id, error }, None),
        }
    }

    pub(super) fn working(&self, id: f64, progress: Progress) {
        self.say(&FromEngine::Working { id, progress }, None);
    }

    pub(super) fn changed(&self, head: u64, elsewhere: bool) {
        self.say(&FromEngine::Changed { head: head as f64, elsewhere }, None);
    }

    pub(super) fn ready(&self) {
        self.say(&FromEngine::Ready { version: namesake_protocol::PROTOCOL_VERSION }, None);
    }

    fn say(&self, message: &FromEngine, file: Option<&Blob>) {
        let _ = self.0.call1(&JsValue::UNDEFINED, &message::write(message, file));
    }
}
