//! Legal forms of companies, dropped from the folded key and the tokens.
//!
//! A form is dropped only at the end (Acme **Inc**), for some at the start (**ООО** Ромашка), and only while
//! something with a letter or digit remains: a firm called "AG" stays "ag". Because only white space sets a
//! spelled form apart, a folded key (which has none) is never stripped twice. Forms that are glued to the name in
//! Chinese, Japanese and Korean are listed apart.
//!
//! Not a form: شركة ("company", a common noun of names), "Group", "Holding", "Studio": they tell firms apart.
//! Sources: the ISO 20275 list of entity legal forms, reduced to the written abbreviations in common use.

use std::ops::Range;

use smallvec::SmallVec;

/// Forms after the name; dots, commas, brackets, slashes and quotation marks taken out. Sorted.
#[rustfmt::skip]
static AFTER: &[&str] = &[
    "ab", "ag", "aps", "as", "asa", "asbl", "bhd", "bv", "bvba", "cjsc", "company", "corp", "corporation", "cyf",
    "doo", "dooel", "eingetragenerverein", "eireli", "eirl", "eood", "epe", "eurl", "fzc", "fzco", "fze", "fzllc",
    "gbr", "gesmbh", "ggmbh", "gie", "gmbh", "hf", "inc", "incorporated", "ivs", "jsc", "kda", "kft", "kg", "kgaa",
    "kk", "kkt", "lc", "lda", "limited", "limitee", "llc", "lllp", "llp", "lp", "ltd", "ltda", "ltee", "mbb", "mbh",
    "nv", "nyrt", "oaosf", "ohg", "ojsc", "ood", "ooo", "oy", "oyj", "partg", "partgmbb", "pbc", "pjsc", "plc",
    "pllc", "pte", "pty", "publ", "pvt", "sapi", "sarl", "sasu", "scop", "scrl", "sdn", "se", "sgps", "sl", "slu",
    "snc", "spj", "spk", "sprl", "spzoo", "srl", "sro", "ssc", "sti", "tbk", "uab", "ug", "ulc", "vof", "vzw", "wll",
    "yk", "zao", "zrt", "αβεε", "αε", "επε", "ικε", "οε", "ад", "ао", "гмбх", "дд", "доо", "еад", "еоод", "зао", "ип",
    "оао", "од", "оод", "ооо", "пао", "пат", "прат", "пт", "тов", "тоо", "בעמ", "חפ", "ذمم", "شذمم", "شمل", "شمم",
];

/// Forms that are also words, surnames or initials: only with dots (S.p.A., not "Day Spa"; José Sá), or joined on by
/// an "&" (Smith & Co). Sorted.
#[rustfmt::skip]
static AFTER_DOTTED: &[&str] = &[
    "ad", "ae", "ans", "bt", "ca", "co", "cv", "da", "eg", "ek", "ev", "gk", "ks", "oe", "ou", "pao", "pc", "rt",
    "sa", "sac", "sas", "sau", "sc", "sca", "scs", "sia", "spa",
];

/// Forms before the name. Sorted.
#[rustfmt::skip]
static BEFORE: &[&str] = &[
    "ooo", "pt", "uab", "zao", "ад", "ао", "зао", "ип", "оао", "ооо", "пао", "пат", "прат", "тов", "тоо",
];

/// Forms of several words after the name, longest first.
static AFTER_WORDS: &[&[&str]] = &[
    &["s", "de", "rl", "de", "cv"],
    &["sa", "de", "cv"],
    &["sapi", "de", "cv"],
    &["sp", "z", "oo"],
    &["ug", "haftungsbeschrankt"],
    &["kabushiki", "kaisha"],
    &["yugen", "kaisha"],
    &["godo", "kaisha"],
    &["private", "limited"],
    &["public", "limited"],
    &["spol", "s", "ro"],
];

/// Forms glued to either end of a Chinese, Japanese or Korean name, after NFKC (㈱ is `(株)`); longest first where
/// one ends another.
#[rustfmt::skip]
static UNSPACED: &[&str] = &[
    "股份有限公司", "有限責任公司", "有限责任公司", "有限公司", "株式会社", "株式會社", "有限会社", "合同会社", "合資会社",
    "合名会社", "(株)", "(有)", "(同)", "주식회사", "유한회사", "(주)", "(유)",
];

/// A word reduced for lookup; `None` when it is too long to be a form.
fn reduced(word: &str) -> Option<(SmallVec<[u8; 32]>, bool)> {
    if word.len() > 32 {
        return None;
    }
    let mut dotted = false;
    let mut out = SmallVec::new();
    for byte in word.bytes() {
        match byte {
            b'.' | b'/' => dotted = true,
            b',' | b';' | b'(' | b')' | b'"' | b'-' => {}
            _ => out.push(byte),
        }
    }
    Some((out, dotted))
}

fn listed(table: &[&str], word: &[u8]) -> bool {
    table.binary_search_by(|entry| entry.as_bytes().cmp(word)).is_ok()
}

fn is_after(word: &[u8], dotted: bool) -> bool {
    listed(AFTER, word) || (dotted && listed(AFTER_DOTTED, word))
}

/// Whether this one word is a legal form that stands after a name. Any spelling of case and dots that the
/// exact key leaves.
pub fn is_legal_form(word: &str) -> bool {
    let word = super::keys::loose(&super::exact_key(word));
    reduced(&word).is_some_and(|(bytes, dotted)| is_after(&bytes, dotted))
}

fn is_connective(word: &str) -> bool {
    matches!(word, "&" | "+" | "and" | "und" | "et" | ",")
}

fn visible(words: &[&str]) -> bool {
    words.iter().any(|w| w.chars().any(char::is_alphanumeric))
}

/// Which of the words are the name itself.
pub(super) fn strip_words(words: &[&str]) -> Range<usize> {
    let mut range = 0..words.len();
    while let Some(n) = ending(words.get(range.clone()).unwrap_or_default()) {
        range.end -= n;
        // "Smith & Co", "GmbH & Co. KG"
        while range.len() > 1 && words.get(range.end - 1).is_some_and(|w| is_connective(w)) {
            range.end -= 1;
        }
    }
    while range.len() > 1 {
        let first = words.get(range.start).copied().unwrap_or_default();
        let is_form = reduced(first).is_some_and(|(bytes, _)| listed(BEFORE, &bytes));
        if !is_form || !visible(words.get(range.start + 1..range.end).unwrap_or_default()) {
            break;
        }
        range.start += 1;
    }
    range
}

/// How many words at the end make up one legal form, if what is left is still a name.
fn ending(words: &[&str]) -> Option<usize> {
    let found = ending_words(words)?;
    visible(words.get(..words.len().checked_sub(found)?)?).then_some(found)
}

fn ending_words(words: &[&str]) -> Option<usize> {
    let last = words.last()?;
    if words.len() < 2 {
        return None;
    }
    let (bytes, dotted) = reduced(last)?;
    // Several words first: the last word of "sp. z o.o." is no form by itself.
    if let Some(form) = AFTER_WORDS.iter().find(|form| ends_with(words, form)) {
        return Some(form.len());
    }
    let joined = words.len() > 2 && words.get(words.len() - 2).is_some_and(|w| is_connective(w));
    if is_after(&bytes, dotted || joined) {
        return Some(1);
    }
    // "S. A.", "B. V.", "S. A. R. L.": letters with their dots, apart.
    if bytes.len() == 1 && dotted {
        let mut letters: SmallVec<[u8; 8]> = SmallVec::new();
        for (n, word) in words.iter().rev().take(4).enumerate() {
            let (letter, dotted) = reduced(word)?;
            if !dotted || letter.len() != 1 {
                break;
            }
            letters.insert(0, *letter.first()?);
            if n > 0 && is_after(&letters, true) {
                return Some(n + 1);
            }
        }
    }
    None
}

fn ends_with(words: &[&str], form: &[&str]) -> bool {
    words.len() > form.len()
        && words
            .iter()
            .rev()
            .zip(form.iter().rev())
            .all(|(word, part)| reduced(word).is_some_and(|(bytes, _)| bytes.as_slice() == part.as_bytes()))
}

/// Takes glued forms off both ends for as long as a name remains.
pub(super) fn strip_unspaced(joined: &str) -> &str {
    let mut name = joined;
    'again: loop {
        for form in UNSPACED {
            let rest = name.strip_suffix(form).or_else(|| name.strip_prefix(form));
            if let Some(rest) = rest.filter(|rest| visible(&[rest])) {
                name = rest;
                continue 'again;
            }
        }
        return name;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        for table in [AFTER, AFTER_DOTTED, BEFORE] {
            for pair in table.windows(2) {
                assert!(pair[0].as_bytes() < pair[1].as_bytes(), "{pair:?}");
            }
        }
    }
}
