//! Edits: what the owner changes by hand.

use crate::{Bit, message};

message! {
    /// One value of one field, as written.
    pub struct FieldValue {
        /// The field: `email`, `phone`, `organization`, `birthday`, …
        pub field: String,
        /// The value.
        pub value: String,
    }

    /// A name of the new half of an entity that is divided.
    #[serde(deny_unknown_fields)]
    pub struct SplitName {
        /// The name.
        pub name: String,
        /// True if the old half keeps it as well.
        #[serde(default)]
        pub kept: bool,
    }

    /// A value of the new half of an entity that is divided.
    #[serde(deny_unknown_fields)]
    pub struct SplitField {
        /// The field.
        pub field: String,
        /// The value.
        pub value: String,
        /// True if the old half keeps it as well.
        #[serde(default)]
        pub kept: bool,
    }

    /// What goes to the new half of an entity that is divided. At least one thing does.
    #[serde(deny_unknown_fields)]
    pub struct SplitParts {
        /// Names, the preferred one first. If there is none, both halves bear the preferred name of the old one.
        #[serde(default)]
        pub names: Vec<SplitName>,
        /// Values of fields.
        #[serde(default)]
        pub fields: Vec<SplitField>,
        /// Ids of mentions.
        #[serde(default)]
        pub mentions: Vec<String>,
        /// The new half's kind; that of the old one if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub kind: Option<String>,
    }

    /// What the owner changes by hand. Entities are named by id; redirects are followed.
    #[serde(tag = "what", deny_unknown_fields)]
    pub enum Edit {
        /// Makes a name the preferred one. The old one stays as a further name.
        Rename {
            /// The entity.
            entity: String,
            /// The name.
            name: String,
        },
        /// Adds a name.
        AddName {
            /// The entity.
            entity: String,
            /// The name.
            name: String,
        },
        /// Takes a name away, from all that is merged into the entity as well.
        RemoveName {
            /// The entity.
            entity: String,
            /// The name, to the letter.
            name: String,
        },
        /// Adds a value of a field.
        AddField {
            /// The entity.
            entity: String,
            /// The field.
            field: String,
            /// The value.
            value: String,
        },
        /// Takes a value of a field away, from all that is merged into the entity as well.
        RemoveField {
            /// The entity.
            entity: String,
            /// The field.
            field: String,
            /// The value, as the entity's view shows it.
            value: String,
        },
        /// Sets the kind; none if absent.
        SetKind {
            /// The entity.
            entity: String,
            /// The kind.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            kind: Option<String>,
        },
        /// Asks whether two entities are the same.
        Ask {
            /// An entity.
            a: String,
            /// Another.
            b: String,
        },
        /// Merges entities.
        Merge {
            /// The entities.
            entities: Vec<String>,
            /// Who survives; the default is in the preview.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            survivor: Option<String>,
        },
        /// Says that no two of these are the same.
        NotSame {
            /// The entities.
            entities: Vec<String>,
        },
        /// Divides an entity that swallowed another one.
        Split {
            /// The entity.
            entity: String,
            /// What goes to the new half.
            parts: SplitParts,
        },
    }

    /// An edit as the history shows it.
    pub struct EditRow {
        /// Its id, for `undo`.
        pub id: String,
        /// `rename`, `addName`, `removeName`, `addField`, `removeField`, `setKind`, `ask`, `merge`, `notSame` or `split`.
        pub what: String,
        /// In words.
        pub text: Vec<Bit>,
        /// The entities that it was about.
        pub entities: Vec<String>,
        /// Who.
        pub actor: String,
        /// When, milliseconds since 1970.
        pub time: f64,
        /// Why, if the owner said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub reason: Option<String>,
        /// SHA-256 of the record's payload, hex.
        pub checksum: String,
        /// The undo that took it back, if any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub undone_by: Option<String>,
    }

    /// The outcome of `edit`.
    pub struct Edited {
        /// The stored edit; absent if everything was so already.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub edit: Option<EditRow>,
        /// For `split`: the new half.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub entity: Option<String>,
        /// For `ask`: the question.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub question: Option<String>,
        /// Questions that it opened.
        pub opened: Vec<String>,
        /// Questions that it closed.
        pub closed: Vec<String>,
    }
}
