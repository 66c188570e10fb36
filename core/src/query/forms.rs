//! The short forms of names that were added to the shipped ones.

use super::page::{Cursor, cursor_of, place_of};
use super::words::shown;
use crate::model::{FormState, ShortForm, Statement};
use crate::names::tables::{FormKeys, FormKind};
use crate::protocol::{self, Page, ShortFormRow};
use crate::state::{Effect, Space};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

/// A page of the short forms that were added and not removed: those of given names first, then by the short form, then by
/// the long one.
///
/// # Errors
/// If the cursor is none of this list's.
pub fn short_forms(space: Option<&Space>, cursor: Cursor<'_>, limit: usize) -> Result<Page<ShortFormRow>, String> {
    let after: Option<(FormKind, Box<str>, Box<str>)> = place_of(cursor)?;
    let Some(space) = space else { return Ok(Page { items: Vec::new(), total: 0, next: None }) };
    let after = after.map(|(kind, short, long)| FormKeys { kind, short, long });
    let added = |(_, (_, state)): &(&FormKeys, &(ShortForm, FormState))| *state == FormState::Added;
    let total = space.forms.iter().filter(added).count();
    let from = after.map_or(Bound::Unbounded, Bound::Excluded);
    let mut rest = space.forms.range((from, Bound::Unbounded)).filter(added).peekable();
    let mut page: Vec<(&FormKeys, &ShortForm)> = Vec::new();
    while page.len() < limit
        && let Some((keys, (form, _))) = rest.next()
    {
        page.push((keys, form));
    }
    let next = rest.peek().and(page.last()).map(|(keys, _)| cursor_of(&(keys.kind, &keys.short, &keys.long)));
    let said = statements(space, page.iter().map(|(keys, _)| *keys));
    let row = |(keys, form): &(&FormKeys, &ShortForm)| {
        let statement = said.get(keys).copied();
        ShortFormRow {
            kind: match form.kind {
                FormKind::GivenName => protocol::FormKind::GivenName,
                FormKind::Abbreviation => protocol::FormKind::Abbreviation,
            },
            short: shown(&form.short),
            long: shown(&form.long),
            actor: statement.map(|said| said.actor.clone()).unwrap_or_default(),
            time: statement.map_or(0.0, |said| said.time as f64),
            statement: statement.map(|said| said.id.to_string()).unwrap_or_default(),
        }
    };
    Ok(Page { items: page.iter().map(row).collect(), total: total as u32, next })
}

/// Which statement added each of these forms last.
fn statements<'s>(
    space: &'s Space,
    forms: impl Iterator<Item = &'s FormKeys>,
) -> BTreeMap<&'s FormKeys, &'s Statement> {
    let mut due: BTreeSet<&FormKeys> = forms.collect();
    let mut out = BTreeMap::new();
    for statement in space.statements.iter().rev().filter(|statement| statement.undone_by.is_none()) {
        if due.is_empty() {
            break;
        }
        for effect in &statement.effects {
            // By its keys, as it may have been written otherwise before.
            if let Effect::SetForm { form, to: FormState::Added, .. } = effect
                && let Some(keys) = form.keys().ok().and_then(|keys| due.take(&keys))
            {
                out.insert(keys, statement);
            }
        }
    }
    out
}
