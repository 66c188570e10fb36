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
