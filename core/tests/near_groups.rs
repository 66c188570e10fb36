//! Groups of those that are near: one question in the place of many pairs, about members that were compared all with all.

mod support;

use namesake_core::protocol::*;
use namesake_core::store::InMemory;
use std::collections::{BTreeSet, HashMap};
use support::near::{BORN, VARIANTS, card, memory};
use support::view::shuffled;
use support::{SPACE, Session, titles};

fn variants(count: usize) -> Session {
    let cards: Vec<Vec<u8>> = VARIANTS.iter().enumerate().map(|(uid, name)| card(uid, name, BORN)).collect();
    memory(&cards[..count], &(0..count).collect::<Vec<_>>())
}

/// Who a card's entity is read as.
fn root(session: &mut Session, uid: usize) -> String {
    let id = session.uid(&uid.to_string());
    session.entity(&id).row.id
}

fn the_question(session: &mut Session) -> QuestionRow {
    let open = session.inbox();
    assert_eq!(open.len(), 1, "{:?}", titles(&open));
    open.into_iter().next().expect("is there")
}

fn members(session: &mut Session, id: &str) -> BTreeSet<String> {
    let Ok(Reply::Question(view)) = session.call(Call::InboxGet { space: SPACE.into(), id: id.into() }) else {
        panic!("a listed question is there")
    };
    view.members.iter().filter_map(|member| member.entity.as_ref()).map(|row| row.id.clone()).collect()
}

/// The members by side: two sets of a question across groups, else one.
fn sides(session: &mut Session, id: &str) -> Vec<Vec<String>> {
    let Ok(Reply::Question(view)) = session.call(Call::InboxGet { space: SPACE.into(), id: id.into() }) else {
        panic!("a listed question is there")
    };
    let of = |side: u32| -> Vec<String> {
        let members = view.members.iter().filter(|member| member.side == side);
        members.filter_map(|member| member.entity.as_ref()).map(|row| row.id.clone()).collect()
    };
    [of(0), of(1)].into_iter().filter(|side| !side.is_empty()).collect()
}

fn uids(session: &Session, uids: impl IntoIterator<Item = usize>) -> BTreeSet<String> {
    uids.into_iter().map(|uid| session.uid(&uid.to_string())).collect()
}

fn decide(session: &mut Session, id: &str, verdict: Verdict, ticks: Option<&BTreeSet<String>>) -> String {
    let ticks = ticks.map(|ticks| ticks.iter().cloned().collect());
    let decision = Decision { verdict, choice: None, ticks, survivor: None, reason: None, until: None };
    match session.call(Call::Decide { space: SPACE.into(), id: id.into(), decision }) {
        Ok(Reply::Decided(decided)) => decided.review.id,
        other => panic!("{other:?}"),
    }
}

#[test]
fn ten_variants_of_one_name_are_one_question_in_any_order() {
    let cards: Vec<Vec<u8>> = VARIANTS.iter().enumerate().map(|(uid, name)| card(uid, name, BORN)).collect();
    for seed in 0..6 {
        let mut session = memory(&cards, &shuffled(cards.len(), 31 * seed + 1));
        let question = the_question(&mut session);
        assert_eq!(question.kind, QuestionKind::Merge);
        assert_eq!(members(&mut session, &question.id), uids(&session, 0..10));
        assert_eq!(session.verify().faults, []);
    }
    let mut all = Session::open(&InMemory::new());
    all.import_bytes("all.vcf", cards.concat());
    all.organize();
    assert_eq!(the_question(&mut all).kind, QuestionKind::Merge, "in one file");
}

#[test]
fn cards_of_one_name_stand_in_the_group_of_its_variants() {
    let names = [VARIANTS[0], VARIANTS[0], VARIANTS[0], VARIANTS[1], VARIANTS[1]];
    let cards: Vec<Vec<u8>> = names.iter().enumerate().map(|(uid, name)| card(uid, name, BORN)).collect();
    let mut session = memory(&cards, &[0, 1, 2, 3, 4]);
    let question = the_question(&mut session);
    assert_eq!(members(&mut session, &question.id), uids(&session, 0..5));
    // Of one name alone it is that name's question.
    let mut session = memory(&cards[..3], &[0, 1, 2]);
    assert_eq!(the_question(&mut session).kind, QuestionKind::Collision);
}

#[test]
fn a_chain_is_no_group() {
    let cards = [
        card(0, "Ottilie Brandvold", "EMAIL:one@example.org\r\n"),
        card(1, "Ottilie Brandvolt", "EMAIL:one@example.org\r\nEMAIL:two@example.org\r\n"),
        card(2, "Marmaduke Featherstone", "EMAIL:two@example.org\r\n"),
    ];
    let mut session = memory(&cards, &[0, 1, 2]);
    let open = session.inbox();
    let asked: BTreeSet<BTreeSet<String>> = open.iter().map(|row| members(&mut session, &row.id)).collect();
    let pairs = [uids(&session, [0, 1]), uids(&session, [1, 2])];
    assert_eq!(asked, BTreeSet::from(pairs), "{:?}", titles(&open));
}

#[test]
fn whoever_is_unticked_is_left_out_and_asked_about_no_more() {
    let mut session = variants(5);
    let question = the_question(&mut session);
    let ticked = uids(&session, 0..4);
    let review = decide(&mut session, &question.id, Verdict::Accept, Some(&ticked));
    assert_eq!(session.inbox(), [], "the fifth was said to be none of them");
    let roots: Vec<String> = (0..5).map(|uid| root(&mut session, uid)).collect();
    assert!(roots[..4].iter().all(|one| *one == roots[0]) && roots[4] != roots[0], "{roots:?}");
    session.undo(&review).expect("is taken back");
    assert_eq!(the_question(&mut session).id, question.id);
    assert_eq!(session.verify().faults, []);
}

#[test]
fn a_cannot_link_splits_a_group() {
    let mut session = variants(5);
    let apart: Vec<String> = uids(&session, [0, 1]).into_iter().collect();
    let said = session.edit(Edit::NotSame { entities: apart }).expect("is stored").edit.expect("changes something").id;
    let open = session.inbox();
    let asked: Vec<BTreeSet<String>> = open.iter().map(|row| members(&mut session, &row.id)).collect();
    let both = uids(&session, [0, 1]);
    assert!(asked.iter().all(|members| !both.is_subset(members)), "{:?}", titles(&open));
    // The one stands with the three others, the other is asked about with these three in one question.
    let [one, other] = asked.as_slice() else { panic!("{:?}", titles(&open)) };
    let others = uids(&session, 2..5);
    assert!([one, other].iter().all(|members| members.len() == 4 && others.is_subset(members)), "{:?}", titles(&open));
    session.undo(&said).expect("is taken back");
    assert_eq!(the_question(&mut session).kind, QuestionKind::Merge);
}

#[test]
fn none_of_these_forbids_all_pairs() {
    let mut session = variants(4);
    let question = the_question(&mut session);
    let review = decide(&mut session, &question.id, Verdict::Reject, None);
    session.organize();
    assert_eq!(session.inbox(), []);
    for uid in 0..4 {
        let one = root(&mut session, uid);
        assert_eq!(session.entity(&one).not_same.len(), 3, "card {uid} is none of the others");
    }
    session.undo(&review).expect("is taken back");
    assert_eq!(the_question(&mut session).id, question.id);
}

#[test]
fn a_group_of_which_one_changed_is_asked_again_and_can_be_accepted() {
    let mut session = variants(4);
    let question = the_question(&mut session);
    session.import_bytes("cards.vcf", card(2, VARIANTS[2], &format!("{BORN}NOTE:moved to Gdynia\r\n")));
    let error = session.decide(&question.id, Verdict::Accept, None).expect_err("one of them changed");
    assert_eq!(error.code, ErrorCode::Stale);
    let fresh = session.call(Call::Refresh { space: SPACE.into(), id: question.id.clone() });
    assert!(fresh.is_ok(), "{fresh:?}");
    let again = the_question(&mut session);
    assert_ne!(again.id, question.id);
    assert_eq!(members(&mut session, &again.id), uids(&session, 0..4));
    decide(&mut session, &again.id, Verdict::Accept, None);
    assert_eq!(session.inbox(), []);
    assert_eq!(session.verify().faults, []);
}

#[test]
fn who_leaves_a_group_leaves_the_others_together() {
    let mut session = variants(5);
    session.import_bytes("cards.vcf", card(4, "Marmaduke Featherstone", ""));
    let question = the_question(&mut session);
    assert_eq!(members(&mut session, &question.id), uids(&session, 0..4));
    session.import_bytes("cards.vcf", card(4, VARIANTS[4], BORN));
    let question = the_question(&mut session);
    assert_eq!(members(&mut session, &question.id), uids(&session, 0..5));
}

#[test]
fn no_group_is_over_the_bound_and_every_pair_is_asked_about_once() {
    let names: Vec<&str> = VARIANTS.iter().chain(&VARIANTS[..8]).copied().collect();
    let cards: Vec<Vec<u8>> = names.iter().enumerate().map(|(uid, name)| card(uid, name, BORN)).collect();
    let mut session = memory(&cards, &(0..cards.len()).collect::<Vec<_>>());
    let open = session.inbox();
    let mut pairs: BTreeSet<(String, String)> = BTreeSet::new();
    let mut groups: Vec<(usize, String)> = Vec::new();
    for row in &open {
        let sides = sides(&mut session, &row.id);
        assert!(sides.iter().all(|side| side.len() <= namesake_core::policy::GROUP), "{row:?}");
        let asked: Vec<(&String, &String)> = match sides.as_slice() {
            [one, other] => one.iter().flat_map(|a| other.iter().map(move |b| (a, b))).collect(),
            [group] => {
                group.iter().enumerate().flat_map(|(at, a)| group[at + 1..].iter().map(move |b| (a, b))).collect()
            }
            _ => panic!("a question has one side or two"),
        };
        if sides.len() == 1 {
            groups.push((sides[0].len(), row.id.clone()));
        }
        for (a, b) in asked {
            let pair = (a.min(b).clone(), a.max(b).clone());
            assert!(pairs.insert(pair), "a pair stands in two questions: {:?}", titles(&open));
        }
    }
    assert_eq!(pairs.len(), 18 * 17 / 2);
    // What is left after the largest was accepted comes together in one.
    let largest = groups.into_iter().max().expect("there are some").1;
    decide(&mut session, &largest, Verdict::Accept, None);
    session.organize();
    assert_eq!(the_question(&mut session).kind, QuestionKind::Merge);
}

/// Birthdays and places of birth of some who bear one name.
const HOMONYMS: [(&str, &str); 6] = [
    ("1971-08-23", "Wrocław"),
    ("1934-02-11", "Gdynia"),
    ("1988-12-05", "Lublin"),
    ("1950-06-30", "Opole"),
    ("1963-04-17", "Radom"),
    ("1996-10-09", "Zamość"),
];

#[test]
fn one_who_may_be_any_of_many_does_not_undo_their_groups() {
    let each = 9;
    let of = |person: usize| person * each..(person + 1) * each;
    let person = |(at, (day, place)): (usize, &(&str, &str))| -> Vec<Vec<u8>> {
        let born = format!("BDAY:{day}\r\nBIRTHPLACE:{place}\r\n");
        of(at).zip(VARIANTS).map(|(uid, name)| card(uid, name, &born)).collect()
    };
    let mut cards: Vec<Vec<u8>> = HOMONYMS.iter().enumerate().flat_map(person).collect();
    // Tied to all 54 by name, so that all are tied together.
    cards.push(card(cards.len(), VARIANTS[0], ""));
    let due: BTreeSet<BTreeSet<usize>> = (0..HOMONYMS.len()).map(|person| of(person).collect()).collect();
    for seed in 0..3 {
        let mut session = memory(&cards, &shuffled(cards.len(), seed));
        let uid: HashMap<String, usize> = (0..cards.len()).map(|uid| (session.uid(&uid.to_string()), uid)).collect();
        let asked: BTreeSet<BTreeSet<usize>> = session
            .inbox()
            .iter()
            .map(|row| members(&mut session, &row.id).iter().map(|id| uid[id]).collect())
            .collect();
        assert!(due.is_subset(&asked), "in order {seed}: {asked:?}");
    }
}
