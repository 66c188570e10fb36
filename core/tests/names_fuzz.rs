//! Hostile names: no panic, and no work that grows faster than the name.
//!
//! The first test is of a size that quadratic work would never finish. The second runs for as long as it is told to:
//! `NAMESAKE_FUZZ_MINUTES=60 cargo test --release -p namesake-core --test names_fuzz -- --ignored --nocapture`

#[path = "support/hostile.rs"]
mod laws;

use std::time::{Duration, Instant};

use laws::{PIECES, both_ways, once};
use namesake_core::index::NameIndex;
use namesake_core::names::{NameKeys, field_key, invisible, scripts, sound};
use namesake_core::resolve::edits_within;
use namesake_core::resolve::trigrams::similarity;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

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
