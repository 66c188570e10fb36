//! Whether a sentence supposes: if, maybe, might, I think.
//!
//! What somebody means or tries to do is no supposition: "I hope to visit Leeds" says what is hoped, and
//! [`Evidence::keeps_intention`](super::Evidence::keeps_intention) sees to it that the claim says so too.

use super::clauses::{Word, clause_at, phrase_at};
use super::language::{ENGLISH, listed};
use super::questions::is_name_before_verb;

/// Whether the words suppose.
pub(super) fn supposes(words: &[Word]) -> bool {
    words.iter().enumerate().any(|(at, word)| {
        let text = word.text.as_str();
        let hedged = listed(ENGLISH.supposing, text)
            && !is_name_before_verb(words, at)
            && !ENGLISH.wishes.iter().any(|phrase| phrase_at(words, at, phrase));
        let looks = matches!(text, "looks" | "seems" | "sounds") && is_impression(words, at);
        hedged
            || looks
            || ENGLISH.supposed.iter().any(|phrase| phrase_at(words, at, phrase))
            || (matches!(text, "i" | "we") && is_opinion(words, at))
            || (listed(ENGLISH.opinions, text) && clause_at(words, at + 1))
    })
}

/// Whether an opinion follows "I": "I don't really think …", "I hope she …"; not "I hope to …" or "I think about …".
fn is_opinion(words: &[Word], at: usize) -> bool {
    let rest = words.get(at + 1..).unwrap_or_default();
    let skipped = rest.iter().take_while(|word| {
        let text = word.text.as_str();
        (listed(ENGLISH.intention_adverbs, text) || text.ends_with("n't") || text == "did") && !word.is_marked()
    });
    let verb = at + 1 + skipped.count();
    let Some((word, next)) = words.get(verb).map(|word| (word, words.get(verb + 1))) else { return false };
    let next = next.map_or("", |next| &next.text);
    listed(ENGLISH.opining, &word.text) && !matches!(next, "about" | "for" | "highly" | "in" | "of" | "to")
}

/// Whether something is only an impression: "it looks like rain", "looks like she moved", "she seems to"; not "Dana looks
/// like Omar".
fn is_impression(words: &[Word], at: usize) -> bool {
    let next = words.get(at + 1).map_or("", |word| &word.text);
    let before = at.checked_sub(1).and_then(|before| words.get(before)).map_or("", |word| &word.text);
    match next {
        "to" => words.get(at).is_some_and(|word| word.text == "seems"),
        "like" => at == 0 || matches!(before, "it" | "that" | "this") || clause_at(words, at + 2),
        _ => before == "it" && words.get(at).is_some_and(|word| word.text == "seems"),
    }
}
