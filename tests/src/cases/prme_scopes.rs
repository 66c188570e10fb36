//! PRME cases about owners and spaces, looking up, and references.

use super::prme_pairs::pair;
use super::{Case, case, decided, meaning};
use crate::support::*;
use namesake_core::protocol::*;
use namesake_core::text::pronoun_class;

pub(super) fn cases() -> Vec<Case> {
    vec![
        case("26", "other owner lists or reviews", another_owner_sees_nothing),
        case("27", "project-scope proposal listed with scope=personal", another_space_lists_nothing),
        case("41", "I/person, we/organization, they/group in two events", meaning::references_of_two_events),
        decided(
            "42",
            "I with no event id, twice, plus an old global I node",
            "§4: every event has an id; an entity that is called I is never what a word refers to",
            meaning::an_old_i_is_no_referent,
        ),
        case("43", "US/country, IT/technology, I/chemical in two events", meaning::a_kind_makes_a_name),
        case("45", "\"I'm\", one, who, themself, U.S.", not_in_the_list),
        case("46", "\"  Aster  \" stored 1500th; look up aster/organization", found_past_the_first_page),
        case("47", "Aster with other owner / scope / type / archived", elsewhere_is_another),
        case("49", "same, option off", meaning::speaker_references_off),
        case("50", "speaker Dana: \"We went camping.\" / unnamed speaker \"I …\"", meaning::who_a_speaker_is),
    ]
}

/// The errors of ids that are known elsewhere and nowhere are the same.
fn another_owner_sees_nothing() {
    let mut session = pair("Ann Smith", "Anne Smith");
    let (question, entity) = (session.only().row.id, session.uid("one"));
    let head = session.memory.head();
    let mut bob = Session::open(&session.store, "bob", "test");
    assert_eq!(bob.rows(None), []);
    assert_eq!(bob.resolve("Ann Smith").candidates.items, []);
    let unknown = "99999999-9999-4999-8999-999999999999";
    for kind in [Verdict::Accept, Verdict::Reject] {
        let foreign = fails(bob.decide(&question, verdict(kind)), ErrorCode::NotFound);
        let nowhere = fails(bob.decide(unknown, verdict(kind)), ErrorCode::NotFound);
        assert_eq!(foreign, nowhere);
    }
    let read = |id: &str| Call::Entity { space: SPACE.into(), id: id.into(), cursor: None };
    let foreign = fails(bob.call(&read(&entity)), ErrorCode::NotFound);
    assert_eq!(foreign, fails(bob.call(&read(unknown)), ErrorCode::NotFound));
    let undo = Call::Undo { space: SPACE.into(), id: question.clone(), together: false };
    fails(bob.call(&undo), ErrorCode::NotFound);
    session.asks(&["alias: Ann Smith | Anne Smith"]);
    assert_eq!(session.memory.head(), head, "nothing was written");
}

fn another_space_lists_nothing() {
    let mut session = Session::new();
    session.go_to("project").cards("pair.vcf", &[Card("one", "Ann Smith", &[]), Card("other", "Anne Smith", &[])]);
    session.organize();
    let question = session.only().row.id;
    session.go_to(SPACE);
    assert_eq!(session.rows(None), []);
    fails(session.decide(&question, verdict(Verdict::Accept)), ErrorCode::NotFound);
    session.go_to("project").asks(&["alias: Ann Smith | Anne Smith"]);
}

fn not_in_the_list() {
    for word in ["I'm", "one", "who", "themself", "U.S."] {
        assert_eq!(pronoun_class(word), None, "{word} is treated as a name");
    }
}

fn found_past_the_first_page() {
    let mut session = Session::new();
    let others: Vec<String> = (0..1_499).map(|n| format!("Zz{n:04}")).collect();
    let mut cards: Vec<Card<'_>> = others.iter().map(|name| Card(name, name, &[])).collect();
    cards.push(Card("aster", "  Aster  ", &["KIND:org"]));
    session.cards("many.vcf", &cards);
    let aster = session.uid("aster");
    assert_eq!(session.entity(&aster).row.name.text.trim(), "Aster");
    let report = session.say("We met aster there.", &[hint("aster", Some("organization"))]);
    assert_eq!(report.mentions[0].entity, Some(aster));
    assert_eq!(session.active(), 1_500, "it is reused");
}

fn elsewhere_is_another() {
    let text = "We met Aster there.";
    let hinted = [hint("Aster", Some("organization"))];
    let mut session = Session::new();
    let first = session.say(text, &hinted).mentions[0].entity.clone().expect("a by-name entity");
    assert_eq!(session.say(text, &hinted).mentions[0].entity.as_ref(), Some(&first), "here it is reused");
    let mut bob = Session::open(&session.store, "bob", "test");
    assert_ne!(bob.say(text, &hinted).mentions[0].entity.as_ref(), Some(&first), "owner");
    let work = session.go_to("work").say(text, &hinted);
    assert_ne!(work.mentions[0].entity.as_ref(), Some(&first), "space");
    let plant = session.go_to(SPACE).say(text, &[hint("Aster", Some("plant"))]);
    assert_ne!(plant.mentions[0].entity.as_ref(), Some(&first), "kind");
    // Retired: an entity that the owner made and took back.
    let mut session = Session::new();
    session.say(text, &[]);
    let question = session.only();
    assert_eq!(title(&question), "newname: Aster");
    let made = session.accept(&question.row.id);
    let retired = session.candidates("Aster").remove(0);
    session.undo(&made.review.id);
    let anew = session.say(text, &hinted).mentions[0].entity.clone();
    assert!(anew.is_some_and(|id| id != retired), "retired");
}
