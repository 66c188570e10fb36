//! Daitch–Mokotoff codes: names that sound alike in Slavic, Germanic and Yiddish spelling.
//!
//! Works on folded tokens of the letters a–z. Anything else (other scripts, digits, single letters) has no code, so it
//! can never be found by sound: no code is not the same code. The chart's own letters ą, ę, ţ and ț are read too, but
//! folding has taken their marks off before a name comes here.
//!
//! Sources: the coding chart by Randy Daitch and Gary Mokotoff as published by JewishGen (InfoFiles, "Soundex Coding"),
//! with the customary rule for `ue`; `tests/names_sound.rs` holds it to PostgreSQL's and Apache commons-codec's results.
//! As the chart has it, and some implementations do not: `j` and `y` are vowels to the letter before them, and equal
//! neighbouring digits collapse inside two-digit codes too.

use smallvec::SmallVec;

/// Only this many letters are read; six digits are decided long before, and a hostile token cannot branch for ever.
const LONGEST: usize = 48;

/// Digits of a code.
const DIGITS: u8 = 6;

/// Not coded.
const X: u8 = 10;

/// Codes of a letter or letters at the start of a word, before a vowel, and elsewhere. Two digits are one number.
type Code = [u8; 3];

/// Letters, their code, and the other code that they may have.
type Rule = (&'static str, Code, Option<Code>);

const fn rule(letters: &'static str, code: Code) -> Rule {
    (letters, code, None)
}

const fn either(letters: &'static str, one: Code, other: Code) -> Rule {
    (letters, one, Some(other))
}

/// By first letter; longer ones before those they begin with.
#[rustfmt::skip]
static RULES: &[Rule] = &[
    rule("ai", [0, 1, X]), rule("aj", [0, 1, X]), rule("ay", [0, 1, X]), rule("au", [0, 7, X]), rule("a", [0, X, X]),
    rule("b", [7, 7, 7]),
    rule("chs", [5, 54, 54]), either("ch", [4, 4, 4], [5, 5, 5]), either("ck", [5, 5, 5], [45, 45, 45]),
    rule("csz", [4, 4, 4]), rule("cs", [4, 4, 4]), rule("czs", [4, 4, 4]), rule("cz", [4, 4, 4]),
    either("c", [4, 4, 4], [5, 5, 5]),
    rule("drs", [4, 4, 4]), rule("drz", [4, 4, 4]), rule("dsh", [4, 4, 4]), rule("dsz", [4, 4, 4]),
    rule("ds", [4, 4, 4]), rule("dt", [3, 3, 3]), rule("dzh", [4, 4, 4]), rule("dzs", [4, 4, 4]),
    rule("dz", [4, 4, 4]), rule("d", [3, 3, 3]),
    rule("ei", [0, 1, X]), rule("ej", [0, 1, X]), rule("ey", [0, 1, X]), rule("eu", [1, 1, X]), rule("e", [0, X, X]),
    rule("fb", [7, 7, 7]), rule("f", [7, 7, 7]),
    rule("g", [5, 5, 5]),
    rule("h", [5, 5, X]),
    rule("ia", [1, X, X]), rule("ie", [1, X, X]), rule("io", [1, X, X]), rule("iu", [1, X, X]), rule("i", [0, X, X]),
    either("j", [1, X, X], [4, 4, 4]),
    rule("kh", [5, 5, 5]), rule("ks", [5, 54, 54]), rule("k", [5, 5, 5]),
    rule("l", [8, 8, 8]),
    rule("mn", [66, 66, 66]), rule("m", [6, 6, 6]),
    rule("nm", [66, 66, 66]), rule("n", [6, 6, 6]),
    rule("oi", [0, 1, X]), rule("oj", [0, 1, X]), rule("oy", [0, 1, X]), rule("o", [0, X, X]),
    rule("pf", [7, 7, 7]), rule("ph", [7, 7, 7]), rule("p", [7, 7, 7]),
    rule("q", [5, 5, 5]),
    either("rs", [4, 4, 4], [94, 94, 94]), either("rz", [4, 4, 4], [94, 94, 94]), rule("r", [9, 9, 9]),
    rule("schtsch", [2, 4, 4]), rule("schtch", [2, 4, 4]), rule("schtsh", [2, 4, 4]), rule("scht", [2, 43, 43]),
    rule("schd", [2, 43, 43]), rule("sch", [4, 4, 4]), rule("sc", [2, 4, 4]), rule("sd", [2, 43, 43]),
    rule("shtch", [2, 4, 4]), rule("shtsh", [2, 4, 4]), rule("shch", [2, 4, 4]), rule("sht", [2, 43, 43]),
    rule("shd", [2, 43, 43]), rule("sh", [4, 4, 4]), rule("stsch", [2, 4, 4]), rule("stch", [2, 4, 4]),
    rule("strs", [2, 4, 4]), rule("strz", [2, 4, 4]), rule("stsh", [2, 4, 4]), rule("st", [2, 43, 43]),
    rule("szcs", [2, 4, 4]), rule("szcz", [2, 4, 4]), rule("szd", [2, 43, 43]), rule("szt", [2, 43, 43]),
    rule("sz", [4, 4, 4]), rule("s", [4, 4, 4]),
    rule("tch", [4, 4, 4]), rule("tc", [4, 4, 4]), rule("th", [3, 3, 3]), rule("trs", [4, 4, 4]),
    rule("trz", [4, 4, 4]), rule("tsch", [4, 4, 4]), rule("tsh", [4, 4, 4]), rule("tsz", [4, 4, 4]),
    rule("ts", [4, 4, 4]), rule("ttch", [4, 4, 4]), rule("ttsch", [4, 4, 4]), rule("ttsz", [4, 4, 4]),
    rule("tts", [4, 4, 4]), rule("ttz", [4, 4, 4]), rule("tzs", [4, 4, 4]), rule("tz", [4, 4, 4]), rule("t", [3, 3, 3]),
    rule("ue", [0, 1, X]), rule("ui", [0, 1, X]), rule("uj", [0, 1, X]), rule("uy", [0, 1, X]), rule("u", [0, X, X]),
    rule("v", [7, 7, 7]),
    rule("w", [7, 7, 7]),
    rule("x", [5, 54, 54]),
    rule("y", [1, X, X]),
    rule("zdzh", [2, 4, 4]), rule("zdz", [2, 4, 4]), rule("zd", [2, 43, 43]), rule("zhdzh", [2, 4, 4]),
    rule("zhd", [2, 43, 43]), rule("zh", [4, 4, 4]), rule("zsch", [4, 4, 4]), rule("zsh", [4, 4, 4]),
    rule("zs", [4, 4, 4]), rule("z", [4, 4, 4]),
    either("{", [X, X, 6], [X, X, X]), // ą, ę
    either("|", [3, 3, 3], [4, 4, 4]), // ţ, ț
];

/// The letters that rules begin with: a–z and two that stand for letters with marks.
const LETTERS: usize = 28;

/// Where the rules of each letter begin; the last entry is where they end.
static STARTS: [u8; LETTERS + 1] = starts();

const fn starts() -> [u8; LETTERS + 1] {
    let mut out = [0; LETTERS + 1];
    let mut at = 0;
    while at < RULES.len() {
        let letter = RULES[at].0.as_bytes()[0] - b'a';
        // Every letter has a rule, so each entry is set by the one before it.
        out[letter as usize + 1] = at as u8 + 1;
        at += 1;
    }
    out
}

/// A code on its way. The order of fields is of no account; they are only compared for equality and to sort.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Branch {
    /// The digits so far, as a number.
    code: u32,
    digits: u8,
    /// The digit that the last letters gave, whether it was added or not; [`X`] for none.
    last: u8,
    /// How the next letters were read when the last were coded: a letter that can be both has to be the same now.
    next: Next,
}

/// What stands after the letters that are coded.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Next {
    /// Not looked at, at the start of a word.
    Any,
    Vowel,
    Other,
}

impl Branch {
    /// Adds a code of one or two digits. A digit that repeats the one before it is not added, but the second of a
    /// code always is.
    fn push(&mut self, code: u8) {
        let (first, second) = if code > X { (code / 10, Some(code % 10)) } else { (code, None) };
        if first != X && first != self.last {
            self.add(first);
        }
        self.last = first;
        if let Some(second) = second {
            self.add(second);
            self.last = second;
        }
    }

    fn add(&mut self, digit: u8) {
        if self.digits < DIGITS {
            self.code = self.code * 10 + u32::from(digit);
            self.digits += 1;
        }
    }

    /// The code with zeros to its full length.
    fn filled(self) -> u32 {
        self.code * 10_u32.pow(u32::from(DIGITS - self.digits))
    }
}

/// The six-digit codes of a token, all branches, as numbers, sorted and without repeats. Empty for a token with
/// anything but those letters, or of one letter.
///
/// ```
/// use namesake_core::names::sound::codes;
/// assert_eq!(codes("peters").as_slice(), [734000, 739400]);
/// assert_eq!(codes("moskowitz"), codes("moskovitz"));
/// assert!(codes("петров").is_empty());
/// ```
pub fn codes(token: &str) -> SmallVec<[u32; 2]> {
    branches(token, 2)
}

/// The code that is made by taking the first reading of every letter: what programs give that know one code a name.
///
/// ```
/// use namesake_core::names::sound::first_code;
/// assert_eq!(first_code("auerbach"), Some(97400));
/// ```
pub fn first_code(token: &str) -> Option<u32> {
    branches(token, 1).first().copied()
}

/// Whether two tokens share a code.
pub fn alike(a: &str, b: &str) -> bool {
    if first_digits(a) & first_digits(b) == 0 {
        return false;
    }
    let b = codes(b);
    codes(a).iter().any(|code| b.binary_search(code).is_ok())
}

/// Which digits a code of a token can begin with, a bit each: seen from its first letter, and enough to tell most tokens
/// apart that do not sound alike.
fn first_digits(token: &str) -> u16 {
    let digits: &[u16] = match token.as_bytes().first() {
        Some(b'a' | b'e' | b'i' | b'o' | b'u' | b'y') => &[0, 1],
        Some(b'b' | b'f' | b'p' | b'v' | b'w') => &[7],
        Some(b'c') => &[4, 5],
        Some(b'd' | b't') => &[3, 4],
        Some(b'g' | b'h' | b'k' | b'q' | b'x') => &[5],
        Some(b'j') => &[1, 4],
        Some(b'l') => &[8],
        Some(b'm' | b'n') => &[6],
        Some(b'r') => &[4, 9],
        Some(b's' | b'z') => &[2, 4],
        _ => return u16::MAX,
    };
    digits.iter().fold(0, |mask, digit| mask | 1 << digit)
}

/// The letters of a token as they stand in the rules.
fn letters(token: &str) -> Option<SmallVec<[u8; 32]>> {
    let mut out = SmallVec::new();
    for c in token.chars() {
        let letter = match c {
            'a'..='z' => c as u8,
            'ą' | 'ę' => b'{',
            'ţ' | 'ț' => b'|',
            _ => return None,
        };
        if out.len() < LONGEST {
            out.push(letter);
        }
    }
    (out.len() > 1).then_some(out)
}

/// Reads a token with at most so many readings of each letter.
fn branches(token: &str, readings: usize) -> SmallVec<[u32; 2]> {
    let mut out: SmallVec<[u32; 2]> = SmallVec::new();
    let Some(letters) = letters(token) else { return out };
    let mut rest = letters.as_slice();
    let mut now: SmallVec<[Branch; 8]> = SmallVec::new();
    let mut then: SmallVec<[Branch; 8]> = SmallVec::new();
    now.push(Branch { code: 0, digits: 0, last: X, next: Next::Any });
    let mut here = take(&mut rest);
    let mut at_start = true;
    while let Some(rule) = here {
        here = take(&mut rest);
        let mut nexts: SmallVec<[Next; 2]> = SmallVec::new();
        match here {
            _ if at_start => nexts.push(Next::Any),
            Some(after) => nexts.extend(readings_of(after).take(readings).map(sort)),
            None => nexts.push(Next::Other),
        }
        nexts.dedup();
        at_start = false;
        for branch in &now {
            // "J" is a vowel or a consonant, but not one to the letter before it and the other in itself.
            let fits = |code: &Code| branch.next == Next::Any || branch.next == sort(*code);
            for [start, before_vowel, elsewhere] in readings_of(rule).take(readings).filter(fits) {
                for next in nexts.iter().copied() {
                    let mut grown = Branch { next, ..*branch };
                    grown.push(match next {
                        Next::Any => start,
                        Next::Vowel => before_vowel,
                        Next::Other => elsewhere,
                    });
                    match grown.digits {
                        DIGITS => out.push(grown.code),
                        _ => then.push(grown),
                    }
                }
            }
        }
        if then.len() > 1 {
            then.sort_unstable();
            then.dedup();
        }
        std::mem::swap(&mut now, &mut then);
        then.clear();
    }
    out.extend(now.iter().map(|branch| branch.filled()));
    out.sort_unstable();
    out.dedup();
    out
}

fn readings_of(rule: &Rule) -> impl Iterator<Item = Code> {
    std::iter::once(rule.1).chain(rule.2)
}

/// Letters that begin a word with 0 or 1 are vowels.
fn sort(code: Code) -> Next {
    if code[0] <= 1 { Next::Vowel } else { Next::Other }
}

/// Takes the letters of one rule off the front.
fn take(rest: &mut &[u8]) -> Option<&'static Rule> {
    let letter = usize::from(rest.first()?.checked_sub(b'a')?);
    let (start, end) = (*STARTS.get(letter)?, *STARTS.get(letter + 1)?);
    let rules = RULES.get(usize::from(start)..usize::from(end))?;
    let rule = rules.iter().find(|rule| rest.starts_with(rule.0.as_bytes()))?;
    *rest = rest.get(rule.0.len()..)?;
    Some(rule)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_in_order() {
        for (at, (letters, ..)) in RULES.iter().enumerate() {
            for (later, ..) in RULES.iter().skip(at + 1) {
                assert!(letters.as_bytes()[0] <= later.as_bytes()[0], "{letters} {later}");
                assert!(!later.starts_with(letters), "{later} is never reached behind {letters}");
            }
        }
        for (letter, pair) in (b'a'..=b'|').zip(STARTS.windows(2)) {
            let rules = &RULES[usize::from(pair[0])..usize::from(pair[1])];
            assert!(rules.iter().all(|rule| rule.0.as_bytes()[0] == letter), "{}", char::from(letter));
            assert!(rules.last().is_some_and(|rule| rule.0.len() == 1), "{} stands alone", char::from(letter));
        }
    }

    /// Each beginning of three letters, and what it could go on with.
    #[test]
    fn codes_begin_with_the_digits_of_the_first_letter() {
        let letters = || (b'a'..=b'z').map(char::from);
        for (a, b, c) in letters().flat_map(|a| letters().flat_map(move |b| letters().map(move |c| (a, b, c)))) {
            for end in ["", "a", "z", "zh", "h", "ch"] {
                let token = format!("{a}{b}{c}{end}");
                for code in codes(&token) {
                    assert!(super::first_digits(&token) & (1 << (code / 100_000)) != 0, "{token} {code:06}");
                }
            }
        }
    }
}
