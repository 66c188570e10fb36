//! A contact, whatever its format: what its names are in the end, which kind it is of, and whether there is enough to know
//! it by.
//!
//! It must not change what the source wrote, nor take a name from where there is none (an e-mail address, a
//! nickname alone).

use std::cell::Cell;
use std::collections::BTreeSet;

use super::skipped::Skipped;
use super::{Card, NAME_MAX, NAMES_MAX, evident, finds, is_visible};

/// The order in which the parts of a name are spoken.
const SPOKEN: [&str; 5] = ["prefix", "given", "additional", "family", "suffix"];

/// What has been read of a contact.
#[derive(Debug, Default)]
pub(super) struct Contact {
    /// The source's own id of it.
    pub(super) source_key: Option<String>,
    /// An export of this product wrote it.
    pub(super) written_here: bool,
    /// Names as a whole, the preferred one first.
    pub(super) formatted: Vec<String>,
    /// Further names.
    pub(super) nicknames: Vec<String>,
    /// Its kind, where the source says one; the inner none where it says that there is none.
    pub(super) kind: Option<Option<String>>,
    /// Fields, in the order of the source.
    pub(super) fields: Vec<(String, String)>,
    /// Fields that no name is made of; they come last.
    pub(super) further: Vec<(String, String)>,
}

impl Contact {
    /// Adds a value of a field, unless it is blank.
    pub(super) fn field(&mut self, name: &str, value: String) {
        if !value.trim().is_empty() {
            self.fields.push((name.to_owned(), value));
        }
    }

    /// The card, or why there is none: code and sentence. Counts a name that nobody can see.
    pub(super) fn finish(self, line: u32, skipped: &mut Skipped) -> Result<Card, (&'static str, String)> {
        let mut kind = self.kind.clone().flatten();
        let hidden = Cell::new(false);
        let visible = |name: &String| {
            let visible = is_visible(name);
            hidden.set(hidden.get() || (!visible && !name.is_empty()));
            visible
        };
        let organization = self.fields.iter().find(|(field, _)| field == "organization").map(|(_, name)| name.clone());
        let organization = organization.filter(|_| matches!(kind.as_deref(), None | Some("organization")));
        let mut organization = organization.filter(|name| visible(name));
        let together = self.name_from_parts().filter(|name| visible(name));
        if kind.as_deref() == Some("organization") && organization.is_some() {
            // The parts of an organization's card name somebody there.
        } else if together.is_some() {
            organization = None;
        }
        let mut formatted = self.formatted.into_iter();
        let preferred = formatted.by_ref().find(|name| visible(name));
        if self.kind.is_none()
            && organization.is_some()
            && preferred.as_ref().is_none_or(|p| Some(p) == organization.as_ref())
        {
            kind = Some("organization".to_owned());
        }
        let preferred = preferred.or(organization).or(together);
        if preferred.is_none() {
            let nicknamed = self.nicknames.iter().any(visible);
            // Something by which it may turn out to be somebody's who has a name.
            let telling = |(field, value): &(String, String)| finds(field) && evident(field, value).is_some();
            let refused = match (hidden.get(), nicknamed) {
                (true, _) => Some(("no_visible_name", "The name holds only white space or invisible characters.")),
                (_, true) => Some(("no_name", "The card has a nickname, but no name.")),
                _ if !self.fields.iter().chain(&self.further).any(telling) => {
                    Some(("no_name", "The card has neither a name nor anything else to know it by."))
                }
                _ => None,
            };
            if let Some((code, text)) = refused {
                return Err((code, text.into()));
            }
        }
        let all = preferred.into_iter().chain(self.nicknames).chain(formatted);
        let mut seen = BTreeSet::new();
        let names: Vec<String> = all.filter(|name| visible(name) && seen.insert(name.clone())).collect();
        if names.len() > NAMES_MAX {
            return Err(("too_many_names", format!("The card has more than {NAMES_MAX} names.")));
        }
        if names.iter().any(|name| name.len() > NAME_MAX && name.chars().nth(NAME_MAX).is_some()) {
            return Err(("name_too_long", "A name is longer than 1,000 characters.".into()));
        }
        if hidden.get() {
            skipped.add("invisible name");
        }
        let Self { source_key, written_here, mut fields, further, .. } = self;
        fields.extend(further);
        Ok(Card { line, source_key, written_here, names, kind, fields })
    }

    /// The name that the parts make up: in the order of speech, or, in scripts that write names so, the family name
    /// first and without a space.
    fn name_from_parts(&self) -> Option<String> {
        let of = |wanted| self.fields.iter().filter(move |(name, _)| name == wanted).map(|(_, value)| value.trim());
        let parts: Vec<&str> = SPOKEN.into_iter().flat_map(of).collect();
        let (family, given): (String, String) = (of("family").collect(), of("given").collect());
        let only_two = parts.len() == 2 && !family.is_empty() && !given.is_empty();
        let unspaced =
            |c: char| matches!(c, '\u{4E00}'..='\u{9FFF}' | '\u{3400}'..='\u{4DBF}' | '\u{AC00}'..='\u{D7A3}');
        if only_two && family.chars().chain(given.chars()).all(unspaced) {
            return Some(family + &given);
        }
        Some(parts.join(" ")).filter(|name| !name.is_empty())
    }
}
