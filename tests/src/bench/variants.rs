//! `resolve_entity` on real variants of historical persons' names, and why those that are not found are not.

use super::cards;
use super::data::{self, Query};
use super::options::Options;
use super::row::{Bar, Row};
use super::session::{Session, percentile};
use namesake_core::names::NameKeys;
use namesake_core::resolve::compare;
use namesake_core::store::InMemory;
use std::time::Duration;

/// Weights were chosen on so many queries; the rest is what they are judged by.
const CHOSEN_ON: usize = 500;
/// Candidates that count as found.
const TEN: usize = 10;

pub(super) fn measure(options: &Options) -> Result<Vec<Row>, String> {
    let found = data::persons(options.data.as_deref());
    let mut session = Session::open(&InMemory::new())?;
    let (names, queries) = found.unwrap_or_default();
    session.import("persons.vcf", cards::file(&names, "h"))?;
    let two = |q: &&Query| q.text.split_whitespace().count() > 1;
    let longer: Vec<Query> = queries.iter().filter(two).cloned().collect();
    let last: Vec<Query> = queries.iter().skip(CHOSEN_ON).cloned().collect();
    let last_longer: Vec<Query> = last.iter().filter(two).cloned().collect();
    let mut rows = Vec::new();
    let bars = |first, ten| (Bar::AtLeast(first), Bar::AtLeast(ten));
    let missed = ask(&mut rows, &mut session, "all", &queries, bars(0.82, 0.91))?;
    ask(&mut rows, &mut session, "of two or more tokens", &longer, bars(0.9, 0.965))?;
    ask(&mut rows, &mut session, "the last 500", &last, (Bar::None, Bar::None))?;
    ask(&mut rows, &mut session, "of two or more tokens among the last 500", &last_longer, (Bar::None, Bar::None))?;
    why(&mut rows, &names, &missed);
    Ok(rows)
}

/// Asks for each, and gives those that are not among the first ten.
fn ask(
    rows: &mut Vec<Row>,
    session: &mut Session,
    which: &str,
    queries: &[Query],
    bars: (Bar, Bar),
) -> Result<Vec<Query>, String> {
    let mut times: Vec<Duration> = Vec::new();
    let (mut first, mut missed) = (0, Vec::new());
    for query in queries {
        let (names, took) = session.resolve_thrice(&query.text)?;
        times.push(took);
        let rank = names.iter().take(TEN).position(|name| *name == query.truth);
        first += usize::from(rank == Some(0));
        if rank.is_none() {
            missed.push(query.clone());
        }
    }
    let part = |count: usize| (!queries.is_empty()).then(|| count as f64 / queries.len() as f64);
    let name = |what: &str| format!("resolve historical variants, {which}, {what}");
    rows.push(Row::new(name("recall@1"), part(first), "", bars.0));
    rows.push(Row::new(name("recall@10"), part(queries.len() - missed.len()), "", bars.1));
    rows.push(Row::new(name("p50"), percentile(&times, 0.5), "ms", Bar::None));
    Ok(missed)
}

/// Why a name was not found, from what cannot be found in principle to what is a weakness of the score.
const REASONS: [&str; 5] = [
    "the words have nothing in common with the name",
    "somebody else here is called just so",
    "one word that is in the names of ten others as well",
    "ten others are as near",
    "ten others are nearer",
];

/// Counts the misses by reason, and lists them on the standard error where `NAMESAKE_BENCH_MISSES` is set.
fn why(rows: &mut Vec<Row>, names: &[String], missed: &[Query]) {
    let keys: Vec<NameKeys> = names.iter().map(|name| NameKeys::new(name)).collect();
    let mut counts = [0_u32; REASONS.len()];
    for query in missed {
        let reason = reason(&keys, query);
        counts[reason] += 1;
        if std::env::var_os("NAMESAKE_BENCH_MISSES").is_some() {
            eprintln!("{}: {} for {}", REASONS[reason], query.text, query.truth);
        }
    }
    for (reason, count) in REASONS.iter().zip(counts) {
        let count = (!names.is_empty()).then_some(f64::from(count));
        rows.push(Row::new(format!("resolve historical variants, not found as {reason}"), count, "", Bar::None));
    }
}

/// The first of the reasons that holds.
fn reason(keys: &[NameKeys], query: &Query) -> usize {
    let (asked, meant) = (NameKeys::new(&query.text), NameKeys::new(&query.truth));
    let score = |name: &NameKeys| compare(&asked, name).map(|found| found.score);
    let Some(due) = score(&meant) else { return 0 };
    let others = || keys.iter().filter(|name| name.exact != meant.exact);
    if others().any(|name| name.folded == asked.folded) {
        return 1;
    }
    let bears = |word: &str| others().filter(|name| name.tokens.iter().any(|token| token == word)).count();
    if asked.tokens.only().is_some_and(|word| bears(word) >= TEN) {
        return 2;
    }
    if others().filter(|name| score(name) > Some(due)).count() < TEN { 3 } else { 4 }
}
