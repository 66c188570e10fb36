//! Which document a file holds: the one in memory that has the same paragraphs.
//!
//! So a document may be renamed, grow and be mended in the middle, and its other paragraphs are known again. One that was
//! written anew under its old name is another, also if that was done little by little: all that ever stood in a document is
//! known. So are two that have only a heading in common, or what stands on every page of a site.

use super::conversation::{Opening, new_source, stored};
use crate::model::{SourceId, SourceKind};
use crate::state::Draft;
use std::collections::HashSet;

/// Paragraphs that are no chance.
const TELLING: usize = 3;

/// The source of a file's document: the one in memory with which it shares most, if that is enough to be no chance; or a new
/// one. Costs a look at every event, once a file.
pub fn find_document(draft: &Draft<'_>, opening: &Opening) -> SourceId {
    let due: HashSet<u64> = opening.hashes().collect();
    let shared = |document: Opening| {
        let paragraphs: HashSet<u64> = document.hashes().collect();
        let shared = paragraphs.intersection(&due).count();
        is_same(shared, paragraphs.len().min(due.len()), paragraphs.len().max(due.len())).then_some(shared)
    };
    let known = stored(draft.space(), SourceKind::Document).into_iter();
    let best = known.filter_map(|(source, document)| Some((shared(document)?, source))).max();
    best.map_or_else(|| new_source(draft, "document", opening), |(_, source)| source)
}

/// Whether two documents of so many paragraphs are one. Two of three have to hold of what they share: it is [`TELLING`], it is
/// the whole shorter one, it is most of the longer one. So equal ones are one however short they are, one may grow to any
/// length, and one may be mended.
fn is_same(shared: usize, shorter: usize, longer: usize) -> bool {
    let signs = [shared >= TELLING, shared == shorter, shared * 2 > longer];
    signs.into_iter().filter(|sign| *sign).count() >= 2
}
