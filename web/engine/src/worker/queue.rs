//! Calls that wait.

use super::class::{self, Class};
use namesake_protocol::Call;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::task::{Poll, Waker};
use web_sys::Blob;

/// A call that waits.
pub(super) struct Item {
    pub(super) id: f64,
    pub(super) call: Call,
    pub(super) file: Option<Blob>,
    pub(super) files: Vec<Option<Blob>>,
}

/// What became of a cancellation.
pub(super) enum Cancelled {
    /// The call had not begun; it never will.
    Waiting(Item),
    /// The call runs; its next slice stops it.
    Running,
    /// There is no such call any more.
    Nothing,
}

/// The queue. Filled by messages, emptied by one task.
#[derive(Default)]
pub(super) struct Queue {
    items: RefCell<VecDeque<Item>>,
    running: Cell<Option<f64>>,
    stop: Cell<bool>,
    elsewhere: Cell<bool>,
    ended: Cell<bool>,
    nudged: Cell<bool>,
    waker: RefCell<Option<Waker>>,
}

impl Queue {
    /// Adds a call.
    pub(super) fn push(&self, item: Item) {
        if item.call == Call::Close {
            // Closing ends what goes on; the closing itself waits for the end of its slice.
            self.stop.set(self.running.get().is_some());
        }
        self.items.borrow_mut().push_back(item);
        self.nudge();
    }

    /// Another tab says that it wrote.
    pub(super) fn heard(&self) {
        self.elsewhere.set(true);
        self.nudge();
    }

    /// True once after [`Self::heard`].
    pub(super) fn take_heard(&self) -> bool {
        self.elsewhere.take()
    }

    /// Ends the task.
    pub(super) fn end(&self) {
        self.ended.set(true);
        self.nudge();
    }

    pub(super) fn is_ended(&self) -> bool {
        self.ended.get()
    }

    /// The first call that may run beside `job`.
    pub(super) fn next(&self, job: Option<Class>) -> Option<Item> {
        let mut items = self.items.borrow_mut();
        let at = items.iter().position(|item| class::may_run(class::of(&item.call), job))?;
        items.remove(at)
    }

    /// Stops a call, wherever it is.
    pub(super) fn cancel(&self, id: f64) -> Cancelled {
        if self.running.get() == Some(id) {
            self.stop.set(true);
            self.nudge();
            return Cancelled::Running;
        }
        let mut items = self.items.borrow_mut();
        let at = items.iter().position(|item| item.id == id && class::of(&item.call) != Class::Session);
        at.and_then(|at| items.remove(at)).map_or(Cancelled::Nothing, Cancelled::Waiting)
    }

    /// Long work begins or ends.
    pub(super) fn set_running(&self, id: Option<f64>) {
        self.running.set(id);
        self.stop.set(false);
    }

    /// True if the running work is to stop.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.get()
    }

    /// Wakes the task.
    pub(super) fn nudge(&self) {
        self.nudged.set(true);
        if let Some(waker) = self.waker.borrow_mut().take() {
            waker.wake();
        }
    }

    /// Waits until something was added or nudged since the last wait.
    pub(super) async fn wait(&self) {
        std::future::poll_fn(|context| {
            if self.nudged.take() {
                return Poll::Ready(());
            }
            *self.waker.borrow_mut() = Some(context.waker().clone());
            Poll::Pending
        })
        .await;
    }
}
