//! The one task that owns the memory.

use super::class::{self, Class};
use super::engine::cancelled;
use super::job::Job;
use super::post::Post;
use super::queue::{Item, Queue};
use super::session::{Session, context};
use crate::platform::{self, breathe, sleep};
use futures::future::select;
use namesake_core::memory::Step;
use namesake_protocol::{ApiError, Call, ErrorCode, Reply};
use std::rc::Rc;
use web_sys::Blob;

/// A snapshot is saved after this long without a call.
const IDLE_MS: i32 = 800;
/// Long work goes on this long before waiting messages are let in.
const SLICE_MS: f64 = 12.0;
/// Pages hear of changes by long work no more often than this.
const CHANGED_MS: f64 = 300.0;

type Outcome = Result<(Reply, Option<Blob>), ApiError>;

struct Runner {
    queue: Rc<Queue>,
    post: Post,
    session: Option<Session>,
    job: Option<Job>,
    /// The head that pages know of.
    told: u64,
    told_at: f64,
    /// An import ended: save a snapshot as soon as nothing else is to be done.
    snapshot_wanted: bool,
}

/// Works until the queue ends.
pub(super) async fn run(queue: Rc<Queue>, post: Post) {
    let mut runner = Runner { queue, post, session: None, job: None, told: 0, told_at: 0.0, snapshot_wanted: false };
    while !runner.queue.is_ended() {
        runner.turn().await;
    }
    runner.close();
}

impl Runner {
    async fn turn(&mut self) {
        if self.queue.take_heard() {
            return self.catch_up().await;
        }
        if let Some(item) = self.queue.next(self.job.as_ref().map(Job::class)) {
            return self.take(item).await;
        }
        if self.job.is_some() {
            return self.slice().await;
        }
        self.rest().await;
    }

    /// Nothing to do: waits, and saves a snapshot if the quiet lasts and one is due.
    async fn rest(&mut self) {
        let due = self.snapshot_wanted || self.session.as_ref().is_some_and(|session| session.memory.snapshot_due());
        if !due {
            return self.queue.wait().await;
        }
        let quiet = {
            let (queue, delay) = (self.queue.clone(), if self.snapshot_wanted { 50 } else { IDLE_MS });
            let wait = std::pin::pin!(queue.wait());
            matches!(select(wait, sleep(delay)).await, futures::future::Either::Right(_))
        };
        if quiet {
            self.snapshot_wanted = false;
            if let Some(session) = &mut self.session {
                session.save_snapshot().await;
            }
            // Whether or not it worked, nothing is tried again before the next call.
            self.queue.wait().await;
        }
    }

    async fn catch_up(&mut self) {
        let Some(session) = &mut self.session else { return };
        if let Ok(true) = session.memory.catch_up().await {
            self.told = session.memory.head().sequence;
            self.post.changed(self.told, true);
        }
    }

    async fn take(&mut self, item: Item) {
        match class::of(&item.call) {
            Class::Session => {
                let outcome = self.change_session(item.call).await;
                self.post.answer(item.id, outcome);
            }
            Class::Writing | Class::Reading => self.begin(item),
            Class::Query | Class::Command | Class::Immediate => {
                let outcome = self.short(&item.call).await;
                self.post.answer(item.id, outcome);
                self.tell_changes(true);
            }
        }
    }

    async fn change_session(&mut self, call: Call) -> Outcome {
        self.close();
        let Call::Open(options) = call else { return Ok((Reply::Done, None)) };
        let (session, opened) = Session::open(options, &self.queue).await?;
        self.told = session.memory.head().sequence;
        self.session = Some(session);
        Ok((Reply::Opened(opened), None))
    }

    fn close(&mut self) {
        self.snapshot_wanted = false;
        if let Some(session) = self.session.take() {
            session.close();
        }
    }

    /// A query or a command.
    async fn short(&mut self, call: &Call) -> Outcome {
        if *call == Call::Persist {
            platform::persist().await;
            return Ok((Reply::Storage(platform::storage_truth().await), None));
        }
        let session = self.session.as_mut().ok_or_else(not_open)?;
        let command = class::of(call) == Class::Command;
        let turn = if command { session.write_turn().await } else { None };
        // What others wrote is told as theirs, before what a command writes. A fault shows in the command.
        let mut elsewhere = command && session.memory.catch_up().await == Ok(true);
        let before = session.memory.head().sequence;
        let outcome = session.memory.call(call, context()?).await;
        drop(turn);
        // A query writes nothing, but it looks for what others wrote.
        let after = session.memory.head().sequence;
        let seen = if command { before } else { after };
        elsewhere |= seen != before;
        if elsewhere {
            self.told = seen;
            self.post.changed(seen, true);
        }
        outcome.map(|reply| (reply, None)).map_err(|error| session.settle(error))
    }

    fn begin(&mut self, item: Item) {
        let Some(session) = &self.session else {
            return self.post.answer(item.id, Err(not_open()));
        };
        match Job::new(item, session.job_turn(), &self.queue) {
            Ok(job) => {
                self.queue.set_running(Some(job.id()));
                self.job = Some(job);
            }
            Err((id, error)) => self.post.answer(id, Err(error)),
        }
    }

    /// One slice of long work.
    async fn slice(&mut self) {
        let (Some(job), Some(session)) = (&mut self.job, &mut self.session) else { return };
        if self.queue.is_stopped() && !job.cancel() {
            let error = job.explain(cancelled());
            return self.end(Err(error));
        }
        if !job.has_turn() {
            if let Some(progress) = job.progress() {
                self.post.working(job.id(), progress);
            }
            return self.queue.wait().await;
        }
        let until = platform::now() + SLICE_MS;
        let outcome = loop {
            match job.step(session).await {
                Ok(Step::More) if platform::now() < until && !self.queue.is_stopped() => {}
                outcome => break outcome,
            }
        };
        if let Some(progress) = job.progress() {
            self.post.working(job.id(), progress);
        }
        match outcome {
            Ok(Step::More) => {
                self.tell_changes(false);
                breathe().await;
            }
            Ok(Step::Done) => {
                self.snapshot_wanted |= job.wants_snapshot();
                let outcome = job.finish();
                self.end(outcome);
            }
            Err(error) => {
                let error = session.settle(job.explain(error));
                self.end(Err(error));
            }
        }
    }

    fn end(&mut self, outcome: Outcome) {
        self.queue.set_running(None);
        if let Some(job) = self.job.take() {
            self.post.answer(job.id(), outcome);
        }
        self.tell_changes(true);
    }

    /// Tells the page and other tabs that the memory changed; `now` even if they heard only just before.
    fn tell_changes(&mut self, now: bool) {
        let Some(session) = &self.session else { return };
        let head = session.memory.head().sequence;
        let time = platform::now();
        if head == self.told || (!now && time - self.told_at < CHANGED_MS) {
            return;
        }
        (self.told, self.told_at) = (head, time);
        self.post.changed(head, false);
        session.announce();
    }
}

fn not_open() -> ApiError {
    ApiError::new(ErrorCode::NotOpen, "No memory is open.", "Open one first.")
}
