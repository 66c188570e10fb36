//! Speakers with an account: one entity in all conversations and under all names, never two accounts in one. In mails an
//! account is an address together with a name.

mod support;

use futures::executor::block_on;
use namesake_core::memory::{Importer, Step};
use namesake_core::model::{Entity, Kind, Standing};
use namesake_core::read::Workspace;
use namesake_core::store::InMemory;
use support::view::{links, questions, shuffled, space};
use support::{SPACE, Session, context};

/// A Telegram chat: who (account, name) says what, a second apart.
fn chat(id: u32, title: &str, said: &[(u32, &str, &str)]) -> Vec<u8> {
    let message = |(at, (account, name, text)): (usize, &(u32, &str, &str))| {
        serde_json::json!({
            "id": at, "type": "message", "date_unixtime": (1_771_061_465 + at + id as usize * 1000).to_string(),
            "from": name, "from_id": format!("user{account}"), "text": text,
        })
    };
    let messages: Vec<_> = said.iter().enumerate().map(message).collect();
    let messages = serde_json::Value::from(messages);
    // What is said of a chat stands before its messages.
    format!(r#"{{"name":"{title}","type":"private_group","id":{id},"messages":{messages}}}"#).into_bytes()
}

/// The speakers, with their names.
fn speakers(session: &Session) -> Vec<Vec<String>> {
    let space = session.memory.state().space(SPACE).expect("the space holds something");
    let names = |entity: &Entity| entity.content.names.iter().map(|name| name.text.clone()).collect();
    space.entities.iter().filter(|entity| entity.standing == Standing::ByName).map(names).collect()
}

#[test]
fn an_account_is_one_speaker_in_all_conversations() {
    let mut session = Session::open(&InMemory::new());
    session.import_bytes("a.json", chat(1, "Rowing", &[(7, "Ana Ruiz", "At ten."), (8, "Ben Okafor", "Fine.")]));
    let report = session.import_bytes("b.json", chat(2, "Family", &[(7, "Ana Ruiz", "Ben Okafor rows.")]));
    assert_eq!((report.added, report.entities, report.questions), (1, 0, 0));
    assert_eq!(speakers(&session), [["Ana Ruiz"], ["Ben Okafor"]]);
    assert_eq!(
        links(&space(&session)).into_iter().collect::<Vec<_>>(),
        ["Family: Ben Okafor rows. -> ben okafor[Rowing]"]
    );
}

#[test]
fn a_new_name_is_learnt_and_asks_nothing() {
    let mut session = Session::open(&InMemory::new());
    session.import_bytes("a.json", chat(1, "Rowing", &[(7, "Ana Ruiz", "At ten.")]));
    // The program writes the name of today beside all that was ever said.
    let renamed = session.import_bytes("a.json", chat(1, "Rowing", &[(7, "Ana Holt", "At ten.")]));
    assert_eq!((renamed.added, renamed.updated, renamed.unchanged, renamed.questions), (0, 1, 0, 0));
    assert_eq!(speakers(&session), [["Ana Ruiz", "Ana Holt"]]);
    for name in ["Ana Ruiz", "Ana Holt"] {
        let again = session.import_bytes("again.json", chat(1, "Rowing", &[(7, name, "At ten.")]));
        assert_eq!((again.added, again.updated, again.unchanged), (0, 0, 1), "{name}");
    }
    session.organize();
    assert_eq!(questions(&space(&session)), [] as [String; 0]);
    assert_eq!(session.verify().faults, []);
}

#[test]
fn a_name_of_today_in_a_text_makes_no_other_message() {
    let mut session = Session::open(&InMemory::new());
    let day = br#"[{"type":"message","user":"U2","text":"Ask <@U1> &amp; me","ts":"1771061465.000100"}]"#;
    for (name, added) in [("Ana Ruiz", 1), ("Ana Holt", 0)] {
        let mut workspace = Workspace::default();
        let users = format!(r#"[{{"id":"U1","real_name":"{name}"}},{{"id":"U2","real_name":"Ben"}}]"#);
        workspace.add_users(users.as_bytes()).expect("they are users");
        let importer = Importer::new(SPACE, "2026-02-14.json", None, day.to_vec()).expect("is read");
        let mut importer = importer.in_channel(&workspace.into(), "general");
        while block_on(importer.step(&mut session.memory, context(&session.tick))).expect("imports") == Step::More {}
        let report = importer.report();
        assert_eq!((report.items, report.added), (1, added), "{name}");
    }
}

#[test]
fn signal_may_show_another_account_of_the_same_person() {
    let mut session = Session::open(&InMemory::new());
    let said = |who: &str, text: &str| {
        format!("From: {who}\nType: incoming\nSent: Sat, 14 Feb 2026 10:31:05 +0100\n\n{text}\n\n")
    };
    for (account, added) in [("Ana Ruiz (+12025550101)", 2), ("Ana Ruiz (ana.01)", 0), ("ana.02 (ana.02)", 0)] {
        let file = format!("Conversation: Rowing\n\n{}{}", said(account, "At ten."), said("You", "Fine."));
        let report = session.import_bytes("Rowing.txt", file.into());
        assert_eq!((report.items, report.added), (2, added), "{account}");
    }
}

#[test]
fn both_names_of_an_account_are_its_own() {
    let mut session = Session::open(&InMemory::new());
    let said =
        [(7, "Ana Ruiz", "At ten."), (8, "Ben", "I saw Ana Ruiz and Ana Holt."), (7, "Ana Holt", "Both are me.")];
    session.import_bytes("a.json", chat(1, "Rowing", &said));
    let found: Vec<String> = links(&space(&session)).into_iter().collect();
    assert_eq!(found, ["Rowing: I saw Ana Ruiz and Ana Holt. -> ana ruiz[Rowing]"]);
    assert_eq!(space(&session).mentions.iter().filter(|mention| mention.verdict.entity.is_some()).count(), 2);
}

#[test]
fn two_accounts_of_one_name_are_two_and_bind_nothing() {
    let mut session = Session::open(&InMemory::new());
    let said = [(7, "Ana Ruiz", "At ten."), (9, "Ana Ruiz", "At nine."), (8, "Ben", "Ana Ruiz said so.")];
    session.import_bytes("a.json", chat(1, "Rowing", &said));
    assert_eq!(speakers(&session), [["Ana Ruiz"], ["Ana Ruiz"], ["Ben"]]);
    let mentions = space(&session);
    assert!(mentions.mentions.iter().all(|mention| mention.verdict.entity.is_none()), "which one is not clear");
    session.organize();
    // The one question covers the mention.
    let asked = questions(&space(&session));
    assert_eq!(asked, ["Collision None {\"ana ruiz[Rowing]\"}"]);
}

#[test]
fn the_order_of_chats_changes_nothing() {
    let files = [
        chat(1, "Rowing", &[(7, "Ana Ruiz", "At ten."), (8, "Ben Okafor", "Ask Ana Holt.")]),
        chat(2, "Family", &[(7, "Ana Holt", "Ben Okafor rows."), (9, "Ben Okafor", "Do I?")]),
        chat(3, "Work", &[(8, "Ben Okafor", "Ana Ruiz is late."), (9, "B. Okafor", "So am I.")]),
        chat(4, "Club", &[(10, "Ana Ruiz", "Hello, Ben Okafor.")]),
    ];
    let mut first: Option<(usize, Vec<String>)> = None;
    for seed in 0..12 {
        let mut session = Session::open(&InMemory::new());
        for at in shuffled(files.len(), 31 * seed + 1) {
            session.import_bytes(&format!("{at}.json"), files[at].clone());
        }
        session.organize();
        let space = space(&session);
        let linked = space.mentions.iter().filter(|mention| mention.verdict.entity.is_some()).count();
        // Which of its names an account showed first differs.
        let kinds: Vec<String> =
            questions(&space).iter().map(|text| text.split_once('{').map_or("", |(kind, _)| kind).to_owned()).collect();
        match &first {
            None => first = Some((linked, kinds)),
            Some(due) => assert_eq!(&(linked, kinds), due, "seed {seed}"),
        }
        assert_eq!(session.verify().faults, []);
    }
}

/// A mailbox of mails: the head without dates and ids, and the text.
fn mailbox(mails: &[(&str, &str)]) -> Vec<u8> {
    let mail = |(at, (head, text)): (usize, &(&str, &str))| {
        format!(
            "From - Sat Feb 14 09:31:05 2026\n{head}\nDate: Sat, 14 Feb 2026 09:31:{at:02} +0000\nMessage-ID: <{at}@a.example>\n\n{text}\n\n"
        )
    };
    mails.iter().enumerate().map(mail).collect::<String>().into_bytes()
}

#[test]
fn an_address_that_many_write_from_joins_nobody() {
    let mut session = Session::open(&InMemory::new());
    let mails = [
        ("From: Ana Ruiz <notifications@code.example>", "One."),
        ("From: Ben Okafor <notifications@code.example>", "Two."),
        ("From: notifications@code.example", "Three."),
        ("From: \"'Dana Holt' via Rowing\" <rowing@lists.example>", "Four."),
        ("From: \"'Lena Vogt' via Rowing\" <rowing@lists.example>", "Five."),
    ];
    session.import_bytes("all.mbox", mailbox(&mails));
    session.organize();
    assert_eq!(speakers(&session), [["Ana Ruiz"], ["Ben Okafor"], ["Dana Holt"], ["Lena Vogt"]]);
    assert_eq!(questions(&space(&session)), [] as [String; 0]);
}

#[test]
fn one_address_under_two_names_is_asked_about() {
    let mut session = Session::open(&InMemory::new());
    let mails =
        [("From: Ana Ruiz <ana@a.example>", "One."), ("From: A. Ruiz <Ana@A.example>\nTo: ana@a.example", "Two.")];
    session.import_bytes("all.mbox", mailbox(&mails));
    session.organize();
    assert_eq!(speakers(&session).len(), 2);
    assert_eq!(questions(&space(&session)).len(), 1);
}

#[test]
fn who_a_mail_is_to_is_somebody() {
    let mut session = Session::open(&InMemory::new());
    let card = "BEGIN:VCARD\nVERSION:4.0\nUID:1\nFN:Ben Okafor\nEMAIL:ben@a.example\nEND:VCARD\n";
    session.import_bytes("a.vcf", card.into());
    let head = "From: Ana Ruiz <ana@a.example>\nTo: Ben Okafor <ben@a.example>\nCc: Lena Vogt <lena@a.example>";
    session.import_bytes("all.mbox", mailbox(&[(head, "Ben Okafor and Lena Vogt row.")]));
    session.organize();
    let space = space(&session);
    let linked = |name: &str| {
        let mention = space.mentions.iter().find(|mention| mention.name() == name).expect("it is found");
        support::view::root_text(&space, &mention.verdict.entity.expect("it links"))
    };
    assert_eq!((linked("Ben Okafor"), linked("Lena Vogt")), ("ben okafor[]".into(), "lena vogt[]".into()));
    let root = session.uid("1");
    assert!(space.entities.iter().any(|entity| entity.id.to_string() == root && entity.is_active()));
    assert_eq!(questions(&space), [] as [String; 0]);
}

#[test]
fn who_is_spoken_to_before_speaking_is_who_speaks_first() {
    let card = |uid| format!("BEGIN:VCARD\nVERSION:4.0\nUID:{uid}\nFN:Ana Ruiz\nEND:VCARD\n");
    let mails = [
        ("From: Ben Okafor <ben@a.example>\nTo: Ana Ruiz <office@a.example>", "Are you there?"),
        ("From: Ana Ruiz <office@a.example>", "I am."),
    ];
    let of = |order: [usize; 2]| {
        let mut session = Session::open(&InMemory::new());
        session.import_bytes("a.vcf", [card(1), card(2)].concat().into_bytes());
        for at in order {
            let (head, text) = mails[at];
            session.import_bytes(&format!("{at}.mbox"), mailbox(&[(&format!("{head}\nSubject: {at}"), text)]));
        }
        session.organize();
        let space = space(&session);
        let active = space.entities.iter().filter(|entity| entity.name() == "Ana Ruiz" && entity.is_active()).count();
        let open = space.proposals.iter().filter(|proposal| proposal.status.is_open());
        (active, open.map(|proposal| (proposal.kind, proposal.pins.len())).collect::<Vec<_>>())
    };
    let due = (3, vec![(Kind::Collision, 3)]);
    assert_eq!(of([0, 1]), due);
    assert_eq!(of([1, 0]), due);
}
