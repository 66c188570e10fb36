//! Short forms of names that the owner or a host adds to the shipped ones.

use crate::{Shown, message};

message! {
    /// What the short form of a name is to the long one.
    #[derive(Copy, Eq)]
    pub enum FormKind {
        /// A short form of a given name (Xandi, Alexander): one word each, holding wherever they stand in names.
        GivenName,
        /// An abbreviation (WG, Working Group): holds for whole names.
        Abbreviation,
    }

    /// Two forms of a name. Compared as names are: without case, accents, and hyphens.
    pub struct ShortForm {
        /// What the short one is to the long one.
        pub kind: FormKind,
        /// The short form, 1 to 200 bytes.
        pub short: String,
        /// What it is short for, 1 to 200 bytes.
        pub long: String,
    }

    /// A short form that was added.
    pub struct ShortFormRow {
        /// What the short one is to the long one.
        pub kind: FormKind,
        /// The short form as written.
        pub short: Shown,
        /// What it is short for, as written.
        pub long: Shown,
        /// Who added it.
        pub actor: String,
        /// When, milliseconds since 1970.
        pub time: f64,
        /// The statement that added it; `undo` takes that back.
        pub statement: String,
    }

    /// The outcome of adding or removing short forms.
    pub struct ShortFormsSaid {
        /// The statements that were stored, which `undo` takes back; none if nothing changed.
        pub statements: Vec<String>,
        /// How many forms stand otherwise now.
        pub changed: u32,
        /// Questions that this opened.
        pub opened: Vec<String>,
        /// Questions that this withdrew.
        pub closed: Vec<String>,
        /// Entities whose names are left to be compared afresh: `organize` does that.
        pub left: u32,
    }
}
