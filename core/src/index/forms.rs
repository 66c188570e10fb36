//! Additions to the tables of names, as the index takes them: it answers by them from then on.

use super::NameIndex;
use crate::names::Tables;
use crate::names::tables::{FormKeys, FormKind};
use crate::resolve::diminutives::strength;

impl NameIndex {
    /// The tables of names that it compares by.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// Adds two forms of a name to the tables, or takes them out. Gives the nodes that may compare otherwise than before with
    /// others here, or with names `beside`: in order, each once, and of every pair both.
    pub fn set_form(&mut self, form: &FormKeys, holds: bool, beside: Option<&Self>) -> Vec<u32> {
        let mut out: Vec<u32> = match form.kind {
            FormKind::Abbreviation => {
                self.tables.set(form, holds);
                [&form.short, &form.long].into_iter().flat_map(|folded| self.wholes.with_key(folded)).collect()
            }
            FormKind::GivenName => {
                let tokens = self.related_anew(form, holds, beside);
                let ids = tokens.iter().filter_map(|token| self.vocabulary.id(token));
                ids.flat_map(|id| [self.postings.plain(id), self.postings.marked(id)]).flatten().copied().collect()
            }
        };
        self.generation += 1;
        out.sort_unstable();
        out.dedup();
        out
    }

    /// Sets a form of a given name, and gives the tokens between which something changed: the short one, and of the long one
    /// and its other short forms those to which it relates otherwise now. Only tokens that a name has are looked at: a
    /// hostile list may have thousands of short forms of one name.
    fn related_anew(&mut self, form: &FormKeys, holds: bool, beside: Option<&Self>) -> Vec<String> {
        let short = &*form.short;
        // A token whose last name is gone is in the vocabulary until the memory is opened again, and must not count.
        let has = |index: &Self, token: &str| {
            let id = index.vocabulary.id(token);
            id.is_some_and(|id| !index.postings.plain(id).is_empty() || !index.postings.marked(id).is_empty())
        };
        let is_here = |token: &str| has(self, token) || beside.is_some_and(|beside| has(beside, token));
        if !is_here(short) {
            self.tables.set(form, holds);
            return Vec::new();
        }
        let shorts = self.tables.short_forms_of(&form.long).filter(|other| *other != short);
        let others = std::iter::once(&*form.long).chain(shorts);
        let others: Vec<String> = others.filter(|other| is_here(other)).map(str::to_owned).collect();
        let relation = |tables: &Tables, other: &str| strength(short, other, tables);
        let before: Vec<Option<u16>> = others.iter().map(|other| relation(&self.tables, other)).collect();
        self.tables.set(form, holds);
        let changed = others.into_iter().zip(before).filter(|(other, before)| relation(&self.tables, other) != *before);
        let mut out: Vec<String> = changed.map(|(other, _)| other).collect();
        if !out.is_empty() {
            out.push(short.to_owned());
        }
        out
    }
}
