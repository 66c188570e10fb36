//! The tokens that carry identity: a name that differs in one of them names something else.
//!
//! Numbers and versions, roman numerals after a word, generational suffixes, negations, a single letter after a
//! designator (Rev **B**) or beside digits (**R**-2031), and the sign of a sign-language name (C**++**, C**#**).
//! A single letter anywhere else is an initial and says nothing here. Source: DESIGN §3, cases FC-03.
//!
//! All of it is read from the exact key, so equal exact keys have equal identity, whatever their case.
//! Forms are normalised so that a spelling never counts as a difference: `Phase II` and `Phase 2` both give `2`,
//! `007` gives `7`, `Junior` gives `jr`, `٣` gives `3`.

use smallvec::SmallVec;
use unicode_script::{Script, UnicodeScript};

use super::abbreviations;
use super::words::Token;

/// Words after which a single letter tells things apart. Sorted.
#[rustfmt::skip]
static DESIGNATORS: &[&str] = &[
    "act", "afdeling", "afsnit", "allegato", "anexo", "anlage", "annex", "annexe", "apartamento", "apartment",
    "appartement", "appendix", "apt", "arm", "article", "avsnitt", "band", "batch", "batiment", "bay", "bereich",
    "bldg", "bloc", "block", "bloco", "blok", "bloque", "bolum", "branch", "building", "bulletin", "bus", "bygning",
    "capitulo", "case", "cast", "cat", "categorie", "category", "channel", "chapitre", "chapter", "cilt", "clase",
    "class", "classe", "clause", "cohort", "column", "daire", "deck", "ders", "dock", "document", "drive", "edificio",
    "edition", "episode", "etage", "etap", "exhibit", "experiment", "fase", "fassung", "faza", "fig", "figure",
    "finding", "floor", "form", "gate", "gebaude", "grade", "grado", "group", "groupe", "grup", "grupa", "grupo",
    "grupp", "gruppe", "hall", "halle", "hangar", "haus", "hepatite", "hepatitis", "house", "hus", "influenza",
    "issue", "item", "kategorie", "klasa", "klass", "klasse", "level", "line", "lot", "lote", "lotto", "luokka",
    "model", "modele", "modell", "modello", "module", "niveau", "nivel", "option", "osa", "panel", "part", "parte",
    "phase", "pier", "plan", "plant", "platform", "plot", "pool", "porte", "predio", "problem", "project", "protocol",
    "puerta", "quadra", "question", "raum", "release", "rev", "revision", "room", "round", "route", "row", "ryhma",
    "saal", "sala", "salle", "sample", "scenario", "schedule", "season", "seccion", "section", "sector", "segment",
    "serie", "series", "set", "sezione", "shaft", "shed", "sinif", "site", "size", "stage", "stand", "step",
    "stockwerk", "study", "stufe", "suite", "system", "table", "talo", "task", "team", "teil", "terminal", "test",
    "tier", "tipo", "tome", "tomo", "torre", "tour", "tower", "track", "trial", "turm", "turma", "typ", "type",
    "unit", "variant", "variante", "ver", "versao", "version", "vitamin", "vol", "volume", "wing", "zone", "εκδοση",
    "κτιριο", "μεροσ", "ομαδα", "οροφοσ", "σχεδιο", "ταξη", "τμημα", "τυποσ", "φαση", "блок", "будинок", "вариант",
    "версия", "версія", "група", "группа", "дом", "зона", "клас", "класс", "корпус", "линия", "литера", "модель",
    "план", "подъезд", "раздел", "секция", "серия", "тип", "том", "цех", "частина", "часть", "этаж", "בניין", "גרסה",
    "דגם", "חלק", "כיתה", "כניסה", "מבנה", "סוג", "קבוצה", "קומה", "שלב", "תוכנית", "תכנית", "الجزء", "الخطه",
    "الصنف", "الطابق", "الفيه", "القسم", "المبني", "المجموعه", "المرحله", "النموذج", "النوع", "جزء", "خطه", "صنف",
    "طابق", "فيه", "قسم", "مبني", "مجموعه", "مرحله", "نموذج", "نوع", "खंड", "भवन", "भाग", "वर्ग",
];

/// Words that turn a name into its opposite. Sorted.
#[rustfmt::skip]
static NEGATIONS: &[&str] = &[
    "anti", "geen", "ikke", "inte", "kein", "keine", "nao", "never", "nicht", "nie", "niet", "no", "non", "not",
    "ohne", "sans", "sem", "sin", "tanpa", "without", "αντι", "οχι", "χωρισ", "анти", "без", "не", "нет", "אנטי",
    "בלי", "לא", "ללא", "بدون", "غير",
];

/// Zeros of the decimal digits that NFKC leaves as they are.
#[rustfmt::skip]
static ZEROS: &[u32] = &[
    0x30, 0x660, 0x6F0, 0x7C0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xDE6, 0xE50, 0xED0,
    0xF20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80, 0x1A90, 0x1B50, 0x1BB0, 0x1C40, 0x1C50, 0xA620,
    0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0, 0x104A0,
];

/// A version longer than this is cut into several identity tokens, which keeps a hostile one linear.
const LONGEST_VERSION: usize = 64;

pub(super) type Identity = SmallVec<[Box<str>; 2]>;

fn listed(table: &[&str], word: &str) -> bool {
    table.binary_search(&word).is_ok()
}

fn ascii_digit(c: char) -> Option<char> {
    let code = u32::from(c);
    let zero = ZEROS.iter().copied().find(|zero| (*zero..*zero + 10).contains(&code))?;
    char::from_digit(code - zero, 10)
}

fn is_digit(c: char) -> bool {
    if c.is_ascii() { c.is_ascii_digit() } else { c.is_numeric() }
}

pub(super) fn has_digit(text: &str) -> bool {
    text.chars().any(is_digit)
}

/// Whether a single letter after this word tells things apart: Rev, Plan, Type.
pub(crate) fn is_designator(word: &str) -> bool {
    listed(DESIGNATORS, word)
}

fn is_single_letter(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(char::is_alphabetic) && chars.next().is_none()
}

/// The value of a roman numeral of I, V and X. Numerals with L, C, D or M are too often words (mix, dc, md).
fn roman(text: &str) -> Option<u32> {
    if text.is_empty() || text.len() > 7 {
        return None;
    }
    let value = |b: u8| match b {
        b'i' => Some(1),
        b'v' => Some(5),
        b'x' => Some(10),
        _ => None,
    };
    let bytes = text.as_bytes();
    let mut total = 0;
    for (i, b) in bytes.iter().enumerate() {
        let here = value(*b)?;
        let next = bytes.get(i + 1).map_or(Some(0), |b| value(*b))?;
        total = if here < next { total - here } else { total + here };
    }
    let total = u32::try_from(total).ok()?;
    (to_roman(total) == text).then_some(total)
}

fn to_roman(mut n: u32) -> String {
    let mut out = String::new();
    for (value, digits) in [(10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")] {
        while n >= value {
            out.push_str(digits);
            n -= value;
        }
    }
    out
}

/// A generational suffix. Written out, it is as likely a family name when only one word stands before it (Fred Junior).
fn generation(text: &str, before: usize) -> Option<&'static str> {
    match text {
        "jr" | "jnr" => Some("jr"),
        "sr" | "snr" => Some("sr"),
        "ml" | "мл" if before > 1 => Some("jr"),
        "junior" | "младшии" if before > 1 => Some("jr"),
        "senior" | "старшии" if before > 1 => Some("sr"),
        // The son, the grandson, the nephew; the father.
        "filho" if before > 1 => Some("filho"),
        "neto" | "netto" if before > 1 => Some("neto"),
        "sobrinho" if before > 1 => Some("sobrinho"),
        "fils" if before > 1 => Some("fils"),
        "pere" if before > 1 => Some("pere"),
        _ => None,
    }
}

/// The identity tokens in order of appearance.
pub(super) fn identity(tokens: &[Token<'_>]) -> Identity {
    let mut out = Identity::new();
    for (i, token) in tokens.iter().enumerate() {
        let previous = i.checked_sub(1).and_then(|p| tokens.get(p));
        let next = tokens.get(i + 1);
        let last = next.is_none();
        if has_digit(token.text) {
            if !abbreviations::is_numeronym(token.text) {
                let continues = previous.is_some_and(|p| p.text.chars().next_back().is_some_and(is_digit));
                numbers(token.text, if continues { token.before } else { ' ' }, &mut out);
            }
        } else if !token.text.is_ascii() && token.text.chars().any(is_dense) {
            dense(token.text, &mut out);
        } else if is_signed(token) {
            let signs = token.after.trim_end_matches(|c| !matches!(c, '+' | '#' | '♯'));
            out.push(format!("{}{}", token.text, signs.replace('♯', "#")).into());
        } else if is_single_letter(token.text) {
            let beside_digits = previous.is_some_and(|p| has_digit(p.text)) || next.is_some_and(|n| has_digit(n.text));
            let designated = previous.is_some_and(|p| is_designator(p.text));
            if designated {
                // Type I is Type 1; Type B stays itself.
                out.push(roman(token.text).map_or_else(|| token.text.into(), |value| value.to_string().into()));
            } else if beside_digits && token.text != "v" {
                out.push(token.text.into());
            } else if token.text == "i" && last && previous.is_some_and(|p| !is_single_letter(p.text)) {
                // World War I. A final V or X is more often an initial (Ravi V).
                out.push("1".into());
            }
        } else if listed(NEGATIONS, token.text) {
            let numero = token.text == "no" && next.is_some_and(|n| has_digit(n.text));
            if !numero && tokens.len() > 1 {
                out.push(token.text.into());
            }
        } else if i > 0 {
            if let Some(generation) = generation(token.text, i) {
                out.push(generation.into());
            } else if let Some(value) = roman(token.text) {
                out.push(value.to_string().into());
            }
        }
    }
    out
}

/// `C++`, `F#`: one or two letters with signs right after them.
fn is_signed(token: &Token<'_>) -> bool {
    token.after.starts_with(['+', '#', '♯']) && token.text.chars().take(3).count() <= 2
}

/// Digit runs, and single letters glued to them, of one token. `before`: what parts it from a number right before it,
/// if there is one. A dot goes on a version (`1` `.2`), which is one identity, so that 1.2 and 2.1 differ; a comma
/// before three digits goes on a number (`1` `,000`).
fn numbers(token: &str, before: char, out: &mut Identity) {
    let mut rest = token;
    let mut first = true;
    while let Some(c) = rest.chars().next() {
        let digits = is_digit(c);
        let end = rest.find(|c| is_digit(c) != digits).unwrap_or(rest.len());
        let (run, tail) = rest.split_at(end);
        if digits {
            let number: String = run.chars().map(|c| ascii_digit(c).unwrap_or(c)).collect();
            let trimmed = without_zeros(&number);
            match out.last_mut().filter(|last| first && last.len() < LONGEST_VERSION) {
                Some(version) if before == '.' => *version = format!("{version}.{trimmed}").into(),
                Some(thousands) if before == ',' && number.len() == 3 => {
                    *thousands = without_zeros(&format!("{thousands}{number}")).into();
                }
                _ => out.push(trimmed.into()),
            }
        } else if is_single_letter(run) && run != "v" && !run.chars().any(is_han) {
            out.push(run.into());
        }
        first = false;
        rest = tail;
    }
}

fn without_zeros(number: &str) -> &str {
    let trimmed = number.trim_start_matches('0');
    if trimmed.is_empty() { "0" } else { trimmed }
}

fn is_han(c: char) -> bool {
    c.script() == Script::Han
}

/// Letters of scripts in which a whole name can be one token.
fn is_dense(c: char) -> bool {
    matches!(c.script(), Script::Han | Script::Hangul | Script::Hiragana | Script::Katakana)
}

/// Chinese numerals, the ten stems that count as A, B, C do, and what follows a number that tells things apart: number,
/// term, class, group, building, storey, team, ward, grade, generation. Words for years, sons and places are not among
/// them: 三郎 and 千代田 are names.
const HAN_NUMERALS: &str = "〇零一二三四五六七八九十百千";
const HAN_STEMS: &str = "甲乙丙丁戊己庚辛壬癸";
const HAN_COUNTERS: &str = "号號期班組组番棟栋楼樓館馆階层層課课隊队区區級级世";

/// What tells apart inside a token of Han, kana or Hangul: a numeral after 第 or before a counter (第一, 三号館), a stem
/// before a counter (甲班), and a single Latin letter (A座, A동).
fn dense(token: &str, out: &mut Identity) {
    let mut rest = token;
    let mut before = ' ';
    while let Some(c) = rest.chars().next() {
        let among = |set: &'static str| move |c: char| !set.contains(c);
        let end = if HAN_NUMERALS.contains(c) {
            rest.find(among(HAN_NUMERALS)).unwrap_or(rest.len())
        } else if c.script() == Script::Latin {
            rest.find(|c: char| c.script() != Script::Latin).unwrap_or(rest.len())
        } else {
            c.len_utf8()
        };
        let (run, tail) = rest.split_at(end);
        let counted = tail.starts_with(|c| HAN_COUNTERS.contains(c));
        if HAN_NUMERALS.contains(c) {
            if before == '第' || counted {
                out.push(han_number(run));
            }
        } else if (HAN_STEMS.contains(c) && counted) || (c.script() == Script::Latin && is_single_letter(run)) {
            out.push(run.into());
        }
        before = run.chars().next_back().unwrap_or(before);
        rest = tail;
    }
}

/// A Chinese numeral in digits: 十二 and 一二 are 12, 二〇三一 is 2031. As it is where it is neither.
fn han_number(text: &str) -> Box<str> {
    if text.chars().count() > 9 {
        return text.into();
    }
    let digit = |c: char| match c {
        '〇' | '零' => Some(0),
        _ => "一二三四五六七八九".chars().position(|d| d == c).map(|at| at as u64 + 1),
    };
    let (mut total, mut last) = (0_u64, None);
    if text.chars().all(|c| digit(c).is_some()) {
        total = text.chars().filter_map(digit).fold(0, |sum, d| sum * 10 + d);
    } else {
        for c in text.chars() {
            let unit = match c {
                '十' => 10,
                '百' => 100,
                '千' => 1000,
                _ => {
                    last = digit(c);
                    continue;
                }
            };
            total += unit * last.take().unwrap_or(1);
        }
        total += last.unwrap_or(0);
    }
    total.to_string().into()
}

/// Whether two lists differ as multisets.
pub(super) fn differs(a: &[Box<str>], b: &[Box<str>]) -> bool {
    if a.len() != b.len() {
        return true;
    }
    if a == b {
        return false;
    }
    let sorted = |list: &[Box<str>]| {
        let mut list: SmallVec<[Box<str>; 8]> = list.iter().cloned().collect();
        list.sort_unstable();
        list
    };
    sorted(a) != sorted(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        for table in [DESIGNATORS, NEGATIONS] {
            for pair in table.windows(2) {
                assert!(pair[0] < pair[1], "{pair:?}");
            }
        }
    }

    #[test]
    fn roman_numerals_are_canonical() {
        assert_eq!(roman("xiv"), Some(14));
        assert_eq!(roman("xxxviii"), Some(38));
        for not in ["iiii", "vv", "iix", "", "mix", "xivx"] {
            assert_eq!(roman(not), None, "{not}");
        }
    }
}
