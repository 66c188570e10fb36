//! The recogniser: which spans of a text read as names.
//!
//! It looks at the text alone, never at the memory, so that the order in which things arrive cannot matter. It is a
//! list of rules over capitals, not a model, and each rule is for leaving something out: what is doubtful is
//! [`Strength::Latent`] (a mention only if an entity holds exactly this name) or nothing. English first; scripts
//! without case give nothing. It creates nothing. Source: DESIGN §4, cases FC-09 and FC-25.
//!
//! The steps: [`super::lexer`] makes lexemes; capitalised runs are collected within a sentence; a run is cut where a
//! function word stands; [`super::judge`] trims each part and says what it is.

use std::ops::Range;

use super::lexer::{Ending, Kind, Lexeme, lex};
use super::{Found, Sentence, Strength, english, sentences};
use crate::names::{is_designator, legal_forms, titles};

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

/// One sentence being read.
pub(super) struct Reader<'a> {
    pub(super) lexemes: &'a [Lexeme<'a>],
    pub(super) question: bool,
    pub(super) shouting: bool,
    pub(super) heading: bool,
    pub(super) german: bool,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, sentence: Sentence, lexemes: &'a [Lexeme<'a>]) -> Self {
        let count = |kind| lexemes.iter().filter(|l| l.kind == kind).count();
        let (caps, lower, all_caps) = (count(Kind::Cap), count(Kind::Lower), count(Kind::AllCaps));
        let content = lexemes.iter().any(|l| l.kind == Kind::Lower && !english::is_function(l.text));
        let everyday = |l: &&Lexeme<'_>| l.kind == Kind::Cap && english::is_common(&l.text.to_lowercase());
        let whole = text.get(sentence.start..sentence.end).unwrap_or_default();
        Self {
            lexemes,
            question: whole.ends_with('?'),
            shouting: all_caps >= 3 && caps == 0 && lower == 0,
            // Every word that counts has a capital, also everyday ones beyond the first.
            heading: caps >= 3
                && !content
                && !whole.ends_with(['.', '!', '?'])
                && lexemes.iter().skip(1).filter(everyday).count() >= 2,
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
                let after_particle = ahead > end || titles::is_particle(&last.text.to_lowercase());
                let particle = if ahead == end && !after_particle {
                    matches!(
                        word.text,
                        "van"
                            | "von"
                            | "de"
                            | "del"
                            | "della"
                            | "di"
                            | "da"
                            | "dos"
                            | "das"
                            | "du"
                            | "al"
                            | "el"
                            | "bin"
                            | "bint"
                            | "ibn"
                            | "ter"
                            | "vom"
                            | "zu"
                            | "zur"
                            | "af"
                            | "av"
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

    /// Whether an A or I is a letter of the name and no article or pronoun: "Rev A", "World War I", "A. Klein".
    fn letter_belongs(&self, run: &Range<usize>, at: usize) -> bool {
        let dotted = self.lexemes.get(at).is_some_and(|l| l.dot);
        if at == run.start {
            return dotted && run.len() > 1;
        }
        let designated =
            self.lexemes.get(at - 1).is_some_and(|l| l.text.len() > 1 && is_designator(&l.text.to_lowercase()));
        let ends = at + 1 == run.end
            && self.lexemes.get(at + 1).is_none_or(|l| !is_space(l.gap) || l.text == "of" || l.kind == Kind::Opaque);
        dotted || designated || ends
    }

    /// Cuts a run where a word stands that is no part of a name, and judges each part.
    fn cut(&self, run: Range<usize>, out: &mut Vec<Found>) {
        let mut start = run.start;
        for at in run.clone() {
            let cuts = self.lexemes.get(at).is_some_and(|l| {
                let word = l.text.to_lowercase();
                let capital = starts_run(l);
                let function =
                    english::is_function(&word) && !(l.kind == Kind::Initial && self.letter_belongs(&run, at));
                let shouted = self.shouting && (english::is_common(&word) || english::is_verb(&word));
                capital
                    && (function || shouted)
                    && !(l.kind == Kind::AllCaps && !self.shouting && is_acronym_word(&word))
            });
            if cuts {
                self.judge(start..at, out);
                start = at + 1;
            }
        }
        self.judge(start..run.end, out);
    }
}

fn starts_run(lexeme: &Lexeme<'_>) -> bool {
    matches!(lexeme.kind, Kind::Cap | Kind::AllCaps | Kind::Initial | Kind::Dotted)
}

pub(super) fn is_space(gap: &str) -> bool {
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
        let form = english::is_abbreviation(&word) && legal_forms::is_legal_form(next.text); // Co. KG
        let abbreviated = matches!(last.kind, Kind::Initial | Kind::Dotted) || english::is_title(&word) || form;
        return abbreviated && rest.chars().all(char::is_whitespace);
    }
    let ampersand = next.gap.trim() == "&" && next.gap.len() > 1;
    ampersand
        && matches!(
            next.text.to_lowercase().as_str(),
            "co" | "company" | "sons" | "daughters" | "brothers" | "bros" | "partners" | "associates"
        )
}

/// Small words that are acronyms when all their letters are capitals.
pub(super) fn is_acronym_word(word: &str) -> bool {
    matches!(word, "us" | "it" | "who" | "am" | "pm" | "or" | "in" | "me" | "ai" | "hr" | "app" | "vs")
}
