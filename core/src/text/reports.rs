//! Whether a sentence reports what somebody else says, thinks or is said to do.
//!
//! What the speaker says to have said is the speaker's own: "as I said, Dana lives in Leeds".

use super::clauses::{Mark, Word, clause_at, phrase_at};
use super::language::{ENGLISH, listed};

/// Whether the words report.
pub(super) fn reports(words: &[Word]) -> bool {
    words.iter().enumerate().any(|(at, word)| {
        let text = word.text.as_str();
        if listed(ENGLISH.hearsay, text) || phrase_at(words, at, "according to") {
            return true;
        }
        if listed(ENGLISH.reporting, text) {
            return !is_own(words, at) && !is_other_use(words, at);
        }
        listed(ENGLISH.telling, text) && !is_own(words, at) && tells(words, at)
    })
}

/// Whether the one who says is the speaker: "I said", "I've already told her"; not "I was told".
fn is_own(words: &[Word], at: usize) -> bool {
    let text = words.get(at).map_or("", |word| &word.text);
    if matches!(text, "heard" | "thinks" | "thought") {
        return false;
    }
    let before = words.get(at.saturating_sub(4)..at).unwrap_or_default();
    let skips = |word: &&Word| {
        matches!(
            word.text.as_str(),
            "already" | "also" | "always" | "did" | "had" | "have" | "just" | "never" | "often"
        )
    };
    before.iter().rev().find(|word| !skips(word)).is_some_and(|word| matches!(word.text.as_str(), "i" | "let's" | "we"))
}

/// Whether a word that mostly reports does not: "needless to say", "thinks about", "believes in".
fn is_other_use(words: &[Word], at: usize) -> bool {
    let word = words.get(at).map_or("", |word| &word.text);
    let next = words.get(at + 1).map_or("", |word| &word.text);
    let ends_here = |phrase: &str| {
        let length = phrase.split(' ').count();
        (at + 1).checked_sub(length).is_some_and(|from| phrase_at(words, from, phrase))
    };
    (matches!(word, "thinks" | "thought") && matches!(next, "about" | "of"))
        || (word == "believes" && next == "in")
        || ENGLISH.said_by_the_way.iter().any(|phrase| ends_here(phrase))
}

/// Whether a verb that can do more than report ("writes code", "reports to Omar") tells a clause here, or is put behind one:
/// "she moved, wrote Ana".
fn tells(words: &[Word], at: usize) -> bool {
    let mut next = at + 1;
    // Whom it is told: me, to her, Omar.
    if words.get(next).is_some_and(|word| word.text == "to") {
        next += 1;
    }
    let told = words.get(next).is_some_and(|word| {
        matches!(word.text.as_str(), "everyone" | "her" | "him" | "me" | "them" | "us" | "you") || word.capital
    });
    let clause = |at: usize| clause_at(words, at) || words.get(at).is_some_and(|word| word.mark == Mark::Full);
    let behind = words.get(at).is_some_and(|word| word.mark == Mark::Light)
        || at.checked_sub(1).and_then(|before| words.get(before)).is_some_and(|w| w.mark == Mark::Light && w.capital);
    clause(next) || (told && clause(next + 1)) || (behind && at > 2)
}
