//! 10,000 messages with two claims each, told to a memory of 20,000 entities one by one, beside the raw append of the same
//! records to a store of the same kind.

use super::cards;
use super::data;
use super::options::Options;
use super::process::Stopwatch;
use super::random::Random;
use super::row::{Bar, Row};
use super::session::{SPACE, Session, now, percentile, said};
use namesake_core::journal::Row as JournalRow;
use namesake_core::protocol::{Call, HostClaim, HostEvent, Reply, Span};
use namesake_core::store::{InMemory, Store};
use std::time::Duration;

const ENTITIES: usize = 20_000;
const MESSAGES: usize = 10_000;

pub(super) fn measure(options: &Options) -> Result<Vec<Row>, String> {
    let names = data::names(options.data.as_deref(), ENTITIES).names;
    let store = InMemory::new();
    let mut session = Session::open(&store)?;
    session.import("cards.vcf", cards::file(&names[..ENTITIES], "c"))?;
    let declare =
        Call::DeclarePredicates { space: SPACE.into(), predicates: vec!["lives_in".into()], single_valued: true };
    session.call(&declare).map_err(said)?;
    let head = session.memory.head().sequence;
    let mut random = Random::new(3);
    let (mut times, mut stored) = (Vec::new(), 0);
    let whole = Stopwatch::start();
    for n in 0..MESSAGES {
        let call = Call::Ingest {
            space: SPACE.into(),
            event: event(n, &names[random.below(ENTITIES)], &names[random.below(ENTITIES)]),
        };
        let (reply, took) = session.timed(&call);
        let Reply::Ingested(report) = reply.map_err(said)? else { return Err("was not ingested".into()) };
        stored += report.claims.iter().filter(|claim| claim.stored).count();
        times.push(took);
    }
    let took = whole.elapsed();
    let rows: Vec<JournalRow> = now(store.read(head + 1, usize::MAX)).map_err(|error| error.to_string())?;
    let bytes: usize = rows.iter().map(|row| row.bytes.len()).sum();
    let half = |part: &[Duration]| part.iter().sum::<Duration>().as_secs_f64();
    let (first, last) = (half(&times[..MESSAGES / 10]), half(&times[MESSAGES - MESSAGES / 10..]));
    let row = |what: &str, value: f64, unit: &str, bar| {
        Row::new(format!("10,000 messages with claims, {what}"), value, unit, bar)
    };
    let search = Call::SearchText { space: SPACE.into(), text: "moved to".into(), cursor: None, limit: 50 };
    let mut found = Vec::new();
    for _ in 0..20 {
        let (reply, took) = session.timed(&search);
        reply.map_err(said)?;
        found.push(took);
    }
    Ok(vec![
        row("ingest", took.as_secs_f64(), "s", Bar::None),
        row("one, p50", percentile(&times, 0.5).unwrap_or_default(), "ms", Bar::None),
        row("one, p99", percentile(&times, 0.99).unwrap_or_default(), "ms", Bar::None),
        row("claims stored", stored as f64, "", Bar::AtLeast(2.0 * MESSAGES as f64)),
        row("journal", bytes as f64 / 1e6, "MB", Bar::None),
        row("the last tenth against the first", last / first, "×", Bar::AtMost(2.0)),
        row("searchText, p95", percentile(&found, 0.95).unwrap_or_default(), "ms", Bar::None),
    ])
}

/// "I moved to Leeds" of somebody who is in the memory, who knows somebody else who is.
fn event(n: usize, speaker: &str, other: &str) -> HostEvent {
    const PLACES: [&str; 8] = ["Leeds", "York", "Bath", "Hull", "Derby", "Truro", "Wells", "Ely"];
    let place = PLACES[n % PLACES.len()];
    let text = format!("I moved to {place} last week, and I work with {other} there.");
    let evidence = vec![Span { start: 0, end: text.encode_utf16().count() as u32 }];
    let claim = |predicate: &str, object: &str| HostClaim {
        subject: "I".into(),
        predicate: predicate.into(),
        object: Some(object.to_owned()),
        confidence: Some(0.9),
        update: true,
        evidence: evidence.clone(),
        ..HostClaim::default()
    };
    HostEvent {
        id: format!("m{n}"),
        source: "talks".into(),
        role: Some("user".into()),
        speaker: Some(speaker.to_owned()),
        session: Some(format!("talk {}", n % 50)),
        time: Some(1_760_000_000_000.0 + n as f64 * 60_000.0),
        claims: vec![claim("lives_in", place), claim("works_with", other)],
        text,
        ..HostEvent::default()
    }
}
