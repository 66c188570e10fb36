//! Where a claim's subject and object stand in the sentences it cites (DESIGN §4, Grounding).
//!
//! The one check that extractor output, commit and displayed sentence go through. It finds; it repairs nothing and
//! creates nothing, and it does not say to whom a reference refers.
//!
//! - A name is grounded where it stands token-bounded, in any case and white space. A pronoun never grounds by name.
//! - A pronoun is grounded by the literal word. I, me, my, mine and myself are one word as a subject; as an object, only
//!   where the speaker's own first-person words are declared to count ([`Voice::speaker_grounding`]).
//! - The first-person singular of a quotation is not the speaker's: it grounds nothing ([`Ungrounded::Quoted`]).
//! - Of several places the first counts.

use std::cell::OnceCell;
use std::ops::Range;

use super::clauses::{Word, clause_starts, words};
use super::evidence::{BadSpan, cited_of};
use super::kinds::{KindSort, kind_sort};
use super::language::{ENGLISH, listed};
use super::quantities::Number;
use super::{
    FoldedText, PronounClass, Sentence, SpeechAct, english, pronoun_class, pronouns_of, quotations, reference_class,
    sentences,
};
use crate::names::{chars, exact_key, is_designator};

/// A longer term, in bytes, is not looked for: the longest text of a value.
pub const TERM_MAX: usize = 4_096;

/// Who says the first person of an event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Voice<'a> {
    /// The name of the event's speaker, where it names one.
    pub speaker: Option<&'a str>,
    /// Whether the speaker's own first-person word counts as a mention of the speaker's name and the other way round.
    pub speaker_grounding: bool,
}

/// Which part of a claim is grounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// What the claim is about: every first-person singular word is one.
    Subject,
    /// What it says of it: the literal word.
    Object,
}

/// By what a term is grounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GroundedBy {
    /// The name stands there.
    Name,
    /// A pronoun of this class stands there.
    Reference(PronounClass),
    /// The speaker's own first-person word stands for the speaker's name, or the name for the word.
    Speaker,
}

/// Where a term stands: bytes of the event's text, which hold the surface verbatim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grounded {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// By what.
    pub by: GroundedBy,
}

/// Why a term is not grounded: its claim is not stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Ungrounded {
    /// The term has nothing that could be seen.
    #[error("it has nothing that could be seen")]
    Empty,
    /// The term is longer than [`TERM_MAX`].
    #[error("it is longer than {TERM_MAX} bytes")]
    TooLong,
    /// No sentence is cited.
    #[error("no sentence is cited for it")]
    NothingCited,
    /// It does not stand in the cited sentences.
    #[error("it does not stand in the cited sentences")]
    Absent,
    /// It stands only where somebody else is quoted.
    #[error("it stands only in what somebody is quoted saying")]
    Quoted {
        /// First byte of the first such word.
        start: usize,
        /// One past its last byte.
        end: usize,
    },
}

impl Ungrounded {
    /// The stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Empty => "ungrounded_empty",
            Self::TooLong => "ungrounded_too_long",
            Self::NothingCited => "ungrounded_nothing_cited",
            Self::Absent => "ungrounded_absent",
            Self::Quoted { .. } => "ungrounded_quoted",
        }
    }
}

/// An event's text, prepared once for all its claims.
pub struct Evidence<'a> {
    text: &'a str,
    folded: FoldedText<'a>,
    sentences: Vec<Sentence>,
    quotations: Vec<Range<usize>>,
    /// For each sentence, whether it has no small letter.
    shouted: Vec<bool>,
    /// For each sentence, what it was found to say. Read once, however many claims cite it.
    readings: Vec<OnceCell<Reading<'a>>>,
}

/// The words of a sentence, and what was found out from them.
pub(super) struct Reading<'a> {
    pub words: Vec<Word>,
    /// Where clauses begin, as places in `words`.
    pub clauses: Vec<usize>,
    pub act: OnceCell<SpeechAct>,
    pub numbers: OnceCell<Vec<Number<'a>>>,
}

impl<'a> Evidence<'a> {
    /// Prepares a text. Linear in it.
    pub fn new(text: &'a str) -> Self {
        let sentences = sentences(text);
        let said = |s: &Sentence| text.get(s.start..s.end).unwrap_or_default();
        let shouted = sentences.iter().map(|s| !said(s).contains(char::is_lowercase)).collect();
        let readings = sentences.iter().map(|_| OnceCell::new()).collect();
        Self { text, folded: FoldedText::new(text), quotations: quotations(text), sentences, shouted, readings }
    }

    pub(super) fn text(&self) -> &'a str {
        self.text
    }

    pub(super) fn said(&self, sentence: Sentence) -> &'a str {
        self.text.get(sentence.start..sentence.end).unwrap_or_default()
    }

    /// The sentence at a byte, with its words.
    pub(super) fn reading_at(&self, byte: usize) -> Option<(Sentence, &Reading<'a>)> {
        let at = self.sentences.partition_point(|sentence| sentence.end <= byte);
        let sentence = *self.sentences.get(at).filter(|sentence| sentence.start <= byte)?;
        let reading = self.readings.get(at)?.get_or_init(|| {
            let words = words(self.said(sentence), sentence.start);
            let clauses = clause_starts(&words);
            Reading { words, clauses, act: OnceCell::new(), numbers: OnceCell::new() }
        });
        Some((sentence, reading))
    }

    /// The quotation that a byte is in.
    pub(super) fn quotation_at(&self, byte: usize) -> Option<&Range<usize>> {
        let after = self.quotations.partition_point(|span| span.end <= byte);
        self.quotations.get(after).filter(|span| span.start <= byte)
    }

    /// The text's sentences in order.
    pub fn sentences(&self) -> &[Sentence] {
        &self.sentences
    }

    /// The whole sentences that spans of the text touch, in order, each once.
    ///
    /// # Errors
    /// A span is not one of the text, is empty or blank, or there is none.
    ///
    /// ```
    /// use namesake_core::text::Evidence;
    /// let evidence = Evidence::new("Ana left. Ravi stayed. It rained.");
    /// assert_eq!(evidence.cited(&[10..14, 12..22]), Ok(vec![10..22]));
    /// assert!(evidence.cited(&[30..99]).is_err());
    /// ```
    pub fn cited(&self, spans: &[Range<usize>]) -> Result<Vec<Range<usize>>, BadSpan> {
        cited_of(self.text, &self.sentences, spans)
    }

    /// Where a term stands in cited sentences.
    ///
    /// `cited` are sentences of the text, as [`Self::cited`] gives them; parts that are none are not looked into.
    ///
    /// # Errors
    /// The term is empty or too long, nothing is cited, or it does not stand there as it must.
    ///
    /// ```
    /// use namesake_core::text::{Evidence, Place, Voice};
    /// let evidence = Evidence::new("My name is Sam. I use C++.");
    /// let (all, voice) = ([0..15, 16..26], Voice::default());
    /// let check = |term| evidence.ground(&all, term, None, Place::Subject, &voice).map(|found| (found.start, found.end));
    /// assert_eq!(check("I"), Ok((0, 2)), "by My");
    /// assert_eq!(check("sam"), Ok((11, 14)));
    /// assert!(check("C").is_err());
    /// ```
    pub fn ground(
        &self,
        cited: &[Range<usize>],
        term: &str,
        kind: Option<&str>,
        place: Place,
        voice: &Voice<'_>,
    ) -> Result<Grounded, Ungrounded> {
        if term.len() > TERM_MAX {
            return Err(Ungrounded::TooLong);
        }
        if exact_key(term).is_empty() {
            return Err(Ungrounded::Empty);
        }
        if cited.is_empty() {
            return Err(Ungrounded::NothingCited);
        }
        let speaker = voice.speaker.filter(|_| voice.speaker_grounding);
        match reference_class(term, kind) {
            Some(class) if class.is_first_singular() => self.first_person(cited, term, place, speaker),
            Some(class) => self.literal(cited, term, class),
            None => self.named(cited, term, kind, speaker),
        }
    }

    fn named(
        &self,
        cited: &[Range<usize>],
        term: &str,
        kind: Option<&str>,
        speaker: Option<&str>,
    ) -> Result<Grounded, Ungrounded> {
        // US the country does not stand in "join us", nor I the chemical in "i went".
        let verbatim = pronoun_class(term).is_some();
        let stands = |(start, end): &(usize, usize)| !verbatim || self.text.get(*start..*end) == Some(term.trim());
        if let Some((start, end)) = self.first(cited, term, stands) {
            return Ok(Grounded { start, end, by: GroundedBy::Name });
        }
        let is_speaker = speaker.is_some_and(|speaker| exact_key(speaker) == exact_key(term));
        if !is_speaker || !matches!(kind_sort(kind), KindSort::Person | KindSort::Unsaid) {
            return Err(Ungrounded::Absent);
        }
        let grounded = self.own_word(cited, pronouns_of(PronounClass::FirstSingular))?;
        Ok(Grounded { by: GroundedBy::Speaker, ..grounded })
    }

    fn first_person(
        &self,
        cited: &[Range<usize>],
        term: &str,
        place: Place,
        speaker: Option<&str>,
    ) -> Result<Grounded, Ungrounded> {
        let found = if place == Place::Subject || speaker.is_some() {
            self.own_word(cited, pronouns_of(PronounClass::FirstSingular))
        } else {
            self.own_word(cited, std::iter::once(term.trim()))
        };
        let Some(name) = speaker.filter(|name| pronoun_class(name).is_none()) else { return found };
        found.or_else(|why| {
            let (start, end) = self.first(cited, name, |_| true).ok_or(why)?;
            Ok(Grounded { start, end, by: GroundedBy::Speaker })
        })
    }

    /// The first of some first-person words that is nobody else's.
    fn own_word<'w>(
        &self,
        cited: &[Range<usize>],
        words: impl Iterator<Item = &'w str>,
    ) -> Result<Grounded, Ungrounded> {
        let class = PronounClass::FirstSingular;
        let (mut own, mut quoted) = (None, None);
        for word in words {
            let is_own = |span: &(usize, usize)| self.is_pronoun(*span, word) && self.quotation_at(span.0).is_none();
            own = own.into_iter().chain(self.first(cited, word, is_own)).min();
            if own.is_none() {
                quoted = quoted.into_iter().chain(self.first(cited, word, |span| self.is_pronoun(*span, word))).min();
            }
        }
        match (own, quoted) {
            (Some((start, end)), _) => Ok(Grounded { start, end, by: GroundedBy::Reference(class) }),
            (None, Some((start, end))) => Err(Ungrounded::Quoted { start, end }),
            (None, None) => Err(Ungrounded::Absent),
        }
    }

    fn literal(&self, cited: &[Range<usize>], term: &str, class: PronounClass) -> Result<Grounded, Ungrounded> {
        let found = self.first(cited, term, |span| self.is_pronoun(*span, term));
        let (start, end) = found.ok_or(Ungrounded::Absent)?;
        Ok(Grounded { start, end, by: GroundedBy::Reference(class) })
    }

    fn first(
        &self,
        cited: &[Range<usize>],
        term: &str,
        stands: impl Fn(&(usize, usize)) -> bool,
    ) -> Option<(usize, usize)> {
        let key = exact_key(term);
        cited.iter().find_map(|part| self.folded.find_in(&key, part.clone()).find(&stands))
    }

    /// Whether a word that is spelt as a pronoun is one here: not the IT of a firm, the I of a war, the mine of a town.
    fn is_pronoun(&self, (start, end): (usize, usize), term: &str) -> bool {
        let word = self.text.get(start..end).unwrap_or_default();
        if !word.is_ascii() {
            return false; // ⓘ and ⅰ fold to i
        }
        if ENGLISH.capitals.contains(&word) {
            return word == term.trim() || self.shouts(start);
        }
        let before = self.text.get(..start).unwrap_or_default();
        let after = self.text.get(end..).unwrap_or_default();
        match word.to_ascii_lowercase().as_str() {
            "i" => is_first_person(before, after),
            "mine" => !follows(before).is_some_and(|word| listed(ENGLISH.dug, &word.to_lowercase())),
            _ => true,
        }
    }

    /// Whether the sentence at a byte has no small letter.
    fn shouts(&self, byte: usize) -> bool {
        let after = self.sentences.partition_point(|sentence| sentence.end <= byte);
        self.shouted.get(after).copied().unwrap_or_default()
    }
}

/// Whether an I with this text around it is the first person: not I/O, I-95, (i), I. at the start, Part I, Napoleon I.
fn is_first_person(before: &str, after: &str) -> bool {
    let (left, right) = (before.chars().next_back(), after.chars().next());
    let binds = |c: Option<char>| matches!(c, Some('/' | '-' | '&' | '=' | '_' | '\\'));
    let word_after = |rest: &str| rest.chars().nth(1).is_some_and(chars::is_word);
    if binds(left) || (binds(right) && word_after(after)) || (left == Some('(') && right == Some(')')) {
        return false;
    }
    let indent = before.trim_end_matches([' ', '\t']);
    if matches!(right, Some('.' | ')')) && (indent.is_empty() || indent.ends_with('\n')) {
        return false; // a list marker
    }
    let Some(word) = follows(before) else { return true };
    let lower = word.to_lowercase();
    if is_designator(&lower) || listed(ENGLISH.numbered, &lower) {
        return false;
    }
    let ends = !right.is_some_and(char::is_whitespace) && !right.is_some_and(chars::is_apostrophe);
    let named = word.starts_with(char::is_uppercase) && !english::is_common(&lower);
    !(named && ends)
}

/// The word right before, with white space but no mark between.
fn follows(before: &str) -> Option<&str> {
    let left = before.trim_end();
    let word = left.rsplit(|c: char| !chars::is_word(c)).next().unwrap_or_default();
    (left.len() < before.len() && !word.is_empty()).then_some(word)
}
