//! The words by which a language refers, hedges, asks and counts.
//!
//! Only tables: a rule is written once, over any language's tables, so that another language is a table and no code.
//! English is the only one yet.

use super::english::{intentions, measures, pronouns, speech};
use super::pronouns::PronounClass;

/// A language, as the tables that the rules on references read.
#[derive(Debug)]
pub(super) struct Language {
    /// Personal pronouns, lower case, sorted by word.
    pub(super) pronouns: &'static [(&'static str, PronounClass)],
    /// Pronouns that in capitals are abbreviations, as they are then written.
    pub(super) capitals: &'static [&'static str],
    /// Words after which the first-person "I" is a numeral. Sorted.
    pub(super) numbered: &'static [&'static str],
    /// Words after which "mine" is a noun. Sorted.
    pub(super) dug: &'static [&'static str],
    /// Small numbers as words, lower case, with their digits.
    pub(super) numbers: &'static [(&'static str, &'static str)],
    /// Words that multiply a number by a power of ten.
    pub(super) scales: &'static [(&'static str, usize)],
    /// Words for the minus sign.
    pub(super) minus: &'static [&'static str],
    /// Units, each as all its names in lower case.
    pub(super) units: &'static [&'static [&'static str]],
    /// Names of money that may stand before the number.
    pub(super) money: &'static [&'static str],
    /// What says that something is tried or meant, after the first person.
    pub(super) intentions: &'static [&'static str],
    /// Nouns that do. Sorted.
    pub(super) intention_nouns: &'static [&'static str],
    /// Words between the first person and its verb. Sorted.
    pub(super) intention_adverbs: &'static [&'static str],
    /// Beginnings of words in a predicate that keeps an intention.
    pub(super) intention_keepers: &'static [&'static str],
    /// Words that join clauses. Sorted.
    pub(super) joints: &'static [&'static str],
    /// Words that can be a clause's subject, beside names. Sorted.
    pub(super) subjects: &'static [&'static str],
    /// Verbs that a question turns before its subject. Sorted.
    pub(super) asking_verbs: &'static [&'static str],
    /// Words that ask, before such a verb. Sorted.
    pub(super) asking_words: &'static [&'static str],
    /// Words that ask by themselves. Sorted.
    pub(super) asking_whole: &'static [&'static str],
    /// Words that a question may be about. Sorted.
    pub(super) askable: &'static [&'static str],
    /// Parts that ask.
    pub(super) asked: &'static [&'static str],
    /// Words before which something still begins. Sorted.
    pub(super) lead_ins: &'static [&'static str],
    /// Verbs that open a request. Sorted.
    pub(super) requests: &'static [&'static str],
    /// Parts that request.
    pub(super) requested: &'static [&'static str],
    /// Words before what an order is about. Sorted.
    pub(super) ordered_things: &'static [&'static str],
    /// Words that suppose. Sorted.
    pub(super) supposing: &'static [&'static str],
    /// Parts that suppose.
    pub(super) supposed: &'static [&'static str],
    /// Parts that wish and do not suppose.
    pub(super) wishes: &'static [&'static str],
    /// Verbs of the first person's opinion. Sorted.
    pub(super) opining: &'static [&'static str],
    /// Verbs of somebody's opinion, before a clause. Sorted.
    pub(super) opinions: &'static [&'static str],
    /// Words that make hearsay. Sorted.
    pub(super) hearsay: &'static [&'static str],
    /// Verbs that report what somebody says. Sorted.
    pub(super) reporting: &'static [&'static str],
    /// Verbs that report only beside a clause. Sorted.
    pub(super) telling: &'static [&'static str],
    /// Parts with such a verb that report nothing.
    pub(super) said_by_the_way: &'static [&'static str],
    /// Words that open what says when or where. Sorted.
    pub(super) settings: &'static [&'static str],
    /// What is written without its apostrophe, and with it. Sorted.
    pub(super) spelt: &'static [(&'static str, &'static str)],
    /// Words that deny what follows. Sorted.
    pub(super) denials: &'static [&'static str],
    /// Words behind them that make them deny nothing. Sorted.
    pub(super) undenied: &'static [&'static str],
    /// Words behind them after which something holds again. Sorted.
    pub(super) instead: &'static [&'static str],
    /// Words in a predicate that deny. Sorted.
    pub(super) denying: &'static [&'static str],
    /// Beginnings of such words.
    pub(super) denying_starts: &'static [&'static str],
}

/// English.
pub(super) static ENGLISH: Language = Language {
    pronouns: pronouns::PRONOUNS,
    capitals: pronouns::CAPITALS,
    numbered: pronouns::NUMBERED,
    dug: pronouns::DUG,
    numbers: measures::NUMBERS,
    scales: measures::SCALES,
    minus: measures::MINUS,
    units: measures::UNITS,
    money: measures::MONEY,
    intentions: intentions::MARKERS,
    intention_nouns: intentions::NOUNS,
    intention_adverbs: intentions::ADVERBS,
    intention_keepers: intentions::KEEPERS,
    joints: intentions::JOINTS,
    subjects: intentions::SUBJECTS,
    asking_verbs: speech::ASKING_VERBS,
    asking_words: speech::ASKING_WORDS,
    asking_whole: speech::ASKING_WHOLE,
    askable: speech::ASKABLE,
    asked: speech::ASKED,
    lead_ins: speech::LEAD_INS,
    requests: speech::REQUESTS,
    requested: speech::REQUESTED,
    ordered_things: speech::ORDERED_THINGS,
    supposing: speech::SUPPOSING,
    supposed: speech::SUPPOSED,
    wishes: speech::WISHES,
    opining: speech::OPINING,
    opinions: speech::OPINIONS,
    hearsay: speech::HEARSAY,
    reporting: speech::REPORTING,
    telling: speech::TELLING,
    said_by_the_way: speech::SAID_BY_THE_WAY,
    settings: speech::SETTINGS,
    spelt: speech::SPELT,
    denials: speech::DENIALS,
    undenied: speech::UNDENIED,
    instead: speech::INSTEAD,
    denying: speech::DENYING,
    denying_starts: speech::DENYING_STARTS,
};

/// Whether a word is in a sorted list.
pub(super) fn listed(table: &[&str], word: &str) -> bool {
    table.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::english::persons;

    #[test]
    fn what_is_looked_up_is_sorted() {
        let e = &ENGLISH;
        let lists = [
            e.numbered,
            e.dug,
            e.intention_nouns,
            e.intention_adverbs,
            e.joints,
            e.subjects,
            e.asking_verbs,
            e.asking_words,
            e.asking_whole,
            e.askable,
            e.lead_ins,
            e.requests,
            e.ordered_things,
            e.supposing,
            e.opining,
            e.opinions,
            e.hearsay,
            e.reporting,
            e.telling,
            e.settings,
            e.denials,
            e.undenied,
            e.instead,
            e.denying,
            persons::HE,
            persons::SHE,
            persons::SOMEBODY,
            persons::GROUPS,
            persons::NO_PERSON,
            persons::BEFORE_PLACES,
            persons::STARTS_CLAUSE,
            persons::EMPTY_VERBS,
            persons::EMPTY_AFTER_BE,
            persons::HEDGES,
            persons::MOVED,
        ];
        for list in lists {
            for pair in list.windows(2) {
                assert!(pair[0] < pair[1], "{pair:?}");
            }
        }
        assert!(e.spelt.windows(2).all(|pair| pair[0].0 < pair[1].0));
        assert!(e.pronouns.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }
}
