//! A name's words, without the legal forms around them, and the tokens inside the words.
//!
//! Words are what white space separates; tokens are the runs of letters, digits and marks in a word.
//! Works on the loose text of [`super::keys`], so case, accents and invisible characters are gone already.

use smallvec::SmallVec;

use super::chars::is_word;
use super::legal_forms;

/// The words of a name and which of them are kept.
pub(super) struct Words<'a> {
    text: &'a str,
    words: SmallVec<[&'a str; 6]>,
    kept: std::ops::Range<usize>,
}

/// One token and what stands around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub text: &'a str,
    /// The character before it in the same word; `' '` at the start of a word.
    pub before: char,
    /// What follows it in the same word up to the next token.
    pub after: &'a str,
}

impl<'a> Words<'a> {
    /// The words of a loose text; `exact` is the key that it was made from.
    pub fn of(loose: &'a str, exact: &str) -> Self {
        let words: SmallVec<[&str; 6]> = loose.split(' ').filter(|w| !w.is_empty()).collect();
        let kept = legal_forms::strip_words(&words, exact);
        // A form is dropped from a name, not instead of one: signs alone are none.
        let is_name = |words: &[&str]| words.iter().any(|word| word.contains(is_word));
        let names = words.get(kept.clone()).is_some_and(is_name) || !is_name(&words);
        Self { kept: if names { kept } else { 0..words.len() }, text: loose, words }
    }

    pub fn text_len(&self) -> usize {
        self.text.len()
    }

    pub fn kept(&self) -> &[&'a str] {
        self.words.get(self.kept.clone()).unwrap_or(&self.words)
    }

    pub fn dropped_legal_form(&self) -> bool {
        self.kept.len() != self.words.len()
    }

    /// The tokens of the kept words, in order.
    pub fn tokens(&self) -> SmallVec<[Token<'a>; 6]> {
        let mut out = SmallVec::new();
        for word in self.kept() {
            tokens_of_word(word, &mut out);
        }
        out
    }
}

fn tokens_of_word<'a>(word: &'a str, out: &mut SmallVec<[Token<'a>; 6]>) {
    let mut rest = word;
    let mut before = ' ';
    while let Some(start) = rest.find(is_word) {
        if start > 0 {
            before = rest.get(..start).and_then(|s| s.chars().next_back()).unwrap_or(before);
        }
        let tail = rest.get(start..).unwrap_or_default();
        let end = tail.find(|c| !is_word(c)).unwrap_or(tail.len());
        let (text, after) = tail.split_at(end);
        let gap = after.find(is_word).unwrap_or(after.len());
        out.push(Token { text, before, after: after.get(..gap).unwrap_or_default() });
        rest = after;
    }
}
