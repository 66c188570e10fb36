//! What a cited sentence does: does it assert, ask, request, suppose or report; and does it deny?
//!
//! Checks of what an extractor says, so they are conservative: what might be no assertion is none, since only assertions
//! supersede (DESIGN §4 and issue 5). A sentence found to assert may still be false, and nothing here reads its content.

use super::clauses::{Word, words};
use super::language::{ENGLISH, listed};
use super::{english, quotations};
use crate::names::chars;

/// What a sentence does, the first that fits in this order; and what a claim of it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SpeechAct {
    /// It asks.
    Question,
    /// It requests, orders or advises.
    Request,
    /// It supposes: if, might, I think.
    Hypothesis,
    /// It quotes or reports what somebody says.
    Quotation,
    /// None of these.
    Assertion,
}

impl SpeechAct {
    /// Its name in records.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Question => "question",
            Self::Request => "request",
            Self::Hypothesis => "hypothesis",
            Self::Quotation => "quotation",
            Self::Assertion => "assertion",
        }
    }

    /// Whether a claim of it may take the place of an older one.
    pub fn supersedes(self) -> bool {
        self == Self::Assertion
    }
}

/// What a sentence does.
///
/// ```
/// use namesake_core::text::{SpeechAct, speech_act_of};
/// assert_eq!(speech_act_of("I moved to Lisbon."), SpeechAct::Assertion);
/// assert_eq!(speech_act_of("do you live in Lisbon"), SpeechAct::Question);
/// assert_eq!(speech_act_of("Please use Deno."), SpeechAct::Request);
/// assert_eq!(speech_act_of("Ana said she moved."), SpeechAct::Quotation);
/// assert_eq!(speech_act_of("I might move."), SpeechAct::Hypothesis);
/// ```
pub fn speech_act_of(sentence: &str) -> SpeechAct {
    let words = words(sentence, 0);
    let plain: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    let has = |list: &[&str]| plain.iter().any(|word| listed(list, word));
    let joined = format!(" {} ", plain.join(" "));
    let contains = |parts: &[&str]| parts.iter().any(|part| joined.contains(&format!(" {part} ")));
    if sentence.contains(['?', '？', '؟', '⁇', '⁈', '⁉']) || asks(&words) || contains(ENGLISH.asked) {
        return SpeechAct::Question;
    }
    if requests(&words) || contains(ENGLISH.requested) {
        return SpeechAct::Request;
    }
    if has(ENGLISH.supposing) || contains(ENGLISH.supposed) {
        return SpeechAct::Hypothesis;
    }
    if !quotations(sentence).is_empty() || has(ENGLISH.reporting) {
        return SpeechAct::Quotation;
    }
    SpeechAct::Assertion
}

/// Whether the sentence is put as a question, with or without its mark: "do you live here", "what's it called".
fn asks(words: &[Word]) -> bool {
    starts(words).any(|at| {
        let Some((word, next)) = words.get(at).zip(words.get(at + 1)) else { return false };
        let is_subject = listed(ENGLISH.askable, &next.text) || next.capital || next.text == "i";
        (listed(ENGLISH.asking_verbs, &word.text) && is_subject)
            || (listed(ENGLISH.asking_words, &word.text) && listed(ENGLISH.asking_verbs, &next.text))
            || listed(ENGLISH.asking_whole, &word.text)
    })
}

/// Whether the sentence, or what follows a mark in it, is an order: "use Deno", "Ana, call me".
fn requests(words: &[Word]) -> bool {
    let said = |at: usize| words.get(..at).is_some_and(|before| before.iter().any(|w| is_subject(&w.text)));
    // "I moved, and work at home" goes on about me.
    let goes_on = |at: usize| at > 0 && words.get(at - 1).is_some_and(|w| w.text == "and") && said(at);
    let ordered =
        starts(words).any(|at| words.get(at).is_some_and(|word| listed(ENGLISH.requests, &word.text)) && !goes_on(at));
    ordered
        || starts(words).find(|at| words.get(*at).is_some_and(|w| !listed(ENGLISH.lead_ins, &w.text))).is_some_and(
            |at| {
                let Some((word, next)) = words.get(at).zip(words.get(at + 1)) else { return false };
                // A verb that is in no list, with what it is to be done to: "swap the tyres". Not "bought a car".
                let past =
                    word.text.ends_with("ed") || english::is_verb(&word.text) || english::is_function(&word.text);
                listed(ENGLISH.ordered_things, &next.text) && !next.marked && !past && !is_subject(&word.text)
            },
        )
}

fn is_subject(word: &str) -> bool {
    matches!(word, "i" | "he" | "she" | "we" | "they" | "it")
}

/// Where something could begin: at the start and after marks, also behind greetings, "and" and the like.
fn starts(words: &[Word]) -> impl Iterator<Item = usize> {
    let mut open = true;
    words.iter().enumerate().filter_map(move |(at, word)| {
        open |= word.marked;
        let starts = open;
        open &= listed(ENGLISH.lead_ins, &word.text);
        starts.then_some(at)
    })
}

/// The bytes of the words by which a sentence denies: not, never, no longer, didn't.
///
/// ```
/// use namesake_core::text::denials;
/// assert_eq!(denials("I don't live here, and never did."), [2..7, 23..28]);
/// ```
pub fn denials(sentence: &str) -> Vec<std::ops::Range<usize>> {
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(from) = sentence.get(at..).and_then(|rest| rest.find(chars::is_word)).map(|i| at + i) {
        let rest = sentence.get(from..).unwrap_or_default();
        let length = rest.find(|c: char| !chars::is_word(c) && !chars::is_apostrophe(c)).unwrap_or(rest.len());
        let word = rest.get(..length).unwrap_or_default();
        let plain = word.to_lowercase().replace(chars::is_apostrophe, "'");
        if listed(ENGLISH.denials, &plain) || plain.ends_with("n't") {
            out.push(from..from + length);
        }
        at = from + length;
    }
    out
}
