//! Words of a sentence and where another clause begins in it. No grammar: marks, joining words and subjects.

use super::english;
use super::language::{ENGLISH, listed};
use crate::names::chars;

/// A word as it counts: lower case, typographic apostrophes made plain, contractions parted ("I'm" is "i" and "am").
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    pub text: String,
    /// First byte of what it was in the text.
    pub start: usize,
    /// Whether a mark stands before it.
    pub marked: bool,
    /// Whether it is written with a capital.
    pub capital: bool,
}

/// The words of a part of a text that starts at byte `offset` of it.
pub(super) fn words(part: &str, offset: usize) -> Vec<Word> {
    let mut out: Vec<Word> = Vec::new();
    let mut at = 0;
    while let Some(from) = part.get(at..).and_then(|rest| rest.find(chars::is_word)).map(|i| at + i) {
        let rest = part.get(from..).unwrap_or_default();
        let mut end = from + rest.find(|c: char| !chars::is_word(c) && !chars::is_apostrophe(c)).unwrap_or(rest.len());
        let trimmed = part.get(from..end).unwrap_or_default().trim_end_matches(chars::is_apostrophe);
        end = from + trimmed.len();
        let marked =
            part.get(at..from).is_some_and(|gap| gap.contains([',', ';', ':', '(', ')', '–', '—', '.', '!', '?']));
        let capital = trimmed.starts_with(char::is_uppercase);
        let text = trimmed.to_lowercase().replace(chars::is_apostrophe, "'");
        let (head, tail) = part_contraction(&text);
        out.push(Word { text: head.to_owned(), start: offset + from, marked, capital });
        if let Some(tail) = tail {
            out.push(Word { text: tail.to_owned(), start: offset + from, marked: false, capital: false });
        }
        at = end;
    }
    out
}

/// "i'm" is "i" and "am"; "i'd" is "i" and "would", which "had" never matters for here.
fn part_contraction(word: &str) -> (&str, Option<&'static str>) {
    let Some((head, ending)) = word.rsplit_once('\'') else { return (word, None) };
    let whole = match ending {
        "m" => "am",
        "d" => "would",
        "ll" => "will",
        "ve" => "have",
        "re" => "are",
        _ => return (word, None),
    };
    (head, Some(whole))
}

/// Where clauses begin, as places in `words`: at the start; at a joining word or a mark, if a subject follows.
pub(super) fn clause_starts(words: &[Word]) -> Vec<usize> {
    let mut out = vec![0];
    for (at, word) in words.iter().enumerate().skip(1) {
        let joint = listed(ENGLISH.joints, &word.text);
        let subject = |at: usize| {
            // A name is one before a verb only: "and Ana left", but "Deno and Go".
            let acts = || words.get(at + 1).is_some_and(|w| english::is_verb(&w.text) || w.text.ends_with("ed"));
            words.get(at).is_some_and(|w| listed(ENGLISH.subjects, &w.text) || (w.capital && acts()))
        };
        let begins = (joint && (subject(at + 1) || word.marked)) || (word.marked && subject(at));
        if begins {
            out.push(at);
        }
    }
    out
}
