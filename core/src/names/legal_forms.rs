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
use unicode_normalization::UnicodeNormalization;

use super::chars::{is_accent, is_invisible, plain_letter};

/// Forms after the name; dots, commas, brackets, slashes and quotation marks taken out. Sorted.
#[rustfmt::skip]
static AFTER: &[&str] = &[
    "ab", "ag", "aksjeselskap", "aktiebolag", "aktiebolaget", "aktiengesellschaft", "aktieselskab", "aktsiaselts",
    "amba", "anpartsselskab", "aps", "as", "asa", "asbl", "bhd", "bv", "bvba", "cic", "cjsc", "clg", "company",
    "corp", "corporation", "cvba", "cyf", "dac", "dmcc", "doo", "dooel", "ehf", "eireli", "eirl", "eood", "epe",
    "eurl", "fzc", "fzco", "fze", "fzllc", "gbr", "gesmbh", "ggmbh", "gie", "gmbh", "hf", "inc", "incorporated",
    "ivs", "jdoo", "jsc", "kda", "kft", "kg", "kgaa", "kk", "kkt", "kommanditgesellschaft", "lc", "lda", "limited",
    "limitee", "llc", "lllp", "llp", "lp", "ltd", "ltda", "ltee", "mbb", "mbh", "npc", "nv", "nyrt", "oaosf", "ohf",
    "ohg", "ojsc", "ood", "ooo", "osakeyhtio", "osauhing", "oy", "oyj", "partg", "partgmbb", "pbc", "pcl", "pjsc",
    "plc", "pllc", "pte", "pty", "publ", "pvt", "sae", "sapi", "sarl", "sarlau", "sasu", "scop", "scrl", "sdn", "se",
    "sgps", "sl", "slhf", "sll", "slu", "snc", "spj", "spk", "sprl", "spzoo", "srl", "srls", "sro", "ssc", "sti",
    "tbk", "teoranta", "uab", "ug", "ulc", "vof", "vzw", "wll", "yk", "zao", "zrt", "αβεε", "αε", "επε", "ικε", "οε",
    "ад", "ао", "ват", "гмбх", "дд", "доо", "еад", "еоод", "зао", "зат", "ип", "оао", "од", "одо", "оод", "ооо",
    "пао", "пат", "прат", "пт", "тов", "тоо", "чуп", "בעמ", "חפ", "المحدوده", "ذمم", "شذمم", "شمل", "شمم",
];

/// Forms that are also words, surnames or initials: only with dots (S.p.A., not "Day Spa"; José Sá), or joined on by
/// an "&" (Smith & Co). Forms of two letters are also how initials are written after a family name (Petrova N.A.), so
/// only the commonest are here. Sorted.
#[rustfmt::skip]
static AFTER_DOTTED: &[&str] = &[
    "ad", "ae", "ans", "bt", "ca", "co", "cv", "da", "eg", "ek", "ev", "gk", "ks", "oe", "ou", "pao", "pc", "rt",
    "sa", "sac", "sas", "sau", "sc", "sca", "scoop", "scs", "sia", "spa", "vos",
];

/// Forms before the name. Sorted.
#[rustfmt::skip]
static BEFORE: &[&str] = &[
    "ooo", "pt", "uab", "zao", "ад", "ао", "ват", "зао", "зат", "ип", "оао", "одо", "ооо", "пао", "пат", "прат",
    "тов", "тоо", "фоп", "чуп",
];

/// Forms of several words after the name, longest first.
#[rustfmt::skip]
static AFTER_WORDS: &[&[&str]] = &[
    &["s", "de", "rl", "de", "cv"],
    &["gesellschaft", "mit", "beschrankter", "haftung"],
    &["societa", "a", "responsabilita", "limitata"],
    &["societe", "par", "actions", "simplifiee"],
    &["societe", "a", "responsabilite", "limitee"],
    &["sp", "z", "o", "o"],
    &["spol", "s", "r", "o"],
    &["spolka", "z", "ograniczona", "odpowiedzialnoscia"],
    &["korlatolt", "felelossegu", "tarsasag"],
    &["limited", "liability", "partnership"],
    &["sa", "de", "cv"],
    &["san", "ve", "tic"],
    &["sanayi", "ve", "ticaret"],
    &["sapi", "de", "cv"],
    &["societa", "per", "azioni"],
    &["sp", "z", "oo"],
    &["spol", "s", "ro"],
    &["akciova", "spolecnost"],
    &["anonim", "sirketi"],
    &["besloten", "vennootschap"],
    &["eingetragener", "verein"],
    &["godo", "kaisha"],
    &["kabushiki", "kaisha"],
    &["limited", "liability"],
    &["limited", "sirketi"],
    &["naamloze", "vennootschap"],
    &["private", "limited"],
    &["public", "limited"],
    &["sociedad", "anonima"],
    &["sociedad", "limitada"],
    &["sociedade", "anonima"],
    &["societe", "anonyme"],
    &["sp", "j"],
    &["sp", "k"],
    &["spolka", "akcyjna"],
    &["ug", "haftungsbeschrankt"],
    &["unipessoal", "lda"],
    &["yugen", "kaisha"],
    &["سهامي", "خاص"],
    &["سهامي", "عام"],
];

/// Forms of several words before the name, longest first.
#[rustfmt::skip]
static BEFORE_WORDS: &[&[&str]] = &[
    &["общество", "с", "ограниченнои", "ответственностью"],
    &["товариство", "з", "обмеженою", "відповідальністю"],
    &["cong", "ty", "tnhh", "mtv"],
    &["cong", "ty", "co", "phan"],
    &["cong", "ty", "tnhh"],
    &["акционерное", "общество"],
];

/// Forms before the name that are set off by a dot. Sorted.
static BEFORE_DOTTED: &[&str] = &["cv", "pt", "sc"];

/// Forms of two letters that are set off by a slash alone (A/S stands among the others). Sorted.
static AFTER_SLASHED: &[&str] = &["is", "ks", "ps"];

/// Forms that are joined on by "&" or "and": Julius & Cie, Pérez y Cía. Sorted.
static AFTER_JOINED: &[&str] = &["cia", "cie"];

/// Forms that are written with a mark. A word that is not among them and has one is no form: Berit Ås is not an AS,
/// the Praça da Sé not an SE. Sorted.
static MARKED: &[&str] = &["aş", "limitée", "ltée", "osakeyhtiö", "osaühing", "oü", "sàrl", "şti", "المحدودة"];

/// Forms glued to either end of a Chinese, Japanese, Korean or Thai name, after NFKC (㈱ is `(株)`); longest first where
/// one ends another.
#[rustfmt::skip]
static UNSPACED: &[&str] = &[
    "股份有限公司", "有限責任公司", "有限责任公司", "有限公司", "株式会社", "株式會社", "有限会社", "合同会社", "合資会社",
    "合名会社", "一般社団法人", "一般財団法人", "公益社団法人", "公益財団法人", "社会福祉法人", "医療法人", "学校法人", "(株)", "(有)", "(同)", "주식회사", "유한책임회사", "유한회사", "사단법인", "재단법인", "(주)", "(유)", "(มหาชน)",
    "จ\u{E4D}\u{E32}กัด", "บริษัท",
];

/// Bytes of the longest form: words of Cyrillic have two a letter, glued forms of Han three.
const LONGEST: usize = 48;

/// A word reduced for lookup.
struct Reduced {
    bytes: SmallVec<[u8; 32]>,
    dotted: bool,
    slashed: bool,
}

/// `None` when it is too long to be a form.
fn reduced(word: &str) -> Option<Reduced> {
    if word.len() > LONGEST {
        return None;
    }
    let mut out = Reduced { bytes: SmallVec::new(), dotted: false, slashed: false };
    for byte in word.bytes() {
        match byte {
            b'.' => out.dotted = true,
            b'/' => out.slashed = true,
            b',' | b';' | b'(' | b')' | b'"' | b'-' => {}
            _ => out.bytes.push(byte),
        }
    }
    Some(out)
}

fn listed(table: &[&str], word: &[u8]) -> bool {
    table.binary_search_by(|entry| entry.as_bytes().cmp(word)).is_ok()
}

impl Reduced {
    /// Whether it is a form by itself after a name. `joined`: an "&" stands before it.
    fn is_after(&self, joined: bool) -> bool {
        let set_off = self.dotted || self.slashed || joined;
        (listed(AFTER, &self.bytes) && !self.is_initials())
            || (set_off && listed(AFTER_DOTTED, &self.bytes))
            || (self.slashed && listed(AFTER_SLASHED, &self.bytes))
            || (joined && listed(AFTER_JOINED, &self.bytes))
    }

    fn is_before(&self) -> bool {
        (listed(BEFORE, &self.bytes) && !self.dotted) || (self.dotted && listed(BEFORE_DOTTED, &self.bytes))
    }

    /// "И.П." is how the initials of given name and patronymic are written, before or after the family name;
    /// the form of two letters is written without dots.
    fn is_initials(&self) -> bool {
        self.dotted && self.bytes.len() == 4 && self.bytes.iter().all(|b| matches!(b, 0xD0 | 0xD1 | 0x80..=0xBF))
    }
}

/// Whether this one word is a legal form that stands after a name. Any spelling of case and dots that the
/// exact key leaves.
pub fn is_legal_form(word: &str) -> bool {
    let word = super::keys::loose(&super::exact_key(word));
    reduced(&word).is_some_and(|word| word.is_after(false))
}

fn is_connective(word: &str) -> bool {
    matches!(word, "&" | "+" | "and" | "und" | "et" | "y" | "e" | ",")
}

fn visible(words: &[&str]) -> bool {
    words.iter().any(|w| w.chars().any(char::is_alphanumeric))
}

/// Which of the words are the name itself. `exact` is the key that they come from, which still has its marks.
pub(super) fn strip_words(words: &[&str], exact: &str) -> Range<usize> {
    let mut range = 0..words.len();
    while let Some(n) = ending(words.get(range.clone()).unwrap_or_default(), exact) {
        range.end -= n;
        // "Smith & Co", "GmbH & Co. KG"
        while range.len() > 1 && words.get(range.end - 1).is_some_and(|w| is_connective(w)) {
            range.end -= 1;
        }
    }
    while let Some(n) = beginning(words.get(range.clone()).unwrap_or_default(), exact) {
        range.start += n;
    }
    range
}

/// How many words at the beginning make up one legal form, if what is left is still a name.
fn beginning(words: &[&str], exact: &str) -> Option<usize> {
    let first = reduced(words.first()?)?;
    let several = BEFORE_WORDS.iter().find(|form| {
        words.len() > form.len()
            && words
                .iter()
                .zip(form.iter())
                .all(|(w, part)| reduced(w).is_some_and(|w| w.bytes[..] == *part.as_bytes()))
    });
    let found = match (several, marks_of(words.first()?, exact.split(' '))) {
        (Some(form), _) => form.len(),
        (None, Some(marked)) => usize::from(marked == "oü"),
        (None, None) => usize::from(first.is_before() || UNSPACED.contains(words.first()?)),
    };
    (found > 0 && visible(words.get(found..)?)).then_some(found)
}

/// How many words at the end make up one legal form, if what is left is still a name.
fn ending(words: &[&str], exact: &str) -> Option<usize> {
    let found = ending_words(words, exact)?;
    visible(words.get(..words.len().checked_sub(found)?)?).then_some(found)
}

fn ending_words(words: &[&str], exact: &str) -> Option<usize> {
    let last = words.last()?;
    if words.len() < 2 {
        return None;
    }
    // Several words first: the last word of "sp. z o.o." is no form by itself.
    if let Some(form) = AFTER_WORDS.iter().find(|form| ends_with(words, form)) {
        return Some(form.len());
    }
    if UNSPACED.contains(last) {
        return Some(1);
    }
    let reduced_last = reduced(last)?;
    let joined = words.len() > 2 && words.get(words.len() - 2).is_some_and(|w| is_connective(w));
    let form = match marks_of(last, exact.rsplit(' ')) {
        Some(marked) => listed(MARKED, marked.as_bytes()) || (joined && marked == "cía"),
        None => reduced_last.is_after(joined),
    };
    if form {
        return Some(1);
    }
    // "S. A.", "B. V.", "S. A. R. L.": letters with their dots, apart.
    if reduced_last.bytes.len() == 1 && reduced_last.dotted {
        let mut letters = Reduced { bytes: SmallVec::new(), dotted: true, slashed: false };
        for (n, word) in words.iter().rev().take(4).enumerate() {
            let word = reduced(word)?;
            if !word.dotted || word.bytes.len() != 1 {
                break;
            }
            letters.bytes.insert(0, *word.bytes.first()?);
            if n > 0 && letters.is_after(false) {
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
            .all(|(word, part)| reduced(word).is_some_and(|word| word.bytes.as_slice() == part.as_bytes()))
}

/// The word as the exact key has it, dots and the like taken out, if it was written with marks or letters that
/// the loose text has no more. `written`: the words of the exact key, from the end that the word is at. Looks at the first
/// few and short ones only: what goes before a legal form is none too often to go on.
fn marks_of<'e>(word: &str, written: impl Iterator<Item = &'e str>) -> Option<String> {
    let mut near = written.take(16).filter(|written| (word.len()..=LONGEST + 16).contains(&written.len()));
    let written = near.find(|written| super::keys::loose(written) == *word)?;
    let changes = |c: char| is_accent(c) || plain_letter(c).is_some();
    let marked = !written.is_ascii() && written.nfd().any(changes);
    let letter = |c: &char| !matches!(c, '.' | ',' | ';' | '(' | ')' | '"' | '-') && !is_invisible(*c);
    marked.then(|| written.chars().filter(letter).collect())
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
        for table in [AFTER, AFTER_DOTTED, AFTER_JOINED, AFTER_SLASHED, BEFORE, BEFORE_DOTTED, MARKED] {
            for pair in table.windows(2) {
                assert!(pair[0].as_bytes() < pair[1].as_bytes(), "{pair:?}");
            }
        }
    }
}
