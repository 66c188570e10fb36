//! A card being read: what each property means. It must not change what the source wrote.

use super::super::Card;
use super::super::contact::Contact;
use super::super::skipped::Skipped;
use super::property::Property;
use super::text::{Escapes, split, unescape};

/// The components of `N` in their order (RFC 6350 §6.2.2), as field names.
const NAME_PARTS: [&str; 5] = ["family", "given", "additional", "prefix", "suffix"];

/// What this product calls itself in the cards that it writes (RFC 6350 §6.7.3).
pub(crate) const PRODUCT: &str = "-//Namesake//Contacts//EN";

/// What has been read of a card.
#[derive(Debug, Default)]
pub(super) struct Draft {
    escapes: Escapes,
    awaits_agent: bool,
    uid: Option<String>,
    other_uid: Option<String>,
    formatted: Vec<(u8, String)>,
    shown_as_company: bool,
    contact: Contact,
    /// Dates that a label says the meaning of, with their group.
    dates: Vec<(String, String)>,
    /// Labels with the group that they are of.
    labels: Vec<(String, String)>,
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
            Meaning::Product => self.contact.written_here = text == PRODUCT,
            Meaning::Version => {
                self.escapes = if text.trim().starts_with("2.") { Escapes::Old } else { Escapes::New };
            }
            Meaning::Uid => self.uid = self.uid.take().or(Some(plain(&text)).filter(|uid| !uid.is_empty())),
            Meaning::OtherUid => self.other_uid = Some(plain(&text)).filter(|uid| !uid.is_empty()),
            Meaning::FormattedName => self.formatted.push((property.preference(), plain(&text))),
            Meaning::Nicknames => self.contact.nicknames.extend(split(&text, ',').map(|n| plain(n.trim()))),
            Meaning::Name => {
                self.take_parts(&NAME_PARTS, &text);
                self.contact.field("sort_as", property.parameter("SORT-AS").unwrap_or_default().to_owned());
            }
            Meaning::Reading if property.is_of("X-IRMC-N") => {
                self.take_parts(&["phonetic_family", "phonetic_given"], &text);
            }
            Meaning::Reading => self.left_out.push(property.name.clone()),
            Meaning::Birthday => {
                let date = plain(&text);
                let year = property.parameter("X-APPLE-OMIT-YEAR").unwrap_or_default();
                let day = date.strip_prefix(year).filter(|_| !year.is_empty());
                let day = day.map(|day| format!("--{}", day.trim_start_matches('-')));
                self.contact.field("birthday", day.unwrap_or(date));
            }
            Meaning::LabelledDate => self.dates.push((property.group.to_owned(), plain(&text))),
            Meaning::DateLabel => self.labels.push((property.group.to_owned(), text.to_lowercase())),
            Meaning::Android => self.take_android(&text),
            Meaning::OwnKind => self.contact.kind = Some(Some(plain(&text)).filter(|kind| !kind.is_empty())),
            Meaning::OwnField => {
                let mut parts = split(&text, ';').map(plain);
                let (name, value) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
                if !name.is_empty() && !value.trim().is_empty() {
                    self.contact.further.push((name, value));
                }
            }
            Meaning::Organization => {
                let mut parts = split(&text, ';').map(plain);
                self.contact.field("organization", parts.next().unwrap_or_default());
                parts.for_each(|part| self.contact.field("unit", part));
            }
            Meaning::Address => {
                let label = || property.parameter("LABEL").unwrap_or_default().to_owned();
                let parts = split(&text, ';').flat_map(|part| split(part, ',')).map(|part| plain(part.trim()));
                let address = parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
                self.contact.field("address", if address.is_empty() { label() } else { address });
            }
            Meaning::Kind => {
                let kind = match text.trim().to_ascii_lowercase().as_str() {
                    "individual" => Some("person"),
                    "org" => Some("organization"),
                    "group" => Some("group"),
                    _ => None,
                };
                self.contact.kind = kind.map(|kind| Some(kind.to_owned()));
            }
            Meaning::ShowAs => self.shown_as_company = text.trim().eq_ignore_ascii_case("company"),
            Meaning::List(field) => split(&text, ',').for_each(|item| self.contact.field(field, plain(item.trim()))),
            Meaning::Field(field) => self.contact.field(field, plain(&text)),
        }
        Ok(())
    }

    /// The card, or why there is none: code and sentence. Counts what was left out if the card is taken.
    pub(super) fn finish(mut self, line: u32, skipped: &mut Skipped) -> Result<Card, (&'static str, String)> {
        // Stable: equal preferences stay in the order of the file.
        self.formatted.sort_by_key(|(preference, _)| *preference);
        let mut contact = self.contact;
        for (group, date) in self.dates {
            match self.labels.iter().position(|(of, label)| *of == group && label.contains("anniversary")) {
                Some(at) => {
                    self.labels.remove(at);
                    contact.field("anniversary", date);
                }
                None => self.left_out.push("X-ABDATE".to_owned()),
            }
        }
        self.left_out.extend(self.labels.iter().map(|_| "X-ABLABEL".to_owned()));
        contact.source_key = self.uid.or(self.other_uid);
        contact.formatted = self.formatted.into_iter().map(|(_, name)| name).collect();
        let company = || self.shown_as_company.then(|| Some("organization".to_owned()));
        contact.kind = contact.kind.or_else(company);
        let card = contact.finish(line, skipped)?;
        self.left_out.iter().for_each(|name| skipped.add(name));
        Ok(card)
    }

    /// Takes what Android has no property for: what it is, its value, and of a date what it is of.
    fn take_android(&mut self, text: &str) {
        let mut parts = split(text, ';').map(|part| unescape(part, self.escapes));
        let what = parts.next().unwrap_or_default();
        let (value, of) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        match (what.rsplit('/').next().unwrap_or_default(), of.as_str()) {
            ("nickname", _) => self.contact.nicknames.push(value),
            ("relation", _) => self.contact.field("related", value),
            ("contact_event", "1") => self.contact.field("anniversary", value),
            ("contact_event", "3") => self.contact.field("birthday", value),
            _ => self.left_out.push("X-ANDROID-CUSTOM".to_owned()),
        }
    }

    /// Takes the parts of an `N`, or of its reading. vCard 2.1 has no lists in a part.
    fn take_parts(&mut self, fields: &[&str], text: &str) {
        for (field, part) in fields.iter().zip(split(text, ';')) {
            if self.escapes == Escapes::Old {
                self.contact.field(field, unescape(part, self.escapes));
            } else {
                split(part, ',').for_each(|item| self.contact.field(field, unescape(item.trim(), self.escapes)));
            }
        }
    }
}

/// What a property is for.
enum Meaning {
    Version,
    /// About the file, not the contact. Neither kept nor counted.
    Ignored,
    /// The program that wrote it.
    Product,
    Uid,
    OtherUid,
    FormattedName,
    Name,
    Nicknames,
    Organization,
    Address,
    Kind,
    ShowAs,
    Birthday,
    /// How a name is read aloud.
    Reading,
    /// A date that the label of its group says the meaning of.
    LabelledDate,
    DateLabel,
    Android,
    /// A kind that vCard has no word for, or that there is none.
    OwnKind,
    /// A field that vCard has no property for: name and value.
    OwnField,
    List(&'static str),
    Field(&'static str),
}

impl Meaning {
    /// `None` for what is left out and counted.
    fn of(name: &str) -> Option<Self> {
        Some(match name {
            "VERSION" => Self::Version,
            "PRODID" => Self::Product,
            "REV" => Self::Ignored,
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
            "BDAY" => Self::Birthday,
            "X-ABDATE" => Self::LabelledDate,
            "X-ABLABEL" => Self::DateLabel,
            "X-ANDROID-CUSTOM" => Self::Android,
            "SOUND" => Self::Reading,
            "X-NAMESAKE-KIND" => Self::OwnKind,
            "X-NAMESAKE-FIELD" => Self::OwnField,
            // RFC 6474.
            "BIRTHPLACE" => Self::Field("birthplace"),
            "DEATHPLACE" => Self::Field("deathplace"),
            "DEATHDATE" => Self::Field("deathdate"),
            "ANNIVERSARY"
            | "X-ANNIVERSARY"
            | "X-MS-ANNIVERSARY"
            | "X-EVOLUTION-ANNIVERSARY"
            | "X-KADDRESSBOOK-X-ANNIVERSARY" => Self::Field("anniversary"),
            "URL" => Self::Field("url"),
            "NOTE" => Self::Field("note"),
            "IMPP" | "X-AIM" | "X-ICQ" | "X-JABBER" | "X-MSN" | "X-SKYPE" | "X-SKYPE-USERNAME" | "X-YAHOO" | "X-QQ"
            | "X-GOOGLE-TALK" | "X-GADUGADU" | "X-MS-IMADDRESS" => Self::Field("im"),
            "SOCIALPROFILE" | "X-SOCIALPROFILE" => Self::Field("social"),
            "RELATED"
            | "X-ABRELATEDNAMES"
            | "X-SPOUSE"
            | "X-MS-SPOUSE"
            | "X-MS-CHILD"
            | "X-EVOLUTION-SPOUSE"
            | "X-KADDRESSBOOK-X-SPOUSESNAME" => Self::Field("related"),
            "MEMBER" | "X-ADDRESSBOOKSERVER-MEMBER" => Self::Field("member"),
            "GENDER" | "X-GENDER" => Self::Field("gender"),
            "LANG" => Self::Field("language"),
            "TZ" => Self::Field("timezone"),
            "GEO" => Self::Field("geo"),
            // No standard property has this meaning: a number that a state gave the person.
            "X-SOCIAL-SECURITY" | "X-SSN" | "X-GOVERNMENT-ID" => Self::Field("id_number"),
            "X-PHONETIC-FIRST-NAME" => Self::Field("phonetic_given"),
            "X-PHONETIC-MIDDLE-NAME" => Self::Field("phonetic_additional"),
            "X-PHONETIC-LAST-NAME" => Self::Field("phonetic_family"),
            "X-PHONETIC-ORG" => Self::Field("phonetic_organization"),
            "SORT-STRING" => Self::Field("sort_as"),
            _ => return None,
        })
    }
}
