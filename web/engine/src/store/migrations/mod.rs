//! The shapes that a database had, one file a step. A step is never changed once it was released.

mod v1;
mod v2;

use indexed_db_futures::database::Database;

type Step = fn(&Database) -> indexed_db_futures::Result<()>;

const STEPS: [Step; 2] = [v1::up, v2::up];

/// The version that this build reads and writes.
pub const VERSION: u32 = STEPS.len() as u32;

/// Brings a database from version `from` (0: just made) to [`VERSION`], inside its upgrade transaction.
pub(super) fn run(db: &Database, from: f64) -> indexed_db_futures::Result<()> {
    STEPS.iter().skip(from as usize).try_for_each(|step| step(db))
}
