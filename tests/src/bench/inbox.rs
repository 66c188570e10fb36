//! Pages of an inbox with 100,000 open questions: the first, one far down, and those that a filter gives.

use super::data::made_up;
use super::row::{Bar, Row};
use super::session::{SPACE, Session, percentile, said};
use namesake_core::protocol::{Call, InboxFilter, Page, QuestionKind, QuestionRow, Reply};
use namesake_core::store::InMemory;
use std::time::Duration;

/// Open questions, about.
const QUESTIONS: usize = 100_000;
/// Times that each page is asked for.
const TIMES: usize = 40;

pub(super) fn measure() -> Result<Vec<Row>, String> {
    let names = made_up(QUESTIONS);
    let lines = names.iter().map(|name| {
        let text = format!("I met {name} today.");
        serde_json::json!({ "conversation": "talk", "speaker": "Ann", "text": text }).to_string()
    });
    let mut session = Session::open(&InMemory::new())?;
    session.import("talk.jsonl", lines.collect::<Vec<_>>().join("\n").into_bytes())?;

    let everything = InboxFilter::default;
    let mut page = page(&mut session, &everything(), None, 200)?;
    let open = page.total;
    // Halfway down, as an owner gets there: page by page.
    let mut seen = page.items.len();
    while seen < open as usize / 2
        && let Some(next) = page.next.take()
    {
        page = self::page(&mut session, &everything(), Some(next), 200)?;
        seen += page.items.len();
    }
    let halfway = page.next;
    let asked = page.items.first().map_or(0.0, |row| row.asked);
    let search = names[QUESTIONS / 3].split(' ').next_back().unwrap_or_default().to_owned();
    let pages = [
        ("the first page", everything(), None),
        ("a page halfway down", everything(), halfway),
        ("of one kind", InboxFilter { kinds: vec![QuestionKind::NewName], ..everything() }, None),
        ("with one reason", InboxFilter { reason: Some("no_holder".into()), ..everything() }, None),
        ("with nothing against", InboxFilter { unopposed: true, ..everything() }, None),
        ("asked before then", InboxFilter { asked_before: Some(asked), ..everything() }, None),
        ("with a search", InboxFilter { search: Some(search), ..everything() }, None),
    ];
    let mut out = vec![Row::new("inbox, open questions", f64::from(open), "", Bar::AtLeast(0.9 * QUESTIONS as f64))];
    for (what, filter, cursor) in pages {
        let mut times = Vec::new();
        for _ in 0..TIMES {
            times.push(timed(&mut session, &list(&filter, cursor.clone(), 50))?);
        }
        // The bar is one of pages; a search looks at every name besides.
        let bar = if filter.search.is_none() { Bar::AtMost(5.0) } else { Bar::None };
        out.push(Row::new(format!("inbox, {what}, p95"), percentile(&times, 0.95), "ms", bar));
    }
    let mut times = Vec::new();
    for _ in 0..TIMES {
        times.push(timed(&mut session, &Call::InboxCounts { space: SPACE.into() })?);
    }
    out.push(Row::new("inbox, counts, p95", percentile(&times, 0.95), "ms", Bar::AtMost(5.0)));
    Ok(out)
}

fn list(filter: &InboxFilter, cursor: Option<String>, limit: u32) -> Call {
    Call::InboxList { space: SPACE.into(), filter: filter.clone(), cursor, limit }
}

fn page(
    session: &mut Session,
    filter: &InboxFilter,
    cursor: Option<String>,
    limit: u32,
) -> Result<Page<QuestionRow>, String> {
    match session.call(&list(filter, cursor, limit)).map_err(said)? {
        Reply::Inbox(page) => Ok(page),
        _ => Err("no list".into()),
    }
}

fn timed(session: &mut Session, call: &Call) -> Result<Duration, String> {
    let (reply, took) = session.timed(call);
    reply.map(|_| took).map_err(said)
}
