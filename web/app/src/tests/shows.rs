//! Stored texts are text: never markup, with what cannot be seen made visible.

use leptos::prelude::*;
use namesake_protocol::{
    Binding, ClaimEnd, ClaimObject, ClaimRow, ClaimStanding, ClaimValue, ComparedField, Comparison, Member, Piece,
    Reason, Sentence, Shown, Side, Span,
};
use wasm_bindgen_test::wasm_bindgen_test;

use super::{count, drawn, text};
use crate::parts::claim::{Notes, NotesProps, Says, SaysProps};
use crate::parts::compare::{Compare, CompareProps};
use crate::parts::reasons::{Reasons, ReasonsProps};
use crate::parts::sentence::{Quote, QuoteProps, byte};
use crate::parts::shown::{FileName, FileNameProps, Name, NameProps};
use crate::parts::words;

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

#[wasm_bindgen_test]
async fn the_owner_is_you_on_the_page_and_in_plain_text() {
    let host = drawn(|| name(Shown::owner())).await;
    assert_eq!(text(&host, "bdi"), "You (the owner)");
    assert_eq!(words::plain_name(&Shown::owner()), "\u{2068}You (the owner)\u{2069}");
    assert_eq!(words::plain_name(&Shown::plain("Dana")), "\u{2068}Dana\u{2069}");
}

#[wasm_bindgen_test]
async fn a_sentence_leads_to_its_event_if_it_has_one() {
    let host = drawn(|| {
        (quote(sentence("Dana called.", &[])), quote(Sentence { event: String::new(), ..sentence("x", &[]) }))
    })
    .await;
    assert_eq!(count(&host, "a[href='#/event/e']"), 1);
    assert_eq!(count(&host, "a"), 1);
}

fn claim(object: ClaimObject) -> ClaimRow {
    let subject = ClaimEnd {
        word: Shown::plain("I"),
        mention: "m".to_owned(),
        entity: None,
        provisional: false,
        binding: Some(Binding::Reference),
        reference: Some("r".to_owned()),
    };
    ClaimRow {
        id: "c".to_owned(),
        subject,
        predicate: "was_born_in".to_owned(),
        object,
        positive: false,
        speech_act: "question".to_owned(),
        modality: Some(HOSTILE.to_owned()),
        valid_from: Some(1_767_225_600_000.0),
        valid_to: Some(1_767_263_400_000.0),
        confidence: Some(0.5),
        standing: ClaimStanding::Superseded,
        superseded_by: None,
        relationship: None,
        sentence: sentence("I was born.", &[]),
        known: Vec::new(),
    }
}

#[wasm_bindgen_test]
async fn what_a_claim_is_beside_an_assertion_is_said_and_its_texts_are_text() {
    let value = ClaimValue {
        kind: "number".to_owned(),
        value: "1990".to_owned(),
        unit: Some("\u{202e}x".to_owned()),
        display: None,
    };
    let row = claim(ClaimObject::Value(value));
    let host = drawn(move || {
        let said = Says(SaysProps { claim: row.clone(), here: None });
        view! { <p>{said}</p> <div>{Notes(NotesProps { claim: row })}</div> }
    })
    .await;
    assert_eq!(count(&host, "img, script"), 0);
    let said = text(&host, "p");
    assert!(said.starts_with("I was born in 1990 "), "{said}");
    for word in ["denied", "asked", "no longer", "RLO", HOSTILE] {
        assert!(said.contains(word), "{word}: {said}");
    }
    let notes = text(&host, "div");
    for word in ["“I” stays within this text", "from 1 Jan 2026", "until 1 Jan 2026, 10:30 UTC", "50 % sure"] {
        assert!(notes.contains(word), "{word}: {notes}");
    }
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
        side: 0,
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
