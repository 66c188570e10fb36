//! The recogniser: which spans of a text read as names.
//!
//! It looks at the text alone, never at the memory, so that the order in which things arrive cannot matter. It is a
//! list of rules over capitals, not a model, and each rule is for leaving something out: what is doubtful is
//! [`Strength::Latent`] (a mention only if an entity holds exactly this name) or nothing. English first; scripts
//! without case give nothing. It creates nothing. Source: DESIGN §4, cases FC-09 and FC-25.
//!
//! The steps: [`super::lexer`] makes lexemes; capitalised runs are collected within a sentence; a run is cut where a
//! function word stands and trimmed at both ends; what is left is judged.

use std::ops::Range;

use super::lexer::{Ending, Kind, Lexeme, lex};
use super::{Found, Sentence, Strength, english, sentences};
use crate::names::{chars, titles};

/// A longer span is no name.
const LONGEST: usize = 120;
/// A span of more words is no name.
const MOST_WORDS: usize = 6;

/// The spans of a text that read as names, in order, not overlapping.
///
/// ```
/// use namesake_core::text::{Strength, names};
/// let text = "Yesterday Ravi S. met Ludwig van Beethoven's aunt from NASA.";
/// let found: Vec<_> = names(text).iter().map(|f| (&text[f.start..f.end], f.strength)).collect();
/// assert_eq!(
///     found,
///     [("Ravi S.", Strength::Named), ("Ludwig van Beethoven", Strength::Named), ("NASA", Strength::Latent)],
/// );
/// ```
pub fn names(text: &str) -> Vec<Found> {
    let lexemes = lex(text);
    let mut out = Vec::new();
    let mut from = 0;
    for sentence in sentences(text) {
        let start = from + lexemes.get(from..).map_or(0, |l| l.partition_point(|x| x.start < sentence.start));
        let end = start + lexemes.get(start..).map_or(0, |l| l.partition_point(|x| x.start < sentence.end));
        if let Some(own) = lexemes.get(start..end) {
            Reader::new(text, sentence, own).read(&mut out);
        }
        from = end;
    }
    out
}

struct Reader<'a> {
    text: &'a str,
    lexemes: &'a [Lexeme<'a>],
    question: bool,
    shouting: bool,
    heading: bool,
    german: bool,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, sentence: Sentence, lexemes: &'a [Lexeme<'a>]) -> Self {
        let count = |kind| lexemes.iter().filter(|l| l.kind == kind).count();
        let (caps, lower, all_caps) = (count(Kind::Cap), count(Kind::Lower), count(Kind::AllCaps));
        let small = |l: &&Lexeme<'_>| l.kind == Kind::Lower && !english::is_function(l.text);
        let everyday = |l: &Lexeme<'_>| l.kind != Kind::Number && english::is_common(&l.text.to_lowercase());
        Self {
            text,
            lexemes,
            question: text.get(sentence.start..sentence.end).is_some_and(|s| s.ends_with('?')),
            shouting: all_caps >= 3 && caps == 0 && lower == 0,
            heading: caps >= 3 && !lexemes.iter().any(|l| small(&l)) && lexemes.iter().any(everyday),
            german: lexemes.iter().filter(|l| english::is_german(&l.text.to_lowercase())).count() >= 2,
        }
    }

    fn read(&self, out: &mut Vec<Found>) {
        let mut at = 0;
        while at < self.lexemes.len() {
            let Some(lexeme) = self.lexemes.get(at) else { break };
            if lexeme.kind == Kind::Camel && lexeme.text.len() > 3 && !lexeme.text.contains(|c: char| c.is_numeric()) {
                out.push(Found { start: lexeme.start, end: lexeme.end, strength: Strength::Latent });
            }
            if !starts_run(lexeme) {
                at += 1;
                continue;
            }
            let end = self.run_end(at);
            self.cut(at..end, out);
            at = end;
        }
    }

    /// One past the last lexeme of the capitalised run that starts at `at`.
    fn run_end(&self, at: usize) -> usize {
        let mut end = at + 1;
        let mut heads = self.is_head(at);
        loop {
            let (Some(last), Some(next)) = (self.lexemes.get(end - 1), self.lexemes.get(end)) else { return end };
            if !joins(last, next) {
                return end;
            }
            if starts_run(next) {
                heads |= self.is_head(end);
                end += 1;
                continue;
            }
            if next.kind == Kind::Number {
                return if self.number_belongs(at, end) { end + 1 } else { end };
            }
            // Particles and "of the" only between capitals.
            let mut ahead = end;
            while let Some(word) = self.lexemes.get(ahead).filter(|l| l.kind == Kind::Lower && is_space(l.gap)) {
                let particle = if ahead == end {
                    matches!(
                        word.text,
                        "van" | "von" | "de" | "del" | "della" | "di" | "da" | "dos" | "das" | "du" | "al" | "el" | "bin"
                            | "bint" | "ibn" | "ter" | "vom" | "zu" | "zur" | "af" | "av"
                    ) || (heads && word.text == "of")
                } else {
                    matches!(word.text, "der" | "den" | "la" | "las" | "los" | "le" | "ten" | "the" | "und")
                };
                if !particle || word.ending != Ending::None {
                    break;
                }
                ahead += 1;
            }
            let resumes = self.lexemes.get(ahead).is_some_and(|l| starts_run(l) && is_space(l.gap));
            if ahead == end || ahead > end + 2 || !resumes {
                return end;
            }
            end = ahead + 1;
        }
    }

    fn is_head(&self, at: usize) -> bool {
        self.lexemes.get(at).is_some_and(|l| english::is_head(&l.text.to_lowercase()))
    }

    /// Whether a number after a run is part of the name: "Apollo 11 landed", not "Ana 5 pm".
    fn number_belongs(&self, run: usize, number: usize) -> bool {
        let counts = self.lexemes.get(number + 1).is_some_and(|l| {
            is_space(l.gap) && english::is_unit(&l.text.to_lowercase()) || l.gap.starts_with([':', '%', '€', '$'])
        });
        let first = self.lexemes.get(run).map(|l| l.text.to_lowercase()).unwrap_or_default();
        let last = self.lexemes.get(number - 1).map(|l| l.text.to_lowercase()).unwrap_or_default();
        !counts
            && !english::is_given_name(&first)
            && !english::is_month_name(&last)
            && !english::is_calendar(&last)
            && !english::is_function(&last)
    }

    /// Cuts a run where a word stands that is no part of a name, and judges each part.
    fn cut(&self, run: Range<usize>, out: &mut Vec<Found>) {
        let mut start = run.start;
        for at in run.clone() {
            let cuts = self.lexemes.get(at).is_some_and(|l| {
                let word = l.text.to_lowercase();
                let capital = starts_run(l);
                let function = english::is_function(&word) && (l.kind != Kind::Initial || !l.dot);
                let shouted = self.shouting && (english::is_common(&word) || english::is_verb(&word));
                capital && (function || shouted) && !(l.kind == Kind::AllCaps && !self.shouting && is_acronym_word(&word))
            });
            if cuts {
                self.judge(start..at, out);
                start = at + 1;
            }
        }
        self.judge(start..run.end, out);
    }

    fn judge(&self, part: Range<usize>, out: &mut Vec<Found>) {
        let mut part = part;
        let mut titled = false;
        let mut initial = self.is_initial(part.start);
        loop {
            let before = part.start;
            self.trim_front(&mut part, &mut titled, initial);
            if part.start == before {
                break;
            }
            initial = false;
        }
        self.trim_back(&mut part);
        let Some(strength) = self.strength(part.clone(), initial, titled) else { return };
        let (Some(first), Some(last)) = (self.lexemes.get(part.start), self.lexemes.get(part.end.wrapping_sub(1))) else {
            return;
        };
        // The dot of an initial belongs to the name; the one of "Plan B." does not.
        let own_dot = matches!(last.kind, Kind::Initial | Kind::Dotted) && last.dot && strength == Strength::Named;
        let end = last.end + usize::from(own_dot || (last.kind == Kind::Dotted && last.dot));
        if end - first.start <= LONGEST && part.len() <= MOST_WORDS {
            out.push(Found { start: first.start, end, strength });
        }
    }

    /// Takes one thing off the front that is not part of the name.
    fn trim_front(&self, part: &mut Range<usize>, titled: &mut bool, initial: bool) {
        let Some(first) = self.lexemes.get(part.start).filter(|_| !part.is_empty()) else { return };
        let word = first.text.to_lowercase();
        if part.len() == 1 {
            return;
        }
        let next = self.lexemes.get(part.start + 1).map(|l| l.text.to_lowercase()).unwrap_or_default();
        let given_next = english::is_given_name(&next) && !english::is_common(&next);
        if english::is_title(&word) && (first.dot || first.kind == Kind::Cap) || english::is_role(&word) {
            *titled = true;
            part.start += 1;
        } else if first.kind == Kind::Lower || english::is_calendar(&word) {
            part.start += 1;
        } else if english::is_verbal(&word) && (initial || given_next) {
            part.start += 1;
        } else if given_next && (english::is_noun(&word) || english::is_never(&word)) {
            part.start += 1;
        } else if initial
            && english::is_verb_name(&word)
            && ((self.question && english::is_modal_name(&word)) || (part.len() == 2 && given_next))
        {
            part.start += 1;
        } else if first.kind == Kind::Initial && !first.dot && matches!(first.text, "A" | "I" | "O") {
            part.start += 1;
        }
    }

    fn trim_back(&self, part: &mut Range<usize>) {
        while let Some(last) = part.end.checked_sub(1).and_then(|i| self.lexemes.get(i)).filter(|_| part.len() > 1) {
            let word = last.text.to_lowercase();
            if english::is_calendar(&word) || titles::is_credential(&word) || last.kind == Kind::Lower {
                part.end -= 1;
            } else {
                return;
            }
        }
    }

    /// Whether a lexeme stands where a capital says nothing: first in the sentence, after a colon, an opening
    /// quotation mark or a bullet.
    fn is_initial(&self, at: usize) -> bool {
        let Some(lexeme) = self.lexemes.get(at) else { return false };
        let numbered = at == 1 && self.lexemes.first().is_some_and(|l| l.kind == Kind::Number);
        at == 0 || numbered || lexeme.gap.contains([':', '•', '>', '|', '!', '?', '…']) || lexeme.gap.contains(chars::is_quote)
    }

    fn strength(&self, part: Range<usize>, initial: bool, titled: bool) -> Option<Strength> {
        let lexemes = self.lexemes.get(part.clone()).filter(|l| !l.is_empty())?;
        if let [only] = lexemes {
            return self.strength_of_one(part.start, only, initial, titled);
        }
        let words: Vec<String> = lexemes.iter().map(|l| l.text.to_lowercase()).collect();
        let first = words.first()?;
        let rest_counts = |l: &Lexeme<'_>| matches!(l.kind, Kind::Number | Kind::Initial);
        if english::is_speaker_label(first) && lexemes.iter().skip(1).all(rest_counts) {
            return None;
        }
        let known = english::is_given_name(first) && !english::is_common(first) && !english::is_ambiguous(first);
        let capital = |l: &&Lexeme<'_>| l.kind == Kind::Cap;
        let says_nothing = |(l, word): (&Lexeme<'_>, &String)| rest_counts(l) || self.is_everyday(l, word);
        if lexemes.iter().zip(&words).all(says_nothing) {
            // "Plan B", "Phase 2", "Quick Question"; "Team Meeting"
            let pointed = lexemes.iter().any(|l| rest_counts(l)) || !words.iter().all(|w| english::is_never(w));
            return pointed.then_some(Strength::Latent);
        }
        if !lexemes.iter().any(|l| capital(&l)) || self.shouting || (self.heading && !known) {
            return Some(Strength::Latent);
        }
        // "Will Smith come?": the verb went, and what is left may be half a name.
        Some(Strength::Named)
    }

    fn strength_of_one(&self, at: usize, only: &Lexeme<'_>, initial: bool, titled: bool) -> Option<Strength> {
        let word = only.text.to_lowercase();
        match only.kind {
            Kind::Cap => {}
            Kind::AllCaps | Kind::Dotted if !self.is_everyday(only, &word) || (!self.shouting && is_acronym_word(&word)) => {
                return Some(Strength::Latent);
            }
            _ => return None,
        }
        if titled {
            return Some(Strength::Named);
        }
        if english::is_title(&word) || english::is_role(&word) || self.is_everyday(only, &word) {
            return None;
        }
        let next = self.lexemes.get(at + 1);
        let verb = only.ending == Ending::Contracted
            || next.is_some_and(|l| l.kind == Kind::Lower && is_space(l.gap) && is_verb(l.text));
        if english::is_ambiguous(&word) {
            return self.strength_of_ambiguous(at, only, &word, initial, verb);
        }
        if english::is_nation(&word) || english::is_calendar(&word) {
            return Some(Strength::Latent);
        }
        let given = english::is_given_name(&word);
        if given {
            return Some(Strength::Named);
        }
        if self.german || self.heading || is_hyphenated_word(only.text) {
            return Some(Strength::Latent);
        }
        if !initial {
            return Some(Strength::Named);
        }
        let possessed = only.ending == Ending::Possessive && next.is_some_and(|l| l.kind == Kind::Lower);
        let named = (verb || possessed) && !english::has_noun_ending(&word);
        Some(if named { Strength::Named } else { Strength::Latent })
    }

    /// Will, Grace, May: words first. In mid-sentence a capital decides, unless it is a month's.
    fn strength_of_ambiguous(
        &self,
        at: usize,
        only: &Lexeme<'_>,
        word: &str,
        initial: bool,
        verb: bool,
    ) -> Option<Strength> {
        let previous = at.checked_sub(1).and_then(|i| self.lexemes.get(i));
        let next = self.lexemes.get(at + 1);
        if english::is_month_name(word) {
            let number = |l: Option<&Lexeme<'_>>| l.is_some_and(|l| matches!(l.kind, Kind::Number | Kind::Opaque));
            let month = previous.is_some_and(|l| english::precedes_month(&l.text.to_lowercase()));
            if month || number(next) || number(previous) {
                return None;
            }
        }
        if !initial {
            return Some(if self.heading { Strength::Latent } else { Strength::Named });
        }
        let addressed = next.is_some_and(|l| l.gap.starts_with(','));
        let coupled = next.is_some_and(|l| l.text == "and" && is_space(l.gap))
            && self.lexemes.get(at + 2).is_some_and(|l| matches!(l.kind, Kind::Cap | Kind::Initial) && l.text != "I");
        // "May was" may be the month, "Will may" is a name: either way only an entity of this name counts.
        let alone = self.lexemes.len() == 1;
        let subject = verb || addressed || coupled || alone || only.ending == Ending::Possessive;
        subject.then_some(Strength::Latent)
    }

    /// A word, or a hyphenated pair of words, that is no name.
    fn is_everyday(&self, lexeme: &Lexeme<'_>, word: &str) -> bool {
        let common = |w: &str| english::is_common(w);
        if common(word) || (lexeme.kind == Kind::AllCaps && word.strip_suffix('s').is_some_and(english::is_never)) {
            return true;
        }
        let mut parts = word.split(['-', '\u{2010}', '\u{2011}']).peekable();
        let first = parts.next().unwrap_or_default();
        parts.peek().is_some()
            && (common(first) || english::is_speaker_label(first))
            && parts.all(|p| common(p) || p.chars().all(char::is_numeric))
    }
}

impl std::fmt::Debug for Reader<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reader").field("text", &self.text).finish_non_exhaustive()
    }
}

fn starts_run(lexeme: &Lexeme<'_>) -> bool {
    matches!(lexeme.kind, Kind::Cap | Kind::AllCaps | Kind::Initial | Kind::Dotted)
}

fn is_space(gap: &str) -> bool {
    !gap.is_empty() && gap.chars().all(char::is_whitespace)
}

/// Whether two neighbours can be parts of one name.
fn joins(last: &Lexeme<'_>, next: &Lexeme<'_>) -> bool {
    if is_space(next.gap) {
        return true;
    }
    let word = last.text.to_lowercase();
    // "R. Klein", "Dr. Klein", "J.K. Rowling"; also without the space, "R.Klein".
    if let Some(rest) = next.gap.strip_prefix('.') {
        let abbreviated = matches!(last.kind, Kind::Initial | Kind::Dotted) || english::is_title(&word);
        return abbreviated && rest.chars().all(char::is_whitespace);
    }
    let ampersand = next.gap.trim() == "&" && next.gap.len() > 1;
    ampersand
        && matches!(
            next.text.to_lowercase().as_str(),
            "co" | "company" | "sons" | "daughters" | "brothers" | "bros" | "partners" | "associates"
        )
}

fn is_verb(word: &str) -> bool {
    english::is_verb(&word.to_lowercase().replace('’', "'"))
}

/// Small words that are acronyms when all their letters are capitals.
fn is_acronym_word(word: &str) -> bool {
    matches!(word, "us" | "it" | "who" | "am" | "pm" | "or" | "in" | "me" | "ai" | "hr" | "app")
}

/// Follow-up, T-shirt: a capital that belongs to a word, not to a name.
fn is_hyphenated_word(text: &str) -> bool {
    text.split(['-', '\u{2010}', '\u{2011}']).skip(1).any(|part| part.starts_with(char::is_lowercase))
}
