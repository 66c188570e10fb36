//! What the system tells of this process: its peak of memory, and its time on a processor (Linux).
//!
//! Natively nothing is waited for, so on a quiet machine the time on a processor is the time that passes; on a busy one
//! it leaves out the time that other processes took, which says nothing of Namesake.

use std::time::{Duration, Instant};

/// The most that was resident since the last [`reset_peak`], in bytes.
pub(super) fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// Begins anew. False if the system does not let us.
pub(super) fn reset_peak() -> bool {
    std::fs::write("/proc/self/clear_refs", "5").is_ok()
}

/// A clock for work of milliseconds and more on the first thread; the system counts in steps of up to 4 ms.
pub(super) struct Stopwatch {
    wall: Instant,
    processor: Option<Duration>,
}

impl Stopwatch {
    pub fn start() -> Self {
        Self { wall: Instant::now(), processor: on_processor() }
    }

    /// Time on a processor since the start, or the time that passed where the system does not tell.
    pub fn elapsed(&self) -> Duration {
        let wall = self.wall.elapsed();
        match (self.processor, on_processor()) {
            (Some(start), Some(now)) => now.saturating_sub(start).min(wall),
            _ => wall,
        }
    }
}

fn on_processor() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
