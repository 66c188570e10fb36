//! Version 1: the journal, and a snapshot in blocks with its manifest.

use crate::store::{BLOCKS, JOURNAL, MANIFEST};
use indexed_db_futures::database::Database;
use indexed_db_futures::prelude::*;

pub(super) fn up(db: &Database) -> indexed_db_futures::Result<()> {
    for name in [JOURNAL, BLOCKS, MANIFEST] {
        db.create_object_store(name).build()?;
    }
    Ok(())
}
