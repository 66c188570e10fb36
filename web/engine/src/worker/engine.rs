//! The exported object.

use super::panic;
use super::post::Post;
use super::queue::{Cancelled, Item, Queue};
use super::run;
use crate::message;
use js_sys::Function;
use namesake_protocol::{ApiError, Call, ErrorCode, Reply};
use std::rc::Rc;
use wasm_bindgen::prelude::*;

/// One engine: it serves one page, and has at most one memory open.
///
/// After it posted `core_stopped` it must not be called again: its worker is terminated and another one started.
#[wasm_bindgen]
pub struct Engine {
    post: Post,
    queue: Rc<Queue>,
}

#[wasm_bindgen]
impl Engine {
    /// Starts an engine that gives its messages (`FromEngine`) to `post`, beginning with `ready`.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "(message: FromEngine & { file?: Blob }) => void")] post: Function,
    ) -> Engine {
        panic::watch(&post);
        let post = Post::new(post);
        let queue = Rc::new(Queue::default());
        wasm_bindgen_futures::spawn_local(run::run(queue.clone(), post.clone()));
        post.ready();
        Engine { post, queue }
    }

    /// Takes a message of the page. Everything else comes back through `post`.
    pub fn receive(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ToEngine & { file?: Blob; files?: (Blob | null)[] }")] message: JsValue,
    ) {
        let (id, call, file, files) = match message::read(&message) {
            Ok(incoming) => (incoming.message.id, incoming.message.call, incoming.file, incoming.files),
            Err((id, error)) => return self.post.answer(id, Err(error)),
        };
        match call {
            Call::Cancel { call } => {
                self.post.answer(id, Ok((Reply::Done, None)));
                if let Cancelled::Waiting(item) = self.queue.cancel(call) {
                    self.post.answer(item.id, Err(cancelled()));
                }
            }
            Call::Crash => panic!("a page asked for it"),
            call => self.queue.push(Item { id, call, file, files }),
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        panic::forget(self.post.function());
        self.queue.end();
    }
}

/// The answer to work that was cancelled and has nothing to report.
pub(super) fn cancelled() -> ApiError {
    ApiError::new(ErrorCode::Cancelled, "This was cancelled.", "What was finished before stays; start again to go on.")
}
