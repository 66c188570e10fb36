//! Stored texts are text: never markup, with what cannot be seen made visible.

use leptos::prelude::*;
use namesake_protocol::{ComparedField, Comparison, Member, Piece, Reason, Sentence, Shown, Side, Span};
use wasm_bindgen_test::wasm_bindgen_test;

use super::{count, drawn, text};
use crate::parts::compare::{Compare, CompareProps};
use crate::parts::reasons::{Reasons, ReasonsProps};
use crate::parts::sentence::{Quote, QuoteProps, byte};
use crate::parts::shown::{FileName, FileNameProps, Name, NameProps};

const HOSTILE: &str = "<img src=x onerror=\"globalThis.ran = true\"><script>globalThis.ran = true</script>";

fn sentence(text: &str, marks: &[(u32, u32)]) -> Sentence {
    Sentence {
        text: text.to_owned(),
        marks: marks.iter().map(|&(start, end)| Span { start, end }).collect(),
        event: "e".to_owned(),
        source: "thread.jsonl".to_owned(),
        speaker: None,
        time: None,
    }
}

fn quote(sentence: Sentence) -> impl IntoView {
    Quote(QuoteProps { sentence, children: None })
}

fn name(shown: Shown) -> impl IntoView {
    Name(NameProps { shown, whole: false })
}

#[wasm_bindgen_test]
fn offsets_count_utf16_units() {
    let text = "🙂 José";
    assert_eq!(byte(text, 0), Some(0));
    assert_eq!(byte(text, 1), None);
    assert_eq!(byte(text, 2), Some(4));
    assert_eq!(byte(text, 7), Some(text.len()));
    assert_eq!(byte(text, 8), None);
}

#[wasm_bindgen_test]
async fn a_mention_is_marked_behind_an_emoji() {
    let host = drawn(|| quote(sentence("🙂 Dana called.", &[(3, 7)]))).await;
    assert_eq!(text(&host, "mark"), "Dana");
    assert_eq!(text(&host, "p"), "“🙂 Dana called.”");
}

#[wasm_bindgen_test]
async fn marks_that_do_not_fit_are_left_out() {
    let host = drawn(|| quote(sentence("🙂 Dana", &[(1, 3), (3, 7), (4, 6), (90, 99), (7, 3)]))).await;
    assert_eq!(count(&host, "mark"), 1);
    assert_eq!(text(&host, "p"), "“🙂 Dana”");
}

#[wasm_bindgen_test]
async fn markup_in_a_text_is_text() {
    let host = drawn(|| {
        let shown = Shown::plain(HOSTILE);
        (name(shown), quote(sentence(HOSTILE, &[(0, 4)])))
    })
    .await;
    assert_eq!(count(&host, "img, script"), 0);
    assert_eq!(text(&host, "bdi.name"), HOSTILE);
    assert!(js_sys::Reflect::get(&js_sys::global(), &"ran".into()).is_ok_and(|ran| ran.is_undefined()));
}

#[wasm_bindgen_test]
async fn invisible_characters_become_labelled_chips() {
    let host = drawn(|| {
        let pieces =
            vec![Piece::Text("Mar".to_owned()), Piece::Mark("ZWSP".to_owned()), Piece::Text("co Bell".to_owned())];
        name(Shown { text: "Mar\u{200b}co Bell".to_owned(), pieces: Some(pieces) })
    })
    .await;
    assert_eq!(text(&host, ".inv"), " invisible character ZWSP");
    let host = drawn(|| quote(sentence("a\u{202e}b", &[]))).await;
    assert_eq!(text(&host, ".inv"), " invisible character RLO");
}

#[wasm_bindgen_test]
async fn a_file_name_cannot_pretend_to_be_another() {
    let host = drawn(|| FileName(FileNameProps { name: "a\u{202e}fcv\u{200d}\u{7}\u{feff}.exe".to_owned() })).await;
    assert_eq!(count(&host, ".inv"), 4);
    assert!(!text(&host, "bdi").contains(['\u{202e}', '\u{200d}', '\u{7}', '\u{feff}']));
}

#[wasm_bindgen_test]
async fn a_name_without_letters_and_a_long_one_are_shown() {
    let host = drawn(|| name(Shown::default())).await;
    assert_eq!(text(&host, "bdi"), "no name");
    let host = drawn(|| name(Shown::plain("é".repeat(10_000)))).await;
    assert_eq!(text(&host, "bdi").chars().count(), 161);
}

fn member(name: &str) -> Member {
    Member {
        entity: None,
        name: Shown::plain(name),
        names: Vec::new(),
        fields: Vec::new(),
        mentions: 1,
        sources: 1,
        sentences: Vec::new(),
        revision: 1,
        checksum: String::new(),
    }
}

#[wasm_bindgen_test]
async fn differences_are_said_not_only_coloured() {
    let host = drawn(|| {
        let row = |field: &str, one: &str, other: &str, comparison| ComparedField {
            field: field.to_owned(),
            cells: vec![vec![Shown::plain(one)], vec![Shown::plain(other)]],
            comparison,
        };
        let compared = vec![
            row("email", "a@example.org", "b@example.org", Comparison::Different),
            row("organization", "Northwind", "Northwind", Comparison::Same),
            row("names", "José", "Jose", Comparison::Same),
        ];
        Compare(CompareProps { members: vec![member("José"), member("Jose")], compared })
    })
    .await;
    let body = text(&host, "tbody");
    assert_eq!(body.matches("≠differs: ").count(), 2, "{body}");
    assert_eq!(body.matches("=same: ").count(), 2, "{body}");
    assert_eq!(body.matches("≈the same but for writing: ").count(), 2, "{body}");
}

#[wasm_bindgen_test]
async fn the_score_is_out_of_sight_until_asked_for() {
    let host = drawn(|| {
        let reason = |side| Reason { code: "c".to_owned(), side, text: Vec::new(), weight: 1.0 };
        Reasons(ReasonsProps { reasons: vec![reason(Side::For), reason(Side::Against)], score: 0.5 })
    })
    .await;
    assert_eq!(count(&host, "details:not([open])"), 1);
    assert_eq!(count(&host, ".for li"), 1);
    assert_eq!(count(&host, ".against li"), 1);
}
