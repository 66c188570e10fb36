//! What the columns of a table of contacts hold: by the name of a field, where a caller says so, else by their headers.
//!
//! Headers of Google Contacts (before 2024 and since) and Outlook, and what programs in a few other languages write. A guess
//! is offered; it must not look at the values.

use super::cell;

/// What a column can be mapped to, besides the fields of a [`Card`](super::super::Card): parts of an address, of which
/// those of one address make one `address` field, and what is no field.
const OTHERS: [(&str, Meaning); 11] = [
    ("uid", Meaning::Uid),
    ("kind", Meaning::Kind),
    ("name", Meaning::Name),
    ("nickname", Meaning::Nickname),
    ("street", Meaning::Address(Part::Street)),
    ("po_box", Meaning::Address(Part::Box)),
    ("city", Meaning::Address(Part::City)),
    ("region", Meaning::Address(Part::Region)),
    ("postal_code", Meaning::Address(Part::Code)),
    ("country", Meaning::Address(Part::Country)),
    ("ignore", Meaning::Ignored),
];

/// Fields of a card that a column can hold.
const FIELDS: [&str; 32] = [
    "email",
    "phone",
    "organization",
    "unit",
    "title",
    "role",
    "birthday",
    "birthplace",
    "deathdate",
    "deathplace",
    "anniversary",
    "address",
    "url",
    "note",
    "category",
    "im",
    "social",
    "related",
    "member",
    "gender",
    "language",
    "timezone",
    "geo",
    "id_number",
    "family",
    "given",
    "additional",
    "prefix",
    "suffix",
    "phonetic_given",
    "phonetic_additional",
    "phonetic_family",
];

/// The names of everything that a column can be mapped to: `uid` (a lasting id of the row, the same in whatever file it
/// comes), `kind`, `name`, `nickname`, the fields of a [`Card`](super::super::Card), the parts of an address (`street`,
/// `po_box`, `city`, `region`, `postal_code`, `country`), and `ignore`.
///
/// ```
/// assert!(namesake_core::read::column_fields().any(|field| field == "given"));
/// ```
pub fn column_fields() -> impl Iterator<Item = &'static str> {
    OTHERS.iter().map(|(name, _)| *name).chain(FIELDS)
}

/// A part of an address, in the order in which they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    Box,
    Street,
    City,
    Region,
    Code,
    Country,
    /// The whole, for those that have no parts.
    Whole,
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A lasting id.
    Uid,
    Kind,
    Name,
    Nickname,
    Field(&'static str),
    Address(Part),
    /// What the column before it says that it is: an anniversary, or something that is left out.
    Event,
    /// A field of which no name is made; the column's group is its name.
    Further,
    /// About other columns, or nothing. Neither kept nor counted.
    Ignored,
}

impl Meaning {
    /// By the name that a caller gives.
    pub(super) fn named(name: &str) -> Option<Self> {
        let other = OTHERS.iter().find(|(one, _)| *one == name).map(|(_, meaning)| *meaning);
        other.or_else(|| FIELDS.iter().find(|field| **field == name).map(|field| Self::Field(field)))
    }

    /// The name by which a caller would map to it.
    pub(super) fn name(self) -> Option<&'static str> {
        match self {
            Self::Field(field) => Some(field),
            Self::Address(Part::Whole) => Some("address"),
            Self::Event => Some("anniversary"),
            other => OTHERS.iter().find(|(_, meaning)| *meaning == other).map(|(name, _)| *name),
        }
    }

    /// Whether it tells that a table is one of contacts.
    fn tells(self) -> bool {
        match self {
            Self::Name | Self::Nickname => true,
            Self::Field(field) => matches!(field, "given" | "family" | "email" | "phone"),
            _ => false,
        }
    }
}

/// One column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Column {
    /// Its header as written, without white space around it.
    pub(super) header: String,
    /// None if it is left out and counted.
    pub(super) meaning: Option<Meaning>,
    /// Tells the addresses of a row apart; or the name of a further field.
    pub(super) group: String,
}

/// The columns with these headers. `said` maps headers to names of [`column_fields`]; others are guessed.
pub(super) fn columns(headers: Vec<String>, said: &[(String, String)]) -> Vec<Column> {
    let keys: Vec<String> = headers.iter().map(|header| key_of(header)).collect();
    // Outlook's “Title” is Mr. or Ms., where it has another column for the job.
    let has_job = keys.iter().any(|key| matches!(key.as_str(), "job title" | "organization title"));
    let is_own = is_own(headers.iter().map(String::as_str));
    let mut columns = Vec::with_capacity(headers.len());
    for (header, key) in headers.into_iter().zip(keys) {
        let said = said.iter().find(|(one, _)| one.trim() == header).and_then(|(_, field)| Meaning::named(field));
        let further = header.strip_prefix(cell::FURTHER).filter(|field| !field.is_empty());
        let (meaning, group) = match (said, guess(&key)) {
            (Some(said), _) => (Some(said), String::new()),
            (None, _) if further.is_some() => (Some(Meaning::Further), further.unwrap_or_default().to_owned()),
            (None, (Some(Meaning::Field("title")), _)) if has_job && key == "title" => {
                (Some(Meaning::Field("prefix")), String::new())
            }
            (None, (Some(Meaning::Uid | Meaning::Kind), _)) if !is_own => (None, String::new()),
            (None, guessed) => guessed,
        };
        columns.push(Column { header, meaning, group });
    }
    group_mapped(&mut columns);
    columns
}

/// Whether a table with these headers was written here.
pub(super) fn is_own<'h>(headers: impl Iterator<Item = &'h str>) -> bool {
    headers.take(cell::OWN.len()).eq(cell::OWN)
}

/// Whether columns look like those of contacts, without anybody having said so: three at least are known, and one of them
/// names somebody.
pub(super) fn is_contacts(columns: &[Column]) -> bool {
    let known = columns.iter().filter(|column| !matches!(column.meaning, None | Some(Meaning::Ignored))).count();
    known >= 3 && has_name(columns)
}

/// Whether any column can tell who a row is about.
pub(super) fn has_name(columns: &[Column]) -> bool {
    columns.iter().filter_map(|column| column.meaning).any(Meaning::tells)
        || columns.iter().any(|column| column.meaning == Some(Meaning::Field("organization")))
}

/// Tells addresses apart where headers do not: a part that came already begins another one, unless it came just before.
fn group_mapped(columns: &mut [Column]) {
    let (mut seen, mut last, mut number) = (Vec::new(), None, 0_u32);
    for column in columns {
        if let Some(Meaning::Address(part)) = column.meaning
            && column.group.is_empty()
        {
            if seen.contains(&part) && last != Some(part) {
                number += 1;
                seen.clear();
            }
            seen.push(part);
            last = Some(part);
            column.group = number.to_string();
        } else {
            last = None;
        }
    }
}

/// A header for comparison: in lower case, its words with one space between them. Numbers stand apart.
fn key_of(header: &str) -> String {
    let lower = header.trim_start_matches('\u{FEFF}').to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// What a header says, and for a part of an address which one.
fn guess(key: &str) -> (Option<Meaning>, String) {
    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let plain: Vec<&str> = key.split(' ').filter(|word| !is_number(word)).collect();
    let plain = plain.join(" ");
    if let Some((_, meaning)) = KNOWN.iter().find(|(header, _)| *header == plain) {
        return (Some(*meaning), String::new());
    }
    if let Some((part, rest)) = part_of(key) {
        return (Some(Meaning::Address(part)), rest);
    }
    let (first, last) = (plain.split(' ').next().unwrap_or_default(), plain.rsplit(' ').next().unwrap_or_default());
    // Somebody else's number would speak for the two being one.
    let is_phone = first != "assistant" && PHONES.contains(&last);
    if is_phone || PHONES.contains(&first) && plain.split(' ').skip(1).all(|word| PLACES.contains(&word)) {
        return (Some(Meaning::Field("phone")), String::new());
    }
    let mail = plain.replace("e mail", "email");
    let is_mail = mail.split(' ').any(|word| word == "email") && mail.split(' ').all(|word| MAILS.contains(&word));
    if is_mail {
        return (Some(Meaning::Field("email")), String::new());
    }
    let labels = last == "label" || last == "type" || (last == "service" && first == "im");
    (labels.then_some(Meaning::Ignored), String::new())
}

/// The part of an address that a header names, and what else it says: which address.
fn part_of(key: &str) -> Option<(Part, String)> {
    // The number of a line within the address.
    let key = key.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ');
    PARTS.iter().find_map(|(name, part)| {
        let rest = match key.strip_suffix(name) {
            Some(before) if before.is_empty() || before.ends_with(' ') => before,
            _ => key.strip_prefix(name).filter(|after| after.starts_with(' '))?,
        };
        let words = || rest.split(' ').filter(|word| !word.is_empty());
        let number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        if !words().all(|word| number(word) || PLACES.contains(&word)) {
            return None;
        }
        // “Address 2 - Street” is of the second address, “Business Street 2” is the second line of the business address.
        let mut words = words().filter(|word| *word != "address" || rest.starts_with("address"));
        let first = words.next().filter(|word| !number(word)).unwrap_or_default();
        let second = words.next().filter(|word| number(word) && rest.starts_with(first) && first == "address");
        Some((*part, [first, second.unwrap_or_default()].concat()))
    })
}

/// The last word of headers of phone numbers.
const PHONES: [&str; 17] = [
    "phone",
    "telephone",
    "tel",
    "fax",
    "mobile",
    "cell",
    "pager",
    "callback",
    "telefon",
    "mobiltelefon",
    "handy",
    "téléphone",
    "portable",
    "teléfono",
    "telefono",
    "telefone",
    "telefoon",
];

/// The words of headers of e-mail addresses.
const MAILS: [&str; 15] = [
    "email",
    "address",
    "value",
    "home",
    "work",
    "business",
    "personal",
    "primary",
    "secondary",
    "other",
    "adresse",
    "adres",
    "de",
    "correo",
    "electrónico",
];

/// Words that say which address.
const PLACES: [&str; 18] = [
    "address",
    "home",
    "business",
    "work",
    "other",
    "mailing",
    "primary",
    "privat",
    "geschäftlich",
    "weitere",
    "personal",
    "main",
    "bureau",
    "domicile",
    "casa",
    "oficina",
    "ufficio",
    "zakelijk",
];

/// Parts of an address, longer names first.
const PARTS: [(&str, Part); 26] = [
    ("extended address", Part::Street),
    ("street address", Part::Street),
    ("po box", Part::Box),
    ("postal code", Part::Code),
    ("zip code", Part::Code),
    ("country region", Part::Country),
    ("state province", Part::Region),
    ("formatted", Part::Whole),
    ("street", Part::Street),
    ("city", Part::City),
    ("town", Part::City),
    ("state", Part::Region),
    ("region", Part::Region),
    ("province", Part::Region),
    ("county", Part::Region),
    ("zip", Part::Code),
    ("postcode", Part::Code),
    ("country", Part::Country),
    ("straße", Part::Street),
    ("postleitzahl", Part::Code),
    ("plz", Part::Code),
    ("ort", Part::City),
    ("land region", Part::Country),
    ("land", Part::Country),
    ("rue", Part::Street),
    ("ville", Part::City),
];

const fn field(name: &'static str) -> Meaning {
    Meaning::Field(name)
}

/// Headers without their numbers. What is about other columns or derived from them is passed over in silence.
const KNOWN: [(&str, Meaning); 120] = [
    ("uid", Meaning::Uid),
    ("kind", Meaning::Kind),
    ("name", Meaning::Name),
    ("full name", Meaning::Name),
    ("display name", Meaning::Name),
    ("anzeigename", Meaning::Name),
    ("nickname", Meaning::Nickname),
    ("spitzname", Meaning::Nickname),
    ("surnom", Meaning::Nickname),
    ("apodo", Meaning::Nickname),
    ("given name", field("given")),
    ("first name", field("given")),
    ("vorname", field("given")),
    ("prénom", field("given")),
    ("nombre", field("given")),
    ("nome", field("given")),
    ("voornaam", field("given")),
    ("family name", field("family")),
    ("last name", field("family")),
    ("surname", field("family")),
    ("nachname", field("family")),
    ("nom", field("family")),
    ("nom de famille", field("family")),
    ("apellidos", field("family")),
    ("apellido", field("family")),
    ("cognome", field("family")),
    ("sobrenome", field("family")),
    ("apelido", field("family")),
    ("achternaam", field("family")),
    ("additional name", field("additional")),
    ("middle name", field("additional")),
    ("weitere vornamen", field("additional")),
    ("name prefix", field("prefix")),
    ("anrede", field("prefix")),
    ("name suffix", field("suffix")),
    ("suffix", field("suffix")),
    ("given name yomi", field("phonetic_given")),
    ("given yomi", field("phonetic_given")),
    ("phonetic first name", field("phonetic_given")),
    ("additional name yomi", field("phonetic_additional")),
    ("phonetic middle name", field("phonetic_additional")),
    ("family name yomi", field("phonetic_family")),
    ("surname yomi", field("phonetic_family")),
    ("phonetic last name", field("phonetic_family")),
    ("correo electrónico", field("email")),
    ("indirizzo posta elettronica", field("email")),
    ("mail", field("email")),
    ("phone value", field("phone")),
    ("mobile number", field("phone")),
    ("phone number", field("phone")),
    ("teléfono móvil", field("phone")),
    ("telemóvel", field("phone")),
    ("adresse de messagerie", field("email")),
    ("dirección de correo electrónico", field("email")),
    ("endereço de correio eletrónico", field("email")),
    ("organization", field("organization")),
    ("organization name", field("organization")),
    ("company", field("organization")),
    ("company name", field("organization")),
    ("firma", field("organization")),
    ("société", field("organization")),
    ("empresa", field("organization")),
    ("società", field("organization")),
    ("bedrijf", field("organization")),
    ("department", field("unit")),
    ("organization department", field("unit")),
    ("abteilung", field("unit")),
    ("job title", field("title")),
    ("organization title", field("title")),
    ("title", field("title")),
    ("position", field("title")),
    ("profession", field("role")),
    ("occupation", field("role")),
    ("role", field("role")),
    ("birthday", field("birthday")),
    ("date of birth", field("birthday")),
    ("geburtstag", field("birthday")),
    ("anniversaire", field("birthday")),
    ("cumpleaños", field("birthday")),
    ("compleanno", field("birthday")),
    ("verjaardag", field("birthday")),
    ("birthplace", field("birthplace")),
    ("anniversary", field("anniversary")),
    ("jahrestag", field("anniversary")),
    ("event value", Meaning::Event),
    ("address", field("address")),
    ("anschrift", field("address")),
    ("website", field("url")),
    ("website value", field("url")),
    ("web page", field("url")),
    ("webseite", field("url")),
    ("url", field("url")),
    ("notes", field("note")),
    ("note", field("note")),
    ("notizen", field("note")),
    ("labels", field("category")),
    ("group membership", field("category")),
    ("categories", field("category")),
    ("kategorien", field("category")),
    ("im value", field("im")),
    ("im address", field("im")),
    ("relation value", field("related")),
    ("spouse", field("related")),
    ("children", field("related")),
    ("gender", field("gender")),
    ("geschlecht", field("gender")),
    ("language", field("language")),
    ("government id number", field("id_number")),
    ("timezone", field("timezone")),
    ("geo", field("geo")),
    ("initials", Meaning::Ignored),
    ("initialen", Meaning::Ignored),
    ("e mail display name", Meaning::Ignored),
    ("email display name", Meaning::Ignored),
    ("priority", Meaning::Ignored),
    ("private", Meaning::Ignored),
    ("sensitivity", Meaning::Ignored),
    ("priorität", Meaning::Ignored),
    ("privat", Meaning::Ignored),
    ("vertraulichkeit", Meaning::Ignored),
];
