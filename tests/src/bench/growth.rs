//! A memory of a given size, from its import to its decisions.

use super::cards::{self, Cards, SEEDS};
use super::data::{self, Names};
use super::options::Options;
use super::process::{self, Stopwatch};
use super::random::Random;
use super::row::{Bar, Row};
use super::session::{SPACE, Session, percentile, said};
use namesake_core::protocol::{Call, Decision, InboxFilter, Page, QuestionRow, Reply, Verdict};
use namesake_core::store::InMemory;
use std::collections::HashSet;
use std::time::Duration;

/// The size that the bars of DESIGN section 10 speak of.
const PROMISED: usize = 100_000;
/// Decisions, and pages of the inbox, that are timed.
const DECISIONS: usize = 400;
const PAGES: usize = 50;

/// Rows of one size, each named after what it measures and the size.
struct Rows {
    size: usize,
    rows: Vec<Row>,
}

impl Rows {
    fn put(&mut self, what: &str, value: impl Into<Option<f64>>, unit: &str, bar: Bar) {
        let bar = if self.size == PROMISED { bar } else { Bar::None };
        self.rows.push(Row::new(format!("{what}, {} entities", thousands(self.size)), value, unit, bar));
    }

    fn seconds(&mut self, what: &str, took: Duration, bar: Bar) {
        self.put(what, took.as_secs_f64(), "s", bar);
    }
}

pub(super) fn measure(options: &Options, size: usize) -> Result<Vec<Row>, String> {
    let Names { names, queries } = data::names(options.data.as_deref(), size);
    let cards = cards::with_duplicates(&names, size, SEEDS[0]);
    let mut out = Rows { size, rows: Vec::new() };
    let store = InMemory::new();

    let measures_memory = process::reset_peak();
    let mut session = Session::open(&store)?;
    let (report, took) = session.import("cards.vcf", cards.file.clone())?;
    if report.added as usize != size {
        return Err(format!("{} of {size} cards were taken: {:?}", report.added, report.refused.first()));
    }
    out.seconds("import", took.whole, Bar::AtMost(15.0));
    out.seconds("import, longest step", took.longest, Bar::None);
    let import_peak = process::peak();
    let held = session.memory.state().space(SPACE).map(|space| space.nodes.held().heap_bytes() as f64 / 1e6);
    out.put("index of names", held, "MB", Bar::None);

    open(&mut out, &store, session, &names[0])?;
    let mut session = Session::open(&store)?;
    resolve(&mut out, &mut session, &names[..size - size / 20], queries.as_deref())?;

    process::reset_peak();
    let (report, took) = session.organize()?;
    out.seconds("organize, longest step", took.longest, Bar::None);
    out.put("organize, pairs scored", f64::from(report.pairs), "", Bar::None);
    let organized = judge(&mut session, &cards, took.whole, queries.is_some())?;
    out.put("organize, pairs asked about", organized.asked as f64, "", Bar::None);
    let peak = import_peak.max(process::peak()).filter(|_| measures_memory);
    out.put("peak of resident memory, store included", peak.map(|peak| peak as f64 / 1e6), "MB", Bar::None);

    decide(&mut out, &mut session, &names)?;
    drop(session);
    let mut all = vec![organized];
    if size == PROMISED {
        for seed in &SEEDS[1..] {
            all.push(organize(&names, size, *seed, queries.is_some())?);
        }
    }
    report_worst(&mut out, &all);
    Ok(out.rows)
}

/// What finding pairs came to.
struct Organized {
    took: Duration,
    asked: usize,
    /// None of made-up names: they are near each other by their making, so they say nothing of real ones.
    recall: Option<f64>,
    precision: Option<f64>,
}

/// Another set of edits, planted in a memory of its own.
fn organize(names: &[String], size: usize, seed: u64, real: bool) -> Result<Organized, String> {
    let mut cards = cards::with_duplicates(names, size, seed);
    let mut session = Session::open(&InMemory::new())?;
    session.import("cards.vcf", std::mem::take(&mut cards.file))?;
    let (_, took) = session.organize()?;
    judge(&mut session, &cards, took.whole, real)
}

/// Each set of edits, and what is promised of all: the worst of each figure.
fn report_worst(out: &mut Rows, all: &[Organized]) {
    for (n, Organized { took, recall, precision, .. }) in all.iter().enumerate().filter(|_| all.len() > 1) {
        let edits = n + 1;
        out.seconds(&format!("organize, edits {edits}"), *took, Bar::None);
        out.put(&format!("organize, recall of planted duplicates, edits {edits}"), *recall, "", Bar::None);
        out.put(&format!("organize, precision, edits {edits}"), *precision, "", Bar::None);
    }
    let worst = |of: fn(&Organized) -> Option<f64>| all.iter().filter_map(of).reduce(f64::min);
    out.seconds("organize", all.iter().map(|each| each.took).max().unwrap_or_default(), Bar::AtMost(5.0));
    out.put("organize, recall of planted duplicates", worst(|each| each.recall), "", Bar::AtLeast(0.985));
    out.put("organize, precision", worst(|each| each.precision), "", Bar::AtLeast(0.975));
}

/// Opening, from the journal and from a snapshot.
fn open(out: &mut Rows, store: &InMemory, session: Session, name: &str) -> Result<(), String> {
    drop(session);
    let mut bytes = 0;
    store.tamper(|rows| bytes = rows.values().map(|row| row.bytes.len()).sum());
    out.put("journal", bytes as f64 / 1e6, "MB", Bar::None);
    let first_answer = || {
        let start = Stopwatch::start();
        let mut session = Session::open(store)?;
        session.resolve(name)?;
        Ok::<_, String>((session, start.elapsed()))
    };
    let (mut session, took) = first_answer()?;
    out.seconds("open from the journal to the first answer", took, Bar::None);
    let took = session.save_snapshot()?;
    drop(session);
    store.tamper_blocks(|blocks| bytes = blocks.values().map(Vec::len).sum());
    out.seconds("save a snapshot", took, Bar::None);
    out.put("snapshot", bytes as f64 / 1e6, "MB", Bar::AtMost(60.0));
    let mut times = Vec::new();
    for _ in 0..3 {
        times.push(first_answer()?.1);
    }
    times.sort_unstable();
    out.seconds("open from a snapshot to the first answer", times[1], Bar::AtMost(0.6));
    Ok(())
}

fn resolve(
    out: &mut Rows,
    session: &mut Session,
    held: &[String],
    queries: Option<&[data::Query]>,
) -> Result<(), String> {
    let held: HashSet<&String> = held.iter().collect();
    let (mut times, mut found, mut asked) = (Vec::new(), 0, 0);
    for query in queries.into_iter().flatten().filter(|query| held.contains(&query.truth)) {
        let (names, took) = session.resolve_thrice(&query.text)?;
        times.push(took);
        asked += 1;
        found += usize::from(names.iter().take(10).any(|name| *name == query.truth));
    }
    out.put("resolve one-edit names, p50", percentile(&times, 0.5), "ms", Bar::AtMost(0.5));
    out.put("resolve one-edit names, p99", percentile(&times, 0.99), "ms", Bar::AtMost(3.0));
    let recall = (asked > 0).then(|| found as f64 / asked as f64);
    out.put("resolve one-edit names, recall@10", recall, "", Bar::AtLeast(0.999));
    Ok(())
}

/// How many of the planted pairs were asked about, and how much of what was asked about was planted.
fn judge(session: &mut Session, cards: &Cards, took: Duration, real: bool) -> Result<Organized, String> {
    let asked = pairs_asked(session)?;
    let planted: HashSet<_> = cards.planted.iter().map(|(a, b)| pair(a, b)).collect();
    let right = asked.intersection(&planted).count() as f64;
    let of = |all: usize| (real && all > 0).then(|| right / all as f64);
    Ok(Organized { took, asked: asked.len(), recall: of(planted.len()), precision: of(asked.len()) })
}

/// Two names, whichever comes first.
pub(super) fn pair(a: &str, b: &str) -> (String, String) {
    if a <= b { (a.to_owned(), b.to_owned()) } else { (b.to_owned(), a.to_owned()) }
}

/// Every two names that an open question holds beside each other.
pub(super) fn pairs_asked(session: &mut Session) -> Result<HashSet<(String, String)>, String> {
    let mut asked = HashSet::new();
    for question in questions(session)? {
        let names: Vec<&str> = question.names.iter().map(|name| name.text.as_str()).collect();
        for (at, a) in names.iter().enumerate() {
            asked.extend(names[at + 1..].iter().map(|b| pair(a, b)));
        }
    }
    Ok(asked)
}

fn list(filter: InboxFilter, cursor: Option<String>, limit: u32) -> Call {
    Call::InboxList { space: SPACE.into(), filter, cursor, limit }
}

/// All open questions.
fn questions(session: &mut Session) -> Result<Vec<QuestionRow>, String> {
    let (mut all, mut cursor) = (Vec::new(), None);
    loop {
        let call = list(InboxFilter::default(), cursor, 200);
        let Reply::Inbox(Page { items, next, .. }) = session.call(&call).map_err(said)? else {
            return Err("no list".into());
        };
        all.extend(items);
        match next {
            Some(next) => cursor = Some(next),
            None => return Ok(all),
        }
    }
}

/// Decisions among open questions, a tenth as many as there are entities.
fn decide(out: &mut Rows, session: &mut Session, names: &[String]) -> Result<(), String> {
    let open = questions(session)?.len();
    let missing = (out.size / 10).saturating_sub(open);
    // Cards of the same names as cards that are there: each asks a question.
    session.import("more.vcf", cards::file(&names[..missing], "d"))?;
    let open = questions(session)?;
    out.put("open questions", open.len() as f64, "", Bar::None);

    let first = list(InboxFilter::default(), None, 50);
    let mut times = Vec::new();
    for _ in 0..PAGES {
        times.push(session.timed(&first).1);
    }
    out.put("a page of the inbox, p50", percentile(&times, 0.5), "ms", Bar::None);
    let filter = InboxFilter { search: Some(names[0][..3].to_owned()), ..InboxFilter::default() };
    let search = list(filter, None, 50);
    let searching: Vec<Duration> = (0..PAGES / 5).map(|_| session.timed(&search).1).collect();
    out.put("a page of the inbox with a search, p50", percentile(&searching, 0.5), "ms", Bar::None);

    let mut ids: Vec<String> = open.into_iter().map(|question| question.id).collect();
    Random::new(3).shuffle(&mut ids);
    let (mut times, mut refused) = (Vec::new(), 0);
    for (n, id) in ids.into_iter().take(DECISIONS).enumerate() {
        let verdict = if n % 2 == 0 { Verdict::Accept } else { Verdict::Reject };
        let decision = Decision { verdict, choice: None, ticks: None, survivor: None, reason: None, until: None };
        let (reply, took) = session.timed(&Call::Decide { space: SPACE.into(), id, decision });
        match reply {
            Ok(_) => times.push(took),
            // Earlier decisions may have made it moot.
            Err(_) => refused += 1,
        }
    }
    out.put("decide, p50", percentile(&times, 0.5), "ms", Bar::None);
    out.put("decide, p95", percentile(&times, 0.95), "ms", Bar::AtMost(15.0));
    out.put("decide, refused as stale", f64::from(refused), "", Bar::None);
    Ok(())
}

/// By how much the times grew from size to size, for rows in the order of sizes.
pub(super) fn factors(rows: &[Row]) -> Vec<Row> {
    const OF: [&str; 7] = [
        "import",
        "open from the journal to the first answer",
        "open from a snapshot to the first answer",
        "snapshot",
        "resolve one-edit names, p50",
        "organize",
        "decide, p95",
    ];
    let mut out = Vec::new();
    for what in OF {
        let of_size = |row: &Row| Some((row.name.strip_prefix(what)?.strip_prefix(", ")?.to_owned(), row.value?));
        let sizes: Vec<(String, f64)> = rows
            .iter()
            .filter_map(of_size)
            .filter(|(rest, _)| rest.strip_suffix(" entities").is_some_and(|size| !size.contains(' ')))
            .collect();
        for pair in sizes.windows(2) {
            let [(from, before), (to, after)] = pair else { continue };
            let from = from.trim_end_matches(" entities");
            out.push(Row::new(format!("{what}, growth from {from} to {to}"), after / before, "×", Bar::None));
        }
    }
    out
}

fn thousands(size: usize) -> String {
    let digits = size.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
