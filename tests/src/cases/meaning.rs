//! Checks of rows about references, grounding, claims and values, whichever file they stand in.

use crate::support::*;
use namesake_core::protocol::*;

/// The entity that an end of a claim means, by name; in brackets what is only a reference.
fn ends(claims: &[ClaimRow]) -> Vec<String> {
    let end = |end: &ClaimEnd| match &end.entity {
        Some(entity) => entity.name.text.clone(),
        None => format!("({})", end.word.text),
    };
    let object = |claim: &ClaimRow| match &claim.object {
        ClaimObject::Entity(entity) => end(entity),
        ClaimObject::Value(value) => value.value.clone(),
    };
    claims.iter().map(|claim| format!("{} {} {}", end(&claim.subject), claim.predicate, object(claim))).collect()
}

/// What claims of one text come to.
fn told(cards: &[Card<'_>], text: &str, claims: &[(&str, &str, &str)]) -> Vec<String> {
    let mut session = Session::new();
    session.cards("known.vcf", cards);
    let claim = |(subject, verb, object): &(&str, &str, &str)| {
        // What reads like a lone given name is asked about, unless it is said to be none.
        let kind = match *object {
            "Redis" => Some("product".to_owned()),
            "Oslo" => Some("place".to_owned()),
            _ => None,
        };
        HostClaim { object_kind: kind, ..says(text, subject, verb, object) }
    };
    session.tell(None, text, claims.iter().map(claim).collect());
    ends(&session.claims())
}

pub(super) fn the_first_anchor() {
    let text = "Dense-Mem ships the service. It stores data.";
    let value = ClaimValue { kind: "string".into(), value: "data".into(), unit: None, display: None };
    let claim = HostClaim { object: None, value: Some(value), ..says(text, "It", "stores", "") };
    let mut session = Session::new();
    session.cards("known.vcf", &[Card("d", "Dense-Mem", &[])]);
    session.tell(None, text, vec![claim]);
    assert_eq!(ends(&session.claims()), ["Dense-Mem stores data"]);
    assert_eq!(session.claims()[0].subject.binding, Some(Binding::Anchor));
}

pub(super) fn two_surfaces_are_no_anchor() {
    let cards = [Card("d", "Dense-Mem", &["NICKNAME:Dense Memory"]), Card("r", "Redis", &[])];
    let text = "Dense-Mem is old, and Dense Memory is its name. It uses Redis.";
    assert_eq!(told(&cards, text, &[("It", "uses", "Redis")]), ["(It) uses Redis"]);
}

pub(super) fn neither_pronoun_is_grounded() {
    let cards = [Card("a", "Alice", &[]), Card("b", "Bob", &[])];
    let text = "Alice met Bob. She thanked him.";
    assert_eq!(told(&cards, text, &[("She", "thanked", "him")]), ["(She) thanked (him)"]);
    let mut session = Session::new();
    session.cards("known.vcf", &cards);
    session.say("Alice met Bob.", &[]);
    session.say("She thanked him.", &[]);
    assert!(session.mentions().iter().all(|(_, mention)| matches!(mention.name(), "Alice" | "Bob")));
}

pub(super) fn two_aliases_are_no_anchor() {
    let cards = [Card("a", "Alice Reyes", &["NICKNAME:Ali Reyes"]), Card("o", "Oslo", &[])];
    let text = "Alice Reyes and Ali Reyes are one. She lives in Oslo.";
    assert_eq!(told(&cards, text, &[("She", "lives_in", "Oslo")]), ["(She) lives_in Oslo"]);
}

pub(super) fn a_pronoun_before_the_name() {
    let cards = [Card("a", "Alice", &[]), Card("o", "Oslo", &[])];
    let text = "She lives in Oslo, says Alice.";
    assert_eq!(told(&cards, text, &[("She", "lives_in", "Oslo")]), ["(She) lives_in Oslo"]);
}

pub(super) fn validity_in_utc() {
    let text = "Alice met Bob.";
    let from = HostClaim { valid_from: Some("2026-01-01T01:00:00+01:00".into()), ..says(text, "Alice", "met", "Bob") };
    let to = HostClaim { valid_from: Some("2026-01-01T00:00:00Z".into()), ..says(text, "Alice", "met", "Bob") };
    let mut session = Session::new();
    session.tell(None, text, vec![from]);
    session.tell(None, text, vec![to]);
    let claims = session.claims();
    assert!(claims[0].valid_from.is_some());
    assert_eq!(claims[0].valid_from, claims[1].valid_from, "the same moment");
}

/// An event that is refused, with what its error names.
fn refused(claim: HostClaim, part: &str) {
    let mut session = Session::new();
    session.say("Before that Bob came.", &[]);
    let head = session.memory.head();
    let (id, text) = ("x".to_owned(), "Alice is 40 years old.".to_owned());
    let event = HostEvent { id, source: "notes".into(), text, claims: vec![claim], ..HostEvent::default() };
    let error = fails(session.take(event), ErrorCode::BadArgument);
    assert!(error.message.contains(part), "{part}: {}", error.message);
    assert_eq!(session.memory.head(), head, "nothing is stored");
}

fn aged(kind: &str, value: &str, unit: &str, display: Option<String>) -> HostClaim {
    let value = ClaimValue { kind: kind.into(), value: value.into(), unit: Some(unit.into()), display };
    HostClaim { object: None, value: Some(value), ..says("Alice is 40 years old.", "Alice", "age", "") }
}

pub(super) fn values_that_are_none() {
    refused(aged("colour", "red", "", None), "value.type");
    refused(aged("number", "40", "years", Some("4".repeat(4_097))), "value.display has 4097 bytes");
    refused(aged("number", "40", &"y".repeat(129), None), "value.unit has 129 bytes");
    refused(aged("number", "{}", "years", None), "value.value");
    // A value that is no scalar is no text, and is refused where the message is read.
    let event = serde_json::json!({ "id": "x", "source": "s", "text": "t", "claims": [{
        "subject": "Alice", "predicate": "age", "value": { "type": "number", "value": [40] }, "evidence": [],
    }] });
    assert!(serde_json::from_value::<HostEvent>(event).is_err());
}

pub(super) fn an_entity_and_a_value() {
    let both = HostClaim { object: Some("Alice".into()), ..aged("number", "40", "years", None) };
    refused(both, "claims[0].object and value");
}

pub(super) fn references_of_two_events() {
    for (word, kind) in [("I", "person"), ("We", "organization"), ("They", "group")] {
        let text = format!("{word} met Alice.");
        let claim = HostClaim { subject_kind: Some(kind.into()), ..says(&text, word, "met", "Alice") };
        let mut session = Session::new();
        let id = |session: &mut Session, at: usize| session.claims()[at].subject.reference.clone().expect("is local");
        session.tell(None, &text, vec![claim.clone()]);
        session.tell(None, &text, vec![claim]);
        let (one, other) = (id(&mut session, 0), id(&mut session, 1));
        assert_ne!(one, other, "{word}: two events");
        // The same word again in the same event, and its other forms, are the same.
        let again = "I met Alice, and she likes me.";
        let claims = vec![says(again, "I", "met", "Alice"), says(again, "Alice", "likes", "me")];
        session.tell(None, again, claims);
        let claims = session.claims();
        let ClaimObject::Entity(me) = &claims[3].object else { panic!("{:?}", claims[3]) };
        assert_eq!(me.reference, claims[2].subject.reference);
    }
}

pub(super) fn an_old_i_is_no_referent() {
    let mut session = Session::new();
    session.cards("old.vcf", &[Card("i", "I", &[])]);
    let text = "I met Alice.";
    for _ in 0..2 {
        session.tell(None, text, vec![says(text, "I", "met", "Alice")]);
    }
    let claims = session.claims();
    assert!(claims.iter().all(|claim| claim.subject.entity.is_none()));
    assert_ne!(claims[0].subject.reference, claims[1].subject.reference);
    let old = session.uid("i");
    assert_eq!(session.sentences(&old), [""; 0]);
}

pub(super) fn a_kind_makes_a_name() {
    for (word, kind) in [("US", "country"), ("IT", "technology"), ("I", "chemical")] {
        let text = format!("{word} is what Alice studies.");
        let claim = HostClaim { subject_kind: Some(kind.into()), ..says(&text, word, "is_studied_by", "Alice") };
        let mut session = Session::new();
        session.tell(None, &text, vec![claim.clone()]);
        session.tell(None, &text, vec![claim]);
        let claims = session.claims();
        let ids: Vec<_> = claims.iter().map(|claim| claim.subject.entity.as_ref().map(|row| row.id.clone())).collect();
        assert!(ids[0].is_some() && ids[0] == ids[1], "{word} is one {kind}: {ids:?}");
    }
}

pub(super) fn speaker_references_off() {
    let mut session = Session::new();
    let declare =
        Call::DeclarePredicates { space: SPACE.into(), predicates: vec!["lives_in".into()], single_valued: true };
    session.call(&declare).expect("is stored");
    for (n, place) in ["Leeds", "York"].into_iter().enumerate() {
        let text = format!("I live in {place} now.");
        let claim = HostClaim { update: true, ..says(&text, "I", "lives_in", place) };
        let event = HostEvent {
            id: place.into(),
            source: "talk".into(),
            speaker: Some("Dana".into()),
            time: Some(n as f64 * 1000.0),
            speaker_references: Some(false),
            claims: vec![claim],
            text,
            ..HostEvent::default()
        };
        session.take(event).expect("is taken");
    }
    let claims = session.claims();
    assert_eq!(ends(&claims), ["(I) lives_in Leeds", "(I) lives_in York"]);
    assert_ne!(claims[0].subject.reference, claims[1].subject.reference);
    assert!(claims.iter().all(|claim| claim.standing == ClaimStanding::InForce), "nothing is superseded");
    session.asks(&[]);
}

pub(super) fn who_a_speaker_is() {
    let mut session = Session::new();
    let told = |session: &mut Session, speaker: Option<&str>, text: &str, subject: &str, object: &str| {
        session.tell(speaker, text, vec![says(text, subject, "did", object)]);
        ends(&session.claims()).pop().expect("is stored")
    };
    assert_eq!(told(&mut session, Some("Dana"), "We went camping with Sam.", "We", "Sam"), "(We) did Sam");
    assert_eq!(told(&mut session, None, "I went camping with Sam.", "I", "Sam"), "(I) did Sam");
    assert_eq!(told(&mut session, Some("Dana"), "Sam called me.", "Sam", "me"), "Sam did Dana");
}
