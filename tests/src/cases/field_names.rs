//! Field cases about keys and about which names are near.

use super::world::{known, parse, text, texts};
use super::{Case, case};
use crate::support::*;
use namesake_core::names::NameKeys;
use namesake_core::protocol::*;
use serde_json::Value;

pub(super) fn cases() -> Vec<Case> {
    vec![
        case("FC-03", FC_03, numbers_tell_apart),
        case("FC-05", FC_05, no_script_has_an_empty_key),
        case("FC-06", FC_06, hangul),
        case("FC-20", FC_20, canonical_equivalence),
        case("FC-21", FC_21, accents_ask),
        case("FC-28", FC_28, hidden_characters_are_shown),
    ]
}

const FC_03: &str = r#"{"known":[{"id":"e1","name":"Finding R-2031-014","type":"document","aliases":[]},{"id":"e2","name":"Bulletin B-88 Rev A","type":"document","aliases":[]}],
    "mentions":[{"surface":"Finding R-2031-015"},{"surface":"Bulletin B-88 Rev B"}]}"#;

fn numbers_tell_apart() {
    let input = parse(FC_03);
    let (finding, bulletin) = (text(&input, "/mentions/0/surface"), text(&input, "/mentions/1/surface"));
    let sentence = format!("Bring {finding} and {bulletin} along.");
    // As names in text: two that nothing holds.
    let mut session = known(&input);
    let report = session.say(&sentence, &[]);
    assert!(report.mentions.iter().all(|mention| mention.entity.is_none()));
    session.organize();
    let news = [format!("newname: {finding}"), format!("newname: {bulletin}")];
    session.asks(&[&news[0], &news[1]]);
    // As a host's hints: two entities more.
    let mut session = known(&input);
    let report = session.say(&sentence, &[hint(finding, None), hint(bulletin, None)]);
    let old = session.uids(&["e1", "e2"]);
    assert!(report.mentions.iter().all(|mention| mention.entity.as_ref().is_some_and(|id| !old.contains(id))));
    session.organize();
    assert_eq!(session.active(), 4);
    session.asks(&[]);
    // A value that both share does not lift the blocker.
    let mut session = Session::new();
    let email = ["EMAIL:desk@depot.example"];
    session.cards("depots.vcf", &[Card("d1", "Depot 1", &email), Card("d2", "Depot 2", &email)]);
    session.organize();
    session.asks(&[]);
}

const FC_05: &str = r#"{"names":["田中電機","Северный порт","شركة الندى","ירוק בע\"מ"]}"#;

fn no_script_has_an_empty_key() {
    let input = parse(FC_05);
    let names = texts(&input, "/names");
    let keys: Vec<NameKeys> = names.iter().map(|name| NameKeys::new(name)).collect();
    for (at, one) in keys.iter().enumerate() {
        assert!(!one.exact.is_empty() && !one.folded.is_empty(), "{}", names[at]);
        for other in &keys[at + 1..] {
            assert!(one.exact != other.exact && one.folded != other.folded, "{} / {}", one.exact, other.exact);
        }
    }
    let mut session = Session::new();
    for name in &names {
        session.cards("cards.vcf", &[Card(name, name, &[])]);
    }
    session.organize();
    session.asks(&[]);
    for name in &names {
        assert_eq!(session.candidates(name), [session.uid(name)], "{name} finds its own and nothing else");
    }
}

/// The questions about two cards with these names.
fn asked(pair: &Value) -> (Session, Vec<QuestionView>) {
    let mut session = Session::new();
    let (a, b) = (text(pair, "/0"), text(pair, "/1"));
    session.cards("pair.vcf", &[Card("a", a, &[]), Card("b", b, &[])]);
    session.organize();
    assert_eq!(session.active(), 2, "nothing merges by itself");
    let inbox = session.inbox();
    (session, inbox)
}

const FC_06: &str = r#"{"pairs":[["한빛연구소","한빛 연구소"],["김서준","김서진"]]}"#;

fn hangul() {
    let input = parse(FC_06);
    let (mut session, _) = asked(&input["pairs"][0]);
    let question = session.only();
    assert_eq!(question.row.kind, QuestionKind::Merge);
    has_reason(&question.reasons, "spacing_differs", Side::For);
    assert!(words(&question.row.summary).contains("differs only in spacing"));
    let (_, none) = asked(&input["pairs"][1]);
    assert_eq!(none, []);
}

const FC_20: &str = r#"{"known":[{"id":"e1","name":"Caf\u00e9 Nord","type":"organization","aliases":[]}],"mention":{"surface":"Cafe\u0301 Nord"}}"#;

fn canonical_equivalence() {
    let input = parse(FC_20);
    let surface = text(&input, "/mention/surface");
    assert!(NameKeys::new(text(&input, "/known/0/name")).same_exact(&NameKeys::new(surface)));
    let sentence = format!("We met at {surface} on Monday.");
    for hints in [vec![], vec![hint(surface, None)], vec![hint(surface, Some("organization"))]] {
        let mut session = known(&input);
        let report = session.say(&sentence, &hints);
        assert_eq!(report.mentions.len(), 1, "{hints:?}");
        assert_eq!(report.mentions[0].entity, Some(session.uid("e1")), "{hints:?}");
        assert_eq!(report.mentions[0].name.text, surface, "the text stays as it was written");
        session.organize();
        session.asks(&[]);
    }
}

const FC_21: &str = r#"{"pairs":[["Jose Nunez","José Núñez"],["Hoà Trần","Hoá Trần"]]}"#;

fn accents_ask() {
    let input = parse(FC_21);
    let (mut session, _) = asked(&input["pairs"][0]);
    let accents = session.only();
    assert_eq!(accents.row.kind, QuestionKind::Merge);
    has_reason(&accents.reasons, "accents_differ", Side::For);
    let (mut session, _) = asked(&input["pairs"][1]);
    let tone = session.only();
    assert_eq!(tone.row.kind, QuestionKind::Merge);
    has_reason(&tone.reasons, "tone_mark_differs", Side::For);
    has_reason(&tone.reasons, "weak_evidence", Side::Against);
    assert!(tone.score <= accents.score, "a tone mark is weaker than a missing accent");
}

const FC_28: &str = r#"{"known":[{"id":"e1","name":"Marco Bell","type":"person","aliases":[]}],
    "mention":{"surface":"Mar\u200bco Bell"},"mention2":{"surface":"\u202eMarco Bell"}}"#;

fn hidden_characters_are_shown() {
    let input = parse(FC_28);
    for (pointer, mark) in [("/mention/surface", "ZWSP"), ("/mention2/surface", "RLO")] {
        let surface = text(&input, pointer);
        // A host that hints at it makes an entity and a merge question; a name in text alone asks about an alias.
        for (hints, kind) in [(vec![hint(surface, None)], QuestionKind::Merge), (vec![], QuestionKind::Alias)] {
            let mut session = known(&input);
            let report = session.say(&format!("It was {surface} who called."), &hints);
            let marco = session.uid("e1");
            assert_ne!(report.mentions[0].entity.as_ref(), Some(&marco), "{mark}");
            session.organize();
            let question = session.only();
            assert_eq!(question.row.kind, kind, "{mark}");
            has_reason(&question.reasons, "invisible_characters", Side::For);
            let raw = question.members.iter().find(|member| member.name.text == surface).expect("the raw text is kept");
            let pieces = raw.name.pieces.as_ref().expect("it is cut at what cannot be seen");
            assert!(pieces.contains(&Piece::Mark(mark.into())), "{pieces:?}");
            assert_eq!(session.sentences(&marco), [""; 0]);
        }
    }
}
