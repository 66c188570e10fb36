//! The inbox: what a filter lets through is what looking at every question would, in pages of any size; earlier decisions stand
//! beside a question.

mod support;

use namesake_core::protocol::*;
use namesake_core::store::InMemory;
use support::{SPACE, Session};

const DAY: f64 = 86_400_000.0;

/// A memory with questions of every kind: open, put off for a while, decided, withdrawn and held back.
fn asked() -> Session {
    let mut session = Session::open(&InMemory::new());
    let mut cards = String::new();
    let mut card = |uid: &str, lines: &str| {
        cards +=
            &format!("BEGIN:VCARD\r\nVERSION:4.0\r\nUID:{uid}\r\n{}\r\nEND:VCARD\r\n", lines.replace(" / ", "\r\n"));
    };
    card("a", "FN:Dana Holt / EMAIL:dana@x.example");
    card("b", "FN:Dana Holt / BDAY:1980-05-17");
    card("c", "FN:Dana Holt / BDAY:1954-11-30");
    card("d", "FN:Renée Okafor / TEL:+49 30 901820");
    card("e", "FN:Renee Okafor / TEL:+49 30 901820");
    card("f", "FN:Maren Vogt / EMAIL:m@x.example");
    card("g", "FN:Marten Vogt / EMAIL:mv@x.example");
    card("h", "FN:Zoltan Kiss / TEL:+49 30 555666");
    card("i", "FN:Ann Boateng / TEL:+49 30 555666");
    for n in 0..40 {
        card(&format!("j{n}"), "FN:John Reed");
    }
    session.import_bytes("cards.vcf", cards.into_bytes());
    session.organize();
    session.say("1", "I met Robyn Ekdahl and Dana Holt.");
    session.say("2", "Marten Voght called, and Sven Lindqvist.");
    session.say("3", "Sven Lindqvist is here.");
    session
}

fn list(session: &mut Session, filter: &InboxFilter, limit: u32) -> Vec<QuestionRow> {
    let (mut out, mut cursor) = (Vec::new(), None);
    loop {
        let call = Call::InboxList { space: SPACE.into(), filter: filter.clone(), cursor, limit };
        let Ok(Reply::Inbox(page)) = session.call(call) else { panic!("is listed") };
        assert!(page.items.len() <= limit as usize);
        out.extend(page.items);
        let Some(next) = page.next else {
            assert_eq!(page.total as usize, out.len(), "{filter:?}");
            return out;
        };
        cursor = Some(next);
    }
}

fn view(session: &mut Session, id: &str) -> QuestionView {
    match session.call(Call::InboxGet { space: SPACE.into(), id: id.into() }) {
        Ok(Reply::Question(view)) => *view,
        other => panic!("{other:?}"),
    }
}

/// Whether a filter lets a question through, as its documentation says.
fn passes(filter: &InboxFilter, view: &QuestionView) -> bool {
    let is_about = |id: &String| view.members.iter().any(|member| member.entity.as_ref().is_some_and(|e| e.id == *id));
    let has = |needle: &String| {
        let key = namesake_core::names::folded_key;
        let names = view.members.iter().flat_map(|member| member.names.iter().map(|name| &name.name.text));
        let found = |name: &String| !key(needle).is_empty() && key(name).contains(&key(needle));
        needle.trim().is_empty() || names.chain(view.members.iter().map(|member| &member.name.text)).any(found)
    };
    (filter.kinds.is_empty() || filter.kinds.contains(&view.row.kind))
        && filter.entity.as_ref().is_none_or(is_about)
        && filter.search.as_ref().is_none_or(has)
        && filter.reason.as_ref().is_none_or(|code| view.reasons.iter().any(|reason| reason.code == *code))
        && (!filter.unopposed || view.reasons.iter().all(|reason| reason.side == Side::For))
        && filter.asked_after.is_none_or(|time| view.row.asked >= time)
        && filter.asked_before.is_none_or(|time| view.row.asked < time)
}

#[test]
fn a_filter_lets_through_what_it_says_in_pages_of_any_size() {
    let mut session = asked();
    let all = list(&mut session, &InboxFilter::default(), 200);
    // Some are put off for a day, one until yesterday: that one has come back.
    let now = all.iter().map(|row| row.asked).fold(0.0, f64::max);
    for (row, until) in all.iter().step_by(2).zip([now + DAY, now - DAY, now + DAY]) {
        let decision = Decision {
            verdict: Verdict::Snooze,
            choice: None,
            ticks: None,
            survivor: None,
            reason: None,
            until: Some(until),
        };
        session.call(Call::Decide { space: SPACE.into(), id: row.id.clone(), decision }).expect("is put off");
    }
    let late = all.iter().map(|row| row.asked).fold(f64::MAX, f64::min) + 1.0;
    let (dana, vogt) = (session.uid("a"), session.uid("g"));
    let kinds = |kinds: &[QuestionKind]| InboxFilter { kinds: kinds.to_vec(), ..InboxFilter::default() };
    let search = |text: &str| InboxFilter { search: Some(text.into()), ..InboxFilter::default() };
    let reason = |code: &str| InboxFilter { reason: Some(code.into()), ..InboxFilter::default() };
    let entity = |id: &String| InboxFilter { entity: Some(id.clone()), ..InboxFilter::default() };
    let filters = [
        InboxFilter::default(),
        kinds(&[QuestionKind::Collision]),
        kinds(&[QuestionKind::NewName, QuestionKind::Merge]),
        kinds(&[QuestionKind::Contradiction]),
        search("DANA"),
        search("okáfor"),
        search("ndqv"),
        search("nobody has this"),
        search(" "),
        search("🙂"),
        search("-"),
        reason("shared_field"),
        reason("several_holders"),
        reason("rejected_before"),
        entity(&dana),
        entity(&vogt),
        InboxFilter { unopposed: true, ..InboxFilter::default() },
        InboxFilter { asked_after: Some(late), ..InboxFilter::default() },
        InboxFilter { asked_before: Some(late), ..InboxFilter::default() },
        InboxFilter { search: Some("vogt".into()), ..entity(&vogt) },
        InboxFilter { search: Some("dana".into()), ..entity(&vogt) },
        InboxFilter { unopposed: true, asked_before: Some(late), ..kinds(&[QuestionKind::Merge, QuestionKind::Alias]) },
    ];
    let mut seen = 0;
    for status in [QuestionStatus::Open, QuestionStatus::Snoozed, QuestionStatus::Held] {
        let whole = list(&mut session, &InboxFilter { status: Some(status), ..InboxFilter::default() }, 200);
        assert!(!whole.is_empty(), "{status:?}");
        for filter in &filters {
            let filter = InboxFilter { status: Some(status), ..filter.clone() };
            let looked_at: Vec<QuestionView> = whole.iter().map(|row| view(&mut session, &row.id)).collect();
            let due: Vec<&String> =
                looked_at.iter().filter(|view| passes(&filter, view)).map(|view| &view.row.id).collect();
            for limit in [1, 3, 200] {
                let rows = list(&mut session, &filter, limit);
                assert_eq!(rows.iter().map(|row| &row.id).collect::<Vec<_>>(), due, "{filter:?}");
            }
            seen += due.len();
        }
    }
    assert!(seen > 40, "the filters let something through: {seen}");
}

#[test]
fn what_is_decided_or_withdrawn_is_listed_and_counted() {
    let mut session = asked();
    let before = list(&mut session, &InboxFilter::default(), 200);
    let pair = before.iter().find(|row| row.kind == QuestionKind::Merge).expect("is asked").clone();
    let names: Vec<_> = before.iter().filter(|row| row.kind == QuestionKind::NewName).cloned().collect();
    let mut reviews = Vec::new();
    for row in [&pair, &names[0], &names[1]] {
        reviews.push(session.decide(&row.id, Verdict::Reject, None).expect("is answered").review.id);
    }
    let decided = |filter| InboxFilter { status: Some(QuestionStatus::Decided), ..filter };
    let counts = |session: &mut Session| match session.call(Call::InboxCounts { space: SPACE.into() }) {
        Ok(Reply::Counts(counts)) => counts,
        other => panic!("{other:?}"),
    };
    let ids = |rows: &[QuestionRow]| rows.iter().map(|row| row.id.clone()).collect::<Vec<_>>();
    for limit in [1, 2, 200] {
        let rows = list(&mut session, &decided(InboxFilter::default()), limit);
        assert_eq!(ids(&rows), [&names[1].id, &names[0].id, &pair.id].map(Clone::clone), "the last one first");
        let kinds = vec![QuestionKind::NewName];
        let rows = list(&mut session, &decided(InboxFilter { kinds, ..InboxFilter::default() }), limit);
        assert_eq!(ids(&rows), [&names[1].id, &names[0].id].map(Clone::clone));
    }
    assert_eq!((counts(&mut session).decided, counts(&mut session).open as usize), (3, before.len() - 3));
    session.undo(&reviews[1]).expect("is taken back");
    assert_eq!(
        ids(&list(&mut session, &decided(InboxFilter::default()), 200)),
        [&names[1].id, &pair.id].map(Clone::clone)
    );
    assert_eq!(counts(&mut session).decided, 2);
    // A name that somebody answers to is no question any more.
    let withdrawn = InboxFilter { status: Some(QuestionStatus::Withdrawn), ..InboxFilter::default() };
    let gone = list(&mut session, &withdrawn, 200).len();
    let edit = Edit::AddName { entity: session.uid("f"), name: names[0].names[0].text.clone() };
    session.edit(edit).expect("is stored");
    for limit in [1, 200] {
        let rows = list(&mut session, &withdrawn, limit);
        assert_eq!((rows.len(), &rows[0].id), (gone + 1, &names[0].id));
    }
}

#[test]
fn a_filter_that_cannot_be_read_is_refused() {
    let mut session = asked();
    let cases = [
        (InboxFilter { reason: Some("nonsense".into()), ..InboxFilter::default() }, "filter.reason"),
        (InboxFilter { entity: Some("nobody".into()), ..InboxFilter::default() }, "filter.entity"),
        (InboxFilter { asked_after: Some(f64::NAN), ..InboxFilter::default() }, "filter.askedAfter"),
        (InboxFilter { asked_before: Some(1e300), ..InboxFilter::default() }, "filter.askedBefore"),
    ];
    for (filter, field) in cases {
        for space in [SPACE, "empty"] {
            let call = Call::InboxList { space: space.into(), filter: filter.clone(), cursor: None, limit: 10 };
            let error = session.call(call).expect_err(field);
            assert_eq!(error.code, ErrorCode::BadArgument);
            assert!(error.message.starts_with(field), "{}", error.message);
        }
    }
}

#[test]
fn earlier_decisions_on_the_same_entities_and_names_stand_beside_a_question() {
    let mut session = asked();
    let rows = list(&mut session, &InboxFilter::default(), 200);
    let collisions: Vec<_> = rows.iter().filter(|row| row.kind == QuestionKind::Collision).collect();
    let [first, second, ..] = collisions.as_slice() else { panic!("several groups are asked about Dana Holt") };
    assert_eq!(view(&mut session, &second.id).earlier, []);
    let review = session.decide(&first.id, Verdict::Reject, None).expect("is answered").review;
    assert_eq!(view(&mut session, &first.id).earlier, [], "its own stand under decisions");
    let beside = view(&mut session, &second.id).earlier;
    assert_eq!(
        beside.iter().map(|review| (&review.id, review.undone_by.is_some())).collect::<Vec<_>>(),
        [(&review.id, false)]
    );
    session.undo(&review.id).expect("is taken back");
    assert!(view(&mut session, &second.id).earlier[0].undone_by.is_some());
    // What has nothing to do with her has none.
    let other = rows.iter().find(|row| row.kind == QuestionKind::Merge).expect("is asked");
    assert_eq!(view(&mut session, &other.id).earlier, []);
}

#[test]
fn the_history_of_an_entity_and_of_one_go() {
    let mut session = asked();
    let rows = list(&mut session, &InboxFilter::default(), 200);
    let reject =
        || Decision { verdict: Verdict::Reject, choice: None, ticks: None, survivor: None, reason: None, until: None };
    let named: Vec<_> = rows.iter().filter(|row| row.kind == QuestionKind::NewName).collect();
    let items = named.iter().map(|row| (row.id.clone(), reject())).collect();
    let Ok(Reply::DecidedMany(done)) = session.call(Call::DecideMany { space: SPACE.into(), items }) else {
        panic!("are answered")
    };
    let bulk = done[0].decided.as_ref().and_then(|decided| decided.review.bulk.clone()).expect("is one go");
    let [ann, dana] = ["i", "a"].map(|uid| session.uid(uid));
    let merge = Edit::Merge { entities: vec![session.uid("h"), ann.clone()], survivor: None };
    let merged = session.edit(merge).expect("is stored").edit.expect("changes something").id;
    let collision = rows.iter().find(|row| row.kind == QuestionKind::Collision).expect("is asked");
    let said = session.decide(&collision.id, Verdict::Reject, None).expect("is answered").review.id;
    session.undo(&said).expect("is taken back");
    let mut history = |decisions_only, entity: Option<&String>, bulk: Option<&String>, limit| {
        let (mut out, mut cursor) = (Vec::new(), None);
        loop {
            let (entity, bulk) = (entity.cloned(), bulk.cloned());
            let call = Call::History { space: SPACE.into(), decisions_only, entity, bulk, cursor, limit };
            let page = match session.call(call)? {
                Reply::History(page) => page,
                other => panic!("{other:?}"),
            };
            let total = page.total as usize;
            out.extend(page.items.into_iter().map(|row| row.id));
            let Some(next) = page.next else { return Ok((out, total)) };
            cursor = Some(next);
        }
    };
    let go: Vec<String> =
        done.iter().rev().filter_map(|item| item.decided.as_ref()).map(|decided| decided.review.id.clone()).collect();
    let all: Vec<String> = [&said, &merged].into_iter().chain(&go).cloned().collect();
    for limit in [1, 2, 200] {
        let mut only = |decisions, entity, bulk| history(decisions, entity, bulk, limit).expect("is listed");
        assert_eq!(only(true, None, None), (all.clone(), all.len()));
        assert_eq!(only(false, None, Some(&bulk)), (go.clone(), go.len()));
        assert_eq!(only(false, Some(&ann), None), (vec![merged.clone()], 1), "also where it was merged");
        assert_eq!(only(false, Some(&dana), None), (vec![said.clone()], 1));
        assert_eq!(only(true, Some(&dana), None), (vec![said.clone()], 1));
        let everything = only(false, None, None).0;
        assert!(all.iter().all(|id| everything.contains(id)) && everything.len() > all.len());
    }
    let error: ApiError = history(false, Some(&ann), Some(&bulk), 10).expect_err("one of the two");
    assert_eq!(error.code, ErrorCode::BadArgument);
    assert_eq!(history(false, None, Some(&"x".to_owned()), 10).map_err(|error| error.code), Err(ErrorCode::NotFound));
}

#[test]
fn the_history_of_an_entity_begins_with_what_made_it() {
    let mut session = asked();
    let name = session.question(QuestionKind::NewName).row.id;
    let review = session.decide(&name, Verdict::Accept, None).expect("is somebody").review.id;
    let newest = |session: &Session| {
        let space = session.memory.state().space(SPACE).expect("holds something");
        space.entities.iter().last().expect("was made").id.to_string()
    };
    let made = newest(&session);
    let entity = session.uid("a");
    let names = vec![SplitName { name: "Dana Holt".into(), kept: true }];
    let parts = SplitParts { names, fields: Vec::new(), mentions: Vec::new(), kind: None };
    let split = session.edit(Edit::Split { entity: entity.clone(), parts }).expect("is stored");
    let (half, split) = (newest(&session), split.edit.expect("is stored").id);
    for (entity, due) in [(made, &review), (half, &split), (entity, &split)] {
        let call = Call::History {
            space: SPACE.into(),
            decisions_only: true,
            entity: Some(entity),
            bulk: None,
            cursor: None,
            limit: 10,
        };
        let Ok(Reply::History(page)) = session.call(call) else { panic!("is listed") };
        assert_eq!(page.items.iter().map(|row| &row.id).collect::<Vec<_>>(), [due]);
    }
}
