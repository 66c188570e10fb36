//! Laws of the state machine, over random memories:
//!
//! - the same imports, and short forms that are added among them, give the same links and the same questions in whatever
//!   order (invariant 9);
//! - decisions, edits and short forms undone in reverse give byte-identical contents, the same links and the same questions;
//! - a memory reopened from its journal, or from a snapshot, is the live one (invariant 6).

mod support;

use futures::executor::block_on;
use namesake_core::model::{Standing, Status, Strength};
use namesake_core::protocol::*;
use namesake_core::snapshot::encode;
use namesake_core::state::Handle;
use namesake_core::store::InMemory;
use proptest::prelude::*;
use std::collections::BTreeSet;
use support::view::{contents, links, questions, shuffled, space};
use support::{SPACE, Session, event};

/// Names that are each other's homonyms, short forms, accents, typos, parts.
const NAMES: [&str; 16] = [
    "Dana Holt",
    "dana holt",
    "Dana",
    "Dana Hold",
    "José Núñez",
    "Jose Nunez",
    "Ravi Shankar",
    "Ravi S.",
    "Ravi",
    "Alex Moreau",
    "Alex Tanaka",
    "Alex",
    "Robert Lindqvist",
    "Bob",
    "한빛연구소",
    "한빛 연구소",
];
const MAILS: [&str; 4] = ["", "one@example.org", "two@example.org", "Two@Example.org"];
/// Birthdays: the same, a slip of it, another, a year alone; and places.
const BIRTHDAYS: [&str; 6] = ["", "", "1980-05-17", "1980-05-11", "1954-11-30", "1980-01-01"];
const PLACES: [&str; 4] = ["", "", "Leeds", "Leeds, England"];
const TEXTS: [&str; 4] = ["I met {} today.", "{} said yes.", "We asked {} and it was fine.", "Thanks to {}!"];

#[derive(Debug, Clone)]
struct Card {
    name: usize,
    /// Else it has only an e-mail address, if it has one.
    named: bool,
    mail: usize,
    org: bool,
    birthday: usize,
    place: usize,
}

#[derive(Debug, Clone)]
struct Message {
    speaker: usize,
    text: usize,
    name: usize,
}

/// An event of a host with one hint.
#[derive(Debug, Clone)]
struct Hinted {
    text: usize,
    name: usize,
    org: bool,
    speaker: Option<usize>,
}

/// Short forms that are added: what, short for what. The last are abbreviations.
const FORMS: [(&str, &str); 8] = [
    ("Dana", "Ravi"),
    ("Ravi", "Dana"),
    ("Alex", "Robert"),
    ("Holt", "Shankar"),
    ("Tanaka", "Moreau"),
    ("Xandi", "Alex"),
    ("한빛연구소", "Ravi Shankar"),
    ("Bob", "Alex Moreau"),
];

fn form(at: usize) -> ShortForm {
    let kind = if at < FORMS.len() - 2 { FormKind::GivenName } else { FormKind::Abbreviation };
    ShortForm { kind, short: FORMS[at].0.into(), long: FORMS[at].1.into() }
}

#[derive(Debug, Clone)]
struct World {
    cards: Vec<Card>,
    conversations: Vec<Vec<Message>>,
    hinted: Vec<Hinted>,
    forms: Vec<usize>,
}

fn world() -> impl Strategy<Value = World> {
    let name = (0..NAMES.len(), prop::bool::weighted(0.85));
    let card = (name, 0..MAILS.len(), prop::bool::weighted(0.15), 0..BIRTHDAYS.len(), 0..PLACES.len())
        .prop_map(|((name, named), mail, org, birthday, place)| Card { name, named, mail, org, birthday, place });
    let message = (0..NAMES.len(), 0..TEXTS.len(), 0..NAMES.len()).prop_map(|(speaker, text, name)| Message {
        speaker,
        text,
        name,
    });
    let conversation = prop::collection::vec(message, 1..5);
    let hinted =
        (0..TEXTS.len(), 0..NAMES.len(), prop::bool::weighted(0.2), prop::option::weighted(0.3, 0..NAMES.len()))
            .prop_map(|(text, name, org, speaker)| Hinted { text, name, org, speaker });
    let forms = prop_oneof![1 => Just(Vec::new()), 1 => prop::collection::vec(0..FORMS.len(), 1..4)];
    (
        prop::collection::vec(card, 0..8),
        prop::collection::vec(conversation, 0..4),
        prop::collection::vec(hinted, 0..4),
        forms,
    )
        .prop_map(|(cards, conversations, hinted, forms)| World { cards, conversations, hinted, forms })
}

impl World {
    /// One file a card and a conversation.
    fn files(&self) -> Vec<(String, Vec<u8>)> {
        let mut out = Vec::new();
        for (n, card) in self.cards.iter().enumerate() {
            let mail = match MAILS[card.mail] {
                "" => String::new(),
                mail => format!("EMAIL:{mail}\r\n"),
            };
            let kind = if card.org { "KIND:org\r\n" } else { "" };
            let name = if card.named || mail.is_empty() { NAMES[card.name] } else { "" };
            let line = |property: &str, value: &str| match value {
                "" => String::new(),
                value => format!("{property}:{}\r\n", value.replace(',', "\\,")),
            };
            let born = line("BDAY", BIRTHDAYS[card.birthday]) + &line("BIRTHPLACE", PLACES[card.place]);
            let text = format!(
                "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:card-{n}\r\nFN:{name}\r\n{kind}{mail}{born}NOTE:card {n}\r\nEND:VCARD\r\n"
            );
            out.push((format!("card-{n}.vcf"), text.into_bytes()));
        }
        for (n, conversation) in self.conversations.iter().enumerate() {
            let lines: Vec<String> = conversation
                .iter()
                .enumerate()
                .map(|(at, message)| {
                    let text = TEXTS[message.text].replace("{}", NAMES[message.name]);
                    let speaker = NAMES[message.speaker];
                    format!(
                        "{{\"speaker\":\"{speaker}\",\"text\":\"{text}\",\"time\":\"2026-11-0{}T10:0{at}:00Z\"}}",
                        n + 1
                    )
                })
                .collect();
            out.push((format!("talk-{n}.jsonl"), lines.join("\n").into_bytes()));
        }
        for (n, hinted) in self.hinted.iter().enumerate() {
            let hint = Hint {
                name: NAMES[hinted.name].into(),
                kind: hinted.org.then(|| "organization".into()),
                known_entity_id: None,
                identity: None,
            };
            let text = TEXTS[hinted.text].replace("{}", NAMES[hinted.name]);
            let speaker = hinted.speaker.map(|name| NAMES[name].to_owned());
            let event = HostEvent { speaker, hints: vec![hint], ..event(&format!("event-{n}"), &text) };
            out.push((EVENT.into(), serde_json::to_vec(&event).expect("is JSON")));
        }
        let forms = self.forms.iter().map(|at| serde_json::to_vec(&form(*at)).expect("is JSON"));
        out.extend(forms.map(|form| (FORM.into(), form)));
        out
    }
}

/// The name under which an event of a host stands among the files.
const EVENT: &str = "event";
/// The same of a short form.
const FORM: &str = "short form";

fn take(session: &mut Session, (name, bytes): &(String, Vec<u8>)) {
    if name == EVENT {
        let event = serde_json::from_slice(bytes).expect("is an event");
        let taken = session.call(Call::Ingest { space: SPACE.into(), event });
        assert!(matches!(taken, Ok(Reply::Ingested(_))), "{taken:?}");
        return;
    }
    if name == FORM {
        let forms = vec![serde_json::from_slice(bytes).expect("is a short form")];
        let said = session.call(Call::AddShortForms { space: SPACE.into(), forms });
        assert!(matches!(said, Ok(Reply::ShortFormsSaid(_))), "{said:?}");
        return;
    }
    let report = session.import_bytes(name, bytes.clone());
    assert_eq!(report.refused, [], "the generated files are sound");
}

/// Imports files in an order and organizes.
fn imported(files: &[(String, Vec<u8>)], order: &[usize]) -> Session {
    let mut session = Session::open(&InMemory::new());
    for at in order {
        take(&mut session, &files[*at]);
    }
    session.organize();
    session
}

/// Decides open questions at random; returns the ids of the reviews that were stored.
fn decide_at_random(session: &mut Session, choices: &[u8]) -> Vec<String> {
    let mut reviews = Vec::new();
    for choice in choices {
        // Now and then something is said of a short form in between.
        if choice % 5 == 0 {
            let (space, forms) = (SPACE.into(), vec![form(*choice as usize % FORMS.len())]);
            let remove = choice % 2 == 0;
            let call =
                if remove { Call::RemoveShortForms { space, forms } } else { Call::AddShortForms { space, forms } };
            let Ok(Reply::ShortFormsSaid(said)) = session.call(call) else { panic!("is said") };
            reviews.extend(said.statements);
            continue;
        }
        let open = session.inbox();
        if open.is_empty() {
            break;
        }
        let row = &open[*choice as usize % open.len()];
        let Ok(Reply::Question(view)) = session.call(Call::InboxGet { space: SPACE.into(), id: row.id.clone() }) else {
            panic!("a listed question is there")
        };
        let (verdict, entity) = match (choice / 16 % 4, row.kind) {
            (0 | 1, QuestionKind::Ambiguity) => {
                let candidate = view.members.iter().filter_map(|member| member.entity.as_ref()).next_back();
                (Verdict::Choose, candidate.map(|row| row.id.clone()))
            }
            (0 | 1, _) => (Verdict::Accept, None),
            (2, QuestionKind::Ambiguity | QuestionKind::NewName) => (Verdict::SomeoneNew, None),
            (2, _) => (Verdict::CantTell, None),
            _ => (Verdict::Reject, None),
        };
        match session.decide(&row.id, verdict, entity) {
            Ok(decided) if decided.applied => reviews.push(decided.review.id),
            Ok(_) => {}
            Err(error) => assert!(
                matches!(error.code, ErrorCode::Stale | ErrorCode::CannotLink | ErrorCode::ReviewConflict),
                "{error:?}"
            ),
        }
    }
    reviews
}

/// Edits of the owner at random; returns the ids of those that were stored.
fn edit_at_random(session: &mut Session, choices: &[u8]) -> Vec<String> {
    let mut edits = Vec::new();
    for choice in choices {
        let at = usize::from(*choice);
        let space = space(session);
        let active: Vec<String> =
            space.entities.iter().filter(|entity| entity.is_active()).map(|entity| entity.id.to_string()).collect();
        let (Some(entity), Some(other)) =
            (active.get(at / 10 % active.len().max(1)), active.get(at % active.len().max(1)))
        else {
            break;
        };
        let (entity, other) = (entity.clone(), other.clone());
        let view = session.entity(&entity);
        let name = NAMES[at / 10 % NAMES.len()].to_owned();
        let held = view.names.last().map(|name| name.name.text.clone()).unwrap_or_default();
        let edit = match at % 10 {
            0 => Edit::Rename { entity, name },
            1 => Edit::AddName { entity, name },
            2 => Edit::RemoveName { entity, name: held },
            3 => Edit::AddField { entity, field: "email".into(), value: MAILS[1 + at / 10 % 3].into() },
            4 => match view.fields.first() {
                Some(field) => {
                    Edit::RemoveField { entity, field: field.field.clone(), value: field.value.text.clone() }
                }
                None => Edit::SetKind { entity, kind: Some("organization".into()) },
            },
            5 => Edit::Ask { a: entity, b: other },
            6 => Edit::Merge { entities: vec![entity, other], survivor: None },
            7 => Edit::NotSame { entities: vec![entity, other] },
            _ => {
                let mentions = view.mentions.items.iter().take(1).map(|mention| mention.id.clone()).collect();
                let names = vec![SplitName { name: if at % 10 == 8 { name } else { held }, kept: at % 10 == 8 }];
                Edit::Split { entity, parts: SplitParts { names, fields: Vec::new(), mentions, kind: None } }
            }
        };
        match session.edit(edit.clone()) {
            Ok(done) => edits.extend(done.edit.map(|edit| edit.id)),
            Err(error) => assert!(
                matches!(error.code, ErrorCode::BadArgument | ErrorCode::CannotLink | ErrorCode::HeldBack),
                "{edit:?}: {error:?}"
            ),
        }
    }
    edits
}

proptest! {
    #![proptest_config(ProptestConfig { cases: std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(96), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_order_of_imports_changes_nothing(world in world(), seed in any::<u64>()) {
        let files = world.files();
        let straight = imported(&files, &(0..files.len()).collect::<Vec<_>>());
        let mixed = imported(&files, &shuffled(files.len(), seed));
        let (straight, mixed) = (space(&straight), space(&mixed));
        prop_assert_eq!(links(&straight), links(&mixed));
        prop_assert_eq!(questions(&straight), questions(&mixed));
    }

    #[test]
    fn undoing_everything_in_reverse_restores_everything(
        world in world(),
        choices in prop::collection::vec(any::<u8>(), 1..8),
        edits in prop::collection::vec(any::<u8>(), 0..6),
    ) {
        let files = world.files();
        let mut session = imported(&files, &(0..files.len()).collect::<Vec<_>>());
        let before = space(&session);
        let mut reviews = decide_at_random(&mut session, &choices);
        reviews.extend(edit_at_random(&mut session, &edits));
        reviews.extend(decide_at_random(&mut session, &choices[..choices.len() / 2]));
        for id in reviews.iter().rev() {
            let undo = Call::Undo { space: SPACE.into(), id: id.clone(), together: false };
            let undone = session.call(undo);
            prop_assert!(matches!(undone, Ok(Reply::Undone(Undone { applied: true, .. }))), "{undone:?}");
        }
        session.organize();
        let after = space(&session);
        prop_assert_eq!(contents(&before), contents(&after));
        prop_assert_eq!(links(&before), links(&after));
        prop_assert_eq!(questions(&before), questions(&after));
    }

    #[test]
    fn a_rebuilt_memory_is_the_live_one(
        world in world(),
        choices in prop::collection::vec(any::<u8>(), 0..8),
        edits in prop::collection::vec(any::<u8>(), 0..6),
        cut in 0usize..8,
    ) {
        let files = world.files();
        let store = InMemory::new();
        let mut session = Session::open(&store);
        for (n, file) in files.iter().enumerate() {
            take(&mut session, file);
            if n == cut {
                block_on(session.memory.save_snapshot()).expect("saves");
            }
        }
        session.organize();
        let mut reviews = edit_at_random(&mut session, &edits);
        reviews.extend(decide_at_random(&mut session, &choices));
        if let Some(id) = reviews.first() {
            let undo = Call::Undo { space: SPACE.into(), id: id.clone(), together: true };
            let undone = session.call(undo);
            prop_assert!(undone.is_ok(), "{undone:?}");
        }
        let live = encode(session.memory.state()).expect("packs");
        let from_snapshot = Session::open(&store);
        prop_assert_eq!(&encode(from_snapshot.memory.state()).expect("packs"), &live);
        prop_assert_eq!(questions(&space(&from_snapshot)), questions(&space(&session)));
        block_on(session.memory.rebuild()).expect("rebuilds");
        prop_assert_eq!(&encode(session.memory.state()).expect("packs"), &live);
        prop_assert_eq!(session.verify().faults, vec![]);
    }

    #[test]
    fn what_is_not_clear_never_links(world in world()) {
        let files = world.files();
        let session = imported(&files, &(0..files.len()).collect::<Vec<_>>());
        let space = space(&session);
        for mention in space.mentions.iter().filter(|mention| mention.verdict.entity.is_some()) {
            let key = namesake_core::names::exact_key(mention.name());
            let root = mention.verdict.entity.and_then(|id| space.root_of(&id)).expect("links to what is in use");
            let holds = |handle: Handle| {
                space.entities.at(handle).content.names.iter().any(|name| namesake_core::names::exact_key(&name.text) == key)
            };
            prop_assert!(space.absorbed_by(root).into_iter().any(holds), "only an exact key links");
        }
        for mention in space.mentions.iter().filter(|mention| mention.strength == Strength::Named) {
            if mention.verdict.entity.is_none() {
                let key = namesake_core::names::exact_key(mention.name());
                let holders: BTreeSet<Handle> = space.nodes.exact(&key).into_iter().flat_map(|node| space.holders(node)).collect();
                let asked = space.proposals.iter().filter(|proposal| proposal.status.is_open()).any(|proposal| {
                    let members: BTreeSet<Handle> = proposal.members().filter_map(|id| space.root_of(&id)).collect();
                    let named = proposal.name.as_deref().map(namesake_core::names::exact_key);
                    named.as_ref() == Some(&key) || (!holders.is_empty() && holders.is_subset(&members))
                });
                prop_assert!(asked, "an open mention of {key:?} is asked about");
            }
        }
        // Nothing joins two established entities but the owner.
        let merged = |status: &Status| matches!(status, Status::Redirected { .. });
        for entity in space.entities.iter().filter(|entity| merged(&entity.content.status)) {
            prop_assert_eq!(entity.standing, Standing::ByName);
        }
    }
}

/// What is left to be compared is part of what is rebuilt, also where a value comes to be shared by too many to find by.
#[test]
fn a_large_import_beside_a_shared_value_is_rebuilt_as_it_is() {
    let card = |uid: usize, mail: &str| {
        format!("BEGIN:VCARD\r\nVERSION:4.0\r\nUID:{uid}\r\nFN:Name{uid} Holt{uid}\r\nEMAIL:{mail}\r\nEND:VCARD\r\n")
    };
    let mut session = Session::open(&InMemory::new());
    let few: String = (0..5).map(|uid| card(uid, "office@example.org")).collect();
    session.import_bytes("few.vcf", few.into_bytes());
    session.organize();
    let own = |uid: usize| if uid == 100 { "office@example.org".to_owned() } else { format!("{uid}@example.org") };
    let many: String = (100..300).map(|uid| card(uid, &own(uid))).collect();
    session.import_bytes("many.vcf", many.into_bytes());
    assert_eq!(session.verify().faults, []);
}

proptest! {
    // A case is eighty imports twice over, three seconds: what `PROPTEST_CASES` says, or a quarter of the others.
    #![proptest_config(ProptestConfig { cases: std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(24), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn joining_many_asks_what_looking_up_each_asks(
        cards in prop::collection::vec((0..NAMES.len(), 0..NAMES.len(), 0..MAILS.len()), 70..90),
    ) {
        // Names with a second part, so that most differ and some are near.
        const PARTS: [&str; 6] = ["", " Okafor", " Okafer", " Lindgren", " Lingren", " de Vries"];
        let card = |(n, (name, part, mail)): (usize, &(usize, usize, usize))| {
            let name = format!("{}{}", NAMES[*name], PARTS[*part % PARTS.len()]);
            let born = format!("BDAY:198{}-05-17\r\nBIRTHPLACE:Leeds\r\n", mail % 2);
            let mail = if *mail == 1 { "EMAIL:one@example.org\r\n" } else { "" };
            format!("BEGIN:VCARD\r\nVERSION:4.0\r\nUID:c{n}\r\nFN:{name}\r\n{mail}{born}NOTE:card {n}\r\nEND:VCARD\r\n")
        };
        let texts: Vec<String> = cards.iter().enumerate().map(card).collect();
        let mut joined = Session::open(&InMemory::new());
        joined.import_bytes("all.vcf", texts.concat().into_bytes());
        prop_assert!(space(&joined).unpaired.len() >= 70, "they are left to the join");
        joined.organize();
        let mut each = Session::open(&InMemory::new());
        for text in &texts {
            each.import_bytes("all.vcf", text.clone().into_bytes());
        }
        each.organize();
        prop_assert_eq!(questions(&space(&joined)), questions(&space(&each)));
    }
}
