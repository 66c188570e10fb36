//! When a line of a chat export was said: the date and time that it begins with.
//!
//! Chat programs write them as the telephone's language does: `[14.02.26, 09:31:05]`, `2/14/26, 9:31 PM -`,
//! `2026년 2월 14일 오후 9:31,`. This reads all of them alike and must not guess whether 3/4 is in March or in April:
//! that is told from the whole file ([`super::order`]).

/// A date and time as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::read) struct Stamp {
    /// The three numbers of the date in the order in which they stand; the year in full.
    day: [u32; 3],
    /// The year stands first, so that the month is second.
    year_first: bool,
    /// Milliseconds since midnight.
    ms: i64,
    /// Written with a slash and with the half of the day, as in the United States.
    pub(super) looks_american: bool,
}

impl Stamp {
    /// Year, month and day, if the month or the day stands first; `None` if there is no such day.
    pub(super) fn date(&self, month_first: bool) -> Option<(i64, i64, i64)> {
        let [a, b, c] = self.day;
        let (year, month, day) = match (self.year_first, month_first) {
            (true, _) => (a, b, c),
            (false, true) => (c, a, b),
            (false, false) => (c, b, a),
        };
        let (year, month, day) = (i64::from(year), i64::from(month), i64::from(day));
        let is_day = (1..=12).contains(&month) && (1..=super::super::time::days_in(year, month)).contains(&day);
        is_day.then_some((year, month, day))
    }

    /// Milliseconds since 1970-01-01T00:00, by the clock of whoever exported it.
    pub(super) fn ms(&self, month_first: bool) -> Option<i64> {
        let (year, month, day) = self.date(month_first)?;
        Some(super::super::time::days_before(year, month, day) * 86_400_000 + self.ms)
    }

    /// True if the date reads both ways, and differently.
    pub(super) fn is_unclear(&self) -> bool {
        self.date(false).is_some() && self.date(true).is_some() && self.date(false) != self.date(true)
    }
}

/// Reads the stamp of a line, and returns what follows it. `None` if the line begins with none.
pub(in crate::read) fn stamp(line: &str) -> Option<(Stamp, &str)> {
    let mut rest = Rest(line.trim_start_matches(is_mark));
    let in_brackets = rest.eat(&['[']).is_some();
    let (a, digits) = rest.number(4)?;
    let between = rest.separator()?;
    let (b, _) = rest.number(2)?;
    rest.separator()?;
    let (c, last) = rest.number(4)?;
    let year_first = digits == 4;
    if !year_first && !matches!(last, 2 | 4) {
        return None;
    }
    let c = if year_first || last == 4 { c } else { 2000 + c };
    rest.eat(&['日', '일', '.']);
    rest.eat(&[',', '،']);
    let before = rest.half_of_day();
    let (hour, _) = rest.number(2)?;
    rest.eat(&[':', '.'])?;
    let (minute, two) = rest.number(2)?;
    let second = if rest.eat(&[':', '.']).is_some() { rest.number(2)?.0 } else { 0 };
    let half = rest.half_of_day().or(before);
    let hour = match half {
        None => hour,
        Some(_) if !(1..=12).contains(&hour) => return None,
        Some(Half::Morning) => hour % 12,
        Some(Half::Afternoon) => hour % 12 + 12,
    };
    if hour > 23 || minute > 59 || second > 60 || two != 2 {
        return None;
    }
    rest.spaces();
    if in_brackets {
        rest.eat(&[']'])?;
    } else {
        match rest.eat(&['-', '–', '—', ',']) {
            Some(',') => {}
            Some(_) if rest.0.starts_with(char::is_whitespace) => {}
            // `2026-02-14 09:31 Ana: Hi`
            None if year_first && between == '-' && super::said::by(rest.0).is_some() => {}
            _ => return None,
        }
    }
    rest.spaces();
    let ms = (i64::from(hour) * 3600 + i64::from(minute) * 60 + i64::from(second.min(59))) * 1000;
    let stamp = Stamp { day: [a, b, c], year_first, ms, looks_american: between == '/' && half.is_some() };
    (stamp.date(false).is_some() || stamp.date(true).is_some()).then_some((stamp, rest.0))
}

/// Marks of direction, which some programs write around everything.
pub(in crate::read) fn is_mark(c: char) -> bool {
    matches!(c, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}')
}

#[derive(Clone, Copy)]
enum Half {
    Morning,
    Afternoon,
}

/// How languages write the halves of the day, without spaces, the longer ones first.
const HALVES: [(&str, Half); 22] = [
    ("a.m.", Half::Morning),
    ("p.m.", Half::Afternoon),
    ("vorm.", Half::Morning),
    ("nachm.", Half::Afternoon),
    ("π.μ.", Half::Morning),
    ("μ.μ.", Half::Afternoon),
    ("am", Half::Morning),
    ("pm", Half::Afternoon),
    ("πμ", Half::Morning),
    ("μμ", Half::Afternoon),
    ("fm", Half::Morning),
    ("em", Half::Afternoon),
    ("de.", Half::Morning),
    ("du.", Half::Afternoon),
    ("上午", Half::Morning),
    ("下午", Half::Afternoon),
    ("午前", Half::Morning),
    ("午後", Half::Afternoon),
    ("오전", Half::Morning),
    ("오후", Half::Afternoon),
    ("ص", Half::Morning),
    ("م", Half::Afternoon),
];

/// The rest of a line.
struct Rest<'a>(&'a str);

impl<'a> Rest<'a> {
    fn spaces(&mut self) {
        self.0 = self.0.trim_start_matches(|c: char| c.is_whitespace() || is_mark(c));
    }

    fn eat(&mut self, wanted: &[char]) -> Option<char> {
        let c = self.0.chars().next().filter(|c| wanted.contains(c))?;
        self.0 = self.0.get(c.len_utf8()..).unwrap_or_default();
        Some(c)
    }

    /// What stands between the numbers of a date.
    fn separator(&mut self) -> Option<char> {
        self.spaces();
        let between = self.eat(&['/', '.', '-', '年', '月', '년', '월'])?;
        self.spaces();
        Some(between)
    }

    /// A number of at most `most` digits of any script, and how many it has.
    fn number(&mut self, most: usize) -> Option<(u32, usize)> {
        let (mut value, mut digits) = (0, 0);
        while let Some(digit) = self.0.chars().next().and_then(super::super::strong::digit) {
            let c = self.0.chars().next()?;
            digits += 1;
            if digits > most {
                return None;
            }
            value = value * 10 + digit.to_digit(10)?;
            self.0 = self.0.get(c.len_utf8()..).unwrap_or_default();
        }
        (digits > 0).then_some((value, digits))
    }

    /// AM or PM as languages write it, if it stands here.
    fn half_of_day(&mut self) -> Option<Half> {
        self.spaces();
        let found = HALVES.iter().find_map(|(word, half)| Some((after(self.0, word)?, *half)));
        let (rest, half) = found?;
        self.0 = rest;
        self.spaces();
        Some(half)
    }
}

/// What follows a word, whatever its case and the spaces within it.
fn after<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let mut due = word.chars();
    let mut wanted = due.next()?;
    for (at, c) in text.char_indices() {
        if c.is_whitespace() || is_mark(c) {
            continue;
        }
        if !c.to_lowercase().eq([wanted]) {
            return None;
        }
        match due.next() {
            Some(next) => wanted = next,
            None => return text.get(at + c.len_utf8()..).filter(|rest| !rest.starts_with(char::is_alphabetic)),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::stamp;

    /// Date with the day first and with the month first, the minutes since midnight, and the rest.
    fn check(line: &str, day_first: &str, month_first: &str, minutes: i64) {
        let Some((found, rest)) = stamp(line) else { panic!("{line} has a stamp") };
        let shown = |month_first| {
            found.date(month_first).map_or("-".to_owned(), |(year, month, day)| format!("{year}-{month}-{day}"))
        };
        assert_eq!((shown(false).as_str(), shown(true).as_str()), (day_first, month_first), "{line}");
        assert_eq!(found.ms / 60_000, minutes, "{line}");
        assert_eq!(rest, "Ana: Hi", "{line}");
    }

    #[test]
    fn as_telephones_write_them() {
        let both = |line, date, minutes| check(line, date, date, minutes);
        check("[14/02/2026, 09:31:05] Ana: Hi", "2026-2-14", "-", 571);
        check("\u{200E}[14.02.26, 21:31:05] Ana: Hi", "2026-2-14", "-", 1_291);
        check("2/14/26, 9:31\u{202F}PM - Ana: Hi", "-", "2026-2-14", 1_291);
        check("3/4/26, 12:05 AM - Ana: Hi", "2026-4-3", "2026-3-4", 5);
        check("14/02/2026 09:31 - Ana: Hi", "2026-2-14", "-", 571);
        check("14-02-2026 09:31 - Ana: Hi", "2026-2-14", "-", 571);
        check("14/2/26, 9:31 p. m. - Ana: Hi", "2026-2-14", "-", 1_291);
        check("14.2.2026 klo 9.31 - Ana: Hi".replace(" klo", ",").as_str(), "2026-2-14", "-", 571);
        check("١٤/٢/٢٠٢٦، ٩:٣١ م - Ana: Hi", "2026-2-14", "-", 1_291);
        both("2026-02-14 09:31 - Ana: Hi", "2026-2-14", 571);
        both("[2026-02-14 09:31] Ana: Hi", "2026-2-14", 571);
        both("2026-02-14 09:31 Ana: Hi", "2026-2-14", 571);
        both("2026. 02. 14. 9:31 - Ana: Hi", "2026-2-14", 571);
        both("2026/2/14 下午9:31 - Ana: Hi", "2026-2-14", 1_291);
        both("2026년 2월 14일 오후 9:31, Ana: Hi", "2026-2-14", 1_291);
        both("2026年2月14日 9:31 - Ana: Hi", "2026-2-14", 571);
    }

    #[test]
    fn what_is_none() {
        for line in [
            "Ana: Hi",
            "14/02/2026",
            "14/02/2026, 09:31",
            "14/02/2026, 25:31 - Ana: Hi",
            "14/02/2026, 9:3 - Ana: Hi",
            "41/42/2026, 09:31 - Ana: Hi",
            "29/02/2026, 09:31 - Ana: Hi",
            "14/02/2026, 13:31 PM - Ana: Hi",
            "14/02/123, 09:31 - Ana: Hi",
            "14/02/2026, 09:31 Ana: Hi",
            "[14/02/2026, 09:31 Ana: Hi",
            "09:31 - Ana: Hi",
            "1.2.3-4",
            "2026-02-14 09:31",
            "2026-02-14 09:31 Ana said hi",
            "14/02/2026 09:31 Ana: Hi",
            "",
        ] {
            assert_eq!(stamp(line), None, "{line}");
        }
    }
}
