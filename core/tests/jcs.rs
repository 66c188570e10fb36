//! Canonical JSON: the vectors of RFC 8785, its number text, and what DESIGN section 7 refuses.
//!
//! The published vectors lie in the data folder (`NAMESAKE_DATA`, default `../../shared/data`); without it they are
//! skipped and said so. The small vectors below are our own and are always run.

use namesake_core::journal::{canonical_json, canonical_text};
use proptest::prelude::*;
use serde_json::Value;
use std::path::PathBuf;

/// The folder with the published vectors, if it is there.
fn vectors() -> Option<PathBuf> {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data");
    let folder = std::env::var_os("NAMESAKE_DATA").map_or_else(|| default.into(), PathBuf::from).join("jcs");
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: {} is not there", folder.display());
    None
}

fn check(json: &str, due: &str) {
    assert_eq!(canonical_text(json).as_deref(), Ok(due), "{json}");
    assert_eq!(canonical_text(due).as_deref(), Ok(due), "the canonical text of {due} is itself");
}

fn refused(json: &str) {
    assert!(canonical_text(json).is_err(), "{json} gives {:?}", canonical_text(json));
}

/// The number text of a double.
fn number(bits: u64) -> String {
    canonical_json(&f64::from_bits(bits)).expect("a finite number has a text")
}

#[test]
fn the_vectors_of_rfc_8785() {
    let Some(folder) = vectors() else { return };
    let read = |name: String| std::fs::read(folder.join(&name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    for name in ["arrays", "french", "structures", "unicode", "values", "weird"] {
        let text = |what: &str| String::from_utf8(read(format!("{what}_{name}.json"))).expect("is UTF-8");
        let got = canonical_text(&text("input")).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(got, text("output").trim_end_matches('\n'), "{name}");
        let hex = String::from_utf8(read(format!("outhex_{name}.txt"))).expect("is UTF-8");
        let due: Vec<u8> =
            hex.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).expect("is a byte in hex")).collect();
        assert_eq!(got.as_bytes(), due, "{name}");
    }
}

#[test]
fn ten_thousand_numbers() {
    let Some(folder) = vectors() else { return };
    let lines = std::fs::read_to_string(folder.join("es6_numbers_10k.txt")).expect("the number lines are there");
    let mut count = 0;
    for line in lines.lines() {
        let (bits, due) = line.split_once(',').expect("bits, text");
        let bits = u64::from_str_radix(bits, 16).expect("bits in hex");
        assert_eq!(number(bits), due, "{bits:016x}");
        count += 1;
    }
    assert_eq!(count, 10_000);
}

#[test]
fn numbers() {
    for (bits, due) in [
        (0x0000_0000_0000_0000, "0"),
        (0x8000_0000_0000_0000, "0"),
        (0x0000_0000_0000_0001, "5e-324"),
        (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
        (0x4340_0000_0000_0000, "9007199254740992"),
        (0x4415_af1d_78b5_8c40, "100000000000000000000"),
        (0x444b_1ae4_d6e2_ef50, "1e+21"),
        (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
        (0x3e7a_d7f2_9abc_af48, "1e-7"),
        (0xbfb9_9999_9999_999a, "-0.1"),
    ] {
        assert_eq!(number(bits), due, "{bits:016x}");
    }
}

#[test]
fn order_white_space_and_escapes() {
    check(r#" { "b" : 1 , "a" : [ 2 , {} ] } "#, r#"{"a":[2,{}],"b":1}"#);
    check(r#"{"10":0,"1":0,"a":0,"A":0}"#, r#"{"1":0,"10":0,"A":0,"a":0}"#);
    // Keys are sorted by UTF-16 units: a surrogate pair comes before U+FB33, although its code point is higher.
    check("{\"\u{fb33}\":1,\"\u{1f600}\":2}", "{\"\u{1f600}\":2,\"\u{fb33}\":1}");
    check(r#""\u0041\u000a\u001f\/\u20ac\"\\""#, "\"A\\n\\u001f/€\\\"\\\\\"");
    check(r#""\u0008\u0009\u000c\u000d\u007f""#, "\"\\b\\t\\f\\r\u{7f}\"");
    // Nothing is normalised: e with a combining accent stays two characters.
    check("\"e\u{301}\"", "\"e\u{301}\"");
    check("[1.0,-0.0,1e2,0.10]", "[1,0,100,0.1]");
    check("[null,true,false,\"\"]", "[null,true,false,\"\"]");
}

#[test]
fn what_is_no_json_or_no_double_is_refused() {
    for json in ["", "{", "[1,]", "nul", "NaN", "Infinity", "-Infinity", "1e400", "01", "\"\\ud800\"", "{\"a\":1} x"] {
        refused(json);
    }
}

#[test]
fn non_finite_numbers_are_refused_at_every_depth() {
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let texts = [
            canonical_json(&bad),
            canonical_json(&[bad]),
            canonical_json(&Some((1, vec![bad]))),
            canonical_json(&std::collections::BTreeMap::from([("a", bad)])),
            canonical_json(&(bad as f32)),
        ];
        for text in texts {
            assert!(text.is_err(), "{bad} gives {text:?}");
        }
    }
}

#[test]
fn integers_that_a_double_cannot_hold_are_refused_and_stand_as_strings() {
    const SAFE: i64 = (1 << 53) - 1;
    check("[9007199254740991,-9007199254740991]", "[9007199254740991,-9007199254740991]");
    assert_eq!(canonical_json(&[SAFE, -SAFE]).as_deref(), Ok("[9007199254740991,-9007199254740991]"));
    for json in ["9007199254740992", "-9007199254740993", "[18446744073709551615]", "{\"a\":[1,-9223372036854775808]}"]
    {
        refused(json);
    }
    let deep = std::collections::BTreeMap::from([("a", vec![Some(SAFE + 1)])]);
    for text in
        [canonical_json(&(SAFE + 1)), canonical_json(&u64::MAX), canonical_json(&i64::MIN), canonical_json(&deep)]
    {
        assert!(text.is_err(), "{text:?}");
    }
    // As strings they keep every digit. Numbers that are read as doubles are no integers, whole or not.
    check(r#""9007199254740993""#, r#""9007199254740993""#);
    check("[1e30]", "[1e+30]");
    assert_eq!(canonical_text("[9007199254740993.0]").as_deref(), Ok("[9007199254740992]"));
}

proptest! {
    /// The crate of reference makes the same text, whatever names properties have and however deep they lie.
    #[test]
    fn any_json_is_written_as_the_reference_writes_it(value in any_json()) {
        let due = serde_json_canonicalizer::to_string(&value).expect("is JSON");
        prop_assert_eq!(canonical_json(&value), Ok(due));
    }
}

/// JSON with names that are written with escapes, or stand elsewhere by UTF-16 than by UTF-8.
fn any_json() -> impl Strategy<Value = Value> {
    let name = "[a-c\"\\\\\u{1}\u{e9}\u{fb33}\u{1f600}]{0,3}";
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-(1_i64 << 53) + 1..1 << 53).prop_map(Value::from),
        proptest::num::f64::NORMAL.prop_map(Value::from),
        "\\PC{0,4}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 6, move |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::vec((name, inner), 0..6).prop_map(|pairs| pairs.into_iter().collect::<Value>()),
        ]
    })
}
