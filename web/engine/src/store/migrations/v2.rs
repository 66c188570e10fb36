//! Version 2: rows of format 2, which a build of version 1 cannot read and must not append to. Those of format 1 stay as they
//! are.

use indexed_db_futures::database::Database;

pub(super) fn up(_: &Database) -> indexed_db_futures::Result<()> {
    Ok(())
}
