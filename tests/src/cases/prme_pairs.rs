//! PRME cases about which pairs are found, and what an accepted one becomes.

use super::{Case, case, decided, later};
use crate::support::*;
use namesake_core::journal::{alias_proposal_id, verified_edge_id};
use namesake_core::model::EntityId;
use namesake_core::names::NameKeys;
use namesake_core::names::abbreviations::{known_abbreviation, long_form};
use namesake_core::protocol::*;
use namesake_core::resolve::compare;

pub(super) fn cases() -> Vec<Case> {
    vec![
        decided("1", "JavaScript / JS (either order)", "§2: nothing merges but by the owner; it is asked", js),
        case("2", "Kubernetes/k8s, Amazon Web Services/AWS, Python/py", abbreviations),
        case("3", "JS / ECMAScript; postgres / pg; CI/CD / cicd", no_abbreviations),
        decided("5", "PostgreSQL / postgresql; \"Python \" / \" python\"", "§6: a collision is asked", case_only),
        case("6", "Python / Python", same_name),
        case("7", "Straße / STRASSE", full_case_folding),
        case("9", "Ann Smith / Anne Smith, caller label \"abbreviation\", score 0.99", a_pair_is_a_proposal_only),
        decided(
            "10",
            "Alice / Alicia semantic 0.871234, then reversed",
            "§6: the pair is asked once, in whatever order; a likeness of meaning alone asks nothing",
            one_proposal_a_pair,
        ),
        case("11", "same pair in a fresh process", same_ids_in_a_fresh_process),
        case("14", "proposed pair", a_proposed_pair_is_not_joined),
        decided(
            "15",
            "pair differing in owner, scope or node type",
            "§4: owner and space stop a pair; kinds are a reason against",
            other_owner_space_or_kind,
        ),
        later("17", "old random-id unverified edge exists", "edges of another engine are not imported by any issue"),
        case("18", "accept Acme Product Pro / ACME Product Professional (0.91)", accept_joins),
        case("19", "same accept repeated", accept_again),
    ]
}

/// A memory with two cards, organized.
pub(super) fn pair(one: &str, other: &str) -> Session {
    let mut session = Session::new();
    session.cards("pair.vcf", &[Card("one", one, &[]), Card("other", other, &[])]);
    session.organize();
    session
}

fn js() {
    let (long, short) = (NameKeys::new("JavaScript"), NameKeys::new("JS"));
    for (a, b) in [(&long, &short), (&short, &long)] {
        assert_eq!(long_form(a, b).map(|keys| &*keys.exact), Some("javascript"), "JavaScript would survive");
        assert_eq!(compare(a, b).expect("near").score, 950, "the finder's score");
    }
    for (one, other) in [("JavaScript", "JS"), ("JS", "JavaScript")] {
        let mut session = pair(one, other);
        let question = session.only();
        assert_eq!(title(&question), "alias: JS | JavaScript");
        has_reason(&question.reasons, "known_abbreviation", Side::For);
        assert_eq!(session.active(), 2);
    }
}

fn abbreviations() {
    for (a, b) in [("Kubernetes", "k8s"), ("Amazon Web Services", "AWS"), ("Python", "py")] {
        let (x, y) = (NameKeys::new(a), NameKeys::new(b));
        assert!(known_abbreviation(&x, &y) && known_abbreviation(&y, &x), "{a} / {b}");
        let question = pair(a, b).only();
        has_reason(&question.reasons, "known_abbreviation", Side::For);
    }
}

fn no_abbreviations() {
    for (a, b) in [("JS", "ECMAScript"), ("postgres", "pg"), ("CI/CD", "cicd")] {
        let (x, y) = (NameKeys::new(a), NameKeys::new(b));
        assert!(!known_abbreviation(&x, &y) && !known_abbreviation(&y, &x), "{a} / {b}");
        pair(a, b).asks(&[]);
    }
}

fn collide(one: &str, other: &str) {
    let mut session = pair(one, other);
    let question = session.only();
    assert_eq!(question.row.kind, QuestionKind::Collision, "{one:?} / {other:?}");
    has_reason(&question.reasons, "same_exact_key", Side::For);
    assert_eq!(session.active(), 2, "nothing merges by itself");
}

fn case_only() {
    collide("PostgreSQL", "postgresql");
    collide("Python ", " python");
}

fn same_name() {
    collide("Python", "Python");
}

fn full_case_folding() {
    assert_ne!("Straße".to_lowercase(), "STRASSE".to_lowercase());
    assert!(NameKeys::new("Straße").same_exact(&NameKeys::new("STRASSE")));
    collide("Straße", "STRASSE");
}

fn a_pair_is_a_proposal_only() {
    let mut session = pair("Ann Smith", "Anne Smith");
    let question = session.only();
    assert_eq!(question.row.kind, QuestionKind::Alias);
    assert_eq!((session.active(), session.space().edges.len()), (2, 0));
}

fn ids(session: &Session) -> [EntityId; 2] {
    ["one", "other"].map(|uid| session.uid(uid).parse().expect("is an id"))
}

fn one_proposal_a_pair() {
    let mut session = pair("Ann Smith", "Anne Smith");
    let [one, other] = ids(&session);
    let due = alias_proposal_id(one, other);
    assert_eq!(due, alias_proposal_id(other, one));
    assert_eq!(session.only().row.id, due.to_string());
    let head = session.memory.head();
    // Looked at again, and from the other side.
    session.organize();
    session.cards("pair.vcf", &[Card("other", "Anne Smith", &[]), Card("one", "Ann Smith", &[])]);
    session.organize();
    assert_eq!(session.only().row.id, due.to_string());
    assert_eq!((session.memory.head(), session.space().proposals.len()), (head, 1), "one record");
    // Alice and Alicia are candidates for each other, and no question.
    let mut session = pair("Alice", "Alicia");
    session.asks(&[]);
    let both = session.uids(&["one", "other"]);
    assert_eq!(session.candidates("Alice"), both);
}

fn same_ids_in_a_fresh_process() {
    let mut session = pair("Ann Smith", "Anne Smith");
    let (id, head) = (session.only().row.id, session.memory.head());
    let mut fresh = Session::open(&session.store, "alice", "test");
    let report = fresh.organize();
    assert_eq!((report.opened, fresh.memory.head()), (0, head));
    assert_eq!(fresh.only().row.id, id);
}

fn a_proposed_pair_is_not_joined() {
    let mut session = pair("Ann Smith", "Anne Smith");
    let [one, other] = ids(&session).map(|id| id.to_string());
    let question = session.only().row.id;
    for id in [&one, &other] {
        let view = session.entity(id);
        assert_eq!((view.group.as_slice(), view.row.aliases.as_slice()), (&[][..], &[][..]));
        assert_eq!(view.questions, std::slice::from_ref(&question), "visible only as a question");
    }
    for unverified in [false, true] {
        let near = Call::Neighborhood { space: SPACE.into(), id: one.clone(), depth: 1, limit: 9, unverified };
        let Ok(Reply::Neighborhood(near)) = session.call(&near) else { panic!("is answered") };
        let way = Call::ShortestPath { space: SPACE.into(), a: one.clone(), b: other.clone(), unverified };
        let Ok(Reply::Path(way)) = session.call(&way) else { panic!("is answered") };
        assert_eq!((near.steps.len(), way.steps.is_some()), (usize::from(unverified), unverified));
        assert!(near.steps.iter().all(|step| !step.verified));
    }
}

fn other_owner_space_or_kind() {
    let mut session = Session::new();
    session.cards("one.vcf", &[Card("one", "Ann Smith", &[])]);
    session.go_to("work").cards("other.vcf", &[Card("other", "Anne Smith", &[])]);
    session.organize();
    session.asks(&[]);
    session.go_to(SPACE).organize();
    session.asks(&[]);
    let mut bob = Session::open(&session.store, "bob", "test");
    bob.cards("other.vcf", &[Card("other", "Anne Smith", &[])]);
    bob.organize();
    bob.asks(&[]);
    session.organize();
    session.asks(&[]);
    let mut session = Session::new();
    let cards = [Card("one", "Ann Smith", &["KIND:individual"]), Card("other", "Anne Smith", &["KIND:org"])];
    session.cards("pair.vcf", &cards);
    session.organize();
    has_reason(&session.only().reasons, "kinds_differ", Side::Against);
}

fn acme() -> (Session, Decided) {
    let mut session = pair("Acme Product Pro", "ACME Product Professional");
    let question = session.only();
    assert_eq!(question.row.kind, QuestionKind::Alias);
    let decided = session.accept(&question.row.id);
    (session, decided)
}

/// The question is the unverified edge; the verified one stands beside it, and from now on both are read together.
fn accept_joins() {
    let (mut session, decided) = acme();
    let [one, other] = ids(&session);
    let review = decided.review.id.parse().expect("is an id");
    let edges: Vec<EntityId> = session.space().edges.keys().copied().collect();
    assert_eq!(edges, [verified_edge_id(review)]);
    assert_eq!(session.space().proposals.len(), 1);
    assert_eq!(session.active(), 2, "both stay in use");
    let found = session.resolve("Acme Product Pro").candidates.items;
    assert_eq!(found.len(), 1, "a group comes back once");
    for id in [one, other] {
        let view = session.entity(&id.to_string());
        assert_eq!((view.group.len(), view.names.len()), (1, 2));
    }
}

fn accept_again() {
    let (mut session, first) = acme();
    let head = session.memory.head();
    let again = session.accept(&first.review.question);
    assert!(first.applied && !again.applied);
    assert_eq!(again.review, first.review);
    assert_eq!(session.memory.head(), head);
}
