//! Measures, with the data of `shared/data`: recall and times of `near`, memory, and the join. Prints; asserts only
//! what must not get worse. `cargo test --release --test index_bench -- --ignored --nocapture`

use std::path::PathBuf;
use std::time::{Duration, Instant};

use namesake_core::index::{NameIndex, PairCursor};
use namesake_core::names::NameKeys;
use namesake_core::resolve::compare;

fn data() -> Option<PathBuf> {
    let from_env = std::env::var_os("NAMESAKE_DATA").map(PathBuf::from);
    let dir = from_env.unwrap_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data")));
    if dir.is_dir() {
        return Some(dir);
    }
    println!("skipped: no data at {}", dir.display());
    None
}

fn lines(path: PathBuf) -> Vec<String> {
    std::fs::read_to_string(path).expect("readable").lines().map(str::to_owned).collect()
}

fn build(names: &[String]) -> (Vec<NameKeys>, NameIndex) {
    let start = Instant::now();
    let keys: Vec<NameKeys> = names.iter().map(|n| NameKeys::new(n)).collect();
    let keyed = start.elapsed();
    let start = Instant::now();
    let mut index = NameIndex::new();
    for (node, keys) in (0..).zip(&keys) {
        index.insert(node, keys);
    }
    println!(
        "{} names: keys {keyed:.0?}, index {:.0?}, {:.1} MB",
        names.len(),
        start.elapsed(),
        index.heap_bytes() as f64 / 1e6
    );
    (keys, index)
}

fn percentile(times: &mut [Duration], p: f64) -> Duration {
    times.sort_unstable();
    times[((times.len() - 1) as f64 * p) as usize]
}

struct Recall {
    queries: usize,
    at_1: usize,
    at_10: usize,
}

/// Each query once, cold; prints recall and times.
fn recall(
    what: &str,
    names: &[String],
    keys: &[NameKeys],
    index: &NameIndex,
    queries: &[(String, String)],
    near_only: bool,
) -> Recall {
    let mut times = Vec::new();
    let mut out = Recall { queries: queries.len(), at_1: 0, at_10: 0 };
    let mut totals = 0;
    for (query, truth) in queries {
        let start = Instant::now();
        let asked = NameKeys::new(query);
        let near = if near_only {
            index.near(&asked, &|n| &keys[n as usize], 21)
        } else {
            index.look_up(&asked, &|n| &keys[n as usize], 21)
        };
        times.push(start.elapsed());
        totals += near.total;
        let rank = near.hits.iter().take(10).position(|h| names[h.node as usize] == *truth);
        out.at_1 += usize::from(rank == Some(0));
        out.at_10 += usize::from(rank.is_some());
        if std::env::var_os("SHOW_MISSES").is_some() && rank != Some(0) {
            let best: Vec<_> =
                near.hits.iter().take(3).map(|h| format!("{} {}", names[h.node as usize], h.m.score)).collect();
            let direct = compare(&NameKeys::new(query), &NameKeys::new(truth)).map(|m| m.score);
            println!("{rank:?} {query} -> {truth} {direct:?} | {}", best.join(" | "));
        }
    }
    println!(
        "{what}: {} queries, recall@1 {:.3}, recall@10 {:.3}, p50 {:.3?}, p99 {:.3?}, {:.1} near",
        queries.len(),
        out.at_1 as f64 / queries.len() as f64,
        out.at_10 as f64 / queries.len() as f64,
        percentile(&mut times, 0.5),
        percentile(&mut times, 0.99),
        totals as f64 / queries.len() as f64,
    );
    out
}

fn queries(path: PathBuf) -> Vec<(String, String)> {
    lines(path)
        .iter()
        .map(|line| {
            let mut parts = line.split('\t').map(str::to_owned);
            (parts.next().expect("query"), parts.next().expect("truth"))
        })
        .collect()
}

#[test]
#[ignore = "measures; needs the data"]
fn one_edit_us_names() {
    let Some(data) = data() else { return };
    let names = lines(data.join("names/uscensus_person_names_100k.txt"));
    let (keys, index) = build(&names);
    let queries = queries(data.join("names/uscensus_queries_1k.tsv"));
    recall("us census, near only", &names, &keys, &index, &queries, true);
    let found = recall("us census", &names, &keys, &index, &queries, false);
    assert!(found.at_10 * 1000 >= found.queries * 990);
}

#[test]
#[ignore = "measures; needs the data"]
fn historical_variants() {
    let Some(data) = data() else { return };
    let names = lines(data.join("er/historical_canonical.txt"));
    let (keys, index) = build(&names);
    let queries = queries(data.join("er/historical_variant_queries_1k.tsv"));
    let (first, last) = queries.split_at(500);
    let longer: Vec<_> = queries.iter().filter(|(q, _)| q.split_whitespace().count() > 1).cloned().collect();
    for (what, part) in
        [("all", &queries[..]), ("first 500", first), ("last 500", last), ("two or more tokens", &longer)]
    {
        for near_only in [true, false] {
            let what = format!("historical, {what}{}", if near_only { ", near only" } else { "" });
            recall(&what, &names, &keys, &index, part, near_only);
        }
        if std::env::var_os("SHOW_MISSES").is_some() {
            return;
        }
    }
}

#[test]
#[ignore = "measures; needs the data"]
fn pairs_of_us_names() {
    let Some(data) = data() else { return };
    let mut names = lines(data.join("names/uscensus_person_names_100k.txt"));
    for size in [10_000, 100_000] {
        let all = std::mem::take(&mut names);
        let (keys, index) = build(&all[..size]);
        let start = Instant::now();
        let mut cursor = PairCursor::default();
        let (mut slices, mut longest, mut worth_asking) = (0, Duration::ZERO, 0);
        let (mut looked_at, mut scored, mut near) = (0, 0, 0);
        while !cursor.is_done() {
            let slice = Instant::now();
            let stats = index.pairs(&|n| &keys[n as usize], &mut cursor, 2_000, None, &|_| 0, &mut |_, _, bits| {
                worth_asking += usize::from(bits >= 0);
            });
            longest = longest.max(slice.elapsed());
            slices += 1;
            looked_at += stats.looked_at;
            scored += stats.scored;
            near += stats.near;
        }
        println!(
            "pairs among {size}: {:.2?} in {slices} slices (longest {longest:.1?}), {looked_at} nodes, {scored} scored, {near} near, {worth_asking} worth asking",
            start.elapsed()
        );
        names = all;
    }
}
