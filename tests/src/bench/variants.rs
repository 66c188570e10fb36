//! `resolve_entity` on real variants of historical persons' names.

use super::cards;
use super::data::{self, Query};
use super::options::Options;
use super::row::{Bar, Row};
use super::session::{Session, percentile};
use namesake_core::store::InMemory;
use std::time::Duration;

pub(super) fn measure(options: &Options) -> Result<Vec<Row>, String> {
    let found = data::persons(options.data.as_deref());
    let mut session = Session::open(&InMemory::new())?;
    let queries = match found {
        Some((names, queries)) => {
            session.import("persons.vcf", cards::file(&names, "h"))?;
            queries
        }
        None => Vec::new(),
    };
    let longer: Vec<Query> = queries.iter().filter(|q| q.text.split_whitespace().count() > 1).cloned().collect();
    let mut rows = Vec::new();
    ask(&mut rows, &mut session, "all", &queries, (0.82, 0.91))?;
    ask(&mut rows, &mut session, "of two or more tokens", &longer, (0.9, 0.965))?;
    Ok(rows)
}

fn ask(
    rows: &mut Vec<Row>,
    session: &mut Session,
    which: &str,
    queries: &[Query],
    bars: (f64, f64),
) -> Result<(), String> {
    let mut times: Vec<Duration> = Vec::new();
    let (mut first, mut ten) = (0, 0);
    for query in queries {
        let (names, took) = session.resolve_thrice(&query.text)?;
        times.push(took);
        let rank = names.iter().take(10).position(|name| *name == query.truth);
        first += usize::from(rank == Some(0));
        ten += usize::from(rank.is_some());
    }
    let part = |count: usize| (!queries.is_empty()).then(|| count as f64 / queries.len() as f64);
    let name = |what: &str| format!("resolve historical variants, {which}, {what}");
    rows.push(Row::new(name("recall@1"), part(first), "", Bar::AtLeast(bars.0)));
    rows.push(Row::new(name("recall@10"), part(ten), "", Bar::AtLeast(bars.1)));
    rows.push(Row::new(name("p50"), percentile(&times, 0.5), "ms", Bar::None));
    Ok(())
}
