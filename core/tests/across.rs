//! Groups of near ones and whoever stands outside of them: one question in the place of one a member.

mod support;

use namesake_core::policy::GROUP;
use namesake_core::protocol::*;
use namesake_core::store::InMemory;
use std::collections::BTreeSet;
use support::near::{BORN, VARIANTS, card, memory};
use support::view::{self, shuffled};
use support::{SPACE, Session, titles};

/// What the cards of another who bears the name have in common.
const ELSEWHERE: &str = "BDAY:1934-02-11\r\nBIRTHPLACE:Gdynia\r\n";

/// Cards of the one person, then of the other, each in so many spellings. The other's first is near to all.
fn cards(one: usize, other: usize) -> Vec<Vec<u8>> {
    let born = std::iter::repeat_n(BORN, one).zip(VARIANTS.into_iter().skip(1));
    let others = VARIANTS.into_iter().take(1).chain(VARIANTS.into_iter().skip(1).rev());
    let elsewhere = std::iter::repeat_n(ELSEWHERE, other).zip(others);
    born.chain(elsewhere).enumerate().map(|(uid, (more, name))| card(uid, name, more)).collect()
}

/// A group of four and one outsider, the card with UID 4.
fn four_and_one() -> Session {
    memory(&cards(4, 1), &[0, 1, 2, 3, 4])
}

type Ids = BTreeSet<String>;

fn uids(session: &Session, uids: impl IntoIterator<Item = usize>) -> Ids {
    uids.into_iter().map(|uid| session.uid(&uid.to_string())).collect()
}

fn root(session: &mut Session, uid: usize) -> String {
    let id = session.uid(&uid.to_string());
    session.entity(&id).row.id
}

fn view(session: &mut Session, id: &str) -> QuestionView {
    match session.call(Call::InboxGet { space: SPACE.into(), id: id.into() }) {
        Ok(Reply::Question(view)) => *view,
        other => panic!("{other:?}"),
    }
}

/// The sides of the open questions: of those across groups two sets, of all others one.
fn asked(session: &mut Session) -> BTreeSet<BTreeSet<Ids>> {
    let rows = session.inbox();
    let sides = |view: QuestionView| -> BTreeSet<Ids> {
        let of = |side: u32| -> Ids {
            let members = view.members.iter().filter(|member| member.side == side);
            members.filter_map(|member| member.entity.as_ref()).map(|row| row.id.clone()).collect()
        };
        [of(0), of(1)].into_iter().filter(|side| !side.is_empty()).collect()
    };
    rows.iter().map(|row| sides(view(session, &row.id))).collect()
}

fn group(session: &Session, of: impl IntoIterator<Item = usize>) -> BTreeSet<Ids> {
    BTreeSet::from([uids(session, of)])
}

fn across(
    session: &Session,
    one: impl IntoIterator<Item = usize>,
    other: impl IntoIterator<Item = usize>,
) -> BTreeSet<Ids> {
    BTreeSet::from([uids(session, one), uids(session, other)])
}

/// The open question that asks about this card, and not only about the four of one person.
fn about(session: &mut Session, uid: usize) -> QuestionRow {
    let id = session.uid(&uid.to_string());
    let rows = session.inbox();
    let is_it =
        |view: QuestionView| view.members.iter().filter_map(|member| member.entity.as_ref()).any(|row| row.id == id);
    rows.into_iter().find(|row| is_it(view(session, &row.id))).expect("it is asked about")
}

fn decide(session: &mut Session, id: &str, verdict: Verdict, ticks: Option<Ids>) -> Result<String, ApiError> {
    let ticks = ticks.map(|ticks| ticks.into_iter().collect());
    let decision = Decision { verdict, choice: None, ticks, survivor: None, reason: None, until: None };
    match session.call(Call::Decide { space: SPACE.into(), id: id.into(), decision })? {
        Reply::Decided(decided) => Ok(decided.review.id),
        other => panic!("{other:?}"),
    }
}

fn not_same(session: &mut Session, a: usize, b: usize) -> String {
    let entities = uids(session, [a, b]).into_iter().collect();
    session.edit(Edit::NotSame { entities }).expect("is stored").edit.expect("changes something").id
}

#[test]
fn a_group_and_an_outsider_are_one_question_in_any_order() {
    let cards = cards(4, 1);
    for seed in 0..6 {
        let mut session = memory(&cards, &shuffled(cards.len(), 31 * seed + 1));
        let due = BTreeSet::from([group(&session, 0..4), across(&session, 0..4, [4])]);
        assert_eq!(asked(&mut session), due, "{:?}", titles(&session.inbox()));
        assert_eq!(about(&mut session, 4).kind, QuestionKind::Merge);
        assert_eq!(session.verify().faults, []);
    }
    let mut all = Session::open(&InMemory::new());
    all.import_bytes("all.vcf", cards.concat());
    all.organize();
    let due = BTreeSet::from([group(&all, 0..4), across(&all, 0..4, [4])]);
    assert_eq!(asked(&mut all), due, "in one file");
}

#[test]
fn two_groups_are_one_question_in_any_order() {
    let cards = cards(5, 5);
    for seed in 0..4 {
        let mut session = memory(&cards, &shuffled(cards.len(), seed));
        let due = BTreeSet::from([group(&session, 0..5), group(&session, 5..10), across(&session, 0..5, 5..10)]);
        assert_eq!(asked(&mut session), due, "in order {seed}: {:?}", titles(&session.inbox()));
    }
}

#[test]
fn an_outsider_of_the_same_name_is_asked_about_with_the_group() {
    let mut cards = cards(4, 0);
    cards.push(card(4, VARIANTS[1], ELSEWHERE));
    for seed in 0..4 {
        let mut session = memory(&cards, &shuffled(cards.len(), seed));
        let due = BTreeSet::from([group(&session, 0..4), across(&session, 0..4, [4])]);
        assert_eq!(asked(&mut session), due, "in order {seed}: {:?}", titles(&session.inbox()));
    }
}

#[test]
fn one_answer_makes_all_of_them_one_and_can_be_taken_back() {
    let mut session = four_and_one();
    let before = asked(&mut session);
    let question = about(&mut session, 4);
    let review = decide(&mut session, &question.id, Verdict::Accept, None).expect("is taken");
    let roots: BTreeSet<String> = (0..5).map(|uid| root(&mut session, uid)).collect();
    assert_eq!(roots.len(), 1);
    assert_eq!(session.inbox(), [], "the group's own question is answered with it");
    session.undo(&review).expect("is taken back");
    assert_eq!(asked(&mut session), before);
    assert_eq!(about(&mut session, 4).id, question.id);
    assert_eq!(session.verify().faults, []);
}

#[test]
fn a_rejection_tells_the_outsider_from_all_and_leaves_the_group() {
    let mut session = four_and_one();
    let before = asked(&mut session);
    let question = about(&mut session, 4);
    let review = decide(&mut session, &question.id, Verdict::Reject, None).expect("is taken");
    session.organize();
    let due = BTreeSet::from([group(&session, 0..4)]);
    assert_eq!(asked(&mut session), due, "nothing further is asked across");
    assert_eq!(root(&mut session, 4), session.uid("4"));
    let outsider = session.uid("4");
    assert_eq!(session.entity(&outsider).not_same.len(), 4);
    let first = session.uid("0");
    assert_eq!(session.entity(&first).not_same.len(), 1, "of the others of its group nothing was said");
    // Nor after the group was made one, nor when the cards come again.
    let of_the_group = about(&mut session, 0).id;
    let merged = decide(&mut session, &of_the_group, Verdict::Accept, None).expect("is taken");
    session.import_bytes("cards.vcf", cards(4, 1).concat());
    session.organize();
    assert_eq!(session.inbox(), []);
    session.undo(&merged).expect("is taken back");
    session.undo(&review).expect("is taken back");
    assert_eq!(asked(&mut session), before);
    assert_eq!(session.verify().faults, []);
}

#[test]
fn what_is_new_is_asked_once_more() {
    let mut session = four_and_one();
    let question = about(&mut session, 4);
    decide(&mut session, &question.id, Verdict::Reject, None).expect("is taken");
    for (uid, name, born) in [(0, VARIANTS[1], BORN), (4, VARIANTS[0], ELSEWHERE)] {
        session.import_bytes("cards.vcf", card(uid, name, &format!("{born}EMAIL:zk@example.org\r\n")));
    }
    session.organize();
    let again = about(&mut session, 4);
    assert!(again.rejected_before);
    assert!(asked(&mut session).contains(&group(&session, [0, 4])), "{:?}", titles(&session.inbox()));
}

#[test]
fn an_accepted_group_is_asked_about_as_one_entity() {
    let mut session = four_and_one();
    let before = asked(&mut session);
    let group_question = about(&mut session, 0);
    assert_eq!(view(&mut session, &group_question.id).members.len(), 4, "the likelier one comes first");
    let review = decide(&mut session, &group_question.id, Verdict::Accept, None).expect("is taken");
    let survivor = root(&mut session, 0);
    let due = BTreeSet::from([BTreeSet::from([BTreeSet::from([survivor, session.uid("4")])])]);
    assert_eq!(asked(&mut session), due);
    session.undo(&review).expect("is taken back");
    assert_eq!(asked(&mut session), before);
}

#[test]
fn whom_a_member_was_merged_into_takes_its_place() {
    let mut session = memory(&cards(5, 1), &[0, 1, 2, 3, 4, 5]);
    let before = asked(&mut session);
    let entities: Vec<String> = uids(&session, [0, 1]).into_iter().collect();
    let edit = Edit::Merge { entities, survivor: None };
    let merged = session.edit(edit).expect("is stored").edit.expect("changes something").id;
    session.organize();
    let left: Ids = (0..5).map(|uid| root(&mut session, uid)).collect();
    assert_eq!(left.len(), 4);
    let due = BTreeSet::from([BTreeSet::from([left.clone()]), BTreeSet::from([left, uids(&session, [5])])]);
    assert_eq!(asked(&mut session), due);
    session.undo(&merged).expect("is taken back");
    session.organize();
    assert_eq!(asked(&mut session), before);
    assert_eq!(session.verify().faults, []);
}

#[test]
fn who_is_told_from_one_member_is_asked_about_with_the_others() {
    let mut session = four_and_one();
    let before = asked(&mut session);
    let said = not_same(&mut session, 0, 4);
    session.organize();
    let due = BTreeSet::from([group(&session, 0..4), across(&session, 1..4, [4])]);
    assert_eq!(asked(&mut session), due);
    let question = about(&mut session, 4);
    decide(&mut session, &question.id, Verdict::Reject, None).expect("is taken");
    session.organize();
    assert_eq!(asked(&mut session), BTreeSet::from([group(&session, 0..4)]));
    let review = session.history(true)[0].id.clone();
    session.undo(&review).expect("is taken back");
    session.undo(&said).expect("is taken back");
    session.organize();
    assert_eq!(asked(&mut session), before);
}

#[test]
fn none_of_a_group_leaves_the_pairs() {
    let mut session = memory(&cards(3, 1), &[0, 1, 2, 3]);
    let before = asked(&mut session);
    let of_the_group = about(&mut session, 0);
    let review = decide(&mut session, &of_the_group.id, Verdict::Reject, None).expect("is taken");
    session.organize();
    let due: BTreeSet<BTreeSet<Ids>> = (0..3).map(|uid| group(&session, [uid, 3])).collect();
    assert_eq!(asked(&mut session), due, "nobody is held to be one any more");
    session.undo(&review).expect("is taken back");
    session.organize();
    assert_eq!(asked(&mut session), before);
}

#[test]
fn ticks_are_on_both_sides() {
    let mut session = four_and_one();
    let question = about(&mut session, 4);
    for verdict in [Verdict::Accept, Verdict::Reject] {
        let one_side = uids(&session, 0..4);
        let error = decide(&mut session, &question.id, verdict, Some(one_side)).expect_err("the other side has none");
        assert_eq!(error.code, ErrorCode::BadArgument);
    }
    let ticked = uids(&session, [0, 1, 4]);
    decide(&mut session, &question.id, Verdict::Accept, Some(ticked)).expect("is taken");
    session.organize();
    let roots: Vec<String> = (0..5).map(|uid| root(&mut session, uid)).collect();
    assert_eq!(
        roots.iter().collect::<BTreeSet<_>>().len(),
        3,
        "those that were not ticked are none of them: {roots:?}"
    );
    assert!(roots[0] == roots[1] && roots[1] == roots[4]);
}

#[test]
fn an_edit_of_a_member_asks_again_as_a_new_memory_would() {
    let mut session = four_and_one();
    session.import_bytes("cards.vcf", card(4, VARIANTS[0], BORN));
    session.organize();
    assert_eq!(asked(&mut session), BTreeSet::from([group(&session, 0..5)]), "the outsider is one of them now");
    session.import_bytes("cards.vcf", card(4, "Marmaduke Featherstone", ""));
    session.organize();
    assert_eq!(asked(&mut session), BTreeSet::from([group(&session, 0..4)]), "and now nobody's namesake");
    session.import_bytes("cards.vcf", card(4, VARIANTS[0], ELSEWHERE));
    session.organize();
    let due = BTreeSet::from([group(&session, 0..4), across(&session, 0..4, [4])]);
    assert_eq!(asked(&mut session), due);
}

#[test]
fn a_stale_question_is_asked_again_and_can_be_accepted() {
    let mut session = four_and_one();
    let question = about(&mut session, 4);
    session.import_bytes("cards.vcf", card(2, VARIANTS[3], &format!("{BORN}NOTE:moved to Gdynia\r\n")));
    let error = session.decide(&question.id, Verdict::Accept, None).expect_err("one of them changed");
    assert_eq!(error.code, ErrorCode::Stale);
    let fresh = session.call(Call::Refresh { space: SPACE.into(), id: question.id.clone() });
    assert!(fresh.is_ok(), "{fresh:?}");
    let again = about(&mut session, 4);
    assert_ne!(again.id, question.id);
    decide(&mut session, &again.id, Verdict::Accept, None).expect("is taken");
    assert_eq!(session.inbox(), []);
}

#[test]
fn questions_are_the_same_in_any_order_and_in_one_file() {
    let mut cards = cards(7, 6);
    let more = [
        ("Zbigniew Kowalczyk", ""),
        ("Z. Kowalczyk", BORN),
        ("Kowalczyk Zbigniew", "BDAY:1950-06-30\r\n"),
        ("Zbigniew Kowalczyk jr.", BORN),
        ("Zofia Kowalczyk", BORN),
    ];
    for (name, fields) in more {
        cards.push(card(cards.len(), name, fields));
    }
    let mut whole = Session::open(&InMemory::new());
    whole.import_bytes("all.vcf", cards.concat());
    whole.organize();
    let due = view::questions(&view::space(&whole));
    assert!(due.len() < 4 * GROUP, "{due:#?}");
    for seed in 0..6 {
        let session = memory(&cards, &shuffled(cards.len(), seed));
        assert_eq!(view::questions(&view::space(&session)), due, "in order {seed}");
    }
}

/// Three cards of the one person, then three of the other; the first of each has a title that tells these two apart.
fn told_apart_by_title() -> Vec<Vec<u8>> {
    let name = |title: &str, at: usize| format!("{title}{}", VARIANTS[at]);
    let one = [name("Mr. ", 1), name("", 2), name("", 3)].into_iter().map(|name| (name, BORN));
    let other = [name("Mrs. ", 0), name("", 0), name("", 8)].into_iter().map(|name| (name, ELSEWHERE));
    one.chain(other).enumerate().map(|(uid, (name, more))| card(uid, &name, more)).collect()
}

/// Fails if two open questions ask about one pair.
fn none_is_asked_twice(session: &mut Session) {
    let mut seen: BTreeSet<(String, String)> = BTreeSet::new();
    for sides in asked(session) {
        let sides: Vec<Ids> = sides.into_iter().collect();
        let one = sides.first().cloned().unwrap_or_default();
        let other = sides.get(1).cloned().unwrap_or_else(|| one.clone());
        for (a, b) in one.iter().flat_map(|a| other.iter().map(move |b| (a, b))) {
            let is_new = sides.len() == 1 && a >= b || seen.insert((a.min(b).clone(), a.max(b).clone()));
            assert!(is_new, "two questions ask about {a} and {b}");
        }
    }
}

#[test]
fn who_is_no_longer_told_apart_is_asked_about_in_one_question_only() {
    let mut cards = told_apart_by_title();
    let mut session = memory(&cards, &[0, 1, 2, 3, 4, 5]);
    let groups = BTreeSet::from([group(&session, 0..3), group(&session, 3..6)]);
    let before = asked(&mut session);
    assert_eq!(before.len(), 4, "two questions across the groups: {before:?}");
    none_is_asked_twice(&mut session);
    let again = cards[0].clone();
    cards[0] = card(0, VARIANTS[1], BORN);
    session.import_bytes("cards.vcf", cards[0].clone());
    session.organize();
    none_is_asked_twice(&mut session);
    let mut due = groups.clone();
    due.insert(across(&session, 0..3, 3..6));
    assert_eq!(asked(&mut session), due);
    session.import_bytes("cards.vcf", again);
    session.organize();
    none_is_asked_twice(&mut session);
    assert_eq!(asked(&mut session), before);
}

#[test]
fn who_is_told_apart_from_some_of_another_group_is_asked_about_alike_in_any_order() {
    let cards = told_apart_by_title();
    let questions = |order: &[usize]| view::questions(&view::space(&memory(&cards, order)));
    let due = questions(&[0, 1, 2, 3, 4, 5]);
    assert_eq!(due.iter().filter(|question| question.contains(" by ")).count(), 2, "{due:#?}");
    assert_eq!(questions(&[3, 4, 5, 0, 1, 2]), due);
    for seed in 0..6 {
        assert_eq!(questions(&shuffled(cards.len(), seed)), due, "in order {seed}");
    }
}

#[test]
fn a_side_takes_in_a_member_of_its_group_who_is_no_longer_told_apart() {
    // The outsider is near to the second only. Nothing asks about the first but with the others.
    let title = |title: &str, at: usize| format!("{title}{}", VARIANTS[at]);
    let mut cards = vec![
        card(0, &title("Mr. ", 2), BORN),
        card(1, VARIANTS[1], BORN),
        card(2, VARIANTS[3], BORN),
        card(3, &title("Mrs. ", 1), ELSEWHERE),
    ];
    let mut session = memory(&cards, &[0, 1, 2, 3]);
    let before = BTreeSet::from([group(&session, 0..3), across(&session, 1..3, [3])]);
    assert_eq!(asked(&mut session), before);
    let again = cards[0].clone();
    cards[0] = card(0, VARIANTS[2], BORN);
    session.import_bytes("cards.vcf", cards[0].clone());
    session.organize();
    let due = BTreeSet::from([group(&session, 0..3), across(&session, 0..3, [3])]);
    assert_eq!(asked(&mut session), due);
    session.import_bytes("cards.vcf", again);
    session.organize();
    assert_eq!(asked(&mut session), before);
}

#[test]
fn a_preview_lists_the_pairs_of_each_side() {
    let mut session = memory(&cards(4, 1), &[0, 1, 2, 3, 4]);
    let question = about(&mut session, 4).id;
    // The card with UID 0 bears the second spelling.
    let named = |uids: &[usize]| -> Vec<BTreeSet<&str>> {
        let pairs = uids.iter().flat_map(|a| uids.iter().filter(move |b| a < b).map(move |b| [*a, *b]));
        let mut named: Vec<_> = pairs.map(|pair| pair.into_iter().map(|uid| VARIANTS[uid + 1]).collect()).collect();
        named.sort();
        named
    };
    let cases = [
        (Verdict::Accept, 0..4, named(&[0, 1, 2, 3])),
        (Verdict::Accept, 0..2, named(&[0, 1])),
        (Verdict::Reject, 0..4, vec![]),
    ];
    for (verdict, ticked, due) in cases {
        let ticks = Some(uids(&session, ticked.chain([4])).into_iter().collect());
        let decision = Decision { verdict, choice: None, ticks, survivor: None, reason: None, until: None };
        let preview = match session.call(Call::Preview { space: SPACE.into(), id: question.clone(), decision }) {
            Ok(Reply::Preview(preview)) => preview,
            other => panic!("{other:?}"),
        };
        let mut implied: Vec<BTreeSet<&str>> =
            preview.implied.iter().map(|(a, b)| BTreeSet::from([a.text.as_str(), b.text.as_str()])).collect();
        implied.sort();
        assert_eq!(implied, due, "{verdict:?}");
    }
}
