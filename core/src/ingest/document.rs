//! Which document a file holds: the one in memory that has the same paragraphs.
//!
//! So a document may be renamed, grow and be mended in the middle, and its other paragraphs are known again. One that was
//! written anew under its old name is another.

use super::conversation::{Opening, new_source, stored};
use crate::model::{SourceId, SourceKind};
use crate::state::Draft;
use std::collections::HashSet;

/// The source of a file's document: the one in memory with which it shares most, if that is half of the shorter at least; or a
/// new one. Costs a look at every event, once a file.
pub fn find_document(draft: &Draft<'_>, opening: &Opening) -> SourceId {
    let due: HashSet<u64> = opening.hashes().collect();
    let shared = |document: Opening| {
        let paragraphs: HashSet<u64> = document.hashes().collect();
        let shared = paragraphs.intersection(&due).count();
        (shared > 0 && shared * 2 >= paragraphs.len().min(due.len())).then_some(shared)
    };
    let known = stored(draft.space(), SourceKind::Document).into_iter();
    let best = known.filter_map(|(source, document)| Some((shared(document)?, source))).max();
    best.map_or_else(|| new_source(draft, "document", opening), |(_, source)| source)
}
