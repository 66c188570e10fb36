//! Field cases about which mentions link, and to whom.

use super::world::{bring, known, parse, text, texts};
use super::{Case, case, decided};
use crate::support::*;
use namesake_core::model::Outcome;
use namesake_core::protocol::*;

pub(super) fn cases() -> Vec<Case> {
    vec![
        case("FC-01", FC_01, kinds_stop_a_link),
        case("FC-02", FC_02, a_first_name_is_ambiguous),
        case("FC-07", FC_07, exact_duplicates_are_one_question),
        case("FC-08", FC_08, a_pronoun_only_suggests),
        decided(
            "FC-09",
            FC_09,
            "§4: a relation noun is owner-relative, neither an entity nor a global alias: nothing is asked that could not be kept",
            a_relation_noun_stays_a_word,
        ),
        case("FC-10", FC_10, a_nickname_asks),
        case("FC-11", FC_11, an_alias_claimed_twice),
        case("FC-25", FC_25, common_words_are_not_names),
    ]
}

const FC_01: &str = r#"{"known":[{"id":"e1","name":"Juniper","type":"organization","aliases":[],"facts":["sells routers"]}],
    "mention":{"surface":"Juniper","type_hint":"person","text":"Juniper brought her dog to the picnic."}}"#;

fn kinds_stop_a_link() {
    let input = parse(FC_01);
    let mut session = known(&input);
    let hinted = hint(text(&input, "/mention/surface"), Some(text(&input, "/mention/type_hint")));
    let report = session.say(text(&input, "/mention/text"), &[hinted]);
    let company = session.uid("e1");
    let person = report.mentions[0].entity.clone().expect("the mention calls for a new candidate");
    assert_ne!(person, company, "another kind stops the link");
    assert_eq!(session.sentences(&company), [""; 0]);
    let row = session.entity(&person).row;
    assert_eq!((row.name.text.as_str(), row.kind.as_deref()), ("Juniper", Some("person")));
    session.organize();
    let question = session.only();
    assert_eq!(title(&question), "collision: Juniper | Juniper");
    let mut both = vec![company, person];
    both.sort_unstable();
    assert_eq!(members(&question), both);
    has_reason(&question.reasons, "same_exact_key", Side::For);
    has_reason(&question.reasons, "kinds_differ", Side::Against);
    assert_eq!(session.active(), 2, "nothing merges by itself");
}

const FC_02: &str = r#"{"known":[{"id":"e1","name":"Alex Moreau","type":"person","aliases":[]},{"id":"e2","name":"Alex Tanaka","type":"person","aliases":[]}],
    "mentions":[{"surface":"Alex","text":"Alex said the launch slipped."},{"surface":"Alex Moreau","text":"Alex Moreau said the launch slipped."}]}"#;

fn a_first_name_is_ambiguous() {
    let input = parse(FC_02);
    let mut session = known(&input);
    let (bare, full) = (text(&input, "/mentions/0/text"), text(&input, "/mentions/1/text"));
    let first = session.say(bare, &[]);
    assert_eq!(first.mentions.len(), 1);
    assert_eq!(first.mentions[0].entity, None);
    let question = session.only();
    assert_eq!(title(&question), "ambiguity: Alex | Alex Moreau | Alex Tanaka");
    assert_eq!(members(&question), session.uids(&["e1", "e2"]));
    let second = session.say(full, &[]);
    assert_eq!(second.mentions[0].entity, Some(session.uid("e1")));
    assert!(second.mentions[0].provisional);
    assert_eq!(second.questions, [""; 0], "a full name raises nothing");
    let (moreau, tanaka) = (session.uid("e1"), session.uid("e2"));
    assert_eq!(session.sentences(&moreau), [full]);
    assert_eq!(session.sentences(&tanaka), [""; 0], "nothing leaks to the other");
}

const FC_07: &str = r#"{"known":[{"id":"e1","name":"QRDA","type":"organization","aliases":[]},{"id":"e2","name":"QRDA","type":"organization","aliases":[]},
    {"id":"e3","name":"QRDA","type":"organization","aliases":[]},{"id":"e4","name":"qrda ","type":"organization","aliases":[]}],"mention":{"surface":"QRDA"}}"#;

fn exact_duplicates_are_one_question() {
    let input = parse(FC_07);
    let surface = text(&input, "/mention/surface");
    let due = |session: &mut Session| {
        session.organize();
        let question = session.only();
        assert_eq!(question.row.kind, QuestionKind::Collision);
        assert_eq!(members(&question), session.uids(&["e1", "e2", "e3", "e4"]));
        has_reason(&question.reasons, "same_exact_key", Side::For);
    };
    let mut session = known(&input);
    let report = session.say("We asked QRDA yesterday.", &[]);
    assert!(report.mentions.iter().all(|mention| mention.entity.is_none()));
    due(&mut session);
    assert_eq!(session.active(), 4, "nothing merges by itself");
    // A host that hints at the name, with or without the kind, after the cards or before.
    for kind in [None, Some("organization")] {
        let mut session = known(&input);
        let report = session.say("We asked QRDA yesterday.", &[hint(surface, kind)]);
        assert_eq!((report.mentions[0].outcome.as_str(), &report.mentions[0].entity), ("ambiguous", &None), "{kind:?}");
        due(&mut session);
        let mut session = Session::new();
        session.say("We asked QRDA yesterday.", &[hint(surface, kind)]);
        bring(&mut session, &input);
        due(&mut session);
        assert!(
            session.mentions().iter().all(|(_, mention)| mention.verdict.outcome == Outcome::Ambiguous),
            "{kind:?}"
        );
    }
}

const FC_08: &str = r#"{"turns":["This is my neighbour Tobias, he repairs bikes.","He has a cousin called Ilse."],"owner":"o1",
    "known":[{"id":"e1","name":"Tobias","type":"person","aliases":[]}]}"#;

fn a_pronoun_only_suggests() {
    let input = parse(FC_08);
    let mut session = known(&input);
    let turns = texts(&input, "/turns");
    session.event("1", Some("talk"), turns[0], &[]).expect("is taken");
    let (text, claims) = (turns[1].to_owned(), vec![says(turns[1], "He", "has_cousin", "Ilse")]);
    let (id, source, talk) = ("2".into(), "notes".into(), Some("talk".into()));
    let event = HostEvent { id, source, session: talk, text, claims, ..HostEvent::default() };
    let report = session.take(event).expect("is taken");
    let tobias = session.uid("e1");
    let he = report.mentions.iter().find(|mention| mention.name.text == "He").expect("is a mention");
    assert_eq!((he.outcome.as_str(), &he.entity), ("reference", &None), "a pronoun links to nobody of another turn");
    assert_eq!(he.suggested.as_ref(), Some(&tobias));
    assert_eq!(session.sentences(&tobias), [turns[0]]);
    let mut session = known(&input);
    for turn in &turns {
        session.say(turn, &[]);
    }
    session.asks(&["newname: Ilse"]);
    nothing_is_called(&mut session, &["He", "he"]);
}

const FC_09: &str = r#"{"turns":["My flatmate is called Maren.","My flatmate moved out on Friday."],
    "known":[{"id":"e1","name":"Maren","type":"person","aliases":[]}]}"#;

fn a_relation_noun_stays_a_word() {
    let input = parse(FC_09);
    let mut session = known(&input);
    let turns = texts(&input, "/turns");
    for turn in &turns {
        session.say(turn, &[]);
    }
    let mut claimed = known(&input);
    for (turn, object) in turns.iter().zip(["Maren", "Friday"]) {
        claimed.tell(None, turn, vec![says(turn, "My flatmate", "is", object)]);
    }
    assert!(claimed.claims().iter().all(|claim| claim.subject.entity.is_none()));
    assert!(claimed.resolve("my flatmate").negative.is_some(), "neither an entity nor an alias");
    let maren = session.uid("e1");
    assert_eq!(session.sentences(&maren), [turns[0]], "the second sentence is not linked by itself");
    nothing_is_called(&mut session, &["flatmate", "my flatmate", "My flatmate"]);
}

/// No entity holds one of these names, and no mention bears it.
fn nothing_is_called(session: &mut Session, names: &[&str]) {
    for name in names {
        assert!(session.resolve(name).negative.is_some(), "{name} names nothing");
        assert!(session.mentions().iter().all(|(_, mention)| mention.name() != *name), "{name} is no mention");
    }
}

const FC_10: &str = r#"{"known":[{"id":"e1","name":"Robert Lindqvist","type":"person","aliases":[]},{"id":"e2","name":"Roberta Silva","type":"person","aliases":[]}],
    "mention":{"surface":"Bob","text":"Bob sent the invoice."}}"#;

fn a_nickname_asks() {
    let input = parse(FC_10);
    let mut session = known(&input);
    let report = session.say(text(&input, "/mention/text"), &[]);
    assert_eq!(report.mentions[0].entity, None);
    let question = session.only();
    assert_eq!(title(&question), "alias: Bob | Robert Lindqvist");
    has_reason(&question.reasons, "short_form", Side::For);
    has_reason(&question.reasons, "weak_evidence", Side::Against);
    session.cards("more.vcf", &[Card("e3", "Robert Meyer", &["KIND:individual"])]);
    session.organize();
    session.asks(&["ambiguity: Bob | Robert Lindqvist | Robert Meyer"]);
}

const FC_11: &str = r#"{"known":[{"id":"e1","name":"Hello page","type":"concept","aliases":["hi"]}],
    "add_alias":{"entity":"e2","name":"Aloha page","alias":"hi"},"then_resolve":"hi"}"#;

/// The alias is added as a source adds it: the card of the second comes again with one name more.
fn an_alias_claimed_twice() {
    let input = parse(FC_11);
    let mut session = known(&input);
    let (uid, name) = (text(&input, "/add_alias/entity"), text(&input, "/add_alias/name"));
    session.cards("more.vcf", &[Card(uid, name, &[])]);
    session.asks(&[]);
    let alias = format!("NICKNAME:{}", text(&input, "/add_alias/alias"));
    let report = session.cards("more.vcf", &[Card(uid, name, &[&alias])]);
    assert_eq!((report.updated, report.questions), (1, 1), "accepted, with a collision");
    let question = session.only();
    assert_eq!(title(&question), "collision: Aloha page | Hello page");
    assert_eq!(members(&question), session.uids(&["e1", "e2"]));
    let reason = question.reasons.iter().find(|reason| reason.code == "same_exact_key").expect("names the alias");
    assert!(words(&reason.text).contains("hi"), "{}", words(&reason.text));
    let both = session.uids(&["e1", "e2"]);
    assert_eq!(session.candidates(text(&input, "/then_resolve")), both);
    let mention = session.say("We put it on hi yesterday.", &[hint("hi", None)]);
    assert_eq!(mention.mentions[0].entity, None, "the first match does not win");
    let verdicts: Vec<Outcome> = session.mentions().iter().map(|(_, mention)| mention.verdict.outcome).collect();
    assert_eq!(verdicts, [Outcome::Ambiguous]);
}

const FC_25: &str = r#"{"known":[{"id":"e1","name":"Will","type":"person","aliases":[]},{"id":"e2","name":"Grace","type":"person","aliases":[]}],
    "texts":["Will you grace us with a song?","Will called Grace."]}"#;

fn common_words_are_not_names() {
    let input = parse(FC_25);
    let mut session = known(&input);
    let sentences = texts(&input, "/texts");
    let (will, grace) = (session.uid("e1"), session.uid("e2"));
    session.say(sentences[0], &[]);
    assert_eq!(session.sentences(&will), [""; 0]);
    assert_eq!(session.sentences(&grace), [""; 0]);
    session.asks(&[]);
    session.say(sentences[1], &[]);
    assert_eq!(session.sentences(&will), [sentences[1]]);
    assert_eq!(session.sentences(&grace), [sentences[1]]);
    session.asks(&[]);
}
