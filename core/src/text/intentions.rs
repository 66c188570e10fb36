//! Attempts and intentions in the first person: "I'm trying to set up ESLint" does not say that I use it.
//!
//! Checks what an extractor made of a sentence; extracts nothing. The words are a table by language.

use std::ops::Range;

use super::clauses::Word;
use super::language::{ENGLISH, listed};
use super::{Evidence, Grounded, GroundedBy, PronounClass, Voice, pronoun_class};
use crate::names::exact_key;

impl Evidence<'_> {
    /// Whether a predicate may be said of a first-person subject in the cited sentences.
    ///
    /// Where the object stands in a clause in which the first person tries, wants, plans or hopes, the predicate must say
    /// so too: `uses` is refused for "I'm trying to set up ESLint", `is_trying_to_use` is kept, and which of these words
    /// it uses is its own affair. `object` is where the object stands; without it every cited clause counts. A subject that
    /// is not grounded in the first person is not checked.
    ///
    /// ```
    /// use namesake_core::text::{Evidence, Place, Voice};
    /// let text = "I use Deno and I'm trying to learn Go.";
    /// let evidence = Evidence::new(text);
    /// let at = |term| evidence.ground(&[0..38], term, None, Place::Subject, &Voice::default()).expect("it stands there");
    /// let keeps = |object, predicate| {
    ///     evidence.keeps_intention(&[0..38], &at("I"), Some(at(object).start), predicate)
    /// };
    /// assert!(keeps("Deno", "uses") && keeps("Go", "is_trying_to_learn"));
    /// assert!(!keeps("Go", "uses"));
    /// ```
    pub fn keeps_intention(
        &self,
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
        !parts.filter_map(|part| self.reading_at(part.start)).any(|(_, reading)| {
            let (words, starts) = (&reading.words, &reading.clauses);
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

    /// Whether two groundings are the speaker in one clause: an I-claim and a name-claim of it are one claim.
    ///
    /// They are where each is the speaker's own first-person word, or the speaker's name, and no other clause begins between
    /// them. Whether the claims say the same besides is for the caller to compare.
    pub fn same_first_person_clause(&self, voice: &Voice<'_>, a: &Grounded, b: &Grounded) -> bool {
        let is_speaker = |grounded: &Grounded| match grounded.by {
            GroundedBy::Speaker => true,
            GroundedBy::Reference(class) => class.is_first_singular(),
            GroundedBy::Name => {
                let surface = self.text().get(grounded.start..grounded.end).map(exact_key);
                surface.is_some()
                    && surface == voice.speaker.filter(|name| pronoun_class(name).is_none()).map(exact_key)
            }
        };
        if !is_speaker(a) || !is_speaker(b) {
            return false;
        }
        if a.start == b.start {
            return true;
        }
        let Some((sentence, reading)) = self.reading_at(a.start) else { return false };
        let clause = |byte: usize| {
            reading.clauses.partition_point(|at| reading.words.get(*at).is_some_and(|word| word.start <= byte))
        };
        (sentence.start..sentence.end).contains(&b.start) && clause(a.start) == clause(b.start)
    }
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
    predicate_words(predicate).any(|word| ENGLISH.intention_keepers.iter().any(|keeper| word.starts_with(keeper)))
}

/// The words of a predicate, lower case: `wantsTo`, `wants_to` and "wants to" are the same two.
pub(super) fn predicate_words(predicate: &str) -> impl Iterator<Item = String> {
    let mut words = vec![String::new()];
    let mut lower = false;
    for c in predicate.chars() {
        if !c.is_alphanumeric() || (lower && c.is_uppercase()) {
            words.push(String::new());
        }
        lower = c.is_lowercase();
        if c.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(c.to_lowercase());
        }
    }
    words.into_iter().filter(|word| !word.is_empty())
}
