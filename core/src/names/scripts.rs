//! The scripts of a name, and letters of one script that pose as another's.
//!
//! Tells and explains; it never decides. Scripts that are written together (Han with kana, anything with Latin
//! digits) are no look-alikes, and a word wholly in one script is none either.

use smallvec::SmallVec;
use unicode_script::{Script, UnicodeScript};

use super::chars::is_word;

/// The scripts of a name's letters, in order of first appearance. Digits, punctuation and marks have none.
///
/// ```
/// use namesake_core::names::scripts::scripts_of;
/// let names: Vec<&str> = scripts_of("田中 Tanaka").iter().map(|s| s.full_name()).collect();
/// assert_eq!(names, ["Han", "Latin"]);
/// ```
pub fn scripts_of(name: &str) -> SmallVec<[Script; 2]> {
    let mut out = SmallVec::new();
    for c in name.chars().filter(|c| c.is_alphabetic()) {
        let script = c.script();
        if !matches!(script, Script::Common | Script::Inherited | Script::Unknown) && !out.contains(&script) {
            out.push(script);
        }
    }
    out
}

/// The first word in which a letter of another script stands among Latin ones and looks like a Latin letter.
///
/// ```
/// use namesake_core::names::scripts::mixed_word;
/// assert_eq!(mixed_word("P\u{430}ul Klein"), Some("P\u{430}ul"), "the second letter is Cyrillic");
/// assert_eq!(mixed_word("Иван Klein"), None);
/// assert_eq!(mixed_word("µTorrent"), None, "a Greek letter, but one that is meant to be seen");
/// ```
pub fn mixed_word(name: &str) -> Option<&str> {
    if name.is_ascii() {
        return None;
    }
    name.split(|c| !is_word(c)).find(|word| {
        let latin = word.chars().any(|c| c.is_alphabetic() && c.script() == Script::Latin);
        latin && word.chars().any(|c| latin_twin(c).is_some())
    })
}

/// Whether a name has a [`mixed_word`].
pub fn has_mixed_word(name: &str) -> bool {
    mixed_word(name).is_some()
}

/// The name with every look-alike replaced by the Latin letter it looks like: what a reader takes it for.
/// `None` when there is none.
///
/// ```
/// use namesake_core::names::scripts::read_as_latin;
/// assert_eq!(read_as_latin("\u{410}nn\u{430}").as_deref(), Some("Anna"));
/// assert_eq!(read_as_latin("Anna"), None);
/// ```
pub fn read_as_latin(name: &str) -> Option<String> {
    if name.is_ascii() || !name.chars().any(|c| latin_twin(c).is_some()) {
        return None;
    }
    Some(name.chars().map(|c| latin_twin(c).unwrap_or(c)).collect())
}

/// The Latin letter that a Cyrillic, Greek or Armenian letter is drawn like (from Unicode's confusables, the pairs
/// that are alike in common typefaces).
fn latin_twin(c: char) -> Option<char> {
    Some(match c {
        'А' | 'Α' => 'A',
        'В' | 'Β' => 'B',
        'С' | 'Ϲ' => 'C',
        'Е' | 'Ε' => 'E',
        'Н' | 'Η' => 'H',
        'І' | 'Ι' | 'Ӏ' => 'I',
        'Ј' => 'J',
        'К' | 'Κ' => 'K',
        'М' | 'Μ' => 'M',
        'Ν' => 'N',
        'О' | 'Ο' | 'Օ' => 'O',
        'Р' | 'Ρ' => 'P',
        'Ѕ' => 'S',
        'Т' | 'Τ' => 'T',
        'Х' | 'Χ' => 'X',
        'У' | 'Υ' | 'Ү' => 'Y',
        'Ζ' => 'Z',
        'а' | 'α' => 'a',
        'с' | 'ϲ' => 'c',
        'ԁ' => 'd',
        'е' => 'e',
        'һ' | 'հ' => 'h',
        'ӏ' => 'l',
        'і' | 'ι' => 'i',
        'ј' | 'ϳ' => 'j',
        'ո' => 'n',
        'о' | 'ο' | 'օ' => 'o',
        'р' | 'ρ' => 'p',
        'ԛ' | 'զ' => 'q',
        'ѕ' => 's',
        'υ' | 'ս' => 'u',
        'ѵ' | 'ν' => 'v',
        'ԝ' => 'w',
        'х' => 'x',
        'у' | 'ү' => 'y',
        _ => return None,
    })
}

/// Scripts without upper and lower case: capitals say nothing there, and many write no spaces.
pub fn is_uncased(script: Script) -> bool {
    !matches!(
        script,
        Script::Latin
            | Script::Greek
            | Script::Cyrillic
            | Script::Armenian
            | Script::Georgian
            | Script::Cherokee
            | Script::Coptic
            | Script::Glagolitic
            | Script::Deseret
            | Script::Osage
            | Script::Adlam
            | Script::Warang_Citi
            | Script::Common
            | Script::Inherited
            | Script::Unknown
    )
}

/// Scripts that write names without a space between their parts, so that one token can be a whole name.
pub fn is_unspaced(script: Script) -> bool {
    matches!(
        script,
        Script::Han
            | Script::Hangul
            | Script::Hiragana
            | Script::Katakana
            | Script::Bopomofo
            | Script::Thai
            | Script::Lao
            | Script::Khmer
            | Script::Myanmar
            | Script::Tibetan
    )
}
