//! To whom pronouns are tied, against who is meant, in GAP's rows (Apache-2.0; Webster and others 2018).
//!
//! The names of a row are its two and whatever the recogniser finds in its text; each different name is somebody else.
//! A name that the recogniser doubts has a candidate only if it is one of the others: so it is in a memory too.

use super::options::Options;
use super::row::{Bar, Row};
use namesake_core::names::exact_key;
use namesake_core::text::{Anchor, Anchors, NameSpan, Strength, names, pronoun_class};
use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;

const ROWS: &str = "gap/gap-development.tsv";

/// One text with a pronoun and two names, one of which it may mean.
struct Given<'a> {
    text: &'a str,
    pronoun: Range<usize>,
    /// The two names, and whether they are meant.
    names: [(Range<usize>, bool); 2],
}

/// What a tie is worth.
#[derive(PartialEq)]
enum Tie {
    None,
    Right,
    Wrong,
    /// To a third name, where neither of the two is meant.
    Unknown,
}

pub(super) fn measure(options: &Options) -> Result<Vec<Row>, String> {
    let read = |data: &Path| std::fs::read_to_string(data.join(ROWS)).ok();
    let file = options.data.as_deref().and_then(read);
    let mut ties = Vec::new();
    for line in file.iter().flat_map(|file| file.lines().skip(1)) {
        ties.push(judge(&Given::read(line).ok_or_else(|| format!("{line:?} is no row"))?));
    }
    let part = |tie: &Tie| {
        let count = ties.iter().filter(|other| *other == tie).count();
        file.as_ref().map(|_| 100.0 * count as f64 / ties.len().max(1) as f64)
    };
    let tied = part(&Tie::None).map(|none| 100.0 - none);
    Ok(vec![
        Row::new("gap, rows whose pronoun is tied to a name", tied, "%", Bar::None),
        Row::new("gap, rows whose pronoun is tied to a wrong name", part(&Tie::Wrong), "%", Bar::AtMost(0.5)),
        Row::new("gap, rows tied to a third name, of which nothing is known", part(&Tie::Unknown), "%", Bar::None),
    ])
}

impl<'a> Given<'a> {
    /// Reads a row; its offsets count characters.
    fn read(line: &'a str) -> Option<Self> {
        let cells: Vec<&str> = line.split('\t').collect();
        let [_, text, pronoun, at, a, a_at, a_meant, b, b_at, b_meant, _] = cells.as_slice() else { return None };
        let span = |word: &str, offset: &str| {
            let offset = offset.parse().ok()?;
            let (start, _) = text.char_indices().nth(offset)?;
            Some(start..start + word.len())
        };
        let names = [(span(a, a_at)?, *a_meant == "TRUE"), (span(b, b_at)?, *b_meant == "TRUE")];
        Some(Self { text, pronoun: span(pronoun, at)?, names })
    }

    fn key(&self, span: &Range<usize>) -> String {
        exact_key(self.text.get(span.clone()).unwrap_or_default())
    }
}

fn judge(given: &Given<'_>) -> Tie {
    let mut found: Vec<(Range<usize>, bool)> = given.names.iter().map(|(span, _)| (span.clone(), true)).collect();
    for name in names(given.text) {
        if given.names.iter().all(|(span, _)| name.end <= span.start || span.end <= name.start) {
            found.push((name.start..name.end, name.strength == Strength::Named));
        }
    }
    let mut ids: HashMap<String, [u32; 1]> = HashMap::new();
    for (span, _) in found.iter().filter(|(_, sure)| *sure) {
        let next = u32::try_from(ids.len()).unwrap_or(u32::MAX);
        ids.entry(given.key(span)).or_insert([next]);
    }
    let span = |(span, _): &(Range<usize>, bool)| {
        let candidates = ids.get(&given.key(span)).map_or(&[][..], |id| id);
        NameSpan { start: span.start, end: span.end, candidates, kind: None }
    };
    let spans: Vec<NameSpan<'_>> = found.iter().map(span).collect();
    let Some(class) = pronoun_class(given.text.get(given.pronoun.clone()).unwrap_or_default()) else {
        return Tie::None;
    };
    let Anchor::Tied { start, end, .. } = Anchors::new(given.text, &spans).of(given.pronoun.clone(), class) else {
        return Tie::None;
    };
    let tied = given.key(&(start..end));
    let is_name = |span: &Range<usize>| is_part(&given.key(span), &tied);
    let meant = given.names.iter().any(|(_, meant)| *meant);
    if given.names.iter().any(|(span, meant)| *meant && is_name(span)) {
        Tie::Right
    } else if meant || given.names.iter().any(|(span, _)| is_name(span)) {
        Tie::Wrong
    } else {
        Tie::Unknown
    }
}

/// Whether all words of one name are in the other: "Telford" is "Zoe Telford".
fn is_part(a: &str, b: &str) -> bool {
    let words = |name: &str| name.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let (a, b) = (words(a), words(b));
    a.iter().all(|word| b.contains(word)) || b.iter().all(|word| a.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_judged() {
        let check = |text: &str, a: (&str, &str), b: (&str, &str), due: Tie| {
            let at = |word: &str| text[..text.find(word).expect(word)].chars().count();
            let (pronoun, a_at, b_at) = (at("she"), at(a.0), at(b.0));
            let line = format!("x\t{text}\tshe\t{pronoun}\t{}\t{a_at}\t{}\t{}\t{b_at}\t{}\turl", a.0, a.1, b.0, b.1);
            assert!(judge(&Given::read(&line).expect("a row")) == due, "{line}");
        };
        check("Zoë: Ana left and she slept. Eva came.", ("Ana", "TRUE"), ("Eva", "FALSE"), Tie::None);
        check("é Ana left and she slept. Eva came.", ("Ana", "TRUE"), ("Eva", "FALSE"), Tie::Right);
        check("Ana left and she slept. Eva came.", ("Ana", "FALSE"), ("Eva", "TRUE"), Tie::Wrong);
        check("Ana left and she slept. Eva met Ida.", ("Ida", "FALSE"), ("Eva", "FALSE"), Tie::Unknown);
    }
}
