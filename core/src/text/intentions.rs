//! Attempts and intentions in the first person: "I'm trying to set up ESLint" does not say that I use it.
//!
//! Checks what an extractor made of a sentence; extracts nothing. The words are a table by language.

use std::ops::Range;

use super::clauses::{Word, clause_starts, words};
use super::language::{ENGLISH, listed};
use super::{Grounded, GroundedBy, PronounClass, Voice, pronoun_class, sentence_at, sentences};
use crate::names::exact_key;

/// Whether a predicate may be said of a first-person subject in the cited sentences.
///
/// Where the object stands in a clause in which the first person tries, wants, plans or hopes, the predicate must say so
/// too: `uses` is refused for "I'm trying to set up ESLint", `is_trying_to_use` is kept, and which of these words
/// it uses is its own affair. `object` is where the object stands; without it every cited clause counts. A subject that
/// is not grounded in the first person is not checked.
///
/// ```
/// use namesake_core::text::{Place, Voice, ground, keeps_intention};
/// let text = "I use Deno and I'm trying to learn Go.";
/// let keeps = |object, predicate| {
///     let at = |term| ground(text, &[0..38], term, None, Place::Subject, &Voice::default()).expect("it stands there");
///     keeps_intention(text, &[0..38], &at("I"), Some(at(object).start), predicate)
/// };
/// assert!(keeps("Deno", "uses") && keeps("Go", "is_trying_to_learn"));
/// assert!(!keeps("Go", "uses"));
/// ```
pub fn keeps_intention(
    text: &str,
    cited: &[Range<usize>],
    subject: &Grounded,
    object: Option<usize>,
    predicate: &str,
) -> bool {
    let first = matches!(subject.by, GroundedBy::Speaker | GroundedBy::Reference(PronounClass::FirstSingular));
    if !first || says_intention(predicate) {
        return true;
    }
    let parts = cited.iter().filter(|part| object.is_none_or(|at| part.contains(&at)));
    !parts.filter_map(|part| Some((part.start, text.get(part.clone())?))).any(|(offset, sentence)| {
        let words = words(sentence, offset);
        let starts = clause_starts(&words);
        starts.iter().enumerate().any(|(at, from)| {
            let to = starts.get(at + 1).copied().unwrap_or(words.len());
            let clause = words.get(*from..to).unwrap_or_default();
            let Some(marker) = intention_at(clause) else { return false };
            let after = clause.get(marker).map_or(usize::MAX, |word| word.start);
            let end = words.get(to).map_or(usize::MAX, |word| word.start);
            object.is_none_or(|object| after <= object && object < end)
        })
    })
}

/// Where in a clause the first person tries or means to do something.
fn intention_at(clause: &[Word]) -> Option<usize> {
    clause.iter().enumerate().find_map(|(at, word)| {
        let rest = clause.get(at + 1..)?;
        match word.text.as_str() {
            "my" if listed(ENGLISH.intention_nouns, &rest.first()?.text) => {
                let is = &rest.get(1)?.text;
                matches!(is.as_str(), "is" | "was").then_some(at)
            }
            "i" => {
                let mut from = 0;
                loop {
                    let here = rest.get(from..)?;
                    if ENGLISH.intentions.iter().any(|marker| starts_with(here, marker)) {
                        return Some(at);
                    }
                    if !listed(ENGLISH.intention_adverbs, &here.first()?.text) && !here.first()?.text.ends_with("n't") {
                        return None;
                    }
                    from += 1;
                }
            }
            _ => None,
        }
    })
}

fn starts_with(words: &[Word], marker: &str) -> bool {
    let mut at = words.iter();
    marker.split(' ').all(|part| at.next().is_some_and(|word| word.text == part))
}

/// Whether a predicate says that something is tried or meant.
fn says_intention(predicate: &str) -> bool {
    let mut word = String::new();
    let keeps = |word: &mut String| {
        let kept = ENGLISH.intention_keepers.iter().any(|keeper| word.starts_with(keeper));
        word.clear();
        kept
    };
    let mut lower = false;
    for c in predicate.chars() {
        // wantsTo, wants_to, wants to
        if (!c.is_alphanumeric() || (lower && c.is_uppercase())) && keeps(&mut word) {
            return true;
        }
        lower = c.is_lowercase();
        if c.is_alphanumeric() {
            word.extend(c.to_lowercase());
        }
    }
    keeps(&mut word)
}

/// Whether two groundings are the speaker in one clause: an I-claim and a name-claim of it are one claim.
///
/// They are where each is the speaker's own first-person word, or the speaker's name, and no other clause begins between
/// them. Whether the claims say the same besides is for the caller to compare.
pub fn same_first_person_clause(text: &str, voice: &Voice<'_>, a: &Grounded, b: &Grounded) -> bool {
    let is_speaker = |grounded: &Grounded| match grounded.by {
        GroundedBy::Speaker => true,
        GroundedBy::Reference(class) => class.is_first_singular(),
        GroundedBy::Name => {
            let surface = text.get(grounded.start..grounded.end).map(exact_key);
            surface.is_some() && surface == voice.speaker.filter(|name| pronoun_class(name).is_none()).map(exact_key)
        }
    };
    if !is_speaker(a) || !is_speaker(b) {
        return false;
    }
    if a.start == b.start {
        return true;
    }
    let all = sentences(text);
    let Some(sentence) = sentence_at(&all, a.start).filter(|s| sentence_at(&all, b.start) == Some(*s)) else {
        return false;
    };
    let words = words(text.get(sentence.start..sentence.end).unwrap_or_default(), sentence.start);
    let starts = clause_starts(&words);
    let clause = |byte: usize| starts.partition_point(|at| words.get(*at).is_some_and(|word| word.start <= byte));
    clause(a.start) == clause(b.start)
}
