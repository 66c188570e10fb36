//! Hostile names: no panic, and no work that grows faster than the name.
//!
//! The first test is of a size that quadratic work would never finish. The second runs for as long as it is told to:
//! `NAMESAKE_FUZZ_MINUTES=60 cargo test --release -p namesake-core --test names_fuzz -- --ignored --nocapture`

use std::time::{Duration, Instant};

use namesake_core::index::{NameIndex, PairCursor};
use namesake_core::names::{NameKeys, Tables, exact_key, field_key, folded_key, invisible, scripts, sound};
use namesake_core::resolve::trigrams::similarity;
use namesake_core::resolve::{Match, compare, compare_to_ask, edits_within, why_not};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

/// What hostile names are made of.
#[rustfmt::skip]
const PIECES: &[&str] = &[
    "a", "ab ", "Zoe", "A.", "ß", "İ", "ﬃ", "ﷺ", "\u{301}", "\u{323}\u{301}", "\u{345}", "\u{3099}", "\u{1100}", "\u{1161}",
    "\u{11A8}", "가", "か\u{3099}", "青", "三号", "第一", "A座", "株式会社", "(株)", "क\u{94D}", "\u{93C}", "ำ", "เ", "\u{202E}",
    "\u{2066}", "\u{2069}", "\u{200F}", "\u{200B}", "\u{200D}", "\u{FE0F}", "\u{E0067}", "\u{FEFF}", "\u{AD}", "\0", "\u{7F}",
    "\u{85}", "\u{2028}", "\u{3000}", " ", "  ", "\u{FFFD}", "\u{FFFE}", "\u{FFFF}", "\u{FDD0}", "\u{E000}", "\u{10FFFF}", "👩\u{200D}🚀",
    "🇫", "🏽", "1", "1.", ",000", "٣", "Ⅷ", "½", "①", "-", "‐", "'", "’", "\"", "״", ".", ",", "&", "(", ")", "/", "+", "#", "no ",
    "Inc ", "s. ", "S.A. ", "GmbH & ", "Co. ", "ООО ", "И.П. ", "OÜ ", "Ås ", "sp. z ", "o. ", "Dr. ", "rer. ", "PhD ", "Jr ", "xi ",
    "van ", "de ", "Rev ", "B ", "v2 ", "C++ ", "cj", "rs", "schtsch", "jy", "\u{430}", "ο", "ى", "ة", "\u{640}", "محمد", "שׁ",
    "Ꮳ", "ꭰ", "𝐙", "Ǆ", "ᾳ", "ΐ", "ς", "Σ", "\u{1D173}", "\u{180E}", "\u{115F}", "bob ", "robert ", "js ", "k8s ",
];

fn everything(name: &str) -> NameKeys {
    let keys = NameKeys::new(name);
    let (exact, folded, field) = (exact_key(name), folded_key(name), field_key(name));
    assert_eq!((&*keys.exact, &*keys.folded), (&*exact, &*folded));
    assert_eq!(exact_key(&exact), exact, "{name:?}");
    assert_eq!(folded_key(&folded), folded, "{name:?}");
    assert_eq!(field_key(&field), field, "{name:?}");
    assert!(!keys.identity_differs(&NameKeys::new(&exact)), "{name:?}");
    let pieces: usize = invisible::visible(name)
        .iter()
        .map(|piece| match piece {
            invisible::Piece::Text(text) => text.len(),
            invisible::Piece::Mark { code, .. } => char::from_u32(*code).map_or(0, char::len_utf8),
        })
        .sum();
    assert_eq!(pieces, name.len(), "{name:?}");
    let _ = (scripts::scripts_of(name), scripts::mixed_word(name), scripts::read_as_latin(name));
    for token in keys.token_strs().take(20) {
        assert!(!token.is_empty(), "{name:?}");
        assert!(sound::codes(token).windows(2).all(|pair| pair[0] < pair[1]), "{token}");
    }
    keys
}

fn both_ways(a: &NameKeys, b: &NameKeys) -> Option<Match> {
    let found = compare(a, b);
    let back = compare(b, a).map(|m| (m.tier, m.score));
    assert_eq!(found.as_ref().map(|m| (m.tier, m.score)), back, "{:?} / {:?}", a.exact, b.exact);
    assert_eq!(why_not(a, b).is_none(), found.is_some(), "{:?} / {:?}", a.exact, b.exact);
    let _ = compare_to_ask(a, b, &Tables::default());
    found
}

/// Builds an index of the names, takes some out and holds what it finds to a scan.
fn index(keys: &[NameKeys], without: usize) {
    let mut index = NameIndex::new();
    for (node, keys) in (0..).zip(keys) {
        index.insert(node, keys);
    }
    let out = without % (keys.len() + 1);
    if let Some(taken) = keys.get(out) {
        index.remove(out as u32, taken);
    }
    let keys_of = |node: u32| &keys[node as usize];
    for q in keys {
        let right: Vec<(u32, Option<u16>)> = (0..)
            .zip(keys)
            .filter(|(node, _)| *node != out as u32)
            .map(|(node, k)| (node, both_ways(q, k).map(|m| m.score)))
            .filter(|(_, score)| score.is_some())
            .collect();
        let near = index.near(q, &keys_of, keys.len());
        let mut found: Vec<(u32, Option<u16>)> = near.hits.iter().map(|hit| (hit.node, Some(hit.m.score))).collect();
        found.sort_unstable();
        assert_eq!(found, right, "{:?}", q.exact);
    }
    let mut cursor = PairCursor::default();
    while !cursor.is_done() {
        index.pairs(&keys_of, &mut cursor, 10, None, &|_| 900, &mut |a, b, _| assert!(a < b));
    }
}

#[test]
fn hostile_names_are_cheap() {
    // Each piece over and over, a name of a million marks, a token of a megabyte, 100,000 tokens …
    let mut names: Vec<String> = PIECES.iter().map(|piece| piece.repeat(50_000 / piece.len())).collect();
    names.push(format!("a{}", "\u{301}".repeat(1_000_000)));
    names.push("\u{202E}\u{2066}".repeat(300_000));
    names.push("a".repeat(1_000_000));
    names.push("ab ".repeat(300_000));
    names.push((0..100_000).map(|n| format!("t{n} ")).collect());
    names.push((0..100_000).map(|n| char::from_u32(0x100 + n * 7 % 0x2_0000).unwrap_or('x')).collect());
    names.push(PIECES.concat().repeat(300));
    let keys: Vec<NameKeys> = names.iter().map(|name| NameKeys::new(name)).collect();
    for (name, keys) in names.iter().zip(&keys) {
        let _ = (invisible::visible(name), field_key(name), scripts::scripts_of(name), scripts::read_as_latin(name));
        let _ = (keys.identity_differs(keys), keys.token_strs().map(|token| sound::codes(token).len()).sum::<usize>());
    }
    for (a, b) in keys.iter().zip(keys.iter().skip(1)) {
        both_ways(a, b);
        let _ = (edits_within(&a.exact, &b.exact, 2), similarity(&a.exact, &b.exact));
    }
    let mut index = NameIndex::new();
    for (node, keys) in (0..).zip(&keys) {
        index.insert(node, keys);
    }
    for q in keys.iter().step_by(9) {
        let _ = index.near(q, &|node| &keys[node as usize], 20);
    }
    for (node, keys) in (0..).zip(&keys) {
        index.remove(node, keys);
    }
    assert!(index.is_empty());
}

fn hostile() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        6 => prop::sample::select(PIECES).prop_map(str::to_owned),
        2 => any::<char>().prop_map(String::from),
        1 => (prop::sample::select(PIECES), 1_usize..400).prop_map(|(piece, times)| piece.repeat(times)),
        1 => "[a-z]{1,12}",
        1 => "\\PC{0,8}",
    ];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

/// A few names, most of them made from one another by taking out, doubling or swapping a part.
fn kin() -> impl Strategy<Value = Vec<String>> {
    let change = (any::<prop::sample::Index>(), 0..4_u8, prop::sample::select(PIECES));
    (prop::collection::vec(hostile(), 1..4), prop::collection::vec((any::<prop::sample::Index>(), change), 0..6))
        .prop_map(|(mut names, changes)| {
            for (which, (at, how, piece)) in changes {
                let chars: Vec<char> = names[which.index(names.len())].chars().collect();
                let (head, tail) = chars.split_at(at.index(chars.len() + 1));
                let rest: String = tail.iter().skip(1).collect();
                let head: String = head.iter().collect();
                let c = tail.first().map(|c| c.to_string()).unwrap_or_default();
                names.push(match how {
                    0 => head + &rest,
                    1 => head + &c + &c + &rest,
                    2 => head + piece + &c + &rest,
                    _ => c + &rest + " " + &head,
                });
            }
            names
        })
}

fn once(names: &[String], without: usize) {
    let keys: Vec<NameKeys> = names.iter().map(|name| everything(name)).collect();
    index(&keys, without);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn hostile_names_hold_the_laws(names in kin(), without in 0_usize..10) {
        once(&names, without);
    }
}

/// What fuzzing found.
#[test]
fn found_before() {
    let long = |piece: &str, slip: &str| piece.repeat(14) + slip + &piece.repeat(200);
    for names in [
        // A particle of one letter was taken for an initial by the index alone.
        vec!["OOÜ Y".to_owned(), "OOÜ Y1".to_owned(), "Ana e Lu".to_owned(), "Ana Elm Lu".to_owned()],
        // Whole names of over 200 letters, or of over 255 tokens, one edit apart.
        vec![long("rs", ""), long("rs", "s"), long("Dr. ", ""), long("Dr. ", "r "), long("Ås ", ""), long("Ås ", "s")],
        // Names that are not Latin and alike for their first 65 letters alone.
        vec!["я".repeat(80) + "а б", "юя".to_owned() + &"я".repeat(78) + "вг"],
    ] {
        for without in 0..=names.len() {
            once(&names, without);
        }
    }
}

#[test]
#[ignore = "runs for NAMESAKE_FUZZ_MINUTES, one if that is not set"]
fn fuzz() {
    let minutes = std::env::var("NAMESAKE_FUZZ_MINUTES").ok().and_then(|n| n.parse().ok()).unwrap_or(1.0);
    let end = Instant::now() + Duration::from_secs_f64(minutes * 60.0);
    let mut rounds = 0_u64;
    while Instant::now() < end {
        // A fresh seed each time; a failure prints the smallest names that it was brought down to.
        let mut runner =
            TestRunner::new(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() });
        let run = runner.run(&(kin(), 0_usize..10), |(names, without)| {
            once(&names, without);
            Ok(())
        });
        run.unwrap_or_else(|failure| panic!("{failure}"));
        rounds += 500;
    }
    println!("{rounds} families of hostile names in {minutes} minutes");
}
