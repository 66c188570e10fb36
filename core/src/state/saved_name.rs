//! A name and its keys as a snapshot keeps them: what follows from something else by a glance is left out.

use crate::names::{NameFlags, NameKeys, Tokens};
use serde::{Deserialize, Serialize};

/// A name and its keys. Borrows from a node or from the bytes of a block.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SavedName<'a> {
    /// As first written.
    pub text: &'a str,
    /// The exact key; absent if it is the text in ASCII lower case.
    #[serde(borrow)]
    pub exact: Option<&'a str>,
    /// The folded key; absent if it is the exact key without spaces.
    #[serde(borrow)]
    folded: Option<&'a str>,
    /// The tokens with a space between two; absent if that is the exact key.
    #[serde(borrow)]
    tokens: Option<&'a str>,
    #[serde(borrow)]
    identity: Vec<&'a str>,
    flags: u16,
}

impl<'a> SavedName<'a> {
    pub fn of(text: &'a str, keys: &'a NameKeys) -> Self {
        let lowered = text.bytes().map(|byte| byte.to_ascii_lowercase());
        let unspaced = keys.exact.bytes().filter(|byte| *byte != b' ');
        Self {
            text,
            exact: (!lowered.eq(keys.exact.bytes())).then_some(&keys.exact),
            folded: (!unspaced.eq(keys.folded.bytes())).then_some(&keys.folded),
            tokens: (keys.tokens.joined() != &*keys.exact).then(|| keys.tokens.joined()),
            identity: keys.identity.iter().map(|token| &**token).collect(),
            flags: keys.flags.bits(),
        }
    }

    /// The keys alone, without what depends on how the name was written first.
    pub fn unwritten(keys: &'a NameKeys) -> Self {
        Self { flags: 0, ..Self::of("", keys) }
    }

    pub fn keys(&self) -> NameKeys {
        let exact: Box<str> = self.exact.map_or_else(|| self.text.to_ascii_lowercase().into(), Into::into);
        NameKeys {
            folded: self.folded.map_or_else(|| without_spaces(&exact), Into::into),
            tokens: Tokens::of_joined(self.tokens.map_or_else(|| exact.clone(), Into::into)),
            identity: self.identity.iter().map(|token| Box::from(*token)).collect(),
            flags: NameFlags::of_bits(self.flags),
            exact,
        }
    }
}

fn without_spaces(text: &str) -> Box<str> {
    let mut out = String::with_capacity(text.len());
    text.split(' ').for_each(|word| out.push_str(word));
    out.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_come_back_as_they_were() {
        let names = [
            "Dana Holt",
            "DANA  HOLT",
            "José O’Brien-Núñez",
            "Dr. Ana Ruiz, Jr.",
            "Acme, Inc.",
            "Phase II, Building 3",
            "C++",
            "🙂",
            "한빛 연구소",
            "Straße 12",
            "a\u{200B}b",
            "",
        ];
        for text in names {
            let keys = NameKeys::new(text);
            let bytes = postcard::to_stdvec(&SavedName::of(text, &keys)).expect("packs");
            let saved: SavedName<'_> = postcard::from_bytes(&bytes).expect("reads");
            assert_eq!((saved.text, saved.keys()), (text, keys), "{text}");
        }
    }
}
