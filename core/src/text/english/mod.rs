//! The word lists of English, the first language of the recogniser.
//!
//! Only lists and lookups; the rules are in [`super::recognise`] and [`super::sentences`]. Another language is another
//! folder like this one. All words are given in lower case. The lists are conservative on purpose: a word too many here
//! loses a question, a word too few asks a silly one, and neither ever links anything wrongly.

mod context;
pub(super) mod intentions;
pub(super) mod measures;
pub(super) mod persons;
pub(super) mod pronouns;
pub(super) mod speech;
mod words;

use crate::names::short_forms;

fn listed(table: &[&str], word: &str) -> bool {
    table.binary_search(&word).is_ok()
}

/// A word that is no name by itself, wherever it stands.
pub(super) fn is_common(word: &str) -> bool {
    is_function(word) || is_verbal(word) || is_noun(word) || is_never(word)
}

/// A word that is no part of a name either.
pub(super) fn is_function(word: &str) -> bool {
    listed(words::FUNCTION, word)
}

/// A verb or other word that starts a sentence.
pub(super) fn is_verbal(word: &str) -> bool {
    listed(words::COMMON, word)
}

/// An everyday noun or adjective, often a part of a name.
pub(super) fn is_noun(word: &str) -> bool {
    listed(words::NOUNS, word)
}

/// A word that names nothing by itself: days, pronouns, relation and head nouns, roles, speaker labels.
pub(super) fn is_never(word: &str) -> bool {
    listed(words::NEVER, word)
}

/// A word that is also a name: Will, Grace, Mark, May.
pub(super) fn is_ambiguous(word: &str) -> bool {
    listed(words::AMBIGUOUS, word)
}

/// Months that are also given names.
pub(super) fn is_month_name(word: &str) -> bool {
    matches!(word, "april" | "august" | "june" | "may")
}

/// Words after which a month is a month.
pub(super) fn precedes_month(word: &str) -> bool {
    matches!(
        word,
        "in" | "since"
            | "by"
            | "until"
            | "till"
            | "last"
            | "next"
            | "this"
            | "every"
            | "each"
            | "early"
            | "mid"
            | "late"
            | "of"
            | "during"
            | "through"
            | "before"
            | "after"
            | "from"
            | "between"
            | "for"
            | "around"
    )
}

/// Who speaks, in transcripts.
pub(super) fn is_speaker_label(word: &str) -> bool {
    matches!(
        word,
        "agent"
            | "assistant"
            | "bot"
            | "caller"
            | "guest"
            | "host"
            | "human"
            | "moderator"
            | "narrator"
            | "participant"
            | "person"
            | "speaker"
            | "unknown"
            | "user"
    )
}

/// Days and months, also as the last word of a run ("Ravi Monday").
pub(super) fn is_calendar(word: &str) -> bool {
    matches!(
        word,
        "monday"
            | "tuesday"
            | "wednesday"
            | "thursday"
            | "friday"
            | "saturday"
            | "sunday"
            | "january"
            | "february"
            | "march"
            | "july"
            | "september"
            | "october"
            | "november"
            | "december"
    )
}

/// Ambiguous words that are verbs of asking or doing: before a given name they are not part of it (Mark Ravi as done).
pub(super) fn is_verb_name(word: &str) -> bool {
    matches!(
        word,
        "bill"
            | "chase"
            | "drew"
            | "grant"
            | "hope"
            | "mark"
            | "may"
            | "pat"
            | "rob"
            | "skip"
            | "sue"
            | "target"
            | "will"
            | "win"
            | "zoom"
            | "slack"
            | "box"
    )
}

/// Modal words that a question starts with and that are names too.
pub(super) fn is_modal_name(word: &str) -> bool {
    matches!(word, "may" | "will")
}

/// A word that a subject is followed by.
pub(super) fn is_verb(word: &str) -> bool {
    listed(context::VERBS, word)
}

/// An adjective of nation, language or faith.
pub(super) fn is_nation(word: &str) -> bool {
    listed(context::NATIONS, word)
}

/// A role or relation before a name: President, Aunt.
pub(super) fn is_role(word: &str) -> bool {
    listed(context::ROLES, word)
}

/// A title before a name: Dr, Mrs. Without its dot.
pub(super) fn is_title(word: &str) -> bool {
    listed(context::TITLES, word)
}

/// An abbreviation that is written with a full stop. Without the last one.
pub(super) fn is_abbreviation(word: &str) -> bool {
    listed(context::ABBREVIATIONS, word)
}

/// A noun that goes on with "of" inside a name.
pub(super) fn is_head(word: &str) -> bool {
    listed(context::HEADS, word)
}

/// What a number counts.
pub(super) fn is_unit(word: &str) -> bool {
    listed(context::UNITS, word)
}

/// A function word of German.
pub(super) fn is_german(word: &str) -> bool {
    listed(context::GERMAN, word)
}

/// A known given name, full or short.
pub(super) fn is_given_name(word: &str) -> bool {
    listed(context::GIVEN, word) || short_forms::is_given_name(word)
}

/// A common given name of any country; fewer than [`is_given_name`] knows, and no family names among them.
pub(super) fn is_usual_given_name(word: &str) -> bool {
    listed(context::GIVEN, word)
}

/// Endings of nouns that are made from other words; such a word at the start of a sentence is no name.
pub(super) fn has_noun_ending(word: &str) -> bool {
    word.len() > 5
        && [
            "tion", "sion", "ment", "ness", "ance", "ence", "ship", "ism", "ings", "ing", "ity", "ly", "ful", "less",
            "able",
        ]
        .iter()
        .any(|ending| word.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        for table in [
            words::FUNCTION,
            words::COMMON,
            words::NOUNS,
            words::NEVER,
            words::AMBIGUOUS,
            context::VERBS,
            context::NATIONS,
            context::ROLES,
            context::TITLES,
            context::ABBREVIATIONS,
            context::HEADS,
            context::UNITS,
            context::GERMAN,
            context::GIVEN,
        ] {
            for pair in table.windows(2) {
                assert!(pair[0] < pair[1], "{pair:?}");
            }
        }
    }
}
