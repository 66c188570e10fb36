//! Addresses lead where they came from.

use namesake_protocol::QuestionKind;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::route::{Form, Listing, Route};

#[wasm_bindgen_test]
fn an_address_leads_back_to_its_place() {
    let places = [
        Route::inbox(),
        Route::question(Listing::All, "0192-ab/cd?x#y"),
        Route::question(Listing::Kind(QuestionKind::NewName), "q"),
        Route::Inbox { listing: Listing::Snoozed, question: Some("q".to_owned()) },
        Route::held(),
        Route::question(Listing::Held, "q"),
        Route::entities(),
        Route::Entities { search: "José & 김 서준?".to_owned(), entity: Some("e/1".to_owned()), form: None },
        Route::Entities { search: String::new(), entity: Some("edit".to_owned()), form: Some(Form::Edit) },
        Route::Entities { search: "a/b".to_owned(), entity: Some("e/1".to_owned()), form: Some(Form::Relate) },
        Route::entity("e").with_form(Form::Split),
        Route::Sources,
        Route::ShortForms,
        Route::Predicates,
        Route::event("e/1?x"),
        Route::history(),
        Route::History { entity: Some("e/1".to_owned()) },
        Route::decided(),
        Route::question(Listing::Decided, "q"),
        Route::Import,
    ];
    for place in places {
        assert!(Route::parse(&place.href()) == place, "{}", place.href());
    }
}

#[wasm_bindgen_test]
fn an_unknown_address_leads_to_the_inbox() {
    for hash in ["", "#", "#/", "#/nowhere/at/all", "#/inbox?kind=nonsense", "#/event", "%%%"] {
        assert!(matches!(Route::parse(hash), Route::Inbox { listing: Listing::All, .. }), "{hash}");
    }
}

#[wasm_bindgen_test]
fn the_way_back_from_a_form_leads_by_the_entity_to_the_list_and_keeps_the_search() {
    let place = |entity: Option<&str>, form| Route::Entities {
        search: "Dana".to_owned(),
        entity: entity.map(str::to_owned),
        form,
    };
    let form = place(Some("e"), Some(Form::Split));
    assert!(form.parent() == place(Some("e"), None));
    assert!(form.parent().parent() == place(None, None));
    assert!(form.list() == place(None, None));
}
