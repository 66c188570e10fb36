//! Claims: what they are about, what binds their pronouns, and what is not stored.

mod support;

use namesake_core::ingest::prepare;
use namesake_core::journal::owner_entity_id;
use namesake_core::model::Body;
use namesake_core::protocol::*;
use namesake_core::state::{Operation, Payload};
use namesake_core::store::{InMemory, Store};
use support::told::{has, says, told};
use support::{SPACE, Session, event};

fn session() -> Session {
    Session::open(&InMemory::new())
}

/// The codes of what was not stored; none for what was.
fn verdicts(report: &IngestReport) -> Vec<&str> {
    report.claims.iter().map(|claim| claim.reason.as_deref().unwrap_or("stored")).collect()
}

#[test]
fn a_claim_is_about_what_its_words_mean() {
    let mut session = session();
    let text = "Mira works for Northwind.";
    session.tell(told("1", None, None, text, &[("Mira", "works_for", "Northwind")]));
    assert_eq!(session.all_claims(), ["Mira works_for Northwind"]);
    let claim = session.claims(ClaimFilter::default()).remove(0);
    let mark = |at: usize| {
        let Span { start, end } = claim.sentence.marks[at];
        claim.sentence.text[start as usize..end as usize].to_owned()
    };
    assert_eq!([mark(0), mark(1)], ["Mira", "Northwind"]);
    assert_eq!(session.verify().faults, []);
}

#[test]
fn what_does_not_stand_in_the_cited_sentence_is_not_stored_and_its_siblings_are() {
    let text = "Mira met Tomas in Leeds. Ana stayed.";
    let first = Span { start: 0, end: 24 };
    let cite = |claim: HostClaim| HostClaim { evidence: vec![first], ..claim };
    let claims = vec![
        cite(says(text, "Mira", "met", "Tomas")),
        cite(says(text, "Ana", "met", "Tomas")),
        cite(says(text, "Mira", "met", "Ana")),
        cite(says(text, "Mir", "met", "Tomas")),
        cite(says(text, "Mira", "met", "Tomas")),
        cite(has(text, "Mira", "age", "number", "40", None)),
    ];
    let mut session = session();
    let report = session.take(HostEvent { claims, ..event("1", text) }).expect("is taken");
    let due = [
        "stored",
        "subject_not_grounded",
        "object_not_grounded",
        "subject_not_grounded",
        "said_already",
        "quantity_not_grounded",
    ];
    assert_eq!(verdicts(&report), due);
    assert!(report.claims.iter().all(|claim| claim.stored != claim.explanation.is_some()));
    assert_eq!(session.all_claims(), ["Mira met Tomas"]);
}

#[test]
fn the_speakers_word_is_the_speaker_and_moves_with_the_name() {
    let mut session = session();
    session.tell(told("1", Some("Dana"), None, "I live in Leeds.", &[("I", "lives_in", "Leeds")]));
    session.tell(told("2", None, None, "Dana plays chess with Omar.", &[("Dana", "plays_chess_with", "Omar")]));
    assert_eq!(session.all_claims(), ["Dana lives_in Leeds", "Dana plays_chess_with Omar"]);
    let claims = session.claims(ClaimFilter::default());
    assert_eq!(claims[0].subject.word.text, "I", "the literal word is kept");
    assert_eq!(claims[0].subject.binding, Some(Binding::Speaker));
    let of = |claim: &ClaimRow| claim.subject.entity.as_ref().map(|entity| entity.id.clone());
    assert_eq!(of(&claims[0]), of(&claims[1]));
    // An address book knows who that is: a link by name moves, and its claims with it.
    session.import_bytes(
        "people.vcf",
        b"BEGIN:VCARD\r\nVERSION:4.0\r\nUID:d\r\nFN:Dana Holt\r\nNICKNAME:Dana\r\nEND:VCARD\r\n".to_vec(),
    );
    let card = session.uid("d");
    let question = session.inbox();
    for row in question {
        session.decide(&row.id, Verdict::Accept, None).expect("is decided");
    }
    let due: Vec<_> = session.claims(ClaimFilter::default()).iter().map(of).collect();
    assert_eq!(due, [Some(card.clone()), Some(card)]);
    assert_eq!(session.verify().faults, []);
}

#[test]
fn two_holders_of_the_speakers_label_bind_nothing_and_ask() {
    let mut session = session();
    let cards: String = ["a", "b"]
        .map(|uid| format!("BEGIN:VCARD\r\nVERSION:4.0\r\nUID:{uid}\r\nFN:Dana Holt\r\nNOTE:{uid}\r\nEND:VCARD\r\n"))
        .concat();
    session.import_bytes("people.vcf", cards.into_bytes());
    for row in session.inbox() {
        session.decide(&row.id, Verdict::Reject, None).expect("they are two");
    }
    session.tell(told("1", Some("Dana Holt"), None, "I live in Leeds.", &[("I", "lives_in", "Leeds")]));
    assert_eq!(session.all_claims(), ["I? lives_in Leeds"]);
    let question = session.question(QuestionKind::Ambiguity);
    let sentences: Vec<_> = question.members.iter().flat_map(|member| &member.sentences).map(|at| &at.text).collect();
    assert!(sentences.iter().any(|text| *text == "I live in Leeds."), "{sentences:?}");
    let a = session.uid("a");
    session.decide(&question.row.id, Verdict::Choose, Some(a)).expect("one of them");
    assert_eq!(session.all_claims(), ["Dana Holt lives_in Leeds"]);
}

#[test]
fn other_references_are_local_to_their_event() {
    let mut session = session();
    let text = "I met Omar. We walked with Omar.";
    let claims = [("I", "met", "Omar"), ("We", "walked_with", "Omar")];
    for id in ["1", "2", "1"] {
        session.tell(told(id, None, None, text, &claims));
    }
    assert_eq!(
        session.all_claims(),
        ["(I) met Omar", "(We) walked_with Omar", "(I) met Omar", "(We) walked_with Omar"]
    );
    let references: Vec<_> =
        session.claims(ClaimFilter::default()).into_iter().filter_map(|claim| claim.subject.reference).collect();
    let distinct: std::collections::BTreeSet<_> = references.iter().collect();
    assert_eq!((references.len(), distinct.len()), (4, 4), "two events, two classes of words");
    let space = session.memory.state().space(SPACE).expect("is there");
    assert!(
        space.entities.iter().all(|entity| !["I", "We"].contains(&entity.name())),
        "no entity is made of a pronoun"
    );
}

#[test]
fn a_declared_owner_is_one_entity_without_a_name() {
    let mut session = session();
    let mine = |id: &str, text: &str, object: &str| HostEvent {
        role: Some("user".into()),
        first_person_owner: true,
        ..told(id, None, None, text, &[("I", "likes", object)])
    };
    session.tell(mine("1", "I like Rust.", "Rust"));
    session.tell(mine("2", "My cat likes me, and I like Perl.", "Perl"));
    session.tell(told("3", None, None, "I like Java.", &[("I", "likes", "Java")]));
    assert_eq!(session.all_claims(), ["the owner likes Rust", "the owner likes Perl", "(I) likes Java"]);
    let owner = session.claims(ClaimFilter::default())[0].subject.entity.clone().expect("is known");
    assert_eq!(owner.id, owner_entity_id("alice", SPACE).to_string());
    for text in ["I", "alice", "me"] {
        let found = session.call(Call::ResolveEntity { space: SPACE.into(), name: text.into(), cursor: None });
        let Ok(Reply::Resolved(found)) = found else { panic!("{found:?}") };
        assert!(found.candidates.items.iter().all(|hit| hit.entity.id != owner.id), "{text} finds no owner");
    }
    // Only for a user's own words, and never beside a speaker.
    for (role, speaker) in [("assistant", None), ("user", Some("Dana"))] {
        let event = HostEvent {
            role: Some(role.into()),
            speaker: speaker.map(str::to_owned),
            ..mine("4", "I like Lisp.", "Lisp")
        };
        let error = session.take(event).expect_err("is refused");
        assert_eq!(error.code, ErrorCode::BadArgument);
        assert!(error.message.contains("firstPersonOwner"), "{}", error.message);
    }
}

#[test]
fn an_event_prepared_twice_is_the_same_and_another_content_a_conflict() {
    let mut session = session();
    let event = told("1", Some("Dana"), None, "I know Omar.", &[("I", "knows", "Omar")]);
    let first = session.tell(event.clone());
    let head = session.memory.head();
    let again = session.tell(event.clone());
    assert_eq!((again.applied, &again.claims), (false, &first.claims));
    assert_eq!(session.memory.head(), head);
    let other = HostEvent { claims: vec![says("I know Omar.", "I", "met", "Omar")], ..event };
    assert_eq!(session.take(other).expect_err("is refused").code, ErrorCode::EventConflict);
}

#[test]
fn policies_differ_and_no_plan_claims_a_check_that_was_not_run() {
    let text = "Omar told me about Leeds.";
    let by = |extraction, plan_policy| HostEvent {
        extraction,
        plan_policy,
        claims: vec![says(text, "I", "heard_of", "Leeds"), has(text, "Omar", "age", "number", "40", None)],
        ..event("1", text)
    };
    // (extraction, plan policy) and what comes of it.
    let stored: [(Option<u32>, Option<u32>, [&str; 2]); 4] = [
        (None, None, ["stored", "quantity_not_grounded"]),
        (Some(2), None, ["stored", "quantity_not_grounded"]),
        (Some(2), Some(1), ["subject_not_grounded", "object_not_grounded"]),
        (Some(1), None, ["subject_not_grounded", "object_not_grounded"]),
    ];
    for (extraction, plan, due) in stored {
        let report = session().take(by(extraction, plan)).expect("is taken");
        assert_eq!(verdicts(&report), due, "{extraction:?} {plan:?}");
    }
    for (extraction, plan) in [(Some(1), Some(2)), (Some(3), None), (Some(2), Some(70_000)), (Some(0), None)] {
        let error = session().take(by(extraction, plan)).expect_err("they do not belong together");
        assert_eq!(error.code, ErrorCode::BadArgument);
    }
}

/// The plans that a store holds, with the texts and the ids of their events.
fn plans(store: &InMemory) -> Vec<(uuid::Uuid, String, namesake_core::model::Plan)> {
    let rows = futures::executor::block_on(store.read(1, usize::MAX)).expect("reads");
    let records = rows.into_iter().flat_map(|row| row.unpack()).map(|(_, record)| record.expect("is sound"));
    let payload = |text: String| serde_json::from_str::<Payload>(&text).expect("is a payload");
    records
        .filter_map(|record| match payload(record.payload?).operation {
            Operation::Ingest { body: Body::Claimed { text, plan, .. }, .. } => Some((record.id, text, *plan)),
            _ => None,
        })
        .collect()
}

#[test]
fn bad_input_is_an_error_that_names_the_field_and_stores_nothing() {
    let text = "Mira 🔥 met Tomas.";
    let good = || says(text, "Mira", "met", "Tomas");
    let span = |start, end| vec![Span { start, end }];
    let value =
        |kind: &str, value: &str| ClaimValue { kind: kind.into(), value: value.into(), unit: None, display: None };
    let cases: Vec<(HostClaim, &str)> = vec![
        (HostClaim { evidence: vec![], ..good() }, "claims[0].evidence is empty"),
        (HostClaim { evidence: span(0, 99), ..good() }, "claims[0].evidence[0]"),
        (HostClaim { evidence: span(0, 6), ..good() }, "inside a character"),
        (HostClaim { evidence: span(4, 4), ..good() }, "claims[0].evidence[0] is empty"),
        (HostClaim { evidence: vec![Span { start: 0, end: 5 }, Span { start: 4, end: 7 }], ..good() }, "overlap"),
        (HostClaim { subject: " \u{200b} ".into(), ..good() }, "claims[0].subject"),
        (HostClaim { predicate: String::new(), ..good() }, "claims[0].predicate"),
        (HostClaim { predicate: "x".repeat(257), ..good() }, "257 bytes"),
        (HostClaim { object: None, ..good() }, "claims[0].object"),
        (HostClaim { value: Some(value("number", "1")), ..good() }, "object and value"),
        (HostClaim { object: None, value: Some(value("colour", "red")), ..good() }, "claims[0].value.type"),
        (HostClaim { object: None, value: Some(value("number", "inf")), ..good() }, "claims[0].value.value"),
        (HostClaim { confidence: Some(f64::NAN), ..good() }, "claims[0].confidence"),
        (HostClaim { confidence: Some(1.01), ..good() }, "claims[0].confidence"),
        (HostClaim { polarity: Some("maybe".into()), ..good() }, "claims[0].polarity"),
        (HostClaim { speech_act: Some("shout".into()), ..good() }, "claims[0].speechAct"),
        (HostClaim { valid_from: Some("yesterday".into()), ..good() }, "claims[0].validFrom"),
        (HostClaim { valid_from: Some("2026-01-02T10:00:00".into()), ..good() }, "zone"),
        (
            HostClaim { valid_from: Some("2026-01-02".into()), valid_to: Some("2026-01-02".into()), ..good() },
            "claims[0].validTo",
        ),
    ];
    let mut session = session();
    session.say("before", "Tomas came.");
    let head = session.memory.head();
    for (claim, part) in cases {
        let error = session.take(HostEvent { claims: vec![claim], ..event("1", text) }).expect_err(part);
        assert_eq!(error.code, ErrorCode::BadArgument, "{part}");
        assert!(error.message.contains(part), "{part}: {}", error.message);
        assert_eq!(session.memory.head(), head, "{part}: nothing is stored");
    }
    let many = HostEvent { claims: vec![good(); 1_001], ..event("1", text) };
    assert!(session.take(many).expect_err("too many").message.contains("1000"));
    session.tell(HostEvent { claims: vec![good()], ..event("1", text) });
}

#[test]
fn validity_is_kept_in_utc() {
    let text = "Mira met Tomas.";
    let claim = HostClaim {
        valid_from: Some("2026-01-01T01:00:00+01:00".into()),
        valid_to: Some("2026-02-01".into()),
        ..says(text, "Mira", "met", "Tomas")
    };
    let mut session = session();
    session.tell(HostEvent { claims: vec![claim], ..event("1", text) });
    let row = session.claims(ClaimFilter::default()).remove(0);
    assert_eq!((row.valid_from, row.valid_to), (Some(1_767_225_600_000.0), Some(1_769_904_000_000.0)));
}

#[test]
fn stored_plans_replay_unchanged() {
    let store = InMemory::new();
    let mut session = Session::open(&store);
    session.tell(told("1", Some("Dana"), None, "I know Omar. He rows.", &[("I", "knows", "Omar")]));
    session
        .take(HostEvent { extraction: Some(1), ..told("2", None, None, "It is me, Omar.", &[("I", "is", "Omar")]) })
        .expect("is taken");
    let plans = plans(&store);
    assert_eq!(plans.len(), 2);
    for (event, text, plan) in plans {
        assert_eq!(prepare(event, &text, plan.input.clone()), Some(plan));
    }
}

/// A hint of nothing but a name.
fn hint(name: &str) -> Hint {
    Hint { name: name.into(), kind: None, known_entity_id: None, identity: None }
}

#[test]
fn a_part_of_a_longer_name_is_nobodys_name() {
    // (text, hints, claim, what becomes of it)
    type Row = (&'static str, &'static [&'static str], (&'static str, &'static str), &'static str);
    let cases: [Row; 5] = [
        ("Dana Holt lives in Leeds.", &["Dana Holt"], ("Dana", "Leeds"), "in_a_longer_name"),
        ("Dana Holt lives in Leeds.", &[], ("Dana", "Leeds"), "in_a_longer_name"),
        ("Dana Holt lives in Leeds.", &[], ("Dana Holt", "Leeds"), "stored"),
        ("Dana Holt knows Dana.", &["Dana Holt"], ("Dana", "Dana Holt"), "stored"),
        ("Omar lives in Leeds Bradford.", &[], ("Omar", "Leeds"), "in_a_longer_name"),
    ];
    for (text, hints, (subject, object), due) in cases {
        let mut event = told("1", None, None, text, &[(subject, "lives_in", object)]);
        event.hints = hints.iter().map(|name| hint(name)).collect();
        let report = session().take(event).expect("is taken");
        assert_eq!(verdicts(&report), [due], "{text} {subject}");
    }
}

#[test]
fn each_sentence_that_an_end_stands_in_says_whether_it_is_an_assertion() {
    let cases = [
        ("Dana is here. Does she live in Leeds?", ("Dana", "Leeds"), "not_an_assertion"),
        ("Did Dana call? Leeds is far.", ("Dana", "Leeds"), "not_an_assertion"),
        ("Dana is here. Leeds is far.", ("Dana", "Leeds"), "stored"),
    ];
    for (text, (subject, object), due) in cases {
        let report = session().take(told("1", None, None, text, &[(subject, "is_in", object)])).expect("is taken");
        assert_eq!(verdicts(&report), [due], "{text}");
    }
}

#[test]
fn somebody_elses_first_person_is_told_from_words_that_do_not_stand_there() {
    let text = "Omar wrote: \"I live in Leeds.\"";
    let event = told("1", Some("Dana"), None, text, &[("I", "lives_in", "Leeds"), ("me", "likes", "Bath")]);
    let report = session().take(event).expect("is taken");
    assert_eq!(verdicts(&report), ["in_a_quotation", "in_a_quotation"]);
}

#[test]
fn the_speaker_by_word_and_by_name_in_one_clause_is_one_claim() {
    // (text, claims of (subject, object), verdicts)
    type Row = (&'static str, [(&'static str, &'static str); 2], [&'static str; 2]);
    let cases: [Row; 3] = [
        ("As Dana I use Deno.", [("I", "Deno"), ("Dana", "Deno")], ["stored", "said_already"]),
        ("I use Deno. Dana uses Deno.", [("I", "Deno"), ("Dana", "Deno")], ["stored", "said_already"]),
        ("I use Deno and Dana uses Rust.", [("I", "Deno"), ("Dana", "Rust")], ["stored", "stored"]),
    ];
    for (text, claims, due) in cases {
        let claims = claims.map(|(subject, object)| (subject, "uses", object));
        let mut event = told("1", Some("Dana"), None, text, &claims);
        event.speaker_grounding = true;
        let report = session().take(event.clone()).expect("is taken");
        // In two sentences they are two assertions, which support one relationship.
        let due = if text.contains(". ") { ["stored", "stored"] } else { due };
        assert_eq!(verdicts(&report), due, "{text}");
        event.speaker_grounding = false;
        let report = session().take(event).expect("is taken");
        assert_eq!(verdicts(&report), ["stored", "stored"], "{text}");
    }
}

#[test]
fn the_speakers_name_that_stands_on_the_speakers_word_is_the_speaker() {
    let mut session = session();
    let event = HostEvent {
        speaker_grounding: true,
        speaker_references: Some(false),
        ..told("1", Some("Dana"), None, "I use Deno.", &[("Dana", "uses", "Deno")])
    };
    session.tell(event);
    assert_eq!(session.all_claims(), ["Dana uses Deno"]);
}

#[test]
fn a_repeated_event_tells_what_became_of_its_claims() {
    let text = "Mira met Tomas in Leeds.";
    let event = told("1", None, None, text, &[("Mira", "met", "Tomas"), ("Omar", "met", "Tomas")]);
    let mut session = session();
    let first = session.take(event.clone()).expect("is taken");
    let again = session.take(event).expect("is taken");
    assert_eq!((again.applied, again.claims.len()), (false, 2));
    assert_eq!(again.claims, first.claims);
}

#[test]
fn a_hint_that_names_nobody_makes_no_entity() {
    let mut session = session();
    for (id, words) in [("1", "my flatmate"), ("2", "the system"), ("3", "she"), ("4", "Dana and Omar")] {
        let text = format!("Then {words} called.");
        let report = session.take(HostEvent { hints: vec![hint(words)], ..event(id, &text) }).expect("is taken");
        let told: Vec<(&str, &str, bool)> = report
            .mentions
            .iter()
            .map(|mention| (mention.name.text.as_str(), mention.outcome.as_str(), mention.reference.is_some()))
            .filter(|(name, ..)| *name == words)
            .collect();
        assert_eq!(told, [(words, "reference", true)]);
    }
    assert_eq!(session.inbox().len(), 0);
    // Who is known by such words is who the host says.
    session.say("5", "Mira met Tomas.");
    let mut said = hint("my flatmate");
    said.identity = Some("new".into());
    let report = session.take(HostEvent { hints: vec![said], ..event("6", "Then my flatmate called.") });
    assert_eq!(report.expect("is taken").mentions[0].outcome, "new");
}

#[test]
fn who_is_asked_about_has_to_be_here() {
    let mut session = session();
    let report = session.tell(told("1", None, None, "Mira met Tomas.", &[("Mira", "met", "Tomas")]));
    let mira = session.claims(ClaimFilter::default())[0].subject.entity.as_ref().map(|entity| entity.id.clone());
    let mut claims = |filter: ClaimFilter| {
        let call = Call::Claims { space: SPACE.into(), filter, cursor: None, limit: 10 };
        session.call(call).map(|reply| match reply {
            Reply::Claims(page) => page.items.len(),
            other => panic!("{other:?}"),
        })
    };
    let unknown = || Some("00000000-0000-4000-8000-000000000000".to_owned());
    assert_eq!(claims(ClaimFilter { entity: mira, ..ClaimFilter::default() }), Ok(1));
    assert_eq!(claims(ClaimFilter { event: Some(report.event), ..ClaimFilter::default() }), Ok(1));
    for filter in [
        ClaimFilter { entity: unknown(), ..ClaimFilter::default() },
        ClaimFilter { event: unknown(), ..ClaimFilter::default() },
    ] {
        assert_eq!(claims(filter).expect_err("is refused").code, ErrorCode::NotFound);
    }
    // What is wrong by itself is said before.
    let filter = ClaimFilter { entity: unknown(), end: Some("above".into()), ..ClaimFilter::default() };
    assert_eq!(claims(filter).expect_err("is refused").code, ErrorCode::BadArgument);
}

#[test]
fn sentences_are_found_by_the_words_that_somebody_types() {
    let mut session = session();
    session.tell(told("1", None, None, "Zoë Müller lives in Leeds.", &[("Zoë Müller", "works_for", "Leeds")]));
    session.tell(told("2", None, None, "Omar met Dana O'Brien there.", &[("Omar", "met", "Dana O'Brien")]));
    let mut search = |text: &str| -> Vec<Vec<String>> {
        let call = Call::SearchText { space: SPACE.into(), text: text.into(), cursor: None, limit: 10 };
        let hits = match session.call(call) {
            Ok(Reply::TextFound(page)) => page.items,
            other => panic!("{other:?}"),
        };
        let marks = |hit: TextHit| {
            let units: Vec<u16> = hit.sentence.text.encode_utf16().collect();
            let marked = hit.sentence.marks.iter().map(|mark| &units[mark.start as usize..mark.end as usize]);
            marked.map(String::from_utf16_lossy).collect()
        };
        hits.into_iter().map(marks).collect()
    };
    for (typed, due) in [
        ("lives in", vec![vec!["lives in"]]),
        ("zoe muller", vec![vec!["Zoë Müller"]]),
        ("obrien", vec![vec!["O'Brien"]]),
        ("OMAR  MET", vec![vec!["Omar met"]]),
        ("works for", vec![vec![]]),
        ("livesin", vec![]),
        ("York", vec![]),
    ] {
        assert_eq!(search(typed), due, "{typed}");
    }
}

/// Known evidence: all of an event's text.
fn shown(event: &str, text: &str) -> KnownEvidence {
    KnownEvidence { event: event.into(), span: Span { start: 0, end: text.encode_utf16().count() as u32 } }
}

#[test]
fn known_evidence_is_cited_and_nothing_is_added_to_it() {
    let before = "Dana Holt called. She met Omar in Leeds.";
    // (text, subject, object, verdict, how the claim reads)
    let cases: [(&str, &str, &str, &str, &str); 8] = [
        ("She does not live in York.", "Dana Holt", "York", "denied", ""),
        ("She lives in York, not Leeds.", "Dana Holt", "York", "stored", "Dana Holt lives_in York"),
        ("Moved to York.", "Dana Holt", "York", "stored", "Dana Holt lives_in York"),
        ("Now she lives in York.", "Dana Holt", "York", "stored", "Dana Holt lives_in York"),
        ("Now she lives in York.", "Dana", "York", "subject_not_grounded", ""),
        ("Now all is well.", "Dana Holt", "Leeds", "nothing_new", ""),
        ("Moved to York.", "She", "York", "subject_not_grounded", ""),
        ("Does Mira live there?", "Mira", "Leeds", "not_an_assertion", ""),
    ];
    for (text, subject, object, due, reads) in cases {
        let mut session = session();
        let first = session.take(HostEvent { hints: vec![hint("Dana Holt")], ..event("1", before) });
        let first = first.expect("is taken").event;
        let count = |session: &Session| {
            session.memory.state().space(SPACE).map(|space| space.mentions_in(first.parse().expect("is an id")).len())
        };
        let mentions = count(&session);
        let mut said = told("2", None, None, text, &[(subject, "lives_in", object)]);
        said.known = vec![shown(&first, before)];
        said.claims[0].known = vec![0];
        let report = session.take(said.clone()).expect("is taken");
        assert_eq!(verdicts(&report), [due], "{text} {subject}");
        assert_eq!(session.all_claims(), Vec::from_iter((!reads.is_empty()).then_some(reads)), "{text}");
        assert_eq!(count(&session), mentions, "{text}");
        for claim in session.claims(ClaimFilter::default()) {
            assert_eq!(claim.sentence.text, text, "what it says stands in its own event");
            let known: Vec<&str> = claim.known.iter().map(|sentence| sentence.text.as_str()).collect();
            assert_eq!(known, ["Dana Holt called."]);
        }
        // What is not cited by the claim grounds nothing.
        said.id = "3".into();
        said.claims[0].known = Vec::new();
        let report = session.take(said).expect("is taken");
        assert!(!report.claims[0].stored, "{text}");
        assert_eq!(session.verify().faults, []);
    }
}

#[test]
fn a_value_of_somebody_who_was_named_before_shows_the_sentence_that_says_it() {
    let mut session = session();
    let before = "Dana Holt called.";
    let first = session.take(event("1", before)).expect("is taken").event;
    let text = "Hello. She is 40 now.";
    let mut said = HostEvent { claims: vec![has(text, "Dana Holt", "age", "number", "40", None)], ..event("2", text) };
    said.known = vec![shown(&first, before)];
    said.claims[0].known = vec![0];
    said.claims[0].evidence = vec![Span { start: 7, end: 21 }];
    session.tell(said);
    let claim = session.claims(ClaimFilter::default()).remove(0);
    assert_eq!(claim.sentence.text, "She is 40 now.");
    let of = |event: &str| {
        session.memory.state().space(SPACE).expect("is there").claims_in(event.parse().expect("is an id")).len()
    };
    assert_eq!((of(&claim.sentence.event), of(&first)), (1, 0), "it is a claim of its own event");
    let live = namesake_core::snapshot::encode(session.memory.state()).expect("is encoded");
    session.call(Call::Rebuild).expect("is rebuilt");
    assert!(namesake_core::snapshot::encode(session.memory.state()).expect("is encoded") == live);
}

#[test]
fn known_evidence_that_is_not_here_or_not_text_is_an_error_and_stores_nothing() {
    let mut session = session();
    let before = "Dana Holt called \u{1f4de}.";
    let first = session.take(event("1", before)).expect("is taken").event;
    session.import_bytes("a.vcf", b"BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ana\r\nEND:VCARD\r\n".to_vec());
    let card = session
        .memory
        .state()
        .space(SPACE)
        .and_then(|space| space.events.iter().last().map(|event| event.id.to_string()));
    let head = session.memory.head();
    let span = |start, end| KnownEvidence { event: first.clone(), span: Span { start, end } };
    let of = |event: &str| KnownEvidence { event: event.into(), span: Span { start: 0, end: 4 } };
    let cases = [
        (of("00000000-0000-4000-8000-000000000000"), 0, ErrorCode::NotFound, ""),
        (of("nothing"), 0, ErrorCode::NotFound, ""),
        (of(&card.expect("is there")), 0, ErrorCode::BadArgument, "event.known[0] has no text"),
        (span(0, 99), 0, ErrorCode::BadArgument, "event.known[0].span"),
        (span(0, 18), 0, ErrorCode::BadArgument, "event.known[0].span"),
        (span(4, 4), 0, ErrorCode::BadArgument, "event.known[0].span"),
        (span(0, 4), 1, ErrorCode::BadArgument, "event.claims[0].known names 1"),
    ];
    for (known, place, code, words) in cases {
        let mut said = told("2", None, None, "Moved to York.", &[("Dana Holt", "lives_in", "York")]);
        said.known = vec![known.clone()];
        said.claims[0].known = vec![place];
        let error = session.take(said).expect_err("is refused");
        assert_eq!(error.code, code, "{known:?}");
        assert!(error.message.contains(words), "{known:?} {}", error.message);
        assert_eq!(session.memory.head(), head);
    }
    // In another space it is not here either.
    let mut said = told("2", None, None, "Moved to York.", &[]);
    said.known = vec![span(0, 4)];
    let error = session.call(Call::Ingest { space: "other".into(), event: said }).expect_err("is refused");
    assert_eq!(error.code, ErrorCode::NotFound);
}

#[test]
fn a_name_of_two_known_events_is_nobodys_and_known_evidence_is_bounded() {
    let mut session = session();
    let dana = || vec![hint("Dana Holt")];
    let text = "Dana Holt called.";
    let ids: Vec<String> = ["1", "2"]
        .map(|id| session.take(HostEvent { hints: dana(), ..event(id, text) }).expect("is taken").event)
        .to_vec();
    for (cited, due) in [(vec![0], "stored"), (vec![0, 1], "subject_not_grounded"), (vec![1, 1], "stored")] {
        let id = format!("said {cited:?}");
        let mut said = told(&id, None, None, "Moved to York.", &[("Dana Holt", "lives_in", "York")]);
        said.known = ids.iter().map(|id| shown(id, text)).collect();
        said.claims[0].known = cited;
        let report = session.take(said).expect("is taken");
        assert_eq!(verdicts(&report), [due], "{id}");
    }
    let long = "Dana Holt called. ".repeat(8_000);
    let first = session.take(event("long", &long)).expect("is taken").event;
    let mut said = told("again", None, None, "Moved to York.", &[("York", "is", "York")]);
    said.known = vec![shown(&first, &long), shown(&first, &long)];
    let error = session.take(said).expect_err("is refused");
    assert_eq!(error.code, ErrorCode::BadArgument);
    assert!(error.message.contains("event.known cites over"), "{}", error.message);
}

#[test]
fn a_changed_plan_is_found() {
    let store = InMemory::new();
    let mut session = Session::open(&store);
    session.tell(told("1", None, None, "Mira met Tomas.", &[("Mira", "met", "Tomas")]));
    assert_eq!(session.verify().faults, []);
    let rows = futures::executor::block_on(store.read(1, 100)).expect("is read");
    let plan = rows.iter().flat_map(|row| row.unpack()).find_map(|(_, record)| {
        let record = record.ok()?;
        match serde_json::from_str::<Payload>(record.payload.as_ref()?).ok()?.operation {
            Operation::Ingest { body: Body::Claimed { plan, .. }, .. } => Some((record.id, *plan)),
            _ => None,
        }
    });
    let (event, mut plan) = plan.expect("is stored");
    assert!(namesake_core::ingest::is_sound(event, &plan));
    assert!(!namesake_core::ingest::is_sound(namesake_core::journal::undo_id(event), &plan));
    plan.claims.pop();
    assert!(!namesake_core::ingest::is_sound(event, &plan));
}
