//! What a cited sentence does: does it assert, ask, request, suppose or report?
//!
//! Checks of what an extractor says, so they are conservative: what might be no assertion is none, since only assertions
//! supersede (DESIGN §4). A sentence found to assert may still be false, and nothing here reads its content.

use super::clauses::Word;
use super::questions::asks;
use super::reports::reports;
use super::requests::requests;
use super::suppositions::supposes;
use super::{Evidence, quotations};

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
}

impl Evidence<'_> {
    /// What the sentence at a byte does. A sentence inside a longer quotation is quoted.
    ///
    /// ```
    /// use namesake_core::text::{Evidence, SpeechAct};
    /// let act = |sentence| Evidence::new(sentence).speech_act(0);
    /// assert_eq!(act("I moved to Lisbon."), SpeechAct::Assertion);
    /// assert_eq!(act("do you live in Lisbon"), SpeechAct::Question);
    /// assert_eq!(act("Please use Deno."), SpeechAct::Request);
    /// assert_eq!(act("Ana said she moved."), SpeechAct::Quotation);
    /// assert_eq!(act("I might move."), SpeechAct::Hypothesis);
    /// ```
    pub fn speech_act(&self, byte: usize) -> SpeechAct {
        let Some((sentence, reading)) = self.reading_at(byte) else { return SpeechAct::Assertion };
        let act = *reading.act.get_or_init(|| act_of(self.said(sentence), &reading.words));
        let goes_beyond = |quoted: &std::ops::Range<usize>| quoted.start < sentence.start || quoted.end > sentence.end;
        let quoted = self.quotation_at(byte).is_some_and(goes_beyond);
        if act == SpeechAct::Assertion && quoted { SpeechAct::Quotation } else { act }
    }
}

/// What a sentence of these words does.
fn act_of(sentence: &str, words: &[Word]) -> SpeechAct {
    if has_question_mark(sentence) || asks(words, is_closed(sentence)) {
        return SpeechAct::Question;
    }
    if requests(words) {
        return SpeechAct::Request;
    }
    if supposes(words) {
        return SpeechAct::Hypothesis;
    }
    let spoken = |span: std::ops::Range<usize>| sentence.get(span).is_some_and(is_spoken);
    if reports(words) || quotations(sentence).into_iter().any(spoken) {
        return SpeechAct::Quotation;
    }
    SpeechAct::Assertion
}

/// Whether something is asked with a mark: not the one inside of an address.
fn has_question_mark(sentence: &str) -> bool {
    sentence.contains(['？', '؟', '⁇', '⁈', '⁉'])
        || sentence.match_indices('?').any(|(at, _)| {
            let next = sentence.get(at + 1..).and_then(|rest| rest.chars().next());
            !next.is_some_and(|next| next.is_alphanumeric() || next == '/')
        })
}

/// Whether a sentence ends with a full stop or an exclamation mark, also before what closes it.
fn is_closed(sentence: &str) -> bool {
    sentence.trim_end_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '.' | '!')).ends_with(['.', '!'])
}

/// Whether what stands between quotation marks was said, and is no title, nickname or word at a distance: “expert”.
fn is_spoken(quoted: &str) -> bool {
    if quoted.starts_with('>') {
        return true;
    }
    let words = super::clauses::words(quoted, 0);
    let ends =
        quoted.trim_end_matches(|c: char| crate::names::chars::is_quote(c) || crate::names::chars::is_apostrophe(c));
    let is_verb = |word: &Word| super::clauses::is_finite(&word.text) || word.text == "i";
    words.len() > 1 && (ends.ends_with(['.', ',', '!', '?', '…']) || words.iter().any(is_verb))
}
