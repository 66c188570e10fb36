//! Words of a sentence and where another clause begins in it. No grammar: marks, joining words, subjects and verbs.

use super::english;
use super::language::{ENGLISH, listed};
use crate::names::chars;

/// What stands between a word and the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Mark {
    /// Nothing but white space, quotation marks and hyphens.
    None,
    /// A comma, bracket or dash: what follows may be an aside and go on with what was begun.
    Light,
    /// A colon, semicolon, full stop or a picture: something else begins.
    Full,
}

/// A word as it counts: lower case, typographic apostrophes made plain, contractions parted ("I'm" is "i" and "am"), and
/// spelt out where people leave the apostrophe away ("im", "dont").
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    pub text: String,
    /// First byte of what it was in the text.
    pub start: usize,
    /// The mark before it.
    pub mark: Mark,
    /// Whether it is written with a capital.
    pub capital: bool,
}

impl Word {
    /// Whether a mark stands before it.
    pub fn is_marked(&self) -> bool {
        self.mark != Mark::None
    }
}

/// The words of a part of a text that starts at byte `offset` of it. Linear in the part.
pub(super) fn words(part: &str, offset: usize) -> Vec<Word> {
    let mut out: Vec<Word> = Vec::new();
    let mut either = Vec::new();
    let mut at = 0;
    while let Some(from) = part.get(at..).and_then(|rest| rest.find(chars::is_word)).map(|i| at + i) {
        let rest = part.get(from..).unwrap_or_default();
        let mut end = from + rest.find(|c: char| !chars::is_word(c) && !chars::is_apostrophe(c)).unwrap_or(rest.len());
        let trimmed = part.get(from..end).unwrap_or_default().trim_end_matches(chars::is_apostrophe);
        end = from + trimmed.len();
        let mark = mark_of(part.get(at..from).unwrap_or_default(), out.last(), trimmed);
        let capital = trimmed.starts_with(char::is_uppercase);
        let plain = trimmed.to_lowercase().replace(chars::is_apostrophe, "'");
        // IM is a message and ID a card.
        let shouted = trimmed.len() > 1 && trimmed.chars().all(char::is_uppercase);
        let spelt = ENGLISH.spelt.binary_search_by(|(short, _)| (*short).cmp(&plain)).ok().filter(|_| !shouted);
        let spelt = spelt.and_then(|at| ENGLISH.spelt.get(at));
        let text = spelt.map_or(plain, |(_, whole)| (*whole).to_owned());
        let (head, tail) = part_contraction(&text);
        out.push(Word { text: head.to_owned(), start: offset + from, mark, capital });
        if let Some(tail) = tail {
            if text.ends_with("'d") {
                either.push(out.len());
            }
            out.push(Word { text: tail.to_owned(), start: offset + from, mark: Mark::None, capital: false });
        }
        at = end;
    }
    for at in either {
        if is_had(&out, at)
            && let Some(word) = out.get_mut(at)
        {
            word.text = "had".to_owned();
        }
    }
    out
}

/// The mark in the gap between two words.
fn mark_of(gap: &str, before: Option<&Word>, word: &str) -> Mark {
    let spaced = gap.contains(char::is_whitespace) || gap.contains(chars::is_quote);
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    // 1,000 and 12:30 are one thing each, and so are node.js and a.b/?c=d.
    let inside = !spaced && is_digit(before.and_then(|word| word.text.chars().last())) && is_digit(word.chars().next());
    let picture = |c: char| matches!(c, '\u{1F300}'..='\u{1FAFF}' | '\u{2600}'..='\u{27BF}');
    if gap.contains([';', '…']) || (spaced && gap.contains(['.', ':', '!', '?'])) || gap.contains(picture) {
        Mark::Full
    } else if (gap.contains(',') && !inside) || gap.contains(['(', ')', '–', '—']) || gap.contains(" - ") {
        Mark::Light
    } else {
        Mark::None
    }
}

/// "i'm" is "i" and "am"; "i'd" is "i" and "would" until what follows is seen.
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

/// Whether a 'd is "had": "I'd never been there", "she'd moved", and not "I'd say so".
fn is_had(words: &[Word], at: usize) -> bool {
    let rest = words.get(at + 1..).unwrap_or_default();
    let next = rest.iter().find(|word| !listed(ENGLISH.intention_adverbs, &word.text)).map_or("", |word| &word.text);
    next == "better" || next == "been" || is_past(next)
}

/// Whether a verb is in a past form that is no base form too: "moved", "went", not "say" or "quit".
fn is_past(word: &str) -> bool {
    let regular = word.len() > 4 && word.ends_with("ed") && !word.ends_with("eed") && word != "hundred";
    let listed = english::is_verb(word) && !word.ends_with('s') && !word.ends_with("n't");
    regular || (listed && !matches!(word, "lay" | "quit" | "say" | "found" | "fell" | "saw") && !is_modal(word))
}

fn is_modal(word: &str) -> bool {
    matches!(word, "can" | "could" | "may" | "might" | "must" | "should" | "will" | "would")
}

/// Whether a word is no base form of a verb, so that it cannot follow "will": "lives", "moved", "is", "can't".
pub(super) fn is_inflected(word: &str) -> bool {
    is_past(word)
        || is_modal(word)
        || (english::is_verb(word) && word.ends_with('s'))
        || word.ends_with("n't")
        || matches!(word, "am" | "are" | "were")
}

/// Whether a word is a verb that a subject has before it: "lives", "moved", "is", "can't"; no base form.
pub(super) fn is_finite(word: &str) -> bool {
    english::is_verb(word)
        || is_past(word)
        || word.ends_with("n't")
        || matches!(word, "am" | "are" | "been" | "have" | "were" | "he's" | "she's" | "it's" | "that's" | "there's")
}

/// Whether a clause of its own begins at a word: "that …", "she …", "Ana lives", "my sister has moved".
pub(super) fn clause_at(words: &[Word], at: usize) -> bool {
    /// A subject has no more words.
    const LONGEST: usize = 5;
    let Some(first) = words.get(at) else { return false };
    if matches!(first.text.as_str(), "that" | "how" | "if" | "whether" | "where" | "why" | "there's" | "there") {
        return true;
    }
    let nominative =
        matches!(first.text.as_str(), "he" | "i" | "she" | "they" | "we" | "he's" | "she's" | "it's" | "that's");
    let end = words.len().min(at + 1 + LONGEST);
    let rest = words.get(at + 1..end).unwrap_or_default();
    nominative
        || rest
            .iter()
            .take_while(|word| {
                !word.is_marked() && !matches!(word.text.as_str(), "and" | "or" | "that" | "which" | "who")
            })
            .any(|word| is_finite(&word.text))
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
        let begins = (joint && (subject(at + 1) || word.is_marked())) || (word.is_marked() && subject(at));
        if begins {
            out.push(at);
        }
    }
    out
}

/// Whether some words stand at a place, one after the other without a mark between.
pub(super) fn phrase_at(words: &[Word], at: usize, phrase: &str) -> bool {
    let mut rest = words.get(at..).unwrap_or_default().iter();
    phrase
        .split(' ')
        .enumerate()
        .all(|(nth, part)| rest.next().is_some_and(|word| word.text == part && (nth == 0 || !word.is_marked())))
}
