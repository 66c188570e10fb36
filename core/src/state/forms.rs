//! Short forms of names that were added to the tables: how they change a space.

use super::space::Space;
use super::table::Handle;
use crate::model::*;
use crate::policy::PAIR_AT_ONCE;
use crate::state::{Effect, strong_values};
use std::collections::BTreeSet;

impl Space {
    /// Two forms of a name stand otherwise. Who holds a name that compares otherwise now is to be compared afresh, and what
    /// was asked about such names is settled again: what is asked must not depend on what came first.
    pub(super) fn set_form(&mut self, form: &ShortForm, to: FormState) {
        let Some(moved) = self.put_form(form, to) else { return };
        let mut entities: BTreeSet<Handle> = BTreeSet::new();
        for node in &moved {
            let at = self.nodes.at(*node);
            if !at.mentions.is_empty() {
                self.touched.nodes.insert(*node);
            }
            let roots = at.holders.iter().filter_map(|holder| self.root(*holder));
            entities.extend(roots.flat_map(|root| self.group(root)));
        }
        for entity in &entities {
            // Who shares a value is asked about by that, or as a pair if the names are near.
            let raw = self.absorbed_by(*entity).into_iter();
            let values = raw.flat_map(|raw| strong_values(&self.entities.at(raw).content));
            let units: Vec<Unit> = values.map(|(field, value)| Unit::Field(field.to_owned(), value)).collect();
            self.touched.units.extend(units);
            self.set_unpaired(*entity);
        }
        // A few are compared on the spot, before what was left to `organize`.
        if entities.len() <= PAIR_AT_ONCE {
            self.touched.entities.extend(entities);
        }
    }

    /// Puts two forms into the tables, or takes them out. Gives the names that compare otherwise; none if they stood so.
    fn put_form(&mut self, form: &ShortForm, to: FormState) -> Option<Vec<super::NodeId>> {
        // Refused when it was said; a later version of keys may read it otherwise, and then it says nothing.
        let keys = form.keys().ok()?;
        let before = self.form_state(&keys);
        match to {
            FormState::Unsaid => drop(self.forms.remove(&keys)),
            // As it was first written, or taking back a statement in another spelling would not give what was there.
            to => self.forms.entry(keys.clone()).or_insert_with(|| (form.clone(), to)).1 = to,
        }
        let (held, holds) = (before == FormState::Added, to == FormState::Added);
        (held != holds).then(|| self.nodes.set_form(&keys, holds))
    }

    /// Puts in what the statements say that were not taken back.
    pub(super) fn project_forms(&mut self) {
        let standing = self.statements.iter().filter(|statement| statement.undone_by.is_none());
        let effects: Vec<Effect> = standing.flat_map(|statement| &statement.effects).cloned().collect();
        for effect in effects {
            if let Effect::SetForm { form, to, .. } = effect {
                self.put_form(&form, to);
            }
        }
    }

    /// How two forms of a name stand.
    pub fn form_state(&self, keys: &crate::names::tables::FormKeys) -> FormState {
        self.forms.get(keys).map_or(FormState::Unsaid, |(_, state)| *state)
    }
}
