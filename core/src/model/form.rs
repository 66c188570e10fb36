//! Short forms of names that the owner or a host added to the shipped tables.

use crate::names::tables::{FormFault, FormKeys, FormKind};
use crate::state::Effect;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Two forms of a name, as they were written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShortForm {
    /// What the short one is to the long one.
    pub kind: FormKind,
    /// The short form: Xandi.
    pub short: String,
    /// What it is short for: Alexander.
    pub long: String,
}

impl ShortForm {
    /// The forms as they are compared.
    ///
    /// # Errors
    /// If they cannot be added, with why.
    pub fn keys(&self) -> Result<FormKeys, FormFault> {
        FormKeys::new(self.kind, &self.short, &self.long)
    }
}

/// How two forms of a name stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FormState {
    /// Nothing was said of them.
    Unsaid,
    /// They were added.
    Added,
    /// They were added and taken out again: what a host offers at opening does not add them anew.
    Removed,
}

/// What was said of short forms at one time, as the state keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statement {
    /// Random; the id of its record, too.
    pub id: Uuid,
    /// Who said it.
    pub actor: String,
    /// When, in milliseconds since 1970.
    pub time: i64,
    /// What it changed, in order.
    pub effects: Vec<Effect>,
    /// Sequence of its record. Set when applied.
    pub sequence: u64,
    /// The undo that took it back.
    pub undone_by: Option<Uuid>,
}
