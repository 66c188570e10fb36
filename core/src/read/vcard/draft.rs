//! A card being read: what each property means, and what its names are in the end.
//!
//! It must not change what the source wrote, nor take a name from where there is none (an e-mail address, a
//! nickname alone).

use std::cell::Cell;
use std::collections::BTreeSet;

use super::super::skipped::Skipped;
use super::super::{Card, NAME_MAX, NAMES_MAX, evident, finds, is_visible};
use super::property::Property;
use super::text::{Escapes, split, unescape};

/// The components of `N` in their order (RFC 6350 §6.2.2), as field names.
const NAME_PARTS: [&str; 5] = ["family", "given", "additional", "prefix", "suffix"];
/// The order in which they make up a name.
const SPOKEN: [&str; 5] = ["prefix", "given", "additional", "family", "suffix"];

/// What has been read of a card.
#[derive(Debug, Default)]
pub(super) struct Draft {
    escapes: Escapes,
    awaits_agent: bool,
    uid: Option<String>,
    other_uid: Option<String>,
    formatted: Vec<(u8, String)>,
    nicknames: Vec<String>,
    organization: Option<String>,
    kind: Option<&'static str>,
    shown_as_company: bool,
    fields: Vec<(String, String)>,
    left_out: Vec<String>,
}

impl Draft {
    /// Whether a nested card may begin here: the value of an `AGENT` of vCard 2.1.
    pub(super) fn expects_agent(&self) -> bool {
        self.awaits_agent
    }

    /// Whether a fold keeps its white space, as in vCard 2.1.
    pub(super) fn keeps_fold_space(&self) -> bool {
        self.escapes == Escapes::Old
    }

    /// Counts a property as left out.
    pub(super) fn skip(&mut self, name: &str) {
        self.awaits_agent = false;
        self.left_out.push(name.to_owned());
    }

    /// Takes a property. The error says what the line does wrong, to be read after “Line 7”.
    pub(super) fn take(&mut self, property: &Property<'_>) -> Result<(), String> {
        self.awaits_agent = property.name == "AGENT" && property.is_empty();
        let Some(meaning) = Meaning::of(&property.name) else {
            self.left_out.push(property.name.clone());
            return Ok(());
        };
        if property.is_binary() {
            self.left_out.push(format!("{} (binary)", property.name));
            return Ok(());
        }
        let text = property.text()?;
        let escapes = self.escapes;
        let plain = |text: &str| unescape(text, escapes);
        match meaning {
            Meaning::Ignored => {}
            Meaning::Version => {
                self.escapes = if text.trim().starts_with("2.") { Escapes::Old } else { Escapes::New };
            }
            Meaning::Uid => self.uid = self.uid.take().or(Some(plain(&text)).filter(|uid| !uid.is_empty())),
            Meaning::OtherUid => self.other_uid = Some(plain(&text)).filter(|uid| !uid.is_empty()),
            Meaning::FormattedName => self.formatted.push((property.preference(), plain(&text))),
            Meaning::Nicknames => self.nicknames.extend(split(&text, ',').map(|n| plain(n.trim()))),
            Meaning::Name => self.take_name(&text),
            Meaning::Organization => {
                let mut parts = split(&text, ';').map(plain);
                let name = parts.next().unwrap_or_default();
                self.field("organization", name.clone());
                self.organization = self.organization.take().or(Some(name).filter(|name| !name.is_empty()));
                parts.for_each(|part| self.field("unit", part));
            }
            Meaning::Address => {
                let label = || property.parameter("LABEL").unwrap_or_default().to_owned();
                let parts = split(&text, ';').flat_map(|part| split(part, ',')).map(|part| plain(part.trim()));
                let address = parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
                self.field("address", if address.is_empty() { label() } else { address });
            }
            Meaning::Kind => {
                self.kind = match text.trim().to_ascii_lowercase().as_str() {
                    "individual" => Some("person"),
                    "org" => Some("organization"),
                    "group" => Some("group"),
                    _ => None,
                }
            }
            Meaning::ShowAs => self.shown_as_company = text.trim().eq_ignore_ascii_case("company"),
            Meaning::List(field) => split(&text, ',').for_each(|item| self.field(field, plain(item.trim()))),
            Meaning::Field(field) => self.field(field, plain(&text)),
        }
        Ok(())
    }

    /// The card, or why there is none: code and sentence. Counts what was left out if the card is taken.
    pub(super) fn finish(mut self, line: u32, skipped: &mut Skipped) -> Result<Card, (&'static str, String)> {
        let together = self.name_from_parts();
        let mut kind = self.kind.or(self.shown_as_company.then_some("organization"));
        // Stable: equal preferences stay in the order of the file.
        self.formatted.sort_by_key(|(preference, _)| *preference);
        let mut formatted = self.formatted.into_iter().map(|(_, name)| name);
        let hidden = Cell::new(false);
        let visible = |name: &String| {
            let visible = is_visible(name);
            hidden.set(hidden.get() || (!visible && !name.is_empty()));
            visible
        };
        let organization = self.organization.filter(|_| matches!(kind, None | Some("organization")));
        let mut organization = organization.filter(|name| visible(name));
        let together = together.filter(|name| visible(name));
        if kind == Some("organization") && organization.is_some() {
            // The parts of an organization's card name somebody there.
        } else if together.is_some() {
            organization = None;
        }
        let preferred = formatted.by_ref().find(|name| visible(name));
        if kind.is_none()
            && organization.is_some()
            && preferred.as_ref().is_none_or(|p| Some(p) == organization.as_ref())
        {
            kind = Some("organization");
        }
        let preferred = preferred.or(organization).or(together);
        if preferred.is_none() {
            let nicknamed = self.nicknames.iter().any(visible);
            // Something by which it may turn out to be somebody's who has a name.
            let telling = || self.fields.iter().any(|(field, value)| finds(field) && evident(field, value).is_some());
            let refused = match (hidden.get(), nicknamed) {
                (true, _) => Some(("no_visible_name", "The name holds only white space or invisible characters.")),
                (_, true) => Some(("no_name", "The card has a nickname, but no name.")),
                _ if !telling() => Some(("no_name", "The card has neither a name nor anything else to know it by.")),
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
        self.left_out.iter().for_each(|name| skipped.add(name));
        if hidden.get() {
            skipped.add("invisible name");
        }
        let (source_key, kind) = (self.uid.or(self.other_uid), kind.map(str::to_owned));
        Ok(Card { line, source_key, names, kind, fields: self.fields })
    }

    fn field(&mut self, name: &str, value: String) {
        if !value.trim().is_empty() {
            self.fields.push((name.to_owned(), value));
        }
    }

    /// Takes the parts of an `N`. vCard 2.1 has no lists in a part.
    fn take_name(&mut self, text: &str) {
        for (field, part) in NAME_PARTS.into_iter().zip(split(text, ';')) {
            if self.escapes == Escapes::Old {
                self.field(field, unescape(part, self.escapes));
            } else {
                split(part, ',').for_each(|item| self.field(field, unescape(item.trim(), self.escapes)));
            }
        }
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

/// What a property is for.
enum Meaning {
    Version,
    /// About the file, not the contact. Neither kept nor counted.
    Ignored,
    Uid,
    OtherUid,
    FormattedName,
    Name,
    Nicknames,
    Organization,
    Address,
    Kind,
    ShowAs,
    List(&'static str),
    Field(&'static str),
}

impl Meaning {
    /// `None` for what is left out and counted.
    fn of(name: &str) -> Option<Self> {
        Some(match name {
            "VERSION" => Self::Version,
            "PRODID" | "REV" => Self::Ignored,
            "UID" => Self::Uid,
            "X-ABUID" => Self::OtherUid,
            "FN" => Self::FormattedName,
            "N" => Self::Name,
            "NICKNAME" => Self::Nicknames,
            "ORG" => Self::Organization,
            "ADR" => Self::Address,
            "KIND" | "X-ADDRESSBOOKSERVER-KIND" => Self::Kind,
            "X-ABSHOWAS" => Self::ShowAs,
            "CATEGORIES" => Self::List("category"),
            "EMAIL" => Self::Field("email"),
            "TEL" => Self::Field("phone"),
            "TITLE" => Self::Field("title"),
            "ROLE" => Self::Field("role"),
            "BDAY" => Self::Field("birthday"),
            // RFC 6474.
            "BIRTHPLACE" => Self::Field("birthplace"),
            "DEATHPLACE" => Self::Field("deathplace"),
            "DEATHDATE" => Self::Field("deathdate"),
            "ANNIVERSARY" | "X-ANNIVERSARY" => Self::Field("anniversary"),
            "URL" => Self::Field("url"),
            "NOTE" => Self::Field("note"),
            "IMPP" | "X-AIM" | "X-ICQ" | "X-JABBER" | "X-MSN" | "X-SKYPE" | "X-SKYPE-USERNAME" | "X-YAHOO" | "X-QQ"
            | "X-GOOGLE-TALK" => Self::Field("im"),
            "SOCIALPROFILE" | "X-SOCIALPROFILE" => Self::Field("social"),
            "RELATED" | "X-ABRELATEDNAMES" => Self::Field("related"),
            "MEMBER" | "X-ADDRESSBOOKSERVER-MEMBER" => Self::Field("member"),
            "GENDER" | "X-GENDER" => Self::Field("gender"),
            "LANG" => Self::Field("language"),
            "TZ" => Self::Field("timezone"),
            "GEO" => Self::Field("geo"),
            // No standard property has this meaning: a number that a state gave the person.
            "X-SOCIAL-SECURITY" | "X-SSN" | "X-GOVERNMENT-ID" => Self::Field("id_number"),
            "X-PHONETIC-FIRST-NAME" => Self::Field("phonetic_given"),
            "X-PHONETIC-LAST-NAME" => Self::Field("phonetic_family"),
            _ => return None,
        })
    }
}
