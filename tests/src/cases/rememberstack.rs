//! RememberStack's cases: near names that are others, groups, bounds.

use super::prme_pairs::pair;
use super::{Case, case, decided, later, why};
use crate::support::*;
use namesake_core::policy::{GROUP, TOUCHED};
use namesake_core::protocol::*;

pub(super) fn cases() -> Vec<Case> {
    vec![
        later("51", "Jan Novák / Jana Nováková (trigram 0.533)", why::NAMES).reached(another_given_name),
        case(
            "53",
            "Petr Svoboda / Petra Svobodu (0.588); Acme Corporation / Zenith Industries (0.0)",
            different_names_ask_nothing,
        ),
        case(
            "54",
            "John Smith father Bristol / son Leeds; John / John with no context",
            equal_names_are_never_the_same_by_themselves,
        ),
        case("55", "near name, candidate has no profile (Beta Systems / Beta Sistems, 0.625)", a_near_name_asks),
        decided(
            "57",
            "Robert (1,0), R. Klein (.74,.673), Rachel (0,1), cut 0.35, both orders",
            "§6: groups compare all members and are asked; no order merges anything for a while",
            no_order_chains,
        ),
        decided(
            "58",
            "blob_cap 2 with 3 Kleins",
            "§6: groups beyond a size are held back and say so",
            too_large_a_group_is_held_back,
        ),
        decided(
            "59",
            "blast radius over cap (2 mentions + 3 degree, cap 1)",
            "§6: a merge that touches more than a bound is held back and says so; nothing merges unasked here",
            too_many_mentions_are_held_back,
        ),
    ]
}

/// The verdict does not yet record the tier that refused the near candidate; what is listed for the name does.
fn another_given_name() {
    let mut session = Session::new();
    session.cards("known.vcf", &[Card("jan", "Jan Novák", &[])]);
    let found = session.resolve("Jana Nováková").candidates.items;
    assert_eq!((found.len(), found[0].tier), (1, 1), "a candidate, by spelling");
    has_reason(&found[0].reasons, "given_names_differ", Side::Against);
    let report = session.say("Yesterday Jana Nováková called.", &[hint("Jana Nováková", None)]);
    let jan = session.uid("jan");
    assert!(report.mentions[0].entity.as_ref().is_some_and(|id| *id != jan), "a new entity");
    session.organize();
    session.asks(&[]);
}

fn different_names_ask_nothing() {
    for (one, other) in [("Petr Svoboda", "Petra Svobodu"), ("Acme Corporation", "Zenith Industries")] {
        let mut session = pair(one, other);
        session.asks(&[]);
        assert_eq!(session.active(), 2);
    }
}

fn equal_names_are_never_the_same_by_themselves() {
    for (name, one, other) in [("John Smith", "ADR:;;;Bristol;;;", "ADR:;;;Leeds;;;"), ("John", "", "")] {
        let mut session = Session::new();
        let lines = |line: &'static str| if line.is_empty() { Vec::new() } else { vec![line] };
        session.cards("johns.vcf", &[Card("one", name, &lines(one)), Card("other", name, &lines(other))]);
        session.organize();
        let question = session.only();
        assert_eq!(question.row.kind, QuestionKind::Collision);
        assert_eq!(session.active(), 2);
        let both = session.uids(&["one", "other"]);
        assert_eq!(session.candidates(name), both, "exact candidates");
        assert!(session.resolve(name).candidates.items.iter().all(|candidate| candidate.tier == 0));
        let report = session.say(&format!("Yesterday {name} called."), &[]);
        assert_eq!(report.mentions[0].entity, None);
        assert_eq!(report.mentions[0].outcome, "ambiguous");
    }
}

fn a_near_name_asks() {
    let mut session = pair("Beta Systems", "Beta Sistems");
    let question = session.only();
    assert_eq!(question.row.kind, QuestionKind::Alias);
    has_reason(&question.reasons, "edits", Side::For);
    let mut session = Session::new();
    session.cards("known.vcf", &[Card("beta", "Beta Systems", &[])]);
    session.say("We work for Beta Sistems now.", &[]);
    session.asks(&["alias: Beta Sistems | Beta Systems"]);
}

/// The vectors of the case are another engine's; here the three names are brought in every order.
fn no_order_chains() {
    let people = [Card("robert", "Robert Klein", &[]), Card("r", "R. Klein", &[]), Card("rachel", "Rachel Stone", &[])];
    for order in [[0, 1, 2], [2, 1, 0], [2, 0, 1], [1, 2, 0]] {
        let mut session = Session::new();
        for at in order {
            session.cards("people.vcf", &[people[at]]);
            session.organize();
            assert_eq!(session.space().edges.len(), 0);
        }
        session.asks(&["alias: R. Klein | Robert Klein"]);
        assert_eq!(session.active(), 3);
    }
}

fn too_many_mentions_are_held_back() {
    let mut session = Session::new();
    session.cards("cards.vcf", &[Card("a", "Dana Holt", &["TEL:+49 30 901820"])]);
    let said = "Dana Holt called. ".repeat(1_000);
    for _ in 0..=TOUCHED / 1_000 {
        session.say(&said, &[]);
    }
    session.cards("cards.vcf", &[Card("b", "Dana Hold", &["TEL:+49 30 901820", "EMAIL:d@x.example", "TITLE:Chief"])]);
    session.organize();
    let question = session.only().row.id;
    let [a, b] = ["a", "b"].map(|uid| session.uid(uid));
    let into = |survivor: &String| Decision { survivor: Some(survivor.clone()), ..verdict(Verdict::Accept) };
    let error = fails(session.decide(&question, into(&b)), ErrorCode::HeldBack);
    assert!(error.message.contains("11000 mentions"), "{}", error.message);
    let preview = Call::Preview { space: SPACE.into(), id: question.clone(), decision: into(&b) };
    fails(session.call(&preview), ErrorCode::HeldBack);
    assert_eq!(session.active(), 2, "no merge");
    // None moves if the one that has them survives.
    assert!(session.decide(&question, into(&a)).expect("is within the bound").applied);
}

fn too_large_a_group_is_held_back() {
    let kleins = |count: usize| {
        let mut session = Session::new();
        for n in 0..count {
            session.cards("kleins.vcf", &[Card(&format!("k{n}"), "R. Klein", &[])]);
        }
        session.organize();
        session
    };
    let mut most = kleins(GROUP);
    assert_eq!(most.only().members.len(), GROUP);
    let mut session = kleins(GROUP + 1);
    assert_eq!(session.rows(None), []);
    let held = session.rows(Some(QuestionStatus::Held));
    assert_eq!(held.len(), 1, "it is shown");
    fails(session.decide(&held[0].id, verdict(Verdict::Accept)), ErrorCode::HeldBack);
    assert_eq!(session.active(), GROUP + 1, "no merge");
}
