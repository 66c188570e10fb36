//! Whether a sentence, or what follows a mark in it, is an order: "use Deno", "Ana, call me".

use super::clauses::{Mark, Word, is_finite, phrase_at};
use super::english;
use super::language::{ENGLISH, listed};
use super::starts::{is_address, is_subject, starts};

/// Whether the words request, order or advise.
pub(super) fn requests(words: &[Word]) -> bool {
    let asked = |at: usize| ENGLISH.requested.iter().any(|phrase| phrase_at(words, at, phrase));
    if (0..words.len()).any(asked) {
        return true;
    }
    // Who does something is said once, and goes on doing: "I moved, and work at home".
    let subject = words.iter().position(|word| is_subject(&word.text)).unwrap_or(words.len());
    let joined = words.iter().enumerate().rev().find(|(at, word)| {
        matches!(word.text.as_str(), "and" | "or")
            && words.get(at + 1).is_some_and(|next| listed(ENGLISH.requests, &next.text) && !next.is_marked())
    });
    let joined = joined.map_or(0, |(at, _)| at);
    let mut first = true;
    starts(words).any(|start| {
        let Some(word) = words.get(start.at) else { return false };
        if listed(ENGLISH.lead_ins, &word.text) && word.text != "please" {
            return false;
        }
        let whole = std::mem::take(&mut first);
        if start.mark == Mark::Light && !is_order_after_comma(words, start.at, subject, joined) {
            return false;
        }
        orders(words, start.at) || (whole && orders_unlisted(words, start.at))
    })
}

/// Whether an order could follow a comma: somebody was called, or a whole clause was said; and no list of doings goes on.
fn is_order_after_comma(words: &[Word], at: usize, subject: usize, joined: usize) -> bool {
    let and =
        at.checked_sub(1).and_then(|before| words.get(before)).is_some_and(|w| matches!(w.text.as_str(), "and" | "or"));
    if subject < at {
        return !and && joined < at;
    }
    // The words up to the comma are looked at only where they are few, or say when.
    is_address(words.get(..at).unwrap_or_default())
}

/// Whether a listed verb orders here: not "Work is fine", "Look, I moved" or "Never liked it".
fn orders(words: &[Word], at: usize) -> bool {
    let Some(word) = words.get(at).filter(|word| listed(ENGLISH.requests, &word.text)) else { return false };
    let Some(next) = words.get(at + 1) else { return true };
    if matches!(word.text.as_str(), "listen" | "look" | "say" | "see" | "wait") && next.is_marked() {
        return false;
    }
    if next.is_marked() {
        return true;
    }
    let always = matches!(word.text.as_str(), "always" | "never");
    // "always be nice", but "I live here, always have".
    let goes_on = words.get(at + 2).is_some_and(|word| !word.is_marked());
    let base = listed(ENGLISH.requests, &next.text) || (goes_on && matches!(next.text.as_str(), "be" | "do" | "have"));
    if always && !base && (is_finite(&next.text) || english::is_function(&next.text)) {
        return false;
    }
    // What is done stands behind an order, and what does it before a verb.
    let auxiliary = listed(ENGLISH.asking_verbs, &next.text) && !matches!(next.text.as_str(), "do" | "have");
    !auxiliary || next.text.ends_with("n't")
}

/// Whether a verb that is in no list orders, by what it is to be done to: "swap the tyres". Not "bought a car", "Dana the
/// dentist lives here" or "Friday my sister comes".
fn orders_unlisted(words: &[Word], at: usize) -> bool {
    let Some((word, next)) = words.get(at).zip(words.get(at + 1)) else { return false };
    let name = english::is_given_name(&word.text) || english::is_calendar(&word.text) || english::is_never(&word.text);
    if name || is_finite(&word.text) || english::is_function(&word.text) || is_subject(&word.text) {
        return false;
    }
    let mut rest = words.get(at + 2..).unwrap_or_default().iter();
    let told = rest
        .by_ref()
        .take_while(|w| {
            !w.is_marked() && !is_subject(&w.text) && !listed(ENGLISH.joints, &w.text) && !is_relative(&w.text)
        })
        .any(|w| is_finite(&w.text));
    listed(ENGLISH.ordered_things, &next.text) && !next.is_marked() && !told
}

fn is_relative(word: &str) -> bool {
    matches!(word, "how" | "that" | "what" | "which" | "who" | "whose" | "why")
}
