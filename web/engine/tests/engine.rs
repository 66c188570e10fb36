//! The engine by its messages, as a page sees it. What ends an instance (panics) is tested with real workers by
//! `tests/e2e/package.test.mjs`.

mod common;
#[path = "../../../core/tests/support/zip.rs"]
mod zip;

use common::*;
use gloo_timers::future::TimeoutFuture;
use js_sys::{Array, Function, JSON, Object, Reflect, Uint8Array};
use namesake_engine::Engine;
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::*;
use zip::{Packed, entry, stored, zip};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

/// A page: an engine and what it said.
struct Page {
    engine: Engine,
    said: Array,
    _post: Closure<dyn FnMut(JsValue)>,
}

impl Page {
    fn new() -> Self {
        let said = Array::new();
        let log = said.clone();
        let post = Closure::<dyn FnMut(JsValue)>::new(move |message: JsValue| {
            log.push(&message);
        });
        let function: Function = post.as_ref().clone().unchecked_into();
        Self { engine: Engine::new(function), said, _post: post }
    }

    /// A page with an open memory.
    async fn open(name: &str) -> Self {
        let page = Self::new();
        let answer = page.ask(1, &open_call(name, "")).await;
        assert_eq!(text(&answer, "reply.kind"), "opened", "{}", show(&answer));
        page
    }

    fn send(&self, id: u32, call: &str) {
        self.send_value(&JSON::parse(&format!("{{\"id\":{id},\"call\":{call}}}")).expect("JSON"));
    }

    fn send_value(&self, message: &JsValue) {
        self.engine.receive(message.clone());
    }

    fn send_file(&self, id: u32, call: &str, file: &str) {
        let message = JSON::parse(&format!("{{\"id\":{id},\"call\":{call}}}")).expect("JSON");
        let blob = web_sys::Blob::new_with_str_sequence(&Array::of1(&file.into())).expect("a blob");
        Reflect::set(&message, &"file".into(), &blob).expect("set");
        self.send_value(&message);
    }

    /// Sends a call and waits for what settles it.
    async fn ask(&self, id: u32, call: &str) -> JsValue {
        self.send(id, call);
        self.settled(id).await
    }

    async fn settled(&self, id: u32) -> JsValue {
        self.until(&format!("an answer to {id}"), |message| {
            number(message, "id") == f64::from(id) && ["answer", "failed"].contains(&text(message, "type").as_str())
        })
        .await
    }

    async fn until(&self, what: &str, fits: impl Fn(&JsValue) -> bool) -> JsValue {
        for _ in 0..1_000 {
            if let Some(message) = self.said.iter().find(|message| fits(message)) {
                return message;
            }
            TimeoutFuture::new(10).await;
        }
        panic!("{what} did not come: {}", show(&self.said));
    }

    /// Where a message stands among all.
    fn place(&self, kind: &str, id: u32) -> Option<usize> {
        self.said.iter().position(|message| text(&message, "type") == kind && number(&message, "id") == f64::from(id))
    }
}

fn at(value: &JsValue, path: &str) -> JsValue {
    path.split('.').fold(value.clone(), |value, key| Reflect::get(&value, &key.into()).unwrap_or_default())
}

fn text(value: &JsValue, path: &str) -> String {
    at(value, path).as_string().unwrap_or_default()
}

fn number(value: &JsValue, path: &str) -> f64 {
    at(value, path).as_f64().unwrap_or(f64::NAN)
}

fn show(value: &JsValue) -> String {
    JSON::stringify(value).map(String::from).unwrap_or_default()
}

fn open_call(name: &str, more: &str) -> String {
    format!(r#"{{"method":"open","params":{{"name":"{name}","owner":"ada","actor":"test","version":1{more}}}}}"#)
}

fn ingest(id: &str) -> String {
    format!(
        r#"{{"method":"ingest","params":{{"space":"personal","event":{{"id":"{id}","source":"test","text":"Anna Kowalska called {id}."}}}}}}"#
    )
}

const COUNTS: &str = r#"{"method":"inboxCounts","params":{"space":"personal"}}"#;
const IMPORT: &str = r#"{"method":"importFile","params":{"space":"personal","fileName":"friends.vcf","kind":"vcard"}}"#;

fn cards(count: usize) -> String {
    (0..count)
        .map(|n| format!("BEGIN:VCARD\r\nVERSION:4.0\r\nUID:u{n}\r\nFN:Person{n} Number{n}\r\nEND:VCARD\r\n"))
        .collect()
}

#[wasm_bindgen_test]
async fn it_is_ready_and_opens() {
    let page = Page::new();
    assert_eq!(show(&page.said.get(0)), r#"{"type":"ready","version":1}"#);
    let answer = page.ask(7, &open_call(&fresh_name("open"), "")).await;
    assert_eq!(text(&answer, "reply.kind"), "opened");
    assert_eq!(number(&answer, "reply.value.head"), 0.0);
    assert!(at(&answer, "reply.value.storage.persisted").as_bool().is_some());
    assert!(number(&answer, "reply.value.storage.quota") > 0.0);
    // Plain objects, no maps.
    assert!(Object::keys(&at(&answer, "reply.value").unchecked_into::<Object>()).length() > 3);
}

#[wasm_bindgen_test]
async fn nothing_is_open_before_open_and_after_close() {
    let page = Page::new();
    for call in [COUNTS, r#"{"method":"verify"}"#, r#"{"method":"export"}"#, IMPORT] {
        let id = 1 + page.said.length();
        assert_eq!(text(&page.ask(id, call).await, "error.code"), "not_open", "{call}");
    }
    page.ask(90, &open_call(&fresh_name("close"), "")).await;
    assert_eq!(text(&page.ask(91, r#"{"method":"close"}"#).await, "reply.kind"), "done");
    assert_eq!(text(&page.ask(92, COUNTS).await, "error.code"), "not_open");
}

#[wasm_bindgen_test]
async fn bad_messages_are_refused_by_name() {
    let page = Page::open(&fresh_name("bad")).await;
    let cases = [
        (r#"{"method":"fly"}"#, "There is no method fly."),
        (
            r#"{"method":"entities","params":{"space":"personal","limit":"ten"}}"#,
            "limit must be a whole number, not negative.",
        ),
        (r#"{"method":"entities","params":{"space":"personal","limit":-1}}"#, "limit must be"),
        (r#"{"method":"entities","params":{"space":"personal","limit":1.5}}"#, "limit must be"),
        (r#"{"method":"entities","params":{"space":["personal"],"limit":1}}"#, "space must be a string."),
        (r#"{"method":"entities","params":{"limit":1}}"#, "space is missing."),
        (
            r#"{"method":"decide","params":{"space":"personal","id":"q","decision":{"verdict":"maybe"}}}"#,
            "decision.verdict must be one of accept, reject",
        ),
        (
            r#"{"method":"decideMany","params":{"space":"personal","items":[["a",{"verdict":"accept"}],["b",{"verdict":7}]]}}"#,
            "items[1][1].verdict must be a string.",
        ),
        (
            r#"{"method":"ingest","params":{"space":"personal","event":{"id":"e","source":"s","text":5}}}"#,
            "event.text must be a string.",
        ),
        (
            r#"{"method":"open","params":{"name":"","owner":"a","actor":"b","version":1}}"#,
            "name must have 1 to 1000 bytes",
        ),
        (
            r#"{"method":"open","params":{"name":"x","owner":"a","actor":"b","version":1,"storage":"tape"}}"#,
            "storage must be",
        ),
        (r#"{"method":"importFile","params":{"space":"personal","fileName":"f"}}"#, "file is missing"),
        (
            r#"{"method":"ingest","params":{"space":"personal","event":{"id":"e","source":"s"}}}"#,
            "event.text is missing.",
        ),
        (
            r#"{"params":{"event":{"id":"e","source":"s","text":"t","hints":[{"name":"A"},{"name":"B","known_entity_id":"x"}]},"space":"personal"},"method":"ingest"}"#,
            "There is no argument event.hints[1].known_entity_id.",
        ),
        (
            r#"{"method":"decideMany","params":{"space":"personal","items":[["a"]]}}"#,
            "items[0] must be [question id, decision].",
        ),
        (r#"{"method":"entities","params":{"space":"personal","limit":1,"page":2}}"#, "There is no argument page."),
        (r#"{"method":"inboxCounts","params":{"space":""}}"#, "space must have 1 to 200 bytes, not 0."),
        (r#"{"method":"inboxCounts"}"#, "missing"),
        (r#""hello""#, "must be an object"),
    ];
    for (n, (call, named)) in cases.iter().enumerate() {
        // Opening something else closes what was open.
        let answer = page.ask(100 + n as u32, call).await;
        let code = text(&answer, "error.code");
        assert!(
            code == "bad_argument" || (*named == "file is missing" && code == "not_open"),
            "{call}: {}",
            show(&answer)
        );
        if code == "bad_argument" {
            assert!(text(&answer, "error.message").contains(named), "{call}: {}", show(&answer));
        }
    }
    for nonsense in [JsValue::NULL, JsValue::from_f64(3.0), "text".into(), Object::new().into()] {
        let before = page.said.length();
        page.send_value(&nonsense);
        assert_eq!(text(&page.said.get(before), "error.code"), "bad_argument");
    }
}

#[wasm_bindgen_test]
async fn half_characters_are_refused() {
    let page = Page::open(&fresh_name("surrogates")).await;
    // JSON can write what no well-formed text holds.
    let cases = [
        (r#"{"method":"resolveEntity","params":{"space":"personal","name":"a\ud800b"}}"#, "`name`"),
        (
            r#"{"method":"ingest","params":{"space":"personal","event":{"id":"e","source":"s","text":"t","hints":[{"name":"x\udc00"}]}}}"#,
            "`event.hints[0].name`",
        ),
        (r#"{"method":"entities","params":{"space":"\udfff","limit":5}}"#, "`space`"),
    ];
    for (n, (call, named)) in cases.iter().enumerate() {
        let answer = page.ask(10 + n as u32, call).await;
        assert_eq!(text(&answer, "error.code"), "bad_text", "{}", show(&answer));
        assert!(text(&answer, "error.message").contains(named), "{}", show(&answer));
    }
    let whole =
        page.ask(20, r#"{"method":"resolveEntity","params":{"space":"personal","name":"a\ud83d\ude00b"}}"#).await;
    assert_ne!(text(&whole, "error.code"), "bad_text");
}

#[wasm_bindgen_test]
async fn versions_must_agree() {
    let page = Page::new();
    let call = r#"{"method":"open","params":{"name":"x","owner":"a","actor":"b","version":2}}"#;
    assert_eq!(text(&page.ask(1, call).await, "error.code"), "version_mismatch");
}

#[wasm_bindgen_test]
async fn what_was_written_is_there_again_and_said() {
    let name = fresh_name("again");
    let page = Page::open(&name).await;
    let answer = page.ask(2, &ingest("e1")).await;
    assert_eq!(text(&answer, "reply.kind"), "ingested", "{}", show(&answer));
    let changed = page.until("a change", |message| text(message, "type") == "changed").await;
    assert!(number(&changed, "head") >= 1.0);
    assert_eq!(at(&changed, "elsewhere").as_bool(), Some(false));
    page.ask(3, r#"{"method":"close"}"#).await;
    let later = Page::new();
    let opened = later.ask(1, &open_call(&name, r#","expectData":true"#)).await;
    assert_eq!(number(&opened, "reply.value.head"), number(&changed, "head"));
}

#[wasm_bindgen_test]
async fn a_cleared_store_is_said_unless_asked_to_start_empty() {
    let name = fresh_name("cleared");
    let page = Page::new();
    for _ in 0..2 {
        let answer = page.ask(1, &open_call(&name, r#","expectData":true"#)).await;
        assert_eq!(text(&answer, "error.code"), "storage_cleared", "{}", show(&answer));
        assert!(!text(&answer, "error.next").is_empty());
        page.said.set_length(0);
    }
    let answer = page.ask(3, &open_call(&name, r#","expectData":true,"startEmpty":true"#)).await;
    assert_eq!(text(&answer, "reply.kind"), "opened");
    page.ask(4, &ingest("e1")).await;
    // Cleared under our hands: the next call says so, and nothing is made anew in its place.
    delete_raw(&name).await;
    assert_eq!(text(&page.ask(5, &ingest("e2")).await, "error.code"), "storage_cleared");
    assert_eq!(version_raw(&name).await, 0.0);
}

#[wasm_bindgen_test]
async fn a_newer_database_is_said() {
    let name = fresh_name("newer");
    close_raw(&open_raw(&name, 99, &["other"], true).await);
    assert_eq!(text(&Page::new().ask(1, &open_call(&name, "")).await, "error.code"), "newer_database");
}

#[wasm_bindgen_test]
async fn two_tabs_hear_of_each_other_and_lose_nothing() {
    let name = fresh_name("tabs");
    let (one, two) = (Page::open(&name).await, Page::open(&name).await);
    for n in 0..10 {
        one.send(10 + n, &ingest(&format!("one-{n}")));
        two.send(10 + n, &ingest(&format!("two-{n}")));
    }
    for n in 0..10 {
        for page in [&one, &two] {
            let answer = page.settled(10 + n).await;
            assert_eq!(text(&answer, "reply.kind"), "ingested", "{}", show(&answer));
        }
    }
    two.until("a change elsewhere", |message| at(message, "elsewhere").as_bool() == Some(true)).await;
    let third = Page::new();
    let opened = third.ask(1, &open_call(&name, "")).await;
    assert!(number(&opened, "reply.value.head") >= 20.0, "{}", show(&opened));
    let head = number(&opened, "reply.value.head");
    let last = |message: &JsValue| text(message, "type") == "changed" && number(message, "head") == head;
    one.until("the last head", last).await;
    two.until("the last head", last).await;
}

#[wasm_bindgen_test]
async fn queries_are_answered_between_slices_and_progress_is_told() {
    let page = Page::open(&fresh_name("slices")).await;
    page.send_file(2, IMPORT, &cards(4_000));
    page.until("progress", |message| text(message, "type") == "working" && number(message, "id") == 2.0).await;
    page.send(3, COUNTS);
    page.send(4, &ingest("between"));
    let imported = page.settled(2).await;
    assert_eq!(text(&imported, "reply.kind"), "imported", "{}", show(&imported));
    page.settled(3).await;
    page.settled(4).await;
    let end = page.place("answer", 2).expect("the import ended");
    assert!(page.place("answer", 3).is_some_and(|place| place < end), "the query waited");
    assert!(page.place("answer", 4).is_some_and(|place| place < end), "the command waited");
    let total = page.until("progress", |message| number(message, "progress.total") > 0.0).await;
    assert!(number(&total, "progress.done") <= number(&total, "progress.total"));
}

#[wasm_bindgen_test]
async fn an_import_is_cancelled_and_says_what_it_kept() {
    let page = Page::open(&fresh_name("cancel")).await;
    page.send_file(2, IMPORT, &cards(6_000));
    page.send_file(3, IMPORT, &cards(10));
    page.until("the first items", |message| text(message, "type") == "changed").await;
    assert_eq!(text(&page.ask(4, r#"{"method":"cancel","params":{"call":3}}"#).await, "reply.kind"), "done");
    assert_eq!(text(&page.settled(3).await, "error.code"), "cancelled");
    page.ask(5, r#"{"method":"cancel","params":{"call":2}}"#).await;
    let report = page.settled(2).await;
    assert_eq!(at(&report, "reply.value.cancelled").as_bool(), Some(true), "{}", show(&report));
    let added = number(&report, "reply.value.added");
    assert!(added > 0.0 && added < 6_000.0, "{added}");
    // Cancelling what is not there is no error.
    assert_eq!(text(&page.ask(6, r#"{"method":"cancel","params":{"call":2}}"#).await, "reply.kind"), "done");
}

/// A file of 30 MB goes through a memory that grows by far less: it is read part by part.
#[wasm_bindgen_test]
async fn a_large_file_takes_little_memory() {
    const CARDS: u32 = 300;
    let page = Page::open(&fresh_name("large")).await;
    let photo: JsValue = "QUJD".repeat(25_600).into();
    let parts = Array::new();
    for n in 0..CARDS {
        parts.push(
            &format!("BEGIN:VCARD\r\nVERSION:3.0\r\nUID:u{n}\r\nFN:Person{n} Number{n}\r\nPHOTO;ENCODING=b:").into(),
        );
        parts.push(&photo);
        parts.push(&"\r\nEND:VCARD\r\n".into());
    }
    let blob = web_sys::Blob::new_with_str_sequence(&parts).expect("a blob");
    assert!(blob.size() > 30e6, "{}", blob.size());
    let held = || number(&wasm_bindgen::memory(), "buffer.byteLength");
    let before = held();
    let message = JSON::parse(&format!("{{\"id\":2,\"call\":{IMPORT}}}")).expect("JSON");
    Reflect::set(&message, &"file".into(), &blob).expect("set");
    page.send_value(&message);
    let imported = page.settled(2).await;
    assert_eq!(number(&imported, "reply.value.added"), f64::from(CARDS), "{}", show(&imported));
    let grown = held() - before;
    assert!(grown < 8e6, "grew by {grown} bytes");
}

#[wasm_bindgen_test]
async fn a_file_is_examined_and_its_zone_is_the_browsers() {
    let page = Page::open(&fresh_name("examine")).await;
    let chat = "3/4/26, 09:31 - Ana: Hi\n3/4/26, 09:32 - Ben: Hello\n";
    page.send_file(2, r#"{"method":"examineFile","params":{"fileName":"chat.txt"}}"#, chat);
    let found = page.settled(2).await;
    assert_eq!(text(&found, "reply.kind"), "examined", "{}", show(&found));
    assert_eq!(text(&found, "reply.value.unclearDate.written.text"), "3/4/26, 09:31");
    let options = |zone: &str| {
        format!(
            r#"{{"method":"importFile","params":{{"space":"personal","fileName":"chat.txt","options":{{"dateOrder":"day","zone":"{zone}"}}}}}}"#
        )
    };
    page.send_file(3, &options("Mars/Olympus"), chat);
    let refused = page.settled(3).await;
    assert!(text(&refused, "error.message").starts_with("zone must be the name of a time zone"), "{}", show(&refused));
    page.send_file(4, &options("Europe/Berlin"), chat);
    assert_eq!(number(&page.settled(4).await, "reply.value.retimed"), 0.0);
    // Summer time in April: the same instants, said otherwise.
    page.send_file(5, &options("+02:00"), chat);
    let again = page.settled(5).await;
    assert_eq!((number(&again, "reply.value.unchanged"), number(&again, "reply.value.retimed")), (2.0, 0.0));
    page.send_file(6, &options("UTC"), chat);
    assert_eq!(number(&page.settled(6).await, "reply.value.retimed"), 2.0);
}

/// The codes of the files of a bundle by their paths, those that were read without one.
fn parts(imported: &JsValue) -> Vec<String> {
    let parts: Array = at(imported, "reply.value.parts").dyn_into().expect("a list");
    let code = |part: &JsValue| at(part, "code").as_string().unwrap_or_default();
    parts.iter().map(|part| format!("{} {}", text(&part, "file"), code(&part))).collect()
}

#[wasm_bindgen_test]
async fn an_archive_is_imported_file_by_file() {
    let page = Page::open(&fresh_name("archive")).await;
    let archive = zip(&[
        entry("cards.vcf", cards(3)),
        entry("more/notes.txt", "Ana Ruiz met Ben Okafor.\n"),
        stored("photo.jpg", b"\xFF\xD8\xFF"),
        Packed { flags: 1, ..entry("locked.vcf", cards(1)) },
    ]);
    let blob = web_sys::Blob::new_with_u8_array_sequence(&Array::of1(&Uint8Array::from(&archive[..]))).expect("a blob");
    let call = |id: f64, call: &str, files: &JsValue, name: &str| {
        let message = JSON::parse(&format!(r#"{{"id":{id},"call":{call}}}"#)).expect("JSON");
        Reflect::set(&message, &name.into(), files).expect("set");
        page.send_value(&message);
    };
    call(2.0, r#"{"method":"examineFile","params":{"fileName":"all.zip"}}"#, &blob, "file");
    let found = page.settled(2).await;
    assert_eq!(text(&found, "reply.value.kind"), "bundle", "{}", show(&found));
    call(3.0, r#"{"method":"importFile","params":{"space":"personal","fileName":"all.zip"}}"#, &blob, "file");
    let imported = page.settled(3).await;
    assert_eq!(number(&imported, "reply.value.added"), 4.0, "{}", show(&imported));
    let wanted =
        ["all.zip/locked.vcf encrypted", "all.zip/cards.vcf ", "all.zip/more/notes.txt ", "all.zip/photo.jpg picture"];
    assert_eq!(parts(&imported), wanted);

    // The same in a folder, beside a file that could not be opened.
    let files = Array::of2(&blob, &JsValue::NULL);
    let folder = r#"{"method":"importFiles","params":{"space":"personal","name":"disk","paths":["disk/all.zip","disk/gone.vcf"]}}"#;
    call(4.0, folder, &files, "files");
    let again = page.settled(4).await;
    assert_eq!(
        (number(&again, "reply.value.added"), number(&again, "reply.value.unchanged")),
        (0.0, 4.0),
        "{}",
        show(&again)
    );
    assert!(parts(&again).contains(&"disk/gone.vcf unreadable".to_owned()), "{}", show(&again));

    let one = r#"{"method":"importFiles","params":{"space":"personal","name":"disk","paths":["disk/all.zip"]}}"#;
    call(5.0, one, &files, "files");
    let refused = page.settled(5).await;
    assert!(text(&refused, "error.message").starts_with("files has 2 files, paths 1"), "{}", show(&refused));
}

#[wasm_bindgen_test]
async fn an_export_comes_as_a_file() {
    let page = Page::open(&fresh_name("export")).await;
    page.ask(2, &ingest("e1")).await;
    let answer = page.ask(3, r#"{"method":"export"}"#).await;
    let file: web_sys::Blob = at(&answer, "file").dyn_into().expect("a Blob");
    assert_eq!(file.size(), number(&answer, "reply.value.size"));
    assert!(file.size() > 0.0);
}

#[wasm_bindgen_test]
async fn contacts_come_as_a_file_and_go_back_in() {
    let page = Page::open(&fresh_name("contacts")).await;
    page.send_file(2, IMPORT, &cards(20));
    page.settled(2).await;
    for (id, form, kind) in [(3, "vcard", "text/vcard"), (5, "csv", "text/csv")] {
        let call = format!(r#"{{"method":"exportContacts","params":{{"space":"personal","form":"{form}"}}}}"#);
        let answer = page.ask(id, &call).await;
        let file: web_sys::Blob = at(&answer, "file").dyn_into().expect("a Blob");
        assert_eq!((file.type_(), number(&answer, "reply.value.entities")), (kind.to_owned(), 20.0));
        assert_eq!(file.size(), number(&answer, "reply.value.size"));
        let import = r#"{"method":"importFile","params":{"space":"personal","fileName":"contacts"}}"#;
        let message = JSON::parse(&format!(r#"{{"id":{},"call":{import}}}"#, id + 1)).expect("JSON");
        Reflect::set(&message, &"file".into(), &file).expect("set");
        page.send_value(&message);
        let taken = page.settled(id + 1).await;
        assert_eq!(number(&taken, "reply.value.unchanged"), 20.0, "{}", show(&taken));
    }
}

#[wasm_bindgen_test]
async fn a_write_in_the_middle_of_a_restore_is_said() {
    let page = Page::open(&fresh_name("export-many")).await;
    page.send_file(2, IMPORT, &cards(6_000));
    page.settled(2).await;
    let file = at(&page.ask(3, r#"{"method":"export"}"#).await, "file");
    let name = fresh_name("restore");
    let (one, two) = (Page::open(&name).await, Page::open(&name).await);
    let message = JSON::parse(r#"{"id":2,"call":{"method":"import","params":{}}}"#).expect("JSON");
    Reflect::set(&message, &"file".into(), &file).expect("set");
    one.send_value(&message);
    one.until("restoring", |message| text(message, "progress.stage") == "restoring").await;
    two.ask(2, &ingest("meanwhile")).await;
    let failed = one.settled(2).await;
    assert_eq!(text(&failed, "error.code"), "outcome_unknown", "{}", show(&failed));
    assert!(text(&failed, "error.message").contains("This memory is not the export"), "{}", show(&failed));
    assert!(text(&failed, "error.next").contains("under another name"), "{}", show(&failed));
}

#[wasm_bindgen_test]
async fn closing_ends_long_work() {
    let page = Page::open(&fresh_name("close-long")).await;
    page.send_file(2, IMPORT, &cards(6_000));
    page.until("the first items", |message| text(message, "type") == "changed").await;
    assert_eq!(text(&page.ask(3, r#"{"method":"close"}"#).await, "reply.kind"), "done");
    assert!(page.place("answer", 2).is_some(), "the import was settled before");
}

#[wasm_bindgen_test]
async fn a_memory_in_memory_touches_no_database() {
    let name = fresh_name("in-memory");
    let page = Page::new();
    let answer = page.ask(1, &open_call(&name, r#","storage":"memory","expectData":true"#)).await;
    assert_eq!(text(&answer, "reply.kind"), "opened", "{}", show(&answer));
    assert_eq!(text(&page.ask(2, &ingest("e1")).await, "reply.kind"), "ingested");
    assert_eq!(version_raw(&name).await, 0.0);
}
