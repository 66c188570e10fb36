//! Whether a sentence is put as a question, with or without its mark: "do you live here", "what's it called".

use super::clauses::{Mark, Word, is_finite, is_inflected, phrase_at};
use super::language::{ENGLISH, listed};
use super::starts::{is_address, starts};

/// Whether the words ask. `closed` says that the sentence ends with a full stop, as a written question hardly does.
pub(super) fn asks(words: &[Word], closed: bool) -> bool {
    let asked = |at: usize| ENGLISH.asked.iter().any(|phrase| phrase_at(words, at, phrase));
    if (0..words.len()).any(asked) {
        return true;
    }
    starts(words).any(|start| {
        let (at, inner) = (start.at, start.mark == Mark::Light);
        let Some(word) = words.get(at) else { return false };
        if let Some(asks) = asks_by_word(words, at, inner, closed) {
            return asks;
        }
        // "anyone seen Omar"
        let anyone = at == 0 && !closed && matches!(word.text.as_str(), "anybody" | "anyone");
        anyone || (listed(ENGLISH.asking_verbs, &word.text) && inverts(words, at, inner, closed))
    })
}

/// Whether a word that asks (who, where, what's) asks here; `None` for any other word.
///
/// Behind a comma it mostly begins a relative clause: "Dana, who is away, lives in Leeds."
fn asks_by_word(words: &[Word], at: usize, inner: bool, closed: bool) -> Option<bool> {
    let word = &words.get(at)?.text;
    let next = words.get(at + 1).map_or("", |next| &next.text);
    let contracted = listed(ENGLISH.asking_whole, word);
    if !contracted && !listed(ENGLISH.asking_words, word) {
        return None;
    }
    if word == "why" && !listed(ENGLISH.asking_verbs, next) {
        // "why not", "why bother"; but "Why Dana left is a riddle."
        return Some(!closed && !inner);
    }
    if !contracted && !listed(ENGLISH.asking_verbs, next) {
        return Some(false);
    }
    let subject = words.get(at + 2);
    let inverted = subject.is_some_and(|w| (listed(ENGLISH.askable, &w.text) || w.capital) && !w.is_marked());
    let relative = matches!(word.as_str(), "which" | "who" | "who's" | "whom" | "whose" | "what" | "what's");
    if !inner {
        // "Which is nice." goes on with what was said before.
        return Some(!(word == "which" && closed && !inverted));
    }
    if !relative && !contracted {
        return Some(inverted);
    }
    // "hey Ana, who is coming" asks, if it does not go on: "Ana, who is a nurse, lives here".
    let goes_on = || words.get(at + 1..).unwrap_or_default().iter().any(|w| w.is_marked() && is_finite(&w.text));
    Some(!closed && is_address(words.get(..at).unwrap_or_default()) && !goes_on())
}

/// Whether a verb at a start stands before its subject: "is Ana here", "did you"; not "Had a nice day." or "Will Ross left."
fn inverts(words: &[Word], at: usize, inner: bool, closed: bool) -> bool {
    let Some((verb, next)) = words.get(at).zip(words.get(at + 1)) else { return false };
    if next.is_marked() || is_name_before_verb(words, at) {
        return false;
    }
    let after = words.get(at + 2);
    let ends = after.is_none_or(Word::is_marked);
    // "so do I", "neither does Ana"
    let echoes = at.checked_sub(1).and_then(|before| words.get(before));
    if ends && echoes.is_some_and(|word| matches!(word.text.as_str(), "neither" | "nor" | "so")) {
        return false;
    }
    match next.text.as_str() {
        "anybody" | "anyone" | "he" | "i" | "it" | "she" | "there" | "they" | "u" | "we" | "you" => true,
        _ if inner && (closed || !is_address(words.get(..at).unwrap_or_default())) => false,
        // Notes leave out who it is about: "Had a nice day", "Was a long trip", "Did the dishes."
        "a" | "an" => !matches!(verb.text.as_str(), "am" | "had" | "has" | "have" | "is" | "was"),
        word if listed(ENGLISH.askable, word) => {
            let own = matches!(verb.text.as_str(), "am" | "had" | "have");
            let done = matches!(verb.text.as_str(), "did" | "do" | "has");
            !(own || (closed && done))
        }
        _ => next.capital,
    }
}

/// Whether "will" or "may" at a place is somebody's name or a month: a verb follows that has its subject there ("Will said",
/// "May Parker lives"), or it is written with a capital in mid-sentence.
pub(super) fn is_name_before_verb(words: &[Word], at: usize) -> bool {
    let Some(word) = words.get(at).filter(|word| super::english::is_modal_name(&word.text)) else { return false };
    if word.capital && at > 0 && word.mark != Mark::Full {
        return true;
    }
    if at.checked_sub(1).and_then(|before| words.get(before)).is_some_and(|w| super::english::precedes_month(&w.text)) {
        return true;
    }
    let rest = words.get(at + 1..).unwrap_or_default();
    if word.capital && rest.first().is_some_and(|next| next.mark == Mark::Light || is_finite_after_name(next)) {
        return true; // "May, my sister", "May found a flat"
    }
    // Behind the family name, if there is one.
    let family = if word.capital { rest.iter().take(2).take_while(|w| w.capital && !w.is_marked()).count() } else { 0 };
    rest.get(family).is_some_and(|w| is_inflected(&w.text) && w.mark != Mark::Full)
}

/// Whether a word right after a name is its verb. "have" is none: "Will have to go".
fn is_finite_after_name(word: &Word) -> bool {
    is_finite(&word.text) && !word.capital && !word.is_marked() && word.text != "have"
}
