//! `organize` in slices: each step compares some of the entities that changed with all others.

use super::{Context, Memory, Step, errors};
use crate::organize::Sweep;
use crate::protocol::{ApiError, OrganizeReport, Progress};
use crate::store::Store;

/// Organizing at work.
#[derive(Debug)]
pub struct Organizer {
    space: String,
    budget: Option<u32>,
    sweep: Sweep,
    report: OrganizeReport,
}

impl Organizer {
    /// Begins. `budget` bounds the number of near pairs that are scored; all if absent.
    pub fn new(space: &str, budget: Option<u32>) -> Self {
        let report = OrganizeReport { looked_at: 0, pairs: 0, opened: 0, left_out: Vec::new(), unfinished: false };
        Self { space: space.to_owned(), budget, sweep: Sweep::default(), report }
    }

    /// Does the next slice.
    ///
    /// # Errors
    /// Those of the store; what earlier steps found is stored.
    pub async fn step<S: Store>(&mut self, memory: &mut Memory<S>, context: Context) -> Result<Step, ApiError> {
        if self.budget.is_some_and(|budget| self.sweep.work.pairs >= budget) {
            self.report.unfinished = memory.state().space(&self.space).is_some_and(|space| !space.unpaired.is_empty());
            return Ok(Step::Done);
        }
        let sweep = &mut self.sweep;
        let start = sweep.begin_slice();
        let (settled, more) = memory
            .execute(&self.space, context, |draft| {
                sweep.again(&start);
                sweep.slice(draft).map_err(errors::internal)
            })
            .await?;
        let work = self.sweep.work;
        self.report.looked_at = work.entities;
        self.report.pairs = work.pairs;
        self.report.opened =
            (self.report.opened + settled.opened.len() as u32).saturating_sub(settled.closed.len() as u32);
        self.report.left_out = [
            ("asked_as_a_group", work.in_group),
            ("rejected_before", work.forbidden),
            ("too_weak", work.weak),
            ("several_fit", work.several),
            ("tied_to_too_many", work.crowded),
        ]
        .into_iter()
        .filter(|(_, count)| *count > 0)
        .map(|(code, count)| (code.to_owned(), count))
        .collect();
        Ok(if more { Step::More } else { Step::Done })
    }

    /// How far it has come, in entities.
    pub fn progress(&self) -> Progress {
        let total = self.sweep.total.map(f64::from);
        Progress { stage: "organizing".into(), done: f64::from(self.sweep.work.entities), total }
    }

    /// What was found so far.
    pub fn report(&self) -> OrganizeReport {
        self.report.clone()
    }
}
