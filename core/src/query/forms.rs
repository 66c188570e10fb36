//! The short forms of names that were added to the shipped ones.

use super::page::{Cursor, cursor_of, place_of};
use super::words::shown;
use crate::model::{FormState, ShortForm};
use crate::names::tables::{FormKeys, FormKind};
use crate::protocol::{self, Page, ShortFormRow};
use crate::state::{Effect, Space};
use std::collections::BTreeMap;
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
    let said = statements(space, page.iter().map(|(_, form)| *form));
    let row = |(_, form): &(&FormKeys, &ShortForm)| {
        let statement = said.get(&(form.kind, &form.short, &form.long)).and_then(|at| space.statements.iter().nth(*at));
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
    forms: impl Iterator<Item = &'s ShortForm>,
) -> BTreeMap<(FormKind, &'s String, &'s String), usize> {
    let name = |form: &'s ShortForm| (form.kind, &form.short, &form.long);
    let mut out: BTreeMap<_, usize> = forms.map(|form| (name(form), 0)).collect();
    let standing = space.statements.iter().enumerate().filter(|(_, statement)| statement.undone_by.is_none());
    for (at, statement) in standing {
        for effect in &statement.effects {
            if let Effect::SetForm { form, to: FormState::Added, .. } = effect
                && let Some(last) = out.get_mut(&name(form))
            {
                *last = at;
            }
        }
    }
    out
}
