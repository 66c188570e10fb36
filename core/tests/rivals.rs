//! Claims that cannot hold together: what takes the place of what, what is asked, and how the owner decides.

mod support;

use namesake_core::protocol::*;
use namesake_core::store::InMemory;
use support::told::{says, told};
use support::view::{shuffled, space};
use support::{SPACE, Session};

fn session() -> Session {
    let mut session = Session::open(&InMemory::new());
    session.declare(&["lives_in"], true);
    session
}

/// An event in which somebody says, at a time, where they live; the text says that it changed.
fn moved(id: &str, speaker: &str, at: Option<u32>, place: &str) -> HostEvent {
    let text = format!("I live in {place} now.");
    let mut event = told(id, Some(speaker), at, &text, &[("I", "lives_in", place)]);
    event.claims[0].update = true;
    event
}

fn lives(id: &str, speaker: &str, at: Option<u32>, place: &str) -> HostEvent {
    told(id, Some(speaker), at, &format!("I live in {place}."), &[("I", "lives_in", place)])
}

fn about(id: &str, who: &str, at: Option<u32>, place: &str) -> HostEvent {
    told(id, None, at, &format!("{who} lives in {place}."), &[(who, "lives_in", place)])
}

/// Where Dana lives from one year until another.
fn of_years(id: &str, at: u32, place: &str, from: &str, to: &str) -> HostEvent {
    let mut event = about(id, "Dana", Some(at), place);
    event.claims[0].valid_from = Some(format!("{from}-01-01"));
    event.claims[0].valid_to = Some(format!("{to}-01-01"));
    event
}

fn contradictions(session: &mut Session) -> Vec<QuestionView> {
    let rows: Vec<QuestionRow> =
        session.inbox().into_iter().filter(|row| row.kind == QuestionKind::Contradiction).collect();
    rows.iter()
        .map(|row| match session.call(Call::InboxGet { space: SPACE.into(), id: row.id.clone() }) {
            Ok(Reply::Question(view)) => *view,
            other => panic!("{other:?}"),
        })
        .collect()
}

fn sorted(mut texts: Vec<String>) -> Vec<String> {
    texts.sort();
    texts
}

#[test]
fn an_explicit_update_of_the_same_speaker_supersedes_in_every_order() {
    let events = [
        lives("1", "Dana", Some(10), "Leeds"),
        moved("2", "Dana", Some(20), "York"),
        moved("3", "Dana", Some(30), "Bath"),
        lives("4", "Dana", Some(40), "Bath"),
    ];
    for seed in 0..12 {
        let mut session = session();
        for at in shuffled(events.len(), seed) {
            session.tell(events[at].clone());
        }
        let due = [
            "Dana lives_in Bath",
            "Dana lives_in Bath",
            "Dana lives_in Leeds, superseded",
            "Dana lives_in York, superseded",
        ];
        assert_eq!(sorted(session.all_claims()), due, "seed {seed}");
        assert_eq!(contradictions(&mut session).len(), 0, "seed {seed}");
        assert_eq!(session.verify().faults, []);
    }
}

#[test]
fn other_differences_are_asked_in_every_order() {
    // (the second event, why it does not simply take the place of the first)
    let cases = [
        (lives("2", "Dana", Some(20), "York"), "not said to be a change"),
        (moved("2", "Dana", None, "York"), "nobody knows when"),
        (moved("2", "Dana", Some(5), "York"), "said before"),
        (about("2", "Dana", Some(20), "York"), "said by another"),
    ];
    for (second, why) in cases {
        let first = lives("1", "Dana", Some(10), "Leeds");
        for events in [[&first, &second], [&second, &first]] {
            let mut session = session();
            for event in events {
                session.tell(event.clone());
            }
            let questions = contradictions(&mut session);
            assert_eq!(questions.len(), 1, "{why}");
            assert_eq!(sorted(session.all_claims()), ["Dana lives_in Leeds", "Dana lives_in York"], "{why}");
            assert_eq!(session.verify().faults, [], "{why}");
        }
    }
}

#[test]
fn what_is_no_assertion_or_holds_at_another_time_contradicts_nothing() {
    let text = "Dana lives in York.";
    let with = |change: &dyn Fn(&mut HostClaim)| {
        let mut event = about("2", "Dana", Some(20), "York");
        event.claims = vec![says(text, "Dana", "lives_in", "York")];
        change(&mut event.claims[0]);
        event
    };
    let cases: [(&str, HostEvent); 5] = [
        ("denied", with(&|claim| claim.polarity = Some("negative".into()))),
        ("asked", with(&|claim| claim.speech_act = Some("question".into()))),
        ("passed on", with(&|claim| claim.speech_act = Some("quotation".into()))),
        ("ended before", with(&|claim| claim.valid_to = Some("1999-01-01".into()))),
        ("another predicate", with(&|claim| claim.predicate = "knows".into())),
    ];
    for (why, second) in cases {
        let mut session = session();
        let mut first = about("1", "Dana", Some(10), "Leeds");
        first.claims[0].valid_from = Some("2000-01-01".into());
        session.tell(first);
        session.tell(second);
        assert_eq!(contradictions(&mut session).len(), 0, "{why}");
    }
}

/// A contradiction between Leeds, York and a second support of York.
fn contradicted() -> (Session, QuestionView) {
    let mut session = session();
    session.tell(about("1", "Dana", Some(10), "Leeds"));
    session.tell(about("2", "Dana", Some(20), "York"));
    session.tell(about("3", "Dana", Some(30), "York"));
    let question = contradictions(&mut session).remove(0);
    (session, question)
}

#[test]
fn the_owner_decides_and_undoes() {
    let leeds = "Dana lives_in Leeds";
    let york = "Dana lives_in York";
    let gone = |text: &str| format!("{text}, superseded");
    let kept = |text: &str| format!("{text}, kept");
    let cases: Vec<(Verdict, Option<usize>, Vec<String>)> = vec![
        (Verdict::Accept, None, vec![gone(leeds), york.into(), york.into()]),
        (Verdict::Choose, Some(0), vec![leeds.into(), gone(york), gone(york)]),
        (Verdict::Choose, Some(1), vec![gone(leeds), york.into(), york.into()]),
        (Verdict::Reject, None, vec![kept(leeds), kept(york), kept(york)]),
    ];
    for (verdict, choice, due) in cases {
        let (mut session, question) = contradicted();
        let supports: Vec<u32> = question.rivals.iter().map(|rival| rival.supports).collect();
        assert_eq!(supports, [1, 2]);
        assert!(question.effect.is_some(), "what accepting does is shown before");
        let choice = choice.map(|at| question.rivals[at].claim.id.clone());
        let before = space(&session);
        let decided = session.decide(&question.row.id, verdict, choice).expect("is decided");
        assert_eq!(session.all_claims(), due, "{verdict:?}");
        assert_eq!(contradictions(&mut session).len(), 0);
        assert_eq!(session.verify().faults, []);
        // Saying the same again asks nothing, and a third place does.
        session.tell(about("4", "Dana", Some(40), "York"));
        let open = contradictions(&mut session).len();
        session.tell(about("5", "Dana", Some(50), "Bath"));
        assert_eq!(contradictions(&mut session).len(), 1, "{verdict:?}");
        // What the owner put aside is said anew: that is asked; what they kept is not.
        assert_eq!(open, usize::from(due[1].contains("superseded")), "{verdict:?}");
        let undone = session.undo(&decided.review.id).expect("is undone");
        assert!(undone.applied);
        let after = space(&session);
        for claim in before.claims.iter() {
            assert_eq!(after.claims.get(&claim.id).map(|now| now.state), Some(claim.state), "{verdict:?}");
        }
        assert_eq!(contradictions(&mut session).len(), 1, "all three places are asked about");
        assert_eq!(session.verify().faults, []);
    }
}

#[test]
fn a_wrong_answer_changes_nothing() {
    let (mut session, question) = contradicted();
    let head = session.memory.head();
    let other = session.claims(ClaimFilter::default())[2].id.clone();
    for (verdict, choice) in
        [(Verdict::Choose, Some(question.row.id.clone())), (Verdict::Choose, Some(other)), (Verdict::SomeoneNew, None)]
    {
        let error = session.decide(&question.row.id, verdict, choice).expect_err("is refused");
        assert_eq!(error.code, ErrorCode::BadArgument, "{verdict:?}");
    }
    assert_eq!(session.memory.head(), head);
}

#[test]
fn places_that_are_one_do_not_contradict_until_that_is_undone() {
    let (mut session, _) = contradicted();
    let places: Vec<String> = ["Leeds", "York"]
        .map(|name| {
            let space = session.memory.state().space(SPACE).expect("is there");
            let node = space.nodes.exact(&namesake_core::names::exact_key(name)).expect("is a name");
            space.entities.at(space.holders(node)[0]).id.to_string()
        })
        .to_vec();
    let edit = Edit::Merge { entities: places, survivor: None };
    let merged = session.edit(edit).expect("is merged");
    assert_eq!(contradictions(&mut session).len(), 0);
    session.undo(&merged.edit.expect("is an edit").id).expect("is undone");
    assert_eq!(contradictions(&mut session).len(), 1);
    assert_eq!(session.verify().faults, []);
}

#[test]
fn a_predicate_is_single_valued_only_while_it_is_declared() {
    let mut session = Session::open(&InMemory::new());
    session.tell(lives("1", "Dana", Some(10), "Leeds"));
    session.tell(moved("2", "Dana", Some(20), "York"));
    session.tell(about("3", "Omar", Some(20), "Bath"));
    session.tell(about("4", "Omar", Some(20), "Hull"));
    assert_eq!(contradictions(&mut session).len(), 0);
    let said = session.declare(&["Lives in"], true);
    assert_eq!((said.opened.len(), session.declare(&["lives-in"], true).statement), (1, None), "said already");
    let due = ["Dana lives_in Leeds, superseded", "Dana lives_in York", "Omar lives_in Bath", "Omar lives_in Hull"];
    assert_eq!(session.all_claims(), due);
    let statement = said.statement.expect("is a statement");
    session.undo(&statement).expect("is undone");
    assert_eq!(contradictions(&mut session).len(), 0);
    assert!(session.all_claims().iter().all(|claim| !claim.contains("superseded")));
    assert_eq!(session.verify().faults, []);
}

/// How the claims stand, in the order of their ids' events.
fn standing(session: &mut Session) -> Vec<String> {
    sorted(session.all_claims())
}

#[test]
fn what_was_said_last_is_taken_only_where_that_is_known() {
    // (times of Leeds, York, Leeds again; the side that was said last)
    let cases: [([Option<u32>; 3], Option<&str>); 5] = [
        ([Some(10), Some(20), Some(30)], Some("Leeds")),
        ([Some(10), Some(30), Some(20)], Some("York")),
        ([Some(10), Some(30), Some(30)], None),
        ([Some(10), None, Some(30)], None),
        ([None, None, None], None),
    ];
    for (times, due) in cases {
        let mut session = session();
        for (id, (time, place)) in times.into_iter().zip(["Leeds", "York", "Leeds"]).enumerate() {
            session.tell(about(&id.to_string(), "Dana", time, place));
        }
        let question = contradictions(&mut session).remove(0);
        let last: Vec<&str> = question
            .rivals
            .iter()
            .filter(|rival| rival.said_last)
            .map(|rival| match &rival.claim.object {
                ClaimObject::Entity(end) => end.word.text.as_str(),
                ClaimObject::Value(value) => value.value.as_str(),
            })
            .collect();
        assert_eq!(last, Vec::from_iter(due), "{times:?}");
        let head = session.memory.head();
        match (session.decide(&question.row.id, Verdict::Accept, None), due) {
            (Ok(_), Some(place)) => {
                let held: Vec<String> =
                    standing(&mut session).into_iter().filter(|claim| !claim.contains("superseded")).collect();
                assert!(!held.is_empty() && held.iter().all(|claim| claim.ends_with(place)), "{times:?} {held:?}");
            }
            (Err(error), None) => {
                assert_eq!(error.code, ErrorCode::BadArgument, "{times:?}");
                assert_eq!(session.memory.head(), head, "{times:?}");
            }
            other => panic!("{times:?} {other:?}"),
        }
        assert_eq!(session.verify().faults, []);
    }
}

#[test]
fn what_the_owner_put_aside_is_asked_again_only_if_it_is_said_later() {
    // (when it is said again, whether that is asked)
    for (time, asked) in [(Some(5), false), (Some(10), false), (None, false), (Some(11), true)] {
        let (mut session, question) = contradicted();
        session.decide(&question.row.id, Verdict::Accept, None).expect("is decided");
        session.tell(about("4", "Dana", time, "Leeds"));
        assert_eq!(contradictions(&mut session).len(), usize::from(asked), "{time:?}");
        let due = if asked { "Dana lives_in Leeds" } else { "Dana lives_in Leeds, superseded" };
        assert_eq!(session.all_claims()[3], due, "{time:?}");
        // Taken back, all of it is a question.
        let review = session.history(true).remove(0).id;
        session.undo(&review).expect("is undone");
        assert_eq!(contradictions(&mut session)[0].rivals[0].supports, 2, "{time:?}");
        assert_eq!(session.verify().faults, []);
    }
}

#[test]
fn two_that_were_kept_beside_each_other_stay_so_when_a_third_comes() {
    let (mut session, question) = contradicted();
    session.decide(&question.row.id, Verdict::Reject, None).expect("both hold");
    session.tell(about("4", "Dana", Some(40), "Bath"));
    let question = contradictions(&mut session).remove(0);
    assert_eq!(question.rivals.len(), 3);
    session.decide(&question.row.id, Verdict::Reject, None).expect("all hold");
    session.tell(about("5", "Dana", Some(50), "Bath"));
    session.tell(about("6", "Dana", Some(60), "Leeds"));
    assert_eq!(contradictions(&mut session).len(), 0);
    assert_eq!(session.verify().faults, []);
}

#[test]
fn an_update_ends_only_what_was_said_for_its_time() {
    let of_time = |mut event: HostEvent, from: Option<&str>, to: Option<&str>| {
        event.claims[0].valid_from = from.map(str::to_owned);
        event.claims[0].valid_to = to.map(str::to_owned);
        event
    };
    let mut session = session();
    session.tell(of_time(lives("1", "Dana", Some(10), "Leeds"), None, Some("2010-01-01")));
    session.tell(of_time(lives("2", "Dana", Some(11), "York"), Some("2010-01-01"), None));
    session.tell(of_time(moved("3", "Dana", Some(20), "Bath"), Some("2015-01-01"), None));
    let due = ["Dana lives_in Bath", "Dana lives_in Leeds", "Dana lives_in York, superseded"];
    assert_eq!(standing(&mut session), due);
    assert_eq!(contradictions(&mut session).len(), 0);
}

#[test]
fn an_update_that_the_owner_put_aside_takes_back_nothing() {
    let mut session = session();
    session.tell(lives("1", "Dana", Some(10), "Leeds"));
    session.tell(moved("2", "Dana", Some(20), "York"));
    session.tell(about("3", "Dana", Some(30), "Leeds"));
    let question = contradictions(&mut session).remove(0);
    session.decide(&question.row.id, Verdict::Accept, None).expect("Leeds holds");
    let due = ["Dana lives_in Leeds", "Dana lives_in Leeds", "Dana lives_in York, superseded"];
    assert_eq!(standing(&mut session), due);
    assert_eq!(contradictions(&mut session).len(), 0);
    assert_eq!(session.verify().faults, []);
}

#[test]
fn two_predicates_of_one_subject_are_two_questions() {
    let mut session = session();
    session.declare(&["age"], true);
    for (id, place, age) in [("1", "Leeds", "40"), ("2", "York", "41")] {
        let text = format!("Dana lives in {place}. Dana is {age}.");
        let claims =
            vec![says(&text, "Dana", "lives_in", place), support::told::has(&text, "Dana", "age", "number", age, None)];
        session.tell(HostEvent { claims, ..told(id, None, Some(10), &text, &[]) });
    }
    let questions = contradictions(&mut session);
    assert_eq!(questions.len(), 2);
    let first = &questions[0].row.id;
    session.decide(first, Verdict::Reject, None).expect("all hold");
    let left: Vec<String> = contradictions(&mut session).into_iter().map(|question| question.row.id).collect();
    assert_eq!(left, [questions[1].row.id.clone()], "the other one stays as it is");
    assert_eq!(questions[1].decisions.len() + questions[0].decisions.len(), 0);
    assert_eq!(session.verify().faults, []);
}

#[test]
fn what_a_decision_rests_on_is_not_taken_back_beneath_it() {
    // Two entries that are made one, by which what is said of them differs.
    let mut session = session();
    session.tell(about("1", "Dana", Some(10), "Leeds"));
    session.tell(about("2", "Dana Holt", Some(20), "York"));
    let subjects = session.claims(ClaimFilter::default()).into_iter().map(|claim| claim.subject.entity);
    let ids: Vec<String> = subjects.map(|entity| entity.expect("is known").id).collect();
    let merged = session.edit(Edit::Merge { entities: ids, survivor: None }).expect("is merged");
    let merged = merged.edit.expect("is an edit").id;
    let question = contradictions(&mut session).remove(0);
    let decided = session.decide(&question.row.id, Verdict::Accept, None).expect("is decided");
    let error = session.undo(&merged).expect_err("a decision rests on it");
    assert_eq!((error.code, error.operations), (ErrorCode::UndoFirst, vec![decided.review.id.clone()]));
    session.undo(&decided.review.id).expect("is undone");
    session.undo(&merged).expect("is undone");
    assert_eq!(standing(&mut session), ["Dana Holt lives_in York", "Dana lives_in Leeds"]);

    // The predicate.
    let mut session = Session::open(&InMemory::new());
    let said = session.declare(&["lives_in"], true).statement.expect("is a statement");
    session.tell(about("1", "Dana", Some(10), "Leeds"));
    session.tell(about("2", "Dana", Some(20), "York"));
    let question = contradictions(&mut session).remove(0);
    let decided = session.decide(&question.row.id, Verdict::Accept, None).expect("is decided");
    let error = session.undo(&said).expect_err("a decision rests on it");
    assert_eq!((error.code, error.operations), (ErrorCode::UndoFirst, vec![decided.review.id]));
}

#[test]
fn too_many_different_things_are_held_back_and_do_not_grow_a_question() {
    let mut session = session();
    for n in 0..40 {
        session.tell(about(&n.to_string(), "Dana", Some(n), &format!("Place{n}")));
    }
    let questions = contradictions(&mut session);
    assert_eq!(questions.len(), 0);
    let filter = InboxFilter { status: Some(QuestionStatus::Held), ..InboxFilter::default() };
    let held = match session.call(Call::InboxList { space: SPACE.into(), filter, cursor: None, limit: 10 }) {
        Ok(Reply::Inbox(page)) => page.items,
        other => panic!("{other:?}"),
    };
    assert_eq!(held.len(), 1);
    let view = match session.call(Call::InboxGet { space: SPACE.into(), id: held[0].id.clone() }) {
        Ok(Reply::Question(view)) => view,
        other => panic!("{other:?}"),
    };
    assert_eq!(view.rivals.len(), 13, "no more than say that it is too many");
    assert_eq!(session.verify().faults, []);
}

/// The id of who or what is called so.
fn called(session: &Session, name: &str) -> String {
    let space = session.memory.state().space(SPACE).expect("is there");
    let node = space.nodes.exact(&namesake_core::names::exact_key(name)).expect("is a name");
    space.entities.at(space.holders(node)[0]).id.to_string()
}

fn merge(session: &mut Session, names: [&str; 2]) -> String {
    let entities = names.map(|name| called(session, name)).to_vec();
    session.edit(Edit::Merge { entities, survivor: None }).expect("is merged").edit.expect("is an edit").id
}

#[test]
fn what_was_chosen_goes_on_holding_when_both_things_become_one() {
    for time in [Some(20), None] {
        let mut session = session();
        session.tell(about("1", "Dana", time.map(|_| 10), "Leeds"));
        session.tell(about("2", "Dana", time, "York"));
        let question = contradictions(&mut session).remove(0);
        let leeds = question.rivals.iter().find(|rival| rival.sentences[0].text.contains("Leeds"));
        let leeds = leeds.expect("is a side").claim.id.clone();
        session.decide(&question.row.id, Verdict::Choose, Some(leeds)).expect("is decided");
        merge(&mut session, ["Leeds", "York"]);
        let in_force = session.claims(ClaimFilter { in_force: true, ..ClaimFilter::default() });
        assert_eq!(in_force.len(), 1, "{time:?}");
        assert_eq!(session.verify().faults, []);
    }
}

#[test]
fn a_decision_rests_on_a_merge_that_came_before_the_claims() {
    let mut session = session();
    session.tell(told("1", None, None, "Dana called Dana Holt.", &[("Dana", "called", "Dana Holt")]));
    let merged = merge(&mut session, ["Dana", "Dana Holt"]);
    session.tell(about("2", "Dana", Some(10), "Leeds"));
    session.tell(about("3", "Dana Holt", Some(20), "York"));
    let question = contradictions(&mut session).remove(0);
    let decided = session.decide(&question.row.id, Verdict::Accept, None).expect("is decided");
    let error = session.undo(&merged).expect_err("a decision rests on it");
    assert_eq!((error.code, error.operations), (ErrorCode::UndoFirst, vec![decided.review.id]));
    let together = Call::Undo { space: SPACE.into(), id: merged, together: true };
    assert!(matches!(session.call(together), Ok(Reply::Undone(undone)) if undone.reviews.len() == 2));
    let all = standing(&mut session);
    assert!(all.iter().all(|claim| !claim.contains("superseded")), "{all:?}");
}

#[test]
fn what_was_put_aside_holds_again_for_the_half_that_it_is_said_of() {
    let mut session = session();
    let hint = |event: HostEvent| HostEvent {
        hints: vec![Hint { name: "Dana".into(), kind: None, known_entity_id: None, identity: None }],
        ..event
    };
    session.tell(hint(about("1", "Dana", Some(10), "Leeds")));
    session.tell(hint(about("2", "Dana", Some(20), "York")));
    let question = contradictions(&mut session).remove(0);
    session.decide(&question.row.id, Verdict::Accept, None).expect("York holds");
    let leeds = session.claims(ClaimFilter::default())[0].subject.mention.clone();
    let parts = SplitParts { mentions: vec![leeds], names: vec![], fields: vec![], kind: None };
    let split = Edit::Split { entity: called(&session, "Dana"), parts };
    let edit = session.edit(split).expect("is divided").edit.expect("is an edit").id;
    assert_eq!(standing(&mut session), ["Dana lives_in Leeds", "Dana lives_in York"]);
    assert_eq!(contradictions(&mut session).len(), 0, "they are two");
    session.undo(&edit).expect("is undone");
    assert_eq!(standing(&mut session), ["Dana lives_in Leeds, superseded", "Dana lives_in York"]);
    assert_eq!(session.verify().faults, []);
}

#[test]
fn what_was_kept_and_then_put_aside_is_asked_when_it_is_said_again() {
    let (mut session, question) = contradicted();
    session.decide(&question.row.id, Verdict::Reject, None).expect("both hold");
    session.tell(about("4", "Dana", Some(40), "Bath"));
    let question = contradictions(&mut session).remove(0);
    let york = question.rivals.iter().find(|rival| rival.sentences[0].text.contains("York")).expect("is a side");
    session.decide(&question.row.id, Verdict::Choose, Some(york.claim.id.clone())).expect("York holds");
    assert_eq!(contradictions(&mut session).len(), 0);
    session.tell(about("5", "Dana", Some(60), "Leeds"));
    assert_eq!(contradictions(&mut session).len(), 1);
}

#[test]
fn an_answer_puts_aside_only_what_is_said_for_a_time_in_common() {
    let mut session = session();
    session.tell(of_years("1", 10, "Leeds", "1990", "2000"));
    session.tell(of_years("2", 20, "York", "1990", "2000"));
    session.tell(of_years("3", 30, "Bath", "2010", "2020"));
    session.tell(of_years("4", 40, "Hull", "2010", "2020"));
    let question = contradictions(&mut session).remove(0);
    assert_eq!(question.rivals.len(), 4);
    let york = question.rivals[1].claim.id.clone();
    session.decide(&question.row.id, Verdict::Choose, Some(york)).expect("York holds");
    let due = ["Dana lives_in Bath", "Dana lives_in Hull", "Dana lives_in Leeds, superseded", "Dana lives_in York"];
    assert_eq!(standing(&mut session), due);
    assert_eq!(contradictions(&mut session)[0].rivals.len(), 2, "the other two are asked about still");
    // An old letter of another time contradicts nothing.
    session.tell(of_years("5", 5, "Leeds", "1970", "1980"));
    assert_eq!(session.all_claims()[4], "Dana lives_in Leeds");
    session.tell(of_years("6", 5, "Leeds", "1991", "1992"));
    assert_eq!(session.all_claims()[5], "Dana lives_in Leeds, superseded");
}

#[test]
fn an_update_that_comes_after_the_decision_that_puts_it_aside_takes_nothings_place() {
    let events = [
        lives("1", "Dana", Some(10), "Leeds"),
        about("2", "Dana", Some(30), "York"),
        about("3", "Dana", Some(40), "Leeds"),
        moved("4", "Dana", Some(20), "York"),
    ];
    let mut seen = Vec::new();
    for before in [true, false] {
        let mut session = session();
        let (first, last) = events.split_at(if before { 4 } else { 3 });
        first.iter().for_each(|event| drop(session.tell(event.clone())));
        let question = contradictions(&mut session).remove(0);
        session.decide(&question.row.id, Verdict::Accept, None).expect("Leeds holds");
        last.iter().for_each(|event| drop(session.tell(event.clone())));
        assert_eq!(contradictions(&mut session).len(), 0);
        seen.push(standing(&mut session));
    }
    assert_eq!(seen[0], seen[1]);
    assert_eq!(seen[0].iter().filter(|claim| claim.as_str() == "Dana lives_in Leeds").count(), 2);
}

#[test]
fn a_decision_rests_on_the_answer_that_later_mentions_follow() {
    let mut session = session();
    let card =
        |uid: &str| format!("BEGIN:VCARD\r\nVERSION:4.0\r\nUID:{uid}\r\nFN:Dana Holt\r\nNOTE:{uid}\r\nEND:VCARD\r\n");
    session.import_bytes("people.vcf", [card("a"), card("b")].concat().into_bytes());
    for row in session.inbox() {
        session.decide(&row.id, Verdict::Reject, None).expect("they are two");
    }
    let in_talk = |event: HostEvent| HostEvent { session: Some("talk".into()), ..event };
    session.tell(in_talk(told("1", None, Some(5), "Dana Holt met Omar.", &[("Dana Holt", "met", "Omar")])));
    let question = session.question(QuestionKind::Ambiguity);
    let a = session.uid("a");
    let answer = session.decide(&question.row.id, Verdict::Choose, Some(a)).expect("is the one");
    session.tell(in_talk(about("2", "Dana Holt", Some(10), "York")));
    session.tell(in_talk(about("3", "Dana Holt", Some(20), "Bath")));
    let question = contradictions(&mut session).remove(0);
    let decided = session.decide(&question.row.id, Verdict::Accept, None).expect("is decided");
    let error = session.undo(&answer.review.id).expect_err("a decision rests on it");
    assert_eq!((error.code, error.operations), (ErrorCode::UndoFirst, vec![decided.review.id]));
}

#[test]
fn of_the_same_thing_only_what_is_said_for_a_time_in_common_is_put_aside() {
    let events = [
        of_years("1", 10, "Leeds", "1990", "2000"),
        of_years("2", 20, "Leeds", "2010", "2020"),
        of_years("3", 30, "Hull", "2010", "2020"),
    ];
    // The first one comes before the decision, or after it.
    for late in [false, true] {
        let mut session = session();
        let (first, others) = events.split_first().expect("are some");
        let before = if late { others.to_vec() } else { events.to_vec() };
        before.into_iter().for_each(|event| drop(session.tell(event)));
        let question = contradictions(&mut session).remove(0);
        session.decide(&question.row.id, Verdict::Accept, None).expect("Hull holds");
        if late {
            session.tell(first.clone());
        }
        let due = ["Dana lives_in Hull", "Dana lives_in Leeds", "Dana lives_in Leeds, superseded"];
        assert_eq!(standing(&mut session), due, "late: {late}");
        assert_eq!(contradictions(&mut session).len(), 0, "late: {late}");
    }
}

#[test]
fn what_was_put_aside_holds_again_for_the_half_that_a_name_takes_along() {
    let card = b"BEGIN:VCARD\r\nVERSION:4.0\r\nUID:d\r\nFN:Dana Holt\r\nEND:VCARD\r\n";
    let name = || SplitName { name: "Danny Quill".into(), kept: false };
    let split = |id: String| Edit::Split {
        entity: id,
        parts: SplitParts { names: vec![name()], fields: vec![], mentions: vec![], kind: None },
    };
    let removed = |id: String| Edit::RemoveName { entity: id, name: "Danny Quill".into() };
    let edits: [&dyn Fn(String) -> Edit; 2] = [&split, &removed];
    for (n, edit) in edits.into_iter().enumerate() {
        let mut session = session();
        session.import_bytes("people.vcf", card.to_vec());
        let id = session.uid("d");
        session.edit(Edit::AddName { entity: id.clone(), name: "Danny Quill".into() }).expect("is stored");
        session.tell(about("1", "Danny Quill", Some(10), "Leeds"));
        session.tell(about("2", "Dana Holt", Some(20), "York"));
        let question = contradictions(&mut session).remove(0);
        session.decide(&question.row.id, Verdict::Accept, None).expect("York holds");
        let before = standing(&mut session);
        let done = session.edit(edit(id)).expect("is stored").edit.expect("is an edit").id;
        let after = standing(&mut session);
        assert!(after.iter().all(|claim| !claim.contains("superseded")), "{n}: {after:?}");
        session.undo(&done).expect("is undone");
        assert_eq!(standing(&mut session), before, "{n}");
        assert_eq!(session.verify().faults, []);
    }
}

#[test]
fn what_one_answer_kept_is_not_kept_by_another() {
    let mut session = session();
    session.tell(of_years("1", 10, "Leeds", "1990", "2000"));
    session.tell(of_years("2", 20, "York", "1990", "2000"));
    let question = contradictions(&mut session).remove(0);
    session.decide(&question.row.id, Verdict::Reject, None).expect("both hold");
    session.tell(of_years("3", 30, "Bath", "1990", "2000"));
    let question = contradictions(&mut session).remove(0);
    let york = question.rivals.iter().find(|rival| rival.sentences[0].text.contains("York")).expect("is a side");
    session.decide(&question.row.id, Verdict::Choose, Some(york.claim.id.clone())).expect("York holds");
    session.tell(of_years("4", 40, "Leeds", "2010", "2020"));
    session.tell(of_years("5", 50, "Hull", "2010", "2020"));
    let question = contradictions(&mut session).remove(0);
    session.decide(&question.row.id, Verdict::Reject, None).expect("both hold");
    session.tell(of_years("6", 60, "Leeds", "1990", "2000"));
    assert_eq!(contradictions(&mut session).len(), 1, "Leeds beside York was put aside since");
}
