//! Numbers and plain texts.

use namesake_protocol::{Member, QuestionKind, QuestionRow, QuestionStatus, Shown};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::parts::words;

#[wasm_bindgen_test]
fn numbers_are_set_apart_by_thousands() {
    assert_eq!(words::grouped(0), "0");
    assert_eq!(words::grouped(999), "999");
    assert_eq!(words::grouped(1_204), "1,204");
    assert_eq!(words::grouped(1_000_000), "1,000,000");
    assert_eq!(words::count(1, "question", "questions"), "1 question");
    assert_eq!(words::count(23, "question", "questions"), "23 questions");
}

#[wasm_bindgen_test]
fn a_name_in_plain_text_cannot_reorder_it() {
    let row = QuestionRow {
        id: "q".to_owned(),
        kind: QuestionKind::NewName,
        status: QuestionStatus::Open,
        revision: 1,
        names: vec![Shown::plain("a\u{202e}b")],
        summary: Vec::new(),
        asked: 0.0,
        rejected_before: false,
        cant_tell: false,
        verdict: None,
        decided: None,
    };
    assert_eq!(words::title(&row), "Is \u{2068}ab\u{2069} somebody?");
}

fn member(side: u32) -> Member {
    Member {
        entity: None,
        name: Shown::plain("Ana"),
        names: Vec::new(),
        fields: Vec::new(),
        mentions: 0,
        sources: 0,
        sentences: Vec::new(),
        revision: 1,
        checksum: String::new(),
        side,
    }
}

#[wasm_bindgen_test]
fn what_two_sides_are_is_said_and_of_one_side_nothing() {
    let told = |sides: &[u32]| words::sides(&sides.iter().copied().map(member).collect::<Vec<_>>());
    assert_eq!(told(&[0, 0, 0]), None);
    for (sides, said) in
        [(&[0, 0, 0, 1][..], "the first 3 and the last one"), (&[0, 1, 1], "the first one and the last 2")]
    {
        let told = told(sides).expect("there are two sides");
        assert!(told.contains(said), "{told}");
    }
}

#[wasm_bindgen_test]
fn a_time_out_of_range_is_no_panic() {
    for time in [f64::NAN, f64::INFINITY, 9e15, -9e15] {
        assert_eq!(words::machine(time), "");
    }
    assert_eq!(words::machine(0.0), "1970-01-01T00:00:00.000Z");
}
