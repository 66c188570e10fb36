//! Field cases about decisions: rejections that stand, groups, chains, merge and undo, staleness.

use super::{Case, case, decided};
use crate::support::*;
use namesake_core::model::Outcome;
use namesake_core::protocol::*;

pub(super) fn cases() -> Vec<Case> {
    vec![
        case("FC-13", FC_13, a_rejection_stands),
        case("FC-14", FC_14, a_stray_is_left_out),
        case("FC-15", FC_15, a_chain_does_not_cascade),
        case("FC-18", FC_18, a_merge_keeps_every_field),
        decided("FC-19", FC_19, "§6: the ambiguity joins the open collision", undo_after_later_facts),
        case("FC-26", FC_26, stale_questions_say_so),
    ]
}

const FC_13: &str = r#"{"steps":["propose merge(e1,e2)","owner rejects","re-import identical source","re-import identical source with members swapped"]}"#;

fn a_rejection_stands() {
    let one = Card("e1", "José Núñez", &[]);
    let two = Card("e2", "Jose Nunez", &["EMAIL:jose@northwind.example"]);
    let mut session = Session::new();
    session.cards("contacts.vcf", &[one, two]);
    session.organize();
    let question = session.only();
    assert_eq!(question.row.kind, QuestionKind::Merge);
    session.reject(&question.row.id);
    session.asks(&[]);
    for (file, cards) in [("contacts.vcf", [one, two]), ("contacts.vcf", [two, one]), ("copy.vcf", [two, one])] {
        let report = session.cards(file, &cards);
        assert_eq!((report.added, report.updated), (0, 0), "{file}");
        session.organize();
        session.asks(&[]);
    }
    // A field that is no evidence of identity is not new evidence either.
    session.cards("contacts.vcf", &[Card("e1", "José Núñez", &["ORG:Northwind"])]);
    session.organize();
    session.asks(&[]);
    // A strong value that both share now is, once, and says so.
    let fresh = Card("e1", "José Núñez", &["ORG:Northwind", "EMAIL:jose@northwind.example"]);
    session.cards("contacts.vcf", &[fresh]);
    session.organize();
    let again = session.only();
    assert!(again.row.rejected_before);
    let reason = again.reasons.iter().find(|reason| reason.code == "rejected_before").expect("says that it is again");
    assert!(words(&reason.text).contains("jose@northwind.example"), "{}", words(&reason.text));
    session.reject(&again.row.id);
    session.cards("contacts.vcf", &[two, fresh]);
    session.organize();
    session.asks(&[]);
    assert_eq!(session.faults(), []);
}

const FC_14: &str = r#"{"cluster":["Depot 1","Depot 2","Depot 3","Delphi"],"owner_unticks":"Delphi"}"#;

/// Numbered depots block each other (FC-03), so the three have other names here; the four share a telephone.
fn a_stray_is_left_out() {
    let phone = ["TEL:+49 30 901820"];
    let depots = ["Depot North", "Depot Harbour", "Depot Mill"];
    let mut session = Session::new();
    let mut cards: Vec<Card<'_>> = depots.iter().map(|name| Card(name, name, &phone)).collect();
    cards.push(Card("delphi", "Delphi", &phone));
    session.cards("sites.vcf", &cards);
    session.organize();
    let question = session.only();
    assert_eq!((question.row.kind, question.members.len()), (QuestionKind::Merge, 4));
    let delphi = session.uid("delphi");
    let before = session.content(&delphi);
    let ticks = session.uids(&depots);
    let decision = Decision { ticks: Some(ticks.clone()), ..verdict(Verdict::Accept) };
    session.decide(&question.row.id, decision).expect("accepts the ticked ones");
    let roots: Vec<String> = depots
        .iter()
        .map(|name| {
            let id = session.uid(name);
            session.entity(&id).row.id
        })
        .collect();
    assert!(roots.iter().all(|root| *root == roots[0]), "the ticked ones are read as one");
    assert_eq!(session.active(), 2);
    assert_eq!(session.content(&delphi), before, "Delphi is unchanged");
    let review = session.space().reviews.iter().next_back().expect("a record is kept");
    let recorded: Vec<String> = review.input.ticks.iter().flatten().map(ToString::to_string).collect();
    assert_eq!(recorded, ticks, "the record lists who was ticked");
    let asked = session.space().proposals.get(&review.proposal).expect("and who was asked about");
    assert!(asked.members().any(|member| member.to_string() == delphi));
    let kept_apart: Vec<String> = session.entity(&delphi).not_same.into_iter().map(|row| row.id).collect();
    assert_eq!(kept_apart, [roots[0].clone()]);
    session.organize();
    session.asks(&[]);
}

const FC_15: &str = r#"{"similar":[["a","b"],["b","c"]],"not_similar":[["a","c"]],"owner":"accept a=b"}"#;

/// a is Robert Klein, b is R. Klein, c is Rachel Klein.
fn chain(more: &[&str]) -> Session {
    let mut session = Session::new();
    let cards = [Card("a", "Robert Klein", more), Card("b", "R. Klein", &[]), Card("c", "Rachel Klein", more)];
    session.cards("kleins.vcf", &cards);
    session.organize();
    session
}

fn between(session: &mut Session, one: &str, other: &str) -> Option<String> {
    let pair = session.uids(&[one, other]);
    session.inbox().into_iter().find(|question| members(question) == pair).map(|question| question.row.id)
}

fn a_chain_does_not_cascade() {
    let mut session = chain(&[]);
    session.asks(&["alias: R. Klein | Robert Klein", "alias: R. Klein | Rachel Klein"]);
    let (first, second) =
        (between(&mut session, "a", "b").expect("a ~ b"), between(&mut session, "b", "c").expect("b ~ c"));
    let rachel = session.uid("c");
    let before = session.content(&rachel);
    session.accept(&first);
    assert_eq!(session.content(&rachel), before);
    assert_eq!(session.entity(&rachel).group, []);
    session.asks(&["alias: R. Klein | Rachel Klein"]);
    let preview = session.question(&second).effect.expect("it can be accepted");
    let implied: Vec<(&str, &str)> = preview.implied.iter().map(|(a, b)| (a.text.as_str(), b.text.as_str())).collect();
    assert!(
        implied == [("Robert Klein", "Rachel Klein")] || implied == [("Rachel Klein", "Robert Klein")],
        "{implied:?}"
    );
    // An explicit "not the same" between a and c blocks the second accept.
    let mut session = chain(&["TEL:+49 30 901820"]);
    let apart = between(&mut session, "a", "c").expect("they share a telephone");
    session.reject(&apart);
    let (first, second) =
        (between(&mut session, "a", "b").expect("a ~ b"), between(&mut session, "b", "c").expect("b ~ c"));
    let accept = |id: &str| (id.to_owned(), verdict(Verdict::Accept));
    let outcomes = session.decide_many(vec![accept(&first), accept(&second)]);
    assert!(outcomes[0].decided.as_ref().is_some_and(|decided| decided.applied));
    let error = outcomes[1].error.as_ref().expect("the second is refused");
    assert!(matches!(error.code, ErrorCode::CannotLink | ErrorCode::Stale), "{error:?}");
    let rachel = session.uid("c");
    assert_eq!(session.entity(&rachel).group, []);
    session.organize();
    session.asks(&[]);
}

const FC_18: &str = r#"{"a":{"name":"Dana Holt","note":"met at fair"},"b":{"name":"Dana Holt","note":"allergic to nuts"},"steps":["accept merge","undo"]}"#;

fn danas() -> (Session, String) {
    let mut session = Session::new();
    let cards = [Card("a", "Dana Holt", &["NOTE:met at fair"]), Card("b", "Dana Holt", &["NOTE:allergic to nuts"])];
    session.cards("danas.vcf", &cards);
    session.organize();
    let question = session.only();
    assert_eq!(question.row.kind, QuestionKind::Collision);
    (session, question.row.id)
}

fn a_merge_keeps_every_field() {
    let (mut session, question) = danas();
    let ids = session.uids(&["a", "b"]);
    let before: Vec<String> = ids.iter().map(|id| session.content(id)).collect();
    let merged = session.accept(&question);
    for id in &ids {
        let mut notes: Vec<String> = session.entity(id).fields.into_iter().map(|field| field.value.text).collect();
        notes.sort_unstable();
        assert_eq!(notes, ["allergic to nuts", "met at fair"]);
    }
    session.undo(&merged.review.id);
    let after: Vec<String> = ids.iter().map(|id| session.content(id)).collect();
    assert_eq!(after, before, "byte-identical");
    let records = session.operations();
    assert_eq!(records.iter().filter(|name| matches!(name.as_str(), "review" | "undo")).count(), 2);
    assert_eq!(session.faults(), []);
}

const FC_19: &str = r#"{"steps":["merge b into a","add fact f to merged a","undo merge"]}"#;

/// The fact is a sentence that speaks of the merged one.
fn undo_after_later_facts() {
    const FACT: &str = "Yesterday Dana Holt moved to Oslo.";
    let (mut session, question) = danas();
    let ids = session.uids(&["a", "b"]);
    let before: Vec<String> = ids.iter().map(|id| session.content(id)).collect();
    let merged = session.accept(&question);
    session.say(FACT, &[]);
    assert_eq!(session.sentences(&ids[0]), [FACT]);
    let undone = session.undo(&merged.review.id);
    let after: Vec<String> = ids.iter().map(|id| session.content(id)).collect();
    assert_eq!(after, before, "both are restored");
    assert_eq!(undone.opened, std::slice::from_ref(&question));
    for id in &ids {
        assert_eq!(session.sentences(id), [""; 0], "the fact is assigned to neither");
    }
    let fact = session.mentions().into_iter().map(|(_, mention)| mention).find(|mention| mention.name() == "Dana Holt");
    let verdict = &fact.expect("the fact is kept").verdict;
    let mut candidates: Vec<String> = verdict.candidates.iter().map(ToString::to_string).collect();
    candidates.sort_unstable();
    assert_eq!((verdict.outcome, candidates), (Outcome::Ambiguous, ids.clone()));
    assert_eq!(members(&session.question(&question)), ids, "the open collision asks about both");
    // Once the two are not the same, the fact is a question of its own.
    session.reject(&question);
    let inbox = session.inbox();
    let fact = inbox.iter().find(|question| question.row.kind == QuestionKind::Ambiguity).expect("the fact asks");
    assert_eq!(members(fact), ids);
    assert_eq!(fact.members[0].sentences[0].text, FACT);
}

const FC_26: &str = r#"{"steps":["propose merge(e1@rev5,e2@rev3)","e1 is edited to rev6","owner accepts","owner accepts all of 8 stale items"]}"#;

fn stale_questions_say_so() {
    let mut session = Session::new();
    let names: Vec<(String, String)> = (0..8).map(|n| (format!("x{n}"), format!("y{n}"))).collect();
    let people = ["José Ål", "Zoë Bé", "Ana Cé", "Éva Dû", "Ivo Èr", "Ola Fø", "Uwe Gö", "Pía Hé"];
    let plain = ["Jose Al", "Zoe Be", "Ana Ce", "Eva Du", "Ivo Er", "Ola Fo", "Uwe Go", "Pia He"];
    for ((x, y), (one, other)) in names.iter().zip(people.iter().zip(plain)) {
        session.cards("pairs.vcf", &[Card(x, one, &["TITLE:Clerk"]), Card(y, other, &[])]);
    }
    session.organize();
    let ids: Vec<String> = session.rows(None).into_iter().map(|row| row.id).collect();
    assert_eq!(ids.len(), 8);
    for ((x, _), one) in names.iter().zip(people) {
        session.cards("pairs.vcf", &[Card(x, one, &["TITLE:Chief"])]);
    }
    session.organize();
    let head = session.memory.head();
    let error = fails(session.decide(&ids[0], verdict(Verdict::Accept)), ErrorCode::Stale);
    let change = error.changes.iter().find(|change| change.field == "title").expect("says what changed since");
    assert_eq!((change.before[0].text.as_str(), change.after[0].text.as_str()), ("Clerk", "Chief"));
    assert!(!session.question(&ids[0]).stale.is_empty(), "the question shows it, too");
    let all = ids.iter().map(|id| (id.clone(), verdict(Verdict::Accept))).collect();
    for item in session.decide_many(all) {
        assert_eq!(item.error.expect("each has its own outcome").code, ErrorCode::Stale);
    }
    assert_eq!(session.memory.head(), head, "nothing was stored");
    // Asked again as the next revision, every one of them can be accepted.
    let fresh: Vec<String> = ids
        .iter()
        .map(|id| match session.call(&Call::Refresh { space: SPACE.into(), id: id.clone() }) {
            Ok(Reply::Question(view)) => {
                assert_eq!((view.row.revision, view.stale.as_slice()), (2, &[][..]));
                view.row.id
            }
            other => panic!("{other:?}"),
        })
        .collect();
    let outcomes = session.decide_many(fresh.into_iter().map(|id| (id, verdict(Verdict::Accept))).collect());
    assert!(outcomes.iter().all(|item| item.decided.as_ref().is_some_and(|decided| decided.applied)));
    session.asks(&[]);
}
