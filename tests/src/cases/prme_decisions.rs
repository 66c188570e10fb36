//! PRME cases about reviews and merges: repeated, refused, faulty and damaged ones.

use super::prme_pairs::pair;
use super::{Case, case, decided};
use crate::support::*;
use namesake_core::protocol::*;
use namesake_core::store::{Fault, StoreError};

pub(super) fn cases() -> Vec<Case> {
    vec![
        case("13", "fault after validate / edge / journal", a_fault_leaves_nothing),
        case("21", "accept again with different reason or reviewer", another_accept_conflicts),
        case("22", "reject with reason", reject_with_a_reason),
        decided("23", "reject without reason / blank", "§6: a reason is kept if given", reject_without_a_reason),
        case("25", "node changed, then REJECT", rejecting_needs_no_recheck),
        case("29", "two concurrent identical accepts", two_accepts_at_once),
        decided(
            "30",
            "one letter of a stored proposal changed",
            "§2, invariant 8: what is damaged is set aside and shown with its cause, and the rest goes on; the pair is asked anew",
            a_damaged_proposal_is_set_aside,
        ),
        case("35", "merge with a fault at any stage", a_faulty_merge_changes_nothing),
        decided(
            "37",
            "two overlapping merges into one survivor",
            "§1: a merge is a redirect; the survivor is read with all that it absorbed",
            overlapping_merges,
        ),
        case("38", "metadata edited between pick and merge", an_edited_member_stops_a_merge),
        case("39", "equal text, different validity start or session", both_are_kept),
    ]
}

fn anns() -> (Session, String) {
    let mut session = pair("Ann Smith", "Anne Smith");
    let question = session.only().row.id;
    (session, question)
}

fn because(kind: Verdict, reason: &str) -> Decision {
    Decision { reason: Some(reason.into()), ..verdict(kind) }
}

/// What a decision must leave untouched if it fails: the head, the contents, the edges, the open questions.
fn whole(session: &mut Session) -> String {
    let open: Vec<String> = session.rows(None).into_iter().map(|row| row.id).collect();
    let space = session.space();
    let contents: Vec<String> = space.entities.iter().map(|entity| session.content(&entity.id.to_string())).collect();
    let (edges, reviews) = (&space.edges, space.reviews.len());
    format!("{:?} {contents:?} {edges:?} {reviews} {open:?}", session.memory.head())
}

/// Runs a decision with a fault at each of its calls of the store, before and after; then without one.
fn with_faults(mut make: impl FnMut() -> (Session, String)) {
    for call in 0..2 {
        let (mut session, question) = make();
        let before = whole(&mut session);
        session.store.fail_at(session.store.calls() + call, Fault::Before(StoreError::Other("fault".into())));
        fails(session.decide(&question, verdict(Verdict::Accept)), ErrorCode::Internal);
        assert_eq!(whole(&mut session), before, "fault before call {call}");
        assert!(session.accept(&question).applied, "the retry applies");
        assert_eq!(session.faults(), []);
    }
    // The write was done and its answer lost: the journal tells, and the decision is there once.
    let (mut session, question) = make();
    let lost = StoreError::OutcomeUnknown("fault".into());
    session.store.fail_at(session.store.calls() + 1, Fault::After(lost));
    assert!(session.accept(&question).applied);
    assert!(!session.accept(&question).applied);
    assert_eq!(session.space().reviews.len(), 1);
    assert_eq!(session.faults(), []);
}

fn a_fault_leaves_nothing() {
    with_faults(anns);
}

fn a_faulty_merge_changes_nothing() {
    with_faults(|| {
        let mut session = pair("Dana Holt", "Dana Holt");
        let question = session.only().row.id;
        (session, question)
    });
}

fn another_accept_conflicts() {
    let (mut session, question) = anns();
    let first = session.decide(&question, because(Verdict::Accept, "she said so")).expect("accepts");
    let error = fails(session.decide(&question, because(Verdict::Accept, "I saw it")), ErrorCode::ReviewConflict);
    assert_eq!(error.operations, [first.review.id]);
    fails(session.decide(&question, verdict(Verdict::Accept)), ErrorCode::ReviewConflict);
    let mut other = Session::open(&session.store, "alice", "another device");
    fails(other.decide(&question, because(Verdict::Accept, "she said so")), ErrorCode::ReviewConflict);
    let again = session.decide(&question, because(Verdict::Accept, "she said so")).expect("all fields match");
    assert!(!again.applied);
}

/// The decisions of the history.
fn decisions(session: &mut Session) -> Vec<ReviewRow> {
    session.history(true).into_iter().filter_map(|row| row.review).collect()
}

fn reject_with_a_reason() {
    let (mut session, question) = anns();
    session.decide(&question, because(Verdict::Reject, "sisters")).expect("rejects");
    assert_eq!(session.space().edges.len(), 0, "no edge");
    session.asks(&[]);
    let listed = decisions(&mut session);
    assert_eq!(listed.len(), 1);
    assert_eq!((listed[0].verdict, listed[0].reason.as_deref()), (Verdict::Reject, Some("sisters")));
    let one = session.uid("one");
    let view = session.entity(&one);
    assert_eq!((view.group.len(), view.not_same.len()), (0, 1));
}

fn reject_without_a_reason() {
    for decision in [verdict(Verdict::Reject), because(Verdict::Reject, "  ")] {
        let (mut session, question) = anns();
        session.decide(&question, decision).expect("rejects");
        assert_eq!(decisions(&mut session)[0].reason, None);
    }
}

fn rejecting_needs_no_recheck() {
    let (mut session, question) = anns();
    session.cards("pair.vcf", &[Card("one", "Ann Smith", &["TITLE:Chief"])]);
    fails(session.decide(&question, verdict(Verdict::Accept)), ErrorCode::Stale);
    assert!(session.reject(&question).applied);
}

/// The second handle has not seen the first one's decision when it decides; and once more, when the first was so fast
/// that only the append notices.
fn two_accepts_at_once() {
    let (mut session, question) = anns();
    let mut other = Session::open(&session.store, "alice", "test");
    let first = session.accept(&question);
    let second = other.accept(&question);
    assert_eq!((first.applied, second.applied), (true, false));
    assert_eq!(first.review, second.review);
    let (mut session, question) = anns();
    let conflict = StoreError::Conflict(session.memory.head());
    session.store.fail_at(session.store.calls() + 1, Fault::Before(conflict));
    assert!(session.accept(&question).applied, "it is run again");
    for mut handle in [session, other] {
        assert_eq!(handle.space().reviews.len(), 1, "one row");
        assert_eq!(handle.faults(), []);
    }
}

fn a_damaged_proposal_is_set_aside() {
    let mut session = pair("Ann Smith", "Anne Smith");
    session.cards("more.vcf", &[Card("d1", "Dana Holt", &[]), Card("d2", "Dana Holt", &[])]);
    session.organize();
    session.asks(&["alias: Ann Smith | Anne Smith", "collision: Dana Holt | Dana Holt"]);
    let question = session.rows(None).into_iter().find(|row| row.kind == QuestionKind::Alias).expect("is asked").id;
    let needle = format!("\"id\":\"{question}\"");
    session.store.tamper(|rows| {
        let at = |bytes: &[u8]| bytes.windows(needle.len()).position(|window| window == needle.as_bytes());
        let (row, at) = rows.values_mut().find_map(|row| at(&row.bytes).map(|at| (row, at))).expect("it is stored");
        let letter = &mut row.bytes[at + 6];
        *letter = if *letter == b'a' { b'b' } else { b'a' };
    });
    let mut damaged = Session::open(&session.store, "alice", "test");
    assert!(damaged.memory.opened().damaged >= 1, "it is said");
    fails(damaged.decide(&question, verdict(Verdict::Accept)), ErrorCode::NotFound);
    assert!(damaged.faults().iter().any(|fault| fault.code == "checksum"));
    assert_eq!(damaged.active(), 4, "what does not build on it is there");
    damaged.asks(&["collision: Dana Holt | Dana Holt"]);
    assert!(damaged.history(false).iter().any(|row| row.damaged.is_some()), "the history shows it");
    // Nobody knows any more that it was asked, so it is asked; the damage stays named.
    damaged.organize();
    damaged.asks(&["alias: Ann Smith | Anne Smith", "collision: Dana Holt | Dana Holt"]);
    assert!(damaged.faults().iter().any(|fault| fault.code == "checksum"));
}

fn overlapping_merges() {
    const SAID: [&str; 3] = ["Dana Holt called.", "Dana M. Holt wrote.", "Danah Holte came."];
    let mut session = Session::new();
    let cards = [
        Card("a", "Dana Holt", &["EMAIL:dana@holt.example", "NOTE:one"]),
        Card("b", "Dana M. Holt", &["EMAIL:dana@holt.example", "TEL:+49 30 901820", "NOTE:two"]),
        Card("c", "Danah Holte", &["TEL:+49 30 901820", "NOTE:three"]),
    ];
    session.cards("danas.vcf", &cards);
    session.organize();
    for said in SAID {
        session.say(said, &[]);
    }
    // b goes into a, and then c into what both have become.
    for (one, other) in [("a", "b"), ("a", "c")] {
        let [one, other] = [one, other].map(|uid| session.uid(uid));
        let [one, other] = [one, other].map(|id| session.entity(&id).row.id);
        let mut pair = vec![one.clone(), other];
        pair.sort_unstable();
        let inbox = session.inbox();
        let question = inbox.iter().find(|question| members(question) == pair).expect("the two are asked about");
        assert_eq!(question.row.kind, QuestionKind::Merge);
        let decision = Decision { survivor: Some(one), ..verdict(Verdict::Accept) };
        session.decide(&question.row.id, decision).expect("merges");
    }
    for uid in ["a", "b", "c"] {
        let id = session.uid(uid);
        let view = session.entity(&id);
        let mut notes: Vec<&str> =
            view.fields.iter().filter(|f| f.field == "note").map(|f| f.value.text.as_str()).collect();
        notes.sort_unstable();
        assert_eq!(notes, ["one", "three", "two"]);
        assert_eq!(view.names.len(), 3);
        let mut said = SAID;
        said.sort_unstable();
        assert_eq!(session.sentences(&id), said, "the evidence is the union of all");
    }
}

fn an_edited_member_stops_a_merge() {
    let mut session = pair("Dana Holt", "Dana Holt");
    let question = session.only().row.id;
    session.cards("pair.vcf", &[Card("one", "Dana Holt", &["NOTE:edited"])]);
    let before = whole(&mut session);
    let error = fails(session.decide(&question, verdict(Verdict::Accept)), ErrorCode::Stale);
    assert_eq!(error.changes[0].field, "note");
    assert_eq!(whole(&mut session), before);
}

fn both_are_kept() {
    const TEXT: &str = "Dana Holt moved to Oslo.";
    let mut session = Session::new();
    session.cards("danas.vcf", &[Card("a", "Dana Holt", &[]), Card("o", "Oslo", &[])]);
    let claim = |from: Option<&str>| HostClaim {
        valid_from: from.map(str::to_owned),
        ..says(TEXT, "Dana Holt", "moved_to", "Oslo")
    };
    let event = |id: &str, talk: &str, claims| HostEvent {
        id: id.into(),
        source: "talk".into(),
        session: Some(talk.into()),
        text: TEXT.into(),
        claims,
        ..HostEvent::default()
    };
    let first = session.take(event("m1", "monday", vec![claim(None), claim(Some("2026-01-01"))])).expect("is taken");
    let second = session.take(event("m2", "tuesday", vec![claim(None)])).expect("is taken");
    assert_ne!(first.event, second.event);
    assert_eq!(session.claims().len(), 3, "neither start of validity nor session joins them");
    let relationships: std::collections::BTreeSet<_> =
        session.claims().into_iter().map(|claim| claim.relationship).collect();
    assert_eq!(relationships.len(), 1, "they support one relationship");
    let dana = session.uid("a");
    assert_eq!(session.sentences(&dana), [TEXT, TEXT], "both are kept");
}
