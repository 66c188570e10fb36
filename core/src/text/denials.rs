//! Whether the words between a claim's subject and object deny what it says: "Dana does not live in Leeds" is no
//! evidence that she does.
//!
//! Where a claim is positive, its words must not deny it, unless its predicate does so too (`avoids`, `no_longer_lives_in`).
//! Nothing is turned around: the claim is not stored, and whoever sent it may send it as denied. Two denials are not
//! reckoned up, and irony is not seen.

use std::ops::Range;

use super::Evidence;
use super::clauses::Word;
use super::intentions::predicate_words;
use super::language::{ENGLISH, listed};

impl Evidence<'_> {
    /// Whether a positive claim is denied by the sentence that its subject stands in. `subject` and `object` are bytes of the
    /// text; without an object, or with one in another sentence, the rest of the subject's clause counts.
    ///
    /// ```
    /// use namesake_core::text::Evidence;
    /// let denies = |text: &str, predicate| {
    ///     let object = text.find("Leeds").map(|at| at..at + 5);
    ///     Evidence::new(text).denies(&(0..4), object.as_ref(), predicate)
    /// };
    /// assert!(denies("Dana doesn't live in Leeds.", "lives_in"));
    /// assert!(!denies("Dana doesn't live in Leeds.", "does_not_live_in"));
    /// assert!(!denies("Dana doesn't live in York but in Leeds.", "lives_in"));
    /// ```
    pub fn denies(&self, subject: &Range<usize>, object: Option<&Range<usize>>, predicate: &str) -> bool {
        if says_denial(predicate) {
            return false;
        }
        let Some((sentence, reading)) = self.reading_at(subject.start) else { return false };
        let words = reading.words.as_slice();
        let place = |byte: usize| words.partition_point(|word| word.start < byte);
        let at = place(subject.start);
        let before = at.checked_sub(1).and_then(|before| words.get(before));
        if before.is_some_and(|word| word.text == "not") && !words.get(at).is_some_and(Word::is_marked) {
            return true; // "Dana lives there, not Omar"
        }
        let object = object.filter(|object| sentence.start <= object.start && object.start < sentence.end);
        let range = match object {
            // "Leeds isn't where Dana lives"
            Some(object) if object.start < subject.start => {
                let after = place(object.end);
                let near = words.get(after..at.min(after + BEHIND)).unwrap_or_default();
                return near.iter().take_while(|word| !word.is_marked()).any(denies);
            }
            Some(object) => place(subject.end)..place(object.start),
            None => {
                let next = reading.clauses.partition_point(|start| *start <= at);
                place(subject.end)..reading.clauses.get(next).copied().unwrap_or(words.len())
            }
        };
        is_denied(words, &reading.clauses, range, object.is_some())
    }
}

/// A denial of what stands before it is no more words behind it.
const BEHIND: usize = 3;

fn denies(word: &Word) -> bool {
    listed(ENGLISH.denials, &word.text) || word.text.ends_with("n't")
}

/// Whether a denial in a range of words reaches the range's end. One pass, from the end.
fn is_denied(words: &[Word], clauses: &[usize], range: Range<usize>, to_object: bool) -> bool {
    let mut marked = false;
    for at in range.clone().rev() {
        let Some(word) = words.get(at) else { continue };
        let text = word.text.as_str();
        let anew = matches!(text, "he" | "i" | "she" | "they" | "we") || listed(ENGLISH.instead, text);
        if anew || (at > range.start && clauses.binary_search(&at).is_ok()) {
            return false;
        }
        let next = words.get(at + 1).filter(|next| !next.is_marked()).map_or("", |next| &next.text);
        // "has no car", "left without Omar"; but "says no to Leeds".
        let of_thing = matches!(text, "no" | "without" | "nobody" | "none" | "nothing" | "nowhere");
        let near = !of_thing || next == "longer" || (to_object && at + 2 >= range.end && next != "to");
        // "Dana, not Omar, lives in Leeds"; of a value only what stands with the verb counts.
        let aside = word.is_marked() && (marked || !to_object);
        if denies(word) && !listed(ENGLISH.undenied, next) && near && !aside {
            return true;
        }
        marked |= word.is_marked();
    }
    false
}

/// Whether a predicate denies itself.
fn says_denial(predicate: &str) -> bool {
    predicate_words(predicate).any(|word| {
        listed(ENGLISH.denying, &word) || ENGLISH.denying_starts.iter().any(|start| word.starts_with(start))
    })
}
