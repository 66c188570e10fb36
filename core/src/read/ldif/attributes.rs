//! A record being read: what each attribute means, in the schemas of directories (RFC 4519, RFC 2798) and of Mozilla.

use super::super::Card;
use super::super::contact::Contact;
use super::super::skipped::Skipped;

/// What has been read of a record.
#[derive(Debug, Default)]
pub(super) struct Draft {
    dn: Option<String>,
    classes: Vec<String>,
    contact: Contact,
    work: [Option<String>; PLACES],
    home: [Option<String>; PLACES],
    /// Year, month and day of birth.
    born: [Option<String>; 3],
    left_out: Vec<String>,
}

/// Parts of an address: box, street, second line, place, region, code, country.
const PLACES: usize = 7;

impl Draft {
    /// Counts an attribute as left out.
    pub(super) fn skip(&mut self, name: &str) {
        self.left_out.push(name.to_owned());
    }

    /// Takes an attribute with its name in lower case.
    pub(super) fn take(&mut self, name: &str, value: &str) {
        if value.trim().is_empty() {
            return;
        }
        let value =
            if value.contains('\r') { value.replace("\r\n", "\n").replace('\r', "\n") } else { value.to_owned() };
        match Meaning::of(name) {
            Meaning::Ignored => {}
            Meaning::Dn => self.dn = Some(value),
            Meaning::Class => self.classes.push(value.to_ascii_lowercase()),
            Meaning::Name => self.contact.formatted.push(value),
            Meaning::Nickname => self.contact.nicknames.push(value),
            Meaning::Field(field) => self.contact.field(field, value),
            Meaning::Work(at) => self.work[at] = Some(value),
            Meaning::Home(at) => self.home[at] = Some(value),
            Meaning::Born(at) => self.born[at] = Some(value),
            Meaning::Unknown => self.left_out.push(name.to_owned()),
        }
    }

    /// The card, or why there is none: code and sentence. Nothing for what holds other entries of a directory. Counts what
    /// was left out if the card is taken.
    pub(super) fn finish(self, line: u32, skipped: &mut Skipped) -> Result<Option<Card>, (&'static str, String)> {
        let Some(dn) = self.dn else {
            return Err(("bad_line", "The record does not start with a name (“dn:”).".into()));
        };
        let is = |names: &[&str]| self.classes.iter().any(|class| names.contains(&class.as_str()));
        let is_group = is(&["groupofnames", "groupofuniquenames", "group", "mozillalist"]);
        let is_person = is(&["person", "inetorgperson", "organizationalperson", "mozillaabpersonalpha"]);
        if !is_group && !is_person && is(&["organizationalunit", "dcobject", "domain", "container", "country"]) {
            skipped.add("parts of a directory");
            return Ok(None);
        }
        let mut contact = self.contact;
        for address in [self.work, self.home] {
            let address = address.into_iter().flatten().collect::<Vec<_>>().join(", ");
            contact.field("address", address);
        }
        contact.field("birthday", birthday(self.born));
        let has_parts = contact.fields.iter().any(|(field, _)| matches!(field.as_str(), "family" | "given"));
        // Thunderbird calls everything a person, companies too.
        contact.kind = match (is_group, is_person && has_parts) {
            (true, _) => Some(Some("group".to_owned())),
            (_, true) => Some(Some("person".to_owned())),
            _ if is(&["organization"]) => Some(Some("organization".to_owned())),
            _ => None,
        };
        contact.source_key = Some(dn).filter(|dn| is_identity(dn));
        let card = contact.finish(line, skipped)?;
        self.left_out.iter().for_each(|name| skipped.add(name));
        Ok(Some(card))
    }
}

/// Whether a distinguished name says more than how somebody is called. Thunderbird names records `cn=Name,mail=address`, and
/// without an address two of one name have the same: a name never joins two cards.
fn is_identity(dn: &str) -> bool {
    let mut escaped = false;
    let parts = dn.split(|c: char| {
        let separates = c == ',' && !escaped;
        escaped = c == '\\' && !escaped;
        separates
    });
    parts.filter_map(|part| part.split_once('=')).any(|(name, value)| {
        !matches!(name.trim().to_ascii_lowercase().as_str(), "cn" | "sn" | "givenname") && !value.trim().is_empty()
    })
}

/// A birthday of what is known of it, as vCard writes it: `1980-05-17`, `--05-17`, `1980`, `1980-05`.
fn birthday([year, month, day]: [Option<String>; 3]) -> String {
    let two = |part: &Option<String>| part.as_deref().map(|part| format!("{:0>2}", part.trim()));
    match (year.as_deref().map(str::trim), two(&month), two(&day)) {
        (Some(year), Some(month), Some(day)) => format!("{year}-{month}-{day}"),
        (Some(year), Some(month), None) => format!("{year}-{month}"),
        (Some(year), None, _) => year.to_owned(),
        (None, Some(month), Some(day)) => format!("--{month}-{day}"),
        (None, ..) => String::new(),
    }
}

/// Whether an attribute holds a picture, a sound or a key.
pub(super) fn is_binary(name: &str) -> bool {
    matches!(
        name,
        "jpegphoto" | "photo" | "thumbnailphoto" | "audio" | "usercertificate" | "usersmimecertificate" | "userpkcs12"
    )
}

/// What an attribute is for.
enum Meaning {
    Dn,
    Class,
    Name,
    Nickname,
    Field(&'static str),
    Work(usize),
    Home(usize),
    Born(usize),
    /// About the record, not the contact. Neither kept nor counted.
    Ignored,
    /// Left out and counted.
    Unknown,
}

impl Meaning {
    fn of(name: &str) -> Self {
        match name {
            "dn" => Self::Dn,
            "objectclass" => Self::Class,
            "modifytimestamp"
            | "createtimestamp"
            | "mozillausehtmlmail"
            | "xmozillausehtmlmail"
            | "mozilla_usehtmlmail"
            | "initials" => Self::Ignored,
            "cn" | "commonname" | "displayname" => Self::Name,
            "mozillanickname" | "xmozillanickname" => Self::Nickname,
            "sn" | "surname" => Self::Field("family"),
            "givenname" | "gn" => Self::Field("given"),
            "personaltitle" => Self::Field("prefix"),
            "generationqualifier" => Self::Field("suffix"),
            "mail" | "rfc822mailbox" | "mozillasecondemail" | "mozillasecondemailaddress" | "xmozillasecondemail" => {
                Self::Field("email")
            }
            "telephonenumber"
            | "homephone"
            | "mobile"
            | "cellphone"
            | "pager"
            | "pagerphone"
            | "facsimiletelephonenumber"
            | "fax"
            | "otherfacsimiletelephonenumber"
            | "xmozillaanyphone" => Self::Field("phone"),
            "o" | "company" | "organizationname" => Self::Field("organization"),
            "ou" | "department" | "departmentnumber" | "orgunit" => Self::Field("unit"),
            "title" => Self::Field("title"),
            "employeetype" | "businesscategory" => Self::Field("role"),
            "description" | "comment" | "info" => Self::Field("note"),
            "mozillaworkurl" | "mozillahomeurl" | "workurl" | "homeurl" | "labeleduri" | "url" => Self::Field("url"),
            "nsaimid" | "nscpaimscreenname" | "mozilla_aimscreenname" | "xmozillaaimscreenname" => Self::Field("im"),
            "member" | "uniquemember" => Self::Field("member"),
            "preferredlanguage" => Self::Field("language"),
            "homepostaladdress" => Self::Field("address"),
            "postofficebox" | "mozillapostaladdress" => Self::Work(0),
            "street" | "streetaddress" => Self::Work(1),
            "mozillaworkstreet2" => Self::Work(2),
            "l" | "locality" | "localityname" => Self::Work(3),
            "st" | "region" | "stateorprovincename" => Self::Work(4),
            "postalcode" | "zip" => Self::Work(5),
            "c" | "countryname" | "co" => Self::Work(6),
            "mozillahomestreet" => Self::Home(1),
            "mozillahomestreet2" => Self::Home(2),
            "mozillahomelocalityname" => Self::Home(3),
            "mozillahomestate" => Self::Home(4),
            "mozillahomepostalcode" => Self::Home(5),
            "mozillahomecountryname" => Self::Home(6),
            "birthyear" => Self::Born(0),
            "birthmonth" => Self::Born(1),
            "birthday" => Self::Born(2),
            _ => Self::Unknown,
        }
    }
}
