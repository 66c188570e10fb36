//! Exporting the entities of a space as contacts, slice by slice.
//!
//! Everybody in use is written, once, with what was merged into them. It must not be taken for an export of the memory: mentions,
//! questions and decisions are not in it.

use super::Memory;
use crate::protocol::{ApiError, ContactsForm, ContactsReport, Progress};
use crate::state::{Handle, Space};
use crate::store::Store;
use crate::write::{Table, card_of, vcard};

/// Entities of one step.
const SLICE: Handle = 2_000;

/// Exporting contacts at work.
#[derive(Debug)]
pub struct ContactsExporter {
    space: String,
    form: ContactsForm,
    table: Option<Table>,
    begun: bool,
    /// How many a table has seen: all, before its header is written.
    seen: Handle,
    headed: bool,
    at: Handle,
    total: Handle,
    report: ContactsReport,
}

impl ContactsExporter {
    /// Begins.
    pub fn new(space: &str, form: ContactsForm) -> Self {
        Self {
            space: space.to_owned(),
            form,
            table: (form == ContactsForm::Csv).then(Default::default),
            begun: false,
            seen: 0,
            headed: false,
            at: 0,
            total: 0,
            report: ContactsReport { size: 0.0, entities: 0 },
        }
    }

    /// The next part of the file, which may be empty; none when it is complete.
    ///
    /// # Errors
    /// Those of the store. A space that holds nothing gives a file without contacts.
    pub async fn step<S: Store>(&mut self, memory: &mut Memory<S>) -> Result<Option<Vec<u8>>, ApiError> {
        if !self.begun {
            memory.catch_up().await?;
        }
        let empty = Space::default();
        let space = memory.state.space(&self.space).unwrap_or(&empty);
        if !self.begun {
            self.total = space.entities.len() as Handle;
            self.begun = true;
        }
        if let Some(table) = self.table.as_mut().filter(|_| !self.headed) {
            let end = (self.seen + SLICE).min(self.total);
            roots(space, self.seen..end).for_each(|root| table.see(&card_of(space, root)));
            self.seen = end;
            self.headed = end == self.total;
            let header = if self.headed { table.header() } else { String::new() };
            return Ok(Some(self.give(header)));
        }
        if self.at >= self.total {
            return Ok(None);
        }
        let end = (self.at + SLICE).min(self.total);
        let mut out = String::new();
        for root in roots(space, self.at..end) {
            let card = card_of(space, root);
            match &self.table {
                Some(table) => out.push_str(&table.row(&card)),
                None => vcard(&card, &mut out),
            }
            self.report.entities += 1;
        }
        self.at = end;
        Ok(Some(self.give(out)))
    }

    /// What was written.
    pub fn report(&self) -> ContactsReport {
        self.report.clone()
    }

    /// Which form it has.
    pub fn form(&self) -> ContactsForm {
        self.form
    }

    /// How far it has come, in entities.
    pub fn progress(&self) -> Progress {
        Progress {
            stage: "exporting".into(),
            done: f64::from(self.at),
            total: self.begun.then_some(f64::from(self.total)),
        }
    }

    fn give(&mut self, text: String) -> Vec<u8> {
        self.report.size += text.len() as f64;
        text.into_bytes()
    }
}

/// Entities in use among these, not what was merged into them.
fn roots(space: &Space, range: std::ops::Range<Handle>) -> impl Iterator<Item = Handle> {
    range.filter(|handle| space.entities.at(*handle).is_active())
}
