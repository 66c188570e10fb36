//! Names and their keys: what two names have in common, and what tells them apart.
//!
//! Everything here is a pure function of one or two names, locale-free, and over the whole of Unicode. A key is used to
//! find, never as an id, and nothing here decides that two names mean the same (DESIGN §3). No state, no I/O.

pub mod abbreviations;
pub mod chars;
mod identity;
pub mod invisible;
mod keys;
pub mod legal_forms;
pub mod scripts;
pub mod short_forms;
pub mod sound;
pub mod tables;
pub mod titles;
mod tokens;
mod words;

use smallvec::SmallVec;
use unicode_script::{Script, UnicodeScript};

pub(crate) use identity::is_designator;
pub use keys::{exact_key, field_key, folded_key};
pub use tables::Tables;
pub use tokens::{TokenStrs, Tokens};

/// The version of all keys, stored beside them. Any change to a table or rule in this folder that can change a
/// key, a token or an identity token raises it.
pub const KEY_VERSION: u16 = 2;

/// Han or Hangul names with fewer letters than this allow no edits.
const SHORT_LETTERS: usize = 5;

/// Everything that the resolver reads of a name.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct NameKeys {
    /// See [`exact_key`]. Empty: no key.
    pub exact: Box<str>,
    /// See [`folded_key`]. Empty: no key. A name of only emoji has an exact but no folded key.
    pub folded: Box<str>,
    /// Folded word tokens in order, without legal forms, leading titles and trailing credentials. Split at white space,
    /// hyphens and punctuation; apostrophes join (`obrien`). Identity tokens are among them.
    pub tokens: Tokens,
    /// Tokens that carry identity, normalised, in order; compare with [`NameKeys::identity_differs`].
    pub identity: Box<[Box<str>]>,
    /// What is special about the name.
    pub flags: NameFlags,
}

/// What is special about a name as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct NameFlags {
    /// Holds characters that draw nothing, apart from emoji glue.
    pub has_invisible: bool,
    /// Holds characters that reorder the text.
    pub has_bidi: bool,
    /// Holds white space other than the plain space.
    pub has_unusual_space: bool,
    /// A word mixes Latin letters with look-alikes of another script.
    pub mixed_script: bool,
    /// Has letters, and all are of scripts without case.
    pub uncased_script: bool,
    /// Has letters of a script that writes names without spaces.
    pub unspaced_script: bool,
    /// A Han or Hangul name of under five letters.
    pub short_han_or_hangul: bool,
    /// Holds emoji.
    pub has_emoji: bool,
    /// A legal form was dropped.
    pub has_legal_form: bool,
    /// Holds digits.
    pub has_digits: bool,
    /// A title or credential was dropped from the tokens.
    pub has_title: bool,
}

impl NameFlags {
    fn each(&mut self) -> [&mut bool; 11] {
        [
            &mut self.has_invisible,
            &mut self.has_bidi,
            &mut self.has_unusual_space,
            &mut self.mixed_script,
            &mut self.uncased_script,
            &mut self.unspaced_script,
            &mut self.short_han_or_hangul,
            &mut self.has_emoji,
            &mut self.has_legal_form,
            &mut self.has_digits,
            &mut self.has_title,
        ]
    }

    /// As bits, in the order of the fields.
    pub(crate) fn bits(mut self) -> u16 {
        self.each().iter().enumerate().fold(0, |bits, (at, flag)| bits | u16::from(**flag) << at)
    }

    /// What [`Self::bits`] gave.
    pub(crate) fn of_bits(bits: u16) -> Self {
        let mut flags = Self::default();
        for (at, flag) in flags.each().into_iter().enumerate() {
            *flag = bits >> at & 1 == 1;
        }
        flags
    }
}

impl NameKeys {
    /// Computes the keys of a name.
    ///
    /// ```
    /// use namesake_core::names::NameKeys;
    /// let keys = NameKeys::new("Dr. José O’Brien Jr.");
    /// assert_eq!(&*keys.exact, "dr. josé o’brien jr.");
    /// assert_eq!(&*keys.folded, "dr.joseobrienjr.");
    /// assert_eq!(keys.tokens.iter().collect::<Vec<_>>(), ["jose", "obrien", "jr"]);
    /// assert_eq!(keys.identity.iter().map(|t| &**t).collect::<Vec<_>>(), ["jr"]);
    /// ```
    pub fn new(name: &str) -> Self {
        Self::of(name, exact_key(name))
    }

    /// The same with the exact key at hand.
    pub(crate) fn of(name: &str, exact: String) -> Self {
        if exact.is_empty() {
            return Self { flags: flags_as_written(name), ..Self::default() };
        }
        let loose = keys::loose(&exact);
        let words = words::Words::of(&loose, &exact);
        let (folded, has_legal_form) = keys::fold_words(&words);
        let all = words.tokens();
        let (start, end) = without_titles(&all, words.kept());
        let mut flags = flags_as_written(name);
        flags.has_legal_form = has_legal_form;
        flags.has_title = end - start != all.len();
        flags.has_digits = identity::has_digit(&folded);
        read_letters(&folded, &mut flags);
        Self {
            identity: identity::identity(&all).into_boxed_slice(),
            tokens: all.get(start..end).unwrap_or(&all).iter().map(|t| t.text).collect(),
            exact: exact.into(),
            folded: folded.into(),
            flags,
        }
    }

    /// Whether the name has no key at all: nothing visible is in it.
    pub fn is_empty(&self) -> bool {
        self.exact.is_empty()
    }

    /// Whether both have the same exact key. An empty key equals nothing.
    pub fn same_exact(&self, other: &Self) -> bool {
        !self.exact.is_empty() && self.exact == other.exact
    }

    /// Whether both have the same folded key. An empty key equals nothing.
    pub fn same_folded(&self, other: &Self) -> bool {
        !self.folded.is_empty() && self.folded == other.folded
    }

    /// Whether the identity tokens differ, in any order. If so, no spelling or sound tier may propose the pair
    /// (known abbreviations are looked up before).
    ///
    /// ```
    /// use namesake_core::names::NameKeys;
    /// let differ = |a, b| NameKeys::new(a).identity_differs(&NameKeys::new(b));
    /// assert!(differ("Bulletin B-88 Rev A", "Bulletin B-88 Rev B"));
    /// assert!(!differ("Phase II, Building 3", "Building 3, Phase 2"));
    /// ```
    pub fn identity_differs(&self, other: &Self) -> bool {
        identity::differs(&self.identity, &other.identity)
    }

    /// Whether the name reads as a bare given or family name: exactly one alphabetic token, no digits, no legal
    /// form, and not of a script in which a full name is one token. Says nothing about kind: "Python" reads so too.
    pub fn is_lone_given_name(&self) -> bool {
        self.tokens.only().is_some_and(|only| only.chars().all(chars::is_word))
            && self.identity.is_empty()
            && !self.flags.has_digits
            && !self.flags.has_legal_form
            && !self.flags.unspaced_script
    }

    /// Whether an edit may separate this name from another: not in Han or Hangul names of under five letters,
    /// where one letter is another name.
    pub fn edits_allowed(&self) -> bool {
        !self.flags.short_han_or_hangul
    }

    /// The tokens as string slices.
    pub fn token_strs(&self) -> impl ExactSizeIterator<Item = &str> + Clone {
        self.tokens.iter()
    }
}

/// What only the written name shows.
fn flags_as_written(name: &str) -> NameFlags {
    let ascii = name.is_ascii();
    NameFlags {
        has_invisible: invisible::has_invisible(name),
        has_bidi: !ascii && name.chars().any(chars::is_bidi_control),
        has_unusual_space: invisible::has_unusual_space(name),
        mixed_script: scripts::has_mixed_word(name),
        has_emoji: !ascii && name.chars().any(chars::is_emoji),
        ..NameFlags::default()
    }
}

/// Flags about the letters of the folded key.
fn read_letters(folded: &str, flags: &mut NameFlags) {
    if folded.is_ascii() {
        return;
    }
    let (mut letters, mut cased, mut short_script) = (0_usize, false, false);
    for c in folded.chars().filter(|c| c.is_alphabetic()) {
        let script = c.script();
        letters += 1;
        cased |= !scripts::is_uncased(script);
        flags.unspaced_script |= scripts::is_unspaced(script);
        short_script |= matches!(script, Script::Han | Script::Hangul);
    }
    flags.uncased_script = letters > 0 && !cased;
    flags.short_han_or_hangul = short_script && letters < SHORT_LETTERS;
}

/// The range of tokens that is left when titles and credentials are taken off.
fn without_titles(all: &[words::Token<'_>], kept: &[&str]) -> (usize, usize) {
    let (mut start, mut end) = (0, all.len());
    // Ph.D. is one credential but two tokens.
    for word in kept.iter().rev() {
        let plain: SmallVec<[u8; 16]> = word.bytes().filter(|b| !b".,()".contains(b)).take(9).collect();
        let tokens = word.split(|c| !chars::is_word(c)).filter(|t| !t.is_empty()).count();
        let is_credential = std::str::from_utf8(&plain).is_ok_and(titles::is_credential);
        if !is_credential || end <= tokens + 1 {
            break;
        }
        end -= tokens;
    }
    while end - start > 1 {
        let goes_on = |t: &words::Token<'_>| start > 0 && t.after.starts_with('.') && titles::is_title_part(t.text);
        let title = all.get(start).is_some_and(|t| titles::is_title(t.text) || goes_on(t));
        // "Rev B" is a revision, "Rev. Green" a reverend.
        let next_is_letter = all.get(start + 1).is_some_and(|t| t.text.len() == 1 || identity::has_digit(t.text));
        if !title || next_is_letter {
            break;
        }
        start += 1;
    }
    (start, end)
}

/// The slow, general definitions, for tests that hold the ASCII shortcuts to them.
#[doc(hidden)]
pub mod oracle {
    /// [`super::exact_key`] without its shortcut.
    pub fn exact_key(name: &str) -> String {
        super::keys::exact_any(name)
    }
    /// The intermediate text of [`super::folded_key`], with and without its shortcut.
    pub fn loose(exact: &str) -> (String, String) {
        (super::keys::loose(exact), super::keys::loose_any(exact))
    }
}
