//! The index answers what an exhaustive scan answers, whatever was added and taken out before.

use std::collections::BTreeMap;

use namesake_core::index::{NameIndex, PairCursor};
use namesake_core::names::tables::{FormKeys, FormKind};
use namesake_core::names::{NameKeys, Tables};
use namesake_core::resolve::{
    ASK, Match, NEAR, compare, compare_to_ask, compare_with, edits_within, judge_with, look_up_with, why_not,
};
use proptest::prelude::*;

/// Tokens that are near each other in many ways, of several scripts, and a few that are not.
const TOKENS: &[&str] = &[
    "Robert",
    "Roberta",
    "Bob",
    "Rob",
    "Robret",
    "R.",
    "r",
    "Jan",
    "Jana",
    "John",
    "Jon",
    "Johnson",
    "Johnsen",
    "Ann",
    "Anne",
    "Anna",
    "An",
    "Smith",
    "Smyth",
    "Smiht",
    "Schmidt",
    "Schmitt",
    "Novák",
    "Novakova",
    "de",
    "van",
    "of",
    "La",
    "Moskowitz",
    "Moskovitz",
    "Moskovic",
    "Konstantinopel",
    "Konstantinople",
    "Constantinopel",
    "Konstntinopl",
    "MacDonald",
    "Mac",
    "Donald",
    "Ro",
    "bert",
    "2",
    "3",
    "II",
    "Jr",
    "Rev",
    "A",
    "B",
    "Acme",
    "Inc",
    "GmbH",
    "pro",
    "professional",
    "JS",
    "JavaScript",
    "Java",
    "Script",
    "김서준",
    "김서진",
    "김",
    "서준",
    "한빛미래연구소",
    "한빛미레연구소",
    "山田太郎",
    "山田",
    "太郎",
    "Пётр",
    "Петр",
    "Петра",
    "Иванов",
    "Иваноф",
    "Ивановна",
    "M\u{430}rco",
    "Marco",
    "Mar\u{200B}co",
    "José",
    "Jose",
    "Hoà",
    "Hoá",
    "O'Brien",
    "OBrien",
    "🎉",
    "محمد",
    "محمود",
    "احمد",
    "Αλέξανδρος",
    "Αλεξανδρος",
    "C++",
    "C#",
    "Dr.",
    "שרה",
    "שָׂרָה",
    "שרה׳",
    "राधा",
    "राधिका",
    "อรุณ",
    "อรุณี",
    "さくら",
    "サクラ",
    "ｻｸﾗ",
    "青葉台三号館",
    "青葉台二号館",
    "万达广场A座",
    "فاطمة",
    "فاطمه",
    "Łucja",
    "Lucja",
    "Ақмарал",
    "Акмарал",
    "ანა",
    "Անի",
    "OÜ",
    "株式会社",
    "И.П.",
    "Filho",
    "\u{202E}Zoe",
    "Zoe",
];

fn name() -> impl Strategy<Value = String> {
    let token = prop_oneof![
        8 => proptest::sample::select(TOKENS).prop_map(str::to_owned),
        1 => "[ab]{1,9}",
        1 => "[a-c]{6,10}",
        // One letter of a known token is another.
        2 => (proptest::sample::select(TOKENS), any::<prop::sample::Index>(), proptest::char::range('a', 'e')).prop_map(|(t, at, c)| {
            let at = at.index(t.chars().count());
            t.chars().enumerate().map(|(i, old)| if i == at { c } else { old }).collect()
        }),
    ];
    (proptest::collection::vec(token, 0..5), prop_oneof![4 => Just(" "), 1 => Just(""), 1 => Just("-"), 1 => Just("x")])
        .prop_map(|(tokens, gap)| tokens.join(gap))
}

/// Additions to the tables of names, most of tokens that are there. Some cannot be added.
fn forms(most: usize) -> impl Strategy<Value = Vec<FormKeys>> {
    let token = || proptest::sample::select(TOKENS);
    let given_name = (token(), token()).prop_map(|(short, long)| FormKeys::new(FormKind::GivenName, short, long));
    let whole = (name(), name()).prop_map(|(short, long)| FormKeys::new(FormKind::Abbreviation, &short, &long));
    proptest::collection::vec(prop_oneof![3 => given_name, 1 => whole], 0..most)
        .prop_map(|forms| forms.into_iter().flatten().collect())
}

fn with(forms: &[FormKeys]) -> Tables {
    let mut tables = Tables::default();
    forms.iter().for_each(|form| tables.set(form, true));
    tables
}

fn sorted(m: &Match) -> Vec<(String, String, u16, Vec<String>)> {
    let mut out: Vec<_> = m
        .reasons
        .iter()
        .map(|r| {
            let mut args = r.args.clone();
            args.sort();
            (format!("{:?}", r.code), format!("{:?}", r.side), r.weight, args)
        })
        .collect();
    out.sort();
    out
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if cfg!(debug_assertions) { 400 } else { 1500 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn compare_is_symmetric(a in name(), b in name(), forms in forms(12)) {
        let (a, b) = (NameKeys::new(&a), NameKeys::new(&b));
        prop_assert_eq!(why_not(&a, &b).is_none(), compare(&a, &b).is_some());
        let tables = with(&forms);
        match (compare_with(&a, &b, &tables), compare_with(&b, &a, &tables)) {
            (None, None) => {}
            (Some(x), Some(y)) => {
                prop_assert_eq!((x.tier, x.score), (y.tier, y.score));
                prop_assert_eq!(sorted(&x), sorted(&y));
                // What may be asked about is the same either way, and all that is worth it is among it.
                match compare_to_ask(&a, &b, &tables) {
                    Some(m) => prop_assert_eq!(&m, &x),
                    None => prop_assert!(x.score < ASK),
                }
                prop_assert!(x.score >= NEAR && x.score <= 1000 && !x.reasons.is_empty());
            }
            (x, y) => prop_assert!(false, "{:?} {:?}", x, y),
        }
    }

    #[test]
    fn edits_are_counted_right(a in "[abc]{0,9}", b in "[abc]{0,9}", bound in 0_usize..4) {
        let distance = strsim::osa_distance(&a, &b);
        prop_assert_eq!(edits_within(&a, &b, bound), (distance <= bound).then_some(distance));
    }

    #[test]
    fn of_every_pair_that_an_addition_changes_both_are_told(
        names in proptest::collection::vec(name(), 1..30),
        before in forms(6),
        form in forms(2),
        more in prop_oneof![Just(0), 1..1_500],
    ) {
        let keys: Vec<NameKeys> = names.iter().map(|n| NameKeys::new(n)).collect();
        let mut index = NameIndex::new();
        before.iter().for_each(|form| drop(index.set_form(form, true, None)));
        (0_u32..).zip(&keys).for_each(|(node, k)| index.insert(node, k));
        let all = |index: &NameIndex| {
            let mut out = BTreeMap::new();
            for (a, x) in (0_u32..).zip(&keys) {
                for (b, y) in (0_u32..).zip(&keys).skip(a as usize + 1) {
                    let bits = judge_with(x, y, index, more).map(|(bits, _)| bits);
                    out.insert((a, b), (compare_with(x, y, index.tables()), bits));
                }
            }
            out
        };
        for form in &form {
            for holds in [true, false] {
                let had = all(&index);
                let told = index.set_form(form, holds, None);
                for (pair, is) in all(&index) {
                    let both = told.contains(&pair.0) && told.contains(&pair.1);
                    prop_assert!(had[&pair] == is || both, "{:?} {form:?} {holds}: {:?} {is:?}", pair, had[&pair]);
                }
                prop_assert!(index.set_form(form, holds, None).is_empty() || form.kind == FormKind::Abbreviation);
            }
        }
    }

    #[test]
    fn near_and_pairs_are_exhaustive(
        names in proptest::collection::vec(name(), 1..40),
        removed in proptest::collection::vec(any::<prop::sample::Index>(), 0..10),
        again in proptest::collection::vec(any::<prop::sample::Index>(), 0..4),
        queries in proptest::collection::vec(name(), 3),
        first in forms(4),
        later in forms(8),
        taken in proptest::collection::vec(any::<prop::sample::Index>(), 0..4),
        chosen in any::<u64>(),
        budget in 1_usize..50,
        more in prop_oneof![Just(0), 1..1_500],
    ) {
        let keys: Vec<NameKeys> = names.iter().map(|n| NameKeys::new(n)).collect();
        let mut index = NameIndex::new();
        let mut live = BTreeMap::new();
        first.iter().for_each(|form| drop(index.set_form(form, true, None)));
        for (node, k) in (0_u32..).zip(&keys) {
            index.insert(node, k);
            live.insert(node, k);
        }
        for at in &removed {
            let node = at.index(keys.len()) as u32;
            index.remove(node, &keys[node as usize]);
            live.remove(&node);
        }
        for at in &again {
            let node = at.index(keys.len()) as u32;
            index.insert(node, &keys[node as usize]);
            live.insert(node, &keys[node as usize]);
        }
        let said: Vec<&FormKeys> = first.iter().chain(&later).collect();
        later.iter().for_each(|form| drop(index.set_form(form, true, None)));
        for form in taken.iter().filter(|_| !said.is_empty()).map(|at| at.get(&said)) {
            index.set_form(form, false, None);
        }
        let tables = index.tables().clone();
        prop_assert_eq!(index.len(), live.len());
        let keys_of = |node: u32| live[&node];

        let own = keys.iter().take(5).cloned();
        for q in queries.iter().map(|q| NameKeys::new(q)).chain(own) {
            let mut right: Vec<(u32, Match)> =
                live.iter().filter_map(|(node, k)| Some((*node, compare_with(&q, k, &tables)?))).collect();
            right.sort_by_key(|(node, m)| (std::cmp::Reverse(m.score), *node));
            let near = index.near(&q, &keys_of, 1000);
            let found: Vec<(u32, Match)> = near.hits.into_iter().map(|h| (h.node, h.m)).collect();
            prop_assert_eq!(&found, &right, "{}", q.exact);
            let to_ask = index.near_to_ask(&q, &keys_of, 1000);
            right.retain(|(_, m)| m.score >= ASK);
            prop_assert_eq!(to_ask.hits.into_iter().map(|h| (h.node, h.m)).collect::<Vec<_>>(), right);
            let all: Vec<(u32, &NameKeys)> = live.iter().map(|(node, k)| (*node, *k)).collect();
            let answers = look_up_with(&q, &all, &tables);
            let looked_up = index.look_up(&q, &keys_of, 1000);
            let shown: Vec<(u32, Match)> = looked_up.hits.into_iter().map(|h| (h.node, h.m)).collect();
            prop_assert_eq!(&shown, &answers, "{}", q.exact);
            let best = index.look_up(&q, &keys_of, 3);
            prop_assert_eq!((best.total, best.hits.len() + best.cut), (answers.len(), answers.len()));
            prop_assert!(best.hits.iter().map(|h| h.node).eq(answers.iter().take(3).map(|(node, _)| *node)));
            let few = index.near(&q, &keys_of, 2);
            prop_assert_eq!((few.total, few.hits.len() + few.cut), (found.len(), found.len()));
            prop_assert!(few.hits.iter().map(|h| h.node).eq(found.iter().take(2).map(|(node, _)| *node)));
        }

        let is_chosen = |node: u32| chosen >> (node % 64) & 1 == 1;
        for only in [None, Some(&is_chosen as &dyn Fn(u32) -> bool)] {
            let mut right = BTreeMap::new();
            for (a, x) in &live {
                for (b, y) in live.range(a + 1..) {
                    let wanted = only.is_none_or(|only| only(*a) || only(*b));
                    if wanted && let Some((bits, _)) = judge_with(x, y, &index, more) {
                        right.insert((*a, *b), bits);
                    }
                }
            }
            let mut found = BTreeMap::new();
            let mut twice = Vec::new();
            let mut cursor = PairCursor::default();
            while !cursor.is_done() {
                index.pairs(&keys_of, &mut cursor, budget, only, &|_| more, &mut |a, b, bits| {
                    if found.insert((a, b), bits).is_some() {
                        twice.push((a, b));
                    }
                });
            }
            prop_assert!(twice.is_empty(), "{:?}", twice);
            prop_assert_eq!(&found, &right);
            if only.is_none() {
                for node in live.keys() {
                    let asked: Vec<(u32, i32)> =
                        index.worth_asking(*node, &keys_of, more);
                    let due = right.iter().filter(|((a, b), _)| a == node || b == node);
                    let mut due: Vec<(u32, i32)> =
                        due.map(|((a, b), bits)| (if a == node { *b } else { *a }, *bits)).collect();
                    due.sort_unstable();
                    prop_assert_eq!(asked, due);
                }
            }
        }
    }
}
