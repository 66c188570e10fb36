//! Driving the core as its engine does, with a clock.

use super::process::Stopwatch;
use namesake_core::memory::{Context, Importer, Memory, Organizer, Step};
use namesake_core::model::{Kind, Proposal};
use namesake_core::protocol::{ApiError, Call, ImportReport, OrganizeReport, Reply};
use namesake_core::state::Space;
use namesake_core::store::InMemory;
use std::pin::pin;
use std::task::{Poll, Waker};
use std::time::{Duration, Instant};

pub(super) const SPACE: &str = "personal";

/// A memory over the store in memory.
pub(super) struct Session {
    pub memory: Memory<InMemory>,
    commands: u64,
}

/// How long work in slices took.
pub(super) struct Took {
    pub whole: Duration,
    pub longest: Duration,
}

impl Session {
    pub fn open(store: &InMemory) -> Result<Self, String> {
        let memory = now(Memory::open(store.clone(), "bench", "bench")).map_err(said)?;
        let commands = memory.head().sequence << 20;
        Ok(Self { memory, commands })
    }

    fn context(&mut self) -> Context {
        self.commands += 1;
        let mut seed = [7; 32];
        seed[..8].copy_from_slice(&self.commands.to_be_bytes());
        Context { now: 1_764_000_000_000 + self.commands as i64, seed }
    }

    pub fn import(&mut self, file: &str, bytes: Vec<u8>) -> Result<(ImportReport, Took), String> {
        let mut importer = Importer::new(SPACE, file, None, bytes).map_err(said)?;
        let took = slices(|| {
            let context = self.context();
            now(importer.step(&mut self.memory, context))
        })?;
        Ok((importer.report(), took))
    }

    pub fn organize(&mut self) -> Result<(OrganizeReport, Took), String> {
        let mut organizer = Organizer::new(SPACE, None);
        let took = slices(|| {
            let context = self.context();
            now(organizer.step(&mut self.memory, context))
        })?;
        Ok((organizer.report(), took))
    }

    pub fn call(&mut self, call: &Call) -> Result<Reply, ApiError> {
        let context = self.context();
        now(self.memory.call(call, context))
    }

    /// The same, and how long it took.
    pub fn timed(&mut self, call: &Call) -> (Result<Reply, ApiError>, Duration) {
        let start = Instant::now();
        let reply = self.call(call);
        (reply, start.elapsed())
    }

    /// Names of the candidates for a name, best first.
    pub fn resolve(&mut self, name: &str) -> Result<(Vec<String>, Duration), String> {
        let (reply, took) = self.timed(&Call::ResolveEntity { space: SPACE.into(), name: name.into(), cursor: None });
        let Reply::Resolved(found) = reply.map_err(said)? else { return Err("not resolved".into()) };
        Ok((found.candidates.items.into_iter().map(|candidate| candidate.entity.name.text).collect(), took))
    }

    /// The same three times over, and the time in the middle: another process may have taken its turn during one.
    pub fn resolve_thrice(&mut self, name: &str) -> Result<(Vec<String>, Duration), String> {
        let (names, first) = self.resolve(name)?;
        let mut times = [first, self.resolve(name)?.1, self.resolve(name)?.1];
        times.sort_unstable();
        Ok((names, times[1]))
    }

    pub fn save_snapshot(&mut self) -> Result<Duration, String> {
        let start = Stopwatch::start();
        now(self.memory.save_snapshot()).map_err(said)?;
        Ok(start.elapsed())
    }
}

fn slices(mut step: impl FnMut() -> Result<Step, ApiError>) -> Result<Took, String> {
    let mut took = Took { whole: Duration::ZERO, longest: Duration::ZERO };
    loop {
        let start = Stopwatch::start();
        let step = step().map_err(said)?;
        let slice = start.elapsed();
        took.whole += slice;
        took.longest = took.longest.max(slice);
        if step == Step::Done {
            return Ok(took);
        }
    }
}

/// All questions that stand, those that are held back too.
pub(super) fn questions(space: &Space) -> Vec<&Proposal> {
    let kinds = [Kind::Collision, Kind::Merge, Kind::Alias, Kind::Ambiguity, Kind::NewName, Kind::Contradiction];
    let places = kinds.into_iter().filter_map(|kind| space.open(kind)).flatten().chain(space.held_back());
    places.map(|place| space.proposals.at(place.2)).collect()
}

/// The answer of a future that waits for nothing, as all are over the store in memory.
pub(super) fn now<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut std::task::Context::from_waker(Waker::noop())) {
        Poll::Ready(answer) => answer,
        Poll::Pending => unreachable!("the store in memory answers at once"),
    }
}

/// An error as a sentence.
pub(super) fn said(error: ApiError) -> String {
    error.message
}

/// The duration below which the given part of all lie, in milliseconds. None of none.
pub(super) fn percentile(times: &[Duration], part: f64) -> Option<f64> {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    let at = (sorted.len() as f64 * part).ceil() as usize;
    sorted.get(at.saturating_sub(1)).map(|time| time.as_secs_f64() * 1e3)
}
