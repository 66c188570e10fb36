//! Where something could begin in a sentence: a question, an order.

use super::clauses::{Mark, Word, is_finite};
use super::language::{ENGLISH, listed};

/// A word with which something could begin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    /// The word's place.
    pub at: usize,
    /// What it begins after; at the start of the sentence as after a full mark.
    pub mark: Mark,
}

/// Where something could begin: at the start and after marks, also behind greetings, "and" and the like.
pub(super) fn starts(words: &[Word]) -> impl Iterator<Item = Start> {
    let mut open = Some(Mark::Full);
    words.iter().enumerate().filter_map(move |(at, word)| {
        if word.is_marked() {
            // "hey, so, do you": still the start.
            open = open.max(Some(word.mark));
        }
        let start = open.map(|mark| Start { at, mark });
        open = open.filter(|_| listed(ENGLISH.lead_ins, &word.text));
        start
    })
}

/// Whether what stands before a comma only calls somebody or says when: "hey Ana", "from now on"; nobody does anything yet.
pub(super) fn is_address(before: &[Word]) -> bool {
    /// What is before it has no more words. Looking at more would be quadratic in the commas.
    const FARTHEST: usize = 12;
    /// A name that is called has no more words.
    const LONGEST: usize = 2;
    if before.len() > FARTHEST {
        return false;
    }
    let mut said = before.iter().skip_while(|word| listed(ENGLISH.lead_ins, &word.text));
    let Some(first) = said.next() else { return true };
    // A name is no verb, however it is spelt: Rose, May.
    let acts = |word: &Word| is_subject(&word.text) || (is_finite(&word.text) && !word.capital);
    if acts(first) || said.clone().any(acts) {
        return false;
    }
    let rest = said.filter(|word| !listed(ENGLISH.lead_ins, &word.text)).count();
    listed(ENGLISH.settings, &first.text)
        || (rest < LONGEST && !(rest > 0 && listed(ENGLISH.ordered_things, &first.text)))
}

/// Whether a word is a pronoun that does something.
pub(super) fn is_subject(word: &str) -> bool {
    matches!(word, "he" | "i" | "it" | "she" | "they" | "we")
}
