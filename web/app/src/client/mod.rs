//! The page's side of the protocol: a call becomes a future, progress and changes become callbacks.
//!
//! One engine worker serves one page. If it stops, every pending call fails with `core_stopped`, a new worker is
//! started and the memory opened again, and later calls wait for that. This module must not know what calls mean.

pub mod boot;
mod calls;
pub mod fetch;
mod wire;

pub use calls::EntityPage;

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use futures::channel::oneshot;
use leptos::prelude::*;
use leptos::task::spawn_local;
use namesake_protocol::{
    ApiError, Call, ErrorCode, FromEngine, OpenOptions, Opened, PROTOCOL_VERSION, Progress, Reply,
};
use wasm_bindgen::JsValue;
use web_sys::Blob;

use wire::Engine;

/// What happens without having been asked for.
pub enum Event {
    /// The memory changed, here or in another tab.
    Changed,
    /// The engine stopped and is being started again.
    Restarting,
    /// The engine is back and the memory open.
    Restarted(Box<Opened>),
    /// The engine cannot be brought back.
    Lost(ApiError),
}

/// An answer, with the file that came beside it.
pub struct Answer {
    pub reply: Reply,
    pub file: Option<Blob>,
}

type Outcome = Result<Answer, ApiError>;
type OnProgress = Box<dyn Fn(Progress)>;

struct Pending {
    answer: oneshot::Sender<Outcome>,
    progress: Option<Rc<OnProgress>>,
}

#[derive(Default)]
struct State {
    engine: Option<Engine>,
    ready: bool,
    /// Messages that wait until the engine is ready.
    outbox: Vec<JsValue>,
    pending: HashMap<u32, Pending>,
    last: u32,
    open: Option<OpenOptions>,
    /// When the engine was restarted, milliseconds since 1970; a worker that keeps stopping is given up.
    restarts: Vec<f64>,
    /// Raised with each worker, so that messages of an old one are dropped.
    generation: u32,
}

type Listener = Rc<dyn Fn(Event)>;

#[derive(Default)]
struct Inner {
    state: RefCell<State>,
    listener: RefCell<Option<Listener>>,
}

/// A handle on the engine worker of this page.
#[derive(Clone, Copy)]
pub struct Client(StoredValue<Rc<Inner>, LocalStorage>);

/// Files that go with a call.
#[derive(Clone, Copy)]
pub enum Files<'f> {
    None,
    One(&'f Blob),
    /// Several; none in the place of one that could not be opened.
    Many(&'f [(String, Option<Blob>)]),
}

/// A call under way.
pub struct Asked {
    /// For `cancel`.
    pub id: f64,
    receiver: oneshot::Receiver<Outcome>,
}

impl Asked {
    /// Waits for the answer.
    pub async fn answer(self) -> Outcome {
        self.receiver.await.unwrap_or_else(|_| Err(stopped()))
    }
}

fn stopped() -> ApiError {
    ApiError::new(
        ErrorCode::CoreStopped,
        "The engine stopped before it answered.",
        "It is starting again by itself. Try once more; nothing that was saved is lost.",
    )
}

/// Sends what stores nothing twice; if nobody knows whether it was stored, once more.
pub async fn twice<T, F>(send: impl Fn() -> F) -> Result<T, ApiError>
where
    F: Future<Output = Result<T, ApiError>>,
{
    match send().await {
        Err(error) if error.code.is_outcome_unknown() => send().await,
        outcome => outcome,
    }
}

impl Client {
    /// Starts the engine worker.
    pub fn start(listener: impl Fn(Event) + 'static) -> Self {
        let inner = Rc::new(Inner::default());
        *inner.listener.borrow_mut() = Some(Rc::new(listener));
        launch(&inner);
        Self(StoredValue::new_local(inner))
    }

    fn inner(&self) -> Rc<Inner> {
        self.0.with_value(Rc::clone)
    }

    /// Sends a call. The answer comes by [`Asked::answer`].
    pub fn ask(&self, call: Call, file: Option<&Blob>, progress: Option<OnProgress>) -> Asked {
        self.ask_with(call, file.map_or(Files::None, Files::One), progress)
    }

    /// The same with any number of files.
    pub fn ask_with(&self, call: Call, files: Files<'_>, progress: Option<OnProgress>) -> Asked {
        let inner = self.inner();
        if let Call::Open(options) = &call {
            // A later reopening must not empty anything.
            inner.state.borrow_mut().open = Some(OpenOptions { start_empty: false, ..options.clone() });
        }
        send(&inner, &call, files, progress, false)
    }

    /// Asks a running call to end early; what it finished stays.
    pub fn cancel(&self, call: f64) {
        let asked = self.ask(Call::Cancel { call }, None, None);
        spawn_local(async move {
            // The cancelled call itself reports how it ended.
            let _ = asked.answer().await;
        });
    }

    /// Starts a new worker after the present one was given up.
    pub fn relaunch(&self) {
        let inner = self.inner();
        fail_all(&inner, &stopped());
        inner.state.borrow_mut().restarts.clear();
        launch(&inner);
    }
}

/// `first` puts the message before those that wait: reopening comes before anything else.
fn send(inner: &Rc<Inner>, call: &Call, files: Files<'_>, progress: Option<OnProgress>, first: bool) -> Asked {
    let (answer, receiver) = oneshot::channel();
    let mut state = inner.state.borrow_mut();
    state.last += 1;
    let id = state.last;
    match wire::encode(f64::from(id), call, files) {
        Ok(message) => {
            state.pending.insert(id, Pending { answer, progress: progress.map(Rc::new) });
            match &state.engine {
                Some(engine) if state.ready => engine.post(&message),
                _ if first => state.outbox.insert(0, message),
                _ => state.outbox.push(message),
            }
        }
        Err(error) => drop(answer.send(Err(error))),
    }
    Asked { id: f64::from(id), receiver }
}

/// Replaces the worker. Pending calls must have been settled before.
fn launch(inner: &Rc<Inner>) {
    let generation = {
        let mut state = inner.state.borrow_mut();
        state.generation += 1;
        state.ready = false;
        state.engine = None;
        state.generation
    };
    let on_message = {
        let inner = Rc::clone(inner);
        move |message: Result<(FromEngine, Option<Blob>), ApiError>| {
            if inner.state.borrow().generation == generation {
                receive(&inner, message);
            }
        }
    };
    let on_error = {
        let inner = Rc::clone(inner);
        move |text: String| {
            if inner.state.borrow().generation == generation {
                restart(&inner, &text);
            }
        }
    };
    match Engine::start(on_message, on_error) {
        Ok(engine) => inner.state.borrow_mut().engine = Some(engine),
        Err(error) => {
            fail_all(inner, &error);
            tell(inner, Event::Lost(error));
        }
    }
}

fn receive(inner: &Rc<Inner>, message: Result<(FromEngine, Option<Blob>), ApiError>) {
    match message {
        Ok((FromEngine::Ready { version }, _)) if version == PROTOCOL_VERSION => {
            let mut state = inner.state.borrow_mut();
            state.ready = true;
            let outbox = std::mem::take(&mut state.outbox);
            if let Some(engine) = &state.engine {
                outbox.iter().for_each(|message| engine.post(message));
            }
        }
        Ok((FromEngine::Ready { .. }, _)) => {
            let error = ApiError::new(
                ErrorCode::VersionMismatch,
                "This page and its engine are of different versions.",
                "Close other Namesake tabs and reload this one.",
            );
            fail_all(inner, &error);
            tell(inner, Event::Lost(error));
        }
        Ok((FromEngine::Answer { id, reply }, file)) => settle(inner, id, Ok(Answer { reply, file })),
        Ok((FromEngine::Failed { id, error }, _)) => settle(inner, id, Err(error)),
        Ok((FromEngine::Working { id, progress }, _)) => {
            let callback = inner.state.borrow().pending.get(&key(id)).and_then(|pending| pending.progress.clone());
            if let Some(callback) = callback {
                callback(progress);
            }
        }
        Ok((FromEngine::Changed { .. }, _)) => tell(inner, Event::Changed),
        Ok((FromEngine::CoreStopped { message }, _)) => restart(inner, &message),
        // Without the id of its call an unreadable answer would leave that call waiting for ever.
        Err(error) => fail_all(inner, &error),
    }
}

/// Ids are small whole numbers that this page gave out.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn key(id: f64) -> u32 {
    id as u32
}

fn settle(inner: &Rc<Inner>, id: f64, outcome: Outcome) {
    let pending = inner.state.borrow_mut().pending.remove(&key(id));
    if let Some(pending) = pending {
        // Nobody may be waiting any more.
        let _ = pending.answer.send(outcome);
    }
}

fn fail_all(inner: &Rc<Inner>, error: &ApiError) {
    let pending = {
        let mut state = inner.state.borrow_mut();
        state.outbox.clear();
        std::mem::take(&mut state.pending)
    };
    for (_, pending) in pending {
        let _ = pending.answer.send(Err(error.clone()));
    }
}

fn tell(inner: &Rc<Inner>, event: Event) {
    let listener = inner.listener.borrow().clone();
    if let Some(listener) = listener {
        listener(event);
    }
}

/// A panicked instance is never called again: its worker is ended and another takes its place.
fn restart(inner: &Rc<Inner>, why: &str) {
    const WINDOW: f64 = 60_000.0;
    const TRIES: usize = 4;
    let (options, give_up) = {
        let mut state = inner.state.borrow_mut();
        let now = js_sys::Date::now();
        state.restarts.retain(|at| now - at < WINDOW);
        state.restarts.push(now);
        // Messages still on their way from the old worker are void.
        state.generation += 1;
        state.ready = false;
        if let Some(engine) = &state.engine {
            engine.end();
        }
        (state.open.clone(), state.restarts.len() > TRIES)
    };
    fail_all(inner, &stopped());
    if give_up {
        let error = ApiError::new(
            ErrorCode::CoreStopped,
            format!("The engine keeps stopping: {why}"),
            "Everything that had said “saved” is stored. Reload; if it happens again, report this message.",
        );
        return tell(inner, Event::Lost(error));
    }
    tell(inner, Event::Restarting);
    let inner = Rc::clone(inner);
    // Later, because this may run inside a callback of the worker that is being replaced.
    spawn_local(async move {
        launch(&inner);
        let Some(options) = options else { return };
        match send(&inner, &Call::Open(options), Files::None, None, true).answer().await {
            Ok(Answer { reply: Reply::Opened(opened), .. }) => tell(&inner, Event::Restarted(Box::new(opened))),
            // Another restart is under way and will tell.
            Err(error) if error.code == ErrorCode::CoreStopped => {}
            Err(error) => tell(&inner, Event::Lost(error)),
            Ok(_) => {}
        }
    });
}
