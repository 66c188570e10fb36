//! Finding pairs of near names over a whole memory, in resumable slices.
//!
//! Each slice is a command of its own, so the memory may change between slices: what changed is compared afresh.

use crate::settle::{PairWork, Settled, find_pairs};
use crate::state::{Draft, Handle, Operation};

/// Entities a slice.
const SLICE: usize = 200;

/// How far a sweep has come.
#[derive(Debug, Clone, Default)]
pub struct Sweep {
    /// What was done.
    pub work: PairWork,
    /// Entities to be looked at, as known when it began.
    pub total: Option<u32>,
}

/// Does one slice and writes its record. The second value is true if more is left.
///
/// # Errors
/// Only those of [`Draft::write`].
pub fn sweep(draft: &mut Draft<'_>, sweep: &mut Sweep) -> Result<(Settled, bool), String> {
    let waiting = draft.space().unpaired.len();
    sweep.total.get_or_insert(waiting as u32);
    let slice: Vec<Handle> = draft.space().unpaired.iter().copied().take(SLICE).collect();
    let mut settled = Settled::default();
    if slice.is_empty() {
        return Ok((settled, false));
    }
    let done = find_pairs(draft, &slice, &mut settled);
    sweep.work.add(&done);
    let effects = draft.take_effects();
    let id = draft.new_id();
    draft.write(Operation::Organize { effects }, id, None)?;
    Ok((settled, waiting > slice.len()))
}
