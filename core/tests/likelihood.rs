//! What is asked depends on how common names and values are here, and on what fields say; never on what came first.

mod support;

use namesake_core::protocol::*;
use namesake_core::store::InMemory;
use std::collections::BTreeSet;
use support::{SPACE, Session};

/// A card: its name, then other lines.
fn card(uid: usize, name: &str, more: &[&str]) -> String {
    let more: String = more.iter().map(|line| format!("{line}\r\n")).collect();
    format!("BEGIN:VCARD\r\nVERSION:4.0\r\nUID:{name}-{uid}\r\nFN:{name}\r\nNOTE:{uid}\r\n{more}END:VCARD\r\n")
}

/// `count` names of which each has one token that all share, and one of its own.
fn names_with(token: &str, count: usize) -> Vec<String> {
    let letter = |n: usize| char::from(b'a' + (n % 26) as u8);
    (0..count).map(|n| format!("{token} Q{}{}zw{}", letter(n), letter(n / 26), letter(n * 7))).collect()
}

/// Both at once, and each first.
fn orders(pair: &[String], crowd: &[String]) -> [Vec<Vec<String>>; 3] {
    let (pair, crowd) = (pair.to_vec(), crowd.to_vec());
    [vec![[pair.clone(), crowd.clone()].concat()], vec![pair.clone(), crowd.clone()], vec![crowd, pair]]
}

/// Imports each list of cards by itself, organizing after it.
fn memory(lists: &[Vec<String>]) -> Session {
    let mut session = Session::open(&InMemory::new());
    for (n, cards) in lists.iter().enumerate() {
        session.import_bytes(&format!("{n}.vcf"), cards.concat().into_bytes());
        session.organize();
    }
    session
}

/// Every open question: its kind and the notes of who is asked about.
fn questions(session: &Session) -> BTreeSet<(String, BTreeSet<String>)> {
    let space = session.memory.state().space(SPACE).expect("is there");
    let note = |id| {
        let entity = space.entities.get(&id).expect("is there");
        entity.content.values("note").next().unwrap_or_default().to_owned()
    };
    let open = space.proposals.iter().filter(|proposal| proposal.status.is_open());
    open.map(|proposal| (format!("{:?}", proposal.kind), proposal.members().map(note).collect())).collect()
}

fn asked(notes: &[&str], kind: &str) -> (String, BTreeSet<String>) {
    (kind.to_owned(), notes.iter().map(|note| (*note).to_owned()).collect())
}

#[test]
fn a_pair_is_asked_about_while_its_names_are_rare() {
    let pair = vec![card(1, "Dana Garcia", &[]), card(2, "Dana Garsia", &[])];
    let mut crowd: Vec<String> = Vec::new();
    for token in ["Dana", "Garcia", "Garsia"] {
        crowd.extend(names_with(token, 60).iter().map(|name| card(3, name, &[])));
    }
    let question = asked(&["1", "2"], "Alias");
    assert!(questions(&memory(std::slice::from_ref(&pair))).contains(&question));
    for (order, lists) in orders(&pair, &crowd).iter().enumerate() {
        assert!(!questions(&memory(lists)).contains(&question), "it comes about by chance, order {order}");
    }
}

#[test]
fn what_fields_add_is_less_where_many_share_the_value() {
    let born = ["BIRTHPLACE:Leeds"];
    // Names that share a rare word and are not near.
    let pair = vec![card(1, "Vera Hopkirk", &born), card(2, "Edith Maud Hopkirk", &born)];
    let crowd: Vec<String> = names_with("Ivo", 400).iter().map(|name| card(3, name, &born)).collect();
    let question = asked(&["1", "2"], "Alias");
    assert!(questions(&memory(std::slice::from_ref(&pair))).contains(&question));
    for (order, lists) in orders(&pair, &crowd).iter().enumerate() {
        assert!(!questions(&memory(lists)).contains(&question), "too many were born there, order {order}");
    }
}

#[test]
fn birthdays_and_numbers_find_pairs_whose_names_are_far() {
    let same = ["BDAY:1975-11-09", "X-SSN:9092692"];
    let pair = vec![card(1, "Jenna Campbell", &same), card(2, "Rosie Rundle", &same), card(3, "Otto Venn", &[])];
    assert_eq!(questions(&memory(&[pair])), BTreeSet::from([asked(&["1", "2"], "Alias")]));
}

#[test]
fn an_address_that_ever_more_share_finds_nobody_in_the_end() {
    let mail = ["EMAIL:office@example.org", "BDAY:1975-11-09", "BIRTHPLACE:Leeds"];
    let pair = vec![card(1, "Jenna Campbell", &mail), card(2, "Rosie Rundle", &mail)];
    let crowd: Vec<String> =
        names_with("Ivo", 80).iter().map(|name| card(3, name, &["EMAIL:office@example.org"])).collect();
    let all: Vec<_> = orders(&pair, &crowd).iter().map(|lists| questions(&memory(lists))).collect();
    assert_eq!(all[0], all[1]);
    assert_eq!(all[0], all[2]);
}

#[test]
fn two_of_one_name_whose_fields_speak_against_it_are_asked_apart() {
    let cards = vec![
        card(1, "Dana Holt", &["BDAY:1980-05-17"]),
        card(2, "Dana Holt", &["BDAY:1980-05-17"]),
        card(3, "Dana Holt", &["BDAY:1954-11-30"]),
    ];
    let session = memory(&[cards]);
    let found = questions(&session);
    assert!(found.contains(&asked(&["1", "2"], "Collision")), "{found:?}");
    assert!(!found.contains(&asked(&["1", "2", "3"], "Collision")), "{found:?}");
    // Equal names are always asked about, and the likelier first.
    let space = session.memory.state().space(SPACE).expect("is there");
    let score = |notes: &[&str]| {
        let due = asked(notes, "Collision").1;
        let members = |p: &namesake_core::model::Proposal| -> BTreeSet<String> {
            let note = |id| space.entities.get(&id).and_then(|e| e.content.values("note").next().map(str::to_owned));
            p.members().filter_map(note).collect()
        };
        space.proposals.iter().find(|p| p.status.is_open() && members(p) == due).map(|p| p.score)
    };
    let (alike, apart) = (score(&["1", "2"]), score(&["1", "3"]).max(score(&["2", "3"])));
    assert!(apart.is_some() && alike > apart, "{alike:?} {apart:?}");
}

#[test]
fn another_birthday_speaks_against_and_does_not_forbid() {
    let cards = vec![card(1, "Dana Holt", &["BDAY:1980-05-17"]), card(2, "Dana Hold", &["BDAY:1954-11-30"])];
    let mut session = memory(&[cards]);
    let row = session.question(QuestionKind::Alias);
    let against: Vec<&str> =
        row.reasons.iter().filter(|reason| reason.side == Side::Against).map(|reason| reason.code.as_str()).collect();
    assert!(against.contains(&"field_differs"), "{against:?}");
}

/// A card whose formatted name is empty, as address books write them.
fn nameless(uid: usize, more: &[&str]) -> String {
    card(uid, "", more)
}

#[test]
fn a_card_without_a_name_is_asked_about_with_whom_it_tells_of() {
    let mail = "EMAIL:dana@example.org";
    let born = ["BDAY:1980-05-17", "ADR:;;;Leeds;;;"];
    let cards = vec![
        card(1, "Dana Holt", &[mail]),
        nameless(2, &[mail]),
        card(3, "Ravi Shankar", &born),
        nameless(4, &born),
        // A day alone is too little, and a place finds nobody.
        card(5, "Alex Moreau", &["BDAY:1954-11-30"]),
        nameless(6, &["BDAY:1954-11-30", "ADR:;;;York;;;"]),
    ];
    let found = questions(&memory(std::slice::from_ref(&cards)));
    assert_eq!(found, BTreeSet::from([asked(&["1", "2"], "Merge"), asked(&["3", "4"], "Alias")]));
    let backwards = memory(&cards.into_iter().rev().map(|card| vec![card]).collect::<Vec<_>>());
    assert_eq!(questions(&backwards), found);
}

#[test]
fn a_card_with_nothing_to_know_it_by_is_refused() {
    let mut session = Session::open(&InMemory::new());
    let report = session.import_bytes("a.vcf", nameless(1, &["ROLE:painter", "EMAIL:none"]).into_bytes());
    assert_eq!(report.refused.iter().map(|refused| refused.code.as_str()).collect::<Vec<_>>(), ["no_name"]);
}
