//! One event, whole: its text is read from the journal, what its words mean from the state.

mod support;

use namesake_core::protocol::*;
use namesake_core::store::InMemory;
use support::told::{says, told};
use support::{SPACE, Session, event};

fn session() -> Session {
    Session::open(&InMemory::new())
}

impl Session {
    fn event(&mut self, space: &str, id: &str, cursor: Option<String>) -> Result<EventView, ApiError> {
        self.call(Call::Event { space: space.into(), id: id.into(), cursor }).map(|reply| match reply {
            Reply::Event(view) => *view,
            other => panic!("{other:?}"),
        })
    }
}

#[test]
fn an_event_has_its_text_its_mentions_and_what_was_not_kept() {
    let text = "🔥 I met Omar in Leeds. You know.";
    let claims = vec![says(text, "I", "met", "Omar"), says(text, "I", "met", "Priya")];
    let sent = HostEvent {
        role: Some("user".into()),
        speaker: Some("Dana".into()),
        time: Some(5_000.0),
        claims,
        ..event("1", text)
    };
    let mut session = session();
    let report = session.take(sent).expect("is taken");
    let view = session.event(SPACE, &report.event, None).expect("is there");
    assert_eq!((view.text.as_deref(), view.role.as_deref(), view.time), (Some(text), Some("user"), Some(5_000.0)));
    assert_eq!((view.source.as_str(), view.kind.as_str(), view.claims), ("notes", "document", 1));
    assert_eq!(view.speaker_entity.map(|entity| entity.name.text), Some("Dana".into()));
    // The same verdicts as the report's, in the order of the text, with spans in UTF-16 units.
    let units: Vec<u16> = text.encode_utf16().collect();
    let words: Vec<(String, String)> = view
        .mentions
        .items
        .iter()
        .map(|mention| {
            let span = &units[mention.span.start as usize..mention.span.end as usize];
            assert_eq!(String::from_utf16_lossy(span), mention.end.word.text);
            (mention.end.word.text.clone(), mention.outcome.clone())
        })
        .collect();
    let due: Vec<(String, String)> =
        report.mentions.iter().map(|mention| (mention.name.text.clone(), mention.outcome.clone())).collect();
    assert_eq!(words, due);
    assert!(words.iter().any(|(word, _)| word == "Omar"), "{words:?}");
    let left: Vec<_> = view
        .not_stored
        .iter()
        .map(|claim| (claim.subject.text.as_str(), claim.object.text.as_str(), claim.reason.as_str()))
        .collect();
    assert_eq!(left, [("I", "Priya", "object_not_grounded")]);
}

#[test]
fn every_event_is_found_whatever_else_the_journal_holds() {
    let mut session = session();
    let mut ids = Vec::new();
    for n in 0..40_u32 {
        let id = n.to_string();
        // Decisions, settling and another space stand between.
        if n % 3 == 0 {
            session.declare(&["lives_in"], n % 2 == 0);
        }
        if n % 4 == 0 {
            let other = told(&id, None, None, &format!("Elsewhere {n}."), &[]);
            session.call(Call::Ingest { space: "other".into(), event: other }).expect("is taken");
        }
        let text = format!("Dana met Omar {n} times.");
        let claims: &[_] = if n % 2 == 0 { &[("Dana", "met", "Omar")] } else { &[] };
        ids.push((session.take(told(&id, None, None, &text, claims)).expect("is taken").event, text));
    }
    for (id, text) in &ids {
        assert_eq!(session.event(SPACE, id, None).expect("is there").text.as_ref(), Some(text));
    }
    // An id of another space, an unknown one, and what is no id are the same error.
    let none = "00000000-0000-4000-8000-000000000000";
    for (space, id) in [("other", ids[0].0.as_str()), ("nowhere", &ids[0].0), (SPACE, none), (SPACE, "1")] {
        assert_eq!(session.event(space, id, None).expect_err("is refused").code, ErrorCode::NotFound, "{space} {id}");
    }
    assert_eq!(session.event(SPACE, &ids[0].0, Some("x".into())).expect_err("is refused").code, ErrorCode::BadArgument);
}

#[test]
fn mentions_are_paged() {
    let text: String = (0..450).map(|n| format!("Omar met Dana{n}. ")).collect();
    let mut session = session();
    let report = session
        .take(HostEvent {
            hints: vec![Hint { name: "Omar".into(), kind: None, known_entity_id: None, identity: None }],
            ..event("1", &text)
        })
        .expect("is taken");
    let (mut starts, mut cursor, mut pages) = (Vec::new(), None, 0);
    loop {
        let view = session.event(SPACE, &report.event, cursor).expect("is there");
        assert_eq!(view.mentions.total as usize, report.mentions.len());
        starts.extend(view.mentions.items.iter().map(|mention| mention.span.start));
        pages += 1;
        cursor = view.mentions.next;
        if cursor.is_none() {
            break;
        }
    }
    let due: Vec<u32> = report.mentions.iter().map(|mention| mention.span.start).collect();
    assert_eq!(starts, due);
    assert!(pages > 1 && due.len() >= 450, "{pages} {}", due.len());
}

#[test]
fn predicates_are_listed_with_what_was_said_of_them() {
    let mut session = session();
    session.tell(told(
        "1",
        None,
        None,
        "Dana met Omar. Dana knows Omar.",
        &[("Dana", "met", "Omar"), ("Dana", "knows", "Omar")],
    ));
    session.tell(told("2", None, None, "Omar met Dana.", &[("Omar", "met", "Dana")]));
    session.declare(&["lives in", "met"], true);
    let (mut rows, mut cursor) = (Vec::new(), None);
    loop {
        let page = match session.call(Call::Predicates { space: SPACE.into(), cursor, limit: 1 }) {
            Ok(Reply::Predicates(page)) => page,
            other => panic!("{other:?}"),
        };
        assert_eq!(page.total, 3);
        rows.extend(page.items.into_iter().map(|row| (row.predicate, row.single_valued, row.claims)));
        cursor = page.next;
        if cursor.is_none() {
            break;
        }
    }
    let due = [("knows", false, 1), ("lives_in", true, 0), ("met", true, 2)];
    assert_eq!(rows, due.map(|(predicate, single, claims)| (predicate.to_owned(), single, claims)));
    let error = session.call(Call::DeclarePredicates {
        space: SPACE.into(),
        predicates: vec!["met".into(), "x".repeat(257)],
        single_valued: true,
    });
    assert!(error.expect_err("is refused").message.contains("predicates[1] has 257 bytes"));
}

#[test]
fn the_owner_has_no_name_and_every_place_says_so() {
    let mut session = session();
    session.declare(&["lives_in"], true);
    for (id, place) in [("1", "Leeds"), ("2", "York"), ("3", "York")] {
        let text = format!("I live in {place}.");
        session.tell(HostEvent {
            role: Some("user".into()),
            first_person_owner: true,
            ..told(id, None, Some(id.parse().expect("is a number")), &text, &[("I", "lives_in", place)])
        });
    }
    let question = session.question(QuestionKind::Contradiction);
    assert_eq!(question.row.names[0], Shown::owner());
    assert_eq!(question.members[0].name, Shown::owner());
    let said: Vec<&str> = question.row.names[1..].iter().map(|name| name.text.as_str()).collect();
    assert_eq!(said, ["Leeds", "York"]);
    let sentences: Vec<Vec<&str>> = question
        .rivals
        .iter()
        .map(|rival| rival.sentences.iter().map(|sentence| sentence.text.as_str()).collect())
        .collect();
    assert_eq!(sentences, [vec!["I live in Leeds."], vec!["I live in York.", "I live in York."]]);
    let claim = session.claims(ClaimFilter::default()).remove(0);
    let owner = claim.subject.entity.expect("is known");
    assert_eq!(owner.name, Shown::owner());
    session.decide(&question.row.id, Verdict::Accept, None).expect("is decided");
    let words = session.history(true).remove(0).text;
    assert!(words.contains(&Bit::Name(Shown::owner())), "{words:?}");
    // Who is given a name is called by it.
    session.edit(Edit::Rename { entity: owner.id.clone(), name: "Sam".into() }).expect("is renamed");
    assert_eq!(session.entity(&owner.id).row.name.text, "Sam");
}
