//! dense-mem's cases: where a name stands, hints and known ids, scopes; the assessor's and corrections are later.

use super::{Case, case, decided, later, meaning, why};
use crate::support::*;
use namesake_core::model::Outcome;
use namesake_core::protocol::*;
use namesake_core::text::occurrences;

pub(super) fn cases() -> Vec<Case> {
    let absent = "§1: an absent kind is compatible with all, and stays absent";
    vec![
        case("1", "alias \"Dense Memory\"; text \"DENSE⇥Memory protects…\" (tab, upper case)", case_and_space),
        case("2", "entity name \"It\", text \"It uses Redis.\"", a_pronoun_is_not_the_name),
        case("3", "\"Alpha\" in \"Alphabet uses Redis.\"", part_of_a_word),
        case("5", "kind omitted, candidates share kind project", the_kind_of_the_holder),
        decided("6", "kind omitted, no candidate", absent, no_kind_is_invented),
        decided("7", "kind omitted, candidates of two kinds", absent, two_kinds_are_ambiguous),
        case("9", "known id gone, same-name candidate present", a_stale_id_does_not_fall_back),
        case("10", "known id + same-name siblings", a_known_id_among_siblings),
        decided(
            "11",
            "new \"Alpha\" named twice in one text, two creates (0–5, 17–22)",
            "§4: within one event, one exact name resolved once is reused",
            one_name_is_one_entity_in_an_event,
        ),
        case("13", "two same-name same-kind entities", both_are_listed),
        case("14", "same evidence+span+kind twice", the_same_hint_twice),
        case("15", "\"Cedar\" project and \"Cedar\" product", two_kinds_stay_apart),
        case("17", "two refs to one known id (Pine)", two_mentions_of_one),
        case("18", "another profile, same team and shared space", another_actor_sees_the_same),
        case("19", "another team, same name", another_owner_has_no_candidates),
        case("21", "other team's id at commit", a_foreign_id_writes_nothing),
        case("22", "any stored resolution", the_quote_and_span_are_kept),
        case("23", "\"Dense-Mem ships the service.\" then \"It stores data.\"", meaning::the_first_anchor),
        case("25", "one entity under two alias surfaces, then \"It…\"", meaning::two_surfaces_are_no_anchor),
        case("26", "\"Alice met Bob.\" \"She thanked him.\"", meaning::neither_pronoun_is_grounded),
        decided(
            "27",
            "two targets that are aliases of one entity + \"She\"",
            "§4: an anchor has exactly one candidate and one surface",
            meaning::two_aliases_are_no_anchor,
        ),
        case("29", "pronoun before the name in one text", meaning::a_pronoun_before_the_name),
        later("30", "invented anchor reference in a reply", why::ASSESSOR),
        later("31", "anchored pronoun answered create, or other id", why::ASSESSOR),
        later("33", "21 groundings for one entity", why::ASSESSOR),
        later("34", "create while one same-kind candidate exists", why::ASSESSOR),
        later("35", "reuse with two same-kind candidates, no known id", why::ASSESSOR),
        later("37", "ambiguous + not_supported", why::ASSESSOR),
        later("38", "one entity result missing, or one extra ref", why::ASSESSOR),
        later("39", "reply alters polarity, time bounds or support", why::ASSESSOR),
        case("41", "validity 2026-01-01T01:00:00+01:00", meaning::validity_in_utc),
        case("42", "value: unknown type, non-scalar, display 4,097, unit 129", meaning::values_that_are_none),
        case("43", "object carries both entity and value", meaning::an_entity_and_a_value),
        later("45", "correction by a non-owner", why::CORRECTION),
        later("46", "correction by name, two \"Atlas\" projects", why::CORRECTION),
        later("47", "wrong token, or selection outside candidates", why::CORRECTION),
        later("49", "second confirm with a new key", why::CORRECTION),
        later("50", "confirm after 2 h", why::CORRECTION),
        later("51", "chosen candidate retired meanwhile", why::CORRECTION),
        later("53", "patch equals the current value", why::CORRECTION),
        later("54", "one endpoint unique, the other ambiguous", why::CORRECTION),
        later("55", "same idempotency key: same payload / changed payload", why::CORRECTION),
    ]
}

fn case_and_space() {
    let text = "DENSE\tMemory protects what it keeps.";
    assert_eq!(occurrences(text, "Dense Memory"), [(0, 12)]);
    let mut session = Session::new();
    session.cards("known.vcf", &[Card("e1", "Dense-Mem", &["NICKNAME:Dense Memory"])]);
    let report = session.say(text, &[hint("Dense Memory", None)]);
    assert_eq!(report.mentions.len(), 1, "one grounding");
    assert_eq!(report.mentions[0].name.text, "DENSE\tMemory", "the surface is verbatim");
    assert_eq!(report.mentions[0].entity, Some(session.uid("e1")));
}

fn a_pronoun_is_not_the_name() {
    let mut session = Session::new();
    session.cards("known.vcf", &[Card("it", "It", &[])]);
    session.say("It uses Redis.", &[]);
    let it = session.uid("it");
    assert_eq!(session.sentences(&it), [""; 0]);
}

fn part_of_a_word() {
    let text = "Alphabet uses Redis.";
    assert_eq!(occurrences(text, "Alpha"), []);
    let mut session = Session::new();
    session.cards("known.vcf", &[Card("a", "Alpha", &[])]);
    session.say(text, &[]);
    let alpha = session.uid("a");
    assert_eq!(session.sentences(&alpha), [""; 0]);
    let head = session.memory.head();
    let error = fails(session.event("x", None, text, &[hint("Alpha", None)]), ErrorCode::BadArgument);
    assert!(error.message.contains("hints[0].name"), "{}", error.message);
    assert_eq!(session.memory.head(), head);
}

/// A memory in which a host made one entity for each kind, all of one name.
fn made(name: &str, kinds: &[Option<&str>]) -> (Session, Vec<String>) {
    let mut session = Session::new();
    let text = format!("We know {name} well.");
    let ids = kinds
        .iter()
        .map(|kind| session.say(&text, &[new_one(name, *kind)]).mentions[0].entity.clone().expect("is made"))
        .collect();
    (session, ids)
}

fn the_kind_of_the_holder() {
    let (mut session, ids) = made("Atlas", &[Some("project")]);
    let report = session.say("Then Atlas started.", &[hint("Atlas", None)]);
    assert_eq!(report.mentions[0].entity.as_ref(), Some(&ids[0]));
    assert_eq!(session.entity(&ids[0]).row.kind.as_deref(), Some("project"));
}

fn no_kind_is_invented() {
    let mut session = Session::new();
    let report = session.say("Then Atlas started.", &[hint("Atlas", None)]);
    let id = report.mentions[0].entity.clone().expect("a by-name entity");
    assert_eq!(session.entity(&id).row.kind, None);
}

fn two_kinds_are_ambiguous() {
    let (mut session, _) = made("Atlas", &[Some("project"), Some("product")]);
    let report = session.say("Then Atlas started.", &[]);
    assert_eq!((report.mentions[0].outcome.as_str(), &report.mentions[0].entity), ("ambiguous", &None));
    let kinds: Vec<Option<String>> = session.mentions().iter().map(|(_, mention)| mention.kind.clone()).collect();
    assert_eq!(kinds.last(), Some(&None));
}

fn a_stale_id_does_not_fall_back() {
    let mut session = Session::new();
    session.say("We met Pine.", &[]);
    let question = session.only();
    let made = session.accept(&question.row.id);
    let gone = session.candidates("Pine").remove(0);
    session.undo(&made.review.id);
    session.cards("known.vcf", &[Card("pine", "Pine", &[])]);
    let head = session.memory.head();
    for id in [gone.as_str(), "99999999-9999-4999-8999-999999999999", "pine"] {
        fails(session.event("x", None, "Pine called.", &[known("Pine", id)]), ErrorCode::NotFound);
        assert_eq!(session.memory.head(), head, "nothing is stored");
    }
}

fn a_known_id_among_siblings() {
    let (mut session, ids) = made("Pine", &[None, None]);
    for id in &ids {
        let report = session.say("Pine called.", &[known("Pine", id)]);
        assert_eq!((report.mentions[0].entity.as_ref(), report.mentions[0].provisional), (Some(id), false));
    }
    assert!(session.mentions().iter().all(|(_, mention)| mention.verdict.candidates.is_empty()));
}

fn one_name_is_one_entity_in_an_event() {
    let text = "Alpha waits till Alpha comes.";
    assert_eq!(occurrences(text, "Alpha"), [(0, 5), (17, 22)]);
    for hints in [vec![new_one("Alpha", None)], vec![new_one("Alpha", None), new_one("Alpha", None)]] {
        let mut session = Session::new();
        let report = session.say(text, &hints);
        assert_eq!(report.mentions.len(), 2, "two mentions");
        assert_eq!(report.mentions[0].entity, report.mentions[1].entity);
        assert_eq!(session.active(), 1, "{} hints make one entity", hints.len());
    }
    // Another event may say that its Alpha is another.
    let (session, ids) = made("Alpha", &[None, None]);
    assert_ne!(ids[0], ids[1]);
    assert_eq!(session.active(), 2);
}

fn both_are_listed() {
    let (mut session, mut ids) = made("Atlas", &[Some("project"), Some("project")]);
    ids.sort_unstable();
    assert_eq!(session.candidates("Atlas"), ids);
    assert_ne!(ids[0], ids[1]);
}

fn the_same_hint_twice() {
    let mut session = Session::new();
    let twice = [hint("Alpha", Some("project")), hint("Alpha", Some("project"))];
    let report = session.say("Alpha waits.", &twice);
    assert_eq!((report.mentions.len(), session.space().mentions.len(), session.active()), (1, 1, 1));
}

fn two_kinds_stay_apart() {
    let mut session = Session::new();
    let project = session.say("We started Cedar.", &[hint("Cedar", Some("project"))]);
    let product = session.say("We sell Cedar.", &[hint("Cedar", Some("product"))]);
    assert_ne!(project.mentions[0].entity, product.mentions[0].entity);
    session.organize();
    assert_eq!(session.active(), 2);
    let question = session.only();
    has_reason(&question.reasons, "kinds_differ", Side::Against);
}

fn two_mentions_of_one() {
    let (mut session, ids) = made("Pine", &[None]);
    let text = "Pine met the owner of Pine.";
    for hints in [vec![known("Pine", &ids[0])], vec![known("Pine", &ids[0]), known("Pine", &ids[0])]] {
        let report = session.say(text, &hints);
        let linked: Vec<Option<&String>> = report.mentions.iter().map(|mention| mention.entity.as_ref()).collect();
        assert_eq!(linked, [Some(&ids[0]); 2]);
    }
    assert_eq!(session.active(), 1);
}

fn another_actor_sees_the_same() {
    let (mut session, _) = made("Atlas", &[Some("project"), Some("product")]);
    let mut other = Session::open(&session.store, "alice", "another profile");
    assert_eq!(other.resolve("Atlas"), session.resolve("Atlas"));
    assert_eq!(other.candidates("Atlas").len(), 2);
}

fn another_owner_has_no_candidates() {
    let (session, _) = made("Atlas", &[None]);
    let mut bob = Session::open(&session.store, "bob", "test");
    let answer = bob.resolve("Atlas");
    assert_eq!(answer.candidates.total, 0);
    assert_eq!(answer.negative.expect("a typed negative").kind, "unknown_entity");
}

fn a_foreign_id_writes_nothing() {
    let (mut session, ids) = made("Atlas", &[None]);
    let head = session.memory.head();
    let hinted = [known("Atlas", &ids[0])];
    let mut bob = Session::open(&session.store, "bob", "test");
    let foreign = fails(bob.event("x", None, "Atlas started.", &hinted), ErrorCode::NotFound);
    let space = fails(session.go_to("work").event("x", None, "Atlas started.", &hinted), ErrorCode::NotFound);
    assert_eq!(foreign, space);
    session.memory = Session::open(&session.store, "alice", "test").memory;
    assert_eq!(session.memory.head(), head, "no row of any sort");
}

fn the_quote_and_span_are_kept() {
    const TEXT: &str = "It rained. 😀 Yesterday Dana Holt called. We slept.";
    let mut session = Session::new();
    session.cards("known.vcf", &[Card("dana", "Dana Holt", &[])]);
    let report = session.say(TEXT, &[]);
    let units: Vec<u16> = TEXT.encode_utf16().collect();
    let span = report.mentions[0].span;
    let cut = |units: &[u16], span: Span| String::from_utf16_lossy(&units[span.start as usize..span.end as usize]);
    assert_eq!(cut(&units, span), "Dana Holt");
    let dana = session.uid("dana");
    let view = session.entity(&dana);
    let sentence = &view.mentions.items[0].sentence;
    assert!(TEXT.contains(&sentence.text) && !sentence.text.contains("slept"), "{}", sentence.text);
    let units: Vec<u16> = sentence.text.encode_utf16().collect();
    assert_eq!(cut(&units, sentence.marks[0]), "Dana Holt");
    assert_eq!(sentence.event, report.event);
    let stored = session.mentions()[0].1;
    assert_eq!(TEXT.get(stored.start as usize..stored.end as usize), Some("Dana Holt"));
    assert_eq!(stored.verdict.outcome, Outcome::Existing);
}
