//! Who a mail is from or to: a name and an address.

use mail_parser::Addr;

use super::super::{Person, is_visible};

/// The parts before the `@` that are nobody's own: programs, and who answers for many (RFC 2142).
const SHARED: [&str; 26] = [
    "abuse",
    "admin",
    "billing",
    "bounce",
    "bounces",
    "contact",
    "do-not-reply",
    "donotreply",
    "hello",
    "hostmaster",
    "info",
    "list",
    "lists",
    "mailer-daemon",
    "marketing",
    "news",
    "newsletter",
    "no-reply",
    "noreply",
    "notification",
    "notifications",
    "office",
    "postmaster",
    "sales",
    "support",
    "webmaster",
];

/// A name and an address, either of which may be missing.
pub(super) struct Sender {
    pub(super) name: Option<String>,
    /// With the domain in small letters.
    address: String,
    is_shared: bool,
}

impl Sender {
    /// Reads a name and an address. `None` without an address.
    pub(super) fn of(from: &Addr<'_>) -> Option<Self> {
        let address = from.address().map(str::trim).filter(|address| address.contains('@'))?.to_lowercase();
        let local = address.split(['@', '+']).next().unwrap_or_default();
        let mut is_shared = SHARED.contains(&local);
        let around = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '“' | '”' | '‘' | '’');
        let mut name = from.name().unwrap_or_default().trim_matches(around);
        // A list that writes in the sender's name: `'Ana Ruiz' via Rowing`.
        if let Some((who, _)) = name.split_once(" via ") {
            (name, is_shared) = (who.trim_matches(around), true);
        }
        let is_name = is_visible(name) && !name.contains(['@', '\u{FFFD}']);
        Some(Self { name: is_name.then(|| name.to_owned()), address, is_shared })
    }

    /// As somebody with a name, or the address alone.
    pub(super) fn person(self) -> Result<Person, String> {
        let Some(name) = self.name else { return Err(self.address) };
        let account = format!("mail:{}:{}", self.address, crate::names::exact_key(&name));
        Ok(Person { name, account, email: (!self.is_shared).then_some(self.address) })
    }
}
