//! Judging one part of a capitalised run: what belongs to the name, and how sure it is one.
//!
//! Each rule leaves something out or makes it doubtful; none makes a name of a word without a capital. Which
//! runs there are is the matter of [`super::recognise`].

use std::ops::Range;

use super::lexer::{Ending, Kind, Lexeme};
use super::recognise::{Reader, is_acronym_word, is_space};
use super::{Found, Strength, english};
use crate::names::{chars, is_designator, titles};

/// A longer span, in bytes, is no name.
const LONGEST: usize = 120;
/// A span of more words is no name.
const MOST_WORDS: usize = 6;
/// No more words than this are trimmed off a part, which keeps a hostile text linear.
const MOST_TRIMMED: usize = 10;

impl Reader<'_> {
    /// Trims a part of a run and, if what is left reads as a name, adds it to `out`.
    pub(super) fn judge(&self, part: Range<usize>, out: &mut Vec<Found>) {
        if part.len() > MOST_WORDS + MOST_TRIMMED {
            return;
        }
        let mut part = part;
        let mut titled = false;
        let mut title = None;
        let mut initial = self.is_initial(part.start);
        loop {
            let before = part.start;
            self.trim_front(&mut part, &mut titled, initial);
            if part.start == before {
                break;
            }
            title = self.lexemes.get(before).filter(|l| english::is_title(&l.text.to_lowercase()));
            initial = false;
        }
        self.trim_back(&mut part);
        let Some(strength) = self.strength(part.clone(), initial, titled) else { return };
        let (Some(first), Some(last)) = (self.lexemes.get(part.start), self.lexemes.get(part.end.wrapping_sub(1)))
        else {
            return;
        };
        // The dot of an initial belongs to the name; the one after "Plan B" or "Elizabeth I" ends the sentence.
        let before = part.len().checked_sub(2).and_then(|i| self.lexemes.get(part.start + i));
        let designated = before.is_some_and(|l| is_designator(&l.text.to_lowercase()));
        let initial = last.kind == Kind::Initial && last.text != "I" && !designated && strength == Strength::Named;
        let end = last.end + usize::from(last.dot && (initial || last.kind == Kind::Dotted));
        // Mr. Klein and Mrs. Klein are two: a title before a lone name belongs to it. Before a whole name it tells nothing.
        let start = title.filter(|_| part.len() == 1).map_or(first.start, |title| title.start);
        if end - start <= LONGEST && part.len() <= MOST_WORDS {
            out.push(Found { start, end, strength });
        }
    }

    /// Takes one thing off the front that is not part of the name.
    fn trim_front(&self, part: &mut Range<usize>, titled: &mut bool, initial: bool) {
        let Some(first) = self.lexemes.get(part.start).filter(|_| part.len() > 1) else { return };
        let word = first.text.to_lowercase();
        let title = (english::is_title(&word) && (first.dot || first.kind == Kind::Cap)) || english::is_role(&word);
        *titled |= title;
        if title
            || first.kind == Kind::Lower
            || english::is_calendar(&word)
            || self.is_verb_before(part, &word, initial)
            || (first.kind == Kind::Initial && !first.dot && matches!(first.text, "A" | "I" | "O"))
        {
            part.start += 1;
        }
    }

    /// Whether the first word of a part is a verb or an everyday word before the name: "Call Ana", "Happy Birthday
    /// Ana", "Mark Ravi as done", "Will Zorblatt come?".
    fn is_verb_before(&self, part: &Range<usize>, word: &str, initial: bool) -> bool {
        let rest = self.lexemes.get(part.start + 1..part.end).unwrap_or_default();
        let mut words = rest.iter().map(|l| l.text.to_lowercase());
        if english::is_verb_name(word) {
            let asked = self.question && english::is_modal_name(word);
            return initial && (asked || (rest.len() == 1 && words.all(|w| english::is_usual_given_name(&w))));
        }
        let mut given_next = || words.find(|w| !english::is_common(w)).is_some_and(|w| english::is_given_name(&w));
        (english::is_verbal(word) && initial) || (english::is_common(word) && given_next())
    }

    /// Takes off the end what is not part of the name: "Ravi Monday", "Ana Silva PhD".
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
        at == 0
            || numbered
            || lexeme.gap.contains([':', '•', '>', '|', '!', '?', '…'])
            || lexeme.gap.contains(chars::is_quote)
    }

    /// What a trimmed part is: a name, perhaps one, or none.
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
        let says_nothing =
            |(l, word): (&Lexeme<'_>, &String)| rest_counts(l) || self.is_everyday(l, word) || english::is_nation(word);
        if lexemes.iter().zip(&words).all(says_nothing) {
            // "Plan B", "Phase 2", "Quick Question"; "Team Meeting"
            let pointed = lexemes.iter().any(rest_counts) || !words.iter().all(|w| english::is_never(w));
            return pointed.then_some(Strength::Latent);
        }
        let own = |(l, word): (&Lexeme<'_>, &String)| capital(&l) && !english::is_nation(word);
        if !lexemes.iter().zip(&words).any(own) || self.shouting || (self.heading && !known) {
            return Some(Strength::Latent);
        }
        Some(Strength::Named)
    }

    fn strength_of_one(&self, at: usize, only: &Lexeme<'_>, initial: bool, titled: bool) -> Option<Strength> {
        let word = only.text.to_lowercase();
        match only.kind {
            Kind::Cap => {}
            Kind::AllCaps | Kind::Dotted
                if !self.is_everyday(only, &word) || (!self.shouting && is_acronym_word(&word)) =>
            {
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
        if self.german && english::is_german(&word) {
            return None;
        }
        let next = self.lexemes.get(at + 1);
        let follower = next.filter(|l| l.kind == Kind::Lower && is_space(l.gap)).map(|l| l.text);
        let verb = only.ending == Ending::Contracted || follower.is_some_and(is_verb);
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
        // "Parol toured"; but "Dumped" and "Amplification failed" are no names, and "Critics said" is a plural.
        let acted = verb || follower.is_some_and(|f| is_past_form(f) && !is_past_form(&word));
        let plural = word.ends_with('s') && !word.ends_with("ss") && !follower.is_some_and(is_singular_form);
        let named = possessed || (acted && !plural);
        let named = named && !english::has_noun_ending(&word);
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

fn is_verb(word: &str) -> bool {
    english::is_verb(&word.to_lowercase().replace('’', "'"))
}

/// A form of a verb that only a singular subject takes: says, is, was, has.
fn is_singular_form(word: &str) -> bool {
    matches!(word, "isn't" | "wasn't" | "hasn't" | "doesn't") || (word.ends_with('s') && is_verb(word))
}

/// A regular past form of a verb.
fn is_past_form(word: &str) -> bool {
    word.len() > 4 && word.ends_with("ed") && !word.ends_with("eed")
}

/// Follow-up, T-shirt: a capital that belongs to a word, not to a name.
fn is_hyphenated_word(text: &str) -> bool {
    text.split(['-', '\u{2010}', '\u{2011}']).skip(1).any(|part| part.starts_with(char::is_lowercase))
}
