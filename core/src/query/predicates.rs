//! The predicates of a space: those that claims have, and those that have one value at a time.

use super::page::{Cursor, cursor_of, place_of};
use crate::protocol::{Page, PredicateRow};
use crate::state::Space;

/// A page of predicates, by name.
///
/// # Errors
/// If the cursor is none of this list.
pub fn predicates(space: Option<&Space>, cursor: Cursor<'_>, limit: usize) -> Result<Page<PredicateRow>, String> {
    let after: Option<String> = place_of(cursor)?;
    let Some(space) = space else { return Ok(Page { items: Vec::new(), total: 0, next: None }) };
    let all = space.predicates();
    let row = |predicate: &&str| PredicateRow {
        predicate: (*predicate).to_owned(),
        single_valued: space.single_valued.contains(*predicate),
        claims: space.claims_with(predicate).len() as u32,
    };
    let rest = || all.iter().filter(|predicate| after.as_deref().is_none_or(|after| **predicate > after));
    let items: Vec<PredicateRow> = rest().take(limit).map(row).collect();
    let next = items.last().filter(|_| rest().nth(limit).is_some()).map(|last| cursor_of(&last.predicate));
    Ok(Page { items, total: all.len() as u32, next })
}
