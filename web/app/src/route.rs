//! Where the owner is, as the address says it: `#/inbox/ID?kind=alias`, `#/entities/ID?q=NAME`, ….
//!
//! Every screen and every thing on it has an address that can be kept. This module must not load anything.

use leptos::prelude::*;
use namesake_protocol::QuestionKind;

/// Which list of questions.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub enum Listing {
    /// All open ones.
    #[default]
    All,
    /// The open ones of one kind.
    Kind(QuestionKind),
    /// Those put off.
    Snoozed,
    /// Those too large to be asked in one.
    Held,
    /// Those that are answered, the last one first.
    Decided,
}

/// What the owner changes about an entity by hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Its names, fields and kind.
    Edit,
    /// What belongs to somebody else.
    Split,
    /// How it stands to another one.
    Relate,
}

/// Forms with their names in addresses.
const FORMS: [(Form, &str); 3] = [(Form::Edit, "edit"), (Form::Split, "split"), (Form::Relate, "relate")];

/// A place in the app.
#[derive(Clone, PartialEq, Eq)]
pub enum Route {
    Inbox {
        listing: Listing,
        question: Option<String>,
    },
    Entities {
        search: String,
        entity: Option<String>,
        form: Option<Form>,
    },
    Sources,
    ShortForms,
    Predicates,
    /// One event: what was said in it, and what that means.
    Event {
        id: String,
    },
    /// With an entity, only decisions and edits about it.
    History {
        entity: Option<String>,
    },
    Import,
}

impl Default for Route {
    fn default() -> Self {
        Self::inbox()
    }
}

/// Kinds in the order of the navigation, with their names in addresses.
pub const KINDS: [(QuestionKind, &str); 7] = [
    (QuestionKind::Alias, "alias"),
    (QuestionKind::Merge, "merge"),
    (QuestionKind::Ambiguity, "ambiguity"),
    (QuestionKind::Collision, "collision"),
    (QuestionKind::NewName, "new-name"),
    (QuestionKind::Contradiction, "contradiction"),
    (QuestionKind::Correction, "correction"),
];

/// A kind's name in addresses and test ids.
pub fn kind_slug(kind: QuestionKind) -> &'static str {
    KINDS.iter().find(|(one, _)| *one == kind).map_or("", |(_, slug)| slug)
}

fn encode(part: &str) -> String {
    js_sys::encode_uri_component(part).into()
}

fn decode(part: &str) -> String {
    js_sys::decode_uri_component(part).map_or_else(|_| part.to_owned(), String::from)
}

impl Route {
    pub const fn inbox() -> Self {
        Self::Inbox { listing: Listing::All, question: None }
    }

    pub fn question(listing: Listing, id: &str) -> Self {
        Self::Inbox { listing, question: Some(id.to_owned()) }
    }

    pub fn entity(id: &str) -> Self {
        Self::Entities { search: String::new(), entity: Some(id.to_owned()), form: None }
    }

    pub fn event(id: &str) -> Self {
        Self::Event { id: id.to_owned() }
    }

    pub const fn held() -> Self {
        Self::Inbox { listing: Listing::Held, question: None }
    }

    pub const fn decided() -> Self {
        Self::Inbox { listing: Listing::Decided, question: None }
    }

    pub const fn history() -> Self {
        Self::History { entity: None }
    }

    pub const fn entities() -> Self {
        Self::Entities { search: String::new(), entity: None, form: None }
    }

    /// A form of the entity on show, with the search kept.
    pub fn with_form(&self, form: Form) -> Self {
        match self.clone() {
            Self::Entities { search, entity, .. } => Self::Entities { search, entity, form: Some(form) },
            other => other,
        }
    }

    /// The address, from `#` on.
    pub fn href(&self) -> String {
        let id = |id: &Option<String>| id.as_deref().map_or(String::new(), |id| format!("/{}", encode(id)));
        match self {
            Self::Inbox { listing: Listing::Snoozed, question } => format!("#/snoozed{}", id(question)),
            Self::Inbox { listing: Listing::Held, question } => format!("#/held{}", id(question)),
            Self::Inbox { listing: Listing::Decided, question } => format!("#/decided{}", id(question)),
            Self::Inbox { listing: Listing::All, question } => format!("#/inbox{}", id(question)),
            Self::Inbox { listing: Listing::Kind(kind), question } => {
                format!("#/inbox{}?kind={}", id(question), kind_slug(*kind))
            }
            Self::Entities { search, entity, form } => {
                let form = form.and_then(|form| FORMS.iter().find(|(one, _)| *one == form));
                let form = form.map_or(String::new(), |(_, slug)| format!("/{slug}"));
                let query = if search.is_empty() { String::new() } else { format!("?q={}", encode(search)) };
                format!("#/entities{}{form}{query}", id(entity))
            }
            Self::Sources => "#/sources".to_owned(),
            Self::ShortForms => "#/short-forms".to_owned(),
            Self::Predicates => "#/predicates".to_owned(),
            Self::Event { id } => format!("#/event/{}", encode(id)),
            Self::History { entity } => format!("#/history{}", id(entity)),
            Self::Import => "#/import".to_owned(),
        }
    }

    /// Reads an address; what it does not know leads to the inbox.
    pub fn parse(hash: &str) -> Self {
        let path = hash.trim_start_matches('#').trim_start_matches('/');
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let parameter = |name: &str| {
            query
                .split('&')
                .filter_map(|pair| pair.split_once('='))
                .find(|(key, _)| *key == name)
                .map(|(_, value)| decode(value))
        };
        let mut parts = path.split('/');
        let place = parts.next().unwrap_or_default();
        let id = parts.next().unwrap_or_default();
        let form = parts.next().and_then(|slug| FORMS.iter().find(|(_, one)| *one == slug)).map(|(form, _)| *form);
        let id = (!id.is_empty()).then(|| decode(id));
        match place {
            "entities" => Self::Entities {
                search: parameter("q").unwrap_or_default(),
                form: form.filter(|_| id.is_some()),
                entity: id,
            },
            "sources" => Self::Sources,
            "short-forms" => Self::ShortForms,
            "predicates" => Self::Predicates,
            "event" if id.is_some() => Self::Event { id: id.unwrap_or_default() },
            "history" => Self::History { entity: id },
            "import" => Self::Import,
            "snoozed" => Self::Inbox { listing: Listing::Snoozed, question: id },
            "held" => Self::Inbox { listing: Listing::Held, question: id },
            "decided" => Self::Inbox { listing: Listing::Decided, question: id },
            _ => {
                let kind = parameter("kind").and_then(|slug| KINDS.iter().find(|(_, one)| *one == slug));
                Self::Inbox { listing: kind.map_or(Listing::All, |(kind, _)| Listing::Kind(*kind)), question: id }
            }
        }
    }

    /// The place that the page's address names now.
    pub fn current() -> Self {
        Self::parse(&window().location().hash().unwrap_or_default())
    }

    /// True if a detail is shown, which on a narrow screen hides the list.
    pub const fn has_detail(&self) -> bool {
        matches!(self, Self::Inbox { question: Some(_), .. } | Self::Entities { entity: Some(_), .. })
    }

    /// What this belongs to: the entity of a form, the list of a detail.
    pub fn parent(&self) -> Self {
        match self {
            Self::Entities { search, entity, form: Some(_) } => {
                Self::Entities { search: search.clone(), entity: entity.clone(), form: None }
            }
            other => other.list(),
        }
    }

    /// The list that this is in.
    pub fn list(&self) -> Self {
        match self {
            Self::Inbox { listing, .. } => Self::Inbox { listing: *listing, question: None },
            Self::Entities { search, .. } => Self::Entities { search: search.clone(), entity: None, form: None },
            other => other.clone(),
        }
    }
}
